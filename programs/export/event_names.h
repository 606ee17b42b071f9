// What the numbers in the events of a recording mean: names of goals, actions, states, keys, from the recording's notes;
// decimals; flags. A number without a name stays a number.

#ifndef EXPORT_EVENT_NAMES_H
#define EXPORT_EVENT_NAMES_H

#include <ploy/debugger.h>

typedef enum event_value_kind
{
    EVENT_VALUE_NONE, // none of what it counts: "no goal"
    EVENT_VALUE_NUMBER,
    EVENT_VALUE_FIXED, // fixed point (1/1000)
    EVENT_VALUE_FLAG,
    EVENT_VALUE_TEXT,
} event_value_kind;

typedef struct event_value
{
    event_value_kind kind;
    int64_t number;
    const char* text; // valid until the next call
} event_value;

typedef struct event_names event_names;

/// Both must outlive the names. The debugger must not be that of a recording whose events are being read.
event_names* event_names_create(ploy_recording* recording, ploy_debugger* debugger);
void event_names_destroy(event_names* names);

/// From now on names are those of a tick: an agent that comes back may have another name and another mind.
void event_names_at(event_names* names, uint64_t tick);

/// "smith 1"; "agent 7" without a note of it; NULL for 0, which is no agent.
const char* event_names_agent(event_names* names, uint32_t agent);

/// Takes the text out of events that only carry it: true: nothing is to be written for this event. Call it with every
/// event, in order.
bool event_names_take_text(event_names* names, const ploy_trace_event* event);

event_value event_names_value(event_names* names, const ploy_trace_event* event, uint32_t arg);

#endif
