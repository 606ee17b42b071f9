// The tree that finds the moves of a state, against testing every move.

#include <stdio.h>
#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/heuristic/heuristic.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    SYMBOLS = 40,
    VALUES = 6,
    ACTIONS = 400
};

static uint64_t seed;

static uint32_t draw(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed >> 20) % below);
}

// Three conditions on one value, sometimes one on a range, one effect. Most actions share few symbols.
static ploy_domain* make_domain(const ploy_allocator* allocator)
{
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "wide", .allocator = *allocator});
    bool good = domain != NULL;
    for (uint32_t i = 0; good && i < SYMBOLS; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%u", i);
        ploy_symbol_def def = {.name = name, .type = PLOY_VALUE_INT, .max = VALUES - 1};
        good = ploy_domain_add_symbol(domain, &def, NULL, NULL) == PLOY_OK;
    }
    for (uint32_t i = 0; good && i < ACTIONS; i++) {
        char name[16], pre[128], effect[32];
        snprintf(name, sizeof name, "a%u", i);
        int used = snprintf(pre, sizeof pre, "s%u = %u", draw(SYMBOLS), draw(VALUES));
        for (uint32_t k = draw(3); k > 0; k--)
            used += snprintf(pre + used, sizeof pre - (size_t)used, " and s%u = %u", draw(8), draw(VALUES));
        if (draw(3) == 0) snprintf(pre + used, sizeof pre - (size_t)used, " and s%u >= %u", draw(SYMBOLS), 1 + draw(4));
        snprintf(effect, sizeof effect, "s%u = %u", draw(SYMBOLS), draw(VALUES));
        ploy_action_def def = {.name = name, .pre = draw(50) ? pre : "", .effect = effect};
        good = ploy_domain_add_action(domain, &def, NULL, NULL) == PLOY_OK;
    }
    ploy_goal_def goal = {.name = "g", .condition = "s0 = 5 and s1 = 5"};
    good = good && ploy_domain_add_goal(domain, &goal, NULL, NULL) == PLOY_OK &&
           ploy_domain_compile(domain, NULL) == PLOY_OK;
    if (good) return domain;
    ploy_domain_destroy(domain);
    return NULL;
}

static bool holds(const pl_heuristic* g, const pl_compiled* c, uint32_t m, const uint64_t* state)
{
    return pl_partial_state_holds(c, &c->operators[g->moves[m].op].pre, state);
}

static void check_states(const ploy_domain* domain, const pl_heuristic* g)
{
    const pl_compiled* c = pl_domain_compiled(domain);
    uint64_t state[16], marks[ACTIONS / 64 + 1];
    uint32_t marked = 0, applicable = 0;
    assert_true(c->words <= 16 && g->move_count <= ACTIONS);
    assert_true(g->successors.code.count > 0);
    for (uint32_t i = 0; i < 300; i++) {
        ploy_state_init(domain, state);
        for (uint32_t v = 0; v < SYMBOLS; v++) ploy_state_set(domain, state, v, draw(VALUES));
        memset(marks, 0, sizeof marks);
        pl_successors_mark(&g->successors, g, state, marks);
        for (uint32_t m = 0; m < g->move_count; m++) {
            bool does = holds(g, c, m, state);
            if (does && !pl_bits_test(marks, m)) fail_msg("state %u: move %u holds and is not found", i, m);
            marked += pl_bits_test(marks, m);
            applicable += does;
        }
    }
    assert_true(applicable > 0);
    assert_true(marked < 300 * g->move_count / 3); // most moves are never tested
}

static bool build_and_check(const ploy_allocator* allocator)
{
    pl_arena scratch;
    seed = 7;
    ploy_domain* domain = make_domain(allocator);
    if (!domain) return false;
    pl_arena_init(&scratch, allocator, 0);
    pl_heuristic_request request = {.domain = domain, .is_whole = true};
    pl_heuristic* g = pl_heuristic_create(allocator, &scratch, &request);
    if (g) check_states(domain, g);
    bool good = g != NULL;
    pl_heuristic_destroy(g);
    pl_arena_destroy(&scratch);
    ploy_domain_destroy(domain);
    return good;
}

static void no_move_that_holds_is_missed(void** state)
{
    (void)state;
    ploy_allocator allocator = pl_allocator_choose(NULL);
    assert_true(build_and_check(&allocator));
}

static ploy_domain* shared_domain;

static bool build_tree(const ploy_allocator* allocator)
{
    pl_arena scratch;
    pl_arena_init(&scratch, allocator, 0);
    pl_heuristic_request request = {.domain = shared_domain, .is_whole = true};
    pl_heuristic* g = pl_heuristic_create(allocator, &scratch, &request);
    bool good = g != NULL;
    pl_heuristic_destroy(g);
    pl_arena_destroy(&scratch);
    return good;
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    ploy_allocator allocator = pl_allocator_choose(NULL);
    seed = 11;
    shared_domain = make_domain(&allocator);
    assert_non_null(shared_domain);
    test_fail_every_allocation(build_tree);
    ploy_domain_destroy(shared_domain);
}

TEST_MAIN(TEST(no_move_that_holds_is_missed), TEST(every_allocation_may_fail))
