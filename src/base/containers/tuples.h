// Interns tuples of 64-bit words, all of one width, as dense ids in the order of their first use: a packed state goes
// in, the id of its search node comes out. Equal tuples have equal ids, and different tuples different ids.
//
// A slot of the hash table holds base + id, and a part of the hash: in a large table a tuple is somewhere else in memory,
// and is read only where that part agrees. Removing all ids moves the base beyond them, so that every old slot reads as
// empty and nothing is cleared. The table is only wiped when 32 bits run out.

#ifndef PL_BASE_CONTAINERS_TUPLES_H
#define PL_BASE_CONTAINERS_TUPLES_H

#include <ploy/base.h>

typedef struct pl_tuple_slot
{
    uint32_t id;  ///< plus base; below base: empty
    uint32_t tag; ///< pl_tuples_tag of the hash
} pl_tuple_slot;

typedef struct pl_tuples
{
    ploy_allocator allocator;
    uint64_t* words; ///< width words for each id
    pl_tuple_slot* slots;
    uint32_t slot_bits; ///< 2 to this many slots; 0: none yet
    uint32_t base;      ///< slots below it are empty
    uint32_t width;
    uint32_t count;
    uint32_t capacity; ///< tuples of this width
    size_t word_capacity;
} pl_tuples;

/// width must not be 0.
void pl_tuples_init(pl_tuples* tuples, const ploy_allocator* allocator, uint32_t width);
void pl_tuples_destroy(pl_tuples* tuples);

/// Makes room for `count` tuples in all; false when out of memory.
bool pl_tuples_reserve(pl_tuples* tuples, uint32_t count);

/// The id of these words, new or old; PLOY_NONE when out of memory. words may point into the tuples.
uint32_t pl_tuples_intern(pl_tuples* tuples, const uint64_t* words);

/// The id; PLOY_NONE: there is no such tuple.
uint32_t pl_tuples_find(const pl_tuples* tuples, const uint64_t* words);

/// Removes all ids, keeps the memory.
void pl_tuples_clear(pl_tuples* tuples);

/// Removes all ids and keeps the memory, for tuples of another width. width must not be 0.
void pl_tuples_set_width(pl_tuples* tuples, uint32_t width);

size_t pl_tuples_bytes(const pl_tuples* tuples);

// For callers that intern in their inner loop and have reserved room: the hash of a tuple, the slot where its probe
// begins (it goes on one slot at a time, wrapping at the end, until an empty one), and what that slot's tag would be.

/// A sum, so that words do not wait for each other. Each has a factor of its own: the top bits, which choose the slot,
/// depend on every bit of every word.
static inline uint64_t pl_tuples_hash(const uint64_t* words, uint32_t width)
{
    uint64_t factor = 0x9E3779B97F4A7C15u, hash = words[0] * factor;
    for (uint32_t i = 1; i < width; ++i) {
        factor *= 0xD1342543DE82EF95u;
        hash += (words[i] ^ words[i] >> 32) * factor;
    }
    return hash;
}

static inline uint32_t pl_tuples_home(const pl_tuples* tuples, uint64_t hash)
{
    return (uint32_t)(hash >> (64 - tuples->slot_bits));
}

static inline uint32_t pl_tuples_tag(uint64_t hash)
{
    return (uint32_t)(hash >> 8);
}

/// Valid until the next intern or reserve.
static inline const uint64_t* pl_tuples_at(const pl_tuples* tuples, uint32_t id)
{
    return tuples->words + (size_t)id * tuples->width;
}

#endif
