#include "io/pddl/pddl_lift.h"

#include <string.h>

#include "base/check.h"
#include "base/error.h"

// Classes.

static bool is_static_unary(const pl_lifting* l, uint32_t symbol)
{
    const pl_pddl_symbol* s = &pl_lift_pddl_of(l)->symbols.data[symbol];
    return !s->is_function && !s->is_changed && s->arity == 1;
}

static bool holds_at_start(const pl_lifting* l, uint32_t symbol, uint32_t object)
{
    uint32_t key[2] = {symbol, object};
    uint32_t atom = pl_tuple_find(&l->g->atoms, key, 2);
    return atom != PLOY_NONE && l->g->infos.data[atom].is_initial;
}

static bool is_alike(const pl_lifting* l, uint32_t a, uint32_t b)
{
    const ploy_pddl* d = pl_lift_pddl_of(l);
    for (uint32_t s = 0; s < d->sets.count; ++s)
        if (pl_grounding_is_member(l->g, a, s) != pl_grounding_is_member(l->g, b, s)) return false;
    for (uint32_t s = 0; s < d->symbols.count; ++s)
        if (is_static_unary(l, s) && holds_at_start(l, s, a) != holds_at_start(l, s, b)) return false;
    return true;
}

// By its type; without types by a fact that holds of it.
static const char* class_title(const pl_lifting* l, uint32_t object)
{
    const ploy_pddl* d = pl_lift_pddl_of(l);
    const pl_pddl_set* set = &d->sets.data[d->objects.data[object].set];
    const char* title =
        set->type_count ? pl_pddl_name(d, d->types.data[d->set_types.data[set->first_type]].name) : "object";
    for (uint32_t s = 0; s < d->symbols.count && strcmp(title, "object") == 0; ++s)
        if (is_static_unary(l, s) && holds_at_start(l, s, object)) title = pl_pddl_name(d, d->symbols.data[s].name);
    return title;
}

static void find_classes(pl_lifting* l)
{
    for (uint32_t i = 0; i < pl_lift_pddl_of(l)->objects.count; ++i) {
        uint32_t c = 0;
        while (c < l->class_count && !is_alike(l, l->class_first[c], i)) ++c;
        if (c == l->class_count) l->class_first[l->class_count++] = i;
        l->classes[i] = c;
        ++l->class_sizes[c];
    }
}

// Names of types may be those of symbols: the language never confuses them. Objects, symbols and tables have names of their own.
static void name_classes(pl_lifting* l)
{
    const ploy_pddl* d = pl_lift_pddl_of(l);
    for (uint32_t i = 0; i < d->objects.count; ++i)
        pl_pddl_take_name(&l->w, &l->w.names, pl_pddl_name(d, d->objects.data[i].name));
    for (uint32_t c = 0; c < l->class_count; ++c)
        l->class_names[c] = pl_pddl_take_name(&l->w, &l->w.action_names, class_title(l, l->class_first[c]));
}

const char* pl_lift_object_name(const pl_lifting* l, uint32_t object)
{
    return pl_names_text(&l->w.names, object); // they were the first to be named, each by a name of its own
}

// The file.

static void put_types(pl_lifting* l)
{
    const ploy_pddl* d = pl_lift_pddl_of(l);
    for (uint32_t c = 0; c < l->class_count; ++c) {
        PL_LIFT_PUT("    <type name=\"%s\" objects=\"", pl_names_text(&l->w.action_names, l->class_names[c]));
        for (uint32_t i = 0; i < d->objects.count; ++i)
            if (l->classes[i] == c) PL_LIFT_PUT("%s%s", i == l->class_first[c] ? "" : " ", pl_lift_object_name(l, i));
        PL_LIFT_PUT("\"/>\n");
    }
}

static void put_state(pl_lifting* l)
{
    pl_grounding* g = l->g;
    bool any = false;
    for (uint32_t i = 0; i < g->infos.count && !pl_lift_is_over(l); ++i) {
        const uint32_t* atom = pl_tuple_at(&g->atoms, i);
        const pl_pddl_symbol* s = &pl_lift_pddl_of(l)->symbols.data[atom[0]];
        if (s->is_function || !s->is_changed || !g->infos.data[i].is_initial) continue;
        uint32_t id = pl_lift_find_symbol(l, atom[0], atom + 1), count = pl_lift_index_count(l, atom[0]);
        if (id == PLOY_NONE) continue;
        PL_LIFT_PUT("%s", any ? ", " : "");
        pl_lift_put_indexed(l, id, atom + 1, count);
        if (l->is_function[atom[0]]) PL_LIFT_PUT(" = %s", pl_lift_object_name(l, atom[1 + count]));
        any = true;
    }
}

static void put_file(pl_lifting* l)
{
    const ploy_pddl* d = pl_lift_pddl_of(l);
    uint32_t domain = pl_pddl_take_name(&l->w, &l->w.action_names, pl_pddl_name(d, d->domain_name));
    uint32_t agent = pl_pddl_take_name(&l->w, &l->w.action_names, pl_pddl_name(d, d->problem_name));
    if (pl_lift_is_over(l)) return;
    PL_LIFT_PUT("<ploy version=\"1\">\n  <domain name=\"%s\">\n", pl_names_text(&l->w.action_names, domain));
    put_types(l);
    pl_lift_put_symbols(l);
    pl_lift_put_actions(l);
    PL_LIFT_PUT("    <goal name=\"goal\">");
    uint32_t start = l->w.text.count;
    pl_lift_truth goal = pl_lift_is_over(l) ? PL_LIFT_TRUE : pl_lift_put_condition(l, d->goal, false);
    pl_lift_strip_parentheses(l, start);
    if (goal != PL_LIFT_TEXT) PL_LIFT_PUT("%s", goal == PL_LIFT_TRUE ? "true" : "false");
    PL_LIFT_PUT("</goal>\n  </domain>\n  <agent name=\"%s\" domain=\"%s\">\n    <state>",
                pl_names_text(&l->w.action_names, agent), pl_names_text(&l->w.action_names, domain));
    put_state(l);
    PL_LIFT_PUT("</state>\n  </agent>\n</ploy>\n");
}

static bool begin_lifting(pl_lifting* l)
{
    const ploy_pddl* d = pl_lift_pddl_of(l);
    const ploy_allocator* allocator = &l->g->allocator;
    l->slot_count = d->max_slots + 1;
    pl_arena_init(&l->scratch, allocator, 0);
    pl_names_init(&l->w.names, allocator);
    pl_names_init(&l->w.action_names, allocator);
    pl_tuple_names_init(&l->keys, allocator);
    l->classes = PL_NEW_ARRAY(allocator, uint32_t, d->objects.count + 1);
    l->class_first = PL_NEW_ARRAY(allocator, uint32_t, d->objects.count + 1);
    l->class_sizes = PL_NEW_ARRAY(allocator, uint32_t, d->objects.count + 1);
    l->class_names = PL_NEW_ARRAY(allocator, uint32_t, d->objects.count + 1);
    l->is_function = PL_NEW_ARRAY(allocator, bool, d->symbols.count + 1);
    l->values = PL_NEW_ARRAY(allocator, uint32_t, d->symbols.count + 1);
    l->slots = PL_NEW_ARRAY(allocator, uint32_t, l->slot_count);
    l->slot_class = PL_NEW_ARRAY(allocator, uint32_t, l->slot_count);
    l->param_names = PL_NEW_ARRAY(allocator, uint32_t, l->slot_count);
    l->named_params = PL_NEW_ARRAY(allocator, uint32_t, d->names.list.count + 1);
    return l->named_params && l->classes && l->class_first && l->class_sizes && l->class_names && l->is_function &&
           l->values && l->slots && l->slot_class && l->param_names;
}

static void end_lifting(pl_lifting* l)
{
    const ploy_pddl* d = pl_lift_pddl_of(l);
    const ploy_allocator* allocator = &l->g->allocator;
    PL_DELETE_ARRAY(allocator, l->classes, d->objects.count + 1);
    PL_DELETE_ARRAY(allocator, l->class_first, d->objects.count + 1);
    PL_DELETE_ARRAY(allocator, l->class_sizes, d->objects.count + 1);
    PL_DELETE_ARRAY(allocator, l->class_names, d->objects.count + 1);
    PL_DELETE_ARRAY(allocator, l->is_function, d->symbols.count + 1);
    PL_DELETE_ARRAY(allocator, l->values, d->symbols.count + 1);
    PL_DELETE_ARRAY(allocator, l->slots, l->slot_count);
    PL_DELETE_ARRAY(allocator, l->slot_class, l->slot_count);
    PL_DELETE_ARRAY(allocator, l->param_names, l->slot_count);
    PL_DELETE_ARRAY(allocator, l->named_params, d->names.list.count + 1);
    PL_ARRAY_FREE(&l->symbols, allocator);
    PL_ARRAY_FREE(&l->effects, allocator);
    PL_ARRAY_FREE(&l->cases, allocator);
    PL_ARRAY_FREE(&l->w.text, allocator);
    pl_names_destroy(&l->w.names);
    pl_names_destroy(&l->w.action_names);
    pl_tuple_names_destroy(&l->keys);
    pl_arena_destroy(&l->scratch);
}

static ploy_status lift(pl_lifting* l, ploy_write_fn* write, void* user)
{
    if (!begin_lifting(l)) return PLOY_OUT_OF_MEMORY;
    find_classes(l);
    name_classes(l);
    for (uint32_t s = 0; s < pl_lift_pddl_of(l)->symbols.count; ++s) l->is_function[s] = pl_lift_is_functional(l, s);
    pl_lift_name_symbols(l);
    if (!pl_lift_is_over(l)) put_file(l);
    if (l->g->out_of_memory) return PLOY_OUT_OF_MEMORY;
    if (l->refused) {
        pl_error_set(l->g->error, 0, 0, "the problem cannot be written with parameters: %s", l->refused);
        return PLOY_NOT_SUPPORTED;
    }
    return write(user, l->w.text.data, l->w.text.count) ? PLOY_OK : PLOY_CANCELLED;
}

ploy_status ploy_pddl_write(ploy_pddl* pddl, ploy_write_fn* write, void* user, ploy_error* error)
{
    PL_NEED_ERROR(error, pddl, PLOY_INVALID);
    PL_NEED_ERROR(error, write, PLOY_INVALID);
    pl_error_clear(error);
    pl_grounding g;
    ploy_status status = pl_grounding_begin(&g, pddl, error);
    if (status == PLOY_OK) {
        pl_lifting l = {.g = &g, .w = {.g = &g, .status = PLOY_OK}};
        status = lift(&l, write, user);
        end_lifting(&l);
    }
    pl_grounding_end(&g);
    if (status == PLOY_OUT_OF_MEMORY) pl_error_set(error, 0, 0, "out of memory");
    return status;
}
