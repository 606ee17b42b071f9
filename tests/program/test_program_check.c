// `ploy check` finds planted mistakes, and none in a correct file.

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

static run_result check(const char* domain, const char* agents)
{
    char text[4096], arguments[512];
    snprintf(text, sizeof text, "<ploy version=\"1\">\n<domain name=\"d\">\n%s\n</domain>\n%s\n</ploy>\n", domain,
             agents);
    snprintf(arguments, sizeof arguments, "check '%s' --json", write_temporary("check.xml", text));
    return run_ploy(arguments);
}

// One finding of this kind, about this name, at this line (NULL: any).
static void assert_finds(const char* domain, const char* agents, const char* kind, const char* name, const char* line)
{
    char value[256] = "";
    run_result r = check(domain, agents);
    assert_true(json_is_valid(r.out));
    json_at(r.out, "count", value, sizeof value);
    if (strcmp(value, "1") != 0) print_error("%s%s", r.out, r.err);
    assert_string_equal(value, "1");
    assert_int_equal(r.status, 1);
    assert_true(json_at(r.out, "findings.0.kind", value, sizeof value));
    assert_string_equal(value, kind);
    assert_true(json_at(r.out, "findings.0.name", value, sizeof value));
    assert_string_equal(value, name);
    assert_true(json_at(r.out, "findings.0.line", value, sizeof value));
    if (line) assert_string_equal(value, line);
    run_free(&r);
}

static void assert_clean(const char* domain, const char* agents)
{
    run_result r = check(domain, agents);
    if (r.status != 0) print_error("%s%s", r.out, r.err);
    assert_int_equal(r.status, 0);
    run_free(&r);
}

#define X "<symbol name=\"x\" type=\"bool\"/>\n"
#define N "<symbol name=\"n\" type=\"int\" min=\"0\" max=\"9\"/>\n"
#define DO "<action name=\"Do\"><effect>x</effect></action>\n"
#define WANT "<goal name=\"Want\">x</goal>\n"
#define COUNT "<action name=\"Count\"><effect>n += 2</effect></action>\n"

static void a_file_that_is_well_has_no_findings(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_clean(X DO WANT, "");
    assert_clean(X N DO WANT COUNT "<goal name=\"Many\">n >= 8</goal>", "<agent name=\"a\" domain=\"d\"/>");
}

static void an_action_that_can_never_be_applied_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_finds(X N DO WANT COUNT
                 "<goal name=\"Many\">n >= 8</goal>\n<action name=\"Odd\"><pre>n = 5</pre><effect>x</effect></action>",
                 "", "dead-action", "Odd", NULL);
    assert_clean(X N DO WANT COUNT
                 "<goal name=\"Many\">n >= 8</goal>\n<action name=\"Odd\"><pre>n = 5</pre><effect>x</effect></action>",
                 "<agent name=\"a\" domain=\"d\"/>\n<agent name=\"b\" domain=\"d\"><state>n = 1</state></agent>");
}

static void a_goal_that_can_never_be_met_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_finds(X N DO WANT COUNT "<goal name=\"Odd\">n = 7</goal>", "", "hopeless-goal", "Odd", NULL);
}

static void an_agent_that_can_meet_none_of_its_goals_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_finds(X N DO WANT "<goal name=\"Many\">n >= 8</goal>\n" COUNT,
                 "<agent name=\"a\" domain=\"d\"/>\n<agent name=\"b\" "
                 "domain=\"d\"><actions>Do</actions><goals>Many</goals></agent>",
                 "hopeless-agent", "b", "12");
}

static void what_no_agent_may_use_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_finds(X DO WANT "<action name=\"Idle\"><effect>not x</effect></action>",
                 "<agent name=\"a\" domain=\"d\"><actions>Do</actions></agent>", "unused-action", "Idle", NULL);
    assert_finds(X DO WANT "<goal name=\"Rest\">not x</goal>",
                 "<agent name=\"a\" domain=\"d\"><goals>Want</goals></agent>", "unused-goal", "Rest", NULL);
}

static void symbols_that_are_never_read_or_set_are_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_finds(X "<symbol name=\"idle\" type=\"bool\"/>" DO WANT
                   "<action name=\"Sit\"><effect>idle</effect></action>",
                 "", "never-read", "idle", NULL);
    assert_finds(X "<symbol name=\"day\" type=\"bool\" initial=\"true\"/>" WANT
                   "<action name=\"Do\"><pre>day</pre><effect>x</effect></action>",
                 "", "never-set", "day", NULL);
    assert_clean(X "<symbol name=\"day\" type=\"bool\"/>" WANT
                   "<action name=\"Do\"><pre>day</pre><effect>x</effect></action>",
                 "<agent name=\"a\" domain=\"d\"><state>day</state></agent>");
}

static void a_counter_that_only_limits_how_often_is_read(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_clean(X "<symbol name=\"ammo\" type=\"int\" min=\"0\" max=\"3\" initial=\"3\"/>" WANT
                   "<action name=\"Shoot\"><effect>x, ammo -= 1</effect></action>",
                 "");
}

static void a_parameter_without_use_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_finds("<type name=\"t\" objects=\"a b\"/>" X WANT
                 "<action name=\"Do\"><param name=\"p\" type=\"t\"/><effect>x</effect></action>",
                 "", "unused-parameter", "Do", NULL);
}

static void an_action_without_effect_is_found_with_its_line(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_finds(X DO WANT "<action name=\"Wait\"><pre>x</pre></action>", "", "no-effect", "Wait", "6");
}

static void without_json_a_finding_is_one_line_with_its_place(void** state)
{
    (void)state;
    if (!can_run()) return;
    char arguments[512], expected[400];
    const char* path = write_temporary("text.xml", "<ploy version=\"1\"><domain name=\"d\">\n" X DO WANT
                                                   "<action name=\"Wait\"><pre>x</pre></action>\n</domain></ploy>");
    snprintf(expected, sizeof expected, "%s:5: action 'Wait' changes nothing [no-effect]\n", path);
    snprintf(arguments, sizeof arguments, "check '%s'", path);
    run_result r = run_ploy(arguments);
    assert_int_equal(r.status, 1);
    assert_string_equal(r.out, expected);
    run_free(&r);
}

TEST_MAIN(TEST(a_file_that_is_well_has_no_findings), TEST(an_action_that_can_never_be_applied_is_found),
          TEST(a_goal_that_can_never_be_met_is_found), TEST(an_agent_that_can_meet_none_of_its_goals_is_found),
          TEST(what_no_agent_may_use_is_found), TEST(symbols_that_are_never_read_or_set_are_found),
          TEST(a_counter_that_only_limits_how_often_is_read), TEST(a_parameter_without_use_is_found),
          TEST(an_action_without_effect_is_found_with_its_line),
          TEST(without_json_a_finding_is_one_line_with_its_place))
