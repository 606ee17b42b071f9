// Prices: what one unit of each good is worth, so that no move creates more worth than it costs. What a condition asks
// for beyond what a state has is then worth no more than any plan from the state to the condition costs. Goods are
// variables that moves use up; their worth is proportional to the index of the value.
//
// This sees what no relaxation without undoing sees: three planks of two logs each need six logs.
//
// A price is the lowest cost per unit at which some move makes the good from others at their prices. If a move makes
// several goods, their prices are lowered until it is no bargain.

#ifndef PL_PLAN_DEMAND_PRICES_H
#define PL_PLAN_DEMAND_PRICES_H

#include "plan/relaxed/exploration.h"

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
    PL_ARRAY(int64_t) prices; ///< per variable of the heuristic; 0: no good
    PL_ARRAY(int64_t) best;
    PL_ARRAY(uint8_t) flags; ///< per variable: see prices.c
    PL_ARRAY(pl_price_change) changes;
    PL_ARRAY(pl_price_move) moves; ///< those that can be reached
    int64_t base;                  ///< worth of the start, negative
} pl_prices;

void pl_prices_init(pl_prices* prices, const ploy_allocator* allocator);
void pl_prices_destroy(pl_prices* prices);
size_t pl_prices_bytes(const pl_prices* prices);

/// `explored`: all facts from the start. but: a variable without a price (PLOY_NONE: none). False when out of memory.
bool pl_prices_find(pl_prices* prices, const pl_relaxation* relaxation, const pl_exploration* explored,
                    const uint64_t* start, uint32_t but);

/// Was the variable left out because the goal is worth more without its price?
bool pl_prices_leave_out(const pl_prices* prices, uint32_t variable);

/// The worth that a move creates at the prices, at least its cost less: cost - worth, in 1/256 units, at least 0.
int64_t pl_prices_rest(const pl_prices* prices, const pl_relaxation* relaxation, uint32_t index);

/// The lowest value that a partial state allows; 0 if it allows none.
uint32_t pl_lowest_allowed(const pl_heuristic_variable* variable, const uint64_t* partial);

#endif
