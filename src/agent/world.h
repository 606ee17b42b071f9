// The world from inside. Workload: 100,000 agents, all visited each tick, few created or destroyed; a handful of minds.
//
// Agents lie in chunks that never move, so that an agent keeps its address; its index gives chunk and place. Beside the
// agents a chunk holds their states and what sensors need, in rows that are read without touching the agents:
//
//   chunk:  world | agents | states | trace levels | types | sensors | skips | workers | due per agent and sensor | ready
//
// Inside a tick nothing that agents are made of goes away: destroying marks an agent as doomed, changes of minds are
// written down, and settling does it all when the tick ends. Outside a tick settling happens at once, so there is one
// way.
//
// A world is open at first: keys, fact types and sensors may be added. The first agent, tick or use of its blackboard
// seals it (pl_world_seal): the sensors are read from the bindings and the blackboard is made.

#ifndef PL_AGENT_WORLD_H
#define PL_AGENT_WORLD_H

#include <ploy/squad.h>

#include "agent/sensor.h"
#include "agent/workers.h"
#include "base/containers/array.h"
#include "base/containers/id_pool.h"
#include "base/containers/table.h"
#include "base/containers/names.h"
#include "base/containers/pools.h"
#include "base/check.h"
#include "base/defaults.h"
#include "knowledge/memory.h"

typedef enum pl_agent_state
{
    PL_AGENT_NONE,   ///< the place is empty
    PL_AGENT_LIVE,   ///< ticked
    PL_AGENT_FRESH,  ///< created inside this tick, not ticked yet
    PL_AGENT_DOOMED, ///< goes when the tick ends, not ticked any more
} pl_agent_state;

enum
{
    PL_ACTS_ALONE = UINT8_MAX, ///< on one thread, after those that act in parallel
};

typedef struct pl_chunk
{
    ploy_world* world;
    ploy_agent agents[PLOY_DEFAULT_WORLD_CHUNK];
    uint8_t states[PLOY_DEFAULT_WORLD_CHUNK];   ///< pl_agent_state
    uint8_t levels[PLOY_DEFAULT_WORLD_CHUNK];   ///< the trace level requested, whatever the world has
    uint32_t types[PLOY_DEFAULT_WORLD_CHUNK];   ///< index of the agent type plus one; 0: none
    uint64_t sensors[PLOY_DEFAULT_WORLD_CHUNK]; ///< bit s: has sensor s
    uint8_t
        skips[PLOY_DEFAULT_WORLD_CHUNK]; ///< ticks in which it does not sense and think, before each in which it does
    uint8_t workers[PLOY_DEFAULT_WORLD_CHUNK]; ///< which acts for it in this tick, or PL_ACTS_ALONE
    int64_t due[]; ///< when sensor s of place k updates next: at k * sensor count + s; then,
                   ///< if there are sensors, bits of those that update in this tick
} pl_chunk;

/// A change of minds that waits for the end of the tick.
typedef struct pl_mind_change
{
    ploy_agent_id agent; ///< zero: all whose mind is old
    ploy_mind* old;
    ploy_mind* fresh;
} pl_mind_change;

/// A value that an agent of a type starts with.
typedef struct pl_start_value
{
    uint32_t key;
    ploy_value value;
} pl_start_value;

/// What ploy_agent_def.type names.
typedef struct pl_agent_type
{
    ploy_mind* mind; ///< NULL: the type is gone, and so are its agents
    uint64_t sensors_off;
    const pl_start_value* values; ///< belong to the type's owner
    uint32_t value_count;
    bool is_of_file; ///< the mind belongs to a file, not to the world
    bool had_agents; ///< one at least was created
} pl_agent_type;

/// What another layer keeps with a world: its loaded files, its recording, its remote control. All functions may be NULL.
typedef struct pl_world_extension
{
    void* data;
    void (*before_tick)(void* data);
    void (*after_tick)(void* data);
    void (*flush)(void* data);   ///< a debugger has paused the world
    void (*close)(void* data);   ///< before the agents end
    void (*destroy)(void* data); ///< when no agent and no squad is left
} pl_world_extension;

enum
{
    PL_WORLD_FILES,
    PL_WORLD_RECORDING,
    PL_WORLD_ATTACHMENT, ///< before the remote control, which it destroys
    PL_WORLD_REMOTE,
    PL_WORLD_EXTENSIONS
};

struct ploy_world
{
    ploy_allocator allocator;
    ploy_world_def def; ///< with keys, fact types and bindings, be they the world's own
    bool owns_keys, owns_fact_types, owns_bindings;
    ploy_tasks tasks;                             ///< zeroed when there is a trace: events come in one order
    ploy_trace traces[PLOY_TRACE_EVERYTHING + 1]; ///< the world's sink, by level
    ploy_blackboard* blackboard;
    int64_t now;
    uint64_t ticks;
    pl_id_pool ids;
    PL_ARRAY(pl_chunk*) chunks;
    pl_pools memories;
    pl_map minds; ///< address of each mind that has agents -> how many; its order is the order of work
    pl_sensors sensors;
    pl_names type_names;
    PL_ARRAY(pl_agent_type) types; ///< by the id of the name
    PL_ARRAY(ploy_mind*) retired;  ///< minds of the world's that were replaced
    PL_ARRAY(pl_mind_change) changes;
    ploy_squads* squads;             ///< ticked first in each tick; NULL: none were requested
    ploy_reservations* reservations; ///< likewise
    pl_world_extension extensions[PL_WORLD_EXTENSIONS];
    pl_workers workers;
    struct pl_act_check* check;     ///< NULL: none was requested
    struct pl_world_times* profile; ///< NULL: there is no clock
    bool is_timed;                  ///< this tick is
    uint32_t nodes;
    pl_counter busy;        ///< pl_thread_number of the thread that ticks or settles it; 0: none
    bool is_sealed;         ///< keys, fact types and sensors are complete
    bool is_ticking;        ///< changes wait
    bool is_parallel;       ///< nothing may be created or destroyed
    bool is_acting;         ///< in parallel, so calls can be deferred
    bool is_settling;       ///< so that what an ending calls does not settle again
    bool is_closing;        ///< no agents are created any more
    bool has_paces;         ///< some agent has had a pace other than 1
    bool has_pending;       ///< some agent is fresh or doomed
    uint32_t pending_begin; ///< there is none before, while has_pending
    uint32_t pending_end;   ///< and none from here on
};

enum
{
    PL_WORLD_GONE = 0x7FFFFFFF, ///< in `busy` of a world that was destroyed, as long as nobody else has its memory
};

/// For public functions that cannot be called inside a tick: the log gets "ploy_world_save: not inside a tick of the
/// world", and the function returns the last argument (none in a void function).
#define PL_WORLD_IDLE(world, ...)                                                                                      \
    do {                                                                                                               \
        if (PL_UNLIKELY(pl_counter_get(&(world)->busy) != 0)) {                                                        \
            pl_world_refuse(world, __func__);                                                                          \
            return __VA_ARGS__;                                                                                        \
        }                                                                                                              \
    } while (0)

/// The same for those that can be called inside a tick, but only by the thread that ticks, and not while minds think.
#define PL_WORLD_SERIAL(world, ...)                                                                                    \
    do {                                                                                                               \
        if (PL_UNLIKELY(pl_counter_get(&(world)->busy) != 0 && pl_world_is_closed_to_caller(world))) {                 \
            pl_world_refuse(world, __func__);                                                                          \
            return __VA_ARGS__;                                                                                        \
        }                                                                                                              \
    } while (0)

bool pl_world_is_closed_to_caller(const ploy_world* world);
/// Logs why the function does nothing.
void pl_world_refuse(const ploy_world* world, const char* function);

/// The agent is fresh or doomed.
static inline void pl_world_note_pending(ploy_world* world, uint32_t index)
{
    if (!world->has_pending || index < world->pending_begin) world->pending_begin = index;
    if (index >= world->pending_end) world->pending_end = index + 1;
    world->has_pending = true;
}

/// Where an agent lies.
typedef struct pl_place
{
    pl_chunk* chunk;
    uint32_t k;
} pl_place;

static inline pl_place pl_world_place(const ploy_world* world, uint32_t index)
{
    return (pl_place){world->chunks.data[index / PLOY_DEFAULT_WORLD_CHUNK], index % PLOY_DEFAULT_WORLD_CHUNK};
}

static inline ploy_agent* pl_world_agent(const ploy_world* world, uint32_t index)
{
    pl_place at = pl_world_place(world, index);
    return &at.chunk->agents[at.k];
}

static inline int64_t* pl_place_due(pl_place at)
{
    return at.chunk->due + (size_t)at.k * at.chunk->world->sensors.count;
}

/// Bit s: sensor s updates in this tick. Only in a world with sensors.
static inline uint64_t* pl_place_ready(pl_place at)
{
    return (uint64_t*)at.chunk->due + (size_t)PLOY_DEFAULT_WORLD_CHUNK * at.chunk->world->sensors.count + at.k;
}

/// Whether it senses and thinks in this tick: agents of one pace take turns by their index.
static inline bool pl_place_is_awake(pl_place at, const ploy_world* world, uint32_t index)
{
    uint32_t skips = at.chunk->skips[at.k];
    return PL_UNLIKELY(skips) ? (world->ticks / world->def.groups + index) % (skips + 1) == 0 : true;
}

/// Advances the agent's time. Memories count whole milliseconds, taken from the clock and not from dt, so that no
/// remainder gets lost.
static inline void pl_place_advance(pl_place at, int64_t now)
{
    ploy_agent* agent = &at.chunk->agents[at.k];
    if (at.chunk->states[at.k] != PL_AGENT_LIVE) return;
    if (agent->memory) pl_memory_advance(agent->memory, (uint64_t)(now / 1000 - agent->now / 1000));
    agent->dt = now - agent->now;
    agent->now = now;
}

/// Whether the id is of an agent that lives, fresh and doomed ones too.
static inline bool pl_world_has(const ploy_world* world, ploy_agent_id agent)
{
    return pl_id_pool_is_live(&world->ids, (pl_id){agent.index1, agent.generation});
}

/// Room for agents at 0 .. count - 1; false when out of memory.
bool pl_world_reserve(ploy_world* world, uint32_t count);

/// Ends all agents; not inside a tick.
void pl_world_clear(ploy_world* world);

/// Creates an agent at a place whose id is taken, all but its mind. false when out of memory, and nothing is left.
bool pl_world_settle_in(ploy_world* world, pl_id id, const ploy_agent_def* def);
/// The other way round; its mind has ended. The id is the caller's to give back.
void pl_world_move_out(ploy_world* world, uint32_t index);

/// Memory for a mind, and the mind counted; the mind has not begun. false when out of memory, and nothing is changed.
bool pl_agent_take_mind(ploy_world* world, ploy_agent* agent, ploy_mind* mind);
/// Does not call the mind.
void pl_agent_drop_mind(ploy_world* world, ploy_agent* agent);

/// Does all that waits, unless it is being done already or a tick is running. The first failure of a change of minds.
ploy_status pl_world_settle(ploy_world* world);
/// The same, at the end of a tick.
ploy_status pl_world_settle_now(ploy_world* world);

/// The last part of a tick: agents act.
void pl_act(pl_turn* turn);

// For the layers below, which are libraries of their own.

/// Completes the world. PLOY_OK also when it is complete already; PLOY_OUT_OF_MEMORY.
ploy_status pl_world_seal(ploy_world* world);
/// The times of a sensor of the bindings in this world, before it is sealed or after.
void pl_world_set_sensor_times(ploy_world* world, uint32_t sensor, int64_t interval, int64_t offset);
/// Events of the world, its agents, keys and fact types from now on; not inside a tick.
void pl_world_set_trace(ploy_world* world, const ploy_trace* trace);
/// Where an agent of this trace level emits; NULL: nowhere.
const ploy_trace* pl_world_trace_at(const ploy_world* world, uint32_t level);
/// All agents whose mind is old get the fresh one; what still fits is kept. PLOY_OUT_OF_MEMORY: some still have the old.
ploy_status pl_world_replace_mind(ploy_world* world, ploy_mind* old, ploy_mind* fresh);
/// An agent type of a file, new or with another description than before.
ploy_status pl_world_set_type(ploy_world* world, const char* name, const pl_agent_type* type);
/// NULL: there is none.
const pl_agent_type* pl_world_find_type(const ploy_world* world, const char* name);
pl_world_extension* pl_world_extend(ploy_world* world, uint32_t which);

#endif
