// A machine of eight states, each with one activity that goes on and four transitions that ask two keys each; think and
// act count. tick: nothing has changed since the last one; changed: a key has, so that the transitions are asked, and
// the write counts too; change: the agent goes on to the next state, with one activity halted and one started.

#include "bench_mind.h"
#include "clock.h"

#include <ploy/machine.h>

#include <stdio.h>
#include <stdlib.h>

enum
{
    STATES = 8,
    KEYS = 4,
    ROUNDS = 11,
    TICKS = 20000,
};

typedef struct scene
{
    ploy_board_keys* keys;
    ploy_abilities* abilities;
    ploy_mind* mind;
    ploy_self self;
} scene;

static ploy_outcome go_on(ploy_self* self, const ploy_run* run)
{
    (void)self, (void)run;
    return PLOY_BUSY;
}

static bool add_names(scene* s)
{
    static const char* const names[KEYS] = {"health", "enemies", "step", "noise"};
    ploy_board_keys_def def = ploy_board_keys_def_default();
    s->keys = ploy_board_keys_create(&def);
    s->abilities = ploy_abilities_create(NULL);
    bool good = s->keys && s->abilities;
    for (uint32_t i = 0; good && i < KEYS; i++) {
        ploy_key_def key = ploy_key_def_default();
        key.name = names[i];
        key.type = PLOY_VALUE_INT;
        good = ploy_board_keys_add(s->keys, &key, NULL) == PLOY_OK;
    }
    ploy_activity_def activity = ploy_activity_def_default();
    activity.name = "Work";
    activity.perform = go_on;
    return good && ploy_abilities_add_activity(s->abilities, &activity, NULL) == PLOY_OK;
}

static bool add_state(ploy_machine* machine, uint32_t index)
{
    char name[8];
    snprintf(name, sizeof name, "S%u", (unsigned)index);
    ploy_state_def state = ploy_state_def_default();
    state.name = name;
    state.does = "Work";
    return ploy_machine_add_state(machine, &state, NULL) == PLOY_OK;
}

static bool add_ways(ploy_machine* machine, uint32_t index)
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
        ploy_transition_def way = ploy_transition_def_default();
        way.from = from, way.to = to, way.when = when;
        good = ploy_machine_add_transition(machine, &way, NULL) == PLOY_OK;
    }
    return good;
}

static bool make_mind(scene* s)
{
    ploy_machine* machine = ploy_machine_create("bench", NULL);
    bool good = machine != NULL;
    for (uint32_t i = 0; good && i < STATES; i++) {
        good = add_state(machine, i);
    }
    for (uint32_t i = 0; good && i < STATES; i++) {
        good = add_ways(machine, i);
    }
    good = good && ploy_machine_compile(machine, s->abilities, s->keys, NULL, &s->mind, NULL) == PLOY_OK;
    ploy_machine_destroy(machine);
    return good;
}

static bool make_scene(scene* s)
{
    if (!add_names(s) || !make_mind(s)) return false;
    ploy_board_def board = ploy_board_def_default();
    board.keys = s->keys;
    s->self.mind = s->mind;
    s->self.dt = 1000;
    s->self.board = ploy_board_create(&board);
    s->self.memory = calloc(1, s->mind->memory_bytes);
    return s->self.board && s->self.memory && s->mind->kind->begin(&s->self) == PLOY_OK;
}

static void free_scene(scene* s)
{
    free(s->self.memory);
    ploy_board_destroy(s->self.board);
    ploy_mind_destroy(s->mind);
    ploy_abilities_destroy(s->abilities);
    ploy_board_keys_destroy(s->keys);
}

// key PLOY_NONE: nothing is written. In every tick it gets the next of `values` numbers.
static double time_ticks(scene* s, uint32_t key, uint32_t values, uint32_t stride)
{
    double start = cpu_ns();
    for (uint32_t t = 0; t < TICKS; t++) {
        if (key != PLOY_NONE) ploy_board_set(s->self.board, key, (int64_t)(t * stride % values));
        s->self.now += s->self.dt;
        s->mind->kind->think(&s->self);
        s->mind->kind->act(&s->self);
    }
    return (cpu_ns() - start) / TICKS;
}

typedef struct row
{
    const char* name;
    const char* key; // that is written; NULL: none
    uint32_t values;
    uint32_t stride;
} row;

static const row timed[] = {
    {"fsm.tick_ns", NULL, 1, 1},
    {"fsm.changed_ns", "noise", 1000, 7},
    {"fsm.change_ns", "step", STATES, 4},
};

enum
{
    TIMED = sizeof timed / sizeof *timed,
};

// Rows take turns, so that each has its rounds spread over the whole time.
static void measure(scene* s, mind_rows* rows)
{
    double times[TIMED][ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < TIMED; i++) {
            uint32_t key = timed[i].key ? ploy_board_keys_find(s->keys, timed[i].key) : PLOY_NONE;
            times[i][round] = time_ticks(s, key, timed[i].values, timed[i].stride);
        }
    }
    for (unsigned i = 0; i < TIMED; i++) mind_rows_add(rows, timed[i].name, least(times[i], ROUNDS), "ns");
}

bool bench_mind_machine(mind_rows* rows)
{
    scene s = {0};
    bool good = make_scene(&s);
    if (good) {
        measure(&s, rows);
        mind_rows_add(rows, "fsm.agent_bytes", s.mind->memory_bytes, "bytes");
        s.mind->kind->end(&s.self);
    }
    free_scene(&s);
    return good;
}
