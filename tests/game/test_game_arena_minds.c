#define _XOPEN_SOURCE 700

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/goap.h>
#include <ploy/squad.h>
#include <ploy/trace.h>

#include "games/arena/controllers/play.h"
#include "games/arena/rules/score.h"
#include "support/base/allocators.h"
#include "support/base/temporary.h"
#include "support/base/test.h"

// Seeds 1 to 99 are for development and tests; experiments use others.

#define MINUTES(n) ((n)*60 * ARENA_STEPS_PER_SECOND)
#define GOLDEN 0x64F6CB37983A80FAu

static const char* const modes[] = {"domination", "ctf", "deathmatch", "lms"};
static const char* const names[] = {"goap", "fsm", "fuzzy", "bt", "gobt", "utility", "htn", "random", "long.goap", "long.fsm"};
#define NAMES (sizeof names / sizeof *names)

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SLOW 1
#else
#define IS_SLOW 0
#endif

/// How well they play is the same in every build, so only fast builds play many matches.
static void skip_if_slow(void)
{
    if (IS_SLOW) skip();
}

static bool is_long(void)
{
    return getenv("PLOY_LONG") != NULL;
}

// Maps and controllers are created once.
static arena_stage* shared_stage(void)
{
    static arena_stage* stage;
    arena_controllers_def def = arena_controllers_def_default();
    if (!stage) assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    return stage;
}

static arena_setup setup_of(const char* mode, const char* red, const char* blue, uint64_t seed)
{
    arena_setup setup = arena_setup_default();
    setup.mode = mode;
    setup.sides[0] = red;
    setup.sides[1] = blue;
    setup.seed = seed;
    setup.map = seed % 2 ? "1" : "2";
    setup.steps = MINUTES(2);
    return setup;
}

static arena_result play_on(arena_stage* stage, const arena_setup* setup)
{
    arena_result result;
    ploy_error error = {0};
    if (arena_play(stage, setup, &result, &error) != PLOY_OK) {
        fail_msg("%s against %s: %u: %s; %s", setup->sides[0], setup->sides[1], error.line, error.message, error.hint);
    }
    return result;
}

static arena_result play(const arena_setup* setup)
{
    return play_on(shared_stage(), setup);
}

static arena_controller* controller_of(const char* name, uint32_t side)
{
    arena_controller* controller;
    ploy_status status = arena_controllers_get(arena_stage_controllers(shared_stage()), name, side, &controller, NULL);
    assert_int_equal(status, PLOY_OK);
    return controller;
}

// Errors.

static void an_impossible_setup_is_refused(void** state)
{
    (void)state;
    arena_result result;
    ploy_error error = {0};
    arena_setup setup = setup_of("domination", "goap", "chess", 1);
    assert_int_equal(arena_play(shared_stage(), &setup, &result, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "chess"));
    setup = setup_of("domination", "goap+cavalry", "fsm", 1);
    assert_int_equal(arena_play(shared_stage(), &setup, &result, &error), PLOY_INVALID);
    setup = setup_of("golf", "goap", "fsm", 1);
    assert_int_equal(arena_play(shared_stage(), &setup, &result, &error), PLOY_INVALID);
    setup = setup_of("domination", "goap", "fsm", 1);
    setup.map = "9";
    assert_int_equal(arena_play(shared_stage(), &setup, &result, &error), PLOY_INVALID);
    setup.map = "1";
    setup.types[0] = "archer";
    assert_int_equal(arena_play(shared_stage(), &setup, &result, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "archer"));
}

static void write_file(const char* path, const char* text)
{
    FILE* file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void a_folder_has_modes_types_and_controllers_of_its_own(void** state)
{
    (void)state;
    const char* folder = temporary_folder();
    char mode[320], types[320], fsm[320];
    snprintf(mode, sizeof mode, "%s/duel.mode", folder);
    snprintf(types, sizeof types, "%s/boxer.type", folder);
    snprintf(fsm, sizeof fsm, "%s/fsm.xml", folder);
    write_file(mode, "mode duel\nscore_kill 3\nrespawn 1\n");
    write_file(types, "melee 1\n");
    write_file(fsm, "<ploy version='1'><fsm name='boxer'><state name='Stand' does='Idle'/></fsm></ploy>");
    arena_controllers_def def = arena_controllers_def_default();
    def.folder = folder;
    arena_stage* stage;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    arena_setup setup = setup_of("duel", "goap", "fsm", 8);
    setup.types[0] = "boxer";
    setup.steps = MINUTES(1);
    arena_result result = play_on(stage, &setup);
    assert_int_equal(result.sides[0].score.score, 3 * result.sides[0].score.kills);
    assert_int_equal(result.sides[1].score.state_changes, 0);
    arena_stage_destroy(stage);
    write_file(fsm, "<ploy version='1'>\n<fsm/></ploy>");
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    ploy_error error = {0};
    assert_int_equal(arena_play(stage, &setup, &result, &error), PLOY_INVALID);
    assert_int_equal(error.line, 2);
    assert_string_equal(arena_controllers_file(arena_stage_controllers(stage)), fsm);
    arena_stage_destroy(stage);
    remove(fsm), remove(mode), remove(types);
}

// How often a goal, or an action, of that name was begun in a match of a minute.
static uint64_t begun(arena_stage* stage, const char* mode, const char* type, const char* name)
{
    arena_setup setup = setup_of(mode, "long.goap", "long.fsm", 3);
    setup.types[0] = type;
    setup.steps = MINUTES(1);
    play_on(stage, &setup);
    arena_controller* controller;
    assert_int_equal(arena_controllers_get(arena_stage_controllers(stage), "long.goap", 0, &controller, NULL), PLOY_OK);
    uint64_t count = 0;
    bool is_there = false;
    for (uint32_t i = 0; i < arena_controller_use_count(controller); i++) {
        arena_use use = arena_controller_use(controller, i);
        if (strcmp(use.name, name) != 0) continue;
        is_there = true;
        count += use.count;
    }
    assert_true(is_there);
    arena_controller_reset_uses(controller);
    return count;
}

static void a_mode_and_a_type_have_sets_of_goals_and_actions_of_their_own(void** state)
{
    (void)state;
    arena_controllers_def def = arena_controllers_def_default();
    arena_stage* stage;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    assert_true(begun(stage, "domination", "all", "AttackDomPointOne") > 0);
    assert_int_equal(begun(stage, "ctf", "all", "AttackDomPointOne"), 0);
    assert_true(begun(stage, "ctf", "all", "CaptureFlag") > 0);
    assert_int_equal(begun(stage, "domination", "all", "CaptureFlag"), 0);
    assert_true(begun(stage, "domination", "all", "KillEnemy") > 0);
    assert_true(begun(stage, "domination", "all", "FindAmmo") > 0);
    assert_int_equal(begun(stage, "domination", "melee_only", "FindAmmo"), 0);
    assert_int_equal(begun(stage, "domination", "melee_only", "Reload"), 0);
    assert_true(begun(stage, "domination", "melee_only", "AttackDomPointOne") > 0);
    arena_stage_destroy(stage);

    const char* folder = temporary_folder();
    char mode[320], type[320];
    snprintf(mode, sizeof mode, "%s/truce.mode", folder);
    snprintf(type, sizeof type, "%s/rat.type", folder);
    write_file(mode, "mode truce\nteams 1\npoints 2\nreach 3\nhold 10\ndisable long.goap KillEnemy Attack\n");
    write_file(type, "disable long.goap FindHealth AttackDomPointOne AttackDomPointTwo FindAmmo\n");
    def.folder = folder;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    assert_int_equal(begun(stage, "truce", "all", "KillEnemy"), 0);
    assert_true(begun(stage, "truce", "all", "AttackDomPointOne") > 0);
    assert_int_equal(begun(stage, "truce", "rat", "AttackDomPointOne"), 0);
    assert_true(begun(stage, "truce", "rat", "Idle") > 0);
    assert_true(begun(stage, "domination", "all", "KillEnemy") > 0); // another mode on the same stage
    arena_stage_destroy(stage);

    write_file(type, "melee 1\ndisable long.goap KillEnemy Sing\n");
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    arena_setup setup = setup_of("domination", "long.goap", "fsm", 1);
    arena_result result;
    ploy_error error = {0};
    setup.types[0] = "rat";
    assert_int_equal(arena_play(stage, &setup, &result, &error), PLOY_INVALID);
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.message, "Sing"));
    assert_string_equal(arena_controllers_file(arena_stage_controllers(stage)), type);
    arena_stage_destroy(stage);
    remove(mode), remove(type);
}

// Determinism.

static void a_match_does_not_depend_on_what_was_played_before(void** state)
{
    (void)state;
    arena_controllers_def def = arena_controllers_def_default();
    arena_stage* fresh;
    assert_int_equal(arena_stage_create(&def, &fresh, NULL), PLOY_OK);
    arena_setup other = setup_of("ctf", "goap", "fsm+squad", 7);
    arena_setup setup = setup_of("domination", "goap+squad", "fsm+squad", 3);
    play(&other);
    uint64_t warm = play(&setup).hash;
    assert_true(warm == play_on(fresh, &setup).hash);
    assert_true(warm == play(&setup).hash);
    arena_stage_destroy(fresh);
}

static void workers_and_clocks_change_nothing(void** state)
{
    (void)state;
    extern uint64_t ticking(void);
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 3});
    for (uint32_t i = 0; i < 4; i++) {
        arena_setup setup = setup_of(modes[i], "goap+squad", "fsm+squad", 4 + i);
        setup.steps = MINUTES(1);
        uint64_t hash = play(&setup).hash;
        setup.tasks = ploy_scheduler_tasks(scheduler);
        assert_true(play(&setup).hash == hash);
        setup.tasks = (ploy_tasks){0};
        setup.clock = ticking;
        arena_result timed = play(&setup);
        assert_true(timed.hash == hash);
        assert_true(timed.sides[0].time.steps > 0 && timed.sides[0].time.min <= timed.sides[0].time.p999);
        assert_true(timed.sides[0].time.p999 <= timed.sides[0].time.max);
    }
    ploy_scheduler_destroy(scheduler);
}

// Large enough that all passes are shared among the workers.
static void a_crowd_fights_the_same_on_any_number_of_workers(void** state)
{
    (void)state;
    static const uint32_t workers[] = {2, 3, 5, 8};
    for (uint32_t i = 0; i < 4; i++) {
        arena_setup setup = setup_of(modes[i], i % 2 ? "goap+squad" : "goap", i % 2 ? "fsm" : "bt", 11 + i);
        setup.agent_count = 120;
        setup.steps = MINUTES(1) / 6;
        uint64_t hash = play(&setup).hash;
        for (uint32_t k = 0; k < 4; k++) {
            ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers[k]});
            setup.tasks = ploy_scheduler_tasks(scheduler);
            assert_true(play(&setup).hash == hash);
            setup.tasks = (ploy_tasks){0};
            ploy_scheduler_destroy(scheduler);
        }
    }
}

uint64_t ticking(void);
uint64_t ticking(void)
{
    static uint64_t now;
    return now += 10;
}

static void the_match_is_the_golden_one(void** state)
{
    (void)state;
    arena_setup setup = setup_of("domination", "goap+squad", "fsm+squad", 5);
    uint64_t hash = play(&setup).hash;
    if (hash != GOLDEN) fail_msg("the match gives 0x%llXu", (unsigned long long)hash);
}

// How goals end.

typedef struct goal_ends
{
    uint32_t goal, finished, irrelevant;
} goal_ends;

static void count_ends(void* user, const ploy_trace_event* event)
{
    goal_ends* ends = user;
    if (event->args[0] != ends->goal) return;
    ends->finished += event->kind == PLOY_TRACE_GOAL_FINISHED;
    ends->irrelevant += event->kind == PLOY_TRACE_GOAL_ABORTED && event->args[1] == PLOY_GOAP_REASON_IRRELEVANT;
}

// It is relevant only while it is not met, so the pickup that meets it also makes it irrelevant.
static void agents_that_find_ammo_have_finished_looking_for_it(void** state)
{
    (void)state;
    goal_ends ends = {.goal = 0};
    while (strcmp(arena_controller_use(controller_of("long.goap", 0), ends.goal).name, "FindAmmo") != 0) ++ends.goal;
    ploy_trace trace = {count_ends, &ends, PLOY_TRACE_BASIC, false};
    arena_setup setup = setup_of("deathmatch", "long.goap", "long.goap", 5);
    setup.trace = &trace;
    play(&setup);
    print_message("%u finished, %u no longer relevant\n", ends.finished, ends.irrelevant);
    assert_true(ends.finished > 10 * ends.irrelevant && ends.finished > 10);
}

// Everything in a file is used.

static void expect_all_used(const char* name, uint32_t side)
{
    arena_controller* controller = controller_of(name, side);
    for (uint32_t i = 0; i < arena_controller_use_count(controller); i++) {
        arena_use use = arena_controller_use(controller, i);
        if (use.count == 0) fail_msg("%s: %s %s never came up", name, use.kind, use.name);
    }
}

static bool has_use(const arena_controller* controller, const char* kind, const char* name)
{
    for (uint32_t i = 0; i < arena_controller_use_count(controller); i++) {
        arena_use use = arena_controller_use(controller, i);
        if (strcmp(use.kind, kind) == 0 && strcmp(use.name, name) == 0) return true;
    }
    return false;
}

static void the_dissertations_goals_and_actions_are_all_there(void** state)
{
    (void)state;
    static const char* const goals[] = {"AttackDomPointOne", "AttackDomPointTwo", "Dodge",      "Patrol",
                                        "FindHealth",        "FindAmmo",          "GoToTask",   "Idle",
                                        "KillEnemy",         "CaptureFlag",       "ReturnFlagToBase"};
    static const char* const actions[] = {
        "AttackDomPointOne", "AttackDomPointTwo", "Attack",      "AttackLongRange",   "AttackShortRange", "AttackMelee",
        "ChangeWeapon",      "GoTo",              "GoToAmmo",    "GoToHealth",        "Idle",             "Patrol",
        "Chase",             "Dodge",             "DodgeFire",   "Reload",            "GoToCover",        "AttackFlagCarrier",
        "CarryFlag",         "PickupFlag",        "ProtectFlagBearer", "SeekClosestEnemy", "BlindFire"};
    const arena_controller* controller = controller_of("long.goap", 0);
    for (uint32_t i = 0; i < sizeof goals / sizeof *goals; i++) {
        if (!has_use(controller, "goal", goals[i])) fail_msg("there is no goal %s", goals[i]);
    }
    for (uint32_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        if (!has_use(controller, "action", actions[i])) fail_msg("there is no action %s", actions[i]);
    }
}

static void every_goal_action_state_and_task_comes_up(void** state)
{
    (void)state;
    skip_if_slow();
    uint32_t tasks[PLOY_SQUAD_TASK_KIND_COUNT] = {0};
    for (uint32_t i = 0; i < 24; i++) {
        bool has_squads = i % 12 < 8;
        const char* red = i < 12 ? has_squads ? "goap+squad" : "goap" : has_squads ? "long.goap+squad" : "long.goap";
        const char* blue = i < 12 ? has_squads ? "fsm+squad" : "fsm" : has_squads ? "long.fsm+squad" : "long.fsm";
        arena_setup setup = setup_of(modes[i % 4], red, blue, 11 + i % 12);
        setup.steps = MINUTES(4);
        arena_result result = play(&setup);
        for (uint32_t kind = 0; kind < PLOY_SQUAD_TASK_KIND_COUNT; kind++) tasks[kind] += result.tasks[kind];
    }
    arena_setup easy = setup_of("domination", "random", "fsm", 23); // so that it has points to guard
    easy.steps = MINUTES(4);
    play(&easy);
    easy.sides[1] = "long.fsm";
    play(&easy);
    arena_setup fists = setup_of("deathmatch", "goap", "random", 23);
    fists.types[0] = "melee_only";
    play(&fists);
    expect_all_used("goap", 0);
    expect_all_used("fsm", 1);
    expect_all_used("long.goap", 0);
    expect_all_used("long.fsm", 1);
    for (uint32_t kind = 1; kind < PLOY_SQUAD_TASK_KIND_COUNT; kind++) {
        if (tasks[kind] == 0) fail_msg("task %s never came up", ploy_squad_task_name(kind));
    }
    const uint64_t* lengths = arena_controller_plan_lengths(controller_of("goap", 0));
    assert_true(lengths[1] > 0 && lengths[2] > 0 && lengths[3] > 0);
}

// Strength.

static void expect_beats_random(const char* name)
{
    int32_t kills = 0, random_kills = 0, score = 0, random_score = 0;
    for (uint32_t i = 0; i < 8; i++) {
        bool is_red = i % 2;
        arena_setup setup = setup_of(modes[i / 2 % 2], is_red ? name : "random", is_red ? "random" : name, 31 + i);
        arena_result result = play(&setup);
        kills += (int32_t)result.sides[!is_red].score.kills;
        random_kills += (int32_t)result.sides[is_red].score.kills;
        score += result.sides[!is_red].score.score;
        random_score += result.sides[is_red].score.score;
    }
    if (kills < 4 * random_kills || score < 4 * random_score || score == 0) {
        fail_msg("%s: %d kills to %d, %d points to %d", name, kills, random_kills, score, random_score);
    }
}

static void goap_and_fsm_beat_random_four_to_one(void** state)
{
    (void)state;
    skip_if_slow();
    expect_beats_random("fsm");
    expect_beats_random("goap");
}

// No agent that wants to move stands still, whatever the technique.

static void nobody_is_stuck(void** state)
{
    (void)state;
    uint32_t matches = is_long() ? 200 : 24;
    for (uint32_t i = 0; i < matches; i++) {
        const char* red = names[i % NAMES];
        const char* blue = i / 4 % 2 ? "goap+squad" : "fsm+squad";
        arena_setup setup =
            setup_of(modes[(i + i / NAMES) % 4], red, i % 3 ? blue : names[(i + 3) % NAMES], 1 + i % 99);
        setup.steps = MINUTES(is_long() ? 5 : 1);
        arena_result result = play(&setup);
        if (result.sides[0].score.stuck || result.sides[1].score.stuck) {
            fail_msg("%s, map %s, seed %u: %s %u times, %s %u times", setup.mode, setup.map, (unsigned)setup.seed,
                     setup.sides[0], result.sides[0].score.stuck, setup.sides[1], result.sides[1].score.stuck);
        }
    }
}

// Squads.

typedef struct spread
{
    double sum;
    uint32_t count;
} spread;

/// Distances between members of one squad, or of one half of a side without squads.
static void add_spread(spread* s, const arena_game* game, uint32_t side)
{
    const arena_match* match = game->match;
    for (uint32_t a = side; a < match->agent_count; a += 2) {
        for (uint32_t b = a + 2; b < match->agent_count; b += 2) {
            const arena_agent *one = &match->agents[a], *other = &match->agents[b];
            if (!arena_is_alive(one) || !arena_is_alive(other)) continue;
            if (game->squads && !arena_squads_are_together(game->squads, one, other)) continue;
            s->sum += arena_distance(one->at, other->at) / (double)ARENA_CELL;
            s->count++;
        }
    }
}

static double spread_of(const char* controller, const char* mode)
{
    spread s = {0};
    for (uint32_t seed = 41; seed < 44; seed++) {
        arena_setup setup = setup_of(mode, controller, "fsm", seed);
        arena_game game;
        assert_int_equal(arena_game_begin(shared_stage(), &setup, &game, NULL), PLOY_OK);
        for (uint32_t i = 0; i < MINUTES(2); i++) {
            arena_game_step(&game);
            if (i % ARENA_STEPS_PER_SECOND == 0) add_spread(&s, &game, 0);
        }
        arena_game_end(&game);
    }
    return s.sum / s.count;
}

static void members_of_a_squad_stay_together(void** state)
{
    (void)state;
    skip_if_slow();
    for (uint32_t i = 0; i < 2; i++) {
        double with = spread_of(i ? "fsm+squad" : "goap+squad", "domination");
        double without = spread_of(i ? "fsm" : "goap", "domination");
        if (with > 0.9 * without) fail_msg("%s: %.1f cells with squads, %.1f without", names[i], with, without);
    }
}

static void an_agent_without_a_squad_has_no_orders(void** state)
{
    (void)state;
    arena_setup setup = setup_of("domination", "goap+squad", "fsm", 51);
    arena_game game;
    bool had_order = false;
    assert_int_equal(arena_game_begin(shared_stage(), &setup, &game, NULL), PLOY_OK);
    for (uint32_t i = 0; i < MINUTES(1); i++) {
        arena_game_step(&game);
        for (uint32_t a = 0; a < game.match->agent_count; a++) {
            int64_t order = arena_get(&game.match->agents[a], ARENA_KEY_ORDER);
            if (a % 2) assert_int_equal(order, 0);
            had_order |= order != 0;
        }
    }
    assert_true(had_order);
    arena_game_end(&game);
}

// Types.

static void types_of_agents_are_a_matter_of_data(void** state)
{
    (void)state;
    for (uint32_t i = 0; i < NAMES; i++) {
        arena_setup setup = setup_of("deathmatch", names[i], names[i], 61);
        setup.types[0] = "melee_only";
        setup.map = "1";
        arena_game game;
        assert_int_equal(arena_game_begin(shared_stage(), &setup, &game, NULL), PLOY_OK);
        for (uint32_t step = 0; step < MINUTES(1); step++) {
            arena_game_step(&game);
            assert_int_equal(game.match->shot_count, 0);
        }
        arena_game_end(&game);
    }
    arena_setup setup = setup_of("deathmatch", "goap", "fsm", 62);
    setup.types[0] = "no_melee";
    setup.types[1] = "all";
    arena_game game;
    assert_int_equal(arena_game_begin(shared_stage(), &setup, &game, NULL), PLOY_OK);
    assert_false(game.match->agents[0].type.melee);
    assert_true(game.match->agents[2].type.melee);
    assert_true(game.match->agents[0].mind != game.match->agents[2].mind);
    arena_game_end(&game);
}

// Costs.

static void a_step_of_goap_and_fsm_allocates_nothing(void** state)
{
    (void)state;
    test_allocator counters = {0};
    arena_controllers_def def = arena_controllers_def_default();
    def.allocator = test_allocator_of(&counters);
    arena_stage* stage;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    arena_setup setup = setup_of("domination", "goap+squad", "fsm+squad", 71);
    arena_game game;
    // Warm up: what is prepared for a goal is kept after its first use, so the next match prepares others first.
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
        for (uint32_t step = 0; step <= MINUTES(1); step++) arena_game_step(&game);
        arena_game_end(&game);
    }
    assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
    arena_game_step(&game);
    uint64_t calls = counters.calls;
    for (uint32_t step = 0; step < MINUTES(1); step++) arena_game_step(&game);
    assert_int_equal(counters.calls, calls);
    arena_game_end(&game);
    arena_stage_destroy(stage);
    assert_int_equal(counters.live_blocks, 0);
}

static bool play_a_little(const ploy_allocator* allocator)
{
    arena_controllers_def def = arena_controllers_def_default();
    def.allocator = *allocator;
    arena_stage* stage;
    if (arena_stage_create(&def, &stage, NULL) != PLOY_OK) return false;
    arena_setup setup = setup_of("domination", "goap+squad", "fsm+squad", 1);
    arena_game game;
    bool ok = arena_game_begin(stage, &setup, &game, NULL) == PLOY_OK;
    arena_game_end(&game);
    arena_stage_destroy(stage);
    return ok;
}

static void without_memory_nothing_leaks(void** state)
{
    (void)state;
    if (is_long()) test_fail_every_allocation(play_a_little);
}

static void planning_takes_little_more_memory_than_states(void** state)
{
    (void)state;
    arena_setup setup = setup_of("domination", "long.goap", "long.fsm", 81);
    arena_result result = play(&setup);
    assert_true(result.sides[0].bytes < result.sides[1].bytes + 100 * 1024);
}

// Fairness.

static void expect_even(const char* mode, const char* map)
{
    uint32_t matches = 200, halves = 0;
    for (uint32_t seed = 1; seed <= matches; seed++) {
        arena_setup setup = setup_of(mode, "goap", "goap", 1000 + seed);
        setup.map = map;
        setup.steps = MINUTES(5);
        arena_result result = play(&setup);
        int32_t lead = result.sides[0].score.score - result.sides[1].score.score;
        halves += lead > 0 ? 2 : lead == 0;
    }
    if (halves < 160 || halves > 240) fail_msg("%s, map %s: red wins %u of 400 halves", mode, map, halves);
}

static void neither_side_has_an_advantage(void** state)
{
    (void)state;
    if (!is_long()) skip();
    for (uint32_t i = 0; i < 8; i++) expect_even(modes[i % 4], i < 4 ? "1" : "2");
}

static void the_stage_is_destroyed_last(void** state)
{
    (void)state;
    arena_stage_destroy(shared_stage());
}

TEST_MAIN(TEST(an_impossible_setup_is_refused), TEST(a_folder_has_modes_types_and_controllers_of_its_own),
          TEST(a_mode_and_a_type_have_sets_of_goals_and_actions_of_their_own),
          TEST(a_match_does_not_depend_on_what_was_played_before), TEST(workers_and_clocks_change_nothing),
          TEST(a_crowd_fights_the_same_on_any_number_of_workers),
          TEST(the_match_is_the_golden_one), TEST(agents_that_find_ammo_have_finished_looking_for_it),
          TEST(the_dissertations_goals_and_actions_are_all_there),
          TEST(every_goal_action_state_and_task_comes_up), TEST(goap_and_fsm_beat_random_four_to_one),
          TEST(nobody_is_stuck), TEST(members_of_a_squad_stay_together), TEST(an_agent_without_a_squad_has_no_orders),
          TEST(types_of_agents_are_a_matter_of_data), TEST(a_step_of_goap_and_fsm_allocates_nothing),
          TEST(without_memory_nothing_leaks), TEST(planning_takes_little_more_memory_than_states),
          TEST(neither_side_has_an_advantage), TEST(the_stage_is_destroyed_last))
