// How finders, overlays and the path service see a graph or a grid. Each kind of ground puts a ploy_nav_map first in its
// struct and fills it in.
//
// Nodes have two numbers: the caller's id (0 .. node_count - 1) and the node of the search machine (0 .. inner_count -
// 1), which may lie in another order (along a curve) or have gaps (padded rows). Overlay bits and searches are over the
// latter.
//
// A walk is what one finder keeps for its ground: the buffer of edges, the query under way.
//
//   begin(walk, search, query, false, &start)  ->  pl_search_begin(search, &start.space, ...)  ->  update ...  ->
//   write(walk, search, last, ...)

#ifndef PL_NAV_MAP_NAV_MAP_H
#define PL_NAV_MAP_NAV_MAP_H

#include <ploy/nav.h>

#include "base/containers/array.h"
#include "nav/map/obstacles.h"
#include "search/search.h"

typedef struct pl_walk pl_walk; ///< each kind's own: the pointers below are its cast

typedef PL_ARRAY(uint32_t) pl_node_list;

/// How a search is to be started.
typedef struct pl_walk_start
{
    pl_space space;
    uint32_t node; ///< inner
    uint32_t estimate;
    bool skips_nodes; ///< jump points: a failed search has not looked at every reachable node, so for a partial path it
                      ///< is done again, PLAIN
} pl_walk_start;

typedef struct pl_nav_map_kind
{
    /// NULL when out of memory.
    pl_walk* (*create)(const ploy_nav_map* ground, const ploy_allocator* allocator);
    void (*destroy)(pl_walk* walk);
    size_t (*bytes)(const pl_walk* walk);

    /// Takes the query (valid until the search ends; ids already checked to be below node_count) and fills start.
    /// PLOY_OK, PLOY_NOT_FOUND when that is plain already, or another status that ends the query. is_field: the space
    /// runs from query->to against the edges, estimate 0, is_goal always false; g is then the cost to get to query->to.
    /// While expanding the search may be read, to skip edges that cannot improve, and nodes shut.
    ploy_status (*begin)(pl_walk* walk, pl_search* search, const ploy_path_query* query, bool is_field,
                         pl_walk_start* start);

    /// A measure of how far the inner node is from query->to in a straight line; for partial paths. Any unit.
    uint64_t (*distance)(const pl_walk* walk, uint32_t node);

    /// Caller's id to inner node and back.
    uint32_t (*inner)(const ploy_nav_map* ground, uint32_t id);
    uint32_t (*outer)(const ploy_nav_map* ground, uint32_t node);

    /// Appends the caller's ids from the start to the inner node `last` (or, in a field, from `last` to the target).
    /// NULL: each parent is a neighbour and the list is the chain of parents. false when out of memory.
    bool (*write)(const pl_walk* walk, const pl_search* search, uint32_t last, bool is_field, pl_node_list* nodes,
                  const ploy_allocator* allocator);

    /// What an overlay of this ground keeps beside its bits (a grid: rows and columns with the obstacles in), told of
    /// every bit that changes. All three NULL: nothing. create gives NULL when out of memory.
    void* (*overlay_create)(const ploy_nav_map* ground, const ploy_allocator* allocator);
    void (*overlay_destroy)(void* view, const ploy_allocator* allocator);
    void (*overlay_change)(void* view, uint32_t node, bool is_blocked);
} pl_nav_map_kind;

struct ploy_nav_map
{
    const pl_nav_map_kind* kind;
    uint32_t node_count;
    uint32_t inner_count;
};

/// What kinds without a `write` of their own get.
bool pl_ground_write(const ploy_nav_map* ground, const pl_search* search, uint32_t last, bool is_field,
                     pl_node_list* nodes, const ploy_allocator* allocator);

#endif
