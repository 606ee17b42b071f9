#include "base/containers/map.h"

#include "base/hash.h"

void pl_map_init(pl_map* map, const ploy_allocator* allocator)
{
    *map = (pl_map){0};
    pl_table_init(&map->table, allocator);
}

void pl_map_destroy(pl_map* map)
{
    PL_ARRAY_FREE(&map->entries, &map->table.allocator);
    pl_table_destroy(&map->table);
}

bool pl_map_reserve(pl_map* map, uint32_t count)
{
    return pl_table_reserve(&map->table, count) && PL_ARRAY_RESERVE(&map->entries, &map->table.allocator, count);
}

static uint32_t find(const pl_map* map, uint64_t key)
{
    pl_probe probe = pl_probe_begin(&map->table, pl_hash_mix(key));
    uint32_t i = pl_probe_next(&map->table, &probe);
    while (i != PL_NONE && map->entries.data[i].key != key) {
        i = pl_probe_next(&map->table, &probe);
    }
    return i;
}

uint32_t pl_map_get(const pl_map* map, uint64_t key)
{
    uint32_t i = find(map, key);
    return i == PL_NONE ? PL_NONE : map->entries.data[i].value;
}

bool pl_map_set(pl_map* map, uint64_t key, uint32_t value)
{
    uint32_t i = find(map, key);
    if (i != PL_NONE) {
        map->entries.data[i].value = value;
        return true;
    }
    uint32_t count = map->entries.count;
    if (!PL_ARRAY_RESERVE(&map->entries, &map->table.allocator, count + 1) ||
        !pl_table_add(&map->table, pl_hash_mix(key), count)) {
        return false;
    }
    map->entries.data[map->entries.count++] = (pl_map_entry){key, value};
    return true;
}

bool pl_map_remove(pl_map* map, uint64_t key)
{
    uint32_t i = find(map, key);
    if (i == PL_NONE) {
        return false;
    }
    pl_table_remove(&map->table, pl_hash_mix(key), i);
    pl_map_entry last = PL_ARRAY_POP(&map->entries);
    if (i != map->entries.count) {
        pl_table_replace(&map->table, pl_hash_mix(last.key), map->entries.count, i);
        map->entries.data[i] = last;
    }
    return true;
}

void pl_map_clear(pl_map* map)
{
    pl_table_clear(&map->table);
    PL_ARRAY_CLEAR(&map->entries);
}
