// Which goal to pursue, and the searches for it.
//
// An agent without a goal asks all of them whenever something may have changed, so it is never idle while one of them
// could be worked on; a busy one asks each at its interval. What has no plan waits for a change (of the state, if the
// agent is idle) or for the search interval, and the next goal is tried, within the same tick while there are nodes.

#include <string.h>

#include "base/check.h"
#include "mind/common/bindings.h"
#include "mind/goap/goap.h"
#include "plan/domain/domain.h"
#include "plan/search/goal_choice.h"

static int32_t narrow(int64_t priority)
{
    return (int32_t)(priority > INT32_MAX ? INT32_MAX : priority < INT32_MIN ? INT32_MIN : priority);
}

static uint32_t list_target(const pl_goap* goap, uint32_t place)
{
    return pl_domain_compiled(goap->domain)->goal_first_target[goap->list[place]];
}

bool pl_goap_is_satisfied(ploy_agent* agent, uint32_t target)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_callbacks* life = pl_goap_callbacks_of(goap, target);
    if (life->satisfied == PLOY_NONE) return false;
    const ploy_condition_def* def = pl_bindings_condition(goap->def.parts.bindings, life->satisfied);
    ploy_port ports[PLOY_MAX_PORTS];
    pl_ports_fill(&life->ports, pl_goap_target(goap, target)->args, ports);
    ploy_call call = {.user = def->user, .ports = ports, .port_count = def->port_count, .binding = life->satisfied};
    return def->test(agent, &call);
}

// Asking.

static int32_t ask_priority(ploy_agent* agent, uint32_t target)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_target* t = pl_goap_target(goap, target);
    const pl_goap_callbacks* life = &goap->lives[t->goal];
    const uint64_t* state = pl_goap_state_of(agent);
    if (!pl_domain_target_relevant(goap->domain, target, state)) return 0;
    if (life->def.relevant && !life->def.relevant(agent, t->goal, t->args, life->def.user)) return 0;
    int32_t priority = narrow(pl_goal_priority(goap->domain, t->goal, t->args, state, agent));
    return priority > 0 ? priority : 0;
}

static bool is_met(ploy_agent* agent, uint32_t target)
{
    return pl_domain_target_met(pl_goap_of(agent)->domain, target, pl_goap_start(agent, target)) ||
           pl_goap_is_satisfied(agent, target);
}

static bool is_blocked(const pl_goap_note* note)
{
    return note->fate == PLOY_GOAL_STATUS_NO_PLAN || note->fate == PLOY_GOAL_STATUS_REFUSED;
}

static void ask(ploy_agent* agent, uint32_t place)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_goap_note* note = &pl_goap_notes(agent)[place];
    uint32_t target = list_target(goap, place);
    note->priority = ask_priority(agent, target);
    note->next = agent->now + goap->lives[goap->list[place]].def.interval;
    note->is_stale = false;
    uint8_t before = note->fate;
    note->fate = target == m->goal       ? PLOY_GOAL_STATUS_PURSUED
                 : note->priority == 0   ? PLOY_GOAL_STATUS_IRRELEVANT
                 : is_met(agent, target) ? PLOY_GOAL_STATUS_MET
                                         : PLOY_GOAL_STATUS_LOWER;
    if (note->fate != before) m->has_told = false;
    pl_goap_trace(agent, PLOY_TRACE_GOAL_EVALUATED, target, note->priority);
}

// Would it answer as it did?
static bool is_same(const pl_goap* goap, const pl_goap_note* note, uint32_t place)
{
    return !note->is_stale && !is_blocked(note) && note->fate != PLOY_GOAL_STATUS_UNEVALUATED &&
           !goap->lives[goap->list[place]].asks && goap->lives[goap->list[place]].satisfied == PLOY_NONE;
}

// What is due: all of them for an agent without a goal, unless nothing can have changed.
static void ask_due(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    bool is_idle = m->goal == PLOY_NONE, is_told = m->is_replan_requested;
    bool has_changed = m->sight != PL_GOAP_EVALUATED;
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        pl_goap_note* note = &pl_goap_notes(agent)[i];
        bool is_due = agent->now >= note->next || is_told || note->fate == PLOY_GOAL_STATUS_UNEVALUATED;
        bool may_differ = has_changed || (goap->lives[goap->list[i]].asks && !is_blocked(note));
        if (!is_due && !(is_idle && may_differ)) continue;
        if (!is_told && is_same(goap, note, i)) {
            note->next = agent->now + goap->lives[goap->list[i]].def.interval;
        } else {
            ask(agent, i);
        }
    }
    m->sight = PL_GOAP_EVALUATED;
}

// Choosing.

static pl_goal_candidate describe(const void* context, uint32_t place)
{
    const ploy_agent* agent = context;
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_note* note = &pl_goap_notes(agent)[place];
    return (pl_goal_candidate){
        .priority = note->priority,
        .min_lead = goap->lives[goap->list[place]].def.hysteresis,
        .is_blocked = note->fate != PLOY_GOAL_STATUS_LOWER && note->fate != PLOY_GOAL_STATUS_SEARCHING,
    };
}

static pl_goal_commitment commitment_of(const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    const pl_goap_note* note = m->goal != PLOY_NONE ? pl_goap_note_of(agent, m->goal) : NULL;
    return (pl_goal_commitment){
        .is_bound = m->goal != PLOY_NONE && m->goal_state != PL_GOAP_LOST,
        .is_final = m->is_pushed,
        .priority = note ? note->priority : 0,
    };
}

// The target to plan for now, or PLOY_NONE: the agent keeps what it has. A goal that is about to end is not planned for.
static uint32_t pick(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (m->pushed != PLOY_NONE && m->pushed != m->goal) return m->pushed;
    if (goap->def.manual && !m->is_replan_requested) return PLOY_NONE;
    pl_goal_commitment commitment = commitment_of(agent);
    uint32_t best = pl_goal_choose(describe, agent, goap->list_count, &commitment);
    if (best != PLOY_NONE) return list_target(goap, best);
    bool is_planned_again =
        m->goal_state == PL_GOAP_BROKEN || (m->goal_state == PL_GOAP_PURSUED && m->is_replan_requested);
    return is_planned_again ? m->goal : PLOY_NONE;
}

// Searching.

static pl_goap_mode first_mode(const ploy_agent* agent, uint32_t target)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    bool is_same = m->used == target && !m->is_replan_requested && !pl_goap_of(agent)->utility;
    if (is_same && !pl_goap_of(agent)->def.replan_all) return PL_GOAP_WITH_SAME;
    return m->avoid != PLOY_NONE ? PL_GOAP_WITHOUT_LAST : PL_GOAP_WITH_ALL;
}

static void ask_for(ploy_agent* agent, uint32_t first, const uint64_t* start)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_plan_request wanted = {
        .options = &goap->options,
        .start = start,
        .disabled = m->mode == PL_GOAP_WITH_SAME ? pl_goap_unused(agent) : goap->disabled,
        .without = m->mode == PL_GOAP_WITH_ALL ? PLOY_NONE : m->avoid,
        .target = m->planned,
        .last = first != PLOY_NONE ? first : m->last,
        .is_rest = first != PLOY_NONE,
    };
    m->tried = first;
    pl_plan_service_request(goap->planning, m->client, &wanted);
}

static void search(ploy_agent* agent, uint32_t target, pl_goap_mode mode)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_goap_note* note = pl_goap_note_of(agent, target);
    if (note && target != m->goal) note->fate = PLOY_GOAL_STATUS_SEARCHING;
    m->planned = target;
    m->mode = (uint8_t)mode;
    m->is_tie_settled = false;
    m->has_told = false;
    pl_goap_trace_choice(agent, target, mode);
    ask_for(agent, PLOY_NONE, pl_goap_start(agent, target));
}

// An agent without a goal that finds nothing to plan for says so, once.
static void tell_idle(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal != PLOY_NONE || m->has_told || !pl_goap_is_traced(agent)) return;
    if (pl_plan_service_is_open(goap->planning, m->client)) return;
    m->has_told = true;
    pl_plan_request wanted = {.options = &goap->options,
                              .start = pl_goap_start(agent, PLOY_NONE),
                              .disabled = goap->disabled,
                              .without = m->avoid,
                              .target = PLOY_NONE,
                              .last = m->last};
    pl_goap_trace_choice(agent, PLOY_NONE, PL_GOAP_WITH_ALL);
    pl_plan_service_trace(goap->planning, m->client, &wanted);
}

static void block(ploy_agent* agent, uint32_t target, ploy_goal_status fate, ploy_status status)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_goap_note* note = pl_goap_note_of(agent, target);
    if (note) {
        note->fate = (uint8_t)fate;
        note->status = (uint8_t)status;
        note->next =
            agent->now + (fate == PLOY_GOAL_STATUS_MET ? pl_goap_callbacks_of(pl_goap_of(agent), target)->def.interval
                                                       : pl_goap_of(agent)->def.search_interval);
    }
    if (target == m->pushed) {
        m->pushed = PLOY_NONE;
        m->status = (uint8_t)status;
    }
    if (target != m->goal) return;
    if (!pl_goap_is_broken(m)) m->is_replan_requested = false; // the old plan is still good
    if (fate == PLOY_GOAL_STATUS_MET) {
        pl_goap_raise(m, PL_GOAP_MET);
    } else if (m->goal_state == PL_GOAP_BROKEN) {
        m->goal_state = PL_GOAP_LOST;
    }
}

static bool is_set_up(ploy_agent* agent, uint32_t target)
{
    const pl_target* t = pl_goap_target(pl_goap_of(agent), target);
    const pl_goap_callbacks* life = &pl_goap_of(agent)->lives[t->goal];
    return !life->def.setup || life->def.setup(agent, t->goal, t->args, life->def.user);
}

// Plans for the best goal that lets itself be planned for.
static void search_best(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    for (;;) {
        uint32_t target = pick(agent);
        if (target == PLOY_NONE) break;
        if (is_set_up(agent, target)) {
            search(agent, target, first_mode(agent, target));
            return;
        }
        block(agent, target, PLOY_GOAL_STATUS_REFUSED, PLOY_OK);
    }
    tell_idle(agent);
    m->planned = PLOY_NONE;
    m->is_replan_requested = false;
}

// When to look again though nothing happens.
static int64_t next_look(const ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal == PLOY_NONE && goap->any_asks) return agent->now;
    int64_t next = agent->now + goap->def.search_interval;
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        const pl_goap_note* note = &pl_goap_notes(agent)[i];
        bool matters = is_blocked(note) || (m->goal != PLOY_NONE && !is_same(goap, note, i));
        if (note->next < next && matters) next = note->next;
    }
    return next;
}

static bool is_searching(const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    return m->planned != PLOY_NONE && pl_plan_service_is_open(pl_goap_of(agent)->planning, m->client);
}

static void look_at_current(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal == PLOY_NONE || m->is_pushed) return;
    const pl_goap_note* note = pl_goap_note_of(agent, m->goal);
    if (note && note->priority == 0) pl_goap_raise(m, PL_GOAP_IRRELEVANT);
}

// Who does not plan by itself gives up what is broken.
static void give_up(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    bool is_told = m->is_replan_requested || (m->pushed != PLOY_NONE && m->pushed != m->goal);
    if (m->goal_state == PL_GOAP_BROKEN && pl_goap_of(agent)->def.manual && !is_told) m->goal_state = PL_GOAP_LOST;
}

void pl_goap_choose(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal_state >= PL_GOAP_MET || m->plan_state == PL_GOAP_PLAN_NEW) return;
    ask_due(agent);
    look_at_current(agent);
    if (m->goal_state == PL_GOAP_IRRELEVANT) return;
    give_up(agent);
    uint32_t target = pick(agent);
    if (!is_searching(agent) || (target != PLOY_NONE && target != m->planned)) search_best(agent);
    m->next = next_look(agent);
}

// Answers.

// true: the same goal, in another way.
static bool widen(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->mode == PL_GOAP_WITH_ALL) return false;
    bool is_next = m->mode == PL_GOAP_WITH_SAME && m->avoid != PLOY_NONE;
    if (m->mode == PL_GOAP_WITHOUT_LAST) m->avoid = PLOY_NONE;
    search(agent, m->planned, is_next ? PL_GOAP_WITHOUT_LAST : PL_GOAP_WITH_ALL);
    return true;
}

// A plan that is no worse than any, or what is left of one after the action that was tried.
static void take(ploy_agent* agent, const ploy_plan* plan)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint64_t* start = pl_goap_start(agent, m->planned);
    pl_goap_tie tie = pl_goap_settle(agent, plan, start);
    if (tie.is_open) {
        ask_for(agent, tie.first, start);
    } else if (!pl_goap_accept(agent, m->tried, plan)) {
        search(agent, m->planned, (pl_goap_mode)m->mode);
    }
}

void pl_goap_answered(ploy_agent* agent, const ploy_plan* plan)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t target = m->planned;
    PL_ASSERT(target != PLOY_NONE);
    if (plan->status == PLOY_FOUND || m->tried != PLOY_NONE) {
        take(agent, plan);
        return;
    }
    if (plan->status != PLOY_ALREADY && widen(agent)) return;
    block(agent, target, plan->status == PLOY_ALREADY ? PLOY_GOAL_STATUS_MET : PLOY_GOAL_STATUS_NO_PLAN, plan->status);
    search_best(agent);
}
