// A hash table from a hash to a 32-bit item, with open addressing. The owner holds the keys and compares them:
//
//   pl_probe probe = pl_probe_begin(&table, hash);
//   for (uint32_t i; (i = pl_probe_next(&table, &probe)) != PLOY_NONE;)
//       if (keys[i] == key) return i;
//
// A slot holds half of the hash and the item plus one, 8 bytes in all. That half is enough to place the slot in a
// larger table, so growing never needs the keys. The table is at most 3/4 full. Removal shifts slots back, so there are
// no tombstones, and the order of slots affects no result.

#ifndef PL_BASE_CONTAINERS_TABLE_H
#define PL_BASE_CONTAINERS_TABLE_H

#include <ploy/base.h>

#include "base/containers/array.h"

typedef struct pl_slot
{
    uint32_t tag;
    uint32_t item1; ///< 0: empty
} pl_slot;

typedef struct pl_table
{
    ploy_allocator allocator;
    pl_slot* slots;
    uint32_t slot_count; ///< a power of two, or 0
    uint32_t count;
} pl_table;

void pl_table_init(pl_table* table, const ploy_allocator* allocator);
void pl_table_destroy(pl_table* table);

/// Makes room for `count` items in all; false when out of memory.
bool pl_table_reserve(pl_table* table, uint32_t count);

/// The key must not be in the table yet, and item not be PLOY_NONE. false when out of memory.
bool pl_table_add(pl_table* table, uint64_t hash, uint32_t item);

/// The item must be in the table with this hash.
void pl_table_remove(pl_table* table, uint64_t hash, uint32_t item);

/// Replaces `old`, which must be in the table with this hash, by item.
void pl_table_replace(pl_table* table, uint64_t hash, uint32_t old, uint32_t item);

/// Removes the items, keeps the memory.
void pl_table_clear(pl_table* table);

typedef struct pl_probe
{
    uint32_t tag;
    uint32_t at;
} pl_probe;

static inline pl_probe pl_probe_begin(const pl_table* table, uint64_t hash)
{
    uint32_t tag = (uint32_t)(hash >> 32);
    return (pl_probe){tag, table->slot_count ? tag & (table->slot_count - 1) : 0};
}

/// The next item whose tag fits, or PLOY_NONE. The table must not change in between.
static inline uint32_t pl_probe_next(const pl_table* table, pl_probe* probe)
{
    if (table->slot_count == 0) {
        return PLOY_NONE;
    }
    for (;;) {
        pl_slot slot = table->slots[probe->at];
        if (slot.item1 == 0) {
            return PLOY_NONE;
        }
        probe->at = (probe->at + 1) & (table->slot_count - 1);
        if (slot.tag == probe->tag) {
            return slot.item1 - 1;
        }
    }
}

/// A map from 64-bit keys to 32-bit values. Entries lie densely in the order of insertion (removal moves the last one
/// into the gap), so iterating over a map is deterministic.
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

/// The value, or PLOY_NONE.
uint32_t pl_map_get(const pl_map* map, uint64_t key);

/// Adds or overwrites; false: out of memory, nothing has changed.
bool pl_map_set(pl_map* map, uint64_t key, uint32_t value);

/// false: there was no such key.
bool pl_map_remove(pl_map* map, uint64_t key);

void pl_map_clear(pl_map* map);

#endif
