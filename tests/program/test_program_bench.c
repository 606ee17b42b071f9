// `ploy bench plan`, cold and warm: the fields of its answer, and the same costs both times.

#define _POSIX_C_SOURCE 200809L

#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char two_goals[] =
    "<ploy version=\"1\"><domain name=\"d\"><symbol name=\"n\" type=\"int\" min=\"0\" max=\"9\"/>"
    "<action name=\"Add\" cost=\"1.5\"><effect>n += 1</effect></action><action name=\"Leap\" cost=\"4\"><effect>n += "
    "3</effect></action>"
    "<goal name=\"Some\">n >= 4</goal><goal name=\"All\">n = 9</goal></domain>"
    "<agent name=\"a\" domain=\"d\"><goals>Some</goals></agent><agent name=\"b\" "
    "domain=\"d\"><goals>All</goals></agent>"
    "<agent name=\"c\" domain=\"d\"><goals>All</goals><actions>Add</actions></agent>"
    "<agent name=\"e\" domain=\"d\"><goals>All</goals><actions>Leap</actions><state>n = 1</state></agent></ploy>";

static void assert_bench(const char* option, const char* const* extra, size_t extra_count)
{
    static const char* const costs[] = {"5.5", "12", "13.5", "null"};
    char arguments[512], path[64], value[64];
    if (!ploy_is_built()) {
        print_message("skipped: the program was not built\n");
        skip();
    }
    snprintf(arguments, sizeof arguments, "bench plan '%s' --json %s", write_temporary("bench.xml", two_goals), option);
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_true(json_at(r.out, "machine", value, sizeof value));
    assert_true(json_at(r.out, "files.0.mean_ns", value, sizeof value));
    for (size_t k = 0; k < 4; k++) {
        snprintf(path, sizeof path, "files.0.results.%zu.cost", k);
        assert_true(json_at(r.out, path, value, sizeof value));
        assert_string_equal(value, costs[k]);
    }
    assert_true(json_at(r.out, "files.0.results.3.status", value, sizeof value));
    assert_string_equal(value, "no-plan");
    for (size_t k = 0; k < extra_count; k++) assert_true(json_at(r.out, extra[k], value, sizeof value));
    run_free(&r);
}

static void cold_planning_says_what_preparation_cost(void** state)
{
    (void)state;
    static const char* const extra[] = {"files.0.prepare_ns_per_goal", "files.0.prepare_bytes_per_goal"};
    assert_bench("--cold", extra, 2);
}

static void warm_planning_says_what_warming_up_cost(void** state)
{
    (void)state;
    static const char* const extra[] = {"files.0.warmup_mean_ns"};
    assert_bench("", extra, 1);
}

static void a_name_with_quotes_and_bad_bytes_is_still_json(void** state)
{
    (void)state;
    char arguments[512], value[256];
    if (!ploy_is_built() || !ploy_is_on_posix()) skip();
    const char* path = write_temporary("we\"ird\\ \xff.xml", two_goals);
    snprintf(arguments, sizeof arguments, "bench plan '%s' --json", path);
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 0);
    assert_true(json_at(r.out, "files.0.file", value, sizeof value));
    assert_non_null(strstr(value, "we\\\"ird\\\\ \\ufffd.xml"));
    run_free(&r);
}

static void the_benchmarks_are_listed(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    run_result r = run_ploy("bench");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "plan "));
    assert_non_null(strstr(r.out, "growth "));
    assert_non_null(strstr(r.out, "record "));
    run_free(&r);
}

static void every_benchmark_runs_to_its_end(void** state)
{
    (void)state;
    static const char* const names[] = {"colony", "explain", "pddl", "mind",  "world",
                                        "crowd",  "twice",   "nav",  "record"};
    if (!ploy_is_built()) skip();
    assert_int_equal(chdir(PLOY_SOURCE_DIR), 0); // bench world reads an example
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "bench %s --small --json", names[i]);
        run_result r = run_ploy(arguments);
        if (r.status != 0) fail_msg("bench %s: %d %s", names[i], r.status, r.err);
        run_free(&r);
    }
}

static bool has_text(const char* path, const char* text)
{
    static char bytes[1 << 20];
    FILE* file = fopen(path, "rb");
    size_t count = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    if (file) fclose(file);
    bytes[count] = '\0';
    return strstr(bytes, text) != NULL;
}

// Two colonies in which little can be carried: with a look ahead from improved states alone, the first plan took 283 and
// 317 expansions. Two in which walks take energy: while what is filled up did not count, 1,517 and 1,168.
static void a_worker_who_can_carry_little_or_gets_tired_has_a_plan_soon(void** state)
{
    (void)state;
    static const char* const sizes[] = {"20_15_0",           "30_20_0",        "40_24_0",
                                        "20_15_40",          "40_24_100",      "20_15_0_distances",
                                        "40_24_0_distances", "20_15_0_energy", "40_24_0_energy"};
    static const char* const colonies[] = {"20_15_0_40008", "20_15_0_40017", "20_15_0_energy_40006",
                                           "40_24_0_energy_40017"};
    if (!ploy_is_built()) skip();
    char folder[] = "/tmp/ploy_colony_XXXXXX", text[160], value[64];
    assert_non_null(mkdtemp(folder));
    snprintf(text, sizeof text, "bench colony --seed 40000 --out %s", folder);
    run_result r = run_ploy(text);
    assert_int_equal(r.status, 0);
    run_free(&r);
    for (size_t i = 0; i < sizeof colonies / sizeof *colonies; i++) {
        snprintf(text, sizeof text, "plan %s/colony_%s.xml --search greedy --json", folder, colonies[i]);
        r = run_ploy(text);
        assert_int_equal(r.status, 0);
        assert_true(json_at(r.out, "expanded", value, sizeof value));
        assert_in_range(strtoul(value, NULL, 10), 1, 100);
        run_free(&r);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (unsigned seed = 40000; seed < 40020; seed++) {
            snprintf(text, sizeof text, "%s/colony_%s_%u.xml", folder, sizes[i], seed);
            assert_int_equal(unlink(text), 0);
        }
    }
    assert_int_equal(rmdir(folder), 0);
}

static void a_crowd_that_plans_is_drawn_before_and_after(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    assert_int_equal(chdir(PLOY_SOURCE_DIR), 0);
    char folder[] = "/tmp/ploy_crowd_XXXXXX", arguments[128], before[64], after[64];
    assert_non_null(mkdtemp(folder));
    snprintf(arguments, sizeof arguments, "bench crowd --small --json --out %s", folder);
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "crowd.basic.worst_ms"));
    assert_non_null(strstr(r.out, "crowd.groups.worst_ms"));
    run_free(&r);
    snprintf(before, sizeof before, "%s/crowd-before.svg", folder);
    snprintf(after, sizeof after, "%s/crowd-after.svg", folder);
    assert_true(has_text(before, "<path") && has_text(before, "</svg>"));
    assert_true(has_text(after, "slices, cache, groups") && has_text(after, "</svg>"));
    remove(before);
    remove(after);
    assert_int_equal(rmdir(folder), 0);
}

static void a_second_plan_leaves_out_what_is_done(void** state)
{
    (void)state;
    if (!ploy_is_built()) skip();
    assert_int_equal(chdir(PLOY_SOURCE_DIR), 0);
    run_result r = run_ploy("bench twice --small");
    assert_int_equal(r.status, 0);
    // The pickaxe is fetched once.
    assert_non_null(strstr(r.out, "  GoToIronStock              GoToMine "));
    assert_non_null(strstr(r.out, "  PickUpPickaxe              MineOre "));
    run_free(&r);
}

TEST_MAIN(TEST(every_benchmark_runs_to_its_end), TEST(a_crowd_that_plans_is_drawn_before_and_after),
          TEST(a_second_plan_leaves_out_what_is_done), TEST(cold_planning_says_what_preparation_cost),
          TEST(warm_planning_says_what_warming_up_cost), TEST(a_name_with_quotes_and_bad_bytes_is_still_json),
          TEST(the_benchmarks_are_listed), TEST(a_worker_who_can_carry_little_or_gets_tired_has_a_plan_soon))
