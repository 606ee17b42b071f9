// Bits in 64-bit words. The functions pl_bits_* work on words that the caller owns; all operands have the same number
// of words. pl_bitset owns its words and grows when a bit is set; bits beyond its end read as 0.

#ifndef PL_BASE_CONTAINERS_BITSET_H
#define PL_BASE_CONTAINERS_BITSET_H

#include <ploy/base.h>

/// Words needed for bit_count bits.
static inline uint32_t pl_bits_words(uint32_t bit_count)
{
    return bit_count / 64 + (bit_count % 64 != 0);
}

static inline void pl_bits_set(uint64_t* words, uint32_t bit)
{
    words[bit / 64] |= (uint64_t)1 << bit % 64;
}

static inline void pl_bits_clear(uint64_t* words, uint32_t bit)
{
    words[bit / 64] &= ~((uint64_t)1 << bit % 64);
}

static inline bool pl_bits_test(const uint64_t* words, uint32_t bit)
{
    return (words[bit / 64] >> bit % 64 & 1) != 0;
}

/// The bits of a range that lie in one of its words.
static inline uint64_t pl_bits_range(uint32_t word, uint32_t first, uint32_t end)
{
    uint64_t from = first / 64 == word ? UINT64_MAX << first % 64 : UINT64_MAX;
    return end / 64 == word ? from & (((uint64_t)1 << end % 64) - 1) : from;
}

void pl_bits_set_range(uint64_t* words, uint32_t first, uint32_t end);
void pl_bits_clear_range(uint64_t* words, uint32_t first, uint32_t end);

/// How many bits are set.
uint32_t pl_bits_count(const uint64_t* words, uint32_t word_count);

/// The first set bit at or after from, or PLOY_NONE.
uint32_t pl_bits_next(const uint64_t* words, uint32_t word_count, uint32_t from);

void pl_bits_and(uint64_t* words, const uint64_t* other, uint32_t word_count);
void pl_bits_or(uint64_t* words, const uint64_t* other, uint32_t word_count);
void pl_bits_and_not(uint64_t* words, const uint64_t* other, uint32_t word_count);

bool pl_bits_are_equal(const uint64_t* words, const uint64_t* other, uint32_t word_count);
bool pl_bits_intersect(const uint64_t* words, const uint64_t* other, uint32_t word_count);
bool pl_bits_are_subset(const uint64_t* subset, const uint64_t* words, uint32_t word_count);

typedef struct pl_bitset
{
    ploy_allocator allocator;
    uint64_t* words;
    uint32_t word_count;
} pl_bitset;

void pl_bitset_init(pl_bitset* set, const ploy_allocator* allocator);
void pl_bitset_destroy(pl_bitset* set);

/// Room for the bits 0 .. bit_count - 1; false when out of memory.
bool pl_bitset_reserve(pl_bitset* set, uint32_t bit_count);

/// false when out of memory.
bool pl_bitset_set(pl_bitset* set, uint32_t bit);
void pl_bitset_clear(pl_bitset* set, uint32_t bit);
bool pl_bitset_test(const pl_bitset* set, uint32_t bit);

void pl_bitset_clear_all(pl_bitset* set);
uint32_t pl_bitset_count(const pl_bitset* set);

/// The first set bit at or after from, or PLOY_NONE.
uint32_t pl_bitset_next(const pl_bitset* set, uint32_t from);

#endif
