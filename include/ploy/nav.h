// Pathfinding: nav maps made of graphs, obstacle layers that change at run time, and pathfinders that search for paths
// and distance fields.
//
// A nav map (a graph from here, a grid from grid.h) is made once, never changes and may be shared by any number of
// threads. What changes lies beside it: an obstacle layer, and area costs per query. A pathfinder holds the state of one
// search; each thread has its own.

#ifndef PLOY_NAV_H
#define PLOY_NAV_H

#include <ploy/base.h>
#include <ploy/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

// Nav maps.

/// What pathfinders, obstacle layers and the path service see of a graph or a grid. It belongs to the graph or grid and
/// lives as long.
typedef struct ploy_nav_map ploy_nav_map;

/// The nodes are 0 .. node count - 1.
PLOY_API uint32_t ploy_nav_map_node_count(const ploy_nav_map* map);

// Graphs.

typedef struct ploy_graph ploy_graph;

/// A one-way edge. An edge back is an edge of its own.
typedef struct ploy_graph_edge
{
    uint32_t from, to;
    uint32_t cost; ///< in the caller's unit; below 2^32 - 1. The cost of a whole path must stay below 2^32 - 1 too
} ploy_graph_edge;

/// Areas are numbers 0 .. PLOY_MAX_AREAS - 1: water, road, swamp. Each query sets their costs.
#define PLOY_MAX_AREAS 256

#define PLOY_MAX_LANDMARKS 32

/// Everything is copied. Edges come either as a list (`edges`) or in compressed rows (`row_begin`, `row_to`,
/// `row_cost`).
typedef struct ploy_graph_def
{
    ploy_allocator allocator;
    uint32_t node_count;         ///< 0 is allowed
    const ploy_point* positions; ///< of each node; NULL: no heuristic, no nearest node
    const ploy_graph_edge* edges;
    uint32_t edge_count;
    /// node_count + 1 ascending numbers from 0: where the edges of each node begin in row_to and row_cost.
    const uint32_t* row_begin;
    const uint32_t* row_to;
    const uint32_t* row_cost;
    /// Of each node; NULL: all 0. The cost of an edge is scaled by the area of the node it leads to.
    const uint8_t* areas;
    bool bidirectional; ///< each edge given also leads back, at the same cost
    /// Keep one-way edges backwards too, which distance fields need. Costs nothing when there are no one-way edges.
    bool keep_reverse;
    /// Landmarks give a better heuristic for 2 bytes per node and landmark (4 with one-way edges). Default 0: none; at
    /// most PLOY_MAX_LANDMARKS.
    uint32_t landmark_count;
    /// Nodes per block of a hierarchy, for PLOY_PATH_NEAR on graphs so large that searches take milliseconds: 1024 for
    /// 100,000 nodes, 4096 for a million. Default 0: none; at most 65,535. It takes about 100 bytes per node (200 with
    /// one-way edges).
    uint32_t block_size;
} ploy_graph_def;

/// PLOY_OK; PLOY_INVALID (an edge to no node, rows that do not ascend, a point or cost out of range: see error),
/// PLOY_OUT_OF_MEMORY, PLOY_NOT_SUPPORTED (landmarks on a graph with distances beyond 32 bits), and then *graph is NULL.
PLOY_API ploy_status ploy_graph_create(const ploy_graph_def* def, ploy_graph** graph, ploy_error* error);

/// NULL is allowed. Nothing that uses the graph may outlive it.
PLOY_API void ploy_graph_destroy(ploy_graph* graph);

PLOY_API const ploy_nav_map* ploy_graph_map(const ploy_graph* graph);

// Obstacle layers.

/// Which nodes of a nav map cannot be entered at the moment, one bit per node: doors, crowds, rubble. It may change at
/// any time except while a search that reads it is running; the path service handles changes between its updates.
typedef struct ploy_obstacles ploy_obstacles;

typedef struct ploy_obstacles_def
{
    const ploy_nav_map* map; ///< must outlive the layer
    ploy_allocator allocator;
} ploy_obstacles_def;

/// Nothing is blocked at first. NULL when out of memory.
PLOY_API ploy_obstacles* ploy_obstacles_create(const ploy_obstacles_def* def);

/// NULL is allowed.
PLOY_API void ploy_obstacles_destroy(ploy_obstacles* obstacles);

/// These never allocate. Blocking a blocked node, or unblocking a free one, changes nothing.
PLOY_API void ploy_obstacles_block(ploy_obstacles* obstacles, uint32_t node);
PLOY_API void ploy_obstacles_unblock(ploy_obstacles* obstacles, uint32_t node);

PLOY_API bool ploy_obstacles_is_blocked(const ploy_obstacles* obstacles, uint32_t node);
PLOY_API uint32_t ploy_obstacles_blocked_count(const ploy_obstacles* obstacles);

/// The node nearest to the point in a straight line; of several, the lowest. Blocked nodes do not count; obstacles may be
/// NULL. PLOY_NONE when there is none, or the graph has no positions.
PLOY_API uint32_t ploy_graph_nearest(const ploy_graph* graph, ploy_point point, const ploy_obstacles* obstacles);

// Path queries.

typedef enum ploy_path_method
{
    PLOY_PATH_AUTO,  ///< the fastest that the map has: landmarks, jump points
    PLOY_PATH_PLAIN, ///< A* with the straight-line heuristic alone. The costs of paths are the same
    /// By the graph's hierarchy: a path in a small part of the time, a few percent longer than the cheapest. It leads
    /// round obstacles. Without a hierarchy, with area costs, between near nodes: as PLOY_PATH_AUTO.
    PLOY_PATH_NEAR,
} ploy_path_method;

/// The factor of an area that costs what its edges say, and of one that cannot be entered.
#define PLOY_AREA_ONE 256u
#define PLOY_AREA_CLOSED UINT32_MAX

typedef struct ploy_path_query
{
    uint32_t from,
        to; ///< a path may begin on a blocked node, but not enter one: a blocked `to` is reached only as `from`
    const ploy_obstacles* obstacles; ///< of the pathfinder's map; NULL: nothing is blocked
    /// The factor of each area in 1/256; scaled costs are rounded up. NULL: PLOY_AREA_ONE for all.
    const uint32_t* area_costs;
    uint32_t area_count; ///< areas not listed cost PLOY_AREA_ONE
    uint32_t max_nodes;  ///< nodes expanded before it ends in PLOY_OUT_OF_NODES; 0: no limit
    bool partial;        ///< without a path: one to the expanded node that is nearest to `to` in a straight line
    ploy_path_method method;
    uint32_t agent_size; ///< on grids: the agent's width in cells, default 1
} ploy_path_query;

/// The result of a query.
typedef struct ploy_path
{
    /// PLOY_FOUND; PLOY_PARTIAL (the query allows it; `reason` says why there is no whole path); PLOY_NOT_FOUND,
    /// PLOY_OUT_OF_NODES, PLOY_OUT_OF_MEMORY, PLOY_CANCELLED, PLOY_INVALID (from or to is no node), PLOY_NOT_SUPPORTED
    /// (the cost is beyond 32 bits, or a field needs the edges kept backwards).
    ploy_status status;
    ploy_status reason;    ///< as status, but PLOY_NOT_FOUND or PLOY_OUT_OF_NODES where that is PLOY_PARTIAL
    int64_t cost;          ///< of the nodes listed; 0 without any
    const uint32_t* nodes; ///< from first to last; belongs to the pathfinder until its next begin
    uint32_t count;        ///< 1 when from is to
    uint32_t expanded;     ///< nodes that the search expanded
} ploy_path;

// Pathfinders.

typedef struct ploy_pathfinder ploy_pathfinder;

typedef struct ploy_pathfinder_def
{
    const ploy_nav_map* map; ///< must outlive the pathfinder
    ploy_allocator allocator;
    const ploy_trace* trace; ///< NULL: none
    uint32_t trace_agent;
} ploy_pathfinder_def;

/// Takes all memory that depends on the size of the map, about 16 bytes per node. The rest (open list, the path) grows
/// to a peak. NULL when out of memory.
PLOY_API ploy_pathfinder* ploy_pathfinder_create(const ploy_pathfinder_def* def);

/// NULL is allowed.
PLOY_API void ploy_pathfinder_destroy(ploy_pathfinder* pathfinder);

/// Finds a path in one call.
PLOY_API const ploy_path* ploy_pathfinder_find(ploy_pathfinder* pathfinder, const ploy_path_query* query);

/// The same in slices: begin, update until the status is no longer PLOY_IN_PROGRESS, end. Obstacles and area costs must
/// not change meanwhile. Slicing does not change the path. Which of several paths of equal cost comes out depends on the
/// map alone.
PLOY_API ploy_status ploy_pathfinder_begin(ploy_pathfinder* pathfinder, const ploy_path_query* query);

/// Expands at most max_nodes nodes.
PLOY_API ploy_status ploy_pathfinder_update(ploy_pathfinder* pathfinder, uint32_t max_nodes);

/// The result, valid until the next begin. Cancels a search that is still running.
PLOY_API const ploy_path* ploy_pathfinder_end(ploy_pathfinder* pathfinder);

/// A distance field instead of a path: the cost to get to `query->to` from every node. Ignores `from`, `partial` and
/// `method`. Update as with a path; PLOY_FOUND when it is complete. With from_count > 0 it stops as soon as these nodes
/// are settled. PLOY_NOT_SUPPORTED on graphs with one-way edges that are not kept backwards.
PLOY_API ploy_status ploy_pathfinder_begin_field(ploy_pathfinder* pathfinder, const ploy_path_query* query,
                                                 const uint32_t* from, uint32_t from_count);

/// After a complete field (from_count 0) whose obstacles have changed: brings it up to date, at a cost that depends on how
/// many paths the change breaks or shortens. Update as with a field. Costs and paths are those of a new field; where it
/// would cost more than that, a new field begins. Area costs must be the same. PLOY_FOUND at once: nothing has changed.
PLOY_API ploy_status ploy_pathfinder_begin_repair(ploy_pathfinder* pathfinder);

/// After a field: the cheapest path from a node to the field's target, PLOY_FOUND or PLOY_NOT_FOUND. PLOY_OUT_OF_NODES:
/// the field stopped before it settled the node. Valid until the next begin or path_from.
PLOY_API const ploy_path* ploy_pathfinder_path_from(ploy_pathfinder* pathfinder, uint32_t from);

/// After a field: the cost alone, or -1 when there is no path or the node is not settled.
PLOY_API int64_t ploy_pathfinder_cost_from(const ploy_pathfinder* pathfinder, uint32_t from);

#ifdef __cplusplus
}
#endif

#endif
