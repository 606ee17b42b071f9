// The one way the library runs in parallel. To stay deterministic on any number of workers, a task writes only into
// slots that belong to its items (or into scratch of its worker that nobody reads later), and after the call one pass
// on the calling thread merges the slots in index order:
//
//   pl_parallel_for(tasks, count, 8, think, context);          think() fills results[begin .. end - 1]
//   for (uint32_t i = 0; i < count; ++i) apply(results[i]);    the order never depends on the workers
//
// How items are split into shares, and which worker gets which, differs from run to run and must not be seen.

#ifndef PL_BASE_TASKS_H
#define PL_BASE_TASKS_H

#include <ploy/base.h>

/// Runs fn over 0 .. count - 1 and returns when all is done. tasks NULL or zeroed: one call on this thread, through
/// the same fn, with worker 0; so too when count is not above min_range (the hand-over would cost more).
void pl_parallel_for(const ploy_tasks* tasks, uint32_t count, uint32_t min_range, ploy_task_fn* fn, void* context);

/// How many sets of worker scratch are needed: at least 1.
uint32_t pl_tasks_worker_count(const ploy_tasks* tasks);

#endif
