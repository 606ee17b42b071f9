// State machines inside: the description, the compiled mind, and the data of an agent.
//
// Each innermost state has its own list of all transitions that can be taken from it, in the order of evaluation, so a
// tick walks one list. If the transitions of a list read only blackboard keys, the list is not walked again until the
// blackboard's stamp changes. An agent's data is one block:
//
//   head | entry time per level | activities | outcome per activity | last inner state per state with history |
//   data of the activities
//
// Activities have slots. The slots of a state begin where those of the state around it end; the last slot runs enter
// and exit activities.

#ifndef PL_MIND_FSM_FSM_H
#define PL_MIND_FSM_FSM_H

#include <ploy/fsm.h>

#include "base/containers/array.h"
#include "base/containers/names.h"
#include "base/error.h"
#include "mind/common/activity.h"
#include "mind/common/guard.h"
#include "mind/common/held.h"

struct ploy_fsm
{
    ploy_allocator allocator;
    pl_names texts; ///< all texts of the defs; the first is the fsm's name
    pl_names names; ///< of states: ids are indices
    PL_ARRAY(ploy_fsm_state_def) states;
    PL_ARRAY(ploy_fsm_transition_def) transitions;
};

/// Checks what needs no bindings: every name is a state, bases have no cycle, an initial state is inside its parent.
/// PLOY_INVALID: reports->error says what is wrong. Exported: libploy-io calls it.
ploy_status pl_fsm_check(const ploy_fsm* fsm, pl_reports* reports);

/// PLOY_NONE when there is none; name may be NULL.
uint32_t pl_fsm_find(const ploy_fsm* fsm, const char* name);

typedef struct pl_fsm_activity
{
    pl_activity_plan plan; ///< its memory is NULL
    ploy_call call;        ///< as its callbacks see it, but for user and elapsed
    uint32_t activity_at;  ///< offset into the agent's data
    uint32_t outcome_at;
    uint32_t slot;
    bool is_plain; ///< it has no data and no limit
    bool is_last;  ///< of its state
} pl_fsm_activity;

typedef struct pl_fsm_state
{
    pl_activities does, enter, exit;
    const char* name; ///< belongs to the mind
    uint32_t parent;  ///< PLOY_NONE: none
    uint32_t initial; ///< PLOY_NONE: it has no inner states
    uint32_t level;   ///< 0: outermost
    uint32_t slot;    ///< of its first activity
    uint32_t history; ///< its index among the states with history, or PLOY_NONE
    bool deep;
    bool keys_only; ///< its transitions read only blackboard keys
    uint32_t first; ///< its first transition in the mind's list
    uint32_t count;
    uint32_t first_activity; ///< in the mind's list: those of outer states come first
    uint32_t activity_count;
} pl_fsm_state;

typedef struct pl_fsm_transition
{
    const pl_guard* guard; ///< NULL: always true
    int64_t after;
    uint32_t owner; ///< the state whose activities and entry time count
    uint32_t target;
    uint32_t number; ///< in the description
    uint32_t on;     ///< ploy_fsm_on
} pl_fsm_transition;

typedef struct pl_fsm_mind
{
    ploy_mind mind;
    ploy_allocator allocator;
    pl_held held;
    const ploy_bindings* bindings;
    pl_names names;
    PL_ARRAY(pl_fsm_state) states;
    PL_ARRAY(pl_fsm_transition) transitions; ///< those of an innermost state are contiguous
    PL_ARRAY(pl_fsm_activity) activities;    ///< those of a state are contiguous
    PL_ARRAY(const pl_fsm_activity*) doing;  ///< the first activity of each state, or NULL
    PL_ARRAY(pl_guard*) guards;              ///< one per transition of the description, or NULL
    PL_ARRAY(const char*) conditions;        ///< the texts of the guards, in names
    PL_ARRAY(uint32_t) bytes_at;             ///< offset of the activity data per slot; the last is the end
    uint32_t levels;
    uint32_t slots; ///< the last runs enter and exit activities
    uint32_t histories;
    uint32_t outcomes_at; ///< offsets into the agent's data
    uint32_t history_at;
    uint64_t fingerprint; ///< of everything that a save depends on
} pl_fsm_mind;

typedef enum pl_fsm_phase
{
    PL_FSM_STEADY,
    PL_FSM_HALTING,  ///< the activities of the state that is left
    PL_FSM_EXITING,  ///< its exit activity is running
    PL_FSM_ENTERING, ///< the enter activity of the current state is running
} pl_fsm_phase;

/// Outcome of an activity of an active state that has not started; the others are those of ploy_outcome.
#define PL_ACTIVITY_TO_START 3

typedef struct pl_fsm_data
{
    uint64_t stamp; ///< of the blackboard when no transition held; UINT64_MAX: evaluate again
    union
    {
        struct
        {
            uint32_t chosen; ///< transition to take, index in the mind plus one
            uint32_t phase;  ///< pl_fsm_phase
        };
        uint64_t change; ///< 0: no change is pending or in progress
    };
    uint32_t current; ///< innermost state that was entered and not left; PLOY_NONE: none
    uint32_t target;  ///< innermost state to enter; PLOY_NONE: no change is in progress
    uint32_t common;  ///< states inside this one are left; PLOY_NONE: all are
    uint32_t why;     ///< last transition, index in the description plus one
    uint32_t reason;  ///< of the last failure of an activity
    uint32_t changes; ///< in the last tick that had any
    int64_t entered[];
} pl_fsm_data;

static inline const pl_fsm_mind* pl_fsm_of(const ploy_agent* agent)
{
    return (const pl_fsm_mind*)agent->mind;
}

static inline pl_activity* pl_fsm_activities(const pl_fsm_mind* mind, pl_fsm_data* memory)
{
    return (pl_activity*)(memory->entered + mind->levels);
}

static inline uint8_t* pl_fsm_outcomes(const pl_fsm_mind* mind, pl_fsm_data* memory)
{
    return (uint8_t*)memory + mind->outcomes_at;
}

/// A state plus one each; 0: the state was never left.
static inline uint32_t* pl_fsm_history(const pl_fsm_mind* mind, pl_fsm_data* memory)
{
    return (uint32_t*)((uint8_t*)memory + mind->history_at);
}

/// True if a is b or inside it. Everything is inside PLOY_NONE.
bool pl_fsm_inside(const pl_fsm_mind* mind, uint32_t a, uint32_t b);

/// The innermost state that is neither being left nor being entered.
uint32_t pl_fsm_staying(const pl_fsm_mind* mind, const pl_fsm_data* memory);

/// True if the mind is an fsm.
bool pl_is_fsm(const ploy_mind* mind);

/// Prepares to enter the state in which agents begin.
void pl_fsm_reset(ploy_agent* agent);
ploy_status pl_fsm_begin(ploy_agent* agent);
void pl_fsm_think(ploy_agent* agent);
void pl_fsm_act(ploy_agent* agent);
void pl_fsm_end(ploy_agent* agent);
/// Halts the activities of the current state, runs its exit activity for one call, and leaves it.
void pl_fsm_drop(const pl_fsm_mind* mind, ploy_agent* agent);
void pl_fsm_save(const ploy_agent* agent, ploy_writer* writer);
ploy_status pl_fsm_load(ploy_agent* agent, ploy_reader* reader);
ploy_status pl_fsm_migrate(ploy_agent* agent, ploy_agent* old);
size_t pl_fsm_describe(const ploy_mind* mind, char* text, size_t size);
size_t pl_fsm_why(const ploy_agent* agent, char* text, size_t size);
void pl_fsm_destroy_mind(ploy_mind* mind);

uint32_t pl_fsm_mind_state_count(const ploy_mind* mind);

#endif
