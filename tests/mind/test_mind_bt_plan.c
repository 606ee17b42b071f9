// Planner nodes: a tree for strategy, plans for tactics. What utility adds is in test_mind_gobt.c.

#include <ploy/world.h>
#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"

typedef struct bt_plan_stage
{
    ploy_file* file;
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_blackboard* blackboard;
    ploy_plan_service* planning;
    ploy_mind* mind;
    ploy_agent agent;
    uint32_t halts_left; ///< ticks that a halt takes
    char log[1024];
} bt_plan_stage;

static uint32_t key_of(const bt_plan_stage* s, const char* name)
{
    return ploy_blackboard_keys_find(s->keys, name);
}

static void set(bt_plan_stage* s, const char* name, int64_t value)
{
    ploy_blackboard_set(s->blackboard, key_of(s, name), value);
}

static void note(bt_plan_stage* s, const char* what, uint32_t activity)
{
    size_t length = strlen(s->log);
    snprintf(s->log + length, sizeof s->log - length, "%s%s ", what,
             ploy_bindings_activity(s->bindings, activity)->name);
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    note(agent->user, "+", call->binding);
    return PLOY_RUNNING;
}

// Does what its action in the domain promises.
static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    bt_plan_stage* s = agent->user;
    const char* name = ploy_bindings_activity(s->bindings, call->binding)->name;
    if (strcmp(name, "Load") == 0) set(s, "loaded", 1);
    if (strcmp(name, "Shoot") == 0) set(s, "enemy_down", 1), set(s, "loaded", 0);
    if (strcmp(name, "Bandage") == 0) set(s, "hurt", 0);
    if (strcmp(name, "TakeCover") == 0) set(s, "covered", 1);
    return PLOY_SUCCESS;
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    bt_plan_stage* s = agent->user;
    note(s, "-", call->binding);
    if (s->halts_left == 0) return PLOY_SUCCESS;
    --s->halts_left;
    return PLOY_RUNNING;
}

static bool add_bindings(bt_plan_stage* s)
{
    static const char* const names[] = {"Load", "Shoot", "Bandage", "TakeCover", "Idle", "Patrol"};
    bool good = true;
    for (uint32_t i = 0; i < 6; ++i) {
        ploy_activity_def def = {0};
        def.name = names[i];
        def.start = start;
        def.update = perform;
        def.halt = halt;
        good = good && ploy_bindings_add_activity(s->bindings, &def, NULL) == PLOY_OK;
    }
    return good;
}

static bool add_keys(bt_plan_stage* s)
{
    ploy_key_def def = {0};
    def.name = "danger";
    def.type = PLOY_VALUE_DECIMAL;
    return ploy_view_add_keys(ploy_file_domain(s->file, 0), s->keys, 0) == PLOY_OK &&
           ploy_blackboard_keys_add(s->keys, &def, NULL) == PLOY_OK;
}

static ploy_status make_mind(bt_plan_stage* s, const ploy_allocator* allocator, ploy_error* error)
{
    ploy_plan_service_def planning = {0};
    planning.domain = ploy_file_domain(s->file, 0);
    planning.allocator = *allocator;
    s->planning = ploy_plan_service_create(&planning);
    ploy_goap_mind_def planner = {0};
    planner.domain = planning.domain;
    planner.parts.keys = s->keys;
    planner.parts.bindings = s->bindings;
    planner.planning = s->planning;
    ploy_bt_mind_def def = {0};
    def.parts.allocator = *allocator;
    def.trees = ploy_file_bts(s->file);
    def.tree_count = ploy_file_bt_count(s->file);
    def.parts.bindings = s->bindings;
    def.parts.keys = s->keys;
    def.planner = &planner;
    return s->planning ? ploy_bt_mind_create(&def, &s->mind, error) : PLOY_OUT_OF_MEMORY;
}

static void end(bt_plan_stage* s)
{
    if (s->agent.mind_data && s->agent.mind) s->mind->kind->end(&s->agent);
    free(s->agent.mind_data);
    ploy_mind_destroy(s->mind);
    ploy_plan_service_destroy(s->planning);
    ploy_blackboard_destroy(s->blackboard);
    ploy_blackboard_keys_destroy(s->keys);
    ploy_bindings_destroy(s->bindings);
    ploy_file_destroy(s->file);
}

static bool make(bt_plan_stage* s, const ploy_allocator* allocator, const char* text, size_t bytes)
{
    ploy_file_def file = {0};
    ploy_blackboard_keys_def keys = {0};
    ploy_blackboard_def blackboard = {0};
    ploy_error error = {0};
    file.allocator = keys.allocator = *allocator;
    *s = (bt_plan_stage){0};
    ploy_status status = ploy_file_parse(&file, text, bytes, &s->file, &error);
    blackboard.keys = s->keys = ploy_blackboard_keys_create(&keys);
    s->bindings = ploy_bindings_create(&(ploy_bindings_def){*allocator});
    if (status != PLOY_OK || !s->keys || !s->bindings || !add_bindings(s) || !add_keys(s)) return false;
    s->blackboard = ploy_blackboard_create(&blackboard);
    status = s->blackboard ? make_mind(s, allocator, &error) : PLOY_OUT_OF_MEMORY;
    if (status == PLOY_INVALID) fail_msg("%u:%u: %s", (unsigned)error.line, (unsigned)error.column, error.message);
    if (status != PLOY_OK) return false;
    s->agent = (ploy_agent){.mind = s->mind, .blackboard = s->blackboard, .user = s};
    s->agent.mind_data = calloc(1, s->mind->data_bytes);
    if (s->mind->kind->begin(&s->agent) == PLOY_OK) return true;
    s->agent.mind = NULL;
    return false;
}

static const char soldier[] =
    "<ploy version='1'><domain name='d'><symbol name='loaded' type='bool'/><symbol name='enemy_down' type='bool'/>"
    "<symbol name='hurt' type='bool'/><symbol name='covered' type='bool'/>"
    "<action name='Load'><pre>not loaded</pre><effect>loaded</effect></action>"
    "<action name='Shoot'><pre>loaded</pre><effect>enemy_down, not loaded</effect></action>"
    "<action name='Bandage'><pre>covered</pre><effect>not hurt</effect></action>"
    "<action name='TakeCover'><effect>covered</effect></action>"
    "<goal name='Win'>enemy_down</goal><goal name='Heal'>not hurt</goal><goal name='Never'>loaded and not loaded</goal>"
    "</domain><BehaviorTree ID='T'>%s</BehaviorTree></ploy>";

static void begin(bt_plan_stage* s, const char* nodes)
{
    char text[4096];
    ploy_allocator allocator = ploy_allocator_default();
    int length = snprintf(text, sizeof text, soldier, nodes);
    assert_true(make(s, &allocator, text, (size_t)length));
}

static void tick(bt_plan_stage* s, uint32_t count)
{
    for (; count > 0; --count) ploy_mind_tick(&s->agent, 1000);
}

static void a_plan_runs_to_its_goal(void** state)
{
    (void)state;
    bt_plan_stage s;
    begin(&s, "<Sequence><Plan goal='Win' name='win'/><Idle/></Sequence>");
    tick(&s, 1);
    assert_string_equal(s.log, "");
    char text[64];
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_string_equal(text, "running: Sequence > win");
    for (int i = 0; i < 10 && !strstr(s.log, "+Idle"); ++i) tick(&s, 1);
    assert_string_equal(s.log, "+Load +Shoot +Idle ");
    end(&s);
}

static void the_planner_of_a_running_plan_shows_its_goal_and_steps(void** state)
{
    (void)state;
    bt_plan_stage s;
    begin(&s, "<Plan goal='Win'/>");
    tick(&s, 2);
    const ploy_agent* planner = ploy_bt_planner(&s.agent);
    assert_non_null(planner);
    assert_string_equal(ploy_domain_goal(ploy_goap_domain(planner->mind), ploy_goap_goal(planner, NULL)).name, "Win");
    assert_int_equal(ploy_goap_steps(planner, NULL, 0), 2);
    end(&s);
    begin(&s, "<Idle/>");
    assert_null(ploy_bt_planner(&s.agent));
    end(&s);
}

static void what_holds_already_succeeds_and_what_has_no_plan_fails(void** state)
{
    (void)state;
    bt_plan_stage s;
    begin(&s, "<Plan goal='Heal'/>");
    tick(&s, 2);
    assert_int_equal(ploy_bt_outcome(&s.agent), PLOY_SUCCESS);
    end(&s);
    begin(&s, "<Plan goal='Never'/>");
    tick(&s, 2);
    assert_int_equal(ploy_bt_outcome(&s.agent), PLOY_FAILURE);
    end(&s);
}

static void a_plan_that_fails_is_planned_again(void** state)
{
    (void)state;
    bt_plan_stage s;
    begin(&s, "<Plan goal='Win'/>");
    while (!ploy_blackboard_get(s.blackboard, key_of(&s, "loaded"))) tick(&s, 1);
    set(&s, "loaded", 0);
    for (int i = 0; i < 10 && ploy_bt_outcome(&s.agent) == PLOY_RUNNING; ++i) tick(&s, 1);
    assert_int_equal(ploy_bt_outcome(&s.agent), PLOY_SUCCESS);
    assert_string_equal(s.log, "+Load +Load +Shoot ");
    end(&s);
}

static void halted_in_the_middle_of_a_search_it_leaves_nothing_behind(void** state)
{
    (void)state;
    bt_plan_stage s;
    begin(&s, "<Sequence _while='not covered'><Plan goal='Win'/></Sequence>");
    s.mind->kind->act(&s.agent);
    for (int i = 0; i < 3; ++i) { // requested, queued, never searched
        s.agent.now += 1000;
        s.mind->kind->think(&s.agent);
        s.mind->kind->act(&s.agent);
    }
    set(&s, "covered", 1);
    s.agent.now += 1000;
    s.mind->kind->think(&s.agent);
    s.mind->kind->act(&s.agent);
    assert_int_equal(ploy_bt_outcome(&s.agent), PLOY_SUCCESS); // skipped
    s.mind->kind->work(s.mind, &(ploy_tasks){0}, 0);
    ploy_plan_service_stats stats = ploy_plan_service_get_stats(s.planning);
    assert_int_equal(stats.waiting + stats.active, 0);
    assert_int_equal(stats.answered, 0);
    assert_string_equal(s.log, "");
    tick(&s, 3);
    assert_string_equal(s.log, "");
    set(&s, "covered", 0);
    tick(&s, 8);
    assert_non_null(strstr(s.log, "+Load +Shoot "));
    end(&s);
}

static void a_halt_goes_down_to_the_activity_and_may_take_ticks(void** state)
{
    (void)state;
    bt_plan_stage s;
    begin(&s, "<ReactiveFallback><Idle _while='hurt'/><Plan goal='Win'/></ReactiveFallback>");
    while (!strstr(s.log, "+Shoot")) tick(&s, 1);
    s.halts_left = 2;
    s.log[0] = '\0';
    set(&s, "hurt", 1);
    tick(&s, 1);
    assert_string_equal(s.log, "+Idle -Shoot ");
    tick(&s, 1);
    assert_string_equal(s.log, "+Idle -Shoot -Shoot ");
    tick(&s, 1);
    assert_string_equal(s.log, "+Idle -Shoot -Shoot -Shoot ");
    end(&s);
}

// In a world: many agents, few nodes a tick, and the same on any number of workers.

enum
{
    SOLDIERS = 40,
};

typedef struct soldier_record
{
    bt_plan_stage* stage;
    uint32_t started;
} soldier_record;

static ploy_outcome start_in_world(ploy_agent* agent, const ploy_call* call)
{
    soldier_record* record = agent->user;
    ploy_world* world = ploy_agent_world(agent);
    assert_ptr_equal(ploy_world_user(world), record->stage);
    record->started = record->started * 31 + call->binding + (uint32_t)ploy_world_ticks(world);
    return PLOY_RUNNING;
}

static ploy_outcome perform_in_world(ploy_agent* agent, const ploy_call* call)
{
    static const char* const sets[] = {"loaded", "enemy_down", "hurt", "covered"};
    soldier_record* record = agent->user;
    if (call->binding < 4)
        ploy_blackboard_set(agent->blackboard, key_of(record->stage, sets[call->binding]), call->binding != 2);
    return PLOY_SUCCESS;
}

static void rebind(bt_plan_stage* s)
{
    for (uint32_t i = 0; i < ploy_bindings_activity_count(s->bindings); ++i) {
        ploy_activity_def def = *ploy_bindings_activity(s->bindings, i);
        def.start = start_in_world;
        def.update = perform_in_world;
        def.halt = NULL;
        assert_int_equal(ploy_bindings_add_activity(s->bindings, &def, NULL), PLOY_OK);
    }
}

static uint32_t play(uint32_t workers)
{
    bt_plan_stage s;
    soldier_record records[SOLDIERS] = {0};
    begin(&s,
          "<Sequence><Plan goal='Win'/><Plan goal='Heal'/><Timeout msec='3'><Plan goal='Never'/></Timeout></Sequence>");
    rebind(&s);
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers});
    ploy_world_def def = {0};
    def.keys = s.keys;
    def.bindings = s.bindings;
    def.tasks = ploy_scheduler_tasks(scheduler);
    def.max_nodes = 10;
    def.user = &s;
    ploy_world* world = ploy_world_create(&def);
    for (uint32_t i = 0; i < SOLDIERS; ++i) {
        records[i].stage = &s;
        ploy_agent_def agent = {0};
        agent.mind = s.mind;
        agent.user = &records[i];
        ploy_agent_id id = ploy_agent_create(world, &agent);
        ploy_blackboard_set(ploy_world_agent(world, id)->blackboard, key_of(&s, "hurt"), i % 2);
    }
    for (int i = 0; i < 100; ++i) ploy_world_tick(world, 1000);
    uint32_t hash = 0;
    for (uint32_t i = 0; i < SOLDIERS; ++i) {
        assert_true(records[i].started != 0);
        hash = hash * 31 + records[i].started;
    }
    ploy_world_destroy(world);
    ploy_scheduler_destroy(scheduler);
    end(&s);
    return hash;
}

static void a_world_of_planners_does_not_depend_on_its_workers(void** state)
{
    (void)state;
    uint32_t alone = play(1);
    assert_int_equal(play(2), alone);
    assert_int_equal(play(4), alone);
}

static void saved_in_any_tick_it_goes_on_alike(void** state)
{
    (void)state;
    static bt_plan_stage s, other;
    const char* nodes = "<Sequence><Plan goal='Win'/><Plan goal='Heal'/></Sequence>";
    for (uint32_t at = 0; at < 9; ++at) {
        uint8_t bytes[4096], shared[65536];
        begin(&s, nodes);
        begin(&other, nodes);
        set(&s, "hurt", 1);
        set(&other, "hurt", 1);
        tick(&s, at);
        tick(&other, at);
        ploy_writer all = {shared, sizeof shared, 0}, own = {bytes, sizeof bytes, 0};
        s.mind->kind->save_shared(s.mind, &all);
        s.mind->kind->save(&s.agent, &own);
        assert_true(ploy_writer_fits(&all) && ploy_writer_fits(&own));
        s.mind->kind->end(&s.agent);
        s.log[0] = other.log[0] = '\0';
        memset(s.agent.mind_data, 0, s.mind->data_bytes);
        ploy_reader from_all = {shared, all.count, 0, false}, from_own = {bytes, own.count, 0, false};
        assert_int_equal(s.mind->kind->load_shared(s.mind, &from_all), PLOY_OK);
        assert_int_equal(s.mind->kind->load(&s.agent, &from_own), PLOY_OK);
        s.log[0] = '\0';
        tick(&s, 12);
        tick(&other, 12);
        assert_string_equal(s.log, other.log);
        end(&s);
        end(&other);
    }
}

static bool make_and_end(const ploy_allocator* allocator)
{
    char text[4096];
    int length = snprintf(text, sizeof text, soldier, "<Plan goal='Win'/>");
    bt_plan_stage s;
    bool good = make(&s, allocator, text, (size_t)length);
    end(&s);
    return good;
}

static void a_failing_allocator_leaves_nothing_behind(void** state)
{
    (void)state;
    test_fail_every_allocation(make_and_end);
}

TEST_MAIN(TEST(a_plan_runs_to_its_goal), TEST(the_planner_of_a_running_plan_shows_its_goal_and_steps),
          TEST(what_holds_already_succeeds_and_what_has_no_plan_fails), TEST(a_plan_that_fails_is_planned_again),
          TEST(halted_in_the_middle_of_a_search_it_leaves_nothing_behind),
          TEST(a_halt_goes_down_to_the_activity_and_may_take_ticks),
          TEST(a_world_of_planners_does_not_depend_on_its_workers), TEST(saved_in_any_tick_it_goes_on_alike),
          TEST(a_failing_allocator_leaves_nothing_behind))
