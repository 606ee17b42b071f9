// A graph inside. Nodes lie along a Hilbert curve through their positions, so that what a search touches next mostly
// lies next in memory.
//
//   to_inner, to_outer:  the caller's ids to nodes and back
//   positions, areas:    by node
//   out, in:             the edges, and the same ones backwards (empty where every way has its way back at the same
//   cost: `out` serves) cells:               the square around all nodes cut into 4^n cells in curve order: the nodes
//   of a cell follow each other, so one number a
//                        cell is all that "nearest" needs
//
// The straight estimate of a node is its distance to the goal times the least cost per length of all edges: no path can
// be cheaper.

#ifndef PL_NAV_MAP_GRAPH_H
#define PL_NAV_MAP_GRAPH_H

#include <ploy/nav.h>

#include "nav/map/nav_map.h"
#include "nav/search/landmarks.h"
#include "nav/search/square_root.h"
#include "nav/map/edge_rows.h"

/// The square that the curve runs through.
typedef struct pl_square
{
    ploy_point corner;   ///< lower left
    uint32_t order;      ///< 2^order curve cells a side; at most 16
    uint32_t shift;      ///< a curve cell is 2^shift wide
    uint32_t cell_order; ///< 2^cell_order of the larger cells a side
} pl_square;

/// The least cost per length, as factor / 2^shift.
typedef struct pl_slope
{
    uint32_t factor; ///< 0: no estimates
    uint32_t shift;  ///< at most 32
} pl_slope;

struct ploy_graph
{
    ploy_nav_map ground; ///< first: a graph is a ground
    ploy_allocator allocator;
    uint32_t node_count;
    uint32_t* to_inner;
    uint32_t* to_outer;
    ploy_point* positions; ///< NULL: none
    uint8_t* areas;        ///< NULL: all 0
    uint64_t used_areas[PLOY_MAX_AREAS / 64];
    pl_rows out;
    pl_rows in;
    bool is_two_way;
    pl_slope slope;
    pl_roots roots;
    pl_square square;
    uint32_t* cells; ///< first node of each cell, and one more
    pl_landmarks landmarks;
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

/// Where along the curve a point of the square lies.
uint32_t pl_square_along(const pl_square* square, ploy_point point);

#endif
