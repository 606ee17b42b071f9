// The edges of a graph while it is made: one list, sorted in time linear in its length by counting.

#ifndef PL_NAV_MAP_GRAPH_LINKS_H
#define PL_NAV_MAP_GRAPH_LINKS_H

#include "nav/map/edge_rows.h"

typedef struct pl_links
{
    pl_link* list;
    pl_link* spare;  ///< as long
    uint32_t* begin; ///< one for each node and one more
    uint32_t count;
    uint32_t capacity;
    uint32_t node_count;
} pl_links;

/// false when out of memory.
bool pl_links_init(pl_links* links, const ploy_allocator* allocator, uint32_t node_count, uint32_t capacity);
void pl_links_destroy(pl_links* links, const ploy_allocator* allocator);

/// There must be room.
static inline void pl_links_add(pl_links* links, uint32_t from, uint32_t to, uint32_t cost)
{
    links->list[links->count++] = (pl_link){from, to, cost};
}

/// Sorts by from, then to; drops edges from a node to itself, and of those between the same two nodes all but the
/// cheapest.
void pl_links_tidy(pl_links* links);

/// Turns every edge round and sorts again. true when the list is then what it was before.
bool pl_links_reverse(pl_links* links);

#endif
