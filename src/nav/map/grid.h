// A grid's cells: weights, and a board for each size of agent.

#ifndef PL_NAV_MAP_GRID_H
#define PL_NAV_MAP_GRID_H

#include <ploy/grid.h>

#include "nav/map/cell_bits.h"
#include "nav/map/nav_map.h"

/// The eight steps: bit n of a set of steps, label n of an edge. Straight ones first.
typedef enum pl_step
{
    PL_STEP_EAST,
    PL_STEP_WEST,
    PL_STEP_SOUTH,
    PL_STEP_NORTH,
    PL_STEP_SOUTH_EAST,
    PL_STEP_SOUTH_WEST,
    PL_STEP_NORTH_EAST,
    PL_STEP_NORTH_WEST,
    PL_STEP_COUNT
} pl_step;

extern const int8_t pl_step_x[PL_STEP_COUNT];
extern const int8_t pl_step_y[PL_STEP_COUNT]; ///< south is up in y

/// The boards of all sizes: the grid's own, or with an overlay's obstacles in.
typedef struct pl_view
{
    const ploy_grid* grid;
    pl_cell_bits cell_bits_by_size[]; ///< of size 1, 2 .. max_size
} pl_view;

struct ploy_grid
{
    ploy_nav_map ground;
    ploy_allocator allocator;
    uint32_t width;
    uint32_t height;
    uint32_t max_size;
    uint32_t least_weight;
    uint8_t* weights; ///< NULL: uniform
    pl_view* view;
    bool four_neighbours;
    /// The steps that can be taken, for each pattern of blocked cells around (bits of x - 1 .. x + 1 in rows y - 1, y,
    /// y + 1); and the steps that can be taken backwards: those that lead out of a blocked cell too.
    uint8_t steps[512];
    uint8_t steps_back[512];
};

extern const pl_nav_map_kind pl_grid_kind;

pl_view* pl_view_create(const ploy_grid* grid, const ploy_allocator* allocator); ///< NULL when out of memory
void pl_view_destroy(pl_view* view, const ploy_allocator* allocator);
void pl_view_change(pl_view* view, uint32_t cell, bool is_blocked);

/// overlay may be NULL; size is 1 .. max_size.
static inline const pl_cell_bits* pl_grid_cell_bits(const ploy_grid* grid, const ploy_obstacles* obstacles,
                                                    uint32_t size)
{
    const pl_view* view = obstacles ? obstacles->view : grid->view;
    return &view->cell_bits_by_size[size - 1];
}

static inline uint8_t pl_grid_weight_at(const ploy_grid* grid, uint32_t cell)
{
    return grid->weights ? grid->weights[cell] : 1;
}

/// The cheapest way on an empty grid.
static inline uint32_t pl_grid_octile(uint32_t dx, uint32_t dy)
{
    uint32_t max = dx > dy ? dx : dy, min = dx > dy ? dy : dx;
    return PLOY_GRID_STRAIGHT * max + (PLOY_GRID_DIAGONAL - PLOY_GRID_STRAIGHT) * min;
}

static inline uint32_t pl_gap(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

#endif
