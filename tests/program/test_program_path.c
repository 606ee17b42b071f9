// `ploy path` from the outside: answers, exit status, scenarios, bad input.

#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAP "type octile\nheight 4\nwidth 6\nmap\n......\n.@@@@.\n.@..@.\n......\n"

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

static run_result ask(const char* map, const char* arguments)
{
    char line[1024];
    snprintf(line, sizeof line, "path '%s' %s", write_temporary("m.map", map), arguments);
    return run_ploy(line);
}

static void assert_at(const run_result* r, const char* path, const char* expected)
{
    char value[256] = "";
    if (!json_at(r->out, path, value, sizeof value) || strcmp(value, expected) != 0)
        fail_msg("%s is '%s', not '%s': %s%s", path, value, expected, r->out, r->err);
}

static void a_path_has_its_length_with_either_search(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char* const searches[] = {"jps", "astar"};
    for (uint32_t k = 0; k < 2; k++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "--from 0,0 --to 2,2 --search %s --json", searches[k]);
        run_result r = ask(MAP, arguments);
        assert_int_equal(r.status, 0);
        assert_at(&r, "status", "path");
        assert_at(&r, "length", "6");
        assert_at(&r, "straight", "6");
        assert_at(&r, "points.0.x", "0");
        assert_at(&r, "points.6.y", "2");
        run_free(&r);
    }
}

static void without_a_path_the_answer_is_no(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = ask(MAP, "--from 0,0 --to 1,1 --json");
    assert_int_equal(r.status, 1);
    assert_at(&r, "status", "no-path");
    assert_at(&r, "length", "null");
    run_free(&r);
    r = ask(MAP, "--from 0,0 --to 1,1 --partial --json");
    assert_int_equal(r.status, 1);
    assert_at(&r, "status", "partial");
    run_free(&r);
    r = ask(MAP, "--from 0,3 --to 4,2 --size 2 --json");
    assert_int_equal(r.status, 1);
    run_free(&r);
}

static void small_maps_are_drawn(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[512], svg_path[256], text[64] = "";
    snprintf(svg_path, sizeof svg_path, "%s", write_temporary("m.svg", ""));
    snprintf(arguments, sizeof arguments, "--from 0,0 --to 5,3 --smooth --svg '%s'", svg_path);
    run_result r = ask(MAP, arguments);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "Aooo"));
    assert_non_null(strstr(r.out, ".@@@@"));
    run_free(&r);
    FILE* svg = fopen(svg_path, "r");
    assert_non_null(svg);
    assert_non_null(fgets(text, sizeof text, svg));
    assert_memory_equal(text, "<svg ", 5);
    fclose(svg);
}

static run_result check_scenario(const char* line, const char* options)
{
    char text[512], arguments[1024];
    write_temporary("maze.map", MAP);
    snprintf(text, sizeof text, "version 1\n%s\n", line);
    snprintf(arguments, sizeof arguments, "path --scen '%s' --json %s", write_temporary("maze.map.scen", text),
             options);
    return run_ploy(arguments);
}

static void a_scenario_is_checked_against_its_lengths(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = check_scenario("0 maps/far/maze.map 6 4 0 0 2 2 6.0", "--search astar");
    assert_int_equal(r.status, 0);
    assert_at(&r, "queries", "1");
    assert_at(&r, "mismatches", "0");
    run_free(&r);
    r = check_scenario("0 maze.map 6 4 0 0 2 2 5.41421", "");
    assert_int_equal(r.status, 1);
    assert_at(&r, "mismatches", "1");
    assert_at(&r, "wrong.0.line", "2");
    run_free(&r);
}

static void assert_bad(run_result r, const char* part)
{
    if (r.status != 2 || !strstr(r.err, part)) fail_msg("status %d, '%s' instead of '%s'", r.status, r.err, part);
    assert_string_equal(r.out, "");
    run_free(&r);
}

static void bad_input_is_named_with_its_place(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_bad(ask(MAP, "--from 0,0 --to 6,0"), "--to 6,0 is not on the map");
    assert_bad(ask(MAP, "--from 0 --to 1,0"), "--from takes two numbers");
    assert_bad(ask(MAP, "--from 0,0"), "--to");
    assert_bad(ask(MAP, "--from 0,0 --to 1,0 --search dijkstra"), "jps or astar");
    assert_bad(ask(MAP, "--from 0,0 --to 1,0 --size 99"), "--size");
    assert_bad(ask("type octile\nheight 1000000000\nwidth 1000000000\nmap\n", "--from 0,0 --to 1,0"), "m.map:2:8:");
    assert_bad(ask("type octile\nheight 2\nwidth 3\nmap\n...\n", "--from 0,0 --to 1,0"), "m.map:4:");
    assert_bad(check_scenario("0 maze.map 6 4 0 0 9 2 6.0", ""), "maze.map.scen:2:");
    assert_bad(check_scenario("0 maze.map 7 4 0 0 2 2 6.0", ""), "maze.map.scen:2:");
    assert_bad(check_scenario("0 none.map 7 4 0 0 2 2 6.0", ""), "none.map: cannot be opened");
    assert_bad(run_ploy("path --scen x.scen --smooth"), "--scen");
}

TEST_MAIN(TEST(a_path_has_its_length_with_either_search), TEST(without_a_path_the_answer_is_no),
          TEST(small_maps_are_drawn), TEST(a_scenario_is_checked_against_its_lengths),
          TEST(bad_input_is_named_with_its_place))
