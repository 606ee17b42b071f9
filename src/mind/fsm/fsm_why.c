#include "mind/common/bindings.h"
#include "mind/fsm/fsm.h"
#include "plan/language/text.h"

static void add_state(pl_writer* writer, const pl_fsm_mind* mind, uint32_t state)
{
    uint32_t around = mind->states.data[state].parent;
    if (around != PLOY_NONE) {
        add_state(writer, mind, around);
        pl_writer_add(writer, "/");
    }
    pl_writer_add(writer, "%s", mind->states.data[state].name);
}

static void add_deeds(pl_writer* writer, const pl_fsm_mind* mind, pl_fsm_data* memory)
{
    static const char* const how[] = {"", " (done)", " (failed)", " (to begin)"};
    const char* before = "; does ";
    for (uint32_t at = memory->current; at != PLOY_NONE; at = mind->states.data[at].parent) {
        const pl_state* state = &mind->states.data[at];
        for (uint32_t i = 0; i < state->does.plans.count; ++i) {
            uint32_t activity = state->does.plans.data[i].activity;
            pl_writer_add(writer, "%s%s%s", before, ploy_bindings_activity(mind->bindings, activity)->name,
                          how[pl_fsm_outcomes(mind, memory)[state->slot + i] & 3]);
            before = ", ";
        }
    }
}

static void add_reason(pl_writer* writer, const pl_fsm_mind* mind, const pl_fsm_data* memory)
{
    const char* condition = memory->why ? mind->conditions.data[memory->why - 1] : NULL;
    if (!memory->why) {
        pl_writer_add(writer, ", where it began");
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
    pl_writer writer = pl_writer_begin(text, size);
    if (memory->current == PLOY_NONE) {
        pl_writer_add(&writer, "in no state yet");
        return writer.length;
    }
    static const char* const phases[] = {"in ", "leaving ", "leaving ", "entering "};
    pl_writer_add(&writer, "%s", phases[memory->phase]);
    add_state(&writer, mind, memory->current);
    int64_t since = agent->now - memory->entered[mind->states.data[memory->current].level];
    pl_writer_add(&writer, " for %lld.%03d s", (long long)(since / PLOY_SECOND), (int)(since % PLOY_SECOND / 1000));
    if (memory->target != PLOY_NONE) {
        pl_writer_add(&writer, " for ");
        add_state(&writer, mind, memory->target);
    }
    add_reason(&writer, mind, memory);
    if (memory->phase == PL_FSM_STEADY) add_deeds(&writer, mind, memory);
    const char* reason = pl_bindings_reason(mind->bindings, memory->reason);
    if (*reason) pl_writer_add(&writer, "; last failure: %s", reason);
    if (memory->changes == PLOY_FSM_MAX_CHANGES) {
        pl_writer_add(&writer, "; it changed %d times in one tick", PLOY_FSM_MAX_CHANGES);
    }
    return writer.length;
}
