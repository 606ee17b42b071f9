// The parallel loop of the library, over the task hook of the caller.

#include "base/tasks.h"

#include "base/check.h"

void pl_parallel_for(const ploy_tasks* tasks, uint32_t count, uint32_t min_range, ploy_task_fn* fn, void* context)
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

uint32_t pl_tasks_worker_count(const ploy_tasks* tasks)
{
    if (tasks == NULL || tasks->enqueue == NULL) {
        return 1;
    }
    PL_ASSERT(tasks->worker_count > 0);
    return tasks->worker_count;
}
