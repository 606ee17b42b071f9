#define _POSIX_C_SOURCE 200809L

#include "programs/experiment/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/clock.h"
#include "programs/cli/memory.h"
#include "programs/cli/system.h"
#include "programs/experiment/result_packet.h"
#include "programs/experiment/study_player.h"

/// Seconds between two lines where a line cannot be overwritten.
#define LINE_INTERVAL 10

// A worker: it has read the same experiment.

typedef struct player
{
    study s;
    study_player* player;
} player;

static void end_player(void* user)
{
    player* p = user;
    study_player_destroy(p->player);
    study_free(&p->s);
    free(p);
}

static void* begin_player(packet_reader* setup, char* text, size_t size)
{
    size_t count;
    const unsigned char* file = packet_rest(setup, &count);
    player* p = have_memory(calloc(1, sizeof *p));
    p->player = have_memory(study_player_create());
    ploy_error error;
    if (study_parse(&p->s, (const char*)file, count, &error) == PLOY_OK) return p;
    snprintf(text, size, "%s", error.message);
    end_player(p);
    return NULL;
}

static bool play(void* user, packet_reader* job, packet* result, char* text, size_t size)
{
    player* p = user;
    uint32_t match = (uint32_t)packet_get_count(job);
    study_result played = {0};
    ploy_error error = {.message = "out of memory"};
    bool is_played = !job->is_short && match < p->s.match_count &&
                     study_play(p->player, &p->s, match, &played, &error) == PLOY_OK;
    if (is_played)
        result_pack(&played, result);
    else
        snprintf(text, size, "match %" PRIu32 ": %s", match, error.message);
    study_result_free(&played);
    return is_played;
}

const worker_kind study_worker = {begin_player, play, end_player};

// The source of matches.

typedef struct pool
{
    study_run* run;
    uint32_t next;
    bool is_technical;                // which matches are handed out now
    uint32_t left;                    // so many more of them
    uint32_t done;                    // matches, including earlier runs
    uint64_t seconds, seconds_before; // seconds of play done; at the start
    double began, printed;
    bool is_terminal;
} pool;

static double now(void)
{
    return wall_ns() / 1e9;
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

static bool is_wanted(const pool* p, uint32_t match)
{
    return !p->run->results[match].done && study_cell_of(p->run->s, match)->technical == p->is_technical;
}

static bool next_match(void* user, uint32_t* number, packet* job)
{
    pool* p = user;
    const study_run* r = p->run;
    while (p->next < r->s->match_count && !is_wanted(p, p->next)) p->next++;
    if (p->next == r->s->match_count || p->left == 0) return false;
    p->left--;
    *number = p->next++;
    packet_put_count(job, *number);
    return true;
}

static bool keep_match(void* user, uint32_t match, packet_reader* reader, char* text, size_t size)
{
    pool* p = user;
    study_run* r = p->run;
    study_result result;
    snprintf(text, size, "match %" PRIu32 ": its result is damaged", match);
    if (!result_unpack(&result, reader)) return false;
    if (!store_add(r->st, r->s, match, &result, text, size)) {
        study_result_free(&result);
        return false;
    }
    result.done = true;
    r->results[match] = result;
    p->done++;
    p->seconds += study_match_seconds(r->s, match);
    print_progress(p);
    return true;
}

static void count_done(pool* p)
{
    for (uint32_t i = 0; i < p->run->s->match_count; i++) {
        if (!p->run->results[i].done) continue;
        p->done++;
        p->seconds += study_match_seconds(p->run->s, i);
    }
    p->seconds_before = p->seconds;
}

// Technical matches come last and one at a time, so that no other match of the study takes caches and power from them.
static bool play_all(workers* w, const job_source* source, char* text, size_t size)
{
    pool* p = source->user;
    p->left = UINT32_MAX;
    bool is_done = workers_run(w, source, text, size);
    p->is_technical = true;
    p->next = 0;
    while (is_done && p->next < p->run->s->match_count) {
        p->left = 1;
        is_done = workers_run(w, source, text, size);
    }
    return is_done;
}

bool study_run_all(study_run* r, char* text, size_t size)
{
    pool p = {.run = r, .is_terminal = system_is_terminal(stderr), .began = now(), .printed = now()};
    const job_source source = {&p, next_match, keep_match};
    packet setup = {0};
    count_done(&p);
    packet_put(&setup, r->s->text, r->s->bytes);
    workers* w = workers_create(&study_worker, &setup, r->jobs);
    bool is_done = play_all(w, &source, text, size);
    r->cost = workers_get_cost(w);
    workers_destroy(w);
    packet_free(&setup);
    return is_done;
}
