// Prices: what one unit of each good is worth, so that no move creates more worth than it costs. What a condition asks
// for beyond what a state has is then worth no more than any plan from the state to the condition costs. Goods are
// variables that moves use up; their worth is proportional to the index of the value.
//
// This sees what no relaxation without undoing sees: three planks of two logs each need six logs.
//
// Beside prices, a landmark (fact_landmarks.h) of the goal may count: every plan reaches it for the first time with one
// of the moves that can, and no move reaches two values of one variable at once. So per variable there is a weight, and
// no move creates more worth than it costs, the weights of the variables that it may reach first included.
//
// Of all prices and weights that satisfy this, a linear program (simplex.h) finds those at which the goal is worth most:
// the best division of costs between goods and landmarks. They are valid for every other condition too.

#ifndef PL_PLAN_DEMAND_PRICES_H
#define PL_PLAN_DEMAND_PRICES_H

#include "plan/demand/simplex.h"
#include "plan/relaxed/fact_landmarks.h"

/// A price is in 1/256 units.
#define PL_PRICE_BITS 8

typedef struct pl_price_change
{
    uint32_t variable;
    int32_t amount; ///< the most that the value can rise, or the least that it falls
} pl_price_change;

typedef struct pl_price_move
{
    uint32_t move, first_change, change_count;
} pl_price_move;

typedef struct pl_prices
{
    ploy_allocator allocator;
    PL_ARRAY(int64_t) prices;  ///< per variable of the heuristic; 0: no good
    PL_ARRAY(int64_t) weights; ///< per variable: what a landmark among its values counts beside prices
    PL_ARRAY(int64_t) units;   ///< per variable: how many of it the linear program counts as one
    PL_ARRAY(pl_price_change) changes;
    PL_ARRAY(pl_price_move) moves; ///< those that can be reached
    int64_t base;                  ///< worth of the start, negative
    PL_ARRAY(uint64_t) is_first; ///< one bit per effect of the relaxation: it may be the first on the way to reach its fact
    PL_ARRAY(uint64_t) firsts; ///< per move of the heuristic, one bit per variable: it may be the first to reach a landmark
    uint32_t first_words;
    PL_ARRAY(uint32_t) columns; ///< of the linear program
    pl_simplex simplex;
} pl_prices;

/// What prices are found for.
typedef struct pl_price_request
{
    const pl_relaxation* relaxation;
    const pl_exploration* explored; ///< all facts from the start
    const pl_fact_landmarks* landmarks;
    const uint64_t* counted; ///< one bit per value: landmarks of the goal
    const uint32_t* counts;  ///< per variable: how many of its values are, in all alternatives of the goal together
    const uint64_t* start;
    uint32_t but; ///< a variable without a price; PLOY_NONE: none
} pl_price_request;

void pl_prices_init(pl_prices* prices, const ploy_allocator* allocator);
void pl_prices_destroy(pl_prices* prices);
size_t pl_prices_bytes(const pl_prices* prices);

/// False when out of memory.
bool pl_prices_find(pl_prices* prices, const pl_price_request* request);

/// What prices and weights leave of the cost of a move, in 1/256 units.
int64_t pl_prices_balance(const pl_prices* prices, const pl_relaxation* relaxation, uint32_t index);
/// The same, at least 0.
int64_t pl_prices_rest(const pl_prices* prices, const pl_relaxation* relaxation, uint32_t index);

/// The lowest value that a partial state allows; 0 if it allows none.
uint32_t pl_lowest_allowed(const pl_heuristic_variable* variable, const uint64_t* partial);

#endif
