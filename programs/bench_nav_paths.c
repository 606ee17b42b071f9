// The path service on a terrain of 100,000 nodes: what a second worker, slices and a shared target change. Both sides
// of a ratio are timed in turn, and each is the median of its rounds.

#include "bench_nav.h"
#include "clock.h"

#include <ploy/paths.h>
#include <ploy/terrain.h>

enum
{
    ROUNDS = 3,
    REQUESTS = 1000,
    SLICED = 100,
    SLICE = 64,
};

typedef struct scene
{
    ploy_terrain* terrain;
    ploy_graph* graph;
    ploy_overlay* overlay;
    ploy_scheduler* scheduler;
    uint32_t from[REQUESTS], to[REQUESTS];
    uint32_t target;
} scene;

typedef struct timings
{
    double one[ROUNDS], other[ROUNDS];
} timings;

static uint32_t draw_free(const scene* s, ploy_random* random)
{
    uint32_t node;
    do node = ploy_random_below(random, ploy_graph_node_count(s->graph));
    while (ploy_overlay_is_blocked(s->overlay, node));
    return node;
}

static bool make_scene(scene* s)
{
    ploy_terrain_def def = ploy_terrain_def_default();
    def.width = def.height = 412500;
    if (ploy_terrain_create(&def, &s->terrain, NULL) != PLOY_OK) return false;
    ploy_graph_def graph = ploy_terrain_graph_def(s->terrain);
    if (ploy_graph_create(&graph, &s->graph, NULL) != PLOY_OK) return false;
    s->overlay = ploy_overlay_create(ploy_graph_ground(s->graph), NULL);
    s->scheduler = ploy_scheduler_create(NULL, 2);
    if (!s->overlay || !s->scheduler) return false;
    ploy_terrain_block_trees(s->terrain, s->overlay);
    ploy_random random = {.seed = 3};
    for (uint32_t k = 0; k < REQUESTS; k++) {
        s->from[k] = draw_free(s, &random);
        s->to[k] = draw_free(s, &random);
    }
    s->target = draw_free(s, &random);
    return true;
}

static void free_scene(scene* s)
{
    ploy_scheduler_destroy(s->scheduler);
    ploy_overlay_destroy(s->overlay);
    ploy_graph_destroy(s->graph);
    ploy_terrain_destroy(s->terrain);
}

static void request_some(scene* s, ploy_paths* paths, uint32_t count, bool one_target)
{
    ploy_path_request request = ploy_path_request_default();
    request.query.overlay = s->overlay;
    for (uint32_t k = 0; k < count; k++) {
        request.query.from = s->from[k];
        request.query.to = one_target ? s->target : s->to[k];
        ploy_paths_request(paths, &request);
    }
}

static void add_cost(void* user, const ploy_paths_answer* answer)
{
    *(int64_t*)user += answer->path.status == PLOY_FOUND ? answer->path.cost : -1;
}

// Requests, and updates until all are answered; returns the costs added up.
static int64_t serve(scene* s, ploy_paths* paths, uint32_t count, bool one_target)
{
    int64_t sum = 0;
    uint64_t until = ploy_paths_get_stats(paths).answered + count;
    request_some(s, paths, count, one_target);
    while (ploy_paths_get_stats(paths).answered < until) ploy_paths_update(paths, add_cost, &sum);
    return sum;
}

static bool agree(const char* what, int64_t one, int64_t other)
{
    if (one != other)
        complain("bench", "%s: the costs add up to %lld, and to %lld", what, (long long)one, (long long)other);
    return one == other;
}

static void report_ratio(bench_report* report, const char* name, timings* t, const char* unit)
{
    bench_report_row(report, name, median(t->one, ROUNDS) / median(t->other, ROUNDS), unit);
}

static ploy_paths* service(const scene* s, ploy_tasks tasks, uint32_t max_nodes)
{
    ploy_paths_def def = ploy_paths_def_default();
    def.ground = ploy_graph_ground(s->graph);
    def.tasks = tasks;
    def.max_nodes = max_nodes;
    def.lanes = 1;
    def.capacity = REQUESTS;
    return ploy_paths_create(&def);
}

// Times two services at the same requests, in turn; the first round only warms up.
static bool compare(scene* s, ploy_paths* one, ploy_paths* other, uint32_t count, double (*clock)(void),
                    const char* name, timings* t)
{
    bool good = one && other;
    for (uint32_t round = 0; round <= ROUNDS && good; round++) {
        uint32_t at = round ? round - 1 : 0;
        double start = clock();
        int64_t sum = serve(s, one, count, false);
        double middle = clock();
        good = agree(name, sum, serve(s, other, count, false));
        t->one[at] = middle - start;
        t->other[at] = clock() - middle;
    }
    return good;
}

static bool two_workers(scene* s, bench_report* report)
{
    timings t;
    ploy_paths* one = service(s, (ploy_tasks){0}, 0);
    ploy_paths* two = service(s, ploy_scheduler_tasks(s->scheduler), 0);
    bool good = compare(s, one, two, REQUESTS, wall_ns, "two workers", &t);
    if (good) report_ratio(report, "paths.two_workers", &t, "times as fast as one");
    ploy_paths_destroy(one);
    ploy_paths_destroy(two);
    return good;
}

static bool slicing(scene* s, bench_report* report)
{
    timings t;
    ploy_paths* sliced = service(s, (ploy_tasks){0}, SLICE);
    ploy_paths* at_once = service(s, (ploy_tasks){0}, 0);
    bool good = compare(s, sliced, at_once, SLICED, cpu_ns, "slicing", &t);
    if (good) report_ratio(report, "paths.slicing", &t, "of the time at once");
    ploy_paths_destroy(sliced);
    ploy_paths_destroy(at_once);
    return good;
}

// The whole field, and every cost read from it.
static int64_t run_field(scene* s, ploy_finder* finder)
{
    ploy_path_query query = ploy_path_query_default();
    query.to = s->target;
    query.overlay = s->overlay;
    ploy_finder_begin_field(finder, &query, NULL, 0);
    while (ploy_finder_update(finder, UINT32_MAX) == PLOY_RUNNING) {
    }
    int64_t sum = 0;
    for (uint32_t k = 0; k < REQUESTS; k++) sum += ploy_finder_cost_from(finder, s->from[k]);
    return sum;
}

static bool one_target(scene* s, bench_report* report)
{
    timings t;
    ploy_paths* paths = service(s, (ploy_tasks){0}, 0);
    ploy_finder_def def = ploy_finder_def_default();
    def.ground = ploy_graph_ground(s->graph);
    ploy_finder* finder = ploy_finder_create(&def);
    bool good = paths && finder;
    for (uint32_t round = 0; round <= ROUNDS && good; round++) {
        uint32_t at = round ? round - 1 : 0;
        double start = cpu_ns();
        int64_t sum = serve(s, paths, REQUESTS, true);
        double middle = cpu_ns();
        good = agree("one target", sum, run_field(s, finder));
        t.one[at] = middle - start;
        t.other[at] = cpu_ns() - middle;
    }
    if (good) report_ratio(report, "paths.one_target", &t, "of the time of a field");
    ploy_finder_destroy(finder);
    ploy_paths_destroy(paths);
    return good;
}

bool bench_nav_paths(bench_report* report)
{
    static scene s;
    s = (scene){0};
    bool good = make_scene(&s) && two_workers(&s, report) && slicing(&s, report) && one_target(&s, report);
    free_scene(&s);
    return good;
}
