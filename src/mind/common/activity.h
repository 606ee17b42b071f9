// A running activity, for all types of minds: one start, updates while it is running, then exactly one of finished and
// halt. A halt may take several ticks.
//
//             start             not valid, over its limit, or halted by its mind
//   IDLE ------------> RUNNING --------------------------------------------------> HALTING
//    ^                    |                                                           |
//    |                    | success or failure: finished                              | halt has ended
//    '--------------------'-----------------------------------------------------------'

#ifndef PL_MIND_COMMON_ACTIVITY_H
#define PL_MIND_COMMON_ACTIVITY_H

#include <ploy/mind.h>

#include "base/check.h"
#include "base/watch.h"
#include "base/containers/arena.h"
#include "base/containers/array.h"

typedef enum pl_activity_phase
{
    PL_ACTIVITY_IDLE,
    PL_ACTIVITY_RUNNING,
    PL_ACTIVITY_HALTING,
} pl_activity_phase;

/// In an agent's mind data. 16 bytes on every machine.
typedef struct pl_activity
{
    _Alignas(8) int64_t since; ///< when it started
    uint32_t phase;            ///< pl_activity_phase
} pl_activity;

/// What to run. Belongs to the mind: the same for all agents, except memory.
typedef struct pl_activity_plan
{
    const ploy_activity_def* def;
    const ploy_port* ports; ///< one per declared port
    uint32_t activity;
    int64_t duration; ///< microseconds; 0: none
    int64_t limit;    ///< microseconds after which it is halted and fails; 0: none
    void* memory;     ///< ploy_call.data: at least data_bytes of the activity
} pl_activity_plan;

/// Calls the callback between the two calls of the thread's watch.
ploy_outcome pl_activity_call_watched(ploy_activity_fn* fn, const ploy_activity_def* def, ploy_agent* agent,
                                      const ploy_call* call);

static inline ploy_outcome pl_activity_call(ploy_activity_fn* fn, const ploy_activity_def* def, ploy_agent* agent,
                                            const ploy_call* call)
{
    return PL_UNLIKELY(pl_watch_of_thread) ? pl_activity_call_watched(fn, def, agent, call) : fn(agent, call);
}

/// The activity must be idle. PLOY_RUNNING: it is running; otherwise it has ended already and finished was called.
ploy_outcome pl_activity_start(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent);

/// The two parts of perform that a running activity without `valid` and limit does not need.
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

/// One tick of an activity that is not idle. PLOY_FAILURE also when it was no longer valid or exceeded its limit, once
/// its halt has ended.
static inline ploy_outcome pl_activity_perform(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    const ploy_activity_def* def = plan->def;
    bool is_plain = activity->phase == PL_ACTIVITY_RUNNING && def->update && !def->valid && plan->limit <= 0;
    if (!is_plain) return pl_activity_go_on(activity, plan, agent);
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    ploy_outcome outcome = pl_activity_call(def->update, def, agent, &call);
    return outcome == PLOY_RUNNING ? PLOY_RUNNING : pl_activity_finish(activity, def, agent, &call, outcome);
}

/// Halts it. true: it is idle. false: the halt takes longer; call again in the next tick.
bool pl_activity_halt(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent);

/// 0 to 1000 (done).
uint32_t pl_activity_progress(const pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent);

/// Saves ploy_call.data as 32-bit words, and loads it: no byte order and no layout shows. bytes is a multiple of 4.
void pl_activity_save_data(const void* data, size_t bytes, ploy_writer* writer);
void pl_activity_load_data(void* data, size_t bytes, ploy_reader* reader);

// A list of activities as text: `Aim Walk(to=target, pace=2, for=1.5)`. The value of a port is a blackboard key, a
// number, a bool or a text in single quotes; `for` is the duration and `limit` the time after which the activity fails, in seconds.

typedef struct pl_activities
{
    PL_ARRAY(pl_activity_plan) plans; ///< memory is NULL: it belongs to the agent
    PL_ARRAY(ploy_port) ports;        ///< of all plans, which point into this list
    pl_arena texts;                   ///< of ports
} pl_activities;

/// Parses a list into zeroed activities; text NULL: an empty list. Free them also after a failure. Lines and columns of
/// errors are those of the text.
ploy_status pl_activities_parse(pl_activities* activities, const char* text, const ploy_bindings* bindings,
                                const ploy_blackboard_keys* keys, const ploy_allocator* allocator, ploy_error* error);
void pl_activities_free(pl_activities* activities, const ploy_allocator* allocator);

/// All of them may run on any thread.
bool pl_activities_are_parallel(const pl_activities* activities);

#endif
