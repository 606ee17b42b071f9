// Working memory. Workload: very many memories of a few dozen facts, and a few of thousands; facts are refreshed often,
// read more often and seldom forgotten.
//
// Belief is not stored but computed from what it was and when (belief.h), so passing time costs nothing. `due` is never
// later than the moment the first fact is to be forgotten: before it, advancing is one comparison; at it, one pass
// forgets what is to be forgotten and finds the next moment. Refreshing a fact only makes `due` too early, which costs
// a pass but never a fact.
//
// The clock counts milliseconds; the public functions convert from and to microseconds.
//
// Invariant: a live fact is believed at least as much as the floor of its type.

#ifndef PL_KNOWLEDGE_MEMORY_H
#define PL_KNOWLEDGE_MEMORY_H

#include <ploy/memory.h>
#include <ploy/stream.h>

#include "base/hash.h"
#include "knowledge/fact_store.h"

struct ploy_memory
{
    ploy_fact_types* fact_types;
    pl_fact_store* stores; ///< by type; NULL until the first fact
    uint64_t now;          ///< milliseconds
    uint64_t due;
    uint64_t version; ///< grows with everything that can change the result of a query; not saved
    uint32_t agent;
    uint32_t total; ///< facts of all types
    int64_t rest;   ///< microseconds that ploy_memory_advance has not counted yet
};

/// Where a fact lies in a memory.
typedef struct pl_fact_place
{
    const pl_fact_type* type;
    pl_fact_store* store;
    uint32_t type_index;
    uint32_t place;
} pl_fact_place;

/// false: the id is stale or was never one.
bool pl_memory_find(const ploy_memory* memory, ploy_fact_id id, pl_fact_place* found);

static inline pl_fact_record* pl_fact_place_record(const pl_fact_place* at)
{
    return pl_fact_record_at(at->store, at->type, at->place);
}

static inline ploy_fact_id pl_fact_place_id(const pl_fact_place* at)
{
    return (ploy_fact_id){at->type->first + at->place + 1, pl_fact_place_record(at)->generation};
}

static inline uint32_t pl_memory_belief_of(const ploy_memory* memory, const pl_fact_type* type,
                                           const pl_fact_record* record)
{
    return pl_belief_at(&type->rule, record->belief, memory->now - record->updated);
}

/// The moment a fact is forgotten unless it is refreshed; UINT64_MAX: never.
static inline uint64_t pl_fact_end(const pl_fact_type* type, const pl_fact_record* record)
{
    uint32_t lifetime = pl_fact_type_lifetime(type, record->belief);
    return lifetime == PL_BELIEF_FOREVER ? UINT64_MAX : record->updated + lifetime;
}

/// An id as an argument of an event.
static inline uint64_t pl_fact_traced(ploy_fact_id id)
{
    return (uint64_t)id.generation << 32 | id.index1;
}

/// Whether the type can have such a fact, however little it is believed.
bool pl_fact_is_valid(const pl_fact_type* type, const ploy_fact* fact);

/// Lets whole milliseconds pass.
void pl_memory_advance(ploy_memory* memory, uint64_t milliseconds);

/// Makes room for `count` facts of the type in all, at most its capacity; with 0 it only makes the stores. false: out
/// of memory.
bool pl_memory_reserve(ploy_memory* memory, uint32_t type, uint32_t count);

/// Bytes of the memory and all its facts.
size_t pl_memory_bytes(const ploy_memory* memory);

/// Writes every fact, and the generations that keep old ids stale.
void pl_memory_save(const ploy_memory* memory, ploy_writer* writer);
/// Reads it back into a memory of the same fact types, whose decay may have changed. Not traced. PLOY_INVALID: not such
/// a save, and the reader has failed; PLOY_OUT_OF_MEMORY; the memory is unchanged then.
ploy_status pl_memory_restore(ploy_memory* memory, ploy_reader* reader);

/// Adds what must be the same in every run: every fact with its id, and the time.
void pl_memory_digest(const ploy_memory* memory, pl_digest* digest);

#endif
