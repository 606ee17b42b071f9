// A decision that can be made again, also in other circumstances.
//
//   stage   a domain with a planner, whose callbacks answer what the scene on it says
//   scene   all that a choice depends on: state, goals as they stood, what may not be used, what the game answered
//
// A choice follows the GOAP mind: open goals by priority, each planned for as the mind would, the first with a plan
// wins; a goal under way gives way only to one that leads by enough. What the game alone could say is taken to stay as
// it was recorded: priorities that are callbacks, goals refused or held to be met or irrelevant by the game, answers
// for actions. A goal that waits after a failed search though it could have been planned for goes on waiting.

#ifndef PL_RECORD_DEBUGGER_DECISION_REPLAY_H
#define PL_RECORD_DEBUGGER_DECISION_REPLAY_H

#include "record/debugger/decision.h"

#include "base/containers/arena.h"

typedef struct pl_scene_goal
{
    bool is_listed;
    bool is_call;    ///< its priority is a callback's
    bool is_denied;  ///< not relevant, says the game
    bool is_settled; ///< met, says the game
    bool is_waiting; ///< could be planned for, and waits all the same; or its setup said no
    uint8_t status;   ///< as recorded
    uint32_t order;  ///< in the agent's list
    int64_t priority;
    int64_t computed; ///< by the domain alone, in the state of its own decision
    int64_t lead;
} pl_scene_goal;

typedef enum pl_scene_no
{
    PL_SCENE_YES,
    PL_SCENE_NO_CONTEXT,
    PL_SCENE_NOT_VIABLE,
} pl_scene_no;

/// What the agent was about: not to be torn apart.
typedef struct pl_scene_doing
{
    uint32_t goal, target, current_goal, mode, last, without;
    bool is_pushed;
    ploy_plan_options options;
    uint64_t *disabled, *agent_disabled;
} pl_scene_doing;

typedef struct pl_scene
{
    uint64_t* state;
    pl_scene_goal* goals; ///< by goal
    int64_t* costs;       ///< by ground action
    uint8_t* noes;        ///< pl_scene_no, by ground action
    pl_scene_doing doing;
} pl_scene;

typedef struct pl_stage
{
    ploy_domain* domain;
    ploy_planner* planner;
    const pl_scene* scene; ///< that callbacks answer for
    ploy_allocator allocator;
    uint32_t words, action_words, goal_count, ground_count;
    uint64_t* start;    ///< scratch
    uint64_t* disabled; ///< scratch
    uint32_t* order;    ///< scratch, of goals
    bool failed;        ///< a search found no memory
} pl_stage;

/// What comes of a scene. The plan is the planner's, until it plans again.
typedef struct pl_outcome
{
    uint32_t goal;         ///< PLOY_NONE: nothing to do
    bool keeps;            ///< goes on with the goal it has
    const ploy_plan* plan; ///< NULL: none was needed or there is none
} pl_outcome;

/// Takes the domain, which must be compiled; binds all it asks for. false: no memory, and the domain is not taken.
bool pl_stage_init(pl_stage* stage, ploy_domain* domain, const ploy_allocator* allocator);
void pl_stage_destroy(pl_stage* stage);

/// PLOY_INVALID: the decision does not fit the domain. What it allocates is the arena's.
ploy_status pl_scene_make(pl_stage* stage, const pl_decision* decision, pl_arena* arena, pl_scene* scene);
/// Another scene, the same in all. false: no memory.
bool pl_scene_copy(const pl_stage* stage, const pl_scene* from, pl_arena* arena, pl_scene* to);
/// The same in all, into a copy made before.
void pl_scene_assign(const pl_stage* stage, const pl_scene* from, pl_scene* to);

/// Its priority in this scene; 0: not considered.
int64_t pl_scene_priority(const pl_stage* stage, const pl_scene* scene, uint32_t goal);
bool pl_scene_is_met(const pl_stage* stage, const pl_scene* scene, uint32_t goal);

/// A plan for a goal as the mind would look for one.
const ploy_plan* pl_scene_plan(pl_stage* stage, const pl_scene* scene, uint32_t goal);
/// The search as it was recorded, for the goal that was chosen.
const ploy_plan* pl_scene_plan_recorded(pl_stage* stage, const pl_scene* scene);
/// The query that the last of these asked with, for explanations.
ploy_plan_query pl_scene_query(pl_stage* stage, const pl_scene* scene, uint32_t goal);

/// A ground action as a step, without its cost.
ploy_step pl_scene_step(const pl_stage* stage, uint32_t ground);

pl_outcome pl_scene_choose(pl_stage* stage, const pl_scene* scene);

#endif
