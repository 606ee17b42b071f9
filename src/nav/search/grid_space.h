// What a finder keeps for a grid: the query under way as the two spaces see it (cell by cell, or from jump point to
// jump point), and their edges.

#ifndef PL_NAV_SEARCH_GRID_SPACE_H
#define PL_NAV_SEARCH_GRID_SPACE_H

#include "nav/map/grid.h"

typedef struct pl_grid_walk
{
    ploy_allocator allocator;
    const ploy_grid* grid;
    const pl_cell_bits* cell_bits; ///< what the query's agent sees
    const pl_search* search;
    uint32_t goal;           ///< PL_NONE: a field
    uint32_t goal_x, goal_y; ///< on the board: one more than the cell's
    pl_edge* edges;
    uint32_t edge_count;
    uint32_t edge_capacity;
} pl_grid_walk;

/// Jump points, for uniform grids with diagonal steps.
uint32_t pl_jump_expand(void* walk, uint32_t node, const pl_edge** edges);

/// The most edges that one expansion makes.
uint32_t pl_jump_max_edges(const ploy_grid* grid);

#endif
