// Windows: pieces of a plan, planned again.

#include <string.h>

#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/search/windows.h"
#include "support/base/test.h"

enum
{
    PLACES = 10,
    MAX_MOVES = 64,
};

// A road of places with a log at each of them, as far as `logs` can count.
static ploy_domain* make_road(void)
{
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "road"});
    ploy_symbol_def at = {.name = "at", .type = PLOY_VALUE_INT, .max = PLACES - 1};
    ploy_symbol_def logs = {.name = "logs", .type = PLOY_VALUE_INT, .max = 6};
    assert_int_equal(ploy_domain_add_symbol(domain, &at, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_symbol(domain, &logs, NULL, NULL), PLOY_OK);
    ploy_action_def actions[] = {
        {.name = "East", .effect = "at += 1", .cost = "2"},
        {.name = "West", .effect = "at -= 1", .cost = "2"},
        {.name = "Chop", .pre = "at = 3", .effect = "logs += 1", .cost = "5"},
        {.name = "Buy", .pre = "at = 8", .effect = "logs += 1", .cost = "1"},
    };
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(ploy_domain_add_action(domain, &actions[i], NULL, NULL), PLOY_OK);
    ploy_goal_def goal = {.name = "Goal", .condition = "logs ge 3 and at = 9"};
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

typedef struct improved
{
    uint32_t cost, expanded, count;
    uint32_t moves[MAX_MOVES];
} improved;

// The plan as actions by the first letter of their names: e, w, c, b.
static improved improve(const char* plan, uint32_t slice)
{
    ploy_domain* domain = make_road();
    ploy_allocator allocator = pl_allocator_choose(NULL);
    pl_arena scratch;
    pl_arena_init(&scratch, &allocator, 0);
    pl_heuristic_request request = {.domain = domain};
    pl_heuristic* heuristic = pl_heuristic_create(&allocator, &scratch, &request);
    uint64_t state[2];
    ploy_state_init(domain, state);
    ploy_plan_query query = {.start = state};
    pl_rules rules;
    pl_rules_room room;
    pl_cost_change change;
    pl_rules_room_init(&room, &allocator);
    assert_true(pl_rules_settle(&rules, &room, domain, &query, heuristic, &change));
    assert_true(pl_windows_apply(&rules));
    uint32_t moves[MAX_MOVES], count = 0;
    for (; plan[count]; count++) {
        uint32_t action = (uint32_t)(strchr("ewcb", plan[count]) - "ewcb"), m = 0;
        while (pl_domain_compiled(domain)->grounds[heuristic->moves[m].ground].action != action) m++;
        moves[count] = m;
    }
    pl_windows windows;
    pl_windows_init(&windows, &allocator);
    ploy_status status = pl_windows_begin(&windows, &rules, state, 10000, moves, count);
    while (status == PLOY_IN_PROGRESS) status = pl_windows_update(&windows, slice);
    assert_int_equal(status, PLOY_OUT_OF_NODES);
    improved result = {windows.cost, pl_windows_expanded(&windows), windows.moves.count, {0}};
    uint32_t cost = 0;
    for (uint32_t i = 0; i < result.count; i++) {
        result.moves[i] = windows.moves.data[i];
        const pl_operator* op = &rules.c->operators[heuristic->moves[result.moves[i]].op];
        assert_true(pl_partial_state_holds(rules.c, &op->pre, state));
        pl_operator_apply(rules.c, op, state, state);
        cost += rules.costs[result.moves[i]];
    }
    assert_true(pl_target_holds(rules.c, heuristic->target, state));
    assert_int_equal(cost, result.cost);
    pl_windows_destroy(&windows);
    pl_rules_room_destroy(&room);
    pl_heuristic_destroy(heuristic);
    pl_arena_destroy(&scratch);
    ploy_domain_destroy(domain);
    return result;
}

static void a_step_that_serves_nothing_is_dropped(void** unused)
{
    (void)unused;
    improved r = improve("eeecccceeeeee", 1000);
    assert_true(r.count <= 12);
    assert_int_equal(r.cost, 9 * 2 + 3);
}

static void a_detour_within_a_window_is_straightened(void** unused)
{
    (void)unused;
    assert_int_equal(improve("eewweweweeeeeeeebbbe", 1000).cost, 9 * 2 + 3);
}

static void a_better_place_beyond_the_first_windows_is_found_by_longer_ones(void** unused)
{
    (void)unused;
    assert_int_equal(improve("eeeccceeeeee", 1000).cost, 9 * 2 + 3);
}

static void one_node_at_a_time_improves_the_same(void** unused)
{
    (void)unused;
    improved a = improve("eewweeecccceeeeee", 1), b = improve("eewweeecccceeeeee", 100000);
    assert_int_equal(a.expanded, b.expanded);
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.moves, b.moves, sizeof a.moves);
}

static void the_best_plan_stays_as_it_is(void** unused)
{
    (void)unused;
    improved r = improve("eeeeeeeebbbe", 1000);
    assert_int_equal(r.count, 12);
    assert_int_equal(r.cost, 9 * 2 + 3);
}

TEST_MAIN(TEST(a_step_that_serves_nothing_is_dropped), TEST(a_detour_within_a_window_is_straightened),
          TEST(a_better_place_beyond_the_first_windows_is_found_by_longer_ones),
          TEST(one_node_at_a_time_improves_the_same), TEST(the_best_plan_stays_as_it_is))
