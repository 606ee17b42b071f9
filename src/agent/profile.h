// Times of a world with a clock. Workers write to rows of their own; after the tick one pass adds them up.
//
// Memory: a row per worker with all sensors, activities and minds, and one number per agent. Minds are few, so a list is
// searched, from the one that was found last.

#ifndef PL_AGENT_PROFILE_H
#define PL_AGENT_PROFILE_H

#include <ploy/profile.h>

#include "agent/sensor.h"
#include "agent/workers.h"
#include "base/containers/array.h"

typedef struct pl_time_sum
{
    uint64_t calls, time;
} pl_time_sum;

typedef struct pl_profile_worker
{
    PL_ARRAY(pl_time_sum) activities;       ///< by index in the bindings
    pl_time_sum sensors[PLOY_MAX_SENSORS];  ///< likewise
    PL_ARRAY(ploy_profile_mind) minds;
    uint32_t last_mind;
    uint64_t last;    ///< reading in the share: the end of one call is the begin of the next
    uint64_t entered; ///< when the activity was called
    uint64_t nested;  ///< readings since the agent began to act
    char padding[64]; ///< so that two workers do not write to the same cache line
} pl_profile_worker;

typedef struct pl_world_times
{
    ploy_profile sums;
    PL_ARRAY(ploy_profile_row) sensors;
    PL_ARRAY(ploy_profile_row) activities;
    PL_ARRAY(ploy_profile_mind) minds;
    PL_ARRAY(uint64_t) agents; ///< by index: time in the last tick
    pl_profile_worker* workers;
    uint32_t worker_count;
    uint64_t clock_cost; ///< of one reading
    uint64_t began;      ///< the tick
    uint64_t marked; ///< when the last phase ended
    bool is_on;      ///< there is memory for all rows
} pl_world_times;

/// NULL when out of memory.
pl_world_times* pl_profile_create(const ploy_allocator* allocator, uint32_t worker_count);
/// NULL is allowed.
void pl_profile_destroy(pl_world_times* profile, const ploy_allocator* allocator);

/// Around a tick.
void pl_profile_begin(ploy_world* world);
void pl_profile_end(ploy_world* world);
/// The phase has ended.
void pl_profile_mark(ploy_world* world, ploy_phase phase);

/// Before the first of a share of agents senses or thinks. worker: the calling one's number.
void pl_profile_begin_share(const ploy_world* world, uint32_t worker);
/// The agent thinks, or acts.
void pl_profile_think(ploy_world* world, ploy_agent* agent, uint32_t worker);
void pl_profile_act(ploy_world* world, ploy_agent* agent, uint32_t worker);
void pl_profile_sense(ploy_world* world, ploy_agent* agent, uint32_t sensor, uint32_t worker);
uint32_t pl_profile_work(const ploy_world* world, ploy_mind* mind, uint32_t max_nodes);

#endif
