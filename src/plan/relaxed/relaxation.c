#include "plan/relaxed/relaxation.h"

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "base/memory.h"
#include "plan/heuristic/heuristic.h"

void pl_relaxation_init(pl_relaxation* x, const ploy_allocator* allocator)
{
    *x = (pl_relaxation){.allocator = pl_allocator_choose(allocator)};
}

void pl_relaxation_destroy(pl_relaxation* x)
{
    PL_ARRAY_FREE(&x->ops, &x->allocator);
    PL_ARRAY_FREE(&x->fresh, &x->allocator);
    PL_ARRAY_FREE(&x->at_once, &x->allocator);
    PL_ARRAY_FREE(&x->pres, &x->allocator);
    PL_ARRAY_FREE(&x->effects, &x->allocator);
    PL_ARRAY_FREE(&x->needs, &x->allocator);
    PL_ARRAY_FREE(&x->allowed, &x->allocator);
    PL_ARRAY_FREE(&x->first_need, &x->allocator);
    PL_ARRAY_FREE(&x->first_reader, &x->allocator);
    PL_ARRAY_FREE(&x->readers, &x->allocator);
    PL_ARRAY_FREE(&x->first_achiever, &x->allocator);
    PL_ARRAY_FREE(&x->achievers, &x->allocator);
}

size_t pl_relaxation_bytes(const pl_relaxation* x)
{
    return pl_array_bytes(x->ops.capacity, sizeof(pl_relaxed_op)) +
           pl_array_bytes(x->needs.capacity, sizeof(pl_relaxed_need)) +
           pl_array_bytes(x->fresh.capacity, sizeof(pl_relaxed_state)) +
           pl_array_bytes(x->allowed.capacity, sizeof(uint64_t)) +
           pl_array_bytes(x->pres.capacity + x->effects.capacity + x->first_need.capacity + x->first_reader.capacity +
                              x->readers.capacity + x->at_once.capacity + x->first_achiever.capacity +
                              x->achievers.capacity,
                          sizeof(uint32_t));
}

// Needs.

// Words of the allowed values as bits. Variables of at most 64 values never cross a word, larger ones begin with one.
static uint64_t values_of(const pl_heuristic_variable* v, const uint64_t* partial, uint32_t word)
{
    uint32_t left = v->size - 64 * word;
    uint64_t all = left < 64 ? (1ull << left) - 1 : ~0ull;
    return partial[v->first / 64 + word] >> (v->first % 64) & all;
}

static bool allows_same(const pl_heuristic_variable* v, const uint64_t* allowed, const uint64_t* partial)
{
    for (uint32_t w = 0; w < pl_bits_words(v->size); ++w) {
        if (allowed[w] != values_of(v, partial, w)) return false;
    }
    return true;
}

// The only allowed value; PLOY_NONE: there are several. is_full: all are allowed.
static uint32_t only_value(const pl_heuristic_variable* v, const uint64_t* partial, bool* is_full)
{
    uint32_t only = PLOY_NONE, count = 0;
    for (uint32_t w = 0; w < pl_bits_words(v->size); ++w) {
        uint64_t values = values_of(v, partial, w);
        count += pl_count_ones(values);
        if (values) only = 64 * w + pl_trailing_zeros(values);
    }
    *is_full = count == v->size;
    return count == 1 ? only : PLOY_NONE;
}

uint32_t pl_relaxation_fact(const pl_relaxation* x, uint32_t variable, const uint64_t* partial)
{
    const pl_heuristic_variable* v = &x->rules->heuristic->variables[variable];
    bool is_full;
    uint32_t only = only_value(v, partial, &is_full);
    if (is_full) return PLOY_NONE;
    if (only != PLOY_NONE) return v->slice + only;
    for (uint32_t n = x->first_need.data[variable]; n != PLOY_NONE; n = x->needs.data[n].next) {
        if (allows_same(v, x->allowed.data + x->needs.data[n].first, partial)) return x->value_count + n;
    }
    return PLOY_NONE;
}

// As above; an unknown need becomes known. False when out of memory.
static bool find_fact(pl_relaxation* x, uint32_t variable, const uint64_t* partial, uint32_t* fact)
{
    const pl_heuristic_variable* v = &x->rules->heuristic->variables[variable];
    *fact = pl_relaxation_fact(x, variable, partial);
    bool is_full;
    if (*fact != PLOY_NONE || (only_value(v, partial, &is_full) == PLOY_NONE && is_full)) return true;
    *fact = x->value_count + x->needs.count;
    pl_relaxed_need need = {variable, x->first_need.data[variable], x->allowed.count};
    x->first_need.data[variable] = x->needs.count;
    for (uint32_t w = 0; w < pl_bits_words(v->size); ++w) {
        if (!PL_ARRAY_PUSH(&x->allowed, &x->allocator, values_of(v, partial, w))) return false;
    }
    return PL_ARRAY_PUSH(&x->needs, &x->allocator, need);
}

// Operators.

static bool begin_op(pl_relaxation* x, uint32_t cost, uint32_t share, uint32_t move)
{
    pl_relaxed_op op = {x->pres.count, 0, x->effects.count, 0, cost, share, move};
    return PL_ARRAY_PUSH(&x->ops, &x->allocator, op);
}

static bool add_pre(pl_relaxation* x, uint32_t fact)
{
    ++x->ops.data[x->ops.count - 1].pre_count;
    return PL_ARRAY_PUSH(&x->pres, &x->allocator, fact);
}

static bool add_effect(pl_relaxation* x, uint32_t fact)
{
    ++x->ops.data[x->ops.count - 1].effect_count;
    return PL_ARRAY_PUSH(&x->effects, &x->allocator, fact);
}

// The preconditions of an open move, without those on one variable.
static bool add_pres(pl_relaxation* x, uint32_t m, uint32_t but)
{
    const pl_regression* r = x->regression;
    const pl_regression_move* move = &r->moves[m];
    for (uint32_t i = 0; i < move->touched_count; ++i) {
        uint32_t variable = r->touched[move->first_touched + i], fact;
        if (variable == but) continue;
        if (!find_fact(x, variable, r->row, &fact)) return false;
        if (fact != PLOY_NONE && !add_pre(x, fact)) return false;
    }
    return true;
}

static bool add_set_effects(pl_relaxation* x, uint32_t m)
{
    const pl_regression* r = x->regression;
    const pl_regression_move* move = &r->moves[m];
    for (uint32_t i = move->first_set; i < move->first_set + move->set_count; ++i) {
        const pl_heuristic_variable* v = &r->heuristic->variables[r->sets[i].variable];
        if (!add_effect(x, v->slice + r->sets[i].bit - v->first)) return false;
    }
    return true;
}

// "at != forge" for an open move to the forge: whatever does not satisfy it has the effect already. Then the variable
// of the effect, else PLOY_NONE.
static uint32_t only_excluded(const pl_relaxation* x, uint32_t m)
{
    const pl_regression* r = x->regression;
    if (r->moves[m].set_count != 1) return PLOY_NONE;
    const pl_regression_set* set = &r->sets[r->moves[m].first_set];
    const pl_heuristic_variable* v = &r->heuristic->variables[set->variable];
    for (uint32_t bit = v->first; bit < v->first + v->size; ++bit) {
        if (pl_bits_test(r->row, bit) == (bit == set->bit)) return PLOY_NONE;
    }
    return set->variable;
}

// The preconditions of another operator, all but the first.
static bool copy_pres(pl_relaxation* x, uint32_t model)
{
    for (uint32_t i = 1; i < x->ops.data[model].pre_count; ++i) {
        if (!add_pre(x, x->pres.data[x->ops.data[model].first_pre + i])) return false;
    }
    return true;
}

static bool add_additions(pl_relaxation* x, uint32_t m, const pl_regression_add* add, bool is_first)
{
    const pl_heuristic_variable* v = &x->rules->heuristic->variables[add->variable];
    uint32_t cost = pl_rules_lowest_cost(x->rules, m);
    for (uint32_t k = 0, model = PLOY_NONE; k < v->size; ++k) {
        int64_t to = (int64_t)k + add->amount;
        if (to < 0 || to >= v->size || !pl_bits_test(x->regression->row, v->first + k)) continue;
        if (!begin_op(x, cost, is_first ? cost : 0, m) || !add_pre(x, v->slice + k)) return false;
        if (model == PLOY_NONE ? !add_pres(x, m, add->variable) : !copy_pres(x, model)) return false;
        model = x->ops.count - 1;
        if (!add_effect(x, v->slice + (uint32_t)to) || (is_first && !add_set_effects(x, m))) return false;
    }
    return true;
}

// The addition that carries the cost: one that raises a value, if there is one.
static uint32_t first_addition(const pl_regression* r, uint32_t m)
{
    const pl_regression_move* move = &r->moves[m];
    for (uint32_t i = 0; i < move->add_count; ++i) {
        if (r->adds[move->first_add + i].amount > 0) return i;
    }
    return 0;
}

static bool add_open_move(pl_relaxation* x, uint32_t m)
{
    const pl_regression* r = x->regression;
    const pl_regression_move* move = &r->moves[m];
    uint32_t cost = pl_rules_lowest_cost(x->rules, m), first = first_addition(r, m);
    for (uint32_t i = 0; i < move->add_count; ++i) {
        if (!add_additions(x, m, &r->adds[move->first_add + i], i == first)) return false;
    }
    if (move->add_count || !move->set_count) return true;
    return begin_op(x, cost, cost, m) && add_pres(x, m, only_excluded(x, m)) && add_set_effects(x, m);
}

static bool add_move(pl_relaxation* x, uint32_t m)
{
    pl_regression_open(x->regression, m);
    bool ok = add_open_move(x, m);
    pl_regression_close(x->regression, m);
    return ok;
}

static bool add_goals(pl_relaxation* x)
{
    const pl_regression* r = x->regression;
    for (uint32_t i = 0; i < r->goal_count; ++i) {
        const uint64_t* partial = r->goals + (size_t)i * r->partial_words;
        if (!begin_op(x, 0, 0, PLOY_NONE)) return false;
        for (uint32_t v = 0; v < x->rules->heuristic->variable_count; ++v) {
            uint32_t fact;
            if (!find_fact(x, v, partial, &fact) || (fact != PLOY_NONE && !add_pre(x, fact))) return false;
        }
    }
    return true;
}

static bool add_needs(pl_relaxation* x)
{
    for (uint32_t n = 0; n < x->needs.count; ++n) {
        const pl_relaxed_need* need = &x->needs.data[n];
        const pl_heuristic_variable* v = &x->rules->heuristic->variables[need->variable];
        for (uint32_t k = 0; k < v->size; ++k) {
            if (!pl_bits_test(x->allowed.data + need->first, k)) continue;
            if (!begin_op(x, 0, 0, PLOY_NONE) || !add_pre(x, v->slice + k) || !add_effect(x, x->value_count + n))
                return false;
        }
    }
    return true;
}

// The goal's number is known only when all needs are.
static bool finish_goals(pl_relaxation* x, uint32_t first)
{
    x->goal = x->value_count + x->needs.count;
    x->fact_count = x->goal + 1;
    for (uint32_t o = first; o < first + x->regression->goal_count; ++o) {
        x->ops.data[o].first_effect = x->effects.count;
        x->ops.data[o].effect_count = 1;
        if (!PL_ARRAY_PUSH(&x->effects, &x->allocator, x->goal)) return false;
    }
    return true;
}

// For each fact, the operators in whose list it is: sorted by counting. `first` has one entry more than facts, and one
// for the counting.
static void link_facts(const pl_relaxation* x, bool by_effect, uint32_t* first, uint32_t* ops)
{
    const uint32_t* facts = by_effect ? x->effects.data : x->pres.data;
    uint32_t count = by_effect ? x->effects.count : x->pres.count;
    for (uint32_t f = 0; f < x->fact_count + 2; ++f) first[f] = 0;
    for (uint32_t i = 0; i < count; ++i) ++first[facts[i] + 2];
    for (uint32_t f = 2; f < x->fact_count + 2; ++f) first[f] += first[f - 1];
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        const pl_relaxed_op* op = &x->ops.data[o];
        uint32_t at = by_effect ? op->first_effect : op->first_pre, n = by_effect ? op->effect_count : op->pre_count;
        for (uint32_t i = 0; i < n; ++i) ops[first[facts[at + i] + 1]++] = o;
    }
}

static bool link_all(pl_relaxation* x)
{
    if (!PL_ARRAY_RESERVE(&x->first_reader, &x->allocator, x->fact_count + 2) ||
        !PL_ARRAY_RESERVE(&x->readers, &x->allocator, x->pres.count + 1) ||
        !PL_ARRAY_RESERVE(&x->first_achiever, &x->allocator, x->fact_count + 2) ||
        !PL_ARRAY_RESERVE(&x->achievers, &x->allocator, x->effects.count + 1))
        return false;
    link_facts(x, false, x->first_reader.data, x->readers.data);
    link_facts(x, true, x->first_achiever.data, x->achievers.data);
    return true;
}

static bool note_fresh(pl_relaxation* x)
{
    PL_ARRAY_CLEAR(&x->at_once);
    if (!PL_ARRAY_RESERVE(&x->fresh, &x->allocator, x->ops.count + 1)) return false;
    for (uint32_t o = 0; o < x->ops.count; ++o) {
        uint32_t count = x->ops.data[o].pre_count;
        x->fresh.data[o] = (pl_relaxed_state){count, 0};
        if (count == 0 && !PL_ARRAY_PUSH(&x->at_once, &x->allocator, o)) return false;
    }
    return true;
}

bool pl_relaxation_build(pl_relaxation* x, const pl_rules* rules, const pl_regression* regression)
{
    const pl_heuristic* g = rules->heuristic;
    x->rules = rules;
    x->regression = regression;
    x->value_count = g->slices;
    PL_ARRAY_CLEAR(&x->ops);
    PL_ARRAY_CLEAR(&x->pres);
    PL_ARRAY_CLEAR(&x->effects);
    PL_ARRAY_CLEAR(&x->needs);
    PL_ARRAY_CLEAR(&x->allowed);
    if (!PL_ARRAY_RESERVE(&x->first_need, &x->allocator, g->variable_count + 1)) return false;
    for (uint32_t v = 0; v < g->variable_count; ++v) x->first_need.data[v] = PLOY_NONE;
    for (uint32_t m = 0; m < g->move_count; ++m) {
        if (pl_rules_available(rules, m) && !add_move(x, m)) return false;
    }
    uint32_t first = x->ops.count;
    return add_goals(x) && add_needs(x) && finish_goals(x, first) && note_fresh(x) && link_all(x);
}
