// What is saved of an agent, and what migrates when a new version of its fsm is loaded.

#include <string.h>

#include "base/check.h"
#include "mind/fsm/fsm.h"

void pl_fsm_save(const ploy_agent* agent, ploy_writer* writer)
{
    const pl_fsm_mind* mind = pl_fsm_of(agent);
    pl_fsm_data* memory = agent->mind_data;
    ploy_write_u64(writer, mind->fingerprint);
    const uint32_t numbers[] = {memory->current, memory->target, memory->common, memory->chosen,
                                memory->why,     memory->reason, memory->phase,  memory->changes};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        ploy_write_u32(writer, numbers[i]);
    }
    for (uint32_t i = 0; i < mind->levels; ++i) {
        ploy_write_i64(writer, memory->entered[i]);
    }
    for (uint32_t i = 0; i < mind->slots; ++i) {
        const pl_activity* activity = &pl_fsm_activities(mind, memory)[i];
        ploy_write_i64(writer, activity->since);
        ploy_write_u8(writer, (uint8_t)activity->phase);
        ploy_write_u8(writer, pl_fsm_outcomes(mind, memory)[i]);
    }
    for (uint32_t i = 0; i < mind->histories; ++i) {
        ploy_write_u32(writer, pl_fsm_history(mind, memory)[i]);
    }
    uint32_t from = mind->bytes_at.data[0];
    pl_activity_save_data((uint8_t*)memory + from, mind->mind.data_bytes - from, writer);
}

// A state, or PLOY_NONE.
static uint32_t read_state(ploy_reader* reader, const pl_fsm_mind* mind)
{
    uint32_t state = ploy_read_u32(reader);
    if (state != PLOY_NONE && state >= mind->states.count) reader->failed = true;
    return reader->failed ? PLOY_NONE : state;
}

static bool is_innermost(const pl_fsm_mind* mind, uint32_t state)
{
    return state != PLOY_NONE && mind->states.data[state].initial == PLOY_NONE;
}

// The invariants that act relies on.
static bool fits(const pl_fsm_mind* mind, const pl_fsm_data* memory)
{
    if (memory->phase == PL_FSM_STEADY) {
        if (!is_innermost(mind, memory->current) || memory->target != PLOY_NONE) return false;
        const pl_fsm_state* state = &mind->states.data[memory->current];
        return !memory->chosen || memory->chosen - 1 - state->first < state->count;
    }
    if (memory->chosen || !is_innermost(mind, memory->target)) return false;
    if (memory->phase == PL_FSM_ENTERING) {
        return memory->current != PLOY_NONE && pl_fsm_inside(mind, memory->target, memory->current);
    }
    return pl_fsm_inside(mind, memory->current, memory->common) && pl_fsm_inside(mind, memory->target, memory->common);
}

static void read_activities(ploy_agent* agent, ploy_reader* reader)
{
    const pl_fsm_mind* mind = pl_fsm_of(agent);
    pl_fsm_data* memory = agent->mind_data;
    for (uint32_t i = 0; i < mind->slots; ++i) {
        pl_activity* activity = &pl_fsm_activities(mind, memory)[i];
        activity->since = ploy_read_i64(reader);
        activity->phase = ploy_read_u8(reader);
        uint8_t outcome = ploy_read_u8(reader);
        pl_fsm_outcomes(mind, memory)[i] = outcome;
        if (activity->phase > PL_ACTIVITY_HALTING || outcome > PL_ACTIVITY_TO_START) reader->failed = true;
    }
}

// In a state that stays active an activity's phase is not idle if and only if its outcome is running. In a state that
// is being left both occur.
static bool staying_activities_fit(const pl_fsm_mind* mind, pl_fsm_data* memory)
{
    for (uint32_t at = pl_fsm_staying(mind, memory); at != PLOY_NONE; at = mind->states.data[at].parent) {
        const pl_fsm_state* state = &mind->states.data[at];
        for (uint32_t i = state->slot; i < state->slot + state->does.plans.count; ++i) {
            bool is_running = pl_fsm_outcomes(mind, memory)[i] == PLOY_RUNNING;
            if (is_running != (pl_fsm_activities(mind, memory)[i].phase != PL_ACTIVITY_IDLE)) return false;
        }
    }
    return true;
}

// A state that is not entered yet has no running activity, and an enter or exit activity runs only in its phase.
static bool other_activities_fit(const pl_fsm_mind* mind, pl_fsm_data* memory)
{
    bool entering = memory->phase == PL_FSM_ENTERING;
    uint32_t slot = 0;
    if (memory->current != PLOY_NONE) {
        const pl_fsm_state* state = &mind->states.data[memory->current];
        slot = state->slot + (entering ? 0 : state->does.plans.count);
    }
    bool has_hook = entering || memory->phase == PL_FSM_EXITING;
    for (; slot < mind->slots - (has_hook ? 1 : 0); ++slot) {
        if (pl_fsm_activities(mind, memory)[slot].phase != PL_ACTIVITY_IDLE) return false;
    }
    return true;
}

static void read_history(ploy_agent* agent, ploy_reader* reader)
{
    const pl_fsm_mind* mind = pl_fsm_of(agent);
    uint32_t* history = pl_fsm_history(mind, agent->mind_data);
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        const pl_fsm_state* state = &mind->states.data[i];
        if (state->history == PLOY_NONE) continue;
        uint32_t left_in = ploy_read_below(reader, mind->states.count + 1);
        bool good = !left_in || (left_in - 1 != i && pl_fsm_inside(mind, left_in - 1, i));
        if (!good) reader->failed = true;
        history[state->history] = left_in;
    }
}

ploy_status pl_fsm_load(ploy_agent* agent, ploy_reader* reader)
{
    const pl_fsm_mind* mind = pl_fsm_of(agent);
    pl_fsm_data* memory = agent->mind_data;
    if (ploy_read_u64(reader) != mind->fingerprint) return PLOY_INVALID;
    memory->stamp = UINT64_MAX;
    memory->current = read_state(reader, mind);
    memory->target = read_state(reader, mind);
    memory->common = read_state(reader, mind);
    memory->chosen = ploy_read_below(reader, mind->transitions.count + 1);
    memory->why = ploy_read_below(reader, mind->guards.count + 1);
    memory->reason = ploy_read_u32(reader);
    memory->phase = ploy_read_below(reader, PL_FSM_ENTERING + 1);
    memory->changes = ploy_read_u32(reader);
    for (uint32_t i = 0; i < mind->levels; ++i) {
        memory->entered[i] = ploy_read_i64(reader);
    }
    read_activities(agent, reader);
    read_history(agent, reader);
    uint32_t from = mind->bytes_at.data[0];
    pl_activity_load_data((uint8_t*)memory + from, mind->mind.data_bytes - from, reader);
    bool good = !reader->failed && fits(mind, memory) && staying_activities_fit(mind, memory) &&
                other_activities_fit(mind, memory);
    return good ? PLOY_OK : PLOY_INVALID;
}

// Hot reload.

static uint32_t find_state(const pl_fsm_mind* mind, const char* name)
{
    for (uint32_t i = 0; i < mind->states.count; ++i) {
        if (strcmp(mind->states.data[i].name, name) == 0) return i;
    }
    return PLOY_NONE;
}

static bool same_activities(const pl_activities* a, const pl_activities* b)
{
    if (a->plans.count != b->plans.count) return false;
    for (uint32_t i = 0; i < a->plans.count; ++i) {
        if (a->plans.data[i].activity != b->plans.data[i].activity) return false;
    }
    return true;
}

// The same state in both versions: it has the same name, the same activities and the same states around it.
static uint32_t same_state(const pl_fsm_mind* mind, const pl_fsm_mind* old, uint32_t state)
{
    if (state == PLOY_NONE) return PLOY_NONE;
    const pl_fsm_state* was = &old->states.data[state];
    uint32_t found = find_state(mind, was->name);
    if (found == PLOY_NONE || !same_activities(&mind->states.data[found].does, &was->does)) return PLOY_NONE;
    uint32_t around = same_state(mind, old, was->parent);
    if (was->parent != PLOY_NONE && around == PLOY_NONE) return PLOY_NONE;
    return mind->states.data[found].parent == around ? found : PLOY_NONE;
}

static void migrate_state(const pl_fsm_mind* mind, pl_fsm_data* memory, const pl_fsm_mind* old, pl_fsm_data* was,
                          uint32_t to, uint32_t from)
{
    const pl_fsm_state* a = &mind->states.data[to];
    const pl_fsm_state* b = &old->states.data[from];
    memory->entered[a->level] = was->entered[b->level];
    for (uint32_t i = 0; i < a->does.plans.count; ++i) {
        uint32_t slot = a->slot + i;
        uint32_t old_slot = b->slot + i;
        pl_fsm_activities(mind, memory)[slot] = pl_fsm_activities(old, was)[old_slot];
        pl_fsm_outcomes(mind, memory)[slot] = pl_fsm_outcomes(old, was)[old_slot];
        const ploy_activity_def* def = ploy_bindings_activity(mind->bindings, a->does.plans.data[i].activity);
        memcpy((uint8_t*)memory + mind->bytes_at.data[slot], (uint8_t*)was + old->bytes_at.data[old_slot],
               def->data_bytes);
    }
}

static void migrate_history(const pl_fsm_mind* mind, pl_fsm_data* memory, const pl_fsm_mind* old, pl_fsm_data* was)
{
    for (uint32_t i = 0; i < old->states.count; ++i) {
        const pl_fsm_state* state = &old->states.data[i];
        uint32_t left_in = state->history == PLOY_NONE ? 0 : pl_fsm_history(old, was)[state->history];
        uint32_t holder = left_in ? find_state(mind, state->name) : PLOY_NONE;
        uint32_t inside = left_in ? find_state(mind, old->states.data[left_in - 1].name) : PLOY_NONE;
        if (holder == PLOY_NONE || inside == PLOY_NONE || mind->states.data[holder].history == PLOY_NONE) continue;
        if (inside == holder || !pl_fsm_inside(mind, inside, holder)) continue;
        pl_fsm_history(mind, memory)[mind->states.data[holder].history] = inside + 1;
    }
}

static uint32_t begin_in(const pl_fsm_mind* mind, uint32_t state)
{
    state = state == PLOY_NONE ? 0 : state;
    while (mind->states.data[state].initial != PLOY_NONE) {
        state = mind->states.data[state].initial;
    }
    return state;
}

// A change in progress leaves everything inside the state where it would have stopped, if that state still exists.
static uint32_t common_of(const pl_fsm_mind* mind, const pl_fsm_data* memory, uint32_t wanted)
{
    uint32_t common = wanted != PLOY_NONE && pl_fsm_inside(mind, memory->current, wanted) ? wanted : memory->current;
    while (!pl_fsm_inside(mind, memory->target, common)) {
        common = mind->states.data[common].parent;
    }
    return common;
}

static void migrate_data(ploy_agent* agent, ploy_agent* old)
{
    const pl_fsm_mind* mind = pl_fsm_of(agent);
    const pl_fsm_mind* before = pl_fsm_of(old);
    pl_fsm_data* memory = agent->mind_data;
    pl_fsm_data* was = old->mind_data;
    bool steady = was->phase == PL_FSM_STEADY;
    uint32_t common = was->phase == PL_FSM_HALTING ? same_state(mind, before, was->common) : PLOY_NONE;
    uint32_t going = steady ? PLOY_NONE : find_state(mind, before->states.data[was->target].name);
    if (was->phase == PL_FSM_EXITING || was->phase == PL_FSM_ENTERING) pl_fsm_drop(before, old);
    while (was->current != PLOY_NONE && same_state(mind, before, was->current) == PLOY_NONE) {
        pl_fsm_drop(before, old);
        steady = false;
    }
    migrate_history(mind, memory, before, was);
    for (uint32_t state = was->current; state != PLOY_NONE; state = before->states.data[state].parent) {
        migrate_state(mind, memory, before, was, same_state(mind, before, state), state);
    }
    memory->current = same_state(mind, before, was->current);
    memory->reason = was->reason;
    if (steady && mind->states.data[memory->current].initial == PLOY_NONE) {
        memory->target = PLOY_NONE;
        memory->phase = PL_FSM_STEADY;
        return;
    }
    memory->target = begin_in(mind, going != PLOY_NONE ? going : memory->current);
    memory->common = common_of(mind, memory, common);
}

// A change in progress continues to its target, if that still exists.
ploy_status pl_fsm_migrate(ploy_agent* agent, ploy_agent* old)
{
    pl_fsm_reset(agent);
    if (pl_is_fsm(old->mind) && pl_fsm_of(old)->bindings == pl_fsm_of(agent)->bindings) {
        migrate_data(agent, old);
    } else if (old->mind && old->mind->kind->end) {
        old->mind->kind->end(old);
    }
    return PLOY_OK;
}
