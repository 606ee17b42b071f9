// The syntax tree of a clause, with every name resolved and every type checked: nodes in one array, children linked as
// lists. Parameters stay parameters; whoever reads a tree brings the arguments. Trees live while a domain is compiled
// (and for costs and priorities that are expressions, in the compiled form).
//
// Numbers are integers with a scale: scale 0 counts ones, scale 1 fixed point (1/1000), scale 2 millionths (products of
// two decimals). Each node has its lowest and highest value, so what passed the parser cannot overflow later.

#ifndef PL_PLAN_LANGUAGE_EXPRESSION_H
#define PL_PLAN_LANGUAGE_EXPRESSION_H

#include "base/containers/array.h"
#include "plan/domain/domain.h"
#include "plan/language/source.h"

/// Kind, precedence (higher binds stronger), text between its operands.
#define PL_NODE_LIST(X)                                                                                                \
    X(LIST, 0, ", ")                                                                                                   \
    X(OR, 1, " or ")                                                                                                   \
    X(XOR, 2, " xor ")                                                                                                 \
    X(NAND, 3, " nand ")                                                                                               \
    X(AND, 4, " and ")                                                                                                 \
    X(NOT, 5, "not ")                                                                                                  \
    X(EQ, 6, " = ")                                                                                                    \
    X(NE, 6, " != ")                                                                                                   \
    X(LT, 6, " < ")                                                                                                    \
    X(LE, 6, " <= ")                                                                                                   \
    X(GT, 6, " > ")                                                                                                    \
    X(GE, 6, " >= ")                                                                                                   \
    X(SET, 6, " = ")                                                                                                   \
    X(ADD, 6, " += ")                                                                                                  \
    X(PLUS, 7, " + ")                                                                                                  \
    X(MINUS, 7, " - ")                                                                                                 \
    X(TIMES, 8, " * ")                                                                                                 \
    X(NEGATIVE, 9, "-")                                                                                                \
    X(BOOL, 10, "")                                                                                                    \
    X(NUMBER, 10, "")                                                                                                  \
    X(OBJECT, 10, "")                                                                                                  \
    X(PARAM, 10, "")                                                                                                   \
    X(SYMBOL, 10, "")                                                                                                  \
    X(KEY, 10, "")                                                                                                     \
    X(CALL_CONDITION, 10, "")                                                                                          \
    X(CALL_SCORER, 10, "")

typedef enum pl_node_kind
{
#define PL_NODE_ENUM(NAME, level, text) PL_NODE_##NAME,
    PL_NODE_LIST(PL_NODE_ENUM)
#undef PL_NODE_ENUM
} pl_node_kind;

/// What a node stands for.
typedef enum pl_sort
{
    PL_SORT_BOOL,
    PL_SORT_NUMBER,
    PL_SORT_OBJECT,
    PL_SORT_EFFECT,
} pl_sort;

typedef struct pl_node
{
    uint8_t kind;  // pl_node_kind
    uint8_t sort;  // pl_sort
    uint8_t scale; // numbers
    uint8_t depth; // 1: no children
    bool constant; // reads no symbol
    uint32_t at;   // bytes [at, end) of the text
    uint32_t end;
    uint32_t index; // BOOL: 0 or 1; OBJECT: within its type; PARAM: number; SYMBOL, KEY, CALL_…: which one
    uint32_t type;  // objects: their type
    uint32_t child; // first, or PLOY_NONE; of a SYMBOL: its indices
    uint32_t next;  // sibling, or PLOY_NONE
    int64_t min;    // numbers, at scale; a constant's value
    int64_t max;
} pl_node;

typedef struct pl_expression
{
    PL_ARRAY(pl_node) nodes;
    uint32_t root;
} pl_expression;

typedef enum pl_grammar
{
    PL_GRAMMAR_CONDITION,
    PL_GRAMMAR_NUMBER,
    PL_GRAMMAR_ANY,     ///< a condition or a number
    PL_GRAMMAR_EFFECTS, ///< the root is a LIST of SET and ADD
    PL_GRAMMAR_STATE,   ///< effects without += and -=
} pl_grammar;

/// PLOY_OK, PLOY_INVALID (the source's error says why) or PLOY_OUT_OF_MEMORY. Adds nodes behind those that are there,
/// so that several clauses can share an array; free them in any case.
ploy_status pl_expression_parse(const pl_source* source, pl_grammar grammar, const ploy_allocator* allocator,
                                pl_expression* expression);
void pl_expression_free(pl_expression* expression, const ploy_allocator* allocator);

/// As text that parses to the same tree, as snprintf does. With args, parameters are replaced by what they stand for;
/// NULL: head names them.
size_t pl_expression_print(const ploy_domain* domain, const pl_declaration* head, const pl_node* nodes, uint32_t root,
                           const uint32_t* args, char* text, size_t size);

/// 1000 to the power of scale.
int64_t pl_scale_factor(uint32_t scale);

#endif
