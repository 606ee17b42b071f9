#include "base/containers/heap.h"

#include <string.h>

#include "base/memory.h"

void pl_heap_init(pl_heap* heap, const ploy_allocator* allocator)
{
    *heap = (pl_heap){.allocator = pl_allocator_choose(allocator), .base = 1};
}

void pl_heap_destroy(pl_heap* heap)
{
    PL_ARRAY_FREE(&heap->entries, &heap->allocator);
    PL_ARRAY_FREE(&heap->positions, &heap->allocator);
}

static bool cover_item(pl_heap* heap, uint32_t item_count)
{
    if (!PL_ARRAY_RESERVE(&heap->positions, &heap->allocator, item_count)) {
        return false;
    }
    // All the capacity at once, so that increasing items do not come here one by one.
    uint32_t* fresh = heap->positions.data + heap->positions.count;
    memset(fresh, 0, pl_array_bytes(heap->positions.capacity - heap->positions.count, sizeof *fresh));
    heap->positions.count = heap->positions.capacity;
    return true;
}

bool pl_heap_reserve(pl_heap* heap, uint32_t item_count)
{
    return (item_count <= heap->positions.count || cover_item(heap, item_count)) &&
           PL_ARRAY_RESERVE(&heap->entries, &heap->allocator, item_count);
}

static bool is_before(pl_heap_entry a, pl_heap_entry b)
{
    // Without branches: a mispredicted branch costs more than both comparisons.
    return (a.key < b.key) | ((a.key == b.key) & (a.item < b.item));
}

static void put(pl_heap* heap, uint32_t at, pl_heap_entry entry)
{
    heap->entries.data[at] = entry;
    heap->positions.data[entry.item] = heap->base + 1 + at;
}

static void rise(pl_heap* heap, uint32_t at, pl_heap_entry entry)
{
    while (at > 0) {
        uint32_t parent = (at - 1) / 4;
        if (!is_before(entry, heap->entries.data[parent])) {
            break;
        }
        put(heap, at, heap->entries.data[parent]);
        at = parent;
    }
    put(heap, at, entry);
}

static uint32_t first_child(const pl_heap* heap, uint32_t at)
{
    uint32_t best = at * 4 + 1;
    uint32_t end = heap->entries.count - best < 4 ? heap->entries.count : best + 4;
    for (uint32_t i = best + 1; i < end; ++i) {
        best = is_before(heap->entries.data[i], heap->entries.data[best]) ? i : best;
    }
    return best;
}

static void sink(pl_heap* heap, uint32_t at, pl_heap_entry entry)
{
    // A position has children only if 4 * at + 1 < count; written so that it cannot overflow.
    while (heap->entries.count > 1 && at <= (heap->entries.count - 2) / 4) {
        uint32_t child = first_child(heap, at);
        if (!is_before(heap->entries.data[child], entry)) {
            break;
        }
        put(heap, at, heap->entries.data[child]);
        at = child;
    }
    put(heap, at, entry);
}

bool pl_heap_push(pl_heap* heap, uint32_t item, uint64_t key)
{
    PL_DEBUG_ASSERT(item != PLOY_NONE && !pl_heap_has(heap, item));
    if ((item >= heap->positions.count && !cover_item(heap, item + 1)) ||
        !PL_ARRAY_RESERVE(&heap->entries, &heap->allocator, heap->entries.count + 1)) {
        return false;
    }
    rise(heap, heap->entries.count++, (pl_heap_entry){key, item});
    if (heap->entries.count > heap->max) heap->max = heap->entries.count;
    return true;
}

void pl_heap_lower(pl_heap* heap, uint32_t item, uint64_t key)
{
    PL_DEBUG_ASSERT(pl_heap_has(heap, item) && key <= pl_heap_key(heap, item));
    rise(heap, heap->positions.data[item] - heap->base - 1, (pl_heap_entry){key, item});
}

pl_heap_entry pl_heap_pop(pl_heap* heap)
{
    PL_ASSERT(heap->entries.count > 0);
    pl_heap_entry first = heap->entries.data[0];
    pl_heap_entry last = heap->entries.data[--heap->entries.count];
    if (heap->entries.count > 0) {
        sink(heap, 0, last);
    }
    heap->positions.data[first.item] = heap->base;
    return first;
}

void pl_heap_clear(pl_heap* heap)
{
    PL_ARRAY_CLEAR(&heap->entries);
    if (heap->base > UINT32_MAX / 2) {
        memset(heap->positions.data, 0, pl_array_bytes(heap->positions.count, sizeof *heap->positions.data));
        heap->base = 0;
    }
    heap->base += heap->max + 1;
    heap->max = 0;
}
