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

uint64_t* pl_last_args_of(pl_last_args* last, uint32_t kind, uint32_t agent, uint64_t index)
{
    uint64_t key = (uint64_t)kind << 48 | (index & 0xFFFF) << 32 | agent;
    uint32_t* near = &last->near[(kind << 4 ^ agent ^ (uint32_t)index * 67) & (PL_LAST_ARGS_NEAR - 1)];
    bool is_near = *near > 0 && last->entries.data[*near - 1].key == key;
    uint32_t at = is_near ? *near - 1 : find(last, key);
    if (at == PL_NONE) return NULL;
    *near = at + 1;
    pl_last_args_entry* entry = &last->entries.data[at];
    if (entry->block != last->block) {
        memset(entry->args, 0, sizeof entry->args);
        entry->block = last->block;
    }
    return entry->args;
}
