/// Hierarchical task networks (HTN): plans that are made from the top down. A compound task has methods. A method is
/// one way to do the task: a condition over the domain's symbols and a list of subtasks, which are compound tasks again
/// or actions of the domain. The plan is the first decomposition, in order of the methods, whose actions can all be
/// applied one after the other.
///
/// Agents with an HTN from a file:
///
///   ploy_world_load_file(world, "smith.xml", &error);           // <domain>, <htn>, <agent name="smith" mind="work">
///   ploy_agent_create(world, &(ploy_agent_def){.type = "smith"});
///
/// Planning alone, without agents:
///
///   ploy_htn_create(&(ploy_htn_def){.domain = domain, .tasks = tasks, .task_count = 2}, &htn, &error);
///   ploy_htn_planner* planner = ploy_htn_planner_create(&(ploy_htn_planner_def){.htn = htn});
///   ploy_htn_query query = {.start = state, .task = ploy_htn_find_task(htn, "Work")};
///   const ploy_htn_plan* plan = ploy_htn_planner_plan(planner, &query);
///   for (uint32_t i = 0; i < plan->step_count; i++) puts(ploy_domain_action(domain, plan->steps[i].action).name);

#ifndef PLOY_HTN_H
#define PLOY_HTN_H

#include <ploy/mind.h>
#include <ploy/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

// The description. Texts and lists are only read during create.

/// Subtasks per method, at most.
#define PLOY_MAX_SUBTASKS 32

typedef struct ploy_htn_subtask
{
    /// A task, or else an action. NULL: a pause. The agent does what comes before a pause, and only then plans the
    /// rest.
    const char* name;
    const char* args[PLOY_MAX_ARGS]; ///< each an object, or a parameter of the task or the method
    uint32_t arg_count;
    uint32_t line; ///< in a file, for errors; 0: unknown (default)
    uint32_t column;
} ploy_htn_subtask;

typedef struct ploy_htn_method
{
    const char* name;                 ///< for people; may be NULL
    ploy_param params[PLOY_MAX_ARGS]; ///< free parameters: every object is tried, in order, the last parameter fastest
    uint32_t param_count;
    const char* when; ///< a condition over symbols and parameters; NULL or "": always true
    const ploy_htn_subtask* subtasks;
    uint32_t subtask_count; ///< 0: the task is done
    /// The subtasks may be done in any order and their steps may interleave. The order of the list is tried first.
    bool unordered;
    uint32_t line; ///< in a file, for errors; 0: unknown (default)
    uint32_t column;
} ploy_htn_method;

typedef struct ploy_htn_task
{
    const char* name; ///< unique; no action of the domain has it
    ploy_param params[PLOY_MAX_ARGS];
    uint32_t param_count;
    const ploy_htn_method* methods; ///< the first that leads to a plan is used
    uint32_t method_count;          ///< at least 1
    uint32_t line;                  ///< in a file, for errors; 0: unknown (default)
    uint32_t column;
} ploy_htn_task;

typedef enum ploy_htn_ranking
{
    PLOY_RANKING_ORDER, ///< the first plan in order of the methods
    PLOY_RANKING_COST,  ///< the plan with the lowest cost, the first of equals. Searches all plans
} ploy_htn_ranking;

typedef struct ploy_htn_def
{
    const char* name; ///< may be NULL
    ploy_allocator allocator;
    const ploy_domain* domain; ///< compiled. Only its clauses and bindings may change
    const ploy_htn_task* tasks;
    uint32_t task_count;
    ploy_htn_ranking ranking; ///< default order
    uint32_t max_depth;       ///< of tasks within tasks, 1 .. 1,000, default 32
    uint32_t max_steps;       ///< per plan, 1 .. 1,000, default 32
    uint32_t max_nodes;       ///< methods and actions tried per search, default 10,000
    /// For tools: gets every error of the description, and creation fails at the end. NULL: it ends at the first error.
    ploy_error_fn* on_error;
    void* error_user;
} ploy_htn_def;

/// The compiled form: never changed once created, so any number of planners, minds and threads may share it.
typedef struct ploy_htn ploy_htn;

/// PLOY_INVALID: a name is unknown or taken, arguments do not fit, a condition is wrong; error (may be NULL) says what,
/// and where in the file. PLOY_OUT_OF_MEMORY. On failure *htn is NULL.
PLOY_API ploy_status ploy_htn_create(const ploy_htn_def* def, ploy_htn** htn, ploy_error* error);
/// Its planners and minds keep it until they are gone. NULL is allowed.
PLOY_API void ploy_htn_destroy(ploy_htn* htn);

/// "" when it has none.
PLOY_API const char* ploy_htn_name(const ploy_htn* htn);
PLOY_API const ploy_domain* ploy_htn_domain(const ploy_htn* htn);
PLOY_API uint32_t ploy_htn_task_count(const ploy_htn* htn);
/// PLOY_NONE when there is no such task.
PLOY_API uint32_t ploy_htn_find_task(const ploy_htn* htn, const char* name);
PLOY_API const char* ploy_htn_task_name(const ploy_htn* htn, uint32_t task);

typedef enum ploy_htn_subtask_kind
{
    PLOY_SUBTASK_PAUSE,
    PLOY_SUBTASK_ACTION, ///< of the domain
    PLOY_SUBTASK_TASK,
} ploy_htn_subtask_kind;

/// Texts belong to the htn.
typedef struct ploy_htn_method_info
{
    const char* name; ///< "": none
    const char* when; ///< "": always true
    uint32_t subtask_count;
    ploy_htn_subtask_kind kinds[PLOY_MAX_SUBTASKS];
    uint32_t subtasks[PLOY_MAX_SUBTASKS]; ///< index of the action or task
    bool unordered;
} ploy_htn_method_info;

/// Methods of a task, in the order in which they are tried.
PLOY_API uint32_t ploy_htn_task_method_count(const ploy_htn* htn, uint32_t task);
PLOY_API ploy_htn_method_info ploy_htn_task_method(const ploy_htn* htn, uint32_t task, uint32_t method);

// Planning.

/// Where a plan goes on after a pause: the subtasks of one method that are not done yet. Opaque. The innermost method
/// comes first.
typedef struct ploy_htn_remainder
{
    uint32_t method;
    uint32_t left; ///< one bit per subtask
    uint32_t depth;
    uint32_t within;  ///< the entry that contains it, plus one; 0: none
    uint32_t subtask; ///< of that entry's method
    uint32_t args[2 * PLOY_MAX_ARGS];
} ploy_htn_remainder;

typedef struct ploy_htn_query
{
    const uint64_t* start; ///< a state of the domain
    uint32_t task;
    uint32_t args[PLOY_MAX_ARGS];   ///< of the task: objects
    const ploy_htn_remainder* rest; ///< continue with these instead of the task; NULL: plan for the task
    uint32_t rest_count;
    /// The rank of a plan that is in progress. The search stops where it can only find plans that rank no better, with
    /// PLOY_ALREADY. NULL: any plan will do. Not read with PLOY_RANKING_COST.
    const uint32_t* rank;
    uint32_t rank_count;
    int64_t cost;             ///< with PLOY_RANKING_COST: only plans that cost less count; 0: no limit (default)
    const uint64_t* disabled; ///< one bit per action; NULL: all are available
    void* agent;              ///< passed to callbacks
    uint32_t max_nodes;       ///< 0: the htn's (default)
} ploy_htn_query;

/// Belongs to the planner and is valid until its next search.
typedef struct ploy_htn_plan
{
    /// PLOY_FOUND; PLOY_PARTIAL: a plan up to a pause; PLOY_ALREADY: the plan in progress is as good; PLOY_NOT_FOUND:
    /// there is none; PLOY_OUT_OF_NODES: with PLOY_RANKING_COST, steps may hold the best plan so far;
    /// PLOY_OUT_OF_DEPTH: there is none within max_depth and max_steps; PLOY_OUT_OF_MEMORY.
    ploy_status status;
    int64_t cost;           ///< fixed point (1/1000)
    const ploy_step* steps; ///< may be empty: nothing is left to do
    uint32_t step_count;
    const uint32_t* rank; ///< the alternative taken at each choice; the lexicographically lower rank is the better plan
    uint32_t rank_count;
    const ploy_htn_remainder* rest; ///< of a partial plan
    uint32_t rest_count;
    uint32_t nodes; ///< methods and actions tried
} ploy_htn_plan;

/// The memory of a search, kept for the next one. Use one per thread.
typedef struct ploy_htn_planner ploy_htn_planner;

typedef struct ploy_htn_planner_def
{
    ploy_allocator allocator; ///< zeroed: the htn's
    const ploy_htn* htn;      ///< required
} ploy_htn_planner_def;

/// NULL when out of memory.
PLOY_API ploy_htn_planner* ploy_htn_planner_create(const ploy_htn_planner_def* def);
/// NULL is allowed.
PLOY_API void ploy_htn_planner_destroy(ploy_htn_planner* planner);
/// Allocates nothing once warm.
PLOY_API const ploy_htn_plan* ploy_htn_planner_plan(ploy_htn_planner* planner, const ploy_htn_query* query);

// The mind: plans from an agent's blackboard and runs the plan.

typedef struct ploy_htn_mind_def
{
    ploy_mind_parts parts;    ///< a symbol is read from the key of its name, an action runs the activity of its name
    const ploy_htn* htn;      ///< required
    const char* task;         ///< that all agents do again and again; it has no parameters
    const uint64_t* disabled; ///< one bit per action that these agents do not have; NULL: they have all. Copied
    int64_t retry;            ///< microseconds after a search that found nothing until the next one, if nothing has
                              ///< changed; default 500,000
} ploy_htn_mind_def;

/// When the blackboard changes, the mind simulates the rest of the plan. If it no longer works, or if a plan of better
/// rank has become possible, a new plan replaces it. The running step is halted unless the new plan begins with it.
/// Searches run in `work`. PLOY_INVALID: there is no such task, or a symbol and its key have different types; error
/// (may be NULL) says which. PLOY_OUT_OF_MEMORY. ploy_mind_destroy destroys the mind.
PLOY_API ploy_status ploy_htn_mind_create(const ploy_htn_mind_def* def, ploy_mind** mind, ploy_error* error);

/// The running step of an agent with such a mind; its cost is 0. action is PLOY_NONE when nothing runs.
PLOY_API ploy_step ploy_htn_step(const ploy_agent* agent);

#ifdef __cplusplus
}
#endif

#endif
