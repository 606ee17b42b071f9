// Grids: jump points against our own A*, and against npm's pathfinding, on the queries of MovingAI scenarios. Without
// scenarios of one's own the benchmark makes four maps: a maze, rooms, random obstacles, caves.

#define _POSIX_C_SOURCE 200809L

#include "programs/bench/bench_maps.h"
#include "programs/bench/bench_nav.h"
#include "programs/cli/clock.h"
#include "programs/cli/system.h"
#include "programs/path/path_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    ROUNDS = 3,
    PEER_EVERY = 8, // the peer is slow: it answers every eighth query, and is compared with ours for the same ones
    SIDE = 512,
    QUERIES = 800,
    SMALL_SIDE = 128,
    SMALL_QUERIES = 40,
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

// Finds the path of every n-th query; returns the sum of the costs.
static long long find_all(const course* c, ploy_path_method method, uint32_t every)
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

// The mean time of a query: the median of some rounds.
static double time_all(const course* c, ploy_path_method method, uint32_t every, long long* sum)
{
    double rounds[ROUNDS];
    find_all(c, method, every);
    for (uint32_t k = 0; k < ROUNDS; k++) {
        double before = cpu_ns();
        *sum = find_all(c, method, every);
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
    complain("bench", "%s: the sum of costs is %lld with jump points, %lld with A*", c->name, jump_sum, plain_sum);
    return false;
}

static bool compare_peer(const char* script, const course* c, bench_report* report, totals* t)
{
    char line[4096];
    peer_answer peer;
    long long sum;
    double own = time_all(c, PLOY_PATH_AUTO, PEER_EVERY, &sum), count = count_of(c, PEER_EVERY);
    snprintf(line, sizeof line, "node '%s' '%s' '%s' %d", script, c->map_path, c->scenario_path, PEER_EVERY);
    if (!run_peer(line, &peer)) return false;
    report_row(report, c, "pathfindingjs", peer.mean_ns, "ns");
    t->own_ns += own * count;
    t->peer_ns += peer.mean_ns * count;
    t->peer_count += count;
    if (peer.sum == sum) return true;
    complain("bench", "%s: the sum of our costs is %lld, that of pathfinding.js is %lld", c->name, sum, peer.sum);
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

// The folder of the maps that the benchmark makes; removed at the end.
static bool make_folder(char* folder, size_t size)
{
    const char* parent = getenv("TMPDIR");
    snprintf(folder, size, "%s/ploy-bench-XXXXXX", parent && *parent ? parent : "/tmp");
    return system_make_temporary_folder(folder);
}

static bool run_made(bench_map_kind kind, const char* folder, const char* script, const bench_options* options,
                     bench_report* report, totals* t)
{
    char path[1024], map_path[1024];
    uint32_t side = options->small ? SMALL_SIDE : SIDE, queries = options->small ? SMALL_QUERIES : QUERIES;
    bool good = bench_map_write(kind, side, queries, folder, path, sizeof path) && run_course(path, script, report, t);
    snprintf(map_path, sizeof map_path, "%.*s", (int)(strlen(path) - strlen(".scen")), path);
    remove(path);
    remove(map_path);
    return good;
}

static bool run_all_made(const char* script, const bench_options* options, bench_report* report, totals* t)
{
    char folder[512];
    bool good = make_folder(folder, sizeof folder);
    if (!good) complain("bench", "no temporary folder %s", folder);
    for (uint32_t kind = 0; good && kind < BENCH_MAP_COUNT; kind++)
        good = run_made((bench_map_kind)kind, folder, script, options, report, t);
    rmdir(folder);
    return good;
}

bool bench_nav_grid(const bench_options* options, bench_report* report)
{
    char script[1024], module[1024];
    totals t = {0};
    snprintf(script, sizeof script, "%s/pathfinding.js", peers_folder(options));
    snprintf(module, sizeof module, "%s/node_modules/pathfinding/package.json", peers_folder(options));
    bool has_peer = peer_is_there("pathfinding", module) && peer_is_there("pathfinding", script);
    const char* peer = has_peer ? script : NULL;
    bool good = options->files.count > 0 || run_all_made(peer, options, report, &t);
    for (uint32_t k = 0; k < options->files.count; k++) {
        const char* path = options->files.items[k];
        if (is_there(path)) good = run_course(path, peer, report, &t) && good;
    }
    if (t.plain_ns > 0) bench_report_row(report, "grid.jps_vs_astar", t.jump_ns / t.plain_ns, "ratio");
    if (t.peer_ns > 0) bench_report_row(report, "grid.vs_pathfindingjs", t.own_ns / t.peer_ns, "ratio");
    return good;
}
