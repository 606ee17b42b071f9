#include "io/pddl/pddl_lift.h"

#include <string.h>

uint32_t pl_lift_resolve(const pl_lifting* l, uint32_t term)
{
    return PL_PDDL_IS_SLOT(term) ? l->slots[PL_PDDL_SLOT_OF(term)] : term;
}

void pl_lift_put_term(pl_lifting* l, uint32_t term)
{
    PL_LIFT_PUT("%s", PL_PDDL_IS_SLOT(term) ? pl_names_text(&l->w.names, l->param_names[PL_PDDL_SLOT_OF(term)])
                                            : pl_lift_object_name(l, term));
}

void pl_lift_put_indexed(pl_lifting* l, uint32_t id, const uint32_t* terms, uint32_t count)
{
    PL_LIFT_PUT("%s", pl_names_text(&l->w.names, l->symbols.data[id].name));
    for (uint32_t i = 0; i < count; ++i) {
        PL_LIFT_PUT("%s", i ? ", " : "(");
        pl_lift_put_term(l, terms[i]);
    }
    if (count) PL_LIFT_PUT(")");
}

static pl_lift_truth truth(bool value)
{
    return value ? PL_LIFT_TRUE : PL_LIFT_FALSE;
}

static bool is_bound(const uint32_t* terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (PL_PDDL_IS_SLOT(terms[i])) return false;
    return true;
}

static pl_lift_truth put_static(pl_lifting* l, uint32_t symbol, const uint32_t* terms, uint32_t id, bool is_negative)
{
    uint32_t key[PL_LIFT_TERMS + 1] = {symbol}, arity = pl_lift_pddl_of(l)->symbols.data[symbol].arity;
    memcpy(key + 1, terms, arity * sizeof *terms);
    if (is_bound(terms, arity)) {
        uint32_t atom = pl_tuple_find(&l->g->atoms, key, arity + 1);
        return truth((atom != PLOY_NONE && l->g->infos.data[atom].is_initial) != is_negative);
    }
    if (l->symbols.data[id].known == pl_lift_cell_count(l, pl_tuple_at(&l->keys, id), arity))
        return truth(!is_negative);
    PL_LIFT_PUT("%s", is_negative ? "not " : "");
    pl_lift_put_indexed(l, id, terms, arity);
    return PL_LIFT_TEXT;
}

static pl_lift_truth put_atom(pl_lifting* l, const pl_pddl_node* n, bool is_negative)
{
    uint32_t terms[PL_LIFT_TERMS];
    const pl_pddl_symbol* s = &pl_lift_pddl_of(l)->symbols.data[n->symbol];
    if (s->arity > PL_LIFT_TERMS) return pl_lift_refuse(l, "a predicate has more than four arguments"), PL_LIFT_FALSE;
    for (uint32_t i = 0; i < s->arity; ++i) terms[i] = pl_lift_resolve(l, pl_lift_pddl_of(l)->terms.data[n->first + i]);
    uint32_t id = pl_lift_find_symbol(l, n->symbol, terms);
    if (id == PLOY_NONE) return truth(is_negative);
    if (!s->is_changed) return put_static(l, n->symbol, terms, id, is_negative);
    if (!l->is_function[n->symbol]) {
        PL_LIFT_PUT("%s", is_negative ? "not " : "");
        pl_lift_put_indexed(l, id, terms, s->arity);
        return PL_LIFT_TEXT;
    }
    if (pl_lift_class_of(l, terms[s->arity - 1]) != l->values[n->symbol]) return truth(is_negative);
    pl_lift_put_indexed(l, id, terms, s->arity - 1);
    PL_LIFT_PUT(" %s ", is_negative ? "!=" : "=");
    pl_lift_put_term(l, terms[s->arity - 1]);
    return PL_LIFT_TEXT;
}

pl_lift_truth pl_lift_put_same(pl_lifting* l, uint32_t a, uint32_t b, bool is_negative)
{
    if (a == b) return truth(!is_negative);
    if (pl_lift_class_of(l, a) != pl_lift_class_of(l, b) || (!PL_PDDL_IS_SLOT(a) && !PL_PDDL_IS_SLOT(b)))
        return truth(is_negative);
    pl_lift_put_term(l, a);
    PL_LIFT_PUT(" %s ", is_negative ? "!=" : "=");
    pl_lift_put_term(l, b);
    return PL_LIFT_TEXT;
}

/// A conjunction or disjunction in progress: parts that are constant are left out.
pl_lift_list pl_lift_begin_list(pl_lifting* l, bool is_or)
{
    pl_lift_list list = {.start = l->w.text.count, .is_or = is_or};
    PL_LIFT_PUT("(");
    return list;
}

void pl_lift_begin_part(pl_lifting* l, pl_lift_list* list)
{
    list->mark = l->w.text.count;
    if (list->count) PL_LIFT_PUT("%s", list->is_or ? " or " : " and ");
}

void pl_lift_end_part(pl_lifting* l, pl_lift_list* list, pl_lift_truth part)
{
    if (part == PL_LIFT_TEXT)
        ++list->count;
    else
        l->w.text.count = list->mark;
    if (part == truth(list->is_or)) list->is_decided = true;
}

static void drop(pl_lifting* l, uint32_t at)
{
    if (pl_lift_is_over(l)) return;
    memmove(l->w.text.data + at, l->w.text.data + at + 1, l->w.text.count - at);
    --l->w.text.count;
}

pl_lift_truth pl_lift_end_list(pl_lifting* l, const pl_lift_list* list)
{
    if (list->is_decided || !list->count) {
        l->w.text.count = list->start;
        return truth(list->is_decided == list->is_or);
    }
    if (list->count == 1)
        drop(l, list->start);
    else
        PL_LIFT_PUT(")");
    return PL_LIFT_TEXT;
}

// A condition that stands alone needs no parentheses around it.
void pl_lift_strip_parentheses(pl_lifting* l, uint32_t start)
{
    uint32_t depth = 0, at = start;
    if (pl_lift_is_over(l) || l->w.text.count == start || l->w.text.data[start] != '(') return;
    for (; at < l->w.text.count; ++at) {
        depth += l->w.text.data[at] == '(';
        depth -= l->w.text.data[at] == ')';
        if (depth == 0) break;
    }
    if (at + 1 != l->w.text.count) return;
    --l->w.text.count;
    drop(l, start);
}

static void put_each(pl_lifting* l, const pl_pddl_node* n, uint32_t at, pl_lift_list* list, bool is_negative)
{
    if (pl_lift_is_over(l) || list->is_decided) return;
    if (at == n->count) {
        pl_lift_begin_part(l, list);
        pl_lift_end_part(l, list, pl_lift_put_condition(l, n->child, is_negative));
        return;
    }
    const pl_pddl_set* set = &pl_lift_pddl_of(l)->sets.data[pl_lift_pddl_of(l)->variables.data[n->first + at].set];
    for (uint32_t i = 0; i < set->object_count; ++i) {
        l->slots[n->slot + at] = pl_lift_pddl_of(l)->set_objects.data[set->first_object + i];
        put_each(l, n, at + 1, list, is_negative);
    }
}

pl_lift_truth pl_lift_put_condition(pl_lifting* l, uint32_t node, bool is_negative)
{
    if (node == PLOY_NONE) return truth(!is_negative);
    const pl_pddl_node* n = &pl_lift_pddl_of(l)->nodes.data[node];
    bool has_terms = n->kind == PL_PDDL_SAME || n->kind == PL_PDDL_IS_TYPE;
    const uint32_t* terms = has_terms ? &pl_lift_pddl_of(l)->terms.data[n->first] : NULL;
    pl_lift_list list;
    switch (n->kind) {
    case PL_PDDL_ATOM:
        return put_atom(l, n, is_negative);
    case PL_PDDL_SAME:
        return pl_lift_put_same(l, pl_lift_resolve(l, terms[0]), pl_lift_resolve(l, terms[1]), is_negative);
    case PL_PDDL_IS_TYPE:
        return truth(pl_grounding_is_member(l->g, l->class_first[pl_lift_class_of(l, pl_lift_resolve(l, terms[0]))],
                                            n->symbol) != is_negative);
    case PL_PDDL_NOT:
        return pl_lift_put_condition(l, n->child, !is_negative);
    case PL_PDDL_AND:
    case PL_PDDL_OR:
        list = pl_lift_begin_list(l, (n->kind == PL_PDDL_OR) != is_negative);
        for (uint32_t c = n->child; c != PLOY_NONE && !pl_lift_is_over(l); c = pl_lift_pddl_of(l)->nodes.data[c].next) {
            pl_lift_begin_part(l, &list);
            pl_lift_end_part(l, &list, pl_lift_put_condition(l, c, is_negative));
        }
        return pl_lift_end_list(l, &list);
    case PL_PDDL_IMPLY:
        list = pl_lift_begin_list(l, !is_negative);
        pl_lift_begin_part(l, &list);
        pl_lift_end_part(l, &list, pl_lift_put_condition(l, n->child, !is_negative));
        pl_lift_begin_part(l, &list);
        pl_lift_end_part(l, &list,
                         pl_lift_put_condition(l, pl_lift_pddl_of(l)->nodes.data[n->child].next, is_negative));
        return pl_lift_end_list(l, &list);
    case PL_PDDL_FORALL:
    case PL_PDDL_EXISTS:
        list = pl_lift_begin_list(l, (n->kind == PL_PDDL_EXISTS) != is_negative);
        put_each(l, n, 0, &list, is_negative);
        return pl_lift_end_list(l, &list);
    default:
        pl_lift_refuse(l, "numbers are compared");
        return PL_LIFT_FALSE;
    }
}
