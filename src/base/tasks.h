// The one way the library runs in parallel. To be deterministic with any number of workers, a task writes only to slots
// that belong to its items (or to scratch memory of its worker that nobody reads later). After the call, one pass on
// the calling thread merges the slots in index order:
//
//   pl_parallel_for(tasks, count, 8, think, context);          think() fills results[begin .. end - 1]
//   for (uint32_t i = 0; i < count; ++i) apply(results[i]);    the order never depends on the workers
//
// How items are split into shares, and which worker gets which, differs from run to run and must not show.

#ifndef PL_BASE_TASKS_H
#define PL_BASE_TASKS_H

#include <ploy/base.h>

#include "base/check.h"

/// Runs fn over 0 .. count - 1 and returns when all is done. With tasks NULL or zeroed, and when count is at most
/// min_range, it is one call on this thread with worker 0.
static inline void pl_parallel_for(const ploy_tasks* tasks, uint32_t count, uint32_t min_range, ploy_task_fn* fn,
                                   void* context)
{
    if (count == 0) {
        return;
    }
    if (tasks == NULL || tasks->enqueue == NULL || count <= min_range) {
        fn(0, count, 0, context);
        return;
    }
    void* task = tasks->enqueue(fn, count, min_range ? min_range : 1, context, tasks->user);
    if (task) {
        tasks->finish(task, tasks->user);
    }
}

/// How many workers need scratch memory of their own: at least 1.
static inline uint32_t pl_tasks_worker_count(const ploy_tasks* tasks)
{
    if (tasks == NULL || tasks->enqueue == NULL) {
        return 1;
    }
    PL_ASSERT(tasks->worker_count > 0);
    return tasks->worker_count;
}

#endif
