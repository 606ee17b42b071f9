// Ids for the many: agents, requests. An id is index + 1 and a generation, so zero is null and an id kept after its
// object died is told apart from the id of the next object at the same index.

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
    PL_ARRAY(uint32_t) free;        ///< indices to be taken again, last in first out
    uint32_t live_count;
} pl_id_pool;

void pl_id_pool_init(pl_id_pool* pool, const ploy_allocator* allocator);
void pl_id_pool_destroy(pl_id_pool* pool);

/// As if nothing had ever been taken; keeps its room.
void pl_id_pool_clear(pl_id_pool* pool);

/// Room for count ids in all; false when out of memory.
bool pl_id_pool_reserve(pl_id_pool* pool, uint32_t count);

/// The null id when out of memory.
pl_id pl_id_pool_take(pl_id_pool* pool);

/// The id must be live. Never allocates.
void pl_id_pool_give(pl_id_pool* pool, pl_id id);

bool pl_id_pool_is_live(const pl_id_pool* pool, pl_id id);

/// The live id at index, or the null id.
pl_id pl_id_pool_at(const pl_id_pool* pool, uint32_t index);

/// All of it, the order in which indices come back too, so that ids given later are the same.
void pl_id_pool_save(const pl_id_pool* pool, ploy_writer* writer);
/// Into an empty pool. PLOY_INVALID: no pool can be so; PLOY_OUT_OF_MEMORY; it is left empty.
ploy_status pl_id_pool_load(pl_id_pool* pool, ploy_reader* reader);

/// One more than the largest index ever taken: the size of arrays beside the pool.
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
