// How soldiers decide, in a match: in groups, within a budget of nodes, by the search that their type has, and at costs
// that follow the circumstances.

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
    if (event->kind != PLOY_TRACE_GOAL_STARTED) return;
    ++d->goals;
    d->turns[event->agent % 64] |= 1u << d->match->step % 2;
}

// A row of tactics.txt with another value; NULL: as it is.
static decisions decide(const char* controller, const char* type, const char* row, const char* value, uint32_t steps)
{
    char text[4096];
    decisions d = {0};
    ploy_trace trace = {.emit = note, .user = &d, .level = PLOY_TRACE_BASIC};
    arena_controllers_def def = arena_controllers_def_default();
    def.trace = &trace;
    if (row) {
        const char *all = arena_data_find("tactics.txt")->text, *at = strstr(all, row);
        assert_non_null(at);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - all), all, value, at + strcspn(at, "\n"));
        write_temporary("tactics.txt", text);
        def.folder = temporary_folder();
    }
    arena_stage* stage;
    assert_int_equal(arena_stage_create(&def, &stage, NULL), PLOY_OK);
    arena_setup setup = arena_setup_default();
    setup.sides[0] = setup.sides[1] = controller;
    setup.types[0] = type;
    setup.seed = 4;
    setup.trace = &trace;
    arena_game game;
    assert_int_equal(arena_game_begin(stage, &setup, &game, NULL), PLOY_OK);
    d.match = game.match;
    for (uint32_t i = 0; i < steps; ++i) arena_game_step(&game);
    arena_game_end(&game);
    arena_stage_destroy(stage);
    return d;
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
          TEST(a_type_of_gobt_chains_forward_by_utility), TEST(costs_follow_the_circumstances))
