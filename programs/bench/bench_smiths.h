// Worlds full of smiths (examples/village_smith.xml) for `ploy bench world` and `scale`. Each smith has a blackboard and a GOAP
// mind; the effects of its actions are applied here.

#ifndef BENCH_BENCH_SMITHS_H
#define BENCH_BENCH_SMITHS_H

#include <ploy/world.h>
#include <ploy/goap.h>
#include <ploy/io.h>

/// Bytes taken from the allocator.
typedef struct meter
{
    size_t bytes;
    uint64_t calls;
} meter;

typedef struct smiths
{
    meter meter;
    const ploy_domain* domain;
    ploy_blackboard_keys* keys;
    ploy_plan_service* planning;
    ploy_mind* mind;
    ploy_world* world;
    ploy_agent_id* ids;
    uint32_t* key_of; // variable
    uint32_t count;
    ploy_random random;
} smiths;

typedef struct smiths_def
{
    uint32_t count;
    uint32_t groups;      // as in ploy_world_def
    uint32_t row;         // likewise; 0: 16
    uint32_t max_nodes;   // 0: no limit
    ploy_tasks tasks;     // zeroed: one thread; else bytes are not counted
    ploy_clock_fn* clock; // or NULL
    bool writes_effects;  // the minds write effects themselves, so that smiths act on all workers
} smiths_def;

/// Creates smiths that do not affect each other. False: out of memory; destroy it even then.
bool smiths_create(smiths* s, const ploy_domain* domain, const smiths_def* def);
void smiths_destroy(smiths* s);

/// CPU time of one tick (1/60 second).
double smiths_tick(smiths* s);

/// Disturbs every 60th smith, others in each tick: two of its things appear or vanish, and it plans again.
void smiths_disturb(smiths* s);

#endif
