// Random domains, random worlds that change under the agents' hands, activities that succeed, fail and are slow to
// halt: whatever happens, what is started ends once, nobody is idle without need, and saves, threads and slices leave
// no mark.

#include <ploy/goap.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "support/allocators.h"
#include "support/brute.h"
#include "support/random_domain.h"
#include "support/test.h"

enum
{
    MAX_AGENTS = 6,
    MAX_SAVE = 1 << 16,
};

typedef struct agent
{
    struct crowd* crowd;
    ploy_self self;
    ploy_board* board;
    // The plain model of a life: what is open.
    uint32_t goal, action; ///< PLOY_NONE: none
    bool is_running;       ///< an activity is
    bool was_told;         ///< in this tick
    uint32_t events;
} agent;

typedef struct crowd
{
    random_domain* d;
    ploy_allocator allocator;
    ploy_board_keys* keys;
    ploy_abilities* abilities;
    ploy_mind* mind;
    ploy_board* world;
    agent agents[MAX_AGENTS];
    uint32_t agent_count;
    ploy_random random; ///< of the world's changes
    pl_digest digest;   ///< of all events
    bool is_calm;       ///< nothing fails, and what is done comes about
    bool is_closing;    ///< a halt that takes longer would be asked only once
} crowd;

// The model of a life.

static void hear(void* user, ploy_self* self, const ploy_goap_event* event)
{
    crowd* c = user;
    agent* a = self->user;
    pl_digest_add(&c->digest, self->agent);
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
    case PLOY_GOAP_PLAN_TAKEN:
        assert_int_equal(a->goal, event->index);
        assert_true(ploy_goap_rest(self, NULL, 0) > 0);
        break;
    }
}

// The world.

static void put(crowd* c, ploy_board* board, uint32_t variable, int64_t value)
{
    char name[64];
    ploy_domain_variable_print(c->d->domain, c->d->variables[variable], name, sizeof name);
    uint32_t key = ploy_board_keys_find(c->keys, name);
    if (key != PLOY_NONE) (void)ploy_board_set(board, key, value);
}

static void values_of(const agent* a, int64_t* values)
{
    random_domain_unpack(a->crowd->d, ploy_goap_state(&a->self), values);
}

// What was done comes about, most of the time.
static void bring_about(agent* a)
{
    crowd* c = a->crowd;
    uint32_t args[PLOY_MAX_ARGS], action = ploy_goap_action_of(&a->self, args);
    if (action == PLOY_NONE || (!c->is_calm && ploy_random_below(&c->random, 5) == 0)) return;
    int64_t values[RANDOM_MAX_VARIABLES];
    values_of(a, values);
    uint32_t ground = random_domain_ground(c->d, action, args);
    if (!random_model_applicable(c->d, ground, values)) return;
    random_model_apply(c->d, ground, values);
    for (uint32_t v = 0; v < c->d->variable_count; ++v) put(c, a->board, v, values[v]);
}

static void change_something(crowd* c, agent* a)
{
    int64_t values[RANDOM_MAX_VARIABLES];
    random_domain_start(c->d, &c->random, values);
    uint32_t variable = ploy_random_below(&c->random, c->d->variable_count);
    put(c, ploy_random_below(&c->random, 4) == 0 ? c->world : a->board, variable, values[variable]);
}

static void tell_something(crowd* c, agent* a)
{
    uint32_t goal = ploy_random_below(&c->random, c->d->goal_count), args[PLOY_MAX_ARGS] = {0};
    a->was_told = true;
    switch (ploy_random_below(&c->random, 3)) {
    case 0:
        random_domain_goal_args(c->d, &c->random, goal, args);
        assert_int_equal(ploy_goap_push(&a->self, goal, args), PLOY_OK);
        break;
    case 1:
        ploy_goap_abort(&a->self);
        break;
    default:
        ploy_goap_replan(&a->self);
        break;
    }
}

// Activities.

static ploy_outcome some_outcome(agent* a)
{
    crowd* c = a->crowd;
    uint32_t draw = ploy_random_below(&c->random, 10);
    if (draw < 5) return PLOY_BUSY;
    ploy_outcome outcome = draw < 9 || c->is_calm ? PLOY_SUCCESS : PLOY_FAILURE;
    a->is_running = false;
    if (outcome == PLOY_SUCCESS) bring_about(a);
    return outcome;
}

static ploy_outcome start(ploy_self* self, const ploy_run* run)
{
    (void)run;
    agent* a = self->user;
    assert_false(a->is_running);
    a->is_running = true;
    return some_outcome(a);
}

static ploy_outcome perform(ploy_self* self, const ploy_run* run)
{
    (void)run;
    agent* a = self->user;
    assert_true(a->is_running);
    return some_outcome(a);
}

static bool is_valid(ploy_self* self, const ploy_run* run)
{
    (void)run;
    crowd* c = ((agent*)self->user)->crowd;
    return c->is_calm || ploy_random_below(&c->random, 40) > 0;
}

static ploy_outcome halt(ploy_self* self, const ploy_run* run)
{
    (void)run;
    agent* a = self->user;
    assert_true(a->is_running);
    if (!a->crowd->is_closing && ploy_random_below(&a->crowd->random, 3) == 0) return PLOY_BUSY;
    a->is_running = false;
    return PLOY_SUCCESS;
}

// Life of a crowd.

static bool make_abilities(crowd* c)
{
    c->abilities = ploy_abilities_create(NULL);
    for (uint32_t i = 0; i < c->d->action_count; ++i) {
        ploy_activity_def def = ploy_activity_def_default();
        def.name = c->d->actions[i].name;
        def.start = start;
        def.perform = perform;
        def.valid = is_valid;
        def.halt = halt;
        def.memory = 8;
        if (ploy_abilities_add_activity(c->abilities, &def, NULL) != PLOY_OK) return false;
    }
    return true;
}

static ploy_status make_mind(crowd* c)
{
    ploy_goap_def def = ploy_goap_def_default();
    def.allocator = c->allocator;
    def.domain = c->d->domain;
    def.keys = c->keys;
    def.abilities = c->abilities;
    def.event = hear;
    def.event_user = c;
    def.max_steps = 3;
    return ploy_goap_create(&def, &c->mind, NULL);
}

static void init_agent(crowd* c, uint32_t index)
{
    agent* a = &c->agents[index];
    ploy_board_def board = ploy_board_def_default();
    board.keys = c->keys;
    board.parent = c->world;
    *a = (agent){.crowd = c, .board = ploy_board_create(&board), .goal = PLOY_NONE, .action = PLOY_NONE};
    a->self = (ploy_self){.user = a, .mind = c->mind, .board = a->board, .agent = index + 1};
    a->self.memory = calloc(1, c->mind->memory_bytes);
    assert_int_equal(c->mind->kind->begin(&a->self), PLOY_OK);
}

static random_knobs knobs_of(uint64_t seed)
{
    random_knobs knobs = seed % 3 == 0 ? random_knobs_tiny() : random_knobs_small();
    return knobs;
}

static void open_crowd(crowd* c, uint64_t seed, uint32_t agent_count, const ploy_allocator* allocator)
{
    memset(c, 0, sizeof *c);
    random_knobs knobs = knobs_of(seed);
    c->d = random_domain_create(seed, &knobs);
    c->allocator = allocator ? *allocator : ploy_allocator_default();
    c->random = (ploy_random){.seed = seed, .stream = 77};
    ploy_board_keys_def keys = ploy_board_keys_def_default();
    c->keys = ploy_board_keys_create(&keys);
    assert_int_equal(ploy_view_add_keys(c->d->domain, c->keys, 0), PLOY_OK);
    assert_true(make_abilities(c));
    assert_int_equal(make_mind(c), PLOY_OK);
    ploy_board_def world = ploy_board_def_default();
    world.keys = c->keys;
    world.scope = PLOY_SCOPE_WORLD;
    c->world = ploy_board_create(&world);
    c->agent_count = agent_count;
    for (uint32_t i = 0; i < agent_count; ++i) init_agent(c, i);
}

static void close_crowd(crowd* c)
{
    c->is_closing = true;
    for (uint32_t i = 0; i < c->agent_count; ++i) {
        agent* a = &c->agents[i];
        c->mind->kind->end(&a->self);
        assert_int_equal(a->goal, PLOY_NONE);
        assert_int_equal(a->action, PLOY_NONE);
        free(a->self.memory);
        ploy_board_destroy(a->board);
    }
    ploy_mind_destroy(c->mind);
    ploy_board_destroy(c->world);
    ploy_board_keys_destroy(c->keys);
    ploy_abilities_destroy(c->abilities);
    random_domain_destroy(c->d);
}

static void tick(crowd* c, const ploy_tasks* tasks, uint32_t max_nodes)
{
    for (uint32_t i = 0; i < c->agent_count; ++i) {
        c->agents[i].self.dt = PLOY_SECOND / 10;
        c->agents[i].self.now += PLOY_SECOND / 10;
        c->mind->kind->think(&c->agents[i].self);
    }
    c->mind->kind->work(c->mind, tasks, max_nodes);
    for (uint32_t i = 0; i < c->agent_count; ++i) c->mind->kind->act(&c->agents[i].self);
}

static void stir(crowd* c, bool tells)
{
    for (uint32_t i = 0; i < c->agent_count; ++i) {
        c->agents[i].was_told = false;
        if (ploy_random_below(&c->random, 5) == 0) change_something(c, &c->agents[i]);
        if (tells && ploy_random_below(&c->random, 15) == 0) tell_something(c, &c->agents[i]);
    }
}

static void whatever_is_started_ends_exactly_once(void** state)
{
    (void)state;
    uint32_t events = 0;
    for (uint64_t seed = 1; seed <= 150; ++seed) {
        crowd c;
        open_crowd(&c, seed, 3, NULL);
        for (uint32_t t = 0; t < 120; ++t) {
            stir(&c, true);
            tick(&c, NULL, seed % 4 == 0 ? 5 : 0);
        }
        for (uint32_t i = 0; i < c.agent_count; ++i) events += c.agents[i].events;
        close_crowd(&c);
    }
    assert_true(events > 10000);
}

// Nobody is idle without need.

static bool could_be_worked_on(const crowd* c, uint32_t goal, const int64_t* values)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    const random_domain* d = c->d;
    if (d->goals[goal].param_count > 0 || !random_model_relevant(d, goal, no_args, values) ||
        random_model_priority(d, goal, no_args, values) <= 0 || random_model_goal(d, goal, no_args, values)) {
        return false;
    }
    brute_query query = brute_query_default(values, goal, no_args);
    return brute_solve(d, &query).found;
}

static void an_automatic_agent_is_never_idle_while_a_goal_could_be_worked_on(void** state)
{
    (void)state;
    uint32_t idle_ticks = 0;
    for (uint64_t seed = 1; seed <= 120; ++seed) {
        crowd c;
        open_crowd(&c, seed, 1, NULL);
        const agent* a = &c.agents[0];
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
    crowd c;
    open_crowd(&c, seed, MAX_AGENTS, NULL);
    ploy_scheduler* scheduler = workers > 1 ? ploy_scheduler_create(NULL, workers) : NULL;
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

static void save(const crowd* c, ploy_writer* writer)
{
    c->mind->kind->save_shared(c->mind, writer);
    for (uint32_t i = 0; i < c->agent_count; ++i) c->mind->kind->save(&c->agents[i].self, writer);
    assert_true(ploy_writer_fits(writer));
}

static void replace_by_save(crowd* c)
{
    static uint8_t bytes[MAX_SAVE], again[MAX_SAVE];
    ploy_writer writer = {.bytes = bytes, .capacity = sizeof bytes};
    save(c, &writer);
    ploy_mind* old = c->mind;
    assert_int_equal(make_mind(c), PLOY_OK);
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    assert_int_equal(c->mind->kind->load_shared(c->mind, &reader), PLOY_OK);
    for (uint32_t i = 0; i < c->agent_count; ++i) {
        ploy_self* self = &c->agents[i].self;
        free(self->memory);
        self->memory = calloc(1, c->mind->memory_bytes);
        self->mind = c->mind;
        assert_int_equal(c->mind->kind->load(self, &reader), PLOY_OK);
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
    crowd c;
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

static void a_damaged_save_is_refused_or_read_but_never_breaks_a_rule(void** state)
{
    (void)state;
    static uint8_t bytes[MAX_SAVE];
    crowd c;
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
        ploy_self self = {.mind = c.mind, .memory = calloc(1, c.mind->memory_bytes)};
        if (status == PLOY_OK) status = c.mind->kind->load(&self, &reader);
        bool is_loaded = status == PLOY_OK;
        assert_true(is_loaded || status == PLOY_INVALID);
        if (is_loaded) {
            assert_true(length > writer.count / 2 || length < writer.count);
        }
        free(self.memory);
        ploy_mind_destroy(c.mind);
        c.mind = old;
    }
    close_crowd(&c);
}

// Memory.

static bool live(const ploy_allocator* allocator)
{
    crowd c;
    memset(&c, 0, sizeof c);
    random_knobs knobs = random_knobs_tiny();
    c.d = random_domain_create(3, &knobs);
    c.allocator = *allocator;
    ploy_board_keys_def keys = ploy_board_keys_def_default();
    c.keys = ploy_board_keys_create(&keys);
    c.is_calm = true;
    (void)ploy_view_add_keys(c.d->domain, c.keys, 0);
    assert_true(make_abilities(&c));
    bool is_good = make_mind(&c) == PLOY_OK;
    if (is_good) {
        agent* a = &c.agents[0];
        ploy_board_def board = ploy_board_def_default();
        board.keys = c.keys;
        *a = (agent){.crowd = &c, .board = ploy_board_create(&board), .goal = PLOY_NONE, .action = PLOY_NONE};
        a->self = (ploy_self){.user = a, .mind = c.mind, .board = a->board, .agent = 1};
        a->self.memory = calloc(1, c.mind->memory_bytes);
        is_good = c.mind->kind->begin(&a->self) == PLOY_OK;
        if (is_good) {
            c.agent_count = 1;
            for (uint32_t t = 0; t < 6; ++t) tick(&c, NULL, 0);
            c.is_closing = true;
            c.mind->kind->end(&a->self);
        }
        is_good = is_good && a->events > 0;
        free(a->self.memory);
        ploy_board_destroy(a->board);
    }
    ploy_mind_destroy(c.mind);
    ploy_board_keys_destroy(c.keys);
    ploy_abilities_destroy(c.abilities);
    random_domain_destroy(c.d);
    return is_good;
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    // A cache that cannot grow does without, so a failure does not always show: it must neither crash nor leak.
    bool is_reached = true;
    for (uint64_t n = 1; is_reached; ++n) {
        test_allocator counters = {.fail_at = n};
        ploy_allocator allocator = test_allocator_of(&counters);
        bool is_good = live(&allocator);
        is_reached = counters.calls >= n;
        assert_true(is_good || is_reached);
        assert_true(counters.live_blocks == 0 && counters.live_bytes == 0);
    }
}

// A rare search may still be the largest so far, so warm is when nothing has been allocated for a long while.
static void nothing_is_allocated_once_warm(void** state)
{
    (void)state;
    uint32_t events = 0;
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        test_allocator counters = {0};
        ploy_allocator allocator = test_allocator_of(&counters);
        crowd c;
        open_crowd(&c, seed, MAX_AGENTS, &allocator);
        uint32_t quiet = 0;
        for (uint32_t t = 0; t < 20000 && quiet < 1000; ++t) {
            uint64_t before = counters.calls;
            stir(&c, true);
            for (uint32_t i = 0; t % 10 == 0 && i < c.agent_count; ++i) ploy_goap_replan(&c.agents[i].self);
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
          TEST(a_damaged_save_is_refused_or_read_but_never_breaks_a_rule), TEST(every_allocation_may_fail),
          TEST(nothing_is_allocated_once_warm))
