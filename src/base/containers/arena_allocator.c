#include "base/containers/arena_allocator.h"

#include <string.h>

static void* resize(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    if (new_bytes == 0) return NULL;
    if (memory && new_bytes <= old_bytes) return memory;
    void* moved = pl_arena_alloc(user, new_bytes);
    if (moved && memory) memcpy(moved, memory, old_bytes);
    return moved;
}

ploy_allocator pl_arena_allocator(pl_arena* arena)
{
    return (ploy_allocator){resize, arena};
}
