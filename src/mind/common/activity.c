#include "mind/common/activity.h"

#include <string.h>

#include "trace/emit.h"

ploy_outcome pl_deed_finish(pl_deed* deed, const ploy_activity_def* def, ploy_self* self, const ploy_run* run,
                            ploy_outcome outcome)
{
    if (outcome == PLOY_BUSY) return PLOY_BUSY;
    deed->phase = PL_DEED_IDLE;
    uint32_t reason = outcome == PLOY_FAILURE ? self->reason : 0;
    PL_TRACE(self->trace, ACTIVITY_ENDED, self->agent, run->ability, (uint64_t)outcome, reason);
    if (def->finished) def->finished(self, run);
    return outcome;
}

ploy_outcome pl_deed_start(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self)
{
    PL_ASSERT(deed->phase == PL_DEED_IDLE);
    const ploy_activity_def* def = plan->def;
    *deed = (pl_deed){.since = self->now, .phase = PL_DEED_UNDER_WAY};
    if (def->memory > 0) memset(plan->memory, 0, def->memory);
    self->reason = 0;
    PL_TRACE(self->trace, ACTIVITY_STARTED, self->agent, plan->activity);
    ploy_run run = pl_deed_run(deed, plan, def, self);
    return pl_deed_finish(deed, def, self, &run, def->start ? def->start(self, &run) : PLOY_BUSY);
}

static bool goes_on(const ploy_activity_def* def, const pl_deed_plan* plan, ploy_self* self, const ploy_run* run)
{
    if (plan->limit > 0 && run->elapsed > plan->limit) return false;
    return !def->valid || def->valid(self, run);
}

ploy_outcome pl_deed_go_on(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self)
{
    PL_ASSERT(deed->phase != PL_DEED_IDLE);
    const ploy_activity_def* def = plan->def;
    ploy_run run = pl_deed_run(deed, plan, def, self);
    if (deed->phase == PL_DEED_HALTING || !goes_on(def, plan, self, &run)) {
        return pl_deed_halt(deed, plan, self) ? PLOY_FAILURE : PLOY_BUSY;
    }
    if (def->perform) return pl_deed_finish(deed, def, self, &run, def->perform(self, &run));
    return pl_deed_finish(deed, def, self, &run, run.elapsed >= plan->duration ? PLOY_SUCCESS : PLOY_BUSY);
}

bool pl_deed_halt(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self)
{
    if (deed->phase == PL_DEED_IDLE) return true;
    const ploy_activity_def* def = plan->def;
    ploy_run run = pl_deed_run(deed, plan, def, self);
    deed->phase = PL_DEED_HALTING;
    if (def->halt && def->halt(self, &run) == PLOY_BUSY) return false;
    deed->phase = PL_DEED_IDLE;
    PL_TRACE(self->trace, ACTIVITY_HALTED, self->agent, plan->activity);
    return true;
}

uint32_t pl_deed_progress(const pl_deed* deed, const pl_deed_plan* plan, ploy_self* self)
{
    if (deed->phase == PL_DEED_IDLE) return 0;
    const ploy_activity_def* def = plan->def;
    ploy_run run = pl_deed_run(deed, plan, def, self);
    int64_t done = 0;
    if (def->progress) {
        done = def->progress(self, &run);
    } else if (plan->duration > 0) {
        done = run.elapsed * 1000 / plan->duration;
    }
    return done < 0 ? 0 : done > 1000 ? 1000 : (uint32_t)done;
}
