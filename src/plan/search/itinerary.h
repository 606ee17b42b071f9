// Itineraries: a plan as errands and the trips between them, improved by changing the order of the errands.
//
// A position is a variable that some moves change and do nothing else, the trips, and that no other move changes: where a
// worker is, or each of several trucks. All other moves are errands; one may require positions, and the trips there follow
// from the order of the errands, by the cheapest routes. So what a change of the order saves in trips is known before
// anything is executed:
//
//   | plank at the forest | beam at the mill | plank at the forest | beam at the mill |
//   | plank at the forest | plank at the forest | beam at the mill | beam at the mill |     one trip less
//
// Changes are: a few errands in a row go to another place in the order; an errand is left out; another one with an effect
// in common takes its place, here or elsewhere in the order. One that saves something is executed in thought; if all
// errands can still be done and the goal still holds, it is made. When none saves anything, that is the end; it proves
// nothing.
//
// It works where a plan depends on the states alone (no tail) and costs do not depend on them.

#ifndef PL_PLAN_SEARCH_ITINERARY_H
#define PL_PLAN_SEARCH_ITINERARY_H

#include "plan/heuristic/regression.h"
#include "plan/search/rules.h"

typedef struct pl_position
{
    uint32_t variable; ///< index into the heuristic's variables
    uint32_t first_trip, trip_count;
    uint32_t first_route; ///< per value, into `first_leg`
} pl_position;

typedef struct pl_trip
{
    uint32_t move;
    uint32_t to;    ///< value that it sets; PLOY_NONE: it adds
    int32_t amount; ///< that it adds
} pl_trip;

/// How to get to a value from another one: the last trip, and the value before it.
typedef struct pl_leg
{
    uint32_t cost, move, from;
} pl_leg;

/// The value of a position that an errand requires.
typedef struct pl_stop
{
    uint32_t position, value;
} pl_stop;

/// A change of the order.
typedef struct pl_errand_change
{
    uint32_t first, length; ///< errands that leave their place
    uint32_t at;            ///< they go before this errand, which is none of them
    uint32_t other;         ///< move that goes there in their place; PLOY_NONE: they do
    bool is_drop;           ///< nothing goes anywhere
    int64_t saved;
} pl_errand_change;

/// What is done next with a block.
typedef enum pl_errand_stage
{
    PL_ERRAND_BEGIN,
    PL_ERRAND_EARLIER, ///< one earlier place in the order at a time
    PL_ERRAND_LATER,
    PL_ERRAND_OTHERS, ///< the next move that may take the errand's place
    PL_ERRAND_END,
} pl_errand_stage;

/// Units of work in a node: a place in the order that is compared, an errand that is executed, a move that is compared.
#define PL_ITINERARY_NODE 256

typedef struct pl_itinerary
{
    ploy_allocator allocator;
    const pl_rules* rules;
    const pl_regression* regression;
    const uint64_t* goal; ///< the alternative that the plan reaches, a partial state
    PL_ARRAY(pl_position) positions;
    PL_ARRAY(uint32_t) numbers;    ///< per variable of the heuristic: its position, or PLOY_NONE
    PL_ARRAY(uint32_t) locals;     ///< per variable of the domain: that of the heuristic, or PLOY_NONE
    PL_ARRAY(pl_trip) trips;       ///< per position
    PL_ARRAY(uint64_t) fields;     ///< state words: all positions
    PL_ARRAY(uint32_t) first_stop; ///< per move, into `stops`; one more at the end
    PL_ARRAY(pl_stop) stops;
    PL_ARRAY(uint32_t) first_leg; ///< per value of a position: its routes, into `legs`; PLOY_NONE: not yet
    PL_ARRAY(pl_leg) legs;        ///< a route to each value, then to the nearest that the goal allows
    PL_ARRAY(uint32_t) errands;   ///< moves
    PL_ARRAY(uint64_t) states;    ///< before each errand, and after the last, without positions
    PL_ARRAY(uint32_t) before;    ///< there: the value of each position
    PL_ARRAY(uint32_t) next;      ///< there: the next value that each position must have; PLOY_NONE: as the goal wants
    PL_ARRAY(uint32_t) order;     ///< scratch: errands
    PL_ARRAY(uint64_t) scratch;   ///< two states
    PL_ARRAY(pl_stop) first, last, beside; ///< scratch: of a block
    PL_ARRAY(uint32_t) moves;              ///< the plan: errands and trips
    uint64_t cost;                         ///< of the plan, in units
    uint32_t length, at;                   ///< of the block whose turn it is
    pl_errand_stage stage;                 ///< of that block
    pl_errand_change change, best;         ///< the one that is evaluated, and the best of the block
    int64_t without;                       ///< what leaving the block out saves
    int64_t moved;                         ///< what the noted stops cost less, before they have a place
    uint32_t other;                        ///< the next move that may take the errand's place
    uint64_t work;                         ///< units
    uint32_t evaluated;                    ///< nodes: as many as the work takes
    bool is_done;                          ///< only the nodes of its last work are left
    bool has_improved;                     ///< in this round
    bool has_round;                        ///< a round that improved something has ended in this update
    ploy_status status;
} pl_itinerary;

void pl_itinerary_init(pl_itinerary* itinerary, const ploy_allocator* allocator);
void pl_itinerary_destroy(pl_itinerary* itinerary);
size_t pl_itinerary_bytes(const pl_itinerary* itinerary);

/// Finds the positions and trips of a query. False when out of memory. The pointers must outlive the itinerary's use.
bool pl_itinerary_prepare(pl_itinerary* itinerary, const pl_rules* rules, const pl_regression* regression);

/// `moves` lead from the start to `goal`, a partial state. PLOY_IN_PROGRESS; OUT_OF_NODES: there are no positions, so
/// there is nothing to do; or OUT_OF_MEMORY.
ploy_status pl_itinerary_begin(pl_itinerary* itinerary, const uint64_t* start, const uint64_t* goal,
                               const uint32_t* moves, uint32_t move_count);
/// Works for max_nodes nodes of PL_ITINERARY_NODE units, and at most one piece more, which the next nodes pay for: one
/// change, which takes no longer than executing all errands, or the moves that may take an errand's place and the routes
/// to one of them. Returns early after a round that improved something. PLOY_IN_PROGRESS, OUT_OF_NODES at the end, or OUT_OF_MEMORY.
ploy_status pl_itinerary_update(pl_itinerary* itinerary, uint32_t max_nodes);

#endif
