// What the cases of a step that hold do, as text: bools, groups, numbers. What is added wins over what is deleted.

#include "io/pddl/pddl_domain.h"

/// What happens to a place: a group gets an atom, or has none; a bool becomes true or false.
typedef struct place_effect
{
    uint32_t place;
    uint32_t atom;
    bool is_added;
} place_effect;

/// Changes of one number, added up.
typedef struct change_sum
{
    const pl_number_change* change;
    int64_t sum;
} change_sum;

typedef struct effect_list
{
    PL_ARRAY(place_effect) places;
    PL_ARRAY(change_sum) sums;
    bool is_possible;
} effect_list;

void pl_pddl_separate(pl_pddl_writer* w, uint32_t start)
{
    if (w->text.count > start) pl_pddl_put_words(w, ", ");
}

// Two atoms of one group that are added: this alternative cannot be.
static void note_place(pl_pddl_writer* w, effect_list* list, place_effect made)
{
    for (uint32_t i = 0; i < list->places.count; ++i) {
        place_effect* e = &list->places.data[i];
        if (e->place != made.place) continue;
        if (e->is_added && made.is_added && e->atom != made.atom) list->is_possible = false;
        if (made.is_added) *e = made;
        return;
    }
    if (!PL_ARRAY_PUSH(&list->places, &w->g->allocator, made)) w->g->out_of_memory = true;
}

static void note_change(pl_pddl_writer* w, effect_list* list, const pl_number_change* change)
{
    pl_grounding* g = w->g;
    int64_t amount = g->formulas.data[change->amount].number;
    uint32_t k = 0;
    if (change->op == PL_PDDL_DECREASE) amount = -amount;
    while (k < list->sums.count && list->sums.data[k].change->atom != change->atom) ++k;
    if (k == list->sums.count) {
        if (!PL_ARRAY_PUSH(&list->sums, &g->allocator, (change_sum){change, amount})) g->out_of_memory = true;
    } else if (change->op == PL_PDDL_ASSIGN || list->sums.data[k].change->op == PL_PDDL_ASSIGN) {
        pl_grounding_fail(g, change->line, change->column, "a value is assigned and changed in one step");
    } else {
        list->sums.data[k].sum += amount;
    }
}

// Deletes of a group's atom that are not sure are cases of their own.
static void note_outcome(pl_pddl_writer* w, effect_list* list, const pl_pddl_outcome* o)
{
    const pl_grounding* g = w->g;
    for (uint32_t i = 0; i < o->literal_count; ++i) {
        uint32_t literal = g->literals.data[o->first_literal + i], atom = PL_LITERAL_ATOM(literal);
        bool is_delete = PL_LITERAL_IS_NEGATIVE(literal), is_group = g->atom_groups.data[atom] != PLOY_NONE;
        if (!pl_pddl_has_symbol(w, atom)) continue;
        if (is_group && is_delete && !pl_pddl_is_sure_delete(w, o, literal)) continue;
        note_place(w, list, (place_effect){pl_pddl_place_of(w, atom), atom, !is_delete});
    }
    for (uint32_t i = 0; i < o->change_count; ++i) {
        const pl_number_change* change = &g->changes.data[o->first_change + i];
        if (pl_pddl_has_symbol(w, change->atom)) note_change(w, list, change);
    }
}

static void write_place(pl_pddl_writer* w, const place_effect* e, uint32_t start)
{
    bool is_group = e->place < w->g->groups.count;
    bool is_whole = w->case_steps.count == 1; // else a step before may have changed what is known
    if (is_whole && is_group && e->is_added && w->known.data[e->place] == e->atom + 1) return;
    pl_pddl_separate(w, start);
    if (!is_group) {
        pl_pddl_put_literal(w, e->atom, !e->is_added);
        return;
    }
    uint32_t value = e->is_added ? w->atom_name.data[e->atom] : w->none_name.data[e->place];
    pl_pddl_put_words(w, pl_pddl_name_at(w, w->group_name.data[e->place]));
    pl_pddl_put_words(w, " = ");
    pl_pddl_put_words(w, pl_pddl_name_at(w, value));
}

static void write_change(pl_pddl_writer* w, const pl_number_change* change, int64_t sum, uint32_t start)
{
    pl_pddl_separate(w, start);
    pl_pddl_put(w, "%s %s ", pl_pddl_name_at(w, w->atom_name.data[change->atom]),
                change->op == PL_PDDL_ASSIGN ? "="
                : sum < 0                    ? "-="
                                             : "+=");
    pl_pddl_put_fixed(w, change->op == PL_PDDL_ASSIGN || sum >= 0 ? sum : -sum);
}

// A value outside of its range is assigned: this alternative can never be taken.
static void write_changes(pl_pddl_writer* w, effect_list* list, uint32_t start)
{
    for (uint32_t i = 0; i < list->sums.count && list->is_possible; ++i) {
        const change_sum* s = &list->sums.data[i];
        const pl_pddl_range* range = &w->g->ranges.data[s->change->atom];
        bool is_set = s->change->op == PL_PDDL_ASSIGN;
        if (is_set && (s->sum < range->min || s->sum > range->max)) list->is_possible = false;
        if (s->sum || is_set) write_change(w, s->change, s->sum, start);
    }
}

bool pl_pddl_write_effects(pl_pddl_writer* w, pl_case_step step, uint32_t start)
{
    effect_list list = {.is_possible = true};
    for (uint32_t c = step.first; c < step.end; ++c) {
        const pl_effect_case* held = &w->cases.data[c];
        if (!held->holds) continue;
        if (held->outcome != PLOY_NONE)
            note_outcome(w, &list, &w->g->outcomes.data[held->outcome]);
        else
            note_place(w, &list, (place_effect){held->emptied, PLOY_NONE, false});
    }
    for (uint32_t i = 0; i < list.places.count && !pl_pddl_writer_is_over(w); ++i)
        write_place(w, &list.places.data[i], start);
    if (!pl_pddl_writer_is_over(w)) write_changes(w, &list, start);
    PL_ARRAY_FREE(&list.places, &w->g->allocator);
    PL_ARRAY_FREE(&list.sums, &w->g->allocator);
    return list.is_possible;
}
