#include <ploy/trace.h>
#include <string.h>

#include "support/base/test.h"
#include "trace/emit.h"

static void every_kind_has_a_name_of_its_own_and_names_for_its_arguments(void** state)
{
    (void)state;
    for (uint32_t kind = 0; kind < PLOY_TRACE_KIND_COUNT; ++kind) {
        assert_string_not_equal(ploy_trace_name(kind), "unknown");
        assert_int_not_equal(ploy_trace_level_of(kind), PLOY_TRACE_NONE);
        assert_in_range(ploy_trace_arg_count(kind), 0, 4);
        for (uint32_t arg = 0; arg < 5; ++arg) {
            bool named = strlen(ploy_trace_arg_name(kind, arg)) > 0;
            assert_true(named == (arg < ploy_trace_arg_count(kind)));
        }
        for (uint32_t other = 0; other < kind; ++other) {
            assert_string_not_equal(ploy_trace_name(kind), ploy_trace_name(other));
        }
    }
    assert_string_equal(ploy_trace_name(PLOY_TRACE_KIND_COUNT), "unknown");
    assert_string_equal(ploy_trace_arg_name(PLOY_TRACE_KIND_COUNT, 0), "");
}

static uint64_t touch(uint32_t* evaluated)
{
    return ++*evaluated;
}

static void without_a_sink_arguments_are_not_evaluated(void** state)
{
    (void)state;
    uint32_t evaluated = 0;
    ploy_trace silent = {0};
    PL_TRACE(NULL, PLAN_REQUESTED, 0, touch(&evaluated));
    PL_TRACE(&silent, PLAN_REQUESTED, 0, touch(&evaluated));
    assert_int_equal(evaluated, 0);
}

static void a_sink_gets_events_up_to_its_level(void** state)
{
    (void)state;
    ploy_trace_event events[4];
    static const uint32_t heard[] = {0, 0, 1, 2};
    for (uint32_t level = PLOY_TRACE_NONE; level <= PLOY_TRACE_EVERYTHING; ++level) {
        ploy_trace_ring ring = {events, 4, 0};
        ploy_trace trace = ploy_trace_ring_sink(&ring, (ploy_trace_level)level);
        PL_TRACE(&trace, SEARCH_BEGUN, 1, 2, 3);
        PL_TRACE(&trace, NODE_EXPANDED, 1, 4, 5, 6);
        assert_int_equal(ploy_trace_ring_count(&ring), heard[level]);
    }
}

static void the_ring_keeps_the_last_events_in_order(void** state)
{
    (void)state;
    ploy_trace_event events[5];
    ploy_trace_ring ring = {events, 5, 0};
    ploy_trace trace = ploy_trace_ring_sink(&ring, PLOY_TRACE_BASIC);
    for (uint64_t i = 0; i < 13; ++i) {
        PL_TRACE(&trace, PLAN_STEP, 7, i, i + 1, i + 2);
    }
    assert_int_equal(ring.emitted, 13);
    assert_int_equal(ploy_trace_ring_count(&ring), 5);
    for (uint32_t i = 0; i < 5; ++i) {
        const ploy_trace_event* event = ploy_trace_ring_at(&ring, i);
        assert_int_equal(event->kind, PLOY_TRACE_PLAN_STEP);
        assert_int_equal(event->agent, 7);
        assert_int_equal(event->args[0], 8 + i);
        assert_int_equal(event->args[2], 10 + i);
        assert_int_equal(event->args[3], 0);
    }
}

TEST_MAIN(TEST(every_kind_has_a_name_of_its_own_and_names_for_its_arguments),
          TEST(without_a_sink_arguments_are_not_evaluated), TEST(a_sink_gets_events_up_to_its_level),
          TEST(the_ring_keeps_the_last_events_in_order))
