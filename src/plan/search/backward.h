// The space of conditions, backwards from the goal: a node is a partial state, an edge leads from a partial state to
// the partial state before a move. The search ends in a partial state that holds in the start. Two nodes are not
// partial states: node 0, before which the goal's alternatives lie, and node 1, reached from any partial state that
// holds in the start.
//
// Estimates: the dearest single value that the partial state needs, if nothing were ever undone. A partial state that
// lies in a cheaper one already expanded leads nowhere new, and one that wants two of a group that has at most one true
// cannot be met.

#ifndef PL_PLAN_SEARCH_BACKWARD_H
#define PL_PLAN_SEARCH_BACKWARD_H

#include "base/containers/array.h"
#include "base/containers/tuples.h"
#include "plan/search/regression.h"
#include "plan/search/mutex_groups.h"
#include "plan/search/rules.h"
#include "search/search.h"

typedef struct pl_backward
{
    ploy_allocator allocator;
    const pl_rules* rules;
    const pl_search* search; ///< whose g this space reads
    pl_arena scratch;
    pl_regression regression;
    pl_groups groups; ///< those that the start keeps to
    pl_tuples partials;
    uint32_t width;
    pl_partial_state_set closed;
    uint32_t* reach; ///< least cost of each value, by slice; UINT32_MAX: never
    uint64_t* start; ///< a bit a value
    uint64_t* before;
    PL_ARRAY(uint32_t) estimates;
    PL_ARRAY(pl_edge) edges;
    uint32_t max_nodes;
    bool depth_cut;
} pl_backward;

void pl_backward_init(pl_backward* backward, const ploy_allocator* allocator);
void pl_backward_destroy(pl_backward* backward);

/// Makes ready; false when out of memory. The search is to begin at node 0 with estimate 0.
bool pl_backward_begin(pl_backward* backward, const pl_rules* rules, const pl_search* search, const uint64_t* start,
                       uint32_t max_nodes);
pl_space pl_backward_space(pl_backward* backward);
size_t pl_backward_bytes(const pl_backward* backward);

#endif
