// What can stand on boards, shared by all boards: types, initial values, and where on a board of each scope a key lies.
// Boards of a scope hold only the keys that the scope may hold, densely, so a hundred thousand agents do not pay for
// the world's keys.

#ifndef PL_KNOWLEDGE_BLACKBOARD_KEYS_H
#define PL_KNOWLEDGE_BLACKBOARD_KEYS_H

#include <ploy/blackboard.h>
#include <ploy/memory.h>

#include "base/containers/array.h"
#include "base/containers/names.h"

#define PL_NO_SLOT UINT16_MAX

typedef struct pl_key
{
    int64_t initial;
    uint16_t slots[PLOY_SCOPE_COUNT]; ///< PL_NO_SLOT: boards of the scope cannot hold it
    uint8_t type;
    bool is_restless;
} pl_key;

struct ploy_blackboard_keys
{
    ploy_allocator allocator;
    const ploy_trace* trace;
    pl_names names; ///< the id of a name is the key
    PL_ARRAY(pl_key) list;
    uint16_t slot_counts[PLOY_SCOPE_COUNT];
    uint64_t fingerprint; ///< of all keys in their order: what tells saves of other keys
    uint32_t board_count;
    bool is_fixed; ///< a board has been made
};

static inline const pl_key* pl_blackboard_key(const ploy_blackboard_keys* keys, uint32_t key)
{
    PL_ASSERT(key < keys->list.count);
    return &keys->list.data[key];
}

#endif
