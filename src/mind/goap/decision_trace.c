#include "mind/goap/decision_trace.h"

#include "plan/domain/compiled.h"
#include "trace/emit.h"

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
    PL_TRACE(q->trace, DECISION_BEGUN, q->trace_agent, d->target, q->last1, (uint64_t)q->options.search,
             q->options.no_two_moves);
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
