// Recordings whose checksums are right and whose contents lie. Run it under the sanitizers: no abort, no undefined step,
// no search without end; every answer is JSON, every refusal a status.

#include <stdio.h>
#include <stdlib.h>

#include "support/base/test.h"
#include "support/program/json_reader.h"
#include "support/world/mutant_recording.h"

enum
{
    MUTANTS = 1500, // of each kind
};

static void check_answer(const ploy_debug_answer* answer)
{
    if (!json_is_valid(answer->json)) fail_msg("not JSON: %s", answer->json);
}

static mutation_source source_of(uint64_t seed)
{
    return (mutation_source){.random = {seed, 1, 0}};
}

typedef mutant_recording mutate_fn(const mutant_recording* base, mutation_source* source);

// $MUTANT: only the mutant of this seed.
static mutant_tally query_mutants(mutate_fn* mutate, uint64_t first)
{
    mutant_tally tally = {0};
    mutant_recording base = mutant_base();
    const char* one = getenv("MUTANT");
    for (uint64_t seed = first; seed < first + MUTANTS; ++seed) {
        if (one && strtoull(one, NULL, 10) != seed) continue;
        mutation_source source = source_of(seed);
        mutant_recording made = mutate(&base, &source);
        if (getenv("MUTANT_NAMES")) fprintf(stderr, "mutant %u\n", (unsigned)seed);
        mutant_query(&made, &source, &tally, check_answer);
        free(made.bytes);
    }
    free(base.bytes);
    print_message("%u opened, %u answers, %u refusals\n", tally.opened, tally.answered, tally.refused);
    return tally;
}

static void the_base_is_answered(void** state)
{
    (void)state;
    mutant_tally tally = {0};
    mutant_recording base = mutant_base();
    mutation_source source = {.bytes = (const uint8_t*)""};
    mutant_recording copy = mutant_of_events(&base, &source);
    for (uint64_t seed = 0; seed < 20; ++seed) {
        source = source_of(seed);
        mutant_query(seed % 2 ? &copy : &base, &source, &tally, check_answer);
    }
    assert_int_equal(tally.opened, 20);
    assert_true(tally.answered >= 20 * 6);
    free(base.bytes);
    free(copy.bytes);
}

static void changed_events_and_notes_are_answered_or_refused(void** state)
{
    (void)state;
    mutant_tally tally = query_mutants(mutant_of_events, 1);
    assert_int_equal(tally.opened, getenv("MUTANT") ? tally.opened : MUTANTS);
    if (!getenv("MUTANT")) assert_true(tally.answered > MUTANTS && tally.refused > MUTANTS / 10);
}

static void changed_blocks_are_answered_or_refused(void** state)
{
    (void)state;
    mutant_tally tally = query_mutants(mutant_of_blocks, 100001);
    if (!getenv("MUTANT")) assert_true(tally.opened == MUTANTS && tally.answered > MUTANTS);
}

// One lie at a time.

static void push_nothing(ploy_trace_event* event)
{
    bool is_choice = event->kind == PLOY_TRACE_GOAL_CHOSEN;
    if (is_choice) event->args[2] = 1;
    if (is_choice || event->kind == PLOY_TRACE_DECISION_BEGUN) event->args[0] = PLOY_NONE;
}

static void cost_the_least_number(ploy_trace_event* event)
{
    if (event->kind == PLOY_TRACE_PLAN_FOUND) event->args[1] = (uint64_t)INT64_MIN;
}

static void cost_the_largest_number(ploy_trace_event* event)
{
    if (event->kind == PLOY_TRACE_PLAN_FOUND) event->args[1] = (uint64_t)INT64_MAX;
}

static void prefer_without_end(ploy_trace_event* event)
{
    if (event->kind == PLOY_TRACE_DECISION_GOAL) event->args[1] = event->args[3] = (uint64_t)INT64_MAX;
}

static void jump_in_time(ploy_trace_event* event)
{
    if (event->kind == PLOY_TRACE_TICK_BEGUN) event->args[1] = event->args[0] % 2 ? (uint64_t)INT64_MIN : INT64_MAX;
}

static void come_from_far(ploy_trace_event* event)
{
    if (event->kind == PLOY_TRACE_AGENT_CREATED) event->agent = (1 << 20) - event->agent;
}

static void set_all_bits(ploy_trace_event* event)
{
    if (event->kind == PLOY_TRACE_DECISION_STATE) event->args[1] = UINT64_MAX;
}

static void each_lie_is_answered_or_refused(void** state)
{
    (void)state;
    static void (*const lies[])(ploy_trace_event * event) = {
        push_nothing,  cost_the_least_number, cost_the_largest_number, prefer_without_end, jump_in_time,
        come_from_far, set_all_bits,
    };
    mutant_recording base = mutant_base();
    for (size_t i = 0; i < sizeof lies / sizeof *lies; ++i) {
        mutation_source none = {.bytes = (const uint8_t*)"", .edit = lies[i]};
        mutant_recording made = mutant_of_events(&base, &none);
        mutant_tally tally = {0};
        for (uint64_t seed = 0; seed < 30; ++seed) {
            mutation_source source = source_of(seed);
            mutant_query(&made, &source, &tally, check_answer);
        }
        assert_int_equal(tally.opened, 30);
        assert_true(tally.answered >= 30);
        free(made.bytes);
    }
    free(base.bytes);
}

TEST_MAIN(TEST(the_base_is_answered), TEST(changed_events_and_notes_are_answered_or_refused),
          TEST(changed_blocks_are_answered_or_refused), TEST(each_lie_is_answered_or_refused))
