// Inside the GOAP mind.
//
// Think reads the state, checks whether the rest of the plan still leads to the goal, and requests a plan where one is
// missing or a better goal has come up. The answer (in work) goes into the agent's memory. Act alone starts and ends
// actions and goals. Three state machines say how an agent stands; each has one field.
//
// The goal (pl_goap_goal_state). Think, an answer, or the game moves it to the right; act moves it back to NO_GOAL.
// Where two findings meet, the one further down in the enum wins.
//
//             new plan              plan fails            no plan
//   NO_GOAL -----------> PURSUED ------------> BROKEN ------------> LOST --------.
//      ^                    |  ^                 |  |                            |
//      |                    |  '--- new plan ----'  |                            | act: goal aborted
//      |                    +-----------------------+--> IRRELEVANT -------------+
//      |                    +-----------------------+--> ABORTED (by the game) --+
//      |                    '-----------------------'--> MET --------------------+ act: goal finished
//      '-------------------------------------------------------------------------'
//
// The steps (pl_goap_plan_state): an answer makes them NEW, act makes a new plan CURRENT and starts its goal.
//
//   NO_PLAN ---- answer ----> PLAN_NEW ---- act ----> PLAN_CURRENT
//      ^                         | the state moved on      | last step done, or the goal ends
//      '-------------------------'-------------------------'
//
// The action (pl_goap_action_state): at most one runs, and every start is followed by exactly one end.
//
//              act                     all succeeded                others halted
//   IDLE -------------> RUNNING ------------------------> FINISHING --------------> IDLE (finished)
//                          | repaired without it
//                          v              failed, stopped            halted
//                     SUPERSEDED ------------------------> ABORTING --------------> IDLE (aborted)
//
//   memory:  pl_goap_data | state | scratch | unused | notes of the goals | activities | runs of activities | steps
//
// Inside, a plan is a list of ground actions and a goal is a target (a goal with its arguments): both are indices of the
// compiled domain that changes of its clauses leave as they are. Actions and goals with arguments exist only at the
// public interface and for callbacks.
//
// Variables that no key senses are the plan's own: a step that succeeds puts its effects on them into the state, and
// they go back to their initial values when the plan ends.

#ifndef PL_MIND_GOAP_GOAP_H
#define PL_MIND_GOAP_GOAP_H

#include <ploy/goap.h>

#include "mind/common/activity.h"
#include "mind/goap/plan_service.h"
#include "mind/common/ports.h"
#include "mind/common/state_view.h"
#include "plan/domain/compiled.h"

typedef struct pl_goap_activity
{
    uint32_t index;
    pl_ports ports;
} pl_goap_activity;

typedef struct pl_goap_action
{
    pl_goap_activity activities[PLOY_GOAP_ACTIVITIES];
    uint32_t activity_count;
    uint32_t completes; ///< bits of activities
    int64_t duration;   ///< microseconds
    int64_t limit;      ///< microseconds; 0: none
    bool has_context;
} pl_goap_action;

/// Beside each goal of the domain.
typedef struct pl_goap_callbacks
{
    ploy_goal_callbacks def; ///< names are not kept
    uint32_t satisfied;      ///< condition, or PLOY_NONE
    pl_ports ports;          ///< of that condition
    uint32_t list;           ///< place in the mind's list, or PLOY_NONE
    bool asks;               ///< its relevancy may change though the state does not
} pl_goap_callbacks;

typedef struct pl_goap
{
    ploy_mind mind;
    ploy_allocator allocator;
    ploy_goap_mind_def def; ///< without the lists
    const ploy_domain* domain;
    ploy_view* view;
    ploy_plan_service* planning;
    bool owns_planning;
    bool any_asks;
    bool any_viable;
    uint32_t words;
    uint32_t action_words;
    uint32_t action_count;
    uint32_t goal_count;     ///< of the domain
    uint32_t list_count;     ///< of the agents
    uint32_t activity_count; ///< activities of an action, at most
    uint32_t run_bytes;      ///< of one activity
    uint64_t* disabled;      ///< a bit an action
    uint64_t* initial;       ///< state
    uint32_t* list;          ///< goals
    pl_goap_action* actions;
    pl_goap_callbacks* lives;
    pl_plan_service_options options;
    ploy_utility* utility;                                                 ///< what actions are worth, or NULL
    uint32_t scratch_at, unused_at, notes_at, deeds_at, runs_at, steps_at; ///< bytes
} pl_goap;

/// What an agent knows of a goal of its list.
typedef struct pl_goap_note
{
    int64_t next;     ///< not asked, or tried again, before
    int32_t priority; ///< thousandths; 0: not considered
    uint8_t fate;     ///< ploy_goal_status
    uint8_t status;   ///< of the search, where there is no plan
    uint8_t is_stale; ///< the state has changed since it was asked
    uint8_t unused;
} pl_goap_note;

/// What think, a search or the game has found about the goal that is pursued. A later value wins over an earlier one:
/// pl_goap_raise never goes back. Act ends the goal at the values from LOST on.
typedef enum pl_goap_goal_state
{
    PL_GOAP_NO_GOAL,
    PL_GOAP_PURSUED,    ///< the plan leads to it
    PL_GOAP_BROKEN,     ///< the plan does not lead to it: a new one is searched for
    PL_GOAP_LOST,       ///< there is no plan for it
    PL_GOAP_IRRELEVANT, ///< its relevance or its priority says no
    PL_GOAP_MET,
    PL_GOAP_ABORTED, ///< the game asked for it
} pl_goap_goal_state;

/// What the steps are.
typedef enum pl_goap_plan_state
{
    PL_GOAP_NO_PLAN,
    PL_GOAP_PLAN_CURRENT, ///< the plan of the goal that is pursued
    PL_GOAP_PLAN_NEW,     ///< a plan for `planned`: act makes it current
} pl_goap_plan_state;

typedef enum pl_goap_plan_origin
{
    PL_GOAP_PLANNED,
    PL_GOAP_PLANNED_SAME, ///< with the actions of the plan before
    PL_GOAP_REPAIRED,     ///< steps were left out
} pl_goap_plan_origin;

typedef enum pl_goap_action_state
{
    PL_GOAP_IDLE,
    PL_GOAP_RUNNING,
    PL_GOAP_SUPERSEDED, ///< runs, but the repaired plan does not contain it any more: act aborts it
    PL_GOAP_FINISHING,  ///< all that completes the action has succeeded, the other activities are being halted
    PL_GOAP_ABORTING,
} pl_goap_action_state;

/// What is known of the state.
typedef enum pl_goap_sight
{
    PL_GOAP_UNREAD,
    PL_GOAP_CHANGED,   ///< it is not the state that the goals were last evaluated in
    PL_GOAP_EVALUATED, ///< it is
} pl_goap_sight;

typedef enum pl_goap_mode
{
    PL_GOAP_WITH_SAME,    ///< the actions of the last plan alone
    PL_GOAP_WITHOUT_LAST, ///< all but the one that failed
    PL_GOAP_WITH_ALL,
} pl_goap_mode;

typedef struct pl_goap_data
{
    uint64_t stamp; ///< of the board, when the state was read
    int64_t next;   ///< when the goals are looked at again
    int64_t since;  ///< when the action under way started, or the last one finished
    int64_t cost;   ///< of the plan that was found while others of its cost are looked for
    int64_t min;    ///< what the first action of that plan is worth
    int64_t worth;  ///< what the action that is tried instead is worth
    uint32_t tried; ///< that ground action, or PLOY_NONE
    uint32_t client;
    uint32_t goal;               ///< target under way, or PLOY_NONE
    uint32_t planned;            ///< target that a plan is searched for, or that the fresh one is for
    uint32_t pushed;             ///< target, or PLOY_NONE
    uint32_t used;               ///< target that `unused` is of, or PLOY_NONE
    uint32_t running;            ///< ground action, or PLOY_NONE
    uint32_t last;               ///< ground action finished last, or PLOY_NONE
    uint32_t avoid;              ///< action that failed, or PLOY_NONE
    uint16_t at;                 ///< the step under way, or the next one
    uint16_t count;              ///< steps; 0: no plan
    uint8_t goal_state;          ///< pl_goap_goal_state
    uint8_t plan_state;          ///< pl_goap_plan_state
    uint8_t plan_origin;         ///< pl_goap_plan_origin
    uint8_t action_state;        ///< pl_goap_action_state
    uint8_t sight;               ///< pl_goap_sight
    uint8_t is_pushed;           ///< the game pushed the goal that is pursued
    uint8_t is_replan_requested; ///< by the game
    uint8_t is_partial;          ///< the steps are the first part of a longer plan
    uint8_t is_tie_settled;      ///< no plan of equal cost is worth more than the one that is searched for
    uint8_t mode;                ///< pl_goap_mode of the search
    uint8_t reason;              ///< ploy_goap_reason of the abort that is coming
    uint8_t succeeded;           ///< bits of activities
    uint8_t status;              ///< of the last search that failed for what was pushed
    uint8_t has_told;            ///< the trace knows that there is nothing to do; not saved
} pl_goap_data;

static inline const pl_goap* pl_goap_of(const ploy_agent* agent)
{
    return (const pl_goap*)agent->mind;
}

static inline pl_goap_data* pl_goap_data_of(const ploy_agent* agent)
{
    return agent->mind_data;
}

/// Moves the goal's state forward, never back.
static inline void pl_goap_raise(pl_goap_data* m, pl_goap_goal_state state)
{
    if (m->goal_state < state) m->goal_state = (uint8_t)state;
}

static inline bool pl_goap_is_running(const pl_goap_data* m)
{
    return m->action_state == PL_GOAP_RUNNING || m->action_state == PL_GOAP_SUPERSEDED;
}

/// Its plan is broken, and there may or may not be another.
static inline bool pl_goap_is_broken(const pl_goap_data* m)
{
    return m->goal_state == PL_GOAP_BROKEN || m->goal_state == PL_GOAP_LOST;
}

/// The state has to be evaluated again; one that was never read is anyway.
static inline void pl_goap_doubt(pl_goap_data* m)
{
    if (m->sight == PL_GOAP_EVALUATED) m->sight = PL_GOAP_CHANGED;
}

static inline void pl_goap_drop_steps(pl_goap_data* m)
{
    m->plan_state = PL_GOAP_NO_PLAN;
    m->plan_origin = PL_GOAP_PLANNED;
    m->is_partial = false;
    m->count = m->at = 0;
}

static inline void* pl_goap_part(const ploy_agent* agent, uint32_t at)
{
    return (char*)agent->mind_data + at;
}

static inline uint64_t* pl_goap_state_of(const ploy_agent* agent)
{
    return pl_goap_part(agent, sizeof(pl_goap_data));
}

static inline uint64_t* pl_goap_scratch(const ploy_agent* agent)
{
    return pl_goap_part(agent, pl_goap_of(agent)->scratch_at);
}

/// A bit an action that is disabled, or is not in the last plan.
static inline uint64_t* pl_goap_unused(const ploy_agent* agent)
{
    return pl_goap_part(agent, pl_goap_of(agent)->unused_at);
}

static inline pl_goap_note* pl_goap_notes(const ploy_agent* agent)
{
    return pl_goap_part(agent, pl_goap_of(agent)->notes_at);
}

static inline pl_activity* pl_goap_activities(const ploy_agent* agent)
{
    return pl_goap_part(agent, pl_goap_of(agent)->deeds_at);
}

static inline uint32_t* pl_goap_steps(const ploy_agent* agent)
{
    return pl_goap_part(agent, pl_goap_of(agent)->steps_at);
}

static inline const pl_ground* pl_goap_ground(const pl_goap* goap, uint32_t ground)
{
    return &pl_domain_compiled(goap->domain)->grounds[ground];
}

static inline const pl_target* pl_goap_target(const pl_goap* goap, uint32_t target)
{
    return &pl_domain_compiled(goap->domain)->targets[target];
}

static inline const pl_goap_callbacks* pl_goap_callbacks_of(const pl_goap* goap, uint32_t target)
{
    return &goap->lives[pl_goap_target(goap, target)->goal];
}

/// The note of a target's goal; NULL: it is not in the list.
static inline pl_goap_note* pl_goap_note_of(const ploy_agent* agent, uint32_t target)
{
    const pl_goap_callbacks* life = pl_goap_callbacks_of(pl_goap_of(agent), target);
    return life->list == PLOY_NONE ? NULL : &pl_goap_notes(agent)[life->list];
}

// goap_trace.c

/// An event of the mind, as loud as it may be: of PLOY_TRACE_GOAL_… the first argument is a target, of
/// PLOY_TRACE_ACTION_… a ground action; both are told as what they are of.
void pl_goap_trace(const ploy_agent* agent, ploy_trace_kind kind, uint32_t of, int64_t with);
/// How all goals stand, and which was chosen: a target, or PLOY_NONE.
void pl_goap_trace_choice(const ploy_agent* agent, uint32_t target, uint32_t mode);
bool pl_goap_is_traced(const ploy_agent* agent);

// goap.c

/// Zeroed memory becomes that of an agent without a goal. PLOY_OUT_OF_MEMORY.
ploy_status pl_goap_join(ploy_agent* agent);

// goap_plan.c: the plan in the agent's memory.

/// The state that a plan for the target starts from, in scratch: what the plan under way alone believes does not count
/// for another.
uint64_t* pl_goap_start(const ploy_agent* agent, uint32_t target);
/// Does the rest of the plan, from step `first` on, lead from `state` to the target? Changes state.
bool pl_goap_leads(const ploy_agent* agent, uint32_t first, uint32_t target, uint64_t* state);
/// Looks at the plan after the state has changed: goes on, skips, repairs, or marks it as broken.
void pl_goap_validate(ploy_agent* agent);
/// Takes a plan that was found, to be done after this ground action (PLOY_NONE: at once); false: the state has moved on,
/// and it does not lead to the target any more.
bool pl_goap_accept(ploy_agent* agent, uint32_t first, const ploy_plan* plan);
/// Effects of a ground action on variables that are not sensed.
void pl_goap_believe(const ploy_agent* agent, uint32_t ground);
/// The plan's own variables as they were.
void pl_goap_unbelieve(const ploy_agent* agent);

// goap_choose.c: which goal, and the searches for it.

/// Asks the goals that are due and, where it should, for a plan.
void pl_goap_choose(ploy_agent* agent);
/// The answer to that.
void pl_goap_answered(ploy_agent* agent, const ploy_plan* plan);
bool pl_goap_is_satisfied(ploy_agent* agent, uint32_t target);

// goap_tie.c: plans of equal cost.

/// What to search for after this answer; its start goes to `start`.
typedef struct pl_goap_tie
{
    bool is_open;   ///< false: nothing, the plan is the one to take
    uint32_t first; ///< ground action that comes before what is searched for; PLOY_NONE: the first plan once more
} pl_goap_tie;

pl_goap_tie pl_goap_settle(ploy_agent* agent, const ploy_plan* plan, uint64_t* start);

// goap_act.c: actions and goals start and end.

void pl_goap_act(ploy_agent* agent);
void pl_goap_end(ploy_agent* agent);
/// Aborts the action under way; a halt that takes long is asked once.
void pl_goap_cut_short(ploy_agent* agent);
ploy_viable_fn pl_goap_is_viable;
pl_activity_plan pl_goap_activity_plan(const ploy_agent* agent, const pl_goap_action* action, uint32_t activity,
                                       const uint32_t* args, ploy_port ports[PLOY_MAX_PORTS]);

// goap_bindings.c: which activities an action drives.

ploy_status pl_goap_bind(pl_goap* goap, const ploy_goap_mind_def* def, ploy_error* error);

// goap_query.c

/// UNEVALUATED also for goals that are not in the mind's list.
ploy_goal_status pl_goap_goal_status(const ploy_agent* agent, uint32_t goal);

// goap_migrate.c, goap_save.c, goap_why.c

ploy_status pl_goap_migrate(ploy_agent* agent, ploy_agent* old);
void pl_goap_save(const ploy_agent* agent, ploy_writer* writer);
ploy_status pl_goap_load(ploy_agent* agent, ploy_reader* reader);
void pl_goap_save_shared(const ploy_mind* mind, ploy_writer* writer);
ploy_status pl_goap_load_shared(ploy_mind* mind, ploy_reader* reader);
size_t pl_goap_why(const ploy_agent* agent, char* text, size_t size);

#endif
