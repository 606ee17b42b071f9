#ifndef PL_NAV_SEARCH_GRAPH_SPACE_H
#define PL_NAV_SEARCH_GRAPH_SPACE_H

#include "nav/map/graph.h"

/// Runs a search of its own over the whole graph, from a node along its edges or against them. The graph may still be
/// without landmarks.
typedef struct pl_graph_walk pl_graph_walk;

pl_graph_walk* pl_graph_walk_create(const ploy_graph* graph, const ploy_allocator* allocator);
void pl_graph_walk_destroy(pl_graph_walk* walk);

/// Dijkstra from an inner node, nothing blocked; along the edges, or against them. The space for it.
pl_space pl_graph_walk_all(pl_graph_walk* walk, pl_search* search, bool backwards);

#endif
