// What deciding costs: the calls of a game's minds, timed from outside. Their classes are exchanged for ones that read
// a clock before and after, for the length of a step; what they decide cannot depend on it.

#ifndef ARENA_CONTROLLERS_PROFILE_H
#define ARENA_CONTROLLERS_PROFILE_H

#include "games/arena/rules/match.h"

/// Nanoseconds since some moment.
typedef uint64_t arena_clock_fn(void);

/// Over the steps in which somebody decided and nothing interrupted.
typedef struct arena_time
{
    uint64_t steps;
    uint64_t total, min, max; ///< nanoseconds
    uint64_t p999;            ///< 999 of 1,000 steps took no longer; to 1/32
} arena_time;

typedef struct arena_times arena_times;

/// interruptions counts how often the thread had to wait for others; steps in which it grows are left out, though not
/// more than half of all. NULL: none are. NULL when out of memory.
arena_times* arena_times_create(arena_match* match, arena_clock_fn* clock, arena_clock_fn* interruptions);
/// NULL is allowed.
void arena_times_destroy(arena_times* times);

/// Around a step.
void arena_times_begin(arena_times* times);
void arena_times_end(arena_times* times);

/// From now on the parts of a step are timed, too: a few more readings of the clock.
void arena_times_mark(arena_times* times);
/// Nanoseconds that a part of the steps took since then.
uint64_t arena_times_phase(const arena_times* times, arena_phase phase);
/// Of ARENA_PHASE_WORLD, what was deciding: all sides' think, work and act.
uint64_t arena_times_deciding(const arena_times* times);

/// Of an agent: its own calls, and its share of what is done for all agents of its mind together.
arena_time arena_times_agent(const arena_times* times, uint32_t agent);
/// Of all agents of a side in a step together.
arena_time arena_times_side(const arena_times* times, uint32_t side);

#endif
