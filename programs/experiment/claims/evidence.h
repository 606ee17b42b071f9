// The results as samples: everything that claims and figures are made of.

#ifndef EXPERIMENT_CLAIMS_EVIDENCE_H
#define EXPERIMENT_CLAIMS_EVIDENCE_H

#include "programs/experiment/result.h"
#include "programs/experiment/stats.h"

typedef struct evidence
{
    const study* s;
    const study_result* results;
} evidence;

typedef struct sample
{
    double* values;
    uint32_t count;
} sample;

void sample_free(sample* list);

/// What a test is, wherever in the plan it stands. NULL: any.
typedef struct pairing
{
    const char* mode;
    const char* first;
    const char* second;
    bool robin; ///< of the round robin; else of the tests
} pairing;

/// A value of one side of a match. NAN: it has none there.
typedef double side_value_fn(const study_result* result, uint32_t side);

/// The measure of one side in each match of that pairing, whichever way round it stands in the plan; first's values.
/// Technical runs never count.
sample evidence_values(const evidence* e, pairing p, side_value_fn* value);
/// First less second, one for each match.
sample evidence_differences(const evidence* e, pairing p, side_value_fn* value);
/// Of all agents in the matches of the pairing, labelled 0 (first) or 1. Free values.
stats_labelled* evidence_agents(const evidence* e, pairing p, study_measure measure, uint32_t* count);
/// The same sum over all matches.
int64_t evidence_sum(const evidence* e, pairing p, study_measure measure, uint32_t side);
/// Sides with that controller: in all matches, or, where a mode is named, in all tests of that mode.
sample evidence_of_controller(const evidence* e, const char* mode, const char* controller, side_value_fn* value);
/// Of technical runs of a controller against itself: both sides.
sample evidence_technical(const evidence* e, const char* controller, side_value_fn* value);
/// Matches done in which nobody is missing.
uint32_t evidence_done(const evidence* e);

// Values.
double value_score(const study_result* result, uint32_t side);
double value_kills(const study_result* result, uint32_t side);
double value_deaths(const study_result* result, uint32_t side);
/// Cells: to all team mates, to those of the same squad, to the nearest team mate.
double value_distance(const study_result* result, uint32_t side);
double value_squad_distance(const study_result* result, uint32_t side);
double value_nearest_mate(const study_result* result, uint32_t side);
/// Of each agent, on average.
double value_plans(const study_result* result, uint32_t side);
double value_changes(const study_result* result, uint32_t side);
/// Microseconds a step.
double value_ai_mean(const study_result* result, uint32_t side);
double value_ai_min(const study_result* result, uint32_t side);
double value_ai_max(const study_result* result, uint32_t side);
double value_ai_p999(const study_result* result, uint32_t side);
/// Of the side's controller and its agents.
double value_bytes(const study_result* result, uint32_t side);
/// The same if the controller had twice as many agents: what they share is there once.
double value_bytes_of_ten(const study_result* result, uint32_t side);
double value_frames(const study_result* result, uint32_t side);

#endif
