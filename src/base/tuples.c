#include "base/tuples.h"

#include <string.h>

#include "base/bitset.h"
#include "base/check.h"
#include "base/defaults.h"
#include "base/hash.h"
#include "base/memory.h"

void pl_tuples_init(pl_tuples* tuples, const ploy_allocator* allocator, uint32_t width)
{
    PL_ASSERT(width > 0);
    *tuples = (pl_tuples){.width = width};
    pl_table_init(&tuples->table, allocator);
}

static size_t tuple_bytes(const pl_tuples* tuples)
{
    return pl_array_bytes(tuples->width, sizeof(uint64_t));
}

void pl_tuples_destroy(pl_tuples* tuples)
{
    pl_free(&tuples->table.allocator, tuples->words, pl_array_bytes(tuples->capacity, tuple_bytes(tuples)));
    pl_table_destroy(&tuples->table);
    tuples->words = NULL;
    tuples->count = tuples->capacity = 0;
}

static bool grow_words(pl_tuples* tuples, uint32_t capacity)
{
    size_t size = tuple_bytes(tuples);
    uint64_t* words = pl_resize(&tuples->table.allocator, tuples->words, pl_array_bytes(tuples->capacity, size),
                                pl_array_bytes(capacity, size));
    if (!words) {
        return false;
    }
    tuples->words = words;
    tuples->capacity = capacity;
    return true;
}

bool pl_tuples_reserve(pl_tuples* tuples, uint32_t count)
{
    return (count <= tuples->capacity || grow_words(tuples, count)) && pl_table_reserve(&tuples->table, count);
}

static uint32_t find(const pl_tuples* tuples, const uint64_t* words, uint64_t hash)
{
    pl_probe probe = pl_probe_begin(&tuples->table, hash);
    uint32_t i = pl_probe_next(&tuples->table, &probe);
    while (i != PL_NONE && !pl_bits_are_equal(pl_tuples_at(tuples, i), words, tuples->width)) {
        i = pl_probe_next(&tuples->table, &probe);
    }
    return i;
}

uint32_t pl_tuples_find(const pl_tuples* tuples, const uint64_t* words)
{
    return find(tuples, words, pl_hash_words(words, tuples->width));
}

uint32_t pl_tuples_intern(pl_tuples* tuples, const uint64_t* words)
{
    uint64_t hash = pl_hash_words(words, tuples->width);
    uint32_t old = find(tuples, words, hash);
    if (old != PL_NONE) {
        return old;
    }
    // From here on words cannot lie in the tuples: those would have been found.
    uint32_t capacity = tuples->capacity ? tuples->capacity + tuples->capacity / 2 + 1 : PLOY_DEFAULT_ARRAY_CAPACITY;
    if (tuples->count == tuples->capacity && !grow_words(tuples, capacity)) {
        return PL_NONE;
    }
    if (!pl_table_add(&tuples->table, hash, tuples->count)) {
        return PL_NONE;
    }
    memcpy(tuples->words + (size_t)tuples->count * tuples->width, words, tuple_bytes(tuples));
    return tuples->count++;
}

void pl_tuples_clear(pl_tuples* tuples)
{
    pl_table_clear(&tuples->table);
    tuples->count = 0;
}
