// Every search against brute force on random domains: cold and warm, whole and in slices, with every option of a query.

#include <string.h>

#include "support/plan/random_queries.h"
#include "support/base/test.h"
#include "plan/search/cache.h"

static const ploy_search cheapest[] = {PLOY_SEARCH_ASTAR, PLOY_SEARCH_REGRESSIVE, PLOY_SEARCH_BNB,
                                       PLOY_SEARCH_AUTO,  PLOY_SEARCH_BLIND,      PLOY_SEARCH_HMAX,
                                       PLOY_SEARCH_LMCUT, PLOY_SEARCH_ANYTIME};
static const ploy_search searches[] = {
    PLOY_SEARCH_ASTAR, PLOY_SEARCH_REGRESSIVE, PLOY_SEARCH_BNB,  PLOY_SEARCH_GREEDY, PLOY_SEARCH_UTILITY,
    PLOY_SEARCH_AUTO,  PLOY_SEARCH_BLIND,      PLOY_SEARCH_HMAX, PLOY_SEARCH_LMCUT,  PLOY_SEARCH_ANYTIME};

enum
{
    CHEAPEST = 8,
    SEARCHES = 10,
    CACHE = 1 << 20
};

static ploy_planner* planner_of(const ploy_domain* domain, size_t cache_bytes)
{
    ploy_planner_def def = {0};
    def.domain = domain;
    def.cache_bytes = cache_bytes;
    def.no_cache = cache_bytes == 0;
    ploy_planner* planner = ploy_planner_create(&def);
    assert_non_null(planner);
    return planner;
}

// A taste that the domain does not know: some actions never, others more or less.
static int64_t score(void* user, const ploy_domain* domain, const ploy_step* step, const uint64_t* state)
{
    (void)user;
    (void)domain;
    return (int64_t)((step->action * 7 + step->args[0] * 3 + step->args[1] + (state[0] & 3)) % 9) - 1;
}

static const ploy_plan* ask(ploy_planner* planner, question* q, ploy_search search)
{
    q->query.options.search = search;
    q->query.score = search == PLOY_SEARCH_UTILITY ? score : NULL;
    return ploy_planner_plan(planner, &q->query);
}

// What each search promises.
static void check_promise(const question* q, const ploy_plan* plan, ploy_search search, const char* how)
{
    char text[80];
    snprintf(text, sizeof text, "%s, %s", ploy_search_name(search), how);
    bool is_fast = search == PLOY_SEARCH_GREEDY || search == PLOY_SEARCH_UTILITY;
    if (plan->status == PLOY_FOUND && (plan->bound > plan->cost || (plan->proved && plan->bound != plan->cost)))
        question_fail(q, plan, text, "a bound that is not the cost of a proved plan, or above the cost");
    if (!is_fast && (search != PLOY_SEARCH_ANYTIME || plan->proved || plan->status != PLOY_FOUND))
        question_check(q, plan, text);
    else
        question_check_executable(q, plan, search == PLOY_SEARCH_UTILITY, text);
}

// The same cost as brute force.

static void every_search_keeps_its_promise_cold(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(1, 2000);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_planner* planner = planner_of(d->domain, 0);
        for (uint32_t i = 0; i < 3; i++) {
            question q;
            question_draw(&q, d, &random, QUESTION_DISABLED);
            for (uint32_t s = 0; s < SEARCHES; s++)
                check_promise(&q, ask(planner, &q, searches[s]), searches[s], "cold");
        }
        ploy_planner_destroy(planner);
        random_domain_destroy(d);
    }
}

// The same goals from several starts, round after round, so that later rounds are answered from what was kept.
static void a_cache_never_changes_a_cost(void** unused)
{
    (void)unused;
    enum
    {
        QUESTIONS = 6,
        ROUNDS = 4
    };
    seed_range seeds = question_seeds(10001, 500);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_planner* planner = planner_of(d->domain, seed % 5 == 4 ? 2000 : CACHE);
        question q[QUESTIONS];
        for (uint32_t i = 0; i < QUESTIONS; i++)
            question_draw(&q[i], d, &random, i < 4 ? QUESTION_PLAIN : QUESTION_DISABLED);
        for (uint32_t n = 0; n < QUESTIONS * ROUNDS; n++) {
            question* now = &q[n % QUESTIONS];
            ploy_search search = cheapest[(n / QUESTIONS + seed) % CHEAPEST];
            check_promise(now, ask(planner, now, search), search, n < QUESTIONS ? "warming up" : "warm");
        }
        ploy_planner_destroy(planner);
        random_domain_destroy(d);
    }
}

static void a_shared_cache_never_changes_a_cost(void** unused)
{
    (void)unused;
    enum
    {
        QUESTIONS = 5,
        ROUNDS = 4
    };
    seed_range seeds = question_seeds(20001, 300);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_cache* cache = question_cache(d->domain);
        ploy_planner* planners[2] = {question_planner(d->domain, cache), question_planner(d->domain, cache)};
        question q[QUESTIONS];
        for (uint32_t i = 0; i < QUESTIONS; i++) question_draw(&q[i], d, &random, QUESTION_PLAIN);
        ploy_status prepared = ploy_cache_prepare(cache, &q[0].query);
        assert_true(prepared == PLOY_OK || prepared == PLOY_FULL);
        for (uint32_t n = 0; n < QUESTIONS * ROUNDS; n++) {
            question* now = &q[n % QUESTIONS];
            ploy_search search = cheapest[(n / QUESTIONS + seed) % CHEAPEST];
            check_promise(now, ask(planners[n % 2], now, search), search, "shared cache");
            if (n % 3 == 2) pl_cache_merge(cache, planners, 2);
        }
        for (uint32_t i = 0; i < 2; i++) ploy_planner_destroy(planners[i]);
        ploy_cache_destroy(cache);
        random_domain_destroy(d);
    }
}

static void two_moves_repeat_cost_depth_and_must_use_agree_with_brute_force(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(30001, 1000);
    random_knobs knobs = random_knobs_tiny();
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_create(seed, &knobs);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_planner* cold = planner_of(d->domain, 0);
        ploy_planner* warm = planner_of(d->domain, CACHE);
        for (uint32_t i = 0; i < 6; i++) {
            question q;
            question_draw(&q, d, &random, QUESTION_ALL);
            for (uint32_t s = 0; s < SEARCHES; s++)
                check_promise(&q, ask(cold, &q, searches[s]), searches[s], "cold with options");
            for (uint32_t s = 0; s < 2 * CHEAPEST; s++)
                check_promise(&q, ask(warm, &q, cheapest[s % CHEAPEST]), cheapest[s % CHEAPEST], "warm with options");
        }
        ploy_planner_destroy(warm);
        ploy_planner_destroy(cold);
        random_domain_destroy(d);
    }
}

// Costs of more than 32 bits, in slices too.

static const ploy_plan* ask_in_slices(ploy_planner* planner, question* q, ploy_search search, uint32_t nodes)
{
    q->query.options.search = search;
    q->query.score = search == PLOY_SEARCH_UTILITY ? score : NULL;
    ploy_status status = ploy_planner_begin(planner, &q->query);
    while (status == PLOY_IN_PROGRESS) status = ploy_planner_update(planner, nodes);
    const ploy_plan* plan = ploy_planner_end(planner);
    assert_int_equal(plan->status, status);
    return plan;
}

typedef struct found_plans
{
    uint32_t found, huge; // huge: of more than 32 bits
} found_plans;

// Every search, cold, warm and in slices.
static found_plans agree_with_brute_force(seed_range seeds, const random_knobs* knobs, const char* what)
{
    found_plans plans = {0};
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_create(seed, knobs);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_planner* cold = planner_of(d->domain, 0);
        ploy_planner* warm = planner_of(d->domain, CACHE);
        for (uint32_t i = 0; i < 4; i++) {
            question q;
            question_draw(&q, d, &random, i % 2 ? QUESTION_ALL : QUESTION_DISABLED);
            for (uint32_t s = 0; s < SEARCHES; s++) check_promise(&q, ask(cold, &q, searches[s]), searches[s], what);
            for (uint32_t s = 0; s < CHEAPEST; s++) {
                check_promise(&q, ask(warm, &q, cheapest[s]), cheapest[s], what);
                check_promise(&q, ask_in_slices(warm, &q, cheapest[s], 3), cheapest[s], what);
            }
            plans.found += q.answer.found;
            plans.huge += q.answer.found && q.answer.cost > UINT32_MAX;
        }
        ploy_planner_destroy(warm);
        ploy_planner_destroy(cold);
        random_domain_destroy(d);
    }
    return plans;
}

static void costs_of_more_than_32_bits_agree_with_brute_force(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(70001, 400);
    random_knobs knobs = random_knobs_tiny();
    knobs.huge_costs = true;
    found_plans plans = agree_with_brute_force(seeds, &knobs, "with huge costs");
    if (seeds.end - seeds.first > 1) assert_true(plans.huge > 300);
    agree_with_brute_force((seed_range){71010, 71011}, &knobs, "with a plan of two steps of 31 bits");
    agree_with_brute_force((seed_range){70637, 70638}, &knobs, "with a trip of 31 bits");
}

// Tables, and costs that are evaluated in each state.

static void costs_from_tables_and_states_agree_with_brute_force(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(80001, 600);
    random_knobs knobs = random_knobs_tables();
    found_plans plans = agree_with_brute_force(seeds, &knobs, "with tables");
    if (seeds.end - seeds.first > 1) assert_true(plans.found > 600);
    agree_with_brute_force((seed_range){80754, 80755}, &knobs, "with many ways to no plan");
}

static void a_changed_table_counts_in_the_next_plan(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(90001, 200);
    random_knobs knobs = random_knobs_tables();
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_create(seed, &knobs);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_planner* warm = planner_of(d->domain, CACHE);
        question q;
        question_draw(&q, d, &random, QUESTION_PLAIN);
        for (uint32_t i = 0; i < 8; i++) {
            check_promise(&q, ask(warm, &q, cheapest[i % CHEAPEST]), cheapest[i % CHEAPEST], "after a changed table");
            random_domain_change_table(d, &random);
            question_solve(&q);
        }
        ploy_planner_destroy(warm);
        random_domain_destroy(d);
    }
}

// After changes.

static void check_after_change(question* q, ploy_planner* warm, const char* what)
{
    question_solve(q);
    ploy_allocator allocator = ploy_allocator_default();
    ploy_domain* rebuilt = random_domain_build(q->d, &allocator);
    assert_non_null(rebuilt);
    ploy_planner* cold = planner_of(q->d->domain, 0);
    ploy_planner* fresh = planner_of(rebuilt, 0);
    for (uint32_t s = 0; s < CHEAPEST; s++) {
        char how[120];
        snprintf(how, sizeof how, "warm after %s", what);
        check_promise(q, ask(warm, q, cheapest[s]), cheapest[s], how);
        check_promise(q, ask(cold, q, cheapest[s]), cheapest[s], "cold after the change");
        check_promise(q, ask(fresh, q, cheapest[s]), cheapest[s], "described again");
    }
    ploy_planner_destroy(fresh);
    ploy_planner_destroy(cold);
    ploy_domain_destroy(rebuilt);
}

static void after_every_change_a_warm_answer_equals_a_cold_one(void** unused)
{
    (void)unused;
    enum
    {
        QUESTIONS = 3,
        CHANGES = 6
    };
    seed_range seeds = question_seeds(40001, 300);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_planner* warm = planner_of(d->domain, CACHE);
        question q[QUESTIONS];
        for (uint32_t i = 0; i < QUESTIONS; i++) question_draw(&q[i], d, &random, QUESTION_PLAIN);
        for (uint32_t n = 0; n < CHANGES; n++) {
            char what[80] = "disabling";
            for (uint32_t i = 0; i < 3 * QUESTIONS; i++) {
                question* now = &q[i % QUESTIONS];
                check_promise(now, ask(warm, now, cheapest[i % CHEAPEST]), cheapest[i % CHEAPEST], "before a change");
            }
            if (ploy_random_below(&random, 5) == 0)
                for (uint32_t i = 0; i < QUESTIONS; i++)
                    q[i].brute.disabled ^= 1ull << ploy_random_below(&random, d->action_count);
            else
                random_domain_change(d, &random, what, sizeof what);
            for (uint32_t i = 0; i < QUESTIONS; i++) check_after_change(&q[i], warm, what);
        }
        ploy_planner_destroy(warm);
        random_domain_destroy(d);
    }
}

// Slices, cancelling, limits.

static void updating_one_node_at_a_time_gives_the_same_plan(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(50001, 250);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        size_t cache = seed % 2 ? CACHE : 0;
        ploy_planner* whole = planner_of(d->domain, cache);
        ploy_planner* sliced = planner_of(d->domain, cache);
        for (uint32_t i = 0; i < 4; i++) {
            question q;
            question_draw(&q, d, &random, seed % 4 == 1 ? QUESTION_ALL : QUESTION_PLAIN);
            for (uint32_t s = 0; s < SEARCHES; s++) {
                const ploy_plan* plan = ask(whole, &q, searches[s]);
                const ploy_plan* other = ask_in_slices(sliced, &q, searches[s], i % 2 ? 1 : 3);
                if (!question_same(d, plan, other, true))
                    question_fail(&q, other, ploy_search_name(searches[s]), "another plan in slices");
            }
        }
        ploy_planner_destroy(sliced);
        ploy_planner_destroy(whole);
        random_domain_destroy(d);
    }
}

// Whether the search was still running, so that there was something to cancel.
static bool cancel_after(ploy_planner* planner, question* q, ploy_search search, uint32_t updates)
{
    q->query.options.search = search;
    q->query.score = search == PLOY_SEARCH_UTILITY ? score : NULL;
    ploy_status status = ploy_planner_begin(planner, &q->query);
    for (uint32_t i = 0; i < updates && status == PLOY_IN_PROGRESS; i++) status = ploy_planner_update(planner, 1);
    const ploy_plan* plan = ploy_planner_end(planner);
    if (status == PLOY_IN_PROGRESS && plan->status != PLOY_CANCELLED)
        question_fail(q, plan, ploy_search_name(search), "cancelled, and does not say so");
    if (status == PLOY_IN_PROGRESS && plan->step_count)
        question_fail(q, plan, ploy_search_name(search), "cancelled, and has steps");
    return status == PLOY_IN_PROGRESS;
}

static void a_cancelled_search_leaves_nothing_behind(void** unused)
{
    (void)unused;
    uint32_t cancelled = 0;
    seed_range seeds = question_seeds(60001, 200);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        size_t cache = seed % 2 ? CACHE : 0;
        ploy_planner* often = planner_of(d->domain, cache);
        for (uint32_t i = 0; i < 3; i++) {
            question q;
            question_draw(&q, d, &random, QUESTION_PLAIN);
            for (uint32_t s = 0; s < SEARCHES; s++) {
                for (uint32_t n = 0; n < 4; n++)
                    cancelled += cancel_after(often, &q, searches[s], ploy_random_below(&random, 12));
                ploy_planner* fresh = planner_of(d->domain, 0);
                const ploy_plan* plan = ask(often, &q, searches[s]);
                const ploy_plan* other = ask(fresh, &q, searches[s]);
                check_promise(&q, plan, searches[s], "after cancelled searches");
                if (cache == 0 && !question_same(d, plan, other, true))
                    question_fail(&q, plan, ploy_search_name(searches[s]), "another plan after cancelling");
                ploy_planner_destroy(fresh);
            }
        }
        ploy_planner_destroy(often);
        random_domain_destroy(d);
    }
    if (seeds.end - seeds.first > 1) assert_true(cancelled > 100);
}

static void running_out_of_nodes_never_reads_as_no_plan(void** unused)
{
    (void)unused;
    uint32_t ran_out = 0;
    seed_range seeds = question_seeds(70001, 400);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_planner* planner = planner_of(d->domain, seed % 2 ? CACHE : 0);
        question q;
        question_draw(&q, d, &random, QUESTION_PLAIN);
        for (uint32_t s = 0; s < SEARCHES; s++)
            for (uint32_t nodes = 1; nodes < 40; nodes += 1 + nodes / 4) {
                q.query.options.max_nodes = nodes;
                const ploy_plan* plan = ask(planner, &q, searches[s]);
                if (plan->status != PLOY_OUT_OF_NODES) {
                    check_promise(&q, plan, searches[s], "few nodes");
                    continue;
                }
                ran_out++;
                if (plan->step_count)
                    question_fail(&q, plan, ploy_search_name(searches[s]), "out of nodes, and has steps");
            }
        ploy_planner_destroy(planner);
        random_domain_destroy(d);
    }
    if (seeds.end - seeds.first > 1) assert_true(ran_out > 100);
}

static void a_planner_with_little_room_says_so(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(80001, 200);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_planner_def def = {0};
        def.domain = d->domain;
        def.max_nodes = 1 + (uint32_t)seed % 16;
        ploy_planner* planner = ploy_planner_create(&def);
        assert_non_null(planner);
        question q;
        question_draw(&q, d, &random, QUESTION_PLAIN);
        for (uint32_t s = 0; s < SEARCHES; s++) {
            const ploy_plan* plan = ask(planner, &q, searches[s]);
            if (plan->status != PLOY_OUT_OF_NODES) check_promise(&q, plan, searches[s], "a small planner");
        }
        ploy_planner_destroy(planner);
        random_domain_destroy(d);
    }
}

// Goals by priority.

// The untried goal without parameters that is relevant and most urgent; PLOY_NONE: there is none.
static uint32_t most_urgent(const question* q, const bool* tried)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    uint32_t best = PLOY_NONE;
    int64_t max = 0;
    for (uint32_t g = 0; g < q->d->goal_count; g++) {
        if (tried[g] || q->d->goals[g].param_count || !random_model_relevant(q->d, g, no_args, q->values)) continue;
        int64_t priority = random_model_priority(q->d, g, no_args, q->values);
        if (priority <= max) continue;
        max = priority;
        best = g;
    }
    return best;
}

// What ploy_planner_plan_best must answer: the most urgent goal that takes steps and can be reached is solved into q
// and PLOY_FOUND; else the most urgent one that holds, and PLOY_ALREADY; else PLOY_NOT_FOUND.
static ploy_status solve_best(question* q)
{
    bool tried[RANDOM_MAX_GOALS] = {false};
    uint32_t held = PLOY_NONE;
    for (uint32_t goal; (goal = most_urgent(q, tried)) != PLOY_NONE; tried[goal] = true) {
        q->brute.goal = goal;
        question_solve(q);
        if (q->answer.found && q->answer.step_count) return PLOY_FOUND;
        if (q->answer.found && held == PLOY_NONE) held = goal;
    }
    if (held == PLOY_NONE) return PLOY_NOT_FOUND;
    q->brute.goal = held;
    question_solve(q);
    return PLOY_ALREADY;
}

static void the_most_urgent_goal_that_can_be_reached_is_planned_for(void** unused)
{
    (void)unused;
    uint32_t answers[PLOY_STATUS_COUNT] = {0};
    seed_range seeds = question_seeds(90001, 400);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        ploy_planner* planner = planner_of(d->domain, seed % 2 ? CACHE : 0);
        for (uint32_t i = 0; i < 3; i++) {
            question q;
            question_draw(&q, d, &random, QUESTION_PLAIN);
            ploy_status expected = solve_best(&q);
            const ploy_plan* plan = ploy_planner_plan_best(planner, &q.query, NULL, 0);
            if (expected != PLOY_NOT_FOUND)
                check_promise(&q, plan, PLOY_SEARCH_ASTAR, "goals by priority");
            else if (plan->status != PLOY_NOT_FOUND)
                question_fail(&q, plan, "goals by priority", "no goal can be planned for");
            answers[expected]++;
        }
        ploy_planner_destroy(planner);
        random_domain_destroy(d);
    }
    if (seeds.end - seeds.first > 1)
        assert_true(answers[PLOY_FOUND] > 50 && answers[PLOY_ALREADY] > 20 && answers[PLOY_NOT_FOUND] > 20);
}

// Counting.

static ploy_domain* ammo_domain(int64_t max)
{
    ploy_domain_def def = {0};
    def.name = "ammo";
    ploy_domain* domain = ploy_domain_create(&def);
    assert_non_null(domain);
    ploy_symbol_def ammo = {0};
    ammo.name = "ammo";
    ammo.type = PLOY_VALUE_INT;
    ammo.max = max;
    assert_int_equal(ploy_domain_add_symbol(domain, &ammo, NULL, NULL), PLOY_OK);
    ploy_action_def load = {0};
    load.name = "Load";
    load.effect = "ammo += 3";
    load.cost = "0.5";
    assert_int_equal(ploy_domain_add_action(domain, &load, NULL, NULL), PLOY_OK);
    ploy_goal_def goal = {0};
    goal.name = "Full";
    goal.condition = "ammo >= 8";
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

static void check_ammo(int64_t max, int64_t start, ploy_status status, uint32_t steps)
{
    ploy_domain* domain = ammo_domain(max);
    ploy_planner* planner = planner_of(domain, CACHE);
    uint64_t state[1];
    ploy_state_init(domain, state);
    assert_int_equal(ploy_state_set(domain, state, 0, start), PLOY_OK);
    ploy_plan_query query = {0};
    query.start = state;
    query.goal = 0;
    for (uint32_t s = 0; s < 4 * 3; s++) {
        query.options.search = searches[s % 4];
        const ploy_plan* plan = ploy_planner_plan(planner, &query);
        assert_int_equal(plan->status, status);
        assert_int_equal(plan->step_count, steps);
        if (steps) assert_int_equal(plan->cost, 500 * steps);
    }
    ploy_planner_destroy(planner);
    ploy_domain_destroy(domain);
}

static uint32_t count_events(const ploy_trace_ring* ring, uint32_t kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ploy_trace_ring_count(ring); i++) count += ploy_trace_ring_at(ring, i)->kind == kind;
    return count;
}

static void every_search_is_notified_of_its_begin_and_its_end_once(void** unused)
{
    (void)unused;
    uint32_t searched = 0, looked_up = 0;
    seed_range seeds = question_seeds(90001, 200);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 9};
        ploy_planner* planner = question_planner(d->domain, NULL);
        for (uint32_t n = 0; n < 6; n++) {
            question q;
            question_draw(&q, d, &random, QUESTION_PLAIN);
            ploy_trace_event events[256];
            ploy_trace_ring ring = {.events = events, .capacity = 256};
            ploy_trace trace = ploy_trace_ring_sink(&ring, PLOY_TRACE_BASIC);
            q.query.trace = &trace;
            q.query.options.search = (ploy_search)(n % 4);
            const ploy_plan* plan = ploy_planner_plan(planner, &q.query);
            uint32_t begun = count_events(&ring, PLOY_TRACE_SEARCH_BEGUN);
            assert_int_equal(begun, count_events(&ring, PLOY_TRACE_SEARCH_ENDED));
            assert_int_equal(count_events(&ring, PLOY_TRACE_PLAN_REQUESTED), 1);
            assert_int_equal(count_events(&ring, PLOY_TRACE_PLAN_STEP), plan->step_count);
            if (plan->status == PLOY_ALREADY) assert_int_equal(begun, 0);
            searched += begun;
            looked_up += !begun;
        }
        ploy_planner_destroy(planner);
        random_domain_destroy(d);
    }
    if (seeds.end - seeds.first >= 200) assert_true(searched > 0 && looked_up > 0);
}

static void an_amount_is_reached_by_adding_again_and_again(void** unused)
{
    (void)unused;
    check_ammo(12, 0, PLOY_FOUND, 3);
    check_ammo(9, 2, PLOY_FOUND, 2);
    check_ammo(9, 8, PLOY_ALREADY, 0);
    check_ammo(60000, 0, PLOY_FOUND, 3);
}

static void adding_beyond_the_range_is_no_way(void** unused)
{
    (void)unused;
    check_ammo(9, 1, PLOY_NOT_FOUND, 0);
    check_ammo(8, 0, PLOY_NOT_FOUND, 0);
}

static void random_domains_are_of_every_kind(void** unused)
{
    (void)unused;
    uint32_t found = 0, none = 0, already = 0, wide = 0, long_plans = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 5};
        question q;
        question_draw(&q, d, &random, QUESTION_PLAIN);
        assert_false(q.answer.too_big);
        already += q.answer.found && q.answer.step_count == 0;
        found += q.answer.found && q.answer.step_count > 0;
        long_plans += q.answer.found && q.answer.step_count > 3;
        none += !q.answer.found;
        wide += ploy_domain_state_words(d->domain) > 1;
        random_domain_destroy(d);
    }
    assert_true(found > 80 && none > 60 && already > 40 && wide > 30 && long_plans > 5);
}

TEST_MAIN(TEST(random_domains_are_of_every_kind), TEST(every_search_keeps_its_promise_cold),
          TEST(a_cache_never_changes_a_cost), TEST(a_shared_cache_never_changes_a_cost),
          TEST(costs_of_more_than_32_bits_agree_with_brute_force),
          TEST(costs_from_tables_and_states_agree_with_brute_force), TEST(a_changed_table_counts_in_the_next_plan),
          TEST(two_moves_repeat_cost_depth_and_must_use_agree_with_brute_force),
          TEST(after_every_change_a_warm_answer_equals_a_cold_one),
          TEST(updating_one_node_at_a_time_gives_the_same_plan), TEST(a_cancelled_search_leaves_nothing_behind),
          TEST(running_out_of_nodes_never_reads_as_no_plan), TEST(a_planner_with_little_room_says_so),
          TEST(the_most_urgent_goal_that_can_be_reached_is_planned_for),
          TEST(every_search_is_notified_of_its_begin_and_its_end_once),
          TEST(an_amount_is_reached_by_adding_again_and_again), TEST(adding_beyond_the_range_is_no_way))
