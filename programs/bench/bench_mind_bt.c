// A behavior tree of 100 nodes, of which a tick visits 32: a Fallback of ten branches that do not apply (a Sequence
// with an inverted condition and six actions each), then an action, then eight more conditions. Conditions read the
// game's own record of the agent. With 10,000 agents, a tick of all of them passes once over their memory.

#include "programs/bench/bench_mind.h"
#include "programs/cli/clock.h"

#include <ploy/bt.h>

#include <stdlib.h>

enum
{
    BRANCHES = 10,
    IDLE_ACTIONS = 6,
    IDLE_CONDITIONS = 8,
    NODES = 100,
    VISITED = 32,
    MANY = 10000,
    ROUNDS = 11,
    TICKS = 50000, // per round, over all agents
};

typedef struct bench_fighter
{
    int64_t health;
    int64_t shots;
} bench_fighter;

typedef struct bt_scene
{
    ploy_bindings* bindings;
    ploy_bt* tree;
    ploy_mind* mind;
    ploy_agent* agents;
    bench_fighter* fighters;
    char* memory;
    uint32_t count;
} bt_scene;

static bool is_well(ploy_agent* agent, const ploy_call* call)
{
    return ((const bench_fighter*)agent->user)->health >= call->ports[0].value;
}

static ploy_outcome shoot(ploy_agent* agent, const ploy_call* call)
{
    (void)call;
    ++((bench_fighter*)agent->user)->shots;
    return PLOY_SUCCESS;
}

static bool add_bindings(bt_scene* s)
{
    ploy_condition_def condition = {0};
    condition.name = "IsWell";
    condition.ports = "least";
    condition.test = is_well;
    ploy_activity_def activity = {0};
    activity.name = "Shoot";
    activity.start = shoot;
    s->bindings = ploy_bindings_create(NULL);
    return s->bindings && ploy_bindings_add_condition(s->bindings, &condition, NULL) == PLOY_OK &&
           ploy_bindings_add_activity(s->bindings, &activity, NULL) == PLOY_OK;
}

static bool add(bt_scene* s, uint32_t parent, const char* element, uint32_t* node)
{
    return ploy_bt_add_node(s->tree, parent, element, node) == PLOY_OK;
}

static bool add_condition(bt_scene* s, uint32_t parent)
{
    uint32_t node;
    return add(s, parent, "IsWell", &node) && ploy_bt_set(s->tree, node, "least", "50") == PLOY_OK;
}

static bool add_branch(bt_scene* s, uint32_t root)
{
    uint32_t sequence, inverter;
    bool good = add(s, root, "Sequence", &sequence) && add(s, sequence, "Inverter", &inverter);
    good = good && add_condition(s, inverter);
    for (uint32_t i = 0; good && i < IDLE_ACTIONS; i++) good = add(s, sequence, "Shoot", NULL);
    return good;
}

static bool make_bt(bt_scene* s)
{
    uint32_t root;
    s->tree = ploy_bt_create(&(ploy_bt_def){.name = "bench"});
    bool good = s->tree && add(s, PLOY_NONE, "Fallback", &root);
    for (uint32_t i = 0; good && i < BRANCHES; i++) good = add_branch(s, root);
    good = good && add(s, root, "Shoot", NULL);
    for (uint32_t i = 0; good && i < IDLE_CONDITIONS; i++) good = add_condition(s, root);
    return good && ploy_bt_node_count(s->tree) == NODES;
}

static bool make_mind(bt_scene* s)
{
    const ploy_bt* trees[] = {s->tree};
    ploy_bt_mind_def def = {0};
    def.trees = trees;
    def.tree_count = 1;
    def.parts.bindings = s->bindings;
    return ploy_bt_mind_create(&def, &s->mind, NULL) == PLOY_OK;
}

static bool make_agents(bt_scene* s, uint32_t count)
{
    s->count = count;
    s->agents = calloc(count, sizeof *s->agents);
    s->fighters = calloc(count, sizeof *s->fighters);
    s->memory = calloc(count, s->mind->data_bytes);
    if (!s->agents || !s->fighters || !s->memory) return false;
    for (uint32_t i = 0; i < count; i++) {
        s->fighters[i].health = 60 + i % 40;
        s->agents[i] = (ploy_agent){.user = &s->fighters[i], .mind = s->mind};
        s->agents[i].mind_data = s->memory + (size_t)i * s->mind->data_bytes;
    }
    return true;
}

static void free_scene(bt_scene* s)
{
    free(s->agents);
    free(s->fighters);
    free(s->memory);
    ploy_mind_destroy(s->mind);
    ploy_bt_destroy(s->tree);
    ploy_bindings_destroy(s->bindings);
}

static void count_entered(void* user, const ploy_trace_event* event)
{
    *(uint32_t*)user += event->kind == PLOY_TRACE_BT_NODE && event->args[1] == PLOY_RUNNING;
}

// The figure is a time per node, so the nodes are counted.
static bool visits_as_many(bt_scene* s)
{
    uint32_t entered = 0;
    ploy_trace trace = {count_entered, &entered, PLOY_TRACE_EVERYTHING, false};
    s->agents[0].trace = &trace;
    ploy_mind_tick(&s->agents[0], 1);
    s->agents[0].trace = NULL;
    return entered == VISITED && s->fighters[0].shots == 1;
}

static double time_ticks(bt_scene* s)
{
    uint32_t rounds = TICKS / s->count;
    double start = cpu_ns();
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t i = 0; i < s->count; i++) ploy_mind_tick(&s->agents[i], 1);
    }
    return (cpu_ns() - start) / ((double)rounds * s->count * VISITED);
}

static bool run_benchmark(mind_rows* rows, uint32_t count, const char* name, bool has_bytes)
{
    bt_scene s = {0};
    double times[ROUNDS];
    bool good = add_bindings(&s) && make_bt(&s) && make_mind(&s) && make_agents(&s, count) && visits_as_many(&s);
    if (good) {
        for (unsigned round = 0; round < ROUNDS; round++) times[round] = time_ticks(&s);
        mind_rows_add(rows, name, min(times, ROUNDS), "ns");
        if (has_bytes) mind_rows_add(rows, "bt.agent_bytes", s.mind->data_bytes, "bytes");
    }
    free_scene(&s);
    return good;
}

bool bench_mind_bt(mind_rows* rows)
{
    bool good = run_benchmark(rows, 1, "bt.node_ns.1", false);
    return run_benchmark(rows, MANY, "bt.node_ns.10000", true) && good;
}
