// Sets by increasing size: the smallest sets of hurdles whose removal makes the query succeed, and the smallest set of
// goal conditions that cannot be had together. Lifting more never hurts, so once all smaller sets are ruled out a set
// is smallest.

#ifndef PL_PLAN_EXPLAIN_MINIMAL_SETS_H
#define PL_PLAN_EXPLAIN_MINIMAL_SETS_H

#include "plan/explain/explaining.h"

/// Among hurdles first .. first + count - 1, from sets of `size` on. The hurdles' owners must have all their hurdles in
/// the list.
ploy_status pl_minimal_blockers(pl_explaining* e, uint32_t first, uint32_t count, uint32_t size,
                                ploy_blocker_sets* out);

/// Among the goal conditions, which are hurdles first .. first + count - 1.
ploy_status pl_minimal_conflict(pl_explaining* e, uint32_t first, uint32_t count, ploy_conflict* out);

#endif
