#include "record/debugger/event_kinds.h"

#include <string.h>

static uint32_t find(const ploy_recording* recording, uint32_t kind)
{
    const char* name = ploy_recording_kind_name(recording, kind);
    for (uint32_t k = 0; k < PLOY_TRACE_KIND_COUNT; ++k) {
        bool is_same = strcmp(ploy_trace_name(k), name) == 0 &&
                       ploy_recording_arg_count(recording, kind) == ploy_trace_arg_count(k);
        if (is_same) return k;
    }
    return PLOY_NONE;
}

bool pl_kinds_init(pl_kinds* kinds, const ploy_allocator* allocator, const ploy_recording* recording)
{
    *kinds = (pl_kinds){.allocator = *allocator};
    for (uint32_t i = 0; i < ploy_recording_kind_count(recording); ++i) {
        if (PL_ARRAY_PUSH(&kinds->kinds, allocator, find(recording, i))) continue;
        pl_kinds_destroy(kinds);
        return false;
    }
    return true;
}

void pl_kinds_destroy(pl_kinds* kinds)
{
    PL_ARRAY_FREE(&kinds->kinds, &kinds->allocator);
}
