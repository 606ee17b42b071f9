// Worlds full of smiths (examples/village_smith.xml) for `ploy bench world`: each has a board with its own things and a
// GOAP mind; what an action does to the board is the game's, done here.

#ifndef BENCH_BENCH_SMITHS_H
#define BENCH_BENCH_SMITHS_H

#include <ploy/world.h>
#include <ploy/goap.h>
#include <ploy/io.h>

/// All that was taken from the allocator.
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

/// With so many smiths who know nothing of each other. groups and max_nodes as in ploy_world_def. False when out of
/// memory; destroy it then too.
bool smiths_create(smiths* s, const ploy_domain* domain, uint32_t count, uint32_t groups, uint32_t max_nodes);
void smiths_destroy(smiths* s);

/// CPU time of one tick of a sixtieth of a second.
double smiths_tick(smiths* s);

/// Something happens to every sixtieth smith, each tick to others: two of its things appear or vanish, and it plans
/// again.
void smiths_disturb(smiths* s);

#endif
