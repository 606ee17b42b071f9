// One agent for the parts of `ploy bench mind`: keys, an activity that never ends, and the agent.

#ifndef BENCH_BENCH_AGENT_H
#define BENCH_BENCH_AGENT_H

#include <ploy/mind.h>

typedef struct bench_agent
{
    ploy_blackboard_keys* keys;
    ploy_bindings* bindings; ///< "Work" never ends
    ploy_agent agent;
} bench_agent;

/// Creates keys of one type, without an agent yet. End it even after a failure.
bool bench_agent_begin(bench_agent* scene, const char* const* keys, uint32_t count, ploy_value_type type);
/// Adds the agent and its blackboard. The caller keeps the mind.
bool bench_agent_join(bench_agent* scene, ploy_mind* mind);
void bench_agent_end(bench_agent* scene);

/// Thinks and acts, one millisecond after the last time.
static inline void bench_agent_tick(bench_agent* scene)
{
    scene->agent.now += scene->agent.dt;
    scene->agent.mind->kind->think(&scene->agent);
    scene->agent.mind->kind->act(&scene->agent);
}

#endif
