// Ground out of a seed: places spread evenly at random, joined to their neighbours, with hills and trees. The same
// everywhere.

#ifndef PLOY_TERRAIN_H
#define PLOY_TERRAIN_H

#include <ploy/nav.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Never changes once made; any number of threads may read it.
typedef struct ploy_terrain ploy_terrain;

typedef enum ploy_terrain_shape
{
    PLOY_TERRAIN_RECTANGLE,
    PLOY_TERRAIN_DISK, ///< the largest in the middle of the rectangle
} ploy_terrain_shape;

#define PLOY_TERRAIN_MAX_SIDE 1048576

typedef struct ploy_terrain_def
{
    ploy_allocator allocator;
    uint64_t seed;            ///< default 1
    ploy_terrain_shape shape; ///< default a rectangle
    /// Units, 1 .. PLOY_TERRAIN_MAX_SIDE; default 65536 each. Nodes have 0 <= x < width, 0 <= y < height.
    int32_t width, height;
    /// Least distance of two nodes, 2 .. PLOY_TERRAIN_MAX_SIDE; default 1024. About 0.62 nodes come out for each square
    /// with such a side.
    int32_t spacing;
    /// Elevations are within -relief .. relief units, at max PLOY_TERRAIN_MAX_SIDE; default 2048; 0: flat.
    int32_t relief;
    uint32_t hill_width; ///< units from one of the widest hills to the next, 1 or more; default 16384
    uint32_t octaves;    ///< sizes of hills, each half as wide and high as the one before, 1 .. 16; default 4
    /// Cost of each unit up, in thousandths of the cost of a unit on the level; at max 1000000; default 2000.
    int32_t climb_cost;
    int32_t descent_cost; ///< the same for down; default 2000. Where the two differ, ways there and back differ
    int32_t trees;        ///< nodes of each thousand that a tree stands on; default 100
} ploy_terrain_def;

/// PLOY_OK; PLOY_INVALID (a number out of its range: see error, may be NULL) or PLOY_OUT_OF_MEMORY, and *terrain is
/// NULL.
PLOY_API ploy_status ploy_terrain_create(const ploy_terrain_def* def, ploy_terrain** terrain, ploy_error* error);
PLOY_API void ploy_terrain_destroy(ploy_terrain* terrain);

/// The nodes are numbered 0 .. count - 1, in no order that means anything. What these return belongs to the terrain.
PLOY_API uint32_t ploy_terrain_node_count(const ploy_terrain* terrain);
PLOY_API const ploy_point* ploy_terrain_positions(const ploy_terrain* terrain);
PLOY_API const int32_t* ploy_terrain_elevations(const ploy_terrain* terrain);
PLOY_API bool ploy_terrain_has_tree(const ploy_terrain* terrain, uint32_t node);

/// The Delaunay triangulation: three nodes each, turning left. Returns how many.
PLOY_API uint32_t ploy_terrain_triangles(const ploy_terrain* terrain, const uint32_t** nodes);

/// The ways: the edges of the triangles. An edge costs its length, rounded up, and its climb, rounded up. When
/// `both_ways`, each is listed once, and leads back at the same cost; else each way is listed of its own. Returns how
/// many.
PLOY_API uint32_t ploy_terrain_edges(const ploy_terrain* terrain, const ploy_graph_edge** edges, bool* bidirectional);

/// The elevation at any place, between nodes too; coordinates are not negative.
PLOY_API int32_t ploy_terrain_elevation_at(const ploy_terrain* terrain, ploy_point point);

/// A def of a graph with the terrain's nodes, positions and ways; everything else is as in ploy_graph_def_default, and
/// one-way edges are kept backwards. Points into the terrain.
PLOY_API ploy_graph_def ploy_terrain_graph_def(const ploy_terrain* terrain);

/// Blocks every node with a tree. The overlay must be of a graph with the terrain's nodes.
PLOY_API void ploy_terrain_block_trees(const ploy_terrain* terrain, ploy_obstacles* obstacles);

#ifdef __cplusplus
}
#endif

#endif
