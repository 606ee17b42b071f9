// A linear program in fixed point: the highest sum of goal[j] * x[j] with x >= 0 such that, for every row i, the sum of
// cells[i][j] * x[j] is at most limits[i], where no limit is negative. So x = 0 satisfies all rows, and the simplex
// method goes from there from corner to corner, each at least as good as the one before; it may stop at any of them.
//
// Numbers are rounded, without floating point, so that every machine gets the same result. A solution may therefore
// exceed a limit by a little: the caller checks.

#ifndef PL_PLAN_DEMAND_SIMPLEX_H
#define PL_PLAN_DEMAND_SIMPLEX_H

#include "base/containers/array.h"

/// Fraction bits of all numbers.
#define PL_SIMPLEX_BITS 20

typedef struct pl_simplex
{
    ploy_allocator allocator;
    uint32_t rows, columns;
    PL_ARRAY(int64_t) cells;  ///< (rows + 1) * (columns + 1): the last row is the goal, the last column the limits
    PL_ARRAY(uint32_t) names; ///< what a row or a column stands for: columns first, then slacks
    PL_ARRAY(int64_t) x;      ///< the solution, one per column
} pl_simplex;

void pl_simplex_init(pl_simplex* simplex, const ploy_allocator* allocator);
void pl_simplex_destroy(pl_simplex* simplex);
size_t pl_simplex_bytes(const pl_simplex* simplex);

/// Room for a program without rows; its goal is 0. False when out of memory.
bool pl_simplex_begin(pl_simplex* simplex, uint32_t columns, uint32_t max_rows);
/// A row of zeros with this limit, to be filled in: `columns` numbers.
int64_t* pl_simplex_add_row(pl_simplex* simplex, int64_t limit);
/// The goal, to be filled in after the last row.
int64_t* pl_simplex_goal(pl_simplex* simplex);
/// Solves it as far as max_work changed cells allow. `x` is the solution; all 0 if a number is 2,048 or more.
void pl_simplex_solve(pl_simplex* simplex, uint64_t max_work);

#endif
