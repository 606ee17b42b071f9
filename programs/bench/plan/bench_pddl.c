// `ploy bench pddl`: problems of the classical kind (pddl_problems.h), from text to plan in one process: read, grounded,
// planned, and the plan executed by the validator. Each problem has LIMIT_NS of CPU time for its search.

#include "programs/bench/bench.h"
#include "programs/bench/plan/pddl_problems.h"
#include "programs/cli/clock.h"
#include "programs/cli/memory.h"

#include <ploy/pddl.h>

#include <stdlib.h>
#include <string.h>

#define LIMIT_NS 1e10

enum
{
    SLICE = 500, // nodes between two readings of the clock
    SMALL_NODES = 200,
    TEXT_BYTES = 1 << 17,
    MAX_NODES = 100000000,
};

typedef struct pddl_result
{
    double ground_ns, plan_ns; // from text to domain, to plan
    uint32_t expanded;
    bool is_solved, is_wrong;
} pddl_result;

typedef struct pddl_problem
{
    ploy_pddl* pddl;
    ploy_domain* domain;
    double ns;
} pddl_problem;

static pddl_problem read_problem(uint32_t family, int size, uint64_t seed)
{
    static char text[TEXT_BYTES];
    pddl_problem made = {0};
    const char* domain = pddl_families[family].domain;
    size_t bytes = pddl_problem_write(family, size, seed, text, sizeof text);
    double start = cpu_ns();
    bool good = ploy_pddl_read(NULL, domain, strlen(domain), &made.pddl, NULL) == PLOY_OK &&
                ploy_pddl_read(NULL, text, bytes, &made.pddl, NULL) == PLOY_OK &&
                ploy_pddl_ground(made.pddl, &made.domain, NULL) == PLOY_OK;
    made.ns = cpu_ns() - start;
    if (!good) out_of_memory();
    return made;
}

// By the validator, which knows nothing of the planner.
static bool is_valid(const pddl_problem* p, const ploy_plan* plan)
{
    static char text[TEXT_BYTES];
    size_t used = 0;
    ploy_pddl_verdict verdict;
    for (uint32_t k = 0; k < plan->step_count && used + 1 < sizeof text; k++) {
        used += ploy_pddl_step_print(p->pddl, &plan->steps[k], text + used, sizeof text - used);
        if (used + 1 < sizeof text) text[used++] = '\n';
    }
    return ploy_pddl_check_plan(p->pddl, text, used, &verdict, NULL) == PLOY_OK && verdict.valid;
}

static pddl_result solve(const pddl_problem* p, ploy_search search, bool is_small)
{
    pddl_result r = {.ground_ns = p->ns};
    uint64_t* start = have_memory(calloc(ploy_domain_state_words(p->domain) + 1, sizeof *start));
    ploy_state_init(p->domain, start);
    double begun = cpu_ns();
    ploy_planner_def def = {.domain = p->domain, .max_nodes = is_small ? SMALL_NODES : MAX_NODES};
    ploy_planner* planner = have_memory(ploy_planner_create(&def));
    ploy_plan_query query = {.start = start, .options = {.search = search, .max_nodes = def.max_nodes}};
    ploy_status status = ploy_planner_begin(planner, &query);
    while (status == PLOY_IN_PROGRESS && cpu_ns() - begun < LIMIT_NS) status = ploy_planner_update(planner, SLICE);
    const ploy_plan* plan = ploy_planner_end(planner);
    r.plan_ns = cpu_ns() - begun;
    r.expanded = plan->expanded;
    r.is_solved = plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY;
    r.is_wrong = r.is_solved && !is_valid(p, plan);
    ploy_planner_destroy(planner);
    free(start);
    return r;
}

typedef struct pddl_search
{
    ploy_search search;
    bool is_optimal;
} pddl_search;

static const pddl_search searches[] = {
    {PLOY_SEARCH_GREEDY, false}, {PLOY_SEARCH_LMCUT, true}, {PLOY_SEARCH_HMAX, true}, {PLOY_SEARCH_BLIND, true}};

// The problems of a family with one search; false: a plan was not valid.
static bool run_family(bench_report* report, uint32_t family, const pddl_search* s, const bench_options* options)
{
    const pddl_family* f = &pddl_families[family];
    double small_ns = 0, slowest_ns = 0, expanded = 0, search_ns = 0;
    uint32_t solved = 0, count = options->small ? 1 : PDDL_SIZES;
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        pddl_problem p = read_problem(family, s->is_optimal ? f->optimal[i] : f->sizes[i], options->seed);
        pddl_result r = solve(&p, s->search, options->small);
        double whole = r.ground_ns + r.plan_ns;
        good = good && !r.is_wrong;
        solved += r.is_solved;
        expanded += r.expanded;
        search_ns += r.plan_ns;
        if (i == 0) small_ns = whole;
        if (r.is_solved && whole > slowest_ns) slowest_ns = whole;
        ploy_domain_destroy(p.domain);
        ploy_pddl_destroy(p.pddl);
    }
    char name[120];
    const char* title = ploy_search_name(s->search);
#define ROW(text, value, unit)                                                                                         \
    (snprintf(name, sizeof name, "%s %s: " text, f->name, title), bench_report_row(report, name, value, unit))
    ROW("solved within 10 s", solved, "problems");
    ROW("from text to plan, smallest", small_ns, "ns");
    if (solved) ROW("from text to plan, slowest solved", slowest_ns, "ns");
    if (s->is_optimal) ROW("expansions", expanded * 1e9 / search_ns, "per second");
#undef ROW
    return good;
}

int bench_pddl(const bench_options* options)
{
    bench_report report = bench_report_begin(options);
    bool good = true;
    for (size_t s = 0; s < sizeof searches / sizeof *searches; s++)
        for (uint32_t f = 0; f < PDDL_FAMILIES; f++) good = run_family(&report, f, &searches[s], options) && good;
    bench_report_end(&report);
    return good ? ANSWER_DONE : complain("bench", "a plan is not valid");
}
