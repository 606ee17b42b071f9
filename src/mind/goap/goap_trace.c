#include "mind/goap/goap.h"
#include "trace/emit.h"

static bool is_of_action(ploy_trace_kind kind)
{
    return kind == PLOY_TRACE_ACTION_STARTED || kind == PLOY_TRACE_ACTION_FINISHED || kind == PLOY_TRACE_ACTION_ABORTED;
}

void pl_goap_trace(const ploy_agent* agent, ploy_trace_kind kind, uint32_t of, int64_t with)
{
    const pl_goap* goap = pl_goap_of(agent);
    ploy_trace_level level = ploy_trace_level_of(kind);
    if (level > goap->def.debug || !pl_trace_wants(agent->trace, level)) return;
    ploy_trace_event event = {.kind = kind, .agent = agent->id.index1};
    if (is_of_action(kind)) {
        event.args[0] = pl_goap_ground(goap, of)->action;
        event.args[1] = of;
        event.args[2] = kind == PLOY_TRACE_ACTION_FINISHED ? 0 : (uint64_t)with;
        event.args[3] = kind == PLOY_TRACE_ACTION_ABORTED ? agent->reason : 0;
    } else {
        event.args[0] = pl_goap_target(goap, of)->goal;
        event.args[1] = (uint64_t)with;
    }
    pl_trace_emit(agent->trace, &event);
}

bool pl_goap_is_traced(const ploy_agent* agent)
{
    return pl_goap_of(agent)->def.debug >= PLOY_TRACE_BASIC && pl_trace_wants(agent->trace, PLOY_TRACE_BASIC);
}

static void trace_goals(const ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_note* notes = pl_goap_notes(agent);
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        PL_TRACE(agent->trace, DECISION_GOAL, agent->id.index1, goap->list[i], (uint64_t)notes[i].priority,
                 notes[i].fate, (uint64_t)goap->lives[goap->list[i]].def.hysteresis);
    }
}

void pl_goap_trace_choice(const ploy_agent* agent, uint32_t target, uint32_t mode)
{
    if (!pl_goap_is_traced(agent)) return;
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    bool is_under_way = m->goal != PLOY_NONE && m->goal_state != PL_GOAP_LOST;
    bool is_pushed = target != PLOY_NONE && (target == m->pushed || (m->is_pushed && target == m->goal));
    trace_goals(agent);
    PL_TRACE(agent->trace, GOAL_CHOSEN, agent->id.index1,
             target == PLOY_NONE ? PLOY_NONE : pl_goap_target(goap, target)->goal, mode, is_pushed,
             is_under_way ? (uint64_t)pl_goap_target(goap, m->goal)->goal + 1 : 0);
}
