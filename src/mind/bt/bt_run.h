// One tick of an agent in a compiled behavior tree.

#ifndef PL_MIND_BT_BT_RUN_H
#define PL_MIND_BT_BT_RUN_H

#include "knowledge/blackboard.h"
#include "mind/bt/bt_code.h"
#include "trace/emit.h"

/// The status of a node: a ploy_outcome, or this.
enum
{
    PL_BT_SKIPPED = PLOY_SKIPPED,
    PL_BT_HALTED = 4, ///< only in traces
};

typedef struct pl_bt_run
{
    const pl_bt_mind* mind;
    const pl_op* ops;
    uint32_t* words;
    ploy_agent* agent;
    uint64_t seen;  ///< stamp of the blackboard when the agent's last tick began
    bool is_traced; ///< every node
    bool missed;    ///< a node that watches keys was not checked in this tick
    bool impure;    ///< an impure node was entered
    bool yields;    ///< a node ended a round: the tree passes once more from the root in this tick
} pl_bt_run;

/// Enters a branch with an idle thread. PLOY_RUNNING: the thread has a position; otherwise it has ended and is idle.
uint32_t pl_thread_start(pl_bt_run* run, uint32_t top);
/// Continues at its position.
uint32_t pl_thread_resume(pl_bt_run* run, uint32_t top);
/// Halts it. true: it is idle.
bool pl_thread_halt(pl_bt_run* run, uint32_t top);

static inline bool pl_thread_is_idle(const pl_bt_run* run, uint32_t top)
{
    return run->words[run->ops[top].thread] == 0;
}

// bt_leaf.c

uint32_t pl_leaf_start(pl_bt_run* run, uint32_t op);
uint32_t pl_leaf_perform(pl_bt_run* run, uint32_t op);
bool pl_leaf_halt(pl_bt_run* run, uint32_t op);
uint32_t pl_leaf_set(pl_bt_run* run, uint32_t op);
/// Fails, and logs the first time why.
uint32_t pl_leaf_lacks(pl_bt_run* run, uint32_t op);

/// A count, or a time in microseconds: constant, or read from a key. A negative time is 0, a count below -1, too.
int64_t pl_bt_read_limit(const pl_bt_run* run, const pl_op* op);
/// The whole number in a key.
int64_t pl_bt_read_count(const pl_bt_run* run, uint32_t key);

static inline int64_t pl_bt_limit(const pl_bt_run* run, const pl_op* op)
{
    return op->flags & PL_OP_READS ? pl_bt_read_limit(run, op) : op->value;
}

// bt_loop.c

/// An outcome that may be in a key; one that is none is a failure.
uint32_t pl_bt_outcome(const pl_bt_run* run, int64_t outcome);

/// Writes the next item. *enters: the child is entered; otherwise the outcome of the loop.
uint32_t pl_loop_next(pl_bt_run* run, uint32_t op, bool* enters);

// bt_node.c
uint32_t pl_node_run(pl_bt_run* run, uint32_t op, bool is_start);

// bt_composites.c

/// The child to enter; PL_OP_NONE: none.
uint32_t pl_choose_case(const pl_bt_run* run, uint32_t op);
uint32_t pl_choose_weighted(pl_bt_run* run, uint32_t op, uint64_t tried);
uint32_t pl_choose_scored(pl_bt_run* run, uint32_t op);
/// Does another child of a reactive selector score high enough to replace the running one?
bool pl_choose_beaten(pl_bt_run* run, uint32_t op, uint32_t child);

/// Nodes with children that can run side by side.
uint32_t pl_fork_start(pl_bt_run* run, uint32_t op);
uint32_t pl_fork_resume(pl_bt_run* run, uint32_t op);
bool pl_fork_halt(pl_bt_run* run, uint32_t op);

/// True if the blackboard has changed since the agent's last tick began.
static inline bool pl_bt_blackboard_changed(const pl_bt_run* run)
{
    return run->agent->blackboard && pl_blackboard_stamp_all(run->agent->blackboard) != run->seen;
}

// bt_leaf.c: <Plan>

uint32_t pl_plan_start(pl_bt_run* run, uint32_t op);
uint32_t pl_plan_perform(pl_bt_run* run, uint32_t op);
bool pl_plan_halt(pl_bt_run* run, uint32_t op);

/// Makes the node the cause of a failure.
static inline uint32_t pl_bt_fails(pl_bt_run* run, uint32_t op, uint32_t reason)
{
    run->words[PL_BT_CAUSE] = op + 1;
    run->words[PL_BT_REASON] = reason;
    return PLOY_FAILURE;
}

static inline bool pl_op_is_within(const pl_op* ops, uint32_t op, uint32_t top)
{
    return op >= top && op < ops[top].next;
}

/// The child of a fallback was skipped: only what failed in the children before it is why its parent may fail.
static inline void pl_bt_forget_cause(pl_bt_run* run, uint32_t parent, uint32_t child)
{
    uint32_t cause = run->words[PL_BT_CAUSE] - 1;
    if (cause < parent || cause >= child) pl_bt_fails(run, parent, 0);
}

static inline void pl_bt_trace(const pl_bt_run* run, uint32_t op, uint32_t status)
{
    if (run->is_traced) PL_TRACE(run->agent->trace, BT_NODE, run->agent->id.index1, op, status);
}

#endif
