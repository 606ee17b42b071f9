// The path service on a terrain of 100,000 nodes: the effect of a second worker, of slices and of a shared target. Both
// sides of a ratio are timed right after each other; the figure is the median of the rounds' ratios.

#include "programs/bench/bench_nav.h"
#include "programs/cli/clock.h"

#include <ploy/path_service.h>
#include <ploy/terrain.h>

enum
{
    BATCH_ROUNDS = 5,
    ROUNDS = 15,
    REQUESTS = 1000,
    SLICED = 100,
    SLICE = 64,
    SMALL_REQUESTS = 50,
    REPAIRS = 60,
};

typedef struct paths_scene
{
    ploy_terrain* terrain;
    ploy_graph* graph;
    ploy_obstacles* obstacles;
    ploy_scheduler* scheduler;
    uint32_t from[REQUESTS], to[REQUESTS];
    uint32_t target;
    uint32_t requests, rounds;
} paths_scene;

static uint32_t draw_free(const paths_scene* s, ploy_random* random)
{
    uint32_t node;
    do node = ploy_random_below(random, ploy_nav_map_node_count(ploy_graph_map(s->graph)));
    while (ploy_obstacles_is_blocked(s->obstacles, node));
    return node;
}

static bool make_scene(paths_scene* s, bool small)
{
    s->requests = small ? SMALL_REQUESTS : REQUESTS;
    s->rounds = small ? 1 : ROUNDS;
    ploy_terrain_def def = {0};
    def.width = def.height = small ? 130200 : 412500;
    if (ploy_terrain_create(&def, &s->terrain, NULL) != PLOY_OK) return false;
    ploy_graph_def graph = ploy_terrain_graph_def(s->terrain);
    if (ploy_graph_create(&graph, &s->graph, NULL) != PLOY_OK) return false;
    s->obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = ploy_graph_map(s->graph)});
    s->scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 2});
    if (!s->obstacles || !s->scheduler) return false;
    ploy_terrain_block_trees(s->terrain, s->obstacles);
    ploy_random random = {.seed = 3};
    for (uint32_t k = 0; k < s->requests; k++) {
        s->from[k] = draw_free(s, &random);
        s->to[k] = draw_free(s, &random);
    }
    s->target = draw_free(s, &random);
    return true;
}

static void free_scene(paths_scene* s)
{
    ploy_scheduler_destroy(s->scheduler);
    ploy_obstacles_destroy(s->obstacles);
    ploy_graph_destroy(s->graph);
    ploy_terrain_destroy(s->terrain);
}

static void request_some(paths_scene* s, ploy_path_service* paths, uint32_t count, bool one_target)
{
    ploy_path_request request = {0};
    request.query.obstacles = s->obstacles;
    for (uint32_t k = 0; k < count; k++) {
        request.query.from = s->from[k];
        request.query.to = one_target ? s->target : s->to[k];
        ploy_path_service_request(paths, &request);
    }
}

static void add_cost(void* user, const ploy_path_answer* answer)
{
    *(int64_t*)user += answer->path.status == PLOY_FOUND ? answer->path.cost : -1;
}

// Requests paths and updates until all are answered; returns the sum of the costs.
static int64_t serve(paths_scene* s, ploy_path_service* paths, uint32_t count, bool one_target)
{
    int64_t sum = 0;
    uint64_t until = ploy_path_service_get_stats(paths).answered + count;
    request_some(s, paths, count, one_target);
    while (ploy_path_service_get_stats(paths).answered < until) ploy_path_service_update(paths, add_cost, &sum);
    return sum;
}

static bool agree(const char* what, int64_t one, int64_t other)
{
    if (one != other)
        complain("bench", "%s: the sums of costs differ: %lld and %lld", what, (long long)one, (long long)other);
    return one == other;
}

static ploy_path_service* service(const paths_scene* s, ploy_tasks tasks, uint32_t max_nodes)
{
    ploy_path_service_def def = {0};
    def.map = ploy_graph_map(s->graph);
    def.tasks = tasks;
    def.max_nodes = max_nodes;
    def.slots = 1;
    def.capacity = s->requests;
    return ploy_path_service_create(&def);
}

// The two sides of a ratio.

typedef struct side
{
    ploy_path_service* paths; // NULL: a whole distance field by the pathfinder
    ploy_pathfinder* pathfinder;
    uint32_t count;
    bool one_target;
} side;

typedef struct comparison
{
    const char *name, *unit;
    double (*clock)(void);
    uint32_t rounds;
} comparison;

// The whole distance field, and every cost read from it.
static int64_t run_field(const paths_scene* s, ploy_pathfinder* pathfinder)
{
    ploy_path_query query = {0};
    query.to = s->target;
    query.obstacles = s->obstacles;
    ploy_pathfinder_begin_field(pathfinder, &query, NULL, 0);
    while (ploy_pathfinder_update(pathfinder, UINT32_MAX) == PLOY_IN_PROGRESS) {
    }
    int64_t sum = 0;
    for (uint32_t k = 0; k < s->requests; k++) sum += ploy_pathfinder_cost_from(pathfinder, s->from[k]);
    return sum;
}

static int64_t run_side(paths_scene* s, const side* a)
{
    return a->paths ? serve(s, a->paths, a->count, a->one_target) : run_field(s, a->pathfinder);
}

// The first round only warms up.
static bool compare(paths_scene* s, bench_report* report, const comparison* r, const side* one, const side* other)
{
    double ratios[ROUNDS];
    for (uint32_t round = 0; round <= r->rounds; round++) {
        double start = r->clock();
        int64_t sum = run_side(s, one);
        double middle = r->clock();
        if (!agree(r->name, sum, run_side(s, other))) return false;
        ratios[round ? round - 1 : 0] = (middle - start) / (r->clock() - middle);
    }
    bench_report_row(report, r->name, median(ratios, r->rounds), r->unit);
    return true;
}

static bool two_workers(paths_scene* s, bench_report* report)
{
    const comparison r = {"paths.two_workers", "times as fast as one", wall_ns, BATCH_ROUNDS};
    side one = {.paths = service(s, (ploy_tasks){0}, 0), .count = REQUESTS};
    side two = {.paths = service(s, ploy_scheduler_tasks(s->scheduler), 0), .count = REQUESTS};
    bool good = one.paths && two.paths && compare(s, report, &r, &one, &two);
    ploy_path_service_destroy(one.paths);
    ploy_path_service_destroy(two.paths);
    return good;
}

static bool slicing(paths_scene* s, bench_report* report)
{
    const comparison r = {"paths.slicing", "of the time without slices", cpu_ns, s->rounds};
    side sliced = {.paths = service(s, (ploy_tasks){0}, SLICE), .count = s->requests < SLICED ? s->requests : SLICED};
    side at_once = {.paths = service(s, (ploy_tasks){0}, 0), .count = s->requests < SLICED ? s->requests : SLICED};
    bool good = sliced.paths && at_once.paths && compare(s, report, &r, &sliced, &at_once);
    ploy_path_service_destroy(sliced.paths);
    ploy_path_service_destroy(at_once.paths);
    return good;
}

static bool one_target(paths_scene* s, bench_report* report)
{
    const comparison r = {"paths.one_target", "of the time of a field", cpu_ns, s->rounds};
    ploy_pathfinder_def def = {0};
    def.map = ploy_graph_map(s->graph);
    side agents = {.paths = service(s, (ploy_tasks){0}, 0), .count = s->requests, .one_target = true};
    side field = {.pathfinder = ploy_pathfinder_create(&def)};
    bool good = agents.paths && field.pathfinder && compare(s, report, &r, &agents, &field);
    ploy_pathfinder_destroy(field.pathfinder);
    ploy_path_service_destroy(agents.paths);
    return good;
}

// A crowd's field after a node was blocked or unblocked: repaired, and built again.
static bool repair(paths_scene* s, bench_report* report)
{
    ploy_pathfinder_def def = {0};
    def.map = ploy_graph_map(s->graph);
    ploy_pathfinder *repaired = ploy_pathfinder_create(&def), *fresh = ploy_pathfinder_create(&def);
    ploy_random random = {.seed = 8};
    double mended = 0, rebuilt = 0;
    bool good = repaired && fresh;
    if (good) run_field(s, repaired);
    for (uint32_t k = 0; k < REPAIRS && good; k++) {
        uint32_t node = ploy_random_below(&random, ploy_nav_map_node_count(ploy_graph_map(s->graph)));
        if (ploy_obstacles_is_blocked(s->obstacles, node)) ploy_obstacles_unblock(s->obstacles, node);
        else ploy_obstacles_block(s->obstacles, node);
        double start = cpu_ns();
        if (ploy_pathfinder_begin_repair(repaired) == PLOY_IN_PROGRESS) ploy_pathfinder_update(repaired, UINT32_MAX);
        int64_t sum = 0;
        for (uint32_t i = 0; i < s->requests; i++) sum += ploy_pathfinder_cost_from(repaired, s->from[i]);
        double middle = cpu_ns();
        good = agree("paths.repair", sum, run_field(s, fresh));
        mended += middle - start;
        rebuilt += cpu_ns() - middle;
    }
    if (good) bench_report_row(report, "paths.repair", mended / rebuilt, "of the time of a new field");
    ploy_pathfinder_destroy(repaired);
    ploy_pathfinder_destroy(fresh);
    return good;
}

// Two workers do not share the work alike in every run, so that --small leaves them out.
bool bench_nav_paths(const bench_options* options, bench_report* report)
{
    static paths_scene s;
    s = (paths_scene){0};
    bool good = make_scene(&s, options->small) && (options->small || two_workers(&s, report)) && slicing(&s, report) &&
                one_target(&s, report) && repair(&s, report);
    free_scene(&s);
    return good;
}
