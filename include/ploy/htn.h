/// Task networks (HTN): what to do told from the top down. A compound task has methods, each a way to do it: a
/// condition over the domain's symbols and a list of subtasks, which are compound tasks again, or actions of the
/// domain. A plan is the first way through, in order of the methods, whose actions can all be applied one after the
/// other.
///
/// Two parts: planning alone, from any state, and a mind that plans from an agent's blackboard and runs the plan.

#ifndef PLOY_HTN_H
#define PLOY_HTN_H

#include <ploy/mind.h>
#include <ploy/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

// The description. Texts and lists are read by create alone.

/// Subtasks of one method, at max.
#define PLOY_MAX_SUBTASKS 32

/// An argument is an object's name, or that of a parameter of the task or the method.
typedef struct ploy_htn_subtask
{
    const char* name; ///< a task, else an action. NULL: a pause: what comes before is done first, the rest planned then
    const char* args[PLOY_MAX_ARGS];
    uint32_t arg_count;
    uint32_t line; ///< of the file it stands in, for errors; 0: none
} ploy_htn_subtask;

typedef struct ploy_htn_method
{
    const char* name;                 ///< or NULL
    ploy_param params[PLOY_MAX_ARGS]; ///< free ones: all objects are tried, in order, the last parameter fastest
    uint32_t param_count;
    const char* when; ///< condition over symbols and parameters; NULL or "": always
    const ploy_htn_subtask* subtasks;
    uint32_t subtask_count; ///< 0: nothing is left to do
    /// Its subtasks may be done in any order, and their steps woven: after each step any of them may go on. One after
    /// the other, as listed, is tried first.
    bool unordered;
    uint32_t line;
} ploy_htn_method;

typedef struct ploy_htn_task
{
    const char* name;
    ploy_param params[PLOY_MAX_ARGS];
    uint32_t param_count;
    const ploy_htn_method* methods; ///< the first that leads to a plan is taken
    uint32_t method_count;
    uint32_t line;
} ploy_htn_task;

typedef enum ploy_htn_ranking
{
    PLOY_RANKING_ORDER, ///< the first plan in order of the methods
    PLOY_RANKING_COST,  ///< the cheapest of all plans, of equals the first
} ploy_htn_ranking;

typedef struct ploy_htn_def
{
    const char* name; ///< or NULL
    ploy_allocator allocator;
    const ploy_domain* domain; ///< compiled, outlives the network; its clauses and bindings may change, no more
    const ploy_htn_task* tasks;
    uint32_t task_count;
    ploy_htn_ranking ranking; ///< default order
    uint32_t max_depth;       ///< of tasks within tasks, 1 .. 1,000, default 32
    uint32_t max_steps;       ///< of one plan, 1 .. 1,000, default 32
    uint32_t max_nodes;       ///< methods and actions tried by one search, default 10,000
} ploy_htn_def;

typedef struct ploy_htn ploy_htn;

/// PLOY_INVALID: a name is not known or taken twice, arguments do not fit, a condition is wrong; error (may be NULL)
/// says what, and on which line of its file. PLOY_OUT_OF_MEMORY. *network is NULL then.
PLOY_API ploy_status ploy_htn_create(const ploy_htn_def* def, ploy_htn** network, ploy_error* error);
/// No planner and no mind of it may be left. NULL is allowed.
PLOY_API void ploy_htn_destroy(ploy_htn* network);

/// "" when it has none.
PLOY_API const char* ploy_htn_name(const ploy_htn* network);
PLOY_API const ploy_domain* ploy_htn_domain(const ploy_htn* network);
PLOY_API uint32_t ploy_htn_task_count(const ploy_htn* network);
/// PLOY_NONE: no such task.
PLOY_API uint32_t ploy_htn_find_task(const ploy_htn* network, const char* name);
PLOY_API const char* ploy_htn_task_name(const ploy_htn* network, uint32_t task);
PLOY_API uint32_t ploy_htn_task_param_count(const ploy_htn* network, uint32_t task);

typedef enum ploy_htn_subtask_kind
{
    PLOY_SUBTASK_PAUSE,
    PLOY_SUBTASK_ACTION, ///< of the domain
    PLOY_SUBTASK_TASK,
} ploy_htn_subtask_kind;

typedef struct ploy_htn_method_info
{
    const char* name; ///< "": none
    const char* when; ///< "": always
    uint32_t subtask_count;
    ploy_htn_subtask_kind kinds[PLOY_MAX_SUBTASKS];
    uint32_t subtasks[PLOY_MAX_SUBTASKS]; ///< actions and tasks
    bool unordered;
} ploy_htn_method_info;

/// A task's methods in the order they are tried.
PLOY_API uint32_t ploy_htn_task_method_count(const ploy_htn* network, uint32_t task);
PLOY_API ploy_htn_method_info ploy_htn_task_method(const ploy_htn* network, uint32_t task, uint32_t method);

// Planning.

/// Where a plan that paused goes on: subtasks of one method that are not done yet. Opaque; the innermost first.
typedef struct ploy_htn_remainder
{
    uint32_t method;
    uint32_t left; ///< a bit a subtask
    uint32_t depth;
    uint32_t within;  ///< the entry that it is part of, plus one; 0: none
    uint32_t subtask; ///< of that entry's method
    uint32_t args[2 * PLOY_MAX_ARGS];
} ploy_htn_remainder;

typedef struct ploy_htn_query
{
    const uint64_t* start;
    uint32_t task;
    uint32_t args[PLOY_MAX_ARGS];
    const ploy_htn_remainder* rest; ///< goes on with these instead of the task; NULL: the task
    uint32_t rest_count;
    /// The rank of a plan that is under way: the search is cut off where it can only find plans that rank no better,
    /// and is PLOY_ALREADY then. NULL: any plan. With PLOY_RANKING_COST only plans cheaper than `cost` count, if `only_cheaper`.
    const uint32_t* rank;
    uint32_t rank_count;
    int64_t cost;
    bool only_cheaper;
    const uint64_t* disabled; ///< a bit an action; NULL: all are available
    void* agent;              ///< handed to callbacks
    uint32_t max_nodes;       ///< 0: the network's
} ploy_htn_query;

/// Belongs to the planner, until its next search.
typedef struct ploy_htn_plan
{
    /// FOUND; PARTIAL: a plan up to a pause; ALREADY: the one under way is as good; NOT_FOUND: there is none;
    /// OUT_OF_NODES: by cost, the best so far may be in steps; OUT_OF_DEPTH: none within the depth and the number of
    /// steps; OUT_OF_MEMORY.
    ploy_status status;
    int64_t cost;
    const ploy_step* steps; ///< may be none: nothing is left to do
    uint32_t step_count;
    const uint32_t* rank; ///< which way was taken at each choice; the lexically smaller is the better plan
    uint32_t rank_count;
    const ploy_htn_remainder* rest; ///< of a partial plan
    uint32_t rest_count;
    uint32_t nodes; ///< methods and actions tried
} ploy_htn_plan;

/// What one search needs, kept for the next: one a thread.
typedef struct ploy_htn_planner ploy_htn_planner;

typedef struct ploy_htn_planner_def
{
    ploy_allocator allocator; ///< zeroed: the htn's
    const ploy_htn* htn;      ///< must outlive the planner
} ploy_htn_planner_def;

/// NULL when out of memory.
PLOY_API ploy_htn_planner* ploy_htn_planner_create(const ploy_htn_planner_def* def);
/// NULL is allowed.
PLOY_API void ploy_htn_planner_destroy(ploy_htn_planner* planner);
/// Allocates nothing once warm.
PLOY_API const ploy_htn_plan* ploy_htn_planner_plan(ploy_htn_planner* planner, const ploy_htn_query* query);

// The mind.

typedef struct ploy_htn_mind_def
{
    ploy_mind_parts parts;    ///< symbols are read from keys of their names, an action runs the activity of its name
    const ploy_htn* htn;      ///< must outlive the mind
    const char* task;         ///< what all agents do, over and over; without parameters
    const uint64_t* disabled; ///< a bit an action that these agents do not have; NULL: they have all. Copied
    int64_t retry;            ///< microseconds until a search that found nothing is tried again though nothing
                              ///< changed, default half a second
} ploy_htn_mind_def;

/// When the blackboard changes, the rest of the plan is tried in the mind: if it cannot be done any more, or a plan of
/// better rank has become possible, a new one takes its place, and the step under way is halted unless it is the new
/// one's first. Searches happen in work, one after the other when nodes are limited. PLOY_INVALID, with error;
/// OUT_OF_MEMORY.
PLOY_API ploy_status ploy_htn_mind_create(const ploy_htn_mind_def* def, ploy_mind** mind, ploy_error* error);

/// The step under way; action PLOY_NONE: none.
PLOY_API ploy_step ploy_htn_step(const ploy_agent* agent);
/// Steps planned and not done, the one under way first; returns how many there are. Their costs are 0.
PLOY_API uint32_t ploy_htn_steps(const ploy_agent* agent, ploy_step* steps, uint32_t capacity);
/// How the last search ended.
PLOY_API ploy_status ploy_htn_status(const ploy_agent* agent);

#ifdef __cplusplus
}
#endif

#endif
