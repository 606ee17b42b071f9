// What points and flags ask for.

#include "games/arena/ai/bindings.h"
#include "games/arena/rules/match.h"

#define MOVED_FAR (4 * ARENA_CELL)

static const uint32_t point_numbers[2] = {0, 1};

static const arena_point* point_of(const arena_agent* agent, const ploy_run* run)
{
    return &agent->match->points[*(const uint32_t*)arena_row_user(run)];
}

static bool has_points(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return arena_self(self)->match->rules.points;
}

static ploy_outcome start_point(ploy_self* self, const ploy_run* run)
{
    arena_agent* agent = arena_self(self);
    if (!agent->match->rules.points) return arena_fail(self, ARENA_REASON_NO_WAY);
    arena_order_go(agent, point_of(agent, run)->node);
    return PLOY_BUSY;
}

// Done when it is taken; there and not taken, somebody disputes it: stay and fight.
static ploy_outcome perform_point(ploy_self* self, const ploy_run* run)
{
    const arena_agent* agent = arena_self(self);
    if (point_of(agent, run)->owner1 == agent->team + 1) return PLOY_SUCCESS;
    return arena_nav_outcome(self) == PLOY_FAILURE ? PLOY_FAILURE : PLOY_BUSY;
}

static const arena_flag* our_flag(const arena_agent* agent)
{
    return &agent->match->flags[agent->team];
}

static const arena_flag* their_flag(const arena_agent* agent)
{
    return &agent->match->flags[1 - agent->team];
}

/// Goes where the flag is, and goes on when it has moved. A team knows where flags are.
static ploy_outcome follow_flag(ploy_self* self, const arena_flag* flag, bool anew)
{
    arena_agent* agent = arena_self(self);
    const arena_map* map = agent->match->map;
    arena_vec heading = arena_map_middle(map, (uint32_t)arena_get(agent, ARENA_KEY_NAV_NODE));
    ploy_outcome outcome = anew ? PLOY_BUSY : arena_nav_outcome(self);
    bool has_moved = !arena_is_near(heading, flag->at, MOVED_FAR) || outcome == PLOY_SUCCESS;
    if (anew || has_moved) arena_order_go(agent, arena_map_node(map, flag->at));
    return outcome == PLOY_FAILURE ? PLOY_FAILURE : PLOY_BUSY;
}

static bool can_hunt(ploy_self* self, const ploy_run* run)
{
    (void)run;
    const arena_agent* agent = arena_self(self);
    return agent->match->rules.flags && our_flag(agent)->state != ARENA_FLAG_HOME;
}

static ploy_outcome start_hunt(ploy_self* self, const ploy_run* run)
{
    return can_hunt(self, run) ? follow_flag(self, our_flag(arena_self(self)), true)
                               : arena_fail(self, ARENA_REASON_TOO_LATE);
}

// Killing the carrier or touching what it dropped: both bring our flag home.
static ploy_outcome perform_hunt(ploy_self* self, const ploy_run* run)
{
    return can_hunt(self, run) ? follow_flag(self, our_flag(arena_self(self)), false) : PLOY_SUCCESS;
}

static bool has_flags(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return arena_self(self)->match->rules.flags;
}

static bool can_carry(ploy_self* self, const ploy_run* run)
{
    (void)run;
    return arena_self(self)->carries;
}

static ploy_outcome start_carry(ploy_self* self, const ploy_run* run)
{
    arena_agent* agent = arena_self(self);
    if (!can_carry(self, run)) return arena_fail(self, ARENA_REASON_NOTHING_THERE);
    arena_order_go(agent, our_flag(agent)->base);
    return PLOY_BUSY;
}

// At the base it may have to wait for its own flag.
static ploy_outcome perform_carry(ploy_self* self, const ploy_run* run)
{
    if (!can_carry(self, run)) return PLOY_SUCCESS;
    return arena_nav_outcome(self) == PLOY_FAILURE ? PLOY_FAILURE : PLOY_BUSY;
}

static bool can_take(ploy_self* self, const ploy_run* run)
{
    (void)run;
    const arena_agent* agent = arena_self(self);
    return agent->match->rules.flags && their_flag(agent)->state != ARENA_FLAG_CARRIED;
}

static ploy_outcome start_take(ploy_self* self, const ploy_run* run)
{
    return can_take(self, run) ? follow_flag(self, their_flag(arena_self(self)), true)
                               : arena_fail(self, ARENA_REASON_TOO_LATE);
}

static ploy_outcome perform_take(ploy_self* self, const ploy_run* run)
{
    if (arena_self(self)->carries) return PLOY_SUCCESS;
    return can_take(self, run) ? follow_flag(self, their_flag(arena_self(self)), false)
                               : arena_fail(self, ARENA_REASON_TOO_LATE);
}

static bool can_protect(ploy_self* self, const ploy_run* run)
{
    (void)run;
    const arena_agent* agent = arena_self(self);
    return agent->match->rules.flags && their_flag(agent)->state == ARENA_FLAG_CARRIED && !agent->carries;
}

static ploy_outcome start_protect(ploy_self* self, const ploy_run* run)
{
    arena_agent* agent = arena_self(self);
    if (!can_protect(self, run)) return arena_fail(self, ARENA_REASON_NOTHING_THERE);
    arena_order_move(agent, ARENA_NAV_FOLLOW, their_flag(agent)->carrier);
    arena_order_fire(agent, ARENA_FIRE_AT_TARGET);
    return PLOY_BUSY;
}

static ploy_outcome perform_protect(ploy_self* self, const ploy_run* run)
{
    return can_protect(self, run) ? arena_nav_outcome(self) : PLOY_SUCCESS;
}

static const arena_activity list[] = {
    {"AttackDomPointOne", has_points, start_point, perform_point, 0, NULL, &point_numbers[0]},
    {"AttackDomPointTwo", has_points, start_point, perform_point, 0, NULL, &point_numbers[1]},
    {"AttackFlagCarrier", can_hunt, start_hunt, perform_hunt, 0, NULL, NULL},
    {"CarryFlag", has_flags, start_carry, perform_carry, 0, NULL, NULL},
    {"PickupFlag", can_take, start_take, perform_take, 0, NULL, NULL},
    {"ProtectFlagBearer", can_protect, start_protect, perform_protect, 0, NULL, NULL},
};

bool arena_add_objectives(ploy_abilities* abilities)
{
    return arena_add_activities(abilities, list, sizeof list / sizeof *list);
}
