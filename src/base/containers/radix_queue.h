// A radix queue: items with 32-bit costs, the lowest cost first, for searches whose costs never fall below what was
// taken last. Of equal costs the last one added comes first.
//
// An entry waits in the bucket of the highest bit in which its cost differs from the cost taken last: bucket 0 has the
// entries of exactly that cost. When it is empty, the entries of the first bucket that has some are dealt to the ones
// below it. So adding and taking are a few instructions whatever the number of entries, and no entry is compared with
// another.

#ifndef PL_BASE_CONTAINERS_RADIX_QUEUE_H
#define PL_BASE_CONTAINERS_RADIX_QUEUE_H

#include <ploy/base.h>

#include <string.h>

#include "base/containers/array.h"
#include "base/hints.h"

enum
{
    PL_RADIX_BUCKETS = 33,
};

typedef struct pl_radix_entry
{
    uint32_t cost;
    uint32_t item;
    uint32_t next; ///< of its bucket, or of the free ones; PLOY_NONE: the last
} pl_radix_entry;

typedef struct pl_radix_queue
{
    PL_ARRAY(pl_radix_entry) entries;
    uint32_t heads[PL_RADIX_BUCKETS];
    uint64_t filled; ///< one bit per bucket: it has entries
    uint32_t taken;  ///< the cost taken last
    uint32_t vacant; ///< the first free entry; PLOY_NONE: none
} pl_radix_queue;

/// Empties it; costs begin at 0.
static inline void pl_radix_queue_clear(pl_radix_queue* queue)
{
    queue->entries.count = 0;
    queue->filled = 0;
    queue->taken = 0;
    queue->vacant = PLOY_NONE;
    memset(queue->heads, 0xFF, sizeof queue->heads);
}

static inline void pl_radix_queue_link(pl_radix_queue* queue, uint32_t at)
{
    pl_radix_entry* entry = &queue->entries.data[at];
    uint32_t differs = entry->cost ^ queue->taken, bucket = differs ? 64 - pl_leading_zeros(differs) : 0;
    entry->next = queue->heads[bucket];
    queue->heads[bucket] = at;
    queue->filled |= UINT64_C(1) << bucket;
}

/// Whether an entry can be added without more memory.
static inline bool pl_radix_queue_has_room(const pl_radix_queue* queue)
{
    return queue->vacant != PLOY_NONE || queue->entries.count < queue->entries.capacity;
}

/// There must be room, and the cost must not be below the one taken last.
static inline void pl_radix_queue_add(pl_radix_queue* queue, uint32_t cost, uint32_t item)
{
    uint32_t at = queue->vacant;
    if (at == PLOY_NONE)
        at = queue->entries.count++;
    else
        queue->vacant = queue->entries.data[at].next;
    queue->entries.data[at].cost = cost;
    queue->entries.data[at].item = item;
    pl_radix_queue_link(queue, at);
}

// Deals the entries of the first bucket that has some; there is one.
static inline void pl_radix_queue_deal(pl_radix_queue* queue)
{
    uint32_t bucket = pl_trailing_zeros(queue->filled), first = queue->heads[bucket];
    uint32_t lowest = UINT32_MAX;
    for (uint32_t at = first; at != PLOY_NONE; at = queue->entries.data[at].next)
        lowest = queue->entries.data[at].cost < lowest ? queue->entries.data[at].cost : lowest;
    queue->taken = lowest;
    queue->heads[bucket] = PLOY_NONE;
    queue->filled &= ~(UINT64_C(1) << bucket);
    for (uint32_t at = first, next; at != PLOY_NONE; at = next) {
        next = queue->entries.data[at].next;
        pl_radix_queue_link(queue, at);
    }
}

/// Takes the entry with the lowest cost; false: there is none.
static inline bool pl_radix_queue_take(pl_radix_queue* queue, uint32_t* cost, uint32_t* item)
{
    if (!queue->filled) return false;
    if (!(queue->filled & 1)) pl_radix_queue_deal(queue);
    uint32_t at = queue->heads[0];
    pl_radix_entry* entry = &queue->entries.data[at];
    *cost = entry->cost;
    *item = entry->item;
    queue->heads[0] = entry->next;
    if (entry->next == PLOY_NONE) queue->filled &= ~UINT64_C(1);
    entry->next = queue->vacant;
    queue->vacant = at;
    return true;
}

#endif
