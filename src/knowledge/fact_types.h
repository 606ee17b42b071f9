// Kinds of facts, shared by all memories. The kinds' capacities lie one after the other in one row of indices, so that
// an id tells its kind: kind k has the indices first .. first + capacity - 1.

#ifndef PL_KNOWLEDGE_FACT_TYPES_H
#define PL_KNOWLEDGE_FACT_TYPES_H

#include <ploy/blackboard.h>
#include <ploy/memory.h>

#include "base/containers/array.h"
#include "base/containers/names.h"
#include "knowledge/belief.h"

typedef struct pl_fact_type
{
    pl_belief_rule rule;
    uint32_t* lifetimes; ///< by belief, 0 .. 1,000; NULL when nothing decays
    uint32_t first;
    uint32_t capacity;
    uint32_t identity; ///< bit a: attribute a identifies
    uint32_t bools;    ///< bit a: attribute a is a bool
    uint32_t attribute_count;
    bool is_restless;
    uint32_t name; ///< in names, like the attributes'
    uint32_t attribute_names[PLOY_FACT_ATTRIBUTES];
} pl_fact_type;

struct ploy_fact_types
{
    ploy_allocator allocator;
    const ploy_trace* trace;
    pl_names names;
    PL_ARRAY(pl_fact_type) list;
    uint64_t fingerprint; ///< of all names, types and capacities in their order: what tells saves of other kinds
    uint32_t end;         ///< all capacities together
    uint32_t memory_count;
    bool is_fixed; ///< a memory has been made
};

static inline const pl_fact_type* pl_fact_type_at(const ploy_fact_types* kinds, uint32_t kind)
{
    PL_ASSERT(kind < kinds->list.count);
    return &kinds->list.data[kind];
}

/// The kind that an index belongs to, or PL_NONE.
uint32_t pl_fact_type_of(const ploy_fact_types* kinds, uint32_t index);

static inline uint32_t pl_fact_type_lifetime(const pl_fact_type* kind, uint32_t belief)
{
    return kind->lifetimes ? kind->lifetimes[belief] : PL_BELIEF_FOREVER;
}

#endif
