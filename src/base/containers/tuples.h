// Interns tuples of 64-bit words, all of one width, as dense ids in the order of their first use: a packed state goes
// in, the id of its search node comes out. Equal tuples have equal ids, and different tuples different ids.
//
// A slot of the hash table holds base + id. Removing all ids moves the base beyond them, so that every old slot reads
// as empty and nothing is cleared. The table is only wiped when 32 bits run out.

#ifndef PL_BASE_CONTAINERS_TUPLES_H
#define PL_BASE_CONTAINERS_TUPLES_H

#include <ploy/base.h>

typedef struct pl_tuples
{
    ploy_allocator allocator;
    uint64_t* words; ///< width words for each id
    uint32_t* slots;
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

/// The slot where the probe for a tuple of one word begins. For callers that intern in their inner loop and have
/// reserved room: probe from here, one slot at a time, wrapping at the end, until a slot below base; then write base +
/// count to it and append the word.
static inline uint32_t pl_tuples_home(const pl_tuples* tuples, uint64_t word)
{
    return (uint32_t)(word * 0x9E3779B97F4A7C15u >> (64 - tuples->slot_bits));
}

/// Valid until the next intern or reserve.
static inline const uint64_t* pl_tuples_at(const pl_tuples* tuples, uint32_t id)
{
    return tuples->words + (size_t)id * tuples->width;
}

#endif
