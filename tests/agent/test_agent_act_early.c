// Agents that act on the first plan of an anytime search. A worker has errands in a town: each can be run at two places,
// so a greedy plan walks too far. Nothing happens in the town but what the worker does: what its steps cost is known.

#include <ploy/ploy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mind/goap/goap.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

enum
{
    PLACES = 10,
    ERRANDS = 8,
    TEXT = 256,
    MAX_SAVE = 1 << 20,
};

static const int64_t DT = PLOY_SECOND / 10;

typedef struct errand_town
{
    ploy_domain* domain;
    ploy_world* world;
    ploy_agent_id worker;
    uint32_t tick;
    uint32_t set_out;  ///< the tick of the first step; 0: none
    uint32_t finished; ///< the tick in which the errands were finished; 0: they are not
    uint32_t better;   ///< plans that were taken while a step ran
    uint32_t aborted;  ///< steps
    uint32_t visited;  ///< the pushed goal was finished
    uint32_t during;   ///< of these, while the search for a better one went on
    bool is_busy;      ///< a step runs
    bool is_checked;   ///< each plan that is taken against the one that it replaces
    int64_t rest_cost; ///< of the steps after the running one
    int64_t cost;
} errand_town;

// The town.

static void add_walks(ploy_domain* d, ploy_random* random)
{
    int x[PLACES], y[PLACES];
    char name[TEXT], pre[TEXT], effect[TEXT], cost[TEXT];
    for (int i = 0; i < PLACES; ++i) {
        x[i] = (int)ploy_random_below(random, 30);
        y[i] = (int)ploy_random_below(random, 30);
    }
    for (int i = 0; i < PLACES; ++i) {
        for (int k = 0; k < PLACES; ++k) {
            if (i == k) continue;
            snprintf(name, sizeof name, "Go%d_%d", i, k);
            snprintf(pre, sizeof pre, "at = p%d", i);
            snprintf(effect, sizeof effect, "at = p%d", k);
            snprintf(cost, sizeof cost, "%d", 1 + abs(x[i] - x[k]) + abs(y[i] - y[k]));
            ploy_action_def def = {.name = name, .pre = pre, .effect = effect, .cost = cost, .duration = PLOY_SECOND};
            assert_int_equal(ploy_domain_add_action(d, &def, NULL, NULL), PLOY_OK);
        }
    }
}

static void add_errands(ploy_domain* d, ploy_random* random)
{
    char name[TEXT], pre[TEXT], condition[TEXT] = "at = p0";
    for (int i = 0; i < ERRANDS; ++i) {
        snprintf(name, sizeof name, "e%d", i);
        assert_int_equal(ploy_domain_add_symbol(d, &(ploy_symbol_def){.name = name}, NULL, NULL), PLOY_OK);
        snprintf(condition + strlen(condition), sizeof condition - strlen(condition), " and e%d", i);
        for (int k = 0; k < 2; ++k) {
            char action[TEXT];
            snprintf(action, sizeof action, "Run%d_%d", i, k);
            snprintf(pre, sizeof pre, "at = p%u", (unsigned)ploy_random_below(random, PLACES));
            ploy_action_def def = {.name = action, .pre = pre, .effect = name, .duration = PLOY_SECOND / 2};
            assert_int_equal(ploy_domain_add_action(d, &def, NULL, NULL), PLOY_OK);
        }
    }
    ploy_goal_def all = {.name = "All", .condition = condition};
    ploy_goal_def visit = {.name = "Visit", .condition = "at = p9", .relevant = "false"};
    assert_int_equal(ploy_domain_add_goal(d, &all, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_goal(d, &visit, NULL, NULL), PLOY_OK);
}

static ploy_domain* make_domain(uint64_t seed)
{
    static const char* const places[] = {"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"};
    ploy_random random = {.seed = seed, .stream = 31};
    ploy_domain* d = ploy_domain_create(&(ploy_domain_def){.name = "town"});
    assert_int_equal(ploy_domain_add_type(d, "place", places, PLACES, NULL, NULL), PLOY_OK);
    ploy_symbol_def at = {.name = "at", .type = PLOY_VALUE_OBJECT, .object_type = "place"};
    assert_int_equal(ploy_domain_add_symbol(d, &at, NULL, NULL), PLOY_OK);
    add_walks(d, &random);
    add_errands(d, &random);
    assert_int_equal(ploy_domain_compile(d, NULL), PLOY_OK);
    return d;
}

static bool searches_for_rest(const errand_town* t)
{
    const ploy_agent* worker = ploy_world_agent(t->world, t->worker);
    const pl_goap_data* m = pl_goap_data_of(worker);
    return m->mode == PL_GOAP_REST && pl_plan_service_is_open(pl_goap_of(worker)->planning, m->client);
}

// Executes the steps after the running one, from the state that it leads to. Returns what they cost.
static int64_t execute_rest(const errand_town* t, ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint64_t state[8];
    int64_t cost = 0;
    assert_true(ploy_domain_state_words(t->domain) <= 8);
    memcpy(state, ploy_goap_state(agent), ploy_domain_state_words(t->domain) * sizeof *state);
    assert_int_equal(pl_goap_step(agent, m->at), m->running);
    for (uint32_t i = m->at; i < m->count; ++i) {
        ploy_step step = pl_compiled_step(pl_domain_compiled(t->domain), pl_goap_step(agent, i));
        assert_true(ploy_action_applicable(t->domain, step.action, step.args, state));
        if (i > m->at) cost += ploy_action_cost(t->domain, step.action, step.args, state, agent);
        ploy_action_apply(t->domain, step.action, step.args, state);
    }
    assert_true(ploy_goal_met(t->domain, 0, NULL, state));
    return cost;
}

static void check_taken(errand_town* t, ploy_agent* agent)
{
    int64_t cost = execute_rest(t, agent);
    if (cost >= t->rest_cost) fail_msg("a rest of cost %d replaces one of %d", (int)cost, (int)t->rest_cost);
    t->rest_cost = cost;
}

static void hear(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    errand_town* t = user;
    switch (event->kind) {
    case PLOY_GOAP_ACTION_STARTED:
        assert_false(t->is_busy);
        t->is_busy = true;
        if (!t->set_out) t->set_out = t->tick;
        t->cost += ploy_action_cost(t->domain, event->index, event->args, ploy_goap_state(agent), agent);
        if (t->is_checked) t->rest_cost = execute_rest(t, agent);
        break;
    case PLOY_GOAP_ACTION_FINISHED:
    case PLOY_GOAP_ACTION_ABORTED:
        assert_true(t->is_busy);
        t->is_busy = false;
        t->aborted += event->kind == PLOY_GOAP_ACTION_ABORTED;
        break;
    case PLOY_GOAP_PLAN_TAKEN:
        t->better += t->is_busy;
        t->during += t->is_busy && searches_for_rest(t);
        if (t->is_busy && t->is_checked) check_taken(t, agent);
        break;
    case PLOY_GOAP_GOAL_FINISHED:
        if (event->index == 0 && !t->finished) t->finished = t->tick;
        t->visited += event->index == 1;
        break;
    default:
        break;
    }
}

typedef struct errands_def
{
    uint64_t seed;
    ploy_search search;
    bool act_early;
    uint32_t tick_nodes; ///< 0: the default
    uint32_t max_nodes;
    uint32_t max_steps; ///< 0: enough
    uint32_t workers;   ///< agents; 0: one
    ploy_tasks tasks;
    ploy_allocator allocator;
} errands_def;

static void open_empty_town(errand_town* t, const errands_def* given)
{
    *t = (errand_town){.domain = make_domain(given->seed)};
    ploy_world_def world = {.max_nodes = given->tick_nodes, .tasks = given->tasks, .allocator = given->allocator};
    t->world = ploy_world_create(&world);
    assert_int_equal(ploy_view_add_keys(t->domain, ploy_world_keys(t->world), 0), PLOY_OK);
    ploy_goap_mind_def def = {.parts = ploy_world_parts(t->world), .domain = t->domain, .write_effects = true};
    def.event = given->workers ? NULL : hear;
    def.event_user = t;
    def.act_early = given->act_early;
    def.options = (ploy_plan_options){.search = given->search, .max_nodes = given->max_nodes};
    def.max_steps = given->max_steps ? given->max_steps : 64;
    ploy_mind* mind;
    assert_int_equal(ploy_goap_mind_create(&def, &mind, NULL), PLOY_OK);
    assert_int_equal(ploy_world_add_mind(t->world, "worker", mind), PLOY_OK);
}

static void open_town(errand_town* t, const errands_def* def)
{
    open_empty_town(t, def);
    for (uint32_t i = 0; i < (def->workers ? def->workers : 1); ++i) {
        t->worker = ploy_agent_create(t->world, &(ploy_agent_def){.type = "worker"});
        ploy_agent_set(ploy_world_agent(t->world, t->worker), "at", i % PLACES);
    }
}

static void close_town(errand_town* t)
{
    ploy_world_destroy(t->world);
    ploy_domain_destroy(t->domain);
}

static void tick(errand_town* t, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        ++t->tick;
        ploy_world_tick(t->world, DT);
    }
}

static void finish(errand_town* t)
{
    for (uint32_t i = 0; i < 2000 && !t->finished; ++i) tick(t, 1);
    if (!t->finished) fail_msg("the errands are not finished");
}

static errand_town play(errands_def def)
{
    errand_town t;
    open_town(&t, &def);
    finish(&t);
    errand_town result = t;
    close_town(&t);
    return result;
}

// What it gains. The oracle is what the greedy agent and the one that waits did.

static void an_early_agent_sets_out_as_soon_as_a_greedy_one_and_walks_less(void** state)
{
    (void)state;
    int64_t greedy_cost = 0, early_cost = 0, held_cost = 0;
    uint32_t better = 0, waited = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        errands_def def = {.seed = seed, .search = PLOY_SEARCH_GREEDY, .tick_nodes = 20};
        errand_town greedy = play(def);
        def.search = PLOY_SEARCH_ANYTIME;
        errand_town held = play(def);
        def.act_early = true;
        errand_town early = play(def);
        assert_int_equal(early.set_out, greedy.set_out);
        assert_true(held.set_out >= early.set_out);
        assert_true(held.cost <= early.cost);
        if (early.cost > greedy.cost) fail_msg("seed %u: greedy costs less", (unsigned)seed);
        assert_int_equal(early.aborted, 0);
        greedy_cost += greedy.cost;
        early_cost += early.cost;
        held_cost += held.cost;
        better += early.better;
        waited += held.set_out > greedy.set_out;
    }
    assert_true(early_cost < greedy_cost);
    assert_true(2 * (early_cost - held_cost) < greedy_cost - held_cost);
    assert_true(better > 0);
    assert_true(waited > 0);
}

static void no_budget_makes_an_early_agent_do_worse_than_the_plan_it_began_with(void** state)
{
    (void)state;
    static const uint32_t budgets[] = {1, 5, 30, 150, 1000};
    uint32_t better = 0;
    for (uint64_t seed = 20; seed < 40; ++seed) {
        errand_town greedy = play((errands_def){.seed = seed, .search = PLOY_SEARCH_GREEDY});
        errands_def def = {.seed = seed, .search = PLOY_SEARCH_ANYTIME, .act_early = true};
        def.tick_nodes = budgets[seed % 5];
        def.max_nodes = seed % 3 ? 0 : 3000;
        errand_town early = play(def);
        if (early.cost > greedy.cost) fail_msg("seed %u: greedy costs less", (unsigned)seed);
        assert_int_equal(early.aborted, 0);
        better += early.better;
    }
    assert_true(better > 0);
}

static void a_plan_longer_than_what_is_kept_is_improved_and_extended(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
        errands_def def = {.seed = seed, .search = PLOY_SEARCH_ANYTIME, .act_early = true, .max_steps = 4};
        errand_town t = play(def);
        def.act_early = false;
        def.max_steps = 0;
        errand_town best = play(def);
        // The default budget proves the rest within a step, so nothing is lost but the first step.
        assert_true(t.cost <= 3 * best.cost / 2);
        assert_int_equal(t.aborted, 0);
        assert_true(t.better > 0);
    }
}

// The oracle executes each rest that is taken, and the one that it replaces.
static void each_better_rest_is_taken_while_the_search_goes_on(void** state)
{
    (void)state;
    static const uint32_t budgets[] = {3, 10, 40, 200};
    uint32_t during = 0;
    for (uint64_t seed = 50; seed < 74; ++seed) {
        errands_def def = {.seed = seed, .search = PLOY_SEARCH_ANYTIME, .act_early = true};
        def.tick_nodes = budgets[seed % 4];
        errand_town t;
        open_town(&t, &def);
        t.is_checked = true;
        finish(&t);
        assert_int_equal(t.aborted, 0);
        during += t.during;
        close_town(&t);
    }
    assert_true(during > 10);
}

static void an_agent_that_does_not_act_early_takes_no_plan_before_the_search_has_ended(void** state)
{
    (void)state;
    for (uint64_t seed = 50; seed < 58; ++seed) {
        errands_def def = {.seed = seed, .search = PLOY_SEARCH_ANYTIME, .tick_nodes = 20};
        errand_town held = play(def);
        assert_int_equal(held.better, 0);
    }
}

// What interrupts a search for the rest. With few nodes per tick it lasts longer than a step.

static errands_def slow(uint64_t seed)
{
    return (errands_def){.seed = seed, .search = PLOY_SEARCH_ANYTIME, .act_early = true, .tick_nodes = 4};
}

static void set_out(errand_town* t, uint64_t seed)
{
    errands_def def = slow(seed);
    open_town(t, &def);
    for (uint32_t i = 0; i < 100 && !t->set_out; ++i) tick(t, 1);
    tick(t, 3);
    assert_true(t->is_busy && searches_for_rest(t));
}

static void a_pushed_goal_interrupts_a_search_for_the_rest(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        errand_town t;
        set_out(&t, seed);
        assert_int_equal(ploy_goap_push(ploy_world_agent(t.world, t.worker), 1, NULL), PLOY_OK);
        tick(&t, 3);
        assert_int_equal(ploy_goap_goal(ploy_world_agent(t.world, t.worker), NULL), 1);
        finish(&t);
        assert_int_equal(t.visited, 1);
        close_town(&t);
    }
}

static void a_broken_plan_is_planned_again_during_a_search_for_the_rest(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        errand_town t;
        set_out(&t, seed);
        for (uint32_t i = 0; i < 8; ++i) {
            // Carried elsewhere: what runs leads on, or it is aborted.
            ploy_agent_set(ploy_world_agent(t.world, t.worker), "at", (i * 3 + 1) % PLACES);
            tick(&t, 7);
        }
        finish(&t);
        close_town(&t);
    }
}

static void a_request_to_plan_again_is_answered_during_a_search_for_the_rest(void** state)
{
    (void)state;
    errand_town t;
    set_out(&t, 2);
    for (uint32_t i = 0; i < 10; ++i) {
        ploy_goap_replan(ploy_world_agent(t.world, t.worker));
        tick(&t, 4);
    }
    finish(&t);
    close_town(&t);
}

static void an_aborted_goal_is_begun_again(void** state)
{
    (void)state;
    errand_town t;
    set_out(&t, 3);
    ploy_goap_abort(ploy_world_agent(t.world, t.worker));
    tick(&t, 1);
    assert_int_equal(t.aborted, 1);
    finish(&t);
    close_town(&t);
}

// No marks.

static uint64_t play_crowd(uint32_t threads)
{
    ploy_scheduler* scheduler = threads > 1 ? ploy_scheduler_create(&(ploy_scheduler_def){.workers = threads}) : NULL;
    errands_def def = slow(5);
    def.workers = 12;
    def.tick_nodes = 40;
    if (scheduler) def.tasks = ploy_scheduler_tasks(scheduler);
    errand_town t;
    open_town(&t, &def);
    tick(&t, 150);
    uint64_t hash = ploy_world_hash(t.world);
    close_town(&t);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void the_number_of_threads_does_not_show(void** state)
{
    (void)state;
    uint64_t alone = play_crowd(1);
    for (uint32_t threads = 2; threads <= 8; threads *= 2) assert_int_equal(play_crowd(threads), alone);
}

static void a_world_saved_in_the_middle_of_a_search_for_the_rest_goes_on_the_same(void** state)
{
    (void)state;
    static uint8_t bytes[MAX_SAVE];
    uint32_t searching = 0;
    for (uint32_t when = 3; when < 120; when += 8) {
        errands_def def = slow(6);
        def.workers = 3;
        errand_town t, copy;
        open_town(&t, &def);
        tick(&t, when);
        searching += searches_for_rest(&t);
        ploy_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
        assert_int_equal(ploy_world_save(t.world, NULL, &writer), PLOY_OK);
        assert_true(ploy_writer_fits(&writer));
        open_empty_town(&copy, &def);
        ploy_reader reader = {.bytes = bytes, .count = writer.count};
        assert_int_equal(ploy_world_load(copy.world, NULL, &reader, NULL), PLOY_OK);
        for (uint32_t i = 0; i < 60; ++i) {
            assert_int_equal(ploy_world_hash(copy.world), ploy_world_hash(t.world));
            tick(&t, 1);
            tick(&copy, 1);
        }
        close_town(&copy);
        close_town(&t);
    }
    assert_true(searching > 2);
}

// Warm is when a worker has run its errands once; then they come back.
static void nothing_is_allocated_once_warm(void** state)
{
    (void)state;
    test_allocator counters = {0};
    errands_def def = slow(7);
    def.allocator = test_allocator_of(&counters);
    errand_town t;
    open_town(&t, &def);
    uint64_t warm = 0;
    for (uint32_t round = 0; round < 4; ++round) {
        ploy_agent* worker = ploy_world_agent(t.world, t.worker);
        for (uint32_t i = 0; i < ERRANDS; ++i) {
            char name[8];
            snprintf(name, sizeof name, "e%u", (unsigned)i);
            ploy_agent_set(worker, name, false);
        }
        t.finished = 0;
        finish(&t);
        if (round == 1) warm = counters.calls;
    }
    assert_int_equal(counters.calls, warm);
    close_town(&t);
}

static void another_search_is_refused(void** state)
{
    (void)state;
    ploy_domain* d = make_domain(1);
    ploy_goap_mind_def def = {.domain = d, .act_early = true};
    ploy_mind* mind;
    ploy_error error;
    assert_int_equal(ploy_goap_mind_create(&def, &mind, &error), PLOY_INVALID);
    assert_string_equal(error.message, "act_early needs the search 'anytime', not 'auto'");
    ploy_domain_destroy(d);
}

TEST_MAIN(TEST(an_early_agent_sets_out_as_soon_as_a_greedy_one_and_walks_less),
          TEST(no_budget_makes_an_early_agent_do_worse_than_the_plan_it_began_with),
          TEST(a_plan_longer_than_what_is_kept_is_improved_and_extended),
          TEST(each_better_rest_is_taken_while_the_search_goes_on),
          TEST(an_agent_that_does_not_act_early_takes_no_plan_before_the_search_has_ended),
          TEST(a_pushed_goal_interrupts_a_search_for_the_rest),
          TEST(a_broken_plan_is_planned_again_during_a_search_for_the_rest),
          TEST(a_request_to_plan_again_is_answered_during_a_search_for_the_rest), TEST(an_aborted_goal_is_begun_again),
          TEST(the_number_of_threads_does_not_show),
          TEST(a_world_saved_in_the_middle_of_a_search_for_the_rest_goes_on_the_same),
          TEST(nothing_is_allocated_once_warm), TEST(another_search_is_refused))
