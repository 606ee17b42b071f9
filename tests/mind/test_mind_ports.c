// Ports: constants by the declared type, keys of other types, any number of them.

#include <ploy/io.h>
#include <ploy/save.h>
#include <ploy/world.h>

#include <stdio.h>
#include <string.h>

#include "mind/common/ports.h"
#include "support/base/allocators.h"
#include "support/base/test.h"

// A struct of the game.

typedef struct spot
{
    int32_t x, y;
} spot;

static bool parse_spot(void* user, const char* text, void* made)
{
    (void)user;
    spot* s = made;
    return sscanf(text, "%d;%d", &s->x, &s->y) == 2;
}

static size_t print_spot(void* user, const void* from, char* text, size_t size)
{
    (void)user;
    return (size_t)snprintf(text, size, "%d;%d", ((const spot*)from)->x, ((const spot*)from)->y);
}

static void add_key(ploy_world* world, const char* name, ploy_value_type type)
{
    ploy_key_def def = {.name = name, .type = type, .struct_type = type == PLOY_VALUE_STRUCT ? "Spot" : NULL};
    assert_int_equal(ploy_blackboard_keys_add(ploy_world_keys(world), &def, NULL), PLOY_OK);
}

// A world with one activity Say, whose ports the test declares, and a key of each type.

enum
{
    MAX_HEARD = 40
};

typedef struct port_stage
{
    ploy_world* world;
    ploy_agent* agent;
    uint32_t runs;
    ploy_value heard[MAX_HEARD];
    char texts[MAX_HEARD][64]; ///< of strings and structs
    ploy_value says;           ///< written to the last port, unless it is 0
    ploy_status written;
} port_stage;

static ploy_outcome say(ploy_agent* agent, const ploy_call* call)
{
    port_stage* s = call->user;
    ++s->runs;
    for (uint32_t i = 0; i < call->port_count && i < MAX_HEARD; ++i) {
        s->heard[i] = ploy_call_get(call, agent, i);
        if (call->ports[i].type == PLOY_VALUE_STRING) {
            snprintf(s->texts[i], sizeof s->texts[i], "%s", ploy_value_string(s->heard[i]));
        } else if (call->ports[i].type >= PLOY_VALUE_STRUCT) {
            print_spot(NULL, ploy_value_struct(s->heard[i]), s->texts[i], sizeof s->texts[i]);
        }
    }
    if (s->says) s->written = ploy_call_set(call, agent, call->port_count - 1, s->says);
    return PLOY_SUCCESS;
}

static bool open_stage(port_stage* s, const char* ports, const ploy_allocator* allocator)
{
    ploy_world_def def = {0};
    if (allocator) def.allocator = *allocator;
    *s = (port_stage){.world = ploy_world_create(&def)};
    ploy_struct_def type = {.name = "Spot", .bytes = sizeof(spot), .parse = parse_spot, .print = print_spot};
    ploy_activity_def activity = {.name = "Say", .ports = ports, .start = say, .user = s};
    bool ok = s->world && ploy_blackboard_keys_add_struct(ploy_world_keys(s->world), &type) == PLOY_OK;
    return ok && ploy_bindings_add_activity(ploy_world_bindings(s->world), &activity, NULL) == PLOY_OK;
}

static void add_keys(port_stage* s)
{
    add_key(s->world, "flag", PLOY_VALUE_BOOL);
    add_key(s->world, "count", PLOY_VALUE_INT);
    add_key(s->world, "speed", PLOY_VALUE_DECIMAL);
    add_key(s->world, "who", PLOY_VALUE_OBJECT);
    add_key(s->world, "note", PLOY_VALUE_STRING);
    add_key(s->world, "home", PLOY_VALUE_STRUCT);
}

static ploy_status load_nodes(port_stage* s, const char* nodes, ploy_error* error)
{
    char text[2048];
    snprintf(text, sizeof text, "<root BTCPP_format='4'><BehaviorTree ID='T'>\n%s</BehaviorTree></root>", nodes);
    return ploy_world_load_text(s->world, "t", text, strlen(text), error);
}

// Runs the nodes once with the keys as `set` leaves them.
static void run_nodes(port_stage* s, const char* nodes)
{
    ploy_error error = {0};
    if (load_nodes(s, nodes, &error) != PLOY_OK) fail_msg("%u:%u: %s", error.line, error.column, error.message);
    s->agent = ploy_world_agent(s->world, ploy_agent_create(s->world, &(ploy_agent_def){.type = "T"}));
}

static void a_decimal_port_reads_1_and_1_0_alike_and_so_does_one_without_a_type(void** state)
{
    (void)state;
    port_stage s;
    assert_true(open_stage(&s, "d:decimal e:decimal f:decimal n m i:int", NULL));
    run_nodes(&s, "<Say d='1' e='1.0' f='0.100000' n='1' m='1.0' i='-7.000'/>");
    ploy_world_tick(s.world, 1);
    static const int64_t expected[] = {1000, 1000, 100, 1, 1, -7};
    for (uint32_t i = 0; i < 6; ++i) assert_int_equal(s.heard[i], expected[i]);
    ploy_world_destroy(s.world);
}

static void an_enumerator_is_its_number_in_ports_and_cases(void** state)
{
    (void)state;
    port_stage s;
    assert_true(open_stage(&s, "a b:int c:decimal d:string e:int", NULL));
    add_keys(&s);
    assert_int_equal(ploy_blackboard_keys_add_enum(ploy_world_keys(s.world), "RED", 3), PLOY_OK);
    run_nodes(&s, "<Sequence><SetBlackboard value='RED' output_key='count'/><Switch2 variable='{count}' case_1='1' "
                  "case_2='RED'><AlwaysFailure/><Say a='RED' b='RED' c='RED' d='RED' e='{count}'/><AlwaysFailure/>"
                  "</Switch2></Sequence>");
    ploy_world_tick(s.world, 1);
    assert_int_equal(s.heard[0], 3);
    assert_int_equal(s.heard[1], 3);
    assert_int_equal(s.heard[2], 3000);
    assert_string_equal(s.texts[3], "RED");
    assert_int_equal(s.heard[4], 3);
    ploy_world_destroy(s.world);
}

static void text_in_a_port_stays_text_unless_its_type_says_otherwise(void** state)
{
    (void)state;
    port_stage s;
    assert_true(open_stage(&s, "msg:string list:string json:string at:Spot flag:bool none:string nowhere:Spot", NULL));
    run_nodes(&s, "<Say msg='hello world' list='1;2;3' json='json:{\"x\": 0.0001}' at='3;4' flag='true'/>");
    ploy_world_tick(s.world, 1);
    assert_string_equal(s.texts[0], "hello world");
    assert_string_equal(s.texts[1], "1;2;3");
    assert_string_equal(s.texts[2], "json:{\"x\": 0.0001}");
    assert_string_equal(s.texts[3], "3;4");
    assert_int_equal(s.heard[4], 1);
    assert_string_equal(s.texts[5], "");
    assert_string_equal(s.texts[6], "0;0");
    ploy_world_destroy(s.world);
}

static void a_leaf_may_have_many_ports(void** state)
{
    (void)state;
    port_stage s;
    char ports[512] = "", node[1024] = "<Say";
    for (uint32_t i = 0; i < MAX_HEARD; ++i) {
        snprintf(ports + strlen(ports), sizeof ports - strlen(ports), "p%u:int ", i);
        snprintf(node + strlen(node), sizeof node - strlen(node), " p%u='%u'", MAX_HEARD - 1 - i, i);
    }
    strcat(node, "/>");
    assert_true(open_stage(&s, ports, NULL));
    run_nodes(&s, node);
    ploy_world_tick(s.world, 1);
    for (uint32_t i = 0; i < MAX_HEARD; ++i) assert_int_equal(s.heard[i], MAX_HEARD - 1 - i);
    ploy_world_destroy(s.world);
}

static uint32_t logged;

static void count_log(const char* message, void* user)
{
    (void)user;
    logged += strstr(message, "the key 'note' holds '12', which is no") != NULL;
}

static void keys_of_another_type_are_converted_when_a_port_is_read(void** state)
{
    (void)state;
    port_stage s;
    assert_true(open_stage(&s,
                           "a:bool b:bool c:bool d:int e:int f:int g:decimal h:decimal i:decimal j:string k:string "
                           "l:string m:Spot n:Spot o:any",
                           NULL));
    add_keys(&s);
    run_nodes(&s, "<Say a='{count}' b='{speed}' c='{note}' d='{flag}' e='{speed}' f='{note}' g='{count}' h='{flag}'"
                  " i='{note}' j='{count}' k='{speed}' l='{note}' m='{home}' n='{note}' o='{note}'/>");
    ploy_agent_set(s.agent, "flag", true);
    ploy_agent_set(s.agent, "count", 7);
    ploy_agent_set(s.agent, "speed", -2500);
    ploy_agent_set(s.agent, "note", ploy_value_of("12"));
    ploy_agent_set(s.agent, "home", ploy_value_of(&(spot){5, 6}));
    logged = 0;
    ploy_set_log_handler(count_log, NULL); // "12" is no bool and no Spot
    ploy_world_tick(s.world, 1);
    ploy_set_log_handler(NULL, NULL);
    assert_int_equal(logged, 2);
    static const int64_t numbers[] = {1, 1, 0, 1, -3, 12, 7000, 1000, 12000};
    static const char* const texts[] = {"7", "-2.5", "12", "5;6", "0;0", "12"};
    for (uint32_t i = 0; i < 9; ++i) assert_int_equal(s.heard[i], numbers[i]);
    for (uint32_t i = 0; i < 6; ++i) assert_string_equal(s.texts[9 + i], texts[i]);
    ploy_agent_set(s.agent, "note", ploy_value_of("3;-4"));
    ploy_set_log_handler(count_log, NULL);
    ploy_world_tick(s.world, 1);
    ploy_set_log_handler(NULL, NULL);
    assert_string_equal(s.texts[13], "3;-4");
    ploy_world_destroy(s.world);
}

static void a_port_writes_its_key_in_the_type_of_the_key(void** state)
{
    (void)state;
    static const struct
    {
        const char* port;
        const char* key;
        int64_t says;
        ploy_status status;
        int64_t number;
        const char* text;
    } cases[] = {
        {">out:int", "speed", 3, PLOY_OK, 3000, NULL},     {">out:decimal", "count", 2500, PLOY_OK, 3, NULL},
        {">out:decimal", "note", 2500, PLOY_OK, 0, "2.5"}, {">out:int", "flag", 4, PLOY_OK, 1, NULL},
        {"<>out:int", "count", 9, PLOY_OK, 9, NULL},       {"out", "count", 8, PLOY_OK, 8, NULL},
        {">out:object", "note", -1, PLOY_OK, 0, "-1"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        port_stage s;
        char node[64];
        assert_true(open_stage(&s, cases[i].port, NULL));
        add_keys(&s);
        snprintf(node, sizeof node, "<Say out='{%s}'/>", cases[i].key);
        run_nodes(&s, node);
        s.says = cases[i].says;
        ploy_world_tick(s.world, 1);
        assert_int_equal(s.written, cases[i].status);
        ploy_value value = ploy_agent_get(s.agent, cases[i].key);
        if (cases[i].text) assert_string_equal(ploy_value_string(value), cases[i].text);
        if (!cases[i].text) assert_int_equal(value, cases[i].number);
        ploy_world_destroy(s.world);
    }
    port_stage s;
    assert_true(open_stage(&s, ">out:string", NULL));
    add_keys(&s);
    run_nodes(&s, "<Say out='{home}'/>");
    s.says = ploy_value_of("8;9");
    ploy_world_tick(s.world, 1);
    assert_int_equal(((const spot*)ploy_value_struct(ploy_agent_get(s.agent, "home")))->y, 9);
    s.says = ploy_value_of("nowhere");
    ploy_world_tick(s.world, 1);
    assert_int_equal(s.written, PLOY_INVALID);
    assert_int_equal(((const spot*)ploy_value_struct(ploy_agent_get(s.agent, "home")))->y, 9);
    ploy_world_destroy(s.world);
}

static void set_blackboard_converts_texts_and_keys(void** state)
{
    (void)state;
    port_stage s;
    assert_true(open_stage(&s, NULL, NULL));
    add_keys(&s);
    run_nodes(&s,
              "<Sequence><SetBlackboard value='0.25' output_key='speed'/><SetBlackboard value='7;8' output_key='home'/>"
              "<SetBlackboard value='{speed}' output_key='note'/><SetBlackboard value='{note}' output_key='speed'/>"
              "<SetBlackboard value='3.0' output_key='count'/><SetBlackboard value='{count}' output_key='flag'/>"
              "<SetBlackboard value='{home}' output_key='note'/></Sequence>");
    ploy_world_tick(s.world, 1);
    assert_int_equal(ploy_agent_get(s.agent, "speed"), 250);
    assert_int_equal(ploy_agent_get(s.agent, "count"), 3);
    assert_int_equal(ploy_agent_get(s.agent, "flag"), 1);
    assert_string_equal(ploy_value_string(ploy_agent_get(s.agent, "note")), "7;8");
    ploy_world_destroy(s.world);
}

static void keys_that_nobody_declared_have_types_that_fit_the_ports(void** state)
{
    (void)state;
    port_stage s;
    assert_true(open_stage(&s, "a:decimal b:Spot c:string >d:decimal", NULL));
    run_nodes(&s, "<Sequence><SetBlackboard value='1.5' output_key='x'/><SetBlackboard value='3;4' output_key='y'/>"
                  "<Action ID='Say' a='{x}' b='{y}' c='{z}' d='{w}'/></Sequence>");
    s.says = 2500;
    ploy_world_tick(s.world, 1);
    assert_int_equal(s.heard[0], 1500);
    assert_string_equal(s.texts[1], "3;4");
    assert_string_equal(s.texts[2], "");
    assert_int_equal(ploy_agent_get(s.agent, "w"), 2500);
    const ploy_blackboard_keys* keys = ploy_world_keys(s.world);
    static const char* const types[] = {"x float", "y Spot", "z string", "w decimal"};
    for (uint32_t i = 0; i < 4; ++i) {
        char name[2] = {types[i][0]};
        assert_string_equal(pl_key_type_name(keys, ploy_blackboard_keys_find(keys, name)), types[i] + 2);
    }
    ploy_world_destroy(s.world);
}

static void a_switch_compares_strings_by_their_contents(void** state)
{
    (void)state;
    static const struct
    {
        const char* variable;
        const char* cases;
        const char* note;
        int64_t expected;
    } cases[] = {
        {"{note}", "case_1='auto' case_2='manual'", "auto", 1},
        {"{note}", "case_1='auto' case_2='manual'", "manual", 2},
        {"{note}", "case_1='auto' case_2='manual'", "", 3},
        {"manual", "case_1='auto' case_2='manual'", "", 2},
        {"{speed}", "case_1='1' case_2='0.5'", "", 2},
        {"{count}", "case_1='7' case_2='7.0'", "", 1},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        port_stage s;
        char nodes[256];
        assert_true(open_stage(&s, "n:int", NULL));
        add_keys(&s);
        snprintf(nodes, sizeof nodes, "<Switch2 variable='%s' %s><Say n='1'/><Say n='2'/><Say n='3'/></Switch2>",
                 cases[i].variable, cases[i].cases);
        run_nodes(&s, nodes);
        ploy_agent_set(s.agent, "note", ploy_value_of(cases[i].note));
        ploy_agent_set(s.agent, "home", ploy_value_of(&(spot){5, 6}));
        ploy_agent_set(s.agent, "speed", 500);
        ploy_agent_set(s.agent, "count", 7);
        ploy_world_tick(s.world, 1);
        assert_int_equal(s.heard[0], cases[i].expected);
        ploy_world_destroy(s.world);
    }
}

static void what_does_not_fit_a_port_is_refused_at_its_place(void** state)
{
    (void)state;
    static const struct
    {
        const char* ports;
        const char* node;
        uint32_t column;
        const char* message;
        const char* hint;
    } cases[] = {
        {"d", "<Say d='hello'/>", 9, "'d' is 'hello'",
         "a key in braces, true, false or a whole number; or declare the type: 'd:string'"},
        {"d", "<Say d='1.5'/>", 9, "'d' is '1.5'",
         "a key in braces, true, false or a whole number; or declare the type: 'd:string'"},
        {"d:int", "<Say d='1.5'/>", 9, "'d' is '1.5'", "a whole number, or a key in braces"},
        {"d:decimal", "<Say d='fast'/>", 9, "'d' is 'fast'", "a number, or a key in braces"},
        {"d:bool", "<Say d='2'/>", 9, "'d' is '2'", "true or false, or a key in braces"},
        {"d:Spot", "<Say d='2'/>", 9, "'d' is '2'", "a text that is a Spot"},
        {">d:int", "<Say d='2'/>", 9, "'d' is '2', and it is written to", "a key in braces"},
        {"d:strng", "<Say d='2'/>", 9, "the port 'd' is declared with an unknown type 'strng'",
         "did you mean 'string'?"},
        {"d:Spot", "<Say d='{count}'/>", 9, "the port 'd' is of type Spot, and the key 'count' of type int",
         "a key of type Spot, or declare the port with the key's type"},
        {"d:string", "<Say d='{home}'/>", 9, "the port 'd' is of type string, and the key 'home' of type Spot",
         "a key of type string, or declare the port with the key's type"},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        port_stage s;
        ploy_error error = {0};
        assert_true(open_stage(&s, cases[i].ports, NULL));
        add_keys(&s);
        assert_int_equal(load_nodes(&s, cases[i].node, &error), PLOY_INVALID);
        assert_string_equal(error.message, cases[i].message);
        assert_string_equal(error.hint, cases[i].hint);
        assert_int_equal(error.line, 2);
        assert_int_equal(error.column, cases[i].column);
        ploy_world_destroy(s.world);
    }
}

// The other minds.

static ploy_status load_minds(port_stage* s, const char* body, ploy_error* error)
{
    char text[1024];
    snprintf(text, sizeof text, "<ploy version='1'>%s</ploy>", body);
    return ploy_world_load_text(s->world, "m", text, strlen(text), error);
}

static void states_and_options_give_texts_to_ports_too(void** state)
{
    (void)state;
    static const char* const minds[] = {
        "<fsm name='M'><state name='s' does=\"Say(msg='hello world', d=1.5, at='3;4')\"/></fsm>",
        "<utility name='M'><option name='Say'><port name='msg' value='hello world'/><port name='d' value='1.5'/>"
        "<port name='at' value='3;4'/></option></utility>",
    };
    for (uint32_t i = 0; i < 2; ++i) {
        port_stage s;
        ploy_error error = {0};
        assert_true(open_stage(&s, "msg:string d:decimal at:Spot", NULL));
        if (load_minds(&s, minds[i], &error) != PLOY_OK) fail_msg("%s", error.message);
        assert_true(ploy_agent_create(s.world, &(ploy_agent_def){.type = "M"}).index1 != 0);
        ploy_world_tick(s.world, 1);
        ploy_world_tick(s.world, 1);
        assert_true(s.runs > 0);
        assert_string_equal(s.texts[0], "hello world");
        assert_int_equal(s.heard[1], 1500);
        assert_string_equal(s.texts[2], "3;4");
        ploy_world_destroy(s.world);
    }
}

static void a_parameter_of_an_action_is_no_text(void** state)
{
    (void)state;
    port_stage s;
    ploy_error error = {0};
    assert_true(open_stage(&s, "p:string", NULL));
    assert_int_equal(load_minds(&s,
                                "<domain name='d'><type name='place' objects='a b'/><symbol name='at' type='place'/>"
                                "<action name='Say'><param name='p' type='place'/><effect>at = p</effect></action>"
                                "<goal name='G'>at = b</goal></domain><agent name='x' domain='d'/>",
                                &error),
                     PLOY_INVALID);
    assert_non_null(
        strstr(error.message, "port 'p' is of type string, and the parameter of action 'Say' is an object"));
    ploy_world_destroy(s.world);
}

static void a_world_with_strings_and_structs_is_saved_and_goes_on_alike(void** state)
{
    (void)state;
    static uint8_t bytes[16384];
    port_stage s[2];
    ploy_writer writer = {bytes, sizeof bytes, 0};
    for (uint32_t i = 0; i < 2; ++i) {
        assert_true(open_stage(&s[i], "j:string k:Spot <>out:string", NULL));
        add_keys(&s[i]);
        ploy_error error = {0};
        assert_int_equal(load_nodes(&s[i], "<Say j='{count}' k='{home}' out='{note}'/>", &error), PLOY_OK);
        s[i].says = ploy_value_of("said");
    }
    ploy_agent_id id = ploy_agent_create(s[0].world, &(ploy_agent_def){.type = "T"});
    ploy_agent_set(ploy_world_agent(s[0].world, id), "count", 12);
    ploy_agent_set(ploy_world_agent(s[0].world, id), "home", ploy_value_of(&(spot){5, 6}));
    ploy_world_tick(s[0].world, 1);
    ploy_world_save(s[0].world, NULL, &writer);
    assert_true(ploy_writer_fits(&writer));
    ploy_error error = {0};
    ploy_reader reader = {.bytes = bytes, .count = writer.count};
    if (ploy_world_load(s[1].world, NULL, &reader, &error) != PLOY_OK) fail_msg("%s", error.message);
    assert_string_equal(ploy_value_string(ploy_agent_get(ploy_world_agent(s[1].world, id), "note")), "said");
    assert_true(ploy_world_hash(s[0].world) == ploy_world_hash(s[1].world));
    for (uint32_t i = 0; i < 2; ++i) {
        ploy_world_tick(s[i].world, 1);
        assert_string_equal(s[i].texts[0], "12");
        assert_string_equal(s[i].texts[1], "5;6");
        assert_string_equal(s[i].texts[2], "said");
    }
    assert_true(ploy_world_hash(s[0].world) == ploy_world_hash(s[1].world));
    for (uint32_t i = 0; i < 2; ++i) ploy_world_destroy(s[i].world);
}

static void a_warm_agent_reads_and_writes_strings_without_allocating(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    port_stage s;
    assert_true(open_stage(&s, "j:string k:string n:Spot out:string", &allocator));
    add_keys(&s);
    add_key(s.world, "reply", PLOY_VALUE_STRING);
    run_nodes(&s, "<Say j='{count}' k='hello' n='{note}' out='{reply}'/>");
    ploy_agent_set(s.agent, "note", ploy_value_of("3;4"));
    s.says = ploy_value_of("a text of some length");
    for (uint32_t i = 0; i < 4; ++i) ploy_world_tick(s.world, 1);
    uint64_t calls = counters.calls;
    for (uint32_t i = 0; i < 200; ++i) {
        ploy_agent_set(s.agent, "count", i);
        s.says = ploy_value_of(i % 2 ? "a text of some length" : "short");
        ploy_world_tick(s.world, 1);
        char expected[16];
        snprintf(expected, sizeof expected, "%u", i);
        assert_string_equal(s.texts[0], expected);
        assert_string_equal(s.texts[2], "3;4");
    }
    assert_true(counters.calls == calls);
    ploy_world_destroy(s.world);
    assert_int_equal(counters.live_blocks, 0);
}

TEST_MAIN(TEST(a_decimal_port_reads_1_and_1_0_alike_and_so_does_one_without_a_type),
          TEST(an_enumerator_is_its_number_in_ports_and_cases),
          TEST(text_in_a_port_stays_text_unless_its_type_says_otherwise), TEST(a_leaf_may_have_many_ports),
          TEST(keys_of_another_type_are_converted_when_a_port_is_read),
          TEST(a_port_writes_its_key_in_the_type_of_the_key), TEST(set_blackboard_converts_texts_and_keys),
          TEST(keys_that_nobody_declared_have_types_that_fit_the_ports),
          TEST(a_switch_compares_strings_by_their_contents), TEST(what_does_not_fit_a_port_is_refused_at_its_place),
          TEST(states_and_options_give_texts_to_ports_too), TEST(a_parameter_of_an_action_is_no_text),
          TEST(a_world_with_strings_and_structs_is_saved_and_goes_on_alike),
          TEST(a_warm_agent_reads_and_writes_strings_without_allocating))
