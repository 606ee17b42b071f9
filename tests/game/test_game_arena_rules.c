#include <stdio.h>
#include <string.h>

#include <ploy/squad.h>

#include "knowledge/blackboard.h"
#include "mind/common/bindings.h"
#include "games/arena/ai/bindings.h"
#include "games/arena/ai/arms.h"
#include "games/arena/rules/neighbors.h"
#include "games/arena/rules/damage.h"
#include "games/arena/setup/data_files.h"
#include "games/arena/setup/weapons.h"
#include "games/arena/rules/match.h"
#include "games/arena/rules/modes.h"
#include "games/arena/rules/pickups.h"
#include "games/arena/map/picture.h"
#include "games/arena/rules/score.h"
#include "games/arena/ai/sensors/sensors.h"
#include "games/arena/rules/shots.h"
#include "games/arena/controllers/simple_mind.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

#define GOLDEN 0x2F989C7F23797089u
#define SECONDS(n) ((n)*ARENA_STEPS_PER_SECOND)

// Maps are created once: they never change.

static arena_map* load_map(const char* name, uint32_t tiles)
{
    char file[64];
    arena_map* map;
    arena_map_def def = arena_map_def_default();
    snprintf(file, sizeof file, "%s.map", name);
    const game_file* cells = arena_data_find(file);
    snprintf(file, sizeof file, "%s.places", name);
    const game_file* places = arena_data_find(file);
    def.map = cells->text;
    def.map_bytes = cells->bytes;
    def.places = places->text;
    def.places_bytes = places->bytes;
    def.tiles = tiles;
    assert_int_equal(arena_map_create(&def, &map, NULL), PLOY_OK);
    return map;
}

static arena_map* map_of(const char* name)
{
    static arena_map* maps[2];
    uint32_t i = strcmp(name, "halls") != 0;
    if (!maps[i]) maps[i] = load_map(name, 1);
    return maps[i];
}

static arena_match_def def_of(const char* mode, const char* map, uint64_t seed)
{
    arena_match_def def = arena_match_def_default();
    ploy_error error = {0};
    if (arena_mode_load(mode, &def.rules, &error) != PLOY_OK) fail_msg("%s: %s", mode, error.message);
    def.map = map_of(map);
    def.seed = seed;
    return def;
}

static arena_match* match_of(const char* mode)
{
    arena_match_def def = def_of(mode, "halls", 3);
    def.agent_count = 4;
    arena_match* match = arena_match_create(&def);
    assert_non_null(match);
    return match;
}

static void run_steps(arena_match* match, uint32_t steps)
{
    for (uint32_t i = 0; i < steps; i++) arena_match_step(match);
}

/// Puts agents far apart.
static void scatter(arena_match* match)
{
    const arena_map* map = match->map;
    for (uint32_t i = 0; i < match->agent_count; i++) {
        uint32_t at = 0;
        for (uint32_t place = 0; place < map->kind_count[ARENA_SPAWN]; place++) {
            arena_vec middle = map->places[map->of_kind[ARENA_SPAWN][place]].middle;
            bool is_apart = !arena_is_near(middle, match->points[0].at, 12 * ARENA_CELL) &&
                            !arena_is_near(middle, match->points[1].at, 12 * ARENA_CELL);
            if (is_apart && at++ == i) match->agents[i].at = middle;
        }
    }
}

static void kill(arena_agent* victim, arena_agent* by)
{
    arena_hurt(victim, by, ARENA_FULL_HEALTH * 2);
}

// Data.

static void a_bad_data_file_is_refused_with_its_line(void** state)
{
    (void)state;
    arena_rules rules;
    arena_weapon weapons[ARENA_WEAPONS];
    ploy_error error = {0};
    const char* mode = "mode x\nteams 1\nspeling 3\n";
    assert_int_equal(arena_rules_read(&rules, mode, strlen(mode), &error), PLOY_INVALID);
    assert_int_equal(error.line, 3);
    mode = "mode x\npoints 3\n";
    assert_int_equal(arena_rules_read(&rules, mode, strlen(mode), &error), PLOY_INVALID);
    mode = "mode x\nflags 1\nreach 2\n";
    assert_int_equal(arena_rules_read(&rules, mode, strlen(mode), &error), PLOY_INVALID);
    const char* text = "weapon bow\ndamage 3\n";
    assert_int_equal(arena_weapons_read(weapons, text, strlen(text), &error), PLOY_INVALID);
    assert_int_equal(error.line, 1);
    text = "weapon pistol\ndamage x\n";
    assert_int_equal(arena_weapons_read(weapons, text, strlen(text), &error), PLOY_INVALID);
    assert_int_equal(error.line, 2);
    text = "weapon pistol\ndamage 3\n";
    assert_int_equal(arena_weapons_read(weapons, text, strlen(text), &error), PLOY_INVALID);
    assert_true(arena_mode_load("chess", &rules, &error) == PLOY_INVALID && error.message[0]);
}

static void a_mode_is_a_file(void** state)
{
    (void)state;
    arena_rules rules;
    assert_int_equal(arena_mode_load("domination", &rules, NULL), PLOY_OK);
    assert_int_equal(rules.points, 2);
    assert_int_equal(rules.hold, SECONDS(10));
    assert_int_equal(rules.reach, 3 * ARENA_CELL);
    assert_int_equal(arena_mode_load("lms", &rules, NULL), PLOY_OK);
    assert_true(rules.rounds && !rules.teams);
}

static void check_map(const char* name)
{
    const arena_map* map = map_of(name);
    assert_true(map->width == 256 && map->height == 256);
    assert_true(map->kind_count[ARENA_SPAWN] > 40);
    assert_true(map->kind_count[ARENA_HEALTH] >= 10 && map->kind_count[ARENA_AMMO] >= 16);
    for (uint32_t i = 0; i < 256 * 256; i++) {
        assert_int_equal(map->cells[i] & ARENA_CELL_FREE, map->cells[256 * 256 - 1 - i] & ARENA_CELL_FREE);
    }
    ploy_pathfinder_def def = {0};
    def.map = ploy_grid_map(map->grid);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&def);
    ploy_path_query query = {0};
    query.agent_size = ARENA_AGENT_SIZE;
    query.to = map->places[0].node;
    assert_int_equal(ploy_pathfinder_begin_field(pathfinder, &query, NULL, 0), PLOY_IN_PROGRESS);
    while (ploy_pathfinder_update(pathfinder, 100000) == PLOY_IN_PROGRESS) {
    }
    for (uint32_t i = 0; i < map->place_count; i++) {
        assert_true(ploy_pathfinder_cost_from(pathfinder, map->places[i].node) >= 0);
    }
    for (uint32_t i = 0; i < map->spot_count; i++) {
        assert_true(ploy_pathfinder_cost_from(pathfinder, map->spots[i].node) >= 0);
    }
    ploy_pathfinder_destroy(pathfinder);
}

static void the_maps_are_fair_and_every_place_can_be_walked_to(void** state)
{
    (void)state;
    check_map("halls");
    check_map("yard");
}

static void a_map_can_be_laid_out_in_tiles(void** state)
{
    (void)state;
    arena_map* map = load_map("yard", 2);
    assert_int_equal(map->width, 512);
    ploy_pathfinder_def def = {0};
    def.map = ploy_grid_map(map->grid);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&def);
    ploy_path_query query = {0};
    query.agent_size = ARENA_AGENT_SIZE;
    query.from = map->places[0].node;
    for (uint32_t i = 1; i < 4; i++) {
        query.to = map->places[i * map->place_count / 4].node;
        assert_int_equal(ploy_pathfinder_find(pathfinder, &query)->status, PLOY_FOUND);
    }
    ploy_pathfinder_destroy(pathfinder);
    arena_map_destroy(map);
}

// Vectors.

static void roots_and_directions_are_exact_enough(void** state)
{
    (void)state;
    ploy_random random = {.seed = 5};
    for (uint32_t i = 0; i < 20000; i++) {
        uint64_t square = ploy_random_next(&random) >> (2 + ploy_random_below(&random, 62));
        uint64_t root = arena_root(square);
        assert_true(root * root <= square && (root + 1) * (root + 1) > square);
        arena_vec v = {ploy_random_range(&random, -300000, 300000), ploy_random_range(&random, -300000, 300000)};
        if (arena_dot(v, v) < 10000) continue;
        arena_vec direction = arena_direction(v);
        int64_t length = arena_root((uint64_t)arena_dot(direction, direction));
        assert_true(length > ARENA_ONE - 200 && length < ARENA_ONE + 200);
        assert_true(arena_dot(v, direction) > 0);
    }
}

static void turns_take_the_short_side_and_end(void** state)
{
    (void)state;
    ploy_random random = {.seed = 6};
    for (uint32_t i = 0; i < 500; i++) {
        arena_vec from = arena_direction((arena_vec){ploy_random_range(&random, -999, 999), 1000});
        arena_vec to = arena_direction((arena_vec){ploy_random_range(&random, -999, 999), -1000});
        uint32_t steps = 0;
        while ((from.x != to.x || from.y != to.y) && steps < 100) {
            int64_t before = arena_dot(from, to);
            from = arena_turn(from, to);
            assert_true(arena_dot(from, to) >= before);
            steps++;
        }
        assert_true(steps <= 31);
    }
}

// Walls.

static void nothing_flies_through_a_wall(void** state)
{
    (void)state;
    const arena_map* map = map_of("halls");
    ploy_random random = {.seed = 9};
    uint32_t stopped = 0;
    for (uint32_t i = 0; i < 4000; i++) {
        arena_vec from = {ploy_random_range(&random, 0, 256 * ARENA_CELL - 1),
                          ploy_random_range(&random, 0, 256 * ARENA_CELL - 1)};
        arena_vec to = {from.x + ploy_random_range(&random, -6000, 6000),
                        from.y + ploy_random_range(&random, -6000, 6000)};
        if (to.x < 0 || to.y < 0 || to.x >= 256 * ARENA_CELL || to.y >= 256 * ARENA_CELL) continue;
        if (!arena_map_is_free(map, from)) continue;
        arena_vec end;
        bool is_clear = arena_map_fly(map, from, to, &end);
        // The oracle checks about every 1/64 cell.
        for (int32_t k = 0; k <= 512; k++) {
            arena_vec at = {from.x + (int32_t)((int64_t)(end.x - from.x) * k / 512),
                            from.y + (int32_t)((int64_t)(end.y - from.y) * k / 512)};
            assert_true(arena_map_is_free(map, at));
        }
        if (is_clear)
            assert_true(end.x == to.x && end.y == to.y);
        else
            stopped++;
    }
    assert_true(stopped > 200);
}

/// Two agents face each other, eight cells apart, with or without a wall between them.
static arena_match* duel(bool wall, uint32_t weapon)
{
    arena_match* match = match_of("deathmatch");
    const arena_map* map = match->map;
    for (uint32_t node = 0; node < map->width * map->height - 12; node++) {
        arena_vec left = arena_map_middle(map, node), right = {left.x + 8 * ARENA_CELL, left.y};
        if (!(map->cells[node] & ARENA_CELL_STAND) || node % map->width > map->width - 14) continue;
        if (!(map->cells[node + 8] & ARENA_CELL_STAND) || arena_map_sees(map, left, right) == wall) continue;
        match->agents[0].at = left;
        match->agents[1].at = right;
        match->agents[0].facing = (arena_vec){ARENA_ONE, 0};
        match->agents[1].facing = (arena_vec){-ARENA_ONE, 0};
        break;
    }
    match->agents[2].health = match->agents[3].health = 0;
    match->agents[2].back_at = match->agents[3].back_at = UINT32_MAX;
    match->agents[0].arms.weapon = weapon;
    match->agents[0].arms.loaded[weapon] = match->weapons[weapon].magazine;
    return match;
}

static void shots_hurt_agents_in_front_and_none_behind_a_wall(void** state)
{
    (void)state;
    for (uint32_t weapon = 0; weapon < ARENA_GUNS; weapon++) {
        for (int wall = 0; wall < 2; wall++) {
            arena_match* match = duel(wall, weapon);
            assert_true(arena_shots_fire(&match->agents[0], weapon, match->agents[0].facing));
            run_steps(match, 40);
            if (wall)
                assert_int_equal(match->agents[1].health, ARENA_FULL_HEALTH);
            else
                assert_true(match->agents[1].health < ARENA_FULL_HEALTH && match->agents[0].score.hits > 0);
            assert_int_equal(match->shot_count, 0);
            arena_match_destroy(match);
        }
    }
}

static void place_all(arena_match* match)
{
    for (uint32_t i = 0; i < match->agent_count; i++) arena_neighbors_place(match, &match->agents[i]);
    arena_neighbors_sort(match);
}

static void a_blast_is_weaker_farther_away_and_stops_at_walls(void** state)
{
    (void)state;
    arena_match* match = duel(false, ARENA_ROCKET);
    const arena_weapon* rocket = &match->weapons[ARENA_ROCKET];
    arena_vec middle = match->agents[1].at;
    int32_t health[2];
    for (uint32_t i = 0; i < 2; i++) {
        match->agents[1].health = ARENA_FULL_HEALTH;
        place_all(match);
        arena_blast(match, &match->agents[0], rocket, (arena_vec){middle.x - (int32_t)(i + 1) * ARENA_CELL, middle.y},
                    NULL);
        health[i] = match->agents[1].health;
    }
    assert_true(health[0] < health[1] && health[1] < ARENA_FULL_HEALTH);
    arena_match_destroy(match);

    match = duel(true, ARENA_ROCKET);
    arena_vec end;
    arena_map_fly(match->map, match->agents[0].at, match->agents[1].at, &end);
    place_all(match);
    match->weapons[ARENA_ROCKET].splash_range = 12 * ARENA_CELL;
    arena_blast(match, &match->agents[0], &match->weapons[ARENA_ROCKET], end, NULL);
    assert_int_equal(match->agents[1].health, ARENA_FULL_HEALTH);
    arena_match_destroy(match);
}

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

// Paths.

/// A match with one agent that matters; the others are dead and stay dead.
static arena_match* alone(const char* mode)
{
    arena_match* match = match_of(mode);
    for (uint32_t i = 1; i < match->agent_count; i++) {
        match->agents[i].health = 0;
        match->agents[i].back_at = UINT32_MAX;
    }
    return match;
}

static void going_somewhere_is_incomplete_until_it_is_complete(void** state)
{
    (void)state;
    arena_match* match = alone("deathmatch");
    arena_agent* agent = &match->agents[0];
    const arena_map* map = match->map;
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t node = map->places[map->of_kind[ARENA_SPAWN][i]].node;
        arena_order_move(agent, ARENA_NAV_GO, node);
        run_steps(match, 1);
        if (arena_map_node(map, agent->at) == node) continue;
        assert_int_equal(arena_get(agent, ARENA_KEY_NAV_STATUS), ARENA_INCOMPLETE);
        uint32_t steps = 0;
        while (arena_get(agent, ARENA_KEY_NAV_STATUS) == ARENA_INCOMPLETE && steps < SECONDS(60))
            run_steps(match, 1), steps++;
        assert_int_equal(arena_get(agent, ARENA_KEY_NAV_STATUS), ARENA_COMPLETE);
        assert_true(arena_is_near(agent->at, arena_map_middle(map, node), ARENA_CELL));
        run_steps(match, 2);
        assert_true(arena_get(agent, ARENA_KEY_AT_TARGET_NODE));
    }
    assert_int_equal(agent->score.stuck, 0);
    arena_match_destroy(match);
}

static void a_walk_is_about_as_long_as_the_shortest_path(void** state)
{
    (void)state;
    arena_match* match = alone("deathmatch");
    arena_agent* agent = &match->agents[0];
    ploy_pathfinder_def def = {0};
    def.map = ploy_grid_map(match->map->grid);
    ploy_pathfinder* pathfinder = ploy_pathfinder_create(&def);
    for (uint32_t i = 0; i < 6; i++) {
        ploy_path_query query = {0};
        query.agent_size = ARENA_AGENT_SIZE;
        query.from = arena_map_node(match->map, agent->at);
        query.to = match->map->places[match->map->of_kind[ARENA_SITE][i]].node;
        int64_t cells = ploy_pathfinder_find(pathfinder, &query)->cost / PLOY_GRID_STRAIGHT;
        arena_order_move(agent, ARENA_NAV_GO, query.to);
        int64_t steps = 0;
        do run_steps(match, 1), steps++;
        while (arena_get(agent, ARENA_KEY_NAV_STATUS) == ARENA_INCOMPLETE);
        int64_t walked = steps * ARENA_SPEED_RUN / ARENA_CELL;
        assert_true(walked <= cells * 11 / 10 + 4);
    }
    ploy_pathfinder_destroy(pathfinder);
    arena_match_destroy(match);
}

static void with_nowhere_to_go_the_status_is_unset_again(void** state)
{
    (void)state;
    arena_match* match = alone("deathmatch");
    arena_agent* agent = &match->agents[0];
    static const arena_nav_mode hopeless[] = {ARENA_NAV_COVER, ARENA_NAV_CHASE, ARENA_NAV_KEEP_LONG, ARENA_NAV_FOLLOW};
    for (uint32_t i = 0; i < 4; i++) {
        arena_order_move(agent, hopeless[i], 1);
        run_steps(match, 1);
        assert_int_equal(arena_get(agent, ARENA_KEY_NAV_STATUS), ARENA_UNSET);
        assert_int_equal(arena_get(agent, ARENA_KEY_NAV_MODE), ARENA_NAV_STAY);
    }
    arena_match_destroy(match);
}

static void a_patrol_stays_around_its_place(void** state)
{
    (void)state;
    arena_match* match = alone("domination");
    arena_agent* agent = &match->agents[0];
    arena_vec middle = match->points[0].at, last = {0, 0};
    agent->at = middle;
    arena_order_move(agent, ARENA_NAV_PATROL, match->points[0].node);
    uint32_t moved = 0;
    for (uint32_t i = 0; i < 20; i++) {
        run_steps(match, SECONDS(1));
        assert_true(arena_is_near(agent->at, middle, 40 * ARENA_CELL));
        moved += !arena_is_near(agent->at, last, 2 * ARENA_CELL);
        last = agent->at;
    }
    assert_true(moved > 10);
    arena_match_destroy(match);
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

static void hiding_ends_out_of_the_enemys_sight(void** state)
{
    (void)state;
    arena_match* match = duel(false, ARENA_PISTOL);
    arena_agent* agent = &match->agents[0];
    run_steps(match, SECONDS(1));
    if (!arena_get(agent, ARENA_KEY_KNOWS_COVER)) skip();
    arena_order_move(agent, ARENA_NAV_COVER, 0);
    uint32_t steps = 0;
    do run_steps(match, 1), steps++;
    while (arena_get(agent, ARENA_KEY_NAV_STATUS) == ARENA_INCOMPLETE && steps < SECONDS(20));
    assert_int_equal(arena_get(agent, ARENA_KEY_NAV_STATUS), ARENA_COMPLETE);
    arena_match_destroy(match);
}

static void following_stays_near_and_flocks_arrive(void** state)
{
    (void)state;
    arena_match* match = match_of("domination");
    scatter(match);
    arena_agent* leader = &match->agents[0];
    arena_agent* follower = &match->agents[2];
    match->agents[1].health = match->agents[3].health = 0;
    match->agents[1].back_at = match->agents[3].back_at = UINT32_MAX;
    follower->at = (arena_vec){leader->at.x, leader->at.y};
    arena_order_move(leader, ARENA_NAV_GO, match->points[0].node);
    arena_order_move(follower, ARENA_NAV_FOLLOW, leader->index);
    for (uint32_t i = 0; i < SECONDS(25); i++) {
        run_steps(match, 1);
        assert_true(arena_is_near(leader->at, follower->at, 20 * ARENA_CELL));
    }
    assert_true(arena_is_near(leader->at, match->points[0].at, ARENA_CELL));
    for (uint32_t i = 0; i < 4; i += 2) {
        arena_put(&match->agents[i], ARENA_KEY_ORDER, 1);
        arena_order_move(&match->agents[i], ARENA_NAV_GO, match->points[1].node);
    }
    run_steps(match, SECONDS(40));
    for (uint32_t i = 0; i < 4; i += 2) {
        assert_true(arena_is_near(match->agents[i].at, match->points[1].at, 2 * ARENA_CELL));
        assert_int_equal(match->agents[i].score.stuck, 0);
    }
    arena_match_destroy(match);
}

static void an_agent_that_cannot_move_counts_as_stuck(void** state)
{
    (void)state;
    arena_match* match = alone("deathmatch");
    arena_agent* agent = &match->agents[0];
    arena_order_move(agent, ARENA_NAV_GO, match->points[0].node);
    arena_vec at = agent->at;
    for (uint32_t i = 0; i < SECONDS(5) + 10; i++) {
        run_steps(match, 1);
        agent->at = at;
    }
    assert_int_equal(agent->score.stuck, 1);
    arena_match_destroy(match);
}

// Weapons.

static void an_agent_moves_and_shoots_at_once(void** state)
{
    (void)state;
    arena_match* match = duel(false, ARENA_PISTOL);
    arena_agent* agent = &match->agents[0];
    arena_vec before = agent->at;
    run_steps(match, 10);
    arena_order_fire(agent, ARENA_FIRE_AT_TARGET);
    arena_order_move(agent, ARENA_NAV_DODGE, 0);
    run_steps(match, 15);
    assert_true(agent->score.shots > 0);
    assert_true(arena_square(agent->at, before) > 0);
    arena_match_destroy(match);
}

static void reloading_takes_its_time_and_moves_rounds(void** state)
{
    (void)state;
    arena_match* match = duel(true, ARENA_PISTOL);
    arena_agent* agent = &match->agents[0];
    agent->arms.loaded[ARENA_PISTOL] = 2;
    agent->arms.reserve[ARENA_PISTOL] = 7;
    arena_put(agent, ARENA_KEY_ARMS_REQUEST, ARENA_ARMS_RELOAD);
    run_steps(match, (uint32_t)match->weapons[ARENA_PISTOL].reload - 1);
    assert_int_equal(agent->arms.loaded[ARENA_PISTOL], 2);
    run_steps(match, 3);
    assert_int_equal(agent->arms.loaded[ARENA_PISTOL], 9);
    assert_int_equal(agent->arms.reserve[ARENA_PISTOL], 0);
    arena_match_destroy(match);
}

static void pickups_give_what_is_needed_and_come_back(void** state)
{
    (void)state;
    arena_match* match = match_of("deathmatch");
    const arena_map* map = match->map;
    scatter(match);
    arena_agent* agent = &match->agents[0];
    uint32_t health = map->of_kind[ARENA_HEALTH][0], ammo = map->of_kind[ARENA_AMMO][0];
    uint32_t weapon = map->places[ammo].weapon;
    agent->at = map->places[health].middle;
    run_steps(match, 2);
    assert_true(arena_pickup_is_there(match, health));
    agent->health = 70;
    run_steps(match, 2);
    assert_int_equal(agent->health, ARENA_FULL_HEALTH);
    assert_false(arena_pickup_is_there(match, health));
    agent->health = 10;
    run_steps(match, SECONDS(19));
    assert_int_equal(agent->health, 10);
    run_steps(match, SECONDS(2));
    assert_int_equal(agent->health, 60);
    agent->at = map->places[ammo].middle;
    run_steps(match, 2);
    assert_int_equal(agent->arms.reserve[weapon], match->weapons[weapon].pickup);
    agent->arms.reserve[weapon] = match->weapons[weapon].carry - 1;
    run_steps(match, SECONDS(13));
    assert_int_equal(agent->arms.reserve[weapon], match->weapons[weapon].carry);
    arena_match_destroy(match);
}

// Modes.

static void agents_start_with_full_health_and_no_ammunition(void** state)
{
    (void)state;
    arena_match* match = match_of("deathmatch");
    for (uint32_t i = 0; i < match->agent_count; i++) {
        assert_int_equal(match->agents[i].health, ARENA_FULL_HEALTH);
        assert_int_equal(arena_arms_rounds(&match->agents[i]), 0);
    }
    arena_match_destroy(match);
}

static void kills_deaths_and_suicides_are_counted_and_the_dead_come_back(void** state)
{
    (void)state;
    arena_match* match = match_of("deathmatch");
    scatter(match);
    arena_agent* killer = &match->agents[0];
    arena_agent* victim = &match->agents[1];
    victim->arms.reserve[0] = 5;
    kill(victim, killer);
    assert_true(killer->score.kills == 1 && killer->score.score == 1 && victim->score.deaths == 1);
    assert_false(arena_is_alive(victim));
    kill(killer, killer);
    assert_true(killer->score.kills == 1 && killer->score.score == 0 && killer->score.deaths == 1);
    run_steps(match, SECONDS(3) - 1);
    assert_false(arena_is_alive(victim));
    run_steps(match, 2);
    assert_int_equal(victim->health, ARENA_FULL_HEALTH);
    assert_int_equal(arena_arms_rounds(victim), 0);
    arena_match_destroy(match);
}

static void teammates_cannot_hurt_each_other(void** state)
{
    (void)state;
    arena_match* match = match_of("domination");
    assert_false(arena_can_hurt(match, &match->agents[0], &match->agents[2]));
    assert_true(arena_can_hurt(match, &match->agents[0], &match->agents[1]));
    assert_true(arena_can_hurt(match, &match->agents[0], &match->agents[0]));
    arena_match_destroy(match);
}

static void a_team_that_holds_both_points_long_enough_scores(void** state)
{
    (void)state;
    arena_match* match = match_of("domination");
    scatter(match);
    run_steps(match, 1);
    assert_true(match->points[0].owner1 == 0 && match->points[1].owner1 == 0);
    match->agents[0].at = match->points[0].at;
    run_steps(match, 1);
    assert_int_equal(match->points[0].owner1, 1);
    match->agents[2].at = match->points[1].at;
    run_steps(match, 1);
    assert_int_equal(match->points[1].owner1, 1);
    run_steps(match, SECONDS(10) - 1);
    assert_int_equal(match->side_score[0], 0);
    scatter(match); // held, not guarded
    run_steps(match, 1);
    assert_int_equal(match->side_score[0], 1);
    assert_true(match->points[0].owner1 == 0 && match->points[1].owner1 == 0);
    run_steps(match, SECONDS(11));
    assert_int_equal(match->side_score[0], 1);
    arena_match_destroy(match);
}

static void a_disputed_point_keeps_its_owner_and_a_lost_one_restarts_the_clock(void** state)
{
    (void)state;
    arena_match* match = match_of("domination");
    scatter(match);
    match->agents[0].at = match->points[0].at;
    match->agents[2].at = match->points[1].at;
    run_steps(match, SECONDS(5));
    match->agents[1].at = match->points[1].at;
    run_steps(match, 1);
    assert_int_equal(match->points[1].owner1, 1);
    scatter(match);
    match->agents[1].at = match->points[1].at;
    run_steps(match, 1);
    assert_int_equal(match->points[1].owner1, 2);
    scatter(match);
    match->agents[2].at = match->points[1].at;
    run_steps(match, SECONDS(9));
    assert_int_equal(match->side_score[0], 0);
    run_steps(match, SECONDS(1) + 1);
    assert_int_equal(match->side_score[0], 1);
    arena_match_destroy(match);
}

static void bringing_the_enemys_flag_home_scores(void** state)
{
    (void)state;
    arena_match* match = match_of("ctf");
    scatter(match);
    arena_agent* thief = &match->agents[0];
    thief->at = match->flags[1].home;
    run_steps(match, 1);
    assert_true(thief->carries && match->flags[1].state == ARENA_FLAG_CARRIED);
    thief->at = match->map->places[0].middle;
    run_steps(match, 1);
    assert_true(arena_is_near(match->flags[1].at, thief->at, ARENA_CELL));
    thief->at = match->flags[0].home;
    run_steps(match, 1);
    assert_true(!thief->carries && match->flags[1].state == ARENA_FLAG_HOME);
    assert_int_equal(match->side_score[0], 1);
    assert_int_equal(match->side_score[1], 0);
    assert_int_equal(thief->score.score, 1);
    arena_match_destroy(match);
}

static void with_the_rule_set_ones_own_flag_must_be_at_home_to_score(void** state)
{
    (void)state;
    arena_match* match = match_of("ctf");
    match->rules.own_flag_home = 1;
    scatter(match);
    match->agents[0].at = match->flags[1].home;
    match->agents[1].at = match->flags[0].home;
    run_steps(match, 1);
    assert_true(match->agents[0].carries && match->agents[1].carries);
    match->agents[1].at = match->map->places[0].middle;
    match->agents[0].at = match->flags[0].home;
    run_steps(match, 5);
    assert_int_equal(match->side_score[0], 0);
    kill(&match->agents[1], &match->agents[0]);
    match->agents[2].at = match->flags[0].at;
    run_steps(match, 2);
    assert_int_equal(match->side_score[0], 1);
    arena_match_destroy(match);
}

static void a_dropped_flag_is_returned_by_touch_or_by_time_or_taken_again(void** state)
{
    (void)state;
    arena_match* match = match_of("ctf");
    arena_flag* flag = &match->flags[1];
    arena_agent* thief = &match->agents[0];
    for (uint32_t case_index = 0; case_index < 3; case_index++) {
        scatter(match);
        thief->health = ARENA_FULL_HEALTH;
        thief->at = flag->home;
        run_steps(match, 1);
        assert_true(thief->carries);
        thief->at = match->map->places[match->map->of_kind[ARENA_HEALTH][case_index]].middle;
        run_steps(match, 1);
        arena_vec where = thief->at;
        kill(thief, &match->agents[1]);
        thief->back_at = UINT32_MAX;
        assert_true(!thief->carries && flag->state == ARENA_FLAG_DROPPED);
        assert_true(flag->at.x == where.x && flag->at.y == where.y);
        if (case_index == 0) match->agents[1].at = where;
        if (case_index == 1) {
            run_steps(match, SECONDS(29));
            assert_int_equal(flag->state, ARENA_FLAG_DROPPED);
            run_steps(match, SECONDS(1));
        }
        if (case_index == 2) match->agents[2].at = where;
        run_steps(match, 1);
        if (case_index < 2)
            assert_true(flag->state == ARENA_FLAG_HOME && flag->at.x == flag->home.x);
        else
            assert_true(flag->state == ARENA_FLAG_CARRIED && match->agents[2].carries);
    }
    assert_true(match->side_score[0] == 0 && match->side_score[1] == 0);
    arena_match_destroy(match);
}

static void points_and_bases_are_drawn_from_the_seed_and_lie_apart(void** state)
{
    (void)state;
    uint32_t different = 0, first = PLOY_NONE;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        arena_match_def def = def_of("ctf", "yard", seed);
        arena_match* match = arena_match_create(&def);
        assert_true(arena_distance(match->flags[0].home, match->flags[1].home) >= def.rules.apart);
        if (first == PLOY_NONE) first = match->flags[0].base;
        different += match->flags[0].base != first;
        arena_match_destroy(match);
    }
    assert_true(different >= 4);
}

static void nobody_is_restarted_until_the_round_has_a_winner(void** state)
{
    (void)state;
    arena_match* match = match_of("lms");
    scatter(match);
    kill(&match->agents[0], &match->agents[1]);
    kill(&match->agents[2], &match->agents[1]);
    run_steps(match, SECONDS(30));
    assert_false(arena_is_alive(&match->agents[0]) || arena_is_alive(&match->agents[2]));
    kill(&match->agents[3], &match->agents[1]);
    run_steps(match, 1);
    assert_int_equal(match->agents[1].score.rounds_won, 1);
    assert_int_equal(match->agents[1].score.score, 1);
    run_steps(match, SECONDS(2) + 1);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(match->agents[i].health, ARENA_FULL_HEALTH);
    assert_int_equal(match->round, 1);
    arena_match_destroy(match);
}

static void a_round_that_nobody_survives_or_wins_in_time_is_drawn(void** state)
{
    (void)state;
    arena_match* match = match_of("lms");
    for (uint32_t i = 0; i < 4; i++) kill(&match->agents[i], &match->agents[i]);
    run_steps(match, 1);
    assert_int_equal(match->rounds_drawn, 1);
    run_steps(match, SECONDS(3));
    assert_true(arena_is_alive(&match->agents[0]));
    match->round_began = match->step - SECONDS(299);
    run_steps(match, SECONDS(2));
    assert_int_equal(match->rounds_drawn, 2);
    assert_int_equal(arena_side_score(match, 0).rounds_won + arena_side_score(match, 1).rounds_won, 0);
    arena_match_destroy(match);
}

// Whole matches.

typedef struct party
{
    arena_match* match;
    ploy_mind* drill;
    ploy_mind* random;
} party;

static party party_of(const arena_match_def* def, bool first_drills, bool second_drills)
{
    party p = {.match = arena_match_create(def)};
    assert_non_null(p.match);
    p.drill = arena_drill_mind_create(NULL, p.match->bindings);
    p.random = arena_random_mind_create(NULL, p.match->bindings);
    for (uint32_t i = 0; i < def->agent_count; i++) {
        bool drills = i % 2 ? second_drills : first_drills;
        assert_int_equal(arena_match_set_mind(p.match, i, drills ? p.drill : p.random), PLOY_OK);
    }
    return p;
}

static void party_end(party* p)
{
    arena_match_destroy(p->match);
    ploy_mind_destroy(p->drill);
    ploy_mind_destroy(p->random);
}

static void check_agent(const arena_agent* agent, arena_vec before, bool was_alive)
{
    const arena_match* match = agent->match;
    assert_true(agent->health >= 0 && agent->health <= ARENA_FULL_HEALTH);
    for (uint32_t i = 0; i < ARENA_GUNS; i++) {
        assert_true(agent->arms.loaded[i] >= 0 && agent->arms.loaded[i] <= match->weapons[i].magazine);
        assert_true(agent->arms.reserve[i] >= 0 && agent->arms.reserve[i] <= match->weapons[i].carry);
    }
    if (!arena_is_alive(agent)) return;
    assert_true(arena_map_can_stand(match->map, agent->at));
    for (int32_t y = -511; y <= 511; y += 511) {
        for (int32_t x = -511; x <= 511; x += 511) {
            assert_true(arena_map_is_free(match->map, (arena_vec){agent->at.x + x, agent->at.y + y}));
        }
    }
    bool came_back = !was_alive || match->round_began == match->step;
    if (!came_back) assert_true(arena_is_near(agent->at, before, ARENA_CELL));
}

static void play_and_check(const arena_match_def* def, bool drills, uint32_t steps)
{
    party p = party_of(def, drills, drills);
    for (uint32_t s = 0; s < steps; s++) {
        arena_vec before[10];
        bool alive[10];
        for (uint32_t i = 0; i < 10; i++) {
            before[i] = p.match->agents[i].at;
            alive[i] = arena_is_alive(&p.match->agents[i]);
        }
        arena_match_step(p.match);
        for (uint32_t i = 0; i < 10; i++) check_agent(&p.match->agents[i], before[i], alive[i]);
        for (uint32_t i = 0; i < p.match->shot_count; i++) {
            assert_true(arena_map_is_free(p.match->map, p.match->shots[i].at));
        }
    }
    for (uint32_t i = 0; i < 10; i++) assert_int_equal(p.match->agents[i].score.stuck, 0);
    party_end(&p);
}

static const char* const modes[] = {"domination", "ctf", "deathmatch", "lms"};
static const char* const maps[] = {"halls", "yard"};

static void nobody_walks_into_walls_gets_stuck_or_has_too_much(void** state)
{
    (void)state;
    for (uint32_t i = 0; i < 16; i++) {
        arena_match_def def = def_of(modes[i % 4], maps[i / 4 % 2], 100 + i);
        play_and_check(&def, i < 8, SECONDS(60));
    }
}

static uint64_t hash_after(const char* mode, uint64_t seed, uint32_t steps)
{
    arena_match_def def = def_of(mode, "yard", seed);
    party p = party_of(&def, true, false);
    run_steps(p.match, steps);
    uint64_t hash = arena_match_hash(p.match);
    party_end(&p);
    return hash;
}

static void the_same_seed_gives_the_same_match(void** state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(hash_after(modes[i], 7, SECONDS(40)), hash_after(modes[i], 7, SECONDS(40)));
    }
    assert_int_not_equal(hash_after("ctf", 7, SECONDS(40)), hash_after("ctf", 8, SECONDS(40)));
}

// The same on every compiler, optimization level and architecture. It changes with the rules and the data.
static void the_match_is_the_golden_one(void** state)
{
    (void)state;
    assert_int_equal(hash_after("domination", 7, SECONDS(40)), GOLDEN);
}

static uint64_t hash_with(uint32_t workers)
{
    ploy_scheduler* scheduler = workers ? ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers}) : NULL;
    arena_match_def def = def_of("domination", "halls", 7);
    if (scheduler) def.tasks = ploy_scheduler_tasks(scheduler);
    party p = party_of(&def, true, true);
    run_steps(p.match, SECONDS(20));
    uint64_t hash = arena_match_hash(p.match);
    party_end(&p);
    ploy_scheduler_destroy(scheduler);
    return hash;
}

static void workers_change_nothing(void** state)
{
    (void)state;
    uint64_t hash = hash_with(0);
    assert_int_equal(hash, hash_with(1));
    assert_int_equal(hash, hash_with(4));
}

static void hundreds_fight_on_a_larger_map(void** state)
{
    (void)state;
    arena_map* map = load_map("yard", 2);
    arena_match_def def = def_of("deathmatch", "yard", 2);
    def.map = map;
    def.agent_count = 250;
    party p = party_of(&def, true, true);
    run_steps(p.match, SECONDS(12));
    arena_score sum = arena_side_score(p.match, 0);
    assert_true(sum.kills > 0 && sum.stuck == 0);
    for (uint32_t i = 0; i < 250; i++) {
        assert_true(!arena_is_alive(&p.match->agents[i]) || arena_map_can_stand(map, p.match->agents[i].at));
    }
    party_end(&p);
    arena_map_destroy(map);
}

static void a_step_allocates_nothing(void** state)
{
    (void)state;
    test_allocator counters = {0};
    arena_match_def def = def_of("domination", "halls", 5);
    def.allocator = test_allocator_of(&counters);
    party p = party_of(&def, true, true);
    uint64_t calls = counters.calls;
    run_steps(p.match, SECONDS(120));
    assert_int_equal(counters.calls, calls);
    party_end(&p);
    assert_int_equal(counters.live_blocks, 0);
}

static bool create_and_play(const ploy_allocator* allocator)
{
    arena_match_def def = def_of("ctf", "halls", 5);
    def.allocator = *allocator;
    def.agent_count = 2;
    arena_match* match = arena_match_create(&def);
    if (!match) return false;
    arena_match_destroy(match);
    return true;
}

static void a_match_without_memory_is_not_made_and_leaks_nothing(void** state)
{
    (void)state;
    test_fail_every_allocation(create_and_play);
}

static void the_drill_beats_random(void** state)
{
    (void)state;
    uint32_t kills[2] = {0, 0};
    for (uint64_t seed = 1; seed <= 4; seed++) {
        arena_match_def def = def_of("deathmatch", maps[seed % 2], seed);
        party p = party_of(&def, true, false);
        run_steps(p.match, SECONDS(120));
        for (uint32_t side = 0; side < 2; side++) kills[side] += arena_side_score(p.match, side).kills;
        party_end(&p);
    }
    assert_true(kills[0] > 2 * kills[1] && kills[0] > 20);
}

static void every_action_of_the_game_can_be_done(void** state)
{
    (void)state;
    static const char* const names[] = {
        "Attack",
        "AttackLongRange",
        "AttackShortRange",
        "AttackMelee",
        "ChangeWeapon",
        "GoTo",
        "GoToAmmo",
        "GoToHealth",
        "Idle",
        "Patrol",
        "Chase",
        "Dodge",
        "DodgeFire",
        "Reload",
        "GoToCover",
        "AttackDomPointOne",
        "AttackDomPointTwo",
        "CarryFlag",
        "AttackFlagCarrier",
        "ProtectFlagBearer",
        "PickupFlag",
        "SeekClosestEnemy",
        "BlindFire",
        "Fire",
        "KeepRange",
        "KeepLongRange",
        "KeepShortRange",
        "TakePosition",
        "Flank",
        "Skirmish",
        "Pursue",
        "FallBack",
        "Charge",
        "LoadOnTheMove",
        "SwitchWeapon",
        "Approach",
        "Seize",
        "HoldPost",
        "Hunt",
        "GetHealth",
        "Obey",
    };
    ploy_bindings* bindings = arena_bindings_create(&(arena_tactics){0}, true, NULL);
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_not_equal(ploy_bindings_find_activity(bindings, names[i]), PLOY_NONE);
    }
    assert_int_equal(ploy_bindings_activity_count(bindings), sizeof names / sizeof *names);
    assert_int_not_equal(pl_bindings_find_condition(bindings, "weapon_loaded"), PLOY_NONE);
    assert_int_not_equal(pl_bindings_find_scorer(bindings, "target_distance"), PLOY_NONE);
    assert_string_equal(pl_bindings_reason(bindings, ARENA_REASON_NO_ROUNDS), "the weapon is empty");
    ploy_bindings_destroy(bindings);
}

static void a_picture_fits_a_terminal(void** state)
{
    (void)state;
    static char text[1 << 17];
    static const arena_picture_def defs[] = {
        {0}, {.columns = 72, .rows = 12}, {.columns = 132, .rows = 43}, {.columns = 320, .rows = 120}};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t columns = defs[i].columns ? defs[i].columns : 80, rows = defs[i].rows ? defs[i].rows : 24;
        arena_match_def def = def_of(modes[i], maps[i % 2], 4);
        party p = party_of(&def, true, true);
        run_steps(p.match, SECONDS(20));
        size_t count = arena_picture(p.match, &defs[i], text, sizeof text);
        assert_int_equal(count, strlen(text));
        uint32_t lines = 1, width = 0;
        for (size_t k = 0; k < count; k++) {
            width = text[k] == '\n' ? 0 : width + 1;
            lines += text[k] == '\n';
            assert_true(width <= columns);
        }
        assert_int_equal(lines, rows); // all of them
        assert_true(strchr(text, 'A') && strchr(text, 'a') && strchr(text, '#'));
        arena_picture_def colored = defs[i];
        colored.color = true;
        assert_true(arena_picture(p.match, &colored, text, sizeof text) < sizeof text - 1);
        party_end(&p);
    }
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

static void free_maps(void)
{
    arena_map_destroy(map_of("halls"));
    arena_map_destroy(map_of("yard"));
}

static void the_maps_are_destroyed_last(void** state)
{
    (void)state;
    free_maps();
}

TEST_MAIN(TEST(a_bad_data_file_is_refused_with_its_line), TEST(a_mode_is_a_file),
          TEST(the_maps_are_fair_and_every_place_can_be_walked_to), TEST(a_map_can_be_laid_out_in_tiles),
          TEST(roots_and_directions_are_exact_enough), TEST(turns_take_the_short_side_and_end),
          TEST(nothing_flies_through_a_wall), TEST(shots_hurt_agents_in_front_and_none_behind_a_wall),
          TEST(a_blast_is_weaker_farther_away_and_stops_at_walls),
          TEST(an_enemy_is_sensed_in_view_and_not_behind_walls_or_ones_back),
          TEST(an_enemy_out_of_sight_is_remembered_for_a_while),
          TEST(friends_and_pickups_are_remembered_until_belief_has_faded),
          TEST(going_somewhere_is_incomplete_until_it_is_complete), TEST(a_walk_is_about_as_long_as_the_shortest_path),
          TEST(with_nowhere_to_go_the_status_is_unset_again), TEST(a_patrol_stays_around_its_place),
          TEST(positions_to_attack_from_and_to_hide_at_are_facts), TEST(hiding_ends_out_of_the_enemys_sight),
          TEST(following_stays_near_and_flocks_arrive), TEST(an_agent_that_cannot_move_counts_as_stuck),
          TEST(an_agent_moves_and_shoots_at_once), TEST(reloading_takes_its_time_and_moves_rounds),
          TEST(pickups_give_what_is_needed_and_come_back), TEST(agents_start_with_full_health_and_no_ammunition),
          TEST(kills_deaths_and_suicides_are_counted_and_the_dead_come_back), TEST(teammates_cannot_hurt_each_other),
          TEST(a_team_that_holds_both_points_long_enough_scores),
          TEST(a_disputed_point_keeps_its_owner_and_a_lost_one_restarts_the_clock),
          TEST(bringing_the_enemys_flag_home_scores), TEST(with_the_rule_set_ones_own_flag_must_be_at_home_to_score),
          TEST(a_dropped_flag_is_returned_by_touch_or_by_time_or_taken_again),
          TEST(points_and_bases_are_drawn_from_the_seed_and_lie_apart),
          TEST(nobody_is_restarted_until_the_round_has_a_winner),
          TEST(a_round_that_nobody_survives_or_wins_in_time_is_drawn),
          TEST(nobody_walks_into_walls_gets_stuck_or_has_too_much), TEST(the_same_seed_gives_the_same_match),
          TEST(the_match_is_the_golden_one), TEST(workers_change_nothing), TEST(hundreds_fight_on_a_larger_map),
          TEST(a_step_allocates_nothing), TEST(a_match_without_memory_is_not_made_and_leaks_nothing),
          TEST(the_drill_beats_random), TEST(every_action_of_the_game_can_be_done), TEST(a_picture_fits_a_terminal),
          TEST(numbers_on_blackboards_have_the_names_of_what_they_number), TEST(the_maps_are_destroyed_last))
