#include "programs/bench/bench_agent.h"

#include <stdlib.h>

static ploy_outcome go_on(ploy_agent* agent, const ploy_call* call)
{
    (void)agent, (void)call;
    return PLOY_RUNNING;
}

static bool add_key(ploy_blackboard_keys* keys, const char* name, ploy_value_type type)
{
    ploy_key_def key = {0};
    key.name = name;
    key.type = type;
    return ploy_blackboard_keys_add(keys, &key, NULL) == PLOY_OK;
}

bool bench_agent_begin(bench_agent* scene, const char* const* keys, uint32_t count, ploy_value_type type)
{
    ploy_blackboard_keys_def def = {0};
    *scene = (bench_agent){.keys = ploy_blackboard_keys_create(&def), .bindings = ploy_bindings_create(NULL)};
    bool good = scene->keys && scene->bindings;
    for (uint32_t i = 0; good && i < count; i++) good = add_key(scene->keys, keys[i], type);
    ploy_activity_def activity = {0};
    activity.name = "Work";
    activity.update = go_on;
    return good && ploy_bindings_add_activity(scene->bindings, &activity, NULL) == PLOY_OK;
}

bool bench_agent_join(bench_agent* scene, ploy_mind* mind)
{
    ploy_blackboard_def blackboard = {0};
    blackboard.keys = scene->keys;
    scene->agent = (ploy_agent){.mind = mind,
                                .dt = 1000,
                                .blackboard = ploy_blackboard_create(&blackboard),
                                .mind_data = calloc(1, mind->data_bytes)};
    if (!scene->agent.blackboard || !scene->agent.mind_data) return false;
    return !mind->kind->begin || mind->kind->begin(&scene->agent) == PLOY_OK;
}

void bench_agent_end(bench_agent* scene)
{
    free(scene->agent.mind_data);
    ploy_blackboard_destroy(scene->agent.blackboard);
    ploy_bindings_destroy(scene->bindings);
    ploy_blackboard_keys_destroy(scene->keys);
}
