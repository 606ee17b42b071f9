// State machines inside: the description, its compiled form, and what an agent remembers.
//
// Every transition that can be taken from an innermost state stands in that state's own list, in the order it is asked,
// so a tick walks one list. Where a list asks nothing but keys of the board, it is not walked again until the board's
// stamp is another one. An agent's memory is one block:
//
//   head | time of entering, a level | deeds | outcome of each deed | left in, a state with history | bytes of deeds
//
// The deeds of a state begin where those of the state around it end; the last one runs enters and exits.

#ifndef PL_MIND_FSM_FSM_H
#define PL_MIND_FSM_FSM_H

#include <ploy/fsm.h>

#include "base/containers/array.h"
#include "base/containers/names.h"
#include "mind/common/activity.h"
#include "mind/common/guard.h"

struct ploy_fsm
{
    ploy_allocator allocator;
    pl_names texts; ///< all texts of the defs; the first is the machine's name
    pl_names names; ///< of states: ids are indices
    PL_ARRAY(ploy_fsm_state_def) states;
    PL_ARRAY(ploy_fsm_transition_def) transitions;
};

/// Checks what needs no bindings: every name is a state, bases have no cycle, an initial state is inside its parent.
/// PLOY_INVALID: error says what is wrong. Exported: libploy-io calls it.
PLOY_API ploy_status pl_fsm_check(const ploy_fsm* fsm, ploy_error* error);

/// PLOY_NONE when there is none; name may be NULL.
uint32_t pl_fsm_find(const ploy_fsm* machine, const char* name);

typedef struct pl_fsm_activity
{
    pl_activity_plan plan; ///< memory is left NULL
    ploy_call call;        ///< as its callbacks see it, but for user and elapsed
    uint32_t deed_at;      ///< bytes of the agent's memory
    uint32_t outcome_at;
    uint32_t slot;
    bool is_plain; ///< neither memory of its own nor a limit
    bool is_last;  ///< of its state
} pl_fsm_activity;

typedef struct pl_state
{
    pl_activities does, enter, exit;
    const char* name; ///< the mind's
    uint32_t parent;  ///< PLOY_NONE: none
    uint32_t initial; ///< PLOY_NONE: there are no states inside
    uint32_t level;   ///< 0: outermost
    uint32_t slot;    ///< of its first deed
    uint32_t history; ///< its place among those with history, or PLOY_NONE
    bool deep;
    bool keys_only; ///< its transitions ask nothing but keys
    uint32_t first; ///< of its transitions in the list
    uint32_t count;
    uint32_t first_deed; ///< in the list of deeds: those of the states around it first
    uint32_t activity_count;
} pl_state;

typedef struct pl_transition
{
    const pl_guard* guard; ///< NULL: always
    int64_t after;
    uint32_t owner; ///< whose deeds and time count
    uint32_t target;
    uint32_t number; ///< in the description
    uint32_t on;     ///< ploy_fsm_on
} pl_transition;

typedef struct pl_fsm_mind
{
    ploy_mind mind;
    ploy_allocator allocator;
    const ploy_bindings* bindings;
    pl_names names;
    PL_ARRAY(pl_state) states;
    PL_ARRAY(pl_transition) transitions;    ///< of each innermost state in a row
    PL_ARRAY(pl_fsm_activity) activities;   ///< of each state in a row
    PL_ARRAY(const pl_fsm_activity*) doing; ///< the first of each state, or NULL
    PL_ARRAY(pl_guard*) guards;             ///< one a transition of the description, or NULL
    PL_ARRAY(const char*) conditions;       ///< their texts, in names
    PL_ARRAY(uint32_t) bytes_at;            ///< of a deed's own memory, a slot; the last is the end
    uint32_t levels;
    uint32_t slots; ///< the last runs enters and exits
    uint32_t histories;
    uint32_t outcomes_at; ///< where each part of an agent's memory begins
    uint32_t history_at;
    uint64_t fingerprint; ///< of all that a save depends on
} pl_fsm_mind;

typedef enum pl_fsm_phase
{
    PL_FSM_STEADY,
    PL_FSM_HALTING,  ///< the deeds of the state being left
    PL_FSM_EXITING,  ///< its exit is under way
    PL_FSM_ENTERING, ///< the enter of the current state is under way
} pl_fsm_phase;

/// How a deed of an active state stands: as ploy_outcome, or not started.
#define PL_ACTIVITY_TO_START 3

typedef struct pl_fsm_data
{
    uint64_t stamp; ///< of the board when no transition held, and while none can; UINT64_MAX: ask again
    union
    {
        struct
        {
            uint32_t chosen; ///< transition to be taken, plus one, as numbered in the mind
            uint32_t phase;  ///< pl_fsm_phase
        };
        uint64_t change; ///< 0: neither to come nor under way
    };
    uint32_t current; ///< innermost state entered and not left; PLOY_NONE: none
    uint32_t target;  ///< innermost state to be entered; PLOY_NONE: no change under way
    uint32_t common;  ///< to be left down to this state, PLOY_NONE: all
    uint32_t why;     ///< transition taken last, plus one, as numbered in the description
    uint32_t reason;  ///< why a deed failed last
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

/// A state plus one each; 0: never left.
static inline uint32_t* pl_fsm_history(const pl_fsm_mind* mind, pl_fsm_data* memory)
{
    return (uint32_t*)((uint8_t*)memory + mind->history_at);
}

/// Is a inside b, or b itself? Everything is inside PLOY_NONE.
bool pl_fsm_inside(const pl_fsm_mind* mind, uint32_t a, uint32_t b);

/// The innermost state that is neither left nor still being entered.
uint32_t pl_fsm_staying(const pl_fsm_mind* mind, const pl_fsm_data* memory);

/// Is it of this kind?
bool pl_is_fsm(const ploy_mind* mind);

/// About to enter where agents begin.
void pl_fsm_reset(ploy_agent* agent);
ploy_status pl_fsm_begin(ploy_agent* agent);
void pl_fsm_think(ploy_agent* agent);
void pl_fsm_act(ploy_agent* agent);
void pl_fsm_end(ploy_agent* agent);
/// Performs the deeds of a state and those around it, outermost first; or of the state alone.
void pl_fsm_perform(ploy_agent* agent, uint32_t state);
void pl_fsm_perform_state(ploy_agent* agent, const pl_state* state);
/// One deed of any kind: starts it, performs it, or leaves it alone when it has ended.
void pl_fsm_perform_activity(ploy_agent* agent, const pl_fsm_activity* of);
void pl_fsm_note(ploy_agent* agent, const pl_fsm_activity* of, ploy_outcome outcome);
/// Chooses the first transition that holds, if any.
void pl_fsm_evaluate(const pl_fsm_mind* mind, ploy_agent* agent, const pl_state* state);
/// Takes the transition chosen, or goes on with the one under way.
void pl_fsm_change(const pl_fsm_mind* mind, ploy_agent* agent);
/// Halts the deeds of the current state, runs its exit as far as one call goes, and leaves it.
void pl_fsm_drop(const pl_fsm_mind* mind, ploy_agent* agent);
void pl_fsm_save(const ploy_agent* agent, ploy_writer* writer);
ploy_status pl_fsm_load(ploy_agent* agent, ploy_reader* reader);
ploy_status pl_fsm_migrate(ploy_agent* agent, ploy_agent* old);
size_t pl_fsm_describe(const ploy_mind* mind, char* text, size_t size);
size_t pl_fsm_why(const ploy_agent* agent, char* text, size_t size);
void pl_fsm_destroy_mind(ploy_mind* mind);

uint32_t pl_fsm_mind_state_count(const ploy_mind* mind);

#endif
