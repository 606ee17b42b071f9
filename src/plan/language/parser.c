// The parser: recursive descent, one function per level of precedence. Conditions and arithmetic share one grammar, so
// a group in parentheses may be either; sorts are checked when a node is made from its operands. The resolver decides
// what a name means and which operands can be compared.

#include "plan/language/parser.h"

#include <string.h>

enum
{
    MAX_SCRIPT = 65536, ///< nodes: chained comparisons in one another grow faster than their text
};

// Nodes.

uint32_t pl_parser_unexpected(pl_parser* p, const char* expected)
{
    if (p->token.kind == PL_TOKEN_END) {
        return FAIL(p, p->token.at, "%s expected, but the text ends", expected);
    }
    uint32_t none = FAIL(p, p->token.at, "%s expected, not '%.*s'", expected, TOKEN(p));
    const char* text = p->source->text + p->token.at;
    if (*text && strchr("&|!", *text) && !p->resolver->is_script) {
        pl_error_hint(p->source->error, "conditions are joined with 'and', 'or', 'xor', 'nand' and 'not'");
    }
    return none;
}

uint32_t pl_parser_add(pl_parser* p, pl_node node)
{
    uint32_t limit = p->resolver->max_depth;
    if (node.depth > limit && p->resolver->has_bounds) {
        return FAIL(p, node.at, "nested deeper than %u", (unsigned)limit);
    }
    if (p->resolver->is_script && p->expression->nodes.count >= MAX_SCRIPT) {
        return FAIL(p, node.at, "longer than %d operators and operands", MAX_SCRIPT);
    }
    node.end = p->end;
    node.next = PLOY_NONE;
    if (!PL_ARRAY_PUSH(&p->expression->nodes, p->allocator, node)) {
        p->status = PLOY_OUT_OF_MEMORY;
        return PLOY_NONE;
    }
    return p->expression->nodes.count - 1;
}

uint32_t pl_parser_leaf(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t index, uint32_t at)
{
    return pl_parser_add(p, (pl_node){.kind = (uint8_t)kind,
                                      .sort = (uint8_t)sort,
                                      .depth = 1,
                                      .constant = true,
                                      .at = at,
                                      .index = index,
                                      .type = PLOY_NONE,
                                      .child = PLOY_NONE});
}

uint32_t pl_parser_parent(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t at, uint32_t first, uint32_t second)
{
    const pl_node* a = pl_parser_node(p, first);
    const pl_node* b = second == PLOY_NONE ? a : pl_parser_node(p, second);
    uint8_t below = a->depth > b->depth ? a->depth : b->depth;
    uint32_t node = pl_parser_add(p, (pl_node){.kind = (uint8_t)kind,
                                               .sort = (uint8_t)sort,
                                               .depth = below < UINT8_MAX ? (uint8_t)(below + 1) : below,
                                               .constant = a->constant && b->constant,
                                               .at = at,
                                               .type = PLOY_NONE,
                                               .child = first});
    if (node != PLOY_NONE && second != PLOY_NONE) {
        pl_parser_node(p, first)->next = second;
    }
    return node;
}

const char* pl_parser_type_name(const pl_parser* p, uint32_t node)
{
    const pl_node* n = pl_parser_node(p, node);
    if (n->kind > PL_NODE_NUMBER) return p->resolver->type_name(p, n);
    if (n->sort == PL_SORT_NUMBER) return "number";
    if (n->sort == PL_SORT_TEXT) return "string";
    return n->kind == PL_NODE_BOOL ? "bool" : "condition";
}

bool pl_parser_need_sort(pl_parser* p, uint32_t node, pl_sort sort, const char* wanted)
{
    pl_node* n = pl_parser_node(p, node);
    if (n->sort == sort || n->sort == PL_SORT_ANY) {
        return true;
    }
    if (p->resolver->is_script && n->kind != PL_NODE_TEXT) {
        n->sort = n->sort == PL_SORT_OBJECT ? PL_SORT_NUMBER : n->sort;
        return true;
    }
    FAIL(p, pl_parser_node(p, node)->at, "a %s expected, '%.*s' is of type %s", wanted, SPAN(p, node),
         pl_parser_type_name(p, node));
    if (sort == PL_SORT_BOOL && pl_parser_node(p, node)->sort == PL_SORT_NUMBER) {
        pl_error_hint(p->source->error, "compare it with something");
    }
    return false;
}

// Numbers and their bounds.

#define MAX_SCALE 4

static bool fits(int64_t number)
{
    return number >= -PL_LARGEST && number <= PL_LARGEST;
}

bool pl_parser_multiply(int64_t a, int64_t b, int64_t* product)
{
    int64_t size = b < 0 ? -b : b;
    if (size != 0 && (a < 0 ? -a : a) > PL_LARGEST / size) {
        return false;
    }
    *product = a * b;
    return true;
}

int64_t pl_scale_factor(uint32_t scale)
{
    int64_t factor = 1;
    while (scale-- > 0) {
        factor *= 1000;
    }
    return factor;
}

bool pl_parser_bounds_at(const pl_node* node, uint32_t scale, int64_t* min, int64_t* max)
{
    int64_t factor = pl_scale_factor(scale - node->scale);
    return pl_parser_multiply(node->min, factor, min) && pl_parser_multiply(node->max, factor, max);
}

static void include(pl_node* node, int64_t number)
{
    node->min = number < node->min ? number : node->min;
    node->max = number > node->max ? number : node->max;
}

static bool bound_product(pl_node* node, const pl_node* a, const pl_node* b)
{
    node->scale = (uint8_t)(a->scale + b->scale);
    node->min = INT64_MAX;
    node->max = INT64_MIN;
    for (uint32_t i = 0; i < 4; ++i) {
        int64_t product;
        if (!pl_parser_multiply(i & 1 ? a->min : a->max, i & 2 ? b->min : b->max, &product)) {
            return false;
        }
        include(node, product);
    }
    return node->scale <= MAX_SCALE;
}

static bool bound_sum(pl_node* node, const pl_node* a, const pl_node* b)
{
    int64_t a_least, a_most, b_least, b_most;
    node->scale = a->scale > b->scale ? a->scale : b->scale;
    if (!pl_parser_bounds_at(a, node->scale, &a_least, &a_most) ||
        !pl_parser_bounds_at(b, node->scale, &b_least, &b_most)) {
        return false;
    }
    bool plus = node->kind == PL_NODE_PLUS;
    node->min = plus ? a_least + b_least : a_least - b_most;
    node->max = plus ? a_most + b_most : a_most - b_least;
    return fits(node->min) && fits(node->max);
}

static int64_t magnitude(int64_t number)
{
    return number < 0 ? -number : number;
}

// Of the divisors, the one next to 0 gives the largest quotient; 0 itself gives 0. A constant must have its value.
static bool bound_quotient(pl_node* node, const pl_node* a, const pl_node* b)
{
    node->scale = 1;
    int64_t largest = magnitude(a->min) > magnitude(a->max) ? magnitude(a->min) : magnitude(a->max);
    int64_t divisor = magnitude(b->min) > magnitude(b->max) ? magnitude(b->min) : magnitude(b->max);
    bool has_zero = b->min <= 0 && b->max >= 0;
    int64_t nearest = has_zero ? 1 : magnitude(b->min) < magnitude(b->max) ? magnitude(b->min) : magnitude(b->max);
    if (a->scale > b->scale + 1u) {
        if (!pl_parser_multiply(divisor, pl_scale_factor(a->scale - b->scale - 1u), &divisor)) return false;
    } else if (!pl_parser_multiply(largest, pl_scale_factor(b->scale + 1u - a->scale), &largest)) {
        return false;
    }
    if (node->constant) {
        node->min = node->max = pl_expression_divide(a->min, a->scale, b->min, b->scale);
    } else {
        node->max = largest / nearest + 1;
        node->min = a->min >= 0 && b->min >= 0 ? 0 : -node->max;
    }
    return fits(node->min) && fits(node->max);
}

static bool bound_lower_or_higher(pl_node* node, const pl_node* a, const pl_node* b)
{
    int64_t a_least, a_most, b_least, b_most;
    node->scale = a->scale > b->scale ? a->scale : b->scale;
    if (!pl_parser_bounds_at(a, node->scale, &a_least, &a_most) ||
        !pl_parser_bounds_at(b, node->scale, &b_least, &b_most)) {
        return false;
    }
    bool lower = node->kind == PL_NODE_MIN;
    node->min = (a_least < b_least) == lower ? a_least : b_least;
    node->max = (a_most < b_most) == lower ? a_most : b_most;
    return true;
}

static bool bound(pl_node* node, const pl_node* a, const pl_node* b)
{
    switch (node->kind) {
    case PL_NODE_TIMES:
        return bound_product(node, a, b);
    case PL_NODE_DIVIDE:
        return bound_quotient(node, a, b);
    case PL_NODE_MIN:
    case PL_NODE_MAX:
        return bound_lower_or_higher(node, a, b);
    default:
        return bound_sum(node, a, b);
    }
}

static uint32_t add_arithmetic(pl_parser* p, pl_node_kind kind, uint32_t a, uint32_t b)
{
    bool joins = pl_parser_node(p, a)->sort == PL_SORT_TEXT && pl_parser_node(p, b)->sort == PL_SORT_TEXT;
    if (kind == PL_NODE_PLUS && joins) {
        return pl_parser_parent(p, kind, PL_SORT_TEXT, pl_parser_node(p, a)->at, a, b);
    }
    if (!pl_parser_need_sort(p, a, PL_SORT_NUMBER, "number") || !pl_parser_need_sort(p, b, PL_SORT_NUMBER, "number")) {
        return PLOY_NONE;
    }
    bool is_any = pl_parser_node(p, a)->sort == PL_SORT_ANY || pl_parser_node(p, b)->sort == PL_SORT_ANY;
    pl_sort sort = is_any ? PL_SORT_ANY : PL_SORT_NUMBER;
    uint32_t node = pl_parser_parent(p, kind, sort, pl_parser_node(p, a)->at, a, b);
    if (node == PLOY_NONE || !p->resolver->has_bounds || is_any) {
        return node;
    }
    pl_node* n = pl_parser_node(p, node);
    if (kind == PL_NODE_DIVIDE && pl_parser_node(p, b)->constant && pl_parser_node(p, b)->min == 0) {
        return FAIL(p, pl_parser_node(p, b)->at, "'%.*s' divides by 0", SPAN(p, node));
    }
    return bound(n, pl_parser_node(p, a), pl_parser_node(p, b))
               ? node
               : FAIL(p, n->at, "'%.*s' can grow too large", SPAN(p, node));
}

uint32_t pl_parser_number(pl_parser* p, int64_t fixed, uint32_t at)
{
    uint32_t node = pl_parser_leaf(p, PL_NODE_NUMBER, PL_SORT_NUMBER, 0, at);
    if (node != PLOY_NONE) {
        pl_node* n = pl_parser_node(p, node);
        n->scale = fixed % PLOY_UNIT != 0;
        n->min = n->max = n->scale ? fixed : fixed / PLOY_UNIT;
    }
    return node;
}

static uint32_t parse_number(pl_parser* p)
{
    pl_token token = p->token;
    int64_t fixed;
    if (p->resolver->number) return p->resolver->number(p);
    if (!pl_lexer_number(p->source->text, token, &fixed)) {
        FAIL(p, token.at, "'%.*s' is not a number that fits here", TOKEN(p));
        pl_error_hint(p->source->error, "a number has at most three decimals and is at most 1000000000000");
        return PLOY_NONE;
    }
    pl_parser_take(p);
    return pl_parser_number(p, fixed, token.at);
}

// Levels of precedence, from strong to weak.

static uint32_t parse_level(pl_parser* p, pl_node_kind kind);
static uint32_t parse_choice(pl_parser* p);
static uint32_t parse_statement(pl_parser* p);

bool pl_parser_enter(pl_parser* p)
{
    uint32_t limit = p->resolver->max_depth;
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
    if (!pl_parser_enter(p)) {
        return PLOY_NONE;
    }
    uint32_t node = parse_statement(p);
    --p->depth;
    if (node != PLOY_NONE && !pl_parser_accept(p, PL_TOKEN_CLOSE)) {
        return pl_parser_unexpected(p, "')'");
    }
    if (node != PLOY_NONE) {
        pl_parser_node(p, node)->at = at;
        pl_parser_node(p, node)->end = p->end;
    }
    return node;
}

static bool is_function(const pl_parser* p)
{
    uint32_t end = p->token.at + p->token.length;
    return pl_lexer_is_function(p->source->text + p->token.at, p->token.length) &&
           pl_lexer_next(p->source->text, end).kind == PL_TOKEN_OPEN;
}

// min(a, b, …): more than two operands are nested to the left.
static uint32_t parse_function(pl_parser* p)
{
    uint32_t at = p->token.at;
    pl_node_kind kind = p->source->text[at + 1] == 'i' ? PL_NODE_MIN : PL_NODE_MAX;
    pl_parser_take(p);
    pl_parser_take(p);
    if (!pl_parser_enter(p)) return PLOY_NONE;
    uint32_t node = parse_choice(p);
    if (node != PLOY_NONE && p->token.kind != PL_TOKEN_COMMA) return pl_parser_unexpected(p, "','");
    while (node != PLOY_NONE && pl_parser_accept(p, PL_TOKEN_COMMA)) {
        uint32_t right = parse_choice(p);
        node = right == PLOY_NONE ? PLOY_NONE : add_arithmetic(p, kind, node, right);
    }
    --p->depth;
    if (node == PLOY_NONE) return PLOY_NONE;
    if (!pl_parser_accept(p, PL_TOKEN_CLOSE)) return pl_parser_unexpected(p, "')'");
    pl_parser_node(p, node)->at = at;
    pl_parser_node(p, node)->end = p->end;
    return node;
}

static uint32_t parse_primary(pl_parser* p)
{
    uint32_t at = p->token.at;
    switch (p->token.kind) {
    case PL_TOKEN_OPEN:
        return parse_group(p);
    case PL_TOKEN_NAME:
        return is_function(p) ? parse_function(p) : p->resolver->name(p);
    case PL_TOKEN_NUMBER:
        return parse_number(p);
    case PL_TOKEN_TEXT:
        return p->resolver->text ? p->resolver->text(p) : pl_parser_unexpected(p, p->resolver->operand);
    case PL_TOKEN_TRUE:
    case PL_TOKEN_FALSE: {
        bool value = p->token.kind == PL_TOKEN_TRUE;
        pl_parser_take(p);
        return pl_parser_leaf(p, PL_NODE_BOOL, PL_SORT_BOOL, value, at);
    }
    default:
        return pl_parser_unexpected(p, p->resolver->operand);
    }
}

static bool is_prefix(const pl_parser* p)
{
    bool is_of_scripts = p->token.kind == PL_TOKEN_NOT_SIGN || p->token.kind == PL_TOKEN_BIT_NOT;
    return p->token.kind == PL_TOKEN_MINUS || (is_of_scripts && p->resolver->is_script);
}

static uint32_t parse_unary(pl_parser* p)
{
    uint32_t at = p->token.at;
    pl_token_kind sign = p->token.kind;
    if (!is_prefix(p)) {
        return parse_primary(p);
    }
    pl_parser_take(p);
    if (!pl_parser_enter(p)) {
        return PLOY_NONE;
    }
    uint32_t operand = parse_unary(p);
    --p->depth;
    pl_sort sort = sign == PL_TOKEN_NOT_SIGN ? PL_SORT_BOOL : PL_SORT_NUMBER;
    if (operand == PLOY_NONE || !pl_parser_need_sort(p, operand, sort, sort == PL_SORT_BOOL ? "condition" : "number")) {
        return PLOY_NONE;
    }
    pl_node_kind kind = sign == PL_TOKEN_MINUS      ? PL_NODE_NEGATIVE
                        : sign == PL_TOKEN_NOT_SIGN ? PL_NODE_NOT
                                                    : PL_NODE_BIT_NOT;
    bool is_any = kind == PL_NODE_NEGATIVE && pl_parser_node(p, operand)->sort == PL_SORT_ANY;
    uint32_t node = pl_parser_parent(p, kind, is_any ? PL_SORT_ANY : sort, at, operand, PLOY_NONE);
    if (node != PLOY_NONE && kind == PL_NODE_NEGATIVE) {
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
    while (node != PLOY_NONE && (p->token.kind == PL_TOKEN_STAR || p->token.kind == PL_TOKEN_SLASH)) {
        pl_node_kind kind = p->token.kind == PL_TOKEN_STAR ? PL_NODE_TIMES : PL_NODE_DIVIDE;
        pl_parser_take(p);
        uint32_t right = parse_unary(p);
        node = right == PLOY_NONE ? PLOY_NONE : add_arithmetic(p, kind, node, right);
    }
    return node;
}

static bool is_sum(const pl_parser* p)
{
    return p->token.kind == PL_TOKEN_PLUS || p->token.kind == PL_TOKEN_MINUS ||
           (p->token.kind == PL_TOKEN_JOIN && p->resolver->is_script);
}

// Texts and numbers, which become texts.
static uint32_t add_join(pl_parser* p, uint32_t a, uint32_t b)
{
    const uint32_t operands[] = {a, b};
    for (uint32_t i = 0; i < 2; ++i) {
        pl_node* n = pl_parser_node(p, operands[i]);
        n->sort = n->sort == PL_SORT_OBJECT ? PL_SORT_NUMBER : n->sort;
    }
    return pl_parser_parent(p, PL_NODE_PLUS, PL_SORT_TEXT, pl_parser_node(p, a)->at, a, b);
}

uint32_t pl_parser_sum(pl_parser* p)
{
    uint32_t node = parse_product(p);
    while (node != PLOY_NONE && is_sum(p)) {
        bool is_join = p->token.kind == PL_TOKEN_JOIN;
        pl_node_kind kind = p->token.kind == PL_TOKEN_MINUS ? PL_NODE_MINUS : PL_NODE_PLUS;
        pl_parser_take(p);
        uint32_t right = parse_product(p);
        node = right == PLOY_NONE ? PLOY_NONE
               : is_join          ? add_join(p, node, right)
                                  : add_arithmetic(p, kind, node, right);
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

bool pl_parser_fail_types(pl_parser* p, pl_token sign, uint32_t a, uint32_t b)
{
    FAIL(p, sign.at, "cannot compare '%.*s' of type %s with '%.*s' of type %s", SPAN(p, a), pl_parser_type_name(p, a),
         SPAN(p, b), pl_parser_type_name(p, b));
    pl_error_hint(p->source->error, "both sides have one type; a bool stands alone or after 'not'");
    return false;
}

bool pl_parser_fail_order(pl_parser* p, pl_token sign, uint32_t a, uint32_t b)
{
    FAIL(p, sign.at, "'%.*s' and '%.*s' of type %s have no order", SPAN(p, a), SPAN(p, b), pl_parser_type_name(p, a));
    pl_error_hint(p->source->error, "use = or !=");
    return false;
}

// Bits of whole numbers, stronger than comparisons: & before | and ^.
static uint32_t parse_bits(pl_parser* p, bool is_and)
{
    uint32_t node = is_and ? pl_parser_sum(p) : parse_bits(p, true);
    while (node != PLOY_NONE && p->resolver->is_script) {
        pl_token_kind sign = p->token.kind;
        bool is_one = is_and ? sign == PL_TOKEN_BIT_AND : sign == PL_TOKEN_BIT_OR || sign == PL_TOKEN_BIT_XOR;
        if (!is_one) break;
        pl_parser_take(p);
        uint32_t right = is_and ? pl_parser_sum(p) : parse_bits(p, true);
        pl_node_kind kind = is_and ? PL_NODE_BIT_AND : sign == PL_TOKEN_BIT_OR ? PL_NODE_BIT_OR : PL_NODE_BIT_XOR;
        node = right == PLOY_NONE ? PLOY_NONE : add_arithmetic(p, kind, node, right);
    }
    return node;
}

static uint32_t add_comparison(pl_parser* p, pl_token sign, uint32_t left, uint32_t right)
{
    if (right == PLOY_NONE || !p->resolver->compare(p, sign, left, right)) {
        return PLOY_NONE;
    }
    pl_node_kind kind = (pl_node_kind)comparison_kind(sign.kind);
    return pl_parser_parent(p, kind, PL_SORT_BOOL, pl_parser_node(p, left)->at, left, right);
}

// In a script a < b < c is a < b && b < c: the middle is read once more.
static uint32_t parse_comparison(pl_parser* p)
{
    uint32_t node = parse_bits(p, false);
    uint32_t left = node;
    for (bool is_first = true; node != PLOY_NONE && comparison_kind(p->token.kind) >= 0; is_first = false) {
        if (!is_first && !p->resolver->is_script) {
            FAIL(p, p->token.at, "a comparison has two sides");
            pl_error_hint(p->source->error, "join two comparisons with 'and'");
            return PLOY_NONE;
        }
        pl_token sign = p->token;
        pl_parser_take(p);
        pl_token middle = p->token;
        uint32_t one = add_comparison(p, sign, left, parse_bits(p, false));
        node = is_first || one == PLOY_NONE
                   ? one
                   : pl_parser_parent(p, PL_NODE_AND, PL_SORT_BOOL, pl_parser_node(p, node)->at, node, one);
        if (node != PLOY_NONE && comparison_kind(p->token.kind) >= 0 && p->resolver->is_script) {
            p->token = middle;
            left = parse_bits(p, false);
            if (left == PLOY_NONE) return PLOY_NONE;
        }
    }
    return node;
}

static uint32_t parse_not(pl_parser* p)
{
    uint32_t at = p->token.at;
    if (!pl_parser_accept(p, PL_TOKEN_NOT)) {
        return parse_comparison(p);
    }
    if (!pl_parser_enter(p)) {
        return PLOY_NONE;
    }
    uint32_t operand = parse_not(p);
    --p->depth;
    if (operand == PLOY_NONE || !pl_parser_need_sort(p, operand, PL_SORT_BOOL, "condition")) {
        return PLOY_NONE;
    }
    return pl_parser_parent(p, PL_NODE_NOT, PL_SORT_BOOL, at, operand, PLOY_NONE);
}

// or, xor, nand, and: the token of a level, and whether a node takes more than two operands.
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

// Appends an operand to a list node. `last` is its last child so far.
static bool append(pl_parser* p, uint32_t list, uint32_t last, uint32_t node)
{
    pl_node* parent = pl_parser_node(p, list);
    const pl_node* child = pl_parser_node(p, node);
    if (child->depth >= parent->depth) {
        uint32_t limit = p->resolver->max_depth;
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

static bool accept_level(pl_parser* p, pl_node_kind kind)
{
    pl_token_kind sign = kind == PL_NODE_AND ? PL_TOKEN_AND_SIGN : PL_TOKEN_OR_SIGN;
    bool has_sign = p->resolver->is_script && (kind == PL_NODE_AND || kind == PL_NODE_OR);
    return pl_parser_accept(p, levels[kind].token) || (has_sign && pl_parser_accept(p, sign));
}

static uint32_t parse_level(pl_parser* p, pl_node_kind kind)
{
    if (kind > PL_NODE_AND) {
        return parse_not(p);
    }
    uint32_t node = parse_level(p, kind + 1);
    uint32_t last = PLOY_NONE; // last child of `node`, once that is a list
    while (node != PLOY_NONE && accept_level(p, kind)) {
        if (!pl_parser_need_sort(p, node, PL_SORT_BOOL, "condition")) return PLOY_NONE;
        uint32_t right = parse_level(p, kind + 1);
        if (right == PLOY_NONE || !pl_parser_need_sort(p, right, PL_SORT_BOOL, "condition")) return PLOY_NONE;
        if (last == PLOY_NONE || !levels[kind].list || !p->resolver->has_lists) {
            node = pl_parser_parent(p, kind, PL_SORT_BOOL, pl_parser_node(p, node)->at, node, right);
        } else if (!append(p, node, last, right)) {
            return PLOY_NONE;
        }
        last = right;
    }
    return node;
}

// Either of the two numbers may be the value. It never counts as a constant, so it is evaluated where it is used.
static bool bound_choice(pl_node* node, const pl_node* a, const pl_node* b)
{
    int64_t a_least, a_most, b_least, b_most;
    node->scale = a->scale > b->scale ? a->scale : b->scale;
    if (!pl_parser_bounds_at(a, node->scale, &a_least, &a_most) ||
        !pl_parser_bounds_at(b, node->scale, &b_least, &b_most)) {
        return false;
    }
    node->min = a_least < b_least ? a_least : b_least;
    node->max = a_most > b_most ? a_most : b_most;
    return true;
}

// Two texts give a text; of bools and numbers, and of a mixture, a number.
static uint32_t add_choice(pl_parser* p, uint32_t condition, uint32_t a, uint32_t b)
{
    bool is_text = pl_parser_node(p, a)->sort == PL_SORT_TEXT && pl_parser_node(p, b)->sort == PL_SORT_TEXT;
    if (!pl_parser_need_sort(p, condition, PL_SORT_BOOL, "condition")) {
        return PLOY_NONE;
    }
    if (!is_text && (!pl_parser_need_sort(p, a, PL_SORT_NUMBER, "number") ||
                     !pl_parser_need_sort(p, b, PL_SORT_NUMBER, "number"))) {
        return PLOY_NONE;
    }
    uint32_t deeper = pl_parser_node(p, b)->depth > pl_parser_node(p, a)->depth ? b : a;
    uint32_t at = pl_parser_node(p, condition)->at;
    uint32_t node = pl_parser_parent(p, PL_NODE_CHOICE, is_text ? PL_SORT_TEXT : PL_SORT_NUMBER, at, condition, deeper);
    if (node == PLOY_NONE) return PLOY_NONE;
    pl_parser_node(p, condition)->next = a;
    pl_parser_node(p, a)->next = b;
    pl_node* n = pl_parser_node(p, node);
    n->constant = false;
    if (!p->resolver->has_bounds || bound_choice(n, pl_parser_node(p, a), pl_parser_node(p, b))) return node;
    return FAIL(p, n->at, "'%.*s' can grow too large", SPAN(p, node));
}

// condition ? a : b, the weakest operator; a chain groups to the right.
static uint32_t parse_choice(pl_parser* p)
{
    uint32_t condition = parse_level(p, PL_NODE_OR);
    if (condition == PLOY_NONE || !pl_parser_accept(p, PL_TOKEN_QUESTION)) return condition;
    if (!pl_parser_enter(p)) return PLOY_NONE;
    uint32_t a = parse_choice(p);
    if (a != PLOY_NONE && !pl_parser_accept(p, PL_TOKEN_COLON)) return pl_parser_unexpected(p, "':'");
    uint32_t b = a == PLOY_NONE ? PLOY_NONE : parse_choice(p);
    --p->depth;
    return b == PLOY_NONE ? PLOY_NONE : add_choice(p, condition, a, b);
}

// Statements of scripts: assignments and expressions, one after the other.

static bool is_assignment(const pl_parser* p, pl_token sign)
{
    switch (sign.kind) {
    case PL_TOKEN_BECOMES:
    case PL_TOKEN_PLUS_IS:
    case PL_TOKEN_MINUS_IS:
    case PL_TOKEN_STAR_IS:
    case PL_TOKEN_SLASH_IS:
        return true;
    default:
        return sign.kind == PL_TOKEN_EQ && sign.length == 1 && p->assigns;
    }
}

static int arithmetic_of(pl_token_kind sign)
{
    switch (sign) {
    case PL_TOKEN_PLUS_IS:
        return PL_NODE_PLUS;
    case PL_TOKEN_MINUS_IS:
        return PL_NODE_MINUS;
    case PL_TOKEN_STAR_IS:
        return PL_NODE_TIMES;
    case PL_TOKEN_SLASH_IS:
        return PL_NODE_DIVIDE;
    default:
        return -1;
    }
}

// x += a is x := x + a.
static uint32_t parse_assignment(pl_parser* p, pl_token sign)
{
    pl_token name = p->token;
    int op = arithmetic_of(sign.kind);
    uint32_t target = p->resolver->target(p);
    uint32_t before = PLOY_NONE;
    if (target != PLOY_NONE && op >= 0) {
        p->token = name;
        before = p->resolver->name(p);
    }
    if (target == PLOY_NONE || (op >= 0 && before == PLOY_NONE)) return PLOY_NONE;
    pl_parser_take(p);
    uint32_t value = parse_choice(p);
    if (value != PLOY_NONE && op >= 0) value = add_arithmetic(p, (pl_node_kind)op, before, value);
    if (value == PLOY_NONE) return PLOY_NONE;
    pl_sort sort = (pl_sort)pl_parser_node(p, value)->sort;
    sort = sort == PL_SORT_OBJECT ? PL_SORT_NUMBER : sort;
    uint32_t node = pl_parser_parent(p, PL_NODE_ASSIGN, sort, name.at, value, PLOY_NONE);
    if (node != PLOY_NONE) {
        pl_parser_node(p, node)->index = target;
        pl_parser_node(p, node)->constant = false;
    }
    return node;
}

static uint32_t parse_statement(pl_parser* p)
{
    if (!p->resolver->is_script || p->token.kind != PL_TOKEN_NAME) return parse_choice(p);
    pl_token sign = pl_lexer_next(p->source->text, p->token.at + p->token.length);
    if (!is_assignment(p, sign)) return parse_choice(p);
    if (p->resolver->target) return parse_assignment(p, sign);
    return FAIL(p, sign.at, "nothing can be assigned here");
}

static uint32_t parse_statements(pl_parser* p)
{
    uint32_t node = parse_statement(p);
    while (node != PLOY_NONE && p->resolver->is_script && pl_parser_accept(p, PL_TOKEN_SEMICOLON)) {
        if (p->token.kind == PL_TOKEN_END) break;
        uint32_t next = parse_statement(p);
        if (next == PLOY_NONE) return PLOY_NONE;
        node =
            pl_parser_parent(p, PL_NODE_THEN, pl_parser_node(p, next)->sort, pl_parser_node(p, node)->at, node, next);
    }
    return node;
}

static bool is_of_effects(pl_grammar grammar)
{
    return grammar == PL_GRAMMAR_EFFECTS || grammar == PL_GRAMMAR_STATE;
}

static bool check_whole(pl_parser* p, pl_grammar grammar, uint32_t node)
{
    if (p->resolver->is_script) return true;
    if (grammar == PL_GRAMMAR_CONDITION) return pl_parser_need_sort(p, node, PL_SORT_BOOL, "condition");
    if (grammar == PL_GRAMMAR_NUMBER) return pl_parser_need_sort(p, node, PL_SORT_NUMBER, "number");
    if (pl_parser_node(p, node)->sort <= PL_SORT_NUMBER || pl_parser_node(p, node)->sort == PL_SORT_ANY) return true;
    FAIL(p, pl_parser_node(p, node)->at, "'%.*s' is of type %s, neither a condition nor a number", SPAN(p, node),
         pl_parser_type_name(p, node));
    return false;
}

static uint32_t parse_whole(pl_parser* p, pl_grammar grammar)
{
    if (is_of_effects(grammar)) return pl_parser_effects(p, grammar == PL_GRAMMAR_STATE);
    p->assigns = grammar == PL_GRAMMAR_SCRIPT;
    uint32_t node = parse_statements(p);
    bool is_whole = node != PLOY_NONE && p->token.kind == PL_TOKEN_END;
    return is_whole && !check_whole(p, grammar, node) ? PLOY_NONE : node;
}

// What takes the place of a text that reads a lost name.
static uint32_t stand_in(pl_parser* p, pl_grammar grammar)
{
    if (is_of_effects(grammar)) return pl_parser_leaf(p, PL_NODE_LIST, PL_SORT_EFFECT, 0, 0);
    if (grammar != PL_GRAMMAR_NUMBER) return pl_parser_leaf(p, PL_NODE_BOOL, PL_SORT_BOOL, 1, 0);
    uint32_t node = pl_parser_leaf(p, PL_NODE_NUMBER, PL_SORT_NUMBER, 0, 0);
    if (node != PLOY_NONE) pl_parser_node(p, node)->min = pl_parser_node(p, node)->max = 1;
    return node;
}

ploy_status pl_parser_run(const pl_source* source, const pl_resolver* resolver, void* context, pl_grammar grammar,
                          const ploy_allocator* allocator, pl_expression* expression)
{
    pl_parser p = {
        .source = source, .resolver = resolver, .context = context, .allocator = allocator, .expression = expression};
    if (strlen(source->text) >= UINT32_MAX) return pl_source_fail(source, 0, "too long");
    p.token = pl_lexer_next(source->text, 0);
    expression->root = parse_whole(&p, grammar);
    if (expression->root != PLOY_NONE && p.token.kind != PL_TOKEN_END) {
        const char* number = "'+', '-', '*', '/' or '?'";
        pl_parser_unexpected(&p, is_of_effects(grammar)         ? "','"
                                 : grammar == PL_GRAMMAR_NUMBER ? number
                                                                : "'and' or 'or'");
    }
    if (p.status == PLOY_OK && p.is_vague) expression->root = stand_in(&p, grammar);
    return p.status;
}

void pl_expression_free(pl_expression* expression, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&expression->nodes, allocator);
}
