// How an agent enters the match and leaves it.

#include "games/arena/rules/match.h"

#include "games/arena/ai/arms.h"
#include "games/arena/ai/navigation/nav.h"
#include "games/arena/ai/sensors/sensors.h"

void arena_agent_reset(arena_agent* agent)
{
    ploy_agent_set_mind(agent->match->world, agent->id, NULL);
    for (uint32_t key = 0; key < ARENA_KEY_COUNT; key++) {
        bool is_distance = key >= ARENA_KEY_DISTANCE_TO_AMMO && key <= ARENA_KEY_HEALTH_SECONDS;
        arena_put(agent, (arena_key)key,
                  is_distance ? arena_get(agent, (arena_key)key)
                              : 0); // distances keep their values: the next update writes them
    }
    agent->shows_all = true;
    arena_facts_clear(agent->agent->memory);
    agent->arms = (arena_arms){0};
    agent->target = (arena_target){0};
    arena_arms_note_reach(agent);
    agent->nav = (arena_nav){.mark = agent->at, .mark_at = agent->match->step};
    agent->pickup[0] = agent->pickup[1] = PLOY_NONE;
    agent->moved = agent->match->neighbors.moved[agent->index] = (arena_vec){0, 0};
    agent->hurt_at = agent->hurt_by1 = agent->engaged_until = 0;
    agent->carries = false;
    agent->doing = NULL;
    agent->state1 = 0;
    arena_path_clear(agent);
}

void arena_agent_spawn(arena_agent* agent)
{
    arena_match* match = agent->match;
    const arena_map* map = match->map;
    uint32_t place = map->of_kind[ARENA_SPAWN][arena_match_draw(match, map->kind_count[ARENA_SPAWN])];
    agent->at = map->places[place].middle;
    agent->facing = arena_match_draw(match, 2) ? (arena_vec){ARENA_ONE, 0} : (arena_vec){0, ARENA_ONE};
    if (arena_match_draw(match, 2)) agent->facing = (arena_vec){-agent->facing.x, -agent->facing.y};
    arena_agent_reset(agent);
    agent->health = ARENA_FULL_HEALTH;
    arena_sense_pickups(agent, false);
    arena_sense_pickups(agent, true);
    agent->has_sensed_enemies = true;
    ploy_agent_set_mind(match->world, agent->id, agent->mind);
}
