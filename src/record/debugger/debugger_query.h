// Inside an asker.

#ifndef PL_RECORD_DEBUGGER_DEBUGGER_QUERY_H
#define PL_RECORD_DEBUGGER_DEBUGGER_QUERY_H

#include <ploy/explain.h>

#include "record/debugger/decision.h"
#include "record/debugger/decision_replay.h"
#include "record/debugger/json_text.h"

/// What became of a node that a search reached: enum name, name in answers, meaning.
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

typedef struct pl_debugger_mind
{
    uint32_t number;
    char* kind;
    char* domain; ///< "" for none
} pl_debugger_mind;

typedef struct pl_debugger_agent
{
    uint32_t number;
    uint32_t mind; ///< index, or PL_NONE
    char* name;
} pl_debugger_agent;

struct ploy_debugger
{
    ploy_allocator allocator;
    ploy_recording* recording;
    pl_event_kinds kinds;
    pl_arena texts; ///< of the notes
    PL_ARRAY(pl_debugger_mind) minds;
    PL_ARRAY(pl_debugger_agent) agents;
    PL_ARRAY(pl_stage*) stages;
    pl_arena scratch; ///< of one question
};

/// One question being answered.
typedef struct pl_debug_query
{
    ploy_debugger* debugger;
    const ploy_debug_query* question;
    ploy_error* error;
    const pl_debugger_agent* agent;
    const pl_decision* decision;
    pl_stage* stage;
    pl_scene* scene;
    pl_text text;
    pl_text json;
    uint32_t asked; ///< the action that why-not or flip names
    uint32_t asked_args[PLOY_MAX_ARGS];
    bool asked_ground; ///< with its arguments
    bool is_same;
    uint32_t problem_count;
} pl_debug_query;

const pl_debugger_agent* pl_debugger_agent_of(const ploy_debugger* debugger, uint32_t number);
/// The stage of a domain. PLOY_NOT_FOUND: the recording has none of that name; PLOY_INVALID, PLOY_OUT_OF_MEMORY.
ploy_status pl_debugger_stage(ploy_debugger* debugger, const char* domain, pl_stage** stage, ploy_error* error);

/// "GoTo(bunker)" into asked. PLOY_INVALID: error says what would be right.
ploy_status pl_debug_query_parse_action(pl_debug_query* a, const char* text);
/// Whether a step is the action asked for.
bool pl_debug_query_is_asked(const pl_debug_query* a, const ploy_step* step);

/// The answer, or the status. Takes the texts.
ploy_status pl_debug_query_finish(pl_debug_query* a, ploy_status status, ploy_debug_answer** made);

// Pieces of text, ask_text.c.

const char* pl_ask_goal(const pl_debug_query* a, uint32_t goal, char* text, size_t size);
const char* pl_ask_step(const ploy_domain* domain, const ploy_step* step, char* text, size_t size);
/// "TakeOre, GoToSmelter and FillSmelter".
void pl_ask_steps(pl_text* text, const ploy_domain* domain, const ploy_step* steps, uint32_t count);
/// "ammo = 2"; booleans as "armed" and "not armed".
void pl_ask_variable(pl_text* text, const ploy_domain* domain, uint32_t variable, int64_t value);
void pl_ask_json_steps(pl_text* json, const ploy_domain* domain, const ploy_step* steps, uint32_t count);
/// What an outcome is, as a clause: "choose Eat and plan Cook and Serve (cost 3)", "go on with Eat", "do nothing".
void pl_ask_outcome(pl_debug_query* a, const pl_outcome* outcome);
/// Members of the JSON object that is open.
void pl_ask_json_outcome(pl_debug_query* a, const pl_outcome* outcome);

// Parts of an answer, each to both texts.

ploy_status pl_ask_decision(pl_debug_query* a);
ploy_status pl_ask_why_not(pl_debug_query* a);
/// Why this plan, or why none.
ploy_status pl_ask_why(pl_debug_query* a, uint32_t goal);
ploy_status pl_ask_with(pl_debug_query* a);
ploy_status pl_ask_flip(pl_debug_query* a);
ploy_status pl_ask_diff(pl_debug_query* a);
ploy_status pl_ask_search(pl_debug_query* a);
/// The goal that the answer is about: the one chosen, else the first that got no plan; PLOY_NONE: neither.
uint32_t pl_ask_subject(const pl_debug_query* a);
/// The lines of a note that are still to come.
typedef struct pl_note_lines
{
    const char *at, *end;
} pl_note_lines;

/// false: there is no such note.
bool pl_ask_note(const pl_debug_query* a, const char* note, pl_note_lines* lines);
/// What the agent's mind is made of.
bool pl_ask_description(const pl_debug_query* a, pl_note_lines* lines);
/// The next whole line, cut to the size; false: there is none.
bool pl_note_next(pl_note_lines* lines, char* line, size_t size);
/// The line of a note, or its number when there is none.
const char* pl_ask_line(const pl_debug_query* a, const char* note, uint64_t number, char* text, size_t size);
/// The name of a state, an option or a node of the agent's mind; or its number.
const char* pl_ask_part(const pl_debug_query* a, const pl_debugger_agent* agent, uint64_t number, char* text,
                        size_t size);
/// What the trace knows of an agent that does not decide by plans.
ploy_status pl_ask_other(pl_debug_query* a);
/// Of that, the states of a fuzzy machine.
ploy_status pl_ask_fuzzy(pl_debug_query* a);

/// Why there is no plan for a goal, as one sentence without its end: from the goal down to what nothing brings about.
/// false: not to be said in one.
ploy_status pl_ask_chain(pl_debug_query* a, uint32_t goal, pl_text* to, bool* is_told);

#endif
