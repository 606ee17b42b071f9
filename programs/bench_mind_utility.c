// Eight options of four considerations each, over eight keys, every kind of curve among them. choice: all keys have
// changed, so every score is computed anew, and the writes count too; unchanged: none has.

#include "bench_mind.h"
#include "clock.h"

#include <ploy/utility.h>

#include <stdio.h>
#include <stdlib.h>

enum
{
    OPTIONS = 8,
    CONSIDERATIONS = 4,
    KEYS = 8,
    ROUNDS = 11,
    TICKS = 20000,
};

typedef struct scene
{
    ploy_board_keys* keys;
    ploy_abilities* abilities;
    ploy_utility* utility;
    ploy_self self;
} scene;

static char names[OPTIONS][16];

static bool add_names(scene* s)
{
    ploy_board_keys_def keys = ploy_board_keys_def_default();
    s->keys = ploy_board_keys_create(&keys);
    s->abilities = ploy_abilities_create(NULL);
    bool good = s->keys && s->abilities;
    for (uint32_t k = 0; good && k < KEYS; k++) {
        ploy_key_def key = ploy_key_def_default();
        ploy_activity_def activity = ploy_activity_def_default();
        snprintf(names[k], sizeof names[k], "thing%u", (unsigned)k);
        key.name = activity.name = names[k];
        key.type = PLOY_VALUE_DECIMAL;
        good = ploy_board_keys_add(s->keys, &key, NULL) == PLOY_OK &&
               ploy_abilities_add_activity(s->abilities, &activity, NULL) == PLOY_OK;
    }
    return good;
}

static bool make_utility(scene* s)
{
    ploy_consideration considerations[OPTIONS][CONSIDERATIONS];
    ploy_option options[OPTIONS];
    for (uint32_t k = 0; k < OPTIONS; k++) {
        for (uint32_t c = 0; c < CONSIDERATIONS; c++) {
            ploy_curve curve = ploy_curve_of((ploy_curve_kind)((k + c) % PLOY_CURVE_COUNT));
            const char* key = names[(k + 2 * c) % KEYS];
            considerations[k][c] = ploy_consider(PLOY_INPUT_KEY, key, 0, 1000 + 50 * k, curve);
        }
        options[k] = ploy_option_default();
        options[k].name = names[k];
        options[k].considerations = considerations[k];
        options[k].consideration_count = CONSIDERATIONS;
        options[k].duration = INT64_MAX; // goes on until another is better
    }
    ploy_utility_def def = ploy_utility_def_default();
    def.abilities = s->abilities;
    def.keys = s->keys;
    def.options = options;
    def.option_count = OPTIONS;
    return ploy_utility_create(&def, &s->utility, NULL) == PLOY_OK;
}

static bool make_scene(scene* s)
{
    if (!add_names(s) || !make_utility(s)) return false;
    ploy_board_def board = ploy_board_def_default();
    board.keys = s->keys;
    s->self.mind = ploy_utility_mind(s->utility, NULL);
    s->self.board = ploy_board_create(&board);
    s->self.memory = s->self.mind ? calloc(1, s->self.mind->memory_bytes) : NULL;
    return s->self.board && s->self.memory;
}

static void free_scene(scene* s)
{
    free(s->self.memory);
    ploy_board_destroy(s->self.board);
    ploy_utility_destroy(s->utility);
    ploy_abilities_destroy(s->abilities);
    ploy_board_keys_destroy(s->keys);
}

static double time_choices(scene* s, bool changed)
{
    double start = cpu_ns();
    for (uint32_t t = 0; t < TICKS; t++) {
        for (uint32_t k = 0; changed && k < KEYS; k++) {
            ploy_board_set(s->self.board, k, (int64_t)((t * 37 + k * 101) % 1000));
        }
        s->self.mind->kind->think(&s->self);
    }
    return (cpu_ns() - start) / TICKS;
}

// Both take turns, so that each has its rounds spread over the whole time.
static void measure(scene* s, mind_rows* rows)
{
    double choice[ROUNDS], unchanged[ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        ploy_mind_tick(&s->self, PLOY_SECOND);
        choice[round] = time_choices(s, true);
        ploy_mind_tick(&s->self, PLOY_SECOND);
        unchanged[round] = time_choices(s, false);
    }
    mind_rows_add(rows, "utility.choice_ns", least(choice, ROUNDS), "ns");
    mind_rows_add(rows, "utility.unchanged_ns", least(unchanged, ROUNDS), "ns");
}

bool bench_mind_utility(mind_rows* rows)
{
    scene s = {0};
    bool good = make_scene(&s);
    if (good) {
        measure(&s, rows);
        mind_rows_add(rows, "utility.agent_bytes", s.self.mind->memory_bytes, "bytes");
    }
    free_scene(&s);
    return good;
}
