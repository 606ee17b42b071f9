// Perlin noise in fixed point, so that hills are the same on every machine: gradients at the corners of a square lattice,
// blended smoothly, in several octaves, each half as wide and half as high as the one before.

#ifndef PL_NAV_TERRAIN_NOISE_H
#define PL_NAV_TERRAIN_NOISE_H

#include <ploy/base.h>

typedef struct pl_noise
{
    uint64_t seed;
    uint32_t wavelength; ///< of the widest octave, in units of the coordinates; 1 or more
    uint32_t octaves;    ///< 1 .. 16
} pl_noise;

#define PL_NOISE_ONE 65536

/// Between -PL_NOISE_ONE and PL_NOISE_ONE, near 0 on average. Coordinates are not negative.
int32_t pl_noise_at(const pl_noise* noise, int32_t x, int32_t y);

#endif
