#include "plan/relaxed/landmark_orders.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

// Of more landmarks, the circles would take too long to find.
#define MAX_ORDERED 512

void pl_landmark_orders_init(pl_landmark_orders* o, const ploy_allocator* allocator)
{
    *o = (pl_landmark_orders){.allocator = pl_allocator_choose(allocator)};
}

void pl_landmark_orders_destroy(pl_landmark_orders* o)
{
    PL_ARRAY_FREE(&o->first, &o->allocator);
    PL_ARRAY_FREE(&o->natural, &o->allocator);
    PL_ARRAY_FREE(&o->all, &o->allocator);
    PL_ARRAY_FREE(&o->excluded, &o->allocator);
    PL_ARRAY_FREE(&o->needed, &o->allocator);
    PL_ARRAY_FREE(&o->scratch, &o->allocator);
}

size_t pl_landmark_orders_bytes(const pl_landmark_orders* o)
{
    return pl_array_bytes(o->first.capacity + o->natural.capacity + o->all.capacity + o->excluded.capacity +
                              o->needed.capacity + o->scratch.capacity,
                          sizeof(uint64_t));
}

// What is false after an operator.

static bool has_effect_on(const pl_numbered_landmarks* m, const pl_relaxed_op* op, uint32_t variable)
{
    const pl_relaxation* x = m->relaxation;
    for (uint32_t i = 0; i < op->effect_count; ++i) {
        uint32_t fact = x->effects.data[op->first_effect + i];
        if (fact < x->value_count && m->owners[fact] == variable) return true;
    }
    return false;
}

// The landmarks of a variable, but for one value.
static void exclude_others(const pl_numbered_landmarks* m, uint32_t value, uint64_t* set)
{
    const pl_heuristic_variable* v = &m->relaxation->rules->heuristic->variables[m->owners[value]];
    for (uint32_t f = v->slice; f < v->slice + v->size; ++f) {
        if (f != value && m->numbers[f] != PLOY_NONE) pl_bits_set(set, m->numbers[f]);
    }
}

static void exclude_after(const pl_numbered_landmarks* m, const pl_relaxed_op* op, uint64_t* set)
{
    const pl_relaxation* x = m->relaxation;
    memset(set, 0, m->words * sizeof *set);
    for (uint32_t i = 0; i < op->effect_count; ++i) {
        uint32_t fact = x->effects.data[op->first_effect + i];
        if (fact < x->value_count) exclude_others(m, fact, set);
    }
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        uint32_t fact = x->pres.data[op->first_pre + i];
        if (fact < x->value_count && !has_effect_on(m, op, m->owners[fact])) exclude_others(m, fact, set);
    }
}

static bool is_reachable(const pl_numbered_landmarks* m, const pl_relaxed_op* op)
{
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        if (!pl_bits_test(m->found->known.data, m->relaxation->pres.data[op->first_pre + i])) return false;
    }
    return true;
}

static void find_excluded(pl_landmark_orders* o, const pl_numbered_landmarks* m, uint32_t landmark)
{
    const pl_relaxation* x = m->relaxation;
    uint64_t* excluded = o->excluded.data + (size_t)landmark * m->words;
    uint32_t fact = m->facts[landmark], count = 0;
    for (uint32_t i = x->first_achiever.data[fact]; i < x->first_achiever.data[fact + 1]; ++i) {
        const pl_relaxed_op* op = &x->ops.data[x->achievers.data[i]];
        if (!is_reachable(m, op)) continue;
        exclude_after(m, op, count++ ? o->scratch.data : excluded);
        if (count > 1) pl_bits_and(excluded, o->scratch.data, m->words);
    }
    if (count == 0) memset(excluded, 0, m->words * sizeof *excluded);
}

// Orders.

static bool interferes(const pl_landmark_orders* o, const pl_numbered_landmarks* m, uint32_t a, uint32_t b)
{
    const uint64_t *excluded = o->excluded.data + (size_t)b * m->words, *needed = o->needed.data + (size_t)a * m->words;
    return pl_bits_test(o->excluded.data + (size_t)a * m->words, b) || pl_bits_intersect(excluded, needed, m->words);
}

static void add_chains(pl_landmark_orders* o, const pl_numbered_landmarks* m, uint32_t a, uint32_t b)
{
    const uint64_t* before = o->all.data + (size_t)a * m->words;
    for (uint32_t l = 0; l < m->count; ++l) {
        uint64_t* all = o->all.data + (size_t)l * m->words;
        if (l != b && !pl_bits_test(all, b)) continue;
        pl_bits_or(all, before, m->words);
        pl_bits_set(all, a);
    }
}

// a comes before b, if it interferes with it.
static void order(pl_landmark_orders* o, const pl_numbered_landmarks* m, uint32_t a, uint32_t b)
{
    if (a == b || !interferes(o, m, a, b) || interferes(o, m, b, a)) return;
    if (pl_bits_test(o->all.data + (size_t)a * m->words, b)) return;
    pl_bits_set(o->first.data + (size_t)b * m->words, a);
    if (!pl_bits_test(o->all.data + (size_t)b * m->words, a)) add_chains(o, m, a, b);
}

// b must be true at once before some landmark, and so must others: they and what leads to them come before it, if they
// interfere with it.
static void order_before_use(pl_landmark_orders* o, const pl_numbered_landmarks* m, uint32_t b)
{
    const uint64_t* uses = m->before + (size_t)b * m->words;
    uint64_t* candidates = o->scratch.data;
    memset(candidates, 0, m->words * sizeof *candidates);
    for (uint32_t use = pl_bits_next(uses, m->words, 0); use != PLOY_NONE; use = pl_bits_next(uses, m->words, use + 1)) {
        const uint64_t* needed = o->needed.data + (size_t)use * m->words;
        pl_bits_or(candidates, needed, m->words);
        for (uint32_t l = pl_bits_next(needed, m->words, 0); l != PLOY_NONE; l = pl_bits_next(needed, m->words, l + 1)) {
            if (l != b) pl_bits_or(candidates, o->all.data + (size_t)l * m->words, m->words);
        }
    }
    for (uint32_t a = pl_bits_next(candidates, m->words, 0); a != PLOY_NONE; a = pl_bits_next(candidates, m->words, a + 1))
        order(o, m, a, b);
}

// What comes before a landmark in every plan.
static void note_natural(pl_landmark_orders* o, const pl_numbered_landmarks* m, uint32_t landmark)
{
    const uint64_t* set = pl_fact_landmarks_of(m->found, m->facts[landmark]);
    uint64_t* all = o->all.data + (size_t)landmark * m->words;
    for (uint32_t l = 0; l < m->count; ++l) {
        if (l != landmark && pl_bits_test(set, m->facts[l])) pl_bits_set(all, l);
        if (!pl_bits_test(m->before + (size_t)l * m->words, landmark)) continue;
        pl_bits_set(o->needed.data + (size_t)landmark * m->words, l);
        pl_bits_set(all, l);
    }
}

// What the start has comes before what needs it at once; here also before all that comes later.
static void close_natural(pl_landmark_orders* o, const pl_numbered_landmarks* m, uint32_t landmark)
{
    const uint64_t* own = o->all.data + (size_t)landmark * m->words;
    uint64_t* natural = o->natural.data + (size_t)landmark * m->words;
    memcpy(natural, own, m->words * sizeof *own);
    for (uint32_t l = pl_bits_next(own, m->words, 0); l != PLOY_NONE; l = pl_bits_next(own, m->words, l + 1))
        pl_bits_or(natural, o->all.data + (size_t)l * m->words, m->words);
}

bool pl_landmark_orders_find(pl_landmark_orders* o, const pl_numbered_landmarks* m)
{
    uint32_t size = m->count * m->words;
    if (!PL_ARRAY_RESERVE(&o->first, &o->allocator, size + 1) ||
        !PL_ARRAY_RESERVE(&o->natural, &o->allocator, size + 1) || !PL_ARRAY_RESERVE(&o->all, &o->allocator, size + 1) ||
        !PL_ARRAY_RESERVE(&o->excluded, &o->allocator, size + 1) ||
        !PL_ARRAY_RESERVE(&o->needed, &o->allocator, size + 1) ||
        !PL_ARRAY_RESERVE(&o->scratch, &o->allocator, m->words + 1))
        return false;
    memset(o->first.data, 0, size * sizeof(uint64_t));
    memset(o->natural.data, 0, size * sizeof(uint64_t));
    if (m->count > MAX_ORDERED) return true;
    memset(o->all.data, 0, size * sizeof(uint64_t));
    memset(o->needed.data, 0, size * sizeof(uint64_t));
    for (uint32_t l = 0; l < m->count; ++l) {
        find_excluded(o, m, l);
        note_natural(o, m, l);
    }
    for (uint32_t l = 0; l < m->count; ++l) close_natural(o, m, l);
    memcpy(o->all.data, o->natural.data, size * sizeof(uint64_t));
    for (uint32_t b = 0; b < m->count; ++b) {
        if (!pl_bits_test(m->at_end, b)) continue;
        for (uint32_t a = 0; a < m->count; ++a) order(o, m, a, b);
    }
    for (uint32_t b = 0; b < m->count; ++b) {
        if (!pl_bits_test(m->at_end, b)) order_before_use(o, m, b);
    }
    return true;
}
