// `ploy bench twice`: a plan for each goal of a domain; then, when it has run, a second plan for the same goal with only
// the actions that the first one used, and the same with all actions. The second plan leaves out what is done already.

#include "programs/bench/bench.h"
#include "programs/cli/clock.h"
#include "programs/cli/load_file.h"
#include "programs/cli/memory.h"
#include "programs/cli/stub_callbacks.h"

#include <ploy/plan.h>

#include <stdlib.h>
#include <string.h>

enum
{
    ROUNDS = 101,
    MAX_WORDS = 16,
    MAX_STEPS = 64,
};

typedef struct timed_plan
{
    ploy_status status;
    int64_t cost;
    uint32_t actions[MAX_STEPS];
    uint32_t step_count;
    double ns; // median
} timed_plan;

// A planner of its own each time: nothing is kept from one plan to the next.
static timed_plan plan(const ploy_domain* domain, const ploy_plan_query* query, uint32_t rounds)
{
    double* ns = have_memory(calloc(rounds, sizeof *ns));
    timed_plan made = {0};
    for (uint32_t i = 0; i < rounds; i++) {
        ploy_planner_def def = {0};
        def.domain = domain;
        ploy_planner* planner = have_memory(ploy_planner_create(&def));
        double before = cpu_ns();
        const ploy_plan* found = ploy_planner_plan(planner, query);
        ns[i] = cpu_ns() - before;
        made.status = found->status;
        made.cost = found->cost;
        made.step_count = found->step_count < MAX_STEPS ? found->step_count : MAX_STEPS;
        for (uint32_t k = 0; k < made.step_count; k++) made.actions[k] = found->steps[k].action;
        ploy_planner_destroy(planner);
    }
    made.ns = median(ns, rounds);
    free(ns);
    return made;
}

// The state after the plan has run: what is only planned with is as before.
static void run_plan(const ploy_domain* domain, const timed_plan* p, uint64_t* state)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    for (uint32_t i = 0; i < p->step_count; i++)
        if (ploy_action_applicable(domain, p->actions[i], no_args, state))
            ploy_action_apply(domain, p->actions[i], no_args, state);
    for (uint32_t s = 0; s < ploy_domain_symbol_count(domain); s++) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, s);
        if (symbol.planned) ploy_state_set(domain, state, ploy_domain_variable(domain, s, NULL), symbol.initial);
    }
}

static uint64_t* disable_others(const ploy_domain* domain, const timed_plan* p)
{
    uint32_t count = ploy_domain_action_count(domain);
    uint64_t* disabled = have_memory(calloc(count / 64 + 1, sizeof *disabled));
    for (uint32_t a = 0; a < count; a++) disabled[a / 64] |= UINT64_C(1) << a % 64;
    for (uint32_t i = 0; i < p->step_count; i++) disabled[p->actions[i] / 64] &= ~(UINT64_C(1) << p->actions[i] % 64);
    return disabled;
}

static const char* step_name(const ploy_domain* domain, const timed_plan* p, uint32_t step)
{
    return step < p->step_count ? ploy_domain_action(domain, p->actions[step]).name : "";
}

static void print_beside(const ploy_domain* domain, uint32_t goal, const timed_plan p[3])
{
    printf("\n%s\n%-26s %-26s %s\n", ploy_domain_goal(domain, goal).name, "first plan", "second, with its actions",
           "second, with all actions");
    for (uint32_t i = 0; i < p[0].step_count || i < p[1].step_count || i < p[2].step_count; i++)
        printf("  %-24s   %-24s   %s\n", step_name(domain, &p[0], i), step_name(domain, &p[1], i), step_name(domain, &p[2], i));
    for (uint32_t k = 0; k < 3; k++) {
        char text[64], cost[24];
        snprintf(text, sizeof text, "cost %s, %.1f us", print_fixed(p[k].cost, cost), p[k].ns / 1e3);
        printf(k == 2 ? "%s\n" : "%-27s", text);
    }
}

static void report_goal(bench_report* report, const ploy_domain* domain, uint32_t goal, const timed_plan p[3])
{
    static const char* const which[] = {"first", "second", "second_all"};
    for (uint32_t k = 0; k < 3; k++) {
        char name[128];
        snprintf(name, sizeof name, "twice.%s.%s_steps", ploy_domain_goal(domain, goal).name, which[k]);
        bench_report_row(report, name, p[k].step_count, "count");
        snprintf(name, sizeof name, "twice.%s.%s_ns", ploy_domain_goal(domain, goal).name, which[k]);
        bench_report_row(report, name, p[k].ns, "ns");
    }
}

static void plan_twice(bench_report* report, const ploy_domain* domain, const uint64_t* start, uint32_t goal,
                       const bench_options* options)
{
    uint64_t state[MAX_WORDS];
    uint32_t rounds = options->small ? 3 : ROUNDS;
    timed_plan p[3];
    memcpy(state, start, ploy_domain_state_words(domain) * sizeof *state);
    ploy_plan_query query = {.start = state, .goal = goal};
    p[0] = plan(domain, &query, rounds);
    if (p[0].status != PLOY_FOUND) return;
    run_plan(domain, &p[0], state);
    uint64_t* disabled = disable_others(domain, &p[0]);
    query.disabled = disabled;
    p[1] = plan(domain, &query, rounds);
    query.disabled = NULL;
    p[2] = plan(domain, &query, rounds);
    free(disabled);
    if (options->json)
        report_goal(report, domain, goal, p);
    else
        print_beside(domain, goal, p);
}

int bench_twice(const bench_options* options)
{
    ploy_file* file = load_file(options->files.count ? options->files.items[0] : "games/smithy/data/smithy.xml");
    if (!file) return ANSWER_BAD;
    bool good = ploy_file_agent_count(file) > 0;
    ploy_agent_info agent = good ? ploy_file_agent(file, 0) : (ploy_agent_info){0};
    good = good && agent.state;
    ploy_domain* domain = good ? ploy_file_domain(file, agent.domain) : NULL;
    good = good && ploy_domain_state_words(domain) <= MAX_WORDS && bind_rest(domain, NULL, NULL);
    int status = good ? ANSWER_DONE : complain("bench", "the file has no agent that plans");
    if (good) {
        bench_report report = {0};
        if (options->json) report = bench_report_begin(options);
        for (uint32_t goal = 0; goal < ploy_domain_goal_count(domain); goal++)
            plan_twice(&report, domain, agent.state, goal, options);
        if (options->json) bench_report_end(&report);
    }
    ploy_file_destroy(file);
    return status;
}
