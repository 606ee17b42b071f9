// Tours: what it costs at least to visit places in an allowed order. A place is a value of one variable, the location;
// the cost from place to place is that of the cheapest moves. An event is a fact that can only be reached first at one
// of a few places, or the visit of a place itself; it comes after all events among its landmarks.
//
// A set of events is always closed: with an event it has those that come before it. For such a set, the tour has the
// lowest cost of a sequence of its events from the start, for each event that can be the last. Tours are computed when
// first needed, by dynamic programming over subsets, and kept until the next query.
//
// Every sequence of steps that reaches the events passes their places in some allowed order, so no plan costs less in
// moves than the cheapest tour. Leaving out events keeps that true: beyond MAX_EVENTS, some are.

#ifndef PL_PLAN_DEMAND_TOUR_H
#define PL_PLAN_DEMAND_TOUR_H

#include "base/containers/tuples.h"
#include "plan/relaxed/fact_landmarks.h"
#include "plan/demand/prices.h"

typedef struct pl_tour_end
{
    uint32_t place, cost;
} pl_tour_end;

#define PL_TOUR_PLACES 3

/// Places of an event. None, or more than PL_TOUR_PLACES: no event.
typedef struct pl_tour_places
{
    uint16_t count, at[PL_TOUR_PLACES];
} pl_tour_places;

typedef struct pl_tour_span
{
    uint32_t first, count;
} pl_tour_span;

typedef struct pl_tours
{
    ploy_allocator allocator;
    const pl_relaxation* relaxation;
    const pl_fact_landmarks* landmarks;
    uint32_t location; ///< index into the heuristic's variables; PLOY_NONE: there is none, and every tour costs 0
    uint32_t start;    ///< place
    uint32_t place_count;
    PL_ARRAY(uint32_t) steps;  ///< cost from place to place by one move
    PL_ARRAY(uint32_t) routes; ///< by any number of moves; a row is valid if its place is in `routed`
    PL_ARRAY(uint64_t) routed;
    PL_ARRAY(pl_tour_places) places; ///< per value: where it is reached first
    PL_ARRAY(uint64_t) is_event;   ///< values
    pl_tuples sets;                ///< of events
    PL_ARRAY(pl_tour_span) spans;  ///< per set, into ends
    PL_ARRAY(pl_tour_end) ends;    ///< by place
    PL_ARRAY(uint32_t) table;      ///< dynamic programming
    PL_ARRAY(uint64_t) scratch;
} pl_tours;

void pl_tours_init(pl_tours* tours, const ploy_allocator* allocator);
void pl_tours_destroy(pl_tours* tours);
size_t pl_tours_bytes(const pl_tours* tours);

/// The variable that is most like a location: moves set it, and others require one of its values without changing it.
/// PLOY_NONE: there is none.
uint32_t pl_tours_find_location(const pl_relaxation* relaxation);

/// Costs of moves are their rest after prices; `prices` has those of all moves that can be reached. The pointers must
/// outlive the tours. False when out of memory.
bool pl_tours_begin(pl_tours* tours, const pl_relaxation* relaxation, const pl_fact_landmarks* landmarks,
                    const pl_prices* prices, const uint64_t* start, uint32_t location);

/// The lowest cost, in units, of a tour of the events among `values` (closed: a union of landmark sets) that ends where
/// the partial state allows. UINT32_MAX: out of memory.
uint32_t pl_tours_cost(pl_tours* tours, const uint64_t* values, const uint64_t* partial);

#endif
