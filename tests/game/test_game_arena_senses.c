// What agents of the arena sense and remember, and the names of what is on their blackboards.

#include <ploy/squad.h>
#include "mind/common/bindings.h"
#include "game/arena_scene.h"

static void an_enemy_is_sensed_in_view_and_not_behind_walls_or_ones_back(void** state)
{
    (void)state;
    arena_match* match = duel(false, ARENA_PISTOL);
    run_steps(match, 10);
    assert_int_equal(match->agents[0].target.agent1, 2);
    assert_true(match->agents[0].target.visible && match->agents[0].target.aims);
    assert_true(arena_get(&match->agents[0], ARENA_KEY_TARGET_VISIBLE));
    assert_true(arena_get(&match->agents[0], ARENA_KEY_IN_WEAPONS_RANGE));
    arena_match_destroy(match);
    match = duel(true, ARENA_PISTOL);
    run_steps(match, 10);
    assert_int_equal(match->agents[0].target.agent1, 0);
    arena_match_destroy(match);
    match = duel(false, ARENA_PISTOL);
    match->agents[0].facing = (arena_vec){-ARENA_ONE, 0};
    run_steps(match, 10);
    assert_int_equal(match->agents[0].target.agent1, 0);
    assert_int_equal(match->agents[1].target.agent1, 1);
    arena_match_destroy(match);
}

static void an_enemy_out_of_sight_is_remembered_for_a_while(void** state)
{
    (void)state;
    arena_match* match = duel(false, ARENA_PISTOL);
    run_steps(match, 10);
    match->agents[1].at = match->map->places[match->map->of_kind[ARENA_SPAWN][7]].middle;
    run_steps(match, 10);
    assert_int_equal(match->agents[0].target.agent1, 2);
    assert_false(match->agents[0].target.visible);
    run_steps(match, SECONDS(20));
    assert_int_equal(match->agents[0].target.agent1, 0);
    arena_match_destroy(match);
}

static uint32_t count_facts(const arena_agent* agent, uint32_t type, uint32_t attribute, int64_t value)
{
    ploy_fact_query query;
    ploy_fact_query_init(&query, type);
    ploy_fact_query_equal(&query, attribute, value);
    return ploy_memory_count(agent->agent->memory, &query);
}

// One of them is sensed at once, and forgotten long after it was last seen.
static void friends_and_pickups_are_remembered_until_belief_has_faded(void** state)
{
    (void)state;
    for (uint32_t is_pickup = 0; is_pickup < 2; is_pickup++) {
        arena_match* match = match_of("domination");
        for (uint32_t i = 1; i < match->agent_count; i++) {
            match->agents[i].health = i == 2 ? match->agents[i].health : 0;
            match->agents[i].back_at = UINT32_MAX;
        }
        arena_agent *agent = &match->agents[0], *mate = &match->agents[2];
        uint32_t place = match->map->of_kind[ARENA_HEALTH][0];
        uint32_t type = is_pickup ? ARENA_FACT_PICKUP : ARENA_FACT_FRIENDLY;
        uint32_t attribute = is_pickup ? (uint32_t)ARENA_PICKUP : (uint32_t)ARENA_WHO;
        int64_t value = is_pickup ? place : mate->index;
        agent->at = mate->at = match->map->places[place].middle;
        run_steps(match, SECONDS(1));
        assert_int_equal(count_facts(agent, type, attribute, value), 1);
        arena_vec far = agent->at;
        for (uint32_t i = 0; i < match->map->kind_count[ARENA_SPAWN]; i++) {
            arena_vec at = match->map->places[match->map->of_kind[ARENA_SPAWN][i]].middle;
            if (arena_square(at, mate->at) > arena_square(far, mate->at)) far = at;
        }
        agent->at = far;
        run_steps(match, is_pickup ? SECONDS(60) : SECONDS(10));
        assert_int_equal(count_facts(agent, type, attribute, value), 1);
        run_steps(match, is_pickup ? SECONDS(120) : SECONDS(20));
        assert_int_equal(count_facts(agent, type, attribute, value), 0);
        arena_match_destroy(match);
    }
}

static void positions_to_attack_from_and_to_hide_at_are_facts(void** state)
{
    (void)state;
    arena_match* match = duel(false, ARENA_PISTOL);
    arena_agent* agent = &match->agents[0];
    const arena_map* map = match->map;
    run_steps(match, SECONDS(1));
    ploy_fact_query query;
    ploy_fact_query_init(&query, ARENA_FACT_NODE);
    uint32_t roles[2] = {0, 0}, target_spot = arena_map_spot(map, agent->target.at);
    ploy_fact_id id = {0, 0};
    while ((id = ploy_memory_next(agent->agent->memory, &query, id)).index1) {
        ploy_fact fact;
        assert_int_equal(ploy_memory_get(agent->agent->memory, id, &fact), PLOY_OK);
        arena_vec at = map->spots[fact.values[ARENA_NODE_SPOT]].middle;
        bool sees = arena_is_near(at, map->spots[target_spot].middle, 48 * ARENA_CELL) &&
                    arena_map_sees(map, at, map->spots[target_spot].middle);
        assert_int_equal(sees, fact.values[ARENA_NODE_ROLE] == ARENA_ROLE_ATTACK);
        roles[fact.values[ARENA_NODE_ROLE]]++;
    }
    assert_true(roles[ARENA_ROLE_ATTACK] > 0 && roles[0] + roles[1] <= 16);
    run_steps(match, SECONDS(60));
    assert_true(ploy_memory_count(agent->agent->memory, &query) <= 16);
    arena_match_destroy(match);
}

static void expect_name(const ploy_blackboard_keys* keys, uint32_t key, ploy_value value, const char* wanted)
{
    size_t length = 0;
    const char* name = pl_key_value_name(keys, key, value, &length);
    assert_non_null(name);
    assert_int_equal(length, strlen(wanted));
    assert_memory_equal(name, wanted, length);
}

// Recordings and debuggers show them: a name too many or too few shifts all after it.
static void numbers_on_blackboards_have_the_names_of_what_they_number(void** state)
{
    (void)state;
    static const struct
    {
        uint32_t key;
        ploy_value last;
        const char* name;
    } lasts[] = {
        {ARENA_KEY_NAV_STATUS, ARENA_COMPLETE, "complete"},
        {ARENA_KEY_ATTACK_STATUS, ARENA_COMPLETE, "complete"},
        {ARENA_KEY_NAV_MODE, ARENA_NAV_FLANK, "flank"},
        {ARENA_KEY_FIRE_MODE, ARENA_FIRE_BLIND, "blind"},
        {ARENA_KEY_ARMS_REQUEST, ARENA_ARMS_CHANGE, "change"},
        {ARENA_KEY_OUR_FLAG, ARENA_FLAG_DROPPED, "dropped"},
        {ARENA_KEY_THEIR_FLAG, ARENA_FLAG_DROPPED, "dropped"},
        {ARENA_KEY_WEAPON, ARENA_MELEE, "melee"},
        {ARENA_KEY_ORDER, PLOY_ORDER_LEAD, "lead"},
    };
    ploy_blackboard_keys* keys = arena_keys_create(NULL, NULL);
    assert_non_null(keys);
    for (uint32_t i = 0; i < ARENA_WEAPONS; i++) expect_name(keys, ARENA_KEY_WEAPON, i, arena_weapon_name(i));
    for (uint32_t i = 0; i < PLOY_ORDER_KIND_COUNT; i++) expect_name(keys, ARENA_KEY_ORDER, i, ploy_order_name(i));
    for (size_t i = 0; i < sizeof lasts / sizeof *lasts; i++) {
        size_t length;
        expect_name(keys, lasts[i].key, lasts[i].last, lasts[i].name);
        assert_null(pl_key_value_name(keys, lasts[i].key, lasts[i].last + 1, &length));
    }
    ploy_blackboard_keys_destroy(keys);
}

TEST_MAIN(TEST(an_enemy_is_sensed_in_view_and_not_behind_walls_or_ones_back),
          TEST(an_enemy_out_of_sight_is_remembered_for_a_while),
          TEST(friends_and_pickups_are_remembered_until_belief_has_faded),
          TEST(positions_to_attack_from_and_to_hide_at_are_facts),
          TEST(numbers_on_blackboards_have_the_names_of_what_they_number), TEST(the_maps_are_destroyed_last))
