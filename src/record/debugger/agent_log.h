// What the trace says about an agent at the end of a tick: whether it is there, what it pursues, follows and does. An
// agent that is created or gets another mind starts without a history, so nothing of an earlier life or mind shows.
//
// The log goes forward: a later tick of the same agent reads only the events in between.

#ifndef PL_RECORD_DEBUGGER_AGENT_LOG_H
#define PL_RECORD_DEBUGGER_AGENT_LOG_H

#include "record/debugger/decision.h"

typedef struct pl_logged_step
{
    uint32_t action, ground;
} pl_logged_step;

typedef struct pl_logged_plan
{
    bool is_one;
    uint32_t goal;
    uint64_t tick; ///< in which it was found
    PL_ARRAY(pl_logged_step) steps;
    uint32_t done;    ///< steps before the running or next one
    uint32_t method1; ///< of a task network: the method of its task plus one; 0: unknown
    bool is_broken;   ///< its running step was aborted, and no other plan has come yet
} pl_logged_plan;

typedef struct pl_logged_activity
{
    uint32_t activity;
    uint32_t count; ///< how often it runs at the same time
    uint64_t since;
} pl_logged_activity;

/// A node of a behavior tree.
typedef struct pl_logged_node
{
    uint32_t status; ///< as in bt-node; PLOY_NONE: it was never ticked
    uint64_t tick;   ///< since when
} pl_logged_node;

typedef struct pl_agent_log
{
    ploy_allocator allocator;
    uint32_t agent;
    uint64_t next_tick; ///< events before it are in the log
    const char* absent; ///< why it does nothing: "gone", "without a mind"; NULL: it is there
    uint64_t absent_since;
    bool is_born;     ///< it has had an event
    bool has_decided; ///< in this life, with this mind
    uint32_t goal;    ///< or PLOY_NONE
    uint64_t goal_since;
    int64_t priority; ///< fixed point (1/1000)
    bool is_held;
    pl_logged_plan found, plan; ///< the last one found, and the one it follows
    uint32_t failed_goal;       ///< whose search failed last, or PLOY_NONE
    uint32_t failed_status;
    uint32_t action, ground; ///< that is running, or PLOY_NONE
    uint64_t action_since;
    uint32_t state; ///< or PLOY_NONE
    uint64_t state_since, state_why;
    uint32_t option; ///< or PLOY_NONE
    uint64_t option_since;
    int64_t score;
    PL_ARRAY(pl_logged_node) nodes;          ///< of a behavior tree, by number; those beyond the last were never ticked
    PL_ARRAY(pl_logged_activity) activities; ///< running, in the order of their start
} pl_agent_log;

/// Brings the log to the end of a tick; creates it if *log is NULL. Moves the recording's reading position.
/// PLOY_OUT_OF_MEMORY.
ploy_status pl_agent_log_read(pl_agent_log** log, const ploy_allocator* allocator, const pl_event_kinds* kinds,
                              ploy_recording* recording, uint32_t agent, uint64_t tick);
/// NULL is allowed.
void pl_agent_log_destroy(pl_agent_log* log);

#endif
