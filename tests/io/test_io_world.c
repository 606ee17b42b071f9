#include <ploy/io.h>
#include <stdio.h>
#include <string.h>

#include "agent/squads.h"
#include "agent/world.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

static ploy_file* load(const char* path)
{
    ploy_file_def def = {0};
    ploy_file* file;
    ploy_error error;
    if (ploy_file_load(&def, path, &file, &error) != PLOY_OK) {
        fail_msg("%u:%u: %s", error.line, error.column, error.message);
    }
    return file;
}

#define GATEHOUSE PLOY_SOURCE_DIR "/examples/gatehouse.xml"

static bool find_place(void* user, const char* name, int64_t* place)
{
    static const char* const places[] = {"gate", "tower", "wall", "barracks"};
    (void)user;
    for (*place = 0; *place < 4; ++*place) {
        if (strcmp(places[*place], name) == 0) return true;
    }
    return false;
}

static void sense_nothing(ploy_agent* agent, void* user)
{
    (void)agent, (void)user;
}

static bool always(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return true;
}

static ploy_world* make_world(void)
{
    ploy_world* world = ploy_world_create(NULL);
    ploy_bindings* bindings = ploy_world_bindings(world);
    static const char* const sensors[] = {"nose", "eyes", "ears"};
    static const char* const activities[] = {"walk", "look_around", "Obey"};
    for (uint32_t i = 0; i < 3; ++i) {
        ploy_sensor_def sensor = {.name = sensors[i], .sense = sense_nothing, .interval = 77};
        ploy_activity_def activity = {.name = activities[i]};
        assert_int_equal(ploy_bindings_add_sensor(bindings, &sensor, NULL), PLOY_OK);
        assert_int_equal(ploy_bindings_add_activity(bindings, &activity, NULL), PLOY_OK);
    }
    ploy_condition_def seen = {.name = "seen", .test = always};
    assert_int_equal(ploy_bindings_add_condition(bindings, &seen, NULL), PLOY_OK);
    return world;
}

static void load_into(ploy_world* world, const char* path)
{
    ploy_error error;
    if (ploy_world_load_file(world, path, &error) != PLOY_OK) {
        fail_msg("%u:%u: %s (%s)", error.line, error.column, error.message, error.hint);
    }
}

static void keys_and_fact_types_come_from_a_file(void** state)
{
    (void)state;
    ploy_world* world = make_world();
    ploy_squads_configure(ploy_world_squads(world), &(ploy_squads_def){.calls.find_place = find_place});
    load_into(world, GATEHOUSE);
    load_into(world, GATEHOUSE);
    const ploy_blackboard_keys* keys = ploy_world_keys(world);
    const ploy_fact_types* types = ploy_world_fact_types(world);
    uint32_t health = ploy_blackboard_keys_find(keys, "health");
    assert_int_equal(ploy_blackboard_keys_type(keys, health), PLOY_VALUE_DECIMAL);
    ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, NULL));
    assert_int_equal(ploy_agent_get(agent, "health"), 1000);
    uint32_t enemy = ploy_fact_types_find(types, "enemy");
    assert_true(enemy != PLOY_NONE && ploy_fact_types_find(types, "order") != PLOY_NONE);
    assert_int_equal(ploy_fact_types_find_attribute(types, enemy, "place"), 1);
    ploy_world_destroy(world);
}

static void sensors_and_squads_come_from_a_file(void** state)
{
    (void)state;
    ploy_world* world = make_world();
    ploy_squads* squads = ploy_world_squads(world);
    ploy_squads_configure(squads, &(ploy_squads_def){.calls.find_place = find_place});
    load_into(world, GATEHOUSE);
    ploy_agent_create(world, NULL);
    assert_int_equal(world->sensors.list[0].interval, 77);
    assert_int_equal(world->sensors.list[1].interval, PLOY_SECOND / 5);
    assert_int_equal(world->sensors.list[2].interval, PLOY_SECOND / 2);
    const pl_squad* gate = pl_squad_at(squads, ploy_squads_find(squads, "gate"));
    assert_non_null(gate);
    assert_non_null(gate->blackboard);
    assert_int_equal(gate->size, 3);
    assert_int_equal(gate->standing.kind, PLOY_SQUAD_TASK_PATROL);
    assert_int_equal(gate->standing.place_count, 3);
    assert_int_equal(gate->standing.places[2], 2);
    ploy_world_destroy(world);
    world = make_world();
    ploy_error error;
    assert_int_equal(ploy_world_load_file(world, GATEHOUSE, &error), PLOY_INVALID);
    assert_string_equal(error.message, "unknown place 'gate' of the squad 'gate'");
    ploy_world_destroy(world);
}

static void an_agent_type_is_a_mind_ready_to_be_made(void** state)
{
    (void)state;
    ploy_file* file = load(GATEHOUSE);
    ploy_agent_info agent = ploy_file_agent(file, 0);
    assert_string_equal(agent.mind, "goap");
    assert_int_equal(agent.sensors_off, ~UINT64_C(1));
    ploy_goap_mind_def def = ploy_file_agent(file, 0).goap;
    assert_int_equal(def.search_interval, PLOY_SECOND / 4);
    assert_int_equal(def.interval, (ploy_goap_mind_def){0}.interval);
    assert_int_equal(def.hysteresis, 200);
    assert_int_equal(def.debug, PLOY_TRACE_BASIC);
    assert_int_equal(def.goal_callback_count, 1);
    assert_int_equal(def.goal_callbacks[0].interval, PLOY_SECOND / 20);
    assert_int_equal(def.goal_callbacks[0].hysteresis, 0);
    assert_int_equal(def.action_binding_count, 1);
    assert_string_equal(def.action_bindings[0].activities[1], "look_around");
    assert_int_equal(def.action_bindings[0].completes, 1);
    ploy_file_destroy(file);
}

// Writing.

typedef struct text
{
    char bytes[16384];
    size_t count;
} text;

static bool append(void* user, const char* bytes, size_t count)
{
    text* t = user;
    assert_true(t->count + count < sizeof t->bytes);
    memcpy(t->bytes + t->count, bytes, count);
    t->count += count;
    t->bytes[t->count] = '\0';
    return true;
}

static void what_is_written_is_read_as_the_same(void** state)
{
    (void)state;
    static text once, twice;
    ploy_file_def def = {0};
    ploy_file* file = load(GATEHOUSE);
    ploy_file* again;
    assert_int_equal(ploy_file_write(file, append, &once), PLOY_OK);
    assert_int_equal(ploy_file_parse(&def, once.bytes, once.count, &again, NULL), PLOY_OK);
    assert_int_equal(ploy_file_write(again, append, &twice), PLOY_OK);
    assert_string_equal(once.bytes, twice.bytes);
    ploy_agent_info a = ploy_file_agent(file, 0), b = ploy_file_agent(again, 0);
    assert_int_equal(a.sensors_off, b.sensors_off);
    assert_int_equal(a.goap.search_interval, b.goap.search_interval);
    assert_int_equal(a.goap.hysteresis, b.goap.hysteresis);
    assert_int_equal(a.goap.debug, b.goap.debug);
    assert_int_equal(a.goap.goal_callbacks[0].interval, b.goap.goal_callbacks[0].interval);
    assert_string_equal(a.goap.action_bindings[0].activities[1], b.goap.action_bindings[0].activities[1]);
    ploy_file_destroy(again);
    ploy_file_destroy(file);
}

static void an_agent_that_acts_early_is_written_as_it_was_read(void** state)
{
    (void)state;
    static const char source[] = "<ploy version='1'><domain name='d'/>"
                                 "<agent name='a' domain='d' search='anytime' act_early='true'/>"
                                 "<agent name='b' domain='d' search='anytime'/></ploy>";
    static text written;
    ploy_file_def def = {0};
    ploy_file *file, *again;
    assert_int_equal(ploy_file_parse(&def, source, sizeof source - 1, &file, NULL), PLOY_OK);
    assert_int_equal(ploy_file_write(file, append, &written), PLOY_OK);
    assert_int_equal(ploy_file_parse(&def, written.bytes, written.count, &again, NULL), PLOY_OK);
    assert_true(ploy_file_agent(again, 0).goap.act_early);
    assert_false(ploy_file_agent(again, 1).goap.act_early);
    ploy_file_destroy(again);
    ploy_file_destroy(file);
}

// What is wrong, and where.

typedef struct fault
{
    const char* body;
    const char* message; ///< as "line:column: message (hint)"
} fault;

static const fault faults[] = {
    {"<blackboard><key name='a'/><key name='a'/></blackboard>",
     "2:39: key 'a' is named twice (the first stands at line 2, column 24)"},
    {"<blackboard><key/></blackboard>", "2:13: <key> needs the attribute 'name'"},
    {"<blackboard><kee name='a'/></blackboard>", "2:13: unknown element <kee> in <blackboard> (did you mean 'key'?)"},
    {"<blackboard><key name='a' initial='1'/></blackboard>", "2:36: 'initial' of 'a' is '1' (true or false)"},
    {"<blackboard><key name='a' scopes='wrld'/></blackboard>", "2:35: unknown scope 'wrld' (did you mean 'world'?)"},
    {"<blackboard/><blackboard/>", "2:14: "},
    {"<fact name='k' floor='2'/>", "2:23: 'floor' of <fact> is out of its range (0.001 to 1)"},
    {"<fact name='k' decay='half'/>", "2:23: unknown decay 'half'"},
    {"<fact name='k'><attribute name='x'/><attribute name='x'/></fact>",
     "2:54: attribute 'x' is named twice (the first stands at line 2, column 33)"},
    {"<fact name='k'>text</fact>", "2:16: <fact> cannot hold text"},
    {"<sensor name='s' interval='-1'/>", "2:28: 'interval' of <sensor> is out of its range"},
    {"<sensor name='s' intervall='1'/>", "2:18: <sensor> has no attribute 'intervall' (did you mean 'interval'?)"},
    {"<squad name='s' size='99'/>", "2:23: 'size' of <squad> is out of its range (1 to 32)"},
    {"<squad name='s'><task kind='patroll' places='1'/></squad>",
     "2:29: unknown kind 'patroll' (did you mean 'patrol'?)"},
    {"<squad name='s'><task kind='flank' places='1'/></squad>", "2:17: the task 'flank' has 1 places (2 to 8)"},
    {"<squad name='s'><task kind='follow'/><task kind='follow'/></squad>",
     "2:38: the squad 's' has more than one task"},
    {"<domain name='d'/><sensor name='eyes'/><agent name='a' domain='d' sensors='eye'/>",
     "2:76: unknown sensor 'eye' (did you mean 'eyes'?)"},
    {"<domain name='d'/><agent name='a' domain='d' debug='all'/>", "2:53: unknown debug 'all'"},
    {"<domain name='d'/><agent name='a' domain='d' act_early='true'/>",
     "2:57: acting early needs search=\"anytime\""},
    {"<domain name='d'/><agent name='a' domain='d' act_early='yes'/>", "2:57: 'act_early' of 'a' is 'yes'"},
    {"<domain name='d'/><agent name='a' domain='d'><pursue goal='g'/></agent>", "2:60: unknown goal 'g'"},
    {"<domain name='d'><goal name='g'>true</goal></domain>"
     "<agent name='a' domain='d'><pursue goal='g' interval='0.0='/></agent>",
     "2:107: 'interval' of 'pursue' is '0.0=' (a decimal"},
    {"<domain name='d'><action name='x'/></domain><agent name='a' domain='d'>"
     "<perform action='x' activities='p q' completes='r'/></agent>",
     "2:120: 'r' is not one of the activities"},
};

static void faults_are_reported_with_their_position(void** state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        char source[512], reported[512];
        int bytes = snprintf(source, sizeof source, "<ploy version='1'>\n%s</ploy>", faults[i].body);
        ploy_file_def def = {0};
        ploy_file* file;
        ploy_error error;
        assert_int_equal(ploy_file_parse(&def, source, (size_t)bytes, &file, &error), PLOY_INVALID);
        snprintf(reported, sizeof reported, "%u:%u: %s (%s)", error.line, error.column, error.message, error.hint);
        if (strncmp(reported, faults[i].message, strlen(faults[i].message)) != 0) {
            fail_msg("%s\n%s\n%s", faults[i].body, reported, faults[i].message);
        }
    }
}

static bool load_gatehouse(const ploy_allocator* allocator)
{
    ploy_file_def def = {0};
    ploy_file* file;
    def.allocator = *allocator;
    ploy_status status = ploy_file_load(&def, GATEHOUSE, &file, NULL);
    ploy_file_destroy(file);
    return status == PLOY_OK;
}

static void without_memory_nothing_leaks(void** state)
{
    (void)state;
    test_fail_every_allocation(load_gatehouse);
}

TEST_MAIN(TEST(keys_and_fact_types_come_from_a_file), TEST(sensors_and_squads_come_from_a_file),
          TEST(an_agent_type_is_a_mind_ready_to_be_made), TEST(what_is_written_is_read_as_the_same),
          TEST(an_agent_that_acts_early_is_written_as_it_was_read),
          TEST(faults_are_reported_with_their_position), TEST(without_memory_nothing_leaks))
