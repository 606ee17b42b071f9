// What soldiers do beyond the dissertation's actions: positions and flanks, skirmishes that never stand still, searches
// where an enemy was last seen, loading on the move, walks to points and flags, posts.

#include "games/arena/ai/bindings.h"
#include "games/arena/ai/arms.h"
#include "games/arena/ai/navigation/nav.h"
#include "games/arena/ai/target.h"
#include "games/arena/rules/match.h"

// Fights.

typedef struct stance
{
    uint32_t seen; ///< step at which the target was last seen
} stance;

static bool can_fire(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_agent_of(agent)->type.fire;
}

static ploy_outcome begin_fight(ploy_agent* agent, arena_nav_mode mode)
{
    arena_agent* bot = arena_agent_of(agent);
    if (!bot->target.agent1) return arena_fail(agent, ARENA_REASON_NO_TARGET);
    arena_order_fire(bot, ARENA_FIRE_AT_TARGET);
    arena_order_move(bot, mode, 0);
    return PLOY_RUNNING;
}

static ploy_outcome start_position(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return begin_fight(agent, ARENA_NAV_KEEP_LONG);
}

static ploy_outcome start_flank(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return begin_fight(agent, ARENA_NAV_FLANK);
}

static bool is_in_position(const arena_agent* agent)
{
    const arena_weapon* weapon = &agent->match->weapons[agent->arms.weapon];
    int32_t far = weapon->keep + agent->match->tactics.wide_slack;
    return agent->target.visible && agent->target.distance <= (far < weapon->range ? far : weapon->range);
}

// Ends where the weapon reaches the target well.
static ploy_outcome perform_position(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const arena_agent* bot = arena_agent_of(agent);
    if (!bot->target.agent1) return arena_fail(agent, ARENA_REASON_NO_TARGET);
    if (!arena_arms_is_loaded(bot)) return arena_fail(agent, ARENA_REASON_NO_ROUNDS);
    return is_in_position(bot) ? PLOY_SUCCESS : PLOY_RUNNING;
}

/// The angle between the lines of this agent and of a teammate to the target is large enough.
static bool has_flanked(const arena_agent* agent)
{
    const arena_agent* mate = arena_target_mate(agent);
    if (!mate) return true;
    arena_vec own = arena_direction(arena_sub(agent->target.at, agent->at));
    arena_vec other = arena_direction(arena_sub(agent->target.at, mate->at));
    return arena_dot(own, other) < (int64_t)ARENA_ONE * ARENA_ONE * agent->match->tactics.flank_cosine / 1000;
}

static ploy_outcome perform_flank(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    ploy_outcome outcome = perform_position(agent, call);
    return outcome == PLOY_SUCCESS && !has_flanked(bot) ? PLOY_RUNNING : outcome;
}

static ploy_outcome start_skirmish(ploy_agent* agent, const ploy_call* call)
{
    ((stance*)call->data)->seen = arena_agent_of(agent)->match->step;
    return begin_fight(agent, ARENA_NAV_SKIRMISH);
}

// Over when no enemy is near any more, dead or gone. An empty weapon or a target out of sight needs another plan.
static ploy_outcome perform_skirmish(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    stance* s = call->data;
    if (!arena_get(bot, ARENA_KEY_ENGAGED)) return PLOY_SUCCESS;
    if (!arena_arms_is_loaded(bot)) return arena_fail(agent, ARENA_REASON_NO_ROUNDS);
    if (bot->target.visible) s->seen = bot->match->step;
    bool is_lost = bot->match->step - s->seen > (uint32_t)bot->match->tactics.out_of_sight;
    return !is_lost ? PLOY_RUNNING : arena_fail(agent, ARENA_REASON_NO_TARGET);
}

/// Loads a weapon that is half empty while no enemy is in view. The legs go on.
static void load_on_the_way(arena_agent* agent)
{
    const arena_arms* arms = &agent->arms;
    bool is_low = arms->loaded[arms->weapon] * 1000 <=
                  agent->match->weapons[arms->weapon].magazine * agent->match->tactics.half_empty;
    if (!agent->type.fire || agent->target.visible || arms->reloaded_at || !is_low) return;
    if (arena_arms_can_reload(agent)) arena_put(agent, ARENA_KEY_ARMS_REQUEST, ARENA_ARMS_RELOAD);
}

// Searches where it saw the target last. Nobody there: it no longer believes that the target is.
static ploy_outcome start_pursuit(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_agent_of(agent);
    if (!bot->target.agent1) return arena_fail(agent, ARENA_REASON_NO_TARGET);
    arena_order_go(bot, arena_map_node(bot->match->map, bot->target.at));
    return PLOY_RUNNING;
}

static ploy_outcome perform_pursuit(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_agent_of(agent);
    const arena_map* map = bot->match->map;
    if (!bot->target.agent1 || arena_get(bot, ARENA_KEY_IN_WEAPONS_RANGE)) return PLOY_SUCCESS;
    arena_vec heading = arena_map_middle(map, (uint32_t)arena_get(bot, ARENA_KEY_NAV_NODE));
    ploy_outcome outcome = arena_nav_outcome(agent);
    if (!arena_is_near(heading, bot->target.at, bot->match->tactics.moved_far)) {
        arena_order_go(bot, arena_map_node(map, bot->target.at));
        return PLOY_RUNNING;
    }
    if (outcome != PLOY_RUNNING && !bot->target.visible) {
        arena_target_forget(bot);
        return PLOY_SUCCESS;
    }
    return outcome == PLOY_FAILURE ? PLOY_FAILURE : PLOY_RUNNING;
}

// To within reach of its fists.
static ploy_outcome start_charge(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return begin_fight(agent, ARENA_NAV_CHASE);
}

static ploy_outcome perform_charge(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const arena_agent* bot = arena_agent_of(agent);
    if (!bot->target.agent1) return arena_fail(agent, ARENA_REASON_NO_TARGET);
    return arena_get(bot, ARENA_KEY_TARGET_CLOSE) ? PLOY_SUCCESS : arena_nav_outcome(agent);
}

// To where the target cannot see it, until the target is gone. A target that comes after it needs another plan.
static bool knows_cover(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_get(arena_agent_of(agent), ARENA_KEY_KNOWS_COVER);
}

static ploy_outcome start_retreat(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return begin_fight(agent, ARENA_NAV_COVER);
}

static ploy_outcome perform_retreat(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_agent_of(agent);
    if (!arena_get(bot, ARENA_KEY_ENGAGED)) return PLOY_SUCCESS;
    ploy_outcome outcome = arena_nav_outcome(agent);
    if (outcome == PLOY_RUNNING) return PLOY_RUNNING;
    load_on_the_way(bot);
    return outcome == PLOY_FAILURE || bot->target.visible ? arena_fail(agent, ARENA_REASON_ENGAGED) : PLOY_RUNNING;
}

// Hands: loading and changing weapons without standing in view.

static ploy_outcome start_hands(ploy_agent* agent, arena_arms_request what)
{
    arena_agent* bot = arena_agent_of(agent);
    arena_put(bot, ARENA_KEY_ARMS_REQUEST, what);
    arena_order_fire(bot, ARENA_FIRE_NOT);
    arena_order_move(bot, bot->target.agent1 ? ARENA_NAV_SKIRMISH : ARENA_NAV_STAY, 0);
    return PLOY_RUNNING;
}

static ploy_outcome start_load(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return start_hands(agent, ARENA_ARMS_RELOAD);
}

static ploy_outcome start_switch(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return start_hands(agent, ARENA_ARMS_CHANGE);
}

// A weapon without rounds in it is loaded after the change.
static ploy_outcome perform_hands(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_agent_of(agent);
    if (bot->arms.reloaded_at || arena_get(bot, ARENA_KEY_ARMS_REQUEST)) return PLOY_RUNNING;
    if (arena_arms_is_loaded(bot)) return PLOY_SUCCESS;
    if (!arena_arms_can_reload(bot)) return arena_fail(agent, ARENA_REASON_NO_ROUNDS);
    arena_put(bot, ARENA_KEY_ARMS_REQUEST, ARENA_ARMS_RELOAD);
    return PLOY_RUNNING;
}

// Points and flags, by the number of the object in the domain: one, two, ours, theirs.

typedef enum site
{
    SITE_ONE,
    SITE_TWO,
    SITE_OURS,
    SITE_THEIRS,
} site;

static const arena_key near_keys[] = {ARENA_KEY_NEAR_ONE, ARENA_KEY_NEAR_TWO, ARENA_KEY_NEAR_OURS,
                                      ARENA_KEY_NEAR_THEIRS};

static site site_of(const ploy_agent* agent, const ploy_call* call)
{
    return (site)(ploy_call_get(call, agent, 0) & 3);
}

static bool has_site(ploy_agent* agent, const ploy_call* call)
{
    const arena_rules* rules = &arena_agent_of(agent)->match->rules;
    return site_of(agent, call) <= SITE_TWO ? rules->points : rules->flags;
}

static uint32_t node_of(const arena_agent* agent, site where)
{
    const arena_match* match = agent->match;
    if (where <= SITE_TWO) return match->points[where].node;
    return arena_map_node(match->map, match->flags[where == SITE_OURS ? agent->team : 1 - agent->team].at);
}

static ploy_outcome start_approach(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    if (!has_site(agent, call)) return arena_fail(agent, ARENA_REASON_NO_PATH);
    arena_order_go(bot, node_of(bot, site_of(agent, call)));
    return PLOY_RUNNING;
}

// Goes again when the flag has moved.
static ploy_outcome perform_approach(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    const arena_map* map = bot->match->map;
    site where = site_of(agent, call);
    if (arena_get(bot, near_keys[where])) return PLOY_SUCCESS;
    if (arena_is_stopped(bot)) return arena_fail(agent, ARENA_REASON_ENGAGED);
    load_on_the_way(bot);
    uint32_t node = node_of(bot, where);
    arena_vec heading = arena_map_middle(map, (uint32_t)arena_get(bot, ARENA_KEY_NAV_NODE));
    ploy_outcome outcome = arena_nav_outcome(agent);
    if (!arena_is_near(heading, arena_map_middle(map, node), bot->match->tactics.moved_far)) arena_order_go(bot, node);
    return outcome;
}

static ploy_outcome perform_seize(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    const arena_point* point = &bot->match->points[site_of(agent, call) & 1];
    if (point->owner1 == bot->team + 1) return PLOY_SUCCESS;
    load_on_the_way(bot);
    return arena_nav_outcome(agent) == PLOY_FAILURE ? PLOY_FAILURE : PLOY_RUNNING;
}

// Posts and hunts.

typedef struct post
{
    int32_t x, y;   ///< the place it guards
    uint32_t since; ///< step of its arrival; 0: it is not there yet
} post;

static ploy_outcome start_post(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    uint32_t place = arena_place_to_guard(bot);
    arena_vec at = arena_map_middle(bot->match->map, place);
    *(post*)call->data = (post){at.x, at.y, 0};
    arena_order_go(bot, arena_pick_around(bot, place));
    return PLOY_RUNNING;
}

// At its post it faces outward.
static ploy_outcome perform_post(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    post* p = call->data;
    if (arena_is_stopped(bot)) return arena_fail(agent, ARENA_REASON_ENGAGED);
    load_on_the_way(bot);
    ploy_outcome outcome = arena_nav_outcome(agent);
    if (outcome != PLOY_SUCCESS) return outcome;
    arena_vec outward = arena_direction(arena_sub(bot->at, (arena_vec){p->x, p->y}));
    if (!bot->target.visible && (outward.x || outward.y)) bot->facing = arena_turn(bot->facing, outward);
    if (p->since == 0) p->since = bot->match->step;
    return bot->match->step - p->since < (uint32_t)bot->match->tactics.post ? PLOY_RUNNING : PLOY_SUCCESS;
}

static ploy_outcome start_hunt(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_agent_of(agent), ARENA_NAV_ROAM, 0);
    arena_order_fire(arena_agent_of(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome perform_hunt(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_agent_of(agent);
    if (arena_get(bot, ARENA_KEY_ENGAGED)) return PLOY_SUCCESS;
    load_on_the_way(bot);
    return arena_nav_outcome(agent);
}

static const arena_activity list[] = {
    {"TakePosition", can_fire, start_position, perform_position, 0, NULL, NULL},
    {"Flank", can_fire, start_flank, perform_flank, 0, NULL, NULL},
    {"Skirmish", can_fire, start_skirmish, perform_skirmish, sizeof(stance), NULL, NULL},
    {"Pursue", NULL, start_pursuit, perform_pursuit, 0, NULL, NULL},
    {"FallBack", knows_cover, start_retreat, perform_retreat, 0, NULL, NULL},
    {"Charge", NULL, start_charge, perform_charge, 0, NULL, NULL},
    {"LoadOnTheMove", can_fire, start_load, perform_hands, 0, NULL, NULL},
    {"SwitchWeapon", can_fire, start_switch, perform_hands, 0, NULL, NULL},
    {"Approach", has_site, start_approach, perform_approach, 0, "place", NULL},
    {"Seize", has_site, start_approach, perform_seize, 0, "place", NULL},
    {"HoldPost", NULL, start_post, perform_post, sizeof(post), NULL, NULL},
    {"Hunt", NULL, start_hunt, perform_hunt, 0, NULL, NULL},
};

bool arena_add_soldiering(ploy_bindings* bindings, bool is_parallel)
{
    return arena_add_activities(bindings, list, sizeof list / sizeof *list, is_parallel);
}
