// Many queries on many workers. Before it, goals are prepared in the order of the queries; while it runs, the cache is
// only read; after it, what was asked is merged. So which worker plans what never shows.

#include <ploy/plan.h>

#include "base/tasks.h"
#include "plan/search/cache.h"
#include "plan/search/planner.h"

typedef struct batch
{
    ploy_planner* const* planners;
    const ploy_plan_query* queries;
    pl_batch_result* results;
} batch;

static void plan_share(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    batch* b = context;
    ploy_planner* planner = b->planners[worker];
    for (uint32_t i = begin; i < end; ++i) {
        pl_batch_result* result = &b->results[i];
        result->plan = *ploy_planner_plan(planner, &b->queries[i]);
        result->worker = worker;
        if (pl_planner_keep(planner, &result->plan, &result->first)) continue;
        result->plan = (ploy_plan){.status = PLOY_OUT_OF_MEMORY, .goal = b->queries[i].goal};
    }
}

ploy_status ploy_plan_batch(ploy_cache* cache, ploy_planner* const* planners, const ploy_tasks* tasks,
                            const ploy_plan_query* queries, uint32_t query_count, ploy_batch_fn* done, void* user)
{
    if (query_count == 0) return PLOY_OK;
    batch b = {planners, queries, pl_cache_results(cache, query_count)};
    if (!b.results) return PLOY_OUT_OF_MEMORY;
    uint32_t workers = pl_tasks_worker_count(tasks);
    for (uint32_t i = 0; i < query_count; ++i) ploy_cache_prepare(cache, &queries[i]);
    for (uint32_t w = 0; w < workers; ++w) pl_planner_forget_kept(planners[w]);
    pl_parallel_for(tasks, query_count, 1, plan_share, &b);
    for (uint32_t i = 0; i < query_count; ++i) {
        pl_batch_result* result = &b.results[i];
        result->plan.steps = pl_planner_kept(planners[result->worker], result->first);
        done(user, i, &result->plan);
    }
    pl_cache_merge(cache, planners, workers);
    return PLOY_OK;
}
