// A planner runs one search at a time. It reads the query, settles its rules, runs the search that the query selects
// and turns the result into a plan. It keeps its memory from one search to the next.

#ifndef PL_PLAN_SEARCH_PLANNER_H
#define PL_PLAN_SEARCH_PLANNER_H

#include "base/containers/array.h"
#include "plan/search/backward.h"
#include "plan/search/cache.h"
#include "plan/search/depth_first.h"
#include "plan/search/forward.h"
#include "plan/search/lazy.h"
#include "plan/search/portfolio.h"
#include "plan/search/wide.h"
#include "plan/search/windows.h"

struct ploy_planner
{
    ploy_allocator allocator;
    ploy_planner_def def;
    const ploy_domain* domain;
    ploy_cache* own;
    const ploy_cache* shared;
    pl_heuristic* last; ///< made for the last goal, when no cache has it
    pl_arena last_memory;
    pl_arena scratch;
    pl_astar search; ///< forward
    pl_astar back;   ///< backward
    pl_portfolio portfolio;
    pl_lazy lazy;
    bool is_backward_ready; ///< begun for this query
    pl_windows windows;
    pl_forward forward;
    pl_backward backward;
    pl_depth_first depth_first;
    pl_wide wide;
    pl_rules rules;
    pl_rules_room rules_room;
    ploy_plan_query query;
    uint64_t* start;
    PL_ARRAY(int64_t) call_costs; ///< one per ground action
    PL_ARRAY(uint32_t) moves;     ///< of the plan
    PL_ARRAY(ploy_step) steps;
    PL_ARRAY(ploy_step) kept;    ///< of plans of a batch
    PL_ARRAY(uint32_t) requests; ///< since the last merge, one count per entry of the shared cache
    uint32_t last_request;       ///< entry of the shared cache
    PL_ARRAY(int64_t) priorities;
    uint64_t* state; ///< scratch
    uint32_t words;
    ploy_status status;
    bool has_searched; ///< a search was begun, so its end is traced too
    bool from_policy;
    bool has_own_limit;   ///< of nodes, in its def
    bool is_wide;         ///< the plan costs more than 32 bits hold: the wide search has taken over
    uint64_t max_work;    ///< of a search without a limit of its own; 0: the default. For explanations
    bool is_judged;       ///< whether the goal is possible at all
    bool always_searches; ///< even if a policy has the plan: for callers that inspect the search
    ploy_plan plan;
};

static inline bool pl_planner_is_depth_first(const ploy_planner* planner)
{
    return planner->query.options.search == PLOY_SEARCH_BNB || planner->query.options.search == PLOY_SEARCH_UTILITY;
}

/// Does a complete policy answer queries with this search?
static inline bool pl_search_may_look_up(ploy_search search)
{
    return search == PLOY_SEARCH_AUTO || search == PLOY_SEARCH_ASTAR || search == PLOY_SEARCH_ANYTIME;
}

void pl_planner_reverse_moves(ploy_planner* planner);

/// States that a search may hold.
uint32_t pl_planner_node_limit(const ploy_planner* planner);

/// The work of a search without a limit of its own.
pl_search_work pl_planner_work_limit(const ploy_planner* planner, bool is_backward);

/// Gives the query's heuristic its tables, if it belongs to the planner and has not been tried. False when out of
/// memory.
bool pl_planner_add_tables(ploy_planner* planner);

/// The cost of the best plan so far in units; UINT32_MAX: there is none yet.
uint32_t pl_planner_best_cost(const ploy_planner* planner);
/// Traces the plan that ploy_planner_best or ploy_planner_end has given, which is one.
void pl_planner_trace_found(const ploy_planner* planner);

/// How often queries needed an entry of a shared cache since the last merge.
uint32_t pl_planner_requests(const ploy_planner* planner, uint32_t entry);
void pl_planner_forget_requests(ploy_planner* planner);
/// Adds to that count; false when out of memory.
bool pl_planner_count_requests(ploy_planner* planner, uint32_t entry, uint32_t times);
/// Undoes the count of the search just begun, which was already counted.
void pl_planner_uncount(ploy_planner* planner);

/// Copies the steps of a plan, so that they outlive the next search; false when out of memory.
bool pl_planner_keep(ploy_planner* planner, const ploy_plan* plan, uint32_t* first);
const ploy_step* pl_planner_kept(const ploy_planner* planner, uint32_t first);
void pl_planner_forget_kept(ploy_planner* planner);

#endif
