// One claim and how it is evaluated. Shared by the list of claims and the files that evaluate them.

#ifndef EXPERIMENT_CLAIMS_CLAIM_H
#define EXPERIMENT_CLAIMS_CLAIM_H

#include "programs/experiment/claims/claims.h"
#include "programs/cli/system.h"

#define CLAIM_LEVEL 0.05
#define CLAIM_PAIRINGS 4

typedef struct study_claim study_claim;
typedef void evaluate_fn(const evidence* e, const study_claim* c, claim_answer* a);

struct study_claim
{
    const char* id;
    const char* group;
    const char* text;
    const char* theirs;
    const char* reason; ///< likely reason if it does not hold
    evaluate_fn* evaluate;
    int sign;           ///< claimed sign of first minus second
    const char* margin; ///< what the claim's words mean in numbers, written before the run; NULL: any difference
    double times;       ///< the first is compared with so many times the second; 0: once
    double share;       ///< width of "level" and "marginally", as a share
    pairing pairings[CLAIM_PAIRINGS];
    side_value_fn* value;
    side_value_fn* other; ///< value of the second; NULL: the same
    study_metric metric;
    const char* unit;
    study_cost_part part; ///< of a technical run
    uint32_t feature;     ///< index of a feature for flexibility
};

extern const study_claim claims[];

// Evaluations: each fills ours, test, p and verdict.
evaluate_fn evaluate_rounds;    ///< rounds won, of all rounds
evaluate_fn evaluate_agents;    ///< a metric of agents, everyone against everyone
evaluate_fn evaluate_matches;   ///< a value of the two sides, in every pairing
evaluate_fn evaluate_level;     ///< a value of the two sides is equal
evaluate_fn evaluate_together;  ///< squads stay closer together
evaluate_fn evaluate_half;      ///< about half the map
evaluate_fn evaluate_nearer;    ///< GOAP's squads are closer than FSM's
evaluate_fn evaluate_segments;  ///< CPU time in the technical runs, segment by segment
evaluate_fn evaluate_memory;
evaluate_fn evaluate_peaks;
evaluate_fn evaluate_flexibility;

/// Adds text to ours.
void claim_say(claim_answer* a, const char* format, ...) CLI_PRINTF(2, 3);
/// With a sign, at most three digits or whole. Returns the text.
const char* claim_number(double value, char text[24]);
void claim_say_interval(claim_answer* a, const stats_estimate* s, const char* unit);
void claim_set_test(claim_answer* a, const char* text);
void claim_not_played(claim_answer* a);
/// Holds or fails where p is small, by the sign of the value.
verdict claim_judge(const stats_estimate* s, int sign);
/// Holds where the value is surely between low and high, fails where it surely is not; sets p to that of the answer.
void claim_judge_within(claim_answer* a, const stats_estimate* s, double low, double high);

#endif
