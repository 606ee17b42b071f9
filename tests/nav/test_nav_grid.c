// Grids against simple references: clearance, line of sight, smoothing, waypoints, and the limits of a def.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/nav/grids.h"
#include "support/base/test.h"

static test_grid random_grid(uint64_t seed, uint32_t width, uint32_t height, uint32_t percent, uint32_t weight)
{
    ploy_random random = {.seed = seed};
    test_grid t = test_grid_create(width, height);
    test_grid_fill(&t, &random, percent, weight, seed % 2);
    return t;
}

static void clearance_is_the_largest_square_that_fits(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        test_grid t = random_grid(seed, 58 + (uint32_t)seed, 15, 12, 1);
        ploy_grid* grid = test_grid_make(&t, 6, NULL);
        ploy_obstacles* obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_grid_map(grid)});
        ploy_random random = {.seed = seed, .stream = 1};
        for (uint32_t round = 0; round < 5; round++) {
            for (uint32_t cell = 0; cell < t.width * t.height; cell++) {
                uint32_t size = 0;
                while (size < 6 && test_grid_is_free(&t, cell % t.width, cell / t.width, size + 1)) size++;
                assert_int_equal(ploy_grid_clearance(grid, obstacles, cell), size);
            }
            for (uint32_t i = 0; i < 8; i++) {
                uint32_t cell = ploy_random_below(&random, t.width * t.height);
                t.blocked[cell] = i % 3 != 0;
                if (t.blocked[cell])
                    ploy_obstacles_block(obstacles, cell);
                else
                    ploy_obstacles_unblock(obstacles, cell);
            }
        }
        ploy_obstacles_destroy(obstacles);
        ploy_grid_destroy(grid);
        test_grid_destroy(&t);
    }
}

static int64_t cross(int64_t ax, int64_t ay, int64_t bx, int64_t by)
{
    return ax * by - ay * bx;
}

// Whether the segment touches the closed square of the cell. Coordinates are doubled, so that centers and corners are
// integers.
// A segment misses a square when their boxes do not meet or all corners lie strictly on one side of its line.
static bool touches(int64_t x0, int64_t y0, int64_t x1, int64_t y1, int64_t x, int64_t y)
{
    int64_t ax = 2 * x0 + 1, ay = 2 * y0 + 1, bx = 2 * x1 + 1, by = 2 * y1 + 1, left = 2 * x, top = 2 * y;
    if ((ax < left && bx < left) || (ay < top && by < top) || (ax > left + 2 && bx > left + 2) ||
        (ay > top + 2 && by > top + 2))
        return false;
    int above = 0, below = 0;
    for (int corner = 0; corner < 4; corner++) {
        int64_t side = cross(bx - ax, by - ay, left + 2 * (corner & 1) - ax, top + (corner & 2) - ay);
        above += side > 0;
        below += side < 0;
    }
    return above < 4 && below < 4;
}

static bool sees_by_brute_force(const test_grid* t, uint32_t from, uint32_t to)
{
    int64_t w = t->width, x0 = from % w, y0 = from / w, x1 = to % w, y1 = to / w;
    for (int64_t y = 0; y < t->height; y++)
        for (int64_t x = 0; x < w; x++)
            if (touches(x0, y0, x1, y1, x, y) && !test_grid_is_free(t, x, y, 1)) return false;
    return true;
}

static void a_line_of_sight_touches_only_free_cells_and_is_symmetric(void** state)
{
    (void)state;
    uint32_t seen = 0, hidden = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        test_grid t = random_grid(seed, 14, 11, 8, 1);
        ploy_grid* grid = test_grid_make(&t, 1, NULL);
        for (uint32_t from = 0; from < 14 * 11; from++)
            for (uint32_t to = 0; to < 14 * 11; to++) {
                bool sees = ploy_grid_sees(grid, NULL, 1, from, to);
                assert_int_equal(sees, sees_by_brute_force(&t, from, to));
                assert_int_equal(sees, ploy_grid_sees(grid, NULL, 1, to, from));
                seen += sees;
                hidden += !sees;
            }
        ploy_grid_destroy(grid);
        test_grid_destroy(&t);
    }
    assert_true(seen > 1000 && hidden > 1000);
}

static double length_of(const test_grid* t, const uint32_t* cells, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 1; i < count; i++) {
        double dx = (double)(cells[i] % t->width) - cells[i - 1] % t->width,
               dy = (double)(cells[i] / t->width) - cells[i - 1] / t->width;
        sum += sqrt(dx * dx + dy * dy);
    }
    return sum;
}

typedef struct walk
{
    test_grid t;
    ploy_grid* grid;
    ploy_pathfinder* pathfinder;
} walk;

static walk walk_on(test_grid t, uint32_t max_size)
{
    walk w = {.t = t, .grid = test_grid_make(&t, max_size, NULL)};
    ploy_pathfinder_def def = {0};
    def.map = ploy_grid_map(w.grid);
    w.pathfinder = ploy_pathfinder_create(&def);
    assert_non_null(w.pathfinder);
    return w;
}

static void walk_end(walk* w)
{
    ploy_pathfinder_destroy(w->pathfinder);
    ploy_grid_destroy(w->grid);
    test_grid_destroy(&w->t);
}

// A copy of the path between two random cells where an agent of this size can stand; 0: none.
static uint32_t random_path(walk* w, ploy_random* random, uint32_t size, uint32_t* cells)
{
    ploy_path_query query = {0};
    query.from = ploy_random_below(random, w->t.width * w->t.height);
    query.to = ploy_random_below(random, w->t.width * w->t.height);
    query.agent_size = size;
    if (ploy_grid_clearance(w->grid, NULL, query.from) < size) return 0;
    const ploy_path* path = ploy_pathfinder_find(w->pathfinder, &query);
    if (path->status != PLOY_FOUND) return 0;
    memcpy(cells, path->nodes, path->count * sizeof *cells);
    return path->count;
}

static void smoothing_keeps_to_free_cells_and_is_never_longer(void** state)
{
    (void)state;
    uint32_t cells[2000], before[2000], shorter = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        walk w = walk_on(random_grid(seed, 40, 30, 25, 1), 2);
        ploy_random random = {.seed = seed, .stream = 2};
        for (uint32_t i = 0; i < 10; i++) {
            uint32_t size = 1 + i % 2, count = random_path(&w, &random, size, cells);
            memcpy(before, cells, sizeof before);
            uint32_t left = ploy_grid_smooth(w.grid, NULL, size, cells, count);
            assert_true(left <= count);
            if (!count) continue;
            assert_int_equal(cells[0], before[0]);
            assert_int_equal(cells[left - 1], before[count - 1]);
            for (uint32_t k = 1; k < left; k++) assert_true(ploy_grid_sees(w.grid, NULL, size, cells[k - 1], cells[k]));
            double old_length = length_of(&w.t, before, count), new_length = length_of(&w.t, cells, left);
            assert_true(new_length <= old_length + 1e-9);
            shorter += new_length < old_length - 1e-3;
        }
        walk_end(&w);
    }
    assert_true(shorter > 50);
}

static void smoothing_never_crosses_heavier_cells(void** state)
{
    (void)state;
    static const char* const lines[] = {".......", ".99999.", ".99999.", "......."};
    walk w = walk_on(test_grid_of(lines, 4), 1);
    uint32_t cells[] = {7, 0, 1, 2, 3, 4, 5, 6, 13};
    uint32_t count = ploy_grid_smooth(w.grid, NULL, 1, cells, 9);
    assert_int_equal(count, 4);
    assert_int_equal(cells[1], 0);
    assert_int_equal(cells[2], 6);
    assert_true(ploy_grid_sees(w.grid, NULL, 1, 7, 13));
    walk_end(&w);
}

static void waypoints_are_where_a_path_turns(void** state)
{
    (void)state;
    uint32_t cells[2000], before[2000];
    for (uint64_t seed = 0; seed < 40; seed++) {
        walk w = walk_on(random_grid(seed, 40, 30, 30, 1), 1);
        ploy_random random = {.seed = seed, .stream = 3};
        uint32_t count = random_path(&w, &random, 1, cells);
        memcpy(before, cells, sizeof before);
        uint32_t left = ploy_grid_waypoints(w.grid, cells, count);
        assert_true(fabs(length_of(&w.t, before, count) - length_of(&w.t, cells, left)) < 1e-6);
        for (uint32_t k = 2; k < left; k++) {
            int64_t ax = (int64_t)(cells[k - 1] % 40) - cells[k - 2] % 40,
                    ay = (int64_t)(cells[k - 1] / 40) - cells[k - 2] / 40;
            int64_t bx = (int64_t)(cells[k] % 40) - cells[k - 1] % 40,
                    by = (int64_t)(cells[k] / 40) - cells[k - 1] / 40;
            assert_true(cross(ax, ay, bx, by) != 0);
        }
        walk_end(&w);
    }
}

static void no_corner_is_cut(void** state)
{
    (void)state;
    static const char* const lines[] = {".@.", "...", ".@."};
    walk w = walk_on(test_grid_of(lines, 3), 1);
    ploy_path_query query = {0};
    query.from = 0;
    query.to = 2;
    assert_int_equal(ploy_pathfinder_find(w.pathfinder, &query)->cost, 4 * PLOY_GRID_STRAIGHT);
    assert_false(ploy_grid_sees(w.grid, NULL, 1, 0, 4));
    walk_end(&w);
}

static void an_agent_too_large_for_the_grid_is_not_supported(void** state)
{
    (void)state;
    walk w = walk_on(test_grid_create(8, 8), 2);
    ploy_path_query query = {0};
    query.from = 0;
    query.to = 1;
    query.agent_size = 3;
    assert_int_equal(ploy_pathfinder_find(w.pathfinder, &query)->status, PLOY_NOT_SUPPORTED);
    query.agent_size = 2;
    assert_int_equal(ploy_pathfinder_find(w.pathfinder, &query)->status, PLOY_FOUND);
    query.to = 7;
    assert_int_equal(ploy_pathfinder_find(w.pathfinder, &query)->status, PLOY_NOT_FOUND);
    walk_end(&w);
}

static void a_definition_out_of_range_gets_an_error(void** state)
{
    (void)state;
    static const uint8_t cell[] = {1};
    static const uint32_t sides[][2] = {{0, 1}, {1, 0}, {65536, 1}, {1000000000, 1000000000}, {65535, 65535}};
    ploy_grid* grid;
    ploy_error error;
    ploy_grid_def def = {0};
    def.cells = cell;
    for (uint32_t k = 0; k < 5; k++) {
        def.width = sides[k][0];
        def.height = sides[k][1];
        assert_int_equal(ploy_grid_create(&def, &grid, &error), PLOY_INVALID);
        assert_null(grid);
        assert_true(error.message[0] && error.hint[0]);
    }
    def.width = def.height = 1;
    def.max_size = 17;
    assert_int_equal(ploy_grid_create(&def, &grid, &error), PLOY_INVALID);
}

static void weights_are_kept_and_memory_stays_small(void** state)
{
    (void)state;
    static const char* const lines[] = {".2@", "9.."};
    test_grid t = test_grid_of(lines, 2);
    ploy_grid* grid = test_grid_make(&t, 1, NULL);
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(ploy_grid_weight(grid, i), t.cells[i]);
    ploy_grid_destroy(grid);
    test_grid_destroy(&t);
    t = test_grid_create(512, 512);
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    grid = test_grid_make(&t, 1, &allocator);
    assert_true(counters.live_bytes < 512 * 512);
    ploy_grid_destroy(grid);
    test_grid_destroy(&t);
}

TEST_MAIN(TEST(clearance_is_the_largest_square_that_fits),
          TEST(a_line_of_sight_touches_only_free_cells_and_is_symmetric),
          TEST(smoothing_keeps_to_free_cells_and_is_never_longer), TEST(smoothing_never_crosses_heavier_cells),
          TEST(waypoints_are_where_a_path_turns), TEST(no_corner_is_cut),
          TEST(an_agent_too_large_for_the_grid_is_not_supported), TEST(a_definition_out_of_range_gets_an_error),
          TEST(weights_are_kept_and_memory_stays_small))
