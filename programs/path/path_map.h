// Maps for `ploy path`: opening them and asking one question at a time.

#ifndef PATH_PATH_MAP_H
#define PATH_PATH_MAP_H

#include <ploy/movingai.h>

#include <stdbool.h>
#include <stdint.h>

typedef struct path_map
{
    ploy_grid* grid;
    ploy_pathfinder* pathfinder;
    uint32_t width, height;
} path_map;

/// False when the map cannot be used; the reason stands on stderr.
bool path_map_open(path_map* map, const char* path, uint32_t agent_size);
void path_map_close(path_map* map);

/// A path in cells: how many steps of either kind, and its length with diagonal steps as the root of 2.
typedef struct path_length
{
    uint32_t straight, diagonal;
    double cells;
} path_length;

path_length measure_path(const path_map* map, const ploy_path* path);

/// "astar", "jps" to a method. False: no such search.
bool parse_path_search(const char* name, ploy_path_method* method);

#endif
