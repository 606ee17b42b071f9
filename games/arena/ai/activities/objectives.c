// Activities for domination points and flags.

#include "games/arena/ai/bindings.h"
#include "games/arena/rules/match.h"

static const uint32_t point_numbers[2] = {0, 1};

static const arena_point* point_of(const arena_agent* agent, const ploy_call* call)
{
    return &agent->match->points[*(const uint32_t*)arena_row_user(call)];
}

static bool has_points(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_agent_of(agent)->match->rules.points;
}

static ploy_outcome start_point(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    if (!bot->match->rules.points) return arena_fail(agent, ARENA_REASON_NO_PATH);
    arena_order_go(bot, point_of(bot, call)->node);
    return PLOY_RUNNING;
}

// Succeeds when the team owns the point. While the point is disputed the agent stays and fights.
static ploy_outcome perform_point(ploy_agent* agent, const ploy_call* call)
{
    const arena_agent* bot = arena_agent_of(agent);
    if (point_of(bot, call)->owner1 == bot->team + 1) return PLOY_SUCCESS;
    return arena_nav_outcome(agent) == PLOY_FAILURE ? PLOY_FAILURE : PLOY_RUNNING;
}

static const arena_flag* our_flag(const arena_agent* agent)
{
    return &agent->match->flags[agent->team];
}

static const arena_flag* their_flag(const arena_agent* agent)
{
    return &agent->match->flags[1 - agent->team];
}

/// Goes to the flag, and again when the flag has moved. A team knows where the flags are.
static ploy_outcome follow_flag(ploy_agent* agent, const arena_flag* flag, bool is_new)
{
    arena_agent* bot = arena_agent_of(agent);
    const arena_map* map = bot->match->map;
    arena_vec heading = arena_map_middle(map, (uint32_t)arena_get(bot, ARENA_KEY_NAV_NODE));
    ploy_outcome outcome = is_new ? PLOY_RUNNING : arena_nav_outcome(agent);
    bool has_moved = !arena_is_near(heading, flag->at, bot->match->tactics.moved_far) || outcome == PLOY_SUCCESS;
    if (is_new || has_moved) arena_order_go(bot, arena_map_node(map, flag->at));
    return outcome == PLOY_FAILURE ? PLOY_FAILURE : PLOY_RUNNING;
}

static bool can_hunt(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const arena_agent* bot = arena_agent_of(agent);
    return bot->match->rules.flags && our_flag(bot)->state != ARENA_FLAG_HOME;
}

static ploy_outcome start_hunt(ploy_agent* agent, const ploy_call* call)
{
    return can_hunt(agent, call) ? follow_flag(agent, our_flag(arena_agent_of(agent)), true)
                                 : arena_fail(agent, ARENA_REASON_TOO_LATE);
}

// Killing the carrier or touching the dropped flag sends our flag home.
static ploy_outcome perform_hunt(ploy_agent* agent, const ploy_call* call)
{
    return can_hunt(agent, call) ? follow_flag(agent, our_flag(arena_agent_of(agent)), false) : PLOY_SUCCESS;
}

static bool has_flags(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_agent_of(agent)->match->rules.flags;
}

static bool can_carry(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    return arena_agent_of(agent)->carries;
}

static ploy_outcome start_carry(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    if (!can_carry(agent, call)) return arena_fail(agent, ARENA_REASON_NOTHING_THERE);
    arena_order_go(bot, our_flag(bot)->base);
    return PLOY_RUNNING;
}

// At the base it may have to wait for its own flag.
static ploy_outcome perform_carry(ploy_agent* agent, const ploy_call* call)
{
    if (!can_carry(agent, call)) return PLOY_SUCCESS;
    return arena_nav_outcome(agent) == PLOY_FAILURE ? PLOY_FAILURE : PLOY_RUNNING;
}

static bool can_take(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const arena_agent* bot = arena_agent_of(agent);
    return bot->match->rules.flags && their_flag(bot)->state != ARENA_FLAG_CARRIED;
}

static ploy_outcome start_take(ploy_agent* agent, const ploy_call* call)
{
    return can_take(agent, call) ? follow_flag(agent, their_flag(arena_agent_of(agent)), true)
                                 : arena_fail(agent, ARENA_REASON_TOO_LATE);
}

static ploy_outcome perform_take(ploy_agent* agent, const ploy_call* call)
{
    if (arena_agent_of(agent)->carries) return PLOY_SUCCESS;
    return can_take(agent, call) ? follow_flag(agent, their_flag(arena_agent_of(agent)), false)
                                 : arena_fail(agent, ARENA_REASON_TOO_LATE);
}

static bool can_protect(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    const arena_agent* bot = arena_agent_of(agent);
    return bot->match->rules.flags && their_flag(bot)->state == ARENA_FLAG_CARRIED && !bot->carries;
}

static ploy_outcome start_protect(ploy_agent* agent, const ploy_call* call)
{
    arena_agent* bot = arena_agent_of(agent);
    if (!can_protect(agent, call)) return arena_fail(agent, ARENA_REASON_NOTHING_THERE);
    arena_order_move(bot, ARENA_NAV_FOLLOW, their_flag(bot)->carrier);
    arena_order_fire(bot, ARENA_FIRE_AT_TARGET);
    return PLOY_RUNNING;
}

static ploy_outcome perform_protect(ploy_agent* agent, const ploy_call* call)
{
    return can_protect(agent, call) ? arena_nav_outcome(agent) : PLOY_SUCCESS;
}

static const arena_activity list[] = {
    {"AttackDomPointOne", has_points, start_point, perform_point, 0, NULL, &point_numbers[0]},
    {"AttackDomPointTwo", has_points, start_point, perform_point, 0, NULL, &point_numbers[1]},
    {"AttackFlagCarrier", can_hunt, start_hunt, perform_hunt, 0, NULL, NULL},
    {"CarryFlag", has_flags, start_carry, perform_carry, 0, NULL, NULL},
    {"PickupFlag", can_take, start_take, perform_take, 0, NULL, NULL},
    {"ProtectFlagBearer", can_protect, start_protect, perform_protect, 0, NULL, NULL},
};

bool arena_add_objectives(ploy_bindings* bindings, bool is_parallel)
{
    return arena_add_activities(bindings, list, sizeof list / sizeof *list, is_parallel);
}
