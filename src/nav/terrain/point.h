// Points that are triangulated have coordinates 0 .. 2^20 - 1, so that every test of geometry is exact in 64 bits.

#ifndef PL_NAV_TERRAIN_POINT_H
#define PL_NAV_TERRAIN_POINT_H

#include <ploy/nav.h>

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

#endif
