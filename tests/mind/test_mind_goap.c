#include <ploy/goap.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mind/goap/goap.h"
#include "support/mind/goap_stage.h"
#include "support/base/test.h"

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
    assert_int_equal(ploy_goap_goal(&s.agent, NULL), PLOY_NONE);
    assert_int_equal(s.plans, 2);
    assert_int_equal(s.plan_steps, 1);
    stage_close(&s);
}

static void the_next_goal_is_tried_when_one_has_no_plan(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    stage_open(&s);
    stage_set(&s, "loaded", 1);
    stage_set(&s, "fed", 1);
    stage_tick(&s, 3);
    stage_expect(&s, "");
    assert_int_equal(pl_goap_goal_status(&s.agent, 0), PLOY_GOAL_STATUS_MET);
    assert_int_equal(pl_goap_goal_status(&s.agent, 3), PLOY_GOAL_STATUS_NO_PLAN);
    stage_set(&s, "fed", 0);
    stage_tick(&s, 1);
    stage_expect(&s, "START Fed, start Eat");
    stage_close(&s);
}

// Aborting.

// The log of a plan of two steps, two ticks each, that is aborted after `ticks` ticks.
static void expect_after_abort(uint32_t ticks, const char* before, const char* after)
{
    stage s;
    open_soldier(&s);
    static const uint32_t ready = 0;
    s.def.goals = &ready;
    s.def.goal_count = 1;
    stage_open(&s);
    stage_activity_of(&s, "Fetch")->ticks = 2;
    stage_activity_of(&s, "Load")->ticks = 2;
    stage_tick(&s, ticks);
    stage_expect(&s, before);
    ploy_goap_abort(&s.agent);
    stage_tick(&s, 1);
    stage_expect(&s, after);
    assert_int_equal(ploy_goap_action(&s.agent, NULL), PLOY_NONE);
    stage_close(&s);
}

static void a_goal_is_aborted_at_every_point_of_its_plan(void** state)
{
    (void)state;
    expect_after_abort(1, "START Ready, start Fetch", "abort Fetch, ABORT Ready");
    expect_after_abort(2, "START Ready, start Fetch", "abort Fetch, ABORT Ready");
    expect_after_abort(3, "START Ready, start Fetch, finish Fetch", "ABORT Ready");
    expect_after_abort(4, "START Ready, start Fetch, finish Fetch, start Load", "abort Load, ABORT Ready");
    expect_after_abort(5, "START Ready, start Fetch, finish Fetch, start Load", "abort Load, ABORT Ready");
    expect_after_abort(6, "START Ready, start Fetch, finish Fetch, start Load, finish Load, FINISH Ready", "");
}

static void an_automatic_agent_chooses_again_after_an_abort(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    stage_open(&s);
    stage_tick(&s, 1);
    ploy_goap_abort(&s.agent);
    stage_tick(&s, 2);
    stage_expect(&s, "START Ready, start Fetch, abort Fetch, ABORT Ready, START Ready, start Fetch");
    stage_close(&s);
}

static void an_action_that_is_slow_to_halt_keeps_the_next_one_waiting(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    stage_open(&s);
    stage_activity_of(&s, "Fetch")->ticks = 9;
    stage_activity_of(&s, "Fetch")->halts = 2;
    stage_tick(&s, 2);
    ploy_goap_push(&s.agent, 1, NULL);
    stage_tick(&s, 2);
    stage_expect(&s, "START Ready, start Fetch");
    assert_int_equal(ploy_goap_action(&s.agent, NULL), 0);
    stage_tick(&s, 1);
    stage_expect(&s, "abort Fetch");
    stage_tick(&s, 1);
    stage_expect(&s, "ABORT Ready, START Fed, start Eat");
    stage_close(&s);
}

// Pushing.

static void expect_after_push(uint32_t ticks, const char* before, const char* after)
{
    stage s;
    open_soldier(&s);
    static const uint32_t ready = 0;
    s.def.goals = &ready;
    s.def.goal_count = 1;
    stage_open(&s);
    stage_activity_of(&s, "Fetch")->ticks = 2;
    stage_activity_of(&s, "Load")->ticks = 2;
    stage_tick(&s, ticks);
    stage_expect(&s, before);
    assert_int_equal(ploy_goap_push(&s.agent, 1, NULL), PLOY_OK);
    stage_tick(&s, 1);
    stage_expect(&s, after);
    stage_tick(&s, 1);
    stage_expect(&s, "finish Eat, FINISH Fed");
    stage_close(&s);
}

static void a_goal_outside_the_list_is_pushed_at_every_point_of_a_plan(void** state)
{
    (void)state;
    expect_after_push(0, "", "START Fed, start Eat");
    expect_after_push(1, "START Ready, start Fetch", "abort Fetch, ABORT Ready, START Fed, start Eat");
    expect_after_push(2, "START Ready, start Fetch", "abort Fetch, ABORT Ready, START Fed, start Eat");
    expect_after_push(3, "START Ready, start Fetch, finish Fetch", "ABORT Ready, START Fed, start Eat");
    expect_after_push(4, "START Ready, start Fetch, finish Fetch, start Load",
                      "abort Load, ABORT Ready, START Fed, start Eat");
    expect_after_push(6, "START Ready, start Fetch, finish Fetch, start Load, finish Load, FINISH Ready",
                      "START Fed, start Eat");
}

static void a_pushed_goal_without_a_plan_is_dropped_and_the_agent_says_so(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    stage_open(&s);
    assert_int_equal(ploy_goap_push(&s.agent, 3, NULL), PLOY_OK);
    stage_tick(&s, 1);
    stage_expect(&s, "START Ready, start Fetch");
    stage_set(&s, "loaded", 1);
    stage_set(&s, "fed", 1);
    stage_tick(&s, 3);
    char text[1024];
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_non_null(strstr(text, "the pushed goal had no plan"));
    assert_int_equal(ploy_goap_push(&s.agent, 99, NULL), PLOY_INVALID);
    stage_close(&s);
}

// Choosing.

static void expect_alarm(int32_t hysteresis, const char* heard)
{
    stage s;
    open_soldier(&s);
    s.def.hysteresis = hysteresis;
    stage_open(&s);
    stage_activity_of(&s, "Fetch")->ticks = 20;
    stage_tick(&s, 2);
    stage_set(&s, "alarm", 1);
    stage_tick(&s, 1);
    stage_expect(&s, heard);
    stage_close(&s);
}

static void a_goal_interrupts_another_only_if_it_leads_by_the_hysteresis(void** state)
{
    (void)state;
    expect_alarm(51, "START Ready, start Fetch");
    expect_alarm(50, "START Ready, start Fetch, abort Fetch, ABORT Ready, START Safe, start Hide");
}

static bool answer_no(ploy_agent* agent, uint32_t goal, const uint32_t* args, void* user)
{
    (void)agent;
    (void)goal;
    (void)args;
    ++*(uint32_t*)user;
    return false;
}

static void a_goal_that_is_not_relevant_or_not_set_up_makes_way(void** state)
{
    (void)state;
    for (int refuses = 0; refuses < 2; ++refuses) {
        stage s;
        uint32_t evaluated = 0;
        open_soldier(&s);
        ploy_goal_callbacks life = {0};
        life.goal = "Ready";
        life.user = &evaluated;
        if (refuses) {
            life.setup = answer_no;
        } else {
            life.relevant = answer_no;
        }
        s.def.goal_callbacks = &life;
        s.def.goal_callback_count = 1;
        stage_open(&s);
        stage_tick(&s, 2);
        stage_expect(&s, "START Fed, start Eat, finish Eat, FINISH Fed");
        assert_true(evaluated > 0);
        assert_int_equal(pl_goap_goal_status(&s.agent, 0),
                         refuses ? PLOY_GOAL_STATUS_REFUSED : PLOY_GOAL_STATUS_IRRELEVANT);
        stage_close(&s);
    }
}

typedef struct counts
{
    uint32_t initialized, finished, aborted, evaluated;
    bool relevant;
} counts;

static void count_begin(ploy_agent* agent, uint32_t goal, const uint32_t* args, void* user)
{
    (void)agent, (void)goal, (void)args;
    ++((counts*)user)->initialized;
}

static void count_finished(ploy_agent* agent, uint32_t goal, const uint32_t* args, void* user)
{
    (void)agent, (void)goal, (void)args;
    ++((counts*)user)->finished;
}

static void count_aborted(ploy_agent* agent, uint32_t goal, const uint32_t* args, void* user)
{
    (void)agent, (void)goal, (void)args;
    ++((counts*)user)->aborted;
}

static bool is_still_relevant(ploy_agent* agent, uint32_t goal, const uint32_t* args, void* user)
{
    (void)agent, (void)goal, (void)args;
    ++((counts*)user)->evaluated;
    return ((counts*)user)->relevant;
}

static void a_goal_hears_of_its_own_life(void** state)
{
    (void)state;
    stage s;
    counts seen = {.relevant = true};
    open_soldier(&s);
    ploy_goal_callbacks life = {0};
    life.goal = "Ready";
    life.user = &seen;
    life.initialize = count_begin;
    life.finished = count_finished;
    life.aborted = count_aborted;
    life.relevant = is_still_relevant;
    s.def.goal_callbacks = &life;
    s.def.goal_callback_count = 1;
    stage_open(&s);
    assert_int_equal(seen.initialized, 1);
    stage_tick(&s, 4);
    assert_int_equal(seen.finished, 1);
    stage_set(&s, "loaded", 0);
    stage_activity_of(&s, "Load")->ticks = 9;
    stage_tick(&s, 3);
    seen.relevant = false;
    stage_tick(&s, 2);
    stage_expect(&s, "START Ready, start Fetch, finish Fetch, start Load, finish Load, FINISH Ready, START Ready, "
                     "start Load, abort Load, ABORT Ready, START Fed, start Eat");
    assert_int_equal(seen.aborted, 1);
    stage_close(&s);
}

static void relevancy_is_evaluated_at_most_once_per_interval_while_running(void** state)
{
    (void)state;
    stage s;
    counts seen = {.relevant = true};
    open_soldier(&s);
    ploy_goal_callbacks life = {0};
    life.goal = "Fed";
    life.user = &seen;
    life.relevant = is_still_relevant;
    life.interval = PLOY_SECOND;
    s.def.goal_callbacks = &life;
    s.def.goal_callback_count = 1;
    stage_open(&s);
    stage_activity_of(&s, "Fetch")->ticks = 100;
    stage_tick(&s, 50);
    assert_in_range(seen.evaluated, 5, 6);
    stage_close(&s);
}

// Running.

static void steps_whose_effects_hold_already_are_skipped(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    stage_open(&s);
    stage_activity_of(&s, "Fetch")->writes = "weapon=1,loaded=1";
    stage_tick(&s, 3);
    stage_expect(&s, "START Ready, start Fetch, finish Fetch, FINISH Ready");
    stage_close(&s);
}

// Dress, pack and go: three steps in a row, and a shortcut that costs more.
static void open_traveler(stage* s)
{
    stage_begin(s);
    stage_symbol(s, "dressed", NULL);
    stage_symbol(s, "packed", NULL);
    stage_symbol(s, "there", NULL);
    stage_symbol(s, "coach", NULL);
    stage_action(s, "Dress", NULL, "dressed", "1");
    stage_action(s, "Pack", "dressed", "packed", "1");
    stage_action(s, "Walk", "packed", "there", "1");
    stage_action(s, "Ride", "coach", "there", "9");
    stage_goal(s, "There", "there", "1");
    stage_ready(s);
    stage_activity_of(s, "Dress")->writes = "dressed=1";
    stage_activity_of(s, "Pack")->writes = "packed=1";
    stage_activity_of(s, "Walk")->writes = "there=1";
    stage_activity_of(s, "Ride")->writes = "there=1";
}

static void a_running_step_continues_while_the_plan_leads_to_the_goal(void** state)
{
    (void)state;
    stage s;
    open_traveler(&s);
    stage_open(&s);
    stage_activity_of(&s, "Dress")->ticks = 9;
    stage_tick(&s, 2);
    stage_set(&s, "packed", 1);
    stage_tick(&s, 1);
    stage_expect(&s, "START There, start Dress");
    stage_close(&s);
}

static void a_plan_whose_next_step_does_not_apply_is_repaired_before_a_new_search(void** state)
{
    (void)state;
    stage s;
    stage_begin(&s);
    stage_symbol(&s, "key", NULL);
    stage_symbol(&s, "open", NULL);
    stage_symbol(&s, "inside", NULL);
    stage_action(&s, "Take", "not open", "key", "1");
    stage_symbol(&s, "worn", NULL);
    stage_action(&s, "Unlock", "key and not open", "open, worn", "1");
    stage_action(&s, "Enter", "open", "inside", "1");
    stage_goal(&s, "Inside", "inside", "1");
    stage_ready(&s);
    stage_open(&s);
    stage_tick(&s, 2);
    stage_set(&s, "open", 1);
    stage_tick(&s, 1);
    // Take was done without effect, Unlock cannot be done any more: Enter can.
    stage_expect(&s, "START Inside, start Take, finish Take, start Enter");
    char text[1024];
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_non_null(strstr(text, "(repaired)"));
    stage_close(&s);
}

static void an_invalid_plan_is_planned_again_for_the_same_goal(void** state)
{
    (void)state;
    stage s;
    open_traveler(&s);
    stage_open(&s);
    stage_tick(&s, 4);
    stage_activity_of(&s, "Walk")->ticks = 9;
    stage_set(&s, "dressed", 0);
    stage_set(&s, "packed", 0);
    stage_tick(&s, 1);
    stage_expect(&s, "START There, start Dress, finish Dress, start Pack, finish Pack, start Dress");
    stage_close(&s);
}

static void slow_sensors_do_not_break_a_plan_while_it_settles(void** state)
{
    (void)state;
    for (int settles = 0; settles < 2; ++settles) {
        stage s;
        open_traveler(&s);
        s.def.settle = settles ? 3 * PLOY_SECOND / 10 : PLOY_OFF;
        stage_open(&s);
        stage_activity_of(&s, "Dress")->writes = NULL;
        stage_activity_of(&s, "Pack")->ticks = 5;
        stage_tick(&s, 3);
        stage_expect(&s, settles ? "START There, start Dress, finish Dress, start Pack"
                                 : "START There, start Dress, finish Dress, start Dress");
        stage_close(&s);
    }
}

static void a_failed_action_is_avoided_if_there_is_another_way(void** state)
{
    (void)state;
    stage s;
    open_traveler(&s);
    stage_open(&s);
    stage_set(&s, "dressed", 1);
    stage_set(&s, "packed", 1);
    stage_set(&s, "coach", 1);
    stage_activity_of(&s, "Walk")->end = PLOY_FAILURE;
    stage_tick(&s, 4);
    stage_expect(&s, "START There, start Walk, abort Walk, start Ride, finish Ride, FINISH There");
    stage_close(&s);
}

static void a_failed_action_is_tried_again_if_there_is_no_other_way(void** state)
{
    (void)state;
    stage s;
    open_traveler(&s);
    stage_open(&s);
    stage_set(&s, "dressed", 1);
    stage_set(&s, "packed", 1);
    stage_activity_of(&s, "Walk")->end = PLOY_FAILURE;
    stage_tick(&s, 3);
    stage_activity_of(&s, "Walk")->end = PLOY_SUCCESS;
    stage_tick(&s, 1);
    stage_expect(&s, "START There, start Walk, abort Walk, start Walk, finish Walk, FINISH There");
    stage_close(&s);
}

static void every_call_of_an_activity_may_fail(void** state)
{
    (void)state;
    for (int way = 0; way < 4; ++way) {
        stage s;
        open_traveler(&s);
        s.logs_calls = true;
        stage_open(&s);
        stage_activity* dress = stage_activity_of(&s, "Dress");
        dress->end = PLOY_FAILURE;
        if (way == 0) dress->ticks = 0;  // start fails
        if (way == 2) dress->ticks = 50; // not valid any more
        if (way == 3) dress->is_viable = false;
        stage_tick(&s, 1);
        if (way == 2) dress->is_valid = false;
        stage_tick(&s, 1);
        static const char* const heard[] = {
            ("START There, start Dress, begin Dress, end Dress, abort Dress, start Dress, begin Dress, end Dress, "
             "abort Dress"),
            "START There, start Dress, begin Dress, end Dress, abort Dress",
            "START There, start Dress, begin Dress, halt Dress, abort Dress",
            "",
        };
        stage_expect(&s, heard[way]);
        stage_close(&s);
    }
}

static void an_action_over_its_limit_is_aborted(void** state)
{
    (void)state;
    stage s;
    stage_begin(&s);
    stage_symbol(&s, "there", NULL);
    ploy_action_def walk = {0};
    walk.name = "Walk";
    walk.effect = "there";
    walk.duration = PLOY_SECOND;
    walk.limit = 300000;
    assert_int_equal(ploy_domain_add_action(s.domain, &walk, NULL, NULL), PLOY_OK);
    stage_goal(&s, "There", "there", "1");
    stage_ready(&s);
    stage_open(&s);
    stage_activity_of(&s, "Walk")->ticks = 50;
    stage_tick(&s, 4);
    stage_expect(&s, "START There, start Walk");
    assert_in_range(ploy_goap_progress(&s.agent), 300, 300);
    stage_tick(&s, 1);
    stage_expect(&s, "abort Walk");
    stage_close(&s);
}

static void an_action_without_an_activity_takes_its_duration(void** state)
{
    (void)state;
    stage s;
    stage_begin(&s);
    stage_symbol(&s, "rested", "planned");
    ploy_action_def rest = {0};
    rest.name = "Rest";
    rest.effect = "rested";
    rest.duration = 250000;
    assert_int_equal(ploy_domain_add_action(s.domain, &rest, NULL, NULL), PLOY_OK);
    stage_goal(&s, "Rested", "rested", "1");
    stage_ready(&s);
    s.def.parts.bindings = NULL;
    stage_open(&s);
    stage_tick(&s, 3);
    assert_int_equal(ploy_goap_progress(&s.agent), 800);
    stage_expect(&s, "START Rested, start Rest");
    stage_tick(&s, 1);
    stage_expect(&s, "finish Rest, FINISH Rested");
    stage_close(&s);
}

static void one_action_drives_two_activities_and_says_which_completes_it(void** state)
{
    (void)state;
    stage s;
    open_traveler(&s);
    stage_add_activity(&s, "Sing")->ticks = 50;
    ploy_action_binding binding = {.action = "Dress", .activities = {"Dress", "Sing"}, .completes = 1};
    s.def.action_bindings = &binding;
    s.def.action_binding_count = 1;
    s.logs_calls = true;
    stage_open(&s);
    stage_activity_of(&s, "Dress")->ticks = 2;
    stage_tick(&s, 3);
    stage_expect(&s, "START There, start Dress, begin Dress, begin Sing, end Dress, halt Sing, finish Dress");
    stage_close(&s);
}

static void a_failure_of_either_activity_aborts_the_action(void** state)
{
    (void)state;
    stage s;
    open_traveler(&s);
    stage_activity* sing = stage_add_activity(&s, "Sing");
    ploy_action_binding binding = {.action = "Dress", .activities = {"Dress", "Sing"}, .completes = 1};
    s.def.action_bindings = &binding;
    s.def.action_binding_count = 1;
    s.logs_calls = true;
    stage_open(&s);
    sing->end = PLOY_FAILURE;
    stage_activity_of(&s, "Dress")->ticks = 9;
    stage_tick(&s, 2);
    stage_expect(&s, "START There, start Dress, begin Dress, begin Sing, end Sing, halt Dress, abort Dress");
    stage_close(&s);
}

static void an_action_built_on_another_has_its_conditions_effects_and_activities(void** state)
{
    (void)state;
    stage s;
    stage_begin(&s);
    stage_symbol(&s, "armed", NULL);
    stage_symbol(&s, "near", NULL);
    stage_symbol(&s, "dead", NULL);
    stage_symbol(&s, "noise", NULL);
    stage_action(&s, "Attack", "armed", "dead", "99");
    ploy_action_def def = {0};
    def.name = "AttackShortRange";
    def.base = "Attack";
    def.pre = "near";
    def.effect = "noise";
    assert_int_equal(ploy_domain_add_action(s.domain, &def, NULL, NULL), PLOY_OK);
    stage_goal(&s, "Kill", "dead and noise", "1");
    stage_ready(&s);
    s.logs_calls = true;
    stage_open(&s);
    stage_set(&s, "near", 1);
    stage_tick(&s, 1);
    stage_expect(&s, "");
    stage_set(&s, "armed", 1);
    stage_tick(&s, 1);
    stage_expect(&s, "START Kill, start AttackShortRange, begin AttackShortRange, begin Attack");
    stage_close(&s);
}

// Plan-only symbols, and what a goal made of them ends with.
static void open_filler(stage* s)
{
    stage_begin(s);
    stage_symbol(s, "atSmelter", "planned");
    stage_symbol(s, "filling", "planned");
    stage_action(s, "Go", NULL, "atSmelter", "1");
    stage_action(s, "Fill", "atSmelter", "filling", "1");
    stage_goal(s, "Fill", "filling", "1");
    stage_ready(s);
}

static void a_goal_of_plan_only_symbols_ends_with_its_last_step_and_begins_again(void** state)
{
    (void)state;
    stage s;
    open_filler(&s);
    stage_open(&s);
    stage_tick(&s, 5);
    stage_expect(&s, "START Fill, start Go, finish Go, start Fill, finish Fill, FINISH Fill, START Fill, start Go");
    stage_close(&s);
}

static bool says_enough(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return *(bool*)call->user;
}

static void a_goal_ends_when_its_test_at_run_time_holds(void** state)
{
    (void)state;
    stage s;
    bool enough = false;
    open_filler(&s);
    ploy_condition_def condition = {0};
    condition.name = "Enough";
    condition.test = says_enough;
    condition.user = &enough;
    assert_int_equal(ploy_bindings_add_condition(s.bindings, &condition, NULL), PLOY_OK);
    ploy_goal_callbacks life = {0};
    life.goal = "Fill";
    life.satisfied = "Enough";
    s.def.goal_callbacks = &life;
    s.def.goal_callback_count = 1;
    stage_open(&s);
    stage_activity_of(&s, "Go")->ticks = 9;
    stage_tick(&s, 2);
    enough = true;
    stage_tick(&s, 3);
    stage_expect(&s, "START Fill, start Go, abort Go, FINISH Fill");
    stage_close(&s);
}

// Searches.

static void collect_modes(const ploy_trace_ring* ring, char* text, size_t size)
{
    text[0] = '\0';
    for (uint32_t i = 0; i < ploy_trace_ring_count(ring); ++i) {
        const ploy_trace_event* event = ploy_trace_ring_at(ring, i);
        if (event->kind != PLOY_TRACE_GOAL_CHOSEN) continue;
        size_t at = strlen(text);
        snprintf(text + at, size - at, "%u", (unsigned)event->args[1]);
    }
}

static bool may_go(void* user, const ploy_evaluation* call)
{
    (void)call;
    return *(bool*)user;
}

static void the_actions_just_used_are_planned_with_first_and_then_all(void** state)
{
    (void)state;
    stage s;
    bool may = true;
    stage_begin(&s);
    stage_symbol(&s, "done", "planned");
    ploy_action_def def = {0};
    def.name = "Cheap";
    def.effect = "done";
    def.context = "May";
    assert_int_equal(ploy_domain_add_action(s.domain, &def, NULL, NULL), PLOY_OK);
    stage_action(&s, "Dear", NULL, "done", "5");
    stage_goal(&s, "Done", "done", "1");
    stage_ready(&s);
    assert_int_equal(ploy_domain_bind_context(s.domain, "May", may_go, &may), PLOY_OK);
    stage_open(&s);
    ploy_trace_event events[256];
    ploy_trace_ring ring = {.events = events, .capacity = 256};
    ploy_trace trace = ploy_trace_ring_sink(&ring, PLOY_TRACE_BASIC);
    s.agent.trace = &trace;
    stage_tick(&s, 4);
    may = false;
    stage_tick(&s, 1);
    stage_expect(&s, "START Done, start Cheap, finish Cheap, FINISH Done, START Done, start Cheap, finish Cheap, "
                     "FINISH Done, START Done, start Dear");
    char modes[64];
    collect_modes(&ring, modes, sizeof modes);
    // All at first; the same once more; the same, which fails, and then all.
    assert_string_equal(modes, "2002");
    stage_close(&s);
}

static void a_running_action_whose_context_says_no_is_aborted(void** state)
{
    (void)state;
    stage s;
    bool may = true;
    stage_begin(&s);
    stage_symbol(&s, "done", NULL);
    ploy_action_def def = {0};
    def.name = "Cheap";
    def.effect = "done";
    def.context = "May";
    assert_int_equal(ploy_domain_add_action(s.domain, &def, NULL, NULL), PLOY_OK);
    stage_action(&s, "Dear", NULL, "done", "5");
    stage_goal(&s, "Done", "done", "1");
    stage_ready(&s);
    assert_int_equal(ploy_domain_bind_context(s.domain, "May", may_go, &may), PLOY_OK);
    stage_open(&s);
    stage_activity_of(&s, "Cheap")->ticks = 9;
    stage_tick(&s, 2);
    may = false;
    stage_tick(&s, 1);
    stage_expect(&s, "START Done, start Cheap, abort Cheap, start Dear");
    stage_close(&s);
}

static void a_plan_longer_than_what_is_kept_is_planned_on(void** state)
{
    (void)state;
    stage s;
    open_traveler(&s);
    s.def.max_steps = 2;
    stage_open(&s);
    stage_tick(&s, 6);
    stage_expect(&s, "START There, start Dress, finish Dress, start Pack, finish Pack, start Walk, finish Walk, "
                     "FINISH There");
    stage_close(&s);
}

static void an_agent_that_is_not_automatic_waits_for_a_request(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    s.def.manual = true;
    stage_open(&s);
    stage_tick(&s, 3);
    stage_expect(&s, "");
    ploy_goap_replan(&s.agent);
    stage_tick(&s, 6);
    stage_expect(&s, "START Ready, start Fetch, finish Fetch, start Load, finish Load, FINISH Ready");
    ploy_goap_push(&s.agent, 1, NULL);
    stage_tick(&s, 4);
    stage_expect(&s, "START Fed, start Eat, finish Eat, FINISH Fed");
    stage_close(&s);
}

static void parameters_go_to_the_ports_of_their_names(void** state)
{
    (void)state;
    stage s;
    stage_begin(&s);
    const char* const places[] = {"camp", "mill", "mine"};
    assert_int_equal(ploy_domain_add_type(s.domain, "place", places, 3, NULL, NULL), PLOY_OK);
    ploy_symbol_def at = {0};
    at.name = "at";
    at.type = PLOY_VALUE_OBJECT;
    at.object_type = "place";
    assert_int_equal(ploy_domain_add_symbol(s.domain, &at, NULL, NULL), PLOY_OK);
    ploy_action_def go = {0};
    go.name = "GoTo";
    go.params[0] = (ploy_param){"p", "place"};
    go.param_count = 1;
    go.effect = "at = p";
    assert_int_equal(ploy_domain_add_action(s.domain, &go, NULL, NULL), PLOY_OK);
    ploy_goal_def be = {0};
    be.name = "BeAt";
    be.params[0] = (ploy_param){"q", "place"};
    be.param_count = 1;
    be.condition = "at = q";
    assert_int_equal(ploy_domain_add_goal(s.domain, &be, NULL, NULL), PLOY_OK);
    stage_ready(&s);
    stage_open(&s);
    stage_activity_of(&s, "GoTo")->ticks = 5;
    stage_tick(&s, 1);
    uint32_t mine = 2, args[PLOY_MAX_ARGS];
    assert_int_equal(ploy_goap_push(&s.agent, 0, &mine), PLOY_OK);
    stage_tick(&s, 1);
    stage_expect(&s, "START BeAt, start GoTo");
    assert_int_equal(stage_activity_of(&s, "GoTo")->port, 2);
    assert_int_equal(stage_activity_of(&s, "GoTo")->port_type, PLOY_PORT_OBJECT + 0);
    assert_int_equal(ploy_goap_goal(&s.agent, args), 0);
    assert_int_equal(args[0], 2);
    assert_int_equal(ploy_goap_action(&s.agent, args), 0);
    assert_int_equal(args[0], 2);
    mine = 3;
    assert_int_equal(ploy_goap_push(&s.agent, 0, &mine), PLOY_INVALID);
    stage_close(&s);
}

static void an_agent_says_what_it_does_and_why_it_does_nothing(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    stage_open(&s);
    stage_activity_of(&s, "Fetch")->ticks = 5;
    stage_tick(&s, 3);
    char text[1024];
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_string_equal(text, "goal Ready, priority 0.5\n"
                              "plan [Fetch], Load\n"
                              "doing Fetch for 0.2 s\n"
                              "goals\n"
                              "  Ready, priority 0.5, is pursued\n"
                              "  Fed, priority 0.3, has a lower priority\n"
                              "  Safe, priority 0.55, is already met\n"
                              "  Well, priority 0.2, has a lower priority\n");
    stage_set(&s, "loaded", 1);
    stage_set(&s, "fed", 1);
    stage_tick(&s, 3);
    ploy_mind_why(&s.agent, text, sizeof text);
    assert_non_null(strstr(text, "does nothing\n"));
    assert_non_null(strstr(text, "Ready, priority 0.5, is already met\n"));
    assert_non_null(strstr(text, "Well, priority 0.2, has no plan, and waits for a change"));
    assert_non_null(strstr(text, "bandaged"));
    assert_int_equal(ploy_mind_why(&s.agent, NULL, 0), strlen(text));
    stage_close(&s);
}

static void wrong_names_are_refused(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    ploy_error error;
    ploy_action_binding binding = {.action = "Fly", .activities = {"Fetch"}};
    s.def.action_bindings = &binding;
    s.def.action_binding_count = 1;
    assert_int_equal(ploy_goap_mind_create(&s.def, &s.mind, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "Fly"));
    binding = (ploy_action_binding){.action = "Load", .activities = {"Fly"}};
    assert_int_equal(ploy_goap_mind_create(&s.def, &s.mind, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "Fly"));
    ploy_goal_callbacks life = {0};
    life.goal = "Rich";
    s.def.action_binding_count = 0;
    s.def.goal_callbacks = &life;
    s.def.goal_callback_count = 1;
    assert_int_equal(ploy_goap_mind_create(&s.def, &s.mind, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "Rich"));
    assert_null(s.mind);
    stage_close(&s);
}

static void an_agent_that_goes_aborts_what_it_does(void** state)
{
    (void)state;
    stage s;
    open_soldier(&s);
    stage_open(&s);
    stage_tick(&s, 1);
    s.mind->kind->end(&s.agent);
    stage_expect(&s, "START Ready, start Fetch, abort Fetch, ABORT Ready");
    memset(s.agent.mind_data, 0, s.mind->data_bytes);
    assert_int_equal(s.mind->kind->begin(&s.agent), PLOY_OK);
    stage_close(&s);
}

// Another version of the traveler's domain. Some actions are missing, and all indices differ.
static void migrate(stage* s, const char* left_out)
{
    ploy_domain_def def = {0};
    ploy_domain* domain = ploy_domain_create(&def);
    ploy_symbol_def symbol = {0};
    for (uint32_t i = 4; i-- > 0;) {
        symbol.name = ploy_domain_symbol(s->domain, i).name;
        assert_int_equal(ploy_domain_add_symbol(domain, &symbol, NULL, NULL), PLOY_OK);
    }
    for (uint32_t i = ploy_domain_action_count(s->domain); i-- > 0;) {
        ploy_action_def action = {0};
        action.name = ploy_domain_action(s->domain, i).name;
        if (strcmp(action.name, left_out) == 0) continue;
        bool has_pre = ploy_domain_clause_count(s->domain, PLOY_PART_PRE, i) > 0;
        action.pre = has_pre ? ploy_domain_clause(s->domain, PLOY_PART_PRE, i, 0) : NULL;
        action.effect = ploy_domain_clause(s->domain, PLOY_PART_EFFECT, i, 0);
        action.cost = ploy_domain_clause(s->domain, PLOY_PART_COST, i, 0);
        assert_int_equal(ploy_domain_add_action(domain, &action, NULL, NULL), PLOY_OK);
    }
    ploy_goal_def goal = {0};
    goal.name = strcmp(left_out, "There") == 0 ? "Elsewhere" : "There";
    goal.condition = "there";
    assert_int_equal(ploy_domain_add_goal(domain, &goal, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    ploy_agent old = s->agent;
    ploy_mind* old_mind = s->mind;
    s->def.domain = domain;
    assert_int_equal(ploy_goap_mind_create(&s->def, &s->mind, NULL), PLOY_OK);
    s->agent.mind = s->mind;
    s->agent.mind_data = calloc(1, s->mind->data_bytes);
    assert_int_equal(s->mind->kind->migrate(&s->agent, &old), PLOY_OK);
    ploy_mind_destroy(old_mind);
    free(old.mind_data);
    ploy_domain_destroy(s->domain);
    s->domain = domain;
}

static void a_plan_is_carried_over_into_a_newer_edition_by_name(void** state)
{
    (void)state;
    stage s;
    open_traveler(&s);
    stage_open(&s);
    stage_activity_of(&s, "Pack")->ticks = 4;
    stage_tick(&s, 4);
    stage_expect(&s, "START There, start Dress, finish Dress, start Pack");
    migrate(&s, "Ride");
    stage_tick(&s, 5);
    stage_expect(&s, "finish Pack, start Walk, finish Walk, FINISH There");
    stage_close(&s);
}

static void what_a_newer_version_lacks_is_planned_again_or_aborted(void** state)
{
    (void)state;
    stage s;
    open_traveler(&s);
    stage_open(&s);
    stage_set(&s, "coach", 1);
    stage_tick(&s, 1);
    stage_expect(&s, "START There, start Dress");
    migrate(&s, "Walk");
    stage_expect(&s, "abort Dress");
    stage_tick(&s, 1);
    stage_expect(&s, "start Ride");
    migrate(&s, "There");
    stage_expect(&s, "abort Ride, ABORT There");
    stage_tick(&s, 1);
    stage_expect(&s, "START Elsewhere, start Ride");
    stage_close(&s);
}

TEST_MAIN(TEST(an_agent_plans_for_its_best_goal_and_runs_the_plan), TEST(the_next_goal_is_tried_when_one_has_no_plan),
          TEST(a_goal_is_aborted_at_every_point_of_its_plan), TEST(an_automatic_agent_chooses_again_after_an_abort),
          TEST(an_action_that_is_slow_to_halt_keeps_the_next_one_waiting),
          TEST(a_goal_outside_the_list_is_pushed_at_every_point_of_a_plan),
          TEST(a_pushed_goal_without_a_plan_is_dropped_and_the_agent_says_so),
          TEST(a_goal_interrupts_another_only_if_it_leads_by_the_hysteresis),
          TEST(a_goal_that_is_not_relevant_or_not_set_up_makes_way), TEST(a_goal_hears_of_its_own_life),
          TEST(relevancy_is_evaluated_at_most_once_per_interval_while_running),
          TEST(steps_whose_effects_hold_already_are_skipped),
          TEST(a_running_step_continues_while_the_plan_leads_to_the_goal),
          TEST(a_plan_whose_next_step_does_not_apply_is_repaired_before_a_new_search),
          TEST(an_invalid_plan_is_planned_again_for_the_same_goal),
          TEST(slow_sensors_do_not_break_a_plan_while_it_settles),
          TEST(a_failed_action_is_avoided_if_there_is_another_way),
          TEST(a_failed_action_is_tried_again_if_there_is_no_other_way), TEST(every_call_of_an_activity_may_fail),
          TEST(an_action_over_its_limit_is_aborted), TEST(an_action_without_an_activity_takes_its_duration),
          TEST(one_action_drives_two_activities_and_says_which_completes_it),
          TEST(a_failure_of_either_activity_aborts_the_action),
          TEST(an_action_built_on_another_has_its_conditions_effects_and_activities),
          TEST(a_goal_of_plan_only_symbols_ends_with_its_last_step_and_begins_again),
          TEST(a_goal_ends_when_its_test_at_run_time_holds),
          TEST(the_actions_just_used_are_planned_with_first_and_then_all),
          TEST(a_running_action_whose_context_says_no_is_aborted), TEST(a_plan_longer_than_what_is_kept_is_planned_on),
          TEST(an_agent_that_is_not_automatic_waits_for_a_request), TEST(parameters_go_to_the_ports_of_their_names),
          TEST(an_agent_says_what_it_does_and_why_it_does_nothing), TEST(wrong_names_are_refused),
          TEST(an_agent_that_goes_aborts_what_it_does), TEST(a_plan_is_carried_over_into_a_newer_edition_by_name),
          TEST(what_a_newer_version_lacks_is_planned_again_or_aborted))
