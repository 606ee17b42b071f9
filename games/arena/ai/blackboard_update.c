#include "games/arena/ai/blackboard_update.h"

#include "games/arena/ai/arms.h"

/// A pickup gives 50 health.
#define HURT 60
/// Damage that all rounds together could do.
#define FEW_ROUNDS 150
#define NEARER_BY 10000 ///< 1/1000 cell
#define CLOSE (6 * ARENA_CELL)
/// An order's place within this distance of a point means that point: squads spread around it.
#define AROUND (14 * ARENA_CELL)

static void put_body(arena_agent* agent)
{
    uint32_t step = agent->match->step;
    bool is_hurt = agent->hurt_at && step - agent->hurt_at < ARENA_STEPS_PER_SECOND;
    arena_put(agent, ARENA_KEY_HEALTH, agent->health);
    arena_put(agent, ARENA_KEY_LOW_HEALTH, agent->health <= ARENA_LOW_HEALTH);
    arena_put(agent, ARENA_KEY_HURT, agent->health <= HURT);
    arena_put(agent, ARENA_KEY_VIGOR, agent->health <= ARENA_LOW_HEALTH ? 0 : agent->health <= HURT ? 1 : 2);
    arena_put(agent, ARENA_KEY_UNDER_FIRE, is_hurt);
    arena_put(agent, ARENA_KEY_ATTACKER_KNOWN, is_hurt && agent->target.visible);
    arena_put(agent, ARENA_KEY_KNOWS_AMMO, agent->pickup[0] != PLOY_NONE);
    arena_put(agent, ARENA_KEY_KNOWS_HEALTH, agent->pickup[1] != PLOY_NONE);
    arena_put(agent, ARENA_KEY_GAME_ACTIVE, agent->match->round_next == 0);
}

static bool has_few_rounds(const arena_agent* agent)
{
    int32_t damage = 0;
    for (uint32_t i = 0; i < ARENA_GUNS; i++) {
        const arena_weapon* gun = &agent->match->weapons[i];
        damage += (agent->arms.loaded[i] + agent->arms.reserve[i]) * gun->damage * (gun->pellets ? gun->pellets : 1);
    }
    return damage < FEW_ROUNDS;
}

static void put_arms(arena_agent* agent)
{
    const arena_arms* arms = &agent->arms;
    arena_put(agent, ARENA_KEY_MAY_MELEE, agent->type.melee);
    arena_put(agent, ARENA_KEY_MAY_FIRE, agent->type.fire);
    if (!agent->type.fire) return;
    int32_t rounds = arena_arms_rounds(agent);
    int32_t in_hand = arms->loaded[arms->weapon] + arms->reserve[arms->weapon];
    bool is_low = has_few_rounds(agent);
    arena_put(agent, ARENA_KEY_LOW_AMMO, is_low);
    arena_put(agent, ARENA_KEY_SUPPLY, rounds == 0 ? 0 : is_low ? 1 : 2);
    arena_put(agent, ARENA_KEY_ARMED, arena_arms_is_loaded(agent) ? 2 : rounds > 0);
    arena_put(agent, ARENA_KEY_WEAPON, arms->weapon);
    arena_put(agent, ARENA_KEY_LOADED, arms->loaded[arms->weapon]);
    arena_put(agent, ARENA_KEY_AMMO, rounds);
    arena_put(agent, ARENA_KEY_HAS_AMMO, rounds > 0);
    arena_put(agent, ARENA_KEY_WEAPON_LOADED, arena_arms_is_loaded(agent));
    arena_put(agent, ARENA_KEY_CAN_RELOAD, arena_arms_can_reload(agent));
    arena_put(agent, ARENA_KEY_OTHER_READY, rounds > in_hand);
    arena_put(agent, ARENA_KEY_LONG_WEAPON, agent->match->weapons[arms->weapon].far != 0);
}

static void put_target(arena_agent* agent)
{
    const arena_target* target = &agent->target;
    const arena_weapon* weapons = agent->match->weapons;
    bool is_seen = target->agent1 && target->visible;
    arena_put(agent, ARENA_KEY_HAS_TARGET, target->agent1 != 0);
    arena_put(agent, ARENA_KEY_TARGET, target->agent1);
    arena_put(agent, ARENA_KEY_TARGET_VISIBLE, is_seen);
    arena_put(agent, ARENA_KEY_TARGET_DISTANCE, (int64_t)(target->distance / ARENA_CELL) * 1000);
    arena_put(agent, ARENA_KEY_TARGET_AIMS, target->aims);
    int32_t range = weapons[agent->type.fire ? agent->arms.weapon : ARENA_MELEE].range;
    bool is_in_range = is_seen && target->distance <= range;
    arena_put(agent, ARENA_KEY_IN_WEAPONS_RANGE, is_in_range);
    bool is_close = is_seen && target->distance <= CLOSE;
    arena_put(agent, ARENA_KEY_TARGET_CLOSE, is_close);
    arena_put(agent, ARENA_KEY_SIGHT, is_close ? 4 : is_in_range ? 3 : is_seen ? 2 : target->agent1 != 0);
    bool can_strike = agent->type.melee && is_seen && target->distance <= weapons[ARENA_MELEE].range;
    arena_put(agent, ARENA_KEY_IN_MELEE_RANGE, can_strike);
}

static void put_facts(arena_agent* agent)
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_ENEMY);
    arena_put(agent, ARENA_KEY_ENEMIES_KNOWN, ploy_memory_count(agent->agent->memory, &query));
    ploy_fact_query_init(&query, ARENA_FACT_FRIENDLY);
    arena_put(agent, ARENA_KEY_FRIENDS_NEAR, ploy_memory_count(agent->agent->memory, &query));
    ploy_fact_query_init(&query, ARENA_FACT_NODE);
    ploy_fact_query_equal(&query, ARENA_NODE_ROLE, ARENA_ROLE_COVER);
    arena_put(agent, ARENA_KEY_KNOWS_COVER, ploy_memory_best(agent->agent->memory, &query).index1 != 0);
}

static void put_nav(arena_agent* agent)
{
    bool is_there = arena_get(agent, ARENA_KEY_NAV_STATUS) == ARENA_COMPLETE;
    arena_put(agent, ARENA_KEY_AT_TARGET_NODE, is_there);
    arena_put(agent, ARENA_KEY_COVERING, is_there && agent->nav.mode == ARENA_NAV_COVER && !agent->target.visible);
}

static int64_t ours(const arena_agent* agent, uint32_t owner1)
{
    if (owner1 == 0) return 0;
    return owner1 == agent->team + 1 ? 1 : 2;
}

static int64_t ordered_point(const arena_agent* agent)
{
    const arena_match* match = agent->match;
    int64_t node = arena_get(agent, ARENA_KEY_ORDER_PLACE);
    if (!arena_get(agent, ARENA_KEY_ORDER) || node <= 0) return 0;
    arena_vec at = arena_map_middle(match->map, (uint32_t)node);
    if (arena_is_near(at, match->points[0].at, AROUND)) return 1;
    return arena_is_near(at, match->points[1].at, AROUND) ? 2 : 0;
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
    return distance_to(agent, here, at, arena_map_spot(agent->match->map, at));
}

static void put_distances(arena_agent* agent)
{
    const arena_match* match = agent->match;
    uint32_t here = arena_map_spot(match->map, agent->at);
    arena_put(agent, ARENA_KEY_DISTANCE_TO_AMMO, distance_to_pickup(agent, here, false));
    arena_put(agent, ARENA_KEY_DISTANCE_TO_HEALTH, distance_to_pickup(agent, here, true));
    if (match->rules.points) {
        arena_put(agent, ARENA_KEY_DISTANCE_TO_POINT_ONE, distance_to_open(agent, here, match->points[0].at));
        arena_put(agent, ARENA_KEY_DISTANCE_TO_POINT_TWO, distance_to_open(agent, here, match->points[1].at));
    }
    if (match->rules.flags) {
        arena_put(agent, ARENA_KEY_DISTANCE_TO_OUR_FLAG, distance_to_open(agent, here, match->flags[agent->team].at));
        arena_put(agent, ARENA_KEY_DISTANCE_TO_THEIR_FLAG,
                  distance_to_open(agent, here, match->flags[1 - agent->team].at));
    }
}

static void put_points(arena_agent* agent)
{
    const arena_match* match = agent->match;
    arena_put(agent, ARENA_KEY_POINTS, true);
    arena_put(agent, ARENA_KEY_ORDER_POINT, ordered_point(agent));
    if (agent->has_sensed_enemies) {
        // Keep the old choice halfway between both points, to avoid dithering.
        int64_t lead =
            arena_get(agent, ARENA_KEY_DISTANCE_TO_POINT_ONE) - arena_get(agent, ARENA_KEY_DISTANCE_TO_POINT_TWO);
        bool is_clear = lead > NEARER_BY || lead < -NEARER_BY || arena_get(agent, ARENA_KEY_NEARER) == 0;
        if (is_clear) arena_put(agent, ARENA_KEY_NEARER, lead > 0 ? 2 : 1);
    }
    arena_put(agent, ARENA_KEY_POINT_ONE, ours(agent, match->points[0].owner1));
    arena_put(agent, ARENA_KEY_POINT_TWO, ours(agent, match->points[1].owner1));
    arena_put(agent, ARENA_KEY_AT_POINT_ONE, arena_is_near(agent->at, match->points[0].at, match->rules.reach));
    arena_put(agent, ARENA_KEY_AT_POINT_TWO, arena_is_near(agent->at, match->points[1].at, match->rules.reach));
}

static void put_flags(arena_agent* agent)
{
    arena_put(agent, ARENA_KEY_FLAGS, true);
    arena_put(agent, ARENA_KEY_OUR_FLAG, agent->match->flags[agent->team].state);
    arena_put(agent, ARENA_KEY_THEIR_FLAG, agent->match->flags[1 - agent->team].state);
    arena_put(agent, ARENA_KEY_CARRYING, agent->carries);
    bool is_borne = agent->match->flags[1 - agent->team].state == ARENA_FLAG_CARRIED;
    arena_put(agent, ARENA_KEY_BEARER, agent->carries ? 2 : is_borne);
}

void arena_blackboard_update(arena_agent* agent)
{
    put_body(agent);
    put_arms(agent);
    put_target(agent);
    put_nav(agent);
    arena_put(agent, ARENA_KEY_TEAMS, agent->match->rules.teams);
    if (agent->has_sensed_enemies) {
        put_facts(agent);
        put_distances(agent);
    }
    if (agent->match->rules.points) put_points(agent);
    if (agent->match->rules.flags) put_flags(agent);
}
