// The Hilbert curve through a square of 2^order by 2^order cells. Cells close on the curve are close in the plane, and
// all cells of an aligned smaller square follow each other.

#ifndef PL_NAV_MAP_HILBERT_H
#define PL_NAV_MAP_HILBERT_H

#include <stdint.h>

/// The position of a cell along the curve. order is at most 16; x, y < 2^order.
static inline uint32_t pl_hilbert(uint32_t order, uint32_t x, uint32_t y)
{
    uint32_t along = 0;
    for (uint32_t i = order; i-- > 0;) {
        uint32_t right = x >> i & 1, up = y >> i & 1;
        along = along << 2 | ((3 * right) ^ up);
        if (up) continue;
        // The lower quarters are mirrored: the left one on the diagonal, the right one on the other diagonal.
        if (right) {
            x = ~x;
            y = ~y;
        }
        uint32_t other = x;
        x = y;
        y = other;
    }
    return along;
}

#endif
