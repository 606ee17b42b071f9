// Ways over a ground: graphs, obstacles that come and go, and the finder that looks for paths and distance fields.
//
// A ground (a graph from here, a grid from grid.h) is made once, never changes and may be shared by any number of
// threads. What changes lies beside it: an overlay of obstacles, area costs per query. A finder holds the state of one
// search; each thread has its own.

#ifndef PLOY_NAV_H
#define PLOY_NAV_H

#include <ploy/base.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

// Ground.

/// What a finder, an overlay and the path service see of a graph or a grid. Belongs to it and lives as long.
typedef struct ploy_nav_map ploy_nav_map;

/// The nodes are 0 .. node count - 1.
PLOY_API uint32_t ploy_nav_map_node_count(const ploy_nav_map* ground);

/// A place in the plane, in the caller's own unit. Both coordinates in -PLOY_MAX_COORDINATE .. PLOY_MAX_COORDINATE.
typedef struct ploy_point
{
    int32_t x, y;
} ploy_point;

#define PLOY_MAX_COORDINATE 1073741823

// Graphs.

typedef struct ploy_graph ploy_graph;

/// A way from one node to another; a way back is an edge of its own.
typedef struct ploy_graph_edge
{
    uint32_t from, to;
    uint32_t cost; ///< in the caller's unit; below 2^32 - 1. A whole path must stay below 2^32 - 1 too
} ploy_graph_edge;

/// Areas are numbers 0 .. PLOY_MAX_AREAS - 1: water, road, swamp. What they cost is up to each query.
#define PLOY_MAX_AREAS 256

/// Everything is copied. Edges come either as a list (`edges`) or in compressed rows (`row_begin`, `row_to`,
/// `row_cost`).
typedef struct ploy_graph_def
{
    ploy_allocator allocator;
    uint32_t node_count;         ///< 0 is allowed
    const ploy_point* positions; ///< of each node; NULL: no estimates, no nearest node
    const ploy_graph_edge* edges;
    uint32_t edge_count;
    const uint32_t*
        row_begin; ///< node_count + 1 ascending numbers from 0: where each node's edges begin in the next two
    const uint32_t* row_to;
    const uint32_t* row_cost;
    const uint8_t*
        areas; ///< of each node, or NULL: all 0. The costs of an edge are scaled by the area of the node it leads to
    bool bidirectional; ///< each edge given also leads back, at the same cost
    bool keep_reverse;  ///< one-way edges are kept backwards too, which fields need; without one-way edges this costs
                        ///< nothing
    uint32_t landmark_count; ///< better estimates for 2 bytes a node and landmark (4 with one-way edges); 0: none; at
                             ///< max PLOY_MAX_LANDMARKS
} ploy_graph_def;

#define PLOY_MAX_LANDMARKS 32

/// PLOY_OK, or PLOY_INVALID (an edge to no node, rows that do not ascend, a point or cost out of range: see error, may
/// be NULL), PLOY_OUT_OF_MEMORY, PLOY_NOT_SUPPORTED (landmarks on a graph with distances beyond 32 bits). Otherwise
/// *graph is NULL.
PLOY_API ploy_status ploy_graph_create(const ploy_graph_def* def, ploy_graph** graph, ploy_error* error);

/// NULL is allowed. Nothing that uses the graph may outlive it.
PLOY_API void ploy_graph_destroy(ploy_graph* graph);

PLOY_API const ploy_nav_map* ploy_graph_map(const ploy_graph* graph);
PLOY_API uint32_t ploy_graph_node_count(const ploy_graph* graph);

/// Directed edges; a two-way one counts twice.
PLOY_API uint32_t ploy_graph_edge_count(const ploy_graph* graph);

/// The graph must have positions.
PLOY_API ploy_point ploy_graph_position(const ploy_graph* graph, uint32_t node);
PLOY_API uint8_t ploy_graph_area(const ploy_graph* graph, uint32_t node);

/// Bytes of the graph, landmarks included.
PLOY_API size_t ploy_graph_bytes(const ploy_graph* graph);

// Obstacles.

/// Which nodes of a ground cannot be entered just now, one bit a node. It may change at any time but while a search
/// that reads it is under way.
typedef struct ploy_obstacles ploy_obstacles;

/// Nothing is blocked. allocator NULL: the default. NULL when out of memory. The ground must outlive it.
PLOY_API ploy_obstacles* ploy_obstacles_create(const ploy_nav_map* ground, const ploy_allocator* allocator);
PLOY_API void ploy_obstacles_destroy(ploy_obstacles* obstacles);

/// Never allocate. Blocking what is blocked already changes nothing.
PLOY_API void ploy_obstacles_block(ploy_obstacles* obstacles, uint32_t node);
PLOY_API void ploy_obstacles_unblock(ploy_obstacles* obstacles, uint32_t node);
PLOY_API void ploy_obstacles_clear(ploy_obstacles* obstacles);

PLOY_API bool ploy_obstacles_is_blocked(const ploy_obstacles* obstacles, uint32_t node);
PLOY_API uint32_t ploy_obstacles_blocked_count(const ploy_obstacles* obstacles);

/// Rises with every change, from 0.
PLOY_API uint64_t ploy_obstacles_version(const ploy_obstacles* obstacles);

/// The node nearest to the point in a straight line, ties to the lower id. overlay may be NULL; blocked nodes do not
/// count. PLOY_NONE when there is none, or no positions.
PLOY_API uint32_t ploy_graph_nearest(const ploy_graph* graph, ploy_point point, const ploy_obstacles* obstacles);

// Paths.

typedef enum ploy_path_method
{
    PLOY_PATH_AUTO,  ///< the fastest the ground has: landmarks, jump points
    PLOY_PATH_PLAIN, ///< A* with the straight-line estimate alone. Costs of paths are the same
} ploy_path_method;

/// The factor of an area that costs what its edges say, and of one that cannot be entered.
#define PLOY_AREA_ONE 256u
#define PLOY_AREA_CLOSED UINT32_MAX

typedef struct ploy_path_query
{
    uint32_t from, to; ///< a blocked `from` may be left; a blocked `to` is not reached, unless it is `from`
    const ploy_obstacles* obstacles; ///< NULL: nothing blocked. Must be of the finder's ground
    const uint32_t*
        area_costs; ///< for each area the factor in 1/256; scaled costs are rounded up. NULL: PLOY_AREA_ONE for all
    uint32_t area_count; ///< areas not listed cost PLOY_AREA_ONE
    uint32_t max_nodes;  ///< expansions before it ends in PLOY_OUT_OF_NODES; 0: no limit
    bool partial; ///< without a path: one to the node, of all looked at, that is nearest to `to` in a straight line
    ploy_path_method method;
    uint32_t agent_size; ///< grids: the agent's width in cells, default 1
} ploy_path_query;

/// How a query ended.
typedef struct ploy_path
{
    /// PLOY_FOUND; PLOY_PARTIAL (asked for, and `reason` says why there is no whole one); PLOY_NOT_FOUND,
    /// PLOY_OUT_OF_NODES, PLOY_OUT_OF_MEMORY, PLOY_CANCELLED, PLOY_INVALID (from or to is no node), PLOY_NOT_SUPPORTED
    /// (dearer than 32 bits, or a field that needs the edges kept backwards)
    ploy_status status;
    ploy_status
        reason;   ///< how the search itself ended: as status, but NOT_FOUND or OUT_OF_NODES where that is PLOY_PARTIAL
    int64_t cost; ///< of the nodes listed; 0 without any
    const uint32_t* nodes; ///< from first to last; belongs to the finder until its next begin
    uint32_t count;        ///< 1 when from is to
    uint32_t expanded;     ///< nodes that the search looked at
} ploy_path;

// Finder.

typedef struct ploy_pathfinder ploy_pathfinder;

typedef struct ploy_pathfinder_def
{
    const ploy_nav_map* ground; ///< must outlive the finder
    ploy_allocator allocator;
    const ploy_trace* trace; ///< NULL: none
    uint32_t trace_agent;
} ploy_pathfinder_def;

/// All memory that depends on the ground is taken here; the rest (open list, the path written out) grows to a peak.
/// NULL when out of memory.
PLOY_API ploy_pathfinder* ploy_pathfinder_create(const ploy_pathfinder_def* def);
PLOY_API void ploy_pathfinder_destroy(ploy_pathfinder* pathfinder);

/// A search in slices: begin, update until it is no longer PLOY_IN_PROGRESS, end. The overlay and the area costs must stay
/// as they are until then. The same path comes out however it is sliced. Among paths of equal cost, which one is a
/// matter of the ground alone.
PLOY_API ploy_status ploy_pathfinder_begin(ploy_pathfinder* pathfinder, const ploy_path_query* query);

/// Expands at max max_nodes nodes.
PLOY_API ploy_status ploy_pathfinder_update(ploy_pathfinder* pathfinder, uint32_t max_nodes);
PLOY_API void ploy_pathfinder_cancel(ploy_pathfinder* pathfinder);

/// The answer, valid until the next begin. A search still running is cancelled.
PLOY_API const ploy_path* ploy_pathfinder_end(ploy_pathfinder* pathfinder);

/// All three at once.
PLOY_API const ploy_path* ploy_pathfinder_find(ploy_pathfinder* pathfinder, const ploy_path_query* query);

/// A field instead of a path: what it costs to get to `query->to` from everywhere; `from`, `partial` and `method` are
/// not looked at. Update as with a path; PLOY_FOUND when it is done. With from_count > 0 it is done as soon as these
/// nodes are settled (or cannot get there). On grounds with one-way edges that are not kept backwards:
/// PLOY_NOT_SUPPORTED.
PLOY_API ploy_status ploy_pathfinder_begin_field(ploy_pathfinder* pathfinder, const ploy_path_query* query,
                                                 const uint32_t* from, uint32_t from_count);

/// After a field: the cheapest path from a node to the field's target, status PLOY_FOUND or PLOY_NOT_FOUND. Of nodes
/// that were not asked for in a field that stopped early: PLOY_OUT_OF_NODES when they are not settled. Valid until the
/// next begin or path_from.
PLOY_API const ploy_path* ploy_pathfinder_path_from(ploy_pathfinder* pathfinder, uint32_t from);

/// After a field: the cost alone, or -1 when there is no way or the node is not settled.
PLOY_API int64_t ploy_pathfinder_cost_from(const ploy_pathfinder* pathfinder, uint32_t from);

PLOY_API size_t ploy_pathfinder_bytes(const ploy_pathfinder* pathfinder);

#ifdef __cplusplus
}
#endif

#endif
