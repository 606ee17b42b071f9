// The experiment: its statistics against known values, its files, what it counts, and that a kill changes nothing.

#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "programs/experiment/claims/claims.h"
#include "programs/experiment/claims/flexibility.h"
#include "programs/experiment/report/report.h"
#include "programs/experiment/study_player.h"
#include "programs/experiment/store.h"
#include "programs/experiment/study_watch.h"
#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

static void assert_near(double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%.10g, not %.10g", value, wanted);
}

// Student's sleep data: hours of sleep gained with two drugs by the same ten people.
static const double drug1[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
static const double drug2[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

static void distributions_are_those_of_the_tables(void** state)
{
    (void)state;
    assert_near(stats_beta(2, 3, 0.5), 0.6875, 1e-12);
    assert_near(stats_beta(1, 1, 0.3), 0.3, 1e-12);
    assert_near(stats_beta(0.5, 0.5, 0.5), 0.5, 1e-12);
    assert_near(stats_t_p(2.228138852, 10), 0.05, 1e-9);
    assert_near(stats_t_p(1, 1), 0.5, 1e-12);
    assert_near(stats_t_limit(0.05, 4), 2.776445105, 1e-8);
    assert_near(stats_t_limit(0.05, 120), 1.979930405, 1e-8);
    assert_near(stats_coin(1, 10), 11.0 / 1024, 1e-14);
    assert_near(stats_coin(5, 10), 638.0 / 1024, 1e-14);
}

static void two_samples_are_compared_after_welch(void** state)
{
    (void)state;
    stats_estimate s = stats_two_samples(drug1, 10, drug2, 10);
    assert_near(s.value, -1.58, 1e-12);
    assert_near(s.p, 0.07939414, 1e-7);
    assert_near(s.low, -3.3654832, 1e-6);
    assert_near(s.high, 0.2054832, 1e-6);
    s = stats_two_samples(drug1, 1, drug2, 10);
    assert_true(isnan(s.p) && isnan(s.low));
    assert_true(isnan(stats_two_samples(NULL, 0, drug2, 10).value));
}

static void differences_have_students_interval_and_signs_are_flipped(void** state)
{
    (void)state;
    double differences[10];
    for (uint32_t i = 0; i < 10; i++) differences[i] = drug1[i] - drug2[i];
    stats_estimate s = stats_one_sample(differences, 10);
    assert_near(s.low, -2.4598858, 1e-6);
    assert_near(s.high, -0.7001142, 1e-6);
    // All have the same sign except for a 0, which has none: 4 of 1,024 sign combinations are as extreme.
    assert_near(s.p, 4.0 / 1024, 1e-12);
    // With more values the combinations are drawn: p must be close to that of the normal distribution.
    double many[40];
    for (uint32_t i = 0; i < 40; i++) many[i] = i % 2 ? 1.3 : -0.7; // mean 0.3, variance of the sum 40 x 1.09
    assert_near(stats_one_sample(many, 40).p, 0.0693, 0.012);
    const double level[] = {1, -1, 2, -2};
    assert_near(stats_one_sample(level, 4).p, 1, 0);
    assert_true(isnan(stats_one_sample(level, 1).low));
}

static void shares_have_exact_intervals(void** state)
{
    (void)state;
    stats_estimate s = stats_share(7, 10);
    assert_near(s.p, 0.34375, 1e-12);
    assert_near(s.low, 0.3475471, 1e-6);
    assert_near(s.high, 0.9332605, 1e-6);
    s = stats_share(9, 10);
    assert_near(s.p, 22.0 / 1024, 1e-12);
    assert_near(s.low, 0.5549839, 1e-6);
    assert_near(s.high, 0.9974714, 1e-6);
    s = stats_share(0, 10);
    assert_near(s.low, 0, 0);
    assert_near(s.high, 0.3084971, 1e-6);
    assert_near(stats_share(5, 10).p, 1, 0);
    assert_true(isnan(stats_share(0, 0).value));
}

static void equivalence_is_two_one_sided_tests(void** state)
{
    (void)state;
    double differences[10];
    for (uint32_t i = 0; i < 10; i++) differences[i] = drug1[i] - drug2[i];
    stats_estimate s = stats_one_sample(differences, 10);
    assert_near(stats_p_above(&s, -3), 0.002655570, 1e-7);
    assert_near(stats_p_below(&s, 0), 0.001416445, 1e-7);
    assert_near(stats_p_within(&s, -3, 0), 0.002655570, 1e-7);
    assert_near(stats_p_outside(&s, 0, 1), 2 * 0.001416445, 1e-7);
    assert_true(stats_p_within(&s, -1.6, -1.5) > 0.4);
    assert_true(isnan(stats_p_within(&(stats_estimate){.value = 1}, 0, 2)));
    const double same[] = {2, 2, 2};
    s = stats_one_sample(same, 3);
    assert_near(stats_p_within(&s, 1, 3), 0, 0);
    assert_near(stats_p_within(&s, 3, 4), 1, 0);
}

static void p_values_of_a_family_are_corrected_after_holm(void** state)
{
    (void)state;
    const double p[] = {0.01, 0.04, NAN, 0.03, 0.005};
    double corrected[5];
    stats_holm(p, 5, corrected);
    assert_near(corrected[0], 0.03, 1e-12);
    assert_near(corrected[1], 0.06, 1e-12);
    assert_true(isnan(corrected[2]));
    assert_near(corrected[3], 0.06, 1e-12);
    assert_near(corrected[4], 0.02, 1e-12);
}

static void a_fixed_sequence_of_activities_has_no_entropy(void** state)
{
    (void)state;
    static uint32_t next[WATCH_NAMES][WATCH_NAMES];
    assert_near(study_entropy((const uint32_t(*)[WATCH_NAMES])next, 3), 0, 0);
    next[0][1] = next[1][2] = next[2][0] = 7;
    assert_near(study_entropy((const uint32_t(*)[WATCH_NAMES])next, 3), 0, 0);
    next[0][2] = 7; // from one of three, half go one way and half the other; it is left 14 times of 28
    assert_near(study_entropy((const uint32_t(*)[WATCH_NAMES])next, 3), 0.5, 1e-12);
}

static void labels_are_shuffled_only_within_a_match(void** state)
{
    (void)state;
    const stats_labeled apart[] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {10, 1, 0}, {11, 1, 0}, {12, 1, 0}};
    assert_near(stats_relabeled(apart, 6).p, 2.0 / 20, 0.008);
    assert_near(stats_relabeled(apart, 6).value, -9, 1e-12);
    // Two matches of different size: values differ greatly between them and not at all within them.
    const stats_labeled matches[] = {{1, 0, 0}, {1, 1, 0}, {100, 0, 1}, {100, 1, 1}};
    assert_near(stats_relabeled(matches, 4).p, 1, 1e-12);
}

#define HEAD "<experiment version=\"1\" name=\"x\" game=\"arena\" seed=\"1000\">\n"
#define TEST_OF(first, more)                                                                                           \
    "<test mode=\"ctf\" maps=\"1 2\" first=\"" first "\" second=\"fsm\" matches=\"3\" minutes=\"1\"" more "/>\n"

static void an_experiment_is_a_list_of_matches(void** state)
{
    (void)state;
    static const char text[] = HEAD TEST_OF(
        "goap+squad",
        "") "<robin mode=\"lms\" controllers=\"goap fsm random\" matches=\"1\" seconds=\"30\"/></experiment>";
    study s;
    ploy_error error;
    if (study_parse(&s, text, strlen(text), &error) != PLOY_OK) fail_msg("%s", error.message);
    assert_int_equal(s.cell_count, 5);
    assert_int_equal(s.match_count, 9);
    assert_int_equal(study_seconds(&s), 6 * 60 + 3 * 30);
    for (uint32_t i = 0; i < s.match_count; i++) assert_int_equal(s.matches[i].seed, 1000 + i);
    assert_false(s.matches[0].swapped);
    assert_true(s.matches[1].swapped);
    assert_int_equal(s.cells[1].map, 2);
    assert_string_equal(s.cells[3].controllers[0], "goap");
    assert_string_equal(s.cells[3].controllers[1], "random");
    assert_true(study_has_squad(s.cells[0].controllers[0]));
    study_free(&s);
}

static void the_dissertations_plan_is_whole(void** state)
{
    (void)state;
    study s;
    ploy_error error;
    if (study_load(&s, PLOY_SOURCE_DIR "/experiments/long2007.xml", &error) != PLOY_OK) fail_msg("%s", error.message);
    assert_int_equal(study_seconds(&s), 3040 * 60);
    assert_int_equal(s.match_count, 4 + 120 + 8); // eight technical runs
    assert_true(s.seed > SEEDS_DEVELOPMENT_LAST);
    uint64_t digest = s.digest;
    study_free(&s);
    if (study_load(&s, PLOY_SOURCE_DIR "/experiments/long2007-more.xml", &error) != PLOY_OK)
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < s.cell_count; i++) assert_true(s.cells[i].matches >= 40);
    assert_true(s.digest != digest);
    study_free(&s);
}

static void bad_files_are_refused_with_their_place(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        uint32_t line, column;
        const char* says;
    } cases[] = {
        {"", 1, 1, "no element"},
        {"<ploy version=\"1\"/>", 1, 1, "no experiment"},
        {"<experiment version=\"2\" name=\"x\" game=\"arena\" seed=\"1000\"/>", 1, 13, "version"},
        {"<experiment version=\"1\" name=\"x\" game=\"arena\" seed=\"7\"/>", 1, 47, "'7'"},
        {"<experiment version=\"1\" name=\"../x\" game=\"arena\" seed=\"1000\"/>", 1, 25, "'../x' is no name"},
        {"<experiment version=\"1\" name=\"a/b\" game=\"arena\" seed=\"1000\"/>", 1, 25, "'a/b' is no name"},
        {"<experiment version=\"1\" name=\"..\" game=\"arena\" seed=\"1000\"/>", 1, 25, "'..' is no name"},
        {"<experiment version=\"1\" name=\"x\" game=\"chess\" seed=\"1000\"/>", 1, 34, "chess"},
        {"<experiment version=\"1\" game=\"arena\" seed=\"1000\"/>", 1, 1, "'name' is missing"},
        {HEAD "</experiment>", 1, 1, "nothing to play"},
        {"<experiment version=\"1\" name=\"x\" game=\"arena\" seed=\"9999998\">" TEST_OF("goap", "") "</experiment>", 1, 47,
         "ploy tune"},
        {"<experiment version=\"1\" name=\"x\" game=\"arena\" seed=\"29999999\">" TEST_OF("goap", "") "</experiment>", 1, 47,
         "ploy tune"},
        {HEAD TEST_OF("goat", ""), 2, 29, "goat"},
        {HEAD TEST_OF("goap+cats", ""), 2, 29, "goap+cats"},
        {HEAD TEST_OF("goap", " color=\"red\""), 2, 79, "color"},
        {HEAD "\n  <game/>", 3, 3, "<game>"},
        {HEAD "  hello", 2, 1, "text"},
        {HEAD "<test mode=\"ctf\" maps=\"3\" first=\"goap\" second=\"fsm\" matches=\"1\" minutes=\"1\"/>", 2, 18,
         "'3'"},
        {HEAD "<test mode=\"golf\" first=\"goap\" second=\"fsm\" matches=\"1\" minutes=\"1\"/>", 2, 7, "golf"},
        {HEAD "<test mode=\"ctf\" first=\"goap\" second=\"fsm\" matches=\"0\" minutes=\"1\"/>", 2, 44, "'0'"},
        {HEAD "<robin mode=\"ctf\" controllers=\"goap\" matches=\"1\" minutes=\"1\"/>", 2, 19, "few"},
        {HEAD "<test", 2, 1, "unclosed"},
        {"<!DOCTYPE a [<!ENTITY b \"c\">]><experiment/>", 1, 13, "document type"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        study s;
        ploy_error error;
        assert_int_equal(study_parse(&s, cases[i].text, strlen(cases[i].text), &error), PLOY_INVALID);
        if (error.line != cases[i].line || error.column != cases[i].column || !strstr(error.message, cases[i].says))
            fail_msg("case %u: %u:%u: %s", i, error.line, error.column, error.message);
        assert_int_equal(s.match_count, 0);
    }
}

static void damaged_files_are_refused_or_read(void** state)
{
    (void)state;
    static const char text[] = HEAD TEST_OF(
        "goap+squad",
        " technical=\"true\"") "<robin mode=\"lms\" controllers=\"goap fsm random\" matches=\"1\" seconds=\"30\"/>"
                               "<tuned>Nothing &amp; nobody.</tuned></experiment>";
    static const char letters[] = "<>/=\"'& 0919+ax\n";
    char damaged[sizeof text];
    ploy_random random = {.seed = 11};
    uint32_t read = 0;
    for (uint32_t i = 0; i < 3000; i++) {
        memcpy(damaged, text, sizeof text);
        for (uint32_t k = 0; k <= i % 3; k++)
            damaged[ploy_random_below(&random, sizeof text - 1)] =
                letters[ploy_random_below(&random, sizeof letters - 1)];
        size_t bytes = i % 5 ? sizeof text - 1 : ploy_random_below(&random, sizeof text);
        study s;
        ploy_error error;
        if (study_parse(&s, damaged, bytes, &error) == PLOY_OK) {
            read++;
            assert_true(s.match_count > 0);
        } else {
            assert_true(error.message[0] && error.line >= 1 && error.column >= 1);
            assert_null(s.cells);
        }
        study_free(&s);
    }
    assert_in_range(read, 20, 2900);
}

static void a_difference_is_counted_and_taken_back(void** state)
{
    (void)state;
    static const char diff[] = "--- without/a\n+++ with/a\n@@ -1 +1,2 @@\n-one\n+one and a half\n+two\n@@ -3,0 +5 @@\n+four\n";
    flexibility_count f = flexibility_count_diff(diff, strlen(diff));
    assert_int_equal(f.added, 2);
    assert_int_equal(f.changed, 1);
    assert_int_equal(f.places, 2);
    char* without = flexibility_take_back("zero\none and a half\ntwo\nthree\nfour\nfive\n", diff);
    assert_string_equal(without, "zero\none\nthree\nfive\n");
    free(without);
    assert_null(flexibility_take_back("zero\none and a half\ntwo\nthree\nfive\n", diff));
    assert_null(flexibility_take_back("zero\none and a half\nthree\nfour\n", diff));
    without = flexibility_take_back("as it is\n", "");
    assert_string_equal(without, "as it is\n");
    free(without);
}

// Invented results, and what the claims make of them.

typedef struct made
{
    study s;
    study_result* results;
} made;

static made make_up(const char* tests)
{
    char text[1024];
    made m;
    ploy_error error;
    snprintf(text, sizeof text, HEAD "%s</experiment>", tests);
    if (study_parse(&m.s, text, strlen(text), &error) != PLOY_OK) fail_msg("%s", error.message);
    m.results = calloc(m.s.match_count, sizeof *m.results);
    assert_non_null(m.results);
    for (uint32_t i = 0; i < m.s.match_count; i++) {
        m.results[i].done = true;
        m.results[i].agent_count = STUDY_AGENTS;
        for (uint32_t k = 0; k < STUDY_AGENTS; k++) m.results[i].agents[k].side = k % 2;
    }
    return m;
}

static void unmake(made* m)
{
    free(m->results);
    study_free(&m->s);
}

static claim_answer answer_to(const made* m, const char* id)
{
    claim_answer* answers = claims_evaluate(&(evidence){&m->s, m->results, 0});
    claim_answer found = {0};
    assert_non_null(answers);
    for (uint32_t i = 0; i < claim_count; i++)
        if (strcmp(answers[i].id, id) == 0) found = answers[i];
    free(answers);
    assert_non_null(found.id);
    return found;
}

#define DOMINATION(first, second)                                                                                      \
    "<test mode=\"domination\" first=\"" first "\" second=\"" second "\" matches=\"10\" minutes=\"1\"/>"

static void claims_follow_the_results(void** state)
{
    (void)state;
    // The claim's first may be second in the plan.
    made m = make_up(DOMINATION("long.fsm+squad", "long.goap+squad"));
    for (uint32_t i = 0; i < 10; i++) {
        m.results[i].sides[0].score = 1 + i % 2;
        m.results[i].sides[1].score = 5 + i % 3;
    }
    claim_answer a = answer_to(&m, "domination-squads");
    assert_int_equal(a.verdict, VERDICT_HOLDS);
    assert_near(a.p, 2.0 / 1024, 1e-12);
    assert_null(a.reason);
    for (uint32_t i = 0; i < 10; i++) m.results[i].sides[0].score = 9;
    a = answer_to(&m, "domination-squads");
    assert_int_equal(a.verdict, VERDICT_FAILS);
    assert_non_null(a.reason);
    for (uint32_t i = 0; i < 10; i++) m.results[i].sides[0].score = i % 2 ? 2 : 10;
    assert_int_equal(answer_to(&m, "domination-squads").verdict, VERDICT_UNKNOWN);
    // Not played, and one of several pairings not played.
    assert_int_equal(answer_to(&m, "ctf-squads").verdict, VERDICT_UNKNOWN);
    assert_int_equal(answer_to(&m, "domination-kills").verdict, VERDICT_UNKNOWN);
    // Unplayed matches do not count.
    for (uint32_t i = 0; i < 10; i++) m.results[i].done = false;
    assert_non_null(strstr(answer_to(&m, "domination-squads").ours, "not played"));
    unmake(&m);
}

static void level_is_more_than_no_difference_found(void** state)
{
    (void)state;
    made m = make_up(DOMINATION("long.goap", "long.fsm"));
    for (uint32_t i = 0; i < 10; i++) {
        m.results[i].sides[0].score = 50 + i % 2;
        m.results[i].sides[1].score = 50 + (i + 1) % 2;
    }
    assert_int_equal(answer_to(&m, "domination-level-score").verdict, VERDICT_HOLDS);
    for (uint32_t i = 0; i < 10; i++) m.results[i].sides[1].score = i % 2 ? 10 : 95;
    assert_int_equal(answer_to(&m, "domination-level-score").verdict, VERDICT_UNKNOWN);
    for (uint32_t i = 0; i < 10; i++) m.results[i].sides[1].score = 10 + i;
    assert_int_equal(answer_to(&m, "domination-level-score").verdict, VERDICT_FAILS);
    unmake(&m);
}

static void a_verdict_needs_a_p_that_survives_all_claims(void** state)
{
    (void)state;
    // Six matches of the same sign: p is 2 / 64 for each claim alone.
    made m = make_up("<test mode=\"ctf\" first=\"long.goap+squad\" second=\"long.fsm+squad\" matches=\"6\" minutes=\"1\"/>"
                     "<test mode=\"ctf\" first=\"long.goap\" second=\"long.fsm\" matches=\"6\" minutes=\"1\"/>");
    for (uint32_t i = 0; i < 12; i++) m.results[i].sides[0].score = 3;
    claim_answer a = answer_to(&m, "ctf-squads");
    assert_near(a.p, 2.0 / 64, 1e-12);
    assert_true(a.holm > 0.05);
    assert_int_equal(a.verdict, VERDICT_UNKNOWN);
    assert_non_null(strstr(a.on_map[0], "p 0.0312"));
    assert_string_equal(a.on_map[1], "");
    claim_answer* answers = claims_evaluate(&(evidence){&m.s, m.results, 0});
    double p[64], corrected[64];
    for (uint32_t i = 0; i < claim_count; i++) p[i] = answers[i].p;
    stats_holm(p, claim_count, corrected);
    for (uint32_t i = 0; i < claim_count; i++) {
        assert_true(isnan(p[i]) ? isnan(answers[i].holm) : answers[i].holm == corrected[i]);
        if (corrected[i] >= 0.05) assert_int_equal(answers[i].verdict, VERDICT_UNKNOWN);
    }
    free(answers);
    unmake(&m);
}

static void far_more_means_what_was_written_before_the_run(void** state)
{
    (void)state;
    made m = make_up(DOMINATION("long.goap", "long.fsm")
                     "<test mode=\"ctf\" first=\"long.goap\" second=\"long.fsm\" matches=\"10\" minutes=\"1\"/>");
    for (uint32_t i = 0; i < 20; i++) {
        m.results[i].sides[0].plans = 146 + 8 * (i % 2);
        m.results[i].sides[1].state_changes = 100;
    }
    claim_answer a = answer_to(&m, "plans-without-squads");
    assert_non_null(strstr(a.margin, "1.5 times"));
    assert_int_equal(a.verdict, VERDICT_UNKNOWN); // more, but about 1.5 times as many
    for (uint32_t i = 0; i < 20; i++) m.results[i].sides[0].plans = 190 + i;
    assert_int_equal(answer_to(&m, "plans-without-squads").verdict, VERDICT_HOLDS);
    for (uint32_t i = 0; i < 20; i++) m.results[i].sides[0].plans = 110 + i;
    assert_int_equal(answer_to(&m, "plans-without-squads").verdict, VERDICT_FAILS);
    unmake(&m);
}

static void cpu_comes_from_the_technical_runs_alone(void** state)
{
    (void)state;
    made m = make_up("<test mode=\"deathmatch\" first=\"long.goap\" second=\"long.fsm\" matches=\"1\" minutes=\"25\" "
                     "technical=\"true\"/>" DOMINATION("long.goap", "long.fsm"));
    for (uint32_t i = 1; i < 11; i++) m.results[i].costs[0].ai_ns_mean = 1e9; // other matches do not count
    for (uint32_t i = 0; i < 40; i++) {
        double fsm = 1000 + 500 * (i % 3); // the load changes, for both
        study_result_add_segment(&m.results[0], &(study_segment){{{fsm * 0.9, 10, 3 * fsm}, {fsm, 10 + i % 2, 2 * fsm}}});
    }
    assert_int_equal(answer_to(&m, "cpu-mean").verdict, VERDICT_HOLDS);
    assert_int_equal(answer_to(&m, "cpu-most").verdict, VERDICT_HOLDS);
    assert_int_equal(answer_to(&m, "cpu-least").verdict, VERDICT_FAILS);
    assert_int_equal(answer_to(&m, "frames").verdict, VERDICT_FAILS);
    for (uint32_t i = 0; i < 40; i++) m.results[0].segments[i].ns[0][STUDY_CPU_MEAN] *= 1.3;
    assert_int_equal(answer_to(&m, "cpu-mean").verdict, VERDICT_FAILS);
    free(m.results[0].segments);
    unmake(&m);
}

static void rounds_and_agents_are_counted_for_their_side(void** state)
{
    (void)state;
    made m = make_up("<test mode=\"lms\" maps=\"1 2\" first=\"long.goap\" second=\"long.fsm\" matches=\"1\" minutes=\"60\"/>");
    for (uint32_t i = 0; i < 2; i++) {
        m.results[i].sides[0].rounds_won = i ? 100 : 93;
        m.results[i].sides[1].rounds_won = i ? 40 : 41;
        for (uint32_t k = 0; k < STUDY_AGENTS; k++) {
            m.results[i].agents[k].metrics.kills = 20 + k / 2 + (k % 2 ? 0 : 20);
            m.results[i].agents[k].metrics.deaths = 20 + k / 2;
        }
    }
    claim_answer a = answer_to(&m, "lms-rounds");
    assert_int_equal(a.verdict, VERDICT_HOLDS);
    assert_non_null(strstr(a.ours, "193 to 81"));
    assert_true(a.p < 1e-9);
    assert_int_equal(answer_to(&m, "lms-kills").verdict, VERDICT_HOLDS);
    assert_int_equal(answer_to(&m, "lms-deaths").verdict, VERDICT_UNKNOWN);
    unmake(&m);
}

static void behavior_is_pooled_over_all_matches_of_a_controller(void** state)
{
    (void)state;
    made m = make_up(DOMINATION("goap", "fsm") "<robin mode=\"domination\" controllers=\"goap bt\" matches=\"1\" minutes=\"1\"/>");
    assert_int_equal(m.s.match_count, 11);
    m.results[0].sides[0] = (study_metrics){.goals = 10, .goals_short = 1, .goals_finished = 9, .goal_median_ms = 2000};
    m.results[10].sides[0] = (study_metrics){.goals = 30, .goals_short = 11, .goals_finished = 11, .goal_median_ms = 4000};
    m.results[10].sides[1] = (study_metrics){.goals = 5, .goals_short = 5, .goals_finished = -1, .goal_median_ms = 500};
    evidence e = {&m.s, m.results, 0};
    assert_near(report_behavior_value(&e, "domination", "goap", 0), 3, 1e-9); // of the sides that had goals
    assert_near(report_behavior_value(&e, "domination", "goap", 1), 30, 1e-9);
    assert_near(report_behavior_value(&e, "domination", "goap", 3), 50, 1e-9);
    assert_near(report_behavior_value(&e, "domination", "bt", 1), 100, 1e-9);
    assert_true(isnan(report_behavior_value(&e, "domination", "bt", 3))); // it finishes nothing
    assert_true(isnan(report_behavior_value(&e, "ctf", "goap", 1)));
    unmake(&m);
}

static void tempo_tells_how_long_the_last_two_look_for_each_other(void** state)
{
    (void)state;
    study_result r = {.steps = 60 * 60 * 60};
    r.sides[0].rounds_won = 15;
    r.sides[1].rounds_won = 25;
    r.sides[0].duel_steps = r.sides[1].duel_steps = 40 * 50 * 60;
    assert_near(value_tempo(&r, 0), 80, 1e-9);
    assert_near(value_duel(&r, 0), 50, 1e-9);
    assert_true(isnan(value_duel(&r, 1)));
}

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

typedef struct folder
{
    char path[64];
} folder;

static folder make_folder(void)
{
    folder f = {"/tmp/ploy_experiment_XXXXXX"};
    assert_non_null(mkdtemp(f.path));
    return f;
}

static void remove_folder(const folder* f)
{
    static const char* const names[] = {"report.html", "report.html.part", "results.sqlite", "results.sqlite-journal",
                                        "results.sqlite-wal"};
    char path[128];
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", f->path, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(f->path), 0);
}

static run_result run_experiment(const char* file, const folder* f, const char* more)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "experiment %s --out %s %s", file, f->path, more);
    return run_ploy(arguments);
}

typedef struct outcome
{
    study s;
    study_result* results;
} outcome;

static outcome read_outcome(const char* file, const folder* f)
{
    outcome o;
    ploy_error error;
    char path[128], message[256] = "";
    assert_int_equal(study_load(&o.s, file, &error), PLOY_OK);
    o.results = calloc(o.s.match_count, sizeof *o.results);
    snprintf(path, sizeof path, "%s/results.sqlite", f->path);
    store* st = store_open(path, &o.s, message, sizeof message);
    if (!st || !store_read(st, &o.s, o.results, message, sizeof message)) fail_msg("%s: %s", path, message);
    store_close(st);
    return o;
}

static void free_outcome(outcome* o)
{
    for (uint32_t i = 0; i < o->s.match_count; i++) study_result_free(&o->results[i]);
    free(o->results);
    study_free(&o->s);
}

// Everything except what depends on the moment.
static void assert_same(const study_result* a, const study_result* b)
{
    assert_true(a->done && b->done);
    assert_true(a->hash == b->hash);
    assert_int_equal(a->steps, b->steps);
    assert_memory_equal(a->sides, b->sides, sizeof a->sides);
    assert_int_equal(a->agent_count, b->agent_count);
    for (uint32_t i = 0; i < a->agent_count; i++) {
        assert_int_equal(a->agents[i].side, b->agents[i].side);
        assert_memory_equal(&a->agents[i].metrics, &b->agents[i].metrics, sizeof a->agents[i].metrics);
    }
    assert_int_equal(a->use_count, b->use_count);
    for (uint32_t i = 0; i < a->use_count; i++) {
        assert_string_equal(a->uses[i].name, b->uses[i].name);
        assert_int_equal(a->uses[i].count, b->uses[i].count);
    }
}

static void assert_same_outcome(const char* file, const folder* f, const folder* other)
{
    outcome a = read_outcome(file, f), b = read_outcome(file, other);
    assert_int_equal(a.s.match_count, b.s.match_count);
    for (uint32_t i = 0; i < a.s.match_count; i++) assert_same(&a.results[i], &b.results[i]);
    free_outcome(&a);
    free_outcome(&b);
}

static const char small[] =
    HEAD "<test mode=\"ctf\" maps=\"1 2\" first=\"goap+squad\" second=\"fsm\" matches=\"3\" seconds=\"3\"/>\n"
         "<test mode=\"deathmatch\" first=\"fsm\" second=\"goap\" matches=\"6\" seconds=\"3\"/>\n</experiment>";

static char* read_text(const folder* f, const char* name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", f->path, name);
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    char* text = calloc(1, 1 << 22);
    assert_non_null(text);
    text[fread(text, 1, (1 << 22) - 1, file)] = 0;
    fclose(file);
    return text;
}

static void every_claim_of_the_dissertation_is_judged(void** state)
{
    (void)state;
    static const char* const ids[] = {
        "lms-rounds",        "lms-kills",           "lms-deaths",           "deathmatch-score",      "deathmatch-kills",
        "deathmatch-deaths", "domination-squads",   "ctf-squads",           "ctf-alone",             "ctf-goap-against-squad",
        "domination-kills",  "domination-level-score", "domination-level-kills", "domination-squads-win", "ctf-squads-win",
        "squads-together",   "squads-half-map",     "squads-goap-closer",   "plans-with-squads",     "plans-without-squads",
        "cpu-mean",          "cpu-most",            "cpu-least",            "frames",                "memory",
        "peaks-drop-frames", "flexible-ctf",        "flexible-blind-fire",  "flexible-types",        "flexible-deathmatch",
        "flexible-lms"};
    made m = make_up(DOMINATION("long.goap", "long.fsm"));
    for (uint32_t i = 0; i < sizeof ids / sizeof *ids; i++) answer_to(&m, ids[i]);
    unmake(&m);
}

static void a_report_has_every_claim(void** state)
{
    (void)state;
    if (!can_run()) return;
    folder f = make_folder();
    run_result r = run_experiment(PLOY_SOURCE_DIR "/experiments/tiny.xml", &f, "--jobs 2 --json");
    if (r.status != 0) fail_msg("%s%s", r.out, r.err);
    assert_true(json_is_valid(r.out));
    char value[64];
    assert_true(json_at(r.out, "experiment", value, sizeof value));
    assert_string_equal(value, "tiny");
    char* report = read_text(&f, "report.html");
    for (uint32_t i = 0; i < claim_count; i++) {
        char path[32], row[96];
        snprintf(path, sizeof path, "claims.%u.id", i);
        if (!json_at(r.out, path, value, sizeof value)) fail_msg("no %s", path);
        snprintf(row, sizeof row, "<tr id=\"%s\">", value);
        if (!strstr(report, row)) fail_msg("no %s", row);
    }
    static const char* const parts[] = {"id=\"differences\"", "Figure 12", "Figure 13",          "Figure 14",
                                        "Figure 15",          "Figure 16", "id=\"flexibility\"", "id=\"uses\"",
                                        "id=\"method\"",      "<svg",      "CPU: mean",          "Memory for",
                                        "data-driven",        "</html>",   "id=\"behavior\""};
    for (uint32_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(report, parts[i])) fail_msg("no %s", parts[i]);
    static const char* const strangers[] = {"http:", "https:", "<script", "nan"};
    for (uint32_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (strstr(report, strangers[i])) fail_msg("%s in the report", strangers[i]);
    free(report);
    run_free(&r);
    remove_folder(&f);
}

// Writes the files as they are without the feature; the number of files.
static uint32_t put_without(const folder* f, uint32_t feature, const char* technique, const char* const* gone,
                            char paths[][128])
{
    char name[FLEXIBILITY_NAME];
    uint32_t count = 0;
    for (char* text; (text = flexibility_without(feature, technique, count, name)); count++) {
        for (const char* const* word = gone; *word; word++)
            if (strstr(text, *word)) fail_msg("%s without %s has %s", name, flexibility_features[feature].name, *word);
        snprintf(paths[count], 128, "%s/%s", f->path, name);
        FILE* file = fopen(paths[count], "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
        fclose(file);
        free(text);
    }
    if (name[0]) fail_msg("%s.%s.diff is not of today's %s", flexibility_features[feature].name, technique, name);
    return count;
}

static void check_files(char paths[][128], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char arguments[2200];
        if (!strstr(paths[i], ".xml")) continue;
        snprintf(arguments, sizeof arguments, "check %s", paths[i]);
        run_result r = run_ploy(arguments);
        if (r.status != 0) fail_msg("%s%s", r.out, r.err);
        run_free(&r);
    }
}

static void files_without_a_feature_are_whole_and_play(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char* const gone[][9] = {
        {"CaptureFlag", "ReturnFlagToBase", "AttackFlagCarrier", "CarryFlag", "PickupFlag", "ProtectFlagBearer",
         "our_flag", "bearer"},
        {"BlindFire"},
        {"disable", "may_fire", "may_melee"},
        {"teams"},
        {"game_active"}};
    assert_int_equal(flexibility_feature_count, 5);
    for (uint32_t i = 0; i < flexibility_feature_count; i++) {
        folder f = make_folder();
        char paths[16][128], arguments[512];
        uint32_t count = put_without(&f, i, "goap", gone[i], paths);
        assert_true(count >= 2);
        count += put_without(&f, i, "fsm", gone[i], paths + count);
        check_files(paths, count);
        snprintf(arguments, sizeof arguments,
                 "play arena --data %s --mode domination --red long.goap --blue long.fsm --minutes 1 --json", f.path);
        run_result r = run_ploy(arguments);
        if (r.status != 0) fail_msg("%s%s", r.out, r.err);
        run_free(&r);
        for (uint32_t k = 0; k < count; k++) unlink(paths[k]);
        remove_folder(&f);
    }
}

static void assert_share(const char* out, const char* side, const char* name, int64_t part, int64_t whole)
{
    char path[64], value[64];
    snprintf(path, sizeof path, "behavior.%s.%s", side, name);
    if (!json_at(out, path, value, sizeof value)) fail_msg("no %s", path);
    if (whole == 0)
        assert_string_equal(value, "null");
    else
        assert_near(atof(value), (double)part / (double)whole, 0.0011);
}

// test_program_behavior.c counts the same object again from the recording.
// `ploy play arena --json` has the same figures of that side.
static void assert_measures(const char* json, uint32_t team, const study_metrics* m)
{
    const struct
    {
        const char* name;
        int64_t value;
    } measures[] = {{"score", m->score},     {"kills", m->kills}, {"deaths", m->deaths}, {"rounds_won", m->rounds_won},
                    {"shots", m->shots},     {"hits", m->hits},   {"plans", m->plans},   {"state_changes", m->state_changes},
                    {"ai_bytes", m->ai_bytes}};
    for (uint32_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        char path[48], value[64];
        snprintf(path, sizeof path, "teams.%u.%s", team, measures[i].name);
        assert_true(json_at(json, path, value, sizeof value));
        if (strtoll(value, NULL, 10) != measures[i].value)
            fail_msg("%s: %s, but %lld in the study", path, value, (long long)measures[i].value);
    }
    assert_true(m->kills > 0 && m->deaths > 0 && m->shots > m->hits && m->hits > 0 && m->mate_distance > 0);
}

static void behavior_is_that_of_the_same_match_played_alone(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char two[] =
        HEAD "<test mode=\"domination\" first=\"goap+squad\" second=\"gobt\" matches=\"2\" minutes=\"1\"/></experiment>";
    char file[256], arguments[256];
    snprintf(file, sizeof file, "%s", write_temporary("two.xml", two));
    folder f = make_folder();
    run_result r = run_experiment(file, &f, "--json");
    assert_int_equal(r.status, 0);
    run_free(&r);
    outcome o = read_outcome(file, &f);
    for (uint32_t i = 0; i < 2; i++) {
        bool swapped = o.s.matches[i].swapped;
        snprintf(arguments, sizeof arguments, "play arena --mode domination --minutes 1 --seed %u --red %s --blue %s --json",
                 (unsigned)o.s.matches[i].seed, swapped ? "gobt" : "goap+squad", swapped ? "goap+squad" : "gobt");
        r = run_ploy(arguments);
        assert_int_equal(r.status, 0);
        for (uint32_t side = 0; side < 2; side++) {
            const study_metrics* m = &o.results[i].sides[side];
            const char* color = (side == 1) != swapped ? "blue" : "red";
            assert_measures(r.out, (side == 1) != swapped, m);
            assert_true(m->goals > 0 && m->samples > 0);
            assert_share(r.out, color, "goals", m->goals, 1);
            assert_share(r.out, color, "goal_median_s", m->goal_median_ms, 1000);
            assert_share(r.out, color, "goals_under_1s", m->goals_short, m->goals);
            assert_share(r.out, color, "aba_per_minute", m->goals_returned * 300, m->samples);
            assert_share(r.out, color, "finished_share", m->goals_finished, m->goals);
            assert_share(r.out, color, "still_in_view_share", m->samples_still, m->samples);
            assert_share(r.out, color, "one_step_share", m->fight_plans_short, m->fight_plans);
            assert_share(r.out, color, "sheltered_reload_share", m->reloads_sheltered, m->reloads);
            assert_share(r.out, color, "blind_fire_near_share", m->blind_shots_near, m->blind_shots);
            assert_share(r.out, color, "flanked_fight_share", m->squad_fights_flanked, m->squad_fights);
        }
        run_free(&r);
    }
    free_outcome(&o);
    remove_folder(&f);
}

static void jobs_change_only_the_time(void** state)
{
    (void)state;
    if (!can_run()) return;
    char file[256];
    snprintf(file, sizeof file, "%s", write_temporary("small.xml", small));
    folder one = make_folder(), three = make_folder();
    run_result r = run_experiment(file, &one, "--jobs 1 --json");
    assert_int_equal(r.status, 0);
    run_free(&r);
    r = run_experiment(file, &three, "--jobs 3 --json");
    assert_int_equal(r.status, 0);
    run_free(&r);
    assert_same_outcome(file, &one, &three);
    remove_folder(&one);
    remove_folder(&three);
}

static pid_t start(const char* file, const folder* f)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child > 0) return child;
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execl(getenv("PLOY"), "ploy", "experiment", file, "--out", f->path, "--jobs", "2", (char*)NULL);
    _exit(127);
}

// Kills it after so long; true: it had already ended well.
static bool kill_after(pid_t child, long microseconds)
{
    struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    nanosleep(&time, NULL);
    kill(child, SIGKILL);
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void being_killed_changes_nothing(void** state)
{
    (void)state;
    if (!can_run()) return;
    char file[256];
    snprintf(file, sizeof file, "%s", write_temporary("small.xml", small));
    folder whole = make_folder(), killed = make_folder();
    run_result r = run_experiment(file, &whole, "--jobs 2 --json");
    assert_int_equal(r.status, 0);
    run_free(&r);
    ploy_random random = {.seed = 7};
    uint32_t kills = 0;
    while (kills < 8 && !kill_after(start(file, &killed), 5000 + (long)ploy_random_below(&random, 120000))) kills++;
    print_message("killed %u times\n", kills);
    // Nothing is done twice: existing results stay.
    r = run_experiment(file, &killed, "--jobs 2 --json");
    if (r.status != 0) fail_msg("%s%s", r.out, r.err);
    run_free(&r);
    assert_same_outcome(file, &whole, &killed);
    r = run_experiment(file, &killed, "--json --jobs 1");
    char* report = read_text(&killed, "report.html");
    run_free(&r);
    r = run_experiment(file, &killed, "--json --only-report");
    assert_int_equal(r.status, 0);
    char* again = read_text(&killed, "report.html");
    assert_string_equal(report, again);
    free(report);
    free(again);
    run_free(&r);
    remove_folder(&whole);
    remove_folder(&killed);
}

// One technical match, listed first; stored it is last.
static void technical_matches_are_played_after_all_others(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char text[] =
        HEAD "<test mode=\"deathmatch\" first=\"goap\" second=\"fsm\" matches=\"1\" seconds=\"2\" technical=\"true\"/>\n"
             "<test mode=\"ctf\" maps=\"1 2\" first=\"bt\" second=\"fsm\" matches=\"8\" seconds=\"40\"/>\n</experiment>";
    char file[256];
    snprintf(file, sizeof file, "%s", write_temporary("technical.xml", text));
    folder f = make_folder();
    bool has_ended = false;
    for (uint32_t starts = 0; !has_ended; starts++) {
        has_ended = kill_after(start(file, &f), 60000 + 20000 * (long)starts);
        outcome o = read_outcome(file, &f);
        uint32_t left = 0;
        for (uint32_t i = 1; i < o.s.match_count; i++) left += !o.results[i].done;
        assert_false(o.results[0].done && left > 0);
        assert_true(!has_ended || (o.results[0].done && o.results[0].segment_count == 1));
        free_outcome(&o);
    }
    remove_folder(&f);
}

static void assert_complains(const char* file, const folder* f, const char* more, const char* says)
{
    run_result r = run_experiment(file, f, more);
    if (r.status != 2 || !strstr(r.err, says)) fail_msg("status %d, not '%s': %s", r.status, says, r.err);
    run_free(&r);
}

static void bad_usage_is_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    folder f = make_folder();
    char file[256];
    snprintf(file, sizeof file, "%s", write_temporary("bad.xml", HEAD TEST_OF("goat", "")));
    assert_complains(file, &f, "", "bad.xml:2:29: ");
    assert_complains(file, &f, "", "goat");
    assert_complains("nowhere.xml", &f, "", "nowhere.xml");
    snprintf(file, sizeof file, "%s", write_temporary("small.xml", small));
    assert_complains(file, &f, "--jobs 0", "--jobs");
    assert_complains(file, &f, "second.xml", "one experiment file");
    run_result r = run_experiment(file, &f, "--only-report");
    assert_int_equal(r.status, 1);
    run_free(&r);
    static const char other[] =
        HEAD "<test mode=\"ctf\" first=\"goap\" second=\"fsm\" matches=\"1\" seconds=\"1\"/></experiment>";
    snprintf(file, sizeof file, "%s", write_temporary("other.xml", other));
    assert_complains(file, &f, "", "another experiment");
    remove_folder(&f);
}

TEST_MAIN(TEST(behavior_is_pooled_over_all_matches_of_a_controller),
          TEST(tempo_tells_how_long_the_last_two_look_for_each_other),
          TEST(behavior_is_that_of_the_same_match_played_alone), TEST(distributions_are_those_of_the_tables), TEST(two_samples_are_compared_after_welch),
          TEST(differences_have_students_interval_and_signs_are_flipped), TEST(shares_have_exact_intervals),
          TEST(equivalence_is_two_one_sided_tests), TEST(p_values_of_a_family_are_corrected_after_holm),
          TEST(a_fixed_sequence_of_activities_has_no_entropy), TEST(a_verdict_needs_a_p_that_survives_all_claims),
          TEST(far_more_means_what_was_written_before_the_run), TEST(cpu_comes_from_the_technical_runs_alone),
          TEST(labels_are_shuffled_only_within_a_match), TEST(an_experiment_is_a_list_of_matches),
          TEST(the_dissertations_plan_is_whole), TEST(bad_files_are_refused_with_their_place),
          TEST(damaged_files_are_refused_or_read), TEST(a_difference_is_counted_and_taken_back), TEST(files_without_a_feature_are_whole_and_play),
          TEST(claims_follow_the_results), TEST(level_is_more_than_no_difference_found),
          TEST(rounds_and_agents_are_counted_for_their_side),
          TEST(every_claim_of_the_dissertation_is_judged), TEST(a_report_has_every_claim),
          TEST(jobs_change_only_the_time), TEST(being_killed_changes_nothing),
          TEST(technical_matches_are_played_after_all_others), TEST(bad_usage_is_refused))
