// `ploy plan`, `check`, `explain` and `convert` with PDDL files.

#include "support/base/test.h"
#include "support/program/json_reader.h"
#include "support/program/run_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES PLOY_SOURCE_DIR "/examples/pddl/delivery.pddl " PLOY_SOURCE_DIR "/examples/pddl/delivery_problem.pddl"

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

static void check_run(const char* arguments, int status, const char* out_part, const char* err_part)
{
    run_result r = run_ploy(arguments);
    if (r.status != status || !strstr(r.out, out_part) || !strstr(r.err, err_part))
        fail_msg("ploy %s: %d\n%s%s", arguments, r.status, r.out, r.err);
    run_free(&r);
}

// Sixteen tiles out of order: a blind search for the cheapest plan takes minutes.
static const char tiles_domain[] =
    "(define (domain tiles) (:predicates (at ?t ?p) (free ?p) (next ?p ?q))\n"
    "(:action slide :parameters (?t ?p ?q) :precondition (and (at ?t ?p) (free ?q) (next ?p ?q))\n"
    " :effect (and (at ?t ?q) (free ?p) (not (at ?t ?p)) (not (free ?q)))))\n";

static const char* tile_files(void)
{
    static char files[512], text[8192];
    static const int at[16] = {14, 12, 9, 13, 15, 8, 10, 0, 11, 6, 2, 4, 7, 3, 5, 1};
    char* out = text;
    out += sprintf(out, "(define (problem p) (:domain tiles) (:objects");
    for (int i = 0; i < 16; i++) out += sprintf(out, " p%d%s", i, i ? "" : " t0");
    for (int i = 1; i < 15; i++) out += sprintf(out, " t%d", i);
    out += sprintf(out, ")\n(:init (free p%d)", at[15]);
    for (int i = 0; i < 15; i++) out += sprintf(out, " (at t%d p%d)", i, at[i]);
    for (int p = 0; p < 16; p++) {
        if (p % 4 < 3) out += sprintf(out, " (next p%d p%d) (next p%d p%d)", p, p + 1, p + 1, p);
        if (p < 12) out += sprintf(out, " (next p%d p%d) (next p%d p%d)", p, p + 4, p + 4, p);
    }
    out += sprintf(out, ")\n(:goal (and");
    for (int i = 0; i < 15; i++) out += sprintf(out, " (at t%d p%d)", i, i);
    sprintf(out, ")))\n");
    int length = snprintf(files, sizeof files, "%s ", write_temporary("tiles.pddl", tiles_domain));
    snprintf(files + length, sizeof files - (size_t)length, "%s", write_temporary("tiles_problem.pddl", text));
    return files;
}

static void a_search_ends_when_its_seconds_are_over(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[1024];
    const char* files = tile_files();
    snprintf(arguments, sizeof arguments, "plan %s --search blind --seconds 0.1", files);
    check_run(arguments, 1, "the time is up", "");
    check_run(arguments, 1, "There may be a plan: try --search greedy, or more --seconds.", "");
    strcat(arguments, " --json");
    check_run(arguments, 1, "\"status\": \"cancelled\"", "");
    snprintf(arguments, sizeof arguments, "plan %s --search anytime --seconds 3 --json", files);
    check_run(arguments, 0, "\"proved\": false", ""); // the best so far
    snprintf(arguments, sizeof arguments, "plan %s --search blind --seconds 60 --max-nodes 100", files);
    check_run(arguments, 1, "100 states expanded", "");
    snprintf(arguments, sizeof arguments, "plan %s --seconds 0", files);
    check_run(arguments, 2, "", "--seconds takes a number above 0");
    check_run("plan " PLOY_SOURCE_DIR "/examples/warrior.xml --seconds 1", 2, "",
              "--seconds is for PDDL; in a Ploy file --max-nodes limits a search");
}

// Tanks of 2,000 levels, each of which is a fact for LM-cut: a state takes about a tenth of a second.
static void a_search_whose_states_take_long_ends_in_time(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char domain[] =
        "(define (domain tanks) (:functions (level ?t) (size ?t))\n"
        "(:action fill :parameters (?t) :precondition (< (level ?t) (size ?t)) :effect (increase (level ?t) 1))\n"
        "(:action pour :parameters (?a ?b) :precondition (and (>= (level ?a) 7) (<= (+ (level ?b) 5) (size ?b)))\n"
        " :effect (and (decrease (level ?a) 7) (increase (level ?b) 5))))\n";
    static const char problem[] =
        "(define (problem p) (:domain tanks) (:objects a b c) (:init (= (level a) 0) (= (level b) 0) (= (level c) 0)\n"
        " (= (size a) 2000) (= (size b) 2000) (= (size c) 2000)) (:goal (and (= (level b) 1500) (= (level c) 1000))))\n";
    char arguments[1024], value[64];
    int length = snprintf(arguments, sizeof arguments, "plan %s ", write_temporary("tanks.pddl", domain));
    snprintf(arguments + length, sizeof arguments - (size_t)length, "%s --search lmcut --seconds 0.01 --json",
             write_temporary("tanks_problem.pddl", problem));
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 1);
    assert_true(json_at(r.out, "expanded", value, sizeof value));
    if (strtol(value, NULL, 10) > 16) fail_msg("%s states", value);
    run_free(&r);
}

static void a_printed_plan_is_valid(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[1024];
    run_result r = run_ploy("plan " FILES " --format plan");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "(unload letter red harbor)\n; cost = 12\n"));
    snprintf(arguments, sizeof arguments, "plan " FILES " --validate '%s'", write_temporary("good.plan", r.out));
    run_free(&r);
    check_run(arguments, 0, "valid: 6 steps, cost 12", "");
    strcat(arguments, " --json");
    check_run(arguments, 0, "\"valid\": true", "");
}

static void a_wrong_plan_is_refused_with_its_line(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[1024];
    const char* plan = write_temporary("bad.plan", "(load crate red depot)\n(drive red depot harbor)\n");
    snprintf(arguments, sizeof arguments, "plan " FILES " --validate '%s'", plan);
    check_run(arguments, 1, "bad.plan:2: not valid: drive: (road depot harbor) does not hold", "");
}

static void the_json_has_the_steps_in_the_words_of_the_problem(void** state)
{
    (void)state;
    if (!can_run()) return;
    char value[64];
    run_result r = run_ploy("plan " FILES " --json");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_true(json_at(r.out, "steps.1.action", value, sizeof value));
    assert_string_equal(value, "drive");
    assert_true(json_at(r.out, "steps.1.args.2", value, sizeof value));
    assert_string_equal(value, "market");
    assert_true(json_at(r.out, "cost", value, sizeof value));
    assert_string_equal(value, "12");
    assert_true(json_at(r.out, "load_ns", value, sizeof value));
    run_free(&r);
}

static void explanations_work_on_a_grounded_problem(void** state)
{
    (void)state;
    if (!can_run()) return;
    check_run("explain " FILES " --why-not drive.blue.harbor.market", 0, "the best plan with it costs 17 (+5)", "");
}

static void files_are_checked_as_domain_and_problems(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[1024];
    check_run("check " FILES, 0, "nothing found", "");
    const char* domain = write_temporary("d.pddl", "(define (domain d)\n (:predicates (a) (b))\n"
                                                   " (:action x :precondition (a) :effect (not (a))))");
    snprintf(arguments, sizeof arguments, "check '%s'", domain);
    const char* hopeless = write_temporary("p.pddl", "(define (problem p) (:domain d) (:init (a)) (:goal (b)))");
    sprintf(arguments + strlen(arguments), " '%s'", hopeless);
    check_run(arguments, 1, "the goal can never be met [hopeless-goal]", "");
    const char* wrong = write_temporary("w.pddl", "(define (domain d)\n (:action x :effect (c)))");
    snprintf(arguments, sizeof arguments, "check '%s'", wrong);
    check_run(arguments, 2, "", "w.pddl:2:22: unknown predicate 'c'");
}

// A file of Ploy as PDDL, planned.
static void check_again(const char* file, const char* part)
{
    char arguments[2048], path[512];
    snprintf(path, sizeof path, "%s", write_temporary("again.pddl", ""));
    snprintf(arguments, sizeof arguments, "convert '%s' --to pddl --out '%s'", file, path);
    check_run(arguments, 0, "", "");
    path[strlen(path) - 5] = '\0';
    snprintf(arguments, sizeof arguments, "plan '%s.pddl' '%s_problem.pddl'", path, path);
    check_run(arguments, 0, part, "");
}

static void what_has_no_parameters_in_xml_says_why(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[2048], domain[512], problem[512];
    snprintf(
        domain, sizeof domain, "%s",
        write_temporary("count.pddl", "(define (domain d) (:functions (n)) (:action up :effect (increase (n) 1)))"));
    snprintf(problem, sizeof problem, "%s",
             write_temporary("count_problem.pddl", "(define (problem p) (:init (= (n) 0)) (:goal (>= (n) 2)))"));
    snprintf(arguments, sizeof arguments, "convert '%s' '%s' --to ploy", domain, problem);
    check_run(arguments, 0, "<effect>n += 1</effect>", "cannot be written with parameters: a number changes");
}

static void pddl_becomes_xml_and_xml_becomes_pddl(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[2048], path[512];
    snprintf(path, sizeof path, "%s", write_temporary("made.xml", ""));
    snprintf(arguments, sizeof arguments, "convert " FILES " --to ploy --out '%s'", path);
    check_run(arguments, 0, "", "");
    snprintf(arguments, sizeof arguments, "plan '%s'", path);
    check_run(arguments, 0, "6 steps, cost 12", "");
    snprintf(arguments, sizeof arguments, "explain '%s' --why-not 'drive(blue, harbor, market)'", path);
    check_run(arguments, 0, "costs more: the best plan with it costs 17 (+5)", "");
    snprintf(arguments, sizeof arguments, "check '%s'", path);
    check_run(arguments, 0, "", "");
    check_again(path, "6 steps, cost 12");
    snprintf(path, sizeof path, "%s", write_temporary("back.pddl", ""));
    snprintf(arguments, sizeof arguments, "convert " PLOY_SOURCE_DIR "/examples/kill_enemy.xml --to pddl --out '%s'",
             path);
    check_run(arguments, 0, "", "");
    path[strlen(path) - 5] = '\0';
    snprintf(arguments, sizeof arguments, "plan '%s.pddl' '%s_problem.pddl'", path, path);
    check_run(arguments, 0, "2 steps, cost 2", "");
}

static void wrong_uses_are_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    check_run("plan " FILES " --format xml", 2, "", "--format is 'plan'");
    check_run("plan " PLOY_SOURCE_DIR "/examples/pddl/delivery.pddl", 2, "", "there is no problem");
    check_run("plan " FILES " " PLOY_SOURCE_DIR "/examples/camp.xml", 2, "", "a domain and a problem");
    check_run("plan " PLOY_SOURCE_DIR "/examples/camp.xml --validate x", 2, "", "in PDDL");
    check_run("convert " FILES " --to btcpp4", 2, "", "no behavior trees");
    check_run("convert " FILES " --to ploy --in-place", 2, "", "in place");
}

TEST_MAIN(TEST(a_search_ends_when_its_seconds_are_over), TEST(a_search_whose_states_take_long_ends_in_time),
          TEST(a_printed_plan_is_valid),
          TEST(a_wrong_plan_is_refused_with_its_line), TEST(the_json_has_the_steps_in_the_words_of_the_problem),
          TEST(explanations_work_on_a_grounded_problem), TEST(files_are_checked_as_domain_and_problems),
          TEST(pddl_becomes_xml_and_xml_becomes_pddl), TEST(what_has_no_parameters_in_xml_says_why),
          TEST(wrong_uses_are_refused))
