// Events that an agent feels: wounds and their direction, points and flags that were lost, kills.

#include "games/arena/ai/sensors/sensors.h"

void arena_note_event(arena_agent* agent, arena_event event, int64_t amount, arena_vec from)
{
    ploy_fact fact = ploy_fact_of(ARENA_FACT_EVENT);
    ploy_fact_set(&fact, ARENA_EVENT, event);
    ploy_fact_set(&fact, ARENA_EVENT_AMOUNT, amount);
    ploy_fact_set(&fact, ARENA_EVENT_X, from.x);
    ploy_fact_set(&fact, ARENA_EVENT_Y, from.y);
    ploy_memory_remember(agent->agent->memory, &fact, NULL);
}

static bool sees(const arena_agent* agent, const arena_agent* other)
{
    ploy_fact seen = ploy_fact_of(ARENA_FACT_ENEMY);
    ploy_fact_set(&seen, ARENA_WHO, other->index);
    ploy_fact_set(&seen, ARENA_WHO_VISIBLE, 1);
    ploy_fact_query query;
    ploy_fact_query_like(&query, &seen);
    return ploy_memory_next(agent->agent->memory, &query, (ploy_fact_id){0, 0}).index1 != 0;
}

static void note_attacker(arena_agent* agent, const arena_agent* by, arena_vec from)
{
    ploy_fact fact = ploy_fact_of(ARENA_FACT_ENEMY);
    fact.belief = (uint32_t)agent->match->tactics.attacker_belief;
    fact.source = ARENA_SENSE_ENEMIES;
    ploy_fact_set(&fact, ARENA_WHO, by->index);
    ploy_fact_set(&fact, ARENA_WHO_X, from.x);
    ploy_fact_set(&fact, ARENA_WHO_Y, from.y);
    ploy_fact_set(&fact, ARENA_WHO_DISTANCE, arena_distance(agent->at, from));
    ploy_fact_set(&fact, ARENA_WHO_VISIBLE, 0);
    ploy_fact_set(&fact, ARENA_WHO_AIMS, 1);
    ploy_memory_remember(agent->agent->memory, &fact, NULL);
}

arena_vec arena_believed_origin(const arena_agent* agent, arena_vec by)
{
    const arena_map* map = agent->match->map;
    uint32_t here = arena_map_node(map, agent->at);
    arena_vec direction = arena_direction(arena_sub(by, agent->at)), end;
    arena_map_fly(map, agent->at, arena_add(agent->at, arena_along(direction, agent->match->tactics.shot_from)), &end);
    for (int32_t left = arena_distance(agent->at, end); left > ARENA_CELL; left -= ARENA_CELL) {
        arena_vec at = arena_add(agent->at, arena_along(direction, left));
        if (arena_map_has(map, at) && arena_map_walks(map, here, arena_map_node(map, at))) return at;
    }
    return agent->at;
}

void arena_sense_shot(arena_agent* agent, const arena_agent* by, int32_t amount, arena_vec from)
{
    if (by == agent) return;
    arena_note_event(agent, ARENA_EVENT_HURT, amount, from);
    if (arena_are_hostile(agent->match, agent, by) && !sees(agent, by)) note_attacker(agent, by, from);
}

bool arena_recall_shot(const arena_agent* agent, arena_vec* from)
{
    ploy_fact_query query;
    ploy_fact fact;
    ploy_fact_query_init(&query, ARENA_FACT_EVENT);
    ploy_fact_query_equal(&query, ARENA_EVENT, ARENA_EVENT_HURT);
    ploy_fact_id id = ploy_memory_best(agent->agent->memory, &query);
    if (!id.index1 || ploy_memory_get(agent->agent->memory, id, &fact) != PLOY_OK) return false;
    *from = (arena_vec){(int32_t)fact.values[ARENA_EVENT_X], (int32_t)fact.values[ARENA_EVENT_Y]};
    return true;
}
