// Symmetry: objects that are interchangeable, and are therefore seen once. Two trees at the same place that have not been
// felled are such: whatever a plan does with one, it can do with the other at the same cost.
//
// An object's block is the variables that it indexes, in order. Objects of a type are members of one class if swapping
// their blocks maps the moves to each other: each move has variables of at most one of them, and the moves of one, in
// order, are the moves of the other. A type whose objects are values of a variable has no classes.
//
// If a state has the same values in the blocks of two members of which the goal asks the same, a move of the second leads
// where the same move of the first leads, up to a swap: the second one's moves are skipped. Backward it is the same: of
// two members that a partial state restricts in the same way, and that have the same values in the start, the first one
// does. So some cheapest plan is always left, and nothing has to be translated back.

#ifndef PL_PLAN_HEURISTIC_SYMMETRY_H
#define PL_PLAN_HEURISTIC_SYMMETRY_H

#include "base/containers/arena.h"
#include "plan/domain/compiled.h"

struct pl_heuristic;

typedef struct pl_symmetry_member
{
    uint32_t leader; ///< the first member of its class
    uint32_t first_variable, variable_count;
    uint32_t first_move, move_count;
    uint32_t goal_like; ///< the first member of its class of which the goal asks the same
} pl_symmetry_member;

typedef struct pl_symmetry
{
    uint32_t count;
    pl_symmetry_member* members; ///< by class; classes have at least two
    uint32_t* variables;         ///< of blocks: indices into the heuristic's variables
    uint32_t* moves;
    void* block;
    size_t bytes;
} pl_symmetry;

/// False when out of memory.
bool pl_symmetry_find(pl_symmetry* symmetry, const ploy_allocator* allocator, pl_arena* scratch,
                      const ploy_domain* domain, const struct pl_heuristic* heuristic);
void pl_symmetry_destroy(pl_symmetry* symmetry, const ploy_allocator* allocator);

/// Are the moves of all members of a class available, or those of none? `available`: one bit per move; NULL: all.
bool pl_symmetry_holds(const pl_symmetry* symmetry, const uint64_t* available);

/// `like`: per member the first one of its class with the same values in a partial state.
void pl_symmetry_compare(const pl_symmetry* symmetry, const struct pl_heuristic* heuristic, const uint64_t* partial,
                         uint32_t* like);

/// Sets the bits of moves that need not be tried in a state; false: there are none, and `skipped` is not changed.
bool pl_symmetry_skip(const pl_symmetry* symmetry, const struct pl_heuristic* heuristic, const uint64_t* state,
                      uint64_t* skipped);
/// The same backward from a partial state; `like`: of the start.
bool pl_symmetry_skip_back(const pl_symmetry* symmetry, const struct pl_heuristic* heuristic, const uint64_t* partial,
                           const uint32_t* like, uint64_t* skipped);

#endif
