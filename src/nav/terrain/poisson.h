// Poisson-disk samples (Bridson, "Fast Poisson disk sampling in arbitrary dimensions", 2007): random points, no two
// closer than a given distance, and no gap that could hold another disk. In integers, so that a seed gives the same points
// on every machine.
//
// Invariant: a cell of the grid holds at most one sample, since two points in a cell are closer than the distance allows.
// So the 25 cells around a candidate show whether it is far enough from all samples. Work: about 35 candidates per sample.

#ifndef PL_NAV_TERRAIN_POISSON_H
#define PL_NAV_TERRAIN_POISSON_H

#include <ploy/base.h>

#include "base/containers/array.h"
#include "nav/terrain/geometry.h"

typedef PL_ARRAY(ploy_point) pl_points;

typedef struct pl_poisson
{
    uint64_t seed;
    int32_t width;  ///< 1 .. PL_POINT_END; points have 0 <= x < width
    int32_t height; ///< as width; a disk has the smaller of the two as its diameter, and its center in the middle
    bool is_disk;
    int32_t spacing; ///< the least distance between two samples, at least 2
} pl_poisson;

/// Appends the samples in the order in which they were found. false when out of memory; nothing is appended then.
bool pl_poisson_sample(const pl_poisson* poisson, const ploy_allocator* allocator, pl_points* points);

/// Is the point inside the rectangle or disk?
bool pl_poisson_covers(const pl_poisson* poisson, ploy_point point);

#endif
