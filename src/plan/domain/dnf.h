// Conditions in disjunctive normal form, while a domain is compiled. A term lists the allowed values of some variables;
// all its literals must hold. At least one term of a DNF must hold.
//
//   literal   variable and set of allowed values, neither empty nor full
//   term      literals, ascending by variable
//   DNF       terms; none lies within another, no two differ in only one variable (they would be one term)
//
// Memory comes from an arena and is not freed piece by piece. Work is counted, so that a condition that explodes is
// refused early.

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

/// The most steps of work in one compile, and the most bytes of terms in one condition. Each action that a file has adds
/// to the work, so that a long file is not refused for its length; its ground actions do not.
#define PL_MAX_WORK (UINT64_C(1) << 26)
#define PL_WORK_PER_ACTION (UINT64_C(1) << 14)
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

/// The number of allowed values, and the first of them.
uint32_t pl_literal_count(const pl_literal* literal);
uint32_t pl_literal_first(const pl_literal* literal);

/// Counts steps of work; false beyond PL_MAX_WORK or PL_MAX_DNF_BYTES.
bool pl_algebra_spend(pl_algebra* algebra, uint64_t steps);
/// Takes back steps that were counted.
void pl_algebra_earn(pl_algebra* algebra, uint64_t steps);

/// All functions below return false when the algebra's status is not PLOY_OK.

/// The literal of a set of (size + 63) / 64 words. More than one word is copied.
bool pl_literal_make(pl_algebra* algebra, uint32_t variable, uint32_t size, const uint64_t* words, pl_literal* literal);

/// The literal that allows only values [first, first + count).
bool pl_literal_range(pl_algebra* algebra, uint32_t variable, uint32_t size, uint32_t first, uint32_t count,
                      pl_literal* literal);

/// The conjunction of a term and a literal. The literal may be full or empty; `out` may be `term`. *empty: it never
/// holds.
bool pl_term_and_literal(pl_algebra* algebra, const pl_term* term, const pl_literal* literal, pl_term* out,
                         bool* empty);

/// The literal of a variable in a term, or NULL when all its values are allowed.
const pl_literal* pl_term_find(const pl_term* term, uint32_t variable);

/// The DNF that is always true.
bool pl_dnf_true(pl_algebra* algebra, pl_dnf* out);
bool pl_dnf_add(pl_algebra* algebra, pl_dnf* terms, pl_term term);
bool pl_dnf_and(pl_algebra* algebra, const pl_dnf* a, const pl_dnf* b, pl_dnf* out);

/// The conjunction of a list of DNFs. Those of one term wait, and are joined in pairs, pairs of pairs and so on, so that
/// a list of n literals costs n log n instead of n^2.
typedef struct pl_conjunction
{
    pl_dnf all;
    pl_term* waiting;
    uint32_t waiting_count;
} pl_conjunction;

/// At most `count` DNFs will be added.
bool pl_conjunction_begin(pl_algebra* algebra, uint32_t count, pl_conjunction* conjunction);
bool pl_conjunction_add(pl_algebra* algebra, pl_conjunction* conjunction, const pl_dnf* terms);
/// `all` is then the result.
bool pl_conjunction_end(pl_algebra* algebra, pl_conjunction* conjunction);

#endif
