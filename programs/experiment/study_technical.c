#include "programs/experiment/study_technical.h"

#include <stdlib.h>

#include "programs/cli/memory.h"
#include "programs/cli/system.h"

#define SEGMENT_STEPS (STUDY_SEGMENT * ARENA_STEPS_PER_SECOND)

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void play_segment(arena_game* game, uint32_t steps, double* ns, double parts[STUDY_CPU_PARTS])
{
    double before = system_thread_seconds(), sum = 0;
    for (uint32_t i = 0; i < steps; i++) {
        arena_game_step(game);
        double after = system_thread_seconds();
        ns[i] = (after - before) * 1e9;
        sum += ns[i];
        before = after;
    }
    qsort(ns, steps, sizeof *ns, compare);
    parts[STUDY_CPU_MEAN] = sum / steps;
    parts[STUDY_CPU_MIN] = ns[0];
    parts[STUDY_CPU_P99] = ns[steps - 1 - steps / 100];
}

// The first second by itself: all agents plan in it.
static double play_start(arena_game* game, double* ns)
{
    double parts[STUDY_CPU_PARTS];
    play_segment(game, ARENA_STEPS_PER_SECOND, ns, parts);
    return ns[ARENA_STEPS_PER_SECOND - 1];
}

static void play_in_turn(arena_game games[2], uint32_t steps, study_result* result)
{
    double* ns = have_memory(calloc(SEGMENT_STEPS > ARENA_STEPS_PER_SECOND ? SEGMENT_STEPS : ARENA_STEPS_PER_SECOND,
                                    sizeof *ns));
    for (uint32_t k = 0; k < 2; k++) result->costs[k].start_ns = play_start(&games[k], ns);
    for (uint32_t played = ARENA_STEPS_PER_SECOND; played < steps;) {
        uint32_t here = steps - played < SEGMENT_STEPS ? steps - played : SEGMENT_STEPS;
        study_segment segment;
        // Who goes first changes, so that neither always finds the other's data in the cache.
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t k = (i + result->segment_count) % 2;
            play_segment(&games[k], here, ns, segment.ns[k]);
        }
        study_result_add_segment(result, &segment);
        played += here;
    }
    free(ns);
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

ploy_status study_play_technical(arena_stage* const stages[2], const arena_setup* setup, const study_cell* cell,
                                 study_result* result, ploy_error* error)
{
    arena_game games[2] = {{0}};
    ploy_status status = PLOY_OK;
    for (uint32_t k = 0; k < 2 && status == PLOY_OK; k++) {
        arena_setup own = *setup;
        own.sides[0] = own.sides[1] = cell->controllers[k];
        status = arena_game_begin(stages[k], &own, &games[k], error);
    }
    if (status == PLOY_OK) play_in_turn(games, cell->seconds * ARENA_STEPS_PER_SECOND, result);
    for (uint32_t k = 0; k < 2; k++) {
        if (status == PLOY_OK) take_game(&games[k], k, result);
        arena_game_end(&games[k]);
    }
    return status;
}
