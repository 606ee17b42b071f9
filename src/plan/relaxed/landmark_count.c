#include "plan/relaxed/landmark_count.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/memory.h"

// For sets of 64 MB at most, with two preconditions or effects per value or more.
#define MAX_WORK (1u << 28)

void pl_landmark_count_init(pl_landmark_count* c, const ploy_allocator* allocator)
{
    *c = (pl_landmark_count){.allocator = pl_allocator_choose(allocator)};
    pl_fact_landmarks_init(&c->found, &c->allocator);
    pl_landmark_orders_init(&c->orders, &c->allocator);
}

void pl_landmark_count_destroy(pl_landmark_count* c)
{
    pl_fact_landmarks_destroy(&c->found);
    pl_landmark_orders_destroy(&c->orders);
    PL_ARRAY_FREE(&c->facts, &c->allocator);
    PL_ARRAY_FREE(&c->owners, &c->allocator);
    PL_ARRAY_FREE(&c->numbers, &c->allocator);
    PL_ARRAY_FREE(&c->variables, &c->allocator);
    PL_ARRAY_FREE(&c->uses, &c->allocator);
    PL_ARRAY_FREE(&c->marks, &c->allocator);
    PL_ARRAY_FREE(&c->before, &c->allocator);
    PL_ARRAY_FREE(&c->at_end, &c->allocator);
    PL_ARRAY_FREE(&c->scratch, &c->allocator);
}

size_t pl_landmark_count_bytes(const pl_landmark_count* c)
{
    return pl_fact_landmarks_bytes(&c->found) + pl_landmark_orders_bytes(&c->orders) +
           pl_array_bytes(c->numbers.capacity + c->variables.capacity + c->uses.capacity + c->facts.capacity +
                              c->owners.capacity,
                          sizeof(uint32_t)) +
           pl_array_bytes(c->before.capacity + c->at_end.capacity + c->scratch.capacity + c->marks.capacity,
                          sizeof(uint64_t));
}

uint32_t pl_landmark_count_price(const pl_relaxation* x)
{
    return 256 + 2 * pl_bits_words(x->value_count);
}

// Can an operator be the first to reach a fact? Not if that fact comes before it.
static bool is_first(const pl_landmark_count* c, const pl_relaxed_op* op, uint32_t fact)
{
    for (uint32_t i = 0; i < op->pre_count; ++i) {
        uint32_t pre = c->relaxation->pres.data[op->first_pre + i];
        if (!pl_bits_test(c->found.known.data, pre) || pl_bits_test(pl_fact_landmarks_of(&c->found, pre), fact)) return false;
    }
    return true;
}

// The values that all operators that may reach a fact first, or the goal, need at once: counted in `uses`. How many
// operators these are.
static uint32_t count_pres(const pl_landmark_count* c, uint32_t fact, uint32_t* uses)
{
    const pl_relaxation* x = c->relaxation;
    uint32_t ops = 0;
    memset(uses, 0, x->value_count * sizeof *uses);
    for (uint32_t i = x->first_achiever.data[fact]; i < x->first_achiever.data[fact + 1]; ++i) {
        const pl_relaxed_op* op = &x->ops.data[x->achievers.data[i]];
        if (fact != x->goal && !is_first(c, op, fact)) continue;
        ++ops;
        for (uint32_t k = 0; k < op->pre_count; ++k) {
            uint32_t pre = x->pres.data[op->first_pre + k];
            if (pre < x->value_count) ++uses[pre];
        }
    }
    return ops;
}

// What must be true at once before a fact, or at the end.
static void mark_needed(pl_landmark_count* c, uint32_t fact)
{
    uint32_t ops = count_pres(c, fact, c->uses.data);
    for (uint32_t v = 0; ops && v < c->relaxation->value_count; ++v) {
        if (c->uses.data[v] == ops) pl_bits_set(c->marks.data, v);
    }
}

// The landmarks of the goal, and what it or one of them needs and the start has: that counts when it is lost.
static void mark(pl_landmark_count* c)
{
    const pl_relaxation* x = c->relaxation;
    const uint64_t* goal = pl_fact_landmarks_of(&c->found, x->goal);
    memcpy(c->marks.data, goal, c->found.words * sizeof *c->marks.data);
    mark_needed(c, x->goal);
    for (uint32_t f = pl_bits_next(goal, c->found.words, 0); f != PLOY_NONE; f = pl_bits_next(goal, c->found.words, f + 1)) {
        if (f < x->value_count) mark_needed(c, f);
    }
}

// Numbers the landmarks, and lists their variables.
static void number(pl_landmark_count* c)
{
    const pl_heuristic* g = c->relaxation->rules->heuristic;
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        uint32_t first = c->count;
        for (uint32_t f = v->slice; f < v->slice + v->size; ++f) {
            bool is_landmark = pl_bits_test(c->marks.data, f);
            c->owners.data[f] = i;
            if (is_landmark) c->facts.data[c->count] = f;
            c->numbers.data[f] = is_landmark ? c->count++ : PLOY_NONE;
        }
        if (c->count > first) c->variables.data[c->variables.count++] = i;
    }
}

// What must be true at once before each landmark, and at the end.
static void order(pl_landmark_count* c)
{
    const pl_relaxation* x = c->relaxation;
    const uint64_t* goal = pl_fact_landmarks_of(&c->found, x->goal);
    memset(c->before.data, 0, (size_t)c->count * c->words * sizeof(uint64_t));
    memset(c->at_end.data, 0, c->words * sizeof(uint64_t));
    for (uint32_t fact = 0; fact <= x->goal; ++fact) {
        if (fact != x->goal && (fact >= x->value_count || !pl_bits_test(goal, fact))) continue;
        uint32_t ops = count_pres(c, fact, c->uses.data);
        for (uint32_t v = 0; ops && v < x->value_count; ++v) {
            uint32_t l = c->numbers.data[v];
            if (c->uses.data[v] != ops || l == PLOY_NONE) continue;
            if (fact == x->goal) pl_bits_set(c->at_end.data, l);
            else pl_bits_set(c->before.data + (size_t)l * c->words, c->numbers.data[fact]);
        }
    }
}

static bool make_room(pl_landmark_count* c)
{
    const pl_relaxation* x = c->relaxation;
    return PL_ARRAY_RESERVE(&c->numbers, &c->allocator, x->value_count + 1) &&
           PL_ARRAY_RESERVE(&c->uses, &c->allocator, x->value_count + 1) &&
           PL_ARRAY_RESERVE(&c->facts, &c->allocator, x->value_count + 1) &&
           PL_ARRAY_RESERVE(&c->owners, &c->allocator, x->value_count + 1) &&
           PL_ARRAY_RESERVE(&c->marks, &c->allocator, pl_bits_words(x->value_count) + 1) &&
           PL_ARRAY_RESERVE(&c->variables, &c->allocator, x->rules->heuristic->variable_count + 1);
}

bool pl_landmark_count_begin(pl_landmark_count* c, const pl_relaxation* x, pl_exploration* explored, const uint64_t* start)
{
    c->relaxation = x;
    c->count = c->words = 0;
    PL_ARRAY_CLEAR(&c->variables);
    pl_explore(explored, x, start, PL_EXPLORE_ADD, PLOY_NONE);
    if (!make_room(c) || !pl_fact_landmarks_find(&c->found, x, explored, MAX_WORK)) return false;
    if (c->found.is_too_large || explored->costs.data[x->goal] == UINT32_MAX) return true;
    mark(c);
    number(c);
    c->words = pl_bits_words(c->count);
    if (!PL_ARRAY_RESERVE(&c->before, &c->allocator, c->count * c->words + 1) ||
        !PL_ARRAY_RESERVE(&c->at_end, &c->allocator, c->words + 1) ||
        !PL_ARRAY_RESERVE(&c->scratch, &c->allocator, 2 * c->words + 1))
        return false;
    order(c);
    pl_numbered_landmarks m = {x,
                               &c->found,
                               c->count,
                               c->words,
                               c->facts.data,
                               c->numbers.data,
                               c->owners.data,
                               c->before.data,
                               c->at_end.data};
    return pl_landmark_orders_find(&c->orders, &m);
}

// The landmarks that a state has.
static void find_true(const pl_landmark_count* c, const uint64_t* state, uint64_t* now)
{
    const pl_heuristic* g = c->relaxation->rules->heuristic;
    memset(now, 0, c->words * sizeof *now);
    for (uint32_t i = 0; i < c->variables.count; ++i) {
        const pl_heuristic_variable* v = &g->variables[c->variables.data[i]];
        uint32_t landmark = c->numbers.data[v->slice + pl_heuristic_value(v, state)];
        if (landmark != PLOY_NONE) pl_bits_set(now, landmark);
    }
}

// One counts if those that had better come first have been reached, or are true as well; and if what it leads to is true.
void pl_landmark_count_reach(pl_landmark_count* c, const uint64_t* state, uint64_t* reached)
{
    uint64_t *now = c->scratch.data, *either = now + c->words;
    find_true(c, state, now);
    for (uint32_t l = pl_bits_next(now, c->words, 0); l != PLOY_NONE; l = pl_bits_next(now, c->words, l + 1))
        pl_bits_or(reached, c->orders.natural.data + (size_t)l * c->words, c->words);
    for (uint32_t w = 0; w < c->words; ++w) either[w] = now[w] | reached[w];
    for (uint32_t l = pl_bits_next(now, c->words, 0); l != PLOY_NONE; l = pl_bits_next(now, c->words, l + 1)) {
        if (pl_bits_are_subset(c->orders.first.data + (size_t)l * c->words, either, c->words)) pl_bits_set(reached, l);
    }
}

static bool is_needed_again(const pl_landmark_count* c, uint32_t landmark, const uint64_t* reached)
{
    const uint64_t* before = c->before.data + (size_t)landmark * c->words;
    if (pl_bits_test(c->at_end.data, landmark)) return true;
    for (uint32_t w = 0; w < c->words; ++w) {
        if (before[w] & ~reached[w]) return true;
    }
    return false;
}

uint32_t pl_landmark_count_ahead(pl_landmark_count* c, const uint64_t* state, const uint64_t* reached)
{
    uint64_t* lost = c->scratch.data;
    uint32_t ahead = c->count - pl_bits_count(reached, c->words);
    find_true(c, state, lost);
    for (uint32_t w = 0; w < c->words; ++w) lost[w] = reached[w] & ~lost[w];
    for (uint32_t l = pl_bits_next(lost, c->words, 0); l != PLOY_NONE; l = pl_bits_next(lost, c->words, l + 1))
        ahead += is_needed_again(c, l, reached);
    return ahead;
}
