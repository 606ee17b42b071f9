#include "plan/demand/tour.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "base/memory.h"

enum
{
    MAX_EVENTS = 11,
    MAX_STOPS = 16, // places of all events together
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
           pl_array_bytes(t->steps.capacity + t->routes.capacity + t->table.capacity, sizeof(uint32_t)) +
           pl_array_bytes(t->places.capacity, sizeof(pl_tour_places)) +
           pl_array_bytes(t->routed.capacity + t->is_event.capacity + t->scratch.capacity, sizeof(uint64_t));
}

// The location.

static bool changes(const pl_regression* r, uint32_t m, uint32_t variable, bool* is_addition)
{
    const pl_regression_move* move = &r->moves[m];
    for (uint32_t i = 0; i < move->add_count; ++i) {
        if (r->adds[move->first_add + i].variable == variable) return *is_addition = true;
    }
    return pl_regression_value(r, m, variable) != PLOY_NONE;
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
            if (!changes(r, m, v, &is_addition)) required += pl_regression_only(r, m, v) != PLOY_NONE;
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
        uint32_t m = prices->moves.data[i].move, to = pl_regression_value(r, m, t->location);
        if (to == PLOY_NONE) continue;
        int64_t rest = pl_prices_rest(prices, x, i) >> PL_PRICE_BITS;
        uint32_t cost = pl_rules_lowest_cost(x->rules, m);
        cost = rest < cost ? (uint32_t)rest : cost;
        cost = cost < FAR ? cost : FAR;
        const uint64_t* pre = pl_regression_open(r, m);
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t* step = &t->steps.data[k * n + to];
            if (pl_bits_test(pre, v->first + k) && cost < *step) *step = cost;
        }
        pl_regression_close(r, m);
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
    return pl_regression_only(x->regression, op->move, t->location);
}

static void add_place(pl_tour_places* places, uint32_t place)
{
    if (place == PLOY_NONE) places->count = PL_TOUR_PLACES + 1; // anywhere
    if (places->count > PL_TOUR_PLACES) return;
    for (uint32_t i = 0; i < places->count; ++i) {
        if (places->at[i] == place) return;
    }
    if (places->count < PL_TOUR_PLACES) places->at[places->count] = (uint16_t)place;
    ++places->count;
}

// Where each value is reached first: at one of the places that the operators require which may be the first to reach it.
static void find_places(pl_tours* t, const pl_prices* prices)
{
    const pl_relaxation* x = t->relaxation;
    const pl_heuristic_variable* v = &x->rules->heuristic->variables[t->location];
    memset(t->places.data, 0, x->value_count * sizeof *t->places.data);
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        const pl_relaxed_op* op = &x->ops.data[o];
        uint32_t place = place_of_op(t, op);
        for (uint32_t i = op->first_effect; i < op->first_effect + op->effect_count; ++i) {
            uint32_t f = x->effects.data[i];
            if (f < x->value_count && pl_bits_test(prices->is_first.data, i)) add_place(&t->places.data[f], place);
        }
    }
    memset(t->is_event.data, 0, (size_t)pl_bits_words(x->value_count) * sizeof(uint64_t));
    for (uint32_t f = 0; f < x->value_count; ++f) {
        pl_tour_places* places = &t->places.data[f];
        if (f - v->slice < v->size) *places = (pl_tour_places){1, {(uint16_t)(f - v->slice)}};
        if (places->count && places->count <= PL_TOUR_PLACES) pl_bits_set(t->is_event.data, f);
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
        !PL_ARRAY_RESERVE(&t->table, &t->allocator, (1u << MAX_EVENTS) * MAX_STOPS) ||
        !PL_ARRAY_RESERVE(&t->scratch, &t->allocator, landmarks->words))
        return false;
    memset(t->routed.data, 0, pl_bits_words(n) * sizeof(uint64_t));
    set_steps(t, prices);
    find_places(t, prices);
    return true;
}

// A tour.

typedef struct tour_events
{
    uint32_t facts[MAX_CANDIDATES];
    pl_tour_places places[MAX_CANDIDATES];
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

static bool lie_within(const pl_tour_places* inner, const pl_tour_places* outer)
{
    for (uint32_t i = 0, k; i < inner->count; ++i) {
        for (k = 0; k < outer->count && outer->at[k] != inner->at[i];) ++k;
        if (k == outer->count) return false;
    }
    return true;
}

// An event says nothing new if one at the same places, or some of them, comes after it, and before everything else that
// it comes before.
static bool is_implied(const tour_events* e, uint64_t left, uint32_t i)
{
    for (uint64_t others = left & ~(1ull << i); others; others &= others - 1) {
        uint32_t k = pl_trailing_zeros(others);
        if (!(e->before[k] >> i & 1) || !lie_within(&e->places[k], &e->places[i])) continue;
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

static uint32_t count_stops(const tour_events* e, uint64_t left)
{
    uint32_t count = 0;
    for (; left; left &= left - 1) count += e->places[pl_trailing_zeros(left)].count;
    return count;
}

// Is event i left out before event k? First those with several places, then those that come first: what comes late
// requires more.
static bool matters_less(const tour_events* e, uint32_t i, uint32_t k)
{
    if (e->places[i].count != e->places[k].count) return e->places[i].count > e->places[k].count;
    return pl_count_ones(e->before[i]) < pl_count_ones(e->before[k]);
}

static void reduce(tour_events* e)
{
    uint64_t left = e->count == 64 ? ~0ull : (1ull << e->count) - 1;
    for (uint32_t i = 0; i < e->count; ++i) {
        if (is_implied(e, left, i)) left &= ~(1ull << i);
    }
    while (pl_count_ones(left) > MAX_EVENTS || count_stops(e, left) > MAX_STOPS) {
        uint32_t least = PLOY_NONE;
        for (uint64_t rest = left; rest; rest &= rest - 1) {
            uint32_t i = pl_trailing_zeros(rest);
            if (least == PLOY_NONE || matters_less(e, i, least)) least = i;
        }
        left &= ~(1ull << least);
    }
    keep(e, left);
}

// A stop: an event at one of its places.
typedef struct tour_stops
{
    uint32_t count;
    uint32_t first[MAX_EVENTS + 1]; // of each event
    uint32_t places[MAX_STOPS];
    uint32_t between[MAX_STOPS][MAX_STOPS], from_start[MAX_STOPS];
} tour_stops;

static void set_stops(pl_tours* t, const tour_events* e, tour_stops* s)
{
    s->count = 0;
    for (uint32_t i = 0; i < e->count; ++i) {
        s->first[i] = s->count;
        for (uint32_t k = 0; k < e->places[i].count; ++k) s->places[s->count++] = e->places[i].at[k];
    }
    s->first[e->count] = s->count;
    for (uint32_t i = 0; i < s->count; ++i) {
        const uint32_t* routes = routes_from(t, s->places[i]);
        for (uint32_t k = 0; k < s->count; ++k) s->between[k][i] = routes[s->places[k]];
        s->from_start[i] = routes_from(t, t->start)[s->places[i]];
    }
}

// From one of the last stops of the events in `rest` to the stop `last`.
static uint32_t arrive(const pl_tours* t, const tour_stops* s, uint32_t rest, uint32_t ends, uint32_t last)
{
    uint32_t best = FAR;
    const uint32_t *so_far = t->table.data + (size_t)rest * MAX_STOPS, *between = s->between[last];
    if (!rest) return s->from_start[last];
    for (uint32_t left = ends; left; left &= left - 1) {
        uint32_t event = pl_trailing_zeros(left);
        for (uint32_t i = s->first[event]; i < s->first[event + 1]; ++i) {
            uint32_t cost = so_far[i] + between[i];
            best = cost < best ? cost : best;
        }
    }
    return best;
}

// Cost of reaching exactly the events of a mask with a stop as the last one, for all closed masks and all stops of
// events that no other one of the mask comes after.
static void fill_table(pl_tours* t, const tour_events* e, const tour_stops* s)
{
    uint16_t needed[1 << MAX_EVENTS]; // what comes before the events of a mask
    needed[0] = 0;
    for (uint32_t mask = 1; mask < 1u << e->count; ++mask) {
        needed[mask] = (uint16_t)(needed[mask & (mask - 1)] | e->before[pl_trailing_zeros(mask)]);
        if (needed[mask] & ~mask) continue;
        for (uint32_t left = mask & ~needed[mask]; left; left &= left - 1) {
            uint32_t i = pl_trailing_zeros(left), rest = mask & ~(1u << i);
            for (uint32_t k = s->first[i]; k < s->first[i + 1]; ++k)
                t->table.data[mask * MAX_STOPS + k] = arrive(t, s, rest, rest & ~needed[rest], k);
        }
    }
}

static bool add_ends(pl_tours* t, const tour_events* e, const tour_stops* s)
{
    uint32_t all = (1u << e->count) - 1, needed = 0;
    for (uint32_t i = 0; i < e->count; ++i) needed |= (uint32_t)e->before[i];
    for (uint32_t i = 0; i < e->count; ++i) {
        for (uint32_t k = s->first[i]; !(needed >> i & 1) && k < s->first[i + 1]; ++k) {
            uint32_t cost = t->table.data[all * MAX_STOPS + k];
            if (cost < FAR && !PL_ARRAY_PUSH(&t->ends, &t->allocator, (pl_tour_end){s->places[k], cost})) return false;
        }
    }
    return true;
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
        tour_stops s;
        set_stops(t, &e, &s);
        fill_table(t, &e, &s);
        if (!add_ends(t, &e, &s)) return false;
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
