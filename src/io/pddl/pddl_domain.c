// A grounding as a ploy_domain. A group of atoms is a symbol whose values are atoms, any other atom a bool, a number an
// int or decimal. An instance becomes an action without parameters (pddl_actions.c).

#include <stdio.h>

#include "io/pddl/pddl_domain.h"

// Symbols.

static void note_reads(pl_pddl_writer* w)
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

static bool is_group_read(const pl_pddl_writer* w, const pl_pddl_group* group)
{
    for (uint32_t i = 0; i < group->atom_count; ++i)
        if (w->is_read[w->g->group_atoms.data[group->first_atom + i]]) return true;
    return false;
}

static void name_atom(pl_pddl_writer* w, uint32_t atom)
{
    char text[512];
    pl_pddl_print_atom(w->g->d, pl_tuple_at(&w->g->atoms, atom), text, sizeof text);
    w->atom_name.data[atom] = pl_pddl_take_name(w, &w->names, text);
}

static bool reserve_names(pl_pddl_writer* w)
{
    pl_grounding* g = w->g;
    for (uint32_t i = 0; i < g->infos.count; ++i)
        if (!PL_ARRAY_PUSH(&w->atom_name, &g->allocator, PLOY_NONE) || !PL_ARRAY_PUSH(&w->known, &g->allocator, 0))
            return false;
    for (uint32_t i = 0; i < g->groups.count; ++i)
        if (!PL_ARRAY_PUSH(&w->group_name, &g->allocator, PLOY_NONE) ||
            !PL_ARRAY_PUSH(&w->none_name, &g->allocator, PLOY_NONE) || !PL_ARRAY_PUSH(&w->known, &g->allocator, 0))
            return false;
    return true;
}

static void add_group(pl_pddl_writer* w, uint32_t index)
{
    pl_grounding* g = w->g;
    const pl_pddl_group* group = &g->groups.data[index];
    uint32_t count = group->atom_count + group->has_none, at = 0;
    const char** values = PL_NEW_ARRAY(&g->allocator, const char*, count);
    w->group_name.data[index] = pl_pddl_take_name(w, &w->names, pl_names_text(&g->labels, group->label));
    ploy_symbol_def def = {.type = PLOY_VALUE_OBJECT};
    if (values && group->has_none) {
        char text[600];
        snprintf(text, sizeof text, "none.%s", pl_names_text(&g->labels, group->label));
        w->none_name.data[index] = pl_pddl_take_name(w, &w->names, text);
    }
    for (uint32_t i = 0; i < group->atom_count; ++i) name_atom(w, g->group_atoms.data[group->first_atom + i]);
    if (!values || g->out_of_memory) {
        g->out_of_memory = true;
        PL_DELETE_ARRAY(&g->allocator, values, count);
        return;
    }
    def.name = def.object_type = pl_pddl_name_at(w, w->group_name.data[index]);
    if (group->has_none) def.initial = values[at++] = pl_pddl_name_at(w, w->none_name.data[index]);
    for (uint32_t i = 0; i < group->atom_count; ++i) {
        uint32_t atom = g->group_atoms.data[group->first_atom + i];
        values[at++] = pl_pddl_name_at(w, w->atom_name.data[atom]);
        if (g->infos.data[atom].is_initial) def.initial = pl_pddl_name_at(w, w->atom_name.data[atom]);
    }
    w->status = ploy_domain_add_type(w->domain, def.name, values, count, NULL, g->error);
    if (w->status == PLOY_OK) w->status = ploy_domain_add_symbol(w->domain, &def, NULL, g->error);
    PL_DELETE_ARRAY(&g->allocator, values, count);
}

static void add_value(pl_pddl_writer* w, uint32_t atom)
{
    pl_grounding* g = w->g;
    const pl_pddl_range* range = &g->ranges.data[atom];
    int64_t unit = w->is_decimal ? 1 : PLOY_UNIT;
    name_atom(w, atom);
    if (g->out_of_memory) return;
    w->text.count = 0;
    pl_pddl_put_fixed(w, g->infos.data[atom].value);
    if (g->out_of_memory) return;
    ploy_symbol_def def = {.name = pl_pddl_name_at(w, w->atom_name.data[atom]), .initial = w->text.data};
    def.type = w->is_decimal ? PLOY_VALUE_DECIMAL : PLOY_VALUE_INT;
    def.min = range->min / unit;
    def.max = range->max / unit;
    def.step = w->is_decimal ? range->step : 1;
    if (range->min == range->max) def.step = w->is_decimal ? 1 : 1;
    w->status = ploy_domain_add_symbol(w->domain, &def, NULL, g->error);
}

static void add_bool(pl_pddl_writer* w, uint32_t atom)
{
    name_atom(w, atom);
    if (w->g->out_of_memory) return;
    ploy_symbol_def def = {.name = pl_pddl_name_at(w, w->atom_name.data[atom])};
    def.initial = w->g->infos.data[atom].is_initial ? "true" : "false";
    w->status = ploy_domain_add_symbol(w->domain, &def, NULL, w->g->error);
}

static void add_symbols(pl_pddl_writer* w)
{
    pl_grounding* g = w->g;
    for (uint32_t i = 0; i < g->groups.count && !pl_pddl_writer_is_over(w); ++i)
        if (is_group_read(w, &g->groups.data[i])) add_group(w, i);
    for (uint32_t i = 0; i < g->infos.count && !pl_pddl_writer_is_over(w); ++i) {
        const pl_pddl_atom* info = &g->infos.data[i];
        if (!w->is_read[i] || g->atom_groups.data[i] != PLOY_NONE) continue;
        if (info->is_value && info->is_reached)
            add_value(w, i);
        else if (!info->is_value)
            add_bool(w, i);
    }
}

static void add_goal(pl_pddl_writer* w)
{
    bool has_phases = w->phase != PLOY_NONE;
    w->text.count = 0;
    if (has_phases) pl_pddl_put(w, "%s = %s and (", pl_pddl_name_at(w, w->phase), pl_pddl_name_at(w, w->ready));
    pl_pddl_put_formula(w, w->g->goal);
    if (has_phases) pl_pddl_put(w, ")");
    if (pl_pddl_writer_is_over(w)) return;
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

static void end_writer(pl_pddl_writer* w)
{
    const ploy_allocator* allocator = &w->g->allocator;
    pl_names_destroy(&w->names);
    pl_names_destroy(&w->action_names);
    PL_ARRAY_FREE(&w->text, allocator);
    PL_ARRAY_FREE(&w->known, allocator);
    PL_ARRAY_FREE(&w->undone, allocator);
    PL_ARRAY_FREE(&w->cases, allocator);
    PL_ARRAY_FREE(&w->case_steps, allocator);
    PL_ARRAY_FREE(&w->flags, allocator);
    PL_ARRAY_FREE(&w->phases, allocator);
    PL_ARRAY_FREE(&w->atom_name, allocator);
    PL_ARRAY_FREE(&w->group_name, allocator);
    PL_ARRAY_FREE(&w->none_name, allocator);
}

ploy_status pl_grounding_domain(pl_grounding* g, ploy_domain** domain)
{
    pl_pddl_writer w = {.g = g, .status = PLOY_OK, .phase = PLOY_NONE};
    size_t atom_count = g->infos.count + 1;
    pl_names_init(&w.names, &g->allocator);
    pl_names_init(&w.action_names, &g->allocator);
    PL_ARRAY_CLEAR(&g->d->steps);
    PL_ARRAY_CLEAR(&g->d->step_args);
    w.is_read = PL_NEW_ARRAY(&g->allocator, bool, atom_count);
    w.domain = begin_domain(g);
    if (!w.is_read || !w.domain || !reserve_names(&w)) w.status = PLOY_OUT_OF_MEMORY;
    if (!pl_pddl_writer_is_over(&w)) note_reads(&w);
    if (!pl_pddl_writer_is_over(&w)) add_symbols(&w);
    if (!pl_pddl_writer_is_over(&w)) pl_pddl_add_phases(&w);
    for (uint32_t i = 0; i < g->instances.count && !pl_pddl_writer_is_over(&w); ++i)
        if (g->instances.data[i].is_possible) pl_pddl_add_actions(&w, i);
    if (!pl_pddl_writer_is_over(&w)) add_goal(&w);
    ploy_status status = w.status;
    *domain = w.domain;
    PL_DELETE_ARRAY(&g->allocator, w.is_read, atom_count);
    end_writer(&w);
    pl_grounding_drop_instances(g); // compiling takes memory too
    if (status == PLOY_OK && !pl_grounding_is_over(g)) status = ploy_domain_compile(*domain, g->error);
    if (status == PLOY_INVALID && !g->failed && g->error)
        g->error->line = g->error->column = 0; // of no text that was read
    return status;
}
