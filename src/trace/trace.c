#include "trace/emit.h"

#include "base/check.h"

PL_HOT_THREAD_LOCAL const struct ploy_mind* pl_trace_decider;

void pl_trace_emit(const ploy_trace* trace, const ploy_trace_event* event)
{
    trace->emit(trace->user, event);
}

// The list of events.

typedef struct event_row
{
    const char* name;
    ploy_trace_level level;
    uint32_t arg_count;
    const char* args[4];
} event_row;

static const event_row rows[] = {
#define EVENT_ROW(NAME, identifier, level, count, a, b, c, d) {identifier, PLOY_TRACE_##level, count, {a, b, c, d}},
    PLOY_TRACE_LIST(EVENT_ROW)
#undef EVENT_ROW
};

static const event_row unknown = {"unknown", PLOY_TRACE_NONE, 0, {"", "", "", ""}};

static const event_row* row_of(uint32_t kind)
{
    return kind < PLOY_TRACE_KIND_COUNT ? &rows[kind] : &unknown;
}

const char* ploy_trace_name(uint32_t kind)
{
    return row_of(kind)->name;
}

ploy_trace_level ploy_trace_level_of(uint32_t kind)
{
    return row_of(kind)->level;
}

uint32_t ploy_trace_arg_count(uint32_t kind)
{
    return row_of(kind)->arg_count;
}

const char* ploy_trace_arg_name(uint32_t kind, uint32_t arg)
{
    return arg < 4 ? row_of(kind)->args[arg] : "";
}

// The ring.

static void keep(void* user, const ploy_trace_event* event)
{
    ploy_trace_ring* ring = user;
    ring->events[ring->emitted++ % ring->capacity] = *event;
}

ploy_trace ploy_trace_ring_sink(ploy_trace_ring* ring, ploy_trace_level level)
{
    PL_NEED(ring, (ploy_trace){0});
    PL_ASSERT(ring->capacity > 0);
    return (ploy_trace){keep, ring, level, false};
}

uint32_t ploy_trace_ring_count(const ploy_trace_ring* ring)
{
    PL_NEED(ring, 0);
    return ring->emitted < ring->capacity ? (uint32_t)ring->emitted : ring->capacity;
}

const ploy_trace_event* ploy_trace_ring_at(const ploy_trace_ring* ring, uint32_t index)
{
    PL_NEED(ring, NULL);
    PL_ASSERT(index < ploy_trace_ring_count(ring));
    uint64_t oldest = ring->emitted - ploy_trace_ring_count(ring);
    return &ring->events[(oldest + index) % ring->capacity];
}
