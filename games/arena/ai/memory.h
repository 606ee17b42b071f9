// The caller's allocator in two words.

#ifndef ARENA_AI_MEMORY_H
#define ARENA_AI_MEMORY_H

#include <ploy/base.h>

/// Zeroed; NULL when there is none, or for more bytes than there can be.
void* arena_take(const ploy_allocator* allocator, size_t count, size_t bytes);
/// NULL is allowed.
void arena_give(const ploy_allocator* allocator, void* memory, size_t count, size_t bytes);

#endif
