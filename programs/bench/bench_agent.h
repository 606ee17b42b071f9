// What the parts of `ploy bench mind` think with: keys, an activity that goes on for ever, and one agent.

#ifndef BENCH_BENCH_AGENT_H
#define BENCH_BENCH_AGENT_H

#include <ploy/mind.h>

typedef struct bench_scene
{
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings; ///< "Work" goes on
    ploy_agent agent;
} bench_scene;

/// Keys of one type, without an agent yet. A scene that could not be made is ended, too.
bool bench_scene_begin(bench_scene* scene, const char* const* keys, uint32_t count, ploy_value_type type);
/// The agent and its board. The mind stays the caller's.
bool bench_scene_join(bench_scene* scene, ploy_mind* mind);
void bench_scene_end(bench_scene* scene);

/// Thinks and acts a thousandth of a second after the last time.
static inline void bench_scene_tick(bench_scene* scene)
{
    scene->agent.now += scene->agent.dt;
    scene->agent.mind->kind->think(&scene->agent);
    scene->agent.mind->kind->act(&scene->agent);
}

#endif
