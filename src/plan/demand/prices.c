#include "plan/demand/prices.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "base/memory.h"

enum
{
    MAX_ROUNDS = 64,
    MAX_WORK = 1 << 20, // cells of the linear program that all pivots together change
};

enum
{
    LIMIT_BITS = 24 // of the linear program: the highest cost of a move is 1 << LIMIT_BITS
};

#define HIGHEST_RESULT (INT64_C(1) << 30)
#define HIGHEST_AMOUNT 255 // a good of which there is more is counted in larger units

#define ONE (INT64_C(1) << PL_SIMPLEX_BITS)

// Of two solutions of the same worth, the one with higher prices serves more conditions than the goal.
#define TIE_BREAK (ONE / 64)

void pl_prices_init(pl_prices* p, const ploy_allocator* allocator)
{
    *p = (pl_prices){.allocator = pl_allocator_choose(allocator)};
    pl_simplex_init(&p->simplex, &p->allocator);
}

void pl_prices_destroy(pl_prices* p)
{
    PL_ARRAY_FREE(&p->prices, &p->allocator);
    PL_ARRAY_FREE(&p->weights, &p->allocator);
    PL_ARRAY_FREE(&p->units, &p->allocator);
    PL_ARRAY_FREE(&p->columns, &p->allocator);
    PL_ARRAY_FREE(&p->firsts, &p->allocator);
    PL_ARRAY_FREE(&p->is_first, &p->allocator);
    pl_simplex_destroy(&p->simplex);
    PL_ARRAY_FREE(&p->changes, &p->allocator);
    PL_ARRAY_FREE(&p->moves, &p->allocator);
}

size_t pl_prices_bytes(const pl_prices* p)
{
    return pl_array_bytes(p->prices.capacity + p->weights.capacity + p->units.capacity, sizeof(int64_t)) +
           pl_array_bytes(p->columns.capacity, sizeof(uint32_t)) +
           pl_array_bytes(p->firsts.capacity + p->is_first.capacity, sizeof(uint64_t)) +
           pl_array_bytes(p->changes.capacity, sizeof(pl_price_change)) +
           pl_array_bytes(p->moves.capacity, sizeof(pl_price_move)) + pl_simplex_bytes(&p->simplex);
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

static bool add_change(pl_prices* p, uint32_t variable, int64_t rise)
{
    return rise == 0 || PL_ARRAY_PUSH(&p->changes, &p->allocator, (pl_price_change){variable, (int32_t)rise});
}

static bool add_move(pl_prices* p, const pl_relaxation* x, uint32_t m, const uint64_t* pre)
{
    const pl_regression* r = x->regression;
    const pl_heuristic* g = x->rules->heuristic;
    pl_price_move move = {m, p->changes.count, 0};
    for (uint32_t i = 0; i < r->moves[m].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[m].first_add + i];
        if (!add_change(p, add->variable, add->amount)) return false;
    }
    for (uint32_t i = 0; i < r->moves[m].set_count; ++i) {
        const pl_regression_set* set = &r->sets[r->moves[m].first_set + i];
        const pl_heuristic_variable* v = &g->variables[set->variable];
        if (!add_change(p, set->variable, (int64_t)set->bit - v->first - pl_lowest_allowed(v, pre))) return false;
    }
    move.change_count = p->changes.count - move.first_change;
    return PL_ARRAY_PUSH(&p->moves, &p->allocator, move);
}

// First achievers.

static bool may_be_first(const pl_price_request* q, const pl_relaxed_op* op, uint32_t fact)
{
    const pl_relaxation* x = q->relaxation;
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        uint32_t pre = x->pres.data[op->first_pre + i];
        if (pl_bits_test(pl_fact_landmarks_of(q->landmarks, pre), fact)) return false; // or cannot be reached
    }
    return true;
}

static void mark_firsts(pl_prices* p, const pl_price_request* q, const pl_relaxed_op* op)
{
    const pl_relaxation* x = q->relaxation;
    const uint32_t* owners = p->columns.data + 2 * (size_t)x->rules->heuristic->variable_count;
    for (uint32_t i = op->first_effect; i < op->first_effect + op->effect_count; ++i) {
        uint32_t fact = x->effects.data[i];
        if (fact >= x->value_count || !may_be_first(q, op, fact)) continue;
        pl_bits_set(p->is_first.data, i);
        if (pl_bits_test(q->counted, fact))
            pl_bits_set(p->firsts.data + (size_t)op->move * p->first_words, owners[fact]);
    }
}

// Which effects may be the first on the way to reach a fact, and the variables of which a move may be the first to reach
// a landmark of the goal.
static bool find_firsts(pl_prices* p, const pl_price_request* q)
{
    const pl_relaxation* x = q->relaxation;
    const pl_heuristic* g = x->rules->heuristic;
    uint32_t words = p->first_words = pl_bits_words(g->variable_count), effects = pl_bits_words(x->effects.count);
    if (!PL_ARRAY_RESERVE(&p->firsts, &p->allocator, words * g->move_count + 1) ||
        !PL_ARRAY_RESERVE(&p->is_first, &p->allocator, effects + 1) ||
        !PL_ARRAY_RESERVE(&p->columns, &p->allocator, x->value_count + 2 * g->variable_count + 1))
        return false;
    memset(p->firsts.data, 0, (size_t)words * g->move_count * sizeof(uint64_t));
    memset(p->is_first.data, 0, effects * sizeof(uint64_t));
    uint32_t* owners = p->columns.data + 2 * (size_t)g->variable_count;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        for (uint32_t k = 0; k < g->variables[v].size; ++k) owners[g->variables[v].slice + k] = v;
    }
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        if (x->ops.data[o].move != PLOY_NONE) mark_firsts(p, q, &x->ops.data[o]);
    }
    return true;
}

static bool is_first_of(const pl_prices* p, uint32_t move, uint32_t variable)
{
    return pl_bits_test(p->firsts.data + (size_t)move * p->first_words, variable);
}

// Prices.

static int64_t cost_of(const pl_relaxation* x, const pl_price_move* move)
{
    return (int64_t)pl_rules_lowest_cost(x->rules, move->move) << PL_PRICE_BITS;
}

// The columns of the linear program: of each variable its price, and what a landmark of it counts. PLOY_NONE: no column.
static uint32_t name_columns(pl_prices* p, const pl_price_request* q)
{
    uint32_t variables = q->relaxation->rules->heuristic->variable_count, count = 0, *columns = p->columns.data;
    for (uint32_t v = 0; v < variables; ++v) columns[2 * v] = columns[2 * v + 1] = PLOY_NONE;
    for (uint32_t i = 0; i < p->changes.count; ++i) {
        uint32_t v = p->changes.data[i].variable;
        if (v != q->but && columns[2 * v] == PLOY_NONE) columns[2 * v] = count++;
    }
    for (uint32_t v = 0; v < variables; ++v) {
        if (v != q->but && q->counts[v]) columns[2 * v + 1] = count++;
    }
    return count;
}

static int64_t magnitude(int64_t number)
{
    return number < 0 ? -number : number;
}

// The unit of each good: the linear program has no large numbers.
static void choose_units(pl_prices* p, const pl_price_request* q)
{
    const pl_heuristic* g = q->relaxation->rules->heuristic;
    for (uint32_t v = 0; v < g->variable_count; ++v) p->units.data[v] = g->variables[v].size / HIGHEST_AMOUNT + 1;
    for (uint32_t i = 0; i < p->changes.count; ++i) {
        int64_t *unit = &p->units.data[p->changes.data[i].variable], amount = magnitude(p->changes.data[i].amount);
        *unit = amount / HIGHEST_AMOUNT + 1 > *unit ? amount / HIGHEST_AMOUNT + 1 : *unit;
    }
}

// A move must not create more worth than it costs.
static void add_row(pl_prices* p, const pl_price_request* q, const pl_price_move* move, uint32_t highest)
{
    pl_simplex* s = &p->simplex;
    uint32_t cost = pl_rules_lowest_cost(q->relaxation->rules, move->move);
    int64_t* row = pl_simplex_add_row(s, ((int64_t)cost << LIMIT_BITS) / highest);
    bool binds = false;
    for (uint32_t i = 0; i < move->change_count; ++i) {
        const pl_price_change* change = &p->changes.data[move->first_change + i];
        uint32_t column = p->columns.data[2 * change->variable];
        if (column == PLOY_NONE) continue;
        row[column] += change->amount * ONE / p->units.data[change->variable];
        binds |= change->amount > 0;
    }
    for (uint32_t v = 0; v < q->relaxation->rules->heuristic->variable_count; ++v) {
        uint32_t column = p->columns.data[2 * v + 1];
        if (column == PLOY_NONE || !is_first_of(p, move->move, v)) continue;
        row[column] += ONE;
        binds = true;
    }
    for (uint32_t i = 0; i + 1 < s->rows && binds; ++i) {
        const int64_t* other = row - (size_t)(s->rows - 1 - i) * (s->columns + 1);
        binds = memcmp(other, row, s->columns * sizeof *row) != 0 || other[s->columns] > row[s->columns];
    }
    if (!binds) --s->rows; // it says nothing, or no more than another one
}

static void set_goal(pl_prices* p, const pl_price_request* q)
{
    const pl_heuristic* g = q->relaxation->rules->heuristic;
    const pl_regression* r = q->relaxation->regression;
    int64_t *goal = pl_simplex_goal(&p->simplex), alternatives = r->goal_count ? r->goal_count : 1;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        uint32_t price = p->columns.data[2 * v], landmark = p->columns.data[2 * v + 1];
        int64_t wanted = 0, start = pl_heuristic_value(&g->variables[v], q->start);
        for (uint32_t i = 0; i < r->goal_count; ++i)
            wanted += pl_lowest_allowed(&g->variables[v], r->goals + (size_t)i * r->partial_words) - start;
        if (price != PLOY_NONE) goal[price] = wanted * ONE / (p->units.data[v] * alternatives) + TIE_BREAK;
        if (landmark != PLOY_NONE) goal[landmark] = q->counts[v] * ONE / alternatives;
    }
}

// Makes a move no bargain: lowers what the landmarks of a move count, then the prices of what it makes, the last one
// first.
static bool mend(pl_prices* p, const pl_relaxation* x, uint32_t index)
{
    const pl_price_move* move = &p->moves.data[index];
    int64_t excess = -pl_prices_balance(p, x, index);
    bool changed = excess > 0;
    for (uint32_t v = 0; v < x->rules->heuristic->variable_count && excess > 0; ++v) {
        if (!is_first_of(p, move->move, v)) continue;
        int64_t less = excess < p->weights.data[v] ? excess : p->weights.data[v];
        p->weights.data[v] -= less;
        excess -= less;
    }
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

// The prices of the linear program, rounded so that they satisfy it exactly.
static void take_solution(pl_prices* p, const pl_relaxation* x, uint32_t highest)
{
    uint32_t count = x->rules->heuristic->variable_count;
    bool changed = true;
    for (uint32_t i = 0; i < 2 * count; ++i) {
        uint32_t column = p->columns.data[i];
        int64_t value = column == PLOY_NONE ? 0 : p->simplex.x.data[column];
        value = value < HIGHEST_RESULT ? value : HIGHEST_RESULT;
        value = (value * highest) >> (LIMIT_BITS - PL_PRICE_BITS);
        if (i % 2 == 0) value /= p->units.data[i / 2];
        *(i % 2 ? &p->weights.data[i / 2] : &p->prices.data[i / 2]) = value;
    }
    for (uint32_t round = 0; changed && round < MAX_ROUNDS; ++round) {
        changed = false;
        for (uint32_t i = 0; i < p->moves.count; ++i) changed |= mend(p, x, i);
    }
    if (!changed) return;
    memset(p->prices.data, 0, count * sizeof(int64_t));
    memset(p->weights.data, 0, count * sizeof(int64_t));
}

static bool solve(pl_prices* p, const pl_price_request* q)
{
    const pl_relaxation* x = q->relaxation;
    uint32_t highest = 1;
    for (uint32_t i = 0; i < p->moves.count; ++i) {
        uint32_t cost = pl_rules_lowest_cost(x->rules, p->moves.data[i].move);
        highest = cost > highest ? cost : highest;
    }
    if (!pl_simplex_begin(&p->simplex, name_columns(p, q), p->moves.count)) return false;
    choose_units(p, q);
    for (uint32_t i = 0; i < p->moves.count; ++i) add_row(p, q, &p->moves.data[i], highest);
    set_goal(p, q);
    pl_simplex_solve(&p->simplex, MAX_WORK);
    take_solution(p, x, highest);
    return true;
}

bool pl_prices_find(pl_prices* p, const pl_price_request* q)
{
    const pl_relaxation* x = q->relaxation;
    const pl_heuristic* g = x->rules->heuristic;
    const pl_regression* r = x->regression;
    if (!PL_ARRAY_RESERVE(&p->prices, &p->allocator, g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&p->weights, &p->allocator, g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&p->units, &p->allocator, g->variable_count + 1))
        return false;
    PL_ARRAY_CLEAR(&p->changes);
    PL_ARRAY_CLEAR(&p->moves);
    for (uint32_t m = 0; m < g->move_count; ++m) {
        if (!pl_rules_available(x->rules, m)) continue;
        const uint64_t* pre = pl_regression_open(r, m);
        bool ok = !is_reachable(x, q->explored, m, pre) || add_move(p, x, m, pre);
        pl_regression_close(r, m);
        if (!ok) return false;
    }
    if (!find_firsts(p, q) || !solve(p, q)) return false;
    p->base = 0;
    for (uint32_t v = 0; v < g->variable_count; ++v)
        p->base -= p->prices.data[v] * (int64_t)pl_heuristic_value(&g->variables[v], q->start);
    return true;
}

int64_t pl_prices_balance(const pl_prices* p, const pl_relaxation* x, uint32_t index)
{
    const pl_price_move* move = &p->moves.data[index];
    int64_t rest = cost_of(x, move);
    for (uint32_t i = 0; i < move->change_count; ++i) {
        const pl_price_change* change = &p->changes.data[move->first_change + i];
        rest -= p->prices.data[change->variable] * change->amount;
    }
    for (uint32_t v = 0; v < x->rules->heuristic->variable_count; ++v) {
        if (p->weights.data[v] && is_first_of(p, move->move, v)) rest -= p->weights.data[v];
    }
    return rest;
}

int64_t pl_prices_rest(const pl_prices* p, const pl_relaxation* x, uint32_t index)
{
    int64_t rest = pl_prices_balance(p, x, index);
    return rest > 0 ? rest : 0;
}
