// Can the goal be reached as far as amounts go? A proof that it cannot: a potential, a sum over the variables that no
// move raises, and that every state of the goal exceeds. Six ores make at most six nails, whatever the order.
//
//   counters (some move adds to them)   weight * value; the weight may be negative
//   other variables                     a number per value, at least 0
//
// Such a potential is a ray of a cone, which the simplex method finds in exact integers if there is one: its dual is the
// state equation, how often each move is executed. It takes nothing from the order of moves or from what they need and
// keep, so a goal that is not refuted may still be out of reach.

#ifndef PL_PLAN_HEURISTIC_STATE_EQUATION_H
#define PL_PLAN_HEURISTIC_STATE_EQUATION_H

#include "base/containers/arena.h"
#include "plan/heuristic/heuristic.h"

typedef enum pl_refutation
{
    PL_REFUTED,     ///< no plan exists
    PL_NOT_REFUTED, ///< there may be one
    PL_REFUTATION_NO_MEMORY
} pl_refutation;

/// `available`: one bit per move of the heuristic; NULL: all. `scratch` is rewound before it returns. What would take
/// too long, or too large numbers, is not refuted.
pl_refutation pl_state_equation_refute(const pl_heuristic* heuristic, const pl_compiled* c, const uint64_t* start,
                                       const uint64_t* available, pl_arena* scratch);

#endif
