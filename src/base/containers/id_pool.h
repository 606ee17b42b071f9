// Ids for objects that come and go: agents, requests. An id is an index plus one and a generation, so zero is null, and
// the id of an object that is gone differs from the id of the next object at the same index.

#ifndef PL_BASE_CONTAINERS_ID_POOL_H
#define PL_BASE_CONTAINERS_ID_POOL_H

#include <ploy/base.h>
#include <ploy/stream.h>

#include "base/containers/array.h"

typedef struct pl_id
{
    uint32_t index1;
    uint32_t generation;
} pl_id;

typedef struct pl_id_pool
{
    ploy_allocator allocator;
    PL_ARRAY(uint32_t) generations; ///< of each index; odd: live, even: free
    PL_ARRAY(uint32_t) free;        ///< indices to reuse, last in first out
    uint32_t live_count;
} pl_id_pool;

void pl_id_pool_init(pl_id_pool* pool, const ploy_allocator* allocator);
void pl_id_pool_destroy(pl_id_pool* pool);

/// Empties the pool as if it were new, but keeps its memory.
void pl_id_pool_clear(pl_id_pool* pool);

/// Makes room for `count` ids in all; false when out of memory.
bool pl_id_pool_reserve(pl_id_pool* pool, uint32_t count);

/// The null id when out of memory.
pl_id pl_id_pool_take(pl_id_pool* pool);

/// The id must be live. Never allocates.
void pl_id_pool_give(pl_id_pool* pool, pl_id id);

bool pl_id_pool_is_live(const pl_id_pool* pool, pl_id id);

/// The live id at index, or the null id.
pl_id pl_id_pool_at(const pl_id_pool* pool, uint32_t index);

/// Writes all of it, the order in which indices are reused too, so that later ids are the same.
void pl_id_pool_save(const pl_id_pool* pool, ploy_writer* writer);
/// Reads it back into an empty pool. PLOY_INVALID: not such a save; PLOY_OUT_OF_MEMORY; the pool is empty then.
ploy_status pl_id_pool_load(pl_id_pool* pool, ploy_reader* reader);

/// One more than the highest index so far: the size of arrays indexed like the pool.
static inline uint32_t pl_id_pool_end(const pl_id_pool* pool)
{
    return pool->generations.count;
}

static inline bool pl_id_is_null(pl_id id)
{
    return id.index1 == 0;
}

static inline uint32_t pl_id_index(pl_id id)
{
    return id.index1 - 1;
}

#endif
