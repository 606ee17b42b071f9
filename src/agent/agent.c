#include "agent/world.h"

#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "knowledge/blackboard.h"
#include "knowledge/fact_types.h"
#include "trace/emit.h"

static ploy_agent_def agent_with_defaults(const ploy_agent_def* given)
{
    ploy_agent_def def = given ? *given : (ploy_agent_def){0};
    PL_DEFAULT(def.trace_level, PLOY_TRACE_EVERYTHING);
    return def;
}

// What an agent is made of.

static bool make_blackboard(const ploy_world* world, ploy_agent* agent, const ploy_agent_def* def)
{
    if (!world->blackboard || def->no_blackboard) return true;
    ploy_blackboard_def blackboard = {
        .keys = world->def.keys, .parent = def->parent ? def->parent : world->blackboard, .agent = agent->id.index1};
    agent->blackboard = ploy_blackboard_create(&blackboard);
    return agent->blackboard != NULL;
}

static bool make_memory(const ploy_world* world, ploy_agent* agent, const ploy_agent_def* def)
{
    if (world->def.fact_types->list.count == 0 || def->no_memory) return true;
    agent->memory =
        ploy_memory_create(&(ploy_memory_def){.fact_types = world->def.fact_types, .agent = agent->id.index1});
    return agent->memory != NULL;
}

bool pl_world_settle_in(ploy_world* world, pl_id id, const ploy_agent_def* def)
{
    uint32_t index = pl_id_index(id);
    pl_place at = pl_world_place(world, index);
    ploy_agent* agent = &at.chunk->agents[at.k];
    *agent = (ploy_agent){
        .user = def->user,
        .trace = pl_world_trace_at(world, def->trace_level),
        .random = {.seed = world->def.seed, .stream = (uint64_t)id.generation << 32 | id.index1},
        .now = world->now,
        .id.index1 = id.index1,
        .id.generation = id.generation,
    };
    if (!make_blackboard(world, agent, def) || !make_memory(world, agent, def)) {
        pl_world_move_out(world, index);
        return false;
    }
    at.chunk->levels[at.k] = (uint8_t)def->trace_level;
    at.chunk->types[at.k] = 0;
    at.chunk->sensors[at.k] = ~def->sensors_off;
    if (world->sensors.count > 0) *pl_place_ready(at) = 0;
    at.chunk->skips[at.k] = 0;
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
    ++mind->others;
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
    ploy_mind_destroy(agent->mind);
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

static void give_back(ploy_world* world, pl_id id)
{
    pl_world_move_out(world, pl_id_index(id));
    pl_id_pool_give(&world->ids, id);
}

static void set_start_values(ploy_agent* agent, const pl_agent_type* type)
{
    for (uint32_t i = 0; type && agent->blackboard && i < type->value_count; ++i) {
        ploy_blackboard_set(agent->blackboard, type->values[i].key, type->values[i].value);
    }
}

// The type's mind and sensors, and what it starts with.
static pl_id create_agent(ploy_world* world, const ploy_agent_def* def, uint32_t type1)
{
    const pl_agent_type* type = type1 ? &world->types.data[type1 - 1] : NULL;
    pl_id id = take_id(world);
    if (pl_id_is_null(id)) return id;
    if (!pl_world_settle_in(world, id, def)) {
        pl_id_pool_give(&world->ids, id);
        return (pl_id){0};
    }
    pl_place at = pl_world_place(world, pl_id_index(id));
    ploy_agent* agent = &at.chunk->agents[at.k];
    at.chunk->types[at.k] = type1;
    PL_TRACE(agent->trace, AGENT_CREATED, id.index1, id.generation);
    if (agent->blackboard) pl_blackboard_trace_parent(agent->blackboard);
    set_start_values(agent, type);
    if (begin_mind(world, agent, def->mind)) return id;
    PL_TRACE(agent->trace, AGENT_GONE, id.index1, id.generation);
    give_back(world, id);
    return (pl_id){0};
}

static uint32_t find_type(const ploy_world* world, const char* name)
{
    uint32_t type = pl_names_find(&world->type_names, name, strlen(name));
    if (type != PLOY_NONE && world->types.data[type].mind) return type + 1;
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < world->types.count; ++i) {
        pl_similar_offer(&similar, pl_names_text(&world->type_names, i));
    }
    if (similar.best) {
        pl_log("ploy_agent_create: no agent type '%s'; did you mean '%s'?", name, similar.best);
    } else {
        pl_log("ploy_agent_create: no agent type '%s' was loaded or added", name);
    }
    return 0;
}

ploy_agent_id ploy_agent_create(ploy_world* world, const ploy_agent_def* given)
{
    PL_NEED(world, (ploy_agent_id){0});
    ploy_agent_def def = agent_with_defaults(given);
    PL_WORLD_SERIAL(world, (ploy_agent_id){0});
    PL_ASSERT(!def.type || !def.mind);
    uint32_t type1 = def.type ? find_type(world, def.type) : 0;
    if ((def.type && !type1) || pl_world_seal(world) != PLOY_OK) return (ploy_agent_id){0};
    if (type1) {
        world->types.data[type1 - 1].had_agents = true;
        def.mind = world->types.data[type1 - 1].mind;
        def.sensors_off |= world->types.data[type1 - 1].sensors_off;
    }
    pl_id id = create_agent(world, &def, type1);
    return (ploy_agent_id){id.index1, id.generation};
}

ploy_status ploy_agent_destroy(ploy_world* world, ploy_agent_id agent)
{
    PL_NEED(world, PLOY_INVALID);
    PL_WORLD_SERIAL(world, PLOY_NOT_SUPPORTED);
    if (!pl_world_has(world, agent)) return PLOY_NOT_FOUND;
    pl_place at = pl_world_place(world, agent.index1 - 1);
    if (at.chunk->states[at.k] == PL_AGENT_DOOMED) return PLOY_ALREADY;
    at.chunk->states[at.k] = PL_AGENT_DOOMED;
    pl_world_note_pending(world, agent.index1 - 1);
    pl_world_settle(world);
    return PLOY_OK;
}

ploy_status ploy_agent_set_pace(ploy_world* world, ploy_agent_id agent, uint32_t pace)
{
    PL_NEED(world, PLOY_INVALID);
    PL_ASSERT(pace >= 1 && pace <= PLOY_MAX_PACE);
    PL_WORLD_SERIAL(world, PLOY_NOT_SUPPORTED);
    if (!pl_world_has(world, agent)) return PLOY_NOT_FOUND;
    pl_place at = pl_world_place(world, agent.index1 - 1);
    at.chunk->skips[at.k] = (uint8_t)(pace - 1);
    world->has_paces |= pace > 1;
    return PLOY_OK;
}

ploy_agent* ploy_world_agent(const ploy_world* world, ploy_agent_id agent)
{
    PL_NEED(world, NULL);
    return pl_world_has(world, agent) ? pl_world_agent(world, agent.index1 - 1) : NULL;
}

ploy_world* ploy_agent_world(const ploy_agent* agent)
{
    PL_NEED(agent, NULL);
    if (agent->outer) agent = agent->outer;
    if (agent->id.index1 == 0) return NULL;
    const ploy_agent* first = agent - (agent->id.index1 - 1) % PLOY_DEFAULT_WORLD_CHUNK;
    return ((const pl_chunk*)(const void*)((const char*)first - offsetof(pl_chunk, agents)))->world;
}

const char* ploy_agent_type(const ploy_agent* agent)
{
    PL_NEED(agent, "");
    if (agent->outer) agent = agent->outer;
    const ploy_world* world = ploy_agent_world(agent);
    if (!world) return "";
    pl_place at = pl_world_place(world, agent->id.index1 - 1);
    uint32_t type1 = at.chunk->types[at.k];
    return type1 ? pl_names_text(&world->type_names, type1 - 1) : "";
}

// Its blackboard by name.

static uint32_t find_key(const ploy_agent* agent, const char* name, const char* function)
{
    PL_ASSERT_FOR(function, agent->blackboard);
    const ploy_blackboard_keys* keys = agent->blackboard->keys;
    uint32_t key = ploy_blackboard_keys_find(keys, name);
    if (key != PLOY_NONE) return key;
    pl_similar similar = pl_similar_begin(name);
    for (uint32_t i = 0; i < ploy_blackboard_keys_count(keys); ++i) {
        pl_similar_offer(&similar, ploy_blackboard_keys_name(keys, i));
    }
    if (similar.best) {
        pl_log("%s: no key '%s' on the blackboard; did you mean '%s'?", function, name, similar.best);
    } else {
        pl_log("%s: no key '%s' on the blackboard", function, name);
    }
    bool key_is_on_the_blackboard = key != PLOY_NONE;
    PL_ASSERT_FOR(function, key_is_on_the_blackboard);
    return key;
}

ploy_value ploy_agent_get(const ploy_agent* agent, const char* key)
{
    PL_NEED(agent, 0);
    PL_NEED(key, 0);
    return ploy_blackboard_get(agent->blackboard, find_key(agent, key, __func__));
}

ploy_status ploy_agent_set(ploy_agent* agent, const char* key, ploy_value value)
{
    PL_NEED(agent, PLOY_INVALID);
    PL_NEED(key, PLOY_INVALID);
    return ploy_blackboard_set(agent->blackboard, find_key(agent, key, __func__), value);
}

// Types.

const pl_agent_type* pl_world_find_type(const ploy_world* world, const char* name)
{
    uint32_t type = pl_names_find(&world->type_names, name, strlen(name));
    return type == PLOY_NONE || !world->types.data[type].mind ? NULL : &world->types.data[type];
}

ploy_status pl_world_set_type(ploy_world* world, const char* name, const pl_agent_type* type)
{
    if (!PL_ARRAY_RESERVE(&world->types, &world->allocator, world->types.count + 1)) return PLOY_OUT_OF_MEMORY;
    uint32_t index = pl_names_intern(&world->type_names, name, strlen(name));
    if (index == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    bool is_new = index == world->types.count;
    bool had_agents = !is_new && world->types.data[index].had_agents;
    if (is_new) ++world->types.count;
    world->types.data[index] = *type;
    world->types.data[index].had_agents = had_agents;
    return PLOY_OK;
}

// Minds that were replaced go when no agent has them and no change of minds waits.
static void free_retired(ploy_world* world)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < world->retired.count; ++i) {
        ploy_mind* mind = world->retired.data[i];
        bool is_free = !world->is_ticking && !world->is_settling && ploy_world_mind_agents(world, mind) == 0;
        if (is_free) {
            ploy_mind_destroy(mind);
        } else {
            world->retired.data[kept++] = mind;
        }
    }
    world->retired.count = kept;
}

static ploy_status replace_type(ploy_world* world, ploy_mind* old, ploy_mind* fresh, const char* name)
{
    if (!PL_ARRAY_PUSH(&world->retired, &world->allocator, old)) {
        ploy_mind_destroy(fresh);
        return PLOY_OUT_OF_MEMORY;
    }
    ploy_status status = pl_world_set_type(world, name, &(pl_agent_type){.mind = fresh});
    PL_ASSERT(status == PLOY_OK);
    status = pl_world_replace_mind(world, old, fresh);
    free_retired(world);
    return status;
}

ploy_status ploy_world_add_mind(ploy_world* world, const char* name, ploy_mind* mind)
{
    PL_NEED(world, PLOY_INVALID);
    PL_NEED(name, PLOY_INVALID);
    PL_NEED(mind, PLOY_INVALID);
    PL_ASSERT(*name);
    PL_WORLD_SERIAL(world, PLOY_NOT_SUPPORTED);
    const pl_agent_type* known = pl_world_find_type(world, name);
    if (known && known->mind == mind) return PLOY_OK;
    if (known && !known->is_of_file) return replace_type(world, known->mind, mind, name);
    ploy_status status = known ? PLOY_INVALID : pl_world_set_type(world, name, &(pl_agent_type){.mind = mind});
    if (status != PLOY_OK) ploy_mind_destroy(mind);
    return status;
}

// Changes of minds.

static ploy_status change_minds(ploy_world* world, pl_mind_change change)
{
    if (!PL_ARRAY_PUSH(&world->changes, &world->allocator, change)) return PLOY_OUT_OF_MEMORY;
    if (change.fresh) ++change.fresh->others; // until it is made
    return pl_world_settle(world);
}

ploy_status ploy_agent_set_mind(ploy_world* world, ploy_agent_id agent, ploy_mind* mind)
{
    PL_NEED(world, PLOY_INVALID);
    PL_WORLD_SERIAL(world, PLOY_NOT_SUPPORTED);
    if (!pl_world_has(world, agent)) return PLOY_NOT_FOUND;
    return change_minds(world, (pl_mind_change){.agent = agent, .fresh = mind});
}

ploy_status pl_world_replace_mind(ploy_world* world, ploy_mind* old, ploy_mind* fresh)
{
    PL_ASSERT(old && fresh && !world->is_parallel);
    if (old == fresh) return PLOY_OK;
    return change_minds(world, (pl_mind_change){.old = old, .fresh = fresh});
}
