/// Minds: ways to decide behind one interface, and the abilities that a game lends them.
///
/// A mind is made once and shared by all agents that decide in its way: it holds the data (a domain and its goals, a
/// tree, a machine). What one agent remembers between two ticks is its memory: so many bytes as the mind says, kept by
/// whoever ticks it, as a rule a world (<ploy/world.h>). All that a mind and a callback see of an agent is its self.
///
/// A tick of an agent has three parts, so that many agents can be ticked on many threads with one result:
///   think   on any thread: reads all, writes nothing but its own memory, board and facts; may ask for a plan
///   work    what was asked for, all agents of a mind together, within a budget of nodes
///   act     on one thread, agents in order: starts, performs and ends activities, which may change anything
///
/// Time is microseconds in 64 bits, and the caller's.

#ifndef PLOY_MIND_H
#define PLOY_MIND_H

#include <ploy/base.h>
#include <ploy/stream.h>
#include <ploy/blackboard.h>
#include <ploy/memory.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A second, in the unit of time.
#define PLOY_SECOND 1000000

typedef struct ploy_mind ploy_mind;
typedef struct ploy_abilities ploy_abilities;

/// Who decides: an agent as its mind and every callback see it. Its address does not change while the agent lives.
typedef struct ploy_self
{
    void* user;              ///< the game's own, given when the agent was made
    ploy_mind* mind;         ///< NULL: nobody decides
    void* memory;            ///< the mind's for this agent, zeroed before begin
    ploy_board* board;       ///< or NULL
    ploy_facts* facts;       ///< or NULL
    const ploy_trace* trace; ///< or NULL
    ploy_random random;      ///< the agent's own stream
    int64_t now;             ///< since the world began
    int64_t dt;              ///< since this agent's last tick
    uint32_t agent;          ///< index plus one; 0: no agent of a world
    uint32_t generation;
    uint32_t reason;         ///< why the last thing failed: a reason of the abilities; 0: none given
    struct ploy_self* whole; ///< NULL; of a mind within a mind: the agent's own self
} ploy_self;

// Abilities: what a game can do for its agents, bound by name and used by every kind of mind alike. An action of a
// domain, a leaf of a tree, the deed of a state, a choice by utility and a primitive task all run activities.

/// How an activity, or a node of a tree, stands.
typedef enum ploy_outcome
{
    PLOY_BUSY,
    PLOY_SUCCESS,
    PLOY_FAILURE,
} ploy_outcome;

/// "busy", "success", "failure".
PLOY_API const char* ploy_outcome_name(ploy_outcome outcome);

/// Ports of one ability, at most.
#define PLOY_MAX_PORTS 8

/// An input or output: a key of the agent's board, or a constant.
typedef struct ploy_port
{
    uint32_t key;  ///< PLOY_NONE: the value is the port's
    int64_t value; ///< read when there is no key. An object of a domain: its index
} ploy_port;

/// One use of an ability, as its callbacks see it.
typedef struct ploy_run
{
    void* user;             ///< the ability's
    const ploy_port* ports; ///< one a declared port; one that was left out is a constant 0
    uint32_t port_count;
    uint32_t ability;
    int64_t elapsed;  ///< since start
    int64_t duration; ///< that the data gives; 0: none
    void* memory;     ///< the activity's for this run, zeroed before start; NULL: it has none
} ploy_run;

/// What a port reads as now.
PLOY_API int64_t ploy_run_get(const ploy_run* run, const ploy_self* self, uint32_t port);
/// Writes through to the key. PLOY_NOT_SUPPORTED: the port is a constant, or the agent has no board.
PLOY_API ploy_status ploy_run_set(const ploy_run* run, ploy_self* self, uint32_t port, int64_t value);

typedef bool ploy_test_fn(ploy_self* self, const ploy_run* run);
typedef int64_t ploy_measure_fn(ploy_self* self, const ploy_run* run);
typedef ploy_outcome ploy_perform_fn(ploy_self* self, const ploy_run* run);
typedef void ploy_notice_fn(ploy_self* self, const ploy_run* run);

/// An activity: something an agent does for a while. A run is: start, perform each tick while it is busy, and then
/// exactly one of finished (it ended by itself, well or badly) and halt (it was stopped from outside).
typedef struct ploy_activity_def
{
    uint32_t cookie;
    const char* name; ///< copied; no two activities have one name
    const char* ports[PLOY_MAX_PORTS];
    uint32_t port_count;
    uint32_t memory;           ///< bytes a run has for itself, at most 64, default 0
    ploy_test_fn* viable;      ///< may it be considered now? Asked before planning, on any thread. NULL: yes
    ploy_perform_fn* start;    ///< NULL: busy
    ploy_test_fn* valid;       ///< while it runs, before each perform: false halts it. NULL: yes
    ploy_perform_fn* perform;  ///< NULL: success once the duration is over
    ploy_notice_fn* finished;  ///< NULL: nothing to do
    ploy_perform_fn* halt;     ///< busy: is asked again next tick, until it is not. NULL: nothing to do
    ploy_measure_fn* progress; ///< thousandths done. NULL: elapsed of duration
    void* user;
} ploy_activity_def;

PLOY_API ploy_activity_def ploy_activity_def_default(void);

/// A question with yes or no: reads only.
typedef struct ploy_condition_def
{
    uint32_t cookie;
    const char* name; ///< copied; no two conditions have one name
    const char* ports[PLOY_MAX_PORTS];
    uint32_t port_count;
    ploy_test_fn* test;
    bool pure; ///< depends on nothing but its ports: need not be asked again until one of their keys changed
    void* user;
} ploy_condition_def;

PLOY_API ploy_condition_def ploy_condition_def_default(void);

/// A question with a number, in thousandths: reads only.
typedef struct ploy_measure_def
{
    uint32_t cookie;
    const char* name; ///< copied; no two measures have one name
    const char* ports[PLOY_MAX_PORTS];
    uint32_t port_count;
    ploy_measure_fn* measure;
    void* user;
} ploy_measure_def;

PLOY_API ploy_measure_def ploy_measure_def_default(void);

/// allocator NULL: the default. NULL when out of memory.
PLOY_API ploy_abilities* ploy_abilities_create(const ploy_allocator* allocator);
/// No mind that uses it may be left. NULL is allowed.
PLOY_API void ploy_abilities_destroy(ploy_abilities* abilities);

/// The index goes to `index` (may be NULL). A name that is there already is bound anew and keeps its index: ports and
/// memory must then stay as they were. PLOY_INVALID: no name, a port named twice, no test or measure, too much memory,
/// or bound anew with another shape; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_abilities_add_activity(ploy_abilities* abilities, const ploy_activity_def* def,
                                                 uint32_t* index);
PLOY_API ploy_status ploy_abilities_add_condition(ploy_abilities* abilities, const ploy_condition_def* def,
                                                  uint32_t* index);
PLOY_API ploy_status ploy_abilities_add_measure(ploy_abilities* abilities, const ploy_measure_def* def,
                                                uint32_t* index);
/// Why something failed, for self->reason: numbered from 1. The same text gives the same number. 0: out of memory.
PLOY_API uint32_t ploy_abilities_add_reason(ploy_abilities* abilities, const char* text);

/// By name; PLOY_NONE when there is none.
PLOY_API uint32_t ploy_abilities_find_activity(const ploy_abilities* abilities, const char* name);
PLOY_API uint32_t ploy_abilities_find_condition(const ploy_abilities* abilities, const char* name);
PLOY_API uint32_t ploy_abilities_find_measure(const ploy_abilities* abilities, const char* name);

PLOY_API uint32_t ploy_abilities_activity_count(const ploy_abilities* abilities);
PLOY_API uint32_t ploy_abilities_condition_count(const ploy_abilities* abilities);
PLOY_API uint32_t ploy_abilities_measure_count(const ploy_abilities* abilities);
/// As it was given; names belong to the abilities. By value of index: below the count.
PLOY_API const ploy_activity_def* ploy_abilities_activity(const ploy_abilities* abilities, uint32_t index);
PLOY_API const ploy_condition_def* ploy_abilities_condition(const ploy_abilities* abilities, uint32_t index);
PLOY_API const ploy_measure_def* ploy_abilities_measure(const ploy_abilities* abilities, uint32_t index);
/// "" for 0 and for numbers never given.
PLOY_API const char* ploy_abilities_reason(const ploy_abilities* abilities, uint32_t reason);

// The interface. A game may bring a way to decide of its own: embed ploy_mind as the first member and fill the class.

typedef struct ploy_mind_class
{
    const char* name; ///< "goap", "tree", …: stands in traces and saves
    void (*destroy)(ploy_mind* mind);
    /// The memory is zeroed. PLOY_OK or PLOY_OUT_OF_MEMORY. NULL: nothing to do.
    ploy_status (*begin)(ploy_self* self);
    void (*think)(ploy_self* self); ///< NULL: nothing to do
    /// Works on what its agents asked for, on the hook's workers; max_nodes 0: no limit. Returns the nodes spent. What
    /// it gives does not depend on the number of workers. NULL: nothing to do.
    uint32_t (*work)(ploy_mind* mind, const ploy_tasks* tasks, uint32_t max_nodes);
    void (*act)(ploy_self* self); ///< NULL: nothing to do
    /// The agent goes or gets another mind: halts what runs (a halt that takes long is asked once), forgets requests,
    /// unsubscribes. NULL: nothing to do.
    void (*end)(ploy_self* self);
    /// All that matters of the agent's memory. What save wrote, load reads into zeroed memory instead of begin:
    /// PLOY_OK, PLOY_INVALID, PLOY_OUT_OF_MEMORY. Both NULL: the mind has no memory.
    void (*save)(const ploy_self* self, ploy_writer* writer);
    ploy_status (*load)(ploy_self* self, ploy_reader* reader);
    /// The same for what the mind itself holds, its queue of requests, say; saved before and loaded before its agents.
    void (*save_shared)(const ploy_mind* mind, ploy_writer* writer);
    ploy_status (*load_shared)(ploy_mind* mind, ploy_reader* reader);
    /// A newer edition of the data takes over at a tick's border: self has the new mind and its zeroed memory, old is
    /// the agent as it was. Carries over what still fits and ends the rest. NULL: old ends, the new one begins.
    ploy_status (*adopt)(ploy_self* self, ploy_self* old);
    /// What it does and why, or why it does nothing: English for people, as snprintf does. NULL: nothing to say.
    size_t (*why)(const ploy_self* self, char* text, size_t size);
    /// What it is made of, for those who draw it: lines that docs/recording.md has, as snprintf does. NULL: nothing to
    /// tell.
    size_t (*shape)(const ploy_mind* mind, char* text, size_t size);
} ploy_mind_class;

struct ploy_mind
{
    const ploy_mind_class* kind;
    uint32_t memory_bytes; ///< of one agent; multiples of 8
};

/// NULL is allowed.
PLOY_API void ploy_mind_destroy(ploy_mind* mind);
/// As snprintf does; "" when the mind has nothing to say.
PLOY_API size_t ploy_mind_why(const ploy_self* self, char* text, size_t size);
/// As snprintf does; "" when the mind does not tell what it is made of.
PLOY_API size_t ploy_mind_shape(const ploy_mind* mind, char* text, size_t size);
/// One agent without a world: think, work with all nodes it takes, act. Sets now and dt.
PLOY_API void ploy_mind_tick(ploy_self* self, int64_t dt);

#ifdef __cplusplus
}
#endif

#endif
