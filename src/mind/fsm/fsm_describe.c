// A machine as lines: states, conditions, and which transition leads from where to where. A transition that states
// inherit stands once for each of them.

#include <inttypes.h>

#include "mind/fsm/fsm.h"
#include "plan/language/text.h"

static int32_t signed_index(uint32_t index)
{
    return index == PLOY_NONE ? -1 : (int32_t)index;
}

static void add_state(pl_writer* writer, const pl_fsm_mind* mind, const pl_state* state)
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

// Lists of two innermost states both hold what the state around them hands on.
static bool is_told(const pl_fsm_mind* mind, uint32_t index)
{
    const pl_transition* t = &mind->transitions.data[index];
    for (uint32_t i = 0; i < index; ++i) {
        const pl_transition* other = &mind->transitions.data[i];
        if (other->number == t->number && other->owner == t->owner) return true;
    }
    return false;
}

static void add_transition(pl_writer* writer, const pl_transition* t)
{
    static const char* const on[] = {"anything", "success", "failure", "end"};
    pl_writer_add(writer, "transition %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRId64 " %s\n", t->number, t->owner,
                  t->target, t->after, on[t->on]);
}

size_t pl_fsm_describe(const ploy_mind* base, char* text, size_t size)
{
    const pl_fsm_mind* mind = (const pl_fsm_mind*)base;
    pl_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "fsm\n");
    for (uint32_t i = 0; i < mind->states.count; ++i) add_state(&writer, mind, &mind->states.data[i]);
    for (uint32_t i = 0; i < mind->conditions.count; ++i) {
        if (!mind->conditions.data[i]) continue;
        pl_writer_add(&writer, "when %" PRIu32 " ", i);
        pl_writer_end_line(&writer, mind->conditions.data[i]);
    }
    for (uint32_t i = 0; i < mind->transitions.count; ++i) {
        if (!is_told(mind, i)) add_transition(&writer, &mind->transitions.data[i]);
    }
    return writer.length;
}
