#include "plan/domain/dnf.h"

#include <string.h>

#include "base/containers/bitset.h"

bool pl_algebra_spend(pl_algebra* algebra, uint64_t steps)
{
    algebra->work += steps;
    if (algebra->status == PLOY_OK && (algebra->work > PL_MAX_WORK || algebra->arena.total > PL_MAX_DNF_BYTES)) {
        algebra->status = PLOY_NOT_SUPPORTED;
    }
    return algebra->status == PLOY_OK;
}

void pl_algebra_earn(pl_algebra* algebra, uint64_t steps)
{
    algebra->work -= algebra->work < steps ? algebra->work : steps;
}

static void* take(pl_algebra* algebra, size_t bytes)
{
    void* memory = pl_arena_alloc(&algebra->arena, bytes);
    if (!memory) {
        algebra->status = PLOY_OUT_OF_MEMORY;
    }
    return memory;
}

// Literals.

uint32_t pl_literal_count(const pl_literal* literal)
{
    return pl_bits_count(pl_literal_words(literal), pl_bits_words(literal->size));
}

uint32_t pl_literal_first(const pl_literal* literal)
{
    return pl_bits_next(pl_literal_words(literal), pl_bits_words(literal->size), 0);
}

bool pl_literal_make(pl_algebra* algebra, uint32_t variable, uint32_t size, const uint64_t* words, pl_literal* literal)
{
    *literal = (pl_literal){.variable = variable, .size = size, .allowed.word = words[0]};
    if (size <= 64) {
        return true;
    }
    size_t bytes = pl_bits_words(size) * sizeof *words;
    uint64_t* copy = take(algebra, bytes);
    if (!copy) {
        return false;
    }
    memcpy(copy, words, bytes);
    literal->allowed.words = copy;
    return true;
}

bool pl_literal_range(pl_algebra* algebra, uint32_t variable, uint32_t size, uint32_t first, uint32_t count,
                      pl_literal* literal)
{
    uint32_t word_count = pl_bits_words(size);
    uint64_t* words = take(algebra, word_count * sizeof *words);
    if (!words) {
        return false;
    }
    memset(words, 0, word_count * sizeof *words);
    pl_bits_set_range(words, first, first + count);
    *literal = (pl_literal){.variable = variable, .size = size};
    if (size <= 64) {
        literal->allowed.word = words[0];
    } else {
        literal->allowed.words = words;
    }
    return true;
}

static bool is_full(const pl_literal* literal)
{
    return pl_literal_count(literal) == literal->size;
}

static bool is_empty(const pl_literal* literal)
{
    return pl_literal_first(literal) == PLOY_NONE;
}

static bool same(const pl_literal* a, const pl_literal* b)
{
    return a->variable == b->variable &&
           (a->size <= 64 ? a->allowed.word == b->allowed.word
                          : pl_bits_are_equal(a->allowed.words, b->allowed.words, pl_bits_words(a->size)));
}

static bool within(const pl_literal* a, const pl_literal* b)
{
    return a->size <= 64 ? (a->allowed.word & ~b->allowed.word) == 0
                         : pl_bits_are_subset(a->allowed.words, b->allowed.words, pl_bits_words(a->size));
}

typedef void combine_fn(uint64_t* words, const uint64_t* other, uint32_t word_count);

static bool combine(pl_algebra* algebra, combine_fn* fn, const pl_literal* a, const pl_literal* b, pl_literal* out)
{
    uint32_t word_count = pl_bits_words(a->size);
    if (!pl_algebra_spend(algebra, word_count)) {
        return false;
    }
    if (a->size <= 64) {
        *out = *a;
        fn(&out->allowed.word, &b->allowed.word, 1);
        return true;
    }
    uint64_t* words = take(algebra, word_count * sizeof *words);
    if (!words) {
        return false;
    }
    memcpy(words, a->allowed.words, word_count * sizeof *words);
    fn(words, b->allowed.words, word_count);
    *out = (pl_literal){.variable = a->variable, .size = a->size, .allowed.words = words};
    return true;
}

// Terms.

const pl_literal* pl_term_find(const pl_term* term, uint32_t variable)
{
    for (uint32_t i = 0; i < term->count; ++i) {
        if (term->literals[i].variable == variable) {
            return &term->literals[i];
        }
    }
    return NULL;
}

// Merges two ascending lists. `out` has room for both.
static bool intersect(pl_algebra* algebra, const pl_term* a, const pl_term* b, pl_term* out, bool* empty)
{
    uint32_t i = 0;
    uint32_t j = 0;
    out->count = 0;
    *empty = false;
    while (i < a->count || j < b->count) {
        const pl_literal* x = i < a->count ? &a->literals[i] : NULL;
        const pl_literal* y = j < b->count ? &b->literals[j] : NULL;
        pl_literal* made = &out->literals[out->count++];
        if (!y || (x && x->variable < y->variable)) {
            *made = *x;
            ++i;
        } else if (!x || y->variable < x->variable) {
            *made = *y;
            ++j;
        } else {
            if (!combine(algebra, pl_bits_and, x, y, made)) {
                return false;
            }
            ++i;
            ++j;
            if (is_empty(made)) {
                *empty = true;
                return true;
            }
        }
    }
    return pl_algebra_spend(algebra, out->count + 1);
}

// out may be a or b.
static bool term_and(pl_algebra* algebra, const pl_term* a, const pl_term* b, pl_term* out, bool* empty)
{
    *empty = false;
    if (a->count == 0 || b->count == 0) {
        *out = a->count ? *a : *b;
        return true;
    }
    pl_term made = {take(algebra, ((size_t)a->count + b->count) * sizeof *made.literals), 0};
    if (!made.literals || !intersect(algebra, a, b, &made, empty)) {
        return false;
    }
    *out = made;
    return true;
}

bool pl_term_and_literal(pl_algebra* algebra, const pl_term* term, const pl_literal* literal, pl_term* out, bool* empty)
{
    *empty = is_empty(literal);
    if (*empty || is_full(literal)) {
        *out = *term;
        return true;
    }
    pl_literal* copy = take(algebra, sizeof *copy);
    if (!copy) {
        return false;
    }
    *copy = *literal;
    return term_and(algebra, term, &(pl_term){copy, 1}, out, empty);
}

// Does b hold wherever a holds?
static bool lies_within(const pl_term* a, const pl_term* b)
{
    uint32_t i = 0;
    for (uint32_t j = 0; j < b->count; ++j, ++i) {
        while (i < a->count && a->literals[i].variable < b->literals[j].variable) {
            ++i;
        }
        if (i == a->count || a->literals[i].variable != b->literals[j].variable ||
            !within(&a->literals[i], &b->literals[j])) {
            return false;
        }
    }
    return true;
}

// The one literal in which the terms differ, or PLOY_NONE.
static uint32_t only_difference(const pl_term* a, const pl_term* b)
{
    uint32_t difference = PLOY_NONE;
    if (a->count != b->count) {
        return PLOY_NONE;
    }
    for (uint32_t i = 0; i < a->count; ++i) {
        if (!same(&a->literals[i], &b->literals[i])) {
            if (difference != PLOY_NONE || a->literals[i].variable != b->literals[i].variable) {
                return PLOY_NONE;
            }
            difference = i;
        }
    }
    return difference;
}

// The disjunction of a and b, which differ only in literal `at`.
static bool unite(pl_algebra* algebra, const pl_term* a, const pl_term* b, uint32_t at, pl_term* out)
{
    pl_literal both;
    if (!combine(algebra, pl_bits_or, &a->literals[at], &b->literals[at], &both)) {
        return false;
    }
    pl_literal* literals = take(algebra, a->count * sizeof *literals);
    if (!literals) {
        return false;
    }
    *out = (pl_term){literals, 0};
    for (uint32_t i = 0; i < a->count; ++i) {
        if (i != at) {
            literals[out->count++] = a->literals[i];
        } else if (!is_full(&both)) {
            literals[out->count++] = both;
        }
    }
    return true;
}

// DNFs.

static bool push(pl_algebra* algebra, pl_dnf* terms, pl_term term)
{
    if (terms->count == algebra->max_terms) {
        algebra->status = PLOY_FULL;
        return false;
    }
    if (terms->count == terms->capacity) {
        uint32_t capacity = terms->capacity ? terms->capacity * 2 : 4;
        pl_term* items = take(algebra, capacity * sizeof *items);
        if (!items) {
            return false;
        }
        if (terms->count) {
            memcpy(items, terms->items, terms->count * sizeof *items);
        }
        terms->items = items;
        terms->capacity = capacity;
    }
    terms->items[terms->count++] = term;
    return true;
}

bool pl_dnf_true(pl_algebra* algebra, pl_dnf* out)
{
    *out = (pl_dnf){0};
    return push(algebra, out, (pl_term){0});
}

// Removes the terms that lie within the new one. false: the new one lies within an existing term.
static bool absorb(pl_dnf* terms, const pl_term* term)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < terms->count; ++i) {
        if (lies_within(term, &terms->items[i])) {
            return false; // nothing was removed before this: terms never lie within each other
        }
        if (!lies_within(&terms->items[i], term)) {
            terms->items[kept++] = terms->items[i];
        }
    }
    terms->count = kept;
    return true;
}

// The most work that comparing the new term with all others takes: its words, once per term.
static uint64_t search_steps(const pl_dnf* terms, const pl_term* term)
{
    uint64_t words = 1;
    for (uint32_t i = 0; i < term->count; ++i) {
        words += pl_bits_words(term->literals[i].size);
    }
    return (terms->count + 1) * words;
}

bool pl_dnf_add(pl_algebra* algebra, pl_dnf* terms, pl_term term)
{
    for (;;) {
        if (!pl_algebra_spend(algebra, search_steps(terms, &term))) {
            return false;
        }
        if (!absorb(terms, &term)) {
            return true;
        }
        uint32_t partner = 0;
        uint32_t difference = PLOY_NONE;
        while (partner < terms->count && (difference = only_difference(&terms->items[partner], &term)) == PLOY_NONE) {
            ++partner;
        }
        if (partner == terms->count) {
            return push(algebra, terms, term);
        }
        pl_term united;
        if (!unite(algebra, &terms->items[partner], &term, difference, &united)) {
            return false;
        }
        memmove(&terms->items[partner], &terms->items[partner + 1], (--terms->count - partner) * sizeof *terms->items);
        term = united;
    }
}

bool pl_dnf_and(pl_algebra* algebra, const pl_dnf* a, const pl_dnf* b, pl_dnf* out)
{
    pl_dnf made = {0};
    for (uint32_t i = 0; i < a->count; ++i) {
        for (uint32_t j = 0; j < b->count; ++j) {
            pl_term term;
            bool empty;
            if (!term_and(algebra, &a->items[i], &b->items[j], &term, &empty) ||
                (!empty && !pl_dnf_add(algebra, &made, term))) {
                return false;
            }
        }
    }
    *out = made;
    return true;
}

// Conjunctions.

static bool join(pl_algebra* algebra, const pl_term* terms, uint32_t count, pl_term* out, bool* empty)
{
    *empty = false;
    if (count == 1) {
        *out = terms[0];
        return true;
    }
    pl_term left;
    pl_term right;
    return join(algebra, terms, count / 2, &left, empty) &&
           (*empty || (join(algebra, terms + count / 2, count - count / 2, &right, empty) &&
                       (*empty || term_and(algebra, &left, &right, out, empty))));
}

bool pl_conjunction_begin(pl_algebra* algebra, uint32_t count, pl_conjunction* conjunction)
{
    *conjunction = (pl_conjunction){.waiting = take(algebra, ((size_t)count + 1) * sizeof(pl_term))};
    return conjunction->waiting && pl_dnf_true(algebra, &conjunction->all);
}

bool pl_conjunction_end(pl_algebra* algebra, pl_conjunction* conjunction)
{
    uint32_t count = conjunction->waiting_count;
    if (count == 0) {
        return true;
    }
    pl_term joined;
    bool empty;
    conjunction->waiting_count = 0;
    if (!join(algebra, conjunction->waiting, count, &joined, &empty)) {
        return false;
    }
    pl_dnf one = {&joined, empty ? 0 : 1, 1};
    return pl_dnf_and(algebra, &conjunction->all, &one, &conjunction->all);
}

bool pl_conjunction_add(pl_algebra* algebra, pl_conjunction* conjunction, const pl_dnf* terms)
{
    if (terms->count == 1) {
        conjunction->waiting[conjunction->waiting_count++] = terms->items[0];
        return true;
    }
    return pl_conjunction_end(algebra, conjunction) && pl_dnf_and(algebra, &conjunction->all, terms, &conjunction->all);
}
