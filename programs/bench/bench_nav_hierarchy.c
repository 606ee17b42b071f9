// A terrain of a million nodes: A* against paths by the hierarchy, on the same queries, without obstacles and with a tenth
// of the nodes blocked. How much longer the paths are is part of the answer.

#include "programs/bench/bench_nav.h"
#include "programs/cli/clock.h"

#include <ploy/terrain.h>

enum
{
    SIDE = 1000000,
    SPACING = 785,
    SMALL_SIDE = 130000,
    BLOCK_SIZE = 4096,
    QUERIES = 100,
};

typedef struct hierarchy_scene
{
    ploy_terrain* terrain;
    ploy_graph* graph;
    ploy_obstacles* obstacles;
    ploy_pathfinder* pathfinder;
    double made_ns;
} hierarchy_scene;

static bool make_scene(hierarchy_scene* s, bool is_small)
{
    ploy_terrain_def terrain = {.width = is_small ? SMALL_SIDE : SIDE, .spacing = is_small ? 0 : SPACING};
    terrain.height = terrain.width;
    if (ploy_terrain_create(&terrain, &s->terrain, NULL) != PLOY_OK) return false;
    ploy_graph_def def = ploy_terrain_graph_def(s->terrain);
    def.block_size = is_small ? BLOCK_SIZE / 16 : BLOCK_SIZE;
    double start = cpu_ns();
    if (ploy_graph_create(&def, &s->graph, NULL) != PLOY_OK) return false;
    s->made_ns = cpu_ns() - start;
    s->obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(s->graph)});
    s->pathfinder = ploy_pathfinder_create(&(ploy_pathfinder_def){.map = ploy_graph_map(s->graph)});
    return s->obstacles && s->pathfinder;
}

static void clean_up(hierarchy_scene* s)
{
    ploy_pathfinder_destroy(s->pathfinder);
    ploy_obstacles_destroy(s->obstacles);
    ploy_graph_destroy(s->graph);
    ploy_terrain_destroy(s->terrain);
}

static uint32_t draw_free(const hierarchy_scene* s, ploy_random* random)
{
    uint32_t node;
    do node = ploy_random_below(random, ploy_terrain_node_count(s->terrain));
    while (ploy_obstacles_is_blocked(s->obstacles, node));
    return node;
}

static double run_queries(hierarchy_scene* s, ploy_path_method method, double* cost)
{
    ploy_random random = {.seed = 19};
    double start = cpu_ns();
    *cost = 0;
    for (uint32_t q = 0; q < QUERIES; q++) {
        ploy_path_query query = {.obstacles = s->obstacles, .method = method};
        query.from = draw_free(s, &random);
        query.to = draw_free(s, &random);
        *cost += (double)ploy_pathfinder_find(s->pathfinder, &query)->cost;
    }
    return (cpu_ns() - start) / QUERIES;
}

static void report_queries(hierarchy_scene* s, bench_report* report, const char* const names[4])
{
    double cheapest, cost, plain = run_queries(s, PLOY_PATH_PLAIN, &cheapest);
    run_queries(s, PLOY_PATH_NEAR, &cost);
    double near = run_queries(s, PLOY_PATH_NEAR, &cost);
    bench_report_row(report, names[0], plain, "ns");
    bench_report_row(report, names[1], near, "ns");
    bench_report_row(report, names[2], near / plain, "of its time");
    bench_report_row(report, names[3], cost / cheapest, "of its cost");
}

bool bench_nav_hierarchy(const bench_options* options, bench_report* report)
{
    static const char* const open[] = {"graph1m.mean_ns", "graph1m.near_mean_ns", "graph1m.near_vs_plain",
                                       "graph1m.near_length"};
    static const char* const blocked[] = {"graph1m_trees.mean_ns", "graph1m_trees.near_mean_ns",
                                          "graph1m_trees.near_vs_plain", "graph1m_trees.near_length"};
    hierarchy_scene s = {0};
    bool good = make_scene(&s, options->small);
    if (good) {
        bench_report_row(report, "graph1m.nodes", ploy_terrain_node_count(s.terrain), "nodes");
        bench_report_row(report, "graph1m.made", s.made_ns / 1e9, "s");
        report_queries(&s, report, open);
        ploy_terrain_block_trees(s.terrain, s.obstacles);
        report_queries(&s, report, blocked);
    }
    clean_up(&s);
    return good;
}
