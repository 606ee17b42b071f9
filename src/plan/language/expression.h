// A text of a domain with all that a message about it has to say: whose text it is, and where in it.
//
// The syntax tree of a clause, with every name resolved and every type checked: nodes in one array, children linked as
// lists. Parameters stay parameters; whoever reads a tree brings the arguments. Trees live while a domain is compiled
// (and for costs and priorities that are expressions, in the compiled form).
//
// Numbers are integers with a scale: scale 0 counts ones, scale 1 fixed point (1/1000), scale 2 millionths (products of
// two decimals). Each node has its lowest and highest value, so what passed the parser cannot overflow later.
//
// What a syntax tree says where the values of symbols are known: in a state, or under values tried one by one.

#ifndef PL_PLAN_LANGUAGE_EXPRESSION_H
#define PL_PLAN_LANGUAGE_EXPRESSION_H

#include "base/containers/array.h"
#include "base/error.h"
#include "plan/domain/domain.h"

/// Texts that no action or goal owns, beside ploy_part.
enum
{
    PL_PART_STATE = PLOY_PART_RELEVANT + 1,
    PL_PART_TEST,
    PL_PART_ACTIVITIES,
    PL_PART_RULE,
};

typedef struct pl_source
{
    const ploy_domain* domain;
    const pl_declaration* head; ///< whose parameters may be named; NULL: nobody's
    int part;                   ///< ploy_part or one of the above
    uint32_t owner;
    uint32_t clause;
    const char* text;
    ploy_error* error; ///< or NULL
} pl_source;

/// A clause of an action or a goal.
pl_source pl_source_clause(const ploy_domain* domain, ploy_part part, uint32_t owner, uint32_t clause,
                           ploy_error* error);

/// "action 'Reload', precondition"
void pl_source_print(const pl_source* source, char* text, size_t size);

/// Fills in the error, with the position of byte at; returns PLOY_INVALID.
ploy_status pl_source_fail(const pl_source* source, uint32_t at, const char* format, ...) PL_PRINTF(3, 4);

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

typedef struct pl_scope
{
    const ploy_domain* domain;
    const pl_node* nodes;
    const uint32_t* args;      ///< of the action or goal
    const uint64_t* state;     ///< NULL: the lists below, which then hold every variable that is read
    const pl_variable* layout; ///< of state
    const uint32_t* variables;
    const uint32_t* values; ///< value indices
    uint32_t count;
} pl_scope;

/// The variable that a SYMBOL node stands for.
uint32_t pl_scope_variable(const pl_scope* scope, uint32_t node);

/// Of a node of sort BOOL.
bool pl_scope_holds(const pl_scope* scope, uint32_t node);

/// Is a comparison of that kind (pl_node_kind) true when the first operand is less than (sign < 0), equal to or more
/// than the second?
bool pl_comparison_holds(uint8_t kind, int sign);

/// Of a node of sort NUMBER, at the node's scale.
int64_t pl_scope_number(const pl_scope* scope, uint32_t node);

/// The same in fixed point (1/1000), rounded to the nearest, halves up.
int64_t pl_scope_fixed(const pl_scope* scope, uint32_t node);

/// Of a node of sort OBJECT: its index within its type.
uint32_t pl_scope_object(const pl_scope* scope, uint32_t node);

/// The value index that a SET node gives to its symbol.
uint32_t pl_scope_set_value(const pl_scope* scope, uint32_t set_node);

#endif
