// Activities that are parallel: one result for every number of workers, deferred calls in order of agents, and
// activities that lie about themselves.

#include <ploy/io.h>
#include <ploy/save.h>

#include <stdio.h>
#include <string.h>

#include "base/hints.h"
#include "support/base/test.h"

enum
{
    WALKERS = 300,
    ALL = 2 * WALKERS,
};

typedef struct walker
{
    struct town* town;
    uint32_t number;
    int32_t at, seen; // seen: the copy that others read
    uint32_t gifts;
} walker;

typedef struct town
{
    ploy_world* world;
    walker walkers[ALL];
    uint32_t count;
    uint32_t key_gold;
    uint32_t order[4 * ALL]; // of the agents whose calls were made or that acted on one thread
    uint32_t ordered;
    int lie; // of the activity Walk
} town;

enum
{
    HONEST,
    WRITES_BLACKBOARD,
    WRITES_DATA,
    READS_DATA,
    DESTROYS,
};

static char logged[4096];

static void note_log(const char* message, void* user)
{
    (void)user;
    size_t used = strlen(logged);
    snprintf(logged + used, sizeof logged - used, "%s\n", message);
}

static walker* walker_of(const ploy_agent* agent)
{
    return agent->user;
}

static walker* next_of(const walker* w)
{
    return &w->town->walkers[(w->number + 1) % w->town->count];
}

static void give(ploy_agent* agent, const void* data)
{
    walker* w = walker_of(agent);
    town* t = w->town;
    ++t->walkers[*(const uint32_t*)data].gifts;
    if (t->ordered < 4 * ALL) t->order[t->ordered++] = w->number;
}

static bool spawn(town* t, const char* type)
{
    if (t->count == ALL) return false;
    walker* w = &t->walkers[t->count];
    *w = (walker){.town = t, .number = t->count};
    ploy_agent_id id = ploy_agent_create(t->world, &(ploy_agent_def){.type = type, .user = w});
    t->count += id.index1 != 0;
    return id.index1 != 0;
}

static void give_birth(ploy_agent* agent, const void* data)
{
    (void)data;
    spawn(walker_of(agent)->town, "walker");
}

static void lie(ploy_agent* agent, walker* w)
{
    town* t = w->town;
    switch (t->lie) {
    case WRITES_BLACKBOARD: {
        ploy_agent* other = ploy_world_agent(t->world, (ploy_agent_id){agent->id.index1 % t->count + 1, agent->id.generation});
        if (w->number == 7) ploy_blackboard_set(other->blackboard, t->key_gold, agent->now);
        break;
    }
    case WRITES_DATA:
        if (w->number == 7) ++next_of(w)->gifts;
        break;
    case READS_DATA:
        w->at += next_of(w)->at & 1;
        break;
    case DESTROYS:
        if (w->number == 7) ploy_agent_destroy(t->world, agent->id);
        break;
    default:
        break;
    }
}

// Walks toward where its neighbor was, now and then gives something to another, and rarely a new walker appears.
static ploy_outcome walk(ploy_agent* agent, const ploy_call* call)
{
    walker* w = walker_of(agent);
    (void)call;
    lie(agent, w);
    w->at += next_of(w)->seen > w->at ? 1 : (int32_t)ploy_random_below(&agent->random, 5) - 2;
    ploy_blackboard_set(agent->blackboard, w->town->key_gold, w->at);
    uint32_t other = ploy_random_below(&agent->random, w->town->count);
    if (other % 3 == 0) ploy_agent_defer(agent, give, &other, sizeof other);
    if (other % 5 == 0) ploy_agent_defer_set(agent, (ploy_agent_id){other + 1, 1}, w->town->key_gold, w->at);
    if (other == 1) ploy_agent_defer(agent, give_birth, NULL, 0);
    return PLOY_RUNNING;
}

// Not parallel: it changes what it likes.
static ploy_outcome rob(ploy_agent* agent, const ploy_call* call)
{
    walker* w = walker_of(agent);
    (void)call;
    next_of(w)->gifts += w->gifts & 1;
    uint32_t to = w->number;
    ploy_agent_defer(agent, give, &to, sizeof to);
    return PLOY_RUNNING;
}

static const char file[] = "<ploy version='1'><blackboard><key name='gold' type='int'/></blackboard>"
                           "<BehaviorTree ID='Walker'><Walk/></BehaviorTree>"
                           "<BehaviorTree ID='Robber'><Rob/></BehaviorTree>"
                           "<agent name='walker' mind='Walker'/><agent name='robber' mind='Robber'/></ploy>";

static uint64_t hash_walker(const ploy_agent* agent, void* user)
{
    const walker* w = walker_of(agent);
    (void)user;
    return ploy_random_at((uint64_t)w->at, w->gifts, 0);
}

static void open_town(town* t, const ploy_world_def* def, uint32_t robbers)
{
    memset(t, 0, sizeof *t);
    ploy_error error;
    t->world = ploy_world_create(def);
    assert_non_null(t->world);
    ploy_bindings* bindings = ploy_world_bindings(t->world);
    ploy_activity_def walks = {.name = "Walk", .update = walk, .parallel = true}, robs = {.name = "Rob", .update = rob};
    assert_int_equal(ploy_bindings_add_activity(bindings, &walks, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_activity(bindings, &robs, NULL), PLOY_OK);
    assert_int_equal(ploy_world_load_text(t->world, "town.xml", file, sizeof file - 1, &error), PLOY_OK);
    t->key_gold = ploy_blackboard_keys_find(ploy_world_keys(t->world), "gold");
    for (uint32_t i = 0; i < WALKERS; ++i) {
        assert_true(spawn(t, robbers > 0 && i % robbers == 0 ? "robber" : "walker"));
    }
}

static void tick(town* t, uint32_t times)
{
    for (uint32_t i = 0; i < times; ++i) {
        for (uint32_t k = 0; k < t->count; ++k) t->walkers[k].seen = t->walkers[k].at;
        t->ordered = 0;
        ploy_world_tick(t->world, PLOY_SECOND / 10);
    }
}

static uint64_t hash_town(const town* t)
{
    uint64_t hash = ploy_world_hash(t->world);
    for (uint32_t i = 0; i < t->count; ++i) {
        hash = ploy_random_at(hash, (uint64_t)t->walkers[i].at, t->walkers[i].gifts);
    }
    return hash;
}

static uint64_t run(uint32_t workers, uint32_t robbers, bool checked, int lies)
{
    static town t;
    ploy_scheduler* scheduler = workers > 0 ? ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers}) : NULL;
    ploy_world_def def = {.check = checked ? hash_walker : NULL};
    if (scheduler) def.tasks = ploy_scheduler_tasks(scheduler);
    open_town(&t, &def, robbers);
    t.lie = lies;
    tick(&t, 60);
    assert_true(lies != HONEST || t.count > WALKERS);
    uint64_t hash = hash_town(&t);
    ploy_world_destroy(t.world);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void the_number_of_workers_does_not_matter(void** state)
{
    (void)state;
    for (uint32_t robbers = 0; robbers <= 3; robbers += 3) {
        uint64_t one = run(0, robbers, false, HONEST);
        for (uint32_t workers = 1; workers <= 8; ++workers) assert_true(run(workers, robbers, false, HONEST) == one);
    }
}

static void deferred_calls_and_agents_on_one_thread_come_in_order_of_agents(void** state)
{
    (void)state;
    static town t;
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 3});
    open_town(&t, &(ploy_world_def){.tasks = ploy_scheduler_tasks(scheduler)}, 3);
    tick(&t, 1); // activities start
    for (uint32_t i = 0; i < 20; ++i) {
        tick(&t, 1);
        assert_true(t.ordered > WALKERS / 3);
        for (uint32_t k = 1; k < t.ordered; ++k) assert_true(t.order[k] >= t.order[k - 1]);
    }
    ploy_world_destroy(t.world);
    ploy_scheduler_destroy(scheduler);
}

// Counts on any thread.
static void* count_and_resize(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    ploy_allocator plain = ploy_allocator_default();
    if (new_bytes > 0) pl_counter_next((pl_counter*)user);
    return plain.resize(plain.user, memory, old_bytes, new_bytes);
}

static void once_warm_nothing_is_allocated(void** state)
{
    (void)state;
    static town t;
    pl_counter calls = 0;
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 2});
    ploy_world_def def = {.tasks = ploy_scheduler_tasks(scheduler), .allocator = {count_and_resize, &calls}};
    open_town(&t, &def, 3);
    tick(&t, 200);
    while (t.count < ALL && spawn(&t, "walker")) continue;
    tick(&t, 200);
    uint32_t before = pl_counter_get(&calls);
    tick(&t, 50);
    assert_int_equal(pl_counter_get(&calls), before);
    ploy_world_destroy(t.world);
    ploy_scheduler_destroy(scheduler);
}

static void a_checked_world_does_the_same(void** state)
{
    (void)state;
    logged[0] = '\0';
    ploy_set_log_handler(note_log, NULL);
    bool same = run(2, 3, true, HONEST) == run(2, 3, false, HONEST);
    ploy_set_log_handler(NULL, NULL);
    assert_string_equal(logged, "");
    assert_true(same);
}

static void an_activity_that_changes_another_agents_data_is_named(void** state)
{
    (void)state;
    logged[0] = '\0';
    ploy_set_log_handler(note_log, NULL);
    run(2, 0, true, WRITES_DATA);
    ploy_set_log_handler(NULL, NULL);
    assert_non_null(strstr(logged, "activity 'Walk' is parallel, but for agent 8 it changes agent 9"));
}

static void an_activity_that_reads_what_others_change_gives_another_hash_when_checked(void** state)
{
    (void)state;
    assert_true(run(0, 0, true, READS_DATA) != run(0, 0, false, READS_DATA));
}

static void a_debug_build_names_an_activity_that_writes_to_another_blackboard(void** state)
{
    (void)state;
#if defined(NDEBUG)
    skip();
#endif
    logged[0] = '\0';
    ploy_set_log_handler(note_log, NULL);
    run(0, 0, false, WRITES_BLACKBOARD);
    ploy_set_log_handler(NULL, NULL);
    assert_non_null(
        strstr(logged, "activity 'Walk' is parallel, but for agent 8 it writes to the blackboard of agent 9"));
}

static void what_reaches_beyond_the_agent_is_refused(void** state)
{
    (void)state;
    logged[0] = '\0';
    ploy_set_log_handler(note_log, NULL);
    run(0, 0, false, DESTROYS);
    ploy_set_log_handler(NULL, NULL);
    assert_non_null(strstr(logged, "ploy_agent_destroy: not in a parallel activity; use ploy_agent_defer"));
}

static void note_thread(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    (void)blackboard;
    (void)key;
    town* t = user;
    // Agents before it that act in parallel have all acted, so their calls before its index were made.
    if (t->ordered < 4 * ALL) t->order[t->ordered++] = 150;
}

static void an_agent_with_an_observer_acts_on_one_thread(void** state)
{
    (void)state;
    static town t;
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 2});
    open_town(&t, &(ploy_world_def){.tasks = ploy_scheduler_tasks(scheduler)}, 0);
    ploy_agent* agent = ploy_world_agent(t.world, (ploy_agent_id){151, 1});
    assert_int_equal(ploy_blackboard_subscribe(agent->blackboard, t.key_gold, note_thread, &t, NULL), PLOY_OK);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 20; ++i) {
        tick(&t, 1);
        for (uint32_t k = 0; k < t.ordered; ++k) seen += t.order[k] == 150;
        for (uint32_t k = 1; k < t.ordered; ++k) {
            bool is_write_from_afar = t.order[k] == 150; // deferred writes of others notify, too
            assert_true(is_write_from_afar || t.order[k - 1] == 150 || t.order[k] >= t.order[k - 1]);
        }
    }
    assert_true(seen >= 20);
    ploy_world_destroy(t.world);
    ploy_scheduler_destroy(scheduler);
}

// The next agent gets an observer while calls are made, after it has acted on a worker: it must not act once more.

static void observe_next(ploy_agent* agent, const void* data)
{
    (void)data;
    town* t = walker_of(agent)->town;
    const ploy_agent* next = ploy_world_agent(t->world, (ploy_agent_id){walker_of(agent)->number + 2, 1});
    assert_int_equal(ploy_blackboard_subscribe(next->blackboard, t->key_gold, note_thread, t, NULL), PLOY_OK);
}

static ploy_outcome count_turns(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    walker* w = walker_of(agent);
    ++w->at;
    if (w->number % 8 == 1 && w->at == 3) ploy_agent_defer(agent, observe_next, NULL, 0);
    return PLOY_RUNNING;
}

static void an_agent_that_is_observed_from_now_on_acts_once_in_this_tick(void** state)
{
    (void)state;
    static town t;
    memset(&t, 0, sizeof t);
    t.world = ploy_world_create(NULL);
    ploy_activity_def walks = {.name = "Walk", .update = count_turns, .parallel = true},
                      robs = {.name = "Rob", .update = rob};
    ploy_error error;
    assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(t.world), &walks, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(t.world), &robs, NULL), PLOY_OK);
    assert_int_equal(ploy_world_load_text(t.world, "town.xml", file, sizeof file - 1, &error), PLOY_OK);
    for (uint32_t i = 0; i < WALKERS; ++i) assert_true(spawn(&t, i == 0 ? "robber" : "walker"));
    tick(&t, 1); // activities start
    for (int32_t ticks = 1; ticks <= 6; ++ticks) {
        tick(&t, 1);
        for (uint32_t i = 1; i < WALKERS; ++i) assert_int_equal(t.walkers[i].at, ticks);
    }
    ploy_world_destroy(t.world);
}

// Diggers plan to fill a hole again and again; a listener of the game counts the events of all of them.

typedef struct quarry
{
    uint32_t order[8 * WALKERS], ordered; // of the agents that reported since the last tick began
    uint64_t hash;                        // of all reports
    uint32_t key_depth;
} quarry;

static ploy_outcome dig(ploy_agent* agent, const ploy_call* call)
{
    const quarry* q = agent->user;
    (void)call;
    bool hits_rock = ploy_random_below(&agent->random, 4) == 0;
    int64_t depth = ploy_blackboard_get(agent->blackboard, q->key_depth);
    ploy_blackboard_set(agent->blackboard, q->key_depth, hits_rock ? 0 : depth + 1);
    return hits_rock ? PLOY_FAILURE : PLOY_SUCCESS;
}

static void count_report(ploy_agent* agent, const void* data)
{
    quarry* q = agent->user;
    const ploy_goap_event* event = data;
    if (q->ordered < 8 * WALKERS) q->order[q->ordered++] = agent->id.index1;
    q->hash = ploy_random_at(q->hash, agent->id.index1, (uint64_t)event->kind << 32 | event->index);
}

static void report(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    (void)user;
    assert_int_equal(ploy_agent_defer(agent, count_report, event, sizeof *event), PLOY_OK);
}

static const char digging[] =
    "<ploy version='1'><blackboard><key name='depth' type='int'/></blackboard><domain name='quarry'>"
    "<symbol name='depth' type='int' min='0' max='3'/>"
    "<action name='Dig' cost='1'><pre>depth lt 3</pre><effect>depth += 1</effect></action>"
    "<goal name='BeDeep'>depth = 3</goal></domain><agent name='digger' domain='quarry'/></ploy>";

static uint64_t dig_with(uint32_t workers, bool parallel)
{
    static quarry q;
    q = (quarry){0};
    ploy_error error;
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers});
    ploy_world* world = ploy_world_create(&(ploy_world_def){.tasks = ploy_scheduler_tasks(scheduler)});
    ploy_activity_def activity = {.name = "Dig", .update = dig, .parallel = true};
    assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(world), &activity, NULL), PLOY_OK);
    assert_int_equal(ploy_world_load_text(world, "dig.xml", digging, sizeof digging - 1, &error), PLOY_OK);
    ploy_goap_mind_def def = ploy_file_agent(ploy_world_file(world, "dig.xml"), 0).goap;
    def.parts = ploy_world_parts(world);
    def.event = report;
    def.event_parallel = parallel;
    ploy_mind* mind;
    assert_int_equal(ploy_goap_mind_create(&def, &mind, &error), PLOY_OK);
    assert_int_equal(mind->parallel, parallel);
    assert_int_equal(ploy_world_add_mind(world, "worker", mind), PLOY_OK);
    q.key_depth = ploy_blackboard_keys_find(ploy_world_keys(world), "depth");
    for (uint32_t i = 0; i < WALKERS; ++i) {
        assert_true(ploy_agent_create(world, &(ploy_agent_def){.type = "worker", .user = &q}).index1);
    }
    uint32_t heard = 0;
    for (uint32_t i = 0; i < 60; ++i) {
        q.ordered = 0;
        for (uint32_t k = i % 7; k < WALKERS; k += 7) { // the hole fills up
            ploy_blackboard_set(ploy_world_agent(world, (ploy_agent_id){k + 1, 1})->blackboard, q.key_depth, 0);
        }
        ploy_world_tick(world, PLOY_SECOND / 10);
        heard += q.ordered;
        for (uint32_t k = 1; k < q.ordered; ++k) assert_true(q.order[k] >= q.order[k - 1]);
    }
    assert_true(heard > 20 * WALKERS);
    uint64_t hash = ploy_random_at(ploy_world_hash(world), q.hash, 0);
    ploy_world_destroy(world);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void a_parallel_listener_hears_the_same_with_any_number_of_workers(void** state)
{
    (void)state;
    uint64_t serial = dig_with(1, false);
    for (uint32_t workers = 1; workers <= 8; ++workers) assert_true(dig_with(workers, true) == serial);
}

static void a_name_cannot_change_between_parallel_and_not(void** state)
{
    (void)state;
    ploy_bindings* bindings = ploy_bindings_create(NULL);
    ploy_activity_def def = {.name = "Walk", .update = walk, .parallel = true};
    assert_int_equal(ploy_bindings_add_activity(bindings, &def, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_activity(bindings, &def, NULL), PLOY_OK);
    def.parallel = false;
    ploy_set_log_handler(note_log, NULL);
    assert_int_equal(ploy_bindings_add_activity(bindings, &def, NULL), PLOY_INVALID);
    ploy_set_log_handler(NULL, NULL);
    ploy_bindings_destroy(bindings);
}

TEST_MAIN(TEST(the_number_of_workers_does_not_matter),
          TEST(deferred_calls_and_agents_on_one_thread_come_in_order_of_agents), TEST(once_warm_nothing_is_allocated),
          TEST(a_checked_world_does_the_same), TEST(an_activity_that_changes_another_agents_data_is_named),
          TEST(an_activity_that_reads_what_others_change_gives_another_hash_when_checked),
          TEST(a_debug_build_names_an_activity_that_writes_to_another_blackboard),
          TEST(what_reaches_beyond_the_agent_is_refused), TEST(an_agent_with_an_observer_acts_on_one_thread),
          TEST(an_agent_that_is_observed_from_now_on_acts_once_in_this_tick),
          TEST(a_parallel_listener_hears_the_same_with_any_number_of_workers),
          TEST(a_name_cannot_change_between_parallel_and_not))
