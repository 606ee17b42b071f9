// Instances as actions of the domain, which has no conditional effects: an instance that has some becomes one action for
// each way in which its conditions can hold or not.

#include <stdio.h>

#include "io/pddl/pddl_domain.h"

enum
{
    MAX_ALTERNATIVES = 4096 // of one instance
};

// Effects.

static void separate(pl_pddl_writer* w, uint32_t start)
{
    if (w->text.count > start) pl_pddl_put(w, ", ");
}

// Does an outcome that happens in this alternative change the literal so?
static bool has_effect(const pl_pddl_writer* w, const pl_pddl_instance* in, uint32_t literal)
{
    const pl_grounding* g = w->g;
    for (uint32_t c = 0; c <= w->cases.count; ++c) {
        bool is_always = c == w->cases.count;
        if (!is_always && (!w->cases.data[c].holds || w->cases.data[c].outcome == PLOY_NONE)) continue;
        const pl_pddl_outcome* o = &g->outcomes.data[is_always ? in->first_outcome : w->cases.data[c].outcome];
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
static bool note_group(pl_pddl_writer* w, group_effects* list, uint32_t atom, bool is_delete)
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
static bool write_outcome(pl_pddl_writer* w, const pl_pddl_instance* in, const pl_pddl_outcome* o, bool is_always,
                          group_effects* list, uint32_t start)
{
    const pl_grounding* g = w->g;
    for (uint32_t i = 0; i < o->literal_count; ++i) {
        uint32_t literal = g->literals.data[o->first_literal + i], atom = PL_LITERAL_ATOM(literal);
        bool is_delete = PL_LITERAL_IS_NEGATIVE(literal);
        if (!pl_pddl_has_symbol(w, atom)) continue;
        if (g->atom_groups.data[atom] != PLOY_NONE) {
            if (!is_delete && !note_group(w, list, atom, false)) return false;
            continue; // deletes are cases of their own, or known to be needed
        }
        if (is_delete && has_effect(w, in, PL_LITERAL(atom, false))) continue;
        bool is_twice = false; // an outcome written before has it, too
        for (uint32_t c = 0; !is_always && c < w->cases.count && &g->outcomes.data[w->cases.data[c].outcome] != o; ++c) {
            if (!w->cases.data[c].holds || w->cases.data[c].outcome == PLOY_NONE) continue;
            const pl_pddl_outcome* before = &g->outcomes.data[w->cases.data[c].outcome];
            for (uint32_t k = 0; k < before->literal_count; ++k)
                is_twice |= g->literals.data[before->first_literal + k] == literal;
        }
        const pl_pddl_outcome* always = &g->outcomes.data[in->first_outcome];
        for (uint32_t k = 0; !is_always && k < always->literal_count; ++k)
            is_twice |= g->literals.data[always->first_literal + k] == literal;
        if (is_twice) continue;
        separate(w, start);
        pl_pddl_put_literal(w, atom, is_delete);
    }
    return true;
}

static void write_groups(pl_pddl_writer* w, const group_effects* list, uint32_t start)
{
    for (uint32_t i = 0; i < list->count; ++i) {
        const group_effect* e = &list->data[i];
        if (e->atom1 && w->known[e->group] == e->atom1) continue; // it holds already
        separate(w, start);
        uint32_t value = e->atom1 ? w->atom_name.data[e->atom1 - 1] : w->none_name.data[e->group];
        pl_pddl_put(w, "%s = %s", pl_pddl_name_at(w, w->group_name.data[e->group]), pl_pddl_name_at(w, value));
    }
}

/// Changes of one number, added up.
static void write_change(pl_pddl_writer* w, const pl_number_change* change, int64_t sum, uint32_t start)
{
    separate(w, start);
    pl_pddl_put(w, "%s %s ", pl_pddl_name_at(w, w->atom_name.data[change->atom]),
          change->op == PL_PDDL_ASSIGN ? "=" : sum < 0 ? "-=" : "+=");
    pl_pddl_put_fixed(w, change->op == PL_PDDL_ASSIGN || sum >= 0 ? sum : -sum);
}

typedef struct change_sum
{
    const pl_number_change* change;
    int64_t sum;
} change_sum;

typedef PL_ARRAY(change_sum) change_sums;

static void sum_changes(pl_pddl_writer* w, const pl_pddl_outcome* o, change_sums* sums)
{
    pl_grounding* g = w->g;
    for (uint32_t i = 0; i < o->change_count; ++i) {
        const pl_number_change* change = &g->changes.data[o->first_change + i];
        int64_t amount = g->formulas.data[change->amount].number;
        if (change->op == PL_PDDL_DECREASE) amount = -amount;
        if (!pl_pddl_has_symbol(w, change->atom)) continue;
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
static bool write_changes(pl_pddl_writer* w, const pl_pddl_instance* in, uint32_t start)
{
    pl_grounding* g = w->g;
    change_sums sums = {0};
    bool good = true;
    sum_changes(w, &g->outcomes.data[in->first_outcome], &sums);
    for (uint32_t c = 0; c < w->cases.count; ++c)
        if (w->cases.data[c].holds && w->cases.data[c].outcome != PLOY_NONE)
            sum_changes(w, &g->outcomes.data[w->cases.data[c].outcome], &sums);
    for (uint32_t i = 0; i < sums.count && !pl_pddl_writer_is_over(w); ++i) {
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
static bool write_effects(pl_pddl_writer* w, const pl_pddl_instance* in, uint32_t start)
{
    pl_grounding* g = w->g;
    const pl_pddl_outcome* always = &g->outcomes.data[in->first_outcome];
    group_effects list = {0};
    bool good = write_outcome(w, in, always, true, &list, start);
    for (uint32_t c = 0; good && c < w->cases.count; ++c)
        if (w->cases.data[c].holds && w->cases.data[c].outcome != PLOY_NONE)
            good = write_outcome(w, in, &g->outcomes.data[w->cases.data[c].outcome], false, &list, start);
    // What is needed and deleted, and nothing else added: none holds.
    for (uint32_t o = 0; good && o < in->outcome_count; ++o) {
        const pl_pddl_outcome* outcome = &g->outcomes.data[in->first_outcome + o];
        bool happens = o == 0;
        for (uint32_t c = 0; c < w->cases.count; ++c)
            happens |= w->cases.data[c].holds && w->cases.data[c].outcome == in->first_outcome + o;
        for (uint32_t i = 0; happens && i < outcome->literal_count; ++i) {
            uint32_t literal = g->literals.data[outcome->first_literal + i], atom = PL_LITERAL_ATOM(literal);
            uint32_t group = g->atom_groups.data[atom];
            if (!PL_LITERAL_IS_NEGATIVE(literal) || group == PLOY_NONE || !pl_pddl_has_symbol(w, atom)) continue;
            if (w->known[group] == atom + 1) good = note_group(w, &list, atom, true);
        }
    }
    for (uint32_t c = 0; good && c < w->cases.count; ++c)
        if (w->cases.data[c].holds && w->cases.data[c].outcome == PLOY_NONE) good = note_group(w, &list, w->cases.data[c].deleted, true);
    if (good) write_groups(w, &list, start);
    PL_ARRAY_FREE(&list, &g->allocator);
    return good && write_changes(w, in, start);
}

// Actions.

static void write_pre(pl_pddl_writer* w, const pl_pddl_instance* in)
{
    const pl_formula* pre = &w->g->formulas.data[in->pre];
    bool is_empty = pre->kind == PL_FORMULA_AND && pre->child == PLOY_NONE;
    bool needs = pre->kind == PL_FORMULA_OR;
    if (!is_empty) {
        pl_pddl_put(w, "%s", needs ? "(" : "");
        pl_pddl_put_formula(w, in->pre);
        pl_pddl_put(w, "%s", needs ? ")" : "");
    }
    for (uint32_t c = 0; c < w->cases.count; ++c) {
        pl_pddl_put(w, "%s%s(", is_empty && c == 0 ? "" : " and ", w->cases.data[c].holds ? "" : "not ");
        pl_pddl_put_formula(w, w->cases.data[c].condition);
        pl_pddl_put(w, ")");
    }
}

static bool note_step(pl_pddl_writer* w, const uint32_t* key)
{
    ploy_pddl* d = w->g->d;
    pl_pddl_step step = {key[0], d->step_args.count};
    for (uint32_t i = 0; i < d->actions.data[key[0]].param_count; ++i)
        if (!PL_ARRAY_PUSH(&d->step_args, &d->allocator, key[1 + i])) return false;
    return PL_ARRAY_PUSH(&d->steps, &d->allocator, step);
}

static void name_action(pl_pddl_writer* w, const uint32_t* key, char* text, size_t size)
{
    const ploy_pddl* d = w->g->d;
    const pl_pddl_action* action = &d->actions.data[key[0]];
    size_t used = (size_t)snprintf(text, size, "%s", pl_pddl_name(d, action->name));
    for (uint32_t i = 0; i < action->param_count && used < size; ++i)
        used += (size_t)snprintf(text + used, size - used, ".%s", pl_pddl_name(d, d->objects.data[key[1 + i]].name));
}

static void add_alternative(pl_pddl_writer* w, uint32_t instance)
{
    pl_grounding* g = w->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    const uint32_t* key = pl_tuple_at(&g->keys, instance);
    char text[512];
    w->text.count = 0;
    write_pre(w, in);
    uint32_t effect = pl_pddl_begin_text(w);
    if (pl_pddl_writer_is_over(w) || !write_effects(w, in, effect) || pl_pddl_writer_is_over(w) || w->text.count == effect) return;
    uint32_t cost = pl_pddl_begin_text(w);
    if (in->cost == PLOY_NONE)
        pl_pddl_put(w, "1");
    else
        pl_pddl_put_expression(w, in->cost);
    name_action(w, key, text, sizeof text);
    uint32_t name = pl_pddl_take_name(w, &w->action_names, text);
    if (pl_pddl_writer_is_over(w)) return;
    ploy_action_def def = {.name = pl_names_text(&w->action_names, name),
                           .pre = w->text.data,
                           .effect = w->text.data + effect,
                           .cost = w->text.data + cost};
    w->status = ploy_domain_add_action(w->domain, &def, NULL, g->error);
    if (w->status == PLOY_OK && !note_step(w, key)) w->status = PLOY_OUT_OF_MEMORY;
}

// Marks the atoms that a condition says hold; false if it contradicts what is known. `undone` gets what was known.
static bool learn(pl_pddl_writer* w, uint32_t condition)
{
    const pl_grounding* g = w->g;
    bool good = true;
    for (uint32_t i = pl_formula_first_literal(g, condition); i != PLOY_NONE; i = pl_formula_next_literal(g, i)) {
        uint32_t literal = g->formulas.data[i].literal, atom = PL_LITERAL_ATOM(literal);
        uint32_t group = g->atom_groups.data[atom];
        if (group == PLOY_NONE) continue;
        if (PL_LITERAL_IS_NEGATIVE(literal)) {
            good &= w->known[group] != atom + 1;
            continue;
        }
        good &= !w->known[group] || w->known[group] == atom + 1;
        pl_known_before before = {group, w->known[group]};
        if (!PL_ARRAY_PUSH(&w->undone, &w->g->allocator, before)) return w->g->out_of_memory = true, false;
        w->known[group] = atom + 1;
    }
    return good;
}

static void forget(pl_pddl_writer* w, uint32_t count)
{
    while (w->undone.count > count) {
        pl_known_before before = w->undone.data[--w->undone.count];
        w->known[before.group] = before.atom1;
    }
}

// Is the condition one literal that what is known decides? 1: it holds, 0: it does not, -1: open.
static int decided(const pl_pddl_writer* w, uint32_t condition)
{
    const pl_grounding* g = w->g;
    const pl_formula* f = &g->formulas.data[condition];
    uint32_t group = f->kind == PL_FORMULA_LITERAL ? g->atom_groups.data[PL_LITERAL_ATOM(f->literal)] : PLOY_NONE;
    if (group == PLOY_NONE || !w->known[group]) return -1;
    return (w->known[group] == PL_LITERAL_ATOM(f->literal) + 1) != PL_LITERAL_IS_NEGATIVE(f->literal);
}

static void split(pl_pddl_writer* w, uint32_t instance, uint32_t at)
{
    uint32_t known = w->undone.count;
    if (pl_pddl_writer_is_over(w)) return;
    if (at == w->cases.count) {
        if (++w->alternatives > MAX_ALTERNATIVES)
            pl_grounding_fail(w->g, 0, 0, "action '%s' has too many conditional effects that are independent of each other",
                              pl_pddl_name(w->g->d, w->g->d->actions.data[pl_tuple_at(&w->g->keys, instance)[0]].name));
        else
            add_alternative(w, instance);
        return;
    }
    pl_effect_case* c = &w->cases.data[at];
    int must = decided(w, c->condition);
    if (must != 0) {
        c->holds = true;
        if (learn(w, c->condition)) split(w, instance, at + 1);
        forget(w, known);
    }
    if (must != 1) {
        c->holds = false;
        split(w, instance, at + 1);
    }
}

static void add_case(pl_pddl_writer* w, uint32_t instance, pl_effect_case made)
{
    if (w->cases.count < PL_PDDL_MAX_CASES) {
        if (!PL_ARRAY_PUSH(&w->cases, &w->g->allocator, made)) w->g->out_of_memory = true;
    } else {
        pl_grounding_fail(w->g, 0, 0, "action '%s' has more than %d conditional effects",
                          pl_pddl_name(w->g->d, w->g->d->actions.data[pl_tuple_at(&w->g->keys, instance)[0]].name),
                          PL_PDDL_MAX_CASES);
    }
}

static uint32_t push_formula(pl_pddl_writer* w, pl_formula formula)
{
    if (!PL_ARRAY_PUSH(&w->g->formulas, &w->g->allocator, formula)) {
        w->g->out_of_memory = true;
        return PLOY_NONE;
    }
    return w->g->formulas.count - 1;
}

// The condition of an outcome (PLOY_NONE: always) and an atom.
static uint32_t condition_and(pl_pddl_writer* w, uint32_t condition, uint32_t atom)
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
static void add_delete_cases(pl_pddl_writer* w, uint32_t instance, uint32_t outcome)
{
    pl_grounding* g = w->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    for (uint32_t i = 0; i < g->outcomes.data[outcome].literal_count && !pl_pddl_writer_is_over(w); ++i) {
        const pl_pddl_outcome* o = &g->outcomes.data[outcome];
        uint32_t literal = g->literals.data[o->first_literal + i], atom = PL_LITERAL_ATOM(literal);
        uint32_t group = g->atom_groups.data[atom];
        if (!PL_LITERAL_IS_NEGATIVE(literal) || group == PLOY_NONE || !pl_pddl_has_symbol(w, atom)) continue;
        if (w->known[group] || condition_says(g, o->condition, atom)) continue;
        if (outcome_adds_to(g, o, group) || outcome_adds_to(g, &g->outcomes.data[in->first_outcome], group)) continue;
        pl_effect_case made = {.outcome = PLOY_NONE, .deleted = atom, .condition = condition_and(w, o->condition, atom)};
        add_case(w, instance, made);
    }
}

void pl_pddl_add_actions(pl_pddl_writer* w, uint32_t instance)
{
    pl_grounding* g = w->g;
    const pl_pddl_instance* in = &g->instances.data[instance];
    w->cases.count = w->undone.count = w->alternatives = 0;
    if (learn(w, in->pre)) {
        for (uint32_t o = 1; o < in->outcome_count; ++o) {
            uint32_t outcome = in->first_outcome + o;
            add_case(w, instance, (pl_effect_case){.outcome = outcome, .condition = g->outcomes.data[outcome].condition});
        }
        for (uint32_t o = 0; o < in->outcome_count && !pl_pddl_writer_is_over(w); ++o) add_delete_cases(w, instance, in->first_outcome + o);
        split(w, instance, 0);
    }
    forget(w, 0);
}
