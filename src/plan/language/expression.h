// Expressions: the source text, its syntax tree, and evaluation.
//
// A source is a text with everything that a message about it must say: its owner and the position.
//
// A syntax tree has every name resolved and every type checked. Its nodes are in one array; children are linked lists.
// Parameters stay parameters, and the reader of a tree supplies the arguments. Trees exist while a domain is compiled;
// those of costs and priorities that are expressions stay in the compiled form.
//
// Numbers are integers with a scale: scale 0 counts ones, scale 1 is fixed point (1/1000), scale 2 counts millionths
// (products of two decimals). A quotient has scale 1, rounded to the nearest, halves up. Each node has its lowest and
// highest value, so an expression that the parser accepts cannot overflow later. Dividing by 0 gives 0.
//
// A scope gives symbols their values: those of a state, or lists of values to try.

#ifndef PL_PLAN_LANGUAGE_EXPRESSION_H
#define PL_PLAN_LANGUAGE_EXPRESSION_H

#include "base/containers/array.h"
#include "base/error.h"
#include "plan/domain/domain.h"

/// Parts that no action or goal owns; they continue ploy_part.
enum
{
    PL_PART_STATE = PLOY_PART_RELEVANT + 1,
    PL_PART_TEST,
    PL_PART_ACTIVITIES,
    PL_PART_RULE,
    PL_PART_TABLE,
};

typedef struct pl_source
{
    const ploy_domain* domain;
    const pl_declaration* declaration; ///< its parameters may be named; NULL: none
    int part;                          ///< ploy_part or one of the above
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

/// Writes the error, with the position of byte `at`. Returns PLOY_INVALID.
ploy_status pl_source_fail(const pl_source* source, uint32_t at, const char* format, ...) PL_PRINTF(3, 4);

/// Kind, precedence (higher binds stronger), text of the operator.
#define PL_NODE_LIST(X)                                                                                                \
    X(THEN, 0, "; ")                                                                                                   \
    X(ASSIGN, 0, " := ")                                                                                               \
    X(LIST, 0, ", ")                                                                                                   \
    X(CHOICE, 0, " ? ")                                                                                                \
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
    X(BIT_OR, 7, " | ")                                                                                                \
    X(BIT_XOR, 7, " ^ ")                                                                                               \
    X(BIT_AND, 7, " & ")                                                                                               \
    X(PLUS, 7, " + ")                                                                                                  \
    X(MINUS, 7, " - ")                                                                                                 \
    X(TIMES, 8, " * ")                                                                                                 \
    X(DIVIDE, 8, " / ")                                                                                                \
    X(NEGATIVE, 9, "-")                                                                                                \
    X(BIT_NOT, 9, "~")                                                                                                 \
    X(MIN, 10, "min")                                                                                                  \
    X(MAX, 10, "max")                                                                                                  \
    X(BOOL, 10, "")                                                                                                    \
    X(TEXT, 10, "")                                                                                                    \
    X(NUMBER, 10, "")                                                                                                  \
    X(OBJECT, 10, "")                                                                                                  \
    X(PARAM, 10, "")                                                                                                   \
    X(SYMBOL, 10, "")                                                                                                  \
    X(TABLE, 10, "")                                                                                                   \
    X(KEY, 10, "")                                                                                                     \
    X(CALL_CONDITION, 10, "")                                                                                          \
    X(CALL_SCORER, 10, "")                                                                                             \
    X(LOST, 10, "")

typedef enum pl_node_kind
{
#define PL_NODE_ENUM(NAME, level, text) PL_NODE_##NAME,
    PL_NODE_LIST(PL_NODE_ENUM)
#undef PL_NODE_ENUM
} pl_node_kind;

/// The sort of value that a node has.
typedef enum pl_sort
{
    PL_SORT_BOOL,
    PL_SORT_NUMBER,
    PL_SORT_OBJECT,
    PL_SORT_EFFECT,
    PL_SORT_TEXT,
    PL_SORT_ANY, ///< of a LOST node and what is made of it
} pl_sort;

typedef struct pl_node
{
    uint8_t kind;  // pl_node_kind
    uint8_t sort;  // pl_sort
    uint8_t scale; // numbers
    uint8_t depth; // 1: no children
    bool constant; // reads no symbol and no table
    uint32_t at;   // bytes [at, end) of the text
    uint32_t end;
    uint32_t index; // BOOL: 0 or 1; OBJECT: within its type; PARAM: number; SYMBOL, TABLE, KEY, ASSIGN, …: which one
    uint32_t type;  // objects: their type
    uint32_t child; // first, or PLOY_NONE; of a SYMBOL or a TABLE: its indices
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
    PL_GRAMMAR_SCRIPT,  ///< statements, in which = assigns
    PL_GRAMMAR_EFFECTS, ///< the root is a LIST of SET and ADD
    PL_GRAMMAR_STATE,   ///< effects without += and -=
} pl_grammar;

/// Parses a text. PLOY_INVALID: the source's error explains it. Appends to the nodes, so that several clauses can share
/// an array. Free the expression even after a failure. A text that reads a lost name (see ploy_domain) is checked as far as
/// it can be, and then counts as `true`, 1 or no effect.
ploy_status pl_expression_parse(const pl_source* source, pl_grammar grammar, const ploy_allocator* allocator,
                                pl_expression* expression);
void pl_expression_free(pl_expression* expression, const ploy_allocator* allocator);

/// Prints text that parses to the same tree; size and result as for snprintf. With `args`, parameters are replaced by
/// their objects; with NULL, by their names in `declaration`.
size_t pl_expression_print(const ploy_domain* domain, const pl_declaration* declaration, const pl_node* nodes,
                           uint32_t root, const uint32_t* args, char* text, size_t size);

/// 1000 to the power of scale.
int64_t pl_scale_factor(uint32_t scale);

/// a / b at scale 1, rounded to the nearest, halves up; 0 when b is 0. The parser's bounds keep it within 64 bits.
int64_t pl_expression_divide(int64_t a, uint32_t a_scale, int64_t b, uint32_t b_scale);

typedef struct pl_scope
{
    const ploy_domain* domain;
    const pl_node* nodes;
    const uint32_t* args;      ///< of the action or goal
    const uint64_t* state;     ///< NULL: the lists below hold every variable that is read
    const pl_variable* layout; ///< of state
    const uint32_t* variables;
    const uint32_t* values; ///< value indices
    uint32_t count;
    bool* divided_by_zero; ///< set to true by a division by 0; or NULL
} pl_scope;

/// Has the node one value per combination of arguments, whatever the state? True for objects, parameters and tables
/// indexed by such nodes.
bool pl_node_is_grounded(const pl_node* nodes, uint32_t node);

/// The variable that a SYMBOL node stands for.
uint32_t pl_scope_variable(const pl_scope* scope, uint32_t node);

/// The value of a node of sort BOOL.
bool pl_scope_holds(const pl_scope* scope, uint32_t node);

/// Is a comparison of this kind (pl_node_kind) true when the first operand is less than (sign < 0), equal to (0) or
/// greater than (> 0) the second?
bool pl_comparison_holds(uint8_t kind, int sign);

/// The value of a node of sort NUMBER, at the node's scale.
int64_t pl_scope_number(const pl_scope* scope, uint32_t node);

/// The same in fixed point (1/1000), rounded to the nearest, halves up.
int64_t pl_scope_fixed(const pl_scope* scope, uint32_t node);

/// The value of a node of sort OBJECT: its index within its type.
uint32_t pl_scope_object(const pl_scope* scope, uint32_t node);

/// The index of the value that a SET node assigns to its symbol.
uint32_t pl_scope_set_value(const pl_scope* scope, uint32_t set_node);

#endif
