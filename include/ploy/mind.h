/// Minds: ways to decide behind one interface, and the bindings that a game lends them.
///
/// A mind is made once and shared by all agents that decide in its way: it holds the data (a domain and its goals, a
/// tree, a machine). What one agent remembers between two ticks is its memory: so many bytes as the mind says, kept by
/// whoever ticks it, as a rule a world (<ploy/world.h>). All that a mind and a callback see of an agent is its agent.
///
/// A tick of an agent has three parts, so that many agents can be ticked on many threads with one result:
///   think   on any thread: reads all, writes nothing but its own memory, blackboard and facts; may ask for a plan
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

typedef struct ploy_mind ploy_mind;
typedef struct ploy_bindings ploy_bindings;
typedef struct ploy_domain ploy_domain;

/// Zero is no agent. The id of an agent that is gone does not come back.
typedef struct ploy_agent_id
{
    uint32_t index1; ///< index plus one
    uint32_t generation;
} ploy_agent_id;

/// An agent as its mind and every callback see it. Its address does not change while the agent lives.
typedef struct ploy_agent
{
    void* user;                  ///< the game's own, given when the agent was created
    ploy_mind* mind;             ///< NULL: nothing decides
    void* mind_data;             ///< the mind's for this agent, zeroed before begin
    ploy_blackboard* blackboard; ///< or NULL
    ploy_memory* memory;         ///< working memory, or NULL
    const ploy_trace* trace;     ///< or NULL
    ploy_random random;          ///< the agent's own stream
    int64_t now;                 ///< since the world began
    int64_t dt;                  ///< since this agent's last tick
    ploy_agent_id id;            ///< zero: no agent of a world
    uint32_t reason;             ///< why the last thing failed: a reason of the bindings; 0: none given
    struct ploy_agent* outer;    ///< NULL; of a mind within a mind: the agent itself
} ploy_agent;

// Bindings: what the game registers by name and every kind of mind uses alike. A GOAP action, a leaf of a behavior tree,
// a state of a state machine, an option of a utility and a primitive task of a task network all run activities.

/// How an activity, or a node of a tree, stands.
typedef enum ploy_outcome
{
    PLOY_RUNNING,
    PLOY_SUCCESS,
    PLOY_FAILURE,
} ploy_outcome;

/// Ports of one binding, at max.
#define PLOY_MAX_PORTS 8

/// An input or output: a key of the agent's blackboard, or a constant.
typedef struct ploy_port
{
    uint32_t key;     ///< PLOY_NONE: the value is the port's
    ploy_value value; ///< read when there is no key. An object of a domain: its index
} ploy_port;

/// One use of an binding, as its callbacks see it.
typedef struct ploy_call
{
    void* user;             ///< the binding's
    const ploy_port* ports; ///< one a declared port; one that was left out is a constant 0
    uint32_t port_count;
    uint32_t binding; ///< its index
    int64_t elapsed;  ///< since start
    int64_t duration; ///< that the data gives; 0: none
    void* data;       ///< the activity's for this run, zeroed before start; NULL: it has none
} ploy_call;

/// What a port reads as now.
PLOY_API ploy_value ploy_call_get(const ploy_call* call, const ploy_agent* agent, uint32_t port);
/// Writes through to the key. PLOY_NOT_SUPPORTED: the port is a constant, or the agent has no blackboard.
PLOY_API ploy_status ploy_call_set(const ploy_call* call, ploy_agent* agent, uint32_t port, ploy_value value);

typedef bool ploy_condition_fn(ploy_agent* agent, const ploy_call* call);
typedef int64_t ploy_scorer_fn(ploy_agent* agent, const ploy_call* call);
typedef ploy_outcome ploy_activity_fn(ploy_agent* agent, const ploy_call* call);
typedef void ploy_activity_end_fn(ploy_agent* agent, const ploy_call* call);

/// An activity: something an agent does for a while. A run is: start, update each tick while it is running, and then
/// exactly one of finished (it ended by itself, with success or failure) and halt (it was stopped from outside).
typedef struct ploy_activity_def
{
    const char* name; ///< copied; no two activities share one
    const char* ports[PLOY_MAX_PORTS];
    uint32_t port_count;
    uint32_t data_bytes;            ///< bytes that each run has for itself in ploy_call.data, at most 64; default 0
    ploy_condition_fn* viable;      ///< may it be considered now? Called before planning, on any thread. NULL: yes
    ploy_activity_fn* start;        ///< NULL: running
    ploy_condition_fn* valid;       ///< called before each update; false halts the activity. NULL: true
    ploy_activity_fn* update;       ///< NULL: success once the duration is over
    ploy_activity_end_fn* finished; ///< NULL: nothing to do
    ploy_activity_fn* halt;         ///< running: called again next tick, until it is not. NULL: nothing to do
    ploy_scorer_fn* progress;       ///< 0 .. 1000: how much is done. NULL: elapsed time per duration
    void* user;
} ploy_activity_def;

/// A question with the answer yes or no. Reads only.
typedef struct ploy_condition_def
{
    const char* name; ///< copied; no two conditions share one
    const char* ports[PLOY_MAX_PORTS];
    uint32_t port_count;
    ploy_condition_fn* test;
    bool pure; ///< depends on its ports alone: it is called again only when a key of theirs has changed
    void* user;
} ploy_condition_def;

/// A question with a number for an answer, fixed point (1/1000). Reads only.
typedef struct ploy_scorer_def
{
    const char* name; ///< copied; no two scorers share one
    const char* ports[PLOY_MAX_PORTS];
    uint32_t port_count;
    ploy_scorer_fn* score;
    void* user;
} ploy_scorer_def;

/// Sensors of one world, at most.
#define PLOY_MAX_SENSORS 64

typedef void ploy_sense_fn(ploy_agent* agent, void* user);

/// A sensor: brings what the game knows to an agent's blackboard and working memory, on an interval of its own. A world
/// (<ploy/world.h>) calls it for each of its agents; a file may set the times: <sensor name="eyes" interval="0.2"/>.
typedef struct ploy_sensor_def
{
    const char* name; ///< copied; no two sensors share one
    ploy_sense_fn* sense;
    int64_t interval; ///< microseconds between two updates of an agent; 0: each of its ticks (default)
    int64_t offset;   ///< the agent at index i first updates (i * offset) modulo interval after it is created; default
                      ///< 16,667; PLOY_OFF: all at once
    bool parallel;    ///< may run on any thread: changes only its own agent's blackboard, memory and user data
    void* user;
} ploy_sensor_def;

typedef struct ploy_bindings_def
{
    ploy_allocator allocator;
} ploy_bindings_def;

/// def may be NULL. A world has bindings of its own (ploy_world_bindings): create some only for minds without a world, or
/// to share them between worlds. NULL when out of memory.
PLOY_API ploy_bindings* ploy_bindings_create(const ploy_bindings_def* def);
/// No mind that uses it may be left. NULL is allowed.
PLOY_API void ploy_bindings_destroy(ploy_bindings* bindings);

/// The index goes to `index` (may be NULL). A name that is bound already gets the new callbacks and keeps its index;
/// ports and data_bytes must stay as they were. PLOY_INVALID: no name, a port named twice, a missing function, a number out
/// of its range, or other ports than before; PLOY_FULL: too many sensors; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_bindings_add_activity(ploy_bindings* bindings, const ploy_activity_def* def, uint32_t* index);
PLOY_API ploy_status ploy_bindings_add_condition(ploy_bindings* bindings, const ploy_condition_def* def,
                                                 uint32_t* index);
PLOY_API ploy_status ploy_bindings_add_scorer(ploy_bindings* bindings, const ploy_scorer_def* def, uint32_t* index);
PLOY_API ploy_status ploy_bindings_add_sensor(ploy_bindings* bindings, const ploy_sensor_def* def, uint32_t* index);
/// Why something failed, for agent->reason: numbered from 1. The same text gives the same number. 0: out of memory.
PLOY_API uint32_t ploy_bindings_add_reason(ploy_bindings* bindings, const char* text);

/// Binds every name that the domain (<ploy/plan.h>) uses and that is not bound yet: context="NAME" to the condition NAME,
/// "call:NAME" to the scorer NAME; their ports get the arguments of the action or goal. PLOY_INVALID: there is none of
/// that name; error (may be NULL) has the nearest. Loading a file into a world does this by itself.
PLOY_API ploy_status ploy_bindings_bind_domain(const ploy_bindings* bindings, ploy_domain* domain, ploy_error* error);

/// By name; PLOY_NONE when there is none.
PLOY_API uint32_t ploy_bindings_find_activity(const ploy_bindings* bindings, const char* name);

PLOY_API uint32_t ploy_bindings_activity_count(const ploy_bindings* bindings);
PLOY_API uint32_t ploy_bindings_condition_count(const ploy_bindings* bindings);
PLOY_API uint32_t ploy_bindings_scorer_count(const ploy_bindings* bindings);
/// As it was added, defaults filled in; texts belong to the bindings. index below the count.
PLOY_API const ploy_activity_def* ploy_bindings_activity(const ploy_bindings* bindings, uint32_t index);
PLOY_API const ploy_condition_def* ploy_bindings_condition(const ploy_bindings* bindings, uint32_t index);
PLOY_API const ploy_scorer_def* ploy_bindings_scorer(const ploy_bindings* bindings, uint32_t index);

/// What minds of every kind are made with: the first member of each mind's def. All of it must outlive the mind. For
/// minds of a world ploy_world_parts (<ploy/world.h>) fills it in.
typedef struct ploy_mind_parts
{
    ploy_allocator allocator;          ///< zeroed: the default allocator
    const ploy_blackboard_keys* keys;  ///< of the agents' blackboards; NULL: they have none
    const ploy_fact_types* fact_types; ///< of the agents' working memories; NULL: they have none
    const ploy_bindings* bindings;     ///< activities, conditions and scorers; NULL: there are none
} ploy_mind_parts;

// The interface. A game may bring a way to decide of its own: embed ploy_mind as the first member and fill the class.

typedef struct ploy_mind_class
{
    const char* name; ///< "goap", "tree", …: stands in traces and saves
    void (*destroy)(ploy_mind* mind);
    /// The memory is zeroed. PLOY_OK or PLOY_OUT_OF_MEMORY. NULL: nothing to do.
    ploy_status (*begin)(ploy_agent* agent);
    void (*think)(ploy_agent* agent); ///< NULL: nothing to do
    /// Works on what its agents asked for, on the hook's workers; max_nodes 0: no limit. Returns the nodes spent. What
    /// it gives does not depend on the number of workers. NULL: nothing to do.
    uint32_t (*work)(ploy_mind* mind, const ploy_tasks* tasks, uint32_t max_nodes);
    void (*act)(ploy_agent* agent); ///< NULL: nothing to do
    /// The agent goes or gets another mind: halts what runs (a halt that takes long is asked once), forgets requests,
    /// unsubscribes. NULL: nothing to do.
    void (*end)(ploy_agent* agent);
    /// All that matters of the agent's memory. What save wrote, load reads into zeroed memory instead of begin:
    /// PLOY_OK, PLOY_INVALID, PLOY_OUT_OF_MEMORY. Both NULL: the mind has no memory.
    void (*save)(const ploy_agent* agent, ploy_writer* writer);
    ploy_status (*load)(ploy_agent* agent, ploy_reader* reader);
    /// The same for what the mind itself holds, its queue of requests, say; saved before and loaded before its agents.
    void (*save_shared)(const ploy_mind* mind, ploy_writer* writer);
    ploy_status (*load_shared)(ploy_mind* mind, ploy_reader* reader);
    /// A newer edition of the data takes over at a tick's border: agent has the new mind and its zeroed memory, old is
    /// the agent as it was. Carries over what still fits and ends the rest. NULL: old ends, the new one begins.
    ploy_status (*migrate)(ploy_agent* agent, ploy_agent* old);
    /// What it does and why, or why it does nothing: English for people, as snprintf does. NULL: nothing to say.
    size_t (*why)(const ploy_agent* agent, char* text, size_t size);
    /// What it is made of, for those who draw it: lines that docs/internals/formats.md has, as snprintf does. NULL:
    /// nothing.
    size_t (*describe)(const ploy_mind* mind, char* text, size_t size);
} ploy_mind_class;

struct ploy_mind
{
    const ploy_mind_class* kind;
    uint32_t data_bytes; ///< of one agent; multiples of 8
};

/// NULL is allowed.
PLOY_API void ploy_mind_destroy(ploy_mind* mind);
/// As snprintf does; "" when the mind has nothing to say.
PLOY_API size_t ploy_mind_why(const ploy_agent* agent, char* text, size_t size);
/// As snprintf does; "" when the mind does not tell what it is made of.
PLOY_API size_t ploy_mind_describe(const ploy_mind* mind, char* text, size_t size);
/// One agent without a world: think, work with all nodes it takes, act. Sets now and dt.
PLOY_API void ploy_mind_tick(ploy_agent* agent, int64_t dt);

#ifdef __cplusplus
}
#endif

#endif
