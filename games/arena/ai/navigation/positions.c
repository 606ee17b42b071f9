// Choosing nodes to go to.

#include "games/arena/ai/navigation/nav.h"

#include "games/arena/ai/crowd.h"
#include "games/arena/ai/target.h"

#define TRIES 8

// A random number up to `far` from `at`, from 0 to `last`.
static int32_t draw_around(arena_agent* agent, int32_t at, int32_t far, int32_t last)
{
    int32_t low = at > far ? at - far : 0, high = at + far < last ? at + far : last;
    return ploy_random_range(&agent->agent->random, low, high);
}

// A random square of the lattice around the agent, up to so many squares away. PLOY_NONE: nobody can stand there.
static uint32_t pick_spot_around(arena_agent* agent, int32_t squares)
{
    const arena_map* map = agent->match->map;
    int32_t x = agent->at.x / ARENA_CELL / ARENA_LATTICE, y = agent->at.y / ARENA_CELL / ARENA_LATTICE;
    x = draw_around(agent, x, squares, (int32_t)map->lattice_width - 1);
    y = draw_around(agent, y, squares, (int32_t)map->lattice_height - 1);
    return map->lattice[(uint32_t)y * map->lattice_width + (uint32_t)x];
}

// The map of a crowd is many maps wide: there an agent roams about as far as on one.
uint32_t arena_pick_anywhere(arena_agent* agent)
{
    const arena_map* map = agent->match->map;
    int32_t squares = agent->match->tactics.crowd_roam / ARENA_CELL / ARENA_LATTICE;
    for (uint32_t i = 0; i < TRIES && arena_is_crowd(agent->match); i++) {
        uint32_t spot = pick_spot_around(agent, squares);
        if (spot != PLOY_NONE) return map->spots[spot].node;
    }
    return map->spots[ploy_random_below(&agent->agent->random, map->spot_count)].node;
}

uint32_t arena_pick_around(arena_agent* agent, uint32_t node)
{
    const arena_map* map = agent->match->map;
    if (node >= map->width * map->height) return PLOY_NONE;
    arena_vec middle = arena_map_middle(map, node);
    uint32_t near = arena_map_spot(map, middle);
    if (near == PLOY_NONE) return node;
    const arena_spot* spot = &map->spots[near];
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t other = map->seen[spot->first_seen + ploy_random_below(&agent->agent->random, spot->seen_count)];
        if (arena_is_near(map->spots[other].middle, middle, agent->match->tactics.patrol))
            return map->spots[other].node;
    }
    return node;
}

static int64_t size_of(int64_t v)
{
    return v < 0 ? -v : v;
}

uint32_t arena_pick_position(const arena_agent* agent, arena_role role, int32_t distance)
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_NODE);
    ploy_fact_query_equal(&query, ARENA_NODE_ROLE, role);
    ploy_fact_id id = {0, 0};
    uint32_t best = PLOY_NONE;
    int64_t best_worth = INT64_MIN;
    while ((id = ploy_memory_next(agent->agent->memory, &query, id)).index1) {
        ploy_fact fact;
        ploy_memory_get(agent->agent->memory, id, &fact);
        int64_t off = role == ARENA_ROLE_ATTACK ? size_of(fact.values[ARENA_NODE_DISTANCE] - distance) : 0;
        int64_t worth = (int64_t)fact.belief * agent->match->tactics.belief_worth / PLOY_FACT_CERTAIN - off;
        if (worth <= best_worth) continue;
        best_worth = worth;
        best = (uint32_t)fact.values[ARENA_NODE_AT];
    }
    return best;
}

/// How far two lines to the target differ: -ONE (opposite) to ONE (the same).
static int64_t likeness(const arena_agent* agent, arena_vec from, arena_vec other)
{
    arena_vec a = arena_direction(arena_sub(agent->target.at, from));
    return arena_dot(a, arena_direction(arena_sub(agent->target.at, other))) / ARENA_ONE;
}

uint32_t arena_pick_flank(const arena_agent* agent, int32_t distance)
{
    const arena_map* map = agent->match->map;
    const arena_agent* mate = arena_target_mate(agent);
    bool is_ordered = arena_get(agent, ARENA_KEY_FIGHT_ROLE) == 2;
    if (!mate && !is_ordered) return PLOY_NONE;
    // From where its order says, or else away from the line of the mate.
    arena_vec other = is_ordered ? arena_map_middle(map, (uint32_t)arena_get(agent, ARENA_KEY_ORDER_PLACE)) : mate->at;
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_NODE);
    ploy_fact_query_equal(&query, ARENA_NODE_ROLE, ARENA_ROLE_ATTACK);
    ploy_fact_id id = {0, 0};
    uint32_t best = PLOY_NONE;
    int64_t best_worth = INT64_MIN;
    while ((id = ploy_memory_next(agent->agent->memory, &query, id)).index1) {
        ploy_fact fact;
        ploy_memory_get(agent->agent->memory, id, &fact);
        uint32_t node = (uint32_t)fact.values[ARENA_NODE_AT];
        int64_t like = likeness(agent, arena_map_middle(map, node), other) * (is_ordered ? -1 : 1);
        int64_t worth = -size_of(fact.values[ARENA_NODE_DISTANCE] - distance) -
                        agent->match->tactics.flank_worth * like / ARENA_ONE;
        if (worth <= best_worth) continue;
        best_worth = worth;
        best = node;
    }
    return best;
}

/// The farthest node in a direction, at most so many cells away, that the agent can walk straight to.
static uint32_t straight_to(const arena_agent* agent, arena_vec direction, int32_t cells)
{
    const arena_map* map = agent->match->map;
    uint32_t here = arena_map_node(map, agent->at);
    for (; cells >= 2; cells -= 1) {
        arena_vec at = arena_add(agent->at, arena_along(direction, cells * ARENA_CELL));
        if (!arena_map_has(map, at)) continue;
        uint32_t node = arena_map_node(map, at);
        if (arena_map_walks(map, here, node)) return node;
    }
    return PLOY_NONE;
}

static arena_vec towards_target(const arena_agent* agent)
{
    arena_vec direction = arena_direction(arena_sub(agent->target.at, agent->at));
    bool is_known = agent->target.agent1 && (direction.x || direction.y);
    return is_known ? direction : agent->facing;
}

static bool is_other_side(arena_agent* agent)
{
    int32_t of = agent->match->tactics.same_side;
    return of > 0 && ploy_random_below(&agent->agent->random, (uint32_t)of) != 0;
}

uint32_t arena_pick_sidestep(arena_agent* agent, int32_t cells)
{
    arena_vec side = arena_side(towards_target(agent)), other = {-side.x, -side.y};
    agent->nav.side = is_other_side(agent) ? !agent->nav.side : agent->nav.side;
    uint32_t node = straight_to(agent, agent->nav.side ? side : other, cells);
    return node != PLOY_NONE ? node : straight_to(agent, agent->nav.side ? other : side, cells);
}

uint32_t arena_pick_step(arena_agent* agent, int32_t ahead, int32_t cells)
{
    arena_vec to = towards_target(agent), side = arena_side(to);
    agent->nav.side = is_other_side(agent) ? !agent->nav.side : agent->nav.side;
    for (uint32_t i = 0; i < 2; i++) {
        int32_t sign = (agent->nav.side != (i == 1)) ? 1 : -1;
        arena_vec direction = arena_direction((arena_vec){sign * side.x + ahead * to.x, sign * side.y + ahead * to.y});
        uint32_t node = straight_to(agent, direction, cells);
        if (node != PLOY_NONE) return node;
    }
    return ahead ? arena_pick_step(agent, 0, cells) : PLOY_NONE;
}

uint32_t arena_pick_retreat(const arena_agent* agent, int32_t cells)
{
    arena_vec direction = towards_target(agent), side = arena_side(direction);
    arena_vec away = {-direction.x, -direction.y};
    uint32_t node = straight_to(agent, away, cells);
    if (node == PLOY_NONE) node = straight_to(agent, side, cells);
    return node != PLOY_NONE ? node : straight_to(agent, (arena_vec){-side.x, -side.y}, cells);
}
