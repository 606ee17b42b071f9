// The dissertation's claims, each put to the results: what it says, what it measured, what we measured, and whether the
// claim holds. A claim is a row of the table in claims.c.

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
    verdict verdict;
    const char* reason; ///< why ours may differ; NULL: it does not
} claim_answer;

extern const uint32_t claim_count;
/// The answer to each claim, in their order; some take seconds. Free them. NULL: out of memory.
claim_answer* claims_ask(const evidence* e);
/// Answers with that verdict.
uint32_t claims_count(const claim_answer* answers, verdict v);
/// "holds", "does not hold", "cannot tell".
const char* verdict_text(verdict v);

#endif
