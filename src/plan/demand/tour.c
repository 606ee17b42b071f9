#include "plan/demand/tour.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "base/memory.h"

enum
{
    MAX_EVENTS = 11,
    MAX_CANDIDATES = 64,
    MAX_PLACES = 256,
};

#define FAR (UINT32_MAX / 4) // two of them, and some steps, still fit

void pl_tours_init(pl_tours* t, const ploy_allocator* allocator)
{
    *t = (pl_tours){.allocator = pl_allocator_choose(allocator), .location = PLOY_NONE};
    pl_tuples_init(&t->sets, &t->allocator, 1);
}

void pl_tours_destroy(pl_tours* t)
{
    pl_tuples_destroy(&t->sets);
    PL_ARRAY_FREE(&t->steps, &t->allocator);
    PL_ARRAY_FREE(&t->routes, &t->allocator);
    PL_ARRAY_FREE(&t->routed, &t->allocator);
    PL_ARRAY_FREE(&t->places, &t->allocator);
    PL_ARRAY_FREE(&t->is_event, &t->allocator);
    PL_ARRAY_FREE(&t->spans, &t->allocator);
    PL_ARRAY_FREE(&t->ends, &t->allocator);
    PL_ARRAY_FREE(&t->table, &t->allocator);
    PL_ARRAY_FREE(&t->scratch, &t->allocator);
}

size_t pl_tours_bytes(const pl_tours* t)
{
    return pl_tuples_bytes(&t->sets) + pl_array_bytes(t->spans.capacity, sizeof(pl_tour_span)) +
           pl_array_bytes(t->ends.capacity, sizeof(pl_tour_end)) +
           pl_array_bytes(t->steps.capacity + t->routes.capacity + t->places.capacity + t->table.capacity,
                          sizeof(uint32_t)) +
           pl_array_bytes(t->routed.capacity + t->is_event.capacity + t->scratch.capacity, sizeof(uint64_t));
}

// The location.

static bool changes(const pl_regression* r, uint32_t m, uint32_t variable, bool* is_addition)
{
    const uint64_t* freed = r->words + (size_t)m * 3 * r->partial_words + 2 * (size_t)r->partial_words;
    const pl_regression_move* move = &r->moves[m];
    for (uint32_t i = 0; i < move->add_count; ++i) {
        if (r->adds[move->first_add + i].variable == variable) return *is_addition = true;
    }
    return pl_bits_test(freed, r->heuristic->variables[variable].first);
}

// The only value of a variable that a move allows before it; PLOY_NONE: several.
static uint32_t place_required(const pl_regression* r, uint32_t m, uint32_t variable)
{
    const pl_heuristic_variable* v = &r->heuristic->variables[variable];
    const uint64_t* pre = r->words + (size_t)m * 3 * r->partial_words;
    uint32_t only = PLOY_NONE;
    for (uint32_t k = 0; k < v->size; ++k) {
        if (!pl_bits_test(pre, v->first + k)) continue;
        if (only != PLOY_NONE) return PLOY_NONE;
        only = k;
    }
    return only;
}

uint32_t pl_tours_find_location(const pl_relaxation* x)
{
    const pl_regression* r = x->regression;
    const pl_heuristic* g = x->rules->heuristic;
    uint32_t best = PLOY_NONE, most = 2;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        uint32_t required = 0;
        bool is_addition = false;
        if (g->variables[v].size < 3 || g->variables[v].size > MAX_PLACES) continue;
        for (uint32_t m = 0; m < g->move_count && !is_addition; ++m) {
            if (!changes(r, m, v, &is_addition)) required += place_required(r, m, v) != PLOY_NONE;
        }
        if (is_addition || required <= most) continue;
        best = v;
        most = required;
    }
    return best;
}

// Steps and routes.

static void set_steps(pl_tours* t, const pl_prices* prices)
{
    const pl_relaxation* x = t->relaxation;
    const pl_regression* r = x->regression;
    const pl_heuristic_variable* v = &x->rules->heuristic->variables[t->location];
    uint32_t n = t->place_count;
    for (uint32_t i = 0; i < n * n; ++i) t->steps.data[i] = FAR;
    for (uint32_t i = 0; i < prices->moves.count; ++i) {
        uint32_t m = prices->moves.data[i].move, to = 0;
        bool is_addition = false;
        if (!changes(r, m, t->location, &is_addition)) continue;
        const uint64_t *pre = r->words + (size_t)m * 3 * r->partial_words, *set = pre + r->partial_words;
        while (!pl_bits_test(set, v->first + to)) ++to;
        int64_t rest = pl_prices_rest(prices, x, i) >> PL_PRICE_BITS;
        uint32_t cost = pl_rules_lowest_cost(x->rules, m);
        cost = rest < cost ? (uint32_t)rest : cost;
        cost = cost < FAR ? cost : FAR;
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t* step = &t->steps.data[k * n + to];
            if (pl_bits_test(pre, v->first + k) && cost < *step) *step = cost;
        }
    }
}

static const uint32_t* routes_from(pl_tours* t, uint32_t place)
{
    uint32_t n = t->place_count, *row = t->routes.data + (size_t)place * n;
    if (pl_bits_test(t->routed.data, place)) return row;
    pl_bits_set(t->routed.data, place);
    uint64_t done[MAX_PLACES / 64] = {0};
    for (uint32_t k = 0; k < n; ++k) row[k] = k == place ? 0 : FAR;
    for (;;) {
        uint32_t at = PLOY_NONE;
        for (uint32_t k = 0; k < n; ++k) {
            if (!pl_bits_test(done, k) && row[k] < FAR && (at == PLOY_NONE || row[k] < row[at])) at = k;
        }
        if (at == PLOY_NONE) return row;
        pl_bits_set(done, at);
        const uint32_t* step = t->steps.data + (size_t)at * n;
        for (uint32_t k = 0; k < n; ++k) {
            if (row[at] + step[k] < row[k]) row[k] = row[at] + step[k];
        }
    }
}

// Events.

static uint32_t place_of_op(const pl_tours* t, const pl_relaxed_op* op)
{
    const pl_relaxation* x = t->relaxation;
    bool is_addition = false;
    if (op->move == PLOY_NONE || changes(x->regression, op->move, t->location, &is_addition)) return PLOY_NONE;
    return place_required(x->regression, op->move, t->location);
}

// Where each value is reached: at the one place that all operators with this effect require.
static void find_places(pl_tours* t)
{
    const pl_relaxation* x = t->relaxation;
    const pl_heuristic_variable* v = &x->rules->heuristic->variables[t->location];
    const uint32_t unseen = PLOY_NONE - 1;
    for (uint32_t f = 0; f < x->value_count; ++f) t->places.data[f] = unseen;
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        const pl_relaxed_op* op = &x->ops.data[o];
        uint32_t place = place_of_op(t, op);
        for (uint32_t i = 0; i < op->effect_count; ++i) {
            uint32_t f = x->effects.data[op->first_effect + i];
            if (f >= x->value_count) continue;
            uint32_t* known = &t->places.data[f];
            *known = *known == unseen || *known == place ? place : PLOY_NONE;
        }
    }
    memset(t->is_event.data, 0, (size_t)pl_bits_words(x->value_count) * sizeof(uint64_t));
    for (uint32_t f = 0; f < x->value_count; ++f) {
        if (f - v->slice < v->size) t->places.data[f] = f - v->slice;
        if (t->places.data[f] < unseen) pl_bits_set(t->is_event.data, f);
    }
}

bool pl_tours_begin(pl_tours* t, const pl_relaxation* x, const pl_fact_landmarks* landmarks, const pl_prices* prices,
                    const uint64_t* start, uint32_t location)
{
    t->relaxation = x;
    t->landmarks = landmarks;
    t->location = location;
    if (location == PLOY_NONE) return true;
    const pl_heuristic_variable* v = &x->rules->heuristic->variables[location];
    uint32_t n = t->place_count = v->size;
    t->start = pl_heuristic_value(v, start);
    PL_ARRAY_CLEAR(&t->spans);
    PL_ARRAY_CLEAR(&t->ends);
    pl_tuples_set_width(&t->sets, landmarks->words);
    if (!PL_ARRAY_RESERVE(&t->steps, &t->allocator, n * n) || !PL_ARRAY_RESERVE(&t->routes, &t->allocator, n * n) ||
        !PL_ARRAY_RESERVE(&t->routed, &t->allocator, pl_bits_words(n)) ||
        !PL_ARRAY_RESERVE(&t->places, &t->allocator, x->value_count) ||
        !PL_ARRAY_RESERVE(&t->is_event, &t->allocator, landmarks->words) ||
        !PL_ARRAY_RESERVE(&t->table, &t->allocator, (1u << MAX_EVENTS) * MAX_EVENTS) ||
        !PL_ARRAY_RESERVE(&t->scratch, &t->allocator, landmarks->words))
        return false;
    memset(t->routed.data, 0, pl_bits_words(n) * sizeof(uint64_t));
    set_steps(t, prices);
    find_places(t);
    return true;
}

// A tour.

typedef struct tour_events
{
    uint32_t facts[MAX_CANDIDATES], places[MAX_CANDIDATES];
    uint64_t before[MAX_CANDIDATES]; // events that come before this one
    uint32_t count;
} tour_events;

static void collect(const pl_tours* t, const uint64_t* values, tour_events* e)
{
    uint32_t words = t->landmarks->words;
    e->count = 0;
    for (uint32_t f = pl_bits_next(values, words, 0); f != PLOY_NONE && e->count < MAX_CANDIDATES;
         f = pl_bits_next(values, words, f + 1)) {
        e->facts[e->count] = f;
        e->places[e->count++] = t->places.data[f];
    }
    for (uint32_t i = 0; i < e->count; ++i) {
        const uint64_t* set = pl_fact_landmarks_of(t->landmarks, e->facts[i]);
        e->before[i] = 0;
        for (uint32_t k = 0; k < e->count; ++k) {
            if (k != i && pl_bits_test(set, e->facts[k])) e->before[i] |= 1ull << k;
        }
    }
}

// An event says nothing new if one at the same place comes after it, and before everything else that it comes before.
static bool is_implied(const tour_events* e, uint64_t left, uint32_t i)
{
    for (uint64_t others = left & ~(1ull << i); others; others &= others - 1) {
        uint32_t k = pl_trailing_zeros(others);
        if (e->places[k] != e->places[i] || !(e->before[k] >> i & 1)) continue;
        bool is_first = true;
        for (uint64_t rest = left & ~(1ull << i); rest && is_first; rest &= rest - 1) {
            uint32_t j = pl_trailing_zeros(rest);
            is_first = j == k || !(e->before[j] >> i & 1) || (e->before[j] >> k & 1);
        }
        if (is_first) return true;
    }
    return false;
}

static void keep(tour_events* e, uint64_t left)
{
    uint32_t count = 0;
    for (uint64_t rest = left; rest; rest &= rest - 1, ++count) {
        uint32_t i = pl_trailing_zeros(rest);
        uint64_t before = 0;
        uint32_t n = 0;
        for (uint64_t others = left; others; others &= others - 1, ++n)
            before |= (e->before[i] >> pl_trailing_zeros(others) & 1) << n;
        e->places[count] = e->places[i];
        e->before[count] = before;
    }
    e->count = count;
}

static void reduce(tour_events* e)
{
    uint64_t left = e->count == 64 ? ~0ull : (1ull << e->count) - 1;
    for (uint32_t i = 0; i < e->count; ++i) {
        if (is_implied(e, left, i)) left &= ~(1ull << i);
    }
    // Those that come first are left out first: what comes late requires more.
    while (pl_count_ones(left) > MAX_EVENTS) {
        uint32_t least = PLOY_NONE;
        for (uint64_t rest = left; rest; rest &= rest - 1) {
            uint32_t i = pl_trailing_zeros(rest);
            if (least == PLOY_NONE || pl_count_ones(e->before[i]) < pl_count_ones(e->before[least])) least = i;
        }
        left &= ~(1ull << least);
    }
    keep(e, left);
}

static uint32_t arrive(const pl_tours* t, const uint32_t* between, uint32_t mask, uint32_t last)
{
    uint32_t rest = mask & ~(1u << last), best = FAR;
    if (!rest) return between[MAX_EVENTS * MAX_EVENTS + last];
    for (uint32_t left = rest; left; left &= left - 1) {
        uint32_t i = pl_trailing_zeros(left), so_far = t->table.data[rest * MAX_EVENTS + i];
        if (so_far >= FAR) continue;
        uint32_t cost = so_far + between[i * MAX_EVENTS + last];
        best = cost < best ? cost : best;
    }
    return best;
}

// Cost of reaching exactly the events of a mask with `last` as the last one, for all closed masks.
static void fill_table(pl_tours* t, const tour_events* e)
{
    uint32_t between[(MAX_EVENTS + 1) * MAX_EVENTS];
    for (uint32_t i = 0; i < e->count; ++i) {
        const uint32_t* routes = routes_from(t, e->places[i]);
        for (uint32_t k = 0; k < e->count; ++k) between[i * MAX_EVENTS + k] = routes[e->places[k]];
        between[MAX_EVENTS * MAX_EVENTS + i] = routes_from(t, t->start)[e->places[i]];
    }
    for (uint32_t mask = 1; mask < 1u << e->count; ++mask) {
        uint32_t needed = 0;
        for (uint32_t left = mask; left; left &= left - 1) needed |= (uint32_t)e->before[pl_trailing_zeros(left)];
        bool is_closed = !(needed & ~mask);
        for (uint32_t left = mask; left; left &= left - 1) {
            uint32_t i = pl_trailing_zeros(left);
            bool may_be_last = is_closed && !(needed >> i & 1);
            t->table.data[mask * MAX_EVENTS + i] = may_be_last ? arrive(t, between, mask, i) : FAR;
        }
    }
}

static bool compute(pl_tours* t, const uint64_t* values)
{
    tour_events e;
    collect(t, values, &e);
    reduce(&e);
    pl_tour_span span = {t->ends.count, 0};
    if (e.count == 0) {
        if (!PL_ARRAY_PUSH(&t->ends, &t->allocator, (pl_tour_end){t->start, 0})) return false;
    } else {
        fill_table(t, &e);
        uint32_t all = (1u << e.count) - 1;
        for (uint32_t i = 0; i < e.count; ++i) {
            uint32_t cost = t->table.data[all * MAX_EVENTS + i];
            if (cost < FAR && !PL_ARRAY_PUSH(&t->ends, &t->allocator, (pl_tour_end){e.places[i], cost})) return false;
        }
    }
    span.count = t->ends.count - span.first;
    return PL_ARRAY_PUSH(&t->spans, &t->allocator, span);
}

uint32_t pl_tours_cost(pl_tours* t, const uint64_t* values, const uint64_t* partial)
{
    if (t->location == PLOY_NONE) return 0;
    uint64_t* events = t->scratch.data;
    for (uint32_t w = 0; w < t->landmarks->words; ++w) events[w] = values[w] & t->is_event.data[w];
    uint32_t known = t->sets.count, id = pl_tuples_intern(&t->sets, events);
    if (id == PLOY_NONE || (id == known && !compute(t, events))) return UINT32_MAX;
    const pl_heuristic_variable* v = &t->relaxation->rules->heuristic->variables[t->location];
    pl_tour_span span = t->spans.data[id];
    uint32_t best = FAR;
    for (uint32_t i = 0; i < span.count; ++i) {
        pl_tour_end end = t->ends.data[span.first + i];
        if (end.cost >= best) continue;
        const uint32_t* routes = routes_from(t, end.place);
        for (uint32_t k = 0; k < v->size; ++k) {
            if (pl_bits_test(partial, v->first + k) && end.cost + routes[k] < best) best = end.cost + routes[k];
        }
    }
    return best < FAR ? best : 0; // without an order that works there is no plan; others see that
}
