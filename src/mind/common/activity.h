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

typedef enum pl_deed_phase
{
    PL_DEED_IDLE,
    PL_DEED_UNDER_WAY,
    PL_DEED_HALTING,
} pl_deed_phase;

/// In an agent's memory: plain numbers, saved as they are.
typedef struct pl_deed
{
    int64_t since;  ///< when it started
    uint32_t phase; ///< pl_deed_phase
} pl_deed;

/// What to do: in the mind's data, the same for all agents.
typedef struct pl_deed_plan
{
    const ploy_activity_def* def;
    const ploy_port* ports; ///< as many as it declares
    uint32_t activity;
    int64_t duration; ///< 0: none
    int64_t limit;    ///< time after which it is halted and has failed; 0: none
    void* memory;     ///< of the run, at least what the activity asks for
} pl_deed_plan;

/// Only when idle. BUSY: it is under way; else it has ended already, and finished was called.
ploy_outcome pl_deed_start(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self);

/// The two halves of perform that are not taken while it is simply busy.
ploy_outcome pl_deed_go_on(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self);
ploy_outcome pl_deed_finish(pl_deed* deed, const ploy_activity_def* def, ploy_self* self, const ploy_run* run,
                            ploy_outcome outcome);

static inline ploy_run pl_deed_run(const pl_deed* deed, const pl_deed_plan* plan, const ploy_activity_def* def,
                                   const ploy_self* self)
{
    return (ploy_run){
        .user = def->user,
        .ports = plan->ports,
        .port_count = def->port_count,
        .ability = plan->activity,
        .elapsed = self->now - deed->since,
        .duration = plan->duration,
        .memory = def->memory > 0 ? plan->memory : NULL,
    };
}

/// One tick of a deed that is not idle. FAILURE also when it was not valid any more or took longer than its limit, once
/// its halt is done.
static inline ploy_outcome pl_deed_perform(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self)
{
    const ploy_activity_def* def = plan->def;
    bool is_plain = deed->phase == PL_DEED_UNDER_WAY && def->perform && !def->valid && plan->limit <= 0;
    if (!is_plain) return pl_deed_go_on(deed, plan, self);
    ploy_run run = pl_deed_run(deed, plan, def, self);
    ploy_outcome outcome = def->perform(self, &run);
    return outcome == PLOY_BUSY ? PLOY_BUSY : pl_deed_finish(deed, def, self, &run, outcome);
}

/// Stops it; true: it is idle now (or was). False: its halt takes longer, call again next tick.
bool pl_deed_halt(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self);

/// Thousandths, 0 .. 1,000.
uint32_t pl_deed_progress(const pl_deed* deed, const pl_deed_plan* plan, ploy_self* self);

#endif
