// Goal choice: the goals in the order they are tried, and what became of each.

#include <string.h>

#include "plan/explain/explaining.h"

static const uint32_t no_args[PLOY_MAX_ARGS];

/// All goals without parameters, unless they are given.
static ploy_goal_choice* list_goals(pl_explaining* e, const uint32_t* goals, uint32_t* count)
{
    const ploy_domain* domain = e->def->domain;
    uint32_t all = ploy_domain_goal_count(domain);
    ploy_goal_choice* list = PL_ARENA_ARRAY(e->keep, ploy_goal_choice, goals ? *count : all);
    if (!list) return NULL;
    uint32_t listed = 0;
    for (uint32_t i = 0; i < (goals ? *count : all); i++) {
        uint32_t goal = goals ? goals[i] : i;
        if (ploy_domain_goal(domain, goal).param_count > 0) continue;
        list[listed].goal = goal;
        list[listed].fate = PLOY_GOAL_OUTCOME_LOWER;
        list[listed++].priority = ploy_goal_priority(domain, goal, no_args, e->def->query.start, e->def->query.agent);
    }
    *count = listed;
    return list;
}

/// By priority; among equals the order stays.
static void sort_goals(ploy_goal_choice* list, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        ploy_goal_choice it = list[i];
        uint32_t at = i;
        for (; at > 0 && it.priority > list[at - 1].priority; at--) list[at] = list[at - 1];
        list[at] = it;
    }
}

static ploy_goal_outcome fate_of(ploy_status status)
{
    if (status == PLOY_FOUND) return PLOY_GOAL_OUTCOME_CHOSEN;
    if (status == PLOY_ALREADY) return PLOY_GOAL_OUTCOME_MET;
    return status == PLOY_NOT_FOUND ? PLOY_GOAL_OUTCOME_NO_PLAN : PLOY_GOAL_OUTCOME_CUT_SHORT;
}

static ploy_status try_goal(pl_explaining* e, ploy_planner* planner, ploy_goal_choice* it)
{
    const ploy_domain* domain = e->def->domain;
    ploy_plan_query query = e->def->query;
    query.goal = it->goal;
    query.must_use1 = 0;
    memset(query.goal_args, 0, sizeof query.goal_args);
    if (it->priority <= 0) {
        it->fate = PLOY_GOAL_OUTCOME_PRIORITY;
    } else if (!ploy_goal_relevant(domain, it->goal, no_args, query.start)) {
        it->fate = PLOY_GOAL_OUTCOME_IRRELEVANT;
    } else {
        it->status = ploy_planner_plan(planner, &query)->status;
        it->fate = fate_of(it->status);
        e->out->searches++;
    }
    return it->status == PLOY_OUT_OF_MEMORY || it->status == PLOY_INVALID ? it->status : PLOY_OK;
}

static uint32_t find_fate(const ploy_goal_choice* list, uint32_t count, ploy_goal_outcome fate)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].fate == fate) return list[i].goal;
    return PLOY_NONE;
}

/// What ploy_planner_plan_best tells about: the chosen goal, else one that holds, else one that ran out before one
/// without plan.
static uint32_t pick(const ploy_goal_choice* list, uint32_t count)
{
    static const ploy_goal_outcome order[] = {PLOY_GOAL_OUTCOME_CHOSEN, PLOY_GOAL_OUTCOME_MET,
                                              PLOY_GOAL_OUTCOME_CUT_SHORT, PLOY_GOAL_OUTCOME_NO_PLAN};
    uint32_t goal = PLOY_NONE;
    for (uint32_t i = 0; i < sizeof order / sizeof *order && goal == PLOY_NONE; i++)
        goal = find_fate(list, count, order[i]);
    return goal;
}

ploy_status pl_explain_goal_choice(pl_explaining* e, const uint32_t* goals, uint32_t goal_count, ploy_plan_query* query)
{
    if (ploy_domain_find_unbound(e->def->domain)) return PLOY_INVALID;
    ploy_goal_choice* list = list_goals(e, goals, &goal_count);
    ploy_planner_def def = {0};
    def.domain = e->def->domain;
    def.allocator = e->def->allocator;
    ploy_planner* planner = list ? ploy_planner_create(&def) : NULL;
    if (!planner) return PLOY_OUT_OF_MEMORY;
    sort_goals(list, goal_count);
    ploy_status status = PLOY_OK;
    bool chosen = false;
    for (uint32_t i = 0; i < goal_count && !chosen && status == PLOY_OK; i++) {
        status = try_goal(e, planner, &list[i]);
        chosen = list[i].fate == PLOY_GOAL_OUTCOME_CHOSEN;
    }
    ploy_planner_destroy(planner);
    e->out->goals = list;
    e->out->goal_count = goal_count;
    query->goal = pick(list, goal_count);
    e->out->status = PLOY_NOT_FOUND; // stands when there is no goal to explain
    memset(query->goal_args, 0, sizeof query->goal_args);
    return status;
}
