// Goal choice: which goal is planned for next, and why the others are not.
//
// The planner's best goal, the GOAP mind, explanations and the decision debugger all choose here. Nothing is stored,
// and the only callback is the one that describes a goal, so the same candidates always give the same choice:
//
//   1. A goal is open when its priority is above 0, it is relevant, it is not met, and no search for it has failed.
//   2. The open goal with the highest priority comes first; among equals the first of the list.
//   3. An agent that pursues a goal replaces it only by one that leads by that goal's minimum lead (hysteresis). Only
//      the first open goal is compared: if it does not lead by enough, the agent keeps its goal.
//
// A caller whose search for the chosen goal fails marks that goal as blocked and chooses again. The cost is one
// description per goal and choice; lists are short (usually below 20 goals).

#ifndef PL_PLAN_SEARCH_GOAL_CHOICE_H
#define PL_PLAN_SEARCH_GOAL_CHOICE_H

#include <ploy/base.h>

/// A goal's data for one choice.
typedef struct pl_goal_candidate
{
    int64_t priority; ///< fixed point (1/1000); 0 or less: not considered
    int64_t min_lead; ///< required over the goal that the agent pursues; below 1: 1
    bool is_irrelevant;
    bool is_met;
    bool is_blocked; ///< a search for it has failed, it waits for another attempt, or it is the goal pursued
} pl_goal_candidate;

/// The goal that the agent pursues.
typedef struct pl_goal_commitment
{
    bool is_bound; ///< false: it pursues none, or its plan has failed for good; any open goal may replace it
    bool is_final; ///< no goal of the list may replace it: the game pushed it
    int64_t priority;
} pl_goal_commitment;

typedef enum pl_goal_standing
{
    PL_GOAL_STANDING_OPEN,
    PL_GOAL_STANDING_NO_PRIORITY,
    PL_GOAL_STANDING_IRRELEVANT,
    PL_GOAL_STANDING_MET,
    PL_GOAL_STANDING_BLOCKED,
} pl_goal_standing;

/// Describes goal `index` of the list.
typedef pl_goal_candidate pl_goal_candidate_fn(const void* context, uint32_t index);

/// Open, or the first reason why the goal is not considered.
static inline pl_goal_standing pl_goal_candidate_standing(const pl_goal_candidate* it)
{
    if (it->priority <= 0) return PL_GOAL_STANDING_NO_PRIORITY;
    if (it->is_irrelevant) return PL_GOAL_STANDING_IRRELEVANT;
    if (it->is_met) return PL_GOAL_STANDING_MET;
    return it->is_blocked ? PL_GOAL_STANDING_BLOCKED : PL_GOAL_STANDING_OPEN;
}

/// Does a goal come before one that is earlier in the list?
static inline bool pl_goal_overtakes(int64_t priority, int64_t earlier_priority)
{
    return priority > earlier_priority;
}

static inline bool pl_goal_leads(const pl_goal_candidate* it, const pl_goal_commitment* current)
{
    if (!current->is_bound) return true;
    if (current->is_final) return false;
    return it->priority - current->priority >= (it->min_lead > 0 ? it->min_lead : 1);
}

/// The index of the goal to plan for, or PLOY_NONE: no goal is open, or the agent keeps the one it pursues. Inline, so
/// that the compiler can inline `describe` too.
static inline uint32_t pl_goal_choose(pl_goal_candidate_fn* describe, const void* context, uint32_t count,
                                      const pl_goal_commitment* current)
{
    uint32_t best = PLOY_NONE;
    pl_goal_candidate first = {0};
    for (uint32_t i = 0; i < count; ++i) {
        pl_goal_candidate it = describe(context, i);
        bool is_open = pl_goal_candidate_standing(&it) == PL_GOAL_STANDING_OPEN;
        if (!is_open || (best != PLOY_NONE && !pl_goal_overtakes(it.priority, first.priority))) continue;
        best = i;
        first = it;
    }
    return best != PLOY_NONE && pl_goal_leads(&first, current) ? best : PLOY_NONE;
}

#endif
