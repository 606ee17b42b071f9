// Brings a distance field up to date after nodes were blocked or unblocked, without building it again.
//
// A field is a tree: each node has the next one on its way to the target as parent. First, all nodes whose way leads over
// a step that is gone are forgotten, branch by branch. Then the search goes on from the nodes around them and around the
// changes, in its usual order, and improves whatever has become cheaper.
//
// Invariant: the result is that of a new field, costs and parents. A new field gives a node the first parent in order of
// cost and number among those that are equally good. The nodes that were forgotten get it by the order of the search; for
// the others, every node that is expanded again is compared with their parent. Steps that cost nothing would break that
// order, so maps with such steps are left to a new field.
//
// Workload: a door opens, a wall falls: one of 100,000 nodes changes, and a few hundred are searched again. When many
// ways break, a new field costs less.

#ifndef PL_NAV_SEARCH_FIELD_REPAIR_H
#define PL_NAV_SEARCH_FIELD_REPAIR_H

#include "nav/map/nav_map.h"

typedef struct pl_field_repair
{
    ploy_allocator allocator;
    uint64_t* bits;       ///< the obstacles of the field; NULL: not known
    pl_node_list changed; ///< nodes whose steps may differ
    pl_node_list lost;    ///< nodes that were forgotten
    pl_node_list seeds;   ///< nodes that are expanded again
} pl_field_repair;

void pl_field_repair_destroy(pl_field_repair* repair, const ploy_nav_map* map);

/// Notes the obstacles of a field that begins; NULL: there are none.
void pl_field_repair_note(pl_field_repair* repair, const ploy_nav_map* map, const ploy_obstacles* obstacles);

/// Forgets what is out of date and lists the seeds. PLOY_OK: resume the search from them; PLOY_ALREADY: nothing has
/// changed; PLOY_FULL: too much has, and PLOY_NOT_SUPPORTED, PLOY_OUT_OF_MEMORY: build the field again. The space is that
/// of the field.
ploy_status pl_field_repair_begin(pl_field_repair* repair, const ploy_nav_map* map, pl_walk* walk, pl_astar* search,
                                  const pl_space* space, const ploy_obstacles* obstacles);

/// When a node is expanded again: it becomes the parent of those neighbors for which a new field would choose it.
void pl_field_repair_adopt(pl_astar* search, uint32_t node, const pl_edge* edges, uint32_t count);

#endif
