#include "plan/search/itinerary.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

enum
{
    MAX_LENGTH = 6, // errands of a block
};

#define FAR UINT32_MAX // more than any plan costs

void pl_itinerary_init(pl_itinerary* t, const ploy_allocator* allocator)
{
    *t = (pl_itinerary){.allocator = pl_allocator_choose(allocator)};
}

void pl_itinerary_destroy(pl_itinerary* t)
{
    PL_ARRAY_FREE(&t->positions, &t->allocator);
    PL_ARRAY_FREE(&t->numbers, &t->allocator);
    PL_ARRAY_FREE(&t->locals, &t->allocator);
    PL_ARRAY_FREE(&t->trips, &t->allocator);
    PL_ARRAY_FREE(&t->fields, &t->allocator);
    PL_ARRAY_FREE(&t->first_stop, &t->allocator);
    PL_ARRAY_FREE(&t->stops, &t->allocator);
    PL_ARRAY_FREE(&t->first_leg, &t->allocator);
    PL_ARRAY_FREE(&t->legs, &t->allocator);
    PL_ARRAY_FREE(&t->errands, &t->allocator);
    PL_ARRAY_FREE(&t->states, &t->allocator);
    PL_ARRAY_FREE(&t->before, &t->allocator);
    PL_ARRAY_FREE(&t->next, &t->allocator);
    PL_ARRAY_FREE(&t->order, &t->allocator);
    PL_ARRAY_FREE(&t->scratch, &t->allocator);
    PL_ARRAY_FREE(&t->first, &t->allocator);
    PL_ARRAY_FREE(&t->last, &t->allocator);
    PL_ARRAY_FREE(&t->beside, &t->allocator);
    PL_ARRAY_FREE(&t->moves, &t->allocator);
}

size_t pl_itinerary_bytes(const pl_itinerary* t)
{
    uint32_t numbers = t->numbers.capacity + t->locals.capacity + t->first_stop.capacity + t->first_leg.capacity +
                       t->errands.capacity + t->before.capacity + t->next.capacity + t->order.capacity +
                       t->moves.capacity;
    return pl_array_bytes(t->positions.capacity, sizeof(pl_position)) + pl_array_bytes(numbers, sizeof(uint32_t)) +
           pl_array_bytes(t->fields.capacity + t->states.capacity + t->scratch.capacity, sizeof(uint64_t)) +
           pl_array_bytes(t->stops.capacity + t->first.capacity + t->last.capacity + t->beside.capacity,
                          sizeof(pl_stop)) +
           pl_array_bytes(t->trips.capacity, sizeof(pl_trip)) + pl_array_bytes(t->legs.capacity, sizeof(pl_leg));
}

// Positions and trips.

static bool allows_all(const pl_heuristic_variable* v, const uint64_t* partial)
{
    for (uint32_t k = 0; k < v->size; ++k) {
        if (!pl_bits_test(partial, v->first + k)) return false;
    }
    return true;
}

// The variable that a move changes; PLOY_NONE: none, or several.
static uint32_t only_changed(const pl_itinerary* t, uint32_t m)
{
    const pl_compiled* c = t->rules->c;
    const pl_operator* op = &c->operators[t->rules->heuristic->moves[m].op];
    uint32_t only = PLOY_NONE;
    for (uint32_t e = op->first_effect; e < op->first_effect + op->effect_count; ++e) {
        uint32_t local = t->locals.data[c->effects[e].variable];
        if (local == PLOY_NONE) continue;
        if (only != PLOY_NONE) return PLOY_NONE;
        only = local;
    }
    return only;
}

// The variable that a move would be a trip of: it changes and requires nothing else. PLOY_NONE: there is none.
static uint32_t trip_of(const pl_itinerary* t, uint32_t m)
{
    const pl_regression_move* move = &t->regression->moves[m];
    uint32_t variable = only_changed(t, m);
    for (uint32_t i = 0; i < move->touched_count; ++i) {
        if (t->regression->touched[move->first_touched + i] != variable) return PLOY_NONE;
    }
    return variable;
}

// What a move that is no trip of them changes, or requires to have one of several values, is no position.
static void exclude(pl_itinerary* t, uint32_t m)
{
    const pl_compiled* c = t->rules->c;
    const pl_heuristic* g = t->rules->heuristic;
    const pl_operator* op = &c->operators[g->moves[m].op];
    const pl_regression_move* move = &t->regression->moves[m];
    for (uint32_t e = op->first_effect; e < op->first_effect + op->effect_count; ++e) {
        uint32_t local = t->locals.data[c->effects[e].variable];
        if (local != PLOY_NONE) t->numbers.data[local] = PLOY_NONE;
    }
    const uint64_t* pre = pl_regression_open(t->regression, m);
    for (uint32_t i = 0; i < move->touched_count; ++i) {
        uint32_t v = t->regression->touched[move->first_touched + i];
        if (pl_regression_only(t->regression, m, v) == PLOY_NONE && !allows_all(&g->variables[v], pre))
            t->numbers.data[v] = PLOY_NONE;
    }
    pl_regression_close(t->regression, m);
}

static pl_trip make_trip(const pl_itinerary* t, uint32_t variable, uint32_t m)
{
    const pl_regression* r = t->regression;
    if (r->moves[m].add_count) return (pl_trip){m, PLOY_NONE, r->adds[r->moves[m].first_add].amount};
    return (pl_trip){m, pl_regression_value(r, m, variable), 0};
}

static bool add_positions(pl_itinerary* t)
{
    const pl_heuristic* g = t->rules->heuristic;
    uint32_t routes = 0;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        if (t->numbers.data[v] == PLOY_NONE) continue;
        pl_position position = {.variable = v, .first_trip = t->trips.count, .first_route = routes};
        for (uint32_t m = 0; m < g->move_count; ++m) {
            if (!pl_rules_available(t->rules, m) || trip_of(t, m) != v) continue;
            if (!PL_ARRAY_PUSH(&t->trips, &t->allocator, make_trip(t, v, m))) return false;
        }
        position.trip_count = t->trips.count - position.first_trip;
        t->numbers.data[v] = t->positions.count;
        t->fields.data[g->variables[v].word] |= ((1ull << g->variables[v].bits) - 1) << g->variables[v].shift;
        routes += g->variables[v].size;
        if (!PL_ARRAY_PUSH(&t->positions, &t->allocator, position)) return false;
    }
    return PL_ARRAY_RESERVE(&t->first_leg, &t->allocator, routes + 1) && (t->first_leg.count = routes, true);
}

static bool add_stops(pl_itinerary* t)
{
    const pl_heuristic* g = t->rules->heuristic;
    const pl_regression* r = t->regression;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        t->first_stop.data[m] = t->stops.count;
        for (uint32_t i = 0; i < r->moves[m].touched_count; ++i) {
            uint32_t v = r->touched[r->moves[m].first_touched + i], value = pl_regression_only(r, m, v);
            if (t->numbers.data[v] == PLOY_NONE || value == PLOY_NONE) continue;
            if (!PL_ARRAY_PUSH(&t->stops, &t->allocator, (pl_stop){t->numbers.data[v], value})) return false;
        }
    }
    t->first_stop.data[g->move_count] = t->stops.count;
    return true;
}

bool pl_itinerary_prepare(pl_itinerary* t, const pl_rules* rules, const pl_regression* regression)
{
    const pl_heuristic* g = rules->heuristic;
    t->rules = rules;
    t->regression = regression;
    t->positions.count = t->trips.count = t->stops.count = 0;
    if (!PL_ARRAY_RESERVE(&t->numbers, &t->allocator, g->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&t->locals, &t->allocator, rules->c->variable_count + 1) ||
        !PL_ARRAY_RESERVE(&t->fields, &t->allocator, g->words + 1) ||
        !PL_ARRAY_RESERVE(&t->scratch, &t->allocator, 2 * g->words + 1) ||
        !PL_ARRAY_RESERVE(&t->first_stop, &t->allocator, g->move_count + 1))
        return false;
    memset(t->fields.data, 0, g->words * sizeof(uint64_t));
    for (uint32_t v = 0; v < rules->c->variable_count; ++v) t->locals.data[v] = PLOY_NONE;
    for (uint32_t v = 0; v < g->variable_count; ++v) {
        t->locals.data[g->variables[v].variable] = v;
        t->numbers.data[v] = PLOY_NONE;
    }
    for (uint32_t m = 0; m < g->move_count; ++m) {
        uint32_t v = pl_rules_available(rules, m) ? trip_of(t, m) : PLOY_NONE;
        if (v != PLOY_NONE) t->numbers.data[v] = 0;
    }
    for (uint32_t m = 0; m < g->move_count; ++m) {
        if (pl_rules_available(rules, m) && trip_of(t, m) == PLOY_NONE) exclude(t, m);
    }
    return add_positions(t) && add_stops(t) && PL_ARRAY_RESERVE(&t->first, &t->allocator, t->positions.count + 1) &&
           PL_ARRAY_RESERVE(&t->last, &t->allocator, t->positions.count + 1) &&
           PL_ARRAY_RESERVE(&t->beside, &t->allocator, t->positions.count + 1);
}

// Routes.

static const pl_heuristic_variable* variable_of(const pl_itinerary* t, uint32_t position)
{
    return &t->rules->heuristic->variables[t->positions.data[position].variable];
}

static pl_leg* legs_from(const pl_itinerary* t, uint32_t position, uint32_t value)
{
    return t->legs.data + t->first_leg.data[t->positions.data[position].first_route + value];
}

// Improves all routes by the trips from a value to which the route is known.
static void go_on_from(const pl_itinerary* t, const pl_position* position, pl_leg* legs, uint32_t from)
{
    const pl_heuristic_variable* v = &t->rules->heuristic->variables[position->variable];
    for (uint32_t i = 0; i < position->trip_count; ++i) {
        const pl_trip* trip = &t->trips.data[position->first_trip + i];
        if (!pl_regression_allows(t->regression, trip->move, v->first + from)) continue;
        uint32_t to = trip->to != PLOY_NONE ? trip->to : (uint32_t)((int64_t)from + trip->amount);
        uint64_t cost = (uint64_t)legs[from].cost + t->rules->costs[trip->move];
        if (cost < legs[to].cost) legs[to] = (pl_leg){(uint32_t)cost, trip->move, from};
    }
}

// The routes from a value to all others, and to the nearest one that the goal allows.
static bool add_routes(pl_itinerary* t, uint32_t position, uint32_t value)
{
    const pl_position* p = &t->positions.data[position];
    const pl_heuristic_variable* v = variable_of(t, position);
    uint32_t* first = &t->first_leg.data[p->first_route + value];
    if (*first != PLOY_NONE) return true;
    if (!PL_ARRAY_RESERVE(&t->legs, &t->allocator, t->legs.count + v->size + 1) ||
        !PL_ARRAY_RESERVE(&t->order, &t->allocator, v->size))
        return false;
    t->work += (uint64_t)v->size * (v->size + p->trip_count) / 16;
    pl_leg *legs = t->legs.data + t->legs.count, *end = &legs[v->size];
    uint32_t* is_done = t->order.data;
    *first = t->legs.count;
    t->legs.count += v->size + 1;
    for (uint32_t k = 0; k <= v->size; ++k) legs[k] = (pl_leg){FAR, PLOY_NONE, PLOY_NONE};
    memset(is_done, 0, v->size * sizeof *is_done);
    legs[value].cost = 0;
    for (;;) {
        uint32_t at = PLOY_NONE;
        for (uint32_t k = 0; k < v->size; ++k) {
            if (!is_done[k] && legs[k].cost < FAR && (at == PLOY_NONE || legs[k].cost < legs[at].cost)) at = k;
        }
        if (at == PLOY_NONE) return true;
        is_done[at] = true;
        if (end->from == PLOY_NONE && pl_bits_test(t->goal, v->first + at))
            *end = (pl_leg){legs[at].cost, PLOY_NONE, at};
        go_on_from(t, p, legs, at);
    }
}

// to PLOY_NONE: to the nearest value that the goal allows.
static int64_t distance(const pl_itinerary* t, uint32_t position, uint32_t from, uint32_t to)
{
    return legs_from(t, position, from)[to != PLOY_NONE ? to : variable_of(t, position)->size].cost;
}

static bool add_routes_of(pl_itinerary* t, uint32_t m)
{
    for (uint32_t i = t->first_stop.data[m]; i < t->first_stop.data[m + 1]; ++i) {
        if (!add_routes(t, t->stops.data[i].position, t->stops.data[i].value)) return false;
    }
    return true;
}

// The plan.

static uint64_t* state_at(const pl_itinerary* t, uint32_t i)
{
    return t->states.data + (size_t)i * t->rules->heuristic->words;
}

// Executes an errand, wherever the positions are; false: it cannot be executed. `to` may be `from`.
static bool execute(const pl_itinerary* t, uint32_t m, const uint64_t* from, uint64_t* to)
{
    const pl_heuristic* g = t->rules->heuristic;
    const pl_compiled* c = t->rules->c;
    const uint64_t *mask = pl_heuristic_move_words(g, m), *value = mask + g->words, *keep = value + g->words;
    const uint64_t *set = keep + g->words, *add = set + g->words;
    for (uint32_t w = 0; w < g->words; ++w) {
        if (((from[w] & mask[w]) ^ value[w]) & ~t->fields.data[w]) return false;
    }
    for (uint32_t i = g->moves[m].first_test; i < g->moves[m].first_test + g->moves[m].test_count; ++i) {
        uint32_t k = pl_variable_value(&c->variables[c->tests[i].variable], from);
        if (!pl_bits_test(c->allowed + c->tests[i].allowed, k)) return false;
    }
    for (uint32_t w = 0; w < g->words; ++w) to[w] = ((from[w] & keep[w]) | set[w]) + add[w];
    return true;
}

static bool is_goal(const pl_itinerary* t, const uint64_t* state)
{
    const pl_heuristic* g = t->rules->heuristic;
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        if (t->numbers.data[i] != PLOY_NONE) continue;
        if (!pl_bits_test(t->goal, g->variables[i].first + pl_heuristic_value(&g->variables[i], state))) return false;
    }
    return true;
}

// Sets what is known at each place of the order from `first` on, and the cost.
static void update_from(pl_itinerary* t, uint32_t first)
{
    uint32_t count = t->errands.count, width = t->positions.count;
    for (uint32_t i = first; i < count; ++i) {
        uint32_t m = t->errands.data[i], *before = t->before.data + (size_t)i * width;
        execute(t, m, state_at(t, i), state_at(t, i + 1));
        memcpy(before + width, before, width * sizeof *before);
        for (uint32_t s = t->first_stop.data[m]; s < t->first_stop.data[m + 1]; ++s)
            before[width + t->stops.data[s].position] = t->stops.data[s].value;
    }
    for (uint32_t p = 0; p < width; ++p) t->next.data[(size_t)count * width + p] = PLOY_NONE;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t m = t->errands.data[i], *next = t->next.data + (size_t)i * width;
        memcpy(next, next + width, width * sizeof *next);
        for (uint32_t s = t->first_stop.data[m]; s < t->first_stop.data[m + 1]; ++s)
            next[t->stops.data[s].position] = t->stops.data[s].value;
    }
    t->cost = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t m = t->errands.data[i];
        t->cost += t->rules->costs[m];
        for (uint32_t s = t->first_stop.data[m]; s < t->first_stop.data[m + 1]; ++s) {
            const pl_stop* stop = &t->stops.data[s];
            t->cost +=
                (uint64_t)distance(t, stop->position, t->before.data[(size_t)i * width + stop->position], stop->value);
        }
    }
    for (uint32_t p = 0; p < width; ++p)
        t->cost += (uint64_t)distance(t, p, t->before.data[(size_t)count * width + p], PLOY_NONE);
}

static bool make_room(pl_itinerary* t, uint32_t count)
{
    uint32_t places = (count + 1) * t->positions.count + 1;
    return PL_ARRAY_RESERVE(&t->errands, &t->allocator, count + 1) &&
           PL_ARRAY_RESERVE(&t->order, &t->allocator, count + 1) &&
           PL_ARRAY_RESERVE(&t->states, &t->allocator, (count + 1) * t->rules->heuristic->words) &&
           PL_ARRAY_RESERVE(&t->before, &t->allocator, places) && PL_ARRAY_RESERVE(&t->next, &t->allocator, places);
}

static bool is_trip(const pl_itinerary* t, uint32_t m)
{
    uint32_t v = trip_of(t, m);
    return v != PLOY_NONE && t->numbers.data[v] != PLOY_NONE;
}

static bool add_route(pl_itinerary* t, uint32_t position, uint32_t from, uint32_t to)
{
    const pl_leg* legs = legs_from(t, position, from);
    uint32_t first = t->moves.count, at = to != PLOY_NONE ? to : legs[variable_of(t, position)->size].from;
    for (; at != from; at = legs[at].from) {
        if (!PL_ARRAY_PUSH(&t->moves, &t->allocator, legs[at].move)) return false;
    }
    for (uint32_t last = t->moves.count; first + 1 < last; ++first) {
        uint32_t move = t->moves.data[first];
        t->moves.data[first] = t->moves.data[--last];
        t->moves.data[last] = move;
    }
    return true;
}

// The plan: errands, and the trips to them.
static bool collect(pl_itinerary* t)
{
    const uint32_t* before = t->before.data;
    PL_ARRAY_CLEAR(&t->moves);
    for (uint32_t i = 0; i < t->errands.count; ++i, before += t->positions.count) {
        uint32_t m = t->errands.data[i];
        for (uint32_t s = t->first_stop.data[m]; s < t->first_stop.data[m + 1]; ++s) {
            const pl_stop* stop = &t->stops.data[s];
            if (!add_route(t, stop->position, before[stop->position], stop->value)) return false;
        }
        if (!PL_ARRAY_PUSH(&t->moves, &t->allocator, m)) return false;
    }
    for (uint32_t p = 0; p < t->positions.count; ++p) {
        if (!add_route(t, p, before[p], PLOY_NONE)) return false;
    }
    return true;
}

ploy_status pl_itinerary_begin(pl_itinerary* t, const uint64_t* start, const uint64_t* goal, const uint32_t* moves,
                               uint32_t move_count)
{
    const pl_heuristic* g = t->rules->heuristic;
    t->goal = goal;
    t->length = 1;
    t->at = t->evaluated = 0;
    t->work = 0;
    t->stage = PL_ERRAND_BEGIN;
    t->has_improved = t->is_done = false;
    t->errands.count = t->legs.count = 0;
    if (t->positions.count == 0) return t->status = PLOY_OUT_OF_NODES;
    if (!make_room(t, move_count)) return t->status = PLOY_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < t->first_leg.count; ++i) t->first_leg.data[i] = PLOY_NONE;
    for (uint32_t i = 0; i < g->words; ++i) state_at(t, 0)[i] = start[i] & g->relevant[i] & ~t->fields.data[i];
    for (uint32_t p = 0; p < t->positions.count; ++p) {
        t->before.data[p] = pl_heuristic_value(variable_of(t, p), start);
        if (!add_routes(t, p, t->before.data[p])) return t->status = PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < move_count; ++i) {
        if (is_trip(t, moves[i])) continue;
        if (!add_routes_of(t, moves[i])) return t->status = PLOY_OUT_OF_MEMORY;
        t->errands.data[t->errands.count++] = moves[i];
    }
    update_from(t, 0);
    return t->status = collect(t) ? PLOY_IN_PROGRESS : PLOY_OUT_OF_MEMORY;
}

// Changes.

static bool execute_span(pl_itinerary* t, uint32_t first, uint32_t end, uint64_t* state)
{
    for (uint32_t i = first; i < end; ++i) {
        ++t->work;
        if (!execute(t, t->errands.data[i], state, state)) return false;
    }
    return true;
}

static bool execute_changed(pl_itinerary* t, const pl_errand_change* c, uint64_t* state)
{
    if (c->is_drop) return true;
    if (c->other != PLOY_NONE) return execute(t, c->other, state, state);
    return execute_span(t, c->first, c->first + c->length, state);
}

// Can all errands still be executed, and does the goal hold at the end?
static bool fits(pl_itinerary* t, const pl_errand_change* c)
{
    uint32_t after = c->first + c->length, words = t->rules->heuristic->words;
    uint32_t low = c->at < c->first ? c->at : c->first, high = c->at > after ? c->at : after;
    uint64_t* state = t->scratch.data;
    memcpy(state, state_at(t, low), words * sizeof *state);
    bool can = c->at <= c->first ? execute_changed(t, c, state) && execute_span(t, c->at, c->first, state)
                                 : execute_span(t, after, c->at, state) && execute_changed(t, c, state);
    for (; can && high < t->errands.count; ++high) {
        if (memcmp(state, state_at(t, high), words * sizeof *state) == 0) return true;
        can = execute_span(t, high, high + 1, state);
    }
    return can && is_goal(t, state);
}

static void consider(pl_itinerary* t, const pl_errand_change* change)
{
    ++t->work;
    if (change->saved > t->best.saved && fits(t, change)) t->best = *change;
}

static uint32_t find_stop(const pl_stop* stops, uint32_t count, uint32_t position)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (stops[i].position == position) return i;
    }
    return PLOY_NONE;
}

// The first and the last stop of some errands, per position.
static void note_stops(pl_itinerary* t, const uint32_t* moves, uint32_t count)
{
    t->first.count = t->last.count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t s = t->first_stop.data[moves[i]]; s < t->first_stop.data[moves[i] + 1]; ++s) {
            pl_stop stop = t->stops.data[s];
            uint32_t known = find_stop(t->first.data, t->first.count, stop.position);
            if (known == PLOY_NONE) t->first.data[t->first.count++] = stop;
            t->last.data[known == PLOY_NONE ? t->last.count++ : known] = stop;
        }
    }
}

// What the trips to the noted stops cost between two values of a position, beyond the trip from one to the other.
static int64_t detour(const pl_itinerary* t, uint32_t index, uint32_t from, uint32_t to)
{
    pl_stop first = t->first.data[index], last = t->last.data[index];
    return distance(t, first.position, from, first.value) + distance(t, first.position, last.value, to) -
           distance(t, first.position, from, to);
}

// All of that for errands that leave their place.
static int64_t saved_without(const pl_itinerary* t, uint32_t first, uint32_t length)
{
    const uint32_t *before = t->before.data + (size_t)first * t->positions.count,
                   *next = t->next.data + (size_t)(first + length) * t->positions.count;
    int64_t saved = 0;
    for (uint32_t i = 0; i < t->first.count; ++i)
        saved += detour(t, i, before[t->first.data[i].position], next[t->first.data[i].position]);
    return saved;
}

// Notes in `beside` where the positions of the noted stops are required by an errand that is passed.
static void pass(pl_itinerary* t, uint32_t errand)
{
    uint32_t m = t->errands.data[errand];
    for (uint32_t s = t->first_stop.data[m]; s < t->first_stop.data[m + 1]; ++s) {
        uint32_t index = find_stop(t->first.data, t->first.count, t->stops.data[s].position);
        if (index != PLOY_NONE) t->beside.data[index].value = t->stops.data[s].value;
    }
}

// The noted stops at each earlier place in the order, one place at a time. `moved`: what they save without a place.
static void begin_scan(pl_itinerary* t, int64_t moved)
{
    const uint32_t* next = t->next.data + (size_t)(t->change.first + t->change.length) * t->positions.count;
    for (uint32_t i = 0; i < t->first.count; ++i) t->beside.data[i].value = next[t->first.data[i].position];
    t->moved = moved;
    t->change.at = t->change.first;
    t->stage = PL_ERRAND_EARLIER;
}

static void turn_round(pl_itinerary* t)
{
    const uint32_t* before = t->before.data + (size_t)t->change.first * t->positions.count;
    for (uint32_t i = 0; i < t->first.count; ++i) t->beside.data[i].value = before[t->first.data[i].position];
    t->change.at = t->change.first + t->change.length;
    t->stage = PL_ERRAND_LATER;
}

static void scan_earlier(pl_itinerary* t)
{
    const uint32_t* before = t->before.data + (size_t)t->change.at * t->positions.count;
    t->change.saved = t->moved;
    for (uint32_t i = 0; i < t->first.count; ++i)
        t->change.saved -= detour(t, i, before[t->first.data[i].position], t->beside.data[i].value);
    consider(t, &t->change);
    if (t->change.at == 0) {
        turn_round(t);
        return;
    }
    pass(t, --t->change.at);
}

static void scan_later(pl_itinerary* t)
{
    if (t->change.at == t->errands.count) {
        t->stage = t->change.length == 1 ? PL_ERRAND_OTHERS : PL_ERRAND_END;
        return;
    }
    pass(t, t->change.at++);
    const uint32_t* next = t->next.data + (size_t)t->change.at * t->positions.count;
    t->change.saved = t->moved;
    for (uint32_t i = 0; i < t->first.count; ++i)
        t->change.saved -= detour(t, i, t->beside.data[i].value, next[t->first.data[i].position]);
    consider(t, &t->change);
}

static bool share_effect(const pl_itinerary* t, uint32_t a, uint32_t b)
{
    const pl_regression* r = t->regression;
    for (uint32_t i = 0; i < r->moves[a].set_count; ++i) {
        const pl_regression_set* set = &r->sets[r->moves[a].first_set + i];
        const pl_heuristic_variable* v = &r->heuristic->variables[set->variable];
        if (pl_regression_value(r, b, set->variable) == set->bit - v->first) return true;
    }
    for (uint32_t i = 0; i < r->moves[a].add_count; ++i) {
        const pl_regression_add* add = &r->adds[r->moves[a].first_add + i];
        for (uint32_t k = 0; add->amount > 0 && k < r->moves[b].add_count; ++k) {
            const pl_regression_add* same = &r->adds[r->moves[b].first_add + k];
            if (same->variable == add->variable && same->amount > 0) return true;
        }
    }
    return false;
}

static bool may_replace(const pl_itinerary* t, uint32_t m, uint32_t other)
{
    return other != m && pl_rules_available(t->rules, other) && share_effect(t, m, other) && !is_trip(t, other);
}

// The errand is left out, then the next move takes its place, here or elsewhere. False when out of memory.
static bool next_other(pl_itinerary* t)
{
    uint32_t m = t->errands.data[t->at], count = t->rules->heuristic->move_count;
    int64_t saved = t->without + t->rules->costs[m];
    if (t->other == PLOY_NONE) {
        pl_errand_change drop = {t->at, 1, t->at, PLOY_NONE, true, saved};
        consider(t, &drop);
        t->other = 0;
    }
    while (t->other < count && !may_replace(t, m, t->other)) ++t->other, ++t->work;
    if (t->other == count) {
        t->stage = PL_ERRAND_END;
        return true;
    }
    t->change.other = t->other++;
    if (!add_routes_of(t, t->change.other)) return false;
    note_stops(t, &t->change.other, 1);
    begin_scan(t, saved - t->rules->costs[t->change.other]);
    return true;
}

// Carries a change out.
static void make(pl_itinerary* t, const pl_errand_change* c)
{
    uint32_t *errands = t->errands.data, *order = t->order.data, count = 0, after = c->first + c->length;
    for (uint32_t i = 0; i <= t->errands.count; ++i) {
        if (i == c->at && !c->is_drop) {
            for (uint32_t k = 0; k < c->length; ++k)
                order[count++] = c->other != PLOY_NONE ? c->other : errands[c->first + k];
        }
        if (i < t->errands.count && (i < c->first || i >= after)) order[count++] = errands[i];
    }
    memcpy(errands, order, count * sizeof *errands);
    t->errands.count = count;
    update_from(t, c->at < c->first ? c->at : c->first);
}

static void begin_block(pl_itinerary* t)
{
    t->change = t->best = (pl_errand_change){.first = t->at, .length = t->length, .at = t->at, .other = PLOY_NONE};
    t->other = PLOY_NONE;
    note_stops(t, t->errands.data + t->at, t->length);
    t->without = saved_without(t, t->at, t->length);
    begin_scan(t, t->without);
}

// The next block; false: that was all. After a round that improved something it begins again with the shortest.
static bool move_on(pl_itinerary* t)
{
    if (++t->at + t->length <= t->errands.count) return true;
    t->has_round = t->has_improved;
    t->length = t->has_improved ? 1 : t->length + 1;
    t->at = 0;
    t->has_improved = false;
    return t->length <= MAX_LENGTH && t->length <= t->errands.count;
}

// Makes the best change of the block, if one saves something; false: that was the last block.
static bool end_block(pl_itinerary* t)
{
    t->stage = PL_ERRAND_BEGIN;
    if (t->best.saved > 0) {
        t->work += t->errands.count;
        make(t, &t->best);
        t->has_improved = true;
    }
    return move_on(t) && t->errands.count > 0;
}

// One piece of the work. False when out of memory.
static bool advance(pl_itinerary* t)
{
    switch (t->stage) {
    case PL_ERRAND_BEGIN:
        begin_block(t);
        return true;
    case PL_ERRAND_EARLIER:
        scan_earlier(t);
        return true;
    case PL_ERRAND_LATER:
        scan_later(t);
        return true;
    case PL_ERRAND_OTHERS:
        return next_other(t);
    case PL_ERRAND_END:
        t->is_done = !end_block(t);
        return true;
    }
    return true;
}

ploy_status pl_itinerary_update(pl_itinerary* t, uint32_t max_nodes)
{
    uint64_t cost = t->cost, limit = ((uint64_t)t->evaluated + max_nodes) * PL_ITINERARY_NODE;
    if (t->status != PLOY_IN_PROGRESS) return t->status;
    if (t->errands.count == 0) return t->status = PLOY_OUT_OF_NODES;
    t->has_round = false;
    while (!t->is_done && !t->has_round && t->work < limit) {
        if (!advance(t)) return t->status = PLOY_OUT_OF_MEMORY;
    }
    if (t->is_done && t->work <= limit) t->status = PLOY_OUT_OF_NODES;
    uint64_t used = t->work < limit ? (t->work + PL_ITINERARY_NODE - 1) / PL_ITINERARY_NODE : limit / PL_ITINERARY_NODE;
    t->evaluated = used > t->evaluated ? (uint32_t)used : t->evaluated;
    return t->cost == cost || collect(t) ? t->status : (t->status = PLOY_OUT_OF_MEMORY);
}
