// Depth-first search over the space of states, with an explicit stack so that it can be sliced.
//
// Branch and bound: children in order of f. It drops a branch that cannot beat the best plan so far, and a state that
// was entered before at no higher cost (the transposition table) or, until there is a plan, at any cost. It ends when
// nothing is left; the best plan is then optimal.
//
// By score: children in order of a callback's score. No state is entered twice (with a tail: no pair of state and
// tail). It takes the first plan. It backtracks from dead ends, so it ends without a plan only if the score allowed
// none.

#ifndef PL_PLAN_SEARCH_DEPTH_FIRST_H
#define PL_PLAN_SEARCH_DEPTH_FIRST_H

#include "base/containers/array.h"
#include "plan/search/forward.h"

typedef struct pl_branch
{
    pl_edge edge;
    int64_t score;
} pl_branch;

/// A node being expanded. Branches not yet taken: [next_branch, end_branch).
typedef struct pl_depth_frame
{
    uint32_t first_branch;
    uint32_t next_branch;
    uint32_t end_branch;
    uint32_t move; ///< the move that led here; PLOY_NONE: the start
    uint32_t g;
} pl_depth_frame;

typedef struct pl_depth_first
{
    ploy_allocator allocator;
    pl_forward* forward;
    const ploy_domain* domain;
    ploy_score_fn* score; ///< NULL: branch and bound
    void* score_user;
    PL_ARRAY(pl_branch) branches;
    PL_ARRAY(pl_depth_frame) frames;
    PL_ARRAY(uint32_t) costs; ///< per node: lowest g it was entered with; UINT32_MAX: not yet
    PL_ARRAY(uint32_t) best;  ///< moves of the best plan
    uint32_t best_cost;       ///< UINT32_MAX: none yet
    uint32_t expanded;
    uint32_t generated;
    uint32_t max_nodes;
    bool overflowed;
    pl_search_work work;
    ploy_status status;
} pl_depth_first;

void pl_depth_first_init(pl_depth_first* d, const ploy_allocator* allocator);
void pl_depth_first_destroy(pl_depth_first* d);
size_t pl_depth_first_bytes(const pl_depth_first* d);

/// `forward` must have begun, with its start as node 0. max_nodes: the most expansions; 0: no limit.
ploy_status pl_depth_first_begin(pl_depth_first* d, pl_forward* forward, uint32_t max_nodes);
ploy_status pl_depth_first_update(pl_depth_first* d, uint32_t max_nodes);

#endif
