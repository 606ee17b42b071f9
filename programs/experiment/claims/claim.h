// One claim, and the ways of asking. Shared by the list of claims and the files that ask.

#ifndef EXPERIMENT_CLAIMS_CLAIM_H
#define EXPERIMENT_CLAIMS_CLAIM_H

#include "programs/experiment/claims/claims.h"

#define CLAIM_LEVEL 0.05
#define CLAIM_PAIRINGS 4

typedef struct claim claim;
typedef void ask_fn(const evidence* e, const claim* c, claim_answer* a);

struct claim
{
    const char* id;
    const char* group;
    const char* text;
    const char* theirs;
    const char* reason; ///< when it does not hold
    ask_fn* ask;
    int sign; ///< of first less second, as claimed
    pairing pairings[CLAIM_PAIRINGS];
    side_value_fn* value;
    side_value_fn* other; ///< of the second; NULL: the same
    study_measure measure;
    const char* unit;
    uint32_t feature; ///< of flexibility
};

extern const claim claims[];

// Ways of asking: each fills ours, test, p and verdict.
ask_fn ask_rounds;    ///< rounds won, of all
ask_fn ask_agents;    ///< a measure of agents, all against all
ask_fn ask_matches;   ///< a value of the two sides, in every one of the pairings
ask_fn ask_level;     ///< a value of the two sides is the same
ask_fn ask_together;  ///< squads keep closer
ask_fn ask_half;      ///< by half the map
ask_fn ask_nearer;    ///< GOAP's more than FSM's
ask_fn ask_technical; ///< a value of the technical runs
ask_fn ask_memory;
ask_fn ask_peaks;
ask_fn ask_flex;

/// Adds to ours.
void claim_say(claim_answer* a, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// With a sign, at most three digits or whole. Returns the text.
const char* claim_number(double value, char text[24]);
void claim_say_interval(claim_answer* a, const stats_estimate* s, const char* unit);
void claim_set_test(claim_answer* a, const char* text);
void claim_not_played(claim_answer* a);
/// Holds or not where p is small, by the sign of the value.
verdict claim_judge(const stats_estimate* s, int sign);

#endif
