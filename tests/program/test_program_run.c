// `ploy run` ticks trees whose leaves nobody has bound.

#include "support/program/json_reader.h"
#include "support/program/run_program.h"
#include "support/base/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char door[] =
    "<root BTCPP_format=\"4\" main_tree_to_execute=\"Enter\">\n"
    "  <BehaviorTree ID=\"Enter\">\n"
    "    <Sequence>\n"
    "      <Fallback name=\"get in\">\n"
    "        <IsDoorOpen/>\n"
    "        <RetryUntilSuccessful num_attempts=\"3\"><OpenDoor angle=\"90\"/></RetryUntilSuccessful>\n"
    "        <SmashDoor name=\"last resort\" _skipIf=\"gentle\"/>\n"
    "      </Fallback>\n"
    "      <PassThrough/>\n"
    "    </Sequence>\n"
    "  </BehaviorTree>\n"
    "  <BehaviorTree ID=\"Wait\"><Recover tries=\"2\"><Pause/><Sleep msec=\"300\"/></Recover></BehaviorTree>\n"
    "</root>\n";

static bool can_run(void)
{
    if (ploy_is_built()) return true;
    print_message("skipped: the program was not built\n");
    skip();
    return false;
}

static run_result run_door(const char* options)
{
    char arguments[1024];
    snprintf(arguments, sizeof arguments, "run '%s' %s", write_temporary("door.xml", door), options);
    return run_ploy(arguments);
}

static void expect(const char* options, int status, const char* out)
{
    run_result r = run_door(options);
    if (r.status != status || strcmp(r.out, out) != 0) fail_msg("%s: %d\n%s%s", options, r.status, r.out, r.err);
    run_free(&r);
}

static void leaves_end_as_the_command_line_says(void** state)
{
    (void)state;
    if (!can_run()) return;
    expect("", 0,
           "    1  starts   IsDoorOpen\n    1  success  IsDoorOpen\n"
           "    1  starts   PassThrough\n    1  success  PassThrough\n1 tick: the tree succeeded\n");
    expect("--set IsDoorOpen=f --set OpenDoor=frs", 0,
           "    1  starts   IsDoorOpen\n    1  failure  IsDoorOpen\n"
           "    1  starts   OpenDoor\n    1  failure  OpenDoor\n    1  starts   OpenDoor\n"
           "    2  success  OpenDoor\n    2  starts   PassThrough\n    2  success  PassThrough\n"
           "2 ticks: the tree succeeded\n");
    expect("--set IsDoorOpen=f --set OpenDoor=f --set 'last resort=f'", 1,
           "    1  starts   IsDoorOpen\n    1  failure  IsDoorOpen\n"
           "    1  starts   OpenDoor\n    1  failure  OpenDoor\n    1  starts   OpenDoor\n    1  failure  OpenDoor\n"
           "    1  starts   OpenDoor\n    1  failure  OpenDoor\n"
           "    1  starts   last resort (SmashDoor)\n    1  failure  last resort (SmashDoor)\n"
           "1 tick: the tree failed at last resort\n");
    expect("--tree Wait --set Pause=r --ticks 3", 0, "    1  starts   Pause\n3 ticks: running: Recover; Pause\n");
}

static void a_script_changes_leaves_and_keys_by_tick(void** state)
{
    (void)state;
    if (!can_run()) return;
    char options[600];
    char script[256];
    snprintf(script, sizeof script, "%s",
             write_temporary("door.txt",
                             "# the door sticks\n1 IsDoorOpen f\n1 OpenDoor r\n3 OpenDoor f\n3 {gentle} true\n"));
    snprintf(options, sizeof options, "--script '%s'", script);
    expect(options, 1,
           "    1  starts   IsDoorOpen\n    1  failure  IsDoorOpen\n    1  starts   OpenDoor\n"
           "    3  failure  OpenDoor\n    3  starts   OpenDoor\n    3  failure  OpenDoor\n"
           "    3  starts   OpenDoor\n    3  failure  OpenDoor\n"
           "3 ticks: the tree failed at OpenDoor\n");
}

static void chance_depends_on_the_seed_alone(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result first = run_door("--chance 30,40,30 --seed 1"), again = run_door("--chance 30,40,30 --seed 1");
    assert_true(first.status == 0 || first.status == 1);
    assert_string_equal(first.out, again.out);
    bool differ = false;
    for (int seed = 2; seed < 20 && !differ; seed++) {
        char options[80];
        snprintf(options, sizeof options, "--chance 30,40,30 --seed %d", seed);
        run_result r = run_door(options);
        differ = strcmp(r.out, first.out) != 0;
        run_free(&r);
    }
    assert_true(differ);
    run_free(&first);
    run_free(&again);
}

static void json_counts_what_happened_to_each_node(void** state)
{
    (void)state;
    if (!can_run()) return;
    run_result r = run_door("--json --set IsDoorOpen=f --set OpenDoor=ffs");
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "\"outcome\": \"success\""));
    assert_non_null(
        strstr(r.out, "\"name\": \"OpenDoor\", \"element\": \"OpenDoor\", \"parent\": 3, \"line\": 6, \"status\": "
                      "\"success\", \"entered\": 3, \"succeeded\": 1, \"failed\": 2, \"skipped\": 0, \"halted\": 0"));
    run_free(&r);
}

static void a_tree_is_drawn_with_what_happened_to_each_node(void** state)
{
    (void)state;
    if (!can_run()) return;
    expect("--watch --set IsDoorOpen=f --set OpenDoor=rf --set SmashDoor=s --ticks 1", 0,
           "tick 1, 0.1 s\n"
           "running  Sequence\n"
           "running    get in (Fallback)\n"
           "failure      IsDoorOpen\n"
           "running      RetryUntilSuccessful\n"
           "running        OpenDoor\n"
           "             last resort (SmashDoor)\n"
           "           PassThrough\n"
           "1 tick: running: Sequence > get in > RetryUntilSuccessful > OpenDoor\n");
}

static void a_run_can_be_recorded(void** state)
{
    (void)state;
    if (!can_run()) return;
    char options[800], path[300];
    snprintf(path, sizeof path, "%s", write_temporary("door.rec", ""));
    remove(path);
    snprintf(options, sizeof options,
             "--record '%s' --set IsDoorOpen=rrs --json >/dev/null && \"$PLOY\" ask '%s' --json", path, path);
    run_result r = run_door(options);
    if (r.status == 2) fail_msg("%s", r.err);
    assert_non_null(strstr(r.out, "{"));
    run_free(&r);
}

static void what_is_wrong_is_said(void** state)
{
    (void)state;
    if (!can_run()) return;
    static const char* const wrong[][2] = {
        {"--set OpenDor=s", "the tree has no leaf or key 'OpenDor', did you mean 'OpenDoor'?"},
        {"--set OpenDoor=x", "'OpenDoor=x' is no outcome of a leaf; NAME=OUTCOMES, with letters s, f and r"},
        {"--chance 1,2", "--chance is '1,2'; three numbers"},
        {"--tree Exit", "unknown tree 'Exit'"},
        {"--script /nowhere/else", "/nowhere/else"},
        {"--set '{gentle}=maybe'", "'maybe' is no value of the key 'gentle'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        run_result r = run_door(wrong[i][0]);
        if (r.status != 2 || !strstr(r.err, wrong[i][1])) fail_msg("%s: %d\n%s%s", wrong[i][0], r.status, r.out, r.err);
        run_free(&r);
    }
    run_result r = run_ploy("run " PLOY_SOURCE_DIR "/examples/hunger.xml");
    assert_int_equal(r.status, 2);
    assert_non_null(strstr(r.err, "has no behavior tree"));
    run_free(&r);
}

TEST_MAIN(TEST(leaves_end_as_the_command_line_says), TEST(a_script_changes_leaves_and_keys_by_tick),
          TEST(chance_depends_on_the_seed_alone), TEST(json_counts_what_happened_to_each_node),
          TEST(a_tree_is_drawn_with_what_happened_to_each_node), TEST(a_run_can_be_recorded),
          TEST(what_is_wrong_is_said))
