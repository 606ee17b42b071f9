// A deed is an activity under way. Whatever kind of mind runs it, its life is kept here: one start, performs while it
// is busy, then exactly one of finished and halt; a halt may take several ticks.
//
//            start: busy            perform: busy
//   IDLE ------------------> UNDER WAY ----.            not valid, over its limit, halt called
//    ^                        |      ^-----'   UNDER WAY --------------------------> HALTING --. halt: busy
//    '--- finished -----------'                    ^ IDLE <--------------------------'   ^-----'

#ifndef PL_MIND_COMMON_ACTIVITY_H
#define PL_MIND_COMMON_ACTIVITY_H

#include <ploy/mind.h>

#include "base/check.h"

typedef enum pl_activity_phase
{
    PL_ACTIVITY_IDLE,
    PL_ACTIVITY_RUNNING,
    PL_ACTIVITY_HALTING,
} pl_activity_phase;

/// In an agent's memory: plain numbers, saved as they are.
typedef struct pl_activity
{
    int64_t since;  ///< when it started
    uint32_t phase; ///< pl_activity_phase
} pl_activity;

/// What to do: in the mind's data, the same for all agents.
typedef struct pl_activity_plan
{
    const ploy_activity_def* def;
    const ploy_port* ports; ///< as many as it declares
    uint32_t activity;
    int64_t duration; ///< 0: none
    int64_t limit;    ///< time after which it is halted and has failed; 0: none
    void* memory;     ///< of the run, at least what the activity asks for
} pl_activity_plan;

/// Only when idle. BUSY: it is under way; else it has ended already, and finished was called.
ploy_outcome pl_activity_start(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent);

/// The two halves of perform that are not taken while it is simply busy.
ploy_outcome pl_activity_go_on(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent);
ploy_outcome pl_activity_finish(pl_activity* activity, const ploy_activity_def* def, ploy_agent* agent,
                                const ploy_call* call, ploy_outcome outcome);

static inline ploy_call pl_activity_run(const pl_activity* activity, const pl_activity_plan* plan,
                                        const ploy_activity_def* def, const ploy_agent* agent)
{
    return (ploy_call){
        .user = def->user,
        .ports = plan->ports,
        .port_count = def->port_count,
        .binding = plan->activity,
        .elapsed = agent->now - activity->since,
        .duration = plan->duration,
        .data = def->data_bytes > 0 ? plan->memory : NULL,
    };
}

/// One tick of a deed that is not idle. FAILURE also when it was not valid any more or took longer than its limit, once
/// its halt is done.
static inline ploy_outcome pl_activity_perform(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    const ploy_activity_def* def = plan->def;
    bool is_plain = activity->phase == PL_ACTIVITY_RUNNING && def->update && !def->valid && plan->limit <= 0;
    if (!is_plain) return pl_activity_go_on(activity, plan, agent);
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    ploy_outcome outcome = def->update(agent, &call);
    return outcome == PLOY_RUNNING ? PLOY_RUNNING : pl_activity_finish(activity, def, agent, &call, outcome);
}

/// Stops it; true: it is idle now (or was). False: its halt takes longer, call again next tick.
bool pl_activity_halt(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent);

/// Thousandths, 0 .. 1,000.
uint32_t pl_activity_progress(const pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent);

#endif
