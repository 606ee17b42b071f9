// The arena's controllers besides goap and fsm: each plays every mode well, uses everything in its file, and never
// stands still while it wants to move.

#include <ploy/io.h>
#include <stdio.h>
#include <string.h>

#include "games/arena/controllers/play.h"
#include "support/base/test.h"

#define SECONDS(n) ((n)*ARENA_STEPS_PER_SECOND)
#define MAX_KINDS 256

static const char* const names[] = {"bt", "utility", "gobt", "htn", "fuzzy"};
static const char* const modes[] = {"domination", "ctf", "deathmatch", "lms"};
enum
{
    NAMES = sizeof names / sizeof *names,
    MODES = sizeof modes / sizeof *modes,
};

// One stage for all matches, renewed for each controller so that its uses are its own.

static arena_stage* stage_of(void)
{
    static arena_stage* stage;
    ploy_error error = {0};
    arena_controllers_def def = arena_controllers_def_default();
    ploy_status status = stage ? arena_stage_renew(stage, &error) : arena_stage_create(&def, &stage, &error);
    if (status != PLOY_OK) fail_msg("%s: %s", error.message, error.hint);
    return stage;
}

static arena_setup setup_of(const char* mode, const char* red, const char* blue, uint64_t seed, uint32_t seconds)
{
    arena_setup setup = arena_setup_default();
    setup.mode = mode;
    setup.map = seed % 2 ? "halls" : "yard";
    setup.sides[0] = red;
    setup.sides[1] = blue;
    setup.seed = seed;
    setup.steps = SECONDS(seconds);
    return setup;
}

static arena_result play(arena_stage* stage, const arena_setup* setup)
{
    arena_result result;
    ploy_error error = {0};
    if (arena_play(stage, setup, &result, &error) != PLOY_OK) {
        fail_msg("%s against %s: line %u: %s; %s", setup->sides[0], setup->sides[1], (unsigned)error.line,
                 error.message, error.hint);
    }
    for (uint32_t side = 0; side < ARENA_SIDES; side++) {
        if (result.sides[side].score.stuck > 0) {
            fail_msg("%s is stuck: %s, seed %u", setup->sides[side], setup->mode, (unsigned)setup->seed);
        }
    }
    return result;
}

static void add(arena_score* sum, const arena_score* score)
{
    sum->score += score->score;
    sum->kills += score->kills;
    sum->deaths += score->deaths;
    sum->shots += score->shots;
}

/// With squads in every second match of the team modes.
static void play_against_random(const char* name, const char* mode, arena_score sums[2])
{
    arena_stage* stage = stage_of();
    char squad[32];
    snprintf(squad, sizeof squad, "%s+squad", name);
    memset(sums, 0, 2 * sizeof *sums);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        bool is_first = seed % 4 < 2; // sides are swapped
        const char* own = seed <= 2 ? squad : name;
        arena_setup setup = setup_of(mode, is_first ? own : "random", is_first ? "random" : own, seed, 40);
        arena_result result = play(stage, &setup);
        add(&sums[0], &result.sides[!is_first].score);
        add(&sums[1], &result.sides[is_first].score);
    }
}

// Margins: four times the kills and at least ten; with points and flags, three times the score and at least four more.
// A round rarely ends within a minute.
static void each_beats_random(void** state)
{
    (void)state;
    for (uint32_t n = 0; n < NAMES; n++) {
        for (uint32_t m = 0; m < MODES; m++) {
            arena_score sums[2];
            play_against_random(names[n], modes[m], sums);
            bool kills = sums[0].kills >= 10 && sums[0].kills >= 4 * sums[1].kills;
            bool scores = m >= 2 || (sums[0].score >= 4 + sums[1].score && sums[0].score >= 3 * sums[1].score);
            if (!kills || !scores) {
                fail_msg("%s in %s: score %d to %d, kills %u to %u", names[n], modes[m], sums[0].score, sums[1].score,
                         sums[0].kills, sums[1].kills);
            }
        }
    }
}

// Everything in a file is there to be used. Checks what an agent does after every step.
static void everything_in_a_file_is_used(void** state)
{
    (void)state;
    for (uint32_t n = 0; n < NAMES; n++) {
        arena_stage* stage = stage_of();
        char squad[32];
        snprintf(squad, sizeof squad, "%s+squad", names[n]);
        for (uint32_t m = 0; m < MODES; m++) {
            for (uint64_t seed = 11; seed <= 12; seed++) {
                arena_setup setup = setup_of(modes[m], squad, squad, seed, 60);
                play(stage, &setup);
            }
        }
        arena_controller* controllers[2];
        for (uint32_t side = 0; side < 2; side++) {
            assert_int_equal(
                arena_controllers_get(arena_stage_controllers(stage), names[n], side, &controllers[side], NULL),
                PLOY_OK);
        }
        // the tree of gobt is small: utility and plans do the rest
        uint32_t least = strcmp(names[n], "gobt") == 0 ? 3 : 10;
        assert_true(arena_controller_use_count(controllers[0]) > least);
        for (uint32_t i = 0; i < arena_controller_use_count(controllers[0]); i++) {
            arena_use a = arena_controller_use(controllers[0], i), b = arena_controller_use(controllers[1], i);
            if (a.count + b.count == 0) fail_msg("%s: %s %s never occurs", names[n], a.kind, a.name);
        }
    }
}

// The trace has every start of an activity, whatever the technique.

typedef struct activity_counts
{
    uint64_t begun[MAX_KINDS];
} activity_counts;

static void count_begun(void* user, const ploy_trace_event* event)
{
    activity_counts* c = user;
    if (event->kind == PLOY_TRACE_ACTIVITY_STARTED && event->args[0] < MAX_KINDS) c->begun[event->args[0]]++;
}

static uint64_t begun(const activity_counts* c, arena_stage* stage, const char* activity)
{
    const ploy_bindings* bindings = arena_controllers_kit(arena_stage_controllers(stage))->bindings;
    return c->begun[ploy_bindings_find_activity(bindings, activity)];
}

static void types_do_what_they_can_and_nothing_else(void** state)
{
    (void)state;
    for (uint32_t n = 0; n < NAMES; n++) {
        arena_stage* stage = stage_of();
        activity_counts melee = {0}, guns = {0};
        ploy_trace melee_trace = {count_begun, &melee, PLOY_TRACE_BASIC, false};
        ploy_trace guns_trace = {count_begun, &guns, PLOY_TRACE_BASIC, false};
        arena_setup setup = setup_of("deathmatch", names[n], names[n], 21, 90);
        setup.types[0] = "melee_only";
        setup.trace = &melee_trace;
        arena_result result = play(stage, &setup);
        assert_true(result.sides[0].score.kills + result.sides[1].score.kills >= 4);
        assert_true(begun(&melee, stage, "AttackMelee") > 0);
        assert_int_equal(begun(&melee, stage, "Reload") + begun(&melee, stage, "BlindFire"), 0);
        setup.types[0] = "no_melee";
        setup.trace = &guns_trace;
        result = play(stage, &setup);
        assert_true(result.sides[0].score.kills + result.sides[1].score.kills >= 4);
        assert_int_equal(begun(&guns, stage, "AttackMelee"), 0);
        assert_true(begun(&guns, stage, "Reload") > 0);
    }
}

static void a_match_ends_the_same_twice(void** state)
{
    (void)state;
    for (uint32_t n = 0; n < NAMES; n++) {
        arena_setup setup = setup_of("ctf", names[n], names[(n + 1) % NAMES], 31, 20);
        uint64_t hash = play(stage_of(), &setup).hash;
        assert_int_equal(play(stage_of(), &setup).hash, hash);
        setup.seed = 33;
        assert_int_not_equal(play(stage_of(), &setup).hash, hash);
    }
}

TEST_MAIN(TEST(each_beats_random), TEST(everything_in_a_file_is_used), TEST(types_do_what_they_can_and_nothing_else),
          TEST(a_match_ends_the_same_twice))
