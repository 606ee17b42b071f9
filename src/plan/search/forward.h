// The space of states, forward from the start. It interns each packed state and gives its id to the search. Fields that
// do not matter to the goal are zero, so states that differ only there are one node.

#ifndef PL_PLAN_SEARCH_FORWARD_H
#define PL_PLAN_SEARCH_FORWARD_H

#include "base/containers/array.h"
#include "base/containers/tuples.h"
#include "plan/relaxed/hmax.h"
#include "plan/relaxed/lmcut.h"
#include "plan/search/rules.h"
#include "plan/search/sparse_moves.h"
#include "search/search.h"

/// Where estimates come from.
typedef enum pl_estimate_kind
{
    PL_ESTIMATE_TABLES, ///< the heuristic's policy or patterns
    PL_ESTIMATE_NONE,
    PL_ESTIMATE_LEAST, ///< of the cheapest move, where the goal does not hold
    PL_ESTIMATE_HMAX,
    PL_ESTIMATE_LMCUT,
} pl_estimate_kind;

typedef struct pl_forward
{
    ploy_allocator allocator;
    const pl_rules* rules;
    const pl_astar* search; ///< its labels say by which move a node was reached; NULL: unknown
    pl_tuples* states;
    pl_tuples plain;              ///< states without a tail
    pl_tuples tailed;             ///< states with a tail
    PL_ARRAY(uint32_t) estimates; ///< one per node
    PL_ARRAY(uint32_t) places;    ///< one per node and pattern
    PL_ARRAY(pl_edge) edges;
    PL_ARRAY(uint64_t) successors;   ///< states, of a node whose successors are listed first
    PL_ARRAY(uint64_t) hashes;       ///< one per successor
    pl_sparse_moves sparse;          ///< where successors are listed and states have several words
    PL_ARRAY(uint64_t) scratch;      ///< a node's words, then its successor's
    pl_estimate_kind kind;           ///< set before begin
    const pl_relaxation* relaxation; ///< of kinds that need one
    pl_hmax hmax;
    pl_lmcut lmcut;
    uint32_t pattern_count; ///< 0: the tables are not valid for this start
    uint32_t least;         ///< the cost of the cheapest move
    uint32_t max_nodes;
    bool uses_policy; ///< the goal has one, so the estimate is exact
    bool depth_cut;   ///< the depth limit excluded a move
} pl_forward;

void pl_forward_init(pl_forward* forward, const ploy_allocator* allocator, uint32_t words);
void pl_forward_destroy(pl_forward* forward);
bool pl_forward_reserve(pl_forward* forward, uint32_t nodes);

/// The start's id (always 0), or PLOY_NONE when out of memory. Invalidates all earlier ids.
uint32_t pl_forward_begin(pl_forward* forward, const pl_rules* rules, const uint64_t* start, uint32_t max_nodes);

/// Expands a node for a search. Edges are labeled with moves.
uint32_t pl_forward_expand(pl_forward* forward, uint32_t node, const pl_edge** edges);
/// Why a move is or is not an edge of a node.
typedef enum pl_judgment
{
    PL_JUDGED_IMPOSSIBLE, ///< its precondition does not hold
    PL_JUDGED_UNAVAILABLE,
    PL_JUDGED_UNCHANGED, ///< it changes nothing that matters
    PL_JUDGED_POINTLESS, ///< it makes the move that led here pointless
    PL_JUDGED_ALIKE,     ///< an interchangeable object comes first
    PL_JUDGED_TWO_MOVES,
    PL_JUDGED_TOO_DEEP,
    PL_JUDGED_EDGE,
} pl_judgment;

/// For callers that inspect the node expanded last: where an edge leads and what it costs.
pl_judgment pl_forward_judge(pl_forward* forward, uint32_t node, uint32_t move, uint32_t* to, uint32_t* cost);
/// The node that a move leads to, and the move's cost. PLOY_NONE: it cannot be executed, or memory has run out.
uint32_t pl_forward_follow(pl_forward* forward, uint32_t node, uint32_t move, uint32_t* cost);
bool pl_forward_is_goal(const pl_forward* forward, uint32_t node);
pl_space pl_forward_space(pl_forward* forward);

static inline uint32_t pl_forward_estimate(const pl_forward* forward, uint32_t node)
{
    return forward->estimates.data[node];
}

size_t pl_forward_bytes(const pl_forward* forward);

#endif
