// The plan in an agent's mind data: whether it still leads to the goal, and which steps can be kept if not.
//
// The running step counts as having its effects, or as having had them already. Its own precondition is not checked any
// more: many actions use up what they need long before they are done.

#include <string.h>

#include "base/containers/bitset.h"
#include "base/check.h"
#include "mind/goap/goap.h"
#include "plan/domain/domain.h"

static void copy_state(const pl_goap* goap, uint64_t* to, const uint64_t* from)
{
    memcpy(to, from, goap->words * sizeof *to);
}

uint64_t* pl_goap_start(const ploy_agent* agent, uint32_t target)
{
    const pl_goap* goap = pl_goap_of(agent);
    uint64_t* scratch = pl_goap_scratch(agent);
    copy_state(goap, scratch, pl_goap_state_of(agent));
    if (target != pl_goap_data_of(agent)->goal) (void)pl_goap_reset_unsensed(goap, scratch);
    return scratch;
}

// Simulation.

bool pl_goap_leads(const ploy_agent* agent, uint32_t first, uint32_t target, uint64_t* state)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    for (uint32_t i = first; i < m->count; ++i) {
        if (!pl_domain_ground_apply(goap->domain, pl_goap_step(agent, i), state)) return false;
    }
    return m->is_partial || pl_domain_target_met(goap->domain, target, state);
}

static bool leads_from_now(const ploy_agent* agent, uint32_t first)
{
    uint64_t* scratch = pl_goap_scratch(agent);
    copy_state(pl_goap_of(agent), scratch, pl_goap_state_of(agent));
    return pl_goap_leads(agent, first, pl_goap_data_of(agent)->goal, scratch);
}

static bool leads_while_running(const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint64_t* scratch = pl_goap_scratch(agent);
    copy_state(pl_goap_of(agent), scratch, pl_goap_state_of(agent));
    pl_goap_force(pl_goap_of(agent), m->running, scratch);
    return pl_goap_leads(agent, m->at + 1u, m->goal, scratch) || leads_from_now(agent, m->at + 1u) ||
           leads_from_now(agent, m->at);
}

// Are all effects of the step already true?
static bool holds_already(const ploy_agent* agent, uint32_t ground)
{
    const pl_goap* goap = pl_goap_of(agent);
    uint64_t* scratch = pl_goap_scratch(agent);
    copy_state(goap, scratch, pl_goap_state_of(agent));
    pl_goap_force(goap, ground, scratch);
    return memcmp(scratch, pl_goap_state_of(agent), goap->words * sizeof *scratch) == 0;
}

// Validation.

static void skip(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    while (m->at + 1u < m->count && holds_already(agent, pl_goap_step(agent, m->at)) &&
           leads_from_now(agent, m->at + 1u))
        ++m->at;
}

// Drops as many steps as possible so that the rest leads to the goal from the current state.
static bool repair(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->is_partial) return false;
    for (uint32_t first = m->count; first-- > m->at;) {
        if ((m->action_state == PL_GOAP_RUNNING && first == m->at) || !leads_from_now(agent, first)) continue;
        if (m->action_state == PL_GOAP_RUNNING) {
            m->action_state = PL_GOAP_SUPERSEDED;
            m->reason = PLOY_GOAP_REASON_BROKEN;
        }
        m->at = (uint16_t)first;
        m->plan_origin = PL_GOAP_REPAIRED;
        m->is_best = false;
        pl_goap_trace(agent, PLOY_TRACE_PLAN_REPAIRED, m->goal, m->count - first);
        return true;
    }
    return false;
}

static bool has_context(const ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (m->action_state != PL_GOAP_RUNNING) return true;
    if (!goap->actions[pl_goap_ground(goap, m->running)->action].has_context) return true;
    return pl_domain_evaluate_context(goap->domain, m->running, pl_goap_state_of(agent), (void*)agent);
}

static void break_up(ploy_agent* agent, ploy_goap_reason reason)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_goap_raise(m, PL_GOAP_BROKEN);
    m->reason = reason;
}

static bool object_is_gone(const ploy_agent* agent, uint32_t ground)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_ground* g = pl_goap_ground(goap, ground);
    const pl_declaration* declaration = &goap->domain->actions.data[g->action].declaration;
    return !pl_domain_args_exist(goap->domain, declaration, g->args, *pl_goap_object_stamp(agent));
}

// Do the objects of all steps still exist? A new one in the place of an old one does not count.
static bool objects_exist(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (!goap->has_objects || *pl_goap_object_stamp(agent) == goap->domain->object_stamp) return true;
    for (uint32_t i = m->at; i < m->count; ++i) {
        if (object_is_gone(agent, pl_goap_step(agent, i))) return false;
    }
    *pl_goap_object_stamp(agent) = goap->domain->object_stamp;
    return true;
}

// A new plan that has not started because a halt takes several ticks.
static void check_new_plan(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    bool is_good = m->plan_state == PL_GOAP_PLAN_NOTHING
                       ? pl_goap_is_met(agent, m->planned)
                       : objects_exist(agent) &&
                             pl_goap_leads(agent, 0, m->planned, pl_goap_start(agent, m->planned));
    if (is_good) return;
    pl_goap_drop_steps(m);
    m->planned = PLOY_NONE;
    if (m->goal != PLOY_NONE) break_up(agent, PLOY_GOAP_REASON_BROKEN);
}

void pl_goap_validate(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    if (pl_goap_has_answer(m)) check_new_plan(agent);
    bool is_decided = pl_goap_is_broken(m) || m->goal_state == PL_GOAP_ABORTED;
    if (m->goal == PLOY_NONE || is_decided || pl_goap_has_answer(m)) return;
    if (m->goal_state == PL_GOAP_HELD) {
        if (!pl_goap_is_met(agent, m->goal)) break_up(agent, PLOY_GOAP_REASON_BROKEN);
        if (!pl_goap_holds(agent, m->goal)) pl_goap_raise(m, PL_GOAP_MET);
        return;
    }
    if (pl_goap_is_satisfied(agent, m->goal)) {
        pl_goap_raise(m, PL_GOAP_MET);
        return;
    }
    if (m->count == 0 || m->action_state >= PL_GOAP_FINISHING) return;
    bool is_idle = m->action_state == PL_GOAP_IDLE;
    bool is_last = !is_idle && m->at + 1u == m->count;
    if (!objects_exist(agent)) {
        break_up(agent, PLOY_GOAP_REASON_GONE);
        return;
    }
    if (!is_last && pl_domain_target_met(goap->domain, m->goal, pl_goap_state_of(agent))) {
        pl_goap_raise(m, PL_GOAP_MET);
    } else if (!has_context(agent)) {
        break_up(agent, PLOY_GOAP_REASON_CONTEXT);
    } else if (m->state_status != PL_GOAP_EVALUATED || is_idle) {
        if (is_idle) skip(agent);
        bool leads = is_idle ? leads_from_now(agent, m->at) : leads_while_running(agent);
        if (!leads && !repair(agent)) break_up(agent, PLOY_GOAP_REASON_BROKEN);
    }
}

// New plans.

// The plan leads to the target from the state that was searched; only a different state has to be simulated.
static bool leads_to(const ploy_agent* agent, uint32_t first, const ploy_plan* plan, uint32_t target)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint64_t* scratch = pl_goap_start(agent, target);
    if (m->mode == PL_GOAP_REST) {
        pl_goap_force(goap, first, scratch);
    } else if (first != PLOY_NONE && !pl_domain_ground_apply(goap->domain, first, scratch)) {
        return false;
    }
    const uint64_t* requested = pl_plan_client_start(goap->planning, m->client);
    if (memcmp(scratch, requested, goap->words * sizeof *scratch) == 0) return true;
    for (uint32_t i = 0; i < plan->step_count; ++i) {
        if (!pl_domain_ground_apply(goap->domain, plan->steps[i].id, scratch)) return false;
    }
    return pl_domain_target_met(goap->domain, target, scratch);
}

static void note_used(const ploy_agent* agent, uint32_t first, const ploy_plan* plan)
{
    const pl_goap* goap = pl_goap_of(agent);
    uint64_t* unused = pl_goap_unused(agent);
    memset(unused, 0xFF, goap->action_words * sizeof *unused);
    if (first != PLOY_NONE) pl_bits_clear(unused, pl_goap_ground(goap, first)->action);
    for (uint32_t i = 0; i < plan->step_count; ++i) pl_bits_clear(unused, plan->steps[i].action);
}

static void keep_steps(const ploy_agent* agent, uint32_t first, const ploy_plan* plan)
{
    uint32_t before = first != PLOY_NONE;
    if (before) pl_goap_set_step(agent, 0, first);
    for (uint32_t i = before; i < pl_goap_data_of(agent)->count; ++i) {
        pl_goap_set_step(agent, i, plan->steps[i - before].id);
    }
}

// Whether a better plan is worth a search, and what the steps cost that do not fit.
static void note_worth(const ploy_agent* agent, uint32_t first, const ploy_plan* plan)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    int64_t* tail = pl_goap_tail(agent);
    m->is_best = plan->proved && m->mode != PL_GOAP_WITH_SAME;
    *tail = 0;
    for (uint32_t i = m->count - (first != PLOY_NONE); i < plan->step_count; ++i) {
        int64_t cost = plan->steps[i].cost;
        *tail = *tail > INT64_MAX - cost ? INT64_MAX : *tail + cost;
    }
}

static void end_request(pl_goap_data* m)
{
    m->is_replan_requested = false;
    if (m->action_state == PL_GOAP_SUPERSEDED) m->action_state = PL_GOAP_RUNNING; // compared with the new plan in act
}

bool pl_goap_accept(ploy_agent* agent, uint32_t first, const ploy_plan* plan)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    if (!leads_to(agent, first, plan, m->planned)) return false;
    uint32_t count = plan->step_count + (first != PLOY_NONE);
    bool is_long = count > goap->def.max_steps;
    m->count = (uint16_t)(is_long ? goap->def.max_steps : count);
    m->at = 0;
    keep_steps(agent, first, plan);
    if (goap->has_objects) *pl_goap_object_stamp(agent) = goap->domain->object_stamp;
    m->plan_state = PL_GOAP_PLAN_NEW;
    m->plan_origin = m->mode == PL_GOAP_WITH_SAME ? PL_GOAP_PLANNED_SAME : PL_GOAP_PLANNED;
    m->is_partial = is_long;
    if (goap->def.act_early) note_worth(agent, first, plan);
    end_request(m);
    if (m->mode != PL_GOAP_WITH_SAME || m->used != m->planned) note_used(agent, first, plan);
    m->used = m->planned;
    return true;
}

void pl_goap_accept_nothing(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_goap_drop_steps(m);
    m->plan_state = PL_GOAP_PLAN_NOTHING;
    end_request(m);
}

int64_t pl_goap_price(ploy_agent* agent, uint32_t ground, uint32_t last, const uint64_t* state)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_ground* g = pl_goap_ground(goap, ground);
    int64_t price = pl_domain_evaluate_cost(goap->domain, ground, state, agent);
    bool is_plain = goap->def.options.no_two_moves && ploy_domain_action(goap->domain, g->action).move;
    bool has_repeat_cost = goap->def.options.repeat_cost > 0 && last == ground && !is_plain;
    return has_repeat_cost ? price / PLOY_UNIT * goap->def.options.repeat_cost +
                                 price % PLOY_UNIT * goap->def.options.repeat_cost / PLOY_UNIT
                           : price;
}
