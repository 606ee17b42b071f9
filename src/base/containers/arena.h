// A bump allocator for scratch: many small pieces, given back all at once or down to a mark.
//
//   first             current
//   [####|####|##] -> [####|##......] -> [............] -> NULL
//                          ^ used          kept for later
//
// It learns its peak: a reset after more than one block was needed replaces them by one block that holds the peak, so
// that a warm arena neither allocates nor walks. Blocks never move, so a pointer is good until its reset or rewind.

#ifndef PL_BASE_CONTAINERS_ARENA_H
#define PL_BASE_CONTAINERS_ARENA_H

#include <ploy/base.h>

typedef struct pl_arena_block pl_arena_block;

typedef struct pl_arena
{
    ploy_allocator allocator;
    pl_arena_block* first;
    pl_arena_block* current;
    size_t block_bytes;
    size_t total; ///< bytes in use now
    size_t peak;  ///< the most ever in use
} pl_arena;

typedef struct pl_arena_place
{
    pl_arena_block* block;
    size_t used;
    size_t total;
} pl_arena_place;

/// block_bytes 0: the default. Takes no memory yet.
void pl_arena_init(pl_arena* arena, const ploy_allocator* allocator, size_t block_bytes);
void pl_arena_destroy(pl_arena* arena);

/// Makes sure that the next allocations of at most bytes in sum (each rounded up to 16) take no memory.
bool pl_arena_reserve(pl_arena* arena, size_t bytes);

/// Aligned to 16, not zeroed; NULL when out of memory. 0 bytes give a valid pointer to nothing.
void* pl_arena_alloc(pl_arena* arena, size_t bytes);

pl_arena_place pl_arena_mark(const pl_arena* arena);

/// Gives back all that was allocated since the mark. Marks nest.
void pl_arena_rewind(pl_arena* arena, pl_arena_place place);

/// Gives back everything, and may merge the blocks.
void pl_arena_reset(pl_arena* arena);

/// count zero-initialised T from an arena.
#define PL_ARENA_ARRAY(arena, T, count) ((T*)pl_arena_alloc_zeroed(arena, count, sizeof(T)))
void* pl_arena_alloc_zeroed(pl_arena* arena, size_t count, size_t size);

#endif
