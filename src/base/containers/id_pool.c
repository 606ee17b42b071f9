#include "base/containers/id_pool.h"

#include "base/containers/bitset.h"
#include "base/memory.h"

// The last generation of a live id. An index that has used it is retired, so that no id ever comes back.
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
void pl_id_pool_clear(pl_id_pool* pool)
{
    PL_ARRAY_CLEAR(&pool->generations);
    PL_ARRAY_CLEAR(&pool->free);
    pool->live_count = 0;
}

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
    } else if (index < PLOY_NONE - 1 && pl_id_pool_reserve(pool, index + 1)) {
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

// Saving.

void pl_id_pool_save(const pl_id_pool* pool, ploy_writer* writer)
{
    ploy_write_u32(writer, pool->generations.count);
    for (uint32_t i = 0; i < pool->generations.count; ++i) ploy_write_u32(writer, pool->generations.data[i]);
    ploy_write_u32(writer, pool->free.count);
    for (uint32_t i = 0; i < pool->free.count; ++i) ploy_write_u32(writer, pool->free.data[i]);
}

// How many indices are free to be taken; the others live or are retired.
static uint32_t read_generations(pl_id_pool* pool, ploy_reader* reader, uint32_t count)
{
    uint32_t free_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t generation = ploy_read_u32(reader);
        if (generation > LAST_GENERATION + 1) reader->failed = true;
        pool->live_count += generation % 2;
        free_count += generation % 2 == 0 && generation <= LAST_GENERATION;
        pool->generations.data[pool->generations.count++] = generation;
    }
    return free_count;
}

// Each index that is free once.
static bool read_free(pl_id_pool* pool, ploy_reader* reader, pl_bitset* seen, uint32_t free_count)
{
    uint32_t count = pool->generations.count;
    while (pool->free.count < free_count) {
        uint32_t index = ploy_read_below(reader, count);
        if (reader->failed || pl_bitset_test(seen, index)) return false;
        uint32_t generation = pool->generations.data[index];
        if (generation % 2 == 1 || generation > LAST_GENERATION) return false;
        pl_bitset_set(seen, index);
        pool->free.data[pool->free.count++] = index;
    }
    return !reader->failed;
}

static ploy_status load(pl_id_pool* pool, ploy_reader* reader, pl_bitset* seen)
{
    uint32_t count = ploy_read_u32(reader);
    if (reader->failed || count > (reader->count - reader->at) / 4 || count >= PLOY_NONE) return PLOY_INVALID;
    if (!pl_id_pool_reserve(pool, count) || !pl_bitset_reserve(seen, count)) return PLOY_OUT_OF_MEMORY;
    uint32_t free_count = read_generations(pool, reader, count);
    if (reader->failed || ploy_read_u32(reader) != free_count) return PLOY_INVALID;
    return read_free(pool, reader, seen, free_count) ? PLOY_OK : PLOY_INVALID;
}

ploy_status pl_id_pool_load(pl_id_pool* pool, ploy_reader* reader)
{
    PL_ASSERT(pool->generations.count == 0);
    pl_bitset seen;
    pl_bitset_init(&seen, &pool->allocator);
    ploy_status status = load(pool, reader, &seen);
    pl_bitset_destroy(&seen);
    if (status != PLOY_OK) pl_id_pool_clear(pool);
    return status;
}
