// A recorded decision of a GOAP mind, read from the events of a recording.

#ifndef PL_RECORD_DEBUGGER_DECISION_H
#define PL_RECORD_DEBUGGER_DECISION_H

#include <ploy/debugger.h>
#include <ploy/goap.h>

#include "base/containers/array.h"

/// The kinds of events of a recording, as kinds of this library: by name, since another version may have recorded it.
typedef struct pl_event_kinds
{
    ploy_allocator allocator;
    PL_ARRAY(uint32_t) kinds;
} pl_event_kinds;

/// false: out of memory. Kinds that the recording gets later are unknown.
bool pl_event_kinds_init(pl_event_kinds* kinds, const ploy_allocator* allocator, const ploy_recording* recording);
void pl_event_kinds_destroy(pl_event_kinds* kinds);

/// A ploy_trace_kind; PLOY_NONE: the game's own, or unknown.
static inline uint32_t pl_event_kinds_of(const pl_event_kinds* kinds, uint32_t kind)
{
    return kind < kinds->kinds.count ? kinds->kinds.data[kind] : PLOY_NONE;
}

/// An event of a recording.
typedef struct pl_event_place
{
    uint64_t tick;
    uint64_t nth; ///< of all events in the tick, from 0
} pl_event_place;

static inline bool pl_event_place_is_before(pl_event_place a, pl_event_place b)
{
    return a.tick < b.tick || (a.tick == b.tick && a.nth < b.nth);
}

enum
{
    PL_DECISION_ALL = 2, ///< mode of a decision: with all actions
    PL_DECISION_REST,    ///< only the rest of the plan, after the running step
};

/// A goal at the time of the decision.
typedef struct pl_decision_goal
{
    uint32_t goal;
    int64_t priority; ///< fixed point (1/1000), as last evaluated
    ploy_goal_status status;
    int64_t lead; ///< fixed point (1/1000): how much higher its priority must be to interrupt another goal
} pl_decision_goal;

/// What the game returned for a grounded action.
typedef struct pl_decision_reply
{
    uint32_t ground; ///< as ploy_step.id
    bool is_cost;    ///< else: the action was not available
    bool is_viable;  ///< not available: the activity refused, not the context
    int64_t cost;    ///< fixed point (1/1000)
} pl_decision_reply;

/// What a GOAP mind decided, and everything it decided from. The decision owns its lists.
typedef struct pl_decision
{
    uint64_t tick;
    uint32_t agent;
    uint32_t nth;                  ///< of the agent's decisions in that tick, from 1
    uint32_t in_tick;              ///< number of decisions in that tick
    uint32_t goal;                 ///< PLOY_NONE: there was nothing to plan for
    uint32_t mode;                 ///< as in the trace; PL_DECISION_REST: planned is only the rest, after `last`
    bool is_pushed;                ///< the game pushed the goal
    uint32_t current_goal;         ///< the goal before the decision, or PLOY_NONE
    const pl_decision_goal* goals; ///< in the order of the agent's list
    uint32_t goal_count;

    pl_event_place place;           ///< of the choice or, once the search has begun, of its beginning
    bool is_begun;                  ///< the search has begun: the fields up to replies are known
    uint32_t target;                ///< the goal with its arguments, or PLOY_NONE
    uint32_t last;                  ///< the grounded action before, or PLOY_NONE
    ploy_plan_options options;      ///< of the search
    uint32_t without;               ///< an action that failed and is left out, or PLOY_NONE
    const uint64_t* state;          ///< words
    const uint64_t* disabled;       ///< one bit per action: not for this search
    const uint64_t* agent_disabled; ///< one bit per action: the agent does not have it
    uint32_t state_words, disabled_words;
    const pl_decision_reply* replies;
    uint32_t reply_count;

    bool is_ended;          ///< the search has ended: the fields below are known
    ploy_status status;     ///< FOUND, ALREADY, NOT_FOUND, OUT_OF_NODES, …
    int64_t cost;           ///< fixed point (1/1000)
    const ploy_step* steps; ///< without arguments: only id, action and cost are recorded
    uint32_t step_count;
} pl_decision;

/// The last whole tick. Queries about later ticks are about this one.
static inline uint64_t pl_last_tick(const ploy_recording* recording)
{
    uint64_t ticks = ploy_recording_get_info(recording).ticks;
    return ticks > 0 ? ticks - 1 : 0;
}

static inline uint64_t pl_clamp_tick(const ploy_recording* recording, uint64_t tick)
{
    uint64_t last = pl_last_tick(recording);
    return tick < last ? tick : last;
}

/// The agent's last decision at or before a tick; of several in that tick the nth, 0: the last. Moves the recording's
/// reading position. PLOY_NOT_FOUND: there is none; PLOY_INVALID: nth is too high; PLOY_OUT_OF_MEMORY.
ploy_status pl_decision_read(const ploy_allocator* allocator, const pl_event_kinds* kinds, ploy_recording* recording,
                             uint32_t agent, uint64_t tick, uint32_t nth, pl_decision** decision);
/// NULL is allowed.
void pl_decision_destroy(pl_decision* decision);

#endif
