// Effects, and states as text.

#include "plan/language/parser.h"

static bool check_value(pl_parser* p, uint32_t symbol, uint32_t value)
{
    const pl_node* s = pl_parser_node(p, symbol);
    const pl_node* v = pl_parser_node(p, value);
    if (s->sort != v->sort || (s->sort == PL_SORT_OBJECT && s->type != v->type)) {
        FAIL(p, v->at, "'%.*s' of type %s cannot be set to '%.*s' of type %s", SPAN(p, symbol),
             pl_parser_sort_name(p, symbol), SPAN(p, value), pl_parser_sort_name(p, value));
        return false;
    }
    if (!v->constant || (v->sort == PL_SORT_BOOL && v->kind != PL_NODE_BOOL)) {
        FAIL(p, v->at, "a constant, an object or a parameter expected, not '%.*s'", SPAN(p, value));
        return false;
    }
    uint32_t index;
    if (s->sort == PL_SORT_NUMBER) {
        if (!pl_parser_need_value(p, symbol, value, &index)) {
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
    if (value == PL_NONE || !check_value(p, symbol, value)) {
        return PL_NONE;
    }
    return pl_parser_parent(p, PL_NODE_SET, PL_SORT_EFFECT, pl_parser_node(p, symbol)->at, symbol, value);
}

// least and most of the ADD node become the difference of value indices.
static uint32_t parse_add(pl_parser* p, uint32_t symbol, int64_t sign)
{
    pl_parser_take(p);
    uint32_t value = pl_parser_sum(p);
    if (value == PL_NONE || !pl_parser_need_sort(p, symbol, PL_SORT_NUMBER, "number") ||
        !pl_parser_need_sort(p, value, PL_SORT_NUMBER, "number")) {
        return PL_NONE;
    }
    const pl_symbol* s = &pl_parser_domain(p)->symbols.data[pl_parser_node(p, symbol)->index];
    const pl_node* v = pl_parser_node(p, value);
    if (!v->constant) {
        return FAIL(p, v->at, "a constant expected, not '%.*s'", SPAN(p, value));
    }
    int64_t step = s->step * (s->kind == PLOY_VALUE_INT ? 1000 : 1) * 1000; // in millionths
    int64_t amount;
    if (v->scale > 2 || !pl_parser_multiply(v->min, pl_scale_factor(2 - v->scale), &amount) || amount % step != 0) {
        char text[32];
        pl_parser_print_step(s, s->step, text, sizeof text);
        return FAIL(p, v->at, "%s has steps of %s, %.*s is between two", s->name, text, SPAN(p, value));
    }
    uint32_t node = pl_parser_parent(p, PL_NODE_ADD, PL_SORT_EFFECT, pl_parser_node(p, symbol)->at, symbol, value);
    if (node != PL_NONE) {
        pl_parser_node(p, node)->min = pl_parser_node(p, node)->max = sign * (amount / step);
    }
    return node;
}

static uint32_t parse_target(pl_parser* p)
{
    if (p->token.kind != PL_TOKEN_NAME) {
        return pl_parser_unexpected(p, "a symbol");
    }
    uint32_t node = pl_parser_name(p);
    if (node != PL_NONE && pl_parser_node(p, node)->kind != PL_NODE_SYMBOL) {
        return FAIL(p, pl_parser_node(p, node)->at, "a symbol expected, '%.*s' is an object of type %s", SPAN(p, node),
                    pl_parser_sort_name(p, node));
    }
    return node;
}

// A bare symbol, with or without not.
static uint32_t add_bare(pl_parser* p, uint32_t symbol, bool value, uint32_t at)
{
    if (pl_parser_node(p, symbol)->sort != PL_SORT_BOOL) {
        FAIL(p, pl_parser_node(p, symbol)->at, "'%.*s' of type %s needs a value", SPAN(p, symbol),
             pl_parser_sort_name(p, symbol));
        return PL_NONE;
    }
    uint32_t constant = pl_parser_leaf(p, PL_NODE_BOOL, PL_SORT_BOOL, value, at);
    return constant == PL_NONE ? PL_NONE : pl_parser_parent(p, PL_NODE_SET, PL_SORT_EFFECT, at, symbol, constant);
}

static uint32_t parse_effect(pl_parser* p, bool state)
{
    uint32_t at = p->token.at;
    bool negated = pl_parser_accept(p, PL_TOKEN_NOT);
    uint32_t symbol = parse_target(p);
    if (symbol == PL_NONE) {
        return PL_NONE;
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
    uint32_t last = PL_NONE;
    if (list == PL_NONE || p->token.kind == PL_TOKEN_END) {
        return list;
    }
    do {
        uint32_t node = parse_effect(p, state);
        if (node == PL_NONE) {
            return PL_NONE;
        }
        *(last == PL_NONE ? &pl_parser_node(p, list)->child : &pl_parser_node(p, last)->next) = node;
        last = node;
    } while (pl_parser_accept(p, PL_TOKEN_COMMA));
    return list;
}
