// `ploy bench colony`: families of colonies (colony.h), each with so many seeds: an anytime search on a fresh planner,
// with all preparation. Nothing is kept from one colony to the next.

#include "programs/bench/bench.h"
#include "programs/bench/plan/colony.h"
#include "programs/cli/clock.h"
#include "programs/cli/memory.h"

#include <ploy/io.h>

#include <stdlib.h>
#include <string.h>

enum
{
    SEEDS = 20,
    SMALL_SEEDS = 2,
    LARGE_SEEDS = 10,
    SMALL_NODES = 1000,
    FIRST_SLICE = 8, // nodes between two readings of the clock until there is a plan
    SLICE = 100,     // afterwards
    BUDGET_NS = 20000000,
};

// When the first plan should be there.
static const double first_ns[COLONY_SIZES] = {1e6, 3e6, 5e6, 1e6, 5e6, 1e6, 5e6, 1e6, 5e6};

typedef struct colony_result
{
    double first_ns, proof_ns; // below 0: never
    int64_t first_cost, budget_cost, cost;
    bool is_found, is_proved;
} colony_result;

static colony_result solve(const ploy_file* file, bool is_small)
{
    colony_result r = {.first_ns = -1, .proof_ns = -1};
    ploy_planner_def def = {.domain = ploy_file_domain(file, 0), .reserve_nodes = 10000};
    ploy_planner* planner = have_memory(ploy_planner_create(&def));
    ploy_plan_query query = {.start = ploy_file_agent(file, 0).state, .options.search = PLOY_SEARCH_ANYTIME};
    double start = cpu_ns(), now = start;
    query.options.max_nodes = is_small ? SMALL_NODES : 0;
    ploy_status status = ploy_planner_begin(planner, &query);
    now = cpu_ns();
    while (status == PLOY_IN_PROGRESS) {
        status = ploy_planner_update(planner, r.first_ns < 0 ? FIRST_SLICE : SLICE);
        now = cpu_ns();
        const ploy_plan* so_far = ploy_planner_best(planner);
        if (!so_far) continue;
        if (r.first_ns < 0) r.first_ns = now - start;
        if (now - start < BUDGET_NS || r.budget_cost == 0) r.budget_cost = so_far->cost;
    }
    const ploy_plan* plan = ploy_planner_end(planner);
    r.is_found = plan->status == PLOY_FOUND;
    r.is_proved = r.is_found && plan->proved;
    r.cost = plan->cost;
    r.first_cost = plan->first_cost;
    if (r.is_found && r.first_ns < 0) r.first_ns = now - start;
    if (now - start < BUDGET_NS || r.budget_cost == 0) r.budget_cost = r.cost;
    if (r.is_proved) r.proof_ns = now - start;
    ploy_planner_destroy(planner);
    return r;
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void report_family(bench_report* report, size_t family, const colony_result* results, uint32_t count)
{
    char name[200], title[COLONY_TITLE_BYTES];
    colony_size size = colony_sizes[family];
    double first[SEEDS], proof[SEEDS], ratio = 0, budget_ratio = 1;
    uint32_t found = 0, proved = 0, soon = 0, at_once = 0, cheap = 0;
    colony_title(size, title);
    for (uint32_t i = 0; i < count; i++) {
        const colony_result* r = &results[i];
        proof[i] = r->is_proved ? r->proof_ns : 1e18;
        proved += r->is_proved;
        soon += r->is_proved && r->proof_ns <= 1e8;
        if (!r->is_found) continue;
        first[found++] = r->first_ns;
        at_once += r->first_ns <= first_ns[family];
        cheap += (double)r->budget_cost <= 1.2 * (double)r->cost;
        ratio += (double)r->first_cost / (double)r->cost;
        double over = (double)r->budget_cost / (double)r->cost;
        budget_ratio = over > budget_ratio ? over : budget_ratio;
    }
    qsort(first, found, sizeof *first, compare);
    qsort(proof, count, sizeof *proof, compare);
#define ROW(text, value, unit)                                                                                         \
    (snprintf(name, sizeof name, "%s: " text, title), bench_report_row(report, name, value, unit))
    ROW("solved", found, "colonies");
    ROW("first plan in time", at_once, "colonies");
    ROW("cost after 20 ms at most 1.2 times the best known", cheap, "colonies");
    ROW("proved", proved, "colonies");
    ROW("proved within 100 ms", soon, "colonies");
    if (found) {
        ROW("first plan, median", first[found / 2], "ns");
        ROW("first plan, slowest", first[found - 1], "ns");
        ROW("first cost over the best known, mean", ratio / found, "times");
        ROW("cost after 20 ms over the best known, worst", budget_ratio, "times");
    }
    if (proved > count / 2) ROW("proof, median", proof[count / 2], "ns");
#undef ROW
}

// The colonies as files in a folder, for `ploy plan`.
static int write_colonies(const char* folder, uint32_t first)
{
    char path[1024];
    for (size_t f = 0; f < COLONY_SIZES; f++) {
        colony_size size = colony_sizes[f];
        for (uint32_t i = 0; i < SEEDS; i++) {
            snprintf(path, sizeof path, "%s/colony_%d_%d_%d%s_%u.xml", folder, size.places, size.goods, size.objects,
                     size.has_table    ? "_distances"
                     : size.has_energy ? "_energy"
                                       : "",
                     (unsigned)(first + i));
            FILE* file = fopen(path, "w");
            if (!file) return complain("bench", "cannot write %s", path);
            colony_write(size, (uint64_t)first + i, file);
            if (fclose(file) != 0) return complain("bench", "cannot write %s", path);
        }
    }
    return ANSWER_DONE;
}

// Many objects: what loading takes, and the first plan.
static bool report_large(bench_report* report, const bench_options* options)
{
    static const colony_size size = {COLONY_MAX_PLACES, 60, COLONY_MAX_OBJECTS, false, false};
    double load[LARGE_SEEDS], first[LARGE_SEEDS];
    char title[COLONY_TITLE_BYTES], name[200];
    uint32_t count = options->small ? 1 : LARGE_SEEDS;
    for (uint32_t i = 0; i < count; i++) {
        ploy_file* file = colony_read(size, (uint64_t)options->seed + i, &load[i]);
        if (!file) return false;
        ploy_planner_def def = {.domain = ploy_file_domain(file, 0)};
        double start = cpu_ns();
        ploy_planner* planner = have_memory(ploy_planner_create(&def));
        ploy_plan_query query = {.start = ploy_file_agent(file, 0).state, .options.search = PLOY_SEARCH_GREEDY};
        bool is_found = ploy_planner_plan(planner, &query)->status == PLOY_FOUND;
        first[i] = is_found ? cpu_ns() - start : 1e18;
        ploy_planner_destroy(planner);
        ploy_file_destroy(file);
    }
    double slowest_load = 0, slowest_first = 0;
    for (uint32_t i = 0; i < count; i++) {
        slowest_load = load[i] > slowest_load ? load[i] : slowest_load;
        slowest_first = first[i] > slowest_first ? first[i] : slowest_first;
    }
    colony_title(size, title);
#define ROW(text, value, unit)                                                                                         \
    (snprintf(name, sizeof name, "%s: " text, title), bench_report_row(report, name, value, unit))
    ROW("loading, median", median(load, count), "ns");
    ROW("loading, slowest", slowest_load, "ns");
    ROW("first plan, median", median(first, count), "ns");
    ROW("first plan, slowest", slowest_first, "ns");
#undef ROW
    return true;
}

int bench_colony(const bench_options* options)
{
    if (options->out) return write_colonies(options->out, options->seed);
    bench_report report = bench_report_begin(options);
    uint32_t count = options->small ? SMALL_SEEDS : SEEDS;
    int answer = ANSWER_DONE;
    for (size_t f = 0; f < COLONY_SIZES; f++) {
        colony_result results[SEEDS];
        for (uint32_t seed = 0; seed < count; seed++) {
            ploy_file* file = colony_read(colony_sizes[f], (uint64_t)options->seed + seed, NULL);
            if (!file) {
                answer = complain("bench", "no memory or no temporary file for a colony");
                break;
            }
            results[seed] = solve(file, options->small);
            ploy_file_destroy(file);
        }
        if (answer == ANSWER_DONE) report_family(&report, f, results, count);
    }
    if (answer == ANSWER_DONE && !report_large(&report, options))
        answer = complain("bench", "no memory or no temporary file for a colony");
    bench_report_end(&report);
    return answer;
}
