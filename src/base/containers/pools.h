// The data of minds per agent: items of a few sizes that never move. Items of one size lie together in blocks; free
// ones are chained through their own first word, last in first out.

#ifndef PL_BASE_CONTAINERS_POOLS_H
#define PL_BASE_CONTAINERS_POOLS_H

#include <ploy/base.h>

#include "base/containers/array.h"

typedef struct pl_pool
{
    uint32_t item_bytes; ///< a multiple of 8
    void* free;
    PL_ARRAY(void*) blocks;
} pl_pool;

typedef struct pl_pools
{
    ploy_allocator allocator;
    size_t block_bytes;     ///< allocated at a time, if an item is not larger
    PL_ARRAY(pl_pool) list; ///< one per size: a handful
} pl_pools;

void pl_pools_init(pl_pools* pools, const ploy_allocator* allocator, size_t block_bytes);
void pl_pools_destroy(pl_pools* pools);

/// Zeroed; NULL when out of memory. bytes must not be 0.
void* pl_pools_take(pl_pools* pools, uint32_t bytes);
/// NULL is allowed. bytes as it was taken.
void pl_pools_give(pl_pools* pools, void* item, uint32_t bytes);

/// All that was taken from the allocator.
size_t pl_pools_bytes(const pl_pools* pools);

#endif
