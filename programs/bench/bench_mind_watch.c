// A ReactiveFallback of 32 children: 31 activities, each behind a guard over one key that is false, then one that never
// ends. quiet: nothing on the blackboard has changed since the last tick; noise: a key has changed that no guard reads;
// guards: the key that all guards read has changed, so every guard is evaluated. The writes count too.

#include "programs/bench/bench_mind.h"
#include "programs/bench/bench_agent.h"
#include "programs/cli/clock.h"

#include <ploy/bt.h>

#include <stdio.h>

enum
{
    CHILDREN = 32,
    ROUNDS = 11,
    TICKS = 20000,
};

static bool fill(ploy_bt* tree)
{
    uint32_t root, child;
    bool good = ploy_bt_add_node(tree, PLOY_NONE, "ReactiveFallback", &root) == PLOY_OK;
    for (uint32_t i = 1; good && i <= CHILDREN; i++) {
        char text[32];
        snprintf(text, sizeof text, "danger ge %u", (unsigned)(1000 * i));
        good = ploy_bt_add_node(tree, root, "Work", &child) == PLOY_OK;
        if (good && i < CHILDREN) good = ploy_bt_set(tree, child, "_while", text) == PLOY_OK;
    }
    return good;
}

static ploy_mind* make_mind(const bench_agent* s, const ploy_bt* tree)
{
    ploy_mind* mind = NULL;
    ploy_bt_mind_def def = {0};
    def.trees = &tree;
    def.tree_count = 1;
    def.parts.bindings = s->bindings;
    def.parts.keys = s->keys;
    return ploy_bt_mind_create(&def, &mind, NULL) == PLOY_OK ? mind : NULL;
}

static double time_ticks(bench_agent* s, uint32_t key)
{
    double start = cpu_ns();
    for (uint32_t t = 0; t < TICKS; t++) {
        if (key != PLOY_NONE) ploy_blackboard_set(s->agent.blackboard, key, (int64_t)(t % 1000));
        bench_agent_tick(s);
    }
    return (cpu_ns() - start) / TICKS;
}

// Rows take turns, so that the rounds of each are spread over the whole time.
static void run_benchmark(bench_agent* s, mind_rows* rows)
{
    static const char* const timed[][2] = {{"bt.quiet_ns", NULL}, {"bt.noise_ns", "noise"}, {"bt.guards_ns", "danger"}};
    double times[3][ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 3; i++) {
            times[i][round] = time_ticks(s, timed[i][1] ? ploy_blackboard_keys_find(s->keys, timed[i][1]) : PLOY_NONE);
        }
    }
    for (unsigned i = 0; i < 3; i++) mind_rows_add(rows, timed[i][0], min(times[i], ROUNDS), "ns");
}

bool bench_mind_watch(mind_rows* rows)
{
    static const char* const keys[] = {"danger", "noise"};
    bench_agent s;
    ploy_bt* tree = ploy_bt_create(&(ploy_bt_def){.name = "watch"});
    bool good = bench_agent_begin(&s, keys, sizeof keys / sizeof *keys, PLOY_VALUE_INT) && tree && fill(tree);
    ploy_mind* mind = good ? make_mind(&s, tree) : NULL;
    good = mind && bench_agent_join(&s, mind);
    if (good) {
        run_benchmark(&s, rows);
        mind->kind->end(&s.agent);
    }
    bench_agent_end(&s);
    ploy_mind_destroy(mind);
    ploy_bt_destroy(tree);
    return good;
}
