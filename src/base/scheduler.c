// A small thread pool behind the hook of ploy_tasks, for programs that have none. It is the one file of the library that
// starts threads. Built without them (PLOY_THREADS=0) it has one worker: the caller.
//
// One mutex guards the slots; a worker holds it when it joins a task and when it leaves it. Between the two it takes
// shares without it:
//
//   shares  | 0 1 2 3 | 4 5 6 7 | ...     a part per worker, so that an item stays with one worker from task to task,
//   next    |     2   |   1     | ...     and in its cache; who has finished its part takes from the others'
//
// A task is done when all its shares are handed out and all its users have left. Worker 0 is not a thread of its own but
// the thread that waits in finish (or finds no free slot in enqueue). Such a caller helps, one at a time, so two shares
// never run as worker 0 at once. Who waits looks for a short while before it sleeps, since the next task of a tick is
// usually near and waking a thread takes longer.

#include <ploy/base.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/hints.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "base/threads.h"

enum
{
    MAX_WORKERS = 64,
    TRIES = 64,  ///< of the mutex before a thread sleeps
    LOOKS = 256, ///< for a change before a thread sleeps: about a tenth of a millisecond, longer than most stretches of
                 ///< a tick on one thread. Waking takes some ten. It does not yield: one that sleeps is back sooner
    FEW_LOOKS = 32, ///< where there are more workers than processors: one that looks keeps another from working
    RELAX = 16,     ///< pauses between two looks
    CACHE_LINE = 64,
};

/// Padded, so that two workers that count do not write to the same cache line.
typedef struct own_counter
{
    pl_counter value;
    char padding[CACHE_LINE - sizeof(pl_counter)];
} own_counter;

typedef struct task_slot
{
    ploy_task_fn* fn; ///< NULL: free
    void* context;
    uint32_t count;
    uint32_t range; ///< items of a share
    uint32_t shares;
    uint32_t users;    ///< workers that may run a share
    own_counter* next; ///< shares of each worker's part that are handed out; may pass the end
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
    char padding[CACHE_LINE];
    own_counter enqueued; ///< changes before `work` is signaled
    own_counter left;     ///< and this one before `progress` is
    bool stopping;
    bool has_helper; ///< a caller runs a share as worker 0
    pl_thread_id helper;
    uint32_t worker_count;
    uint32_t thread_count;
    uint32_t looks; ///< for a change before a thread sleeps
    worker_thread workers[MAX_WORKERS];
    task_slot slots[PLOY_DEFAULT_SCHEDULER_SLOTS];
    own_counter* counters; ///< one per worker for each slot
};

static void lock(ploy_scheduler* scheduler)
{
    for (uint32_t i = 0; i < TRIES; ++i) {
        if (pl_mutex_try_lock(&scheduler->mutex)) return;
        PL_RELAX();
    }
    pl_mutex_lock(&scheduler->mutex);
}

// Called with the mutex held, and looks without it. `seen`: what the counter was when nothing was left to do.
static void wait_for_change(ploy_scheduler* scheduler, pl_condition* condition, const pl_counter* counter)
{
    uint32_t seen = pl_counter_get(counter);
    pl_mutex_unlock(&scheduler->mutex);
    for (uint32_t i = 0; i < scheduler->looks && pl_counter_get(counter) == seen; ++i) {
        for (uint32_t k = 0; k < RELAX; ++k) PL_RELAX();
    }
    lock(scheduler);
    if (pl_counter_get(counter) == seen) pl_condition_wait(condition, &scheduler->mutex);
}

// The parts of the workers.

static uint32_t part_begin(const ploy_scheduler* scheduler, const task_slot* slot, uint32_t worker)
{
    return (uint32_t)((uint64_t)slot->shares * worker / scheduler->worker_count);
}

static uint32_t part_size(const ploy_scheduler* scheduler, const task_slot* slot, uint32_t worker)
{
    return part_begin(scheduler, slot, worker + 1) - part_begin(scheduler, slot, worker);
}

static bool has_share(const ploy_scheduler* scheduler, const task_slot* slot)
{
    for (uint32_t i = 0; slot->fn != NULL && i < scheduler->worker_count; ++i) {
        if (pl_counter_get(&slot->next[i].value) < part_size(scheduler, slot, i)) return true;
    }
    return false;
}

static void run_part(const ploy_scheduler* scheduler, const task_slot* slot, uint32_t part, uint32_t worker)
{
    uint32_t first = part_begin(scheduler, slot, part), size = part_size(scheduler, slot, part);
    pl_counter* next = &slot->next[part].value;
    while (pl_counter_get(next) < size) {
        uint32_t share = pl_counter_next(next);
        if (share >= size) return;
        uint32_t begin = (first + share) * slot->range;
        uint32_t end = slot->count - begin > slot->range ? begin + slot->range : slot->count;
        slot->fn(begin, end, worker, slot->context);
    }
}

static void leave(ploy_scheduler* scheduler)
{
    lock(scheduler);
    (void)pl_counter_next(&scheduler->left.value);
    pl_condition_wake_all(&scheduler->progress);
}

// Called with the mutex held; runs without it, and reads a copy: who joins or leaves writes to the slot.
static void run_shares(ploy_scheduler* scheduler, task_slot* slot, uint32_t worker)
{
    ++slot->users;
    const task_slot task = *slot;
    pl_mutex_unlock(&scheduler->mutex);
    for (uint32_t i = 0; i < scheduler->worker_count; ++i) {
        run_part(scheduler, &task, (worker + i) % scheduler->worker_count, worker);
    }
    leave(scheduler);
    --slot->users;
}

static bool is_done(const ploy_scheduler* scheduler, const task_slot* slot)
{
    return slot->users == 0 && !has_share(scheduler, slot);
}

static task_slot* slot_with_share(ploy_scheduler* scheduler)
{
    for (uint32_t i = 0; i < PLOY_DEFAULT_SCHEDULER_SLOTS; ++i) {
        if (has_share(scheduler, &scheduler->slots[i])) {
            return &scheduler->slots[i];
        }
    }
    return NULL;
}

static void work(void* context)
{
    worker_thread* self = context;
    ploy_scheduler* scheduler = self->scheduler;
    lock(scheduler);
    while (!scheduler->stopping) {
        task_slot* slot = slot_with_share(scheduler);
        if (slot) {
            run_shares(scheduler, slot, self->index);
        } else {
            wait_for_change(scheduler, &scheduler->work, &scheduler->enqueued.value);
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

static void become_helper(ploy_scheduler* scheduler)
{
    scheduler->has_helper = true;
    scheduler->helper = pl_os_thread_self();
}

// Returns when the whole task is done. Called with the mutex held.
static void help_until_done(ploy_scheduler* scheduler, task_slot* slot)
{
    while (!is_done(scheduler, slot)) {
        if (has_share(scheduler, slot) && !scheduler->has_helper) {
            become_helper(scheduler);
            run_shares(scheduler, slot, 0);
            scheduler->has_helper = false;
        } else {
            wait_for_change(scheduler, &scheduler->progress, &scheduler->left.value);
        }
    }
}

// For a task that finds no free slot. Called with the mutex held.
static void run_alone(ploy_scheduler* scheduler, const task_slot* task)
{
    while (scheduler->has_helper) wait_for_change(scheduler, &scheduler->progress, &scheduler->left.value);
    become_helper(scheduler);
    pl_mutex_unlock(&scheduler->mutex);
    task->fn(0, task->count, 0, task->context);
    leave(scheduler);
    scheduler->has_helper = false;
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

// All at zero: nothing is handed out yet.
static own_counter* counters_of(const ploy_scheduler* scheduler, const task_slot* slot)
{
    own_counter* counters = scheduler->counters + (size_t)(slot - scheduler->slots) * scheduler->worker_count;
    for (uint32_t i = 0; i < scheduler->worker_count; ++i) pl_counter_set(&counters[i].value, 0);
    return counters;
}

static void* enqueue(ploy_task_fn* fn, uint32_t count, uint32_t min_range, void* context, void* user)
{
    ploy_scheduler* scheduler = user;
    uint32_t range = choose_range(scheduler, count, min_range);
    task_slot task = {.fn = fn, .context = context, .count = count, .range = range};
    task.shares = count / range + (count % range != 0);
    lock(scheduler);
    PL_ASSERT(!is_in_task(scheduler));
    task_slot* slot = free_slot(scheduler);
    if (slot) {
        task.next = counters_of(scheduler, slot);
        *slot = task;
        (void)pl_counter_next(&scheduler->enqueued.value);
        pl_condition_wake_all(&scheduler->work);
    } else {
        run_alone(scheduler, &task);
    }
    pl_mutex_unlock(&scheduler->mutex);
    return slot;
}

static void finish(void* task, void* user)
{
    ploy_scheduler* scheduler = user;
    task_slot* slot = task;
    lock(scheduler);
    help_until_done(scheduler, slot);
    slot->fn = NULL;
    pl_mutex_unlock(&scheduler->mutex);
}

static void stop_threads(ploy_scheduler* scheduler)
{
    lock(scheduler);
    PL_ASSERT(slot_with_share(scheduler) == NULL);
    scheduler->stopping = true;
    (void)pl_counter_next(&scheduler->enqueued.value);
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
    lock(scheduler);
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
    scheduler->looks = def.workers <= pl_os_processors() ? LOOKS : FEW_LOOKS;
    scheduler->counters = PL_NEW_ARRAY(&chosen, own_counter, PLOY_DEFAULT_SCHEDULER_SLOTS * def.workers);
    if (!scheduler->counters) {
        PL_DELETE(&chosen, scheduler);
        return NULL;
    }
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
    PL_DELETE_ARRAY(&allocator, scheduler->counters, PLOY_DEFAULT_SCHEDULER_SLOTS * scheduler->worker_count);
    PL_DELETE(&allocator, scheduler);
}

ploy_tasks ploy_scheduler_tasks(ploy_scheduler* scheduler)
{
    PL_NEED(scheduler, (ploy_tasks){0});
    return (ploy_tasks){enqueue, finish, scheduler, scheduler->worker_count};
}
