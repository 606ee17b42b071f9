#include "trace/emit.h"

void pl_trace_emit(const ploy_trace* trace, const ploy_trace_event* event)
{
    trace->emit(trace->user, event);
}
