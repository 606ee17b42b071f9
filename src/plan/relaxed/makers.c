#include "plan/relaxed/makers.h"

#include <string.h>

#include "base/memory.h"

#define NO_PRICE INT64_MAX
#define HIGHEST_PRICE (INT64_C(1) << 40)
#define HIGHEST_AMOUNT (INT64_C(1) << 20)

void pl_makers_init(pl_makers* k, const ploy_allocator* allocator)
{
    *k = (pl_makers){.allocator = pl_allocator_choose(allocator)};
}

void pl_makers_destroy(pl_makers* k)
{
    PL_ARRAY_FREE(&k->list, &k->allocator);
    PL_ARRAY_FREE(&k->first, &k->allocator);
    PL_ARRAY_FREE(&k->first_taker, &k->allocator);
    PL_ARRAY_FREE(&k->takers, &k->allocator);
    PL_ARRAY_FREE(&k->prices, &k->allocator);
    PL_ARRAY_FREE(&k->is_done, &k->allocator);
}

size_t pl_makers_bytes(const pl_makers* k)
{
    return pl_array_bytes(k->list.capacity, sizeof(pl_maker)) +
           pl_array_bytes(k->first.capacity + k->first_taker.capacity, sizeof(uint32_t)) +
           pl_array_bytes(k->takers.capacity, sizeof(uint64_t)) + pl_array_bytes(k->prices.capacity, sizeof(int64_t)) +
           k->is_done.capacity;
}

// Which moves make what.

// The value that is added to, or PLOY_NONE: the first precondition of an addition to the variable.
static uint32_t value_before(const pl_relaxation* x, const uint32_t* owners, uint32_t o, uint32_t variable)
{
    const pl_relaxed_op* op = &x->ops.data[o];
    if (op->pre_count == 0) return PLOY_NONE;
    uint32_t fact = x->pres.data[op->first_pre];
    if (fact >= x->value_count || owners[fact] != variable + 1) return PLOY_NONE;
    return fact - x->rules->heuristic->variables[variable].slice;
}

static bool take(pl_makers* k, const uint32_t* owners, uint32_t index)
{
    const pl_relaxation* x = k->relaxation;
    const pl_regression_move* m = &x->regression->moves[k->list.data[index].move];
    for (uint32_t i = m->first_add; i < m->first_add + m->add_count; ++i) {
        const pl_regression_add* add = &x->regression->adds[i];
        if (add->amount >= 0 || !owners[x->rules->heuristic->variables[add->variable].slice]) continue;
        uint64_t entry = (uint64_t)index << 32 | k->first_taker.data[add->variable];
        k->first_taker.data[add->variable] = k->takers.count;
        if (!PL_ARRAY_PUSH(&k->takers, &k->allocator, entry)) return false;
    }
    return true;
}

// An operator of a maker: one more of the last one, or of a new one.
static bool add_op(pl_makers* k, const uint32_t* owners, uint32_t o, uint32_t variable, int64_t amount, bool fills)
{
    uint32_t move = k->relaxation->ops.data[o].move, count = k->list.count;
    for (uint32_t i = count; i > 0 && k->list.data[i - 1].move == move; --i) {
        pl_maker* maker = &k->list.data[i - 1];
        if (maker->variable != variable) continue;
        if (maker->first_op + maker->op_count == o) ++maker->op_count;
        return true;
    }
    pl_maker maker = {variable, move, amount, fills, o, 1, k->first.data[variable], 0, 0};
    k->has_choice |= maker.next != PLOY_NONE;
    k->first.data[variable] = count;
    return PL_ARRAY_PUSH(&k->list, &k->allocator, maker) && take(k, owners, count);
}

static bool add_effect(pl_makers* k, const uint32_t* owners, uint32_t o, uint32_t fact)
{
    const pl_relaxation* x = k->relaxation;
    if (fact >= x->value_count || !owners[fact]) return true;
    uint32_t variable = owners[fact] - 1, before = value_before(x, owners, o, variable);
    int64_t value = fact - x->rules->heuristic->variables[variable].slice;
    if (pl_regression_value(x->regression, x->ops.data[o].move, variable) != PLOY_NONE)
        return add_op(k, owners, o, variable, value, true);
    return before == PLOY_NONE || before >= value || add_op(k, owners, o, variable, value - before, false);
}

bool pl_makers_begin(pl_makers* k, const pl_relaxation* x, const uint32_t* owners, pl_maker_style style)
{
    uint32_t variables = x->rules->heuristic->variable_count;
    k->relaxation = x;
    k->style = style;
    k->has_choice = k->has_prices = false;
    PL_ARRAY_CLEAR(&k->list);
    PL_ARRAY_CLEAR(&k->takers);
    if (!PL_ARRAY_RESERVE(&k->first, &k->allocator, variables + 1) ||
        !PL_ARRAY_RESERVE(&k->first_taker, &k->allocator, variables + 1) ||
        !PL_ARRAY_RESERVE(&k->prices, &k->allocator, variables + 1) ||
        !PL_ARRAY_RESERVE(&k->is_done, &k->allocator, variables + 1))
        return false;
    for (uint32_t v = 0; v < variables; ++v) k->first.data[v] = k->first_taker.data[v] = PLOY_NONE;
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        const pl_relaxed_op* op = &x->ops.data[o];
        for (uint32_t i = 0; op->move != PLOY_NONE && i < op->effect_count; ++i) {
            if (!add_effect(k, owners, o, x->effects.data[op->first_effect + i])) return false;
        }
    }
    return true;
}

// Of an addition, the operator for a value, or for the highest below it that can be raised; of what fills a good up, the
// cheapest.
uint32_t pl_maker_op(const pl_makers* k, const pl_maker* maker, const pl_exploration* e, uint32_t value)
{
    const pl_relaxation* x = k->relaxation;
    uint32_t slice = x->rules->heuristic->variables[maker->variable].slice, best = PLOY_NONE;
    for (uint32_t o = maker->first_op + maker->op_count; o-- > maker->first_op;) {
        bool is_low = maker->fills || x->pres.data[x->ops.data[o].first_pre] <= slice + value;
        if (!is_low || e->ops.data[o].missing) continue;
        if (!maker->fills) return o;
        if (best == PLOY_NONE || e->ops.data[o].cost < e->ops.data[best].cost) best = o;
    }
    return best;
}

// Prices.

static int64_t lower_of(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static bool is_of_good(const pl_relaxation* x, const uint32_t* owners, uint32_t fact)
{
    if (fact < x->value_count) return owners[fact] != 0;
    return fact != x->goal &&
           owners[x->rules->heuristic->variables[x->needs.data[fact - x->value_count].variable].slice];
}

int64_t pl_makers_travel(const pl_makers* k, const pl_exploration* e, const uint32_t* owners, uint32_t o)
{
    const pl_relaxation* x = k->relaxation;
    const pl_relaxed_op* op = &x->ops.data[o];
    int64_t cost = 0;
    for (uint32_t i = op->first_pre; i < op->first_pre + op->pre_count; ++i) {
        uint32_t fact = x->pres.data[i];
        if (!is_of_good(x, owners, fact) && e->costs.data[fact] != UINT32_MAX) cost += e->costs.data[fact];
    }
    return cost;
}

// What a unit costs, if nothing that the maker takes does.
static void begin_price(pl_makers* k, const pl_exploration* e, const uint32_t* owners, pl_maker* maker)
{
    uint32_t o = PLOY_NONE;
    for (uint32_t i = maker->first_op; i < maker->first_op + maker->op_count && o == PLOY_NONE; ++i) {
        if (!e->ops.data[i].missing) o = i;
    }
    maker->lacks = 0;
    maker->price = NO_PRICE;
    if (o == PLOY_NONE || maker->amount <= 0) return;
    int64_t cost =
        pl_relaxed_effort(&k->relaxation->ops.data[o]) + (pl_makers_travel(k, e, owners, o) >> k->style.travel_bits);
    maker->price = lower_of(cost << PL_MAKER_BITS, HIGHEST_PRICE);
}

static void offer(pl_makers* k, const pl_maker* maker)
{
    int64_t price = (maker->price + maker->amount - 1) / maker->amount, *known = &k->prices.data[maker->variable];
    if (!k->is_done.data[maker->variable] && price < *known) *known = price;
}

// A good has its price: those that take it know more.
static void settle(pl_makers* k, uint32_t variable)
{
    const pl_relaxation* x = k->relaxation;
    k->is_done.data[variable] = true;
    for (uint32_t t = k->first_taker.data[variable]; t != PLOY_NONE; t = (uint32_t)k->takers.data[t]) {
        pl_maker* maker = &k->list.data[k->takers.data[t] >> 32];
        if (maker->price == NO_PRICE) continue;
        const pl_regression_move* m = &x->regression->moves[maker->move];
        for (uint32_t i = m->first_add; i < m->first_add + m->add_count; ++i) {
            const pl_regression_add* add = &x->regression->adds[i];
            if (add->variable != variable) continue;
            int64_t taken = lower_of(-(int64_t)add->amount, HIGHEST_AMOUNT) * k->prices.data[variable];
            maker->price = lower_of(maker->price + taken, HIGHEST_PRICE);
        }
        if (--maker->lacks == 0) offer(k, maker);
    }
}

static uint32_t cheapest(const pl_makers* k, uint32_t variables)
{
    uint32_t best = PLOY_NONE;
    for (uint32_t v = 0; v < variables; ++v) {
        if (k->is_done.data[v] || k->prices.data[v] == NO_PRICE) continue;
        if (best == PLOY_NONE || k->prices.data[v] < k->prices.data[best]) best = v;
    }
    return best;
}

void pl_makers_price(pl_makers* k, const pl_exploration* e, const uint32_t* owners)
{
    uint32_t variables = k->relaxation->rules->heuristic->variable_count;
    k->has_prices = true;
    if (k->style.prices) {
        memcpy(k->prices.data, k->style.prices, variables * sizeof(int64_t));
        return;
    }
    memset(k->is_done.data, 0, variables);
    for (uint32_t v = 0; v < variables; ++v) k->prices.data[v] = NO_PRICE;
    for (uint32_t i = 0; i < k->list.count; ++i) begin_price(k, e, owners, &k->list.data[i]);
    for (uint32_t i = 0; i < k->takers.count; ++i) ++k->list.data[k->takers.data[i] >> 32].lacks;
    for (uint32_t i = 0; i < k->list.count; ++i) {
        if (k->list.data[i].lacks == 0 && k->list.data[i].price != NO_PRICE) offer(k, &k->list.data[i]);
    }
    for (uint32_t v = cheapest(k, variables); v != PLOY_NONE; v = cheapest(k, variables)) settle(k, v);
}
