// The Hilbert curve through a square of 2^order by 2^order cells: cells near each other on the curve are near each
// other in the plane, and all cells of an aligned smaller square follow each other.

#ifndef PL_NAV_MAP_HILBERT_H
#define PL_NAV_MAP_HILBERT_H

#include <stdint.h>

/// How far along the curve the cell lies. order at most 16; x, y < 2^order.
uint32_t pl_hilbert(uint32_t order, uint32_t x, uint32_t y);

#endif
