// Effects that other operators have, too, at no higher cost and with no other preconditions: an estimate that takes the
// cheapest achiever of each fact is the same without them. Where several drive together, each of them gets there as if he
// drove alone.
//
// Operators are found by the set of their preconditions, in a hash table whose key is a sum over the set. For each subset
// of an operator's preconditions the table has the operators that need no more.

#ifndef PL_PLAN_RELAXED_DOMINATION_H
#define PL_PLAN_RELAXED_DOMINATION_H

#include "plan/relaxed/relaxation.h"

typedef struct pl_domination
{
    PL_ARRAY(uint64_t) keys;      ///< per operator
    PL_ARRAY(uint32_t) slots;     ///< operator plus one; 0: empty
    PL_ARRAY(uint32_t) marks;     ///< per fact: the last operator plus one that need not have it as an effect
    PL_ARRAY(uint64_t) dominated; ///< one bit per effect of the relaxation
} pl_domination;

void pl_domination_destroy(pl_domination* domination, const ploy_allocator* allocator);
size_t pl_domination_bytes(const pl_domination* domination);

/// False when out of memory. Operators with many preconditions are compared only with those that have the same.
bool pl_domination_find(pl_domination* domination, const ploy_allocator* allocator, const pl_relaxation* relaxation);

/// effect: an index into the relaxation's effects.
static inline bool pl_domination_is_dominated(const pl_domination* domination, uint32_t effect)
{
    return domination->dominated.data[effect / 64] >> (effect % 64) & 1;
}

#endif
