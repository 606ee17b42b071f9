// A ReactiveFallback of 32 children: 31 activities, each behind a guard over one key that does not hold, then one that
// goes on. quiet: nothing on the board has changed since the last tick; noise: a key has that no guard reads; asked:
// the key that all guards read has, so that each is asked. The writes count too.

#include "bench_mind.h"
#include "clock.h"

#include <ploy/tree.h>

#include <stdio.h>
#include <stdlib.h>

enum
{
    CHILDREN = 32,
    ROUNDS = 11,
    TICKS = 20000,
};

typedef struct scene
{
    ploy_board_keys* keys;
    ploy_abilities* abilities;
    ploy_tree* tree;
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
    static const char* const names[] = {"danger", "noise"};
    ploy_board_keys_def def = ploy_board_keys_def_default();
    s->keys = ploy_board_keys_create(&def);
    s->abilities = ploy_abilities_create(NULL);
    bool good = s->keys && s->abilities;
    for (uint32_t i = 0; good && i < 2; i++) {
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

static bool make_tree(scene* s)
{
    uint32_t root, child;
    s->tree = ploy_tree_create("watch", NULL);
    bool good = s->tree && ploy_tree_add_node(s->tree, PLOY_NONE, "ReactiveFallback", &root) == PLOY_OK;
    for (uint32_t i = 1; good && i <= CHILDREN; i++) {
        char text[32];
        snprintf(text, sizeof text, "danger ge %u", (unsigned)(1000 * i));
        good = ploy_tree_add_node(s->tree, root, "Work", &child) == PLOY_OK;
        if (good && i < CHILDREN) good = ploy_tree_set(s->tree, child, "_while", text) == PLOY_OK;
    }
    return good;
}

static bool make_scene(scene* s)
{
    if (!add_names(s) || !make_tree(s)) return false;
    const ploy_tree* trees[] = {s->tree};
    ploy_tree_mind_def def = ploy_tree_mind_def_default();
    def.trees = trees;
    def.tree_count = 1;
    def.abilities = s->abilities;
    def.keys = s->keys;
    if (ploy_tree_mind_create(&def, &s->mind, NULL) != PLOY_OK) return false;
    ploy_board_def board = ploy_board_def_default();
    board.keys = s->keys;
    s->self.mind = s->mind;
    s->self.board = ploy_board_create(&board);
    s->self.memory = calloc(1, s->mind->memory_bytes);
    return s->self.board && s->self.memory && s->mind->kind->begin(&s->self) == PLOY_OK;
}

static void free_scene(scene* s)
{
    free(s->self.memory);
    ploy_board_destroy(s->self.board);
    ploy_mind_destroy(s->mind);
    ploy_tree_destroy(s->tree);
    ploy_abilities_destroy(s->abilities);
    ploy_board_keys_destroy(s->keys);
}

static double time_ticks(scene* s, uint32_t key)
{
    double start = cpu_ns();
    for (uint32_t t = 0; t < TICKS; t++) {
        if (key != PLOY_NONE) ploy_board_set(s->self.board, key, (int64_t)(t % 1000));
        s->self.now += 1000;
        s->mind->kind->think(&s->self);
        s->mind->kind->act(&s->self);
    }
    return (cpu_ns() - start) / TICKS;
}

// Rows take turns, so that each has its rounds spread over the whole time.
static void measure(scene* s, mind_rows* rows)
{
    static const char* const timed[][2] = {{"bt.quiet_ns", NULL}, {"bt.noise_ns", "noise"}, {"bt.asked_ns", "danger"}};
    double times[3][ROUNDS];
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 3; i++) {
            times[i][round] = time_ticks(s, timed[i][1] ? ploy_board_keys_find(s->keys, timed[i][1]) : PLOY_NONE);
        }
    }
    for (unsigned i = 0; i < 3; i++) mind_rows_add(rows, timed[i][0], least(times[i], ROUNDS), "ns");
}

bool bench_mind_watch(mind_rows* rows)
{
    scene s = {0};
    bool good = make_scene(&s);
    if (good) {
        measure(&s, rows);
        s.mind->kind->end(&s.self);
    }
    free_scene(&s);
    return good;
}
