#include "games/arena/rules/pickups.h"
#include "games/arena/ai/sensors/sensors.h"

#define MAX_GONE 32

static void note(arena_agent* agent, uint32_t index)
{
    const arena_place* place = &agent->match->map->places[index];
    ploy_fact fact = ploy_fact_of(ARENA_FACT_PICKUP);
    fact.source = place->kind == ARENA_HEALTH ? ARENA_SENSE_HEALTH : ARENA_SENSE_AMMO;
    ploy_fact_set(&fact, ARENA_PICKUP, index);
    ploy_fact_set(&fact, ARENA_PICKUP_HEALTH, place->kind == ARENA_HEALTH);
    ploy_fact_set(&fact, ARENA_PICKUP_WEAPON, place->weapon);
    ploy_fact_set(&fact, ARENA_PICKUP_THERE, arena_pickup_is_there(agent->match, index));
    ploy_memory_remember(agent->agent->memory, &fact, NULL);
}

static void note_visible(arena_agent* agent, arena_place_kind kind)
{
    const arena_map* map = agent->match->map;
    int32_t sight = agent->match->tactics.sight;
    uint32_t count;
    const uint32_t* around = arena_map_pickups_of(map, agent->at, kind == ARENA_HEALTH, &count);
    for (uint32_t i = 0; i < count; i++) {
        arena_vec at = map->places[around[i]].middle;
        if (arena_is_near(agent->at, at, sight) && arena_can_see(agent, at)) note(agent, around[i]);
    }
}

/// Pickups that were recently seen to be missing.
static uint32_t find_gone(const arena_agent* agent, bool health, uint32_t gone[MAX_GONE])
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_PICKUP);
    ploy_fact_query_equal(&query, ARENA_PICKUP_HEALTH, health);
    ploy_fact_query_equal(&query, ARENA_PICKUP_THERE, 0);
    query.max_age = (int64_t)agent->match->tactics.gone * PLOY_SECOND / ARENA_STEPS_PER_SECOND;
    ploy_fact_id id = {0, 0};
    uint32_t count = 0;
    while (count < MAX_GONE && (id = ploy_memory_next(agent->agent->memory, &query, id)).index1) {
        ploy_fact fact;
        ploy_memory_get(agent->agent->memory, id, &fact);
        gone[count++] = (uint32_t)fact.values[ARENA_PICKUP];
    }
    return count;
}

static bool is_among(const uint32_t* list, uint32_t count, uint32_t wanted)
{
    for (uint32_t i = 0; i < count; i++) {
        if (list[i] == wanted) return true;
    }
    return false;
}

static bool is_wanted(const arena_agent* agent, const arena_place* place)
{
    if (place->kind == ARENA_HEALTH) return true;
    return agent->arms.reserve[place->weapon] < agent->match->weapons[place->weapon].carry;
}

/// The search for the nearest pickup of a kind.
typedef struct pickup_search
{
    const arena_agent* agent;
    uint32_t here; ///< the agent's spot
    uint32_t gone[MAX_GONE], gone_count;
    uint32_t best;
    int32_t best_distance;
} pickup_search;

static void consider(pickup_search* s, const uint32_t* list, uint32_t count)
{
    const arena_agent* agent = s->agent;
    const arena_map* map = agent->match->map;
    arena_vec at = agent->at;
    int64_t nearer_than = (int64_t)s->best_distance * s->best_distance;
    for (uint32_t i = 0; i < count; i++) {
        const arena_place* place = &map->places[list[i]];
        // Where the map has no walking distances, squares are enough to compare.
        if (!map->steps && arena_square(at, place->middle) >= nearer_than) continue;
        if (!is_wanted(agent, place) || is_among(s->gone, s->gone_count, list[i])) continue;
        int32_t distance = arena_map_distance(map, at, s->here, place->middle, place->spot);
        if (distance >= s->best_distance) continue;
        s->best = list[i];
        s->best_distance = distance;
        nearer_than = (int64_t)distance * distance;
    }
}

/// Agents know where pickups are, but not whether they are present: the nearest one on foot that is not known to be
/// missing. In a straight line, one within sight is nearer than all that are not listed around the agent.
static uint32_t find_nearest(const arena_agent* agent, arena_place_kind kind)
{
    const arena_map* map = agent->match->map;
    pickup_search s = {.agent = agent, .best = PLOY_NONE, .best_distance = INT32_MAX};
    s.gone_count = find_gone(agent, kind == ARENA_HEALTH, s.gone);
    s.here = arena_map_walked_spot(map, agent->at);
    if (!map->steps) {
        uint32_t count;
        const uint32_t* around = arena_map_pickups_of(map, agent->at, kind == ARENA_HEALTH, &count);
        consider(&s, around, count);
        if (s.best_distance <= ARENA_MAX_SIGHT) return s.best;
        s.best = PLOY_NONE;
        s.best_distance = INT32_MAX;
    }
    consider(&s, map->of_kind[kind], map->kind_count[kind]);
    return s.best;
}

void arena_sense_pickups(arena_agent* agent, bool health)
{
    arena_place_kind kind = health ? ARENA_HEALTH : ARENA_AMMO;
    note_visible(agent, kind);
    agent->pickup[health] = find_nearest(agent, kind);
}
