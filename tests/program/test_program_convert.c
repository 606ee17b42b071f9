// `ploy convert` writes files that mean the same, and never half a file.

#include "support/base/test.h"
#include "support/program/json_reader.h"
#include "support/program/run_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

static run_result convert(const char* text, const char* options)
{
    char arguments[512];
    snprintf(arguments, sizeof arguments, "convert '%s' %s", write_temporary("tree.xml", text), options);
    return run_ploy(arguments);
}

static const char old_tree[] = "<root main_tree_to_execute=\"T\">\n  <!-- all of it -->\n  <BehaviorTree ID=\"T\">\n"
                               "    <SequenceStar>\n      <SubTree ID=\"U\" x=\"y\"/>\n    </SequenceStar>\n"
                               "  </BehaviorTree>\n  <BehaviorTree ID=\"U\"><Wave/></BehaviorTree>\n</root>\n";
static const char new_tree[] =
    "<root BTCPP_format=\"4\" main_tree_to_execute=\"T\">\n  <!-- all of it -->\n"
    "  <BehaviorTree ID=\"T\">\n    <SequenceWithMemory>\n      <SubTree ID=\"U\" x=\"{y}\"/>\n"
    "    </SequenceWithMemory>\n  </BehaviorTree>\n"
    "  <BehaviorTree ID=\"U\"><Wave/></BehaviorTree>\n</root>\n";

static void version_4_is_the_default(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = convert(old_tree, "");
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, new_tree);
    run_free(&r);
}

static void there_and_back_gives_the_same_tree(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result ours = convert(old_tree, "--to ploy");
    assert_int_equal(ours.status, 0);
    assert_non_null(strstr(ours.out, "<ploy version=\"1\" main_tree_to_execute=\"T\">"));
    run_result back = convert(ours.out, "--to btcpp4");
    run_result again = convert(back.out, "--to ploy");
    assert_string_equal(again.out, ours.out);
    run_free(&ours);
    run_free(&back);
    run_free(&again);
}

static void keys_that_need_no_declaration_there_are_declared_here(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = convert("<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\"><Sequence><Script code=\"n := 1.5; word := "
                           "'far'\"/><Go to=\"{place}\" _skipIf=\"word == 'near'\"/><SubTree ID=\"U\" x=\"{n}\"/>"
                           "</Sequence></BehaviorTree><BehaviorTree ID=\"U\"><SetBlackboard output_key=\"{mine}\" "
                           "value=\"7\" _skipIf=\"x &lt; 1\"/></BehaviorTree></root>",
                           "--to ploy");
    assert_int_equal(r.status, 0);
    static const char* const keys[] = {"name=\"n\" type=\"float\"", "name=\"word\" type=\"string\"",
                                       "name=\"place\" type=\"string\"", "name=\"U.mine\" type=\"int\""};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (!strstr(r.out, keys[k])) fail_msg("no %s: %s", keys[k], r.out);
    char arguments[512];
    snprintf(arguments, sizeof arguments, "check '%s'", write_temporary("ours.xml", r.out));
    run_result checked = run_ploy(arguments);
    if (checked.status != 0) fail_msg("%s\n%s", r.out, checked.out);
    run_free(&checked);
    run_free(&r);
    r = convert("<ploy version=\"1\"><BehaviorTree ID=\"T\"><Go/></BehaviorTree></ploy>", "--to ploy");
    assert_null(strstr(r.out, "<blackboard>"));
    run_free(&r);
}

static void a_file_can_be_written_over_itself(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = convert(old_tree, "--in-place --json");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "\"to\": \"btcpp4\""));
    run_free(&r);
    char path[512];
    snprintf(path, sizeof path, "%s", write_temporary("other.xml", ""));
    strcpy(strrchr(path, '/'), "/tree.xml");
    FILE* stream = fopen(path, "r");
    char text[1024] = "";
    assert_non_null(stream);
    assert_true(fread(text, 1, sizeof text - 1, stream) > 0);
    fclose(stream);
    assert_string_equal(text, new_tree);
}

// Right in BehaviorTree.CPP, which reads what is missing only in a tick.
#define LACKING(node) "<root BTCPP_format=\"4\"><BehaviorTree ID=\"T\">" node "</BehaviorTree></root>"

static void a_wrong_file_or_usage_is_refused(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const struct
    {
        const char* text;
        const char* options;
        const char* message;
    } cases[] = {
        {"<root><BehaviorTree></root>", "", "tree.xml:1:"},
        {"<html/>", "", "the outermost element is <html>"},
        {"", "", "the file is empty"},
        {old_tree, "--to pdf", "--to is 'pdf'"},
        {old_tree, "--in-place --out x.xml", "exclude each other"},
        {old_tree, "--out /nowhere/x.xml", "/nowhere/x.xml"},
        {old_tree, "other.xml", "more than one file needs --in-place"},
        {LACKING("<Precondition><Wave/></Precondition>"), "--to ploy", "lacks an attribute"},
        {LACKING("<LoopInt value=\"{x}\"><Wave/></LoopInt>"), "--to ploy", "lacks an attribute"},
        {LACKING("<Switch2 variable=\"{x}\" case_1=\"1\"><Wave/><Wave/><Wave/></Switch2>"), "--to ploy", "lacks an attribute"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        run_result r = convert(cases[i].text, cases[i].options);
        assert_int_equal(r.status, 2);
        if (!strstr(r.err, cases[i].message)) fail_msg("'%s' is not in\n%s", cases[i].message, r.err);
        assert_string_equal(r.out, "");
        run_free(&r);
    }
}

TEST_MAIN(TEST(keys_that_need_no_declaration_there_are_declared_here), TEST(version_4_is_the_default),
          TEST(there_and_back_gives_the_same_tree), TEST(a_file_can_be_written_over_itself),
          TEST(a_wrong_file_or_usage_is_refused))
