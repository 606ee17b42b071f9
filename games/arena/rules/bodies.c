#include "games/arena/rules/bodies.h"

#include "games/arena/rules/crowd.h"

#define ROOM (ARENA_CELL + ARENA_CELL / 4)
#define PUSH 40

// In x and then in y, so that no corner is cut: a step is shorter than a cell.
void arena_body_move(arena_agent* agent, arena_vec by)
{
    const arena_map* map = agent->match->map;
    arena_vec next = {agent->at.x + by.x, agent->at.y};
    if (arena_map_can_stand(map, next)) agent->at = next;
    next = (arena_vec){agent->at.x, agent->at.y + by.y};
    if (arena_map_can_stand(map, next)) agent->at = next;
}

static void part(arena_agent* a, arena_agent* b)
{
    if (!arena_is_near(a->at, b->at, ROOM)) return;
    arena_vec away = arena_direction(arena_sub(a->at, b->at));
    if (away.x == 0 && away.y == 0) away = (arena_vec){a->index < b->index ? ARENA_ONE : -ARENA_ONE, 0};
    arena_vec by = arena_along(away, PUSH);
    arena_body_move(a, by);
    arena_body_move(b, (arena_vec){-by.x, -by.y});
}

void arena_bodies_part(arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[i];
        if (!arena_is_alive(agent)) continue;
        uint32_t count = arena_crowd_near(match, agent->at, 2 * ARENA_CELL);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t other = match->crowd.found[k];
            if (other > i && arena_is_alive(&match->agents[other])) part(agent, &match->agents[other]);
        }
    }
}
