// One bit for each inner node of a ground. Whoever keeps something made from it compares the digest, which depends on
// nothing but the bits.

#ifndef PL_NAV_MAP_OBSTACLES_H
#define PL_NAV_MAP_OBSTACLES_H

#include <ploy/nav.h>

#include "base/containers/bitset.h"

struct ploy_obstacles
{
    ploy_allocator allocator;
    const ploy_nav_map* ground;
    uint64_t* bits; ///< of inner nodes; a set bit: blocked
    uint64_t version;
    uint64_t digest; ///< the sum of a hash of each blocked inner node
    uint32_t count;
    void* view; ///< the ground's own, NULL where it needs none: see overlay_create in ground.h
};

#endif
