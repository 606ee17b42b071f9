/// The trace: what the library reports about its own work, as small events of fixed size.

#ifndef PLOY_TRACE_H
#define PLOY_TRACE_H

#include <ploy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Which events a sink gets.
typedef enum ploy_trace_level
{
    PLOY_TRACE_DEFAULT, ///< of agents and minds: everything; of recorders: basic
    PLOY_TRACE_NONE,
    PLOY_TRACE_BASIC,      ///< a few events per decision; see also ploy_trace.wants_values
    PLOY_TRACE_EVERYTHING, ///< events per search node, and what each tick took
} ploy_trace_level;

/// Every event: enum name, identifier, level, number of arguments, their names ("" where there is none). The line above
/// says what the arguments mean. Costs, priorities, scores, values, weights and beliefs are fixed point (1/1000). A
/// ground action is an action with its arguments.
#define PLOY_TRACE_LIST(X)                                                                                             \
    /* search: a ploy_search; start: always 0 */                                                                       \
    X(SEARCH_BEGUN, "search-begun", BASIC, 2, "search", "start", "", "")                                               \
    /* a path to node through parent, with the edge label, that costs g */                                             \
    X(NODE_REACHED, "node-reached", EVERYTHING, 4, "node", "parent", "label", "g")                                     \
    /* node, its cost g from the start, its estimate h to the goal */                                                  \
    X(NODE_EXPANDED, "node-expanded", EVERYTHING, 3, "node", "g", "h", "")                                             \
    /* status: a ploy_status; cost of the plan; numbers of nodes */                                                    \
    X(SEARCH_ENDED, "search-ended", BASIC, 4, "status", "cost", "expanded", "generated")                               \
    /* goal: index of the goal, of an htn the index of the task */                                                     \
    X(PLAN_REQUESTED, "plan-requested", BASIC, 1, "goal", "", "", "")                                                  \
    /* goal: as above; cost of the plan; number of steps. Of a search that has not ended: a better plan, for an agent */ \
    /* that acts early; the search goes on */                                                                          \
    X(PLAN_FOUND, "plan-found", BASIC, 3, "goal", "cost", "steps", "")                                                 \
    /* index of the step, index of its action, its cost, its ground action */                                          \
    X(PLAN_STEP, "plan-step", BASIC, 4, "index", "action", "cost", "ground")                                           \
    /* goal: as above; status: a ploy_status */                                                                        \
    X(PLAN_FAILED, "plan-failed", BASIC, 2, "goal", "status", "", "")                                                  \
    /* index of the goal, its priority */                                                                              \
    X(GOAL_EVALUATED, "goal-evaluated", EVERYTHING, 2, "goal", "priority", "", "")                                     \
    /* goal: 2^32 - 1: nothing to do, traced once until that changes, as is a goal that is held; mode: planned 0: */   \
    /* with the actions of the last plan only, 1: without the action that failed, 2: with all, 3: only the rest of */  \
    /* the plan, after the running step; pushed: 1: the game requested it; current: the goal before plus one, 0: none */ \
    X(GOAL_CHOSEN, "goal-chosen", BASIC, 4, "goal", "mode", "pushed", "current")                                       \
    /* one per goal, before goal-chosen: index of the goal, status: a ploy_goal_status, lead: by how much it */        \
    /* must lead to interrupt another */                                                                               \
    X(DECISION_GOAL, "decision-goal", BASIC, 4, "index", "priority", "status", "lead")                                 \
    /* target: the goal with its arguments, 2^32 - 1: none; last: ground action done before plus one; search: a */     \
    /* ploy_search; no-two-moves: 0 or 1. What a decision depends on precedes its search, so that */                   \
    /* <ploy/debugger.h> can repeat it */                                                                              \
    X(DECISION_BEGUN, "decision-begun", BASIC, 4, "target", "last", "search", "no-two-moves")                          \
    /* as in ploy_plan_options; without: the action that failed plus one */                                            \
    X(DECISION_LIMITS, "decision-limits", BASIC, 4, "max-nodes", "max-depth", "repeat-cost", "without")                \
    /* one word of the packed state */                                                                                 \
    X(DECISION_STATE, "decision-state", BASIC, 2, "index", "word", "", "")                                             \
    /* one bit per action: word: not used in this search; agent: not used by this agent at all */                      \
    X(DECISION_OFF, "decision-off", BASIC, 3, "index", "word", "agent", "")                                            \
    /* a ground action that a callback refused; viable 0: its context, 1: its activity */                              \
    X(DECISION_NO, "decision-no", BASIC, 2, "index", "viable", "", "")                                                 \
    /* the cost that "call:" gave for a ground action */                                                               \
    X(DECISION_COST, "decision-cost", BASIC, 2, "index", "cost", "", "")                                               \
    /* index of the goal, its priority */                                                                              \
    X(GOAL_STARTED, "goal-started", BASIC, 2, "goal", "priority", "", "")                                              \
    /* index of the goal */                                                                                            \
    X(GOAL_FINISHED, "goal-finished", BASIC, 1, "goal", "", "", "")                                                    \
    /* why: a ploy_goap_reason */                                                                                      \
    X(GOAL_ABORTED, "goal-aborted", BASIC, 2, "goal", "why", "", "")                                                   \
    /* index of the goal */                                                                                            \
    X(GOAL_HELD, "goal-held", BASIC, 1, "goal", "", "", "")                                                            \
    /* index of the action, its ground action, index of the goal */                                                    \
    X(ACTION_STARTED, "action-started", BASIC, 3, "action", "ground", "goal", "")                                      \
    /* as above */                                                                                                     \
    X(ACTION_FINISHED, "action-finished", BASIC, 2, "action", "ground", "", "")                                        \
    /* why: a ploy_goap_reason; reason: a reason of the bindings */                                                    \
    X(ACTION_ABORTED, "action-aborted", BASIC, 4, "action", "ground", "why", "reason")                                 \
    /* index of the goal, number of steps */                                                                           \
    X(PLAN_REPAIRED, "plan-repaired", BASIC, 2, "goal", "steps", "", "")                                               \
    /* score: -1: ruled out; counts: the score with commitment and repeat penalty */                                   \
    X(UTILITY_SCORED, "utility-scored", BASIC, 3, "option", "score", "counts", "")                                     \
    /* part: number of the consideration; its input and its output */                                                  \
    X(CONSIDERATION_READ, "consideration-read", BASIC, 3, "part", "value", "result", "")                               \
    /* running: the option before plus one, 0: none */                                                                 \
    X(UTILITY_CHOSEN, "utility-chosen", BASIC, 3, "option", "score", "running", "")                                    \
    /* of an fsm as in <ploy/fsm.h>; of a fuzzy fsm why is the weight; 2^32 - 1: none */                               \
    X(STATE_CHANGED, "state-changed", BASIC, 3, "from", "to", "why", "")                                               \
    /* of a fuzzy fsm: index of the variable, its value */                                                             \
    X(VARIABLE_READ, "variable-read", BASIC, 2, "variable", "value", "", "")                                           \
    /* of a fuzzy fsm: index of the state, its weight */                                                               \
    X(STATE_WEIGHED, "state-weighed", BASIC, 2, "state", "weight", "", "")                                             \
    /* board: scope of the blackboard; of one that no agent has also its number, from 1, times 256; index of the */    \
    /* key, value (of a string or struct: bytes of its text), 0: unset */                                              \
    X(BLACKBOARD_WRITTEN, "blackboard-written", BASIC, 4, "board", "key", "value", "set")                              \
    /* fact: generation << 32 | index1 of its id; type: index of its fact type */                                      \
    X(FACT_ADDED, "fact-added", BASIC, 4, "fact", "type", "belief", "source")                                          \
    /* as above */                                                                                                     \
    X(FACT_REFRESHED, "fact-refreshed", EVERYTHING, 4, "fact", "type", "belief", "source")                             \
    /* attribute: its index; after fact-added each that is set (at level basic: that identifies), after */             \
    /* fact-refreshed each that has changed */                                                                         \
    X(FACT_VALUE, "fact-value", BASIC, 4, "fact", "type", "attribute", "value")                                        \
    /* as above; reason: a ploy_forget_reason */                                                                       \
    X(FACT_FORGOTTEN, "fact-forgotten", BASIC, 4, "fact", "type", "belief", "reason")                                  \
    /* pool: agents that wait for a squad */                                                                           \
    X(AGENT_ENLISTED, "agent-enlisted", BASIC, 1, "pool", "", "", "")                                                  \
    /* squad: generation << 32 | index1 of its id; members: how many it has now */                                     \
    X(SQUAD_JOINED, "squad-joined", BASIC, 2, "squad", "members", "", "")                                              \
    /* as above */                                                                                                     \
    X(SQUAD_LEFT, "squad-left", BASIC, 2, "squad", "members", "", "")                                                  \
    /* task: its number; kind: a ploy_squad_task_kind */                                                               \
    X(SQUAD_TASK_BEGUN, "squad-task-begun", BASIC, 4, "squad", "task", "kind", "members")                              \
    /* phase: from 0 */                                                                                                \
    X(SQUAD_TASK_PHASE, "squad-task-phase", BASIC, 3, "squad", "task", "phase", "")                                    \
    /* end: a ploy_squad_task_end */                                                                                   \
    X(SQUAD_TASK_ENDED, "squad-task-ended", BASIC, 4, "squad", "task", "end", "members")                               \
    /* role: a ploy_role; slot: number of the slot */                                                                  \
    X(SQUAD_ROLE_GIVEN, "squad-role-given", BASIC, 4, "squad", "task", "role", "slot")                                 \
    /* order: its number; kind: a ploy_order_kind; place, target: of the game */                                       \
    X(ORDER_GIVEN, "order-given", BASIC, 4, "order", "kind", "place", "target")                                        \
    /* state: a ploy_order_state */                                                                                    \
    X(ORDER_ENDED, "order-ended", BASIC, 3, "order", "kind", "state", "")                                              \
    /* request: its number, from 1; from, to: nodes */                                                                 \
    X(PATH_REQUESTED, "path-requested", BASIC, 4, "request", "from", "to", "priority")                                 \
    /* status: a ploy_status; expanded: number of nodes */                                                             \
    X(PATH_ANSWERED, "path-answered", BASIC, 4, "request", "status", "cost", "expanded")                               \
    /* why: a ploy_path_drop */                                                                                        \
    X(PATH_DROPPED, "path-dropped", BASIC, 2, "request", "why", "", "")                                                \
    /* tick: its number, from 0; now: microseconds */                                                                  \
    X(TICK_BEGUN, "tick-begun", BASIC, 2, "tick", "now", "", "")                                                       \
    /* search nodes, sensor updates, and sensor updates that had to wait */                                            \
    X(TICK_ENDED, "tick-ended", EVERYTHING, 3, "nodes", "sensor-updates", "late", "")                                  \
    /* generation of its id */                                                                                         \
    X(AGENT_CREATED, "agent-created", BASIC, 1, "generation", "", "", "")                                              \
    /* generation of its id */                                                                                         \
    X(AGENT_GONE, "agent-gone", BASIC, 1, "generation", "", "", "")                                                    \
    /* is-one: 0: the agent has no mind now; keeps: 1: hot reload: a new version continues what the old one did */     \
    X(MIND_GIVEN, "mind-given", BASIC, 2, "is-one", "keeps", "", "")                                                   \
    /* index of the sensor */                                                                                          \
    X(SENSED, "sensed", EVERYTHING, 1, "sensor", "", "", "")                                                           \
    /* index of the activity */                                                                                        \
    X(ACTIVITY_STARTED, "activity-started", BASIC, 1, "activity", "", "", "")                                          \
    /* outcome: a ploy_outcome; why: a reason of the bindings */                                                       \
    X(ACTIVITY_ENDED, "activity-ended", BASIC, 3, "activity", "outcome", "why", "")                                    \
    /* index of the activity */                                                                                        \
    X(ACTIVITY_HALTED, "activity-halted", BASIC, 1, "activity", "", "", "")                                            \
    /* node: its number; now: a ploy_outcome, 3: skipped, 4: halted */                                                 \
    X(BT_NODE, "bt-node", BASIC, 2, "node", "now", "", "")                                                             \
    /* before blackboard-written: its text from byte at on, 6 bytes each, the first lowest; at most 972 bytes */       \
    X(BLACKBOARD_TEXT, "blackboard-text", BASIC, 4, "at", "first", "second", "third")                                  \
    /* before command: its text, in parts likewise, the whole of it */                                                 \
    X(COMMAND_TEXT, "command-text", BASIC, 4, "at", "first", "second", "third")                                        \
    /* <ploy/remote.h> changed the world before this tick; bytes of the command's text */                              \
    X(COMMAND, "command", BASIC, 1, "bytes", "", "", "")                                                               \
    /* the plan that was found is followed from now on; first: ground action of its first step, which is the action */ \
    /* that runs already if the search left it out; method: of a task network, that of its task plus one */            \
    X(PLAN_TAKEN, "plan-taken", BASIC, 4, "goal", "steps", "first", "method")                                          \
    /* of an agent when it is created, and when its blackboard gets another parent; of other blackboards once */       \
    X(BLACKBOARD_PARENT, "blackboard-parent", BASIC, 2, "board", "parent", "", "")                                     \
    /* only in recordings, before the first decision that depends on it: domain: number of its note; index of the */   \
    /* type, index of the object that planners know from now on */                                                     \
    X(OBJECT_SPAWNED, "object-spawned", BASIC, 3, "domain", "type", "object", "")                                      \
    /* likewise: an object that planners no longer know */                                                             \
    X(OBJECT_DESPAWNED, "object-despawned", BASIC, 3, "domain", "type", "object", "")                                  \
    /* likewise: index of the table, of the cell (the last object fastest), its value */                               \
    X(TABLE_CELL, "table-cell", BASIC, 4, "domain", "table", "cell", "value")                                          \
    /* likewise: by how much detours in a table of distances may be shorter, as planners believe */                    \
    X(TABLE_DETOUR, "table-detour", BASIC, 3, "domain", "table", "detour", "")

typedef enum ploy_trace_kind
{
#define PLOY_TRACE_ENUM(NAME, identifier, level, count, a, b, c, d) PLOY_TRACE_##NAME,
    PLOY_TRACE_LIST(PLOY_TRACE_ENUM)
#undef PLOY_TRACE_ENUM
        PLOY_TRACE_KIND_COUNT
} ploy_trace_kind;

typedef struct ploy_trace_event
{
    uint32_t kind;    ///< a ploy_trace_kind
    uint32_t agent;   ///< index plus one; 0: no agent
    uint64_t args[4]; ///< those beyond the number of arguments are 0
} ploy_trace_event;

/// A sink: where events go. Zeroed: nowhere, which costs one branch per event.
typedef struct ploy_trace
{
    /// Called on the thread that does the work. The event is valid only during the call.
    void (*emit)(void* user, const ploy_trace_event* event);
    void* user;
    ploy_trace_level level;
    /// With level basic, which is what recorders do: also what holds until it changes and is known again in each tick:
    /// bt-node, utility-scored, consideration-read, state-weighed, variable-read. Level everything has it in any case.
    bool wants_values;
} ploy_trace;

/// The identifier of an event, e.g. "goal-chosen"; "unknown" for a number that is no ploy_trace_kind.
PLOY_API const char* ploy_trace_name(uint32_t kind);

/// The level of an event; PLOY_TRACE_NONE for a number that is no ploy_trace_kind.
PLOY_API ploy_trace_level ploy_trace_level_of(uint32_t kind);

/// How many arguments an event has, 0 .. 4.
PLOY_API uint32_t ploy_trace_arg_count(uint32_t kind);

/// The name of an argument; "" when the event has no such argument.
PLOY_API const char* ploy_trace_arg_name(uint32_t kind, uint32_t arg);

/// A sink that keeps the last events in a buffer of the caller.
typedef struct ploy_trace_ring
{
    ploy_trace_event* events;
    uint32_t capacity; ///< at least 1
    uint64_t emitted;  ///< all events so far, kept or not
} ploy_trace_ring;

/// The ring and its events must outlive the sink.
PLOY_API ploy_trace ploy_trace_ring_sink(ploy_trace_ring* ring, ploy_trace_level level);

/// How many events the ring holds.
PLOY_API uint32_t ploy_trace_ring_count(const ploy_trace_ring* ring);

/// The event at an index, oldest first. Valid until the next event.
PLOY_API const ploy_trace_event* ploy_trace_ring_at(const ploy_trace_ring* ring, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
