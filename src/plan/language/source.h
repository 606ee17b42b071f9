// A text of a domain with all that a message about it has to say: whose text it is, and where in it.

#ifndef PL_PLAN_LANGUAGE_SOURCE_H
#define PL_PLAN_LANGUAGE_SOURCE_H

#include "base/error.h"
#include "plan/domain/domain.h"

/// Texts that no action or goal owns, beside ploy_part.
enum
{
    PL_PART_STATE = PLOY_PART_RELEVANT + 1,
    PL_PART_TEST,
    PL_PART_ACTIVITIES,
    PL_PART_RULE,
};

typedef struct pl_source
{
    const ploy_domain* domain;
    const pl_declaration* head; ///< whose parameters may be named; NULL: nobody's
    int part;                   ///< ploy_part or one of the above
    uint32_t owner;
    uint32_t clause;
    const char* text;
    ploy_error* error; ///< or NULL
} pl_source;

/// A clause of an action or a goal.
pl_source pl_source_clause(const ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause,
                           ploy_error* error);

/// "action 'Reload', precondition"
void pl_source_print(const pl_source* source, char* text, size_t size);

/// Fills in the error, with the position of byte at; returns PLOY_INVALID.
ploy_status pl_source_fail(const pl_source* source, uint32_t at, const char* format, ...) PL_PRINTF(3, 4);

#endif
