// The ground that is fought over: a disk of places out of a seed, joined to their neighbours, with hills and trees.
// It never changes once made.

#ifndef BATTLEGROUND_GROUND_H
#define BATTLEGROUND_GROUND_H

#include <ploy/terrain.h>

enum
{
    GROUND_SPACING = 1024, ///< units: no two places are nearer
};

typedef struct battle_ground
{
    ploy_terrain* terrain;
    ploy_graph* graph;
    ploy_obstacles* trees;
    uint32_t* spots; ///< where fighters may appear: all places of the largest part that hangs together
    uint32_t spot_count;
    int32_t side; ///< of the square around the disk, in units
} battle_ground;

/// About so many nodes. PLOY_OUT_OF_MEMORY, or PLOY_INVALID when a disk of that size is too large; the ground must be
/// cleared all the same.
ploy_status battle_ground_init(battle_ground* ground, uint32_t nodes, uint64_t seed, ploy_error* error);
void battle_ground_clear(battle_ground* ground);

/// In units, rounded down.
uint32_t battle_distance(ploy_point a, ploy_point b);
/// Its square, for comparing.
uint64_t battle_distance_squared(ploy_point a, ploy_point b);

#endif
