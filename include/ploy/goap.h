/// The GOAP mind (goal-oriented action planning): it chooses a goal, plans for it, runs the plan step by step, and
/// plans again when the world changes.
///
///   ploy_view_add_keys(domain, ploy_world_keys(world), 0);  // a key for each symbol of the domain (<ploy/plan.h>)
///   ploy_goap_mind_def def = {.parts = ploy_world_parts(world), .domain = domain};
///   ploy_mind* mind;
///   if (ploy_goap_mind_create(&def, &mind, &error) != PLOY_OK) …  // error.message
///   ploy_world_add_mind(world, "farmer", mind);             // the world owns it
///   ploy_agent_create(world, &(ploy_agent_def){.type = "farmer"});
///
/// The state of the world is read from the blackboard: the symbol "hungry" from the key "hungry". An action runs the
/// activity of its name. Only the game and its sensors write blackboards, unless write_effects is set.

#ifndef PLOY_GOAP_H
#define PLOY_GOAP_H

#include <ploy/mind.h>
#include <ploy/plan.h>
#include <ploy/utility.h>

#ifdef __cplusplus
extern "C" {
#endif

// Views: blackboards read as states of a domain.

typedef struct ploy_view ploy_view;

/// Adds a key for each variable of the domain that is sensed (not planned="true") and has none yet: "ammo",
/// "safe(bunker)". The key has the symbol's type and initial value and exists on blackboards of these scopes (bits; 0:
/// all).
PLOY_API ploy_status ploy_view_add_keys(const ploy_domain* domain, ploy_blackboard_keys* keys, uint32_t scopes);

typedef struct ploy_view_def
{
    ploy_allocator allocator;         ///< zeroed: the default allocator
    const ploy_domain* domain;        ///< compiled
    const ploy_blackboard_keys* keys; ///< NULL: nothing is read
} ploy_view_def;

/// PLOY_INVALID: a key and its symbol have different types; error (may be NULL) names both. PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_view_create(const ploy_view_def* def, ploy_view** view, ploy_error* error);
/// NULL is allowed.
PLOY_API void ploy_view_destroy(ploy_view* view);
/// Reads the blackboard and its parents into `state`. Decimals are rounded down to their step, numbers are clamped to
/// their range, and an object that the type does not have becomes the first one. Variables without a key keep their
/// value. Costs about 5 ns per variable.
PLOY_API void ploy_view_read(const ploy_view* view, const ploy_blackboard* blackboard, uint64_t* state);
/// True if the variable is read from a key.
PLOY_API bool ploy_view_senses(const ploy_view* view, uint32_t variable);

// Planning for many agents.

/// Runs the searches of all agents that plan with one domain: a fixed number of search slots, each with a planner, and
/// a shared cache. Several minds can share one service; a mind without one creates its own.
typedef struct ploy_plan_service ploy_plan_service;

typedef struct ploy_plan_service_def
{
    const ploy_domain* domain; ///< compiled
    ploy_allocator allocator;  ///< zeroed: the default allocator
    uint32_t slots;            ///< searches in progress at the same time when nodes are limited; default 4, at most 64
    uint32_t max_nodes;        ///< per search; 0: the planner's own limit, about a second of work (default)
    size_t cache_bytes;        ///< size of the shared cache; default 4 MB
    uint32_t capacity;         ///< agents for which memory is reserved; default 64
    uint32_t reserve_nodes;    ///< search nodes for which memory is reserved, per slot; default 0
} ploy_plan_service_def;

/// Returns NULL when out of memory.
PLOY_API ploy_plan_service* ploy_plan_service_create(const ploy_plan_service_def* def);
/// Minds that use the service keep it until they are gone. NULL is allowed.
PLOY_API void ploy_plan_service_destroy(ploy_plan_service* planning);

/// Builds the heuristics for the query's goal and plans for it once in each slot, before the first tick. Called for
/// each goal, from a start as far from the goal as any, with enough capacity and reserve_nodes, planning allocates
/// nothing in a tick. PLOY_FULL: the cache has no room for the goal; PLOY_INVALID: the domain is not compiled or not
/// fully bound; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_plan_service_prepare(ploy_plan_service* planning, const ploy_plan_query* query);

typedef struct ploy_plan_service_stats
{
    uint64_t answered;  ///< requests
    uint64_t cancelled; ///< requests of agents that were destroyed or gave up
    uint64_t expanded;  ///< nodes
    uint32_t waiting;   ///< requests that have not started
    uint32_t active;    ///< searches in progress
} ploy_plan_service_stats;

PLOY_API ploy_plan_service_stats ploy_plan_service_get_stats(const ploy_plan_service* planning);

// The mind.

/// The maximum number of activities that one action runs at the same time.
#define PLOY_GOAP_ACTIVITIES 3

/// The activities of an action. Without a binding an action runs the activity of its own name. An action that is based
/// on another one also runs the activities of its base. An action without activities succeeds after its duration.
typedef struct ploy_action_binding
{
    const char* action;
    const char* activities[PLOY_GOAP_ACTIVITIES]; ///< names; NULL: none
    uint32_t completes; ///< bit i: activity i must succeed. When all of these have, the others are halted. 0: all must
} ploy_action_binding;

typedef bool ploy_goal_condition_fn(ploy_agent* agent, uint32_t goal, const uint32_t* args, void* user);
typedef void ploy_goal_notify_fn(ploy_agent* agent, uint32_t goal, const uint32_t* args, void* user);

/// The callbacks of a goal. Each may be NULL.
typedef struct ploy_goal_callbacks
{
    const char* goal;
    ploy_goal_notify_fn* initialize;  ///< once per agent, when its mind begins
    ploy_goal_condition_fn* relevant; ///< in addition to the domain's `relevant`; on any thread, reads only
    ploy_goal_condition_fn* setup;    ///< before planning; false: do not plan for it now. On any thread, reads only
    ploy_goal_notify_fn* finished;
    ploy_goal_notify_fn* aborted;
    const char* satisfied; ///< a condition of the bindings: when it is true, the goal is finished
    int64_t interval;      ///< microseconds between two evaluations of its relevance while the agent pursues a goal; 0:
                           ///< the mind's; PLOY_OFF: every tick
    int32_t hysteresis;    ///< fixed point (1/1000): the lead in priority it needs to interrupt another goal; 0: the
                           ///< mind's; PLOY_OFF: none
    void* user;
} ploy_goal_callbacks;

/// Events of a GOAP mind: enum name, identifier.
#define PLOY_GOAP_EVENT_LIST(X)                                                                                        \
    X(ACTION_STARTED, "action-started")                                                                                \
    X(ACTION_FINISHED, "action-finished")                                                                              \
    X(ACTION_ABORTED, "action-aborted")                                                                                \
    X(GOAL_STARTED, "goal-started")                                                                                    \
    X(GOAL_FINISHED, "goal-finished")                                                                                  \
    X(GOAL_ABORTED, "goal-aborted")                                                                                    \
    X(GOAL_HELD, "goal-held")   /* it is met, and the agent stays with it */                                           \
    X(PLAN_TAKEN, "plan-taken") /* a new plan is current: ploy_goap_steps returns it */

typedef enum ploy_goap_event_kind
{
#define PLOY_GOAP_EVENT_ENUM(NAME, identifier) PLOY_GOAP_##NAME,
    PLOY_GOAP_EVENT_LIST(PLOY_GOAP_EVENT_ENUM)
#undef PLOY_GOAP_EVENT_ENUM
} ploy_goap_event_kind;

PLOY_API const char* ploy_goap_event_name(ploy_goap_event_kind kind);

/// Why an action or goal was aborted: enum name, English.
#define PLOY_GOAP_REASON_LIST(X)                                                                                       \
    X(NONE, "no reason")                                                                                               \
    X(FAILED, "an activity failed")                                                                                    \
    X(OVERDUE, "it took longer than its limit")                                                                        \
    X(CONTEXT, "its context is false")                                                                                 \
    X(BROKEN, "the rest of the plan no longer leads to the goal")                                                      \
    X(SATISFIED, "the goal is met")                                                                                    \
    X(INTERRUPTED, "a goal of higher priority interrupted it")                                                         \
    X(IRRELEVANT, "the goal is no longer relevant")                                                                    \
    X(NO_PLAN, "there is no plan for the goal")                                                                        \
    X(REQUESTED, "the game aborted it")                                                                                \
    X(REPLACED, "a newer plan replaced it")                                                                            \
    X(ENDED, "the agent was destroyed or its mind changed")                                                            \
    X(GONE, "an object of the plan is gone")

typedef enum ploy_goap_reason
{
#define PLOY_GOAP_REASON_ENUM(NAME, text) PLOY_GOAP_REASON_##NAME,
    PLOY_GOAP_REASON_LIST(PLOY_GOAP_REASON_ENUM)
#undef PLOY_GOAP_REASON_ENUM
} ploy_goap_reason;

PLOY_API const char* ploy_goap_reason_text(ploy_goap_reason reason);

typedef struct ploy_goap_event
{
    ploy_goap_event_kind kind;
    ploy_goap_reason reason;      ///< of an aborted action or goal
    uint32_t index;               ///< of the action or goal in the domain
    uint32_t args[PLOY_MAX_ARGS]; ///< objects, one per parameter
} ploy_goap_event;

/// Called in act, on one thread, or with event_parallel on any. Must not destroy the mind.
typedef void ploy_goap_event_fn(void* user, ploy_agent* agent, const ploy_goap_event* event);

typedef struct ploy_goap_mind_def
{
    ploy_mind_parts parts;       ///< no keys: nothing is sensed; no bindings: every action only takes its duration
    const ploy_domain* domain;   ///< compiled and fully bound
    ploy_plan_service* planning; ///< for the same domain; NULL: the mind has its own
    const uint64_t* disabled;    ///< one bit per action that these agents cannot do; NULL: they can do all. Copied
    const uint32_t* goals;       ///< that the agents pursue on their own; NULL: all goals without parameters. Copied
    uint32_t goal_count;
    const ploy_action_binding* action_bindings; ///< copied
    uint32_t action_binding_count;
    const ploy_goal_callbacks* goal_callbacks; ///< copied
    uint32_t goal_callback_count;
    bool manual;             ///< plan only after ploy_goap_push and ploy_goap_replan
    int64_t search_interval; ///< microseconds: an agent that pursues a goal searches for a better one this often, and a
                             ///< goal without a plan is tried again after this time. Default 500,000; PLOY_OFF: always
    int64_t interval;   ///< microseconds between two evaluations of a goal's relevance while the agent pursues a goal;
                        ///< default 100,000; PLOY_OFF: every tick
    int32_t hysteresis; ///< fixed point (1/1000): the lead in priority that a goal needs to interrupt another; default
                        ///< 100; PLOY_OFF: none
    int64_t settle;     ///< microseconds: an action that succeeded has its effects in the agent's state at once; each
                        ///< stays until its key is next written, the same value or another, or until this time has
                        ///< passed. Default: 1 second more than the longest interval of the bindings' sensors;
                        ///< at most an hour; PLOY_OFF: only the blackboard counts
    bool write_effects; ///< when an action succeeds, its effects are written to the agent's blackboard; default: only
                        ///< the game and its sensors write it
    bool replan_all;    ///< replan with all actions at once; default: first with the actions of the last plan
    uint32_t max_steps; ///< steps of a plan that an agent keeps; the rest of a longer plan is planned later. Default 16
    ploy_plan_options options;
    bool act_early;       ///< with PLOY_SEARCH_ANYTIME: act on the first plan; each step's start searches for a cheaper
                          ///< rest, and each one that is found is taken at once, while the search goes on. Default: wait
                          ///< until the search has ended
    ploy_score_fn* score; ///< for PLOY_SEARCH_UTILITY
    void* score_user;
    /// Scores the actions: an action's score is that of the option of its name, 0 if there is none. Among plans of
    /// equal cost the one whose first action scores highest is taken; the score of the action done last is multiplied
    /// by the utility's `repeat`. PLOY_SEARCH_UTILITY without `score` uses it too. Only read by create; parts that it
    /// leaves out are those of the mind. NULL: ties go to the action of higher precedence.
    const ploy_utility_def* utility;
    ploy_trace_level debug; ///< the most detailed level that goes into agent->trace; default PLOY_TRACE_EVERYTHING
    ploy_goap_event_fn* event;
    void* event_user;
    bool event_parallel; ///< event keeps the rules of a parallel activity: it changes only its own agent and defers the
                         ///< rest, so that the agents may act on any thread; default false
} ploy_goap_mind_def;

/// Callbacks of the domain get the ploy_agent as `agent`, on any thread; they must only read. PLOY_INVALID: a name does
/// not exist or a type does not fit; error (may be NULL) says which. PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_goap_mind_create(const ploy_goap_mind_def* def, ploy_mind** mind, ploy_error* error);

/// The domain that the mind plans with.
PLOY_API const ploy_domain* ploy_goap_domain(const ploy_mind* mind);

// Agents with a GOAP mind. Call these outside of ticks or in callbacks of act.

/// Makes the agent pursue this goal above all others, from its next tick on, until the goal is finished or aborted or
/// has no plan. Replaces a goal pushed before. args: one object per parameter; NULL: none. PLOY_INVALID: no such goal
/// or object.
PLOY_API ploy_status ploy_goap_push(ploy_agent* agent, uint32_t goal, const uint32_t* args);
/// Aborts the current goal and forgets the pushed one, in the agent's next act. Then the agent chooses again, unless
/// its mind is manual.
PLOY_API void ploy_goap_abort(ploy_agent* agent);
/// Chooses and plans in the agent's next tick, regardless of intervals and `manual`.
PLOY_API void ploy_goap_replan(ploy_agent* agent);

/// The goal that the agent pursues, or PLOY_NONE. Its arguments go to `args` (may be NULL).
PLOY_API uint32_t ploy_goap_goal(const ploy_agent* agent, uint32_t args[PLOY_MAX_ARGS]);
/// The running action, or PLOY_NONE. Its arguments go to `args` (may be NULL).
PLOY_API uint32_t ploy_goap_action(const ploy_agent* agent, uint32_t args[PLOY_MAX_ARGS]);
/// Progress of the running action, 0 to 1000 (done).
PLOY_API uint32_t ploy_goap_progress(ploy_agent* agent);
/// Copies the remaining steps of the plan, the running one first; their costs are 0. Returns their number, which may
/// exceed `capacity`.
PLOY_API uint32_t ploy_goap_steps(const ploy_agent* agent, ploy_step* steps, uint32_t capacity);
/// The goal's priority when it was last evaluated, in fixed point (1/1000). 0: it is not relevant, was not evaluated
/// yet, or is not among the mind's goals.
PLOY_API int64_t ploy_goap_priority(const ploy_agent* agent, uint32_t goal);
/// The state that the mind last read. Valid until the agent's next tick.
PLOY_API const uint64_t* ploy_goap_state(const ploy_agent* agent);

/// The status of a goal, in traces and recordings: enum name, English.
#define PLOY_GOAL_STATUS_LIST(X)                                                                                       \
    X(UNEVALUATED, "has not been evaluated yet")                                                                       \
    X(IRRELEVANT, "is not relevant")                                                                                   \
    X(MET, "is already met")                                                                                           \
    X(LOWER, "has a lower priority")                                                                                   \
    X(SEARCHING, "waits for its search")                                                                               \
    X(NO_PLAN, "has no plan, and waits for a change")                                                                  \
    X(REFUSED, "was refused by its setup, and waits for a change")                                                     \
    X(PURSUED, "is pursued")                                                                                           \
    X(HELD, "is met and held")

typedef enum ploy_goal_status
{
#define PLOY_GOAL_STATUS_ENUM(NAME, text) PLOY_GOAL_STATUS_##NAME,
    PLOY_GOAL_STATUS_LIST(PLOY_GOAL_STATUS_ENUM)
#undef PLOY_GOAL_STATUS_ENUM
} ploy_goal_status;

PLOY_API const char* ploy_goal_status_text(ploy_goal_status status);

#ifdef __cplusplus
}
#endif

#endif
