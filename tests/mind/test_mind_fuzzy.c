// Fuzzy state machines: one small example per rule, inference against a naive evaluator on random rules, and centroids
// against an integral in floating point.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mind/common/mind.h"
#include "mind/fuzzy/fuzzy.h"
#include "support/base/allocators.h"
#include "support/mind/fsms.h"
#include "support/base/test.h"

static void membership_rises_stays_and_falls(void** state)
{
    (void)state;
    ploy_fuzzy_set middle = {"middle", {10000, 20000, 30000, 50000}};
    static const int64_t rows[][2] = {{0, 0},        {10000, 0},   {15000, 500}, {20000, 1000},
                                      {30000, 1000}, {40000, 500}, {50000, 0},   {60000, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        assert_int_equal(ploy_fuzzy_membership(&middle, rows[i][0]), rows[i][1]);
    }
    ploy_fuzzy_set low = ploy_fuzzy_falling("low", 1000, 2000), high = ploy_fuzzy_rising("high", 1000, 2000);
    for (int64_t x = -5000; x <= 5000; x += 7) {
        assert_int_equal(ploy_fuzzy_membership(&low, x) + ploy_fuzzy_membership(&high, x), 1000);
    }
    assert_int_equal(ploy_fuzzy_membership(&low, -PL_GUARD_LARGEST), 1000);
    assert_int_equal(ploy_fuzzy_membership(&high, PL_GUARD_LARGEST), 1000);
    ploy_fuzzy_set point = {"point", {5, 5, 5, 5}};
    assert_int_equal(ploy_fuzzy_membership(&point, 5), 1000);
    assert_int_equal(ploy_fuzzy_membership(&point, 4), 0);
}

static void must(ploy_status status, const ploy_error* error)
{
    if (status != PLOY_OK) fail_msg("%s: %s", ploy_status_name(status), error->message);
}

static void add_set(ploy_fuzzy* fuzzy, ploy_fuzzy_set set)
{
    ploy_error error;
    must(ploy_fuzzy_add_set(fuzzy, &set, NULL, &error), &error);
}

static void add_rule(ploy_fuzzy* fuzzy, const char* text)
{
    ploy_error error;
    must(ploy_fuzzy_add_rule(fuzzy, &(ploy_fuzzy_rule){text, 1000}, NULL, &error), &error);
}

// health is x: low below 20, high above 40. Flee runs A0, Fight A1. speed goes to out.
static ploy_fuzzy* make(const ploy_allocator* allocator)
{
    ploy_fuzzy* f = ploy_fuzzy_create(&(ploy_fuzzy_def){"bold", allocator ? *allocator : ploy_allocator_default()});
    if (!f) return NULL;
    ploy_fuzzy_set low = ploy_fuzzy_falling("low", 20000, 40000), high = ploy_fuzzy_rising("high", 20000, 40000);
    ploy_fuzzy_set slow = {"slow", {0, 1000, 1000, 2000}}, fast = {"fast", {4000, 5000, 5000, 6000}};
    bool ok =
        ploy_fuzzy_add_variable(f, &(ploy_fuzzy_variable){.name = "health", .value = "x"}, NULL, NULL) == PLOY_OK &&
        ploy_fuzzy_add_set(f, &low, NULL, NULL) == PLOY_OK && ploy_fuzzy_add_set(f, &high, NULL, NULL) == PLOY_OK &&
        ploy_fuzzy_add_variable(f, &(ploy_fuzzy_variable){.name = "speed", .value = "out", .is_output = true}, NULL,
                                NULL) == PLOY_OK &&
        ploy_fuzzy_add_set(f, &slow, NULL, NULL) == PLOY_OK && ploy_fuzzy_add_set(f, &fast, NULL, NULL) == PLOY_OK &&
        ploy_fuzzy_add_state(f, &(ploy_fuzzy_state){"Flee", "A0", "y", 400, 300}, NULL, NULL) == PLOY_OK &&
        ploy_fuzzy_add_state(f, &(ploy_fuzzy_state){"Fight", "A1", NULL, 400, 300}, NULL, NULL) == PLOY_OK &&
        ploy_fuzzy_add_rule(f, &(ploy_fuzzy_rule){"if health is low then Flee and speed is fast", 1000}, NULL, NULL) ==
            PLOY_OK &&
        ploy_fuzzy_add_rule(f, &(ploy_fuzzy_rule){"if not health is low then Fight, speed is slow", 1000}, NULL,
                            NULL) == PLOY_OK;
    if (ok) return f;
    ploy_fuzzy_destroy(f);
    return NULL;
}

static void begin(fsm_fixture* f, const ploy_fuzzy* fuzzy)
{
    ploy_error error;
    must(ploy_fuzzy_mind_create(&(ploy_fuzzy_mind_def){{.keys = f->keys, .bindings = f->bindings}, fuzzy}, &f->mind,
                                &error),
         &error);
    f->agent.mind = f->mind;
    f->agent.mind_data = calloc(1, f->mind->data_bytes);
    f->mind->kind->begin(&f->agent);
}

static int64_t get(const fsm_fixture* f, const char* key)
{
    return ploy_blackboard_get(f->agent.blackboard, ploy_blackboard_keys_find(f->keys, key));
}

static void states_run_in_parallel_and_do_not_dither(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    ploy_fuzzy* fuzzy = make(NULL);
    begin(&f, fuzzy);
    ploy_fuzzy_destroy(fuzzy);
    fsm_set(&f, "x", 50000);
    assert_string_equal(fsm_tick(&f), "start A1 ");
    assert_int_equal(get(&f, "y"), 0);
    assert_int_equal(get(&f, "out"), 1000);
    fsm_set(&f, "x", 30000); // both at a half
    assert_string_equal(fsm_tick(&f), "start A0 perform A1 ");
    assert_int_equal(get(&f, "y"), 500);
    assert_int_equal(get(&f, "out"), 3000);
    fsm_set(&f, "x", 33000); // Flee weighs 0.35: not enough to begin, enough to go on
    assert_string_equal(fsm_tick(&f), "perform A0 perform A1 ");
    assert_int_equal(ploy_fuzzy_weight(&f.agent, 0), 350);
    assert_true(ploy_fuzzy_is_active(&f.agent, 0));
    char text[200];
    ploy_mind_why(&f.agent, text, sizeof text);
    assert_string_equal(text, "Flee has weight 0.35 and is active; Fight has weight 0.65 and is active");
    fsm_set(&f, "x", 35000); // 0.25
    assert_string_equal(fsm_tick(&f), "halt A0 perform A1 ");
    fsm_set(&f, "x", 33000);
    assert_string_equal(fsm_tick(&f), "perform A1 ");
    f.next[1] = PLOY_SUCCESS; // what ends begins again
    assert_string_equal(fsm_tick(&f), "perform A1 finished A1 ");
    assert_string_equal(fsm_tick(&f), "start A1 ");
    fsm_teardown(&f);
}

static void it_describes_its_parts(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    ploy_fuzzy* fuzzy = make(NULL);
    begin(&f, fuzzy);
    ploy_fuzzy_destroy(fuzzy);
    char text[2048];
    pl_mind_describe(f.mind, text, sizeof text);
    assert_string_equal(text, "fuzzy\n"
                              "variable health\nvalue x\n"
                              "set -1000000000000000 -1000000000000000 20000 40000 low\n"
                              "set 20000 40000 1000000000000000 1000000000000000 high\n"
                              "output speed\nvalue out\n"
                              "set 0 1000 1000 2000 slow\nset 4000 5000 5000 6000 fast\n"
                              "state 400 300 Flee\nstate 400 300 Fight\n"
                              "rule 1000 if health is low then Flee and speed is fast\n"
                              "rule 1000 if not health is low then Fight, speed is slow\n");
    ploy_trace_event events[32];
    ploy_trace_ring ring = {events, 32, 0};
    ploy_trace sink = ploy_trace_ring_sink(&ring, PLOY_TRACE_EVERYTHING);
    f.agent.trace = &sink;
    fsm_set(&f, "x", 33000);
    fsm_tick(&f);
    uint32_t read = 0, weighed = 0;
    for (uint32_t i = 0; i < ploy_trace_ring_count(&ring); ++i) {
        const ploy_trace_event* event = ploy_trace_ring_at(&ring, i);
        if (event->kind == PLOY_TRACE_VARIABLE_READ && event->args[0] == 0) read = (uint32_t)event->args[1];
        if (event->kind == PLOY_TRACE_STATE_WEIGHED && event->args[0] == 0) weighed = (uint32_t)event->args[1];
    }
    assert_int_equal(read, 33000);
    assert_int_equal(weighed, 350);
    fsm_teardown(&f);
}

static void saves_and_newer_versions_continue(void** state)
{
    (void)state;
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    ploy_fuzzy* fuzzy = make(NULL);
    begin(&f, fuzzy);
    fsm_set(&f, "x", 30000);
    fsm_tick(&f);
    uint8_t bytes[512];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    f.mind->kind->save(&f.agent, &writer);
    memset(f.agent.mind_data, 0, f.mind->data_bytes);
    ploy_reader reader = {bytes, writer.count, 0, false};
    assert_int_equal(f.mind->kind->load(&f.agent, &reader), PLOY_OK);
    assert_string_equal(fsm_tick(&f), "perform A0 perform A1 ");
    for (size_t cut = 0; cut < writer.count; ++cut) {
        fsm_fixture g = f;
        g.agent.mind_data = calloc(1, f.mind->data_bytes);
        reader = (ploy_reader){bytes, cut, 0, false};
        assert_int_equal(f.mind->kind->load(&g.agent, &reader), PLOY_INVALID);
        free(g.agent.mind_data);
    }

    ploy_fuzzy* newer = ploy_fuzzy_create(&(ploy_fuzzy_def){.name = "bold"});
    must(ploy_fuzzy_add_variable(newer, &(ploy_fuzzy_variable){.name = "x"}, NULL, NULL), NULL);
    add_set(newer, ploy_fuzzy_rising("any", 0, 1));
    must(ploy_fuzzy_add_state(newer, &(ploy_fuzzy_state){"Rest", NULL, NULL, 1000, 0}, NULL, NULL), NULL);
    must(ploy_fuzzy_add_state(newer, &(ploy_fuzzy_state){"Fight", "A1", NULL, 1, 1}, NULL, NULL), NULL);
    add_rule(newer, "if x is any then Fight");
    ploy_agent old = f.agent;
    ploy_mind* old_mind = f.mind;
    f.length = 0, f.log[0] = '\0';
    begin(&f, newer);
    assert_int_equal(f.mind->kind->migrate(&f.agent, &old), PLOY_OK);
    assert_string_equal(f.log, "halt A0 ");
    assert_string_equal(fsm_tick(&f), "perform A1 ");
    free(old.mind_data);
    ploy_mind_destroy(old_mind);
    ploy_fuzzy_destroy(newer);
    ploy_fuzzy_destroy(fuzzy);
    fsm_teardown(&f);
}

static void errors_are_reported(void** state)
{
    (void)state;
    static const struct
    {
        const char *rule, *message, *hint;
    } rows[] = {
        {"health is low then Flee", "'if' expected", ""},
        {"if helth is low then Flee", "'helth' is no variable", "'health'"},
        {"if health low then Flee", "'is' expected", ""},
        {"if health is lo then Flee", "'lo' is no set of 'health'", "'low'"},
        {"if health is low", "but the text ends", ""},
        {"if health is low then Fly", "'Fly' is no state", ""},
        {"if health is low then sped is fast", "'sped' is no output", "'speed'"},
        {"if health is low then speed is", "a set expected", ""},
        {"if health is low then Flee Fight", "'and' expected", ""},
        {"if (health is low then Flee", "')' expected", ""},
        {"if speed is low then Flee", "'speed' is no variable", ""},
        {"if then Flee", "a variable expected", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ploy_fuzzy* fuzzy = make(NULL);
        pl_fuzzy_set_position(fuzzy, 7, 3);
        add_rule(fuzzy, rows[i].rule);
        ploy_error error;
        assert_int_equal(pl_fuzzy_check(fuzzy, &(pl_reports){.error = &error}), PLOY_INVALID);
        assert_int_equal(error.line, 7);
        if (!strstr(error.message, rows[i].message) || !strstr(error.hint, rows[i].hint)) {
            fail_msg("%s: %s (%s)", rows[i].rule, error.message, error.hint);
        }
        ploy_fuzzy_destroy(fuzzy);
    }
    ploy_fuzzy* fuzzy = make(NULL);
    ploy_error error;
    ploy_fuzzy_set back = {"back", {2, 1, 3, 4}};
    assert_int_equal(ploy_fuzzy_add_set(fuzzy, &back, NULL, &error), PLOY_INVALID);
    ploy_fuzzy_set open = ploy_fuzzy_rising("open", 1, 2); // of an output
    assert_int_equal(ploy_fuzzy_add_set(fuzzy, &open, NULL, &error), PLOY_INVALID);
    ploy_fuzzy_state flee = {"Flee", NULL, NULL, 400, 300}, odd = {"Odd", NULL, NULL, 400, 500};
    assert_int_equal(ploy_fuzzy_add_state(fuzzy, &flee, NULL, &error), PLOY_INVALID);
    assert_int_equal(ploy_fuzzy_add_state(fuzzy, &odd, NULL, &error), PLOY_INVALID);
    fsm_fixture f;
    assert_true(fsm_setup(&f, NULL));
    ploy_fuzzy_state lost = {"Lost", NULL, "nn", 400, 300};
    must(ploy_fuzzy_add_state(fuzzy, &lost, NULL, &error), &error);
    assert_int_equal(ploy_fuzzy_mind_create(&(ploy_fuzzy_mind_def){{.keys = f.keys, .bindings = f.bindings}, fuzzy},
                                            &f.mind, &error),
                     PLOY_INVALID);
    assert_non_null(strstr(error.message, "state 'Lost': 'nn' is no key"));
    ploy_fuzzy_destroy(fuzzy);
    fsm_teardown(&f);
}

// Random rules beside a naive evaluator.

enum
{
    VARIABLES = 3,
    SETS = 3, // a variable
};

static uint32_t naive_membership(const ploy_fuzzy_set* set, int64_t x)
{
    const int64_t* p = set->points;
    int64_t up = p[1] == p[0] ? (x >= p[0] ? 1000 : 0) : (x - p[0]) * 1000 / (p[1] - p[0]);
    int64_t down = p[3] == p[2] ? (x <= p[3] ? 1000 : 0) : (p[3] - x) * 1000 / (p[3] - p[2]);
    int64_t min = up < down ? up : down;
    return min < 0 ? 0 : min > 1000 ? 1000 : (uint32_t)min;
}

typedef struct draw
{
    ploy_random random;
    ploy_fuzzy_set sets[VARIABLES][SETS];
    int64_t values[VARIABLES];
    char text[4000];
} draw;

static void write(draw* d, const char* text)
{
    assert_true(strlen(d->text) + strlen(text) < sizeof d->text);
    strcat(d->text, text);
}

// Writes a condition and returns what it is worth.
static uint32_t draw_condition(draw* d, int depth)
{
    uint32_t pick = depth == 0 ? 0 : ploy_random_below(&d->random, 4);
    if (pick == 0) {
        uint32_t v = ploy_random_below(&d->random, VARIABLES), s = ploy_random_below(&d->random, SETS);
        bool is_not = ploy_random_below(&d->random, 4) == 0;
        char text[64];
        snprintf(text, sizeof text, "v%u is %sS%u", (unsigned)v, is_not ? "not " : "", (unsigned)s);
        write(d, text);
        uint32_t value = naive_membership(&d->sets[v][s], d->values[v]);
        return is_not ? 1000 - value : value;
    }
    write(d, pick == 1 ? "not (" : "(");
    uint32_t left = draw_condition(d, depth - 1);
    if (pick == 1) return write(d, ")"), 1000 - left;
    write(d, pick == 2 ? " and " : " or ");
    uint32_t right = draw_condition(d, depth - 1);
    write(d, ")");
    bool first = (left < right) == (pick == 2);
    return first ? left : right;
}

static void draw_sets(draw* d, ploy_fuzzy* fuzzy)
{
    static const char* const names[] = {"v0", "v1", "v2"};
    static const char* const set_names[] = {"S0", "S1", "S2"};
    static const char* const values[] = {"x", "y", "n"};
    for (uint32_t v = 0; v < VARIABLES; ++v) {
        must(ploy_fuzzy_add_variable(fuzzy, &(ploy_fuzzy_variable){.name = names[v], .value = values[v]}, NULL, NULL),
             NULL);
        for (uint32_t s = 0; s < SETS; ++s) {
            ploy_fuzzy_set* set = &d->sets[v][s];
            *set = (ploy_fuzzy_set){.name = set_names[s]};
            for (uint32_t i = 0; i < 4; ++i) {
                set->points[i] = (i ? set->points[i - 1] : -5000) + (int64_t)ploy_random_below(&d->random, 6000);
            }
            add_set(fuzzy, *set);
        }
    }
}

static void random_rules_give_what_a_naive_evaluator_gives(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; ++seed) {
        fsm_fixture f;
        assert_true(fsm_setup(&f, NULL));
        ploy_fuzzy* fuzzy = ploy_fuzzy_create(&(ploy_fuzzy_def){.name = "random"});
        draw d = {.random = {.seed = seed}};
        draw_sets(&d, fuzzy);
        for (uint32_t v = 0; v < VARIABLES; ++v) {
            d.values[v] = ploy_random_range(&d.random, -6, 16) * 1000;
        }
        fsm_set(&f, "x", d.values[0]), fsm_set(&f, "y", d.values[1]), fsm_set(&f, "n", d.values[2] / 1000);
        must(ploy_fuzzy_add_state(fuzzy, &(ploy_fuzzy_state){"T0", NULL, NULL, 1, 1}, NULL, NULL), NULL);
        must(ploy_fuzzy_add_state(fuzzy, &(ploy_fuzzy_state){"T1", NULL, NULL, 1, 1}, NULL, NULL), NULL);
        uint32_t expected[2] = {0};
        for (uint32_t rule = 0; rule < 4; ++rule) {
            strcpy(d.text, "if ");
            uint32_t weight = 1 + ploy_random_below(&d.random, 1000), target = ploy_random_below(&d.random, 2);
            uint32_t strength = draw_condition(&d, 3) * weight / 1000;
            write(&d, target ? " then T1" : " then T0");
            must(ploy_fuzzy_add_rule(fuzzy, &(ploy_fuzzy_rule){d.text, weight}, NULL, NULL), NULL);
            if (strength > expected[target]) expected[target] = strength;
        }
        begin(&f, fuzzy);
        fsm_tick(&f);
        assert_int_equal(ploy_fuzzy_weight(&f.agent, 0), expected[0]);
        assert_int_equal(ploy_fuzzy_weight(&f.agent, 1), expected[1]);
        ploy_fuzzy_destroy(fuzzy);
        fsm_teardown(&f);
    }
}

// The centroid by a fine integral.
static double integral(const pl_fuzzy_set_entry* sets, const uint32_t* strengths, uint32_t count, double min,
                       double max)
{
    double sum = 0, weight = 0;
    for (int i = 0; i < 20000; ++i) {
        double x = min + (max - min) * (i + 0.5) / 20000;
        double height = 0;
        for (uint32_t s = 0; s < count; ++s) {
            const int64_t* p = sets[s].set.points;
            double up = p[1] == p[0] ? 1 : (x - (double)p[0]) / (double)(p[1] - p[0]);
            double down = p[3] == p[2] ? 1 : ((double)p[3] - x) / (double)(p[3] - p[2]);
            double here = fmin(fmin(up, down), strengths[s] / 1000.0);
            if (x >= (double)p[0] && x <= (double)p[3]) height = fmax(height, here);
        }
        sum += height * x, weight += height;
    }
    return weight > 0 ? sum / weight : NAN;
}

static void centroids_lie_where_the_integral_has_them(void** state)
{
    (void)state;
    ploy_random random = {.seed = 9};
    for (int round = 0; round < 100; ++round) {
        pl_fuzzy_set_entry sets[3] = {0};
        uint32_t strengths[3];
        double min = 1e18, max = -1e18;
        for (uint32_t s = 0; s < 3; ++s) {
            int64_t* p = sets[s].set.points;
            p[0] = ploy_random_range(&random, -50000, 50000);
            for (int i = 1; i < 4; ++i) {
                p[i] = p[i - 1] + 2000 + (int64_t)ploy_random_below(&random, 20000);
            }
            strengths[s] = 100 + ploy_random_below(&random, 901);
            min = fmin(min, (double)p[0]), max = fmax(max, (double)p[3]);
        }
        int64_t value;
        assert_true(pl_fuzzy_defuzzify(sets, strengths, 3, PLOY_BY_CENTROID, &value));
        double exact = integral(sets, strengths, 3, min, max);
        if (fabs((double)value - exact) > (max - min) / 100) fail_msg("%lld, not %f", (long long)value, exact);
        assert_true(pl_fuzzy_defuzzify(sets, strengths, 3, PLOY_BY_AVERAGE, &value));
        double above = 0, below = 0;
        for (uint32_t s = 0; s < 3; ++s) {
            above += (double)(sets[s].set.points[1] + sets[s].set.points[2]) / 2 * strengths[s], below += strengths[s];
        }
        assert_true(fabs((double)value - above / below) <= 2);
        memset(strengths, 0, sizeof strengths);
        assert_false(pl_fuzzy_defuzzify(sets, strengths, 3, PLOY_BY_CENTROID, &value));
    }
}

static bool compile_all(const ploy_allocator* allocator)
{
    fsm_fixture f;
    ploy_mind* mind = NULL;
    ploy_fuzzy* fuzzy = NULL;
    bool ok = fsm_setup(&f, allocator);
    if (ok) fuzzy = make(allocator);
    ploy_fuzzy_mind_def def = {{.allocator = *allocator, .keys = f.keys, .bindings = f.bindings}, fuzzy};
    ok = ok && fuzzy && ploy_fuzzy_mind_create(&def, &mind, NULL) == PLOY_OK;
    ploy_mind_destroy(mind);
    ploy_fuzzy_destroy(fuzzy);
    fsm_teardown(&f);
    return ok;
}

static void a_failing_allocator_gives_a_status(void** state)
{
    (void)state;
    test_fail_every_allocation(compile_all);
}

TEST_MAIN(TEST(membership_rises_stays_and_falls), TEST(states_run_in_parallel_and_do_not_dither),
          TEST(it_describes_its_parts), TEST(saves_and_newer_versions_continue), TEST(errors_are_reported),
          TEST(random_rules_give_what_a_naive_evaluator_gives), TEST(centroids_lie_where_the_integral_has_them),
          TEST(a_failing_allocator_gives_a_status))
