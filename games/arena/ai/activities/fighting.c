// Attacks, reloading and weapon changes. Attacks at long and short range are the plain attack with movement. Minds that
// run several activities at once can also control hands and legs separately: Fire ends with the attack; KeepRange,
// KeepLongRange and KeepShortRange never end.

#include "games/arena/ai/bindings.h"
#include "games/arena/ai/arms.h"
#include "games/arena/rules/match.h"

typedef struct attack
{
    uint32_t target1; ///< the target it started with
} attack;

// Viable does not check targets and rounds: earlier steps of a plan may achieve those.
static bool can_fire(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_agent_of(agent)->type.fire;
}

static bool can_strike(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_agent_of(agent)->type.melee;
}

static bool is_far_weapon(const arena_agent* agent)
{
    return agent->match->weapons[agent->arms.weapon].far;
}

static ploy_outcome begin_attack(ploy_agent* agent, const ploy_call* call, arena_fire_mode fire, arena_nav_mode nav)
{
    arena_agent* bot = arena_agent_of(agent);
    ((attack*)call->data)->target1 = bot->target.agent1;
    if (!bot->target.agent1) return arena_fail(agent, ARENA_REASON_NO_TARGET);
    arena_order_fire(bot, fire);
    arena_order_move(bot, nav, 0);
    return PLOY_RUNNING;
}

static ploy_outcome start_attack(ploy_agent* agent, const ploy_call* call)
{
    return begin_attack(agent, call, ARENA_FIRE_AT_TARGET, ARENA_NAV_STAY);
}

static ploy_outcome start_fire(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    ((attack*)call->data)->target1 = bot->target.agent1;
    if (!bot->target.agent1) return arena_fail(agent, ARENA_REASON_NO_TARGET);
    arena_order_fire(bot, ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome start_keep_long(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_agent_of(agent), ARENA_NAV_KEEP_LONG, 0);
    return PLOY_RUNNING;
}

static ploy_outcome start_keep_short(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_agent_of(agent), ARENA_NAV_KEEP_SHORT, 0);
    return PLOY_RUNNING;
}

static ploy_outcome start_keep(ploy_agent* agent, const ploy_call* call)
{
    return is_far_weapon(arena_agent_of(agent)) ? start_keep_long(agent, call) : start_keep_short(agent, call);
}

static ploy_outcome perform_keep(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return PLOY_RUNNING;
}

static ploy_outcome start_long(ploy_agent* agent, const ploy_call* call)
{
    return begin_attack(agent, call, ARENA_FIRE_AT_TARGET, ARENA_NAV_KEEP_LONG);
}

static ploy_outcome start_short(ploy_agent* agent, const ploy_call* call)
{
    return begin_attack(agent, call, ARENA_FIRE_AT_TARGET, ARENA_NAV_KEEP_SHORT);
}

static ploy_outcome start_melee(ploy_agent* agent, const ploy_call* call)
{
    return begin_attack(agent, call, ARENA_FIRE_MELEE, ARENA_NAV_CHASE);
}

/// The attack, not the movement, decides when it is over: the target is dead or gone.
static ploy_outcome attack_outcome(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    uint32_t target1 = ((attack*)call->data)->target1;
    bool is_dead = target1 && !arena_is_alive(&bot->match->agents[target1 - 1]);
    return is_dead || !bot->target.agent1 ? PLOY_SUCCESS : PLOY_RUNNING;
}

// An attack ends with an empty magazine.
static ploy_outcome perform_attack(ploy_agent* agent, const ploy_call* call)
{
    return arena_arms_is_loaded(arena_agent_of(agent)) ? attack_outcome(agent, call) : PLOY_SUCCESS;
}

static ploy_outcome perform_melee(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    ploy_outcome outcome = attack_outcome(agent, call);
    if (outcome != PLOY_RUNNING) return outcome;
    return bot->target.distance < bot->match->tactics.melee_gives_up ? PLOY_RUNNING
                                                                     : arena_fail(agent, ARENA_REASON_NO_TARGET);
}

/// The hands are occupied: do not stand still where an enemy can see the agent.
static ploy_outcome request(arena_agent* agent, arena_arms_request what)
{
    arena_put(agent, ARENA_KEY_ARMS_REQUEST, what);
    arena_order_move(agent, agent->target.visible ? ARENA_NAV_DODGE : ARENA_NAV_STAY, 0);
    return PLOY_RUNNING;
}

static ploy_outcome start_change(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return request(arena_agent_of(agent), ARENA_ARMS_CHANGE);
}

// Changes to a weapon that can fire, and reloads it first if necessary.
static ploy_outcome perform_change(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_agent_of(agent);
    if (bot->arms.reloaded_at || arena_get(bot, ARENA_KEY_ARMS_REQUEST)) return PLOY_RUNNING;
    if (arena_arms_is_loaded(bot)) return PLOY_SUCCESS;
    if (!arena_arms_can_reload(bot)) return arena_fail(agent, ARENA_REASON_NO_ROUNDS);
    arena_put(bot, ARENA_KEY_ARMS_REQUEST, ARENA_ARMS_RELOAD);
    return PLOY_RUNNING;
}

static ploy_outcome start_reload(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return request(arena_agent_of(agent), ARENA_ARMS_RELOAD);
}

static ploy_outcome perform_reload(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_agent_of(agent);
    if (bot->arms.reloaded_at || arena_get(bot, ARENA_KEY_ARMS_REQUEST)) return PLOY_RUNNING;
    return arena_arms_is_loaded(bot) ? PLOY_SUCCESS : arena_fail(agent, ARENA_REASON_NO_ROUNDS);
}

static bool can_fire_blindly(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const arena_agent* bot = arena_agent_of(agent);
    return arena_get(bot, ARENA_KEY_UNDER_FIRE) && !bot->target.visible && arena_arms_is_loaded(bot);
}

static ploy_outcome start_blind(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_fire(arena_agent_of(agent), ARENA_FIRE_BLIND);
    return PLOY_RUNNING;
}

static ploy_outcome perform_blind(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    if (bot->target.visible || call->elapsed >= arena_microseconds(bot->match->tactics.blind)) return PLOY_SUCCESS;
    return arena_arms_is_loaded(bot) ? PLOY_RUNNING : arena_fail(agent, ARENA_REASON_NO_ROUNDS);
}

static const arena_activity list[] = {
    {"Attack", can_fire, start_attack, perform_attack, sizeof(attack), NULL, NULL},
    {"AttackLongRange", can_fire, start_long, perform_attack, sizeof(attack), NULL, NULL},
    {"AttackShortRange", can_fire, start_short, perform_attack, sizeof(attack), NULL, NULL},
    {"Fire", can_fire, start_fire, perform_attack, sizeof(attack), NULL, NULL},
    {"KeepLongRange", can_fire, start_keep_long, perform_keep, 0, NULL, NULL},
    {"KeepShortRange", can_fire, start_keep_short, perform_keep, 0, NULL, NULL},
    {"KeepRange", can_fire, start_keep, perform_keep, 0, NULL, NULL},
    {"AttackMelee", can_strike, start_melee, perform_melee, sizeof(attack), NULL, NULL},
    {"ChangeWeapon", can_fire, start_change, perform_change, 0, NULL, NULL},
    {"Reload", can_fire, start_reload, perform_reload, 0, NULL, NULL},
    {"BlindFire", can_fire_blindly, start_blind, perform_blind, 0, NULL, NULL},
};

bool arena_add_fighting(ploy_bindings* bindings, bool is_parallel)
{
    return arena_add_activities(bindings, list, sizeof list / sizeof *list, is_parallel);
}
