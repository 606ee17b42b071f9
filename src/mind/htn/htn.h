// An htn as the search reads it: tasks, methods and subtasks in three lists. The methods of a task and the subtasks of
// a method are contiguous. Conditions are syntax trees of the domain's language.

#ifndef PL_MIND_HTN_HTN_H
#define PL_MIND_HTN_HTN_H

#include <ploy/htn.h>

#include "base/containers/arena.h"
#include "base/containers/array.h"
#include "base/shared.h"
#include "plan/language/expression.h"

enum
{
    PL_HTN_ARGS = 2 * PLOY_MAX_ARGS,
};

typedef struct pl_htn_compiled_subtask
{
    uint8_t kind;
    uint8_t arg_count;
    uint32_t index;
    int32_t args[PLOY_MAX_ARGS]; ///< parameter; negative: ~object
} pl_htn_compiled_subtask;

typedef struct pl_htn_compiled_method
{
    const char* name;
    const char* when; ///< the text of its condition
    uint32_t task;
    uint32_t condition; ///< index into the nodes; PLOY_NONE: always true
    uint32_t first_subtask;
    uint32_t subtask_count;
    uint32_t first_alternative; ///< its alternatives have the numbers from here, one per choice of its free parameters
    uint32_t alternatives;
    uint32_t free_sizes[PLOY_MAX_ARGS]; ///< objects of each free parameter
    uint32_t free_count;
    bool unordered;
} pl_htn_compiled_method;

typedef struct pl_htn_compiled_task
{
    const char* name;
    uint32_t param_types[PLOY_MAX_ARGS];
    uint32_t param_count;
    uint32_t first_method;
    uint32_t method_count;
} pl_htn_compiled_task;

struct ploy_htn
{
    ploy_allocator allocator;
    pl_arena arena; ///< names
    const ploy_domain* domain;
    pl_shared shared; ///< by planners and minds
    const char* name;
    PL_ARRAY(pl_htn_compiled_task) tasks;
    PL_ARRAY(pl_htn_compiled_method) methods;
    PL_ARRAY(pl_htn_compiled_subtask) subtasks;
    pl_expression conditions;
    ploy_htn_ranking ranking;
    uint32_t max_depth;
    uint32_t max_steps;
    uint32_t max_nodes;
    uint32_t max_rest; ///< entries of a remainder, at most
    bool has_pauses;
    bool has_unordered; ///< there are unordered methods
};

/// How many arguments the task takes. Exported: libploy-io calls it.
uint32_t pl_htn_task_param_count(const ploy_htn* htn, uint32_t task);

/// False when the step cannot be applied; the state is unchanged then.
bool pl_htn_apply(const ploy_htn* htn, uint64_t* state, const ploy_step* step);

#endif
