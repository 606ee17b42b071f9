// Poisson-disk samples (Bridson, "Fast Poisson disk sampling in arbitrary dimensions", 2007): places at random, none
// nearer to another than a given distance, none missing where a whole disk would fit. In whole numbers, so that a seed
// means the same places everywhere.
//
// Invariant: a cell of the grid holds at most one sample, since two places in a cell are nearer than the distance
// allows; so whether a candidate is far enough from all samples is seen in the 25 cells around it. Work: about 35
// candidates a sample.

#ifndef PL_NAV_TERRAIN_POISSON_H
#define PL_NAV_TERRAIN_POISSON_H

#include <ploy/base.h>

#include "base/containers/array.h"
#include "nav/terrain/point.h"

typedef PL_ARRAY(ploy_point) pl_points;

typedef struct pl_poisson
{
    uint64_t seed;
    int32_t width;  ///< 1 .. PL_POINT_END; places have 0 <= x < width
    int32_t height; ///< as width; a disk has the smaller of the two as its diameter, and its centre in the middle
    bool is_disk;
    int32_t spacing; ///< least distance of two samples, 2 or more
} pl_poisson;

/// Appends the samples to places, in the order in which they were found. false when out of memory; places are then as
/// many as before.
bool pl_poisson_sample(const pl_poisson* poisson, const ploy_allocator* allocator, pl_points* places);

/// Whether a place is inside the rectangle or disk.
bool pl_poisson_covers(const pl_poisson* poisson, ploy_point place);

#endif
