// Recursive descent, one level of precedence a step. Conditions and arithmetic share one grammar, so a parenthesised
// group may turn out to be either; sorts are checked when a node is made from its operands.

#include <string.h>

#include "base/similar.h"
#include "plan/expression.h"
#include "plan/lexer.h"
#include "plan/text.h"

// Bounds of every number at its scale: a sum of two still fits into 64 bits.
#define LARGEST (PL_MAX_NUMBER * 1000)
#define MAX_SCALE 4

typedef struct parser
{
    const pl_source* source;
    const ploy_allocator* allocator;
    pl_expression* expression;
    pl_token token; // not yet taken
    uint32_t end;   // of the token taken last
    uint32_t depth;
    ploy_status status;
} parser;

static uint32_t parse_level(parser* p, pl_node_kind kind);

static const ploy_domain* domain_of(const parser* p)
{
    return p->source->domain;
}

static pl_node* node_at(const parser* p, uint32_t node)
{
    return &p->expression->nodes.data[node];
}

static void take(parser* p)
{
    p->end = p->token.at + p->token.length;
    p->token = pl_lexer_next(p->source->text, p->end);
}

static bool accept(parser* p, pl_token_kind kind)
{
    if (p->token.kind != kind) {
        return false;
    }
    take(p);
    return true;
}

static uint32_t failed(parser* p, ploy_status status)
{
    p->status = status;
    return PL_NONE;
}

#define FAIL(p, at, ...) failed(p, pl_source_fail((p)->source, at, __VA_ARGS__))

// Cut to what a message can hold.
static int shown(uint32_t length)
{
    return length < 60 ? (int)length : 60;
}

#define SPAN(p, node) shown(node_at(p, node)->end - node_at(p, node)->at), (p)->source->text + node_at(p, node)->at
#define TOKEN(p) shown((p)->token.length), (p)->source->text + (p)->token.at

static uint32_t fail_here(parser* p, const char* expected)
{
    if (p->token.kind == PL_TOKEN_END) {
        return FAIL(p, p->token.at, "%s expected, but the text ends", expected);
    }
    uint32_t none = FAIL(p, p->token.at, "%s expected, not '%.*s'", expected, TOKEN(p));
    const char* text = p->source->text + p->token.at;
    if (p->token.kind == PL_TOKEN_BAD && *text && strchr("&|!", *text)) {
        pl_error_hint(p->source->error, "conditions are joined with 'and', 'or', 'xor', 'nand' and 'not'");
    }
    return none;
}

static uint32_t add_node(parser* p, pl_node node)
{
    uint32_t limit = domain_of(p)->limits.depth;
    if (node.depth > (limit < PL_MAX_DEPTH ? limit : PL_MAX_DEPTH)) {
        return FAIL(p, node.at, "nested deeper than %u", (unsigned)limit);
    }
    node.end = p->end;
    node.next = PL_NONE;
    if (!PL_ARRAY_PUSH(&p->expression->nodes, p->allocator, node)) {
        p->status = PLOY_OUT_OF_MEMORY;
        return PL_NONE;
    }
    return p->expression->nodes.count - 1;
}

static uint32_t add_leaf(parser* p, pl_node_kind kind, pl_sort sort, uint32_t index, uint32_t at)
{
    return add_node(p, (pl_node){.kind = (uint8_t)kind, .sort = (uint8_t)sort, .depth = 1, .constant = true,
                                 .at = at, .index = index, .type = PL_NONE, .child = PL_NONE});
}

// A node above one or two others; second may be PL_NONE.
static uint32_t add_parent(parser* p, pl_node_kind kind, pl_sort sort, uint32_t at, uint32_t first, uint32_t second)
{
    const pl_node* a = node_at(p, first);
    const pl_node* b = second == PL_NONE ? a : node_at(p, second);
    uint32_t node = add_node(p, (pl_node){.kind = (uint8_t)kind, .sort = (uint8_t)sort,
                                          .depth = (uint8_t)((a->depth > b->depth ? a->depth : b->depth) + 1),
                                          .constant = a->constant && b->constant, .at = at, .type = PL_NONE,
                                          .child = first});
    if (node != PL_NONE && second != PL_NONE) {
        node_at(p, first)->next = second;
    }
    return node;
}

// ---- Saying what something is ----

static const char* sort_name(const parser* p, uint32_t node)
{
    const pl_node* n = node_at(p, node);
    if (n->sort == PL_SORT_OBJECT) {
        return domain_of(p)->types.data[n->type].name;
    }
    if (n->sort == PL_SORT_BOOL) {
        return n->kind == PL_NODE_SYMBOL || n->kind == PL_NODE_BOOL ? "bool" : "condition";
    }
    if (n->kind == PL_NODE_SYMBOL) {
        return domain_of(p)->symbols.data[n->index].kind == PLOY_KIND_INT ? "int" : "decimal";
    }
    return "number";
}

static bool need_sort(parser* p, uint32_t node, pl_sort sort, const char* wanted)
{
    if (node_at(p, node)->sort == sort) {
        return true;
    }
    FAIL(p, node_at(p, node)->at, "a %s expected, '%.*s' is of type %s", wanted, SPAN(p, node), sort_name(p, node));
    if (sort == PL_SORT_BOOL && node_at(p, node)->sort == PL_SORT_NUMBER) {
        pl_error_hint(p->source->error, "compare it with something");
    }
    return false;
}

// ---- Names ----

static uint32_t find_param(const parser* p, pl_token token)
{
    const pl_head* head = p->source->head;
    for (uint32_t i = 0; head && i < head->param_count; ++i) {
        const char* name = head->params[i].name;
        if (strlen(name) == token.length && memcmp(name, p->source->text + token.at, token.length) == 0) {
            return i;
        }
    }
    return PL_NONE;
}

static uint32_t fail_unknown(parser* p, pl_token token)
{
    const ploy_domain* domain = domain_of(p);
    const char* text = p->source->text + token.at;
    FAIL(p, token.at, "unknown symbol '%.*s'", shown(token.length), text);
    char wanted[64] = "";
    memcpy(wanted, text, token.length < sizeof wanted ? token.length : 0);
    pl_similar similar = pl_similar_begin(wanted);
    for (uint32_t i = 0; p->source->head && i < p->source->head->param_count; ++i) {
        pl_similar_offer(&similar, p->source->head->params[i].name);
    }
    for (uint32_t i = 0; i < domain->symbols.count; ++i) {
        pl_similar_offer(&similar, domain->symbols.data[i].name);
    }
    for (uint32_t i = 0; i < domain->objects.count; ++i) {
        pl_similar_offer(&similar, domain->objects.data[i].name);
    }
    pl_similar_hint(&similar, p->source->error);
    return PL_NONE;
}

static uint32_t add_param(parser* p, uint32_t param, uint32_t at)
{
    uint32_t node = add_leaf(p, PL_NODE_PARAM, PL_SORT_OBJECT, param, at);
    if (node != PL_NONE) {
        node_at(p, node)->type = p->source->head->params[param].type;
    }
    return node;
}

static uint32_t add_object(parser* p, uint32_t object, uint32_t at)
{
    uint32_t type = domain_of(p)->objects.data[object].type;
    uint32_t within = object - domain_of(p)->types.data[type].first_object;
    uint32_t node = add_leaf(p, PL_NODE_OBJECT, PL_SORT_OBJECT, within, at);
    if (node != PL_NONE) {
        node_at(p, node)->type = type;
    }
    return node;
}

static uint32_t parse_index(parser* p, const pl_symbol* symbol, uint32_t number)
{
    pl_token token = p->token;
    if (token.kind != PL_TOKEN_NAME) {
        return fail_here(p, "an object or a parameter");
    }
    take(p);
    const char* text = p->source->text + token.at;
    uint32_t param = find_param(p, token);
    uint32_t object = pl_domain_find(domain_of(p), PL_NAME_OBJECT, text, token.length);
    if (param == PL_NONE && object == PL_NONE) {
        if (pl_domain_find(domain_of(p), PL_NAME_SYMBOL, text, token.length) != PL_NONE) {
            return FAIL(p, token.at, "an object or a parameter expected, '%.*s' is a symbol", shown(token.length), text);
        }
        return fail_unknown(p, token);
    }
    uint32_t node = param != PL_NONE ? add_param(p, param, token.at) : add_object(p, object, token.at);
    if (node != PL_NONE && node_at(p, node)->type != symbol->of[number]) {
        return FAIL(p, token.at, "'%s' is indexed by type %s, '%.*s' is of type %s", symbol->name,
                    domain_of(p)->types.data[symbol->of[number]].name, shown(token.length), text, sort_name(p, node));
    }
    return node;
}

static uint32_t fail_index_count(parser* p, const pl_symbol* symbol, uint32_t at)
{
    if (symbol->of_count == 0) {
        return FAIL(p, at, "'%s' has no index", symbol->name);
    }
    uint32_t none = FAIL(p, at, "'%s' has %u %s", symbol->name, (unsigned)symbol->of_count,
                         symbol->of_count == 1 ? "index" : "indices");
    pl_error_hint(p->source->error, "write %s(%s%s)", symbol->name, domain_of(p)->types.data[symbol->of[0]].name,
                  symbol->of_count == 1 ? "" : ", …");
    return none;
}

// The first of the symbol's indices through first, linked; false on an error.
static bool parse_indices(parser* p, const pl_symbol* symbol, uint32_t at, uint32_t* first)
{
    uint32_t count = 0;
    uint32_t last = PL_NONE;
    *first = PL_NONE;
    if (accept(p, PL_TOKEN_OPEN)) {
        do {
            if (count == symbol->of_count) {
                fail_index_count(p, symbol, at);
                return false;
            }
            uint32_t node = parse_index(p, symbol, count++);
            if (node == PL_NONE) {
                return false;
            }
            *(last == PL_NONE ? first : &node_at(p, last)->next) = node;
            last = node;
        } while (accept(p, PL_TOKEN_COMMA));
        if (!accept(p, PL_TOKEN_CLOSE)) {
            fail_here(p, "')'");
            return false;
        }
    }
    if (count != symbol->of_count) {
        fail_index_count(p, symbol, at);
        return false;
    }
    return true;
}

static uint32_t parse_symbol(parser* p, uint32_t symbol_index, uint32_t at)
{
    const pl_symbol* symbol = &domain_of(p)->symbols.data[symbol_index];
    uint32_t first;
    if (!parse_indices(p, symbol, at, &first)) {
        return PL_NONE;
    }
    pl_node node = {.kind = PL_NODE_SYMBOL, .depth = 1, .at = at, .index = symbol_index, .type = symbol->type,
                    .child = first, .least = symbol->min, .most = pl_symbol_max(symbol)};
    node.sort = symbol->kind == PLOY_KIND_BOOL     ? PL_SORT_BOOL
                : symbol->kind == PLOY_KIND_OBJECT ? PL_SORT_OBJECT
                                                   : PL_SORT_NUMBER;
    node.scale = symbol->kind == PLOY_KIND_DECIMAL;
    return add_node(p, node);
}

static uint32_t parse_name(parser* p)
{
    pl_token token = p->token;
    take(p);
    const char* text = p->source->text + token.at;
    uint32_t param = find_param(p, token);
    if (param != PL_NONE) {
        return add_param(p, param, token.at);
    }
    uint32_t symbol = pl_domain_find(domain_of(p), PL_NAME_SYMBOL, text, token.length);
    if (symbol != PL_NONE) {
        return parse_symbol(p, symbol, token.at);
    }
    uint32_t object = pl_domain_find(domain_of(p), PL_NAME_OBJECT, text, token.length);
    return object != PL_NONE ? add_object(p, object, token.at) : fail_unknown(p, token);
}

// ---- Numbers ----

static bool fits(int64_t number)
{
    return number >= -LARGEST && number <= LARGEST;
}

static bool multiply(int64_t a, int64_t b, int64_t* product)
{
    int64_t size = b < 0 ? -b : b;
    if (size != 0 && (a < 0 ? -a : a) > LARGEST / size) {
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

// The bounds of a node at another, not smaller, scale.
static bool rescaled(const pl_node* node, uint32_t scale, int64_t* least, int64_t* most)
{
    int64_t factor = pl_scale_factor(scale - node->scale);
    return multiply(node->least, factor, least) && multiply(node->most, factor, most);
}

static void include(pl_node* node, int64_t number)
{
    node->least = number < node->least ? number : node->least;
    node->most = number > node->most ? number : node->most;
}

static bool bound_product(pl_node* node, const pl_node* a, const pl_node* b)
{
    node->scale = (uint8_t)(a->scale + b->scale);
    node->least = INT64_MAX;
    node->most = INT64_MIN;
    for (uint32_t i = 0; i < 4; ++i) {
        int64_t product;
        if (!multiply(i & 1 ? a->least : a->most, i & 2 ? b->least : b->most, &product)) {
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
    if (!rescaled(a, node->scale, &a_least, &a_most) || !rescaled(b, node->scale, &b_least, &b_most)) {
        return false;
    }
    bool plus = node->kind == PL_NODE_PLUS;
    node->least = plus ? a_least + b_least : a_least - b_most;
    node->most = plus ? a_most + b_most : a_most - b_least;
    return fits(node->least) && fits(node->most);
}

static uint32_t add_arithmetic(parser* p, pl_node_kind kind, uint32_t a, uint32_t b)
{
    if (!need_sort(p, a, PL_SORT_NUMBER, "number") || !need_sort(p, b, PL_SORT_NUMBER, "number")) {
        return PL_NONE;
    }
    uint32_t node = add_parent(p, kind, PL_SORT_NUMBER, node_at(p, a)->at, a, b);
    if (node == PL_NONE) {
        return PL_NONE;
    }
    pl_node* n = node_at(p, node);
    bool bounded = kind == PL_NODE_TIMES ? bound_product(n, node_at(p, a), node_at(p, b))
                                         : bound_sum(n, node_at(p, a), node_at(p, b));
    return bounded ? node : FAIL(p, n->at, "'%.*s' can grow too large", SPAN(p, node));
}

static uint32_t parse_number(parser* p)
{
    pl_token token = p->token;
    int64_t thousandths;
    if (!pl_lexer_number(p->source->text, token, &thousandths)) {
        FAIL(p, token.at, "'%.*s' is not a number that fits here", TOKEN(p));
        pl_error_hint(p->source->error, "digits, at most three of them behind the point, at most 10^12");
        return PL_NONE;
    }
    take(p);
    uint32_t node = add_leaf(p, PL_NODE_NUMBER, PL_SORT_NUMBER, 0, token.at);
    if (node != PL_NONE) {
        pl_node* n = node_at(p, node);
        n->scale = thousandths % PLOY_UNIT != 0;
        n->least = n->most = n->scale ? thousandths : thousandths / PLOY_UNIT;
    }
    return node;
}

// ---- Operators ----

static bool enter(parser* p)
{
    uint32_t limit = domain_of(p)->limits.depth;
    if (++p->depth <= (limit < PL_MAX_DEPTH ? limit : PL_MAX_DEPTH)) {
        return true;
    }
    FAIL(p, p->token.at, "nested deeper than %u", (unsigned)limit);
    return false;
}

static uint32_t parse_group(parser* p)
{
    uint32_t at = p->token.at;
    take(p);
    if (!enter(p)) {
        return PL_NONE;
    }
    uint32_t node = parse_level(p, PL_NODE_OR);
    --p->depth;
    if (node != PL_NONE && !accept(p, PL_TOKEN_CLOSE)) {
        return fail_here(p, "')'");
    }
    if (node != PL_NONE) {
        node_at(p, node)->at = at;
        node_at(p, node)->end = p->end;
    }
    return node;
}

static uint32_t parse_primary(parser* p)
{
    uint32_t at = p->token.at;
    switch (p->token.kind) {
    case PL_TOKEN_OPEN:
        return parse_group(p);
    case PL_TOKEN_NAME:
        return parse_name(p);
    case PL_TOKEN_NUMBER:
        return parse_number(p);
    case PL_TOKEN_TRUE:
    case PL_TOKEN_FALSE: {
        bool value = p->token.kind == PL_TOKEN_TRUE;
        take(p);
        return add_leaf(p, PL_NODE_BOOL, PL_SORT_BOOL, value, at);
    }
    default:
        return fail_here(p, "a symbol or a value");
    }
}

static uint32_t parse_unary(parser* p)
{
    uint32_t at = p->token.at;
    if (!accept(p, PL_TOKEN_MINUS)) {
        return parse_primary(p);
    }
    if (!enter(p)) {
        return PL_NONE;
    }
    uint32_t operand = parse_unary(p);
    --p->depth;
    if (operand == PL_NONE || !need_sort(p, operand, PL_SORT_NUMBER, "number")) {
        return PL_NONE;
    }
    uint32_t node = add_parent(p, PL_NODE_NEGATIVE, PL_SORT_NUMBER, at, operand, PL_NONE);
    if (node != PL_NONE) {
        pl_node* n = node_at(p, node);
        n->scale = node_at(p, operand)->scale;
        n->least = -node_at(p, operand)->most;
        n->most = -node_at(p, operand)->least;
    }
    return node;
}

static uint32_t parse_product(parser* p)
{
    uint32_t node = parse_unary(p);
    while (node != PL_NONE && accept(p, PL_TOKEN_STAR)) {
        uint32_t right = parse_unary(p);
        node = right == PL_NONE ? PL_NONE : add_arithmetic(p, PL_NODE_TIMES, node, right);
    }
    return node;
}

static uint32_t parse_sum(parser* p)
{
    uint32_t node = parse_product(p);
    while (node != PL_NONE && (p->token.kind == PL_TOKEN_PLUS || p->token.kind == PL_TOKEN_MINUS)) {
        pl_node_kind kind = p->token.kind == PL_TOKEN_PLUS ? PL_NODE_PLUS : PL_NODE_MINUS;
        take(p);
        uint32_t right = parse_product(p);
        node = right == PL_NONE ? PL_NONE : add_arithmetic(p, kind, node, right);
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

static void print_bound(const pl_symbol* symbol, int64_t value, char* text, size_t size)
{
    pl_writer writer = pl_writer_begin(text, size);
    pl_writer_add_decimal(&writer, symbol->kind == PLOY_KIND_INT ? value * PLOY_UNIT : value);
}

// Is the constant one of the symbol's values? Its index through index (may be NULL).
static bool need_value(parser* p, uint32_t symbol_node, uint32_t constant, uint32_t* index)
{
    const pl_symbol* symbol = &domain_of(p)->symbols.data[node_at(p, symbol_node)->index];
    const pl_node* n = node_at(p, constant);
    uint32_t scale = node_at(p, symbol_node)->scale;
    int64_t factor = pl_scale_factor(n->scale > scale ? n->scale - scale : scale - n->scale);
    bool whole = n->scale <= scale || n->least % factor == 0;
    int64_t value = n->scale > scale ? n->least / factor : n->least * factor;
    char least[32], most[32], step[32];
    print_bound(symbol, symbol->min, least, sizeof least);
    print_bound(symbol, pl_symbol_max(symbol), most, sizeof most);
    print_bound(symbol, symbol->step, step, sizeof step);
    if (value < symbol->min || value > pl_symbol_max(symbol)) {
        FAIL(p, n->at, "%s has range %s to %s, %.*s is outside", symbol->name, least, most, SPAN(p, constant));
        return false;
    }
    if (!whole || (value - symbol->min) % symbol->step != 0) {
        FAIL(p, n->at, "%s has steps of %s from %s, %.*s is between two", symbol->name, step, least, SPAN(p, constant));
        return false;
    }
    if (index) {
        *index = (uint32_t)((value - symbol->min) / symbol->step);
    }
    return true;
}

// A symbol against a constant that it can never have is a mistake, not a condition.
static bool check_constants(parser* p, uint32_t a, uint32_t b)
{
    bool a_symbol = node_at(p, a)->kind == PL_NODE_SYMBOL;
    bool b_symbol = node_at(p, b)->kind == PL_NODE_SYMBOL;
    if (a_symbol && node_at(p, b)->constant) {
        return need_value(p, a, b, NULL);
    }
    return !b_symbol || !node_at(p, a)->constant || need_value(p, b, a, NULL);
}

static bool check_compared(parser* p, pl_node_kind kind, pl_token sign, uint32_t a, uint32_t b)
{
    const pl_node* x = node_at(p, a);
    const pl_node* y = node_at(p, b);
    bool same = x->sort == y->sort && (x->sort != PL_SORT_OBJECT || x->type == y->type);
    if (!same) {
        FAIL(p, sign.at, "cannot compare '%.*s' of type %s with '%.*s' of type %s", SPAN(p, a), sort_name(p, a),
             SPAN(p, b), sort_name(p, b));
        return false;
    }
    if (x->sort != PL_SORT_NUMBER && kind != PL_NODE_EQ && kind != PL_NODE_NE) {
        FAIL(p, sign.at, "'%.*s' and '%.*s' of type %s have no order", SPAN(p, a), SPAN(p, b), sort_name(p, a));
        pl_error_hint(p->source->error, "use = or !=");
        return false;
    }
    if (x->sort != PL_SORT_NUMBER) {
        return true;
    }
    int64_t least, most;
    uint32_t scale = x->scale > y->scale ? x->scale : y->scale;
    if (!rescaled(x, scale, &least, &most) || !rescaled(y, scale, &least, &most)) {
        FAIL(p, sign.at, "'%.*s' can grow too large", SPAN(p, a));
        return false;
    }
    return check_constants(p, a, b);
}

static uint32_t parse_comparison(parser* p)
{
    uint32_t left = parse_sum(p);
    int kind = comparison_kind(p->token.kind);
    if (left == PL_NONE || kind < 0) {
        return left;
    }
    pl_token sign = p->token;
    take(p);
    uint32_t right = parse_sum(p);
    if (right == PL_NONE || !check_compared(p, (pl_node_kind)kind, sign, left, right)) {
        return PL_NONE;
    }
    if (comparison_kind(p->token.kind) >= 0) {
        FAIL(p, p->token.at, "a comparison has two sides");
        pl_error_hint(p->source->error, "join two comparisons with 'and'");
        return PL_NONE;
    }
    return add_parent(p, (pl_node_kind)kind, PL_SORT_BOOL, node_at(p, left)->at, left, right);
}

static uint32_t parse_not(parser* p)
{
    uint32_t at = p->token.at;
    if (!accept(p, PL_TOKEN_NOT)) {
        return parse_comparison(p);
    }
    if (!enter(p)) {
        return PL_NONE;
    }
    uint32_t operand = parse_not(p);
    --p->depth;
    if (operand == PL_NONE || !need_sort(p, operand, PL_SORT_BOOL, "condition")) {
        return PL_NONE;
    }
    return add_parent(p, PL_NODE_NOT, PL_SORT_BOOL, at, operand, PL_NONE);
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
static bool append(parser* p, uint32_t list, uint32_t last, uint32_t node)
{
    pl_node* parent = node_at(p, list);
    const pl_node* child = node_at(p, node);
    if (child->depth >= parent->depth) {
        uint32_t limit = domain_of(p)->limits.depth;
        if (child->depth + 1u > (limit < PL_MAX_DEPTH ? limit : PL_MAX_DEPTH)) {
            FAIL(p, child->at, "nested deeper than %u", (unsigned)limit);
            return false;
        }
        parent->depth = (uint8_t)(child->depth + 1);
    }
    node_at(p, last)->next = node;
    parent->constant = parent->constant && child->constant;
    parent->end = p->end;
    return true;
}

static uint32_t parse_level(parser* p, pl_node_kind kind)
{
    if (kind > PL_NODE_AND) {
        return parse_not(p);
    }
    uint32_t node = parse_level(p, kind + 1);
    uint32_t last = PL_NONE; // child of the list that node is, once it is one
    while (node != PL_NONE && accept(p, levels[kind].token)) {
        uint32_t right = parse_level(p, kind + 1);
        if (right == PL_NONE || !need_sort(p, node, PL_SORT_BOOL, "condition") ||
            !need_sort(p, right, PL_SORT_BOOL, "condition")) {
            return PL_NONE;
        }
        if (last == PL_NONE || !levels[kind].list) {
            node = add_parent(p, kind, PL_SORT_BOOL, node_at(p, node)->at, node, right);
        } else if (!append(p, node, last, right)) {
            return PL_NONE;
        }
        last = right;
    }
    return node;
}

// ---- Effects ----

static bool check_value(parser* p, uint32_t symbol, uint32_t value)
{
    const pl_node* s = node_at(p, symbol);
    const pl_node* v = node_at(p, value);
    if (s->sort != v->sort || (s->sort == PL_SORT_OBJECT && s->type != v->type)) {
        FAIL(p, v->at, "'%.*s' of type %s cannot be set to '%.*s' of type %s", SPAN(p, symbol), sort_name(p, symbol),
             SPAN(p, value), sort_name(p, value));
        return false;
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
        node_at(p, value)->index = index;
    }
    return true;
}

static uint32_t parse_set(parser* p, uint32_t symbol)
{
    take(p);
    uint32_t value = parse_sum(p);
    if (value == PL_NONE || !check_value(p, symbol, value)) {
        return PL_NONE;
    }
    return add_parent(p, PL_NODE_SET, PL_SORT_EFFECT, node_at(p, symbol)->at, symbol, value);
}

// least and most of the ADD node become the difference of value indices.
static uint32_t parse_add(parser* p, uint32_t symbol, int64_t sign)
{
    take(p);
    uint32_t value = parse_sum(p);
    if (value == PL_NONE || !need_sort(p, symbol, PL_SORT_NUMBER, "number") ||
        !need_sort(p, value, PL_SORT_NUMBER, "number")) {
        return PL_NONE;
    }
    const pl_symbol* s = &domain_of(p)->symbols.data[node_at(p, symbol)->index];
    const pl_node* v = node_at(p, value);
    if (!v->constant) {
        return FAIL(p, v->at, "a constant expected, not '%.*s'", SPAN(p, value));
    }
    int64_t step = s->step * (s->kind == PLOY_KIND_INT ? 1000 : 1) * 1000; // in millionths
    int64_t amount;
    if (v->scale > 2 || !multiply(v->least, pl_scale_factor(2 - v->scale), &amount) || amount % step != 0) {
        char text[32];
        print_bound(s, s->step, text, sizeof text);
        return FAIL(p, v->at, "%s has steps of %s, %.*s is between two", s->name, text, SPAN(p, value));
    }
    uint32_t node = add_parent(p, PL_NODE_ADD, PL_SORT_EFFECT, node_at(p, symbol)->at, symbol, value);
    if (node != PL_NONE) {
        node_at(p, node)->least = node_at(p, node)->most = sign * (amount / step);
    }
    return node;
}

static uint32_t parse_target(parser* p)
{
    if (p->token.kind != PL_TOKEN_NAME) {
        return fail_here(p, "a symbol");
    }
    uint32_t node = parse_name(p);
    if (node != PL_NONE && node_at(p, node)->kind != PL_NODE_SYMBOL) {
        return FAIL(p, node_at(p, node)->at, "a symbol expected, '%.*s' is an object of type %s", SPAN(p, node),
                    sort_name(p, node));
    }
    return node;
}

// A bare symbol, with or without not.
static uint32_t add_bare(parser* p, uint32_t symbol, bool value, uint32_t at)
{
    if (node_at(p, symbol)->sort != PL_SORT_BOOL) {
        FAIL(p, node_at(p, symbol)->at, "'%.*s' of type %s needs a value", SPAN(p, symbol), sort_name(p, symbol));
        return PL_NONE;
    }
    uint32_t constant = add_leaf(p, PL_NODE_BOOL, PL_SORT_BOOL, value, at);
    return constant == PL_NONE ? PL_NONE : add_parent(p, PL_NODE_SET, PL_SORT_EFFECT, at, symbol, constant);
}

static uint32_t parse_effect(parser* p, bool state)
{
    uint32_t at = p->token.at;
    bool negated = accept(p, PL_TOKEN_NOT);
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

static uint32_t parse_effects(parser* p, bool state)
{
    uint32_t list = add_leaf(p, PL_NODE_LIST, PL_SORT_EFFECT, 0, 0);
    uint32_t last = PL_NONE;
    if (list == PL_NONE || p->token.kind == PL_TOKEN_END) {
        return list;
    }
    do {
        uint32_t node = parse_effect(p, state);
        if (node == PL_NONE) {
            return PL_NONE;
        }
        *(last == PL_NONE ? &node_at(p, list)->child : &node_at(p, last)->next) = node;
        last = node;
    } while (accept(p, PL_TOKEN_COMMA));
    return list;
}

static uint32_t parse_whole(parser* p, pl_grammar grammar)
{
    if (grammar == PL_GRAMMAR_EFFECTS || grammar == PL_GRAMMAR_STATE) {
        return parse_effects(p, grammar == PL_GRAMMAR_STATE);
    }
    uint32_t node = parse_level(p, PL_NODE_OR);
    bool condition = grammar == PL_GRAMMAR_CONDITION;
    if (node != PL_NONE && p->token.kind == PL_TOKEN_END &&
        !need_sort(p, node, condition ? PL_SORT_BOOL : PL_SORT_NUMBER, condition ? "condition" : "number")) {
        return PL_NONE;
    }
    return node;
}

ploy_status pl_expression_parse(const pl_source* source, pl_grammar grammar, const ploy_allocator* allocator,
                                pl_expression* expression)
{
    parser p = {.source = source, .allocator = allocator, .expression = expression};
    if (strlen(source->text) >= UINT32_MAX) {
        return pl_source_fail(source, 0, "too long");
    }
    p.token = pl_lexer_next(source->text, 0);
    expression->root = parse_whole(&p, grammar);
    if (expression->root != PL_NONE && p.token.kind != PL_TOKEN_END) {
        fail_here(&p, grammar == PL_GRAMMAR_EFFECTS || grammar == PL_GRAMMAR_STATE ? "','" : "'and' or 'or'");
    }
    return p.status;
}

void pl_expression_free(pl_expression* expression, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&expression->nodes, allocator);
}
