// A map from 64-bit keys to 32-bit values. Entries lie densely in the order of insertion (removal moves the last one
// into the gap), so iterating over a map is deterministic.

#ifndef PL_BASE_CONTAINERS_MAP_H
#define PL_BASE_CONTAINERS_MAP_H

#include <ploy/base.h>

#include "base/containers/array.h"
#include "base/containers/table.h"

typedef struct pl_map_entry
{
    uint64_t key;
    uint32_t value;
} pl_map_entry;

typedef struct pl_map
{
    pl_table table;
    PL_ARRAY(pl_map_entry) entries;
} pl_map;

void pl_map_init(pl_map* map, const ploy_allocator* allocator);
void pl_map_destroy(pl_map* map);
bool pl_map_reserve(pl_map* map, uint32_t count);

/// The value, or PL_NONE.
uint32_t pl_map_get(const pl_map* map, uint64_t key);

/// Adds or overwrites; false: out of memory, nothing has changed.
bool pl_map_set(pl_map* map, uint64_t key, uint32_t value);

/// false: there was no such key.
bool pl_map_remove(pl_map* map, uint64_t key);

void pl_map_clear(pl_map* map);

#endif
