// What a search is asked with, as events: all that <ploy/debugger.h> needs to ask it again without the game.
//
// Every context, activity and cost that the game answers for is asked about here, not only those that matter to the
// goal of this search, so that other goals can be asked about later too. Callbacks read only, so asking them more often
// changes nothing; it happens only while somebody listens.

#ifndef PL_MIND_GOAP_DECISION_TRACE_H
#define PL_MIND_GOAP_DECISION_TRACE_H

#include <ploy/plan.h>

typedef struct pl_decision_traced
{
    const ploy_domain* domain;
    const ploy_plan_query* query; ///< with its trace, which wants to hear it
    uint32_t target;              ///< or PLOY_NONE: nothing is searched
    uint32_t without;             ///< action, or PLOY_NONE
    const uint64_t* off;          ///< a bit an action that the agent does not have; NULL: it has all
} pl_decision_traced;

void pl_decision_trace(const pl_decision_traced* asked);

#endif
