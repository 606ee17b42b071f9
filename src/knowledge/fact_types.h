// Fact types, shared by all memories. Their capacities lie one after the other in one range of indices, so that the
// index of a fact gives its type: the facts of a type have the indices first .. first + capacity - 1.

#ifndef PL_KNOWLEDGE_FACT_TYPES_H
#define PL_KNOWLEDGE_FACT_TYPES_H

#include <ploy/memory.h>

#include "base/containers/array.h"
#include "base/containers/names.h"
#include "base/shared.h"
#include "knowledge/belief.h"

typedef struct pl_fact_type
{
    pl_belief_rule rule;
    uint32_t* lifetimes; ///< milliseconds, by belief 0 .. 1,000; NULL: facts do not decay
    uint32_t first;
    uint32_t capacity;
    uint32_t identity; ///< bit a: attribute a identifies
    uint32_t bools;    ///< bit a: attribute a is a bool
    uint32_t attribute_count;
    bool is_volatile;
    uint32_t name; ///< in `names`, as are those of the attributes
    uint32_t attribute_names[PLOY_FACT_ATTRIBUTES];
    uint32_t attribute_objects[PLOY_FACT_ATTRIBUTES]; ///< likewise; PLOY_NONE: none
    uint32_t attribute_values[PLOY_FACT_ATTRIBUTES];  ///< likewise
    uint8_t attribute_types[PLOY_FACT_ATTRIBUTES];    ///< ploy_value_type
} pl_fact_type;

struct ploy_fact_types
{
    ploy_allocator allocator;
    const ploy_trace* trace;
    pl_names names;
    PL_ARRAY(pl_fact_type) list;
    uint64_t fingerprint; ///< of all names, types and capacities in their order: recognizes saves of other fact types
    uint32_t end;         ///< the sum of all capacities
    pl_shared shared;     ///< by memories, minds and worlds
    bool is_fixed;        ///< a memory has been created
};

/// How many fact types there are, to take back those that come after.
typedef struct pl_fact_types_mark
{
    uint32_t count, names, end;
    uint64_t fingerprint;
} pl_fact_types_mark;

pl_fact_types_mark pl_fact_types_mark_end(const ploy_fact_types* fact_types);
/// No memory exists, and nothing uses the fact types that go.
void pl_fact_types_rewind(ploy_fact_types* fact_types, const pl_fact_types_mark* mark);

static inline const pl_fact_type* pl_fact_type_at(const ploy_fact_types* fact_types, uint32_t type)
{
    PL_ASSERT(type < fact_types->list.count);
    return &fact_types->list.data[type];
}

/// The name of a type; valid as long as the fact types are.
const char* pl_fact_types_name(const ploy_fact_types* fact_types, uint32_t type);

static inline uint32_t pl_fact_type_lifetime(const pl_fact_type* type, uint32_t belief)
{
    return type->lifetimes ? type->lifetimes[belief] : PL_BELIEF_FOREVER;
}

#endif
