#define _POSIX_C_SOURCE 200809L // mkstemp

#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/allocators.h"
#include "support/test.h"

// A smith who hammers a sword or, if that is cheaper, casts it. Every action takes two ticks.
static const char smith[] = "<ploy version='1'>\n"
                            "  <domain name='smith'>\n"
                            "    <symbol name='hot' type='bool'/>\n"
                            "    <symbol name='sword' type='bool'/>\n"
                            "    <action name='Heat' duration='0.2'><effect>hot</effect></action>\n"
                            "    <action name='Hammer' cost='%s' duration='0.2'><pre>hot</pre><effect>sword</effect>"
                            "</action>\n"
                            "    <action name='Cast' cost='3' duration='0.2'><effect>sword</effect></action>\n"
                            "    <goal name='Arm' priority='%s'>sword</goal>\n"
                            "  </domain>\n"
                            "  <agent name='%s' domain='smith'>%s</agent>\n"
                            "</ploy>\n";

typedef struct forge
{
    char path[64];
    ploy_blackboard_keys* keys;
    ploy_world* world;
    ploy_reload* reload;
    ploy_agent_id agent;
    char log[512];
    const char* again_in_act; ///< the sets in a file that is loaded when the next action starts; NULL: none
} forge;

/// What the file says this time.
typedef struct version
{
    const char* cost;
    const char* priority;
    const char* name;
    const char* sets;
} version;

static const version usual = {"1", "1", "smith", ""};

static void write_file(const forge* f, version e)
{
    FILE* file = fopen(f->path, "w");
    assert_non_null(file);
    fprintf(file, smith, e.cost, e.priority, e.name, e.sets);
    fclose(file);
}

static void hear(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    forge* f = user;
    if (event->kind == PLOY_GOAP_PLAN_TAKEN) return;
    size_t used = strlen(f->log);
    const ploy_domain* domain = ploy_file_domain(ploy_reload_file(f->reload), 0);
    bool is_action = event->kind <= PLOY_GOAP_ACTION_ABORTED;
    const char* name =
        is_action ? ploy_domain_action(domain, event->index).name : ploy_domain_goal(domain, event->index).name;
    snprintf(f->log + used, sizeof f->log - used, "%s:%s ", ploy_goap_event_name(event->kind), name);
    if (event->kind == PLOY_GOAP_ACTION_FINISHED) {
        const char* made = strcmp(name, "Heat") == 0 ? "hot" : "sword";
        ploy_blackboard_set(agent->blackboard, ploy_blackboard_keys_find(f->keys, made), true);
    }
    if (f->again_in_act && event->kind == PLOY_GOAP_ACTION_STARTED) {
        write_file(f, (version){"1", "1", "smith", f->again_in_act});
        f->again_in_act = NULL;
        assert_int_equal(ploy_reload_reload(f->reload, ploy_agent_world(agent), NULL, NULL), PLOY_OK);
    }
}

static ploy_status prepare(void* user, ploy_file* file, ploy_error* error)
{
    (void)error;
    forge* f = user;
    return f->world ? PLOY_OK : ploy_view_add_keys(ploy_file_domain(file, 0), f->keys, 0);
}

static bool open_forge(forge* f, const ploy_allocator* allocator)
{
    *f = (forge){.path = "/tmp/ploy_reload_XXXXXX"};
    int file = mkstemp(f->path);
    assert_true(file >= 0);
    close(file);
    write_file(f, usual);
    ploy_blackboard_keys_def keys = {0};
    f->keys = ploy_blackboard_keys_create(&keys);
    ploy_reload_def def = {0};
    def.file.allocator = allocator ? *allocator : def.file.allocator;
    def.prepare = prepare;
    def.keys = f->keys;
    def.event = hear;
    def.event_user = def.user = f;
    return ploy_reload_create(&def, f->path, &f->reload, NULL) == PLOY_OK;
}

static void close_forge(forge* f)
{
    ploy_world_destroy(f->world);
    ploy_reload_destroy(f->reload);
    ploy_blackboard_keys_destroy(f->keys);
    remove(f->path);
}

static void make_smith(forge* f)
{
    ploy_world_def world = {0};
    world.keys = f->keys;
    f->world = ploy_world_create(&world);
    ploy_agent_def agent = {0};
    agent.mind = ploy_reload_mind(f->reload, "smith");
    f->agent = ploy_agent_create(f->world, &agent);
}

static void tick(forge* f, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        ploy_world_tick(f->world, PLOY_SECOND / 10);
    }
}

// A file comes after two ticks, in the middle of the first step; then the world goes on.
static void expect_reload(version e, const char* log)
{
    forge f;
    assert_true(open_forge(&f, NULL));
    make_smith(&f);
    tick(&f, 2);
    assert_string_equal(f.log, "goal-started:Arm action-started:Heat ");
    write_file(&f, e);
    ploy_error error;
    assert_int_equal(ploy_reload_reload(f.reload, f.world, NULL, &error), PLOY_OK);
    assert_string_equal(error.message, "");
    assert_int_equal(ploy_reload_version(f.reload), 2);
    assert_int_equal(ploy_world_mind_agents(f.world, ploy_reload_mind(f.reload, "smith")), 1);
    tick(&f, 9);
    assert_string_equal(f.log, log);
    close_forge(&f);
}

// The sword is sold and the fire is out: the smith has to plan again.
static void begin_anew(forge* f)
{
    ploy_blackboard* blackboard = ploy_world_agent(f->world, f->agent)->blackboard;
    ploy_blackboard_set(blackboard, ploy_blackboard_keys_find(f->keys, "hot"), false);
    ploy_blackboard_set(blackboard, ploy_blackboard_keys_find(f->keys, "sword"), false);
    f->log[0] = '\0';
}

static void new_costs_count_from_the_next_plan_on(void** state)
{
    (void)state;
    forge f;
    assert_true(open_forge(&f, NULL));
    make_smith(&f);
    tick(&f, 2);
    write_file(&f, (version){"9", "1", "smith", ""});
    assert_int_equal(ploy_reload_reload(f.reload, f.world, NULL, NULL), PLOY_OK);
    tick(&f, 9);
    assert_string_equal(f.log, "goal-started:Arm action-started:Heat action-finished:Heat action-started:Hammer "
                               "action-finished:Hammer goal-finished:Arm ");
    begin_anew(&f);
    tick(&f, 9);
    assert_string_equal(f.log, "goal-started:Arm action-started:Cast action-finished:Cast goal-finished:Arm ");
    close_forge(&f);
}

static void a_goal_that_is_not_wanted_any_more_is_given_up(void** state)
{
    (void)state;
    expect_reload((version){"1", "0", "smith", ""},
                  "goal-started:Arm action-started:Heat action-aborted:Heat goal-aborted:Arm ");
}

static void another_set_of_actions_is_in_force(void** state)
{
    (void)state;
    expect_reload((version){"1", "1", "smith", "<actions>Cast</actions>"},
                  "goal-started:Arm action-started:Heat action-aborted:Heat action-started:Cast action-finished:Cast "
                  "goal-finished:Arm ");
}

// A bad file, and what is said of it.
static void expect_refusal(version e, uint32_t line, uint32_t column, const char* message)
{
    forge f;
    assert_true(open_forge(&f, NULL));
    make_smith(&f);
    tick(&f, 2);
    ploy_mind* mind = ploy_reload_mind(f.reload, "smith");
    write_file(&f, e);
    ploy_error error;
    assert_int_equal(ploy_reload_reload(f.reload, f.world, NULL, &error), PLOY_INVALID);
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_int_equal(ploy_reload_version(f.reload), 1);
    assert_ptr_equal(ploy_reload_mind(f.reload, "smith"), mind);
    tick(&f, 9);
    assert_string_equal(f.log, "goal-started:Arm action-started:Heat action-finished:Heat action-started:Hammer "
                               "action-finished:Hammer goal-finished:Arm ");
    close_forge(&f);
}

static void a_bad_file_is_reported_and_the_old_one_stays(void** state)
{
    (void)state;
    expect_refusal((version){"much", "1", "smith", ""}, 6, 33, "action 'Hammer', cost: unknown symbol 'much'");
    expect_refusal((version){"1", "1", "smith", "<actions>Heet</actions>"}, 10, 47,
                   "unknown action 'Heet' in agent 'smith'");
    expect_refusal((version){"1", "1", "smith", "<pursue goal='Arm' satisfied='Armed'/>"}, 10, 1,
                   "condition 'Armed' is not among the abilities");
    expect_refusal((version){"1", "1", "baker", ""}, 1, 1, "the file has no agent 'smith', and the world has 1");
    expect_refusal((version){"1", "1", "smith", "</agent>"}, 10, 48, "not well-formed XML: mismatched tag");
}

static void a_file_loaded_inside_a_tick_is_in_force_when_it_ends(void** state)
{
    (void)state;
    forge f;
    assert_true(open_forge(&f, NULL));
    make_smith(&f);
    ploy_mind* old = ploy_reload_mind(f.reload, "smith");
    f.again_in_act = "<actions>Cast</actions>";
    tick(&f, 1);
    assert_int_equal(ploy_world_mind_agents(f.world, old), 0);
    assert_int_equal(ploy_world_mind_agents(f.world, ploy_reload_mind(f.reload, "smith")), 1);
    tick(&f, 9);
    assert_string_equal(f.log, "goal-started:Arm action-started:Heat action-aborted:Heat action-started:Cast "
                               "action-finished:Cast goal-finished:Arm ");
    close_forge(&f);
}

static void many_editions_leave_nothing_behind(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    forge f;
    assert_true(open_forge(&f, &allocator));
    make_smith(&f);
    uint64_t blocks = 0;
    for (uint32_t i = 0; i < 20; ++i) {
        write_file(&f, (version){i % 2 ? "1" : "9", "1", "smith", ""});
        assert_int_equal(ploy_reload_reload(f.reload, f.world, NULL, NULL), PLOY_OK);
        assert_int_equal(ploy_reload_reload(f.reload, f.world, f.path, NULL), PLOY_OK);
        tick(&f, 1);
        f.log[0] = '\0';
        blocks = i == 9 ? counters.live_blocks : blocks;
    }
    assert_int_equal(ploy_reload_version(f.reload), 41);
    assert_int_equal(counters.live_blocks, blocks);
    close_forge(&f);
    assert_int_equal(counters.live_blocks, 0);
}

static bool reload_once(const ploy_allocator* allocator)
{
    forge f;
    bool ok = open_forge(&f, allocator);
    if (ok) {
        make_smith(&f);
        ploy_status status = ploy_reload_reload(f.reload, f.world, NULL, NULL);
        assert_true(status == PLOY_OK || status == PLOY_OUT_OF_MEMORY);
        ok = status == PLOY_OK && f.agent.index1 != 0;
    }
    close_forge(&f);
    return ok;
}

static void without_memory_the_old_one_stays(void** state)
{
    (void)state;
    test_fail_every_allocation(reload_once);
}

TEST_MAIN(TEST(new_costs_count_from_the_next_plan_on), TEST(a_goal_that_is_not_wanted_any_more_is_given_up),
          TEST(another_set_of_actions_is_in_force), TEST(a_bad_file_is_reported_and_the_old_one_stays),
          TEST(a_file_loaded_inside_a_tick_is_in_force_when_it_ends), TEST(many_editions_leave_nothing_behind),
          TEST(without_memory_the_old_one_stays))
