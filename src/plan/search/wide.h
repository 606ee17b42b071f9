// Uniform-cost search with 64-bit costs. The A* search counts costs in 32 bits of units; where a plan would cost more,
// it finds none, and this search takes over: forward, without estimates except for dead ends, lowest cost first, then
// the lower id. It is exact for all costs that a domain may have, and slower.

#ifndef PL_PLAN_SEARCH_WIDE_H
#define PL_PLAN_SEARCH_WIDE_H

#include "base/containers/array.h"
#include "base/containers/heap.h"
#include "plan/search/forward.h"

typedef struct pl_wide_node
{
    int64_t g;       ///< fixed point (1/1000); below 0: not reached
    uint32_t parent; ///< PLOY_NONE: the start
    uint32_t move;   ///< that led here
} pl_wide_node;

typedef struct pl_wide
{
    ploy_allocator allocator;
    pl_forward* forward;
    const pl_rules_room* room;
    PL_ARRAY(pl_wide_node) nodes;
    pl_heap open;
    uint32_t max_nodes; ///< expansions
    uint32_t expanded, generated;
    uint32_t goal; ///< PLOY_NONE until found
    ploy_status status;
    pl_search_work work;
} pl_wide;

void pl_wide_init(pl_wide* wide, const ploy_allocator* allocator);
void pl_wide_destroy(pl_wide* wide);
size_t pl_wide_bytes(const pl_wide* wide);

/// `forward` has just begun at its start. max_nodes 0: no limit. The pointers must outlive the search.
ploy_status pl_wide_begin(pl_wide* wide, pl_forward* forward, const pl_rules_room* room, uint32_t max_nodes);
/// Expands at most max_nodes nodes. PLOY_IN_PROGRESS, FOUND, NOT_FOUND, OUT_OF_NODES or OUT_OF_MEMORY.
ploy_status pl_wide_update(pl_wide* wide, uint32_t max_nodes);

#endif
