// `ploy explain` from the outside: text, JSON and exit status.

#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

#include <stdio.h>
#include <string.h>

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

static run_result explain(const char* file, const char* options)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "explain '%s/examples/%s' %s", PLOY_SOURCE_DIR, file, options);
    return run_ploy(arguments);
}

static void assert_at(const run_result* r, const char* path, const char* wanted)
{
    char value[256] = "";
    if (!json_at(r->out, path, value, sizeof value)) print_error("nothing at %s in %s%s", path, r->out, r->err);
    assert_string_equal(value, wanted);
}

static void a_plan_is_explained_step_by_step(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = explain("kill_enemy.xml", "--json");
    assert_int_equal(r.status, 0);
    assert_true(json_is_valid(r.out));
    assert_at(&r, "status", "plan");
    assert_at(&r, "links.0.condition", "weaponLoaded");
    assert_at(&r, "links.0.needed_by", "1");
    assert_at(&r, "links.1.needed_by", "null");
    assert_at(&r, "without.0.extra_cost", "1");
    assert_at(&r, "without.1.status", "no-plan");
    assert_at(&r, "goals.0.outcome", "chosen");
    run_free(&r);
}

static void a_missing_plan_is_explained_and_exits_with_1(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = explain("locked.xml", "--json");
    assert_int_equal(r.status, 1);
    assert_true(json_is_valid(r.out));
    assert_at(&r, "no_plan.conflict.conditions.0.condition", "doorOpen");
    assert_at(&r, "no_plan.obstacles.size", "1");
    assert_at(&r, "no_plan.obstacles_keeping_the_goal.sets.0.0.text", "FetchKey needs hasRope");
    run_free(&r);
}

static void why_not_is_answered_for_actions_with_and_without_arguments(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = explain("kill_enemy.xml", "--why-not ChangeWeapon --json");
    assert_int_equal(r.status, 0);
    assert_at(&r, "why_not.reason", "costs-more");
    assert_at(&r, "why_not.extra_cost", "1");
    run_free(&r);
    r = explain("kill_enemy.xml", "--why-not MeleeAttack --json");
    assert_at(&r, "why_not.reason", "blocked");
    assert_at(&r, "why_not.obstacles.sets.0.0.condition", "inMeleeRange");
    run_free(&r);
    r = explain("kill_enemy.xml", "--why-not Reload --disable Reload --json");
    assert_at(&r, "why_not.obstacles.sets.0.0.kind", "disabled");
    run_free(&r);
    r = explain("camp.xml", "--why-not 'GoTo(lake)' --json");
    assert_at(&r, "why_not.action", "GoTo(lake)");
    assert_at(&r, "why_not.reason", "costs-more");
    run_free(&r);
}

static void assert_refuses(const char* file, const char* options, const char* word)
{
    run_result r = explain(file, options);
    assert_int_equal(r.status, 2);
    assert_string_equal(r.out, "");
    if (!strstr(r.err, word)) print_error("%s", r.err);
    assert_non_null(strstr(r.err, word));
    run_free(&r);
}

static void a_bad_question_is_refused_with_a_hint(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_refuses("kill_enemy.xml", "--why-not Relaod", "did you mean 'Reload'");
    assert_refuses("camp.xml", "--why-not 'GoTo(lakw)'", "did you mean 'lake'");
    assert_refuses("camp.xml", "--why-not 'GoTo(lake, camp)'", "takes 1 argument");
    assert_refuses("no_such_file.xml", "", "no_such_file.xml");
}

TEST_MAIN(TEST(a_plan_is_explained_step_by_step), TEST(a_missing_plan_is_explained_and_exits_with_1),
          TEST(why_not_is_answered_for_actions_with_and_without_arguments), TEST(a_bad_question_is_refused_with_a_hint))
