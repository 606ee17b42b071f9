// The facts of one type in one memory: records of one size that grow to the capacity of the type, and one bit per
// record that says whether it is live. One block:
//
//   live bits, room / 64 words | record | record | ...
//
// A free record keeps its generation (even: free, odd: live), so an old id stays recognizable as long as the memory
// lives. A new fact takes the lowest free place, so facts stay together and a pass reads little more than the live
// ones.

#ifndef PL_KNOWLEDGE_FACT_STORE_H
#define PL_KNOWLEDGE_FACT_STORE_H

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "knowledge/fact_types.h"

typedef struct pl_fact_record
{
    uint64_t updated; ///< when it was last remembered: milliseconds of the clock of its memory
    uint32_t generation;
    uint32_t source;
    uint32_t set;
    uint32_t belief; ///< at that time
    int64_t values[];
} pl_fact_record;

typedef struct pl_fact_store
{
    uint64_t* block;
    uint32_t room;
    uint32_t count;
} pl_fact_store;

static inline size_t pl_fact_stride(const pl_fact_type* type)
{
    return sizeof(pl_fact_record) + type->attribute_count * sizeof(int64_t);
}

static inline pl_fact_record* pl_fact_record_at(const pl_fact_store* store, const pl_fact_type* type, uint32_t place)
{
    return (pl_fact_record*)(void*)((char*)(store->block + pl_bits_words(store->room)) + place * pl_fact_stride(type));
}

/// The first live place at or after from, or PLOY_NONE. It is usually in the same word.
static inline uint32_t pl_fact_store_next(const pl_fact_store* store, uint32_t from)
{
    if (from >= store->room) {
        return PLOY_NONE;
    }
    uint64_t rest = store->block[from / 64] >> from % 64;
    return rest ? from + pl_trailing_zeros(rest)
                : pl_bits_next(store->block, pl_bits_words(store->room), (from / 64 + 1) * 64);
}

size_t pl_fact_store_bytes(const pl_fact_store* store, const pl_fact_type* type);

/// Makes room for `count` facts in all, at most the capacity of the type. false: out of memory, nothing has changed.
bool pl_fact_store_reserve(pl_fact_store* store, const pl_fact_type* type, uint32_t count,
                           const ploy_allocator* allocator);
void pl_fact_store_destroy(pl_fact_store* store, const pl_fact_type* type, const ploy_allocator* allocator);

/// Empties the store as if it were new, but keeps its memory.
void pl_fact_store_clear(pl_fact_store* store, const pl_fact_type* type);

/// Takes the lowest free place; there must be one. Only the generation of its record is defined.
uint32_t pl_fact_store_take(pl_fact_store* store, const pl_fact_type* type);
void pl_fact_store_give(pl_fact_store* store, const pl_fact_type* type, uint32_t place);

#endif
