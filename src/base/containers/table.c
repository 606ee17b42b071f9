#include "base/containers/table.h"

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/hash.h"
#include "base/memory.h"

_Static_assert(sizeof(pl_slot) == 8, "eight slots to a cache line");

void pl_table_init(pl_table* table, const ploy_allocator* allocator)
{
    *table = (pl_table){.allocator = pl_allocator_choose(allocator)};
}

void pl_table_destroy(pl_table* table)
{
    PL_DELETE_ARRAY(&table->allocator, table->slots, table->slot_count);
    table->slots = NULL;
    table->slot_count = table->count = 0;
}

void pl_table_clear(pl_table* table)
{
    if (table->slots) {
        memset(table->slots, 0, pl_array_bytes(table->slot_count, sizeof(pl_slot)));
    }
    table->count = 0;
}

// Always below slot_count, so that a probe meets an empty slot.
static uint32_t most_items(uint32_t slot_count)
{
    return slot_count - slot_count / 4 - (slot_count < 4);
}

static void place(pl_slot* slots, uint32_t mask, pl_slot slot)
{
    uint32_t at = slot.tag & mask;
    while (slots[at].item1 != 0) {
        at = (at + 1) & mask;
    }
    slots[at] = slot;
}

bool pl_table_reserve(pl_table* table, uint32_t count)
{
    uint32_t slot_count = table->slot_count ? table->slot_count : 2;
    while (most_items(slot_count) < count) {
        if (slot_count >= (uint32_t)1 << 31) {
            return false;
        }
        slot_count *= 2;
    }
    if (slot_count == table->slot_count) {
        return true;
    }
    pl_slot* slots = PL_NEW_ARRAY(&table->allocator, pl_slot, slot_count);
    if (!slots) {
        return false;
    }
    for (uint32_t i = 0; i < table->slot_count; ++i) {
        if (table->slots[i].item1 != 0) {
            place(slots, slot_count - 1, table->slots[i]);
        }
    }
    PL_DELETE_ARRAY(&table->allocator, table->slots, table->slot_count);
    table->slots = slots;
    table->slot_count = slot_count;
    return true;
}

bool pl_table_add(pl_table* table, uint64_t hash, uint32_t item)
{
    PL_DEBUG_ASSERT(item != PLOY_NONE);
    uint32_t needed = table->slots ? table->count + 1 : PLOY_DEFAULT_TABLE_CAPACITY;
    if ((!table->slots || needed > most_items(table->slot_count)) && !pl_table_reserve(table, needed)) {
        return false;
    }
    place(table->slots, table->slot_count - 1, (pl_slot){(uint32_t)(hash >> 32), item + 1});
    ++table->count;
    return true;
}

static uint32_t slot_of(const pl_table* table, uint64_t hash, uint32_t item)
{
    uint32_t mask = table->slot_count - 1;
    uint32_t at = (uint32_t)(hash >> 32) & mask;
    while (table->slots[at].item1 != item + 1) {
        PL_ASSERT(table->slots[at].item1 != 0);
        at = (at + 1) & mask;
    }
    return at;
}

void pl_table_remove(pl_table* table, uint64_t hash, uint32_t item)
{
    PL_ASSERT(table->count > 0);
    uint32_t mask = table->slot_count - 1;
    uint32_t gap = slot_of(table, hash, item);
    for (uint32_t at = (gap + 1) & mask; table->slots[at].item1 != 0; at = (at + 1) & mask) {
        uint32_t home = table->slots[at].tag & mask;
        // Only a slot whose home is not between the gap and itself may move back into the gap.
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            table->slots[gap] = table->slots[at];
            gap = at;
        }
    }
    table->slots[gap] = (pl_slot){0};
    --table->count;
}

void pl_table_replace(pl_table* table, uint64_t hash, uint32_t old, uint32_t item)
{
    PL_ASSERT(table->count > 0);
    table->slots[slot_of(table, hash, old)].item1 = item + 1;
}

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

static uint32_t find_entry(const pl_map* map, uint64_t key)
{
    pl_probe probe = pl_probe_begin(&map->table, pl_hash_mix(key));
    uint32_t i = pl_probe_next(&map->table, &probe);
    while (i != PLOY_NONE && map->entries.data[i].key != key) {
        i = pl_probe_next(&map->table, &probe);
    }
    return i;
}

uint32_t pl_map_get(const pl_map* map, uint64_t key)
{
    uint32_t i = find_entry(map, key);
    return i == PLOY_NONE ? PLOY_NONE : map->entries.data[i].value;
}

bool pl_map_set(pl_map* map, uint64_t key, uint32_t value)
{
    uint32_t i = find_entry(map, key);
    if (i != PLOY_NONE) {
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
    uint32_t i = find_entry(map, key);
    if (i == PLOY_NONE) {
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
