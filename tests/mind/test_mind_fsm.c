// State machines: one small state machine per rule.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mind/common/mind.h"
#include "support/base/allocators.h"
#include "support/mind/fsms.h"
#include "support/base/test.h"

static void a_state_enters_does_and_exits(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    ploy_fsm_state_def one = fsm_state("One", NULL, "A0 A1(to=n)");
    one.enter = "A3", one.exit = "A4";
    fsm_add_state(&f, one);
    fsm_add_state(&f, fsm_state("Two", NULL, "A2"));
    fsm_add_transition(&f, fsm_transition("One", "Two", "a"));
    fsm_add_transition(&f, fsm_transition("Two", "One", "not a"));
    fsm_begin(&f);
    assert_string_equal(fsm_tick(&f), "start A3 finished A3 start A0 start A1 ");
    assert_string_equal(fsm_state_name(&f), "One");
    assert_string_equal(fsm_tick(&f), "perform A0 perform A1 ");
    f.next[0] = PLOY_SUCCESS;
    assert_string_equal(fsm_tick(&f), "perform A0 finished A0 perform A1 ");
    assert_string_equal(fsm_tick(&f), "perform A1 ");
    fsm_set(&f, "a", 1);
    assert_string_equal(fsm_tick(&f), "halt A1 start A4 finished A4 start A2 ");
    assert_string_equal(fsm_state_name(&f), "Two");
    char text[200];
    ploy_mind_why(&f.agent, text, sizeof text);
    assert_string_equal(text, "in Two for 0.000 s, because of 'a'; does A2");
    fsm_set(&f, "a", 0);
    assert_string_equal(fsm_tick(&f), "halt A2 start A3 finished A3 start A0 start A1 ");
    fsm_teardown(&f);
    assert_non_null(strstr(f.log, "halt A0 halt A1 start A4 finished A4"));
}

static ploy_outcome count_down(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return --*(int*)call->user > 0 ? PLOY_RUNNING : PLOY_SUCCESS;
}

static bool not_now(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return false;
}

static void a_running_activity_continues_with_callbacks_that_are_bound_again(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    fsm_add_state(&f, fsm_state("One", NULL, "A0 A1"));
    fsm_begin(&f);
    fsm_tick(&f);
    assert_string_equal(fsm_tick(&f), "perform A0 perform A1 ");
    int left = 2;
    ploy_activity_def first = *ploy_bindings_activity(f.bindings, 0), second = *ploy_bindings_activity(f.bindings, 1);
    first.update = count_down;
    first.user = &left;
    first.finished = NULL;
    second.valid = not_now;
    assert_int_equal(ploy_bindings_add_activity(f.bindings, &first, NULL), PLOY_OK);
    assert_string_equal(fsm_tick(&f), "perform A1 ");
    assert_int_equal(left, 1);
    assert_int_equal(ploy_bindings_add_activity(f.bindings, &second, NULL), PLOY_OK);
    assert_string_equal(fsm_tick(&f), "halt A1 ");
    assert_int_equal(left, 0);
    assert_string_equal(fsm_tick(&f), "");
    fsm_teardown(&f);
}

static void times_and_outcomes_lead_on(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    fsm_add_state(&f, fsm_state("Try", NULL, "A0 A1"));
    fsm_add_state(&f, fsm_state("Good", NULL, NULL));
    fsm_add_state(&f, fsm_state("Bad", NULL, NULL));
    ploy_fsm_transition_def good = fsm_transition("Try", "Good", NULL), bad = fsm_transition("Try", "Bad", NULL);
    ploy_fsm_transition_def again = fsm_transition("Bad", "Try", NULL), later = fsm_transition("Good", "Try", NULL);
    good.on = PLOY_ON_SUCCESS, bad.on = PLOY_ON_FAILURE;
    again.after = 3 * FSM_TICK, later.after = FSM_TICK;
    fsm_add_transition(&f, good), fsm_add_transition(&f, bad), fsm_add_transition(&f, again),
        fsm_add_transition(&f, later);
    fsm_begin(&f);
    fsm_tick(&f);
    f.next[0] = PLOY_FAILURE;
    assert_string_equal(fsm_tick(&f), "perform A0 finished A0 perform A1 ");
    assert_string_equal(fsm_tick(&f), "halt A1 ");
    assert_string_equal(fsm_state_name(&f), "Bad");
    fsm_tick(&f), fsm_tick(&f);
    assert_string_equal(fsm_state_name(&f), "Bad");
    fsm_tick(&f);
    assert_string_equal(fsm_state_name(&f), "Try");
    f.next[0] = f.next[1] = PLOY_SUCCESS;
    fsm_tick(&f);
    assert_string_equal(fsm_tick(&f), "");
    assert_string_equal(fsm_state_name(&f), "Good");
    fsm_tick(&f);
    assert_string_equal(fsm_state_name(&f), "Try");
    fsm_teardown(&f);
}

// Fight holds Aim and Shoot; Shoot holds Single and Burst.
static void build_fight(fsm_fixture* f, ploy_fsm_history fight, ploy_fsm_history shoot)
{
    fsm_add_state(f, fsm_state("Rest", NULL, NULL));
    ploy_fsm_state_def outer = fsm_state("Fight", NULL, "A0"), inner = fsm_state("Shoot", "Fight", "A1");
    outer.history = fight, inner.history = shoot;
    fsm_add_state(f, outer);
    fsm_add_state(f, fsm_state("Aim", "Fight", NULL));
    fsm_add_state(f, inner);
    fsm_add_state(f, fsm_state("Single", "Shoot", NULL));
    fsm_add_state(f, fsm_state("Burst", "Shoot", "A2"));
    fsm_add_transition(f, fsm_transition("Rest", "Fight", "a"));
    fsm_add_transition(f, fsm_transition("Fight", "Rest", "not a"));
    fsm_add_transition(f, fsm_transition("Aim", "Shoot", "b"));
    fsm_add_transition(f, fsm_transition("Single", "Burst", "n > 1"));
}

static void states_lie_in_states_and_remember(void** state)
{
    (void)state;
    static const struct
    {
        ploy_fsm_history fight, shoot;
        const char* back_in;
    } rows[] = {
        {PLOY_HISTORY_NONE, PLOY_HISTORY_NONE, "Aim"},       {PLOY_HISTORY_NONE, PLOY_HISTORY_DEEP, "Aim"},
        {PLOY_HISTORY_SHALLOW, PLOY_HISTORY_NONE, "Single"}, {PLOY_HISTORY_SHALLOW, PLOY_HISTORY_SHALLOW, "Burst"},
        {PLOY_HISTORY_DEEP, PLOY_HISTORY_NONE, "Burst"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        fsm_fixture f;
        assert_true(fsm_setup(&f, NULL));
        build_fight(&f, rows[i].fight, rows[i].shoot);
        fsm_begin(&f);
        fsm_tick(&f);
        fsm_set(&f, "a", 1);
        assert_string_equal(fsm_tick(&f), "start A0 ");
        assert_string_equal(fsm_state_name(&f), "Aim");
        assert_true(ploy_fsm_is_in(&f.agent, "Fight"));
        fsm_set(&f, "b", 1);
        assert_string_equal(fsm_tick(&f), "perform A0 start A1 ");
        fsm_set(&f, "n", 2);
        assert_string_equal(fsm_tick(&f), "perform A0 perform A1 start A2 ");
        assert_string_equal(fsm_state_name(&f), "Burst");
        fsm_set(&f, "b", 0), fsm_set(&f, "n", 0), fsm_set(&f, "a", 0);
        assert_string_equal(fsm_tick(&f), "halt A2 halt A1 halt A0 ");
        assert_false(ploy_fsm_is_in(&f.agent, "Fight"));
        fsm_set(&f, "a", 1);
        fsm_tick(&f);
        assert_string_equal(fsm_state_name(&f), rows[i].back_in);
        fsm_teardown(&f);
    }
}

static void a_state_is_built_on_another(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    ploy_fsm_state_def snipe = fsm_state("Snipe", NULL, "A1");
    snipe.base = "Attack";
    fsm_add_state(&f, snipe);
    ploy_fsm_state_def attack = fsm_state("Attack", NULL, "A0");
    attack.enter = "A3";
    fsm_add_state(&f, attack);
    fsm_add_state(&f, fsm_state("Flee", NULL, NULL));
    fsm_add_state(&f, fsm_state("Hide", NULL, NULL));
    fsm_add_transition(&f, fsm_transition("Attack", "Flee", "a"));
    fsm_add_transition(&f, fsm_transition("Attack", "Hide", "n > 0"));
    fsm_add_transition(&f, fsm_transition("Snipe", "Hide", "n > 5"));
    fsm_add_transition(&f, fsm_transition("Flee", "Snipe", "not a"));
    fsm_begin(&f);
    assert_string_equal(fsm_tick(&f), "start A3 finished A3 start A1 ");
    fsm_set(&f, "n", 1);
    fsm_tick(&f);
    assert_string_equal(fsm_state_name(&f), "Snipe"); // the way to Hide is its own, not the base's
    fsm_set(&f, "a", 1);
    fsm_tick(&f);
    assert_string_equal(fsm_state_name(&f), "Flee");
    fsm_set(&f, "n", 6), fsm_set(&f, "a", 0);
    fsm_tick(&f);
    assert_string_equal(fsm_state_name(&f), "Hide"); // through Snipe, in one tick
    fsm_teardown(&f);
}

static void from_any_state_comes_first(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    fsm_add_state(&f, fsm_state("One", NULL, "A0"));
    fsm_add_state(&f, fsm_state("Two", NULL, "A1"));
    fsm_add_state(&f, fsm_state("Dead", NULL, "A2"));
    fsm_add_transition(&f, fsm_transition("One", "Two", "a"));
    fsm_add_transition(&f, fsm_transition(NULL, "Dead", "n < 0"));
    fsm_begin(&f);
    fsm_tick(&f);
    fsm_set(&f, "a", 1), fsm_set(&f, "n", -1);
    assert_string_equal(fsm_tick(&f), "halt A0 start A2 ");
    assert_string_equal(fsm_tick(&f), "perform A2 "); // it is not entered again and again
    fsm_teardown(&f);
}

static void an_exit_may_take_its_time(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    ploy_fsm_state_def one = fsm_state("One", NULL, "A0");
    one.exit = "A2"; // busy until told
    fsm_add_state(&f, one);
    fsm_add_state(&f, fsm_state("Two", NULL, "A1"));
    fsm_add_transition(&f, fsm_transition("One", "Two", "a"));
    fsm_begin(&f);
    fsm_tick(&f);
    fsm_set(&f, "a", 1);
    assert_string_equal(fsm_tick(&f), "halt A0 start A2 ");
    assert_string_equal(fsm_state_name(&f), "One");
    char text[200];
    ploy_mind_why(&f.agent, text, sizeof text);
    assert_non_null(strstr(text, "leaving One"));
    fsm_set(&f, "a", 0); // too late
    assert_string_equal(fsm_tick(&f), "perform A2 ");
    f.next[2] = PLOY_SUCCESS;
    assert_string_equal(fsm_tick(&f), "perform A2 finished A2 start A1 ");
    assert_string_equal(fsm_state_name(&f), "Two");
    fsm_teardown(&f);
}

static void changes_in_one_tick_are_bounded(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    fsm_add_state(&f, fsm_state("One", NULL, NULL));
    fsm_add_state(&f, fsm_state("Two", NULL, "A0"));
    fsm_add_transition(&f, fsm_transition("One", "Two", "true"));
    fsm_add_transition(&f, fsm_transition("Two", "One", "n = 0"));
    fsm_begin(&f);
    uint32_t starts = 0;
    for (const char* at = fsm_tick(&f); (at = strstr(at, "start")) != NULL; ++at) {
        ++starts;
    }
    assert_int_equal(starts, PLOY_FSM_MAX_CHANGES / 2);
    char text[200];
    ploy_mind_why(&f.agent, text, sizeof text);
    assert_non_null(strstr(text, "8 times in one tick"));
    fsm_teardown(&f);
}

static void errors_are_reported(void** state)
{
    (void)state;
    fsm_fixture f;
    ploy_error error;
    assert_true(fsm_setup(&f, NULL));
    ploy_fsm_state_def one = fsm_state("One", NULL, NULL);
    fsm_add_state(&f, one);
    assert_int_equal(ploy_fsm_add_state(f.machine, &one, NULL, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "twice"));
    ploy_fsm_state_def lost = fsm_state("Lost", "Nowhere", NULL);
    assert_int_equal(ploy_fsm_add_state(f.machine, &lost, NULL, &error), PLOY_INVALID);
    char name[8], parent[8] = "One";
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < PLOY_FSM_MAX_DEPTH && status == PLOY_OK; ++i) {
        snprintf(name, sizeof name, "S%u", (unsigned)i);
        ploy_fsm_state_def deep = fsm_state(name, parent, NULL);
        status = ploy_fsm_add_state(f.machine, &deep, NULL, &error);
        memcpy(parent, name, sizeof name);
    }
    assert_int_equal(status, PLOY_INVALID);
    assert_non_null(strstr(error.message, "more than 16 deep"));
    fsm_teardown(&f);

    static const struct
    {
        const char *to, *when, *does, *base, *message, *hint;
    } rows[] = {
        {"Tow", "a", NULL, NULL, "no state 'Tow'", "'Two'"},
        {"Two", "aa", NULL, NULL, "unknown name 'aa'", ""},
        {"Two", "n", NULL, NULL, "a condition expected, 'n' is of type int", ""},
        {"Two", NULL, "B0", NULL, "state 'Two': activities: 'B0' is no activity", "'A0'"},
        {"Two", NULL, "A0(too=1)", NULL, "'too' is no port", "'to'"},
        {"Two", NULL, "A0(to=m)", NULL, "'m' is no key", ""},
        {"Two", NULL, "A0(to)", NULL, "'=' expected", ""},
        {"Two", NULL, "A0(to=1", NULL, "')' expected", ""},
        {"Two", NULL, "A0(for=x)", NULL, "a time in seconds", ""},
        {"Two", NULL, NULL, "Two", "inherits from itself", ""},
        {"One", NULL, NULL, NULL, "entered again at once", "condition or a time"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        assert_true(fsm_setup(&f, NULL));
        ploy_fsm_state_def two = fsm_state("Two", NULL, rows[i].does);
        two.base = rows[i].base, two.line = 7;
        fsm_add_state(&f, one), fsm_add_state(&f, two);
        fsm_add_transition(&f, fsm_transition("One", rows[i].to, rows[i].when));
        assert_int_equal(fsm_compile(&f, NULL, &error), PLOY_INVALID);
        if (!strstr(error.message, rows[i].message) || !strstr(error.hint, rows[i].hint)) {
            fail_msg("%s (%s), not %s", error.message, error.hint, rows[i].message);
        }
        fsm_teardown(&f);
    }
}

static void changes_are_traced(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    ploy_trace_event events[8];
    ploy_trace_ring ring = {events, 8, 0};
    ploy_trace sink = ploy_trace_ring_sink(&ring, PLOY_TRACE_BASIC);
    f.agent.trace = &sink;
    fsm_add_state(&f, fsm_state("One", NULL, NULL));
    fsm_add_state(&f, fsm_state("Two", NULL, NULL));
    fsm_add_transition(&f, fsm_transition("Two", "One", "b"));
    fsm_add_transition(&f, fsm_transition("One", "Two", "a"));
    fsm_begin(&f);
    fsm_tick(&f);
    fsm_set(&f, "a", 1);
    fsm_tick(&f);
    assert_int_equal(ring.emitted, 2);
    assert_int_equal(events[1].kind, PLOY_TRACE_STATE_CHANGED);
    assert_int_equal(events[1].args[0], 0);
    assert_int_equal(events[1].args[1], 1);
    assert_int_equal(events[1].args[2], 2);
    fsm_teardown(&f);
}

// A newer edition.

static void edit(fsm_fixture* f, ploy_mind** old)
{
    ploy_error error;
    *old = f->mind;
    if (fsm_compile(f, NULL, &error) != PLOY_OK) fail_msg("%s", error.message);
    ploy_agent was = f->agent;
    f->agent.mind = f->mind;
    f->agent.mind_data = calloc(1, f->mind->data_bytes);
    f->length = 0, f->log[0] = '\0';
    assert_int_equal(f->mind->kind->migrate(&f->agent, &was), PLOY_OK);
    free(was.mind_data);
}

static void a_newer_edition_goes_on_where_the_old_one_was(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    build_fight(&f, PLOY_HISTORY_DEEP, PLOY_HISTORY_NONE);
    fsm_begin(&f);
    fsm_tick(&f);
    fsm_set(&f, "a", 1), fsm_set(&f, "b", 1), fsm_set(&f, "n", 2);
    fsm_tick(&f);
    assert_string_equal(fsm_state_name(&f), "Burst");
    ploy_mind* old;
    ploy_fsm_destroy(f.machine);
    f.machine = ploy_fsm_create(&(ploy_fsm_def){.name = "test"});
    fsm_add_state(&f, fsm_state("New", NULL, NULL));
    build_fight(&f, PLOY_HISTORY_DEEP, PLOY_HISTORY_NONE);
    edit(&f, &old);
    ploy_mind_destroy(old);
    assert_string_equal(f.log, "");
    assert_string_equal(fsm_state_name(&f), "Burst");
    assert_string_equal(fsm_tick(&f), "perform A0 perform A1 perform A2 ");

    // Burst is gone, and Shoot does something else: both are left, Fight stays.
    ploy_fsm_destroy(f.machine);
    f.machine = ploy_fsm_create(&(ploy_fsm_def){.name = "test"});
    fsm_add_state(&f, fsm_state("Rest", NULL, NULL));
    fsm_add_state(&f, fsm_state("Fight", NULL, "A0"));
    fsm_add_state(&f, fsm_state("Aim", "Fight", "A1"));
    edit(&f, &old);
    ploy_mind_destroy(old);
    assert_string_equal(f.log, "halt A2 halt A1 ");
    assert_string_equal(fsm_tick(&f), "perform A0 start A1 ");
    assert_string_equal(fsm_state_name(&f), "Aim");
    fsm_teardown(&f);
}

static void it_describes_its_parts(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    build_fight(&f, PLOY_HISTORY_SHALLOW, PLOY_HISTORY_DEEP);
    fsm_begin(&f);
    char text[1024];
    size_t length = pl_mind_describe(f.mind, text, sizeof text);
    assert_string_equal(text, "fsm\n"
                              "state -1 -1 0 Rest\n"
                              "state -1 2 1 Fight\ndoes A0\n"
                              "state 1 -1 0 Aim\n"
                              "state 1 4 2 Shoot\ndoes A1\n"
                              "state 3 -1 0 Single\n"
                              "state 3 -1 0 Burst\ndoes A2\n"
                              "when 0 a\nwhen 1 not a\nwhen 2 b\nwhen 3 n > 1\n"
                              "transition 0 0 1 0 anything\n"
                              "transition 2 2 3 0 anything\n"
                              "transition 1 1 0 0 anything\n"
                              "transition 3 4 5 0 anything\n");
    assert_int_equal(length, strlen(text));
    fsm_teardown(&f);
}

static bool run_all(const ploy_allocator* allocator)
{
    fsm_fixture f;
    bool ok = fsm_setup(&f, allocator);
    if (ok) {
        ploy_fsm_state_def one = fsm_state("One", NULL, "A0 A1(to=n, for=2)"), two = fsm_state("Two", "One", "A2");
        one.history = PLOY_HISTORY_DEEP;
        ploy_fsm_transition_def go = fsm_transition("Two", "One", "a and n > 2");
        ok = ploy_fsm_add_state(f.machine, &one, NULL, NULL) == PLOY_OK &&
             ploy_fsm_add_state(f.machine, &two, NULL, NULL) == PLOY_OK &&
             ploy_fsm_add_transition(f.machine, &go, NULL, NULL) == PLOY_OK &&
             fsm_compile(&f, allocator, NULL) == PLOY_OK;
    }
    fsm_teardown(&f);
    return ok;
}

static void a_failing_allocator_gives_a_status(void** state)
{
    (void)state;
    test_fail_every_allocation(run_all);
}

TEST_MAIN(TEST(a_state_enters_does_and_exits), TEST(a_running_activity_continues_with_callbacks_that_are_bound_again),
          TEST(times_and_outcomes_lead_on), TEST(states_lie_in_states_and_remember), TEST(a_state_is_built_on_another),
          TEST(from_any_state_comes_first), TEST(an_exit_may_take_its_time), TEST(changes_in_one_tick_are_bounded),
          TEST(errors_are_reported), TEST(changes_are_traced), TEST(it_describes_its_parts),
          TEST(a_newer_edition_goes_on_where_the_old_one_was), TEST(a_failing_allocator_gives_a_status))
