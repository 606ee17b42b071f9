#include "support/nav/grids.h"

#include <stdlib.h>
#include <string.h>

#include "support/base/test.h"

test_grid test_grid_create(uint32_t width, uint32_t height)
{
    test_grid t = {.width = width, .height = height};
    t.cells = malloc((size_t)width * height);
    t.blocked = calloc(width, height);
    assert_non_null(t.cells);
    assert_non_null(t.blocked);
    memset(t.cells, 1, (size_t)width * height);
    return t;
}

void test_grid_destroy(test_grid* t)
{
    free(t->cells);
    free(t->blocked);
}

static void block_square(test_grid* t, uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    for (uint32_t i = y; i < y + height && i < t->height; i++)
        for (uint32_t j = x; j < x + width && j < t->width; j++) t->cells[i * t->width + j] = 0;
}

void test_grid_fill(test_grid* t, ploy_random* random, uint32_t percent, uint32_t most_weight, bool clumps)
{
    uint32_t count = t->width * t->height;
    for (uint32_t i = 0; i < count; i++) t->cells[i] = (uint8_t)(1 + ploy_random_below(random, most_weight));
    uint32_t mean = clumps ? 12 : 1; // cells per clump, roughly
    for (uint32_t n = count * percent / 100 / mean; n > 0; n--) {
        uint32_t x = ploy_random_below(random, t->width), y = ploy_random_below(random, t->height);
        block_square(t, x, y, clumps ? 1 + ploy_random_below(random, 6) : 1,
                     clumps ? 1 + ploy_random_below(random, 6) : 1);
    }
}

test_grid test_grid_of(const char* const* lines, uint32_t count)
{
    test_grid t = test_grid_create((uint32_t)strlen(lines[0]), count);
    for (uint32_t y = 0; y < count; y++) {
        assert_int_equal(strlen(lines[y]), t.width);
        for (uint32_t x = 0; x < t.width; x++) {
            char c = lines[y][x];
            t.cells[y * t.width + x] = (uint8_t)(c == '.' ? 1 : c == '@' ? 0 : c - '0');
        }
    }
    return t;
}

ploy_grid* test_grid_make(const test_grid* t, uint32_t max_size, const ploy_allocator* allocator)
{
    ploy_grid_def def = {0};
    if (allocator) def.allocator = *allocator;
    def.width = t->width;
    def.height = t->height;
    def.cells = t->cells;
    def.four_neighbors = t->four_neighbors;
    def.max_size = max_size;
    ploy_grid* grid = NULL;
    ploy_status status = ploy_grid_create(&def, &grid, NULL);
    if (status != PLOY_OUT_OF_MEMORY) assert_int_equal(status, PLOY_OK);
    return grid;
}

static bool is_free_cell(const test_grid* t, int64_t x, int64_t y)
{
    if (x < 0 || y < 0 || x >= t->width || y >= t->height) return false;
    return t->cells[y * t->width + x] && !t->blocked[y * t->width + x];
}

bool test_grid_is_free(const test_grid* t, int64_t x, int64_t y, uint32_t size)
{
    if (x < 0 || y < 0) return false;
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t j = 0; j < size; j++)
            if (!is_free_cell(t, x + j, y + i)) return false;
    return true;
}

int64_t test_grid_step(const test_grid* t, uint32_t from, uint32_t to, uint32_t size)
{
    int64_t x = from % t->width, y = from / t->width, to_x = to % t->width, to_y = to / t->width;
    int64_t dx = to_x - x, dy = to_y - y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0)) return -1;
    if (!test_grid_is_free(t, to_x, to_y, size)) return -1;
    if (dx == 0 || dy == 0) return (int64_t)PLOY_GRID_STRAIGHT * t->cells[to];
    if (t->four_neighbors || !test_grid_is_free(t, to_x, y, size) || !test_grid_is_free(t, x, to_y, size)) return -1;
    return (int64_t)PLOY_GRID_DIAGONAL * t->cells[to];
}

static uint32_t nearest_open(const int64_t* costs, const uint8_t* closed, uint32_t count)
{
    uint32_t best = PLOY_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (costs[i] >= 0 && !closed[i] && (best == PLOY_NONE || costs[i] < costs[best])) best = i;
    return best;
}

static void relax(const test_grid* t, uint32_t from, uint32_t size, int64_t* costs)
{
    int64_t x = from % t->width, y = from / t->width;
    for (int64_t i = y - 1; i <= y + 1; i++)
        for (int64_t j = x - 1; j <= x + 1; j++) {
            if (i < 0 || j < 0 || i >= t->height || j >= t->width) continue;
            uint32_t to = (uint32_t)(i * t->width + j);
            int64_t step = test_grid_step(t, from, to, size);
            if (step >= 0 && (costs[to] < 0 || costs[from] + step < costs[to])) costs[to] = costs[from] + step;
        }
}

void test_grid_costs(const test_grid* t, uint32_t from, uint32_t size, int64_t* costs)
{
    uint32_t count = t->width * t->height;
    uint8_t* closed = calloc(count, 1);
    assert_non_null(closed);
    for (uint32_t i = 0; i < count; i++) costs[i] = -1;
    costs[from] = 0;
    for (uint32_t i; (i = nearest_open(costs, closed, count)) != PLOY_NONE; closed[i] = 1) relax(t, i, size, costs);
    free(closed);
}

void test_grid_check_path(const test_grid* t, const ploy_path* path, uint32_t from, uint32_t to, uint32_t size)
{
    int64_t sum = 0;
    assert_true(path->count > 0);
    assert_int_equal(path->nodes[0], from);
    assert_int_equal(path->nodes[path->count - 1], to);
    for (uint32_t i = 1; i < path->count; i++) {
        int64_t step = test_grid_step(t, path->nodes[i - 1], path->nodes[i], size);
        if (step < 0) fail_msg("step %u cannot be taken, from cell %u to %u", i, path->nodes[i - 1], path->nodes[i]);
        sum += step;
    }
    assert_int_equal(sum, path->cost);
}
