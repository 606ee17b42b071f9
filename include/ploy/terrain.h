// Terrain from a seed: points spread evenly at random, joined to their neighbors, with hills and trees. A seed gives the
// same terrain on every machine.

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
    /// The least distance between two nodes, 2 .. PLOY_TERRAIN_MAX_SIDE; default 1024. A square of this side has about
    /// 0.62 nodes.
    int32_t spacing;
    /// Elevations are in -relief .. relief units; at most PLOY_TERRAIN_MAX_SIDE; default 2048; negative: flat.
    int32_t relief;
    uint32_t hill_width; ///< units from one of the widest hills to the next, at least 1; default 16384
    uint32_t octaves;    ///< sizes of hills, each half as wide and high as the one before, 1 .. 16; default 4
    /// Cost of each unit up, in fixed point (1/1000) of the cost of a level unit; at most 1000000; default 2000; negative:
    /// none.
    int32_t climb_cost;
    int32_t descent_cost; ///< the same for down. Where the two differ, edges are one-way
    int32_t trees;        ///< nodes of each thousand that have a tree; default 100; negative: none
} ploy_terrain_def;

/// PLOY_OK; PLOY_INVALID (a number out of its range: see error) or PLOY_OUT_OF_MEMORY, and then *terrain is NULL.
PLOY_API ploy_status ploy_terrain_create(const ploy_terrain_def* def, ploy_terrain** terrain, ploy_error* error);

/// NULL is allowed.
PLOY_API void ploy_terrain_destroy(ploy_terrain* terrain);

/// The nodes are 0 .. count - 1, in no particular order. The arrays belong to the terrain.
PLOY_API uint32_t ploy_terrain_node_count(const ploy_terrain* terrain);
PLOY_API const ploy_point* ploy_terrain_positions(const ploy_terrain* terrain);
PLOY_API const int32_t* ploy_terrain_elevations(const ploy_terrain* terrain);
PLOY_API bool ploy_terrain_has_tree(const ploy_terrain* terrain, uint32_t node);

/// The Delaunay triangulation: three nodes per triangle, counterclockwise. Returns the number of triangles.
PLOY_API uint32_t ploy_terrain_triangles(const ploy_terrain* terrain, const uint32_t** nodes);

/// The edges of the triangles. An edge costs its length plus its climb, each rounded up. If `bidirectional`, each edge is
/// listed once and leads back at the same cost; otherwise both directions are listed. Returns the number of edges.
PLOY_API uint32_t ploy_terrain_edges(const ploy_terrain* terrain, const ploy_graph_edge** edges, bool* bidirectional);

/// A def of a graph with the terrain's nodes, positions and edges, which are kept backwards too. It points into the
/// terrain.
PLOY_API ploy_graph_def ploy_terrain_graph_def(const ploy_terrain* terrain);

/// Blocks every node that has a tree. The layer must be of a graph with the terrain's nodes.
PLOY_API void ploy_terrain_block_trees(const ploy_terrain* terrain, ploy_obstacles* obstacles);

#ifdef __cplusplus
}
#endif

#endif
