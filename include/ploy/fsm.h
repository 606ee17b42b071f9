/// State machines: an agent is in one state at a time, or, fuzzily, in several with weights.
///
/// A machine is described by calls or in a file (<ploy/io.h>), and compiled with the bindings and keys of a game into
/// a mind (<ploy/mind.h>) that any number of agents share. The description may then be destroyed.
///
/// A state does activities, all at once, while the agent is in it: `does="Aim Walk(to=target, pace=2)"`. A port is
/// given a key of the blackboard or a constant: a number with a point in thousandths, one without as it is, true, false. Two
/// words are no ports: for=S, the activity's duration, and limit=S, after which it fails, both in seconds.
///
/// A change of state: innermost first, the deeds of a state are halted and then its exit runs, up to the state that
/// holds both ends; then, outermost first, a state's enter runs and then its deeds start. Each may take several ticks,
/// while which no transition is asked; deeds of states that stay go on.

#ifndef PLOY_FSM_H
#define PLOY_FSM_H

#include <ploy/mind.h>

#ifdef __cplusplus
extern "C" {
#endif

/// States within states, at max.
#define PLOY_FSM_MAX_DEPTH 16
/// Changes of state of one agent in one tick, at max; if there would be more, they go on next tick.
#define PLOY_FSM_MAX_CHANGES 8

typedef struct ploy_fsm ploy_fsm;

/// What a state with states inside takes up when it is entered again.
typedef enum ploy_fsm_history
{
    PLOY_HISTORY_NONE,    ///< its initial state
    PLOY_HISTORY_SHALLOW, ///< the state inside it that it was left in, which begins as it does
    PLOY_HISTORY_DEEP,    ///< the innermost state that it was left in
} ploy_fsm_history;

/// All texts are copied.
typedef struct ploy_fsm_state_def
{
    const char* name;   ///< no two states of a machine have one name
    const char* parent; ///< the state it lies in, added before; NULL: none
    /// A state that it is built on, be it added later: what is NULL here (does, enter, exit) is that state's, and so
    /// are its transitions, after the state's own and without those that lead to it, or to where one of its own does.
    /// States inside are not handed on. NULL: none.
    const char* base;
    const char* does;         ///< activities that run while it is active; NULL: the base's, or none; "": none
    const char* enter;        ///< an activity, run before; with ports as in does. NULL: the base's, or none; "": none
    const char* exit;         ///< likewise, after
    const char* initial;      ///< the state inside it that is entered with it; NULL: the one added first
    ploy_fsm_history history; ///< default none
    uint32_t line;            ///< of the file, for errors; 0: not known
    uint32_t column;
} ploy_fsm_state_def;

/// What must have become of the deeds of the state that a transition belongs to.
typedef enum ploy_fsm_on
{
    PLOY_ON_ANYTHING, ///< whatever: they may go on
    PLOY_ON_SUCCESS,  ///< all have ended well
    PLOY_ON_FAILURE,  ///< one has failed
    PLOY_ON_END,      ///< all have ended
} ploy_fsm_on;

/// Transitions are asked in this order: those from any state, those of the innermost state in the order they were
/// added, then those of its base, then of the state around it. The first that holds is taken.
typedef struct ploy_fsm_transition_def
{
    const char* from; ///< NULL: any state that is not in `to` already
    const char* to;   ///< a state; its own: it is left and entered again
    const char* when; ///< a condition over keys, conditions and measures; NULL: always
    int64_t after;    ///< time since the state was entered, at min; default 0
    ploy_fsm_on on;   ///< default anything
    uint32_t line;    ///< of the file, for errors; 0: not known
    uint32_t column;
} ploy_fsm_transition_def;

typedef struct ploy_fsm_def
{
    const char* name;         ///< copied
    ploy_allocator allocator; ///< zeroed: the default allocator
} ploy_fsm_def;

/// NULL when out of memory.
PLOY_API ploy_fsm* ploy_fsm_create(const ploy_fsm_def* def);
/// NULL is allowed.
PLOY_API void ploy_fsm_destroy(ploy_fsm* machine);

/// The state added first is where agents begin. PLOY_INVALID: no name, or a taken one, or an unknown parent, or too
/// deep; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_fsm_add_state(ploy_fsm* machine, const ploy_fsm_state_def* def, ploy_error* error);
PLOY_API ploy_status ploy_fsm_add_transition(ploy_fsm* machine, const ploy_fsm_transition_def* def, ploy_error* error);

PLOY_API const char* ploy_fsm_name(const ploy_fsm* machine);
PLOY_API uint32_t ploy_fsm_state_count(const ploy_fsm* machine);
PLOY_API uint32_t ploy_fsm_transition_count(const ploy_fsm* machine);
/// As given; texts belong to the machine. index below the count.
PLOY_API const ploy_fsm_state_def* ploy_fsm_state(const ploy_fsm* machine, uint32_t index);
PLOY_API const ploy_fsm_transition_def* ploy_fsm_transition(const ploy_fsm* machine, uint32_t index);

/// What can be told without bindings: every name is a state, bases do not run in a circle, an initial state lies where
/// it should. PLOY_INVALID: error says what is wrong; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_fsm_check(const ploy_fsm* machine, ploy_error* error);

typedef struct ploy_fsm_mind_def
{
    ploy_mind_parts parts;
    const ploy_fsm* fsm; ///< read by create alone
} ploy_fsm_mind_def;

/// PLOY_INVALID: error (may be NULL) says what is wrong: an unknown name, a condition that does not compile, states
/// that follow each other unconditionally in a circle; PLOY_OUT_OF_MEMORY. Destroyed by ploy_mind_destroy.
PLOY_API ploy_status ploy_fsm_mind_create(const ploy_fsm_mind_def* def, ploy_mind** mind, ploy_error* error);

// Of an agent whose mind is a machine, and of its mind. States and transitions keep the numbers of the description: in
// STATE_CHANGED `why` is the transition's number plus one.

/// The innermost state it is in; while it changes, the one being left or entered. PLOY_NONE: none yet.
PLOY_API uint32_t ploy_fsm_current(const ploy_agent* agent);
/// Is it in this state, or in one inside it?
PLOY_API bool ploy_fsm_is_in(const ploy_agent* agent, const char* state);
PLOY_API const char* ploy_fsm_mind_state_name(const ploy_mind* mind, uint32_t state);

// Fuzzy machines: several states are active, each with a weight, 0 .. 1,000 thousandths.
//
// Variables are numbers with sets ("health is low" to some degree), rules say what follows from them, in words: `if
// health is low and not enemy is far then Flee`, `if enemy is near or enemy is middle then speed is fast`. and is the
// lesser, or the greater, not what is missing to 1,000. A state weighs what the strongest of its rules gives. It
// becomes active when it weighs `on` and stays so until it weighs less than `off`; while it is active its activities
// run, and begin again when they have ended. A set of an output is cut off at its strongest rule, and the output is the
// centroid of all of them together, or the average of their middles by strength; with no rule at all it stays as it
// was.

typedef struct ploy_fuzzy ploy_fuzzy;

enum
{
    PLOY_FUZZY_MAX_VARIABLES = 64, ///< outputs too
    PLOY_FUZZY_MAX_SETS = 256,     ///< of all of them
    PLOY_FUZZY_MAX_STATES = 64,
    PLOY_FUZZY_MAX_RULES = 256,
};

/// Membership, in thousandths of the variable's unit: 0 up to [0], rising to 1,000 at [1], falling from [2] to 0 at
/// [3]. None below the one before it. Those of outputs within 10^11 on either side.
typedef struct ploy_fuzzy_set
{
    const char* name;
    int64_t points[4];
} ploy_fuzzy_set;

/// Full membership up to `from`, none from `to` on; or the other way round.
PLOY_API ploy_fuzzy_set ploy_fuzzy_falling(const char* name, int64_t from, int64_t to);
PLOY_API ploy_fuzzy_set ploy_fuzzy_rising(const char* name, int64_t from, int64_t to);
/// Thousandths.
PLOY_API uint32_t ploy_fuzzy_membership(const ploy_fuzzy_set* set, int64_t value);

typedef enum ploy_fuzzy_by
{
    PLOY_BY_CENTROID, ///< of 101 samples over all sets of the output
    PLOY_BY_AVERAGE,
} ploy_fuzzy_by;

typedef struct ploy_fuzzy_variable
{
    const char* name;  ///< no two variables and outputs have one name
    const char* value; ///< a number over keys and measures; NULL: what the name names. Of an output: the key written
    bool is_output;
    ploy_fuzzy_by by; ///< of an output
} ploy_fuzzy_variable;

typedef struct ploy_fuzzy_state
{
    const char* name;
    const char* does;   ///< as of a state; NULL: nothing
    const char* weight; ///< the key its weight is written to, so that activities can read it; NULL: none
    int64_t on;         ///< 1 .. 1,000
    int64_t off;        ///< 0 .. on
} ploy_fuzzy_state;

typedef struct ploy_fuzzy_rule
{
    const char* text;
    int64_t weight; ///< its strength is multiplied by so many thousandths, 1 .. 1,000
} ploy_fuzzy_rule;

typedef struct ploy_fuzzy_def
{
    const char* name;         ///< copied
    ploy_allocator allocator; ///< zeroed: the default allocator
} ploy_fuzzy_def;

/// NULL when out of memory.
PLOY_API ploy_fuzzy* ploy_fuzzy_create(const ploy_fuzzy_def* def);
/// NULL is allowed.
PLOY_API void ploy_fuzzy_destroy(ploy_fuzzy* fuzzy);
/// Where what is added next stands in a file, for errors.
PLOY_API void ploy_fuzzy_place(ploy_fuzzy* fuzzy, uint32_t line, uint32_t column);

/// All texts are copied. PLOY_INVALID: error says what is wrong; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_fuzzy_add_variable(ploy_fuzzy* fuzzy, const ploy_fuzzy_variable* variable, ploy_error* error);
/// To the variable or output added last.
PLOY_API ploy_status ploy_fuzzy_add_set(ploy_fuzzy* fuzzy, const ploy_fuzzy_set* set, ploy_error* error);
PLOY_API ploy_status ploy_fuzzy_add_state(ploy_fuzzy* fuzzy, const ploy_fuzzy_state* state, ploy_error* error);
PLOY_API ploy_status ploy_fuzzy_add_rule(ploy_fuzzy* fuzzy, const ploy_fuzzy_rule* rule, ploy_error* error);

PLOY_API const char* ploy_fuzzy_name(const ploy_fuzzy* fuzzy);
PLOY_API uint32_t ploy_fuzzy_state_count(const ploy_fuzzy* fuzzy);
PLOY_API uint32_t ploy_fuzzy_rule_count(const ploy_fuzzy* fuzzy);
PLOY_API const ploy_fuzzy_state* ploy_fuzzy_state_at(const ploy_fuzzy* fuzzy, uint32_t index);
PLOY_API const ploy_fuzzy_rule* ploy_fuzzy_rule_at(const ploy_fuzzy* fuzzy, uint32_t index);

/// All that can be told without bindings and keys: that every rule is one.
PLOY_API ploy_status ploy_fuzzy_check(const ploy_fuzzy* fuzzy, ploy_error* error);
typedef struct ploy_fuzzy_mind_def
{
    ploy_mind_parts parts;
    const ploy_fuzzy* fuzzy; ///< read by create alone
} ploy_fuzzy_mind_def;

/// As ploy_fsm_mind_create. In STATE_CHANGED a state becomes active when it is `to`, and stops being so when it is
/// `from`, the other being PLOY_NONE; why is its weight.
PLOY_API ploy_status ploy_fuzzy_mind_create(const ploy_fuzzy_mind_def* def, ploy_mind** mind, ploy_error* error);

/// Of an agent whose mind is a fuzzy machine: what the state weighs since it last thought, and whether it is active.
/// state below the number of states.
PLOY_API uint32_t ploy_fuzzy_weight(const ploy_agent* agent, uint32_t state);
PLOY_API bool ploy_fuzzy_is_active(const ploy_agent* agent, uint32_t state);

#ifdef __cplusplus
}
#endif

#endif
