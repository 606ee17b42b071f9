// The whole answer to a goal: a list of partial states in order of cost, each with the first step of its plan and the
// partial state that step leads to. The first partial state that holds in a state gives the cheapest plan from it; if
// none holds, there is no plan. Made by regressing the goal through every move, cheapest first, and leaving out a
// partial state that lies in a cheaper one. It knows nothing of any start.
//
// Cubes stand in blocks of 64, turned on their side: a word for each value of each variable, bit i of it set if the
// block's partial state i does not allow that value. Looking a state up is one OR a variable and block, and the first
// bit left clear is the answer.
//
//   block: | word a=0 | word a=1 | word b=0 | word b=1 | …      64 partial states

#ifndef PL_PLAN_SEARCH_POLICY_H
#define PL_PLAN_SEARCH_POLICY_H

#include "base/containers/arena.h"
#include "plan/search/regression.h"

typedef struct pl_policy_entry
{
    uint32_t cost; ///< units of the heuristic
    uint16_t move;
    uint16_t next; ///< entry this move leads to; the goal's own alternatives: PL_POLICY_END
} pl_policy_entry;

#define PL_POLICY_END UINT16_MAX

typedef struct pl_policy
{
    bool complete; ///< false: it would not fit, there is nothing here
    uint32_t count;
    uint32_t slices; ///< words a block
    uint64_t* blocks;
    pl_policy_entry* entries;
    size_t bytes;
} pl_policy;

/// False when out of memory. Gives up (complete is false, nothing kept) when it would take more than `room` bytes or
/// too much work.
bool pl_policy_build(pl_policy* policy, const ploy_allocator* allocator, pl_arena* scratch,
                     const pl_regression* regression, size_t room);
void pl_policy_destroy(pl_policy* policy, const ploy_allocator* allocator);

/// The entry for a state, or PLOY_NONE: no plan.
uint32_t pl_policy_find(const pl_policy* policy, const struct pl_heuristic* heuristic, const uint64_t* state);

#endif
