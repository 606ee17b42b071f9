// `ploy export` from the outside: every event of a recording once, with names, in three formats; bad usage.

#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

#include <ploy/recording.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXAMPLES PLOY_SOURCE_DIR "/examples/"

static char folder[256];

// Plays into a.rec.
static bool can_run(const char* play)
{
    if (!ploy_is_built()) {
        print_message("skipped: the program was not built\n");
        skip();
        return false;
    }
    const char* path = write_temporary("folder", "");
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "play %s --record %s/a.rec", play, folder);
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 0);
    run_free(&r);
    return true;
}

static run_result export(const char* options)
{
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "export %s/a.rec %s", folder, options);
    return run_ploy(arguments);
}

static void assert_says(const char* options, int status, const char* text)
{
    run_result r = export(options);
    if (r.status != status || !(strstr(r.out, text) || strstr(r.err, text)))
        fail_msg("%s: status %d, not %d, or not '%s': %.2000s%s", options, r.status, status, text, r.out, r.err);
    run_free(&r);
}

static uint32_t count_lines(const char* text)
{
    uint32_t count = 0;
    for (; *text; text++) count += *text == '\n';
    return count;
}

// Reads the recording as a caller of the library does.
static uint32_t count_events(const char* kind)
{
    char path[300];
    snprintf(path, sizeof path, "%s/a.rec", folder);
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    void* bytes = malloc((size_t)size);
    assert_int_equal(fread(bytes, 1, (size_t)size, file), size);
    fclose(file);
    ploy_recording* recording;
    ploy_recording_def def = {.bytes = bytes, .count = (size_t)size};
    assert_int_equal(ploy_recording_create(&def, &recording, NULL), PLOY_OK);
    assert_int_equal(ploy_recording_seek(recording, 0), PLOY_OK);
    ploy_trace_event event;
    uint64_t tick;
    uint32_t count = 0;
    while (ploy_recording_next(recording, &event, &tick) == PLOY_FOUND) {
        const char* name = ploy_recording_kind(recording, event.kind).name;
        count += kind ? strcmp(name, kind) == 0 : strcmp(name, "blackboard-text") != 0;
    }
    ploy_recording_destroy(recording);
    free(bytes);
    return count;
}

static void every_event_is_a_line_of_json(void** state)
{
    (void)state;
    static const char* const games[] = {"smithy --seed 3", "arena --red goap+squad --blue fsm --minutes 1",
                                        "battleground --agents 12", "file " EXAMPLES "data/shelter.xml"};
    for (size_t k = 0; k < sizeof games / sizeof games[0]; k++) {
        if (!can_run(games[k])) return;
        run_result r = export("");
        assert_int_equal(r.status, 0);
        if (count_lines(r.out) != count_events(NULL))
            fail_msg("%s: %u lines for %u events", games[k], count_lines(r.out), count_events(NULL));
        for (char* line = strtok(r.out, "\n"); line; line = strtok(NULL, "\n")) {
            char tick[32];
            if (!json_is_valid(line) || !json_at(line, "tick", tick, sizeof tick)) fail_msg("%s: %s", games[k], line);
        }
        run_free(&r);
    }
}

static void numbers_have_names_where_there_are_names(void** state)
{
    (void)state;
    if (!can_run("file " EXAMPLES "data/shelter.xml")) return;
    assert_says("--events goal-started", 0,
                "\"name\": \"shepherd\", \"event\": \"goal-started\", \"goal\": \"Hide\", ");
    assert_says("--events action-started", 0, "\"action\": \"GoTo\", \"ground\": \"GoTo(hut)\", \"goal\": \"Hide\"");
    assert_says("--events blackboard-written", 0, "\"board\": \"agent\", \"key\": \"wolf\", \"value\": true, ");
    assert_says("--events decision-goal", 0, "\"index\": \"Hide\", \"priority\": 0.9, \"status\": ");
    assert_says("--events tick-begun --to 0", 0, "{\"tick\": 0, \"agent\": null, \"name\": null, ");
}

static void objects_and_values_on_blackboards_have_names(void** state)
{
    (void)state;
    if (!can_run("smithy --minutes 1")) return;
    assert_says("--events blackboard-written", 0, "\"key\": \"at\", \"value\": \"workbench\", ");
    if (!can_run("battleground --agents 4 --seed 3")) return;
    assert_says("--events blackboard-written --to 0", 0, "\"key\": \"target\", \"value\": \"fighter ");
    assert_says("--events fight", 0, "\"event\": \"fight\", \"with\": \"fighter ");
    if (!can_run("arena --minutes 1 --red goap+squad --everything")) return;
    assert_says("--events blackboard-written --to 0", 0, "\"key\": \"order_target\", \"value\": null, ");
    assert_says("--events blackboard-written", 0, "\"key\": \"order_target\", \"value\": \"red 1\", ");
    assert_says("--events blackboard-written", 0, "\"key\": \"target\", \"value\": \"red 1\", ");
    assert_says("--events blackboard-written", 0, "\"key\": \"nav_mode\", \"value\": \"stay\", "); // the first name
    assert_says("--events blackboard-written", 0,
                "\"key\": \"nav_mode\", \"value\": \"skirmish\", ");                              // one in the middle
    assert_says("--events blackboard-written", 0, "\"key\": \"armed\", \"value\": \"loaded\", "); // the last
    assert_says("--events blackboard-written", 0, "\"key\": \"health\", \"value\": 100, ");
    assert_says("--events fact-value", 0, "\"type\": \"enemy\", \"attribute\": \"agent\", \"value\": \"red 1\"");
    assert_says("--events fact-value", 0, "\"type\": \"enemy\", \"attribute\": \"visible\", \"value\": true");
    assert_says("--events fact-value", 0, "\"type\": \"pickup\", \"attribute\": \"weapon\", \"value\": \"shotgun\"");
    assert_says("--events fact-value", 0, "\"type\": \"event\", \"attribute\": \"what\", \"value\": \"hurt\"");
    assert_says("--events fact-value", 0, "\"type\": \"order\", \"attribute\": \"kind\", \"value\": \"move\"");
    assert_says("--events belief", 0, "\"state\": \"in view\", ");
    assert_says("--events pickup", 0, "\"pickup\": \"ammo for ");
}

static void filters_leave_out_the_rest(void** state)
{
    (void)state;
    if (!can_run("smithy --seed 3")) return;
    run_result all = export("--events goal-started,goal-finished");
    run_result one = export("--events goal-started,goal-finished --agent 'smith 2'");
    run_result late = export("--events goal-started --from 100 --to 300 --agent 2");
    assert_int_equal(count_lines(all.out), count_events("goal-started") + count_events("goal-finished"));
    assert_true(count_lines(one.out) > 0 && count_lines(one.out) < count_lines(all.out));
    assert_null(strstr(one.out, "smith 1"));
    for (char* line = strtok(late.out, "\n"); line; line = strtok(NULL, "\n")) {
        char tick[32];
        assert_true(json_at(line, "tick", tick, sizeof tick));
        assert_in_range(atoi(tick), 100, 300);
    }
    run_free(&all);
    run_free(&one);
    run_free(&late);
}

static void a_table_has_a_column_per_argument(void** state)
{
    (void)state;
    if (!can_run("smithy --seed 3")) return;
    run_result r = export("--format csv --events goal-started,goal-aborted");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "tick,agent,name,event,goal,priority,why\n0,1,smith 1,goal-started,"));
    for (char* line = strtok(r.out, "\n"); line; line = strtok(NULL, "\n")) {
        uint32_t commas = 0;
        bool quoted = false;
        for (const char* at = line; *at; at++) {
            quoted ^= *at == '"';
            commas += *at == ',' && !quoted;
        }
        if (commas != 6) fail_msg("%u commas: %s", commas, line);
    }
    run_free(&r);
}

static uint32_t count_text(const char* in, const char* what)
{
    uint32_t count = 0;
    for (const char* at = in; (at = strstr(at, what)); at++) count++;
    return count;
}

static void a_chrome_trace_has_a_band_per_goal_and_action(void** state)
{
    (void)state;
    if (!can_run("smithy --seed 3")) return;
    run_result r = export("--format chrome");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_int_equal(count_text(r.out, "\"cat\": \"goal\""), count_events("goal-started"));
    assert_int_equal(count_text(r.out, "\"cat\": \"action\""), count_events("action-started"));
    assert_int_equal(count_text(r.out, "\"cat\": \"activity\""), count_events("activity-started"));
    assert_non_null(strstr(r.out, "\"name\": \"process_name\", \"args\": {\"name\": \"smith 1\"}"));
    run_free(&r);
}

static void bad_usage_says_what_would_be_right(void** state)
{
    (void)state;
    if (!can_run("smithy --seed 3 --minutes 1")) return;
    assert_says("--agent 'smyth 1'", 2, "no agent 'smyth 1', did you mean 'smith 1'?");
    assert_says("--events goal-startd", 2, "no event 'goal-startd', did you mean 'goal-started'?");
    assert_says("--events zzz", 2, "'--events help' lists them");
    assert_says("--events help", 0, "\ngoal-started\n");
    assert_says("--format xml", 2, "--format is jsonl, csv or chrome, not 'xml'");
    assert_says("--from x", 2, "--from is a tick, from 0");
    assert_says("--from 99999999", 2, "the recording has ticks 0 to ");
    run_result r = run_ploy("export");
    assert_int_equal(r.status, 2);
    run_free(&r);
    r = run_ploy("export " EXAMPLES "stuck.xml");
    assert_int_equal(r.status, 2);
    run_free(&r);
    char same[600];
    snprintf(same, sizeof same, "--out %s/a.rec", folder);
    assert_says(same, 2, "a.rec");
    assert_true(count_events(NULL) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_a_line_of_json),
        cmocka_unit_test(numbers_have_names_where_there_are_names),
        cmocka_unit_test(objects_and_values_on_blackboards_have_names),
        cmocka_unit_test(filters_leave_out_the_rest),
        cmocka_unit_test(a_table_has_a_column_per_argument),
        cmocka_unit_test(a_chrome_trace_has_a_band_per_goal_and_action),
        cmocka_unit_test(bad_usage_says_what_would_be_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
