// One agent's tick of a compiled tree.

#ifndef PL_MIND_BT_BT_RUN_H
#define PL_MIND_BT_BT_RUN_H

#include "knowledge/blackboard.h"
#include "mind/bt/bt_code.h"
#include "trace/emit.h"

/// How a node stands: a ploy_outcome, or one of these.
enum
{
    PL_BT_SKIPPED = 3,
    PL_BT_HALTED = 4, ///< in traces alone
};

typedef struct pl_bt_run
{
    const pl_bt_mind* mind;
    const pl_op* ops;
    uint32_t* words;
    ploy_agent* agent;
    uint32_t loops; ///< that Repeat and the like may still go round in this tick
    uint64_t seen;  ///< stamp of the board when the agent's last tick began
    bool is_traced; ///< every node
    bool missed;    ///< something that watches keys was not looked at in this tick
    bool impure;    ///< a node was entered that is
} pl_bt_run;

/// Enters the branch whose thread is idle. BUSY: it has a place now; else it has ended and is idle.
uint32_t pl_thread_start(pl_bt_run* run, uint32_t top);
/// Goes on where it is.
uint32_t pl_thread_resume(pl_bt_run* run, uint32_t top);
/// Stops what it does; true: it is idle now (or was).
bool pl_thread_halt(pl_bt_run* run, uint32_t top);

static inline bool pl_thread_is_idle(const pl_bt_run* run, uint32_t top)
{
    return run->words[run->ops[top].thread] == 0;
}

/// Leaves: tree_leaf.c.
uint32_t pl_leaf_start(pl_bt_run* run, uint32_t op);
uint32_t pl_leaf_perform(pl_bt_run* run, uint32_t op);
bool pl_leaf_halt(pl_bt_run* run, uint32_t op);
uint32_t pl_leaf_set(pl_bt_run* run, uint32_t op);

/// Which child to enter: tree_choose.c. PL_OP_NONE: none.
uint32_t pl_choose_case(const pl_bt_run* run, uint32_t op);
uint32_t pl_choose_weighted(pl_bt_run* run, uint32_t op, uint64_t tried);
uint32_t pl_choose_scored(pl_bt_run* run, uint32_t op);
/// Does another child of a reactive selector beat the one that runs?
bool pl_choose_beaten(pl_bt_run* run, uint32_t op, uint32_t child);

/// Forks: tree_fork.c.
uint32_t pl_fork_start(pl_bt_run* run, uint32_t op);
uint32_t pl_fork_resume(pl_bt_run* run, uint32_t op);
bool pl_fork_halt(pl_bt_run* run, uint32_t op);

/// Since the agent's last tick began, and up to this moment.
static inline bool pl_bt_blackboard_changed(const pl_bt_run* run)
{
    return run->agent->blackboard && pl_blackboard_stamp_all(run->agent->blackboard) != run->seen;
}

/// <Plan>: tree_plan.c.
uint32_t pl_plan_start(pl_bt_run* run, uint32_t op);
uint32_t pl_plan_perform(pl_bt_run* run, uint32_t op);
bool pl_plan_halt(pl_bt_run* run, uint32_t op);

/// The node is the cause of a failure.
static inline uint32_t pl_bt_fails(pl_bt_run* run, uint32_t op, uint32_t reason)
{
    run->words[PL_BT_CAUSE] = op + 1;
    run->words[PL_BT_REASON] = reason;
    return PLOY_FAILURE;
}

static inline void pl_bt_trace(const pl_bt_run* run, uint32_t op, uint32_t status)
{
    if (run->is_traced) PL_TRACE(run->agent->trace, BT_NODE, run->agent->id.index1, op, status);
}

#endif
