// `ploy ask` from the outside: recordings of the examples, the sentences that explain decisions, and bad usage.

#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

#include <stdio.h>
#include <string.h>

static char folder[256];

static bool can_run(void)
{
    if (!ploy_is_built()) {
        print_message("skipped: the program was not built\n");
        skip();
        return false;
    }
    const char* path = write_temporary("folder", "");
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    return true;
}

static void assert_says(const char* arguments, int status, const char* text)
{
    run_result r = run_ploy(arguments);
    if (r.status != status || !(strstr(r.out, text) || strstr(r.err, text)))
        fail_msg("%s: status %d, not %d, or not '%s': %s%s", arguments, r.status, status, text, r.out, r.err);
    run_free(&r);
}

// Plays with arguments, then asks with others.
static void ask_after(const char* play, const char* question, int status, const char* text)
{
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "play %s --record %s/a.rec", play, folder);
    assert_says(arguments, 0, "");
    snprintf(arguments, sizeof arguments, "ask %s/a.rec %s", folder, question);
    assert_says(arguments, status, text);
}

#define EXAMPLES PLOY_SOURCE_DIR "/examples/"

static void an_idle_agent_says_why(void** state)
{
    (void)state;
    if (!can_run()) return;
    const char* why = "miller is idle: HaveBread requires hasBread, which only Bake could achieve; Bake needs "
                      "hasFlour, which only Grind could achieve; Grind needs sluiceOpen, which only OpenSluice "
                      "could achieve; OpenSluice needs hasKey, which only TakeKey could achieve; TakeKey needs "
                      "keyOnHook, which no available action achieves.\n";
    ask_after("file " EXAMPLES "stuck.xml", "--agent miller", 0, why);
    ask_after("file " EXAMPLES "stuck.xml", "--agent miller --flip Bake", 0, "  keyOnHook: it would choose HaveBread");
    ask_after("file " EXAMPLES "stuck.xml", "--problems", 1, why);
}

static void each_decision_of_a_tick_can_be_queried(void** state)
{
    (void)state;
    if (!can_run()) return;
    const char* game = "file " EXAMPLES "stuck.xml";
    ask_after(game, "--agent 1 --tick 5", 0, "decided in tick 5, 2. of 2.\n");
    ask_after(game, "--agent 1 --tick 5", 0, "In the same tick, decision 1: HaveBread.\n");
    ask_after(game, "--agent 1 --tick 5 --nth 1", 0, "  1  HaveBread is chosen\n");
    ask_after(game, "--agent 1 --tick 5 --nth 1", 0, "In the same tick, decision 2: nothing to do.\n");
    ask_after(game, "--agent 1 --tick 5 --nth 3", 2, "made no decision 3 in that tick");
    ask_after(game, "--agent 1 --tick 5 --search", 0, "The search for HaveBread with astar, run again: ");
}

static void a_goal_that_is_held_can_be_queried(void** state)
{
    (void)state;
    if (!can_run()) return;
    const char* game = "file " EXAMPLES "data/shelter.xml";
    ask_after(game, "--agent shepherd", 0, "decided in tick 73.\nshepherd holds Hide: it is met.\n");
    ask_after(game, "--agent shepherd", 0, "  0.9  Hide is met and held\n  0.5  FeedFlock has a lower priority\n");
    ask_after(game, "--agent shepherd --tick 20", 0,
              "shepherd chose Hide and plans GoTo(pen), PenSheep and GoTo(hut).");
    ask_after(game, "--agent shepherd --with 'not wolf'", 0, "would choose FeedFlock and plan GoTo(meadow) and Graze");
    ask_after(game, "--agent shepherd --with 'not penned'", 0, "would choose Hide and plan GoTo(pen), PenSheep and ");
    ask_after(game, "--agent shepherd --with fed", 0, "With fed, shepherd would hold Hide.\n");
    ask_after(game, "--agent shepherd --flip Graze", 0, "  not wolf: it would choose FeedFlock");
    ask_after(game, "--problems", 0, "No agent dithers, is idle or starves.");
    assert_says("plan " EXAMPLES "data/shelter.xml --set 'penned, at = hut'", 0, "Hide for shepherd: holds already");
    assert_says("explain " EXAMPLES "data/shelter.xml --set 'penned, at = hut'", 0,
                "Goal Hide (priority 0.9): held, it is met and the agent stays with it.\n"
                "Goal FeedFlock (priority 0.5): not tried, one before it was chosen.\n");
}

static void an_agent_that_dithers_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    ask_after("file " EXAMPLES "data/dithering.xml", "--problems", 1, "donkey dithers between LeftStack and RightStack: ");
}

static void an_agent_that_starves_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    ask_after("file " EXAMPLES "data/starved.xml --nodes 4", "--problems", 1,
              "librarian starves: a search takes 9.9 s, ticks 0 to 99.\n");
    ask_after("file " EXAMPLES "data/starved.xml", "--problems", 0, "No agent dithers, is idle or starves.\n");
}

static void a_smithy_is_queried(void** state)
{
    (void)state;
    if (!can_run()) return;
    ask_after("smithy --minutes 1", "--problems", 0, "No agent dithers");
    ask_after("smithy --minutes 1", "", 0, "   1  smith 1  goap smithy\n");
    ask_after("smithy --minutes 1", "--tick 500 --agent 'smith 2' --json", 0, "\"same\": true");
}

static void bad_queries_are_reported(void** state)
{
    (void)state;
    if (!can_run()) return;
    ask_after("smithy --minutes 1", "--tick 600 --agent 1", 2, "the recording has ticks 0 to 599");
    ask_after("smithy --minutes 1", "--tick 6x --agent 1", 2, "--tick is a number");
    ask_after("smithy --minutes 1", "--tick 6", 2, "which agent?");
    ask_after("smithy --minutes 1", "--agent smth1", 2, "no agent 'smth1', did you mean 'smith 1'?");
    ask_after("smithy --minutes 1", "--agent 1 --why-not MineOr", 2, "did you mean 'MineOre'?");
    ask_after("smithy --minutes 1", "--agent 1 --with 'at = moon'", 2, "moon");
    assert_says("ask", 2, "which recording?");
    assert_says("ask /nowhere/at.all", 2, "cannot be opened");
    assert_says("ask /dev/zero", 2, "/dev/zero: larger than 256 MB, the limit");
    assert_says("view /dev/zero --out /dev/null", 2, "");
    char arguments[512];
    snprintf(arguments, sizeof arguments, "ask %s", write_temporary("no.rec", "no recording"));
    assert_says(arguments, 2, "not a recording");
}

// The first `count` bytes of the recording, with one of them changed; at 0: none.
static void copy_recording(const char* name, size_t count, size_t at)
{
    char path[512];
    static unsigned char bytes[1 << 20];
    snprintf(path, sizeof path, "%s/a.rec", folder);
    FILE* file = fopen(path, "rb");
    size_t got = file ? fread(bytes, 1, count < sizeof bytes ? count : sizeof bytes, file) : 0;
    if (file) fclose(file);
    assert_true(got > at && got < sizeof bytes);
    if (at > 0) bytes[at] ^= 1;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, got, file), got);
    fclose(file);
}

static void assert_answers(const char* question, const char* out, const char* json_key, const char* value,
                           const char* err)
{
    char arguments[1024], shown[64];
    snprintf(arguments, sizeof arguments, question, folder, folder);
    run_result r = run_ploy(arguments);
    bool is_json = strstr(arguments, "--json") != NULL;
    bool is_good = r.status == 0 && strstr(r.out, out) && (*err ? strstr(r.err, err) != NULL : *r.err == '\0');
    if (is_json)
        is_good &= json_is_valid(r.out) && json_at(r.out, json_key, shown, sizeof shown) && !strcmp(shown, value);
    if (!is_good) fail_msg("%s: status %d: %s%s", arguments, r.status, r.out, r.err);
    run_free(&r);
}

// Some builds have no page for ploy view.
static bool has_page(void)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "view %s/a.rec --out /dev/null", folder);
    run_result r = run_ploy(arguments);
    bool has = !strstr(r.err, "built without the page");
    run_free(&r);
    return has;
}

static void a_recording_that_is_damaged_or_cut_says_so(void** state)
{
    (void)state;
    if (!can_run()) return;
    ask_after("smithy --minutes 1", "", 0, "smith 1");
    copy_recording("cut.rec", 26000, 0);
    copy_recording("bad.rec", 1 << 19, 26000);
    static const char damaged[] = "is damaged; the answer is about its first 300 ticks",
                      cut[] = "is not complete: its game is running or ended early, or the file was cut; the answer is "
                              "about its first 300 ticks";
    assert_answers("ask %s/bad.rec --agent 1", "tick 299, decided in", "", "", damaged);
    assert_answers("ask %s/bad.rec --agent 1 --json", "\"same\": true", "damaged", "true", damaged);
    assert_answers("ask %s/bad.rec --problems --json", "\"problems\"", "damaged", "true", damaged);
    assert_answers("ask %s/bad.rec --json", "\"agents\"", "damaged", "true", damaged);
    assert_answers("ask %s/bad.rec", "smith 1", "", "", damaged);
    assert_answers("ask %s/cut.rec --agent 1", "tick 299, decided in", "", "", cut);
    assert_answers("ask %s/cut.rec --agent 1 --json", "\"same\": true", "closed", "false", cut);
    assert_answers("ask %s/cut.rec --problems --json", "\"problems\"", "closed", "false", cut);
    if (has_page()) {
        assert_answers("view %s/bad.rec --json --out %s/page.html", "\"ticks\": 300", "damaged", "true",
                       "is damaged; the page shows its first 300 ticks");
        assert_answers("view %s/cut.rec --json --out %s/page.html", "\"ticks\": 300", "closed", "false",
                       "the page shows its first 300 ticks");
        assert_answers("view %s/a.rec --json --out %s/page.html", "\"damaged\": false", "closed", "true", "");
    }
    assert_answers("ask %s/a.rec --agent 1 --json", "\"damaged\": false", "closed", "true", "");
    assert_answers("ask %s/a.rec --problems --json", "\"damaged\": false", "closed", "true", "");
    assert_answers("ask %s/a.rec --json", "\"damaged\": false", "closed", "true", "");

    char arguments[1024];
    snprintf(arguments, sizeof arguments, "view %s/a.rec --out %s/a.html", folder, folder);
    run_result r = run_ploy(arguments);
    bool has_page = !strstr(r.err, "built without the page");
    run_free(&r);
    if (!has_page) return;
    assert_answers("view %1$s/bad.rec --out %1$s/bad.html --json", "\"ticks\": 300", "damaged", "true",
                   "is damaged; the page shows its first 300 ticks");
    assert_answers("view %1$s/cut.rec --out %1$s/cut.html --json", "\"damaged\": false", "closed", "false",
                   "the page shows its first 300 ticks");
    assert_answers("view %1$s/bad.rec --out %1$s/bad.html", "300 ticks", "", "", "is damaged");
    assert_answers("view %1$s/a.rec --out %1$s/a.html --json", "\"closed\": true", "damaged", "false", "");
}

TEST_MAIN(TEST(an_idle_agent_says_why), TEST(each_decision_of_a_tick_can_be_queried),
          TEST(a_goal_that_is_held_can_be_queried), TEST(an_agent_that_dithers_is_found),
          TEST(an_agent_that_starves_is_found), TEST(a_smithy_is_queried), TEST(bad_queries_are_reported),
          TEST(a_recording_that_is_damaged_or_cut_says_so))
