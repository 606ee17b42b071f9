#include "base/containers/array.h"

#include <string.h>

#include "base/defaults.h"

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
