// The delete relaxation of one query: what would be possible if nothing were ever undone. Estimates (relaxed plans,
// LM-cut) and landmarks are computed on it.
//
// It is a graph of facts and operators. An operator is applicable when all its preconditions are reached; it reaches
// all its effects.
//
//   facts      [0, value_count)   value k of the heuristic's variable v is fact v.slice + k
//              [value_count, …)   needs: "one of these values of v", one for each set that some condition asks for
//              goal               the last one
//   operators  of moves: preconditions are values and needs. An addition depends on the value before it, so a move that
//              adds has one operator per value that its variable may have before.
//              of needs: one per allowed value, free of charge
//              of the goal: one per alternative, free of charge
//
// If a move adds to several variables, each of them has operators of its own. Only those of one variable carry the cost
// in `share`, since one execution may use one operator of each; values of one variable are reached by different
// executions. So estimates that add up `share` never exceed the cost of a real plan, and each operator's `cost` is what
// it takes to execute its move.

#ifndef PL_PLAN_RELAXED_RELAXATION_H
#define PL_PLAN_RELAXED_RELAXATION_H

#include "base/containers/array.h"
#include "plan/heuristic/heuristic.h"
#include "plan/heuristic/regression.h"
#include "plan/search/rules.h"

typedef struct pl_relaxed_op
{
    uint32_t first_pre, pre_count;
    uint32_t first_effect, effect_count;
    uint32_t cost;  ///< of its move, in units of the rules
    uint32_t share; ///< cost, or 0 where another operator of the same execution carries it
    uint32_t move;  ///< PLOY_NONE: of a need or the goal
} pl_relaxed_op;

/// A set of allowed values of a variable that some condition asks for.
typedef struct pl_relaxed_need
{
    uint32_t variable; ///< index into the heuristic's variables
    uint32_t next;     ///< need of the same variable; PLOY_NONE: the last
    uint32_t first;    ///< of its words in `allowed`
} pl_relaxed_need;

/// An operator during an exploration.
typedef struct pl_relaxed_state
{
    uint32_t missing; ///< preconditions not reached
    uint32_t cost;    ///< of its preconditions
} pl_relaxed_state;

typedef struct pl_relaxation
{
    ploy_allocator allocator;
    const pl_rules* rules;
    const pl_regression* regression;
    uint32_t value_count, fact_count, goal;
    PL_ARRAY(pl_relaxed_op) ops;
    PL_ARRAY(pl_relaxed_state) fresh; ///< per operator: before an exploration
    PL_ARRAY(uint32_t) at_once;       ///< operators without preconditions
    PL_ARRAY(uint32_t) pres;
    PL_ARRAY(uint32_t) effects;
    PL_ARRAY(pl_relaxed_need) needs;
    PL_ARRAY(uint64_t) allowed;      ///< per need: one bit per value of its variable
    PL_ARRAY(uint32_t) first_need;   ///< per variable
    PL_ARRAY(uint32_t) first_reader; ///< fact_count + 1 entries into readers
    PL_ARRAY(uint32_t) readers;      ///< operators with the fact as a precondition
    PL_ARRAY(uint32_t) first_achiever;
    PL_ARRAY(uint32_t) achievers; ///< operators with the fact as an effect
} pl_relaxation;

void pl_relaxation_init(pl_relaxation* relaxation, const ploy_allocator* allocator);
void pl_relaxation_destroy(pl_relaxation* relaxation);
size_t pl_relaxation_bytes(const pl_relaxation* relaxation);

/// False when out of memory. The pointers must outlive the relaxation's use.
bool pl_relaxation_build(pl_relaxation* relaxation, const pl_rules* rules, const pl_regression* regression);

/// The fact that stands for the allowed values of a variable in a partial state: a value, or a need that the build has
/// met. PLOY_NONE: everything is allowed, or the need is unknown.
uint32_t pl_relaxation_fact(const pl_relaxation* relaxation, uint32_t variable, const uint64_t* partial);

/// Whether something needs the fact: an operator, or it is the goal.
static inline bool pl_relaxation_needs(const pl_relaxation* relaxation, uint32_t fact)
{
    return fact == relaxation->goal || relaxation->first_reader.data[fact] < relaxation->first_reader.data[fact + 1];
}

/// The lowest of a move's costs: repeating may cost less.
static inline uint32_t pl_rules_lowest_cost(const pl_rules* rules, uint32_t move)
{
    uint32_t cost = rules->costs[move];
    return rules->repeat_costs && rules->repeat_costs[move] < cost ? rules->repeat_costs[move] : cost;
}

#endif
