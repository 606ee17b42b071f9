#include "support/world/squad_soldiers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The log: "begun:1:go-to:2" and so on; agents as a, b, c.

static void log_event(test_war* war, const char* format, ...)
{
    va_list args;
    size_t used = strlen(war->log);
    va_start(args, format);
    vsnprintf(war->log + used, sizeof war->log - used, format, args);
    va_end(args);
}

static void hear(void* user, const ploy_trace_event* event)
{
    test_war* war = user;
    const uint64_t* args = event->args;
    int who = 'a' + (int)event->agent - 1;
    switch (event->kind) {
    case PLOY_TRACE_SQUAD_TASK_BEGUN:
        log_event(war, "begun:%s:%d ", ploy_squad_task_name((uint32_t)args[2]), (int)args[3]);
        break;
    case PLOY_TRACE_SQUAD_TASK_PHASE:
        log_event(war, "phase:%d ", (int)args[2]);
        break;
    case PLOY_TRACE_SQUAD_TASK_ENDED:
        log_event(war, "end:%s:%d ", ploy_squad_task_end_name((uint32_t)args[2]), (int)args[3]);
        ++war->ended;
        break;
    case PLOY_TRACE_SQUAD_ROLE_GIVEN:
        log_event(war, "%c=%s%d ", who, ploy_role_name((uint32_t)args[2]), (int)args[3]);
        break;
    case PLOY_TRACE_ORDER_GIVEN:
        log_event(war, "%c>%s:%d ", who, ploy_order_name((uint32_t)args[1]), (int)(int64_t)args[2]);
        ++war->open_orders;
        break;
    case PLOY_TRACE_ORDER_ENDED:
        log_event(war, "%c<%s:%s ", who, ploy_order_name((uint32_t)args[1]), ploy_order_state_name((uint32_t)args[2]));
        --war->open_orders;
        break;
    case PLOY_TRACE_SQUAD_LEFT:
        log_event(war, "%c-left ", who);
        break;
    case PLOY_TRACE_SQUAD_JOINED:
        log_event(war, "%c-joined ", who);
        break;
    default:
        break;
    }
}

// The soldiers.

static bool read_order(const ploy_agent* agent, ploy_fact* fact)
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, 0);
    return ploy_memory_get(agent->memory, ploy_memory_best(agent->memory, &query), fact) == PLOY_OK;
}

static void walk(test_war* war, uint32_t who, int64_t to)
{
    int64_t* at = &war->at[who];
    if (!war->is_stuck[who]) {
        *at += (to > *at) - (to < *at);
    }
}

static void act(ploy_agent* agent)
{
    test_war* war = agent->user;
    ploy_fact order;
    if (!read_order(agent, &order)) {
        return;
    }
    uint32_t who = agent->id.index1, number = (uint32_t)order.values[PLOY_ORDER_FACT_NUMBER];
    int64_t kind = order.values[PLOY_ORDER_FACT_TYPE], place = order.values[PLOY_ORDER_FACT_PLACE];
    ploy_agent_id id = agent->id;
    if (war->is_stubborn[who] && kind == PLOY_ORDER_MOVE) {
        ploy_squads_report(war->squads, id, number, PLOY_ORDER_OVERRULED);
    } else if (kind == PLOY_ORDER_ATTACK && war->at[who] == place) {
        ploy_squads_report(war->squads, id, number, PLOY_ORDER_DONE);
    } else if (kind == PLOY_ORDER_MOVE || kind == PLOY_ORDER_ATTACK) {
        walk(war, who, place);
    } else if (kind == PLOY_ORDER_FOLLOW) {
        walk(war, who, war->at[(uint32_t)order.values[PLOY_ORDER_FACT_TARGET]]);
    }
}

static const ploy_mind_class soldier_class = {.name = "soldier", .act = act};
static ploy_mind soldier = {.kind = &soldier_class};

ploy_mind* test_soldier_mind(void)
{
    return &soldier;
}

static int64_t distance(void* user, ploy_agent_id agent, int64_t place)
{
    return llabs(((test_war*)user)->at[agent.index1] - place);
}

static int64_t where(void* user, ploy_agent_id agent)
{
    return ((test_war*)user)->at[agent.index1];
}

static int64_t spot(void* user, ploy_squad_id squad, ploy_squad_task_kind task, ploy_role role, uint32_t slot,
                    int64_t place)
{
    (void)squad, (void)task, (void)role;
    return ((test_war*)user)->is_spread ? place - slot : place;
}

// The world.

static bool make_world(test_war* war, const ploy_allocator* allocator)
{
    ploy_world_def def = {0};
    war->trace = (ploy_trace){hear, war, PLOY_TRACE_BASIC, false};
    def.allocator = *allocator;
    def.trace = &war->trace;
    war->world = ploy_world_create(&def);
    return war->world != NULL;
}

static bool make_squads(test_war* war)
{
    ploy_squads_def def = {.order_key = "order"};
    ploy_key_def key = {.name = "order", .type = PLOY_VALUE_INT};
    war->keys = ploy_world_keys(war->world);
    war->reservations = ploy_world_reservations(war->world);
    war->squads = ploy_world_squads(war->world);
    if (!war->reservations || !war->squads || ploy_blackboard_keys_add(war->keys, &key, &war->order_key) != PLOY_OK) {
        return false;
    }
    def.calls = (ploy_squad_callbacks){.distance = distance, .where = where, .spot = spot, .user = war};
    ploy_squads_configure(war->squads, &def);
    return true;
}

bool test_war_begin(test_war* war, const ploy_allocator* allocator)
{
    ploy_allocator chosen = allocator ? *allocator : ploy_allocator_default();
    *war = (test_war){0};
    if (make_world(war, &chosen) && make_squads(war)) {
        return true;
    }
    test_war_end(war);
    return false;
}

void test_war_end(test_war* war)
{
    ploy_world_destroy(war->world);
}

ploy_agent_id test_war_add(test_war* war, uint32_t n, int64_t at)
{
    ploy_agent_def def = {0};
    def.mind = &soldier;
    def.user = war;
    ploy_agent_id id = ploy_agent_create(war->world, &def);
    war->soldiers[n] = id;
    war->at[id.index1] = at;
    return id;
}

void test_war_tick(test_war* war, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i) {
        ploy_world_tick(war->world, PLOY_SECOND / 10);
    }
}

bool test_war_finish(test_war* war, ploy_squad_id squad, uint32_t most_ticks)
{
    test_war_tick(war, 1);
    for (uint32_t i = 0; i < most_ticks && ploy_squad_task(war->squads, squad).number != 0; ++i) {
        test_war_tick(war, 1);
    }
    return ploy_squad_task(war->squads, squad).number == 0;
}
