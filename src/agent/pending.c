// The border between two ticks: what callbacks asked for is done. Endings call the game again, which may ask for more,
// so this goes on until nothing waits.

#include <string.h>

#include "agent/world.h"
#include "trace/emit.h"

static void end_mind(ploy_world* world, ploy_self* self)
{
    if (self->mind && self->mind->kind->end) self->mind->kind->end(self);
    pl_agent_drop_mind(world, self);
}

// Memory first, so that an agent does not lose its mind for want of it; only beginning can fail after that.
static ploy_status set_mind(ploy_world* world, ploy_self* self, ploy_mind* fresh)
{
    ploy_self next = *self;
    if (!pl_agent_take_mind(world, &next, fresh)) return PLOY_OUT_OF_MEMORY;
    end_mind(world, self);
    PL_TRACE(self->trace, MIND_GIVEN, self->agent, fresh != NULL);
    if (!fresh) return PLOY_OK;
    self->mind = next.mind;
    self->memory = next.memory;
    ploy_status status = fresh->kind->begin ? fresh->kind->begin(self) : PLOY_OK;
    if (status != PLOY_OK) pl_agent_drop_mind(world, self);
    return status;
}

static ploy_status adopt(ploy_world* world, ploy_self* self, ploy_mind* fresh)
{
    if (self->mind->kind != fresh->kind || !fresh->kind->adopt) return set_mind(world, self, fresh);
    ploy_self old = *self;
    if (!pl_agent_take_mind(world, self, fresh)) return PLOY_OUT_OF_MEMORY;
    ploy_status status = fresh->kind->adopt(self, &old);
    if (status == PLOY_OK) {
        pl_agent_drop_mind(world, &old);
        return PLOY_OK;
    }
    pl_agent_drop_mind(world, self);
    self->mind = old.mind;
    self->memory = old.memory;
    return status;
}

static ploy_status replace_all(ploy_world* world, ploy_mind* old, ploy_mind* fresh)
{
    ploy_status first = PLOY_OK;
    for (uint32_t i = 0; i < pl_id_pool_end(&world->ids); ++i) {
        pl_place at = pl_world_place(world, i);
        ploy_self* self = &at.chunk->selves[at.k];
        bool has_it = at.chunk->states[at.k] != PL_AGENT_NONE && self->mind == old;
        ploy_status status = has_it ? adopt(world, self, fresh) : PLOY_OK;
        if (first == PLOY_OK) first = status;
    }
    return first;
}

static ploy_status make_change(ploy_world* world, pl_change change)
{
    if (change.old) return replace_all(world, change.old, change.fresh);
    if (!pl_world_has(world, change.agent)) return PLOY_OK;
    pl_place at = pl_world_place(world, change.agent.index1 - 1);
    if (at.chunk->states[at.k] == PL_AGENT_DOOMED) return PLOY_OK;
    return set_mind(world, &at.chunk->selves[at.k], change.fresh);
}

static void end_agent(ploy_world* world, uint32_t index)
{
    pl_id id = pl_id_pool_at(&world->ids, index);
    ploy_self* self = pl_world_self(world, index);
    end_mind(world, self);
    PL_TRACE(self->trace, AGENT_GONE, id.index1, id.generation);
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
