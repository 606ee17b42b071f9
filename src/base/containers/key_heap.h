// A binary heap of 64-bit keys in an array of the caller: the lowest key first. For queues of numbers that may be in it
// more than once; heap.h has items whose keys change.

#ifndef PL_BASE_CONTAINERS_KEY_HEAP_H
#define PL_BASE_CONTAINERS_KEY_HEAP_H

#include <stdint.h>

/// The array has room for one more.
static inline void pl_key_heap_push(uint64_t* heap, uint32_t* count, uint64_t key)
{
    uint32_t at = (*count)++;
    for (; at > 0 && heap[(at - 1) / 2] > key; at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
    heap[at] = key;
}

/// Removes and returns the lowest key; there is one.
static inline uint64_t pl_key_heap_pop(uint64_t* heap, uint32_t* count)
{
    uint64_t first = heap[0], last = heap[--*count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < *count; at = child) {
        child += child + 1 < *count && heap[child + 1] < heap[child];
        if (heap[child] >= last) break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return first;
}

#endif
