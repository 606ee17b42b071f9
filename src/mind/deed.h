// A deed is an activity under way. Whatever kind of mind runs it, its life is kept here: one start, performs while it
// is busy, then exactly one of finished and halt; a halt may take several ticks.
//
//            start: busy            perform: busy
//   IDLE ------------------> UNDER WAY ----.            not valid, over its limit, halt called
//    ^                        |      ^-----'   UNDER WAY --------------------------> HALTING --. halt: busy
//    '--- finished -----------'                    ^ IDLE <--------------------------'   ^-----'

#ifndef PL_MIND_DEED_H
#define PL_MIND_DEED_H

#include <ploy/mind.h>

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
    const ploy_abilities* abilities;
    const ploy_port* ports; ///< as many as the activity declares
    uint32_t activity;
    int64_t duration; ///< 0: none
    int64_t limit;    ///< time after which it is halted and has failed; 0: none
    void* memory;     ///< of the run, at least what the activity asks for
} pl_deed_plan;

/// Only when idle. BUSY: it is under way; else it has ended already, and finished was called.
ploy_outcome pl_deed_start(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self);

/// One tick of a deed that is not idle. FAILURE also when it was not valid any more or took longer than its limit, once
/// its halt is done.
ploy_outcome pl_deed_perform(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self);

/// Stops it; true: it is idle now (or was). False: its halt takes longer, call again next tick.
bool pl_deed_halt(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self);

/// Thousandths, 0 .. 1,000.
uint32_t pl_deed_progress(const pl_deed* deed, const pl_deed_plan* plan, ploy_self* self);

#endif
