// A loop over items on all workers, for the rules of games. As in the library, a task writes only what belongs to its
// items, and reads nothing that another item's task writes.

#ifndef TASKS_H
#define TASKS_H

#include <ploy/base.h>

/// Runs fn over 0 .. count - 1, in shares of at least min_range items. Without workers it is one call.
static inline void game_run(const ploy_tasks* tasks, uint32_t count, uint32_t min_range, ploy_task_fn* fn, void* context)
{
    if (count == 0) return;
    if (!tasks->enqueue || count <= min_range) {
        fn(0, count, 0, context);
        return;
    }
    void* task = tasks->enqueue(fn, count, min_range, context, tasks->user);
    if (task) tasks->finish(task, tasks->user);
}

#endif
