#include "base/containers/bitset.h"

#include <string.h>

#include "base/hints.h"
#include "base/memory.h"

void pl_bits_set_range(uint64_t* words, uint32_t first, uint32_t end)
{
    for (uint32_t i = first / 64; first < end && i < pl_bits_words(end); ++i) words[i] |= pl_bits_range(i, first, end);
}

void pl_bits_clear_range(uint64_t* words, uint32_t first, uint32_t end)
{
    for (uint32_t i = first / 64; first < end && i < pl_bits_words(end); ++i) words[i] &= ~pl_bits_range(i, first, end);
}

uint32_t pl_bits_count(const uint64_t* words, uint32_t word_count)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < word_count; ++i) {
        count += pl_count_ones(words[i]);
    }
    return count;
}

uint32_t pl_bits_next(const uint64_t* words, uint32_t word_count, uint32_t from)
{
    uint32_t i = from / 64;
    if (i >= word_count) {
        return PLOY_NONE;
    }
    uint64_t word = words[i] & UINT64_MAX << from % 64;
    while (word == 0) {
        if (++i == word_count) {
            return PLOY_NONE;
        }
        word = words[i];
    }
    return i * 64 + pl_trailing_zeros(word);
}

void pl_bits_and(uint64_t* words, const uint64_t* other, uint32_t word_count)
{
    for (uint32_t i = 0; i < word_count; ++i) {
        words[i] &= other[i];
    }
}

void pl_bits_or(uint64_t* words, const uint64_t* other, uint32_t word_count)
{
    for (uint32_t i = 0; i < word_count; ++i) {
        words[i] |= other[i];
    }
}

void pl_bits_and_not(uint64_t* words, const uint64_t* other, uint32_t word_count)
{
    for (uint32_t i = 0; i < word_count; ++i) {
        words[i] &= ~other[i];
    }
}

bool pl_bits_are_equal(const uint64_t* words, const uint64_t* other, uint32_t word_count)
{
    uint64_t different = 0;
    for (uint32_t i = 0; i < word_count; ++i) {
        different |= words[i] ^ other[i];
    }
    return different == 0;
}

bool pl_bits_intersect(const uint64_t* words, const uint64_t* other, uint32_t word_count)
{
    uint64_t common = 0;
    for (uint32_t i = 0; i < word_count; ++i) {
        common |= words[i] & other[i];
    }
    return common != 0;
}

bool pl_bits_are_subset(const uint64_t* subset, const uint64_t* words, uint32_t word_count)
{
    uint64_t missing = 0;
    for (uint32_t i = 0; i < word_count; ++i) {
        missing |= subset[i] & ~words[i];
    }
    return missing == 0;
}

void pl_bitset_init(pl_bitset* set, const ploy_allocator* allocator)
{
    *set = (pl_bitset){.allocator = pl_allocator_choose(allocator)};
}

void pl_bitset_destroy(pl_bitset* set)
{
    PL_DELETE_ARRAY(&set->allocator, set->words, set->word_count);
    set->words = NULL;
    set->word_count = 0;
}

bool pl_bitset_reserve(pl_bitset* set, uint32_t bit_count)
{
    uint32_t needed = pl_bits_words(bit_count);
    uint32_t old = set->word_count;
    if (needed <= old) {
        return true;
    }
    uint32_t wanted = old + old / 2 > needed ? old + old / 2 : needed;
    uint64_t* grown = pl_resize(&set->allocator, set->words, pl_array_bytes(old, 8), pl_array_bytes(wanted, 8));
    if (!grown) {
        return false;
    }
    memset(grown + old, 0, pl_array_bytes(wanted - old, 8));
    set->words = grown;
    set->word_count = wanted;
    return true;
}

bool pl_bitset_set(pl_bitset* set, uint32_t bit)
{
    if (bit / 64 >= set->word_count && !pl_bitset_reserve(set, bit == UINT32_MAX ? bit : bit + 1)) {
        return false;
    }
    pl_bits_set(set->words, bit);
    return true;
}

void pl_bitset_clear(pl_bitset* set, uint32_t bit)
{
    if (bit / 64 < set->word_count) {
        pl_bits_clear(set->words, bit);
    }
}

bool pl_bitset_test(const pl_bitset* set, uint32_t bit)
{
    return bit / 64 < set->word_count && pl_bits_test(set->words, bit);
}

void pl_bitset_clear_all(pl_bitset* set)
{
    if (set->words) {
        memset(set->words, 0, pl_array_bytes(set->word_count, 8));
    }
}

uint32_t pl_bitset_count(const pl_bitset* set)
{
    return pl_bits_count(set->words, set->word_count);
}

uint32_t pl_bitset_next(const pl_bitset* set, uint32_t from)
{
    return pl_bits_next(set->words, set->word_count, from);
}
