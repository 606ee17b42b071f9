#include "games/arena/ai/navigation/nav.h"

#include "games/arena/ai/sensors/sensors.h"

#define NEVER UINT32_MAX
#define RENEW 20      ///< steps until a moving goal is checked again
#define STRAFE_FOR 35 ///< steps
#define SLACK (4 * ARENA_CELL)
#define FOLLOW_NEAR (5 * ARENA_CELL)
#define CLOSE (ARENA_CELL * 5 / 4)

static void fail(arena_agent* agent)
{
    arena_path_clear(agent);
    agent->nav.mode = ARENA_NAV_STAY;
    arena_put(agent, ARENA_KEY_NAV_MODE, ARENA_NAV_STAY);
    arena_put(agent, ARENA_KEY_NAV_STATUS, ARENA_UNSET);
}

static void begin(arena_agent* agent, uint32_t mode)
{
    arena_path_clear(agent);
    agent->nav.mode = mode;
    agent->nav.renew_at = agent->match->step;
    arena_put(agent, ARENA_KEY_NAV_STATUS, mode == ARENA_NAV_STAY ? ARENA_UNSET : ARENA_INCOMPLETE);
}

static void complete(arena_agent* agent)
{
    agent->nav.pausing = true;
    agent->nav.renew_at = NEVER;
    arena_put(agent, ARENA_KEY_NAV_STATUS, ARENA_COMPLETE);
}

/// Sets the goal, unless the agent is there or already on its path there.
static void head_for(arena_agent* agent, uint32_t node, uint32_t renew_in)
{
    arena_nav* nav = &agent->nav;
    nav->renew_at = renew_in == NEVER ? NEVER : agent->match->step + renew_in;
    if (node == PLOY_NONE) {
        fail(agent);
        return;
    }
    if (nav->goal == node && !nav->pausing) return;
    nav->pausing = false;
    arena_path_seek(agent, node);
}

static void pause_for(arena_agent* agent, uint32_t steps)
{
    arena_path_clear(agent);
    agent->nav.pausing = true;
    agent->nav.renew_at = agent->match->step + steps;
}

static void chase(arena_agent* agent)
{
    if (!agent->target.agent1) {
        fail(agent);
        return;
    }
    if (agent->target.visible && agent->target.distance < CLOSE) {
        pause_for(agent, 3);
        return;
    }
    head_for(agent, arena_map_node(agent->match->map, agent->target.at), agent->target.distance < SLACK ? 4 : RENEW);
}

// Strafes where the target is visible at about the right distance; else goes to such a position.
static void keep_distance(arena_agent* agent, int32_t wanted)
{
    const arena_target* target = &agent->target;
    if (!target->agent1) {
        fail(agent);
        return;
    }
    bool is_far = !target->visible || target->distance > wanted + SLACK,
         is_close = target->distance < wanted - 2 * SLACK;
    uint32_t node = PLOY_NONE;
    if (is_far || is_close) node = arena_pick_position(agent, ARENA_ROLE_ATTACK, wanted);
    if (node == PLOY_NONE && is_far) {
        chase(agent);
        return;
    }
    if (node == PLOY_NONE) node = arena_pick_sidestep(agent, 4);
    if (node == PLOY_NONE)
        pause_for(agent, RENEW);
    else
        head_for(agent, node, is_far || is_close ? RENEW : STRAFE_FOR);
}

static void follow(arena_agent* agent)
{
    int64_t whom = arena_get(agent, ARENA_KEY_NAV_NODE);
    const arena_agent* friend = whom >= 0 && whom < agent->match->agent_count ? &agent->match->agents[whom] : NULL;
    if (!friend || friend == agent || !arena_is_alive(friend))
        fail(agent);
    else if (arena_is_near(agent->at, friend->at, FOLLOW_NEAR))
        pause_for(agent, RENEW);
    else
        head_for(agent, arena_map_node(agent->match->map, friend->at), RENEW);
}

static void renew(arena_agent* agent)
{
    const arena_weapon* weapon = &agent->match->weapons[agent->arms.weapon];
    uint32_t node = (uint32_t)arena_get(agent, ARENA_KEY_NAV_NODE);
    switch ((arena_nav_mode)agent->nav.mode) {
    case ARENA_NAV_STAY:
        break;
    case ARENA_NAV_GO:
        head_for(agent, node, NEVER);
        break;
    case ARENA_NAV_ROAM:
        head_for(agent, arena_pick_anywhere(agent), NEVER);
        break;
    case ARENA_NAV_PATROL:
        head_for(agent, arena_pick_around(agent, node), NEVER);
        break;
    case ARENA_NAV_CHASE:
        chase(agent);
        break;
    case ARENA_NAV_KEEP_LONG:
        keep_distance(agent, weapon->keep);
        break;
    case ARENA_NAV_KEEP_SHORT:
        keep_distance(agent, weapon->keep / 2);
        break;
    case ARENA_NAV_COVER:
        head_for(agent, arena_pick_position(agent, ARENA_ROLE_COVER, 0), NEVER);
        break;
    case ARENA_NAV_DODGE:
        head_for(agent, arena_pick_sidestep(agent, 5), NEVER);
        break;
    case ARENA_NAV_RETREAT:
        head_for(agent, arena_pick_retreat(agent, 8), NEVER);
        break;
    case ARENA_NAV_FOLLOW:
        follow(agent);
        break;
    }
}

static void arrive(arena_agent* agent)
{
    switch ((arena_nav_mode)agent->nav.mode) {
    case ARENA_NAV_ROAM:
        agent->nav.renew_at = agent->match->step;
        break;
    case ARENA_NAV_PATROL:
        pause_for(agent, 20);
        break;
    case ARENA_NAV_CHASE:
    case ARENA_NAV_KEEP_LONG:
    case ARENA_NAV_KEEP_SHORT:
    case ARENA_NAV_FOLLOW:
        pause_for(agent, 5);
        break;
    default:
        complete(agent);
        break;
    }
}

/// Faces the direction of movement, unless the weapons manager aims.
static void face_path(arena_agent* agent)
{
    int64_t fire = arena_get(agent, ARENA_KEY_FIRE_MODE);
    bool is_aiming = fire == ARENA_FIRE_BLIND || (fire != ARENA_FIRE_NOT && agent->target.visible);
    if (!is_aiming && (agent->moved.x || agent->moved.y)) agent->facing = arena_turn(agent->facing, agent->nav.heading);
}

static void check_stuck(arena_agent* agent)
{
    arena_nav* nav = &agent->nav;
    uint32_t step = agent->match->step;
    if (!nav->wants || !arena_is_near(agent->at, nav->mark, ARENA_CELL)) {
        nav->mark = agent->at;
        nav->mark_at = step;
    } else if (step - nav->mark_at >= 5 * ARENA_STEPS_PER_SECOND) {
        agent->score.stuck++;
        nav->mark_at = step;
    }
}

void arena_nav_step(arena_agent* agent)
{
    arena_nav* nav = &agent->nav;
    uint32_t mode = (uint32_t)arena_get(agent, ARENA_KEY_NAV_MODE);
    bool is_new = mode != nav->mode || (mode && arena_get(agent, ARENA_KEY_NAV_STATUS) == ARENA_UNSET);
    if (is_new) begin(agent, mode);
    agent->moved = (arena_vec){0, 0};
    if (nav->mode != ARENA_NAV_STAY && agent->match->step >= nav->renew_at) renew(agent);
    nav->wants = nav->mode != ARENA_NAV_STAY && !nav->pausing && nav->goal != PLOY_NONE;
    if (nav->wants && arena_path_walk(agent)) arrive(agent);
    face_path(agent);
    check_stuck(agent);
}
