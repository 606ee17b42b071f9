#include "games/arena/ai/bindings.h"

#include "games/arena/ai/sensors/sensors.h"

/// Bytes of a row's own data, rounded up; the number of the running activity follows them.
#define ROW_MEMORY(row) (((row)->memory + 7) / 8 * 8)

static const char* const reasons[] = {
#define REASON(NAME, text) text,
    ARENA_REASON_LIST(REASON)
#undef REASON
};

static bool add_reasons(ploy_bindings* bindings)
{
    for (uint32_t i = 0; i + 1 < ARENA_REASON_COUNT; i++) {
        if (ploy_bindings_add_reason(bindings, reasons[i]) != i + 1) return false;
    }
    return true;
}

ploy_bindings* arena_bindings_create(const arena_tactics* tactics, bool is_parallel, const ploy_allocator* allocator)
{
    ploy_bindings* bindings = ploy_bindings_create(allocator ? &(ploy_bindings_def){*allocator} : NULL);
    if (!bindings) return NULL;
    if (add_reasons(bindings) && arena_add_fighting(bindings, is_parallel) && arena_add_moving(bindings, is_parallel) &&
        arena_add_objectives(bindings, is_parallel) && arena_add_soldiering(bindings, is_parallel) &&
        arena_add_conditions(bindings) && arena_sensors_bind(bindings, tactics)) {
        return bindings;
    }
    ploy_bindings_destroy(bindings);
    return NULL;
}

// Legs and hands belong to the activity that gave the last order. An activity that ends releases what it still owns: a
// mind may start the next activity before it halts the last one, or run one for the legs and one for the hands.

static uint32_t* number_of(const ploy_call* call)
{
    const arena_activity* row = call->user;
    return (uint32_t*)((char*)call->data + ROW_MEMORY(row));
}

static void finished(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    if (bot->legs == *number_of(call)) arena_put(bot, ARENA_KEY_NAV_MODE, ARENA_NAV_STAY);
    if (bot->hands == *number_of(call)) arena_order_fire(bot, ARENA_FIRE_NOT);
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    finished(agent, call);
    return PLOY_SUCCESS;
}

// What the mind now expects of the activity, the next update confirms or denies.
static ploy_outcome note_end(arena_agent* agent, ploy_outcome outcome)
{
    if (outcome != PLOY_RUNNING) agent->shows_all = true;
    return outcome;
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    const arena_activity* row = call->user;
    arena_agent* bot = arena_agent_of(agent);
    bot->doing = row->name; // shows what the agent does, whatever the technique
    bot->activity = *number_of(call) = ++bot->activities;
    return note_end(bot, row->start(agent, call));
}

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    const arena_activity* row = call->user;
    arena_agent* bot = arena_agent_of(agent);
    bot->activity = *number_of(call);
    return note_end(bot, row->perform(agent, call));
}

bool arena_add_activities(ploy_bindings* bindings, const arena_activity* list, uint32_t count, bool is_parallel)
{
    for (uint32_t i = 0; i < count; i++) {
        ploy_activity_def def = {0};
        def.name = list[i].name;
        def.viable = list[i].viable;
        def.start = start;
        def.update = perform;
        def.finished = finished;
        def.halt = halt;
        def.data_bytes = ROW_MEMORY(&list[i]) + sizeof(uint32_t);
        def.ports = list[i].port;
        def.user = (void*)&list[i];
        def.parallel = is_parallel;
        if (ploy_bindings_add_activity(bindings, &def, NULL) != PLOY_OK) return false;
    }
    return true;
}

void arena_order_move(arena_agent* agent, arena_nav_mode mode, uint32_t node)
{
    arena_put(agent, ARENA_KEY_NAV_NODE, node);
    arena_put(agent, ARENA_KEY_NAV_MODE, mode);
    arena_put(agent, ARENA_KEY_NAV_STATUS, ARENA_UNSET);
    agent->legs = agent->activity;
}

void arena_order_fire(arena_agent* agent, arena_fire_mode mode)
{
    arena_put(agent, ARENA_KEY_FIRE_MODE, mode);
    arena_put(agent, ARENA_KEY_ATTACK_STATUS, ARENA_UNSET);
    agent->hands = agent->activity;
}

void arena_order_go(arena_agent* agent, uint32_t node)
{
    arena_order_move(agent, ARENA_NAV_GO, node);
    arena_order_fire(agent, ARENA_FIRE_AT_TARGET);
}

bool arena_is_stopped(const arena_agent* agent)
{
    return arena_get(agent, ARENA_KEY_ENGAGED) && arena_get(agent, ARENA_KEY_ARMED) > 0;
}

ploy_outcome arena_fail(ploy_agent* agent, arena_reason reason)
{
    agent->reason = reason;
    return PLOY_FAILURE;
}

ploy_outcome arena_nav_outcome(ploy_agent* agent)
{
    const arena_agent* bot = arena_agent_of(agent);
    int64_t status = arena_get(bot, ARENA_KEY_NAV_STATUS);
    if (status == ARENA_COMPLETE) return PLOY_SUCCESS;
    bool gave_up = status == ARENA_UNSET && arena_get(bot, ARENA_KEY_NAV_MODE) == ARENA_NAV_STAY;
    return gave_up ? arena_fail(agent, ARENA_REASON_NO_PATH) : PLOY_RUNNING;
}
