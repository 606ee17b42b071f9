// Grids: nav maps (see nav.h) of square cells. Paths come from a ploy_pathfinder made for ploy_grid_map(). This header
// adds what only grids have: agents larger than a cell, line of sight, smoothing.
//
// The node of a cell is y * width + x. A straight step costs PLOY_GRID_STRAIGHT and a diagonal step PLOY_GRID_DIAGONAL,
// times the weight of the cell it leads to; 3363 / 2378 is the square root of 2 within 6e-8. A diagonal step needs both
// cells beside it free: paths cut no corners. PLOY_PATH_AUTO uses jump points on grids without weights, and A* on grids
// with weights or four neighbors. Areas and their costs are for graphs.

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
    uint32_t width;       ///< 1 .. PLOY_MAX_GRID_SIDE
    uint32_t height;      ///< likewise
    const uint8_t* cells; ///< width * height, row by row: 0 is blocked, else the weight of a step into the cell. Copied
    bool four_neighbors;  ///< no diagonal steps
    /// The largest agent, default 1. Each size takes 6 bits per cell. A larger query is PLOY_NOT_SUPPORTED.
    uint32_t max_size;
} ploy_grid_def;

/// PLOY_OK; PLOY_INVALID (see error) or PLOY_OUT_OF_MEMORY, and then *grid is NULL.
PLOY_API ploy_status ploy_grid_create(const ploy_grid_def* def, ploy_grid** grid, ploy_error* error);

/// NULL is allowed. Nothing that uses the grid may outlive it.
PLOY_API void ploy_grid_destroy(ploy_grid* grid);

PLOY_API const ploy_nav_map* ploy_grid_map(const ploy_grid* grid);
PLOY_API uint32_t ploy_grid_width(const ploy_grid* grid);
PLOY_API uint32_t ploy_grid_height(const ploy_grid* grid);

/// 0: blocked.
PLOY_API uint8_t ploy_grid_weight(const ploy_grid* grid, uint32_t cell);

/// The side of the largest free square that has the cell in its corner of lowest x and y; at most the grid's max_size.
/// An agent of size n occupies the n * n cells from its own cell on, so it can stand where the clearance is at least n.
/// obstacles may be NULL.
PLOY_API uint32_t ploy_grid_clearance(const ploy_grid* grid, const ploy_obstacles* obstacles, uint32_t cell);

/// Line of sight: does the straight line between the centers of two cells stay on cells where an agent of this size can
/// stand? Every cell that it touches counts, both ends too; where it passes exactly through a corner, both cells beside
/// it. The same in both directions. obstacles may be NULL.
PLOY_API bool ploy_grid_sees(const ploy_grid* grid, const ploy_obstacles* obstacles, uint32_t agent_size, uint32_t from,
                             uint32_t to);

/// Keeps only the ends of a path and the cells where it turns. Returns how many.
PLOY_API uint32_t ploy_grid_waypoints(const ploy_grid* grid, uint32_t* cells, uint32_t count);

/// Smooths a path (given with every cell): keeps only cells that see the next one kept. The result is never longer than
/// the path and never costs more. Returns how many. obstacles may be NULL.
PLOY_API uint32_t ploy_grid_smooth(const ploy_grid* grid, const ploy_obstacles* obstacles, uint32_t agent_size,
                                   uint32_t* cells, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
