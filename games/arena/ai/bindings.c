#include "games/arena/ai/bindings.h"

/// Of a row's own memory, in words; the number of its deed stands behind.
#define ROW_MEMORY(row) (((row)->memory + 7) / 8 * 8)

static const char* const reasons[] = {
#define REASON(NAME, text) text,
    ARENA_REASON_LIST(REASON)
#undef REASON
};

static bool add_reasons(ploy_abilities* abilities)
{
    for (uint32_t i = 0; i + 1 < ARENA_REASON_COUNT; i++) {
        if (ploy_abilities_add_reason(abilities, reasons[i]) != i + 1) return false;
    }
    return true;
}

ploy_abilities* arena_abilities_create(const ploy_allocator* allocator)
{
    ploy_abilities* abilities = ploy_abilities_create(allocator);
    if (!abilities) return NULL;
    if (add_reasons(abilities) && arena_add_fighting(abilities) && arena_add_moving(abilities) &&
        arena_add_objectives(abilities) && arena_add_questions(abilities)) {
        return abilities;
    }
    ploy_abilities_destroy(abilities);
    return NULL;
}

// Legs and hands obey whoever ordered them last. An activity that ends lets go of what is still its own: minds may
// start the next one before the last is halted, or run two at once, one for the legs and one for the hands.

static uint32_t* number_of(const ploy_run* run)
{
    const arena_activity* row = run->user;
    return (uint32_t*)((char*)run->memory + ROW_MEMORY(row));
}

static void finished(ploy_self* self, const ploy_run* run)
{
    arena_agent* agent = arena_self(self);
    if (agent->legs == *number_of(run)) arena_put(agent, ARENA_KEY_NAV_MODE, ARENA_NAV_STAY);
    if (agent->hands == *number_of(run)) arena_order_fire(agent, ARENA_FIRE_NOT);
}

static ploy_outcome halt(ploy_self* self, const ploy_run* run)
{
    finished(self, run);
    return PLOY_SUCCESS;
}

static ploy_outcome start(ploy_self* self, const ploy_run* run)
{
    const arena_activity* row = run->user;
    arena_agent* agent = arena_self(self);
    agent->doing = row->name; // whatever decides, what an agent does can be seen here
    agent->deed = *number_of(run) = ++agent->deeds;
    return row->start(self, run);
}

static ploy_outcome perform(ploy_self* self, const ploy_run* run)
{
    const arena_activity* row = run->user;
    arena_self(self)->deed = *number_of(run);
    return row->perform(self, run);
}

bool arena_add_activities(ploy_abilities* abilities, const arena_activity* list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        ploy_activity_def def = ploy_activity_def_default();
        def.name = list[i].name;
        def.viable = list[i].viable;
        def.start = start;
        def.perform = perform;
        def.finished = finished;
        def.halt = halt;
        def.memory = ROW_MEMORY(&list[i]) + sizeof(uint32_t);
        def.ports[0] = list[i].port;
        def.port_count = list[i].port != NULL;
        def.user = (void*)&list[i];
        if (ploy_abilities_add_activity(abilities, &def, NULL) != PLOY_OK) return false;
    }
    return true;
}

void arena_order_move(arena_agent* agent, arena_nav_mode mode, uint32_t node)
{
    arena_put(agent, ARENA_KEY_NAV_NODE, node);
    arena_put(agent, ARENA_KEY_NAV_MODE, mode);
    arena_put(agent, ARENA_KEY_NAV_STATUS, ARENA_UNSET);
    agent->legs = agent->deed;
}

void arena_order_fire(arena_agent* agent, arena_fire_mode mode)
{
    arena_put(agent, ARENA_KEY_FIRE_MODE, mode);
    arena_put(agent, ARENA_KEY_ATTACK_STATUS, ARENA_UNSET);
    agent->hands = agent->deed;
}

void arena_order_go(arena_agent* agent, uint32_t node)
{
    arena_order_move(agent, ARENA_NAV_GO, node);
    arena_order_fire(agent, ARENA_FIRE_AT_TARGET);
}

ploy_outcome arena_fail(ploy_self* self, arena_reason reason)
{
    self->reason = reason;
    return PLOY_FAILURE;
}

ploy_outcome arena_nav_outcome(ploy_self* self)
{
    const arena_agent* agent = arena_self(self);
    int64_t status = arena_get(agent, ARENA_KEY_NAV_STATUS);
    if (status == ARENA_COMPLETE) return PLOY_SUCCESS;
    bool gave_up = status == ARENA_UNSET && arena_get(agent, ARENA_KEY_NAV_MODE) == ARENA_NAV_STAY;
    return gave_up ? arena_fail(self, ARENA_REASON_NO_WAY) : PLOY_BUSY;
}
