// The GOAP mind from inside. Workload: thousands of agents per mind; most ticks find nothing new and only run the
// action.
//
// Think reads the state, checks whether the rest of the plan still leads to the goal, and requests a plan where one is
// missing or another goal has a higher priority. The plan (found in work) goes into the agent's mind data. Only act
// starts and ends actions and goals. Three state machines describe an agent; each has one field.
//
// The goal (pl_goap_goal_state). Think, a found plan, or the game moves it to the right; act moves it back to NO_GOAL.
// When two of them apply, the later one in the enum wins.
//
//             new plan              plan fails            no plan
//   NO_GOAL -----------> PURSUED ------------> BROKEN ------------> LOST --------.
//      ^                  |  ^  |                |  |                            |
//      |                  |  |  '--- new plan ---'  |                            | act: goal aborted
//      |              met |  |  ^                   |                            |
//      |                  v  |  '-- no longer met --+                            |
//      |   met already   HELD (only goals with hold)|                            |
//      |   -------------> |                         |                            |
//      |                  +-------------------------+--> IRRELEVANT -------------+ (finished if it is met)
//      |                  +-------------------------+--> ABORTED (by the game) --+
//      |                  '-------------------------'--> MET --------------------+ act: goal finished, or held
//      '-------------------------------------------------------------------------'
//
// The steps (pl_goap_plan_state): an answer makes them NEW, act makes a new plan CURRENT and starts its goal. A goal to
// hold that is met already gets a NOTHING in place of a plan.
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
//   mind data:  pl_goap_data | state | scratch | unused | notes of the goals | steps, 1, 2 or 4 bytes each | activities |
//               data of activities | ties, if there is a utility | objects, if they can change |
//               tail, if the mind acts early
//
// A hundred thousand agents have one each, so it is packed. What an agent believes lies in a pool of the mind while it
// believes anything.
//
// Inside, a plan is a list of ground actions and a goal is a target (a goal with its arguments): both are indices of
// the compiled domain, which stay the same when clauses change. Actions and goals with arguments exist only in the
// public interface and for callbacks.
//
// goap_effects.c says what the state is: the blackboard's, and what the agent believes of its own actions.

#ifndef PL_MIND_GOAP_GOAP_H
#define PL_MIND_GOAP_GOAP_H

#include <ploy/goap.h>

#include "base/containers/pools.h"
#include "base/hints.h"
#include "mind/common/activity.h"
#include "mind/common/held.h"
#include "mind/goap/plan_service.h"
#include "mind/common/bindings.h"
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

/// One per goal of the domain.
typedef struct pl_goap_callbacks
{
    ploy_goal_callbacks def; ///< its names are NULL
    uint32_t satisfied;      ///< condition, or PLOY_NONE
    pl_ports ports;          ///< of that condition
    uint32_t list;           ///< place in the mind's list, or PLOY_NONE
    bool holds;              ///< the agent stays with it when it is met
    bool polls;              ///< a callback decides: its relevance or priority can change although the state does not
} pl_goap_callbacks;

/// Lists of beliefs, shared by all agents of a mind. Agents act on any thread, so it has a lock.
typedef struct pl_goap_belief_pool
{
    pl_pools pools;
    pl_counter lock; ///< pl_spin_lock
} pl_goap_belief_pool;

typedef struct pl_goap
{
    ploy_mind mind;
    ploy_allocator allocator;
    ploy_goap_mind_def def; ///< without the lists
    pl_held held;
    const ploy_domain* domain;
    ploy_view* view;
    ploy_plan_service* planning;
    bool any_polls;
    bool any_viable;
    uint32_t words;
    uint32_t action_words;
    uint32_t action_count;
    uint32_t goal_count;     ///< of the domain
    uint32_t list_count;     ///< goals of the mind's list
    uint32_t activity_count; ///< largest number of activities of an action
    uint32_t run_bytes;      ///< data of one activity
    uint32_t belief_capacity;
    uint32_t step_bytes; ///< of one step: 1, 2 or 4
    bool has_objects;    ///< objects can come and go
    pl_goap_belief_pool* beliefs;
    uint64_t* disabled; ///< one bit per action
    uint64_t* lacked;   ///< likewise: disabled by the description, not by a debugger
    pl_counter* warned; ///< per action: warnings that its effect was never sensed; the first is logged
    uint64_t* initial;  ///< state
    uint32_t* list;     ///< goals
    pl_goap_action* actions;
    pl_goap_callbacks* callbacks;
    pl_plan_service_options options;
    pl_plan_service_options rest;                                     ///< of the rest of a plan, if the mind acts early
    ploy_utility* utility;                                            ///< scores the actions, or NULL
    uint32_t scratch_at, unused_at, notes_at, activities_at, runs_at; ///< bytes
    uint32_t steps_at, ties_at, objects_at, tail_at;
} pl_goap;

/// An effect that the blackboard does not show yet.
typedef struct pl_goap_belief
{
    uint32_t since;  ///< microseconds, modulo 2^32: more than an hour
    uint32_t mark;   ///< of the key, when the action finished; of an expected effect: the value when the action started
    uint16_t row;    ///< of the view
    uint16_t action; ///< PL_GOAP_EXPECTED: the action is still running
} pl_goap_belief;

#define PL_GOAP_EXPECTED UINT16_MAX

/// What an agent believes, while there is any.
typedef struct pl_goap_belief_list
{
    uint16_t count;
    uint16_t unsensed_action; ///< whose effect nobody wrote in time, and on which row of the view: act warns
    uint16_t unsensed_row;
    bool is_unsensed; ///< the two above are valid; not saved
    pl_goap_belief list[];
} pl_goap_belief_list;

/// What an agent knows about a goal of the mind's list.
typedef struct pl_goap_note
{
    uint32_t next_low;          ///< pl_goap_note_next plus PL_GOAP_MAX_TIME, lower half
    uint32_t next_high : 23;    ///< and the rest
    uint32_t goal_status : 4;   ///< ploy_goal_status
    uint32_t search_status : 4; ///< ploy_status of the search, when there is no plan
    uint32_t is_stale : 1;      ///< the state has changed since it was evaluated
    int32_t priority;           ///< fixed point (1/1000); 0: not considered
} pl_goap_note;

_Static_assert(sizeof(pl_goap_note) == 12 && PLOY_STATUS_COUNT <= 16 && PLOY_GOAL_STATUS_HELD < 16, "a note is packed");

/// Microseconds: 571 years.
#define PL_GOAP_MAX_TIME ((1ll << 54) - 1)

/// The goal is not evaluated, or tried again, before this time.
static inline int64_t pl_goap_note_next(const pl_goap_note* note)
{
    return (int64_t)((uint64_t)note->next_high << 32 | note->next_low) - PL_GOAP_MAX_TIME;
}

static inline void pl_goap_note_wait(pl_goap_note* note, int64_t next)
{
    if (next > PL_GOAP_MAX_TIME) next = PL_GOAP_MAX_TIME;
    if (next < -PL_GOAP_MAX_TIME) next = -PL_GOAP_MAX_TIME;
    uint64_t shifted = (uint64_t)(next + PL_GOAP_MAX_TIME);
    note->next_low = (uint32_t)shifted;
    note->next_high = shifted >> 32 & 0x7FFFFF;
}

/// Plans of equal cost, of a mind with a utility: what is compared.
typedef struct pl_goap_ties
{
    int64_t cost;        ///< of the plan that was found, while others of equal cost are searched for
    int64_t min_score;   ///< score of the first action of that plan: another one must score higher
    int64_t tried_score; ///< score of `tried`
    uint32_t tried;      ///< the ground action that is tried as another first step, or PLOY_NONE
    bool is_settled;     ///< no plan of equal cost scores higher than the one that is searched for
} pl_goap_ties;

/// What think, a search or the game found out about the current goal. A later value wins over an earlier one:
/// pl_goap_raise never goes back. Act ends the goal from LOST on.
typedef enum pl_goap_goal_state
{
    PL_GOAP_NO_GOAL,
    PL_GOAP_PURSUED,    ///< the plan leads to it
    PL_GOAP_HELD,       ///< it is met, and the agent stays with it; there are no steps
    PL_GOAP_BROKEN,     ///< the plan does not lead to it: a new one is searched for
    PL_GOAP_LOST,       ///< there is no plan for it
    PL_GOAP_IRRELEVANT, ///< it is not relevant, or its priority is 0
    PL_GOAP_MET,
    PL_GOAP_ABORTED, ///< by the game
} pl_goap_goal_state;

/// What the steps are.
typedef enum pl_goap_plan_state
{
    PL_GOAP_NO_PLAN,
    PL_GOAP_PLAN_CURRENT, ///< the plan of the goal that is pursued
    PL_GOAP_PLAN_NEW,     ///< a plan for `planned`: act makes it current
    PL_GOAP_PLAN_NOTHING, ///< `planned` is met already: act holds it
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

/// Whether the state was read and evaluated.
typedef enum pl_goap_state_status
{
    PL_GOAP_UNREAD,
    PL_GOAP_CHANGED,   ///< it differs from the state in which the goals were last evaluated
    PL_GOAP_EVALUATED, ///< the goals were evaluated in it
} pl_goap_state_status;

typedef enum pl_goap_mode
{
    PL_GOAP_WITH_SAME,    ///< only the actions of the last plan
    PL_GOAP_WITHOUT_LAST, ///< all but the one that failed
    PL_GOAP_WITH_ALL,
    PL_GOAP_REST, ///< all but the one that failed, for the rest of the plan after the running step
} pl_goap_mode;

typedef struct pl_goap_data
{
    uint64_t stamp;                   ///< of the blackboard, when the state was read
    int64_t next;                     ///< when the goals are evaluated again
    int64_t since;                    ///< when the running action started, or the last one finished
    pl_goap_belief_list* beliefs;     ///< NULL: none
    uint32_t goal_state : 3;          ///< pl_goap_goal_state
    uint32_t plan_state : 2;          ///< pl_goap_plan_state
    uint32_t plan_origin : 2;         ///< pl_goap_plan_origin
    uint32_t action_state : 3;        ///< pl_goap_action_state
    uint32_t state_status : 2;        ///< pl_goap_state_status
    uint32_t mode : 2;                ///< pl_goap_mode of the search
    uint32_t reason : 4;              ///< ploy_goap_reason of the next abort
    uint32_t succeeded : 3;           ///< bits of activities
    uint32_t status : 4;              ///< of the last search that failed for a pushed goal
    uint32_t is_pushed : 1;           ///< the game pushed the goal that is pursued
    uint32_t is_replan_requested : 1; ///< by the game
    uint32_t is_partial : 1;          ///< the steps are the first part of a longer plan
    uint32_t is_best : 1;             ///< no plan that the mind may take costs less than the steps
    uint32_t is_idle_traced : 1;      ///< the trace has a decision for having nothing to plan for; not saved
    uint16_t at;                      ///< the running step, or the next one
    uint16_t count;                   ///< steps; 0: no plan
    uint32_t goal;                    ///< target that is pursued, or PLOY_NONE
    uint32_t running;                 ///< ground action, or PLOY_NONE
    uint32_t planned;                 ///< target of the search, or of the new plan
    uint32_t pushed;                  ///< target, or PLOY_NONE
    uint32_t used;                    ///< target that `unused` belongs to, or PLOY_NONE
    uint32_t last;                    ///< ground action finished last, or PLOY_NONE
    uint32_t avoid;                   ///< action that failed, or PLOY_NONE
    uint32_t client;
} pl_goap_data;

_Static_assert(PLOY_GOAP_ACTIVITIES <= 3 && PLOY_GOAP_REASON_GONE < 16, "they fit their bits");
_Static_assert(PL_GOAP_ABORTED < 8 && PL_GOAP_ABORTING < 8, "they fit their bits");

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
    if (m->goal_state < (uint32_t)state) m->goal_state = state & 7u;
}

static inline bool pl_goap_is_running(const pl_goap_data* m)
{
    return m->action_state == PL_GOAP_RUNNING || m->action_state == PL_GOAP_SUPERSEDED;
}

/// The current plan no longer leads to the goal; there may be another.
static inline bool pl_goap_is_broken(const pl_goap_data* m)
{
    return m->goal_state == PL_GOAP_BROKEN || m->goal_state == PL_GOAP_LOST;
}

/// The answer to a request waits for act.
static inline bool pl_goap_has_answer(const pl_goap_data* m)
{
    return m->plan_state >= PL_GOAP_PLAN_NEW;
}

/// The goals have to be evaluated again. A state that was never read is evaluated in any case.
static inline void pl_goap_mark_changed(pl_goap_data* m)
{
    if (m->state_status == PL_GOAP_EVALUATED) m->state_status = PL_GOAP_CHANGED;
}

static inline void pl_goap_drop_steps(pl_goap_data* m)
{
    m->plan_state = PL_GOAP_NO_PLAN;
    m->plan_origin = PL_GOAP_PLANNED;
    m->is_partial = m->is_best = false;
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

/// One bit per action that is disabled or not in the last plan.
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
    return pl_goap_part(agent, pl_goap_of(agent)->activities_at);
}

/// A ground action of the plan.
static inline uint32_t pl_goap_step(const ploy_agent* agent, uint32_t index)
{
    const pl_goap* goap = pl_goap_of(agent);
    const void* steps = pl_goap_part(agent, goap->steps_at);
    if (goap->step_bytes == 1) return ((const uint8_t*)steps)[index];
    return goap->step_bytes == 2 ? ((const uint16_t*)steps)[index] : ((const uint32_t*)steps)[index];
}

static inline void pl_goap_set_step(const ploy_agent* agent, uint32_t index, uint32_t ground)
{
    const pl_goap* goap = pl_goap_of(agent);
    void* steps = pl_goap_part(agent, goap->steps_at);
    if (goap->step_bytes == 1) {
        ((uint8_t*)steps)[index] = (uint8_t)ground;
    } else if (goap->step_bytes == 2) {
        ((uint16_t*)steps)[index] = (uint16_t)ground;
    } else {
        ((uint32_t*)steps)[index] = ground;
    }
}

/// Of a mind with a utility only.
static inline pl_goap_ties* pl_goap_ties_of(const ploy_agent* agent)
{
    return pl_goap_part(agent, pl_goap_of(agent)->ties_at);
}

/// The ground action that is tried as another first step, or PLOY_NONE.
static inline uint32_t pl_goap_tried(const ploy_agent* agent)
{
    return pl_goap_of(agent)->utility ? pl_goap_ties_of(agent)->tried : PLOY_NONE;
}

/// The stamp of the domain's objects, when all objects of the steps were known to exist. Only where they can change.
static inline uint32_t* pl_goap_object_stamp(const ploy_agent* agent)
{
    return pl_goap_part(agent, pl_goap_of(agent)->objects_at);
}

/// What the steps cost that a partial plan leaves out, when it was taken. Of a mind that acts early only.
static inline int64_t* pl_goap_tail(const ploy_agent* agent)
{
    return pl_goap_part(agent, pl_goap_of(agent)->tail_at);
}

static inline uint32_t pl_goap_belief_count(const ploy_agent* agent)
{
    const pl_goap_belief_list* beliefs = pl_goap_data_of(agent)->beliefs;
    return beliefs ? beliefs->count : 0;
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
    return &goap->callbacks[pl_goap_target(goap, target)->goal];
}

/// The note of a target's goal; NULL: the goal is not in the list.
static inline pl_goap_note* pl_goap_note_of(const ploy_agent* agent, uint32_t target)
{
    const pl_goap_callbacks* callbacks = pl_goap_callbacks_of(pl_goap_of(agent), target);
    return callbacks->list == PLOY_NONE ? NULL : &pl_goap_notes(agent)[callbacks->list];
}

// goap_trace.c

/// Emits an event if the trace level allows it. `of` is a target for PLOY_TRACE_GOAL_… and a ground action for
/// PLOY_TRACE_ACTION_…; the event has the goal or action that it belongs to.
void pl_goap_trace(const ploy_agent* agent, ploy_trace_kind kind, uint32_t of, int64_t with);
/// Traces the status of all goals and the chosen target (PLOY_NONE: none).
void pl_goap_trace_choice(const ploy_agent* agent, uint32_t target, uint32_t mode);
bool pl_goap_is_traced(const ploy_agent* agent);

// goap.c

/// Turns zeroed mind data into that of an agent without a goal. PLOY_OK or PLOY_OUT_OF_MEMORY.
ploy_status pl_goap_join(ploy_agent* agent);
/// The state has changed: the result of any goal may have too.
void pl_goap_mark_stale(ploy_agent* agent);

// goap_plan.c: the plan in the agent's mind data.

/// The state that a plan for the target starts from, in scratch. Variables that only the current plan has set are reset
/// for another target.
uint64_t* pl_goap_start(const ploy_agent* agent, uint32_t target);
/// Does the rest of the plan, from step `first` on, lead from `state` to the target? Changes state.
bool pl_goap_leads(const ploy_agent* agent, uint32_t first, uint32_t target, uint64_t* state);
/// Checks the plan after the state has changed: keeps it, skips steps, repairs it, or marks it as broken.
void pl_goap_validate(ploy_agent* agent);
/// Takes a plan that was found, to run after the ground action `first` (PLOY_NONE: at once). false: the state has
/// changed and the plan no longer leads to the target.
bool pl_goap_accept(ploy_agent* agent, uint32_t first, const ploy_plan* plan);
/// Takes the answer that the goal is met already and is to be held.
void pl_goap_accept_nothing(ploy_agent* agent);
/// What the ground action costs in the state, after the ground action `last` (PLOY_NONE: none).
int64_t pl_goap_price(ploy_agent* agent, uint32_t ground, uint32_t last, const uint64_t* state);

// goap_rest.c: the rest of the plan after the running step, of a mind that acts early.

/// A step has started: requests a better rest, unless there is none or another search is open.
void pl_goap_request_rest(ploy_agent* agent);
/// Receives a rest that the search has found; it goes on.
void pl_goap_improve_rest(ploy_agent* agent, const ploy_plan* plan);
/// Receives the last one: the search has ended.
void pl_goap_take_rest(ploy_agent* agent, const ploy_plan* plan);
/// The step has ended: so does the search for the rest after it.
void pl_goap_drop_rest(ploy_agent* agent);

// goap_effects.c: the state, and the effects of actions in it.

/// Applies the effects without checking the precondition.
void pl_goap_force(const pl_goap* goap, uint32_t ground, uint64_t* state);
/// Reads the state. true: it is new or has changed.
bool pl_goap_read_state(ploy_agent* agent);
/// An action starts: notes the values of the keys that it adds to.
void pl_goap_expect(ploy_agent* agent, uint32_t ground);
/// It was aborted.
void pl_goap_forget_expected(ploy_agent* agent);
/// It has succeeded: its effects on variables without a key go into the agent's state.
void pl_goap_apply_unsensed(ploy_agent* agent, uint32_t ground);
/// The agent believes the effects that its blackboard does not show. Call it when the game knows of the success, so
/// that what the game writes then needs no belief.
void pl_goap_believe(ploy_agent* agent, uint32_t ground);
/// Its effects go to the agent's blackboard.
void pl_goap_write_effects(const ploy_agent* agent, uint32_t ground);
/// Resets the variables that are not sensed to their initial values. true: the state has changed.
bool pl_goap_reset_unsensed(const pl_goap* goap, uint64_t* state);
/// Hot reload: what the agent believes, by the keys.
void pl_goap_migrate_beliefs(ploy_agent* agent, const ploy_agent* old);
/// The most beliefs that an agent can have.
uint32_t pl_goap_count_beliefs(const pl_goap* goap);
/// The agent believes nothing any more.
void pl_goap_drop_beliefs(ploy_agent* agent);
/// Room for so many beliefs of an agent that has none; NULL: out of memory.
pl_goap_belief_list* pl_goap_make_beliefs(ploy_agent* agent);
/// Logs, once per action, that nobody wrote an effect in time. Call in act.
void pl_goap_warn_unsensed(ploy_agent* agent);

// goap_choose.c: which goal, and the searches for it.

/// Evaluates the goals that are due and requests a plan if one is needed.
void pl_goap_choose(ploy_agent* agent);
/// Receives the plan that was requested.
void pl_goap_answered(ploy_agent* agent, const ploy_plan* plan);
bool pl_goap_is_satisfied(ploy_agent* agent, uint32_t target);
/// Does the target hold, by its condition or by the game's word?
bool pl_goap_is_met(ploy_agent* agent, uint32_t target);
/// Does the agent stay with the target when it is met? Not if the game pushed it.
bool pl_goap_holds(const ploy_agent* agent, uint32_t target);

// goap_act.c: actions and goals start and end.

void pl_goap_act(ploy_agent* agent);
void pl_goap_end(ploy_agent* agent);
/// Aborts the running action. Each halt is called once, also if it returns PLOY_RUNNING.
void pl_goap_cut_short(ploy_agent* agent);
ploy_viable_fn pl_goap_is_viable;
pl_activity_plan pl_goap_activity_plan(const ploy_agent* agent, const pl_goap_action* action, uint32_t activity,
                                       const uint32_t* args, ploy_port ports[PLOY_MAX_PORTS]);

// goap_disable.c: a debugger takes actions away, and gives them back.

/// Of all agents that the mind gets or has; those that it has then need pl_goap_note_disabled.
void pl_goap_disable(ploy_mind* mind, uint32_t action, bool is_disabled);
/// An agent whose plan has the action aborts its goal; one that may use it again plans again.
void pl_goap_note_disabled(ploy_agent* agent, uint32_t action, bool is_disabled);

// goap_bindings.c: the activities of actions and the callbacks of goals.

ploy_status pl_goap_bind(pl_goap* goap, const ploy_goap_mind_def* def, ploy_error* error);

// goap_query.c

/// UNEVALUATED also for goals that are not in the mind's list.
ploy_goal_status pl_goap_goal_status(const ploy_agent* agent, uint32_t goal);

// goap_migrate.c, goap_save.c, goap_query.c

ploy_status pl_goap_migrate(ploy_agent* agent, ploy_agent* old);
void pl_goap_save(const ploy_agent* agent, ploy_writer* writer);
ploy_status pl_goap_load(ploy_agent* agent, ploy_reader* reader);
void pl_goap_save_shared(const ploy_mind* mind, ploy_writer* writer);
ploy_status pl_goap_load_shared(ploy_mind* mind, ploy_reader* reader);
size_t pl_goap_why(const ploy_agent* agent, char* text, size_t size);

#endif
