// Goal choice against the rules in its header, one case per rule.

#include "plan/search/goal_choice.h"

#include "support/base/test.h"

typedef struct goal_case
{
    pl_goal_candidate goals[4];
    uint32_t count;
    pl_goal_commitment current;
    uint32_t chosen;
} goal_case;

static pl_goal_candidate describe(const void* context, uint32_t index)
{
    return ((const goal_case*)context)->goals[index];
}

static void each_rule_decides_as_written(void** state)
{
    (void)state;
    static const goal_case cases[] = {
        {.chosen = PLOY_NONE},
        {.goals = {{.priority = 1}, {.priority = 3}, {.priority = 3}}, .count = 3, .chosen = 1},
        {.goals = {{.priority = 0}, {.priority = -5}}, .count = 2, .chosen = PLOY_NONE},
        {.goals = {{.priority = 9, .is_irrelevant = true}, {.priority = 1}}, .count = 2, .chosen = 1},
        {.goals = {{.priority = 9, .is_met = true}, {.priority = 1}}, .count = 2, .chosen = 1},
        {.goals = {{.priority = 9, .is_blocked = true}, {.priority = 1}}, .count = 2, .chosen = 1},
        {.goals = {{.priority = 5}}, .count = 1, .current = {.is_bound = true, .priority = 5}, .chosen = PLOY_NONE},
        {.goals = {{.priority = 6}}, .count = 1, .current = {.is_bound = true, .priority = 5}, .chosen = 0},
        {.goals = {{.priority = 6, .min_lead = 2}},
         .count = 1,
         .current = {.is_bound = true, .priority = 5},
         .chosen = PLOY_NONE},
        {.goals = {{.priority = 8, .min_lead = 9}, {.priority = 7, .min_lead = 1}},
         .count = 2,
         .current = {.is_bound = true, .priority = 5},
         .chosen = PLOY_NONE},
        {.goals = {{.priority = 99}}, .count = 1, .current = {.is_bound = true, .is_final = true}, .chosen = PLOY_NONE},
        {.goals = {{.priority = 1}}, .count = 1, .current = {.is_final = true, .priority = 5}, .chosen = 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        uint32_t chosen = pl_goal_choose(describe, &cases[i], cases[i].count, &cases[i].current);
        if (chosen != cases[i].chosen) fail_msg("case %zu: %u", i, (unsigned)chosen);
    }
}

static void the_first_reason_is_given(void** state)
{
    (void)state;
    pl_goal_candidate all = {.priority = 0, .is_irrelevant = true, .is_met = true, .is_blocked = true};
    assert_int_equal(pl_goal_candidate_standing(&all), PL_GOAL_STANDING_NO_PRIORITY);
    all.priority = 1;
    assert_int_equal(pl_goal_candidate_standing(&all), PL_GOAL_STANDING_IRRELEVANT);
    all.is_irrelevant = false;
    assert_int_equal(pl_goal_candidate_standing(&all), PL_GOAL_STANDING_MET);
    all.is_met = false;
    assert_int_equal(pl_goal_candidate_standing(&all), PL_GOAL_STANDING_BLOCKED);
    all.is_blocked = false;
    assert_int_equal(pl_goal_candidate_standing(&all), PL_GOAL_STANDING_OPEN);
}

TEST_MAIN(TEST(each_rule_decides_as_written), TEST(the_first_reason_is_given))
