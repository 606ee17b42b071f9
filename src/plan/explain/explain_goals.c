// Goal choice, explained: every goal by priority, and what became of it.

#include <string.h>

#include "plan/domain/domain.h"
#include "plan/explain/explaining.h"
#include "plan/search/goal_choice.h"

static const uint32_t no_args[PLOY_MAX_ARGS];

/// The list while it is still in the order of the choice.
typedef struct goal_list
{
    ploy_goal_choice* goals;
    bool* is_irrelevant;
    bool* is_tried;
    uint32_t count;
} goal_list;

/// All goals without parameters, unless they are given.
static bool list_goals(pl_explaining* e, const uint32_t* goals, uint32_t goal_count, goal_list* list)
{
    const ploy_domain* domain = e->def->domain;
    uint32_t all = goals ? goal_count : ploy_domain_goal_count(domain);
    list->goals = PL_ARENA_ARRAY(e->keep, ploy_goal_choice, all);
    list->is_irrelevant = PL_ARENA_ARRAY(&e->scratch, bool, all);
    list->is_tried = PL_ARENA_ARRAY(&e->scratch, bool, all);
    if (!list->goals || !list->is_irrelevant || !list->is_tried) return false;
    const ploy_plan_query* query = &e->def->query;
    for (uint32_t i = 0; i < all; i++) {
        uint32_t goal = goals ? goals[i] : i;
        if (ploy_domain_goal(domain, goal).param_count > 0) continue;
        list->goals[list->count] = (ploy_goal_choice){
            .goal = goal,
            .outcome = PLOY_GOAL_OUTCOME_LOWER,
            .priority = pl_goal_priority(domain, goal, no_args, query->start, query->agent),
        };
        list->is_irrelevant[list->count++] = !pl_goal_relevant(domain, goal, no_args, query->start);
    }
    return true;
}

static pl_goal_candidate describe(const void* context, uint32_t index)
{
    const goal_list* list = context;
    return (pl_goal_candidate){.priority = list->goals[index].priority,
                               .is_irrelevant = list->is_irrelevant[index],
                               .is_blocked = list->is_tried[index]};
}

static ploy_goal_outcome outcome_of(ploy_status status)
{
    if (status == PLOY_FOUND) return PLOY_GOAL_OUTCOME_CHOSEN;
    if (status == PLOY_ALREADY) return PLOY_GOAL_OUTCOME_MET;
    return status == PLOY_NOT_FOUND ? PLOY_GOAL_OUTCOME_NO_PLAN : PLOY_GOAL_OUTCOME_CUT_SHORT;
}

static ploy_status try_goal(pl_explaining* e, ploy_planner* planner, ploy_goal_choice* it)
{
    ploy_plan_query query = e->def->query;
    query.goal = it->goal;
    query.must_use1 = 0;
    memset(query.goal_args, 0, sizeof query.goal_args);
    it->status = ploy_planner_plan(planner, &query)->status;
    it->outcome = outcome_of(it->status);
    e->out->searches++;
    return it->status == PLOY_OUT_OF_MEMORY || it->status == PLOY_INVALID ? it->status : PLOY_OK;
}

/// Tries the goals in the order of the choice until one has a plan. `*chosen` is its index, or PLOY_NONE.
static ploy_status try_goals(pl_explaining* e, ploy_planner* planner, goal_list* list, uint32_t* chosen)
{
    static const pl_goal_commitment none = {0};
    ploy_status status = PLOY_OK;
    while (status == PLOY_OK) {
        *chosen = pl_goal_choose(describe, list, list->count, &none);
        if (*chosen == PLOY_NONE) break;
        list->is_tried[*chosen] = true;
        status = try_goal(e, planner, &list->goals[*chosen]);
        if (list->goals[*chosen].outcome == PLOY_GOAL_OUTCOME_CHOSEN) break;
    }
    return status;
}

/// Does goal `i` come before the chosen one, or is none chosen? Then it must have been passed over for a reason.
static bool comes_up(const goal_list* list, uint32_t i, uint32_t chosen)
{
    if (chosen == PLOY_NONE) return true;
    int64_t priority = list->goals[i].priority, limit = list->goals[chosen].priority;
    return i < chosen ? !pl_goal_overtakes(limit, priority) : pl_goal_overtakes(priority, limit);
}

static void note_passed_over(goal_list* list, uint32_t chosen)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->is_tried[i] || !comes_up(list, i, chosen)) continue;
        pl_goal_candidate it = describe(list, i);
        pl_goal_standing standing = pl_goal_candidate_standing(&it);
        if (standing == PL_GOAL_STANDING_NO_PRIORITY) list->goals[i].outcome = PLOY_GOAL_OUTCOME_PRIORITY;
        if (standing == PL_GOAL_STANDING_IRRELEVANT) list->goals[i].outcome = PLOY_GOAL_OUTCOME_IRRELEVANT;
    }
}

/// By priority; among equals the order stays.
static void sort_goals(ploy_goal_choice* list, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        ploy_goal_choice it = list[i];
        uint32_t at = i;
        for (; at > 0 && pl_goal_overtakes(it.priority, list[at - 1].priority); at--) list[at] = list[at - 1];
        list[at] = it;
    }
}

static uint32_t find_outcome(const ploy_goal_choice* list, uint32_t count, ploy_goal_outcome outcome)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].outcome == outcome) return list[i].goal;
    return PLOY_NONE;
}

/// The goal that ploy_planner_plan_best reports: the chosen one, else one that holds, else one whose search ran out,
/// else one without a plan.
static uint32_t reported_goal(const ploy_goal_choice* list, uint32_t count)
{
    static const ploy_goal_outcome order[] = {PLOY_GOAL_OUTCOME_CHOSEN, PLOY_GOAL_OUTCOME_MET,
                                              PLOY_GOAL_OUTCOME_CUT_SHORT, PLOY_GOAL_OUTCOME_NO_PLAN};
    uint32_t goal = PLOY_NONE;
    for (uint32_t i = 0; i < sizeof order / sizeof *order && goal == PLOY_NONE; i++)
        goal = find_outcome(list, count, order[i]);
    return goal;
}

ploy_status pl_explain_goal_choice(pl_explaining* e, const uint32_t* goals, uint32_t goal_count, ploy_plan_query* query)
{
    if (ploy_domain_find_unbound(e->def->domain)) return PLOY_INVALID;
    goal_list list = {0};
    ploy_planner_def def = {.domain = e->def->domain, .allocator = e->def->allocator};
    ploy_planner* planner = list_goals(e, goals, goal_count, &list) ? ploy_planner_create(&def) : NULL;
    if (!planner) return PLOY_OUT_OF_MEMORY;
    uint32_t chosen = PLOY_NONE;
    ploy_status status = try_goals(e, planner, &list, &chosen);
    ploy_planner_destroy(planner);
    note_passed_over(&list, chosen);
    sort_goals(list.goals, list.count);
    e->out->goals = list.goals;
    e->out->goal_count = list.count;
    query->goal = reported_goal(list.goals, list.count);
    e->out->status = PLOY_NOT_FOUND; // stands when there is no goal to explain
    memset(query->goal_args, 0, sizeof query->goal_args);
    return status;
}
