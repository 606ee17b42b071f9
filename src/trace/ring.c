#include <ploy/trace.h>

#include "base/check.h"

static void keep(void* user, const ploy_trace_event* event)
{
    ploy_trace_ring* ring = user;
    ring->events[ring->emitted++ % ring->capacity] = *event;
}

ploy_trace ploy_trace_ring_sink(ploy_trace_ring* ring, ploy_trace_level level)
{
    PL_ASSERT(ring->capacity > 0);
    return (ploy_trace){keep, ring, level};
}

uint32_t ploy_trace_ring_count(const ploy_trace_ring* ring)
{
    return ring->emitted < ring->capacity ? (uint32_t)ring->emitted : ring->capacity;
}

const ploy_trace_event* ploy_trace_ring_at(const ploy_trace_ring* ring, uint32_t index)
{
    PL_ASSERT(index < ploy_trace_ring_count(ring));
    uint64_t oldest = ring->emitted - ploy_trace_ring_count(ring);
    return &ring->events[(oldest + index) % ring->capacity];
}
