#include "plan/demand/supplies.h"

#include <string.h>

#include "base/memory.h"

#define UNIT (INT64_C(1) << 8)     // of weights
#define HIGHEST (INT64_C(1) << 32) // weights that reach it grow without end

enum
{
    MAX_ROUNDS = 64,
};

void pl_supplies_init(pl_supplies* s, const ploy_allocator* allocator)
{
    *s = (pl_supplies){.allocator = pl_allocator_choose(allocator)};
}

void pl_supplies_destroy(pl_supplies* s)
{
    PL_ARRAY_FREE(&s->weights, &s->allocator);
    PL_ARRAY_FREE(&s->is_free, &s->allocator);
}

size_t pl_supplies_bytes(const pl_supplies* s)
{
    return pl_array_bytes(s->weights.capacity, sizeof(int64_t)) + s->is_free.capacity;
}

// Free goods.

static bool uses_only_free(const pl_supplies* s, const pl_prices* p, const pl_price_move* move)
{
    for (uint32_t i = 0; i < move->change_count; ++i) {
        const pl_price_change* change = &p->changes.data[move->first_change + i];
        if (change->amount < 0 && !s->is_free.data[change->variable]) return false;
    }
    return true;
}

static void find_free(pl_supplies* s, const pl_prices* p)
{
    memset(s->is_free.data, 0, s->variable_count);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t m = 0; m < p->moves.count; ++m) {
            const pl_price_move* move = &p->moves.data[m];
            if (!uses_only_free(s, p, move)) continue;
            for (uint32_t i = 0; i < move->change_count; ++i) {
                const pl_price_change* change = &p->changes.data[move->first_change + i];
                if (change->amount <= 0 || s->is_free.data[change->variable]) continue;
                s->is_free.data[change->variable] = changed = true;
            }
        }
    }
}

// Weights.

// Makes a move raise nothing: what pays for it gets a higher weight. False: they grow without end.
static bool pay(const pl_supplies* s, const pl_prices* p, const pl_price_move* move, int64_t* weights, bool* changed)
{
    int64_t raised = 0;
    const pl_price_change* payer = NULL;
    for (uint32_t i = 0; i < move->change_count; ++i) {
        const pl_price_change* change = &p->changes.data[move->first_change + i];
        raised += weights[change->variable] * change->amount;
        if (change->amount < 0 && !s->is_free.data[change->variable] && !payer) payer = change;
    }
    if (raised <= 0) return true;
    if (!payer) return false;
    weights[payer->variable] += (raised - payer->amount - 1) / -payer->amount;
    *changed = true;
    return weights[payer->variable] < HIGHEST;
}

static bool find_weights(const pl_supplies* s, const pl_prices* p, uint32_t good, int64_t* weights)
{
    memset(weights, 0, s->variable_count * sizeof *weights);
    weights[good] = UNIT;
    bool changed = true;
    for (uint32_t round = 0; changed && round < MAX_ROUNDS; ++round) {
        changed = false;
        for (uint32_t m = 0; m < p->moves.count; ++m) {
            if (!pay(s, p, &p->moves.data[m], weights, &changed)) return false;
        }
    }
    return !changed;
}

static bool is_wanted(const pl_relaxation* x, uint32_t variable)
{
    const pl_regression* r = x->regression;
    for (uint32_t i = 0; i < r->goal_count; ++i) {
        if (pl_lowest_allowed(&r->heuristic->variables[variable], r->goals + (size_t)i * r->partial_words)) return true;
    }
    return false;
}

bool pl_supplies_find(pl_supplies* s, const pl_relaxation* x, const pl_prices* p, const uint64_t* start)
{
    const pl_heuristic* g = x->rules->heuristic;
    s->count = 0;
    s->variable_count = g->variable_count;
    if (!PL_ARRAY_RESERVE(&s->weights, &s->allocator, PL_MAX_SUPPLIES * g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&s->is_free, &s->allocator, g->variable_count + 1))
        return false;
    find_free(s, p);
    for (uint32_t v = 0; v < g->variable_count && s->count < PL_MAX_SUPPLIES; ++v) {
        int64_t* weights = s->weights.data + (size_t)s->count * s->variable_count;
        if (s->is_free.data[v] || !is_wanted(x, v) || !find_weights(s, p, v, weights)) continue;
        int64_t stock = 0;
        for (uint32_t i = 0; i < g->variable_count; ++i) stock += weights[i] * pl_heuristic_value(&g->variables[i], start);
        s->stocks[s->count++] = stock;
    }
    return true;
}

bool pl_supplies_lack(const pl_supplies* s, const pl_heuristic* g, const uint64_t* partial)
{
    for (uint32_t i = 0; i < s->count; ++i) {
        const int64_t* weights = s->weights.data + (size_t)i * s->variable_count;
        int64_t asked = 0;
        for (uint32_t v = 0; v < s->variable_count; ++v) {
            if (weights[v]) asked += weights[v] * pl_lowest_allowed(&g->variables[v], partial);
        }
        if (asked > s->stocks[i]) return true;
    }
    return false;
}
