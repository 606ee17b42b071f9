#include <stdio.h>
#include <string.h>

#include "games/arena/controller.h"
#include "games/arena/score.h"
#include "support/test.h"

static void every_controller_loads_and_plays(void** state)
{
    (void)state;
    arena_controllers_def def = arena_controllers_def_default();
    arena_controllers* controllers;
    ploy_error error = {0};
    assert_int_equal(arena_controllers_create(&def, &controllers, &error), PLOY_OK);
    arena_map* map;
    assert_int_equal(arena_map_load("halls", 1, NULL, &map, NULL), PLOY_OK);
    arena_match_def match_def = arena_match_def_default();
    arena_mode_load("domination", &match_def.rules, NULL);
    match_def.map = map;
    match_def.kit = arena_controllers_kit(controllers);
    arena_match* match = arena_match_create(&match_def);
    arena_controller* sides[2];
    const char* names[2] = {"goap", "fsm"};
    for (uint32_t i = 0; i < 10; i++) {
        ploy_status status = arena_controllers_get(controllers, names[i % 2], i % 2, &sides[i % 2], &error);
        if (status != PLOY_OK)
            fail_msg("%s: %u:%u %s; %s", names[i % 2], error.line, error.column, error.message, error.hint);
        ploy_mind* mind;
        status = arena_controller_mind(sides[i % 2], &arena_type_all, &mind, &error);
        if (status != PLOY_OK) fail_msg("%s: %s", names[i % 2], error.message);
        arena_match_set_mind(match, i, mind);
    }
    for (uint32_t step = 0; step < 60 * 60 * 5; step++) {
        arena_match_step(match);
        for (uint32_t i = 0; i < 10; i++) arena_controller_look(sides[i % 2], &match->agents[i]);
    }
    for (uint32_t side = 0; side < 2; side++) {
        arena_score s = arena_side_score(match, side);
        printf("%s score %d kills %u deaths %u shots %u hits %u plans %u changes %u stuck %u bytes %zu\n", names[side],
               s.score, s.kills, s.deaths, s.shots, s.hits, s.plans, s.state_changes, s.stuck,
               arena_controller_bytes(sides[side]));
        for (uint32_t i = 0; i < arena_controller_use_count(sides[side]); i++) {
            arena_use u = arena_controller_use(sides[side], i);
            printf("%s %s %lu\n", u.kind, u.name, u.count);
        }
    }
    arena_match_destroy(match);
    arena_controllers_destroy(controllers);
    arena_map_destroy(map);
}

TEST_MAIN(TEST(every_controller_loads_and_plays))
