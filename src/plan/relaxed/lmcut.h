// LM-cut: an estimate that never exceeds the cost of a plan. A cut is a set of operators of which every plan uses one:
// those that lead from what is reached before the goal's surroundings into them, where each operator is taken to depend
// only on its most expensive precondition. Each cut costs as much as its cheapest operator; that much is taken off the
// cost of all its operators, and the next cut is looked for, until the goal costs nothing. The sum is the estimate.
//
// The surroundings (zone) are found backward from the goal, through operators that cost nothing. Whatever costs less than
// the goal is before the zone, since nothing in the zone does: only for the few preconditions that cost as much must be
// checked how they are reached. So a cut takes as long as the zone is large, not the relaxation.
//
// Of the cuts of a state, those without a move are cuts of the state after it, too: a plan from there, after the move, is
// a plan from the state. So the states after one state begin with its cuts, and look for more.

#ifndef PL_PLAN_RELAXED_LMCUT_H
#define PL_PLAN_RELAXED_LMCUT_H

#include "base/containers/radix_queue.h"
#include "plan/relaxed/relaxation.h"

/// Where an operator's preconditions and effects are.
typedef struct pl_lmcut_lists
{
    uint32_t first_pre, end_pre, first_effect, end_effect;
} pl_lmcut_lists;

/// A cut of the state that was prepared.
typedef struct pl_lmcut_landmark
{
    uint32_t first; ///< of its operators in `members`; they end where the next one's begin
    uint32_t cost;
} pl_lmcut_landmark;

/// The supporter of an operator that is not reached.
#define PL_LMCUT_UNREACHED (UINT32_MAX - 1)

// What the inner loops read of facts and operators are arrays of their own: most of an exploration reads one number
// of each of many operators.
typedef struct pl_lmcut
{
    ploy_allocator allocator;
    PL_ARRAY(uint32_t) costs;      ///< per fact; UINT32_MAX: not reached
    PL_ARRAY(uint32_t) fact_marks; ///< per fact, of the current cut: in the zone, before it, or in question
    PL_ARRAY(uint32_t) left;       ///< per operator: what cuts have left of its cost
    PL_ARRAY(uint32_t) supporters; ///< per operator: its most expensive precondition; PLOY_NONE: it has none; or
                                   ///< PL_LMCUT_UNREACHED
    PL_ARRAY(uint16_t) missing;  ///< per operator: preconditions not reached; of more than 65,536 some do not count,
                                 ///< which makes the estimate lower
    PL_ARRAY(uint32_t) op_marks; ///< per operator, of the current cut: it has an effect in the zone
    PL_ARRAY(uint32_t) fresh_left, fresh_supporters; ///< before an exploration
    PL_ARRAY(uint16_t) fresh_missing;
    PL_ARRAY(pl_lmcut_lists) lists;
    PL_ARRAY(uint32_t) effects; ///< of operators, those that something needs
    pl_radix_queue queue;
    PL_ARRAY(uint32_t) stack;
    PL_ARRAY(uint32_t) questions;          ///< facts
    PL_ARRAY(uint32_t) cut;                ///< operators
    uint32_t mark;                         ///< of the current cut; grows
    PL_ARRAY(uint32_t) first_op;           ///< per move: its first operator; one more entry at the end
    PL_ARRAY(pl_lmcut_landmark) landmarks; ///< of the prepared state, and one more at the end
    PL_ARRAY(uint32_t) members;            ///< operators of landmarks
    PL_ARRAY(uint32_t) reduced;            ///< per operator: what those cuts have left of its cost
    uint64_t sum;                          ///< of the landmarks' costs
} pl_lmcut;

void pl_lmcut_init(pl_lmcut* lmcut, const ploy_allocator* allocator);
void pl_lmcut_destroy(pl_lmcut* lmcut);
size_t pl_lmcut_bytes(const pl_lmcut* lmcut);

/// Room for a relaxation; false when out of memory.
bool pl_lmcut_fit(pl_lmcut* lmcut, const pl_relaxation* relaxation);

/// LM-cut of a packed state, in units of the rules; UINT32_MAX: the goal is unreachable.
uint32_t pl_lmcut_estimate(pl_lmcut* lmcut, const pl_relaxation* relaxation, const uint64_t* state);

/// The same, and keeps its cuts for the states after it.
uint32_t pl_lmcut_prepare(pl_lmcut* lmcut, const pl_relaxation* relaxation, const uint64_t* state);

/// The estimate of the state to which a move leads from the prepared one.
uint32_t pl_lmcut_estimate_after(pl_lmcut* lmcut, const pl_relaxation* relaxation, const uint64_t* state,
                                 uint32_t move);

#endif
