// Inside the parser: what its files share. Functions that give a node return PL_NONE once something failed; status and
// the source's error then say what.

#ifndef PL_PLAN_LANGUAGE_PARSER_H
#define PL_PLAN_LANGUAGE_PARSER_H

#include "plan/language/expression.h"
#include "plan/language/lexer.h"

/// Bounds of every number at its scale: a sum of two still fits into 64 bits.
#define PL_LARGEST (PL_MAX_NUMBER * 1000)

typedef struct pl_parser
{
    const pl_source* source;
    const ploy_allocator* allocator;
    pl_expression* expression;
    pl_token token; ///< not yet taken
    uint32_t end;   ///< of the token taken last
    uint32_t depth; ///< of groups and unary operators under way
    ploy_status status;
} pl_parser;

static inline const ploy_domain* pl_parser_domain(const pl_parser* p)
{
    return p->source->domain;
}

static inline uint32_t pl_parser_max_depth(const pl_parser* p)
{
    uint32_t limit = p->source->domain->limits.depth;
    return limit < PL_MAX_DEPTH ? limit : PL_MAX_DEPTH;
}

static inline pl_node* pl_parser_node(const pl_parser* p, uint32_t node)
{
    return &p->expression->nodes.data[node];
}

static inline void pl_parser_take(pl_parser* p)
{
    p->end = p->token.at + p->token.length;
    p->token = pl_lexer_next(p->source->text, p->end);
}

static inline bool pl_parser_accept(pl_parser* p, pl_token_kind kind)
{
    if (p->token.kind != kind) {
        return false;
    }
    pl_parser_take(p);
    return true;
}

static inline uint32_t pl_parser_failed(pl_parser* p, ploy_status status)
{
    p->status = status;
    return PL_NONE;
}

#define FAIL(p, at, ...) pl_parser_failed(p, pl_source_fail((p)->source, at, __VA_ARGS__))

/// Cut to what a message can hold.
static inline int pl_parser_shown(uint32_t length)
{
    return length < 60 ? (int)length : 60;
}

static inline int pl_parser_span(const pl_parser* p, uint32_t node)
{
    return pl_parser_shown(pl_parser_node(p, node)->end - pl_parser_node(p, node)->at);
}

/// Arguments for "%.*s": the text of a node, and of the token not yet taken.
#define SPAN(p, node) pl_parser_span(p, node), (p)->source->text + pl_parser_node(p, node)->at
#define TOKEN(p) pl_parser_shown((p)->token.length), (p)->source->text + (p)->token.at

/// "… expected, not 'token'"
uint32_t pl_parser_unexpected(pl_parser* p, const char* expected);

uint32_t pl_parser_add(pl_parser* p, pl_node node);
uint32_t pl_parser_leaf(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t index, uint32_t at);

/// A node above one or two others; second may be PL_NONE.
uint32_t pl_parser_parent(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t at, uint32_t first, uint32_t second);

/// "int", "place", "condition": what a node is, for messages.
const char* pl_parser_sort_name(const pl_parser* p, uint32_t node);
bool pl_parser_need_sort(pl_parser* p, uint32_t node, pl_sort sort, const char* expected);

/// A parameter, an object, or a symbol with its indices.
uint32_t pl_parser_name(pl_parser* p);

uint32_t pl_parser_number(pl_parser* p);
uint32_t pl_parser_arithmetic(pl_parser* p, pl_node_kind kind, uint32_t a, uint32_t b);

/// a * b, if that lies within PL_LARGEST.
bool pl_parser_multiply(int64_t a, int64_t b, int64_t* product);

/// The bounds of a node at another, not smaller, scale.
bool pl_parser_bounds_at(const pl_node* node, uint32_t scale, int64_t* min, int64_t* max);

/// A bound or a step of a symbol as text.
void pl_parser_print_step(const pl_symbol* symbol, int64_t value, char* text, size_t size);

/// Is the constant one of the symbol's values? Its index through index (may be NULL).
bool pl_parser_need_value(pl_parser* p, uint32_t symbol_node, uint32_t constant, uint32_t* index);

/// Arithmetic and all that binds stronger.
uint32_t pl_parser_sum(pl_parser* p);

/// A LIST of effects up to the end; state: of values only.
uint32_t pl_parser_effects(pl_parser* p, bool state);

#endif
