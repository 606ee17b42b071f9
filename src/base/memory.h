// The allocator of the caller, with checked sizes. Free needs the size, so each caller remembers how much it took.

#ifndef PL_BASE_MEMORY_H
#define PL_BASE_MEMORY_H

#include <ploy/base.h>

/// *allocator, or the default when it is NULL or zeroed.
ploy_allocator pl_allocator_choose(const ploy_allocator* allocator);

/// NULL when out of memory or when bytes is 0.
void* pl_alloc(const ploy_allocator* allocator, size_t bytes);
void* pl_alloc_zeroed(const ploy_allocator* allocator, size_t bytes);

/// NULL when out of memory; the old memory is then untouched. new_bytes must not be 0.
void* pl_resize(const ploy_allocator* allocator, void* memory, size_t old_bytes, size_t new_bytes);

/// NULL is allowed.
void pl_free(const ploy_allocator* allocator, void* memory, size_t bytes);

/// count * size, or SIZE_MAX when that overflows: no allocator can give SIZE_MAX.
size_t pl_array_bytes(size_t count, size_t size);

/// Zeroed memory for one T, or for count of them.
#define PL_NEW(allocator, T) ((T*)pl_alloc_zeroed(allocator, sizeof(T)))
#define PL_NEW_ARRAY(allocator, T, count) ((T*)pl_alloc_zeroed(allocator, pl_array_bytes(count, sizeof(T))))
#define PL_DELETE(allocator, pointer) pl_free(allocator, pointer, sizeof *(pointer))
#define PL_DELETE_ARRAY(allocator, pointer, count) pl_free(allocator, pointer, pl_array_bytes(count, sizeof *(pointer)))

#endif
