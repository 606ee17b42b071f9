// Files of BehaviorTree.CPP: where values come from, and what stands around the trees.

#include <ploy/io.h>
#include <ploy/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/base/test.h"

typedef struct values_stage
{
    ploy_world* world;
    const ploy_agent* agent;
    char read[4096]; ///< what the activity Read was last given
} values_stage;

static ploy_outcome read_text(ploy_agent* agent, const ploy_call* call)
{
    values_stage* s = call->user;
    snprintf(s->read, sizeof s->read, "%s", ploy_value_string(ploy_call_get(call, agent, 0)));
    return PLOY_SUCCESS;
}

static void pass_over(const char* message, void* user)
{
    (void)message, (void)user;
}

static void begin(values_stage* s, const char* text)
{
    *s = (values_stage){.world = ploy_world_create(NULL)};
    ploy_set_log_handler(pass_over, NULL);
    ploy_activity_def read = {.name = "Read", .ports = "text:string xml:lang:string", .update = read_text, .user = s};
    assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(s->world), &read, NULL), PLOY_OK);
    ploy_error error = {0};
    if (ploy_world_load_text(s->world, "tree.xml", text, strlen(text), &error) != PLOY_OK) {
        fail_msg("%u:%u %s", (unsigned)error.line, (unsigned)error.column, error.message);
    }
    s->agent = ploy_world_agent(s->world, ploy_agent_create(s->world, &(ploy_agent_def){.type = "T"}));
    assert_non_null(s->agent);
}

static void tick(values_stage* s, uint32_t count)
{
    for (; count > 0; --count) ploy_world_tick(s->world, PLOY_SECOND);
}

/// The whole part of the key n after some ticks of a tree whose first node sets keys.
static int64_t run(const char* script, const char* nodes, uint32_t ticks)
{
    char text[2048];
    int length = snprintf(text, sizeof text,
                          "<root BTCPP_format=\"4\" main_tree_to_execute=\"T\"><BehaviorTree ID=\"T\"><Sequence>"
                          "<RunOnce><Script code=\"n := 0.5; %s\"/></RunOnce>%s</Sequence></BehaviorTree></root>",
                          script, nodes);
    assert_true(length > 0 && (size_t)length < sizeof text);
    values_stage s;
    begin(&s, text);
    tick(&s, ticks);
    int64_t n = (int64_t)ploy_value_float(ploy_agent_get(s.agent, "n"));
    ploy_world_destroy(s.world);
    return n;
}

static ploy_outcome read_number(ploy_agent* agent, const ploy_call* call)
{
    *(double*)call->user = ploy_value_float(ploy_call_get(call, agent, 0));
    return PLOY_SUCCESS;
}

// Decimals as they are written: in keys, in ports, in scripts, and in a key of a file of Ploy's own.
static void a_decimal_is_the_number_that_is_written(void** state)
{
    (void)state;
    static const char text[] =
        "<root BTCPP_format=\"4\" main_tree_to_execute=\"T\"><BehaviorTree ID=\"T\"><Sequence>"
        "<SetBlackboard output_key=\"tenth\" value=\"0.100000\"/><SetBlackboard output_key=\"small\" value=\"0.0005\"/>"
        "<SetBlackboard output_key=\"pi\" value=\"3.14159265358979\"/><Script code=\"x := 0.0005; y := x * 2\"/>"
        "<Script code=\"y := x * 2; z := 1.0 / 3; y += 0.00025\"/><AlwaysSuccess _failureIf=\"small >= 0.00051\"/>"
        "<Number n=\"2.71828182845904\"/><LoopDouble queue=\"0.25;0.12345\" value=\"{item}\"><AlwaysSuccess/></LoopDouble>"
        "</Sequence></BehaviorTree></root>";
    static const struct
    {
        const char* key;
        double number;
    } rows[] = {{"tenth", 0.1}, {"small", 0.0005},  {"pi", 3.14159265358979},
                {"x", 0.0005},  {"item", 0.12345},  {"z", 0.3333333333333333}, {"y", 0.00125}};
    static const double e = 2.71828182845904, speed = 0.00015; // in memory, as 387s compute with more digits
    double given = 0;
    values_stage s = {.world = ploy_world_create(NULL)};
    ploy_activity_def number = {.name = "Number", .ports = "n:float", .update = read_number, .user = &given};
    assert_int_equal(ploy_bindings_add_activity(ploy_world_bindings(s.world), &number, NULL), PLOY_OK);
    ploy_error error = {0};
    static const char keys[] =
        "<ploy version='1'><blackboard><key name='speed' type='float' initial='0.00015'/></blackboard></ploy>";
    if (ploy_world_load_text(s.world, "keys.xml", keys, sizeof keys - 1, &error) != PLOY_OK) fail_msg("%s", error.message);
    if (ploy_world_load_text(s.world, "tree.xml", text, sizeof text - 1, &error) != PLOY_OK) fail_msg("%s", error.message);
    s.agent = ploy_world_agent(s.world, ploy_agent_create(s.world, &(ploy_agent_def){.type = "T"}));
    tick(&s, 3); // the loop yields between its rounds
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        double is = ploy_value_float(ploy_agent_get(s.agent, rows[i].key));
        if (is != rows[i].number) fail_msg("%s is %.17g", rows[i].key, is);
    }
    assert_true(given == e);
    given = ploy_value_float(ploy_agent_get(s.agent, "speed"));
    assert_true(given == speed);
    ploy_world_destroy(s.world);
    static const char bad[] =
        "<ploy version='1'><blackboard><key name='speed' type='float' initial='fast'/></blackboard></ploy>";
    s.world = ploy_world_create(NULL);
    assert_int_equal(ploy_world_load_text(s.world, "keys.xml", bad, sizeof bad - 1, &error), PLOY_INVALID);
    assert_string_equal(error.message, "'initial' is 'fast'");
    ploy_world_destroy(s.world);
}

static void whether_a_node_that_ran_once_is_skipped_may_be_in_a_key(void** state)
{
    (void)state;
    static const char nodes[] = "<Fallback><RunOnce then_skip=\"{s}\"><AlwaysSuccess/></RunOnce>"
                                "<Script code=\"n := 1\"/></Fallback>";
    assert_int_equal(run("s := true", nodes, 1), 0);
    assert_int_equal(run("s := true", nodes, 2), 1);
    assert_int_equal(run("s := false", nodes, 2), 0);
}

static void the_outcome_of_a_precondition_may_be_in_a_key(void** state)
{
    (void)state;
    static const char nodes[] = "<Fallback><Precondition if=\"n == 7\" else=\"{e}\"><AlwaysSuccess/></Precondition>"
                                "<Script code=\"n := 1\"/></Fallback>";
    assert_int_equal(run("e := 'SUCCESS'", nodes, 1), 0);
    assert_int_equal(run("e := 'RUNNING'", nodes, 3), 0);
    assert_int_equal(run("e := 'SKIPPED'", nodes, 1), 1);
    assert_int_equal(run("e := 'FAILURE'", nodes, 1), 1);
    assert_int_equal(run("e := 'none of them'", nodes, 1), 1);
}

static void the_outcome_of_an_empty_loop_may_be_in_a_key(void** state)
{
    (void)state;
    static const char nodes[] = "<Fallback><LoopString queue=\"{q}\" value=\"{v}\" if_empty=\"{e}\"><AlwaysSuccess/>"
                                "</LoopString><Script code=\"n := 1\"/></Fallback>";
    assert_int_equal(run("q := ''; e := 'SUCCESS'", nodes, 1), 0);
    assert_int_equal(run("q := ''; e := 'FAILURE'", nodes, 1), 1);
    assert_int_equal(run("q := ''; e := 'SKIPPED'", nodes, 1), 1);
}

static void whether_a_halt_is_caught_may_be_in_a_key(void** state)
{
    (void)state;
    static const char nodes[] = "<ForceSuccess><Timeout msec=\"500\"><TryCatch catch_on_halt=\"{c}\">"
                                "<KeepRunningUntilFailure><AlwaysSuccess/></KeepRunningUntilFailure>"
                                "<Script code=\"n := 1\"/></TryCatch></Timeout></ForceSuccess>";
    assert_int_equal(run("c := true", nodes, 3), 1);
    assert_int_equal(run("c := false", nodes, 3), 0);
}

static void a_case_may_be_in_a_key(void** state)
{
    (void)state;
    static const char nodes[] = "<Switch2 variable=\"{v}\" case_1=\"{a}\" case_2=\"{b}\"><Script code=\"n := 1\"/>"
                                "<Script code=\"n := 2\"/><Script code=\"n := 3\"/></Switch2>";
    assert_int_equal(run("v := 'x'; a := 'x'; b := 'y'", nodes, 1), 1);
    assert_int_equal(run("v := 'y'; a := 'x'; b := 'y'", nodes, 1), 2);
    assert_int_equal(run("v := 'z'; a := 'x'; b := 'y'", nodes, 1), 3);
    assert_int_equal(run("v := 4; a := 3; b := 4", nodes, 1), 2);
    // A case that changes while its branch runs stops it.
    static const char running[] =
        "<Parallel><Switch2 variable=\"{v}\" case_1=\"{a}\" case_2=\"w\"><KeepRunningUntilFailure>"
        "<AlwaysSuccess/></KeepRunningUntilFailure><AlwaysSuccess/><Script code=\"n := 9\"/></Switch2>"
        "<Script code=\"a := 'other'\"/></Parallel>";
    assert_int_equal(run("v := 'x'; a := 'x'", running, 3), 9);
}

static void a_constant_may_be_written_to_below_several_subtrees(void** state)
{
    (void)state;
    values_stage s;
    begin(&s, "<root BTCPP_format=\"4\" main_tree_to_execute=\"T\">"
              "<BehaviorTree ID=\"T\"><Sequence><SubTree ID=\"A\" a=\"1\" n=\"{n}\"/></Sequence></BehaviorTree>"
              "<BehaviorTree ID=\"A\"><SubTree ID=\"B\" b=\"{a}\" n=\"{n}\"/></BehaviorTree>"
              "<BehaviorTree ID=\"B\"><SubTree ID=\"C\" c=\"{b}\" n=\"{n}\"/></BehaviorTree>"
              "<BehaviorTree ID=\"C\"><Sequence><Script code=\"c := c + 1\"/><Script code=\"n := c\"/></Sequence>"
              "</BehaviorTree></root>");
    tick(&s, 3);
    assert_string_equal(ploy_value_string(ploy_agent_get(s.agent, "n")), "4");
    ploy_world_destroy(s.world);
}

static void trees_that_use_each_other_end_the_search_for_who_writes(void** state)
{
    (void)state;
    char text[4096] = "<root BTCPP_format=\"4\" main_tree_to_execute=\"T0\">";
    for (int i = 0; i < 12; ++i) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used,
                 "<BehaviorTree ID=\"T%d\"><Sequence><SubTree ID=\"T%d\" x=\"{x}\"/><SubTree ID=\"T%d\" x=\"{x}\"/>"
                 "<SubTree ID=\"T%d\" x=\"1\"/></Sequence></BehaviorTree>",
                 i, i + 1, i + 1, i + 1);
    }
    strcat(text, "</root>");
    ploy_world* world = ploy_world_create(NULL);
    assert_int_equal(ploy_world_load_text(world, "tree.xml", text, strlen(text), NULL), PLOY_INVALID);
    ploy_world_destroy(world);
}

static void a_long_constant_reaches_a_subtree_whole(void** state)
{
    (void)state;
    static const char* const readers[] = {
        "<Read text=\"{a}\"/>",
        "<Sequence><Script code=\"@k := a\"/><Read text=\"{@k}\"/></Sequence>",
        "<Sequence><SetBlackboard value=\"{a}\" output_key=\"b\"/><Read text=\"{b}\"/></Sequence>",
    };
    char constant[1001], text[2048];
    for (uint32_t i = 0; i < 1000; ++i) constant[i] = (char)('a' + i % 26);
    constant[1000] = '\0';
    for (uint32_t i = 0; i < 3; ++i) {
        values_stage s;
        snprintf(text, sizeof text,
                 "<root BTCPP_format=\"4\" main_tree_to_execute=\"T\"><BehaviorTree ID=\"T\"><SubTree ID=\"S\" "
                 "a=\"%s\"/></BehaviorTree><BehaviorTree ID=\"S\">%s</BehaviorTree></root>",
                 constant, readers[i]);
        begin(&s, text);
        tick(&s, 2);
        assert_string_equal(s.read, constant);
        ploy_world_destroy(s.world);
    }
}

static void two_dots_join_texts_and_numbers(void** state)
{
    (void)state;
    values_stage s;
    begin(&s, "<root BTCPP_format=\"4\" main_tree_to_execute=\"T\"><BehaviorTree ID=\"T\"><Sequence>"
              "<Script code=\"a := 'x' .. 'y'; n := 1.5; b := a..'z' .. a .. 2 .. n * 2 .. n\"/><Read text=\"{b}\"/></Sequence></BehaviorTree></root>");
    tick(&s, 2);
    assert_string_equal(s.read, "xyzxy231.5");
    ploy_world_destroy(s.world);
}

static void the_name_of_a_port_may_have_a_colon(void** state)
{
    (void)state;
    values_stage s;
    begin(&s, "<root BTCPP_format=\"4\" main_tree_to_execute=\"T\"><BehaviorTree ID=\"T\">"
              "<Read xml:lang=\"de\" text=\"moin\"/></BehaviorTree></root>");
    tick(&s, 2);
    assert_string_equal(s.read, "moin");
    ploy_world_destroy(s.world);
}

#define TREE                                                                                                           \
    "<root BTCPP_format=\"4\" main_tree_to_execute=\"T\"><BehaviorTree ID=\"T\"><Read text=\"&a;\"/></BehaviorTree></root>"

static void what_stands_around_the_outermost_element_is_passed_over(void** state)
{
    (void)state;
    static const char* const files[] = {
        TREE " text <b> & more",
        TREE "<root/>",
        TREE "<!-- not closed",
        "<!DOCTYPE root SYSTEM \"tree.dtd\">" TREE,
        "<?xml version=\"1.0\"?>\n<!-- a --><!DOCTYPE root [<!ENTITY a \"b>\"><!-- ]> --><!ELEMENT c '>'>]>\n" TREE,
        "<!DOCTYPE root [<!ENTITY a \"1\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;\">]>" TREE,
    };
    for (uint32_t i = 0; i < sizeof files / sizeof *files; ++i) {
        values_stage s;
        begin(&s, files[i]);
        tick(&s, 2);
        assert_string_equal(s.read, "&a;"); // nothing is declared
        ploy_world_destroy(s.world);
    }
    ploy_error error;
    ploy_file* file;
    static const char open[] = "<!DOCTYPE root [<!ENTITY a \"b\"";
    assert_int_equal(ploy_file_parse(NULL, open, sizeof open - 1, &file, &error), PLOY_INVALID);
    static const char ours[] = "<!DOCTYPE ploy><ploy version='1'/>";
    assert_int_equal(ploy_file_parse(NULL, ours, sizeof ours - 1, &file, &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "a DOCTYPE is not allowed"));
}

typedef struct log_count
{
    uint32_t count;
    char last[256];
} log_count;

static void count_message(const char* message, void* user)
{
    log_count* log = user;
    if (!strstr(message, "lacks")) return;
    ++log->count;
    snprintf(log->last, sizeof log->last, "%s", message);
}

// BehaviorTree.CPP takes the last child where a Switch has no variable, and passes over a case that is not there.
static void a_switch_without_its_attributes_takes_what_is_left(void** state)
{
    (void)state;
    static const struct
    {
        const char* script;
        const char* attributes;
        int taken;
    } rows[] = {
        {"v := 1", "", 3},
        {"v := 1", "case_1='1' case_2='2'", 3},
        {"v := 1", "variable='{v}'", 3},
        {"v := 2", "variable='{v}' case_2='2'", 2},
        {"v := 0", "variable='{v}' case_2='2'", 3},
        {"v := 1", "variable='{v}' case_1='1'", 1},
        {"v := 0; w := 0", "variable='{v}' case_2='{w}'", 2},
        {"v := 'a'", "variable='{v}' case_2='a'", 2},
        {"v := ''", "variable='{v}' case_2='a'", 3},
        {"v := 'a'", "variable='x' case_2='x'", 2},
    };
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char nodes[512];
        snprintf(nodes, sizeof nodes,
                 "<Switch2 %s><Script code=\"n := 1\"/><Script code=\"n := 2\"/><Script code=\"n := 3\"/></Switch2>",
                 rows[i].attributes);
        int64_t taken = run(rows[i].script, nodes, 1);
        if (taken != rows[i].taken) fail_msg("%s: %s took %d", rows[i].script, rows[i].attributes, (int)taken);
    }
    ploy_error error;
    ploy_file* file;
    static const char ours[] = "<ploy version='1'><BehaviorTree ID='T'><Switch2><AlwaysSuccess/><AlwaysSuccess/>"
                               "<AlwaysSuccess/></Switch2></BehaviorTree></ploy>";
    assert_int_equal(ploy_file_parse(NULL, ours, sizeof ours - 1, &file, &error), PLOY_INVALID);
    assert_string_equal(error.message, "<Switch2> needs the attribute 'variable'");
}

// BehaviorTree.CPP reads these in a tick: its file loads.
static void a_node_that_lacks_an_attribute_loads_and_fails_when_it_is_ticked(void** state)
{
    (void)state;
    static const char* const nodes[][3] = {
        {"<Repeat><AlwaysSuccess/></Repeat>", "Repeat", "num_cycles"},
        {"<RetryUntilSuccessful><Read text='no'/></RetryUntilSuccessful>", "RetryUntilSuccessful", "num_attempts"},
        {"<Timeout><Sequence><AlwaysSuccess/><AlwaysSuccess/></Sequence></Timeout>", "Timeout", "msec"},
        {"<Delay><AlwaysSuccess/></Delay>", "Delay", "delay_msec"},
        {"<Sleep/>", "Sleep", "msec"},
        {"<SetBlackboard value='3'/>", "SetBlackboard", "output_key"},
        {"<SetBlackboard output_key='k'/>", "SetBlackboard", "value"},
        {"<UnsetBlackboard/>", "UnsetBlackboard", "key"},
        {"<Script/>", "Script", "code"},
        {"<ScriptCondition/>", "ScriptCondition", "code"},
        {"<Precondition else='FAILURE'><AlwaysSuccess/></Precondition>", "Precondition", "if"},
        {"<LoopInt value='{v}'><AlwaysSuccess/></LoopInt>", "LoopInt", "queue"},
        {"<LoopBool><AlwaysSuccess/></LoopBool>", "LoopBool", "queue"},
        {"<LoopDouble value='{v}'><AlwaysSuccess/></LoopDouble>", "LoopDouble", "queue"},
        {"<LoopString if_empty='SUCCESS'><AlwaysSuccess/></LoopString>", "LoopString", "queue"},
    };
    for (uint32_t i = 0; i < sizeof nodes / sizeof *nodes; ++i) {
        char text[1024], wanted[256];
        snprintf(text, sizeof text,
                 "<root BTCPP_format='4' main_tree_to_execute='T'>\n<BehaviorTree ID='T'><Fallback>\n%s"
                 "<Read text='failed'/></Fallback></BehaviorTree></root>",
                 nodes[i][0]);
        values_stage s;
        begin(&s, text);
        log_count log = {0};
        ploy_set_log_handler(count_message, &log);
        tick(&s, 3);
        snprintf(wanted, sizeof wanted, "line 3: <%s> lacks the attribute '%s': it fails whenever it is ticked",
                 nodes[i][1], nodes[i][2]);
        assert_string_equal(s.read, "failed");
        assert_int_equal(log.count, 1);
        assert_string_equal(log.last, wanted);
        const ploy_bt* bt = ploy_file_bt(ploy_world_file(s.world, "tree.xml"), 0);
        assert_string_equal(ploy_bt_get_node(bt, 1).lacks, nodes[i][2]);
        assert_null(ploy_bt_get_node(bt, 0).lacks);
        ploy_world_destroy(s.world);
    }
    ploy_set_log_handler(NULL, NULL);
    // In a file of our own it is an error.
    ploy_error error;
    ploy_file* file;
    static const char ours[] = "<ploy version='1'><BehaviorTree ID='T'><Repeat><Read/></Repeat></BehaviorTree></ploy>";
    assert_int_equal(ploy_file_parse(NULL, ours, sizeof ours - 1, &file, &error), PLOY_INVALID);
    assert_string_equal(error.message, "<Repeat> needs the attribute 'num_cycles'");
}

TEST_MAIN(TEST(a_decimal_is_the_number_that_is_written), TEST(a_switch_without_its_attributes_takes_what_is_left),
          TEST(a_node_that_lacks_an_attribute_loads_and_fails_when_it_is_ticked),
          TEST(whether_a_node_that_ran_once_is_skipped_may_be_in_a_key),
          TEST(the_outcome_of_a_precondition_may_be_in_a_key), TEST(the_outcome_of_an_empty_loop_may_be_in_a_key),
          TEST(whether_a_halt_is_caught_may_be_in_a_key), TEST(a_case_may_be_in_a_key),
          TEST(a_constant_may_be_written_to_below_several_subtrees),
          TEST(trees_that_use_each_other_end_the_search_for_who_writes), TEST(a_long_constant_reaches_a_subtree_whole),
          TEST(two_dots_join_texts_and_numbers), TEST(the_name_of_a_port_may_have_a_colon),
          TEST(what_stands_around_the_outermost_element_is_passed_over))
