// A cache keeps heuristics for the goals of a domain, within a memory limit. A goal that does not fit replaces the one
// that was unused for the longest time, but only if that time is long: goals that replace each other all the time would
// cost more than they save. A goal that is requested often gets a second try at a policy, with more memory.

#ifndef PL_PLAN_SEARCH_CACHE_H
#define PL_PLAN_SEARCH_CACHE_H

#include <ploy/stream.h>

#include "plan/search/heuristic.h"

/// The heuristic for a goal, or NULL: none kept that is still true.
const pl_heuristic* pl_cache_find(const ploy_cache* cache, uint32_t target, bool is_whole);

/// The heuristic for a goal, made or improved if need be; counts the request. NULL: out of memory, or no room. `agent`
/// and `start` are for callbacks.
const pl_heuristic* pl_cache_request(ploy_cache* cache, uint32_t target, bool is_whole, const uint64_t* start,
                                     void* agent);

/// Some cost has fallen below what the heuristic was made with: make it again with the lower of both.
const pl_heuristic* pl_cache_lower(ploy_cache* cache, uint32_t target, bool is_whole, const uint64_t* start,
                                   void* agent);

/// What a callback answers for every ground action whose cost is one; into `costs`, one per grounded action.
void pl_evaluate_costs(const ploy_domain* domain, const uint64_t* start, void* agent, int64_t* costs);

/// The plan of one query of a batch, until all are done.
typedef struct pl_batch_result
{
    ploy_plan plan;
    uint32_t worker; ///< whose planner keeps the steps
    uint32_t first;  ///< step there
} pl_batch_result;

/// Room for so many results, the cache's until the next call; NULL when out of memory.
pl_batch_result* pl_cache_results(ploy_cache* cache, uint32_t count);

/// As if many queries had requested the goal.
void pl_cache_try_hard(ploy_cache* cache, const ploy_plan_query* query);

/// Prepares the goal of a query that is about to be planned, and tries harder for one that is requested often.
void pl_cache_expect(ploy_cache* cache, const ploy_plan_query* query);

/// What the planners were queried for since the last merge goes into a shared cache, so that neither their number nor
/// the order of their work shows. No search that uses the cache may be in progress.
void pl_cache_merge(ploy_cache* cache, ploy_planner* const* planners, uint32_t planner_count);

/// What it has learned: which goals it holds, and how far. Loading makes the same heuristics again, so that searches go
/// the same way as before; PLOY_INVALID: not a save of a cache of this domain.
void pl_cache_save(const ploy_cache* cache, ploy_writer* writer);
ploy_status pl_cache_load(ploy_cache* cache, ploy_reader* reader);

/// Will a query with these rules need a heuristic that leaves nothing out?
bool pl_query_is_whole(const ploy_plan_query* query);

#endif
