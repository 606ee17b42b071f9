#include "mind/goap.h"
#include "trace/emit.h"

static bool is_of_action(ploy_trace_kind kind)
{
    return kind == PLOY_TRACE_ACTION_STARTED || kind == PLOY_TRACE_ACTION_FINISHED || kind == PLOY_TRACE_ACTION_ABORTED;
}

void pl_goap_trace(const ploy_self* self, ploy_trace_kind kind, uint32_t of, int64_t with)
{
    const pl_goap* goap = pl_goap_of(self);
    ploy_trace_level level = ploy_trace_level_of(kind);
    if (level > goap->def.debug || !pl_trace_wants(self->trace, level)) return;
    ploy_trace_event event = {.kind = kind, .agent = self->agent};
    if (is_of_action(kind)) {
        event.args[0] = pl_goap_ground(goap, of)->action;
        event.args[1] = of;
        event.args[2] = kind == PLOY_TRACE_ACTION_FINISHED ? 0 : (uint64_t)with;
        event.args[3] = kind == PLOY_TRACE_ACTION_ABORTED ? self->reason : 0;
    } else {
        event.args[0] = pl_goap_target(goap, of)->goal;
        event.args[1] = (uint64_t)with;
    }
    pl_trace_emit(self->trace, &event);
}
