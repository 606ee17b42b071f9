// "Did you mean": the known name nearest to a wrong one. For error messages, so slow is fine and no memory is taken.

#ifndef PL_BASE_SUGGEST_H
#define PL_BASE_SUGGEST_H

#include <ploy/base.h>

typedef struct pl_similar
{
    const char* wanted;
    const char* best; ///< NULL: nothing near enough
    uint32_t distance;
} pl_similar;

/// wanted must outlive the search.
pl_similar pl_similar_begin(const char* wanted);

/// Offers a known name; among equally near ones the first offered stays. best points to it.
void pl_similar_offer(pl_similar* similar, const char* name);

/// Writes "did you mean 'ammo'?" into the hint when something was near enough, else leaves the hint alone.
void pl_similar_hint(const pl_similar* similar, ploy_error* error);

#endif
