// The conditions that ranges add to an action: "ammo -= 4" needs ammo >= 4 where ammo starts at 0, unless the symbol
// clamps. They are not in the text of the precondition, but they can be what prevents a plan.

#ifndef PL_PLAN_EXPLAIN_RANGE_NEED_H
#define PL_PLAN_EXPLAIN_RANGE_NEED_H

#include <ploy/explain.h>

#include "base/containers/arena.h"

typedef struct pl_range_need
{
    ploy_conjunct conjunct; // of part PLOY_PART_EFFECT; clause and index are those of the effect, text the condition
    uint32_t number;        // of the effect among all effects of the action, its bases' included
    int64_t amount;         // added to the value's index, not 0
} pl_range_need;

typedef struct pl_range_needs
{
    pl_range_need* list;
    uint32_t count;
} pl_range_needs;

/// The needs of an action, in the order of its effects; those of its bases come after its own. false: out of memory.
bool pl_range_needs_collect(const ploy_domain* domain, uint32_t action, pl_arena* arena, pl_range_needs* out);

/// Does the effect stay in range, for these arguments? PLOY_FOUND, PLOY_NOT_FOUND or PLOY_OUT_OF_MEMORY.
ploy_status pl_range_need_test(const ploy_domain* domain, const pl_range_need* need, const uint32_t* args,
                               const uint64_t* state);

/// Does a condition of the action compare the same symbol with a number, such that the effect stays in range wherever
/// it holds? PLOY_FOUND, PLOY_NOT_FOUND or PLOY_OUT_OF_MEMORY.
ploy_status pl_range_need_is_implied(const ploy_domain* domain, uint32_t action, const pl_range_need* need,
                                     const char* condition);

#endif
