#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/containers/array.h"
#include "base/defaults.h"

static void* resize_with_malloc(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    (void)user;
    (void)old_bytes;
    if (new_bytes == 0) {
        free(memory);
        return NULL;
    }
    void* resized = realloc(memory, new_bytes);
    if (!resized) pl_log(PLOY_LOG_OUT_OF_MEMORY ": malloc has no %zu bytes", new_bytes);
    return resized;
}

ploy_allocator ploy_allocator_default(void)
{
    return (ploy_allocator){resize_with_malloc, NULL};
}

ploy_allocator pl_allocator_choose(const ploy_allocator* allocator)
{
    return allocator && allocator->resize ? *allocator : ploy_allocator_default();
}

void* pl_resize(const ploy_allocator* allocator, void* memory, size_t old_bytes, size_t new_bytes)
{
    PL_ASSERT(new_bytes > 0);
    if (new_bytes > PTRDIFF_MAX) {
        return NULL;
    }
    return allocator->resize(allocator->user, memory, old_bytes, new_bytes);
}

void* pl_alloc(const ploy_allocator* allocator, size_t bytes)
{
    return bytes ? pl_resize(allocator, NULL, 0, bytes) : NULL;
}

void* pl_alloc_zeroed(const ploy_allocator* allocator, size_t bytes)
{
    void* memory = pl_alloc(allocator, bytes);
    if (memory) {
        memset(memory, 0, bytes);
    }
    return memory;
}

void pl_free(const ploy_allocator* allocator, void* memory, size_t bytes)
{
    if (memory) {
        allocator->resize(allocator->user, memory, bytes, 0);
    }
}

size_t pl_array_bytes(size_t count, size_t size)
{
    return size != 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size;
}

bool pl_array_grow(const ploy_allocator* allocator, void* data, uint32_t* capacity, uint32_t needed, size_t size)
{
    uint32_t wanted = *capacity ? *capacity + *capacity / 2 + 1 : PLOY_DEFAULT_ARRAY_CAPACITY;
    wanted = wanted < needed ? needed : wanted;

    // The pointer is copied as bytes because its type is known only to the macros.
    void* old;
    memcpy(&old, data, sizeof old);
    void* grown = pl_resize(allocator, old, pl_array_bytes(*capacity, size), pl_array_bytes(wanted, size));
    if (!grown) {
        return false;
    }
    memcpy(data, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}
