// MovingAI's maps and scenarios: what is read, and that what is wrong is named with its line. And, where the shared
// maps are, every length of every scenario with both searches.

#include <dirent.h>
#include <math.h>
#include <ploy/movingai.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocators.h"
#include "support/test.h"

#define HEAD "type octile\nheight 2\nwidth 3\nmap\n"

static ploy_status parse_map(const char* text, ploy_grid** grid, ploy_error* error)
{
    ploy_movingai_def def = {0};
    return ploy_movingai_parse(&def, text, strlen(text), grid, error);
}

static ploy_status parse_scenario(const char* text, ploy_scenario** scenario, ploy_error* error)
{
    ploy_movingai_def def = {0};
    return ploy_scenario_parse(&def, text, strlen(text), scenario, error);
}

static void check_cells(const char* text, const char* expected)
{
    ploy_grid* grid;
    ploy_error error;
    if (parse_map(text, &grid, &error) != PLOY_OK) fail_msg("%u: %s", error.line, error.message);
    assert_int_equal(ploy_grid_width(grid) * ploy_grid_height(grid), strlen(expected));
    for (uint32_t i = 0; expected[i]; i++) assert_int_equal(ploy_grid_weight(grid, i), expected[i] == '.');
    ploy_grid_destroy(grid);
}

static void a_map_is_read_with_either_line_end(void** state)
{
    (void)state;
    check_cells(HEAD ".GS\n@OT\n", "...@@@");
    check_cells(HEAD "W..\n...", "@.....");
    check_cells("type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n.@.\r\n@@@\r\n", ".@.@@@");
    check_cells("width 1\nheight 1\ntype octile\nmap\n.\n\n \n", ".");
}

typedef struct bad_text
{
    const char* text;
    uint32_t line;
    const char* part; // of the message
} bad_text;

static const bad_text bad_maps[] = {
    {"", 1, "no line"},
    {"type octile\nheight 2\n", 2, "\"map\""},
    {"type hex\nheight 2\nwidth 3\nmap\n...\n...\n", 1, "hex"},
    {"type octile\nheight 0\nwidth 3\nmap\n", 2, "height '0'"},
    {"type octile\nheight -2\nwidth 3\nmap\n", 2, "height '-2'"},
    {"type octile\nheight 1000000000\nwidth 1000000000\nmap\n", 2, "1000000000"},
    {"type octile\nheight 99999999999999999999\nwidth 3\nmap\n", 2, "999"},
    {"type octile\nheight 60000\nwidth 60000\nmap\n...\n", 4, "60000 by 60000"},
    {"type octile\nheight 8000\nwidth 8000\nmap\n...\n", 4, "after 1 of 8000 rows"},
    {"type octile\nheight 2\nheight 2\nmap\n", 3, "twice"},
    {"type octile\nwidth 3\nmap\n...\n", 3, "\"height\""},
    {"height 2\nwidth 3\nmap\n...\n...\n", 3, "\"type\""},
    {"type octile\ndepth 2\nwidth 3\nmap\n", 2, "depth"},
    {HEAD "...\n", 4, "after 1 of 2 rows"},
    {HEAD "...\n..\n.", 6, "2 letters"},
    {HEAD "....\n...\n", 5, "4 letters"},
    {HEAD "...\n.x.\n", 6, "byte 120"},
    {HEAD "...\n...\n...\n", 7, "too many"},
};

static void check_error(const bad_text* bad, const ploy_error* error)
{
    if (error->line != bad->line || !strstr(error->message, bad->part) || !error->hint[0])
        fail_msg("'%s' gave line %u: %s (%s)", bad->text, error->line, error->message, error->hint);
}

static void a_bad_map_is_refused_with_its_line(void** state)
{
    (void)state;
    for (uint32_t k = 0; k < sizeof bad_maps / sizeof bad_maps[0]; k++) {
        ploy_grid* grid;
        ploy_error error;
        assert_int_equal(parse_map(bad_maps[k].text, &grid, &error), PLOY_INVALID);
        assert_null(grid);
        check_error(&bad_maps[k], &error);
        assert_int_equal(parse_map(bad_maps[k].text, &grid, NULL), PLOY_INVALID);
    }
}

#define Q "0\ta b.map\t9\t7\t1\t2\t3\t4\t2.82842712\n"

static void a_scenario_is_read_with_tabs_or_spaces(void** state)
{
    (void)state;
    ploy_scenario* s;
    assert_int_equal(parse_scenario("version 1\n" Q "\n12 maps/x.map 9 7 8 6 0 0 10\r\n", &s, NULL), PLOY_OK);
    uint32_t count;
    ploy_scenario_query q = ploy_scenario_queries(s, &count)[0];
    assert_int_equal(count, 2);
    assert_string_equal(q.map, "a b.map");
    assert_true(q.width == 9 && q.height == 7 && q.from_x == 1 && q.from_y == 2 && q.to_x == 3 && q.to_y == 4 &&
                q.line == 2);
    assert_true(fabs(q.length - 2.82842712) < 1e-12);
    q = ploy_scenario_queries(s, &count)[1];
    assert_string_equal(q.map, "maps/x.map");
    assert_true(q.bucket == 12 && q.length == 10 && q.line == 4);
    ploy_scenario_destroy(s);
    assert_int_equal(parse_scenario("version 1.0\n", &s, NULL), PLOY_OK);
    ploy_scenario_queries(s, &count);
    assert_int_equal(count, 0);
    ploy_scenario_destroy(s);
}

static const bad_text bad_scenarios[] = {
    {"", 1, "version"},
    {"version 2\n", 1, "version 2"},
    {Q, 1, "instead of a version"},
    {"version 1\n" Q "0\tm\t9\t7\t9\t2\t3\t4\t1\n", 3, "start x '9'"},
    {"version 1\n0 m 9 7 1 7 3 4 1\n", 2, "start y '7'"},
    {"version 1\n0 m 9 7 1 2 3 7 1\n", 2, "goal y '7'"},
    {"version 1\n0 m 9 7 1 2 -3 4 1\n", 2, "goal x '-3'"},
    {"version 1\n0 m 9 7 1 2 3 4\n", 2, "before the length"},
    {"version 1\n0 m 9 7 1 2 3 4 1 5\n", 2, "more after"},
    {"version 1\n0 m 9 7 1 2 3 4 1e9\n", 2, "length '1e9'"},
    {"version 1\n0 m 1000000000 1000000000 1 2 3 4 1\n", 2, "width"},
    {"version 1\nx m 9 7 1 2 3 4 1\n", 2, "bucket 'x'"},
    {"version 1\n0 m 9 7 1 2 3 4 .\n", 2, "length"},
};

static void a_bad_scenario_is_refused_with_its_line(void** state)
{
    (void)state;
    for (uint32_t k = 0; k < sizeof bad_scenarios / sizeof bad_scenarios[0]; k++) {
        ploy_scenario* s;
        ploy_error error;
        assert_int_equal(parse_scenario(bad_scenarios[k].text, &s, &error), PLOY_INVALID);
        assert_null(s);
        check_error(&bad_scenarios[k], &error);
    }
}

static bool read_both(const ploy_allocator* allocator)
{
    ploy_movingai_def def = {0};
    def.allocator = *allocator;
    def.max_size = 2;
    ploy_grid* grid = NULL;
    ploy_scenario* s = NULL;
    ploy_status map = ploy_movingai_parse(&def, HEAD "...\n...\n", strlen(HEAD) + 8, &grid, NULL);
    ploy_status scenario = ploy_scenario_parse(&def, "version 1\n" Q, strlen("version 1\n" Q), &s, NULL);
    assert_true(map == PLOY_OK || map == PLOY_OUT_OF_MEMORY);
    assert_true(scenario == PLOY_OK || scenario == PLOY_OUT_OF_MEMORY);
    ploy_grid_destroy(grid);
    ploy_scenario_destroy(s);
    return map == PLOY_OK && scenario == PLOY_OK;
}

static void every_failing_allocation_is_a_status(void** state)
{
    (void)state;
    test_fail_every_allocation(read_both);
}

static void a_file_that_is_missing_or_too_large_is_told_apart(void** state)
{
    (void)state;
    ploy_movingai_def def = {0};
    ploy_grid* grid;
    ploy_scenario* s;
    ploy_error error;
    assert_int_equal(ploy_movingai_load(&def, "/no/such.map", &grid, &error), PLOY_NOT_FOUND);
    assert_true(error.message[0]);
    assert_int_equal(ploy_scenario_load(&def, "/", &s, &error), PLOY_INVALID);
    def.max_bytes = 10;
    assert_int_equal(ploy_movingai_parse(&def, HEAD, strlen(HEAD), &grid, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "10 bytes"));
}

static const char* data_folder(void)
{
    const char* given = getenv("PLOY_MAPS");
    return given ? given : PLOY_SOURCE_DIR "/../shared/data/movingai";
}

static double length_of(const ploy_path* path, uint32_t width)
{
    uint32_t diagonal = 0;
    for (uint32_t i = 1; i < path->count; i++)
        diagonal += path->nodes[i] % width != path->nodes[i - 1] % width &&
                    path->nodes[i] / width != path->nodes[i - 1] / width;
    return path->count - 1 - diagonal + diagonal * sqrt(2);
}

// Every n-th query: A* takes its time.
static void check_scenario(const char* map_path, const ploy_scenario* s, ploy_path_method method, uint32_t every)
{
    ploy_movingai_def def = {0};
    ploy_pathfinder_def finder_def = {0};
    ploy_grid* grid;
    assert_int_equal(ploy_movingai_load(&def, map_path, &grid, NULL), PLOY_OK);
    finder_def.map = ploy_grid_map(grid);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&finder_def);
    uint32_t width = ploy_grid_width(grid);
    uint32_t count;
    const ploy_scenario_query* queries = ploy_scenario_queries(s, &count);
    for (uint32_t i = 0; i < count; i += every) {
        ploy_scenario_query q = queries[i];
        ploy_path_query query = {0};
        query.from = q.from_y * width + q.from_x;
        query.to = q.to_y * width + q.to_x;
        query.method = method;
        const ploy_path* path = ploy_pathfinder_find(pathfinder, &query);
        assert_int_equal(path->status, PLOY_FOUND);
        if (fabs(length_of(path, width) - q.length) > 0.006)
            fail_msg("%s, line %u: %f", map_path, q.line, length_of(path, width));
    }
    ploy_pathfinder_destroy(pathfinder);
    ploy_grid_destroy(grid);
}

static bool check_file(const char* name)
{
    char path[1024], map_path[1024];
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 5, ".scen") != 0) return false;
    snprintf(path, sizeof path, "%s/%s", data_folder(), name);
    snprintf(map_path, sizeof map_path, "%s/%.*s", data_folder(), (int)length - 5, name);
    ploy_movingai_def def = {0};
    ploy_scenario* s;
    assert_int_equal(ploy_scenario_load(&def, path, &s, NULL), PLOY_OK);
    check_scenario(map_path, s, PLOY_PATH_AUTO, 1);
    check_scenario(map_path, s, PLOY_PATH_PLAIN, 10);
    ploy_scenario_destroy(s);
    return true;
}

static void every_shared_scenario_has_its_lengths(void** state)
{
    (void)state;
    uint32_t checked = 0;
    DIR* dir = opendir(data_folder());
    for (struct dirent* entry; dir && (entry = readdir(dir)) != NULL;) checked += check_file(entry->d_name);
    if (dir) closedir(dir);
    if (!checked) {
        print_message("skipped: no scenarios in %s\n", data_folder());
        skip();
    }
    print_message("%u scenarios\n", (unsigned)checked);
}

TEST_MAIN(TEST(a_map_is_read_with_either_line_end), TEST(a_bad_map_is_refused_with_its_line),
          TEST(a_scenario_is_read_with_tabs_or_spaces), TEST(a_bad_scenario_is_refused_with_its_line),
          TEST(every_failing_allocation_is_a_status), TEST(a_file_that_is_missing_or_too_large_is_told_apart),
          TEST(every_shared_scenario_has_its_lengths))
