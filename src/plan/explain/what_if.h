// Counterfactual searches: the query of an explanation in a copy of the domain where single obstacles are removed: a
// condition is not required, an action is available, a context holds.
//
// The copy ("world") has one more goal, which always holds ("can this action be applied at all?"), and, when the query
// is about a grounded action, a twin of that action without parameters, so that a plan can be forced to use it.
// Hurdles are the obstacles that may be removed. Setting `removed` costs nothing: the next search changes the world
// where it differs.

#ifndef PL_PLAN_EXPLAIN_WHAT_IF_H
#define PL_PLAN_EXPLAIN_WHAT_IF_H

#include <ploy/explain.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"

typedef struct pl_hurdle
{
    ploy_blocker_kind kind;
    uint32_t owner;         // in the world
    ploy_conjunct conjunct; // GOAL and PRE, as the world has it
    bool removed;           // requested
    bool applied;           // as the world is now
} pl_hurdle;

typedef struct pl_what_if
{
    const ploy_explain_def* def;
    pl_arena* scratch;
    ploy_domain* world;
    ploy_planner* planner;
    ploy_plan_query query;     // of the world; a search may change goal and must_use1
    uint64_t* disabled;        // query.disabled before anything is removed
    uint64_t* now;             // after
    uint64_t* ignores_context; // actions whose context is removed
    PL_ARRAY(pl_hurdle) hurdles;
    uint32_t anything; // the goal that always holds
    uint32_t twin_of;  // PLOY_NONE: there is no twin
    uint32_t twin;
    const uint32_t* twin_args;
    uint32_t searches;
} pl_what_if;

/// The result of a search: FOUND (with its cost) or NOT_FOUND. Any other status settles nothing; FULL: no searches are
/// left.
typedef struct pl_answer
{
    ploy_status status;
    int64_t cost;
} pl_answer;

/// `args` NULL: no twin is made. The structure must stay where it is. After a failure there is nothing to end.
ploy_status pl_what_if_begin(pl_what_if* w, const ploy_explain_def* def, pl_arena* scratch, uint32_t action,
                             const uint32_t* args);
void pl_what_if_end(pl_what_if* w);

/// All conditions of a goal or an action of the world. false: out of memory.
bool pl_what_if_add_conjuncts(pl_what_if* w, ploy_part part, uint32_t owner);
/// The action's context and availability, where they do not hold.
bool pl_what_if_add_gates(pl_what_if* w, uint32_t action);

/// PLOY_OK, or PLOY_OUT_OF_MEMORY.
ploy_status pl_what_if_search(pl_what_if* w, pl_answer* answer);
/// Can the action of the world be applied at all?
ploy_status pl_what_if_search_use(pl_what_if* w, uint32_t action, pl_answer* answer);

void pl_what_if_remove_all(pl_what_if* w, bool removed);

/// The action that an owner in the world stands for.
static inline uint32_t pl_what_if_original(const pl_what_if* w, uint32_t action)
{
    return w->twin_of != PLOY_NONE && action == w->twin ? w->twin_of : action;
}

/// The action of the domain whose text a conjunct of the world is: a base, where it is inherited.
uint32_t pl_what_if_source(const pl_what_if* w, const ploy_conjunct* conjunct);

/// Is there an instance of the action, with those arguments if it has a twin, to which the context says no?
bool pl_what_if_context_denies(const pl_what_if* w, uint32_t action);

#endif
