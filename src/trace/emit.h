// Emitting events. Without a sink an event costs one predictable branch.

#ifndef PL_TRACE_EMIT_H
#define PL_TRACE_EMIT_H

#include <ploy/trace.h>

#include "base/hints.h"

enum
{
#define PL_TRACE_LEVEL_ENUM(NAME, identifier, level, count, a, b, c, d) PL_TRACE_LEVEL_##NAME = PLOY_TRACE_##level,
    PLOY_TRACE_LIST(PL_TRACE_LEVEL_ENUM)
#undef PL_TRACE_LEVEL_ENUM
};

static inline bool pl_trace_wants(const ploy_trace* trace, ploy_trace_level level)
{
    return trace != NULL && trace->emit != NULL && trace->level >= level;
}

/// Events of nodes, scores and weights, many per tick.
static inline bool pl_trace_wants_values(const ploy_trace* trace)
{
    return trace != NULL && trace->emit != NULL &&
           (trace->level >= PLOY_TRACE_EVERYTHING || (trace->wants_values && trace->level >= PLOY_TRACE_BASIC));
}

/// For example PL_TRACE(trace, NODE_EXPANDED, agent, node, g, h): up to four arguments, evaluated only if the sink
/// wants the event.
#define PL_TRACE(trace, NAME, agent, ...)                                                                              \
    do {                                                                                                               \
        if (pl_trace_wants(trace, (ploy_trace_level)PL_TRACE_LEVEL_##NAME)) {                                          \
            pl_trace_emit(trace, &(ploy_trace_event){PLOY_TRACE_##NAME, agent, {__VA_ARGS__}});                        \
        }                                                                                                              \
    } while (0)

/// Of keys and fact types that may be volatile: those are traced only at level everything.
#define PL_TRACE_UNLESS_VOLATILE(is_volatile, trace, NAME, agent, ...)                                                 \
    do {                                                                                                               \
        if (pl_trace_wants(trace, is_volatile ? PLOY_TRACE_EVERYTHING : (ploy_trace_level)PL_TRACE_LEVEL_##NAME)) {    \
            pl_trace_emit(trace, &(ploy_trace_event){PLOY_TRACE_##NAME, agent, {__VA_ARGS__}});                        \
        }                                                                                                              \
    } while (0)

void pl_trace_emit(const ploy_trace* trace, const ploy_trace_event* event);

/// While goal-chosen or decision-begun is emitted: the mind that decides. A recorder finds the domain by it, also behind
/// other sinks. NULL: none.
extern PL_HOT_THREAD_LOCAL const struct ploy_mind* pl_trace_decider;

#endif
