// Makes a recorded decision again, also in changed circumstances.
//
//   replay   a domain with a planner; its callbacks return what the current scene says
//   scene    everything a choice depends on: the state, the goals, disabled actions, what the game returned
//
// A choice follows the GOAP mind: open goals by priority, each planned for as the mind does, and the first with a plan
// wins. A goal that the agent pursues is replaced only by one that leads by enough (plan/search/goal_choice.h).
//
// What only the game knows stays as recorded: priorities that are callbacks, goals that the game refused or declared
// met or irrelevant, costs and availability of actions. A goal that was waiting after a failed search although it has a
// plan keeps waiting.

#ifndef PL_RECORD_DEBUGGER_DECISION_REPLAY_H
#define PL_RECORD_DEBUGGER_DECISION_REPLAY_H

#include "base/containers/arena.h"
#include "record/debugger/decision.h"

typedef struct pl_scene_goal
{
    bool is_listed;
    bool is_call;    ///< its priority is a callback
    bool is_denied;  ///< the game says that it is not relevant
    bool is_settled; ///< the game says that it is met
    bool is_waiting; ///< has a plan and still waits, or its setup refused
    uint8_t status;  ///< ploy_goal_status, as recorded
    uint32_t order;  ///< in the agent's list
    int64_t priority;
    int64_t computed; ///< priority by the domain alone, in the recorded state
    int64_t lead;
} pl_scene_goal;

/// Why a grounded action was not available.
typedef enum pl_scene_veto
{
    PL_VETO_NONE,
    PL_VETO_CONTEXT,  ///< its context precondition
    PL_VETO_ACTIVITY, ///< its activity
} pl_scene_veto;

/// The agent's goal and the options of the search. decision_diff.c changes it only as a whole.
typedef struct pl_scene_context
{
    uint32_t goal, target, current_goal, mode, last, without;
    bool is_pushed;
    ploy_plan_options options;
    uint64_t *disabled, *agent_disabled;
} pl_scene_context;

typedef struct pl_scene
{
    uint64_t* state;
    pl_scene_goal* goals; ///< by goal
    int64_t* costs;       ///< by grounded action
    uint8_t* vetoes;      ///< pl_scene_veto, by grounded action
    pl_scene_context context;
} pl_scene;

typedef struct pl_replay
{
    ploy_domain* domain;
    ploy_planner* planner;
    const pl_scene* scene; ///< that the callbacks read
    ploy_allocator allocator;
    uint32_t words, action_words, goal_count, ground_count;
    uint64_t* start;    ///< scratch: a state
    uint64_t* disabled; ///< scratch: one bit per action
    uint32_t* order;    ///< scratch: goals in the order of the agent's list
    bool* is_failed;    ///< scratch: one per goal
    bool failed;        ///< a search ran out of memory
    uint32_t max_nodes; ///< per search, whatever the recording says
    uint64_t nodes;     ///< expanded since the query began
} pl_replay;

enum
{
    PL_MAX_REPLAY_NODES = 1 << 20, ///< per search
    PL_MAX_QUERY_NODES = 1 << 24,  ///< flip and diff try no more changes after so many
};

/// What an agent decides in a scene. The planner owns the plan, until its next search.
typedef struct pl_scene_choice
{
    uint32_t goal;         ///< PLOY_NONE: nothing to do
    bool keeps;            ///< keeps the goal it pursues, and its plan
    bool holds;            ///< the goal is met and held: there is nothing to plan
    const ploy_plan* plan; ///< NULL: none was needed, or there is none
} pl_scene_choice;

/// Takes the domain, which must be compiled, and binds its callbacks. false: out of memory, and the domain is not
/// taken.
bool pl_replay_init(pl_replay* replay, ploy_domain* domain, const ploy_allocator* allocator);
/// A planner that has learned nothing: what a search finds must not depend on the queries before. false: out of memory.
bool pl_replay_renew(pl_replay* replay);
void pl_replay_destroy(pl_replay* replay);

/// Allocates from the arena. PLOY_INVALID: the decision does not fit the domain; PLOY_OUT_OF_MEMORY.
ploy_status pl_scene_make(pl_replay* replay, const pl_decision* decision, pl_arena* arena, pl_scene* scene);
/// A copy with its own lists. false: out of memory.
bool pl_scene_copy(const pl_replay* replay, const pl_scene* from, pl_arena* arena, pl_scene* to);
/// Copies into a scene of pl_scene_copy, without allocating.
void pl_scene_assign(const pl_replay* replay, const pl_scene* from, pl_scene* to);

/// 0: the goal is not considered.
int64_t pl_scene_priority(const pl_replay* replay, const pl_scene* scene, uint32_t goal);
bool pl_scene_is_met(pl_replay* replay, const pl_scene* scene, uint32_t goal);

/// A plan for a goal, searched as the mind does.
const ploy_plan* pl_scene_plan(pl_replay* replay, const pl_scene* scene, uint32_t goal);
/// The recorded search, for the goal that was chosen.
const ploy_plan* pl_scene_plan_recorded(pl_replay* replay, const pl_scene* scene);
/// The query of these searches, for explanations. Valid until the next call with this replay.
ploy_plan_query pl_scene_query(pl_replay* replay, const pl_scene* scene, uint32_t goal);

/// A grounded action as a step, without its cost.
ploy_step pl_scene_step(const pl_replay* replay, uint32_t ground);

pl_scene_choice pl_scene_choose(pl_replay* replay, const pl_scene* scene);

#endif
