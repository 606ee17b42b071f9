// A policy: the cheapest plan to a goal from every state. It is a list of partial states in order of cost, each with
// the first step of its plan and the partial state that this step leads to. The first partial state that holds in a
// state gives the cheapest plan from it; if none holds, there is no plan. The list is made by regressing the goal
// through every move, cheapest first, and dropping partial states that lie within a cheaper one. It does not depend on
// a start.
//
// Partial states that require two members of a mutex group are dropped too, which leaves a fifth or less of them where
// places are booleans. So a policy knows nothing of states that have two: pl_policy_knows.
//
// Partial states are stored transposed in blocks of 64: one word per value that any of them forbids, with bit i set if
// partial state i of the block does not allow that value. A lookup takes one OR per variable and block; the first clear
// bit is the result.
//
//   block: | 0 | word a=0 | word b=0 | word b=1 | …      64 partial states; the word 0 is for values that none forbids

#ifndef PL_PLAN_HEURISTIC_POLICY_H
#define PL_PLAN_HEURISTIC_POLICY_H

#include "base/containers/arena.h"
#include "plan/heuristic/regression.h"

typedef struct pl_policy_entry
{
    uint16_t move;
    uint16_t next; ///< entry that this move leads to; PL_POLICY_END for the goal's own alternatives
} pl_policy_entry;

#define PL_POLICY_END UINT16_MAX

/// A variable that some partial state restricts.
typedef struct pl_policy_field
{
    uint32_t first_row; ///< of its values, in `rows`
    uint16_t word;
    uint8_t shift, bits;
} pl_policy_field;

typedef struct pl_policy
{
    bool complete; ///< false: it did not fit, and the policy is empty
    uint32_t count;
    uint32_t stride; ///< words per block
    uint32_t field_count;
    uint32_t group_count, group_words;
    uint64_t* blocks;
    uint64_t* groups; ///< state masks of mutex groups
    pl_policy_field* fields;
    pl_policy_entry* entries;
    uint16_t* rows; ///< the word of a block for each value of each field
    size_t bytes;
} pl_policy;

/// False when out of memory. Gives up (`complete` is false, and the policy empty) when it would take more than `room`
/// bytes or too much work.
bool pl_policy_build(pl_policy* policy, const ploy_allocator* allocator, pl_arena* scratch,
                     const pl_regression* regression, size_t room);
void pl_policy_destroy(pl_policy* policy, const ploy_allocator* allocator);

/// Does the state have at most one true member in each mutex group? States that a known one leads to are known too.
bool pl_policy_knows(const pl_policy* policy, const uint64_t* state);

/// The entry for a state that the policy knows, or PLOY_NONE: no plan.
uint32_t pl_policy_find(const pl_policy* policy, const uint64_t* state);

/// The cost of an entry's plan, in units of the heuristic.
uint32_t pl_policy_cost(const pl_policy* policy, const struct pl_heuristic* heuristic, uint32_t entry);

#endif
