// A small world in which much happens, the same in every run. Its agents have one of three minds (two plain ones, and a
// planner that fetches and bakes), blackboards, facts and sensors. They are created and destroyed during the run. The
// tests of determinism and of saves share it.

#ifndef TEST_SUPPORT_WORLD_GOLDEN_WORLD_H
#define TEST_SUPPORT_WORLD_GOLDEN_WORLD_H

#include <ploy/goap.h>
#include <ploy/save.h>

#include "support/mind/plain_mind.h"

typedef struct golden_world
{
    ploy_blackboard_keys* keys;
    ploy_fact_types* kinds;
    plain_mind* minds[2];
    ploy_domain* domain;
    ploy_mind* baker;
    uint32_t baked; ///< actions that bakers finished
    ploy_world* world;
    ploy_blackboard* squad; ///< parent of some agents' blackboards
    uint32_t born;
    ploy_save_def save;
    ploy_mind* listed_minds[3];
    ploy_blackboard* listed_blackboards[1];
} golden_world;

/// Without agents, as load requires. false when out of memory; destroy it then too.
bool golden_world_create(golden_world* g, const ploy_allocator* allocator, const ploy_tasks* tasks);
/// Creates count agents, or fewer when out of memory; returns how many.
uint32_t golden_world_populate(golden_world* g, uint32_t count);
void golden_world_tick(golden_world* g, uint32_t times);
void golden_world_destroy(golden_world* g);

#endif
