// Searches without tables over states of several words, against the costs of all states, from a model of the test's own.

#include <stdio.h>
#include <string.h>

#include "plan/domain/domain.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    SYMBOLS = 50, // 3 bits each: three words
    USED = 5,     // far apart
    VALUES = 5,
    STATES = VALUES * VALUES * VALUES * VALUES * VALUES,
    ACTIONS = 60,
    DOMAINS = 40,
    FAR = 1000000,
};

typedef struct model_action
{
    uint32_t pre[2], pre_value[2], effect[2], value[2]; // of used symbols
    uint32_t cost;
} model_action;

typedef struct wide_model
{
    model_action actions[ACTIONS];
    uint32_t goal[2];          // values of the first two used symbols
    uint32_t distance[STATES]; // from the start
} wide_model;

static uint32_t power_of(uint32_t symbol)
{
    uint32_t power = 1;
    while (symbol--) power *= VALUES;
    return power;
}

static uint32_t value_in(uint32_t state, uint32_t symbol)
{
    return state / power_of(symbol) % VALUES;
}

static uint32_t with_value(uint32_t state, uint32_t symbol, uint32_t value)
{
    return state + (value - value_in(state, symbol)) * power_of(symbol);
}

static void draw_model(wide_model* m, ploy_random* random)
{
    for (uint32_t a = 0; a < ACTIONS; a++) {
        model_action* x = &m->actions[a];
        for (uint32_t k = 0; k < 2; k++) {
            x->pre[k] = ploy_random_below(random, USED);
            x->pre_value[k] = ploy_random_below(random, VALUES);
            x->effect[k] = ploy_random_below(random, USED);
            x->value[k] = ploy_random_below(random, VALUES);
        }
        if (x->pre[1] == x->pre[0]) x->pre_value[1] = x->pre_value[0];
        if (x->effect[1] == x->effect[0]) x->value[1] = x->value[0];
        x->cost = 3 + ploy_random_below(random, 4);
    }
    for (uint32_t k = 0; k < 2; k++) m->goal[k] = 1 + ploy_random_below(random, VALUES - 1);
}

static bool model_holds(const model_action* x, uint32_t state)
{
    return value_in(state, x->pre[0]) == x->pre_value[0] && value_in(state, x->pre[1]) == x->pre_value[1];
}

static void measure(wide_model* m)
{
    for (uint32_t s = 0; s < STATES; s++) m->distance[s] = s ? FAR : 0;
    for (bool changes = true; changes;) {
        changes = false;
        for (uint32_t s = 0; s < STATES; s++) {
            for (uint32_t a = 0; m->distance[s] < FAR && a < ACTIONS; a++) {
                const model_action* x = &m->actions[a];
                if (!model_holds(x, s)) continue;
                uint32_t to = with_value(with_value(s, x->effect[0], x->value[0]), x->effect[1], x->value[1]);
                if (m->distance[s] + x->cost >= m->distance[to]) continue;
                m->distance[to] = m->distance[s] + x->cost;
                changes = true;
            }
        }
    }
}

static uint32_t cost_of_goal(const wide_model* m)
{
    uint32_t least = FAR;
    for (uint32_t s = 0; s < STATES; s++) {
        bool is_goal = value_in(s, 0) == m->goal[0] && value_in(s, 1) == m->goal[1];
        if (is_goal && m->distance[s] < least) least = m->distance[s];
    }
    return least;
}

// States from which the cheapest action leads to a cost that is not above the goal's.
static uint32_t states_before(const wide_model* m, uint32_t cost)
{
    uint32_t cheapest = FAR, count = 0;
    for (uint32_t a = 0; a < ACTIONS; a++) cheapest = m->actions[a].cost < cheapest ? m->actions[a].cost : cheapest;
    for (uint32_t s = 0; s < STATES; s++) count += m->distance[s] + cheapest <= cost;
    return count;
}

static uint32_t symbol_of(uint32_t used)
{
    return used * (SYMBOLS / USED) + 3;
}

static ploy_domain* make_domain(const wide_model* m)
{
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "wide"});
    for (uint32_t i = 0; i < SYMBOLS; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%u", i);
        ploy_symbol_def def = {.name = name, .type = PLOY_VALUE_INT, .max = VALUES - 1};
        assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
    }
    for (uint32_t a = 0; a < ACTIONS; a++) {
        const model_action* x = &m->actions[a];
        char name[16], pre[64], effect[64], cost[16];
        snprintf(name, sizeof name, "a%u", a);
        snprintf(cost, sizeof cost, "%u", x->cost);
        snprintf(pre, sizeof pre, "s%u = %u and s%u = %u", symbol_of(x->pre[0]), x->pre_value[0], symbol_of(x->pre[1]),
                 x->pre_value[1]);
        int used = snprintf(effect, sizeof effect, "s%u = %u", symbol_of(x->effect[0]), x->value[0]);
        if (x->effect[1] != x->effect[0])
            snprintf(effect + used, sizeof effect - (size_t)used, ", s%u = %u", symbol_of(x->effect[1]), x->value[1]);
        ploy_action_def def = {.name = name, .pre = pre, .effect = effect, .cost = cost};
        assert_int_equal(ploy_domain_add_action(domain, &def, NULL, NULL), PLOY_OK);
    }
    char condition[64];
    snprintf(condition, sizeof condition, "s%u = %u and s%u = %u", symbol_of(0), m->goal[0], symbol_of(1), m->goal[1]);
    ploy_goal_def goal = {.name = "g", .condition = condition};
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    assert_true(ploy_domain_state_words(domain) > 2);
    return domain;
}

static ploy_plan plan_by(const ploy_domain* domain, ploy_search search)
{
    uint64_t state[16];
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain, .max_nodes = 100000});
    ploy_state_init(domain, state);
    ploy_plan_query query = {.start = state, .options.search = search};
    ploy_plan plan = *ploy_planner_plan(planner, &query);
    ploy_planner_destroy(planner);
    return plan;
}

static void every_search_without_tables_finds_the_cheapest_plan(void** unused)
{
    (void)unused;
    static const ploy_search searches[] = {PLOY_SEARCH_BLIND, PLOY_SEARCH_HMAX, PLOY_SEARCH_LMCUT};
    static wide_model m;
    ploy_random random = {.seed = 41};
    uint32_t found = 0, expanded = 0, before = 0;
    for (uint32_t d = 0; d < DOMAINS; d++) {
        draw_model(&m, &random);
        measure(&m);
        uint32_t cost = cost_of_goal(&m);
        ploy_domain* domain = make_domain(&m);
        for (uint32_t i = 0; i < 3; i++) {
            ploy_plan plan = plan_by(domain, searches[i]);
            assert_int_equal(plan.status, cost < FAR ? PLOY_FOUND : PLOY_NOT_FOUND);
            if (cost < FAR) assert_int_equal(plan.cost, (int64_t)cost * PLOY_UNIT);
            if (cost < FAR && i == 0) expanded += plan.expanded;
        }
        found += cost < FAR;
        before += cost < FAR ? states_before(&m, cost) : 0;
        ploy_domain_destroy(domain);
    }
    assert_true(found > DOMAINS / 2 && found < DOMAINS);
    // Blind search leaves out what costs more than the goal less the cheapest action.
    assert_true(expanded > 1000 && expanded <= before);
}

static bool plan_once(const ploy_allocator* allocator, const ploy_domain* domain, ploy_search search)
{
    uint64_t state[16];
    ploy_planner_def def = {.domain = domain, .max_nodes = 100000, .allocator = *allocator};
    ploy_planner* planner = ploy_planner_create(&def);
    if (!planner) return false;
    ploy_state_init(domain, state);
    ploy_plan_query query = {.start = state, .options.search = search};
    ploy_status status = ploy_planner_plan(planner, &query)->status;
    ploy_planner_destroy(planner);
    assert_true(status == PLOY_FOUND || status == PLOY_OUT_OF_MEMORY);
    return status == PLOY_FOUND;
}

static ploy_domain* shared_domain;
static ploy_search shared_search;

static bool plan_shared(const ploy_allocator* allocator)
{
    return plan_once(allocator, shared_domain, shared_search);
}

static void a_failing_allocator_gives_a_status(void** unused)
{
    (void)unused;
    static wide_model m;
    ploy_random random = {.seed = 42};
    do {
        draw_model(&m, &random);
        measure(&m);
    } while (cost_of_goal(&m) == FAR);
    shared_domain = make_domain(&m);
    shared_search = PLOY_SEARCH_BLIND;
    test_fail_every_allocation(plan_shared);
    shared_search = PLOY_SEARCH_HMAX;
    test_fail_every_allocation(plan_shared);
    ploy_domain_destroy(shared_domain);
}

TEST_MAIN(TEST(every_search_without_tables_finds_the_cheapest_plan), TEST(a_failing_allocator_gives_a_status))
