// `ploy play` from the outside: what all games print, and bad usage.

#define _DEFAULT_SOURCE

#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

static void assert_says(const char* arguments, int status, const char* text)
{
    run_result r = run_ploy(arguments);
    if (r.status != status || !(strstr(r.out, text) || strstr(r.err, text)))
        fail_msg("%s: status %d, not %d, or not '%s': %s%s", arguments, r.status, status, text, r.out, r.err);
    run_free(&r);
}

static void value_of(const char* arguments, const char* path, char* value, size_t size)
{
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 0);
    if (!json_at(r.out, path, value, size)) fail_msg("no %s: %s", path, r.out);
    run_free(&r);
}

static void a_smithy_says_what_it_made(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char* const fields[] = {"game",           "seed",          "ticks",      "hash",
                                         "cpu_ns",         "weapons",       "plans",      "goals_reached",
                                         "plan_ns_mean",   "plan_ns_worst", "idle_share", "smiths.1.working_share",
                                         "actions.MineOre"};
    run_result r = run_ploy("play smithy --smiths 2 --minutes 3 --seed 4 --json");
    assert_int_equal(r.status, 0);
    char value[64];
    for (uint32_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!json_at(r.out, fields[i], value, sizeof value)) fail_msg("no %s: %s", fields[i], r.out);
    assert_true(json_at(r.out, "ticks", value, sizeof value));
    assert_string_equal(value, "1800");
    run_free(&r);
}

static void an_arena_says_who_did_what(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char* const figures[] = {
        "name",  "controller",    "score",      "kills",     "deaths",   "rounds_won",    "shots",     "hits",
        "plans", "mate_distance", "ai_ns_mean", "ai_ns_min", "ai_bytes", "state_changes", "ai_ns_max", "ai_ns_p999"};
    run_result r = run_ploy("play arena --red goap+squad --blue fsm --minutes 1 --seed 4 --workers 2 --phases --json");
    assert_int_equal(r.status, 0);
    char value[64], path[64], hash[64];
    for (uint32_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        snprintf(path, sizeof path, "teams.1.%s", figures[i]);
        if (!json_at(r.out, path, value, sizeof value)) fail_msg("no %s: %s", path, r.out);
        snprintf(path, sizeof path, "agents.9.%s", figures[i]);
        if (!json_at(r.out, path, value, sizeof value)) fail_msg("no %s: %s", path, r.out);
    }
    assert_true(json_at(r.out, "frames_per_second", value, sizeof value));
    assert_true(json_at(r.out, "squad_tasks.patrol", value, sizeof value));
    assert_true(json_at(r.out, "phases.sensing", value, sizeof value));
    assert_true(json_at(r.out, "phases.deciding", value, sizeof value));
    assert_true(json_at(r.out, "ticks", value, sizeof value));
    assert_string_equal(value, "3600");
    assert_true(json_at(r.out, "hash", hash, sizeof hash));
    run_free(&r);
    value_of("play arena --red goap+squad --blue fsm --minutes 1 --seed 4 --json", "hash", value, sizeof value);
    assert_string_equal(value, hash);
}

static void a_bad_arena_is_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_says("play arena --red chess", 2, "there is no controller 'chess'");
    assert_says("play arena --mode golf", 2, "there is no mode 'golf'");
    assert_says("play arena --map 9", 2, "there is no map '9'");
    assert_says("play arena --types archer", 2, "there is no type of agents 'archer'");
    assert_says("play arena --agents 1", 2, "--agents is 2 to 1000");
    assert_says("play arena --minutes 0", 2, "--minutes is 1 to 1000");
    assert_says("play arena --minutes 1 --seed 2 --watch", 0, "point 1 is");
}

static void a_battleground_says_who_won(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char* const fields[] = {"game",          "seed",     "ticks",          "hash",
                                         "cpu_ns",        "winner",   "fights",         "blows",
                                         "path_requests", "expanded", "path_share",     "path_latency_mean",
                                         "left",          "nodes",    "ticks_a_second", "path_latency_worst"};
    run_result r = run_ploy("play battleground --agents 48 --seed 4 --nodes 500 --batch 4 --json");
    assert_int_equal(r.status, 0);
    char value[64];
    for (uint32_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!json_at(r.out, fields[i], value, sizeof value)) fail_msg("no %s: %s", fields[i], r.out);
    assert_true(json_at(r.out, "left", value, sizeof value));
    assert_string_equal(value, "1");
    run_free(&r);
    value_of("play battleground --agents 8 --respawn 1 --minutes 1 --json", "winner", value, sizeof value);
    assert_string_equal(value, "null");
}

static void a_battle_is_the_same_for_all_workers(void** state)
{
    (void)state;
    if (!can_run()) return;
    char one[64], four[64], other[64];
    value_of("play battleground --nodes 500 --json", "hash", one, sizeof one);
    value_of("play battleground --nodes 500 --workers 4 --json", "hash", four, sizeof four);
    value_of("play battleground --nodes 500 --seed 2 --json", "hash", other, sizeof other);
    assert_string_equal(one, four);
    assert_string_not_equal(one, other);
}

static void a_battle_is_drawn(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_ploy("play battleground --nodes 300 --agents 8 --watch");
    assert_int_equal(r.status, 0);
    assert_null(strchr(r.out, '\033'));
    assert_non_null(strstr(r.out, "8 of 8 left"));
    const char* line = strstr(r.out, "battleground  00:01");
    assert_non_null(line);
    for (uint32_t i = 0; i < 23; i++, line += strcspn(line, "\n") + 1) assert_true(strcspn(line, "\n") <= 80);
    assert_int_equal(strncmp(line, "battleground  00:01", 19), 0);
    run_free(&r);
    if (ploy_is_on_posix()) assert_says("play battleground --nodes 300 --agents 8 --svg /dev/stdout", 0, "</svg>");
    assert_says("play battleground --svg /no/such/folder/file", 2, "/no/such/folder/file: cannot be written");
}

static void workers_and_watching_change_only_the_time(void** state)
{
    (void)state;
    if (!can_run()) return;
    char one[64], four[64], other[64];
    value_of("play smithy --minutes 2 --json", "hash", one, sizeof one);
    value_of("play smithy --minutes 2 --workers 4 --json", "hash", four, sizeof four);
    value_of("play smithy --minutes 2 --seed 2 --json", "hash", other, sizeof other);
    assert_string_equal(one, four);
    assert_string_not_equal(one, other);
}

static void the_screen_fits_80_by_24(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_ploy("play smithy --minutes 1 --watch");
    assert_int_equal(r.status, 0);
    assert_null(strchr(r.out, '\033'));
    uint32_t lines = 0;
    const char* line = r.out;
    for (; strncmp(line, "smithy  00:10", 13) != 0; line++) assert_true(*line != '\0');
    for (; strncmp(line, "smithy  00:10", 13) == 0 || lines % 22 != 0; lines++) {
        assert_true(strcspn(line, "\n") <= 80);
        line += strcspn(line, "\n") + 1;
    }
    assert_int_equal(lines, 10 * 22);
    run_free(&r);
}

static void bad_usage_is_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_says("play", 2, "ploy play GAME");
    assert_says("play --help", 0, "smithy");
    assert_says("play smity", 2, "smithy");
    assert_says("play smithy --smiths 0", 2, "--smiths is 1 to 64");
    assert_says("play smithy --workers 0", 2, "--workers is 1 to 64");
    assert_says("play smithy --watch --json", 2, "either --watch or --json");
    assert_says("play smithy --data /no/such/file", 2, "/no/such/file: cannot be opened");
    assert_says("play smithy --first", 0, "FillSmelter, cost");
    assert_says("play battleground --agents 1", 2, "--agents is 2 to 20000");
    assert_says("play battleground --nodes 5", 2, "--nodes is 16 to 200000");
}

static void a_stray_operand_is_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_says("play arena oops", 2, "takes no operand 'oops'");
    assert_says("play smithy oops", 2, "takes no operand 'oops'");
    assert_says("play battleground -- oops", 2, "takes no operand 'oops'");
    assert_says("play arena --red --blue goap", 2, "--red needs a value");
    assert_says("play arena --red", 2, "--red needs a value");
    assert_says("play smithy --data --json", 2, "--data needs a value");
}

static const char* data_file(const char* text)
{
    static char path[320];
    snprintf(path, sizeof path, "%s", write_temporary("data.xml", text));
    return path;
}

// The message has the file, the line and the reason.
static void assert_data_is_refused(const char* game, const char* text, const char* place, const char* why)
{
    char arguments[512], expected[512];
    const char* path = data_file(text);
    snprintf(arguments, sizeof arguments, "play %s --data '%s'", game, path);
    snprintf(expected, sizeof expected, "%s%s", path, place);
    assert_says(arguments, 2, expected);
    assert_says(arguments, 2, why);
}

static void data_of_a_battleground_that_does_not_fit_is_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_data_is_refused("battleground", "<ploy version=\"1\"/>", ":1", "main_tree_to_execute");
    assert_data_is_refused("battleground",
                           "<ploy version=\"1\" main_tree_to_execute=\"A\">\n<blackboard>\n"
                           "<key name=\"target\" type=\"int\"/>\n</blackboard>\n"
                           "<BehaviorTree ID=\"A\"><DetectTarget target=\"{target}\"/></BehaviorTree></ploy>",
                           ":", "target");
    assert_data_is_refused("battleground", "<ploy version=\"1\"><fsm name=\"A\"><state name=\"s\"/></fsm></ploy>", ":1",
                           "main_tree_to_execute");
}

static void an_arena_without_its_data_folder_is_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[512];
    assert_says("play arena --data /no/such/folder", 2, "/no/such/folder: cannot be opened");
    snprintf(arguments, sizeof arguments, "play arena --data '%s'", data_file("<ploy version=\"1\"/>"));
    assert_says(arguments, 2, "cannot be opened");
    char folder[320], unreadable[340];
    snprintf(folder, sizeof folder, "%s", data_file(""));
    *strrchr(folder, '/') = '\0';
    snprintf(unreadable, sizeof unreadable, "%s/goap.xml", folder);
    assert_int_equal(mkdir(unreadable, 0700), 0);
    snprintf(arguments, sizeof arguments, "play arena --data '%s'", folder);
    assert_says(arguments, 2, "goap.xml: cannot be ");
}

// Every kind of file that the folder may have: an error names the file of the folder, and a changed file is played.
static void the_files_of_an_arena_folder_replace_the_built_in_ones(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const struct
    {
        const char *name, *text, *arguments, *message;
    } rows[] = {
        {"weapons.txt", "weapon pistol\ndamage 12\nrange x\n", "", "weapons.txt:3:"},
        {"weapons.txt", "weapon bow\n", "", "weapons.txt:1:"},
        {"all.type", "fire 1\nfly 1\n", "", "all.type:2:"},
        {"all.type", "fire 1\ndisable goap Fly\n", "", "all.type:2:"},
        {"ctf.mode", "mode ctf\nteams 1\ndisable goap Fly\n", " --mode ctf", "ctf.mode:3:"},
        {"tactics.txt", "low_health 40\nfly 1\n", "", "tactics.txt:2:"},
        {"siege.mode", "mode siege\nteems 1\n", " --mode siege", "siege.mode:2:"},
        {"goap.xml", "<ploy version=\"1\">\n<domain/></ploy>\n", "", "goap.xml:2:"},
        {"fsm.xml", "<ploy version=\"1\">\n<fsm/></ploy>\n", " --red fsm", "fsm.xml:2:"},
    };
    char folder[] = "/tmp/ploy_arena_XXXXXX", path[256], arguments[512], expected[300];
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, rows[i].name);
        FILE* file = fopen(path, "w");
        assert_non_null(file);
        fputs(rows[i].text, file);
        fclose(file);
        snprintf(arguments, sizeof arguments, "play arena --minutes 1 --data '%s'%s", folder, rows[i].arguments);
        snprintf(expected, sizeof expected, "%s/%s", folder, rows[i].message);
        assert_says(arguments, 2, expected);
        remove(path);
    }
    char built_in[64] = "", weaker[64] = "";
    run_result r = run_ploy("play arena --minutes 1 --json");
    assert_true(json_at(r.out, "hash", built_in, sizeof built_in));
    run_free(&r);
    snprintf(arguments, sizeof arguments,
             "sed 's/^damage .*/damage 1/' '%s/games/arena/data/weapons.txt' > '%s/weapons.txt'", PLOY_SOURCE_DIR,
             folder);
    assert_int_equal(system(arguments), 0);
    snprintf(arguments, sizeof arguments, "play arena --minutes 1 --json --data '%s'", folder);
    r = run_ploy(arguments);
    assert_int_equal(r.status, 0);
    assert_true(json_at(r.out, "hash", weaker, sizeof weaker));
    run_free(&r);
    assert_string_not_equal(built_in, weaker);
    snprintf(path, sizeof path, "%s/weapons.txt", folder);
    remove(path);
    remove(folder);
}

static void the_first_plans_are_json_too(void** state)
{
    (void)state;
    if (!can_run()) return;
    char value[64];
    run_result r = run_ploy("play smithy --first --json");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_true(json_at(r.out, "plans.0.goal", value, sizeof value));
    assert_true(json_at(r.out, "plans.0.status", value, sizeof value));
    run_free(&r);
}

static void every_example_can_be_played(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char* const folders[] = {PLOY_SOURCE_DIR "/examples", PLOY_SOURCE_DIR "/examples/data"};
    uint32_t files = 0;
    for (size_t f = 0; f < 2; f++) {
        DIR* folder = opendir(folders[f]);
        assert_non_null(folder);
        for (const struct dirent* entry; (entry = readdir(folder));) {
            const char* end = strrchr(entry->d_name, '.');
            if (!end || strcmp(end, ".xml") != 0) continue;
            char arguments[512], value[64];
            snprintf(arguments, sizeof arguments, "play '%s/%s' --seconds 3 --json", folders[f], entry->d_name);
            run_result r = run_ploy(arguments);
            bool is_played = r.status == 0 && json_at(r.out, "agents.0.name", value, sizeof value);
            if (!is_played) fail_msg("%s: %d %s%s", arguments, r.status, r.out, r.err);
            run_free(&r);
            files++;
        }
        closedir(folder);
    }
    assert_true(files >= 20);
}

static void a_file_is_a_game(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_says("play '" PLOY_SOURCE_DIR "/examples/hunger.xml'", 0, "villager: 1 goals reached");
    assert_says("play file '" PLOY_SOURCE_DIR "/examples/hunger.xml'", 0, "villager: 1 goals reached");
    assert_says("play '" PLOY_SOURCE_DIR "/examples/sentry.xml'", 0, "sentry");
    assert_says("play no/such/file.xml", 2, "no/such/file.xml: cannot be opened");
    assert_says("play smity", 2, "did you mean 'smithy'?");
    assert_says("play '" PLOY_SOURCE_DIR "/examples/hunger.xml' oops", 2, "which file?");
    char arguments[512];
    snprintf(arguments, sizeof arguments, "play '%s'", data_file("<ploy version=\"1\"><domain name=\"d\"/></ploy>"));
    assert_says(arguments, 2, "has no agent");
}

TEST_MAIN(TEST(every_example_can_be_played), TEST(a_file_is_a_game), TEST(a_smithy_says_what_it_made),
          TEST(an_arena_says_who_did_what), TEST(a_bad_arena_is_refused), TEST(a_battleground_says_who_won),
          TEST(a_battle_is_the_same_for_all_workers), TEST(a_battle_is_drawn),
          TEST(workers_and_watching_change_only_the_time), TEST(the_screen_fits_80_by_24), TEST(bad_usage_is_refused),
          TEST(a_stray_operand_is_refused), TEST(data_of_a_battleground_that_does_not_fit_is_refused),
          TEST(an_arena_without_its_data_folder_is_refused),
          TEST(the_files_of_an_arena_folder_replace_the_built_in_ones), TEST(the_first_plans_are_json_too))
