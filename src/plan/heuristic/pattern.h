// Pattern databases: estimates of the remaining cost from tables. A pattern is a few variables, small enough to solve
// for every combination of their values. The goal's cost there, with everything else ignored, never overestimates. Each
// table uses only part of each move's cost and leaves the rest to the next table, so the tables' estimates add up
// (saturated cost partitioning).
// A pattern of many more places than there are bytes is packed: packed_table.h.
//
// A state's index in a table (its place) is stored beside the state, and each move updates it: place = ((place & keep)
// | set) + add, as for packed states. An estimate costs a few operations and three bytes of memory per table.

#ifndef PL_PLAN_HEURISTIC_PATTERN_H
#define PL_PLAN_HEURISTIC_PATTERN_H

#include "base/containers/arena.h"
#include "plan/heuristic/packed_table.h"
#include "plan/heuristic/regression.h"

#define PL_MAX_PATTERNS 4

/// How a move changes a place in a table.
typedef struct pl_pattern_step
{
    uint32_t keep, set, add;
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
    uint32_t size;         ///< places
    pl_packed_table table; ///< in `unit`, rounded down
} pl_pattern;

typedef struct pl_patterns
{
    uint32_t count;
    uint32_t unit; ///< of table entries, in units of the heuristic
    pl_pattern list[PL_MAX_PATTERNS];
    uint64_t* groups;       ///< state masks
    pl_pattern_step* steps; ///< `count` per move
    pl_pattern_field* fields;
    void* block;
    size_t bytes;
} pl_patterns;

/// False when out of memory. Uses at most `room` bytes.
bool pl_patterns_build(pl_patterns* patterns, const ploy_allocator* allocator, pl_arena* scratch,
                       const pl_regression* regression, size_t room);
void pl_patterns_destroy(pl_patterns* patterns, const ploy_allocator* allocator);

/// A state's places, one per pattern. false: the state has two true members in a group, so the tables are not valid for
/// it and its successors.
bool pl_patterns_places(const pl_patterns* patterns, const struct pl_heuristic* heuristic, const uint64_t* state,
                        uint32_t* places);

/// In units of the heuristic; UINT32_MAX: the goal is unreachable.
static inline uint32_t pl_patterns_estimate(const pl_patterns* p, const uint32_t* places)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        uint32_t value = pl_packed_table_cost(&p->list[i].table, places[i]);
        if (value == PL_PACKED_DEAD) return UINT32_MAX;
        sum += value;
    }
    uint64_t units = (uint64_t)sum * p->unit;
    return units < UINT32_MAX ? (uint32_t)units : UINT32_MAX - 1;
}

#endif
