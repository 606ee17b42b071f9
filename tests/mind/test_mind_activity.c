#include "mind/common/activity.h"

#include <string.h>

#include "support/base/asserts.h"
#include "support/base/test.h"

// What the callbacks shall answer, and a log of who was called: S start, v valid, p perform, f finished, h halt.
typedef struct script
{
    ploy_outcome start, perform, halt;
    bool invalid;
    uint8_t left_behind; ///< what start found in its memory
    int64_t elapsed;
    char log[64];
    uint32_t length;
} script;

static script* note(const ploy_call* call, char what)
{
    script* s = call->user;
    s->log[s->length++] = what;
    assert_true(s->length < sizeof s->log);
    s->elapsed = call->elapsed;
    return s;
}

static ploy_outcome start(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    script* s = note(call, 'S');
    s->left_behind = *(uint8_t*)call->data;
    *(uint8_t*)call->data = 1;
    return s->start;
}

static bool valid(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return !note(call, 'v')->invalid;
}

static ploy_outcome perform(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return note(call, 'p')->perform;
}

static void finished(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    note(call, 'f');
}

static ploy_outcome halt(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return note(call, 'h')->halt;
}

static int64_t twice(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return ((script*)call->user)->elapsed * 2;
}

// One activity with every callback, one with none, and the means to run either.
typedef struct activity_stage
{
    script script;
    ploy_bindings* bindings;
    ploy_agent agent;
    pl_activity activity;
    pl_activity_plan plan;
    uint8_t memory[8];
} activity_stage;

static void set_up(activity_stage* s, uint32_t which)
{
    *s = (activity_stage){.bindings = ploy_bindings_create(NULL)};
    ploy_activity_def full = {0}, empty = {0};
    full.name = "full";
    full.data_bytes = 8;
    full.start = start;
    full.valid = valid;
    full.update = perform;
    full.finished = finished;
    full.halt = halt;
    full.progress = twice;
    full.user = &s->script;
    empty.name = "empty";
    assert_int_equal(ploy_bindings_add_activity(s->bindings, &full, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_activity(s->bindings, &empty, NULL), PLOY_OK);
    s->plan =
        (pl_activity_plan){.def = ploy_bindings_activity(s->bindings, which), .activity = which, .memory = s->memory};
}

static void tear_down(activity_stage* s)
{
    ploy_bindings_destroy(s->bindings);
}

static void expect_log(const activity_stage* s, const char* log)
{
    assert_string_equal(s->script.log, log);
}

static void an_activity_starts_performs_while_running_and_finishes(void** state)
{
    (void)state;
    activity_stage s;
    set_up(&s, 0);
    assert_int_equal(pl_activity_start(&s.activity, &s.plan, &s.agent), PLOY_RUNNING);
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_RUNNING);
    s.script.perform = PLOY_SUCCESS;
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_SUCCESS);
    assert_int_equal(s.activity.phase, PL_ACTIVITY_IDLE);
    expect_log(&s, "Svpvpf");
    tear_down(&s);
}

static void an_activity_may_end_in_start(void** state)
{
    (void)state;
    activity_stage s;
    set_up(&s, 0);
    s.agent.reason = 4;
    s.script.start = PLOY_FAILURE;
    assert_int_equal(pl_activity_start(&s.activity, &s.plan, &s.agent), PLOY_FAILURE);
    assert_int_equal(s.agent.reason, 0);
    s.script.start = PLOY_SUCCESS;
    assert_int_equal(pl_activity_start(&s.activity, &s.plan, &s.agent), PLOY_SUCCESS);
    expect_log(&s, "SfSf");
    assert_int_equal(s.script.left_behind, 0);
    tear_down(&s);
}

static void an_activity_that_is_no_longer_valid_is_halted_and_fails(void** state)
{
    (void)state;
    activity_stage s;
    set_up(&s, 0);
    pl_activity_start(&s.activity, &s.plan, &s.agent);
    s.script.invalid = true;
    s.script.halt = PLOY_RUNNING;
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_RUNNING);
    assert_int_equal(s.activity.phase, PL_ACTIVITY_HALTING);
    s.script.invalid = false;
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_RUNNING);
    s.script.halt = PLOY_SUCCESS;
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_FAILURE);
    expect_log(&s, "Svhhh");
    tear_down(&s);
}

static void an_activity_over_its_time_limit_is_halted_and_fails(void** state)
{
    (void)state;
    activity_stage s;
    set_up(&s, 0);
    s.plan.limit = 100;
    pl_activity_start(&s.activity, &s.plan, &s.agent);
    s.agent.now = 100;
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_RUNNING);
    s.agent.now = 101;
    s.script.halt = PLOY_SUCCESS;
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_FAILURE);
    expect_log(&s, "Svph");
    tear_down(&s);
}

static void a_halt_from_outside_may_take_several_ticks(void** state)
{
    (void)state;
    activity_stage s;
    set_up(&s, 0);
    assert_true(pl_activity_halt(&s.activity, &s.plan, &s.agent));
    pl_activity_start(&s.activity, &s.plan, &s.agent);
    s.script.halt = PLOY_RUNNING;
    assert_false(pl_activity_halt(&s.activity, &s.plan, &s.agent));
    s.script.halt = PLOY_FAILURE;
    assert_true(pl_activity_halt(&s.activity, &s.plan, &s.agent));
    assert_true(pl_activity_halt(&s.activity, &s.plan, &s.agent));
    expect_log(&s, "Shh");
    EXPECT_API_MISUSE(pl_activity_perform(&s.activity, &s.plan, &s.agent));
    pl_activity_start(&s.activity, &s.plan, &s.agent);
    EXPECT_API_MISUSE(pl_activity_start(&s.activity, &s.plan, &s.agent));
    tear_down(&s);
}

static void without_callbacks_an_activity_lasts_its_duration(void** state)
{
    (void)state;
    activity_stage s;
    set_up(&s, 1);
    s.plan.duration = 1000;
    s.agent.now = 50;
    assert_int_equal(pl_activity_start(&s.activity, &s.plan, &s.agent), PLOY_RUNNING);
    s.agent.now = 1049;
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_RUNNING);
    assert_int_equal(pl_activity_progress(&s.activity, &s.plan, &s.agent), 999);
    s.agent.now = 1050;
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_SUCCESS);
    assert_int_equal(pl_activity_progress(&s.activity, &s.plan, &s.agent), 0);
    s.plan.duration = 0;
    pl_activity_start(&s.activity, &s.plan, &s.agent);
    assert_int_equal(pl_activity_progress(&s.activity, &s.plan, &s.agent), 0);
    assert_int_equal(pl_activity_perform(&s.activity, &s.plan, &s.agent), PLOY_SUCCESS);
    pl_activity_start(&s.activity, &s.plan, &s.agent);
    assert_true(pl_activity_halt(&s.activity, &s.plan, &s.agent));
    tear_down(&s);
}

static void progress_is_the_activitys_own_and_kept_in_bounds(void** state)
{
    (void)state;
    activity_stage s;
    set_up(&s, 0);
    pl_activity_start(&s.activity, &s.plan, &s.agent);
    const int64_t elapsed[] = {-5, 0, 300, 500, 501};
    const uint32_t progress[] = {0, 0, 600, 1000, 1000};
    for (int i = 0; i < 5; ++i) {
        s.script.elapsed = elapsed[i];
        assert_int_equal(pl_activity_progress(&s.activity, &s.plan, &s.agent), progress[i]);
    }
    tear_down(&s);
}

// The calls of one activity: a start, then any number of (v p) pairs or one v, then one f or several h.
static void check_life(const char* log)
{
    for (const char* c = log; *c;) {
        assert_int_equal(*c++, 'S');
        bool halted = false, ended = false;
        for (; *c && *c != 'S'; ++c) {
            assert_false(ended);
            assert_true(!halted || *c == 'h');
            halted |= *c == 'h';
            ended |= *c == 'f';
        }
        assert_true(!*c || halted || ended);
    }
}

static void random_step(activity_stage* s, ploy_random* random)
{
    s->script.start = (ploy_outcome)ploy_random_below(random, 3);
    s->script.perform = (ploy_outcome)(ploy_random_below(random, 9) / 4);
    s->script.halt = (ploy_outcome)ploy_random_below(random, 3);
    s->script.invalid = ploy_random_below(random, 6) == 0;
    s->agent.now += ploy_random_below(random, 20);
    if (s->activity.phase == PL_ACTIVITY_IDLE) {
        ploy_outcome outcome = pl_activity_start(&s->activity, &s->plan, &s->agent);
        assert_int_equal(outcome, s->script.start);
        assert_int_equal(s->script.left_behind, 0);
    } else if (ploy_random_below(random, 5) == 0) {
        assert_int_equal(pl_activity_halt(&s->activity, &s->plan, &s->agent), s->script.halt != PLOY_RUNNING);
    } else {
        ploy_outcome outcome = pl_activity_perform(&s->activity, &s->plan, &s->agent);
        assert_int_equal(outcome == PLOY_RUNNING, s->activity.phase != PL_ACTIVITY_IDLE);
    }
}

static void every_start_is_followed_by_exactly_one_end(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; ++seed) {
        activity_stage s;
        set_up(&s, 0);
        s.plan.limit = seed % 3 ? 0 : 60;
        ploy_random random = {.seed = seed};
        for (int i = 0; i < 25; ++i) random_step(&s, &random);
        check_life(s.script.log);
        tear_down(&s);
    }
}

TEST_MAIN(TEST(an_activity_starts_performs_while_running_and_finishes), TEST(an_activity_may_end_in_start),
          TEST(an_activity_that_is_no_longer_valid_is_halted_and_fails),
          TEST(an_activity_over_its_time_limit_is_halted_and_fails), TEST(a_halt_from_outside_may_take_several_ticks),
          TEST(without_callbacks_an_activity_lasts_its_duration),
          TEST(progress_is_the_activitys_own_and_kept_in_bounds), TEST(every_start_is_followed_by_exactly_one_end))
