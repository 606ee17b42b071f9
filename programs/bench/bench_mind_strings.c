// What strings cost: a Sequence of 31 conditions, each with one port, ticked by an agent with a blackboard. The rows
// differ in what the port is: a constant or a key, a number or a string, or a conversion between the two. Each condition
// reads its port and checks the first byte or the number. Then writes: a number and a text of 20 bytes that differ from
// what the key holds.

#include "programs/bench/bench_mind.h"
#include "programs/cli/clock.h"

#include <ploy/bt.h>

#include <stdlib.h>

enum
{
    CONDITIONS = 31,
    ROUNDS = 11,
    TICKS = 20000, // per round
    WRITES = 500000,
};

typedef struct string_scene
{
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings;
    ploy_bt* tree;
    ploy_mind* mind;
    ploy_agent agent;
    uint32_t count, note; // keys
} string_scene;

static bool is_number(ploy_agent* agent, const ploy_call* call)
{
    return ploy_call_get(call, agent, 0) == 7;
}

static bool is_text(ploy_agent* agent, const ploy_call* call)
{
    return ploy_value_string(ploy_call_get(call, agent, 0))[0] == '7';
}

static bool make_agent(string_scene* s)
{
    s->keys = ploy_blackboard_keys_create(NULL);
    s->bindings = ploy_bindings_create(NULL);
    ploy_key_def count = {.name = "count", .type = PLOY_VALUE_INT}, note = {.name = "note", .type = PLOY_VALUE_STRING};
    bool good = s->keys && s->bindings && ploy_blackboard_keys_add(s->keys, &count, &s->count) == PLOY_OK &&
                ploy_blackboard_keys_add(s->keys, &note, &s->note) == PLOY_OK;
    if (!good) return false;
    ploy_condition_def number = {.name = "IsNumber", .ports = "of:int", .test = is_number};
    ploy_condition_def text = {.name = "IsText", .ports = "of:string", .test = is_text};
    s->agent.blackboard = ploy_blackboard_create(&(ploy_blackboard_def){.keys = s->keys});
    return s->agent.blackboard && ploy_bindings_add_condition(s->bindings, &number, NULL) == PLOY_OK &&
           ploy_bindings_add_condition(s->bindings, &text, NULL) == PLOY_OK &&
           ploy_blackboard_set(s->agent.blackboard, s->count, 7) == PLOY_OK &&
           ploy_blackboard_set(s->agent.blackboard, s->note, ploy_value_of("7")) == PLOY_OK;
}

static bool make_tree(string_scene* s, const char* condition, const char* port)
{
    uint32_t root, node;
    s->tree = ploy_bt_create(&(ploy_bt_def){.name = "strings"});
    bool good = s->tree && ploy_bt_add_node(s->tree, PLOY_NONE, "Sequence", &root) == PLOY_OK;
    for (uint32_t i = 0; good && i < CONDITIONS; i++) {
        good = ploy_bt_add_node(s->tree, root, condition, &node) == PLOY_OK &&
               ploy_bt_set(s->tree, node, "of", port) == PLOY_OK;
    }
    const ploy_bt* trees[] = {s->tree};
    ploy_bt_mind_def def = {.trees = trees, .tree_count = 1};
    def.parts.bindings = s->bindings;
    def.parts.keys = s->keys;
    good = good && ploy_bt_mind_create(&def, &s->mind, NULL) == PLOY_OK;
    s->agent.mind = s->mind;
    s->agent.mind_data = good ? calloc(1, s->mind->data_bytes) : NULL;
    return s->agent.mind_data != NULL;
}

static void free_scene(string_scene* s)
{
    free(s->agent.mind_data);
    ploy_mind_destroy(s->mind);
    ploy_bt_destroy(s->tree);
    ploy_blackboard_destroy(s->agent.blackboard);
    ploy_bindings_destroy(s->bindings);
    ploy_blackboard_keys_destroy(s->keys);
}

static double time_ticks(string_scene* s)
{
    double start = cpu_ns();
    for (uint32_t i = 0; i < TICKS; i++) ploy_mind_tick(&s->agent, 1);
    return (cpu_ns() - start) / ((double)TICKS * (CONDITIONS + 1));
}

static bool run_ports(mind_rows* rows, const char* name, const char* condition, const char* port)
{
    string_scene s = {0};
    bool good = make_agent(&s) && make_tree(&s, condition, port);
    if (good) ploy_mind_tick(&s.agent, 1);
    good = good && ploy_bt_outcome(&s.agent) == PLOY_SUCCESS;
    for (unsigned round = 0; good && round < ROUNDS; round++) mind_rows_add(rows, name, time_ticks(&s), "ns");
    free_scene(&s);
    return good;
}

static double time_writes(string_scene* s, bool is_string)
{
    static const char* const texts[] = {"a text of 20 bytes ..", "another of 20 bytes ."};
    double start = cpu_ns();
    for (uint32_t i = 0; i < WRITES; i++) {
        ploy_value value = is_string ? ploy_value_of(texts[i % 2]) : (ploy_value)(i % 2);
        ploy_blackboard_set(s->agent.blackboard, is_string ? s->note : s->count, value);
    }
    return (cpu_ns() - start) / WRITES;
}

bool bench_mind_strings(mind_rows* rows)
{
    static const struct
    {
        const char* name;
        const char* condition;
        const char* port;
    } ports[] = {
        {"port.int_constant_ns", "IsNumber", "7"},       {"port.string_constant_ns", "IsText", "7"},
        {"port.int_key_ns", "IsNumber", "{count}"},      {"port.string_key_ns", "IsText", "{note}"},
        {"port.int_of_string_ns", "IsNumber", "{note}"}, {"port.string_of_int_ns", "IsText", "{count}"},
    };
    bool good = true;
    for (size_t i = 0; i < sizeof ports / sizeof *ports; i++) {
        good = run_ports(rows, ports[i].name, ports[i].condition, ports[i].port) && good;
    }
    string_scene s = {0};
    bool can_write = make_agent(&s);
    for (unsigned round = 0; can_write && round < ROUNDS; round++) {
        mind_rows_add(rows, "blackboard.set_int_ns", time_writes(&s, false), "ns");
        mind_rows_add(rows, "blackboard.set_string_ns", time_writes(&s, true), "ns");
    }
    free_scene(&s);
    return good && can_write;
}
