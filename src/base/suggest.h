// "Did you mean": the known name that is most similar to a wrong one. It serves error messages: it may be slow, and it
// allocates nothing.

#ifndef PL_BASE_SUGGEST_H
#define PL_BASE_SUGGEST_H

#include <ploy/base.h>

typedef struct pl_similar
{
    const char* wanted;
    const char* best; ///< NULL: none is similar enough
    uint32_t distance;
} pl_similar;

/// wanted must outlive the search.
pl_similar pl_similar_begin(const char* wanted);

/// Offers a known name, which must outlive the search. Of equally similar names the first one wins.
void pl_similar_offer(pl_similar* similar, const char* name);

/// Sets the hint to "did you mean 'ammo'?" when a name was similar enough; otherwise the hint stays.
void pl_similar_hint(const pl_similar* similar, ploy_error* error);

#endif
