// A problem as a file of Ploy that people can read and edit: types, symbols indexed by objects, actions with parameters.
//
//   class      objects that are of the same types and of which the same unary facts hold for ever: a type of Ploy, whose
//              types have no objects in common. A predicate, function or action over several classes is one per choice
//   static     predicates and functions that no effect changes are tables
//   function   a predicate of which exactly one atom holds for each choice of all but the last argument is a symbol
//              whose values are objects: at(truck) = depot. Any other one is a bool: in(package, truck)
//   quantifier a conjunction or disjunction over the objects
//   when       one action per way in which the conditions can hold, up to MAX_CASES conditions
//   two effects that meet when two parameters are the same object: the parameters differ, and what can be reached
//              otherwise is written as actions without parameters. So is an action with more than four parameters
//
// What can never be reached is left out, by the grounding. What cannot be written so makes the whole fail: numbers that change
// or are compared, predicates of more than four arguments, more cases.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "io/pddl/pddl_domain.h"

enum
{
    MAX_CASES = 5,
    MAX_EFFECTS = 512,
    MAX_TERMS = PLOY_MAX_ARGS + 1,
};

/// A text that may turn out to be constant.
typedef enum lift_truth
{
    LIFT_FALSE,
    LIFT_TRUE,
    LIFT_TEXT
} lift_truth;

/// A predicate or function over a choice of classes.
typedef struct lift_symbol
{
    uint32_t name;
    uint32_t known; // atoms that hold at the start, or have a value
} lift_symbol;

typedef struct lift_effect
{
    uint32_t symbol; // PLOY_NONE: the metric
    bool is_negative;
    uint32_t node;
    uint32_t terms[MAX_TERMS]; // objects or slots
} lift_effect;

typedef struct lift_case
{
    uint32_t node;      // of the `when`
    uint32_t* slots;    // of its quantifiers
    uint32_t first, count; // effects
} lift_case;

typedef struct lifting
{
    pl_grounding* g;
    pl_pddl_writer w; // text and names
    uint32_t* classes; // per object
    uint32_t class_count;
    uint32_t* class_first; // an object of each
    uint32_t* class_sizes;
    uint32_t* class_names;
    bool* is_function; // per symbol
    uint32_t* values;  // per symbol that is a function: the class of its values
    pl_tuple_names keys; // of symbols over classes: symbol, classes
    PL_ARRAY(lift_symbol) symbols;
    uint32_t slot_count;
    uint32_t* slots;      // per slot: an object, or PL_PDDL_SLOT: a parameter
    uint32_t* slot_class; // of parameters
    uint32_t* param_names;
    uint32_t* named_params; // per name of PDDL: the parameter's name plus one
    PL_ARRAY(lift_effect) effects;
    PL_ARRAY(lift_case) cases;
    pl_arena scratch;
    const char* refused; // why it cannot be written so
} lifting;

static bool is_over(const lifting* l)
{
    return l->refused || pl_pddl_writer_is_over(&l->w);
}

static void refuse(lifting* l, const char* why)
{
    if (!l->refused) l->refused = why;
}

static const ploy_pddl* pddl_of(const lifting* l)
{
    return l->g->d;
}

#define PUT(...) pl_pddl_put(&l->w, __VA_ARGS__)

// Classes.

static bool is_static_unary(const lifting* l, uint32_t symbol)
{
    const pl_pddl_symbol* s = &pddl_of(l)->symbols.data[symbol];
    return !s->is_function && !s->is_changed && s->arity == 1;
}

static bool holds_at_start(const lifting* l, uint32_t symbol, uint32_t object)
{
    uint32_t key[2] = {symbol, object};
    uint32_t atom = pl_tuple_find(&l->g->atoms, key, 2);
    return atom != PLOY_NONE && l->g->infos.data[atom].is_initial;
}

static bool is_alike(const lifting* l, uint32_t a, uint32_t b)
{
    const ploy_pddl* d = pddl_of(l);
    for (uint32_t s = 0; s < d->sets.count; ++s)
        if (pl_grounding_is_member(l->g, a, s) != pl_grounding_is_member(l->g, b, s)) return false;
    for (uint32_t s = 0; s < d->symbols.count; ++s)
        if (is_static_unary(l, s) && holds_at_start(l, s, a) != holds_at_start(l, s, b)) return false;
    return true;
}

// By its type; without types by a fact that holds of it.
static const char* class_title(const lifting* l, uint32_t object)
{
    const ploy_pddl* d = pddl_of(l);
    const pl_pddl_set* set = &d->sets.data[d->objects.data[object].set];
    const char* title = set->type_count ? pl_pddl_name(d, d->types.data[d->set_types.data[set->first_type]].name) : "object";
    for (uint32_t s = 0; s < d->symbols.count && strcmp(title, "object") == 0; ++s)
        if (is_static_unary(l, s) && holds_at_start(l, s, object)) title = pl_pddl_name(d, d->symbols.data[s].name);
    return title;
}

static void find_classes(lifting* l)
{
    for (uint32_t i = 0; i < pddl_of(l)->objects.count; ++i) {
        uint32_t c = 0;
        while (c < l->class_count && !is_alike(l, l->class_first[c], i)) ++c;
        if (c == l->class_count) l->class_first[l->class_count++] = i;
        l->classes[i] = c;
        ++l->class_sizes[c];
    }
}

// Names of types may be those of symbols: the language never confuses them. Objects, symbols and tables have names of their own.
static void name_classes(lifting* l)
{
    const ploy_pddl* d = pddl_of(l);
    for (uint32_t i = 0; i < d->objects.count; ++i)
        pl_pddl_take_name(&l->w, &l->w.names, pl_pddl_name(d, d->objects.data[i].name));
    for (uint32_t c = 0; c < l->class_count; ++c)
        l->class_names[c] = pl_pddl_take_name(&l->w, &l->w.action_names, class_title(l, l->class_first[c]));
}

static const char* object_name(const lifting* l, uint32_t object)
{
    return pl_names_text(&l->w.names, object); // they were the first to be named, each by a name of its own
}

// Symbols.

static uint32_t class_of(const lifting* l, uint32_t term)
{
    return PL_PDDL_IS_SLOT(term) ? l->slot_class[PL_PDDL_SLOT_OF(term)] : l->classes[term];
}

static uint32_t index_count(const lifting* l, uint32_t symbol)
{
    return pddl_of(l)->symbols.data[symbol].arity - (l->is_function[symbol] ? 1 : 0);
}

static uint32_t find_symbol(const lifting* l, uint32_t symbol, const uint32_t* terms)
{
    uint32_t key[MAX_TERMS + 1] = {symbol}, count = index_count(l, symbol);
    for (uint32_t i = 0; i < count; ++i) key[1 + i] = class_of(l, terms[i]);
    return pl_tuple_find(&l->keys, key, count + 1);
}

static uint64_t cell_count(const lifting* l, const uint32_t* key, uint32_t count)
{
    uint64_t cells = 1;
    for (uint32_t i = 0; i < count; ++i) cells *= l->class_sizes[key[1 + i]];
    return cells;
}

// Adds of a predicate by an action, and deletions; PLOY_NONE: in a `when` or a `forall`.
static void count_effects(const lifting* l, uint32_t node, uint32_t symbol, bool is_top, uint32_t* adds, uint32_t* deletes,
                          const pl_pddl_node** add, const pl_pddl_node** deletion)
{
    const pl_pddl_node* n = &pddl_of(l)->nodes.data[node];
    bool is_not = n->kind == PL_PDDL_NOT;
    const pl_pddl_node* atom = is_not ? &pddl_of(l)->nodes.data[n->child] : n;
    if (atom->kind == PL_PDDL_ATOM) {
        if (atom->symbol != symbol) return;
        *(is_not ? deletes : adds) += is_top ? 1 : 9;
        *(is_not ? deletion : add) = atom;
    } else if (n->kind == PL_PDDL_WHEN) {
        count_effects(l, pddl_of(l)->nodes.data[n->child].next, symbol, false, adds, deletes, add, deletion);
    } else if (n->kind == PL_PDDL_AND || n->kind == PL_PDDL_FORALL) {
        for (uint32_t c = n->child; c != PLOY_NONE; c = pddl_of(l)->nodes.data[c].next)
            count_effects(l, c, symbol, is_top && n->kind == PL_PDDL_AND, adds, deletes, add, deletion);
    }
}

static bool acts_as_function(const lifting* l, uint32_t symbol)
{
    const ploy_pddl* d = pddl_of(l);
    uint32_t arity = d->symbols.data[symbol].arity;
    for (uint32_t a = 0; a < d->actions.count; ++a) {
        uint32_t adds = 0, deletes = 0;
        const pl_pddl_node *add = NULL, *deletion = NULL;
        if (d->actions.data[a].effect == PLOY_NONE) continue;
        count_effects(l, d->actions.data[a].effect, symbol, true, &adds, &deletes, &add, &deletion);
        if (adds > 1 || deletes > 1 || (deletes && !adds)) return false;
        if (deletes && memcmp(&d->terms.data[add->first], &d->terms.data[deletion->first], (arity - 1) * sizeof(uint32_t)))
            return false;
    }
    return true;
}

// Does exactly one atom hold for each choice of all but the last argument?
static bool is_functional(lifting* l, uint32_t symbol)
{
    pl_grounding* g = l->g;
    const pl_pddl_symbol* s = &pddl_of(l)->symbols.data[symbol];
    uint64_t atoms = 0, grouped = 0, cells = 0;
    if (s->is_function || !s->is_changed || s->arity == 0 || s->arity > MAX_TERMS) return false;
    pl_tuple_names seen, wholes;
    pl_tuple_names_init(&seen, &g->allocator);
    pl_tuple_names_init(&wholes, &g->allocator);
    bool good = true;
    l->values[symbol] = PLOY_NONE;
    for (uint32_t i = 0; i < g->infos.count && good; ++i) {
        const uint32_t* key = pl_tuple_at(&g->atoms, i);
        if (key[0] != symbol || !g->infos.data[i].is_reached) continue;
        uint32_t value = l->classes[key[s->arity]], group = g->atom_groups.data[i], whole[MAX_TERMS + 1];
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
        if (pl_tuple_count(&wholes) != before) cells += cell_count(l, whole, s->arity - 1);
    }
    good = good && atoms > 0 && atoms == grouped && cells == pl_tuple_count(&seen);
    pl_tuple_names_destroy(&seen);
    pl_tuple_names_destroy(&wholes);
    return good && !g->out_of_memory && acts_as_function(l, symbol);
}

// Tables have what holds at the start; symbols what can be reached.
static void name_symbols(lifting* l)
{
    pl_grounding* g = l->g;
    for (uint32_t i = 0; i < g->infos.count && !is_over(l); ++i) {
        const uint32_t* atom = pl_tuple_at(&g->atoms, i);
        const pl_pddl_symbol* s = &pddl_of(l)->symbols.data[atom[0]];
        const pl_pddl_atom* info = &g->infos.data[i];
        bool has_value = s->is_function ? info->is_known : info->is_initial;
        if (atom[0] == pddl_of(l)->metric || !(s->is_changed ? info->is_reached : has_value)) continue;
        if (s->is_function && s->is_changed) refuse(l, "a number changes");
        if (index_count(l, atom[0]) > PLOY_MAX_ARGS) refuse(l, "a predicate has more than four arguments");
        if (is_over(l)) return;
        uint32_t key[MAX_TERMS + 1] = {atom[0]}, count = index_count(l, atom[0]);
        for (uint32_t k = 0; k < count; ++k) key[1 + k] = l->classes[atom[1 + k]];
        uint32_t id = pl_tuple_intern(&l->keys, key, count + 1);
        bool is_new = id == l->symbols.count;
        if (id == PLOY_NONE || (is_new && !PL_ARRAY_PUSH(&l->symbols, &g->allocator, (lift_symbol){0}))) {
            g->out_of_memory = true;
            return;
        }
        if (is_new) l->symbols.data[id].name = pl_pddl_take_name(&l->w, &l->w.names, pl_pddl_name(pddl_of(l), s->name));
        l->symbols.data[id].known += has_value;
    }
}

static void put_of(lifting* l, const uint32_t* key, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        PUT("%s%s", i ? " " : " of=\"", pl_names_text(&l->w.action_names, l->class_names[key[1 + i]]));
    if (count) PUT("\"");
}

static void put_cells(lifting* l, uint32_t id)
{
    pl_grounding* g = l->g;
    bool is_first = true;
    for (uint32_t i = 0; i < g->infos.count && !is_over(l); ++i) {
        const uint32_t* atom = pl_tuple_at(&g->atoms, i);
        const pl_pddl_symbol* s = &pddl_of(l)->symbols.data[atom[0]];
        const pl_pddl_atom* info = &g->infos.data[i];
        if (!(s->is_function ? info->is_known : info->is_initial) || find_symbol(l, atom[0], atom + 1) != id) continue;
        PUT("%s", is_first ? "" : ", ");
        is_first = false;
        for (uint32_t k = 0; k < s->arity; ++k) PUT("%s%s", k ? " " : "", object_name(l, atom[1 + k]));
        PUT(" = ");
        if (s->is_function && (info->value < 0 || info->value > INT64_C(1000000000))) refuse(l, "a number is out of range");
        if (s->is_function)
            pl_pddl_put_fixed(&l->w, info->value);
        else
            PUT("true");
    }
}

// A fact without arguments that never changes needs no table: it is known. A number needs one, of nothing.
static bool is_constant(const lifting* l, const uint32_t* key)
{
    const pl_pddl_symbol* s = &pddl_of(l)->symbols.data[key[0]];
    return !s->is_changed && (s->arity == 0 || (!s->is_function && s->arity == 1));
}

static void put_symbols(lifting* l)
{
    for (uint32_t id = 0; id < l->symbols.count && !is_over(l); ++id) {
        const uint32_t* key = pl_tuple_at(&l->keys, id);
        const pl_pddl_symbol* s = &pddl_of(l)->symbols.data[key[0]];
        const char* name = pl_names_text(&l->w.names, l->symbols.data[id].name);
        if (is_constant(l, key)) continue;
        PUT("    <%s name=\"%s\"", s->is_changed ? "symbol" : "table", name);
        put_of(l, key, index_count(l, key[0]));
        if (l->is_function[key[0]])
            PUT(" type=\"%s\"", pl_names_text(&l->w.action_names, l->class_names[l->values[key[0]]]));
        else if (!s->is_function)
            PUT(" type=\"bool\"");
        if (s->is_changed) {
            PUT("/>\n");
            continue;
        }
        PUT(">");
        put_cells(l, id);
        PUT("</table>\n");
    }
}

// Conditions.

static uint32_t resolve(const lifting* l, uint32_t term)
{
    return PL_PDDL_IS_SLOT(term) ? l->slots[PL_PDDL_SLOT_OF(term)] : term;
}

static void put_term(lifting* l, uint32_t term)
{
    PUT("%s", PL_PDDL_IS_SLOT(term) ? pl_names_text(&l->w.names, l->param_names[PL_PDDL_SLOT_OF(term)])
                                    : object_name(l, term));
}

static void put_indexed(lifting* l, uint32_t id, const uint32_t* terms, uint32_t count)
{
    PUT("%s", pl_names_text(&l->w.names, l->symbols.data[id].name));
    for (uint32_t i = 0; i < count; ++i) {
        PUT("%s", i ? ", " : "(");
        put_term(l, terms[i]);
    }
    if (count) PUT(")");
}

static lift_truth truth(bool value)
{
    return value ? LIFT_TRUE : LIFT_FALSE;
}

static bool is_bound(const uint32_t* terms, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (PL_PDDL_IS_SLOT(terms[i])) return false;
    return true;
}

static lift_truth put_static(lifting* l, uint32_t symbol, const uint32_t* terms, uint32_t id, bool is_negative)
{
    uint32_t key[MAX_TERMS + 1] = {symbol}, arity = pddl_of(l)->symbols.data[symbol].arity;
    memcpy(key + 1, terms, arity * sizeof *terms);
    if (is_bound(terms, arity)) {
        uint32_t atom = pl_tuple_find(&l->g->atoms, key, arity + 1);
        return truth((atom != PLOY_NONE && l->g->infos.data[atom].is_initial) != is_negative);
    }
    if (l->symbols.data[id].known == cell_count(l, pl_tuple_at(&l->keys, id), arity)) return truth(!is_negative);
    PUT("%s", is_negative ? "not " : "");
    put_indexed(l, id, terms, arity);
    return LIFT_TEXT;
}

static lift_truth put_atom(lifting* l, const pl_pddl_node* n, bool is_negative)
{
    uint32_t terms[MAX_TERMS];
    const pl_pddl_symbol* s = &pddl_of(l)->symbols.data[n->symbol];
    if (s->arity > MAX_TERMS) return refuse(l, "a predicate has more than four arguments"), LIFT_FALSE;
    for (uint32_t i = 0; i < s->arity; ++i) terms[i] = resolve(l, pddl_of(l)->terms.data[n->first + i]);
    uint32_t id = find_symbol(l, n->symbol, terms);
    if (id == PLOY_NONE) return truth(is_negative);
    if (!s->is_changed) return put_static(l, n->symbol, terms, id, is_negative);
    if (!l->is_function[n->symbol]) {
        PUT("%s", is_negative ? "not " : "");
        put_indexed(l, id, terms, s->arity);
        return LIFT_TEXT;
    }
    if (class_of(l, terms[s->arity - 1]) != l->values[n->symbol]) return truth(is_negative);
    put_indexed(l, id, terms, s->arity - 1);
    PUT(" %s ", is_negative ? "!=" : "=");
    put_term(l, terms[s->arity - 1]);
    return LIFT_TEXT;
}

static lift_truth put_same(lifting* l, uint32_t a, uint32_t b, bool is_negative)
{
    if (a == b) return truth(!is_negative);
    if (class_of(l, a) != class_of(l, b) || (!PL_PDDL_IS_SLOT(a) && !PL_PDDL_IS_SLOT(b))) return truth(is_negative);
    put_term(l, a);
    PUT(" %s ", is_negative ? "!=" : "=");
    put_term(l, b);
    return LIFT_TEXT;
}

/// A conjunction or disjunction in progress: parts that are constant are left out.
typedef struct lift_list
{
    uint32_t start, mark, count;
    bool is_or, is_decided;
} lift_list;

static lift_list begin_list(lifting* l, bool is_or)
{
    lift_list list = {.start = l->w.text.count, .is_or = is_or};
    PUT("(");
    return list;
}

static void begin_part(lifting* l, lift_list* list)
{
    list->mark = l->w.text.count;
    if (list->count) PUT("%s", list->is_or ? " or " : " and ");
}

static void end_part(lifting* l, lift_list* list, lift_truth part)
{
    if (part == LIFT_TEXT)
        ++list->count;
    else
        l->w.text.count = list->mark;
    if (part == truth(list->is_or)) list->is_decided = true;
}

static void drop(lifting* l, uint32_t at)
{
    if (is_over(l)) return;
    memmove(l->w.text.data + at, l->w.text.data + at + 1, l->w.text.count - at);
    --l->w.text.count;
}

static lift_truth end_list(lifting* l, const lift_list* list)
{
    if (list->is_decided || !list->count) {
        l->w.text.count = list->start;
        return truth(list->is_decided == list->is_or);
    }
    if (list->count == 1)
        drop(l, list->start);
    else
        PUT(")");
    return LIFT_TEXT;
}

// A condition that stands alone needs no parentheses around it.
static void strip(lifting* l, uint32_t start)
{
    uint32_t depth = 0, at = start;
    if (is_over(l) || l->w.text.count == start || l->w.text.data[start] != '(') return;
    for (; at < l->w.text.count; ++at) {
        depth += l->w.text.data[at] == '(';
        depth -= l->w.text.data[at] == ')';
        if (depth == 0) break;
    }
    if (at + 1 != l->w.text.count) return;
    --l->w.text.count;
    drop(l, start);
}

static lift_truth put_condition(lifting* l, uint32_t node, bool is_negative);

static void put_each(lifting* l, const pl_pddl_node* n, uint32_t at, lift_list* list, bool is_negative)
{
    if (is_over(l) || list->is_decided) return;
    if (at == n->count) {
        begin_part(l, list);
        end_part(l, list, put_condition(l, n->child, is_negative));
        return;
    }
    const pl_pddl_set* set = &pddl_of(l)->sets.data[pddl_of(l)->variables.data[n->first + at].set];
    for (uint32_t i = 0; i < set->object_count; ++i) {
        l->slots[n->slot + at] = pddl_of(l)->set_objects.data[set->first_object + i];
        put_each(l, n, at + 1, list, is_negative);
    }
}

static lift_truth put_condition(lifting* l, uint32_t node, bool is_negative)
{
    if (node == PLOY_NONE) return truth(!is_negative);
    const pl_pddl_node* n = &pddl_of(l)->nodes.data[node];
    bool has_terms = n->kind == PL_PDDL_SAME || n->kind == PL_PDDL_IS_TYPE;
    const uint32_t* terms = has_terms ? &pddl_of(l)->terms.data[n->first] : NULL;
    lift_list list;
    switch (n->kind) {
    case PL_PDDL_ATOM:
        return put_atom(l, n, is_negative);
    case PL_PDDL_SAME:
        return put_same(l, resolve(l, terms[0]), resolve(l, terms[1]), is_negative);
    case PL_PDDL_IS_TYPE:
        return truth(pl_grounding_is_member(l->g, l->class_first[class_of(l, resolve(l, terms[0]))], n->symbol) !=
                     is_negative);
    case PL_PDDL_NOT:
        return put_condition(l, n->child, !is_negative);
    case PL_PDDL_AND:
    case PL_PDDL_OR:
        list = begin_list(l, (n->kind == PL_PDDL_OR) != is_negative);
        for (uint32_t c = n->child; c != PLOY_NONE && !is_over(l); c = pddl_of(l)->nodes.data[c].next) {
            begin_part(l, &list);
            end_part(l, &list, put_condition(l, c, is_negative));
        }
        return end_list(l, &list);
    case PL_PDDL_IMPLY:
        list = begin_list(l, !is_negative);
        begin_part(l, &list);
        end_part(l, &list, put_condition(l, n->child, !is_negative));
        begin_part(l, &list);
        end_part(l, &list, put_condition(l, pddl_of(l)->nodes.data[n->child].next, is_negative));
        return end_list(l, &list);
    case PL_PDDL_FORALL:
    case PL_PDDL_EXISTS:
        list = begin_list(l, (n->kind == PL_PDDL_EXISTS) != is_negative);
        put_each(l, n, 0, &list, is_negative);
        return end_list(l, &list);
    default:
        refuse(l, "numbers are compared");
        return LIFT_FALSE;
    }
}

// Effects.

static void collect(lifting* l, uint32_t node);

static void collect_each(lifting* l, const pl_pddl_node* n, uint32_t at)
{
    if (at == n->count) {
        collect(l, n->child);
        return;
    }
    const pl_pddl_set* set = &pddl_of(l)->sets.data[pddl_of(l)->variables.data[n->first + at].set];
    for (uint32_t i = 0; i < set->object_count && !is_over(l); ++i) {
        l->slots[n->slot + at] = pddl_of(l)->set_objects.data[set->first_object + i];
        collect_each(l, n, at + 1);
    }
}

// Effects of the cases come after the others: they are collected in a second pass.
static void collect_case(lifting* l, uint32_t node)
{
    lift_case made = {.node = node, .slots = PL_ARENA_ARRAY(&l->scratch, uint32_t, l->slot_count + 1)};
    if (l->cases.count == MAX_CASES) refuse(l, "an action has more than five conditional effects");
    if (made.slots) memcpy(made.slots, l->slots, l->slot_count * sizeof *made.slots);
    if (!made.slots || !PL_ARRAY_PUSH(&l->cases, &l->g->allocator, made)) l->g->out_of_memory = true;
}

static void add_effect(lifting* l, lift_effect effect)
{
    if (l->effects.count == MAX_EFFECTS) refuse(l, "an action has too many effects");
    if (!PL_ARRAY_PUSH(&l->effects, &l->g->allocator, effect)) l->g->out_of_memory = true;
}

static void collect(lifting* l, uint32_t node)
{
    if (node == PLOY_NONE || is_over(l)) return;
    const pl_pddl_node* n = &pddl_of(l)->nodes.data[node];
    if (n->kind == PL_PDDL_AND) {
        for (uint32_t c = n->child; c != PLOY_NONE; c = pddl_of(l)->nodes.data[c].next) collect(l, c);
    } else if (n->kind == PL_PDDL_FORALL) {
        collect_each(l, n, 0);
    } else if (n->kind == PL_PDDL_WHEN) {
        collect_case(l, node);
    } else if (n->kind == PL_PDDL_ATOM || n->kind == PL_PDDL_NOT) {
        lift_effect made = {.is_negative = n->kind == PL_PDDL_NOT, .node = node};
        if (made.is_negative) n = &pddl_of(l)->nodes.data[n->child];
        made.symbol = n->symbol;
        for (uint32_t i = 0; i < n->count && i < MAX_TERMS; ++i)
            made.terms[i] = resolve(l, pddl_of(l)->terms.data[n->first + i]);
        add_effect(l, made);
    } else if (n->kind == PL_PDDL_INCREASE && pddl_of(l)->nodes.data[n->child].symbol == pddl_of(l)->metric) {
        add_effect(l, (lift_effect){.symbol = PLOY_NONE, .node = node});
    } else {
        uint32_t target = pddl_of(l)->nodes.data[n->child].symbol;
        if (pddl_of(l)->symbols.data[target].is_read || n->kind < PL_PDDL_ASSIGN) refuse(l, "a number changes");
    }
}

// How two effects on one predicate meet.
typedef enum lift_meeting
{
    LIFT_APART,
    LIFT_SAME,
    LIFT_MAYBE
} lift_meeting;

static lift_meeting meeting(const lifting* l, const lift_effect* a, const lift_effect* b)
{
    lift_meeting result = LIFT_SAME;
    if (a->symbol != b->symbol || a->symbol == PLOY_NONE) return LIFT_APART;
    for (uint32_t i = 0; i < index_count(l, a->symbol); ++i) {
        if (a->terms[i] == b->terms[i]) continue;
        bool is_known = !PL_PDDL_IS_SLOT(a->terms[i]) && !PL_PDDL_IS_SLOT(b->terms[i]);
        if (is_known || class_of(l, a->terms[i]) != class_of(l, b->terms[i])) return LIFT_APART;
        result = LIFT_MAYBE;
    }
    return result;
}

// Has the effect been chosen: unconditional, or of a case that holds?
static bool is_chosen(const lifting* l, uint32_t effect, uint32_t mask)
{
    for (uint32_t i = 0; i < l->cases.count; ++i) {
        const lift_case* it = &l->cases.data[i];
        if (effect >= it->first && effect < it->first + it->count) return mask >> i & 1;
    }
    return true;
}

static bool is_written(const lifting* l, uint32_t index, uint32_t mask)
{
    const lift_effect* it = &l->effects.data[index];
    if (!is_chosen(l, index, mask) || it->symbol == PLOY_NONE) return false;
    if (find_symbol(l, it->symbol, it->terms) == PLOY_NONE) return false;
    if (it->is_negative && l->is_function[it->symbol]) return false;
    for (uint32_t i = 0; i < l->effects.count; ++i) {
        const lift_effect* other = &l->effects.data[i];
        if (i == index || !is_chosen(l, i, mask) || meeting(l, it, other) != LIFT_SAME) continue;
        if (it->is_negative != other->is_negative ? it->is_negative && !l->is_function[it->symbol] : i < index) return false;
    }
    return true;
}

static void put_differences(lifting* l, uint32_t mask, lift_list* list)
{
    for (uint32_t i = 0; i < l->effects.count; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            const lift_effect *a = &l->effects.data[i], *b = &l->effects.data[k];
            if (!is_written(l, i, mask) || !is_written(l, k, mask) || meeting(l, a, b) != LIFT_MAYBE) continue;
            begin_part(l, list);
            lift_list any = begin_list(l, true);
            for (uint32_t t = 0; t < index_count(l, a->symbol); ++t) {
                begin_part(l, &any);
                end_part(l, &any, put_same(l, a->terms[t], b->terms[t], true));
            }
            end_part(l, list, end_list(l, &any));
        }
    }
}

static bool put_effects(lifting* l, uint32_t mask)
{
    bool any = false;
    for (uint32_t i = 0; i < l->effects.count && !is_over(l); ++i) {
        const lift_effect* it = &l->effects.data[i];
        if (!is_written(l, i, mask)) continue;
        uint32_t count = index_count(l, it->symbol);
        PUT("%s%s", any ? ", " : "", it->is_negative ? "not " : "");
        put_indexed(l, find_symbol(l, it->symbol, it->terms), it->terms, count);
        if (l->is_function[it->symbol]) {
            PUT(" = ");
            put_term(l, it->terms[count]);
        }
        any = true;
    }
    return any;
}

static void put_cost_term(lifting* l, uint32_t node)
{
    const pl_pddl_node* n = &pddl_of(l)->nodes.data[node];
    static const char signs[] = {'+', '-', '*', '/'};
    uint32_t terms[MAX_TERMS];
    if (n->kind == PL_PDDL_NUMBER) {
        pl_pddl_put_fixed(&l->w, n->number);
    } else if (n->kind == PL_PDDL_VALUE && n->count <= PLOY_MAX_ARGS) {
        for (uint32_t i = 0; i < n->count; ++i) terms[i] = resolve(l, pddl_of(l)->terms.data[n->first + i]);
        uint32_t id = find_symbol(l, n->symbol, terms);
        uint32_t atom = n->count ? PLOY_NONE : pl_tuple_find(&l->g->atoms, &n->symbol, 1);
        if (id == PLOY_NONE)
            refuse(l, "a cost has no value");
        else if (n->count)
            put_indexed(l, id, terms, n->count);
        else
            pl_pddl_put_fixed(&l->w, l->g->infos.data[atom].value);
    } else if (n->kind >= PL_PDDL_PLUS && pddl_of(l)->nodes.data[n->child].next != PLOY_NONE) {
        PUT("(");
        for (uint32_t c = n->child; c != PLOY_NONE; c = pddl_of(l)->nodes.data[c].next) {
            if (c != n->child) PUT(" %c ", signs[n->kind - PL_PDDL_PLUS]);
            put_cost_term(l, c);
        }
        PUT(")");
    } else {
        refuse(l, "a cost is no sum of constants");
    }
}

static void put_cost(lifting* l, uint32_t mask)
{
    bool any = false;
    for (uint32_t i = 0; i < l->effects.count; ++i) {
        if (l->effects.data[i].symbol != PLOY_NONE || !is_chosen(l, i, mask)) continue;
        const pl_pddl_node* n = &pddl_of(l)->nodes.data[l->effects.data[i].node];
        if (any) PUT(" + ");
        put_cost_term(l, pddl_of(l)->nodes.data[n->child].next);
        any = true;
    }
    if (!any) PUT("%d", pddl_of(l)->metric == PLOY_NONE);
}

// Actions.

static void collect_effects(lifting* l, const pl_pddl_action* action)
{
    PL_ARRAY_CLEAR(&l->effects);
    PL_ARRAY_CLEAR(&l->cases);
    pl_arena_reset(&l->scratch);
    collect(l, action->effect);
    uint32_t count = l->cases.count;
    for (uint32_t i = 0; i < count && !is_over(l); ++i) {
        memcpy(l->slots, l->cases.data[i].slots, l->slot_count * sizeof *l->slots);
        l->cases.data[i].first = l->effects.count;
        collect(l, pddl_of(l)->nodes.data[pddl_of(l)->nodes.data[l->cases.data[i].node].child].next);
        l->cases.data[i].count = l->effects.count - l->cases.data[i].first;
        if (l->cases.count != count) refuse(l, "a conditional effect has conditional effects");
    }
}

static lift_truth put_pre(lifting* l, const pl_pddl_action* action, uint32_t mask)
{
    lift_list list = begin_list(l, false);
    begin_part(l, &list);
    end_part(l, &list, put_condition(l, action->pre, false));
    for (uint32_t i = 0; i < l->cases.count && !is_over(l); ++i) {
        const lift_case* it = &l->cases.data[i];
        memcpy(l->slots, it->slots, l->slot_count * sizeof *l->slots);
        begin_part(l, &list);
        end_part(l, &list, put_condition(l, pddl_of(l)->nodes.data[it->node].child, !(mask >> i & 1)));
    }
    put_differences(l, mask, &list);
    return end_list(l, &list);
}

// One alternative of an action. What can never be applied, or changes nothing, is taken back.
static void put_alternative(lifting* l, const pl_pddl_action* action, const char* name, uint32_t mask)
{
    uint32_t start = l->w.text.count;
    uint32_t taken = pl_pddl_take_name(&l->w, &l->w.action_names, name);
    if (is_over(l)) return;
    PUT("    <action name=\"%s\" cost=\"", pl_names_text(&l->w.action_names, taken));
    put_cost(l, mask);
    PUT("\">\n");
    for (uint32_t i = 0; i < action->param_count; ++i)
        if (PL_PDDL_IS_SLOT(l->slots[i]))
            PUT("      <param name=\"%s\" type=\"%s\"/>\n", pl_names_text(&l->w.names, l->param_names[i]),
                pl_names_text(&l->w.action_names, l->class_names[l->slot_class[i]]));
    PUT("      <pre>");
    uint32_t pre = l->w.text.count;
    lift_truth is_possible = put_pre(l, action, mask);
    if (is_possible == LIFT_TRUE) l->w.text.count = pre - (uint32_t)strlen("      <pre>");
    if (is_possible == LIFT_TEXT) {
        strip(l, pre);
        PUT("</pre>\n");
    }
    PUT("      <effect>");
    bool changes = put_effects(l, mask);
    PUT("</effect>\n    </action>\n");
    if (is_possible == LIFT_FALSE || !changes) l->w.text.count = start;
}

static void put_action(lifting* l, const pl_pddl_action* action, const char* name)
{
    collect_effects(l, action);
    if (is_over(l)) return;
    for (uint32_t mask = 1u << l->cases.count; mask-- > 0 && !is_over(l);) put_alternative(l, action, name, mask);
}

static void begin_params(lifting* l, const pl_pddl_action* action, const uint32_t* classes)
{
    for (uint32_t i = 0; i < action->param_count; ++i) {
        l->slots[i] = PL_PDDL_SLOT(i);
        l->slot_class[i] = classes[i];
    }
}

// Do two effects of the instance meet that do not meet when all parameters differ? The effects are those of its classes.
static bool meets(const lifting* l, const uint32_t* objects)
{
    for (uint32_t i = 0; i < l->effects.count; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            const lift_effect *a = &l->effects.data[i], *b = &l->effects.data[k];
            if (meeting(l, a, b) != LIFT_MAYBE) continue;
            bool is_same = true;
            for (uint32_t t = 0; t < index_count(l, a->symbol); ++t) {
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

static void put_instance(lifting* l, const uint32_t* key)
{
    const pl_pddl_action* action = &pddl_of(l)->actions.data[key[0]];
    char name[512];
    size_t used = (size_t)snprintf(name, sizeof name, "%s", pl_pddl_name(pddl_of(l), action->name));
    for (uint32_t i = 0; i < action->param_count && used < sizeof name; ++i)
        used += (size_t)snprintf(name + used, sizeof name - used, ".%s", object_name(l, key[1 + i]));
    memcpy(l->slots, key + 1, action->param_count * sizeof *key);
    put_action(l, action, name);
}

// The action over these classes, and the instances in which its parameters must not differ.
static void put_schema(lifting* l, uint32_t action_index, const uint32_t* classes)
{
    const pl_grounding* g = l->g;
    const pl_pddl_action* action = &pddl_of(l)->actions.data[action_index];
    bool is_wide = action->param_count > PLOY_MAX_ARGS;
    begin_params(l, action, classes);
    if (!is_wide) put_action(l, action, pl_pddl_name(pddl_of(l), action->name));
    for (uint32_t i = 0; i < g->instances.count && !is_over(l); ++i) {
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
static uint32_t name_param(lifting* l, uint32_t name)
{
    const char* text = pl_pddl_name(pddl_of(l), name);
    if (!l->named_params[name])
        l->named_params[name] = 1 + pl_pddl_take_name(&l->w, &l->w.names, text[0] == '?' ? text + 1 : text);
    return l->named_params[name] - 1;
}

static void put_actions(lifting* l)
{
    const pl_grounding* g = l->g;
    pl_tuple_names done;
    pl_tuple_names_init(&done, &g->allocator);
    uint32_t* key = PL_NEW_ARRAY(&g->allocator, uint32_t, l->slot_count + 2);
    if (!key) l->g->out_of_memory = true;
    for (uint32_t a = 0; a < pddl_of(l)->actions.count && !is_over(l); ++a) {
        uint32_t count = pddl_of(l)->actions.data[a].param_count;
        for (uint32_t i = 0; i < count; ++i) {
            const pl_pddl_variable* v = &pddl_of(l)->variables.data[pddl_of(l)->actions.data[a].first_variable + i];
            l->param_names[i] = name_param(l, v->name);
        }
        for (uint32_t i = 0; i < g->instances.count && !is_over(l); ++i) {
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

// The file.

static void put_types(lifting* l)
{
    const ploy_pddl* d = pddl_of(l);
    for (uint32_t c = 0; c < l->class_count; ++c) {
        PUT("    <type name=\"%s\" objects=\"", pl_names_text(&l->w.action_names, l->class_names[c]));
        for (uint32_t i = 0; i < d->objects.count; ++i)
            if (l->classes[i] == c) PUT("%s%s", i == l->class_first[c] ? "" : " ", object_name(l, i));
        PUT("\"/>\n");
    }
}

static void put_state(lifting* l)
{
    pl_grounding* g = l->g;
    bool any = false;
    for (uint32_t i = 0; i < g->infos.count && !is_over(l); ++i) {
        const uint32_t* atom = pl_tuple_at(&g->atoms, i);
        const pl_pddl_symbol* s = &pddl_of(l)->symbols.data[atom[0]];
        if (s->is_function || !s->is_changed || !g->infos.data[i].is_initial) continue;
        uint32_t id = find_symbol(l, atom[0], atom + 1), count = index_count(l, atom[0]);
        if (id == PLOY_NONE) continue;
        PUT("%s", any ? ", " : "");
        put_indexed(l, id, atom + 1, count);
        if (l->is_function[atom[0]]) PUT(" = %s", object_name(l, atom[1 + count]));
        any = true;
    }
}

static void put_file(lifting* l)
{
    const ploy_pddl* d = pddl_of(l);
    uint32_t domain = pl_pddl_take_name(&l->w, &l->w.action_names, pl_pddl_name(d, d->domain_name));
    uint32_t agent = pl_pddl_take_name(&l->w, &l->w.action_names, pl_pddl_name(d, d->problem_name));
    if (is_over(l)) return;
    PUT("<ploy version=\"1\">\n  <domain name=\"%s\">\n", pl_names_text(&l->w.action_names, domain));
    put_types(l);
    put_symbols(l);
    put_actions(l);
    PUT("    <goal name=\"goal\">");
    uint32_t start = l->w.text.count;
    lift_truth goal = is_over(l) ? LIFT_TRUE : put_condition(l, d->goal, false);
    strip(l, start);
    if (goal != LIFT_TEXT) PUT("%s", goal == LIFT_TRUE ? "true" : "false");
    PUT("</goal>\n  </domain>\n  <agent name=\"%s\" domain=\"%s\">\n    <state>",
        pl_names_text(&l->w.action_names, agent), pl_names_text(&l->w.action_names, domain));
    put_state(l);
    PUT("</state>\n  </agent>\n</ploy>\n");
}

static bool begin_lifting(lifting* l)
{
    const ploy_pddl* d = pddl_of(l);
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
    return l->named_params && l->classes && l->class_first && l->class_sizes && l->class_names && l->is_function && l->values && l->slots &&
           l->slot_class && l->param_names;
}

static void end_lifting(lifting* l)
{
    const ploy_pddl* d = pddl_of(l);
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

static ploy_status lift(lifting* l, ploy_write_fn* write, void* user)
{
    if (!begin_lifting(l)) return PLOY_OUT_OF_MEMORY;
    find_classes(l);
    name_classes(l);
    for (uint32_t s = 0; s < pddl_of(l)->symbols.count; ++s) l->is_function[s] = is_functional(l, s);
    name_symbols(l);
    if (!is_over(l)) put_file(l);
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
        lifting l = {.g = &g, .w = {.g = &g, .status = PLOY_OK}};
        status = lift(&l, write, user);
        end_lifting(&l);
    }
    pl_grounding_end(&g);
    if (status == PLOY_OUT_OF_MEMORY) pl_error_set(error, 0, 0, "out of memory");
    return status;
}
