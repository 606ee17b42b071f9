// One pattern, solved: the cost of the goal from every combination of values of a few pattern variables, with
// everything else ignored. Each move improves all places that it can be applied in at once, 16 of them with a few
// instructions that compilers make of a plain loop, and so on until nothing changes.
//
//   place: | top field | … | field | field |       the field with the most unused values is on top, where the unused
//                                                  end is not stored

#ifndef PL_PLAN_HEURISTIC_PATTERN_TABLE_H
#define PL_PLAN_HEURISTIC_PATTERN_TABLE_H

#include "plan/heuristic/pattern_variables.h"

#define PL_PATTERN_TABLE_FIELDS 24

/// The most places of a table: what is solved at once takes a quarter of a megabyte.
#define PL_PATTERN_TABLE_PLACES (1u << 18)

typedef struct pl_pattern_table_field
{
    uint32_t variable;
    uint32_t shift;
    uint32_t size;
    uint32_t bits;
} pl_pattern_table_field;

typedef struct pl_pattern_table
{
    pl_pattern_table_field fields[PL_PATTERN_TABLE_FIELDS];
    uint32_t field_count;
    uint32_t size;      ///< places
    uint32_t highest;   ///< distance that is not unreachable
    uint8_t* distances; ///< per place, in quanta; UINT8_MAX: the goal is unreachable; NULL: they do not fit into a byte
    uint16_t* wide_distances; ///< then these, with UINT16_MAX
} pl_pattern_table;

/// In quanta; UINT32_MAX: the goal is unreachable.
static inline uint32_t pl_pattern_table_distance(const pl_pattern_table* table, uint32_t place)
{
    uint32_t distance = table->distances ? table->distances[place] : table->wide_distances[place];
    return distance == (table->distances ? UINT8_MAX : UINT16_MAX) ? UINT32_MAX : distance;
}

/// Is every field's value one that its variable has?
bool pl_pattern_table_is_place(const pl_pattern_table* table, uint32_t place);

/// The mean distance, in 256ths of a quantum; dead ends count as the highest one.
uint64_t pl_pattern_table_mean(const pl_pattern_table* table);

/// What the size of a table depends on. Pattern variables are added one by one.
typedef struct pl_pattern_table_extent
{
    uint32_t bits;
    uint32_t top; ///< pattern variable of the top field; PLOY_NONE: no field
} pl_pattern_table_extent;

#define PL_PATTERN_TABLE_EMPTY ((pl_pattern_table_extent){0, PLOY_NONE})

pl_pattern_table_extent pl_pattern_table_extend(const pl_pattern_variables* variables, pl_pattern_table_extent extent,
                                                uint32_t added);

/// The number of places; UINT32_MAX: far too many.
uint32_t pl_pattern_table_size(const pl_pattern_variables* variables, pl_pattern_table_extent extent);

typedef enum pl_solve_result
{
    PL_SOLVED,
    PL_SOLVE_TOO_BIG,
    PL_SOLVE_NO_MEMORY
} pl_solve_result;

/// Solves the pattern with the costs in `left` (units, one per move), counted in quanta. Unless it `is_last`, it then
/// subtracts the part of each cost that the table uses, so that the distances of the next table can be added to these.
/// The distances are in `scratch`.
pl_solve_result pl_pattern_table_solve(pl_pattern_table* solved, pl_arena* scratch,
                                       const pl_pattern_variables* variables, const uint64_t* chosen, uint32_t* left,
                                       uint32_t quantum, bool is_last);

#endif
