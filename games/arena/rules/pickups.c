#include "games/arena/rules/pickups.h"

static int32_t min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static bool take_health(arena_agent* agent)
{
    if (agent->health >= ARENA_FULL_HEALTH) return false;
    agent->health = min(agent->health + agent->match->tactics.health_given, ARENA_FULL_HEALTH);
    return true;
}

static bool take_ammo(arena_agent* agent, uint32_t weapon)
{
    const arena_weapon* kind = &agent->match->weapons[weapon];
    if (agent->arms.reserve[weapon] >= kind->carry) return false;
    agent->arms.reserve[weapon] = min(agent->arms.reserve[weapon] + kind->pickup, kind->carry);
    return true;
}

static bool is_touched(const arena_match* match, uint32_t index, arena_vec at)
{
    const arena_place* place = &match->map->places[index];
    return arena_pickup_is_there(match, index) && arena_is_near(at, place->middle, ARENA_PICKUP_REACH);
}

static bool is_any_touched(const arena_match* match, arena_vec at)
{
    uint32_t count;
    const uint32_t* around = arena_map_touchable(match->map, at, &count);
    for (uint32_t k = 0; k < count; k++) {
        if (is_touched(match, around[k], at)) return true;
    }
    return false;
}

// The map marks the nodes near pickups: only there is anything to check. Its tile has just been read for the walk.
bool arena_pickup_is_touched(arena_agent* agent)
{
    const arena_map* map = agent->match->map;
    uint32_t node = arena_map_node(map, agent->at);
    if (node + 1 == agent->bare1) return false;
    if (arena_map_node_bits(map, agent->at) & ARENA_CELL_REACH) return is_any_touched(agent->match, agent->at);
    agent->bare1 = node + 1;
    return false;
}

static void touch(arena_agent* agent, uint32_t index)
{
    arena_match* match = agent->match;
    const arena_place* place = &match->map->places[index];
    if (!is_touched(match, index, agent->at)) return;
    if (place->kind == ARENA_HEALTH && take_health(agent)) {
        match->pickup_back[index] = match->step + (uint32_t)match->tactics.health_back;
    }
    if (place->kind == ARENA_AMMO && take_ammo(agent, place->weapon)) {
        match->pickup_back[index] = match->step + (uint32_t)match->tactics.ammo_back;
    }
}

static void touch_in_part(arena_match* match, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; (i = arena_next_marked(match->notes.marks, end, i, ARENA_MARK_TOUCHES)) < end; i++) {
        if (!arena_is_alive(&match->agents[i])) continue;
        uint32_t count;
        const uint32_t* around = arena_map_touchable(match->map, match->agents[i].at, &count);
        for (uint32_t k = 0; k < count; k++) touch(&match->agents[i], around[k]);
    }
}

// In each step another agent is first.
void arena_pickups_step(arena_match* match)
{
    uint32_t first = match->step % match->agent_count;
    touch_in_part(match, first, match->agent_count);
    touch_in_part(match, 0, first);
}
