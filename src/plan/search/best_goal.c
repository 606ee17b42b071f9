// Plans for the relevant goal of the highest priority that has a plan.

#include "plan/search/goal_choice.h"
#include "plan/search/planner.h"
#include "plan/domain/domain.h"

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
        for (uint32_t i; (i = pl_goal_choose(describe, p, count, &none)) != PL_NONE; p->priorities.data[i] = 0) {
            goal_query.goal = goals ? goals[i] : i;
            const ploy_plan* plan = ploy_planner_plan(p, &goal_query);
            if (plan->status == PLOY_FOUND) return plan;
            if (says_more(plan, &failed)) failed = *plan;
        }
    }
    p->plan = failed;
    return &p->plan;
}
