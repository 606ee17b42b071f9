// A graph inside. Nodes are stored along a Hilbert curve through their positions, so that a search mostly touches memory
// close to what it touched before.
//
//   to_inner, to_outer   the caller's ids to inner nodes and back
//   positions, areas     by inner node
//   out, in              the edges, and the same edges backwards (empty if every edge has one back at the same cost:
//                        `out` serves then)
//   cells                the square around all nodes, cut into 4^n cells in curve order. The nodes of a cell follow each
//                        other, so one number per cell is all that the search for the nearest node needs
//
// The straight-line estimate of a node is its distance to the goal times the lowest cost per length of all edges: no path
// can cost less.

#ifndef PL_NAV_MAP_GRAPH_H
#define PL_NAV_MAP_GRAPH_H

#include <ploy/nav.h>

#include "nav/hierarchy/hierarchy.h"
#include "nav/map/nav_map.h"
#include "nav/search/landmarks.h"
#include "nav/search/square_root.h"
#include "nav/map/graph_edges.h"

/// The square that the curve runs through.
typedef struct pl_square
{
    ploy_point corner;   ///< lower left
    uint32_t order;      ///< 2^order curve cells per side; at most 16
    uint32_t shift;      ///< a curve cell is 2^shift wide
    uint32_t cell_order; ///< 2^cell_order larger cells per side
} pl_square;

/// The lowest cost per length, as factor / 2^shift.
typedef struct pl_slope
{
    uint32_t factor; ///< 0: no estimates
    uint32_t shift;  ///< at most 32
} pl_slope;

struct ploy_graph
{
    ploy_nav_map map; ///< first: a graph is a nav map
    ploy_allocator allocator;
    uint32_t node_count;
    uint32_t* to_inner;
    uint32_t* to_outer;
    ploy_point* positions; ///< NULL: none
    uint8_t* areas;        ///< NULL: all 0
    uint64_t used_areas[PLOY_MAX_AREAS / 64];
    pl_edge_rows out;
    pl_edge_rows in;
    bool is_bidirectional;
    pl_slope slope;
    pl_roots roots;
    pl_square square;
    uint32_t* cells; ///< first node of each cell, and one more
    pl_landmarks landmarks;
    pl_hierarchy hierarchy;
};

extern const pl_nav_map_kind pl_graph_kind;

static inline uint64_t pl_distance_squared(ploy_point a, ploy_point b)
{
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y;
    return (uint64_t)(x * x) + (uint64_t)(y * y);
}

static inline uint32_t pl_square_side(uint32_t offset, uint32_t shift)
{
    return offset >> shift;
}

/// The position of a point of the square along the curve.
uint32_t pl_square_along(const pl_square* square, ploy_point point);

/// The graph as a space for a search. It may be made before the graph has landmarks.
typedef struct pl_graph_walk pl_graph_walk;

pl_graph_walk* pl_graph_walk_create(const ploy_graph* graph, const ploy_allocator* allocator);
void pl_graph_walk_destroy(pl_graph_walk* walk);
const ploy_graph* pl_graph_walk_graph(const pl_graph_walk* walk);

/// Of an inner node, in the running query.
uint32_t pl_graph_walk_estimate(const pl_graph_walk* walk, uint32_t node);

/// The space for Dijkstra from an inner node to all others, along the edges or against them, with nothing blocked.
pl_space pl_graph_walk_all(pl_graph_walk* walk, pl_astar* search, bool backwards);

#endif
