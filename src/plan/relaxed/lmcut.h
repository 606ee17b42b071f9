// LM-cut: an estimate that never exceeds the cost of a plan. A cut is a set of operators of which every plan uses one:
// those that lead from what is reached before the goal's surroundings into them, where each operator is taken to depend
// only on its most expensive precondition. Each cut costs as much as its cheapest operator; that much is taken off the
// cost of all its operators, and the next cut is looked for, until the goal costs nothing. The sum is the estimate.

#ifndef PL_PLAN_RELAXED_LMCUT_H
#define PL_PLAN_RELAXED_LMCUT_H

#include "plan/relaxed/relaxation.h"

typedef struct pl_lmcut
{
    ploy_allocator allocator;
    PL_ARRAY(uint32_t) costs;      ///< per fact; UINT32_MAX: not reached
    PL_ARRAY(uint32_t) missing;    ///< per operator: preconditions not reached
    PL_ARRAY(uint32_t) left;       ///< per operator: what cuts have left of its cost
    PL_ARRAY(uint32_t) supporters; ///< per operator: its most expensive precondition; PLOY_NONE: it has none
    PL_ARRAY(uint64_t) heap;
    PL_ARRAY(uint64_t) zone; ///< facts from which the goal costs nothing, then facts before it
    PL_ARRAY(uint32_t) stack;
    PL_ARRAY(uint32_t) cut; ///< operators
} pl_lmcut;

void pl_lmcut_init(pl_lmcut* lmcut, const ploy_allocator* allocator);
void pl_lmcut_destroy(pl_lmcut* lmcut);
size_t pl_lmcut_bytes(const pl_lmcut* lmcut);

/// Room for a relaxation; false when out of memory. The estimate needs no other memory.
bool pl_lmcut_fit(pl_lmcut* lmcut, const pl_relaxation* relaxation);

/// Of a packed state, in units of the rules; UINT32_MAX: the goal is unreachable.
uint32_t pl_lmcut_estimate(pl_lmcut* lmcut, const pl_relaxation* relaxation, const uint64_t* state);

#endif
