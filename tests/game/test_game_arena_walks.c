// How agents of the arena walk: paths, patrols, hiding, flocks.

#include "games/arena/ai/bindings.h"
#include "game/arena_scene.h"

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

TEST_MAIN(TEST(going_somewhere_is_incomplete_until_it_is_complete),
          TEST(a_walk_is_about_as_long_as_the_shortest_path), TEST(with_nowhere_to_go_the_status_is_unset_again),
          TEST(a_patrol_stays_around_its_place), TEST(hiding_ends_out_of_the_enemys_sight),
          TEST(following_stays_near_and_flocks_arrive), TEST(an_agent_that_cannot_move_counts_as_stuck),
          TEST(the_maps_are_destroyed_last))
