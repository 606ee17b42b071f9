// Counterfactual searches: the query of an explanation, in a copy of the domain from which single obstacles are
// removed: a condition is not required, an action is available, a context holds, an effect clamps.
//
// The copy has one more goal, which always holds ("can this action be applied at all?"). If the query is about a ground
// action, the copy also has a twin of that action without parameters, so that a plan can be forced to use it.
//
// Setting `removed` of an obstacle costs nothing: the next search changes the copy where it differs.

#ifndef PL_PLAN_EXPLAIN_WHAT_IF_H
#define PL_PLAN_EXPLAIN_WHAT_IF_H

#include <ploy/explain.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"

typedef struct pl_what_if_obstacle
{
    ploy_blocker_kind kind;
    uint32_t owner;         // in the copy
    ploy_conjunct conjunct; // GOAL, PRE and RANGE, as in the copy
    bool removed;           // requested
    bool applied;           // removed from the copy now
} pl_what_if_obstacle;

/// An effect that could leave the range of its symbol. It clamps when its obstacles are removed: one of its own, or, if
/// conditions of the action keep it in range already, all of these.
typedef struct pl_what_if_range
{
    uint64_t effect; // pl_effect_key
    uint32_t* obstacles;
    uint32_t obstacle_count;
} pl_what_if_range;

typedef struct pl_what_if
{
    const ploy_explain_def* def;
    pl_arena* scratch;
    ploy_domain* copy;
    ploy_planner* planner;
    ploy_plan_query query;     // in the copy; a search may change goal and must_use1
    uint64_t* disabled;        // query.disabled before anything is removed
    uint64_t* now;             // the same with what is removed
    uint64_t* ignores_context; // actions whose context is removed
    PL_ARRAY(pl_what_if_obstacle) obstacles;
    PL_ARRAY(pl_what_if_range) ranges;
    PL_ARRAY(uint64_t) clamped; // effects that clamp now
    uint32_t anything;          // the goal that always holds
    uint32_t twin_of;           // PLOY_NONE: there is no twin
    uint32_t twin;
    const uint32_t* twin_args;
    uint32_t searches;
    uint64_t nodes;    // of all searches
    uint64_t max_work; // of all searches together; 0: no limit besides that of each
    uint64_t work;     // done so far
} pl_what_if;

/// The result of a search: FOUND (with its cost) or NOT_FOUND. Any other status settles nothing. FULL: no searches are
/// left.
typedef struct pl_answer
{
    ploy_status status;
    int64_t cost;
} pl_answer;

/// `args` NULL: no twin is made. The struct must not move. After a failure there is nothing to end.
ploy_status pl_what_if_begin(pl_what_if* w, const ploy_explain_def* def, pl_arena* scratch, uint32_t action,
                             const uint32_t* args);
/// From now on all searches together do no more than this, unless the query sets a limit for each.
void pl_what_if_limit(pl_what_if* w, uint64_t max_work);
void pl_what_if_end(pl_what_if* w);

/// Adds all conditions of a goal or an action of the copy as obstacles. false: out of memory.
bool pl_what_if_add_conjuncts(pl_what_if* w, ploy_part part, uint32_t owner);
/// Adds all obstacles of an action of the copy: its context and availability where they do not hold, its conditions, and
/// the ranges that its effects could leave. Actions must come in ascending order. PLOY_OK or PLOY_OUT_OF_MEMORY.
ploy_status pl_what_if_add_action(pl_what_if* w, uint32_t action);

/// PLOY_OK, or PLOY_OUT_OF_MEMORY.
ploy_status pl_what_if_search(pl_what_if* w, pl_answer* answer);
/// Can the action of the copy be applied at all?
ploy_status pl_what_if_search_use(pl_what_if* w, uint32_t action, pl_answer* answer);

void pl_what_if_remove_all(pl_what_if* w, bool removed);

/// The action of the domain that an action of the copy stands for.
static inline uint32_t pl_what_if_original(const pl_what_if* w, uint32_t action)
{
    return w->twin_of != PLOY_NONE && action == w->twin ? w->twin_of : action;
}

/// The action of the domain that owns the text of a conjunct of the copy: a base, if it is inherited.
uint32_t pl_what_if_source(const pl_what_if* w, const ploy_conjunct* conjunct);

/// Does the context reject some ground action of the action (with a twin: the one with its arguments)?
bool pl_what_if_context_denies(const pl_what_if* w, uint32_t action);

#endif
