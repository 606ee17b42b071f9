#include "record/last_args.h"

#include "base/index.h"

void pl_last_args_init(pl_last_args* last, const ploy_allocator* allocator)
{
    *last = (pl_last_args){.allocator = *allocator};
    pl_map_init(&last->map, allocator);
}

void pl_last_args_destroy(pl_last_args* last)
{
    pl_map_destroy(&last->map);
    PL_ARRAY_FREE(&last->entries, &last->allocator);
}

static uint32_t add(pl_last_args* last, uint64_t key)
{
    uint32_t index = last->entries.count;
    if (!PL_ARRAY_RESERVE(&last->entries, &last->allocator, index + 1)) return PL_NONE;
    if (!pl_map_set(&last->map, key, index)) return PL_NONE;
    last->entries.data[last->entries.count++] = (pl_last_args_entry){.key = key, .block = last->block};
    return index;
}

static uint32_t find(pl_last_args* last, uint64_t key)
{
    uint32_t at = pl_map_get(&last->map, key);
    return at == PL_NONE ? add(last, key) : at;
}

uint64_t* pl_last_args_find(pl_last_args* last, uint64_t key, uint32_t* near)
{
    uint32_t at = find(last, key);
    if (at == PL_NONE) return NULL;
    *near = at + 1;
    return pl_last_args_fresh(last, at);
}
