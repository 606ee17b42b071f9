// The library's expressions, actions and goals against the model of random domains, state by state.

#include <string.h>

#include "support/plan/random_queries.h"
#include "support/plan/random_text.h"
#include "support/base/test.h"
#include "plan/domain/domain.h"

enum
{
    STATES = 12
};

static void print_and_fail(const random_domain* d, const int64_t* values, const char* what, const char* name)
{
    random_domain_print(d, values, stderr);
    fail_msg("seed %llu: %s of %s", (unsigned long long)d->seed, what, name);
}

typedef void check_fn(const random_domain* d, const int64_t* values, const uint64_t* state);

// Runs a check in the initial state and some random ones of every domain.
static void in_many_states(uint64_t first, uint64_t count, check_fn* check)
{
    seed_range seeds = question_seeds(first, count);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 2};
        int64_t values[RANDOM_MAX_VARIABLES] = {0};
        uint64_t state[RANDOM_MAX_WORDS] = {0};
        for (uint32_t i = 0; i < STATES; i++) {
            random_domain_start(d, &random, values);
            random_domain_pack(d, values, state);
            check(d, values, state);
        }
        random_domain_destroy(d);
    }
}

static void check_values(const random_domain* d, const int64_t* values, const uint64_t* state)
{
    int64_t back[RANDOM_MAX_VARIABLES];
    random_domain_unpack(d, state, back);
    assert_memory_equal(back, values, d->variable_count * sizeof *values);
}

static void a_packed_state_gives_back_every_value(void** unused)
{
    (void)unused;
    in_many_states(1, 300, check_values);
}

static void the_initial_state_is_what_was_described(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(1, 300);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        uint64_t state[RANDOM_MAX_WORDS] = {0};
        int64_t values[RANDOM_MAX_VARIABLES] = {0};
        ploy_state_init(d->domain, state);
        random_domain_initial(d, values);
        check_values(d, values, state);
        random_domain_destroy(d);
    }
}

static void check_printed(const random_domain* d, const int64_t* values, const uint64_t* state)
{
    char text[4096];
    uint64_t again[RANDOM_MAX_WORDS];
    assert_true(ploy_state_print(d->domain, state, text, sizeof text) < sizeof text);
    ploy_state_init(d->domain, again);
    ploy_error error = {0};
    if (ploy_state_parse(d->domain, again, text, &error) != PLOY_OK) print_and_fail(d, values, error.message, text);
    check_values(d, values, again);
}

static void a_printed_state_reads_back_as_it_was(void** unused)
{
    (void)unused;
    in_many_states(1, 200, check_printed);
}

static void check_actions(const random_domain* d, const int64_t* values, const uint64_t* state)
{
    for (uint32_t g = 0; g < d->ground_count; g++) {
        const random_ground* ground = &d->grounds[g];
        const char* name = d->actions[ground->action].name;
        bool applicable = random_model_applicable(d, g, values);
        if (ploy_action_applicable(d->domain, ground->action, ground->args, state) != applicable)
            print_and_fail(d, values, "applicability", name);
        if (pl_action_context(d->domain, ground->action, ground->args, state, NULL) !=
            random_model_context(d, g, values))
            print_and_fail(d, values, "context", name);
        if (ploy_action_cost(d->domain, ground->action, ground->args, state, NULL) !=
            random_model_cost(d, g, values, values))
            print_and_fail(d, values, "cost", name);
        if (!applicable) continue;
        int64_t after[RANDOM_MAX_VARIABLES];
        uint64_t changed[RANDOM_MAX_WORDS];
        memcpy(after, values, sizeof after);
        memcpy(changed, state, sizeof changed);
        random_model_apply(d, g, after);
        ploy_action_apply(d->domain, ground->action, ground->args, changed);
        check_values(d, after, changed);
    }
}

static void actions_are_applicable_cost_and_change_what_the_model_says(void** unused)
{
    (void)unused;
    in_many_states(1, 1500, check_actions);
}

static void check_goals(const random_domain* d, const int64_t* values, const uint64_t* state)
{
    ploy_random random = {.seed = d->seed, .stream = 3};
    for (uint32_t g = 0; g < d->goal_count; g++) {
        uint32_t args[PLOY_MAX_ARGS] = {0};
        random_domain_goal_args(d, &random, g, args);
        const char* name = d->goals[g].name;
        if (ploy_goal_met(d->domain, g, args, state) != random_model_goal(d, g, args, values))
            print_and_fail(d, values, "met", name);
        if (pl_goal_relevant(d->domain, g, args, state) != random_model_relevant(d, g, args, values))
            print_and_fail(d, values, "relevance", name);
        if (pl_goal_priority(d->domain, g, args, state, NULL) != random_model_priority(d, g, args, values))
            print_and_fail(d, values, "priority", name);
    }
}

static void goals_are_met_relevant_and_urgent_as_the_model_says(void** unused)
{
    (void)unused;
    in_many_states(1, 1500, check_goals);
}

static void check_conditions(const random_domain* d, const int64_t* values, const uint64_t* state)
{
    static const uint32_t no_args[PLOY_MAX_ARGS];
    for (uint32_t g = 0; g < d->goal_count; g++) {
        if (d->goals[g].param_count) continue;
        random_text text = {.length = 0};
        random_text_expr(d, d->goals[g].condition[0], &text);
        ploy_error error = {0};
        ploy_status expected = random_model_goal(d, g, no_args, values) ? PLOY_FOUND : PLOY_NOT_FOUND;
        if (pl_state_test(d->domain, state, text.chars, &error) != expected)
            print_and_fail(d, values, error.message, text.chars);
    }
}

static void a_condition_as_text_holds_where_the_model_says(void** unused)
{
    (void)unused;
    in_many_states(1, 500, check_conditions);
}

static void changes_at_run_time_mean_what_the_model_says(void** unused)
{
    (void)unused;
    seed_range seeds = question_seeds(1, 400);
    for (uint64_t seed = seeds.first; seed < seeds.end; seed++) {
        random_domain* d = random_domain_of_seed(seed);
        ploy_random random = {.seed = seed, .stream = 4};
        for (uint32_t i = 0; i < 10; i++) {
            char what[80];
            random_domain_change(d, &random, what, sizeof what);
            int64_t values[RANDOM_MAX_VARIABLES] = {0};
            uint64_t state[RANDOM_MAX_WORDS] = {0};
            random_domain_start(d, &random, values);
            random_domain_pack(d, values, state);
            check_actions(d, values, state);
            check_goals(d, values, state);
        }
        random_domain_destroy(d);
    }
}

TEST_MAIN(TEST(a_packed_state_gives_back_every_value), TEST(the_initial_state_is_what_was_described),
          TEST(a_printed_state_reads_back_as_it_was), TEST(actions_are_applicable_cost_and_change_what_the_model_says),
          TEST(goals_are_met_relevant_and_urgent_as_the_model_says),
          TEST(a_condition_as_text_holds_where_the_model_says), TEST(changes_at_run_time_mean_what_the_model_says))
