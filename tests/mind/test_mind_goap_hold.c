// Goals to hold (the agent stays with them while they are relevant), beside goals that end when they are met.

#include <ploy/goap.h>
#include <stdlib.h>
#include <string.h>

#include "mind/goap/goap.h"
#include "support/base/test.h"
#include "support/mind/goap_stage.h"

// A farmer hides from the wolf, and works when it has nothing else to do.
static void open_farm(stage* s, bool holds)
{
    stage_begin(s);
    stage_symbol(s, "wolf", NULL);
    stage_symbol(s, "inside", NULL);
    stage_symbol(s, "done", NULL);
    stage_symbol(s, "fire", NULL);
    stage_action(s, "Enter", "not inside", "inside", "1");
    stage_action(s, "Leave", "inside", "not inside", "1");
    stage_action(s, "Work", "not inside", "done", "1");
    stage_action(s, "Quench", "fire", "not fire", "1");
    if (holds) {
        stage_held_goal(s, "Hide", "inside", "0.7", "wolf");
    } else {
        ploy_goal_def hide = {.name = "Hide", .condition = "inside", .priority = "0.7", .relevant = "wolf"};
        assert_int_equal(ploy_domain_add_goal(s->domain, &hide, NULL, NULL), PLOY_OK);
    }
    stage_goal(s, "Earn", "done", "0.5");
    stage_goal(s, "Save", "not fire", "0.9");
    stage_ready(s);
    s->def.interval = PLOY_OFF;
    stage_activity_of(s, "Enter")->writes = "inside=1";
    stage_activity_of(s, "Leave")->writes = "inside=0";
    stage_activity_of(s, "Work")->writes = "done=1";
    stage_activity_of(s, "Quench")->writes = "fire=0";
}

static void a_held_goal_keeps_the_agent_until_it_is_no_longer_relevant(void** state)
{
    (void)state;
    stage s;
    open_farm(&s, true);
    stage_open(&s);
    stage_set(&s, "wolf", 1);
    stage_tick(&s, 2);
    stage_expect(&s, "START Hide, start Enter, finish Enter, HOLD Hide");
    stage_tick(&s, 20);
    stage_expect(&s, "");
    assert_int_equal(pl_goap_goal_status(&s.agent, 0), PLOY_GOAL_STATUS_HELD);
    assert_int_equal(ploy_goap_goal(&s.agent, NULL), 0);
    char why[512];
    ploy_mind_why(&s.agent, why, sizeof why);
    assert_non_null(
        strstr(why, "goal Hide, priority 0.7\nheld: it is met, and the agent stays with it while it is relevant\n"));
    assert_non_null(strstr(why, "Hide, priority 0.7, is met and held\n"));
    stage_set(&s, "wolf", 0);
    stage_tick(&s, 2);
    stage_expect(&s, "FINISH Hide, START Earn, start Leave");
    stage_close(&s);
}

static void without_hold_the_agent_goes_out_to_the_wolf_again(void** state)
{
    (void)state;
    stage s;
    open_farm(&s, false);
    stage_open(&s);
    stage_set(&s, "wolf", 1);
    stage_tick(&s, 3);
    stage_expect(&s, "START Hide, start Enter, finish Enter, FINISH Hide, START Earn, start Leave");
    stage_close(&s);
}

static void a_goal_of_higher_priority_interrupts_a_held_one_which_is_then_finished(void** state)
{
    (void)state;
    stage s;
    open_farm(&s, true);
    stage_open(&s);
    stage_set(&s, "wolf", 1);
    stage_tick(&s, 5);
    stage_set(&s, "fire", 1);
    stage_tick(&s, 3);
    stage_expect(&s, "START Hide, start Enter, finish Enter, HOLD Hide, FINISH Hide, START Save, start Quench, "
                     "finish Quench, FINISH Save, START Hide, HOLD Hide");
    stage_close(&s);
}

static void a_running_goal_is_interrupted_by_one_to_hold_although_that_is_met(void** state)
{
    (void)state;
    stage s;
    open_farm(&s, true);
    stage_open(&s);
    stage_set(&s, "inside", 1);
    stage_activity_of(&s, "Leave")->ticks = 50;
    stage_tick(&s, 3);
    stage_expect(&s, "START Earn, start Leave");
    stage_set(&s, "wolf", 1);
    stage_tick(&s, 2);
    stage_expect(&s, "abort Leave, ABORT Earn, START Hide, HOLD Hide");
    stage_tick(&s, 10);
    stage_expect(&s, "");
    stage_close(&s);
}

static void a_held_goal_that_is_no_longer_met_is_planned_for_again(void** state)
{
    (void)state;
    stage s;
    open_farm(&s, true);
    stage_open(&s);
    stage_set(&s, "wolf", 1);
    stage_tick(&s, 4);
    stage_expect(&s, "START Hide, start Enter, finish Enter, HOLD Hide");
    stage_set(&s, "inside", 0); // it was dragged out
    stage_tick(&s, 2);
    stage_expect(&s, "start Enter, finish Enter, HOLD Hide");
    stage_close(&s);
}

static void a_goal_to_hold_that_is_met_on_the_way_stops_the_action_and_is_held(void** state)
{
    (void)state;
    stage s;
    open_farm(&s, true);
    stage_open(&s);
    stage_set(&s, "wolf", 1);
    stage_activity_of(&s, "Enter")->ticks = 50;
    stage_tick(&s, 2);
    stage_expect(&s, "START Hide, start Enter");
    ploy_goap_replan(&s.agent);
    stage_set(&s, "inside", 1); // someone pulls it in; the last step still runs
    stage_tick(&s, 1);
    stage_expect(&s, "abort Enter, HOLD Hide");
    stage_close(&s);
}

static void a_goal_that_the_game_pushes_ends_when_it_is_met(void** state)
{
    (void)state;
    stage s;
    open_farm(&s, true);
    stage_open(&s);
    assert_int_equal(ploy_goap_push(&s.agent, 0, NULL), PLOY_OK);
    stage_tick(&s, 3);
    stage_expect(&s, "START Hide, start Enter, finish Enter, FINISH Hide, START Earn, start Leave");
    stage_close(&s);
}

static void an_aborted_hold_begins_again_when_the_agent_chooses(void** state)
{
    (void)state;
    stage s;
    open_farm(&s, true);
    stage_open(&s);
    stage_set(&s, "wolf", 1);
    stage_set(&s, "inside", 1);
    stage_tick(&s, 2);
    ploy_goap_abort(&s.agent);
    stage_tick(&s, 2);
    stage_expect(&s, "START Hide, HOLD Hide, ABORT Hide, START Hide, HOLD Hide");
    stage_close(&s);
}

static void a_goal_that_is_met_is_finished_also_if_that_makes_it_irrelevant(void** state)
{
    (void)state;
    for (int relevant = 0; relevant < 2; ++relevant) {
        stage s;
        stage_begin(&s);
        stage_symbol(&s, "low", NULL);
        stage_symbol(&s, "peace", NULL);
        stage_action(&s, "Fetch", NULL, "not low", "1");
        ploy_goal_def def = {.name = "FindAmmo", .condition = "not low", .relevant = "low and not peace"};
        assert_int_equal(ploy_domain_add_goal(s.domain, &def, NULL, NULL), PLOY_OK);
        stage_ready(&s);
        s.def.interval = PLOY_OFF;
        stage_open(&s);
        stage_set(&s, "low", 1);
        stage_activity_of(&s, "Fetch")->ticks = 50;
        stage_tick(&s, 2);
        stage_expect(&s, "START FindAmmo, start Fetch");
        stage_set(&s, relevant ? "peace" : "low", relevant); // it found some on the way, or the war is over
        stage_tick(&s, 1);
        stage_expect(&s, relevant ? "abort Fetch, ABORT FindAmmo" : "abort Fetch, FINISH FindAmmo");
        stage_close(&s);
    }
}

TEST_MAIN(TEST(a_held_goal_keeps_the_agent_until_it_is_no_longer_relevant),
          TEST(without_hold_the_agent_goes_out_to_the_wolf_again),
          TEST(a_goal_of_higher_priority_interrupts_a_held_one_which_is_then_finished),
          TEST(a_running_goal_is_interrupted_by_one_to_hold_although_that_is_met),
          TEST(a_held_goal_that_is_no_longer_met_is_planned_for_again),
          TEST(a_goal_to_hold_that_is_met_on_the_way_stops_the_action_and_is_held),
          TEST(a_goal_that_the_game_pushes_ends_when_it_is_met),
          TEST(an_aborted_hold_begins_again_when_the_agent_chooses),
          TEST(a_goal_that_is_met_is_finished_also_if_that_makes_it_irrelevant))
