// From the end of a search to a plan: the moves on the way, applied to the start one by one before they are called a
// plan.

#include <string.h>

#include "base/memory.h"
#include "plan/search/planner.h"
#include "trace/emit.h"
#include "plan/domain/domain.h"
#include "plan/search/goal_choice.h"

static bool collect_moves(ploy_planner* p)
{
    if (p->from_policy) return true;
    PL_ARRAY_CLEAR(&p->moves);
    if (pl_planner_is_depth_first(p)) {
        for (uint32_t i = 0; i < p->depth_first.best.count; ++i) {
            if (!PL_ARRAY_PUSH(&p->moves, &p->allocator, p->depth_first.best.data[i])) return false;
        }
        return true;
    }
    for (uint32_t id = p->search.goal; id != PLOY_NONE; id = pl_search_at(&p->search, id)->parent) {
        uint32_t label = pl_search_at(&p->search, id)->label;
        if (label != PLOY_NONE && !PL_ARRAY_PUSH(&p->moves, &p->allocator, label)) return false;
    }
    // Backwards, the way from node to parent is already the order of the plan.
    if (p->query.options.search == PLOY_SEARCH_REGRESSIVE) return true;
    for (uint32_t i = 0, j = p->moves.count; i + 1 < j--; ++i) {
        uint32_t swapped = p->moves.data[i];
        p->moves.data[i] = p->moves.data[j];
        p->moves.data[j] = swapped;
    }
    return true;
}

// Applies the moves to the start, one by one, before they are called a plan.
static ploy_status write_steps(ploy_planner* p)
{
    const pl_rules* t = &p->rules;
    const pl_compiled* c = t->c;
    uint32_t before = t->last_ground;
    PL_ARRAY_CLEAR(&p->steps);
    if (!PL_ARRAY_RESERVE(&p->steps, &p->allocator, p->moves.count)) return PLOY_OUT_OF_MEMORY;
    memcpy(p->state, p->start, p->words * sizeof *p->state);
    for (uint32_t i = 0; i < p->moves.count; ++i) {
        uint32_t m = p->moves.data[i];
        const pl_move* move = &t->heuristic->moves[m];
        const pl_operator* op = &c->operators[move->op];
        if (!pl_partial_state_holds(c, &op->pre, p->state)) return PLOY_INVALID;
        pl_operator_apply(c, op, p->state, p->state);
        bool is_again = before == move->ground;
        ploy_step* step = &p->steps.data[p->steps.count++];
        *step = pl_compiled_step(c, move->ground);
        step->cost = pl_rules_price(t, &p->rules_room, &p->query, m, is_again);
        p->plan.cost += step->cost;
        before = move->ground;
    }
    return pl_target_holds(c, t->heuristic->target, p->state) ? PLOY_FOUND : PLOY_INVALID;
}

static void trace_plan(const ploy_planner* p)
{
    const ploy_trace* trace = p->query.trace;
    uint32_t agent = p->query.trace_agent;
    const ploy_plan* plan = &p->plan;
    if (!pl_trace_wants(trace, PLOY_TRACE_BASIC)) return;
    if (p->has_searched) {
        PL_TRACE(trace, SEARCH_ENDED, agent, (uint64_t)plan->status, (uint64_t)plan->cost, plan->expanded,
                 plan->generated);
    }
    if (plan->status != PLOY_FOUND && plan->status != PLOY_ALREADY) {
        PL_TRACE(trace, PLAN_FAILED, agent, plan->goal, (uint64_t)plan->status);
        return;
    }
    PL_TRACE(trace, PLAN_FOUND, agent, plan->goal, (uint64_t)plan->cost, plan->step_count);
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        const ploy_step* step = &plan->steps[i];
        PL_TRACE(trace, PLAN_STEP, agent, i, step->action, (uint64_t)step->cost, step->id);
    }
}

const ploy_plan* ploy_planner_end(ploy_planner* p)
{
    bool proves = p->query.options.search != PLOY_SEARCH_GREEDY && p->query.options.search != PLOY_SEARCH_UTILITY;
    if (p->status == PLOY_IN_PROGRESS) p->status = PLOY_CANCELLED;
    p->plan = (ploy_plan){.status = p->status, .goal = p->query.goal};
    p->plan.expanded = pl_planner_is_depth_first(p) ? p->depth_first.expanded : p->search.expanded;
    p->plan.generated = pl_planner_is_depth_first(p) ? p->depth_first.generated : p->search.generated;
    if (p->status == PLOY_FOUND) p->plan.status = collect_moves(p) ? write_steps(p) : PLOY_OUT_OF_MEMORY;
    if (p->plan.status == PLOY_FOUND) {
        p->plan.steps = p->steps.data;
        p->plan.step_count = p->steps.count;
        p->plan.proved = proves;
    } else {
        p->plan.cost = 0;
        p->plan.proved = p->plan.status == PLOY_ALREADY;
    }
    trace_plan(p);
    return &p->plan;
}

ploy_status pl_plan_check(const ploy_domain* domain, uint64_t* state, uint32_t goal, const uint32_t* goal_args,
                          const ploy_step* steps, uint32_t step_count)
{
    for (uint32_t i = 0; i < step_count; ++i) {
        if (!ploy_action_applicable(domain, steps[i].action, steps[i].args, state)) return PLOY_INVALID;
        ploy_action_apply(domain, steps[i].action, steps[i].args, state);
    }
    return ploy_goal_met(domain, goal, goal_args, state) ? PLOY_OK : PLOY_INVALID;
}

bool pl_planner_keep(ploy_planner* p, const ploy_plan* plan, uint32_t* first)
{
    *first = p->kept.count;
    if (!PL_ARRAY_RESERVE(&p->kept, &p->allocator, p->kept.count + plan->step_count)) return false;
    if (plan->step_count) memcpy(p->kept.data + p->kept.count, plan->steps, plan->step_count * sizeof *plan->steps);
    p->kept.count += plan->step_count;
    return true;
}

const ploy_step* pl_planner_kept(const ploy_planner* p, uint32_t first)
{
    return p->kept.data + first;
}

void pl_planner_forget_kept(ploy_planner* p)
{
    PL_ARRAY_CLEAR(&p->kept);
}

// The best goal: the relevant one of the highest priority that has a plan.

/// Goals with parameters, and irrelevant ones, get priority 0: their callbacks are not called.
static bool evaluate_priorities(ploy_planner* p, const ploy_plan_query* query, const uint32_t* goals, uint32_t count)
{
    static const uint32_t no_args[PLOY_MAX_ARGS] = {0};
    if (!PL_ARRAY_RESERVE(&p->priorities, &p->allocator, count + 1)) return false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t goal = goals ? goals[i] : i;
        bool is_candidate = ploy_domain_goal(p->domain, goal).param_count == 0 &&
                            pl_goal_relevant(p->domain, goal, no_args, query->start);
        p->priorities.data[i] =
            is_candidate ? pl_goal_priority(p->domain, goal, no_args, query->start, query->agent) : 0;
    }
    return true;
}

static pl_goal_candidate describe(const void* planner, uint32_t index)
{
    return (pl_goal_candidate){.priority = ((const ploy_planner*)planner)->priorities.data[index]};
}

/// Of the goals without a plan the result reports the first that holds already, else the first that failed, where
/// running out says more than "no plan".
static bool says_more(const ploy_plan* plan, const ploy_plan* reported)
{
    return reported->goal == PLOY_NONE || (plan->status == PLOY_ALREADY && reported->status != PLOY_ALREADY) ||
           (reported->status == PLOY_NOT_FOUND && plan->status != PLOY_NOT_FOUND);
}

const ploy_plan* ploy_planner_plan_best(ploy_planner* p, const ploy_plan_query* query, const uint32_t* goals,
                                        uint32_t goal_count)
{
    uint32_t count = goals ? goal_count : ploy_domain_goal_count(p->domain);
    ploy_plan failed = {.status = PLOY_NOT_FOUND, .goal = PLOY_NONE};
    if (ploy_domain_find_unbound(p->domain)) {
        failed.status = PLOY_INVALID;
    } else if (!evaluate_priorities(p, query, goals, count)) {
        failed.status = PLOY_OUT_OF_MEMORY;
    } else {
        static const pl_goal_commitment none = {0};
        ploy_plan_query goal_query = *query;
        for (uint32_t i; (i = pl_goal_choose(describe, p, count, &none)) != PLOY_NONE; p->priorities.data[i] = 0) {
            goal_query.goal = goals ? goals[i] : i;
            const ploy_plan* plan = ploy_planner_plan(p, &goal_query);
            if (plan->status == PLOY_FOUND) return plan;
            if (says_more(plan, &failed)) failed = *plan;
        }
    }
    p->plan = failed;
    return &p->plan;
}
