// Line of sight on a grid, and smoothing paths along it.

#include <stddef.h>

#include "base/check.h"
#include "nav/map/grid.h"

// What a line may cross.
typedef struct sight_line
{
    const ploy_grid* grid;
    const pl_cell_bits* cell_bits;
    uint32_t max_weight;
} sight_line;

static inline bool weighs_too_much(const sight_line* s, int32_t x, int32_t y)
{
    return s->grid->weights && s->grid->weights[(size_t)y * s->grid->width + (size_t)x] > s->max_weight;
}

static inline bool is_open(const sight_line* s, const pl_cell_word* row, int32_t x, int32_t y)
{
    return !pl_cell_line_blocks(row, (uint32_t)(x + 1)) && !weighs_too_much(s, x, y);
}

// Visits every cell that the line touches. The line leaves a cell in x if it meets the side before the top: compare
// (1 + 2 i) / dx with (1 + 2 j) / dy, both multiplied by dx * dy. Where they are equal it passes through the corner.
// `row` holds the bits of the cell's row.
static bool is_clear(const sight_line* s, int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
    int64_t dx = to_x > x ? to_x - x : x - to_x, dy = to_y > y ? to_y - y : y - to_y;
    int32_t step_x = to_x > x ? 1 : -1, step_y = to_y > y ? 1 : -1;
    ptrdiff_t step_row = step_y * (ptrdiff_t)s->cell_bits->rows.stride;
    const pl_cell_word* row = pl_line_at(&s->cell_bits->rows, (uint32_t)(y + 1));
    if (!is_open(s, row, x, y)) return false;
    int64_t side = dy, top = dx;
    for (int64_t left = dx + dy; left > 0;) {
        int64_t lead = side - top;
        if (lead == 0 && (!is_open(s, row, x + step_x, y) || !is_open(s, row + step_row, x, y + step_y))) return false;
        if (lead <= 0) x += step_x, side += 2 * dy, --left;
        if (lead >= 0) y += step_y, row += step_row, top += 2 * dx, --left;
        if (!is_open(s, row, x, y)) return false;
    }
    return true;
}

static bool is_clear_between(const sight_line* s, uint32_t from, uint32_t to)
{
    uint32_t width = s->grid->width;
    return is_clear(s, (int32_t)(from % width), (int32_t)(from / width), (int32_t)(to % width), (int32_t)(to / width));
}

#define sight_of(grid, obstacles, agent_size) sight_for(__func__, grid, obstacles, agent_size)

static sight_line sight_for(const char* function, const ploy_grid* grid, const ploy_obstacles* obstacles,
                            uint32_t agent_size)
{
    PL_ASSERT_FOR(function, agent_size >= 1 && agent_size <= grid->max_size);
    return (sight_line){grid, pl_grid_cell_bits(grid, obstacles, agent_size), 255};
}

bool ploy_grid_sees(const ploy_grid* grid, const ploy_obstacles* obstacles, uint32_t agent_size, uint32_t from,
                    uint32_t to)
{
    PL_NEED(grid, false);
    PL_ASSERT(from < grid->map.node_count && to < grid->map.node_count);
    sight_line s = sight_of(grid, obstacles, agent_size);
    return is_clear_between(&s, from, to);
}

static bool is_turn(const ploy_grid* grid, uint32_t before, uint32_t here, uint32_t after)
{
    int64_t width = grid->width;
    int64_t in_x = here % width - before % width, in_y = here / width - before / width;
    int64_t out_x = after % width - here % width, out_y = after / width - here / width;
    return in_x * out_y != in_y * out_x || in_x * out_x + in_y * out_y < 0;
}

uint32_t ploy_grid_waypoints(const ploy_grid* grid, uint32_t* cells, uint32_t count)
{
    PL_NEED(grid, 0);
    if (count > 0) PL_NEED(cells, 0);
    if (count < 3) return count;
    uint32_t kept = 1;
    for (uint32_t i = 1; i + 1 < count; ++i) {
        if (is_turn(grid, cells[kept - 1], cells[i], cells[i + 1])) cells[kept++] = cells[i];
    }
    cells[kept++] = cells[count - 1];
    return kept;
}

static uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

// With weights, a line may only cross cells that weigh no more than the lightest of those it replaces: it is shorter, so
// it does not cost more.
uint32_t ploy_grid_smooth(const ploy_grid* grid, const ploy_obstacles* obstacles, uint32_t agent_size, uint32_t* cells,
                          uint32_t count)
{
    PL_NEED(grid, 0);
    if (count > 0) PL_NEED(cells, 0);
    sight_line s = sight_of(grid, obstacles, agent_size);
    if (count < 3) return count;
    uint32_t kept = 1;
    s.max_weight = pl_grid_weight_at(grid, cells[1]);
    for (uint32_t i = 2; i < count; ++i) {
        s.max_weight = min(s.max_weight, pl_grid_weight_at(grid, cells[i]));
        if (is_clear_between(&s, cells[kept - 1], cells[i])) continue;
        cells[kept++] = cells[i - 1];
        s.max_weight = pl_grid_weight_at(grid, cells[i]);
    }
    cells[kept++] = cells[count - 1];
    return kept;
}
