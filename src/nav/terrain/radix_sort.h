// A stable radix sort of indices by keys of 40 bits: time in the count alone, and no order of the library's own to
// depend on.

#ifndef PL_NAV_TERRAIN_RADIX_SORT_H
#define PL_NAV_TERRAIN_RADIX_SORT_H

#include <ploy/base.h>

typedef struct pl_keyed
{
    uint64_t key; ///< below 2^40
    uint32_t index;
} pl_keyed;

/// By key, equal keys as they were. Takes as much memory again for a while; false when there is none.
bool pl_key_sort(pl_keyed* items, uint32_t count, const ploy_allocator* allocator);

#endif
