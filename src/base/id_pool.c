#include "base/id_pool.h"

#include "base/index.h"
#include "base/memory.h"

// The last generation that may live. An index that has used it up is retired, so that no id ever comes back.
#define LAST_GENERATION (UINT32_MAX - 2)

void pl_id_pool_init(pl_id_pool* pool, const ploy_allocator* allocator)
{
    *pool = (pl_id_pool){.allocator = pl_allocator_choose(allocator)};
}

void pl_id_pool_destroy(pl_id_pool* pool)
{
    PL_ARRAY_FREE(&pool->generations, &pool->allocator);
    PL_ARRAY_FREE(&pool->free, &pool->allocator);
    pool->live_count = 0;
}

// The free list has room for every index, so that giving back cannot fail.
bool pl_id_pool_reserve(pl_id_pool* pool, uint32_t count)
{
    return PL_ARRAY_RESERVE(&pool->generations, &pool->allocator, count) &&
           PL_ARRAY_RESERVE(&pool->free, &pool->allocator, pool->generations.capacity);
}

pl_id pl_id_pool_take(pl_id_pool* pool)
{
    uint32_t index = pool->generations.count;
    if (pool->free.count > 0) {
        index = PL_ARRAY_POP(&pool->free);
    } else if (index < PL_NONE - 1 && pl_id_pool_reserve(pool, index + 1)) {
        pool->generations.data[pool->generations.count++] = 0;
    } else {
        return (pl_id){0};
    }
    ++pool->live_count;
    return (pl_id){index + 1, ++pool->generations.data[index]};
}

void pl_id_pool_give(pl_id_pool* pool, pl_id id)
{
    PL_ASSERT(pl_id_pool_is_live(pool, id));
    uint32_t index = pl_id_index(id);
    --pool->live_count;
    if (++pool->generations.data[index] <= LAST_GENERATION) {
        pool->free.data[pool->free.count++] = index;
    }
}

bool pl_id_pool_is_live(const pl_id_pool* pool, pl_id id)
{
    return id.index1 != 0 && id.index1 <= pool->generations.count && id.generation % 2 == 1 &&
           pool->generations.data[id.index1 - 1] == id.generation;
}

pl_id pl_id_pool_at(const pl_id_pool* pool, uint32_t index)
{
    bool live = index < pool->generations.count && pool->generations.data[index] % 2 == 1;
    return live ? (pl_id){index + 1, pool->generations.data[index]} : (pl_id){0};
}
