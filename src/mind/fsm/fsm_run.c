// A tick of a machine, as far as nothing changes: thinking finds that no transition can hold now, acting performs the
// deeds of the states that the agent is in. What happens else stands in machine_change.c, so that this stays short.

#include <string.h>

#include "base/check.h"
#include "base/hints.h"
#include "knowledge/blackboard.h"
#include "mind/fsm/fsm.h"
#include "trace/emit.h"

void pl_machine_reset(ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    *memory = (pl_machine_memory){.stamp = UINT64_MAX, .current = PL_NONE, .common = PL_NONE};
    const pl_machine_mind* mind = pl_machine_of(self);
    while (mind->states.data[memory->target].initial != PL_NONE) {
        memory->target = mind->states.data[memory->target].initial;
    }
    memory->phase = PL_MACHINE_HALTING;
}

ploy_status pl_machine_begin(ploy_self* self)
{
    pl_machine_reset(self);
    PL_TRACE(self->trace, STATE_CHANGED, self->agent, PLOY_NONE, 0, 0);
    return PLOY_OK;
}

PL_NO_INLINE static void look(const pl_machine_mind* mind, ploy_self* self, pl_machine_memory* memory)
{
    if (memory->phase != PL_MACHINE_STEADY) return;
    const pl_state* state = &mind->states.data[memory->current];
    memory->stamp = self->board && state->keys_only ? pl_board_stamp_all(self->board) : UINT64_MAX;
    pl_machine_ask(mind, self, state);
}

// Only a steady agent whose transitions ask nothing but keys has a stamp that a board can have.
void pl_machine_think(ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    if (self->board && pl_board_stamp_all(self->board) == memory->stamp) return;
    look(pl_machine_of(self), self, memory);
}

PL_NO_INLINE static void note_end(ploy_self* self, const pl_machine_deed* of, ploy_outcome outcome)
{
    pl_deed* deed = (pl_deed*)((uint8_t*)self->memory + of->deed_at);
    ploy_run run = pl_deed_run(deed, &of->plan, of->plan.def, self);
    pl_machine_note(self, of, pl_deed_finish(deed, of->plan.def, self, &run, outcome));
}

// A deed of a state that stays is under way if and only if it is busy.
PL_INLINE void perform(ploy_self* self, const pl_machine_deed* of)
{
    const pl_deed* deed = (const pl_deed*)((uint8_t*)self->memory + of->deed_at);
    const ploy_activity_def* def = of->plan.def;
    if (PL_UNLIKELY(deed->phase != PL_DEED_UNDER_WAY || !of->is_plain || !def->perform || def->valid)) {
        pl_machine_perform_deed(self, of);
        return;
    }
    ploy_run run = of->run;
    run.user = def->user;
    run.elapsed = self->now - deed->since;
    ploy_outcome outcome = def->perform(self, &run);
    if (PL_UNLIKELY(outcome != PLOY_BUSY)) note_end(self, of, outcome);
}

static void perform_from(ploy_self* self, const pl_machine_deed* of)
{
    for (;; ++of) {
        perform(self, of);
        if (of->is_last) return;
    }
}

void pl_machine_perform_state(ploy_self* self, const pl_state* state)
{
    uint32_t own = state->does.plans.count;
    if (own > 0) perform_from(self, pl_machine_of(self)->deeds.data + state->first_deed + state->deed_count - own);
}

void pl_machine_perform(ploy_self* self, uint32_t state)
{
    const pl_machine_deed* deeds = state == PL_NONE ? NULL : pl_machine_of(self)->doing.data[state];
    if (deeds) perform_from(self, deeds);
}

// Most states have one deed, so it is no loop.
void pl_machine_act(ploy_self* self)
{
    const pl_machine_memory* memory = self->memory;
    if (PL_UNLIKELY(memory->change)) {
        pl_machine_change(pl_machine_of(self), self);
        return;
    }
    const pl_machine_deed* of = pl_machine_of(self)->doing.data[memory->current];
    if (!of) return;
    perform(self, of);
    if (PL_UNLIKELY(!of->is_last)) perform_from(self, of + 1);
}

// Asking.

uint32_t ploy_machine_current(const ploy_self* self)
{
    PL_ASSERT(pl_is_machine(self->mind));
    return ((const pl_machine_memory*)self->memory)->current;
}

uint32_t ploy_machine_mind_state_count(const ploy_mind* mind)
{
    PL_ASSERT(pl_is_machine(mind));
    return ((const pl_machine_mind*)mind)->states.count;
}

const char* ploy_machine_mind_state_name(const ploy_mind* mind, uint32_t state)
{
    PL_ASSERT(pl_is_machine(mind));
    const pl_machine_mind* machine = (const pl_machine_mind*)mind;
    return state < machine->states.count ? machine->states.data[state].name : "";
}

bool ploy_machine_is_in(const ploy_self* self, const char* state)
{
    const pl_machine_mind* mind = pl_machine_of(self);
    for (uint32_t at = ploy_machine_current(self); at != PL_NONE; at = mind->states.data[at].parent) {
        if (strcmp(mind->states.data[at].name, state) == 0) return true;
    }
    return false;
}
