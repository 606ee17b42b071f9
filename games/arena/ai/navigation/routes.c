#include "games/arena/ai/navigation/nav.h"

#include "games/arena/rules/neighbors.h"

#define CORNER_REACH 220 ///< units
#define PROGRESS (ARENA_CELL / 8)
#define PATIENCE 40 ///< steps without getting nearer to the next corner

void arena_way_clear(arena_agent* agent)
{
    arena_nav* nav = &agent->nav;
    nav->goal = PLOY_NONE;
    nav->way_count = nav->way_at = 0;
    nav->way_cut = nav->asked = nav->pausing = false;
}

static void next_corner(arena_agent* agent, uint32_t at)
{
    agent->nav.way_at = at;
    agent->nav.nearest = INT64_MAX;
    agent->nav.nearest_at = agent->match->step;
}

static void ask(arena_agent* agent)
{
    ploy_path_request request = {0};
    request.query.from = arena_map_node(agent->match->map, agent->at);
    request.query.to = agent->nav.goal;
    request.query.agent_size = ARENA_AGENT_SIZE;
    request.owner = agent->index + 1;
    request.trace_agent = agent->id.index1;
    agent->nav.asked = ploy_path_service_request(agent->match->paths, &request).index1 != 0;
}

void arena_way_seek(arena_agent* agent, uint32_t goal)
{
    arena_nav* nav = &agent->nav;
    const arena_map* map = agent->match->map;
    nav->goal = goal;
    nav->way_cut = false;
    if (!arena_map_walks(map, arena_map_node(map, agent->at), goal)) {
        ask(agent); // the old way will do until the answer comes
        return;
    }
    nav->asked = false;
    nav->way[0] = goal;
    nav->way_count = 1;
    next_corner(agent, 0);
}

static void take_way(void* user, const ploy_path_answer* answer)
{
    arena_match* match = user;
    arena_agent* agent = &match->agents[answer->owner - 1];
    arena_nav* nav = &agent->nav;
    const ploy_path* path = &answer->path;
    if (!nav->asked) return;
    nav->asked = false;
    nav->way_count = 0;
    if (path->status != PLOY_FOUND || path->nodes[path->count - 1] != nav->goal) return;
    uint32_t count = path->count < match->way_capacity ? path->count : match->way_capacity;
    for (uint32_t i = 0; i < count; i++) match->way[i] = path->nodes[i];
    nav->way_cut = count < path->count;
    count = ploy_grid_waypoints(match->map->grid, match->way, count);
    count = ploy_grid_smooth(match->map->grid, NULL, ARENA_AGENT_SIZE, match->way, count);
    nav->way_cut = nav->way_cut || count > ARENA_WAY;
    nav->way_count = count < ARENA_WAY ? count : ARENA_WAY;
    for (uint32_t i = 0; i < nav->way_count; i++) nav->way[i] = match->way[i];
    // The middle of its own node is left out, unless it got stuck on the way.
    next_corner(agent, nav->way_count > 1 && nav->nearest_at != UINT32_MAX ? 1 : 0);
}

void arena_nav_search(arena_match* match)
{
    ploy_path_service_update(match->paths, take_way, match);
}

// Creeping along a wall is no progress.
static bool is_stalled(arena_agent* agent, int64_t square)
{
    arena_nav* nav = &agent->nav;
    int64_t distance = (int64_t)arena_root((uint64_t)square);
    if (distance + PROGRESS <= nav->nearest) {
        nav->nearest = distance;
        nav->nearest_at = agent->match->step;
    }
    return agent->match->step - nav->nearest_at > PATIENCE;
}

static void walk_towards(arena_agent* agent, arena_vec corner)
{
    arena_vec before = agent->at;
    int32_t distance;
    arena_vec way = arena_flock(agent, arena_heading(arena_sub(corner, agent->at), &distance));
    arena_body_move(agent, arena_along(way, distance < ARENA_SPEED_RUN ? distance : ARENA_SPEED_RUN));
    agent->moved = arena_sub(agent->at, before);
    agent->nav.heading = way;
}

/// Nothing to walk on: at the goal, or at the end of what is known of the way there.
static bool end_way(arena_agent* agent)
{
    arena_nav* nav = &agent->nav;
    if (nav->asked) return false;
    if (arena_map_node(agent->match->map, agent->at) == nav->goal) return true;
    arena_way_seek(agent, nav->goal);
    return false;
}

bool arena_way_walk(arena_agent* agent)
{
    arena_nav* nav = &agent->nav;
    if (nav->way_at >= nav->way_count) return end_way(agent);
    arena_vec corner = arena_map_middle(agent->match->map, nav->way[nav->way_at]);
    walk_towards(agent, corner);
    int64_t square = arena_square(agent->at, corner);
    if (square <= CORNER_REACH * CORNER_REACH) {
        next_corner(agent, nav->way_at + 1);
        bool is_last = nav->way_at == nav->way_count && nav->way[nav->way_count - 1] == nav->goal;
        return is_last && !nav->asked;
    }
    if (is_stalled(agent, square) && !nav->asked) {
        ask(agent);
        nav->nearest_at = UINT32_MAX;
    }
    return false;
}
