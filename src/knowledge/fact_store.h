// The facts of one kind in one memory: records of one size that grow to the kind's capacity, and a bit a record that
// says whether it is live. One block:
//
//   live bits, room / 64 words | record | record | ...
//
// A free record keeps its generation (even: free, odd: live), so an old id is told apart for as long as the memory
// lives. New facts take the lowest free place, so facts stay together and a pass reads little more than what is there.

#ifndef PL_KNOWLEDGE_FACT_STORE_H
#define PL_KNOWLEDGE_FACT_STORE_H

#include <ploy/blackboard.h>
#include <ploy/memory.h>

#include "base/containers/bitset.h"
#include "knowledge/fact_types.h"

typedef struct pl_fact_record
{
    uint64_t noted; ///< when, in the memory's time
    uint32_t generation;
    uint32_t source;
    uint32_t set;
    uint32_t belief; ///< then
    int64_t values[];
} pl_fact_record;

typedef struct pl_fact_store
{
    uint64_t* block;
    uint32_t room;
    uint32_t count;
} pl_fact_store;

static inline size_t pl_fact_stride(const pl_fact_type* kind)
{
    return sizeof(pl_fact_record) + kind->attribute_count * sizeof(int64_t);
}

static inline pl_fact_record* pl_fact_record_at(const pl_fact_store* store, const pl_fact_type* kind, uint32_t place)
{
    return (pl_fact_record*)(void*)((char*)(store->block + pl_bits_words(store->room)) + place * pl_fact_stride(kind));
}

/// The first live place at or after from, or PL_NONE. Mostly it is in the same word.
static inline uint32_t pl_fact_store_next(const pl_fact_store* store, uint32_t from)
{
    if (from >= store->room) {
        return PL_NONE;
    }
    uint64_t rest = store->block[from / 64] >> from % 64;
    return rest ? from + (uint32_t)__builtin_ctzll(rest)
                : pl_bits_next(store->block, pl_bits_words(store->room), (from / 64 + 1) * 64);
}

size_t pl_fact_store_bytes(const pl_fact_store* store, const pl_fact_type* kind);

/// Room for count in all, at most the kind's capacity; false when out of memory, and then nothing has changed.
bool pl_fact_store_reserve(pl_fact_store* store, const pl_fact_type* kind, uint32_t count,
                           const ploy_allocator* allocator);
void pl_fact_store_destroy(pl_fact_store* store, const pl_fact_type* kind, const ploy_allocator* allocator);

/// As if nothing had ever been in it; keeps the room.
void pl_fact_store_clear(pl_fact_store* store, const pl_fact_type* kind);

/// The lowest free place, now live; there must be room. Only its generation is defined.
uint32_t pl_fact_store_take(pl_fact_store* store, const pl_fact_type* kind);
void pl_fact_store_give(pl_fact_store* store, const pl_fact_type* kind, uint32_t place);

#endif
