#include "mind/common/activity.h"

#include <string.h>

#include "trace/emit.h"

ploy_outcome pl_activity_finish(pl_activity* activity, const ploy_activity_def* def, ploy_agent* agent,
                                const ploy_call* call, ploy_outcome outcome)
{
    if (outcome == PLOY_RUNNING) return PLOY_RUNNING;
    activity->phase = PL_ACTIVITY_IDLE;
    uint32_t reason = outcome == PLOY_FAILURE ? agent->reason : 0;
    PL_TRACE(agent->trace, ACTIVITY_ENDED, agent->id.index1, call->binding, (uint64_t)outcome, reason);
    if (def->finished) def->finished(agent, call);
    return outcome;
}

ploy_outcome pl_activity_start(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    PL_ASSERT(activity->phase == PL_ACTIVITY_IDLE);
    const ploy_activity_def* def = plan->def;
    *activity = (pl_activity){.since = agent->now, .phase = PL_ACTIVITY_RUNNING};
    if (def->data_bytes > 0) memset(plan->memory, 0, def->data_bytes);
    agent->reason = 0;
    PL_TRACE(agent->trace, ACTIVITY_STARTED, agent->id.index1, plan->activity);
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    return pl_activity_finish(activity, def, agent, &call, def->start ? def->start(agent, &call) : PLOY_RUNNING);
}

static bool goes_on(const ploy_activity_def* def, const pl_activity_plan* plan, ploy_agent* agent,
                    const ploy_call* call)
{
    if (plan->limit > 0 && call->elapsed > plan->limit) return false;
    return !def->valid || def->valid(agent, call);
}

ploy_outcome pl_activity_go_on(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    PL_ASSERT(activity->phase != PL_ACTIVITY_IDLE);
    const ploy_activity_def* def = plan->def;
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    if (activity->phase == PL_ACTIVITY_HALTING || !goes_on(def, plan, agent, &call)) {
        return pl_activity_halt(activity, plan, agent) ? PLOY_FAILURE : PLOY_RUNNING;
    }
    if (def->update) return pl_activity_finish(activity, def, agent, &call, def->update(agent, &call));
    return pl_activity_finish(activity, def, agent, &call,
                              call.elapsed >= plan->duration ? PLOY_SUCCESS : PLOY_RUNNING);
}

bool pl_activity_halt(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    if (activity->phase == PL_ACTIVITY_IDLE) return true;
    const ploy_activity_def* def = plan->def;
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    activity->phase = PL_ACTIVITY_HALTING;
    if (def->halt && def->halt(agent, &call) == PLOY_RUNNING) return false;
    activity->phase = PL_ACTIVITY_IDLE;
    PL_TRACE(agent->trace, ACTIVITY_HALTED, agent->id.index1, plan->activity);
    return true;
}

uint32_t pl_activity_progress(const pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    if (activity->phase == PL_ACTIVITY_IDLE) return 0;
    const ploy_activity_def* def = plan->def;
    ploy_call call = pl_activity_run(activity, plan, def, agent);
    int64_t done = 0;
    if (def->progress) {
        done = def->progress(agent, &call);
    } else if (plan->duration > 0) {
        done = call.elapsed * 1000 / plan->duration;
    }
    return done < 0 ? 0 : done > 1000 ? 1000 : (uint32_t)done;
}
