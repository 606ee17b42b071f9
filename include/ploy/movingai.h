// Maps and scenarios of the MovingAI benchmark set. Part of libploy-io.
//
// A map is text: "type octile", "height H", "width W", "map", then H lines of W letters. '.', 'G' and 'S' (swamp) are
// free; '@', 'O', 'T' (trees) and 'W' (water) are blocked. A scenario is text: "version 1", then a line for each query:
// bucket, map, width and height of the map, x and y of start and goal, and the length of the shortest path, where a
// diagonal step counts as the root of 2 and no corner is cut.

#ifndef PLOY_MOVINGAI_H
#define PLOY_MOVINGAI_H

#include <ploy/grid.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_movingai_def
{
    ploy_allocator allocator; ///< also the grid's
    uint32_t max_cells;       ///< of a map, default 64 million; at max PLOY_MAX_GRID_CELLS
    size_t max_bytes;         ///< of a file, default 128 MB
    bool four_neighbours;     ///< of the grid: see ploy_grid_def
    uint32_t max_size;        ///< of the grid, default 1
} ploy_movingai_def;

/// A grid, or *grid is NULL and error (may be NULL) names line, column, what is wrong and what would be right.
/// PLOY_NOT_FOUND: no such file.
PLOY_API ploy_status ploy_movingai_load(const ploy_movingai_def* def, const char* path, ploy_grid** grid,
                                        ploy_error* error);
PLOY_API ploy_status ploy_movingai_parse(const ploy_movingai_def* def, const char* text, size_t bytes, ploy_grid** grid,
                                         ploy_error* error);

typedef struct ploy_scenario ploy_scenario;

typedef struct ploy_scenario_query
{
    const char* map; ///< as written, often with folders that are not there; lives as long as the scenario
    uint32_t bucket;
    uint32_t width, height; ///< of the map; start and goal lie inside
    uint32_t from_x, from_y;
    uint32_t to_x, to_y;
    double length; ///< in cells
    uint32_t line; ///< of the file
} ploy_scenario_query;

/// As with maps; max_cells, four_neighbours and max_size do not matter.
PLOY_API ploy_status ploy_scenario_load(const ploy_movingai_def* def, const char* path, ploy_scenario** scenario,
                                        ploy_error* error);
PLOY_API ploy_status ploy_scenario_parse(const ploy_movingai_def* def, const char* text, size_t bytes,
                                         ploy_scenario** scenario, ploy_error* error);
PLOY_API void ploy_scenario_destroy(ploy_scenario* scenario);

PLOY_API uint32_t ploy_scenario_query_count(const ploy_scenario* scenario);
PLOY_API ploy_scenario_query ploy_scenario_query_at(const ploy_scenario* scenario, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
