#include "plan/demand/prices.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "base/memory.h"

enum
{
    IS_GOOD = 1,     // moves use it up
    IS_LEFT_OUT = 2, // the goal is worth more without it
    MAX_ROUNDS = 64,
};

#define UNKNOWN INT64_MAX
#define HIGHEST (INT64_C(1) << 40)

void pl_prices_init(pl_prices* p, const ploy_allocator* allocator)
{
    *p = (pl_prices){.allocator = pl_allocator_choose(allocator)};
}

void pl_prices_destroy(pl_prices* p)
{
    PL_ARRAY_FREE(&p->prices, &p->allocator);
    PL_ARRAY_FREE(&p->best, &p->allocator);
    PL_ARRAY_FREE(&p->flags, &p->allocator);
    PL_ARRAY_FREE(&p->changes, &p->allocator);
    PL_ARRAY_FREE(&p->moves, &p->allocator);
}

size_t pl_prices_bytes(const pl_prices* p)
{
    return pl_array_bytes(p->prices.capacity + p->best.capacity, sizeof(int64_t)) + p->flags.capacity +
           pl_array_bytes(p->changes.capacity, sizeof(pl_price_change)) +
           pl_array_bytes(p->moves.capacity, sizeof(pl_price_move));
}

uint32_t pl_lowest_allowed(const pl_heuristic_variable* v, const uint64_t* partial)
{
    if (v->size <= 64) {
        uint64_t values = partial[v->first / 64] >> (v->first % 64);
        return values ? pl_trailing_zeros(values) : 0; // beyond its values only if it allows none
    }
    for (uint32_t k = 0; k < v->size; ++k) {
        if (pl_bits_test(partial, v->first + k)) return k;
    }
    return 0;
}

static uint32_t highest_allowed(const pl_heuristic_variable* v, const uint64_t* partial)
{
    for (uint32_t k = v->size; k-- > 0;) {
        if (pl_bits_test(partial, v->first + k)) return k;
    }
    return 0;
}

bool pl_prices_leave_out(const pl_prices* p, uint32_t variable)
{
    return p->flags.data[variable] & IS_LEFT_OUT;
}

// What moves change.

static bool is_reachable(const pl_relaxation* x, const pl_exploration* explored, uint32_t m, const uint64_t* pre)
{
    const pl_regression* r = x->regression;
    for (uint32_t i = 0; i < r->moves[m].touched_count; ++i) {
        uint32_t fact = pl_relaxation_fact(x, r->touched[r->moves[m].first_touched + i], pre);
        if (fact != PLOY_NONE && explored->costs.data[fact] == UINT32_MAX) return false;
    }
    return true;
}

static bool add_change(pl_prices* p, uint32_t variable, int64_t rise, bool may_fall)
{
    if (may_fall) p->flags.data[variable] |= IS_GOOD;
    return rise == 0 || PL_ARRAY_PUSH(&p->changes, &p->allocator, (pl_price_change){variable, (int32_t)rise});
}

static bool add_move(pl_prices* p, const pl_relaxation* x, uint32_t m, const uint64_t* pre)
{
    const pl_regression* r = x->regression;
    const pl_heuristic* g = x->rules->heuristic;
    const uint64_t *set = pre + r->partial_words, *freed = set + r->partial_words;
    pl_price_move move = {m, p->changes.count, 0};
    for (uint32_t i = 0; i < r->moves[m].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[m].first_add + i];
        if (!add_change(p, add->variable, add->amount, add->amount < 0)) return false;
    }
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        if (!pl_bits_test(freed, v->first)) continue;
        uint32_t to = 0;
        while (!pl_bits_test(set, v->first + to)) ++to;
        bool may_fall = highest_allowed(v, pre) > to;
        if (!add_change(p, i, (int64_t)to - pl_lowest_allowed(v, pre), may_fall)) return false;
    }
    move.change_count = p->changes.count - move.first_change;
    return PL_ARRAY_PUSH(&p->moves, &p->allocator, move);
}

// Prices.

static int64_t cost_of(const pl_relaxation* x, const pl_price_move* move)
{
    return (int64_t)pl_rules_lowest_cost(x->rules, move->move) << PL_PRICE_BITS;
}

static bool has_price(const pl_prices* p, uint32_t variable)
{
    return p->flags.data[variable] == IS_GOOD;
}

// What the inputs of a move are worth; UNKNOWN: one of them cannot be had yet.
static int64_t worth_of_inputs(const pl_prices* p, const pl_price_move* move)
{
    int64_t worth = 0;
    for (uint32_t i = 0; i < move->change_count; ++i) {
        const pl_price_change* change = &p->changes.data[move->first_change + i];
        if (change->amount >= 0 || !has_price(p, change->variable)) continue;
        int64_t price = p->prices.data[change->variable];
        if (price == UNKNOWN) return UNKNOWN;
        worth += price * -change->amount;
        if (worth > HIGHEST) worth = HIGHEST;
    }
    return worth;
}

static bool lower(pl_prices* p, const pl_relaxation* x, const pl_price_move* move)
{
    int64_t worth = worth_of_inputs(p, move);
    bool changed = false;
    if (worth == UNKNOWN) return false;
    for (uint32_t i = 0; i < move->change_count; ++i) {
        const pl_price_change* change = &p->changes.data[move->first_change + i];
        if (change->amount <= 0 || !has_price(p, change->variable)) continue;
        int64_t price = (cost_of(x, move) + worth) / change->amount;
        price = price < HIGHEST ? price : HIGHEST;
        if (price >= p->prices.data[change->variable]) continue;
        p->prices.data[change->variable] = price;
        changed = true;
    }
    return changed;
}

// Makes a move no bargain: lowers the prices of what it makes, the last one first.
static bool mend(pl_prices* p, const pl_relaxation* x, const pl_price_move* move)
{
    int64_t excess = -cost_of(x, move);
    for (uint32_t i = 0; i < move->change_count; ++i) {
        const pl_price_change* change = &p->changes.data[move->first_change + i];
        excess += p->prices.data[change->variable] * change->amount;
    }
    bool changed = excess > 0;
    for (uint32_t i = move->change_count; excess > 0 && i-- > 0;) {
        const pl_price_change* change = &p->changes.data[move->first_change + i];
        int64_t* price = &p->prices.data[change->variable];
        if (change->amount <= 0) continue;
        int64_t less = (excess + change->amount - 1) / change->amount;
        less = less < *price ? less : *price;
        *price -= less;
        excess -= less * change->amount;
    }
    return changed;
}

static void settle(pl_prices* p, const pl_relaxation* x)
{
    uint32_t count = x->rules->heuristic->variable_count;
    bool changed = true;
    for (uint32_t v = 0; v < count; ++v) p->prices.data[v] = has_price(p, v) ? UNKNOWN : 0;
    for (uint32_t round = 0; changed && round < MAX_ROUNDS; ++round) {
        changed = false;
        for (uint32_t i = 0; i < p->moves.count; ++i) changed |= lower(p, x, &p->moves.data[i]);
    }
    for (uint32_t v = 0; v < count; ++v) {
        if (p->prices.data[v] == UNKNOWN) p->prices.data[v] = 0;
    }
    changed = true;
    for (uint32_t round = 0; changed && round < MAX_ROUNDS; ++round) {
        changed = false;
        for (uint32_t i = 0; i < p->moves.count; ++i) changed |= mend(p, x, &p->moves.data[i]);
    }
    if (changed) memset(p->prices.data, 0, count * sizeof(int64_t));
}

// What the goal is worth beyond the start: its cheapest alternative.
static int64_t worth_of_goal(const pl_prices* p, const pl_relaxation* x, const uint64_t* start)
{
    const pl_heuristic* g = x->rules->heuristic;
    const pl_regression* r = x->regression;
    int64_t lowest = INT64_MAX;
    for (uint32_t i = 0; i < r->goal_count; ++i) {
        int64_t worth = 0;
        for (uint32_t v = 0; v < g->variable_count; ++v) {
            int64_t wanted = pl_lowest_allowed(&g->variables[v], r->goals + (size_t)i * r->partial_words);
            worth += p->prices.data[v] * (wanted - (int64_t)pl_heuristic_value(&g->variables[v], start));
        }
        lowest = worth < lowest ? worth : lowest;
    }
    return lowest;
}

// A good that is there in plenty counts against the goal, and so does one that comes along with another: tries to do
// without each.
static void leave_out(pl_prices* p, const pl_relaxation* x, const uint64_t* start)
{
    uint32_t count = x->rules->heuristic->variable_count;
    settle(p, x);
    int64_t best = worth_of_goal(p, x, start);
    memcpy(p->best.data, p->prices.data, count * sizeof(int64_t));
    for (uint32_t v = 0; v < count; ++v) {
        if (!has_price(p, v) || p->best.data[v] == 0) continue;
        p->flags.data[v] |= IS_LEFT_OUT;
        settle(p, x);
        int64_t worth = worth_of_goal(p, x, start);
        if (worth > best) {
            best = worth;
            memcpy(p->best.data, p->prices.data, count * sizeof(int64_t));
        } else {
            p->flags.data[v] &= (uint8_t)~IS_LEFT_OUT;
        }
    }
    memcpy(p->prices.data, p->best.data, count * sizeof(int64_t));
}

bool pl_prices_find(pl_prices* p, const pl_relaxation* x, const pl_exploration* explored, const uint64_t* start,
                    uint32_t but)
{
    const pl_heuristic* g = x->rules->heuristic;
    const pl_regression* r = x->regression;
    if (!PL_ARRAY_RESERVE(&p->prices, &p->allocator, g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&p->best, &p->allocator, g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&p->flags, &p->allocator, g->variable_count + 1))
        return false;
    memset(p->flags.data, 0, g->variable_count + 1);
    PL_ARRAY_CLEAR(&p->changes);
    PL_ARRAY_CLEAR(&p->moves);
    for (uint32_t m = 0; m < g->move_count; ++m) {
        const uint64_t* pre = r->words + (size_t)m * 3 * r->partial_words;
        if (!pl_rules_available(x->rules, m) || !is_reachable(x, explored, m, pre)) continue;
        if (!add_move(p, x, m, pre)) return false;
    }
    if (but != PLOY_NONE) p->flags.data[but] = 0;
    leave_out(p, x, start);
    p->base = 0;
    for (uint32_t v = 0; v < g->variable_count; ++v)
        p->base -= p->prices.data[v] * (int64_t)pl_heuristic_value(&g->variables[v], start);
    return true;
}

int64_t pl_prices_rest(const pl_prices* p, const pl_relaxation* x, uint32_t index)
{
    const pl_price_move* move = &p->moves.data[index];
    int64_t rest = cost_of(x, move);
    for (uint32_t i = 0; i < move->change_count; ++i) {
        const pl_price_change* change = &p->changes.data[move->first_change + i];
        rest -= p->prices.data[change->variable] * change->amount;
    }
    return rest > 0 ? rest : 0;
}
