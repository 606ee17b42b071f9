// The Delaunay triangulation: no circle through the corners of a triangle has another point inside. Points are inserted
// one by one along a Hilbert curve: a walk from the last triangle finds the triangle of the point, then edges are flipped
// until the invariant holds again.
//
// One more corner, PLOY_NONE, lies infinitely far away and closes the outside: every edge of the hull has a triangle with
// it. So the hull needs no special case and no huge first triangle, and with exact tests points on a line or on a circle
// need none either.
//
//   half-edge h: triangle h / 3, from corner[h] to corner[next(h)]; twin[h] is the same edge in the other triangle
//
// Invariant after each point: every triangle is counterclockwise, and none has a point strictly inside its circle. Work:
// n points take O(n) memory, fixed at the start, and about O(n) time when they are spread evenly.

#ifndef PL_NAV_TERRAIN_DELAUNAY_H
#define PL_NAV_TERRAIN_DELAUNAY_H

#include <ploy/base.h>

#include "nav/terrain/geometry.h"

typedef struct pl_delaunay_edge
{
    uint32_t from; ///< the lower index
    uint32_t to;
} pl_delaunay_edge;

typedef struct pl_delaunay
{
    ploy_allocator allocator;
    uint32_t* triangles; ///< three points each, counterclockwise; none when all points are on a line
    uint32_t triangle_count;
    uint32_t triangle_capacity;
    pl_delaunay_edge* edges; ///< each once, by from, then to. Points on a line are joined one to the next
    uint32_t edge_count;
    uint32_t edge_capacity;
} pl_delaunay;

/// A point that occurs again has no edges; its first occurrence has them. Coordinates are 0 .. PL_POINT_END - 1. count is
/// at most 2^28. PLOY_OK, or PLOY_OUT_OF_MEMORY with nothing to destroy.
ploy_status pl_delaunay_create(const ploy_point* points, uint32_t count, const ploy_allocator* allocator,
                               pl_delaunay* result);
void pl_delaunay_destroy(pl_delaunay* delaunay);

#endif
