// Random domains, worlds that change at random, and activities that succeed, fail or are slow to halt. Everything that
// starts ends exactly once, no agent idles when it could act, and saves, threads and slices change no result.

#include <ploy/goap.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "support/base/allocators.h"
#include "support/plan/brute_force.h"
#include "support/plan/random_domain.h"
#include "support/base/test.h"

enum
{
    MAX_AGENTS = 6,
    MAX_SAVE = 1 << 16,
};

typedef struct mimic
{
    struct goap_crowd* crowd;
    ploy_agent agent;
    ploy_blackboard* blackboard;
    // The plain model of a life: what is open.
    uint32_t goal, action; ///< PLOY_NONE: none
    bool is_running;       ///< an activity is
    bool was_notified;     ///< in this tick
    uint32_t events;
} mimic;

typedef struct goap_crowd
{
    random_domain* d;
    ploy_allocator allocator;
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_mind* mind;
    ploy_blackboard* world;
    mimic agents[MAX_AGENTS];
    uint32_t agent_count;
    ploy_random random; ///< of the world's changes
    pl_digest digest;   ///< of all events
    bool is_calm;       ///< nothing fails, and actions have their effects
    uint32_t taken_on_the_way; ///< plans that a running action is part of
    bool acts_early;    ///< before its searches have ended
    bool is_closing;    ///< halt is called only once, so it must succeed at once
} goap_crowd;

// The model of a life.

static void hear(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    goap_crowd* c = user;
    mimic* a = agent->user;
    pl_digest_add(&c->digest, agent->id.index1);
    pl_digest_add(&c->digest, (uint64_t)event->kind << 32 | event->index);
    pl_digest_add(&c->digest, event->args[0] | (uint64_t)event->reason << 32);
    ++a->events;
    switch (event->kind) {
    case PLOY_GOAP_GOAL_STARTED:
        assert_int_equal(a->goal, PLOY_NONE);
        assert_int_equal(a->action, PLOY_NONE);
        a->goal = event->index;
        break;
    case PLOY_GOAP_ACTION_STARTED:
        assert_int_not_equal(a->goal, PLOY_NONE);
        assert_int_equal(a->action, PLOY_NONE);
        a->action = event->index;
        break;
    case PLOY_GOAP_ACTION_FINISHED:
    case PLOY_GOAP_ACTION_ABORTED:
        assert_int_equal(a->action, event->index);
        assert_false(a->is_running);
        a->action = PLOY_NONE;
        break;
    case PLOY_GOAP_GOAL_FINISHED:
    case PLOY_GOAP_GOAL_ABORTED:
        assert_int_equal(a->action, PLOY_NONE);
        assert_int_equal(a->goal, event->index);
        a->goal = PLOY_NONE;
        break;
    case PLOY_GOAP_GOAL_HELD:
        assert_int_equal(a->goal, event->index);
        assert_int_equal(a->action, PLOY_NONE);
        break;
    case PLOY_GOAP_PLAN_TAKEN:
        assert_int_equal(a->goal, event->index);
        assert_true(ploy_goap_steps(agent, NULL, 0) > 0);
        c->taken_on_the_way += a->action != PLOY_NONE;
        break;
    }
}

// The world.

static void put(goap_crowd* c, ploy_blackboard* blackboard, uint32_t variable, int64_t value)
{
    char name[64];
    ploy_domain_variable_print(c->d->domain, c->d->variables[variable], name, sizeof name);
    uint32_t key = ploy_blackboard_keys_find(c->keys, name);
    if (key != PLOY_NONE) (void)ploy_blackboard_set(blackboard, key, value);
}

static void values_of(const mimic* a, int64_t* values)
{
    random_domain_unpack(a->crowd->d, ploy_goap_state(&a->agent), values);
}

// What was done comes about, most of the time.
static void apply_effects(mimic* a)
{
    goap_crowd* c = a->crowd;
    uint32_t args[PLOY_MAX_ARGS], action = ploy_goap_action(&a->agent, args);
    if (action == PLOY_NONE || (!c->is_calm && ploy_random_below(&c->random, 5) == 0)) return;
    int64_t values[RANDOM_MAX_VARIABLES];
    values_of(a, values);
    uint32_t ground = random_domain_ground(c->d, action, args);
    if (!random_model_applicable(c->d, ground, values)) return;
    random_model_apply(c->d, ground, values);
    for (uint32_t v = 0; v < c->d->variable_count; ++v) put(c, a->blackboard, v, values[v]);
}

static void change_something(goap_crowd* c, mimic* a)
{
    int64_t values[RANDOM_MAX_VARIABLES];
    random_domain_start(c->d, &c->random, values);
    uint32_t variable = ploy_random_below(&c->random, c->d->variable_count);
    put(c, ploy_random_below(&c->random, 4) == 0 ? c->world : a->blackboard, variable, values[variable]);
}

static void tell_something(goap_crowd* c, mimic* a)
{
    uint32_t goal = ploy_random_below(&c->random, c->d->goal_count), args[PLOY_MAX_ARGS] = {0};
    a->was_notified = true;
    switch (ploy_random_below(&c->random, 3)) {
    case 0:
        random_domain_goal_args(c->d, &c->random, goal, args);
        assert_int_equal(ploy_goap_push(&a->agent, goal, args), PLOY_OK);
        break;
    case 1:
        ploy_goap_abort(&a->agent);
        break;
    default:
        ploy_goap_replan(&a->agent);
        break;
    }
}

// Activities.

static ploy_outcome some_outcome(mimic* a)
{
    goap_crowd* c = a->crowd;
    uint32_t draw = ploy_random_below(&c->random, 10);
    if (draw < 5) return PLOY_RUNNING;
    ploy_outcome outcome = draw < 9 || c->is_calm ? PLOY_SUCCESS : PLOY_FAILURE;
    a->is_running = false;
    if (outcome == PLOY_SUCCESS) apply_effects(a);
    return outcome;
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    mimic* a = agent->user;
    assert_false(a->is_running);
    a->is_running = true;
    return some_outcome(a);
}

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    mimic* a = agent->user;
    assert_true(a->is_running);
    return some_outcome(a);
}

static bool is_valid(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    goap_crowd* c = ((mimic*)agent->user)->crowd;
    return c->is_calm || ploy_random_below(&c->random, 40) > 0;
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    mimic* a = agent->user;
    assert_true(a->is_running);
    if (!a->crowd->is_closing && ploy_random_below(&a->crowd->random, 3) == 0) return PLOY_RUNNING;
    a->is_running = false;
    return PLOY_SUCCESS;
}

// Life of a crowd.

static bool make_bindings(goap_crowd* c)
{
    c->bindings = ploy_bindings_create(NULL);
    for (uint32_t i = 0; i < c->d->action_count; ++i) {
        ploy_activity_def def = {0};
        def.name = c->d->actions[i].name;
        def.start = start;
        def.update = perform;
        def.valid = is_valid;
        def.halt = halt;
        def.data_bytes = 8;
        if (ploy_bindings_add_activity(c->bindings, &def, NULL) != PLOY_OK) return false;
    }
    return true;
}

static ploy_status make_mind(goap_crowd* c)
{
    ploy_goap_mind_def def = {0};
    def.parts.allocator = c->allocator;
    def.domain = c->d->domain;
    def.parts.keys = c->keys;
    def.parts.bindings = c->bindings;
    def.event = hear;
    def.event_user = c;
    def.max_steps = 3;
    def.act_early = c->acts_early;
    if (c->acts_early) def.options.search = PLOY_SEARCH_ANYTIME;
    if (c->acts_early) def.options.repeat_cost = 1500; // no policy has an answer for that: each plan is searched for
    return ploy_goap_mind_create(&def, &c->mind, NULL);
}

static void init_agent(goap_crowd* c, uint32_t index)
{
    mimic* a = &c->agents[index];
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = c->keys;
    blackboard.parent = c->world;
    *a = (mimic){.crowd = c, .blackboard = ploy_blackboard_create(&blackboard), .goal = PLOY_NONE, .action = PLOY_NONE};
    a->agent = (ploy_agent){.user = a, .mind = c->mind, .blackboard = a->blackboard, .id.index1 = index + 1};
    a->agent.mind_data = calloc(1, c->mind->data_bytes);
    assert_int_equal(c->mind->kind->begin(&a->agent), PLOY_OK);
}

static random_knobs knobs_of(uint64_t seed)
{
    random_knobs knobs = seed % 3 == 0 ? random_knobs_tiny() : random_knobs_small();
    knobs.holds = seed % 2 == 0;
    return knobs;
}

static void open_crowd(goap_crowd* c, uint64_t seed, uint32_t agent_count, const ploy_allocator* allocator)
{
    memset(c, 0, sizeof *c);
    random_knobs knobs = knobs_of(seed);
    c->d = random_domain_create(seed, &knobs);
    c->allocator = allocator ? *allocator : ploy_allocator_default();
    c->random = (ploy_random){.seed = seed, .stream = 77};
    c->acts_early = seed / 2 % 2 == 1;
    ploy_blackboard_keys_def keys = {0};
    c->keys = ploy_blackboard_keys_create(&keys);
    assert_int_equal(ploy_view_add_keys(c->d->domain, c->keys, 0), PLOY_OK);
    assert_true(make_bindings(c));
    assert_int_equal(make_mind(c), PLOY_OK);
    ploy_blackboard_def world = {0};
    world.keys = c->keys;
    world.scope = PLOY_SCOPE_WORLD;
    c->world = ploy_blackboard_create(&world);
    c->agent_count = agent_count;
    for (uint32_t i = 0; i < agent_count; ++i) init_agent(c, i);
}

static void close_crowd(goap_crowd* c)
{
    c->is_closing = true;
    for (uint32_t i = 0; i < c->agent_count; ++i) {
        mimic* a = &c->agents[i];
        c->mind->kind->end(&a->agent);
        assert_int_equal(a->goal, PLOY_NONE);
        assert_int_equal(a->action, PLOY_NONE);
        free(a->agent.mind_data);
        ploy_blackboard_destroy(a->blackboard);
    }
    ploy_mind_destroy(c->mind);
    ploy_blackboard_destroy(c->world);
    ploy_blackboard_keys_destroy(c->keys);
    ploy_bindings_destroy(c->bindings);
    random_domain_destroy(c->d);
}

static void tick(goap_crowd* c, const ploy_tasks* tasks, uint32_t max_nodes)
{
    for (uint32_t i = 0; i < c->agent_count; ++i) {
        c->agents[i].agent.dt = PLOY_SECOND / 10;
        c->agents[i].agent.now += PLOY_SECOND / 10;
        c->mind->kind->think(&c->agents[i].agent);
    }
    c->mind->kind->work(c->mind, tasks, max_nodes);
    for (uint32_t i = 0; i < c->agent_count; ++i) c->mind->kind->act(&c->agents[i].agent);
}

static void stir(goap_crowd* c, bool tells)
{
    for (uint32_t i = 0; i < c->agent_count; ++i) {
        c->agents[i].was_notified = false;
        if (ploy_random_below(&c->random, 5) == 0) change_something(c, &c->agents[i]);
        if (tells && ploy_random_below(&c->random, 15) == 0) tell_something(c, &c->agents[i]);
    }
}

static void whatever_is_started_ends_exactly_once(void** state)
{
    (void)state;
    uint32_t events = 0, taken[2] = {0};
    for (uint64_t seed = 1; seed <= 150; ++seed) {
        goap_crowd c;
        open_crowd(&c, seed, 3, NULL);
        for (uint32_t t = 0; t < 120; ++t) {
            stir(&c, true);
            tick(&c, NULL, seed % 4 == 0 ? 5 : 0);
        }
        for (uint32_t i = 0; i < c.agent_count; ++i) events += c.agents[i].events;
        taken[c.acts_early] += c.taken_on_the_way;
        close_crowd(&c);
    }
    assert_true(events > 10000);
    assert_true(2 * taken[1] > 3 * taken[0]);
}

// Nobody is idle without need.

static bool could_be_worked_on(const goap_crowd* c, uint32_t goal, const int64_t* values)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    const random_domain* d = c->d;
    if (d->goals[goal].param_count > 0 || !random_model_relevant(d, goal, no_args, values) ||
        random_model_priority(d, goal, no_args, values) <= 0) {
        return false;
    }
    if (random_model_goal(d, goal, no_args, values)) return d->goals[goal].hold;
    brute_query query = brute_query_default(values, goal, no_args);
    return brute_solve(d, &query).found;
}

static void an_automatic_agent_is_never_idle_while_a_goal_could_be_worked_on(void** state)
{
    (void)state;
    uint32_t idle_ticks = 0;
    for (uint64_t seed = 1; seed <= 120; ++seed) {
        goap_crowd c;
        open_crowd(&c, seed, 1, NULL);
        const mimic* a = &c.agents[0];
        for (uint32_t t = 0; t < 60; ++t) {
            stir(&c, false);
            bool was_idle = a->goal == PLOY_NONE;
            uint32_t events = a->events;
            tick(&c, NULL, 0);
            if (!was_idle || a->events > events) continue;
            ++idle_ticks;
            int64_t values[RANDOM_MAX_VARIABLES];
            values_of(a, values);
            for (uint32_t g = 0; g < c.d->goal_count; ++g) {
                if (could_be_worked_on(&c, g, values))
                    fail_msg("seed %u tick %u: idle, but goal %u", (unsigned)seed, t, g);
            }
        }
        close_crowd(&c);
    }
    assert_true(idle_ticks > 100);
}

// No marks.

static uint64_t play(uint64_t seed, uint32_t workers, uint32_t max_nodes, uint32_t ticks)
{
    goap_crowd c;
    open_crowd(&c, seed, MAX_AGENTS, NULL);
    ploy_scheduler* scheduler = workers > 1 ? ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers}) : NULL;
    ploy_tasks tasks = scheduler ? ploy_scheduler_tasks(scheduler) : (ploy_tasks){0};
    for (uint32_t t = 0; t < ticks; ++t) {
        stir(&c, true);
        tick(&c, &tasks, max_nodes);
    }
    uint64_t result = c.digest.value;
    close_crowd(&c);
    ploy_scheduler_destroy(scheduler);
    return result;
}

static void the_number_of_workers_does_not_show(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; ++seed) {
        for (uint32_t max_nodes = 0; max_nodes <= 7; max_nodes += 7) {
            uint64_t alone = play(seed, 1, max_nodes, 60);
            assert_int_equal(play(seed, 2, max_nodes, 60), alone);
            assert_int_equal(play(seed, 8, max_nodes, 60), alone);
        }
    }
}

static void save(const goap_crowd* c, ploy_writer* writer)
{
    c->mind->kind->save_shared(c->mind, writer);
    for (uint32_t i = 0; i < c->agent_count; ++i) c->mind->kind->save(&c->agents[i].agent, writer);
    assert_true(ploy_writer_fits(writer));
}

static void replace_by_save(goap_crowd* c)
{
    static uint8_t bytes[MAX_SAVE], again[MAX_SAVE];
    ploy_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    save(c, &writer);
    ploy_mind* old = c->mind;
    assert_int_equal(make_mind(c), PLOY_OK);
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    assert_int_equal(c->mind->kind->load_shared(c->mind, &reader), PLOY_OK);
    for (uint32_t i = 0; i < c->agent_count; ++i) {
        ploy_agent* agent = &c->agents[i].agent;
        free(agent->mind_data);
        agent->mind_data = calloc(1, c->mind->data_bytes);
        agent->mind = c->mind;
        assert_int_equal(c->mind->kind->load(agent, &reader), PLOY_OK);
    }
    assert_int_equal(reader.at, reader.count);
    ploy_mind_destroy(old);
    ploy_writer check = {.bytes = again, .capacity = sizeof again};
    save(c, &check);
    assert_int_equal(check.count, writer.count);
    assert_memory_equal(bytes, again, check.count);
}

static uint64_t play_with_saves(uint64_t seed, uint32_t max_nodes, uint32_t ticks, bool saves)
{
    goap_crowd c;
    open_crowd(&c, seed, MAX_AGENTS, NULL);
    ploy_random when = {.seed = seed, .stream = 5};
    for (uint32_t t = 0; t < ticks; ++t) {
        if (ploy_random_below(&when, 10) == 0 && saves) replace_by_save(&c);
        stir(&c, true);
        tick(&c, NULL, max_nodes);
    }
    uint64_t result = c.digest.value;
    close_crowd(&c);
    return result;
}

static void a_saved_crowd_goes_on_bit_for_bit(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; ++seed) {
        uint32_t max_nodes = seed % 2 ? 0 : 6;
        uint64_t straight = play_with_saves(seed, max_nodes, 80, false);
        if (play_with_saves(seed, max_nodes, 80, true) != straight) fail_msg("seed %u", (unsigned)seed);
    }
}

static void a_damaged_save_is_rejected_or_read_but_never_fails_an_assert(void** state)
{
    (void)state;
    static uint8_t bytes[MAX_SAVE];
    goap_crowd c;
    open_crowd(&c, 7, 2, NULL);
    for (uint32_t t = 0; t < 20; ++t) {
        stir(&c, true);
        tick(&c, NULL, 4);
    }
    ploy_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    save(&c, &writer);
    for (size_t length = 0; length < writer.count; ++length) {
        ploy_mind* old = c.mind;
        assert_int_equal(make_mind(&c), PLOY_OK);
        ploy_reader reader = {.bytes = bytes, .count = length};
        ploy_status status = c.mind->kind->load_shared(c.mind, &reader);
        ploy_agent agent = {.mind = c.mind, .mind_data = calloc(1, c.mind->data_bytes)};
        if (status == PLOY_OK) status = c.mind->kind->load(&agent, &reader);
        bool is_loaded = status == PLOY_OK;
        assert_true(is_loaded || status == PLOY_INVALID);
        if (is_loaded) {
            assert_true(length > writer.count / 2 || length < writer.count);
        }
        free(agent.mind_data);
        ploy_mind_destroy(c.mind);
        c.mind = old;
    }
    close_crowd(&c);
}

// Memory.

static bool live(const ploy_allocator* allocator, bool acts_early)
{
    goap_crowd c;
    memset(&c, 0, sizeof c);
    random_knobs knobs = random_knobs_tiny();
    c.d = random_domain_create(5, &knobs);
    c.allocator = *allocator;
    ploy_blackboard_keys_def keys = {0};
    c.keys = ploy_blackboard_keys_create(&keys);
    c.is_calm = true;
    c.acts_early = acts_early;
    (void)ploy_view_add_keys(c.d->domain, c.keys, 0);
    assert_true(make_bindings(&c));
    bool is_good = make_mind(&c) == PLOY_OK;
    if (is_good) {
        mimic* a = &c.agents[0];
        ploy_blackboard_def blackboard = {0};
        blackboard.keys = c.keys;
        *a = (mimic){
            .crowd = &c, .blackboard = ploy_blackboard_create(&blackboard), .goal = PLOY_NONE, .action = PLOY_NONE};
        a->agent = (ploy_agent){.user = a, .mind = c.mind, .blackboard = a->blackboard, .id.index1 = 1};
        a->agent.mind_data = calloc(1, c.mind->data_bytes);
        is_good = c.mind->kind->begin(&a->agent) == PLOY_OK;
        if (is_good) {
            c.agent_count = 1;
            for (uint32_t t = 0; t < 6; ++t) tick(&c, NULL, 0);
            c.is_closing = true;
            c.mind->kind->end(&a->agent);
        }
        is_good = is_good && a->events > 0;
        free(a->agent.mind_data);
        ploy_blackboard_destroy(a->blackboard);
    }
    ploy_mind_destroy(c.mind);
    ploy_blackboard_keys_destroy(c.keys);
    ploy_bindings_destroy(c.bindings);
    random_domain_destroy(c.d);
    return is_good;
}

static void fail_every_allocation(bool acts_early)
{
    // A cache that cannot grow does without, so a failure does not always show: it must neither crash nor leak.
    bool is_reached = true;
    for (uint64_t n = 1; is_reached; ++n) {
        test_allocator counters = {.fail_at = n};
        ploy_allocator allocator = test_allocator_of(&counters);
        bool is_good = live(&allocator, acts_early);
        is_reached = counters.calls >= n;
        assert_true(is_good || is_reached);
        assert_true(counters.live_blocks == 0 && counters.live_bytes == 0);
    }
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    fail_every_allocation(false);
    fail_every_allocation(true);
}

// A rare search may still be the largest so far, so warm is when nothing has been allocated for a long while.
static void nothing_is_allocated_once_warm(void** state)
{
    (void)state;
    uint32_t events = 0;
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        test_allocator counters = {0};
        ploy_allocator allocator = test_allocator_of(&counters);
        goap_crowd c;
        open_crowd(&c, seed, MAX_AGENTS, &allocator);
        uint32_t quiet = 0;
        for (uint32_t t = 0; t < 20000 && quiet < 1000; ++t) {
            uint64_t before = counters.calls;
            stir(&c, true);
            for (uint32_t i = 0; t % 10 == 0 && i < c.agent_count; ++i) ploy_goap_replan(&c.agents[i].agent);
            tick(&c, NULL, 50);
            quiet = counters.calls == before ? quiet + 1 : 0;
        }
        for (uint32_t i = 0; i < c.agent_count; ++i) events += c.agents[i].events;
        close_crowd(&c);
        assert_int_equal(quiet, 1000);
    }
    assert_true(events > 10000);
}

TEST_MAIN(TEST(whatever_is_started_ends_exactly_once),
          TEST(an_automatic_agent_is_never_idle_while_a_goal_could_be_worked_on),
          TEST(the_number_of_workers_does_not_show), TEST(a_saved_crowd_goes_on_bit_for_bit),
          TEST(a_damaged_save_is_rejected_or_read_but_never_fails_an_assert), TEST(every_allocation_may_fail),
          TEST(nothing_is_allocated_once_warm))
