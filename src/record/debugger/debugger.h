// The inside of the decision debugger. One query is a pl_debug_run: it reads the decision, makes a scene of it
// (decision_replay.h), and each part of the answer is written by its own file, into a text and into JSON at once:
//
//   decision_report.c   what was decided, from what, and the plans for the other goals
//   decision_why.c      why this plan, why no plan, why not an action
//   decision_flip.c     the smallest changes that put an action into the plan
//   decision_diff.c     what changed between two decisions, and what of it mattered
//   decision_search.c   every node of the search
//   agent_report.c      what an agent that does not plan was doing
//   tree_report.c       the running nodes of a behavior tree, the task of a task network
//   now_report.c        what any agent was doing at the end of the tick
//   problems.c          agents that dither, are idle or wait, in the whole recording

#ifndef PL_RECORD_DEBUGGER_DEBUGGER_H
#define PL_RECORD_DEBUGGER_DEBUGGER_H

#include <ploy/explain.h>

#include "record/debugger/agent_log.h"
#include "record/debugger/decision.h"
#include "record/debugger/decision_replay.h"
#include "record/debugger/recorded_domain.h"
#include "record/json_text.h"

typedef struct pl_debugger_mind
{
    uint32_t number;      ///< in the recording's notes
    char* type;           ///< "goap", "bt", …
    uint32_t domain_note; ///< number of the mind whose note has its domain, or PLOY_NONE
    char* domain;         ///< "": none
    bool plans;           ///< it makes decisions of a GOAP mind
} pl_debugger_mind;

/// An agent from a tick on: since it was created, or has had this mind.
typedef struct pl_debugger_agent
{
    uint32_t number;
    uint32_t generation;
    uint64_t since; ///< tick
    uint32_t mind;  ///< index, or PLOY_NONE
    char* name;
} pl_debugger_agent;

struct ploy_debugger
{
    ploy_allocator allocator;
    ploy_recording* recording;
    pl_event_kinds kinds;
    uint64_t last_tick; ///< that queries are about
    pl_arena texts;     ///< of minds and agents
    PL_ARRAY(pl_debugger_mind) minds;
    PL_ARRAY(pl_debugger_agent) lives;    ///< of an agent in order of time
    PL_ARRAY(uint32_t) agents;            ///< lives without those that look like an earlier one of the agent
    PL_ARRAY(pl_recorded_domain) domains; ///< made when first needed
    pl_agent_log* log;                    ///< of the last query
    pl_arena scratch;                     ///< of one query
};

/// One query while its answer is written.
typedef struct pl_debug_run
{
    ploy_debugger* debugger;
    const ploy_debug_query* query;
    ploy_error* error;
    const pl_debugger_agent* agent;
    const pl_agent_log* log; ///< what it does at the end of the tick
    const pl_decision* decision;
    pl_replay* replay;
    pl_scene* scene;
    pl_text text;
    pl_text json;
    uint32_t action; ///< that why_not or flip names
    uint32_t action_args[PLOY_MAX_ARGS];
    bool has_args; ///< false: any arguments match
    bool is_same;
    bool is_limited; ///< the replay ran out of nodes
    uint32_t problem_count;
} pl_debug_run;

/// The agent as it was at a tick; before its first one, as it was then. NULL: there is none of that number.
const pl_debugger_agent* pl_debugger_agent_at(const ploy_debugger* debugger, uint32_t number, uint64_t tick);
/// The last tick that queries are about: later ones are answered as this one.
uint64_t pl_debugger_last_tick(const ploy_debugger* debugger);
/// NULL: it has none.
const pl_debugger_mind* pl_debugger_mind_of(const ploy_debugger* debugger, const pl_debugger_agent* agent);
/// The replay of a mind's domain, as the last query left it. PLOY_NOT_FOUND: the recording does not hold it; PLOY_INVALID;
/// PLOY_OUT_OF_MEMORY.
ploy_status pl_debugger_replay(ploy_debugger* debugger, const pl_debugger_mind* mind, pl_replay** replay,
                               ploy_error* error);
/// The same, with the domain that the agent decided in. Moves the recording's reading position.
ploy_status pl_debugger_replay_of(ploy_debugger* debugger, const pl_decision* decision, pl_replay** replay,
                                  ploy_error* error);
/// The domain of the mind, or in the note, with a number; NULL: it has none, or it cannot be read.
const ploy_domain* pl_debugger_mind_domain(ploy_debugger* debugger, uint32_t number);

/// Parses "GoTo(bunker)" into action and action_args. PLOY_INVALID: error suggests a name.
ploy_status pl_debug_run_parse_action(pl_debug_run* run, const char* text);
/// Is this step the action that was parsed?
bool pl_debug_run_matches(const pl_debug_run* run, const ploy_step* step);

/// Makes the answer if status is PLOY_OK. Takes the texts in either case.
ploy_status pl_debug_run_finish(pl_debug_run* run, ploy_status status, ploy_debug_answer** answer);

/// Members of the open JSON object: "damaged" and "closed", as in ploy_recording_info.
void pl_debug_run_report_recording(pl_debug_run* run);

// Pieces of text, decision_report.c.

const char* pl_print_goal(const pl_debug_run* run, uint32_t goal, char* text, size_t size);
const char* pl_print_step(const ploy_domain* domain, const ploy_step* step, char* text, size_t size);
/// "TakeOre, GoToSmelter and FillSmelter".
void pl_add_steps(pl_text* text, const ploy_domain* domain, const ploy_step* steps, uint32_t count);
/// "ammo = 2"; booleans as "armed" and "not armed".
void pl_add_variable(pl_text* text, const ploy_domain* domain, uint32_t variable, int64_t value);
void pl_json_steps(pl_text* json, const ploy_domain* domain, const ploy_step* steps, uint32_t count);
/// A clause: "choose Eat and plan Cook and Serve (cost 3)", "keep Eat", "do nothing".
void pl_add_choice(pl_debug_run* run, const pl_scene_choice* choice);
/// The same as members of the open JSON object.
void pl_json_choice(pl_debug_run* run, const pl_scene_choice* choice);

// Parts of an answer.

ploy_status pl_report_decision(pl_debug_run* run);
ploy_status pl_report_with(pl_debug_run* run);
ploy_status pl_report_why_not(pl_debug_run* run);
/// Why this plan, or why there is none.
ploy_status pl_report_why(pl_debug_run* run, uint32_t goal);
ploy_status pl_report_flip(pl_debug_run* run);
ploy_status pl_report_diff(pl_debug_run* run);
ploy_status pl_report_search(pl_debug_run* run);
/// For an agent that does not plan, or has not decided yet.
ploy_status pl_report_agent(pl_debug_run* run);
/// The running nodes of a behavior tree, and what failed before them; nothing for other minds. tree_report.c.
ploy_status pl_report_tree(pl_debug_run* run);
/// The task of a task network, its method and its steps; nothing for other minds.
void pl_report_network(pl_debug_run* run);
/// JSON only: the member "now".
ploy_status pl_report_now(pl_debug_run* run);
/// The name of a goal, or of a task of a task network.
const char* pl_now_goal(const pl_debug_run* run, uint32_t goal, char* text, size_t size);
const char* pl_now_step(const pl_debug_run* run, const pl_logged_step* step, char* text, size_t size);
/// A sentence about what the agent does instead, when the decision is over. Adds the member "in_force".
void pl_report_force(pl_debug_run* run);
/// The goal that the answer is about: the chosen one, else the first without a plan; PLOY_NONE: neither.
uint32_t pl_report_goal(const pl_debug_run* run);

/// Adds one sentence, without its full stop, that says why there is no plan for a goal: from the goal down to the
/// condition that no action can achieve. *is_added is false when one sentence cannot say it.
ploy_status pl_add_causes(pl_debug_run* run, uint32_t goal, pl_text* text, bool* is_added);

// Notes of the recording, agent_report.c.

/// The remaining lines of a note.
typedef struct pl_note_lines
{
    const char *at, *end;
} pl_note_lines;

/// false: there is no such note.
bool pl_note_open(const pl_debug_run* run, const char* note, pl_note_lines* lines);
/// The description of the agent's mind.
bool pl_note_open_description(const pl_debug_run* run, pl_note_lines* lines);
/// The next whole line, cut to size; false: there are no more.
bool pl_note_next(pl_note_lines* lines, char* line, size_t size);
/// A line of a note, or its number as text when there is no such line.
const char* pl_note_line(const pl_debug_run* run, const char* note, uint64_t number, char* text, size_t size);
/// The name of a state, an option or a node of an agent's mind, or its number as text.
const char* pl_mind_part_name(const pl_debug_run* run, const pl_debugger_agent* agent, uint64_t number, char* text,
                              size_t size);

// Outcomes in the answer about a search, decision_search.c.

/// What became of a node: enum name, identifier, meaning.
#define PL_NODE_OUTCOME_LIST(X)                                                                                        \
    X(PLAN, "plan", "part of the plan")                                                                                \
    X(CLOSED, "closed", "expanded, and not part of the plan")                                                          \
    X(OPEN, "open", "still in the open list when the search ended")                                                    \
    X(COSTS_MORE, "costs-more", "still in the open list: any plan through it costs more than the one found")

/// Why an edge was dropped: likewise.
#define PL_EDGE_OUTCOME_LIST(X)                                                                                        \
    X(DOMINATED, "dominated", "an edge that costs no more led to the same state before")                               \
    X(REPLACED, "replaced", "an edge that costs less led to the same state later")                                     \
    X(DEAD_END, "dead-end", "the goal cannot be reached from the state it leads to")                                   \
    X(UNAVAILABLE, "unavailable", "the action is disabled, or the game refused it")                                    \
    X(UNCHANGED, "no-change", "it changes nothing that matters to the goal")                                           \
    X(POINTLESS, "pointless", "it makes the step before it pointless")                                                 \
    X(ALIKE, "interchangeable", "an object that is like the one of this action comes first")                           \
    X(TWO_MOVES, "two-moves", "two moves must not follow each other")                                                  \
    X(TOO_DEEP, "too-deep", "the plan would have more steps than allowed")

typedef enum pl_node_outcome
{
#define PL_NODE_OUTCOME_ENUM(NAME, name, meaning) PL_NODE_##NAME,
    PL_NODE_OUTCOME_LIST(PL_NODE_OUTCOME_ENUM)
#undef PL_NODE_OUTCOME_ENUM
} pl_node_outcome;

typedef enum pl_edge_outcome
{
#define PL_EDGE_OUTCOME_ENUM(NAME, name, meaning) PL_EDGE_##NAME,
    PL_EDGE_OUTCOME_LIST(PL_EDGE_OUTCOME_ENUM)
#undef PL_EDGE_OUTCOME_ENUM
        PL_EDGE_OUTCOME_COUNT
} pl_edge_outcome;

#endif
