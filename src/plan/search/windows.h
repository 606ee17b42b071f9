// Windows: improves a plan by planning pieces of it again. A window is some steps in a row. From the state at its
// beginning to what the rest of the plan needs at its end, a backward search looks for a cheaper way; what it finds
// replaces the window. Windows move along the plan; after a pass that improved nothing they become twice as long. Before
// they do, the whole plan is a window once, in a hurry: with estimates that weigh more than they should, each time less.
// So it is for a short while before the first window: a first plan may go about things in quite another way than a cheap
// one, and then its pieces are not worth improving.
//
// First of all, and again after every improvement, the order of its errands is improved (itinerary.h): that takes much
// less time.
//
// What the rest needs is its goal, regressed step by step. A step that turns out to serve nothing is dropped on the way.
//
// It gives up windows that take too long, so its end proves nothing. It works where a plan depends on the states alone
// (no tail) and costs do not depend on them.

#ifndef PL_PLAN_SEARCH_WINDOWS_H
#define PL_PLAN_SEARCH_WINDOWS_H

#include "plan/search/backward.h"
#include "plan/search/itinerary.h"

typedef struct pl_windows
{
    ploy_allocator allocator;
    const pl_rules* rules;
    pl_backward backward;
    pl_astar search;
    pl_itinerary itinerary;
    PL_ARRAY(uint32_t) moves;     ///< of the plan
    PL_ARRAY(uint64_t) states;    ///< before each move, and after the last
    PL_ARRAY(uint64_t) rests;     ///< there: the partial state that the rest of the plan needs
    PL_ARRAY(uint32_t) found;     ///< moves that replace a window
    uint32_t cost;                ///< of the plan, in units
    uint32_t length, first;       ///< of the window, in steps
    uint32_t tries;               ///< with the whole plan as a window
    bool is_try;                  ///< this is one
    uint32_t bound;               ///< the window's cost: what replaces it costs less
    uint32_t expanded, generated; ///< in windows before this one
    uint32_t owed;                ///< units of work on plans (itinerary.h) that no node has paid for
    uint32_t paid;                ///< nodes that have
    bool has_window, has_improved;
    bool orders; ///< the itinerary is at work
    ploy_status status;
} pl_windows;

void pl_windows_init(pl_windows* windows, const ploy_allocator* allocator);
void pl_windows_destroy(pl_windows* windows);
size_t pl_windows_bytes(const pl_windows* windows);

/// Can windows improve plans for these rules?
bool pl_windows_apply(const pl_rules* rules);

/// `moves` lead from the start to the goal. PLOY_IN_PROGRESS or PLOY_OUT_OF_MEMORY. The plan may be better already.
ploy_status pl_windows_begin(pl_windows* windows, const pl_rules* rules, const uint64_t* start, uint32_t max_nodes,
                             const uint32_t* moves, uint32_t move_count);
/// Expands at most max_nodes nodes. `moves` and `cost` are the best plan so far. PLOY_IN_PROGRESS, OUT_OF_NODES at the
/// end, or OUT_OF_MEMORY.
ploy_status pl_windows_update(pl_windows* windows, uint32_t max_nodes);

uint32_t pl_windows_expanded(const pl_windows* windows);
uint32_t pl_windows_generated(const pl_windows* windows);

#endif
