#include "games/arena/ai/blackboard_update.h"

#include <ploy/squad.h>
#include <string.h>

#include "games/arena/ai/arms.h"
#include "games/arena/ai/crowd.h"
#include "games/arena/ai/target.h"

/// Cells per second, to turn walking distances into seconds.
#define RUN 12

// A write that changes nothing takes almost as long as one that does. Minds take each write as news of what they expect
// of an action, so after an activity has ended everything is written; and with each update of the enemy sensor, in a
// crowd with one of a few, so that what a script or a debugger has written there does not last.
static void show(arena_agent* agent, arena_key key, int64_t value)
{
    if (agent->shown[key] == value && !agent->shows_all) return;
    arena_put(agent, key, value);
}

// Managers obey what a script or a debugger has written, too.
static void read_orders(arena_agent* agent)
{
    static const arena_key orders[] = {ARENA_KEY_NAV_STATUS, ARENA_KEY_ATTACK_STATUS, ARENA_KEY_NAV_MODE,
                                       ARENA_KEY_NAV_NODE,   ARENA_KEY_FIRE_MODE,     ARENA_KEY_ARMS_REQUEST};
    for (uint32_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        agent->shown[orders[i]] = (int32_t)arena_get(agent, orders[i]);
    }
}

static void put_body(arena_agent* agent)
{
    const arena_tactics* tactics = &agent->match->tactics;
    bool is_low = agent->health <= tactics->low_health, needs_health = agent->health <= tactics->hurt;
    bool is_hurt = agent->hurt_at && agent->match->step - agent->hurt_at < (uint32_t)tactics->under_fire;
    show(agent, ARENA_KEY_HEALTH, agent->health);
    show(agent, ARENA_KEY_LOW_HEALTH, is_low);
    show(agent, ARENA_KEY_HURT, needs_health);
    show(agent, ARENA_KEY_VIGOR, is_low ? 0 : needs_health ? 1 : 2);
    show(agent, ARENA_KEY_UNDER_FIRE, is_hurt);
    show(agent, ARENA_KEY_ATTACKER_KNOWN, is_hurt && agent->target.visible);
    show(agent, ARENA_KEY_KNOWS_AMMO, agent->pickup[0] != PLOY_NONE);
    show(agent, ARENA_KEY_KNOWS_HEALTH, agent->pickup[1] != PLOY_NONE);
    show(agent, ARENA_KEY_GAME_ACTIVE, agent->match->round_next == 0);
}

static bool has_few_rounds(const arena_agent* agent)
{
    int32_t damage = 0;
    for (uint32_t i = 0; i < ARENA_GUNS; i++) {
        const arena_weapon* gun = &agent->match->weapons[i];
        damage += (agent->arms.loaded[i] + agent->arms.reserve[i]) * gun->damage * (gun->pellets ? gun->pellets : 1);
    }
    return damage < agent->match->tactics.few_rounds;
}

static bool has_other_loaded(const arena_arms* arms)
{
    for (uint32_t i = 0; i < ARENA_GUNS; i++) {
        if (i != arms->weapon && arms->loaded[i] > 0) return true;
    }
    return false;
}

// What the blackboard says of the arms depends on the weapon in hand and on rounds.
static bool is_shown(const arena_arms* arms, const arena_arms* shown)
{
    return arms->weapon == shown->weapon && memcmp(arms->loaded, shown->loaded, sizeof arms->loaded) == 0 &&
           memcmp(arms->reserve, shown->reserve, sizeof arms->reserve) == 0;
}

static void put_arms(arena_agent* agent)
{
    const arena_arms* arms = &agent->arms;
    if (!agent->shows_all && is_shown(arms, &agent->shown_arms)) return;
    agent->shown_arms = *arms;
    show(agent, ARENA_KEY_MAY_MELEE, agent->type.melee);
    show(agent, ARENA_KEY_MAY_FIRE, agent->type.fire);
    if (!agent->type.fire) return;
    int32_t rounds = arena_arms_rounds(agent);
    int32_t in_hand = arms->loaded[arms->weapon] + arms->reserve[arms->weapon];
    bool is_low = has_few_rounds(agent);
    show(agent, ARENA_KEY_LOW_AMMO, is_low);
    show(agent, ARENA_KEY_SUPPLY, rounds == 0 ? 0 : is_low ? 1 : 2);
    show(agent, ARENA_KEY_ARMED, arena_arms_is_loaded(agent) ? 2 : rounds > 0);
    show(agent, ARENA_KEY_WEAPON, arms->weapon);
    show(agent, ARENA_KEY_LOADED, arms->loaded[arms->weapon]);
    show(agent, ARENA_KEY_AMMO, rounds);
    show(agent, ARENA_KEY_HAS_AMMO, rounds > 0);
    show(agent, ARENA_KEY_WEAPON_LOADED, arena_arms_is_loaded(agent));
    show(agent, ARENA_KEY_CAN_RELOAD, arena_arms_can_reload(agent));
    show(agent, ARENA_KEY_OTHER_READY, rounds > in_hand);
    show(agent, ARENA_KEY_OTHER_LOADED, has_other_loaded(arms));
    show(agent, ARENA_KEY_LONG_WEAPON, agent->match->weapons[arms->weapon].far != 0);
}

static void put_target(arena_agent* agent)
{
    const arena_target* target = &agent->target;
    const arena_weapon* weapons = agent->match->weapons;
    bool is_seen = target->agent1 && target->visible;
    show(agent, ARENA_KEY_HAS_TARGET, target->agent1 != 0);
    show(agent, ARENA_KEY_TARGET, target->agent1);
    show(agent, ARENA_KEY_TARGET_VISIBLE, is_seen);
    show(agent, ARENA_KEY_TARGET_DISTANCE, (int64_t)(target->distance / ARENA_CELL) * 1000);
    show(agent, ARENA_KEY_TARGET_AIMS, target->aims);
    show(agent, ARENA_KEY_IN_TARGET_SIGHTS, is_seen && target->aims);
    int32_t range = weapons[agent->type.fire ? agent->arms.weapon : ARENA_MELEE].range;
    bool is_in_range = is_seen && target->distance <= range;
    show(agent, ARENA_KEY_IN_WEAPONS_RANGE, is_in_range);
    bool is_close = is_seen && target->distance <= agent->match->tactics.close;
    show(agent, ARENA_KEY_TARGET_CLOSE, is_close);
    show(agent, ARENA_KEY_SIGHT, is_close ? 4 : is_in_range ? 3 : is_seen ? 2 : target->agent1 != 0);
    bool can_strike = agent->type.melee && is_seen && target->distance <= weapons[ARENA_MELEE].range;
    show(agent, ARENA_KEY_IN_MELEE_RANGE, can_strike);
    uint32_t best = agent->type.fire && is_seen ? arena_arms_best(agent, target->distance) : agent->arms.weapon;
    show(agent, ARENA_KEY_BETTER_READY, best != agent->arms.weapon && agent->arms.loaded[best] > 0);
    show(agent, ARENA_KEY_ENGAGED, target->agent1 && agent->match->step < agent->engaged_until);
}

static void put_facts(arena_agent* agent)
{
    bool has_teams = agent->match->rules.teams; // without them nobody knows a friend
    show(agent, ARENA_KEY_MATE_ENGAGED, has_teams && arena_target_has_mate(agent));
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_ENEMY);
    show(agent, ARENA_KEY_ENEMIES_KNOWN, ploy_memory_count(agent->agent->memory, &query));
    ploy_fact_query_init(&query, ARENA_FACT_FRIENDLY);
    show(agent, ARENA_KEY_FRIENDS_NEAR, has_teams ? ploy_memory_count(agent->agent->memory, &query) : 0);
    ploy_fact_query_init(&query, ARENA_FACT_NODE);
    ploy_fact_query_equal(&query, ARENA_NODE_ROLE, ARENA_ROLE_COVER);
    ploy_fact_id any = ploy_memory_next(agent->agent->memory, &query, (ploy_fact_id){0, 0});
    show(agent, ARENA_KEY_KNOWS_COVER, any.index1 != 0);
}

static void put_nav(arena_agent* agent)
{
    bool is_there = arena_shown(agent, ARENA_KEY_NAV_STATUS) == ARENA_COMPLETE;
    show(agent, ARENA_KEY_AT_TARGET_NODE, is_there);
    show(agent, ARENA_KEY_COVERING, is_there && agent->nav.mode == ARENA_NAV_COVER && !agent->target.visible);
}

static int64_t ours(const arena_agent* agent, uint32_t owner1)
{
    if (owner1 == 0) return 0;
    return owner1 == agent->team + 1 ? 1 : 2;
}

/// An order to move, cover or attack that names an enemy is one for a fight.
static int64_t fight_role(const arena_agent* agent)
{
    int64_t order = arena_get(agent, ARENA_KEY_ORDER);
    bool is_fight = order && order != PLOY_ORDER_FOLLOW && arena_get(agent, ARENA_KEY_ORDER_TARGET) > 0;
    if (!is_fight) return 0;
    ploy_fact_query query;
    ploy_fact fact;
    ploy_fact_query_init(&query, ARENA_FACT_ORDER);
    ploy_fact_id id = ploy_memory_best(agent->agent->memory, &query);
    bool is_flanker = ploy_memory_get(agent->agent->memory, id, &fact) == PLOY_OK &&
                      fact.values[PLOY_ORDER_FACT_ROLE] == PLOY_ROLE_FLANKER;
    return is_flanker ? 2 : 1;
}

static int64_t ordered_point(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    int64_t node = arena_get(agent, ARENA_KEY_ORDER_PLACE);
    if (arena_get(agent, ARENA_KEY_FIGHT_ROLE)) return arena_get(agent, ARENA_KEY_ORDER_POINT);
    if (!arena_get(agent, ARENA_KEY_ORDER) || node <= 0) return 0;
    arena_vec at = arena_map_middle(match->map, (uint32_t)node);
    if (arena_is_near(at, match->points[0].at, match->tactics.order_around)) return 1;
    return arena_is_near(at, match->points[1].at, match->tactics.order_around) ? 2 : 0;
}

static int32_t distance_to(const arena_agent* agent, uint32_t here, arena_vec at, uint32_t spot)
{
    int64_t distance = arena_map_distance(agent->match->map, agent->at, here, at, spot);
    return (int32_t)(distance * 1000 / ARENA_CELL);
}

static int32_t distance_to_pickup(const arena_agent* agent, uint32_t here, bool health)
{
    if (agent->pickup[health] == PLOY_NONE) return INT32_MAX;
    const arena_place* place = &agent->match->map->places[agent->pickup[health]];
    return distance_to(agent, here, place->middle, place->spot);
}

static int32_t distance_to_open(const arena_agent* agent, uint32_t here, arena_vec at)
{
    return distance_to(agent, here, at, arena_map_walked_spot(agent->match->map, at));
}

static int64_t seconds_of(const arena_agent* agent, int64_t distance)
{
    int64_t seconds = (distance + 500 * RUN) / (1000 * RUN), most = agent->match->tactics.long_walk;
    return seconds < most ? seconds : most;
}

/// A known enemy near the pickup makes the walk longer.
static int64_t seconds_to_pickup(const arena_agent* agent, bool health, int64_t distance)
{
    const arena_tactics* tactics = &agent->match->tactics;
    if (agent->pickup[health] == PLOY_NONE) return tactics->long_walk;
    arena_vec at = agent->match->map->places[agent->pickup[health]].middle;
    bool is_dangerous = agent->target.agent1 && arena_is_near(agent->target.at, at, tactics->danger);
    int64_t seconds = seconds_of(agent, distance) + (is_dangerous ? tactics->danger_seconds : 0);
    return seconds < tactics->long_walk ? seconds : tactics->long_walk;
}

static void put_pickups(arena_agent* agent, uint32_t here)
{
    int64_t ammo = distance_to_pickup(agent, here, false), health = distance_to_pickup(agent, here, true);
    show(agent, ARENA_KEY_DISTANCE_TO_AMMO, ammo);
    show(agent, ARENA_KEY_DISTANCE_TO_HEALTH, health);
    show(agent, ARENA_KEY_AMMO_SECONDS, seconds_to_pickup(agent, false, ammo));
    show(agent, ARENA_KEY_HEALTH_SECONDS, seconds_to_pickup(agent, true, health));
}

typedef struct place_keys
{
    arena_key distance, travel, near;
} place_keys;

static void put_place(arena_agent* agent, uint32_t here, arena_vec at, const place_keys* keys)
{
    int64_t distance = distance_to_open(agent, here, at);
    show(agent, keys->distance, distance);
    show(agent, keys->travel, seconds_of(agent, distance));
    show(agent, keys->near, distance * ARENA_CELL <= (int64_t)agent->match->tactics.near_place * 1000);
}

static void put_distances(arena_agent* agent)
{
    static const place_keys points[2] = {{ARENA_KEY_DISTANCE_TO_POINT_ONE, ARENA_KEY_TRAVEL_ONE, ARENA_KEY_NEAR_ONE},
                                         {ARENA_KEY_DISTANCE_TO_POINT_TWO, ARENA_KEY_TRAVEL_TWO, ARENA_KEY_NEAR_TWO}};
    static const place_keys ours = {ARENA_KEY_DISTANCE_TO_OUR_FLAG, ARENA_KEY_TRAVEL_OURS, ARENA_KEY_NEAR_OURS};
    static const place_keys theirs = {ARENA_KEY_DISTANCE_TO_THEIR_FLAG, ARENA_KEY_TRAVEL_THEIRS, ARENA_KEY_NEAR_THEIRS};
    const arena_match* match = agent->match;
    uint32_t here = arena_map_walked_spot(match->map, agent->at);
    put_pickups(agent, here);
    for (uint32_t i = 0; i < 2 && match->rules.points; i++) put_place(agent, here, match->points[i].at, &points[i]);
    if (!match->rules.flags) return;
    put_place(agent, here, match->flags[agent->team].at, &ours);
    put_place(agent, here, match->flags[1 - agent->team].at, &theirs);
}

static void put_points(arena_agent* agent)
{
    const arena_match* match = agent->match;
    show(agent, ARENA_KEY_POINTS, true);
    show(agent, ARENA_KEY_ORDER_POINT, ordered_point(agent));
    if (agent->has_sensed_enemies) {
        // Keep the old choice halfway between both points, to avoid dithering.
        int64_t lead =
            arena_get(agent, ARENA_KEY_DISTANCE_TO_POINT_ONE) - arena_get(agent, ARENA_KEY_DISTANCE_TO_POINT_TWO);
        int64_t clear = (int64_t)match->tactics.nearer_by * 1000 / ARENA_CELL;
        bool is_clear = lead > clear || lead < -clear || arena_get(agent, ARENA_KEY_NEARER) == 0;
        if (is_clear) show(agent, ARENA_KEY_NEARER, lead > 0 ? 2 : 1);
    }
    show(agent, ARENA_KEY_POINT_ONE, ours(agent, match->points[0].owner1));
    show(agent, ARENA_KEY_POINT_TWO, ours(agent, match->points[1].owner1));
    show(agent, ARENA_KEY_OWNER_ONE, ours(agent, match->points[0].owner1));
    show(agent, ARENA_KEY_OWNER_TWO, ours(agent, match->points[1].owner1));
    show(agent, ARENA_KEY_AT_POINT_ONE, arena_is_near(agent->at, match->points[0].at, match->rules.reach));
    show(agent, ARENA_KEY_AT_POINT_TWO, arena_is_near(agent->at, match->points[1].at, match->rules.reach));
}

static void put_flags(arena_agent* agent)
{
    show(agent, ARENA_KEY_FLAGS, true);
    show(agent, ARENA_KEY_OUR_FLAG, agent->match->flags[agent->team].state);
    show(agent, ARENA_KEY_THEIR_FLAG, agent->match->flags[1 - agent->team].state);
    show(agent, ARENA_KEY_CARRYING, agent->carries);
    bool is_borne = agent->match->flags[1 - agent->team].state == ARENA_FLAG_CARRIED;
    show(agent, ARENA_KEY_BEARER, agent->carries ? 2 : is_borne);
}

void arena_blackboard_update(arena_agent* agent)
{
    agent->shows_all |= agent->has_sensed_enemies && arena_crowd_shows_all(agent);
    if (agent->shows_all) read_orders(agent);
    put_body(agent);
    put_arms(agent);
    put_target(agent);
    put_nav(agent);
    show(agent, ARENA_KEY_TEAMS, agent->match->rules.teams);
    show(agent, ARENA_KEY_FIGHT_ROLE, fight_role(agent));
    if (agent->has_sensed_enemies) {
        put_facts(agent);
        put_distances(agent);
    }
    if (agent->match->rules.points) put_points(agent);
    if (agent->match->rules.flags) put_flags(agent);
    agent->shows_all = false;
}
