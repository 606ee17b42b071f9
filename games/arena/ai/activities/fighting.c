// Attacks and what weapons need. The attacks for long and short ranges are the plain one with legs; hands and legs can
// also be had apart, for minds that run several activities at once: Fire says when the attack is over, KeepRange,
// KeepLongRange and KeepShortRange never end.

#include "games/arena/ai/bindings.h"
#include "games/arena/ai/arms.h"
#include "games/arena/rules/match.h"

#define BLIND_FOR (3 * PLOY_SECOND / 2)
#define MELEE_GIVES_UP (10 * ARENA_CELL)

typedef struct attack
{
    uint32_t target1; ///< whom it was begun for
} attack;

// What is viable does not speak of targets and rounds: a plan may bring those about.
static bool can_fire(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_self(agent)->type.fire;
}

static bool can_strike(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_self(agent)->type.melee;
}

static bool is_far_weapon(const arena_agent* agent)
{
    return agent->match->weapons[agent->arms.weapon].far;
}

static ploy_outcome begin_attack(ploy_agent* agent, const ploy_call* call, arena_fire_mode fire, arena_nav_mode nav)
{
    arena_agent* bot = arena_self(agent);
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
    arena_agent* bot = arena_self(agent);
    ((attack*)call->data)->target1 = bot->target.agent1;
    if (!bot->target.agent1) return arena_fail(agent, ARENA_REASON_NO_TARGET);
    arena_order_fire(bot, ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome start_keep_long(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_self(agent), ARENA_NAV_KEEP_LONG, 0);
    return PLOY_RUNNING;
}

static ploy_outcome start_keep_short(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_self(agent), ARENA_NAV_KEEP_SHORT, 0);
    return PLOY_RUNNING;
}

static ploy_outcome start_keep(ploy_agent* agent, const ploy_call* call)
{
    return is_far_weapon(arena_self(agent)) ? start_keep_long(agent, call) : start_keep_short(agent, call);
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

/// The attack, not the walk, says when it is over: the target is dead or gone.
static ploy_outcome attack_outcome(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_self(agent);
    uint32_t target1 = ((attack*)call->data)->target1;
    bool is_dead = target1 && !arena_is_alive(&bot->match->agents[target1 - 1]);
    return is_dead || !bot->target.agent1 ? PLOY_SUCCESS : PLOY_RUNNING;
}

// With the magazine empty it has done what it could.
static ploy_outcome perform_attack(ploy_agent* agent, const ploy_call* call)
{
    return arena_arms_is_loaded(arena_self(agent)) ? attack_outcome(agent, call) : PLOY_SUCCESS;
}

static ploy_outcome perform_melee(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_self(agent);
    ploy_outcome outcome = attack_outcome(agent, call);
    if (outcome != PLOY_RUNNING) return outcome;
    return bot->target.distance < MELEE_GIVES_UP ? PLOY_RUNNING : arena_fail(agent, ARENA_REASON_NO_TARGET);
}

/// Hands are busy: not a moment to stand still where an enemy sees it.
static ploy_outcome request(arena_agent* agent, arena_arms_request what)
{
    arena_put(agent, ARENA_KEY_ARMS_REQUEST, what);
    arena_order_move(agent, agent->target.visible ? ARENA_NAV_DODGE : ARENA_NAV_STAY, 0);
    return PLOY_RUNNING;
}

static ploy_outcome start_change(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return request(arena_self(agent), ARENA_ARMS_CHANGE);
}

// To a weapon that can be fired: if it must be, it is loaded first.
static ploy_outcome perform_change(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_self(agent);
    if (bot->arms.reloaded_at || arena_get(bot, ARENA_KEY_ARMS_REQUEST)) return PLOY_RUNNING;
    if (arena_arms_is_loaded(bot)) return PLOY_SUCCESS;
    if (!arena_arms_can_reload(bot)) return arena_fail(agent, ARENA_REASON_NO_ROUNDS);
    arena_put(bot, ARENA_KEY_ARMS_REQUEST, ARENA_ARMS_RELOAD);
    return PLOY_RUNNING;
}

static ploy_outcome start_reload(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return request(arena_self(agent), ARENA_ARMS_RELOAD);
}

static ploy_outcome perform_reload(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_self(agent);
    if (bot->arms.reloaded_at || arena_get(bot, ARENA_KEY_ARMS_REQUEST)) return PLOY_RUNNING;
    return arena_arms_is_loaded(bot) ? PLOY_SUCCESS : arena_fail(agent, ARENA_REASON_NO_ROUNDS);
}

static bool can_fire_blindly(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const arena_agent* bot = arena_self(agent);
    return arena_get(bot, ARENA_KEY_UNDER_FIRE) && !bot->target.visible && arena_arms_is_loaded(bot);
}

static ploy_outcome start_blind(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_fire(arena_self(agent), ARENA_FIRE_BLIND);
    return PLOY_RUNNING;
}

static ploy_outcome perform_blind(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_self(agent);
    if (bot->target.visible || call->elapsed >= BLIND_FOR) return PLOY_SUCCESS;
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

bool arena_add_fighting(ploy_bindings* bindings)
{
    return arena_add_activities(bindings, list, sizeof list / sizeof *list);
}
