#include "programs/experiment/study_technical.h"

#include <stdlib.h>

#include "programs/cli/memory.h"
#include "programs/cli/system.h"

#define SEGMENT_STEPS (STUDY_SEGMENT * ARENA_STEPS_PER_SECOND)
/// An even number: each stage has each controller as often.
#define REPETITIONS 4

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

/// CPU time of each step of both games: the shortest of all repetitions.
typedef struct step_times
{
    double* ns[2];
    uint32_t steps;
} step_times;

static step_times make_times(uint32_t steps)
{
    step_times t = {.steps = steps};
    for (uint32_t k = 0; k < 2; k++) t.ns[k] = have_memory(calloc(steps + 1, sizeof *t.ns[k]));
    return t;
}

static void free_times(step_times* t)
{
    for (uint32_t k = 0; k < 2; k++) free(t->ns[k]);
}

static void play_segment(arena_game* game, double* ns, uint32_t steps, bool is_first)
{
    double before = system_thread_seconds();
    for (uint32_t i = 0; i < steps; i++) {
        arena_game_step(game);
        double after = system_thread_seconds(), took = (after - before) * 1e9;
        if (is_first || took < ns[i]) ns[i] = took;
        before = after;
    }
}

static uint32_t segment_end(const step_times* t, uint32_t played)
{
    uint32_t length = played < ARENA_STEPS_PER_SECOND ? ARENA_STEPS_PER_SECOND : SEGMENT_STEPS;
    return t->steps - played < length ? t->steps : played + length;
}

// The first second by itself, since all agents plan in it. Who goes first changes, so that neither always finds the other's
// data in the cache.
static void play_in_turn(arena_game games[2], uint32_t repetition, step_times* t)
{
    uint32_t first = repetition;
    for (uint32_t played = 0, end; played < t->steps; played = end, first++) {
        end = segment_end(t, played);
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t k = (i + first) % 2;
            play_segment(&games[k], t->ns[k] + played, end - played, repetition == 0);
        }
    }
}

static void sum_up(double* ns, uint32_t steps, double parts[STUDY_CPU_PARTS])
{
    double sum = 0;
    for (uint32_t i = 0; i < steps; i++) sum += ns[i];
    qsort(ns, steps, sizeof *ns, compare);
    parts[STUDY_CPU_MEAN] = sum / steps;
    parts[STUDY_CPU_MIN] = ns[0];
    parts[STUDY_CPU_P99] = ns[steps - 1 - steps / 100];
}

static void take_times(const step_times* t, study_result* result)
{
    for (uint32_t played = 0, end; played < t->steps; played = end) {
        study_segment segment;
        end = segment_end(t, played);
        for (uint32_t k = 0; k < 2; k++) {
            sum_up(t->ns[k] + played, end - played, segment.ns[k]);
            if (played == 0) result->costs[k].start_ns = t->ns[k][end - 1];
        }
        if (played > 0) study_result_add_segment(result, &segment);
    }
}

// Ten agents: shared data counts once.
static int64_t bytes_of(const arena_game* game)
{
    int64_t bytes = (int64_t)arena_game_side(game, 0).bytes;
    for (uint32_t i = 0; i < game->match->agent_count; i++)
        if (game->match->agents[i].side == 1) bytes += (int64_t)arena_game_agent(game, i).bytes;
    return bytes;
}

static void take_game(const arena_game* game, uint32_t k, study_result* result)
{
    arena_time time = arena_game_side(game, 0).time;
    double mean = 0;
    for (uint32_t i = 0; i < result->segment_count; i++) mean += result->segments[i].ns[k][STUDY_CPU_MEAN];
    result->hash = result->hash * 31 + arena_match_hash(game->match);
    result->steps = game->match->step;
    result->sides[k].ai_bytes = bytes_of(game);
    result->costs[k].ai_ns_mean = time.steps ? (double)time.total / (double)time.steps : 0;
    result->costs[k].ai_ns_min = (double)time.min;
    result->costs[k].ai_ns_max = (double)time.max;
    result->costs[k].ai_ns_p999 = (double)time.p999;
    if (k == 0 && mean > 0) result->frames_per_second = 1e9 * result->segment_count / mean;
}

// A fresh stage per game: memory warmed by one would count for the next. The two stages are exchanged, since what lies where
// in memory makes a difference, too.
static ploy_status play_once(arena_stage* const stages[2], const arena_setup* setup, const study_cell* cell,
                             uint32_t repetition, step_times* t, study_result* result, ploy_error* error)
{
    arena_game games[2] = {{0}};
    ploy_status status = PLOY_OK;
    for (uint32_t k = 0; k < 2 && status == PLOY_OK; k++) {
        arena_stage* stage = stages[(k + repetition) % 2];
        arena_setup own = *setup;
        own.sides[0] = own.sides[1] = cell->controllers[k];
        status = arena_stage_renew(stage, error);
        if (status == PLOY_OK) status = arena_game_begin(stage, &own, &games[k], error);
    }
    if (status == PLOY_OK) play_in_turn(games, repetition, t);
    bool is_last = status == PLOY_OK && repetition + 1 == REPETITIONS;
    if (is_last) take_times(t, result);
    for (uint32_t k = 0; k < 2; k++) {
        if (is_last) take_game(&games[k], k, result);
        arena_game_end(&games[k]);
    }
    return status;
}

ploy_status study_play_technical(arena_stage* const stages[2], const arena_setup* setup, const study_cell* cell,
                                 study_result* result, ploy_error* error)
{
    step_times t = make_times(cell->seconds * ARENA_STEPS_PER_SECOND);
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < REPETITIONS && status == PLOY_OK; i++)
        status = play_once(stages, setup, cell, i, &t, result, error);
    free_times(&t);
    return status;
}
