// Formulas, effects and expressions of PDDL.

#include <string.h>

#include "base/containers/array.h"
#include "io/pddl/pddl_parser.h"

static uint32_t add_node(pl_pddl_parser* p, uint32_t item, pl_pddl_kind kind)
{
    ploy_pddl* d = p->pddl;
    pl_pddl_node node = {.kind = (uint8_t)kind, .symbol = PLOY_NONE, .child = PLOY_NONE, .next = PLOY_NONE};
    if (item != PLOY_NONE) pl_pddl_place(p, item, &node.line, &node.column);
    if (!PL_ARRAY_PUSH(&d->nodes, &d->allocator, node)) {
        p->out_of_memory = true;
        return PLOY_NONE;
    }
    return d->nodes.count - 1;
}

// The head of a list; PLOY_NONE after an error.
static uint32_t head_of(pl_pddl_parser* p, uint32_t item, const char* what)
{
    uint32_t head = pl_sexprs_is_list(&p->sexprs, item) ? pl_pddl_child(p, item) : PLOY_NONE;
    if (head != PLOY_NONE && !pl_sexprs_is_list(&p->sexprs, head)) return head;
    pl_pddl_fail(p, item, NULL, "%s is a list that begins with a word", what);
    return PLOY_NONE;
}

typedef uint32_t parse_fn(pl_pddl_parser* p, uint32_t item);

// Parses each item from `first` on as a child.
static bool add_children(pl_pddl_parser* p, uint32_t node, uint32_t first, parse_fn* parse)
{
    bool good = true;
    uint32_t last = PLOY_NONE;
    for (uint32_t i = first; i != PLOY_NONE && !p->out_of_memory; i = pl_pddl_next(p, i)) {
        uint32_t child = parse(p, i);
        if (child == PLOY_NONE) {
            good = false;
            continue;
        }
        if (last == PLOY_NONE)
            p->pddl->nodes.data[node].child = child;
        else
            p->pddl->nodes.data[last].next = child;
        last = child;
    }
    return good && !p->out_of_memory;
}

static bool has_count(pl_pddl_parser* p, uint32_t item, uint32_t count, const char* what)
{
    if (pl_sexprs_count(&p->sexprs, item) == count + 1) return true;
    pl_pddl_fail(p, item, NULL, "%s takes %u part%s", what, count, count == 1 ? "" : "s");
    return false;
}

// Atoms.

static const char* object_name(const ploy_pddl* d, uint32_t index)
{
    return pl_pddl_name(d, d->objects.data[index].name);
}

static const char* predicate_name(const ploy_pddl* d, uint32_t index)
{
    return d->symbols.data[index].is_function ? NULL : pl_pddl_name(d, d->symbols.data[index].name);
}

static const char* function_name(const ploy_pddl* d, uint32_t index)
{
    return d->symbols.data[index].is_function ? pl_pddl_name(d, d->symbols.data[index].name) : NULL;
}

static uint32_t read_term(pl_pddl_parser* p, uint32_t item)
{
    ploy_pddl* d = p->pddl;
    if (pl_sexprs_is_list(&p->sexprs, item)) {
        pl_pddl_fail(p, item, NULL, "a variable or an object is expected here, not a list");
        return PLOY_NONE;
    }
    uint32_t name = pl_pddl_intern(p, item);
    if (name == PLOY_NONE) return PLOY_NONE;
    for (uint32_t i = p->scope.count; i-- > 0;) // the innermost one of that name
        if (p->scope.data[i].name == name) return PL_PDDL_SLOT(i);
    if (pl_pddl_name(d, name)[0] == '?') {
        pl_pddl_fail(p, item, "declare it in :parameters or in a quantifier", "unknown variable '%.80s'",
                     pl_pddl_name(d, name));
        return PLOY_NONE;
    }
    uint32_t object = pl_pddl_find_object(d, name);
    if (object != PLOY_NONE) return object;
    pl_pddl_fail_unknown(p, item, "object", object_name, d->objects.count);
    return PLOY_NONE;
}

static uint32_t find_symbol(const ploy_pddl* d, uint32_t name, bool is_function)
{
    for (uint32_t i = 0; i < d->symbols.count; ++i)
        if (d->symbols.data[i].name == name && d->symbols.data[i].is_function == is_function) return i;
    return PLOY_NONE;
}

// Files that count costs without saying so: (total-cost) need not be declared.
static uint32_t add_total_cost(pl_pddl_parser* p, uint32_t name)
{
    ploy_pddl* d = p->pddl;
    pl_pddl_symbol made = {.name = name, .is_function = true};
    if (strcmp(pl_pddl_name(d, name), "total-cost") != 0) return PLOY_NONE;
    if (!PL_ARRAY_PUSH(&d->symbols, &d->allocator, made)) {
        p->out_of_memory = true;
        return PLOY_NONE;
    }
    return d->symbols.count - 1;
}

static bool has_arity(pl_pddl_parser* p, uint32_t list, uint32_t symbol)
{
    uint32_t given = pl_sexprs_is_list(&p->sexprs, list) ? pl_sexprs_count(&p->sexprs, list) - 1 : 0;
    const pl_pddl_symbol* s = &p->pddl->symbols.data[symbol];
    if (given == s->arity) return true;
    pl_pddl_fail(p, list, NULL, "'%.80s' takes %u argument%s, not %u", pl_pddl_name(p->pddl, s->name), s->arity,
                 s->arity == 1 ? "" : "s", given);
    return false;
}

// The symbol that a list or a bare word names; PLOY_NONE after an error.
static uint32_t symbol_of(pl_pddl_parser* p, uint32_t item, bool is_function)
{
    ploy_pddl* d = p->pddl;
    uint32_t head = pl_sexprs_is_list(&p->sexprs, item) ? head_of(p, item, is_function ? "a value" : "an atom") : item;
    uint32_t name = head == PLOY_NONE ? PLOY_NONE : pl_pddl_intern(p, head);
    if (name == PLOY_NONE) return PLOY_NONE;
    uint32_t symbol = find_symbol(d, name, is_function);
    if (symbol == PLOY_NONE && is_function) symbol = add_total_cost(p, name);
    if (symbol == PLOY_NONE && !p->out_of_memory)
        pl_pddl_fail_unknown(p, head, is_function ? "function" : "predicate",
                             is_function ? function_name : predicate_name, d->symbols.count);
    return symbol != PLOY_NONE && has_arity(p, item, symbol) ? symbol : PLOY_NONE;
}

static bool add_terms(pl_pddl_parser* p, uint32_t node, uint32_t first)
{
    ploy_pddl* d = p->pddl;
    bool good = true;
    d->nodes.data[node].first = d->terms.count;
    for (uint32_t i = first; i != PLOY_NONE; i = pl_pddl_next(p, i)) {
        uint32_t term = read_term(p, i);
        if (term == PLOY_NONE)
            good = false;
        else if (!PL_ARRAY_PUSH(&d->terms, &d->allocator, term))
            p->out_of_memory = true;
    }
    d->nodes.data[node].count = d->terms.count - d->nodes.data[node].first;
    return good && !p->out_of_memory;
}

static uint32_t first_term(const pl_pddl_parser* p, uint32_t item)
{
    return pl_sexprs_is_list(&p->sexprs, item) ? pl_pddl_next(p, pl_pddl_child(p, item)) : PLOY_NONE;
}

// A type as a predicate: (truck ?t).
static uint32_t type_test(pl_pddl_parser* p, uint32_t item)
{
    ploy_pddl* d = p->pddl;
    uint32_t head = pl_pddl_child(p, item);
    uint32_t name = pl_pddl_intern(p, head);
    if (name == PLOY_NONE || find_symbol(d, name, false) != PLOY_NONE) return PLOY_NONE;
    uint32_t type = pl_pddl_find_type(d, name);
    if (type == PLOY_NONE || pl_sexprs_count(&p->sexprs, item) != 2) return PLOY_NONE;
    uint32_t node = add_node(p, item, PL_PDDL_IS_TYPE);
    if (node == PLOY_NONE || !add_terms(p, node, pl_pddl_next(p, head))) return PLOY_NONE;
    d->nodes.data[node].symbol = pl_pddl_set_of(p, &type, 1);
    return p->out_of_memory ? PLOY_NONE : node;
}

static uint32_t read_atom(pl_pddl_parser* p, uint32_t item)
{
    uint32_t head = head_of(p, item, "a condition");
    if (head == PLOY_NONE) return PLOY_NONE;
    uint32_t test = type_test(p, item);
    if (test != PLOY_NONE || p->out_of_memory) return test;
    uint32_t symbol = symbol_of(p, item, false);
    uint32_t node = symbol == PLOY_NONE ? PLOY_NONE : add_node(p, item, PL_PDDL_ATOM);
    if (node == PLOY_NONE) return PLOY_NONE;
    p->pddl->nodes.data[node].symbol = symbol;
    return add_terms(p, node, first_term(p, item)) ? node : PLOY_NONE;
}

uint32_t pl_pddl_ground_atom(pl_pddl_parser* p, uint32_t item, bool is_function, uint32_t* objects, uint32_t max)
{
    PL_ARRAY_CLEAR(&p->scope);
    if (!is_function && head_of(p, item, "what holds at the start") == PLOY_NONE) return PLOY_NONE;
    uint32_t symbol = symbol_of(p, item, is_function);
    if (symbol == PLOY_NONE) return PLOY_NONE;
    uint32_t count = 0;
    for (uint32_t i = first_term(p, item); i != PLOY_NONE; i = pl_pddl_next(p, i)) {
        uint32_t object = read_term(p, i);
        if (object == PLOY_NONE) return PLOY_NONE;
        if (count == max) {
            pl_pddl_fail(p, i, NULL, "more than %u arguments", max);
            return PLOY_NONE;
        }
        objects[count++] = object;
    }
    return symbol;
}

// Expressions.

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// What a sum of binary fractions leaves after the third decimal: 16.799999999999997 is 16.8. The digits from `at` on begin
// with six zeros or six nines, or all of them are zeros. Returns what they add to the third decimal: 0, 1, or -1 if neither.
static int round_decimals(const char* at, const char* end)
{
    enum
    {
        SURE = 6
    };
    ptrdiff_t same = 1;
    while (at + same < end && at[same] == *at) ++same;
    bool is_all = at + same == end || !is_digit(at[same]);
    if (*at == '0' && (is_all || same >= SURE)) return 0;
    return *at == '9' && same >= SURE ? 1 : -1;
}

// Fixed point: three decimals, and what is as good as none after them.
bool pl_pddl_number(const pl_pddl_parser* p, uint32_t item, int64_t* fixed)
{
    const pl_sexpr* s = pl_pddl_item(p, item);
    const char *at = p->sexprs.text + s->at, *end = at + s->length;
    bool is_negative = at < end && *at == '-';
    int64_t whole = 0, unit = PLOY_UNIT;
    if (at < end && (*at == '-' || *at == '+')) ++at;
    if (at == end || (!is_digit(*at) && *at != '.')) return false;
    for (; at < end && is_digit(*at); ++at) {
        whole = whole * 10 + (*at - '0');
        if (whole > INT64_C(1000000000000)) return false;
    }
    whole *= PLOY_UNIT;
    if (at < end && *at == '.') {
        for (++at; at < end && is_digit(*at) && unit > 1; ++at) {
            unit /= 10;
            whole += (*at - '0') * unit;
        }
        int rest = at < end && is_digit(*at) ? round_decimals(at, end) : 0;
        if (rest < 0) return false;
        whole += rest;
        while (at < end && is_digit(*at)) ++at;
    }
    *fixed = is_negative ? -whole : whole;
    return at == end;
}

static uint32_t read_number(pl_pddl_parser* p, uint32_t item)
{
    int64_t fixed = 0;
    if (!pl_pddl_number(p, item, &fixed)) {
        pl_pddl_fail(p, item, "numbers lie within 10^12 and have at most three decimals", "this is not a number");
        return PLOY_NONE;
    }
    uint32_t node = add_node(p, item, PL_PDDL_NUMBER);
    if (node != PLOY_NONE) p->pddl->nodes.data[node].number = fixed;
    return node;
}

static bool looks_like_number(const pl_pddl_parser* p, uint32_t item)
{
    const pl_sexpr* s = pl_pddl_item(p, item);
    const char* at = p->sexprs.text + s->at;
    if (s->length == 0) return false;
    return is_digit(at[0]) || (s->length > 1 && (at[0] == '-' || at[0] == '+' || at[0] == '.') && is_digit(at[1]));
}

static uint32_t read_place(pl_pddl_parser* p, uint32_t item)
{
    uint32_t symbol = symbol_of(p, item, true);
    uint32_t node = symbol == PLOY_NONE ? PLOY_NONE : add_node(p, item, PL_PDDL_VALUE);
    if (node == PLOY_NONE) return PLOY_NONE;
    p->pddl->nodes.data[node].symbol = symbol;
    return add_terms(p, node, first_term(p, item)) ? node : PLOY_NONE;
}

static uint32_t read_value_of(pl_pddl_parser* p, uint32_t item)
{
    uint32_t node = read_place(p, item);
    if (node != PLOY_NONE) p->pddl->symbols.data[p->pddl->nodes.data[node].symbol].is_read = true;
    return node;
}

uint32_t pl_pddl_expression(pl_pddl_parser* p, uint32_t item)
{
    static const struct
    {
        const char* word;
        pl_pddl_kind kind;
    } signs[] = {{"+", PL_PDDL_PLUS}, {"-", PL_PDDL_MINUS}, {"*", PL_PDDL_TIMES}, {"/", PL_PDDL_DIVIDE}};
    if (!pl_sexprs_is_list(&p->sexprs, item))
        return looks_like_number(p, item) ? read_number(p, item) : read_value_of(p, item);
    uint32_t head = pl_pddl_child(p, item);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; ++i) {
        if (!pl_sexprs_is(&p->sexprs, head, signs[i].word)) continue;
        uint32_t count = pl_sexprs_count(&p->sexprs, item) - 1;
        bool is_binary = signs[i].kind == PL_PDDL_DIVIDE ? count == 2
                         : signs[i].kind == PL_PDDL_MINUS ? count == 1 || count == 2
                                                          : count >= 2;
        if (!is_binary) {
            pl_pddl_fail(p, item, NULL, "'%s' has the wrong number of parts", signs[i].word);
            return PLOY_NONE;
        }
        uint32_t node = add_node(p, item, signs[i].kind);
        if (node == PLOY_NONE) return PLOY_NONE;
        return add_children(p, node, pl_pddl_next(p, head), pl_pddl_expression) ? node : PLOY_NONE;
    }
    return read_value_of(p, item);
}

// Conditions.

static uint32_t read_quantifier(pl_pddl_parser* p, uint32_t item, pl_pddl_kind kind, parse_fn* parse)
{
    if (!has_count(p, item, 2, kind == PL_PDDL_FORALL ? "forall" : "exists")) return PLOY_NONE;
    uint32_t list = pl_pddl_next(p, pl_pddl_child(p, item));
    uint32_t node = add_node(p, item, kind);
    if (node == PLOY_NONE) return PLOY_NONE;
    uint32_t slot = p->scope.count, count;
    uint32_t first = pl_pddl_declare(p, list, &count);
    if (count > PL_PDDL_MAX_QUANTIFIED)
        pl_pddl_fail(p, list, NULL, "more than %d variables in one quantifier", PL_PDDL_MAX_QUANTIFIED);
    pl_pddl_node* n = &p->pddl->nodes.data[node];
    n->slot = slot;
    n->first = first;
    n->count = count;
    bool good = !p->out_of_memory && add_children(p, node, pl_pddl_next(p, list), parse);
    p->scope.count = slot;
    return good ? node : PLOY_NONE;
}

static uint32_t read_same(pl_pddl_parser* p, uint32_t item)
{
    uint32_t a = pl_pddl_next(p, pl_pddl_child(p, item)), b = pl_pddl_next(p, a);
    bool numeric = pl_sexprs_is_list(&p->sexprs, a) || pl_sexprs_is_list(&p->sexprs, b) || looks_like_number(p, a) ||
                   looks_like_number(p, b);
    uint32_t node = add_node(p, item, numeric ? PL_PDDL_EQUAL : PL_PDDL_SAME);
    if (node == PLOY_NONE) return PLOY_NONE;
    bool good = numeric ? add_children(p, node, a, pl_pddl_expression) : add_terms(p, node, a);
    return good ? node : PLOY_NONE;
}

static const struct
{
    const char* word;
    pl_pddl_kind kind;
    uint32_t count; // parts; 0: any number
} condition_words[] = {
    {"and", PL_PDDL_AND, 0},     {"or", PL_PDDL_OR, 0},       {"not", PL_PDDL_NOT, 1},
    {"imply", PL_PDDL_IMPLY, 2}, {"<", PL_PDDL_LESS, 2},      {"<=", PL_PDDL_AT_MOST, 2},
    {">", PL_PDDL_GREATER, 2},   {">=", PL_PDDL_AT_LEAST, 2}, {"=", PL_PDDL_SAME, 2},
};

uint32_t pl_pddl_condition(pl_pddl_parser* p, uint32_t item)
{
    bool is_empty = item == PLOY_NONE || (pl_sexprs_is_list(&p->sexprs, item) && pl_pddl_child(p, item) == PLOY_NONE);
    if (is_empty) return add_node(p, item, PL_PDDL_AND);
    uint32_t head = head_of(p, item, "a condition");
    if (head == PLOY_NONE) return PLOY_NONE;
    if (pl_sexprs_is(&p->sexprs, head, "forall"))
        return read_quantifier(p, item, PL_PDDL_FORALL, pl_pddl_condition);
    if (pl_sexprs_is(&p->sexprs, head, "exists"))
        return read_quantifier(p, item, PL_PDDL_EXISTS, pl_pddl_condition);
    if (pl_sexprs_is(&p->sexprs, head, "preference")) {
        pl_pddl_fail(p, head, NULL, "preferences are not supported");
        return PLOY_NONE;
    }
    for (size_t i = 0; i < sizeof condition_words / sizeof *condition_words; ++i) {
        if (!pl_sexprs_is(&p->sexprs, head, condition_words[i].word)) continue;
        if (condition_words[i].count && !has_count(p, item, condition_words[i].count, condition_words[i].word))
            return PLOY_NONE;
        if (condition_words[i].kind == PL_PDDL_SAME) return read_same(p, item);
        uint32_t node = add_node(p, item, condition_words[i].kind);
        bool numeric = condition_words[i].kind >= PL_PDDL_LESS;
        if (node == PLOY_NONE) return PLOY_NONE;
        bool good = add_children(p, node, pl_pddl_next(p, head), numeric ? pl_pddl_expression : pl_pddl_condition);
        return good ? node : PLOY_NONE;
    }
    return read_atom(p, item);
}

// Effects.

static uint32_t read_effect_atom(pl_pddl_parser* p, uint32_t item)
{
    uint32_t node = read_atom(p, item);
    if (node == PLOY_NONE) return PLOY_NONE;
    const pl_pddl_node* n = &p->pddl->nodes.data[node];
    if (n->kind != PL_PDDL_ATOM) {
        pl_pddl_fail(p, item, "declare a predicate of that name", "an effect cannot change a type");
        return PLOY_NONE;
    }
    p->pddl->symbols.data[n->symbol].is_changed = true;
    return node;
}

static uint32_t read_change(pl_pddl_parser* p, uint32_t item, pl_pddl_kind kind)
{
    uint32_t place = pl_pddl_next(p, pl_pddl_child(p, item));
    uint32_t node = add_node(p, item, kind);
    uint32_t value = node == PLOY_NONE ? PLOY_NONE : read_place(p, place);
    uint32_t amount = value == PLOY_NONE ? PLOY_NONE : pl_pddl_expression(p, pl_pddl_next(p, place));
    if (amount == PLOY_NONE) return PLOY_NONE;
    ploy_pddl* d = p->pddl;
    d->nodes.data[node].child = value;
    d->nodes.data[value].next = amount;
    d->symbols.data[d->nodes.data[value].symbol].is_changed = true;
    return node;
}

static uint32_t read_when(pl_pddl_parser* p, uint32_t item)
{
    uint32_t condition = pl_pddl_next(p, pl_pddl_child(p, item));
    uint32_t node = add_node(p, item, PL_PDDL_WHEN);
    uint32_t a = node == PLOY_NONE ? PLOY_NONE : pl_pddl_condition(p, condition);
    if (p->in_when) pl_pddl_fail(p, item, "join the conditions with (and …)", "a when inside a when");
    p->in_when = true;
    uint32_t b = node == PLOY_NONE ? PLOY_NONE : pl_pddl_effect(p, pl_pddl_next(p, condition));
    p->in_when = false;
    if (a == PLOY_NONE || b == PLOY_NONE) return PLOY_NONE;
    p->pddl->nodes.data[node].child = a;
    p->pddl->nodes.data[a].next = b;
    return node;
}

static const struct
{
    const char* word;
    pl_pddl_kind kind;
} change_words[] = {
    {"assign", PL_PDDL_ASSIGN},     {"increase", PL_PDDL_INCREASE},     {"decrease", PL_PDDL_DECREASE},
    {"scale-up", PL_PDDL_SCALE_UP}, {"scale-down", PL_PDDL_SCALE_DOWN},
};

uint32_t pl_pddl_effect(pl_pddl_parser* p, uint32_t item)
{
    bool is_empty = item == PLOY_NONE || (pl_sexprs_is_list(&p->sexprs, item) && pl_pddl_child(p, item) == PLOY_NONE);
    if (is_empty) return add_node(p, item, PL_PDDL_AND);
    uint32_t head = head_of(p, item, "an effect");
    if (head == PLOY_NONE) return PLOY_NONE;
    if (pl_sexprs_is(&p->sexprs, head, "forall")) return read_quantifier(p, item, PL_PDDL_FORALL, pl_pddl_effect);
    if (pl_sexprs_is(&p->sexprs, head, "when"))
        return has_count(p, item, 2, "when") ? read_when(p, item) : PLOY_NONE;
    for (size_t i = 0; i < sizeof change_words / sizeof *change_words; ++i)
        if (pl_sexprs_is(&p->sexprs, head, change_words[i].word))
            return has_count(p, item, 2, change_words[i].word) ? read_change(p, item, change_words[i].kind) : PLOY_NONE;
    static const char* const conditions[] = {"or", "imply", "exists", "oneof", "=", "<", ">", "<=", ">="};
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; ++i) {
        if (!pl_sexprs_is(&p->sexprs, head, conditions[i])) continue;
        pl_pddl_fail(p, head, "an effect is an atom, or begins with and, not, forall, when, assign, increase or decrease",
                     "'%s' is no effect", conditions[i]);
        return PLOY_NONE;
    }
    bool is_not = pl_sexprs_is(&p->sexprs, head, "not");
    if (!is_not && !pl_sexprs_is(&p->sexprs, head, "and")) return read_effect_atom(p, item);
    if (is_not && !has_count(p, item, 1, "not")) return PLOY_NONE;
    uint32_t node = add_node(p, item, is_not ? PL_PDDL_NOT : PL_PDDL_AND);
    if (node == PLOY_NONE) return PLOY_NONE;
    return add_children(p, node, pl_pddl_next(p, head), is_not ? read_effect_atom : pl_pddl_effect) ? node : PLOY_NONE;
}
