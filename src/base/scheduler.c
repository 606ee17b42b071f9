// A small thread pool behind the hook of ploy_tasks, for programs that have none. It is the one file of the library that
// starts threads. Built without them (PLOY_THREADS=0) it has one worker: the caller.
//
// One mutex guards the pool; it is held only to hand out shares, a few per worker and task. Worker 0 is not a thread of
// its own but the thread that waits in finish (or finds no free slot in enqueue). Such a caller helps, one at a time,
// so two shares never run as worker 0 at once.

#include <ploy/base.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "base/threads.h"

#define MAX_WORKERS 64

typedef struct task_slot
{
    ploy_task_fn* fn; ///< NULL: free
    void* context;
    uint32_t count;
    uint32_t range;
    uint32_t next; ///< the first item that was not handed out yet
    uint32_t done; ///< items whose share has returned
} task_slot;

typedef struct worker_thread
{
    ploy_scheduler* scheduler;
    pl_os_thread thread;
    uint32_t index;
} worker_thread;

struct ploy_scheduler
{
    ploy_allocator allocator;
    pl_mutex mutex;
    pl_condition work;     ///< there are shares to take, or it is time to stop
    pl_condition progress; ///< a task is done, or worker 0 is free
    bool stopping;
    bool has_helper; ///< a caller runs a share as worker 0
    pl_thread_id helper;
    uint32_t worker_count;
    uint32_t thread_count;
    worker_thread workers[MAX_WORKERS];
    task_slot slots[PLOY_DEFAULT_SCHEDULER_SLOTS];
};

static bool has_share(const task_slot* slot)
{
    return slot->fn != NULL && slot->next < slot->count;
}

// Called with the mutex held; runs without it.
static void run_share(ploy_scheduler* scheduler, task_slot* slot, uint32_t worker_index)
{
    uint32_t begin = slot->next;
    uint32_t end = slot->count - begin > slot->range ? begin + slot->range : slot->count;
    slot->next = end;
    pl_mutex_unlock(&scheduler->mutex);
    slot->fn(begin, end, worker_index, slot->context);
    pl_mutex_lock(&scheduler->mutex);
    slot->done += end - begin;
    if (slot->done == slot->count) {
        pl_condition_wake_all(&scheduler->progress);
    }
}

static task_slot* slot_with_share(ploy_scheduler* scheduler)
{
    for (uint32_t i = 0; i < PLOY_DEFAULT_SCHEDULER_SLOTS; ++i) {
        if (has_share(&scheduler->slots[i])) {
            return &scheduler->slots[i];
        }
    }
    return NULL;
}

static void work(void* context)
{
    worker_thread* self = context;
    ploy_scheduler* scheduler = self->scheduler;
    pl_mutex_lock(&scheduler->mutex);
    while (!scheduler->stopping) {
        task_slot* slot = slot_with_share(scheduler);
        if (slot) {
            run_share(scheduler, slot, self->index);
        } else {
            pl_condition_wait(&scheduler->work, &scheduler->mutex);
        }
    }
    pl_mutex_unlock(&scheduler->mutex);
}

// A task that waits for another could wait forever, since every worker might do the same.
static bool is_in_task(const ploy_scheduler* scheduler)
{
    pl_thread_id caller = pl_os_thread_self();
    bool in_task = scheduler->has_helper && pl_os_thread_is_same(scheduler->helper, caller);
    for (uint32_t i = 0; i < scheduler->thread_count; ++i) {
        in_task = in_task || pl_os_thread_is_same(scheduler->workers[i].thread.id, caller);
    }
    return in_task;
}

// Returns when the whole task is done. Called with the mutex held.
static void help_until_done(ploy_scheduler* scheduler, task_slot* slot)
{
    while (slot->done < slot->count) {
        if (has_share(slot) && !scheduler->has_helper) {
            scheduler->has_helper = true;
            scheduler->helper = pl_os_thread_self();
            run_share(scheduler, slot, 0);
            scheduler->has_helper = false;
            pl_condition_wake_all(&scheduler->progress);
        } else {
            pl_condition_wait(&scheduler->progress, &scheduler->mutex);
        }
    }
}

static uint32_t choose_range(const ploy_scheduler* scheduler, uint32_t count, uint32_t min_range)
{
    uint32_t share = count / (scheduler->worker_count * PLOY_DEFAULT_SCHEDULER_SHARES);
    uint32_t min = min_range ? min_range : 1;
    return share > min ? share : min;
}

static task_slot* free_slot(ploy_scheduler* scheduler)
{
    for (uint32_t i = 0; i < PLOY_DEFAULT_SCHEDULER_SLOTS; ++i) {
        if (scheduler->slots[i].fn == NULL) {
            return &scheduler->slots[i];
        }
    }
    return NULL;
}

static void* enqueue(ploy_task_fn* fn, uint32_t count, uint32_t min_range, void* context, void* user)
{
    ploy_scheduler* scheduler = user;
    task_slot task = {fn, context, count, choose_range(scheduler, count, min_range), 0, 0};
    pl_mutex_lock(&scheduler->mutex);
    PL_ASSERT(!is_in_task(scheduler));
    task_slot* slot = free_slot(scheduler);
    if (slot) {
        *slot = task;
        pl_condition_wake_all(&scheduler->work);
    } else {
        help_until_done(scheduler, &task);
    }
    pl_mutex_unlock(&scheduler->mutex);
    return slot;
}

static void finish(void* task, void* user)
{
    ploy_scheduler* scheduler = user;
    task_slot* slot = task;
    pl_mutex_lock(&scheduler->mutex);
    help_until_done(scheduler, slot);
    slot->fn = NULL;
    pl_mutex_unlock(&scheduler->mutex);
}

static void stop_threads(ploy_scheduler* scheduler)
{
    pl_mutex_lock(&scheduler->mutex);
    PL_ASSERT(slot_with_share(scheduler) == NULL);
    scheduler->stopping = true;
    pl_condition_wake_all(&scheduler->work);
    uint32_t thread_count = scheduler->thread_count;
    pl_mutex_unlock(&scheduler->mutex);
    for (uint32_t i = 0; i < thread_count; ++i) {
        pl_os_thread_join(scheduler->workers[i].thread);
    }
}

// The mutex keeps the new threads from reading the list of threads while it is written.
static bool start_threads(ploy_scheduler* scheduler)
{
    bool started = true;
    pl_mutex_lock(&scheduler->mutex);
    for (uint32_t i = 0; i + 1 < scheduler->worker_count && started; ++i) {
        scheduler->workers[i].scheduler = scheduler;
        scheduler->workers[i].index = i + 1;
        started = pl_os_thread_start(&scheduler->workers[i].thread, work, &scheduler->workers[i]);
        scheduler->thread_count += started;
    }
    pl_mutex_unlock(&scheduler->mutex);
    return started;
}

ploy_scheduler* ploy_scheduler_create(const ploy_scheduler_def* given)
{
    ploy_scheduler_def def = given ? *given : (ploy_scheduler_def){0};
    PL_DEFAULT(def.workers, PLOY_DEFAULT_SCHEDULER_WORKERS);
    PL_ASSERT(def.workers <= MAX_WORKERS);
#if defined(PLOY_THREADS) && !PLOY_THREADS
    def.workers = 1;
#endif
    ploy_allocator chosen = pl_allocator_choose(&def.allocator);
    ploy_scheduler* scheduler = PL_NEW(&chosen, ploy_scheduler);
    if (!scheduler) {
        return NULL;
    }
    scheduler->allocator = chosen;
    scheduler->worker_count = def.workers;
    pl_mutex_init(&scheduler->mutex);
    pl_condition_init(&scheduler->work);
    pl_condition_init(&scheduler->progress);
    if (!start_threads(scheduler)) {
        ploy_scheduler_destroy(scheduler);
        return NULL;
    }
    return scheduler;
}

void ploy_scheduler_destroy(ploy_scheduler* scheduler)
{
    if (!scheduler) {
        return;
    }
    stop_threads(scheduler);
    pl_condition_destroy(&scheduler->progress);
    pl_condition_destroy(&scheduler->work);
    pl_mutex_destroy(&scheduler->mutex);
    ploy_allocator allocator = scheduler->allocator;
    PL_DELETE(&allocator, scheduler);
}

ploy_tasks ploy_scheduler_tasks(ploy_scheduler* scheduler)
{
    PL_NEED(scheduler, (ploy_tasks){0});
    return (ploy_tasks){enqueue, finish, scheduler, scheduler->worker_count};
}
