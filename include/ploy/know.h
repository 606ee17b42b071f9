/// What is known: blackboards, on which the parts of an agent (and of a squad, and of a world) leave each other values,
/// and facts, what an agent believes about its surroundings until it forgets.
///
/// Both come in two parts: a description that is shared by all (keys, kinds) and is complete before its first board or
/// memory is made, and the many small boards and memories. One board or memory is used by one thread at a time (a board
/// may be read by many while nobody writes it or its parents); those of one description are created, destroyed and
/// given other parents on one thread at a time. Nothing here is a float: decimals and beliefs are thousandths.

#ifndef PLOY_KNOW_H
#define PLOY_KNOW_H

#include <ploy/base.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a key or an attribute holds. All travel as int64_t.
typedef enum ploy_value_type
{
    PLOY_VALUE_BOOL,    ///< 0 or 1
    PLOY_VALUE_INT,     ///< the number itself
    PLOY_VALUE_DECIMAL, ///< thousandths
    PLOY_VALUE_OBJECT,  ///< the bits of a 64-bit handle of the caller's
} ploy_value_type;

// Keys: what can stand on boards.

typedef struct ploy_board_keys ploy_board_keys;
typedef struct ploy_board ploy_board;

/// Whom a board belongs to. Boards are chained towards higher numbers; those between the named ones are the caller's.
enum
{
    PLOY_SCOPE_LOCAL = 0, ///< one tree or plan of an agent
    PLOY_SCOPE_AGENT = 2,
    PLOY_SCOPE_SQUAD = 4,
    PLOY_SCOPE_WORLD = 7,
    PLOY_SCOPE_COUNT = 8
};

typedef struct ploy_board_keys_def
{
    uint32_t cookie;
    ploy_allocator allocator; ///< of the keys and of their boards
    const ploy_trace* trace;  ///< of all their boards; NULL: none. Must outlive them
} ploy_board_keys_def;

PLOY_API ploy_board_keys_def ploy_board_keys_def_default(void);

/// NULL when out of memory.
PLOY_API ploy_board_keys* ploy_board_keys_create(const ploy_board_keys_def* def);
/// No board of it may be left. NULL is allowed.
PLOY_API void ploy_board_keys_destroy(ploy_board_keys* keys);

typedef struct ploy_key_def
{
    uint32_t cookie;
    const char* name;     ///< copied; no two keys have one name
    ploy_value_type type; ///< default bool
    int64_t initial;      ///< what is read where no scope has it set, default 0
    uint32_t scopes;      ///< bit s: boards of scope s can hold it, 12 bytes each; default all
    bool restless;        ///< changes all the time: traced at level everything alone. Default false
} ploy_key_def;

PLOY_API ploy_key_def ploy_key_def_default(void);

/// The key's index goes to `key` (may be NULL); keys are numbered from 0. PLOY_INVALID: the name is missing or taken, a
/// bool's initial is neither 0 nor 1, no scope; PLOY_FULL: there are too many (65,534); PLOY_NOT_SUPPORTED: a board has
/// been made already.
PLOY_API ploy_status ploy_board_keys_add(ploy_board_keys* keys, const ploy_key_def* def, uint32_t* key);

PLOY_API uint32_t ploy_board_keys_count(const ploy_board_keys* keys);
/// PLOY_NONE: no such key.
PLOY_API uint32_t ploy_board_keys_find(const ploy_board_keys* keys, const char* name);
PLOY_API const char* ploy_board_keys_name(const ploy_board_keys* keys, uint32_t key);
PLOY_API ploy_value_type ploy_board_keys_type(const ploy_board_keys* keys, uint32_t key);

// Boards.

typedef struct ploy_board_def
{
    uint32_t cookie;
    ploy_board_keys* keys;
    uint32_t scope;     ///< default PLOY_SCOPE_AGENT
    ploy_board* parent; ///< where reads go on: of a higher scope and the same keys; NULL: nowhere
    uint32_t agent;     ///< for the trace: index plus one; 0: no agent
} ploy_board_def;

PLOY_API ploy_board_def ploy_board_def_default(void);

/// Nothing is set. NULL when out of memory. Only this and subscribing allocate.
PLOY_API ploy_board* ploy_board_create(const ploy_board_def* def);
/// No child may be left, and none of its observers may be running. NULL is allowed.
PLOY_API void ploy_board_destroy(ploy_board* board);

/// Moves a board below another parent, say an agent to another squad; NULL: below none. Observers are not called;
/// stamps tell.
PLOY_API void ploy_board_set_parent(ploy_board* board, ploy_board* parent);
PLOY_API ploy_board* ploy_board_parent(const ploy_board* board);

/// Sets the key on this very board, and calls its observers if that changed it: if it was not set or had another value.
/// PLOY_OK: changed; PLOY_ALREADY: it was so; PLOY_NOT_SUPPORTED: boards of this scope cannot hold the key. A key that
/// does not exist, or one of another type than the function's name says, breaks a rule.
PLOY_API ploy_status ploy_board_set(ploy_board* board, uint32_t key, int64_t value);
PLOY_API ploy_status ploy_board_set_bool(ploy_board* board, uint32_t key, bool value);
PLOY_API ploy_status ploy_board_set_int(ploy_board* board, uint32_t key, int64_t value);
PLOY_API ploy_status ploy_board_set_decimal(ploy_board* board, uint32_t key, int64_t thousandths);
PLOY_API ploy_status ploy_board_set_object(ploy_board* board, uint32_t key, uint64_t object);

/// Reads go to the parents again. Statuses as for setting.
PLOY_API ploy_status ploy_board_unset(ploy_board* board, uint32_t key);

/// The value on the nearest board of the chain that has the key set, else the key's initial value.
PLOY_API int64_t ploy_board_get(const ploy_board* board, uint32_t key);
PLOY_API bool ploy_board_get_bool(const ploy_board* board, uint32_t key);
PLOY_API int64_t ploy_board_get_int(const ploy_board* board, uint32_t key);
PLOY_API int64_t ploy_board_get_decimal(const ploy_board* board, uint32_t key);
PLOY_API uint64_t ploy_board_get_object(const ploy_board* board, uint32_t key);

/// The board a read of the key ends at; NULL: none has it set.
PLOY_API const ploy_board* ploy_board_holder(const ploy_board* board, uint32_t key);

// Changed since.

/// Stands for what the key reads as through the chain: equal stamps of a board and key, nothing happened in between;
/// different ones, something did (a write, an unset, a scope that covers or uncovers another, a new parent). Writes
/// that a nearer scope hides do not show. Compare for equality only. Repeats after 2^32 changes.
PLOY_API uint64_t ploy_board_stamp(const ploy_board* board, uint32_t key);
/// The same for all keys at once, hidden writes too; it only grows.
PLOY_API uint64_t ploy_board_stamp_all(const ploy_board* board);
/// Changes made on this very board.
PLOY_API uint64_t ploy_board_version(const ploy_board* board);

// Observers: called after each change on the board they watch (on that very board: watch the world's board to hear of
// the world).

/// The key that changed; read what it is now. In a callback everything is allowed but destroying the board: write,
/// subscribe, and unsubscribe anyone.
typedef void ploy_board_fn(void* user, ploy_board* board, uint32_t key);

typedef struct ploy_observer_id
{
    uint32_t index1; ///< 0: null
    uint32_t generation;
} ploy_observer_id;

/// key PLOY_NONE: every key of this board. Those of the key are called first, then those of every key, each in the
/// order they subscribed. One that subscribes in a callback hears of later changes only. PLOY_OUT_OF_MEMORY,
/// PLOY_NOT_SUPPORTED as for setting. id may be NULL.
PLOY_API ploy_status ploy_board_subscribe(ploy_board* board, uint32_t key, ploy_board_fn* call, void* user,
                                          ploy_observer_id* id);
/// From this moment on it is not called. PLOY_NOT_FOUND: it was not subscribed any more.
PLOY_API ploy_status ploy_board_unsubscribe(ploy_board* board, ploy_observer_id id);
PLOY_API uint32_t ploy_board_observer_count(const ploy_board* board);

// Saving: all that a board holds, its versions too, so that stamps saved along with it stay good.

/// Words that a save takes: the same for all boards of one scope.
PLOY_API uint32_t ploy_board_save_words(const ploy_board* board);
/// capacity in words; PLOY_FULL when it is too small.
PLOY_API ploy_status ploy_board_save(const ploy_board* board, uint64_t* words, uint32_t capacity);
/// Into a board of the same keys and scope; no observer is called. PLOY_INVALID, and nothing is changed: not a save of
/// such a board.
PLOY_API ploy_status ploy_board_restore(ploy_board* board, const uint64_t* words, uint32_t count);

// Kinds of facts.

/// Attributes of one kind, at most.
#define PLOY_FACT_ATTRIBUTES 16

/// Belief is 0 .. 1,000 thousandths.
#define PLOY_FACT_CERTAIN 1000

typedef struct ploy_fact_kinds ploy_fact_kinds;
typedef struct ploy_facts ploy_facts;

/// How belief falls with age.
typedef enum ploy_decay
{
    PLOY_DECAY_NONE,    ///< it does not: an order stands until it is forgotten
    PLOY_DECAY_HALVING, ///< halves with each decay_time, in a straight line in between
    PLOY_DECAY_LINEAR,  ///< falls from certain to nothing in decay_time, from less in less
} ploy_decay;

typedef struct ploy_fact_attribute
{
    const char* name; ///< copied
    ploy_value_type type;
    bool identifies; ///< two notes that agree in all attributes marked so are of one fact
} ploy_fact_attribute;

typedef struct ploy_fact_kind_def
{
    uint32_t cookie;
    const char* name; ///< copied; no two kinds have one name
    ploy_fact_attribute attributes[PLOY_FACT_ATTRIBUTES];
    uint32_t attribute_count;
    uint32_t capacity;   ///< facts of the kind in one memory, 1 .. 65,536, default 32. Memory is taken as they come
    ploy_decay decay;    ///< default halving
    uint32_t decay_time; ///< in the unit that time advances in, 1 .. 2^28, default 10,000: thousandths of a second
    uint32_t floor;      ///< believed less than this it is forgotten, 1 .. 1,000, default 50
    bool restless;       ///< come and go all the time: traced at level everything alone. Default false
} ploy_fact_kind_def;

PLOY_API ploy_fact_kind_def ploy_fact_kind_def_default(void);

typedef struct ploy_fact_kinds_def
{
    uint32_t cookie;
    ploy_allocator allocator; ///< of the kinds and of their memories
    const ploy_trace* trace;  ///< of all their memories; NULL: none. Must outlive them
} ploy_fact_kinds_def;

PLOY_API ploy_fact_kinds_def ploy_fact_kinds_def_default(void);

/// NULL when out of memory.
PLOY_API ploy_fact_kinds* ploy_fact_kinds_create(const ploy_fact_kinds_def* def);
/// No memory of it may be left. NULL is allowed.
PLOY_API void ploy_fact_kinds_destroy(ploy_fact_kinds* kinds);

/// The kind's index goes to `kind` (may be NULL); kinds are numbered from 0. PLOY_INVALID: a name is missing or taken
/// or a number out of its range; PLOY_FULL: all capacities together are beyond 2^30; PLOY_NOT_SUPPORTED: a memory has
/// been made already.
PLOY_API ploy_status ploy_fact_kinds_add(ploy_fact_kinds* kinds, const ploy_fact_kind_def* def, uint32_t* kind);

PLOY_API uint32_t ploy_fact_kinds_count(const ploy_fact_kinds* kinds);
/// PLOY_NONE: no such kind, no such attribute.
PLOY_API uint32_t ploy_fact_kinds_find(const ploy_fact_kinds* kinds, const char* name);
PLOY_API uint32_t ploy_fact_kinds_attribute(const ploy_fact_kinds* kinds, uint32_t kind, const char* name);
PLOY_API const char* ploy_fact_kinds_name(const ploy_fact_kinds* kinds, uint32_t kind);
PLOY_API const char* ploy_fact_kinds_attribute_name(const ploy_fact_kinds* kinds, uint32_t kind, uint32_t attribute);
PLOY_API uint32_t ploy_fact_kinds_attribute_count(const ploy_fact_kinds* kinds, uint32_t kind);

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
    int64_t values[PLOY_FACT_ATTRIBUTES];
} ploy_fact;

/// Of this kind, certain, nothing set, source 0.
PLOY_API ploy_fact ploy_fact_of(uint32_t kind);
PLOY_API void ploy_fact_set(ploy_fact* fact, uint32_t attribute, int64_t value);

/// Why a fact went, for the trace.
typedef enum ploy_forget_reason
{
    PLOY_FORGET_DECAYED, ///< believed less than its kind's floor
    PLOY_FORGET_CROWDED, ///< its kind was full, and it was the least believed
    PLOY_FORGET_TOLD,    ///< the caller said so
} ploy_forget_reason;

typedef struct ploy_facts_def
{
    uint32_t cookie;
    ploy_fact_kinds* kinds;
    uint32_t agent; ///< for the trace: index plus one; 0: no agent
} ploy_facts_def;

PLOY_API ploy_facts_def ploy_facts_def_default(void);

/// An empty memory, under 64 bytes; NULL when out of memory.
PLOY_API ploy_facts* ploy_facts_create(const ploy_facts_def* def);
/// NULL is allowed.
PLOY_API void ploy_facts_destroy(ploy_facts* facts);

/// Room for so many facts of the kind (at most its capacity), so that noting them allocates nothing.
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_facts_reserve(ploy_facts* facts, uint32_t kind, uint32_t count);

/// Time goes on; what is believed too little by now is forgotten. dt in thousandths of a second, or whatever decay
/// times are given in. One compare, unless something may be due.
PLOY_API void ploy_facts_advance(ploy_facts* facts, uint64_t dt);

/// Takes in what was sensed. A known fact that agrees in all identifying attributes is refreshed: it keeps its id and
/// the attributes that the note does not set, its age is 0 and its source the note's, and it is believed as the note
/// says or as before, whichever is more. Else, and always for kinds that nothing identifies, it is a new fact. Linear
/// in the facts of the kind.
///
/// When the kind is full, the least believed goes (of those the one noted longest ago, of those the lowest id), unless
/// the new one is believed less, or as much and the other was noted at this very moment.
///
/// PLOY_OK: new; PLOY_ALREADY: refreshed; PLOY_FULL: not taken in, all others are better; PLOY_INVALID: an identifying
/// attribute is not set, one is set that the kind does not have, a bool is neither 0 nor 1, or belief is below the
/// kind's floor or above certain (a weak note of a known fact does refresh it); PLOY_OUT_OF_MEMORY. id (may be NULL) is
/// the fact's, or null.
PLOY_API ploy_status ploy_facts_note(ploy_facts* facts, const ploy_fact* note, ploy_fact_id* id);

/// Looked again, and now believe it so much, be it less: its age is 0. Below the kind's floor it is forgotten.
/// PLOY_NOT_FOUND: forgotten already; PLOY_INVALID: belief above certain.
PLOY_API ploy_status ploy_facts_believe(ploy_facts* facts, ploy_fact_id id, uint32_t belief);
PLOY_API ploy_status ploy_facts_forget(ploy_facts* facts, ploy_fact_id id);

/// PLOY_NOT_FOUND: forgotten; fact is then untouched.
PLOY_API ploy_status ploy_facts_get(const ploy_facts* facts, ploy_fact_id id, ploy_fact* fact);
PLOY_API bool ploy_facts_is_known(const ploy_facts* facts, ploy_fact_id id);
/// 0: forgotten.
PLOY_API uint32_t ploy_facts_belief(const ploy_facts* facts, ploy_fact_id id);
/// All kinds together.
PLOY_API uint32_t ploy_facts_total(const ploy_facts* facts);
/// What advanced so far.
PLOY_API uint64_t ploy_facts_now(const ploy_facts* facts);
/// Grows with every note, belief, forgetting, restore, and with time: equal, and every query gives what it gave. Not
/// saved.
PLOY_API uint64_t ploy_facts_version(const ploy_facts* facts);
/// Bytes of this memory.
PLOY_API size_t ploy_facts_bytes(const ploy_facts* facts);

/// Words that a save of this memory takes now.
PLOY_API size_t ploy_facts_save_words(const ploy_facts* facts);
/// capacity in words; PLOY_FULL when it is too small.
PLOY_API ploy_status ploy_facts_save(const ploy_facts* facts, uint64_t* words, size_t capacity);
/// Into a memory of the same kinds, whose decay rules may have changed; ids saved along with it stay good.
/// PLOY_INVALID: not such a save; PLOY_OUT_OF_MEMORY; nothing is changed then. Not traced.
PLOY_API ploy_status ploy_facts_restore(ploy_facts* facts, const uint64_t* words, size_t count);

// Queries by example: facts of a kind whose attributes lie in ranges.

typedef struct ploy_fact_query
{
    uint32_t kind;
    uint32_t given;        ///< bit a: the fact must have attribute a, between least[a] and most[a]
    uint32_t least_belief; ///< 0: any
    uint32_t source;       ///< PLOY_NONE: any
    uint64_t most_age;     ///< UINT64_MAX: any
    int64_t least[PLOY_FACT_ATTRIBUTES];
    int64_t most[PLOY_FACT_ATTRIBUTES];
} ploy_fact_query;

/// Every fact of the kind.
PLOY_API void ploy_fact_query_init(ploy_fact_query* query, uint32_t kind);
/// Every fact that has all that the example has set, with the same values.
PLOY_API void ploy_fact_query_like(ploy_fact_query* query, const ploy_fact* example);
/// Narrows a query.
PLOY_API void ploy_fact_query_equal(ploy_fact_query* query, uint32_t attribute, int64_t value);
PLOY_API void ploy_fact_query_between(ploy_fact_query* query, uint32_t attribute, int64_t least, int64_t most);

/// All are one pass over the facts of the kind.
PLOY_API uint32_t ploy_facts_count(const ploy_facts* facts, const ploy_fact_query* query);
/// The most believed; of those the one noted last, of those the lowest id. Null: none matches.
PLOY_API ploy_fact_id ploy_facts_best(const ploy_facts* facts, const ploy_fact_query* query);
/// In order of ids: the first that matches after this one (null: of all), which need not be known any more. Null: no
/// more.
PLOY_API ploy_fact_id ploy_facts_next(const ploy_facts* facts, const ploy_fact_query* query, ploy_fact_id after);
/// Forgets all that match; returns how many.
PLOY_API uint32_t ploy_facts_forget_all(ploy_facts* facts, const ploy_fact_query* query);

#ifdef __cplusplus
}
#endif

#endif
