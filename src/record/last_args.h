// The arguments of the last event of each kind and agent in a block: what the next one is written as a difference to.
// Kinds whose first argument is called "index" are lists: each index has its own last event.
// A new block forgets all of them at once, by number.

#ifndef PL_RECORD_LAST_ARGS_H
#define PL_RECORD_LAST_ARGS_H

#include <string.h>

#include "base/array.h"
#include "base/map.h"

enum
{
    PL_LAST_ARGS_NEAR = 1024, ///< a power of two
};

typedef struct pl_last_args_entry
{
    uint64_t key;
    uint64_t args[4];
    uint64_t block;
} pl_last_args_entry;

typedef struct pl_last_args
{
    pl_map map;                       ///< kind, index and agent to entry
    uint32_t near[PL_LAST_ARGS_NEAR]; ///< entries plus one that were asked for lately: most are there
    PL_ARRAY(pl_last_args_entry) entries;
    uint64_t block;
    ploy_allocator allocator;
} pl_last_args;

void pl_last_args_init(pl_last_args* last, const ploy_allocator* allocator);
void pl_last_args_destroy(pl_last_args* last);

/// Zeros for all from now on.
static inline void pl_last_args_forget(pl_last_args* last)
{
    ++last->block;
}

static inline uint64_t* pl_last_args_fresh(pl_last_args* last, uint32_t at)
{
    pl_last_args_entry* entry = &last->entries.data[at];
    if (entry->block != last->block) {
        memset(entry->args, 0, sizeof entry->args);
        entry->block = last->block;
    }
    return entry->args;
}

/// The way about for what is not near.
uint64_t* pl_last_args_find(pl_last_args* last, uint64_t key, uint32_t* near);

/// Four arguments to compare with and then to overwrite; NULL when out of memory. Valid until the next call. index is 0
/// for kinds that are no lists.
static inline uint64_t* pl_last_args_of(pl_last_args* last, uint32_t kind, uint32_t agent, uint64_t index)
{
    uint64_t key = (uint64_t)kind << 48 | (index & 0xFFFF) << 32 | agent;
    uint32_t* near = &last->near[(kind << 4 ^ agent ^ (uint32_t)index * 67) & (PL_LAST_ARGS_NEAR - 1)];
    bool is_near = *near > 0 && last->entries.data[*near - 1].key == key;
    return is_near ? pl_last_args_fresh(last, *near - 1) : pl_last_args_find(last, key, near);
}

static inline bool pl_is_list(const char* first_arg)
{
    return strcmp(first_arg, "index") == 0;
}

#endif
