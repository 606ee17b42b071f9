#include "base/containers/pools.h"

#include <string.h>


static size_t block_items(const pl_pools* pools, const pl_pool* pool)
{
    size_t items = pools->block_bytes / pool->item_bytes;
    return items > 0 ? items : 1;
}

static size_t block_bytes(const pl_pools* pools, const pl_pool* pool)
{
    return block_items(pools, pool) * pool->item_bytes;
}

void pl_pools_init(pl_pools* pools, const ploy_allocator* allocator, size_t block_bytes)
{
    *pools = (pl_pools){.allocator = *allocator, .block_bytes = block_bytes};
}

static void free_blocks(const pl_pools* pools, pl_pool* pool)
{
    const ploy_allocator* allocator = &pools->allocator;
    for (uint32_t i = 0; i < pool->blocks.count; ++i) pl_free(allocator, pool->blocks.data[i], block_bytes(pools, pool));
    PL_ARRAY_FREE(&pool->blocks, allocator);
}

void pl_pools_destroy(pl_pools* pools)
{
    for (uint32_t i = 0; i < pools->list.count; ++i) free_blocks(pools, &pools->list.data[i]);
    PL_ARRAY_FREE(&pools->list, &pools->allocator);
}

// Where 64 bits are aligned to 4 bytes, structs have sizes between.
static uint32_t round_up(uint32_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static pl_pool* find(const pl_pools* pools, uint32_t bytes)
{
    for (uint32_t i = 0; i < pools->list.count; ++i) {
        if (pools->list.data[i].item_bytes == bytes) return &pools->list.data[i];
    }
    return NULL;
}

static pl_pool* find_or_add(pl_pools* pools, uint32_t bytes)
{
    pl_pool* pool = find(pools, bytes);
    if (pool) return pool;
    if (!PL_ARRAY_PUSH(&pools->list, &pools->allocator, (pl_pool){.item_bytes = bytes})) return NULL;
    return &pools->list.data[pools->list.count - 1];
}

static void put(pl_pool* pool, void* item)
{
    memcpy(item, &pool->free, sizeof pool->free);
    pool->free = item;
}

// The first item of a block is chained last, so that items are taken in the order they lie.
static bool grow(const pl_pools* pools, pl_pool* pool)
{
    const ploy_allocator* allocator = &pools->allocator;
    if (!PL_ARRAY_RESERVE(&pool->blocks, allocator, pool->blocks.count + 1)) return false;
    char* block = pl_alloc(allocator, block_bytes(pools, pool));
    if (!block) return false;
    pool->blocks.data[pool->blocks.count++] = block;
    for (size_t i = block_items(pools, pool); i-- > 0;) put(pool, block + i * pool->item_bytes);
    return true;
}

void* pl_pools_take(pl_pools* pools, uint32_t bytes)
{
    PL_ASSERT(bytes > 0);
    pl_pool* pool = find_or_add(pools, round_up(bytes));
    if (!pool || (!pool->free && !grow(pools, pool))) return NULL;
    void* item = pool->free;
    memcpy(&pool->free, item, sizeof pool->free);
    return memset(item, 0, bytes);
}

void pl_pools_give(pl_pools* pools, void* item, uint32_t bytes)
{
    if (item) put(find(pools, round_up(bytes)), item);
}

size_t pl_pools_bytes(const pl_pools* pools)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < pools->list.count; ++i) {
        const pl_pool* pool = &pools->list.data[i];
        bytes += pool->blocks.count * block_bytes(pools, pool);
    }
    return bytes;
}
