// Draws the trees. No C expression holds two draws, so that the order in which a compiler evaluates operands has no
// effect.

#include "support/plan/random_domain.h"

#include <stdlib.h>
#include <string.h>

#include "support/plan/random_build.h"
#include "support/plan/random_text.h"

random_knobs random_knobs_small(void)
{
    return (random_knobs){
        .types = 2,
        .objects = 3,
        .bools = 6,
        .ints = 2,
        .decimals = 1,
        .places = 2,
        .indexed = 1,
        .ballast = 0,
        .int_values = 7,
        .states = 3000,
        .actions = 10,
        .goals = 3,
        .depth = 3,
        .calls = true,
        .contexts = true,
        .cost_expressions = true,
        .arithmetic = true,
        .params = true,
        .clamps = true,
        .choices = true,
    };
}

random_knobs random_knobs_large(void)
{
    random_knobs knobs = random_knobs_small();
    knobs.bools = 10;
    knobs.ints = 3;
    knobs.states = 40000;
    knobs.actions = 16;
    knobs.chained = true;
    return knobs;
}

random_knobs random_knobs_wide(void)
{
    random_knobs knobs = random_knobs_small();
    knobs.ballast = 24;
    knobs.chained = true;
    knobs.states = 500;
    return knobs;
}

random_knobs random_knobs_tiny(void)
{
    random_knobs knobs = random_knobs_small();
    knobs.states = 200;
    knobs.actions = 7;
    knobs.chained = true;
    knobs.objects = 2;
    knobs.depth = 2;
    return knobs;
}

random_knobs random_knobs_tables(void)
{
    random_knobs knobs = random_knobs_small();
    knobs.states = 600;
    knobs.places = 3;
    knobs.ints = 3;
    knobs.chained = true;
    knobs.tables = true;
    return knobs;
}

/// The parameters that an expression may name.
typedef struct scope
{
    const uint32_t* types;
    uint32_t count;
} scope;

typedef struct domain_maker
{
    random_domain* d;
    ploy_random* random;
} domain_maker;

static uint32_t below(domain_maker* m, uint32_t bound)
{
    return ploy_random_below(m->random, bound);
}

static bool chance(domain_maker* m, uint32_t percent)
{
    return below(m, 100) < percent;
}

static uint32_t add_expr(domain_maker* m, random_expr e)
{
    random_domain* d = m->d;
    if (d->expr_count == d->expr_capacity) {
        d->expr_capacity = d->expr_capacity * 2 + 64;
        d->exprs = realloc(d->exprs, d->expr_capacity * sizeof *d->exprs);
        if (!d->exprs) abort();
    }
    e.spelling = below(m, 4);
    d->exprs[d->expr_count] = e;
    return d->expr_count++;
}

static uint32_t add_leaf(domain_maker* m, random_op op, int64_t value, uint32_t type)
{
    return add_expr(m, (random_expr){.op = op, .value = value, .type = type});
}

static uint32_t add_pair(domain_maker* m, random_op op, uint32_t a, uint32_t b)
{
    return add_expr(m, (random_expr){.op = op, .a = a, .b = b});
}

// Symbols.

static uint32_t value_count(const random_symbol* s)
{
    return (uint32_t)((s->max - s->min) / s->step + 1);
}

static int64_t draw_value(domain_maker* m, const random_symbol* s)
{
    return s->min + s->step * (int64_t)below(m, value_count(s));
}

static void draw_range(domain_maker* m, random_symbol* s, uint32_t values)
{
    static const int64_t steps[] = {100, 125, 250, 500, 1000};
    if (s->kind == PLOY_VALUE_DECIMAL) s->step = steps[below(m, 5)];
    s->min = chance(m, 70) ? 0 : -s->step * (int64_t)(1 + below(m, 3));
    s->max = s->min + s->step * (int64_t)(1 + below(m, values - 1));
}

static void draw_kind(domain_maker* m, random_symbol* s, ploy_value_type kind)
{
    s->kind = kind;
    s->step = 1;
    s->min = 0;
    s->max = 1;
    s->type = PLOY_NONE;
    if (kind == PLOY_VALUE_OBJECT) {
        s->type = below(m, m->d->type_count);
        s->max = m->d->type_objects[s->type] - 1;
    } else if (kind != PLOY_VALUE_BOOL) {
        draw_range(m, s, m->d->knobs.int_values);
    }
}

static void draw_index(domain_maker* m, random_symbol* s)
{
    s->of_count = chance(m, 70) ? 1 : 2;
    for (uint32_t i = 0; i < s->of_count; i++) s->of[i] = below(m, m->d->type_count);
}

static void finish_symbol(domain_maker* m, random_symbol* s, char letter)
{
    random_domain* d = m->d;
    snprintf(s->name, sizeof s->name, "%c%u", letter, (unsigned)d->symbol_count % 1000);
    s->initial_given = chance(m, 50);
    s->initial = s->initial_given ? draw_value(m, s) : s->min;
    s->planned = chance(m, 15);
    if (d->knobs.clamps && (s->kind == PLOY_VALUE_INT || s->kind == PLOY_VALUE_DECIMAL)) s->clamp = chance(m, 50);
    s->first_variable = d->variable_count;
    s->variable_count = 1;
    for (uint32_t i = 0; i < s->of_count; i++) s->variable_count *= d->type_objects[s->of[i]];
    if (d->symbol_count == RANDOM_MAX_SYMBOLS || d->variable_count + s->variable_count > RANDOM_MAX_VARIABLES) return;
    d->variable_count += s->variable_count;
    d->symbols[d->symbol_count++] = *s;
}

// Draws a symbol. Leaves it out when the domain would have too many states.
static void draw_symbol(domain_maker* m, ploy_value_type kind, bool indexed, uint64_t* states)
{
    static const char letters[] = "bido";
    random_symbol s = {.planned = false};
    draw_kind(m, &s, kind);
    if (indexed) draw_index(m, &s);
    uint64_t product = *states;
    uint32_t variables = 1;
    for (uint32_t i = 0; i < s.of_count; i++) variables *= m->d->type_objects[s.of[i]];
    for (uint32_t i = 0; i < variables; i++) product *= value_count(&s);
    if (product > m->d->knobs.states) return;
    *states = product;
    finish_symbol(m, &s, letters[kind]);
}

static void draw_ballast(domain_maker* m, uint32_t index)
{
    random_symbol s = {.ballast = true};
    draw_kind(m, &s, index % 3 ? PLOY_VALUE_INT : PLOY_VALUE_BOOL);
    if (s.kind == PLOY_VALUE_INT) s.max = s.min + 10 + below(m, 300);
    finish_symbol(m, &s, 'w');
}

static void draw_symbols(domain_maker* m)
{
    const random_knobs* k = &m->d->knobs;
    const uint32_t counts[] = {k->bools, k->ints, k->decimals, k->places};
    uint64_t states = 1;
    for (uint32_t i = 0; i < k->indexed; i++)
        draw_symbol(m, chance(m, 75) ? PLOY_VALUE_BOOL : (ploy_value_type)below(m, 4), true, &states);
    for (uint32_t kind = 0; kind < 4; kind++) {
        uint32_t count = counts[kind] - below(m, k->chained ? counts[kind] / 2 + 1 : counts[kind] + 1);
        if (kind == PLOY_VALUE_BOOL && count < 2) count = 2;
        for (uint32_t i = 0; i < count; i++) draw_symbol(m, (ploy_value_type)kind, false, &states);
    }
    if (m->d->symbol_count == 0) draw_symbol(m, PLOY_VALUE_BOOL, false, &states);
    for (uint32_t i = 0; i < k->ballast; i++) draw_ballast(m, i);
}

// Conditions.

static bool is_numeric(const random_symbol* s)
{
    return s->kind == PLOY_VALUE_INT || s->kind == PLOY_VALUE_DECIMAL;
}

// The ballast comes after the other symbols and is drawn less often than its size suggests.
static uint32_t pick_symbol(domain_maker* m)
{
    uint32_t core = 0;
    while (core < m->d->symbol_count && !m->d->symbols[core].ballast) core++;
    return below(m, chance(m, 80) ? core : m->d->symbol_count);
}

static random_arg draw_arg(domain_maker* m, scope in, uint32_t type)
{
    uint32_t fitting[PLOY_MAX_ARGS], count = 0;
    for (uint32_t i = 0; i < in.count; i++)
        if (in.types[i] == type) fitting[count++] = i;
    if (count && chance(m, 75)) return (random_arg){.index = fitting[below(m, count)], .is_param = true};
    return (random_arg){.index = below(m, m->d->type_objects[type])};
}

static void draw_args(domain_maker* m, scope in, uint32_t symbol, random_arg* args)
{
    const random_symbol* s = &m->d->symbols[symbol];
    for (uint32_t i = 0; i < s->of_count; i++) args[i] = draw_arg(m, in, s->of[i]);
}

static uint32_t symbol_leaf(domain_maker* m, scope in, uint32_t symbol)
{
    random_expr e = {.op = RANDOM_SYMBOL, .symbol = symbol};
    draw_args(m, in, symbol, e.args);
    return add_expr(m, e);
}

// Tables.

// A symbol without an index whose values are objects of the type; PLOY_NONE when there is none.
static uint32_t place_of(domain_maker* m, uint32_t type)
{
    uint32_t fitting[RANDOM_MAX_SYMBOLS], count = 0;
    for (uint32_t i = 0; i < m->d->symbol_count; i++) {
        const random_symbol* s = &m->d->symbols[i];
        if (s->kind == PLOY_VALUE_OBJECT && s->type == type && !s->of_count && !s->ballast) fitting[count++] = i;
    }
    return count ? fitting[below(m, count)] : PLOY_NONE;
}

static uint32_t table_leaf(domain_maker* m, scope in, uint32_t table, bool may_read)
{
    random_expr e = {.op = RANDOM_TABLE, .symbol = table};
    for (uint32_t i = 0; i < m->d->tables[table].of_count; i++) {
        uint32_t symbol = place_of(m, m->d->tables[table].of[i]);
        bool is_symbol = may_read && symbol != PLOY_NONE && chance(m, 60);
        e.args[i] = is_symbol ? (random_arg){.index = symbol, .is_symbol = true}
                              : draw_arg(m, in, m->d->tables[table].of[i]);
    }
    return add_expr(m, e);
}

static int64_t draw_cell(domain_maker* m, const random_table* t)
{
    return t->type != PLOY_NONE ? below(m, m->d->type_objects[t->type]) : (int64_t)below(m, 13) * 250;
}

// The last table holds objects.
static void draw_tables(domain_maker* m)
{
    random_domain* d = m->d;
    if (!d->knobs.tables) return;
    for (d->table_count = 0; d->table_count < RANDOM_MAX_TABLES; d->table_count++) {
        random_table* t = &d->tables[d->table_count];
        snprintf(t->name, sizeof t->name, "t%u", (unsigned)d->table_count);
        t->type = d->table_count == RANDOM_MAX_TABLES - 1 ? below(m, d->type_count) : PLOY_NONE;
        t->of_count = 1 + below(m, 2);
        t->cell_count = 1;
        for (uint32_t i = 0; i < t->of_count; i++) {
            t->of[i] = below(m, d->type_count);
            t->cell_count *= d->type_objects[t->of[i]];
        }
        for (uint32_t i = 0; i < t->cell_count; i++) t->values[i] = draw_cell(m, t);
    }
}

// A number of a table compared with a number, or an object of a table with a symbol.
static uint32_t table_atom(domain_maker* m, scope in)
{
    uint32_t table = below(m, m->d->table_count);
    const random_table* t = &m->d->tables[table];
    if (t->type == PLOY_NONE) {
        uint32_t left = table_leaf(m, in, table, true);
        uint32_t right = add_leaf(m, RANDOM_NUMBER, (int64_t)below(m, 13) * 250, 0);
        return add_pair(m, (random_op)(RANDOM_LT + below(m, 4)), left, right);
    }
    uint32_t symbol = place_of(m, t->type);
    uint32_t right = table_leaf(m, in, table, chance(m, 20));
    uint32_t left =
        symbol == PLOY_NONE ? add_leaf(m, RANDOM_OBJECT, 0, t->type) : symbol_leaf(m, in, symbol);
    return add_pair(m, chance(m, 70) ? RANDOM_EQ : RANDOM_NE, left, right);
}

// A symbol for the other side of a comparison, perhaps the same one; PLOY_NONE when there is none.
static uint32_t draw_partner(domain_maker* m, uint32_t symbol)
{
    const random_symbol* s = &m->d->symbols[symbol];
    uint32_t fitting[RANDOM_MAX_SYMBOLS], count = 0;
    for (uint32_t i = 0; i < m->d->symbol_count; i++) {
        const random_symbol* o = &m->d->symbols[i];
        bool alike = is_numeric(s) ? is_numeric(o) : o->kind == s->kind && o->type == s->type;
        if (alike && !o->ballast) fitting[count++] = i;
    }
    return count ? fitting[below(m, count)] : PLOY_NONE;
}

static int64_t fixed(const random_symbol* s, int64_t value)
{
    return s->kind == PLOY_VALUE_INT ? value * PLOY_UNIT : value;
}

static uint32_t constant_leaf(domain_maker* m, scope in, uint32_t symbol)
{
    const random_symbol* s = &m->d->symbols[symbol];
    if (s->kind == PLOY_VALUE_OBJECT) {
        random_arg arg = draw_arg(m, in, s->type);
        return add_leaf(m, arg.is_param ? RANDOM_PARAM : RANDOM_OBJECT, arg.index, s->type);
    }
    int64_t value = draw_value(m, s);
    return s->kind == PLOY_VALUE_BOOL ? add_leaf(m, RANDOM_TRUTH, value, 0)
                                      : add_leaf(m, RANDOM_NUMBER, fixed(s, value), 0);
}

static random_op draw_comparison(domain_maker* m, bool ordered)
{
    return (random_op)(RANDOM_EQ + below(m, ordered ? 6 : 2));
}

// x + 2, x - y or 2 * x, compared with a number near the middle of its range.
static uint32_t arithmetic_atom(domain_maker* m, scope in, uint32_t symbol)
{
    const random_symbol* s = &m->d->symbols[symbol];
    uint32_t a = symbol_leaf(m, in, symbol), partner = draw_partner(m, symbol);
    random_op op = (random_op)(RANDOM_ADD + below(m, 3));
    uint32_t b;
    if (op == RANDOM_MUL || partner == PLOY_NONE || chance(m, 30))
        b = add_leaf(m, RANDOM_NUMBER, (int64_t)(1 + below(m, 3)) * PLOY_UNIT, 0);
    else
        b = symbol_leaf(m, in, partner);
    uint32_t sum = add_pair(m, op, a, b);
    random_op comparison = draw_comparison(m, true);
    uint32_t right = add_leaf(m, RANDOM_NUMBER, fixed(s, draw_value(m, s)), 0);
    return add_pair(m, comparison, sum, right);
}

static uint32_t comparison_atom(domain_maker* m, scope in, uint32_t symbol)
{
    const random_symbol* s = &m->d->symbols[symbol];
    if (is_numeric(s) && m->d->knobs.arithmetic && !s->ballast && chance(m, 15)) return arithmetic_atom(m, in, symbol);
    random_op op = draw_comparison(m, is_numeric(s));
    uint32_t left = symbol_leaf(m, in, symbol);
    uint32_t partner = s->ballast ? PLOY_NONE : draw_partner(m, symbol);
    if (partner != PLOY_NONE && chance(m, 15)) return add_pair(m, op, left, symbol_leaf(m, in, partner));
    uint32_t right = constant_leaf(m, in, symbol);
    return chance(m, 15) ? add_pair(m, op, right, left) : add_pair(m, op, left, right);
}

// p != q, p = camp: decided when the action is grounded.
static uint32_t param_atom(domain_maker* m, scope in)
{
    uint32_t param = below(m, in.count);
    uint32_t left = add_leaf(m, RANDOM_PARAM, param, in.types[param]);
    random_arg arg = draw_arg(m, in, in.types[param]);
    uint32_t right = add_leaf(m, arg.is_param ? RANDOM_PARAM : RANDOM_OBJECT, arg.index, in.types[param]);
    return add_pair(m, chance(m, 80) ? RANDOM_NE : RANDOM_EQ, left, right);
}

static uint32_t draw_atom(domain_maker* m, scope in)
{
    if (in.count && chance(m, 8)) return param_atom(m, in);
    if (m->d->table_count && chance(m, 20)) return table_atom(m, in);
    uint32_t symbol = pick_symbol(m);
    if (m->d->symbols[symbol].kind == PLOY_VALUE_BOOL && chance(m, 60)) return symbol_leaf(m, in, symbol);
    return comparison_atom(m, in, symbol);
}

static uint32_t draw_condition(domain_maker* m, scope in, uint32_t depth)
{
    if (depth == 0 || chance(m, 35)) return draw_atom(m, in);
    uint32_t dice = below(m, 100);
    uint32_t a = draw_condition(m, in, depth - 1);
    if (dice < 18) return add_expr(m, (random_expr){.op = RANDOM_NOT, .a = a});
    uint32_t b = draw_condition(m, in, depth - 1);
    random_op op = dice < 50 ? RANDOM_AND : dice < 76 ? RANDOM_OR : dice < 88 ? RANDOM_XOR : RANDOM_NAND;
    return add_pair(m, op, a, b);
}

static uint32_t draw_conjunction(domain_maker* m, scope in)
{
    uint32_t goal = draw_atom(m, in), more = 1 + below(m, 2);
    for (uint32_t i = 0; i < more; i++) {
        uint32_t variable = draw_atom(m, in);
        goal = add_pair(m, RANDOM_AND, goal, variable);
    }
    return goal;
}

// Costs.

// An expression that is never below 0: a + x with x >= 0, max - x, n * x.
static uint32_t draw_cost_expression(domain_maker* m, scope in)
{
    uint32_t symbol = pick_symbol(m);
    const random_symbol* s = &m->d->symbols[symbol];
    if (!is_numeric(s) || s->ballast) return add_leaf(m, RANDOM_NUMBER, 1500, 0);
    uint32_t x = symbol_leaf(m, in, symbol);
    uint32_t number = add_leaf(m, RANDOM_NUMBER, (int64_t)(1 + below(m, 4)) * 500, 0);
    if (s->min < 0 || chance(m, 30)) {
        uint32_t max = add_leaf(m, RANDOM_NUMBER, fixed(s, s->max > 0 ? s->max : 0), 0);
        return add_pair(m, RANDOM_SUB, max, x);
    }
    if (m->d->knobs.arithmetic && chance(m, 40)) {
        uint32_t factor = add_leaf(m, RANDOM_NUMBER, 2 * PLOY_UNIT, 0);
        return add_pair(m, RANDOM_MUL, factor, x);
    }
    return chance(m, 20) ? x : add_pair(m, RANDOM_ADD, number, x);
}

// A quotient whose divisor is never 0 where it is used, the lower or higher of two, or a choice; never below 0.
static uint32_t draw_choice(domain_maker* m, scope in)
{
    static const int64_t fractions[] = {3000, 700, 1250, 7000};
    uint32_t a = draw_cost_expression(m, in), b = draw_cost_expression(m, in), dice = below(m, 5);
    if (dice == 0) return add_pair(m, RANDOM_DIV, a, add_leaf(m, RANDOM_NUMBER, fractions[below(m, 4)], 0));
    if (dice == 1) return add_pair(m, chance(m, 50) ? RANDOM_MIN : RANDOM_MAX, a, b);
    uint32_t zero = add_leaf(m, RANDOM_NUMBER, 0, 0), test;
    if (dice == 2) {
        test = add_pair(m, RANDOM_GT, b, zero);
        a = add_pair(m, RANDOM_DIV, a, b);
        b = add_leaf(m, RANDOM_NUMBER, fractions[below(m, 4)], 0);
    } else {
        test = draw_condition(m, in, 1);
    }
    return add_expr(m, (random_expr){.op = RANDOM_CHOICE, .a = a, .b = b, .test = test});
}

static uint32_t draw_number(domain_maker* m, scope in)
{
    return m->d->knobs.choices && chance(m, 50) ? draw_choice(m, in) : draw_cost_expression(m, in);
}

// A table, or several symbols, so that there are more costs than operators are made for.
static uint32_t draw_price(domain_maker* m, scope in)
{
    uint32_t price = table_leaf(m, in, below(m, RANDOM_MAX_TABLES - 1), true);
    uint32_t more = below(m, 4);
    for (uint32_t i = 0; i < more; i++) {
        uint32_t other = draw_number(m, in);
        price = add_pair(m, chance(m, 70) ? RANDOM_ADD : RANDOM_MAX, price, other);
    }
    return price;
}

static random_number draw_cost(domain_maker* m, scope in)
{
    static const int64_t fractions[] = {500, 1250, 7125, 333, 2750, 1};
    static const int64_t huge[] = {1000000000000, 999999999999, 4294967295, 4294967296, 500000000001, 1, 3000000000};
    if (m->d->knobs.huge_costs && chance(m, 70))
        return (random_number){.expr = add_leaf(m, RANDOM_NUMBER, huge[below(m, 7)], 0)};
    if (m->d->table_count && chance(m, 50)) return (random_number){.expr = draw_price(m, in)};
    uint32_t dice = below(m, 100);
    if (dice < 12 && m->d->knobs.calls) return (random_number){.is_call = true};
    if (dice < 30 && m->d->knobs.cost_expressions) return (random_number){.expr = draw_number(m, in)};
    int64_t value = dice < 45 ? 0 : dice < 75 ? (int64_t)(1 + below(m, 5)) * PLOY_UNIT : fractions[below(m, 6)];
    return (random_number){.expr = add_leaf(m, RANDOM_NUMBER, value, 0)};
}

static random_number draw_priority(domain_maker* m, scope in)
{
    uint32_t dice = below(m, 100);
    if (dice < 15 && m->d->knobs.calls) return (random_number){.is_call = true};
    if (dice < 30 && m->d->knobs.cost_expressions) return (random_number){.expr = draw_number(m, in)};
    return (random_number){.expr = add_leaf(m, RANDOM_NUMBER, (int64_t)below(m, 5) * 500, 0)};
}

// Actions and goals.

static bool has_effect_on(const random_action* a, uint32_t symbol)
{
    for (uint32_t c = 0; c < a->effect_count; c++)
        for (uint32_t i = 0; i < a->effects[c].count; i++)
            if (a->effects[c].effects[i].symbol == symbol) return true;
    return false;
}

static void draw_amount(domain_maker* m, const random_symbol* s, random_effect* e)
{
    uint32_t max = value_count(s) - 1;
    uint32_t min = s->ballast ? max / 6 + 1 : 1;
    if (max > 3 && !s->ballast) max = 3;
    if (s->ballast) max = max / 3 + 2;
    e->kind = chance(m, 55) ? RANDOM_EFFECT_ADD : RANDOM_EFFECT_SUBTRACT;
    e->value = s->step * (int64_t)(min + below(m, max > min ? max - min + 1 : 1));
}

static random_effect draw_effect(domain_maker* m, scope in, uint32_t symbol)
{
    const random_symbol* s = &m->d->symbols[symbol];
    random_effect e = {.symbol = symbol, .kind = RANDOM_EFFECT_SET};
    draw_args(m, in, symbol, e.args);
    if (is_numeric(s) && chance(m, 65)) {
        draw_amount(m, s, &e);
    } else if (s->kind == PLOY_VALUE_OBJECT) {
        random_arg arg = draw_arg(m, in, s->type);
        e.value = arg.index;
        e.value_is_param = arg.is_param;
    } else {
        e.value = draw_value(m, s);
        e.bare = s->kind == PLOY_VALUE_BOOL && chance(m, 60);
    }
    return e;
}

// Only the first two symbols of the ballast are ever changed, so that it widens states without multiplying them.
static bool may_change(const random_domain* d, uint32_t symbol)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < symbol; i++) before += d->symbols[i].ballast;
    return !d->symbols[symbol].ballast || before < 2;
}

static random_effect_clause draw_effects(domain_maker* m, const random_action* a, scope in)
{
    random_effect_clause clause = {.count = 0};
    uint32_t wanted = chance(m, 50) ? 1 : 2 + below(m, 2);
    for (uint32_t tries = 0; tries < 8 && clause.count < wanted; tries++) {
        uint32_t symbol = pick_symbol(m);
        bool used = has_effect_on(a, symbol) || !may_change(m->d, symbol);
        for (uint32_t i = 0; i < clause.count; i++) used |= clause.effects[i].symbol == symbol;
        if (!used) clause.effects[clause.count++] = draw_effect(m, in, symbol);
    }
    return clause;
}

static uint32_t draw_params(domain_maker* m, uint32_t max, uint32_t* types)
{
    if (!m->d->knobs.params || !chance(m, 50)) return 0;
    uint32_t count = 1 + below(m, max);
    for (uint32_t i = 0; i < count; i++) types[i] = below(m, m->d->type_count);
    return count;
}

static void list_grounds(random_domain* d)
{
    d->ground_count = 0;
    for (uint32_t a = 0; a < d->action_count; a++) {
        random_action* action = &d->actions[a];
        action->first_ground = d->ground_count;
        uint32_t count = 1;
        for (uint32_t i = 0; i < action->param_count; i++) count *= d->type_objects[action->params[i]];
        for (uint32_t n = 0; n < count; n++) {
            random_ground* g = &d->grounds[d->ground_count++];
            g->action = a;
            for (uint32_t i = action->param_count, rest = n; i-- > 0;) {
                g->args[i] = rest % d->type_objects[action->params[i]];
                rest /= d->type_objects[action->params[i]];
            }
        }
    }
}

enum
{
    WALKED = 150
};

static bool was_reached(const random_domain* d, int64_t (*states)[RANDOM_MAX_VARIABLES], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(states[i], states[count], d->variable_count * sizeof **states) == 0) return true;
    return false;
}

// A state far from the initial one with the actions drawn so far: one of the last that a breadth-first search reaches
// before it gives up. It ignores contexts.
static void draw_far(domain_maker* m, int64_t* values)
{
    random_domain* d = m->d;
    int64_t(*states)[RANDOM_MAX_VARIABLES] = calloc(WALKED, sizeof *states);
    if (!states) abort();
    random_domain_initial(d, states[0]);
    uint32_t count = 1;
    for (uint32_t at = 0; at < count; at++)
        for (uint32_t ground = 0; ground < d->ground_count && count < WALKED; ground++) {
            if (!random_model_applicable(d, ground, states[at])) continue;
            memcpy(states[count], states[at], sizeof *states);
            random_model_apply(d, ground, states[count]);
            if (!was_reached(d, states, count)) count++;
        }
    uint32_t far = count - 1 - below(m, count / 4 + 1);
    memcpy(values, states[far], sizeof *states);
    free(states);
}

static uint32_t object_arg(const random_domain* d, const random_symbol* s, uint32_t n, uint32_t arg)
{
    for (uint32_t k = s->of_count; --k > arg;) n /= d->type_objects[s->of[k]];
    return n % d->type_objects[s->of[arg]];
}

// A comparison that holds for the value: `=`, or an order whose bound it is.
static uint32_t fact_atom(domain_maker* m, uint32_t symbol, uint32_t n, int64_t value)
{
    static const random_op orders[] = {RANDOM_EQ, RANDOM_LE, RANDOM_GE};
    const random_symbol* s = &m->d->symbols[symbol];
    random_expr e = {.op = RANDOM_SYMBOL, .symbol = symbol};
    for (uint32_t k = 0; k < s->of_count; k++) e.args[k].index = object_arg(m->d, s, n, k);
    uint32_t left = add_expr(m, e);
    if (is_numeric(s)) {
        uint32_t right = add_leaf(m, RANDOM_NUMBER, fixed(s, value), 0);
        return add_pair(m, orders[below(m, 3)], left, right);
    }
    if (s->kind == PLOY_VALUE_OBJECT) return add_pair(m, RANDOM_EQ, left, add_leaf(m, RANDOM_OBJECT, value, s->type));
    return value ? left : add_expr(m, (random_expr){.op = RANDOM_NOT, .a = left});
}

// Conditions that hold in a far state; most of them did not hold initially. Such goals take several steps.
static uint32_t draw_distant(domain_maker* m, uint32_t max)
{
    random_domain* d = m->d;
    int64_t end[RANDOM_MAX_VARIABLES], initial[RANDOM_MAX_VARIABLES];
    draw_far(m, end);
    random_domain_initial(d, initial);
    uint32_t goal = PLOY_NONE, variables = 0, offset = below(m, d->symbol_count);
    for (uint32_t i = 0; i < d->symbol_count && variables < max; i++) {
        uint32_t symbol = (i + offset) % d->symbol_count;
        uint32_t n = below(m, d->symbols[symbol].variable_count), variable = d->symbols[symbol].first_variable + n;
        if (end[variable] == initial[variable] && !chance(m, 25)) continue;
        uint32_t atom = fact_atom(m, symbol, n, end[variable]);
        goal = variables++ ? add_pair(m, RANDOM_AND, goal, atom) : atom;
    }
    return goal;
}

// In chained domains most actions become applicable by the actions before them, so that they depend on one another.
static uint32_t draw_pre(domain_maker* m, scope in)
{
    uint32_t chained = m->d->knobs.chained && chance(m, 75) ? draw_distant(m, 2) : PLOY_NONE;
    return chained != PLOY_NONE ? chained : draw_condition(m, in, 1 + below(m, m->d->knobs.depth));
}

static void draw_action(domain_maker* m, uint32_t index)
{
    random_action* a = &m->d->actions[index];
    snprintf(a->name, sizeof a->name, "A%u", (unsigned)index % 100);
    a->param_count = draw_params(m, 2, a->params);
    scope in = {a->params, a->param_count};
    if (chance(m, 75)) a->pre[a->pre_count++] = draw_pre(m, in);
    a->effects[0] = draw_effects(m, a, in);
    a->effect_count = a->effects[0].count > 0;
    a->cost = draw_cost(m, in);
    a->has_context = m->d->knobs.contexts && chance(m, 15);
    a->precedence = chance(m, 30) ? (int32_t)below(m, 4) - 1 : 0;
    a->move = chance(m, 30);
}

static uint32_t draw_goal_condition(domain_maker* m, scope in)
{
    uint32_t dice = below(m, 100);
    uint32_t distant = dice < 60 ? draw_distant(m, 4) : PLOY_NONE;
    if (distant != PLOY_NONE) return distant;
    return dice < 80 ? draw_conjunction(m, in) : draw_condition(m, in, m->d->knobs.depth);
}

static void draw_goal(domain_maker* m, uint32_t index)
{
    random_goal* g = &m->d->goals[index];
    snprintf(g->name, sizeof g->name, "G%u", (unsigned)index % 100);
    g->param_count = chance(m, 40) ? draw_params(m, 1, g->params) : 0;
    scope in = {g->params, g->param_count};
    g->condition[g->condition_count++] = draw_goal_condition(m, in);
    g->priority = draw_priority(m, in);
    g->relevant = chance(m, 30) ? draw_condition(m, in, 1) : PLOY_NONE;
}

static void draw_answer(domain_maker* m, uint32_t ground)
{
    random_answers* answers = &m->d->answers;
    answers->cost[ground] = (int64_t)below(m, 12) * 250 - 250;
    answers->context[ground] = chance(m, 70);
    answers->watched[ground] = chance(m, 30) ? below(m, m->d->variable_count) : PLOY_NONE;
}

static void draw_all(domain_maker* m)
{
    random_domain* d = m->d;
    d->type_count = 1 + below(m, d->knobs.types);
    for (uint32_t i = 0; i < d->type_count; i++) d->type_objects[i] = 1 + below(m, d->knobs.objects);
    draw_symbols(m);
    draw_tables(m);
    uint32_t actions = chance(m, 90) ? 4 + below(m, d->knobs.actions - 3) : 1 + below(m, 4);
    for (uint32_t i = 0; i < actions; i++) {
        draw_action(m, i);
        d->action_count = i + 1;
        list_grounds(d);
    }
    d->goal_count = 1 + below(m, d->knobs.goals);
    for (uint32_t i = 0; i < d->goal_count; i++) draw_goal(m, i);
    for (uint32_t i = 0; i < d->ground_count; i++) draw_answer(m, i);
    for (uint32_t i = 0; i < d->goal_count; i++) d->answers.priority[i] = (int64_t)below(m, 6) * 500 - 500;
    for (uint32_t i = 0; d->knobs.holds && i < d->goal_count; i++) d->goals[i].hold = chance(m, 50);
}

random_domain* random_domain_create(uint64_t seed, const random_knobs* knobs)
{
    random_domain* d = calloc(1, sizeof *d);
    if (!d) abort();
    d->seed = seed;
    d->knobs = *knobs;
    ploy_random random = {.seed = seed, .stream = 1};
    draw_all(&(domain_maker){d, &random});
    ploy_allocator allocator = ploy_allocator_default();
    d->domain = random_domain_build(d, &allocator);
    if (!d->domain) random_build_failed(d, "create", NULL, NULL);
    random_build_number_variables(d);
    return d;
}

static random_knobs knobs_of_seed(uint64_t seed)
{
    random_knobs knobs[] = {random_knobs_small(), random_knobs_large(), random_knobs_tiny(), random_knobs_wide()};
    static const uint8_t kinds[] = {0, 1, 2, 1, 3, 1, 0, 2};
    return knobs[kinds[seed % 8]];
}

random_domain* random_domain_of_seed(uint64_t seed)
{
    random_knobs knobs = knobs_of_seed(seed);
    return random_domain_create(seed, &knobs);
}

random_domain* random_domain_plain_of_seed(uint64_t seed)
{
    random_knobs knobs = knobs_of_seed(seed);
    knobs.clamps = knobs.choices = false;
    return random_domain_create(seed, &knobs);
}

void random_domain_destroy(random_domain* d)
{
    if (!d) return;
    ploy_domain_destroy(d->domain);
    free(d->exprs);
    free(d);
}

void random_domain_start(const random_domain* d, ploy_random* random, int64_t* values)
{
    domain_maker m = {(random_domain*)d, random};
    for (uint32_t i = 0; i < d->symbol_count; i++)
        for (uint32_t v = 0; v < d->symbols[i].variable_count; v++)
            values[d->symbols[i].first_variable + v] = draw_value(&m, &d->symbols[i]);
}

void random_domain_start_near(const random_domain* d, ploy_random* random, int64_t* values)
{
    domain_maker m = {(random_domain*)d, random};
    random_domain_initial(d, values);
    for (uint32_t changes = below(&m, 3); changes > 0; changes--) {
        const random_symbol* s = &d->symbols[below(&m, d->symbol_count)];
        uint32_t variable = s->first_variable + below(&m, s->variable_count);
        values[variable] = draw_value(&m, s);
    }
}

void random_domain_initial(const random_domain* d, int64_t* values)
{
    for (uint32_t i = 0; i < d->symbol_count; i++)
        for (uint32_t v = 0; v < d->symbols[i].variable_count; v++)
            values[d->symbols[i].first_variable + v] = d->symbols[i].initial;
}

void random_domain_goal_args(const random_domain* d, ploy_random* random, uint32_t goal, uint32_t* args)
{
    const random_goal* g = &d->goals[goal];
    for (uint32_t i = 0; i < g->param_count; i++) args[i] = ploy_random_below(random, d->type_objects[g->params[i]]);
}

// Changes.

static void remove_at(uint32_t* clauses, uint32_t* count, uint32_t at)
{
    memmove(clauses + at, clauses + at + 1, (*count - at - 1) * sizeof *clauses);
    --*count;
}

// Adds, changes or removes a condition in a list that has the same numbering in the model and in the library.
static void change_conditions(domain_maker* m, ploy_part part, uint32_t owner, scope in, uint32_t* clauses,
                              uint32_t* count, uint32_t min)
{
    uint32_t dice = below(m, 3);
    if (dice == 0 && *count > min) {
        uint32_t at = below(m, *count);
        remove_at(clauses, count, at);
        random_build_remove(m->d, part, owner, at);
        return;
    }
    uint32_t expr = draw_condition(m, in, 1 + below(m, 2));
    uint32_t at = dice == 1 && *count ? below(m, *count) : *count;
    if (at == RANDOM_MAX_CLAUSES) at--;
    random_text text = {.length = 0};
    random_text_expr(m->d, expr, &text);
    random_build_put(m->d, part, owner, at, at == *count, text.chars);
    if (at == *count) ++*count;
    clauses[at] = expr;
}

static void change_effects(domain_maker* m, uint32_t owner)
{
    random_action* a = &m->d->actions[owner];
    uint32_t dice = below(m, 3);
    if (dice < 2 && a->effect_count) {
        uint32_t at = below(m, a->effect_count);
        random_effect_clause old = a->effects[at];
        a->effects[at].count = 0;
        random_effect_clause clause = draw_effects(m, a, (scope){a->params, a->param_count});
        a->effects[at] = old;
        if (dice == 0 || clause.count == 0) {
            memmove(a->effects + at, a->effects + at + 1, (--a->effect_count - at) * sizeof *a->effects);
            random_build_remove(m->d, PLOY_PART_EFFECT, owner, at);
            return;
        }
        a->effects[at] = clause;
        random_text text = {.length = 0};
        random_text_effects(m->d, &clause, &text);
        random_build_put(m->d, PLOY_PART_EFFECT, owner, at, false, text.chars);
        return;
    }
    random_effect_clause clause = draw_effects(m, a, (scope){a->params, a->param_count});
    if (clause.count == 0 || a->effect_count == RANDOM_MAX_CLAUSES) return;
    random_text text = {.length = 0};
    random_text_effects(m->d, &clause, &text);
    random_build_put(m->d, PLOY_PART_EFFECT, owner, a->effect_count, true, text.chars);
    a->effects[a->effect_count++] = clause;
}

static void change_cost(domain_maker* m, uint32_t owner)
{
    random_action* a = &m->d->actions[owner];
    a->cost = draw_cost(m, (scope){a->params, a->param_count});
    random_text text = {.length = 0};
    random_text_number(m->d, a->cost, a->name, &text);
    random_build_put(m->d, PLOY_PART_COST, owner, 0, false, text.chars);
}

static void change_answers(domain_maker* m, uint32_t owner)
{
    uint32_t first = m->d->actions[owner].first_ground;
    uint32_t end = owner + 1 < m->d->action_count ? m->d->actions[owner + 1].first_ground : m->d->ground_count;
    for (uint32_t i = first; i < end; i++) draw_answer(m, i);
}

void random_domain_change_table(random_domain* d, ploy_random* random)
{
    domain_maker m = {d, random};
    uint32_t table = below(&m, d->table_count);
    random_table* t = &d->tables[table];
    t->values[below(&m, t->cell_count)] = draw_cell(&m, t);
    random_build_fill(d, d->domain, table);
    ploy_error error = {0};
    if (ploy_domain_compile(d->domain, &error) != PLOY_OK) random_build_failed(d, "compile after", t->name, &error);
}

void random_domain_change(random_domain* d, ploy_random* random, char* what, size_t size)
{
    static const char* const names[] = {"cost", "answers", "precondition", "effects", "goal"};
    domain_maker m = {d, random};
    uint32_t dice = below(&m, 5);
    uint32_t owner = below(&m, dice == 4 ? d->goal_count : d->action_count);
    random_action* a = &d->actions[owner];
    random_goal* g = &d->goals[owner < d->goal_count ? owner : 0];
    switch (dice) {
    case 0:
        change_cost(&m, owner);
        break;
    case 1:
        change_answers(&m, owner);
        break;
    case 2:
        change_conditions(&m, PLOY_PART_PRE, owner, (scope){a->params, a->param_count}, a->pre, &a->pre_count, 0);
        break;
    case 3:
        change_effects(&m, owner);
        break;
    default:
        change_conditions(&m, PLOY_PART_CONDITION, owner, (scope){g->params, g->param_count}, g->condition,
                          &g->condition_count, 1);
    }
    snprintf(what, size, "%s of %s %u", names[dice], dice == 4 ? "goal" : "action", (unsigned)owner);
}
