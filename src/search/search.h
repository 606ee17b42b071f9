// A* search. It knows a space only as dense 32-bit node ids, an expansion that fills a buffer of edges, and a goal
// test, so planning and pathfinding run on the same code. One expansion is one indirect call, whatever the number of
// edges.
//
// Order: lowest f = g + estimate first; of equals the lower estimate; then the lower id. So a space that numbers its
// nodes in order of precedence decides every tie. A node that becomes cheaper is inserted again, or reopened when it
// was closed. So estimates need not be consistent, only never too high, for the first goal found to be the cheapest.
//
// Long work is sliced: begin, then update(n nodes) until the status is no longer PLOY_IN_PROGRESS. Slicing changes
// nothing but the time.
//
//   nodes[id]:  g, mark, parent, label     The mark is base: in the open list, base + 1: closed, more: not reached.
//               The base falls by two with each search, so that nothing is ever cleared, and one comparison of mark
//               and g together decides whether a path is better.
//   open:       ids, key = f : estimate.   An entry whose node is not marked open is out of date; of several entries
//               for one node the last one comes up first, since the estimate of a node is constant during a search.

#ifndef PL_SEARCH_SEARCH_H
#define PL_SEARCH_SEARCH_H

#include <ploy/trace.h>

#include "base/containers/array.h"
#include "search/open.h"

/// The estimate of a dead end: no goal can be reached.
#define PL_DEAD UINT32_MAX

/// The cost of a path that does not fit into 32 bits, or of an edge that costs at least as much: no path is so long.
#define PL_COST_TOO_HIGH UINT32_MAX

/// What an expansion returns when it runs out of memory, or out of nodes.
#define PL_EXPAND_NO_MEMORY UINT32_MAX
#define PL_EXPAND_NO_NODES (UINT32_MAX - 1)

typedef struct pl_edge
{
    uint32_t to;
    uint32_t cost;
    uint32_t estimate; ///< of `to`, the same each time in one search; PL_DEAD drops the edge
    uint32_t label;    ///< for the space: which action, which edge
} pl_edge;

typedef struct pl_space
{
    void* context;
    /// Points *edges to the edges out of node, in order of precedence, and returns their number. They are valid until
    /// the next call.
    uint32_t (*expand)(void* context, uint32_t node, const pl_edge** edges);
    bool (*is_goal)(void* context, uint32_t node); ///< NULL: `goal` is the only one
    uint32_t goal;                                 ///< where is_goal is NULL; PLOY_NONE: there is none
} pl_space;

static inline bool pl_space_is_goal(const pl_space* space, uint32_t node)
{
    return space->is_goal ? space->is_goal(space->context, node) : node == space->goal;
}

typedef enum pl_search_order
{
    PL_SEARCH_CHEAPEST, ///< f = g + estimate
    PL_SEARCH_NEAREST,  ///< the estimate alone: fast, any goal
    PL_SEARCH_WEIGHTED, ///< f = g + weight * estimate: fast, at most that many times the lowest cost
} pl_search_order;

/// The weight of a weighted search that has not been given another, in quarters.
#define PL_SEARCH_WEIGHT 12

/// A limit of the work, counted from what a node and an edge cost. Zeroed: no limit.
typedef struct pl_search_work
{
    uint64_t max;
    uint32_t node, edge;
} pl_search_work;

static inline uint64_t pl_search_work_done(const pl_search_work* work, uint32_t nodes, uint32_t edges)
{
    return (uint64_t)nodes * work->node + (uint64_t)edges * work->edge;
}

static inline bool pl_search_work_is_done(const pl_search_work* work, uint32_t nodes, uint32_t edges)
{
    return work->max && pl_search_work_done(work, nodes, edges) >= work->max;
}

typedef struct pl_search_node
{
    uint32_t g;
    uint32_t mark;   ///< see above
    uint32_t parent; ///< PLOY_NONE: the start
    uint32_t label;
} pl_search_node;

typedef struct pl_astar
{
    ploy_allocator allocator;
    pl_space space;
    PL_ARRAY(pl_search_node) nodes;
    uint32_t base; ///< even
    pl_open open;
    pl_search_order order;
    uint32_t weight; ///< of a weighted search, in quarters; set before begin
    uint32_t max_nodes;
    uint32_t expanded;
    uint32_t generated;
    pl_search_work work;
    uint32_t goal; ///< PLOY_NONE until found
    ploy_status status;
    bool overflowed; ///< a path cost more than 32 bits hold
    const ploy_trace* trace;
    uint32_t trace_agent;
} pl_astar;

void pl_search_init(pl_astar* search, const ploy_allocator* allocator);
void pl_search_destroy(pl_astar* search);

/// Makes room for the nodes 0 .. node_count - 1; false when out of memory.
bool pl_search_reserve(pl_astar* search, uint32_t node_count);

/// The same without the open list, which grows to its peak by itself: 16 bytes per node.
bool pl_search_cover(pl_astar* search, uint32_t node_count);

/// max_nodes limits the expansions; 0: no limit. The space is copied; its context must outlive the search. The work is
/// not limited; set `work` afterwards.
ploy_status pl_search_begin(pl_astar* search, const pl_space* space, uint32_t start, uint32_t estimate,
                            pl_search_order order, uint32_t max_nodes);

/// Expands at most max_nodes nodes (0: none). PLOY_IN_PROGRESS, or how it ended: FOUND, NOT_FOUND, OUT_OF_NODES,
/// OUT_OF_MEMORY, NOT_SUPPORTED (costs beyond 32 bits), CANCELLED.
ploy_status pl_search_update(pl_astar* search, uint32_t max_nodes);
void pl_search_cancel(pl_astar* search);

/// Whether the search reached the node.
static inline bool pl_search_reached(const pl_astar* search, uint32_t node)
{
    return node < search->nodes.count && search->nodes.data[node].mark <= search->base + 1;
}

/// A node that was reached.
static inline const pl_search_node* pl_search_at(const pl_astar* search, uint32_t node)
{
    return &search->nodes.data[node];
}

/// Whether the node was reached and waits to be expanded.
static inline bool pl_search_is_open(const pl_astar* search, uint32_t node)
{
    return node < search->nodes.count && search->nodes.data[node].mark == search->base;
}

/// A path that costs g is better than the known one if this is less than pl_search_known of the node.
static inline uint64_t pl_search_offer(const pl_astar* search, uint32_t g)
{
    return (uint64_t)(search->base | 1) << 32 | g;
}

static inline uint64_t pl_search_known(const pl_search_node* node)
{
    return ((uint64_t)node->mark << 32 | node->g) | UINT64_C(1) << 32;
}

/// Closes a node: from now on no path to it is better, in this search. It counts as reached.
static inline void pl_search_close(pl_astar* search, uint32_t node)
{
    search->nodes.data[node] = (pl_search_node){0, search->base + 1, PLOY_NONE, PLOY_NONE};
}

/// Goes on after a search by PL_SEARCH_CHEAPEST without estimates that has expanded everything: with another space, from
/// nodes that were reached, which are expanded again. What it finds to be cheaper is improved as in any search. `expanded`
/// starts again.
ploy_status pl_search_resume(pl_astar* search, const pl_space* space, const uint32_t* nodes, uint32_t count,
                             uint32_t max_nodes);

/// As if the node had not been reached.
static inline void pl_search_forget(pl_astar* search, uint32_t node)
{
    search->nodes.data[node].mark = UINT32_MAX;
}

/// The lowest f = g + estimate of the nodes that wait: no goal that is still to be found costs less. Of a search by
/// PL_SEARCH_CHEAPEST; UINT32_MAX: none waits.
uint32_t pl_search_lowest(pl_astar* search);

size_t pl_search_bytes(const pl_astar* search);

#endif
