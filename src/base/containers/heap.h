// A 4-ary heap of items with 64-bit keys: the lowest key first, ties to the lower item. Each item is in it at most
// once, and a position per item allows lowering its key in place. Items are small dense numbers, since the array of
// positions is as long as the largest one.
//
// A position is stored relative to a base that moves beyond all positions when the heap is cleared, so clearing costs
// nothing.

#ifndef PL_BASE_CONTAINERS_HEAP_H
#define PL_BASE_CONTAINERS_HEAP_H

#include <ploy/base.h>

#include "base/containers/array.h"

typedef struct pl_heap_entry
{
    uint64_t key;
    uint32_t item;
} pl_heap_entry;

typedef struct pl_heap
{
    ploy_allocator allocator;
    PL_ARRAY(pl_heap_entry) entries;
    PL_ARRAY(uint32_t) positions; ///< of each item: base + 1 + index in entries; at most base: not in the heap
    uint32_t base;                ///< not 0
    uint32_t max;                 ///< the highest number of entries since the last clear
} pl_heap;

void pl_heap_init(pl_heap* heap, const ploy_allocator* allocator);
void pl_heap_destroy(pl_heap* heap);

/// Makes room for the items 0 .. item_count - 1; false when out of memory.
bool pl_heap_reserve(pl_heap* heap, uint32_t item_count);

/// The item must not be in the heap. false when out of memory.
bool pl_heap_push(pl_heap* heap, uint32_t item, uint64_t key);

/// The item must be in the heap, and key at most its present key.
void pl_heap_lower(pl_heap* heap, uint32_t item, uint64_t key);

/// Removes the first entry; the heap must not be empty.
pl_heap_entry pl_heap_pop(pl_heap* heap);

/// Removes the items, keeps the memory.
void pl_heap_clear(pl_heap* heap);

static inline bool pl_heap_is_empty(const pl_heap* heap)
{
    return heap->entries.count == 0;
}

/// The first entry; the heap must not be empty.
static inline pl_heap_entry pl_heap_first(const pl_heap* heap)
{
    return heap->entries.data[0];
}

static inline bool pl_heap_has(const pl_heap* heap, uint32_t item)
{
    return item < heap->positions.count && heap->positions.data[item] > heap->base;
}

/// The item must be in the heap.
static inline uint64_t pl_heap_key(const pl_heap* heap, uint32_t item)
{
    return heap->entries.data[heap->positions.data[item] - heap->base - 1].key;
}

#endif
