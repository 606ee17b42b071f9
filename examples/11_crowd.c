// A crowd on its way to one place, through a wall with three doors, one of which closes and opens again. The crowd shares
// a distance field of the place. The path service keeps it from the second time on, and repairs it when a door moves: each
// line says how many nodes were searched for all twelve paths.
// docs/learn/pathfinding.md explains it.
//
// Output:
//   frame 0: 358 nodes
//   frame 5: 360 nodes
//   a door closes
//   frame 10: 20 nodes
//   frame 15: 0 nodes
//   it opens
//   frame 20: 14 nodes
//   12 visitors are there

#include <ploy/grid.h>
#include <ploy/path_service.h>
#include <stdio.h>
#include <string.h>

enum
{
    WIDTH = 40,
    HEIGHT = 9,
    CELLS = WIDTH * HEIGHT,
    DOOR = WIDTH + 20, // in row 1; others are in rows 4 and 7
    PLACE = 4 * WIDTH + 36,
    CROWD = 12,
};

typedef struct visitor
{
    uint32_t at, count, next;
    uint32_t path[CELLS];
} visitor;

static void take_path(void* user, const ploy_path_answer* answer)
{
    visitor* w = (visitor*)user + answer->owner - 1;
    w->count = answer->path.count, w->next = 1;
    memcpy(w->path, answer->path.nodes, w->count * sizeof *w->path);
}

static uint64_t find_paths(ploy_path_service* paths, const ploy_obstacles* doors, visitor* crowd)
{
    uint64_t before = ploy_path_service_get_stats(paths).expanded;
    for (uint32_t i = 0; i < CROWD; ++i) {
        ploy_path_request request = {.query = {.from = crowd[i].at, .to = PLACE, .obstacles = doors}, .owner = i + 1};
        ploy_path_service_request(paths, &request);
    }
    ploy_path_service_update(paths, take_path, crowd);
    return ploy_path_service_get_stats(paths).expanded - before;
}

int main(void)
{
    static visitor crowd[CROWD];
    uint8_t cells[CELLS];
    for (uint32_t i = 0; i < CELLS; ++i) cells[i] = i % WIDTH != 20 || i / WIDTH % 3 == 1;
    for (uint32_t i = 0; i < CROWD; ++i) crowd[i].at = i % 3 * 3 * WIDTH + i / 3 * 2;
    ploy_grid* grid;
    ploy_error error = {0};
    ploy_grid_def def = {.width = WIDTH, .height = HEIGHT, .cells = cells};
    if (ploy_grid_create(&def, &grid, &error) != PLOY_OK) return puts(error.message), 1;
    const ploy_nav_map* map = ploy_grid_map(grid);
    ploy_obstacles* doors = ploy_obstacles_create(&(ploy_obstacles_def){.map = map});
    ploy_path_service* paths = ploy_path_service_create(&(ploy_path_service_def){.map = map, .kept_fields = 1});

    for (uint32_t frame = 0; frame < 45; ++frame) {
        if (frame == 10) puts("a door closes"), ploy_obstacles_block(doors, DOOR);
        if (frame == 20) puts("it opens"), ploy_obstacles_unblock(doors, DOOR);
        if (frame % 5 == 0 && frame <= 20) printf("frame %u: %u nodes\n", (unsigned)frame, (unsigned)find_paths(paths, doors, crowd));
        for (visitor* w = crowd; w < crowd + CROWD; ++w) w->at = w->next < w->count ? w->path[w->next++] : w->at;
    }
    uint32_t arrived = 0;
    for (uint32_t i = 0; i < CROWD; ++i) arrived += crowd[i].at == PLACE;
    printf("%u visitors are there\n", (unsigned)arrived);

    ploy_path_service_destroy(paths);
    ploy_obstacles_destroy(doors);
    ploy_grid_destroy(grid);
}
