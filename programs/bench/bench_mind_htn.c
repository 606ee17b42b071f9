// A task network whose second method gives a plan of two steps: one task inside another, two conditions tested, two
// actions applied.

#include "programs/bench/bench_mind.h"
#include "programs/cli/clock.h"

#include <ploy/htn.h>

enum
{
    ROUNDS = 11,
    PLANS = 20000,
};

static ploy_domain* make_domain(void)
{
    ploy_domain_def def = {0};
    def.name = "bench";
    ploy_domain* domain = ploy_domain_create(&def);
    static const char* const symbols[] = {"fed", "armed", "enemy", "ready"};
    static const char* const actions[][3] = {
        {"Arm", "not armed", "armed"}, {"Aim", "armed", "ready"}, {"Eat", "not enemy", "fed"}};
    bool good = domain != NULL;
    for (uint32_t k = 0; good && k < 4; k++) {
        ploy_symbol_def symbol = {0};
        symbol.name = symbols[k];
        good = ploy_domain_add_symbol(domain, &symbol, NULL, NULL) == PLOY_OK;
    }
    for (uint32_t k = 0; good && k < 3; k++) {
        ploy_action_def action = {0};
        action.name = actions[k][0];
        action.pre = actions[k][1];
        action.effect = actions[k][2];
        good = ploy_domain_add_action(domain, &action, NULL, NULL) == PLOY_OK;
    }
    if (good && ploy_domain_compile(domain, NULL) == PLOY_OK) return domain;
    ploy_domain_destroy(domain);
    return NULL;
}

static ploy_htn* make_htn(const ploy_domain* domain)
{
    const ploy_htn_subtask eat = {.name = "Eat"};
    const ploy_htn_subtask fight[] = {{.name = "GetArmed"}, {.name = "Aim"}};
    const ploy_htn_subtask arm = {.name = "Arm"};
    const ploy_htn_method live[] = {
        {.when = "not enemy and not fed", .subtasks = &eat, .subtask_count = 1},
        {.when = "enemy", .subtasks = fight, .subtask_count = 2},
    };
    const ploy_htn_method get_armed = {.when = "not armed", .subtasks = &arm, .subtask_count = 1};
    const ploy_htn_task tasks[] = {
        {.name = "Live", .methods = live, .method_count = 2},
        {.name = "GetArmed", .methods = &get_armed, .method_count = 1},
    };
    ploy_htn_def def = {0};
    def.domain = domain;
    def.tasks = tasks;
    def.task_count = 2;
    ploy_htn* htn;
    return ploy_htn_create(&def, &htn, NULL) == PLOY_OK ? htn : NULL;
}

static double run_benchmark(ploy_htn_planner* planner, const ploy_htn_query* query, bool* good)
{
    double times[ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        double start = cpu_ns();
        for (uint32_t k = 0; k < PLANS; k++) {
            *good = ploy_htn_planner_plan(planner, query)->step_count == 2 && *good;
        }
        times[round] = (cpu_ns() - start) / PLANS;
    }
    return min(times, ROUNDS);
}

bool bench_mind_htn(mind_rows* rows)
{
    ploy_domain* domain = make_domain();
    ploy_htn* htn = domain ? make_htn(domain) : NULL;
    ploy_htn_planner* planner = htn ? ploy_htn_planner_create(&(ploy_htn_planner_def){.htn = htn}) : NULL;
    bool good = planner != NULL;
    if (good) {
        uint64_t start[4];
        ploy_state_init(domain, start);
        ploy_state_parse(domain, start, "enemy", NULL);
        ploy_htn_query query = {0};
        query.start = start;
        double ns = run_benchmark(planner, &query, &good);
        if (good) mind_rows_add(rows, "htn.plan_ns", ns, "ns");
    }
    ploy_htn_planner_destroy(planner);
    ploy_htn_destroy(htn);
    ploy_domain_destroy(domain);
    return good;
}
