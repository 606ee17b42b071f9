// What a syntax tree says where the values of symbols are known: in a state, or under values tried one by one.

#ifndef PL_PLAN_LANGUAGE_EVALUATE_H
#define PL_PLAN_LANGUAGE_EVALUATE_H

#include "plan/language/expression.h"

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
