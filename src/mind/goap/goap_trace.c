// Trace events of a GOAP mind, and the inputs of its searches.

#include "mind/goap/goap.h"
#include "mind/goap/plan_service.h"
#include "plan/domain/compiled.h"
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
                 notes[i].goal_status, (uint64_t)goap->callbacks[goap->list[i]].def.hysteresis);
    }
}

void pl_goap_trace_choice(const ploy_agent* agent, uint32_t target, uint32_t mode)
{
    if (!pl_goap_is_traced(agent)) return;
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    bool is_active = m->goal != PLOY_NONE && m->goal_state != PL_GOAP_LOST;
    bool is_pushed = target != PLOY_NONE && (target == m->pushed || (m->is_pushed && target == m->goal));
    trace_goals(agent);
    pl_trace_decider = agent->mind;
    PL_TRACE(agent->trace, GOAL_CHOSEN, agent->id.index1,
             target == PLOY_NONE ? PLOY_NONE : pl_goap_target(goap, target)->goal, mode, is_pushed,
             is_active ? (uint64_t)pl_goap_target(goap, m->goal)->goal + 1 : 0);
    pl_trace_decider = NULL;
}

// The inputs of a search.

static bool has_bit(const uint64_t* bits, uint32_t index)
{
    return bits && (bits[index / 64] >> (index % 64) & 1);
}

static void trace_off(const pl_decision_traced* d)
{
    const ploy_plan_query* q = d->query;
    for (uint32_t w = 0; w < (ploy_domain_action_count(d->domain) + 63) / 64; ++w) {
        uint64_t word = q->disabled ? q->disabled[w] : 0, agent = d->off ? d->off[w] : 0;
        if (word | agent) PL_TRACE(q->trace, DECISION_OFF, q->trace_agent, w, word, agent);
    }
}

static void trace_answers(const pl_decision_traced* d, uint32_t action)
{
    const ploy_plan_query* q = d->query;
    const pl_compiled* c = pl_domain_compiled(d->domain);
    bool has_context = pl_domain_has_context(d->domain, action), is_call = pl_domain_cost_is_call(d->domain, action);
    if (!has_context && !is_call && !q->viable) return;
    for (uint32_t g = c->action_first_ground[action]; g < c->action_first_ground[action + 1]; ++g) {
        if (has_context && !pl_domain_evaluate_context(d->domain, g, q->start, q->agent)) {
            PL_TRACE(q->trace, DECISION_NO, q->trace_agent, g, 0);
        } else if (q->viable && !q->viable(q->agent, action, c->grounds[g].args)) {
            PL_TRACE(q->trace, DECISION_NO, q->trace_agent, g, 1);
        }
        if (!is_call) continue;
        int64_t cost = pl_domain_evaluate_cost(d->domain, g, q->start, q->agent);
        PL_TRACE(q->trace, DECISION_COST, q->trace_agent, g, (uint64_t)cost);
    }
}

void pl_decision_trace(const pl_decision_traced* d)
{
    const ploy_plan_query* q = d->query;
    pl_trace_decider = d->mind;
    PL_TRACE(q->trace, DECISION_BEGUN, q->trace_agent, d->target, q->last1, (uint64_t)q->options.search,
             q->options.no_two_moves);
    pl_trace_decider = NULL;
    PL_TRACE(q->trace, DECISION_LIMITS, q->trace_agent, q->options.max_nodes, q->options.max_depth,
             q->options.repeat_cost, d->without == PLOY_NONE ? 0 : (uint64_t)d->without + 1);
    for (uint32_t w = 0; w < ploy_domain_state_words(d->domain); ++w) {
        PL_TRACE(q->trace, DECISION_STATE, q->trace_agent, w, q->start[w]);
    }
    trace_off(d);
    for (uint32_t a = 0; a < ploy_domain_action_count(d->domain); ++a) {
        if (!has_bit(d->off, a)) trace_answers(d, a);
    }
}
