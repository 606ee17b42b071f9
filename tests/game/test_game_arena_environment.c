// The arena with decisions from outside.

#include "games/arena/controllers/environment.h"

#include <string.h>

#include "games/arena/controllers/play.h"
#include "support/base/test.h"

#define MINUTE (60 * ARENA_STEPS_PER_SECOND)

static arena_environment* make(const char* red, const char* blue, const char* mode)
{
    char message[256];
    arena_environment_def def = {.mode = mode, .sides = {red, blue}};
    arena_environment* environment = arena_environment_create(&def, message, sizeof message);
    if (!environment) fail_msg("%s", message);
    return environment;
}

static uint32_t find_action(const arena_environment* environment, const char* name)
{
    for (uint32_t i = 0; i < arena_environment_action_count(environment); ++i) {
        if (strcmp(arena_environment_action_name(environment, i), name) == 0) return i;
    }
    fail_msg("no action %s", name);
    return PLOY_NONE;
}

static uint32_t find_value(const char* name)
{
    for (uint32_t i = 0; i < arena_environment_value_count(); ++i) {
        if (strcmp(arena_environment_value_name(i), name) == 0) return i;
    }
    fail_msg("no value %s", name);
    return PLOY_NONE;
}

static void a_match_of_two_controllers_is_the_match_that_the_program_plays(void** state)
{
    (void)state;
    arena_environment* environment = make("goap", "fsm", "domination");
    assert_true(arena_environment_reset(environment, 3));
    arena_environment_step(environment, MINUTE);
    arena_stage* stage;
    arena_result result;
    arena_setup setup = arena_setup_default();
    arena_controllers_def def = arena_controllers_def_default();
    setup.sides[0] = "goap";
    setup.sides[1] = "fsm";
    setup.seed = 3;
    setup.steps = MINUTE;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    assert_int_equal(arena_play(stage, &setup, &result, NULL), PLOY_OK);
    assert_true(result.hash == arena_environment_hash(environment));
    arena_stage_destroy(stage);
    arena_environment_destroy(environment);
}

static void external_agents_do_what_is_wanted_and_only_they(void** state)
{
    (void)state;
    arena_environment* environment = make(NULL, "fsm", "deathmatch");
    assert_true(arena_environment_reset(environment, 1));
    uint32_t go = find_action(environment, "GoToAmmo"), alive = find_value("alive"), ammo = find_value("ammo");
    for (uint32_t i = 0; i < 10; ++i) assert_int_equal(arena_environment_act(environment, i, go), i % 2 == 0);
    assert_false(arena_environment_act(environment, 0, 9999));
    assert_false(arena_environment_act(environment, 99, go));
    uint32_t armed = 0;
    for (uint32_t second = 0; second < 30; ++second) {
        arena_environment_step(environment, ARENA_STEPS_PER_SECOND);
        for (uint32_t i = 0; i < 10; i += 2) {
            float* values = test_calloc(arena_environment_value_count(), sizeof *values);
            arena_environment_observe(environment, i, values);
            armed += values[ammo] > 0;
            assert_int_equal(values[alive] > 0, arena_environment_body(environment, i).health > 0);
            test_free(values);
        }
    }
    assert_true(armed > 0);
    arena_environment_destroy(environment);
}

static void external_agents_without_an_action_stay_where_they_are(void** state)
{
    (void)state;
    arena_environment* environment = make(NULL, NULL, "deathmatch");
    assert_true(arena_environment_reset(environment, 1));
    arena_body before = arena_environment_body(environment, 0);
    arena_environment_step(environment, MINUTE);
    arena_body after = arena_environment_body(environment, 0);
    assert_in_range(after.x - before.x + 2048, 0, 4096); // bodies that overlap move apart, by a cell or two
    assert_in_range(after.y - before.y + 2048, 0, 4096);
    assert_string_equal(after.doing, "");
    assert_int_equal(arena_environment_side(environment, 0).kills + arena_environment_side(environment, 1).kills, 0);
    arena_environment_destroy(environment);
}

static uint64_t play(arena_environment* environment, uint64_t seed)
{
    ploy_random random = {.seed = seed};
    assert_true(arena_environment_reset(environment, seed));
    for (uint32_t i = 0; i < 200; ++i) {
        for (uint32_t agent = 0; agent < 10; agent += 2) {
            uint8_t mask[256] = {0};
            arena_environment_mask(environment, agent, mask);
            uint32_t action = ploy_random_below(&random, arena_environment_action_count(environment));
            arena_environment_act(environment, agent, mask[action] ? action : PLOY_NONE);
        }
        arena_environment_step(environment, 6);
    }
    return arena_environment_hash(environment);
}

static void the_same_seed_and_the_same_acts_give_the_same_match(void** state)
{
    (void)state;
    arena_environment* environment = make(NULL, "goap+squad", "ctf");
    uint64_t first = play(environment, 5);
    assert_true(first != play(environment, 6));
    assert_true(first == play(environment, 5));
    arena_thing things[512];
    uint32_t count = arena_environment_things(environment, things, 512), flags = 0;
    for (uint32_t i = 0; i < count; ++i) flags += things[i].kind == ARENA_THING_FLAG;
    assert_int_equal(flags, 2);
    arena_environment_destroy(environment);
}

static void a_wrong_def_is_named(void** state)
{
    (void)state;
    char message[256];
    arena_environment_def mode = {.mode = "chess"}, side = {.sides = {"chess", NULL}};
    assert_null(arena_environment_create(&mode, message, sizeof message));
    assert_non_null(strstr(message, "chess"));
    assert_null(arena_environment_create(&side, message, sizeof message));
    assert_non_null(strstr(message, "chess"));
}

TEST_MAIN(TEST(a_match_of_two_controllers_is_the_match_that_the_program_plays),
          TEST(external_agents_do_what_is_wanted_and_only_they), TEST(external_agents_without_an_action_stay_where_they_are),
          TEST(the_same_seed_and_the_same_acts_give_the_same_match), TEST(a_wrong_def_is_named))
