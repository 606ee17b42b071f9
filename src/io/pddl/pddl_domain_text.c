// Names, conditions and expressions of the grounded domain, in its own language.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "io/pddl/pddl_domain.h"

bool pl_pddl_text_add(pl_pddl_text* text, const ploy_allocator* allocator, const char* words)
{
    size_t bytes = strlen(words);
    if (!PL_ARRAY_RESERVE(text, allocator, text->count + (uint32_t)bytes + 1)) return false;
    memcpy(text->data + text->count, words, bytes + 1);
    text->count += (uint32_t)bytes;
    return true;
}

bool pl_pddl_text_format(pl_pddl_text* text, const ploy_allocator* allocator, const char* format, va_list list)
{
    char piece[1024] = "";
    vsnprintf(piece, sizeof piece, format, list);
    return pl_pddl_text_add(text, allocator, piece);
}

void pl_pddl_put(pl_pddl_writer* w, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    if (!pl_pddl_text_format(&w->text, &w->g->allocator, format, list)) w->g->out_of_memory = true;
    va_end(list);
}

// As it is: most of a text is names, and formatting them takes longer than copying.
void pl_pddl_put_words(pl_pddl_writer* w, const char* text)
{
    if (!pl_pddl_text_add(&w->text, &w->g->allocator, text)) w->g->out_of_memory = true;
}

void pl_pddl_put_fixed(pl_pddl_writer* w, int64_t fixed)
{
    int64_t magnitude = fixed < 0 ? -fixed : fixed;
    pl_pddl_put(w, "%s%" PRId64, fixed < 0 ? "-" : "", magnitude / PLOY_UNIT);
    if (magnitude % PLOY_UNIT) pl_pddl_put(w, ".%03d", (int)(magnitude % PLOY_UNIT));
}

uint32_t pl_pddl_begin_text(pl_pddl_writer* w)
{
    pl_pddl_put_words(w, "");
    if (!w->g->out_of_memory) w->text.count++;
    return w->text.count;
}

// Names. Letters, digits, '_' and '.' are allowed in them, and each is taken once.

uint32_t pl_pddl_take_name(pl_pddl_writer* w, pl_names* taken, const char* wanted)
{
    char text[600];
    size_t length = 0;
    if (wanted[0] >= '0' && wanted[0] <= '9') text[length++] = '_';
    for (const char* at = wanted; *at && length < sizeof text - 16; ++at) {
        bool is_good = (*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '.';
        text[length++] = *at == ' ' ? '.' : is_good ? *at : '_';
    }
    static const char* const words[] = {"or", "xor", "nand", "and", "not", "true", "false",
                                        "lt", "le",  "gt",   "ge",  "min", "max"};
    text[length] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strcmp(text, words[i]) == 0) text[length++] = '_', text[length] = '\0';
    size_t stem = length;
    for (uint32_t number = 2; pl_names_find(taken, text, length) != PLOY_NONE; ++number)
        length = stem + (size_t)snprintf(text + stem, sizeof text - stem, "_%" PRIu32, number);
    uint32_t name = pl_names_intern(taken, text, length);
    if (name == PLOY_NONE) w->g->out_of_memory = true;
    return name;
}

// Formulas.

void pl_pddl_put_literal(pl_pddl_writer* w, uint32_t atom, bool is_negative)
{
    uint32_t group = w->g->atom_groups.data[atom];
    const char* name = pl_pddl_name_at(w, w->atom_name.data[atom]);
    if (group == PLOY_NONE) {
        pl_pddl_put_words(w, is_negative ? "not " : "");
    } else {
        pl_pddl_put_words(w, pl_pddl_name_at(w, w->group_name.data[group]));
        pl_pddl_put_words(w, is_negative ? " != " : " = ");
    }
    pl_pddl_put_words(w, name);
}

void pl_pddl_put_expression(pl_pddl_writer* w, uint32_t formula)
{
    const pl_formula* f = &w->g->formulas.data[formula];
    if (f->kind == PL_FORMULA_NUMBER) {
        pl_pddl_put_fixed(w, f->number);
    } else if (f->kind == PL_FORMULA_VALUE) {
        pl_pddl_put(w, "%s", pl_pddl_name_at(w, w->atom_name.data[f->literal]));
    } else {
        static const char signs[] = {'+', '-', '*', '/'};
        pl_pddl_put(w, "(");
        pl_pddl_put_expression(w, f->child);
        pl_pddl_put(w, " %c ", signs[f->op - PL_PDDL_PLUS]);
        pl_pddl_put_expression(w, w->g->formulas.data[f->child].next);
        pl_pddl_put(w, ")");
    }
}

// A value beside a number: the number is moved to the nearest value that the symbol has, so that the domain knows it.
static void write_bound(pl_pddl_writer* w, uint32_t atom, pl_pddl_kind op, int64_t number)
{
    const pl_pddl_range* range = &w->g->ranges.data[atom];
    bool is_upper = op == PL_PDDL_LESS || op == PL_PDDL_AT_MOST, is_equal = op == PL_PDDL_EQUAL;
    int64_t step = range->step ? range->step : PLOY_UNIT;
    if (op == PL_PDDL_LESS) --number;
    if (op == PL_PDDL_GREATER) ++number;
    if (number < range->min || number > range->max) {
        bool holds = !is_equal && (is_upper ? number > range->max : number < range->min);
        pl_pddl_put(w, "%s", holds ? "true" : "false");
        return;
    }
    int64_t rest = (number - range->min) % step;
    if (rest && is_equal) {
        pl_pddl_put(w, "false");
        return;
    }
    number += rest == 0 ? 0 : is_upper ? -rest : step - rest;
    pl_pddl_put(w, "%s %s ", pl_pddl_name_at(w, w->atom_name.data[atom]), is_equal ? "=" : is_upper ? "<=" : ">=");
    pl_pddl_put_fixed(w, number);
}

static void write_compare(pl_pddl_writer* w, const pl_formula* f)
{
    static const char* const comparisons[] = {"<", "<=", ">", ">=", "="};
    static const pl_pddl_kind turned[] = {PL_PDDL_GREATER, PL_PDDL_AT_LEAST, PL_PDDL_LESS, PL_PDDL_AT_MOST,
                                          PL_PDDL_EQUAL};
    const pl_formula *a = &w->g->formulas.data[f->child], *b = &w->g->formulas.data[a->next];
    if (a->kind == PL_FORMULA_VALUE && b->kind == PL_FORMULA_NUMBER) {
        write_bound(w, a->literal, (pl_pddl_kind)f->op, b->number);
    } else if (a->kind == PL_FORMULA_NUMBER && b->kind == PL_FORMULA_VALUE) {
        write_bound(w, b->literal, turned[f->op - PL_PDDL_LESS], a->number);
    } else {
        pl_pddl_put_expression(w, f->child);
        pl_pddl_put(w, " %s ", comparisons[f->op - PL_PDDL_LESS]);
        pl_pddl_put_expression(w, a->next);
    }
}

void pl_pddl_put_formula(pl_pddl_writer* w, uint32_t formula)
{
    const pl_formula* f = &w->g->formulas.data[formula];
    if (f->kind == PL_FORMULA_LITERAL) {
        pl_pddl_put_literal(w, PL_LITERAL_ATOM(f->literal), PL_LITERAL_IS_NEGATIVE(f->literal));
    } else if (f->kind == PL_FORMULA_COMPARE) {
        write_compare(w, f);
    } else if (f->child == PLOY_NONE) {
        pl_pddl_put(w, "%s", f->kind == PL_FORMULA_AND ? "true" : "false");
    } else {
        for (uint32_t i = f->child; i != PLOY_NONE; i = w->g->formulas.data[i].next) {
            bool needs = w->g->formulas.data[i].kind <= PL_FORMULA_OR;
            if (i != f->child) pl_pddl_put_words(w, f->kind == PL_FORMULA_AND ? " and " : " or ");
            if (needs) pl_pddl_put_words(w, "(");
            pl_pddl_put_formula(w, i);
            if (needs) pl_pddl_put_words(w, ")");
        }
    }
}
