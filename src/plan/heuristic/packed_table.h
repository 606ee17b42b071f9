// A solved pattern in little memory. The cost of the goal often depends on a few of the variables in one of few manners,
// whatever the others are: what a saw is worth differs only with whether there is a log. So the places that differ in
// some variables (lanes) are one block, which is stored as its lowest cost and a class: what each lane costs more. A
// hundred thousand places take 12 KB with nothing lost, where there are some fifty classes of 32 lanes.
//
//   place: | block | lane |     cost = bases[block] + codes[classes[block]][lane]
//
// Which variables are lanes is measured on samples: those with which there are the fewest classes. If there is no room
// for all classes, the blocks of the others keep their lowest cost only: class 0 is zero everywhere.

#ifndef PL_PLAN_HEURISTIC_PACKED_TABLE_H
#define PL_PLAN_HEURISTIC_PACKED_TABLE_H

#include "plan/heuristic/pattern_table.h"

#define PL_PACKED_DEAD 255

typedef struct pl_packed_table
{
    uint32_t shifts[PL_PATTERN_TABLE_FIELDS]; ///< of the pattern's fields in a place
    uint32_t lane_bits;
    uint32_t block_count; ///< 0: it does not fit
    uint32_t class_count;
    uint32_t lossy_count; ///< blocks that keep their lowest cost only
    uint8_t* bases;       ///< PL_PACKED_DEAD: the goal is unreachable
    uint8_t* classes;
    uint8_t* codes; ///< PL_PACKED_DEAD: the goal is unreachable
} pl_packed_table;

/// PL_PACKED_DEAD: the goal is unreachable.
static inline uint32_t pl_packed_table_cost(const pl_packed_table* packed, uint32_t place)
{
    uint32_t block = place >> packed->lane_bits, lane = place & ((1u << packed->lane_bits) - 1);
    uint32_t base = packed->bases[block];
    if (!packed->lane_bits || base == PL_PACKED_DEAD) return base;
    uint32_t code = packed->codes[((uint32_t)packed->classes[block] << packed->lane_bits) + lane];
    return code == PL_PACKED_DEAD ? PL_PACKED_DEAD : base + code;
}

/// Without lanes there are no classes.
static inline size_t pl_packed_table_bytes(const pl_packed_table* packed)
{
    size_t blocks = packed->block_count;
    return packed->lane_bits ? 2 * blocks + ((size_t)packed->class_count << packed->lane_bits) : blocks;
}

/// Packs a solved pattern into at most `room` bytes, in `scratch`; distances are divided by `divisor`. False when out of
/// memory.
bool pl_packed_table_build(pl_packed_table* packed, pl_arena* scratch, const pl_pattern_table* table, uint32_t divisor,
                           size_t room);

#endif
