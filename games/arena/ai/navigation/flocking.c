// Flocking: those of one squad on their way keep a little apart, stay near each other and turn together.

#include "games/arena/rules/neighbors.h"
#include "games/arena/ai/navigation/nav.h"

#define FLOCK (8 * ARENA_CELL)
#define APART (5 * ARENA_CELL / 2)

typedef struct flock
{
    arena_vec middle, moved, away;
    int32_t count;
} flock;

static bool is_mate(const arena_agent* agent, const arena_agent* other)
{
    return other != agent && other->squad1 == agent->squad1 && other->nav.wants &&
           arena_is_near(agent->at, other->at, FLOCK);
}

static flock find_flock(arena_agent* agent)
{
    arena_match* match = agent->match;
    flock f = {0};
    uint32_t count = arena_crowd_near(match, agent->at, FLOCK);
    for (uint32_t i = 0; i < count; i++) {
        const arena_agent* other = &match->agents[match->crowd.found[i]];
        if (!is_mate(agent, other)) continue;
        f.count++;
        f.middle = arena_add(f.middle, arena_sub(other->at, agent->at));
        f.moved = arena_add(f.moved, other->moved);
        if (arena_is_near(agent->at, other->at, APART)) f.away = arena_add(f.away, arena_sub(agent->at, other->at));
    }
    return f;
}

// Never at the price of the way: what bends it must leave the next corner within a straight walk.
arena_vec arena_flock(arena_agent* agent, arena_vec way)
{
    const arena_map* map = agent->match->map;
    if (agent->squad1 == 0 || arena_get(agent, ARENA_KEY_ORDER) == 0) return way;
    flock f = find_flock(agent);
    if (f.count == 0) return way;
    arena_vec to = arena_direction(f.middle), away = arena_direction(f.away), with = arena_direction(f.moved);
    arena_vec bent = {way.x + to.x / 6 + away.x / 3 + with.x / 6, way.y + to.y / 6 + away.y / 3 + with.y / 6};
    bent = arena_direction(bent);
    arena_vec next = arena_add(agent->at, arena_along(bent, ARENA_SPEED_RUN));
    uint32_t corner = agent->nav.way[agent->nav.way_at];
    bool is_open = arena_map_can_stand(map, next) && arena_map_walks(map, arena_map_node(map, next), corner);
    return is_open && arena_dot(bent, way) > 0 ? bent : way;
}
