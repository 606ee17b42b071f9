// The world from inside. Workload: 100,000 agents, all looked at each tick, few made or destroyed; a handful of minds.
//
// Agents lie in chunks that never move, so that a self keeps its address; an agent's index gives chunk and place.
// Beside the selves a chunk holds their states and what sensors need: bytes and words in rows, read without touching
// the selves.
//
//   chunk:  world | self of each | state and trace level of each | sensors of each | ready of each | due of each
//   sensor, agent by agent
//
// Inside a tick nothing that agents are made of goes away: destroying marks an agent as doomed, changes of minds are
// written down, and settling does it all when the tick ends. Settling is also what happens at once outside a tick, so
// there is one way.

#ifndef PL_AGENT_WORLD_H
#define PL_AGENT_WORLD_H

#include <ploy/squad.h>

#include "agent/mind_pool.h"
#include "agent/sensor.h"
#include "base/containers/array.h"
#include "base/defaults.h"
#include "base/containers/id_pool.h"
#include "base/index.h"
#include "base/containers/map.h"

typedef enum pl_agent_state
{
    PL_AGENT_NONE,   ///< nobody has the place
    PL_AGENT_LIVE,   ///< ticked
    PL_AGENT_FRESH,  ///< made inside this tick, not ticked yet
    PL_AGENT_DOOMED, ///< goes when the tick ends, not ticked any more
} pl_agent_state;

typedef struct pl_chunk
{
    ploy_world* world;
    ploy_agent agents[PLOY_DEFAULT_WORLD_CHUNK];
    uint8_t states[PLOY_DEFAULT_WORLD_CHUNK];   ///< pl_agent_state
    uint8_t levels[PLOY_DEFAULT_WORLD_CHUNK];   ///< the trace level asked for, whatever the world has
    uint64_t sensors[PLOY_DEFAULT_WORLD_CHUNK]; ///< bit s: reads sensor s
    uint64_t ready[PLOY_DEFAULT_WORLD_CHUNK];   ///< bit s: sensor s is read in this tick
    int64_t due[];                              ///< when sensor s of place k reads next: at k * sensor count + s
} pl_chunk;

/// A change of minds that waits for the end of the tick.
typedef struct pl_change
{
    ploy_agent_id agent; ///< zero: all whose mind is old
    ploy_mind* old;
    ploy_mind* fresh;
} pl_change;

struct ploy_world
{
    ploy_allocator allocator;
    ploy_world_def def;
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
    PL_ARRAY(pl_change) changes;
    ploy_squads* squads; ///< ticked first in each tick, when time has gone on; NULL: none
    uint32_t nodes;
    bool is_ticking;        ///< changes wait
    bool is_parallel;       ///< nothing may be made or destroyed
    bool is_settling;       ///< so that what an ending calls does not settle again
    bool is_closing;        ///< no agents are made any more
    bool has_pending;       ///< some agent is fresh or doomed
    uint32_t pending_begin; ///< there is none before, while has_pending
    uint32_t pending_end;   ///< and none from here on
};

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

/// Whether the id is of an agent that lives, fresh and doomed ones too.
static inline bool pl_world_has(const ploy_world* world, ploy_agent_id agent)
{
    return pl_id_pool_is_live(&world->ids, (pl_id){agent.index1, agent.generation});
}

/// Room for agents at 0 .. count - 1; false when out of memory.
bool pl_world_reserve(ploy_world* world, uint32_t count);

/// Ends all agents; not inside a tick.
void pl_world_clear(ploy_world* world);

/// Makes an agent at a place whose id is taken, all but its mind. false when out of memory, and nothing is left.
bool pl_world_settle_in(ploy_world* world, pl_id id, const ploy_agent_def* def);
/// The other way round; its mind has ended. The id is the caller's to give back.
void pl_world_move_out(ploy_world* world, uint32_t index);

/// Memory for a mind, and the mind counted; the mind has not begun. false when out of memory, and nothing is changed.
bool pl_agent_take_mind(ploy_world* world, ploy_agent* agent, ploy_mind* mind);
/// The mind is not told.
void pl_agent_drop_mind(ploy_world* world, ploy_agent* agent);

/// Does all that waits, unless it is being done already or a tick is under way. The first failure of a change of minds.
ploy_status pl_world_settle(ploy_world* world);
/// The same, at the end of a tick.
ploy_status pl_world_settle_now(ploy_world* world);

#endif
