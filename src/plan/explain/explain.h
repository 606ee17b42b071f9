// One explanation being made: what is kept in the answer, what is scratch, and the parts that fill it.
//
// Sets by increasing size: the smallest sets of hurdles whose removal makes the query succeed, and the smallest set of
// goal conditions that cannot be had together. Lifting more never hurts, so once all smaller sets are ruled out a set
// is smallest.
//
// What a goal can depend on: what it speaks of, and what an action that changes something needed speaks of.
//
// By variable, from the compiled form, where an action that can never be applied plays no part; or by symbol, from the
// texts, where it does, since its conditions may be removed.

#ifndef PL_PLAN_EXPLAIN_EXPLAIN_H
#define PL_PLAN_EXPLAIN_EXPLAIN_H

#include <ploy/explain.h>
#include <ploy/plan.h>

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

/// Among hurdles first .. first + count - 1, from sets of `size` on. The hurdles' owners must have all their hurdles in
/// the list.
ploy_status pl_minimal_blockers(pl_explaining* e, uint32_t first, uint32_t count, uint32_t size,
                                ploy_blocker_sets* out);

/// Among the goal conditions, which are hurdles first .. first + count - 1.
ploy_status pl_minimal_conflict(pl_explaining* e, uint32_t first, uint32_t count, ploy_conflict* out);

/// A bit a variable, for a ground goal; actions in `disabled` (or NULL) play no part. NULL: out of memory.
uint64_t* pl_relevant_variables(const ploy_domain* domain, uint32_t goal, const uint32_t* goal_args,
                                const uint64_t* disabled, pl_arena* arena);

/// Does some instance of the action (`args` NULL: any) change a variable of the set?
bool pl_is_relevant_to(const ploy_domain* domain, const uint64_t* needed, uint32_t action, const uint32_t* args);

/// One bit per action: those that could matter if any conditions, contexts and disabled actions were removed. false:
/// out of memory.
bool pl_relevant_actions(const ploy_domain* domain, uint32_t goal, pl_arena* arena, uint64_t** actions);

#endif
