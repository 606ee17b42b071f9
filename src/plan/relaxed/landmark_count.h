// Landmark count: how many of the values that every plan must reach are still ahead. A landmark counts until a path has
// reached it, and again while it is false but needed: by the goal, or at once before a landmark that is still ahead. What
// the goal needs and the start has is one, too, and ahead once it is lost.
// Which ones a path has reached is a set of bits that the search keeps for each state.
//
// It guides a search and promises nothing about the cost of plans.

#ifndef PL_PLAN_RELAXED_LANDMARK_COUNT_H
#define PL_PLAN_RELAXED_LANDMARK_COUNT_H

#include "plan/relaxed/landmark_orders.h"

typedef struct pl_landmark_count
{
    ploy_allocator allocator;
    pl_fact_landmarks found;
    pl_landmark_orders orders;
    const pl_relaxation* relaxation;
    uint32_t count; ///< landmarks; 0: there are none, or finding them would take too long
    uint32_t words; ///< per set of landmarks
    PL_ARRAY(uint32_t) numbers;   ///< per value: its landmark, or PLOY_NONE
    PL_ARRAY(uint32_t) variables; ///< those with a landmark
    PL_ARRAY(uint64_t) before;    ///< per landmark: those ahead of which it must be true at once
    PL_ARRAY(uint64_t) at_end;    ///< those that the goal needs
    PL_ARRAY(uint64_t) scratch;   ///< two sets
    PL_ARRAY(uint32_t) facts;     ///< per landmark
    PL_ARRAY(uint32_t) owners;    ///< per value: its variable
    PL_ARRAY(uint32_t) uses;      ///< per value
    PL_ARRAY(uint64_t) marks;     ///< values that are landmarks
} pl_landmark_count;

void pl_landmark_count_init(pl_landmark_count* landmarks, const ploy_allocator* allocator);
void pl_landmark_count_destroy(pl_landmark_count* landmarks);
size_t pl_landmark_count_bytes(const pl_landmark_count* landmarks);

/// How many explorations cost about as much as finding the landmarks.
uint32_t pl_landmark_count_price(const pl_relaxation* relaxation);
/// `explored` fits the relaxation and is overwritten. False when out of memory.
bool pl_landmark_count_begin(pl_landmark_count* landmarks, const pl_relaxation* relaxation, pl_exploration* explored,
                             const uint64_t* start);

/// Adds the landmarks that a state has to those that the path before it has reached.
void pl_landmark_count_reach(pl_landmark_count* landmarks, const uint64_t* state, uint64_t* reached);
/// How many are ahead of a state, for what its path has reached.
uint32_t pl_landmark_count_ahead(pl_landmark_count* landmarks, const uint64_t* state, const uint64_t* reached);

#endif
