// Paths on a grid.

#include "native.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pl_gd_variant pl_gd_set_grid(pl_gd_world* world, pl_gd_variant** args)
{
    char* cells = pl_gd_text_of(args[0]); // rows, one per line; '#' is blocked
    uint32_t width = (uint32_t)strcspn(cells, "\n"), height = 0;
    size_t bytes = strlen(cells);
    uint8_t* weights = malloc(bytes + 1);
    if (!weights) abort();
    bool ok = width > 0;
    for (size_t at = 0; ok && at < bytes; at += width + 1, ++height) {
        ok = at + width <= bytes && (at + width == bytes || cells[at + width] == '\n');
        for (uint32_t x = 0; ok && x < width; ++x) weights[height * width + x] = cells[at + x] != '#';
    }
    ploy_pathfinder_destroy(world->pathfinder);
    ploy_obstacles_destroy(world->obstacles);
    ploy_grid_destroy(world->grid);
    world->pathfinder = NULL, world->obstacles = NULL, world->grid = NULL;
    ploy_error error = {0};
    ploy_status status = PLOY_INVALID;
    if (ok) status = ploy_grid_create(&(ploy_grid_def){.width = width, .height = height, .cells = weights}, &world->grid, &error);
    free(weights);
    free(cells);
    if (status != PLOY_OK) return ok ? pl_gd_fail_status(world, "grid", status, &error) : pl_gd_fail(world, "the rows of a grid have one width");
    world->obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_grid_map(world->grid)});
    world->pathfinder = ploy_pathfinder_create(&(ploy_pathfinder_def){.map = ploy_grid_map(world->grid)});
    return pl_gd_of_bool(world->obstacles && world->pathfinder);
}

static bool cell_of(const pl_gd_world* world, pl_gd_variant** args, uint32_t* cell)
{
    int64_t x = PL_GD(pl_gd_engine, variant_as_int)(args[0]), y = PL_GD(pl_gd_engine, variant_as_int)(args[1]);
    if (!world->grid || x < 0 || y < 0 || x >= ploy_grid_width(world->grid) || y >= ploy_grid_height(world->grid)) return false;
    *cell = (uint32_t)(y * ploy_grid_width(world->grid) + x);
    return true;
}

/// x0, y0, x1, y1: a list of x, y, x, y, … from the first cell to the last; empty: there is no path.
pl_gd_variant pl_gd_find_path(pl_gd_world* world, pl_gd_variant** args)
{
    uint32_t from, to;
    if (!cell_of(world, args, &from) || !cell_of(world, args + 2, &to)) return pl_gd_fail(world, "there is no such cell");
    const ploy_path* path = ploy_pathfinder_find(world->pathfinder, &(ploy_path_query){.from = from, .to = to, .obstacles = world->obstacles});
    pl_gd_array list;
    PL_GD(pl_gd_engine, array_new)(&list);
    for (uint32_t i = 0; path->status == PLOY_FOUND && i < path->count; ++i) {
        uint32_t width = ploy_grid_width(world->grid);
        pl_gd_variant x = pl_gd_of_int(path->nodes[i] % width), y = pl_gd_of_int(path->nodes[i] / width);
        PL_GD(pl_gd_engine, array_push_back)(&list, &x);
        PL_GD(pl_gd_engine, array_push_back)(&list, &y);
        PL_GD(pl_gd_engine, variant_destroy)(&x);
        PL_GD(pl_gd_engine, variant_destroy)(&y);
    }
    pl_gd_variant made;
    PL_GD(pl_gd_engine, variant_new_array)(&made, &list);
    PL_GD(pl_gd_engine, array_destroy)(&list);
    return made;
}

pl_gd_variant pl_gd_sees(pl_gd_world* world, pl_gd_variant** args)
{
    uint32_t from, to;
    if (!cell_of(world, args, &from) || !cell_of(world, args + 2, &to)) return pl_gd_of_bool(false);
    return pl_gd_of_bool(ploy_grid_sees(world->grid, world->obstacles, 1, from, to));
}

/// x, y, is_blocked: a cell that is closed for a while, such as a door.
pl_gd_variant pl_gd_block(pl_gd_world* world, pl_gd_variant** args)
{
    uint32_t cell;
    if (!cell_of(world, args, &cell)) return pl_gd_fail(world, "there is no such cell");
    if (PL_GD(pl_gd_engine, variant_as_bool)(args[2]))
        ploy_obstacles_block(world->obstacles, cell);
    else
        ploy_obstacles_unblock(world->obstacles, cell);
    return pl_gd_of_bool(true);
}
