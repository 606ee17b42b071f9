// A small world in which much happens, the same every time: agents of three minds (two plain ones, and planners who
// fetch and bake) with boards, facts and sensors, who are born and die. Shared by the tests of determinism and of
// saves.

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
    ploy_blackboard* squad; ///< some agents' boards hang below it
    uint32_t born;
    ploy_save_def save;
    ploy_mind* listed_minds[3];
    ploy_blackboard* listed_boards[1];
} golden_world;

/// Without agents, as load wants it. false when out of memory; destroy it then too.
bool golden_world_create(golden_world* g, const ploy_allocator* allocator, const ploy_tasks* tasks);
/// count agents, as far as memory goes; returns how many.
uint32_t golden_world_populate(golden_world* g, uint32_t count);
void golden_world_tick(golden_world* g, uint32_t times);
void golden_world_destroy(golden_world* g);

#endif
