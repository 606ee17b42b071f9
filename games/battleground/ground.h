// The ground: a disk of nodes drawn from a seed, connected to their neighbors, with hills and trees. It never changes
// after its creation.

#ifndef BATTLEGROUND_GROUND_H
#define BATTLEGROUND_GROUND_H

#include <ploy/terrain.h>

enum
{
    GROUND_SPACING = 1024, ///< units: the lowest distance between two nodes
};

typedef struct battle_ground
{
    ploy_terrain* terrain;
    ploy_graph* graph;
    ploy_obstacles* trees;
    uint32_t* spots; ///< where fighters may appear: the nodes of the largest connected part
    uint32_t spot_count;
    int32_t side; ///< side of the square around the disk, in units
} battle_ground;

/// Creates about so many nodes. PLOY_OUT_OF_MEMORY, or PLOY_INVALID: the disk is too large. Clear the ground even after
/// a failure.
ploy_status battle_ground_init(battle_ground* ground, uint32_t nodes, uint64_t seed, ploy_error* error);
void battle_ground_clear(battle_ground* ground);

/// In units, rounded down.
uint32_t battle_distance(ploy_point a, ploy_point b);
/// The squared distance, for comparisons.
uint64_t battle_distance_squared(ploy_point a, ploy_point b);

#endif
