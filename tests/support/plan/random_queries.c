#include "support/plan/random_queries.h"

#include <stdlib.h>
#include <string.h>

#include "support/base/test.h"
#include "plan/domain/domain.h"

seed_range question_seeds(uint64_t first, uint64_t count)
{
    const char* one = getenv("PLOY_SEED");
    if (one) return (seed_range){strtoull(one, NULL, 10), strtoull(one, NULL, 10) + 1};
    const char* times = getenv("PLOY_SEEDS");
    return (seed_range){first, first + count * (times ? strtoull(times, NULL, 10) : 1)};
}

// Drawing questions.

static void draw_ground(const random_domain* d, ploy_random* random, uint32_t* action, uint32_t* args)
{
    const random_ground* g = &d->grounds[ploy_random_below(random, d->ground_count)];
    *action = g->action;
    memcpy(args, g->args, sizeof g->args);
}

static void draw_options(question* q, ploy_random* random, uint32_t options)
{
    static const uint32_t repeat_costs[] = {500, 250, 1500, 0, 1000};
    brute_query* b = &q->brute;
    uint32_t taken = options & ploy_random_below(random, QUESTION_ALL + 1);
    uint64_t bits = ploy_random_next(random);
    uint32_t repeat_cost = repeat_costs[ploy_random_below(random, 5)], depth = 1 + ploy_random_below(random, 6);
    uint32_t must_use = ploy_random_below(random, q->d->action_count);
    uint32_t last, args[PLOY_MAX_ARGS], has_last = ploy_random_below(random, 2);
    draw_ground(q->d, random, &last, args);
    if (taken & QUESTION_DISABLED) b->disabled = bits & bits >> 24 & ((1ull << q->d->action_count) - 1);
    b->no_two_moves = taken & QUESTION_MOVES;
    if (taken & QUESTION_REPEAT) b->repeat_cost = repeat_cost;
    if (taken & QUESTION_DEPTH) b->max_depth = depth;
    if (taken & QUESTION_MUST_USE) b->must_use = must_use;
    if (!has_last || !(taken & (QUESTION_MOVES | QUESTION_REPEAT))) return;
    b->last_action = last;
    memcpy(b->last_args, args, sizeof b->last_args);
}

void question_draw(question* q, random_domain* d, ploy_random* random, uint32_t options)
{
    q->d = d;
    if (ploy_random_below(random, 3))
        random_domain_start_near(d, random, q->values);
    else
        random_domain_start(d, random, q->values);
    uint32_t goal = ploy_random_below(random, d->goal_count), args[PLOY_MAX_ARGS] = {0};
    random_domain_goal_args(d, random, goal, args);
    q->brute = brute_query_default(q->values, goal, args);
    if (options) draw_options(q, random, options);
    question_solve(q);
}

void question_solve(question* q)
{
    q->query = brute_to_ploy(q->d, &q->brute, q->state, &q->disabled);
    q->answer = brute_solve(q->d, &q->brute);
    q->reachable = q->answer.found;
    if (q->answer.found || !q->brute.max_depth) return;
    brute_query unlimited = q->brute;
    unlimited.max_depth = 0;
    q->reachable = brute_solve(q->d, &unlimited).found;
}

// Checking answers.

static void print_plan(const random_domain* d, const ploy_plan* plan, FILE* to)
{
    fprintf(to, "library: %s, cost %lld, expanded %u, steps:", ploy_status_name(plan->status), (long long)plan->cost,
            (unsigned)plan->expanded);
    for (uint32_t i = 0; i < plan->step_count; i++)
        fprintf(to, " %s(%u,%u)@%lld",
                plan->steps[i].action < d->action_count ? d->actions[plan->steps[i].action].name : "?",
                (unsigned)plan->steps[i].args[0], (unsigned)plan->steps[i].args[1], (long long)plan->steps[i].cost);
    fputc('\n', to);
}

_Noreturn void question_fail(const question* q, const ploy_plan* plan, const char* how, const char* wrong)
{
    random_domain_print(q->d, q->values, stderr);
    brute_print(q->d, &q->brute, &q->answer, stderr);
    if (plan) print_plan(q->d, plan, stderr);
    fprintf(stderr, "seed %llu, %s: %s (PLOY_SEED=%llu runs it alone)\n", (unsigned long long)q->d->seed, how, wrong,
            (unsigned long long)q->d->seed);
    fflush(stderr);
    fail_msg("seed %llu, %s: %s", (unsigned long long)q->d->seed, how, wrong);
    abort();
}

void question_check_steps(const question* q, const ploy_plan* plan, const char* how)
{
    char why[120];
    const char* wrong = brute_execute(q->d, &q->brute, plan->steps, plan->step_count, plan->cost, why, sizeof why);
    if (wrong) question_fail(q, plan, how, wrong);
    if (plan->goal != q->brute.goal) question_fail(q, plan, how, "the plan names another goal");
    uint64_t after[RANDOM_MAX_WORDS]; // the state that the plan leads to
    memcpy(after, q->state, ploy_domain_state_words(q->d->domain) * sizeof *after);
    if (pl_plan_check(q->d->domain, after, q->brute.goal, q->brute.goal_args, plan->steps, plan->step_count) != PLOY_OK)
        question_fail(q, plan, how, "pl_plan_check does not accept it");
}

// The status of a search without limits. OUT_OF_DEPTH is also right when no plan exists at all: a search need not find
// out what lies beyond its limit.
static bool status_is_right(const question* q, ploy_status status)
{
    bool already =
        q->brute.must_use == PLOY_NONE && random_model_goal(q->d, q->brute.goal, q->brute.goal_args, q->values);
    if (already) return status == PLOY_ALREADY;
    if (q->answer.found) return status == PLOY_FOUND;
    if (q->reachable) return status == PLOY_OUT_OF_DEPTH;
    return status == PLOY_NOT_FOUND || (q->brute.max_depth && status == PLOY_OUT_OF_DEPTH);
}

void question_check(const question* q, const ploy_plan* plan, const char* how)
{
    if (q->answer.too_big) return;
    if (!status_is_right(q, plan->status)) question_fail(q, plan, how, "another status");
    if (!q->answer.found) {
        if (plan->step_count) question_fail(q, plan, how, "steps without a plan");
        return;
    }
    if (plan->cost != q->answer.cost) question_fail(q, plan, how, "another cost");
    question_check_steps(q, plan, how);
    if (!plan->proved) question_fail(q, plan, how, "the cheapest, but not said to be");
}

void question_check_executable(const question* q, const ploy_plan* plan, bool may_miss, const char* how)
{
    if (q->answer.too_big) return;
    bool found = plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY;
    if (!(may_miss && !found) && !status_is_right(q, plan->status)) question_fail(q, plan, how, "another status");
    if (!found) return;
    if (plan->cost < q->answer.cost) question_fail(q, plan, how, "cheaper than the cheapest");
    question_check_steps(q, plan, how);
    if (plan->proved && plan->cost != q->answer.cost)
        question_fail(q, plan, how, "said to be the cheapest, and is not");
}

// Kept plans.

void question_keep(const ploy_plan* plan, kept_plan* kept)
{
    kept->plan = *plan;
    if (plan->step_count > sizeof kept->steps / sizeof *kept->steps) abort();
    if (plan->step_count) memcpy(kept->steps, plan->steps, plan->step_count * sizeof *plan->steps);
    kept->plan.steps = kept->steps;
}

static bool same_step(const random_domain* d, const ploy_step* a, const ploy_step* b)
{
    return a->action == b->action && a->cost == b->cost &&
           memcmp(a->args, b->args, d->actions[a->action].param_count * sizeof *a->args) == 0;
}

bool question_same(const random_domain* d, const ploy_plan* a, const ploy_plan* b, bool expanded)
{
    if (a->status != b->status || a->goal != b->goal || a->step_count != b->step_count) return false;
    if (a->step_count && a->cost != b->cost) return false;
    if (expanded && (a->expanded != b->expanded || a->generated != b->generated)) return false;
    for (uint32_t i = 0; i < a->step_count; i++)
        if (!same_step(d, &a->steps[i], &b->steps[i])) return false;
    return true;
}

ploy_cache* question_cache(const ploy_domain* domain)
{
    ploy_cache_def def = {0};
    def.domain = domain;
    ploy_cache* cache = ploy_cache_create(&def);
    assert_non_null(cache);
    return cache;
}

ploy_planner* question_planner(const ploy_domain* domain, ploy_cache* cache)
{
    ploy_planner_def def = {0};
    def.domain = domain;
    def.cache = cache;
    ploy_planner* planner = ploy_planner_create(&def);
    assert_non_null(planner);
    return planner;
}
