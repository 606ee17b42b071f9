// `ploy bench plan`: every agent of a file, its first goal.
//
// Cold: goals are prepared in a cache that never learns, so a problem uses what depends on the domain and its goal, and
// nothing from earlier problems. Each problem is repeated, twice as often each time, until a batch takes 2 ms. Warm: a
// planner with a cache of its own; half of the agents warm it up, the other half is timed as a whole.

#include "programs/bench/bench.h"
#include "programs/cli/memory.h"
#include "programs/cli/stub_callbacks.h"
#include "programs/cli/clock.h"
#include "programs/cli/load_file.h"
#include "programs/cli/plan_status.h"

#include <stdlib.h>
#include <string.h>

enum
{
    COLD_GOAL_BYTES = 16 * 1024,
    BATCH_NS = 2000000,
    MIN_ROUNDS = 15,
    SMALL_ROUNDS = 2,
    MAX_ROUNDS = 1000,
    ENOUGH_NS = 200000000,
    TOO_LONG_NS = 2000000000,
};

typedef struct plan_problem
{
    const char* agent;
    uint32_t domain;
    ploy_plan_query query;
    bool has_goal;
    ploy_status status;
    int64_t cost;
    uint32_t expanded;
} plan_problem;

typedef struct figures
{
    double mean_ns;
    double warmup_mean_ns;
    double prepare_ns_per_goal;
    double prepare_bytes_per_goal;
} figures;

typedef struct problem_set
{
    ploy_file* file;
    plan_problem* problems;
    uint32_t count;
    uint32_t domain_count;
    bool out_of_memory;
} problem_set;

static void* allocate(size_t count, size_t bytes)
{
    return have_memory(calloc(count ? count : 1, bytes));
}

static problem_set take_problems(ploy_file* file)
{
    problem_set set = {
        .file = file, .count = ploy_file_agent_count(file), .domain_count = ploy_file_domain_count(file)};
    set.problems = allocate(set.count, sizeof *set.problems);
    for (uint32_t k = 0; k < set.count; k++) {
        ploy_agent_info agent = ploy_file_agent(file, k);
        plan_problem* p = &set.problems[k];
        *p = (plan_problem){.agent = agent.name,
                            .domain = agent.domain == PLOY_NONE ? 0 : agent.domain,
                            .query = (ploy_plan_query){0},
                            .status = PLOY_INVALID};
        p->query.start = agent.state;
        p->query.disabled = agent.goap.disabled;
        p->query.goal = agent.goap.goal_count ? agent.goap.goals[0] : PLOY_NONE;
        p->has_goal =
            agent.goap.goal_count > 0 && ploy_domain_goal(agent.goap.domain, agent.goap.goals[0]).param_count == 0;
    }
    return set;
}

static void keep_result(plan_problem* p, const ploy_plan* plan)
{
    p->status = plan->status;
    p->cost = plan->cost;
    p->expanded = plan->expanded;
}

// Cold.

static bool same_disabled(const ploy_domain* domain, const plan_problem* a, const plan_problem* b)
{
    if (!a->query.disabled || !b->query.disabled) return a->query.disabled == b->query.disabled;
    size_t words = (ploy_domain_action_count(domain) + 63) / 64;
    return memcmp(a->query.disabled, b->query.disabled, words * sizeof *a->query.disabled) == 0;
}

// Is this the first problem with its goal and these actions?
static bool is_new_goal(const problem_set* set, uint32_t index)
{
    const plan_problem* p = &set->problems[index];
    const ploy_domain* domain = ploy_file_domain(set->file, p->domain);
    for (uint32_t k = 0; k < index; k++) {
        const plan_problem* q = &set->problems[k];
        if (q->domain == p->domain && q->query.goal == p->query.goal && same_disabled(domain, p, q)) return false;
    }
    return p->has_goal;
}

static ploy_cache* make_cold_cache(const ploy_domain* domain, uint32_t goal_count)
{
    ploy_cache_def def = {0};
    def.domain = domain;
    def.goal_bytes = COLD_GOAL_BYTES;
    def.first_bytes = COLD_GOAL_BYTES;
    if (def.bytes < (size_t)COLD_GOAL_BYTES * (goal_count + 1)) def.bytes = (size_t)COLD_GOAL_BYTES * (goal_count + 1);
    return ploy_cache_create(&def);
}

// Prepares the listed problems of a domain; returns the time it took.
static double prepare(ploy_cache* cache, const problem_set* set, const uint32_t* goals, uint32_t goal_count)
{
    double start = cpu_ns();
    for (uint32_t k = 0; k < goal_count; k++) ploy_cache_prepare(cache, &set->problems[goals[k]].query);
    return cpu_ns() - start;
}

static ploy_cache* prepare_steadily(const problem_set* set, uint32_t d, const uint32_t* goals, uint32_t goal_count,
                                    figures* f)
{
    enum
    {
        ROUNDS = 5
    };
    double spent[ROUNDS];
    ploy_cache* cache = NULL;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        ploy_cache_destroy(cache);
        cache = make_cold_cache(ploy_file_domain(set->file, d), goal_count);
        if (!cache) return NULL;
        size_t before = ploy_cache_bytes(cache);
        spent[round] = prepare(cache, set, goals, goal_count);
        if (round == 0) f->prepare_bytes_per_goal += (double)(ploy_cache_bytes(cache) - before);
    }
    f->prepare_ns_per_goal += median(spent, ROUNDS);
    return cache;
}

// small: one batch of one.
static double time_problem(ploy_planner* planner, plan_problem* p, bool small)
{
    keep_result(p, ploy_planner_plan(planner, &p->query));
    for (uint32_t repeats = 1;; repeats *= 2) {
        double start = cpu_ns();
        for (uint32_t r = 0; r < repeats; r++) ploy_planner_plan(planner, &p->query);
        double spent = cpu_ns() - start;
        if (small || spent > BATCH_NS || repeats > UINT32_MAX / 2) return spent / repeats;
    }
}

static double plan_cold(problem_set* set, uint32_t d, ploy_cache* cache, bool small)
{
    ploy_planner_def def = {0};
    def.domain = ploy_file_domain(set->file, d);
    def.cache = cache;
    ploy_planner* planner = ploy_planner_create(&def);
    double total = 0;
    if (!planner) set->out_of_memory = true;
    for (uint32_t k = 0; planner && k < set->count; k++) {
        plan_problem* p = &set->problems[k];
        if (p->domain == d && p->has_goal) total += time_problem(planner, p, small);
    }
    ploy_planner_destroy(planner);
    return total;
}

static figures measure_cold(problem_set* set, bool small)
{
    figures f = {0};
    uint32_t all_goals = 0;
    uint32_t* goals = allocate(set->count, sizeof *goals);
    for (uint32_t d = 0; d < set->domain_count; d++) {
        uint32_t goal_count = 0;
        for (uint32_t k = 0; k < set->count; k++)
            if (set->problems[k].domain == d && is_new_goal(set, k)) goals[goal_count++] = k;
        if (goal_count == 0) continue;
        ploy_cache* cache = prepare_steadily(set, d, goals, goal_count, &f);
        if (!cache)
            set->out_of_memory = true;
        else
            f.mean_ns += plan_cold(set, d, cache, small);
        ploy_cache_destroy(cache);
        all_goals += goal_count;
    }
    free(goals);
    if (all_goals) {
        f.prepare_ns_per_goal /= all_goals;
        f.prepare_bytes_per_goal /= all_goals;
    }
    f.mean_ns /= set->count ? set->count : 1;
    return f;
}

// Warm.

static bool make_warm_planners(const problem_set* set, ploy_planner** planners)
{
    for (uint32_t d = 0; d < set->domain_count; d++) {
        ploy_planner_def def = {0};
        def.domain = ploy_file_domain(set->file, d);
        def.cache_bytes = 4u << 20;
        planners[d] = ploy_planner_create(&def);
        if (!planners[d]) return false;
    }
    return true;
}

static void plan_range(problem_set* set, ploy_planner** planners, uint32_t begin, uint32_t end)
{
    for (uint32_t k = begin; k < end; k++) {
        plan_problem* p = &set->problems[k];
        if (p->has_goal) keep_result(p, ploy_planner_plan(planners[p->domain], &p->query));
    }
}

// One round on fresh planners. A single agent is both halves.
static bool warm_round(problem_set* set, double* warmup, double* mean)
{
    uint32_t half = (set->count + 1) / 2, from = half < set->count ? half : 0;
    ploy_planner** planners = allocate(set->domain_count, sizeof *planners);
    double start = cpu_ns();
    bool made = make_warm_planners(set, planners);
    if (made) plan_range(set, planners, 0, half);
    double between = cpu_ns();
    if (made) plan_range(set, planners, from, set->count);
    double end = cpu_ns();
    for (uint32_t d = 0; d < set->domain_count; d++) ploy_planner_destroy(planners[d]);
    free(planners);
    *warmup = (between - start) / half;
    *mean = (end - between) / (set->count - from);
    return made;
}

static figures measure_warm(problem_set* set, bool small)
{
    static double warmups[MAX_ROUNDS], means[MAX_ROUNDS];
    figures f = {0};
    uint32_t rounds = 0;
    double start = cpu_ns(), spent = 0;
    if (set->count == 0) return f;
    while (rounds < (small ? SMALL_ROUNDS : MAX_ROUNDS) && spent < TOO_LONG_NS &&
           (rounds < MIN_ROUNDS || spent < ENOUGH_NS)) {
        if (!warm_round(set, &warmups[rounds], &means[rounds])) {
            set->out_of_memory = true;
            return f;
        }
        rounds++;
        spent = cpu_ns() - start;
    }
    f.warmup_mean_ns = median(warmups, rounds);
    f.mean_ns = median(means, rounds);
    return f;
}

// Results.

static void json_result(json* j, const plan_problem* p)
{
    json_object(j, NULL);
    json_text(j, "agent", p->agent);
    json_text(j, "status", plan_status_name(p->status));
    if (plan_status_is_yes(p->status))
        json_fixed(j, "cost", p->cost);
    else
        json_null(j, "cost");
    json_count(j, "expanded", p->expanded);
    json_close(j);
}

static void json_file(json* j, const char* path, const problem_set* set, const figures* f, bool cold)
{
    json_object(j, NULL);
    json_text(j, "file", path);
    json_real(j, "mean_ns", f->mean_ns);
    if (cold) {
        json_real(j, "prepare_ns_per_goal", f->prepare_ns_per_goal);
        json_real(j, "prepare_bytes_per_goal", f->prepare_bytes_per_goal);
    } else {
        json_real(j, "warmup_mean_ns", f->warmup_mean_ns);
    }
    json_array(j, "results");
    for (uint32_t k = 0; k < set->count; k++) json_result(j, &set->problems[k]);
    json_close(j);
    json_close(j);
}

static void print_file(const char* path, const problem_set* set, const figures* f, bool cold)
{
    const char* name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    uint64_t expanded = 0;
    uint32_t planned = 0;
    for (uint32_t k = 0; k < set->count; k++) {
        expanded += set->problems[k].expanded;
        planned += plan_status_is_yes(set->problems[k].status);
    }
    printf("%-24s %7u %8u %12.1f %12.0f", name, set->count, planned, (double)expanded / (set->count ? set->count : 1),
           f->mean_ns);
    if (cold)
        printf(" %14.0f %14.0f\n", f->prepare_ns_per_goal, f->prepare_bytes_per_goal);
    else
        printf(" %14.0f\n", f->warmup_mean_ns);
}

static int measure_file(const char* path, const bench_options* options, json* j)
{
    ploy_file* file = load_file(path);
    if (!file) return ANSWER_BAD;
    for (uint32_t d = 0; d < ploy_file_domain_count(file); d++) bind_rest(ploy_file_domain(file, d), NULL, NULL);
    problem_set set = take_problems(file);
    figures f = options->cold ? measure_cold(&set, options->small) : measure_warm(&set, options->small);
    if (set.out_of_memory)
        complain("bench", "%s: out of memory", path);
    else if (options->json)
        json_file(j, path, &set, &f, options->cold);
    else
        print_file(path, &set, &f, options->cold);
    free(set.problems);
    ploy_file_destroy(file);
    return set.out_of_memory ? ANSWER_BAD : ANSWER_DONE;
}

int bench_plan(const bench_options* options)
{
    if (options->files.count == 0) return complain("bench", "plan: which files?");
    json j = {0};
    char fsm[512];
    int answer = ANSWER_DONE;
    if (options->json) {
        j = json_begin(stdout);
        json_text(&j, "machine", print_computer(fsm, sizeof fsm));
        json_array(&j, "files");
    } else {
        printf("%-24s %7s %8s %12s %12s", "file", "agents", "planned", "expanded", "mean ns");
        printf(" %14s", options->cold ? "prepare ns" : "warm-up ns");
        puts(options->cold ? "  prepare bytes" : "");
    }
    for (uint32_t k = 0; k < options->files.count; k++)
        if (measure_file(options->files.items[k], options, &j) != ANSWER_DONE) answer = ANSWER_BAD;
    if (options->json) json_end(&j);
    return answer;
}
