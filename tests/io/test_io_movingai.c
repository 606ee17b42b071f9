// MovingAI maps and scenarios: reading, and errors that name their line. Then the whole pipeline on maps that the test
// makes: text, grid, A*, jump points and `ploy path --scen`, against the lengths of a plain Dijkstra. PLOY_MAPS may name a
// folder of MovingAI files (NAME.map, NAME.map.scen) to check as well.

#include <dirent.h>
#include <math.h>
#include <ploy/movingai.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/terrain/noise.h"
#include "support/base/allocators.h"
#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

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

static void a_bad_map_is_rejected_with_its_line(void** state)
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

static void a_bad_scenario_is_rejected_with_its_line(void** state)
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

static void a_missing_file_and_a_file_too_large_get_different_errors(void** state)
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

// Maps made here, and the oracle.

enum
{
    SIDE = 41,
    CELLS = SIDE * SIDE,
    QUERIES = 24,
};

typedef enum map_kind
{
    MAP_MAZE,
    MAP_ROOMS,
    MAP_RANDOM,
    MAP_CAVES,
    MAP_KINDS,
} map_kind;

typedef struct made_map
{
    bool is_free[CELLS];
    char text[CELLS + SIDE + 64];
    char scenario[QUERIES * 64 + 64];
} made_map;

// Walls between the odd cells; a growing tree opens one wall per cell.
static void make_maze(made_map* m, ploy_random* random)
{
    uint32_t reached[CELLS], count = 1;
    reached[0] = SIDE + 1;
    m->is_free[reached[0]] = true;
    while (count > 0) {
        static const int32_t steps[4][2] = {{2, 0}, {-2, 0}, {0, 2}, {0, -2}};
        uint32_t open[4], open_count = 0, at = ploy_random_below(random, count), cell = reached[at];
        for (uint32_t s = 0; s < 4; s++) {
            int32_t x = (int32_t)(cell % SIDE) + steps[s][0], y = (int32_t)(cell / SIDE) + steps[s][1];
            if (x > 0 && y > 0 && x < SIDE && y < SIDE && !m->is_free[y * SIDE + x]) open[open_count++] = s;
        }
        if (open_count == 0) {
            reached[at] = reached[--count];
            continue;
        }
        uint32_t s = open[ploy_random_below(random, open_count)];
        int32_t step = steps[s][1] / 2 * SIDE + steps[s][0] / 2;
        m->is_free[(int32_t)cell + step] = m->is_free[(int32_t)cell + 2 * step] = true;
        reached[count++] = (uint32_t)((int32_t)cell + 2 * step);
    }
}

// Rooms of nine cells, with a door in most walls.
static void make_rooms(made_map* m, ploy_random* random)
{
    for (uint32_t i = 0; i < CELLS; i++) m->is_free[i] = i % SIDE % 10 != 0 && i / SIDE % 10 != 0;
    for (uint32_t room = 0; room < 16; room++) {
        uint32_t x = room % 4 * 10, y = room / 4 * 10;
        if (x > 0 && ploy_random_below(random, 5)) m->is_free[(y + 1 + ploy_random_below(random, 9)) * SIDE + x] = true;
        if (y > 0 && ploy_random_below(random, 5)) m->is_free[y * SIDE + x + 1 + ploy_random_below(random, 9)] = true;
    }
}

static void make_cells(made_map* m, map_kind kind, ploy_random* random)
{
    pl_noise noise = {random->seed, 12, 3};
    if (kind == MAP_MAZE) make_maze(m, random);
    if (kind == MAP_ROOMS) make_rooms(m, random);
    for (uint32_t i = 0; kind == MAP_RANDOM && i < CELLS; i++) m->is_free[i] = ploy_random_below(random, 100) >= 30;
    for (int32_t i = 0; kind == MAP_CAVES && i < CELLS; i++)
        m->is_free[i] = pl_noise_at(&noise, i % SIDE, i / SIDE) > -PL_NOISE_ONE / 16;
}

static void write_map(made_map* m, ploy_random* random)
{
    char* at = m->text + sprintf(m->text, "type octile\nheight %d\nwidth %d\nmap\n", SIDE, SIDE);
    for (uint32_t i = 0; i < CELLS; i++) {
        *at++ = m->is_free[i] ? ".GS"[ploy_random_below(random, 3)] : "@OTW"[ploy_random_below(random, 4)];
        if (i % SIDE == SIDE - 1) *at++ = '\n';
    }
    *at = 0;
}

static bool is_free_at(const made_map* m, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE && m->is_free[y * SIDE + x];
}

static void relax(const made_map* m, uint32_t cell, double* lengths)
{
    int32_t x = (int32_t)(cell % SIDE), y = (int32_t)(cell / SIDE);
    for (int32_t k = 0; k < 9; k++) {
        int32_t dx = k % 3 - 1, dy = k / 3 - 1;
        if (!is_free_at(m, x + dx, y + dy) || !is_free_at(m, x + dx, y) || !is_free_at(m, x, y + dy)) continue;
        double length = lengths[cell] + sqrt(dx * dx + dy * dy);
        if (length < lengths[(y + dy) * SIDE + x + dx]) lengths[(y + dy) * SIDE + x + dx] = length;
    }
}

// Dijkstra that scans all cells for the nearest one that is not done.
static void find_lengths(const made_map* m, uint32_t from, double* lengths)
{
    bool is_done[CELLS] = {0};
    for (uint32_t i = 0; i < CELLS; i++) lengths[i] = INFINITY;
    lengths[from] = 0;
    for (;;) {
        uint32_t nearest = CELLS;
        for (uint32_t i = 0; i < CELLS; i++)
            if (!is_done[i] && lengths[i] < (nearest < CELLS ? lengths[nearest] : INFINITY)) nearest = i;
        if (nearest == CELLS) return;
        is_done[nearest] = true;
        relax(m, nearest, lengths);
    }
}

static uint32_t draw_free(const made_map* m, ploy_random* random)
{
    uint32_t cell;
    do cell = ploy_random_below(random, CELLS);
    while (!m->is_free[cell]);
    return cell;
}

// `excess` is added to the length of the last query.
static void write_scenario(made_map* m, ploy_random* random, double excess)
{
    double lengths[CELLS];
    char* at = m->scenario + sprintf(m->scenario, "version 1\n");
    for (uint32_t k = 0; k < QUERIES; k++) {
        uint32_t from = draw_free(m, random), to;
        find_lengths(m, from, lengths);
        do to = draw_free(m, random);
        while (isinf(lengths[to]));
        double length = lengths[to] + (k == QUERIES - 1 ? excess : 0);
        at += sprintf(at, "%u\tmaps/made.map\t%d\t%d\t%u\t%u\t%u\t%u\t%.8f\n", (unsigned)(length / 4), SIDE, SIDE,
                      from % SIDE, from / SIDE, to % SIDE, to / SIDE, length);
    }
}

static made_map make_map(map_kind kind, uint64_t seed, double excess)
{
    made_map m = {0};
    ploy_random random = {.seed = seed, .stream = kind};
    make_cells(&m, kind, &random);
    write_map(&m, &random);
    write_scenario(&m, &random, excess);
    return m;
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
static void check_scenario(const ploy_grid* grid, const char* name, const ploy_scenario* s, ploy_path_method method,
                           uint32_t every)
{
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&(ploy_pathfinder_def){.map = ploy_grid_map(grid)});
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
            fail_msg("%s, line %u: %f", name, q.line, length_of(path, width));
    }
    ploy_pathfinder_destroy(pathfinder);
}

static const char* const kind_names[MAP_KINDS] = {"maze", "rooms", "random", "caves"};

static void made_maps_have_the_lengths_of_dijkstra_with_both_searches(void** state)
{
    (void)state;
    for (uint32_t kind = 0; kind < MAP_KINDS; kind++) {
        for (uint64_t seed = 1; seed <= 4; seed++) {
            made_map m = make_map((map_kind)kind, seed, 0);
            ploy_grid* grid;
            ploy_scenario* s;
            uint32_t count;
            assert_int_equal(parse_map(m.text, &grid, NULL), PLOY_OK);
            assert_int_equal(parse_scenario(m.scenario, &s, NULL), PLOY_OK);
            for (uint32_t i = 0; i < CELLS; i++) assert_int_equal(ploy_grid_weight(grid, i), m.is_free[i]);
            ploy_scenario_queries(s, &count);
            assert_int_equal(count, QUERIES);
            check_scenario(grid, kind_names[kind], s, PLOY_PATH_AUTO, 1);
            check_scenario(grid, kind_names[kind], s, PLOY_PATH_PLAIN, 1);
            ploy_scenario_destroy(s);
            ploy_grid_destroy(grid);
        }
    }
}

static void run_program(const char* scenario_path, const char* search, int status, const char* mismatches)
{
    char line[1024], value[64] = "";
    snprintf(line, sizeof line, "path --scen '%s' --search %s --json", scenario_path, search);
    run_result r = run_ploy(line);
    assert_int_equal(r.status, status);
    assert_true(json_at(r.out, "queries", value, sizeof value));
    assert_int_equal(atoi(value), QUERIES);
    assert_true(json_at(r.out, "mismatches", value, sizeof value));
    assert_string_equal(value, mismatches);
    run_free(&r);
}

static void the_program_checks_scenarios_against_their_lengths(void** state)
{
    (void)state;
    if (!ploy_is_built()) {
        print_message("skipped: the program was not built\n");
        skip();
    }
    for (uint32_t kind = 0; kind < MAP_KINDS; kind++) {
        for (uint32_t is_wrong = 0; is_wrong < 2; is_wrong++) {
            made_map m = make_map((map_kind)kind, 9, is_wrong ? 0.5 : 0);
            write_temporary("made.map", m.text);
            const char* path = write_temporary("made.map.scen", m.scenario);
            run_program(path, "jps", (int)is_wrong, is_wrong ? "1" : "0");
            run_program(path, "astar", (int)is_wrong, is_wrong ? "1" : "0");
        }
    }
}

// Files of one's own.

static bool check_file(const char* folder, const char* name)
{
    char path[1024], map_path[1024];
    size_t length = strlen(name);
    if (length < 6 || length > 256 || strcmp(name + length - 5, ".scen") != 0) return false;
    snprintf(path, sizeof path, "%s/%.256s", folder, name);
    snprintf(map_path, sizeof map_path, "%s/%.*s", folder, (int)length - 5, name);
    ploy_movingai_def def = {0};
    ploy_scenario* s;
    ploy_grid* grid;
    assert_int_equal(ploy_scenario_load(&def, path, &s, NULL), PLOY_OK);
    assert_int_equal(ploy_movingai_load(&def, map_path, &grid, NULL), PLOY_OK);
    check_scenario(grid, map_path, s, PLOY_PATH_AUTO, 1);
    check_scenario(grid, map_path, s, PLOY_PATH_PLAIN, 10);
    ploy_grid_destroy(grid);
    ploy_scenario_destroy(s);
    return true;
}

static void scenarios_of_ones_own_have_their_lengths(void** state)
{
    (void)state;
    const char* folder = getenv("PLOY_MAPS");
    DIR* dir = folder ? opendir(folder) : NULL;
    if (!dir) {
        print_message("skipped: PLOY_MAPS names no folder of MovingAI files\n");
        skip();
    }
    uint32_t checked = 0;
    for (struct dirent* entry; (entry = readdir(dir)) != NULL;) checked += check_file(folder, entry->d_name);
    closedir(dir);
    print_message("%u scenarios\n", (unsigned)checked);
    assert_true(checked > 0);
}

TEST_MAIN(TEST(a_map_is_read_with_either_line_end), TEST(a_bad_map_is_rejected_with_its_line),
          TEST(a_scenario_is_read_with_tabs_or_spaces), TEST(a_bad_scenario_is_rejected_with_its_line),
          TEST(every_failing_allocation_is_a_status), TEST(a_missing_file_and_a_file_too_large_get_different_errors),
          TEST(made_maps_have_the_lengths_of_dijkstra_with_both_searches),
          TEST(the_program_checks_scenarios_against_their_lengths), TEST(scenarios_of_ones_own_have_their_lengths))
