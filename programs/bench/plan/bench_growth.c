// `ploy bench growth`: two families of domains made in C, and what planning costs as they grow.
//
//   chain n:  n counters of 0 .. 3; a counter can be raised once the one before it was; the goal is a full last one.
//   grid n:   n places in a square with doors between neighbors; the goal is to fetch the key in one corner, open the
//             chest in another and return.

#include "programs/bench/bench.h"
#include "programs/cli/clock.h"

#include <ploy/plan.h>

#include <stdlib.h>
#include <string.h>

enum
{
    CHAIN_FULL = 3,
    MAX_PLACES = 64,
    BATCH_NS = 20000000,
    MAX_NODES = 100000
};

static bool add_counter(ploy_domain* domain, uint32_t index, ploy_error* error)
{
    char name[16], action_name[16], pre[64] = "", effect[32];
    snprintf(name, sizeof name, "c%u", index);
    ploy_symbol_def symbol = {0};
    symbol.name = name;
    symbol.type = PLOY_VALUE_INT;
    symbol.max = CHAIN_FULL;
    if (ploy_domain_add_symbol(domain, &symbol, NULL, error) != PLOY_OK) return false;
    snprintf(action_name, sizeof action_name, "Raise%u", index);
    if (index) snprintf(pre, sizeof pre, "c%u >= 1", index - 1);
    snprintf(effect, sizeof effect, "c%u += 1", index);
    ploy_action_def action = {0};
    action.name = action_name;
    action.pre = pre;
    action.effect = effect;
    return ploy_domain_add_action(domain, &action, NULL, error) == PLOY_OK;
}

static bool add_goal(ploy_domain* domain, const char* condition, ploy_error* error)
{
    ploy_goal_def goal = {0};
    goal.name = "Done";
    goal.condition = condition;
    return ploy_domain_add_goal(domain, &goal, NULL, error) == PLOY_OK;
}

static bool describe_chain(ploy_domain* domain, uint32_t size, ploy_error* error)
{
    char condition[32];
    for (uint32_t k = 0; k < size; k++)
        if (!add_counter(domain, k, error)) return false;
    snprintf(condition, sizeof condition, "c%u = %d", size - 1, CHAIN_FULL);
    return add_goal(domain, condition, error);
}

static bool add_action(ploy_domain* domain, const char* name, const char* pre, const char* effect, ploy_error* error)
{
    ploy_action_def action = {0};
    action.name = name;
    action.pre = pre;
    action.effect = effect;
    return ploy_domain_add_action(domain, &action, NULL, error) == PLOY_OK;
}

static bool add_step(ploy_domain* domain, uint32_t from, uint32_t to, ploy_error* error)
{
    char name[32], pre[32], effect[32];
    snprintf(name, sizeof name, "Walk%uTo%u", from, to);
    snprintf(pre, sizeof pre, "at = p%u", from);
    snprintf(effect, sizeof effect, "at = p%u", to);
    return add_action(domain, name, pre, effect, error);
}

static bool add_places(ploy_domain* domain, uint32_t size, ploy_error* error)
{
    char names[MAX_PLACES][16];
    const char* objects[MAX_PLACES];
    for (uint32_t k = 0; k < size; k++) {
        snprintf(names[k], sizeof names[k], "p%u", k);
        objects[k] = names[k];
    }
    if (ploy_domain_add_type(domain, "place", objects, size, NULL, error) != PLOY_OK) return false;
    ploy_symbol_def at = {0};
    at.name = "at";
    at.type = PLOY_VALUE_OBJECT;
    at.object_type = "place";
    ploy_symbol_def key = {0};
    key.name = "key";
    ploy_symbol_def open = {0};
    open.name = "open";
    return ploy_domain_add_symbol(domain, &at, NULL, error) == PLOY_OK &&
           ploy_domain_add_symbol(domain, &key, NULL, error) == PLOY_OK &&
           ploy_domain_add_symbol(domain, &open, NULL, error) == PLOY_OK;
}

static bool describe_grid(ploy_domain* domain, uint32_t size, ploy_error* error)
{
    uint32_t side = 1;
    char key_pre[32], chest_pre[48];
    while (side * side < size) side++;
    if (!add_places(domain, size, error)) return false;
    for (uint32_t k = 0; k < size; k++) {
        bool right = (k + 1) % side != 0, down = k + side < size;
        if (right && !(add_step(domain, k, k + 1, error) && add_step(domain, k + 1, k, error))) return false;
        if (down && !(add_step(domain, k, k + side, error) && add_step(domain, k + side, k, error))) return false;
    }
    snprintf(key_pre, sizeof key_pre, "at = p%u", side - 1);
    snprintf(chest_pre, sizeof chest_pre, "key and at = p%u", size - side);
    return add_action(domain, "TakeKey", key_pre, "key", error) &&
           add_action(domain, "OpenChest", chest_pre, "open", error) && add_goal(domain, "open and at = p0", error);
}

typedef bool describe_fn(ploy_domain* domain, uint32_t size, ploy_error* error);

static ploy_domain* make_domain(describe_fn* describe, uint32_t size)
{
    ploy_error error = {0};
    ploy_domain_def def = {0};
    def.name = "growth";
    ploy_domain* domain = ploy_domain_create(&def);
    if (domain && describe(domain, size, &error) && ploy_domain_compile(domain, &error) == PLOY_OK) return domain;
    complain("bench", "growth: %s", domain ? error.message : "out of memory");
    ploy_domain_destroy(domain);
    return NULL;
}

// Fresh planners: the cost of a first query, with all preparation.
static double time_first(const ploy_planner_def* def, const ploy_plan_query* query)
{
    for (uint32_t repeats = 1;; repeats *= 2) {
        double start = cpu_ns();
        for (uint32_t r = 0; r < repeats; r++) {
            ploy_planner* planner = ploy_planner_create(def);
            if (planner) ploy_planner_plan(planner, query);
            ploy_planner_destroy(planner);
        }
        double spent = cpu_ns() - start;
        if (spent > BATCH_NS) return spent / repeats;
    }
}

// The cost of the same query once the goal has been prepared.
static double time_again(ploy_planner* planner, const ploy_plan_query* query)
{
    for (uint32_t repeats = 1;; repeats *= 2) {
        double start = cpu_ns();
        for (uint32_t r = 0; r < repeats; r++) ploy_planner_plan(planner, query);
        double spent = cpu_ns() - start;
        if (spent > BATCH_NS) return spent / repeats;
    }
}

static void report(bench_report* rows, const char* family, uint32_t size, ploy_search search, double first,
                   double again, const ploy_plan* plan)
{
    char name[96];
    const char* how = ploy_search_name(search);
    snprintf(name, sizeof name, "%s %u, %s, first plan", family, size, how);
    bench_report_row(rows, name, first, "ns");
    snprintf(name, sizeof name, "%s %u, %s, again", family, size, how);
    bench_report_row(rows, name, again, "ns");
    snprintf(name, sizeof name, "%s %u, %s, expanded", family, size, how);
    bench_report_row(rows, name, plan->expanded, "states");
    snprintf(name, sizeof name, "%s %u, %s, plan", family, size, how);
    bench_report_row(rows, name, plan->step_count,
                     plan->status == PLOY_FOUND ? "steps" : ploy_status_name(plan->status));
}

static bool run_benchmark(bench_report* rows, const char* family, describe_fn* describe, uint32_t size)
{
    static const ploy_search searches[] = {PLOY_SEARCH_ASTAR, PLOY_SEARCH_REGRESSIVE, PLOY_SEARCH_BNB};
    ploy_domain* domain = make_domain(describe, size);
    if (!domain) return false;
    uint64_t* start = calloc(ploy_domain_state_words(domain), sizeof *start);
    ploy_planner_def def = {0};
    def.domain = domain;
    ploy_planner* planner = ploy_planner_create(&def);
    for (uint32_t k = 0; start && planner && k < sizeof searches / sizeof searches[0]; k++) {
        ploy_plan_query query = {0};
        ploy_state_init(domain, start);
        query.start = start;
        query.options.search = searches[k];
        query.options.max_nodes = MAX_NODES;
        double first = time_first(&def, &query), again = time_again(planner, &query);
        report(rows, family, size, searches[k], first, again, ploy_planner_plan(planner, &query));
    }
    bool good = start && planner;
    ploy_planner_destroy(planner);
    free(start);
    ploy_domain_destroy(domain);
    return good;
}

int bench_growth(const bench_options* options)
{
    static const uint32_t chains[] = {10, 20, 40}, grids[] = {4, 16, 36, 64};
    bool good = true;
    bench_report rows = bench_report_begin(options);
    for (uint32_t k = 0; good && k < 3; k++) good = run_benchmark(&rows, "chain", describe_chain, chains[k]);
    for (uint32_t k = 0; good && k < 4; k++) good = run_benchmark(&rows, "grid", describe_grid, grids[k]);
    bench_report_end(&rows);
    return good ? ANSWER_DONE : ANSWER_BAD;
}
