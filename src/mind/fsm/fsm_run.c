// A tick of a state machine. The hot path is an agent that stays in its state: think finds that no transition can hold,
// act updates the running activities. Everything else is a change of state, which leaves and enters states as far as
// their activities let it in this tick.

#include <string.h>

#include "base/check.h"
#include "knowledge/blackboard.h"
#include "mind/fsm/fsm.h"
#include "trace/emit.h"

void pl_fsm_reset(ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    *memory = (pl_fsm_data){.stamp = UINT64_MAX, .current = PLOY_NONE, .common = PLOY_NONE};
    const pl_fsm_mind* mind = pl_fsm_of(agent);
    while (mind->states.data[memory->target].initial != PLOY_NONE) {
        memory->target = mind->states.data[memory->target].initial;
    }
    memory->phase = PL_FSM_HALTING;
}

ploy_status pl_fsm_begin(ploy_agent* agent)
{
    pl_fsm_reset(agent);
    PL_TRACE(agent->trace, STATE_CHANGED, agent->id.index1, PLOY_NONE, 0, 0);
    return PLOY_OK;
}

// Activities.

static pl_activity_plan plan_of(const pl_fsm_mind* mind, const pl_activities* activities, uint32_t activity,
                                uint32_t slot, pl_fsm_data* memory)
{
    pl_activity_plan plan = activities->plans.data[activity];
    plan.memory = (uint8_t*)memory + mind->bytes_at.data[slot];
    return plan;
}

static void note_outcome(ploy_agent* agent, const pl_fsm_activity* of, ploy_outcome outcome)
{
    pl_fsm_data* memory = agent->mind_data;
    ((uint8_t*)agent->mind_data)[of->outcome_at] = (uint8_t)outcome;
    if (outcome == PLOY_FAILURE) memory->reason = agent->reason;
}

// Any activity: starts it, updates it, or leaves it alone when it has ended.
PL_NO_INLINE static void perform_any(ploy_agent* agent, const pl_fsm_activity* of)
{
    uint8_t* memory = agent->mind_data;
    uint8_t outcome = memory[of->outcome_at];
    if (outcome != PLOY_RUNNING && outcome != PL_ACTIVITY_TO_START) return;
    pl_activity_plan plan = of->plan;
    plan.memory = memory + pl_fsm_of(agent)->bytes_at.data[of->slot];
    pl_activity* activity = (pl_activity*)(memory + of->activity_at);
    bool is_new = outcome == PL_ACTIVITY_TO_START;
    note_outcome(agent, of,
                 is_new ? pl_activity_start(activity, &plan, agent) : pl_activity_perform(activity, &plan, agent));
}

PL_NO_INLINE static void note_end(ploy_agent* agent, const pl_fsm_activity* of, ploy_outcome outcome)
{
    pl_activity* activity = (pl_activity*)((uint8_t*)agent->mind_data + of->activity_at);
    ploy_call call = pl_activity_run(activity, &of->plan, of->plan.def, agent);
    note_outcome(agent, of, pl_activity_finish(activity, of->plan.def, agent, &call, outcome));
}

// In a state that stays active an activity's phase is not idle if and only if its outcome is running.
PL_INLINE void perform(ploy_agent* agent, const pl_fsm_activity* of)
{
    const pl_activity* activity = (const pl_activity*)((uint8_t*)agent->mind_data + of->activity_at);
    const ploy_activity_def* def = of->plan.def;
    if (PL_UNLIKELY(activity->phase != PL_ACTIVITY_RUNNING || !of->is_plain || !def->update || def->valid)) {
        perform_any(agent, of);
        return;
    }
    ploy_call call = of->call;
    call.user = def->user;
    call.elapsed = agent->now - activity->since;
    ploy_outcome outcome = pl_activity_call(def->update, def, agent, &call);
    if (PL_UNLIKELY(outcome != PLOY_RUNNING)) note_end(agent, of, outcome);
}

static void perform_from(ploy_agent* agent, const pl_fsm_activity* of)
{
    for (;; ++of) {
        perform(agent, of);
        if (of->is_last) return;
    }
}

// The activities of this state only.
static void perform_own(ploy_agent* agent, const pl_fsm_state* state)
{
    uint32_t own = state->does.plans.count;
    if (own > 0)
        perform_from(agent, pl_fsm_of(agent)->activities.data + state->first_activity + state->activity_count - own);
}

// The activities of the state and of those around it, outermost first.
static void perform_all(ploy_agent* agent, uint32_t state)
{
    const pl_fsm_activity* activities = state == PLOY_NONE ? NULL : pl_fsm_of(agent)->doing.data[state];
    if (activities) perform_from(agent, activities);
}

static bool halt_state(const pl_fsm_mind* mind, ploy_agent* agent, const pl_fsm_state* state)
{
    pl_fsm_data* memory = agent->mind_data;
    pl_activity* activities = pl_fsm_activities(mind, memory) + state->slot;
    bool done = true;
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        pl_activity_plan plan = plan_of(mind, &state->does, i, state->slot + i, memory);
        done = pl_activity_halt(&activities[i], &plan, agent) && done;
    }
    return done;
}

// Runs an enter or exit activity; true when it has ended, with success or failure.
static bool run_hook(const pl_fsm_mind* mind, ploy_agent* agent, const pl_activities* hook)
{
    if (hook->plans.count == 0) return true;
    uint32_t slot = mind->slots - 1;
    pl_activity* activity = &pl_fsm_activities(mind, agent->mind_data)[slot];
    pl_activity_plan plan = plan_of(mind, hook, 0, slot, agent->mind_data);
    bool is_new = activity->phase == PL_ACTIVITY_IDLE;
    return (is_new ? pl_activity_start(activity, &plan, agent) : pl_activity_perform(activity, &plan, agent)) !=
           PLOY_RUNNING;
}

// Thinking: which transition holds.

static bool activities_are(const pl_fsm_mind* mind, pl_fsm_data* memory, uint32_t owner, ploy_fsm_on on)
{
    const pl_fsm_state* state = &mind->states.data[owner];
    const uint8_t* outcomes = pl_fsm_outcomes(mind, memory) + state->slot;
    uint32_t good = 0, bad = 0;
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        good += outcomes[i] == PLOY_SUCCESS;
        bad += outcomes[i] == PLOY_FAILURE;
    }
    if (on == PLOY_ON_FAILURE) return bad > 0;
    return on == PLOY_ON_SUCCESS ? good == state->does.plans.count : good + bad == state->does.plans.count;
}

static bool holds(const pl_fsm_mind* mind, ploy_agent* agent, const pl_fsm_transition* transition)
{
    pl_fsm_data* memory = agent->mind_data;
    uint32_t level = mind->states.data[transition->owner].level;
    if (transition->after > 0 && agent->now - memory->entered[level] < transition->after) return false;
    if (transition->on != PLOY_ON_ANYTHING &&
        !activities_are(mind, memory, transition->owner, (ploy_fsm_on)transition->on)) {
        return false;
    }
    return !transition->guard || pl_guard_holds(transition->guard, agent);
}

// Chooses the first transition that holds, if any.
static void choose(const pl_fsm_mind* mind, ploy_agent* agent, const pl_fsm_state* state)
{
    pl_fsm_data* memory = agent->mind_data;
    const pl_fsm_transition* transitions = state->count ? mind->transitions.data + state->first : NULL;
    for (uint32_t i = 0; i < state->count; ++i) {
        if (holds(mind, agent, &transitions[i])) {
            memory->chosen = state->first + i + 1;
            memory->stamp = UINT64_MAX;
            return;
        }
    }
}

PL_NO_INLINE static void evaluate_transitions(const pl_fsm_mind* mind, ploy_agent* agent, pl_fsm_data* memory)
{
    if (memory->phase != PL_FSM_STEADY) return;
    const pl_fsm_state* state = &mind->states.data[memory->current];
    memory->stamp = agent->blackboard && state->keys_only ? pl_blackboard_stamp_all(agent->blackboard) : UINT64_MAX;
    choose(mind, agent, state);
}

// Only a steady agent whose transitions read nothing but keys has a stamp that a blackboard can have.
void pl_fsm_think(ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    if (agent->blackboard && pl_blackboard_stamp_all(agent->blackboard) == memory->stamp) return;
    evaluate_transitions(pl_fsm_of(agent), agent, memory);
}

// Changes of state.

// False: it continues in the next tick.
static bool leave(const pl_fsm_mind* mind, ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    while (memory->current != memory->common) {
        const pl_fsm_state* state = &mind->states.data[memory->current];
        if (memory->phase == PL_FSM_HALTING) {
            if (!halt_state(mind, agent, state)) return false;
            memory->phase = PL_FSM_EXITING;
        }
        if (!run_hook(mind, agent, &state->exit)) return false;
        memory->current = state->parent;
        memory->phase = PL_FSM_HALTING;
    }
    return true;
}

static uint32_t next_towards(const pl_fsm_mind* mind, uint32_t from, uint32_t target)
{
    while (mind->states.data[target].parent != from) {
        target = mind->states.data[target].parent;
    }
    return target;
}

static void step_into(const pl_fsm_mind* mind, ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    memory->current = next_towards(mind, memory->current, memory->target);
    const pl_fsm_state* state = &mind->states.data[memory->current];
    memory->entered[state->level] = agent->now;
    memset(pl_fsm_outcomes(mind, memory) + state->slot, PL_ACTIVITY_TO_START, state->does.plans.count);
    memory->phase = PL_FSM_ENTERING;
}

static bool enter(const pl_fsm_mind* mind, ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    while (memory->phase == PL_FSM_ENTERING || memory->current != memory->target) {
        if (memory->phase != PL_FSM_ENTERING) step_into(mind, agent);
        const pl_fsm_state* state = &mind->states.data[memory->current];
        if (!run_hook(mind, agent, &state->enter)) return false;
        memory->phase = PL_FSM_STEADY;
        perform_own(agent, state);
    }
    return true;
}

static bool go_on(const pl_fsm_mind* mind, ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    bool is_leaving = memory->phase == PL_FSM_HALTING || memory->phase == PL_FSM_EXITING;
    if (is_leaving && !leave(mind, agent)) return false;
    if (!enter(mind, agent)) return false;
    memory->phase = PL_FSM_STEADY;
    memory->target = PLOY_NONE;
    memory->stamp = UINT64_MAX;
    return true;
}

static void remember(const pl_fsm_mind* mind, pl_fsm_data* memory)
{
    uint32_t* history = pl_fsm_history(mind, memory);
    for (uint32_t state = memory->current; state != PLOY_NONE; state = mind->states.data[state].parent) {
        uint32_t around = mind->states.data[state].parent;
        if (around == PLOY_NONE || mind->states.data[around].history == PLOY_NONE) continue;
        const pl_fsm_state* holder = &mind->states.data[around];
        history[holder->history] = (holder->deep ? memory->current : state) + 1;
    }
}

static uint32_t innermost(const pl_fsm_mind* mind, pl_fsm_data* memory, uint32_t state)
{
    while (mind->states.data[state].initial != PLOY_NONE) {
        const pl_fsm_state* of = &mind->states.data[state];
        uint32_t left_in = of->history == PLOY_NONE ? 0 : pl_fsm_history(mind, memory)[of->history];
        state = left_in ? left_in - 1 : of->initial;
    }
    return state;
}

// The innermost state that contains both ends. It may be the owner, but not the target.
static uint32_t common_of(const pl_fsm_mind* mind, uint32_t owner, uint32_t target)
{
    uint32_t common = mind->states.data[target].parent;
    while (!pl_fsm_inside(mind, owner, common)) {
        common = mind->states.data[common].parent;
    }
    return common;
}

static void begin_change(const pl_fsm_mind* mind, ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    const pl_fsm_transition* transition = &mind->transitions.data[memory->chosen - 1];
    PL_TRACE(agent->trace, STATE_CHANGED, agent->id.index1, memory->current, transition->target,
             transition->number + 1);
    remember(mind, memory);
    memory->common = common_of(mind, transition->owner, transition->target);
    memory->target = innermost(mind, memory, transition->target);
    memory->why = transition->number + 1;
    memory->chosen = 0;
    memory->phase = PL_FSM_HALTING;
}

uint32_t pl_fsm_staying(const pl_fsm_mind* mind, const pl_fsm_data* memory)
{
    switch ((pl_fsm_phase)memory->phase) {
    case PL_FSM_STEADY:
        return memory->current;
    case PL_FSM_ENTERING:
        return mind->states.data[memory->current].parent;
    default:
        return memory->common;
    }
}

// Takes the chosen transition, or continues the change in progress.
PL_NO_INLINE static void change(const pl_fsm_mind* mind, ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    if (memory->chosen) begin_change(mind, agent);
    perform_all(agent, pl_fsm_staying(mind, memory));
    memory->changes = 1;
    while (go_on(mind, agent)) {
        if (memory->changes == PLOY_FSM_MAX_CHANGES) return;
        pl_fsm_think(agent);
        if (!memory->chosen) return;
        begin_change(mind, agent);
        ++memory->changes;
    }
}

// Acting.

// Most states have one activity: the first is not in a loop.
void pl_fsm_act(ploy_agent* agent)
{
    const pl_fsm_data* memory = agent->mind_data;
    if (PL_UNLIKELY(memory->change)) {
        change(pl_fsm_of(agent), agent);
        return;
    }
    const pl_fsm_activity* of = pl_fsm_of(agent)->doing.data[memory->current];
    if (!of) return;
    perform(agent, of);
    if (PL_UNLIKELY(!of->is_last)) perform_from(agent, of + 1);
}

// Ending.

void pl_fsm_drop(const pl_fsm_mind* mind, ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    const pl_fsm_state* state = &mind->states.data[memory->current];
    uint32_t slot = mind->slots - 1;
    pl_activity* activity = &pl_fsm_activities(mind, memory)[slot];
    if (memory->phase == PL_FSM_ENTERING && activity->phase != PL_ACTIVITY_IDLE) {
        pl_activity_plan plan = plan_of(mind, &state->enter, 0, slot, memory);
        pl_activity_halt(activity, &plan, agent);
        activity->phase = PL_ACTIVITY_IDLE;
    }
    halt_state(mind, agent, state);
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        pl_fsm_activities(mind, memory)[state->slot + i].phase = PL_ACTIVITY_IDLE;
    }
    if (!run_hook(mind, agent, &state->exit)) {
        pl_activity_plan plan = plan_of(mind, &state->exit, 0, slot, memory);
        pl_activity_halt(activity, &plan, agent);
        activity->phase = PL_ACTIVITY_IDLE;
    }
    memory->current = state->parent;
    memory->phase = PL_FSM_HALTING;
}

void pl_fsm_end(ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    while (memory->current != PLOY_NONE) {
        pl_fsm_drop(pl_fsm_of(agent), agent);
    }
}

// Queries.

uint32_t ploy_fsm_current(const ploy_agent* agent)
{
    PL_NEED(agent, PLOY_NONE);
    PL_ASSERT(pl_is_fsm(agent->mind));
    return ((const pl_fsm_data*)agent->mind_data)->current;
}

uint32_t pl_fsm_mind_state_count(const ploy_mind* mind)
{
    PL_ASSERT(pl_is_fsm(mind));
    return ((const pl_fsm_mind*)mind)->states.count;
}

const char* ploy_fsm_mind_state_name(const ploy_mind* mind, uint32_t state)
{
    PL_NEED(mind, "");
    PL_ASSERT(pl_is_fsm(mind));
    const pl_fsm_mind* fsm = (const pl_fsm_mind*)mind;
    return state < fsm->states.count ? fsm->states.data[state].name : "";
}

bool ploy_fsm_is_in(const ploy_agent* agent, const char* state)
{
    PL_NEED(agent, false);
    PL_NEED(state, false);
    const pl_fsm_mind* mind = pl_fsm_of(agent);
    for (uint32_t at = ploy_fsm_current(agent); at != PLOY_NONE; at = mind->states.data[at].parent) {
        if (strcmp(mind->states.data[at].name, state) == 0) return true;
    }
    return false;
}
