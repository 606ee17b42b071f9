// A cache keeps heuristics for the goals of a domain, within a memory limit. A goal that does not fit replaces the
// least recently used goal, but only if that was unused for a long time: goals that replace each other all the time
// would cost more than they save. A goal that is requested often gets a second attempt at a policy, with more memory.

#ifndef PL_PLAN_SEARCH_CACHE_H
#define PL_PLAN_SEARCH_CACHE_H

#include <ploy/stream.h>

#include "plan/heuristic/heuristic.h"

/// The heuristic for a goal, or NULL if the cache has none that is valid.
const pl_heuristic* pl_cache_find(const ploy_cache* cache, uint32_t target, bool is_whole);

/// The heuristic for a goal, made or improved if necessary; counts the request. NULL: out of memory, or no room.
/// needs_tables: otherwise one without tables will do. `agent` and `start` are for callbacks.
const pl_heuristic* pl_cache_request(ploy_cache* cache, uint32_t target, bool is_whole, bool needs_tables,
                                     const uint64_t* start, void* agent);

/// Gives the heuristic of a goal its tables, if it has not been tried and there is room. The heuristic stays where it
/// is. False when out of memory.
bool pl_cache_add_tables(ploy_cache* cache, uint32_t target, bool is_whole);

/// Some cost is now lower than when the heuristic was made: makes it again with the lower of both costs.
const pl_heuristic* pl_cache_lower(ploy_cache* cache, uint32_t target, bool is_whole, const uint64_t* start,
                                   void* agent);

/// Calls the cost callbacks of all ground actions that have one. costs: one entry per ground action.
void pl_evaluate_costs(const ploy_domain* domain, const uint64_t* start, void* agent, int64_t* costs);

/// The plan of one query of a batch, until all queries are done.
typedef struct pl_batch_result
{
    ploy_plan plan;
    uint32_t worker; ///< its planner keeps the steps
    uint32_t first;  ///< first step there
} pl_batch_result;

/// Room for `count` results. The cache owns it; it is valid until the next call. NULL when out of memory.
pl_batch_result* pl_cache_results(ploy_cache* cache, uint32_t count);

/// Same effect as many requests for the query's goal.
void pl_cache_try_hard(ploy_cache* cache, const ploy_plan_query* query);

/// Prepares the goal of a query that will be planned next; a goal that is requested often gets its second attempt.
void pl_cache_expect(ploy_cache* cache, const ploy_plan_query* query);
/// Nothing is left to prepare: pl_cache_expect would do nothing.
bool pl_cache_is_settled(const ploy_cache* cache, uint32_t target, bool is_whole);

/// Adds the planners' requests since the last merge to a shared cache. The result depends neither on the number of
/// planners nor on the order of their work. No search that uses the cache may be in progress.
void pl_cache_merge(ploy_cache* cache, ploy_planner* const* planners, uint32_t planner_count);

/// Saves which goals the cache holds, and at which level. Loading makes the same heuristics again, so searches run
/// exactly as before. PLOY_INVALID: not a save of a cache of this domain.
void pl_cache_save(const ploy_cache* cache, ploy_writer* writer);
ploy_status pl_cache_load(ploy_cache* cache, ploy_reader* reader);

/// Does this query need a whole heuristic?
bool pl_query_is_whole(const ploy_plan_query* query);

#endif
