// A hierarchy over a large graph: blocks of nodes that follow each other along the curve, a few portals on the border of
// each, and within a block the cost and the way between each portal and each node. A path then is searched for among
// portals, one in a hundred nodes, and written out from the tables. It is not always the cheapest: it crosses borders at
// portals alone. Each way over a border that there is has a portal, so what can be reached can be reached over portals.
//
//   portals[first[b]] .. portals[first[b + 1] - 1]      inner nodes of block b, ascending
//   costs, nexts[side][portal * block_size + n]         between the portal and the n-th node of its block: what the way
//                                                       costs, and its node before n (side 0: the way from the portal)
//                                                       or after n (side 1: to the portal), counted in the block too
//   between[first_between[b] + ...]                     costs from each portal of block b to each, row by row: what the
//                                                       search reads, close together
//
// With edges that all have one back at the same cost, side 0 serves for both.

#ifndef PL_NAV_HIERARCHY_HIERARCHY_H
#define PL_NAV_HIERARCHY_HIERARCHY_H

#include <ploy/nav.h>

#include "base/containers/array.h"

/// Numbers of nodes in a block are 16 bits wide.
#define PL_MAX_BLOCK_SIZE 65535u

/// An edge between portals of two blocks.
typedef struct pl_crossing
{
    uint32_t from, to; ///< portals
    uint32_t cost;
} pl_crossing;

typedef struct pl_hierarchy
{
    uint32_t block_size; ///< 0: there is no hierarchy
    uint32_t block_count;
    uint32_t portal_count;
    uint32_t* portals;
    uint32_t* first;
    uint32_t* costs[2]; ///< UINT32_MAX: no way within the block
    uint16_t* nexts[2];
    uint32_t* between;
    uint32_t* first_between;         ///< of each block, and one more
    PL_ARRAY(pl_crossing) crossings; ///< by `from`
    uint32_t* first_crossing;        ///< of each portal, and one more
} pl_hierarchy;

/// Needs the rest of the graph, with one-way edges kept backwards. PLOY_OK or PLOY_OUT_OF_MEMORY.
ploy_status pl_hierarchy_init(ploy_graph* graph, uint32_t block_size);
void pl_hierarchy_destroy(pl_hierarchy* hierarchy, const ploy_allocator* allocator);

static inline uint32_t pl_hierarchy_block(const pl_hierarchy* hierarchy, uint32_t node)
{
    return node / hierarchy->block_size;
}

/// Where the tables have a portal and a node of its block.
static inline size_t pl_hierarchy_cell(const pl_hierarchy* hierarchy, uint32_t portal, uint32_t node)
{
    return (size_t)portal * hierarchy->block_size + node % hierarchy->block_size;
}

#endif
