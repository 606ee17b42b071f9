// What cannot be done is answered with the name of the function and the condition that its arguments do not meet.

#include <ploy/ploy.h>

#include "support/base/asserts.h"
#include "support/base/test.h"

static void the_wrong_mind_is_named(void** state)
{
    (void)state;
    ploy_world* world = ploy_world_create(NULL);
    ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, NULL));
    EXPECT_API_MISUSE(ploy_goap_push(agent, 0, NULL));
    EXPECT_API_MISUSE(ploy_goap_goal(agent, NULL));
    EXPECT_API_MISUSE(ploy_bt_outcome(agent));
    EXPECT_API_MISUSE(ploy_fsm_current(agent));
    EXPECT_API_MISUSE(ploy_utility_running(agent));
    EXPECT_API_MISUSE(ploy_fuzzy_weight(agent, 0));
    ploy_world_destroy(world);
}

static void a_key_that_is_not_there_is_named(void** state)
{
    (void)state;
    ploy_world* world = ploy_world_create(NULL);
    ploy_blackboard_keys_add(ploy_world_keys(world), &(ploy_key_def){.name = "ammo", .type = PLOY_VALUE_INT}, NULL);
    ploy_agent* agent = ploy_world_agent(world, ploy_agent_create(world, NULL));
    EXPECT_API_MISUSE(ploy_agent_set(agent, "amo", 1));
    EXPECT_API_MISUSE(ploy_agent_get(agent, "amo"));
    EXPECT_API_MISUSE(ploy_blackboard_get(agent->blackboard, 1));
    ploy_world_destroy(world);
}

static void an_index_out_of_range_is_named(void** state)
{
    (void)state;
    ploy_domain* domain = ploy_domain_create(NULL);
    uint64_t words[1] = {0};
    EXPECT_API_MISUSE(ploy_state_init(domain, words));
    EXPECT_API_MISUSE(ploy_planner_create(&(ploy_planner_def){.domain = domain}));
    ploy_domain_add_symbol(domain, &(ploy_symbol_def){.name = "armed", .type = PLOY_VALUE_BOOL}, NULL, NULL);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    EXPECT_API_MISUSE(ploy_state_get(domain, words, 1));
    EXPECT_API_MISUSE(ploy_state_set(domain, words, 7, 0));
    EXPECT_API_MISUSE(ploy_domain_action(domain, 0));
    ploy_domain_destroy(domain);
}

TEST_MAIN(TEST(the_wrong_mind_is_named), TEST(a_key_that_is_not_there_is_named), TEST(an_index_out_of_range_is_named))
