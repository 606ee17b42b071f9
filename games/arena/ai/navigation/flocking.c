// Flocking: moving members of a squad keep a little apart, stay together and align their directions.

#include "games/arena/rules/neighbors.h"
#include "games/arena/ai/navigation/nav.h"

typedef struct flock
{
    arena_vec middle, moved, away;
    int32_t count;
} flock;

static bool is_mate(const arena_agent* agent, const arena_agent* other)
{
    return other != agent && other->squad1 == agent->squad1 && other->nav.wants &&
           arena_is_near(agent->at, other->at, agent->match->tactics.flock);
}

static flock find_flock(arena_agent* agent)
{
    arena_match* match = agent->match;
    flock f = {0};
    uint32_t count = arena_neighbors_find(match, agent->at, match->tactics.flock);
    for (uint32_t i = 0; i < count; i++) {
        const arena_agent* other = &match->agents[match->neighbors.found[i]];
        if (!is_mate(agent, other)) continue;
        f.count++;
        f.middle = arena_add(f.middle, arena_sub(other->at, agent->at));
        f.moved = arena_add(f.moved, other->moved);
        bool is_close = arena_is_near(agent->at, other->at, match->tactics.flock_apart);
        if (is_close) f.away = arena_add(f.away, arena_sub(agent->at, other->at));
    }
    return f;
}

/// By one part of so many; 0: not at all.
static void bend(arena_vec* direction, arena_vec by, int32_t of)
{
    if (of == 0) return;
    direction->x += by.x / of;
    direction->y += by.y / of;
}

// Flocking never costs the path: from the new position the next corner must be in straight reach.
arena_vec arena_flock(arena_agent* agent, arena_vec direction)
{
    const arena_map* map = agent->match->map;
    if (arena_get(agent, ARENA_KEY_ORDER) == 0) return direction;
    flock f = find_flock(agent);
    if (f.count == 0) return direction;
    arena_vec to = arena_direction(f.middle), away = arena_direction(f.away), with = arena_direction(f.moved);
    const arena_tactics* tactics = &agent->match->tactics;
    arena_vec bent = direction;
    bend(&bent, to, tactics->flock_to);
    bend(&bent, away, tactics->flock_away);
    bend(&bent, with, tactics->flock_with);
    bent = arena_direction(bent);
    arena_vec next = arena_add(agent->at, arena_along(bent, ARENA_SPEED_RUN));
    uint32_t corner = agent->nav.path[agent->nav.path_at];
    bool is_open = arena_map_can_stand(map, next) && arena_map_walks(map, arena_map_node(map, next), corner);
    return is_open && arena_dot(bent, direction) > 0 ? bent : direction;
}
