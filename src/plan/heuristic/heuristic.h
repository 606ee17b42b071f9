// What can be precomputed for a goal without a start: which variables and operators matter to it and, if there is room,
// estimates of the remaining cost (patterns) or the cheapest plan from every state (policy).
//
// An operator matters if it can give a variable a value that is allowed by the goal, or by the precondition of an
// operator that matters, or any value of a variable that the price of such an operator depends on (unless a table says
// that no detour is shorter: then stops that nothing else wants do not matter). A variable matters if one of those
// restricts or reads it. A plan needs nothing else: remove from a
// cheapest plan everything that does not matter, and the rest is still a plan that costs no more.
//
// An operator whose price reads one variable becomes a move per value, each with one cost, if that does not make too many
// moves: then nothing about it depends on the state, and there are policies and searches backward.
//
// A heuristic depends on the domain's version, the goal and the costs it was made with (`moves[].cost`; for a callback,
// its result at that time). If costs are higher now, its estimates are still valid; its policy is valid only if they
// are equal. Availability does not invalidate it: fewer actions make no plan cheaper.
//
// A whole heuristic leaves nothing out. It serves queries in which an action that does not matter to the goal may still
// help: between two moves that may not follow each other, between two repetitions that would cost more, or because the
// plan must contain it.

#ifndef PL_PLAN_HEURISTIC_HEURISTIC_H
#define PL_PLAN_HEURISTIC_HEURISTIC_H

#include "base/containers/arena.h"
#include "plan/domain/compiled.h"
#include "plan/heuristic/pattern.h"
#include "plan/heuristic/policy.h"
#include "plan/heuristic/successors.h"
#include "plan/heuristic/symmetry.h"
#include "plan/language/number_bounds.h"

/// An operator that matters. Its words: mask, value, keep, set, add; `words` of each, without effects on variables that
/// do not matter.
typedef struct pl_move
{
    int64_t cost; ///< fixed point (1/1000); priced: the lowest that it can be
    uint32_t op;
    uint32_t ground;
    uint32_t first_test;
    uint32_t read; ///< the variable that it also requires to have `value`, since its price reads it; PLOY_NONE: none
    uint16_t value;
    uint16_t test_count;
    bool is_move;
    bool is_call;   ///< the cost comes from a callback
    bool is_priced; ///< the cost depends on the state: pl_rules_cost
} pl_move;

/// A variable that matters. Its values are also bits of local partial states: value k is bit `first` + k. A variable of
/// up to 64 values never crosses a word.
typedef struct pl_heuristic_variable
{
    uint32_t variable;
    uint32_t size;
    uint32_t first; ///< bit in a partial state
    uint32_t slice; ///< sum of the sizes before it
    uint16_t word;
    uint8_t shift;
    uint8_t bits;
} pl_heuristic_variable;

typedef struct pl_heuristic
{
    ploy_allocator allocator;
    size_t bytes; ///< of the block that holds everything below, and of policy, patterns, successors and symmetry
    size_t split_bytes; ///< of them, those that operators take because they are split; no room of tables
    uint32_t version;
    uint32_t target;
    uint32_t words;
    uint32_t variable_count;
    uint32_t move_count;
    uint32_t call_count;    ///< moves whose cost comes from a callback
    uint32_t context_count; ///< moves with a context precondition
    uint32_t priced_count;  ///< moves whose cost depends on the state; with any, there is no policy
    uint32_t partial_words;
    uint32_t slices;    ///< sum of sizes
    uint32_t level;     ///< 0: no tables tried; 1: within first_bytes; 2: within goal_bytes
    bool is_whole;      ///< nothing was left out
    uint64_t* relevant; ///< state words: fields that matter
    pl_heuristic_variable* variables;
    pl_move* moves; ///< in the order that breaks ties
    uint64_t* move_words;
    uint32_t* costs; ///< of moves, in units
    uint64_t* idle;  ///< idle_words per move: the moves that make it pointless when they come right after it, because
                     ///< they overwrite its effects and do not read them; NULL: not computed
    uint32_t idle_words;
    int64_t unit;        ///< greatest common divisor of the costs and prices, fixed point (1/1000)
    int64_t highest;     ///< the highest cost or price, fixed point (1/1000); without callbacks
    bool cost_overflows; ///< some cost needs more than 32 bits of units
    pl_policy policy;
    pl_patterns patterns;
    pl_successors successors;
    pl_symmetry symmetry;
    size_t block_bytes;
} pl_heuristic;

/// The inputs of a heuristic. call_costs: one per ground action, fixed point (1/1000), for actions whose cost comes
/// from a callback; NULL: 0.
typedef struct pl_heuristic_request
{
    const ploy_domain* domain;
    uint32_t target;
    const int64_t* call_costs;
    size_t table_bytes; ///< room for policy and patterns; 0: none
    uint32_t level;
    bool is_whole; ///< leave nothing out: for queries whose plans may need actions that do not matter to the goal
} pl_heuristic_request;

/// NULL when out of memory. `scratch` is rewound before it returns.
pl_heuristic* pl_heuristic_create(const ploy_allocator* allocator, pl_arena* scratch,
                                  const pl_heuristic_request* request);
void pl_heuristic_destroy(pl_heuristic* heuristic);

/// Gives a heuristic of level 0 its tables, within table_bytes, and level 1. False when out of memory.
bool pl_heuristic_add_tables(pl_heuristic* heuristic, pl_arena* scratch, const ploy_domain* domain, size_t table_bytes);

static inline const uint64_t* pl_heuristic_move_words(const pl_heuristic* heuristic, uint32_t move)
{
    return heuristic->move_words + (size_t)move * 5 * heuristic->words;
}

static inline uint32_t pl_heuristic_value(const pl_heuristic_variable* v, const uint64_t* state)
{
    return (uint32_t)(state[v->word] >> v->shift) & (uint32_t)((1ull << v->bits) - 1);
}

/// Does any alternative of the heuristic's goal hold?
bool pl_target_holds(const pl_compiled* c, uint32_t target, const uint64_t* state);

/// What a partial state requires of one variable: one value, or a set of them.
typedef struct pl_need
{
    uint32_t variable;
    uint32_t value;          ///< if allowed is NULL
    const uint64_t* allowed; ///< (size + 63) / 64 words, or NULL
} pl_need;

/// The variable of each bit of a state (PLOY_NONE: none); NULL when out of memory.
uint32_t* pl_bit_owners(pl_arena* scratch, const pl_compiled* c);
/// Writes at most variable_count needs; returns their number.
uint32_t pl_partial_state_needs(const pl_compiled* c, const uint32_t* owners, const pl_partial_state* partial,
                                pl_need* needs);

#endif
