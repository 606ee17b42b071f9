// The arguments of the last event of each kind and agent in a block: what the next one is written as a difference to.
// Kinds whose first argument is called "index" are lists: each index has its own last event.
// An open table whose entries carry the number of their block: those of another block count as free, so that a new
// block forgets all of them at once.

#ifndef PL_RECORD_RECORDING_LAST_ARGS_H
#define PL_RECORD_RECORDING_LAST_ARGS_H

#include <string.h>

#include <ploy/base.h>

typedef struct pl_last_args_entry
{
    uint64_t key; ///< kind, index and agent
    uint64_t args[4];
    uint64_t block;
} pl_last_args_entry;

typedef struct pl_last_args
{
    pl_last_args_entry* entries;
    uint32_t bits;  ///< of a place: there are 2^bits entries, none before the first event
    uint32_t count; ///< of this block
    uint64_t block; ///< from 1
    ploy_allocator allocator;
} pl_last_args;

void pl_last_args_init(pl_last_args* last, const ploy_allocator* allocator);
void pl_last_args_destroy(pl_last_args* last);

/// Zeros for all from now on.
static inline void pl_last_args_forget(pl_last_args* last)
{
    ++last->block;
    last->count = 0;
}

/// The entry of the key, or the free one where it goes. There must be a free one.
static inline pl_last_args_entry* pl_last_args_probe(const pl_last_args* last, uint64_t key)
{
    uint64_t mask = (UINT64_C(1) << last->bits) - 1;
    uint64_t at = key * 0x9E3779B97F4A7C15u >> (64 - last->bits);
    while (last->entries[at].block == last->block && last->entries[at].key != key) at = (at + 1) & mask;
    return &last->entries[at];
}

/// Makes an entry, with zeros; NULL when out of memory.
uint64_t* pl_last_args_add(pl_last_args* last, uint64_t key);

/// Four arguments to compare with and then to overwrite; NULL when out of memory. Valid until the next call. index is 0
/// for kinds that are no lists.
static inline uint64_t* pl_last_args_of(pl_last_args* last, uint32_t kind, uint32_t agent, uint64_t index)
{
    uint64_t key = (uint64_t)kind << 48 | (index & 0xFFFF) << 32 | agent;
    if (last->count == 0) return pl_last_args_add(last, key);
    pl_last_args_entry* entry = pl_last_args_probe(last, key);
    return entry->block == last->block ? entry->args : pl_last_args_add(last, key);
}

static inline bool pl_is_list(const char* first_arg)
{
    return strcmp(first_arg, "index") == 0;
}

#endif
