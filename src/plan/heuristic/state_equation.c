#include "plan/heuristic/state_equation.h"

#include <stdlib.h>
#include <string.h>

#include "base/containers/bitset.h"

enum
{
    MAX_CELLS = 1 << 18, // of the table: what takes a few milliseconds
    MAX_WORK = 1 << 23, // cells that all pivots together change
    BLAND_AFTER = 100, // pivots by the steepest column; from then on by the rule that never cycles
    MAX_NUMBER = 0x3fffffff,
};

// The table: row i says that a slack, which must not be negative, is the sum of row[j] * column j. Columns are at least
// 0, and all are 0 in the beginning. A row may be multiplied by a positive number.
typedef struct simplex
{
    const pl_heuristic* g;
    const pl_compiled* c;
    uint32_t* owners;       // of bits
    uint32_t* first_column; // per variable of the domain; PLOY_NONE: does not matter
    bool* is_counter;       // likewise: two columns, value and highest value - value. Else one per value
    pl_need* needs;         // scratch
    uint32_t columns, rows;
    int32_t* cells;
    int32_t* goal;  // the row to raise
    uint32_t* names; // of rows, then of columns: lower ones first in ties
} simplex;

static int32_t* row_of(const simplex* s, uint32_t row)
{
    return s->cells + (size_t)row * s->columns;
}

// Columns.

static void find_counters(simplex* s)
{
    for (uint32_t m = 0; m < s->g->move_count; ++m) {
        const pl_operator* op = &s->c->operators[s->g->moves[m].op];
        for (uint32_t e = 0; e < op->effect_count; ++e) {
            const pl_effect* effect = &s->c->effects[op->first_effect + e];
            if (effect->kind == PL_EFFECT_ADD) s->is_counter[effect->variable] = true;
        }
    }
}

static void name_columns(simplex* s)
{
    for (uint32_t v = 0; v < s->c->variable_count; ++v) s->first_column[v] = PLOY_NONE;
    for (uint32_t i = 0; i < s->g->variable_count; ++i) {
        const pl_heuristic_variable* v = &s->g->variables[i];
        s->first_column[v->variable] = s->columns;
        s->columns += s->is_counter[v->variable] ? 2 : v->size;
    }
}

static bool is_allowed(const pl_need* need, uint32_t value)
{
    if (!need) return true;
    return need->allowed ? pl_bits_test(need->allowed, value) : need->value == value;
}

static uint32_t lowest_allowed(const pl_need* need, uint32_t size)
{
    uint32_t value = 0;
    while (value + 1 < size && !is_allowed(need, value)) ++value;
    return value;
}

static uint32_t highest_allowed(const pl_need* need, uint32_t size)
{
    uint32_t value = size - 1;
    while (value > 0 && !is_allowed(need, value)) --value;
    return value;
}

static const pl_need* find_need(const pl_need* needs, uint32_t count, uint32_t variable)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (needs[i].variable == variable) return &needs[i];
    }
    return NULL;
}

// Adds `sign` times the lowest potential that a need leaves to a variable; `need` NULL: any value.
static void add_lowest(const simplex* s, int32_t* row, uint32_t variable, const pl_need* need, int32_t sign)
{
    uint32_t first = s->first_column[variable], size = s->c->variables[variable].size;
    uint32_t low = lowest_allowed(need, size), high = highest_allowed(need, size);
    if (s->is_counter[variable]) {
        row[first] += sign * (int32_t)low;
        row[first + 1] += sign * (int32_t)(size - 1 - high);
    } else if (low == high) {
        row[first + low] += sign;
    }
}

static void add_value(const simplex* s, int32_t* row, uint32_t variable, uint32_t value, int32_t sign)
{
    pl_need need = {variable, value, NULL};
    add_lowest(s, row, variable, &need, sign);
}

// Rows.

// What the move takes from the potential, at least: that must not be negative.
static void write_move(simplex* s, int32_t* row, const pl_operator* op)
{
    uint32_t count = pl_partial_state_needs(s->c, s->owners, &op->pre, s->needs);
    for (uint32_t e = 0; e < op->effect_count; ++e) {
        const pl_effect* effect = &s->c->effects[op->first_effect + e];
        uint32_t first = s->first_column[effect->variable];
        if (first == PLOY_NONE) continue;
        if (effect->kind == PL_EFFECT_ADD) {
            row[first] -= effect->amount;
            row[first + 1] += effect->amount;
            continue;
        }
        add_lowest(s, row, effect->variable, find_need(s->needs, count, effect->variable), 1);
        add_value(s, row, effect->variable, (uint32_t)effect->amount, -1);
    }
}

static bool is_known(const simplex* s, uint32_t row)
{
    size_t bytes = s->columns * sizeof(int32_t);
    bool binds = false;
    for (uint32_t j = 0; j < s->columns && !binds; ++j) binds = row_of(s, row)[j] < 0;
    for (uint32_t i = 0; i < row && binds; ++i) {
        if (memcmp(row_of(s, i), row_of(s, row), bytes) == 0) return true;
    }
    return !binds;
}

static void write_moves(simplex* s, const uint64_t* available)
{
    for (uint32_t m = 0; m < s->g->move_count; ++m) {
        if (available && !pl_bits_test(available, m)) continue;
        memset(row_of(s, s->rows), 0, s->columns * sizeof(int32_t));
        write_move(s, row_of(s, s->rows), &s->c->operators[s->g->moves[m].op]);
        if (!is_known(s, s->rows)) ++s->rows;
    }
}

// By how much every state of the goal exceeds the start.
static void write_goal(simplex* s, const pl_partial_state* partial, const uint64_t* start)
{
    memset(s->goal, 0, s->columns * sizeof *s->goal);
    uint32_t count = pl_partial_state_needs(s->c, s->owners, partial, s->needs);
    for (uint32_t i = 0; i < count; ++i) {
        if (s->first_column[s->needs[i].variable] != PLOY_NONE)
            add_lowest(s, s->goal, s->needs[i].variable, &s->needs[i], 1);
    }
    for (uint32_t i = 0; i < s->g->variable_count; ++i) {
        const pl_heuristic_variable* v = &s->g->variables[i];
        add_value(s, s->goal, v->variable, pl_heuristic_value(v, start), -1);
    }
}

// Pivots.

static int64_t gcd_of(int64_t a, int64_t b)
{
    for (a = llabs(a), b = llabs(b); b;) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Divides a row by what its numbers have in common; false: they are too large.
static bool shrink(const int64_t* from, int32_t* to, uint32_t count)
{
    int64_t common = 0;
    for (uint32_t j = 0; j < count && common != 1; ++j) common = gcd_of(common, from[j]);
    for (uint32_t j = 0; j < count; ++j) {
        int64_t number = common > 1 ? from[j] / common : from[j];
        if (number > MAX_NUMBER || number < -MAX_NUMBER) return false;
        to[j] = (int32_t)number;
    }
    return true;
}

// The column becomes what the row `by` says it is: slack = rest - p * x, so p * x = rest - slack. All are only compared
// with 0, so a row is multiplied until its numbers are whole.
static bool substitute(const simplex* s, int32_t* row, const int32_t* by, uint32_t column, int64_t* wide)
{
    int64_t factor = row[column], pivot = -(int64_t)by[column]; // pivot > 0
    if (factor == 0) return true;
    int64_t common = gcd_of(factor, pivot);
    factor /= common;
    pivot /= common;
    for (uint32_t j = 0; j < s->columns; ++j)
        wide[j] = j == column ? -factor : row[j] * pivot + by[j] * factor;
    return shrink(wide, row, s->columns);
}

static bool pivot(simplex* s, uint32_t r, uint32_t column, int64_t* wide)
{
    int32_t* by = row_of(s, r);
    bool fits = substitute(s, s->goal, by, column, wide);
    for (uint32_t i = 0; i < s->rows && fits; ++i) {
        if (i != r) fits = substitute(s, row_of(s, i), by, column, wide);
    }
    by[column] = -1;
    uint32_t name = s->names[r];
    s->names[r] = s->names[s->rows + column];
    s->names[s->rows + column] = name;
    return fits;
}

static uint32_t choose_column(const simplex* s, bool is_bland)
{
    uint32_t best = PLOY_NONE;
    for (uint32_t j = 0; j < s->columns; ++j) {
        if (s->goal[j] <= 0) continue;
        const uint32_t* names = s->names + s->rows;
        if (best == PLOY_NONE || (is_bland ? names[j] < names[best] : s->goal[j] > s->goal[best])) best = j;
    }
    return best;
}

// A slack that falls when the column rises; PLOY_NONE: the column may rise for ever.
static uint32_t choose_row(const simplex* s, uint32_t column)
{
    uint32_t best = PLOY_NONE;
    for (uint32_t i = 0; i < s->rows; ++i) {
        if (row_of(s, i)[column] < 0 && (best == PLOY_NONE || s->names[i] < s->names[best])) best = i;
    }
    return best;
}

static bool has_ray(simplex* s, int64_t* wide)
{
    for (uint32_t i = 0; i < s->rows + s->columns; ++i) s->names[i] = i;
    uint32_t max_pivots = MAX_WORK / (s->rows * s->columns + 1);
    for (uint32_t count = 0; count < max_pivots; ++count) {
        uint32_t column = choose_column(s, count >= BLAND_AFTER);
        if (column == PLOY_NONE) return false;
        uint32_t row = choose_row(s, column);
        if (row == PLOY_NONE) return true;
        if (!pivot(s, row, column, wide)) return false;
    }
    return false;
}

static pl_refutation refute(simplex* s, const uint64_t* start, const uint64_t* available, pl_arena* scratch)
{
    const pl_compiled* c = s->c;
    s->owners = pl_bit_owners(scratch, c);
    s->first_column = PL_ARENA_ARRAY(scratch, uint32_t, c->variable_count + 1);
    s->is_counter = PL_ARENA_ARRAY(scratch, bool, c->variable_count + 1);
    s->needs = PL_ARENA_ARRAY(scratch, pl_need, c->variable_count + 1);
    if (!s->owners || !s->first_column || !s->is_counter || !s->needs) return PL_REFUTATION_NO_MEMORY;
    find_counters(s);
    name_columns(s);
    size_t cells = (size_t)s->columns * (s->g->move_count + 1);
    if (cells > MAX_CELLS) return PL_NOT_REFUTED;
    s->cells = PL_ARENA_ARRAY(scratch, int32_t, cells + 1);
    s->goal = PL_ARENA_ARRAY(scratch, int32_t, s->columns + 1);
    s->names = PL_ARENA_ARRAY(scratch, uint32_t, s->columns + s->g->move_count + 1);
    int32_t* kept = PL_ARENA_ARRAY(scratch, int32_t, cells + 1);
    int64_t* wide = PL_ARENA_ARRAY(scratch, int64_t, s->columns + 1);
    if (!s->cells || !s->goal || !s->names || !kept || !wide) return PL_REFUTATION_NO_MEMORY;
    write_moves(s, available);
    memcpy(kept, s->cells, (size_t)s->rows * s->columns * sizeof *kept);
    const pl_target* target = &c->targets[s->g->target];
    for (uint32_t i = 0; i < target->partial_count; ++i) {
        memcpy(s->cells, kept, (size_t)s->rows * s->columns * sizeof *kept);
        write_goal(s, &c->partials[target->first_partial + i], start);
        if (!has_ray(s, wide)) return PL_NOT_REFUTED;
    }
    return PL_REFUTED;
}

pl_refutation pl_state_equation_refute(const pl_heuristic* g, const pl_compiled* c, const uint64_t* start,
                                       const uint64_t* available, pl_arena* scratch)
{
    pl_arena_place place = pl_arena_mark(scratch);
    simplex s = {.g = g, .c = c};
    pl_refutation refutation = refute(&s, start, available, scratch);
    pl_arena_rewind(scratch, place);
    return refutation;
}
