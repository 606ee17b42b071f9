// An arena: a bump allocator for scratch memory, freed all at once or back to a mark.
//
//   first             current
//   [####|####|##] -> [####|##......] -> [............] -> NULL
//                          ^ used          kept for later
//
// It learns its peak: a reset after more than one block was needed replaces the blocks by one that holds the peak, so a
// warm arena neither allocates nor walks. Blocks never move: a pointer is valid until its reset or rewind.

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
    size_t peak;  ///< the highest total so far
} pl_arena;

typedef struct pl_arena_place
{
    pl_arena_block* block;
    size_t used;
    size_t total;
} pl_arena_place;

/// block_bytes 0: the default. Allocates nothing yet.
void pl_arena_init(pl_arena* arena, const ploy_allocator* allocator, size_t block_bytes);
void pl_arena_destroy(pl_arena* arena);

/// Makes room for allocations of `bytes` in total, each rounded up to 16. false: out of memory.
bool pl_arena_reserve(pl_arena* arena, size_t bytes);

/// Aligned to 8 bytes, not zeroed; NULL when out of memory. For 0 bytes it returns a valid pointer.
void* pl_arena_alloc(pl_arena* arena, size_t bytes);

pl_arena_place pl_arena_mark(const pl_arena* arena);

/// Frees everything that was allocated since the mark. Marks nest.
void pl_arena_rewind(pl_arena* arena, pl_arena_place place);

/// Frees everything, and may merge the blocks.
void pl_arena_reset(pl_arena* arena);

/// `count` zeroed T from an arena.
#define PL_ARENA_ARRAY(arena, T, count) ((T*)pl_arena_alloc_zeroed(arena, count, sizeof(T)))
void* pl_arena_alloc_zeroed(pl_arena* arena, size_t count, size_t size);

/// An allocator that takes from an arena and frees nothing until the arena is reset: for an object that is built again
/// and again in the same memory. What grows leaves its old place behind.
ploy_allocator pl_arena_allocator(pl_arena* arena);

#endif
