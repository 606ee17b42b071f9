// The space of conditions, backward from the goal. A node is a partial state; an edge leads from a partial state to the
// partial state before a move. The search ends in a partial state that holds in the start. Two nodes are not partial
// states: node 0, whose successors are the goal's alternatives, and node 1, the successor of every partial state that
// holds in the start.
//
// The estimate is what the partial state asks for beyond the start (demand.h). Two
// kinds of partial states are dropped: one that lies within an expanded one of no higher cost, and one that no state can
// meet that is reached from the start: it requires two members of a mutex group, or members of a total that are more
// together than the total may be.

#ifndef PL_PLAN_SEARCH_BACKWARD_H
#define PL_PLAN_SEARCH_BACKWARD_H

#include "base/containers/array.h"
#include "base/containers/tuples.h"
#include "plan/demand/demand.h"
#include "plan/heuristic/mutex_groups.h"
#include "plan/heuristic/totals.h"
#include "plan/search/rules.h"
#include "search/search.h"

typedef struct pl_backward
{
    ploy_allocator allocator;
    const pl_rules* rules;
    const pl_astar* search; ///< this space reads its g values
    pl_arena scratch;
    pl_regression regression;
    pl_groups groups; ///< those of which the start has at most one true member
    pl_totals totals;
    uint32_t* like;    ///< per interchangeable object: the first one that has the same values in the start
    uint64_t* skipped; ///< moves
    int64_t* rests; ///< per total: by how much it exceeds the sum of its members in the start, and so for ever
    pl_tuples partials;
    uint32_t width;
    uint32_t key;                         ///< the variable with the most values; PLOY_NONE: there is none
    PL_ARRAY(pl_partial_state_set) closed; ///< expanded partial states: all that do not require one value of the key,
                                          ///< then those that do, per value
    pl_demand demand;
    const uint64_t* goals; ///< the alternatives of the query's goal; the regression's may be another (pl_backward_aim)
    uint64_t* aim;
    uint64_t* start; ///< one bit per value
    uint64_t* before;
    PL_ARRAY(uint32_t) estimates;
    PL_ARRAY(pl_edge) edges;
    uint32_t max_nodes;
    bool depth_cut;
} pl_backward;

void pl_backward_init(pl_backward* backward, const ploy_allocator* allocator);
void pl_backward_destroy(pl_backward* backward);

/// Prepares the space of a query; false when out of memory. Without estimates only the regression and the relaxation are
/// ready, and no search is possible.
bool pl_backward_begin(pl_backward* backward, const pl_rules* rules, const pl_astar* search, const uint64_t* start,
                       uint32_t max_nodes, bool has_estimates);
/// Prepares a search, which must begin at node 0 with estimate 0. Nodes keep their numbers and estimates from one search
/// of a query to the next. False when out of memory.
bool pl_backward_restart(pl_backward* backward);
/// Another start and another goal for the next search: a packed state and a partial state. After a begin without
/// estimates. False when out of memory.
bool pl_backward_aim(pl_backward* backward, const uint64_t* start, const uint64_t* goal);
/// The estimate of a node, 0 of those that are not partial states.
uint32_t pl_backward_estimate(const pl_backward* backward, uint32_t node);
pl_space pl_backward_space(pl_backward* backward);
size_t pl_backward_bytes(const pl_backward* backward);

#endif
