// Reasonable orders of landmarks: which ones had better be reached before others. A tower is built from below: the goal "b
// on c" needs b clear at once before, and "a on b" makes b not clear; so "b on c" comes first, or "a on b" would have to
// be undone for it.
//
// One landmark interferes with another if every operator that may reach it leaves the other one false, or if it needs at
// once before what every operator that may reach the other one leaves false. Then it comes first, if the other one must
// stay: for the goal, or for a landmark that needs it at once before, together with this one or with what comes after
// this one.
//
// Two landmarks that interfere with each other have no order, and an order that would close a circle is left out.
//
// Sets are one bit per landmark, in `words` words.

#ifndef PL_PLAN_RELAXED_LANDMARK_ORDERS_H
#define PL_PLAN_RELAXED_LANDMARK_ORDERS_H

#include "plan/relaxed/fact_landmarks.h"

typedef struct pl_landmark_orders
{
    ploy_allocator allocator;
    PL_ARRAY(uint64_t) first;    ///< per landmark: those that come before it by a reasonable order
    PL_ARRAY(uint64_t) natural;  ///< per landmark: those that every path to it has reached
    PL_ARRAY(uint64_t) all;      ///< per landmark: those that come before it by any chain of orders
    PL_ARRAY(uint64_t) excluded; ///< per landmark: those that are false when it has just been reached
    PL_ARRAY(uint64_t) needed;   ///< per landmark: those that must be true at once before it
    PL_ARRAY(uint64_t) scratch;  ///< a set
} pl_landmark_orders;

/// The landmarks, as the orders need them.
typedef struct pl_numbered_landmarks
{
    const pl_relaxation* relaxation;
    const pl_fact_landmarks* found;
    uint32_t count, words;
    const uint32_t* facts;   ///< per landmark
    const uint32_t* numbers; ///< per value: its landmark, or PLOY_NONE
    const uint32_t* owners;  ///< per value: its variable
    const uint64_t* before;  ///< per landmark: those ahead of which it must be true at once
    const uint64_t* at_end;  ///< those that the goal needs
} pl_numbered_landmarks;

void pl_landmark_orders_init(pl_landmark_orders* orders, const ploy_allocator* allocator);
void pl_landmark_orders_destroy(pl_landmark_orders* orders);
size_t pl_landmark_orders_bytes(const pl_landmark_orders* orders);

/// False when out of memory.
bool pl_landmark_orders_find(pl_landmark_orders* orders, const pl_numbered_landmarks* landmarks);

#endif
