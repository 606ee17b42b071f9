#include "agent/workers.h"

#include <string.h>

#include "base/memory.h"

enum
{
    HEAD_WORDS = (sizeof(pl_deferred) + 7) / 8,
};

bool pl_workers_init(pl_workers* workers, const ploy_allocator* allocator, uint32_t count)
{
    workers->allocator = allocator;
    workers->list = PL_NEW_ARRAY(allocator, pl_worker, count);
    workers->count = workers->list ? count : 0;
    return workers->list != NULL;
}

void pl_workers_destroy(pl_workers* workers)
{
    for (uint32_t i = 0; i < workers->count; ++i) {
        PL_ARRAY_FREE(&workers->list[i].words, workers->allocator);
        PL_ARRAY_FREE(&workers->list[i].runs, workers->allocator);
    }
    if (workers->list) PL_DELETE_ARRAY(workers->allocator, workers->list, workers->count);
    *workers = (pl_workers){0};
}

// Writing.

void pl_worker_begin_share(pl_worker* worker)
{
    worker->share = worker->words.count;
}

static const pl_deferred* call_at(const pl_worker* worker, uint32_t word)
{
    return (const pl_deferred*)(const void*)(worker->words.data + word);
}

// Shares come to a worker in ascending order from our scheduler; another may mix them.
static void put_in_order(pl_worker* worker, pl_deferred_run run)
{
    uint32_t at = worker->runs.count++;
    for (; at > 0 && worker->runs.data[at - 1].first > run.first; --at) worker->runs.data[at] = worker->runs.data[at - 1];
    worker->runs.data[at] = run;
}

// Room for the run was made with the share's first call.
void pl_worker_end_share(pl_worker* worker)
{
    if (worker->words.count == worker->share) return;
    pl_deferred_run run = {call_at(worker, worker->share)->index, worker->share, worker->words.count};
    put_in_order(worker, run);
}

ploy_status pl_worker_defer(pl_workers* workers, pl_worker* worker, const pl_deferred* call, const void* data,
                            size_t bytes)
{
    uint32_t words = HEAD_WORDS + (uint32_t)((bytes + 7) / 8), at = worker->words.count;
    if (!PL_ARRAY_RESERVE(&worker->runs, workers->allocator, worker->runs.count + 1)) return PLOY_OUT_OF_MEMORY;
    if (!PL_ARRAY_RESERVE(&worker->words, workers->allocator, at + words)) return PLOY_OUT_OF_MEMORY;
    pl_deferred head = *call;
    head.words = words - HEAD_WORDS;
    memcpy(worker->words.data + at, &head, sizeof head);
    if (bytes > 0) memcpy(worker->words.data + at + HEAD_WORDS, data, bytes);
    worker->words.count = at + words;
    return PLOY_OK;
}

// Reading.

const pl_deferred_run* pl_workers_next(const pl_workers* workers, pl_worker** worker)
{
    const pl_deferred_run* best = NULL;
    for (uint32_t i = 0; i < workers->count; ++i) {
        pl_worker* one = &workers->list[i];
        const pl_deferred_run* run = one->next < one->runs.count ? &one->runs.data[one->next] : NULL;
        if (!run || (best && best->first < run->first)) continue;
        best = run;
        *worker = one;
    }
    return best;
}

void pl_workers_clear(pl_workers* workers)
{
    uint32_t words = 0, runs = 0;
    for (uint32_t i = 0; i < workers->count; ++i) {
        words += workers->list[i].words.count;
        runs += workers->list[i].runs.count;
    }
    for (uint32_t i = 0; i < workers->count; ++i) {
        pl_worker* worker = &workers->list[i];
        (void)PL_ARRAY_RESERVE(&worker->words, workers->allocator, words);
        (void)PL_ARRAY_RESERVE(&worker->runs, workers->allocator, runs);
        worker->words.count = worker->runs.count = worker->next = 0;
        worker->has_left_some = false;
    }
}
