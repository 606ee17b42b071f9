// Which moves can be applied in a state, without testing each: a decision tree over the values that moves require.
//
//   switch:  variable, child for moves that do not care, child per value      child 0: none
//   leaf:    PLOY_NONE, number of moves, the moves
//
// A state passes down the child of its value and the child for moves that do not care. What it reaches in the leaves is a
// superset of the moves that hold: sets of allowed values are still to be tested, and small lists are not split. Only
// for goals with many moves: a short list is faster to test than a tree to walk.

#ifndef PL_PLAN_HEURISTIC_SUCCESSORS_H
#define PL_PLAN_HEURISTIC_SUCCESSORS_H

#include "base/containers/arena.h"
#include "base/containers/array.h"

struct pl_heuristic;

typedef struct pl_successors
{
    PL_ARRAY(uint32_t) code; ///< empty: there is no tree
    uint32_t root;
} pl_successors;

/// False when out of memory. Leaves it empty for a goal with few moves.
bool pl_successors_build(pl_successors* successors, const ploy_allocator* allocator, pl_arena* scratch,
                         const struct pl_heuristic* heuristic);
void pl_successors_destroy(pl_successors* successors, const ploy_allocator* allocator);

/// Sets the bit of each move that may hold in the state; `marks` has a bit per move.
void pl_successors_mark(const pl_successors* successors, const struct pl_heuristic* heuristic, const uint64_t* state,
                        uint64_t* marks);

#endif
