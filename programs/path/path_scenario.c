#include "programs/path/path_scenario.h"

#include "programs/cli/clock.h"
#include "programs/cli/command.h"
#include "programs/cli/json.h"
#include "programs/cli/load_file.h"
#include "programs/cli/memory.h"
#include "programs/cli/system.h"
#include "programs/path/path_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    MAX_SHOWN = 20
};

// A query with another answer than the scenario's.
typedef struct mismatch
{
    uint32_t line;
    double length; // -1: no path
    double expected;
} mismatch;

typedef struct scenario_tally
{
    uint32_t queries;
    uint32_t mismatches;
    uint64_t expanded;
    double ns;
    mismatch shown[MAX_SHOWN];
} scenario_tally;

// Lengths in files have at least two decimals, or six digits.
static bool is_same_length(double length, double expected)
{
    return fabs(length - expected) <= fmax(0.006, 1e-5 * expected);
}

static const ploy_path* answer(const path_map* map, const ploy_scenario_query* q, ploy_path_method method)
{
    ploy_path_query query = {0};
    query.from = q->from_y * map->width + q->from_x;
    query.to = q->to_y * map->width + q->to_x;
    query.method = method;
    return ploy_pathfinder_find(map->pathfinder, &query);
}

static void check_query(const path_map* map, const ploy_scenario_query* q, ploy_path_method method, scenario_tally* t)
{
    const ploy_path* path = answer(map, q, method);
    double length = path->status == PLOY_FOUND ? measure_path(map, path).cells : -1;
    t->expanded += path->expanded;
    if (is_same_length(length, q->length)) return;
    if (t->mismatches < MAX_SHOWN) t->shown[t->mismatches] = (mismatch){q->line, length, q->length};
    t->mismatches++;
}

// Queries of one map. All are checked first, which warms everything up, then timed in one go.
static void run_queries(const path_map* map, const ploy_scenario_query* queries, uint32_t count,
                        ploy_path_method method, scenario_tally* t)
{
    for (uint32_t k = 0; k < count; k++) check_query(map, &queries[k], method, t);
    double before = cpu_ns();
    for (uint32_t k = 0; k < count; k++) answer(map, &queries[k], method);
    t->ns += cpu_ns() - before;
    t->queries += count;
}

static bool can_read(const char* path)
{
    FILE* file = system_open(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

static const char* after_last_slash(const char* path)
{
    const char* slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// The path as the scenario names it, else the same file name beside the scenario. Free it.
static char* find_map(const char* scenario, const char* name)
{
    size_t folder = (size_t)(after_last_slash(scenario) - scenario), size = folder + strlen(name) + 1;
    char* path = have_memory(malloc(size));
    if (can_read(name))
        snprintf(path, size, "%s", name);
    else
        snprintf(path, size, "%.*s%s", (int)folder, scenario, after_last_slash(name));
    return path;
}

static bool complain_size(const char* path, const ploy_scenario_query* q, const path_map* map)
{
    ploy_error error = {.line = q->line};
    snprintf(error.message, sizeof error.message, "a query for a map of %u by %u cells, but %s has %u by %u", q->width,
             q->height, after_last_slash(q->map), map->width, map->height);
    snprintf(error.hint, sizeof error.hint, "use the scenario of this map");
    print_error(path, &error);
    return false;
}

static bool fits_all(const char* path, const ploy_scenario_query* queries, uint32_t count, const path_map* map)
{
    for (uint32_t k = 0; k < count; k++) {
        const ploy_scenario_query* q = &queries[k];
        if (q->width != map->width || q->height != map->height) return complain_size(path, q, map);
    }
    return true;
}

// How many of the queries, from the first on, are on the same map.
static uint32_t count_of_map(const ploy_scenario_query* queries, uint32_t count)
{
    uint32_t same = 1;
    while (same < count && strcmp(queries[same].map, queries[0].map) == 0) same++;
    return same;
}

static bool run_map(const char* path, const ploy_scenario_query* queries, uint32_t count, ploy_path_method method,
                    scenario_tally* t)
{
    path_map map;
    char* map_path = find_map(path, queries[0].map);
    bool good = path_map_open(&map, map_path, 1);
    free(map_path);
    if (good && fits_all(path, queries, count, &map))
        run_queries(&map, queries, count, method, t);
    else
        good = false;
    path_map_close(&map);
    return good;
}

static void json_length(json* j, const char* key, double length)
{
    if (length < 0)
        json_null(j, key);
    else
        json_fixed(j, key, (int64_t)llround(length * 1000));
}

static void print_json(const char* path, const char* search, const scenario_tally* t)
{
    json j = json_begin(stdout);
    json_text(&j, "scenario", path);
    json_text(&j, "search", search);
    json_count(&j, "queries", t->queries);
    json_count(&j, "mismatches", t->mismatches);
    json_real(&j, "mean_ns", t->queries ? t->ns / t->queries : 0);
    json_real(&j, "mean_expanded", t->queries ? (double)t->expanded / t->queries : 0);
    json_array(&j, "wrong");
    for (uint32_t k = 0; k < t->mismatches && k < MAX_SHOWN; k++) {
        json_object(&j, NULL);
        json_count(&j, "line", t->shown[k].line);
        json_length(&j, "length", t->shown[k].length);
        json_length(&j, "expected", t->shown[k].expected);
        json_close(&j);
    }
    json_close(&j);
    json_end(&j);
}

static void print_text(const char* path, const scenario_tally* t)
{
    for (uint32_t k = 0; k < t->mismatches && k < MAX_SHOWN; k++) {
        const mismatch* m = &t->shown[k];
        if (m->length < 0)
            printf("%s:%u: no path, the scenario has one of %.3f\n", path, m->line, m->expected);
        else
            printf("%s:%u: length %.3f, the scenario has %.3f\n", path, m->line, m->length, m->expected);
    }
    double count = t->queries ? t->queries : 1;
    printf("%u queries, %u mismatch%s, %.1f µs and %.1f nodes per query\n", t->queries, t->mismatches,
           t->mismatches == 1 ? "" : "es", t->ns / count / 1e3, (double)t->expanded / count);
}

static ploy_scenario* load_scenario(const char* path)
{
    ploy_movingai_def def = {0};
    ploy_error error = {0};
    ploy_scenario* scenario = NULL;
    if (ploy_scenario_load(&def, path, &scenario, &error) != PLOY_OK) print_error(path, &error);
    return scenario;
}

int check_scenario(const char* path, const char* search, ploy_path_method method, bool as_json)
{
    ploy_scenario* s = load_scenario(path);
    if (!s) return ANSWER_BAD;
    scenario_tally t = {0};
    bool good = true;
    uint32_t count;
    const ploy_scenario_query* queries = ploy_scenario_queries(s, &count);
    for (uint32_t begin = 0, same; good && begin < count; begin += same) {
        same = count_of_map(&queries[begin], count - begin);
        good = run_map(path, &queries[begin], same, method, &t);
    }
    ploy_scenario_destroy(s);
    if (!good) return ANSWER_BAD;
    if (as_json)
        print_json(path, search, &t);
    else
        print_text(path, &t);
    return t.mismatches ? ANSWER_NO : ANSWER_DONE;
}
