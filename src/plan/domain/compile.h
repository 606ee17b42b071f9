// The builder of a compiled domain: growing arrays that become a pl_compiled, and the steps that fill them. It lives
// for one compile.

#ifndef PL_PLAN_DOMAIN_COMPILE_H
#define PL_PLAN_DOMAIN_COMPILE_H

#include "plan/domain/compiled.h"
#include "plan/domain/condition.h"

/// A parsed clause.
typedef struct pl_parsed_clause
{
    pl_source source;
    uint32_t root; ///< into the nodes of pl_builder.expression
} pl_parsed_clause;

/// An effect on a variable, and the clause it comes from.
typedef struct pl_change
{
    pl_effect effect;
    uint32_t tree;
    uint32_t at;
    bool clamps; ///< an addition to a symbol that clamps
} pl_change;

typedef struct pl_builder
{
    ploy_domain* domain;
    ploy_allocator allocator;
    ploy_error* error;
    pl_failure failure;
    pl_algebra algebra;
    pl_compiled counts; ///< counts and flags; its arrays stay empty until the end

    pl_expression expression; ///< of the action or goal in progress, all its clauses
    PL_ARRAY(pl_parsed_clause) trees;
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
    PL_ARRAY(uint32_t) reads;
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

/// Parses every clause of a part and appends the trees.
ploy_status pl_builder_parse(pl_builder* builder, ploy_part part, uint32_t owner, pl_grammar grammar);

/// Stores the clause that failed; returns `status`.
ploy_status pl_builder_fail(pl_builder* builder, const pl_source* source, ploy_status status);

/// The alternatives of the conjunction of trees [first, end), for these arguments.
ploy_status pl_builder_condition(pl_builder* builder, uint32_t first, uint32_t end, const uint32_t* args,
                                 pl_dnf* terms);

/// A cost or a priority: the part's clause, or 1 if it has none. *root: its tree in the nodes of `expression`, or
/// PLOY_NONE for a constant or a callback.
ploy_status pl_builder_number(pl_builder* builder, ploy_part part, uint32_t owner, pl_number* number, uint32_t* root);

/// The binding of a name, created if it is new; PLOY_NONE when out of memory.
uint32_t pl_builder_binding(pl_builder* builder, const char* name, size_t length, bool is_context);

/// Notes whether the ground action, whose only effect this is, travels: pl_ground.direct1.
void pl_builder_note_travel(pl_builder* builder, const pl_scope* scope, uint32_t cost_root, const pl_effect* effect,
                            pl_ground* made);

/// Appends a term as a partial state; false when out of memory.
bool pl_builder_partial_state(pl_builder* builder, const pl_term* term, pl_partial_state* partial);

ploy_status pl_builder_actions(pl_builder* builder);
ploy_status pl_builder_goals(pl_builder* builder);

#endif
