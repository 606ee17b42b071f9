// Estimates of the way left, from tables: a pattern is a handful of variables small enough to solve for every
// combination of their values; what the goal costs there, with everything else ignored, never overestimates. A table
// leaves of each move's cost what it did not need itself, the next one is solved with the rest, and so the tables'
// answers may be added up.
//
// A state's place in a table is kept beside the state and moved along by each move: place = ((place & keep) | set) +
// add, the very arithmetic of packed states, so an estimate costs three operations and a byte from memory a table.

#ifndef PL_PLAN_SEARCH_PATTERN_H
#define PL_PLAN_SEARCH_PATTERN_H

#include "base/containers/arena.h"
#include "plan/search/regression.h"

#define PL_MAX_PATTERNS 2

/// How a move changes a place in a table.
typedef struct pl_pattern_step
{
    uint16_t keep, set, add;
} pl_pattern_step;

typedef struct pl_pattern_field
{
    uint32_t variable; ///< index into the heuristic's variables, or of the group
    uint16_t shift;
    bool is_group;
} pl_pattern_field;

typedef struct pl_pattern
{
    uint32_t first_field, field_count;
    uint32_t size;  ///< places, below 65,536
    uint8_t* table; ///< in `unit`, rounded down; PL_PATTERN_DEAD: no goal from there
} pl_pattern;

#define PL_PATTERN_DEAD 255

typedef struct pl_patterns
{
    uint32_t count;
    uint32_t unit; ///< of table entries, in units of the heuristic
    pl_pattern list[PL_MAX_PATTERNS];
    uint64_t* groups;       ///< state masks
    pl_pattern_step* steps; ///< count a move
    pl_pattern_field* fields;
    void* block;
    size_t bytes;
} pl_patterns;

/// False when out of memory. Uses at most `room` bytes.
bool pl_patterns_build(pl_patterns* patterns, const ploy_allocator* allocator, pl_arena* scratch,
                       const pl_regression* regression, size_t room);
void pl_patterns_destroy(pl_patterns* patterns, const ploy_allocator* allocator);

/// A state's places, one a pattern; false when the state breaks a group, so that the tables say nothing of what follows
/// it.
bool pl_patterns_places(const pl_patterns* patterns, const struct pl_heuristic* heuristic, const uint64_t* state,
                        uint16_t* places);

/// In units of the heuristic; UINT32_MAX: no goal from there.
static inline uint32_t pl_patterns_estimate(const pl_patterns* p, const uint16_t* places)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        uint32_t value = p->list[i].table[places[i]];
        if (value == PL_PATTERN_DEAD) return UINT32_MAX;
        sum += value;
    }
    uint64_t units = (uint64_t)sum * p->unit;
    return units < UINT32_MAX ? (uint32_t)units : UINT32_MAX - 1;
}

#endif
