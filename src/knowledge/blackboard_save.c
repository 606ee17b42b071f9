// A blackboard in a save and in the hash of a world.
//
//   fingerprint of keys and scope | version | past | set, one bit per slot | value, version of each slot     8 bytes each
//   text of each string and struct that is set, with its zero byte
//
// The value of a string or struct is the size of its text, so a save is the same on every machine.

#include "knowledge/blackboard.h"

#include <string.h>

static bool is_bytes(const pl_key* key)
{
    return pl_value_is_bytes(key->kind);
}

static int64_t value_of(const ploy_blackboard* blackboard, const pl_key* key)
{
    return pl_blackboard_value(blackboard, key, pl_blackboard_bits(blackboard, key->slots[blackboard->scope]));
}

// The text of a string or struct that is set: the string itself, or the struct printed into `room`.
static const char* text_of(const ploy_blackboard* blackboard, uint32_t key, char room[PLOY_STRUCT_TEXT])
{
    const pl_key* known = &blackboard->keys->list.data[key];
    ploy_value value = value_of(blackboard, known);
    if (known->kind == PLOY_VALUE_STRING) return ploy_value_string(value);
    room[0] = '\0';
    size_t length = pl_key_print(blackboard->keys, key, value, room, PLOY_STRUCT_TEXT);
    PL_ASSERT(length < PLOY_STRUCT_TEXT);
    return room;
}

// Slots are numbered in the order of the keys that the scope can hold.
void pl_blackboard_digest(const ploy_blackboard* blackboard, pl_digest* digest)
{
    const ploy_blackboard_keys* keys = blackboard->keys;
    char room[PLOY_STRUCT_TEXT];
    for (uint32_t key = 0; key < keys->list.count; ++key) {
        uint32_t slot = keys->list.data[key].slots[blackboard->scope];
        if (slot == PL_NO_SLOT) continue;
        bool is_set = pl_blackboard_has(blackboard, slot);
        pl_digest_add(digest, is_set);
        if (!is_bytes(&keys->list.data[key])) {
            pl_digest_add(digest, (uint64_t)value_of(blackboard, &keys->list.data[key]));
        } else if (is_set) {
            const char* text = text_of(blackboard, key, room);
            pl_digest_add_bytes(digest, text, strlen(text));
        }
    }
}

// Saving.

static uint64_t fingerprint_of(const ploy_blackboard* blackboard)
{
    return pl_hash_join(blackboard->keys->fingerprint, blackboard->scope);
}

static uint64_t saved_value(const ploy_blackboard* blackboard, uint32_t key, uint32_t slot)
{
    char room[PLOY_STRUCT_TEXT];
    const pl_key* known = &blackboard->keys->list.data[key];
    if (!is_bytes(known)) return (uint64_t)value_of(blackboard, known);
    return pl_blackboard_has(blackboard, slot) ? strlen(text_of(blackboard, key, room)) + 1 : 0;
}

static void save_texts(const ploy_blackboard* blackboard, ploy_writer* writer)
{
    const ploy_blackboard_keys* keys = blackboard->keys;
    char room[PLOY_STRUCT_TEXT];
    for (uint32_t key = 0; key < keys->list.count; ++key) {
        const pl_key* known = &keys->list.data[key];
        if (!is_bytes(known) || !pl_blackboard_has(blackboard, known->slots[blackboard->scope])) continue;
        const char* text = text_of(blackboard, key, room);
        ploy_write_bytes(writer, text, strlen(text) + 1);
    }
}

// One bit per slot that is set.
static void save_set(const ploy_blackboard* blackboard, ploy_writer* writer)
{
    for (uint32_t first = 0; first < pl_blackboard_slot_count(blackboard); first += 64) {
        uint64_t word = 0;
        for (uint32_t i = 0; i < 64 && first + i < pl_blackboard_slot_count(blackboard); ++i) {
            word |= (uint64_t)pl_blackboard_has(blackboard, first + i) << i;
        }
        ploy_write_u64(writer, word);
    }
}

void pl_blackboard_save(const ploy_blackboard* blackboard, ploy_writer* writer)
{
    const ploy_blackboard_keys* keys = blackboard->keys;
    const uint32_t* versions = pl_blackboard_versions(blackboard);
    ploy_write_u64(writer, fingerprint_of(blackboard));
    ploy_write_u64(writer, blackboard->version);
    ploy_write_u64(writer, blackboard->past);
    save_set(blackboard, writer);
    for (uint32_t key = 0; key < keys->list.count; ++key) {
        uint32_t slot = keys->list.data[key].slots[blackboard->scope];
        if (slot == PL_NO_SLOT) continue;
        ploy_write_u64(writer, saved_value(blackboard, key, slot));
        ploy_write_u64(writer, versions[slot]);
    }
    if (keys->has_bytes) save_texts(blackboard, writer);
}

// Restoring: a pass that only checks and one that makes room, on copies of the reader, then one that cannot fail. All
// three read the three parts of a save side by side.

typedef struct saved_slots
{
    ploy_reader set;
    ploy_reader slots;
    ploy_reader texts;
    uint64_t word; ///< of the bits
} saved_slots;

typedef struct saved_slot
{
    bool has_value;
    uint64_t value;
    uint64_t version;
    const char* text; ///< of a string or struct; NULL: it is not set, or the save is too short
} saved_slot;

// The reader stands behind the header.
static saved_slots open_slots(const ploy_blackboard* blackboard, ploy_reader reader)
{
    saved_slots s = {.set = reader, .slots = reader};
    for (uint32_t i = 0; i < pl_bits_words(pl_blackboard_slot_count(blackboard)); ++i) ploy_read_u64(&s.slots);
    s.texts = s.slots;
    for (uint32_t i = 0; i < 2u * pl_blackboard_slot_count(blackboard); ++i) ploy_read_u64(&s.texts);
    return s;
}

static saved_slot next_slot(saved_slots* s, const pl_key* key, uint32_t slot)
{
    s->word = slot % 64 == 0 ? ploy_read_u64(&s->set) : s->word;
    saved_slot next = {.has_value = (s->word >> slot % 64 & 1) != 0};
    next.value = ploy_read_u64(&s->slots);
    next.version = ploy_read_u64(&s->slots);
    if (!is_bytes(key) || !next.has_value) return next;
    s->texts.failed |= next.value > s->texts.count - s->texts.at;
    if (s->texts.failed) return next;
    next.text = (const char*)s->texts.bytes + s->texts.at;
    s->texts.at += (size_t)next.value;
    return next;
}

// A value that the key cannot have, or one of a key that is not set, was never saved.
static bool slot_is_valid(const ploy_blackboard_keys* keys, const pl_key* key, const saved_slot* s)
{
    uint64_t room[PLOY_STRUCT_BYTES / 8];
    ploy_value made;
    if (s->version > UINT32_MAX) return false;
    if (!s->has_value) return s->value == 0;
    if (!is_bytes(key)) return key->kind != PLOY_VALUE_BOOL || s->value <= 1;
    if (!s->text || s->value == 0 || memchr(s->text, 0, (size_t)s->value) != s->text + s->value - 1) return false;
    return pl_value_parse(&keys->structs, key->kind, s->text, room, &made);
}

static bool slots_are_valid(const ploy_blackboard* blackboard, ploy_reader reader)
{
    const ploy_blackboard_keys* keys = blackboard->keys;
    saved_slots s = open_slots(blackboard, reader);
    bool ok = !s.texts.failed;
    for (uint32_t key = 0; key < keys->list.count && ok; ++key) {
        const pl_key* known = &keys->list.data[key];
        uint32_t slot = known->slots[blackboard->scope];
        if (slot == PL_NO_SLOT) continue;
        saved_slot next = next_slot(&s, known, slot);
        ok = slot_is_valid(keys, known, &next);
    }
    uint32_t last_bits = pl_blackboard_slot_count(blackboard) % 64;
    return ok && (last_bits == 0 || s.word >> last_bits == 0);
}

static bool is_save_of(const ploy_blackboard* blackboard, ploy_reader reader)
{
    uint64_t fingerprint = ploy_read_u64(&reader);
    ploy_read_u64(&reader);
    ploy_read_u64(&reader);
    return fingerprint == fingerprint_of(blackboard) && !reader.failed && slots_are_valid(blackboard, reader);
}

static bool make_room(ploy_blackboard* blackboard, ploy_reader reader)
{
    const ploy_blackboard_keys* keys = blackboard->keys;
    reader.at += 3 * 8;
    saved_slots s = open_slots(blackboard, reader);
    bool ok = true;
    for (uint32_t key = 0; key < keys->list.count && ok; ++key) {
        const pl_key* known = &keys->list.data[key];
        uint32_t slot = known->slots[blackboard->scope];
        if (slot == PL_NO_SLOT) continue;
        saved_slot next = next_slot(&s, known, slot);
        if (!is_bytes(known)) ok = pl_blackboard_reserve_value(blackboard, known, (int64_t)next.value);
        if (!next.text) continue;
        size_t count = pl_value_bytes(&keys->structs, known->kind, ploy_value_of(next.text));
        ok = pl_blackboard_reserve_bytes(blackboard, known, count);
    }
    return ok;
}

static void restore_bytes(ploy_blackboard* blackboard, const pl_key* key, const char* text)
{
    const pl_struct_types* structs = &blackboard->keys->structs;
    uint64_t room[PLOY_STRUCT_BYTES / 8];
    ploy_value value = 0;
    pl_value_parse(structs, key->kind, text, room, &value);
    pl_blackboard_put_bytes(blackboard, key, ploy_value_struct(value), pl_value_bytes(structs, key->kind, value));
}

ploy_status pl_blackboard_restore(ploy_blackboard* blackboard, ploy_reader* reader)
{
    const ploy_blackboard_keys* keys = blackboard->keys;
    if (reader->failed || !is_save_of(blackboard, *reader)) {
        reader->failed = true;
        return PLOY_INVALID;
    }
    if (!make_room(blackboard, *reader)) return PLOY_OUT_OF_MEMORY;
    ploy_read_u64(reader);
    blackboard->version = ploy_read_u64(reader);
    blackboard->past = ploy_read_u64(reader);
    saved_slots s = open_slots(blackboard, *reader);
    for (uint32_t key = 0; key < keys->list.count; ++key) {
        const pl_key* known = &keys->list.data[key];
        uint32_t slot = known->slots[blackboard->scope];
        if (slot == PL_NO_SLOT) continue;
        saved_slot next = next_slot(&s, known, slot);
        pl_blackboard_versions(blackboard)[slot] = (uint32_t)next.version;
        if (next.text) restore_bytes(blackboard, known, next.text);
        if (!is_bytes(known)) pl_blackboard_put_value(blackboard, known, (int64_t)next.value);
        pl_blackboard_mark_set(blackboard, slot, next.has_value);
    }
    reader->at = s.texts.at;
    return PLOY_OK;
}
