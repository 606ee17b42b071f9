#include "agent/profile.h"

#include "agent/world.h"
#include "base/check.h"
#include "base/memory.h"
#include "mind/common/bindings.h"

enum
{
    READINGS = 200, ///< to find out what one costs
};

const char* ploy_phase_name(ploy_phase phase)
{
    static const char* const names[] = {"squads", "sense", "think", "work", "act", "apply", "settle"};
    return (unsigned)phase < PLOY_PHASE_COUNT ? names[phase] : "unknown";
}

pl_world_times* pl_profile_create(const ploy_allocator* allocator, uint32_t worker_count)
{
    pl_world_times* profile = PL_NEW(allocator, pl_world_times);
    if (!profile) return NULL;
    profile->workers = PL_NEW_ARRAY(allocator, pl_profile_worker, worker_count);
    if (!profile->workers) {
        PL_DELETE(allocator, profile);
        return NULL;
    }
    profile->worker_count = worker_count;
    return profile;
}

void pl_profile_destroy(pl_world_times* profile, const ploy_allocator* allocator)
{
    if (!profile) return;
    for (uint32_t i = 0; i < profile->worker_count; ++i) {
        PL_ARRAY_FREE(&profile->workers[i].activities, allocator);
        PL_ARRAY_FREE(&profile->workers[i].minds, allocator);
    }
    PL_DELETE_ARRAY(allocator, profile->workers, profile->worker_count);
    PL_ARRAY_FREE(&profile->sensors, allocator);
    PL_ARRAY_FREE(&profile->activities, allocator);
    PL_ARRAY_FREE(&profile->minds, allocator);
    PL_ARRAY_FREE(&profile->agents, allocator);
    PL_DELETE(allocator, profile);
}

// Rooms: made before a tick for everything that it can measure. What there is no memory for is not measured.

static uint64_t read_clock(const ploy_world* world)
{
    return world->def.clock(world->def.user);
}

// What one reading costs is taken off every time.
static uint64_t measure_clock(const ploy_world* world)
{
    uint64_t min = UINT64_MAX;
    for (uint32_t i = 0; i < READINGS; ++i) {
        uint64_t before = read_clock(world), cost = read_clock(world) - before;
        min = cost < min ? cost : min;
    }
    return min;
}

// `nested`: readings in between.
static uint64_t since(const ploy_world* world, uint64_t before, uint64_t nested)
{
    uint64_t taken = read_clock(world) - before, cost = world->profile->clock_cost * (1 + nested);
    return taken > cost ? taken - cost : 0;
}

void pl_profile_begin_share(const ploy_world* world, uint32_t worker)
{
    world->profile->workers[worker].last = read_clock(world);
}

static uint64_t since_last(const ploy_world* world, uint32_t worker)
{
    uint64_t *last = &world->profile->workers[worker].last, now = read_clock(world);
    uint64_t taken = now - *last, cost = world->profile->clock_cost;
    *last = now;
    return taken > cost ? taken - cost : 0;
}

static bool make_rows(ploy_world* world)
{
    pl_world_times* p = world->profile;
    const ploy_bindings* bindings = world->def.bindings;
    uint32_t sensors = world->sensors.count, activities = ploy_bindings_activity_count(bindings);
    if (!PL_ARRAY_RESERVE(&p->sensors, &world->allocator, sensors)) return false;
    if (!PL_ARRAY_RESERVE(&p->activities, &world->allocator, activities)) return false;
    for (uint32_t i = p->sensors.count; i < sensors; ++i) {
        p->sensors.data[i] = (ploy_profile_row){.name = world->sensors.list[i].def->name};
    }
    for (uint32_t i = p->activities.count; i < activities; ++i) {
        p->activities.data[i] = (ploy_profile_row){.name = ploy_bindings_activity(bindings, i)->name};
    }
    p->sensors.count = sensors;
    p->activities.count = activities;
    return true;
}

static bool make_worker_rows(ploy_world* world, pl_profile_worker* worker)
{
    const pl_world_times* p = world->profile;
    uint32_t before = worker->activities.count, minds = world->minds.entries.count;
    if (!PL_ARRAY_RESERVE(&worker->activities, &world->allocator, p->activities.count)) return false;
    if (!PL_ARRAY_RESERVE(&worker->minds, &world->allocator, minds)) return false;
    worker->activities.count = p->activities.count;
    for (uint32_t i = before; i < worker->activities.count; ++i) worker->activities.data[i] = (pl_time_sum){0};
    worker->minds.count = minds;
    for (uint32_t i = 0; i < minds; ++i) {
        const ploy_mind* mind = (const ploy_mind*)(uintptr_t)world->minds.entries.data[i].key;
        worker->minds.data[i] = (ploy_profile_mind){.mind = mind, .kind = mind->kind->name};
    }
    worker->last_mind = 0;
    return true;
}

static bool make_rooms(ploy_world* world)
{
    pl_world_times* p = world->profile;
    uint32_t agents = pl_id_pool_end(&world->ids);
    // Those of all minds ever: rows of the sums are added while the tick ends.
    if (!PL_ARRAY_RESERVE(&p->minds, &world->allocator, p->minds.count + world->minds.entries.count)) return false;
    if (!make_rows(world) || !PL_ARRAY_RESERVE(&p->agents, &world->allocator, agents)) return false;
    p->agents.count = agents;
    for (uint32_t i = 0; i < agents; ++i) p->agents.data[i] = 0;
    bool ok = true;
    for (uint32_t i = 0; i < p->worker_count; ++i) ok = make_worker_rows(world, &p->workers[i]) && ok;
    return ok;
}

// Activities.

static pl_profile_worker* of_watch(const pl_watch* watch)
{
    const ploy_world* world = watch->user;
    return &world->profile->workers[(const pl_worker*)watch - world->workers.list];
}

static void enter(pl_watch* watch)
{
    of_watch(watch)->entered = read_clock(watch->user);
}

static void leave(pl_watch* watch)
{
    pl_profile_worker* worker = of_watch(watch);
    if (watch->binding >= worker->activities.count) return;
    pl_time_sum* sum = &worker->activities.data[watch->binding];
    sum->time += since(watch->user, worker->entered, 0);
    ++sum->calls;
    worker->nested += 2;
}

// A tick.

// What is known of the last tick is that it was not timed.
static void leave_out(ploy_world* world)
{
    pl_world_times* p = world->profile;
    p->agents.count = 0;
    p->sums.worst_time = 0;
    p->sums.worst_agent = (ploy_agent_id){0};
    for (uint32_t i = 0; i < world->workers.count; ++i) {
        world->workers.list[i].watch.enter = NULL;
        world->workers.list[i].watch.leave = NULL;
    }
}

void pl_profile_begin(ploy_world* world)
{
    pl_world_times* p = world->profile;
    uint64_t now = read_clock(world);
    world->is_timed = now != UINT64_MAX;
    if (!world->is_timed) {
        leave_out(world);
        return;
    }
    if (p->sums.ticks == 0) p->clock_cost = measure_clock(world);
    p->is_on = make_rooms(world);
    for (uint32_t i = 0; i < world->workers.count; ++i) {
        pl_watch* watch = &world->workers.list[i].watch;
        watch->enter = p->is_on ? enter : NULL;
        watch->leave = p->is_on ? leave : NULL;
        watch->user = world;
    }
    p->began = p->marked = read_clock(world);
}

void pl_profile_mark(ploy_world* world, ploy_phase phase)
{
    pl_world_times* p = world->profile;
    uint64_t now = read_clock(world);
    p->sums.phases[phase] += now - p->marked;
    p->marked = now;
}

static ploy_profile_mind* sum_of(pl_world_times* p, const ploy_profile_mind* row)
{
    for (uint32_t i = 0; i < p->minds.count; ++i) {
        if (p->minds.data[i].mind == row->mind) return &p->minds.data[i];
    }
    p->minds.data[p->minds.count] = (ploy_profile_mind){.mind = row->mind, .kind = row->kind};
    return &p->minds.data[p->minds.count++];
}

static void add_worker(pl_world_times* p, pl_profile_worker* worker)
{
    for (uint32_t i = 0; i < worker->activities.count; ++i) {
        p->activities.data[i].calls += worker->activities.data[i].calls;
        p->activities.data[i].time += worker->activities.data[i].time;
        worker->activities.data[i] = (pl_time_sum){0};
    }
    for (uint32_t i = 0; i < p->sensors.count; ++i) {
        p->sensors.data[i].calls += worker->sensors[i].calls;
        p->sensors.data[i].time += worker->sensors[i].time;
        worker->sensors[i] = (pl_time_sum){0};
    }
    for (uint32_t i = 0; i < worker->minds.count; ++i) {
        const ploy_profile_mind* from = &worker->minds.data[i];
        ploy_profile_mind* to = sum_of(p, from);
        to->calls += from->calls;
        to->think += from->think;
        to->work += from->work;
        to->act += from->act;
    }
}

static void find_worst(ploy_world* world)
{
    pl_world_times* p = world->profile;
    p->sums.worst_time = 0;
    p->sums.worst_agent = (ploy_agent_id){0};
    for (uint32_t i = 0; i < p->agents.count; ++i) {
        if (p->agents.data[i] <= p->sums.worst_time) continue;
        p->sums.worst_time = p->agents.data[i];
        p->sums.worst_agent = pl_world_agent(world, i)->id;
    }
}

// Agents that go when the tick ends are gone already: their time is of nobody.
void pl_profile_end(ploy_world* world)
{
    pl_world_times* p = world->profile;
    uint64_t time = p->marked - p->began;
    ++p->sums.ticks;
    p->sums.time += time;
    if (time > p->sums.longest_tick) p->sums.longest_tick = time;
    if (!p->is_on) return;
    for (uint32_t i = 0; i < p->worker_count; ++i) add_worker(p, &p->workers[i]);
    find_worst(world);
}

// Calls.

static ploy_profile_mind* row_of(pl_profile_worker* worker, const ploy_mind* mind)
{
    uint32_t count = worker->minds.count;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = (worker->last_mind + i) % count;
        if (worker->minds.data[at].mind != mind) continue;
        worker->last_mind = at;
        return &worker->minds.data[at];
    }
    return NULL;
}

void pl_profile_think(ploy_world* world, ploy_agent* agent, uint32_t worker)
{
    pl_world_times* p = world->profile;
    agent->mind->kind->think(agent);
    uint64_t time = since_last(world, worker);
    ploy_profile_mind* row = p->is_on ? row_of(&p->workers[worker], agent->mind) : NULL;
    if (!row) return;
    row->think += time;
    ++row->calls;
    p->agents.data[agent->id.index1 - 1] += time;
}

void pl_profile_act(ploy_world* world, ploy_agent* agent, uint32_t worker)
{
    pl_world_times* p = world->profile;
    const ploy_mind* mind = agent->mind;
    uint32_t index = agent->id.index1 - 1;
    p->workers[worker].nested = 0;
    uint64_t before = read_clock(world);
    mind->kind->act(agent);
    uint64_t time = since(world, before, p->workers[worker].nested);
    ploy_profile_mind* row = p->is_on ? row_of(&p->workers[worker], mind) : NULL;
    if (!row) return;
    row->act += time;
    ++row->calls;
    p->agents.data[index] += time;
}

void pl_profile_sense(ploy_world* world, ploy_agent* agent, uint32_t sensor, uint32_t worker)
{
    pl_time_sum* sum = &world->profile->workers[worker].sensors[sensor];
    const ploy_sensor_def* def = world->sensors.list[sensor].def;
    def->sense(agent, def->user);
    sum->time += since_last(world, worker);
    ++sum->calls;
}

uint32_t pl_profile_work(const ploy_world* world, ploy_mind* mind, uint32_t max_nodes)
{
    pl_world_times* p = world->profile;
    uint64_t before = read_clock(world);
    uint32_t nodes = mind->kind->work(mind, &world->tasks, max_nodes);
    uint64_t time = since(world, before, 0);
    ploy_profile_mind* row = p->is_on ? row_of(&p->workers[0], mind) : NULL;
    if (row) row->work += time;
    return nodes;
}

// Reading.

ploy_profile ploy_world_get_profile(const ploy_world* world)
{
    PL_NEED(world, (ploy_profile){0});
    PL_WORLD_IDLE(world, (ploy_profile){0});
    const pl_world_times* p = world->profile;
    if (!p) return (ploy_profile){0};
    ploy_profile profile = p->sums;
    profile.minds = p->minds.data;
    profile.mind_count = p->minds.count;
    profile.sensors = p->sensors.data;
    profile.sensor_count = p->sensors.count;
    profile.activities = p->activities.data;
    profile.activity_count = p->activities.count;
    return profile;
}

uint64_t ploy_agent_get_time(const ploy_world* world, ploy_agent_id agent)
{
    PL_NEED(world, 0);
    const pl_world_times* p = world->profile;
    bool is_known = p && pl_world_has(world, agent) && agent.index1 <= p->agents.count;
    return is_known ? p->agents.data[agent.index1 - 1] : 0;
}
