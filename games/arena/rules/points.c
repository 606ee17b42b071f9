// Domination: a point belongs to the team that touched it last; while both teams do, to whom it belonged before.

#include "games/arena/rules/modes.h"
#include "games/arena/ai/sensors.h"

static uint32_t teams_at(const arena_match* match, const arena_point* point)
{
    uint32_t teams = 0;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        const arena_agent* agent = &match->agents[i];
        if (arena_is_alive(agent) && arena_is_near(agent->at, point->at, match->rules.reach))
            teams |= 1u << agent->team;
    }
    return teams;
}

static void tell_losers(arena_match* match, uint32_t owner1, uint32_t point)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[i];
        if (arena_is_alive(agent) && agent->team + 1 == owner1) arena_note_event(agent, ARENA_EVENT_POINT_LOST, point);
    }
}

static void take_points(arena_match* match)
{
    for (uint32_t i = 0; i < 2; i++) {
        arena_point* point = &match->points[i];
        uint32_t teams = teams_at(match, point);
        if (teams != 1 && teams != 2) continue;
        if (point->owner1 && point->owner1 != teams) tell_losers(match, point->owner1, i);
        point->owner1 = teams;
    }
}

void arena_points_step(arena_match* match)
{
    take_points(match);
    uint32_t holder = match->points[0].owner1 == match->points[1].owner1 ? match->points[0].owner1 : 0;
    if (holder != match->held_by1) {
        match->held_by1 = holder;
        match->held_since = match->step;
    }
    if (!holder || match->step - match->held_since < (uint32_t)match->rules.hold) return;
    arena_award(match, holder - 1, match->rules.score_hold);
    match->points[0].owner1 = match->points[1].owner1 = 0;
    match->held_by1 = 0;
}
