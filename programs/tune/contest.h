// The matches that give values a score. Every candidate plays the same ones: the same seeds, opponents, modes and maps,
// each on both sides.

#ifndef TUNE_CONTEST_H
#define TUNE_CONTEST_H

#include "programs/experiment/study.h"
#include "programs/workers/workers.h"

#define CONTEST_NAMES 16

/// What is played.
typedef struct contest_plan
{
    char controller[STUDY_NAME]; ///< whose file is tuned
    char modes[CONTEST_NAMES][STUDY_NAME];
    uint32_t mode_count;
    uint32_t maps[CONTEST_NAMES];
    uint32_t map_count;
    char opponents[CONTEST_NAMES][STUDY_NAME];
    uint32_t opponent_count;
    bool has_squads;  ///< both sides
    uint32_t seconds; ///< of play per match
} contest_plan;

typedef struct contest_match
{
    uint32_t mode, map, opponent; ///< indices of the plan
    uint64_t seed;
    bool swapped;
} contest_match;

/// Matches of one seed against everyone, everywhere, on both sides.
uint32_t contest_round(const contest_plan* plan);
/// Match number n when seeds count from first; each round has its own seed.
contest_match contest_get(const contest_plan* plan, uint64_t first, uint32_t n);

/// Writes the job of a match with that file for contest_worker.
void contest_order(const contest_plan* plan, const contest_match* match, const char* file, size_t bytes, packet* job);
/// What a match gave the two sides: points, or kills in Last Man Standing, whose rounds are longer than a match.
typedef struct contest_result
{
    int64_t own, other;
} contest_result;
contest_result contest_read(packet_reader* result);
/// From -1, all for the other, to 1.
double contest_score(contest_result result);

extern const worker_kind contest_worker;

#endif
