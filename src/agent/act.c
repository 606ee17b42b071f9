// Acting: agents whose mind is parallel act on the workers; then, on one thread and in order of agents, the others act
// and the calls that parallel activities deferred are made.

#include "agent/act_check.h"
#include "agent/profile.h"
#include "agent/world.h"
#include "base/check.h"
#include "base/tasks.h"
#include "knowledge/blackboard.h"

// Observers of a blackboard belong to the game and are called by whoever writes: such an agent acts on one thread.
bool pl_acts_in_parallel(pl_place at, pl_worker* worker)
{
    const ploy_agent* agent = &at.chunk->agents[at.k];
    bool is_observed = agent->blackboard && pl_blackboard_observers(agent->blackboard);
    bool in_parallel = agent->mind->parallel && !is_observed;
    worker->has_left_some |= !in_parallel;
    at.chunk->workers[at.k] = in_parallel ? (uint8_t)(worker - at.chunk->world->workers.list) : PL_ACTS_ALONE;
    return in_parallel;
}

bool pl_acts(pl_place at)
{
    const ploy_mind* mind = at.chunk->agents[at.k].mind;
    return at.chunk->states[at.k] == PL_AGENT_LIVE && mind && mind->kind->act;
}

void pl_act_for(pl_place at, pl_worker* worker)
{
    ploy_world* world = at.chunk->world;
    ploy_agent* agent = &at.chunk->agents[at.k];
    if (pl_watch_of_thread) {
        worker->watch.agent1 = agent->id.index1;
        worker->watch.blackboard = agent->blackboard;
        worker->watch.memory = agent->memory;
    }
    if (PL_UNLIKELY(world->is_timed)) {
        pl_profile_act(world, agent, (uint32_t)(worker - world->workers.list));
    } else {
        agent->mind->kind->act(agent);
    }
}

// Debug builds check who writes, and a clock times activities.
static bool is_watched(const ploy_world* world)
{
#if defined(NDEBUG)
    return world->is_timed;
#else
    (void)world;
    return true;
#endif
}

static void act_share(uint32_t begin, uint32_t end, uint32_t number, void* context)
{
    const pl_turn* turn = context;
    pl_worker* worker = &turn->world->workers.list[number];
    pl_worker_begin_share(worker);
    bool watched = is_watched(turn->world);
    if (watched) pl_watch_of_thread = &worker->watch;
    pl_turn_walk walk = pl_turn_walk_from(turn, begin);
    for (uint32_t i = begin; i < end; ++i, pl_turn_walk_on(turn, &walk)) {
        pl_place at = pl_world_place(turn->world, walk.index);
        if (pl_acts(at) && pl_acts_in_parallel(at, worker)) pl_act_for(at, worker);
    }
    if (watched) pl_watch_of_thread = NULL;
    pl_worker_end_share(worker);
}

static void act_in_parallel(pl_turn* turn)
{
    ploy_world* world = turn->world;
    world->is_parallel = world->is_acting = true;
    if (world->check) {
        pl_act_checked(turn, world->check);
    } else {
        pl_parallel_for(&world->tasks, turn->count, PLOY_DEFAULT_WORLD_SHARE, act_share, turn);
    }
    world->is_parallel = world->is_acting = false;
    pl_counter_set(&world->busy, pl_thread_number());
}

// Deferred calls.

typedef struct deferred_calls
{
    pl_workers* workers;
    pl_worker* worker; // of the current run
    uint32_t at, end;  // words; at the end: no call is left
} deferred_calls;

static void next_run(deferred_calls* calls)
{
    const pl_deferred_run* run = pl_workers_next(calls->workers, &calls->worker);
    calls->at = calls->end = 0;
    if (!run) return;
    calls->at = run->begin;
    calls->end = run->end;
    ++calls->worker->next;
}

static const pl_deferred* current(const deferred_calls* calls)
{
    if (calls->at == calls->end) return NULL;
    return (const pl_deferred*)(const void*)(calls->worker->words.data + calls->at);
}

// Nothing is deferred meanwhile, so the lists stay where they are.
static void make_call(deferred_calls* calls, const pl_deferred* call)
{
    calls->at += (uint32_t)(sizeof *call + 7) / 8 + call->words;
    call->fn(call->agent, call + 1);
    if (calls->at == calls->end) next_run(calls);
}

static void make_calls_of(deferred_calls* calls, uint32_t index)
{
    for (const pl_deferred* call; (call = current(calls)) && call->index == index;) make_call(calls, call);
}

// A clock times these, too; they may write what they like.
static void act_alone(ploy_world* world, ploy_agent* agent)
{
    if (!world->is_timed || world->check) {
        agent->mind->kind->act(agent);
        return;
    }
    world->workers.list[0].watch.agent1 = 0;
    pl_watch_of_thread = &world->workers.list[0].watch;
    pl_profile_act(world, agent, 0);
    pl_watch_of_thread = NULL;
}

static void act_on_one_thread(const pl_turn* turn, deferred_calls* calls)
{
    for (uint32_t i = 0; i < turn->count; ++i) {
        uint32_t index = pl_turn_index(turn, i);
        pl_place at = pl_world_place(turn->world, index);
        if (calls) make_calls_of(calls, index);
        if (calls && at.chunk->workers[at.k] != PL_ACTS_ALONE) continue;
        if (pl_acts(at)) act_alone(turn->world, &at.chunk->agents[at.k]);
    }
}

static bool has_left_some(const pl_workers* workers)
{
    bool left = false;
    for (uint32_t i = 0; i < workers->count; ++i) left = left || workers->list[i].has_left_some;
    return left;
}

static bool has_parallel_minds(const ploy_world* world)
{
    for (uint32_t i = 0; i < world->minds.entries.count; ++i) {
        if (((const ploy_mind*)(uintptr_t)world->minds.entries.data[i].key)->parallel) return true;
    }
    return false;
}

void pl_act(pl_turn* turn)
{
    ploy_world* world = turn->world;
    if (!has_parallel_minds(world)) {
        act_on_one_thread(turn, NULL);
        return;
    }
    act_in_parallel(turn);
    if (PL_UNLIKELY(world->is_timed)) pl_profile_mark(world, PLOY_PHASE_ACT);
    deferred_calls calls = {.workers = &world->workers};
    next_run(&calls);
    if (has_left_some(&world->workers)) act_on_one_thread(turn, &calls);
    for (const pl_deferred* call; (call = current(&calls));) make_call(&calls, call);
    pl_workers_clear(&world->workers);
}

ploy_status ploy_agent_defer(ploy_agent* agent, ploy_deferred_fn* fn, const void* data, size_t bytes)
{
    PL_NEED(agent, PLOY_INVALID);
    PL_NEED(fn, PLOY_INVALID);
    if (bytes > 0) PL_NEED(data, PLOY_INVALID);
    ploy_world* world = ploy_agent_world(agent);
    if (!world || (!world->is_acting && !world->is_parallel)) {
        fn(agent, data);
        return PLOY_OK;
    }
    if (!world->is_acting) {
        pl_world_refuse(world, __func__);
        return PLOY_NOT_SUPPORTED;
    }
    const ploy_agent* root = agent->outer ? agent->outer : agent;
    pl_place at = pl_world_place(world, root->id.index1 - 1);
    pl_deferred call = {.fn = fn, .agent = agent, .index = root->id.index1 - 1};
    return pl_worker_defer(&world->workers, &world->workers.list[at.chunk->workers[at.k]], &call, data, bytes);
}

typedef struct deferred_write
{
    ploy_agent_id other;
    uint32_t key;
    ploy_value value;
} deferred_write;

static void set_key(ploy_agent* agent, const void* data)
{
    const deferred_write* write = data;
    const ploy_agent* other = ploy_world_agent(ploy_agent_world(agent), write->other);
    if (other && other->blackboard) (void)ploy_blackboard_set(other->blackboard, write->key, write->value);
}

ploy_status ploy_agent_defer_set(ploy_agent* agent, ploy_agent_id other, uint32_t key, ploy_value value)
{
    PL_NEED(agent, PLOY_INVALID);
    const ploy_world* world = ploy_agent_world(agent);
    if (!world || key >= world->def.keys->list.count || pl_value_is_bytes(world->def.keys->list.data[key].kind)) {
        return PLOY_INVALID;
    }
    deferred_write write = {other, key, value};
    return ploy_agent_defer(agent, set_key, &write, sizeof write);
}
