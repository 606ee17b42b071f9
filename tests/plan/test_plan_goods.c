// Goods: counters that moves use up. Relaxed plans that count them, and totals.

#include <string.h>

#include "base/memory.h"
#include "plan/domain/domain.h"
#include "plan/relaxed/requirements.h"
#include "support/base/test.h"

typedef struct workshop
{
    const char *name, *pre, *effect;
} workshop;

typedef struct goods_fixture
{
    ploy_domain* domain;
    pl_arena scratch;
    ploy_allocator allocator;
    pl_heuristic* heuristic;
    pl_rules rules;
    pl_rules_room room;
    pl_regression regression;
    pl_totals totals;
    pl_relaxation relaxation;
    pl_exploration explored;
    pl_requirements requirements;
    uint64_t state[4];
} goods_fixture;

static ploy_domain* make_domain(const char* goal, const workshop* actions, uint32_t count)
{
    static const char* const symbols[] = {"log", "plank", "table", "coin", "load"};
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "goods"});
    assert_non_null(domain);
    for (uint32_t i = 0; i < 5; i++) {
        ploy_symbol_def def = {.name = symbols[i], .type = PLOY_VALUE_INT, .max = i == 4 ? 12 : 6};
        assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
    }
    for (uint32_t i = 0; i < count; i++) {
        ploy_action_def def = {.name = actions[i].name, .pre = actions[i].pre, .effect = actions[i].effect};
        assert_int_equal(ploy_domain_add_action(domain, &def, NULL, NULL), PLOY_OK);
    }
    ploy_goal_def def = {.name = "Goal", .condition = goal};
    assert_int_equal(ploy_domain_add_goal(domain, &def, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

static void begin_domain(goods_fixture* f, ploy_domain* domain)
{
    *f = (goods_fixture){.domain = domain, .allocator = pl_allocator_choose(NULL)};
    pl_arena_init(&f->scratch, &f->allocator, 0);
    ploy_state_init(f->domain, f->state);
    pl_heuristic_request request = {.domain = f->domain};
    f->heuristic = pl_heuristic_create(&f->allocator, &f->scratch, &request);
    assert_non_null(f->heuristic);
    ploy_plan_query query = {.start = f->state};
    pl_cost_change change;
    pl_rules_room_init(&f->room, &f->allocator);
    const pl_compiled* c = pl_domain_compiled(f->domain);
    assert_true(pl_rules_settle(&f->rules, &f->room, f->domain, &query, f->heuristic, &change));
    assert_true(pl_regression_init(&f->regression, &f->scratch, c, f->heuristic));
    assert_true(pl_totals_find(&f->totals, &f->scratch, f->heuristic, c));
    pl_relaxation_init(&f->relaxation, &f->allocator);
    assert_true(pl_relaxation_build(&f->relaxation, &f->rules, &f->regression));
    pl_exploration_init(&f->explored, &f->allocator);
    assert_true(pl_exploration_fit(&f->explored, &f->relaxation));
    pl_requirements_init(&f->requirements, &f->allocator);
    assert_true(pl_requirements_begin(&f->requirements, &f->relaxation, &f->totals, (pl_maker_style){1, NULL}));
}

static void begin(goods_fixture* f, const char* goal, const workshop* actions, uint32_t count)
{
    begin_domain(f, make_domain(goal, actions, count));
}

static void end(goods_fixture* f)
{
    pl_requirements_destroy(&f->requirements);
    pl_exploration_destroy(&f->explored);
    pl_relaxation_destroy(&f->relaxation);
    pl_rules_room_destroy(&f->room);
    pl_heuristic_destroy(f->heuristic);
    pl_arena_destroy(&f->scratch);
    ploy_domain_destroy(f->domain);
}

static uint32_t estimate(goods_fixture* f)
{
    pl_explore(&f->explored, &f->relaxation, f->state, PL_EXPLORE_ADD, f->relaxation.goal);
    return pl_requirements_plan(&f->requirements, &f->explored, f->state);
}

static uint32_t plan_at(goods_fixture* f, const char* state)
{
    assert_int_equal(ploy_state_parse(f->domain, f->state, state, NULL), PLOY_OK);
    pl_explore(&f->explored, &f->relaxation, f->state, PL_EXPLORE_ADD, f->relaxation.goal);
    return pl_requirements_plan(&f->requirements, &f->explored, f->state);
}

static const workshop carpenter[] = {
    {"Chop", "", "log += 1, load += 1"},
    {"Saw", "log ge 2", "plank += 1, log -= 2, load -= 1"},
    {"Join", "plank ge 2", "table += 1, plank -= 2, load -= 1"},
};

static void a_relaxed_plan_counts_what_is_used_up(void** unused)
{
    (void)unused;
    goods_fixture f;
    begin(&f, "table ge 1", carpenter, 3);
    assert_int_equal(estimate(&f), 4 + 2 + 1);
    assert_true(f.requirements.is_counted);
    end(&f);
}

static void the_estimate_falls_with_every_step_of_the_plan(void** unused)
{
    (void)unused;
    static const uint32_t steps[] = {0, 0, 1, 0, 0, 1, 2}, no_args[PLOY_MAX_ARGS] = {0};
    goods_fixture f;
    begin(&f, "table ge 1", carpenter, 3);
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(estimate(&f), 7 - i);
        ploy_action_apply(f.domain, steps[i], no_args, f.state);
    }
    assert_int_equal(estimate(&f), 0);
    end(&f);
}

static void a_level_that_a_step_leaves_is_needed_once(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Chop", "", "log += 1"},
        {"Saw", "log ge 3", "plank += 1, log -= 1"}, // two logs hold the third
        {"Burn", "", "log -= 1, coin += 1"},
    };
    goods_fixture f;
    begin(&f, "plank ge 2 and coin ge 0", actions, 3);
    assert_int_equal(estimate(&f), 4 + 2);
    end(&f);
}

// The coins are strength here: six logs take twelve, and who rests has six.
static void what_is_filled_up_is_counted(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Chop", "", "log += 1, coin -= 2"},
        {"Rest", "", "coin = 6"},
    };
    goods_fixture f;
    begin(&f, "log ge 6", actions, 2);
    assert_int_equal(estimate(&f), 6 + 2);
    assert_true(f.requirements.is_counted);
    assert_int_equal(plan_at(&f, "coin = 6"), 6 + 1);
    assert_int_equal(f.requirements.steps.count, 0); // rest comes later
    assert_int_equal(plan_at(&f, "coin = 0"), 6 + 2);
    assert_int_equal(pl_requirements_next(&f.requirements, &f.explored, f.state, false), 2); // rest
    end(&f);
}

static void a_counter_that_is_set_lower_is_no_good(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Chop", "", "log += 1, coin -= 2"},
        {"Earn", "", "coin += 2"},
        {"Pay", "", "coin = 2"},
    };
    goods_fixture f;
    begin(&f, "log ge 6", actions, 3);
    assert_int_equal(f.requirements.good_count, 0);
    end(&f);
}

static void goods_made_of_each_other_come_to_an_end(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Sell", "plank ge 1", "coin += 1, plank -= 1"},
        {"Buy", "coin ge 2", "plank += 1, coin -= 2"},
        {"Join", "plank ge 3 and coin ge 3", "table += 1, plank -= 3, coin -= 3"},
    };
    goods_fixture f;
    begin(&f, "table ge 1", actions, 3);
    assert_true(ploy_state_parse(f.domain, f.state, "plank = 2, coin = 2", NULL) == PLOY_OK);
    assert_true(estimate(&f) > 0);
    end(&f);
}

static void a_total_shows_in_the_effects(void** unused)
{
    (void)unused;
    goods_fixture f;
    begin(&f, "table ge 1", carpenter, 3);
    assert_int_equal(f.totals.count, 1);
    assert_int_equal(f.totals.list[0].member_count, 3);
    assert_int_equal(f.heuristic->variables[f.totals.list[0].variable].variable, 4);
    assert_int_equal(pl_totals_rest(&f.totals, 0, f.heuristic, pl_domain_compiled(f.domain), f.state), 0);
    end(&f);
}

static void what_one_move_counts_otherwise_is_no_total(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Chop", "", "log += 1, load += 1"},
        {"Saw", "log ge 2", "plank += 1, log -= 2, load -= 1"},
        {"Join", "plank ge 2", "table += 1, plank -= 2, load -= 2"}, // a table stays behind
        {"Fetch", "table ge 2", "coin += 1, table -= 2, load += 1"},
    };
    goods_fixture f;
    begin(&f, "coin ge 1 and load ge 1", actions, 4);
    for (uint32_t i = 0; i < f.totals.count; i++) assert_int_equal(f.totals.list[i].member_count, 3);
    end(&f);
    static const workshop heavy[] = {
        {"Chop", "", "log += 1, load += 2"},
        {"Saw", "log ge 2", "plank += 1, log -= 2, load -= 1"},
        {"Join", "plank ge 2", "table += 1, plank -= 2, load -= 1"},
    };
    begin(&f, "table ge 1", heavy, 3);
    assert_int_equal(f.totals.count, 0);
    end(&f);
}

static void a_greedy_search_expands_little_more_than_its_plan(void** unused)
{
    (void)unused;
    ploy_domain* domain = make_domain("table ge 3", carpenter, 3);
    uint64_t state[4];
    ploy_state_init(domain, state);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain});
    ploy_plan_query query = {.start = state, .options.search = PLOY_SEARCH_GREEDY};
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    assert_int_equal(plan->status, PLOY_FOUND);
    assert_int_equal(plan->step_count, 12 + 6 + 3);
    assert_true(plan->expanded <= 2 * plan->step_count);
    ploy_planner_destroy(planner);
    ploy_domain_destroy(domain);
}

static uint32_t move_of(const goods_fixture* f, const char* name)
{
    for (uint32_t m = 0; m < f->heuristic->move_count; m++) {
        uint32_t action = f->rules.c->grounds[f->heuristic->moves[m].ground].action;
        if (strcmp(ploy_domain_action(f->domain, action).name, name) == 0) return m;
    }
    return PLOY_NONE;
}

// Planks are bought for coins, and coins come from planks: that is how a third plank is never made.
static void a_circle_is_named_and_done_without(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Chop", "", "log += 1"},
        {"Saw", "log ge 2", "plank += 1, log -= 2"},
        {"Buy", "coin ge 2", "plank += 1, coin -= 2"},
        {"Sell", "plank ge 1", "coin += 2, plank -= 1"},
    };
    goods_fixture f;
    begin(&f, "plank ge 3", actions, 4);
    assert_int_equal(plan_at(&f, "plank = 2"), 3); // at prices there is no circle
    assert_true(f.requirements.is_counted);
    f.requirements.by_price = false;
    plan_at(&f, "plank = 2");
    assert_false(f.requirements.is_counted);
    assert_int_equal(f.requirements.obstacle_count, 2);
    for (uint32_t i = 0; i < 2; i++)
        assert_true(f.requirements.obstacles[i] == move_of(&f, "Buy") ||
                    f.requirements.obstacles[i] == move_of(&f, "Sell"));
    assert_true(PL_ARRAY_PUSH(&f.explored.blocked, &f.explored.allocator, move_of(&f, "Buy")));
    assert_int_equal(plan_at(&f, "plank = 2"), 3);
    assert_true(f.requirements.is_counted);
    end(&f);
}

// Coins are picked one by one, or six are had for a plank.
static void of_several_ways_the_one_that_is_cheapest_for_as_many_is_taken(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Pick", "", "coin += 1"},
        {"Cut", "", "plank += 1"},
        {"Sell", "plank ge 1", "coin += 6, plank -= 1"},
        {"Spend", "coin ge 1", "log += 1, coin -= 1"},
    };
    goods_fixture f;
    begin(&f, "coin ge 6", actions, 4);
    assert_int_equal(plan_at(&f, ""), 2);
    assert_int_equal(plan_at(&f, "coin = 5"), 1);
    f.requirements.by_price = false;
    assert_int_equal(plan_at(&f, "coin = 0"), 6);
    end(&f);
}

static void what_is_left_costs_nothing(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Pick", "", "coin += 1"},
        {"Chop", "", "log += 1"},
        {"Saw", "log ge 2", "plank += 1, log -= 2"},
        {"Buy", "coin ge 6", "plank += 1, coin -= 6"},
    };
    goods_fixture f;
    begin(&f, "plank ge 1", actions, 4);
    assert_int_equal(plan_at(&f, ""), 3);
    assert_int_equal(plan_at(&f, "coin = 6"), 1);
    assert_int_equal(plan_at(&f, "coin = 6, log = 2"), 1);
    assert_int_equal(plan_at(&f, "coin = 0, log = 2"), 1);
    end(&f);
}

// Two logs are there, for one of three planks. For the others, coins cost less than more logs.
static void what_is_left_is_used_before_another_way_is_taken(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Pick", "", "coin += 1"},
        {"Chop", "", "log += 1"},
        {"Saw", "log ge 2", "plank += 1, log -= 2"},
        {"Buy", "coin ge 1", "plank += 1, coin -= 1"},
        {"Burn", "plank ge 1", "plank -= 1"},
    };
    goods_fixture f;
    begin(&f, "plank ge 3", actions, 5);
    assert_int_equal(plan_at(&f, ""), 6);
    assert_int_equal(plan_at(&f, "log = 2"), 5);
    assert_int_equal(plan_at(&f, "log = 4"), 4);
    end(&f);
}

// A log, and a plank of two; a coin is half of a plank and its sale; a table takes two planks and a coin.
static void prices_are_the_lowest_that_makers_allow(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Chop", "", "log += 1"},
        {"Saw", "log ge 2", "plank += 1, log -= 2"},
        {"Buy", "coin ge 2", "plank += 1, coin -= 2"},
        {"Sell", "plank ge 1", "coin += 2, plank -= 1"},
        {"Join", "plank ge 2 and coin ge 1", "table += 1, plank -= 2, coin -= 1"},
        {"Mint", "table ge 1", "coin += 4, table -= 1"},
        {"Burn", "table ge 1", "table -= 1"},
    };
    goods_fixture f;
    begin(&f, "table ge 3", actions, 7);
    plan_at(&f, "");
    static const int64_t wanted[] = {1, 3, 9, 2};
    for (uint32_t v = 0; v < f.heuristic->variable_count; v++)
        assert_int_equal(f.requirements.makers.prices.data[v],
                         wanted[f.heuristic->variables[v].variable] << PL_MAKER_BITS);
    end(&f);
}

// Two thousand tables of two thousand planks of two thousand logs, each of which costs two million.
static void what_costs_too_much_is_not_counted(void** unused)
{
    (void)unused;
    static const char* const symbols[] = {"log", "plank", "table"};
    static const ploy_action_def actions[] = {
        {.name = "Chop", .effect = "log += 1", .cost = "2000001"},
        {.name = "Saw", .pre = "log ge 2000", .effect = "plank += 1, log -= 2000", .cost = "0.001"},
        {.name = "Join", .pre = "plank ge 2000", .effect = "table += 1, plank -= 2000", .cost = "0.001"},
        {.name = "Burn", .pre = "table ge 1", .effect = "table -= 1"},
    };
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "goods"});
    for (uint32_t i = 0; i < 3; i++) {
        ploy_symbol_def def = {.name = symbols[i], .type = PLOY_VALUE_INT, .max = 2000};
        assert_int_equal(ploy_domain_add_symbol(domain, &def, NULL, NULL), PLOY_OK);
    }
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(ploy_domain_add_action(domain, &actions[i], NULL, NULL), PLOY_OK);
    ploy_goal_def goal = {.name = "Goal", .condition = "table ge 2000"};
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    goods_fixture f;
    begin_domain(&f, domain);
    estimate(&f);
    assert_false(f.requirements.is_counted);
    plan_at(&f, "table = 2000");
    assert_true(f.requirements.is_counted);
    end(&f);
}

// A table of six planks, and six coins, with room for seven things: with the coins first there is no room for planks.
static void with_little_room_what_needs_most_comes_first(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Pick", "", "coin += 1, load += 1"},
        {"Cut", "", "plank += 1, load += 1"},
        {"Join", "plank ge 6", "table += 1, plank -= 6, load -= 5"},
    };
    goods_fixture f;
    begin(&f, "coin ge 6 and table ge 1", actions, 3);
    assert_int_equal(f.totals.count, 1);
    plan_at(&f, "load = 5");
    assert_true(pl_requirements_next(&f.requirements, &f.explored, f.state, true) > 0);
    assert_int_equal(f.requirements.chain.data[f.requirements.chain.count - 1], move_of(&f, "Cut"));
    assert_int_equal(f.requirements.obstacle_count, 0);
    plan_at(&f, "load = 9, coin = 6");
    pl_requirements_next(&f.requirements, &f.explored, f.state, true);
    assert_true(f.requirements.obstacle_count > 0);
    assert_int_equal(f.requirements.obstacles[0], move_of(&f, "Join"));
    end(&f);
}

// The same, planned: every greedy plan is executed, and it needs no more states than some for each step.
static void a_greedy_search_makes_room(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Pick", "", "coin += 1, load += 1"},
        {"Cut", "", "plank += 1, load += 1"},
        {"Join", "plank ge 6", "table += 1, plank -= 6, load -= 5"},
    };
    ploy_domain* domain = make_domain("coin ge 6 and table ge 1", actions, 3);
    uint64_t state[4];
    ploy_state_init(domain, state);
    assert_int_equal(ploy_state_parse(domain, state, "load = 5", NULL), PLOY_OK);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain});
    const ploy_plan* plan =
        ploy_planner_plan(planner, &(ploy_plan_query){.start = state, .options.search = PLOY_SEARCH_GREEDY});
    assert_int_equal(plan->status, PLOY_FOUND);
    assert_int_equal(plan->step_count, 13);
    for (uint32_t i = 0; i < plan->step_count; i++)
        assert_true(pl_domain_ground_apply(domain, plan->steps[i].id, state));
    ploy_planner_destroy(planner);
    ploy_domain_destroy(domain);
}

// Searches for more than five logs can ever give.
static void what_runs_out_is_refused_at_once(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Saw", "log ge 1", "plank += 1, log -= 1"},
        {"Join", "plank ge 2", "table += 1, plank -= 2"},
        {"Split", "table ge 1", "plank += 2, table -= 1"},
        {"Walk", "", "load += 1"},
        {"Rest", "", "load -= 1"},
        {"Sell", "plank ge 1 and load ge 3", "coin += 1, plank -= 1"},
    };
    static const ploy_search searches[] = {PLOY_SEARCH_AUTO, PLOY_SEARCH_ANYTIME, PLOY_SEARCH_GREEDY,
                                           PLOY_SEARCH_REGRESSIVE};
    static const struct
    {
        const char* goal;
        bool is_possible;
    } cases[] = {{"plank ge 5", true},
                 {"plank ge 6", false},
                 {"table ge 2 and coin ge 1", true},
                 {"table ge 2 and coin ge 2", false}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ploy_domain* domain = make_domain(cases[i].goal, actions, 6);
        uint64_t state[4];
        ploy_state_init(domain, state);
        assert_int_equal(ploy_state_parse(domain, state, "log = 5", NULL), PLOY_OK);
        for (uint32_t s = 0; s < 4; s++) {
            ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain});
            ploy_plan_query query = {.start = state, .options.search = searches[s]};
            const ploy_plan* plan = ploy_planner_plan(planner, &query);
            assert_int_equal(plan->status, cases[i].is_possible ? PLOY_FOUND : PLOY_NOT_FOUND);
            if (!cases[i].is_possible && s == 3) assert_true(plan->expanded <= 1);
            ploy_planner_destroy(planner);
        }
        ploy_domain_destroy(domain);
    }
}

// Parcels between towns with one cart: the steps of a relaxed plan, one after the other, and other drives where the cart
// is no longer where it was.
static void a_greedy_search_follows_the_relaxed_plan_without_goods(void** unused)
{
    (void)unused;
    static const char *const towns[] = {"a", "b", "c", "d"}, *const parcels[] = {"p1", "p2", "p3", "p4", "p5", "p6"};
    static const ploy_action_def actions[] = {
        {.name = "Drive",
         .params = {{"f", "town"}, {"t", "town"}},
         .param_count = 2,
         .pre = "cart = f",
         .effect = "cart = t"},
        {.name = "Load",
         .params = {{"p", "parcel"}, {"t", "town"}},
         .param_count = 2,
         .pre = "cart = t and at(p) = t and not in(p)",
         .effect = "in(p)"},
        {.name = "Unload",
         .params = {{"p", "parcel"}, {"t", "town"}},
         .param_count = 2,
         .pre = "cart = t and in(p)",
         .effect = "not in(p), at(p) = t"},
    };
    ploy_domain* domain = ploy_domain_create(&(ploy_domain_def){.name = "parcels"});
    assert_int_equal(ploy_domain_add_type(domain, "town", towns, 4, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_type(domain, "parcel", parcels, 6, NULL, NULL), PLOY_OK);
    ploy_symbol_def cart = {.name = "cart", .type = PLOY_VALUE_OBJECT, .object_type = "town", .initial = "d"};
    ploy_symbol_def at = {
        .name = "at", .type = PLOY_VALUE_OBJECT, .object_type = "town", .of = {"parcel"}, .of_count = 1};
    ploy_symbol_def in = {.name = "in", .of = {"parcel"}, .of_count = 1};
    assert_int_equal(ploy_domain_add_symbol(domain, &cart, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_symbol(domain, &at, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_symbol(domain, &in, NULL, NULL), PLOY_OK);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(ploy_domain_add_action(domain, &actions[i], NULL, NULL), PLOY_OK);
    ploy_goal_def goal = {.name = "Goal",
                          .condition = "at(p1) = b and at(p2) = b and at(p3) = c and at(p4) = c and at(p5) = d and "
                                       "at(p6) = d and not in(p1) and not in(p2) and not in(p3) and not in(p4)"};
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    uint64_t state[8];
    ploy_state_init(domain, state);
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain});
    ploy_plan_query query = {.start = state, .options.search = PLOY_SEARCH_GREEDY};
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    assert_int_equal(plan->status, PLOY_FOUND);
    assert_true(plan->step_count >= 16); // six loads, six unloads, four drives
    assert_true(plan->expanded <= plan->step_count / 2);
    ploy_planner_destroy(planner);
    ploy_domain_destroy(domain);
}

typedef struct progress
{
    uint32_t expanded, generated, steps;
    int64_t cost;
} progress;

// How far a search is after so many nodes.
static progress search_for(ploy_domain* domain, const ploy_plan_query* query, uint32_t nodes, uint32_t slice)
{
    progress made = {0};
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = domain, .no_cache = true});
    ploy_status status = ploy_planner_begin(planner, query);
    for (uint32_t spent = 0; spent < nodes && status == PLOY_IN_PROGRESS; spent += slice)
        status = ploy_planner_update(planner, slice < nodes - spent ? slice : nodes - spent);
    const ploy_plan* plan = status == PLOY_IN_PROGRESS ? ploy_planner_best(planner) : NULL;
    if (plan) made = (progress){.steps = plan->step_count, .cost = plan->cost};
    plan = ploy_planner_end(planner);
    if (status != PLOY_IN_PROGRESS) made = (progress){.steps = plan->step_count, .cost = plan->cost};
    made.expanded = plan->expanded;
    made.generated = plan->generated;
    ploy_planner_destroy(planner);
    return made;
}

static void check_same_progress(progress a, progress b)
{
    assert_int_equal(a.expanded, b.expanded);
    assert_int_equal(a.generated, b.generated);
    assert_int_equal(a.steps, b.steps);
    assert_int_equal(a.cost, b.cost);
}

// After the first plan, two more are sought at other prices: what they do counts as nodes, and nothing else does.
static void at_other_prices_a_search_is_as_far_in_any_slices(void** unused)
{
    (void)unused;
    static const workshop actions[] = {
        {"Pick", "", "coin += 1"},
        {"Chop", "", "log += 1"},
        {"Saw", "log ge 2", "plank += 1, log -= 2"},
        {"Buy", "coin ge 3", "plank += 1, coin -= 3"},
        {"Sell", "plank ge 1", "coin += 2, plank -= 1"},
        {"Join", "plank ge 2 and coin ge 1", "table += 1, plank -= 2, coin -= 1"},
        {"Knock", "log ge 3", "table += 1, log -= 3"},
        {"Burn", "table ge 1", "log += 1, table -= 1"},
    };
    ploy_domain* domain = make_domain("table ge 3 and coin ge 5", actions, 8);
    uint64_t state[8];
    ploy_state_init(domain, state);
    for (uint32_t nodes = 1; nodes <= 120; nodes++) {
        ploy_plan_query query = {.start = state, .options.search = PLOY_SEARCH_ANYTIME};
        progress whole = search_for(domain, &query, nodes, nodes);
        check_same_progress(whole, search_for(domain, &query, nodes, 1));
        check_same_progress(whole, search_for(domain, &query, nodes, 3));
        query.options.max_nodes = nodes;
        whole = search_for(domain, &query, UINT32_MAX, UINT32_MAX);
        assert_true(whole.expanded <= nodes);
        check_same_progress(whole, search_for(domain, &query, UINT32_MAX, 1));
    }
    ploy_domain_destroy(domain);
}

TEST_MAIN(TEST(a_greedy_search_follows_the_relaxed_plan_without_goods),
          TEST(at_other_prices_a_search_is_as_far_in_any_slices), TEST(what_runs_out_is_refused_at_once),
          TEST(a_circle_is_named_and_done_without), TEST(of_several_ways_the_one_that_is_cheapest_for_as_many_is_taken),
          TEST(what_is_left_costs_nothing),
          TEST(what_is_left_is_used_before_another_way_is_taken), TEST(what_costs_too_much_is_not_counted),
          TEST(prices_are_the_lowest_that_makers_allow),
          TEST(with_little_room_what_needs_most_comes_first), TEST(a_greedy_search_makes_room),
          TEST(a_relaxed_plan_counts_what_is_used_up), TEST(the_estimate_falls_with_every_step_of_the_plan),
          TEST(a_level_that_a_step_leaves_is_needed_once), TEST(what_is_filled_up_is_counted),
          TEST(a_counter_that_is_set_lower_is_no_good), TEST(goods_made_of_each_other_come_to_an_end),
          TEST(a_total_shows_in_the_effects), TEST(what_one_move_counts_otherwise_is_no_total),
          TEST(a_greedy_search_expands_little_more_than_its_plan))
