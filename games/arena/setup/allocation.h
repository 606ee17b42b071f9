// Allocation through the caller's allocator.

#ifndef ARENA_SETUP_ALLOCATION_H
#define ARENA_SETUP_ALLOCATION_H

#include <ploy/base.h>
#include <string.h>

/// Zeroed memory. NULL: out of memory, or no bytes at all.
static inline void* arena_take(const ploy_allocator* allocator, size_t count, size_t bytes)
{
    size_t total = count * bytes;
    if (total == 0 || (bytes && count > SIZE_MAX / bytes)) return NULL;
    void* memory = allocator->resize(allocator->user, NULL, 0, total);
    return memory ? memset(memory, 0, total) : NULL;
}

/// NULL is allowed.
static inline void arena_give(const ploy_allocator* allocator, void* memory, size_t count, size_t bytes)
{
    if (memory) allocator->resize(allocator->user, memory, count * bytes, 0);
}

#endif
