#include "io/pddl/pddl_parser.h"

#include <stdarg.h>
#include <string.h>

#include "base/error.h"

// Errors and words.

static void report(pl_pddl_parser* p, const ploy_error* error)
{
    if (!p->failed && p->error) *p->error = *error;
    p->failed = true;
    if (p->pddl->def.on_error) p->pddl->def.on_error(p->pddl->def.user, error);
}

void pl_pddl_place(pl_pddl_parser* p, uint32_t item, uint32_t* line, uint32_t* column)
{
    uint32_t at = item == PLOY_NONE ? 0 : pl_pddl_item(p, item)->at, from = p->place_at;
    bool is_after = from <= at && p->place_line;
    pl_text_place(p->sexprs.text + (is_after ? from : 0), p->sexprs.bytes, is_after ? at - from : at, line, column);
    if (is_after) {
        if (*line == 1) *column += p->place_column - 1;
        *line += p->place_line - 1;
    }
    p->place_at = at;
    p->place_line = *line;
    p->place_column = *column;
}

void pl_pddl_fail(pl_pddl_parser* p, uint32_t item, const char* hint, const char* format, ...)
{
    uint32_t line, column;
    ploy_error error;
    va_list list;
    if (p->failed && !p->pddl->def.on_error) return;
    pl_pddl_place(p, item, &line, &column);
    va_start(list, format);
    pl_error_set_list(&error, line, column, format, list);
    va_end(list);
    if (hint) pl_error_hint(&error, "%s", hint);
    report(p, &error);
}

void pl_pddl_fail_unknown(pl_pddl_parser* p, uint32_t item, const char* what, pl_pddl_known_fn* known, uint32_t count)
{
    uint32_t line, column;
    ploy_error error;
    if (p->failed && !p->pddl->def.on_error) return;
    const char* word = pl_pddl_word(p, item);
    pl_pddl_place(p, item, &line, &column);
    pl_error_set(&error, line, column, "unknown %s '%.80s'", what, word);
    pl_similar similar = pl_similar_begin(word);
    for (uint32_t i = 0; i < count; ++i) {
        const char* name = known(p->pddl, i);
        if (name) pl_similar_offer(&similar, name);
    }
    pl_similar_hint(&similar, &error);
    report(p, &error);
}

const char* pl_pddl_word(pl_pddl_parser* p, uint32_t item)
{
    const pl_sexpr* s = pl_pddl_item(p, item);
    if (!PL_ARRAY_RESERVE(&p->word, &p->pddl->allocator, s->length + 1)) {
        p->out_of_memory = true;
        return "";
    }
    for (uint32_t i = 0; i < s->length; ++i) {
        char c = p->sexprs.text[s->at + i];
        p->word.data[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    p->word.data[s->length] = '\0';
    return p->word.data;
}

static uint32_t intern_text(pl_pddl_parser* p, const char* text, size_t length)
{
    uint32_t name = pl_names_intern(&p->pddl->names, text, length);
    if (name == PLOY_NONE) p->out_of_memory = true;
    return name;
}

uint32_t pl_pddl_intern(pl_pddl_parser* p, uint32_t item)
{
    const char* word = pl_pddl_word(p, item);
    return p->out_of_memory ? PLOY_NONE : intern_text(p, word, pl_pddl_item(p, item)->length);
}

// A word that is a name; reports anything else.
static bool is_name(pl_pddl_parser* p, uint32_t item, const char* what)
{
    if (item != PLOY_NONE && !pl_sexprs_is_list(&p->sexprs, item)) return true;
    pl_pddl_fail(p, item, NULL, "the name of %s is missing", what);
    return false;
}

// Types and typed lists.

uint32_t pl_pddl_find_type(const ploy_pddl* pddl, uint32_t name)
{
    for (uint32_t i = 0; i < pddl->types.count; ++i)
        if (pddl->types.data[i].name == name) return i;
    return PLOY_NONE;
}

uint32_t pl_pddl_set_of(pl_pddl_parser* p, const uint32_t* types, uint32_t count)
{
    ploy_pddl* d = p->pddl;
    for (uint32_t s = 0; s < d->sets.count; ++s) {
        const pl_pddl_set* set = &d->sets.data[s];
        if (set->type_count == count &&
            memcmp(d->set_types.data + set->first_type, types, count * sizeof *types) == 0)
            return s;
    }
    pl_pddl_set set = {.first_type = d->set_types.count, .type_count = count};
    for (uint32_t i = 0; i < count; ++i)
        if (!PL_ARRAY_PUSH(&d->set_types, &d->allocator, types[i])) p->out_of_memory = true;
    if (p->out_of_memory || !PL_ARRAY_PUSH(&d->sets, &d->allocator, set)) {
        p->out_of_memory = true;
        return PLOY_NONE;
    }
    return d->sets.count - 1;
}

static const char* type_name(const ploy_pddl* pddl, uint32_t index)
{
    return pl_pddl_name(pddl, pddl->types.data[index].name);
}

static uint32_t type_of(pl_pddl_parser* p, uint32_t item, bool is_new)
{
    ploy_pddl* d = p->pddl;
    uint32_t name = pl_pddl_intern(p, item);
    uint32_t type = name == PLOY_NONE ? PLOY_NONE : pl_pddl_find_type(d, name);
    if (type != PLOY_NONE || p->out_of_memory) return type;
    if (!is_new) {
        pl_pddl_fail_unknown(p, item, "type", type_name, d->types.count);
        return PLOY_NONE;
    }
    if (!PL_ARRAY_PUSH(&d->types, &d->allocator, (pl_pddl_type){name, PLOY_NONE})) p->out_of_memory = true;
    return d->types.count - 1;
}

enum
{
    MAX_EITHER = 32
};

// The set that a type or an (either …) says; the set of objects after an error.
static uint32_t read_set(pl_pddl_parser* p, uint32_t item, bool is_new)
{
    uint32_t types[MAX_EITHER] = {0}, count = 0;
    if (!pl_sexprs_is_list(&p->sexprs, item)) {
        types[0] = type_of(p, item, is_new);
        return types[0] == PLOY_NONE ? 0 : pl_pddl_set_of(p, types, 1);
    }
    uint32_t first = pl_pddl_child(p, item);
    bool has_either = pl_sexprs_is(&p->sexprs, first, "either");
    for (uint32_t i = has_either ? pl_pddl_next(p, first) : first; i != PLOY_NONE; i = pl_pddl_next(p, i)) {
        if (!is_name(p, i, "a type")) return 0;
        if (count == MAX_EITHER) {
            pl_pddl_fail(p, i, NULL, "more than %d types after either", MAX_EITHER);
            return 0;
        }
        types[count] = type_of(p, i, is_new);
        if (types[count] == PLOY_NONE) return 0;
        ++count;
    }
    if (!count) pl_pddl_fail(p, item, "write (either truck plane)", "no type stands here");
    return count ? pl_pddl_set_of(p, types, count) : 0;
}

// A dash between names and their type. Some files glue it to one of them: "?x -block" and "?x- block".
static bool is_dash(const pl_pddl_parser* p, uint32_t item)
{
    return pl_sexprs_is(&p->sexprs, item, "-");
}

static bool begins_with_dash(const pl_pddl_parser* p, uint32_t item)
{
    const pl_sexpr* s = pl_pddl_item(p, item);
    return s->length > 1 && p->sexprs.text[s->at] == '-';
}

static bool ends_with_dash(const pl_pddl_parser* p, uint32_t item)
{
    const pl_sexpr* s = pl_pddl_item(p, item);
    return s->length > 1 && p->sexprs.text[s->at + s->length - 1] == '-';
}

static void give_names(pl_pddl_parser* p, uint32_t from, uint32_t to, uint32_t set, pl_pddl_typed_fn* fn, void* user)
{
    for (uint32_t i = from; i != to; i = pl_pddl_next(p, i)) {
        if (!is_name(p, i, "something of a type")) continue;
        const char* word = pl_pddl_word(p, i);
        size_t length = strlen(word) - (ends_with_dash(p, i) ? 1 : 0);
        uint32_t name = p->out_of_memory ? PLOY_NONE : intern_text(p, word, length);
        if (name != PLOY_NONE) fn(p, i, name, set, user);
    }
}

void pl_pddl_typed_list(pl_pddl_parser* p, uint32_t first, bool is_new, pl_pddl_typed_fn* fn, void* user)
{
    uint32_t from = first;
    uint32_t i = first;
    while (i != PLOY_NONE && !p->out_of_memory) {
        bool is_list = pl_sexprs_is_list(&p->sexprs, i);
        uint32_t type = PLOY_NONE, end = i;
        if (!is_list && is_dash(p, i))
            type = pl_pddl_next(p, i);
        else if (!is_list && begins_with_dash(p, i)) {
            p->sexprs.items.data[i].at += 1;
            p->sexprs.items.data[i].length -= 1;
            type = i;
        } else if (!is_list && ends_with_dash(p, i)) {
            type = end = pl_pddl_next(p, i);
        } else {
            i = pl_pddl_next(p, i);
            continue;
        }
        if (type == PLOY_NONE) {
            pl_pddl_fail(p, i, "write \"?x - truck\"", "no type follows the '-'");
            return;
        }
        give_names(p, from, end, read_set(p, type, is_new), fn, user);
        from = i = pl_pddl_next(p, type);
    }
    if (!p->out_of_memory) give_names(p, from, PLOY_NONE, 0, fn, user);
}

// Sections.

static void declare_type(pl_pddl_parser* p, uint32_t item, uint32_t name, uint32_t set, void* user)
{
    (void)user, (void)item;
    ploy_pddl* d = p->pddl;
    uint32_t type = pl_pddl_find_type(d, name);
    if (type == PLOY_NONE) {
        type = d->types.count;
        if (!PL_ARRAY_PUSH(&d->types, &d->allocator, (pl_pddl_type){name, PLOY_NONE})) {
            p->out_of_memory = true;
            return;
        }
    }
    if (type != 0) d->types.data[type].parents = set;
}

uint32_t pl_pddl_find_object(const ploy_pddl* pddl, uint32_t name)
{
    return name < pddl->name_objects1.count && pddl->name_objects1.data[name] ? pddl->name_objects1.data[name] - 1
                                                                              : PLOY_NONE;
}

static bool add_object(ploy_pddl* d, uint32_t name, uint32_t set)
{
    while (d->name_objects1.count <= name)
        if (!PL_ARRAY_PUSH(&d->name_objects1, &d->allocator, 0)) return false;
    d->name_objects1.data[name] = d->objects.count + 1;
    return PL_ARRAY_PUSH(&d->objects, &d->allocator, (pl_pddl_object){name, set});
}

static void declare_object(pl_pddl_parser* p, uint32_t item, uint32_t name, uint32_t set, void* user)
{
    (void)user;
    ploy_pddl* d = p->pddl;
    uint32_t known = pl_pddl_find_object(d, name);
    if (known != PLOY_NONE) { // some problems list the domain's constants again
        if (d->objects.data[known].set != set)
            pl_pddl_fail(p, item, NULL, "object '%.80s' is declared twice, with different types", pl_pddl_name(d, name));
        return;
    }
    if (pl_pddl_name(d, name)[0] == '?') {
        pl_pddl_fail(p, item, "the name of an object does not begin with '?'", "this is a variable, not an object");
        return;
    }
    if (!add_object(d, name, set)) p->out_of_memory = true;
}

static void declare_variable(pl_pddl_parser* p, uint32_t item, uint32_t name, uint32_t set, void* user)
{
    ploy_pddl* d = p->pddl;
    bool must_be_variable = user != NULL;
    if (must_be_variable && pl_pddl_name(d, name)[0] != '?') {
        pl_pddl_fail(p, item, "variables begin with '?'", "'%.80s' is not a variable", pl_pddl_name(d, name));
        return;
    }
    if (!PL_ARRAY_PUSH(&d->variables, &d->allocator, (pl_pddl_variable){name, set})) p->out_of_memory = true;
}

uint32_t pl_pddl_declare(pl_pddl_parser* p, uint32_t list, uint32_t* count)
{
    ploy_pddl* d = p->pddl;
    uint32_t first = d->variables.count;
    bool strict = true;
    if (list != PLOY_NONE && !pl_sexprs_is_list(&p->sexprs, list)) {
        pl_pddl_fail(p, list, "write (?x - truck ?y - place)", "this is not a list of variables");
    } else if (list != PLOY_NONE) {
        pl_pddl_typed_list(p, pl_pddl_child(p, list), false, declare_variable, &strict);
    }
    *count = d->variables.count - first;
    for (uint32_t i = 0; i < *count; ++i)
        if (!PL_ARRAY_PUSH(&p->scope, &d->allocator, d->variables.data[first + i])) p->out_of_memory = true;
    if (p->scope.count > d->max_slots) d->max_slots = p->scope.count;
    return first;
}

static void declare_symbol(pl_pddl_parser* p, uint32_t list, bool is_function)
{
    ploy_pddl* d = p->pddl;
    uint32_t head = pl_sexprs_is_list(&p->sexprs, list) ? pl_pddl_child(p, list) : list;
    if (!is_name(p, head, is_function ? "a function" : "a predicate")) return;
    pl_pddl_symbol made = {.name = pl_pddl_intern(p, head), .first_variable = d->variables.count};
    made.is_function = is_function;
    if (head != list) pl_pddl_typed_list(p, pl_pddl_next(p, head), false, declare_variable, NULL);
    made.arity = d->variables.count - made.first_variable;
    if (made.arity > 63) pl_pddl_fail(p, head, NULL, "more than 63 parameters");
    if (made.arity > d->max_arity) d->max_arity = made.arity;
    for (uint32_t i = 0; i < d->symbols.count && !p->out_of_memory; ++i) {
        const pl_pddl_symbol* old = &d->symbols.data[i];
        if (old->name != made.name || old->is_function != is_function) continue;
        if (old->arity != made.arity)
            pl_pddl_fail(p, head, NULL, "'%.80s' is declared twice, with different parameters",
                         pl_pddl_name(d, made.name));
        return;
    }
    if (!p->out_of_memory && !PL_ARRAY_PUSH(&d->symbols, &d->allocator, made)) p->out_of_memory = true;
}

// "(f ?a) (g) - number (h)": the types are all numbers.
static void read_functions(pl_pddl_parser* p, uint32_t section)
{
    for (uint32_t i = pl_pddl_next(p, pl_pddl_child(p, section)); i != PLOY_NONE; i = pl_pddl_next(p, i)) {
        if (is_dash(p, i)) {
            i = pl_pddl_next(p, i);
            if (i == PLOY_NONE) return;
            if (!pl_sexprs_is(&p->sexprs, i, "number"))
                pl_pddl_fail(p, i, "only numbers can be values of functions", "functions of objects are not supported");
        } else {
            declare_symbol(p, i, true);
        }
    }
}

static void read_predicates(pl_pddl_parser* p, uint32_t section)
{
    for (uint32_t i = pl_pddl_next(p, pl_pddl_child(p, section)); i != PLOY_NONE; i = pl_pddl_next(p, i))
        declare_symbol(p, i, false);
}

static void check_twice(pl_pddl_parser* p, uint32_t item, uint32_t first, uint32_t count)
{
    const pl_pddl_variable* v = p->pddl->variables.data + first;
    for (uint32_t i = 0; i < count; ++i)
        for (uint32_t k = 0; k < i; ++k)
            if (v[i].name == v[k].name)
                pl_pddl_fail(p, item, "give one of them another name", "two parameters are named '%.80s'",
                             pl_pddl_name(p->pddl, v[i].name));
}

static void read_action(pl_pddl_parser* p, uint32_t section)
{
    ploy_pddl* d = p->pddl;
    uint32_t head = pl_pddl_next(p, pl_pddl_child(p, section));
    if (!is_name(p, head, "an action")) return;
    pl_pddl_action made = {.name = pl_pddl_intern(p, head), .pre = PLOY_NONE, .effect = PLOY_NONE};
    uint32_t pre = PLOY_NONE, effect = PLOY_NONE, params = PLOY_NONE;
    for (uint32_t i = 0; i < d->actions.count; ++i)
        if (d->actions.data[i].name == made.name)
            pl_pddl_fail(p, head, NULL, "there are two actions '%.80s'", pl_pddl_name(d, made.name));
    for (uint32_t i = pl_pddl_next(p, head); i != PLOY_NONE; i = pl_pddl_next(p, i)) {
        uint32_t value = pl_pddl_next(p, i);
        uint32_t* part = pl_sexprs_is(&p->sexprs, i, ":parameters")     ? &params
                         : pl_sexprs_is(&p->sexprs, i, ":precondition") ? &pre
                         : pl_sexprs_is(&p->sexprs, i, ":effect")       ? &effect
                                                                        : NULL;
        if (!part || value == PLOY_NONE || *part != PLOY_NONE) {
            pl_pddl_fail(p, i, "an action has :parameters, :precondition and :effect, each with a list",
                         part ? "this part of the action has no value or comes twice" : "this is no part of an action");
            return;
        }
        *part = value;
        i = value;
    }
    PL_ARRAY_CLEAR(&p->scope);
    made.first_variable = pl_pddl_declare(p, params, &made.param_count);
    if (p->out_of_memory) return;
    check_twice(p, params, made.first_variable, made.param_count);
    made.pre = pl_pddl_condition(p, pre);
    made.effect = pl_pddl_effect(p, effect);
    if (!PL_ARRAY_PUSH(&d->actions, &d->allocator, made)) p->out_of_memory = true;
}

static void read_value(pl_pddl_parser* p, uint32_t item, uint32_t head)
{
    ploy_pddl* d = p->pddl;
    uint32_t place = pl_pddl_next(p, head), atom[64];
    uint32_t number = place == PLOY_NONE ? PLOY_NONE : pl_pddl_next(p, place);
    int64_t fixed;
    if (number == PLOY_NONE || !pl_pddl_number(p, number, &fixed)) {
        pl_pddl_fail(p, number == PLOY_NONE ? item : number, "write (= (distance a b) 4)",
                     "this is not a number of at most three decimals");
        return;
    }
    atom[0] = pl_pddl_ground_atom(p, place, true, atom + 1, 63);
    if (atom[0] == PLOY_NONE) return;
    uint32_t id = pl_tuple_intern(&d->atoms, atom, 1 + d->symbols.data[atom[0]].arity);
    if (id == d->values.count && !PL_ARRAY_PUSH(&d->values, &d->allocator, 0)) id = PLOY_NONE;
    if (id == PLOY_NONE)
        p->out_of_memory = true;
    else
        d->values.data[id] = fixed;
}

static bool is_of_type(const ploy_pddl* d, uint32_t set, uint32_t type, uint32_t depth)
{
    const pl_pddl_set* s = &d->sets.data[set];
    for (uint32_t i = 0; i < s->type_count && depth < d->types.count; ++i) {
        uint32_t have = d->set_types.data[s->first_type + i], parents = d->types.data[have].parents;
        if (have == type || (parents != PLOY_NONE && is_of_type(d, parents, type, depth + 1))) return true;
    }
    return false;
}

// Some problems list types as facts: (truck t1). That says nothing new.
static bool is_known_type(pl_pddl_parser* p, uint32_t item, uint32_t head)
{
    ploy_pddl* d = p->pddl;
    if (pl_sexprs_is_list(&p->sexprs, head) || pl_sexprs_count(&p->sexprs, item) != 2) return false;
    uint32_t name = pl_pddl_intern(p, head), object_name = pl_pddl_intern(p, pl_pddl_next(p, head));
    if (name == PLOY_NONE || object_name == PLOY_NONE) return false;
    for (uint32_t i = 0; i < d->symbols.count; ++i)
        if (d->symbols.data[i].name == name && !d->symbols.data[i].is_function) return false;
    uint32_t type = pl_pddl_find_type(d, name), object = pl_pddl_find_object(d, object_name);
    if (type == PLOY_NONE || object == PLOY_NONE) return false;
    if (type != 0 && !is_of_type(d, d->objects.data[object].set, type, 0))
        pl_pddl_fail(p, item, "declare it so in :objects", "'%.80s' is not of type '%.80s'", pl_pddl_name(d, object_name),
                     pl_pddl_name(d, name));
    return true;
}

static void read_init(pl_pddl_parser* p, uint32_t item)
{
    ploy_pddl* d = p->pddl;
    uint32_t atom[64];
    uint32_t head = pl_sexprs_is_list(&p->sexprs, item) ? pl_pddl_child(p, item) : PLOY_NONE;
    if (pl_sexprs_is(&p->sexprs, head, "=")) {
        read_value(p, item, head);
        return;
    }
    if (pl_sexprs_is(&p->sexprs, head, "not")) { // what is not listed is false anyway
        if (pl_pddl_next(p, head) != PLOY_NONE) pl_pddl_ground_atom(p, pl_pddl_next(p, head), false, atom, 63);
        return;
    }
    if (pl_sexprs_is(&p->sexprs, head, "and")) {
        for (uint32_t i = pl_pddl_next(p, head); i != PLOY_NONE; i = pl_pddl_next(p, i)) read_init(p, i);
        return;
    }
    if (head != PLOY_NONE && d->types.count > 1 && is_known_type(p, item, head)) return;
    atom[0] = pl_pddl_ground_atom(p, item, false, atom + 1, 63);
    if (atom[0] == PLOY_NONE) return;
    uint32_t id = pl_tuple_intern(&d->atoms, atom, 1 + d->symbols.data[atom[0]].arity);
    if (id == PLOY_NONE || (id == d->values.count && !PL_ARRAY_PUSH(&d->values, &d->allocator, 1)))
        p->out_of_memory = true;
}

static void add_price(pl_pddl_parser* p, uint32_t item, int64_t price)
{
    ploy_pddl* d = p->pddl;
    uint32_t symbol = pl_pddl_ground_atom(p, item, true, NULL, 0);
    if (symbol == PLOY_NONE || price == 0) return;
    for (uint32_t i = 0; i < d->prices.count; ++i) {
        if (d->prices.data[i].symbol != symbol) continue;
        d->prices.data[i].price += price;
        return;
    }
    if (!PL_ARRAY_PUSH(&d->prices, &d->allocator, (pl_pddl_price){symbol, price})) p->out_of_memory = true;
}

static bool is_steps(pl_pddl_parser* p, uint32_t word)
{
    if (!pl_sexprs_is(&p->sexprs, word, "total-time")) return false;
    uint32_t name = pl_pddl_intern(p, word);
    for (uint32_t i = 0; i < p->pddl->symbols.count; ++i)
        if (p->pddl->symbols.data[i].name == name && p->pddl->symbols.data[i].is_function) return false;
    return true;
}

static void read_costs(pl_pddl_parser* p, uint32_t item, int64_t price);

// (* 3 (fuel-used)): numbers, and at most one part that is none.
static void read_product(pl_pddl_parser* p, uint32_t list, int64_t price)
{
    uint32_t rest = PLOY_NONE;
    bool is_good = true;
    for (uint32_t i = pl_pddl_next(p, pl_pddl_child(p, list)); i != PLOY_NONE && is_good; i = pl_pddl_next(p, i)) {
        int64_t number;
        if (pl_pddl_number(p, i, &number)) {
            price = pl_pddl_compute(PL_PDDL_TIMES, price, number, &is_good);
        } else {
            is_good = rest == PLOY_NONE;
            rest = i;
        }
    }
    if (is_good && price >= 0 && rest != PLOY_NONE)
        read_costs(p, rest, price);
    else
        pl_pddl_fail(p, list, "write (* 3 (fuel-used))", "a metric has functions times numbers that are not below 0");
}

// What is minimized: functions without arguments, each of them times a number. `price`: what 1 of it costs.
static void read_costs(pl_pddl_parser* p, uint32_t item, int64_t price)
{
    int64_t number;
    bool is_list = pl_sexprs_is_list(&p->sexprs, item);
    uint32_t head = is_list ? pl_pddl_child(p, item) : item;
    if (is_list && pl_sexprs_is(&p->sexprs, head, "+")) {
        for (uint32_t i = pl_pddl_next(p, head); i != PLOY_NONE; i = pl_pddl_next(p, i)) read_costs(p, i, price);
    } else if (is_list && pl_sexprs_is(&p->sexprs, head, "*")) {
        read_product(p, item, price);
    } else if (is_steps(p, head)) {
        p->pddl->step_cost += price;
    } else if (is_list && pl_sexprs_count(&p->sexprs, item) != 1) {
        pl_pddl_fail(p, item, "write (:metric minimize (total-cost)) or (+ (* 3 (fuel-used)) (walked))",
                     "only functions without arguments, times numbers, can be minimized");
    } else if (!pl_pddl_number(p, item, &number)) { // a number is the same for every plan
        add_price(p, item, price);
    }
}

static void read_metric(pl_pddl_parser* p, uint32_t section)
{
    ploy_pddl* d = p->pddl;
    uint32_t way = pl_pddl_next(p, pl_pddl_child(p, section));
    uint32_t value = way == PLOY_NONE ? PLOY_NONE : pl_pddl_next(p, way);
    if (!pl_sexprs_is(&p->sexprs, way, "minimize") || value == PLOY_NONE) {
        pl_pddl_fail(p, way == PLOY_NONE ? section : way, "write (:metric minimize (total-cost))",
                     "only a metric to minimize is supported");
        return;
    }
    PL_ARRAY_CLEAR(&d->prices);
    d->step_cost = 0;
    read_costs(p, value, PLOY_UNIT);
}

static void read_objects(pl_pddl_parser* p, uint32_t section)
{
    pl_pddl_typed_list(p, pl_pddl_next(p, pl_pddl_child(p, section)), false, declare_object, NULL);
}

// In which order sections are read, whatever their order in the text: an action may stand before the predicates.
enum
{
    DOMAIN_STAGES = 4,
    PROBLEM_STAGES = 2
};

static void refuse(pl_pddl_parser* p, uint32_t head)
{
    static const char* const known[] = {":durative-action", ":derived", ":axiom", ":constraints", ":process", ":event",
                                        ":method", ":task", ":htn"};
    const char* word = pl_pddl_word(p, head);
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strcmp(word, known[i]) != 0) continue;
        pl_pddl_fail(p, head, "STRIPS, ADL, action costs and numeric functions can be read", "%s is not supported", word);
        return;
    }
    pl_pddl_fail(p, head, "a domain has :requirements, :types, :constants, :predicates, :functions and :action; a "
                          "problem :domain, :objects, :init, :goal and :metric",
                 "unknown section '%.80s'", word);
}

static void read_domain_section(pl_pddl_parser* p, uint32_t section, uint32_t stage)
{
    uint32_t head = pl_pddl_child(p, section);
    if (pl_sexprs_is(&p->sexprs, head, ":types")) {
        if (stage == 0) pl_pddl_typed_list(p, pl_pddl_next(p, head), true, declare_type, NULL);
    } else if (pl_sexprs_is(&p->sexprs, head, ":constants")) {
        if (stage == 1) read_objects(p, section);
    } else if (pl_sexprs_is(&p->sexprs, head, ":predicates")) {
        if (stage == 2) read_predicates(p, section);
    } else if (pl_sexprs_is(&p->sexprs, head, ":functions")) {
        if (stage == 2) read_functions(p, section);
    } else if (pl_sexprs_is(&p->sexprs, head, ":action")) {
        if (stage == 3) read_action(p, section);
    } else if (!pl_sexprs_is(&p->sexprs, head, ":requirements") && stage == 0) {
        refuse(p, head);
    }
}

static void read_goal(pl_pddl_parser* p, uint32_t section)
{
    PL_ARRAY_CLEAR(&p->scope);
    if (p->pddl->goal != PLOY_NONE) {
        pl_pddl_fail(p, section, NULL, "there is more than one goal");
        return;
    }
    uint32_t item = pl_pddl_next(p, pl_pddl_child(p, section));
    if (item == PLOY_NONE) {
        pl_pddl_fail(p, section, "write (:goal (at truck1 depot))", "the goal is missing");
        return;
    }
    if (pl_pddl_next(p, item) != PLOY_NONE) {
        pl_pddl_fail(p, pl_pddl_next(p, item), "join them: (:goal (and (…) (…)))", "a goal is one condition");
        return;
    }
    p->pddl->goal = pl_pddl_condition(p, item);
}

static void read_problem_section(pl_pddl_parser* p, uint32_t section, uint32_t stage)
{
    uint32_t head = pl_pddl_child(p, section);
    if (pl_sexprs_is(&p->sexprs, head, ":objects")) {
        if (stage == 0) read_objects(p, section);
    } else if (pl_sexprs_is(&p->sexprs, head, ":init")) {
        for (uint32_t i = pl_pddl_next(p, head); stage == 1 && i != PLOY_NONE; i = pl_pddl_next(p, i)) read_init(p, i);
    } else if (pl_sexprs_is(&p->sexprs, head, ":goal")) {
        if (stage == 1) read_goal(p, section);
    } else if (pl_sexprs_is(&p->sexprs, head, ":metric")) {
        if (stage == 1) read_metric(p, section);
    } else if (!pl_sexprs_is(&p->sexprs, head, ":domain") && !pl_sexprs_is(&p->sexprs, head, ":requirements") &&
               !pl_sexprs_is(&p->sexprs, head, ":length") && stage == 0) {
        refuse(p, head);
    }
}

static void read_sections(pl_pddl_parser* p, uint32_t first, bool is_domain)
{
    for (uint32_t stage = 0; stage < (is_domain ? DOMAIN_STAGES : PROBLEM_STAGES); ++stage) {
        for (uint32_t i = first; i != PLOY_NONE && !p->out_of_memory; i = pl_pddl_next(p, i)) {
            bool has_head = pl_sexprs_is_list(&p->sexprs, i) && pl_pddl_child(p, i) != PLOY_NONE &&
                            !pl_sexprs_is_list(&p->sexprs, pl_pddl_child(p, i));
            if (!has_head) {
                if (stage == 0)
                    pl_pddl_fail(p, i, "a section is a list that begins with a word such as :action", "this is no section");
            } else if (is_domain) {
                read_domain_section(p, i, stage);
            } else {
                read_problem_section(p, i, stage);
            }
        }
    }
}

static bool begin_domain(pl_pddl_parser* p)
{
    ploy_pddl* d = p->pddl;
    uint32_t object = intern_text(p, "object", 6), type = 0;
    bool good = object != PLOY_NONE && PL_ARRAY_PUSH(&d->types, &d->allocator, (pl_pddl_type){object, PLOY_NONE}) &&
                pl_pddl_set_of(p, &type, 1) == 0;
    if (!good) p->out_of_memory = true;
    return good;
}

static void read_domain(pl_pddl_parser* p, uint32_t list, uint32_t name)
{
    ploy_pddl* d = p->pddl;
    if (d->domain_name != PLOY_NONE) {
        pl_pddl_fail(p, list, NULL, "there is a domain already");
        return;
    }
    d->domain_name = pl_pddl_intern(p, name);
    if (d->domain_name != PLOY_NONE && begin_domain(p)) read_sections(p, pl_pddl_next(p, list), true);
}

static void read_problem(pl_pddl_parser* p, uint32_t list, uint32_t name)
{
    ploy_pddl* d = p->pddl;
    if (d->domain_name == PLOY_NONE || d->problem_name != PLOY_NONE) {
        pl_pddl_fail(p, list, d->domain_name == PLOY_NONE ? "give the file with (define (domain …)) first" : NULL,
                     d->domain_name == PLOY_NONE ? "this problem has no domain" : "there is a problem already");
        return;
    }
    d->problem_name = pl_pddl_intern(p, name);
    read_sections(p, pl_pddl_next(p, list), false);
    if (!p->failed && d->goal == PLOY_NONE) pl_pddl_fail(p, list, "add (:goal …)", "the problem has no goal");
    if (!p->out_of_memory && !pl_pddl_list_members(d)) p->out_of_memory = true;
}

static void read_definition(pl_pddl_parser* p, uint32_t item)
{
    uint32_t head = pl_sexprs_is_list(&p->sexprs, item) ? pl_pddl_child(p, item) : PLOY_NONE;
    uint32_t list = pl_sexprs_is(&p->sexprs, head, "define") ? pl_pddl_next(p, head) : PLOY_NONE;
    uint32_t word = list != PLOY_NONE && pl_sexprs_is_list(&p->sexprs, list) ? pl_pddl_child(p, list) : PLOY_NONE;
    uint32_t name = word == PLOY_NONE ? PLOY_NONE : pl_pddl_next(p, word);
    bool is_domain = pl_sexprs_is(&p->sexprs, word, "domain");
    if (name == PLOY_NONE || pl_sexprs_is_list(&p->sexprs, name) ||
        (!is_domain && !pl_sexprs_is(&p->sexprs, word, "problem"))) {
        pl_pddl_fail(p, item, "a file begins with (define (domain NAME) or (define (problem NAME)",
                     "this is neither a domain nor a problem");
    } else if (is_domain) {
        read_domain(p, list, name);
    } else {
        read_problem(p, list, name);
    }
}

ploy_status pl_pddl_parse(pl_pddl_parser* p)
{
    if (p->sexprs.first == PLOY_NONE)
        pl_pddl_fail(p, PLOY_NONE, "a file begins with (define (domain NAME) or (define (problem NAME)",
                     "there is nothing to read here");
    for (uint32_t i = p->sexprs.first; i != PLOY_NONE && !p->out_of_memory; i = pl_pddl_next(p, i))
        read_definition(p, i);
    return p->out_of_memory ? PLOY_OUT_OF_MEMORY : p->failed ? PLOY_INVALID : PLOY_OK;
}
