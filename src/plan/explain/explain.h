// One explanation in progress: the result, scratch memory and the parts that fill the result.
//
//   explain.c           entry points, the plan, goal choice
//   explain_steps.c     why this plan: what each step serves, and the plan without it
//   explain_no_plan.c   why no plan: smallest sets of obstacles, smallest conflict
//   explain_why_not.c   why not this action
//   relevance.c         which variables and actions a goal can depend on
//   what_if.h           counterfactual searches, which all of these use

#ifndef PL_PLAN_EXPLAIN_EXPLAIN_H
#define PL_PLAN_EXPLAIN_EXPLAIN_H

#include <ploy/explain.h>
#include <ploy/plan.h>

#include "base/containers/arena.h"
#include "plan/explain/what_if.h"

typedef struct pl_explainer
{
    const ploy_explain_def* def;
    ploy_explanation* out;
    pl_arena* keep;   // memory of the explanation
    pl_arena scratch; // given back at the end
    uint64_t max_work; // of all searches together; 0: no limit besides that of each
    pl_what_if what_if;
} pl_explainer;

// Each returns PLOY_OK, PLOY_OUT_OF_MEMORY, or PLOY_INVALID when a counterfactual domain does not compile.

/// The needs of the steps, and the plan without each action.
ploy_status pl_explain_steps(pl_explainer* e);

/// The conflict, the obstacles, and the obstacles that leave the goal unchanged.
ploy_status pl_explain_no_plan(pl_explainer* e);

ploy_status pl_explain_why_not(pl_explainer* e, uint32_t action, const uint32_t* args);

/// Fills `goals`, and sets the query's goal to the one to explain. `*query` is a copy of the def's query.
ploy_status pl_explain_goal_choice(pl_explainer* e, const uint32_t* goals, uint32_t goal_count, ploy_plan_query* query);

/// A conjunct with its parameters replaced by `args` (NULL: unchanged) and its values in the start. false: out of
/// memory.
bool pl_explain_conjunct(pl_explainer* e, const ploy_conjunct* from, const uint32_t* args, ploy_conjunct* to);

/// The smallest sets of obstacles whose removal makes the query succeed: among obstacles [first, first + count), from
/// sets of `size` on. The list must have all obstacles of each owner in it.
ploy_status pl_minimal_blockers(pl_explainer* e, uint32_t first, uint32_t count, uint32_t size, ploy_blocker_sets* out);

/// The smallest set of goal conditions that cannot be achieved together. They are obstacles [first, first + count).
ploy_status pl_minimal_conflict(pl_explainer* e, uint32_t first, uint32_t count, ploy_conflict* out);

/// The variables that a ground goal can depend on, one bit per variable. Actions in `disabled` (may be NULL) do not
/// count. NULL: out of memory.
uint64_t* pl_relevant_variables(const ploy_domain* domain, uint32_t goal, const uint32_t* goal_args,
                                const uint64_t* disabled, pl_arena* arena);

/// Does the ground action (`args` NULL: any ground action of the action) change a variable of the set?
bool pl_is_relevant_to(const ploy_domain* domain, const uint64_t* needed, uint32_t action, const uint32_t* args);

/// One bit per action: those that could matter if any conditions, contexts and disabled actions were removed. false:
/// out of memory.
bool pl_relevant_actions(const ploy_domain* domain, uint32_t goal, pl_arena* arena, uint64_t** actions);

#endif
