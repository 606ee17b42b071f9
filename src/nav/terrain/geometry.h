// Exact tests of geometry on places: no rounding, so degenerate input (places in line, on a circle) is no special case.

#ifndef PL_NAV_TERRAIN_GEOMETRY_H
#define PL_NAV_TERRAIN_GEOMETRY_H

#include "nav/terrain/point.h"

/// Twice the area of the triangle: above 0 when c lies to the left of the way from a to b, 0 when they are in line.
static inline int64_t pl_orientation(ploy_point a, ploy_point b, ploy_point c)
{
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

/// Above 0 when d lies inside the circle through a, b, c (which turn left), 0 on it, below 0 outside. Signs turn with
/// the triangle.
int pl_in_circle(ploy_point a, ploy_point b, ploy_point c, ploy_point d);

#endif
