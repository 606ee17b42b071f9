// Problems of agents whose minds do not plan. The recordings are written by hand, so that each rule is tested alone.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/debugger.h>
#include <ploy/mind.h>
#include <ploy/path_service.h>
#include <ploy/recording.h>

#include "support/base/test.h"

#define SECOND 1000000u

typedef struct tape
{
    unsigned char bytes[65536];
    size_t count;
    ploy_recorder* recorder;
    uint64_t ticks;
    bool is_ended; // what follows the last tick is not in a whole one
} tape;

static bool keep(void* user, const void* bytes, size_t count)
{
    tape* t = user;
    if (count > sizeof t->bytes - t->count) return false;
    memcpy(t->bytes + t->count, bytes, count);
    t->count += count;
    return true;
}

static void note(tape* t, const char* name, const char* text)
{
    assert_int_equal(ploy_recorder_note(t->recorder, name, text, strlen(text)), PLOY_OK);
}

static void emit(tape* t, uint32_t kind, uint32_t agent, uint64_t a, uint64_t b, uint64_t c)
{
    const ploy_trace* trace = ploy_recorder_trace(t->recorder);
    trace->emit(trace->user, &(ploy_trace_event){kind, agent, {a, b, c}});
}

// A number of ticks of 0.1 s.
static void pass(tape* t, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; ++i) {
        ploy_recorder_tick(t->recorder);
        ++t->ticks;
        emit(t, PLOY_TRACE_TICK_BEGUN, 0, t->ticks, t->ticks * SECOND / 10, 0);
    }
}

static void begin(tape* t, const char* kind)
{
    char line[64];
    *t = (tape){.count = 0};
    ploy_recorder_def def = {0};
    def.write = keep;
    def.user = t;
    t->recorder = ploy_recorder_create(&def);
    assert_non_null(t->recorder);
    snprintf(line, sizeof line, "mind 0 %s -\nagent 1 1 0 0 bob\n", kind);
    note(t, "world:0", line);
    note(t, "names:0", "Rest\nWalk\nHide\n");
    note(t, "activities", "Lie\nStep\n");
    emit(t, PLOY_TRACE_TICK_BEGUN, 0, 0, 0, 0);
}

// The problems found; or the answer about bob at a tick.
static void assert_answer(tape* t, const ploy_debug_query* query, const char* text)
{
    ploy_recording* recording;
    ploy_debugger* debugger;
    ploy_debug_answer* answer;
    if (!t->is_ended) ploy_recorder_tick(t->recorder);
    assert_int_equal(ploy_recorder_close(t->recorder), PLOY_OK);
    ploy_recorder_destroy(t->recorder);
    assert_int_equal(
        ploy_recording_create(&(ploy_recording_def){.bytes = t->bytes, .count = t->count}, &recording, NULL), PLOY_OK);
    assert_int_equal(ploy_debugger_create(&(ploy_debugger_def){.recording = recording}, &debugger, NULL), PLOY_OK);
    ploy_status status = query ? ploy_debugger_query(debugger, query, &answer, NULL)
                               : ploy_debugger_find_problems(debugger, &answer, NULL);
    assert_int_equal(status, PLOY_OK);
    assert_string_equal(answer->text, text);
    ploy_debug_answer_destroy(answer);
    ploy_debugger_destroy(debugger);
    ploy_recording_destroy(recording);
}

static void assert_found(tape* t, const char* text)
{
    assert_answer(t, NULL, text);
}

#define NOTHING "No agent dithers, is idle or starves.\n"

// Back and forth, with a number of ticks and an event in between; kind PLOY_NONE: no event.
static void dithers(tape* t, uint32_t kind, uint32_t changes, uint32_t ticks, uint32_t between, uint64_t arg)
{
    emit(t, PLOY_TRACE_ACTIVITY_STARTED, 1, 0, 0, 0);
    for (uint64_t i = 0; i < changes; ++i) {
        bool is_state = kind == PLOY_TRACE_STATE_CHANGED;
        emit(t, kind, 1, is_state ? (i + 1) % 2 : i % 2, is_state ? i % 2 : 500, 1);
        pass(t, ticks);
        if (between != PLOY_NONE) emit(t, between, 1, 0, arg, 0);
    }
}

static void who_goes_back_and_forth_dithers(void** state)
{
    (void)state;
    static const struct
    {
        const char* mind;
        uint32_t kind, changes, ticks, between;
        uint64_t arg;
        const char* found;
    } rows[] = {
        {"fsm", PLOY_TRACE_STATE_CHANGED, 5, 3, PLOY_NONE, 0,
         "bob dithers between Rest and Walk: 3 returns within a second, ticks 6 to 12.\n"},
        {"utility", PLOY_TRACE_UTILITY_CHOSEN, 7, 10, PLOY_NONE, 0,
         "bob dithers between Rest and Walk: 5 returns within a second, ticks 20 to 60.\n"},
        {"bt", PLOY_TRACE_ACTIVITY_STARTED, 6, 1, PLOY_NONE, 0,
         "bob dithers between Lie and Step: 4 returns within a second, ticks 2 to 5.\n"},
        // too few, too slow, an activity succeeded, another mind
        {"fsm", PLOY_TRACE_STATE_CHANGED, 4, 3, PLOY_NONE, 0, NOTHING},
        {"fsm", PLOY_TRACE_STATE_CHANGED, 9, 11, PLOY_NONE, 0, NOTHING},
        {"fsm", PLOY_TRACE_STATE_CHANGED, 9, 3, PLOY_TRACE_ACTIVITY_ENDED, PLOY_SUCCESS, NOTHING},
        {"fsm", PLOY_TRACE_STATE_CHANGED, 9, 3, PLOY_TRACE_MIND_GIVEN, 0, NOTHING},
        // something always changes meanwhile: it is no excuse
        {"fsm", PLOY_TRACE_STATE_CHANGED, 9, 3, PLOY_TRACE_BLACKBOARD_WRITTEN, 0,
         "bob dithers between Rest and Walk: 7 returns within a second, ticks 6 to 24.\n"},
        {"utility", PLOY_TRACE_UTILITY_CHOSEN, 9, 3, PLOY_TRACE_FACT_ADDED, 0,
         "bob dithers between Rest and Walk: 7 returns within a second, ticks 6 to 24.\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        static tape t;
        begin(&t, rows[i].mind);
        dithers(&t, rows[i].kind, rows[i].changes, rows[i].ticks, rows[i].between, rows[i].arg);
        assert_found(&t, rows[i].found);
    }
}

static void who_does_nothing_for_long_is_idle(void** state)
{
    (void)state;
    static tape t;
    begin(&t, "fsm");
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, PLOY_NONE, 2, 0);
    emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 0, 0, 0);
    pass(&t, 100);
    emit(&t, PLOY_TRACE_ACTIVITY_ENDED, 1, 0, PLOY_FAILURE, 0);
    pass(&t, 60);
    assert_found(&t, "bob is idle for 6 s, ticks 100 to 160. In state Hide since tick 0.\n");

    begin(&t, "fuzzy");
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, PLOY_NONE, 1, 600);
    emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 0, 0, 0);
    pass(&t, 5);
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, 1, PLOY_NONE, 100);
    emit(&t, PLOY_TRACE_ACTIVITY_HALTED, 1, 0, 0, 0);
    pass(&t, 70);
    assert_found(&t, "bob is idle for 7 s, ticks 5 to 75. No state is active since tick 5.\n");

    // not long enough; and an agent without a mind is not idle
    begin(&t, "utility");
    emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 0, 0, 0);
    emit(&t, PLOY_TRACE_ACTIVITY_HALTED, 1, 0, 0, 0);
    pass(&t, 49);
    emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 0, 0, 0);
    pass(&t, 100);
    emit(&t, PLOY_TRACE_ACTIVITY_HALTED, 1, 0, 0, 0);
    emit(&t, PLOY_TRACE_MIND_GIVEN, 1, 0, 0, 0);
    pass(&t, 100);
    assert_found(&t, NOTHING);
}

static void whose_searches_run_out_starves(void** state)
{
    (void)state;
    static tape t;
    begin(&t, "htn");
    pass(&t, 3);
    emit(&t, PLOY_TRACE_PLAN_FAILED, 1, 0, PLOY_OUT_OF_NODES, 0);
    pass(&t, 3);
    emit(&t, PLOY_TRACE_PLAN_FAILED, 1, 0, PLOY_NOT_FOUND, 0);
    assert_found(&t, "bob starves: 1 search stopped at a limit, the last in tick 3.\n");
}

static void who_waits_for_a_way_starves(void** state)
{
    (void)state;
    static tape t;
    begin(&t, "bt");
    emit(&t, PLOY_TRACE_PATH_REQUESTED, 1, 1, 10, 20);
    pass(&t, 9);
    emit(&t, PLOY_TRACE_PATH_DROPPED, 1, 1, PLOY_PATH_STALE, 0);
    emit(&t, PLOY_TRACE_PATH_REQUESTED, 1, 2, 10, 21);
    pass(&t, 9);
    emit(&t, PLOY_TRACE_PATH_ANSWERED, 1, 2, PLOY_FOUND, 5000);
    pass(&t, 20);
    assert_found(&t, "bob starves: a path request takes 1.8 s, ticks 0 to 18.\n");

    // answered or cancelled in time
    begin(&t, "bt");
    emit(&t, PLOY_TRACE_PATH_REQUESTED, 1, 1, 10, 20);
    pass(&t, 9);
    emit(&t, PLOY_TRACE_PATH_ANSWERED, 1, 1, PLOY_NOT_FOUND, 0);
    pass(&t, 9);
    emit(&t, PLOY_TRACE_PATH_REQUESTED, 1, 2, 10, 20);
    pass(&t, 9);
    emit(&t, PLOY_TRACE_PATH_DROPPED, 1, 2, PLOY_PATH_CANCELLED, 0);
    pass(&t, 9);
    assert_found(&t, NOTHING);
}

static void who_is_gone_or_has_no_mind_does_nothing(void** state)
{
    (void)state;
    static tape t;
    ploy_debug_query query = {0};
    query.agent = 1;
    query.tick = 3;
    begin(&t, "fsm");
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, 0, 1, 0);
    emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 0, 0, 0);
    pass(&t, 1);
    emit(&t, PLOY_TRACE_MIND_GIVEN, 1, 0, 0, 0);
    pass(&t, 2);
    assert_answer(&t, &query, "bob (agent 1), tick 3.\nIt has been without a mind since tick 1.\n");

    begin(&t, "fsm");
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, 0, 1, 0);
    pass(&t, 2);
    emit(&t, PLOY_TRACE_MIND_GIVEN, 1, 0, 0, 0);
    emit(&t, PLOY_TRACE_AGENT_GONE, 1, 1, 0, 0);
    pass(&t, 1);
    assert_answer(&t, &query, "bob (agent 1), tick 3.\nIt has been gone since tick 2.\n");

    begin(&t, "fsm"); // and is created again, without a history
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, 0, 1, 0);
    emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 0, 0, 0);
    emit(&t, PLOY_TRACE_AGENT_GONE, 1, 1, 0, 0);
    emit(&t, PLOY_TRACE_AGENT_CREATED, 1, 2, 0, 0);
    emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 1, 0, 0);
    pass(&t, 3);
    assert_answer(&t, &query, "bob (agent 1), tick 3.\nRunning activities: Step since tick 0.\n");
}

// A game that destroys its world before it ends the tick, or after: the agents end, but no query is about that tick.
static void who_ends_with_the_world_is_there_in_the_tick_before(void** state)
{
    (void)state;
    static tape t;
    static const char here[] = "bob (agent 1), tick 2.\nIn state Walk since tick 0.\n"
                               "Running activities: Lie since tick 0, Step since tick 2.\n";
    ploy_debug_query query = {.agent = 1, .tick = 3};
    for (uint32_t ticks_after = 0; ticks_after < 2; ++ticks_after) {
        query.tick = ticks_after == 0 ? 3 : UINT64_MAX;
        begin(&t, "fsm");
        emit(&t, PLOY_TRACE_AGENT_CREATED, 1, 1, 0, 0);
        emit(&t, PLOY_TRACE_AGENT_CREATED, 2, 1, 0, 0);
        emit(&t, PLOY_TRACE_STATE_CHANGED, 1, 0, 1, 1);
        emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 0, 0, 0);
        pass(&t, 2);
        emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 1, 0, 0);
        pass(&t, 1);
        emit(&t, PLOY_TRACE_ACTIVITY_HALTED, 1, 0, 0, 0);
        emit(&t, PLOY_TRACE_ACTIVITY_HALTED, 1, 1, 0, 0);
        emit(&t, PLOY_TRACE_AGENT_GONE, 1, 1, 0, 0);
        emit(&t, PLOY_TRACE_AGENT_GONE, 2, 1, 0, 0);
        t.is_ended = ticks_after == 1;
        assert_answer(&t, &query, here);
    }

    query.tick = 3; // another agent lives on: it was removed
    begin(&t, "fsm");
    emit(&t, PLOY_TRACE_AGENT_CREATED, 1, 1, 0, 0);
    emit(&t, PLOY_TRACE_AGENT_CREATED, 2, 1, 0, 0);
    pass(&t, 3);
    emit(&t, PLOY_TRACE_AGENT_GONE, 1, 1, 0, 0);
    assert_answer(&t, &query, "bob (agent 1), tick 3.\nIt has been gone since tick 3.\n");
}

static void a_state_says_what_led_there(void** state)
{
    (void)state;
    static tape t;
    ploy_debug_query query = {0};
    query.agent = 1;
    query.tick = 3;
    begin(&t, "fsm");
    note(&t, "description:0", "fsm\nstate -1 -1 0 Rest\nstate -1 -1 0 Walk\nwhen 1 calm\nwhen 12 noise gt 3\n");
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, 0, 1, 13);
    pass(&t, 3);
    assert_answer(&t, &query,
                  "bob (agent 1), tick 3.\nIn state Walk since tick 0.\n"
                  "The condition of its last transition was 'noise gt 3'.\nNo running activity is recorded.\n");

    begin(&t, "fsm"); // a transition without a condition, and no description
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, 0, 1, 1);
    pass(&t, 3);
    assert_answer(&t, &query,
                  "bob (agent 1), tick 3.\nIn state Walk since tick 0.\n"
                  "No running activity is recorded.\n");

    begin(&t, "fuzzy");
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, PLOY_NONE, 2, 500);
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, PLOY_NONE, 0, 500);
    pass(&t, 1);
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, PLOY_NONE, 1, 500);
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, 0, PLOY_NONE, 100);
    pass(&t, 2);
    assert_answer(&t, &query,
                  "bob (agent 1), tick 3.\nActive states: Walk, Hide since tick 1.\n"
                  "  Walk is active, weight 0.5 in tick 1\n"
                  "  Hide is active, weight 0.5 in tick 0\n"
                  "  Rest is not active, weight 0.1 in tick 1\n"
                  "No running activity is recorded.\n");

    begin(&t, "fuzzy");
    note(&t, "description:0",
         "fuzzy\nvariable v\nstate 500 300 Rest\nstate 400 400 Walk\nstate 700 100 Hide\nrule 1000 r\n");
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, PLOY_NONE, 0, 600);
    emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 1, 0, 0);
    pass(&t, 1);
    emit(&t, PLOY_TRACE_ACTIVITY_STARTED, 1, 0, 0, 0);
    pass(&t, 1);
    emit(&t, PLOY_TRACE_STATE_WEIGHED, 1, 1, 350, 0);
    emit(&t, PLOY_TRACE_STATE_CHANGED, 1, 2, PLOY_NONE, 50);
    pass(&t, 1);
    assert_answer(&t, &query,
                  "bob (agent 1), tick 3.\nActive states: Rest since tick 2.\n"
                  "  Rest is active, weight 0.6 in tick 0, ends below 0.3\n"
                  "  Walk is not active, weight 0.35 in tick 2, begins at 0.4\n"
                  "  Hide is not active, weight 0.05 in tick 2, begins at 0.7\n"
                  "Running activities: Step since tick 0, Lie since tick 1.\n");
}

TEST_MAIN(TEST(who_goes_back_and_forth_dithers), TEST(who_does_nothing_for_long_is_idle),
          TEST(whose_searches_run_out_starves), TEST(who_waits_for_a_way_starves),
          TEST(who_is_gone_or_has_no_mind_does_nothing), TEST(who_ends_with_the_world_is_there_in_the_tick_before),
          TEST(a_state_says_what_led_there))
