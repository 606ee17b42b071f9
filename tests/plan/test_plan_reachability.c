// What counts as unreachable is unreachable: random walks in random domains find only reachable actions and values.

#include <ploy/plan.h>

#include "support/plan/random_domain.h"
#include "support/base/test.h"

enum
{
    SEEDS = 300,
    WALK = 60
};

static bool is_disabled(const uint64_t* disabled, uint32_t action)
{
    return (disabled[action / 64] >> (action % 64) & 1) != 0;
}

static void assert_foreseen(const random_domain* d, const ploy_reachability* reach, const int64_t* values,
                            const uint64_t* disabled)
{
    for (uint32_t g = 0; g < d->ground_count; g++) {
        const random_ground* ground = &d->grounds[g];
        if (is_disabled(disabled, ground->action) || !random_model_applicable(d, g, values)) continue;
        if (!ploy_reachability_action(reach, ground->action, ground->args)) random_domain_print(d, values, stderr);
        assert_true(ploy_reachability_action(reach, ground->action, ground->args));
        assert_true(ploy_reachability_action(reach, ground->action, NULL));
    }
}

static void assert_goals_foreseen(const random_domain* d, const ploy_reachability* reach, const int64_t* values,
                                  ploy_random* random)
{
    for (uint32_t g = 0; g < d->goal_count; g++) {
        uint32_t args[PLOY_MAX_ARGS] = {0};
        random_domain_goal_args(d, random, g, args);
        if (!random_model_goal(d, g, args, values)) continue;
        assert_true(ploy_reachability_goal(reach, g, args));
        assert_true(ploy_reachability_goal(reach, g, NULL));
    }
}

static void walk(const random_domain* d, const ploy_reachability* reach, int64_t* values, const uint64_t* disabled,
                 ploy_random* random)
{
    for (uint32_t k = 0; k < WALK; k++) {
        assert_foreseen(d, reach, values, disabled);
        assert_goals_foreseen(d, reach, values, random);
        for (uint32_t tries = 0; tries < 20; tries++) {
            uint32_t g = ploy_random_below(random, d->ground_count);
            if (is_disabled(disabled, d->grounds[g].action) || !random_model_applicable(d, g, values)) continue;
            random_model_apply(d, g, values);
            break;
        }
    }
}

static uint32_t count_out_of_reach(const random_domain* d, const ploy_reachability* reach)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < d->action_count; a++) count += !ploy_reachability_action(reach, a, NULL);
    return count;
}

static void whatever_a_random_walk_does_or_meets_was_within_reach(void** state)
{
    (void)state;
    uint32_t out_of_reach = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        random_knobs knobs = seed % 3 ? random_knobs_small() : random_knobs_wide();
        random_domain* d = random_domain_create(seed, &knobs);
        ploy_random random = {seed, 77, 0};
        int64_t values[RANDOM_MAX_VARIABLES];
        uint64_t start[RANDOM_MAX_WORDS], disabled[1] = {ploy_random_next(&random) & ploy_random_next(&random)};
        random_domain_start(d, &random, values);
        random_domain_pack(d, values, start);
        ploy_reachability* reach = ploy_reachability_create(
            &(ploy_reachability_def){.domain = d->domain, .start = start, .disabled = disabled});
        out_of_reach += count_out_of_reach(d, reach);
        if (d->ground_count) walk(d, reach, values, disabled, &random);
        ploy_reachability_destroy(reach);
        random_domain_destroy(d);
    }
    assert_true(out_of_reach > 0);
}

static ploy_domain* make_counter(void)
{
    ploy_domain_def def = {0};
    ploy_domain* domain = ploy_domain_create(&def);
    ploy_symbol_def n = {0};
    n.name = "n", n.type = PLOY_VALUE_INT, n.max = 9;
    ploy_action_def add = {0};
    add.name = "Add", add.pre = "n < 6", add.effect = "n += 2";
    ploy_action_def odd = {0};
    odd.name = "Odd", odd.pre = "n = 5", odd.effect = "n = 9";
    ploy_goal_def even = {0};
    even.name = "Even", even.condition = "n >= 6";
    ploy_goal_def eight = {0};
    eight.name = "Eight", eight.condition = "n >= 8";
    assert_int_equal(ploy_domain_add_symbol(domain, &n, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_action(domain, &add, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_action(domain, &odd, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_goal(domain, &even, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_add_goal(domain, &eight, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    return domain;
}

static void a_counter_reaches_only_the_values_its_steps_lead_to(void** state)
{
    (void)state;
    ploy_domain* domain = make_counter();
    uint64_t start[1], without_add[1] = {1};
    ploy_state_init(domain, start);
    ploy_reachability_def def = {.domain = domain, .start = start};
    ploy_reachability* reach = ploy_reachability_create(&def);
    assert_true(ploy_reachability_action(reach, 0, NULL));
    assert_false(ploy_reachability_action(reach, 1, NULL));
    assert_true(ploy_reachability_goal(reach, 0, NULL));
    assert_false(ploy_reachability_goal(reach, 1, NULL));
    ploy_reachability_destroy(reach);
    assert_int_equal(ploy_state_parse(domain, start, "n = 1", NULL), PLOY_OK);
    reach = ploy_reachability_create(&def);
    assert_true(ploy_reachability_action(reach, 1, NULL));
    assert_true(ploy_reachability_goal(reach, 1, NULL));
    ploy_reachability_destroy(reach);
    def.disabled = without_add;
    reach = ploy_reachability_create(&def);
    assert_false(ploy_reachability_action(reach, 0, NULL));
    assert_false(ploy_reachability_goal(reach, 0, NULL));
    ploy_reachability_destroy(reach);
    ploy_domain_destroy(domain);
}

static void* fail_after(void* user, void* memory, size_t old_bytes, size_t new_bytes)
{
    uint32_t* left = user;
    if (new_bytes && (*left)-- == 0) return *left = 0, NULL;
    ploy_allocator plain = ploy_allocator_default();
    return plain.resize(plain.user, memory, old_bytes, new_bytes);
}

static void without_memory_there_is_nothing_and_no_leak(void** state)
{
    (void)state;
    ploy_domain* domain = make_counter();
    uint32_t failures = 0;
    uint64_t start[1];
    ploy_state_init(domain, start);
    for (uint32_t calls = 0;; calls++, failures++) {
        uint32_t left = calls;
        ploy_allocator failing = {fail_after, &left};
        ploy_reachability* reach =
            ploy_reachability_create(&(ploy_reachability_def){.domain = domain, .allocator = failing, .start = start});
        if (!reach) continue;
        ploy_reachability_destroy(reach);
        break;
    }
    assert_int_equal(failures, 4);
    ploy_domain_destroy(domain);
}

TEST_MAIN(TEST(whatever_a_random_walk_does_or_meets_was_within_reach),
          TEST(a_counter_reaches_only_the_values_its_steps_lead_to), TEST(without_memory_there_is_nothing_and_no_leak))
