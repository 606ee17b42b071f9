#include "agent/world.h"

#include "base/check.h"
#include "base/memory.h"

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
    return sizeof(pl_chunk) + sizeof(int64_t) * PLOY_DEFAULT_WORLD_CHUNK * world->sensors.count;
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

static bool make_board(ploy_world* world)
{
    if (!world->def.keys) return true;
    ploy_blackboard_def def = {0};
    def.keys = world->def.keys;
    def.scope = PLOY_SCOPE_WORLD;
    world->blackboard = ploy_blackboard_create(&def);
    return world->blackboard != NULL;
}

// A world that is traced works on one thread, so that events come in one order.
static void set_trace(ploy_world* world, const ploy_trace* trace)
{
    for (uint32_t level = 0; trace && level <= PLOY_TRACE_EVERYTHING; ++level) {
        world->traces[level] = *trace;
        if (trace->level > level) world->traces[level].level = (ploy_trace_level)level;
    }
    world->tasks = trace ? (ploy_tasks){0} : world->def.tasks;
}

static bool fill(ploy_world* world)
{
    pl_id_pool_init(&world->ids, &world->allocator);
    pl_pools_init(&world->memories, &world->allocator);
    pl_map_init(&world->minds, &world->allocator);
    set_trace(world, world->def.trace);
    return pl_sensors_init(&world->sensors, &world->allocator, world->def.max_sensor_updates) && make_board(world) &&
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
    ploy_blackboard_destroy(world->blackboard);
    pl_sensors_destroy(&world->sensors, &allocator, world->def.max_sensor_updates);
    pl_map_destroy(&world->minds);
    pl_pools_destroy(&world->memories);
    pl_id_pool_destroy(&world->ids);
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

void ploy_world_destroy(ploy_world* world)
{
    if (!world) return;
    PL_ASSERT(!world->is_ticking && !world->is_settling && !world->squads);
    world->is_closing = true;
    pl_world_clear(world);
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

// What can be asked.

int64_t ploy_world_now(const ploy_world* world)
{
    return world->now;
}

uint64_t ploy_world_ticks(const ploy_world* world)
{
    return world->ticks;
}

uint32_t ploy_world_nodes(const ploy_world* world)
{
    return world->nodes;
}

ploy_blackboard* ploy_world_blackboard(const ploy_world* world)
{
    return world->blackboard;
}

ploy_bindings* ploy_world_bindings(const ploy_world* world)
{
    return world->def.bindings;
}

void* ploy_world_user(const ploy_world* world)
{
    return world->def.user;
}

size_t ploy_world_bytes(const ploy_world* world)
{
    return sizeof *world + world->chunks.count * (chunk_bytes(world) + sizeof(pl_chunk*)) +
           pl_pools_bytes(&world->memories) + 2 * sizeof(uint32_t) * (size_t)world->ids.generations.capacity;
}

uint32_t ploy_world_agent_count(const ploy_world* world)
{
    return world->ids.live_count;
}

ploy_agent_id ploy_world_next_agent(const ploy_world* world, ploy_agent_id after)
{
    for (uint32_t i = after.index1; i < pl_id_pool_end(&world->ids); ++i) {
        pl_id id = pl_id_pool_at(&world->ids, i);
        if (!pl_id_is_null(id)) return (ploy_agent_id){id.index1, id.generation};
    }
    return (ploy_agent_id){0};
}

uint32_t ploy_world_mind_agents(const ploy_world* world, const ploy_mind* mind)
{
    uint32_t count = pl_map_get(&world->minds, (uint64_t)(uintptr_t)mind);
    return count == PL_NONE ? 0 : count;
}
