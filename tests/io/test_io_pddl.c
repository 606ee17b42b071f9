// PDDL: dialects, errors that name their place, the validator, and plans against brute force on the text as it was read.

#include <ploy/pddl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/allocators.h"
#include "support/base/test.h"
#include "support/plan/pddl_brute.h"

static ploy_pddl* read_both(const char* domain, const char* problem, const ploy_allocator* allocator)
{
    ploy_error error = {0};
    ploy_pddl_def def = {0};
    if (allocator) def.allocator = *allocator;
    ploy_pddl* pddl = NULL;
    if (ploy_pddl_read(&def, domain, strlen(domain), &pddl, &error) != PLOY_OK)
        fail_msg("domain %u:%u: %s\n%s", error.line, error.column, error.message, domain);
    if (problem && ploy_pddl_read(&def, problem, strlen(problem), &pddl, &error) != PLOY_OK)
        fail_msg("problem %u:%u: %s\n%s", error.line, error.column, error.message, problem);
    return pddl;
}

static ploy_domain* ground(ploy_pddl* pddl)
{
    ploy_domain* domain = NULL;
    ploy_error error = {0};
    if (ploy_pddl_ground(pddl, &domain, &error) != PLOY_OK) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    assert_non_null(domain);
    return domain;
}

// The plan's text; "" when there is none. The cost goes to *cost, -1: no plan.
static void plan_text(ploy_pddl* pddl, const ploy_domain* domain, char* text, size_t size, int64_t* cost)
{
    ploy_planner_def def = {.domain = domain};
    ploy_planner* planner = ploy_planner_create(&def);
    uint64_t* start = calloc(ploy_domain_state_words(domain) + 1, sizeof *start);
    assert_non_null(planner);
    assert_non_null(start);
    ploy_state_init(domain, start);
    ploy_plan_query query = {.start = start};
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    size_t used = 0;
    text[0] = '\0';
    *cost = -1;
    if (plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY) {
        *cost = plan->cost;
        for (uint32_t k = 0; k < plan->step_count; k++) {
            if (pddl) used += ploy_pddl_step_print(pddl, &plan->steps[k], text + used, size - used);
            assert_true(used + 2 < size);
            text[used++] = '\n';
            text[used] = '\0';
        }
    } else if (plan->status != PLOY_NOT_FOUND) {
        fail_msg("the search ended in '%s'", ploy_status_text(plan->status));
    }
    free(start);
    ploy_planner_destroy(planner);
}

static ploy_pddl_verdict validate(const ploy_pddl* pddl, const char* plan)
{
    ploy_pddl_verdict verdict;
    ploy_error error = {0};
    if (ploy_pddl_check_plan(pddl, plan, strlen(plan), &verdict, &error) != PLOY_OK) fail_msg("%s", error.message);
    return verdict;
}

// Of the domain: does an action become several steps?
static bool has_phases(const ploy_domain* domain)
{
    return ploy_domain_find_symbol(domain, "phase") != PLOY_NONE;
}

static uint32_t with_phases; // problems solved so far

// Plans, validates, and compares the cost with brute force. Returns the cost in whole units, -1: no plan.
static int64_t solve(const char* domain_text, const char* problem_text)
{
    static char text[100000];
    ploy_pddl* pddl = read_both(domain_text, problem_text, NULL);
    ploy_domain* domain = ground(pddl);
    int64_t cost, brute = pddl_brute_cost(pddl, 1000);
    plan_text(pddl, domain, text, sizeof text, &cost);
    with_phases += has_phases(domain) && cost > 0;
    if (brute != -2 && brute != cost)
        fail_msg("cost %d, by brute force %d\n%s%s%s", (int)cost, (int)brute, domain_text, problem_text, text);
    if (cost >= 0) {
        ploy_pddl_verdict verdict = validate(pddl, text);
        if (!verdict.valid) fail_msg("line %u: %s\n%s%s%s", verdict.line, verdict.reason, domain_text, problem_text, text);
        assert_int_equal(verdict.cost, cost);
    }
    ploy_domain_destroy(domain);
    ploy_pddl_destroy(pddl);
    return cost < 0 ? -1 : cost / PLOY_UNIT;
}

// Dialects.

#define GRIPPER                                                                                                        \
    "(define (domain gripper)\n"                                                                                       \
    " (:predicates (room ?r) (ball ?b) (gripper ?g) (at-robby ?r) (at ?b ?r) (free ?g) (carry ?o ?g))\n"               \
    " (:action move :parameters (?from ?to) :precondition (and (room ?from) (room ?to) (at-robby ?from))\n"            \
    "  :effect (and (at-robby ?to) (not (at-robby ?from))))\n"                                                         \
    " (:action pick :parameters (?obj ?room ?gripper)\n"                                                               \
    "  :precondition (and (ball ?obj) (room ?room) (gripper ?gripper) (at ?obj ?room) (at-robby ?room) (free "         \
    "?gripper))\n"                                                                                                     \
    "  :effect (and (carry ?obj ?gripper) (not (at ?obj ?room)) (not (free ?gripper))))\n"                             \
    " (:action drop :parameters (?obj ?room ?gripper)\n"                                                               \
    "  :precondition (and (ball ?obj) (room ?room) (gripper ?gripper) (carry ?obj ?gripper) (at-robby ?room))\n"       \
    "  :effect (and (at ?obj ?room) (free ?gripper) (not (carry ?obj ?gripper)))))\n"

#define GRIPPER_PROBLEM                                                                                                \
    "(define (problem two) (:domain gripper) (:objects a b one two three left right)\n"                                \
    " (:init (room a) (room b) (ball one) (ball two) (ball three) (gripper left) (gripper right) (at-robby a)\n"       \
    "  (at one a) (at two a) (at three b) (free left) (free right))\n"                                                 \
    " (:goal (and (at one b) (at two b) (at three a))))\n"

static void strips_without_requirements_and_types_is_solved(void** state)
{
    (void)state;
    assert_int_equal(solve(GRIPPER, GRIPPER_PROBLEM), 8);
}

static void types_form_a_hierarchy_and_either_joins_them(void** state)
{
    (void)state;
    const char* domain = "(define (domain logistics) (:requirements :strips :typing)\n"
                         " (:types truck airplane - vehicle package vehicle - thing airport location - place\n"
                         "  city place thing - object)\n"
                         " (:predicates (in-city ?loc - place ?city - city) (at ?obj - thing ?loc - (either place "
                         "location))\n  (in ?pkg - package ?veh - (either truck airplane)))\n"
                         " (:action drive :parameters (?t - truck ?from ?to - place ?c - city)\n"
                         "  :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c))\n"
                         "  :effect (and (not (at ?t ?from)) (at ?t ?to)))\n"
                         " (:action fly :parameters (?a - airplane ?from ?to - airport)\n"
                         "  :precondition (at ?a ?from) :effect (and (not (at ?a ?from)) (at ?a ?to)))\n"
                         " (:action load :parameters (?p - package ?v - vehicle ?l - place)\n"
                         "  :precondition (and (at ?p ?l) (at ?v ?l)) :effect (and (not (at ?p ?l)) (in ?p ?v)))\n"
                         " (:action unload :parameters (?p - package ?v - vehicle ?l - place)\n"
                         "  :precondition (and (in ?p ?v) (at ?v ?l)) :effect (and (at ?p ?l) (not (in ?p ?v)))))\n";
    const char* problem = "(define (problem l) (:domain logistics) (:objects t1 t2 - truck plane - airplane\n"
                          " c1 c2 - city a1 a2 - airport l1 l2 - location box - package)\n"
                          " (:init (at t1 l1) (at t2 a2) (at plane a2) (at box l1) (in-city l1 c1) (in-city a1 c1)\n"
                          "  (in-city l2 c2) (in-city a2 c2)) (:goal (at box l2)))\n";
    assert_int_equal(solve(domain, problem), 10);
}

static void case_comments_and_missing_blanks_do_not_matter(void** state)
{
    (void)state;
    const char* domain = "; a comment (\n(DEFINE (Domain Air) (:TYPES Aircraft - object CITY)\n"
                         " (:Predicates (at ?obj ?obj) (used?a))\n"
                         " (:action FLY :parameters(?a - aircraft?from?to -city)\n"
                         "  :Precondition(and(at?a?from)(aircraft?a)(city ?to))\n"
                         "  :effect(AND(not(at?a?from))(at?a?TO)(used ?A))))";
    const char* problem = "(define(problem p)(:domain air)(:objects Jet -aircraft Rome- city oslo - CITY)\n"
                          "(:init(at JET rome))(:goal(and(at jet Oslo)(USED jet))))";
    assert_int_equal(solve(domain, problem), 1);
}

// A byte order mark, types as facts, no end of line after a comment.
static void what_editors_and_generators_leave_is_read(void** state)
{
    (void)state;
    assert_int_equal(solve("\xEF\xBB\xBF(define (domain d)\r\n (:types car - vehicle vehicle - object)\r\n (:predicates (at ?x))\r\n"
                           "\t(:action go :parameters (?a - car) :precondition (vehicle ?a) :effect (at ?a))) ; end",
                           "(define (problem p) (:objects k - car) (:domain d) (:init (car k) (vehicle k) (object k)) (:goal (at k)))"),
                     1);
}

static void costs_come_from_static_functions(void** state)
{
    (void)state;
    const char* domain =
        "(define (domain lift) (:requirements :typing :action-costs) (:types floor person)\n"
        " (:predicates (lift ?f - floor) (waits ?p - person ?f - floor) (inside ?p - person) (above ?a ?b - floor))\n"
        " (:functions (total-cost) - number (travel ?a ?b - floor) - number)\n"
        " (:action up :parameters (?a ?b - floor) :precondition (and (lift ?a) (above ?a ?b))\n"
        "  :effect (and (lift ?b) (not (lift ?a)) (increase (total-cost) (travel ?a ?b))))\n"
        " (:action down :parameters (?a ?b - floor) :precondition (and (lift ?a) (above ?b ?a))\n"
        "  :effect (and (lift ?b) (not (lift ?a)) (increase (total-cost) (travel ?b ?a))))\n"
        " (:action board :parameters (?p - person ?f - floor) :precondition (and (lift ?f) (waits ?p ?f))\n"
        "  :effect (and (not (waits ?p ?f)) (inside ?p)))\n"
        " (:action leave :parameters (?p - person ?f - floor) :precondition (and (lift ?f) (inside ?p))\n"
        "  :effect (and (waits ?p ?f) (not (inside ?p)))))\n";
    const char* problem = "(define (problem p) (:domain lift) (:objects f0 f1 f2 - floor ann bob - person)\n"
                          " (:init (lift f0) (waits ann f2) (waits bob f1) (above f0 f1) (above f0 f2) (above f1 f2)\n"
                          "  (= (travel f0 f1) 2) (= (travel f0 f2) 7) (= (travel f1 f2) 2) (= (total-cost) 3))\n"
                          " (:goal (and (waits ann f0) (waits bob f2))) (:metric minimize (total-cost)))\n";
    assert_int_equal(solve(domain, problem), 8);
}

// A metric may weigh several functions, and (total-time): the steps.
static void a_metric_is_a_sum_of_functions_times_numbers(void** state)
{
    (void)state;
    static const char domain[] =
        "(define (domain trip) (:predicates (at ?p) (road ?a ?b) (path ?a ?b)) (:functions (driven) (walked) (km ?a ?b))\n"
        " (:action drive :parameters (?a ?b) :precondition (and (at ?a) (road ?a ?b))\n"
        "  :effect (and (at ?b) (not (at ?a)) (increase (driven) (km ?a ?b))))\n"
        " (:action walk :parameters (?a ?b) :precondition (and (at ?a) (path ?a ?b))\n"
        "  :effect (and (at ?b) (not (at ?a)) (increase (walked) (km ?a ?b)) (increase (driven) 0))))";
    static const struct
    {
        const char* metric;
        int64_t cost;
    } cases[] = {{"(driven)", 0},
                 {"(walked)", 0},
                 {"driven", 0},
                 {"(total-time)", 1},
                 {"(+ (* 2  (driven)) (* 5  (walked)))", 16},
                 {"(+ (* 2 (driven)) (walked))", 4},
                 {"(+ (+ (* 0 (driven)) (* (walked) 0.5)) (* 3 (total-time)) 100)", 5},
                 {"(* 2 (+ (walked) (total-time) (driven)))", 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char problem[400];
        snprintf(problem, sizeof problem,
                 "(define (problem p) (:domain trip) (:objects a b c)\n"
                 " (:init (at a) (road a b) (road b c) (path a c) (= (km a b) 3) (= (km b c) 5) (= (km a c) 4) (= (driven) 7)\n"
                 "  (= (walked) 0)) (:goal (at c)) (:metric minimize %s))",
                 cases[i].metric);
        if (solve(domain, problem) != cases[i].cost) fail_msg("%s: not %d", cases[i].metric, (int)cases[i].cost);
    }
}

static void numbers_may_have_what_binary_fractions_leave_in_decimals(void** state)
{
    (void)state;
    static const char domain[] = "(define (domain d) (:predicates (done)) (:functions (x) (cost))\n"
                                 " (:action add :effect (and (increase (x) 0.7) (increase (cost) 1)))\n"
                                 " (:action end :precondition (= (x) 16.799999999999997) :effect (done)))";
    static const char problem[] = "(define (problem p) (:domain d) (:init (= (x) 16.10000000000000142) (= (cost) -.500000))\n"
                                  " (:goal (and (done) (>= (x) 16.8) (<= (cost) 0.49999999999))) (:metric minimize (cost)))";
    assert_int_equal(solve(domain, problem), 1);
}

// Adds " r0 r1 r2 …": every `step`th of `count`.
static int add_each(char* text, int at, size_t size, const char* before, const char* after, int count, int step)
{
    for (int i = 0; i < count; i += step) at += snprintf(text + at, size - (size_t)at, "%s%d%s", before, i, after);
    return at;
}

// A bell that rings where the robot is: one conditional effect per room, of which one alone can hold.
static void an_action_may_have_a_hundred_conditional_effects(void** state)
{
    (void)state;
    enum
    {
        ROOMS = 100
    };
    static char problem[4000];
    static const char domain[] = "(define (domain bells) (:predicates (robot-at ?r) (rung ?r))\n"
                                 " (:action go :parameters (?a ?b) :precondition (robot-at ?a)\n"
                                 "  :effect (and (not (robot-at ?a)) (robot-at ?b)))\n"
                                 " (:action ring :parameters () :precondition ()\n"
                                 "  :effect (forall (?r) (when (robot-at ?r) (rung ?r)))))";
    int at = snprintf(problem, sizeof problem, "(define (problem p) (:domain bells) (:objects");
    at = add_each(problem, at, sizeof problem, " r", "", ROOMS, 1);
    snprintf(problem + at, sizeof problem - (size_t)at, ") (:init (robot-at r3)) (:goal (and (rung r7) (rung r3))))");
    assert_int_equal(solve(domain, problem), 3);
}

// What is deleted where it holds is deleted: no condition is left, so twenty of them make one action.
static void a_delete_under_its_own_condition_is_a_delete(void** state)
{
    (void)state;
    enum
    {
        STAINS = 20
    };
    static char problem[4000];
    static const char domain[] = "(define (domain wash) (:predicates (stained ?s) (wet) (dry))\n"
                                 " (:action wash :effect (and (wet) (not (dry)) (forall (?s) (when (stained ?s) (not (stained ?s))))))\n"
                                 " (:action wait :precondition (wet) :effect (and (dry) (not (wet))))\n"
                                 " (:action spill :parameters (?s) :effect (and (stained ?s) (not (dry)))))";
    int at = snprintf(problem, sizeof problem, "(define (problem p) (:domain wash) (:objects");
    at = add_each(problem, at, sizeof problem, " s", "", STAINS, 1);
    at += snprintf(problem + at, sizeof problem - (size_t)at, ") (:init");
    at = add_each(problem, at, sizeof problem, " (stained s", ")", STAINS, 3);
    snprintf(problem + at, sizeof problem - (size_t)at,
             ") (:goal (and (dry) (stained s1) (forall (?s) (or (= ?s s1) (not (stained ?s)))))))");
    assert_int_equal(solve(domain, problem), 3); // wash, spill, wait
}

// Domains of the competitions whose actions have a conditional effect per object, of which any may hold: more ways than
// can be an action each. Their optimal costs are known by construction.
static void an_action_with_many_independent_conditional_effects_is_several_steps(void** state)
{
    (void)state;
    enum
    {
        THINGS = 14
    };
    static char problem[6000];
    static const char briefcase[] = "(define (domain briefcase) (:types portable location)\n"
                                    " (:predicates (at ?y - portable ?x - location) (in ?x - portable) (is-at ?x - location))\n"
                                    " (:action move :parameters (?m ?l - location) :precondition (is-at ?m)\n"
                                    "  :effect (and (is-at ?l) (not (is-at ?m))\n"
                                    "   (forall (?x - portable) (when (in ?x) (and (at ?x ?l) (not (at ?x ?m)))))))\n"
                                    " (:action put-in :parameters (?x - portable ?l - location)\n"
                                    "  :precondition (and (not (in ?x)) (at ?x ?l) (is-at ?l)) :effect (in ?x)))\n";
    int at = snprintf(problem, sizeof problem, "(define (problem b) (:domain briefcase) (:objects here there - location");
    at = add_each(problem, at, sizeof problem, " o", "", THINGS, 1);
    at += snprintf(problem + at, sizeof problem - (size_t)at, " - portable) (:init (is-at here)");
    at = add_each(problem, at, sizeof problem, " (at o", " here)", THINGS, 1);
    snprintf(problem + at, sizeof problem - (size_t)at, ") (:goal (and (at o1 there) (at o2 there) (at o3 here))))");
    with_phases = 0;
    assert_int_equal(solve(briefcase, problem), 3); // two are put in, and it is carried
    // Each cell becomes what the one before it is, all at once: every effect reads what another one writes.
    static const char shift[] = "(define (domain shift) (:predicates (on ?c) (next ?a ?b))\n"
                                " (:action shift :effect (forall (?a ?b) (and\n"
                                "  (when (and (next ?a ?b) (on ?a)) (on ?b))\n"
                                "  (when (and (next ?a ?b) (not (on ?a))) (not (on ?b)))))))\n";
    at = snprintf(problem, sizeof problem, "(define (problem s) (:domain shift) (:objects");
    at = add_each(problem, at, sizeof problem, " c", "", THINGS, 1);
    at += snprintf(problem + at, sizeof problem - (size_t)at, ") (:init (on c0) (on c3)");
    for (int i = 0; i < THINGS; i++)
        at += snprintf(problem + at, sizeof problem - (size_t)at, " (next c%d c%d)", i, (i + 1) % THINGS);
    at += snprintf(problem + at, sizeof problem - (size_t)at, ") (:goal (and");
    for (int i = 0; i < THINGS; i++)
        at += snprintf(problem + at, sizeof problem - (size_t)at, i == 9 || i == 12 ? " (on c%d)" : " (not (on c%d))", i);
    snprintf(problem + at, sizeof problem - (size_t)at, ")))");
    assert_int_equal(solve(shift, problem), 9);
    assert_int_equal(with_phases, 2);
}

static void conditional_effects_and_quantifiers_are_solved(void** state)
{
    (void)state;
    const char* domain = "(define (domain briefcase) (:requirements :adl) (:types portable location)\n"
                         " (:predicates (at ?y - portable ?x - location) (in ?x - portable) (is-at ?x - location))\n"
                         " (:action move :parameters (?m ?l - location) :precondition (is-at ?m)\n"
                         "  :effect (and (is-at ?l) (not (is-at ?m))\n"
                         "   (forall (?x - portable) (when (in ?x) (and (at ?x ?l) (not (at ?x ?m)))))))\n"
                         " (:action take-out :parameters (?x - portable) :precondition (in ?x) :effect (not (in ?x)))\n"
                         " (:action put-in :parameters (?x - portable ?l - location)\n"
                         "  :precondition (and (not (in ?x)) (at ?x ?l) (is-at ?l)) :effect (in ?x)))\n";
    const char* problem = "(define (problem b) (:domain briefcase) (:objects l0 l1 l2 - location o0 o1 - portable)\n"
                          " (:init (at o0 l0) (at o1 l1) (is-at l2))\n"
                          " (:goal (and (is-at l0) (at o0 l2) (at o1 l0) (not (exists (?x - portable) (in ?x))))))\n";
    assert_int_equal(solve(domain, problem), 8);
}

static void numbers_are_bounded_by_what_can_be_reached(void** state)
{
    (void)state;
    const char* domain = "(define (domain fuel) (:types place)\n"
                         " (:predicates (at ?p - place) (road ?a ?b - place) (visited ?p - place))\n"
                         " (:functions (fuel) (distance ?a ?b - place) (capacity))\n"
                         " (:action drive :parameters (?a ?b - place)\n"
                         "  :precondition (and (at ?a) (road ?a ?b) (>= (fuel) (distance ?a ?b)))\n"
                         "  :effect (and (at ?b) (not (at ?a)) (visited ?b) (decrease (fuel) (distance ?a ?b))))\n"
                         " (:action fill :parameters (?a - place) :precondition (and (at ?a) (< (fuel) (capacity)))\n"
                         "  :effect (assign (fuel) (capacity))))\n";
    const char* problem = "(define (problem f) (:domain fuel) (:objects a b c d - place)\n"
                          " (:init (at a) (road a b) (road b c) (road c d) (road b a) (= (distance a b) 4.5)\n"
                          "  (= (distance b c) 5) (= (distance c d) 2) (= (distance b a) 4) (= (fuel) 5)\n"
                          "  (= (capacity) 8)) (:goal (and (visited d) (>= (fuel) 1))))\n";
    assert_int_equal(solve(domain, problem), 4);
}

// A comparison with what has no value is false, wherever it stands, and others do not depend on it.
static void a_comparison_without_a_value_is_false(void** state)
{
    (void)state;
    const char* domain = "(define (domain d) (:constants o) (:predicates (a) (b) (c ?x) (all)) (:functions (f ?x))\n"
                         " (:action some :precondition (exists (?x) (= (f ?x) 2)) :effect (a))\n"
                         " (:action none :precondition (and (not (< (f o) 2)) (not (= (f o) 2))) :effect (b))\n"
                         " (:action each :effect (and (forall (?x) (when (>= (f ?x) 2) (c ?x))) (all))))\n";
    const char* begin = "(define (problem p) (:domain d) (:objects r) (:init (= (f r) 2)) (:goal ";
    static const struct
    {
        const char* goal;
        int cost;
    } rows[] = {{"(and (a) (b) (c r) (all))", 3}, {"(c o)", -1}, {"(= (f o) 2)", -1}, {"(not (= (f o) 2))", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char problem[300];
        snprintf(problem, sizeof problem, "%s%s))", begin, rows[i].goal);
        assert_int_equal(solve(domain, problem), rows[i].cost);
    }
}

// Without the bounds, a goal that compares counters with each other has too many combinations of values.
static void numbers_are_bounded_by_sums_and_differences(void** state)
{
    (void)state;
    static const char domain[] =
        "(define (domain counters) (:functions (value ?c) (most))\n"
        " (:action up :parameters (?c) :precondition (<= (+ (value ?c) 1) (most)) :effect (increase (value ?c) 1))\n"
        " (:action down :parameters (?c) :precondition (<= 0 (- (value ?c) 1)) :effect (decrease (value ?c) 1)))";
    static const char problem[] =
        "(define (problem p) (:domain counters) (:objects a b c)\n"
        " (:init (= (most) 6) (= (value a) 5) (= (value b) 1) (= (value c) 1))\n"
        " (:goal (and (<= (+ (value a) 1) (value b)) (<= (+ (value b) 1) (value c)))))";
    assert_int_equal(solve(domain, problem), 6);
    static const char* const conditions[] = {"(< (+ (x) 1) 6)", "(> 6 (+ 1 (x)))", "(>= 5 (- (x) -1))", "(<= (- (x) (y)) 2)",
                                             "(> (+ (y) 3) (x))", "(< (- 2 (x)) 2)", "(>= (- (- 0 (x)) (y)) -7)",
                                             "(= (+ (x) (y)) 4)", "(<= (+ (x) (x)) 8)", "(not (>= (+ (x) 1) 5))"};
    enum
    {
        COUNT = sizeof conditions / sizeof *conditions
    };
    for (int i = 0; i < COUNT * COUNT; i++) {
        char text[800];
        snprintf(text, sizeof text,
                 "(define (domain d) (:functions (x) (y))\n"
                 " (:action x :precondition (and (<= (x) 7) %s) :effect (increase (x) 1))\n"
                 " (:action y :precondition (and (<= (y) 7) %s) :effect (and (increase (y) 1) (decrease (x) 2)))\n"
                 " (:action z :precondition (>= (y) 3) :effect (and (assign (y) 0) (assign (x) 4))))",
                 conditions[i % COUNT], conditions[i / COUNT]);
        solve(text, i % 2 ? "(define (problem p) (:domain d) (:init (= (x) 0) (= (y) 0)) (:goal (and (= (x) 3) (> (y) 1))))"
                          : "(define (problem p) (:domain d) (:init (= (x) 1) (= (y) 3)) (:goal (< (+ (x) (y)) 1)))");
    }
}

static void a_goal_out_of_reach_has_no_plan(void** state)
{
    (void)state;
    const char* domain = "(define (domain d) (:predicates (a) (b) (c)) (:action x :precondition (b) :effect (c)))";
    assert_int_equal(solve(domain, "(define (problem p) (:domain d) (:init (a)) (:goal (c)))"), -1);
    assert_int_equal(solve(domain, "(define (problem p) (:domain d) (:init (a)) (:goal (and (a) (not (b)))))"), 0);
}

static void blocks_are_stacked_with_few_variables(void** state)
{
    (void)state;
    const char* domain = "(define (domain blocks) (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding "
                         "?x))\n (:action pick-up :parameters (?x) :precondition (and (clear ?x) (ontable ?x) "
                         "(handempty))\n  :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding "
                         "?x)))\n (:action put-down :parameters (?x) :precondition (holding ?x)\n  :effect (and (not "
                         "(holding ?x)) (clear ?x) (handempty) (ontable ?x)))\n (:action stack :parameters (?x ?y) "
                         ":precondition (and (holding ?x) (clear ?y))\n  :effect (and (not (holding ?x)) (not (clear "
                         "?y)) (clear ?x) (handempty) (on ?x ?y)))\n (:action unstack :parameters (?x ?y) "
                         ":precondition (and (on ?x ?y) (clear ?x) (handempty))\n  :effect (and (holding ?x) (clear ?y) "
                         "(not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))\n";
    const char* problem = "(define (problem b) (:domain blocks) (:objects a b c d)\n (:init (on c a) (ontable a) "
                          "(ontable b) (ontable d) (clear c) (clear b) (clear d) (handempty))\n"
                          " (:goal (and (on a b) (on b c) (on c d))))\n";
    assert_int_equal(solve(domain, problem), 6);
    // Where each block is, whether it is clear, and the hand: 9 variables instead of 25 atoms.
    ploy_pddl* pddl = read_both(domain, problem, NULL);
    ploy_domain* made = ground(pddl);
    assert_int_equal(ploy_domain_variable_count(made), 9);
    ploy_domain_destroy(made);
    ploy_pddl_destroy(pddl);
}

static void random_problems_cost_what_brute_force_finds(void** state)
{
    (void)state;
    uint32_t solved = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        char *domain, *problem;
        pddl_random(seed, false, &domain, &problem);
        solved += solve(domain, problem) > 0;
        free(domain);
        free(problem);
    }
    if (solved < 100) fail_msg("only %u of the problems have a plan of more than no step", solved);
}

// More ways than can be an action each: they are settled one after the other.
static void random_problems_with_many_conditional_effects_cost_the_same(void** state)
{
    (void)state;
    with_phases = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        char *domain, *problem;
        pddl_random(seed, true, &domain, &problem);
        ploy_pddl* pddl = read_both(domain, problem, NULL);
        if (pddl_brute_cost(pddl, 1000) != -2) solve(domain, problem); // else it is too large for brute force
        ploy_pddl_destroy(pddl);
        free(domain);
        free(problem);
    }
    if (with_phases < 50) fail_msg("only %u of the problems have plans of several steps per action", with_phases);
}

// Errors.

typedef struct bad_pddl
{
    const char* domain; // NULL: of gripper
    const char* problem;
    uint32_t line, column;
    const char* part; // of the message
} bad_pddl;

static const bad_pddl bad_texts[] = {
    {"", NULL, 1, 1, "nothing to read"},
    {"(define (domain d)", NULL, 1, 1, "never closed"},
    {"(define (domain d)))", NULL, 1, 20, "nothing to close"},
    {"(defun (domain d))", NULL, 1, 1, "neither a domain"},
    {"(define (domain d) (:action a :effect (p)))", NULL, 1, 40, "unknown predicate 'p'"},
    {"(define (domain d)\n (:predicates (p ?x))\n (:action a :parameters (?x)\n  :effect (p ?y)))", NULL, 4, 14,
     "unknown variable '?y'"},
    {"(define (domain d) (:predicates (p ?x)) (:action a :effect (p)))", NULL, 1, 60, "takes 1 argument, not 0"},
    {"(define (domain d) (:types t) (:predicates (p ?x - u)))", NULL, 1, 52, "unknown type 'u'"},
    {"(define (domain d) (:durative-action a))", NULL, 1, 21, "not supported"},
    {"(define (domain d) (:derived (p) (q)))", NULL, 1, 21, "not supported"},
    {"(define (domain d) (:action a :effects ()))", NULL, 1, 31, "no part of an action"},
    {"(define (domain d) (:action a) (:action a))", NULL, 1, 41, "two actions"},
    {"(define (domain d) (:action a :parameters (?x ?x)))", NULL, 1, 43, "two parameters"},
    {"(define (domain d) (:predicates (p)) (:action a :precondition (not (p) (p))))", NULL, 1, 63, "takes 1 part"},
    {"(define (problem p) (:domain d))", NULL, 1, 9, "no domain"},
    {NULL, "(define (problem p) (:domain gripper) (:objects a) (:init (rom a)) (:goal (room a)))", 1, 60,
     "unknown predicate 'rom'"},
    {NULL, "(define (problem p) (:objects a)\n (:init (room b)) (:goal (room a)))", 2, 15, "unknown object 'b'"},
    {NULL, "(define (problem p) (:objects a) (:init (room a)))", 1, 9, "no goal"},
    {NULL, "(define (problem p) (:init) (:goal (and)) (:metric maximize (total-cost)))", 1, 52, "minimize"},
    {NULL, "(define (problem p) (:init) (:goal (and)) (:metric minimize (* -1 (total-cost))))", 1, 61, "not below 0"},
    {NULL, "(define (problem p) (:init) (:goal (and)) (:metric minimize (- 9 (total-cost))))", 1, 61, "times numbers"},
    {NULL, "(define (problem p) (:init (= (total-cost) 1.2345)) (:goal (and)))", 1, 44, "three decimals"},
    {NULL, "(define (problem p) (:init (= (total-cost) 1.23499999)) (:goal (and)))", 1, 44, "three decimals"},
    {NULL, "(define (problem p) (:init (= (total-cost) 1.2340001)) (:goal (and)))", 1, 44, "three decimals"},
    {NULL, "(define (problem p) (:objects a) (:init (room a)) (:goal (room a) (ball a)))", 1, 67, "one condition"},
    {"(define (domain d) (:predicates (p) (q)) (:action a :effect (or (p) (q))))", NULL, 1, 62, "'or' is no effect"},
    {"(define (domain d) (:types t) (:predicates (p)) (:action a :effect (p)))",
     "(define (problem p) (:objects o) (:init (t o)) (:goal (p)))", 1, 41, "'o' is not of type 't'"},
};

static void errors_name_line_column_and_what_is_wrong(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_texts / sizeof *bad_texts; i++) {
        const bad_pddl* bad = &bad_texts[i];
        ploy_error error = {0};
        ploy_pddl* pddl = NULL;
        const char* domain = bad->domain ? bad->domain : GRIPPER;
        ploy_status status = ploy_pddl_read(NULL, domain, strlen(domain), &pddl, &error);
        if (bad->problem) {
            assert_int_equal(status, PLOY_OK);
            status = ploy_pddl_read(NULL, bad->problem, strlen(bad->problem), &pddl, &error);
        }
        if (status != PLOY_INVALID || error.line != bad->line || error.column != bad->column ||
            !strstr(error.message, bad->part))
            fail_msg("case %zu: status %d, %u:%u: %s", i, (int)status, error.line, error.column, error.message);
        assert_null(pddl);
    }
}

typedef struct error_list
{
    uint32_t lines[8];
    uint32_t count;
} error_list;

static void note_error(void* user, const ploy_error* error)
{
    error_list* list = user;
    if (list->count < 8) list->lines[list->count] = error->line;
    list->count++;
}

static void all_errors_of_a_text_are_reported(void** state)
{
    (void)state;
    error_list list = {0};
    ploy_pddl_def def = {.on_error = note_error, .user = &list};
    ploy_pddl* pddl = NULL;
    const char* text = "(define (domain d) (:types t) (:predicates (p ?x) (q))\n"
                       " (:action a :parameters (?x - u)\n"
                       "  :precondition (and (q) (r ?x) (p ?x))\n"
                       "  :effect (and (p ?z) (q)))\n"
                       " (:action b :effect (s)))\n";
    assert_int_equal(ploy_pddl_read(&def, text, strlen(text), &pddl, NULL), PLOY_INVALID);
    assert_int_equal(list.count, 4);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(list.lines[i], i + 2);
    assert_null(pddl);
}

static void what_cannot_be_grounded_is_refused_with_its_place(void** state)
{
    (void)state;
    ploy_error error;
    ploy_domain* domain;
    ploy_pddl* pddl = read_both("(define (domain d) (:predicates (p)) (:functions (f) (g))\n"
                                " (:action a :precondition (> (f) 1) :effect (and (p)\n"
                                "  (increase (f) (g)) (increase (g) 1))))",
                                "(define (problem p) (:init (= (f) 1) (= (g) 1)) (:goal (and (p) (> (g) 2))))", NULL);
    assert_int_equal(ploy_pddl_ground(pddl, &domain, &error), PLOY_INVALID);
    assert_null(domain);
    assert_int_equal(error.line, 3);
    ploy_pddl_destroy(pddl);
    pddl = read_both(GRIPPER, NULL, NULL);
    assert_int_equal(ploy_pddl_ground(pddl, &domain, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "no problem"));
    ploy_pddl_destroy(pddl);
    ploy_pddl_def def = {.limits = {.operators = 5}};
    pddl = NULL;
    assert_int_equal(ploy_pddl_read(&def, GRIPPER, strlen(GRIPPER), &pddl, &error), PLOY_OK);
    assert_int_equal(ploy_pddl_read(&def, GRIPPER_PROBLEM, strlen(GRIPPER_PROBLEM), &pddl, &error), PLOY_OK);
    assert_int_equal(ploy_pddl_ground(pddl, &domain, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "more than 5 ground actions"));
    ploy_pddl_destroy(pddl);
}

// How much is grounded.

// A shuttle on a line of places, in the manner of the competitions' domains in which parameters are named twice.
#define SHUTTLE                                                                                                        \
    "(define (domain shuttle) (:requirements :adl) (:types place side)\n"                                              \
    " (:constants east west - side)\n"                                                                                 \
    " (:predicates (at ?p - place) (NEXT ?p ?q - place) (closed ?p - place ?s - side) (seen ?p - place))\n"            \
    " (:action step :parameters (?a ?b ?c ?d - place ?s ?t - side)\n"                                                  \
    "  :precondition (and (not (= ?s ?t)) (= ?b ?a) (at ?a) (= ?d ?c) (not (closed ?a ?s)) (not (closed ?c ?t))\n"     \
    "   (or (and (= ?s east) (NEXT ?b ?c)) (and (= ?s west) (NEXT ?d ?a))))\n"                                         \
    "  :effect (and (not (at ?b)) (at ?d) (seen ?c))))\n"

#define SHUTTLE_PROBLEM(places, next, goal)                                                                            \
    "(define (problem p) (:domain shuttle) (:objects " places " - place)\n"                                            \
    " (:init (at p0) (closed p0 west) (closed p4 east) " next ")\n"                                                    \
    " (:goal " goal "))\n"

static void equalities_and_what_never_changes_keep_the_ground_actions_few(void** state)
{
    (void)state;
    const char* line = SHUTTLE_PROBLEM("p0 p1 p2 p3 p4 p5 p6 p7 p8 p9",
                                       "(next p0 p1) (next p1 p2) (next p2 p3) (next p3 p4) (next p4 p5)",
                                       "(and (seen p3) (at p0))");
    ploy_pddl_def def = {.limits = {.operators = 12}};
    ploy_pddl* pddl = NULL;
    ploy_error error;
    assert_int_equal(ploy_pddl_read(&def, SHUTTLE, strlen(SHUTTLE), &pddl, &error), PLOY_OK);
    assert_int_equal(ploy_pddl_read(&def, line, strlen(line), &pddl, &error), PLOY_OK);
    ploy_domain_destroy(ground(pddl)); // of the 40,000 combinations of objects, 8 are ever possible
    ploy_pddl_destroy(pddl);
    assert_int_equal(solve(SHUTTLE, line), 6);
    assert_int_equal(solve(SHUTTLE, SHUTTLE_PROBLEM("p0 p1 p2 p3 p4", "(next p0 p1) (next p1 p2) (next p2 p3) (next p3 p4)",
                                                    "(or (seen p4) (and (at p1) (seen p3)))")),
                     4);
}

static void an_equality_binds_no_parameter_to_an_object_of_another_type(void** state)
{
    (void)state;
    const char* domain = "(define (domain d) (:types boat car) (:predicates (launched ?x))\n"
                         " (:action launch :parameters (?b - boat ?c - car) :precondition (= ?b ?c) :effect (launched ?b)))\n";
    assert_int_equal(solve(domain, "(define (problem p) (:domain d) (:objects b - boat c - car a - (either boat car)) (:init)\n"
                                   " (:goal (launched a)))"),
                     1);
    assert_int_equal(solve(domain, "(define (problem p) (:domain d) (:objects b - boat c - car a - (either boat car)) (:init)\n"
                                   " (:goal (or (launched b) (launched c))))"),
                     -1);
}

// Each choice in one disjunction with each in the other; what holds of both is one action, not four.
static void disjunctions_are_joined_with_each_other(void** state)
{
    (void)state;
    const char* domain = "(define (domain d) (:predicates (p ?x) (q ?x) (met ?x ?y))\n"
                         " (:action meet :parameters (?x ?y) :precondition (and (or (p ?x) (q ?x)) (or (p ?y) (q ?y)))\n"
                         "  :effect (met ?x ?y)))\n";
    const char* problem = "(define (problem p) (:domain d) (:objects a b c) (:init (p a) (q b))\n"
                          " (:goal (and (met a a) (met a b) (met b a) (met b b))))\n";
    const char* both = "(define (problem p) (:domain d) (:objects a b c) (:init (p a) (q a) (q b))\n"
                       " (:goal (and (met a a) (met a b) (met b a) (met b b))))\n";
    assert_int_equal(solve(domain, problem), 4);
    ploy_pddl* pddl = read_both(domain, both, NULL);
    ploy_domain* made = ground(pddl);
    assert_int_equal(ploy_domain_action_count(made), 4);
    ploy_domain_destroy(made);
    ploy_pddl_destroy(pddl);
}

// 160,000 combinations of objects are more than may be tried for 100 ground actions.
static void a_disjunction_that_says_which_objects_are_meant_costs_nothing(void** state)
{
    (void)state;
    const char* domain = "(define (domain d) (:predicates (row ?a ?b ?c ?d) (seen ?a ?d))\n"
                         " (:action look :parameters (?a ?b ?c ?d) :precondition (or (row ?a ?b ?c ?d) (row ?d ?c ?b ?a))\n"
                         "  :effect (seen ?a ?d)))\n";
    const char* problem = "(define (problem p) (:domain d) (:objects a b c d e f g h i j k l m n o p q r s t)\n"
                          " (:init (row a b c d)) (:goal (and (seen a d) (seen d a))))\n";
    ploy_pddl_def def = {.limits = {.operators = 100}};
    ploy_pddl* pddl = NULL;
    ploy_error error;
    assert_int_equal(ploy_pddl_read(&def, domain, strlen(domain), &pddl, &error), PLOY_OK);
    assert_int_equal(ploy_pddl_read(&def, problem, strlen(problem), &pddl, &error), PLOY_OK);
    ploy_domain* made = ground(pddl);
    assert_int_equal(ploy_domain_action_count(made), 2);
    ploy_domain_destroy(made);
    ploy_pddl_destroy(pddl);
}

// A hundred places can be seen, but none can be tested: what would take a million steps for each place is never done.
static void a_quantifier_is_not_tested_where_an_atom_is_missing(void** state)
{
    (void)state;
    enum
    {
        PLACES = 100
    };
    static char problem[8000];
    const char* domain = "(define (domain d) (:predicates (seen ?x) (ready ?y) (near ?a ?b) (odd ?a ?b) (done))\n"
                         " (:action see :parameters (?x ?y) :precondition (and (seen ?x) (near ?x ?y)) :effect (seen ?y))\n"
                         " (:action test :parameters (?x ?y) :precondition (and (seen ?x) (ready ?y)\n"
                         "  (forall (?a ?b ?c) (or (not (odd ?a ?b)) (near ?x ?c)))) :effect (done))\n"
                         " (:action stop :parameters (?x) :precondition (seen ?x) :effect (done)))\n";
    int at = snprintf(problem, sizeof problem, "(define (problem p) (:domain d) (:objects");
    at = add_each(problem, at, sizeof problem, " p", "", PLACES, 1);
    at += snprintf(problem + at, sizeof problem - (size_t)at, ") (:init (seen p0)");
    for (int i = 0; i + 1 < PLACES; i++)
        at += snprintf(problem + at, sizeof problem - (size_t)at, " (near p%d p%d)", i, i + 1);
    snprintf(problem + at, sizeof problem - (size_t)at, ") (:goal (done)))");
    ploy_pddl_def def = {.limits = {.operators = 500}};
    ploy_pddl* pddl = NULL;
    ploy_error error;
    assert_int_equal(ploy_pddl_read(&def, domain, strlen(domain), &pddl, &error), PLOY_OK);
    assert_int_equal(ploy_pddl_read(&def, problem, strlen(problem), &pddl, &error), PLOY_OK);
    ploy_domain_destroy(ground(pddl));
    ploy_pddl_destroy(pddl);
}

// The validator.

typedef struct judged_plan
{
    const char* plan;
    bool valid;
    uint32_t steps, line;
    const char* part; // of the reason
} judged_plan;

static const judged_plan judged_plans[] = {
    {"(pick one a left)\n(PICK two a right) ; both\n(move a b)\n(drop one b left)\n(drop two b right)\n"
     "(pick three b left)\n(move b a)\n(drop three a left)\n",
     true, 8, 0, ""},
    {"0.000: (pick one a left) [1]\n1.000: (move a b) [1]\n", false, 2, 0, "(at one b) does not hold"},
    {"", false, 0, 0, "goal is not met"},
    {"; a comment\n\n(pick one b left)", false, 0, 3, "(at one b) does not hold"},
    {"(pick one a left)\n(pick two a left)", false, 1, 2, "(free left) does not hold"},
    {"(pick one a)", false, 0, 1, "takes 3 arguments, not 2"},
    {"(pick one a left right)", false, 0, 1, "takes 3 arguments, not 4"},
    {"(pick four a left)", false, 0, 1, "no object 'four'"},
    {"(fly a b)", false, 0, 1, "no such action"},
    {"()", false, 0, 1, "no such action"},
};

static void the_validator_says_which_step_is_wrong(void** state)
{
    (void)state;
    ploy_pddl* pddl = read_both(GRIPPER, GRIPPER_PROBLEM, NULL);
    for (size_t i = 0; i < sizeof judged_plans / sizeof *judged_plans; i++) {
        const judged_plan* judged = &judged_plans[i];
        ploy_pddl_verdict verdict = validate(pddl, judged->plan);
        if (verdict.valid != judged->valid || verdict.step_count != judged->steps || verdict.line != judged->line ||
            !strstr(verdict.reason, judged->part))
            fail_msg("plan %zu: %d, %u steps, line %u: %s", i, verdict.valid, verdict.step_count, verdict.line,
                     verdict.reason);
        assert_int_equal(verdict.cost, judged->steps * PLOY_UNIT);
    }
    ploy_error error;
    ploy_pddl_verdict verdict;
    assert_int_equal(ploy_pddl_check_plan(pddl, "((", 2, &verdict, &error), PLOY_INVALID);
    ploy_pddl_destroy(pddl);
}

static void a_plan_with_one_step_less_or_exchanged_is_judged_by_the_text(void** state)
{
    (void)state;
    // Leaving out any step of a cheapest plan makes it invalid.
    static char text[100000], cut[100000];
    for (uint64_t seed = 1; seed <= 100; seed++) {
        char *domain_text, *problem_text;
        int64_t cost;
        pddl_random(seed, false, &domain_text, &problem_text);
        ploy_pddl* pddl = read_both(domain_text, problem_text, NULL);
        ploy_domain* domain = ground(pddl);
        plan_text(pddl, domain, text, sizeof text, &cost);
        for (char* line = text; cost > 0 && *line; line = strchr(line, '\n') + 1) {
            snprintf(cut, sizeof cut, "%.*s%s", (int)(line - text), text, strchr(line, '\n') + 1);
            ploy_pddl_verdict verdict = validate(pddl, cut);
            if (verdict.valid) assert_true(verdict.cost >= cost);
        }
        ploy_domain_destroy(domain);
        ploy_pddl_destroy(pddl);
        free(domain_text);
        free(problem_text);
    }
}

// Conversions.

typedef struct pddl_sink
{
    char text[400000];
    size_t used;
} pddl_sink;

static bool append(void* user, const char* text, size_t bytes)
{
    pddl_sink* sink = user;
    assert_true(sink->used + bytes < sizeof sink->text);
    memcpy(sink->text + sink->used, text, bytes);
    sink->used += bytes;
    sink->text[sink->used] = '\0';
    return true;
}

static int64_t cost_of(const ploy_domain* domain)
{
    static char text[100000];
    int64_t cost;
    plan_text(NULL, domain, text, sizeof text, &cost);
    return cost;
}

static void a_domain_written_as_pddl_or_xml_has_plans_of_the_same_cost(void** state)
{
    (void)state;
    static pddl_sink sinks[3];
    for (uint64_t seed = 1; seed <= 60; seed++) {
        char *domain_text, *problem_text;
        ploy_error error = {0};
        ploy_file* file = NULL;
        pddl_random(seed, false, &domain_text, &problem_text);
        ploy_pddl* pddl = read_both(domain_text, problem_text, NULL);
        ploy_domain* domain = ground(pddl);
        uint64_t* start = calloc(ploy_domain_state_words(domain) + 1, sizeof *start);
        assert_non_null(start);
        ploy_state_init(domain, start);
        ploy_plan_query query = {.start = start};
        for (int k = 0; k < 3; k++) sinks[k].used = 0;
        for (int k = 0; k < 2; k++)
            assert_int_equal(ploy_domain_to_pddl(domain, &query, k == 1, append, &sinks[k], &error), PLOY_OK);
        ploy_pddl* again = read_both(sinks[0].text, sinks[1].text, NULL);
        ploy_domain* written = ground(again);
        if (cost_of(written) != cost_of(domain)) fail_msg("%s%s", sinks[0].text, sinks[1].text);
        assert_int_equal(ploy_domain_write(domain, append, &sinks[2]), PLOY_OK);
        if (ploy_file_parse(NULL, sinks[2].text, sinks[2].used, &file, &error) != PLOY_OK)
            fail_msg("%u: %s\n%s", error.line, error.message, sinks[2].text);
        assert_int_equal(cost_of(ploy_file_domain(file, 0)), cost_of(domain));
        ploy_file_destroy(file);
        ploy_domain_destroy(written);
        ploy_pddl_destroy(again);
        free(start);
        ploy_domain_destroy(domain);
        ploy_pddl_destroy(pddl);
        free(domain_text);
        free(problem_text);
    }
}

static int64_t cost_of_agent(const ploy_file* file)
{
    ploy_planner* planner = ploy_planner_create(&(ploy_planner_def){.domain = ploy_file_domain(file, 0)});
    ploy_plan_query query = {.start = ploy_file_agent(file, 0).state};
    const ploy_plan* plan = ploy_planner_plan(planner, &query);
    int64_t cost = plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY ? plan->cost : -1;
    ploy_planner_destroy(planner);
    return cost;
}

// Of the file, written as PDDL and read again.
static int64_t cost_as_pddl(const ploy_file* file)
{
    static pddl_sink texts[2];
    ploy_plan_query query = {.start = ploy_file_agent(file, 0).state};
    for (int k = 0; k < 2; k++) {
        texts[k].used = 0;
        ploy_status status = ploy_domain_to_pddl(ploy_file_domain(file, 0), &query, k == 1, append, &texts[k], NULL);
        assert_int_equal(status, PLOY_OK);
    }
    ploy_pddl* pddl = read_both(texts[0].text, texts[1].text, NULL);
    ploy_domain* domain = ground(pddl);
    int64_t cost = cost_of(domain);
    ploy_domain_destroy(domain);
    ploy_pddl_destroy(pddl);
    return cost;
}

static void a_problem_written_with_parameters_has_plans_of_the_same_cost(void** state)
{
    (void)state;
    static pddl_sink sink;
    uint32_t written = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        char *domain_text, *problem_text;
        ploy_error error = {0};
        ploy_file* file = NULL;
        pddl_random(seed, false, &domain_text, &problem_text);
        ploy_pddl* pddl = read_both(domain_text, problem_text, NULL);
        sink.used = 0;
        ploy_status status = ploy_pddl_write(pddl, append, &sink, &error);
        if (status == PLOY_OK) {
            ploy_domain* domain = ground(pddl);
            if (ploy_file_parse(NULL, sink.text, sink.used, &file, &error) != PLOY_OK)
                fail_msg("%u: %s\n%s%s", error.line, error.message, domain_text, sink.text);
            if (cost_of_agent(file) != cost_of(domain))
                fail_msg("%u: %d instead of %d:\n%s%s%s", (unsigned)seed, (int)cost_of_agent(file), (int)cost_of(domain),
                         domain_text, problem_text, sink.text);
            written++;
            if (seed % 4 == 0) assert_int_equal(cost_as_pddl(file), cost_of(domain));
            ploy_file_destroy(file);
            ploy_domain_destroy(domain);
        } else {
            assert_int_equal(status, PLOY_NOT_SUPPORTED);
        }
        ploy_pddl_destroy(pddl);
        free(domain_text);
        free(problem_text);
    }
    if (written < 100) fail_msg("only %u of 400 were written", written);
}

// Trucks, and a package that is in a truck or at a place; places without types, known by a fact.
static void what_is_written_with_parameters_reads_like_a_file_of_ploy(void** state)
{
    (void)state;
    static const char domain_text[] =
        "(define (domain Post-Office) (:predicates (truck ?x) (place ?x) (at ?x ?y) (in ?x ?t) (road ?x ?y))"
        "(:action drive :parameters (?t ?from ?to) :precondition (and (truck ?t) (road ?from ?to) (at ?t ?from))"
        " :effect (and (at ?t ?to) (not (at ?t ?from))))"
        "(:action jump :parameters (?a ?b) :precondition (and (truck ?a) (truck ?b)) :effect (and (in ?a ?b) (not (in ?b ?a)))))";
    static const char problem_text[] =
        "(define (problem p) (:domain post-office) (:objects t1 t2 a b c) (:init (truck t1) (truck t2) (place a)"
        " (place b) (place c) (road a b) (road b c) (at t1 a) (at t2 b)) (:goal (and (at t1 c) (in t2 t2))))";
    static const char* const parts[] = {
        "<type name=\"truck\" objects=\"t1 t2\"/>", "<type name=\"place\" objects=\"a b c\"/>",
        "<symbol name=\"at\" of=\"truck\" type=\"place\"/>", "<symbol name=\"in\" of=\"truck truck\" type=\"bool\"/>",
        "<table name=\"road\" of=\"place place\" type=\"bool\">a b = true, b c = true</table>",
        "<param name=\"from\" type=\"place\"/>", "<pre>road(from, to) and at(t) = from</pre>", "<effect>at(t) = to</effect>",
        // Two effects would meet where a truck jumps into itself: adding wins, and that is an action of its own.
        "<pre>b_2 != a_2 or a_2 != b_2</pre>\n      <effect>in(a_2, b_2), not in(b_2, a_2)</effect>",
        "<action name=\"jump.t2.t2\" cost=\"1\">\n      <effect>in(t2, t2)</effect>",
        "<goal name=\"goal\">at(t1) = c and in(t2, t2)</goal>", "<agent name=\"p\" domain=\"post_office\">"};
    static pddl_sink sink;
    ploy_file* file = NULL;
    ploy_error error = {0};
    ploy_pddl* pddl = read_both(domain_text, problem_text, NULL);
    sink.used = 0;
    assert_int_equal(ploy_pddl_write(pddl, append, &sink, &error), PLOY_OK);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(sink.text, parts[i])) fail_msg("%s is not in\n%s", parts[i], sink.text);
    assert_int_equal(ploy_file_parse(NULL, sink.text, sink.used, &file, &error), PLOY_OK);
    assert_int_equal(cost_of_agent(file), 3 * PLOY_UNIT);
    ploy_file_destroy(file);
    ploy_pddl_destroy(pddl);
}

static void what_cannot_be_written_with_parameters_says_why(void** state)
{
    (void)state;
    static const struct
    {
        const char *domain, *problem, *why;
    } rows[] = {
        {"(define (domain d) (:predicates (p)) (:functions (n)) (:action a :precondition (< (n) 3) :effect (increase (n) 1)))",
         "(define (problem q) (:domain d) (:init (= (n) 0)) (:goal (>= (n) 2)))", "a number changes"},
        {"(define (domain d) (:predicates (p ?a ?b ?c ?d ?e)) (:action a :parameters (?x) :effect (p ?x ?x ?x ?x ?x)))",
         "(define (problem q) (:domain d) (:objects o r) (:init) (:goal (p o o o o o)))", "more than four arguments"},
        {"(define (domain d) (:predicates (p ?a) (q ?a)) (:action a :effect (forall (?x) (when (p ?x) (and (q ?x) (not (p "
         "?x)))))) (:action b :parameters (?x) :effect (p ?x)))",
         "(define (problem q) (:domain d) (:objects a b c d e f g) (:init) (:goal (q a)))", "more than five conditional"}};
    static pddl_sink sink;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ploy_error error = {0};
        ploy_pddl* pddl = read_both(rows[i].domain, rows[i].problem, NULL);
        assert_int_equal(ploy_pddl_write(pddl, append, &sink, &error), PLOY_NOT_SUPPORTED);
        if (!strstr(error.message, rows[i].why)) fail_msg("%s", error.message);
        ploy_pddl_destroy(pddl);
    }
}

static void a_cost_that_depends_on_the_game_cannot_be_written_as_pddl(void** state)
{
    (void)state;
    static pddl_sink sink;
    ploy_error error = {0};
    uint64_t start[1] = {0};
    ploy_domain* domain = ploy_domain_create(NULL);
    ploy_plan_query query = {.start = start};
    assert_int_equal(ploy_domain_add_symbol(domain, &(ploy_symbol_def){.name = "a"}, NULL, &error), PLOY_OK);
    ploy_action_def walk = {.name = "walk", .effect = "a", .cost = "call:far"};
    assert_int_equal(ploy_domain_add_action(domain, &walk, NULL, &error), PLOY_OK);
    assert_int_equal(ploy_domain_add_goal(domain, &(ploy_goal_def){.name = "g", .condition = "a"}, NULL, &error), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, &error), PLOY_OK);
    assert_int_equal(ploy_domain_to_pddl(domain, &query, false, append, &sink, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "'walk'"));
    ploy_domain_destroy(domain);
}

// Memory.

static bool read_ground_validate(const ploy_allocator* allocator)
{
    static const char domain_text[] =
        "(define (domain d) (:types a b - c) (:constants k - a) (:predicates (p ?x) (q ?x ?y) (r)) (:functions (n))\n"
        "(:action do :parameters (?x - c) :precondition (and (p ?x) (or (r) (< (n) 2)) (forall (?y - a) (p ?y)))\n"
        ":effect (and (not (p ?x)) (q ?x k) (increase (n) 1) (forall (?z - b) (when (q k ?z) (not (q k ?z)))))))";
    static const char problem_text[] =
        "(define (problem e) (:objects o - b) (:init (p k) (p o) (= (n) 0)) (:goal (and (q k k) (q o k))))";
    static const char plan[] = "(do o) (do k)";
    ploy_pddl_def def = {.allocator = *allocator};
    ploy_pddl* pddl = NULL;
    ploy_domain* domain = NULL;
    ploy_pddl_verdict verdict;
    bool good = ploy_pddl_read(&def, domain_text, sizeof domain_text - 1, &pddl, NULL) == PLOY_OK &&
                ploy_pddl_read(&def, problem_text, sizeof problem_text - 1, &pddl, NULL) == PLOY_OK &&
                ploy_pddl_ground(pddl, &domain, NULL) == PLOY_OK &&
                ploy_pddl_check_plan(pddl, plan, sizeof plan - 1, &verdict, NULL) == PLOY_OK;
    if (good) assert_true(verdict.valid);
    ploy_domain_destroy(domain);
    ploy_pddl_destroy(pddl);
    return good;
}

static bool read_write(const ploy_allocator* allocator)
{
    static pddl_sink sink;
    static const char text[] =
        "(define (domain d) (:types a b - c) (:constants k - a) (:predicates (p ?x) (q ?x ?y) (at ?x - b ?y - a) (s ?x))"
        "(:functions (total-cost) (n ?x))"
        "(:action do :parameters (?x - c) :precondition (and (p ?x) (s ?x) (forall (?y - a) (p ?y)))\n"
        ":effect (and (not (p ?x)) (q ?x k) (increase (total-cost) (n ?x)) (when (q k ?x) (not (q k ?x)))))"
        "(:action go :parameters (?x - b ?f ?t - a) :precondition (at ?x ?f) :effect (and (at ?x ?t) (not (at ?x ?f)))))"
        "(define (problem e) (:objects o - b l - a) (:init (p k) (p l) (p o) (s k) (s o) (at o k) (= (n k) 1) (= (n l) 2)"
        " (= (n o) 2.5)) (:goal (and (q o k) (at o l))) (:metric minimize (total-cost)))";
    ploy_pddl_def def = {.allocator = *allocator};
    ploy_pddl* pddl = NULL;
    sink.used = 0;
    bool good = ploy_pddl_read(&def, text, sizeof text - 1, &pddl, NULL) == PLOY_OK &&
                ploy_pddl_write(pddl, append, &sink, NULL) == PLOY_OK;
    ploy_pddl_destroy(pddl);
    return good;
}

// Effects that read what others write, too many for one action per way.
static bool ground_many(const ploy_allocator* allocator)
{
    static const char text[] =
        "(define (domain s) (:predicates (on ?c) (next ?a ?b)) (:action shift :parameters () :effect (and"
        " (forall (?a ?b) (and (when (and (next ?a ?b) (on ?a)) (on ?b)) (when (and (next ?a ?b) (not (on ?a))) (not (on ?b))))))))"
        "(define (problem p) (:objects a b c d e f g) (:init (on a) (next a b) (next b c) (next c d) (next d e) (next e f)"
        " (next f g) (next g a)) (:goal (on c)))";
    ploy_pddl_def def = {.allocator = *allocator};
    ploy_pddl* pddl = NULL;
    ploy_domain* domain = NULL;
    bool good = ploy_pddl_read(&def, text, sizeof text - 1, &pddl, NULL) == PLOY_OK &&
                ploy_pddl_ground(pddl, &domain, NULL) == PLOY_OK;
    ploy_domain_destroy(domain);
    ploy_pddl_destroy(pddl);
    return good;
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    test_fail_every_allocation(ground_many);
    test_fail_every_allocation(read_ground_validate);
    test_fail_every_allocation(read_write);
}

TEST_MAIN(TEST(what_is_written_with_parameters_reads_like_a_file_of_ploy),
          TEST(what_cannot_be_written_with_parameters_says_why),
          TEST(a_problem_written_with_parameters_has_plans_of_the_same_cost),
          TEST(strips_without_requirements_and_types_is_solved), TEST(types_form_a_hierarchy_and_either_joins_them),
          TEST(case_comments_and_missing_blanks_do_not_matter), TEST(what_editors_and_generators_leave_is_read),
          TEST(costs_come_from_static_functions),
          TEST(a_metric_is_a_sum_of_functions_times_numbers),
          TEST(numbers_may_have_what_binary_fractions_leave_in_decimals),
          TEST(an_action_may_have_a_hundred_conditional_effects),
          TEST(a_delete_under_its_own_condition_is_a_delete),
          TEST(conditional_effects_and_quantifiers_are_solved),
          TEST(an_action_with_many_independent_conditional_effects_is_several_steps),
          TEST(random_problems_with_many_conditional_effects_cost_the_same), TEST(numbers_are_bounded_by_what_can_be_reached),
          TEST(a_comparison_without_a_value_is_false), TEST(numbers_are_bounded_by_sums_and_differences),
          TEST(a_goal_out_of_reach_has_no_plan), TEST(blocks_are_stacked_with_few_variables),
          TEST(random_problems_cost_what_brute_force_finds), TEST(errors_name_line_column_and_what_is_wrong),
          TEST(all_errors_of_a_text_are_reported), TEST(what_cannot_be_grounded_is_refused_with_its_place),
          TEST(equalities_and_what_never_changes_keep_the_ground_actions_few),
          TEST(an_equality_binds_no_parameter_to_an_object_of_another_type), TEST(disjunctions_are_joined_with_each_other),
          TEST(a_disjunction_that_says_which_objects_are_meant_costs_nothing),
          TEST(a_quantifier_is_not_tested_where_an_atom_is_missing),
          TEST(the_validator_says_which_step_is_wrong),
          TEST(a_plan_with_one_step_less_or_exchanged_is_judged_by_the_text), TEST(a_domain_written_as_pddl_or_xml_has_plans_of_the_same_cost),
          TEST(a_cost_that_depends_on_the_game_cannot_be_written_as_pddl), TEST(every_allocation_may_fail))
