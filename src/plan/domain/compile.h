// Growing arrays that become a pl_compiled, and the steps that fill them.

#ifndef PL_PLAN_DOMAIN_COMPILE_H
#define PL_PLAN_DOMAIN_COMPILE_H

#include "plan/domain/compiled.h"
#include "plan/domain/condition.h"

/// A parsed clause.
typedef struct pl_bt
{
    pl_source source;
    uint32_t root; ///< into pl_builder.trees_nodes
} pl_bt;

/// Ground symbol, what happens to it, and the clause that says so.
typedef struct pl_change
{
    pl_effect effect;
    uint32_t tree;
    uint32_t at;
} pl_change;

typedef struct pl_builder
{
    ploy_domain* domain;
    ploy_allocator allocator;
    ploy_error* error;
    pl_failure failure;
    pl_algebra algebra;
    pl_compiled head; ///< counts and flags; its arrays stay empty until the end

    pl_expression expression; ///< of the action or goal in progress, all its clauses
    PL_ARRAY(pl_bt) trees;
    PL_ARRAY(pl_change) changes; ///< of the ground action in progress

    PL_ARRAY(pl_variable) variables;
    PL_ARRAY(pl_ground) grounds;
    PL_ARRAY(pl_operator) operators; ///< by ground
    PL_ARRAY(pl_target) targets;
    PL_ARRAY(pl_partial_state) partials;
    PL_ARRAY(pl_test) tests;
    PL_ARRAY(pl_effect) effects;
    PL_ARRAY(uint64_t) masks;
    PL_ARRAY(uint64_t) allowed;
    PL_ARRAY(uint32_t) action_first_ground;
    PL_ARRAY(uint32_t) goal_first_target;
    PL_ARRAY(uint32_t) contexts;
    PL_ARRAY(pl_number) costs;
    PL_ARRAY(pl_number) priorities;
    PL_ARRAY(pl_node) nodes;
    PL_ARRAY(uint32_t) affecting_symbols; ///< pairs, by action
    PL_ARRAY(uint32_t) affecting_actions;
    PL_ARRAY(pl_operator) sorted;
    PL_ARRAY(uint32_t) ground_operators;
    PL_ARRAY(uint32_t) symbol_first_affecting;
    PL_ARRAY(uint32_t) affecting;
    PL_ARRAY(pl_binding) bindings; ///< the domain's, then new ones
} pl_builder;

/// Parses every clause of a part behind the trees that are there.
ploy_status pl_builder_parse(pl_builder* builder, ploy_part part, uint32_t owner, pl_grammar grammar);

/// Remembers where it went wrong; returns the status.
ploy_status pl_builder_fail(pl_builder* builder, const pl_source* source, ploy_status status);

/// The alternatives of the trees [first, end) joined by and, for arguments.
ploy_status pl_builder_condition(pl_builder* builder, uint32_t first, uint32_t end, const uint32_t* args,
                                 pl_dnf* terms);

/// A cost or a priority: of the part's clause, or 1. root is where its tree stands among the trees' nodes.
ploy_status pl_builder_number(pl_builder* builder, ploy_part part, uint32_t owner, pl_number* number, uint32_t* root);

/// The binding of a name, made if it is new; PLOY_NONE when out of memory.
uint32_t pl_builder_binding(pl_builder* builder, const char* name, size_t length, bool is_context);

/// Writes a term out.
bool pl_builder_partial_state(pl_builder* builder, const pl_term* term, pl_partial_state* partial);

ploy_status pl_builder_actions(pl_builder* builder);
ploy_status pl_builder_goals(pl_builder* builder);

#endif
