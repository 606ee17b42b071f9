/// Blackboards: where the parts of an agent, of a squad and of a world leave each other values.
///
/// The keys are described once, shared by all blackboards, and complete before the first blackboard is created. One
/// blackboard is used by one thread at a time (any number of threads may read it while nobody writes it or its parents);
/// those of one description are created, destroyed and given other parents on one thread at a time.

#ifndef PLOY_BLACKBOARD_H
#define PLOY_BLACKBOARD_H

#include <ploy/base.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

// Keys: what can stand on boards.

typedef struct ploy_blackboard_keys ploy_blackboard_keys;
typedef struct ploy_blackboard ploy_blackboard;

/// Whom a blackboard belongs to. Boards are chained towards higher numbers; those between the named ones are the caller's.
enum
{
    PLOY_SCOPE_LOCAL = 1, ///< one tree or plan of an agent
    PLOY_SCOPE_AGENT = 2,
    PLOY_SCOPE_SQUAD = 4,
    PLOY_SCOPE_WORLD = 7,
    PLOY_SCOPE_COUNT = 8
};

typedef struct ploy_blackboard_keys_def
{
    ploy_allocator allocator; ///< of the keys and of their boards
    const ploy_trace* trace;  ///< of all their boards; NULL: none. Must outlive them
} ploy_blackboard_keys_def;

/// NULL when out of memory.
PLOY_API ploy_blackboard_keys* ploy_blackboard_keys_create(const ploy_blackboard_keys_def* def);
/// No blackboard of it may be left. NULL is allowed.
PLOY_API void ploy_blackboard_keys_destroy(ploy_blackboard_keys* keys);

typedef struct ploy_key_def
{
    const char* name;     ///< copied; no two keys have one name
    ploy_value_type type; ///< default bool
    ploy_value initial;   ///< what is read where no scope has it set, default 0
    uint32_t scopes;      ///< bit s: boards of scope s can hold it, 12 bytes each; default all
    bool is_volatile;     ///< changes all the time: traced at level everything alone. Default false
} ploy_key_def;

/// The key's index goes to `key` (may be NULL); keys are numbered from 0. PLOY_INVALID: the name is missing or taken, a
/// bool's initial is neither 0 nor 1, no scope; PLOY_FULL: there are too many (65,534); PLOY_NOT_SUPPORTED: a blackboard has
/// been made already.
PLOY_API ploy_status ploy_blackboard_keys_add(ploy_blackboard_keys* keys, const ploy_key_def* def, uint32_t* key);

PLOY_API uint32_t ploy_blackboard_keys_count(const ploy_blackboard_keys* keys);
/// PLOY_NONE: no such key.
PLOY_API uint32_t ploy_blackboard_keys_find(const ploy_blackboard_keys* keys, const char* name);
PLOY_API const char* ploy_blackboard_keys_name(const ploy_blackboard_keys* keys, uint32_t key);
PLOY_API ploy_value_type ploy_blackboard_keys_type(const ploy_blackboard_keys* keys, uint32_t key);

// Boards.

typedef struct ploy_blackboard_def
{
    ploy_blackboard_keys* keys;
    uint32_t scope;          ///< default PLOY_SCOPE_AGENT
    ploy_blackboard* parent; ///< where reads go on: of a higher scope and the same keys; NULL: nowhere
    uint32_t agent;          ///< for the trace: index plus one; 0: no agent
} ploy_blackboard_def;

/// Nothing is set. NULL when out of memory. Only this and subscribing allocate.
PLOY_API ploy_blackboard* ploy_blackboard_create(const ploy_blackboard_def* def);
/// No child may be left, and none of its observers may be running. NULL is allowed.
PLOY_API void ploy_blackboard_destroy(ploy_blackboard* blackboard);

/// Moves a blackboard below another parent, say an agent to another squad; NULL: below none. Observers are not called;
/// stamps tell.
PLOY_API void ploy_blackboard_set_parent(ploy_blackboard* blackboard, ploy_blackboard* parent);
PLOY_API ploy_blackboard* ploy_blackboard_parent(const ploy_blackboard* blackboard);

/// Sets the key on this very blackboard, and calls its observers if that changed it: if it was not set or had another value.
/// PLOY_OK: changed; PLOY_ALREADY: it was so; PLOY_NOT_SUPPORTED: boards of this scope cannot hold the key. A key that
/// does not exist, or one of another type than the function's name says, breaks a rule.
PLOY_API ploy_status ploy_blackboard_set(ploy_blackboard* blackboard, uint32_t key, ploy_value value);

/// Reads go to the parents again. Statuses as for setting.
PLOY_API ploy_status ploy_blackboard_unset(ploy_blackboard* blackboard, uint32_t key);

/// The value on the nearest blackboard of the chain that has the key set, else the key's initial value.
PLOY_API ploy_value ploy_blackboard_get(const ploy_blackboard* blackboard, uint32_t key);

/// The blackboard a read of the key ends at; NULL: none has it set.
PLOY_API const ploy_blackboard* ploy_blackboard_holder(const ploy_blackboard* blackboard, uint32_t key);

// Changed since.

/// Stands for what the key reads as through the chain: equal stamps of a blackboard and key, nothing happened in between;
/// different ones, something did (a write, an unset, a scope that covers or uncovers another, a new parent). Writes
/// that a nearer scope hides do not show. Compare for equality only. Repeats after 2^32 changes.
PLOY_API uint64_t ploy_blackboard_stamp(const ploy_blackboard* blackboard, uint32_t key);
/// The same for all keys at once, hidden writes too; it only grows.
PLOY_API uint64_t ploy_blackboard_stamp_all(const ploy_blackboard* blackboard);
/// Changes made on this very blackboard.
PLOY_API uint64_t ploy_blackboard_version(const ploy_blackboard* blackboard);

// Observers: called after each change on the blackboard they watch (on that very blackboard: watch the world's blackboard to hear of
// the world).

/// The key that changed; read what it is now. In a callback everything is allowed but destroying the blackboard: write,
/// subscribe, and unsubscribe anyone.
typedef void ploy_blackboard_fn(void* user, ploy_blackboard* blackboard, uint32_t key);

typedef struct ploy_observer_id
{
    uint32_t index1; ///< 0: null
    uint32_t generation;
} ploy_observer_id;

/// key PLOY_NONE: every key of this blackboard. Those of the key are called first, then those of every key, each in the
/// order they subscribed. One that subscribes in a callback hears of later changes only. PLOY_OUT_OF_MEMORY,
/// PLOY_NOT_SUPPORTED as for setting. id may be NULL.
PLOY_API ploy_status ploy_blackboard_subscribe(ploy_blackboard* blackboard, uint32_t key, ploy_blackboard_fn* call,
                                               void* user, ploy_observer_id* id);
/// From this moment on it is not called. PLOY_NOT_FOUND: it was not subscribed any more.
PLOY_API ploy_status ploy_blackboard_unsubscribe(ploy_blackboard* blackboard, ploy_observer_id id);
PLOY_API uint32_t ploy_blackboard_observer_count(const ploy_blackboard* blackboard);

#ifdef __cplusplus
}
#endif

#endif
