// A small thread pool behind the hook of ploy_tasks, for programs that have none. It is the one file of the library that
// starts threads; the inspector's WebAssembly module is built without it.
//
// One mutex guards the pool; it is held only to hand out shares, a few per worker and task. Worker 0 is not a thread of
// its own but the thread that waits in finish (or finds no free slot in enqueue). Such a caller helps, one at a time,
// so two shares never run as worker 0 at once.

#define _POSIX_C_SOURCE 200809L

#include <ploy/base.h>
#include <pthread.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/memory.h"
#include "base/tasks.h"

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
    pthread_t thread;
    uint32_t index;
} worker_thread;

struct ploy_scheduler
{
    ploy_allocator allocator;
    pthread_mutex_t mutex;
    pthread_cond_t work;     ///< there are shares to take, or it is time to stop
    pthread_cond_t progress; ///< a task is done, or worker 0 is free
    bool stopping;
    bool has_helper; ///< a caller runs a share as worker 0
    pthread_t helper;
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
    pthread_mutex_unlock(&scheduler->mutex);
    slot->fn(begin, end, worker_index, slot->context);
    pthread_mutex_lock(&scheduler->mutex);
    slot->done += end - begin;
    if (slot->done == slot->count) {
        pthread_cond_broadcast(&scheduler->progress);
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

static void* work(void* context)
{
    worker_thread* self = context;
    ploy_scheduler* scheduler = self->scheduler;
    pthread_mutex_lock(&scheduler->mutex);
    while (!scheduler->stopping) {
        task_slot* slot = slot_with_share(scheduler);
        if (slot) {
            run_share(scheduler, slot, self->index);
        } else {
            pthread_cond_wait(&scheduler->work, &scheduler->mutex);
        }
    }
    pthread_mutex_unlock(&scheduler->mutex);
    return NULL;
}

// A task that waits for another could wait forever, since every worker might do the same.
static bool is_in_task(const ploy_scheduler* scheduler)
{
    pthread_t caller = pthread_self();
    bool in_task = scheduler->has_helper && pthread_equal(scheduler->helper, caller);
    for (uint32_t i = 0; i < scheduler->thread_count; ++i) {
        in_task = in_task || pthread_equal(scheduler->workers[i].thread, caller);
    }
    return in_task;
}

// Returns when the whole task is done. Called with the mutex held.
static void help_until_done(ploy_scheduler* scheduler, task_slot* slot)
{
    while (slot->done < slot->count) {
        if (has_share(slot) && !scheduler->has_helper) {
            scheduler->has_helper = true;
            scheduler->helper = pthread_self();
            run_share(scheduler, slot, 0);
            scheduler->has_helper = false;
            pthread_cond_broadcast(&scheduler->progress);
        } else {
            pthread_cond_wait(&scheduler->progress, &scheduler->mutex);
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
    pthread_mutex_lock(&scheduler->mutex);
    PL_ASSERT(!is_in_task(scheduler));
    task_slot* slot = free_slot(scheduler);
    if (slot) {
        *slot = task;
        pthread_cond_broadcast(&scheduler->work);
    } else {
        help_until_done(scheduler, &task);
    }
    pthread_mutex_unlock(&scheduler->mutex);
    return slot;
}

static void finish(void* task, void* user)
{
    ploy_scheduler* scheduler = user;
    task_slot* slot = task;
    pthread_mutex_lock(&scheduler->mutex);
    help_until_done(scheduler, slot);
    slot->fn = NULL;
    pthread_mutex_unlock(&scheduler->mutex);
}

static void stop_threads(ploy_scheduler* scheduler)
{
    pthread_mutex_lock(&scheduler->mutex);
    PL_ASSERT(slot_with_share(scheduler) == NULL);
    scheduler->stopping = true;
    pthread_cond_broadcast(&scheduler->work);
    uint32_t thread_count = scheduler->thread_count;
    pthread_mutex_unlock(&scheduler->mutex);
    for (uint32_t i = 0; i < thread_count; ++i) {
        pthread_join(scheduler->workers[i].thread, NULL);
    }
}

// The mutex keeps the new threads from reading the list of threads while it is written.
static bool start_threads(ploy_scheduler* scheduler)
{
    bool started = true;
    pthread_mutex_lock(&scheduler->mutex);
    for (uint32_t i = 0; i + 1 < scheduler->worker_count && started; ++i) {
        scheduler->workers[i].scheduler = scheduler;
        scheduler->workers[i].index = i + 1;
        started = pthread_create(&scheduler->workers[i].thread, NULL, work, &scheduler->workers[i]) == 0;
        scheduler->thread_count += started;
    }
    pthread_mutex_unlock(&scheduler->mutex);
    return started;
}

ploy_scheduler* ploy_scheduler_create(const ploy_scheduler_def* given)
{
    ploy_scheduler_def def = given ? *given : (ploy_scheduler_def){0};
    PL_DEFAULT(def.workers, PLOY_DEFAULT_SCHEDULER_WORKERS);
    PL_ASSERT(def.workers <= MAX_WORKERS);
    ploy_allocator chosen = pl_allocator_choose(&def.allocator);
    ploy_scheduler* scheduler = PL_NEW(&chosen, ploy_scheduler);
    if (!scheduler) {
        return NULL;
    }
    scheduler->allocator = chosen;
    scheduler->worker_count = def.workers;
    pthread_mutex_init(&scheduler->mutex, NULL);
    pthread_cond_init(&scheduler->work, NULL);
    pthread_cond_init(&scheduler->progress, NULL);
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
    pthread_cond_destroy(&scheduler->progress);
    pthread_cond_destroy(&scheduler->work);
    pthread_mutex_destroy(&scheduler->mutex);
    ploy_allocator allocator = scheduler->allocator;
    PL_DELETE(&allocator, scheduler);
}

ploy_tasks ploy_scheduler_tasks(ploy_scheduler* scheduler)
{
    PL_NEED(scheduler, (ploy_tasks){0});
    return (ploy_tasks){enqueue, finish, scheduler, scheduler->worker_count};
}
