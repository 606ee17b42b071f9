// Places on the ground in whole units. Coordinates stay below 2^20, so that every test of geometry is exact in 64 bits.

#ifndef PL_NAV_PLACE_H
#define PL_NAV_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#define PL_PLACE_BITS 20
#define PL_PLACE_END (1 << PL_PLACE_BITS)

typedef struct pl_place
{
    int32_t x;
    int32_t y;
} pl_place;

static inline uint64_t pl_place_distance2(pl_place a, pl_place b)
{
    int64_t dx = (int64_t)a.x - b.x;
    int64_t dy = (int64_t)a.y - b.y;
    return (uint64_t)(dx * dx + dy * dy);
}

static inline bool pl_place_is_same(pl_place a, pl_place b)
{
    return a.x == b.x && a.y == b.y;
}

/// Rounded down, exact.
static inline uint32_t pl_square_root(uint64_t value)
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= value) root |= bit;
    return (uint32_t)root;
}

#endif
