// Events that say what holds until it changes: the status of a behavior tree's node, the score of an option, the value of
// a consideration, the weight of a state, the value of a variable. Minds emit them in every tick; a recorder of level
// basic writes those that have changed at the end of the tick. Scores, values and weights change all the time, so those
// of an agent are written when it decides, and otherwise twice a second.

#ifndef PL_RECORD_RECORDING_HELD_VALUES_H
#define PL_RECORD_RECORDING_HELD_VALUES_H

#include <ploy/trace.h>

#include "base/containers/array.h"
#include "base/containers/table.h"

typedef struct pl_held_value
{
    ploy_trace_event event;
    uint64_t written[3]; ///< arguments after the first
    uint32_t holder;     ///< index
    uint32_t life;       ///< of the agent when it was written; 0: never
    bool is_pending;
} pl_held_value;

typedef struct pl_value_holder
{
    uint32_t agent;
    uint32_t life;         ///< counts what makes a reader forget: the agent comes, goes, gets another mind
    int64_t due;           ///< when its numbers are written at the latest, in microseconds
    uint64_t written_tick; ///< in which they are written, plus one
    bool has_decided;      ///< in this tick
} pl_value_holder;

typedef struct pl_held_values
{
    ploy_allocator allocator;
    pl_table table; ///< of values, by kind, agent and first argument
    PL_ARRAY(pl_held_value) values;
    PL_ARRAY(uint32_t) pending;        ///< in the order of their first event
    PL_ARRAY(pl_value_holder) holders;
    pl_table by_agent; ///< of holders: an event may name any number
    int64_t now;
} pl_held_values;

void pl_held_values_init(pl_held_values* held, const ploy_allocator* allocator);
void pl_held_values_destroy(pl_held_values* held);

static inline bool pl_is_held_value(uint32_t kind)
{
    return kind == PLOY_TRACE_BT_NODE || kind == PLOY_TRACE_UTILITY_SCORED || kind == PLOY_TRACE_CONSIDERATION_READ ||
           kind == PLOY_TRACE_STATE_WEIGHED || kind == PLOY_TRACE_VARIABLE_READ;
}

/// Any other event: it may end a life or be a decision. false: out of memory.
bool pl_held_values_watch(pl_held_values* held, const ploy_trace_event* event);
/// Holds a value until the end of the tick. false: out of memory.
bool pl_held_values_take(pl_held_values* held, const ploy_trace_event* event);
/// Emits what has changed.
void pl_held_values_end_tick(pl_held_values* held, uint64_t tick,
                             void (*emit)(void* user, const ploy_trace_event* event), void* user);

#endif
