// What a number expression can be: bounds of its value, and a unit of which every value is a multiple. A cost that
// depends on the state or on a table is not compiled into one operator per value; heuristics see its lower bound, and
// searches count in its unit.

#ifndef PL_PLAN_LANGUAGE_NUMBER_BOUNDS_H
#define PL_PLAN_LANGUAGE_NUMBER_BOUNDS_H

#include "plan/language/expression.h"

typedef struct pl_number_bounds
{
    int64_t min; ///< fixed point (1/1000)
    int64_t max;
    int64_t unit; ///< every value is a multiple of it; 0: the value is always 0
} pl_number_bounds;

/// Can the variable have the value? `context` is the caller's.
typedef bool pl_value_filter(const void* context, uint32_t variable, uint32_t value);

/// The bounds of a node of sort NUMBER: safe, not always tight. The scope needs a domain, nodes and arguments. `filter`
/// NULL: variables can have all their values. Sets the scope's `divided_by_zero` where a divisor may be 0.
pl_number_bounds pl_scope_bounds(const pl_scope* scope, uint32_t node, pl_value_filter* filter, const void* context);

/// The greatest common divisor of two numbers of 0 or more; gcd(0, n) is n.
int64_t pl_gcd(int64_t a, int64_t b);

#endif
