// A growing array of any type, as three fields that the owner reads directly:
//
//   typedef PL_ARRAY(edge) edges;      edges list = {0};
//   if (!PL_ARRAY_PUSH(&list, allocator, (edge){ 1, 2 })) return PLOY_OUT_OF_MEMORY;
//   for (uint32_t i = 0; i < list.count; ++i) use(list.data[i]);
//
// Growing moves the data; a failed growth changes nothing. pl_array_grow is in base/memory.c.

#ifndef PL_BASE_CONTAINERS_ARRAY_H
#define PL_BASE_CONTAINERS_ARRAY_H

#include <ploy/base.h>

#include "base/check.h"
#include "base/memory.h"

#define PL_ARRAY(T)                                                                                                    \
    struct                                                                                                             \
    {                                                                                                                  \
        T* data;                                                                                                       \
        uint32_t count;                                                                                                \
        uint32_t capacity;                                                                                             \
    }

/// Makes room for `needed` items in all; false when out of memory.
#define PL_ARRAY_RESERVE(array, allocator, needed)                                                                     \
    ((needed) <= (array)->capacity ||                                                                                  \
     pl_array_grow(allocator, &(array)->data, &(array)->capacity, needed, sizeof *(array)->data))

/// Appends one item; false when out of memory.
#define PL_ARRAY_PUSH(array, allocator, ...)                                                                           \
    (PL_ARRAY_RESERVE(array, allocator, (array)->count + 1) && ((array)->data[(array)->count++] = (__VA_ARGS__), true))

#define PL_ARRAY_POP(array) (PL_ASSERT((array)->count > 0), (array)->data[--(array)->count])

/// Removes the items, keeps the memory.
#define PL_ARRAY_CLEAR(array) ((void)((array)->count = 0))

#define PL_ARRAY_FREE(array, allocator)                                                                                \
    (PL_DELETE_ARRAY(allocator, (array)->data, (array)->capacity), (array)->data = NULL, (array)->count = 0,           \
     (void)((array)->capacity = 0))

/// data is the address of the data pointer, whatever its type; needed is above *capacity.
bool pl_array_grow(const ploy_allocator* allocator, void* data, uint32_t* capacity, uint32_t needed, size_t size);

#endif
