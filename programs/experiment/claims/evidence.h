// The results as samples, for claims and figures.

#ifndef EXPERIMENT_CLAIMS_EVIDENCE_H
#define EXPERIMENT_CLAIMS_EVIDENCE_H

#include "programs/experiment/result.h"
#include "programs/experiment/stats.h"

typedef struct evidence
{
    const study* s;
    const study_result* results;
    uint32_t map; ///< only matches on this map count; 0: all
} evidence;

typedef struct sample
{
    double* values;
    uint32_t count;
} sample;

void sample_free(sample* list);

/// Identifies a test, wherever it stands in the plan. NULL: any.
typedef struct pairing
{
    const char* mode;
    const char* first;
    const char* second;
    bool robin; ///< of the round robin; else of the tests
} pairing;

/// A value of one side of a match. NAN: there is none.
typedef double side_value_fn(const study_result* result, uint32_t side);

/// The value of the first side in each match of that pairing, whichever side it plays. Technical runs do not count.
sample evidence_values(const evidence* e, pairing p, side_value_fn* value);
/// First minus second, one value per match.
sample evidence_differences(const evidence* e, pairing p, side_value_fn* value);
/// One value per agent in the matches of the pairing, labeled 0 (first) or 1. Free the list.
stats_labeled* evidence_agents(const evidence* e, pairing p, study_metric metric, uint32_t* count);
/// The sum over all matches.
int64_t evidence_sum(const evidence* e, pairing p, study_metric metric, uint32_t side);
/// Values of all sides with that controller: in all matches or, with a mode, in all tests of that mode.
sample evidence_of_controller(const evidence* e, const char* mode, const char* controller, side_value_fn* value);
/// Values of a controller in technical runs.
sample evidence_technical(const evidence* e, const char* controller, side_value_fn* value);
/// First minus `times` the second, one value per segment of the technical runs of these two.
sample evidence_segments(const evidence* e, const char* first, const char* second, study_cost_part part, double times);
/// The value of one of them in each segment.
sample evidence_segments_of(const evidence* e, const char* first, const char* second, study_cost_part part,
                            uint32_t which);
/// Number of matches that have been played.
uint32_t evidence_done(const evidence* e);

// Values.
double value_score(const study_result* result, uint32_t side);
double value_kills(const study_result* result, uint32_t side);
double value_deaths(const study_result* result, uint32_t side);
/// In cells: to all teammates, to members of the same squad, to the nearest teammate.
double value_distance(const study_result* result, uint32_t side);
double value_squad_distance(const study_result* result, uint32_t side);
double value_nearest_mate(const study_result* result, uint32_t side);
/// Mean per agent.
double value_plans(const study_result* result, uint32_t side);
double value_changes(const study_result* result, uint32_t side);
/// Microseconds per step.
double value_ai_mean(const study_result* result, uint32_t side);
double value_ai_p999(const study_result* result, uint32_t side);
/// Microseconds of the longest step of the first second, in which all agents plan; of technical runs.
double value_start(const study_result* result, uint32_t side);
/// Of the side's controller and its agents: five in a match, ten in a technical run.
double value_bytes(const study_result* result, uint32_t side);
/// Seconds that an agent lives, on average.
double value_survival(const study_result* result, uint32_t side);
/// Minutes of play without a point.
double value_quiet(const study_result* result, uint32_t side);
/// Bits: how uncertain an agent's next activity is when its current one is known.
double value_entropy(const study_result* result, uint32_t side);
/// Of the orders of a squad, those that the agent followed within a second; those that it dropped for something else.
double value_obeyed(const study_result* result, uint32_t side);
double value_overruled(const study_result* result, uint32_t side);
/// Rounds of both sides in 120 minutes.
double value_tempo(const study_result* result, uint32_t side);
/// Seconds per round in which only two agents were alive.
double value_duel(const study_result* result, uint32_t side);

#endif
