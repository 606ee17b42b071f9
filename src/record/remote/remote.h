// The remote control from inside. It hangs between the world and its trace: every event passes through its sink, which
// compares it with the breakpoints and passes it on. What it holds or has disabled is listed here, by name, so that fresh
// minds of a hot reload are treated like those before.
//
//   remote.c       the table of commands, pausing      breakpoints.c     when to pause
//   changes.c      actions, goals, numbers, files      remote_values.c   blackboards
//   remote_report.c   what a debugger shows

#ifndef PL_RECORD_REMOTE_REMOTE_H
#define PL_RECORD_REMOTE_REMOTE_H

#include <ploy/remote.h>

#include "mind/common/guard.h"
#include "record/json_text.h"
#include "record/remote/command_words.h"

typedef enum pl_break_kind
{
    PL_BREAK_GOAL,
    PL_BREAK_ACTION,
    PL_BREAK_STATE,
    PL_BREAK_NODE,
    PL_BREAK_CONDITION,
    PL_BREAK_DITHER,
    PL_BREAK_KINDS
} pl_break_kind;

typedef struct pl_breakpoint
{
    uint32_t number; ///< from 1, never used again
    pl_break_kind kind;
    uint32_t agent;          ///< number; 0: any
    char* name;              ///< or the expression; "" of dither
    pl_guard* guard;         ///< of a condition
    PL_ARRAY(uint32_t) true_in; ///< by agent: the generation for which the condition held after the last tick; 0: none
} pl_breakpoint;

/// What an agent did last: to see it go back and forth.
typedef struct pl_alternation
{
    uint32_t is, was; ///< goal, state, option or activity plus one; 0: none
    int64_t left;     ///< when `was` ended
    uint32_t returns; ///< in a row
} pl_alternation;

/// A key that keeps its value. It is addressed by an observer of the blackboard, so it does not move.
typedef struct pl_held_key
{
    struct ploy_remote* remote;
    uint32_t agent; ///< number; 0: the world's blackboard
    uint32_t generation;
    uint32_t key;
    ploy_value value;
    void* bytes; ///< of a string or struct, or NULL
    size_t byte_count;
    ploy_observer_id observer;
    bool is_setting;
} pl_held_key;

struct ploy_remote
{
    ploy_allocator allocator;
    ploy_remote_def def;
    ploy_world* world;
    const ploy_trace* inner; ///< of the world before; may be NULL
    ploy_trace tee;
    pl_command_words words;
    char number[24]; ///< a word that was a name
    pl_text answer;
    pl_text event; ///< the one that the caller reads
    pl_text queue; ///< events in lines
    ploy_error error;
    PL_ARRAY(pl_breakpoint) breaks;
    PL_ARRAY(pl_alternation) alternations; ///< by index of agent
    PL_ARRAY(pl_held_key*) held;
    PL_ARRAY(char*) disabled; ///< names of actions
    uint32_t last_break;      ///< its number
    uint32_t wanted;          ///< bit: a breakpoint of that kind exists
    uint32_t hit;             ///< number of the breakpoint that was met in this tick; 0: none
    uint32_t hit_agent;
    char hit_what[160];
    uint64_t steps;
    bool is_paused;
    bool is_stepping; ///< the tick in progress is one of the command step
};

// breakpoints.c

/// The sink: checks an event against the breakpoints and passes it on.
void pl_remote_emit(void* user, const ploy_trace_event* event);
void pl_remote_after_tick(void* user);
/// `break`, `clear`.
ploy_status pl_remote_break(ploy_remote* remote);
ploy_status pl_remote_clear(ploy_remote* remote);
void pl_remote_clear_all(ploy_remote* remote);
const char* pl_break_kind_name(pl_break_kind kind);

// remote_values.c

ploy_status pl_remote_set(ploy_remote* remote);
ploy_status pl_remote_unset(ploy_remote* remote);
ploy_status pl_remote_hold(ploy_remote* remote);
ploy_status pl_remote_release(ploy_remote* remote);
void pl_remote_release_all(ploy_remote* remote);

// changes.c

ploy_status pl_remote_disable(ploy_remote* remote);
ploy_status pl_remote_enable(ploy_remote* remote);
ploy_status pl_remote_goal(ploy_remote* remote);
ploy_status pl_remote_abort(ploy_remote* remote);
ploy_status pl_remote_cost(ploy_remote* remote);
ploy_status pl_remote_priority(ploy_remote* remote);
ploy_status pl_remote_load(ploy_remote* remote);
/// Frees what is held, and enables what is disabled.
void pl_remote_undo(ploy_remote* remote);

// remote_report.c

/// `status`, `agents`, `agent`: write fields of the answer.
ploy_status pl_remote_status(ploy_remote* remote);
ploy_status pl_remote_agents(ploy_remote* remote);
ploy_status pl_remote_agent(ploy_remote* remote);
/// Its display name.
void pl_remote_name(const ploy_remote* remote, const ploy_agent* agent, char* text, size_t size);

// remote.c

/// The error of a command: what is wrong. Returns PLOY_INVALID.
ploy_status pl_remote_fail(ploy_remote* remote, const char* format, ...) PL_PRINTF(2, 3);
/// The agent that a word names; NULL: there is none, and the error says so.
ploy_agent* pl_remote_find_agent(ploy_remote* remote, const char* word);
/// A copy in the remote's memory; NULL: out of memory.
char* pl_remote_copy(ploy_remote* remote, const char* text);
void pl_remote_free(ploy_remote* remote, char* text);
/// The domain that agents of the mind plan in; NULL: none.
const ploy_domain* pl_remote_domain(const ploy_mind* mind);

#endif
