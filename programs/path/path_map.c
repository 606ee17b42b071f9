#include "programs/path/path_map.h"

#include "programs/cli/load_file.h"

#include <stdio.h>
#include <string.h>

static ploy_pathfinder* make_finder(const ploy_grid* grid)
{
    ploy_pathfinder_def def = {0};
    def.map = ploy_grid_map(grid);
    return ploy_pathfinder_create(&def);
}

bool path_map_open(path_map* map, const char* path, uint32_t agent_size)
{
    ploy_movingai_def def = {0};
    ploy_error error = {0};
    *map = (path_map){0};
    def.max_size = agent_size;
    ploy_status status = ploy_movingai_load(&def, path, &map->grid, &error);
    if (status == PLOY_OK) {
        map->width = ploy_grid_width(map->grid);
        map->height = ploy_grid_height(map->grid);
        map->pathfinder = make_finder(map->grid);
    }
    if (map->pathfinder) return true;
    if (!error.message[0]) snprintf(error.message, sizeof error.message, "%s", ploy_status_text(PLOY_OUT_OF_MEMORY));
    print_error(path, &error);
    path_map_close(map);
    return false;
}

void path_map_close(path_map* map)
{
    ploy_pathfinder_destroy(map->pathfinder);
    ploy_grid_destroy(map->grid);
    *map = (path_map){0};
}

path_length measure_path(const path_map* map, const ploy_path* path)
{
    path_length length = {0};
    for (uint32_t k = 1; k < path->count; k++) {
        uint32_t a = path->nodes[k - 1], b = path->nodes[k];
        if (a % map->width != b % map->width && a / map->width != b / map->width)
            length.diagonal++;
        else
            length.straight++;
    }
    length.cells = length.straight + length.diagonal * 1.4142135623730951;
    return length;
}

bool parse_path_search(const char* name, ploy_path_method* method)
{
    *method = strcmp(name, "astar") == 0 ? PLOY_PATH_PLAIN : PLOY_PATH_AUTO;
    return *method == PLOY_PATH_PLAIN || strcmp(name, "jps") == 0;
}
