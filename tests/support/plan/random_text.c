// Prints trees with the fewest parentheses or with all of them, and with either spelling of an operator. The tree's own
// `spelling` decides, so the same tree always gives the same text.

#include "support/plan/random_text.h"

#include <stdarg.h>
#include <stdlib.h>

static const char* const type_names[RANDOM_MAX_TYPES] = {"place", "tool", "color"};
static const char* const object_names[RANDOM_MAX_TYPES][RANDOM_MAX_OBJECTS] = {
    {"camp", "bunker", "armory", "river", "hill"},
    {"axe", "saw", "hammer", "anvil", "rope"},
    {"red", "green", "blue", "white", "black"},
};

const char* random_param_name(uint32_t index)
{
    static const char* const names[PLOY_MAX_ARGS] = {"p", "q", "r", "s"};
    return names[index];
}

const char* random_type_name(uint32_t type)
{
    return type_names[type];
}

const char* random_object_name(uint32_t type, uint32_t object)
{
    return object_names[type][object];
}

void random_text_add(random_text* out, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    int added = vsnprintf(out->chars + out->length, RANDOM_TEXT - out->length, format, list);
    va_end(list);
    if (added < 0 || out->length + (size_t)added >= RANDOM_TEXT) {
        fprintf(stderr, "random_text: a text is longer than %d\n", RANDOM_TEXT);
        abort();
    }
    out->length += (size_t)added;
}

static void add_fixed(int64_t value, random_text* out)
{
    int64_t size = value < 0 ? -value : value;
    random_text_add(out, "%s%lld", value < 0 ? "-" : "", (long long)(size / PLOY_UNIT));
    if (size % PLOY_UNIT == 0) return;
    random_text_add(out, ".%03lld", (long long)(size % PLOY_UNIT));
    while (out->chars[out->length - 1] == '0') out->chars[--out->length] = 0;
}

static void add_arg(random_arg arg, uint32_t type, random_text* out)
{
    random_text_add(out, "%s", arg.is_param ? random_param_name(arg.index) : random_object_name(type, arg.index));
}

static void add_table(const random_domain* d, const random_expr* e, random_text* out)
{
    const random_table* t = &d->tables[e->symbol];
    random_text_add(out, "%s", t->name);
    for (uint32_t i = 0; i < t->of_count; i++) {
        random_text_add(out, i ? ", " : "(");
        if (e->args[i].is_symbol)
            random_text_add(out, "%s", d->symbols[e->args[i].index].name);
        else
            add_arg(e->args[i], t->of[i], out);
    }
    random_text_add(out, ")");
}

static void add_symbol(const random_domain* d, uint32_t symbol, const random_arg* args, random_text* out)
{
    const random_symbol* s = &d->symbols[symbol];
    random_text_add(out, "%s", s->name);
    for (uint32_t i = 0; i < s->of_count; i++) {
        random_text_add(out, i ? ", " : "(");
        add_arg(args[i], s->of[i], out);
    }
    if (s->of_count) random_text_add(out, ")");
}

static const char* operator_text(const random_expr* e)
{
    static const char* const texts[][2] = {
        [RANDOM_ADD] = {"+", "+"},     [RANDOM_SUB] = {"-", "-"},        [RANDOM_MUL] = {"*", "*"},
        [RANDOM_EQ] = {"=", "=="},     [RANDOM_NE] = {"!=", "!="},       [RANDOM_LT] = {"<", "lt"},
        [RANDOM_LE] = {"<=", "le"},    [RANDOM_GT] = {">", "gt"},        [RANDOM_GE] = {">=", "ge"},
        [RANDOM_AND] = {"and", "and"}, [RANDOM_NAND] = {"nand", "nand"}, [RANDOM_XOR] = {"xor", "xor"},
        [RANDOM_OR] = {"or", "or"},    [RANDOM_DIV] = {"/", "/"},
    };
    return texts[e->op][e->spelling & 1];
}

// A higher level binds tighter.
static int strength(random_op op)
{
    static const int strengths[] = {
        [RANDOM_OR] = 1,  [RANDOM_XOR] = 2, [RANDOM_NAND] = 3, [RANDOM_AND] = 4, [RANDOM_NOT] = 5, [RANDOM_EQ] = 6,
        [RANDOM_NE] = 6,  [RANDOM_LT] = 6,  [RANDOM_LE] = 6,   [RANDOM_GT] = 6,  [RANDOM_GE] = 6,  [RANDOM_ADD] = 7,
        [RANDOM_SUB] = 7, [RANDOM_MUL] = 8, [RANDOM_DIV] = 8,  [RANDOM_MIN] = 9, [RANDOM_MAX] = 9, [RANDOM_CHOICE] = 0,
    };
    return op <= RANDOM_SYMBOL ? 9 : strengths[op];
}

static void add_operand(const random_domain* d, uint32_t expr, bool parentheses, random_text* out)
{
    if (parentheses) random_text_add(out, "(");
    random_text_expr(d, expr, out);
    if (parentheses) random_text_add(out, ")");
}

static void add_operation(const random_domain* d, const random_expr* e, random_text* out)
{
    int own = strength(e->op), a = strength(d->exprs[e->a].op);
    bool all = e->spelling & 2 && own < 6;
    if (e->op == RANDOM_NOT) {
        random_text_add(out, "not ");
        add_operand(d, e->a, all || a < own, out);
        return;
    }
    add_operand(d, e->a, a < own || (all && a < 6), out);
    random_text_add(out, " %s ", operator_text(e));
    int b = strength(d->exprs[e->b].op);
    add_operand(d, e->b, b <= own || (all && b < 6), out);
}

static void add_function(const random_domain* d, const random_expr* e, random_text* out)
{
    random_text_add(out, e->op == RANDOM_MIN ? "min(" : "max(");
    random_text_expr(d, e->a, out);
    random_text_add(out, ", ");
    random_text_expr(d, e->b, out);
    random_text_add(out, ")");
}

static void add_choice(const random_domain* d, const random_expr* e, random_text* out)
{
    add_operand(d, e->test, e->spelling & 1, out);
    random_text_add(out, " ? ");
    add_operand(d, e->a, e->spelling & 2, out);
    random_text_add(out, " : ");
    random_text_expr(d, e->b, out);
}

void random_text_expr(const random_domain* d, uint32_t expr, random_text* out)
{
    const random_expr* e = &d->exprs[expr];
    switch (e->op) {
    case RANDOM_NUMBER:
        add_fixed(e->value, out);
        break;
    case RANDOM_TRUTH:
        random_text_add(out, e->value ? "true" : "false");
        break;
    case RANDOM_OBJECT:
        random_text_add(out, "%s", random_object_name(e->type, (uint32_t)e->value));
        break;
    case RANDOM_PARAM:
        random_text_add(out, "%s", random_param_name((uint32_t)e->value));
        break;
    case RANDOM_TABLE:
        add_table(d, e, out);
        break;
    case RANDOM_SYMBOL:
        add_symbol(d, e->symbol, e->args, out);
        break;
    case RANDOM_MIN:
    case RANDOM_MAX:
        add_function(d, e, out);
        break;
    case RANDOM_CHOICE:
        add_choice(d, e, out);
        break;
    default:
        add_operation(d, e, out);
    }
}

void random_text_value(const random_symbol* s, int64_t value, random_text* out)
{
    switch (s->kind) {
    case PLOY_VALUE_BOOL:
        random_text_add(out, value ? "true" : "false");
        break;
    case PLOY_VALUE_INT:
        random_text_add(out, "%lld", (long long)value);
        break;
    case PLOY_VALUE_DECIMAL:
        add_fixed(value, out);
        break;
    default: // an object: no symbol is a string or a struct
        random_text_add(out, "%s", random_object_name(s->type, (uint32_t)value));
        break;
    }
}

static void add_effect(const random_domain* d, const random_effect* e, random_text* out)
{
    static const char* const operators[] = {" = ", " += ", " -= "};
    if (e->bare && !e->value) random_text_add(out, "not ");
    add_symbol(d, e->symbol, e->args, out);
    if (e->bare) return;
    random_text_add(out, "%s", operators[e->kind]);
    if (e->value_is_param)
        random_text_add(out, "%s", random_param_name((uint32_t)e->value));
    else
        random_text_value(&d->symbols[e->symbol], e->value, out);
}

void random_text_effects(const random_domain* d, const random_effect_clause* clause, random_text* out)
{
    for (uint32_t i = 0; i < clause->count; i++) {
        if (i) random_text_add(out, ", ");
        add_effect(d, &clause->effects[i], out);
    }
}

void random_text_number(const random_domain* d, random_number number, const char* owner, random_text* out)
{
    if (number.is_call)
        random_text_add(out, "call:%s_number", owner);
    else
        random_text_expr(d, number.expr, out);
}
