#include "programs/tune/tuning.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/cli/clock.h"
#include "programs/cli/memory.h"

/// Share of the matches that the final gets.
#define FINAL_SHARE 3 / 10
/// The final's seeds begin so far behind those of the search.
#define FINAL_SEEDS 100000
#define LEVEL 0.05

uint32_t tuning_trial_matches(const tuning* t)
{
    return contest_round(&t->plan) * t->rounds;
}

uint32_t tuning_min_matches(const tuning* t)
{
    return 2 * tuning_trial_matches(t) + 3 * contest_round(&t->plan);
}

static uint32_t search_matches(const tuning* t)
{
    return t->matches - t->matches * FINAL_SHARE;
}

bool tuning_has_matches_for_trial(const tuning* t)
{
    return t->spent + tuning_trial_matches(t) <= search_matches(t);
}

static double now(void)
{
    return wall_ns() / 1e9;
}

// A batch of matches of one candidate, as a source of jobs.
typedef struct trial_batch
{
    tuning* t;
    const char* candidate;
    char* file;
    size_t bytes;
    uint64_t seed;
    uint32_t next, count;
    double* scores; // NAN: to be played
} trial_batch;

static bool next_match(void* user, uint32_t* number, packet* job)
{
    trial_batch* b = user;
    while (b->next < b->count && !isnan(b->scores[b->next])) b->next++;
    if (b->next == b->count) return false;
    *number = b->next++;
    contest_match match = contest_get(&b->t->plan, b->seed, *number);
    contest_order(&b->t->plan, &match, b->file, b->bytes, job);
    return true;
}

static bool keep_match(void* user, uint32_t number, packet_reader* reader, char* text, size_t size)
{
    trial_batch* b = user;
    contest_match match = contest_get(&b->t->plan, b->seed, number);
    contest_result result = contest_read(reader);
    if (!tune_store_add(b->t->st, b->candidate, &b->t->plan, &match, result, text, size)) return false;
    b->scores[number] = contest_score(result);
    b->t->played++;
    return true;
}

static uint32_t read_stored(trial_batch* b)
{
    uint32_t missing = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        contest_match match = contest_get(&b->t->plan, b->seed, i);
        contest_result result;
        bool is_there = tune_store_get(b->t->st, b->candidate, &b->t->plan, &match, &result);
        b->scores[i] = is_there ? contest_score(result) : (double)NAN;
        missing += !is_there;
    }
    return missing;
}

static bool play_batch(trial_batch* b)
{
    tuning* t = b->t;
    const job_source source = {b, next_match, keep_match};
    if (read_stored(b) == 0) return true;
    if (!tune_store_begin(t->st, t->message, t->size)) return false;
    bool is_played = workers_run(t->w, &source, t->message, t->size);
    char ignored[64]; // whole matches stay, whatever went wrong
    return tune_store_commit(t->st, is_played ? t->message : ignored, is_played ? t->size : sizeof ignored) && is_played;
}

static char* name_candidate(const tuning* t, const double* values)
{
    char* name = have_memory(calloc(t->m.count + 1u, 33));
    for (uint32_t i = 0, used = 0; i < t->m.count; i++) {
        char number[32];
        mark_print(&t->m.items[i], values[i], number);
        used += (uint32_t)sprintf(name + used, "%s%s", i ? " " : "", number);
    }
    return name;
}

bool tuning_score(tuning* t, const double* values, uint64_t seed, uint32_t matches, double* scores)
{
    char* candidate = name_candidate(t, values);
    trial_batch b = {.t = t, .candidate = candidate, .seed = seed, .count = matches, .scores = scores};
    b.file = marks_write(&t->m, t->text, t->bytes, values, &b.bytes);
    bool is_played = play_batch(&b);
    free(b.file);
    free(candidate);
    return is_played;
}

static void print_progress(const tuning* t, double score)
{
    if (t->is_quiet) return;
    double best = score;
    for (uint32_t i = 0; i < t->trial_count; i++) best = fmax(best, t->trials[i].score);
    uint32_t left = t->matches - t->spent;
    double passed = now() - t->began;
    fprintf(stderr, "%s: trial %" PRIu32 ", %" PRIu32 " of %" PRIu32 " matches, score %+.3f, best %+.3f", t->plan.controller,
            t->trial_count, t->spent, t->matches, score, best);
    if (t->played) fprintf(stderr, ", about %.0f s left", passed / t->played * (left + 2.0 * t->validation));
    fputc('\n', stderr);
}

bool tuning_try(tuning* t, const double* values, double* score)
{
    for (uint32_t i = 0; i < t->trial_count; i++) {
        if (memcmp(t->trials[i].values, values, t->m.count * sizeof *values) != 0) continue;
        *score = t->trials[i].score;
        return true;
    }
    uint32_t matches = tuning_trial_matches(t);
    double* scores = have_memory(calloc(matches, sizeof *scores));
    bool is_played = tuning_score(t, values, t->seed, matches, scores);
    *score = stats_mean(scores, matches);
    free(scores);
    if (!is_played) return false;
    t->trials = have_memory(realloc(t->trials, (t->trial_count + 1) * sizeof *t->trials));
    trial* made = &t->trials[t->trial_count++];
    *made = (trial){have_memory(malloc(t->m.count * sizeof *values)), *score, (double)NAN};
    memcpy(made->values, values, t->m.count * sizeof *values);
    t->spent += matches;
    print_progress(t, *score);
    return true;
}

// The best trial that is no finalist yet; PLOY_NONE: there is none.
static uint32_t find_next_best(const tuning* t, const bool* is_chosen)
{
    uint32_t best = PLOY_NONE;
    for (uint32_t i = 0; i < t->trial_count; i++)
        if (!is_chosen[i] && (best == PLOY_NONE || t->trials[i].score > t->trials[best].score)) best = i;
    return best;
}

static bool play_final_of(tuning* t, uint32_t index)
{
    trial* made = &t->trials[index];
    double* scores = have_memory(calloc(t->final_matches, sizeof *scores));
    bool is_played = tuning_score(t, made->values, t->seed + FINAL_SEEDS, t->final_matches, scores);
    made->final_score = stats_mean(scores, t->final_matches);
    t->spent += t->final_matches;
    free(scores);
    if (is_played && !t->is_quiet)
        fprintf(stderr, "%s: trial %" PRIu32 " in the final: %+.3f\n", t->plan.controller, index + 1, made->final_score);
    return is_played;
}

static bool play_final(tuning* t)
{
    uint32_t finalists = t->trial_count < FINALISTS + 1 ? t->trial_count : FINALISTS + 1, round = contest_round(&t->plan);
    t->final_matches = (t->matches - t->spent) / finalists / round * round;
    bool* is_chosen = have_memory(calloc(t->trial_count, sizeof *is_chosen));
    bool is_played = t->final_matches > 0;
    for (uint32_t k = 0; k < finalists && is_played; k++) {
        uint32_t index = k == 0 ? 0 : find_next_best(t, is_chosen);
        is_chosen[index] = true;
        is_played = play_final_of(t, index);
        if (is_played && t->trials[index].final_score > t->trials[t->best].final_score) t->best = index;
    }
    free(is_chosen);
    return is_played;
}

static bool validate(tuning* t)
{
    uint32_t count = t->validation;
    uint64_t seed = t->seed - SEEDS_TUNING_FIRST + SEEDS_VALIDATION_FIRST;
    double* scores[2];
    bool is_played = true;
    for (uint32_t k = 0; k < 2; k++) {
        scores[k] = have_memory(calloc(count + 1, sizeof *scores[k]));
        is_played = is_played && tuning_score(t, t->trials[k ? t->best : 0].values, seed, count, scores[k]);
    }
    t->old_score = stats_mean(scores[0], count);
    t->new_score = stats_mean(scores[1], count);
    // Match 2k and 2k + 1 have one seed, with the sides swapped.
    for (uint32_t i = 0; i < count / 2; i++)
        scores[0][i] = (scores[1][2 * i] + scores[1][2 * i + 1] - scores[0][2 * i] - scores[0][2 * i + 1]) / 2;
    if (is_played) t->gain = stats_one_sample(scores[0], count / 2);
    for (uint32_t k = 0; k < 2; k++) free(scores[k]);
    return is_played;
}

static bool try_old_values(tuning* t)
{
    double* values = have_memory(calloc(t->m.count, sizeof *values)), score;
    for (uint32_t i = 0; i < t->m.count; i++) values[i] = t->m.items[i].value;
    bool is_played = tuning_try(t, values, &score);
    free(values);
    return is_played;
}

bool tuning_run(tuning* t, char* message, size_t size)
{
    t->message = message;
    t->size = size;
    t->began = now();
    return try_old_values(t) && tuning_search(t) && play_final(t) && validate(t);
}

bool tuning_is_better(const tuning* t)
{
    return t->best != 0 && t->gain.value > 0 && t->gain.p < LEVEL;
}

void tuning_free(tuning* t)
{
    for (uint32_t i = 0; i < t->trial_count; i++) free(t->trials[i].values);
    free(t->trials);
    marks_free(&t->m);
    tune_store_close(t->st);
    *t = (tuning){0};
}
