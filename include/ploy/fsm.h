/// State machines (FSM): an agent is in one state at a time and runs the activities of that state. Fuzzy state
/// machines, below, have several states active at once, each with a weight.
///
///   ploy_fsm* fsm = ploy_fsm_create(&(ploy_fsm_def){.name = "guard"});
///   ploy_fsm_add_state(fsm, &(ploy_fsm_state_def){.name = "Patrol", .does = "Walk"}, NULL, &error);
///   ploy_fsm_add_state(fsm, &(ploy_fsm_state_def){.name = "Chase", .does = "Run(to=enemy)"}, NULL, &error);
///   ploy_fsm_transition_def see = {.from = "Patrol", .to = "Chase", .when = "alert"};
///   ploy_fsm_add_transition(fsm, &see, NULL, &error);
///   ploy_fsm_mind_create(&(ploy_fsm_mind_def){.parts = ploy_world_parts(world), .fsm = fsm}, &mind, &error);
///   ploy_fsm_destroy(fsm);
///   ploy_world_add_mind(world, "guard", mind);                                 // the world owns it
///   ploy_agent_create(world, &(ploy_agent_def){.type = "guard"});
///
/// A file says the same with <fsm>, <state> and <transition>; ploy_world_load_file makes the mind by itself. A ploy_fsm
/// is a description: it is compiled with keys and bindings into a mind (<ploy/mind.h>), which any number of agents
/// share.
///
/// A state runs its activities side by side while the agent is in it: `does="Aim Walk(to=target, pace=2)"`. A port gets
/// a blackboard key or a constant: an integer, a decimal (0.5, stored in fixed point (1/1000)), true or false. Two
/// names are options of the activity and not ports, both in seconds: for=S is its duration, and after limit=S it fails.
///
/// A change of state goes from the innermost active state outward to the state that contains both ends, then inward to
/// the target. Each state on the way out halts its activities and then runs its exit activity. Each state on the way in
/// runs its enter activity and then starts its activities. All of this may take several ticks. Until it is complete no
/// transition is evaluated; activities of states that stay active go on.

#ifndef PLOY_FSM_H
#define PLOY_FSM_H

#include <ploy/mind.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Levels of states within states, at most.
#define PLOY_FSM_MAX_DEPTH 16
/// Changes of state per agent and tick, at most. The rest happens in the next tick.
#define PLOY_FSM_MAX_CHANGES 8

typedef struct ploy_fsm ploy_fsm;

/// Which inner state is entered when a state that contains others is entered again.
typedef enum ploy_fsm_history
{
    PLOY_HISTORY_NONE,    ///< its initial state
    PLOY_HISTORY_SHALLOW, ///< the inner state that was last active; that one starts at its own initial state
    PLOY_HISTORY_DEEP,    ///< the innermost state that was last active
} ploy_fsm_history;

/// All texts are copied.
typedef struct ploy_fsm_state_def
{
    const char* name;   ///< unique within the fsm
    const char* parent; ///< the state that contains it, which must have been added before; NULL: none
    /// A state to inherit from; it may be added later. Whatever is NULL here (does, enter, exit) comes from the base.
    /// So do the base's transitions, which are evaluated after the state's own, except those that lead to this state or
    /// to a target that one of its own transitions has. Inner states are not inherited. NULL: none.
    const char* base;
    const char* does;         ///< activities that run while it is active; NULL: the base's, or none; "": none
    const char* enter;        ///< one activity that runs before them; NULL: the base's, or none; "": none
    const char* exit;         ///< one activity that runs after them; likewise
    const char* initial;      ///< the inner state that is entered with it; NULL: the one added first
    ploy_fsm_history history; ///< default none
    uint32_t line;            ///< in a file, for errors; 0: unknown (default)
    uint32_t column;
} ploy_fsm_state_def;

/// What must have happened to the activities of the state that a transition leaves.
typedef enum ploy_fsm_on
{
    PLOY_ON_ANYTHING, ///< no matter what; they may still be running
    PLOY_ON_SUCCESS,  ///< all have succeeded
    PLOY_ON_FAILURE,  ///< at least one has failed
    PLOY_ON_END,      ///< all have ended
} ploy_fsm_on;

/// Transitions are evaluated in this order: those from any state; those of the innermost active state in the order in
/// which they were added; those of its base; then the same for the state that contains it. The first that holds is
/// taken.
typedef struct ploy_fsm_transition_def
{
    const char* from; ///< NULL: any state that is neither `to` nor inside it
    const char* to;   ///< the state to enter; when it is `from`, that state is left and entered again
    const char* when; ///< a condition over keys, conditions and scorers; NULL: always true
    int64_t after;    ///< microseconds since `from` was entered, at least; default 0
    ploy_fsm_on on;   ///< default anything
    uint32_t line;    ///< in a file, for errors; 0: unknown (default)
    uint32_t column;
} ploy_fsm_transition_def;

typedef struct ploy_fsm_def
{
    const char* name;         ///< required; copied
    ploy_allocator allocator; ///< zeroed: the default allocator
} ploy_fsm_def;

/// NULL when out of memory.
PLOY_API ploy_fsm* ploy_fsm_create(const ploy_fsm_def* def);
/// Minds made from it stay valid. NULL is allowed.
PLOY_API void ploy_fsm_destroy(ploy_fsm* fsm);

/// Agents begin in the state added first. The number goes to `index` (may be NULL). PLOY_INVALID: the name is missing or
/// taken, the parent is unknown, or states nest too deeply; error (may be NULL) says which. PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_fsm_add_state(ploy_fsm* fsm, const ploy_fsm_state_def* def, uint32_t* index,
                                        ploy_error* error);
/// The states may be added later: ploy_fsm_mind_create checks them. PLOY_INVALID: there is no target, or a number is
/// out of its range; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_fsm_add_transition(ploy_fsm* fsm, const ploy_fsm_transition_def* def, uint32_t* index,
                                             ploy_error* error);

PLOY_API const char* ploy_fsm_name(const ploy_fsm* fsm);
PLOY_API uint32_t ploy_fsm_state_count(const ploy_fsm* fsm);
PLOY_API uint32_t ploy_fsm_transition_count(const ploy_fsm* fsm);
/// As it was added; texts belong to the fsm. index below the count. The pointer is good until the next add.
PLOY_API const ploy_fsm_state_def* ploy_fsm_state(const ploy_fsm* fsm, uint32_t index);
PLOY_API const ploy_fsm_transition_def* ploy_fsm_transition(const ploy_fsm* fsm, uint32_t index);

typedef struct ploy_fsm_mind_def
{
    ploy_mind_parts parts;
    const ploy_fsm* fsm; ///< only read during create
} ploy_fsm_mind_def;

/// PLOY_INVALID: a name is unknown, a condition does not compile, or states lead to each other in an unconditional
/// cycle; error (may be NULL) says where. PLOY_OUT_OF_MEMORY. ploy_mind_destroy destroys the mind.
PLOY_API ploy_status ploy_fsm_mind_create(const ploy_fsm_mind_def* def, ploy_mind** mind, ploy_error* error);

// The state of an agent whose mind is an fsm. States and transitions have the indices of the description. In the trace
// event STATE_CHANGED `why` is the index of the transition plus one.

/// The innermost active state; during a change, the state that is being left or entered. PLOY_NONE: none yet.
PLOY_API uint32_t ploy_fsm_current(const ploy_agent* agent);
/// True if the agent is in the state of this name, or in a state inside it.
PLOY_API bool ploy_fsm_is_in(const ploy_agent* agent, const char* state);
/// "" when there is no such state. The text belongs to the mind.
PLOY_API const char* ploy_fsm_mind_state_name(const ploy_mind* mind, uint32_t state);

// Fuzzy state machines: several states are active at once, each with a weight from 0 to 1,000 (fixed point (1/1000)).
//
//   ploy_fuzzy_add_variable(fuzzy, &(ploy_fuzzy_variable){.name = "health"}, NULL, &error);
//   ploy_fuzzy_set low = ploy_fuzzy_falling("low", 20000, 50000);
//   ploy_fuzzy_add_set(fuzzy, &low, NULL, &error);
//   ploy_fuzzy_state flee = {.name = "Flee", .does = "Run", .on = 300, .off = 200};
//   ploy_fuzzy_add_state(fuzzy, &flee, NULL, &error);
//   ploy_fuzzy_add_rule(fuzzy, &(ploy_fuzzy_rule){"if health is low then Flee", 1000}, NULL, &error);
//
// A variable is a number with sets: "health is low" holds to some degree. Rules connect them to states and outputs: `if
// health is low and not enemy is far then Flee`, `if enemy is near or enemy is middle then speed is fast`. `and` is the
// minimum, `or` the maximum, `not x` is 1,000 - x.
//
// The weight of a state is the strength of its strongest rule. The state becomes active when its weight reaches `on`
// and stays active until the weight falls below `off`. Activities of an active state run, and start again when they
// end.
//
// Each set of an output is cut off at its strongest rule. The output is the centroid of all its sets together, or the
// average of their midpoints weighted by strength. When no rule applies, the output keeps its value.

typedef struct ploy_fuzzy ploy_fuzzy;

/// Limits of one fuzzy state machine.
enum
{
    PLOY_FUZZY_MAX_VARIABLES = 64, ///< variables and outputs together
    PLOY_FUZZY_MAX_SETS = 256,     ///< of all variables and outputs together
    PLOY_FUZZY_MAX_STATES = 64,
    PLOY_FUZZY_MAX_RULES = 256,
};

/// Membership is 0 up to points[0], rises to 1,000 at points[1], stays there until points[2] and falls to 0 at
/// points[3]. Points are fixed point (1/1000) of the variable's unit and do not decrease; those of outputs lie within
/// +-10^11.
typedef struct ploy_fuzzy_set
{
    const char* name; ///< unique within its variable
    int64_t points[4];
} ploy_fuzzy_set;

/// Full membership up to `from`, none from `to` on. For variables only, not for outputs.
static inline ploy_fuzzy_set ploy_fuzzy_falling(const char* name, int64_t from, int64_t to)
{
    ploy_fuzzy_set set = {name, {-INT64_C(1000000000000000), -INT64_C(1000000000000000), from, to}};
    return set;
}

/// No membership up to `from`, full from `to` on. For variables only, not for outputs.
static inline ploy_fuzzy_set ploy_fuzzy_rising(const char* name, int64_t from, int64_t to)
{
    ploy_fuzzy_set set = {name, {from, to, INT64_C(1000000000000000), INT64_C(1000000000000000)}};
    return set;
}

/// How far the value belongs to the set, 0 .. 1,000.
PLOY_API uint32_t ploy_fuzzy_membership(const ploy_fuzzy_set* set, int64_t value);

/// How the sets of an output become one number.
typedef enum ploy_fuzzy_by
{
    PLOY_BY_CENTROID, ///< from 101 samples over all sets of the output (default)
    PLOY_BY_AVERAGE,  ///< of the midpoints, weighted by strength; costs less
} ploy_fuzzy_by;

typedef struct ploy_fuzzy_variable
{
    const char* name;  ///< unique among variables, outputs and states
    const char* value; ///< a number over keys and scorers; NULL: the key or scorer `name`. Output: the key to write
    bool is_output;
    ploy_fuzzy_by by; ///< outputs only
} ploy_fuzzy_variable;

typedef struct ploy_fuzzy_state
{
    const char* name;   ///< unique among variables, outputs and states
    const char* does;   ///< as in ploy_fsm_state_def; NULL: nothing
    const char* weight; ///< a decimal key that gets its weight, so that activities can read it; NULL: none
    int64_t on;         ///< 1 .. 1,000, required
    int64_t off;        ///< 0 .. on
} ploy_fuzzy_state;

typedef struct ploy_fuzzy_rule
{
    const char* text;
    int64_t weight; ///< factor of its strength, 1 .. 1,000 (fixed point (1/1000)), required
} ploy_fuzzy_rule;

typedef struct ploy_fuzzy_def
{
    const char* name;         ///< required; copied
    ploy_allocator allocator; ///< zeroed: the default allocator
} ploy_fuzzy_def;

/// NULL when out of memory.
PLOY_API ploy_fuzzy* ploy_fuzzy_create(const ploy_fuzzy_def* def);
/// Minds made from it stay valid. NULL is allowed.
PLOY_API void ploy_fuzzy_destroy(ploy_fuzzy* fuzzy);

/// All texts are copied. The number goes to `index` (may be NULL). PLOY_INVALID: error (may be NULL) says what is wrong;
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_fuzzy_add_variable(ploy_fuzzy* fuzzy, const ploy_fuzzy_variable* variable, uint32_t* index,
                                             ploy_error* error);
/// Adds a set to the variable or output that was added last.
PLOY_API ploy_status ploy_fuzzy_add_set(ploy_fuzzy* fuzzy, const ploy_fuzzy_set* set, uint32_t* index,
                                        ploy_error* error);
PLOY_API ploy_status ploy_fuzzy_add_state(ploy_fuzzy* fuzzy, const ploy_fuzzy_state* state, uint32_t* index,
                                          ploy_error* error);
/// ploy_fuzzy_mind_create parses the text, so the rule may name what is added later.
PLOY_API ploy_status ploy_fuzzy_add_rule(ploy_fuzzy* fuzzy, const ploy_fuzzy_rule* rule, uint32_t* index,
                                         ploy_error* error);

PLOY_API const char* ploy_fuzzy_name(const ploy_fuzzy* fuzzy);
PLOY_API uint32_t ploy_fuzzy_state_count(const ploy_fuzzy* fuzzy);
PLOY_API uint32_t ploy_fuzzy_rule_count(const ploy_fuzzy* fuzzy);
/// As it was added; texts belong to the fuzzy state machine. index below the count. Good until the next add.
PLOY_API const ploy_fuzzy_state* ploy_fuzzy_state_at(const ploy_fuzzy* fuzzy, uint32_t index);
PLOY_API const ploy_fuzzy_rule* ploy_fuzzy_rule_at(const ploy_fuzzy* fuzzy, uint32_t index);

typedef struct ploy_fuzzy_mind_def
{
    ploy_mind_parts parts;
    const ploy_fuzzy* fuzzy; ///< only read during create
} ploy_fuzzy_mind_def;

/// As ploy_fsm_mind_create. In the trace event STATE_CHANGED a state that becomes active is `to`, one that stops is
/// `from`, the other of the two is PLOY_NONE, and `why` is the weight.
PLOY_API ploy_status ploy_fuzzy_mind_create(const ploy_fuzzy_mind_def* def, ploy_mind** mind, ploy_error* error);

// The states of an agent whose mind is a fuzzy state machine. state below the number of states.

/// The weight at its last think, 0 .. 1,000.
PLOY_API uint32_t ploy_fuzzy_weight(const ploy_agent* agent, uint32_t state);
/// True also while its activities are being halted.
PLOY_API bool ploy_fuzzy_is_active(const ploy_agent* agent, uint32_t state);

#ifdef __cplusplus
}
#endif

#endif
