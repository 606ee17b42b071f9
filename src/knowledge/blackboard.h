// A board: one block of memory that never moves or grows.
//
//   head | value of each slot, 8 bytes | a bit a slot: set | version of each slot, 4 bytes
//
// Stamps. A key read through the chain ends at the holder, the nearest board that has it set. Its stamp is the holder's
// scope (0: none) above the sum of the key's versions on all boards up to the holder, so writes beyond it do not show,
// and as long as the holder stays the same the sum only grows. A new parent brings other versions: `past` of the child
// then grows by all that the old parents' sums can have been, and counts whenever a read goes on beyond the child. So
// no stamp comes back.

#ifndef PL_KNOWLEDGE_BLACKBOARD_H
#define PL_KNOWLEDGE_BLACKBOARD_H

#include <ploy/blackboard.h>
#include <ploy/stream.h>

#include "base/containers/bitset.h"
#include "base/hash.h"
#include "knowledge/blackboard_keys.h"
#include "knowledge/observers.h"

struct ploy_blackboard
{
    ploy_blackboard_keys* keys;
    ploy_blackboard* parent;
    pl_observers* observers; ///< NULL until somebody subscribes
    uint64_t version;
    uint64_t past;
    uint32_t agent;
    uint32_t child_count;
    uint16_t slot_count;
    uint8_t scope;
    int64_t cells[];
};

static inline int64_t* pl_cells_values(ploy_blackboard* blackboard)
{
    return blackboard->cells;
}

static inline uint64_t* pl_cells_set(ploy_blackboard* blackboard)
{
    return (uint64_t*)(blackboard->cells + blackboard->slot_count);
}

static inline uint32_t* pl_cells_versions(ploy_blackboard* blackboard)
{
    return (uint32_t*)(pl_cells_set(blackboard) + pl_bits_words(blackboard->slot_count));
}

/// Above this a stamp of a key has the holder's scope plus one.
#define PL_STAMP_SCOPE 56

/// As ploy_blackboard_get, ploy_blackboard_stamp and ploy_blackboard_stamp_all, without a call where the board itself holds the key.
static inline int64_t pl_blackboard_read(const ploy_blackboard* blackboard, uint32_t key)
{
    uint16_t slot = blackboard->keys->list.data[key].slots[blackboard->scope];
    const uint64_t* set = (const uint64_t*)(blackboard->cells + blackboard->slot_count);
    if (slot != PL_NO_SLOT && (set[slot / 64] >> slot % 64 & 1)) return blackboard->cells[slot];
    return ploy_blackboard_get(blackboard, key);
}

static inline uint64_t pl_blackboard_stamp(const ploy_blackboard* blackboard, uint32_t key)
{
    uint16_t slot = blackboard->keys->list.data[key].slots[blackboard->scope];
    const uint64_t* set = (const uint64_t*)(blackboard->cells + blackboard->slot_count);
    if (slot == PL_NO_SLOT || !(set[slot / 64] >> slot % 64 & 1)) return ploy_blackboard_stamp(blackboard, key);
    const uint32_t* versions = (const uint32_t*)(set + pl_bits_words(blackboard->slot_count));
    return versions[slot] | (uint64_t)(blackboard->scope + 1) << PL_STAMP_SCOPE;
}

static inline uint64_t pl_blackboard_stamp_all(const ploy_blackboard* blackboard)
{
    uint64_t sum = 0;
    for (; blackboard; blackboard = blackboard->parent) {
        sum += blackboard->version + blackboard->past;
    }
    return sum;
}

/// Writes all that the blackboard holds, its versions too, so that stamps saved along with it stay good.
void pl_blackboard_save(const ploy_blackboard* blackboard, ploy_writer* writer);
/// Reads it back into a blackboard of the same keys and scope. No observer is called. PLOY_INVALID: not such a save; the
/// blackboard is unchanged and the reader has failed.
ploy_status pl_blackboard_restore(ploy_blackboard* blackboard, ploy_reader* reader);
/// Sets the parent that a saved blackboard had: unlike pl_blackboard_set_parent it changes no stamp.
void pl_blackboard_restore_parent(ploy_blackboard* blackboard, ploy_blackboard* parent);

/// What must come out the same: values, and which are set.
void pl_cells_digest(const ploy_blackboard* blackboard, pl_digest* digest);

#endif
