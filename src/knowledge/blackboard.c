#include "knowledge/blackboard.h"

#include <string.h>

#include "base/check.h"
#include "base/watch.h"
#include "trace/emit.h"

#define MAX_BYTES ((size_t)1 << 30) // of a string

// Create, destroy, parent.

static uint16_t versions_at(uint32_t slot_count)
{
    return (uint16_t)(offsetof(ploy_blackboard, bits) + (slot_count + 15) / 16 * sizeof(uint32_t));
}

// Numbers stand before the values of eight bytes, which a number more may have to pad.
static void lay_out(ploy_blackboard_keys* keys)
{
    for (uint32_t scope = 0; scope < PLOY_SCOPE_COUNT; ++scope) {
        uint32_t slots = keys->slot_counts[scope];
        uint32_t at = versions_at(slots) + slots * (uint32_t)sizeof(uint32_t);
        for (uint32_t width = 4; width <= 8; width += 4) {
            bool is_used = false;
            for (uint32_t i = 0; i < keys->list.count; ++i) {
                pl_key* key = &keys->list.data[i];
                if (key->slots[scope] == PL_NO_SLOT || key->width != width) continue;
                if (!is_used) at = (at + width - 1) / width * width;
                is_used = true;
                key->places[scope] = at;
                at += width;
            }
        }
        keys->board_bytes[scope] = at;
    }
    keys->is_fixed = true;
}

size_t pl_blackboard_size(const ploy_blackboard* blackboard)
{
    size_t bytes = blackboard->keys->board_bytes[blackboard->scope];
    if (!blackboard->extras) return bytes;
    return bytes + sizeof *blackboard->extras +
           (blackboard->extras->numbers ? pl_blackboard_slot_count(blackboard) * 8u : 0);
}

// Extras.

static bool make_extras(ploy_blackboard* blackboard)
{
    if (!blackboard->extras) blackboard->extras = PL_NEW(&blackboard->keys->allocator, pl_blackboard_extras);
    return blackboard->extras != NULL;
}

static void free_extras(ploy_blackboard* blackboard)
{
    const ploy_allocator* allocator = &blackboard->keys->allocator;
    if (!blackboard->extras) return;
    pl_observers_destroy(blackboard->extras->observers);
    PL_DELETE_ARRAY(allocator, blackboard->extras->numbers, pl_blackboard_slot_count(blackboard));
    PL_DELETE(allocator, blackboard->extras);
}

// Values.

static bool is_narrow(int64_t value)
{
    return value > PL_WIDE_NUMBER && value <= INT32_MAX;
}

bool pl_blackboard_reserve_value(ploy_blackboard* blackboard, const pl_key* key, int64_t value)
{
    if (key->width != 4 || is_narrow(value)) return true;
    if (!make_extras(blackboard)) return false;
    pl_blackboard_extras* extras = blackboard->extras;
    if (!extras->numbers) {
        extras->numbers = PL_NEW_ARRAY(&blackboard->keys->allocator, int64_t, pl_blackboard_slot_count(blackboard));
    }
    return extras->numbers != NULL;
}

void pl_blackboard_put_value(ploy_blackboard* blackboard, const pl_key* key, int64_t value)
{
    uint32_t slot = key->slots[blackboard->scope];
    void* at = (char*)blackboard + key->places[blackboard->scope];
    if (key->width == 0) {
        uint32_t bit = (uint32_t)PL_SLOT_BOOL << slot % 16 * 2;
        blackboard->bits[slot / 16] = (blackboard->bits[slot / 16] & ~bit) | (value ? bit : 0);
    } else if (key->width == 8) {
        *(int64_t*)at = value;
    } else if (is_narrow(value)) {
        *(int32_t*)at = (int32_t)value;
    } else {
        *(int32_t*)at = PL_WIDE_NUMBER;
        blackboard->extras->numbers[slot] = value;
    }
}

static inline int64_t value_at(const ploy_blackboard* blackboard, const pl_key* key)
{
    return pl_blackboard_value(blackboard, key, pl_blackboard_bits(blackboard, key->slots[blackboard->scope]));
}

// The block of a string or struct.

typedef struct value_block
{
    uint32_t capacity;
    uint32_t count;
    char bytes[];
} value_block;

_Static_assert(sizeof(value_block) == 8, "the bytes are aligned to 8");

static value_block* block_of(const ploy_blackboard* blackboard, const pl_key* key)
{
    const void* at = (const char*)blackboard + key->places[blackboard->scope]; // of 8 bytes
    char* bytes = (char*)(intptr_t) * (const int64_t*)at;
    return bytes ? (value_block*)(void*)(bytes - sizeof(value_block)) : NULL;
}

bool pl_blackboard_reserve_bytes(ploy_blackboard* blackboard, const pl_key* key, size_t count)
{
    value_block* old = block_of(blackboard, key);
    uint32_t old_capacity = old ? old->capacity : 0, capacity = 8;
    if (old && count <= old_capacity) return true;
    if (count > MAX_BYTES) return false;
    while (capacity < count) capacity *= 2;
    const ploy_allocator* allocator = &blackboard->keys->allocator;
    value_block* block = old ? pl_resize(allocator, old, sizeof *old + old_capacity, sizeof *old + capacity)
                             : pl_alloc_zeroed(allocator, sizeof *block + capacity);
    if (!block) return false;
    block->capacity = capacity;
    pl_blackboard_put_value(blackboard, key, ploy_value_of(block->bytes));
    return true;
}

// The bytes may be a part of the old value: such a part needs no more room.
bool pl_blackboard_put_bytes(ploy_blackboard* blackboard, const pl_key* key, const void* bytes, size_t count)
{
    if (!pl_blackboard_reserve_bytes(blackboard, key, count)) return false;
    value_block* block = block_of(blackboard, key);
    memmove(block->bytes, bytes, count);
    block->count = (uint32_t)count;
    return true;
}

static void free_blocks(ploy_blackboard* blackboard)
{
    const ploy_blackboard_keys* keys = blackboard->keys;
    for (uint32_t i = 0; i < keys->list.count; ++i) {
        const pl_key* key = &keys->list.data[i];
        if (key->slots[blackboard->scope] == PL_NO_SLOT || !pl_value_is_bytes(key->kind)) continue;
        value_block* block = block_of(blackboard, key);
        if (block) pl_free(&keys->allocator, block, sizeof *block + block->capacity);
    }
}

static void link_parent(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    PL_ASSERT(!parent || (parent->keys == blackboard->keys && parent->scope > blackboard->scope));
    blackboard->parent = parent;
    if (parent) {
        ++parent->child_count;
    }
}

ploy_blackboard* ploy_blackboard_create(const ploy_blackboard_def* def)
{
    PL_NEED(def, NULL);
    PL_NEED(def->keys, NULL);
    PL_ASSERT(def->scope < PLOY_SCOPE_COUNT);
    ploy_blackboard_keys* keys = def->keys;
    uint32_t scope = def->scope ? def->scope : PLOY_SCOPE_AGENT;
    if (!keys->is_fixed) lay_out(keys);
    ploy_blackboard* blackboard = pl_alloc_zeroed(&keys->allocator, keys->board_bytes[scope]);
    if (!blackboard) {
        return NULL;
    }
    blackboard->keys = keys;
    blackboard->versions_at = versions_at(keys->slot_counts[scope]);
    blackboard->scope = (uint8_t)scope;
    blackboard->is_own = def->agent == 0;
    blackboard->owner = blackboard->is_own ? ++keys->own_count : def->agent;
    link_parent(blackboard, def->parent);
    pl_shared_take(&keys->shared);
    return blackboard;
}

bool pl_blackboard_was_written(const ploy_blackboard* blackboard, uint32_t key)
{
    const pl_key* known = pl_blackboard_key(blackboard->keys, key);
    uint32_t slot = known->slots[blackboard->scope];
    if (known->was_written || slot == PL_NO_SLOT) return known->was_written;
    return pl_blackboard_versions(blackboard)[slot] > 0;
}

static void note_written(const ploy_blackboard* blackboard)
{
    ploy_blackboard_keys* keys = blackboard->keys;
    for (uint32_t i = 0; i < keys->list.count; ++i) {
        keys->list.data[i].was_written = pl_blackboard_was_written(blackboard, i);
    }
}

void ploy_blackboard_destroy(ploy_blackboard* blackboard)
{
    if (!blackboard || blackboard->child_count-- > 0) {
        return;
    }
    ploy_blackboard_keys* keys = blackboard->keys;
    note_written(blackboard);
    free_extras(blackboard);
    if (keys->has_bytes) free_blocks(blackboard);
    ploy_blackboard_destroy(blackboard->parent);
    pl_free(&keys->allocator, blackboard, keys->board_bytes[blackboard->scope]);
    ploy_blackboard_keys_destroy(keys);
}

// The new one first: it may be kept only by the old one.
static void change_parent(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    ploy_blackboard* old = blackboard->parent;
    link_parent(blackboard, parent);
    ploy_blackboard_destroy(old);
}

void pl_blackboard_set_parent(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    if (parent == blackboard->parent) {
        return;
    }
    blackboard->past += 1 + (blackboard->parent ? pl_blackboard_stamp_all(blackboard->parent) : 0);
    change_parent(blackboard, parent);
    pl_blackboard_trace_parent(blackboard);
}

void pl_blackboard_restore_parent(ploy_blackboard* blackboard, ploy_blackboard* parent)
{
    change_parent(blackboard, parent);
}

// Reading.

static const ploy_blackboard* holder_of(const ploy_blackboard* blackboard, const pl_key* key)
{
    while (blackboard && !pl_blackboard_has(blackboard, key->slots[blackboard->scope])) {
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
    return holder ? value_at(holder, known) : known->initial;
}

static uint32_t version_of(const ploy_blackboard* blackboard, uint32_t slot)
{
    return slot == PL_NO_SLOT ? 0 : pl_blackboard_versions(blackboard)[slot];
}

uint64_t pl_blackboard_chain_stamp(const ploy_blackboard* blackboard, uint32_t key)
{
    const uint16_t* slots = pl_blackboard_key(blackboard->keys, key)->slots;
    uint64_t sum = 0;
    for (; blackboard; blackboard = blackboard->parent) {
        uint32_t slot = slots[blackboard->scope];
        sum += version_of(blackboard, slot) >> PL_VERSION_CHANGES;
        if (pl_blackboard_has(blackboard, slot)) {
            return sum | (uint64_t)(blackboard->scope + 1) << PL_STAMP_SCOPE;
        }
        sum += blackboard->past;
    }
    return sum;
}

uint32_t pl_blackboard_write_mark(const ploy_blackboard* blackboard, uint32_t key)
{
    const uint16_t* slots = pl_blackboard_key(blackboard->keys, key)->slots;
    uint64_t sum = 0;
    for (; blackboard; blackboard = blackboard->parent) {
        uint32_t slot = slots[blackboard->scope];
        sum += version_of(blackboard, slot);
        if (pl_blackboard_has(blackboard, slot)) break;
        sum += blackboard->past << PL_VERSION_CHANGES;
    }
    return (uint32_t)sum;
}

// Writing.

enum
{
    WORD_BYTES = 6, ///< of text in an argument, so that a double holds it exactly
    TEXT_PART = 3 * WORD_BYTES,
    MAX_TRACED = 54 * TEXT_PART, ///< the rest of a longer text is not traced
};

static uint64_t text_word(const char* text, size_t at, size_t count)
{
    uint64_t word = 0;
    for (size_t i = 0; i < WORD_BYTES && at + i < count; ++i) word |= (uint64_t)(unsigned char)text[at + i] << 8 * i;
    return word;
}

// Traces the text of a float, string or struct in parts. Returns its length.
static uint64_t trace_text(const ploy_blackboard* blackboard, uint32_t key)
{
    const ploy_blackboard_keys* keys = blackboard->keys;
    char printed[PLOY_STRUCT_TEXT] = "";
    const char* text = printed;
    ploy_value value = value_at(blackboard, &keys->list.data[key]);
    if (keys->list.data[key].kind == PLOY_VALUE_STRING) {
        text = ploy_value_string(value);
    } else {
        pl_key_print(keys, key, value, printed, sizeof printed);
    }
    size_t count = strlen(text);
    for (size_t at = 0; at < count && at < MAX_TRACED; at += TEXT_PART) {
        ploy_trace_event event = {PLOY_TRACE_BLACKBOARD_TEXT, pl_blackboard_agent(blackboard), {at}};
        for (uint32_t i = 0; i < 3; ++i) event.args[1 + i] = text_word(text, at + i * WORD_BYTES, count);
        pl_trace_emit(keys->trace, &event);
    }
    return count;
}

static uint64_t traced_value(const ploy_blackboard* blackboard, uint32_t key, bool set)
{
    const pl_key* known = &blackboard->keys->list.data[key];
    if (!pl_value_is_traced_as_text(known->kind)) return (uint64_t)value_at(blackboard, known);
    return set ? trace_text(blackboard, key) : 0;
}

// Its scope and its number, as the trace has it.
static uint64_t traced_board(const ploy_blackboard* blackboard)
{
    return blackboard->scope | (uint64_t)(blackboard->is_own ? blackboard->owner : 0) << 8;
}

static void trace_key(const ploy_blackboard* blackboard, uint32_t key, bool set)
{
    PL_TRACE_UNLESS_VOLATILE(blackboard->keys->list.data[key].is_volatile, blackboard->keys->trace, BLACKBOARD_WRITTEN,
                             pl_blackboard_agent(blackboard), traced_board(blackboard), key,
                             traced_value(blackboard, key, set), set);
}

static void trace_contents(ploy_blackboard* blackboard)
{
    if (blackboard->is_traced) return;
    blackboard->is_traced = true;
    for (uint32_t key = 0; key < blackboard->keys->list.count; ++key) {
        uint32_t slot = blackboard->keys->list.data[key].slots[blackboard->scope];
        if (pl_blackboard_has(blackboard, slot)) trace_key(blackboard, key, true);
    }
    pl_blackboard_trace_parent(blackboard);
}

void pl_blackboard_trace_parent(const ploy_blackboard* blackboard)
{
    if (!pl_trace_wants(blackboard->keys->trace, PLOY_TRACE_BASIC)) return;
    ploy_blackboard* parent = blackboard->parent;
    PL_TRACE(blackboard->keys->trace, BLACKBOARD_PARENT, pl_blackboard_agent(blackboard), traced_board(blackboard),
             parent ? traced_board(parent) : 0);
    if (parent) trace_contents(parent);
}

void pl_blackboard_forget_trace(ploy_blackboard* blackboard)
{
    for (ploy_blackboard* above = blackboard->parent; above; above = above->parent) above->is_traced = false;
}

// Keys that are not set, too: another board may have had its number.
static void trace_all_keys(ploy_blackboard* blackboard)
{
    if (blackboard->is_traced) return;
    for (uint32_t key = 0; key < blackboard->keys->list.count; ++key) {
        uint32_t slot = blackboard->keys->list.data[key].slots[blackboard->scope];
        if (slot != PL_NO_SLOT && !pl_blackboard_has(blackboard, slot)) trace_key(blackboard, key, false);
    }
}

void pl_blackboard_trace_again(ploy_blackboard* blackboard)
{
    for (ploy_blackboard* above = blackboard->parent; above; above = above->parent) trace_all_keys(above);
    pl_blackboard_trace_parent(blackboard);
}

PL_NO_INLINE static void notify(ploy_blackboard* blackboard, uint32_t key, uint32_t slot, bool set)
{
    trace_key(blackboard, key, set);
    pl_observers* observers = pl_blackboard_observers(blackboard);
    if (observers) {
        pl_observers_notify(observers, blackboard, key, slot);
    }
}

// A write that changes nothing is counted, too: somebody has looked.
static ploy_status confirmed(ploy_blackboard* blackboard, uint32_t slot)
{
    uint32_t* version = &pl_blackboard_versions(blackboard)[slot];
    uint32_t writes = (1u << PL_VERSION_CHANGES) - 1;
    *version = (*version & ~writes) | ((*version + 1) & writes);
    return PLOY_ALREADY;
}

static inline ploy_status changed(ploy_blackboard* blackboard, uint32_t key, uint32_t slot, bool set)
{
    pl_blackboard_mark_set(blackboard, slot, set);
    pl_blackboard_versions(blackboard)[slot] += 1u << PL_VERSION_CHANGES;
    ++blackboard->version;
    if (blackboard->keys->trace || blackboard->extras) {
        notify(blackboard, key, slot, set);
    }
    return PLOY_OK;
}

PL_NO_INLINE static ploy_status set_bytes(ploy_blackboard* blackboard, uint32_t key, uint32_t slot, ploy_value value)
{
    const ploy_blackboard_keys* keys = blackboard->keys;
    const pl_key* known = &keys->list.data[key];
    size_t count = pl_value_bytes(&keys->structs, known->kind, value);
    const value_block* block = pl_blackboard_has(blackboard, slot) ? block_of(blackboard, known) : NULL;
    const void* bytes = ploy_value_struct(value);
    if (block && block->count == count && memcmp(block->bytes, bytes, count) == 0) return confirmed(blackboard, slot);
    if (!pl_blackboard_put_bytes(blackboard, known, bytes, count)) return PLOY_OUT_OF_MEMORY;
    return changed(blackboard, key, slot, true);
}

PL_NO_INLINE static ploy_status change_bool(ploy_blackboard* blackboard, uint32_t key, uint32_t slot, uint32_t bits)
{
    uint32_t* word = &blackboard->bits[slot / 16];
    *word = (*word & ~(3u << slot % 16 * 2)) | bits << slot % 16 * 2;
    return changed(blackboard, key, slot, true);
}

PL_NO_INLINE static ploy_status change_number(ploy_blackboard* blackboard, uint32_t key, uint32_t slot, int32_t value)
{
    *(int32_t*)(void*)((char*)blackboard + blackboard->keys->list.data[key].places[blackboard->scope]) = value;
    return changed(blackboard, key, slot, true);
}

// A number that does not fit 32 bits, or one that takes 64 anyway.
PL_NO_INLINE static ploy_status set_wide(ploy_blackboard* blackboard, uint32_t key, uint32_t slot, ploy_value value)
{
    const pl_key* known = &blackboard->keys->list.data[key];
    if (pl_blackboard_has(blackboard, slot) && value_at(blackboard, known) == value) return confirmed(blackboard, slot);
    if (!pl_blackboard_reserve_value(blackboard, known, value)) return PLOY_OUT_OF_MEMORY;
    pl_blackboard_put_value(blackboard, known, value);
    return changed(blackboard, key, slot, true);
}

// Most writes change nothing: what these take calls nothing.
ploy_status ploy_blackboard_set(ploy_blackboard* blackboard, uint32_t key, ploy_value value)
{
    PL_NEED(blackboard, PLOY_INVALID);
    PL_ASSERT(key < blackboard->keys->list.count);
    const pl_key* known = &blackboard->keys->list.data[key];
    PL_ASSERT(known->kind != PLOY_VALUE_BOOL || value == 0 || value == 1);
    uint32_t slot = known->slots[blackboard->scope];
    if (PL_UNLIKELY(slot == PL_NO_SLOT)) return PLOY_NOT_SUPPORTED;
    PL_WATCH_WRITE("blackboard", blackboard, pl_blackboard_agent(blackboard));
    uint32_t before = pl_blackboard_bits(blackboard, slot);
    if (known->width == 0) {
        uint32_t bits = PL_SLOT_IS_SET | (value ? PL_SLOT_BOOL : 0);
        return before == bits ? confirmed(blackboard, slot) : change_bool(blackboard, key, slot, bits);
    }
    if (PL_UNLIKELY(known->width != 4 || !is_narrow(value))) {
        if (!pl_value_is_bytes(known->kind)) return set_wide(blackboard, key, slot, value);
        PL_NEED(value, PLOY_INVALID);
        return set_bytes(blackboard, key, slot, value);
    }
    const void* at = (const char*)blackboard + known->places[blackboard->scope];
    if ((before & PL_SLOT_IS_SET) && *(const int32_t*)at == value) return confirmed(blackboard, slot);
    return change_number(blackboard, key, slot, (int32_t)value);
}

// The value of a key that is not set is 0, so that blackboards that hold the same are the same; a string or struct
// keeps its block.
ploy_status ploy_blackboard_unset(ploy_blackboard* blackboard, uint32_t key)
{
    PL_NEED(blackboard, PLOY_INVALID);
    PL_ASSERT(key < blackboard->keys->list.count);
    const pl_key* known = &blackboard->keys->list.data[key];
    uint32_t slot = known->slots[blackboard->scope];
    if (slot == PL_NO_SLOT) {
        return PLOY_NOT_SUPPORTED;
    }
    PL_WATCH_WRITE("blackboard", blackboard, pl_blackboard_agent(blackboard));
    if (!pl_blackboard_has(blackboard, slot)) {
        return confirmed(blackboard, slot);
    }
    if (!pl_value_is_bytes(known->kind)) {
        pl_blackboard_put_value(blackboard, known, 0);
    }
    return changed(blackboard, key, slot, false);
}

// Observers.

ploy_status ploy_blackboard_subscribe(ploy_blackboard* blackboard, uint32_t key, ploy_blackboard_fn* call, void* user,
                                      ploy_observer_id* id)
{
    PL_NEED(blackboard, PLOY_INVALID);
    PL_NEED(call, PLOY_INVALID);
    PL_ASSERT(key == PLOY_NONE || key < blackboard->keys->list.count);
    uint32_t slot = key == PLOY_NONE ? pl_blackboard_slot_count(blackboard)
                                     : blackboard->keys->list.data[key].slots[blackboard->scope];
    if (slot == PL_NO_SLOT) {
        return PLOY_NOT_SUPPORTED;
    }
    if (!make_extras(blackboard)) return PLOY_OUT_OF_MEMORY;
    pl_blackboard_extras* extras = blackboard->extras;
    if (!extras->observers) {
        extras->observers = pl_observers_create(&blackboard->keys->allocator, pl_blackboard_slot_count(blackboard));
    }
    pl_id made = extras->observers ? pl_observers_add(extras->observers, slot, call, user) : (pl_id){0};
    if (id) {
        *id = (ploy_observer_id){made.index1, made.generation};
    }
    return pl_id_is_null(made) ? PLOY_OUT_OF_MEMORY : PLOY_OK;
}

ploy_status ploy_blackboard_unsubscribe(ploy_blackboard* blackboard, ploy_observer_id id)
{
    PL_NEED(blackboard, PLOY_INVALID);
    pl_observers* observers = pl_blackboard_observers(blackboard);
    bool was_there = observers && pl_observers_remove(observers, (pl_id){id.index1, id.generation});
    return was_there ? PLOY_OK : PLOY_NOT_FOUND;
}

uint32_t pl_blackboard_observer_count(const ploy_blackboard* blackboard)
{
    const pl_observers* observers = pl_blackboard_observers(blackboard);
    return observers ? pl_observers_count(observers) : 0;
}
