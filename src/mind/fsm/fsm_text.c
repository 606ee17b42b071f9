// An fsm as text: the lines that describe it, and why an agent is where it is.

#include <inttypes.h>

#include "mind/common/bindings.h"
#include "mind/fsm/fsm.h"
#include "plan/language/text.h"

// The description: states, conditions, and which transition leads from where to where. A transition that states inherit
// has one line for each of them.

static int32_t signed_index(uint32_t index)
{
    return index == PLOY_NONE ? -1 : (int32_t)index;
}

static void add_state(pl_text_writer* writer, const pl_fsm_mind* mind, const pl_fsm_state* state)
{
    uint32_t history = state->history == PLOY_NONE ? PLOY_HISTORY_NONE
                       : state->deep               ? PLOY_HISTORY_DEEP
                                                   : PLOY_HISTORY_SHALLOW;
    pl_writer_add(writer, "state %" PRId32 " %" PRId32 " %" PRIu32 " ", signed_index(state->parent),
                  signed_index(state->initial), history);
    pl_writer_end_line(writer, state->name);
    if (state->does.plans.count == 0) return;
    pl_writer_add(writer, "does");
    for (uint32_t i = 0; i < state->does.plans.count; ++i) {
        uint32_t activity = state->does.plans.data[i].activity;
        pl_writer_add(writer, " %s", ploy_bindings_activity(mind->bindings, activity)->name);
    }
    pl_writer_add(writer, "\n");
}

// Two innermost states have the transitions of the state around them in both of their lists.
static bool is_listed(const pl_fsm_mind* mind, uint32_t index)
{
    const pl_fsm_transition* t = &mind->transitions.data[index];
    for (uint32_t i = 0; i < index; ++i) {
        const pl_fsm_transition* other = &mind->transitions.data[i];
        if (other->number == t->number && other->owner == t->owner) return true;
    }
    return false;
}

static void add_transition(pl_text_writer* writer, const pl_fsm_transition* t)
{
    static const char* const on[] = {"anything", "success", "failure", "end"};
    pl_writer_add(writer, "transition %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRId64 " %s\n", t->number, t->owner,
                  t->target, t->after, on[t->on]);
}

size_t pl_fsm_describe(const ploy_mind* base, char* text, size_t size)
{
    const pl_fsm_mind* mind = (const pl_fsm_mind*)base;
    pl_text_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "fsm\n");
    for (uint32_t i = 0; i < mind->states.count; ++i) add_state(&writer, mind, &mind->states.data[i]);
    for (uint32_t i = 0; i < mind->conditions.count; ++i) {
        if (!mind->conditions.data[i]) continue;
        pl_writer_add(&writer, "when %" PRIu32 " ", i);
        pl_writer_end_line(&writer, mind->conditions.data[i]);
    }
    for (uint32_t i = 0; i < mind->transitions.count; ++i) {
        if (!is_listed(mind, i)) add_transition(&writer, &mind->transitions.data[i]);
    }
    return writer.length;
}

// Why.

static void add_path(pl_text_writer* writer, const pl_fsm_mind* mind, uint32_t state)
{
    uint32_t around = mind->states.data[state].parent;
    if (around != PLOY_NONE) {
        add_path(writer, mind, around);
        pl_writer_add(writer, "/");
    }
    pl_writer_add(writer, "%s", mind->states.data[state].name);
}

static void add_activities(pl_text_writer* writer, const pl_fsm_mind* mind, pl_fsm_data* memory)
{
    static const char* const how[] = {"", " (done)", " (failed)", " (not started)"};
    const char* before = "; does ";
    for (uint32_t at = memory->current; at != PLOY_NONE; at = mind->states.data[at].parent) {
        const pl_fsm_state* state = &mind->states.data[at];
        for (uint32_t i = 0; i < state->does.plans.count; ++i) {
            uint32_t activity = state->does.plans.data[i].activity;
            pl_writer_add(writer, "%s%s%s", before, ploy_bindings_activity(mind->bindings, activity)->name,
                          how[pl_fsm_outcomes(mind, memory)[state->slot + i] & 3]);
            before = ", ";
        }
    }
}

static void add_reason(pl_text_writer* writer, const pl_fsm_mind* mind, const pl_fsm_data* memory)
{
    const char* condition = memory->why ? mind->conditions.data[memory->why - 1] : NULL;
    if (!memory->why) {
        pl_writer_add(writer, ", the first state");
    } else if (condition) {
        pl_writer_add(writer, ", because of '%s'", condition);
    } else {
        pl_writer_add(writer, ", by transition %u", (unsigned)(memory->why - 1));
    }
}

size_t pl_fsm_why(const ploy_agent* agent, char* text, size_t size)
{
    const pl_fsm_mind* mind = pl_fsm_of(agent);
    pl_fsm_data* memory = agent->mind_data;
    pl_text_writer writer = pl_writer_begin(text, size);
    if (memory->current == PLOY_NONE) {
        pl_writer_add(&writer, "in no state yet");
        return writer.length;
    }
    static const char* const phases[] = {"in ", "leaving ", "leaving ", "entering "};
    pl_writer_add(&writer, "%s", phases[memory->phase]);
    add_path(&writer, mind, memory->current);
    int64_t since = agent->now - memory->entered[mind->states.data[memory->current].level];
    pl_writer_add(&writer, " for %lld.%03d s", (long long)(since / PLOY_SECOND), (int)(since % PLOY_SECOND / 1000));
    if (memory->target != PLOY_NONE) {
        pl_writer_add(&writer, " for ");
        add_path(&writer, mind, memory->target);
    }
    add_reason(&writer, mind, memory);
    if (memory->phase == PL_FSM_STEADY) add_activities(&writer, mind, memory);
    const char* reason = pl_bindings_reason(mind->bindings, memory->reason);
    if (*reason) pl_writer_add(&writer, "; last failure: %s", reason);
    if (memory->changes == PLOY_FSM_MAX_CHANGES) {
        pl_writer_add(&writer, "; it changed %d times in one tick", PLOY_FSM_MAX_CHANGES);
    }
    return writer.length;
}
