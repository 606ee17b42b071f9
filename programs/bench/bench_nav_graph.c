// Terrain graphs compared with LEMON, Boost and ngraph: the same graph, the same queries, a tenth of the nodes blocked.
// Ours and theirs take turns; each figure is the best of the rounds, and the sums of distances must be equal. LEMON and
// Boost check obstacles during their search, as we do. In the rows that end in _cut they need not: the blocked nodes
// were removed from their graph. ngraph.path always runs on such a graph.

#define _POSIX_C_SOURCE 200809L

#include "programs/bench/bench_nav.h"
#include "programs/cli/clock.h"

#include <ploy/terrain.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    ROUNDS = 5,
    LANDMARKS = 24,
    WARM_UP = 20,
    SMALL_QUERIES = 40,
};

typedef struct graph_scene
{
    const char* name;
    int32_t side;
    uint32_t query_count;
    ploy_terrain* terrain;
    ploy_graph* graph;
    ploy_obstacles* obstacles;
    ploy_pathfinder* pathfinder;
    uint32_t (*queries)[2];
    char file[64];
} graph_scene;

typedef struct timing
{
    double best;
    long long sum;
} timing;

static const struct
{
    const char *name, *row, *landmarks_row, *file, *command;
} peers[] = {
    {"LEMON", "vs_lemon", "alt_vs_lemon", "%s/lemon", "'%s/lemon' '%s'"},
    {"LEMON", "vs_lemon_cut", "alt_vs_lemon_cut", "%s/lemon", "'%s/lemon' '%s' cut"},
    {"Boost", "vs_boost", NULL, "%s/boost", "'%s/boost' '%s'"},
    {"Boost", "vs_boost_cut", NULL, "%s/boost", "'%s/boost' '%s' cut"},
    {"ngraph", "vs_ngraph", NULL, "%s/node_modules/ngraph.path/package.json", "node '%s/ngraph.js' '%s'"},
};

enum
{
    PEERS = sizeof peers / sizeof peers[0]
};

static bool make_map(graph_scene* s)
{
    ploy_terrain_def def = {0};
    def.width = def.height = s->side;
    if (ploy_terrain_create(&def, &s->terrain, NULL) != PLOY_OK) return false;
    ploy_graph_def graph = ploy_terrain_graph_def(s->terrain);
    graph.landmark_count = LANDMARKS;
    if (ploy_graph_create(&graph, &s->graph, NULL) != PLOY_OK) return false;
    s->obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(s->graph)});
    ploy_pathfinder_def pathfinder = {0};
    pathfinder.map = ploy_graph_map(s->graph);
    s->pathfinder = ploy_pathfinder_create(&pathfinder);
    if (s->obstacles) ploy_terrain_block_trees(s->terrain, s->obstacles);
    return s->obstacles && s->pathfinder;
}

static uint32_t draw_free(const graph_scene* s, ploy_random* random)
{
    uint32_t node;
    do node = ploy_random_below(random, ploy_nav_map_node_count(ploy_graph_map(s->graph)));
    while (ploy_obstacles_is_blocked(s->obstacles, node));
    return node;
}

static bool make_queries(graph_scene* s)
{
    ploy_random random = {.seed = 7};
    s->queries = calloc(s->query_count, sizeof *s->queries);
    for (uint32_t k = 0; s->queries && k < s->query_count; k++) {
        s->queries[k][0] = draw_free(s, &random);
        s->queries[k][1] = draw_free(s, &random);
    }
    return s->queries != NULL;
}

// The file for the peers.

static int compare_edges(const void* a, const void* b)
{
    const ploy_graph_edge *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

// All edges of the terrain, one per direction, sorted by start.
static ploy_graph_edge* list_edges(const graph_scene* s, uint32_t* count)
{
    const ploy_graph_edge* given;
    bool bidirectional;
    uint32_t given_count = ploy_terrain_edges(s->terrain, &given, &bidirectional);
    ploy_graph_edge* edges = calloc(2 * (size_t)given_count + 1, sizeof *edges);
    *count = 0;
    for (uint32_t k = 0; edges && k < given_count; k++) {
        edges[(*count)++] = given[k];
        if (bidirectional) edges[(*count)++] = (ploy_graph_edge){given[k].to, given[k].from, given[k].cost};
    }
    if (edges) qsort(edges, *count, sizeof *edges, compare_edges);
    return edges;
}

static double least_slope(const ploy_point* at, const ploy_graph_edge* edges, uint32_t count)
{
    double min = INFINITY;
    for (uint32_t k = 0; k < count; k++) {
        double x = (double)at[edges[k].from].x - at[edges[k].to].x, y = (double)at[edges[k].from].y - at[edges[k].to].y;
        double slope = edges[k].cost / sqrt(x * x + y * y);
        min = slope < min ? slope : min;
    }
    return min;
}

static void write_scene(const graph_scene* s, FILE* file, const ploy_graph_edge* edges, uint32_t count)
{
    const ploy_point* at = ploy_terrain_positions(s->terrain);
    uint32_t nodes = ploy_terrain_node_count(s->terrain);
    fprintf(file, "nodes %u edges %u queries %u slope %.17g\n", nodes, count, s->query_count,
            least_slope(at, edges, count));
    for (uint32_t k = 0; k < nodes; k++)
        fprintf(file, "%d %d %d\n", at[k].x, at[k].y, ploy_obstacles_is_blocked(s->obstacles, k));
    for (uint32_t k = 0; k < count; k++) fprintf(file, "%u %u %u\n", edges[k].from, edges[k].to, edges[k].cost);
    for (uint32_t k = 0; k < s->query_count; k++) fprintf(file, "%u %u\n", s->queries[k][0], s->queries[k][1]);
}

static bool export_scene(graph_scene* s)
{
    uint32_t count;
    ploy_graph_edge* edges = list_edges(s, &count);
    snprintf(s->file, sizeof s->file, "/tmp/ploy-nav-XXXXXX");
    int handle = mkstemp(s->file);
    FILE* file = handle >= 0 ? fdopen(handle, "w") : NULL;
    if (file && edges) write_scene(s, file, edges, count);
    free(edges);
    return file && fclose(file) == 0 && edges;
}

// Ours.

static peer_answer run_ours(graph_scene* s, ploy_path_method method)
{
    ploy_path_query query = {0};
    peer_answer answer = {0};
    double start = 0;
    query.obstacles = s->obstacles;
    query.method = method;
    for (uint32_t k = 0; k < WARM_UP + s->query_count; k++) {
        if (k == WARM_UP) start = cpu_ns();
        query.from = s->queries[k < WARM_UP ? k : k - WARM_UP][0];
        query.to = s->queries[k < WARM_UP ? k : k - WARM_UP][1];
        const ploy_path* path = ploy_pathfinder_find(s->pathfinder, &query);
        if (k >= WARM_UP) answer.sum += path->status == PLOY_FOUND ? path->cost : -1;
    }
    answer.mean_ns = (cpu_ns() - start) / s->query_count;
    return answer;
}

static void keep(timing* t, uint32_t round, peer_answer answer)
{
    if (round == 0 || answer.mean_ns < t->best) t->best = answer.mean_ns;
    t->sum = answer.sum;
}

// The whole comparison.

typedef struct timings
{
    timing plain, landmarks, theirs[PEERS];
    bool there[PEERS];
} timings;

static bool run_benchmark(const bench_options* options, graph_scene* s, timings* t)
{
    char path[512], line[1024];
    for (uint32_t p = 0; p < PEERS; p++) {
        snprintf(path, sizeof path, peers[p].file, peers_folder(options));
        t->there[p] = peer_is_there(peers[p].name, path);
    }
    for (uint32_t round = 0; round < (options->small ? 1u : ROUNDS); round++) {
        keep(&t->plain, round, run_ours(s, PLOY_PATH_PLAIN));
        keep(&t->landmarks, round, run_ours(s, PLOY_PATH_AUTO));
        for (uint32_t p = 0; p < PEERS; p++) {
            peer_answer answer;
            snprintf(line, sizeof line, peers[p].command, peers_folder(options), s->file);
            if (!t->there[p]) continue;
            if (!run_peer(line, &answer)) return false;
            keep(&t->theirs[p], round, answer);
        }
    }
    return true;
}

static bool agree(const graph_scene* s, const char* who, const timing* ours, const timing* theirs)
{
    if (ours->sum == theirs->sum) return true;
    complain("bench", "%s: the sum of our distances is %lld, that of %s is %lld", s->name, ours->sum, who, theirs->sum);
    return false;
}

static void row(bench_report* report, const graph_scene* s, const char* name, double value, const char* unit)
{
    char full[96];
    snprintf(full, sizeof full, "%s.%s", s->name, name);
    bench_report_row(report, full, value, unit);
}

static bool report_scene(bench_report* report, const graph_scene* s, timings* t)
{
    bool good = agree(s, "landmarks", &t->plain, &t->landmarks);
    double plain = t->plain.best, landmarks = t->landmarks.best;
    row(report, s, "nodes", ploy_nav_map_node_count(ploy_graph_map(s->graph)), "nodes");
    row(report, s, "mean_ns", plain, "ns");
    row(report, s, "alt_mean_ns", landmarks, "ns");
    for (uint32_t p = 0; p < PEERS; p++) {
        if (!t->there[p]) continue;
        double theirs = t->theirs[p].best;
        good = agree(s, peers[p].name, &t->plain, &t->theirs[p]) && good;
        row(report, s, peers[p].row, plain / theirs, "of its time");
        if (peers[p].landmarks_row) row(report, s, peers[p].landmarks_row, landmarks / theirs, "of its time");
    }
    return good;
}

static void clean_up(graph_scene* s)
{
    if (s->file[0]) unlink(s->file);
    free(s->queries);
    ploy_pathfinder_destroy(s->pathfinder);
    ploy_obstacles_destroy(s->obstacles);
    ploy_graph_destroy(s->graph);
    ploy_terrain_destroy(s->terrain);
}

bool bench_nav_graph(const bench_options* options, bench_report* report)
{
    graph_scene scenes[] = {{.name = "graph10k", .side = 130200, .query_count = 500},
                            {.name = "graph100k", .side = 412500, .query_count = 100}};
    bool good = true;
    if (options->small) scenes[0].query_count = SMALL_QUERIES;
    for (uint32_t k = 0; k < (options->small ? 1 : sizeof scenes / sizeof scenes[0]); k++) {
        graph_scene* s = &scenes[k];
        timings t = {0};
        bool made = make_map(s) && make_queries(s) && export_scene(s) && run_benchmark(options, s, &t);
        good = made && report_scene(report, s, &t) && good;
        clean_up(s);
    }
    return good;
}
