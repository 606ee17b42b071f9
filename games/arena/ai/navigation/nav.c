#include "games/arena/ai/navigation/nav.h"

#include "games/arena/ai/sensors/sensors.h"

#define NEVER UINT32_MAX

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

static const arena_tactics* tactics_of(const arena_agent* agent)
{
    return &agent->match->tactics;
}

static uint32_t renewal(const arena_agent* agent)
{
    return (uint32_t)agent->match->tactics.renew;
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
    const arena_tactics* tactics = tactics_of(agent);
    if (agent->target.visible && agent->target.distance < tactics->touch) {
        pause_for(agent, (uint32_t)tactics->touch_pause);
        return;
    }
    head_for(agent, arena_map_node(agent->match->map, agent->target.at),
             agent->target.distance < tactics->slack ? (uint32_t)tactics->renew_close : renewal(agent));
}

// Strafes where the target is visible at about the right distance; else goes to such a position.
static void keep_distance(arena_agent* agent, int32_t wanted)
{
    const arena_target* target = &agent->target;
    if (!target->agent1) {
        fail(agent);
        return;
    }
    const arena_tactics* tactics = tactics_of(agent);
    bool is_far = !target->visible || target->distance > wanted + tactics->slack,
         is_close = target->distance < wanted - tactics->wide_slack;
    uint32_t node = PLOY_NONE;
    if (is_far || is_close) node = arena_pick_position(agent, ARENA_ROLE_ATTACK, wanted);
    if (node == PLOY_NONE && is_far) {
        chase(agent);
        return;
    }
    if (node == PLOY_NONE) node = arena_pick_sidestep(agent, tactics->strafe_cells);
    if (node == PLOY_NONE)
        pause_for(agent, renewal(agent));
    else
        head_for(agent, node, is_far || is_close ? renewal(agent) : (uint32_t)tactics->strafe);
}

// From side to side, nearer or farther as the weapon wants it. Steps differ in length, so that nobody can lead the agent.
static void skirmish(arena_agent* agent, int32_t wanted)
{
    const arena_target* target = &agent->target;
    const arena_tactics* tactics = tactics_of(agent);
    if (!target->agent1) {
        fail(agent);
        return;
    }
    int32_t ahead = target->distance > wanted + tactics->slack   ? 1
                    : target->distance < wanted - tactics->slack ? -1
                                                                 : 0;
    int32_t cells = ploy_random_range(&agent->agent->random, tactics->dodge_least, tactics->dodge_cells);
    uint32_t node = arena_pick_step(agent, ahead, cells);
    if (node == PLOY_NONE && ahead > 0)
        chase(agent);
    else if (node == PLOY_NONE)
        pause_for(agent, (uint32_t)tactics->step_pause);
    else
        head_for(agent, node, NEVER);
}

// To the side of the target that no teammate attacks; without such a position, to any.
static void flank(arena_agent* agent, int32_t wanted)
{
    uint32_t node = agent->target.agent1 ? arena_pick_flank(agent, wanted) : PLOY_NONE;
    if (node == PLOY_NONE)
        keep_distance(agent, wanted);
    else
        head_for(agent, node, (uint32_t)tactics_of(agent)->flank_renew);
}

static void follow(arena_agent* agent)
{
    int64_t whom = arena_shown(agent, ARENA_KEY_NAV_NODE);
    const arena_agent* friend = whom >= 0 && whom < agent->match->agent_count ? &agent->match->agents[whom] : NULL;
    if (!friend || friend == agent || !arena_is_alive(friend))
        fail(agent);
    else if (arena_is_near(agent->at, friend->at, tactics_of(agent)->follow))
        pause_for(agent, renewal(agent));
    else
        head_for(agent, arena_map_node(agent->match->map, friend->at), renewal(agent));
}

static void renew(arena_agent* agent)
{
    const arena_weapon* weapon = &agent->match->weapons[agent->arms.weapon];
    uint32_t node = (uint32_t)arena_shown(agent, ARENA_KEY_NAV_NODE);
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
        keep_distance(agent, (int32_t)((int64_t)weapon->keep * tactics_of(agent)->short_keep / 1000));
        break;
    case ARENA_NAV_COVER:
        head_for(agent, arena_pick_position(agent, ARENA_ROLE_COVER, 0), NEVER);
        break;
    case ARENA_NAV_DODGE:
        head_for(agent, arena_pick_sidestep(agent, tactics_of(agent)->sidestep), NEVER);
        break;
    case ARENA_NAV_RETREAT:
        head_for(agent, arena_pick_retreat(agent, tactics_of(agent)->retreat), NEVER);
        break;
    case ARENA_NAV_FOLLOW:
        follow(agent);
        break;
    case ARENA_NAV_SKIRMISH:
        skirmish(agent, weapon->keep);
        break;
    case ARENA_NAV_FLANK:
        flank(agent, weapon->keep);
        break;
    }
}

static void arrive(arena_agent* agent)
{
    switch ((arena_nav_mode)agent->nav.mode) {
    case ARENA_NAV_ROAM:
    case ARENA_NAV_SKIRMISH:
        agent->nav.renew_at = agent->match->step;
        agent->nav.goal = PLOY_NONE;
        break;
    case ARENA_NAV_PATROL:
        pause_for(agent, (uint32_t)tactics_of(agent)->patrol_pause);
        break;
    case ARENA_NAV_CHASE:
    case ARENA_NAV_KEEP_LONG:
    case ARENA_NAV_KEEP_SHORT:
    case ARENA_NAV_FOLLOW:
    case ARENA_NAV_FLANK:
        pause_for(agent, (uint32_t)tactics_of(agent)->step_pause);
        break;
    default:
        complete(agent);
        break;
    }
}

/// Does it keep its eyes on the target, wherever it goes? So does an agent in a skirmish, and one that stands.
static bool watches_target(const arena_agent* agent)
{
    bool is_still = agent->moved.x == 0 && agent->moved.y == 0;
    return agent->target.agent1 && (is_still || agent->nav.mode == ARENA_NAV_SKIRMISH);
}

/// Faces the target or the direction of movement, unless the weapons manager aims.
static void face_path(arena_agent* agent)
{
    int64_t fire = arena_shown(agent, ARENA_KEY_FIRE_MODE);
    bool is_aiming = fire == ARENA_FIRE_BLIND || (fire != ARENA_FIRE_NOT && agent->target.visible);
    if (is_aiming) return;
    if (watches_target(agent))
        agent->facing = arena_turn(agent->facing, arena_direction(arena_sub(agent->target.at, agent->at)));
    else if (agent->moved.x || agent->moved.y)
        agent->facing = arena_turn(agent->facing, agent->nav.heading);
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

bool arena_nav_needs_others(const arena_agent* agent)
{
    int64_t mode = arena_shown(agent, ARENA_KEY_NAV_MODE);
    return agent->squad1 != 0 || mode == ARENA_NAV_FOLLOW || mode == ARENA_NAV_FLANK;
}

void arena_nav_step(arena_agent* agent)
{
    arena_nav* nav = &agent->nav;
    uint32_t mode = (uint32_t)arena_shown(agent, ARENA_KEY_NAV_MODE);
    bool is_new = mode != nav->mode || (mode && arena_shown(agent, ARENA_KEY_NAV_STATUS) == ARENA_UNSET);
    if (is_new) begin(agent, mode);
    agent->moved = (arena_vec){0, 0};
    if (nav->mode != ARENA_NAV_STAY && agent->match->step >= nav->renew_at) renew(agent);
    nav->wants = nav->mode != ARENA_NAV_STAY && !nav->pausing && nav->goal != PLOY_NONE;
    if (nav->wants && arena_path_walk(agent)) arrive(agent);
    face_path(agent);
    check_stuck(agent);
}
