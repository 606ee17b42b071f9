#include "base/containers/arena.h"

#include <stdalign.h>
#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/memory.h"

struct pl_arena_block
{
    alignas(8) pl_arena_block* next;
    size_t size; ///< bytes after the header
    size_t used;
};

_Static_assert(sizeof(pl_arena_block) % 8 == 0, "what follows the header must be aligned");

static char* block_data(pl_arena_block* block)
{
    return (char*)(block + 1);
}

static void free_blocks(pl_arena* arena, pl_arena_block* block)
{
    while (block) {
        pl_arena_block* next = block->next;
        pl_free(&arena->allocator, block, sizeof *block + block->size);
        block = next;
    }
}

static pl_arena_block* new_block(pl_arena* arena, size_t size)
{
    size_t rounded = size < arena->block_bytes ? arena->block_bytes : size;
    if (rounded > SIZE_MAX / 2) {
        return NULL;
    }
    pl_arena_block* block = pl_alloc(&arena->allocator, sizeof *block + rounded);
    if (block) {
        *block = (pl_arena_block){.size = rounded};
    }
    return block;
}

void pl_arena_init(pl_arena* arena, const ploy_allocator* allocator, size_t block_bytes)
{
    *arena = (pl_arena){.allocator = pl_allocator_choose(allocator)};
    size_t wanted = block_bytes ? block_bytes : PLOY_DEFAULT_ARENA_BLOCK_BYTES;
    arena->block_bytes = (wanted + 15) & ~(size_t)15;
}

void pl_arena_destroy(pl_arena* arena)
{
    free_blocks(arena, arena->first);
    arena->first = arena->current = NULL;
    arena->total = 0;
}

// The current block or an empty one after it that has room; a new block goes right after the current one.
static pl_arena_block* block_with_room(pl_arena* arena, size_t bytes)
{
    pl_arena_block* block = arena->current;
    if (block && block->size - block->used >= bytes) {
        return block;
    }
    pl_arena_block* next = block ? block->next : arena->first;
    if (next && next->size >= bytes) {
        return next;
    }
    pl_arena_block* fresh = new_block(arena, bytes);
    if (fresh) {
        fresh->next = next;
        *(block ? &block->next : &arena->first) = fresh;
    }
    return fresh;
}

bool pl_arena_reserve(pl_arena* arena, size_t bytes)
{
    return bytes <= SIZE_MAX / 2 && block_with_room(arena, (bytes + 15) & ~(size_t)15) != NULL;
}

void* pl_arena_alloc(pl_arena* arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 2) {
        return NULL;
    }
    size_t rounded = (bytes + 15) & ~(size_t)15;
    pl_arena_block* block = block_with_room(arena, rounded);
    if (!block) {
        return NULL;
    }
    arena->current = block;
    void* memory = block_data(block) + block->used;
    block->used += rounded;
    arena->total += rounded;
    arena->peak = arena->total > arena->peak ? arena->total : arena->peak;
    return memory;
}

void* pl_arena_alloc_zeroed(pl_arena* arena, size_t count, size_t size)
{
    size_t bytes = pl_array_bytes(count, size);
    void* memory = pl_arena_alloc(arena, bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

pl_arena_place pl_arena_mark(const pl_arena* arena)
{
    return (pl_arena_place){arena->current, arena->current ? arena->current->used : 0, arena->total};
}

void pl_arena_rewind(pl_arena* arena, pl_arena_place place)
{
    PL_ASSERT(place.total <= arena->total);
    // Up to the current block and not just while used: a piece of 0 bytes can make an unused block current.
    if (arena->current != place.block) {
        pl_arena_block* end = arena->current->next;
        for (pl_arena_block* block = place.block ? place.block->next : arena->first; block != end;
             block = block->next) {
            block->used = 0;
        }
    }
    if (place.block) {
        place.block->used = place.used;
    }
    arena->current = place.block;
    arena->total = place.total;
}

void pl_arena_reset(pl_arena* arena)
{
    pl_arena_rewind(arena, (pl_arena_place){0});
    if (arena->first && arena->first->next) {
        pl_arena_block* whole = new_block(arena, arena->peak);
        if (whole) {
            free_blocks(arena, arena->first);
            arena->first = whole;
        }
    }
}

static void* resize_in_arena(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    if (new_bytes == 0) return NULL;
    if (memory && new_bytes <= old_bytes) return memory;
    void* moved = pl_arena_alloc(user, new_bytes);
    if (moved && memory) memcpy(moved, memory, old_bytes);
    return moved;
}

ploy_allocator pl_arena_allocator(pl_arena* arena)
{
    return (ploy_allocator){resize_in_arena, arena};
}
