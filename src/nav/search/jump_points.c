// Jump point search (Harabor and Grastien, for grids where no corner is cut) as a space: from a node the search goes
// straight to the cells where a shortest path may have to turn, and skips the cells between.
//
// Of all shortest paths that differ only in the order of their steps, the search follows one: diagonal steps as early as
// possible. So
//   - a straight run goes on until it is blocked, or until it passes a corner and can turn to the side: a jump point;
//   - a diagonal run starts two straight runs from each of its cells, and ends when one of the three cells ahead is
//     blocked. Nothing else can happen to it, since both cells beside each of its steps are free.
// The cells of a diagonal run are no nodes: the jump points of their straight runs have the node where the diagonal began
// as their parent, and the path between is known (diagonal, then straight). So every node except start and goal was
// reached by a straight run, and its label says which.
//
// Coordinates are those of the cell bits: one more than the cell's.

#include "base/check.h"
#include "nav/map/grid.h"

// Two diagonals through a node have at most as many cells as the shorter side, and each cell starts two runs.
uint32_t pl_jump_max_edges(const ploy_grid* grid)
{
    uint32_t shorter = grid->width < grid->height ? grid->width : grid->height;
    return 4 * shorter + PL_GRID_STEP_COUNT + 4;
}

PL_INLINE void add(pl_grid_walk* walk, uint32_t x, uint32_t y, uint32_t cost, pl_grid_step label)
{
    uint32_t to = (y - 1) * walk->grid->width + x - 1;
    uint32_t estimate = pl_grid_octile(pl_gap(x, walk->goal_x), pl_gap(y, walk->goal_y));
    walk->edges[walk->edge_count++] = (pl_edge){to, cost, estimate, label};
}

// Where a run along a line ends.
typedef struct ending
{
    uint32_t bit;
    bool is_node;    // a jump point or the goal, else blocked there
    bool is_blocked; // in its very first cell
} ending;

PL_INLINE ending run(const pl_cell_lines* lines, uint32_t line, uint32_t bit, bool is_ahead, uint32_t goal_line,
                     uint32_t goal_bit)
{
    const pl_cell_word* words = pl_line_at(lines, line);
    uint32_t stop = is_ahead ? pl_cell_line_run_ahead(words, bit) : pl_cell_line_run_back(words, bit);
    bool blocks = pl_cell_line_blocks(words, stop);
    if (line == goal_line && (is_ahead ? goal_bit > bit && goal_bit <= stop : goal_bit < bit && goal_bit >= stop))
        return (ending){goal_bit, true, false};
    return (ending){stop, !blocks, blocks && stop == (is_ahead ? bit + 1 : bit - 1)};
}

// Both return whether the first cell is blocked.
PL_INLINE bool run_row(pl_grid_walk* walk, uint32_t x, uint32_t y, bool is_east, uint32_t cost)
{
    ending end = run(&walk->cell_bits->rows, y, x, is_east, walk->goal_y, walk->goal_x);
    if (end.is_node)
        add(walk, end.bit, y, cost + PLOY_GRID_STRAIGHT * (is_east ? end.bit - x : x - end.bit),
            is_east ? PL_GRID_EAST : PL_GRID_WEST);
    return end.is_blocked;
}

PL_INLINE bool run_column(pl_grid_walk* walk, uint32_t x, uint32_t y, bool is_south, uint32_t cost)
{
    ending end = run(&walk->cell_bits->columns, x, y, is_south, walk->goal_x, walk->goal_y);
    if (end.is_node)
        add(walk, x, end.bit, cost + PLOY_GRID_STRAIGHT * (is_south ? end.bit - y : y - end.bit),
            is_south ? PL_GRID_SOUTH : PL_GRID_NORTH);
    return end.is_blocked;
}

PL_INLINE bool is_blocked(const pl_grid_walk* walk, uint32_t x, uint32_t y)
{
    return pl_cell_line_blocks(pl_line_at(&walk->cell_bits->rows, y), x);
}

PL_INLINE void run_diagonal(pl_grid_walk* walk, uint32_t x, uint32_t y, bool is_east, bool is_south)
{
    uint32_t dx = is_east ? 1 : UINT32_MAX, dy = is_south ? 1 : UINT32_MAX, cost = 0;
    bool is_shut = is_blocked(walk, x + dx, y) || is_blocked(walk, x, y + dy);
    while (!is_shut && !is_blocked(walk, x + dx, y + dy)) {
        x += dx;
        y += dy;
        cost += PLOY_GRID_DIAGONAL;
        if (x == walk->goal_x && y == walk->goal_y) {
            add(walk, x, y, cost, PL_GRID_SOUTH_EAST);
            return;
        }
        is_shut = run_row(walk, x, y, is_east, cost);
        is_shut |= run_column(walk, x, y, is_south, cost);
    }
}

static void run_all(pl_grid_walk* walk, uint32_t x, uint32_t y)
{
    run_row(walk, x, y, true, 0);
    run_row(walk, x, y, false, 0);
    run_column(walk, x, y, true, 0);
    run_column(walk, x, y, false, 0);
    run_diagonal(walk, x, y, true, true);
    run_diagonal(walk, x, y, false, true);
    run_diagonal(walk, x, y, true, false);
    run_diagonal(walk, x, y, false, false);
}

// After a run along a row: straight on, and around the corners that it has just passed.
PL_INLINE void go_on_row(pl_grid_walk* walk, uint32_t x, uint32_t y, bool is_east)
{
    uint32_t behind = is_east ? x - 1 : x + 1;
    run_row(walk, x, y, is_east, 0);
    for (uint32_t is_south = 0; is_south < 2; ++is_south) {
        uint32_t side = is_south ? y + 1 : y - 1;
        if (!is_blocked(walk, behind, side) || is_blocked(walk, x, side)) continue;
        run_column(walk, x, y, is_south, 0);
        run_diagonal(walk, x, y, is_east, is_south);
    }
}

PL_INLINE void go_on_column(pl_grid_walk* walk, uint32_t x, uint32_t y, bool is_south)
{
    uint32_t behind = is_south ? y - 1 : y + 1;
    run_column(walk, x, y, is_south, 0);
    for (uint32_t is_east = 0; is_east < 2; ++is_east) {
        uint32_t side = is_east ? x + 1 : x - 1;
        if (!is_blocked(walk, side, behind) || is_blocked(walk, side, y)) continue;
        run_row(walk, x, y, is_east, 0);
        run_diagonal(walk, x, y, is_east, is_south);
    }
}

uint32_t pl_jump_expand(void* context, uint32_t node, const pl_edge** edges)
{
    pl_grid_walk* walk = context;
    uint32_t x = node % walk->grid->width + 1, y = node / walk->grid->width + 1;
    walk->edge_count = 0;
    switch (pl_search_at(walk->search, node)->label) {
    case PL_GRID_EAST:
        go_on_row(walk, x, y, true);
        break;
    case PL_GRID_WEST:
        go_on_row(walk, x, y, false);
        break;
    case PL_GRID_SOUTH:
        go_on_column(walk, x, y, true);
        break;
    case PL_GRID_NORTH:
        go_on_column(walk, x, y, false);
        break;
    default:
        run_all(walk, x, y);
        break;
    }
    *edges = walk->edges;
    return walk->edge_count;
}
