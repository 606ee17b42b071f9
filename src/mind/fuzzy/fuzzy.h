// Fuzzy state machines inside. Rules are compiled into operations on a stack of memberships. Their conclusions are
// states and sets of outputs. Inference is a pure function of the variables' values.

#ifndef PL_MIND_FUZZY_FUZZY_H
#define PL_MIND_FUZZY_FUZZY_H

#include <ploy/fsm.h>

#include "base/containers/array.h"
#include "base/containers/names.h"
#include "base/error.h"
#include "mind/common/activity.h"
#include "mind/common/guard.h"
#include "mind/common/held.h"

typedef struct pl_fuzzy_position
{
    uint32_t line, column;
} pl_fuzzy_position;

typedef struct pl_fuzzy_set_entry
{
    ploy_fuzzy_set set;
    uint32_t variable;
} pl_fuzzy_set_entry;

typedef struct pl_fuzzy_variable_entry
{
    ploy_fuzzy_variable def;
    pl_fuzzy_position position;
    uint32_t first; ///< of its sets, which are contiguous
    uint32_t count;
} pl_fuzzy_variable_entry;

typedef struct pl_fuzzy_state_entry
{
    ploy_fuzzy_state def;
    pl_fuzzy_position position;
} pl_fuzzy_state_entry;

typedef struct pl_fuzzy_rule_entry
{
    ploy_fuzzy_rule def;
    pl_fuzzy_position position;
} pl_fuzzy_rule_entry;

struct ploy_fuzzy
{
    ploy_allocator allocator;
    pl_names texts; ///< the first is the name of the fuzzy state machine
    pl_fuzzy_position position;
    PL_ARRAY(pl_fuzzy_variable_entry) variables;
    PL_ARRAY(pl_fuzzy_set_entry) sets;
    PL_ARRAY(pl_fuzzy_state_entry) states;
    PL_ARRAY(pl_fuzzy_rule_entry) rules;
};

// Exported: libploy-io calls these.

/// The position in a file of what is added next, for errors.
void pl_fuzzy_set_position(ploy_fuzzy* fuzzy, uint32_t line, uint32_t column);
/// Checks what needs neither bindings nor keys: that every rule parses. PLOY_INVALID: reports->error says what is
/// wrong.
ploy_status pl_fuzzy_check(const ploy_fuzzy* fuzzy, pl_reports* reports);

typedef enum pl_fuzzy_code
{
    PL_FUZZY_IS, ///< pushes the membership in set `index`
    PL_FUZZY_NOT,
    PL_FUZZY_AND,
    PL_FUZZY_OR,
    PL_FUZZY_THEN,   ///< pops the rule's strength; `index` is the rule's weight
    PL_FUZZY_STATE,  ///< a conclusion: state `index`
    PL_FUZZY_OUTPUT, ///< a conclusion: set `index`
} pl_fuzzy_code;

typedef struct pl_fuzzy_op
{
    uint32_t code;
    uint32_t index;
} pl_fuzzy_op;

enum
{
    PL_FUZZY_STACK = 64,
    PL_FUZZY_DEPTH = 64,
};

typedef PL_ARRAY(pl_fuzzy_op) pl_fuzzy_ops;

/// Appends the operations of a rule. Lines and columns of errors are those of the text.
ploy_status pl_fuzzy_parse(const ploy_fuzzy* fuzzy, const ploy_fuzzy_rule* rule, const ploy_allocator* allocator,
                           pl_fuzzy_ops* ops, ploy_error* error);

/// Adds to an error what it is about, "rule 'if …': …", and its position.
ploy_status pl_fuzzy_fail(ploy_error* error, ploy_status status, pl_fuzzy_position position, const char* what,
                          const char* name);

typedef struct pl_fuzzy_result
{
    uint32_t states[PLOY_FUZZY_MAX_STATES]; ///< weights
    uint32_t sets[PLOY_FUZZY_MAX_SETS];     ///< strengths of the sets of outputs
} pl_fuzzy_result;

/// values: one per variable.
void pl_fuzzy_infer(const pl_fuzzy_ops* ops, const pl_fuzzy_set_entry* sets, const int64_t* values,
                    pl_fuzzy_result* result);

/// The value of an output from its own sets and their strengths; false when no rule concludes anything about it.
bool pl_fuzzy_defuzzify(const pl_fuzzy_set_entry* sets, const uint32_t* strengths, uint32_t count, ploy_fuzzy_by by,
                        int64_t* value);

// The mind. An agent's data is one block:
//
//   head | values of outputs | activities | weight of each state | phase of each state | which outputs have a value |
//   data of the activities

typedef struct pl_fuzzy_mind_state
{
    pl_activities does;
    const char* name;
    uint32_t key; ///< gets its weight; or PLOY_NONE
    uint32_t on, off;
    uint32_t slot; ///< of its first activity
} pl_fuzzy_mind_state;

typedef struct pl_fuzzy_output
{
    const char* name;
    uint32_t key;
    bool whole; ///< the key is an int
    ploy_fuzzy_by by;
    uint32_t first, count; ///< sets
} pl_fuzzy_output;

/// The description of a variable. Texts belong to the mind.
typedef struct pl_fuzzy_variable_text
{
    const char* name;
    const char* value;
    uint32_t first, count; ///< sets
} pl_fuzzy_variable_text;

typedef struct pl_fuzzy_rule_text
{
    const char* text;
    int64_t weight;
} pl_fuzzy_rule_text;

typedef struct pl_fuzzy_mind
{
    ploy_mind mind;
    ploy_allocator allocator;
    pl_held held;
    const ploy_bindings* bindings;
    pl_names names;
    pl_fuzzy_ops ops;
    PL_ARRAY(pl_fuzzy_set_entry) sets;
    PL_ARRAY(pl_guard*) values;               ///< one per variable; NULL: an output
    PL_ARRAY(pl_fuzzy_variable_text) sources; ///< one per variable
    PL_ARRAY(pl_fuzzy_rule_text) rules;
    PL_ARRAY(pl_fuzzy_mind_state) states;
    PL_ARRAY(pl_fuzzy_output) outputs;
    PL_ARRAY(uint32_t) bytes_at; ///< offset of the activity data per slot; the last is the end
    uint32_t slots;
    uint32_t activities_at, weights_at, phases_at, known_at; ///< offsets into the agent's data
    bool polls;
    uint64_t fingerprint; ///< of everything that a save depends on
} pl_fuzzy_mind;

typedef enum pl_fuzzy_phase
{
    PL_FUZZY_OFF,
    PL_FUZZY_ON,
    PL_FUZZY_STOPPING, ///< its activities are being halted
} pl_fuzzy_phase;

typedef struct pl_fuzzy_data
{
    uint64_t stamp; ///< of the blackboard when the weights were computed; UINT64_MAX: compute them
    int64_t outputs[];
} pl_fuzzy_data;

static inline const pl_fuzzy_mind* pl_fuzzy_of(const ploy_agent* agent)
{
    return (const pl_fuzzy_mind*)agent->mind;
}

static inline pl_activity* pl_fuzzy_activities(const pl_fuzzy_mind* mind, void* memory)
{
    return (pl_activity*)((uint8_t*)memory + mind->activities_at);
}

static inline uint32_t* pl_fuzzy_weights(const pl_fuzzy_mind* mind, void* memory)
{
    return (uint32_t*)((uint8_t*)memory + mind->weights_at);
}

static inline uint8_t* pl_fuzzy_phases(const pl_fuzzy_mind* mind, void* memory)
{
    return (uint8_t*)memory + mind->phases_at;
}

static inline uint8_t* pl_fuzzy_known(const pl_fuzzy_mind* mind, void* memory)
{
    return (uint8_t*)memory + mind->known_at;
}

/// True if the mind is a fuzzy state machine.
bool pl_is_fuzzy(const ploy_mind* mind);

void pl_fuzzy_destroy_mind(ploy_mind* mind);
ploy_status pl_fuzzy_begin(ploy_agent* agent);
void pl_fuzzy_think(ploy_agent* agent);
void pl_fuzzy_act(ploy_agent* agent);
void pl_fuzzy_end(ploy_agent* agent);
void pl_fuzzy_save(const ploy_agent* agent, ploy_writer* writer);
ploy_status pl_fuzzy_load(ploy_agent* agent, ploy_reader* reader);
ploy_status pl_fuzzy_migrate(ploy_agent* agent, ploy_agent* old);
size_t pl_fuzzy_describe(const ploy_mind* mind, char* text, size_t size);
size_t pl_fuzzy_why(const ploy_agent* agent, char* text, size_t size);

#endif
