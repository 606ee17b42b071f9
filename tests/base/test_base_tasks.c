#include "base/tasks.h"

#include <stdatomic.h>
#include <string.h>

#include "base/hash.h"
#include "support/base/allocators.h"
#include "support/base/asserts.h"
#include "support/base/test.h"

#define ITEMS 5000
#define MAX_WORKERS 8

typedef struct work
{
    uint64_t results[ITEMS];
    uint32_t times[ITEMS];
    atomic_bool busy[MAX_WORKERS];
    uint32_t worker_count;
    atomic_uint clashes;
} work;

static void think(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    work* shared = context;
    if (worker >= shared->worker_count || atomic_exchange(&shared->busy[worker], true)) {
        atomic_fetch_add(&shared->clashes, 1);
        return;
    }
    for (uint32_t i = begin; i < end; ++i) {
        shared->results[i] = ploy_random_at(1, i, 0);
        ++shared->times[i];
    }
    atomic_store(&shared->busy[worker], false);
}

static uint64_t run(const ploy_tasks* tasks, uint32_t min_range)
{
    static work shared;
    memset(&shared, 0, sizeof shared);
    shared.worker_count = pl_tasks_worker_count(tasks);
    pl_parallel_for(tasks, ITEMS, min_range, think, &shared);
    assert_int_equal(atomic_load(&shared.clashes), 0);
    pl_digest digest = {0};
    for (uint32_t i = 0; i < ITEMS; ++i) {
        assert_int_equal(shared.times[i], 1);
        pl_digest_add(&digest, shared.results[i]);
    }
    return digest.value;
}

static void every_worker_count_gives_the_same_results(void** state)
{
    (void)state;
    uint64_t serial = run(NULL, 1);
    assert_true(run(&(ploy_tasks){0}, 1) == serial);
    for (uint32_t workers = 1; workers <= MAX_WORKERS; ++workers) {
        ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = workers});
        assert_non_null(scheduler);
        ploy_tasks tasks = ploy_scheduler_tasks(scheduler);
#if defined(PLOY_THREADS) && !PLOY_THREADS
        assert_int_equal(tasks.worker_count, 1);
#else
        assert_int_equal(tasks.worker_count, workers);
#endif
        for (uint32_t round = 0; round < 10; ++round) {
            assert_true(run(&tasks, 1) == serial);
            assert_true(run(&tasks, 64) == serial);
            assert_true(run(&tasks, ITEMS) == serial);
        }
        ploy_scheduler_destroy(scheduler);
    }
}

static void count_items(uint32_t begin, uint32_t end, uint32_t worker, void* context)
{
    (void)worker;
    atomic_fetch_add((atomic_uint*)context, end - begin);
}

// More tasks than slots: tasks that find no slot run immediately.
static void many_tasks_may_be_open_at_once(void** state)
{
    (void)state;
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 3});
    ploy_tasks tasks = ploy_scheduler_tasks(scheduler);
    void* open[200];
    atomic_uint counts[200];
    for (uint32_t i = 0; i < 200; ++i) {
        atomic_init(&counts[i], 0);
        open[i] = tasks.enqueue(count_items, i + 1, 4, &counts[i], tasks.user);
    }
    for (uint32_t i = 200; i-- > 0;) {
        if (open[i]) {
            tasks.finish(open[i], tasks.user);
        }
        assert_int_equal(atomic_load(&counts[i]), i + 1);
    }
    ploy_scheduler_destroy(scheduler);
}

static void no_items_means_no_call(void** state)
{
    (void)state;
    atomic_uint count;
    atomic_init(&count, 0);
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){.workers = 2});
    ploy_tasks tasks = ploy_scheduler_tasks(scheduler);
    pl_parallel_for(&tasks, 0, 1, count_items, &count);
    pl_parallel_for(NULL, 0, 1, count_items, &count);
    assert_int_equal(atomic_load(&count), 0);
    ploy_scheduler_destroy(scheduler);
    ploy_scheduler_destroy(NULL);
}

static void nothing_is_allocated_after_creation(void** state)
{
    (void)state;
    test_allocator counters = {0};
    ploy_allocator allocator = test_allocator_of(&counters);
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){allocator, 4});
    ploy_tasks tasks = ploy_scheduler_tasks(scheduler);
    uint64_t calls = counters.calls;
    run(&tasks, 1);
    assert_true(counters.calls == calls);
    ploy_scheduler_destroy(scheduler);
    assert_true(counters.live_blocks == 0);
}

static bool create_and_destroy(const ploy_allocator* allocator)
{
    ploy_scheduler* scheduler = ploy_scheduler_create(&(ploy_scheduler_def){*allocator, 3});
    ploy_scheduler_destroy(scheduler);
    return scheduler != NULL;
}

static void a_failing_allocator_gives_null_and_no_leak(void** state)
{
    (void)state;
    test_fail_every_allocation(create_and_destroy);
}

TEST_MAIN(TEST(every_worker_count_gives_the_same_results), TEST(many_tasks_may_be_open_at_once),
          TEST(no_items_means_no_call), TEST(nothing_is_allocated_after_creation),
          TEST(a_failing_allocator_gives_null_and_no_leak))
