// What moves require and change, for states of several words: only the words that matter to a move, of which there are
// few. A large problem has states of twenty words, and a move that touches two of them.

#ifndef PL_PLAN_SEARCH_SPARSE_MOVES_H
#define PL_PLAN_SEARCH_SPARSE_MOVES_H

#include "base/containers/array.h"
#include "plan/heuristic/heuristic.h"

/// (state word & mask) must be value.
typedef struct pl_word_test
{
    uint64_t mask, value;
    uint32_t word;
} pl_word_test;

/// The state word becomes ((word & keep) | set) + add.
typedef struct pl_word_change
{
    uint64_t keep, set, add;
    uint32_t word;
} pl_word_change;

/// Where a move's tests and changes begin; they end where those of the next one begin.
typedef struct pl_sparse_move
{
    uint32_t test, change;
} pl_sparse_move;

typedef struct pl_sparse_moves
{
    PL_ARRAY(pl_sparse_move) moves; ///< one more at the end
    PL_ARRAY(pl_word_test) tests;
    PL_ARRAY(pl_word_change) changes;
} pl_sparse_moves;

/// False when out of memory.
bool pl_sparse_moves_list(pl_sparse_moves* sparse, const ploy_allocator* allocator, const pl_heuristic* heuristic);
void pl_sparse_moves_destroy(pl_sparse_moves* sparse, const ploy_allocator* allocator);
size_t pl_sparse_moves_bytes(const pl_sparse_moves* sparse);

/// Does the state have the values that the move requires? Sets of values are still to be tested.
static inline bool pl_sparse_move_holds(const pl_sparse_moves* sparse, uint32_t move, const uint64_t* state)
{
    const pl_sparse_move* at = &sparse->moves.data[move];
    for (uint32_t i = at->test; i < at[1].test; ++i) {
        const pl_word_test* test = &sparse->tests.data[i];
        if ((state[test->word] & test->mask) != test->value) return false;
    }
    return true;
}

/// Changes a state; false: it stays the same.
static inline bool pl_sparse_move_apply(const pl_sparse_moves* sparse, uint32_t move, uint64_t* state)
{
    const pl_sparse_move* at = &sparse->moves.data[move];
    uint64_t difference = 0;
    for (uint32_t i = at->change; i < at[1].change; ++i) {
        const pl_word_change* change = &sparse->changes.data[i];
        uint64_t from = state[change->word], to = ((from & change->keep) | change->set) + change->add;
        state[change->word] = to;
        difference |= from ^ to;
    }
    return difference != 0;
}

#endif
