// The portals of a hierarchy as a space for a search, and the way back from what it found to a path of nodes.
//
// Nodes of the space are portals; two more are the start and the target.

#ifndef PL_NAV_HIERARCHY_PORTAL_SPACE_H
#define PL_NAV_HIERARCHY_PORTAL_SPACE_H

#include "nav/map/graph.h"

typedef struct pl_portal_space pl_portal_space;

/// NULL when out of memory.
pl_portal_space* pl_portal_space_create(const pl_graph_walk* walk, const ploy_allocator* allocator);
/// NULL is allowed.
void pl_portal_space_destroy(pl_portal_space* portals);

/// Inner nodes. false: they are so close that portals would only be in the way.
bool pl_portal_space_begin(pl_portal_space* portals, const pl_astar* search, uint32_t from, uint32_t to,
                           pl_walk_start* start);

/// Appends the inner nodes of the path that the search found. false when out of memory.
bool pl_portal_space_write(const pl_portal_space* portals, const pl_astar* search, pl_node_list* nodes,
                           const ploy_allocator* allocator);

#endif
