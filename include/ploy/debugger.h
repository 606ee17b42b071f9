/// Recorded decisions, asked again: what an agent decided and from what, why not something else, what would have been
/// if, what would have had to be different, what changed between two decisions. Needs nothing but the recording.
///
///   ploy_asker_create(recording, NULL, &asker, &error);
///   ploy_question question = ploy_question_default();
///   question.agent = 2, question.tick = 600, question.why_not = "TakeOre";
///   ploy_ask(asker, &question, &answer, &error);
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
    ploy_goap_fate fate;
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
    uint32_t under_way;              ///< the goal there was, or PLOY_NONE
    const ploy_decision_goal* goals; ///< in the order of the agent's list
    uint32_t goal_count;

    bool is_asked;   ///< what follows is known: the search has begun
    uint32_t target; ///< the goal with its arguments, or PLOY_NONE
    uint32_t last;   ///< ground action done before, or PLOY_NONE
    ploy_search search;
    bool no_two_moves;
    uint32_t max_nodes, max_depth, sticky;
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
#define PLOY_NODE_FATE_LIST(X)                                                                                         \
    X(PLAN, "plan", "on the way that became the plan")                                                                 \
    X(CLOSED, "closed", "expanded, and not in the plan")                                                               \
    X(OPEN, "open", "still waiting when the search ended")                                                             \
    X(DEARER, "dearer", "still waiting: any plan by this way costs more than the one found")

/// Why a way was dropped: likewise.
#define PLOY_WAY_FATE_LIST(X)                                                                                          \
    X(DOMINATED, "dominated", "it leads where a way as cheap led before")                                              \
    X(REPLACED, "replaced", "a cheaper way to the same state was found later")                                         \
    X(DEAD_END, "dead-end", "the goal cannot be reached from where it leads")                                          \
    X(UNAVAILABLE, "unavailable", "the action is switched off, or the game said no")                                   \
    X(UNCHANGED, "no-change", "it changes nothing that matters to the goal")                                           \
    X(POINTLESS, "pointless", "it makes the step before it pointless")                                                 \
    X(TWO_MOVES, "two-moves", "two moves may not follow each other")                                                   \
    X(TOO_DEEP, "too-deep", "the plan would have more steps than allowed")

typedef enum ploy_node_fate
{
#define PLOY_NODE_FATE_ENUM(NAME, name, about) PLOY_NODE_##NAME,
    PLOY_NODE_FATE_LIST(PLOY_NODE_FATE_ENUM)
#undef PLOY_NODE_FATE_ENUM
        PLOY_NODE_FATE_COUNT
} ploy_node_fate;

typedef enum ploy_way_fate
{
#define PLOY_WAY_FATE_ENUM(NAME, name, about) PLOY_WAY_##NAME,
    PLOY_WAY_FATE_LIST(PLOY_WAY_FATE_ENUM)
#undef PLOY_WAY_FATE_ENUM
        PLOY_WAY_FATE_COUNT
} ploy_way_fate;

// Asking.

typedef struct ploy_asker ploy_asker;

/// The recording must outlive it. PLOY_INVALID: the recording's notes are damaged. allocator NULL: the default.
PLOY_API ploy_status ploy_asker_create(const ploy_allocator* allocator, ploy_recording* recording, ploy_asker** asker,
                                       ploy_error* error);
/// NULL is allowed.
PLOY_API void ploy_asker_destroy(ploy_asker* asker);

typedef struct ploy_asker_agent
{
    uint32_t number;    ///< as in events, from 1
    const char* name;   ///< for people
    const char* kind;   ///< of its mind: "goap", "tree", …; "" without one
    const char* domain; ///< of its plans, or ""
} ploy_asker_agent;

/// Agents as the recording last noted them.
PLOY_API uint32_t ploy_asker_agent_count(const ploy_asker* asker);
PLOY_API ploy_asker_agent ploy_asker_agent_at(const ploy_asker* asker, uint32_t index);
/// By number or by name; 0: there is none, and error says what would be right.
PLOY_API uint32_t ploy_asker_find_agent(const ploy_asker* asker, const char* text, ploy_error* error);
/// The domain of an agent's plans, with callbacks that answer what was recorded for the decision asked about last.
/// PLOY_NOT_FOUND: it has none. Lives as long as the asker.
PLOY_API ploy_status ploy_asker_domain(ploy_asker* asker, uint32_t agent, const ploy_domain** domain,
                                       ploy_error* error);

/// One decision, and what is asked about it besides what it was. Texts may be NULL: not asked.
typedef struct ploy_question
{
    uint32_t cookie;
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
    uint32_t max_set;   ///< flip and diff: changes at once, at most, default 3
    uint32_t max_sets;  ///< flip: sets reported, at most, default 8
    uint32_t max_tries; ///< flip and diff: changed decisions looked at, at most, default 20,000
} ploy_question;

PLOY_API ploy_question ploy_question_default(void);

typedef struct ploy_answer
{
    const char* text; ///< lines of English
    const char* json; ///< one object, with the same answers as data
    bool is_same;     ///< asked again, the decision came out as it was recorded, or there was no search to ask again
} ploy_answer;

/// PLOY_OK; PLOY_NOT_FOUND: no such agent, or nothing decided yet; PLOY_INVALID: the question names what does not
/// exist; error says what would be right. PLOY_OUT_OF_MEMORY. *answer is NULL unless it is PLOY_OK.
PLOY_API ploy_status ploy_ask(ploy_asker* asker, const ploy_question* question, ploy_answer** answer,
                              ploy_error* error);

/// Agents that flap (go back and forth between two goals, states, options or activities though the world gave them no
/// reason), that stand still though goals are open or for long, and whose searches end without an answer: over the
/// whole recording; docs/asking.md has the rules.
/// PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_ask_problems(ploy_asker* asker, ploy_answer** answer, ploy_error* error);

/// NULL is allowed.
PLOY_API void ploy_answer_destroy(ploy_answer* answer);

#ifdef __cplusplus
}
#endif

#endif
