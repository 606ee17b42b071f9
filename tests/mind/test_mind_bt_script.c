// Scripts in trees: leaves that are scripts, scripts at the end of a node, and names in subtrees.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/io.h>

#include "support/base/test.h"

typedef struct script_scene
{
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_file* file;
    ploy_mind* mind;
    ploy_agent agent;
    ploy_outcome answer; ///< of <Do/>
} script_scene;

static ploy_outcome answer(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return ((const script_scene*)call->user)->answer;
}

static bool is_ready(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return ((const script_scene*)call->user)->answer == PLOY_SUCCESS;
}

// Keys: n and the log, and those of the subtree U.
static ploy_status begin(script_scene* s, const char* trees, ploy_error* error)
{
    static const struct
    {
        const char* name;
        ploy_value_type type;
    } keys[] = {{"n", PLOY_VALUE_INT},        {"log", PLOY_VALUE_STRING}, {"U.n", PLOY_VALUE_INT},
                {"U.log", PLOY_VALUE_STRING}, {"U.2.n", PLOY_VALUE_INT},  {"U.2.log", PLOY_VALUE_STRING}};
    char text[2048];
    *s = (script_scene){0};
    s->keys = ploy_blackboard_keys_create(NULL);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        ploy_key_def def = {.name = keys[i].name, .type = keys[i].type};
        assert_int_equal(ploy_blackboard_keys_add(s->keys, &def, NULL), PLOY_OK);
    }
    s->bindings = ploy_bindings_create(NULL);
    ploy_activity_def activity = {.name = "Do", .update = answer, .user = s};
    assert_int_equal(ploy_bindings_add_activity(s->bindings, &activity, NULL), PLOY_OK);
    ploy_condition_def condition = {.name = "Ready", .test = is_ready, .user = s};
    assert_int_equal(ploy_bindings_add_condition(s->bindings, &condition, NULL), PLOY_OK);
    bool is_whole = strncmp(trees, "<ploy", 5) == 0;
    snprintf(text, sizeof text, is_whole ? "%s" : "<root BTCPP_format='4'>%s</root>", trees);
    ploy_status status = ploy_file_parse(NULL, text, strlen(text), &s->file, error);
    if (status != PLOY_OK) return status;
    ploy_bt_mind_def def = {.trees = ploy_file_bts(s->file), .tree_count = ploy_file_bt_count(s->file)};
    def.parts.keys = s->keys;
    def.parts.bindings = s->bindings;
    status = ploy_bt_mind_create(&def, &s->mind, error);
    if (status != PLOY_OK) return status;
    s->agent.mind = s->mind;
    s->agent.mind_data = calloc(1, s->mind->data_bytes);
    s->agent.blackboard = ploy_blackboard_create(&(ploy_blackboard_def){.keys = s->keys});
    return PLOY_OK;
}

static void end(script_scene* s)
{
    if (s->mind) s->mind->kind->end(&s->agent);
    free(s->agent.mind_data);
    ploy_blackboard_destroy(s->agent.blackboard);
    ploy_mind_destroy(s->mind);
    ploy_file_destroy(s->file);
    ploy_bindings_destroy(s->bindings);
    ploy_blackboard_keys_destroy(s->keys);
}

static const char* log_of(const script_scene* s)
{
    return ploy_value_string(ploy_blackboard_get(s->agent.blackboard, ploy_blackboard_keys_find(s->keys, "log")));
}

static int64_t number_of(const script_scene* s, const char* key)
{
    return ploy_blackboard_get(s->agent.blackboard, ploy_blackboard_keys_find(s->keys, key));
}

static void set_up(script_scene* s, const char* trees)
{
    ploy_error error = {0};
    if (begin(s, trees, &error) != PLOY_OK) fail_msg("%s\n%u:%u: %s", trees, error.line, error.column, error.message);
}

static ploy_outcome tick(script_scene* s, ploy_outcome leaf)
{
    s->answer = leaf;
    ploy_mind_tick(&s->agent, 1000);
    return ploy_bt_outcome(&s->agent);
}

#define TREE(nodes) "<BehaviorTree ID='T'>" nodes "</BehaviorTree>"

static void a_script_succeeds_and_fails_where_it_cannot_run(void** state)
{
    (void)state;
    script_scene s;
    set_up(&s, TREE("<Sequence><Script code=\"n := 3; log := 'a' + log\"/><ScriptCondition code='n == 3 && Ready'/>"
                    "<Script code=\"log += 'b'; n := log; log += 'c'\"/></Sequence>"));
    assert_int_equal(tick(&s, PLOY_FAILURE), PLOY_FAILURE);
    assert_string_equal(log_of(&s), "a");
    assert_int_equal(tick(&s, PLOY_SUCCESS), PLOY_FAILURE);
    assert_string_equal(log_of(&s), "aab");
    assert_int_equal(number_of(&s, "n"), 3);
    uint32_t node;
    assert_true(ploy_bt_failure(&s.agent, &node, NULL));
    assert_string_equal(ploy_bt_mind_node_name(s.mind, node), "Script");
    end(&s);
}

static void scripts_run_when_a_node_has_ended(void** state)
{
    (void)state;
    script_scene s;
    set_up(
        &s,
        TREE(
            "<Do _onSuccess=\"log += 's'\" _onFailure=\"log += 'f'\" _post=\"log += 'p'\" _onHalted=\"log += 'h'\"/>"));
    assert_int_equal(tick(&s, PLOY_RUNNING), PLOY_RUNNING);
    assert_string_equal(log_of(&s), "");
    tick(&s, PLOY_SUCCESS);
    assert_string_equal(log_of(&s), "sp");
    tick(&s, PLOY_FAILURE);
    tick(&s, PLOY_FAILURE);
    assert_string_equal(log_of(&s), "spfp");
    end(&s);
}

static void a_condition_on_entry_ends_the_node_too(void** state)
{
    (void)state;
    script_scene s;
    set_up(&s, TREE("<Do _successIf='n == 1' _failureIf='n == 2' _skipIf='n == 3' _onSuccess=\"log += 's'\" "
                    "_onFailure=\"log += 'f'\" _post=\"log += 'p'; n += 1\"/>"));
    ploy_blackboard_set(s.agent.blackboard, 0, 1);
    tick(&s, PLOY_RUNNING);
    tick(&s, PLOY_RUNNING);
    tick(&s, PLOY_RUNNING);
    assert_string_equal(log_of(&s), "spfp");
    assert_int_equal(number_of(&s, "n"), 3);
    end(&s);
}

static void what_is_halted_runs_its_script_innermost_first(void** state)
{
    (void)state;
    script_scene s;
    set_up(
        &s,
        TREE("<ReactiveSequence><ScriptCondition code='n == 0'/><Sequence _onHalted=\"log += '2'\">"
             "<Timeout msec='0' _onHalted=\"log += '1'\"><Do _onHalted=\"log += '0'\" _post=\"log += 'p'\"/></Timeout>"
             "</Sequence></ReactiveSequence>"));
    assert_int_equal(tick(&s, PLOY_RUNNING), PLOY_RUNNING);
    ploy_blackboard_set(s.agent.blackboard, 0, 1);
    assert_int_equal(tick(&s, PLOY_RUNNING), PLOY_FAILURE);
    assert_string_equal(log_of(&s), "012");
    end(&s);
}

static void a_while_that_no_longer_holds_halts_its_node(void** state)
{
    (void)state;
    script_scene s;
    set_up(&s, TREE("<Fallback><Do _while=\"log != 'stop'\" _onHalted=\"n += 1\" _post='n += "
                    "10'/><AlwaysSuccess/></Fallback>"));
    assert_int_equal(tick(&s, PLOY_RUNNING), PLOY_RUNNING);
    ploy_blackboard_set(s.agent.blackboard, 1, ploy_value_of("stop"));
    assert_int_equal(tick(&s, PLOY_RUNNING), PLOY_SUCCESS);
    assert_int_equal(number_of(&s, "n"), 1);
    end(&s);
}

static void a_success_whose_script_fails_is_a_failure(void** state)
{
    (void)state;
    script_scene s;
    set_up(&s, TREE("<AlwaysSuccess _onSuccess=\"log := 'x'; n := log\"/>"));
    assert_int_equal(tick(&s, PLOY_SUCCESS), PLOY_FAILURE);
    end(&s);
}

static void names_in_a_subtree_are_its_own_or_what_it_is_given(void** state)
{
    (void)state;
    script_scene s;
    set_up(&s, TREE("<Sequence><SubTree ID='U' given='hi' outer='{n}'/><SubTree ID='U' given='7' "
                    "outer='{n}'/></Sequence>") "<BehaviorTree ID='U'><Script code=\"n += 1; outer += n; @log += "
                                                "given\"/></BehaviorTree>");
    assert_int_equal(tick(&s, PLOY_SUCCESS), PLOY_FAILURE);
    assert_string_equal(log_of(&s), "hi");
    assert_int_equal(number_of(&s, "U.n"), 1);
    assert_int_equal(number_of(&s, "U.2.n"), 1);
    assert_int_equal(number_of(&s, "n"), 2);
    end(&s);
}

static void an_element_named_like_a_tree_is_a_subtree_but_not_inside_it(void** state)
{
    (void)state;
    script_scene s;
    ploy_error error = {0};
    set_up(&s, TREE("<Sequence><U outer='{n}'/><U outer='{n}'/></Sequence>") "<BehaviorTree ID='U'><Script code='outer "
                                                                             "+= 1'/></BehaviorTree>");
    assert_int_equal(tick(&s, PLOY_SUCCESS), PLOY_SUCCESS);
    assert_int_equal(number_of(&s, "n"), 2);
    end(&s);
    assert_int_equal(begin(&s, TREE("<Inverter><T/></Inverter>"), &error), PLOY_INVALID);
    assert_non_null(strstr(error.message, "unknown activity 'T'"));
    end(&s);
}

static void nothing_can_be_assigned_to_what_is_given(void** state)
{
    (void)state;
    script_scene s;
    ploy_error error = {0};
    assert_int_equal(begin(&s,
                           "<ploy version='1'>" TREE(
                               "<SubTree ID='U' given='hi'/>") "<BehaviorTree ID='U'><Script "
                                                               "code='n := 1; given := 2'/></BehaviorTree></ploy>",
                           &error),
                     PLOY_INVALID);
    assert_non_null(strstr(error.message, "'hi' is a constant here"));
    assert_int_equal(error.column, 126);
    end(&s);
}

TEST_MAIN(TEST(a_script_succeeds_and_fails_where_it_cannot_run), TEST(scripts_run_when_a_node_has_ended),
          TEST(a_condition_on_entry_ends_the_node_too), TEST(what_is_halted_runs_its_script_innermost_first),
          TEST(a_while_that_no_longer_holds_halts_its_node), TEST(a_success_whose_script_fails_is_a_failure),
          TEST(an_element_named_like_a_tree_is_a_subtree_but_not_inside_it),
          TEST(names_in_a_subtree_are_its_own_or_what_it_is_given), TEST(nothing_can_be_assigned_to_what_is_given))
