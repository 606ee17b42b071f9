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
#include "mind/common/activity_list.h"
#include "mind/common/guard.h"

struct ploy_machine
{
    ploy_allocator allocator;
    pl_names texts; ///< all texts of the defs; the first is the machine's name
    pl_names names; ///< of states: ids are indices
    PL_ARRAY(ploy_state_def) states;
    PL_ARRAY(ploy_transition_def) transitions;
};

/// PL_NONE: there is none; name may be NULL.
uint32_t pl_machine_find(const ploy_machine* machine, const char* name);

typedef struct pl_machine_deed
{
    pl_deed_plan plan; ///< memory is left NULL
    ploy_run run;      ///< as its callbacks see it, but for user and elapsed
    uint32_t deed_at;  ///< bytes of the agent's memory
    uint32_t outcome_at;
    uint32_t slot;
    bool is_plain; ///< neither memory of its own nor a limit
    bool is_last;  ///< of its state
} pl_machine_deed;

typedef struct pl_state
{
    pl_deeds does, enter, exit;
    const char* name; ///< the mind's
    uint32_t parent;  ///< PL_NONE: none
    uint32_t initial; ///< PL_NONE: there are no states inside
    uint32_t level;   ///< 0: outermost
    uint32_t slot;    ///< of its first deed
    uint32_t history; ///< its place among those with history, or PL_NONE
    bool deep;
    bool keys_only; ///< its transitions ask nothing but keys
    uint32_t first; ///< of its transitions in the list
    uint32_t count;
    uint32_t first_deed; ///< in the list of deeds: those of the states around it first
    uint32_t deed_count;
} pl_state;

typedef struct pl_transition
{
    const pl_guard* guard; ///< NULL: always
    int64_t after;
    uint32_t owner; ///< whose deeds and time count
    uint32_t target;
    uint32_t number; ///< in the description
    uint32_t on;     ///< ploy_machine_on
} pl_transition;

typedef struct pl_machine_mind
{
    ploy_mind mind;
    ploy_allocator allocator;
    const ploy_abilities* abilities;
    pl_names names;
    PL_ARRAY(pl_state) states;
    PL_ARRAY(pl_transition) transitions;    ///< of each innermost state in a row
    PL_ARRAY(pl_machine_deed) deeds;        ///< of each state in a row
    PL_ARRAY(const pl_machine_deed*) doing; ///< the first of each state, or NULL
    PL_ARRAY(pl_guard*) guards;             ///< one a transition of the description, or NULL
    PL_ARRAY(const char*) conditions;       ///< their texts, in names
    PL_ARRAY(uint32_t) bytes_at;            ///< of a deed's own memory, a slot; the last is the end
    uint32_t levels;
    uint32_t slots; ///< the last runs enters and exits
    uint32_t histories;
    uint32_t outcomes_at; ///< where each part of an agent's memory begins
    uint32_t history_at;
    uint64_t fingerprint; ///< of all that a save depends on
} pl_machine_mind;

typedef enum pl_machine_phase
{
    PL_MACHINE_STEADY,
    PL_MACHINE_HALTING,  ///< the deeds of the state being left
    PL_MACHINE_EXITING,  ///< its exit is under way
    PL_MACHINE_ENTERING, ///< the enter of the current state is under way
} pl_machine_phase;

/// How a deed of an active state stands: as ploy_outcome, or not started.
#define PL_DEED_TODO 3

typedef struct pl_machine_memory
{
    uint64_t stamp; ///< of the board when no transition held, and while none can; UINT64_MAX: ask again
    union
    {
        struct
        {
            uint32_t chosen; ///< transition to be taken, plus one, as numbered in the mind
            uint32_t phase;  ///< pl_machine_phase
        };
        uint64_t change; ///< 0: neither to come nor under way
    };
    uint32_t current; ///< innermost state entered and not left; PL_NONE: none
    uint32_t target;  ///< innermost state to be entered; PL_NONE: no change under way
    uint32_t common;  ///< to be left down to this state, PL_NONE: all
    uint32_t why;     ///< transition taken last, plus one, as numbered in the description
    uint32_t reason;  ///< why a deed failed last
    uint32_t changes; ///< in the last tick that had any
    int64_t entered[];
} pl_machine_memory;

static inline const pl_machine_mind* pl_machine_of(const ploy_self* self)
{
    return (const pl_machine_mind*)self->mind;
}

static inline pl_deed* pl_machine_deeds(const pl_machine_mind* mind, pl_machine_memory* memory)
{
    return (pl_deed*)(memory->entered + mind->levels);
}

static inline uint8_t* pl_machine_outcomes(const pl_machine_mind* mind, pl_machine_memory* memory)
{
    return (uint8_t*)memory + mind->outcomes_at;
}

/// A state plus one each; 0: never left.
static inline uint32_t* pl_machine_history(const pl_machine_mind* mind, pl_machine_memory* memory)
{
    return (uint32_t*)((uint8_t*)memory + mind->history_at);
}

/// Is a inside b, or b itself? Everything is inside PL_NONE.
bool pl_machine_inside(const pl_machine_mind* mind, uint32_t a, uint32_t b);

/// The innermost state that is neither left nor still being entered.
uint32_t pl_machine_staying(const pl_machine_mind* mind, const pl_machine_memory* memory);

/// Is it of this kind?
bool pl_is_machine(const ploy_mind* mind);

/// About to enter where agents begin.
void pl_machine_reset(ploy_self* self);
ploy_status pl_machine_begin(ploy_self* self);
void pl_machine_think(ploy_self* self);
void pl_machine_act(ploy_self* self);
void pl_machine_end(ploy_self* self);
/// Performs the deeds of a state and those around it, outermost first; or of the state alone.
void pl_machine_perform(ploy_self* self, uint32_t state);
void pl_machine_perform_state(ploy_self* self, const pl_state* state);
/// One deed of any kind: starts it, performs it, or leaves it alone when it has ended.
void pl_machine_perform_deed(ploy_self* self, const pl_machine_deed* of);
void pl_machine_note(ploy_self* self, const pl_machine_deed* of, ploy_outcome outcome);
/// Chooses the first transition that holds, if any.
void pl_machine_ask(const pl_machine_mind* mind, ploy_self* self, const pl_state* state);
/// Takes the transition chosen, or goes on with the one under way.
void pl_machine_change(const pl_machine_mind* mind, ploy_self* self);
/// Halts the deeds of the current state, runs its exit as far as one call goes, and leaves it.
void pl_machine_drop(const pl_machine_mind* mind, ploy_self* self);
void pl_machine_save(const ploy_self* self, ploy_writer* writer);
ploy_status pl_machine_load(ploy_self* self, ploy_reader* reader);
ploy_status pl_machine_adopt(ploy_self* self, ploy_self* old);
size_t pl_machine_shape(const ploy_mind* mind, char* text, size_t size);
size_t pl_machine_why(const ploy_self* self, char* text, size_t size);
void pl_machine_destroy_mind(ploy_mind* mind);

#endif
