/// State machines: an agent is in one state at a time, or, fuzzily, in several with weights.
///
/// A machine is described by calls or in a file (<ploy/io.h>), and compiled with the abilities and keys of a game into
/// a mind (<ploy/mind.h>) that any number of agents share. The description may then be destroyed.
///
/// A state does activities, all at once, while the agent is in it: `does="Aim Walk(to=target, pace=2)"`. A port is
/// given a key of the board or a constant: a number with a point in thousandths, one without as it is, true, false. Two
/// words are no ports: for=S, the activity's duration, and limit=S, after which it fails, both in seconds.
///
/// A change of state: innermost first, the deeds of a state are halted and then its exit runs, up to the state that
/// holds both ends; then, outermost first, a state's enter runs and then its deeds start. Each may take several ticks,
/// while which no transition is asked; deeds of states that stay go on.

#ifndef PLOY_MACHINE_H
#define PLOY_MACHINE_H

#include <ploy/mind.h>

#ifdef __cplusplus
extern "C" {
#endif

/// States within states, at most.
#define PLOY_MACHINE_MAX_DEPTH 16
/// Changes of state of one agent in one tick, at most; if there would be more, they go on next tick.
#define PLOY_MACHINE_MAX_CHANGES 8

typedef struct ploy_machine ploy_machine;

/// What a state with states inside takes up when it is entered again.
typedef enum ploy_history
{
    PLOY_HISTORY_NONE,    ///< its initial state
    PLOY_HISTORY_SHALLOW, ///< the state inside it that it was left in, which begins as it does
    PLOY_HISTORY_DEEP,    ///< the innermost state that it was left in
} ploy_history;

/// All texts are copied.
typedef struct ploy_state_def
{
    uint32_t cookie;
    const char* name;   ///< no two states of a machine have one name
    const char* parent; ///< the state it lies in, added before; NULL: none
    /// A state that it is built on, be it added later: what is NULL here (does, enter, exit) is that state's, and so
    /// are its transitions, after the state's own and without those to a state that it has a transition to itself.
    /// States inside are not handed on. NULL: none.
    const char* base;
    const char* does;     ///< activities that run while it is active; NULL: the base's, or none; "": none
    const char* enter;    ///< an activity, run before; with ports as in does. NULL: the base's, or none; "": none
    const char* exit;     ///< likewise, after
    const char* initial;  ///< the state inside it that is entered with it; NULL: the one added first
    ploy_history history; ///< default none
    uint32_t line;        ///< of the file, for errors; 0: not known
} ploy_state_def;

PLOY_API ploy_state_def ploy_state_def_default(void);

/// What must have become of the deeds of the state that a transition belongs to.
typedef enum ploy_machine_on
{
    PLOY_ON_ANYTHING, ///< whatever: they may go on
    PLOY_ON_SUCCESS,  ///< all have ended well
    PLOY_ON_FAILURE,  ///< one has failed
    PLOY_ON_END,      ///< all have ended
} ploy_machine_on;

/// Transitions are asked in this order: those from any state, those of the innermost state in the order they were
/// added, then those of its base, then of the state around it. The first that holds is taken.
typedef struct ploy_transition_def
{
    uint32_t cookie;
    const char* from;   ///< NULL: any state that is not in `to` already
    const char* to;     ///< a state; its own: it is left and entered again
    const char* when;   ///< a condition over keys, conditions and measures; NULL: always
    int64_t after;      ///< time since the state was entered, at least; default 0
    ploy_machine_on on; ///< default anything
    uint32_t line;      ///< of the file, for errors; 0: not known
} ploy_transition_def;

PLOY_API ploy_transition_def ploy_transition_def_default(void);

/// allocator NULL: the default. name is copied. NULL when out of memory.
PLOY_API ploy_machine* ploy_machine_create(const char* name, const ploy_allocator* allocator);
/// NULL is allowed.
PLOY_API void ploy_machine_destroy(ploy_machine* machine);

/// The state added first is where agents begin. PLOY_INVALID: no name, or a taken one, or an unknown parent, or too
/// deep; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_machine_add_state(ploy_machine* machine, const ploy_state_def* def, ploy_error* error);
PLOY_API ploy_status ploy_machine_add_transition(ploy_machine* machine, const ploy_transition_def* def,
                                                 ploy_error* error);

PLOY_API const char* ploy_machine_name(const ploy_machine* machine);
PLOY_API uint32_t ploy_machine_state_count(const ploy_machine* machine);
PLOY_API uint32_t ploy_machine_transition_count(const ploy_machine* machine);
/// As given; texts belong to the machine. index below the count.
PLOY_API const ploy_state_def* ploy_machine_state(const ploy_machine* machine, uint32_t index);
PLOY_API const ploy_transition_def* ploy_machine_transition(const ploy_machine* machine, uint32_t index);

/// What can be told without abilities: every name is a state, bases do not run in a circle, an initial state lies where
/// it should. PLOY_INVALID: error says what is wrong; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_machine_check(const ploy_machine* machine, ploy_error* error);

/// The mind, for ploy_mind_destroy. abilities and keys (or NULL) must outlive it; allocator NULL: the default.
/// PLOY_INVALID: error says what is wrong: an unknown name, a condition that is none, states that follow each other
/// unconditionally in a circle; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_machine_compile(const ploy_machine* machine, const ploy_abilities* abilities,
                                          const ploy_board_keys* keys, const ploy_allocator* allocator,
                                          ploy_mind** mind, ploy_error* error);

// Of an agent whose mind is a machine, and of its mind. States and transitions keep the numbers of the description: in
// STATE_CHANGED `why` is the transition's number plus one.

/// The innermost state it is in; while it changes, the one being left or entered. PLOY_NONE: none yet.
PLOY_API uint32_t ploy_machine_current(const ploy_self* self);
/// Is it in this state, or in one inside it?
PLOY_API bool ploy_machine_is_in(const ploy_self* self, const char* state);
PLOY_API const char* ploy_machine_mind_state_name(const ploy_mind* mind, uint32_t state);

#ifdef __cplusplus
}
#endif

#endif
