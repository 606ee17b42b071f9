#include "agent/sensor.h"

#include "agent/profile.h"
#include "agent/world.h"
#include "base/hints.h"
#include "mind/common/bindings.h"
#include "base/check.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "trace/emit.h"

// The list.

bool pl_sensors_init(pl_sensors* sensors, const ploy_allocator* allocator, uint32_t budget)
{
    sensors->chosen = budget > 0 ? PL_NEW_ARRAY(allocator, pl_sensor_update, budget) : NULL;
    return budget == 0 || sensors->chosen;
}

void pl_sensors_destroy(pl_sensors* sensors, const ploy_allocator* allocator, uint32_t budget)
{
    PL_DELETE_ARRAY(allocator, sensors->chosen, budget);
}

void pl_sensors_seal(pl_sensors* sensors, const ploy_bindings* bindings)
{
    sensors->count = pl_bindings_sensor_count(bindings);
    for (uint32_t s = 0; s < sensors->count; ++s) {
        pl_sensor* sensor = &sensors->list[s];
        sensor->def = pl_bindings_sensor(bindings, s);
        if (!sensor->has_times) {
            sensor->interval = sensor->def->interval;
            sensor->offset = sensor->def->offset;
        }
        if (sensor->def->parallel) sensors->parallel |= (uint64_t)1 << s;
    }
}

void pl_world_set_sensor_times(ploy_world* world, uint32_t sensor, int64_t interval, int64_t offset)
{
    PL_ASSERT(sensor < PLOY_MAX_SENSORS && interval >= 0 && offset >= 0);
    pl_sensor* set = &world->sensors.list[sensor];
    set->interval = interval;
    set->offset = offset;
    set->has_times = true;
}

// An agent's own.

ploy_status ploy_agent_set_sensor(ploy_world* world, ploy_agent_id agent, uint32_t sensor, bool on)
{
    PL_NEED(world, PLOY_INVALID);
    PL_ASSERT(sensor < world->sensors.count);
    if (!pl_world_has(world, agent)) return PLOY_NOT_FOUND;
    pl_place at = pl_world_place(world, agent.index1 - 1);
    uint64_t bit = (uint64_t)1 << sensor;
    at.chunk->sensors[at.k] = on ? at.chunk->sensors[at.k] | bit : at.chunk->sensors[at.k] & ~bit;
    return PLOY_OK;
}

void pl_sensors_begin(const pl_sensors* sensors, uint32_t index, int64_t now, int64_t* due)
{
    for (uint32_t s = 0; s < sensors->count; ++s) {
        uint64_t interval = (uint64_t)sensors->list[s].interval;
        uint64_t step = interval > 0 ? (uint64_t)sensors->list[s].offset % interval : 0;
        due[s] = now;
        if (interval > 0) due[s] += (int64_t)(index * step % interval);
    }
}

// Which updates are ready.

static uint64_t all_sensors(const pl_sensors* sensors)
{
    return sensors->count == 64 ? UINT64_MAX : ((uint64_t)1 << sensors->count) - 1;
}

static uint64_t due_of(const pl_sensors* sensors, pl_place at, int64_t now)
{
    if (at.chunk->states[at.k] != PL_AGENT_LIVE) return 0;
    const int64_t* due = pl_place_due(at);
    uint64_t ready = 0;
    for (uint64_t left = at.chunk->sensors[at.k] & all_sensors(sensors); left; left &= left - 1) {
        uint32_t s = pl_trailing_zeros(left);
        ready |= (uint64_t)(due[s] <= now) << s;
    }
    return ready;
}

static void find_ready_of(const ploy_world* world, pl_place at, uint32_t index)
{
    bool is_awake = pl_place_is_awake(at, world, index);
    *pl_place_ready(at) = is_awake ? due_of(&world->sensors, at, world->now) : 0;
}

static void find_ready(const pl_turn* turn)
{
    for (uint32_t i = 0; i < turn->count; ++i) {
        uint32_t index = pl_turn_index(turn, i);
        find_ready_of(turn->world, pl_world_place(turn->world, index), index);
    }
}

// The longest overdue: a heap with room for the budget, whose top is the first to go when a longer overdue update comes.

static bool goes_first(const pl_sensor_update* a, const pl_sensor_update* b)
{
    if (a->due != b->due) return a->due < b->due;
    return a->agent != b->agent ? a->agent < b->agent : a->sensor < b->sensor;
}

static void sink(pl_sensor_update* heap, uint32_t count, uint32_t at)
{
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && goes_first(&heap[child], &heap[child + 1])) ++child;
        if (!goes_first(&heap[at], &heap[child])) return;
        pl_sensor_update moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
    }
}

static void rise(pl_sensor_update* heap, uint32_t at)
{
    for (uint32_t parent; at > 0 && (parent = (at - 1) / 2, goes_first(&heap[parent], &heap[at])); at = parent) {
        pl_sensor_update moved = heap[at];
        heap[at] = heap[parent];
        heap[parent] = moved;
    }
}

static void consider(pl_sensors* sensors, uint32_t budget, pl_sensor_update update)
{
    if (sensors->chosen_count < budget) {
        sensors->chosen[sensors->chosen_count++] = update;
        rise(sensors->chosen, sensors->chosen_count - 1);
    } else if (goes_first(&update, &sensors->chosen[0])) {
        sensors->chosen[0] = update;
        sink(sensors->chosen, budget, 0);
    }
}

static uint32_t consider_all(pl_sensors* sensors, uint32_t budget, pl_place at, uint32_t index)
{
    uint32_t count = 0;
    for (uint64_t left = *pl_place_ready(at); left; left &= left - 1, ++count) {
        uint32_t s = pl_trailing_zeros(left);
        consider(sensors, budget, (pl_sensor_update){pl_place_due(at)[s], index, s});
    }
    *pl_place_ready(at) = 0;
    return count;
}

static void choose(const pl_turn* turn)
{
    ploy_world* world = turn->world;
    uint32_t due = 0;
    world->sensors.chosen_count = 0;
    for (uint32_t i = 0; i < turn->count; ++i) {
        uint32_t index = pl_turn_index(turn, i);
        due += consider_all(&world->sensors, world->def.max_sensor_updates, pl_world_place(world, index), index);
    }
    for (uint32_t i = 0; i < world->sensors.chosen_count; ++i) {
        pl_sensor_update* chosen = &world->sensors.chosen[i];
        pl_place at = pl_world_place(world, chosen->agent);
        *pl_place_ready(at) |= (uint64_t)1 << chosen->sensor;
    }
    world->sensors.late = due - world->sensors.chosen_count;
}

// Updating.

// Updates that were missed are not made up for; the agent keeps its moments.
static int64_t next_due(const pl_sensor* sensor, int64_t due, int64_t now)
{
    if (sensor->interval == 0) return now;
    if (now - due < sensor->interval) return due + sensor->interval; // mostly: no division
    return due + ((now - due) / sensor->interval + 1) * sensor->interval;
}

static void read_sensor(const pl_sensors* sensors, pl_place at, uint32_t s, uint32_t worker)
{
    ploy_agent* agent = &at.chunk->agents[at.k];
    int64_t* due = &pl_place_due(at)[s];
    *due = next_due(&sensors->list[s], *due, agent->now);
    *pl_place_ready(at) &= ~((uint64_t)1 << s);
    PL_TRACE(agent->trace, SENSED, agent->id.index1, s);
    if (PL_UNLIKELY(at.chunk->world->is_timed)) {
        pl_profile_sense(at.chunk->world, agent, s, worker);
    } else {
        sensors->list[s].def->sense(agent, sensors->list[s].def->user);
    }
}

static uint32_t read_ready(const pl_sensors* sensors, pl_place at, uint64_t which, uint32_t worker)
{
    uint32_t count = 0;
    for (uint64_t left = *pl_place_ready(at) & which; left; left &= left - 1, ++count) {
        if (at.chunk->states[at.k] != PL_AGENT_LIVE) break;
        read_sensor(sensors, at, pl_trailing_zeros(left), worker);
    }
    return count;
}

// An agent's time advances right before its sensors are read, which touch no other agent: one pass reads both. Without a
// budget, which updates are ready is found here, too.
static void read_parallel(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    const pl_turn* turn = context;
    const ploy_world* world = turn->world;
    uint32_t count = 0;
    uint64_t left = 0;
    if (PL_UNLIKELY(world->is_timed)) pl_profile_begin_share(world, worker);
    pl_turn_walk walk = pl_turn_walk_from(turn, begin);
    for (uint32_t i = begin; i < end; ++i, pl_turn_walk_on(turn, &walk)) {
        pl_place at = pl_world_place(world, walk.index);
        pl_place_advance(at, world->now);
        if (world->def.max_sensor_updates == 0) find_ready_of(world, at, walk.index);
        count += read_ready(&world->sensors, at, world->sensors.parallel, worker);
        left |= *pl_place_ready(at);
    }
    world->workers.list[worker].sensed += count;
    world->workers.list[worker].has_serial |= (left & ~world->sensors.parallel) != 0;
}

static uint32_t take_sensed(pl_workers* workers)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < workers->count; ++i) {
        count += workers->list[i].sensed;
        workers->list[i].sensed = 0;
    }
    return count;
}

static bool take_has_serial(pl_workers* workers)
{
    bool has_serial = false;
    for (uint32_t i = 0; i < workers->count; ++i) {
        has_serial = has_serial || workers->list[i].has_serial;
        workers->list[i].has_serial = false;
    }
    return has_serial;
}

static uint32_t read_serial(const pl_turn* turn)
{
    uint32_t count = 0;
    const pl_sensors* sensors = &turn->world->sensors;
    if (PL_UNLIKELY(turn->world->is_timed)) pl_profile_begin_share(turn->world, 0);
    for (uint32_t i = 0; i < turn->count; ++i) {
        count += read_ready(sensors, pl_world_place(turn->world, pl_turn_index(turn, i)), ~sensors->parallel, 0);
    }
    return count;
}

void pl_sense(pl_turn* turn)
{
    ploy_world* world = turn->world;
    world->is_parallel = true;
    if (world->def.max_sensor_updates > 0) {
        find_ready(turn);
        choose(turn);
    }
    pl_parallel_for(&world->tasks, turn->count, PLOY_DEFAULT_WORLD_SHARE, read_parallel, turn);
    world->sensors.taken = take_sensed(&world->workers);
    world->is_parallel = false;
    pl_counter_set(&world->busy, pl_thread_number());
    if (take_has_serial(&world->workers)) world->sensors.taken += read_serial(turn);
}
