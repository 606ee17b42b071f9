/// Working memory: facts, what an agent believes about its surroundings until it forgets.
///
/// The fact types are described once, shared by all memories, and complete before the first memory is created. One
/// memory is used by one thread at a time. Beliefs are fixed point (1/1000).

#ifndef PLOY_MEMORY_H
#define PLOY_MEMORY_H

#include <ploy/base.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

// Kinds of facts.

/// Attributes of one kind, at max.
#define PLOY_FACT_ATTRIBUTES 16

/// Belief is 0 .. 1,000 thousandths.
#define PLOY_FACT_CERTAIN 1000

typedef struct ploy_fact_types ploy_fact_types;
typedef struct ploy_memory ploy_memory;

/// How belief falls with age.
typedef enum ploy_decay
{
    PLOY_DECAY_HALVING, ///< halves every decay_time, linearly in between
    PLOY_DECAY_LINEAR,  ///< falls from certain to zero in decay_time
    PLOY_DECAY_NONE,    ///< does not fall: an order holds until it is forgotten
} ploy_decay;

typedef struct ploy_fact_attribute
{
    const char* name; ///< copied
    ploy_value_type type;
    bool identifies; ///< two notes that agree in all attributes marked so are of one fact
} ploy_fact_attribute;

typedef struct ploy_fact_type_def
{
    const char* name; ///< copied; no two kinds have one name
    ploy_fact_attribute attributes[PLOY_FACT_ATTRIBUTES];
    uint32_t attribute_count;
    uint32_t capacity;   ///< facts of the kind in one memory, 1 .. 65,536, default 32. Memory is taken as they come
    ploy_decay decay;    ///< default halving
    uint32_t decay_time; ///< in the unit that time advances in, 1 .. 2^28, default 10,000: thousandths of a second
    uint32_t floor;      ///< believed less than this it is forgotten, 1 .. 1,000, default 50
    bool is_volatile;    ///< come and go all the time: traced at level everything alone. Default false
} ploy_fact_type_def;

typedef struct ploy_fact_types_def
{
    ploy_allocator allocator; ///< of the kinds and of their memories
    const ploy_trace* trace;  ///< of all their memories; NULL: none. Must outlive them
} ploy_fact_types_def;

/// NULL when out of memory.
PLOY_API ploy_fact_types* ploy_fact_types_create(const ploy_fact_types_def* def);
/// No memory of it may be left. NULL is allowed.
PLOY_API void ploy_fact_types_destroy(ploy_fact_types* kinds);

/// The kind's index goes to `kind` (may be NULL); kinds are numbered from 0. PLOY_INVALID: a name is missing or taken
/// or a number out of its range; PLOY_FULL: all capacities together are beyond 2^30; PLOY_NOT_SUPPORTED: a memory has
/// been made already.
PLOY_API ploy_status ploy_fact_types_add(ploy_fact_types* kinds, const ploy_fact_type_def* def, uint32_t* kind);

PLOY_API uint32_t ploy_fact_types_count(const ploy_fact_types* kinds);
/// PLOY_NONE: no such kind, no such attribute.
PLOY_API uint32_t ploy_fact_types_find(const ploy_fact_types* kinds, const char* name);
PLOY_API uint32_t ploy_fact_types_find_attribute(const ploy_fact_types* kinds, uint32_t kind, const char* name);
PLOY_API const char* ploy_fact_types_name(const ploy_fact_types* kinds, uint32_t kind);
PLOY_API const char* ploy_fact_types_attribute_name(const ploy_fact_types* kinds, uint32_t kind, uint32_t attribute);
PLOY_API uint32_t ploy_fact_types_attribute_count(const ploy_fact_types* kinds, uint32_t kind);

// Facts.

/// Tells facts of one memory apart: that of a forgotten fact does not come back (before 2^31 others had its place).
typedef struct ploy_fact_id
{
    uint32_t index1; ///< 0: null
    uint32_t generation;
} ploy_fact_id;

typedef struct ploy_fact
{
    uint32_t kind;
    uint32_t set;    ///< bit a: attribute a has a value
    uint32_t belief; ///< thousandths; of a known fact: now
    uint32_t source; ///< the sensor it came from: any number of the caller's
    uint64_t age;    ///< since it was last noted; not read from a note
    ploy_value values[PLOY_FACT_ATTRIBUTES];
} ploy_fact;

/// Of this kind, certain, nothing set, source 0.
PLOY_API ploy_fact ploy_fact_of(uint32_t kind);
PLOY_API void ploy_fact_set(ploy_fact* fact, uint32_t attribute, ploy_value value);

/// Why a fact went, for the trace.
typedef enum ploy_forget_reason
{
    PLOY_FORGET_DECAYED,   ///< believed less than its kind's floor
    PLOY_FORGET_CROWDED,   ///< its kind was full, and it was the min believed
    PLOY_FORGET_REQUESTED, ///< the caller said so
} ploy_forget_reason;

typedef struct ploy_memory_def
{
    ploy_fact_types* kinds;
    uint32_t agent; ///< for the trace: index plus one; 0: no agent
} ploy_memory_def;

/// An empty memory, under 64 bytes; NULL when out of memory.
PLOY_API ploy_memory* ploy_memory_create(const ploy_memory_def* def);
/// NULL is allowed.
PLOY_API void ploy_memory_destroy(ploy_memory* facts);

/// Room for so many facts of the kind (at max its capacity), so that noting them allocates nothing.
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_memory_reserve(ploy_memory* facts, uint32_t kind, uint32_t count);

/// Time goes on; what is believed too little by now is forgotten. dt in thousandths of a second, or whatever decay
/// times are given in. One compare, unless something may be due.
PLOY_API void ploy_memory_advance(ploy_memory* facts, uint64_t dt);

/// Takes in what was sensed. A known fact that agrees in all identifying attributes is refreshed: it keeps its id and
/// the attributes that the note does not set, its age is 0 and its source the note's, and it is believed as the note
/// says or as before, whichever is more. Else, and always for kinds that nothing identifies, it is a new fact. Linear
/// in the facts of the kind.
///
/// When the kind is full, the min believed goes (of those the one noted longest ago, of those the lowest id), unless
/// the new one is believed less, or as much and the other was noted at this very moment.
///
/// PLOY_OK: new; PLOY_ALREADY: refreshed; PLOY_FULL: not taken in, all others are better; PLOY_INVALID: an identifying
/// attribute is not set, one is set that the kind does not have, a bool is neither 0 nor 1, or belief is below the
/// kind's floor or above certain (a weak note of a known fact does refresh it); PLOY_OUT_OF_MEMORY. id (may be NULL) is
/// the fact's, or null.
PLOY_API ploy_status ploy_memory_remember(ploy_memory* facts, const ploy_fact* note, ploy_fact_id* id);

/// Looked again, and now believe it so much, be it less: its age is 0. Below the kind's floor it is forgotten.
/// PLOY_NOT_FOUND: forgotten already; PLOY_INVALID: belief above certain.
PLOY_API ploy_status ploy_memory_believe(ploy_memory* facts, ploy_fact_id id, uint32_t belief);
PLOY_API ploy_status ploy_memory_forget(ploy_memory* facts, ploy_fact_id id);

/// PLOY_NOT_FOUND: forgotten; fact is then untouched.
PLOY_API ploy_status ploy_memory_get(const ploy_memory* facts, ploy_fact_id id, ploy_fact* fact);
PLOY_API bool ploy_memory_is_known(const ploy_memory* facts, ploy_fact_id id);
/// 0: forgotten.
PLOY_API uint32_t ploy_memory_belief(const ploy_memory* facts, ploy_fact_id id);
/// All kinds together.
PLOY_API uint32_t ploy_memory_total(const ploy_memory* facts);
/// What advanced so far.
PLOY_API uint64_t ploy_memory_now(const ploy_memory* facts);
/// Grows with every note, belief, forgetting, restore, and with time: equal, and every query gives what it gave. Not
/// saved.
PLOY_API uint64_t ploy_memory_version(const ploy_memory* facts);
/// Bytes of this memory.
PLOY_API size_t ploy_memory_bytes(const ploy_memory* facts);

// Queries by example: facts of a kind whose attributes lie in ranges.

typedef struct ploy_fact_query
{
    uint32_t kind;
    uint32_t given;      ///< bit a: the fact must have attribute a, between min[a] and max[a]
    uint32_t min_belief; ///< 0: any
    uint32_t source;     ///< PLOY_NONE: any
    uint64_t max_age;    ///< UINT64_MAX: any
    ploy_value min[PLOY_FACT_ATTRIBUTES];
    ploy_value max[PLOY_FACT_ATTRIBUTES];
} ploy_fact_query;

/// Every fact of the kind.
PLOY_API void ploy_fact_query_init(ploy_fact_query* query, uint32_t kind);
/// Every fact that has all that the example has set, with the same values.
PLOY_API void ploy_fact_query_like(ploy_fact_query* query, const ploy_fact* example);
/// Narrows a query.
PLOY_API void ploy_fact_query_equal(ploy_fact_query* query, uint32_t attribute, ploy_value value);
PLOY_API void ploy_fact_query_between(ploy_fact_query* query, uint32_t attribute, ploy_value min, ploy_value max);

/// All are one pass over the facts of the kind.
PLOY_API uint32_t ploy_memory_count(const ploy_memory* facts, const ploy_fact_query* query);
/// The max believed; of those the one noted last, of those the lowest id. Null: none matches.
PLOY_API ploy_fact_id ploy_memory_best(const ploy_memory* facts, const ploy_fact_query* query);
/// In order of ids: the first that matches after this one (null: of all), which need not be known any more. Null: no
/// more.
PLOY_API ploy_fact_id ploy_memory_next(const ploy_memory* facts, const ploy_fact_query* query, ploy_fact_id after);
/// Forgets all that match; returns how many.
PLOY_API uint32_t ploy_memory_forget_all(ploy_memory* facts, const ploy_fact_query* query);

#ifdef __cplusplus
}
#endif

#endif
