// What the parts of `ploy bench mind` think with: keys, an activity that goes on for ever, and one agent.

#ifndef BENCH_BENCH_SCENE_H
#define BENCH_BENCH_SCENE_H

#include <ploy/mind.h>

typedef struct bench_scene
{
    ploy_board_keys* keys;
    ploy_abilities* abilities; ///< "Work" goes on
    ploy_self self;
} bench_scene;

/// Keys of one type, without an agent yet. A scene that could not be made is ended, too.
bool bench_scene_begin(bench_scene* scene, const char* const* keys, uint32_t count, ploy_value_type type);
/// The agent and its board. The mind stays the caller's.
bool bench_scene_join(bench_scene* scene, ploy_mind* mind);
void bench_scene_end(bench_scene* scene);

/// Thinks and acts a thousandth of a second after the last time.
static inline void bench_scene_tick(bench_scene* scene)
{
    scene->self.now += scene->self.dt;
    scene->self.mind->kind->think(&scene->self);
    scene->self.mind->kind->act(&scene->self);
}

#endif
