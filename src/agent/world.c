#include "agent/world.h"

#include "agent/act_check.h"
#include "agent/profile.h"
#include "agent/reservations.h"
#include "agent/squads.h"
#include "base/check.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "knowledge/blackboard.h"
#include "knowledge/fact_types.h"
#include "mind/common/held.h"

static ploy_world_def world_with_defaults(const ploy_world_def* given)
{
    ploy_world_def def = given ? *given : (ploy_world_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.groups, 1);
    PL_DEFAULT(def.row, 1);
    PL_DEFAULT(def.capacity, PLOY_DEFAULT_WORLD_CAPACITY);
    return def;
}

// Life.

static size_t chunk_bytes(const ploy_world* world)
{
    uint32_t rows = world->sensors.count > 0 ? world->sensors.count + 1 : 0;
    return sizeof(pl_chunk) + sizeof(int64_t) * PLOY_DEFAULT_WORLD_CHUNK * rows;
}

static bool add_chunk(ploy_world* world)
{
    pl_chunk* chunk = pl_alloc_zeroed(&world->allocator, chunk_bytes(world));
    if (!chunk) return false;
    chunk->world = world;
    world->chunks.data[world->chunks.count++] = chunk;
    return true;
}

bool pl_world_reserve(ploy_world* world, uint32_t count)
{
    uint32_t needed = count / PLOY_DEFAULT_WORLD_CHUNK + (count % PLOY_DEFAULT_WORLD_CHUNK != 0);
    bool ok = PL_ARRAY_RESERVE(&world->chunks, &world->allocator, needed);
    while (ok && world->chunks.count < needed) ok = add_chunk(world);
    return ok;
}

// Parts that the game did not give are the world's own.
static bool make_parts(ploy_world* world)
{
    ploy_world_def* def = &world->def;
    world->owns_keys = !def->keys;
    world->owns_fact_types = !def->fact_types;
    world->owns_bindings = !def->bindings;
    pl_held_take(&(ploy_mind_parts){.keys = def->keys, .fact_types = def->fact_types, .bindings = def->bindings});
    if (!def->keys) {
        def->keys =
            ploy_blackboard_keys_create(&(ploy_blackboard_keys_def){.allocator = def->allocator, .trace = def->trace});
    }
    if (!def->fact_types) {
        def->fact_types =
            ploy_fact_types_create(&(ploy_fact_types_def){.allocator = def->allocator, .trace = def->trace});
    }
    if (!def->bindings) def->bindings = ploy_bindings_create(&(ploy_bindings_def){.allocator = def->allocator});
    return def->keys && def->fact_types && def->bindings;
}

static void free_parts(ploy_world* world)
{
    ploy_bindings_destroy(world->def.bindings);
    ploy_fact_types_destroy(world->def.fact_types);
    ploy_blackboard_keys_destroy(world->def.keys);
}

// A world that is traced works on one thread, so that events come in one order.
static void set_trace(ploy_world* world, const ploy_trace* trace)
{
    for (uint32_t level = 0; trace && level <= PLOY_TRACE_EVERYTHING; ++level) {
        world->traces[level] = *trace;
        if ((uint32_t)trace->level > level) world->traces[level].level = (ploy_trace_level)level;
    }
    world->tasks = trace ? (ploy_tasks){0} : world->def.tasks;
}

const ploy_trace* pl_world_trace_at(const ploy_world* world, uint32_t level)
{
    PL_ASSERT(level <= PLOY_TRACE_EVERYTHING);
    return world->def.trace && level > PLOY_TRACE_NONE ? &world->traces[level] : NULL;
}

void pl_world_set_trace(ploy_world* world, const ploy_trace* trace)
{
    world->def.trace = trace;
    set_trace(world, trace);
    for (uint32_t i = 0; i < pl_id_pool_end(&world->ids); ++i) {
        pl_place at = pl_world_place(world, i);
        if (at.chunk->states[at.k] != PL_AGENT_NONE)
            at.chunk->agents[at.k].trace = pl_world_trace_at(world, at.chunk->levels[at.k]);
    }
    if (world->owns_keys) world->def.keys->trace = trace;
    if (world->owns_fact_types) world->def.fact_types->trace = trace;
}

static uint32_t worker_count(const ploy_world* world)
{
    uint32_t count = pl_tasks_worker_count(&world->def.tasks);
    PL_ASSERT(count <= UINT8_MAX);
    return count;
}

static bool fill(ploy_world* world)
{
    pl_id_pool_init(&world->ids, &world->allocator);
    pl_pools_init(&world->memories, &world->allocator, PLOY_DEFAULT_WORLD_POOL_BYTES);
    pl_map_init(&world->minds, &world->allocator);
    pl_names_init(&world->type_names, &world->allocator);
    set_trace(world, world->def.trace);
    return make_parts(world) && pl_workers_init(&world->workers, &world->allocator, worker_count(world)) &&
           (!world->def.check || (world->check = pl_act_check_create(&world->allocator))) &&
           (!world->def.clock || (world->profile = pl_profile_create(&world->allocator, worker_count(world)))) &&
           pl_sensors_init(&world->sensors, &world->allocator, world->def.max_sensor_updates) &&
           PL_ARRAY_RESERVE(&world->chunks, &world->allocator, world->def.capacity / PLOY_DEFAULT_WORLD_CHUNK + 1) &&
           PL_ARRAY_RESERVE(&world->changes, &world->allocator, 1) &&
           pl_id_pool_reserve(&world->ids, world->def.capacity);
}

static void release(ploy_world* world)
{
    ploy_allocator allocator = world->allocator;
    for (uint32_t i = 0; i < world->chunks.count; ++i) {
        pl_free(&allocator, world->chunks.data[i], chunk_bytes(world));
    }
    PL_ARRAY_FREE(&world->chunks, &allocator);
    PL_ARRAY_FREE(&world->changes, &allocator);
    pl_reservations_destroy(world->reservations);
    ploy_blackboard_destroy(world->blackboard);
    pl_sensors_destroy(&world->sensors, &allocator, world->def.max_sensor_updates);
    PL_ARRAY_FREE(&world->types, &allocator);
    PL_ARRAY_FREE(&world->retired, &allocator);
    pl_names_destroy(&world->type_names);
    free_parts(world);
    pl_map_destroy(&world->minds);
    pl_pools_destroy(&world->memories);
    pl_id_pool_destroy(&world->ids);
    pl_workers_destroy(&world->workers);
    pl_act_check_destroy(world->check, &allocator);
    pl_profile_destroy(world->profile, &allocator);
    pl_counter_set(&world->busy, PL_WORLD_GONE);
    PL_DELETE(&allocator, world);
}

ploy_world* ploy_world_create(const ploy_world_def* given)
{
    ploy_world_def full = world_with_defaults(given);
    const ploy_world_def* def = &full;
    PL_ASSERT(def->groups > 0 && def->row > 0);
    ploy_world* world = PL_NEW(&def->allocator, ploy_world);
    if (!world) return NULL;
    world->allocator = def->allocator;
    world->def = *def;
    if (fill(world)) return world;
    release(world);
    return NULL;
}

static void destroy_minds(ploy_world* world)
{
    for (uint32_t i = 0; i < world->types.count; ++i) {
        if (!world->types.data[i].is_of_file) ploy_mind_destroy(world->types.data[i].mind);
    }
    for (uint32_t i = 0; i < world->retired.count; ++i) ploy_mind_destroy(world->retired.data[i]);
}

void ploy_world_destroy(ploy_world* world)
{
    if (!world) return;
    PL_WORLD_IDLE(world, );
    for (uint32_t i = 0; i < PL_WORLD_EXTENSIONS; ++i) {
        if (world->extensions[i].close) world->extensions[i].close(world->extensions[i].data);
    }
    world->is_closing = true;
    pl_world_clear(world);
    pl_squads_destroy(world->squads);
    for (uint32_t i = 0; i < PL_WORLD_EXTENSIONS; ++i) {
        if (world->extensions[i].destroy) world->extensions[i].destroy(world->extensions[i].data);
    }
    destroy_minds(world);
    release(world);
}

void pl_world_clear(ploy_world* world)
{
    for (uint32_t i = 0; i < pl_id_pool_end(&world->ids); ++i) {
        pl_place at = pl_world_place(world, i);
        if (at.chunk->states[at.k] == PL_AGENT_NONE) continue;
        at.chunk->states[at.k] = PL_AGENT_DOOMED;
        pl_world_note_pending(world, i);
    }
    pl_world_settle(world);
}

// Calls that come at the wrong time.

bool pl_world_is_closed_to_caller(const ploy_world* world)
{
    return pl_counter_get(&world->busy) != pl_thread_number() || world->is_parallel;
}

void pl_world_refuse(const ploy_world* world, const char* function)
{
    if (pl_counter_get(&world->busy) == PL_WORLD_GONE) {
        pl_log("%s: the world was destroyed", function);
    } else if (world->is_acting) {
        pl_log("%s: not in a parallel activity; use ploy_agent_defer", function);
    } else if (pl_counter_get(&world->busy) != pl_thread_number()) {
        pl_log("%s: another thread is in a tick of the world", function);
    } else if (world->is_parallel) {
        pl_log("%s: not while minds think: in callbacks that only read", function);
    } else {
        pl_log("%s: not inside a tick of the world", function);
    }
}

// Completing it.

static bool make_blackboard(ploy_world* world)
{
    if (ploy_blackboard_keys_count(world->def.keys) == 0) return true;
    world->blackboard =
        ploy_blackboard_create(&(ploy_blackboard_def){.keys = world->def.keys, .scope = PLOY_SCOPE_WORLD});
    return world->blackboard != NULL;
}

ploy_status pl_world_seal(ploy_world* world)
{
    if (world->is_sealed) return PLOY_OK;
    bool ok = (world->blackboard || make_blackboard(world)) && (!world->squads || pl_squads_seal(world->squads));
    if (!ok) return PLOY_OUT_OF_MEMORY;
    pl_sensors_seal(&world->sensors, world->def.bindings);
    world->is_sealed = true;
    return PLOY_OK;
}

pl_world_extension* pl_world_extend(ploy_world* world, uint32_t which)
{
    return &world->extensions[which];
}

// What it owns.

ploy_bindings* ploy_world_bindings(const ploy_world* world)
{
    PL_NEED(world, NULL);
    return world->def.bindings;
}

ploy_blackboard_keys* ploy_world_keys(const ploy_world* world)
{
    PL_NEED(world, NULL);
    return world->def.keys;
}

ploy_fact_types* ploy_world_fact_types(const ploy_world* world)
{
    PL_NEED(world, NULL);
    return world->def.fact_types;
}

ploy_mind_parts ploy_world_parts(const ploy_world* world)
{
    PL_NEED(world, (ploy_mind_parts){0});
    return (ploy_mind_parts){.allocator = world->allocator,
                             .keys = world->def.keys,
                             .fact_types = world->def.fact_types,
                             .bindings = world->def.bindings};
}

ploy_blackboard* ploy_world_blackboard(ploy_world* world)
{
    PL_NEED(world, NULL);
    return pl_world_seal(world) == PLOY_OK ? world->blackboard : NULL;
}

ploy_squads* ploy_world_squads(ploy_world* world)
{
    PL_NEED(world, NULL);
    if (!world->squads) world->squads = pl_squads_create(world);
    return world->squads;
}

ploy_reservations* ploy_world_reservations(ploy_world* world)
{
    PL_NEED(world, NULL);
    if (!world->reservations) world->reservations = pl_reservations_create(&world->allocator);
    return world->reservations;
}

void* ploy_world_user(const ploy_world* world)
{
    PL_NEED(world, NULL);
    return world->def.user;
}

// How it stands.

int64_t ploy_world_now(const ploy_world* world)
{
    PL_NEED(world, 0);
    return world->now;
}

uint64_t ploy_world_ticks(const ploy_world* world)
{
    PL_NEED(world, 0);
    return world->ticks;
}

static size_t agent_bytes(const ploy_world* world)
{
    return sizeof *world + world->chunks.count * (chunk_bytes(world) + sizeof(pl_chunk*)) +
           pl_pools_bytes(&world->memories) + 2 * sizeof(uint32_t) * (size_t)world->ids.generations.capacity;
}

ploy_world_stats ploy_world_get_stats(const ploy_world* world)
{
    PL_NEED(world, (ploy_world_stats){0});
    return (ploy_world_stats){.agents = world->ids.live_count,
                              .nodes = world->nodes,
                              .sensor_updates = world->sensors.taken,
                              .sensor_updates_late = world->sensors.late,
                              .bytes = agent_bytes(world)};
}

ploy_agent_id ploy_world_next_agent(const ploy_world* world, ploy_agent_id after)
{
    PL_NEED(world, (ploy_agent_id){0});
    for (uint32_t i = after.index1; i < pl_id_pool_end(&world->ids); ++i) {
        pl_id id = pl_id_pool_at(&world->ids, i);
        if (!pl_id_is_null(id)) return (ploy_agent_id){id.index1, id.generation};
    }
    return (ploy_agent_id){0};
}

uint32_t ploy_world_mind_agents(const ploy_world* world, const ploy_mind* mind)
{
    PL_NEED(world, 0);
    PL_NEED(mind, 0);
    uint32_t count = pl_map_get(&world->minds, (uint64_t)(uintptr_t)mind);
    return count == PLOY_NONE ? 0 : count;
}
