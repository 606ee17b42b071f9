#include "knowledge/blackboard.h"

#include "base/hints.h"
#include "trace/emit.h"

static ploy_blackboard_def blackboard_with_defaults(const ploy_blackboard_def* given)
{
    ploy_blackboard_def def = given ? *given : (ploy_blackboard_def){0};
    PL_DEFAULT(def.scope, PLOY_SCOPE_AGENT);
    return def;
}

// Life.

static size_t board_bytes(uint32_t slots)
{
    return sizeof(ploy_blackboard) + (size_t)slots * (sizeof(int64_t) + sizeof(uint32_t)) +
           (size_t)pl_bits_words(slots) * 8;
}

static void join(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    PL_ASSERT(!parent || (parent->keys == blackboard->keys && parent->scope > blackboard->scope));
    blackboard->parent = parent;
    if (parent) {
        ++parent->child_count;
    }
}

ploy_blackboard* ploy_blackboard_create(const ploy_blackboard_def* given)
{
    ploy_blackboard_def full = blackboard_with_defaults(given);
    const ploy_blackboard_def* def = &full;
    PL_ASSERT(def->keys && def->scope < PLOY_SCOPE_COUNT);
    ploy_blackboard_keys* keys = def->keys;
    uint16_t slots = keys->slot_counts[def->scope];
    ploy_blackboard* blackboard = pl_alloc_zeroed(&keys->allocator, board_bytes(slots));
    if (!blackboard) {
        return NULL;
    }
    *blackboard =
        (ploy_blackboard){.keys = keys, .agent = def->agent, .slot_count = slots, .scope = (uint8_t)def->scope};
    join(blackboard, def->parent);
    keys->is_fixed = true;
    ++keys->board_count;
    return blackboard;
}

static void leave(ploy_blackboard* blackboard)
{
    if (blackboard->parent) {
        --blackboard->parent->child_count;
    }
}

void ploy_blackboard_destroy(ploy_blackboard* blackboard)
{
    if (!blackboard) {
        return;
    }
    PL_ASSERT(blackboard->child_count == 0);
    ploy_blackboard_keys* keys = blackboard->keys;
    pl_observers_destroy(blackboard->observers);
    leave(blackboard);
    --keys->board_count;
    pl_free(&keys->allocator, blackboard, board_bytes(blackboard->slot_count));
}

void ploy_blackboard_set_parent(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    if (parent == blackboard->parent) {
        return;
    }
    blackboard->past += 1 + (blackboard->parent ? ploy_blackboard_stamp_all(blackboard->parent) : 0);
    leave(blackboard);
    join(blackboard, parent);
}

void pl_blackboard_restore_parent(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    leave(blackboard);
    join(blackboard, parent);
}

ploy_blackboard* ploy_blackboard_parent(const ploy_blackboard* blackboard)
{
    return blackboard->parent;
}

// Reading. The cells are not const to their own board, only through this pointer.

static uint16_t slot_of(const ploy_blackboard* blackboard, uint32_t key)
{
    return pl_blackboard_key(blackboard->keys, key)->slots[blackboard->scope];
}

static bool has(const ploy_blackboard* blackboard, uint16_t slot)
{
    return slot != PL_NO_SLOT && pl_bits_test(pl_cells_set((ploy_blackboard*)blackboard), slot);
}

const ploy_blackboard* ploy_blackboard_holder(const ploy_blackboard* blackboard, uint32_t key)
{
    const uint16_t* slots = pl_blackboard_key(blackboard->keys, key)->slots;
    while (blackboard && !has(blackboard, slots[blackboard->scope])) {
        blackboard = blackboard->parent;
    }
    return blackboard;
}

int64_t ploy_blackboard_get(const ploy_blackboard* blackboard, uint32_t key)
{
    const pl_key* known = pl_blackboard_key(blackboard->keys, key);
    const ploy_blackboard* holder = ploy_blackboard_holder(blackboard, key);
    return holder ? holder->cells[known->slots[holder->scope]] : known->initial;
}

// Changed since.

uint64_t ploy_blackboard_stamp(const ploy_blackboard* blackboard, uint32_t key)
{
    const uint16_t* slots = pl_blackboard_key(blackboard->keys, key)->slots;
    uint64_t sum = 0;
    for (; blackboard; blackboard = blackboard->parent) {
        uint16_t slot = slots[blackboard->scope];
        sum += slot == PL_NO_SLOT ? 0 : pl_cells_versions((ploy_blackboard*)blackboard)[slot];
        if (has(blackboard, slot)) {
            return sum | (uint64_t)(blackboard->scope + 1) << PL_STAMP_SCOPE;
        }
        sum += blackboard->past;
    }
    return sum;
}

uint64_t ploy_blackboard_stamp_all(const ploy_blackboard* blackboard)
{
    uint64_t sum = 0;
    for (; blackboard; blackboard = blackboard->parent) {
        sum += blackboard->version + blackboard->past;
    }
    return sum;
}

uint64_t ploy_blackboard_version(const ploy_blackboard* blackboard)
{
    return blackboard->version;
}

// Writing.

PL_NO_INLINE static void tell(ploy_blackboard* blackboard, uint32_t key, uint16_t slot, bool is_set)
{
    PL_TRACE_UNLESS(pl_blackboard_key(blackboard->keys, key)->is_restless, blackboard->keys->trace, BLACKBOARD_WRITTEN,
                    blackboard->agent, blackboard->scope, key, (uint64_t)blackboard->cells[slot], is_set);
    if (blackboard->observers) {
        pl_observers_notify(blackboard->observers, blackboard, key, slot);
    }
}

static ploy_status write(ploy_blackboard* blackboard, uint32_t key, bool is_set, int64_t value)
{
    uint16_t slot = slot_of(blackboard, key);
    if (slot == PL_NO_SLOT) {
        return PLOY_NOT_SUPPORTED;
    }
    int64_t* cell = &pl_cells_values(blackboard)[slot];
    if (has(blackboard, slot) == is_set && *cell == value) {
        return PLOY_ALREADY;
    }
    *cell = value;
    if (is_set) {
        pl_bits_set(pl_cells_set(blackboard), slot);
    } else {
        pl_bits_clear(pl_cells_set(blackboard), slot);
    }
    ++pl_cells_versions(blackboard)[slot];
    ++blackboard->version;
    if (blackboard->keys->trace || blackboard->observers) {
        tell(blackboard, key, slot, is_set);
    }
    return PLOY_OK;
}

ploy_status ploy_blackboard_set(ploy_blackboard* blackboard, uint32_t key, int64_t value)
{
    PL_ASSERT(pl_blackboard_key(blackboard->keys, key)->type != PLOY_VALUE_BOOL || value == 0 || value == 1);
    return write(blackboard, key, true, value);
}

// The cell of a key that is not set is 0, so that boards that hold the same are the same.
ploy_status ploy_blackboard_unset(ploy_blackboard* blackboard, uint32_t key)
{
    return write(blackboard, key, false, 0);
}

// Observers.

ploy_status ploy_blackboard_subscribe(ploy_blackboard* blackboard, uint32_t key, ploy_blackboard_fn* call, void* user,
                                      ploy_observer_id* id)
{
    PL_ASSERT(call);
    uint32_t slot = key == PLOY_NONE ? blackboard->slot_count : slot_of(blackboard, key);
    if (slot == PL_NO_SLOT) {
        return PLOY_NOT_SUPPORTED;
    }
    if (!blackboard->observers) {
        blackboard->observers = pl_observers_create(&blackboard->keys->allocator, blackboard->slot_count);
    }
    pl_id made = blackboard->observers ? pl_observers_add(blackboard->observers, slot, call, user) : (pl_id){0};
    if (id) {
        *id = (ploy_observer_id){made.index1, made.generation};
    }
    return pl_id_is_null(made) ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

ploy_status ploy_blackboard_unsubscribe(ploy_blackboard* blackboard, ploy_observer_id id)
{
    bool was_there =
        blackboard->observers && pl_observers_remove(blackboard->observers, (pl_id){id.index1, id.generation});
    return was_there ? PLOY_OK : PLOY_NOT_FOUND;
}

uint32_t ploy_blackboard_observer_count(const ploy_blackboard* blackboard)
{
    return blackboard->observers ? pl_observers_count(blackboard->observers) : 0;
}

void pl_cells_digest(const ploy_blackboard* blackboard, pl_digest* digest)
{
    for (uint32_t slot = 0; slot < blackboard->slot_count; ++slot) {
        pl_digest_add(digest, has(blackboard, (uint16_t)slot));
        pl_digest_add(digest, (uint64_t)blackboard->cells[slot]);
    }
}
