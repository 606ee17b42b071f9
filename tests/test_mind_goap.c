#include <ploy/goap.h>
#include <stdio.h>
#include <string.h>

#include "support/goap_stage.h"
#include "support/test.h"

// A soldier: fetch a weapon, load it, and be ready.
static void open_soldier(stage* s)
{
    stage_begin(s);
    stage_symbol(s, "weapon", NULL);
    stage_symbol(s, "loaded", NULL);
    stage_symbol(s, "fed", NULL);
    stage_symbol(s, "alarm", NULL);
    stage_symbol(s, "hidden", NULL);
    stage_symbol(s, "bandaged", NULL);
    stage_action(s, "Fetch", NULL, "weapon", "1");
    stage_action(s, "Load", "weapon", "loaded", "1");
    stage_action(s, "Eat", NULL, "fed", "1");
    stage_action(s, "Hide", NULL, "hidden", "1");
    stage_goal(s, "Ready", "loaded", "0.5");
    stage_goal(s, "Fed", "fed", "0.3");
    stage_goal(s, "Safe", "hidden or not alarm", "0.55");
    stage_goal(s, "Well", "bandaged", "0.2");
    stage_ready(s);
    stage_activity_of(s, "Fetch")->writes = "weapon=1";
    stage_activity_of(s, "Load")->writes = "loaded=1";
    stage_activity_of(s, "Eat")->writes = "fed=1";
    stage_activity_of(s, "Hide")->writes = "hidden=1";
}

static void an_agent_plans_for_its_best_goal_and_runs_the_plan(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    stage_open(&s);
    stage_tick(&s, 12);
    stage_expect(&s, "START Ready, start Fetch, finish Fetch, start Load, finish Load, FINISH Ready, "
                     "START Fed, start Eat, finish Eat, FINISH Fed");
    assert_int_equal(ploy_goap_goal_of(&s.self, NULL), PLOY_NONE);
    stage_close(&s);
}

TEST_MAIN(TEST(an_agent_plans_for_its_best_goal_and_runs_the_plan))
