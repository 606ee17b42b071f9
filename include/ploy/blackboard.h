/// Blackboards: typed values by key, through which the parts of an agent, of a squad and of a world share what they
/// know.
///
/// The keys are described once, shared by all blackboards, and complete before the first blackboard is created.
/// Blackboards form chains: an agent's has its squad's as parent, that one the world's. A read that finds nothing goes
/// on to the parent; a write stays where it is made.
///
/// Only one thread may use a blackboard at a time; any number of threads may read it while no thread writes it or its
/// parents. Blackboards that share keys are created and destroyed on one thread at a time.

#ifndef PLOY_BLACKBOARD_H
#define PLOY_BLACKBOARD_H

#include <ploy/base.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

// Keys.

typedef struct ploy_blackboard_keys ploy_blackboard_keys;
typedef struct ploy_blackboard ploy_blackboard;

/// What a blackboard belongs to. The parent of a blackboard has a higher scope. The numbers between are free for games.
enum
{
    PLOY_SCOPE_LOCAL = 1, ///< one behavior tree or plan of an agent
    PLOY_SCOPE_AGENT = 2,
    PLOY_SCOPE_SQUAD = 4,
    PLOY_SCOPE_WORLD = 7,
    PLOY_SCOPE_COUNT = 8
};

typedef struct ploy_blackboard_keys_def
{
    ploy_allocator allocator; ///< of the keys and of their blackboards; default malloc and free
    const ploy_trace* trace;  ///< of all their blackboards, must outlive them; NULL: none
} ploy_blackboard_keys_def;

/// def may be NULL. Returns NULL when out of memory.
PLOY_API ploy_blackboard_keys* ploy_blackboard_keys_create(const ploy_blackboard_keys_def* def);
/// Blackboards, minds and worlds that use the keys keep them until they are gone. NULL is allowed.
PLOY_API void ploy_blackboard_keys_destroy(ploy_blackboard_keys* keys);

/// A type of struct that only the game knows, say a pose. Keys of the type hold its bytes. Two values are equal if all
/// bytes are, so zero a struct before you fill it if it has padding. It must not own memory.
typedef struct ploy_struct_def
{
    const char* name; ///< copied; unique, and not one of bool, int, decimal, object, string and any
    uint32_t bytes;   ///< its size, 1 .. PLOY_STRUCT_BYTES
    /// Reads the text of a file or a save into `made`, which is zeroed. false: the text is wrong. Required.
    bool (*parse)(void* user, const char* text, void* made);
    /// Writes it so that parse gives the same bytes again, in less than PLOY_STRUCT_TEXT bytes. Returns the length, like
    /// snprintf. Saves, hashes and recordings have this text, so they agree on every machine. Required.
    size_t (*print)(void* user, const void* from, char* text, size_t size);
    void* user;
} ploy_struct_def;

enum
{
    PLOY_STRUCT_BYTES = 1024,
    PLOY_STRUCT_TEXT = 4096
};

/// Adds a type of struct, before the keys that have it. PLOY_INVALID: a name that is missing or taken, a size out of
/// range, or a missing callback; PLOY_FULL: there are 4,096; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_blackboard_keys_add_struct(ploy_blackboard_keys* keys, const ploy_struct_def* def);

/// Gives a number a name that scripts of behavior trees know, say RED for 1. A number that has the name already is
/// replaced. PLOY_INVALID: the name is empty or that of a key; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_blackboard_keys_add_enum(ploy_blackboard_keys* keys, const char* name, int64_t value);

typedef struct ploy_key_def
{
    const char* name;     ///< copied; must be unique
    ploy_value_type type; ///< default bool
    ploy_value initial; ///< what a read gives where no blackboard has it set; default 0, "" or a zeroed struct. Copied
    uint32_t scopes; ///< bit s: blackboards of scope s can hold it, 4 (bool), 8 (number) or 12 bytes each; default all
    bool is_volatile;   ///< changes all the time: traced only at level everything. Default false
    const char* struct_type; ///< of type PLOY_VALUE_STRUCT: the name of the struct
    /// Of type PLOY_VALUE_OBJECT or PLOY_VALUE_INT: what it is a handle of, so that recordings and debuggers can name
    /// it. "agent": index1 of a ploy_agent_id, its generation in the upper 32 bits or 0. A type of the agent's domain:
    /// the index of an object. Any other word, say "door": what the game numbers in the lower 32 bits, from 1; shown as
    /// "door 3". Copied. Default NULL: an object key takes the type of the symbol that has its name; without one, and
    /// for ints, a number is shown.
    const char* object_type;
    /// Of type PLOY_VALUE_INT: words for its values from 0, separated by spaces, say "home carried dropped", so that
    /// recordings and debuggers can name them. Other values stay numbers. Copied. Default NULL: a number.
    const char* value_names;
} ploy_key_def;

/// Writes the index of the new key to `key`, which may be NULL. Indices count from 0. PLOY_INVALID: the name is missing
/// or taken, the type or the struct is unknown, the object type is not a word, the value names have a '|', or the initial
/// value does not fit; PLOY_FULL: there are 65,534 keys; PLOY_NOT_SUPPORTED: a blackboard exists already;
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_blackboard_keys_add(ploy_blackboard_keys* keys, const ploy_key_def* def, uint32_t* key);

PLOY_API uint32_t ploy_blackboard_keys_count(const ploy_blackboard_keys* keys);
/// The index of a key; PLOY_NONE: there is none of that name.
PLOY_API uint32_t ploy_blackboard_keys_find(const ploy_blackboard_keys* keys, const char* name);
PLOY_API const char* ploy_blackboard_keys_name(const ploy_blackboard_keys* keys, uint32_t key);
PLOY_API ploy_value_type ploy_blackboard_keys_type(const ploy_blackboard_keys* keys, uint32_t key);

// Blackboards.

typedef struct ploy_blackboard_def
{
    ploy_blackboard_keys* keys; ///< required
    uint32_t scope;             ///< default PLOY_SCOPE_AGENT
    ploy_blackboard* parent;    ///< of a higher scope and the same keys; NULL: none
    uint32_t agent;             ///< for the trace: index plus one; 0: no agent
} ploy_blackboard_def;

/// A blackboard with nothing set. Returns NULL when out of memory. Only this, subscribing, and a string or struct that is
/// longer than any before it in the same key allocate. A world creates one per agent and squad by itself.
PLOY_API ploy_blackboard* ploy_blackboard_create(const ploy_blackboard_def* def);
/// Not from one of its observers. Its children keep it until they are gone. NULL is allowed.
PLOY_API void ploy_blackboard_destroy(ploy_blackboard* blackboard);

/// Sets a key on this blackboard; a string or a struct is copied. Calls its observers if the key was not set or had
/// another value. PLOY_OK: changed; PLOY_ALREADY: it had that value; PLOY_NOT_SUPPORTED: blackboards of this scope
/// cannot hold the key; PLOY_OUT_OF_MEMORY: only of strings and structs, nothing changed. A key that does not exist and
/// a bool that is neither 0 nor 1 are API misuse; a string or struct that is NULL is logged, and nothing changes.
PLOY_API ploy_status ploy_blackboard_set(ploy_blackboard* blackboard, uint32_t key, ploy_value value);

/// Removes the value, so that reads go on to the parent. Statuses as for ploy_blackboard_set.
PLOY_API ploy_status ploy_blackboard_unset(ploy_blackboard* blackboard, uint32_t key);

/// The value on the nearest blackboard of the chain that has the key set, or else the initial value of the key. A string
/// or struct is valid until the key is set or unset or its blackboard is destroyed; never NULL. A struct is aligned to 8
/// bytes.
PLOY_API ploy_value ploy_blackboard_get(const ploy_blackboard* blackboard, uint32_t key);

// Observers: called after each change on the blackboard they subscribed to. Changes on its parents do not count.

/// Gets the key that changed. It may write, subscribe and unsubscribe; it must not destroy the blackboard.
typedef void ploy_blackboard_fn(void* user, ploy_blackboard* blackboard, uint32_t key);

typedef struct ploy_observer_id
{
    uint32_t index1; ///< index plus one; 0: null
    uint32_t generation;
} ploy_observer_id;

/// key PLOY_NONE subscribes to all keys. Observers of the key are called first, then those of all keys, each in the
/// order they subscribed. An observer that subscribes during a callback is called for later changes only. `id` may be
/// NULL. PLOY_NOT_SUPPORTED: blackboards of this scope cannot hold the key; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_blackboard_subscribe(ploy_blackboard* blackboard, uint32_t key, ploy_blackboard_fn* call,
                                               void* user, ploy_observer_id* id);
/// The observer is not called any more, not even for the change in progress. PLOY_NOT_FOUND: it is not subscribed.
PLOY_API ploy_status ploy_blackboard_unsubscribe(ploy_blackboard* blackboard, ploy_observer_id id);

#ifdef __cplusplus
}
#endif

#endif
