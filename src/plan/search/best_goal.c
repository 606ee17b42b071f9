// Which goal to plan for: the relevant one of the highest priority that can be planned for.

#include "plan/search/planner.h"

static bool has_no_params(const ploy_domain* domain, uint32_t goal)
{
    return ploy_domain_goal(domain, goal).param_count == 0;
}

static bool ask_priorities(ploy_planner* p, const ploy_plan_query* query, const uint32_t* goals, uint32_t count)
{
    static const uint32_t no_args[PLOY_MAX_ARGS] = {0};
    if (!PL_ARRAY_RESERVE(&p->priorities, &p->allocator, count + 1)) return false;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t goal = goals ? goals[i] : i;
        bool is_asked = has_no_params(p->domain, goal) && ploy_goal_relevant(p->domain, goal, no_args, query->start);
        p->priorities.data[i] = is_asked ? ploy_goal_priority(p->domain, goal, no_args, query->start, query->agent) : 0;
    }
    return true;
}

static uint32_t highest(const ploy_planner* p, uint32_t count)
{
    uint32_t best = PL_NONE;
    for (uint32_t i = 0; i < count; ++i) {
        if (p->priorities.data[i] > 0 && (best == PL_NONE || p->priorities.data[i] > p->priorities.data[best]))
            best = i;
    }
    return best;
}

const ploy_plan* ploy_planner_plan_best(ploy_planner* p, const ploy_plan_query* query, const uint32_t* goals,
                                        uint32_t goal_count)
{
    uint32_t count = goals ? goal_count : ploy_domain_goal_count(p->domain);
    ploy_plan failed = {.status = PLOY_NOT_FOUND, .goal = PLOY_NONE};
    if (ploy_domain_find_unbound(p->domain)) {
        failed.status = PLOY_INVALID;
    } else if (!ask_priorities(p, query, goals, count)) {
        failed.status = PLOY_OUT_OF_MEMORY;
    } else {
        ploy_plan_query asked = *query;
        for (uint32_t i; (i = highest(p, count)) != PL_NONE; p->priorities.data[i] = 0) {
            asked.goal = goals ? goals[i] : i;
            const ploy_plan* plan = ploy_planner_plan(p, &asked);
            if (plan->status == PLOY_FOUND) return plan;
            // What is told in the end: the first goal that holds already, else the first that failed, running out
            // before "no plan".
            bool tells_more = failed.goal == PLOY_NONE ||
                              (plan->status == PLOY_ALREADY && failed.status != PLOY_ALREADY) ||
                              (failed.status == PLOY_NOT_FOUND && plan->status != PLOY_NOT_FOUND);
            if (tells_more) failed = *plan;
        }
    }
    p->plan = failed;
    return &p->plan;
}
