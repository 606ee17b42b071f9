// `ploy check` finds planted mistakes, and none in a correct file or in what ships.

#define _DEFAULT_SOURCE

#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

#include <dirent.h>
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

#define X "<symbol name=\"x\" type=\"bool\" planned=\"true\"/>\n"
#define N "<symbol name=\"n\" type=\"int\" min=\"0\" max=\"9\" planned=\"true\"/>\n"
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

static void a_range_that_keeps_an_action_from_ever_being_applied_is_named(void** state)
{
    (void)state;
    if (!can_run()) return;
    const char* eat = "<action name=\"Eat\"><effect>x, h -= 3</effect></action>\n";
    const char* feast = "<action name=\"Feast\"><effect>x, h -= 30</effect></action>\n";
    const char* sensed = "<symbol name=\"h\" type=\"int\" min=\"0\" max=\"9\" initial=\"2\"/>\n";
    const char* planned = "<symbol name=\"h\" type=\"int\" min=\"0\" max=\"9\" initial=\"2\" planned=\"true\"/>\n";
    const char* clamped = "<symbol name=\"h\" type=\"int\" min=\"0\" max=\"9\" initial=\"2\" clamp=\"true\"/>\n";
    const struct
    {
        const char *symbol, *action, *message;
    } rows[] = {
        {planned, eat, "action 'Eat' can never be applied: Eat needs h >= 3: it would go below 0"},
        {sensed, feast, "action 'Feast' can never be applied: Feast needs h >= 30: it would go below 0"},
        {sensed, eat, NULL},
        {clamped, feast, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char domain[1024], value[256] = "";
        snprintf(domain, sizeof domain, X DO WANT "%s%s", rows[i].symbol, rows[i].action);
        run_result r = check(domain, "");
        assert_int_equal(r.status, rows[i].message ? 1 : 0);
        if (rows[i].message) {
            assert_true(json_at(r.out, "findings.0.message", value, sizeof value));
            assert_string_equal(value, rows[i].message);
        }
        run_free(&r);
    }
}

static void a_goal_that_can_never_be_met_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_finds(X N DO WANT COUNT "<goal name=\"Odd\">n = 7</goal>", "", "hopeless-goal", "Odd", NULL);
}

static void a_goal_that_reads_no_symbol_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_finds(X DO WANT "<goal name=\"Always\">true</goal>", "", "constant-goal", "Always", NULL);
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
    assert_finds(X "<symbol name=\"idle\" type=\"bool\" planned=\"true\"/>" DO WANT
                   "<action name=\"Sit\"><effect>idle</effect></action>",
                 "", "never-read", "idle", NULL);
    assert_finds(X "<symbol name=\"day\" type=\"bool\" initial=\"true\" planned=\"true\"/>" WANT
                   "<action name=\"Do\"><pre>day</pre><effect>x</effect></action>",
                 "", "never-set", "day", NULL);
    assert_clean(X "<symbol name=\"day\" type=\"bool\" planned=\"true\"/>" WANT
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

// The game may change and read what is sensed.
static void what_depends_on_the_game_is_no_finding(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char sensed[] = "<symbol name=\"day\" type=\"bool\"/><symbol name=\"heat\" type=\"bool\"/>";
    char domain[2048];
    snprintf(domain, sizeof domain, "%s%s", sensed,
             X WANT "<symbol name=\"dug\" type=\"bool\" planned=\"true\"/>"
                    "<action name=\"Dig\"><pre>day</pre><effect>dug</effect></action>"
                    "<action name=\"Do\"><pre>dug</pre><effect>x</effect></action>");
    assert_clean(domain, "");
    assert_clean(domain, "<agent name=\"a\" domain=\"d\"><state>day</state></agent>");
}

static void what_methods_read_and_do_is_used(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_clean(X "<action name=\"Do\"><effect>x</effect></action><action name=\"Wait\"/>",
                 "<htn name=\"n\" domain=\"d\"><task name=\"T\"><method when=\"x\"><do task=\"Wait\"/></method>"
                 "<method><do task=\"Do\"/></method></task></htn>");
}

// Findings in files that are made to be faulty. Everything else that ships is clean.
static const struct
{
    const char *file, *kind, *name, *why;
} expected_findings[] = {
    {"examples/stuck.xml", "hopeless-agent", "miller", "no action gives it the key: ploy explain says so"},
    {"examples/locked.xml", "hopeless-agent", "prisoner", "nothing gives it a rope: ploy explain says so"},
};

static bool is_expected(const char* file, const char* kind, const char* name)
{
    for (size_t k = 0; k < sizeof expected_findings / sizeof *expected_findings; k++)
        if (strcmp(expected_findings[k].file, file) == 0 && strcmp(expected_findings[k].kind, kind) == 0 &&
            strcmp(expected_findings[k].name, name) == 0)
            return true;
    return false;
}

static uint32_t count_unexpected(const char* file, uint32_t* expected)
{
    char arguments[1024], path[64], kind[256], name[256], message[512];
    uint32_t unexpected = 0;
    snprintf(arguments, sizeof arguments, "check '%s/%s' --json", PLOY_SOURCE_DIR, file);
    run_result r = run_ploy(arguments);
    if (r.status == 2 || r.status < 0 || r.err[0]) {
        print_error("%s: %d %s", file, r.status, r.err);
        unexpected++;
    }
    for (uint32_t k = 0;; k++) {
        snprintf(path, sizeof path, "findings.%u.kind", k);
        if (!json_at(r.out, path, kind, sizeof kind)) break;
        snprintf(path, sizeof path, "findings.%u.name", k);
        json_at(r.out, path, name, sizeof name);
        snprintf(path, sizeof path, "findings.%u.message", k);
        json_at(r.out, path, message, sizeof message);
        bool is_known = is_expected(file, kind, name);
        *expected += is_known;
        unexpected += !is_known;
        if (!is_known) print_error("%s: %s [%s]\n", file, message, kind);
    }
    run_free(&r);
    return unexpected;
}

static void every_shipped_file_is_clean(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char* const folders[] = {"examples", "examples/data", "games/arena/data", "games/battleground/data",
                                          "games/smithy/data"};
    uint32_t files = 0, expected = 0, unexpected = 0;
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", PLOY_SOURCE_DIR, folders[f]);
        DIR* folder = opendir(path);
        assert_non_null(folder);
        for (const struct dirent* entry; (entry = readdir(folder));) {
            const char* end = strrchr(entry->d_name, '.');
            if (!end || strcmp(end, ".xml") != 0) continue;
            char file[512];
            snprintf(file, sizeof file, "%s/%s", folders[f], entry->d_name);
            unexpected += count_unexpected(file, &expected);
            files++;
        }
        closedir(folder);
    }
    assert_true(files >= 30);
    assert_int_equal(unexpected, 0);
    assert_int_equal(expected, sizeof expected_findings / sizeof *expected_findings);
}

// So many findings, all of them refusals; each part is in one of the messages.
static void assert_refuses(const char* body, uint32_t count, const char* const* parts)
{
    char text[4096], arguments[512], expected[16], value[512] = "";
    snprintf(text, sizeof text, "<ploy version=\"1\">\n%s\n</ploy>\n", body);
    snprintf(arguments, sizeof arguments, "check '%s' --json", write_temporary("refused.xml", text));
    run_result r = run_ploy(arguments);
    snprintf(expected, sizeof expected, "%u", count);
    assert_true(json_at(r.out, "count", value, sizeof value));
    if (strcmp(value, expected) != 0) print_error("%s\n%s%s", body, r.out, r.err);
    assert_string_equal(value, expected);
    assert_int_equal(r.status, count ? 1 : 0);
    for (uint32_t k = 0; k < count; k++) {
        char path[64];
        snprintf(path, sizeof path, "findings.%u.kind", k);
        assert_true(json_at(r.out, path, value, sizeof value));
        assert_string_equal(value, "refused");
        snprintf(path, sizeof path, "findings.%u.line", k);
        assert_true(json_at(r.out, path, value, sizeof value));
        if (strcmp(value, "0") == 0) print_error("no line: %s", r.out);
        assert_string_not_equal(value, "0");
        if (!strstr(r.out, parts[k])) fail_msg("no '%s': %s", parts[k], r.out);
    }
    run_free(&r);
}

#define TREE(id, body) "<BehaviorTree ID=\"" id "\">" body "</BehaviorTree>\n"

static void what_the_runtime_refuses_is_found(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const struct
    {
        const char *body, *part;
    } cases[] = {
        {TREE("A", "<Walk/>") "<agent name=\"a\" mind=\"B\"/>", "'B'"},
        {TREE("A", "<SubTree ID=\"Gone\"/>"), "'Gone'"},
        {TREE("A", "<SubTree ID=\"A\"/>"), "itself"},
        {TREE("A", "<Sequence><SubTree ID=\"B\"/></Sequence>") TREE("B", "<SubTree ID=\"A\"/>"), "itself"},
        {TREE("A", "<Repeat num_cycles=\"abc\"><Walk/></Repeat>"), "'abc'"},
        {TREE("A", "<Walk _while=\"noise gt\"/>"), "the text ends"},
        {"<fsm name=\"m\"><state name=\"s\"><transition to=\"s\" when=\"and x\"/></state></fsm>", "and"},
        {"<utility name=\"u\"><option name=\"o\" when=\"x gt gt 3\"><constant value=\"1\"/></option></utility>", "gt"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) assert_refuses(cases[k].body, 1, &cases[k].part);
}

static void ports_are_checked_against_the_model_of_the_leaf(void** state)
{
    (void)state;
    if (!can_run()) return;
#define MODEL                                                                                                          \
    "<TreeNodesModel><Action ID=\"Walk\"><input_port name=\"place\"/><input_port type=\"int\" "                        \
    "name=\"speed\">fast</input_port></Action><Condition ID=\"IsNear\"/></TreeNodesModel>"
    assert_refuses(TREE("A", "<Sequence><Walk place=\"3\" speed=\"1\"/><Run any=\"2\"/></Sequence>") MODEL, 0, NULL);
    assert_refuses(TREE("A", "<Walk palce=\"3\"/>") MODEL, 1, (const char* const[]){"did you mean 'place'?"});
    assert_refuses(TREE("A", "<Condition ID=\"IsNear\" it=\"3\"/>") MODEL, 1, (const char* const[]){"no port 'it'"});
}

// Checks and runs a file of BehaviorTree.CPP: it is well, and its tree succeeds.
static void assert_is_well(const char* body)
{
    char text[4096], arguments[512];
    snprintf(text, sizeof text, "<root BTCPP_format=\"4\">\n%s\n</root>\n", body);
    const char* path = write_temporary("root.xml", text);
    static const char* const commands[] = {"check", "run"};
    for (size_t k = 0; k < 2; k++) {
        snprintf(arguments, sizeof arguments, "%s '%s'", commands[k], path);
        run_result r = run_ploy(arguments);
        if (r.status != 0) fail_msg("ploy %s: %s\n%s%s", commands[k], body, r.out, r.err);
        run_free(&r);
    }
}

static void the_model_of_a_btcpp_file_is_a_note_of_its_editor(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_is_well(TREE("A", "<Sequence><Walk palce=\"3\"/><Condition ID=\"IsNear\" it=\"3\"/></Sequence>") MODEL);
    assert_is_well(TREE("A", "<Walk speed=\"fast\"/>") MODEL);
    assert_is_well(TREE("A", "<Walk to=\"1;2\"/>") "<TreeNodesModel><Action ID=\"Walk\"><input_port name=\"at\" "
                                                   "type=\"std::vector&lt;int&gt;\"/><inout_port name=\"any\" "
                                                   "type=\"BT::AnyTypeAllowed\"/><output_port name=\"pose\" "
                                                   "type=\"geometry_msgs::msg::PoseStamped\"/></Action><Control "
                                                   "ID=\"Never\"/><Action ID=\"Walk\"/></TreeNodesModel>");
}

static void in_a_btcpp_file_other_elements_are_the_games_own(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_is_well(TREE("A", "<ManualSelector repeat_last_selection=\"1\"><Walk/><Run/></ManualSelector>"));
    assert_is_well(TREE("A", "<ConsumeQueue queue=\"{q}\" popped_item=\"{p}\"><Go to=\"{p}\"/></ConsumeQueue>"));
    assert_is_well(TREE("A", "<Sequence><PopFromQueue queue=\"{q}\" popped_item=\"{p}\"/><QueueSize queue=\"{q}\" "
                             "size=\"{n}\"/></Sequence>"));
    assert_is_well(TREE("A", "<LoopPose queue=\"{q}\" value=\"{p}\"><Walk/></LoopPose>"));
    assert_is_well(TREE("A", "<Sequence2><Walk/><Run/></Sequence2>"));
    assert_is_well(TREE("A", "<Control ID=\"Sequence3\"><Walk/></Control>"));
    assert_refuses(TREE("A", "<Sequnce><Walk/><Run/></Sequnce>"), 1, (const char* const[]){"did you mean 'Sequence'?"});
}

static void each_mind_has_its_own_finding(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_refuses(TREE("A", "<Repeat num_cycles=\"abc\"><Walk/></Repeat>")
                       TREE("B", "<SubTree ID=\"Gone\"/>") "<fsm name=\"m\">\n<state name=\"s\"><transition to=\"s\" "
                                                           "when=\"and x\"/></state></fsm>",
                   3, (const char* const[]){"'abc'", "'Gone'", "and"});
}

static void what_the_game_brings_is_no_finding(void** state)
{
    (void)state;
    if (!can_run()) return;
    assert_refuses(
        TREE("A",
             "<Sequence><Walk to=\"{place}\" fast=\"true\"/><Condition ID=\"IsNear\" it=\"{place}\"/>"
             "<Wait _while=\"noise gt 3 and tired\" _msec=\"100\"/></Sequence>") "<fsm name=\"m\"><state name=\"s\" "
                                                                                 "does=\"Watch(for = 2) Turn(by = "
                                                                                 "angle)\">"
                                                                                 "<transition to=\"s\" when=\"seen or "
                                                                                 "heat gt 3\"/></state></fsm>"
                                                                                 "<utility name=\"u\"><option "
                                                                                 "name=\"Eat\"><key "
                                                                                 "of=\"hunger\"/></option></utility>",
        0, NULL);
}

TEST_MAIN(TEST(the_model_of_a_btcpp_file_is_a_note_of_its_editor),
          TEST(in_a_btcpp_file_other_elements_are_the_games_own), TEST(what_the_runtime_refuses_is_found),
          TEST(ports_are_checked_against_the_model_of_the_leaf), TEST(each_mind_has_its_own_finding),
          TEST(what_the_game_brings_is_no_finding), TEST(what_depends_on_the_game_is_no_finding),
          TEST(what_methods_read_and_do_is_used), TEST(every_shipped_file_is_clean),
          TEST(a_file_that_is_well_has_no_findings), TEST(an_action_that_can_never_be_applied_is_found),
          TEST(a_range_that_keeps_an_action_from_ever_being_applied_is_named),
          TEST(a_goal_that_can_never_be_met_is_found), TEST(a_goal_that_reads_no_symbol_is_found),
          TEST(an_agent_that_can_meet_none_of_its_goals_is_found), TEST(what_no_agent_may_use_is_found),
          TEST(symbols_that_are_never_read_or_set_are_found), TEST(a_counter_that_only_limits_how_often_is_read),
          TEST(a_parameter_without_use_is_found), TEST(an_action_without_effect_is_found_with_its_line),
          TEST(without_json_a_finding_is_one_line_with_its_place))
