// A portfolio: which searches a query runs, and how they take turns.
//
//   astar, blind, hmax, lmcut   forward
//   regressive                  backward
//   auto                        forward and backward, in turns that double in length: whichever ends first answers, and
//                               the other one has cost no more than about as much again
//   greedy                      near (backward, in a hurry) and lazy (forward, led by relaxed plans), in turns
//   anytime                     the same; where goods can be made in several ways, the lazy one twice more, at other
//                               prices (relaxed/makers.h), each for little longer than the first plan took, and never
//                               for more than 32 nodes; then the best plan is improved, first the order of its errands
//                               (itinerary.h), then piece by piece (windows.h), and, with its cost as a bound, backward
//                               and forward searches go on until one of them finds a cheaper plan or proves that there
//                               is none
//
// Turns are counted in nodes, so the result depends neither on time nor on slices. Backward searches cannot evaluate a
// cost that depends on the state; with such costs they are left out.

#ifndef PL_PLAN_SEARCH_PORTFOLIO_H
#define PL_PLAN_SEARCH_PORTFOLIO_H

#include <ploy/plan.h>

#include "base/containers/array.h"

typedef enum pl_engine
{
    PL_ENGINE_FORWARD,
    PL_ENGINE_BACKWARD,
    PL_ENGINE_LAZY,
    PL_ENGINE_NEAR,
    PL_ENGINE_WINDOWS,
} pl_engine;

#define PL_MAX_ENGINES 3

typedef struct pl_engine_turn
{
    pl_engine engine;
    bool has_begun, has_ended;
    uint32_t nodes;     ///< of its next turn
    ploy_status status; ///< how it ended
} pl_engine_turn;

typedef struct pl_portfolio
{
    ploy_allocator allocator;
    pl_engine_turn turns[PL_MAX_ENGINES];
    uint32_t count, current;
    uint32_t left; ///< nodes of the current turn
    bool is_first; ///< any plan will do
    bool goes_on;  ///< and is improved afterwards
    bool has_plan, is_proved;
    bool is_exhausted; ///< everything that an engine has left costs at least as much as the plan
    uint32_t best_cost;       ///< units
    PL_ARRAY(uint32_t) best;  ///< moves
    ploy_search found_by;     ///< the search that found it
    uint32_t bound;           ///< no plan costs less; units
    uint32_t first_cost;      ///< units
    uint32_t first_nodes;     ///< of the search led by relaxed plans, until the first plan was found
    uint32_t style;               ///< of the prices (makers.h) that the search led by relaxed plans goes by
    uint32_t owed;                ///< nodes that preparing the next search counts as and that are not counted yet
    uint32_t expanded, generated; ///< of engines that were begun again
} pl_portfolio;

/// Chooses the engines of the planner's query and begins the first one. The rules are settled.
ploy_status pl_portfolio_begin(ploy_planner* planner);
/// Expands at most max_nodes nodes, of all engines together.
ploy_status pl_portfolio_update(ploy_planner* planner, uint32_t max_nodes);
/// After PLOY_FOUND the planner's moves are those of the plan. False when out of memory.
bool pl_portfolio_collect(ploy_planner* planner);

uint32_t pl_portfolio_expanded(const ploy_planner* planner);
uint32_t pl_portfolio_generated(const ploy_planner* planner);
/// The lowest cost that a plan may have, in units, as far as the searches know.
uint32_t pl_portfolio_bound(ploy_planner* planner);

#endif
