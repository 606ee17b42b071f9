#define _POSIX_C_SOURCE 200809L

#include "programs/experiment/run.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "programs/experiment/study_player.h"

#define MAX_JOBS 64
/// Seconds between two lines where a line cannot be overwritten.
#define LINE_INTERVAL 10

typedef struct pool
{
    const study_run* run;
    pthread_mutex_t lock;
    uint32_t next;
    uint32_t done;                    // matches, including earlier runs
    uint64_t seconds, seconds_before; // seconds of play done; at the start
    double began, printed;
    bool is_terminal, failed;
    char* message;
    size_t size;
} pool;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void print_time(double seconds, char text[24])
{
    uint32_t whole = (uint32_t)(seconds + 0.5);
    snprintf(text, 24, "%" PRIu32 ":%02" PRIu32, whole / 60, whole % 60);
}

static void print_progress(pool* p)
{
    const study* s = p->run->s;
    double time = now(), passed = time - p->began;
    bool is_last = p->done == s->match_count;
    if (!p->is_terminal && !is_last && time - p->printed < LINE_INTERVAL) return;
    p->printed = time;
    uint64_t all = study_seconds(s), here = p->seconds - p->seconds_before;
    char since[24], left[24];
    print_time(passed, since);
    print_time(here ? passed / (double)here * (double)(all - p->seconds) : 0, left);
    fprintf(stderr,
            "%s%" PRIu32 " of %" PRIu32 " matches, %" PRIu64 " of %" PRIu64 " minutes of play, %s gone, %s left%s",
            p->is_terminal ? "\r\033[K" : "", p->done, s->match_count, p->seconds / 60, all / 60, since,
            here ? left : "?:??", p->is_terminal && !is_last ? "" : "\n");
    fflush(stderr);
}

// The next match to play, or PLOY_NONE.
static uint32_t take(pool* p)
{
    pthread_mutex_lock(&p->lock);
    const study_run* r = p->run;
    while (p->next < r->s->match_count && r->results[p->next].done) p->next++;
    uint32_t match = p->failed || p->next == r->s->match_count ? PLOY_NONE : p->next++;
    pthread_mutex_unlock(&p->lock);
    return match;
}

static void keep(pool* p, uint32_t match, ploy_status status, study_result* result, const ploy_error* error)
{
    const study_run* r = p->run;
    pthread_mutex_lock(&p->lock);
    if (status != PLOY_OK && !p->failed) snprintf(p->message, p->size, "match %" PRIu32 ": %s", match, error->message);
    bool stored = status == PLOY_OK && !p->failed && store_add(r->st, r->s, match, result, p->message, p->size);
    if (stored) {
        result->done = true;
        r->results[match] = *result;
        p->done++;
        p->seconds += study_cell_of(r->s, match)->seconds;
        print_progress(p);
    } else {
        p->failed = true;
        study_result_free(result);
    }
    pthread_mutex_unlock(&p->lock);
}

static void* work(void* user)
{
    pool* p = user;
    study_player* player = study_player_create();
    for (uint32_t match; (match = take(p)) != PLOY_NONE;) {
        study_result result = {0};
        ploy_error error = {.message = "out of memory"};
        ploy_status status = player ? study_play(player, p->run->s, match, &result, &error) : PLOY_OUT_OF_MEMORY;
        keep(p, match, status, &result, &error);
    }
    study_player_destroy(player);
    return NULL;
}

static void count_done(pool* p)
{
    for (uint32_t i = 0; i < p->run->s->match_count; i++) {
        if (!p->run->results[i].done) continue;
        p->done++;
        p->seconds += study_cell_of(p->run->s, i)->seconds;
    }
    p->seconds_before = p->seconds;
}

bool study_run_all(const study_run* r, char* message, size_t size)
{
    pool p = {.run = r, .message = message, .size = size, .is_terminal = isatty(STDERR_FILENO)};
    pthread_t threads[MAX_JOBS];
    uint32_t started = 0;
    pthread_mutex_init(&p.lock, NULL);
    count_done(&p);
    p.began = now();
    p.printed = p.began;
    while (started + 1 < r->jobs && started < MAX_JOBS && pthread_create(&threads[started], NULL, work, &p) == 0)
        started++;
    work(&p);
    for (uint32_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&p.lock);
    return !p.failed;
}
