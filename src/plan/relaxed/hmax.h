// h^max: an estimate that never exceeds the cost of a plan. A fact costs as much as the cheapest operator that adds it, an
// operator its own cost and that of its most expensive precondition; the estimate is the cost of the goal.
//
// Facts are taken in order of their costs, so the precondition that an operator was still missing is its most expensive
// one: per operator there is only a count of what is missing. The lists are copies of the relaxation's without what does
// not matter here (effects that nothing needs, or that a cheaper operator has), close together: a search evaluates a
// million states.

#ifndef PL_PLAN_RELAXED_HMAX_H
#define PL_PLAN_RELAXED_HMAX_H

#include "base/containers/radix_queue.h"
#include "plan/relaxed/domination.h"

/// An operator: its cost and where its effects begin. They end where those of the next one begin.
typedef struct pl_hmax_op
{
    uint32_t cost;
    uint32_t first_effect;
} pl_hmax_op;

typedef struct pl_hmax
{
    ploy_allocator allocator;
    PL_ARRAY(uint32_t) costs;   ///< per fact; UINT32_MAX: not reached
    PL_ARRAY(uint16_t) missing; ///< per operator: preconditions not reached; of more than 65,536 some do not count,
                                ///< which makes the estimate lower
    PL_ARRAY(uint16_t) fresh;   ///< per operator: before an exploration
    PL_ARRAY(pl_hmax_op) ops;   ///< one more at the end
    PL_ARRAY(uint32_t) effects;
    PL_ARRAY(uint32_t) first_reader; ///< per fact: its first operator in `readers`; one more at the end
    PL_ARRAY(uint32_t) readers;      ///< operators that have an effect
    pl_domination domination;
    pl_radix_queue queue;
} pl_hmax;

void pl_hmax_init(pl_hmax* hmax, const ploy_allocator* allocator);
void pl_hmax_destroy(pl_hmax* hmax);
size_t pl_hmax_bytes(const pl_hmax* hmax);

/// Lists and room for a relaxation; false when out of memory.
bool pl_hmax_fit(pl_hmax* hmax, const pl_relaxation* relaxation);

/// The estimate of a packed state, in units of the rules; UINT32_MAX: the goal is unreachable.
uint32_t pl_hmax_estimate(pl_hmax* hmax, const pl_relaxation* relaxation, const uint64_t* state);

#endif
