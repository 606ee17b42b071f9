// Square roots in integers and without a loop, for heuristics: the same on every machine and never too high.
//
// A number is shifted left by an even count of bits until one of its top two bits is set. Its eight top bits then choose
// a chord of the curve, which lies below it. The root is too low by less than 1 in 100,000.

#ifndef PL_NAV_SEARCH_SQUARE_ROOT_H
#define PL_NAV_SEARCH_SQUARE_ROOT_H

#include <stdint.h>

#include "base/hints.h"

enum
{
    PL_ROOT_ENDS = 257,
};

typedef struct pl_roots
{
    uint32_t ends[PL_ROOT_ENDS]; ///< of the chords: the root of i << 56, rounded down; the first two are for 0
} pl_roots;

/// The largest number whose square is at most x.
static inline uint32_t pl_root_exact(uint64_t x)
{
    uint32_t root = 0;
    for (uint32_t bit = UINT32_C(1) << 31; bit; bit >>= 1) {
        uint64_t tried = root | bit;
        if (tried * tried <= x) root |= bit;
    }
    return root;
}

static inline void pl_roots_init(pl_roots* roots)
{
    roots->ends[0] = roots->ends[1] = 0;
    for (uint32_t i = 2; i + 1 < PL_ROOT_ENDS; ++i) roots->ends[i] = pl_root_exact((uint64_t)i << 56);
    roots->ends[PL_ROOT_ENDS - 1] = UINT32_MAX;
}

/// The root of x is at least the result >> *shift. The result has its top bit set, except for x = 0, where it is 0. The
/// shift is at most 31.
static inline uint32_t pl_root(const pl_roots* roots, uint64_t x, uint32_t* shift)
{
    uint32_t zeros = pl_leading_zeros(x | 1) & ~1u;
    x <<= zeros;
    *shift = zeros / 2;
    const uint32_t* end = &roots->ends[x >> 56];
    return end[0] + (uint32_t)((uint64_t)(end[1] - end[0]) * (uint32_t)(x >> 24) >> 32);
}

#endif
