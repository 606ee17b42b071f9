// A domain of Ploy as PDDL with parameters, for any planner that knows ADL conditions and action costs.
//
//   type, object   a type, a constant. The values of numbers are constants of the type `amount`
//   symbol         a predicate; if it is no bool, its value is the last argument: (at ?truck ?place), (wood n3)
//   table          a predicate of which nothing changes
//   effect         deletes the old value, which the precondition names, or else one more parameter:
//                  "wood += 1" has (wood ?was1) and (wood-plus-1 ?was1 ?is2), which says where that stays in range
//   number         a comparison is an `or` over the values for which it holds
//   cost           a number, or a function of what it reads: parameters and values. If it reads a bool, the action is
//                  written twice: where that holds, and where it does not
//
// An expression is evaluated with its symbols replaced by constants, so that it is what the planner computes.

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "io/pddl/pddl_domain.h"
#include "io/pddl/pddl_write.h"
#include "plan/language/expression.h"

enum
{
    MAX_READS = 12,     // values that an action names by parameters of its own
    MAX_VALUES = 4,     // symbols in one comparison of numbers or cost
    MAX_CHOICES = 4096, // combinations of their values in a comparison
    MAX_COSTS = 100000, // values of one cost function
    MAX_TERM = 64
};

/// A value that the action names: of a symbol, or of a table.
typedef struct value_read
{
    uint32_t node;
    bool is_parameter; // else the precondition says what it is, and `term` is that
    char term[MAX_TERM];
    uint32_t known1; // index of the value plus one, if the precondition says it; 0: a parameter
} value_read;

/// "wood-plus-1": from a value of a symbol to the value after an addition.
typedef struct value_sum
{
    uint32_t symbol, name;
    int64_t amount; // in steps of the symbol
    bool clamps;
} value_sum;

typedef struct schema_writer
{
    pl_pddl_output* o;
    const ploy_domain* domain;
    pl_names object_names, names, variables;
    uint32_t *objects, *types, *symbols, *tables; // names
    bool* is_table_used;
    uint32_t number_type;
    uint32_t number_count; // names of numbers: the first of object_names
    pl_expression tree;
    PL_ARRAY(pl_node) scratch; // a copy of its nodes, to evaluate with values in place of symbols
    const pl_declaration* declaration;
    const uint32_t* args; // of the goal; NULL: parameters are variables
    char params[PLOY_MAX_ARGS][MAX_TERM];
    value_read reads[MAX_READS];
    uint32_t read_count;
    PL_ARRAY(value_sum) sums;
    PL_ARRAY(uint32_t) roots;            // of the clauses of the action or goal in the making
    pl_pddl_text pre, given, effect, extra; // of it: conditions, those on values, effects, parameters
    pl_pddl_text actions, functions, costs, goal, whole;
    pl_pddl_text* at; // the one that is written to
    int64_t unit;
    bool is_measuring; // for the unit of costs
    char* why;
    size_t why_size;
    bool is_refused;
} schema_writer;

static bool is_over(const schema_writer* l)
{
    return l->is_refused || l->o->status != PLOY_OK;
}

PL_PRINTF(2, 3) static void refuse(schema_writer* l, const char* format, ...)
{
    va_list list;
    if (l->is_refused) return;
    l->is_refused = true;
    va_start(list, format);
    vsnprintf(l->why, l->why_size, format, list);
    va_end(list);
}

PL_PRINTF(2, 3) static void put(schema_writer* l, const char* format, ...)
{
    va_list list;
    va_start(list, format);
    if (!pl_pddl_text_format(l->at, &l->domain->allocator, format, list)) l->o->status = PLOY_OUT_OF_MEMORY;
    va_end(list);
}

// Names.

static const char* object_name(const schema_writer* l, uint32_t type, uint32_t object)
{
    return pl_names_text(&l->object_names, l->objects[l->domain->types.data[type].first_object + object]);
}

static const char* name_of(const schema_writer* l, uint32_t name)
{
    return pl_names_text(&l->names, name);
}

static bool is_numeric(const pl_symbol* symbol)
{
    return symbol->kind == PLOY_VALUE_INT || symbol->kind == PLOY_VALUE_DECIMAL;
}

// "-5" of 500/1000: what stands after the point.
static void put_decimals(char* text, size_t size, int64_t rest)
{
    int used = snprintf(text, size, "-%03d", (int)(rest < 0 ? -rest : rest));
    while (text[used - 1] == '0') text[--used] = '\0';
}

// "n3", "n0-5", "n-2": a value of a symbol, by its index.
static const char* number_name(const pl_symbol* symbol, uint32_t index, char* text)
{
    int64_t value = pl_symbol_value(symbol, index);
    int64_t whole = symbol->kind == PLOY_VALUE_INT ? value : value / PLOY_UNIT;
    int64_t rest = symbol->kind == PLOY_VALUE_INT ? 0 : value % PLOY_UNIT;
    int used = snprintf(text, MAX_TERM, "n%s%" PRId64, value < 0 && whole == 0 ? "-" : "", whole);
    if (rest) put_decimals(text + used, MAX_TERM - (size_t)used, rest);
    return text;
}

static const char* value_name(const schema_writer* l, const pl_symbol* symbol, uint32_t index, char* text)
{
    if (is_numeric(symbol)) return number_name(symbol, index, text);
    return object_name(l, symbol->type, index);
}

static const char* type_name(const schema_writer* l, const pl_symbol* symbol)
{
    return name_of(l, is_numeric(symbol) ? l->number_type : l->types[symbol->type]);
}

static void take_names(schema_writer* l)
{
    static const char* const words[] = {"object", "either", "and",   "or",         "not",      "forall",
                                        "exists", "when",   "imply", "total-cost", "increase", "number"};
    const ploy_domain* d = l->domain;
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i) pl_pddl_output_take(l->o, &l->names, words[i]);
    for (uint32_t i = 0; i < d->types.count; ++i)
        l->types[i] = pl_pddl_output_take(l->o, &l->names, d->types.data[i].name);
    l->number_type = pl_pddl_output_take(l->o, &l->names, "amount");
    for (uint32_t i = 0; i < d->symbols.count; ++i)
        l->symbols[i] = pl_pddl_output_take(l->o, &l->names, d->symbols.data[i].name);
    for (uint32_t i = 0; i < d->tables.count; ++i)
        l->tables[i] = pl_pddl_output_take(l->o, &l->names, d->tables.data[i].name);
    // The names of numbers come first, so that no object gets one.
    for (uint32_t i = 0; i < d->symbols.count; ++i) {
        const pl_symbol* symbol = &d->symbols.data[i];
        for (uint32_t k = 0; is_numeric(symbol) && k < symbol->size && !is_over(l); ++k) {
            char text[MAX_TERM];
            number_name(symbol, k, text);
            if (pl_names_intern(&l->object_names, text, strlen(text)) == PLOY_NONE) l->o->status = PLOY_OUT_OF_MEMORY;
        }
    }
    l->number_count = l->object_names.list.count;
    for (uint32_t i = 0; i < d->objects.count && !is_over(l); ++i)
        l->objects[i] =
            pl_pddl_output_take(l->o, &l->object_names, d->objects.data[i].name ? d->objects.data[i].name : "x");
}

// Terms.

static const pl_node* node_at(const schema_writer* l, uint32_t node)
{
    return &l->tree.nodes.data[node];
}

static bool is_same_tree(const schema_writer* l, uint32_t a, uint32_t b)
{
    const pl_node *x = node_at(l, a), *y = node_at(l, b);
    if (x->kind != y->kind || x->index != y->index) return false;
    uint32_t i = x->child, k = y->child;
    for (; i != PLOY_NONE && k != PLOY_NONE; i = node_at(l, i)->next, k = node_at(l, k)->next)
        if (!is_same_tree(l, i, k)) return false;
    return i == k;
}

static const char* term_of(schema_writer* l, uint32_t node);

static void put_indices(schema_writer* l, uint32_t node)
{
    for (uint32_t i = node_at(l, node)->child; i != PLOY_NONE; i = node_at(l, i)->next) {
        const char* term = term_of(l, i);
        put(l, " %s", term);
    }
}

// A symbol or a table and its indices: "at ?t".
static void put_symbol(schema_writer* l, uint32_t node)
{
    const pl_node* n = node_at(l, node);
    put(l, "%s", name_of(l, n->kind == PL_NODE_TABLE ? l->tables[n->index] : l->symbols[n->index]));
    if (n->kind == PL_NODE_TABLE) l->is_table_used[n->index] = true;
    put_indices(l, node);
}

static const char* take_variable(schema_writer* l, const char* wanted, char* term)
{
    uint32_t name = pl_pddl_output_take(l->o, &l->variables, wanted);
    if (name != PLOY_NONE) snprintf(term, MAX_TERM, "?%.60s", pl_names_text(&l->variables, name));
    return term;
}

static value_read* find_read(schema_writer* l, uint32_t node)
{
    for (uint32_t i = 0; i < l->read_count; ++i)
        if (is_same_tree(l, l->reads[i].node, node)) return &l->reads[i];
    return NULL;
}

static value_read* add_read(schema_writer* l, uint32_t node)
{
    if (l->read_count == MAX_READS) {
        refuse(l, "action '%.60s' changes more than %d values", l->declaration->name, MAX_READS);
        return NULL;
    }
    value_read* read = &l->reads[l->read_count++];
    *read = (value_read){.node = node};
    return read;
}

// One more parameter, which is the value of a symbol or table in the state before the action.
static value_read* read_value(schema_writer* l, uint32_t node)
{
    value_read* read = find_read(l, node);
    if (read || is_over(l)) return read;
    if (l->args) {
        refuse(l, "the goal reads a value of a table");
        return NULL;
    }
    pl_pddl_text* before = l->at;
    char term[MAX_TERM] = "";
    take_variable(l, "was", term);
    l->at = &l->given;
    put(l, " (");
    put_symbol(l, node);
    put(l, " %s)", term);
    l->at = before;
    read = add_read(l, node);
    if (!read) return NULL;
    read->is_parameter = true;
    memcpy(read->term, term, sizeof term);
    return read;
}

// Of an object: its name, a variable, or what a table says.
static const char* term_of(schema_writer* l, uint32_t node)
{
    const pl_node* n = node_at(l, node);
    if (n->kind == PL_NODE_OBJECT) return object_name(l, n->type, n->index);
    if (n->kind == PL_NODE_PARAM && l->args)
        return object_name(l, l->declaration->params[n->index].type, l->args[n->index]);
    if (n->kind == PL_NODE_PARAM) return l->params[n->index];
    const value_read* read = n->kind == PL_NODE_TABLE ? read_value(l, node) : NULL;
    if (!read && !is_over(l)) refuse(l, "an index is neither an object nor a parameter");
    return read ? read->term : "";
}

// Conditions.

static void put_condition(schema_writer* l, uint32_t node);

static void put_list(schema_writer* l, const char* word, uint32_t first)
{
    put(l, "(%s", word);
    for (uint32_t i = first; i != PLOY_NONE; i = node_at(l, i)->next) {
        put(l, " ");
        put_condition(l, i);
    }
    put(l, ")");
}

// Both hold, or neither.
static void put_same(schema_writer* l, uint32_t a, uint32_t b, bool is_same)
{
    for (int k = 0; k < 2; ++k) {
        put(l, k ? " (and %s" : "(or (and %s", k ? "(not " : "");
        put_condition(l, a);
        put(l, "%s %s", k ? ")" : "", is_same == (k == 0) ? "" : "(not ");
        put_condition(l, b);
        put(l, "%s)", is_same == (k == 0) ? "" : ")");
    }
    put(l, ")");
}

static void put_objects_same(schema_writer* l, uint32_t a, uint32_t b)
{
    bool a_symbol = node_at(l, a)->kind == PL_NODE_SYMBOL, b_symbol = node_at(l, b)->kind == PL_NODE_SYMBOL;
    if (a_symbol && b_symbol) {
        char term[MAX_TERM] = "";
        take_variable(l, "both", term);
        put(l, "(exists (%s - %s) (and (", term, name_of(l, l->types[node_at(l, a)->type]));
        put_symbol(l, a);
        put(l, " %s) (", term);
        put_symbol(l, b);
        put(l, " %s)))", term);
    } else if (a_symbol || b_symbol) {
        put(l, "(");
        put_symbol(l, a_symbol ? a : b);
        const char* term = term_of(l, a_symbol ? b : a);
        put(l, " %s)", term);
    } else {
        char first[MAX_TERM];
        snprintf(first, sizeof first, "%s", term_of(l, a));
        put(l, "(= %s %s)", first, term_of(l, b));
    }
}

/// The symbols that an expression reads, each once, and a value for each.
typedef struct value_choice
{
    uint32_t nodes[MAX_VALUES];
    uint32_t values[MAX_VALUES];
    uint32_t count;
} value_choice;

static void list_values(schema_writer* l, uint32_t node, value_choice* list)
{
    const pl_node* n = node_at(l, node);
    for (uint32_t i = n->child; n->kind != PL_NODE_SYMBOL && i != PLOY_NONE; i = node_at(l, i)->next)
        list_values(l, i, list);
    if (n->kind != PL_NODE_SYMBOL) return;
    for (uint32_t i = 0; i < list->count; ++i)
        if (is_same_tree(l, list->nodes[i], node)) return;
    if (list->count == MAX_VALUES)
        refuse(l, "a number of '%.60s' is computed from more than %d symbols", l->declaration->name, MAX_VALUES);
    else
        list->nodes[list->count++] = node;
}

static uint32_t size_of(const schema_writer* l, const value_choice* list, uint32_t index)
{
    return l->domain->symbols.data[node_at(l, list->nodes[index])->index].size;
}

static uint64_t count_choices(const schema_writer* l, const value_choice* list)
{
    uint64_t count = 1;
    for (uint32_t i = 0; i < list->count; ++i) count *= size_of(l, list, i);
    return count;
}

static bool next_choice(const schema_writer* l, value_choice* list)
{
    for (uint32_t i = list->count; i-- > 0;) {
        if (++list->values[i] < size_of(l, list, i)) return true;
        list->values[i] = 0;
    }
    return false;
}

// Writes the values into the scratch nodes, in place of the symbols.
static void replace_symbols(schema_writer* l, uint32_t node, const value_choice* list)
{
    const pl_node* n = node_at(l, node);
    pl_node* into = &l->scratch.data[node];
    for (uint32_t i = n->child; n->kind != PL_NODE_SYMBOL && i != PLOY_NONE; i = node_at(l, i)->next)
        replace_symbols(l, i, list);
    for (uint32_t i = 0; n->kind == PL_NODE_SYMBOL && i < list->count; ++i) {
        if (!is_same_tree(l, list->nodes[i], node)) continue;
        into->constant = n->sort == PL_SORT_NUMBER;
        into->kind = n->sort == PL_SORT_BOOL ? PL_NODE_BOOL : n->sort == PL_SORT_OBJECT ? PL_NODE_OBJECT : n->kind;
        if (n->sort == PL_SORT_NUMBER)
            into->min = into->max = pl_symbol_value(&l->domain->symbols.data[n->index], list->values[i]);
        else
            into->index = list->values[i];
    }
}

static bool reads_table(const schema_writer* l, uint32_t node)
{
    const pl_node* n = node_at(l, node);
    bool reads = n->kind == PL_NODE_TABLE;
    for (uint32_t i = n->child; i != PLOY_NONE && !reads; i = node_at(l, i)->next) reads = reads_table(l, i);
    return reads;
}

static void put_choice(schema_writer* l, const value_choice* list)
{
    char text[MAX_TERM];
    put(l, "%s", list->count > 1 ? " (and" : "");
    for (uint32_t i = 0; i < list->count; ++i) {
        put(l, " (");
        put_symbol(l, list->nodes[i]);
        put(l, " %s)", number_name(&l->domain->symbols.data[node_at(l, list->nodes[i])->index], list->values[i], text));
    }
    put(l, "%s", list->count > 1 ? ")" : "");
}

// The values for which it holds.
static void put_compared(schema_writer* l, uint32_t node)
{
    value_choice list = {.count = 0};
    pl_scope scope = {.domain = l->domain, .nodes = l->scratch.data, .args = l->args};
    list_values(l, node, &list);
    for (uint32_t i = 0; i < list.count; ++i)
        if (node_at(l, list.nodes[i])->sort != PL_SORT_NUMBER)
            refuse(l, "a condition of '%.60s' computes a number from what is none", l->declaration->name);
    if (reads_table(l, node)) refuse(l, "a condition of '%.60s' compares numbers of a table", l->declaration->name);
    if (count_choices(l, &list) > MAX_CHOICES)
        refuse(l, "a condition of '%.60s' compares too many values", l->declaration->name);
    if (is_over(l)) return;
    if (list.count == 0) {
        put(l, "%s", pl_scope_holds(&scope, node) ? "(and)" : "(or)");
        return;
    }
    uint32_t start = l->at->count, count = 0;
    put(l, "(or");
    do {
        replace_symbols(l, node, &list);
        if (!pl_scope_holds(&scope, node)) continue;
        put_choice(l, &list);
        ++count;
    } while (next_choice(l, &list) && !is_over(l));
    if (count != 1) {
        put(l, ")");
    } else if (!is_over(l)) { // without the "(or "
        memmove(l->at->data + start, l->at->data + start + 4, l->at->count - start - 3);
        l->at->count -= 4;
    }
}

static void put_comparison(schema_writer* l, uint32_t node)
{
    const pl_node* n = node_at(l, node);
    uint32_t a = n->child, b = node_at(l, a)->next;
    if (node_at(l, a)->sort == PL_SORT_NUMBER) {
        put_compared(l, node);
    } else if (node_at(l, a)->sort == PL_SORT_BOOL) {
        put_same(l, a, b, n->kind == PL_NODE_EQ);
    } else {
        put(l, "%s", n->kind == PL_NODE_NE ? "(not " : "");
        put_objects_same(l, a, b);
        put(l, "%s", n->kind == PL_NODE_NE ? ")" : "");
    }
}

static void put_condition(schema_writer* l, uint32_t node)
{
    const pl_node* n = node_at(l, node);
    if (is_over(l)) return;
    switch (n->kind) {
    case PL_NODE_BOOL:
        put(l, "%s", n->index ? "(and)" : "(or)");
        break;
    case PL_NODE_AND:
        put_list(l, "and", n->child);
        break;
    case PL_NODE_OR:
        put_list(l, "or", n->child);
        break;
    case PL_NODE_NOT:
        put_list(l, "not", n->child);
        break;
    case PL_NODE_XOR:
        put_same(l, n->child, node_at(l, n->child)->next, false);
        break;
    case PL_NODE_NAND:
        put(l, "(not ");
        put_list(l, "and", n->child);
        put(l, ")");
        break;
    case PL_NODE_SYMBOL:
    case PL_NODE_TABLE:
        put(l, "(");
        put_symbol(l, node);
        put(l, ")");
        break;
    case PL_NODE_EQ:
    case PL_NODE_NE:
    case PL_NODE_LT:
    case PL_NODE_LE:
    case PL_NODE_GT:
    case PL_NODE_GE:
        put_comparison(l, node);
        break;
    default:
        refuse(l, "a condition of '%.60s' has a form that PDDL has not", l->declaration->name);
    }
}

// Effects.

// "at(t) = from" or "wood = 5" in the precondition: the value need not be a parameter.
static void note_known(schema_writer* l, uint32_t node)
{
    const pl_node* n = node_at(l, node);
    for (uint32_t i = n->child; n->kind == PL_NODE_AND && i != PLOY_NONE; i = node_at(l, i)->next) note_known(l, i);
    if (n->kind != PL_NODE_EQ || l->read_count == MAX_READS) return;
    for (int k = 0; k < 2; ++k) {
        uint32_t a = k ? node_at(l, n->child)->next : n->child, b = k ? n->child : node_at(l, n->child)->next;
        const pl_node *symbol = node_at(l, a), *value = node_at(l, b);
        if (symbol->kind != PL_NODE_SYMBOL || find_read(l, a)) continue;
        const pl_symbol* s = &l->domain->symbols.data[symbol->index];
        bool is_object = value->kind == PL_NODE_OBJECT || value->kind == PL_NODE_PARAM;
        if (symbol->sort == PL_SORT_OBJECT && is_object) {
            value_read* read = add_read(l, a);
            if (read) snprintf(read->term, sizeof read->term, "%s", term_of(l, b));
        } else if (symbol->sort == PL_SORT_NUMBER && value->constant && value->scale <= 1) {
            int64_t number = s->kind == PLOY_VALUE_INT && value->scale        ? value->min / PLOY_UNIT
                             : s->kind == PLOY_VALUE_DECIMAL && !value->scale ? value->min * PLOY_UNIT
                                                                              : value->min;
            if (number < s->min || number > pl_symbol_max(s) || (number - s->min) % s->step) return;
            if (s->kind == PLOY_VALUE_INT && value->scale && value->min % PLOY_UNIT) return;
            value_read* read = add_read(l, a);
            if (!read) return;
            read->known1 = (uint32_t)((number - s->min) / s->step) + 1;
            number_name(s, read->known1 - 1, read->term);
        }
    }
}

static void put_change(schema_writer* l, uint32_t symbol, const char* before, const char* after)
{
    put(l, " (not (");
    put_symbol(l, symbol);
    put(l, " %s)) (", before);
    put_symbol(l, symbol);
    put(l, " %s)", after);
}

static uint32_t sum_name(schema_writer* l, uint32_t symbol, int64_t amount, bool clamps)
{
    for (uint32_t i = 0; i < l->sums.count; ++i) {
        const value_sum* s = &l->sums.data[i];
        if (s->symbol == symbol && s->amount == amount && s->clamps == clamps) return s->name;
    }
    char text[160], number[32];
    const pl_symbol* s = &l->domain->symbols.data[symbol];
    int64_t value = (amount < 0 ? -amount : amount) * s->step;
    bool is_whole = s->kind == PLOY_VALUE_INT || value % PLOY_UNIT == 0;
    snprintf(number, sizeof number, "%" PRId64, s->kind == PLOY_VALUE_INT ? value : value / PLOY_UNIT);
    if (!is_whole) put_decimals(number + strlen(number), 8, value % PLOY_UNIT);
    snprintf(text, sizeof text, "%.80s-%s-%s", name_of(l, l->symbols[symbol]), amount < 0 ? "minus" : "plus", number);
    value_sum made = {symbol, pl_pddl_output_take(l->o, &l->names, text), amount, clamps};
    if (!PL_ARRAY_PUSH(&l->sums, &l->domain->allocator, made)) l->o->status = PLOY_OUT_OF_MEMORY;
    return made.name;
}

// The index of the value after an addition; -1: out of range.
static int64_t added(const pl_symbol* symbol, int64_t index, int64_t amount, bool clamps)
{
    int64_t sum = index + amount, last = (int64_t)symbol->size - 1;
    if (sum >= 0 && sum <= last) return sum;
    return !clamps ? -1 : sum < 0 ? 0 : last;
}

static void put_add(schema_writer* l, uint32_t node, bool clamps)
{
    const pl_node* n = node_at(l, node);
    uint32_t symbol = node_at(l, n->child)->index;
    const pl_symbol* s = &l->domain->symbols.data[symbol];
    const value_read* read = n->min == 0 ? NULL : read_value(l, n->child);
    if (!read) return;
    char after[MAX_TERM] = "";
    if (read->known1) {
        int64_t sum = added(s, read->known1 - 1, n->min, s->clamp || clamps);
        if (sum >= 0)
            number_name(s, (uint32_t)sum, after);
        else
            snprintf(after, sizeof after, "%s", read->term); // never applicable: see below
        if (sum < 0) {
            pl_pddl_text* before = l->at;
            l->at = &l->given;
            put(l, " (or)");
            l->at = before;
        }
    } else {
        pl_pddl_text* before = l->at;
        take_variable(l, "is", after);
        l->at = &l->given;
        uint32_t sum = sum_name(l, symbol, n->min, s->clamp || clamps);
        if (is_over(l)) return;
        put(l, " (%s %s %s)", name_of(l, sum), read->term, after);
        l->at = &l->extra;
        put(l, " %s - %s", after, name_of(l, l->number_type));
        l->at = before;
    }
    put_change(l, n->child, read->term, after);
}

static void put_set(schema_writer* l, uint32_t node)
{
    uint32_t symbol = node_at(l, node)->child, value = node_at(l, symbol)->next;
    const pl_symbol* s = &l->domain->symbols.data[node_at(l, symbol)->index];
    char after[MAX_TERM];
    if (s->kind == PLOY_VALUE_BOOL) {
        put(l, "%s", node_at(l, value)->index ? " (" : " (not (");
        put_symbol(l, symbol);
        put(l, "%s", node_at(l, value)->index ? ")" : "))");
        return;
    }
    if (is_numeric(s))
        number_name(s, node_at(l, value)->index, after);
    else
        snprintf(after, sizeof after, "%s", term_of(l, value));
    const value_read* read = is_over(l) ? NULL : read_value(l, symbol);
    if (read) put_change(l, symbol, read->term, after);
}

static void put_effects(schema_writer* l, uint32_t root, uint32_t action, uint32_t* number)
{
    for (uint32_t i = node_at(l, root)->child; i != PLOY_NONE && !is_over(l); i = node_at(l, i)->next) {
        bool clamps = pl_domain_is_clamped(l->domain, action, (*number)++);
        if (node_at(l, i)->kind == PL_NODE_SET)
            put_set(l, i);
        else
            put_add(l, i, clamps);
    }
}

// Costs.

static void put_cost(schema_writer* l, int64_t fixed)
{
    if (l->is_measuring) l->unit = pl_pddl_output_gcd(l->unit, fixed);
    put(l, "%" PRId64, l->unit ? fixed / l->unit : 0);
}

static void mark_params(const schema_writer* l, uint32_t node, bool* is_used)
{
    const pl_node* n = node_at(l, node);
    if (n->kind == PL_NODE_PARAM) is_used[n->index] = true;
    for (uint32_t i = n->child; i != PLOY_NONE && n->kind != PL_NODE_SYMBOL; i = node_at(l, i)->next)
        mark_params(l, i, is_used);
}

/// A cost as a function: of parameters, and of values of symbols, where its bools are what they are.
typedef struct cost_function
{
    uint32_t root;
    const char* name;
    bool is_used[PLOY_MAX_ARGS];
    uint32_t args[PLOY_MAX_ARGS];
    value_choice values, bools;
} cost_function;

static cost_function begin_cost(schema_writer* l, uint32_t root)
{
    cost_function f = {.root = root};
    value_choice all = {.count = 0};
    if (root == PLOY_NONE) return f;
    list_values(l, root, &all);
    mark_params(l, root, f.is_used);
    for (uint32_t i = 0; i < all.count; ++i) {
        value_choice* list = node_at(l, all.nodes[i])->sort == PL_SORT_BOOL ? &f.bools : &f.values;
        list->nodes[list->count++] = all.nodes[i];
    }
    return f;
}

static void put_cost_fact(schema_writer* l, cost_function* f)
{
    pl_scope scope = {.domain = l->domain, .nodes = l->scratch.data, .args = f->args};
    char text[MAX_TERM];
    replace_symbols(l, f->root, &f->values);
    replace_symbols(l, f->root, &f->bools);
    int64_t cost = pl_scope_fixed(&scope, f->root);
    put(l, "\n    (= (%s", f->name);
    for (uint32_t i = 0; i < l->declaration->param_count; ++i)
        if (f->is_used[i]) put(l, " %s", object_name(l, l->declaration->params[i].type, f->args[i]));
    for (uint32_t i = 0; i < f->values.count; ++i) {
        const pl_symbol* s = &l->domain->symbols.data[node_at(l, f->values.nodes[i])->index];
        put(l, " %s", value_name(l, s, f->values.values[i], text));
    }
    put(l, ") ");
    put_cost(l, cost < 0 ? 0 : cost > PL_MAX_COST ? PL_MAX_COST : cost);
    put(l, ")");
}

static void put_cost_facts(schema_writer* l, cost_function* f, uint32_t param)
{
    if (is_over(l)) return;
    if (param == l->declaration->param_count) {
        do put_cost_fact(l, f);
        while (next_choice(l, &f->values));
        return;
    }
    uint32_t type = l->declaration->params[param].type;
    uint32_t count = f->is_used[param] ? l->domain->types.data[type].object_count : 1;
    for (uint32_t i = 0; i < count; ++i) {
        f->args[param] = i;
        if (!f->is_used[param] || pl_domain_exists(l->domain, type, i)) put_cost_facts(l, f, param + 1);
    }
}

static void declare_cost(schema_writer* l, const cost_function* f)
{
    put(l, " (%s", f->name);
    for (uint32_t i = 0; i < l->declaration->param_count; ++i)
        if (f->is_used[i]) put(l, " ?p%u - %s", i, name_of(l, l->types[l->declaration->params[i].type]));
    for (uint32_t i = 0; i < f->values.count; ++i)
        put(l, " ?v%u - %s", i, type_name(l, &l->domain->symbols.data[node_at(l, f->values.nodes[i])->index]));
    put(l, ")");
}

static void put_cost_function(schema_writer* l, cost_function f, const char* action)
{
    char text[160];
    uint64_t count = count_choices(l, &f.values);
    for (uint32_t i = 0; i < l->declaration->param_count; ++i)
        if (f.is_used[i]) count *= l->domain->types.data[l->declaration->params[i].type].object_count;
    if (count > MAX_COSTS) refuse(l, "the cost of '%.60s' has more than %d values", l->declaration->name, MAX_COSTS);
    snprintf(text, sizeof text, "cost-%.100s", action);
    uint32_t name = is_over(l) ? PLOY_NONE : pl_pddl_output_take(l->o, &l->names, text);
    if (name == PLOY_NONE || is_over(l)) return;
    f.name = name_of(l, name);
    put(l, "(%s", f.name);
    for (uint32_t i = 0; i < l->declaration->param_count; ++i)
        if (f.is_used[i]) put(l, " %s", l->params[i]);
    for (uint32_t i = 0; i < f.values.count; ++i) {
        const value_read* read = read_value(l, f.values.nodes[i]);
        if (read) put(l, " %s", read->term);
    }
    put(l, ")");
    pl_pddl_text* before = l->at;
    l->at = &l->functions;
    declare_cost(l, &f);
    l->at = &l->costs;
    put_cost_facts(l, &f, 0);
    l->at = before;
}

// Actions.

// Parses the clauses of a part, also of what the action is built on. Returns the first of the roots, in l->roots.
static uint32_t parse_layers(schema_writer* l, ploy_part part, uint32_t owner, bool has_layers, pl_grammar grammar)
{
    uint32_t first = l->roots.count;
    for (uint32_t a = owner; a != PLOY_NONE && !is_over(l);
         a = has_layers ? l->domain->actions.data[a].base : PLOY_NONE) {
        uint32_t count = ploy_domain_clause_count(l->domain, part, a);
        for (uint32_t i = 0; i < count && !is_over(l); ++i) {
            pl_source source = pl_source_clause(l->domain, part, a, i, l->o->error);
            l->o->status = pl_expression_parse(&source, grammar, &l->domain->allocator, &l->tree);
            if (l->o->status == PLOY_OK && !PL_ARRAY_PUSH(&l->roots, &l->domain->allocator, l->tree.root))
                l->o->status = PLOY_OUT_OF_MEMORY;
        }
    }
    return first;
}

static void begin_declaration(schema_writer* l, const pl_declaration* declaration)
{
    l->declaration = declaration;
    l->tree.nodes.count = l->roots.count = l->read_count = 0;
    pl_names_destroy(&l->variables);
    pl_names_init(&l->variables, &l->domain->allocator);
    for (uint32_t i = 0; i < declaration->param_count && !is_over(l); ++i)
        take_variable(l, declaration->params[i].name, l->params[i]);
}

static void end_parsing(schema_writer* l)
{
    uint32_t count = l->tree.nodes.count;
    if (is_over(l)) return;
    if (!PL_ARRAY_RESERVE(&l->scratch, &l->domain->allocator, count + 1)) {
        l->o->status = PLOY_OUT_OF_MEMORY;
        return;
    }
    if (count) memcpy(l->scratch.data, l->tree.nodes.data, count * sizeof *l->scratch.data);
}

static void put_text(schema_writer* l, const pl_pddl_text* text)
{
    for (uint32_t at = 0; at < text->count; at += 1000)
        put(l, "%.*s", (int)(text->count - at < 1000 ? text->count - at : 1000), text->data + at);
}

static void assemble(schema_writer* l, const char* name)
{
    uint32_t count = l->declaration->param_count;
    l->at = &l->actions;
    put(l, "  (:action %s\n    :parameters (", name);
    for (uint32_t i = 0; i < l->declaration->param_count; ++i)
        put(l, "%s%s - %s", i ? " " : "", l->params[i], name_of(l, l->types[l->declaration->params[i].type]));
    for (uint32_t i = 0; i < l->read_count; ++i) {
        const value_read* read = &l->reads[i];
        const pl_node* n = node_at(l, read->node);
        if (!read->is_parameter) continue;
        bool is_number = n->kind == PL_NODE_SYMBOL && n->sort == PL_SORT_NUMBER;
        put(l, "%s%s - %s", count++ ? " " : "", read->term, name_of(l, is_number ? l->number_type : l->types[n->type]));
    }
    put_text(l, &l->extra);
    put(l, ")\n    :precondition (and");
    put_text(l, &l->given);
    put_text(l, &l->pre);
    put(l, ")\n    :effect (and");
    put_text(l, &l->effect);
    put(l, "))\n");
}

// The bools that the cost reads are what the list says.
static void put_variant(schema_writer* l, uint32_t action, const cost_function* f, uint32_t effects, uint32_t costs)
{
    const pl_number* cost = &l->o->c->costs[action];
    uint32_t number = 0, name = pl_pddl_output_take(l->o, &l->names, l->declaration->name);
    l->pre.count = l->effect.count = l->given.count = l->extra.count = l->read_count = 0;
    if (is_over(l)) return;
    for (uint32_t i = 0; i < effects; ++i) note_known(l, l->roots.data[i]);
    l->at = &l->pre;
    for (uint32_t i = 0; i < f->bools.count; ++i) {
        put(l, "%s", f->bools.values[i] ? " " : " (not ");
        put_condition(l, f->bools.nodes[i]);
        put(l, "%s", f->bools.values[i] ? "" : ")");
    }
    for (uint32_t i = 0; i < effects && !is_over(l); ++i) {
        put(l, " ");
        put_condition(l, l->roots.data[i]);
    }
    l->at = &l->effect;
    for (uint32_t i = effects; i < costs && !is_over(l); ++i) put_effects(l, l->roots.data[i], action, &number);
    if (is_over(l)) return;
    put(l, " (increase (total-cost) ");
    if (cost->root == PLOY_NONE)
        put_cost(l, cost->value);
    else
        put_cost_function(l, *f, name_of(l, name));
    put(l, ")");
    if (!is_over(l)) assemble(l, name_of(l, name));
}

static void put_action(schema_writer* l, uint32_t action)
{
    const pl_number* cost = &l->o->c->costs[action];
    if (pl_pddl_output_is_disabled(l->o, action)) return;
    begin_declaration(l, &l->domain->actions.data[action].declaration);
    parse_layers(l, PLOY_PART_PRE, action, true, PL_GRAMMAR_CONDITION);
    uint32_t effects = parse_layers(l, PLOY_PART_EFFECT, action, true, PL_GRAMMAR_EFFECTS), costs = l->roots.count;
    if (cost->root != PLOY_NONE) parse_layers(l, PLOY_PART_COST, action, false, PL_GRAMMAR_NUMBER);
    end_parsing(l);
    if (cost->call != PLOY_NONE) refuse(l, "the cost of '%.60s' is a callback", l->declaration->name);
    if (is_over(l)) return;
    cost_function f = begin_cost(l, cost->root == PLOY_NONE ? PLOY_NONE : l->roots.data[costs]);
    do put_variant(l, action, &f, effects, costs);
    while (next_choice(l, &f.bools) && !is_over(l));
}

// The whole.

static void put_objects(schema_writer* l)
{
    const ploy_domain* d = l->domain;
    put(l, "  (:constants");
    for (uint32_t t = 0; t < d->types.count; ++t) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < d->types.data[t].object_count; ++i) {
            if (!pl_domain_exists(d, t, i)) continue;
            put(l, "%s%s", count++ ? " " : "\n    ", object_name(l, t, i));
        }
        if (count) put(l, " - %s", name_of(l, l->types[t]));
    }
    for (uint32_t i = 0; i < l->number_count; ++i)
        put(l, "%s%s", i ? " " : "\n    ", pl_names_text(&l->object_names, i));
    if (l->number_count) put(l, " - %s", name_of(l, l->number_type));
    put(l, ")\n");
}

static void put_of(schema_writer* l, const uint32_t* of, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) put(l, " ?p%u - %s", i, name_of(l, l->types[of[i]]));
}

static void put_predicates(schema_writer* l)
{
    const ploy_domain* d = l->domain;
    put(l, "  (:predicates");
    for (uint32_t i = 0; i < d->symbols.count; ++i) {
        const pl_symbol* s = &d->symbols.data[i];
        put(l, "\n    (%s", name_of(l, l->symbols[i]));
        put_of(l, s->of, s->of_count);
        if (s->kind != PLOY_VALUE_BOOL) put(l, " ?v - %s", type_name(l, s));
        put(l, ")");
    }
    for (uint32_t i = 0; i < d->tables.count; ++i) {
        const pl_value_table* t = &d->tables.data[i];
        if (!l->is_table_used[i]) continue;
        put(l, "\n    (%s", name_of(l, l->tables[i]));
        put_of(l, t->of, t->of_count);
        if (t->kind == PLOY_VALUE_OBJECT) put(l, " ?v - %s", name_of(l, l->types[t->type]));
        put(l, ")");
    }
    for (uint32_t i = 0; i < l->sums.count; ++i)
        put(l, "\n    (%s ?a ?b - %s)", name_of(l, l->sums.data[i].name), name_of(l, l->number_type));
    put(l, ")\n");
}

static void put_domain(schema_writer* l, const char* name)
{
    const ploy_domain* d = l->domain;
    put(l,
        "(define (domain %s)\n  (:requirements :strips :typing :equality :negative-preconditions "
        ":disjunctive-preconditions :existential-preconditions :action-costs)\n",
        name);
    if (l->unit != PLOY_UNIT) put(l, "  ; costs are in units of %" PRId64 "/1000\n", l->unit);
    bool has_types = d->types.count || l->number_count;
    if (has_types) put(l, "  (:types");
    for (uint32_t i = 0; i < d->types.count; ++i) put(l, " %s", name_of(l, l->types[i]));
    if (l->number_count) put(l, " %s", name_of(l, l->number_type));
    if (has_types) put(l, " - object)\n");
    if (has_types) put_objects(l);
    put_predicates(l);
    put(l, "  (:functions (total-cost)");
    put_text(l, &l->functions);
    put(l, " - number)\n");
    put_text(l, &l->actions);
    put(l, ")\n");
}

// The objects of a rank in [0, product of the types' sizes); false: one of them does not exist.
static bool objects_of(const schema_writer* l, const uint32_t* of, uint32_t count, uint32_t rank, uint32_t* objects)
{
    bool exists = true;
    for (uint32_t i = count; i-- > 0;) {
        uint32_t size = l->domain->types.data[of[i]].object_count;
        objects[i] = rank % size;
        rank /= size;
        exists = exists && pl_domain_exists(l->domain, of[i], objects[i]);
    }
    return exists;
}

// "(at truck1 depot)"
static void put_fact(schema_writer* l, uint32_t name, const uint32_t* of, uint32_t count, const uint32_t* objects,
                     const char* value)
{
    put(l, "\n    (%s", name_of(l, name));
    for (uint32_t i = 0; i < count; ++i) put(l, " %s", object_name(l, of[i], objects[i]));
    put(l, "%s%s)", value ? " " : "", value ? value : "");
}

static void put_start(schema_writer* l)
{
    for (uint32_t v = 0; v < l->o->c->variable_count && !is_over(l); ++v) {
        const pl_variable* variable = &l->o->c->variables[v];
        const pl_symbol* s = &l->domain->symbols.data[variable->symbol];
        uint32_t objects[PLOY_MAX_ARGS], value = pl_variable_value(variable, l->o->query->start);
        char text[MAX_TERM];
        if (!objects_of(l, s->of, s->of_count, v - s->first_variable, objects)) continue;
        bool is_bool = s->kind == PLOY_VALUE_BOOL;
        if (is_bool && !value) continue;
        put_fact(l, l->symbols[variable->symbol], s->of, s->of_count, objects,
                 is_bool ? NULL : value_name(l, s, value, text));
    }
}

static void put_tables(schema_writer* l)
{
    for (uint32_t i = 0; i < l->domain->tables.count && !is_over(l); ++i) {
        const pl_value_table* t = &l->domain->tables.data[i];
        for (uint32_t k = 0; l->is_table_used[i] && k < t->cell_count; ++k) {
            uint32_t objects[PLOY_MAX_ARGS];
            bool is_bool = t->kind == PLOY_VALUE_BOOL;
            if (!objects_of(l, t->of, t->of_count, k, objects) || (is_bool && !t->values[k])) continue;
            put_fact(l, l->tables[i], t->of, t->of_count, objects,
                     is_bool ? NULL : object_name(l, t->type, (uint32_t)t->values[k]));
        }
    }
}

static void put_sums(schema_writer* l)
{
    for (uint32_t i = 0; i < l->sums.count; ++i) {
        const value_sum* sum = &l->sums.data[i];
        const pl_symbol* s = &l->domain->symbols.data[sum->symbol];
        for (uint32_t k = 0; k < s->size && !is_over(l); ++k) {
            char a[MAX_TERM], b[MAX_TERM];
            int64_t after = added(s, k, sum->amount, sum->clamps);
            if (after < 0) continue;
            put(l, "\n    (%s %s %s)", name_of(l, sum->name), number_name(s, k, a), number_name(s, (uint32_t)after, b));
        }
    }
}

static void put_goal(schema_writer* l)
{
    uint32_t goal = l->o->query->goal;
    l->args = l->o->query->goal_args;
    begin_declaration(l, &l->domain->goals.data[goal]);
    parse_layers(l, PLOY_PART_CONDITION, goal, false, PL_GRAMMAR_CONDITION);
    end_parsing(l);
    l->at = &l->goal;
    put(l, "(and");
    for (uint32_t i = 0; i < l->roots.count && !is_over(l); ++i) {
        put(l, " ");
        put_condition(l, l->roots.data[i]);
    }
    put(l, ")");
    l->args = NULL;
}

static void put_problem(schema_writer* l, const char* name)
{
    put(l, "(define (problem %s-problem)\n  (:domain %s)\n  (:init", name, name);
    put_start(l);
    put_tables(l);
    put_sums(l);
    put_text(l, &l->costs);
    put(l, "\n    (= (total-cost) 0))\n  (:goal ");
    put_text(l, &l->goal);
    put(l, ")\n  (:metric minimize (total-cost)))\n");
}

static bool begin(schema_writer* l)
{
    const ploy_domain* d = l->domain;
    pl_names_init(&l->object_names, &d->allocator);
    pl_names_init(&l->names, &d->allocator);
    pl_names_init(&l->variables, &d->allocator);
    l->objects = PL_NEW_ARRAY(&d->allocator, uint32_t, d->objects.count + 1);
    l->types = PL_NEW_ARRAY(&d->allocator, uint32_t, d->types.count + 1);
    l->symbols = PL_NEW_ARRAY(&d->allocator, uint32_t, d->symbols.count + 1);
    l->tables = PL_NEW_ARRAY(&d->allocator, uint32_t, d->tables.count + 1);
    l->is_table_used = PL_NEW_ARRAY(&d->allocator, bool, d->tables.count + 1);
    return l->objects && l->types && l->symbols && l->tables && l->is_table_used;
}

static void end(schema_writer* l)
{
    const ploy_domain* d = l->domain;
    pl_pddl_text* const texts[] = {&l->pre,       &l->given, &l->effect, &l->extra, &l->actions,
                                &l->functions, &l->costs, &l->goal,   &l->whole};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) PL_ARRAY_FREE(texts[i], &d->allocator);
    PL_ARRAY_FREE(&l->roots, &d->allocator);
    PL_ARRAY_FREE(&l->sums, &d->allocator);
    PL_ARRAY_FREE(&l->scratch, &d->allocator);
    pl_expression_free(&l->tree, &d->allocator);
    pl_names_destroy(&l->object_names);
    pl_names_destroy(&l->names);
    pl_names_destroy(&l->variables);
    PL_DELETE_ARRAY(&d->allocator, l->objects, d->objects.count + 1);
    PL_DELETE_ARRAY(&d->allocator, l->types, d->types.count + 1);
    PL_DELETE_ARRAY(&d->allocator, l->symbols, d->symbols.count + 1);
    PL_DELETE_ARRAY(&d->allocator, l->tables, d->tables.count + 1);
    PL_DELETE_ARRAY(&d->allocator, l->is_table_used, d->tables.count + 1);
}

static void write_whole(schema_writer* l, bool problem)
{
    pl_names taken;
    pl_names_init(&taken, &l->domain->allocator);
    uint32_t name =
        pl_pddl_output_take(l->o, &taken, l->domain->name && l->domain->name[0] ? l->domain->name : "domain");
    l->at = &l->whole;
    if (name != PLOY_NONE && problem) put_problem(l, pl_names_text(&taken, name));
    if (name != PLOY_NONE && !problem) put_domain(l, pl_names_text(&taken, name));
    pl_names_destroy(&taken);
    if (!is_over(l) && !l->o->write(l->o->user, l->whole.data, l->whole.count)) l->o->status = PLOY_CANCELLED;
}

// Once to find the unit of costs, and once to write.
bool pl_pddl_write_schema(pl_pddl_output* o, bool problem, char* why, size_t size)
{
    bool is_refused = false;
    int64_t unit = PLOY_UNIT;
    for (int k = 0; k < 2 && !is_refused && o->status == PLOY_OK; ++k) {
        schema_writer l = {
            .o = o, .domain = o->domain, .unit = unit, .is_measuring = k == 0, .why = why, .why_size = size};
        if (!begin(&l)) o->status = PLOY_OUT_OF_MEMORY;
        if (!is_over(&l)) take_names(&l);
        for (uint32_t i = 0; i < o->domain->actions.count && !is_over(&l); ++i) put_action(&l, i);
        if (!is_over(&l)) put_goal(&l);
        if (!is_over(&l) && k == 1) write_whole(&l, problem);
        unit = l.unit ? l.unit : PLOY_UNIT;
        is_refused = l.is_refused;
        end(&l);
    }
    return !is_refused;
}
