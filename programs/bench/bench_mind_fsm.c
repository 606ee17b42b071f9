// A state machine of eight states, each with one activity that never ends and four transitions that read two keys each.
// Think and act count. tick: nothing has changed since the last tick; changed: a key has changed, so the transitions
// are evaluated, and the write counts too; change: the agent enters the next state, which halts one activity and starts
// one.

#include "programs/bench/bench_mind.h"
#include "programs/bench/bench_agent.h"
#include "programs/cli/clock.h"

#include <ploy/fsm.h>

#include <stdio.h>

enum
{
    STATES = 8,
    ROUNDS = 11,
    TICKS = 20000,
};

static bool add_state(ploy_fsm* fsm, uint32_t index)
{
    char name[8];
    snprintf(name, sizeof name, "S%u", (unsigned)index);
    ploy_fsm_state_def state = {0};
    state.name = name;
    state.does = "Work";
    return ploy_fsm_add_state(fsm, &state, NULL, NULL) == PLOY_OK;
}

static bool add_transitions(ploy_fsm* fsm, uint32_t index)
{
    bool good = true;
    for (uint32_t k = 1; good && k <= 4; k++) {
        char from[8], to[8], when[64];
        snprintf(from, sizeof from, "S%u", (unsigned)index);
        snprintf(to, sizeof to, "S%u", (unsigned)((index + k) % STATES));
        if (k < 4) {
            snprintf(when, sizeof when, "health lt %d and enemies gt %u", -(int)k, (unsigned)k);
        } else {
            snprintf(when, sizeof when, "step = %u and health ge 0", (unsigned)((index + 4) % STATES));
        }
        ploy_fsm_transition_def transition = {0};
        transition.from = from, transition.to = to, transition.when = when;
        good = ploy_fsm_add_transition(fsm, &transition, NULL, NULL) == PLOY_OK;
    }
    return good;
}

static ploy_mind* make_mind(const bench_agent* s)
{
    ploy_mind* mind = NULL;
    ploy_fsm* fsm = ploy_fsm_create(&(ploy_fsm_def){.name = "bench"});
    bool good = fsm != NULL;
    for (uint32_t i = 0; good && i < STATES; i++) {
        good = add_state(fsm, i);
    }
    for (uint32_t i = 0; good && i < STATES; i++) {
        good = add_transitions(fsm, i);
    }
    if (good) ploy_fsm_mind_create(&(ploy_fsm_mind_def){{.keys = s->keys, .bindings = s->bindings}, fsm}, &mind, NULL);
    ploy_fsm_destroy(fsm);
    return mind;
}

// key PLOY_NONE: nothing is written. Else every tick writes the next of `values` numbers.
static double time_ticks(bench_agent* s, uint32_t key, uint32_t values, uint32_t stride)
{
    double start = cpu_ns();
    for (uint32_t t = 0; t < TICKS; t++) {
        if (key != PLOY_NONE) ploy_blackboard_set(s->agent.blackboard, key, (int64_t)(t * stride % values));
        bench_agent_tick(s);
    }
    return (cpu_ns() - start) / TICKS;
}

typedef struct timed_key
{
    const char* name;
    const char* key; // the key that is written; NULL: none
    uint32_t values;
    uint32_t stride;
} timed_key;

static const timed_key timed[] = {
    {"fsm.tick_ns", NULL, 1, 1},
    {"fsm.changed_ns", "noise", 1000, 7},
    {"fsm.change_ns", "step", STATES, 4},
};

enum
{
    TIMED = sizeof timed / sizeof *timed,
};

// Rows take turns, so that the rounds of each are spread over the whole time.
static void run_benchmark(bench_agent* s, mind_rows* rows)
{
    double times[TIMED][ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < TIMED; i++) {
            uint32_t key = timed[i].key ? ploy_blackboard_keys_find(s->keys, timed[i].key) : PLOY_NONE;
            times[i][round] = time_ticks(s, key, timed[i].values, timed[i].stride);
        }
    }
    for (unsigned i = 0; i < TIMED; i++) mind_rows_add(rows, timed[i].name, min(times[i], ROUNDS), "ns");
}

bool bench_mind_fsm(mind_rows* rows)
{
    static const char* const keys[] = {"health", "enemies", "step", "noise"};
    bench_agent s;
    bool good = bench_agent_begin(&s, keys, sizeof keys / sizeof *keys, PLOY_VALUE_INT);
    ploy_mind* mind = good ? make_mind(&s) : NULL;
    good = mind && bench_agent_join(&s, mind);
    if (good) {
        run_benchmark(&s, rows);
        mind_rows_add(rows, "fsm.agent_bytes", mind->data_bytes, "bytes");
        mind->kind->end(&s.agent);
    }
    bench_agent_end(&s);
    ploy_mind_destroy(mind);
    return good;
}
