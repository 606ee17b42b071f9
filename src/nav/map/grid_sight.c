// Line of sight on a grid, and smoothing paths along it.

#include <stddef.h>

#include "base/check.h"
#include "base/hints.h"
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

// Of so many bits more than one, from `first` on.
PL_NO_INLINE static bool is_long_run_open(const pl_cell_word* line, uint32_t first, uint32_t more)
{
    uint32_t last = first + more, word = first / 64, end = last / 64;
    if (line[word].blocked & UINT64_MAX << first % 64) return false;
    while (++word < end) {
        if (line[word].blocked) return false;
    }
    return !(line[end].blocked & UINT64_MAX >> (63 - last % 64));
}

PL_INLINE bool is_run_open(const pl_cell_word* line, uint32_t first, uint32_t more)
{
    uint32_t bit = first % 64;
    if (PL_UNLIKELY(bit + more > 63)) return is_long_run_open(line, first, more);
    return !(line[first / 64].blocked >> bit & ((UINT64_C(2) << more) - 1));
}

PL_NO_INLINE static bool is_run_light(const sight_runs* r, uint32_t line, uint32_t first, uint32_t more)
{
    const uint8_t* weights = r->weights + (line - 1) * r->line_cells;
    for (uint32_t bit = first; bit <= first + more; ++bit) {
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
PL_INLINE bool are_all_clear(const sight_runs* r, bool is_ahead, bool has_weights)
{
    uint32_t across = r->across, denominator = across ? 2 * across : 1, line = (uint32_t)r->line,
             bit = (uint32_t)r->bit;
    uint32_t down = r->to_line > r->line ? 1 : UINT32_MAX;
    ptrdiff_t stride = r->to_line > r->line ? (ptrdiff_t)r->lines->stride : -(ptrdiff_t)r->lines->stride;
    const pl_cell_word* words = pl_line_at(r->lines, line);
    sight_place leaves = place_of(r->along + across, denominator), per_line = place_of(2 * r->along, denominator);
    uint32_t begin = 0;
    for (uint32_t left = across; left > 0; --left, line += down, words += stride) {
        uint32_t end = leaves.whole, first = is_ahead ? bit + begin : bit - end;
        if (!is_run_open(words, first, end - begin)) return false;
        if (has_weights && !is_run_light(r, line, first, end - begin)) return false;
        begin = end - (leaves.rest == 0);
        leaves.whole += per_line.whole;
        leaves.rest += per_line.rest;
        if (leaves.rest >= denominator) leaves.rest -= denominator, ++leaves.whole;
    }
    uint32_t first = is_ahead ? bit + begin : bit - r->along;
    return is_run_open(words, first, r->along - begin) &&
           (!has_weights || is_run_light(r, line, first, r->along - begin));
}

// What is the same for all runs is no question in the loop.
static bool are_runs_clear(const sight_runs* r)
{
    bool is_ahead = r->to_bit >= r->bit;
    if (r->weights) return is_ahead ? are_all_clear(r, true, true) : are_all_clear(r, false, true);
    return is_ahead ? are_all_clear(r, true, false) : are_all_clear(r, false, false);
}

static bool is_clear_between(const sight_line* s, uint32_t from, uint32_t to)
{
    uint32_t width = s->grid->width;
    int32_t x = (int32_t)(from % width) + 1, y = (int32_t)(from / width) + 1;
    int32_t to_x = (int32_t)(to % width) + 1, to_y = (int32_t)(to / width) + 1;
    uint32_t dx = pl_gap((uint32_t)x, (uint32_t)to_x), dy = pl_gap((uint32_t)y, (uint32_t)to_y);
    bool is_steep = dy > dx;
    sight_runs runs;
    runs.lines = is_steep ? &s->cell_bits->columns : &s->cell_bits->rows;
    runs.line = is_steep ? x : y, runs.to_line = is_steep ? to_x : to_y;
    runs.bit = is_steep ? y : x, runs.to_bit = is_steep ? to_y : to_x;
    runs.across = is_steep ? dx : dy, runs.along = is_steep ? dy : dx;
    runs.weights = s->max_weight < 255 ? s->grid->weights : NULL;
    runs.line_cells = is_steep ? 1 : width, runs.bit_cells = is_steep ? width : 1;
    runs.max_weight = s->max_weight;
    return are_runs_clear(&runs);
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
