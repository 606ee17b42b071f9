/// Recorded decisions, asked again: what an agent decided and from what, why not something else, what would have been
/// if, what would have had to be different, what changed between two decisions. Needs nothing but the recording.
///
///   ploy_debugger_create(recording, NULL, &asker, &error);
///   ploy_debug_query question = {0};
///   question.agent = 2, question.tick = 600, question.why_not = "TakeOre";
///   ploy_debugger_query(asker, &question, &answer, &error);
///   answer->text, answer->json
///
/// docs/asking.md shows the answers. Every claim is settled by a search; what a limit left open is said to be open.

#ifndef PLOY_DECISION_H
#define PLOY_DECISION_H

#include <ploy/goap.h>
#include <ploy/recording.h>

#ifdef __cplusplus
extern "C" {
#endif

// Decisions.

/// A goal as it stood.
typedef struct ploy_decision_goal
{
    uint32_t goal;
    int64_t priority; ///< thousandths, as last asked
    ploy_goal_status fate;
    int64_t lead; ///< thousandths it must lead by to interrupt another
} ploy_decision_goal;

/// What the game answered for a ground action.
typedef struct ploy_decision_answer
{
    uint32_t ground; ///< an action with its arguments, as ploy_decision_step has them
    bool is_cost;    ///< else: it said no
    bool is_viable;  ///< no: of its activity, not of its context
    int64_t cost;    ///< thousandths
} ploy_decision_answer;

typedef struct ploy_decision_step
{
    uint32_t ground;
    uint32_t action;
    int64_t cost; ///< thousandths
} ploy_decision_step;

/// What a GOAP mind decided, and all it decided from. What lists point to is the decision's.
typedef struct ploy_decision
{
    uint64_t tick;
    uint32_t agent;
    uint32_t nth;                    ///< of the agent's decisions in that tick, from 1
    uint32_t in_tick;                ///< how many it made in that tick
    uint32_t goal;                   ///< PLOY_NONE: there was nothing to plan for
    uint32_t mode;                   ///< as in the trace
    bool is_pushed;                  ///< the game asked for it
    uint32_t current_goal;           ///< the goal there was, or PLOY_NONE
    const ploy_decision_goal* goals; ///< in the order of the agent's list
    uint32_t goal_count;

    bool is_asked;   ///< what follows is known: the search has begun
    uint32_t target; ///< the goal with its arguments, or PLOY_NONE
    uint32_t last;   ///< ground action done before, or PLOY_NONE
    ploy_plan_options options;
    uint32_t without;          ///< an action that failed and is left out, or PLOY_NONE
    const uint64_t* state;     ///< words
    const uint64_t* off;       ///< a bit an action not to be used in this search
    const uint64_t* agent_off; ///< a bit an action that the agent does not have
    uint32_t state_words, off_words;
    const ploy_decision_answer* answers;
    uint32_t answer_count;

    bool is_answered;   ///< what follows is known
    ploy_status status; ///< FOUND, ALREADY, NOT_FOUND, OUT_OF_NODES, …
    int64_t cost;
    const ploy_decision_step* steps;
    uint32_t step_count;
} ploy_decision;

/// The agent's last decision at or before a tick. PLOY_NOT_FOUND: it has made none; PLOY_OUT_OF_MEMORY. Moves the
/// recording's place. allocator NULL: the default.
PLOY_API ploy_status ploy_decision_read(const ploy_allocator* allocator, ploy_recording* recording, uint32_t agent,
                                        uint64_t tick, ploy_decision** decision);
/// NULL is allowed.
PLOY_API void ploy_decision_destroy(ploy_decision* decision);

// Searches.

/// What became of a node that a search met: enum name, name, what that means.
#define PLOY_NODE_OUTCOME_LIST(X)                                                                                      \
    X(PLAN, "plan", "on the way that became the plan")                                                                 \
    X(CLOSED, "closed", "expanded, and not in the plan")                                                               \
    X(OPEN, "open", "still waiting when the search ended")                                                             \
    X(COSTS_MORE, "dearer", "still waiting: any plan by this way costs more than the one found")

/// Why a way was dropped: likewise.
#define PLOY_EDGE_OUTCOME_LIST(X)                                                                                      \
    X(DOMINATED, "dominated", "it leads where a way as cheap led before")                                              \
    X(REPLACED, "replaced", "a cheaper way to the same state was found later")                                         \
    X(DEAD_END, "dead-end", "the goal cannot be reached from where it leads")                                          \
    X(UNAVAILABLE, "unavailable", "the action is switched off, or the game said no")                                   \
    X(UNCHANGED, "no-change", "it changes nothing that matters to the goal")                                           \
    X(POINTLESS, "pointless", "it makes the step before it pointless")                                                 \
    X(TWO_MOVES, "two-moves", "two moves may not follow each other")                                                   \
    X(TOO_DEEP, "too-deep", "the plan would have more steps than allowed")

typedef enum ploy_node_outcome
{
#define PLOY_NODE_OUTCOME_ENUM(NAME, name, about) PLOY_NODE_##NAME,
    PLOY_NODE_OUTCOME_LIST(PLOY_NODE_OUTCOME_ENUM)
#undef PLOY_NODE_OUTCOME_ENUM
        PLOY_NODE_OUTCOME_COUNT
} ploy_node_outcome;

typedef enum ploy_edge_outcome
{
#define PLOY_EDGE_OUTCOME_ENUM(NAME, name, about) PLOY_WAY_##NAME,
    PLOY_EDGE_OUTCOME_LIST(PLOY_EDGE_OUTCOME_ENUM)
#undef PLOY_EDGE_OUTCOME_ENUM
        PLOY_EDGE_OUTCOME_COUNT
} ploy_edge_outcome;

// Asking.

typedef struct ploy_debugger ploy_debugger;

/// The recording must outlive it. PLOY_INVALID: the recording's notes are damaged. allocator NULL: the default.
PLOY_API ploy_status ploy_debugger_create(const ploy_allocator* allocator, ploy_recording* recording,
                                          ploy_debugger** debugger, ploy_error* error);
/// NULL is allowed.
PLOY_API void ploy_debugger_destroy(ploy_debugger* debugger);

typedef struct ploy_debugged_agent
{
    uint32_t number;    ///< as in events, from 1
    const char* name;   ///< for people
    const char* kind;   ///< of its mind: "goap", "tree", …; "" without one
    const char* domain; ///< of its plans, or ""
} ploy_debugged_agent;

/// Agents as the recording last noted them.
PLOY_API uint32_t ploy_debugger_agent_count(const ploy_debugger* debugger);
PLOY_API ploy_debugged_agent ploy_debugger_agent(const ploy_debugger* debugger, uint32_t index);
/// By number or by name; 0: there is none, and error says what would be right.
PLOY_API uint32_t ploy_debugger_find_agent(const ploy_debugger* debugger, const char* text, ploy_error* error);
/// The domain of an agent's plans, with callbacks that answer what was recorded for the decision asked about last.
/// PLOY_NOT_FOUND: it has none. Lives as long as the asker.
PLOY_API ploy_status ploy_debugger_domain(ploy_debugger* debugger, uint32_t agent, const ploy_domain** domain,
                                          ploy_error* error);

/// One decision, and what is asked about it besides what it was. Texts may be NULL: not asked.
typedef struct ploy_debug_query
{
    uint32_t agent; ///< number
    uint64_t tick;
    uint32_t nth;        ///< of several decisions in its tick, from 1; default 0: the last
    const char* why_not; ///< "TakeOre", "GoTo(bunker)"
    const char* with;    ///< "ammo = 2, not armed"
    const char* flip;    ///< an action that the plan is to contain
    uint64_t other_tick; ///< diff: the decision at or before this tick
    bool diff;
    bool brief;         ///< without alternatives and why
    bool search;        ///< every node of its search, made again: what became of it, and why ways were dropped
    uint32_t max_set;   ///< flip and diff: changes at once, at max, default 3
    uint32_t max_sets;  ///< flip: sets reported, at max, default 8
    uint32_t max_tries; ///< flip and diff: changed decisions looked at, at max, default 20,000
} ploy_debug_query;

typedef struct ploy_debug_answer
{
    const char* text; ///< lines of English
    const char* json; ///< one object, with the same answers as data
    bool is_same;     ///< asked again, the decision came out as it was recorded, or there was no search to ask again
} ploy_debug_answer;

/// PLOY_OK; PLOY_NOT_FOUND: no such agent, or nothing decided yet; PLOY_INVALID: the question names what does not
/// exist; error says what would be right. PLOY_OUT_OF_MEMORY. *answer is NULL unless it is PLOY_OK.
PLOY_API ploy_status ploy_debugger_query(ploy_debugger* debugger, const ploy_debug_query* question,
                                         ploy_debug_answer** answer, ploy_error* error);

/// Agents that flap (go back and forth between two goals, states, options or activities though the world gave them no
/// reason), that stand still though goals are open or for long, and whose searches end without an answer: over the
/// whole recording; docs/asking.md has the rules.
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_debugger_find_problems(ploy_debugger* debugger, ploy_debug_answer** answer,
                                                 ploy_error* error);

/// NULL is allowed.
PLOY_API void ploy_debug_answer_destroy(ploy_debug_answer* answer);

#ifdef __cplusplus
}
#endif

#endif
