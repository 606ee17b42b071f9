// One explanation being made: what is kept in the answer, what is scratch, and the parts that fill it.

#ifndef PL_PLAN_EXPLAIN_EXPLAINING_H
#define PL_PLAN_EXPLAIN_EXPLAINING_H

#include <ploy/explain.h>

#include "base/containers/arena.h"
#include "plan/explain/what_if.h"

typedef struct pl_explaining
{
    const ploy_explain_def* def;
    ploy_explanation* out;
    pl_arena* keep;   // the answer's
    pl_arena scratch; // given back at the end
    pl_what_if what_if;
} pl_explaining;

// Each returns PLOY_OK, or PLOY_OUT_OF_MEMORY, or PLOY_INVALID when a counterfactual domain is refused.

/// The steps' needs and what would be without each action.
ploy_status pl_explain_steps(pl_explaining* e);

/// Conflict, obstacles, and those that leave the goal whole.
ploy_status pl_explain_no_plan(pl_explaining* e);

ploy_status pl_explain_why_not(pl_explaining* e, uint32_t action, const uint32_t* args);

/// Fills goals, and moves the query on to the goal that is to be explained: `*query` is a copy of the def's.
ploy_status pl_explain_goal_choice(pl_explaining* e, const uint32_t* goals, uint32_t goal_count,
                                   ploy_plan_query* query);

/// A conjunct with arguments put in (NULL: as it is) and its values in the start. false: out of memory.
bool pl_explain_conjunct(pl_explaining* e, const ploy_conjunct* from, const uint32_t* args, ploy_conjunct* to);

#endif
