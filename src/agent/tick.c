// A tick: sense, think, work, act, each for all agents whose turn it is before the next begins.

#include <string.h>

#include "agent/profile.h"
#include "agent/reservations.h"
#include "agent/squads.h"
#include "agent/world.h"
#include "base/check.h"
#include "base/tasks.h"
#include "knowledge/memory.h"
#include "trace/emit.h"

// The agents of this tick's group. The last row may be a part of one.
static pl_turn turn_of(ploy_world* world)
{
    uint32_t groups = world->def.groups, row = world->def.row, end = pl_id_pool_end(&world->ids);
    uint32_t first = (uint32_t)(world->ticks % groups);
    uint32_t rows = end / row, whole = rows > first ? (rows - first - 1) / groups + 1 : 0;
    bool has_part = rows % groups == first;
    return (pl_turn){world, first, groups, row, whole * row + (has_part ? end % row : 0)};
}

static void advance_share(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    const pl_turn* turn = context;
    pl_turn_walk walk = pl_turn_walk_from(turn, begin);
    for (uint32_t i = begin; i < end; ++i, pl_turn_walk_on(turn, &walk)) {
        pl_place_advance(pl_world_place(turn->world, walk.index), turn->world->now);
    }
}

static void think_share(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    const pl_turn* turn = context;
    bool is_timed = turn->world->is_timed, has_paces = turn->world->has_paces;
    if (PL_UNLIKELY(is_timed)) pl_profile_begin_share(turn->world, worker);
    pl_turn_walk walk = pl_turn_walk_from(turn, begin);
    for (uint32_t i = begin; i < end; ++i, pl_turn_walk_on(turn, &walk)) {
        pl_place at = pl_world_place(turn->world, walk.index);
        ploy_agent* agent = &at.chunk->agents[at.k];
        if (at.chunk->states[at.k] != PL_AGENT_LIVE || !agent->mind) continue;
        if (!agent->mind->kind->think) continue;
        if (PL_UNLIKELY(has_paces) && !pl_place_is_awake(at, turn->world, walk.index)) continue;
        if (PL_UNLIKELY(is_timed)) {
            pl_profile_think(turn->world, agent, worker);
        } else {
            agent->mind->kind->think(agent);
        }
    }
}

// Without sensors nothing comes between, and each agent is touched once.
static void advance_and_think_share(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    for (uint32_t i = begin; i < end; i += PLOY_DEFAULT_WORLD_SHARE) {
        uint32_t stop = end - i > PLOY_DEFAULT_WORLD_SHARE ? i + PLOY_DEFAULT_WORLD_SHARE : end;
        advance_share(i, stop, worker, context);
        think_share(i, stop, worker, context);
    }
}

static void run(pl_turn* turn, ploy_task_fn* share)
{
    turn->world->is_parallel = true;
    pl_parallel_for(&turn->world->tasks, turn->count, PLOY_DEFAULT_WORLD_SHARE, share, turn);
    turn->world->is_parallel = false;
}

// Whoever waits for tasks may continue on another thread, where a game's jobs are fibers.
static void mark_busy(ploy_world* world)
{
    pl_counter_set(&world->busy, pl_thread_number());
}

// A phase has ended.
static void mark(ploy_world* world, ploy_phase phase)
{
    if (PL_UNLIKELY(world->is_timed)) pl_profile_mark(world, phase);
}

static void sense_and_think(pl_turn* turn)
{
    if (turn->world->sensors.count == 0) {
        run(turn, advance_and_think_share);
        return;
    }
    pl_sense(turn);
    mark(turn->world, PLOY_PHASE_SENSE);
    run(turn, think_share);
}

// Work. Minds take turns in being first, and each may use an even share of what is left, so none starves.

static ploy_mind* mind_at(const ploy_world* world, uint32_t i)
{
    return (ploy_mind*)(uintptr_t)world->minds.entries.data[(world->ticks + i) % world->minds.entries.count].key;
}

static uint32_t work_of(const ploy_world* world, ploy_mind* mind, uint32_t max_nodes)
{
    if (!mind->kind->work) return 0;
    if (PL_UNLIKELY(world->is_timed)) return pl_profile_work(world, mind, max_nodes);
    return mind->kind->work(mind, &world->tasks, max_nodes);
}

// Each mind in turn, with an even share of what is left. Returns what is left then; `used_up`: some mind spent all of
// its share.
static uint32_t work_round(const ploy_world* world, uint32_t left, bool even, bool* used_up)
{
    uint32_t count = world->minds.entries.count;
    *used_up = false;
    for (uint32_t i = 0; i < count && left > 0; ++i) {
        uint32_t sharers = even ? count - i : 1;
        uint32_t share = left / sharers + (left % sharers != 0);
        uint32_t spent = work_of(world, mind_at(world, i), share);
        *used_up |= spent >= share;
        left = spent < left ? left - spent : 0;
    }
    return left;
}

static uint32_t work_unlimited(const ploy_world* world)
{
    uint64_t spent = 0;
    for (uint32_t i = 0; i < world->minds.entries.count; ++i) spent += work_of(world, mind_at(world, i), 0);
    return spent < UINT32_MAX ? (uint32_t)spent : UINT32_MAX;
}

// What some minds leave goes to those that need more.
static uint32_t work_limited(const ploy_world* world)
{
    bool used_up;
    uint32_t left = work_round(world, world->def.max_nodes, true, &used_up);
    if (used_up) left = work_round(world, left, false, &used_up);
    return world->def.max_nodes - left;
}

static void work(ploy_world* world)
{
    world->is_parallel = true;
    world->nodes = world->def.max_nodes == 0 ? work_unlimited(world) : work_limited(world);
    world->is_parallel = false;
}

void ploy_world_tick(ploy_world* world, int64_t dt)
{
    PL_NEED(world, );
    PL_ASSERT(dt >= 0);
    PL_WORLD_IDLE(world, );
    if (pl_world_seal(world) != PLOY_OK) {
        pl_log("ploy_world_tick: out of memory for the world's blackboard; nothing happens");
        return;
    }
    for (uint32_t i = 0; i < PL_WORLD_EXTENSIONS; ++i) {
        const pl_world_extension* one = &world->extensions[i];
        if (one->before_tick) one->before_tick(one->data);
    }
    world->is_ticking = true;
    mark_busy(world);
    if (PL_UNLIKELY(world->profile)) pl_profile_begin(world);
    world->now += dt;
    PL_TRACE(world->def.trace, TICK_BEGUN, 0, world->ticks, (uint64_t)world->now);
    if (world->reservations) pl_reservations_expire(world->reservations, world->now);
    if (world->squads) pl_squads_tick(world->squads, world->now);
    mark(world, PLOY_PHASE_SQUADS);
    pl_turn turn = turn_of(world);
    sense_and_think(&turn);
    mark(world, PLOY_PHASE_THINK);
    work(world);
    mark_busy(world);
    mark(world, PLOY_PHASE_WORK);
    pl_act(&turn);
    mark(world, PLOY_PHASE_APPLY);
    PL_TRACE(world->def.trace, TICK_ENDED, 0, world->nodes, world->sensors.taken, world->sensors.late);
    world->is_ticking = false;
    ++world->ticks;
    pl_world_settle_now(world);
    mark(world, PLOY_PHASE_SETTLE);
    if (PL_UNLIKELY(world->is_timed)) pl_profile_end(world);
    for (uint32_t i = 0; i < PL_WORLD_EXTENSIONS; ++i) {
        const pl_world_extension* one = &world->extensions[i];
        if (one->after_tick) one->after_tick(one->data);
    }
}

// The border between two ticks: what callbacks requested is done. Endings call the game, which may request more, so this
// goes on until nothing waits.

static void end_mind(ploy_world* world, ploy_agent* agent)
{
    if (agent->mind && agent->mind->kind->end) agent->mind->kind->end(agent);
    pl_agent_drop_mind(world, agent);
}

// Memory is taken first, so that an agent does not lose its old mind when there is none; only begin can fail after that.
static ploy_status set_mind(ploy_world* world, ploy_agent* agent, ploy_mind* fresh)
{
    ploy_agent next = *agent;
    if (!pl_agent_take_mind(world, &next, fresh)) return PLOY_OUT_OF_MEMORY;
    end_mind(world, agent);
    PL_TRACE(agent->trace, MIND_GIVEN, agent->id.index1, fresh != NULL, 0);
    if (!fresh) return PLOY_OK;
    agent->mind = next.mind;
    agent->mind_data = next.mind_data;
    ploy_status status = fresh->kind->begin ? fresh->kind->begin(agent) : PLOY_OK;
    if (status != PLOY_OK) pl_agent_drop_mind(world, agent);
    return status;
}

static ploy_status migrate(ploy_world* world, ploy_agent* agent, ploy_mind* fresh)
{
    if (agent->mind->kind != fresh->kind || !fresh->kind->migrate) return set_mind(world, agent, fresh);
    ploy_agent old = *agent;
    if (!pl_agent_take_mind(world, agent, fresh)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = fresh->kind->migrate(agent, &old);
    if (status == PLOY_OK) {
        PL_TRACE(agent->trace, MIND_GIVEN, agent->id.index1, 1, 1);
        pl_agent_drop_mind(world, &old);
        return PLOY_OK;
    }
    pl_agent_drop_mind(world, agent);
    agent->mind = old.mind;
    agent->mind_data = old.mind_data;
    return status;
}

static ploy_status replace_all(ploy_world* world, ploy_mind* old, ploy_mind* fresh)
{
    ploy_status first = PLOY_OK;
    for (uint32_t i = 0; i < pl_id_pool_end(&world->ids); ++i) {
        pl_place at = pl_world_place(world, i);
        ploy_agent* agent = &at.chunk->agents[at.k];
        bool has_it = at.chunk->states[at.k] != PL_AGENT_NONE && agent->mind == old;
        ploy_status status = has_it ? migrate(world, agent, fresh) : PLOY_OK;
        if (first == PLOY_OK) first = status;
    }
    return first;
}

static ploy_status make_change(ploy_world* world, pl_mind_change change)
{
    if (change.old) return replace_all(world, change.old, change.fresh);
    if (!pl_world_has(world, change.agent)) return PLOY_OK;
    pl_place at = pl_world_place(world, change.agent.index1 - 1);
    if (at.chunk->states[at.k] == PL_AGENT_DOOMED) return PLOY_OK;
    return set_mind(world, &at.chunk->agents[at.k], change.fresh);
}

static void end_agent(ploy_world* world, uint32_t index)
{
    pl_id id = pl_id_pool_at(&world->ids, index);
    ploy_agent* agent = pl_world_agent(world, index);
    end_mind(world, agent);
    if (world->reservations) pl_reservations_release_agent(world->reservations, agent->id);
    PL_TRACE(agent->trace, AGENT_GONE, id.index1, id.generation);
    pl_world_move_out(world, index);
    pl_id_pool_give(&world->ids, id);
}

static void settle_agents(ploy_world* world)
{
    world->has_pending = false;
    // Endings may doom other agents: those further on are reached in this loop, those before in the next round.
    for (uint32_t i = world->pending_begin; i < world->pending_end; ++i) {
        pl_place at = pl_world_place(world, i);
        uint8_t* state = &at.chunk->states[at.k];
        if (*state == PL_AGENT_DOOMED) end_agent(world, i);
        if (*state == PL_AGENT_FRESH) *state = PL_AGENT_LIVE;
    }
    if (!world->has_pending) world->pending_end = 0;
}

ploy_status pl_world_settle_now(ploy_world* world)
{
    ploy_status first = PLOY_OK;
    world->is_settling = true;
    mark_busy(world);
    while (world->changes.count > 0 || world->has_pending) {
        for (uint32_t i = 0; i < world->changes.count; ++i) {
            pl_mind_change change = world->changes.data[i];
            ploy_status status = make_change(world, change);
            ploy_mind_destroy(change.fresh);
            if (first == PLOY_OK) first = status;
        }
        PL_ARRAY_CLEAR(&world->changes);
        if (world->has_pending) settle_agents(world);
    }
    world->is_settling = false;
    pl_counter_set(&world->busy, 0);
    return first;
}

ploy_status pl_world_settle(ploy_world* world)
{
    return world->is_ticking || world->is_settling ? PLOY_OK : pl_world_settle_now(world);
}
