// A tick of a machine, as far as nothing changes: thinking finds that no transition can hold now, acting performs the
// deeds of the states that the agent is in. What happens else stands in machine_change.c, so that this stays short.

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

PL_NO_INLINE static void look(const pl_fsm_mind* mind, ploy_agent* agent, pl_fsm_data* memory)
{
    if (memory->phase != PL_FSM_STEADY) return;
    const pl_state* state = &mind->states.data[memory->current];
    memory->stamp = agent->blackboard && state->keys_only ? pl_blackboard_stamp_all(agent->blackboard) : UINT64_MAX;
    pl_fsm_evaluate(mind, agent, state);
}

// Only a steady agent whose transitions ask nothing but keys has a stamp that a board can have.
void pl_fsm_think(ploy_agent* agent)
{
    pl_fsm_data* memory = agent->mind_data;
    if (agent->blackboard && pl_blackboard_stamp_all(agent->blackboard) == memory->stamp) return;
    look(pl_fsm_of(agent), agent, memory);
}

PL_NO_INLINE static void note_end(ploy_agent* agent, const pl_fsm_activity* of, ploy_outcome outcome)
{
    pl_activity* activity = (pl_activity*)((uint8_t*)agent->mind_data + of->deed_at);
    ploy_call call = pl_activity_run(activity, &of->plan, of->plan.def, agent);
    pl_fsm_note(agent, of, pl_activity_finish(activity, of->plan.def, agent, &call, outcome));
}

// A deed of a state that stays is under way if and only if it is busy.
PL_INLINE void perform(ploy_agent* agent, const pl_fsm_activity* of)
{
    const pl_activity* activity = (const pl_activity*)((uint8_t*)agent->mind_data + of->deed_at);
    const ploy_activity_def* def = of->plan.def;
    if (PL_UNLIKELY(activity->phase != PL_ACTIVITY_RUNNING || !of->is_plain || !def->update || def->valid)) {
        pl_fsm_perform_activity(agent, of);
        return;
    }
    ploy_call call = of->call;
    call.user = def->user;
    call.elapsed = agent->now - activity->since;
    ploy_outcome outcome = def->update(agent, &call);
    if (PL_UNLIKELY(outcome != PLOY_RUNNING)) note_end(agent, of, outcome);
}

static void perform_from(ploy_agent* agent, const pl_fsm_activity* of)
{
    for (;; ++of) {
        perform(agent, of);
        if (of->is_last) return;
    }
}

void pl_fsm_perform_state(ploy_agent* agent, const pl_state* state)
{
    uint32_t own = state->does.plans.count;
    if (own > 0)
        perform_from(agent, pl_fsm_of(agent)->activities.data + state->first_deed + state->activity_count - own);
}

void pl_fsm_perform(ploy_agent* agent, uint32_t state)
{
    const pl_fsm_activity* activities = state == PLOY_NONE ? NULL : pl_fsm_of(agent)->doing.data[state];
    if (activities) perform_from(agent, activities);
}

// Most states have one deed, so it is no loop.
void pl_fsm_act(ploy_agent* agent)
{
    const pl_fsm_data* memory = agent->mind_data;
    if (PL_UNLIKELY(memory->change)) {
        pl_fsm_change(pl_fsm_of(agent), agent);
        return;
    }
    const pl_fsm_activity* of = pl_fsm_of(agent)->doing.data[memory->current];
    if (!of) return;
    perform(agent, of);
    if (PL_UNLIKELY(!of->is_last)) perform_from(agent, of + 1);
}

// Asking.

uint32_t ploy_fsm_current(const ploy_agent* agent)
{
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
    PL_ASSERT(pl_is_fsm(mind));
    const pl_fsm_mind* machine = (const pl_fsm_mind*)mind;
    return state < machine->states.count ? machine->states.data[state].name : "";
}

bool ploy_fsm_is_in(const ploy_agent* agent, const char* state)
{
    const pl_fsm_mind* mind = pl_fsm_of(agent);
    for (uint32_t at = ploy_fsm_current(agent); at != PLOY_NONE; at = mind->states.data[at].parent) {
        if (strcmp(mind->states.data[at].name, state) == 0) return true;
    }
    return false;
}
