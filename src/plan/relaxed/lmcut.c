#include "plan/relaxed/lmcut.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/containers/key_heap.h"
#include "base/memory.h"

void pl_lmcut_init(pl_lmcut* l, const ploy_allocator* allocator)
{
    *l = (pl_lmcut){.allocator = pl_allocator_choose(allocator)};
}

void pl_lmcut_destroy(pl_lmcut* l)
{
    PL_ARRAY_FREE(&l->costs, &l->allocator);
    PL_ARRAY_FREE(&l->missing, &l->allocator);
    PL_ARRAY_FREE(&l->left, &l->allocator);
    PL_ARRAY_FREE(&l->supporters, &l->allocator);
    PL_ARRAY_FREE(&l->heap, &l->allocator);
    PL_ARRAY_FREE(&l->zone, &l->allocator);
    PL_ARRAY_FREE(&l->stack, &l->allocator);
    PL_ARRAY_FREE(&l->cut, &l->allocator);
}

size_t pl_lmcut_bytes(const pl_lmcut* l)
{
    return pl_array_bytes(l->heap.capacity + l->zone.capacity, sizeof(uint64_t)) +
           pl_array_bytes(l->costs.capacity + l->missing.capacity + l->left.capacity + l->supporters.capacity +
                              l->stack.capacity + l->cut.capacity,
                          sizeof(uint32_t));
}

bool pl_lmcut_fit(pl_lmcut* l, const pl_relaxation* x)
{
    const ploy_allocator* a = &l->allocator;
    return PL_ARRAY_RESERVE(&l->costs, a, x->fact_count) && PL_ARRAY_RESERVE(&l->missing, a, x->ops.count + 1) &&
           PL_ARRAY_RESERVE(&l->left, a, x->ops.count + 1) && PL_ARRAY_RESERVE(&l->supporters, a, x->ops.count + 1) &&
           PL_ARRAY_RESERVE(&l->heap, a, x->fact_count + x->effects.count + 1) &&
           PL_ARRAY_RESERVE(&l->zone, a, 2 * pl_bits_words(x->fact_count) + 1) &&
           PL_ARRAY_RESERVE(&l->stack, a, x->fact_count + 1) && PL_ARRAY_RESERVE(&l->cut, a, x->ops.count + 1);
}

// Costs of facts: the highest of the preconditions', plus the operator's own.

// There may be more entries than effects, since costs fall again and again: then it grows; without memory the fact keeps
// its cost, which is too high only for this cut, and all later ones stop.
static bool push(pl_lmcut* l, uint64_t entry)
{
    if (!PL_ARRAY_RESERVE(&l->heap, &l->allocator, l->heap.count + 1)) return false;
    pl_key_heap_push(l->heap.data, &l->heap.count, entry);
    return true;
}

static void reach(pl_lmcut* l, uint32_t fact, uint32_t cost)
{
    if (cost >= l->costs.data[fact]) return;
    if (push(l, (uint64_t)cost << 32 | fact)) l->costs.data[fact] = cost;
}

static void reach_effects(pl_lmcut* l, const pl_relaxation* x, uint32_t o, uint32_t from)
{
    const pl_relaxed_op* op = &x->ops.data[o];
    uint64_t cost = (uint64_t)from + l->left.data[o];
    uint32_t capped = cost < UINT32_MAX ? (uint32_t)cost : UINT32_MAX - 1;
    for (uint32_t i = 0; i < op->effect_count; ++i) reach(l, x->effects.data[op->first_effect + i], capped);
}

static void explore(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state)
{
    const pl_heuristic* g = x->rules->heuristic;
    l->heap.count = 0;
    memset(l->costs.data, 0xFF, x->fact_count * sizeof(uint32_t));
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        l->missing.data[o] = x->ops.data[o].pre_count;
        l->left.data[o] = x->ops.data[o].share;
        l->supporters.data[o] = PLOY_NONE;
    }
    for (uint32_t i = 0; i < g->variable_count; ++i)
        reach(l, g->variables[i].slice + pl_heuristic_value(&g->variables[i], state), 0);
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        if (!l->missing.data[o]) reach_effects(l, x, o, 0);
    }
    while (l->heap.count) {
        uint64_t first = pl_key_heap_pop(l->heap.data, &l->heap.count);
        uint32_t fact = (uint32_t)first, cost = (uint32_t)(first >> 32);
        if (cost != l->costs.data[fact]) continue;
        for (uint32_t i = x->first_reader.data[fact]; i < x->first_reader.data[fact + 1]; ++i) {
            uint32_t o = x->readers.data[i];
            if (--l->missing.data[o]) continue;
            l->supporters.data[o] = fact;
            reach_effects(l, x, o, cost);
        }
    }
}

static void choose_supporter(pl_lmcut* l, const pl_relaxation* x, uint32_t o)
{
    const pl_relaxed_op* op = &x->ops.data[o];
    uint32_t best = x->pres.data[op->first_pre];
    for (uint32_t i = 1; i < op->pre_count; ++i) {
        uint32_t fact = x->pres.data[op->first_pre + i];
        if (l->costs.data[fact] > l->costs.data[best]) best = fact;
    }
    l->supporters.data[o] = best;
}

// After a cut: what has become cheaper.
static void explore_again(pl_lmcut* l, const pl_relaxation* x)
{
    l->heap.count = 0;
    for (uint32_t i = 0; i < l->cut.count; ++i) {
        uint32_t o = l->cut.data[i], supporter = l->supporters.data[o];
        reach_effects(l, x, o, supporter == PLOY_NONE ? 0 : l->costs.data[supporter]);
    }
    while (l->heap.count) {
        uint64_t first = pl_key_heap_pop(l->heap.data, &l->heap.count);
        uint32_t fact = (uint32_t)first, cost = (uint32_t)(first >> 32);
        if (cost != l->costs.data[fact]) continue;
        for (uint32_t i = x->first_reader.data[fact]; i < x->first_reader.data[fact + 1]; ++i) {
            uint32_t o = x->readers.data[i];
            if (l->missing.data[o] || l->supporters.data[o] != fact) continue;
            choose_supporter(l, x, o);
            reach_effects(l, x, o, l->costs.data[l->supporters.data[o]]);
        }
    }
}

// Cuts.

static void mark_zone(pl_lmcut* l, const pl_relaxation* x)
{
    uint32_t depth = 0, *stack = l->stack.data;
    memset(l->zone.data, 0, 2 * (size_t)pl_bits_words(x->fact_count) * sizeof(uint64_t));
    pl_bits_set(l->zone.data, x->goal);
    stack[depth++] = x->goal;
    while (depth) {
        uint32_t fact = stack[--depth];
        for (uint32_t i = x->first_achiever.data[fact]; i < x->first_achiever.data[fact + 1]; ++i) {
            uint32_t o = x->achievers.data[i], supporter = l->supporters.data[o];
            if (l->missing.data[o] || l->left.data[o] || supporter == PLOY_NONE) continue;
            if (pl_bits_test(l->zone.data, supporter)) continue;
            pl_bits_set(l->zone.data, supporter);
            stack[depth++] = supporter;
        }
    }
}

// Follows an operator from before the zone: it is part of the cut, or its effects are before the zone too.
static uint32_t follow(pl_lmcut* l, const pl_relaxation* x, uint32_t o, uint32_t depth)
{
    const pl_relaxed_op* op = &x->ops.data[o];
    uint64_t* before = l->zone.data + pl_bits_words(x->fact_count);
    for (uint32_t i = 0; i < op->effect_count; ++i) {
        if (!pl_bits_test(l->zone.data, x->effects.data[op->first_effect + i])) continue;
        l->cut.data[l->cut.count++] = o;
        return depth;
    }
    for (uint32_t i = 0; i < op->effect_count; ++i) {
        uint32_t fact = x->effects.data[op->first_effect + i];
        if (pl_bits_test(before, fact)) continue;
        pl_bits_set(before, fact);
        l->stack.data[depth++] = fact;
    }
    return depth;
}

static void find_cut(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state)
{
    const pl_heuristic* g = x->rules->heuristic;
    uint64_t* before = l->zone.data + pl_bits_words(x->fact_count);
    uint32_t depth = 0;
    l->cut.count = 0;
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        uint32_t fact = g->variables[i].slice + pl_heuristic_value(&g->variables[i], state);
        pl_bits_set(before, fact);
        l->stack.data[depth++] = fact;
    }
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        if (x->ops.data[o].pre_count == 0) depth = follow(l, x, o, depth);
    }
    while (depth) {
        uint32_t fact = l->stack.data[--depth];
        for (uint32_t i = x->first_reader.data[fact]; i < x->first_reader.data[fact + 1]; ++i) {
            uint32_t o = x->readers.data[i];
            if (!l->missing.data[o] && l->supporters.data[o] == fact) depth = follow(l, x, o, depth);
        }
    }
}

uint32_t pl_lmcut_estimate(pl_lmcut* l, const pl_relaxation* x, const uint64_t* state)
{
    explore(l, x, state);
    if (l->costs.data[x->goal] == UINT32_MAX) return UINT32_MAX;
    uint64_t sum = 0;
    while (l->costs.data[x->goal] > 0) {
        mark_zone(l, x);
        find_cut(l, x, state);
        uint32_t cheapest = UINT32_MAX;
        for (uint32_t i = 0; i < l->cut.count; ++i) {
            uint32_t left = l->left.data[l->cut.data[i]];
            cheapest = left < cheapest ? left : cheapest;
        }
        if (!l->cut.count || cheapest == 0) break; // only when memory has run out
        sum += cheapest;
        for (uint32_t i = 0; i < l->cut.count; ++i) l->left.data[l->cut.data[i]] -= cheapest;
        explore_again(l, x);
    }
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX - 1;
}
