// What decisions cost, from the profile of the match's world (<ploy/profile.h>). This cannot change decisions.

#ifndef ARENA_CONTROLLERS_PROFILE_H
#define ARENA_CONTROLLERS_PROFILE_H

#include "games/arena/rules/match.h"

/// Over the steps in which an agent decided and nothing interrupted the thread.
typedef struct arena_time
{
    uint64_t steps;
    uint64_t total, min, max; ///< nanoseconds
    uint64_t p999;            ///< 99.9 % of the steps took at most this; precise to 1/32
} arena_time;

typedef struct arena_times arena_times;

/// The match must have a clock. `interruptions` counts how often the thread had to wait for others. Steps in which it grows are left out, but at
/// most half of all. NULL: no step is left out. Returns NULL when out of memory.
arena_times* arena_times_create(arena_match* match, arena_clock_fn* interruptions);
/// NULL is allowed.
void arena_times_destroy(arena_times* times);

/// Call these before and after a step.
void arena_times_begin(arena_times* times);
void arena_times_end(arena_times* times);

/// Also times the parts of a step from now on, with a few more clock readings.
void arena_times_mark(arena_times* times);
/// Nanoseconds of one part of all steps since then.
uint64_t arena_times_phase(const arena_times* times, arena_phase phase);
/// The decision part of ARENA_PHASE_WORLD: think, work and act of all sides.
uint64_t arena_times_deciding(const arena_times* times);

/// Of an agent: its own calls and its share of the work for all agents of its mind.
arena_time arena_times_agent(const arena_times* times, uint32_t agent);
/// Of all agents of a side together, per step.
arena_time arena_times_side(const arena_times* times, uint32_t side);

#endif
