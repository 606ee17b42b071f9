#include "io/pddl/pddl_lift.h"

#include <stdio.h>
#include <string.h>

enum
{
    MAX_CASES = 5,
    MAX_EFFECTS = 512,
};

// Effects.

static void collect(pl_lifting* l, uint32_t node);

static void collect_each(pl_lifting* l, const pl_pddl_node* n, uint32_t at)
{
    if (at == n->count) {
        collect(l, n->child);
        return;
    }
    const pl_pddl_set* set = &pl_lift_pddl_of(l)->sets.data[pl_lift_pddl_of(l)->variables.data[n->first + at].set];
    for (uint32_t i = 0; i < set->object_count && !pl_lift_is_over(l); ++i) {
        l->slots[n->slot + at] = pl_lift_pddl_of(l)->set_objects.data[set->first_object + i];
        collect_each(l, n, at + 1);
    }
}

// Effects of the cases come after the others: they are collected in a second pass.
static void collect_case(pl_lifting* l, uint32_t node)
{
    pl_lift_case made = {.node = node, .slots = PL_ARENA_ARRAY(&l->scratch, uint32_t, l->slot_count + 1)};
    if (l->cases.count == MAX_CASES) pl_lift_refuse(l, "an action has more than five conditional effects");
    if (made.slots) memcpy(made.slots, l->slots, l->slot_count * sizeof *made.slots);
    if (!made.slots || !PL_ARRAY_PUSH(&l->cases, &l->g->allocator, made)) l->g->out_of_memory = true;
}

static void add_effect(pl_lifting* l, pl_lift_effect effect)
{
    if (l->effects.count == MAX_EFFECTS) pl_lift_refuse(l, "an action has too many effects");
    if (!PL_ARRAY_PUSH(&l->effects, &l->g->allocator, effect)) l->g->out_of_memory = true;
}

static void collect(pl_lifting* l, uint32_t node)
{
    if (node == PLOY_NONE || pl_lift_is_over(l)) return;
    const pl_pddl_node* n = &pl_lift_pddl_of(l)->nodes.data[node];
    if (n->kind == PL_PDDL_AND) {
        for (uint32_t c = n->child; c != PLOY_NONE; c = pl_lift_pddl_of(l)->nodes.data[c].next) collect(l, c);
    } else if (n->kind == PL_PDDL_FORALL) {
        collect_each(l, n, 0);
    } else if (n->kind == PL_PDDL_WHEN) {
        collect_case(l, node);
    } else if (n->kind == PL_PDDL_ATOM || n->kind == PL_PDDL_NOT) {
        pl_lift_effect made = {.is_negative = n->kind == PL_PDDL_NOT, .node = node};
        if (made.is_negative) n = &pl_lift_pddl_of(l)->nodes.data[n->child];
        made.symbol = n->symbol;
        for (uint32_t i = 0; i < n->count && i < PL_LIFT_TERMS; ++i)
            made.terms[i] = pl_lift_resolve(l, pl_lift_pddl_of(l)->terms.data[n->first + i]);
        add_effect(l, made);
    } else if (n->kind == PL_PDDL_INCREASE &&
               pl_pddl_price_of(pl_lift_pddl_of(l), pl_lift_pddl_of(l)->nodes.data[n->child].symbol) != 0) {
        add_effect(l, (pl_lift_effect){.symbol = PLOY_NONE, .node = node});
    } else {
        uint32_t target = pl_lift_pddl_of(l)->nodes.data[n->child].symbol;
        if (pl_lift_pddl_of(l)->symbols.data[target].is_read || n->kind < PL_PDDL_ASSIGN)
            pl_lift_refuse(l, "a number changes");
    }
}

// How two effects on one predicate meet.
typedef enum lift_meeting
{
    LIFT_APART,
    LIFT_SAME,
    LIFT_MAYBE
} lift_meeting;

static lift_meeting meeting(const pl_lifting* l, const pl_lift_effect* a, const pl_lift_effect* b)
{
    lift_meeting result = LIFT_SAME;
    if (a->symbol != b->symbol || a->symbol == PLOY_NONE) return LIFT_APART;
    for (uint32_t i = 0; i < pl_lift_index_count(l, a->symbol); ++i) {
        if (a->terms[i] == b->terms[i]) continue;
        bool is_known = !PL_PDDL_IS_SLOT(a->terms[i]) && !PL_PDDL_IS_SLOT(b->terms[i]);
        if (is_known || pl_lift_class_of(l, a->terms[i]) != pl_lift_class_of(l, b->terms[i])) return LIFT_APART;
        result = LIFT_MAYBE;
    }
    return result;
}

// Has the effect been chosen: unconditional, or of a case that holds?
static bool is_chosen(const pl_lifting* l, uint32_t effect, uint32_t mask)
{
    for (uint32_t i = 0; i < l->cases.count; ++i) {
        const pl_lift_case* it = &l->cases.data[i];
        if (effect >= it->first && effect < it->first + it->count) return mask >> i & 1;
    }
    return true;
}

static bool is_written(const pl_lifting* l, uint32_t index, uint32_t mask)
{
    const pl_lift_effect* it = &l->effects.data[index];
    if (!is_chosen(l, index, mask) || it->symbol == PLOY_NONE) return false;
    if (pl_lift_find_symbol(l, it->symbol, it->terms) == PLOY_NONE) return false;
    if (it->is_negative && l->is_function[it->symbol]) return false;
    for (uint32_t i = 0; i < l->effects.count; ++i) {
        const pl_lift_effect* other = &l->effects.data[i];
        if (i == index || !is_chosen(l, i, mask) || meeting(l, it, other) != LIFT_SAME) continue;
        if (it->is_negative != other->is_negative ? it->is_negative && !l->is_function[it->symbol] : i < index)
            return false;
    }
    return true;
}

static void put_differences(pl_lifting* l, uint32_t mask, pl_lift_list* list)
{
    for (uint32_t i = 0; i < l->effects.count; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            const pl_lift_effect *a = &l->effects.data[i], *b = &l->effects.data[k];
            if (!is_written(l, i, mask) || !is_written(l, k, mask) || meeting(l, a, b) != LIFT_MAYBE) continue;
            pl_lift_begin_part(l, list);
            pl_lift_list any = pl_lift_begin_list(l, true);
            for (uint32_t t = 0; t < pl_lift_index_count(l, a->symbol); ++t) {
                pl_lift_begin_part(l, &any);
                pl_lift_end_part(l, &any, pl_lift_put_same(l, a->terms[t], b->terms[t], true));
            }
            pl_lift_end_part(l, list, pl_lift_end_list(l, &any));
        }
    }
}

static bool put_effects(pl_lifting* l, uint32_t mask)
{
    bool any = false;
    for (uint32_t i = 0; i < l->effects.count && !pl_lift_is_over(l); ++i) {
        const pl_lift_effect* it = &l->effects.data[i];
        if (!is_written(l, i, mask)) continue;
        uint32_t count = pl_lift_index_count(l, it->symbol);
        PL_LIFT_PUT("%s%s", any ? ", " : "", it->is_negative ? "not " : "");
        pl_lift_put_indexed(l, pl_lift_find_symbol(l, it->symbol, it->terms), it->terms, count);
        if (l->is_function[it->symbol]) {
            PL_LIFT_PUT(" = ");
            pl_lift_put_term(l, it->terms[count]);
        }
        any = true;
    }
    return any;
}

static void put_cost_term(pl_lifting* l, uint32_t node)
{
    const pl_pddl_node* n = &pl_lift_pddl_of(l)->nodes.data[node];
    static const char signs[] = {'+', '-', '*', '/'};
    uint32_t terms[PL_LIFT_TERMS];
    if (n->kind == PL_PDDL_NUMBER) {
        pl_pddl_put_fixed(&l->w, n->number);
    } else if (n->kind == PL_PDDL_VALUE && n->count <= PLOY_MAX_ARGS) {
        for (uint32_t i = 0; i < n->count; ++i)
            terms[i] = pl_lift_resolve(l, pl_lift_pddl_of(l)->terms.data[n->first + i]);
        uint32_t id = pl_lift_find_symbol(l, n->symbol, terms);
        uint32_t atom = n->count ? PLOY_NONE : pl_tuple_find(&l->g->atoms, &n->symbol, 1);
        if (id == PLOY_NONE)
            pl_lift_refuse(l, "a cost has no value");
        else if (n->count)
            pl_lift_put_indexed(l, id, terms, n->count);
        else
            pl_pddl_put_fixed(&l->w, l->g->infos.data[atom].value);
    } else if (n->kind >= PL_PDDL_PLUS && pl_lift_pddl_of(l)->nodes.data[n->child].next != PLOY_NONE) {
        PL_LIFT_PUT("(");
        for (uint32_t c = n->child; c != PLOY_NONE; c = pl_lift_pddl_of(l)->nodes.data[c].next) {
            if (c != n->child) PL_LIFT_PUT(" %c ", signs[n->kind - PL_PDDL_PLUS]);
            put_cost_term(l, c);
        }
        PL_LIFT_PUT(")");
    } else {
        pl_lift_refuse(l, "a cost is no sum of constants");
    }
}

static void put_cost(pl_lifting* l, uint32_t mask)
{
    const ploy_pddl* d = pl_lift_pddl_of(l);
    bool any = d->step_cost != 0;
    if (any) pl_pddl_put_fixed(&l->w, d->step_cost);
    for (uint32_t i = 0; i < l->effects.count; ++i) {
        if (l->effects.data[i].symbol != PLOY_NONE || !is_chosen(l, i, mask)) continue;
        const pl_pddl_node* place = &d->nodes.data[d->nodes.data[l->effects.data[i].node].child];
        int64_t price = pl_pddl_price_of(d, place->symbol);
        if (any) PL_LIFT_PUT(" + ");
        if (price != PLOY_UNIT) pl_pddl_put_fixed(&l->w, price);
        if (price != PLOY_UNIT) PL_LIFT_PUT(" * ");
        put_cost_term(l, place->next);
        any = true;
    }
    if (!any) PL_LIFT_PUT("0");
}

// Actions.

static void collect_effects(pl_lifting* l, const pl_pddl_action* action)
{
    PL_ARRAY_CLEAR(&l->effects);
    PL_ARRAY_CLEAR(&l->cases);
    pl_arena_reset(&l->scratch);
    collect(l, action->effect);
    uint32_t count = l->cases.count;
    for (uint32_t i = 0; i < count && !pl_lift_is_over(l); ++i) {
        memcpy(l->slots, l->cases.data[i].slots, l->slot_count * sizeof *l->slots);
        l->cases.data[i].first = l->effects.count;
        collect(l, pl_lift_pddl_of(l)->nodes.data[pl_lift_pddl_of(l)->nodes.data[l->cases.data[i].node].child].next);
        l->cases.data[i].count = l->effects.count - l->cases.data[i].first;
        if (l->cases.count != count) pl_lift_refuse(l, "a conditional effect has conditional effects");
    }
}

static pl_lift_truth put_pre(pl_lifting* l, const pl_pddl_action* action, uint32_t mask)
{
    pl_lift_list list = pl_lift_begin_list(l, false);
    pl_lift_begin_part(l, &list);
    pl_lift_end_part(l, &list, pl_lift_put_condition(l, action->pre, false));
    for (uint32_t i = 0; i < l->cases.count && !pl_lift_is_over(l); ++i) {
        const pl_lift_case* it = &l->cases.data[i];
        memcpy(l->slots, it->slots, l->slot_count * sizeof *l->slots);
        pl_lift_begin_part(l, &list);
        pl_lift_end_part(l, &list,
                         pl_lift_put_condition(l, pl_lift_pddl_of(l)->nodes.data[it->node].child, !(mask >> i & 1)));
    }
    put_differences(l, mask, &list);
    return pl_lift_end_list(l, &list);
}

// One alternative of an action. What can never be applied, or changes nothing, is taken back.
static void put_alternative(pl_lifting* l, const pl_pddl_action* action, const char* name, uint32_t mask)
{
    uint32_t start = l->w.text.count;
    uint32_t taken = pl_pddl_take_name(&l->w, &l->w.action_names, name);
    if (pl_lift_is_over(l)) return;
    PL_LIFT_PUT("    <action name=\"%s\" cost=\"", pl_names_text(&l->w.action_names, taken));
    put_cost(l, mask);
    PL_LIFT_PUT("\">\n");
    for (uint32_t i = 0; i < action->param_count; ++i)
        if (PL_PDDL_IS_SLOT(l->slots[i]))
            PL_LIFT_PUT("      <param name=\"%s\" type=\"%s\"/>\n", pl_names_text(&l->w.names, l->param_names[i]),
                        pl_names_text(&l->w.action_names, l->class_names[l->slot_class[i]]));
    PL_LIFT_PUT("      <pre>");
    uint32_t pre = l->w.text.count;
    pl_lift_truth is_possible = put_pre(l, action, mask);
    if (is_possible == PL_LIFT_TRUE) l->w.text.count = pre - (uint32_t)strlen("      <pre>");
    if (is_possible == PL_LIFT_TEXT) {
        pl_lift_strip_parentheses(l, pre);
        PL_LIFT_PUT("</pre>\n");
    }
    PL_LIFT_PUT("      <effect>");
    bool changes = put_effects(l, mask);
    PL_LIFT_PUT("</effect>\n    </action>\n");
    if (is_possible == PL_LIFT_FALSE || !changes) l->w.text.count = start;
}

static void put_action(pl_lifting* l, const pl_pddl_action* action, const char* name)
{
    collect_effects(l, action);
    if (pl_lift_is_over(l)) return;
    for (uint32_t mask = 1u << l->cases.count; mask-- > 0 && !pl_lift_is_over(l);)
        put_alternative(l, action, name, mask);
}

static void begin_params(pl_lifting* l, const pl_pddl_action* action, const uint32_t* classes)
{
    for (uint32_t i = 0; i < action->param_count; ++i) {
        l->slots[i] = PL_PDDL_SLOT(i);
        l->slot_class[i] = classes[i];
    }
}

// Do two effects of the instance meet that do not meet when all parameters differ? The effects are those of its classes.
static bool meets(const pl_lifting* l, const uint32_t* objects)
{
    for (uint32_t i = 0; i < l->effects.count; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            const pl_lift_effect *a = &l->effects.data[i], *b = &l->effects.data[k];
            if (meeting(l, a, b) != LIFT_MAYBE) continue;
            bool is_same = true;
            for (uint32_t t = 0; t < pl_lift_index_count(l, a->symbol); ++t) {
                uint32_t x = a->terms[t], y = b->terms[t];
                x = PL_PDDL_IS_SLOT(x) ? objects[PL_PDDL_SLOT_OF(x)] : x;
                y = PL_PDDL_IS_SLOT(y) ? objects[PL_PDDL_SLOT_OF(y)] : y;
                is_same = is_same && x == y;
            }
            if (is_same) return true;
        }
    }
    return false;
}

static void put_instance(pl_lifting* l, const uint32_t* key)
{
    const pl_pddl_action* action = &pl_lift_pddl_of(l)->actions.data[key[0]];
    char name[512];
    size_t used = (size_t)snprintf(name, sizeof name, "%s", pl_pddl_name(pl_lift_pddl_of(l), action->name));
    for (uint32_t i = 0; i < action->param_count && used < sizeof name; ++i)
        used += (size_t)snprintf(name + used, sizeof name - used, ".%s", pl_lift_object_name(l, key[1 + i]));
    memcpy(l->slots, key + 1, action->param_count * sizeof *key);
    put_action(l, action, name);
}

// The action over these classes, and the instances in which its parameters must not differ.
static void put_schema(pl_lifting* l, uint32_t action_index, const uint32_t* classes)
{
    const pl_grounding* g = l->g;
    const pl_pddl_action* action = &pl_lift_pddl_of(l)->actions.data[action_index];
    bool is_wide = action->param_count > PLOY_MAX_ARGS;
    begin_params(l, action, classes);
    if (!is_wide) put_action(l, action, pl_pddl_name(pl_lift_pddl_of(l), action->name));
    for (uint32_t i = 0; i < g->instances.count && !pl_lift_is_over(l); ++i) {
        const uint32_t* key = pl_tuple_at(&g->keys, i);
        bool fits = key[0] == action_index && g->instances.data[i].is_possible;
        for (uint32_t k = 0; k < action->param_count && fits; ++k) fits = l->classes[key[1 + k]] == classes[k];
        if (!fits) continue;
        begin_params(l, action, classes);
        if (!is_wide) collect_effects(l, action);
        if (is_wide || meets(l, key + 1)) put_instance(l, key);
    }
}

// A name that is neither an object's nor a symbol's, the same for all parameters that PDDL names so.
static uint32_t name_param(pl_lifting* l, uint32_t name)
{
    const char* text = pl_pddl_name(pl_lift_pddl_of(l), name);
    if (!l->named_params[name])
        l->named_params[name] = 1 + pl_pddl_take_name(&l->w, &l->w.names, text[0] == '?' ? text + 1 : text);
    return l->named_params[name] - 1;
}

void pl_lift_put_actions(pl_lifting* l)
{
    const pl_grounding* g = l->g;
    pl_tuple_names done;
    pl_tuple_names_init(&done, &g->allocator);
    uint32_t* key = PL_NEW_ARRAY(&g->allocator, uint32_t, l->slot_count + 2);
    if (!key) l->g->out_of_memory = true;
    for (uint32_t a = 0; a < pl_lift_pddl_of(l)->actions.count && !pl_lift_is_over(l); ++a) {
        uint32_t count = pl_lift_pddl_of(l)->actions.data[a].param_count;
        for (uint32_t i = 0; i < count; ++i) {
            const pl_pddl_variable* v =
                &pl_lift_pddl_of(l)->variables.data[pl_lift_pddl_of(l)->actions.data[a].first_variable + i];
            l->param_names[i] = name_param(l, v->name);
        }
        for (uint32_t i = 0; i < g->instances.count && !pl_lift_is_over(l); ++i) {
            const uint32_t* instance = pl_tuple_at(&g->keys, i);
            if (instance[0] != a || !g->instances.data[i].is_possible) continue;
            key[0] = a;
            for (uint32_t k = 0; k < count; ++k) key[1 + k] = l->classes[instance[1 + k]];
            uint32_t before = pl_tuple_count(&done);
            if (pl_tuple_intern(&done, key, count + 1) == PLOY_NONE) l->g->out_of_memory = true;
            if (pl_tuple_count(&done) != before) put_schema(l, a, key + 1);
        }
    }
    PL_DELETE_ARRAY(&g->allocator, key, l->slot_count + 2);
    pl_tuple_names_destroy(&done);
}
