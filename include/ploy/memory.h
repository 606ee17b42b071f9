/// Working memory: facts that an agent believes about its surroundings, until it forgets them.
///
/// The fact types are described once, shared by all memories, and complete before the first memory is created. Only one
/// thread may use a memory at a time. A belief is fixed point (1/1000): 1000 is certain. Times are microseconds; ages
/// have a resolution of one millisecond.

#ifndef PLOY_MEMORY_H
#define PLOY_MEMORY_H

#include <ploy/base.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

// Fact types.

/// The highest number of attributes of one fact type.
#define PLOY_FACT_ATTRIBUTES 16

/// The belief in a fact that is certain.
#define PLOY_FACT_CERTAIN 1000

typedef struct ploy_fact_types ploy_fact_types;
typedef struct ploy_memory ploy_memory;

/// How belief falls with age.
typedef enum ploy_decay
{
    PLOY_DECAY_HALVING, ///< halves every decay_time, linearly in between
    PLOY_DECAY_LINEAR,  ///< falls from certain to zero in decay_time
    PLOY_DECAY_NONE,    ///< does not fall: the fact stays until it is forgotten on request
} ploy_decay;

typedef struct ploy_fact_attribute
{
    const char* name; ///< copied
    ploy_value_type type;
    bool identifies; ///< facts that agree in all attributes marked so are one fact
    /// Of type PLOY_VALUE_OBJECT or PLOY_VALUE_INT, as in ploy_key_def, so that recordings can name it; also "agent_index":
    /// the index of an agent, from 0. Copied.
    const char* object_type;
    const char* value_names; ///< of type PLOY_VALUE_INT, as in ploy_key_def. Copied
} ploy_fact_attribute;

typedef struct ploy_fact_type_def
{
    const char* name; ///< copied; must be unique
    ploy_fact_attribute attributes[PLOY_FACT_ATTRIBUTES];
    uint32_t attribute_count;
    uint32_t capacity; ///< facts of the type in one memory, 1 .. 65,536, default 32. Memory grows as facts come
    ploy_decay decay;  ///< default halving
    int64_t
        decay_time;   ///< microseconds, 1,000 .. 2^28 * 1,000 (3 days), default 10 seconds; rounded up to a millisecond
    uint32_t floor;   ///< a fact believed less than this is forgotten, 1 .. 1,000, default 50
    bool is_volatile; ///< changes all the time: traced only at level everything. Default false
} ploy_fact_type_def;

typedef struct ploy_fact_types_def
{
    ploy_allocator allocator; ///< of the fact types and of their memories; default malloc and free
    const ploy_trace* trace;  ///< of all their memories, must outlive them; NULL: none
} ploy_fact_types_def;

/// def may be NULL. Returns NULL when out of memory.
PLOY_API ploy_fact_types* ploy_fact_types_create(const ploy_fact_types_def* def);
/// Memories, minds and worlds that use the fact types keep them until they are gone. NULL is allowed.
PLOY_API void ploy_fact_types_destroy(ploy_fact_types* fact_types);

/// Writes the index of the new fact type to `type`, which may be NULL. Indices count from 0. PLOY_INVALID: a name is
/// missing or taken, or a number is out of range; PLOY_FULL: the sum of all capacities is above 2^30;
/// PLOY_NOT_SUPPORTED: a memory exists already; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_fact_types_add(ploy_fact_types* fact_types, const ploy_fact_type_def* def, uint32_t* type);

/// The index of a fact type, or of an attribute of one; PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_fact_types_find(const ploy_fact_types* fact_types, const char* name);
PLOY_API uint32_t ploy_fact_types_find_attribute(const ploy_fact_types* fact_types, uint32_t type, const char* name);
/// How many attributes a fact type has, and one of them: attribute is below that count. The name lives as long as the fact
/// types.
PLOY_API uint32_t ploy_fact_types_attribute_count(const ploy_fact_types* fact_types, uint32_t type);
PLOY_API ploy_fact_attribute ploy_fact_types_attribute(const ploy_fact_types* fact_types, uint32_t type,
                                                       uint32_t attribute);

// Facts.

/// Identifies a fact of one memory. The id of a forgotten fact stays invalid (until its place was reused 2^31 times).
typedef struct ploy_fact_id
{
    uint32_t index1; ///< index plus one; 0: null
    uint32_t generation;
} ploy_fact_id;

typedef struct ploy_fact
{
    uint32_t type;   ///< index of its fact type
    uint32_t set;    ///< bit a: attribute a has a value
    uint32_t belief; ///< 0 .. 1,000; of a fact read from a memory: now
    uint32_t source; ///< the sensor it came from, or any other number of the caller
    int64_t age;     ///< microseconds since it was last remembered; ignored when it is remembered
    ploy_value values[PLOY_FACT_ATTRIBUTES];
} ploy_fact;

/// A certain fact of a type, with no attribute set and source 0.
PLOY_API ploy_fact ploy_fact_of(uint32_t type);
/// Sets an attribute of a fact that is to be remembered.
PLOY_API void ploy_fact_set(ploy_fact* fact, uint32_t attribute, ploy_value value);

/// Why a memory forgot a fact, for the trace.
typedef enum ploy_forget_reason
{
    PLOY_FORGET_DECAYED,   ///< its belief fell below the floor of its type
    PLOY_FORGET_CROWDED,   ///< its type was full, and it was the least believed
    PLOY_FORGET_REQUESTED, ///< the caller asked for it
} ploy_forget_reason;

typedef struct ploy_memory_def
{
    ploy_fact_types* fact_types; ///< required
    uint32_t agent;              ///< for the trace: index plus one; 0: no agent
} ploy_memory_def;

/// An empty memory of at most 64 bytes. Returns NULL when out of memory. A world creates one per agent by itself.
PLOY_API ploy_memory* ploy_memory_create(const ploy_memory_def* def);
/// NULL is allowed.
PLOY_API void ploy_memory_destroy(ploy_memory* memory);

/// Takes memory for `count` facts of a type (at most its capacity), so that remembering them allocates nothing.
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_memory_reserve(ploy_memory* memory, uint32_t type, uint32_t count);

/// Lets time pass, dt in microseconds, and forgets facts whose belief fell below the floor. For memories of your own: a
/// world does this for its agents. Costs one comparison unless a fact may be due.
PLOY_API void ploy_memory_advance(ploy_memory* memory, int64_t dt);

/// Remembers what was sensed. A known fact that agrees in all identifying attributes is refreshed: it keeps its id and
/// the attributes that `fact` does not set, its age becomes 0, its source that of `fact`, and its belief the higher of
/// the two. Otherwise, and always for types without identifying attributes, this adds a new fact. Linear in the number
/// of facts of the type.
///
/// When the type is full, the least believed fact is forgotten (of equals the oldest, of those the lowest id), unless
/// the new fact is believed less, or equally and the other fact has age 0.
///
/// PLOY_OK: added; PLOY_ALREADY: refreshed; PLOY_FULL: not added, since every other fact is better; PLOY_INVALID: an
/// identifying attribute is not set, an attribute is set that the type does not have, a bool is neither 0 nor 1, the
/// belief is above certain, or the belief in a new fact is below the floor of its type; PLOY_OUT_OF_MEMORY. `id`, which
/// may be NULL, gets the id of the fact, or null.
PLOY_API ploy_status ploy_memory_remember(ploy_memory* memory, const ploy_fact* fact, ploy_fact_id* id);

/// Sets the belief in a fact, higher or lower, and its age to 0. Below the floor of its type the fact is forgotten.
/// PLOY_NOT_FOUND: it is forgotten already; PLOY_INVALID: belief is above certain.
PLOY_API ploy_status ploy_memory_believe(ploy_memory* memory, ploy_fact_id id, uint32_t belief);
/// PLOY_NOT_FOUND: it is forgotten already.
PLOY_API ploy_status ploy_memory_forget(ploy_memory* memory, ploy_fact_id id);

/// Copies a fact. PLOY_NOT_FOUND: it is forgotten; *fact is unchanged.
PLOY_API ploy_status ploy_memory_get(const ploy_memory* memory, ploy_fact_id id, ploy_fact* fact);
/// The belief in a fact now; 0: it is forgotten.
PLOY_API uint32_t ploy_memory_belief(const ploy_memory* memory, ploy_fact_id id);

// Queries by example: facts of one type whose attributes lie in ranges.

typedef struct ploy_fact_query
{
    uint32_t type;
    uint32_t given;      ///< bit a: the fact must have attribute a, between min[a] and max[a]
    uint32_t min_belief; ///< 0: any
    uint32_t source;     ///< PLOY_NONE: any
    int64_t max_age;     ///< microseconds; INT64_MAX: any
    ploy_value min[PLOY_FACT_ATTRIBUTES];
    ploy_value max[PLOY_FACT_ATTRIBUTES];
} ploy_fact_query;

/// Makes a query that matches every fact of the type.
PLOY_API void ploy_fact_query_init(ploy_fact_query* query, uint32_t type);
/// Makes a query that matches every fact which has the attributes that the example has set, with the same values.
PLOY_API void ploy_fact_query_like(ploy_fact_query* query, const ploy_fact* example);
/// Narrows a query to one value of an attribute, or to a range that includes both ends.
PLOY_API void ploy_fact_query_equal(ploy_fact_query* query, uint32_t attribute, ploy_value value);
PLOY_API void ploy_fact_query_between(ploy_fact_query* query, uint32_t attribute, ploy_value min, ploy_value max);

/// How many facts match. This and the functions below are one pass over the facts of the type.
PLOY_API uint32_t ploy_memory_count(const ploy_memory* memory, const ploy_fact_query* query);
/// The most believed fact that matches; of equals the youngest, of those the lowest id. Null: none matches.
PLOY_API ploy_fact_id ploy_memory_best(const ploy_memory* memory, const ploy_fact_query* query);
/// Iterates in order of ids: the first fact that matches after `after`, which may be forgotten by now. Null begins, and
/// null is returned at the end.
PLOY_API ploy_fact_id ploy_memory_next(const ploy_memory* memory, const ploy_fact_query* query, ploy_fact_id after);
/// Forgets every fact that matches and returns how many there were.
PLOY_API uint32_t ploy_memory_forget_all(ploy_memory* memory, const ploy_fact_query* query);

#ifdef __cplusplus
}
#endif

#endif
