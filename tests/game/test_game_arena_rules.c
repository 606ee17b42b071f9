// The rules of the arena: data, vectors, walls, weapons, modes.

#include "games/arena/ai/bindings.h"
#include "games/arena/ai/arms.h"
#include "games/arena/rules/behavior.h"
#include "games/arena/rules/neighbors.h"
#include "games/arena/rules/pickups.h"
#include "games/arena/rules/score.h"
#include "games/arena/rules/shots.h"
#include "game/arena_scene.h"

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

// The agent that has hurt it is ahead when it aims, and behind it once it has walked on.
static void a_blind_shot_counts_as_it_was_aimed(void** state)
{
    (void)state;
    arena_match* match = duel(false, ARENA_PISTOL);
    arena_behavior* behavior = arena_behavior_create(match);
    arena_agent *agent = &match->agents[0], *by = &match->agents[1];
    arena_order_move(agent, ARENA_NAV_GO, arena_map_node(match->map, by->at));
    run_steps(match, 10);
    by->at = (arena_vec){agent->at.x + ARENA_SPEED_RUN / 2, agent->at.y};
    agent->hurt_by1 = by->index + 1;
    agent->facing = (arena_vec){ARENA_ONE, 0};
    arena_order_fire(agent, ARENA_FIRE_BLIND);
    arena_vec before = agent->at;
    run_steps(match, 1);
    assert_true(agent->at.x > before.x + ARENA_SPEED_RUN / 2);
    assert_int_equal(arena_behavior_of(behavior, agent->side)->blind_shots, 1);
    assert_int_equal(arena_behavior_of(behavior, agent->side)->blind_near, 1);
    arena_behavior_destroy(behavior);
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

TEST_MAIN(TEST(a_bad_data_file_is_refused_with_its_line), TEST(a_mode_is_a_file),
          TEST(the_maps_are_fair_and_every_place_can_be_walked_to), TEST(a_map_can_be_laid_out_in_tiles),
          TEST(roots_and_directions_are_exact_enough), TEST(turns_take_the_short_side_and_end),
          TEST(nothing_flies_through_a_wall), TEST(shots_hurt_agents_in_front_and_none_behind_a_wall),
          TEST(a_blast_is_weaker_farther_away_and_stops_at_walls), TEST(an_agent_moves_and_shoots_at_once),
          TEST(a_blind_shot_counts_as_it_was_aimed),
          TEST(reloading_takes_its_time_and_moves_rounds), TEST(pickups_give_what_is_needed_and_come_back),
          TEST(agents_start_with_full_health_and_no_ammunition),
          TEST(kills_deaths_and_suicides_are_counted_and_the_dead_come_back), TEST(teammates_cannot_hurt_each_other),
          TEST(a_team_that_holds_both_points_long_enough_scores),
          TEST(a_disputed_point_keeps_its_owner_and_a_lost_one_restarts_the_clock),
          TEST(bringing_the_enemys_flag_home_scores), TEST(with_the_rule_set_ones_own_flag_must_be_at_home_to_score),
          TEST(a_dropped_flag_is_returned_by_touch_or_by_time_or_taken_again),
          TEST(points_and_bases_are_drawn_from_the_seed_and_lie_apart),
          TEST(nobody_is_restarted_until_the_round_has_a_winner),
          TEST(a_round_that_nobody_survives_or_wins_in_time_is_drawn), TEST(the_maps_are_destroyed_last))
