// A memory of facts. Workload: very many memories of a few dozen facts, and a few of thousands; noted again often, read
// more often, seldom forgotten.
//
// Belief is not kept but computed from what it was and when (belief.h), so time costs nothing as it passes. `due` is
// never later than the moment the first fact is forgotten: before it, advancing is one compare; at it, one pass forgets
// what is to be forgotten and finds the next. Noting a known fact again only makes `due` too early, which costs a pass,
// never a fact.
//
// Invariant: a live fact is believed at least as much as its kind's floor.

#ifndef PL_KNOWLEDGE_MEMORY_H
#define PL_KNOWLEDGE_MEMORY_H

#include <ploy/memory.h>
#include <ploy/stream.h>

#include "base/hash.h"
#include "knowledge/fact_store.h"

struct ploy_memory
{
    ploy_fact_types* kinds;
    pl_fact_store* stores; ///< by kind; NULL until the first fact
    uint64_t now;
    uint64_t due;
    uint64_t version; ///< grows with whatever a query may notice
    uint32_t agent;
    uint32_t total;
};

/// A place in a memory: where a fact lies.
typedef struct pl_fact_place
{
    const pl_fact_type* kind;
    pl_fact_store* store;
    uint32_t kind_index;
    uint32_t place;
} pl_fact_place;

/// false: the id is stale or was never one.
bool pl_memory_find(const ploy_memory* facts, ploy_fact_id id, pl_fact_place* found);

static inline pl_fact_record* pl_fact_place_record(const pl_fact_place* at)
{
    return pl_fact_record_at(at->store, at->kind, at->place);
}

static inline ploy_fact_id pl_fact_place_id(const pl_fact_place* at)
{
    return (ploy_fact_id){at->kind->first + at->place + 1, pl_fact_place_record(at)->generation};
}

static inline uint32_t pl_memory_belief_of(const ploy_memory* facts, const pl_fact_type* kind,
                                           const pl_fact_record* record)
{
    return pl_belief_at(&kind->rule, record->belief, facts->now - record->noted);
}

/// The moment a fact is forgotten unless it is noted again; UINT64_MAX: never.
static inline uint64_t pl_fact_end(const pl_fact_type* kind, const pl_fact_record* record)
{
    uint32_t lifetime = pl_fact_type_lifetime(kind, record->belief);
    return lifetime == PL_BELIEF_FOREVER ? UINT64_MAX : record->noted + lifetime;
}

/// An id as an argument of an event.
static inline uint64_t pl_fact_traced(ploy_fact_id id)
{
    return (uint64_t)id.generation << 32 | id.index1;
}

/// Whether the kind can have such a fact, however little it may be believed.
bool pl_fact_is_valid(const pl_fact_type* kind, const ploy_fact* fact);

/// Room for count facts of the kind in all, at most its capacity; with 0 its store at least. false when out of memory.
bool pl_memory_reserve(ploy_memory* facts, uint32_t kind, uint32_t count);

/// With its event in the trace.
void pl_memory_drop(ploy_memory* facts, const pl_fact_place* at, ploy_forget_reason reason);

/// Writes every fact, and the generations that keep old ids stale.
void pl_memory_save(const ploy_memory* memory, ploy_writer* writer);
/// Reads it back into a memory of the same fact types, whose decay rules may have changed. Not traced. PLOY_INVALID: not
/// such a save, and the reader has failed; PLOY_OUT_OF_MEMORY; the memory is unchanged then.
ploy_status pl_memory_restore(ploy_memory* memory, ploy_reader* reader);

/// What must come out the same: every fact with its id, and the time.
void pl_memory_digest(const ploy_memory* facts, pl_digest* digest);

#endif
