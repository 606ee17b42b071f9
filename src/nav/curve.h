// Where a place lies along a Hilbert curve over the whole ground: places near on the curve are near each other.

#ifndef PL_NAV_CURVE_H
#define PL_NAV_CURVE_H

#include "nav/point.h"

/// 0 .. 2^40 - 1.
static inline uint64_t pl_curve_position(ploy_point place)
{
    uint32_t x = (uint32_t)place.x, y = (uint32_t)place.y;
    uint64_t position = 0;
    for (uint32_t side = PL_POINT_END / 2; side; side /= 2) {
        uint32_t right = (x & side) != 0, up = (y & side) != 0;
        position = position << 2 | (3 * right ^ up);
        if (!up) {
            uint32_t flip = right ? PL_POINT_END - 1 : 0, was = x ^ flip;
            x = y ^ flip;
            y = was;
        }
    }
    return position;
}

#endif
