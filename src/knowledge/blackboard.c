#include "knowledge/blackboard.h"

#include <string.h>

#include "base/check.h"
#include "trace/emit.h"

// Keys.

#define MAX_KEYS (PL_NO_SLOT - 1)
#define ALL_SCOPES ((1u << PLOY_SCOPE_COUNT) - 1)

ploy_blackboard_keys* ploy_blackboard_keys_create(const ploy_blackboard_keys_def* def)
{
    ploy_allocator allocator = pl_allocator_choose(def ? &def->allocator : NULL);
    ploy_blackboard_keys* keys = PL_NEW(&allocator, ploy_blackboard_keys);
    if (keys) {
        keys->allocator = allocator;
        keys->trace = def ? def->trace : NULL;
        pl_names_init(&keys->names, &keys->allocator);
    }
    return keys;
}

void ploy_blackboard_keys_destroy(ploy_blackboard_keys* keys)
{
    if (!keys) {
        return;
    }
    PL_ASSERT(keys->blackboard_count == 0);
    ploy_allocator allocator = keys->allocator;
    PL_ARRAY_FREE(&keys->list, &allocator);
    pl_names_destroy(&keys->names);
    PL_DELETE(&allocator, keys);
}

static bool key_is_valid(const ploy_blackboard_keys* keys, const ploy_key_def* def)
{
    bool is_named = def->name && def->name[0] && ploy_blackboard_keys_find(keys, def->name) == PLOY_NONE;
    bool fits_type = def->type != PLOY_VALUE_BOOL || def->initial == 0 || def->initial == 1;
    return is_named && fits_type && (uint32_t)def->type <= PLOY_VALUE_OBJECT && (def->scopes & ALL_SCOPES) != 0;
}

static void add_to_fingerprint(ploy_blackboard_keys* keys, const ploy_key_def* def)
{
    pl_digest digest = {keys->fingerprint};
    pl_digest_add_bytes(&digest, def->name, strlen(def->name));
    pl_digest_add(&digest, (uint64_t)def->type);
    pl_digest_add(&digest, def->scopes & ALL_SCOPES);
    keys->fingerprint = digest.value;
}

ploy_status ploy_blackboard_keys_add(ploy_blackboard_keys* keys, const ploy_key_def* given, uint32_t* key)
{
    PL_NEED(keys, PLOY_INVALID);
    PL_NEED_NAMED("def", NULL, given, PLOY_INVALID);
    ploy_key_def def = given ? *given : (ploy_key_def){0};
    PL_DEFAULT(def.scopes, ALL_SCOPES);
    if (keys->is_fixed) {
        return PLOY_NOT_SUPPORTED;
    }
    if (!key_is_valid(keys, &def)) {
        return PLOY_INVALID;
    }
    if (keys->list.count == MAX_KEYS) {
        return PLOY_FULL;
    }
    // The name comes last: once it is in, nothing can fail, and its id is the key.
    if (!PL_ARRAY_RESERVE(&keys->list, &keys->allocator, keys->list.count + 1) ||
        pl_names_intern(&keys->names, def.name, strlen(def.name)) == PLOY_NONE) {
        return PLOY_OUT_OF_MEMORY;
    }
    pl_key made = {.initial = def.initial, .type = (uint8_t)def.type, .is_volatile = def.is_volatile};
    for (uint32_t scope = 0; scope < PLOY_SCOPE_COUNT; ++scope) {
        bool holds = (def.scopes >> scope & 1) != 0;
        made.slots[scope] = holds ? keys->slot_counts[scope]++ : PL_NO_SLOT;
    }
    add_to_fingerprint(keys, &def);
    if (key) {
        *key = keys->list.count;
    }
    keys->list.data[keys->list.count++] = made;
    return PLOY_OK;
}

uint32_t ploy_blackboard_keys_count(const ploy_blackboard_keys* keys)
{
    PL_NEED(keys, 0);
    return keys->list.count;
}

uint32_t ploy_blackboard_keys_find(const ploy_blackboard_keys* keys, const char* name)
{
    PL_NEED(keys, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    return pl_names_find(&keys->names, name, strlen(name));
}

const char* ploy_blackboard_keys_name(const ploy_blackboard_keys* keys, uint32_t key)
{
    PL_NEED(keys, "");
    PL_ASSERT(key < keys->list.count);
    return pl_names_text(&keys->names, key);
}

ploy_value_type ploy_blackboard_keys_type(const ploy_blackboard_keys* keys, uint32_t key)
{
    PL_NEED(keys, PLOY_VALUE_BOOL);
    PL_ASSERT(key < keys->list.count);
    return (ploy_value_type)keys->list.data[key].type;
}

// Blackboards: create, destroy, parent.

static size_t blackboard_bytes(uint32_t slots)
{
    return sizeof(ploy_blackboard) + (size_t)slots * (sizeof(int64_t) + sizeof(uint32_t)) +
           (size_t)pl_bits_words(slots) * 8;
}

static void link_parent(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    PL_ASSERT(!parent || (parent->keys == blackboard->keys && parent->scope > blackboard->scope));
    blackboard->parent = parent;
    if (parent) {
        ++parent->child_count;
    }
}

static void unlink_parent(ploy_blackboard* blackboard)
{
    if (blackboard->parent) {
        --blackboard->parent->child_count;
    }
}

ploy_blackboard* ploy_blackboard_create(const ploy_blackboard_def* def)
{
    PL_NEED(def, NULL);
    PL_NEED(def->keys, NULL);
    PL_ASSERT(def->scope < PLOY_SCOPE_COUNT);
    ploy_blackboard_keys* keys = def->keys;
    uint32_t scope = def->scope ? def->scope : PLOY_SCOPE_AGENT;
    uint16_t slots = keys->slot_counts[scope];
    ploy_blackboard* blackboard = pl_alloc_zeroed(&keys->allocator, blackboard_bytes(slots));
    if (!blackboard) {
        return NULL;
    }
    *blackboard = (ploy_blackboard){.keys = keys, .agent = def->agent, .slot_count = slots, .scope = (uint8_t)scope};
    link_parent(blackboard, def->parent);
    keys->is_fixed = true;
    ++keys->blackboard_count;
    return blackboard;
}

void ploy_blackboard_destroy(ploy_blackboard* blackboard)
{
    if (!blackboard) {
        return;
    }
    PL_ASSERT(blackboard->child_count == 0);
    ploy_blackboard_keys* keys = blackboard->keys;
    pl_observers_destroy(blackboard->observers);
    unlink_parent(blackboard);
    --keys->blackboard_count;
    pl_free(&keys->allocator, blackboard, blackboard_bytes(blackboard->slot_count));
}

void pl_blackboard_set_parent(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    if (parent == blackboard->parent) {
        return;
    }
    blackboard->past += 1 + (blackboard->parent ? pl_blackboard_stamp_all(blackboard->parent) : 0);
    unlink_parent(blackboard);
    link_parent(blackboard, parent);
}

void pl_blackboard_restore_parent(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    unlink_parent(blackboard);
    link_parent(blackboard, parent);
}

// Reading. The layout functions take a blackboard that is not const; nothing here writes through them.

static bool is_set(const ploy_blackboard* blackboard, uint16_t slot)
{
    return slot != PL_NO_SLOT && pl_bits_test(pl_blackboard_set_bits((ploy_blackboard*)blackboard), slot);
}

static const ploy_blackboard* holder_of(const ploy_blackboard* blackboard, const pl_key* key)
{
    while (blackboard && !is_set(blackboard, key->slots[blackboard->scope])) {
        blackboard = blackboard->parent;
    }
    return blackboard;
}

const ploy_blackboard* pl_blackboard_holder(const ploy_blackboard* blackboard, uint32_t key)
{
    return holder_of(blackboard, pl_blackboard_key(blackboard->keys, key));
}

ploy_value ploy_blackboard_get(const ploy_blackboard* blackboard, uint32_t key)
{
    PL_NEED(blackboard, 0);
    PL_ASSERT(key < blackboard->keys->list.count);
    const pl_key* known = &blackboard->keys->list.data[key];
    const ploy_blackboard* holder = holder_of(blackboard, known);
    return holder ? holder->values[known->slots[holder->scope]] : known->initial;
}

uint64_t pl_blackboard_chain_stamp(const ploy_blackboard* blackboard, uint32_t key)
{
    const uint16_t* slots = pl_blackboard_key(blackboard->keys, key)->slots;
    uint64_t sum = 0;
    for (; blackboard; blackboard = blackboard->parent) {
        uint16_t slot = slots[blackboard->scope];
        sum += slot == PL_NO_SLOT ? 0 : pl_blackboard_versions((ploy_blackboard*)blackboard)[slot];
        if (is_set(blackboard, slot)) {
            return sum | (uint64_t)(blackboard->scope + 1) << PL_STAMP_SCOPE;
        }
        sum += blackboard->past;
    }
    return sum;
}

// Writing.

PL_NO_INLINE static void notify(ploy_blackboard* blackboard, uint32_t key, uint16_t slot, bool set)
{
    PL_TRACE_UNLESS_VOLATILE(blackboard->keys->list.data[key].is_volatile, blackboard->keys->trace, BLACKBOARD_WRITTEN,
                             blackboard->agent, blackboard->scope, key, (uint64_t)blackboard->values[slot], set);
    if (blackboard->observers) {
        pl_observers_notify(blackboard->observers, blackboard, key, slot);
    }
}

static ploy_status write_value(ploy_blackboard* blackboard, uint32_t key, bool set, int64_t value)
{
    uint16_t slot = blackboard->keys->list.data[key].slots[blackboard->scope];
    if (slot == PL_NO_SLOT) {
        return PLOY_NOT_SUPPORTED;
    }
    if (is_set(blackboard, slot) == set && blackboard->values[slot] == value) {
        return PLOY_ALREADY;
    }
    blackboard->values[slot] = value;
    if (set) {
        pl_bits_set(pl_blackboard_set_bits(blackboard), slot);
    } else {
        pl_bits_clear(pl_blackboard_set_bits(blackboard), slot);
    }
    ++pl_blackboard_versions(blackboard)[slot];
    ++blackboard->version;
    if (blackboard->keys->trace || blackboard->observers) {
        notify(blackboard, key, slot, set);
    }
    return PLOY_OK;
}

ploy_status ploy_blackboard_set(ploy_blackboard* blackboard, uint32_t key, ploy_value value)
{
    PL_NEED(blackboard, PLOY_INVALID);
    PL_ASSERT(key < blackboard->keys->list.count);
    PL_ASSERT(blackboard->keys->list.data[key].type != PLOY_VALUE_BOOL || value == 0 || value == 1);
    return write_value(blackboard, key, true, value);
}

// The value of a key that is not set is 0, so that blackboards that hold the same are the same.
ploy_status ploy_blackboard_unset(ploy_blackboard* blackboard, uint32_t key)
{
    PL_NEED(blackboard, PLOY_INVALID);
    PL_ASSERT(key < blackboard->keys->list.count);
    return write_value(blackboard, key, false, 0);
}

// Observers.

ploy_status ploy_blackboard_subscribe(ploy_blackboard* blackboard, uint32_t key, ploy_blackboard_fn* call, void* user,
                                      ploy_observer_id* id)
{
    PL_NEED(blackboard, PLOY_INVALID);
    PL_NEED(call, PLOY_INVALID);
    PL_ASSERT(key == PLOY_NONE || key < blackboard->keys->list.count);
    uint32_t slot =
        key == PLOY_NONE ? blackboard->slot_count : blackboard->keys->list.data[key].slots[blackboard->scope];
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
    PL_NEED(blackboard, PLOY_INVALID);
    bool was_there =
        blackboard->observers && pl_observers_remove(blackboard->observers, (pl_id){id.index1, id.generation});
    return was_there ? PLOY_OK : PLOY_NOT_FOUND;
}

uint32_t pl_blackboard_observer_count(const ploy_blackboard* blackboard)
{
    return blackboard->observers ? pl_observers_count(blackboard->observers) : 0;
}

void pl_blackboard_digest(const ploy_blackboard* blackboard, pl_digest* digest)
{
    for (uint32_t slot = 0; slot < blackboard->slot_count; ++slot) {
        pl_digest_add(digest, is_set(blackboard, (uint16_t)slot));
        pl_digest_add(digest, (uint64_t)blackboard->values[slot]);
    }
}

// Saving: which blackboard it fits, then all it holds, 8 bytes each.
//
//   fingerprint of keys and scope | version | past | set, one bit per slot | value, version of each slot

static uint64_t fingerprint_of(const ploy_blackboard* blackboard)
{
    return pl_hash_join(blackboard->keys->fingerprint, blackboard->scope);
}

void pl_blackboard_save(const ploy_blackboard* blackboard, ploy_writer* writer)
{
    const uint64_t* set = pl_blackboard_set_bits((ploy_blackboard*)blackboard);
    const uint32_t* versions = pl_blackboard_versions((ploy_blackboard*)blackboard);
    ploy_write_u64(writer, fingerprint_of(blackboard));
    ploy_write_u64(writer, blackboard->version);
    ploy_write_u64(writer, blackboard->past);
    for (uint32_t i = 0; i < pl_bits_words(blackboard->slot_count); ++i) ploy_write_u64(writer, set[i]);
    for (uint32_t slot = 0; slot < blackboard->slot_count; ++slot) {
        ploy_write_i64(writer, blackboard->values[slot]);
        ploy_write_u64(writer, versions[slot]);
    }
}

// Restoring: a pass that only checks, on a copy of the reader, then one that cannot fail.

// Slots are numbered in the order of the keys that the scope can hold. A value that the key cannot have, or one of a
// key that is not set, was never saved.
static bool slots_are_valid(const ploy_blackboard* blackboard, ploy_reader set, ploy_reader* slots)
{
    uint64_t word = 0;
    bool ok = true;
    for (uint32_t key = 0; key < blackboard->keys->list.count && ok; ++key) {
        const pl_key* known = &blackboard->keys->list.data[key];
        uint16_t slot = known->slots[blackboard->scope];
        if (slot == PL_NO_SLOT) continue;
        word = slot % 64 == 0 ? ploy_read_u64(&set) : word;
        bool has_value = (word >> slot % 64 & 1) != 0;
        uint64_t max = !has_value ? 0 : known->type == PLOY_VALUE_BOOL ? 1 : UINT64_MAX;
        ok = ploy_read_u64(slots) <= max && ploy_read_u64(slots) <= UINT32_MAX;
    }
    uint32_t last_bits = blackboard->slot_count % 64;
    return ok && !slots->failed && (last_bits == 0 || word >> last_bits == 0);
}

static bool is_save_of(const ploy_blackboard* blackboard, ploy_reader reader)
{
    uint64_t fingerprint = ploy_read_u64(&reader);
    ploy_read_u64(&reader);
    ploy_read_u64(&reader);
    ploy_reader set = reader;
    for (uint32_t i = 0; i < pl_bits_words(blackboard->slot_count); ++i) ploy_read_u64(&reader);
    return fingerprint == fingerprint_of(blackboard) && !reader.failed && slots_are_valid(blackboard, set, &reader);
}

ploy_status pl_blackboard_restore(ploy_blackboard* blackboard, ploy_reader* reader)
{
    if (reader->failed || !is_save_of(blackboard, *reader)) {
        reader->failed = true;
        return PLOY_INVALID;
    }
    ploy_read_u64(reader);
    blackboard->version = ploy_read_u64(reader);
    blackboard->past = ploy_read_u64(reader);
    for (uint32_t i = 0; i < pl_bits_words(blackboard->slot_count); ++i) {
        pl_blackboard_set_bits(blackboard)[i] = ploy_read_u64(reader);
    }
    for (uint32_t slot = 0; slot < blackboard->slot_count; ++slot) {
        blackboard->values[slot] = ploy_read_i64(reader);
        pl_blackboard_versions(blackboard)[slot] = (uint32_t)ploy_read_u64(reader);
    }
    return PLOY_OK;
}
