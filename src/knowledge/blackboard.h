// Blackboard keys and blackboards.
//
// The keys are shared by all blackboards: types, initial values, and the slot of each key on blackboards of each scope.
// Blackboards of a scope hold only the keys that the scope can hold, densely, so a hundred thousand agents do not pay
// for the keys of the world.
//
// A blackboard is one block of memory that never moves or grows:
//
//   header | two bits per slot: set, value of a bool | version of each slot, 4 bytes | numbers, 4 bytes | others, 8 bytes
//
// A version counts the changes of its slot in the upper 24 bits, and the writes that changed nothing in the lower 8.
//
// Most numbers fit 32 bits. One that does not has PL_WIDE_NUMBER in its place, and stands in a table beside the
// blackboard, which has room for every slot and is made when the first such number is written. Handles of the game, a
// generation above an index, seldom fit, so they are among the others.
//
// The value of a string or struct is the address of its bytes in a block of its own, which the slot keeps until the
// blackboard is destroyed, also while the key is not set: it grows when a longer value comes, so a warm blackboard
// allocates nothing. Everything that compares, hashes, saves or traces such a value takes its contents.
//
//   capacity, 4 bytes | count, 4 bytes | bytes …
//                                        ^ values[slot]
//
// Stamps. A read of a key ends at its holder: the nearest blackboard of the chain that has it set. The stamp of the key
// is the scope of the holder (0: none) above the sum of the key's versions on all blackboards up to the holder. So
// writes beyond the holder do not show, and while the holder stays the same the sum only grows. A new parent has other
// versions: `past` of the child then grows by all that the sums of the old parents can have been, and counts whenever a
// read goes beyond the child. So no stamp comes back.

#ifndef PL_KNOWLEDGE_BLACKBOARD_H
#define PL_KNOWLEDGE_BLACKBOARD_H

#include <ploy/blackboard.h>
#include <ploy/stream.h>
#include <stddef.h>

#include "base/containers/array.h"
#include "base/containers/bitset.h"
#include "base/containers/names.h"
#include "base/hash.h"
#include "base/shared.h"
#include "knowledge/observers.h"
#include "knowledge/value.h"

// Keys.

#define PL_NO_SLOT UINT16_MAX

typedef struct pl_key
{
    int64_t initial;
    const char* object_type;           ///< what it is a handle of; NULL: nothing is said
    const char* value_names;           ///< of an int, separated by single '|'; NULL: it has none
    uint16_t slots[PLOY_SCOPE_COUNT];  ///< PL_NO_SLOT: blackboards of the scope cannot hold it
    uint32_t places[PLOY_SCOPE_COUNT]; ///< of the value: bytes from the start of the blackboard; not of a bool
    uint16_t kind;                     ///< a pl_value_kind
    bool is_volatile;
    bool was_written; ///< on a blackboard that is destroyed
    uint8_t width;    ///< bytes of a value: 4 or 8; 0: a bool
} pl_key;

struct ploy_blackboard_keys
{
    ploy_allocator allocator;
    const ploy_trace* trace;
    pl_names names; ///< the id of a name is the key
    PL_ARRAY(pl_key) list;
    pl_struct_types structs;
    pl_names enum_names; ///< the id of a name is the index of its number
    PL_ARRAY(int64_t) enums;
    pl_arena initials; ///< strings and structs
    uint16_t slot_counts[PLOY_SCOPE_COUNT];
    uint32_t board_bytes[PLOY_SCOPE_COUNT]; ///< of a blackboard; known once the first is created
    uint64_t fingerprint;                   ///< of all keys in their order: recognizes saves of other keys
    pl_shared shared;                       ///< by blackboards, minds and worlds
    bool has_bytes;                         ///< a key is a string or a struct
    bool is_fixed;                          ///< a blackboard has been created
    uint32_t own_count;                     ///< blackboards that no agent has, so far
};

static inline const pl_key* pl_blackboard_key(const ploy_blackboard_keys* keys, uint32_t key)
{
    PL_ASSERT(key < keys->list.count);
    return &keys->list.data[key];
}

static inline pl_value_kind pl_key_kind(const ploy_blackboard_keys* keys, uint32_t key)
{
    return pl_blackboard_key(keys, key)->kind;
}

/// The type of a key as files name it: "int", "string", or the name of its struct.
const char* pl_key_type_name(const ploy_blackboard_keys* keys, uint32_t key);
/// Prints a value of the key. Returns the length, like snprintf.
size_t pl_key_print(const ploy_blackboard_keys* keys, uint32_t key, ploy_value value, char* text, size_t size);

/// The name of a value of an int key and its length; NULL: it has none.
const char* pl_key_value_name(const ploy_blackboard_keys* keys, uint32_t key, ploy_value value, size_t* length);
/// The value of that name. false: the key has none.
bool pl_key_find_value(const ploy_blackboard_keys* keys, uint32_t key, const char* name, ploy_value* value);

/// The number of that name. false: there is none.
bool pl_blackboard_keys_enum(const ploy_blackboard_keys* keys, const char* name, int64_t* value);

/// As ploy_blackboard_keys_add, for a symbol of a domain: an object is an index and takes four bytes, where a handle of
/// the game takes eight.
ploy_status pl_blackboard_keys_add_symbol(ploy_blackboard_keys* keys, const ploy_key_def* def);

/// How many keys there are, to take back those that come after.
typedef struct pl_keys_mark
{
    uint32_t count;
    uint16_t slot_counts[PLOY_SCOPE_COUNT];
    uint64_t fingerprint;
    uint32_t enum_count;
    bool has_bytes;
} pl_keys_mark;

pl_keys_mark pl_blackboard_keys_mark(const ploy_blackboard_keys* keys);
/// No blackboard exists, and nothing uses the keys that go.
void pl_blackboard_keys_rewind(ploy_blackboard_keys* keys, const pl_keys_mark* mark);

// Blackboards.

/// In the place of a number that does not fit.
#define PL_WIDE_NUMBER INT32_MIN

/// What few blackboards have.
typedef struct pl_blackboard_extras
{
    pl_observers* observers; ///< NULL until the first one subscribes
    int64_t* numbers;        ///< by slot, those that do not fit 32 bits; NULL: there was none so far
} pl_blackboard_extras;

struct ploy_blackboard
{
    ploy_blackboard_keys* keys;
    ploy_blackboard* parent;
    pl_blackboard_extras* extras; ///< NULL: none
    uint64_t version;             ///< changes made on this blackboard
    uint64_t past;                ///< see above
    uint32_t owner;               ///< the agent; of those that no agent has: their number, from 1
    uint32_t child_count;         ///< they keep it when it is destroyed before them
    uint16_t versions_at;         ///< bytes from the start
    uint8_t scope;
    bool is_own : 1;    ///< no agent has it
    bool is_traced : 1; ///< the trace has what it held when an agent's blackboard came below it
    uint32_t bits[];    ///< see above
};

enum
{
    PL_SLOT_IS_SET = 1,
    PL_SLOT_BOOL = 2,
};

static inline uint32_t* pl_blackboard_versions(const ploy_blackboard* blackboard)
{
    return (uint32_t*)(void*)((char*)blackboard + blackboard->versions_at);
}

static inline uint32_t pl_blackboard_slot_count(const ploy_blackboard* blackboard)
{
    return blackboard->keys->slot_counts[blackboard->scope];
}

/// PL_SLOT_… of a slot.
static inline uint32_t pl_blackboard_bits(const ploy_blackboard* blackboard, uint32_t slot)
{
    return blackboard->bits[slot / 16] >> slot % 16 * 2 & 3u;
}

static inline void pl_blackboard_mark_set(ploy_blackboard* blackboard, uint32_t slot, bool is_set)
{
    uint32_t bit = (uint32_t)PL_SLOT_IS_SET << slot % 16 * 2;
    blackboard->bits[slot / 16] = (blackboard->bits[slot / 16] & ~bit) | (is_set ? bit : 0);
}

static inline uint32_t pl_blackboard_agent(const ploy_blackboard* blackboard)
{
    return blackboard->is_own ? 0 : blackboard->owner;
}

static inline pl_observers* pl_blackboard_observers(const ploy_blackboard* blackboard)
{
    return blackboard->extras ? blackboard->extras->observers : NULL;
}

/// The value that the blackboard holds in the key's slot; 0 of a number that is not set. The bits are those of the slot.
static inline int64_t pl_blackboard_value(const ploy_blackboard* blackboard, const pl_key* key, uint32_t bits)
{
    const void* at = (const char*)blackboard + key->places[blackboard->scope];
    if (PL_UNLIKELY(key->width != 4)) return key->width == 0 ? bits >> 1 : *(const int64_t*)at;
    int32_t number = *(const int32_t*)at;
    if (PL_UNLIKELY(number == PL_WIDE_NUMBER)) {
        return blackboard->extras->numbers[key->slots[blackboard->scope]];
    }
    return number;
}

/// Moves a blackboard below another parent, say an agent to another squad; NULL: below none. Stamps change, observers
/// are not called.
void pl_blackboard_set_parent(ploy_blackboard* blackboard, ploy_blackboard* parent);

/// Traces below which blackboards this one is, and what those hold that the trace does not know yet.
void pl_blackboard_trace_parent(const ploy_blackboard* blackboard);
/// For a trace that goes on with another one, whose boards had other numbers: what is above an agent's blackboard, once.
/// First all forget what was traced, then all trace it again.
void pl_blackboard_forget_trace(ploy_blackboard* blackboard);
void pl_blackboard_trace_again(ploy_blackboard* blackboard);

/// The blackboard at which a read of the key ends; NULL: none has it set.
const ploy_blackboard* pl_blackboard_holder(const ploy_blackboard* blackboard, uint32_t key);

/// Stands for what a read of the key gives. Equal stamps: nothing happened in between. Different stamps: a write, an
/// unset, a nearer scope that hides or shows another, or a new parent. Writes that a nearer scope hides do not show.
/// Compare for equality only. Repeats after 2^24 changes.
uint64_t pl_blackboard_chain_stamp(const ploy_blackboard* blackboard, uint32_t key);

/// The bits of a stamp from here up hold the scope of the holder plus one.
#define PL_STAMP_SCOPE 56

/// The bits of a version from here up count changes.
#define PL_VERSION_CHANGES 8

/// As a stamp, but a write of the value that the key has already shows too: a sensor has confirmed it. Repeats after
/// 256 such writes.
uint32_t pl_blackboard_write_mark(const ploy_blackboard* blackboard, uint32_t key);

/// As ploy_blackboard_get, without a call.
static inline int64_t pl_blackboard_read(const ploy_blackboard* blackboard, uint32_t key)
{
    const pl_key* known = &blackboard->keys->list.data[key];
    for (; blackboard; blackboard = blackboard->parent) {
        uint32_t slot = known->slots[blackboard->scope];
        uint32_t bits = slot != PL_NO_SLOT ? pl_blackboard_bits(blackboard, slot) : 0;
        if (bits & PL_SLOT_IS_SET) return pl_blackboard_value(blackboard, known, bits);
    }
    return known->initial;
}

/// Whether this blackboard itself has the slot set.
static inline bool pl_blackboard_has(const ploy_blackboard* blackboard, uint32_t slot)
{
    return slot != PL_NO_SLOT && (pl_blackboard_bits(blackboard, slot) & PL_SLOT_IS_SET);
}

/// As pl_blackboard_chain_stamp, without a call where the blackboard itself holds the key.
static inline uint64_t pl_blackboard_stamp(const ploy_blackboard* blackboard, uint32_t key)
{
    uint32_t slot = blackboard->keys->list.data[key].slots[blackboard->scope];
    if (!pl_blackboard_has(blackboard, slot)) return pl_blackboard_chain_stamp(blackboard, key);
    uint32_t version = pl_blackboard_versions(blackboard)[slot];
    return version >> PL_VERSION_CHANGES | (uint64_t)(blackboard->scope + 1) << PL_STAMP_SCOPE;
}

/// A stamp of all keys at once, hidden writes included; it only grows.
static inline uint64_t pl_blackboard_stamp_all(const ploy_blackboard* blackboard)
{
    uint64_t sum = 0;
    for (; blackboard; blackboard = blackboard->parent) {
        sum += blackboard->version + blackboard->past;
    }
    return sum;
}

/// Bytes of a blackboard without strings, structs and observers.
size_t pl_blackboard_size(const ploy_blackboard* blackboard);

/// Room for a string or struct of so many bytes in the key's slot. false: out of memory, nothing changed.
bool pl_blackboard_reserve_bytes(ploy_blackboard* blackboard, const pl_key* key, size_t count);
/// Copies the bytes into the slot, and marks nothing.
bool pl_blackboard_put_bytes(ploy_blackboard* blackboard, const pl_key* key, const void* bytes, size_t count);

/// Room for a number or bool in the key's slot. false: out of memory, nothing changed.
bool pl_blackboard_reserve_value(ploy_blackboard* blackboard, const pl_key* key, int64_t value);
/// Puts it there, and marks nothing; there is room.
void pl_blackboard_put_value(ploy_blackboard* blackboard, const pl_key* key, int64_t value);

/// Was the key ever set on this blackboard, or on another of the same keys that is destroyed by now?
bool pl_blackboard_was_written(const ploy_blackboard* blackboard, uint32_t key);

uint32_t pl_blackboard_observer_count(const ploy_blackboard* blackboard);

/// Writes all that the blackboard holds, its versions too, so that stamps saved along with it stay good.
void pl_blackboard_save(const ploy_blackboard* blackboard, ploy_writer* writer);
/// Reads it back into a blackboard of the same keys and scope. No observer is called. PLOY_INVALID: not such a save, and
/// the reader has failed; PLOY_OUT_OF_MEMORY; the blackboard is unchanged then.
ploy_status pl_blackboard_restore(ploy_blackboard* blackboard, ploy_reader* reader);
/// Sets the parent that a saved blackboard had: unlike pl_blackboard_set_parent it changes no stamp.
void pl_blackboard_restore_parent(ploy_blackboard* blackboard, ploy_blackboard* parent);

/// Adds what must be the same in every run: values, and which are set.
void pl_blackboard_digest(const ploy_blackboard* blackboard, pl_digest* digest);

#endif
