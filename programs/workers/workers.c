#define _POSIX_C_SOURCE 200809L

#include "programs/workers/workers.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "programs/cli/clock.h"
#include "programs/cli/memory.h"
#include "programs/workers/ranks.h"

#define MAX_THREADS 64

struct workers
{
    const worker_kind* kind;
    packet setup;
    uint32_t thread_count;
    void* own[MAX_THREADS]; // a worker per thread, made on first use
    workers_cost cost;
};

typedef struct thread_run
{
    workers* w;
    const job_source* source;
    pthread_mutex_t lock;
    uint32_t started;
    bool failed;
    char* text;
    size_t size;
} thread_run;

bool workers_begin(char* text, size_t size)
{
    return ranks_begin(text, size);
}

int workers_end(int status)
{
    return ranks_end(status);
}

bool workers_is_serving(void)
{
    return ranks_number() > 0;
}

uint32_t workers_rank_count(void)
{
    return ranks_count() - 1;
}

void workers_serve(const worker_kind* kind)
{
    ranks_serve(kind);
}

workers* workers_create(const worker_kind* kind, const packet* setup, uint32_t threads)
{
    workers* w = have_memory(calloc(1, sizeof *w));
    w->kind = kind;
    w->thread_count = threads < MAX_THREADS ? threads : MAX_THREADS;
    packet_put(&w->setup, setup->bytes, setup->count);
    w->cost.workers = workers_rank_count() ? workers_rank_count() : w->thread_count;
    return w;
}

void workers_destroy(workers* w)
{
    if (!w) return;
    for (uint32_t i = 0; i < MAX_THREADS; i++)
        if (w->own[i]) w->kind->end(w->own[i]);
    packet_free(&w->setup);
    free(w);
}

workers_cost workers_get_cost(const workers* w)
{
    return w->cost;
}

static bool take(thread_run* t, uint32_t* number, packet* job)
{
    pthread_mutex_lock(&t->lock);
    double began = wall_ns();
    packet_clear(job);
    bool is_there = !t->failed && t->source->next(t->source->user, number, job);
    t->w->cost.hand_out_seconds += (wall_ns() - began) / 1e9;
    pthread_mutex_unlock(&t->lock);
    return is_there;
}

static void fail(thread_run* t, const char* why)
{
    pthread_mutex_lock(&t->lock);
    if (!t->failed) snprintf(t->text, t->size, "%s", why);
    t->failed = true;
    pthread_mutex_unlock(&t->lock);
}

static void keep(thread_run* t, uint32_t number, const packet* result, double seconds)
{
    pthread_mutex_lock(&t->lock);
    double began = wall_ns();
    packet_reader reader = packet_read(result);
    if (!t->failed && !t->source->keep(t->source->user, number, &reader, t->text, t->size)) t->failed = true;
    t->w->cost.jobs++;
    t->w->cost.work_seconds += seconds;
    t->w->cost.hand_out_seconds += (wall_ns() - began) / 1e9;
    pthread_mutex_unlock(&t->lock);
}

static bool make_ready(thread_run* t, uint32_t index)
{
    workers* w = t->w;
    char why[512] = "out of memory";
    packet_reader setup = packet_read(&w->setup);
    if (!w->own[index]) w->own[index] = w->kind->begin(&setup, why, sizeof why);
    if (!w->own[index]) fail(t, why);
    return w->own[index] != NULL;
}

static void* work(void* user)
{
    thread_run* t = user;
    pthread_mutex_lock(&t->lock);
    uint32_t index = t->started++, number;
    pthread_mutex_unlock(&t->lock);
    packet job = {0}, result = {0};
    while (make_ready(t, index) && take(t, &number, &job)) {
        char why[512] = "";
        double began = wall_ns();
        packet_reader reader = packet_read(&job);
        packet_clear(&result);
        if (t->w->kind->work(t->w->own[index], &reader, &result, why, sizeof why))
            keep(t, number, &result, (wall_ns() - began) / 1e9);
        else
            fail(t, why);
    }
    packet_free(&job);
    packet_free(&result);
    return NULL;
}

static bool run_threads(workers* w, const job_source* source, char* text, size_t size)
{
    thread_run t = {.w = w, .source = source, .text = text, .size = size};
    pthread_t threads[MAX_THREADS];
    uint32_t count = 0;
    pthread_mutex_init(&t.lock, NULL);
    while (count + 1 < w->thread_count && pthread_create(&threads[count], NULL, work, &t) == 0) count++;
    work(&t);
    for (uint32_t i = 0; i < count; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&t.lock);
    return !t.failed;
}

bool workers_run(workers* w, const job_source* source, char* text, size_t size)
{
    if (workers_rank_count()) return ranks_run(&w->setup, source, &w->cost, text, size);
    return run_threads(w, source, text, size);
}
