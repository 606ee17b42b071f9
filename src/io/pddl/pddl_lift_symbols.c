#include "io/pddl/pddl_lift.h"

#include <string.h>

uint32_t pl_lift_class_of(const pl_lifting* l, uint32_t term)
{
    return PL_PDDL_IS_SLOT(term) ? l->slot_class[PL_PDDL_SLOT_OF(term)] : l->classes[term];
}

uint32_t pl_lift_index_count(const pl_lifting* l, uint32_t symbol)
{
    return pl_lift_pddl_of(l)->symbols.data[symbol].arity - (l->is_function[symbol] ? 1 : 0);
}

uint32_t pl_lift_find_symbol(const pl_lifting* l, uint32_t symbol, const uint32_t* terms)
{
    uint32_t key[PL_LIFT_TERMS + 1] = {symbol}, count = pl_lift_index_count(l, symbol);
    for (uint32_t i = 0; i < count; ++i) key[1 + i] = pl_lift_class_of(l, terms[i]);
    return pl_tuple_find(&l->keys, key, count + 1);
}

uint64_t pl_lift_cell_count(const pl_lifting* l, const uint32_t* key, uint32_t count)
{
    uint64_t cells = 1;
    for (uint32_t i = 0; i < count; ++i) cells *= l->class_sizes[key[1 + i]];
    return cells;
}

// Adds of a predicate by an action, and deletions; PLOY_NONE: in a `when` or a `forall`.
static void count_effects(const pl_lifting* l, uint32_t node, uint32_t symbol, bool is_top, uint32_t* adds,
                          uint32_t* deletes, const pl_pddl_node** add, const pl_pddl_node** deletion)
{
    const pl_pddl_node* n = &pl_lift_pddl_of(l)->nodes.data[node];
    bool is_not = n->kind == PL_PDDL_NOT;
    const pl_pddl_node* atom = is_not ? &pl_lift_pddl_of(l)->nodes.data[n->child] : n;
    if (atom->kind == PL_PDDL_ATOM) {
        if (atom->symbol != symbol) return;
        *(is_not ? deletes : adds) += is_top ? 1 : 9;
        *(is_not ? deletion : add) = atom;
    } else if (n->kind == PL_PDDL_WHEN) {
        count_effects(l, pl_lift_pddl_of(l)->nodes.data[n->child].next, symbol, false, adds, deletes, add, deletion);
    } else if (n->kind == PL_PDDL_AND || n->kind == PL_PDDL_FORALL) {
        for (uint32_t c = n->child; c != PLOY_NONE; c = pl_lift_pddl_of(l)->nodes.data[c].next)
            count_effects(l, c, symbol, is_top && n->kind == PL_PDDL_AND, adds, deletes, add, deletion);
    }
}

static bool acts_as_function(const pl_lifting* l, uint32_t symbol)
{
    const ploy_pddl* d = pl_lift_pddl_of(l);
    uint32_t arity = d->symbols.data[symbol].arity;
    for (uint32_t a = 0; a < d->actions.count; ++a) {
        uint32_t adds = 0, deletes = 0;
        const pl_pddl_node *add = NULL, *deletion = NULL;
        if (d->actions.data[a].effect == PLOY_NONE) continue;
        count_effects(l, d->actions.data[a].effect, symbol, true, &adds, &deletes, &add, &deletion);
        if (adds > 1 || deletes > 1 || (deletes && !adds)) return false;
        if (deletes &&
            memcmp(&d->terms.data[add->first], &d->terms.data[deletion->first], (arity - 1) * sizeof(uint32_t)))
            return false;
    }
    return true;
}

// Does exactly one atom hold for each choice of all but the last argument?
bool pl_lift_is_functional(pl_lifting* l, uint32_t symbol)
{
    pl_grounding* g = l->g;
    const pl_pddl_symbol* s = &pl_lift_pddl_of(l)->symbols.data[symbol];
    uint64_t atoms = 0, grouped = 0, cells = 0;
    if (s->is_function || !s->is_changed || s->arity == 0 || s->arity > PL_LIFT_TERMS) return false;
    pl_tuple_names seen, wholes;
    pl_tuple_names_init(&seen, &g->allocator);
    pl_tuple_names_init(&wholes, &g->allocator);
    bool good = true;
    l->values[symbol] = PLOY_NONE;
    for (uint32_t i = 0; i < g->infos.count && good; ++i) {
        const uint32_t* key = pl_tuple_at(&g->atoms, i);
        if (key[0] != symbol || !g->infos.data[i].is_reached) continue;
        uint32_t value = l->classes[key[s->arity]], group = g->atom_groups.data[i], whole[PL_LIFT_TERMS + 1];
        good = group != PLOY_NONE && !g->groups.data[group].has_none &&
               (l->values[symbol] == PLOY_NONE || l->values[symbol] == value);
        l->values[symbol] = value;
        if (!good) break;
        ++atoms;
        uint32_t before = pl_tuple_count(&seen);
        if (pl_tuple_intern(&seen, key, s->arity) == PLOY_NONE) g->out_of_memory = true;
        if (pl_tuple_count(&seen) == before) continue;
        grouped += g->groups.data[group].atom_count;
        const uint32_t* members = &g->group_atoms.data[g->groups.data[group].first_atom];
        for (uint32_t k = 0; k < g->groups.data[group].atom_count && good; ++k)
            good = memcmp(pl_tuple_at(&g->atoms, members[k]), key, s->arity * sizeof *key) == 0;
        whole[0] = symbol;
        for (uint32_t k = 1; k < s->arity; ++k) whole[k] = l->classes[key[k]];
        before = pl_tuple_count(&wholes);
        if (pl_tuple_intern(&wholes, whole, s->arity) == PLOY_NONE) g->out_of_memory = true;
        if (pl_tuple_count(&wholes) != before) cells += pl_lift_cell_count(l, whole, s->arity - 1);
    }
    good = good && atoms > 0 && atoms == grouped && cells == pl_tuple_count(&seen);
    pl_tuple_names_destroy(&seen);
    pl_tuple_names_destroy(&wholes);
    return good && !g->out_of_memory && acts_as_function(l, symbol);
}

// Tables have what holds at the start; symbols what can be reached.
void pl_lift_name_symbols(pl_lifting* l)
{
    pl_grounding* g = l->g;
    for (uint32_t i = 0; i < g->infos.count && !pl_lift_is_over(l); ++i) {
        const uint32_t* atom = pl_tuple_at(&g->atoms, i);
        const pl_pddl_symbol* s = &pl_lift_pddl_of(l)->symbols.data[atom[0]];
        const pl_pddl_atom* info = &g->infos.data[i];
        bool has_value = s->is_function ? info->is_known : info->is_initial;
        if (pl_pddl_price_of(pl_lift_pddl_of(l), atom[0]) || !(s->is_changed ? info->is_reached : has_value)) continue;
        if (s->is_function && s->is_changed) pl_lift_refuse(l, "a number changes");
        if (pl_lift_index_count(l, atom[0]) > PLOY_MAX_ARGS)
            pl_lift_refuse(l, "a predicate has more than four arguments");
        if (pl_lift_is_over(l)) return;
        uint32_t key[PL_LIFT_TERMS + 1] = {atom[0]}, count = pl_lift_index_count(l, atom[0]);
        for (uint32_t k = 0; k < count; ++k) key[1 + k] = l->classes[atom[1 + k]];
        uint32_t id = pl_tuple_intern(&l->keys, key, count + 1);
        bool is_new = id == l->symbols.count;
        if (id == PLOY_NONE || (is_new && !PL_ARRAY_PUSH(&l->symbols, &g->allocator, (pl_lift_symbol){0}))) {
            g->out_of_memory = true;
            return;
        }
        if (is_new)
            l->symbols.data[id].name = pl_pddl_take_name(&l->w, &l->w.names, pl_pddl_name(pl_lift_pddl_of(l), s->name));
        l->symbols.data[id].known += has_value;
    }
}

static void put_of(pl_lifting* l, const uint32_t* key, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        PL_LIFT_PUT("%s%s", i ? " " : " of=\"", pl_names_text(&l->w.action_names, l->class_names[key[1 + i]]));
    if (count) PL_LIFT_PUT("\"");
}

static void put_cells(pl_lifting* l, uint32_t id)
{
    pl_grounding* g = l->g;
    bool is_first = true;
    for (uint32_t i = 0; i < g->infos.count && !pl_lift_is_over(l); ++i) {
        const uint32_t* atom = pl_tuple_at(&g->atoms, i);
        const pl_pddl_symbol* s = &pl_lift_pddl_of(l)->symbols.data[atom[0]];
        const pl_pddl_atom* info = &g->infos.data[i];
        if (!(s->is_function ? info->is_known : info->is_initial) || pl_lift_find_symbol(l, atom[0], atom + 1) != id)
            continue;
        PL_LIFT_PUT("%s", is_first ? "" : ", ");
        is_first = false;
        for (uint32_t k = 0; k < s->arity; ++k) PL_LIFT_PUT("%s%s", k ? " " : "", pl_lift_object_name(l, atom[1 + k]));
        PL_LIFT_PUT(" = ");
        if (s->is_function && (info->value < 0 || info->value > INT64_C(1000000000)))
            pl_lift_refuse(l, "a number is out of range");
        if (s->is_function)
            pl_pddl_put_fixed(&l->w, info->value);
        else
            PL_LIFT_PUT("true");
    }
}

// A fact without arguments that never changes needs no table: it is known. A number needs one, of nothing.
static bool is_constant(const pl_lifting* l, const uint32_t* key)
{
    const pl_pddl_symbol* s = &pl_lift_pddl_of(l)->symbols.data[key[0]];
    return !s->is_changed && (s->arity == 0 || (!s->is_function && s->arity == 1));
}

void pl_lift_put_symbols(pl_lifting* l)
{
    for (uint32_t id = 0; id < l->symbols.count && !pl_lift_is_over(l); ++id) {
        const uint32_t* key = pl_tuple_at(&l->keys, id);
        const pl_pddl_symbol* s = &pl_lift_pddl_of(l)->symbols.data[key[0]];
        const char* name = pl_names_text(&l->w.names, l->symbols.data[id].name);
        if (is_constant(l, key)) continue;
        PL_LIFT_PUT("    <%s name=\"%s\"", s->is_changed ? "symbol" : "table", name);
        put_of(l, key, pl_lift_index_count(l, key[0]));
        if (l->is_function[key[0]])
            PL_LIFT_PUT(" type=\"%s\"", pl_names_text(&l->w.action_names, l->class_names[l->values[key[0]]]));
        else if (!s->is_function)
            PL_LIFT_PUT(" type=\"bool\"");
        if (s->is_changed) {
            PL_LIFT_PUT("/>\n");
            continue;
        }
        PL_LIFT_PUT(">");
        put_cells(l, id);
        PL_LIFT_PUT("</table>\n");
    }
}
