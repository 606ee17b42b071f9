#include "plan/heuristic/regression.h"

#include <string.h>

#include "base/containers/bitset.h"
#include "base/hints.h"
#include "plan/heuristic/heuristic.h"

enum
{
    ROWS_AT_ONCE = 16 // after so many it is checked whether a partial state may still be contained
};

typedef struct regression_builder
{
    pl_regression* r;
    const uint32_t* owners;
    const uint32_t* local; // variable -> index in the heuristic, PLOY_NONE: does not matter
    pl_need* needs;
    uint32_t word_count, set_count, add_count, touched_count;
} regression_builder;

// The values that a need allows, as they lie in a word of a partial state. Variables of more than 64 values begin with a
// word.
static uint64_t allowed_in(const pl_heuristic_variable* v, const pl_need* need, uint32_t word)
{
    uint32_t bit = v->first + need->value;
    if (!need->allowed) return bit / 64 == word ? (uint64_t)1 << bit % 64 : 0;
    uint64_t allowed = v->size <= 64 ? need->allowed[0] << v->first % 64 : need->allowed[word - v->first / 64];
    return allowed & pl_bits_range(word, v->first, v->first + v->size);
}

static uint32_t last_word(const pl_heuristic_variable* v)
{
    return (v->first + v->size - 1) / 64;
}

// Moves.

static pl_regression_word* word_of(const regression_builder* b, pl_regression_move* move, uint32_t word)
{
    pl_regression_word* words = b->r->words + move->first_word;
    for (uint32_t i = 0; i < move->word_count; ++i) {
        if (words[i].word == word) return &words[i];
    }
    words[move->word_count] = (pl_regression_word){.word = word, .pre = b->r->full[word]};
    return &words[move->word_count++];
}

static void add_need(const regression_builder* b, pl_regression_move* move, uint32_t index, const pl_need* need)
{
    const pl_heuristic_variable* v = &b->r->heuristic->variables[index];
    for (uint32_t w = v->first / 64; w <= last_word(v); ++w) {
        uint64_t* pre = &word_of(b, move, w)->pre;
        *pre = (*pre & ~pl_bits_range(w, v->first, v->first + v->size)) | allowed_in(v, need, w);
    }
}

// The value of the variable that the move's cost depends on.
static void require(const regression_builder* b, pl_regression_move* move, const pl_move* from)
{
    uint32_t index = b->local[from->read], *touched = b->r->touched + move->first_touched;
    bool is_new = true;
    add_need(b, move, index, &(pl_need){.value = from->value});
    for (uint32_t i = 0; i < move->touched_count; ++i) is_new &= touched[i] != index;
    if (is_new) touched[move->touched_count++] = index;
}

static void add_change(const regression_builder* b, pl_regression_move* move, uint32_t index, bool is_set)
{
    const pl_heuristic_variable* v = &b->r->heuristic->variables[index];
    for (uint32_t w = v->first / 64; w <= last_word(v); ++w) {
        pl_regression_word* word = word_of(b, move, w);
        uint64_t values = pl_bits_range(w, v->first, v->first + v->size);
        word->changed |= values;
        if (is_set) word->freed |= values;
    }
}

static void add_set(const regression_builder* b, pl_regression_move* move, uint32_t index, uint32_t value)
{
    pl_regression_set set = {index, b->r->heuristic->variables[index].first + value};
    pl_regression_set* sets = b->r->sets + move->first_set;
    uint32_t at = move->set_count++;
    for (; at > 0 && sets[at - 1].bit > set.bit; --at) sets[at] = sets[at - 1];
    sets[at] = set;
    word_of(b, move, set.bit / 64)->set |= (uint64_t)1 << set.bit % 64;
}

static void add_move(regression_builder* b, uint32_t m)
{
    pl_regression* r = b->r;
    const pl_heuristic* g = r->heuristic;
    const pl_operator* op = &r->c->operators[g->moves[m].op];
    pl_regression_move* move = &r->moves[m];
    *move = (pl_regression_move){.first_word = b->word_count,
                                 .first_set = b->set_count,
                                 .first_add = b->add_count,
                                 .first_touched = b->touched_count};
    move->touched_count = pl_partial_state_needs(r->c, b->owners, &op->pre, b->needs);
    for (uint32_t i = 0; i < move->touched_count; ++i) {
        uint32_t index = b->local[b->needs[i].variable];
        r->touched[move->first_touched + i] = index;
        add_need(b, move, index, &b->needs[i]);
    }
    if (g->moves[m].read != PLOY_NONE) require(b, move, &g->moves[m]);
    for (uint32_t e = 0; e < op->effect_count; ++e) {
        const pl_effect* effect = &r->c->effects[op->first_effect + e];
        uint32_t index = b->local[effect->variable];
        if (index == PLOY_NONE) continue;
        add_change(b, move, index, effect->kind == PL_EFFECT_SET);
        if (effect->kind == PL_EFFECT_SET)
            add_set(b, move, index, (uint32_t)effect->amount);
        else
            r->adds[move->first_add + move->add_count++] = (pl_regression_add){index, effect->amount};
    }
    if (move->word_count == 1) {
        const pl_regression_word* only = &r->words[move->first_word];
        r->filters[m] = (pl_regression_filter){only->set, only->changed, only->word, !g->is_whole};
    }
    b->word_count += move->word_count;
    b->set_count += move->set_count;
    b->add_count += move->add_count;
    b->touched_count += move->touched_count;
}

// A goal in local form; all its variables matter.
static void add_goal(const regression_builder* b, const pl_partial_state* partial, uint64_t* to)
{
    memcpy(to, b->r->full, b->r->partial_words * sizeof *to);
    uint32_t count = pl_partial_state_needs(b->r->c, b->owners, partial, b->needs);
    for (uint32_t i = 0; i < count; ++i) {
        const pl_heuristic_variable* v = &b->r->heuristic->variables[b->local[b->needs[i].variable]];
        pl_bits_clear_range(to, v->first, v->first + v->size);
        for (uint32_t w = v->first / 64; w <= last_word(v); ++w) to[w] |= allowed_in(v, &b->needs[i], w);
    }
}

// Upper bounds of what all moves have.
typedef struct regression_counts
{
    size_t words, effects, touched;
} regression_counts;

static regression_counts count_all(const regression_builder* b)
{
    const pl_compiled* c = b->r->c;
    const pl_heuristic* g = b->r->heuristic;
    regression_counts sum = {1, 1, 1};
    for (uint32_t m = 0; m < g->move_count; ++m) {
        const pl_operator* op = &c->operators[g->moves[m].op];
        uint32_t count = pl_partial_state_needs(c, b->owners, &op->pre, b->needs);
        size_t words = g->moves[m].read == PLOY_NONE ? 0 : pl_bits_words(c->variables[g->moves[m].read].size);
        for (uint32_t i = 0; i < count; ++i) words += pl_bits_words(c->variables[b->needs[i].variable].size);
        for (uint32_t e = 0; e < op->effect_count; ++e)
            words += pl_bits_words(c->variables[c->effects[op->first_effect + e].variable].size);
        sum.words += words < b->r->partial_words ? words : b->r->partial_words;
        sum.effects += op->effect_count;
        sum.touched += count + 1;
    }
    return sum;
}

static bool allocate(pl_regression* r, pl_arena* scratch, const regression_counts* counts)
{
    uint32_t moves = r->heuristic->move_count;
    r->moves = PL_ARENA_ARRAY(scratch, pl_regression_move, moves + 1);
    r->filters = PL_ARENA_ARRAY(scratch, pl_regression_filter, moves + 1);
    r->words = PL_ARENA_ARRAY(scratch, pl_regression_word, counts->words);
    r->sets = PL_ARENA_ARRAY(scratch, pl_regression_set, counts->effects);
    r->adds = PL_ARENA_ARRAY(scratch, pl_regression_add, counts->effects);
    r->touched = PL_ARENA_ARRAY(scratch, uint32_t, counts->touched);
    r->goals = PL_ARENA_ARRAY(scratch, uint64_t, (size_t)r->goal_count * r->partial_words + 1);
    return r->moves && r->filters && r->words && r->sets && r->adds && r->touched && r->goals;
}

// Variables.

static bool allocate_variables(pl_regression* r, pl_arena* scratch)
{
    r->full = PL_ARENA_ARRAY(scratch, uint64_t, r->partial_words + 1);
    r->row = PL_ARENA_ARRAY(scratch, uint64_t, r->partial_words + 1);
    r->firsts = PL_ARENA_ARRAY(scratch, uint64_t, r->partial_words + 1);
    r->fielded = PL_ARENA_ARRAY(scratch, uint64_t, r->partial_words + 1);
    r->owners = PL_ARENA_ARRAY(scratch, uint32_t, (size_t)r->partial_words * 64 + 1);
    r->large = PL_ARENA_ARRAY(scratch, uint32_t, r->heuristic->variable_count + 1);
    r->fields = PL_ARENA_ARRAY(scratch, pl_regression_field, r->heuristic->variable_count + 1);
    return r->full && r->row && r->firsts && r->fielded && r->owners && r->large && r->fields;
}

static void add_variables(pl_regression* r)
{
    const pl_heuristic* g = r->heuristic;
    memset(r->owners, 0xFF, (size_t)r->partial_words * 64 * sizeof *r->owners);
    for (uint32_t i = 0; i < g->variable_count; ++i) {
        const pl_heuristic_variable* v = &g->variables[i];
        pl_bits_set_range(r->full, v->first, v->first + v->size);
        for (uint32_t k = 0; k < v->size; ++k) r->owners[v->first + k] = i;
        if (v->size > 64) {
            r->large[r->large_count++] = i;
            continue;
        }
        uint32_t word = v->first / 64;
        r->fields[i] = (pl_regression_field){pl_bits_range(word, v->first, v->first + v->size), word};
        r->fielded[word] |= r->fields[i].mask;
        pl_bits_set(r->firsts, v->first);
    }
    memcpy(r->row, r->full, r->partial_words * sizeof *r->row);
}

bool pl_regression_init(pl_regression* r, pl_arena* scratch, const pl_compiled* c, const pl_heuristic* g)
{
    const pl_target* target = &c->targets[g->target];
    uint32_t* owners = pl_bit_owners(scratch, c);
    uint32_t* local = PL_ARENA_ARRAY(scratch, uint32_t, c->variable_count + 1);
    pl_need* needs = PL_ARENA_ARRAY(scratch, pl_need, c->variable_count + 1);
    *r =
        (pl_regression){.heuristic = g, .c = c, .partial_words = g->partial_words, .goal_count = target->partial_count};
    if (!owners || !local || !needs || !allocate_variables(r, scratch)) return false;
    regression_builder b = {r, owners, local, needs, 0, 0, 0, 0};
    regression_counts counts = count_all(&b);
    if (!allocate(r, scratch, &counts)) return false;
    memset(local, 0xFF, (size_t)c->variable_count * sizeof *local);
    for (uint32_t i = 0; i < g->variable_count; ++i) local[g->variables[i].variable] = i;
    add_variables(r);
    for (uint32_t m = 0; m < g->move_count; ++m) add_move(&b, m);
    for (uint32_t i = 0; i < target->partial_count; ++i)
        add_goal(&b, &c->partials[target->first_partial + i], r->goals + (size_t)i * r->partial_words);
    return true;
}

const uint64_t* pl_regression_open(const pl_regression* r, uint32_t m)
{
    const pl_regression_move* move = &r->moves[m];
    const pl_regression_word* words = r->words + move->first_word;
    for (uint32_t i = 0; i < move->word_count; ++i) r->row[words[i].word] = words[i].pre;
    return r->row;
}

void pl_regression_close(const pl_regression* r, uint32_t m)
{
    const pl_regression_move* move = &r->moves[m];
    const pl_regression_word* words = r->words + move->first_word;
    for (uint32_t i = 0; i < move->word_count; ++i) r->row[words[i].word] = r->full[words[i].word];
}

bool pl_regression_allows(const pl_regression* r, uint32_t m, uint32_t bit)
{
    const pl_regression_word* words = r->words + r->moves[m].first_word;
    for (uint32_t i = 0; i < r->moves[m].word_count; ++i) {
        if (words[i].word == bit / 64) return words[i].pre >> bit % 64 & 1;
    }
    return true;
}

uint32_t pl_regression_only(const pl_regression* r, uint32_t m, uint32_t variable)
{
    const pl_heuristic_variable* v = &r->heuristic->variables[variable];
    const pl_regression_word* words = r->words + r->moves[m].first_word;
    uint32_t only = PLOY_NONE, seen = 0;
    for (uint32_t i = 0; i < r->moves[m].word_count; ++i) {
        if (words[i].word < v->first / 64 || words[i].word > last_word(v)) continue;
        uint64_t values = words[i].pre & pl_bits_range(words[i].word, v->first, v->first + v->size);
        ++seen;
        if (!values) continue;
        if (only != PLOY_NONE || (values & (values - 1))) return PLOY_NONE;
        only = 64 * words[i].word + pl_trailing_zeros(values) - v->first;
    }
    return seen == last_word(v) - v->first / 64 + 1 ? only : PLOY_NONE;
}

uint32_t pl_regression_value(const pl_regression* r, uint32_t m, uint32_t variable)
{
    const pl_regression_set* sets = r->sets + r->moves[m].first_set;
    for (uint32_t i = 0; i < r->moves[m].set_count; ++i) {
        if (sets[i].variable == variable) return sets[i].bit - r->heuristic->variables[variable].first;
    }
    return PLOY_NONE;
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
    pl_bits_clear_range(before, v->first, v->first + v->size);
    for (uint32_t k = 0; k < v->size; ++k) {
        int64_t to = (int64_t)k + amount;
        if (to >= 0 && to < v->size && pl_bits_test(partial, v->first + (uint32_t)to))
            pl_bits_set(before, v->first + k);
    }
}

static inline bool is_empty(const pl_regression* r, uint32_t variable, const uint64_t* partial)
{
    const pl_regression_field* field = &r->fields[variable];
    if (field->mask) return !(partial[field->word] & field->mask);
    const pl_heuristic_variable* v = &r->heuristic->variables[variable];
    return pl_bits_next(partial, r->partial_words, v->first) >= v->first + v->size;
}

// Does what the move sets agree with the partial state, and is it of use there?
static inline bool may_lead(const pl_regression* r, const pl_regression_move* move, const uint64_t* partial)
{
    const pl_regression_word* words = r->words + move->first_word;
    uint64_t missing = 0, served = r->heuristic->is_whole;
    for (uint32_t i = 0; i < move->word_count; ++i) {
        uint64_t forbidden = ~partial[words[i].word];
        missing |= words[i].set & forbidden;
        served |= words[i].changed & forbidden;
    }
    return !missing && served;
}

// The values of added variables from which the addition leads into the partial state.
static void regress_adds(const pl_regression* r, const pl_regression_move* move, const uint64_t* partial,
                         uint64_t* before)
{
    for (uint32_t i = 0; i < move->add_count; ++i) {
        const pl_regression_add* add = &r->adds[move->first_add + i];
        const pl_heuristic_variable* v = &r->heuristic->variables[add->variable];
        if (!allows_all(v, partial)) shift_back(v, add->amount, partial, before);
    }
}

bool pl_regression_step(const pl_regression* r, uint32_t m, const uint64_t* partial, uint64_t* before)
{
    const pl_regression_move* move = &r->moves[m];
    const pl_regression_word* words = r->words + move->first_word;
    if (!r->filters[m].is_all && !may_lead(r, move, partial)) return false;
    for (uint32_t w = 0; w < r->partial_words; ++w) before[w] = partial[w];
    if (move->add_count) regress_adds(r, move, partial, before);
    bool is_other = r->heuristic->is_whole;
    for (uint32_t i = 0; i < move->word_count; ++i) {
        uint64_t* word = &before[words[i].word];
        *word = (*word | words[i].freed) & words[i].pre;
        is_other |= (*word & ~partial[words[i].word]) != 0;
    }
    if (!is_other) return false;
    for (uint32_t i = 0; i < move->touched_count; ++i) {
        if (is_empty(r, r->touched[move->first_touched + i], before)) return false;
    }
    for (uint32_t i = 0; i < move->add_count; ++i) {
        if (is_empty(r, r->adds[move->first_add + i].variable, before)) return false;
    }
    return true;
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

bool pl_partial_state_set_begin(pl_partial_state_set* set, const pl_regression* regression)
{
    const pl_heuristic* g = regression->heuristic;
    set->regression = regression;
    set->stride = g->slices + g->variable_count;
    set->count = 0;
    PL_ARRAY_CLEAR(&set->blocks);
    PL_ARRAY_CLEAR(&set->costs);
    return PL_ARRAY_RESERVE(&set->rows, &set->allocator, set->stride + 1);
}

bool pl_partial_state_set_add(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost)
{
    const pl_regression* r = set->regression;
    const pl_heuristic* g = r->heuristic;
    if (set->count % 64 == 0) {
        if (!PL_ARRAY_RESERVE(&set->blocks, &set->allocator, set->blocks.count + set->stride)) return false;
        if (set->stride) memset(set->blocks.data + set->blocks.count, 0, set->stride * sizeof(uint64_t));
        set->blocks.count += set->stride;
    }
    if (!PL_ARRAY_PUSH(&set->costs, &set->allocator, cost)) return false;
    uint64_t* block = set->stride ? set->blocks.data + (size_t)(set->count / 64) * set->stride : NULL;
    uint64_t bit = 1ull << (set->count++ % 64);
    for (uint32_t w = 0; w < r->partial_words; ++w) {
        for (uint64_t left = r->full[w] & ~partial[w]; left; left &= left - 1) {
            uint32_t at = 64 * w + pl_trailing_zeros(left), owner = r->owners[at];
            const pl_heuristic_variable* v = &g->variables[owner];
            block[v->slice + at - v->first] |= bit;
            block[g->slices + owner] |= bit;
        }
    }
    return true;
}

// The rows of a word's variables, of those with a field.
static uint32_t* add_rows(const pl_regression* r, uint32_t w, uint64_t partial, uint32_t* row)
{
    const pl_heuristic* g = r->heuristic;
    uint64_t free_firsts = r->firsts[w];
    for (uint64_t left = r->fielded[w] & ~partial; left;) {
        uint32_t owner = r->owners[64 * w + pl_trailing_zeros(left)];
        uint64_t mask = r->fields[owner].mask;
        uint32_t slice = g->variables[owner].slice - g->variables[owner].first + 64 * w;
        for (uint64_t allowed = partial & mask; allowed; allowed &= allowed - 1)
            *row++ = slice + pl_trailing_zeros(allowed);
        free_firsts &= ~mask;
        left &= ~mask;
    }
    for (; free_firsts; free_firsts &= free_firsts - 1)
        *row++ = g->slices + r->owners[64 * w + pl_trailing_zeros(free_firsts)];
    return row;
}

static uint32_t* add_rows_of_large(const pl_regression* r, const pl_heuristic_variable* v, uint32_t restricts,
                                   const uint64_t* partial, uint32_t* row)
{
    if (allows_all(v, partial)) {
        *row++ = restricts;
        return row;
    }
    uint32_t end = v->first + v->size;
    for (uint32_t bit = pl_bits_next(partial, r->partial_words, v->first); bit < end;
         bit = pl_bits_next(partial, r->partial_words, bit + 1))
        *row++ = v->slice + bit - v->first;
    return row;
}

// The rows that show which partial states of the set do not contain this one: of a variable that it restricts those of
// the values that it allows, of another the one that any restriction sets.
static uint32_t choose_rows(pl_partial_state_set* set, const uint64_t* partial)
{
    const pl_regression* r = set->regression;
    const pl_heuristic* g = r->heuristic;
    uint32_t* row = set->rows.data;
    for (uint32_t w = 0; w < r->partial_words; ++w) row = add_rows(r, w, partial[w], row);
    for (uint32_t i = 0; i < r->large_count; ++i)
        row = add_rows_of_large(r, &g->variables[r->large[i]], g->slices + r->large[i], partial, row);
    return (uint32_t)(row - set->rows.data);
}

// Is one of the partial states of a block whose bits are clear there for at most this cost?
static bool has_cost(const pl_partial_state_set* set, uint32_t block, uint64_t out, uint32_t cost)
{
    uint32_t here = set->count - 64 * block;
    if (here < 64) out |= ~0ull << here;
    for (uint64_t in = ~out; in; in &= in - 1) {
        if (set->costs.data[64 * block + pl_trailing_zeros(in)] <= cost) return true;
    }
    return false;
}

// Up to four blocks at once, until all of their partial states are out.
bool pl_partial_state_set_covers(pl_partial_state_set* set, const uint64_t* partial, uint32_t cost)
{
    const uint32_t* row = set->rows.data;
    const uint32_t* end = row + choose_rows(set, partial);
    const uint32_t blocks = (set->count + 63) / 64;
    for (uint32_t at = 0; at < blocks; at += 4) {
        uint32_t last = blocks - at < 4 ? blocks - at - 1 : 3;
        const uint64_t* a = set->blocks.data + (size_t)at * set->stride;
        const uint64_t *b = a + (last > 0) * set->stride, *c = b + (last > 1) * set->stride,
                       *d = c + (last > 2) * set->stride;
        uint64_t out[4] = {0};
        for (const uint32_t *i = row, *stop = row; i < end && ~(out[0] & out[1] & out[2] & out[3]);) {
            for (stop = end - i > ROWS_AT_ONCE ? i + ROWS_AT_ONCE : end; i < stop; ++i) {
                out[0] |= a[*i];
                out[1] |= b[*i];
                out[2] |= c[*i];
                out[3] |= d[*i];
            }
        }
        for (uint32_t i = 0; i <= last; ++i) {
            if (~out[i] && has_cost(set, at + i, out[i], cost)) return true;
        }
    }
    return false;
}
