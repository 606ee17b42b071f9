// A tick of a machine, as far as nothing changes: thinking finds that no transition can hold now, acting performs the
// deeds of the states that the agent is in. What happens else stands in machine_change.c, so that this stays short.

#include <string.h>

#include "base/check.h"
#include "base/hints.h"
#include "know/board.h"
#include "mind/machine.h"
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

void pl_machine_think(ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    if (memory->phase != PL_MACHINE_STEADY) return;
    const pl_machine_mind* mind = pl_machine_of(self);
    const pl_state* state = &mind->states.data[memory->current];
    uint64_t stamp = self->board && state->keys_only ? pl_board_stamp_all(self->board) : UINT64_MAX;
    if (stamp == memory->stamp && stamp != UINT64_MAX) return;
    memory->stamp = stamp;
    pl_machine_ask(mind, self, state);
}

PL_INLINE void perform(const pl_machine_mind* mind, ploy_self* self, const pl_machine_deed* of)
{
    uint8_t* memory = self->memory;
    if (memory[of->outcome_at] != PLOY_BUSY || of->has_memory) {
        pl_machine_perform_deed(mind, self, of);
        return;
    }
    ploy_outcome outcome = pl_deed_perform((pl_deed*)(memory + of->deed_at), &of->plan, self);
    if (outcome != PLOY_BUSY) pl_machine_note(self, of, outcome);
}

void pl_machine_perform_state(const pl_machine_mind* mind, ploy_self* self, const pl_state* state)
{
    for (uint32_t i = state->deed_count - state->does.plans.count; i < state->deed_count; ++i) {
        perform(mind, self, &state->deeds[i]);
    }
}

void pl_machine_perform(const pl_machine_mind* mind, ploy_self* self, uint32_t state)
{
    if (state == PL_NONE) return;
    const pl_state* of = &mind->states.data[state];
    for (uint32_t i = 0; i < of->deed_count; ++i) {
        perform(mind, self, &of->deeds[i]);
    }
}

void pl_machine_act(ploy_self* self)
{
    const pl_machine_memory* memory = self->memory;
    if (memory->chosen || memory->phase != PL_MACHINE_STEADY) {
        pl_machine_change(pl_machine_of(self), self);
    } else {
        pl_machine_perform(pl_machine_of(self), self, memory->current);
    }
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
