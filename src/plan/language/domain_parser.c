// The resolver for a domain's texts: parameters, symbols, tables and objects (a name that is several of them is the first),
// comparisons of a symbol with its possible values, effects, and states as text.

#include <string.h>

#include "base/error.h"
#include "plan/language/parser.h"
#include "plan/language/text.h"

// Names.

static uint32_t find_param(const pl_parser* p, pl_token token)
{
    const pl_declaration* declaration = p->source->declaration;
    for (uint32_t i = 0; declaration && i < declaration->param_count; ++i) {
        const char* name = declaration->params[i].name;
        if (strlen(name) == token.length && memcmp(name, p->source->text + token.at, token.length) == 0) {
            return i;
        }
    }
    return PLOY_NONE;
}

static uint32_t fail_unknown(pl_parser* p, pl_token token)
{
    const ploy_domain* domain = pl_parser_domain(p);
    const char* text = p->source->text + token.at;
    FAIL(p, token.at, "unknown symbol '%.*s'", pl_parser_shown(token.length), text);
    char wanted[64] = "";
    memcpy(wanted, text, token.length < sizeof wanted ? token.length : 0);
    pl_similar similar = pl_similar_begin(wanted);
    for (uint32_t i = 0; p->source->declaration && i < p->source->declaration->param_count; ++i) {
        pl_similar_offer(&similar, p->source->declaration->params[i].name);
    }
    for (uint32_t i = 0; i < domain->symbols.count; ++i) {
        pl_similar_offer(&similar, domain->symbols.data[i].name);
    }
    for (uint32_t i = 0; i < domain->tables.count; ++i) {
        pl_similar_offer(&similar, domain->tables.data[i].name);
    }
    for (uint32_t i = 0; i < domain->objects.count; ++i) {
        const char* name = domain->objects.data[i].name;
        bool is_lost = domain->lost && pl_names_find(domain->lost, name, strlen(name)) != PLOY_NONE;
        if (!is_lost) pl_similar_offer(&similar, name);
    }
    pl_error_hint(p->source->error, "%s", "");
    pl_similar_hint(&similar, p->source->error);
    pl_error_missing(p->source->error, PLOY_MISSING_NOTHING, wanted, NULL);
    return PLOY_NONE;
}

static uint32_t add_param(pl_parser* p, uint32_t param, uint32_t at)
{
    uint32_t node = pl_parser_leaf(p, PL_NODE_PARAM, PL_SORT_OBJECT, param, at);
    if (node != PLOY_NONE) {
        pl_parser_node(p, node)->type = p->source->declaration->params[param].type;
    }
    return node;
}

static uint32_t add_object(pl_parser* p, uint32_t object, uint32_t at)
{
    uint32_t type = pl_parser_domain(p)->objects.data[object].type;
    uint32_t within = object - pl_parser_domain(p)->types.data[type].first_object;
    uint32_t node = pl_parser_leaf(p, PL_NODE_OBJECT, PL_SORT_OBJECT, within, at);
    if (node != PLOY_NONE) {
        pl_parser_node(p, node)->type = type;
    }
    return node;
}

/// What has indices: a symbol or a table.
typedef struct indexed
{
    const char* name;
    const uint32_t* of;
    uint32_t of_count;
    bool is_table;
} indexed;

static uint32_t parse_name(pl_parser* p);

// Lost names fit everywhere. Their indices are known or lost.
static uint32_t parse_lost(pl_parser* p, uint32_t at)
{
    p->is_vague = true;
    uint32_t node = pl_parser_leaf(p, PL_NODE_LOST, PL_SORT_ANY, 0, at);
    if (node == PLOY_NONE || !pl_parser_accept(p, PL_TOKEN_OPEN)) return node;
    if (!pl_parser_enter(p)) return PLOY_NONE;
    do {
        if (p->token.kind != PL_TOKEN_NAME) return pl_parser_unexpected(p, "an object, a parameter or a symbol");
        if (parse_name(p) == PLOY_NONE) return PLOY_NONE;
    } while (pl_parser_accept(p, PL_TOKEN_COMMA));
    if (!pl_parser_accept(p, PL_TOKEN_CLOSE)) return pl_parser_unexpected(p, "')'");
    --p->depth;
    return node;
}

static bool is_lost(const pl_parser* p, pl_token token)
{
    const ploy_domain* domain = pl_parser_domain(p);
    const pl_declaration* declaration = p->source->declaration;
    bool has_lost_base = declaration && declaration->is_vague;
    return domain->lost && (has_lost_base || pl_names_find(domain->lost, p->source->text + token.at, token.length) != PLOY_NONE);
}

// An object, a parameter or a table of these. An index of a table may be a symbol too.
static uint32_t parse_index(pl_parser* p, const indexed* to, uint32_t number)
{
    const char* expected = to->is_table ? "an object, a parameter or a symbol" : "an object or a parameter";
    pl_token token = p->token;
    if (token.kind != PL_TOKEN_NAME) {
        return pl_parser_unexpected(p, expected);
    }
    uint32_t node = parse_name(p);
    if (node == PLOY_NONE) {
        return PLOY_NONE;
    }
    if (pl_parser_node(p, node)->sort == PL_SORT_ANY) {
        return node;
    }
    if (!to->is_table && !pl_node_is_grounded(p->expression->nodes.data, node)) {
        return FAIL(p, token.at, "%s expected, '%.*s' %s", expected, SPAN(p, node),
                    pl_parser_node(p, node)->kind == PL_NODE_SYMBOL ? "is a symbol" : "depends on a symbol");
    }
    if (pl_parser_node(p, node)->sort != PL_SORT_OBJECT || pl_parser_node(p, node)->type != to->of[number]) {
        return FAIL(p, token.at, "'%s' is indexed by type %s, '%.*s' is of type %s", to->name,
                    pl_parser_domain(p)->types.data[to->of[number]].name, SPAN(p, node), pl_parser_type_name(p, node));
    }
    return node;
}

static uint32_t fail_index_count(pl_parser* p, const indexed* to, uint32_t at)
{
    if (to->of_count == 0) {
        return FAIL(p, at, "'%s' has no index", to->name);
    }
    uint32_t none =
        FAIL(p, at, "'%s' has %u %s", to->name, (unsigned)to->of_count, to->of_count == 1 ? "index" : "indices");
    pl_error_hint(p->source->error, "write %s(%s%s)", to->name, pl_parser_domain(p)->types.data[to->of[0]].name,
                  to->of_count == 1 ? "" : ", …");
    return none;
}

// Parses indices into a list; *first is its first node. false: an error.
static bool parse_indices(pl_parser* p, const indexed* to, uint32_t at, uint32_t* first)
{
    uint32_t count = 0;
    uint32_t last = PLOY_NONE;
    *first = PLOY_NONE;
    if (pl_parser_accept(p, PL_TOKEN_OPEN)) {
        if (!pl_parser_enter(p)) {
            return false;
        }
        do {
            if (count == to->of_count) {
                fail_index_count(p, to, at);
                return false;
            }
            uint32_t node = parse_index(p, to, count++);
            if (node == PLOY_NONE) {
                return false;
            }
            *(last == PLOY_NONE ? first : &pl_parser_node(p, last)->next) = node;
            last = node;
        } while (pl_parser_accept(p, PL_TOKEN_COMMA));
        if (!pl_parser_accept(p, PL_TOKEN_CLOSE)) {
            pl_parser_unexpected(p, "')'");
            return false;
        }
        --p->depth;
    }
    if (count != to->of_count) {
        fail_index_count(p, to, at);
        return false;
    }
    return true;
}

static pl_sort sort_of(uint8_t kind)
{
    return kind == PLOY_VALUE_BOOL ? PL_SORT_BOOL : kind == PLOY_VALUE_OBJECT ? PL_SORT_OBJECT : PL_SORT_NUMBER;
}

// The depth of a node above a list of indices.
static uint8_t depth_above(const pl_parser* p, uint32_t first)
{
    uint8_t below = 0;
    for (uint32_t n = first; n != PLOY_NONE; n = pl_parser_node(p, n)->next) {
        below = pl_parser_node(p, n)->depth > below ? pl_parser_node(p, n)->depth : below;
    }
    return below < UINT8_MAX ? (uint8_t)(below + 1) : below;
}

static uint32_t parse_table(pl_parser* p, uint32_t table_index, uint32_t at)
{
    const pl_value_table* table = &pl_parser_domain(p)->tables.data[table_index];
    indexed to = {table->name, table->of, table->of_count, true};
    uint32_t first;
    if (!parse_indices(p, &to, at, &first)) {
        return PLOY_NONE;
    }
    return pl_parser_add(p, (pl_node){.kind = PL_NODE_TABLE,
                                      .sort = (uint8_t)sort_of(table->kind),
                                      .scale = table->kind == PLOY_VALUE_DECIMAL,
                                      .depth = depth_above(p, first),
                                      .at = at,
                                      .index = table_index,
                                      .type = table->type,
                                      .child = first,
                                      .min = table->min,
                                      .max = table->max});
}

static uint32_t parse_symbol(pl_parser* p, uint32_t symbol_index, uint32_t at)
{
    const pl_symbol* symbol = &pl_parser_domain(p)->symbols.data[symbol_index];
    indexed to = {symbol->name, symbol->of, symbol->of_count, false};
    uint32_t first;
    if (!parse_indices(p, &to, at, &first)) {
        return PLOY_NONE;
    }
    pl_node node = {.kind = PL_NODE_SYMBOL,
                    .depth = 1,
                    .at = at,
                    .index = symbol_index,
                    .type = symbol->type,
                    .child = first,
                    .min = symbol->min,
                    .max = pl_symbol_max(symbol)};
    node.sort = (uint8_t)sort_of(symbol->kind);
    node.scale = symbol->kind == PLOY_VALUE_DECIMAL;
    return pl_parser_add(p, node);
}

static uint32_t parse_name(pl_parser* p)
{
    pl_token token = p->token;
    pl_parser_take(p);
    const char* text = p->source->text + token.at;
    uint32_t param = find_param(p, token);
    if (param != PLOY_NONE) {
        bool is_typed = !p->source->declaration->params[param].is_vague;
        return is_typed ? add_param(p, param, token.at) : parse_lost(p, token.at);
    }
    uint32_t symbol = pl_domain_find(pl_parser_domain(p), PL_NAME_SYMBOL, text, token.length);
    if (symbol != PLOY_NONE) {
        return parse_symbol(p, symbol, token.at);
    }
    uint32_t table = pl_domain_find(pl_parser_domain(p), PL_NAME_TABLE, text, token.length);
    if (table != PLOY_NONE) {
        return parse_table(p, table, token.at);
    }
    uint32_t object = pl_domain_find(pl_parser_domain(p), PL_NAME_OBJECT, text, token.length);
    if (object != PLOY_NONE) return add_object(p, object, token.at);
    return is_lost(p, token) ? parse_lost(p, token.at) : fail_unknown(p, token);
}

// Values and comparisons.

static void print_number(const pl_symbol* symbol, int64_t value, char* text, size_t size)
{
    pl_text_writer writer = pl_writer_begin(text, size);
    pl_writer_add_decimal(&writer, symbol->kind == PLOY_VALUE_INT ? value * PLOY_UNIT : value);
}

/// Is the constant one of the symbol's values? *index is then its index; `index` may be NULL.
static bool need_value(pl_parser* p, uint32_t symbol_node, uint32_t constant, uint32_t* index)
{
    const pl_symbol* symbol = &pl_parser_domain(p)->symbols.data[pl_parser_node(p, symbol_node)->index];
    const pl_node* n = pl_parser_node(p, constant);
    uint32_t scale = pl_parser_node(p, symbol_node)->scale;
    int64_t factor = pl_scale_factor(n->scale > scale ? n->scale - scale : scale - n->scale);
    bool whole = n->scale <= scale || n->min % factor == 0;
    int64_t value = n->scale > scale ? n->min / factor : n->min * factor;
    char min[32], max[32], step[32];
    print_number(symbol, symbol->min, min, sizeof min);
    print_number(symbol, pl_symbol_max(symbol), max, sizeof max);
    print_number(symbol, symbol->step, step, sizeof step);
    if (value < symbol->min || value > pl_symbol_max(symbol)) {
        FAIL(p, n->at, "%s has range %s to %s, %.*s is outside", symbol->name, min, max, SPAN(p, constant));
        return false;
    }
    if (!whole || (value - symbol->min) % symbol->step != 0) {
        FAIL(p, n->at, "%s has steps of %s from %s, %.*s is between two", symbol->name, step, min, SPAN(p, constant));
        return false;
    }
    if (index) {
        *index = (uint32_t)((value - symbol->min) / symbol->step);
    }
    return true;
}

// Comparing a symbol with a constant that it can never have is an error.
static bool check_constants(pl_parser* p, uint32_t a, uint32_t b)
{
    bool a_symbol = pl_parser_node(p, a)->kind == PL_NODE_SYMBOL;
    bool b_symbol = pl_parser_node(p, b)->kind == PL_NODE_SYMBOL;
    if (a_symbol && pl_parser_node(p, b)->constant) {
        return need_value(p, a, b, NULL);
    }
    return !b_symbol || !pl_parser_node(p, a)->constant || need_value(p, b, a, NULL);
}

static bool compare(pl_parser* p, pl_token sign, uint32_t a, uint32_t b)
{
    const pl_node* x = pl_parser_node(p, a);
    const pl_node* y = pl_parser_node(p, b);
    if (x->sort == PL_SORT_ANY || y->sort == PL_SORT_ANY) return true;
    bool same = x->sort == y->sort && (x->sort != PL_SORT_OBJECT || x->type == y->type);
    if (!same) return pl_parser_fail_types(p, sign, a, b);
    if (x->sort != PL_SORT_NUMBER) return !pl_parser_is_ordering(sign) || pl_parser_fail_order(p, sign, a, b);
    int64_t min, max;
    uint32_t scale = x->scale > y->scale ? x->scale : y->scale;
    if (!pl_parser_bounds_at(x, scale, &min, &max) || !pl_parser_bounds_at(y, scale, &min, &max)) {
        FAIL(p, sign.at, "'%.*s' can grow too large", SPAN(p, a));
        return false;
    }
    return check_constants(p, a, b);
}

// Effects, and states as text.

static bool check_value(pl_parser* p, uint32_t symbol, uint32_t value)
{
    const pl_node* s = pl_parser_node(p, symbol);
    const pl_node* v = pl_parser_node(p, value);
    if (s->sort == PL_SORT_ANY || v->sort == PL_SORT_ANY) {
        return true;
    }
    if (s->sort != v->sort || (s->sort == PL_SORT_OBJECT && s->type != v->type)) {
        FAIL(p, v->at, "'%.*s' of type %s cannot be set to '%.*s' of type %s", SPAN(p, symbol),
             pl_parser_type_name(p, symbol), SPAN(p, value), pl_parser_type_name(p, value));
        return false;
    }
    bool is_table = v->kind == PL_NODE_TABLE && v->sort == PL_SORT_OBJECT;
    if (is_table && pl_node_is_grounded(p->expression->nodes.data, value)) {
        return true;
    }
    if (!v->constant || (v->sort == PL_SORT_BOOL && v->kind != PL_NODE_BOOL)) {
        FAIL(p, v->at, "a constant, an object or a parameter expected, not '%.*s'", SPAN(p, value));
        return false;
    }
    uint32_t index;
    if (s->sort == PL_SORT_NUMBER) {
        if (!need_value(p, symbol, value, &index)) {
            return false;
        }
        pl_parser_node(p, value)->index = index;
    }
    return true;
}

static uint32_t parse_set(pl_parser* p, uint32_t symbol)
{
    pl_parser_take(p);
    uint32_t value = pl_parser_sum(p);
    if (value == PLOY_NONE || !check_value(p, symbol, value)) {
        return PLOY_NONE;
    }
    return pl_parser_parent(p, PL_NODE_SET, PL_SORT_EFFECT, pl_parser_node(p, symbol)->at, symbol, value);
}

// min and max of the ADD node become the difference of value indices.
static uint32_t parse_add(pl_parser* p, uint32_t symbol, int64_t sign)
{
    pl_parser_take(p);
    uint32_t value = pl_parser_sum(p);
    if (value == PLOY_NONE || !pl_parser_need_sort(p, symbol, PL_SORT_NUMBER, "number") ||
        !pl_parser_need_sort(p, value, PL_SORT_NUMBER, "number")) {
        return PLOY_NONE;
    }
    const pl_node* v = pl_parser_node(p, value);
    if (pl_parser_node(p, symbol)->sort == PL_SORT_ANY || v->sort == PL_SORT_ANY) {
        return symbol;
    }
    const pl_symbol* s = &pl_parser_domain(p)->symbols.data[pl_parser_node(p, symbol)->index];
    if (!v->constant) {
        return FAIL(p, v->at, "a constant expected, not '%.*s'", SPAN(p, value));
    }
    int64_t step = s->step * (s->kind == PLOY_VALUE_INT ? 1000 : 1) * 1000; // in millionths
    int64_t amount;
    if (v->scale > 2 || !pl_parser_multiply(v->min, pl_scale_factor(2 - v->scale), &amount) || amount % step != 0) {
        char text[32];
        print_number(s, s->step, text, sizeof text);
        return FAIL(p, v->at, "%s has steps of %s, %.*s is between two", s->name, text, SPAN(p, value));
    }
    uint32_t node = pl_parser_parent(p, PL_NODE_ADD, PL_SORT_EFFECT, pl_parser_node(p, symbol)->at, symbol, value);
    if (node != PLOY_NONE) {
        pl_parser_node(p, node)->min = pl_parser_node(p, node)->max = sign * (amount / step);
    }
    return node;
}

static uint32_t parse_target(pl_parser* p)
{
    if (p->token.kind != PL_TOKEN_NAME) {
        return pl_parser_unexpected(p, "a symbol");
    }
    uint32_t node = parse_name(p);
    bool is_symbol = node != PLOY_NONE &&
                     (pl_parser_node(p, node)->kind == PL_NODE_SYMBOL || pl_parser_node(p, node)->kind == PL_NODE_LOST);
    if (node != PLOY_NONE && !is_symbol) {
        const char* kind = pl_parser_node(p, node)->kind == PL_NODE_TABLE ? "a value of a table" : "an object";
        return FAIL(p, pl_parser_node(p, node)->at, "a symbol expected, '%.*s' is %s of type %s", SPAN(p, node), kind,
                    pl_parser_type_name(p, node));
    }
    return node;
}

// A boolean symbol alone, with or without `not`.
static uint32_t add_bare(pl_parser* p, uint32_t symbol, bool value, uint32_t at)
{
    if (pl_parser_node(p, symbol)->sort == PL_SORT_ANY) {
        return symbol;
    }
    if (pl_parser_node(p, symbol)->sort != PL_SORT_BOOL) {
        FAIL(p, pl_parser_node(p, symbol)->at, "'%.*s' of type %s needs a value", SPAN(p, symbol),
             pl_parser_type_name(p, symbol));
        return PLOY_NONE;
    }
    uint32_t constant = pl_parser_leaf(p, PL_NODE_BOOL, PL_SORT_BOOL, value, at);
    return constant == PLOY_NONE ? PLOY_NONE : pl_parser_parent(p, PL_NODE_SET, PL_SORT_EFFECT, at, symbol, constant);
}

static uint32_t parse_effect(pl_parser* p, bool state)
{
    uint32_t at = p->token.at;
    bool negated = pl_parser_accept(p, PL_TOKEN_NOT);
    uint32_t symbol = parse_target(p);
    if (symbol == PLOY_NONE) {
        return PLOY_NONE;
    }
    pl_token_kind kind = p->token.kind;
    if (!negated && kind == PL_TOKEN_EQ) {
        return parse_set(p, symbol);
    }
    if (!negated && (kind == PL_TOKEN_PLUS_IS || kind == PL_TOKEN_MINUS_IS)) {
        return state ? FAIL(p, p->token.at, "a state has values, not changes")
                     : parse_add(p, symbol, kind == PL_TOKEN_PLUS_IS ? 1 : -1);
    }
    return add_bare(p, symbol, !negated, at);
}

uint32_t pl_parser_effects(pl_parser* p, bool state)
{
    uint32_t list = pl_parser_leaf(p, PL_NODE_LIST, PL_SORT_EFFECT, 0, 0);
    uint32_t last = PLOY_NONE;
    if (list == PLOY_NONE || p->token.kind == PL_TOKEN_END) {
        return list;
    }
    do {
        uint32_t node = parse_effect(p, state);
        if (node == PLOY_NONE) {
            return PLOY_NONE;
        }
        *(last == PLOY_NONE ? &pl_parser_node(p, list)->child : &pl_parser_node(p, last)->next) = node;
        last = node;
    } while (pl_parser_accept(p, PL_TOKEN_COMMA));
    return list;
}

// The resolver.

static const char* type_name(const pl_parser* p, const pl_node* leaf)
{
    static const char* const names[] = {
        [PLOY_VALUE_BOOL] = "bool", [PLOY_VALUE_INT] = "int", [PLOY_VALUE_DECIMAL] = "decimal"};
    if (leaf->sort == PL_SORT_OBJECT) return pl_parser_domain(p)->types.data[leaf->type].name;
    return names[leaf->kind == PL_NODE_TABLE ? pl_parser_domain(p)->tables.data[leaf->index].kind
                                             : pl_parser_domain(p)->symbols.data[leaf->index].kind];
}

ploy_status pl_expression_parse(const pl_source* source, pl_grammar grammar, const ploy_allocator* allocator,
                                pl_expression* expression)
{
    uint32_t limit = source->domain->limits.depth;
    pl_resolver resolver = {
        .operand = "a symbol or a value",
        .max_depth = limit < PL_MAX_DEPTH ? limit : PL_MAX_DEPTH,
        .has_bounds = true,
        .has_lists = true,
        .name = parse_name,
        .type_name = type_name,
        .compare = compare,
    };
    return pl_parser_run(source, &resolver, NULL, grammar, allocator, expression);
}
