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

// A line touches cells in runs: those of one row, or of one column where it is steep. The longer axis is the one along
// the lines of bits, so that a run is checked 64 cells at a time.
typedef struct sight_runs
{
    const pl_cell_lines* lines;
    int32_t line, to_line;
    int32_t bit, to_bit;
    uint32_t across, along;       // cells between both ends; across <= along
    const uint8_t* weights;       // NULL: they do not matter
    size_t line_cells, bit_cells; // between the cells of two lines, and of two bits
    uint32_t max_weight;
} sight_runs;

// Of bits from `first` to `last`, both included.
static inline bool is_run_open(const pl_cell_word* line, uint32_t first, uint32_t last)
{
    uint64_t from = UINT64_MAX << first % 64, to = UINT64_MAX >> (63 - last % 64);
    uint32_t word = first / 64, end = last / 64;
    if (word == end) return !(line[word].blocked & from & to);
    if (line[word].blocked & from) return false;
    while (++word < end) {
        if (line[word].blocked) return false;
    }
    return !(line[end].blocked & to);
}

static bool is_run_light(const sight_runs* r, uint32_t line, uint32_t first, uint32_t last)
{
    const uint8_t* weights = r->weights + (line - 1) * r->line_cells;
    for (uint32_t bit = first; bit <= last; ++bit) {
        if (weights[(bit - 1) * r->bit_cells] > r->max_weight) return false;
    }
    return true;
}

// Of two fractions with the same denominator. A line has fewer than 2^30 cells, and 32 bits are divided faster.
typedef struct sight_place
{
    uint32_t whole, rest;
} sight_place;

static inline sight_place place_of(uint32_t numerator, uint32_t denominator)
{
    return (sight_place){numerator / denominator, numerator % denominator};
}

// The line leaves line j of bits where it meets its border: in the cell that is (along * (1 + 2 j) + across) / (2 *
// across) cells on, rounded down, which grows by along / across per line. Without a rest that is a corner: the line
// touches this cell and, in the next line, the one before it. With a rest the next line begins with the same cell.
static bool are_runs_clear(const sight_runs* r)
{
    const pl_cell_word* words = pl_line_at(r->lines, (uint32_t)r->line);
    int32_t step = r->to_line > r->line ? 1 : -1;
    bool is_ahead = r->to_bit >= r->bit;
    uint32_t denominator = r->across ? 2 * r->across : 1;
    sight_place leaves = place_of(r->along + r->across, denominator);
    sight_place per_line = place_of(2 * r->along, denominator);
    uint32_t begin = 0;
    for (uint32_t j = 0; j <= r->across; ++j) {
        uint32_t end = j < r->across ? leaves.whole : r->along;
        uint32_t first = (uint32_t)r->bit + (is_ahead ? begin : 0 - end), last = first + (end - begin);
        if (!is_run_open(words, first, last)) return false;
        uint32_t line = (uint32_t)(r->line + (int32_t)j * step);
        if (r->weights && !is_run_light(r, line, first, last)) return false;
        begin = end - (leaves.rest == 0);
        leaves.whole += per_line.whole;
        leaves.rest += per_line.rest;
        if (leaves.rest >= denominator) leaves.rest -= denominator, ++leaves.whole;
        words += step * (ptrdiff_t)r->lines->stride;
    }
    return true;
}

static bool is_clear_between(const sight_line* s, uint32_t from, uint32_t to)
{
    uint32_t width = s->grid->width;
    int32_t x = (int32_t)(from % width) + 1, y = (int32_t)(from / width) + 1;
    int32_t to_x = (int32_t)(to % width) + 1, to_y = (int32_t)(to / width) + 1;
    uint32_t dx = pl_gap((uint32_t)x, (uint32_t)to_x), dy = pl_gap((uint32_t)y, (uint32_t)to_y);
    sight_runs runs = {.lines = &s->cell_bits->rows, .line = y, .to_line = to_y, .bit = x, .to_bit = to_x};
    runs.across = dy;
    runs.along = dx;
    runs.weights = s->max_weight < 255 ? s->grid->weights : NULL;
    runs.line_cells = width;
    runs.bit_cells = 1;
    runs.max_weight = s->max_weight;
    if (dy <= dx) return are_runs_clear(&runs);
    sight_runs steep = {.lines = &s->cell_bits->columns, .line = x, .to_line = to_x, .bit = y, .to_bit = to_y};
    steep.across = dx;
    steep.along = dy;
    steep.weights = runs.weights;
    steep.line_cells = 1;
    steep.bit_cells = width;
    steep.max_weight = s->max_weight;
    return are_runs_clear(&steep);
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
