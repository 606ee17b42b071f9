// Fact landmarks: for every fact of a relaxation, the values that every plan from one state to it must reach on the
// way. The landmarks of a fact are itself and what all operators that reach it have in common; those of an operator are
// the landmarks of all its preconditions. They are the largest sets that satisfy this, found by starting with "all
// values" and taking away.

#ifndef PL_PLAN_RELAXED_FACT_LANDMARKS_H
#define PL_PLAN_RELAXED_FACT_LANDMARKS_H

#include "plan/relaxed/exploration.h"

typedef struct pl_fact_landmarks
{
    ploy_allocator allocator;
    uint32_t words;          ///< per set: one bit per value
    PL_ARRAY(uint64_t) sets; ///< per fact; all bits: unreachable. Of the state's own values: empty
    PL_ARRAY(uint64_t) known;
    PL_ARRAY(uint64_t) scratch;
    PL_ARRAY(uint32_t) queue;
    bool is_too_large; ///< there are no sets
} pl_fact_landmarks;

void pl_fact_landmarks_init(pl_fact_landmarks* landmarks, const ploy_allocator* allocator);
void pl_fact_landmarks_destroy(pl_fact_landmarks* landmarks);
size_t pl_fact_landmarks_bytes(const pl_fact_landmarks* landmarks);

/// `explored`: all facts from the state. max_work: words per set times preconditions and effects; 1,000,000 take about a
/// millisecond. False when out of memory.
bool pl_fact_landmarks_find(pl_fact_landmarks* landmarks, const pl_relaxation* relaxation, const pl_exploration* explored,
                            uint64_t max_work);

static inline const uint64_t* pl_fact_landmarks_of(const pl_fact_landmarks* landmarks, uint32_t fact)
{
    return landmarks->sets.data + (size_t)fact * landmarks->words;
}

#endif
