#define _POSIX_C_SOURCE 200809L // getpid

#include <ploy/debugger.h>
#include <ploy/io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/temporary.h"
#include "support/base/test.h"

static const char farm[] = "<ploy version='1'><domain name='farm'><symbol name='fed' type='bool'/>"
                           "<action name='Eat' duration='1'><effect>fed</effect></action><goal name='BeFed'>fed</goal>"
                           "</domain><agent name='farmer' domain='farm'/></ploy>";

static void walk(ploy_agent* agent, void* user)
{
    (void)user;
    if (agent->id.index1 < 3) agent->position = (ploy_point){(int32_t)(agent->now / 1000), (int32_t)agent->id.index1};
}

typedef struct record_by_world
{
    char path[320];
    char bytes[1 << 16];
    size_t count;
    ploy_recording* recording;
} record_by_world;

static void play(record_by_world* f)
{
    snprintf(f->path, sizeof f->path, "%s", write_temporary("world.rec", ""));
    ploy_error error;
    ploy_world* world = ploy_world_create(NULL);
    ploy_sensor_def legs = {.name = "legs", .sense = walk};
    ploy_bindings_add_sensor(ploy_world_bindings(world), &legs, NULL);
    assert_int_equal(ploy_world_load_text(world, "farm", farm, sizeof farm - 1, &error), PLOY_OK);
    ploy_record_def def = {.path = f->path};
    assert_int_equal(ploy_world_record(world, &def, &error), PLOY_OK);
    assert_int_equal(ploy_world_record(world, &def, &error), PLOY_NOT_SUPPORTED);
    for (int i = 0; i < 3; ++i) ploy_agent_create(world, &(ploy_agent_def){.type = "farmer"});
    for (int i = 0; i < 120; ++i) ploy_world_tick(world, PLOY_SECOND / 60);
    ploy_world_destroy(world);
    FILE* file = fopen(f->path, "rb");
    assert_non_null(file);
    f->count = fread(f->bytes, 1, sizeof f->bytes, file);
    fclose(file);
    remove(f->path);
    ploy_recording_def opened = {.bytes = f->bytes, .count = f->count};
    assert_int_equal(ploy_recording_create(&opened, &f->recording, &error), PLOY_OK);
}

/// Of a file that is still being written.
static uint64_t ticks_written(record_by_world* f)
{
    ploy_error error;
    FILE* file = fopen(f->path, "rb");
    assert_non_null(file);
    f->count = fread(f->bytes, 1, sizeof f->bytes, file);
    fclose(file);
    ploy_recording_def opened = {.bytes = f->bytes, .count = f->count};
    assert_int_equal(ploy_recording_create(&opened, &f->recording, &error), PLOY_OK);
    ploy_recording_info info = ploy_recording_get_info(f->recording);
    ploy_recording_destroy(f->recording);
    assert_false(info.closed);
    return info.ticks;
}

static void a_recording_can_be_followed_while_it_is_written(void** state)
{
    (void)state;
    static record_by_world f;
    snprintf(f.path, sizeof f.path, "%s", write_temporary("followed.rec", ""));
    ploy_error error;
    ploy_world* world = ploy_world_create(NULL);
    ploy_sensor_def legs = {.name = "legs", .sense = walk};
    ploy_bindings_add_sensor(ploy_world_bindings(world), &legs, NULL);
    assert_int_equal(ploy_world_load_text(world, "farm", farm, sizeof farm - 1, &error), PLOY_OK);
    assert_int_equal(ploy_world_record(world, &(ploy_record_def){.path = f.path}, &error), PLOY_OK);
    ploy_agent_create(world, &(ploy_agent_def){.type = "farmer"});
    for (int i = 0; i < 120; ++i) ploy_world_tick(world, PLOY_SECOND / 60);
    assert_in_range(ticks_written(&f), 105, 120); // a fifth of a second late at most
    ploy_status status = ploy_world_attach(world, &(ploy_attach_def){.is_paused = true}, &error);
    if (status == PLOY_OK) {
        assert_false(ploy_world_may_tick(world));
        assert_int_equal(ticks_written(&f), 120);
    } else {
        assert_int_equal(status, PLOY_NOT_SUPPORTED); // there are no sockets here
    }
    ploy_world_destroy(world);
    remove(f.path);
}

static void a_recording_has_every_tick_and_where_agents_are(void** state)
{
    (void)state;
    static record_by_world f;
    uint32_t positions = 0;
    play(&f);
    ploy_recording_info info = ploy_recording_get_info(f.recording);
    assert_int_equal(info.ticks, 120);
    assert_true(info.closed && !info.damaged);
    ploy_trace_event event;
    uint64_t tick;
    while (ploy_recording_next(f.recording, &event, &tick) == PLOY_FOUND) {
        bool is_position = strcmp(ploy_recording_kind(f.recording, event.kind).name, "position") == 0;
        if (!is_position) continue;
        assert_int_equal(event.args[1], event.agent);
        ++positions;
    }
    assert_true(positions >= 2 * 9 && positions <= 2 * 12);
    ploy_recording_destroy(f.recording);
}

static void agents_are_named_by_type_and_explain_themselves(void** state)
{
    (void)state;
    static record_by_world f;
    play(&f);
    ploy_debugger* debugger;
    ploy_error error;
    ploy_debugger_def def = {.recording = f.recording};
    assert_int_equal(ploy_debugger_create(&def, &debugger, &error), PLOY_OK);
    assert_int_equal(ploy_debugger_agent_count(debugger), 3);
    assert_string_equal(ploy_debugger_agent(debugger, 1).name, "farmer 2");
    ploy_debug_query query = {.agent = 2, .tick = 30};
    ploy_debug_answer* answer;
    assert_int_equal(ploy_debugger_query(debugger, &query, &answer, &error), PLOY_OK);
    assert_non_null(strstr(answer->text, "Eat"));
    ploy_debug_answer_destroy(answer);
    ploy_debugger_destroy(debugger);
    ploy_recording_destroy(f.recording);
}

static void a_world_with_agents_and_a_bad_path_are_refused(void** state)
{
    (void)state;
    ploy_error error;
    ploy_world* world = ploy_world_create(NULL);
    assert_int_equal(ploy_world_record(world, &(ploy_record_def){.path = "/no/such/folder/x.rec"}, &error),
                     PLOY_INVALID);
    assert_non_null(strstr(error.message, "/no/such/folder/x.rec"));
    ploy_agent_create(world, NULL);
    assert_int_equal(ploy_world_record(world, &(ploy_record_def){.path = "/tmp/x.rec"}, &error), PLOY_NOT_SUPPORTED);
    ploy_world_destroy(world);
}

TEST_MAIN(TEST(a_recording_has_every_tick_and_where_agents_are), TEST(a_recording_can_be_followed_while_it_is_written),
          TEST(agents_are_named_by_type_and_explain_themselves), TEST(a_world_with_agents_and_a_bad_path_are_refused))
