// Exact geometry on points: nothing is rounded, so points on a line or on a circle are no special case.

#ifndef PL_NAV_TERRAIN_GEOMETRY_H
#define PL_NAV_TERRAIN_GEOMETRY_H

#include <ploy/nav.h>

/// Points have coordinates 0 .. 2^20 - 1, so that every test is exact in 64 bits.
#define PL_POINT_BITS 20
#define PL_POINT_END (1 << PL_POINT_BITS)

static inline uint64_t pl_point_distance2(ploy_point a, ploy_point b)
{
    int64_t dx = (int64_t)a.x - b.x;
    int64_t dy = (int64_t)a.y - b.y;
    return (uint64_t)(dx * dx + dy * dy);
}

static inline bool pl_point_is_same(ploy_point a, ploy_point b)
{
    return a.x == b.x && a.y == b.y;
}

/// Twice the area of the triangle: above 0 if c lies to the left of the line from a to b, 0 if it lies on it.
static inline int64_t pl_orientation(ploy_point a, ploy_point b, ploy_point c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/// Above 0 if d lies inside the circle through a, b, c (counterclockwise), 0 on it, below 0 outside. For a clockwise
/// triangle the signs are reversed.
int pl_in_circle(ploy_point a, ploy_point b, ploy_point c, ploy_point d);

#endif
