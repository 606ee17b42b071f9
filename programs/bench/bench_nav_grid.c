// Grids: jump points against our own A*, and against npm's pathfinding, on the queries of MovingAI's game maps. Those
// lie beside the sources, in
// ../shared/data/movingai; other scenarios can be given as files.

#include "programs/bench/bench_nav.h"
#include "programs/cli/clock.h"
#include "programs/path/path_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const known[] = {"../shared/data/movingai/arena2.map.scen",
                                    "../shared/data/movingai/den520d.map.scen",
                                    "../shared/data/movingai/AR0300SR.map.scen"};

enum
{
    ROUNDS = 3,
    PEER_EVERY = 8, // the peer is slow: it is asked every eighth query, and compared with ours for the same ones
};

// One map with its scenario, which is the map's name with .scen behind.
typedef struct course
{
    char map_path[1024];
    const char* scenario_path;
    char name[256];
    path_map map;
    ploy_scenario* scenario;
} course;

// Sums over all courses, for means.
typedef struct totals
{
    double jump_ns, plain_ns, peer_ns, own_ns;
    double count, peer_count;
} totals;

static bool open_course(course* c, const char* path)
{
    ploy_movingai_def def = {0};
    size_t length = strlen(path), stem = length > 5 && strcmp(path + length - 5, ".scen") == 0 ? length - 5 : length;
    const char* slash = strrchr(path, '/');
    c->scenario_path = path;
    snprintf(c->map_path, sizeof c->map_path, "%.*s", (int)stem, path);
    snprintf(c->name, sizeof c->name, "%s", slash ? slash + 1 : path);
    c->name[strcspn(c->name, ".")] = 0;
    return path_map_open(&c->map, c->map_path, 1) && ploy_scenario_load(&def, path, &c->scenario, NULL) == PLOY_OK;
}

static void close_course(course* c)
{
    path_map_close(&c->map);
    ploy_scenario_destroy(c->scenario);
}

// Asks every n-th query; returns the sum of the costs.
static long long ask_all(const course* c, ploy_path_method method, uint32_t every)
{
    long long sum = 0;
    uint32_t count;
    const ploy_scenario_query* queries = ploy_scenario_queries(c->scenario, &count);
    for (uint32_t k = 0; k < count; k += every) {
        ploy_scenario_query q = queries[k];
        ploy_path_query query = {0};
        query.from = q.from_y * c->map.width + q.from_x;
        query.to = q.to_y * c->map.width + q.to_x;
        query.method = method;
        sum += ploy_pathfinder_find(c->map.pathfinder, &query)->cost;
    }
    return sum;
}

static double count_of(const course* c, uint32_t every)
{
    uint32_t count;
    ploy_scenario_queries(c->scenario, &count);
    return (count + every - 1) / every;
}

// The mean time of a query: the middle one of some rounds.
static double time_all(const course* c, ploy_path_method method, uint32_t every, long long* sum)
{
    double rounds[ROUNDS];
    ask_all(c, method, every);
    for (uint32_t k = 0; k < ROUNDS; k++) {
        double before = cpu_ns();
        *sum = ask_all(c, method, every);
        rounds[k] = (cpu_ns() - before) / count_of(c, every);
    }
    return median(rounds, ROUNDS);
}

static void report_row(bench_report* report, const course* c, const char* what, double value, const char* unit)
{
    char name[320];
    snprintf(name, sizeof name, "grid.%s.%s", c->name, what);
    bench_report_row(report, name, value, unit);
}

static bool compare_own(const course* c, bench_report* report, totals* t)
{
    long long jump_sum, plain_sum;
    double jump = time_all(c, PLOY_PATH_AUTO, 1, &jump_sum), plain = time_all(c, PLOY_PATH_PLAIN, 1, &plain_sum);
    report_row(report, c, "jps", jump, "ns");
    report_row(report, c, "astar", plain, "ns");
    report_row(report, c, "jps_vs_astar", jump / plain, "ratio");
    t->jump_ns += jump * count_of(c, 1);
    t->plain_ns += plain * count_of(c, 1);
    t->count += count_of(c, 1);
    if (jump_sum == plain_sum) return true;
    complain("bench", "%s: jump points cost %lld in all, A* %lld", c->name, jump_sum, plain_sum);
    return false;
}

static bool compare_peer(const char* script, const course* c, bench_report* report, totals* t)
{
    char line[4096];
    peer_answer peer;
    long long sum;
    double own = time_all(c, PLOY_PATH_AUTO, PEER_EVERY, &sum), count = count_of(c, PEER_EVERY);
    snprintf(line, sizeof line, "node '%s' '%s' '%s' %d", script, c->map_path, c->scenario_path, PEER_EVERY);
    if (!ask_peer(line, &peer)) return false;
    report_row(report, c, "pathfindingjs", peer.mean_ns, "ns");
    t->own_ns += own * count;
    t->peer_ns += peer.mean_ns * count;
    t->peer_count += count;
    if (peer.sum == sum) return true;
    complain("bench", "%s: ours cost %lld in all, pathfinding.js's %lld", c->name, sum, peer.sum);
    return false;
}

static bool run_course(const char* path, const char* script, bench_report* report, totals* t)
{
    course c = {0};
    bool good = open_course(&c, path) && compare_own(&c, report, t) && (!script || compare_peer(script, &c, report, t));
    close_course(&c);
    return good;
}

static bool is_there(const char* path)
{
    FILE* file = fopen(path, "rb");
    if (file)
        fclose(file);
    else
        fprintf(stderr, "ploy bench: skipped grids: there is no %s\n", path);
    return file != NULL;
}

bool bench_nav_grid(const bench_options* options, bench_report* report)
{
    char script[1024], module[1024];
    totals t = {0};
    bool good = true, given = options->files.count > 0;
    snprintf(script, sizeof script, "%s/pathfinding.js", peers_folder(options));
    snprintf(module, sizeof module, "%s/node_modules/pathfinding/package.json", peers_folder(options));
    bool has_peer = peer_is_there("pathfinding", module) && peer_is_there("pathfinding", script);
    for (uint32_t k = 0; k < (given ? options->files.count : sizeof known / sizeof known[0]); k++) {
        const char* path = given ? options->files.items[k] : known[k];
        if (is_there(path)) good = run_course(path, has_peer ? script : NULL, report, &t) && good;
    }
    if (t.plain_ns > 0) bench_report_row(report, "grid.jps_vs_astar", t.jump_ns / t.plain_ns, "ratio");
    if (t.peer_ns > 0) bench_report_row(report, "grid.vs_pathfindingjs", t.own_ns / t.peer_ns, "ratio");
    return good;
}
