// `ploy play GAME --attach`, `ploy attach` and `ploy replay`: a debugger's hand on the games, recorded and played again.

#define _POSIX_C_SOURCE 200809L // nanosleep, kill

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/base/test.h"
#include "support/program/json_reader.h"
#include "support/program/run_program.h"

typedef struct debugged_game
{
    char address[128];
    pid_t process;
    char recording[320];
} debugged_game;

static void read_text(const char* name, char* text, size_t size)
{
    char path[320];
    snprintf(path, sizeof path, "%s/%s", temporary_folder(), name);
    FILE* file = fopen(path, "r");
    size_t count = file ? fread(text, 1, size - 1, file) : 0;
    text[count] = '\0';
    if (file) fclose(file);
}

// Paused before its first tick.
static void start(debugged_game* g, const char* arguments)
{
    char line[2048], text[4096];
    const char* folder = temporary_folder();
    snprintf(g->recording, sizeof g->recording, "%s/hand.rec", folder);
    snprintf(line, sizeof line,
             "\"$PLOY\" play %s --attach --wait --speed 0 --json --record '%s' >'%s/game.out' 2>'%s/game.err' & "
             "echo $! >'%s/game.pid'",
             arguments, g->recording, folder, folder, folder);
    write_temporary("game.err", "");
    assert_int_equal(system(line), 0);
    for (int i = 0; i < 600; ++i) {
        read_text("game.err", text, sizeof text);
        if (strchr(text, '\n') && sscanf(text, "attach: %127s", g->address) == 1) break;
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    assert_non_null(strstr(g->address, "127.0.0.1:"));
    read_text("game.pid", text, sizeof text);
    g->process = (pid_t)strtol(text, NULL, 10);
    assert_true(g->process > 0);
}

static bool is_running(const debugged_game* g)
{
    return kill(g->process, 0) == 0;
}

static void wait_for_end(const debugged_game* g)
{
    for (int i = 0; i < 2400 && is_running(g); ++i) nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    assert_false(is_running(g));
}

static run_result command(const debugged_game* g, const char* words)
{
    char line[4096];
    snprintf(line, sizeof line, "attach %s %s", g->address, words);
    return run_ploy(line);
}

static void order(const debugged_game* g, const char* words, const char* expected)
{
    run_result r = command(g, words);
    if (r.status != 0 || !strstr(r.out, expected)) fail_msg("%s: %d %s%s", words, r.status, r.out, r.err);
    run_free(&r);
}

static void expect_replayed(const debugged_game* g)
{
    char hash[64], again[64], text[1 << 16], line[512];
    read_text("game.out", text, sizeof text);
    assert_true(json_at(text, "hash", hash, sizeof hash));
    snprintf(line, sizeof line, "replay '%s' --json", g->recording);
    run_result r = run_ploy(line);
    if (r.status != 0) fail_msg("%s%s", r.out, r.err);
    assert_true(json_at(r.out, "hash", again, sizeof again));
    assert_string_equal(again, hash);
    assert_true(json_at(r.out, "same", again, sizeof again));
    assert_string_equal(again, "true");
    run_free(&r);
}

// The hash of the same game without a debugger.
static void expect_changed(const char* arguments)
{
    char hash[64], plain[64], text[1 << 16], line[512];
    read_text("game.out", text, sizeof text);
    assert_true(json_at(text, "hash", hash, sizeof hash));
    snprintf(line, sizeof line, "play %s --json", arguments);
    run_result r = run_ploy(line);
    assert_true(json_at(r.out, "hash", plain, sizeof plain));
    assert_string_not_equal(plain, hash);
    run_free(&r);
}

static void a_designer_breaks_steps_sets_and_the_recording_replays_to_the_same_hash(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    debugged_game g = {0};
    start(&g, "smithy --minutes 3 --seed 905");
    order(&g,
          "'break goal FillCutter' resume wait 'agent \"smith 1\"' 'hold #1 hasPickaxe true' 'step 20' wait "
          "'disable TakeLog' 'set #2 at forest' 'clear' 'step 300' wait 'goal #3 FillWoodStock' 'step 50' wait "
          "'release #1 hasPickaxe' 'cost GoToMine 3.5' status",
          "\"what\": \"FillCutter\"");
    wait_for_end(&g); // it goes on when the debugger leaves
    expect_replayed(&g);
    expect_changed("smithy --minutes 3 --seed 905");
}

static void answers_are_one_json_object_with_json_and_commands_may_come_from_a_file(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    debugged_game g = {0};
    char value[64], line[1024];
    start(&g, "smithy --smiths 1 --minutes 1");
    run_result r = command(&g, "'step 5' wait status nonsense --json");
    assert_int_equal(r.status, 1);
    assert_true(json_is_valid(r.out));
    assert_true(json_at(r.out, "answers.2.tick", value, sizeof value));
    assert_string_equal(value, "5");
    assert_true(json_at(r.out, "answers.3.ok", value, sizeof value));
    assert_string_equal(value, "false");
    run_free(&r);
    wait_for_end(&g);
    start(&g, "smithy --smiths 1 --minutes 1");
    snprintf(line, sizeof line, "attach %s <'%s'", g.address, write_temporary("commands", "step 7\n\nwait\nstatus\n"));
    r = run_ploy(line);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "\"tick\": 7, \"seconds\": 0.7, \"paused\": true"));
    run_free(&r);
    wait_for_end(&g);
}

static void an_edited_file_takes_effect_in_the_running_smithy_and_is_replayed(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    static char text[1 << 16];
    debugged_game g = {0};
    char words[1024], path[320];
    FILE* file = fopen(PLOY_SOURCE_DIR "/games/smithy/data/smithy.xml", "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char* name = strstr(text, "<action name=\"ChopWood\"");
    assert_non_null(name);
    memcpy(strstr(name, "ChopWood"), "ChopTree", 8); // nobody bound it: it takes its duration
    snprintf(path, sizeof path, "%s", write_temporary("edited.xml", text));
    char* broken = strstr(text, "<goal");
    memcpy(broken, "<gaol", 5);
    char bad[320];
    snprintf(bad, sizeof bad, "%s", write_temporary("bad.xml", text));
    start(&g, "smithy --minutes 2 --seed 906");
    snprintf(words, sizeof words, "'step 100' wait 'load %s' 'agent #1' resume", path);
    order(&g, words, "ChopTree");
    wait_for_end(&g);
    expect_replayed(&g);
    expect_changed("smithy --minutes 2 --seed 906");

    start(&g, "smithy --smiths 1 --minutes 1");
    snprintf(words, sizeof words, "'load %s' status", bad);
    run_result r = command(&g, words);
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.out, "gaol"));
    assert_non_null(strstr(r.out, "\"line\": "));
    run_free(&r);
    wait_for_end(&g);
}

// What a soldier of the recording chose from a tick on.
static void expect_choices(const debugged_game* g, unsigned from, const char* option)
{
    char line[512];
    uint32_t count = 0;
    for (int agent = 1; agent < 10; agent += 2) {
        snprintf(line, sizeof line, "export '%s' --agent %d --events utility-chosen", g->recording, agent);
        run_result r = run_ploy(line);
        assert_int_equal(r.status, 0);
        for (char* row = strtok(r.out, "\n"); row; row = strtok(NULL, "\n")) {
            const char* tick = strstr(row, "\"tick\": ");
            assert_non_null(tick);
            if (strtoul(tick + 8, NULL, 10) < from) continue;
            if (!strstr(row, option)) fail_msg("%s", row);
            count++;
        }
        run_free(&r);
    }
    assert_true(count >= 5);
}

// The file is taken by its name, by all soldiers of that controller; others are refused.
static void an_edited_controller_takes_effect_in_the_running_arena_and_is_replayed(void** state)
{
    (void)state;
    if (!ploy_is_built() || !ploy_is_on_posix()) skip();
    static const char text[] = "<ploy version=\"1\"><utility name=\"all\"><option name=\"SeekClosestEnemy\"/></utility></ploy>";
    static const char game[] = "arena --minutes 1 --seed 910 --red utility --blue fsm";
    debugged_game g = {0};
    char words[1024];
    start(&g, game);
    snprintf(words, sizeof words, "'step 300' wait 'load %s' resume", write_temporary("utility.xml", text));
    order(&g, words, "\"ok\": true");
    wait_for_end(&g);
    expect_replayed(&g);
    expect_changed(game);
    expect_choices(&g, 300, "SeekClosestEnemy");

    start(&g, game);
    snprintf(words, sizeof words, "'load %s' status", write_temporary("utility.xml", "<ploy version=\"1\">\n<gaol/></ploy>"));
    run_result r = command(&g, words);
    assert_int_equal(r.status, 1);
    assert_non_null(strstr(r.out, "\"line\": 2"));
    run_free(&r);
    wait_for_end(&g);

    start(&g, game);
    snprintf(words, sizeof words, "'load %s' status", write_temporary("weapons.xml", text));
    r = command(&g, words);
    assert_int_equal(r.status, 1);
    if (!strstr(r.out, "it reads utility.xml fsm.xml; other files are read when a match begins")) fail_msg("%s", r.out);
    run_free(&r);
    wait_for_end(&g);
}

static void every_game_can_be_attached_to_and_replays_what_was_done(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    static const struct
    {
        const char* game;
        const char* words;
        const char* expected;
    } games[] = {
        {"arena --minutes 1 --seed 907 --red goap --blue fsm", "'break dither' 'step 200' wait 'disable GoToAmmo' agents",
         "\"name\": \"red 1\""},
        {"arena --minutes 1 --seed 908 --red gobt+squad --blue bt", "'step 300' wait 'abort #1' 'agent #2'", "\"mind\": \"bt\""},
        {"battleground --agents 12 --nodes 400 --minutes 1 --seed 909", "'step 30' wait 'disable AttackTarget' 'agent #1'",
         "\"mind\": \"bt\""},
        {"file " PLOY_SOURCE_DIR "/examples/village_smith.xml --seconds 60", "'step 20' wait agents 'step 5' wait",
         "\"mind\": \"goap\""},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; ++i) {
        debugged_game g = {0};
        start(&g, games[i].game);
        run_result r = command(&g, games[i].words);
        if (!strstr(r.out, games[i].expected)) fail_msg("%s: %s%s", games[i].game, r.out, r.err);
        run_free(&r);
        wait_for_end(&g);
        expect_replayed(&g);
    }
}

static void a_game_that_is_killed_leaves_its_debugger_with_a_clear_word(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    debugged_game g = {0};
    char line[1024], text[4096];
    start(&g, "smithy");
    // The game is paused as long as its debugger is there, which has its first answer when the game is killed. $1 is the
    // folder, $2 the address, $3 the game.
    snprintf(line, sizeof line,
             "set -- '%s' '%s' %d; \"$PLOY\" attach $2 status 'wait 60' status >$1/client.out 2>$1/client.err & client=$!; "
             "until [ -s $1/client.out ] || ! kill -0 $client; do sleep 0.1; done; kill -9 $3; wait $client",
             temporary_folder(), g.address, (int)g.process);
    assert_int_equal(WEXITSTATUS(system(line)), 2);
    read_text("client.err", text, sizeof text);
    assert_non_null(strstr(text, "the game is gone"));
    run_result r = command(&g, "status");
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "no game listens there"));
    run_free(&r);
}

static void wrong_uses_get_a_clear_word(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    static const struct
    {
        const char* line;
        const char* err;
    } cases[] = {
        {"attach", "which game?"},
        {"attach example.org:80/00 status", "127.0.0.1:PORT/TOKEN"},
        {"attach 127.0.0.1:1/00000000000000000000000000000000 status", "no game listens there"},
        {"play smithy --minutes 1 --wait", "need --attach"},
        {"play smithy --minutes 1 --speed 3", "need --attach"},
        {"view x.rec --attach 127.0.0.1:1/00", "--attach needs --live"},
        {"replay", "which recording?"},
        {"replay /nowhere.rec", "/nowhere.rec"},
        {"replay " PLOY_SOURCE_DIR "/README.md", "not a recording"},
        {"replay x.rec --tick 4", "--tick needs --do"},
        {"replay x.rec --frame", "--frame needs --do"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        run_result r = run_ploy(cases[i].line);
        if (r.status != 2 || !strstr(r.err, cases[i].err)) fail_msg("%s: %d %s", cases[i].line, r.status, r.err);
        run_free(&r);
    }
}

static void another_future_begins_at_its_tick_and_is_recorded(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    char line[1024], hash[64], other[64], path[320], second[320];
    snprintf(path, sizeof path, "%s", write_temporary("one.rec", ""));
    snprintf(second, sizeof second, "%s", write_temporary("two.rec", ""));
    snprintf(line, sizeof line, "play smithy --minutes 2 --seed 910 --json --record '%s'", path);
    run_result r = run_ploy(line);
    assert_true(json_at(r.out, "hash", hash, sizeof hash));
    run_free(&r);

    snprintf(line, sizeof line, "replay '%s' --tick 300 --do 'disable MineOre' --do 'cost ChopWood 9' --record '%s' --json",
             path, second);
    r = run_ploy(line);
    if (r.status != 0) fail_msg("%s", r.err);
    assert_true(json_at(r.out, "hash", other, sizeof other));
    assert_string_not_equal(hash, other);
    assert_true(json_at(r.out, "recorded_hash", other, sizeof other));
    assert_string_equal(hash, other);
    run_free(&r);

    // The other future is a recording like any other, with its commands.
    snprintf(line, sizeof line, "export '%s' --events command --format csv", second);
    r = run_ploy(line);
    assert_non_null(strstr(r.out, "\n300,"));
    run_free(&r);
    snprintf(line, sizeof line, "replay '%s'", second);
    r = run_ploy(line);
    if (r.status != 0) fail_msg("%s%s", r.out, r.err);
    assert_non_null(strstr(r.out, "as recorded"));
    run_free(&r);

    // Both are the same until then.
    for (int i = 0; i < 2; ++i) {
        char* events[2];
        const char* paths[2] = {path, second};
        for (int k = 0; k < 2; ++k) {
            snprintf(line, sizeof line, "export '%s' --to %s --events goal-started,action-started,action-finished", paths[k],
                     i == 0 ? "299" : "1100");
            run_result one = run_ploy(line);
            events[k] = one.out;
            free(one.err);
        }
        if (i == 0) assert_string_equal(events[0], events[1]);
        if (i == 1) assert_string_not_equal(events[0], events[1]);
        free(events[0]);
        free(events[1]);
    }
    snprintf(line, sizeof line, "replay '%s' --tick 99999 --do pause", path);
    r = run_ploy(line);
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "1200 ticks"));
    run_free(&r);
    snprintf(line, sizeof line, "replay '%s' --tick 5 --do 'disabel MineOre'", path);
    r = run_ploy(line);
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "did you mean"));
    run_free(&r);
}

// Key frames: another future is the same one, whether it is played from the beginning or from a key frame.

typedef struct other_future
{
    const char* game;
    const char* past; // what a debugger did in the recorded game; NULL: nothing
    uint32_t past_tick;
    const char* changes;
    uint32_t tick;
    const char* first_tick; // of the key frame
} other_future;

static const other_future other_futures[] = {
    {"smithy --minutes 10 --smiths 4", NULL, 0, "--do 'disable TakeOre'", 5000, "4800"},
    {"smithy --minutes 10 --smiths 4", NULL, 0, "--do 'cost MineOre 9' --do 'goal #1 FillSmelter'", 4800, "4800"},
    {"smithy --minutes 10 --smiths 4", NULL, 0, "--do 'disable TakeOre'", 1000, "0"},
    // What a key frame has of a debugger's work, and what it has not: then the one before that.
    {"smithy --minutes 10", "--do 'set #1 hasAxe true' --do 'abort #2'", 1500, "--do 'disable TakeOre'", 5000, "4800"},
    {"smithy --minutes 10", "--do 'hold #1 hasAxe true'", 3000, "--do 'disable TakeOre'", 5000, "2400"},
    {"smithy --minutes 10", "--do 'load %s/games/smithy/data/smithy.xml' --do 'priority FillSmelter 3'", 3000,
     "--do 'disable TakeOre'", 5000, "2400"},
    {"battleground --minutes 3 --respawn 2 --agents 20", NULL, 0, "--do 'disable Rest'", 7500, "7200"},
    {"arena --minutes 3 --red goap+squad --blue gobt+squad --seed 3", NULL, 0, "--do 'disable Attack'", 7300, "7200"},
    {"arena --minutes 3 --red bt+squad --blue fsm", NULL, 0, "--do 'set #1 low_health true'", 7300, "7200"},
    {"arena --minutes 3 --red utility --blue htn+squad", NULL, 0, "--do 'hold #2 low_health true'", 7300, "7200"},
    {"arena --minutes 3 --red fuzzy --blue long.goap", NULL, 0, "--do 'hold #1 under_fire true'", 8000, "7200"},
    {"arena --minutes 5 --red goap --blue bt --mode ctf", "--do 'load %s/games/arena/data/goap.xml'", 8000,
     "--do 'disable Attack'", 14500, "7200"},
};

// Played one way or the other: its hash, and all that happened since the change.
static char* play_future(const other_future* f, const char* from, const char* to, const char* frame, char hash[64])
{
    char line[2048], first[64];
    snprintf(line, sizeof line, "replay '%s' --tick %u %s %s --record '%s' --json", from, f->tick, f->changes, frame, to);
    run_result r = run_ploy(line);
    if (r.status != 0) fail_msg("%s: %s%s", line, r.out, r.err);
    assert_true(json_at(r.out, "hash", hash, 64));
    assert_true(json_at(r.out, "first_tick", first, sizeof first));
    assert_string_equal(first, *frame ? f->first_tick : "0");
    run_free(&r);
    snprintf(line, sizeof line,
             "export '%s' --from %u --format csv --events goal-started,goal-finished,goal-aborted,action-started,"
             "action-finished,activity-started,activity-ended,state-changed,utility-chosen,blackboard-written,"
             "agent-created,fact-added,order-given,decision-goal,command,mind-given",
             to, f->tick + 1); // in the tick of its key frame a recording says again what blackboards hold
    r = run_ploy(line);
    free(r.err);
    return r.out;
}

// With the folder of the sources in place of %s.
static void print_past(const char* past, char* text, size_t size)
{
    const char* folder = strstr(past, "%s");
    int before = folder ? (int)(folder - past) : (int)strlen(past);
    snprintf(text, size, "%.*s%s%s", before, past, folder ? PLOY_SOURCE_DIR : "", folder ? folder + 2 : "");
}

// The recording, to which a debugger may have done something.
static void record_past(const other_future* f, const char* path, const char* second)
{
    char line[2048], past[1024];
    snprintf(line, sizeof line, "play %s --record '%s'", f->game, f->past ? second : path);
    run_result r = run_ploy(line);
    assert_int_equal(r.status, 0);
    run_free(&r);
    if (!f->past) return;
    print_past(f->past, past, sizeof past);
    snprintf(line, sizeof line, "replay '%s' --tick %u %s --record '%s'", second, f->past_tick, past, path);
    r = run_ploy(line);
    if (r.status != 0) fail_msg("%s: %s", line, r.err);
    run_free(&r);
}

static void a_future_from_a_key_frame_is_that_from_the_beginning(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    char path[320], second[320], third[320], line[1024];
    snprintf(path, sizeof path, "%s", write_temporary("one.rec", ""));
    snprintf(second, sizeof second, "%s", write_temporary("two.rec", ""));
    snprintf(third, sizeof third, "%s", write_temporary("three.rec", ""));
    for (size_t i = 0; i < sizeof other_futures / sizeof *other_futures; ++i) {
        const other_future* f = &other_futures[i];
        char hash[64], other[64];
        record_past(f, path, second);
        char* slow = play_future(f, path, second, "", hash);
        char* fast = play_future(f, path, third, "--frame", other);
        assert_string_equal(hash, other);
        if (strcmp(slow, fast) != 0) fail_msg("%s: other events", f->game);
        assert_true(strlen(slow) > 1000);
        free(slow);
        free(fast);
        if (i % 4 != 0) continue;
        snprintf(line, sizeof line, "replay '%s'", third); // a recording like any other
        run_result r = run_ploy(line);
        if (r.status != 0 || !strstr(r.out, "as recorded")) fail_msg("%s: %s%s", f->game, r.out, r.err);
        run_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_designer_breaks_steps_sets_and_the_recording_replays_to_the_same_hash),
        cmocka_unit_test(answers_are_one_json_object_with_json_and_commands_may_come_from_a_file),
        cmocka_unit_test(an_edited_file_takes_effect_in_the_running_smithy_and_is_replayed),
        cmocka_unit_test(an_edited_controller_takes_effect_in_the_running_arena_and_is_replayed),
        cmocka_unit_test(every_game_can_be_attached_to_and_replays_what_was_done),
        cmocka_unit_test(a_game_that_is_killed_leaves_its_debugger_with_a_clear_word),
        cmocka_unit_test(wrong_uses_get_a_clear_word),
        cmocka_unit_test(another_future_begins_at_its_tick_and_is_recorded),
        cmocka_unit_test(a_future_from_a_key_frame_is_that_from_the_beginning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
