// A path query alone: a grid, a blocked cell, the shortest path. No world, no agents, no file.
// docs/learn/pathfinding.md explains it.
//
// Output:
//   ........
//   .A####..
//   .*...#..
//   ..*..#..
//   ..*###..
//   ..*****B
//   length 9.41

#include <ploy/grid.h>
#include <stdio.h>

enum
{
    WIDTH = 8,
    HEIGHT = 6,
    FROM = 1 * WIDTH + 1,
    TO = 5 * WIDTH + 7
};

int main(void)
{
    char map[HEIGHT][WIDTH + 1] = {"........", ".A####..", ".....#..", ".....#..", "...###..", ".......B"};
    uint8_t cells[WIDTH * HEIGHT]; // 0 is blocked, 1 to 255 is the weight of a step into the cell
    for (int i = 0; i < WIDTH * HEIGHT; ++i) cells[i] = map[i / WIDTH][i % WIDTH] != '#';
    ploy_grid* grid;
    ploy_error error = {0};
    ploy_grid_def def = {.width = WIDTH, .height = HEIGHT, .cells = cells};
    if (ploy_grid_create(&def, &grid, &error) != PLOY_OK) return puts(error.message), 1;

    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&(ploy_pathfinder_def){.map = ploy_grid_map(grid)});
    const ploy_path* path = ploy_pathfinder_find(pathfinder, &(ploy_path_query){.from = FROM, .to = TO});
    for (uint32_t i = 1; i + 1 < path->count; ++i) map[path->nodes[i] / WIDTH][path->nodes[i] % WIDTH] = '*';
    for (int y = 0; y < HEIGHT; ++y) puts(map[y]);
    printf("length %.2f\n", (double)path->cost / 2378); // a straight step costs 2378, a diagonal one 3363

    ploy_pathfinder_destroy(pathfinder);
    ploy_grid_destroy(grid);
}
