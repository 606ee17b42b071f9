// The making of pl_compiled: one block of memory, exactly as large as its arrays.

#ifndef PL_PLAN_DOMAIN_COMPILE_H
#define PL_PLAN_DOMAIN_COMPILE_H

#include "plan/domain/compiled.h"
#include "plan/domain/domain.h"
#include "plan/language/expression.h"

/// Every array of pl_compiled: type, field, number of items (c is the pl_compiled). 8-byte items first.
#define PL_COMPILED_ARRAYS(X)                                                                                          \
    X(uint64_t, masks, c->mask_count)                                                                                  \
    X(uint64_t, allowed, c->allowed_count)                                                                             \
    X(pl_operator, operators, c->operator_count)                                                                       \
    X(pl_number, costs, c->action_count)                                                                               \
    X(pl_number, priorities, c->goal_count)                                                                            \
    X(struct pl_node, nodes, c->node_count)                                                                            \
    X(pl_variable, variables, c->variable_count)                                                                       \
    X(pl_ground, grounds, c->ground_count)                                                                             \
    X(uint32_t, ground_operators, c->operator_count)                                                                   \
    X(uint32_t, action_first_ground, c->action_count + 1)                                                              \
    X(uint32_t, goal_first_target, c->goal_count + 1)                                                                  \
    X(pl_target, targets, c->target_count)                                                                             \
    X(pl_partial_state, partials, c->partial_count)                                                                    \
    X(pl_test, tests, c->test_count)                                                                                   \
    X(pl_effect, effects, c->effect_count)                                                                             \
    X(uint32_t, symbol_first_affecting, c->symbol_count + 1)                                                           \
    X(uint32_t, affecting, c->affecting_count)                                                                         \
    X(uint32_t, contexts, c->action_count)

/// A block of its own with the contents of from; NULL when out of memory.
pl_compiled* pl_compiled_pack(const pl_compiled* from, const ploy_allocator* allocator);
void pl_compiled_free(pl_compiled* compiled, const ploy_allocator* allocator);

#endif
