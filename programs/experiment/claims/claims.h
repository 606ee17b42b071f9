// The claims of the dissertation, each compared with the results: the claim, its figure, our figure, and whether the
// claim holds. A claim is a row of the table in claim_list.c.

#ifndef EXPERIMENT_CLAIMS_CLAIMS_H
#define EXPERIMENT_CLAIMS_CLAIMS_H

#include "programs/experiment/claims/evidence.h"

typedef enum verdict
{
    VERDICT_HOLDS,
    VERDICT_FAILS,
    VERDICT_UNKNOWN,
} verdict;

typedef struct claim_answer
{
    const char* id;
    const char* group; ///< heading of the table
    const char* claim;
    const char* theirs; ///< the dissertation's figure
    char ours[512];
    char test[128]; ///< how it was decided
    double p;       ///< NAN: none
    double holm;    ///< p corrected for the number of claims that have one; the verdict is by this
    const char* margin;
    char on_map[2][256]; ///< ours on each map alone, with p; "": not played there
    verdict verdict;
    const char* reason; ///< why ours may differ; NULL: it does not differ
} claim_answer;

extern const uint32_t claim_count;
/// Evaluates all claims, in order; some take seconds. Free the answers. NULL: out of memory.
claim_answer* claims_evaluate(const evidence* e);
/// Number of answers with that verdict.
uint32_t claims_count(const claim_answer* answers, verdict v);
/// "holds", "does not hold", "cannot tell".
const char* verdict_text(verdict v);

#endif
