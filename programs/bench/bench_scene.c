#include "programs/bench/bench_scene.h"

#include <stdlib.h>

static ploy_outcome go_on(ploy_self* self, const ploy_run* run)
{
    (void)self, (void)run;
    return PLOY_BUSY;
}

static bool add_key(ploy_board_keys* keys, const char* name, ploy_value_type type)
{
    ploy_key_def key = ploy_key_def_default();
    key.name = name;
    key.type = type;
    return ploy_board_keys_add(keys, &key, NULL) == PLOY_OK;
}

bool bench_scene_begin(bench_scene* scene, const char* const* keys, uint32_t count, ploy_value_type type)
{
    ploy_board_keys_def def = ploy_board_keys_def_default();
    *scene = (bench_scene){.keys = ploy_board_keys_create(&def), .abilities = ploy_abilities_create(NULL)};
    bool good = scene->keys && scene->abilities;
    for (uint32_t i = 0; good && i < count; i++) good = add_key(scene->keys, keys[i], type);
    ploy_activity_def activity = ploy_activity_def_default();
    activity.name = "Work";
    activity.perform = go_on;
    return good && ploy_abilities_add_activity(scene->abilities, &activity, NULL) == PLOY_OK;
}

bool bench_scene_join(bench_scene* scene, ploy_mind* mind)
{
    ploy_board_def board = ploy_board_def_default();
    board.keys = scene->keys;
    scene->self = (ploy_self){
        .mind = mind, .dt = 1000, .board = ploy_board_create(&board), .memory = calloc(1, mind->memory_bytes)};
    if (!scene->self.board || !scene->self.memory) return false;
    return !mind->kind->begin || mind->kind->begin(&scene->self) == PLOY_OK;
}

void bench_scene_end(bench_scene* scene)
{
    free(scene->self.memory);
    ploy_board_destroy(scene->self.board);
    ploy_abilities_destroy(scene->abilities);
    ploy_board_keys_destroy(scene->keys);
}
