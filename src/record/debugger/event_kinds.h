// The kinds of events of a recording as those of this library, by name: a recording may be of another version.

#ifndef PL_RECORD_DEBUGGER_EVENT_KINDS_H
#define PL_RECORD_DEBUGGER_EVENT_KINDS_H

#include <ploy/debugger.h>

#include "base/containers/array.h"

typedef struct pl_kinds
{
    ploy_allocator allocator;
    PL_ARRAY(uint32_t) kinds;
} pl_kinds;

/// false: no memory. Kinds that a recording gets later are unknown until it is made anew.
bool pl_kinds_init(pl_kinds* kinds, const ploy_allocator* allocator, const ploy_recording* recording);
void pl_kinds_destroy(pl_kinds* kinds);

/// A ploy_trace_kind, or PLOY_NONE: the game's own, or unknown.
static inline uint32_t pl_kinds_of(const pl_kinds* kinds, uint32_t kind)
{
    return kind < kinds->kinds.count ? kinds->kinds.data[kind] : PLOY_NONE;
}

/// As ploy_decision_read; nth of the decisions in its tick, 0: the last. PLOY_INVALID: there are not so many.
ploy_status pl_decision_read(const ploy_allocator* allocator, const pl_kinds* kinds, ploy_recording* recording,
                             uint32_t agent, uint64_t tick, uint32_t nth, ploy_decision** decision);

#endif
