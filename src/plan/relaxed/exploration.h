// Explores a relaxation from a state: the cost of every fact, cheapest first. The cost of an operator's preconditions is
// the highest of theirs (never too high), or their sum (a better guide where the promise does not matter). By sums, a
// move takes at least one unit, since a step that costs nothing must be done nevertheless.
//
// The cost of the goal by sums is reached last of all; a relaxed plan only needs what comes before the operator that first
// reaches it, and an exploration for one ends there. Where several operators reach the goal, the cheapest is wanted.
//
// From the sums comes a relaxed plan: for the goal, and for every precondition of the operators that reach it, the
// cheapest operator. Its moves that can be executed at once are the helpful ones.

#ifndef PL_PLAN_RELAXED_EXPLORATION_H
#define PL_PLAN_RELAXED_EXPLORATION_H

#include "plan/relaxed/relaxation.h"

typedef enum pl_exploration_rule
{
    PL_EXPLORE_MAX,
    PL_EXPLORE_ADD,
    PL_EXPLORE_PLAN, ///< by sums, until what one operator needs to reach stop_at is known: enough for a relaxed plan
} pl_exploration_rule;

typedef struct pl_exploration
{
    ploy_allocator allocator;
    PL_ARRAY(uint32_t) costs;      ///< per fact; UINT32_MAX: not reached
    PL_ARRAY(uint32_t) supporters; ///< per fact: the operator that reached it; PLOY_NONE: the state
    PL_ARRAY(pl_relaxed_state) ops;
    PL_ARRAY(uint64_t) heap;
    PL_ARRAY(uint32_t) stack;
    PL_ARRAY(uint64_t) marks;   ///< facts of the relaxed plan, then operators
    PL_ARRAY(uint32_t) helpful; ///< moves of the relaxed plan that hold in the state, ascending by operator
    uint32_t relaxed_cost;      ///< of the relaxed plan
    PL_ARRAY(uint32_t) blocked; ///< moves that an exploration does without; the caller's
} pl_exploration;

/// What an operator takes, by sums.
static inline uint32_t pl_relaxed_effort(const pl_relaxed_op* op)
{
    return op->cost || op->move == PLOY_NONE ? op->cost : 1;
}

void pl_exploration_init(pl_exploration* exploration, const ploy_allocator* allocator);
void pl_exploration_destroy(pl_exploration* exploration);
size_t pl_exploration_bytes(const pl_exploration* exploration);

/// Room for a relaxation; false when out of memory. The functions below need no other memory.
bool pl_exploration_fit(pl_exploration* exploration, const pl_relaxation* relaxation);

/// `state`: packed. stop_at: a fact whose cost suffices, or PLOY_NONE: all are wanted.
void pl_explore(pl_exploration* exploration, const pl_relaxation* relaxation, const uint64_t* state,
                pl_exploration_rule rule, uint32_t stop_at);

/// After pl_explore by sums: the relaxed plan. Its cost; UINT32_MAX: the goal is unreachable.
uint32_t pl_explore_relaxed_plan(pl_exploration* exploration, const pl_relaxation* relaxation);

#endif
