// One file's tuning: candidates are tried by playing until the matches are spent, the best few play again on fresh
// seeds, and the one that is best then is compared with the old values on seeds that nothing was chosen by.
//
//   search      NLopt asks for the score of candidates; each plays the same matches (common random numbers)
//   final       the best FINALISTS and the old values play what is left of the matches: luck on the first seeds is gone
//   validation  best against old values, match by match

#ifndef TUNE_TUNING_H
#define TUNE_TUNING_H

#include "programs/experiment/stats.h"
#include "programs/tune/contest.h"
#include "programs/tune/marks.h"
#include "programs/tune/tune_store.h"

#define FINALISTS 4

typedef struct trial
{
    double* values;
    double score, final_score; ///< NAN: not among the finalists
} trial;

typedef struct tuning
{
    // set by the caller
    contest_plan plan;
    const char* text; ///< of the file
    size_t bytes;
    marks m;
    const char* method;
    uint32_t rounds;     ///< seeds per trial
    uint32_t matches;    ///< for search and final together
    uint32_t validation; ///< matches of the old and of the new values each
    uint64_t seed;       ///< first seed of tuning; validation has those at the same distance from its first
    bool is_quiet;
    tune_store* st;
    workers* w;
    // results
    trial* trials; ///< in order; the first has the old values
    uint32_t trial_count;
    uint32_t spent;
    uint32_t final_matches; ///< of each finalist
    uint32_t best;          ///< trial
    double old_score, new_score;
    stats_estimate gain; ///< new minus old in validation; both sides of a seed are one observation
    char* message; ///< where errors go
    size_t size;
    // for progress
    double began;
    uint32_t played; ///< matches that were not stored before
} tuning;

/// Names for --method, separated by spaces; "": this program was built without NLopt.
const char* tuning_methods(void);
/// Matches of a trial.
uint32_t tuning_trial_matches(const tuning* t);
/// The fewest matches that allow a search.
uint32_t tuning_min_matches(const tuning* t);
/// False: message says why; what was played is stored.
bool tuning_run(tuning* t, char* message, size_t size);
/// Is it shown that the new values are better?
bool tuning_is_better(const tuning* t);
void tuning_free(tuning* t);

/// The score of values over matches from a seed on; scores has one entry per match. For tuning_search.
bool tuning_score(tuning* t, const double* values, uint64_t seed, uint32_t matches, double* scores);
/// Tries values; false: it went wrong. Known values cost nothing.
bool tuning_try(tuning* t, const double* values, double* score);
/// Calls tuning_try until the matches of the search are spent.
bool tuning_search(tuning* t);
bool tuning_has_matches_for_trial(const tuning* t);

#endif
