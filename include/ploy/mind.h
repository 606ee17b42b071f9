/// Minds: the common interface of everything that decides for an agent (other engines say brain or AI controller), and
/// the bindings: the game's activities, conditions, scorers and sensors, registered by name.
///
///   ploy_bindings* bindings = ploy_world_bindings(world);
///   ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Eat", .update = eat, .user = &game}, NULL);
///   ploy_bindings_add_condition(bindings, &(ploy_condition_def){.name = "IsHungry", .test = is_hungry}, NULL);
///
/// A mind is created once and shared by all agents of a type. It holds the data: a domain with its goals, a behavior
/// tree, a state machine. What one agent remembers between two ticks is in its mind data, a block whose size the mind
/// sets and which the world (<ploy/world.h>) allocates.
///
/// A tick has three parts, so that agents can tick on many threads with the same result:
///   think   on any thread: reads anything, writes only its own mind data, blackboard and memory; may request a plan
///   work    runs the requested searches of all agents of the mind, within a node budget
///   act     starts, updates and ends activities. Agents whose mind runs only parallel activities act first, on any thread;
///           then, on one thread and in order of agents, the others act and what parallel activities deferred is done
///
/// Times are microseconds. The caller provides them: the library reads no clock.

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

/// Identifies an agent of a world. Zeroed: no agent. The id of a destroyed agent is never used again.
typedef struct ploy_agent_id
{
    uint32_t index1; ///< index plus one
    uint32_t generation;
} ploy_agent_id;

/// An agent as its mind and all callbacks see it. Its address does not change until it is destroyed.
typedef struct ploy_agent
{
    void* user;                  ///< the game's pointer, from ploy_agent_def
    ploy_mind* mind;             ///< NULL: nothing decides
    void* mind_data;             ///< belongs to the mind: ploy_mind.data_bytes, zeroed before begin
    ploy_blackboard* blackboard; ///< or NULL
    ploy_memory* memory;         ///< working memory, or NULL
    const ploy_trace* trace;     ///< or NULL
    ploy_random random;          ///< the agent's own random numbers
    int64_t now;                 ///< microseconds since the world was created
    int64_t dt;                  ///< microseconds since this agent's last tick
    ploy_agent_id id;            ///< zeroed: it belongs to no world
    ploy_point position;         ///< set by the game, 1/1000 of a cell of its map; recordings show it; zero: not known
    uint32_t reason;             ///< why the last activity failed: from ploy_bindings_add_reason; 0: no reason given
    struct ploy_agent* outer;    ///< inside a mind within a mind: the agent itself; otherwise NULL
} ploy_agent;

// Bindings. Every type of mind runs the same activities: a GOAP action, a leaf of a behavior tree, a state of a state
// machine, an option of a utility mind and a primitive task of a hierarchical task network.

/// The status of an activity or of a node of a behavior tree.
typedef enum ploy_outcome
{
    PLOY_RUNNING,
    PLOY_SUCCESS,
    PLOY_FAILURE,
    PLOY_SKIPPED, ///< of a node of a behavior tree that did not run, never of an activity
} ploy_outcome;

/// The maximum number of ports of an activity that an action of a domain uses, and of a condition or scorer that a goal
/// or a domain uses. Elsewhere there is no limit.
#define PLOY_MAX_PORTS 8

/// Plus the index of a type of a domain: see ploy_port.key_type.
#define PLOY_PORT_OBJECT 32768

/// An input or output of an activity, condition, scorer or node: a blackboard key or a constant.
typedef struct ploy_port
{
    uint32_t key;      ///< of the agent's blackboard; PLOY_NONE: the port is a constant
    uint16_t type;     ///< what ploy_call_get gives: a ploy_value_type; from PLOY_VALUE_STRUCT on: a struct
    uint16_t key_type; ///< of the key, likewise; of an argument of an action or goal: PLOY_PORT_OBJECT plus its type
    ploy_value value;  ///< the constant; for an object of a domain, its index. Of a key: the library's
} ploy_port;

/// The arguments of one call of an activity, condition or scorer. Valid only during the callback.
typedef struct ploy_call
{
    void* user;             ///< from the def
    const ploy_port* ports; ///< one per declared port, in that order; one that the data omits is a constant 0 or ""
    uint32_t port_count;
    uint32_t binding; ///< index of the activity, condition or scorer in the bindings
    int64_t elapsed;  ///< microseconds since start
    int64_t duration; ///< microseconds, from the data; 0: none
    void* data;       ///< data_bytes for this run of the activity, zeroed before start; NULL: data_bytes is 0
} ploy_call;

/// Reads a port: the current value of its key, or its constant, in the port's type. A key of another type is converted:
/// numbers and bools into each other (a decimal into an int is rounded, halves away from zero), text into what it says,
/// a number into its text. Text that is no such value is logged and reads as 0. A string or struct is valid until the
/// key is written or the port is read again; never NULL.
PLOY_API ploy_value ploy_call_get(const ploy_call* call, const ploy_agent* agent, uint32_t port);
/// Writes the key of a port; value is of the port's type and is converted to that of the key. PLOY_NOT_SUPPORTED: the
/// port is a constant, or the agent has no blackboard; PLOY_INVALID: the text is no value of the key's type; otherwise
/// as ploy_blackboard_set.
PLOY_API ploy_status ploy_call_set(const ploy_call* call, ploy_agent* agent, uint32_t port, ploy_value value);

// Ports are declared in one text, separated by spaces: "goal:Pose speed:decimal >path:string". A port is a name and, after
// a colon, the type in which callbacks read and write it: bool, int, decimal, object, string, or a struct of the
// blackboard keys. Files give the value of a port as text, which is parsed by this type when a mind is created. Without
// a type a port takes the value of its key as it is, true, false and whole numbers; of type "any" it takes its key as it
// is, or text: ploy_port.type says which. ">" declares an output, "<>" an input that is also written; both need a key.

typedef bool ploy_condition_fn(ploy_agent* agent, const ploy_call* call);
typedef int64_t ploy_scorer_fn(ploy_agent* agent, const ploy_call* call);
typedef ploy_outcome ploy_activity_fn(ploy_agent* agent, const ploy_call* call);
typedef void ploy_activity_end_fn(ploy_agent* agent, const ploy_call* call);

/// An activity: something that an agent does over time. One run calls start once, update in each tick while the
/// activity is running, and then exactly one of finished (it ended with success or failure) and halt (its mind stopped
/// it).
typedef struct ploy_activity_def
{
    const char* name;               ///< copied; unique among activities
    const char* ports;              ///< declared as above, copied; NULL: none
    uint32_t port_count;            ///< counted when it is added
    uint32_t data_bytes;            ///< size of ploy_call.data, a multiple of 4, at most 64; default 0. Its fields are
                                    ///< 32-bit numbers: saves and hashes read it as words, the same on every machine
    ploy_condition_fn* viable;      ///< may a plan use it now? Before planning, on any thread, reads only. NULL: yes
    ploy_activity_fn* start;        ///< NULL: returns PLOY_RUNNING
    ploy_condition_fn* valid;       ///< before each update; false halts the activity, which then fails. NULL: true
    ploy_activity_fn* update;       ///< NULL: PLOY_SUCCESS once the duration has passed
    ploy_activity_end_fn* finished; ///< NULL: does nothing
    ploy_activity_fn* halt;         ///< PLOY_RUNNING: called again in the next tick. NULL: halts at once
    ploy_scorer_fn* progress;       ///< 0 to 1000 (done). NULL: elapsed time divided by duration
    bool parallel;                  ///< its callbacks may run on any thread, as below; default false
    void* user;
} ploy_activity_def;

// A parallel activity changes only its own agent: blackboard, working memory and user data. It reads nothing that
// another parallel activity changes; positions of others, say, from a copy that the game makes before the tick.
// Everything else it defers (ploy_agent_defer, <ploy/world.h>). A mind acts on the workers when all its activities and
// nodes are parallel and the game listens to no event of it, or only as ploy_goap_mind_def.event_parallel promises: the
// result is the same for every number of workers. The conditions and scorers of a behavior tree run in the same part of
// the tick, so they may read no more than that.
// Debug builds catch an activity that breaks this: ploy_world_def.check.

/// A condition: true or false, for minds and domains. Reads only.
typedef struct ploy_condition_def
{
    const char* name;        ///< copied; unique among conditions
    const char* ports;       ///< declared as above, copied; NULL: none
    uint32_t port_count;     ///< counted when it is added
    ploy_condition_fn* test; ///< required
    bool pure; ///< the result depends on the ports alone: it is evaluated again only after one of their keys changed
    void* user;
} ploy_condition_def;

/// A run of a node of a behavior tree (<ploy/bt.h>) with its children. Valid only during the callback.
typedef struct ploy_children
{
    uint32_t count;
    bool is_start;                       ///< the node is entered; false: it continues
    const struct ploy_children_run* run; ///< the library's
} ploy_children;

typedef ploy_outcome ploy_node_fn(ploy_agent* agent, const ploy_call* call, const ploy_children* children);

/// The game's own control node or decorator: a node of a behavior tree that decides which of its children run. `tick`
/// is called when the node is entered and then in every tick while it is running. When it ends, the tree halts the
/// children that still run; that may take ticks, in which `tick` is not called.
typedef struct ploy_node_def
{
    const char* name;      ///< copied; unique among nodes
    const char* ports;     ///< declared as above, copied; NULL: none
    uint32_t port_count;   ///< counted when it is added
    uint32_t min_children; ///< default 1
    uint32_t max_children; ///< 1: a decorator; default and at most 64
    uint32_t data_bytes; ///< size of ploy_call.data, a multiple of 4, at most 64; kept from run to run, zeroed at first
    ploy_node_fn* tick;  ///< required
    bool parallel;       ///< may run on any thread, like a parallel activity
    void* user;
} ploy_node_def;

/// Starts or continues a child, at most once per call of `tick`. A child that is still being halted is running.
PLOY_API ploy_outcome ploy_children_tick(const ploy_children* children, uint32_t child);
/// Halts a child. true: it does not run. false: the halt takes longer; call it again in the next tick.
PLOY_API bool ploy_children_halt(const ploy_children* children, uint32_t child);
PLOY_API bool ploy_children_is_running(const ploy_children* children, uint32_t child);

/// A scorer: a number in fixed point (1/1000), for minds and domains. Reads only.
typedef struct ploy_scorer_def
{
    const char* name;      ///< copied; unique among scorers
    const char* ports;     ///< declared as above, copied; NULL: none
    uint32_t port_count;   ///< counted when it is added
    ploy_scorer_fn* score; ///< required
    void* user;
} ploy_scorer_def;

/// The maximum number of sensors of a world.
#define PLOY_MAX_SENSORS 64

typedef void ploy_sense_fn(ploy_agent* agent, void* user);

/// A sensor: writes what the game knows to an agent's blackboard and working memory, at its own interval. The world
/// (<ploy/world.h>) updates it for each agent. A file may set the times: <sensor name="eyes" interval="0.2"/>.
typedef struct ploy_sensor_def
{
    const char* name;     ///< copied; unique among sensors
    ploy_sense_fn* sense; ///< required
    int64_t interval;     ///< microseconds between two updates of an agent; 0: every tick of the agent (default)
    int64_t offset;       ///< microseconds: the agent with index i first updates (i * offset) modulo interval after its
                          ///< creation; default 16,667; PLOY_OFF: all agents update in the same tick
    bool parallel;        ///< may run on any thread; it changes only its own agent's blackboard, memory and user data,
                          ///< and reads no other agent's memory or time
    void* user;
} ploy_sensor_def;

typedef struct ploy_bindings_def
{
    ploy_allocator allocator; ///< zeroed: the default allocator
} ploy_bindings_def;

/// Creates empty bindings. A world already has its own (ploy_world_bindings): create others for minds without a world
/// or to share them between worlds. def may be NULL. Returns NULL when out of memory.
PLOY_API ploy_bindings* ploy_bindings_create(const ploy_bindings_def* def);
/// Minds and worlds that use the bindings keep them until they are gone. NULL is allowed.
PLOY_API void ploy_bindings_destroy(ploy_bindings* bindings);

/// Binds callbacks to a name. Its index goes to `index` (may be NULL). Adding a name again replaces its callbacks and
/// keeps its index; ports, data_bytes and parallel must not change. PLOY_INVALID: an empty name, a port named twice, a
/// missing callback, a number out of range, or changed ports, which is logged as well; PLOY_FULL: more than PLOY_MAX_SENSORS; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_bindings_add_activity(ploy_bindings* bindings, const ploy_activity_def* def, uint32_t* index);
PLOY_API ploy_status ploy_bindings_add_condition(ploy_bindings* bindings, const ploy_condition_def* def,
                                                 uint32_t* index);
PLOY_API ploy_status ploy_bindings_add_scorer(ploy_bindings* bindings, const ploy_scorer_def* def, uint32_t* index);
PLOY_API ploy_status ploy_bindings_add_node(ploy_bindings* bindings, const ploy_node_def* def, uint32_t* index);
PLOY_API ploy_status ploy_bindings_add_sensor(ploy_bindings* bindings, const ploy_sensor_def* def, uint32_t* index);
/// Registers a reason for failures, which an activity writes to agent->reason. Returns its number, from 1; the same
/// text always has the same number. 0: out of memory.
PLOY_API uint32_t ploy_bindings_add_reason(ploy_bindings* bindings, const char* text);

/// Binds every name that the domain (<ploy/plan.h>) uses and that is not bound yet: context="NAME" to the condition
/// NAME, "call:NAME" to the scorer NAME. The arguments of the action or goal become the ports. ploy_world_load_file
/// does this for the domains of its file. PLOY_INVALID: a name has no condition or scorer; error (may be NULL) suggests
/// the most similar name.
PLOY_API ploy_status ploy_bindings_bind_domain(const ploy_bindings* bindings, ploy_domain* domain, ploy_error* error);

/// PLOY_NONE: there is no activity of that name.
PLOY_API uint32_t ploy_bindings_find_activity(const ploy_bindings* bindings, const char* name);
PLOY_API uint32_t ploy_bindings_activity_count(const ploy_bindings* bindings);
/// An activity as it was added. index: below the count. Valid as long as the bindings.
PLOY_API const ploy_activity_def* ploy_bindings_activity(const ploy_bindings* bindings, uint32_t index);

/// What every type of mind is created with: the first member of each mind's def. The mind keeps it all.
/// ploy_world_parts (<ploy/world.h>) returns those of a world.
typedef struct ploy_mind_parts
{
    ploy_allocator allocator;          ///< zeroed: the default allocator
    const ploy_blackboard_keys* keys;  ///< of the agents' blackboards; NULL: the agents have no blackboard
    const ploy_fact_types* fact_types; ///< of the agents' working memories; NULL: the agents have no memory
    const ploy_bindings* bindings;     ///< activities, conditions and scorers; NULL: none
    /// For tools: gets every error of the description that a mind is made of. Creation goes on to the next error and fails
    /// at the end. NULL: it ends at the first error.
    ploy_error_fn* on_error;
    void* error_user;
} ploy_mind_parts;

// The interface. To write another type of mind, embed ploy_mind as the first member of a struct and fill in a class.

/// The functions of a type of mind. Every function but destroy may be NULL.
typedef struct ploy_mind_class
{
    const char* name; ///< "goap", "bt", "fsm" and so on: identifies the type in traces and saves
    void (*destroy)(ploy_mind* mind);
    /// An agent gets this mind; its mind data is zeroed. PLOY_OK or PLOY_OUT_OF_MEMORY.
    ploy_status (*begin)(ploy_agent* agent);
    void (*think)(ploy_agent* agent);
    /// Runs the searches that agents requested, on the workers of `tasks`. max_nodes 0: no limit. Returns the number of
    /// nodes that were expanded. The result must not depend on the number of workers.
    uint32_t (*work)(ploy_mind* mind, const ploy_tasks* tasks, uint32_t max_nodes);
    void (*act)(ploy_agent* agent);
    /// The agent is destroyed or gets another mind: halts running activities (each halt is called once, also if it
    /// returns PLOY_RUNNING), cancels requests, unsubscribes.
    void (*end)(ploy_agent* agent);
    /// Saves an agent's mind data. load reads it back into zeroed data and replaces begin: PLOY_OK, PLOY_INVALID or
    /// PLOY_OUT_OF_MEMORY. Both NULL: there is nothing to save.
    void (*save)(const ploy_agent* agent, ploy_writer* writer);
    ploy_status (*load)(ploy_agent* agent, ploy_reader* reader);
    /// The same for what the mind itself holds, such as queued requests. Called before those of its agents.
    void (*save_shared)(const ploy_mind* mind, ploy_writer* writer);
    ploy_status (*load_shared)(ploy_mind* mind, ploy_reader* reader);
    /// Hot reload, between two ticks: agent has the new mind and zeroed mind data, old is the agent as it was. Migrates
    /// what still fits and ends the rest. NULL: ends the old mind and begins the new one.
    ploy_status (*migrate)(ploy_agent* agent, ploy_agent* old);
    /// Writes what the agent does and why, in English. Returns the length, like snprintf.
    size_t (*why)(const ploy_agent* agent, char* text, size_t size);
    /// Writes the parts of the mind for a viewer, in the format of docs/internals/formats.md. Returns the length, like
    /// snprintf.
    size_t (*describe)(const ploy_mind* mind, char* text, size_t size);
} ploy_mind_class;

struct ploy_mind
{
    const ploy_mind_class* kind;
    uint32_t data_bytes; ///< size of ploy_agent.mind_data, a multiple of 8
    uint32_t others;     ///< users besides the creator: agents of worlds, which count themselves. Zeroed at first
    uint32_t number;     ///< in the recording that has its names, plus one. Zeroed at first
    bool parallel;       ///< act changes only its own agent, so agents may act on any thread
};

/// Agents of worlds that have the mind keep it until they are gone or get another one. NULL is allowed.
PLOY_API void ploy_mind_destroy(ploy_mind* mind);
/// Writes what the agent does and why, in English: for debug displays and logs. Returns the length, like snprintf; 0 if
/// the mind has nothing to say.
PLOY_API size_t ploy_mind_why(const ploy_agent* agent, char* text, size_t size);
/// Ticks one agent without a world: adds dt (microseconds, at least 0) to its time, then runs think, work without a
/// node limit, and act.
PLOY_API void ploy_mind_tick(ploy_agent* agent, int64_t dt);

#ifdef __cplusplus
}
#endif

#endif
