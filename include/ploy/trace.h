// The trace: what the library says about its own work, as small events of fixed size.

#ifndef PLOY_TRACE_H
#define PLOY_TRACE_H

#include <ploy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How much a sink wants to hear.
typedef enum ploy_trace_level
{
    PLOY_TRACE_DEFAULT, ///< everything, for agents and minds; basic, for recorders
    PLOY_TRACE_NONE,
    PLOY_TRACE_BASIC,      ///< a few events a decision
    PLOY_TRACE_EVERYTHING, ///< events a search node, and what a tick took
} ploy_trace_level;

/// Every event: enum name, name on the wire, level, number of arguments, their names ("" where there is none).
/// Costs and beliefs are thousandths; status is a ploy_status; fact is generation << 32 | index1 of its id; reason is a
/// ploy_forget_reason, of an aborted action one of the bindings; squad is generation << 32 | index1 of its id; kinds,
/// ends, roles and states are those of <ploy/squad.h>. An option scores in thousandths, -1: it is out of the question;
/// running is the option that was, plus one. part numbers the considerations of a utility; what it read, in
/// thousandths, and what that comes to. A fuzzy machine's variables and weights are thousandths. from, to and why of a
/// machine are those of <ploy/fsm.h>; why of a goal or an action is a ploy_goap_reason; mode is 0: planned with the
/// actions of the last plan alone, 1: without the one that failed, 2: with all; ground numbers an action with its
/// arguments. pushed: the game asked for it; under-way is the goal there was, plus one. What a mind decides from comes
/// before its search, for <ploy/debugger.h> to ask again: decision-goal has the goals as they stand (index of the goal,
/// fate a ploy_goal_status, lead what it must lead by to interrupt another) and goal-chosen after them (goal 2^32 - 1:
/// nothing to do, told once until that changes); then decision-begun has the goal with its arguments (2^32 - 1: none),
/// the ground action done before plus one, the ploy_search; limits as in ploy_plan_query, without an action that failed plus
/// one; state the words of the state; off a bit an action not to be used in this search, and not to be used by this
/// agent at all; no and cost what callbacks answered for a ground action: no by its context, or (viable 1) by its
/// activity, and costs of "call:". An activity's outcome is a ploy_outcome, its why a reason of the bindings; a tree's
/// node is now a ploy_outcome, skipped (3) or halted (4). request numbers those of a path service, from 1; why it was
/// dropped is a ploy_path_drop.
#define PLOY_TRACE_LIST(X)                                                                                             \
    X(SEARCH_BEGUN, "search-begun", BASIC, 2, "search", "start", "", "")                                               \
    X(NODE_REACHED, "node-reached", EVERYTHING, 4, "node", "parent", "label", "g")                                     \
    X(NODE_EXPANDED, "node-expanded", EVERYTHING, 3, "node", "g", "h", "")                                             \
    X(SEARCH_ENDED, "search-ended", BASIC, 4, "status", "cost", "expanded", "generated")                               \
    X(PLAN_REQUESTED, "plan-requested", BASIC, 1, "goal", "", "", "")                                                  \
    X(PLAN_FOUND, "plan-found", BASIC, 3, "goal", "cost", "steps", "")                                                 \
    X(PLAN_STEP, "plan-step", BASIC, 4, "index", "action", "cost", "ground")                                           \
    X(PLAN_FAILED, "plan-failed", BASIC, 2, "goal", "status", "", "")                                                  \
    X(GOAL_EVALUATED, "goal-evaluated", EVERYTHING, 2, "goal", "priority", "", "")                                     \
    X(GOAL_CHOSEN, "goal-chosen", BASIC, 4, "goal", "mode", "pushed", "current")                                       \
    X(DECISION_GOAL, "decision-goal", BASIC, 4, "index", "priority", "status", "lead")                                 \
    X(DECISION_BEGUN, "decision-begun", BASIC, 4, "target", "last", "search", "no-two-moves")                          \
    X(DECISION_LIMITS, "decision-limits", BASIC, 4, "max-nodes", "max-depth", "repeat-cost", "without")                \
    X(DECISION_STATE, "decision-state", BASIC, 2, "index", "word", "", "")                                             \
    X(DECISION_OFF, "decision-off", BASIC, 3, "index", "word", "agent", "")                                            \
    X(DECISION_NO, "decision-no", BASIC, 2, "index", "viable", "", "")                                                 \
    X(DECISION_COST, "decision-cost", BASIC, 2, "index", "cost", "", "")                                               \
    X(GOAL_STARTED, "goal-started", BASIC, 2, "goal", "priority", "", "")                                              \
    X(GOAL_FINISHED, "goal-finished", BASIC, 1, "goal", "", "", "")                                                    \
    X(GOAL_ABORTED, "goal-aborted", BASIC, 2, "goal", "why", "", "")                                                   \
    X(ACTION_STARTED, "action-started", BASIC, 3, "action", "ground", "goal", "")                                      \
    X(ACTION_FINISHED, "action-finished", BASIC, 2, "action", "ground", "", "")                                        \
    X(ACTION_ABORTED, "action-aborted", BASIC, 4, "action", "ground", "why", "reason")                                 \
    X(PLAN_REPAIRED, "plan-repaired", BASIC, 2, "goal", "steps", "", "")                                               \
    X(UTILITY_SCORED, "utility-scored", EVERYTHING, 3, "option", "score", "counts", "")                                \
    X(CONSIDERATION_READ, "consideration-read", EVERYTHING, 3, "part", "value", "result", "")                          \
    X(UTILITY_CHOSEN, "utility-chosen", BASIC, 3, "option", "score", "running", "")                                    \
    X(STATE_CHANGED, "state-changed", BASIC, 3, "from", "to", "why", "")                                               \
    X(VARIABLE_READ, "variable-read", EVERYTHING, 2, "variable", "value", "", "")                                      \
    X(STATE_WEIGHED, "state-weighed", EVERYTHING, 2, "state", "weight", "", "")                                        \
    X(BLACKBOARD_WRITTEN, "blackboard-written", BASIC, 4, "scope", "key", "value", "set")                              \
    X(FACT_ADDED, "fact-added", BASIC, 4, "fact", "type", "belief", "source")                                          \
    X(FACT_REFRESHED, "fact-refreshed", EVERYTHING, 4, "fact", "type", "belief", "source")                             \
    X(FACT_FORGOTTEN, "fact-forgotten", BASIC, 4, "fact", "type", "belief", "reason")                                  \
    X(AGENT_ENLISTED, "agent-enlisted", BASIC, 1, "pool", "", "", "")                                                  \
    X(SQUAD_JOINED, "squad-joined", BASIC, 2, "squad", "members", "", "")                                              \
    X(SQUAD_LEFT, "squad-left", BASIC, 2, "squad", "members", "", "")                                                  \
    X(SQUAD_TASK_BEGUN, "squad-task-begun", BASIC, 4, "squad", "task", "kind", "members")                              \
    X(SQUAD_TASK_PHASE, "squad-task-phase", BASIC, 3, "squad", "task", "phase", "")                                    \
    X(SQUAD_TASK_ENDED, "squad-task-ended", BASIC, 4, "squad", "task", "end", "members")                               \
    X(SQUAD_ROLE_GIVEN, "squad-role-given", BASIC, 4, "squad", "task", "role", "slot")                                 \
    X(ORDER_GIVEN, "order-given", BASIC, 4, "order", "kind", "place", "target")                                        \
    X(ORDER_ENDED, "order-ended", BASIC, 3, "order", "kind", "state", "")                                              \
    X(PATH_REQUESTED, "path-requested", BASIC, 4, "request", "from", "to", "priority")                                 \
    X(PATH_ANSWERED, "path-answered", BASIC, 4, "request", "status", "cost", "expanded")                               \
    X(PATH_DROPPED, "path-dropped", BASIC, 2, "request", "why", "", "")                                                \
    X(TICK_BEGUN, "tick-begun", BASIC, 2, "tick", "now", "", "")                                                       \
    X(TICK_ENDED, "tick-ended", EVERYTHING, 3, "nodes", "sensor-updates", "late", "")                                  \
    X(AGENT_CREATED, "agent-created", BASIC, 1, "generation", "", "", "")                                              \
    X(AGENT_GONE, "agent-gone", BASIC, 1, "generation", "", "", "")                                                    \
    X(MIND_GIVEN, "mind-given", BASIC, 1, "is-one", "", "", "")                                                        \
    X(SENSED, "sensed", EVERYTHING, 1, "sensor", "", "", "")                                                           \
    X(ACTIVITY_STARTED, "activity-started", BASIC, 1, "activity", "", "", "")                                          \
    X(ACTIVITY_ENDED, "activity-ended", BASIC, 3, "activity", "outcome", "why", "")                                    \
    X(ACTIVITY_HALTED, "activity-halted", BASIC, 1, "activity", "", "", "")                                            \
    X(BT_NODE, "bt-node", EVERYTHING, 2, "node", "now", "", "")

typedef enum ploy_trace_kind
{
#define PLOY_TRACE_ENUM(NAME, wire, level, count, a, b, c, d) PLOY_TRACE_##NAME,
    PLOY_TRACE_LIST(PLOY_TRACE_ENUM)
#undef PLOY_TRACE_ENUM
        PLOY_TRACE_KIND_COUNT
} ploy_trace_kind;

typedef struct ploy_trace_event
{
    uint32_t kind;    ///< a ploy_trace_kind
    uint32_t agent;   ///< index plus one; 0: no agent
    uint64_t args[4]; ///< those beyond the kind's count are 0
} ploy_trace_event;

/// Where events go. Zeroed: nowhere, at the price of one branch an event.
typedef struct ploy_trace
{
    /// The event lives only during the call. Called on the thread that does the work.
    void (*emit)(void* user, const ploy_trace_event* event);
    void* user;
    ploy_trace_level level;
} ploy_trace;

/// "unknown" for a kind that is not in the list.
PLOY_API const char* ploy_trace_name(uint32_t kind);

/// PLOY_TRACE_NONE for a kind that is not in the list.
PLOY_API ploy_trace_level ploy_trace_level_of(uint32_t kind);

/// 0 .. 4.
PLOY_API uint32_t ploy_trace_arg_count(uint32_t kind);

/// "" when the kind has no such argument.
PLOY_API const char* ploy_trace_arg_name(uint32_t kind, uint32_t arg);

/// A sink that keeps the last events in a buffer of the caller's.
typedef struct ploy_trace_ring
{
    ploy_trace_event* events;
    uint32_t capacity;
    uint64_t emitted; ///< all that ever came, kept or not
} ploy_trace_ring;

/// capacity must not be 0; events and the ring must outlive the sink.
PLOY_API ploy_trace ploy_trace_ring_sink(ploy_trace_ring* ring, ploy_trace_level level);

/// How many events are kept.
PLOY_API uint32_t ploy_trace_ring_count(const ploy_trace_ring* ring);

/// The kept event at index, oldest first.
PLOY_API const ploy_trace_event* ploy_trace_ring_at(const ploy_trace_ring* ring, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
