#include "base/containers/tuples.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/check.h"
#include "base/defaults.h"
#include "base/memory.h"

#define MAX_SLOT_BITS 31
#define MAX_SLOTS (UINT64_C(1) << MAX_SLOT_BITS)

void pl_tuples_init(pl_tuples* tuples, const ploy_allocator* allocator, uint32_t width)
{
    PL_ASSERT(width > 0);
    *tuples = (pl_tuples){.allocator = pl_allocator_choose(allocator), .width = width, .base = 1};
}

static size_t tuple_bytes(const pl_tuples* tuples)
{
    return pl_array_bytes(tuples->width, sizeof(uint64_t));
}

static size_t slot_count(const pl_tuples* tuples)
{
    return tuples->slot_bits ? (size_t)1 << tuples->slot_bits : 0;
}

void pl_tuples_destroy(pl_tuples* tuples)
{
    PL_DELETE_ARRAY(&tuples->allocator, tuples->words, tuples->word_capacity);
    PL_DELETE_ARRAY(&tuples->allocator, tuples->slots, slot_count(tuples));
    tuples->words = NULL;
    tuples->slots = NULL;
    tuples->count = tuples->capacity = tuples->slot_bits = 0;
    tuples->word_capacity = 0;
}

size_t pl_tuples_bytes(const pl_tuples* tuples)
{
    return tuples->word_capacity * sizeof *tuples->words + slot_count(tuples) * sizeof *tuples->slots;
}

static bool grow_words(pl_tuples* tuples, uint32_t capacity)
{
    size_t needed = pl_array_bytes(capacity, tuple_bytes(tuples));
    uint64_t* words = pl_resize(&tuples->allocator, tuples->words, tuples->word_capacity * sizeof *words, needed);
    if (!words) return false;
    tuples->words = words;
    tuples->word_capacity = needed / sizeof *words;
    tuples->capacity = capacity;
    return true;
}

static bool grow_slots(pl_tuples* tuples, uint32_t slot_bits)
{
    pl_tuple_slot* slots = PL_NEW_ARRAY(&tuples->allocator, pl_tuple_slot, (size_t)1 << slot_bits);
    if (!slots) return false;
    PL_DELETE_ARRAY(&tuples->allocator, tuples->slots, slot_count(tuples));
    tuples->slots = slots;
    tuples->slot_bits = slot_bits;
    tuples->base = 1;
    uint32_t mask = (uint32_t)(slot_count(tuples) - 1);
    for (uint32_t id = 0; id < tuples->count; ++id) {
        uint64_t hash = pl_tuples_hash(pl_tuples_at(tuples, id), tuples->width);
        uint32_t at = pl_tuples_home(tuples, hash);
        while (slots[at].id) at = (at + 1) & mask;
        slots[at] = (pl_tuple_slot){tuples->base + id, pl_tuples_tag(hash)};
    }
    return true;
}

// At most five eighths full. With more, probes become long; the tags keep them from reading other tuples, each somewhere
// else in memory.
static uint64_t tuples_in(uint64_t slots)
{
    return slots / 8 * 5 + slots % 8 / 2;
}

static bool cover_slots(pl_tuples* tuples, uint32_t count)
{
    uint32_t bits = tuples->slot_bits ? tuples->slot_bits : 2;
    while (bits <= MAX_SLOT_BITS && tuples_in((uint64_t)1 << bits) < count) ++bits;
    if (bits > MAX_SLOT_BITS) return false;
    return bits == tuples->slot_bits || grow_slots(tuples, bits);
}

static uint32_t larger(uint32_t capacity)
{
    return capacity ? capacity + capacity / 2 + 1 : PLOY_DEFAULT_ARRAY_CAPACITY;
}

bool pl_tuples_reserve(pl_tuples* tuples, uint32_t count)
{
    if (count > tuples->capacity) {
        uint32_t capacity = larger(tuples->capacity);
        if (!grow_words(tuples, count > capacity ? count : capacity)) return false;
    }
    return count <= tuples_in(slot_count(tuples)) || cover_slots(tuples, count);
}

// The slot that holds the words, or the empty one where they belong.
static uint32_t locate(const pl_tuples* tuples, const uint64_t* words, uint64_t hash)
{
    uint32_t mask = (uint32_t)(slot_count(tuples) - 1);
    uint32_t at = pl_tuples_home(tuples, hash), tag = pl_tuples_tag(hash);
    for (;; at = (at + 1) & mask) {
        pl_tuple_slot slot = tuples->slots[at];
        if (slot.id < tuples->base) return at;
        if (slot.tag == tag && pl_bits_are_equal(pl_tuples_at(tuples, slot.id - tuples->base), words, tuples->width))
            return at;
    }
}

uint32_t pl_tuples_find(const pl_tuples* tuples, const uint64_t* words)
{
    if (!tuples->slot_bits) return PLOY_NONE;
    uint32_t slot = tuples->slots[locate(tuples, words, pl_tuples_hash(words, tuples->width))].id;
    return slot < tuples->base ? PLOY_NONE : slot - tuples->base;
}

uint32_t pl_tuples_intern(pl_tuples* tuples, const uint64_t* words)
{
    if (!tuples->slot_bits && !cover_slots(tuples, PLOY_DEFAULT_TABLE_CAPACITY)) return PLOY_NONE;
    uint64_t hash = pl_tuples_hash(words, tuples->width);
    uint32_t at = locate(tuples, words, hash);
    if (tuples->slots[at].id >= tuples->base) return tuples->slots[at].id - tuples->base;
    // From here on words cannot lie in the tuples: those would have been found.
    if (tuples->count == tuples->capacity && !grow_words(tuples, larger(tuples->capacity))) return PLOY_NONE;
    if (tuples->count + 1 > tuples_in(slot_count(tuples))) {
        if (!cover_slots(tuples, tuples->count + 1)) return PLOY_NONE;
        at = locate(tuples, words, hash);
    }
    memcpy(tuples->words + (size_t)tuples->count * tuples->width, words, tuple_bytes(tuples));
    tuples->slots[at] = (pl_tuple_slot){tuples->base + tuples->count, pl_tuples_tag(hash)};
    return tuples->count++;
}

// The base and the most ids that there can be fit into 32 bits together.
void pl_tuples_clear(pl_tuples* tuples)
{
    uint64_t base = (uint64_t)tuples->base + tuples->count;
    if (base + tuples_in(MAX_SLOTS) > UINT32_MAX) {
        memset(tuples->slots, 0, slot_count(tuples) * sizeof *tuples->slots);
        base = 1;
    }
    tuples->base = (uint32_t)base;
    tuples->count = 0;
}

void pl_tuples_set_width(pl_tuples* tuples, uint32_t width)
{
    PL_ASSERT(width > 0);
    pl_tuples_clear(tuples);
    size_t capacity = tuples->word_capacity / width;
    tuples->width = width;
    tuples->capacity = capacity < UINT32_MAX ? (uint32_t)capacity : UINT32_MAX - 1;
}
