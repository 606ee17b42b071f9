// The border between two ticks: what callbacks asked for is done. Endings call the game again, which may ask for more,
// so this goes on until nothing waits.

#include <string.h>

#include "agent/reservations.h"
#include "agent/world.h"
#include "trace/emit.h"

static void end_mind(ploy_world* world, ploy_agent* agent)
{
    if (agent->mind && agent->mind->kind->end) agent->mind->kind->end(agent);
    pl_agent_drop_mind(world, agent);
}

// Memory first, so that an agent does not lose its mind for want of it; only beginning can fail after that.
static ploy_status set_mind(ploy_world* world, ploy_agent* agent, ploy_mind* fresh)
{
    ploy_agent next = *agent;
    if (!pl_agent_take_mind(world, &next, fresh)) return PLOY_OUT_OF_MEMORY;
    end_mind(world, agent);
    PL_TRACE(agent->trace, MIND_GIVEN, agent->id.index1, fresh != NULL);
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
    ++world->population_version;
    PL_TRACE(agent->trace, AGENT_GONE, id.index1, id.generation);
    pl_world_move_out(world, index);
    pl_id_pool_give(&world->ids, id);
}

static void settle_agents(ploy_world* world)
{
    world->has_pending = false;
    // Endings may doom others: those further on are met on the way, those before in the next round.
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
    while (world->changes.count > 0 || world->has_pending) {
        for (uint32_t i = 0; i < world->changes.count; ++i) {
            ploy_status status = make_change(world, world->changes.data[i]);
            if (first == PLOY_OK) first = status;
        }
        PL_ARRAY_CLEAR(&world->changes);
        if (world->has_pending) settle_agents(world);
    }
    world->is_settling = false;
    return first;
}

ploy_status pl_world_settle(ploy_world* world)
{
    return world->is_ticking || world->is_settling ? PLOY_OK : pl_world_settle_now(world);
}
