// Which agent is in which squad, or in the pool.

#include "agent/squads.h"

#include "agent/reservations.h"
#include "base/check.h"
#include "base/watch.h"
#include "knowledge/blackboard.h"
#include "trace/emit.h"

ploy_agent* pl_member_agent(const ploy_squads* squads, const pl_member* member)
{
    return ploy_world_agent(squads->world, member->agent);
}

pl_agent_place* pl_agent_place_of(const ploy_squads* squads, ploy_agent_id agent)
{
    bool is_listed = agent.index1 != 0 && agent.index1 <= squads->places.count;
    pl_agent_place* place = is_listed ? &squads->places.data[agent.index1 - 1] : NULL;
    return place && place->generation == agent.generation && place->in != PL_IN_NOTHING ? place : NULL;
}

bool pl_agent_place_set(ploy_squads* squads, ploy_agent_id agent, uint32_t in, uint32_t squad)
{
    if (!PL_ARRAY_RESERVE(&squads->places, &squads->world->allocator, agent.index1)) {
        return false;
    }
    while (squads->places.count < agent.index1) {
        squads->places.data[squads->places.count++] = (pl_agent_place){0};
    }
    squads->places.data[agent.index1 - 1] = (pl_agent_place){agent.generation, in, squad};
    return true;
}

pl_member* pl_member_of(const ploy_squads* squads, ploy_agent_id agent, pl_squad** squad)
{
    const pl_agent_place* place = pl_agent_place_of(squads, agent);
    if (!place || place->in != PL_IN_SQUAD) {
        return NULL;
    }
    *squad = &squads->list.data[place->squad];
    uint32_t i = 0;
    while (!pl_agent_is((*squad)->members[i].agent, agent)) {
        ++i;
    }
    return &(*squad)->members[i];
}

ploy_squad_id ploy_squads_of(const ploy_squads* squads, ploy_agent_id agent)
{
    PL_NEED(squads, (ploy_squad_id){0});
    pl_squad* squad = NULL;
    return pl_member_of(squads, agent, &squad) ? squad->id : (ploy_squad_id){0};
}

uint32_t pl_squads_pool_count(const ploy_squads* squads)
{
    return squads->pool.count;
}

// Leaving.

void pl_squad_remove(ploy_squads* squads, pl_squad* squad, uint32_t index)
{
    pl_member member = squad->members[index];
    ploy_agent* agent = pl_member_agent(squads, &member);
    pl_order_end(squads, squad, &squad->members[index], PLOY_ORDER_WITHDRAWN);
    if (agent && agent->blackboard && agent->blackboard->parent == squad->blackboard) {
        pl_blackboard_set_parent(agent->blackboard, squads->world->blackboard);
    }
    pl_agent_place* place = pl_agent_place_of(squads, member.agent);
    if (place) {
        place->in = PL_IN_NOTHING;
    }
    --squad->count;
    for (uint32_t i = index; i < squad->count; ++i) {
        squad->members[i] = squad->members[i + 1];
    }
    squad->has_changed = true;
    PL_TRACE(squads->world->def.trace, SQUAD_LEFT, member.agent.index1, pl_squad_word(squad->id), squad->count);
}

static void remove_pooled(ploy_squads* squads, uint32_t index)
{
    pl_agent_place* place = pl_agent_place_of(squads, squads->pool.data[index]);
    if (place) {
        place->in = PL_IN_NOTHING;
    }
    --squads->pool.count;
    for (uint32_t i = index; i < squads->pool.count; ++i) {
        squads->pool.data[i] = squads->pool.data[i + 1];
    }
}

static void take_out(ploy_squads* squads, ploy_agent_id agent, const pl_agent_place* place)
{
    if (place->in == PL_IN_SQUAD) {
        pl_squad* squad;
        pl_member* member = pl_member_of(squads, agent, &squad);
        pl_squad_remove(squads, squad, (uint32_t)(member - squad->members));
        return;
    }
    uint32_t i = 0;
    while (!pl_agent_is(squads->pool.data[i], agent)) {
        ++i;
    }
    remove_pooled(squads, i);
}

ploy_status ploy_squads_leave(ploy_squads* squads, ploy_agent_id agent)
{
    PL_NEED(squads, PLOY_INVALID);
    PL_WATCH_CALL();
    const pl_agent_place* place = pl_agent_place_of(squads, agent);
    if (!place) {
        return PLOY_NOT_FOUND;
    }
    take_out(squads, agent, place);
    if (squads->world->reservations) {
        pl_reservations_release_agent(squads->world->reservations, agent);
    }
    return PLOY_OK;
}

static void drop_gone_members(ploy_squads* squads, pl_squad* squad)
{
    for (uint32_t i = 0; i < squad->count;) {
        pl_member* member = &squad->members[i];
        if (pl_member_agent(squads, member)) {
            ++i;
            continue;
        }
        pl_squad_remove(squads, squad, i);
    }
}

void pl_squads_drop_gone(ploy_squads* squads)
{
    for (uint32_t i = 0; i < squads->list.count; ++i) {
        drop_gone_members(squads, &squads->list.data[i]);
    }
    for (uint32_t i = 0; i < squads->pool.count;) {
        if (ploy_world_agent(squads->world, squads->pool.data[i])) {
            ++i;
        } else {
            remove_pooled(squads, i);
        }
    }
}

// Joining.

ploy_status ploy_squads_enlist(ploy_squads* squads, ploy_agent_id agent)
{
    PL_NEED(squads, PLOY_INVALID);
    PL_WATCH_CALL();
    if (!ploy_world_agent(squads->world, agent)) {
        return PLOY_NOT_FOUND;
    }
    if (pl_agent_place_of(squads, agent)) {
        return PLOY_ALREADY;
    }
    if (!PL_ARRAY_RESERVE(&squads->pool, &squads->world->allocator, squads->pool.count + 1) ||
        !pl_agent_place_set(squads, agent, PL_IN_POOL, 0)) {
        return PLOY_OUT_OF_MEMORY;
    }
    squads->pool.data[squads->pool.count++] = agent;
    PL_TRACE(squads->world->def.trace, AGENT_ENLISTED, agent.index1, squads->pool.count);
    return PLOY_OK;
}

// All that may need memory, before anything changes.
static bool prepare(ploy_squads* squads, const ploy_agent* agent, ploy_agent_id id)
{
    const pl_agent_place* place = pl_agent_place_of(squads, id);
    bool ok = place || pl_agent_place_set(squads, id, PL_IN_NOTHING, 0);
    if (ok && agent->memory && squads->order_fact != PLOY_NONE) {
        ok = ploy_memory_reserve(agent->memory, squads->order_fact, 1) == PLOY_OK;
    }
    return ok;
}

static void add(ploy_squads* squads, pl_squad* squad, ploy_agent* agent, ploy_agent_id id)
{
    const pl_agent_place* place = pl_agent_place_of(squads, id);
    if (place) {
        take_out(squads, id, place);
    }
    pl_agent_place_set(squads, id, PL_IN_SQUAD, squad->id.index1 - 1);
    if (agent->blackboard && squad->blackboard) {
        pl_blackboard_set_parent(agent->blackboard, squad->blackboard);
    }
    squad->members[squad->count++] = (pl_member){.agent = id, .slot = PLOY_NONE};
    squad->has_changed = true;
    PL_TRACE(squads->world->def.trace, SQUAD_JOINED, id.index1, pl_squad_word(squad->id), squad->count);
}

ploy_status ploy_squad_join(ploy_squads* squads, ploy_squad_id id, ploy_agent_id agent_id)
{
    PL_NEED(squads, PLOY_INVALID);
    PL_WATCH_CALL();
    pl_squad* squad = pl_squad_at(squads, id);
    ploy_agent* agent = ploy_world_agent(squads->world, agent_id);
    if (!squad || !agent) {
        return PLOY_NOT_FOUND;
    }
    pl_squad* old = NULL;
    if (pl_member_of(squads, agent_id, &old) && old == squad) {
        return PLOY_ALREADY;
    }
    if (squad->count == squad->size) {
        return PLOY_FULL;
    }
    if (!prepare(squads, agent, agent_id)) {
        return PLOY_OUT_OF_MEMORY;
    }
    add(squads, squad, agent, agent_id);
    return PLOY_OK;
}

// Of squads equally near, the one with fewer members, then the lower index.
static pl_squad* nearest_squad(const ploy_squads* squads, ploy_agent_id agent)
{
    pl_squad* best = NULL;
    int64_t min = 0;
    for (uint32_t i = 0; i < squads->list.count; ++i) {
        pl_squad* squad = &squads->list.data[i];
        if (squad->id.index1 == 0 || squad->is_closed || squad->count == squad->size) {
            continue;
        }
        int64_t distance = pl_squads_distance(squads, agent, squad->home);
        bool is_better = !best || distance < min || (distance == min && squad->count < best->count);
        if (distance >= 0 && is_better) {
            best = squad;
            min = distance;
        }
    }
    return best;
}

void pl_squads_fill_from_pool(ploy_squads* squads)
{
    for (uint32_t i = 0; i < squads->pool.count;) {
        ploy_agent_id agent = squads->pool.data[i];
        pl_squad* squad = nearest_squad(squads, agent);
        if (!squad || ploy_squad_join(squads, squad->id, agent) != PLOY_OK) {
            ++i;
        }
    }
}

uint32_t ploy_squad_member_count(const ploy_squads* squads, ploy_squad_id id)
{
    PL_NEED(squads, 0);
    const pl_squad* squad = pl_squad_at(squads, id);
    return squad ? squad->count : 0;
}

ploy_agent_id ploy_squad_member(const ploy_squads* squads, ploy_squad_id id, uint32_t index)
{
    PL_NEED(squads, (ploy_agent_id){0});
    const pl_squad* squad = pl_squad_at(squads, id);
    return squad && index < squad->count ? squad->members[index].agent : (ploy_agent_id){0};
}
