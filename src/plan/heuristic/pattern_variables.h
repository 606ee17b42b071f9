// The variables of patterns. A pattern variable is a variable that matters, or a mutex group taken as one variable with
// one value per member and one for none. For each move it is known which values of a pattern variable the move allows,
// and what the move does to it.

#ifndef PL_PLAN_HEURISTIC_PATTERN_VARIABLES_H
#define PL_PLAN_HEURISTIC_PATTERN_VARIABLES_H

#include "plan/heuristic/mutex_groups.h"
#include "plan/heuristic/regression.h"

typedef struct pl_pattern_variable
{
    uint32_t size;
    uint32_t bits;
    uint32_t variable; ///< index into the heuristic's variables; PLOY_NONE: a group
    uint32_t group;    ///< index into groups
    uint32_t weight;   ///< the cost of its most expensive needed value, in units: what the estimate loses without it
    bool is_goal;      ///< the goal restricts it
} pl_pattern_variable;

typedef enum pl_touch_kind
{
    PL_TOUCH_NOT,
    PL_TOUCH_SET,
    PL_TOUCH_ADD
} pl_touch_kind;

/// What a move requires of a pattern variable and does to it.
typedef struct pl_touch
{
    pl_touch_kind kind;
    int32_t amount;          ///< SET: value; ADD: difference
    const uint64_t* allowed; ///< values; NULL: all
} pl_touch;

typedef struct pl_pattern_variables
{
    const pl_regression* regression;
    pl_groups groups;
    pl_pattern_variable* list;
    uint32_t count;
    pl_touch* touches;      ///< count a move
    const uint64_t** goals; ///< `count` per alternative of the goal: values allowed; NULL: all
} pl_pattern_variables;

/// Everything in `scratch`; false when out of memory.
bool pl_pattern_variables_init(pl_pattern_variables* variables, pl_arena* scratch, const pl_regression* regression);

static inline const pl_touch* pl_pattern_variables_touch(const pl_pattern_variables* variables, uint32_t move,
                                                         uint32_t variable)
{
    return &variables->touches[(size_t)move * variables->count + variable];
}

static inline const uint64_t* pl_pattern_variables_goal(const pl_pattern_variables* variables, uint32_t alternative,
                                                        uint32_t variable)
{
    return variables->goals[(size_t)alternative * variables->count + variable];
}

#endif
