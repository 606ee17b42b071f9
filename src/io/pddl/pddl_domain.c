// A grounding as a ploy_domain. A group of atoms is a symbol whose values are atoms, any other atom a bool, a number an
// int or decimal. An instance becomes an action without parameters. The domain has no conditional effects: an instance
// that has some becomes one action for each way in which its conditions can hold or not.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "io/pddl/pddl_ground.h"

enum
{
    MAX_ALTERNATIVES = 4096, // of one instance
    MAX_CASES = 64           // conditions of one instance
};

/// A condition of an instance, and what happens if it holds.
typedef struct effect_case
{
    uint32_t condition; // formula
    uint32_t outcome;   // or PLOY_NONE: `deleted` is deleted
    uint32_t deleted;   // atom
    bool holds;         // in the alternative in progress
} effect_case;

typedef struct domain_writer
{
    pl_grounding* g;
    ploy_domain* domain;
    PL_ARRAY(char) text;
    pl_names names;               // taken, of symbols and values, and of actions
    pl_names action_names;        //
    PL_ARRAY(uint32_t) atom_name; // per atom
    PL_ARRAY(uint32_t) group_name;
    PL_ARRAY(uint32_t) none_name; // per group, or PLOY_NONE
    bool* is_read;                // per atom: a condition depends on it
    uint32_t* known;              // per group: the atom that holds, plus one
    effect_case cases[MAX_CASES];
    uint32_t case_count;
    uint32_t alternatives; // of the instance
    bool is_decimal;       // numbers have decimals
    ploy_status status;
} domain_writer;

static bool is_over(const domain_writer* w)
{
    return w->status != PLOY_OK || pl_grounding_is_over(w->g);
}

// Text.

PL_PRINTF(2, 3) static void write(domain_writer* w, const char* format, ...)
{
    char piece[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(piece, sizeof piece, format, list);
    va_end(list);
    size_t bytes = length < 0 ? 0 : (size_t)length < sizeof piece ? (size_t)length : sizeof piece - 1;
    if (!PL_ARRAY_RESERVE(&w->text, &w->g->allocator, w->text.count + (uint32_t)bytes + 1)) {
        w->g->out_of_memory = true;
        return;
    }
    memcpy(w->text.data + w->text.count, piece, bytes + 1);
    w->text.count += (uint32_t)bytes;
}

static void write_fixed(domain_writer* w, int64_t fixed)
{
    int64_t magnitude = fixed < 0 ? -fixed : fixed;
    write(w, "%s%" PRId64, fixed < 0 ? "-" : "", magnitude / PLOY_UNIT);
    if (magnitude % PLOY_UNIT) write(w, ".%03d", (int)(magnitude % PLOY_UNIT));
}

// A text ends here: the next one begins behind it. Where it began.
static uint32_t begin_text(domain_writer* w)
{
    write(w, "%s", "");
    if (!w->g->out_of_memory) w->text.count++;
    return w->text.count;
}

// Names. Letters, digits, '_' and '.' are allowed in them, and each is taken once.

static uint32_t take_name(domain_writer* w, pl_names* taken, const char* wanted)
{
    char text[600];
    size_t length = 0;
    if (wanted[0] >= '0' && wanted[0] <= '9') text[length++] = '_';
    for (const char* at = wanted; *at && length < sizeof text - 16; ++at) {
        bool is_good = (*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '.';
        text[length++] = *at == ' ' ? '.' : is_good ? *at : '_';
    }
    static const char* const words[] = {"or", "xor", "nand", "and", "not", "true", "false", "lt", "le", "gt", "ge", "min", "max"};
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

static const char* name_at(const domain_writer* w, uint32_t name)
{
    return pl_names_text(&w->names, name);
}

// Formulas.

static void write_literal(domain_writer* w, uint32_t atom, bool is_negative)
{
    uint32_t group = w->g->atom_groups.data[atom];
    const char* name = name_at(w, w->atom_name.data[atom]);
    if (group == PLOY_NONE)
        write(w, "%s%s", is_negative ? "not " : "", name);
    else
        write(w, "%s %s %s", name_at(w, w->group_name.data[group]), is_negative ? "!=" : "=", name);
}

static void write_expression(domain_writer* w, uint32_t formula)
{
    const pl_formula* f = &w->g->formulas.data[formula];
    if (f->kind == PL_FORMULA_NUMBER) {
        write_fixed(w, f->number);
    } else if (f->kind == PL_FORMULA_VALUE) {
        write(w, "%s", name_at(w, w->atom_name.data[f->literal]));
    } else {
        static const char signs[] = {'+', '-', '*', '/'};
        write(w, "(");
        write_expression(w, f->child);
        write(w, " %c ", signs[f->op - PL_PDDL_PLUS]);
        write_expression(w, w->g->formulas.data[f->child].next);
        write(w, ")");
    }
}

// A value beside a number: the number is moved to the nearest value that the symbol has, so that the domain knows it.
static void write_bound(domain_writer* w, uint32_t atom, pl_pddl_kind op, int64_t number)
{
    const pl_pddl_range* range = &w->g->ranges.data[atom];
    bool is_upper = op == PL_PDDL_LESS || op == PL_PDDL_AT_MOST, is_equal = op == PL_PDDL_EQUAL;
    int64_t step = range->step ? range->step : PLOY_UNIT;
    if (op == PL_PDDL_LESS) --number;
    if (op == PL_PDDL_GREATER) ++number;
    if (number < range->min || number > range->max) {
        bool holds = !is_equal && (is_upper ? number > range->max : number < range->min);
        write(w, "%s", holds ? "true" : "false");
        return;
    }
    int64_t rest = (number - range->min) % step;
    if (rest && is_equal) {
        write(w, "false");
        return;
    }
    number += rest == 0 ? 0 : is_upper ? -rest : step - rest;
    write(w, "%s %s ", name_at(w, w->atom_name.data[atom]), is_equal ? "=" : is_upper ? "<=" : ">=");
    write_fixed(w, number);
}

static void write_compare(domain_writer* w, const pl_formula* f)
{
    static const char* const comparisons[] = {"<", "<=", ">", ">=", "="};
    static const pl_pddl_kind turned[] = {PL_PDDL_GREATER, PL_PDDL_AT_LEAST, PL_PDDL_LESS, PL_PDDL_AT_MOST, PL_PDDL_EQUAL};
    const pl_formula *a = &w->g->formulas.data[f->child], *b = &w->g->formulas.data[a->next];
    if (a->kind == PL_FORMULA_VALUE && b->kind == PL_FORMULA_NUMBER) {
        write_bound(w, a->literal, (pl_pddl_kind)f->op, b->number);
    } else if (a->kind == PL_FORMULA_NUMBER && b->kind == PL_FORMULA_VALUE) {
        write_bound(w, b->literal, turned[f->op - PL_PDDL_LESS], a->number);
    } else {
        write_expression(w, f->child);
        write(w, " %s ", comparisons[f->op - PL_PDDL_LESS]);
        write_expression(w, a->next);
    }
}

static void write_formula(domain_writer* w, uint32_t formula)
{
    const pl_formula* f = &w->g->formulas.data[formula];
    if (f->kind == PL_FORMULA_LITERAL) {
        write_literal(w, PL_LITERAL_ATOM(f->literal), PL_LITERAL_IS_NEGATIVE(f->literal));
    } else if (f->kind == PL_FORMULA_COMPARE) {
        write_compare(w, f);
    } else if (f->child == PLOY_NONE) {
        write(w, "%s", f->kind == PL_FORMULA_AND ? "true" : "false");
    } else {
        for (uint32_t i = f->child; i != PLOY_NONE; i = w->g->formulas.data[i].next) {
            bool needs = w->g->formulas.data[i].kind <= PL_FORMULA_OR;
            write(w, "%s%s", i == f->child ? "" : f->kind == PL_FORMULA_AND ? " and " : " or ", needs ? "(" : "");
            write_formula(w, i);
            write(w, "%s", needs ? ")" : "");
        }
    }
}

// Symbols.

static void note_reads(domain_writer* w)
{
    for (uint32_t i = 0; i < w->g->formulas.count; ++i) {
        const pl_formula* f = &w->g->formulas.data[i];
        if (f->kind == PL_FORMULA_LITERAL) w->is_read[PL_LITERAL_ATOM(f->literal)] = true;
        if (f->kind == PL_FORMULA_VALUE) w->is_read[f->literal] = true;
        if (f->kind == PL_FORMULA_NUMBER && f->number % PLOY_UNIT) w->is_decimal = true;
    }
    for (uint32_t i = 0; i < w->g->infos.count; ++i)
        if (w->g->infos.data[i].is_value && w->g->infos.data[i].value % PLOY_UNIT) w->is_decimal = true;
}

static bool is_group_read(const domain_writer* w, const pl_pddl_group* group)
{
    for (uint32_t i = 0; i < group->atom_count; ++i)
        if (w->is_read[w->g->group_atoms.data[group->first_atom + i]]) return true;
    return false;
}

static void name_atom(domain_writer* w, uint32_t atom)
{
    char text[512];
    pl_pddl_print_atom(w->g->d, pl_tuple_at(&w->g->atoms, atom), text, sizeof text);
    w->atom_name.data[atom] = take_name(w, &w->names, text);
}

static bool reserve_names(domain_writer* w)
{
    pl_grounding* g = w->g;
    for (uint32_t i = 0; i < g->infos.count; ++i)
        if (!PL_ARRAY_PUSH(&w->atom_name, &g->allocator, PLOY_NONE)) return false;
    for (uint32_t i = 0; i < g->groups.count; ++i)
        if (!PL_ARRAY_PUSH(&w->group_name, &g->allocator, PLOY_NONE) ||
            !PL_ARRAY_PUSH(&w->none_name, &g->allocator, PLOY_NONE))
            return false;
    return true;
}

static void add_group(domain_writer* w, uint32_t index)
{
    pl_grounding* g = w->g;
    const pl_pddl_group* group = &g->groups.data[index];
    uint32_t count = group->atom_count + group->has_none, at = 0;
    const char** values = PL_NEW_ARRAY(&g->allocator, const char*, count);
    w->group_name.data[index] = take_name(w, &w->names, pl_names_text(&g->labels, group->label));
    ploy_symbol_def def = {.type = PLOY_VALUE_OBJECT};
    if (values && group->has_none) {
        char text[600];
        snprintf(text, sizeof text, "none.%s", pl_names_text(&g->labels, group->label));
        w->none_name.data[index] = take_name(w, &w->names, text);
    }
    for (uint32_t i = 0; i < group->atom_count; ++i) name_atom(w, g->group_atoms.data[group->first_atom + i]);
    if (!values || g->out_of_memory) {
        g->out_of_memory = true;
        PL_DELETE_ARRAY(&g->allocator, values, count);
        return;
    }
    def.name = def.object_type = name_at(w, w->group_name.data[index]);
    if (group->has_none) def.initial = values[at++] = name_at(w, w->none_name.data[index]);
    for (uint32_t i = 0; i < group->atom_count; ++i) {
        uint32_t atom = g->group_atoms.data[group->first_atom + i];
        values[at++] = name_at(w, w->atom_name.data[atom]);
        if (g->infos.data[atom].is_initial) def.initial = name_at(w, w->atom_name.data[atom]);
    }
    w->status = ploy_domain_add_type(w->domain, def.name, values, count, NULL, g->error);
    if (w->status == PLOY_OK) w->status = ploy_domain_add_symbol(w->domain, &def, NULL, g->error);
    PL_DELETE_ARRAY(&g->allocator, values, count);
}

static void add_value(domain_writer* w, uint32_t atom)
{
    pl_grounding* g = w->g;
    const pl_pddl_range* range = &g->ranges.data[atom];
    int64_t unit = w->is_decimal ? 1 : PLOY_UNIT;
    name_atom(w, atom);
    if (g->out_of_memory) return;
    w->text.count = 0;
    write_fixed(w, g->infos.data[atom].value);
    if (g->out_of_memory) return;
    ploy_symbol_def def = {.name = name_at(w, w->atom_name.data[atom]), .initial = w->text.data};
    def.type = w->is_decimal ? PLOY_VALUE_DECIMAL : PLOY_VALUE_INT;
    def.min = range->min / unit;
    def.max = range->max / unit;
    def.step = w->is_decimal ? range->step : 1;
    if (range->min == range->max) def.step = w->is_decimal ? 1 : 1;
    w->status = ploy_domain_add_symbol(w->domain, &def, NULL, g->error);
}

static void add_bool(domain_writer* w, uint32_t atom)
{
    name_atom(w, atom);
    if (w->g->out_of_memory) return;
    ploy_symbol_def def = {.name = name_at(w, w->atom_name.data[atom])};
    def.initial = w->g->infos.data[atom].is_initial ? "true" : "false";
    w->status = ploy_domain_add_symbol(w->domain, &def, NULL, w->g->error);
}

static void add_symbols(domain_writer* w)
{
    pl_grounding* g = w->g;
    for (uint32_t i = 0; i < g->groups.count && !is_over(w); ++i)
        if (is_group_read(w, &g->groups.data[i])) add_group(w, i);
    for (uint32_t i = 0; i < g->infos.count && !is_over(w); ++i) {
        const pl_pddl_atom* info = &g->infos.data[i];
        if (!w->is_read[i] || g->atom_groups.data[i] != PLOY_NONE) continue;
        if (info->is_value && info->is_reached)
            add_value(w, i);
        else if (!info->is_value)
            add_bool(w, i);
    }
}

// Has it a symbol: does something depend on it?
static bool has_symbol(const domain_writer* w, uint32_t atom)
{
    return w->atom_name.data[atom] != PLOY_NONE;
}

// Effects.

static void separate(domain_writer* w, uint32_t start)
{
    if (w->text.count > start) write(w, ", ");
}

// Does an outcome that happens in this alternative change the literal so?
static bool has_effect(const domain_writer* w, const pl_pddl_instance* in, uint32_t literal)
{
    const pl_grounding* g = w->g;
    for (uint32_t c = 0; c <= w->case_count; ++c) {
        bool is_always = c == w->case_count;
        if (!is_always && (!w->cases[c].holds || w->cases[c].outcome == PLOY_NONE)) continue;
        const pl_pddl_outcome* o = &g->outcomes.data[is_always ? in->first_outcome : w->cases[c].outcome];
        for (uint32_t i = 0; i < o->literal_count; ++i)
            if (g->literals.data[o->first_literal + i] == literal) return true;
    }
    return false;
}

/// What an alternative does to a group.
typedef struct group_effect
{
    uint32_t group;
    uint32_t atom1; // added atom plus one; 0: none holds then
} group_effect;

typedef PL_ARRAY(group_effect) group_effects;

// false: two atoms of one group are added, so this alternative cannot be.
static bool note_group(domain_writer* w, group_effects* list, uint32_t atom, bool is_delete)
{
    uint32_t group = w->g->atom_groups.data[atom];
    for (uint32_t i = 0; i < list->count; ++i) {
        group_effect* e = &list->data[i];
        if (e->group != group) continue;
        if (is_delete) return true;
        if (e->atom1 && e->atom1 != atom + 1) return false;
        e->atom1 = atom + 1;
        return true;
    }
    if (!PL_ARRAY_PUSH(list, &w->g->allocator, (group_effect){group, is_delete ? 0 : atom + 1}))
        w->g->out_of_memory = true;
    return true;
}

// Bools are written at once, groups are collected first.
static bool write_outcome(domain_writer* w, const pl_pddl_instance* in, const pl_pddl_outcome* o, bool is_always,
                          group_effects* list, uint32_t start)
{
    const pl_grounding* g = w->g;
    for (uint32_t i = 0; i < o->literal_count; ++i) {
        uint32_t literal = g->literals.data[o->first_literal + i], atom = PL_LITERAL_ATOM(literal);
        bool is_delete = PL_LITERAL_IS_NEGATIVE(literal);
        if (!has_symbol(w, atom)) continue;
        if (g->atom_groups.data[atom] != PLOY_NONE) {
            if (!is_delete && !note_group(w, list, atom, false)) return false;
            continue; // deletes are cases of their own, or known to be needed
        }
        if (is_delete && has_effect(w, in, PL_LITERAL(atom, false))) continue;
        bool is_twice = false; // an outcome written before has it, too
        for (uint32_t c = 0; !is_always && c < w->case_count && &g->outcomes.data[w->cases[c].outcome] != o; ++c) {
            if (!w->cases[c].holds || w->cases[c].outcome == PLOY_NONE) continue;
            const pl_pddl_outcome* before = &g->outcomes.data[w->cases[c].outcome];
            for (uint32_t k = 0; k < before->literal_count; ++k)
                is_twice |= g->literals.data[before->first_literal + k] == literal;
        }
        const pl_pddl_outcome* always = &g->outcomes.data[in->first_outcome];
        for (uint32_t k = 0; !is_always && k < always->literal_count; ++k)
            is_twice |= g->literals.data[always->first_literal + k] == literal;
        if (is_twice) continue;
        separate(w, start);
        write_literal(w, atom, is_delete);
    }
    return true;
}

static void write_groups(domain_writer* w, const group_effects* list, uint32_t start)
{
    for (uint32_t i = 0; i < list->count; ++i) {
        const group_effect* e = &list->data[i];
        if (e->atom1 && w->known[e->group] == e->atom1) continue; // it holds already
        separate(w, start);
        uint32_t value = e->atom1 ? w->atom_name.data[e->atom1 - 1] : w->none_name.data[e->group];
        write(w, "%s = %s", name_at(w, w->group_name.data[e->group]), name_at(w, value));
    }
}

/// Changes of one number, added up.
static void write_change(domain_writer* w, const pl_number_change* change, int64_t sum, uint32_t start)
{
    separate(w, start);
    write(w, "%s %s ", name_at(w, w->atom_name.data[change->atom]),
          change->op == PL_PDDL_ASSIGN ? "=" : sum < 0 ? "-=" : "+=");
    write_fixed(w, change->op == PL_PDDL_ASSIGN || sum >= 0 ? sum : -sum);
}

typedef struct change_sum
{
    const pl_number_change* change;
    int64_t sum;
} change_sum;

typedef PL_ARRAY(change_sum) change_sums;

static void sum_changes(domain_writer* w, const pl_pddl_outcome* o, change_sums* sums)
{
    pl_grounding* g = w->g;
    for (uint32_t i = 0; i < o->change_count; ++i) {
        const pl_number_change* change = &g->changes.data[o->first_change + i];
        int64_t amount = g->formulas.data[change->amount].number;
        if (change->op == PL_PDDL_DECREASE) amount = -amount;
        if (!has_symbol(w, change->atom)) continue;
        uint32_t k = 0;
        while (k < sums->count && sums->data[k].change->atom != change->atom) ++k;
        if (k == sums->count) {
            if (!PL_ARRAY_PUSH(sums, &g->allocator, (change_sum){change, amount})) g->out_of_memory = true;
        } else if (change->op == PL_PDDL_ASSIGN || sums->data[k].change->op == PL_PDDL_ASSIGN) {
            pl_grounding_fail(g, change->line, change->column, "a value is assigned and changed in one step");
        } else {
            sums->data[k].sum += amount;
        }
    }
}

// false: a value outside of its range is assigned, so this alternative can never be taken.
static bool write_changes(domain_writer* w, const pl_pddl_instance* in, uint32_t start)
{
    pl_grounding* g = w->g;
    change_sums sums = {0};
    bool good = true;
    sum_changes(w, &g->outcomes.data[in->first_outcome], &sums);
    for (uint32_t c = 0; c < w->case_count; ++c)
        if (w->cases[c].holds && w->cases[c].outcome != PLOY_NONE)
            sum_changes(w, &g->outcomes.data[w->cases[c].outcome], &sums);
    for (uint32_t i = 0; i < sums.count && !is_over(w); ++i) {
        const change_sum* s = &sums.data[i];
        const pl_pddl_range* range = &g->ranges.data[s->change->atom];
        bool is_set = s->change->op == PL_PDDL_ASSIGN;
        if (is_set && (s->sum < range->min || s->sum > range->max)) good = false;
        if (good && (s->sum || is_set)) write_change(w, s->change, s->sum, start);
    }
    PL_ARRAY_FREE(&sums, &g->allocator);
    return good;
}

// false: this alternative cannot be.
static bool write_effects(domain_writer* w, const pl_pddl_instance* in, uint32_t start)
{
    pl_grounding* g = w->g;
    const pl_pddl_outcome* always = &g->outcomes.data[in->first_outcome];
    group_effects list = {0};
    bool good = write_outcome(w, in, always, true, &list, start);
    for (uint32_t c = 0; good && c < w->case_count; ++c)
        if (w->cases[c].holds && w->cases[c].outcome != PLOY_NONE)
            good = write_outcome(w, in, &g->outcomes.data[w->cases[c].outcome], false, &list, start);
    // What is needed and deleted, and nothing else added: none holds.
    for (uint32_t o = 0; good && o < in->outcome_count; ++o) {
        const pl_pddl_outcome* outcome = &g->outcomes.data[in->first_outcome + o];
        bool happens = o == 0;
        for (uint32_t c = 0; c < w->case_count; ++c)
            happens |= w->cases[c].holds && w->cases[c].outcome == in->first_outcome + o;
        for (uint32_t i = 0; happens && i < outcome->literal_count; ++i) {
            uint32_t literal = g->literals.data[outcome->first_literal + i], atom = PL_LITERAL_ATOM(literal);
            uint32_t group = g->atom_groups.data[atom];
            if (!PL_LITERAL_IS_NEGATIVE(literal) || group == PLOY_NONE || !has_symbol(w, atom)) continue;
            if (w->known[group] == atom + 1) good = note_group(w, &list, atom, true);
        }
    }
    for (uint32_t c = 0; good && c < w->case_count; ++c)
        if (w->cases[c].holds && w->cases[c].outcome == PLOY_NONE) good = note_group(w, &list, w->cases[c].deleted, true);
    if (good) write_groups(w, &list, start);
    PL_ARRAY_FREE(&list, &g->allocator);
    return good && write_changes(w, in, start);
}

// Actions.

static void write_pre(domain_writer* w, const pl_pddl_instance* in)
{
    const pl_formula* pre = &w->g->formulas.data[in->pre];
    bool is_empty = pre->kind == PL_FORMULA_AND && pre->child == PLOY_NONE;
    bool needs = pre->kind == PL_FORMULA_OR;
    if (!is_empty) {
        write(w, "%s", needs ? "(" : "");
        write_formula(w, in->pre);
        write(w, "%s", needs ? ")" : "");
    }
    for (uint32_t c = 0; c < w->case_count; ++c) {
        write(w, "%s%s(", is_empty && c == 0 ? "" : " and ", w->cases[c].holds ? "" : "not ");
        write_formula(w, w->cases[c].condition);
        write(w, ")");
    }
}

static bool note_step(domain_writer* w, const uint32_t* key)
{
    ploy_pddl* d = w->g->d;
    pl_pddl_step step = {key[0], d->step_args.count};
    for (uint32_t i = 0; i < d->actions.data[key[0]].param_count; ++i)
        if (!PL_ARRAY_PUSH(&d->step_args, &d->allocator, key[1 + i])) return false;
    return PL_ARRAY_PUSH(&d->steps, &d->allocator, step);
}

static void name_action(domain_writer* w, const uint32_t* key, char* text, size_t size)
{
    const ploy_pddl* d = w->g->d;
    const pl_pddl_action* action = &d->actions.data[key[0]];
    size_t used = (size_t)snprintf(text, size, "%s", pl_pddl_name(d, action->name));
    for (uint32_t i = 0; i < action->param_count && used < size; ++i)
        used += (size_t)snprintf(text + used, size - used, ".%s", pl_pddl_name(d, d->objects.data[key[1 + i]].name));
}

static void add_alternative(domain_writer* w, uint32_t instance)
{
    pl_grounding* g = w->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    const uint32_t* key = pl_tuple_at(&g->keys, instance);
    char text[512];
    w->text.count = 0;
    write_pre(w, in);
    uint32_t effect = begin_text(w);
    if (is_over(w) || !write_effects(w, in, effect) || is_over(w) || w->text.count == effect) return;
    uint32_t cost = begin_text(w);
    if (in->cost == PLOY_NONE)
        write(w, "1");
    else
        write_expression(w, in->cost);
    name_action(w, key, text, sizeof text);
    uint32_t name = take_name(w, &w->action_names, text);
    if (is_over(w)) return;
    ploy_action_def def = {.name = pl_names_text(&w->action_names, name),
                           .pre = w->text.data,
                           .effect = w->text.data + effect,
                           .cost = w->text.data + cost};
    w->status = ploy_domain_add_action(w->domain, &def, NULL, g->error);
    if (w->status == PLOY_OK && !note_step(w, key)) w->status = PLOY_OUT_OF_MEMORY;
}

static void forget(domain_writer* w, uint32_t condition, const uint32_t* before);

// Marks the atoms that a condition says hold; false if it contradicts what is known. `before` gets what was known.
static bool learn(domain_writer* w, uint32_t condition, uint32_t* before)
{
    const pl_grounding* g = w->g;
    uint32_t n = 0;
    bool good = true;
    for (uint32_t i = pl_formula_first_literal(g, condition); i != PLOY_NONE && n < MAX_CASES;
         i = pl_formula_next_literal(g, i), ++n) {
        uint32_t literal = g->formulas.data[i].literal, atom = PL_LITERAL_ATOM(literal);
        uint32_t group = g->atom_groups.data[atom];
        before[n] = group == PLOY_NONE ? 0 : w->known[group];
        if (group == PLOY_NONE) continue;
        if (PL_LITERAL_IS_NEGATIVE(literal)) {
            good &= w->known[group] != atom + 1;
            continue;
        }
        good &= !w->known[group] || w->known[group] == atom + 1;
        w->known[group] = atom + 1;
    }
    return good;
}

static void forget(domain_writer* w, uint32_t condition, const uint32_t* before)
{
    const pl_grounding* g = w->g;
    uint32_t groups[MAX_CASES], n = 0;
    for (uint32_t i = pl_formula_first_literal(g, condition); i != PLOY_NONE && n < MAX_CASES;
         i = pl_formula_next_literal(g, i))
        groups[n++] = g->atom_groups.data[PL_LITERAL_ATOM(g->formulas.data[i].literal)];
    while (n-- > 0)
        if (groups[n] != PLOY_NONE) w->known[groups[n]] = before[n];
}

// Is the condition one literal that what is known decides? 1: it holds, 0: it does not, -1: open.
static int decided(const domain_writer* w, uint32_t condition)
{
    const pl_grounding* g = w->g;
    const pl_formula* f = &g->formulas.data[condition];
    uint32_t group = f->kind == PL_FORMULA_LITERAL ? g->atom_groups.data[PL_LITERAL_ATOM(f->literal)] : PLOY_NONE;
    if (group == PLOY_NONE || !w->known[group]) return -1;
    return (w->known[group] == PL_LITERAL_ATOM(f->literal) + 1) != PL_LITERAL_IS_NEGATIVE(f->literal);
}

static void split(domain_writer* w, uint32_t instance, uint32_t at)
{
    uint32_t before[MAX_CASES];
    if (is_over(w)) return;
    if (at == w->case_count) {
        if (++w->alternatives > MAX_ALTERNATIVES)
            pl_grounding_fail(w->g, 0, 0, "action '%s' has too many conditional effects that are independent of each other",
                              pl_pddl_name(w->g->d, w->g->d->actions.data[pl_tuple_at(&w->g->keys, instance)[0]].name));
        else
            add_alternative(w, instance);
        return;
    }
    effect_case* c = &w->cases[at];
    int must = decided(w, c->condition);
    if (must != 0) {
        c->holds = true;
        if (learn(w, c->condition, before)) split(w, instance, at + 1);
        forget(w, c->condition, before);
    }
    if (must != 1) {
        c->holds = false;
        split(w, instance, at + 1);
    }
}

static void add_case(domain_writer* w, uint32_t instance, effect_case made)
{
    if (w->case_count < MAX_CASES)
        w->cases[w->case_count++] = made;
    else
        pl_grounding_fail(w->g, 0, 0, "action '%s' has more than %d conditional effects",
                          pl_pddl_name(w->g->d, w->g->d->actions.data[pl_tuple_at(&w->g->keys, instance)[0]].name),
                          MAX_CASES);
}

static uint32_t push_formula(domain_writer* w, pl_formula formula)
{
    if (!PL_ARRAY_PUSH(&w->g->formulas, &w->g->allocator, formula)) {
        w->g->out_of_memory = true;
        return PLOY_NONE;
    }
    return w->g->formulas.count - 1;
}

// The condition of an outcome (PLOY_NONE: always) and an atom.
static uint32_t condition_and(domain_writer* w, uint32_t condition, uint32_t atom)
{
    uint32_t literal = push_formula(
        w, (pl_formula){.kind = PL_FORMULA_LITERAL, .literal = PL_LITERAL(atom, false), .child = PLOY_NONE, .next = PLOY_NONE});
    if (condition == PLOY_NONE || literal == PLOY_NONE) return literal;
    pl_formula copy = w->g->formulas.data[condition];
    copy.next = literal;
    uint32_t first = push_formula(w, copy);
    return push_formula(w, (pl_formula){.kind = PL_FORMULA_AND, .child = first, .next = PLOY_NONE});
}

static bool outcome_adds_to(const pl_grounding* g, const pl_pddl_outcome* o, uint32_t group)
{
    for (uint32_t i = 0; i < o->literal_count; ++i) {
        uint32_t literal = g->literals.data[o->first_literal + i];
        if (!PL_LITERAL_IS_NEGATIVE(literal) && g->atom_groups.data[PL_LITERAL_ATOM(literal)] == group) return true;
    }
    return false;
}

static bool condition_says(const pl_grounding* g, uint32_t condition, uint32_t atom)
{
    for (uint32_t i = pl_formula_first_literal(g, condition); i != PLOY_NONE; i = pl_formula_next_literal(g, i))
        if (g->formulas.data[i].literal == PL_LITERAL(atom, false)) return true;
    return false;
}

// A group's atom that is deleted without being needed is a condition of its own: the group has then no value, or else
// stays as it is.
static void add_delete_cases(domain_writer* w, uint32_t instance, uint32_t outcome)
{
    pl_grounding* g = w->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    for (uint32_t i = 0; i < g->outcomes.data[outcome].literal_count && !is_over(w); ++i) {
        const pl_pddl_outcome* o = &g->outcomes.data[outcome];
        uint32_t literal = g->literals.data[o->first_literal + i], atom = PL_LITERAL_ATOM(literal);
        uint32_t group = g->atom_groups.data[atom];
        if (!PL_LITERAL_IS_NEGATIVE(literal) || group == PLOY_NONE || !has_symbol(w, atom)) continue;
        if (w->known[group] || condition_says(g, o->condition, atom)) continue;
        if (outcome_adds_to(g, o, group) || outcome_adds_to(g, &g->outcomes.data[in->first_outcome], group)) continue;
        effect_case made = {.outcome = PLOY_NONE, .deleted = atom, .condition = condition_and(w, o->condition, atom)};
        add_case(w, instance, made);
    }
}

static void add_instance_actions(domain_writer* w, uint32_t instance)
{
    pl_grounding* g = w->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    uint32_t before[MAX_CASES];
    w->case_count = w->alternatives = 0;
    if (learn(w, in->pre, before)) {
        for (uint32_t o = 1; o < in->outcome_count; ++o) {
            uint32_t outcome = in->first_outcome + o;
            add_case(w, instance, (effect_case){.outcome = outcome, .condition = g->outcomes.data[outcome].condition});
        }
        for (uint32_t o = 0; o < in->outcome_count && !is_over(w); ++o) add_delete_cases(w, instance, in->first_outcome + o);
        split(w, instance, 0);
    }
    forget(w, in->pre, before);
}

static void add_goal(domain_writer* w)
{
    w->text.count = 0;
    write_formula(w, w->g->goal);
    if (is_over(w)) return;
    ploy_goal_def def = {.name = "goal", .condition = w->text.data};
    w->status = ploy_domain_add_goal(w->domain, &def, NULL, w->g->error);
}

static ploy_domain* begin_domain(const pl_grounding* g)
{
    ploy_domain_def def = {.name = pl_pddl_name(g->d, g->d->domain_name), .allocator = g->allocator};
    def.limits = g->d->def.limits;
    if (!def.limits.variables) def.limits.variables = 65535;
    if (!def.limits.operators) def.limits.operators = pl_grounding_max_operators(g);
    if (!def.limits.alternatives) def.limits.alternatives = 65536;
    if (!def.limits.depth) def.limits.depth = 250;
    return ploy_domain_create(&def);
}

ploy_status pl_grounding_domain(pl_grounding* g, ploy_domain** domain)
{
    domain_writer w = {.g = g, .status = PLOY_OK};
    size_t group_count = g->groups.count + 1, atom_count = g->infos.count + 1;
    pl_names_init(&w.names, &g->allocator);
    pl_names_init(&w.action_names, &g->allocator);
    PL_ARRAY_CLEAR(&g->d->steps);
    PL_ARRAY_CLEAR(&g->d->step_args);
    w.known = PL_NEW_ARRAY(&g->allocator, uint32_t, group_count);
    w.is_read = PL_NEW_ARRAY(&g->allocator, bool, atom_count);
    w.domain = begin_domain(g);
    if (!w.known || !w.is_read || !w.domain || !reserve_names(&w)) w.status = PLOY_OUT_OF_MEMORY;
    if (!is_over(&w)) note_reads(&w);
    if (!is_over(&w)) add_symbols(&w);
    for (uint32_t i = 0; i < g->instances.count && !is_over(&w); ++i)
        if (g->instances.data[i].is_possible) add_instance_actions(&w, i);
    if (!is_over(&w)) add_goal(&w);
    if (!is_over(&w)) w.status = ploy_domain_compile(w.domain, g->error);
    *domain = w.domain;
    PL_DELETE_ARRAY(&g->allocator, w.known, group_count);
    PL_DELETE_ARRAY(&g->allocator, w.is_read, atom_count);
    pl_names_destroy(&w.names);
    pl_names_destroy(&w.action_names);
    PL_ARRAY_FREE(&w.text, &g->allocator);
    PL_ARRAY_FREE(&w.atom_name, &g->allocator);
    PL_ARRAY_FREE(&w.group_name, &g->allocator);
    PL_ARRAY_FREE(&w.none_name, &g->allocator);
    return w.status;
}
