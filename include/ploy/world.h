/// The world: it owns agents and what belongs to them, and ticks them.
///
///   ploy_world* world = ploy_world_create(NULL);
///   ploy_bindings* bindings = ploy_world_bindings(world);
///   ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "Eat", .update = eat}, NULL);
///   ploy_bindings_add_sensor(bindings, &(ploy_sensor_def){.name = "stomach", .sense = feel}, NULL);
///   ploy_world_load_file(world, "farmer.xml", &error);                     // <ploy/io.h>
///   ploy_agent_create(world, &(ploy_agent_def){.type = "farmer", .user = &npc});
///   while (playing) ploy_world_tick(world, PLOY_SECOND / 60);
///   ploy_world_destroy(world);
///
/// Order: bind, load, create agents, tick. With the first agent (or the first tick, or the first use of the world's
/// blackboard) the world is complete: no blackboard keys, fact types and sensors are added after that.
///
/// A tick has four parts, each for all agents whose turn it is before the next begins, so the result does not depend on
/// the number of threads: sensors update, minds think, searches run, minds act. Callbacks of sensors and activities that
/// are not parallel may do anything to the world but tick and destroy it; what they do to agents takes effect when the
/// tick ends. Parallel sensors, parallel activities and callbacks of think change only their own agent; parallel
/// activities defer the rest (ploy_agent_defer).
///
/// A call that comes at the wrong time, inside a tick or from another thread while a tick is in progress, is refused: the
/// log gets "ploy_world_destroy: not inside a tick of the world", and the call does nothing and returns
/// PLOY_NOT_SUPPORTED, the zero id or 0.

#ifndef PLOY_WORLD_H
#define PLOY_WORLD_H

#include <ploy/blackboard.h>
#include <ploy/goap.h>
#include <ploy/memory.h>
#include <ploy/mind.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_world ploy_world;
typedef struct ploy_squads ploy_squads;
typedef struct ploy_reservations ploy_reservations;

/// A hash of the game's data of an agent: of what its parallel activities may change.
typedef uint64_t ploy_agent_hash_fn(const ploy_agent* agent, void* user);

/// The game's clock, in any unit; called on any thread. If it returns UINT64_MAX when a tick begins, that tick is not
/// timed: it costs what a tick without a clock costs.
typedef uint64_t ploy_clock_fn(void* user);

typedef struct ploy_world_def
{
    ploy_allocator allocator;
    ploy_tasks tasks;             ///< zeroed: everything runs on the calling thread, as always when there is a trace
    ploy_blackboard_keys* keys;   ///< shared with other worlds; NULL: the world has its own
    ploy_fact_types* fact_types;  ///< likewise
    ploy_bindings* bindings;      ///< likewise
    uint32_t groups;              ///< agents are ticked in this many groups, one group per tick; default 1
    uint32_t row;                 ///< agents created one after the other that share a group; default 1
    uint32_t max_nodes;           ///< nodes searched per tick by all agents together; 0: 100,000 per domain, and fewer in
                                  ///< a domain of more than 32 operators (default); UINT32_MAX: no limit
    uint32_t max_sensor_updates;  ///< per tick, all agents together; 0: no limit (default)
    uint64_t seed;                ///< of the agents' random numbers
    uint32_t capacity;            ///< agents that need no more memory; default 64
    const ploy_trace* trace;      ///< or NULL; must outlive the world
    ploy_goap_event_fn* on_event; ///< goals and actions of agents whose type comes from a file; gets `user`
    /// For tests, slow: catches parallel activities that change other agents. The log names the activity. They run on
    /// one thread, in reverse order in every other tick: an activity that reads what others change gives another hash
    /// than without the check. Gets `user`. NULL: no check (default); debug builds still catch writes to blackboards,
    /// working memories, squads, reservations and path services.
    ploy_agent_hash_fn* check;
    ploy_clock_fn* clock; ///< measures where time goes (<ploy/profile.h>); gets `user`. NULL: nothing is measured (default)
    void* user;
} ploy_world_def;

/// def may be NULL. NULL when out of memory.
PLOY_API ploy_world* ploy_world_create(const ploy_world_def* def);
/// Ends all agents, then frees all that the world owns: squads, minds, files, bindings, keys, fact types. Not inside a
/// tick. NULL is allowed.
PLOY_API void ploy_world_destroy(ploy_world* world);

/// Time goes on by dt microseconds, at least 0. Each agent of this tick's group gets the time since its last tick.
PLOY_API void ploy_world_tick(ploy_world* world, int64_t dt);
/// Microseconds since the world began.
PLOY_API int64_t ploy_world_now(const ploy_world* world);
/// Ticks that have ended.
PLOY_API uint64_t ploy_world_ticks(const ploy_world* world);

// What the world owns. Each part is used with the functions of its own header, as if it stood alone.

PLOY_API ploy_bindings* ploy_world_bindings(const ploy_world* world);
PLOY_API ploy_blackboard_keys* ploy_world_keys(const ploy_world* world);
PLOY_API ploy_fact_types* ploy_world_fact_types(const ploy_world* world);
/// Keys, fact types, bindings and the allocator, for a mind that is made in code (ploy_goap_mind_create and the like).
PLOY_API ploy_mind_parts ploy_world_parts(const ploy_world* world);
/// The blackboard that all agents and squads read through. NULL when there are no keys, or out of memory.
PLOY_API ploy_blackboard* ploy_world_blackboard(ploy_world* world);
/// <ploy/squad.h>. Made at the first call; NULL when out of memory.
PLOY_API ploy_squads* ploy_world_squads(ploy_world* world);
PLOY_API ploy_reservations* ploy_world_reservations(ploy_world* world);
/// As given to create.
PLOY_API void* ploy_world_user(const ploy_world* world);

/// Work and memory, for displays and tests.
typedef struct ploy_world_stats
{
    uint32_t agents;
    uint32_t nodes;               ///< searched in the last tick
    uint32_t sensor_updates;      ///< in the last tick
    uint32_t sensor_updates_late; ///< were due in the last tick and have to wait; the longest overdue goes first
    size_t bytes;                 ///< of agents and their minds' data, without blackboards and memories
} ploy_world_stats;

PLOY_API ploy_world_stats ploy_world_get_stats(const ploy_world* world);

// Agents.

typedef struct ploy_agent_def
{
    const char* type;        ///< of a loaded file, or of ploy_world_add_mind; NULL: none
    ploy_mind* mind;         ///< without a type: what decides; NULL: nothing decides
    void* user;              ///< goes into ploy_agent.user
    ploy_blackboard* parent; ///< of its blackboard; NULL: the world's
    uint64_t sensors_off;    ///< bit s: it does not have sensor s of the bindings; besides what its type says
    bool no_blackboard;      ///< though there are keys
    bool no_memory;          ///< though there are fact types
    uint32_t trace_level;    ///< a ploy_trace_level, at most the world's; default everything
} ploy_agent_def;

/// Inside a tick: the agent is first ticked in the next tick of its group. Its blackboard has what the type's <state>
/// says. The zero id: there is no such type (the log names the nearest), or out of memory.
PLOY_API ploy_agent_id ploy_agent_create(ploy_world* world, const ploy_agent_def* def);
/// Inside a tick, even by itself: it is not ticked any more, and gone when the tick ends. PLOY_OK; PLOY_ALREADY: it is
/// going already; PLOY_NOT_FOUND: it is gone.
PLOY_API ploy_status ploy_agent_destroy(ploy_world* world, ploy_agent_id id);
/// NULL: it is gone. The address is good until the agent is destroyed.
PLOY_API ploy_agent* ploy_world_agent(const ploy_world* world, ploy_agent_id id);
/// In order of index: the first agent after this one (zero: the first of all), which need not live any more. Zero: no
/// more.
PLOY_API ploy_agent_id ploy_world_next_agent(const ploy_world* world, ploy_agent_id after);
/// NULL: it is not an agent of a world.
PLOY_API ploy_world* ploy_agent_world(const ploy_agent* agent);
/// The name of its type, or "".
PLOY_API const char* ploy_agent_type(const ploy_agent* agent);

/// The agent's blackboard by the name of the key. A name that is no key is API misuse. For speed find the key once and
/// use ploy_blackboard_get and ploy_blackboard_set; this costs a lookup by hash.
PLOY_API ploy_value ploy_agent_get(const ploy_agent* agent, const char* key);
PLOY_API ploy_status ploy_agent_set(ploy_agent* agent, const char* key, ploy_value value);

/// A sensor that was off and is due by then updates at the agent's next tick. An agent's own callbacks may do this on any
/// thread. sensor: its index in the bindings. PLOY_NOT_FOUND: the agent is gone.
PLOY_API ploy_status ploy_agent_set_sensor(ploy_world* world, ploy_agent_id id, uint32_t sensor, bool on);

/// The largest pace.
#define PLOY_MAX_PACE 256

/// Level of detail: the agent senses and thinks only in every pace-th of its ticks (1: in each, the default), and acts in
/// all of them. For agents far from what matters; agents of one pace take turns. PLOY_NOT_FOUND: the agent is gone.
PLOY_API ploy_status ploy_agent_set_pace(ploy_world* world, ploy_agent_id id, uint32_t pace);

typedef void ploy_deferred_fn(ploy_agent* agent, const void* data);

/// For parallel activities: calls fn once all parallel activities of this tick have run, on the thread that ticks. There
/// it may do anything that an activity that is not parallel may: write to other blackboards, create and destroy agents,
/// request paths. Calls are made in order of agents, those of one agent as it deferred them, before the next agent's,
/// whatever the number of workers. data is copied; bytes may be 0. Anywhere else fn is called at once. PLOY_OK;
/// PLOY_OUT_OF_MEMORY; PLOY_NOT_SUPPORTED, with a message: from a parallel sensor or a callback of think.
PLOY_API ploy_status ploy_agent_defer(ploy_agent* agent, ploy_deferred_fn* fn, const void* data, size_t bytes);
/// The same for one write: sets a key on the blackboard of another agent, if it is still there. Not for strings and
/// structs, which are not copied: PLOY_INVALID.
PLOY_API ploy_status ploy_agent_defer_set(ploy_agent* agent, ploy_agent_id other, uint32_t key, ploy_value value);

// Minds made in code.

/// Makes the mind an agent type of this name; the world owns it from now on, also when this fails. The same name again:
/// agents of the type migrate to the new mind when the tick ends (at once outside one) and keep what still fits. name is
/// copied. PLOY_INVALID: a file has a type of that name; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_world_add_mind(ploy_world* world, const char* name, ploy_mind* mind);
/// Ends the agent's mind and begins this one (NULL: none), at once or, inside a tick, when it ends. PLOY_NOT_FOUND: the agent is gone; PLOY_OUT_OF_MEMORY: it has its old mind still, or none if the
/// new one could not begin.
PLOY_API ploy_status ploy_agent_set_mind(ploy_world* world, ploy_agent_id id, ploy_mind* mind);
/// The number of agents that a mind decides for.
PLOY_API uint32_t ploy_world_mind_agents(const ploy_world* world, const ploy_mind* mind);

#ifdef __cplusplus
}
#endif

#endif
