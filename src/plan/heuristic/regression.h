// Regression: conditions backward through operators, and sets of the partial states that this gives.
//
// A partial state here is one bit per value of every variable that matters, set if the value is allowed. Regressing it
// through an operator gives the partial state of all states from which that operator leads into it: variables that the
// operator sets are no longer restricted, those that it adds to are shifted, and its precondition is added. Nothing is
// assumed about the start, so every plan found by regression satisfies its own conditions.
//
// Of a move only the words are stored that it has to do with: in large problems these are few of thousands.
//
// A set of partial states answers quickly whether one of them contains another partial state. They are stored
// transposed in blocks of 64: one word per value of each variable, with bit i set if partial state i of the block does
// not allow that value, and one word per variable, with bit i set if partial state i restricts it. A partial state
// contains another if it allows everything that the other allows: one OR per value and block.
//
//   block: | word a=0 | word a=1 | word b=0 | word b=1 | … | word a | word b | …      64 partial states

#ifndef PL_PLAN_HEURISTIC_REGRESSION_H
#define PL_PLAN_HEURISTIC_REGRESSION_H

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "plan/domain/compiled.h"

struct pl_heuristic;

typedef struct pl_regression_add
{
    uint32_t variable; ///< index into the heuristic's variables
    int32_t amount;
} pl_regression_add;

/// A value that a move sets.
typedef struct pl_regression_set
{
    uint32_t variable; ///< index into the heuristic's variables
    uint32_t bit;      ///< of a partial state
} pl_regression_set;

/// A word of a partial state that a move has to do with.
typedef struct pl_regression_word
{
    uint32_t word;
    uint64_t pre;     ///< its precondition
    uint64_t set;     ///< facts that it sets
    uint64_t freed;   ///< all facts of the variables that it sets
    uint64_t changed; ///< and of those that it adds to
} pl_regression_word;

/// What shows of most moves that they do not lead to a partial state: of the first word that a move has to do with.
typedef struct pl_regression_filter
{
    uint64_t set, changed;
    uint32_t word;
    bool is_all; ///< the move has to do with no other word, and the heuristic is not whole
} pl_regression_filter;

/// A variable of at most 64 values in a word of a partial state. Larger ones have no mask.
typedef struct pl_regression_field
{
    uint64_t mask;
    uint32_t word;
} pl_regression_field;

typedef struct pl_regression_move
{
    uint32_t first_word, word_count;
    uint32_t first_set, set_count; ///< in order of bits
    uint32_t first_add, add_count;
    uint32_t first_touched, touched_count; ///< variables that could be left without a value
} pl_regression_move;

typedef struct pl_regression
{
    const struct pl_heuristic* heuristic;
    const pl_compiled* c;
    uint32_t partial_words;
    uint64_t* full;    ///< the partial state that allows everything
    uint64_t* row;     ///< the same, between pl_regression_open and pl_regression_close a precondition
    uint64_t* firsts;  ///< the first bit of each variable that has a field
    uint64_t* fielded; ///< all bits of these
    uint32_t* large;   ///< the other variables
    uint32_t large_count;
    uint32_t* owners;              ///< per bit of a partial state: the variable; PLOY_NONE: none
    pl_regression_field* fields;   ///< per variable
    pl_regression_filter* filters; ///< per move
    pl_regression_move* moves;
    pl_regression_word* words;
    pl_regression_set* sets;
    pl_regression_add* adds;
    uint32_t* touched; ///< variable indices
    uint64_t* goals;   ///< partial_words per alternative of the goal
    uint32_t goal_count;
} pl_regression;

/// Everything in `scratch`; false when out of memory.
bool pl_regression_init(pl_regression* regression, pl_arena* scratch, const pl_compiled* c,
                        const struct pl_heuristic* heuristic);

/// The precondition of a move as a partial state. One move at a time is open.
const uint64_t* pl_regression_open(const pl_regression* regression, uint32_t move);
void pl_regression_close(const pl_regression* regression, uint32_t move);

/// Does a move allow a fact, by its bit, before it?
bool pl_regression_allows(const pl_regression* regression, uint32_t move, uint32_t bit);
/// The only value of a variable of the heuristic that a move allows before it; PLOY_NONE: several.
uint32_t pl_regression_only(const pl_regression* regression, uint32_t move, uint32_t variable);
/// The value that a move sets a variable of the heuristic to; PLOY_NONE: it does not set it.
uint32_t pl_regression_value(const pl_regression* regression, uint32_t move, uint32_t variable);

/// What pl_regress does with moves that their filters let through.
bool pl_regression_step(const pl_regression* regression, uint32_t move, const uint64_t* partial, uint64_t* before);

/// Regresses a partial state through a move. False when the move cannot be the last step into it or, unless the
/// heuristic is whole, is useless there. Most moves do not lead there, which is found in few instructions.
static inline bool pl_regress(const pl_regression* regression, uint32_t move, const uint64_t* partial, uint64_t* before)
{
    const pl_regression_filter* filter = &regression->filters[move];
    if (filter->is_all) {
        uint64_t forbidden = ~partial[filter->word];
        if ((filter->set & forbidden) || !(filter->changed & forbidden)) return false;
    }
    return pl_regression_step(regression, move, partial, before);
}

static inline bool pl_partial_state_contains(const uint64_t* outer, const uint64_t* inner, uint32_t words)
{
    for (uint32_t w = 0; w < words; ++w) {
        if (inner[w] & ~outer[w]) return false;
    }
    return true;
}

typedef struct pl_partial_state_set
{
    ploy_allocator allocator;
    const pl_regression* regression;
    uint32_t stride; ///< words a block
    uint32_t count;
    PL_ARRAY(uint64_t) blocks;
    PL_ARRAY(uint32_t) costs; ///< one per partial state
    PL_ARRAY(uint32_t) rows;  ///< scratch: words to check for the current partial state
} pl_partial_state_set;

void pl_partial_state_set_init(pl_partial_state_set* set, const ploy_allocator* allocator);
void pl_partial_state_set_destroy(pl_partial_state_set* set);

/// Empties the set for partial states of this regression, which it uses from now on; false when out of memory.
bool pl_partial_state_set_begin(pl_partial_state_set* set, const pl_regression* regression);

/// False when out of memory.
bool pl_partial_state_set_add(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost);

/// Does a member with at most this cost contain this partial state?
bool pl_partial_state_set_covers(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost);

#endif
