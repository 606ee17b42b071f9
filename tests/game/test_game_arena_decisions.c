// How soldiers decide, in a match: what they sense and when, in groups, within a budget of nodes, by the search that their
// type has, in three layers, and at costs that follow the circumstances.

#include <stdio.h>
#include <string.h>

#include <ploy/goap.h>
#include <ploy/io.h>

#include "games/arena/controllers/play.h"
#include "games/arena/setup/data_files.h"
#include "support/base/temporary.h"
#include "support/base/test.h"

typedef struct decisions
{
    const arena_match* match;
    uint32_t turns[64]; // bit k: the agent began a goal in a step k modulo 2
    uint32_t goals, plans;
    uint32_t begun[64];    // step in which the search of an agent began
    uint32_t longest_wait; // steps that a search took
    uint32_t searches[32]; // by ploy_search
    uint32_t sensed[8];    // updates of each sensor
    uint64_t hash;         // of the match at its end
} decisions;

static void note(void* user, const ploy_trace_event* event)
{
    decisions* d = user;
    if (!d->match) return;
    uint32_t* begun = &d->begun[event->agent % 64];
    if (event->kind == PLOY_TRACE_SEARCH_BEGUN) {
        ++d->searches[event->args[0] % 32];
        *begun = d->match->step;
    }
    bool has_waited = event->kind == PLOY_TRACE_SEARCH_ENDED && d->match->step - *begun > d->longest_wait;
    if (has_waited) d->longest_wait = d->match->step - *begun;
    d->plans += event->kind == PLOY_TRACE_PLAN_TAKEN;
    if (event->kind == PLOY_TRACE_SENSED) ++d->sensed[event->args[0] % 8];
    if (event->kind != PLOY_TRACE_GOAL_STARTED) return;
    ++d->goals;
    d->turns[event->agent % 64] |= 1u << d->match->step % 2;
}

// What a file says from `at` to the end of `old` is another text.
static void write_changed(const char* file, const char* at, size_t old, const char* text)
{
    static char all[1 << 16];
    const char* whole = arena_data_find(file)->text;
    int length = snprintf(all, sizeof all, "%.*s%s%s", (int)(at - whole), whole, text, at + old);
    assert_true(length > 0 && (size_t)length < sizeof all);
    write_temporary(file, all);
}

// In a mode; NULL: the usual one.
static decisions play(const char* controller, const char* type, const char* mode, const char* folder, uint32_t steps)
{
    decisions d = {0};
    ploy_trace trace = {.emit = note, .user = &d, .level = PLOY_TRACE_EVERYTHING};
    arena_controllers_def def = arena_controllers_def_default();
    def.trace = &trace;
    def.folder = folder;
    arena_stage* stage;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    arena_setup setup = arena_setup_default();
    setup.sides[0] = setup.sides[1] = controller;
    setup.types[0] = type;
    if (mode) setup.mode = mode;
    setup.seed = 4;
    setup.trace = &trace;
    arena_game game;
    assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
    d.match = game.match;
    for (uint32_t i = 0; i < steps; ++i) arena_game_step(&game);
    d.hash = arena_match_hash(game.match);
    arena_game_end(&game);
    arena_stage_destroy(stage);
    return d;
}

// A row of tactics.txt with another value; NULL: as it is.
static decisions decide(const char* controller, const char* type, const char* row, const char* value, uint32_t steps)
{
    if (!row) return play(controller, type, NULL, NULL, steps);
    const char* at = strstr(arena_data_find("tactics.txt")->text, row);
    assert_non_null(at);
    write_changed("tactics.txt", at, strcspn(at, "\n"), value);
    decisions d = play(controller, type, NULL, temporary_folder(), steps);
    write_temporary("tactics.txt", arena_data_find("tactics.txt")->text);
    return d;
}

// A controller's file with another text instead of one; Capture the Flag with squads.
static decisions play_with(const char* controller, const char* text, const char* instead, uint32_t steps)
{
    char file[64], name[64];
    snprintf(file, sizeof file, "%s.xml", controller);
    snprintf(name, sizeof name, "%s+squad", controller);
    const char* at = strstr(arena_data_find(file)->text, text);
    if (!at) fail_msg("%s does not say %s", file, text);
    write_changed(file, at, strlen(text), instead);
    decisions d = play(name, "all", "ctf", temporary_folder(), steps);
    write_temporary(file, arena_data_find(file)->text);
    return d;
}

// Sensors: enemies, friends, health, ammunition, nodes. Ten agents.
static void sensors_update_at_their_intervals(void** state)
{
    (void)state;
    static const char* const rows[] = {"enemies ", "friends ", "health ", "ammo ", "nodes "};
    static const double intervals[] = {0.1, 0.35, 0.5, 0.5, 0.4};
    const uint32_t seconds = 20;
    decisions usual = play("goap", "all", NULL, NULL, seconds * 60);
    for (uint32_t i = 0; i < 5; ++i) {
        char row[32], value[64];
        snprintf(row, sizeof row, "\n%s", rows[i]);
        snprintf(value, sizeof value, "\n%s2", rows[i]);
        const char* at = strstr(arena_data_find("tactics.txt")->text, row);
        assert_non_null(at);
        write_changed("tactics.txt", at, 1 + strcspn(at + 1, "\n"), value);
        decisions rare = play("goap", "all", NULL, temporary_folder(), seconds * 60);
        double wanted = 10 * seconds / intervals[i];
        print_message("%s: %u updates, %.0f by its interval; every two seconds: %u\n", rows[i], usual.sensed[i], wanted,
                      rare.sensed[i]);
        assert_in_range(usual.sensed[i], (uint32_t)(wanted * 0.8), (uint32_t)(wanted * 1.1));
        assert_in_range(rare.sensed[i], 4 * seconds, 6 * seconds);
    }
    write_temporary("tactics.txt", arena_data_find("tactics.txt")->text);
}

// The tree puts some goals first, a utility weighs the others, plans find the steps, and another utility settles plans of
// equal cost: without any of them soldiers do something else.
static void every_layer_of_gobt_decides(void** state)
{
    (void)state;
    static const char* const parts[] = {" choose=\"wants\"", " utility=\"moves\"",
                                        "<Plan goal=\"BringFlag\" name=\"Bring it home\" _skipIf=\"not carrying\"/>"};
    decisions whole = play("gobt+squad", "all", "ctf", NULL, 7200);
    assert_true(whole.plans > 50);
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        decisions less = play_with("gobt", parts[i], "", 7200);
        if (less.hash == whole.hash) fail_msg("gobt does the same without %s", parts[i]);
    }
}

// The option that was chosen last counts half in utility.xml, and an action that follows itself can cost three times as much.
static void what_was_done_last_counts_less_or_costs_more(void** state)
{
    (void)state;
    decisions half = play("utility+squad", "all", "ctf", NULL, 3600);
    decisions same = play_with("utility", "repeat_penalty=\"0.5\"", "repeat_penalty=\"1\"", 3600);
    assert_true(half.hash != same.hash);
    decisions once = play("gobt+squad", "all", "ctf", NULL, 3600);
    decisions thrice = play_with("gobt", "utility=\"moves\">", "utility=\"moves\" repeat_cost=\"3\">", 3600);
    assert_true(once.hash != thrice.hash);
}

static uint32_t count_turns(const decisions* d, uint32_t turns)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 64; ++i) count += d->turns[i] == turns;
    return count;
}

// Six agents decide in every other step, four in those between: pairs of both sides take turns.
static void agents_decide_in_groups(void** state)
{
    (void)state;
    decisions two = decide("long.goap", "all", NULL, NULL, 3600);
    decisions one = decide("long.goap", "all", "groups ", "groups 1", 3600);
    assert_true(two.goals > 50);
    assert_int_equal(count_turns(&two, 3), 0);
    assert_int_equal(count_turns(&two, 1) * count_turns(&two, 2), 4 * 6);
    assert_int_equal(count_turns(&one, 3), 10);
}

// A search that does not fit goes on in the next steps, and its plan is taken then.
static void a_budget_of_nodes_is_shared_by_all(void** state)
{
    (void)state;
    decisions plenty = decide("goap", "all", NULL, NULL, 1200);
    decisions scarce = decide("goap", "all", "budget ", "budget 1", 1200);
    print_message("%u plans, at most %u steps; with one node per step %u plans, up to %u steps\n", plenty.plans,
                  plenty.longest_wait, scarce.plans, scarce.longest_wait);
    assert_true(plenty.plans > 0 && scarce.plans > 0);
    assert_true(plenty.longest_wait < scarce.longest_wait);
}

static void a_type_of_gobt_chains_forward_by_utility(void** state)
{
    (void)state;
    decisions fists = decide("gobt", "melee_only", NULL, NULL, 600);
    decisions guns = decide("gobt", "all", NULL, NULL, 600);
    assert_true(fists.searches[PLOY_SEARCH_UTILITY] > 0);
    assert_int_equal(guns.searches[PLOY_SEARCH_UTILITY], 0);
    assert_true(guns.plans > 0);
}

static int64_t cost_of(const ploy_file* file, const char* action, const char* symbol, int64_t value, uint64_t* words)
{
    const ploy_domain* domain = ploy_file_domain(file, 0);
    uint32_t args[1] = {0}; // the first place
    ploy_state_init(domain, words);
    uint32_t found = ploy_domain_find_symbol(domain, symbol);
    bool has_place = ploy_domain_symbol(domain, found).of_count > 0;
    ploy_state_set(domain, words, ploy_domain_variable(domain, found, has_place ? args : NULL), value);
    return ploy_action_cost(domain, ploy_domain_find_action(domain, action), args, words, NULL);
}

static void costs_follow_the_circumstances(void** state)
{
    (void)state;
    static const char* const files[] = {"goap.xml", "gobt.xml"};
    static const struct
    {
        const char *action, *symbol;
        int64_t low, high;
    } rows[] = {
        {"Approach", "travel", 2, 20},
        {"GoToAmmo", "ammo_seconds", 1, 9},
        {"GoToHealth", "health_seconds", 1, 9},
        {"FallBack", "target_visible", 0, 1},
        {"Flank", "fight_role", 2, 1},
    };
    for (uint32_t i = 0; i < 2; ++i) {
        ploy_file* file;
        ploy_file_def def = {0};
        const game_file* text = arena_data_find(files[i]);
        uint64_t words[64];
        assert_int_equal(ploy_file_parse(&def, text->text, text->bytes, &file, NULL), PLOY_OK);
        assert_true(ploy_domain_state_words(ploy_file_domain(file, 0)) <= 64);
        for (uint32_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
            int64_t low = cost_of(file, rows[k].action, rows[k].symbol, rows[k].low, words);
            int64_t high = cost_of(file, rows[k].action, rows[k].symbol, rows[k].high, words);
            if (low >= high) fail_msg("%s: %s costs the same whatever %s is", files[i], rows[k].action, rows[k].symbol);
        }
        ploy_file_destroy(file);
    }
}

static void check_priorities(const arena_match* match, uint32_t goals, uint32_t* seen)
{
    for (uint32_t i = 0; i < match->agent_count; ++i) {
        for (uint32_t goal = 0; goal < goals && arena_is_alive(&match->agents[i]); ++goal) {
            int64_t priority = ploy_goap_priority(match->agents[i].agent, goal);
            if (priority < 0 || priority > PLOY_UNIT) fail_msg("goal %u has %lld/1000", goal, (long long)priority);
            *seen += priority > 0;
        }
    }
}

// Relevancy, as the dissertation has it.
static void priorities_of_the_dissertations_goals_stay_between_0_and_1(void** state)
{
    (void)state;
    static const char* const modes[] = {"domination", "ctf", "deathmatch", "lms"};
    arena_controllers_def def = arena_controllers_def_default();
    arena_stage* stage;
    uint32_t seen = 0;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    for (uint32_t i = 0; i < 4; ++i) {
        arena_setup setup = arena_setup_default();
        arena_game game;
        setup.mode = modes[i];
        setup.sides[0] = setup.sides[1] = i < 2 ? "long.goap+squad" : "long.goap";
        setup.seed = 7 + i;
        assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
        for (uint32_t step = 0; step < 5400; ++step) {
            arena_game_step(&game);
            if (step % 6 == 0) check_priorities(game.match, 11, &seen);
        }
        arena_game_end(&game);
    }
    assert_true(seen > 1000);
    arena_stage_destroy(stage);
}

TEST_MAIN(TEST(priorities_of_the_dissertations_goals_stay_between_0_and_1), TEST(agents_decide_in_groups), TEST(a_budget_of_nodes_is_shared_by_all),
          TEST(a_type_of_gobt_chains_forward_by_utility), TEST(sensors_update_at_their_intervals),
          TEST(every_layer_of_gobt_decides), TEST(what_was_done_last_counts_less_or_costs_more), TEST(costs_follow_the_circumstances))
