#include "plan/heuristic/regression.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "plan/heuristic/heuristic.h"

typedef struct regression_builder
{
    pl_regression* r;
    const uint32_t* owners;
    const uint32_t* local; // variable -> index in the heuristic, PLOY_NONE: does not matter
    pl_need* needs;
    uint32_t set_count, add_count, touched_count;
} regression_builder;

static void fill(uint64_t* partial, const pl_heuristic_variable* v)
{
    for (uint32_t k = 0; k < v->size; ++k) pl_bits_set(partial, v->first + k);
}

static void erase(uint64_t* partial, const pl_heuristic_variable* v)
{
    for (uint32_t k = 0; k < v->size; ++k) pl_bits_clear(partial, v->first + k);
}

// The partial state in local form; all its variables matter.
static uint32_t localize(const regression_builder* b, const pl_partial_state* partial, uint64_t* to, uint32_t* touched)
{
    const pl_heuristic* g = b->r->heuristic;
    memcpy(to, b->r->full, g->partial_words * sizeof *to);
    uint32_t count = pl_partial_state_needs(b->r->c, b->owners, partial, b->needs);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t index = b->local[b->needs[i].variable];
        const pl_heuristic_variable* v = &g->variables[index];
        erase(to, v);
        if (!b->needs[i].allowed) pl_bits_set(to, v->first + b->needs[i].value);
        for (uint32_t k = 0; b->needs[i].allowed && k < v->size; ++k) {
            if (pl_bits_test(b->needs[i].allowed, k)) pl_bits_set(to, v->first + k);
        }
        if (touched) touched[i] = index;
    }
    return count;
}

// The value of the variable that the move's cost depends on.
static void require(const regression_builder* b, uint32_t m, uint64_t* pre)
{
    const pl_move* move = &b->r->heuristic->moves[m];
    pl_regression_move* regressed = &b->r->moves[m];
    uint32_t index = b->local[move->read], *touched = b->r->touched + regressed->first_touched;
    const pl_heuristic_variable* v = &b->r->heuristic->variables[index];
    bool is_new = true;
    erase(pre, v);
    pl_bits_set(pre, v->first + move->value);
    for (uint32_t i = 0; i < regressed->touched_count; ++i) is_new &= touched[i] != index;
    if (is_new) touched[regressed->touched_count++] = index;
}

static void add_move(regression_builder* b, uint32_t m)
{
    pl_regression* r = b->r;
    const pl_heuristic* g = r->heuristic;
    const pl_operator* op = &r->c->operators[g->moves[m].op];
    uint64_t* pre = r->words + (size_t)m * 3 * r->partial_words;
    uint64_t* set = pre + r->partial_words;
    uint64_t* freed = set + r->partial_words;
    uint64_t* changed = r->changed + (size_t)m * r->partial_words;
    pl_regression_move* move = &r->moves[m];
    *move =
        (pl_regression_move){.first_set = b->set_count, .first_add = b->add_count, .first_touched = b->touched_count};
    move->touched_count = localize(b, &op->pre, pre, r->touched + b->touched_count);
    if (g->moves[m].read != PLOY_NONE) require(b, m, pre);
    for (uint32_t e = 0; e < op->effect_count; ++e) {
        const pl_effect* effect = &r->c->effects[op->first_effect + e];
        uint32_t index = b->local[effect->variable];
        if (index == PLOY_NONE) continue;
        fill(changed, &g->variables[index]);
        if (effect->kind == PL_EFFECT_SET) {
            uint32_t bit = g->variables[index].first + (uint32_t)effect->amount;
            r->sets[b->set_count++] = (pl_regression_set){index, bit};
            pl_bits_set(set, bit);
            fill(freed, &g->variables[index]);
        } else {
            r->adds[b->add_count++] = (pl_regression_add){index, effect->amount};
        }
    }
    move->set_count = b->set_count - move->first_set;
    move->add_count = b->add_count - move->first_add;
    b->touched_count += move->touched_count;
}

static size_t needs_bound(const pl_compiled* c, const pl_heuristic* g, const uint32_t* owners, pl_need* needs)
{
    size_t sum = 1;
    for (uint32_t m = 0; m < g->move_count; ++m)
        sum += 1 + pl_partial_state_needs(c, owners, &c->operators[g->moves[m].op].pre, needs);
    return sum;
}

bool pl_regression_init(pl_regression* r, pl_arena* scratch, const pl_compiled* c, const pl_heuristic* g)
{
    const pl_target* target = &c->targets[g->target];
    uint32_t* owners = pl_bit_owners(scratch, c);
    uint32_t* local = PL_ARENA_ARRAY(scratch, uint32_t, c->variable_count + 1);
    pl_need* needs = PL_ARENA_ARRAY(scratch, pl_need, c->variable_count + 1);
    if (!owners || !local || !needs) return false;
    size_t touched = needs_bound(c, g, owners, needs), effects = 1;
    for (uint32_t m = 0; m < g->move_count; ++m) effects += c->operators[g->moves[m].op].effect_count;
    uint32_t words = g->partial_words;
    *r = (pl_regression){.heuristic = g, .c = c, .partial_words = words, .goal_count = target->partial_count};
    r->full = PL_ARENA_ARRAY(scratch, uint64_t, words + 1);
    r->words = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)g->move_count * 3 * words + 1);
    r->changed = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)g->move_count * words + 1);
    r->moves = PL_ARENA_ARRAY(scratch, pl_regression_move, g->move_count + 1);
    r->sets = PL_ARENA_ARRAY(scratch, pl_regression_set, effects);
    r->adds = PL_ARENA_ARRAY(scratch, pl_regression_add, effects);
    r->touched = PL_ARENA_ARRAY(scratch, uint32_t, touched);
    r->goals = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)target->partial_count * words + 1);
    if (!r->full || !r->words || !r->changed || !r->moves || !r->sets || !r->adds || !r->touched || !r->goals)
        return false;
    memset(local, 0xFF, (size_t)c->variable_count * sizeof *local);
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        local[g->variables[i].variable] = i;
        fill(r->full, &g->variables[i]);
    }
    regression_builder b = {r, owners, local, needs, 0, 0, 0};
    for (uint32_t m = 0; m < g->move_count; ++m) add_move(&b, m);
    for (uint32_t i = 0; i < target->partial_count; ++i) {
        localize(&b, &c->partials[target->first_partial + i], r->goals + (size_t)i * words, NULL);
    }
    return true;
}

// Values of a variable with at most 64 values.
static inline uint64_t all_values(const pl_heuristic_variable* v)
{
    return v->size == 64 ? ~0ull : (1ull << v->size) - 1;
}

static inline uint64_t values_of(const pl_heuristic_variable* v, const uint64_t* partial)
{
    return partial[v->first / 64] >> (v->first % 64) & all_values(v);
}

static inline bool allows_all(const pl_heuristic_variable* v, const uint64_t* partial)
{
    if (v->size <= 64) return values_of(v, partial) == all_values(v);
    for (uint32_t k = 0; k < v->size; ++k) {
        if (!pl_bits_test(partial, v->first + k)) return false;
    }
    return true;
}

// Values k from which k + amount is allowed.
static void shift_back(const pl_heuristic_variable* v, int32_t amount, const uint64_t* partial, uint64_t* before)
{
    if (v->size <= 64) {
        uint64_t values = values_of(v, partial), *word = &before[v->first / 64];
        uint32_t by = amount < 0 ? 0u - (uint32_t)amount : (uint32_t)amount;
        values = by >= 64 ? 0 : amount < 0 ? values << by & all_values(v) : values >> by;
        *word = (*word & ~(all_values(v) << (v->first % 64))) | values << (v->first % 64);
        return;
    }
    erase(before, v);
    for (uint32_t k = 0; k < v->size; ++k) {
        int64_t to = (int64_t)k + amount;
        if (to >= 0 && to < v->size && pl_bits_test(partial, v->first + (uint32_t)to))
            pl_bits_set(before, v->first + k);
    }
}

static inline bool is_empty(const pl_heuristic_variable* v, const uint64_t* partial)
{
    if (v->size <= 64) return !values_of(v, partial);
    for (uint32_t k = 0; k < v->size; ++k) {
        if (pl_bits_test(partial, v->first + k)) return false;
    }
    return true;
}

// Where a partial state is wide, a move is tested by the few values that it changes, else by all words.
#define WIDE_WORDS 4

static bool may_lead_wide(const pl_regression* r, const pl_regression_move* move, const uint64_t* partial)
{
    const pl_regression_set* sets = r->sets + move->first_set;
    const pl_regression_add* adds = r->adds + move->first_add;
    const pl_heuristic_variable* variables = r->heuristic->variables;
    for (uint32_t i = 0; i < move->set_count; ++i) {
        if (!pl_bits_test(partial, sets[i].bit)) return false;
    }
    if (r->heuristic->is_whole) return true;
    for (uint32_t i = 0; i < move->set_count; ++i) {
        if (!allows_all(&variables[sets[i].variable], partial)) return true;
    }
    for (uint32_t i = 0; i < move->add_count; ++i) {
        if (!allows_all(&variables[adds[i].variable], partial)) return true;
    }
    return false;
}

static inline bool may_lead_narrow(const pl_regression* r, uint32_t m, const uint64_t* partial)
{
    const uint64_t* set = r->words + ((size_t)m * 3 + 1) * r->partial_words;
    const uint64_t* changed = r->changed + (size_t)m * r->partial_words;
    uint64_t missing = 0, served = 0;
    for (uint32_t w = 0; w < r->partial_words; ++w) {
        missing |= set[w] & ~partial[w];
        served |= changed[w] & ~partial[w];
    }
    return !missing && (served || r->heuristic->is_whole);
}

// Does what the move sets agree with the partial state, and is it of use there?
static inline bool may_lead(const pl_regression* r, uint32_t m, const uint64_t* partial)
{
    return r->partial_words > WIDE_WORDS ? may_lead_wide(r, &r->moves[m], partial) : may_lead_narrow(r, m, partial);
}

bool pl_regress(const pl_regression* r, uint32_t m, const uint64_t* partial, uint64_t* before)
{
    if (!may_lead(r, m, partial)) return false;
    const pl_regression_move* move = &r->moves[m];
    const uint64_t* pre = r->words + (size_t)m * 3 * r->partial_words;
    const uint64_t* freed = pre + 2 * r->partial_words;
    for (uint32_t w = 0; w < r->partial_words; ++w) before[w] = partial[w] | freed[w];
    for (uint32_t i = 0; i < move->add_count; ++i) {
        const pl_regression_add* add = &r->adds[move->first_add + i];
        const pl_heuristic_variable* v = &r->heuristic->variables[add->variable];
        if (!allows_all(v, partial)) shift_back(v, add->amount, partial, before);
    }
    for (uint32_t w = 0; w < r->partial_words; ++w) before[w] &= pre[w];
    for (uint32_t i = 0; i < move->touched_count; ++i) {
        if (is_empty(&r->heuristic->variables[r->touched[move->first_touched + i]], before)) return false;
    }
    for (uint32_t i = 0; i < move->add_count; ++i) {
        if (is_empty(&r->heuristic->variables[r->adds[move->first_add + i].variable], before)) return false;
    }
    return r->heuristic->is_whole || !pl_partial_state_contains(partial, before, r->partial_words);
}

void pl_partial_state_set_init(pl_partial_state_set* set, const ploy_allocator* allocator)
{
    *set = (pl_partial_state_set){.allocator = *allocator};
}

void pl_partial_state_set_destroy(pl_partial_state_set* set)
{
    PL_ARRAY_FREE(&set->blocks, &set->allocator);
    PL_ARRAY_FREE(&set->costs, &set->allocator);
    PL_ARRAY_FREE(&set->rows, &set->allocator);
}

bool pl_partial_state_set_begin(pl_partial_state_set* set, const pl_heuristic* heuristic)
{
    set->heuristic = heuristic;
    set->stride = heuristic->slices + heuristic->variable_count;
    set->count = 0;
    PL_ARRAY_CLEAR(&set->blocks);
    PL_ARRAY_CLEAR(&set->costs);
    return PL_ARRAY_RESERVE(&set->rows, &set->allocator, set->stride + 1);
}

static bool note_many(const pl_heuristic_variable* v, const uint64_t* partial, uint64_t* block, uint64_t bit)
{
    bool restricts = false;
    for (uint32_t k = 0; k < v->size; ++k) {
        if (pl_bits_test(partial, v->first + k)) continue;
        block[v->slice + k] |= bit;
        restricts = true;
    }
    return restricts;
}

static bool note_few(const pl_heuristic_variable* v, const uint64_t* partial, uint64_t* block, uint64_t bit)
{
    uint64_t forbidden = values_of(v, partial) ^ all_values(v);
    for (uint64_t left = forbidden; left; left &= left - 1) block[v->slice + pl_trailing_zeros(left)] |= bit;
    return forbidden != 0;
}

bool pl_partial_state_set_add(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost)
{
    const pl_heuristic* g = set->heuristic;
    if (set->count % 64 == 0) {
        if (!PL_ARRAY_RESERVE(&set->blocks, &set->allocator, set->blocks.count + set->stride)) return false;
        if (set->stride) memset(set->blocks.data + set->blocks.count, 0, set->stride * sizeof(uint64_t));
        set->blocks.count += set->stride;
    }
    if (!PL_ARRAY_PUSH(&set->costs, &set->allocator, cost)) return false;
    uint64_t* block = set->stride ? set->blocks.data + (size_t)(set->count / 64) * set->stride : NULL;
    uint64_t bit = 1ull << (set->count++ % 64);
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        if (v->size <= 64 ? note_few(v, partial, block, bit) : note_many(v, partial, block, bit))
            block[g->slices + i] |= bit;
    }
    return true;
}

// The rows that show which partial states of the set do not contain this one.
static uint32_t choose_rows(pl_partial_state_set* set, const uint64_t* partial)
{
    const pl_heuristic* g = set->heuristic;
    uint32_t* row = set->rows.data;
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        bool is_small = v->size <= 64;
        if (allows_all(v, partial)) {
            *row++ = g->slices + i;
            continue;
        }
        for (uint64_t left = is_small ? values_of(v, partial) : 0; left; left &= left - 1) {
            *row++ = v->slice + pl_trailing_zeros(left);
        }
        for (uint32_t k = 0; !is_small && k < v->size; ++k) {
            if (pl_bits_test(partial, v->first + k)) *row++ = v->slice + k;
        }
    }
    return (uint32_t)(row - set->rows.data);
}

bool pl_partial_state_set_covers(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost)
{
    uint32_t rows = choose_rows(set, partial);
    for (uint32_t at = 0; at < set->count; at += 64) {
        const uint64_t* block = set->blocks.data + (size_t)(at / 64) * set->stride;
        uint32_t here = set->count - at;
        uint64_t out = here < 64 ? ~0ull << here : 0;
        for (uint32_t i = 0; i < rows && ~out; ++i) out |= block[set->rows.data[i]];
        for (uint64_t in = ~out; in; in &= in - 1) {
            if (set->costs.data[at + pl_trailing_zeros(in)] <= cost) return true;
        }
    }
    return false;
}
