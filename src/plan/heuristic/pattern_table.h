// One pattern, solved: the cost of the goal from every combination of values of a few pattern variables, with
// everything else ignored. Dijkstra's algorithm backward from the goal's places, with a ring of buckets as queue.
//
//   place: | top field | … | field | field |       the field with the most unused values is on top, where the unused
//                                                  end is not stored

#ifndef PL_PLAN_HEURISTIC_PATTERN_TABLE_H
#define PL_PLAN_HEURISTIC_PATTERN_TABLE_H

#include "plan/heuristic/pattern_variables.h"

#define PL_PATTERN_TABLE_FIELDS 24

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
    uint32_t size;      ///< places, below 65,535
    uint32_t* distance; ///< per place, in quanta; UINT32_MAX: the goal is unreachable
} pl_pattern_table;

/// The number of places of a table over the chosen pattern variables; UINT32_MAX: far too many.
uint32_t pl_pattern_table_size(const pl_pattern_variables* variables, const uint64_t* chosen);

typedef enum pl_solve_result
{
    PL_SOLVED,
    PL_SOLVE_TOO_BIG,
    PL_SOLVE_NO_MEMORY
} pl_solve_result;

/// Solves the pattern with the costs in `left` (units, one per move), counted in quanta. Unless it `is_last`, it then
/// subtracts the part of each cost that the table uses, so that the distances of the next table can be added to these.
/// `distance` is in `scratch`.
pl_solve_result pl_pattern_table_solve(pl_pattern_table* solved, pl_arena* scratch,
                                       const pl_pattern_variables* variables, const uint64_t* chosen, uint32_t* left,
                                       uint32_t quantum, bool is_last);

#endif
