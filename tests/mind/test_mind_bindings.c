#include <ploy/mind.h>
#include <ploy/plan.h>

#include <stdio.h>
#include <string.h>

#include "mind/common/bindings.h"
#include "mind/common/mind.h"
#include "plan/domain/domain.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

static bool yes(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    (void)call;
    return true;
}

static bool no(ploy_agent* agent, const ploy_call* call)
{
    return !yes(agent, call);
}

static int64_t seven(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    (void)call;
    return 7;
}

static ploy_outcome no_node(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    (void)agent, (void)call, (void)children;
    return PLOY_FAILURE;
}

static ploy_activity_def activity(const char* name)
{
    ploy_activity_def def = {0};
    def.name = name;
    def.ports = "to speed:decimal";
    def.data_bytes = 16;
    return def;
}

static ploy_condition_def condition(const char* name)
{
    ploy_condition_def def = {0};
    def.name = name;
    def.test = yes;
    return def;
}

static ploy_scorer_def measure(const char* name)
{
    ploy_scorer_def def = {0};
    def.name = name;
    def.score = seven;
    return def;
}

static void bindings_are_found_by_name_per_kind(void** state)
{
    (void)state;
    ploy_bindings* bindings = ploy_bindings_create(NULL);
    ploy_activity_def walk = activity("walk"), run = activity("run");
    ploy_condition_def hungry = condition("walk");
    ploy_scorer_def distance = measure("walk");
    uint32_t index = 99;
    assert_int_equal(ploy_bindings_add_activity(bindings, &walk, &index), PLOY_OK);
    assert_int_equal(index, 0);
    assert_int_equal(ploy_bindings_add_activity(bindings, &run, &index), PLOY_OK);
    assert_int_equal(index, 1);
    assert_int_equal(ploy_bindings_add_condition(bindings, &hungry, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_scorer(bindings, &distance, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_activity_count(bindings), 2);
    assert_int_equal(pl_bindings_condition_count(bindings), 1);
    assert_int_equal(pl_bindings_scorer_count(bindings), 1);
    assert_int_equal(ploy_bindings_find_activity(bindings, "run"), 1);
    assert_int_equal(pl_bindings_find_condition(bindings, "run"), PLOY_NONE);
    assert_int_equal(pl_bindings_find_condition(bindings, "walk"), 0);
    assert_int_equal(pl_bindings_find_scorer(bindings, "walk"), 0);
    assert_int_equal(pl_bindings_find_scorer(bindings, NULL), PLOY_NONE);
    assert_ptr_equal(pl_bindings_scorer(bindings, 0)->score, seven);
    EXPECT_API_MISUSE(ploy_bindings_activity(bindings, 2));
    ploy_bindings_destroy(bindings);
}

static void names_are_copied(void** state)
{
    (void)state;
    ploy_bindings* bindings = ploy_bindings_create(NULL);
    char name[] = "walk", port[] = "to speed";
    ploy_activity_def def = activity(name);
    def.ports = port;
    assert_int_equal(ploy_bindings_add_activity(bindings, &def, NULL), PLOY_OK);
    memset(name, 'x', 4);
    memset(port, 'x', 8);
    assert_string_equal(ploy_bindings_activity(bindings, 0)->name, "walk");
    assert_string_equal(ploy_bindings_activity(bindings, 0)->ports, "to speed");
    assert_int_equal(ploy_bindings_activity(bindings, 0)->port_count, 2);
    assert_string_equal(pl_activity_ports(ploy_bindings_activity(bindings, 0))->defs[1].name, "speed");
    ploy_bindings_destroy(bindings);
}

static void a_name_bound_again_keeps_its_index_and_must_keep_its_description(void** state)
{
    (void)state;
    ploy_bindings* bindings = ploy_bindings_create(NULL);
    ploy_activity_def def = activity("walk"), other = activity("other");
    assert_int_equal(ploy_bindings_add_activity(bindings, &def, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_activity(bindings, &other, NULL), PLOY_OK);
    uint32_t index = 99;
    def.viable = no;
    assert_int_equal(ploy_bindings_add_activity(bindings, &def, &index), PLOY_OK);
    assert_int_equal(index, 0);
    assert_int_equal(ploy_bindings_activity_count(bindings), 2);
    assert_ptr_equal(ploy_bindings_activity(bindings, 0)->viable, no);
    ploy_activity_def wrong[3] = {activity("walk"), activity("walk"), activity("walk")};
    wrong[0].data_bytes = 8;
    wrong[1].ports = "to";
    wrong[2].ports = "to speed:int";
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(ploy_bindings_add_activity(bindings, &wrong[i], &index), PLOY_INVALID);
        assert_ptr_equal(ploy_bindings_activity(bindings, 0)->viable, no);
    }
    ploy_condition_def test = condition("is");
    assert_int_equal(ploy_bindings_add_condition(bindings, &test, NULL), PLOY_OK);
    test.ports = "what";
    assert_int_equal(ploy_bindings_add_condition(bindings, &test, NULL), PLOY_INVALID);
    ploy_bindings_destroy(bindings);
}

// Minds keep the addresses of activities, so that a tick looks nothing up.
static void a_binding_never_moves_and_is_bound_again_in_place(void** state)
{
    (void)state;
    ploy_bindings* bindings = ploy_bindings_create(NULL);
    ploy_activity_def walk = activity("walk");
    assert_int_equal(ploy_bindings_add_activity(bindings, &walk, NULL), PLOY_OK);
    const ploy_activity_def* kept = ploy_bindings_activity(bindings, 0);
    for (char name[] = "a"; *name <= 'z'; ++*name) {
        ploy_activity_def other = activity(name);
        assert_int_equal(ploy_bindings_add_activity(bindings, &other, NULL), PLOY_OK);
    }
    walk.viable = no;
    assert_int_equal(ploy_bindings_add_activity(bindings, &walk, NULL), PLOY_OK);
    assert_ptr_equal(ploy_bindings_activity(bindings, 0), kept);
    assert_true(kept->viable == no);
    ploy_bindings_destroy(bindings);
}

static void keep_last(const char* message, void* user)
{
    snprintf(user, 256, "%s", message);
}

// A program that ignores the status still reads what is wrong.
static void what_is_missing_or_too_much_is_invalid(void** state)
{
    (void)state;
    static const char* const logged[] = {
        "ploy_bindings_add_activity: def->name is empty",
        "ploy_bindings_add_activity: def->name is empty",
        "ploy_bindings_add_activity: 'a' has 68 data_bytes; they are a multiple of 4 and at most 64",
        "ploy_bindings_add_activity: 'b' is declared with the ports \"to >to:int\": two ports 'to'",
        "ploy_bindings_add_activity: 'c' is declared with the ports \"a :int\": port 1 has no name",
        "ploy_bindings_add_activity: 'd' is declared with the ports \"a:\": port 0 has no type",
        "ploy_bindings_add_activity: 'e' has 6 data_bytes; they are a multiple of 4 and at most 64",
    };
    char said[256] = "";
    ploy_set_log_handler(keep_last, said);
    ploy_bindings* bindings = ploy_bindings_create(NULL);
    ploy_activity_def bad[7] = {activity(NULL), activity(""),  activity("a"), activity("b"),
                                activity("c"),  activity("d"), activity("e")};
    bad[2].data_bytes = 68;
    bad[3].ports = "to >to:int";
    bad[4].ports = "a :int";
    bad[5].ports = "a:";
    bad[6].data_bytes = 6; // not 32-bit words
    for (int i = 0; i < 7; ++i) {
        assert_int_equal(ploy_bindings_add_activity(bindings, &bad[i], NULL), PLOY_INVALID);
        assert_string_equal(said, logged[i]);
    }
    ploy_condition_def no_test = condition("c");
    no_test.test = NULL;
    assert_int_equal(ploy_bindings_add_condition(bindings, &no_test, NULL), PLOY_INVALID);
    ploy_scorer_def no_measure = measure("m");
    no_measure.score = NULL;
    assert_int_equal(ploy_bindings_add_scorer(bindings, &no_measure, NULL), PLOY_INVALID);
    assert_int_equal(ploy_bindings_add_node(bindings, &(ploy_node_def){.name = "n"}, NULL), PLOY_INVALID);
    assert_string_equal(said, "ploy_bindings_add_node: 'n' has no callback; set def->tick");
    ploy_node_def children = {.name = "n", .tick = no_node, .min_children = 3, .max_children = 2};
    assert_int_equal(ploy_bindings_add_node(bindings, &children, NULL), PLOY_INVALID);
    assert_string_equal(said, "ploy_bindings_add_node: 'n' takes 3 to 2 children; that is no range within 1 to 64");
    assert_int_equal(ploy_bindings_activity_count(bindings), 0);
    assert_int_equal(pl_bindings_find_condition(bindings, "c"), PLOY_NONE);
    assert_int_equal(ploy_bindings_add_activity(bindings, &(ploy_activity_def){.name = "x"}, NULL), PLOY_OK);
    ploy_bindings_destroy(bindings);
    ploy_set_log_handler(NULL, NULL);
}

static void reasons_are_numbered_from_one_and_the_same_text_is_the_same_reason(void** state)
{
    (void)state;
    ploy_bindings* bindings = ploy_bindings_create(NULL);
    assert_int_equal(ploy_bindings_add_reason(bindings, "the door is locked"), 1);
    assert_int_equal(ploy_bindings_add_reason(bindings, "out of arrows"), 2);
    assert_int_equal(ploy_bindings_add_reason(bindings, "the door is locked"), 1);
    assert_string_equal(pl_bindings_reason(bindings, 2), "out of arrows");
    assert_string_equal(pl_bindings_reason(bindings, 0), "");
    assert_string_equal(pl_bindings_reason(bindings, 3), "");
    assert_string_equal(pl_bindings_reason(bindings, PLOY_NONE), "");
    ploy_bindings_destroy(bindings);
    ploy_bindings_destroy(NULL);
}

typedef struct heard_port
{
    uint32_t calls[2]; ///< of the action, of the goal
    uint16_t types[2];
    int64_t values[2];
} heard_port;

static int64_t hear_port(const ploy_call* call, uint32_t of)
{
    heard_port* heard = call->user;
    ++heard->calls[of];
    heard->types[of] = call->ports[0].key_type;
    heard->values[of] = call->ports[0].value;
    return PLOY_UNIT;
}

static int64_t hear_cost(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return hear_port(call, 0);
}

static int64_t hear_priority(ploy_agent* agent, const ploy_call* call)
{
    (void)agent;
    return hear_port(call, 1);
}

// Bindings of other languages give arguments by name, whatever the port is called.
static void the_port_of_an_argument_says_the_type_of_the_object(void** state)
{
    (void)state;
    heard_port heard = {0};
    ploy_domain* domain = ploy_domain_create(NULL);
    const char* const tools[] = {"saw"};
    const char* const places[] = {"camp", "lake"};
    ploy_domain_add_type(domain, "tool", tools, 1, NULL, NULL);
    ploy_domain_add_type(domain, "place", places, 2, NULL, NULL);
    ploy_symbol_def at = {.name = "at", .type = PLOY_VALUE_OBJECT, .object_type = "place"};
    assert_int_equal(ploy_domain_add_symbol(domain, &at, NULL, NULL), PLOY_OK);
    ploy_action_def cut = {.name = "Cut", .params = {{"t", "tool"}}, .param_count = 1, .effect = "at = lake", .cost = "call:price"};
    assert_int_equal(ploy_domain_add_action(domain, &cut, NULL, NULL), PLOY_OK);
    ploy_goal_def be = {.name = "Be", .params = {{"p", "place"}}, .param_count = 1, .condition = "at = p", .priority = "call:want"};
    assert_int_equal(ploy_domain_add_goal(domain, &be, NULL, NULL), PLOY_OK);
    assert_int_equal(ploy_domain_compile(domain, NULL), PLOY_OK);
    ploy_bindings* bindings = ploy_bindings_create(NULL);
    ploy_scorer_def price = {.name = "price", .ports = "what", .score = hear_cost, .user = &heard};
    ploy_scorer_def want = {.name = "want", .ports = "what", .score = hear_priority, .user = &heard};
    assert_int_equal(ploy_bindings_add_scorer(bindings, &price, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_add_scorer(bindings, &want, NULL), PLOY_OK);
    assert_int_equal(ploy_bindings_bind_domain(bindings, domain, NULL), PLOY_OK);
    uint64_t start[8];
    ploy_state_init(domain, start);
    const uint32_t saw = 0, lake = 1;
    assert_int_equal(ploy_action_cost(domain, 0, &saw, start, NULL), PLOY_UNIT);
    assert_int_equal(pl_goal_priority(domain, 0, &lake, start, NULL), PLOY_UNIT);
    assert_int_equal(heard.calls[0], 1);
    assert_int_equal(heard.types[0], PLOY_PORT_OBJECT + 0);
    assert_int_equal(heard.values[0], saw);
    assert_int_equal(heard.calls[1], 1);
    assert_int_equal(heard.types[1], PLOY_PORT_OBJECT + 1);
    assert_int_equal(heard.values[1], lake);
    ploy_bindings_destroy(bindings);
    ploy_domain_destroy(domain);
}

static void a_port_is_a_key_of_the_board_or_a_constant(void** state)
{
    (void)state;
    ploy_blackboard_keys_def keys_def = {0};
    ploy_blackboard_keys* keys = ploy_blackboard_keys_create(&keys_def);
    ploy_key_def key = {0};
    key.name = "energy";
    key.type = PLOY_VALUE_INT;
    assert_int_equal(ploy_blackboard_keys_add(keys, &key, NULL), PLOY_OK);
    ploy_blackboard_def board_def = {0};
    board_def.keys = keys;
    ploy_agent agent = {.blackboard = ploy_blackboard_create(&board_def)}, blank = {0};
    const ploy_port ports[2] = {{.key = 0}, {.key = PLOY_NONE, .value = -3}};
    ploy_call call = {.ports = ports, .port_count = 2};
    assert_int_equal(ploy_call_set(&call, &agent, 0, 12), PLOY_OK);
    assert_int_equal(ploy_call_set(&call, &agent, 0, 12), PLOY_ALREADY);
    assert_int_equal(ploy_call_get(&call, &agent, 0), 12);
    assert_int_equal(ploy_blackboard_get(agent.blackboard, 0), 12);
    assert_int_equal(ploy_call_get(&call, &agent, 1), -3);
    assert_int_equal(ploy_call_set(&call, &agent, 1, 1), PLOY_NOT_SUPPORTED);
    assert_int_equal(ploy_call_set(&call, &blank, 0, 1), PLOY_NOT_SUPPORTED);
    assert_int_equal(ploy_call_get(&call, &blank, 0), 0);
    EXPECT_API_MISUSE(ploy_call_get(&call, &agent, 2));
    ploy_blackboard_destroy(agent.blackboard);
    ploy_blackboard_keys_destroy(keys);
}

static void outcomes_have_names(void** state)
{
    (void)state;
    assert_string_equal(pl_outcome_name(PLOY_RUNNING), "running");
    assert_string_equal(pl_outcome_name(PLOY_SUCCESS), "success");
    assert_string_equal(pl_outcome_name(PLOY_FAILURE), "failure");
    assert_string_equal(pl_outcome_name((ploy_outcome)3), "unknown");
}

// A mind that is NULL, and one that does nothing, are both fine.
static void a_mind_may_leave_out_all_but_its_end(void** state)
{
    (void)state;
    static const ploy_mind_class nothing = {.name = "nothing"};
    ploy_mind mind = {.kind = &nothing};
    ploy_agent agent = {.mind = &mind}, mindless = {0};
    char text[8] = "before";
    ploy_mind_tick(&agent, 5);
    ploy_mind_tick(&agent, 7);
    ploy_mind_tick(&mindless, 7);
    assert_int_equal(agent.now, 12);
    assert_int_equal(agent.dt, 7);
    assert_int_equal(ploy_mind_why(&agent, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(ploy_mind_why(&mindless, NULL, 0), 0);
    EXPECT_API_MISUSE(ploy_mind_tick(&agent, -1));
    ploy_mind_destroy(NULL);
}

static bool fill(const ploy_allocator* allocator)
{
    static const char* const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                        "j", "k", "l", "m", "n", "o", "p", "q"};
    ploy_bindings* bindings = ploy_bindings_create(&(ploy_bindings_def){*allocator});
    bool ok = bindings != NULL;
    for (uint32_t i = 0; i < 17 && ok; ++i) {
        ploy_activity_def a = activity(names[i]);
        ploy_condition_def c = condition(names[i]);
        ploy_scorer_def m = measure(names[i]);
        ok = ploy_bindings_add_activity(bindings, &a, NULL) == PLOY_OK &&
             ploy_bindings_add_condition(bindings, &c, NULL) == PLOY_OK &&
             ploy_bindings_add_scorer(bindings, &m, NULL) == PLOY_OK &&
             ploy_bindings_add_reason(bindings, names[i]) == i + 1;
        uint32_t count = bindings ? ploy_bindings_activity_count(bindings) : 0;
        assert_int_equal(ploy_bindings_find_activity(bindings, names[i]) == PLOY_NONE, count == i);
    }
    ploy_bindings_destroy(bindings);
    return ok;
}

static void every_failing_allocation_is_survived(void** state)
{
    (void)state;
    test_fail_every_allocation(fill);
}

TEST_MAIN(TEST(bindings_are_found_by_name_per_kind), TEST(names_are_copied),
          TEST(a_name_bound_again_keeps_its_index_and_must_keep_its_description),
          TEST(a_binding_never_moves_and_is_bound_again_in_place), TEST(what_is_missing_or_too_much_is_invalid),
          TEST(reasons_are_numbered_from_one_and_the_same_text_is_the_same_reason),
          TEST(the_port_of_an_argument_says_the_type_of_the_object),
          TEST(a_port_is_a_key_of_the_board_or_a_constant), TEST(outcomes_have_names),
          TEST(a_mind_may_leave_out_all_but_its_end), TEST(every_failing_allocation_is_survived))
