// Tuning: marks are found and nothing but their numbers changes, values are found by playing, and a kill changes nothing.

#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "programs/experiment/seeds.h"
#include "programs/tune/contest.h"
#include "programs/tune/marks.h"
#include "support/base/test.h"
#include "support/program/json_reader.h"
#include "support/program/run_program.h"

static const char marked[] =
    "<ploy version=\"1\">\n"
    "  <!-- tune: cost 1 to 9; limit 5.0 to 30.0 -->\n"
    "  <action name=\"Chase\" cost=\"3\" limit='8'><pre>a = 2</pre></action>\n"
    "  <!-- no mark -->\n"
    "  <!-- tune: priority[2] 0.01 to 0.10 -->\n"
    "  <goal name=\"Dodge\" priority=\"0.76 + 0.02 * sight_4\">dodged</goal>\n"
    "  <!-- tune: points[3] -2 to 2 -->\n"
    "  <key of=\"x\" points=\"0 1, -1.5 1\"/>\n"
    "  <!-- tune: text[1] 0.2 to 0.8 -->\n"
    "  <rule>if a &gt; 0.5 then b</rule>\n"
    "</ploy>\n";

static void marks_are_found_with_their_ranges(void** state)
{
    (void)state;
    marks m;
    ploy_error error;
    if (marks_find(&m, marked, strlen(marked), &error) != PLOY_OK) fail_msg("%u: %s", error.line, error.message);
    assert_int_equal(m.count, 5);
    assert_string_equal(m.items[0].name, "action Chase cost");
    assert_true(m.items[0].value == 3 && m.items[0].low == 1 && m.items[0].high == 9 && m.items[0].places == 0);
    assert_true(m.items[1].value == 8 && m.items[1].places == 1);
    assert_string_equal(m.items[2].name, "goal Dodge priority[2]");
    assert_true(m.items[2].value == 0.02);
    assert_int_equal(m.items[2].line, 6);
    assert_true(m.items[3].value == -1.5 && m.items[3].places == 1);
    assert_true(m.items[4].value == 0.5);
    assert_true(mark_value(&m.items[2], 0) == 0.01 && mark_value(&m.items[2], 1) == 0.10);
    assert_true(mark_value(&m.items[0], 0.51) == 5);
    marks_free(&m);
}

static void only_the_marked_numbers_change(void** state)
{
    (void)state;
    marks m;
    ploy_error error;
    assert_int_equal(marks_find(&m, marked, strlen(marked), &error), PLOY_OK);
    const double values[] = {9, 12.5, 0.07, 0, 0.3};
    size_t bytes;
    char* text = marks_write(&m, marked, strlen(marked), values, &bytes);
    text[bytes - 1] = '\0';
    assert_non_null(strstr(text, "cost=\"9\" limit='12.5'><pre>a = 2</pre>"));
    assert_non_null(strstr(text, "priority=\"0.76 + 0.07 * sight_4\""));
    assert_non_null(strstr(text, "points=\"0 1, 0.0 1\""));
    assert_non_null(strstr(text, "if a &gt; 0.3 then b"));
    text[bytes - 1] = '\n';
    marks again;
    assert_int_equal(marks_find(&again, text, bytes, &error), PLOY_OK);
    const double old[] = {3, 8, 0.02, -1.5, 0.5};
    size_t back_bytes;
    char* back = marks_write(&again, text, bytes, old, &back_bytes);
    assert_int_equal(back_bytes, strlen(marked) + 2); // "8.0" for "8"
    marks_free(&m);
    marks_free(&again);
    free(text);
    free(back);
}

static void bad_marks_are_refused_with_their_place(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        uint32_t line, column;
        const char* says;
    } cases[] = {
        {"<a>\n<!-- tune: cost 1 -->\n<b cost=\"1\"/></a>", 2, 1, "no mark"},
        {"<a>\n<!-- tune: cost 9 to 1 -->\n<b cost=\"1\"/></a>", 2, 1, "no mark"},
        {"<a>\n<!-- tune: cots 1 to 9 -->\n<b cost=\"1\"/></a>", 2, 1, "'cots'"},
        {"<a>\n<!-- tune: cost[2] 1 to 9 -->\n<b cost=\"1\"/></a>", 3, 10, "number 2"},
        {"<a>\n<!-- tune: cost 1 to 9 -->\n<b cost=\"12\"/></a>", 3, 10, "outside"},
        {"<a>\n<!-- tune: cost 1 to 9 -->\n</a>", 2, 1, "no element"},
        {"<a>\n<b></a>", 2, 6, "mismatched"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        marks m;
        ploy_error error;
        assert_int_equal(marks_find(&m, cases[i].text, strlen(cases[i].text), &error), PLOY_INVALID);
        if (error.line != cases[i].line || error.column != cases[i].column || !strstr(error.message, cases[i].says))
            fail_msg("case %u: %u:%u: %s", i, error.line, error.column, error.message);
        assert_int_equal(m.count, 0);
    }
}

static void every_candidate_plays_the_same_matches_on_both_sides(void** state)
{
    (void)state;
    contest_plan plan = {.mode_count = 3, .map_count = 2, .opponent_count = 4};
    assert_int_equal(contest_round(&plan), 48);
    uint32_t seen[3][2][4][2] = {0};
    for (uint32_t i = 0; i < 96; i++) {
        contest_match m = contest_get(&plan, 500, i);
        assert_int_equal(m.seed, 500 + i / 48);
        seen[m.mode][m.map][m.opponent][m.swapped]++;
    }
    for (uint32_t i = 0; i < 48; i++) assert_int_equal((&seen[0][0][0][0])[i], 2);
    assert_true(contest_score((contest_result){0, 0}) == 0);
    assert_true(contest_score((contest_result){3, 1}) == 0.5);
    assert_true(contest_score((contest_result){-2, 0}) == -1);
}

// One who never fetches rounds, as the file stands: no number is below 0.
static const char coward[] =
    "<ploy version=\"1\" main_tree_to_execute=\"Coward\"><BehaviorTree ID=\"Coward\"><ReactiveFallback>\n"
    "<AttackShortRange _while=\"target_visible and weapon_loaded\"/>\n"
    "<Reload _while=\"can_reload and not weapon_loaded\"/>\n"
    "<ChangeWeapon _while=\"not weapon_loaded and other_ready\"/>\n"
    "<!-- tune: _while 0 to 60 -->\n"
    "<GoToAmmo _while=\"knows_ammo and ammo lt 0\"/>\n"
    "<SeekClosestEnemy/>\n"
    "</ReactiveFallback></BehaviorTree></ploy>\n";

static bool can_tune(void)
{
    bool is_built = ploy_is_built();
    run_result r = is_built ? run_ploy("tune") : (run_result){0};
    bool can = is_built && !strstr(r.err, "without NLopt");
    if (is_built) run_free(&r);
    if (!can) {
        print_message("skipped: the program was not built, or without NLopt\n");
        skip();
    }
    return can;
}

typedef struct place
{
    char folder[64], file[96], tuned[96];
} place;

static place make_place(const char* text)
{
    place p = {.folder = "/tmp/ploy_tune_XXXXXX"};
    assert_non_null(mkdtemp(p.folder));
    snprintf(p.file, sizeof p.file, "%s/bt.xml", p.folder);
    snprintf(p.tuned, sizeof p.tuned, "%s/bt.tuned.xml", p.folder);
    FILE* file = fopen(p.file, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return p;
}

static void remove_place(const place* p)
{
    static const char* const names[] = {"bt.xml", "bt.tuned.xml", "bt.html", "bt.sqlite",
                                        "bt.sqlite-wal"};
    char path[128];
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", p->folder, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(p->folder), 0);
}

#define CONTEST                                                                                                        \
    "--opponents random --modes deathmatch --maps 1 --seconds 30 --matches 40 --validation 12 --json --quiet"

static run_result tune(const place* p, const char* more)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "tune %s --out %s " CONTEST " %s", p->file, p->folder, more);
    return run_ploy(arguments);
}

static char* read_text(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (!file) return NULL;
    char* text = calloc(1, 1 << 20);
    assert_non_null(text);
    text[fread(text, 1, (1 << 20) - 1, file)] = 0;
    fclose(file);
    return text;
}

static double number_at(const run_result* r, const char* path)
{
    char value[64];
    if (!json_at(r->out, path, value, sizeof value)) fail_msg("no %s in %s%s", path, r->out, r->err);
    return strtod(value, NULL);
}

static void a_bad_value_is_found_by_playing(void** state)
{
    (void)state;
    if (!can_tune()) return;
    place p = make_place(coward);
    run_result r = tune(&p, "--jobs 2");
    if (r.status != 0) fail_msg("%s%s", r.out, r.err);
    assert_true(json_is_valid(r.out));
    assert_true(number_at(&r, "files.0.values.0.after") >= 1);
    assert_true(number_at(&r, "files.0.low") > 0);
    assert_true(number_at(&r, "files.0.matches") <= 40);
    assert_true(number_at(&r, "files.0.seed") >= SEEDS_TUNING_FIRST);
    assert_true(number_at(&r, "files.0.validation_seed") >= SEEDS_VALIDATION_FIRST);
    char *old = read_text(p.file), *tuned = read_text(p.tuned);
    assert_string_equal(old, coward);
    assert_non_null(tuned);
    assert_null(strstr(tuned, "ammo lt 0\""));
    assert_non_null(strstr(tuned, "<!-- tune: _while 0 to 60 -->"));
    char path[128];
    snprintf(path, sizeof path, "%s/bt.html", p.folder);
    char* report = read_text(path);
    assert_non_null(strstr(report, "<svg"));
    assert_non_null(strstr(report, "GoToAmmo"));
    free(old);
    free(tuned);
    free(report);
    run_free(&r);
    remove_place(&p);
}

static void start_and_kill(const place* p, long microseconds)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execl(getenv("PLOY"), "ploy", "tune", p->file, "--out", p->folder, "--opponents", "random", "--modes",
              "deathmatch", "--maps", "1", "--seconds", "30", "--matches", "40", "--validation", "12", (char*)NULL);
        _exit(127);
    }
    nanosleep(&(struct timespec){microseconds / 1000000, microseconds % 1000000 * 1000}, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void a_kill_and_more_jobs_change_no_value(void** state)
{
    (void)state;
    if (!can_tune()) return;
    place whole = make_place(coward), killed = make_place(coward);
    run_result r = tune(&whole, "--jobs 1");
    assert_int_equal(r.status, 0);
    for (long i = 0; i < 4; i++) start_and_kill(&killed, 40000 + 60000 * i);
    run_result again = tune(&killed, "--jobs 3");
    assert_int_equal(again.status, 0);
    static const char* const paths[] = {"files.0.trials", "files.0.values.0.after", "files.0.old_score", "files.0.gain"};
    for (uint32_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_true(number_at(&r, paths[i]) == number_at(&again, paths[i]));
    run_free(&r);
    run_free(&again);
    // A third time there is nothing left to play, and the answer is the same.
    again = tune(&killed, "");
    assert_int_equal(again.status, 0);
    assert_non_null(strstr(again.out, "\"workers\": null"));
    run_free(&again);
    remove_place(&whole);
    remove_place(&killed);
}

static void assert_complains(const place* p, const char* more, const char* says)
{
    run_result r = tune(p, more);
    if (r.status != 2 || !strstr(r.err, says)) fail_msg("status %d, not '%s': %s", r.status, says, r.err);
    run_free(&r);
}

static void seeds_are_never_mixed_and_bad_usage_is_refused(void** state)
{
    (void)state;
    if (!can_tune()) return;
    place p = make_place(coward);
    assert_complains(&p, "--seed 5", "--seed is 10000000");
    assert_complains(&p, "--seed 19999999", "--seed is 10000000");
    assert_complains(&p, "--seed 20000000", "--seed is 10000000");
    assert_complains(&p, "--seed 200710000", "--seed is 10000000");
    assert_complains(&p, "--matches 4", "--matches 4 is too few");
    assert_complains(&p, "--opponents bt", "its own opponent");
    assert_complains(&p, "--opponents goat", "unknown 'goat'");
    assert_complains(&p, "--modes golf", "unknown 'golf'");
    assert_complains(&p, "--method magic", "--method");
    assert_complains(&p, "--jobs 0", "--jobs");
    remove_place(&p);
    p = make_place("<ploy version=\"1\"/>");
    assert_complains(&p, "", "no number is marked");
    remove_place(&p);
    p = make_place("<ploy version=\"1\">\n<!-- tune: x 1 to -->\n<a/></ploy>");
    assert_complains(&p, "", "bt.xml:2:1: ");
    remove_place(&p);
}

TEST_MAIN(TEST(marks_are_found_with_their_ranges),
          TEST(only_the_marked_numbers_change),
          TEST(bad_marks_are_refused_with_their_place),
          TEST(every_candidate_plays_the_same_matches_on_both_sides),
          TEST(a_bad_value_is_found_by_playing),
          TEST(a_kill_and_more_jobs_change_no_value),
          TEST(seeds_are_never_mixed_and_bad_usage_is_refused))
