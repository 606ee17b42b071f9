// Recursive descent, one level of precedence a step. Conditions and arithmetic share one grammar, so a parenthesised
// group may turn out to be either; sorts are checked when a node is made from its operands.

#include "plan/language/parser.h"

#include <string.h>

static uint32_t parse_level(pl_parser* p, pl_node_kind kind);

static bool enter(pl_parser* p)
{
    uint32_t limit = pl_parser_max_depth(p);
    if (++p->depth <= limit) {
        return true;
    }
    FAIL(p, p->token.at, "nested deeper than %u", (unsigned)limit);
    return false;
}

static uint32_t parse_group(pl_parser* p)
{
    uint32_t at = p->token.at;
    pl_parser_take(p);
    if (!enter(p)) {
        return PL_NONE;
    }
    uint32_t node = parse_level(p, PL_NODE_OR);
    --p->depth;
    if (node != PL_NONE && !pl_parser_accept(p, PL_TOKEN_CLOSE)) {
        return pl_parser_unexpected(p, "')'");
    }
    if (node != PL_NONE) {
        pl_parser_node(p, node)->at = at;
        pl_parser_node(p, node)->end = p->end;
    }
    return node;
}

static uint32_t parse_primary(pl_parser* p)
{
    uint32_t at = p->token.at;
    switch (p->token.kind) {
    case PL_TOKEN_OPEN:
        return parse_group(p);
    case PL_TOKEN_NAME:
        return pl_parser_name(p);
    case PL_TOKEN_NUMBER:
        return pl_parser_number(p);
    case PL_TOKEN_TRUE:
    case PL_TOKEN_FALSE: {
        bool value = p->token.kind == PL_TOKEN_TRUE;
        pl_parser_take(p);
        return pl_parser_leaf(p, PL_NODE_BOOL, PL_SORT_BOOL, value, at);
    }
    default:
        return pl_parser_unexpected(p, "a symbol or a value");
    }
}

static uint32_t parse_unary(pl_parser* p)
{
    uint32_t at = p->token.at;
    if (!pl_parser_accept(p, PL_TOKEN_MINUS)) {
        return parse_primary(p);
    }
    if (!enter(p)) {
        return PL_NONE;
    }
    uint32_t operand = parse_unary(p);
    --p->depth;
    if (operand == PL_NONE || !pl_parser_need_sort(p, operand, PL_SORT_NUMBER, "number")) {
        return PL_NONE;
    }
    uint32_t node = pl_parser_parent(p, PL_NODE_NEGATIVE, PL_SORT_NUMBER, at, operand, PL_NONE);
    if (node != PL_NONE) {
        pl_node* n = pl_parser_node(p, node);
        n->scale = pl_parser_node(p, operand)->scale;
        n->min = -pl_parser_node(p, operand)->max;
        n->max = -pl_parser_node(p, operand)->min;
    }
    return node;
}

static uint32_t parse_product(pl_parser* p)
{
    uint32_t node = parse_unary(p);
    while (node != PL_NONE && pl_parser_accept(p, PL_TOKEN_STAR)) {
        uint32_t right = parse_unary(p);
        node = right == PL_NONE ? PL_NONE : pl_parser_arithmetic(p, PL_NODE_TIMES, node, right);
    }
    return node;
}

uint32_t pl_parser_sum(pl_parser* p)
{
    uint32_t node = parse_product(p);
    while (node != PL_NONE && (p->token.kind == PL_TOKEN_PLUS || p->token.kind == PL_TOKEN_MINUS)) {
        pl_node_kind kind = p->token.kind == PL_TOKEN_PLUS ? PL_NODE_PLUS : PL_NODE_MINUS;
        pl_parser_take(p);
        uint32_t right = parse_product(p);
        node = right == PL_NONE ? PL_NONE : pl_parser_arithmetic(p, kind, node, right);
    }
    return node;
}

// The node kind of a comparison, or -1.
static int comparison_kind(pl_token_kind token)
{
    switch (token) {
    case PL_TOKEN_EQ:
        return PL_NODE_EQ;
    case PL_TOKEN_NE:
        return PL_NODE_NE;
    case PL_TOKEN_LT:
        return PL_NODE_LT;
    case PL_TOKEN_LE:
        return PL_NODE_LE;
    case PL_TOKEN_GT:
        return PL_NODE_GT;
    case PL_TOKEN_GE:
        return PL_NODE_GE;
    default:
        return -1;
    }
}

// A symbol against a constant that it can never have is a mistake, not a condition.
static bool check_constants(pl_parser* p, uint32_t a, uint32_t b)
{
    bool a_symbol = pl_parser_node(p, a)->kind == PL_NODE_SYMBOL;
    bool b_symbol = pl_parser_node(p, b)->kind == PL_NODE_SYMBOL;
    if (a_symbol && pl_parser_node(p, b)->constant) {
        return pl_parser_need_value(p, a, b, NULL);
    }
    return !b_symbol || !pl_parser_node(p, a)->constant || pl_parser_need_value(p, b, a, NULL);
}

static bool check_compared(pl_parser* p, pl_node_kind kind, pl_token sign, uint32_t a, uint32_t b)
{
    const pl_node* x = pl_parser_node(p, a);
    const pl_node* y = pl_parser_node(p, b);
    bool same = x->sort == y->sort && (x->sort != PL_SORT_OBJECT || x->type == y->type);
    if (!same) {
        FAIL(p, sign.at, "cannot compare '%.*s' of type %s with '%.*s' of type %s", SPAN(p, a),
             pl_parser_sort_name(p, a), SPAN(p, b), pl_parser_sort_name(p, b));
        return false;
    }
    if (x->sort != PL_SORT_NUMBER && kind != PL_NODE_EQ && kind != PL_NODE_NE) {
        FAIL(p, sign.at, "'%.*s' and '%.*s' of type %s have no order", SPAN(p, a), SPAN(p, b),
             pl_parser_sort_name(p, a));
        pl_error_hint(p->source->error, "use = or !=");
        return false;
    }
    if (x->sort != PL_SORT_NUMBER) {
        return true;
    }
    int64_t min, max;
    uint32_t scale = x->scale > y->scale ? x->scale : y->scale;
    if (!pl_parser_bounds_at(x, scale, &min, &max) || !pl_parser_bounds_at(y, scale, &min, &max)) {
        FAIL(p, sign.at, "'%.*s' can grow too large", SPAN(p, a));
        return false;
    }
    return check_constants(p, a, b);
}

static uint32_t parse_comparison(pl_parser* p)
{
    uint32_t left = pl_parser_sum(p);
    int kind = comparison_kind(p->token.kind);
    if (left == PL_NONE || kind < 0) {
        return left;
    }
    pl_token sign = p->token;
    pl_parser_take(p);
    uint32_t right = pl_parser_sum(p);
    if (right == PL_NONE || !check_compared(p, (pl_node_kind)kind, sign, left, right)) {
        return PL_NONE;
    }
    if (comparison_kind(p->token.kind) >= 0) {
        FAIL(p, p->token.at, "a comparison has two sides");
        pl_error_hint(p->source->error, "join two comparisons with 'and'");
        return PL_NONE;
    }
    return pl_parser_parent(p, (pl_node_kind)kind, PL_SORT_BOOL, pl_parser_node(p, left)->at, left, right);
}

static uint32_t parse_not(pl_parser* p)
{
    uint32_t at = p->token.at;
    if (!pl_parser_accept(p, PL_TOKEN_NOT)) {
        return parse_comparison(p);
    }
    if (!enter(p)) {
        return PL_NONE;
    }
    uint32_t operand = parse_not(p);
    --p->depth;
    if (operand == PL_NONE || !pl_parser_need_sort(p, operand, PL_SORT_BOOL, "condition")) {
        return PL_NONE;
    }
    return pl_parser_parent(p, PL_NODE_NOT, PL_SORT_BOOL, at, operand, PL_NONE);
}

// or, xor, nand, and: the token of a level, and how many operands its nodes take.
static const struct
{
    pl_token_kind token;
    bool list;
} levels[] = {
    [PL_NODE_OR] = {PL_TOKEN_OR, true},
    [PL_NODE_XOR] = {PL_TOKEN_XOR, false},
    [PL_NODE_NAND] = {PL_TOKEN_NAND, false},
    [PL_NODE_AND] = {PL_TOKEN_AND, true},
};

// One more operand behind those of a list; last is its last child so far.
static bool append(pl_parser* p, uint32_t list, uint32_t last, uint32_t node)
{
    pl_node* parent = pl_parser_node(p, list);
    const pl_node* child = pl_parser_node(p, node);
    if (child->depth >= parent->depth) {
        uint32_t limit = pl_parser_max_depth(p);
        if (child->depth + 1u > limit) {
            FAIL(p, child->at, "nested deeper than %u", (unsigned)limit);
            return false;
        }
        parent->depth = (uint8_t)(child->depth + 1);
    }
    pl_parser_node(p, last)->next = node;
    parent->constant = parent->constant && child->constant;
    parent->end = p->end;
    return true;
}

static uint32_t parse_level(pl_parser* p, pl_node_kind kind)
{
    if (kind > PL_NODE_AND) {
        return parse_not(p);
    }
    uint32_t node = parse_level(p, kind + 1);
    uint32_t last = PL_NONE; // child of the list that node is, once it is one
    while (node != PL_NONE && pl_parser_accept(p, levels[kind].token)) {
        uint32_t right = parse_level(p, kind + 1);
        if (right == PL_NONE || !pl_parser_need_sort(p, node, PL_SORT_BOOL, "condition") ||
            !pl_parser_need_sort(p, right, PL_SORT_BOOL, "condition")) {
            return PL_NONE;
        }
        if (last == PL_NONE || !levels[kind].list) {
            node = pl_parser_parent(p, kind, PL_SORT_BOOL, pl_parser_node(p, node)->at, node, right);
        } else if (!append(p, node, last, right)) {
            return PL_NONE;
        }
        last = right;
    }
    return node;
}

static uint32_t parse_whole(pl_parser* p, pl_grammar grammar)
{
    if (grammar == PL_GRAMMAR_EFFECTS || grammar == PL_GRAMMAR_STATE) {
        return pl_parser_effects(p, grammar == PL_GRAMMAR_STATE);
    }
    uint32_t node = parse_level(p, PL_NODE_OR);
    bool condition = grammar == PL_GRAMMAR_CONDITION;
    if (node != PL_NONE && p->token.kind == PL_TOKEN_END &&
        !pl_parser_need_sort(p, node, condition ? PL_SORT_BOOL : PL_SORT_NUMBER, condition ? "condition" : "number")) {
        return PL_NONE;
    }
    return node;
}

ploy_status pl_expression_parse(const pl_source* source, pl_grammar grammar, const ploy_allocator* allocator,
                                pl_expression* expression)
{
    pl_parser p = {.source = source, .allocator = allocator, .expression = expression};
    if (strlen(source->text) >= UINT32_MAX) {
        return pl_source_fail(source, 0, "too long");
    }
    p.token = pl_lexer_next(source->text, 0);
    expression->root = parse_whole(&p, grammar);
    if (expression->root != PL_NONE && p.token.kind != PL_TOKEN_END) {
        pl_parser_unexpected(&p,
                             grammar == PL_GRAMMAR_EFFECTS || grammar == PL_GRAMMAR_STATE ? "','" : "'and' or 'or'");
    }
    return p.status;
}

void pl_expression_free(pl_expression* expression, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&expression->nodes, allocator);
}
