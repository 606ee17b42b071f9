/// Agents and the world that ticks them.
///
/// A world holds agents as ids, hundreds of thousands if need be, each with a agent (<ploy/mind.h>): a mind that decides
/// for it, a blackboard, facts, sensors, a stream of random numbers. A tick senses, thinks, works and acts, in this order
/// and each for all agents whose turn it is before the next, so the result does not depend on the number of threads.
///
/// Callbacks of sensors that are not parallel, of act and of a mind's end may do anything to the world but tick and
/// destroy it; what they do to agents takes effect when the tick ends. Sensors that are parallel and think change
/// nothing but their own agent.

#ifndef PLOY_AGENT_H
#define PLOY_AGENT_H

#include <ploy/blackboard.h>
#include <ploy/memory.h>
#include <ploy/mind.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_world ploy_world;

typedef struct ploy_world_def
{
    ploy_allocator allocator;
    ploy_tasks tasks;            ///< zeroed: everything on the calling thread, as always when there is a trace
    ploy_blackboard_keys* keys;  ///< of the world's blackboard, the squads' and the agents'; NULL: no boards
    ploy_fact_types* kinds;      ///< of the agents' facts; NULL: no facts
    ploy_bindings* bindings;     ///< or NULL; for texts of reasons
    uint32_t groups;             ///< agents are ticked in so many groups, one a tick; default 1
    uint32_t row;                ///< agents made one after the other that share a group; default 1
    uint32_t max_nodes;          ///< nodes searched a tick, all agents together; 0: no limit (default)
    uint32_t max_sensor_updates; ///< sensor readings a tick, all agents together; 0: no limit (default)
    uint64_t seed;               ///< of the agents' random numbers
    uint32_t capacity;           ///< agents that need no more memory; default 64
    const ploy_trace* trace;     ///< or NULL; must outlive the world
    void* user;
} ploy_world_def;

/// NULL when out of memory.
PLOY_API ploy_world* ploy_world_create(const ploy_world_def* def);
/// Ends all agents. Not inside a tick. NULL is allowed.
PLOY_API void ploy_world_destroy(ploy_world* world);

/// Time goes on by dt microseconds, at min 0. Agents of this tick's group are told the time since their last one.
PLOY_API void ploy_world_tick(ploy_world* world, int64_t dt);
PLOY_API int64_t ploy_world_now(const ploy_world* world);
/// Ticks that ended.
PLOY_API uint64_t ploy_world_ticks(const ploy_world* world);
/// Nodes that were searched in the last tick.
PLOY_API uint32_t ploy_world_nodes(const ploy_world* world);
/// NULL when the world has no keys.
PLOY_API ploy_blackboard* ploy_world_blackboard(const ploy_world* world);
/// As given, or NULL.
PLOY_API ploy_bindings* ploy_world_bindings(const ploy_world* world);
PLOY_API void* ploy_world_user(const ploy_world* world);
/// Bytes that the world took for its agents, their minds' memories too, without boards and facts.
PLOY_API size_t ploy_world_bytes(const ploy_world* world);

// Sensors: each reads on its own interval, for each agent at moments of its own.

/// Sensors of a world, at max.
#define PLOY_MAX_SENSORS 64

typedef void ploy_sense_fn(ploy_agent* agent, void* user);

typedef struct ploy_sensor_def
{
    const char* name; ///< copied; no two sensors have one name
    ploy_sense_fn* sense;
    int64_t interval; ///< microseconds between two readings of an agent; 0: each of its ticks (default)
    int64_t offset; ///< the agent at index i reads first (i * offset) modulo interval after it is made; default 16,667
    bool parallel;  ///< on any thread: reads all, changes only its own agent's blackboard, facts and user data
    void* user;
} ploy_sensor_def;

/// The sensor's index goes to `index` (may be NULL); sensors are numbered from 0, and read in this order, those that
/// are parallel first. PLOY_INVALID: no name or one that is taken, no function, a number below 0; PLOY_FULL: too many;
/// PLOY_NOT_SUPPORTED: an agent has been made already; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_world_add_sensor(ploy_world* world, const ploy_sensor_def* def, uint32_t* index);
PLOY_API uint32_t ploy_world_sensor_count(const ploy_world* world);
/// PLOY_NONE: no such sensor.
PLOY_API uint32_t ploy_world_find_sensor(const ploy_world* world, const char* name);
PLOY_API const char* ploy_world_sensor_name(const ploy_world* world, uint32_t sensor);
/// Readings that were taken in the last tick, and those that were due but had to wait: who waits longest goes first.
PLOY_API uint32_t ploy_world_sensor_updates(const ploy_world* world);
PLOY_API uint32_t ploy_world_sensor_updates_late(const ploy_world* world);

// Agents.

typedef struct ploy_agent_def
{
    ploy_mind* mind;         ///< must outlive the agent; NULL: nobody decides
    void* user;              ///< goes into agent
    ploy_blackboard* parent; ///< of its blackboard, a squad's, say; NULL: the world's
    uint64_t sensors_off;    ///< bit s: it does not have sensor s of the world
    bool no_blackboard;      ///< though the world has keys
    bool no_memory;          ///< though the world has kinds
    uint32_t trace_level;    ///< a ploy_trace_level, at max the world's; default everything
} ploy_agent_def;

/// Inside a tick: it is ticked from the next tick of its group on. The zero id when out of memory.
PLOY_API ploy_agent_id ploy_agent_create(ploy_world* world, const ploy_agent_def* def);
/// Inside a tick, even by itself: it is not ticked any more, and gone when the tick ends. PLOY_OK; PLOY_ALREADY: it is
/// going already; PLOY_NOT_FOUND: it is gone.
PLOY_API ploy_status ploy_agent_destroy(ploy_world* world, ploy_agent_id id);
/// NULL: it is gone.
PLOY_API ploy_agent* ploy_world_agent(const ploy_world* world, ploy_agent_id id);
/// The agent's world; NULL: it is no agent of a world.
PLOY_API ploy_world* ploy_agent_world(const ploy_agent* agent);
PLOY_API ploy_agent_id ploy_agent_get_id(const ploy_agent* agent);
/// Ends the old mind, begins the new (NULL: none), at once or, inside a tick, when it ends. PLOY_NOT_FOUND: the agent
/// is gone; PLOY_OUT_OF_MEMORY: it has its old mind still, or none if the new one could not begin.
PLOY_API ploy_status ploy_agent_set_mind(ploy_world* world, ploy_agent_id id, ploy_mind* mind);
/// A sensor that was off and is due by then reads at the agent's next tick. An agent's own callbacks may do this on any
/// thread. PLOY_NOT_FOUND.
PLOY_API ploy_status ploy_agent_set_sensor(ploy_world* world, ploy_agent_id id, uint32_t sensor, bool on);
/// False when it is gone, too.
PLOY_API bool ploy_agent_has_sensor(const ploy_world* world, ploy_agent_id id, uint32_t sensor);
PLOY_API uint32_t ploy_world_agent_count(const ploy_world* world);
/// In order of index: the first after this one (zero: of all), which need not live any more. Zero: no more.
PLOY_API ploy_agent_id ploy_world_next_agent(const ploy_world* world, ploy_agent_id after);

/// A newer edition of a mind's data takes over for all its agents when the tick ends (at once outside one): what still
/// fits is carried over. PLOY_OUT_OF_MEMORY: some still have the old one (or none, as for set_mind).
PLOY_API ploy_status ploy_world_replace_mind(ploy_world* world, ploy_mind* old, ploy_mind* fresh);
/// How many agents a mind decides for. 0: it may be destroyed.
PLOY_API uint32_t ploy_world_mind_agents(const ploy_world* world, const ploy_mind* mind);

#ifdef __cplusplus
}
#endif

#endif
