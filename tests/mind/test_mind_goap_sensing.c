// When a GOAP mind sees what: effects of its own actions before and after a sensor shows them, and writes of the game.

#include <ploy/goap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mind/goap/goap.h"
#include "support/base/test.h"
#include "support/mind/goap_stage.h"

// A farmer tills, sows and reaps; the activities write nothing, as if a slow sensor did.
static void open_farm(stage* s)
{
    stage_begin(s);
    stage_symbol(s, "tilled", NULL);
    stage_symbol(s, "sown", NULL);
    stage_symbol(s, "grain", "int9");
    stage_action(s, "Till", NULL, "tilled", "1");
    stage_action(s, "Sow", "tilled", "sown", "1");
    stage_action(s, "Reap", "sown", "grain += 2, not sown, not tilled", "1");
    stage_goal(s, "Eat", "grain >= 2", "1");
    stage_ready(s);
}

static int64_t believed(const stage* s, const char* symbol)
{
    uint32_t index = ploy_domain_find_symbol(s->domain, symbol);
    return ploy_state_get(s->domain, ploy_goap_state(&s->agent), ploy_domain_symbol(s->domain, index).first_variable);
}

static void no_step_runs_again_because_its_sensor_is_slow(void** state)
{
    (void)state;
    stage s;
    open_farm(&s);
    stage_open(&s);
    stage_tick(&s, 6);
    stage_expect(&s, "START Eat, start Till, finish Till, start Sow, finish Sow, start Reap, finish Reap, FINISH Eat");
    stage_tick(&s, 3);
    stage_expect(&s, ""); // Eat is met, as far as the agent knows
    assert_int_equal(believed(&s, "grain"), 2);
    assert_int_equal(stage_get(&s, "grain"), 0);
    char why[512];
    ploy_mind_why(&s.agent, why, sizeof why);
    assert_non_null(strstr(why, "does nothing\nbelieves until it is sensed: grain\ngoals\n"));
    stage_close(&s);
}

static void an_effect_is_believed_until_settle_has_passed(void** state)
{
    (void)state;
    static const int64_t times[] = {0, PLOY_SECOND / 10, PLOY_SECOND / 2, PLOY_OFF};
    static const uint32_t ticks[] = {10, 1, 5, 0}; // the default is one second without sensors
    for (uint32_t i = 0; i < 4; ++i) {
        stage s;
        open_farm(&s);
        s.def.settle = times[i];
        stage_open(&s);
        stage_activity_of(&s, "Sow")->ticks = 100;
        stage_tick(&s, 2); // Till has finished in the second one
        stage_activity_of(&s, "Till")->ticks = 100;
        for (uint32_t t = 1; t < 20; ++t) {
            stage_tick(&s, 1);
            if (believed(&s, "tilled") != (t < ticks[i])) fail_msg("settle %u, %u ticks later", i, t);
        }
        stage_close(&s);
    }
}

static void the_default_of_settle_is_longer_than_the_slowest_sensor(void** state)
{
    (void)state;
    stage s;
    open_farm(&s);
    ploy_sensor_def slow = {.name = "slow", .interval = 3 * PLOY_SECOND}, fast = {.name = "fast", .interval = 1000};
    slow.sense = fast.sense = (ploy_sense_fn*)abort;
    assert_int_equal(ploy_bindings_add_sensor(s.bindings, &slow, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_sensor(s.bindings, &fast, NULL), PLOY_OK);
    stage_open(&s);
    assert_int_equal(((pl_goap*)s.mind)->def.settle, 4 * PLOY_SECOND);
    stage_close(&s);
}

static void a_write_is_seen_at_once_whatever_is_believed(void** state)
{
    (void)state;
    stage s;
    open_farm(&s);
    s.def.settle = 5 * PLOY_SECOND;
    stage_open(&s);
    stage_activity_of(&s, "Sow")->ticks = 100;
    stage_tick(&s, 3);
    stage_expect(&s, "START Eat, start Till, finish Till, start Sow");
    stage_set(&s, "tilled", 1); // sensed
    stage_tick(&s, 1);
    stage_set(&s, "tilled", 0); // a storm: set back while the effects settle
    stage_tick(&s, 1);
    assert_int_equal(believed(&s, "tilled"), 0);
    stage_close(&s);
}

static void a_sensor_that_writes_the_old_value_again_has_looked(void** state)
{
    (void)state;
    for (int scope = 0; scope < 2; ++scope) {
        stage s;
        open_farm(&s);
        s.def.settle = 5 * PLOY_SECOND;
        stage_open(&s);
        uint32_t key = ploy_blackboard_keys_find(s.keys, "tilled");
        ploy_blackboard* blackboard = scope ? s.world : s.blackboard;
        ploy_blackboard_set(blackboard, key, 0);
        stage_activity_of(&s, "Sow")->ticks = 3;
        stage_tick(&s, 3);
        stage_expect(&s, "START Eat, start Till, finish Till, start Sow");
        assert_int_equal(believed(&s, "tilled"), 1);
        assert_int_equal(ploy_blackboard_set(blackboard, key, 0), PLOY_ALREADY);
        stage_tick(&s, 1);
        assert_int_equal(believed(&s, "tilled"), 0);
        stage_close(&s);
    }
}

static void what_the_game_writes_when_it_hears_of_the_success_counts(void** state)
{
    (void)state;
    stage s;
    open_farm(&s);
    stage_open(&s);
    stage_activity_of(&s, "Till")->writes = "tilled=1";
    stage_tick(&s, 2);
    assert_int_equal(pl_goap_belief_count(&s.agent), 0);
    stage_set(&s, "tilled", 0);
    stage_tick(&s, 1);
    assert_int_equal(believed(&s, "tilled"), 0);
    stage_close(&s);
}

// Amounts.

static void open_well(stage* s)
{
    stage_begin(s);
    stage_symbol(s, "water", "int9");
    stage_action(s, "Draw", NULL, "water += 1", "1");
    stage_goal(s, "Full", "water = 3", "1");
    stage_ready(s);
}

static void an_amount_is_added_once_whether_it_was_sensed_before_or_after_the_success(void** state)
{
    (void)state;
    // The activity counts the bucket; or nobody does; or a sensor does while the action runs.
    for (int how = 0; how < 3; ++how) {
        stage s;
        open_well(&s);
        stage_open(&s);
        if (how == 0) stage_activity_of(&s, "Draw")->writes = "water=1";
        stage_activity_of(&s, "Draw")->ticks = 3;
        stage_tick(&s, 2);
        if (how == 2) stage_set(&s, "water", 1);
        stage_tick(&s, 3);
        assert_int_equal(believed(&s, "water"), 1);
        stage_close(&s);
    }
}

static void amounts_add_up_while_nobody_has_looked(void** state)
{
    (void)state;
    stage s;
    open_well(&s);
    stage_open(&s);
    stage_tick(&s, 6);
    stage_expect(&s,
                 "START Full, start Draw, finish Draw, start Draw, finish Draw, start Draw, finish Draw, FINISH Full");
    assert_int_equal(believed(&s, "water"), 3);
    stage_set(&s, "water", 2); // one bucket leaked
    stage_tick(&s, 2);
    stage_expect(&s, "START Full, start Draw, finish Draw, FINISH Full");
    stage_close(&s);
}

static void of_more_beliefs_than_an_agent_has_room_for_the_oldest_end(void** state)
{
    (void)state;
    stage s;
    stage_begin(&s);
    char names[20][8], first[128] = "", second[128] = "";
    for (uint32_t i = 0; i < 20; ++i) {
        snprintf(names[i], sizeof names[i], "s%u", i);
        stage_symbol(&s, names[i], NULL);
        char* effects = i < 10 ? first : second;
        snprintf(effects + strlen(effects), 16, "%ss%u", i % 10 ? ", " : "", i);
    }
    stage_action(&s, "First", NULL, first, "1");
    stage_action(&s, "Second", NULL, second, "1");
    stage_goal(&s, "One", "s9", "1");
    stage_goal(&s, "Other", "s19", "0.5");
    stage_ready(&s);
    stage_open(&s);
    stage_tick(&s, 5);
    stage_expect(&s, "START One, start First, finish First, FINISH One, START Other, start Second, finish Second, "
                     "FINISH Other");
    for (uint32_t i = 0; i < 20; ++i) assert_int_equal(believed(&s, names[i]), i >= 4); // there is room for 16
    stage_close(&s);
}

// The warning.

static char warnings[4096];

static void take_warning(const char* message, void* user)
{
    (void)user;
    size_t at = strlen(warnings);
    snprintf(warnings + at, sizeof warnings - at, "%s\n", message);
}

static void an_effect_that_nobody_ever_senses_is_reported_once_per_action(void** state)
{
    (void)state;
    stage s;
    open_farm(&s);
    stage_open(&s);
    stage_activity_of(&s, "Sow")->writes = "sown=1";
    stage_activity_of(&s, "Sow")->ticks = 20;
    stage_activity_of(&s, "Reap")->writes = "sown=0,grain=2";
    warnings[0] = '\0';
    ploy_set_log_handler(take_warning, NULL);
    for (int i = 0; i < 100; ++i) {
        stage_set(&s, "grain", 0);
        stage_tick(&s, 1);
    }
    ploy_set_log_handler(NULL, NULL);
    if (strcmp(warnings,
               "domain 'stage': Till has succeeded, but within 1.000 s nobody wrote 'tilled', which it "
               "changes: the agent goes by the old value again. Write the key in a sensor or in the activity, "
               "or set write_effects or a longer settle for the agent\n") != 0)
        fail_msg("%s", warnings);
    stage_close(&s);
}

static void effects_that_are_sensed_or_contradicted_give_no_warning(void** state)
{
    (void)state;
    stage s;
    open_farm(&s);
    stage_open(&s);
    warnings[0] = '\0';
    ploy_set_log_handler(take_warning, NULL);
    for (int i = 0; i < 100; ++i) {
        bool sensed = i % 5 == 0;
        if (sensed) stage_set(&s, "tilled", i % 2);
        if (sensed) stage_set(&s, "sown", 0);
        if (sensed) stage_set(&s, "grain", 0);
        stage_tick(&s, 1);
    }
    ploy_set_log_handler(NULL, NULL);
    assert_string_equal(warnings, "");
    stage_close(&s);
}

TEST_MAIN(TEST(no_step_runs_again_because_its_sensor_is_slow), TEST(an_effect_is_believed_until_settle_has_passed),
          TEST(the_default_of_settle_is_longer_than_the_slowest_sensor),
          TEST(a_write_is_seen_at_once_whatever_is_believed), TEST(a_sensor_that_writes_the_old_value_again_has_looked),
          TEST(what_the_game_writes_when_it_hears_of_the_success_counts),
          TEST(an_amount_is_added_once_whether_it_was_sensed_before_or_after_the_success),
          TEST(amounts_add_up_while_nobody_has_looked), TEST(of_more_beliefs_than_an_agent_has_room_for_the_oldest_end),
          TEST(an_effect_that_nobody_ever_senses_is_reported_once_per_action),
          TEST(effects_that_are_sensed_or_contradicted_give_no_warning))
