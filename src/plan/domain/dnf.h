// Conditions as alternatives of terms while a domain is compiled: a term says for some variables which values are
// allowed, and all must be; of alternatives one term must hold.
//
//   literal   variable, set of allowed values: neither empty nor full
//   term      literals, ascending by variable
//   terms     none lies within another, no two differ in one variable only (they would be one term)
//
// Memory comes from an arena and is never given back one by one; work is counted, so that a condition that explodes is
// refused soon instead of worked on for an hour.

#ifndef PL_PLAN_DOMAIN_DNF_H
#define PL_PLAN_DOMAIN_DNF_H

#include "base/containers/arena.h"

typedef struct pl_literal
{
    uint32_t variable;
    uint32_t size; ///< number of values
    union
    {
        uint64_t word;         ///< size <= 64
        const uint64_t* words; ///< else
    } allowed;
} pl_literal;

typedef struct pl_term
{
    pl_literal* literals;
    uint32_t count; ///< 0: always true
} pl_term;

typedef struct pl_dnf
{
    pl_term* items;
    uint32_t count; ///< 0: never true
    uint32_t capacity;
} pl_dnf;

/// Steps of work in one compilation, and bytes of terms in one condition, at most.
#define PL_MAX_WORK (UINT64_C(1) << 26)
#define PL_MAX_DNF_BYTES ((size_t)64 << 20)

typedef struct pl_algebra
{
    pl_arena arena;
    uint32_t max_terms;
    uint64_t work;
    ploy_status status; ///< OK; OUT_OF_MEMORY; FULL: more than max_terms; NOT_SUPPORTED: too much work
} pl_algebra;

static inline const uint64_t* pl_literal_words(const pl_literal* literal)
{
    return literal->size <= 64 ? &literal->allowed.word : literal->allowed.words;
}

/// How many values are allowed, and the first of them.
uint32_t pl_literal_count(const pl_literal* literal);
uint32_t pl_literal_first(const pl_literal* literal);

/// Counts steps of work; false when it is too much.
bool pl_algebra_spend(pl_algebra* algebra, uint64_t steps);

/// All functions below return false when algebra's status is no longer OK.

/// The literal of a set of (size + 63) / 64 words, copied if it is large.
bool pl_literal_make(pl_algebra* algebra, uint32_t variable, uint32_t size, const uint64_t* words, pl_literal* literal);

/// The values [first, first + count) alone.
bool pl_literal_range(pl_algebra* algebra, uint32_t variable, uint32_t size, uint32_t first, uint32_t count,
                      pl_literal* literal);

/// Narrows a term; literal may be full or empty, out may be the term itself. *empty: nothing is left.
bool pl_term_and_literal(pl_algebra* algebra, const pl_term* term, const pl_literal* literal, pl_term* out,
                         bool* empty);

/// The literal of a variable in a term, or NULL when all values are allowed.
const pl_literal* pl_term_find(const pl_term* term, uint32_t variable);

/// The term that is always true, alone.
bool pl_dnf_true(pl_algebra* algebra, pl_dnf* out);
bool pl_dnf_add(pl_algebra* algebra, pl_dnf* terms, pl_term term);
bool pl_dnf_and(pl_algebra* algebra, const pl_dnf* a, const pl_dnf* b, pl_dnf* out);

#endif
