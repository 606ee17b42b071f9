// A change of state: leaving and entering, each as far as its activities let it in this tick.

#include <string.h>

#include "base/check.h"
#include "mind/fsm/fsm.h"
#include "trace/emit.h"

// Deeds.

static pl_deed_plan plan_of(const pl_machine_mind* mind, const pl_deeds* deeds, uint32_t deed, uint32_t slot,
                            pl_machine_memory* memory)
{
    pl_deed_plan plan = deeds->plans.data[deed];
    plan.memory = (uint8_t*)memory + mind->bytes_at.data[slot];
    return plan;
}

void pl_machine_note(ploy_self* self, const pl_machine_deed* of, ploy_outcome outcome)
{
    pl_machine_memory* memory = self->memory;
    ((uint8_t*)self->memory)[of->outcome_at] = (uint8_t)outcome;
    if (outcome == PLOY_FAILURE) memory->reason = self->reason;
}

void pl_machine_perform_deed(ploy_self* self, const pl_machine_deed* of)
{
    uint8_t* memory = self->memory;
    uint8_t outcome = memory[of->outcome_at];
    if (outcome != PLOY_BUSY && outcome != PL_DEED_TODO) return;
    pl_deed_plan plan = of->plan;
    plan.memory = memory + pl_machine_of(self)->bytes_at.data[of->slot];
    pl_deed* deed = (pl_deed*)(memory + of->deed_at);
    bool is_new = outcome == PL_DEED_TODO;
    pl_machine_note(self, of, is_new ? pl_deed_start(deed, &plan, self) : pl_deed_perform(deed, &plan, self));
}

static bool halt_state(const pl_machine_mind* mind, ploy_self* self, const pl_state* state)
{
    pl_machine_memory* memory = self->memory;
    pl_deed* deeds = pl_machine_deeds(mind, memory) + state->slot;
    bool done = true;
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        pl_deed_plan plan = plan_of(mind, &state->does, i, state->slot + i, memory);
        done = pl_deed_halt(&deeds[i], &plan, self) && done;
    }
    return done;
}

// An enter or exit; true: it is over, however it ended.
static bool run_notice(const pl_machine_mind* mind, ploy_self* self, const pl_deeds* notice)
{
    if (notice->plans.count == 0) return true;
    uint32_t slot = mind->slots - 1;
    pl_deed* deed = &pl_machine_deeds(mind, self->memory)[slot];
    pl_deed_plan plan = plan_of(mind, notice, 0, slot, self->memory);
    bool is_new = deed->phase == PL_DEED_IDLE;
    return (is_new ? pl_deed_start(deed, &plan, self) : pl_deed_perform(deed, &plan, self)) != PLOY_BUSY;
}

// Changes.

// False: it takes longer.
static bool leave(const pl_machine_mind* mind, ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    while (memory->current != memory->common) {
        const pl_state* state = &mind->states.data[memory->current];
        if (memory->phase == PL_MACHINE_HALTING) {
            if (!halt_state(mind, self, state)) return false;
            memory->phase = PL_MACHINE_EXITING;
        }
        if (!run_notice(mind, self, &state->exit)) return false;
        memory->current = state->parent;
        memory->phase = PL_MACHINE_HALTING;
    }
    return true;
}

static uint32_t next_towards(const pl_machine_mind* mind, uint32_t from, uint32_t target)
{
    while (mind->states.data[target].parent != from) {
        target = mind->states.data[target].parent;
    }
    return target;
}

static void step_into(const pl_machine_mind* mind, ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    memory->current = next_towards(mind, memory->current, memory->target);
    const pl_state* state = &mind->states.data[memory->current];
    memory->entered[state->level] = self->now;
    memset(pl_machine_outcomes(mind, memory) + state->slot, PL_DEED_TODO, state->does.plans.count);
    memory->phase = PL_MACHINE_ENTERING;
}

static bool enter(const pl_machine_mind* mind, ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    while (memory->phase == PL_MACHINE_ENTERING || memory->current != memory->target) {
        if (memory->phase != PL_MACHINE_ENTERING) step_into(mind, self);
        const pl_state* state = &mind->states.data[memory->current];
        if (!run_notice(mind, self, &state->enter)) return false;
        memory->phase = PL_MACHINE_STEADY;
        pl_machine_perform_state(self, state);
    }
    return true;
}

static bool go_on(const pl_machine_mind* mind, ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    bool is_leaving = memory->phase == PL_MACHINE_HALTING || memory->phase == PL_MACHINE_EXITING;
    if (is_leaving && !leave(mind, self)) return false;
    if (!enter(mind, self)) return false;
    memory->phase = PL_MACHINE_STEADY;
    memory->target = PL_NONE;
    memory->stamp = UINT64_MAX;
    return true;
}

static void remember(const pl_machine_mind* mind, pl_machine_memory* memory)
{
    uint32_t* history = pl_machine_history(mind, memory);
    for (uint32_t state = memory->current; state != PL_NONE; state = mind->states.data[state].parent) {
        uint32_t around = mind->states.data[state].parent;
        if (around == PL_NONE || mind->states.data[around].history == PL_NONE) continue;
        const pl_state* holder = &mind->states.data[around];
        history[holder->history] = (holder->deep ? memory->current : state) + 1;
    }
}

static uint32_t innermost(const pl_machine_mind* mind, pl_machine_memory* memory, uint32_t state)
{
    while (mind->states.data[state].initial != PL_NONE) {
        const pl_state* of = &mind->states.data[state];
        uint32_t left_in = of->history == PL_NONE ? 0 : pl_machine_history(mind, memory)[of->history];
        state = left_in ? left_in - 1 : of->initial;
    }
    return state;
}

// The innermost state that holds both ends: the owner may be it, the target never.
static uint32_t common_of(const pl_machine_mind* mind, uint32_t owner, uint32_t target)
{
    uint32_t common = mind->states.data[target].parent;
    while (!pl_machine_inside(mind, owner, common)) {
        common = mind->states.data[common].parent;
    }
    return common;
}

static void begin_change(const pl_machine_mind* mind, ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    const pl_transition* transition = &mind->transitions.data[memory->chosen - 1];
    PL_TRACE(self->trace, STATE_CHANGED, self->agent, memory->current, transition->target, transition->number + 1);
    remember(mind, memory);
    memory->common = common_of(mind, transition->owner, transition->target);
    memory->target = innermost(mind, memory, transition->target);
    memory->why = transition->number + 1;
    memory->chosen = 0;
    memory->phase = PL_MACHINE_HALTING;
}

// Choosing.

static bool deeds_are(const pl_machine_mind* mind, pl_machine_memory* memory, uint32_t owner, ploy_machine_on on)
{
    const pl_state* state = &mind->states.data[owner];
    const uint8_t* outcomes = pl_machine_outcomes(mind, memory) + state->slot;
    uint32_t good = 0, bad = 0;
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        good += outcomes[i] == PLOY_SUCCESS;
        bad += outcomes[i] == PLOY_FAILURE;
    }
    if (on == PLOY_ON_FAILURE) return bad > 0;
    return on == PLOY_ON_SUCCESS ? good == state->does.plans.count : good + bad == state->does.plans.count;
}

static bool holds(const pl_machine_mind* mind, ploy_self* self, const pl_transition* transition)
{
    pl_machine_memory* memory = self->memory;
    uint32_t level = mind->states.data[transition->owner].level;
    if (transition->after > 0 && self->now - memory->entered[level] < transition->after) return false;
    if (transition->on != PLOY_ON_ANYTHING &&
        !deeds_are(mind, memory, transition->owner, (ploy_machine_on)transition->on)) {
        return false;
    }
    return !transition->guard || pl_guard_holds(transition->guard, self);
}

void pl_machine_ask(const pl_machine_mind* mind, ploy_self* self, const pl_state* state)
{
    pl_machine_memory* memory = self->memory;
    const pl_transition* transitions = mind->transitions.data + state->first;
    for (uint32_t i = 0; i < state->count; ++i) {
        if (holds(mind, self, &transitions[i])) {
            memory->chosen = state->first + i + 1;
            memory->stamp = UINT64_MAX;
            return;
        }
    }
}

uint32_t pl_machine_staying(const pl_machine_mind* mind, const pl_machine_memory* memory)
{
    switch ((pl_machine_phase)memory->phase) {
    case PL_MACHINE_STEADY:
        return memory->current;
    case PL_MACHINE_ENTERING:
        return mind->states.data[memory->current].parent;
    default:
        return memory->common;
    }
}

void pl_machine_change(const pl_machine_mind* mind, ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    if (memory->chosen) begin_change(mind, self);
    pl_machine_perform(self, pl_machine_staying(mind, memory));
    memory->changes = 1;
    while (go_on(mind, self)) {
        if (memory->changes == PLOY_MACHINE_MAX_CHANGES) return;
        pl_machine_think(self);
        if (!memory->chosen) return;
        begin_change(mind, self);
        ++memory->changes;
    }
}

// Ending.

void pl_machine_drop(const pl_machine_mind* mind, ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    const pl_state* state = &mind->states.data[memory->current];
    uint32_t slot = mind->slots - 1;
    pl_deed* deed = &pl_machine_deeds(mind, memory)[slot];
    if (memory->phase == PL_MACHINE_ENTERING && deed->phase != PL_DEED_IDLE) {
        pl_deed_plan plan = plan_of(mind, &state->enter, 0, slot, memory);
        pl_deed_halt(deed, &plan, self);
        deed->phase = PL_DEED_IDLE;
    }
    halt_state(mind, self, state);
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        pl_machine_deeds(mind, memory)[state->slot + i].phase = PL_DEED_IDLE;
    }
    if (!run_notice(mind, self, &state->exit)) {
        pl_deed_plan plan = plan_of(mind, &state->exit, 0, slot, memory);
        pl_deed_halt(deed, &plan, self);
        deed->phase = PL_DEED_IDLE;
    }
    memory->current = state->parent;
    memory->phase = PL_MACHINE_HALTING;
}

void pl_machine_end(ploy_self* self)
{
    pl_machine_memory* memory = self->memory;
    while (memory->current != PL_NONE) {
        pl_machine_drop(pl_machine_of(self), self);
    }
}
