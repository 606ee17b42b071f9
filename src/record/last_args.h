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

/// Four arguments to compare with and then to overwrite; NULL when out of memory. Valid until the next call. index is 0
/// for kinds that are no lists.
uint64_t* pl_last_args_of(pl_last_args* last, uint32_t kind, uint32_t agent, uint64_t index);

static inline bool pl_is_list(const char* first_arg)
{
    return strcmp(first_arg, "index") == 0;
}

#endif
