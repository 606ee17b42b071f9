// Fuzzy machines inside. Rules are compiled into operations on a stack of memberships; what they conclude is a list of
// targets: states first, then sets of outputs. Inference is a pure function of the variables' values.

#ifndef PL_MIND_FUZZY_FUZZY_H
#define PL_MIND_FUZZY_FUZZY_H

#include <ploy/fsm.h>

#include "base/containers/array.h"
#include "base/containers/names.h"
#include "mind/common/activity.h"
#include "mind/common/guard.h"

typedef struct pl_fuzzy_place
{
    uint32_t line, column;
} pl_fuzzy_place;

typedef struct pl_fuzzy_set
{
    ploy_fuzzy_set set;
    uint32_t variable;
} pl_fuzzy_set;

typedef struct pl_fuzzy_variable
{
    ploy_fuzzy_variable def;
    pl_fuzzy_place place;
    uint32_t first; ///< of its sets, which stand in a row
    uint32_t count;
} pl_fuzzy_variable;

typedef struct pl_fuzzy_state
{
    ploy_fuzzy_state def;
    pl_fuzzy_place place;
} pl_fuzzy_state;

typedef struct pl_fuzzy_rule
{
    ploy_fuzzy_rule def;
    pl_fuzzy_place place;
} pl_fuzzy_rule;

struct ploy_fuzzy
{
    ploy_allocator allocator;
    pl_names texts; ///< the first is its name
    pl_fuzzy_place place;
    PL_ARRAY(pl_fuzzy_variable) variables;
    PL_ARRAY(pl_fuzzy_set) sets;
    PL_ARRAY(pl_fuzzy_state) states;
    PL_ARRAY(pl_fuzzy_rule) rules;
};

// Exported: libploy-io calls these.

/// The position in a file of what is added next, for errors.
PLOY_API void pl_fuzzy_set_position(ploy_fuzzy* fuzzy, uint32_t line, uint32_t column);
/// Checks what needs neither bindings nor keys: that every rule parses. PLOY_INVALID: error says what is wrong.
PLOY_API ploy_status pl_fuzzy_check(const ploy_fuzzy* fuzzy, ploy_error* error);

typedef enum pl_fuzzy_code
{
    PL_FUZZY_IS, ///< pushes the membership in set index
    PL_FUZZY_NOT,
    PL_FUZZY_AND,
    PL_FUZZY_OR,
    PL_FUZZY_THEN,   ///< the top is the rule's strength; index is its weight
    PL_FUZZY_STATE,  ///< a conclusion: state index
    PL_FUZZY_OUTPUT, ///< a conclusion: set index
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

/// Appends a rule's operations. Lines and columns of errors are the text's.
ploy_status pl_fuzzy_parse(const ploy_fuzzy* fuzzy, const ploy_fuzzy_rule* rule, const ploy_allocator* allocator,
                           pl_fuzzy_ops* ops, ploy_error* error);

/// "rule 'if …': …": puts an error in its place.
ploy_status pl_fuzzy_fail(ploy_error* error, ploy_status status, pl_fuzzy_place place, const char* what,
                          const char* name);

typedef struct pl_fuzzy_result
{
    uint32_t states[PLOY_FUZZY_MAX_STATES]; ///< weights
    uint32_t sets[PLOY_FUZZY_MAX_SETS];     ///< strengths, of outputs' sets
} pl_fuzzy_result;

/// values: one a variable.
void pl_fuzzy_infer(const pl_fuzzy_ops* ops, const pl_fuzzy_set* sets, const int64_t* values, pl_fuzzy_result* result);

/// The output's value; false: no rule speaks of it. sets and strengths are the output's own.
bool pl_fuzzy_defuzzify(const pl_fuzzy_set* sets, const uint32_t* strengths, uint32_t count, ploy_fuzzy_by by,
                        int64_t* value);

#endif
