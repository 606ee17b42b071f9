// The Delaunay triangulation: places joined so that no circle through a triangle's corners has another place inside.
// Places are put in one by one along a Hilbert curve: a walk from the triangle made last finds where, then edges are
// flipped until all is well again.
//
// One more corner, PL_NONE, lies infinitely far away and closes the outside: every edge of the hull has a triangle to
// it. So there is no special case at the hull and no huge first triangle, and with exact tests none for places in line
// or on a circle either.
//
//   half-edge h: triangle h / 3, from corner[h] to corner[next(h)]; twin[h] is the same edge seen from the other side
//
// Invariant after each place: every triangle turns left, and none has a place strictly inside its circle. Work: n
// places take O(n) memory, fixed at the start, and about O(n) time when they are spread evenly.

#ifndef PL_NAV_TERRAIN_DELAUNAY_H
#define PL_NAV_TERRAIN_DELAUNAY_H

#include <ploy/base.h>

#include "nav/terrain/point.h"

typedef struct pl_delaunay_edge
{
    uint32_t from; ///< the lower index
    uint32_t to;
} pl_delaunay_edge;

typedef struct pl_delaunay
{
    ploy_allocator allocator;
    uint32_t* triangles; ///< three places each, turning left; none when all places are in line
    uint32_t triangle_count;
    uint32_t triangle_capacity;
    pl_delaunay_edge* edges; ///< each once, by from, then to. Places in line are joined one to the next
    uint32_t edge_count;
    uint32_t edge_capacity;
} pl_delaunay;

/// A place that occurs again has no edges, its first occurrence has them. Coordinates are 0 .. PL_POINT_END - 1. count
/// at most 2^28. PLOY_OK, or PLOY_OUT_OF_MEMORY with nothing to destroy.
ploy_status pl_delaunay_create(const ploy_point* places, uint32_t count, const ploy_allocator* allocator,
                               pl_delaunay* result);
void pl_delaunay_destroy(pl_delaunay* delaunay);

#endif
