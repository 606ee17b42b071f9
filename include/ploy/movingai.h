// Maps and scenarios of the MovingAI benchmark set. Part of libploy-io.
//
// A map is text: "type octile", "height H", "width W", "map", then H lines of W letters. '.', 'G' and 'S' (swamp) are
// free; '@', 'O', 'T' (trees) and 'W' (water) are blocked. A scenario is text: "version 1", then one line per query:
// bucket, map, width and height of the map, x and y of start and goal, and the length of the shortest path. A diagonal
// step counts as the square root of 2, and no corner is cut.

#ifndef PLOY_MOVINGAI_H
#define PLOY_MOVINGAI_H

#include <ploy/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_movingai_def
{
    ploy_allocator allocator; ///< also the grid's
    uint32_t max_cells;       ///< of a map, default 64 million; at most PLOY_MAX_GRID_CELLS
    size_t max_bytes;         ///< of a file, default 128 MB
    bool four_neighbors;      ///< of the grid: see ploy_grid_def
    uint32_t max_size;        ///< of the grid, default 1
} ploy_movingai_def;

/// A grid; otherwise *grid is NULL and error names line, column, what is wrong and what would be right. PLOY_NOT_FOUND:
/// there is no such file.
PLOY_API ploy_status ploy_movingai_load(const ploy_movingai_def* def, const char* path, ploy_grid** grid,
                                        ploy_error* error);
PLOY_API ploy_status ploy_movingai_parse(const ploy_movingai_def* def, const char* text, size_t bytes, ploy_grid** grid,
                                         ploy_error* error);

typedef struct ploy_scenario ploy_scenario;

typedef struct ploy_scenario_query
{
    const char* map; ///< as written, often with folders that do not exist; lives as long as the scenario
    uint32_t bucket;
    uint32_t width, height; ///< of the map; start and goal lie inside
    uint32_t from_x, from_y;
    uint32_t to_x, to_y;
    double length; ///< in cells
    uint32_t line; ///< of the file
} ploy_scenario_query;

/// As with maps; max_cells, four_neighbors and max_size do not matter.
PLOY_API ploy_status ploy_scenario_load(const ploy_movingai_def* def, const char* path, ploy_scenario** scenario,
                                        ploy_error* error);
PLOY_API ploy_status ploy_scenario_parse(const ploy_movingai_def* def, const char* text, size_t bytes,
                                         ploy_scenario** scenario, ploy_error* error);

/// NULL is allowed.
PLOY_API void ploy_scenario_destroy(ploy_scenario* scenario);

/// All queries in the order of the file. They live as long as the scenario.
PLOY_API const ploy_scenario_query* ploy_scenario_queries(const ploy_scenario* scenario, uint32_t* count);

#ifdef __cplusplus
}
#endif

#endif
