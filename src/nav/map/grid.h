// A grid inside: the weights of its cells, and one set of cell bits per agent size.

#ifndef PL_NAV_MAP_GRID_H
#define PL_NAV_MAP_GRID_H

#include <ploy/grid.h>

#include "nav/map/cell_bits.h"
#include "nav/map/nav_map.h"

/// The eight steps, straight ones first: bit n of a set of steps, label n of an edge.
typedef enum pl_grid_step
{
    PL_GRID_EAST,
    PL_GRID_WEST,
    PL_GRID_SOUTH,
    PL_GRID_NORTH,
    PL_GRID_SOUTH_EAST,
    PL_GRID_SOUTH_WEST,
    PL_GRID_NORTH_EAST,
    PL_GRID_NORTH_WEST,
    PL_GRID_STEP_COUNT
} pl_grid_step;

extern const int8_t pl_grid_step_x[PL_GRID_STEP_COUNT];
extern const int8_t pl_grid_step_y[PL_GRID_STEP_COUNT]; ///< south is up in y

/// The cell bits of all agent sizes: the grid's own, or with the obstacles of a layer in them.
typedef struct pl_grid_view
{
    const ploy_grid* grid;
    pl_cell_bits cell_bits_by_size[]; ///< of size 1, 2 .. max_size
} pl_grid_view;

struct ploy_grid
{
    ploy_nav_map map;
    ploy_allocator allocator;
    uint32_t width;
    uint32_t height;
    uint32_t max_size;
    uint32_t lowest_weight; ///< of free cells
    uint8_t* weights;       ///< NULL: uniform
    pl_grid_view* view;
    bool four_neighbors;
    /// The possible steps for each pattern of blocked cells (bits of x - 1 .. x + 1 in rows y - 1, y, y + 1), and the
    /// possible steps backwards, which may come from a blocked cell.
    uint8_t steps[512];
    uint8_t steps_back[512];
};

extern const pl_nav_map_kind pl_grid_kind;

pl_grid_view* pl_grid_view_create(const ploy_grid* grid, const ploy_allocator* allocator); ///< NULL when out of memory
void pl_grid_view_destroy(pl_grid_view* view, const ploy_allocator* allocator);
void pl_grid_view_change(pl_grid_view* view, uint32_t cell, bool is_blocked);

/// obstacles may be NULL; size is 1 .. max_size.
static inline const pl_cell_bits* pl_grid_cell_bits(const ploy_grid* grid, const ploy_obstacles* obstacles,
                                                    uint32_t size)
{
    const pl_grid_view* view = obstacles ? obstacles->view : grid->view;
    return &view->cell_bits_by_size[size - 1];
}

static inline uint8_t pl_grid_weight_at(const ploy_grid* grid, uint32_t cell)
{
    return grid->weights ? grid->weights[cell] : 1;
}

/// The lowest cost of a path on an empty grid.
static inline uint32_t pl_grid_octile(uint32_t dx, uint32_t dy)
{
    uint32_t max = dx > dy ? dx : dy, min = dx > dy ? dy : dx;
    return PLOY_GRID_STRAIGHT * max + (PLOY_GRID_DIAGONAL - PLOY_GRID_STRAIGHT) * min;
}

static inline uint32_t pl_gap(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/// What a pathfinder keeps for a grid: the running query as the two spaces see it (cell by cell, or from jump point to
/// jump point), and their edges.
typedef struct pl_grid_walk
{
    ploy_allocator allocator;
    const ploy_grid* grid;
    const pl_cell_bits* cell_bits; ///< of the query's agent size, with its obstacles
    const pl_astar* search;
    uint32_t goal;           ///< PLOY_NONE: a field
    uint32_t goal_x, goal_y; ///< in cell bits: one more than the cell's
    uint32_t neighbors[PL_GRID_STEP_COUNT];
    pl_edge* edges;
    uint32_t edge_count;
    uint32_t edge_capacity;
} pl_grid_walk;

/// Jump points, for uniform grids with diagonal steps.
uint32_t pl_jump_expand(void* walk, uint32_t node, const pl_edge** edges);

/// The highest number of edges of one expansion.
uint32_t pl_jump_max_edges(const ploy_grid* grid);

#endif
