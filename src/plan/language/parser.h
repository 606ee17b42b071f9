// The one parser of the condition language, and the resolver that gives its names a meaning.
//
//   text --lexer--> tokens --parser--> expression tree (expression.h) --compile--> what runs
//                               |
//                           resolver: symbols of a domain (domain_parser.c) or
//                                     blackboard keys, conditions and scorers (mind/common/guard_compile.c)
//
// Operators, precedence, literals, nesting and the messages about them are the same for every user. A resolver decides
// what a name is, which operands may be compared, and whether numbers have bounds. Functions that return a node return
// PLOY_NONE after an error; status and the source's error then say what is wrong.

#ifndef PL_PLAN_LANGUAGE_PARSER_H
#define PL_PLAN_LANGUAGE_PARSER_H

#include "plan/language/expression.h"
#include "plan/language/lexer.h"

/// The largest magnitude of a number at its scale: the sum of two still fits into 64 bits.
#define PL_LARGEST (PL_MAX_NUMBER * 1000)

typedef struct pl_parser pl_parser;

/// Gives the names of a text their meaning.
typedef struct pl_resolver
{
    const char* operand; ///< what an operand may be, for messages: "a symbol or a value"
    uint32_t max_depth;  ///< of groups and prefix operators
    bool has_bounds;     ///< an error where a number can grow too large, or the tree is deeper than max_depth
    bool is_script;      ///< the operators of scripts; bools, numbers and texts take each other's place
    bool has_lists;      ///< AND and OR have all their operands as children; else they have two, and the nodes
                         ///< are in the array in order of evaluation: each after its operands
    /// Takes the name that is the current token; returns its node.
    uint32_t (*name)(pl_parser* p);
    /// Takes a text in quotation marks; returns its node. NULL: there are no texts.
    uint32_t (*text)(pl_parser* p);
    /// Takes a name to which a value is assigned, up to the operator; returns the index for an ASSIGN node, or
    /// PLOY_NONE. NULL: nothing can be assigned.
    uint32_t (*target)(pl_parser* p);
    /// Takes the number that is the current token; returns its node. NULL: one with at most three places.
    uint32_t (*number)(pl_parser* p);
    /// The type of a leaf, for messages: "int", "place".
    const char* (*type_name)(const pl_parser* p, const pl_node* leaf);
    /// Can these operands be compared? `sign` is the operator. May change the sort of a leaf. false: the error is set.
    bool (*compare)(pl_parser* p, pl_token sign, uint32_t a, uint32_t b);
} pl_resolver;

struct pl_parser
{
    const pl_source* source;
    const pl_resolver* resolver;
    void* context; ///< the resolver's
    const ploy_allocator* allocator;
    pl_expression* expression;
    pl_token token; ///< not yet taken
    uint32_t end;   ///< of the token taken last
    uint32_t depth; ///< of open groups and prefix operators
    bool assigns;   ///< = at the beginning of a statement assigns
    bool is_vague;  ///< the text reads a lost name
    ploy_status status;
};

/// Parses the whole text. The grammar of effects needs the resolver of a domain.
ploy_status pl_parser_run(const pl_source* source, const pl_resolver* resolver, void* context, pl_grammar grammar,
                          const ploy_allocator* allocator, pl_expression* expression);

static inline const ploy_domain* pl_parser_domain(const pl_parser* p)
{
    return p->source->domain;
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
    if (p->token.kind != kind) return false;
    pl_parser_take(p);
    return true;
}

static inline uint32_t pl_parser_failed(pl_parser* p, ploy_status status)
{
    p->status = status;
    return PLOY_NONE;
}

#define FAIL(p, at, ...) pl_parser_failed(p, pl_source_fail((p)->source, at, __VA_ARGS__))

/// A length, cut to what a message can hold.
static inline int pl_parser_shown(uint32_t length)
{
    return length < 60 ? (int)length : 60;
}

static inline int pl_parser_node_length(const pl_parser* p, uint32_t node)
{
    return pl_parser_shown(pl_parser_node(p, node)->end - pl_parser_node(p, node)->at);
}

/// Arguments for "%.*s": the text of a node, and of the token not yet taken.
#define SPAN(p, node) pl_parser_node_length(p, node), (p)->source->text + pl_parser_node(p, node)->at
#define TOKEN(p) pl_parser_shown((p)->token.length), (p)->source->text + (p)->token.at

/// "… expected, not 'token'"
uint32_t pl_parser_unexpected(pl_parser* p, const char* expected);

uint32_t pl_parser_add(pl_parser* p, pl_node node);
uint32_t pl_parser_leaf(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t index, uint32_t at);
/// A number in fixed point (1/1000).
uint32_t pl_parser_number(pl_parser* p, int64_t fixed, uint32_t at);

/// A node above one or two others; second may be PLOY_NONE.
uint32_t pl_parser_parent(pl_parser* p, pl_node_kind kind, pl_sort sort, uint32_t at, uint32_t first, uint32_t second);

/// Goes one level deeper; false: too deep, the error is set. The caller subtracts 1 from `depth` when it is done.
bool pl_parser_enter(pl_parser* p);

/// "int", "place", "condition": what a node is, for messages.
const char* pl_parser_type_name(const pl_parser* p, uint32_t node);
bool pl_parser_need_sort(pl_parser* p, uint32_t node, pl_sort sort, const char* expected);

/// Fails with a message that the two sides of a comparison have no order.
bool pl_parser_fail_order(pl_parser* p, pl_token sign, uint32_t a, uint32_t b);
/// Fails with a message that the two sides cannot be compared.
bool pl_parser_fail_types(pl_parser* p, pl_token sign, uint32_t a, uint32_t b);

static inline bool pl_parser_is_ordering(pl_token sign)
{
    return sign.kind != PL_TOKEN_EQ && sign.kind != PL_TOKEN_NE;
}

/// a * b; false when it exceeds PL_LARGEST.
bool pl_parser_multiply(int64_t a, int64_t b, int64_t* product);

/// The bounds of a node at another scale, at least its own.
bool pl_parser_bounds_at(const pl_node* node, uint32_t scale, int64_t* min, int64_t* max);

/// Parses arithmetic, and everything that binds stronger.
uint32_t pl_parser_sum(pl_parser* p);

/// Parses a LIST of effects up to the end; `state`: assignments only. In domain_parser.c.
uint32_t pl_parser_effects(pl_parser* p, bool state);

#endif
