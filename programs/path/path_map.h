// Maps for `ploy path`: loads one and finds one path at a time.

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

/// False: the map cannot be used; the reason has been printed.
bool path_map_open(path_map* map, const char* path, uint32_t agent_size);
void path_map_close(path_map* map);

/// A path in cells: its steps of both kinds, and its length with diagonal steps as the square root of 2.
typedef struct path_length
{
    uint32_t straight, diagonal;
    double cells;
} path_length;

path_length measure_path(const path_map* map, const ploy_path* path);

/// "astar" or "jps" to a method. False: there is no such search.
bool parse_path_search(const char* name, ploy_path_method* method);

#endif
