#include "games/arena/ai/navigation/nav.h"

#include "games/arena/rules/neighbors.h"

#define CORNER_REACH 220 ///< units
#define PROGRESS (ARENA_CELL / 8)

void arena_path_clear(arena_agent* agent)
{
    arena_nav* nav = &agent->nav;
    nav->goal = PLOY_NONE;
    nav->path_count = nav->path_at = 0;
    nav->path_cut = nav->requested = nav->pausing = false;
}

static void next_corner(arena_agent* agent, uint32_t at)
{
    agent->nav.path_at = at;
    agent->nav.nearest = INT64_MAX;
    agent->nav.nearest_at = agent->match->step;
}

static void send_request(arena_agent* agent, uint32_t from)
{
    ploy_path_request request = {0};
    request.query.from = from;
    request.query.to = agent->nav.goal;
    request.query.agent_size = ARENA_AGENT_SIZE;
    request.owner = agent->index + 1;
    request.trace_agent = agent->id.index1;
    agent->nav.requested = ploy_path_service_request(agent->match->paths, &request).index1 != 0;
}

// An agent requests at most one path per step.
static void request_path(arena_agent* agent)
{
    uint32_t from = arena_map_node(agent->match->map, agent->at);
    if (agent->match->is_spread) {
        agent->nav.ask_from = from;
        agent->match->notes.marks[agent->index] |= ARENA_MARK_ASKS;
        agent->nav.requested = true;
        return;
    }
    send_request(agent, from);
}

void arena_nav_send_requests(arena_match* match)
{
    uint32_t count = match->agent_count;
    for (uint32_t i = 0; (i = arena_next_marked(match->notes.marks, count, i, ARENA_MARK_ASKS)) < count; i++) {
        send_request(&match->agents[i], match->agents[i].nav.ask_from);
    }
}

void arena_path_seek(arena_agent* agent, uint32_t goal)
{
    arena_nav* nav = &agent->nav;
    const arena_map* map = agent->match->map;
    nav->goal = goal;
    nav->path_cut = false;
    if (!arena_map_walks(map, arena_map_node(map, agent->at), goal)) {
        request_path(agent); // the old path serves until the answer arrives
        return;
    }
    nav->requested = false;
    nav->path[0] = goal;
    nav->path_count = 1;
    next_corner(agent, 0);
}

static void take_path(void* user, const ploy_path_answer* answer)
{
    arena_match* match = user;
    arena_agent* agent = &match->agents[answer->owner - 1];
    arena_nav* nav = &agent->nav;
    const ploy_path* path = &answer->path;
    if (!nav->requested) return;
    nav->requested = false;
    nav->path_count = 0;
    if (path->status != PLOY_FOUND || path->nodes[path->count - 1] != nav->goal) return;
    uint32_t count = path->count < match->path_capacity ? path->count : match->path_capacity;
    for (uint32_t i = 0; i < count; i++) match->path[i] = path->nodes[i];
    nav->path_cut = count < path->count;
    count = ploy_grid_waypoints(match->map->grid, match->path, count);
    count = ploy_grid_smooth(match->map->grid, NULL, ARENA_AGENT_SIZE, match->path, count);
    nav->path_cut = nav->path_cut || count > ARENA_PATH_CORNERS;
    nav->path_count = count < ARENA_PATH_CORNERS ? count : ARENA_PATH_CORNERS;
    for (uint32_t i = 0; i < nav->path_count; i++) nav->path[i] = match->path[i];
    // Skip the center of the agent's own node, unless it got stuck.
    next_corner(agent, nav->path_count > 1 && nav->nearest_at != UINT32_MAX ? 1 : 0);
}

void arena_nav_search(arena_match* match)
{
    ploy_path_service_update(match->paths, take_path, match);
}

// An agent that nobody pushes begins a step as far from its corner as it has ended the one before.
static uint32_t corner_distance(arena_nav* nav, int64_t square)
{
    if (nav->corner_square == square) return nav->corner_distance;
    nav->corner_square = square;
    nav->corner_distance = arena_root((uint64_t)square);
    return nav->corner_distance;
}

// Creeping along a wall does not count as progress.
static bool is_stalled(arena_agent* agent, int64_t square)
{
    arena_nav* nav = &agent->nav;
    int64_t distance = (int64_t)corner_distance(nav, square);
    if (distance + PROGRESS <= nav->nearest) {
        nav->nearest = distance;
        nav->nearest_at = agent->match->step;
    }
    return agent->match->step - nav->nearest_at > (uint32_t)agent->match->tactics.stalled;
}

// Returns where it is then: other workers have read its position, so that reading it back would wait for the write.
static arena_vec walk_towards(arena_agent* agent, arena_vec corner)
{
    arena_vec before = agent->at;
    int32_t distance = (int32_t)corner_distance(&agent->nav, arena_square(corner, before)), most = ARENA_SPEED_RUN;
    arena_vec direction = arena_of_length(arena_sub(corner, before), distance);
    if (agent->squad1) direction = arena_flock(agent, direction);
    arena_vec at = arena_body_move(agent, arena_along(direction, distance < most ? distance : most));
    agent->moved = arena_sub(at, before);
    agent->nav.heading = direction;
    return at;
}

/// The end of the corners: the agent has arrived, or the path continues beyond what it keeps.
static bool end_path(arena_agent* agent)
{
    arena_nav* nav = &agent->nav;
    if (nav->requested) return false;
    if (arena_map_node(agent->match->map, agent->at) == nav->goal) return true;
    arena_path_seek(agent, nav->goal);
    return false;
}

bool arena_path_walk(arena_agent* agent)
{
    arena_nav* nav = &agent->nav;
    if (nav->path_at >= nav->path_count) return end_path(agent);
    arena_vec corner = arena_map_middle(agent->match->map, nav->path[nav->path_at]);
    int64_t square = arena_square(walk_towards(agent, corner), corner);
    if (square <= CORNER_REACH * CORNER_REACH) {
        next_corner(agent, nav->path_at + 1);
        bool is_last = nav->path_at == nav->path_count && nav->path[nav->path_count - 1] == nav->goal;
        return is_last && !nav->requested;
    }
    if (is_stalled(agent, square) && !nav->requested) {
        request_path(agent);
        nav->nearest_at = UINT32_MAX;
    }
    return false;
}
