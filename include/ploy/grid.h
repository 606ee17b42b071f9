// Grids: a ground (see nav.h) of square cells. Paths come from a ploy_pathfinder made for ploy_grid_map(); here is what
// only grids have: agents larger than a cell, lines of sight, smoothing.
//
// A cell's node is y * width + x. A straight step costs PLOY_GRID_STRAIGHT and a diagonal one PLOY_GRID_DIAGONAL, times
// the weight of the cell it leads to; 3363 / 2378 is the root of 2 but for 6e-8. A diagonal step needs both cells
// beside it free: no corner is cut. On grids without weights, PLOY_PATH_AUTO uses jump points; with weights, four
// neighbours, or PLOY_PATH_PLAIN, it is A*. Areas and their costs are for graphs.

#ifndef PLOY_GRID_H
#define PLOY_GRID_H

#include <ploy/nav.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLOY_GRID_STRAIGHT 2378
#define PLOY_GRID_DIAGONAL 3363

/// Limits: cells along one side, cells in all, and the width of an agent in cells.
#define PLOY_MAX_GRID_SIDE 65535
#define PLOY_MAX_GRID_CELLS (1u << 28)
#define PLOY_MAX_AGENT_SIZE 16

typedef struct ploy_grid ploy_grid;

typedef struct ploy_grid_def
{
    ploy_allocator allocator;
    uint32_t width; ///< 1 .. PLOY_MAX_GRID_SIDE
    uint32_t height;
    const uint8_t* cells; ///< width * height, row by row: 0 is blocked, else the weight of a step into the cell. Copied
    bool four_neighbours; ///< no diagonal steps
    uint32_t max_size; ///< of agents, default 1: a query's agent_size above it is PLOY_NOT_SUPPORTED. Each takes 6 bits
                       ///< a cell
} ploy_grid_def;

/// PLOY_OK, PLOY_INVALID (see error, which may be NULL) or PLOY_OUT_OF_MEMORY. Otherwise *grid is NULL.
PLOY_API ploy_status ploy_grid_create(const ploy_grid_def* def, ploy_grid** grid, ploy_error* error);

/// NULL is allowed. Nothing that uses the grid may outlive it.
PLOY_API void ploy_grid_destroy(ploy_grid* grid);

PLOY_API const ploy_nav_map* ploy_grid_map(const ploy_grid* grid);
PLOY_API uint32_t ploy_grid_width(const ploy_grid* grid);
PLOY_API uint32_t ploy_grid_height(const ploy_grid* grid);
PLOY_API size_t ploy_grid_bytes(const ploy_grid* grid);

/// Are all weights of free cells 1?
PLOY_API bool ploy_grid_is_uniform(const ploy_grid* grid);

/// 0: blocked. cell must be one.
PLOY_API uint8_t ploy_grid_weight(const ploy_grid* grid, uint32_t cell);

/// The side of the largest free square whose corner of min x and y is the cell, obstacles of the overlay (NULL: none)
/// counted; at max the grid's max_size. An agent of size n stands on the n * n cells from its cell on, so it can stand
/// where the clearance is n or more.
PLOY_API uint32_t ploy_grid_clearance(const ploy_grid* grid, const ploy_obstacles* obstacles, uint32_t cell);

/// Does the straight line between the middles of two cells stay on cells where an agent of this size can stand? All
/// cells that it touches count, both ends too; where it passes exactly between two cells that meet at a corner, both.
/// The same in both directions.
PLOY_API bool ploy_grid_sees(const ploy_grid* grid, const ploy_obstacles* obstacles, uint32_t agent_size, uint32_t from,
                             uint32_t to);

/// Leaves only the ends of a path and the cells where it turns. Returns how many are left.
PLOY_API uint32_t ploy_grid_waypoints(const ploy_grid* grid, uint32_t* cells, uint32_t count);

/// Pulls a path (every cell of it) straight: leaves only cells that see the next one that is left. Never longer than
/// before, nor dearer on a grid with weights. Returns how many are left.
PLOY_API uint32_t ploy_grid_smooth(const ploy_grid* grid, const ploy_obstacles* obstacles, uint32_t agent_size,
                                   uint32_t* cells, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
