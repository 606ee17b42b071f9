#include "agent/world.h"

#include "base/check.h"
#include "trace/emit.h"

static ploy_agent_def agent_with_defaults(const ploy_agent_def* given)
{
    ploy_agent_def def = given ? *given : (ploy_agent_def){0};
    PL_DEFAULT(def.trace_level, PLOY_TRACE_EVERYTHING);
    return def;
}

// What an agent is made of.

static bool make_board(const ploy_world* world, ploy_agent* agent, const ploy_agent_def* def)
{
    if (!world->def.keys || def->no_blackboard) return true;
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = world->def.keys;
    blackboard.parent = def->parent ? def->parent : world->blackboard;
    blackboard.agent = agent->id.index1;
    agent->blackboard = ploy_blackboard_create(&blackboard);
    return agent->blackboard != NULL;
}

static bool make_facts(const ploy_world* world, ploy_agent* agent, const ploy_agent_def* def)
{
    if (!world->def.kinds || def->no_memory) return true;
    ploy_memory_def facts = {0};
    facts.fact_types = world->def.kinds;
    facts.agent = agent->id.index1;
    agent->memory = ploy_memory_create(&facts);
    return agent->memory != NULL;
}

static const ploy_trace* trace_of(const ploy_world* world, uint32_t level)
{
    PL_ASSERT(level <= PLOY_TRACE_EVERYTHING);
    return world->def.trace && level > PLOY_TRACE_NONE ? &world->traces[level] : NULL;
}

bool pl_world_settle_in(ploy_world* world, pl_id id, const ploy_agent_def* def)
{
    uint32_t index = pl_id_index(id);
    pl_place at = pl_world_place(world, index);
    ploy_agent* agent = &at.chunk->agents[at.k];
    *agent = (ploy_agent){
        .user = def->user,
        .trace = trace_of(world, def->trace_level),
        .random = {.seed = world->def.seed, .stream = (uint64_t)id.generation << 32 | id.index1},
        .now = world->now,
        .id.index1 = id.index1,
        .id.generation = id.generation,
    };
    if (!make_board(world, agent, def) || !make_facts(world, agent, def)) {
        pl_world_move_out(world, index);
        return false;
    }
    at.chunk->levels[at.k] = (uint8_t)def->trace_level;
    at.chunk->sensors[at.k] = ~def->sensors_off;
    at.chunk->ready[at.k] = 0;
    at.chunk->states[at.k] = world->is_ticking ? PL_AGENT_FRESH : PL_AGENT_LIVE;
    if (world->is_ticking) pl_world_note_pending(world, index);
    pl_sensors_begin(&world->sensors, index, world->now, pl_place_due(at));
    return true;
}

void pl_world_move_out(ploy_world* world, uint32_t index)
{
    pl_place at = pl_world_place(world, index);
    ploy_agent* agent = &at.chunk->agents[at.k];
    ploy_blackboard_destroy(agent->blackboard);
    ploy_memory_destroy(agent->memory);
    *agent = (ploy_agent){0};
    at.chunk->states[at.k] = PL_AGENT_NONE;
}

// Minds.

static uint64_t key_of(const ploy_mind* mind)
{
    return (uint64_t)(uintptr_t)mind;
}

bool pl_agent_take_mind(ploy_world* world, ploy_agent* agent, ploy_mind* mind)
{
    if (!mind) return true;
    void* memory = mind->data_bytes > 0 ? pl_pools_take(&world->memories, mind->data_bytes) : NULL;
    if (mind->data_bytes > 0 && !memory) return false;
    if (!pl_map_set(&world->minds, key_of(mind), ploy_world_mind_agents(world, mind) + 1)) {
        pl_pools_give(&world->memories, memory, mind->data_bytes);
        return false;
    }
    agent->mind = mind;
    agent->mind_data = memory;
    return true;
}

void pl_agent_drop_mind(ploy_world* world, ploy_agent* agent)
{
    if (!agent->mind) return;
    uint32_t left = ploy_world_mind_agents(world, agent->mind) - 1;
    if (left > 0) {
        pl_map_set(&world->minds, key_of(agent->mind), left);
    } else {
        pl_map_remove(&world->minds, key_of(agent->mind));
    }
    pl_pools_give(&world->memories, agent->mind_data, agent->mind->data_bytes);
    agent->mind = NULL;
    agent->mind_data = NULL;
}

static bool begin_mind(ploy_world* world, ploy_agent* agent, ploy_mind* mind)
{
    if (!pl_agent_take_mind(world, agent, mind)) return false;
    if (!mind || !mind->kind->begin || mind->kind->begin(agent) == PLOY_OK) return true;
    pl_agent_drop_mind(world, agent);
    return false;
}

// Life.

// Chunks reach to the end of the ids, whatever fails.
static pl_id take_id(ploy_world* world)
{
    uint32_t needed = pl_id_pool_end(&world->ids) + (world->ids.free.count == 0);
    if (world->is_closing || !pl_world_reserve(world, needed)) return (pl_id){0};
    return pl_id_pool_take(&world->ids);
}

ploy_agent_id ploy_agent_create(ploy_world* world, const ploy_agent_def* given)
{
    ploy_agent_def full = agent_with_defaults(given);
    const ploy_agent_def* def = &full;
    PL_ASSERT(!world->is_parallel);
    pl_id id = take_id(world);
    if (pl_id_is_null(id)) return (ploy_agent_id){0};
    if (!pl_world_settle_in(world, id, def)) {
        pl_id_pool_give(&world->ids, id);
        return (ploy_agent_id){0};
    }
    uint32_t index = pl_id_index(id);
    ploy_agent* agent = pl_world_agent(world, index);
    if (!begin_mind(world, agent, def->mind)) {
        pl_world_move_out(world, index);
        pl_id_pool_give(&world->ids, id);
        return (ploy_agent_id){0};
    }
    PL_TRACE(agent->trace, AGENT_CREATED, id.index1, id.generation);
    return (ploy_agent_id){id.index1, id.generation};
}

ploy_status ploy_agent_destroy(ploy_world* world, ploy_agent_id agent)
{
    PL_ASSERT(!world->is_parallel);
    if (!pl_world_has(world, agent)) return PLOY_NOT_FOUND;
    pl_place at = pl_world_place(world, agent.index1 - 1);
    if (at.chunk->states[at.k] == PL_AGENT_DOOMED) return PLOY_ALREADY;
    at.chunk->states[at.k] = PL_AGENT_DOOMED;
    pl_world_note_pending(world, agent.index1 - 1);
    pl_world_settle(world);
    return PLOY_OK;
}

ploy_agent* ploy_world_agent(const ploy_world* world, ploy_agent_id agent)
{
    return pl_world_has(world, agent) ? pl_world_agent(world, agent.index1 - 1) : NULL;
}

ploy_world* ploy_agent_world(const ploy_agent* agent)
{
    if (agent->outer) agent = agent->outer;
    if (agent->id.index1 == 0) return NULL;
    const ploy_agent* first = agent - (agent->id.index1 - 1) % PLOY_DEFAULT_WORLD_CHUNK;
    return ((const pl_chunk*)(const void*)((const char*)first - offsetof(pl_chunk, agents)))->world;
}

ploy_agent_id ploy_agent_get_id(const ploy_agent* agent)
{
    return (ploy_agent_id){agent->id.index1, agent->id.generation};
}

// Changes of minds.

static ploy_status change(ploy_world* world, pl_change change)
{
    PL_ASSERT(!world->is_parallel);
    if (!PL_ARRAY_PUSH(&world->changes, &world->allocator, change)) return PLOY_OUT_OF_MEMORY;
    return pl_world_settle(world);
}

ploy_status ploy_agent_set_mind(ploy_world* world, ploy_agent_id agent, ploy_mind* mind)
{
    if (!pl_world_has(world, agent)) return PLOY_NOT_FOUND;
    return change(world, (pl_change){.agent = agent, .fresh = mind});
}

ploy_status ploy_world_replace_mind(ploy_world* world, ploy_mind* old, ploy_mind* fresh)
{
    PL_ASSERT(old && fresh);
    if (old == fresh) return PLOY_OK;
    return change(world, (pl_change){.old = old, .fresh = fresh});
}
