// Going places. All of them fire at what shows up on the way.

#include "games/arena/ai/bindings.h"
#include "games/arena/ai/arms.h"
#include "games/arena/rules/match.h"

#include <ploy/squad.h>

typedef struct fetch
{
    uint32_t place;
    int32_t had; ///< rounds, or health, at the start
} fetch;

/// The order that is obeyed.
typedef struct errand
{
    int64_t kind, place;
} errand;

static bool has_order(ploy_agent* agent, const ploy_call* call)
{
    return ploy_call_get(call, agent, 0) > 0 || arena_get(arena_self(agent), ARENA_KEY_ORDER) != 0;
}

static ploy_outcome follow_leader(ploy_agent* agent)
{
    arena_agent* bot = arena_self(agent);
    int64_t leader1 = arena_get(bot, ARENA_KEY_ORDER_TARGET);
    if (leader1 <= 0) return arena_fail(agent, ARENA_REASON_NOTHING_THERE);
    arena_order_move(bot, ARENA_NAV_FOLLOW, (uint32_t)(leader1 - 1));
    arena_order_fire(bot, ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

// To the node that the port names, or else to the order's, or after whom it names.
static ploy_outcome start_go(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_self(agent);
    int64_t node = ploy_call_get(call, agent, 0);
    *(errand*)call->data = (errand){arena_get(bot, ARENA_KEY_ORDER), arena_get(bot, ARENA_KEY_ORDER_PLACE)};
    if (node <= 0 && arena_get(bot, ARENA_KEY_ORDER) == PLOY_ORDER_FOLLOW) return follow_leader(agent);
    if (node <= 0) node = arena_get(bot, ARENA_KEY_ORDER_PLACE);
    uint32_t count = bot->match->map->width * bot->match->map->height;
    if (node <= 0 || node >= count) return arena_fail(agent, ARENA_REASON_NO_WAY);
    arena_order_go(bot, (uint32_t)node);
    return PLOY_RUNNING;
}

static ploy_outcome perform_go(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_nav_outcome(agent);
}

// Another order: this one is obeyed no more. Who is there waits for it.
static ploy_outcome perform_errand(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_self(agent);
    const errand* e = call->data;
    bool stands = e->kind == arena_get(bot, ARENA_KEY_ORDER) && e->place == arena_get(bot, ARENA_KEY_ORDER_PLACE);
    if (!stands) return PLOY_SUCCESS;
    ploy_outcome outcome = arena_nav_outcome(agent);
    bool waits = outcome == PLOY_SUCCESS && e->kind != PLOY_ORDER_NONE;
    return waits ? PLOY_RUNNING : outcome;
}

/// The row says: health, or ammunition.
static bool is_for_health(const ploy_call* call)
{
    return arena_row_user(call) != NULL;
}

static int32_t amount_of(const arena_agent* agent, bool health)
{
    return health ? agent->health : arena_arms_rounds(agent);
}

static bool knows_pickup(ploy_agent* agent, const ploy_call* call)
{
    return arena_self(agent)->pickup[is_for_health(call)] != PLOY_NONE;
}

static ploy_outcome head_for_pickup(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_self(agent);
    fetch* f = call->data;
    f->place = bot->pickup[is_for_health(call)];
    if (f->place == PLOY_NONE) return arena_fail(agent, ARENA_REASON_NOTHING_THERE);
    arena_order_go(bot, bot->match->map->places[f->place].node);
    return PLOY_RUNNING;
}

static ploy_outcome start_fetch(ploy_agent* agent, const ploy_call* call)
{
    ((fetch*)call->data)->had = amount_of(arena_self(agent), is_for_health(call));
    return head_for_pickup(agent, call);
}

// Gone, in sight or on arrival: the sensor has named another by then, or will.
static ploy_outcome perform_fetch(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_self(agent);
    fetch* f = call->data;
    int32_t has = amount_of(bot, is_for_health(call));
    if (has > f->had) return PLOY_SUCCESS;
    f->had = has;
    ploy_outcome outcome = arena_nav_outcome(agent);
    uint32_t named = bot->pickup[is_for_health(call)];
    if (outcome == PLOY_FAILURE || named == f->place) return outcome == PLOY_FAILURE ? outcome : PLOY_RUNNING;
    return head_for_pickup(agent, call);
}

static ploy_outcome start_idle(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_self(agent), ARENA_NAV_ROAM, 0);
    arena_order_fire(arena_self(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome perform_idle(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_self(agent);
    bool is_stirred = bot->target.agent1 || arena_get(bot, ARENA_KEY_UNDER_FIRE);
    if (is_stirred && call->elapsed > 0) return PLOY_SUCCESS;
    return arena_nav_outcome(agent);
}

/// The place to guard: as ordered, or one's own point or base that is nearest, or here.
static uint32_t patrol_place(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    int64_t ordered = arena_get(agent, ARENA_KEY_ORDER_PLACE);
    if (arena_get(agent, ARENA_KEY_ORDER) && ordered > 0) return (uint32_t)ordered;
    if (match->rules.flags) return match->flags[agent->team].base;
    bool second_nearer = arena_square(agent->at, match->points[1].at) < arena_square(agent->at, match->points[0].at);
    bool first = match->points[0].owner1 == agent->team + 1, second = match->points[1].owner1 == agent->team + 1;
    if (match->rules.points && (first || second)) return match->points[second && (second_nearer || !first)].node;
    return arena_map_node(match->map, agent->at);
}

static ploy_outcome start_patrol(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_self(agent);
    arena_order_move(bot, ARENA_NAV_PATROL, patrol_place(bot));
    arena_order_fire(bot, ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

// Who goes on patrol though it sees an enemy goes somewhere at least.
static ploy_outcome perform_patrol(ploy_agent* agent, const ploy_call* call)
{
    bool is_over = arena_self(agent)->target.visible && call->elapsed >= PLOY_SECOND;
    return is_over ? PLOY_SUCCESS : arena_nav_outcome(agent);
}

static ploy_outcome start_chase(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_self(agent), ARENA_NAV_CHASE, 0);
    arena_order_fire(arena_self(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome perform_chase(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const arena_agent* bot = arena_self(agent);
    if (!bot->target.agent1) return arena_fail(agent, ARENA_REASON_NO_TARGET);
    arena_key near = bot->type.fire ? ARENA_KEY_IN_WEAPONS_RANGE : ARENA_KEY_TARGET_CLOSE;
    return arena_get(bot, near) ? PLOY_SUCCESS : arena_nav_outcome(agent);
}

static ploy_outcome start_dodge(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_self(agent), ARENA_NAV_RETREAT, 0);
    arena_order_fire(arena_self(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome start_dodge_fire(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_self(agent), ARENA_NAV_DODGE, 0);
    arena_order_fire(arena_self(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static bool knows_cover(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_get(arena_self(agent), ARENA_KEY_KNOWS_COVER);
}

static ploy_outcome start_cover(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_self(agent), ARENA_NAV_COVER, 0);
    arena_order_fire(arena_self(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

// After the enemy it knows best, or anywhere to find one.
static ploy_outcome start_seek(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_self(agent);
    return bot->target.agent1 ? start_chase(agent, call) : start_idle(agent, call);
}

static ploy_outcome perform_seek(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_self(agent);
    if (bot->target.visible) return PLOY_SUCCESS;
    if (bot->target.agent1 && bot->nav.mode == ARENA_NAV_ROAM) return start_chase(agent, call);
    return arena_nav_outcome(agent);
}

static const arena_activity list[] = {
    {"GoTo", has_order, start_go, perform_errand, sizeof(errand), "node", NULL},
    {"GoToAmmo", knows_pickup, start_fetch, perform_fetch, sizeof(fetch), NULL, NULL},
    {"GoToHealth", knows_pickup, start_fetch, perform_fetch, sizeof(fetch), NULL, "health"},
    {"Idle", NULL, start_idle, perform_idle, 0, NULL, NULL},
    {"Patrol", NULL, start_patrol, perform_patrol, 0, NULL, NULL},
    {"Chase", NULL, start_chase, perform_chase, 0, NULL, NULL},
    {"Dodge", NULL, start_dodge, perform_go, 0, NULL, NULL},
    {"DodgeFire", NULL, start_dodge_fire, perform_go, 0, NULL, NULL},
    {"GoToCover", knows_cover, start_cover, perform_go, 0, NULL, NULL},
    {"SeekClosestEnemy", NULL, start_seek, perform_seek, 0, NULL, NULL},
};

bool arena_add_moving(ploy_bindings* bindings)
{
    return arena_add_activities(bindings, list, sizeof list / sizeof *list);
}
