#ifndef PL_BASE_CONTAINERS_ARENA_ALLOCATOR_H
#define PL_BASE_CONTAINERS_ARENA_ALLOCATOR_H

#include "base/containers/arena.h"

/// An allocator that takes from an arena and gives nothing back until the arena is reset: for something whole that is
/// made again and again in the same memory. What grows leaves its old place behind.
ploy_allocator pl_arena_allocator(pl_arena* arena);

#endif
