#include "plan/relaxed/domination.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "base/memory.h"

enum
{
    MAX_PRES = 6,      // more have too many subsets
    MAX_PROBES = 1024, // beyond them operators are not compared: a thousand may all need the same
};

void pl_domination_destroy(pl_domination* d, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&d->keys, allocator);
    PL_ARRAY_FREE(&d->slots, allocator);
    PL_ARRAY_FREE(&d->marks, allocator);
    PL_ARRAY_FREE(&d->dominated, allocator);
}

size_t pl_domination_bytes(const pl_domination* d)
{
    return pl_array_bytes(d->keys.capacity + d->dominated.capacity, sizeof(uint64_t)) +
           pl_array_bytes(d->slots.capacity + d->marks.capacity, sizeof(uint32_t));
}

static uint64_t key_of_fact(uint32_t fact)
{
    uint64_t key = (fact + 1) * 0x9E3779B97F4A7C15u;
    return (key ^ key >> 32) * 0xD1342543DE82EF95u;
}

static uint32_t home(const pl_domination* d, uint64_t key)
{
    return (uint32_t)(key >> 32) & (d->slots.count - 1);
}

static void put_op(pl_domination* d, const pl_relaxation* x, uint32_t o)
{
    const pl_relaxed_op* op = &x->ops.data[o];
    uint64_t key = 0;
    for (uint32_t i = 0; i < op->pre_count; ++i) key += key_of_fact(x->pres.data[op->first_pre + i]);
    uint32_t at = home(d, key), probes = 0;
    for (; d->slots.data[at] && probes < MAX_PROBES; ++probes) at = (at + 1) & (d->slots.count - 1);
    if (!d->slots.data[at]) d->slots.data[at] = o + 1;
    d->keys.data[o] = key;
}

static bool has_pre(const pl_relaxation* x, const pl_relaxed_op* op, uint32_t fact)
{
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        if (x->pres.data[op->first_pre + i] == fact) return true;
    }
    return false;
}

// Whether operator q needs nothing that o does not need, and costs no more. Of two that are alike the first counts.
static bool dominates(const pl_relaxation* x, uint32_t q, uint32_t o)
{
    const pl_relaxed_op *a = &x->ops.data[q], *b = &x->ops.data[o];
    if (a->cost > b->cost || (a->cost == b->cost && a->pre_count == b->pre_count && q >= o)) return false;
    for (uint32_t i = 0; i < a->pre_count; ++i) {
        if (!has_pre(x, b, x->pres.data[a->first_pre + i])) return false;
    }
    return true;
}

// Marks what operators with this set of preconditions add, for o.
static void mark_effects(pl_domination* d, const pl_relaxation* x, uint64_t key, uint32_t o)
{
    for (uint32_t at = home(d, key), slot; (slot = d->slots.data[at]) != 0; at = (at + 1) & (d->slots.count - 1)) {
        const pl_relaxed_op* op = &x->ops.data[slot - 1];
        if (d->keys.data[slot - 1] != key || !dominates(x, slot - 1, o)) continue;
        for (uint32_t i = 0; i < op->effect_count; ++i) d->marks.data[x->effects.data[op->first_effect + i]] = o + 1;
    }
}

static uint64_t key_of_subset(const pl_relaxation* x, const pl_relaxed_op* op, uint32_t subset)
{
    uint64_t key = 0;
    for (; subset; subset &= subset - 1) key += key_of_fact(x->pres.data[op->first_pre + pl_trailing_zeros(subset)]);
    return key;
}

static void compare(pl_domination* d, const pl_relaxation* x, uint32_t o)
{
    const pl_relaxed_op* op = &x->ops.data[o];
    mark_effects(d, x, d->keys.data[o], o);
    for (uint32_t subset = 0; op->pre_count <= MAX_PRES && subset + 1 < 1u << op->pre_count; ++subset)
        mark_effects(d, x, key_of_subset(x, op, subset), o);
    for (uint32_t i = op->first_effect; i < op->first_effect + op->effect_count; ++i) {
        if (d->marks.data[x->effects.data[i]] == o + 1) pl_bits_set(d->dominated.data, i);
    }
}

static uint32_t slots_for(uint32_t ops)
{
    uint32_t slots = 4;
    while (slots < 2 * ops) slots *= 2;
    return slots;
}

bool pl_domination_find(pl_domination* d, const ploy_allocator* allocator, const pl_relaxation* x)
{
    uint32_t slots = slots_for(x->ops.count), words = pl_bits_words(x->effects.count + 1);
    if (!PL_ARRAY_RESERVE(&d->slots, allocator, slots) || !PL_ARRAY_RESERVE(&d->keys, allocator, x->ops.count + 1) ||
        !PL_ARRAY_RESERVE(&d->marks, allocator, x->fact_count) || !PL_ARRAY_RESERVE(&d->dominated, allocator, words))
        return false;
    d->slots.count = slots;
    memset(d->slots.data, 0, slots * sizeof(uint32_t));
    memset(d->marks.data, 0, x->fact_count * sizeof(uint32_t));
    memset(d->dominated.data, 0, words * sizeof(uint64_t));
    for (uint32_t o = 0; o < x->ops.count; ++o) put_op(d, x, o);
    for (uint32_t o = 0; o < x->ops.count; ++o) compare(d, x, o);
    return true;
}
