// What a goal can depend on: what it speaks of, and what an action that changes something needed speaks of.
//
// By variable, from the compiled form, where an action that can never be applied plays no part; or by symbol, from the
// texts, where it does, since its conditions may be removed.

#ifndef PL_PLAN_EXPLAIN_RELEVANCE_H
#define PL_PLAN_EXPLAIN_RELEVANCE_H

#include <ploy/plan.h>

#include "base/containers/arena.h"

/// A bit a variable, for a ground goal; actions in `disabled` (or NULL) play no part. NULL: out of memory.
uint64_t* pl_relevant_variables(const ploy_domain* domain, uint32_t goal, const uint32_t* goal_args,
                                const uint64_t* disabled, pl_arena* arena);

/// Does some instance of the action (`args` NULL: any) change a variable of the set?
bool pl_is_relevant_to(const ploy_domain* domain, const uint64_t* needed, uint32_t action, const uint32_t* args);

/// One bit per action: those that could matter if any conditions, contexts and disabled actions were removed. false:
/// out of memory.
bool pl_relevant_actions(const ploy_domain* domain, uint32_t goal, pl_arena* arena, uint64_t** actions);

#endif
