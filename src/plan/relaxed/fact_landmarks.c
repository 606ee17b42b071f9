#include "plan/relaxed/fact_landmarks.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

void pl_fact_landmarks_init(pl_fact_landmarks* l, const ploy_allocator* allocator)
{
    *l = (pl_fact_landmarks){.allocator = pl_allocator_choose(allocator)};
}

void pl_fact_landmarks_destroy(pl_fact_landmarks* l)
{
    PL_ARRAY_FREE(&l->sets, &l->allocator);
    PL_ARRAY_FREE(&l->known, &l->allocator);
    PL_ARRAY_FREE(&l->scratch, &l->allocator);
    PL_ARRAY_FREE(&l->queue, &l->allocator);
}

size_t pl_fact_landmarks_bytes(const pl_fact_landmarks* l)
{
    return pl_array_bytes(l->sets.capacity + l->known.capacity + l->scratch.capacity, sizeof(uint64_t)) +
           pl_array_bytes(l->queue.capacity, sizeof(uint32_t));
}

// A ring of facts whose sets have changed; each is in it at most once.
typedef struct ring
{
    pl_fact_landmarks* l;
    uint64_t* waiting;
    uint32_t size, first, count;
} ring;

static void ring_add(ring* r, uint32_t fact)
{
    if (pl_bits_test(r->waiting, fact)) return;
    pl_bits_set(r->waiting, fact);
    r->l->queue.data[(r->first + r->count++) % r->size] = fact;
}

static uint32_t ring_take(ring* r)
{
    uint32_t fact = r->l->queue.data[r->first];
    r->first = (r->first + 1) % r->size;
    --r->count;
    pl_bits_clear(r->waiting, fact);
    return fact;
}

static uint64_t* set_of(pl_fact_landmarks* l, uint32_t fact)
{
    return l->sets.data + (size_t)fact * l->words;
}

// The landmarks of an operator's preconditions; false: one of them has none yet.
static bool join(pl_fact_landmarks* l, const pl_relaxation* x, const pl_relaxed_op* op)
{
    uint64_t* joined = l->scratch.data;
    memset(joined, 0, l->words * sizeof *joined);
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        uint32_t pre = x->pres.data[op->first_pre + i];
        if (!pl_bits_test(l->known.data, pre)) return false;
        const uint64_t* set = set_of(l, pre);
        for (uint32_t w = 0; w < l->words; ++w) joined[w] |= set[w];
    }
    return true;
}

static bool meet(pl_fact_landmarks* l, const pl_relaxation* x, uint32_t fact)
{
    uint64_t *set = set_of(l, fact), changed = 0;
    const uint64_t* joined = l->scratch.data;
    bool is_new = !pl_bits_test(l->known.data, fact);
    pl_bits_set(l->known.data, fact);
    for (uint32_t w = 0; w < l->words; ++w) {
        uint64_t own = fact < x->value_count && fact / 64 == w ? 1ull << fact % 64 : 0;
        uint64_t met = set[w] & (joined[w] | own);
        changed |= met ^ set[w];
        set[w] = met;
    }
    return changed || is_new;
}

static void use(ring* r, const pl_relaxation* x, uint32_t o)
{
    const pl_relaxed_op* op = &x->ops.data[o];
    if (!join(r->l, x, op)) return;
    for (uint32_t i = 0; i < op->effect_count; ++i) {
        uint32_t fact = x->effects.data[op->first_effect + i];
        if (meet(r->l, x, fact)) ring_add(r, fact);
    }
}

bool pl_fact_landmarks_find(pl_fact_landmarks* l, const pl_relaxation* x, const pl_exploration* explored,
                            uint64_t max_work)
{
    l->words = pl_bits_words(x->value_count);
    l->is_too_large = (uint64_t)l->words * (x->pres.count + x->effects.count) > max_work;
    uint32_t known_words = pl_bits_words(x->fact_count);
    if (l->is_too_large) return true;
    if (!PL_ARRAY_RESERVE(&l->sets, &l->allocator, x->fact_count * l->words + 1) ||
        !PL_ARRAY_RESERVE(&l->known, &l->allocator, 2 * known_words + 1) ||
        !PL_ARRAY_RESERVE(&l->scratch, &l->allocator, l->words + 1) ||
        !PL_ARRAY_RESERVE(&l->queue, &l->allocator, x->fact_count))
        return false;
    memset(l->sets.data, 0xFF, (size_t)x->fact_count * l->words * sizeof(uint64_t));
    memset(l->known.data, 0, (size_t)2 * known_words * sizeof(uint64_t));
    ring r = {l, l->known.data + known_words, x->fact_count, 0, 0};
    for (uint32_t f = 0; f < x->value_count; ++f) {
        if (explored->costs.data[f] != 0 || explored->supporters.data[f] != PLOY_NONE) continue;
        memset(set_of(l, f), 0, l->words * sizeof(uint64_t));
        pl_bits_set(l->known.data, f);
        ring_add(&r, f);
    }
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        if (x->ops.data[o].pre_count == 0) use(&r, x, o);
    }
    while (r.count) {
        uint32_t fact = ring_take(&r);
        for (uint32_t i = x->first_reader.data[fact]; i < x->first_reader.data[fact + 1]; ++i)
            use(&r, x, x->readers.data[i]);
    }
    return true;
}
