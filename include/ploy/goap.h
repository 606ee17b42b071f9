/// The GOAP mind: chooses a goal, plans for it, runs the plan step by step, and starts over when the world disagrees.
///
///   ploy_goap_mind_def def = {0};
///   def.domain = domain;          what can be done and wanted (<ploy/plan.h>)
///   def.parts.keys = keys;        where the state is read (<ploy/blackboard.h>): the key of a symbol has its name
///   def.parts.bindings = bindings; how it is done (<ploy/mind.h>): the activity of an action has its name
///   ploy_goap_mind_create(&def, &mind, &error);
///
/// A mind is shared by all agents of a type. Boards are written by the game and its sensors alone, never by a step.

#ifndef PLOY_GOAP_H
#define PLOY_GOAP_H

#include <ploy/mind.h>
#include <ploy/plan.h>
#include <ploy/utility.h>

#ifdef __cplusplus
extern "C" {
#endif

// Views: boards seen as states of a domain.

typedef struct ploy_view ploy_view;

/// Adds a key for each symbol of the domain that is sensed (not planned="true") and has none yet: "ammo",
/// "safe(bunker)"; with the symbol's type and initial value, on boards of these scopes (bits; 0: all).
PLOY_API ploy_status ploy_view_add_keys(const ploy_domain* domain, ploy_blackboard_keys* keys, uint32_t scopes);

typedef struct ploy_view_def
{
    ploy_allocator allocator;         ///< zeroed: the default allocator
    const ploy_domain* domain;        ///< compiled; must outlive the view
    const ploy_blackboard_keys* keys; ///< must outlive the view; NULL: nothing is read
} ploy_view_def;

/// PLOY_INVALID: a key has another type than its symbol; error (may be NULL) names both. PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_view_create(const ploy_view_def* def, ploy_view** view, ploy_error* error);
/// NULL is allowed.
PLOY_API void ploy_view_destroy(ploy_view* view);
/// Writes what the blackboard, and the boards above it, say into `state`: decimals are rounded down to their step, numbers
/// clamped to their range, an object that the type does not have reads as the first. Variables without a key keep their
/// value in `state`. About 5 ns a variable.
PLOY_API void ploy_view_read(const ploy_view* view, const ploy_blackboard* blackboard, uint64_t* state);
/// Is the variable read from a key?
PLOY_API bool ploy_view_senses(const ploy_view* view, uint32_t variable);

// Planning for many agents.

/// Searches for all agents of one domain: a fixed number of lanes, each with a planner, and one shared cache. Minds on
/// one domain may share it; without one each mind has its own.
typedef struct ploy_plan_service ploy_plan_service;

typedef struct ploy_plan_service_def
{
    const ploy_domain* domain; ///< compiled, outlives the service
    ploy_allocator allocator;
    uint32_t slots;         ///< searches under way at the same time when nodes are limited, default 4, at max 64
    uint32_t max_nodes;     ///< of one search; 0: no limit (default)
    size_t cache_bytes;     ///< of the shared cache, default 4 MB
    uint32_t capacity;      ///< agents that need no more memory, default 64
    uint32_t reserve_nodes; ///< of a search that needs no more memory, for each lane, default 0
} ploy_plan_service_def;

/// NULL when out of memory.
PLOY_API ploy_plan_service* ploy_plan_service_create(const ploy_plan_service_def* def);
/// No mind that uses it may be left. NULL is allowed.
PLOY_API void ploy_plan_service_destroy(ploy_plan_service* planning);
PLOY_API size_t ploy_plan_service_bytes(const ploy_plan_service* planning);

/// Makes now what the first agents to ask for the query's goal would have to wait for, in a tick, and plans for it once
/// on each lane: with that for each goal, from a start as far away as any, with capacity and reserve_nodes, planning
/// takes no memory from the first tick on. Before the first tick. PLOY_FULL: the cache has no room for the goal;
/// PLOY_INVALID: the domain is not compiled, or callbacks are missing; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_plan_service_prepare(ploy_plan_service* planning, const ploy_plan_query* query);

typedef struct ploy_plan_service_stats
{
    uint64_t answered;
    uint64_t cancelled; ///< since the agent went
    uint64_t expanded;  ///< nodes
    uint32_t waiting;   ///< not begun yet
    uint32_t active;    ///< begun and not answered
} ploy_plan_service_stats;

PLOY_API ploy_plan_service_stats ploy_plan_service_get_stats(const ploy_plan_service* planning);

// The mind.

/// Activities that one action drives at once, at max.
#define PLOY_GOAP_ACTIVITIES 3

/// What an action does: as a rule the activity of its own name. An action built on another has the activities of its
/// base besides. An action without activities takes its duration and succeeds.
typedef struct ploy_action_binding
{
    const char* action;
    const char* activities[PLOY_GOAP_ACTIVITIES]; ///< those left NULL: none
    uint32_t completes; ///< bit i: activity i must succeed; when all of these have, the others are halted. 0: all
} ploy_action_binding;

typedef bool ploy_goal_condition_fn(ploy_agent* agent, uint32_t goal, const uint32_t* args, void* user);
typedef void ploy_goal_notify_fn(ploy_agent* agent, uint32_t goal, const uint32_t* args, void* user);

/// A goal's life beyond what the domain says. All may be NULL.
typedef struct ploy_goal_callbacks
{
    const char* goal;
    ploy_goal_notify_fn* initialise;  ///< once an agent, when it begins
    ploy_goal_condition_fn* relevant; ///< besides the domain's `relevant`; on any thread, reads only
    ploy_goal_condition_fn* setup;    ///< before planning; false: not now. On any thread, reads only
    ploy_goal_notify_fn* finished;
    ploy_goal_notify_fn* aborted;
    const char* satisfied; ///< a condition of the bindings: while it holds at run time, the goal is done
    int64_t
        interval; ///< microseconds between two evaluations of its relevance while the agent is running; 0: the mind's
    int32_t hysteresis; ///< 1/1000 it must lead by to interrupt another; 0: the mind's; PLOY_OFF: none
    void* user;
} ploy_goal_callbacks;

/// What happened: enum name, name on the wire.
#define PLOY_GOAP_EVENT_LIST(X)                                                                                        \
    X(ACTION_STARTED, "action-started")                                                                                \
    X(ACTION_FINISHED, "action-finished")                                                                              \
    X(ACTION_ABORTED, "action-aborted")                                                                                \
    X(GOAL_STARTED, "goal-started")                                                                                    \
    X(GOAL_FINISHED, "goal-finished")                                                                                  \
    X(GOAL_ABORTED, "goal-aborted")                                                                                    \
    X(PLAN_TAKEN, "plan-taken") /* a plan for the goal, the first or another, is in force: ploy_goap_steps has it */

typedef enum ploy_goap_event_kind
{
#define PLOY_GOAP_EVENT_ENUM(NAME, wire) PLOY_GOAP_##NAME,
    PLOY_GOAP_EVENT_LIST(PLOY_GOAP_EVENT_ENUM)
#undef PLOY_GOAP_EVENT_ENUM
} ploy_goap_event_kind;

PLOY_API const char* ploy_goap_event_name(ploy_goap_event_kind kind);

/// Why something was aborted: enum name, English.
#define PLOY_GOAP_REASON_LIST(X)                                                                                       \
    X(NONE, "no reason")                                                                                               \
    X(FAILED, "an activity failed")                                                                                    \
    X(OVERDUE, "it took longer than its limit")                                                                        \
    X(CONTEXT, "its context says no")                                                                                  \
    X(BROKEN, "the rest of the plan does not lead to the goal any more")                                               \
    X(SATISFIED, "the goal is met")                                                                                    \
    X(INTERRUPTED, "a goal of higher priority came up")                                                                \
    X(IRRELEVANT, "the goal is not relevant any more")                                                                 \
    X(NO_PLAN, "there is no plan for the goal")                                                                        \
    X(REQUESTED, "the game said so")                                                                                   \
    X(REPLACED, "a newer plan took its place")                                                                         \
    X(ENDED, "the agent went, or its mind changed")

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
    ploy_goap_reason reason;      ///< of an abort
    uint32_t index;               ///< action or goal
    uint32_t args[PLOY_MAX_ARGS]; ///< objects, one a parameter
} ploy_goap_event;

/// Called in act, on one thread. May do anything but destroy the mind.
typedef void ploy_goap_event_fn(void* user, ploy_agent* agent, const ploy_goap_event* event);

/// How much of what it does a mind puts into the trace: none, basic, everything (a ploy_trace_level).
typedef struct ploy_goap_mind_def
{
    ploy_mind_parts parts;       ///< without keys nothing is sensed; without bindings every action takes its duration
    const ploy_domain* domain;   ///< compiled, nothing unbound, outlives the mind
    ploy_plan_service* planning; ///< on the same domain, outlives the mind; NULL: one of its own
    const uint64_t* disabled;    ///< a bit an action that these agents do not have; NULL: they have all. Copied
    const uint32_t* goals;       ///< that they pursue by themselves; NULL: all without parameters. Copied
    uint32_t goal_count;
    const ploy_action_binding* action_bindings; ///< copied
    uint32_t action_binding_count;
    const ploy_goal_callbacks* goal_callbacks; ///< copied
    uint32_t goal_callback_count;
    bool manual;             ///< plans only after push and replan, never by itself
    int64_t search_interval; ///< microseconds: a busy agent looks for a better goal no more often, and a goal without a
                             ///< plan is tried again after so long though nothing changed. Default half a second
    int64_t interval;        ///< microseconds between two askings of a goal's relevancy while busy, default 0.1 s
    int32_t hysteresis;      ///< thousandths a goal must lead by to interrupt another, default 100
    int64_t settle;     ///< microseconds in which what a step has set is taken to be so though it is not sensed yet:
                        ///< for slow sensors; default 0
    bool replan_all;    ///< replan with all actions at once, instead of first with those of the last plan
    uint32_t max_steps; ///< of a plan that are kept; the rest of a longer one is planned later. Default 16
    ploy_plan_options options;
    ploy_score_fn* score; ///< for PLOY_SEARCH_UTILITY
    void* score_user;
    /// What actions are worth, by options of their names (0: there is none). Of plans of equal cost the one whose first
    /// action is worth max is taken, where the action done last counts `repeat` of its score; PLOY_SEARCH_UTILITY
    /// without a score goes by it. Read by create alone; its parts are those above where it has none. NULL:
    /// ties go to higher precedence
    const ploy_utility_def* utility;
    ploy_trace_level debug; ///< at max this goes into agent->trace, default everything
    ploy_goap_event_fn* event;
    void* event_user;
} ploy_goap_mind_def;

/// PLOY_INVALID: a name that does not exist, a type that does not fit; error (may be NULL) says which.
/// PLOY_OUT_OF_MEMORY. Callbacks of the domain get the agent's ploy_agent as `agent`, on any thread: they read only.
PLOY_API ploy_status ploy_goap_mind_create(const ploy_goap_mind_def* def, ploy_mind** mind, ploy_error* error);

/// What the mind plans with.
PLOY_API const ploy_domain* ploy_goap_domain(const ploy_mind* mind);

// An agent with a GOAP mind. Outside ticks, or in callbacks of act.

/// Pursue this goal, in the agent's list or not, above all others, from its next tick on, until it is finished or
/// aborted or has no plan. Takes the place of one pushed before. PLOY_INVALID: no such goal or object.
PLOY_API ploy_status ploy_goap_push(ploy_agent* agent, uint32_t goal, const uint32_t* args);
/// Give up the goal under way and what was pushed, in its next act. An automatic agent then chooses anew.
PLOY_API void ploy_goap_abort(ploy_agent* agent);
/// Choose and plan in the next tick, whatever the intervals and automatic say.
PLOY_API void ploy_goap_replan(ploy_agent* agent);

/// The goal under way, or PLOY_NONE; its arguments go to args (may be NULL).
PLOY_API uint32_t ploy_goap_goal(const ploy_agent* agent, uint32_t args[PLOY_MAX_ARGS]);
/// The action under way, or PLOY_NONE.
PLOY_API uint32_t ploy_goap_action(const ploy_agent* agent, uint32_t args[PLOY_MAX_ARGS]);
/// Thousandths of the action under way that are done.
PLOY_API uint32_t ploy_goap_progress(ploy_agent* agent);
/// The steps of the plan that are not done, the one under way first; returns how many there are. Their costs are 0.
PLOY_API uint32_t ploy_goap_steps(const ploy_agent* agent, ploy_step* steps, uint32_t capacity);
/// Thousandths, as last asked; 0: not relevant, not asked yet, or not in the agent's list.
PLOY_API int64_t ploy_goap_priority(const ploy_agent* agent, uint32_t goal);
/// The state as the mind last saw it.
PLOY_API const uint64_t* ploy_goap_state(const ploy_agent* agent);

/// How a goal stands: enum name, English.
#define PLOY_GOAL_STATUS_LIST(X)                                                                                       \
    X(UNEVALUATED, "has not come up yet")                                                                              \
    X(IRRELEVANT, "is not relevant")                                                                                   \
    X(MET, "holds already")                                                                                            \
    X(LOWER, "has a lower priority")                                                                                   \
    X(SEARCHING, "waits for its search")                                                                               \
    X(NO_PLAN, "has no plan, and waits for a change")                                                                  \
    X(REFUSED, "was refused by its setup, and waits for a change")                                                     \
    X(PURSUED, "is pursued")

typedef enum ploy_goal_status
{
#define PLOY_GOAL_STATUS_ENUM(NAME, text) PLOY_GOAL_STATUS_##NAME,
    PLOY_GOAL_STATUS_LIST(PLOY_GOAL_STATUS_ENUM)
#undef PLOY_GOAL_STATUS_ENUM
} ploy_goal_status;

PLOY_API const char* ploy_goal_status_text(ploy_goal_status fate);
PLOY_API ploy_goal_status ploy_goap_goal_status(const ploy_agent* agent, uint32_t goal);

#ifdef __cplusplus
}
#endif

#endif
