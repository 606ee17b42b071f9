// The A* machine. It knows a space only as dense 32-bit node ids, an expansion that fills a buffer of edges, and a goal
// test, so planning and navigation run on this very code. One expansion is one indirect call, whatever the number of
// edges.
//
// Order: least f = g + estimate first; among equals the smaller estimate; then the lower id. A space that numbers its
// nodes in order of precedence so fixes every tie. A node that turns out cheaper is lowered in the open list, or opened
// again when it was closed, so estimates need not be consistent, only never too high, for the first goal taken out to
// be the cheapest.
//
// Long work is sliced: begin, update(n nodes) until the status is no longer PLOY_IN_PROGRESS. Slicing changes nothing but
// the time.
//
//   nodes[id]:  g, mark, parent, label       the mark is base: in the open list, base + 1: closed, more: not met. The
//               base goes down by two with each search, so that nothing is ever cleared, and one comparison of mark
//               and g together tells whether a way is worth taking
//   open:       ids, key = f : estimate. An entry whose node is not marked open any more is out of date; of several for
//               one node the last made comes up first, since the estimate of a node never changes during a search

#ifndef PL_SEARCH_SEARCH_H
#define PL_SEARCH_SEARCH_H

#include <ploy/trace.h>

#include "base/containers/array.h"
#include "base/index.h"
#include "search/open.h"

/// An estimate that means: no goal from here.
#define PL_DEAD UINT32_MAX

/// What an expansion returns when it ran out of memory, or of nodes.
#define PL_EXPAND_NO_MEMORY UINT32_MAX
#define PL_EXPAND_NO_NODES (UINT32_MAX - 1)

typedef struct pl_edge
{
    uint32_t to;
    uint32_t cost;
    uint32_t estimate; ///< of `to`, the same each time in one search; PL_DEAD drops the edge
    uint32_t label;    ///< the space's own: which action, which edge
} pl_edge;

typedef struct pl_space
{
    void* context;
    /// Points *edges at the edges out of node, in order of precedence, and returns their number. They stay until the
    /// next call.
    uint32_t (*expand)(void* context, uint32_t node, const pl_edge** edges);
    bool (*is_goal)(void* context, uint32_t node);
} pl_space;

typedef enum pl_search_order
{
    PL_SEARCH_CHEAPEST, ///< f = g + estimate
    PL_SEARCH_NEAREST,  ///< the estimate alone: fast, any goal
} pl_search_order;

typedef struct pl_search_node
{
    uint32_t g;
    uint32_t mark;   ///< see above
    uint32_t parent; ///< PL_NONE: the start
    uint32_t label;
} pl_search_node;

typedef struct pl_search
{
    ploy_allocator allocator;
    pl_space space;
    PL_ARRAY(pl_search_node) nodes;
    uint32_t base; ///< even
    pl_open open;
    pl_search_order order;
    uint32_t max_nodes;
    uint32_t expanded;
    uint32_t generated;
    uint32_t goal; ///< PL_NONE until found
    ploy_status status;
    bool overflowed; ///< some way was dearer than 32 bits hold
    const ploy_trace* trace;
    uint32_t trace_agent;
} pl_search;

void pl_search_init(pl_search* search, const ploy_allocator* allocator);
void pl_search_destroy(pl_search* search);

/// Room for nodes 0 .. node_count - 1; false when out of memory.
bool pl_search_reserve(pl_search* search, uint32_t node_count);

/// The same, but the open list itself grows to its peak: 16 bytes a node and no more until a search needs them.
bool pl_search_cover(pl_search* search, uint32_t node_count);

/// max_nodes: expansions; 0: no limit. The space is copied, its context must stay.
ploy_status pl_search_begin(pl_search* search, const pl_space* space, uint32_t start, uint32_t estimate,
                            pl_search_order order, uint32_t max_nodes);

/// Expands at most max_nodes nodes (0: none). PLOY_IN_PROGRESS, or how it ended: FOUND, NOT_FOUND, OUT_OF_NODES,
/// OUT_OF_MEMORY, NOT_SUPPORTED (costs beyond 32 bits), CANCELLED.
ploy_status pl_search_update(pl_search* search, uint32_t max_nodes);
void pl_search_cancel(pl_search* search);

/// Was the node met in this search?
static inline bool pl_search_met(const pl_search* search, uint32_t node)
{
    return node < search->nodes.count && search->nodes.data[node].mark <= search->base + 1;
}

/// Of a node that was met.
static inline const pl_search_node* pl_search_at(const pl_search* search, uint32_t node)
{
    return &search->nodes.data[node];
}

/// Met, and still waiting to be expanded?
static inline bool pl_search_is_open(const pl_search* search, uint32_t node)
{
    return node < search->nodes.count && search->nodes.data[node].mark == search->base;
}

/// Of a node to which a way costs g: the way is worth taking if this is less than pl_search_known of the node.
static inline uint64_t pl_search_offer(const pl_search* search, uint32_t g)
{
    return (uint64_t)(search->base | 1) << 32 | g;
}

static inline uint64_t pl_search_known(const pl_search_node* node)
{
    return ((uint64_t)node->mark << 32 | node->g) | UINT64_C(1) << 32;
}

/// No way to the node is worth taking from now on, in this search; it counts as met.
static inline void pl_search_shut(pl_search* search, uint32_t node)
{
    search->nodes.data[node] = (pl_search_node){0, search->base + 1, PL_NONE, PL_NONE};
}

size_t pl_search_bytes(const pl_search* search);

#endif
