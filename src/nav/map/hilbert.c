#include "nav/map/hilbert.h"

uint32_t pl_hilbert(uint32_t order, uint32_t x, uint32_t y)
{
    uint32_t along = 0;
    for (uint32_t i = order; i-- > 0;) {
        uint32_t right = x >> i & 1, up = y >> i & 1;
        along = along << 2 | ((3 * right) ^ up);
        if (up) continue;
        // The lower quarters are turned: mirrored on the diagonal, the right one on the other diagonal.
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
