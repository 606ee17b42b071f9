/// The decision debugger: what an agent decided in a recording and why, why not another action, what it would have
/// decided in another state, which changes would have led to another plan, what changed between two decisions. It needs
/// nothing but the recording: it replays the decision and searches again.
///
///   ploy_debugger_create(&(ploy_debugger_def){.recording = recording}, &debugger, &error);
///   ploy_debug_query query = {.agent = 2, .tick = 600, .why_not = "TakeOre"};
///   ploy_debugger_query(debugger, &query, &answer, &error);
///   puts(answer->text);
///   ploy_debug_answer_destroy(answer);
///
/// Every statement of an answer is the result of a search. Where a limit stopped the search, the answer says so.

#ifndef PLOY_DEBUGGER_H
#define PLOY_DEBUGGER_H

#include <ploy/recording.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ploy_debugger ploy_debugger;

typedef struct ploy_debugger_def
{
    ploy_allocator allocator;
    ploy_recording* recording; ///< required; must outlive the debugger, which moves its reading position
} ploy_debugger_def;

/// Reads the recording's notes about agents and minds. PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_debugger_create(const ploy_debugger_def* def, ploy_debugger** debugger, ploy_error* error);
/// NULL is allowed.
PLOY_API void ploy_debugger_destroy(ploy_debugger* debugger);

/// An agent of the recording. The texts live as long as the debugger.
typedef struct ploy_debugged_agent
{
    uint32_t number;    ///< as in events, from 1
    const char* name;   ///< display name
    const char* mind;   ///< "goap", "bt", "fsm", "fuzzy", "htn", "utility"; "" without one
    const char* domain; ///< that it plans in, or ""
} ploy_debugged_agent;

/// The agents of the recording. One that came back with another name or another mind is listed again.
PLOY_API uint32_t ploy_debugger_agent_count(const ploy_debugger* debugger);
PLOY_API ploy_debugged_agent ploy_debugger_agent(const ploy_debugger* debugger, uint32_t index);
/// The index of an agent by its display name, or by its number in digits; PLOY_NONE.
PLOY_API uint32_t ploy_debugger_find_agent(const ploy_debugger* debugger, const char* name);
/// The domain that an agent plans in at a tick, by the agent's number. Its callbacks return what was recorded for the
/// decision of the last query, and its objects and tables are those that the last query in it was about; before the
/// first one, as they were when the domain was noted. Lives as long as the debugger. PLOY_NOT_FOUND: the agent does not plan; PLOY_INVALID: the recorded
/// domain is damaged; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_debugger_domain(ploy_debugger* debugger, uint32_t agent, uint64_t tick,
                                          const ploy_domain** domain, ploy_error* error);

/// A query about the last decision of an agent at or before a tick. Texts may be NULL.
typedef struct ploy_debug_query
{
    uint32_t agent;      ///< number
    uint64_t tick;       ///< from 0; beyond the end: the last whole tick, so UINT64_MAX is about the last decision
    uint32_t nth;        ///< when there are several decisions in that tick: which, from 1; default 0: the last
    const char* why_not; ///< why this action is not in the plan: "TakeOre", "GoTo(bunker)"
    const char* with;    ///< the decision in a changed state: "ammo = 2, not armed"
    const char* flip;    ///< the smallest changes of the state that put this action into the plan
    uint64_t other_tick; ///< for diff
    bool diff;           ///< what changed since the decision at or before other_tick, and which changes mattered
    bool brief;          ///< without alternatives and reasons
    bool search;         ///< every node of the search and what became of it, every edge it dropped and why
    uint32_t max_set;    ///< flip and diff: changes at a time, default 3
    uint32_t max_sets;   ///< flip: sets of changes to report, default 8
    uint32_t
        max_tries; ///< flip and diff: changed decisions to evaluate, default 20,000; reasons: searches, at most 2,000
    uint32_t max_nodes; ///< per search; default 0: as recorded, at most 2^20
} ploy_debug_query;

typedef struct ploy_debug_answer
{
    const char* text;       ///< lines of English
    const char* json;       ///< one object with the same content
    bool is_same;           ///< the replay gave the recorded plan, or there was nothing to replay
    uint32_t problem_count; ///< of ploy_debugger_find_problems; 0 for a query
} ploy_debug_answer;

/// What the agent does at the end of the tick, and for one that plans its last decision. *answer is NULL unless PLOY_OK.
/// PLOY_NOT_FOUND: no such agent, or the query needs a decision and there is none yet; PLOY_INVALID: the query
/// names something that does not exist, and error suggests what does; PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_debugger_query(ploy_debugger* debugger, const ploy_debug_query* query,
                                         ploy_debug_answer** answer, ploy_error* error);

/// Searches the whole recording for agents that dither (go back and forth between two goals, states, options or
/// activities and finish neither), that are idle, and that wait long for plans or paths. PLOY_OUT_OF_MEMORY.
PLOY_API ploy_status ploy_debugger_find_problems(ploy_debugger* debugger, ploy_debug_answer** answer,
                                                 ploy_error* error);

/// NULL is allowed.
PLOY_API void ploy_debug_answer_destroy(ploy_debug_answer* answer);

#ifdef __cplusplus
}
#endif

#endif
