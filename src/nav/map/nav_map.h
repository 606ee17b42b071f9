// How pathfinders and the path service see a graph or a grid, and the obstacle layers of both. Each kind of map puts a
// ploy_nav_map first in its struct and fills it in.
//
// Nodes have two numbers: the caller's id (0 .. node_count - 1) and the inner node of the search (0 .. inner_count - 1),
// which may be in another order (along a curve). Obstacle bits and searches use inner nodes.
//
// A walk is what one pathfinder keeps for its map: the buffer of edges and the running query.
//
//   begin(walk, search, query, false, &start) -> pl_search_begin(search, &start.space, ...) -> update ... -> write(...)

#ifndef PL_NAV_MAP_NAV_MAP_H
#define PL_NAV_MAP_NAV_MAP_H

#include <ploy/nav.h>

#include "base/containers/array.h"
#include "base/containers/bitset.h"
#include "search/search.h"

typedef struct pl_walk pl_walk; ///< never defined: each kind of map casts it to its own struct

typedef PL_ARRAY(uint32_t) pl_node_list;

/// Reverses the nodes from `first` on.
static inline void pl_node_list_turn_round(pl_node_list* nodes, uint32_t first)
{
    for (uint32_t i = first, j = nodes->count; i + 1 < j; ++i) {
        uint32_t last = nodes->data[--j];
        nodes->data[j] = nodes->data[i];
        nodes->data[i] = last;
    }
}

/// How to start a search.
typedef struct pl_walk_start
{
    pl_space space;
    uint32_t node; ///< inner
    uint32_t estimate;
    /// Jump points: a failed search has not seen every reachable node, so a partial path needs another, plain search.
    bool skips_nodes;
    bool over_portals; ///< the space is that of a hierarchy; pl_nav_map_kind.unfold makes a path of what it finds
} pl_walk_start;

typedef struct pl_nav_map_kind
{
    /// NULL when out of memory.
    pl_walk* (*create)(const ploy_nav_map* map, const ploy_allocator* allocator);
    void (*destroy)(pl_walk* walk);

    /// Takes the query, which stays valid until the search ends and whose ids are below node_count, and fills start.
    /// PLOY_OK; PLOY_NOT_FOUND when that is clear already; or another status that ends the query. is_field: the space
    /// runs from query->to against the edges, estimate 0, is_goal always false; g is then the cost to get to query->to.
    /// While it expands, the walk may read the search to skip edges that cannot improve it, and shut nodes.
    ploy_status (*begin)(pl_walk* walk, pl_astar* search, const ploy_path_query* query, bool is_field,
                         pl_walk_start* start);

    /// How far the inner node is from query->to in a straight line, in any unit; for partial paths.
    uint64_t (*distance)(const pl_walk* walk, uint32_t node);

    /// Caller's id to inner node and back.
    uint32_t (*inner)(const ploy_nav_map* map, uint32_t id);
    uint32_t (*outer)(const ploy_nav_map* map, uint32_t node);

    /// Appends the caller's ids from the start to the inner node `last` (in a field: from `last` to the target). NULL:
    /// each parent is a neighbor, and the list is the chain of parents. false when out of memory.
    bool (*write)(const pl_walk* walk, const pl_astar* search, uint32_t last, bool is_field, pl_node_list* nodes,
                  const ploy_allocator* allocator);

    /// Appends the inner nodes of a path that was found over portals. false when out of memory. NULL: no portals.
    bool (*unfold)(const pl_walk* walk, const pl_astar* search, pl_node_list* nodes, const ploy_allocator* allocator);
    /// The cost of the step from an inner node to its neighbor. NULL: no portals.
    uint32_t (*step_cost)(const ploy_nav_map* map, uint32_t from, uint32_t to);

    /// For the repair of a field. The nodes one step from a node when nothing is blocked: from which a step leads to it,
    /// or, forward, to which a step leads. They are valid until the next call.
    uint32_t (*neighbors)(pl_walk* walk, uint32_t node, bool forward, const uint32_t** nodes);
    /// Whether any step may cost nothing.
    bool (*has_free_steps)(pl_walk* walk);
    /// An obstacle also changes which steps lead past it, between its neighbors.
    bool obstacles_have_corners;

    /// What an obstacle layer of this map keeps beside its bits (a grid: rows and columns with the obstacles in them),
    /// updated with every bit. All three NULL: nothing. create returns NULL when out of memory.
    void* (*layer_create)(const ploy_nav_map* map, const ploy_allocator* allocator);
    void (*layer_destroy)(void* view, const ploy_allocator* allocator);
    void (*layer_change)(void* view, uint32_t node, bool is_blocked);
} pl_nav_map_kind;

struct ploy_nav_map
{
    const pl_nav_map_kind* kind;
    uint32_t node_count;
    uint32_t inner_count;
};

struct ploy_obstacles
{
    ploy_allocator allocator;
    const ploy_nav_map* map;
    uint64_t* bits;   ///< one per inner node; set: blocked
    uint64_t version; ///< rises with every change, from 0
    uint32_t count;   ///< of blocked nodes
    void* view;       ///< the map's own, or NULL: see layer_create
};

#endif
