// Compiles conditions: from the syntax tree to alternatives of terms (dnf.h). Also splits and tests conditions as text,
// for explanations.

#ifndef PL_PLAN_DOMAIN_CONDITION_H
#define PL_PLAN_DOMAIN_CONDITION_H

#include "plan/language/expression.h"
#include "plan/domain/dnf.h"

/// The most variables that one comparison or one cost may read.
#define PL_MAX_READ 8

/// The variables that a subtree reads, without repetition, in the order of the text.
typedef struct pl_reads
{
    uint32_t variables[PL_MAX_READ];
    uint32_t sizes[PL_MAX_READ];
    uint32_t count;
    bool too_many;
} pl_reads;

pl_reads pl_condition_reads(const pl_scope* scope, uint32_t node);

/// The alternatives of a condition for the scope's arguments. PLOY_INVALID when there are too many; the source's error
/// explains it. The terms are in the algebra's arena.
ploy_status pl_condition_dnf(pl_algebra* algebra, const pl_source* source, const pl_scope* scope, uint32_t root,
                             pl_dnf* out);

/// Writes into the source's error, at byte `at`, why the algebra gave up. Returns PLOY_INVALID or PLOY_OUT_OF_MEMORY.
ploy_status pl_condition_give_up(const pl_algebra* algebra, const pl_source* source, uint32_t at);

/// A part of a text.
typedef struct pl_span
{
    uint32_t at;
    uint32_t length;
} pl_span;

/// Splits a condition's text into the conjuncts of its outermost `and`; a text without one is a single conjunct. Fills
/// at most `capacity` spans and returns the number of conjuncts. The text must be valid.
uint32_t pl_condition_split(const char* text, pl_span* spans, uint32_t capacity);

/// Does a condition with the parameters of an action (parts up to PLOY_PART_COST) or a goal hold in a state?
/// PLOY_FOUND: yes; PLOY_NOT_FOUND: no; else an error. The domain must be compiled.
ploy_status pl_domain_test(const ploy_domain* domain, ploy_part part, uint32_t owner, const uint32_t* args,
                           const char* text, const uint64_t* state, ploy_error* error);

#endif
