#include "agent/act_check.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "knowledge/blackboard.h"
#include "knowledge/memory.h"

enum
{
    WINDOW = 64,   ///< agents that are watched after each callback, besides those that were changed before
    SUSPECTS = 32, ///< of these, at most
    NAMED = 32,    ///< activities that are reported; each is reported once
};

struct pl_act_check
{
    PL_ARRAY(uint64_t) hashes; ///< by agent
    uint32_t changed[SUSPECTS];
    uint32_t changed_count;
    const char* named[NAMED];
    uint32_t named_count;
    ploy_world* world;
    uint32_t first; ///< of the window
};

pl_act_check* pl_act_check_create(const ploy_allocator* allocator)
{
    return PL_NEW(allocator, pl_act_check);
}

void pl_act_check_destroy(pl_act_check* check, const ploy_allocator* allocator)
{
    if (!check) return;
    PL_ARRAY_FREE(&check->hashes, allocator);
    PL_DELETE(allocator, check);
}

// Hashes.

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return ploy_random_at(hash, value, 0);
}

static uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t count)
{
    uint64_t word = 0;
    for (size_t i = 0; i < count; i += sizeof word) {
        memcpy(&word, (const char*)bytes + i, count - i < sizeof word ? count - i : sizeof word);
        hash = mix(hash, word);
    }
    return hash;
}

static uint64_t hash_of(const pl_act_check* check, uint32_t index)
{
    const ploy_agent* agent = pl_world_agent(check->world, index);
    if (agent->id.index1 == 0) return 0;
    uint64_t hash = hash_bytes(check->world->def.check(agent, check->world->def.user), agent, sizeof *agent);
    if (agent->mind_data) hash = hash_bytes(hash, agent->mind_data, agent->mind->data_bytes);
    if (agent->blackboard) hash = mix(hash, agent->blackboard->version);
    return agent->memory ? mix(hash, agent->memory->version) : hash;
}

// Reports.

static bool is_new(pl_act_check* check, const char* activity)
{
    for (uint32_t i = 0; i < check->named_count; ++i) {
        if (check->named[i] == activity) return false;
    }
    if (check->named_count < NAMED) check->named[check->named_count++] = activity;
    return true;
}

static void suspect(pl_act_check* check, uint32_t index)
{
    for (uint32_t i = 0; i < check->changed_count; ++i) {
        if (check->changed[i] == index) return;
    }
    if (check->changed_count == SUSPECTS) return;
    check->changed[check->changed_count++] = index;
    pl_log("agent %u was changed while other agents acted in parallel; it is watched from now on to find the activity",
           (unsigned)index + 1);
}

// After a callback.
static void compare(pl_act_check* check, const pl_watch* watch, uint32_t index)
{
    if (index + 1 == watch->agent1) return;
    uint64_t hash = hash_of(check, index);
    if (hash == check->hashes.data[index]) return;
    check->hashes.data[index] = hash;
    if (!is_new(check, watch->activity)) return;
    pl_log("activity '%.80s' is parallel, but for agent %u it changes agent %u; use ploy_agent_defer", watch->activity,
           (unsigned)watch->agent1, (unsigned)index + 1);
}

static void leave(pl_watch* watch)
{
    pl_act_check* check = watch->user;
    uint32_t count = check->hashes.count;
    for (uint32_t i = 0; i < check->changed_count; ++i) compare(check, watch, check->changed[i]);
    for (uint32_t i = 0; i < WINDOW && i < count; ++i) compare(check, watch, (check->first + i) % count);
}

// Before an agent's own turn, and at the end.
static void compare_late(pl_act_check* check, uint32_t index)
{
    uint64_t hash = hash_of(check, index);
    if (hash != check->hashes.data[index]) suspect(check, index);
    check->hashes.data[index] = hash;
}

static void act(const pl_turn* turn, pl_act_check* check, uint32_t i)
{
    uint32_t index = pl_turn_index(turn, i);
    pl_place at = pl_world_place(turn->world, index);
    pl_worker* worker = &turn->world->workers.list[0];
    if (!pl_acts(at) || !pl_acts_in_parallel(at, worker)) return;
    compare_late(check, index);
    pl_worker_begin_share(worker);
    pl_act_for(at, worker);
    pl_worker_end_share(worker);
    check->hashes.data[index] = hash_of(check, index);
}

void pl_act_checked(pl_turn* turn, pl_act_check* check)
{
    ploy_world* world = turn->world;
    uint32_t count = pl_id_pool_end(&world->ids);
    if (!PL_ARRAY_RESERVE(&check->hashes, &world->allocator, count)) {
        pl_log("ploy_world_tick: out of memory for the check of parallel activities; they do not run");
        return;
    }
    check->world = world;
    check->hashes.count = count;
    check->first = count > 0 ? (uint32_t)(world->ticks * WINDOW % count) : 0;
    for (uint32_t i = 0; i < count; ++i) check->hashes.data[i] = hash_of(check, i);
    pl_watch* watch = &world->workers.list[0].watch;
    watch->enter = NULL;
    watch->leave = leave;
    watch->user = check;
    pl_watch_of_thread = watch;
    for (uint32_t i = 0; i < turn->count; ++i) act(turn, check, world->ticks % 2 == 0 ? i : turn->count - 1 - i);
    pl_watch_of_thread = NULL;
    for (uint32_t i = 0; i < count; ++i) compare_late(check, i);
}
