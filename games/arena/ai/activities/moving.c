// Movement. All of these fire at enemies that show up.

#include "games/arena/ai/bindings.h"
#include "games/arena/ai/arms.h"
#include "games/arena/rules/match.h"

#include <ploy/squad.h>

typedef struct fetch
{
    uint32_t place;
    int32_t had; ///< rounds or health at the start
} fetch;

/// The order that it follows.
typedef struct errand
{
    int32_t kind, place;
} errand;

static bool has_order(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_get(arena_agent_of(agent), ARENA_KEY_ORDER) != 0;
}

static ploy_outcome follow_leader(ploy_agent* agent)
{
    arena_agent* bot = arena_agent_of(agent);
    int64_t leader1 = arena_get(bot, ARENA_KEY_ORDER_TARGET);
    if (leader1 <= 0) return arena_fail(agent, ARENA_REASON_NOTHING_THERE);
    arena_order_move(bot, ARENA_NAV_FOLLOW, (uint32_t)(leader1 - 1));
    arena_order_fire(bot, ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

// Goes to the order's place, or follows the order's target.
static ploy_outcome start_go(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    *(errand*)call->data =
        (errand){(int32_t)arena_get(bot, ARENA_KEY_ORDER), (int32_t)arena_get(bot, ARENA_KEY_ORDER_PLACE)};
    if (arena_get(bot, ARENA_KEY_ORDER) == PLOY_ORDER_FOLLOW) return follow_leader(agent);
    int64_t node = arena_get(bot, ARENA_KEY_ORDER_PLACE);
    uint32_t count = bot->match->map->width * bot->match->map->height;
    if (node <= 0 || node >= count) return arena_fail(agent, ARENA_REASON_NO_PATH);
    arena_order_go(bot, (uint32_t)node);
    return PLOY_RUNNING;
}

static ploy_outcome perform_go(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_nav_outcome(agent);
}

// Ends when the order changes. An agent that has arrived waits there.
static ploy_outcome perform_errand(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    const errand* e = call->data;
    bool stands = e->kind == arena_get(bot, ARENA_KEY_ORDER) && e->place == arena_get(bot, ARENA_KEY_ORDER_PLACE);
    if (!stands) return PLOY_SUCCESS;
    ploy_outcome outcome = arena_nav_outcome(agent);
    bool waits = outcome == PLOY_SUCCESS && e->kind != PLOY_ORDER_NONE;
    return waits ? PLOY_RUNNING : outcome;
}

// The same, unless a fight begins on the way.
static ploy_outcome perform_order(ploy_agent* agent, const ploy_call* call)
{
    bool is_stopped = arena_is_stopped(arena_agent_of(agent));
    return is_stopped ? arena_fail(agent, ARENA_REASON_ENGAGED) : perform_errand(agent, call);
}

/// Health or ammunition, by the row of the table.
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
    return arena_agent_of(agent)->pickup[is_for_health(call)] != PLOY_NONE;
}

static ploy_outcome head_for_pickup(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    fetch* f = call->data;
    f->place = bot->pickup[is_for_health(call)];
    if (f->place == PLOY_NONE) return arena_fail(agent, ARENA_REASON_NOTHING_THERE);
    arena_order_go(bot, bot->match->map->places[f->place].node);
    return PLOY_RUNNING;
}

static ploy_outcome start_fetch(ploy_agent* agent, const ploy_call* call)
{
    ((fetch*)call->data)->had = amount_of(arena_agent_of(agent), is_for_health(call));
    return head_for_pickup(agent, call);
}

// The pickup may turn out to be gone; the sensor then names another.
static ploy_outcome perform_fetch(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    fetch* f = call->data;
    int32_t has = amount_of(bot, is_for_health(call));
    if (has > f->had) return PLOY_SUCCESS;
    f->had = has;
    ploy_outcome outcome = arena_nav_outcome(agent);
    uint32_t named = bot->pickup[is_for_health(call)];
    if (outcome == PLOY_FAILURE || named == f->place) return outcome == PLOY_FAILURE ? outcome : PLOY_RUNNING;
    return head_for_pickup(agent, call);
}

// The same, unless a fight begins on the way.
static ploy_outcome perform_careful_fetch(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    bool is_near = arena_get(bot, ARENA_KEY_HEALTH_SECONDS) <= bot->match->tactics.fetch_anyway;
    return !is_near && arena_is_stopped(bot) ? arena_fail(agent, ARENA_REASON_ENGAGED) : perform_fetch(agent, call);
}

static ploy_outcome start_idle(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_agent_of(agent), ARENA_NAV_ROAM, 0);
    arena_order_fire(arena_agent_of(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome perform_idle(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    bool is_disturbed = bot->target.agent1 || arena_get(bot, ARENA_KEY_UNDER_FIRE);
    if (is_disturbed && call->elapsed > 0) return PLOY_SUCCESS;
    return arena_nav_outcome(agent);
}

uint32_t arena_place_to_guard(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    int64_t ordered = arena_get(agent, ARENA_KEY_ORDER_PLACE);
    bool is_fight = arena_get(agent, ARENA_KEY_FIGHT_ROLE);
    if (arena_get(agent, ARENA_KEY_ORDER) && ordered > 0 && !is_fight) return (uint32_t)ordered;
    if (match->rules.flags) return match->flags[agent->team].base;
    bool second_nearer = arena_square(agent->at, match->points[1].at) < arena_square(agent->at, match->points[0].at);
    bool first = match->points[0].owner1 == agent->team + 1, second = match->points[1].owner1 == agent->team + 1;
    if (match->rules.points && (first || second)) return match->points[second && (second_nearer || !first)].node;
    return arena_map_node(match->map, agent->at);
}

static ploy_outcome start_patrol(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_agent* bot = arena_agent_of(agent);
    arena_order_move(bot, ARENA_NAV_PATROL, arena_place_to_guard(bot));
    arena_order_fire(bot, ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

// An agent that starts to patrol in sight of an enemy patrols for a while.
static ploy_outcome perform_patrol(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    int64_t least = (int64_t)bot->match->tactics.patrol_least * PLOY_SECOND / ARENA_STEPS_PER_SECOND;
    bool is_over = bot->target.visible && call->elapsed >= least;
    return is_over ? PLOY_SUCCESS : arena_nav_outcome(agent);
}

static ploy_outcome start_chase(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_agent_of(agent), ARENA_NAV_CHASE, 0);
    arena_order_fire(arena_agent_of(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome perform_chase(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const arena_agent* bot = arena_agent_of(agent);
    if (!bot->target.agent1) return arena_fail(agent, ARENA_REASON_NO_TARGET);
    arena_key near = bot->type.fire ? ARENA_KEY_IN_WEAPONS_RANGE : ARENA_KEY_TARGET_CLOSE;
    return arena_get(bot, near) ? PLOY_SUCCESS : arena_nav_outcome(agent);
}

static ploy_outcome start_dodge(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_agent_of(agent), ARENA_NAV_RETREAT, 0);
    arena_order_fire(arena_agent_of(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome start_dodge_fire(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_agent_of(agent), ARENA_NAV_DODGE, 0);
    arena_order_fire(arena_agent_of(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static bool knows_cover(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_get(arena_agent_of(agent), ARENA_KEY_KNOWS_COVER);
}

static ploy_outcome start_cover(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    arena_order_move(arena_agent_of(agent), ARENA_NAV_COVER, 0);
    arena_order_fire(arena_agent_of(agent), ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

// Chases the known enemy, or roams to find one.
static ploy_outcome start_seek(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    return bot->target.agent1 ? start_chase(agent, call) : start_idle(agent, call);
}

static ploy_outcome perform_seek(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    if (bot->target.visible) return PLOY_SUCCESS;
    if (bot->target.agent1 && bot->nav.mode == ARENA_NAV_ROAM) return start_chase(agent, call);
    return arena_nav_outcome(agent);
}

static const arena_activity list[] = {
    {"GoTo", has_order, start_go, perform_errand, sizeof(errand), NULL, NULL},
    {"Obey", has_order, start_go, perform_order, sizeof(errand), NULL, NULL},
    {"GoToAmmo", knows_pickup, start_fetch, perform_fetch, sizeof(fetch), NULL, NULL},
    {"GoToHealth", knows_pickup, start_fetch, perform_fetch, sizeof(fetch), NULL, "health"},
    {"GetHealth", knows_pickup, start_fetch, perform_careful_fetch, sizeof(fetch), NULL, "health"},
    {"Idle", NULL, start_idle, perform_idle, 0, NULL, NULL},
    {"Patrol", NULL, start_patrol, perform_patrol, 0, NULL, NULL},
    {"Chase", NULL, start_chase, perform_chase, 0, NULL, NULL},
    {"Dodge", NULL, start_dodge, perform_go, 0, NULL, NULL},
    {"DodgeFire", NULL, start_dodge_fire, perform_go, 0, NULL, NULL},
    {"GoToCover", knows_cover, start_cover, perform_go, 0, NULL, NULL},
    {"SeekClosestEnemy", NULL, start_seek, perform_seek, 0, NULL, NULL},
};

bool arena_add_moving(ploy_bindings* bindings, bool is_parallel)
{
    return arena_add_activities(bindings, list, sizeof list / sizeof *list, is_parallel);
}
