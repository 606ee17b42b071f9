// Demand: what a partial state asks for that a start does not have, and what that costs at least. The costs of moves are
// divided, so that three estimates add up:
//
//   worth    of the goods that it asks for beyond the start's, at prices (prices.h)
//   cost of  the landmarks on the way to it (fact_landmarks.h): their weights beside the prices, and of each the cheapest
//            move that may be the first to reach it, as far as prices and weights have not used up the move's cost,
//            divided between the variables that the move reaches
//   tour     of the places where its landmarks are reached (tour.h), for moves that change the location
//
// The same without prices is a second estimate; the higher one counts. What the start can never give (supplies.h) is a
// dead end. It all depends on the start, so it serves searches
// that keep the start and change the goal: backward from the goal.

#ifndef PL_PLAN_DEMAND_DEMAND_H
#define PL_PLAN_DEMAND_DEMAND_H

#include "plan/demand/supplies.h"
#include "plan/demand/tour.h"

/// A variable that matters to the demand.
typedef struct pl_demand_variable
{
    int64_t price; ///< in 1/256 units
    uint32_t start;
} pl_demand_variable;

typedef struct pl_demand_worth
{
    int64_t plain;  ///< without prices, in 1/256 units
    int64_t priced; ///< beside prices
} pl_demand_worth;

typedef struct pl_demand
{
    ploy_allocator allocator;
    pl_relaxation relaxation;
    pl_exploration explored; ///< highest costs from the start
    pl_fact_landmarks landmarks;
    pl_prices prices;
    pl_tours tours;
    pl_supplies supplies;
    PL_ARRAY(pl_demand_variable) variables;
    PL_ARRAY(pl_demand_worth) worths; ///< per value
    PL_ARRAY(pl_demand_worth) parts;  ///< per move: what each landmark that it reaches may count; below 0: unknown
    PL_ARRAY(uint64_t) upward;        ///< per value: landmarks that it has in common with all higher ones
    PL_ARRAY(uint64_t) values;        ///< scratch
    PL_ARRAY(uint64_t) counted;       ///< values: landmarks of the goal
    PL_ARRAY(uint32_t) counts;        ///< per variable: how many of them
    PL_ARRAY(uint32_t) owners;        ///< per value: its variable
    PL_ARRAY(uint64_t) reached;       ///< per move, one bit per variable: it may be the first to reach a value
    bool is_complete; ///< more than the relaxation is ready
    bool has_landmarks;
} pl_demand;

void pl_demand_init(pl_demand* demand, const ploy_allocator* allocator);
void pl_demand_destroy(pl_demand* demand);
size_t pl_demand_bytes(const pl_demand* demand);

/// The relaxation. False when out of memory. The pointers must outlive the demand's use.
bool pl_demand_begin(pl_demand* demand, const pl_rules* rules, const pl_regression* regression);
/// The rest, for estimates; `start` is read here alone. False when out of memory.
bool pl_demand_complete(pl_demand* demand, const uint64_t* start);

/// At least this much, in units of the rules, costs every plan from the start to the partial state. PL_DEAD: there is
/// none. False when out of memory.
bool pl_demand_estimate(pl_demand* demand, const uint64_t* partial, uint32_t* estimate);

#endif
