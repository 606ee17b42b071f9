#include "plan/demand/demand.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "base/memory.h"

void pl_demand_init(pl_demand* d, const ploy_allocator* allocator)
{
    *d = (pl_demand){.allocator = pl_allocator_choose(allocator)};
    pl_relaxation_init(&d->relaxation, &d->allocator);
    pl_exploration_init(&d->explored, &d->allocator);
    pl_fact_landmarks_init(&d->landmarks, &d->allocator);
    pl_prices_init(&d->prices, &d->allocator);
    pl_tours_init(&d->tours, &d->allocator);
    pl_supplies_init(&d->supplies, &d->allocator);
}

void pl_demand_destroy(pl_demand* d)
{
    pl_relaxation_destroy(&d->relaxation);
    pl_exploration_destroy(&d->explored);
    pl_fact_landmarks_destroy(&d->landmarks);
    pl_prices_destroy(&d->prices);
    pl_tours_destroy(&d->tours);
    pl_supplies_destroy(&d->supplies);
    PL_ARRAY_FREE(&d->variables, &d->allocator);
    PL_ARRAY_FREE(&d->worths, &d->allocator);
    PL_ARRAY_FREE(&d->parts, &d->allocator);
    PL_ARRAY_FREE(&d->upward, &d->allocator);
    PL_ARRAY_FREE(&d->values, &d->allocator);
    PL_ARRAY_FREE(&d->counted, &d->allocator);
    PL_ARRAY_FREE(&d->reached, &d->allocator);
    PL_ARRAY_FREE(&d->counts, &d->allocator);
    PL_ARRAY_FREE(&d->owners, &d->allocator);
}

size_t pl_demand_bytes(const pl_demand* d)
{
    return pl_relaxation_bytes(&d->relaxation) + pl_exploration_bytes(&d->explored) +
           pl_fact_landmarks_bytes(&d->landmarks) + pl_prices_bytes(&d->prices) + pl_tours_bytes(&d->tours) +
           pl_supplies_bytes(&d->supplies) + pl_array_bytes(d->variables.capacity, sizeof(pl_demand_variable)) +
           pl_array_bytes(d->worths.capacity + d->parts.capacity, sizeof(pl_demand_worth)) +
           pl_array_bytes(d->upward.capacity + d->values.capacity + d->counted.capacity + d->reached.capacity,
                          sizeof(uint64_t)) +
           pl_array_bytes(d->counts.capacity + d->owners.capacity, sizeof(uint32_t));
}

// What a landmark may count.

static bool moves_location(const pl_demand* d, uint32_t m)
{
    const pl_regression* r = d->relaxation.regression;
    return d->tours.location != PLOY_NONE && pl_regression_value(r, m, d->tours.location) != PLOY_NONE;
}

// The variables of which each move may be the first to reach some value. Those of one move share its cost.
static void find_reached(pl_demand* d)
{
    const pl_relaxation* x = &d->relaxation;
    const pl_heuristic* g = x->rules->heuristic;
    uint32_t words = d->prices.first_words;
    memset(d->reached.data, 0, (size_t)words * g->move_count * sizeof(uint64_t));
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        for (uint32_t k = 0; k < g->variables[v].size; ++k) d->owners.data[g->variables[v].slice + k] = v;
    }
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        const pl_relaxed_op* op = &x->ops.data[o];
        if (op->move == PLOY_NONE) continue;
        for (uint32_t i = op->first_effect; i < op->first_effect + op->effect_count; ++i) {
            if (pl_bits_test(d->prices.is_first.data, i))
                pl_bits_set(d->reached.data + (size_t)op->move * words, d->owners.data[x->effects.data[i]]);
        }
    }
}

static void divide(pl_demand* d, uint32_t index)
{
    const pl_relaxation* x = &d->relaxation;
    uint32_t m = d->prices.moves.data[index].move, words = d->prices.first_words;
    int64_t count = pl_bits_count(d->reached.data + (size_t)m * words, words);
    d->parts.data[m] = (pl_demand_worth){0, 0};
    if (count == 0 || moves_location(d, m)) return;
    d->parts.data[m].plain = ((int64_t)pl_rules_lowest_cost(x->rules, m) << PL_PRICE_BITS) / count;
    d->parts.data[m].priced = pl_prices_rest(&d->prices, x, index) / count;
}

static int64_t lower_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void set_worths(pl_demand* d)
{
    const pl_relaxation* x = &d->relaxation;
    const pl_heuristic* g = x->rules->heuristic;
    find_reached(d);
    for (uint32_t m = 0; m < g->move_count; ++m) d->parts.data[m] = (pl_demand_worth){-1, -1};
    for (uint32_t i = 0; i < d->prices.moves.count; ++i) divide(d, i);
    for (uint32_t f = 0; f < x->value_count; ++f) d->worths.data[f] = (pl_demand_worth){INT64_MAX, INT64_MAX};
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        const pl_relaxed_op* op = &x->ops.data[o];
        if (op->move == PLOY_NONE || d->parts.data[op->move].plain < 0) continue;
        for (uint32_t i = op->first_effect; i < op->first_effect + op->effect_count; ++i) {
            if (!pl_bits_test(d->prices.is_first.data, i)) continue;
            pl_demand_worth* worth = &d->worths.data[x->effects.data[i]];
            worth->plain = lower_of(worth->plain, d->parts.data[op->move].plain);
            worth->priced = lower_of(worth->priced, d->parts.data[op->move].priced);
        }
    }
    for (uint32_t f = 0; f < x->value_count; ++f) {
        pl_demand_worth* worth = &d->worths.data[f];
        uint32_t v = d->owners.data[f];
        if (v == d->tours.location || worth->plain == INT64_MAX) *worth = (pl_demand_worth){0, 0};
        if (pl_bits_test(d->counted.data, f)) worth->priced += d->prices.weights.data[v];
    }
}

static void set_upward(pl_demand* d)
{
    const pl_heuristic* g = d->relaxation.rules->heuristic;
    uint32_t words = d->landmarks.words;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        for (uint32_t k = g->variables[v].size; k-- > 0;) {
            uint32_t fact = g->variables[v].slice + k;
            const uint64_t* own = pl_fact_landmarks_of(&d->landmarks, fact);
            uint64_t* up = d->upward.data + (size_t)fact * words;
            for (uint32_t w = 0; w < words; ++w)
                up[w] = own[w] & (k + 1 < g->variables[v].size ? up[words + w] : ~0ull);
        }
    }
}

bool pl_demand_begin(pl_demand* d, const pl_rules* rules, const pl_regression* regression)
{
    d->is_complete = false;
    return pl_relaxation_build(&d->relaxation, rules, regression);
}

// Adds the landmarks of a variable's allowed values, and returns the cost of the cheapest of them.
static uint32_t add_variable(pl_demand* d, const pl_heuristic_variable* v, const uint64_t* partial)
{
    uint32_t words = d->landmarks.words, lowest = PLOY_NONE, cheapest = UINT32_MAX, count = 0;
    for (uint32_t k = 0; k < v->size; ++k) {
        if (!pl_bits_test(partial, v->first + k)) continue;
        if (lowest == PLOY_NONE) lowest = k;
        ++count;
        uint32_t cost = d->explored.costs.data[v->slice + k];
        cheapest = cost < cheapest ? cost : cheapest;
    }
    if (!d->has_landmarks || cheapest == UINT32_MAX) return cheapest;
    if (count == 1 || lowest + count == v->size) {
        const uint64_t* set = count == 1 ? pl_fact_landmarks_of(&d->landmarks, v->slice + lowest)
                                         : d->upward.data + (size_t)(v->slice + lowest) * words;
        for (uint32_t w = 0; w < words; ++w) d->values.data[w] |= set[w];
        return cheapest;
    }
    for (uint32_t w = 0; w < words; ++w) {
        uint64_t common = ~0ull;
        for (uint32_t k = lowest; k < v->size; ++k) {
            if (pl_bits_test(partial, v->first + k)) common &= pl_fact_landmarks_of(&d->landmarks, v->slice + k)[w];
        }
        d->values.data[w] |= common;
    }
    return cheapest;
}

// The landmarks of the goal's alternatives.
static void count_landmarks(pl_demand* d)
{
    const pl_heuristic* g = d->relaxation.rules->heuristic;
    const pl_regression* r = d->relaxation.regression;
    uint32_t words = d->landmarks.words;
    memset(d->counted.data, 0, words * sizeof(uint64_t));
    memset(d->counts.data, 0, g->variable_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < r->goal_count; ++i) {
        const uint64_t* goal = r->goals + (size_t)i * r->partial_words;
        memset(d->values.data, 0, words * sizeof(uint64_t));
        for (uint32_t v = 0; v < g->variable_count; ++v) {
            if (!pl_bits_test(goal, g->variables[v].first + d->variables.data[v].start))
                add_variable(d, &g->variables[v], goal);
        }
        for (uint32_t v = 0; v < g->variable_count; ++v) {
            for (uint32_t k = 0; k < g->variables[v].size; ++k)
                d->counts.data[v] += pl_bits_test(d->values.data, g->variables[v].slice + k);
        }
        pl_bits_or(d->counted.data, d->values.data, words);
    }
}

static bool make_room(pl_demand* d)
{
    const pl_relaxation* x = &d->relaxation;
    const pl_heuristic* g = x->rules->heuristic;
    uint32_t words = d->landmarks.words;
    return PL_ARRAY_RESERVE(&d->worths, &d->allocator, x->fact_count) &&
           PL_ARRAY_RESERVE(&d->parts, &d->allocator, g->move_count + 1) &&
           PL_ARRAY_RESERVE(&d->upward, &d->allocator, x->value_count * words + 1) &&
           PL_ARRAY_RESERVE(&d->values, &d->allocator, words + 1) &&
           PL_ARRAY_RESERVE(&d->counted, &d->allocator, words + 1) &&
           PL_ARRAY_RESERVE(&d->counts, &d->allocator, g->variable_count + 1) &&
           PL_ARRAY_RESERVE(&d->owners, &d->allocator, x->value_count + 1) &&
           PL_ARRAY_RESERVE(&d->reached, &d->allocator, pl_bits_words(g->variable_count) * g->move_count + 1);
}

bool pl_demand_complete(pl_demand* d, const uint64_t* start)
{
    pl_relaxation* x = &d->relaxation;
    const pl_heuristic* g = x->rules->heuristic;
    if (!pl_exploration_fit(&d->explored, x) || !PL_ARRAY_RESERVE(&d->variables, &d->allocator, g->variable_count + 1))
        return false;
    pl_explore(&d->explored, x, start, PL_EXPLORE_MAX, PLOY_NONE);
    if (!pl_fact_landmarks_find(&d->landmarks, x, &d->explored, 1u << 20)) return false;
    d->has_landmarks = !d->landmarks.is_too_large;
    d->is_complete = true;
    d->supplies.count = 0;
    for (uint32_t v = 0; v < g->variable_count; ++v)
        d->variables.data[v] = (pl_demand_variable){0, pl_heuristic_value(&g->variables[v], start)};
    if (!d->has_landmarks) return true;
    if (!make_room(d)) return false;
    set_upward(d);
    count_landmarks(d);
    uint32_t location = pl_tours_find_location(x);
    pl_price_request request = {x, &d->explored, &d->landmarks, d->counted.data, d->counts.data, start, location};
    if (!pl_prices_find(&d->prices, &request) || !pl_supplies_find(&d->supplies, x, &d->prices, start) ||
        !pl_tours_begin(&d->tours, x, &d->landmarks, &d->prices, start, location))
        return false;
    for (uint32_t v = 0; v < g->variable_count; ++v) d->variables.data[v].price = d->prices.prices.data[v];
    set_worths(d);
    return true;
}

// Estimates.

static int64_t worth_of(const pl_demand* d, int64_t goods)
{
    int64_t plain = 0, priced = goods;
    for (uint32_t w = 0; w < d->landmarks.words; ++w) {
        for (uint64_t left = d->values.data[w]; left; left &= left - 1) {
            const pl_demand_worth* worth = &d->worths.data[w * 64 + pl_trailing_zeros(left)];
            plain += worth->plain;
            priced += worth->priced;
        }
    }
    return plain > priced ? plain : priced;
}

bool pl_demand_estimate(pl_demand* d, const uint64_t* partial, uint32_t* estimate)
{
    const pl_heuristic* g = d->relaxation.rules->heuristic;
    uint32_t highest = 0;
    int64_t goods = d->has_landmarks ? d->prices.base : 0;
    if (d->has_landmarks) memset(d->values.data, 0, d->landmarks.words * sizeof(uint64_t));
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        if (d->variables.data[i].price) goods += d->variables.data[i].price * pl_lowest_allowed(v, partial);
        if (pl_bits_test(partial, v->first + d->variables.data[i].start)) continue;
        uint32_t cost = add_variable(d, v, partial);
        highest = cost > highest ? cost : highest;
    }
    *estimate = pl_supplies_lack(&d->supplies, g, partial) ? UINT32_MAX : highest;
    if (*estimate == UINT32_MAX || !d->has_landmarks) return true;
    uint32_t tour = pl_tours_cost(&d->tours, d->values.data, partial);
    if (tour == UINT32_MAX) return false;
    int64_t sum = ((worth_of(d, goods) + (1 << PL_PRICE_BITS) - 1) >> PL_PRICE_BITS) + tour;
    if (sum > highest) *estimate = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX - 1;
    return true;
}
