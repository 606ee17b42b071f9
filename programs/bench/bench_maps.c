#include "programs/bench/bench_maps.h"

#include <ploy/grid.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/memory.h"

typedef struct cell_map
{
    uint8_t* cells; // 1: free
    uint32_t side;
    ploy_random random;
} cell_map;

const char* bench_map_name(bench_map_kind kind)
{
    static const char* const names[BENCH_MAP_COUNT] = {"maze", "rooms", "random", "caves"};
    return names[kind];
}

static void fill(cell_map* m, uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint8_t value)
{
    for (uint32_t j = y; j < y + height && j < m->side; j++)
        for (uint32_t i = x; i < x + width && i < m->side; i++) m->cells[(size_t)j * m->side + i] = value;
}

// Depth first from one block of the maze to the next; a block and its wall are five cells wide.
static void make_maze(cell_map* m)
{
    enum
    {
        CORRIDOR = 4,
        STRIDE = 5
    };
    uint32_t blocks = (m->side - 1) / STRIDE, count = 1;
    uint32_t* stack = calloc((size_t)blocks * blocks, sizeof *stack);
    uint8_t* visited = calloc((size_t)blocks * blocks, 1);
    have_memory(stack);
    have_memory(visited);
    visited[0] = 1;
    fill(m, 1, 1, CORRIDOR, CORRIDOR, 1);
    while (count > 0) {
        uint32_t x = stack[count - 1] % blocks, y = stack[count - 1] / blocks, free_sides[4], free_count = 0;
        static const int8_t steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        for (uint32_t s = 0; s < 4; s++) {
            uint32_t to_x = x + (uint32_t)(int32_t)steps[s][0], to_y = y + (uint32_t)(int32_t)steps[s][1];
            if (to_x < blocks && to_y < blocks && !visited[to_y * blocks + to_x]) free_sides[free_count++] = s;
        }
        if (free_count == 0) {
            count--;
            continue;
        }
        uint32_t s = free_sides[ploy_random_below(&m->random, free_count)];
        uint32_t to_x = x + (uint32_t)(int32_t)steps[s][0], to_y = y + (uint32_t)(int32_t)steps[s][1];
        uint32_t first_x = to_x < x ? to_x : x, first_y = to_y < y ? to_y : y;
        fill(m, first_x * STRIDE + 1, first_y * STRIDE + 1, CORRIDOR + STRIDE * (to_x != x),
             CORRIDOR + STRIDE * (to_y != y), 1);
        visited[to_y * blocks + to_x] = 1;
        stack[count++] = to_y * blocks + to_x;
    }
    free(visited);
    free(stack);
}

// Splits a room with a wall that has one door, until rooms are small.
static void split_room(cell_map* m, uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    enum
    {
        SMALLEST = 6,
        LARGEST = 24
    };
    bool is_wide = width >= height;
    uint32_t length = is_wide ? width : height, across = is_wide ? height : width;
    if (length <= LARGEST || across < 3) return;
    uint32_t wall = SMALLEST + ploy_random_below(&m->random, length - 2 * SMALLEST);
    uint32_t door = ploy_random_below(&m->random, across - 2);
    if (is_wide) {
        fill(m, x + wall, y, 1, height, 0);
        split_room(m, x, y, wall, height);
        split_room(m, x + wall + 1, y, width - wall - 1, height);
        fill(m, x + wall - 1, y + door, 3, 2, 1);
    } else {
        fill(m, x, y + wall, width, 1, 0);
        split_room(m, x, y, width, wall);
        split_room(m, x, y + wall + 1, width, height - wall - 1);
        fill(m, x + door, y + wall - 1, 2, 3, 1);
    }
}

static void make_random(cell_map* m, uint32_t percent)
{
    for (size_t i = 0; i < (size_t)m->side * m->side; i++) m->cells[i] = ploy_random_below(&m->random, 100) >= percent;
}

static uint32_t free_around(const cell_map* m, const uint8_t* cells, int64_t x, int64_t y)
{
    uint32_t count = 0;
    for (int64_t j = y - 1; j <= y + 1; j++)
        for (int64_t i = x - 1; i <= x + 1; i++)
            if (i >= 0 && j >= 0 && i < m->side && j < m->side) count += cells[(size_t)j * m->side + (size_t)i];
    return count;
}

static void make_caves(cell_map* m)
{
    size_t count = (size_t)m->side * m->side;
    uint8_t* before = malloc(count);
    have_memory(before);
    make_random(m, 44);
    for (uint32_t round = 0; round < 5; round++) {
        memcpy(before, m->cells, count);
        for (size_t i = 0; i < count; i++)
            m->cells[i] = free_around(m, before, (int64_t)(i % m->side), (int64_t)(i / m->side)) >= 5;
    }
    free(before);
}

static void make_cells(cell_map* m, bench_map_kind kind)
{
    switch (kind) {
    case BENCH_MAP_MAZE:
        make_maze(m);
        break;
    case BENCH_MAP_ROOMS:
        fill(m, 0, 0, m->side, m->side, 1);
        split_room(m, 0, 0, m->side, m->side);
        break;
    case BENCH_MAP_RANDOM:
        make_random(m, 25);
        break;
    default:
        make_caves(m);
        break;
    }
}

static bool write_map(const cell_map* m, const char* path)
{
    FILE* file = fopen(path, "w");
    if (!file) return false;
    fprintf(file, "type octile\nheight %u\nwidth %u\nmap\n", m->side, m->side);
    for (uint32_t y = 0; y < m->side; y++) {
        for (uint32_t x = 0; x < m->side; x++) putc(m->cells[(size_t)y * m->side + x] ? '.' : '@', file);
        putc('\n', file);
    }
    return fclose(file) == 0;
}

typedef struct map_query
{
    uint32_t from, to;
    int64_t cost;
} map_query;

static int by_cost(const void* a, const void* b)
{
    int64_t left = ((const map_query*)a)->cost, right = ((const map_query*)b)->cost;
    return (left > right) - (left < right);
}

static bool draw_query(cell_map* m, ploy_pathfinder* pathfinder, map_query* q)
{
    for (uint32_t tries = 0; tries < 1000; tries++) {
        ploy_path_query query = {.method = PLOY_PATH_PLAIN};
        q->from = query.from = ploy_random_below(&m->random, m->side * m->side);
        q->to = query.to = ploy_random_below(&m->random, m->side * m->side);
        if (!m->cells[q->from] || !m->cells[q->to]) continue;
        const ploy_path* path = ploy_pathfinder_find(pathfinder, &query);
        q->cost = path->cost;
        if (path->status == PLOY_FOUND) return true;
    }
    return false;
}

static bool draw_queries(cell_map* m, map_query* queries, uint32_t count)
{
    ploy_grid* grid = NULL;
    ploy_grid_def def = {.width = m->side, .height = m->side, .cells = m->cells};
    bool good = ploy_grid_create(&def, &grid, NULL) == PLOY_OK;
    ploy_pathfinder* pathfinder =
        good ? ploy_pathfinder_create(&(ploy_pathfinder_def){.map = ploy_grid_map(grid)}) : NULL;
    good = good && pathfinder;
    for (uint32_t k = 0; good && k < count; k++) good = draw_query(m, pathfinder, &queries[k]);
    ploy_pathfinder_destroy(pathfinder);
    ploy_grid_destroy(grid);
    qsort(queries, count, sizeof *queries, by_cost);
    return good;
}

static bool write_scenario(const cell_map* m, const map_query* queries, uint32_t count, const char* name,
                           const char* path)
{
    FILE* file = fopen(path, "w");
    if (!file) return false;
    fprintf(file, "version 1\n");
    for (uint32_t k = 0; k < count; k++) {
        const map_query* q = &queries[k];
        double length = (double)q->cost / PLOY_GRID_STRAIGHT;
        fprintf(file, "%u\t%s.map\t%u\t%u\t%u\t%u\t%u\t%u\t%.8f\n", (unsigned)(length / 4), name, m->side, m->side,
                q->from % m->side, q->from / m->side, q->to % m->side, q->to / m->side, length);
    }
    return fclose(file) == 0;
}

bool bench_map_write(bench_map_kind kind, uint32_t side, uint32_t query_count, const char* folder, char* path,
                     size_t path_size)
{
    cell_map m = {calloc((size_t)side * side, 1), side, {.seed = 7, .stream = kind}};
    map_query* queries = calloc(query_count, sizeof *queries);
    char map_path[1024];
    have_memory(m.cells);
    have_memory(queries);
    make_cells(&m, kind);
    snprintf(map_path, sizeof map_path, "%s/%s.map", folder, bench_map_name(kind));
    snprintf(path, path_size, "%s.scen", map_path);
    bool good = draw_queries(&m, queries, query_count) && write_map(&m, map_path) &&
                write_scenario(&m, queries, query_count, bench_map_name(kind), path);
    free(queries);
    free(m.cells);
    return good;
}
