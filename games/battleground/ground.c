#include "games/battleground/ground.h"

#include <stdlib.h>
#include <string.h>

static uint32_t root(uint64_t x)
{
    uint64_t min = 0, max = UINT32_MAX;
    while (min < max) {
        uint64_t middle = (min + max + 1) / 2;
        if (middle * middle <= x)
            min = middle;
        else
            max = middle - 1;
    }
    return (uint32_t)min;
}

uint64_t battle_distance_squared(ploy_point a, ploy_point b)
{
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
    return (uint64_t)(x * x + y * y);
}

uint32_t battle_distance(ploy_point a, ploy_point b)
{
    return root(battle_distance_squared(a, b));
}

// Samples cover a square at 0.62 per spacing squared, and a disk has 0.785 of its square's area: 0.487 together.
static int32_t side_for(uint32_t nodes)
{
    return (int32_t)root((uint64_t)nodes * 1000 / 487 * GROUND_SPACING * GROUND_SPACING);
}

static ploy_status make_graph(battle_ground* g, uint32_t nodes, uint64_t seed, ploy_error* error)
{
    ploy_terrain_def def = {0};
    def.seed = seed;
    def.shape = PLOY_TERRAIN_DISK;
    def.width = def.height = g->side = side_for(nodes);
    def.spacing = GROUND_SPACING;
    ploy_status status = ploy_terrain_create(&def, &g->terrain, error);
    if (status != PLOY_OK) return status;
    ploy_graph_def graph_def = ploy_terrain_graph_def(g->terrain);
    status = ploy_graph_create(&graph_def, &g->graph, error);
    if (status != PLOY_OK) return status;
    g->trees = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(g->graph)});
    if (!g->trees) return PLOY_OUT_OF_MEMORY;
    ploy_terrain_block_trees(g->terrain, g->trees);
    return PLOY_OK;
}

// Lists all nodes with a path to this one, by a distance field. Returns how many.
static uint32_t list_part(ploy_pathfinder* pathfinder, const battle_ground* g, uint32_t node, uint32_t* part)
{
    ploy_path_query query = {0};
    query.to = node;
    query.obstacles = g->trees;
    uint32_t count = 0;
    ploy_pathfinder_begin_field(pathfinder, &query, NULL, 0);
    while (ploy_pathfinder_update(pathfinder, UINT32_MAX) == PLOY_IN_PROGRESS) {
    }
    for (uint32_t n = 0; n < ploy_nav_map_node_count(ploy_graph_map(g->graph)); ++n) {
        bool is_free = !ploy_obstacles_is_blocked(g->trees, n);
        if (is_free && ploy_pathfinder_cost_from(pathfinder, n) >= 0) part[count++] = n;
    }
    return count;
}

// The largest connected part: tries nodes until a part has more than half of all free nodes, or all were tried.
static bool find_spots(battle_ground* g)
{
    uint32_t nodes = ploy_nav_map_node_count(ploy_graph_map(g->graph)),
             min = (nodes - ploy_obstacles_blocked_count(g->trees)) / 2;
    ploy_pathfinder_def def = {0};
    def.map = ploy_graph_map(g->graph);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&def);
    uint32_t* part = calloc((size_t)nodes + 1, sizeof *part);
    g->spots = calloc((size_t)nodes + 1, sizeof *g->spots);
    bool whole = pathfinder && part && g->spots;
    for (uint32_t n = 0; whole && n < nodes && g->spot_count <= min; ++n) {
        if (ploy_obstacles_is_blocked(g->trees, n)) continue;
        uint32_t count = list_part(pathfinder, g, n, part);
        if (count <= g->spot_count) continue;
        g->spot_count = count;
        memcpy(g->spots, part, count * sizeof *part);
    }
    free(part);
    ploy_pathfinder_destroy(pathfinder);
    return whole;
}

ploy_status battle_ground_init(battle_ground* ground, uint32_t nodes, uint64_t seed, ploy_error* error)
{
    *ground = (battle_ground){0};
    ploy_status status = make_graph(ground, nodes, seed, error);
    if (status != PLOY_OK) return status;
    return find_spots(ground) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}

void battle_ground_clear(battle_ground* ground)
{
    free(ground->spots);
    ploy_obstacles_destroy(ground->trees);
    ploy_graph_destroy(ground->graph);
    ploy_terrain_destroy(ground->terrain);
    *ground = (battle_ground){0};
}
