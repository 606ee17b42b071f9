#include "games/arena/ai/arms.h"

#include <string.h>

#include "games/arena/ai/sensors/sensors.h"
#include "games/arena/rules/behavior.h"
#include "games/arena/rules/damage.h"
#include "games/arena/rules/neighbors.h"
#include "games/arena/rules/shots.h"

int32_t arena_arms_rounds(const arena_agent* agent)
{
    int32_t rounds = 0;
    for (uint32_t i = 0; i < ARENA_GUNS; i++) rounds += agent->arms.loaded[i] + agent->arms.reserve[i];
    return rounds;
}

bool arena_arms_can_reload(const arena_agent* agent)
{
    uint32_t weapon = agent->arms.weapon;
    return agent->arms.reserve[weapon] > 0 && agent->arms.loaded[weapon] < agent->match->weapons[weapon].magazine;
}

// In range and loaded beats in range, which beats any weapon with rounds. Then the best distance decides.
static int64_t worth(const arena_agent* agent, uint32_t weapon, int32_t distance)
{
    const arena_weapon* kind = &agent->match->weapons[weapon];
    const arena_tactics* tactics = &agent->match->tactics;
    if (agent->arms.loaded[weapon] + agent->arms.reserve[weapon] == 0) return INT64_MIN;
    int64_t off = distance > kind->keep ? distance - kind->keep : kind->keep - distance;
    int64_t reach = distance <= kind->range ? tactics->in_range : 0;
    return reach + (agent->arms.loaded[weapon] ? tactics->is_loaded : 0) - off;
}

uint32_t arena_arms_best(const arena_agent* agent, int32_t distance)
{
    uint32_t best = agent->arms.weapon;
    for (uint32_t i = 0; i < ARENA_GUNS; i++) {
        if (worth(agent, i, distance) > worth(agent, best, distance)) best = i;
    }
    return best;
}

static void fill_magazine(arena_agent* agent)
{
    arena_arms* arms = &agent->arms;
    int32_t room = agent->match->weapons[arms->weapon].magazine - arms->loaded[arms->weapon];
    int32_t rounds = arms->reserve[arms->weapon] < room ? arms->reserve[arms->weapon] : room;
    arms->loaded[arms->weapon] += rounds;
    arms->reserve[arms->weapon] -= rounds;
    arms->reloaded_at = 0;
}

static void change(arena_agent* agent)
{
    int32_t distance = agent->target.agent1 ? agent->target.distance : agent->match->tactics.no_target;
    uint32_t best = arena_arms_best(agent, distance);
    if (best == agent->arms.weapon) return;
    agent->arms.weapon = best;
    agent->arms.reloaded_at = 0;
    agent->arms.ready_at = agent->match->step + (uint32_t)agent->match->tactics.change;
}

static void obey_request(arena_agent* agent)
{
    int64_t request = arena_shown(agent, ARENA_KEY_ARMS_REQUEST);
    if (request == ARENA_ARMS_NOTHING) return;
    arena_put(agent, ARENA_KEY_ARMS_REQUEST, ARENA_ARMS_NOTHING);
    if (request == ARENA_ARMS_CHANGE) change(agent);
    if (request == ARENA_ARMS_RELOAD && !agent->arms.reloaded_at && arena_arms_can_reload(agent)) {
        agent->arms.reloaded_at = agent->match->step + (uint32_t)agent->match->weapons[agent->arms.weapon].reload;
    }
}

/// Where to aim so that a projectile meets a target that keeps its course.
static arena_vec lead(const arena_agent* agent, const arena_weapon* weapon)
{
    uint32_t target = agent->target.agent1 - 1;
    int32_t steps = agent->target.distance / (weapon->speed ? weapon->speed : 1);
    arena_vec at = arena_neighbors_at(agent->match, target), moved = arena_neighbors_moved(agent->match, target);
    return arena_direction((arena_vec){at.x + moved.x * steps - agent->at.x, at.y + moved.y * steps - agent->at.y});
}

// It has fired.
static void take_round(arena_agent* agent)
{
    arena_arms* arms = &agent->arms;
    agent->score.fired[arms->weapon]++;
    arms->loaded[arms->weapon]--;
    arms->ready_at = agent->match->step + (uint32_t)agent->match->weapons[arms->weapon].interval;
}

static bool is_ready(const arena_agent* agent)
{
    return agent->match->step >= agent->arms.ready_at && !agent->arms.reloaded_at;
}

/// Faces it precisely enough to fire?
static bool is_aimed(const arena_agent* agent, arena_vec direction)
{
    int64_t cosine = ARENA_ONE * agent->match->tactics.aim / 1000;
    return arena_dot(agent->facing, direction) >= cosine * ARENA_ONE;
}

// Turns; true: it fires in that direction.
static bool aim_at_target(arena_agent* agent, arena_vec* direction)
{
    const arena_weapon* weapon = &agent->match->weapons[agent->arms.weapon];
    if (!agent->target.visible) return false;
    *direction = lead(agent, weapon);
    agent->facing = arena_turn(agent->facing, *direction);
    if (!is_ready(agent) || !arena_arms_is_loaded(agent) || agent->target.distance > weapon->range) return false;
    // A rocket that explodes nearby would hurt the agent itself.
    if (weapon->splash && agent->target.distance < weapon->splash_range) return false;
    return is_aimed(agent, *direction);
}

static void strike(arena_agent* agent)
{
    const arena_weapon* melee = &agent->match->weapons[ARENA_MELEE];
    if (!agent->target.visible) return;
    agent->facing = arena_turn(agent->facing, arena_direction(arena_sub(agent->target.at, agent->at)));
    if (agent->match->step < agent->arms.ready_at || !arena_arms_reach_target(agent)) return;
    agent->arms.ready_at = agent->match->step + (uint32_t)melee->interval;
    agent->score.shots++;
    arena_behavior_note(agent);
    agent->score.fired[ARENA_MELEE]++;
    agent->score.hits++;
    arena_hurt(&agent->match->agents[agent->target.agent1 - 1], agent, melee->damage);
}

// Turns to where the last shot came from and fires about in that direction; without a memory of one, straight ahead.
static bool aim_blindly(arena_agent* agent, arena_vec* direction)
{
    arena_vec from;
    if (arena_recall_shot(agent, &from)) agent->arms.blind = arena_direction(arena_sub(from, agent->at));
    if (agent->arms.blind.x == 0 && agent->arms.blind.y == 0) agent->arms.blind = agent->facing;
    agent->facing = arena_turn(agent->facing, agent->arms.blind);
    if (!is_aimed(agent, agent->arms.blind) || !is_ready(agent) || !arena_arms_is_loaded(agent)) return false;
    int32_t spread = agent->match->tactics.blind_spread;
    int32_t aside = ploy_random_range(&agent->agent->random, -spread, spread);
    arena_vec side = arena_side(agent->facing);
    *direction =
        arena_direction((arena_vec){agent->facing.x + side.x * aside / 1000, agent->facing.y + side.y * aside / 1000});
    return true;
}

/// The attack is complete when its target is dead or the weapon is empty.
static void update_status(arena_agent* agent, arena_fire_mode mode, bool is_over)
{
    if (mode == ARENA_FIRE_NOT) return;
    if (mode != ARENA_FIRE_MELEE && !arena_arms_is_loaded(agent)) is_over = true;
    arena_progress status = is_over ? ARENA_COMPLETE : ARENA_INCOMPLETE;
    if (arena_shown(agent, ARENA_KEY_ATTACK_STATUS) != status) arena_put(agent, ARENA_KEY_ATTACK_STATUS, status);
}

static arena_fire_mode get_ready(arena_agent* agent)
{
    obey_request(agent);
    if (agent->arms.reloaded_at && agent->match->step >= agent->arms.reloaded_at) fill_magazine(agent);
    arena_fire_mode mode = (arena_fire_mode)arena_shown(agent, ARENA_KEY_FIRE_MODE);
    bool has_weapon = mode == ARENA_FIRE_MELEE ? agent->type.melee : agent->type.fire;
    return has_weapon ? mode : ARENA_FIRE_NOT;
}

static bool aim(arena_agent* agent, arena_fire_mode mode, arena_vec* direction)
{
    if (mode == ARENA_FIRE_AT_TARGET) return aim_at_target(agent, direction);
    return mode == ARENA_FIRE_BLIND && aim_blindly(agent, direction);
}

static void shoot(arena_agent* agent, arena_fire_mode mode, arena_vec direction)
{
    if (mode == ARENA_FIRE_BLIND) arena_behavior_blind_shot(agent, direction);
    if (arena_shots_fire(agent, agent->arms.weapon, direction)) take_round(agent);
}

static void step(arena_agent* agent)
{
    arena_fire_mode mode = get_ready(agent);
    uint32_t target1 = agent->target.agent1;
    arena_vec direction;
    if (mode == ARENA_FIRE_MELEE)
        strike(agent);
    else if (aim(agent, mode, &direction))
        shoot(agent, mode, direction);
    update_status(agent, mode, target1 && !arena_is_alive(&agent->match->agents[target1 - 1]));
}

void arena_arms_step_all(arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) {
        arena_agent* agent = &match->agents[(i + match->step) % match->agent_count];
        if (arena_is_alive(agent)) step(agent);
    }
}

// In three parts, with the same result: a blow hurts at once, and an agent may depend on it if it is struck, if its target
// is, and if it strikes. These have their turns in order. All others aim on any worker and walk right after it, while
// they are in the cache: what they read of their targets was noted when the step began. Their shots are fired in order,
// too.

static bool will_strike(const arena_agent* agent)
{
    if (agent->match->step < agent->arms.ready_at || !agent->type.melee) return false;
    return arena_is_alive(agent) && arena_shown(agent, ARENA_KEY_FIRE_MODE) == ARENA_FIRE_MELEE;
}

static bool is_in_order(const arena_match* match, const arena_agent* agent)
{
    const arena_notes* notes = &match->notes;
    uint32_t target1 = agent->target.agent1;
    return notes->strikes[agent->index] || notes->exposed[agent->index] || (target1 && notes->exposed[target1 - 1]);
}

// Of an agent that does not depend on others. True: it fires.
static bool aim_alone(arena_agent* agent)
{
    arena_notes* notes = &agent->match->notes;
    uint32_t target1 = agent->target.agent1;
    arena_fire_mode mode = get_ready(agent);
    if (mode == ARENA_FIRE_MELEE) strike(agent); // it only turns
    if (aim(agent, mode, &notes->aims[agent->index])) {
        arena_shots_scatter(agent, agent->arms.weapon, notes->aims[agent->index], &notes->volleys[agent->index]);
        return true;
    }
    update_status(agent, mode, target1 && !arena_neighbors_lived(agent->match, target1 - 1));
    return false;
}

uint8_t arena_arms_aim(arena_agent* agent)
{
    if (is_in_order(agent->match, agent)) return ARENA_MARK_IN_ORDER;
    return aim_alone(agent) ? ARENA_MARK_FIRES : 0;
}

static void fire_volley(arena_agent* agent)
{
    const arena_match* match = agent->match;
    uint32_t target1 = agent->target.agent1;
    arena_fire_mode mode = (arena_fire_mode)arena_shown(agent, ARENA_KEY_FIRE_MODE);
    if (mode == ARENA_FIRE_BLIND) arena_behavior_blind_shot(agent, match->notes.aims[agent->index]);
    arena_vec from = arena_neighbors_at(match, agent->index);
    arena_shots_launch(agent, agent->arms.weapon, from, &match->notes.volleys[agent->index]);
    take_round(agent);
    update_status(agent, mode, target1 && !arena_neighbors_lived(match, target1 - 1));
}

static void fire_part(arena_match* match, uint32_t begin, uint32_t end)
{
    const uint8_t marks = ARENA_MARK_IN_ORDER | ARENA_MARK_FIRES;
    for (uint32_t i = begin; (i = arena_next_marked(match->notes.marks, end, i, marks)) < end; i++) {
        arena_agent* agent = &match->agents[i];
        if (match->notes.marks[i] & ARENA_MARK_FIRES)
            fire_volley(agent);
        else if (arena_is_alive(agent))
            step(agent);
    }
}

// In each step another agent is first.
void arena_arms_fire(arena_match* match)
{
    uint32_t first = match->step % match->agent_count;
    fire_part(match, first, match->agent_count);
    fire_part(match, 0, first);
}

void arena_arms_foresee(arena_match* match)
{
    arena_notes* notes = &match->notes;
    memset(notes->exposed, 0, match->agent_count);
    memset(notes->strikes, 0, match->agent_count);
    uint32_t count = match->agent_count;
    for (uint32_t i = 0; (i = arena_next_marked(notes->reaches, count, i, 1)) < count; i++) {
        if (!will_strike(&match->agents[i])) continue;
        notes->strikes[i] = 1;
        notes->exposed[match->agents[i].target.agent1 - 1] = 1;
    }
}
