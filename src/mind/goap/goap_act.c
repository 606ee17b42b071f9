// Actions and goals start and end only here. So every start is followed by exactly one end, and an agent never runs two
// actions at once.

#include <string.h>

#include "base/check.h"
#include "mind/goap/goap.h"
#include "trace/emit.h"

// Events, for the game and the trace.

static void notify(ploy_agent* agent, ploy_goap_event_kind kind, uint32_t index, const uint32_t* args,
                   ploy_goap_reason reason)
{
    const ploy_goap_mind_def* def = &pl_goap_of(agent)->def;
    if (!def->event) return;
    ploy_goap_event event = {.kind = kind, .reason = reason, .index = index};
    memcpy(event.args, args, sizeof event.args);
    def->event(def->event_user, agent, &event);
}

static void notify_action(ploy_agent* agent, ploy_goap_event_kind kind, uint32_t ground, ploy_goap_reason reason)
{
    static const ploy_trace_kind traced[] = {PLOY_TRACE_ACTION_STARTED, PLOY_TRACE_ACTION_FINISHED,
                                             PLOY_TRACE_ACTION_ABORTED};
    const pl_goap* goap = pl_goap_of(agent);
    bool is_start = kind == PLOY_GOAP_ACTION_STARTED;
    uint32_t goal = pl_goap_target(goap, pl_goap_data_of(agent)->goal)->goal;
    pl_goap_trace(agent, traced[kind], ground, is_start ? (int64_t)goal : (int64_t)reason);
    const pl_ground* g = pl_goap_ground(goap, ground);
    notify(agent, kind, g->action, g->args, reason);
}

static void notify_goal(ploy_agent* agent, ploy_goap_event_kind kind, uint32_t target, ploy_goap_reason reason)
{
    static const ploy_trace_kind traced[] = {PLOY_TRACE_GOAL_STARTED, PLOY_TRACE_GOAL_FINISHED, PLOY_TRACE_GOAL_ABORTED,
                                             PLOY_TRACE_GOAL_HELD};
    const pl_goap* goap = pl_goap_of(agent);
    const pl_target* t = pl_goap_target(goap, target);
    const pl_goap_note* note = pl_goap_note_of(agent, target);
    int64_t priority = note ? note->priority : 0;
    pl_goap_trace(agent, traced[kind - PLOY_GOAP_GOAL_STARTED], target,
                  kind == PLOY_GOAP_GOAL_STARTED   ? priority
                  : kind == PLOY_GOAP_GOAL_ABORTED ? (int64_t)reason
                                                   : 0);
    const ploy_goal_callbacks* callbacks = &goap->callbacks[t->goal].def;
    if (kind == PLOY_GOAP_GOAL_FINISHED && callbacks->finished)
        callbacks->finished(agent, t->goal, t->args, callbacks->user);
    if (kind == PLOY_GOAP_GOAL_ABORTED && callbacks->aborted)
        callbacks->aborted(agent, t->goal, t->args, callbacks->user);
    notify(agent, kind, t->goal, t->args, reason);
}

// Activities.

pl_activity_plan pl_goap_activity_plan(const ploy_agent* agent, const pl_goap_action* action, uint32_t activity,
                                       const uint32_t* args, ploy_port ports[PLOY_MAX_PORTS])
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_ports_fill(&action->activities[activity].ports, args, ports);
    return (pl_activity_plan){
        .def = ploy_bindings_activity(goap->def.parts.bindings, action->activities[activity].index),
        .ports = ports,
        .activity = action->activities[activity].index,
        .duration = action->duration,
        .limit = action->limit,
        .memory = pl_goap_part(agent, goap->runs_at + activity * goap->run_bytes),
    };
}

bool pl_goap_is_viable(void* id, uint32_t action, const uint32_t* args)
{
    ploy_agent* agent = id;
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_action* a = &goap->actions[action];
    for (uint32_t i = 0; i < a->activity_count; ++i) {
        const ploy_activity_def* def = ploy_bindings_activity(goap->def.parts.bindings, a->activities[i].index);
        if (!def->viable) continue;
        ploy_port ports[PLOY_MAX_PORTS];
        pl_ports_fill(&a->activities[i].ports, args, ports);
        ploy_call call = {.user = def->user,
                          .ports = ports,
                          .port_count = def->port_count,
                          .binding = a->activities[i].index,
                          .duration = a->duration};
        if (!def->viable(agent, &call)) return false;
    }
    return true;
}

typedef ploy_outcome each_fn(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent);

static ploy_outcome start_activity(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    return pl_activity_start(activity, plan, agent);
}

static ploy_outcome perform_activity(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    return activity->phase == PL_ACTIVITY_IDLE ? PLOY_RUNNING : pl_activity_perform(activity, plan, agent);
}

static ploy_outcome halt_activity(pl_activity* activity, const pl_activity_plan* plan, ploy_agent* agent)
{
    return pl_activity_halt(activity, plan, agent) ? PLOY_SUCCESS : PLOY_RUNNING;
}

// Calls it for one activity after the other; stops at a failure. PLOY_RUNNING: at least one is running.
static ploy_outcome each(ploy_agent* agent, each_fn* call)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    const pl_ground* ground = pl_goap_ground(pl_goap_of(agent), m->running);
    const pl_goap_action* action = &pl_goap_of(agent)->actions[ground->action];
    ploy_outcome all = PLOY_SUCCESS;
    for (uint32_t i = 0; i < action->activity_count; ++i) {
        ploy_port ports[PLOY_MAX_PORTS];
        pl_activity_plan plan = pl_goap_activity_plan(agent, action, i, ground->args, ports);
        ploy_outcome outcome = call(&pl_goap_activities(agent)[i], &plan, agent);
        if (outcome == PLOY_FAILURE) return PLOY_FAILURE;
        if (outcome == PLOY_RUNNING) all = PLOY_RUNNING;
        if (outcome == PLOY_SUCCESS && call != halt_activity) m->succeeded = (m->succeeded | 1u << i) & 7u;
    }
    return all;
}

// Actions.

static const pl_goap_action* running_action(const ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    return &goap->actions[pl_goap_ground(goap, pl_goap_data_of(agent)->running)->action];
}

static void end_goal(ploy_agent* agent, ploy_goap_event_kind kind, ploy_goap_reason reason);
static void hold_goal(ploy_agent* agent);

static void finish_action(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t ground = m->running;
    pl_goap_drop_rest(agent);
    pl_goap_apply_unsensed(agent, ground);
    m->running = PLOY_NONE;
    m->action_state = PL_GOAP_IDLE;
    m->last = ground;
    m->since = agent->now;
    bool is_in_plan = m->plan_state == PL_GOAP_PLAN_CURRENT;
    m->at += is_in_plan;
    if (pl_goap_of(agent)->def.write_effects && agent->blackboard) pl_goap_write_effects(agent, ground);
    notify_action(agent, PLOY_GOAP_ACTION_FINISHED, ground, PLOY_GOAP_REASON_NONE);
    pl_goap_believe(agent, ground);
    if (!is_in_plan || m->at < m->count) return;
    if (m->is_partial) {
        pl_goap_raise(m, PL_GOAP_BROKEN);
        pl_goap_drop_steps(m);
    } else if (pl_goap_holds(agent, m->goal) && m->goal_state < PL_GOAP_IRRELEVANT) {
        hold_goal(agent);
    } else {
        end_goal(agent, PLOY_GOAP_GOAL_FINISHED, PLOY_GOAP_REASON_NONE);
    }
}

static void abort_action(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t ground = m->running;
    pl_goap_drop_rest(agent);
    pl_goap_forget_expected(agent);
    m->running = PLOY_NONE;
    m->action_state = PL_GOAP_IDLE;
    notify_action(agent, PLOY_GOAP_ACTION_ABORTED, ground, (ploy_goap_reason)m->reason);
}

// Halts the running action, if any. false: the halt takes longer.
static bool stop(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->action_state == PL_GOAP_IDLE) return true;
    bool is_done = m->action_state == PL_GOAP_FINISHING;
    if (!is_done) m->action_state = PL_GOAP_ABORTING;
    if (each(agent, halt_activity) == PLOY_RUNNING) return false;
    if (is_done) {
        finish_action(agent);
    } else {
        abort_action(agent);
    }
    return true;
}

static void stop_for(ploy_agent* agent, ploy_goap_reason reason)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->action_state != PL_GOAP_ABORTING) m->reason = reason;
    stop(agent);
}

static void fail_action(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    const pl_goap_action* action = running_action(agent);
    bool is_overdue = action->limit > 0 && agent->now - m->since > action->limit;
    m->avoid = pl_goap_ground(pl_goap_of(agent), m->running)->action;
    pl_goap_raise(m, PL_GOAP_BROKEN);
    stop_for(agent, is_overdue ? PLOY_GOAP_REASON_OVERDUE : PLOY_GOAP_REASON_FAILED);
}

static void go_on(ploy_agent* agent, ploy_outcome outcome)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t completes = running_action(agent)->completes;
    if (outcome == PLOY_FAILURE) {
        fail_action(agent);
    } else if ((m->succeeded & completes) == completes) {
        m->action_state = PL_GOAP_FINISHING;
        stop(agent);
    }
}

// An action without activities.
static ploy_outcome pass_time(const ploy_agent* agent)
{
    const pl_goap_action* action = running_action(agent);
    int64_t elapsed = agent->now - pl_goap_data_of(agent)->since;
    if (elapsed >= action->duration) return PLOY_SUCCESS;
    return action->limit > 0 && elapsed > action->limit ? PLOY_FAILURE : PLOY_RUNNING;
}

static void perform(ploy_agent* agent)
{
    if (running_action(agent)->activity_count > 0) {
        go_on(agent, each(agent, perform_activity));
        return;
    }
    ploy_outcome outcome = pass_time(agent);
    if (outcome != PLOY_RUNNING) go_on(agent, outcome);
}

static void start(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    m->running = pl_goap_step(agent, m->at);
    m->action_state = PL_GOAP_RUNNING;
    m->since = agent->now;
    m->succeeded = 0;
    m->reason = PLOY_GOAP_REASON_NONE;
    agent->reason = 0;
    pl_goap_expect(agent, m->running);
    notify_action(agent, PLOY_GOAP_ACTION_STARTED, m->running, PLOY_GOAP_REASON_NONE);
    if (running_action(agent)->activity_count > 0) go_on(agent, each(agent, start_activity));
    if (pl_goap_of(agent)->def.act_early) pl_goap_request_rest(agent);
}

// Goals.

static void end_goal(ploy_agent* agent, ploy_goap_event_kind kind, ploy_goap_reason reason)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t target = m->goal;
    pl_goap_note* note = pl_goap_note_of(agent, target);
    if (note && reason != PLOY_GOAP_REASON_NO_PLAN) {
        note->goal_status = PLOY_GOAL_STATUS_UNEVALUATED;
        pl_goap_note_wait(note, agent->now);
    }
    if (!pl_goap_has_answer(m)) pl_goap_drop_steps(m);
    if (m->pushed == target) m->pushed = PLOY_NONE;
    m->goal = PLOY_NONE;
    m->goal_state = PL_GOAP_NO_GOAL;
    m->is_pushed = false;
    pl_goap_mark_changed(m);
    if (pl_goap_reset_unsensed(pl_goap_of(agent), pl_goap_state_of(agent))) pl_goap_mark_stale(agent);
    notify_goal(agent, kind, target, reason);
}

// A goal that is met is finished, whatever else ends it.
static void end_goal_for(ploy_agent* agent, ploy_goap_reason reason)
{
    bool is_met = pl_goap_is_met(agent, pl_goap_data_of(agent)->goal);
    end_goal(agent, is_met ? PLOY_GOAP_GOAL_FINISHED : PLOY_GOAP_GOAL_ABORTED, is_met ? PLOY_GOAP_REASON_NONE : reason);
}

static void hold_goal(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_goap_note* note = pl_goap_note_of(agent, m->goal);
    if (note) note->goal_status = PLOY_GOAL_STATUS_HELD;
    pl_goap_drop_steps(m);
    m->goal_state = PL_GOAP_HELD;
    m->is_idle_traced = false;
    pl_goap_mark_changed(m);
    notify_goal(agent, PLOY_GOAP_GOAL_HELD, m->goal, PLOY_GOAP_REASON_NONE);
}

static void start_goal(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    bool is_new = m->goal != m->planned;
    if (is_new) {
        pl_goap_note* note = pl_goap_note_of(agent, m->planned);
        if (note) note->goal_status = PLOY_GOAL_STATUS_PURSUED;
        m->goal = m->planned;
        m->is_pushed = m->goal == m->pushed;
        m->next = agent->now;
    }
    m->planned = PLOY_NONE;
    m->goal_state = PL_GOAP_PURSUED;
    bool is_held = m->plan_state == PL_GOAP_PLAN_NOTHING;
    m->plan_state = is_held ? PL_GOAP_NO_PLAN : PL_GOAP_PLAN_CURRENT;
    if (is_new) notify_goal(agent, PLOY_GOAP_GOAL_STARTED, m->goal, PLOY_GOAP_REASON_NONE);
    if (m->goal == PLOY_NONE) return; // the callback may have aborted it
    if (is_held) {
        if (m->goal_state == PL_GOAP_PURSUED) hold_goal(agent);
        return;
    }
    const pl_target* t = pl_goap_target(pl_goap_of(agent), m->goal);
    if (pl_goap_is_traced(agent))
        PL_TRACE(agent->trace, PLAN_TAKEN, agent->id.index1, t->goal, m->count, pl_goap_step(agent, 0), 0);
    notify(agent, PLOY_GOAP_PLAN_TAKEN, t->goal, t->args, PLOY_GOAP_REASON_NONE);
}

// Why the running action has to stop; NONE: it continues.
static ploy_goap_reason reason_to_stop(ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal_state == PL_GOAP_ABORTED) return PLOY_GOAP_REASON_REQUESTED;
    if (m->goal_state == PL_GOAP_MET) return PLOY_GOAP_REASON_SATISFIED;
    if (m->goal_state == PL_GOAP_IRRELEVANT) {
        return pl_goap_is_met(agent, m->goal) ? PLOY_GOAP_REASON_SATISFIED : PLOY_GOAP_REASON_IRRELEVANT;
    }
    bool is_replaced = pl_goap_has_answer(m);
    bool goes_on = m->plan_state == PL_GOAP_PLAN_NEW && m->planned == m->goal && pl_goap_step(agent, 0) == m->running;
    if (goes_on && m->reason != PLOY_GOAP_REASON_CONTEXT) return PLOY_GOAP_REASON_NONE;
    if (pl_goap_is_broken(m) || m->action_state == PL_GOAP_SUPERSEDED) return (ploy_goap_reason)m->reason;
    if (!is_replaced) return PLOY_GOAP_REASON_NONE;
    if (m->planned != m->goal) return PLOY_GOAP_REASON_INTERRUPTED;
    return m->plan_state == PL_GOAP_PLAN_NOTHING ? PLOY_GOAP_REASON_SATISFIED : PLOY_GOAP_REASON_REPLACED;
}

// Ends the goal if its state requires it, or if the new plan is for another goal.
static void settle_goal(ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    switch ((pl_goap_goal_state)m->goal_state) {
    case PL_GOAP_NO_GOAL:
        return;
    case PL_GOAP_PURSUED:
    case PL_GOAP_HELD:
    case PL_GOAP_BROKEN:
        if (!pl_goap_has_answer(m) || m->planned == m->goal) return;
        end_goal_for(agent, PLOY_GOAP_REASON_INTERRUPTED);
        return;
    case PL_GOAP_LOST:
        end_goal(agent, PLOY_GOAP_GOAL_ABORTED,
                 pl_goap_of(agent)->def.manual ? PLOY_GOAP_REASON_BROKEN : PLOY_GOAP_REASON_NO_PLAN);
        return;
    case PL_GOAP_IRRELEVANT:
        end_goal_for(agent, PLOY_GOAP_REASON_IRRELEVANT);
        return;
    case PL_GOAP_MET:
        if (pl_goap_holds(agent, m->goal)) {
            hold_goal(agent);
        } else {
            end_goal(agent, PLOY_GOAP_GOAL_FINISHED, PLOY_GOAP_REASON_NONE);
        }
        return;
    case PL_GOAP_ABORTED:
        end_goal(agent, PLOY_GOAP_GOAL_ABORTED, PLOY_GOAP_REASON_REQUESTED);
        return;
    }
}

void pl_goap_act(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (PL_UNLIKELY(m->beliefs && m->beliefs->is_unsensed)) pl_goap_warn_unsensed(agent);
    // Most ticks: the action goes on.
    if (m->action_state == PL_GOAP_RUNNING && m->goal_state == PL_GOAP_PURSUED &&
        m->plan_state == PL_GOAP_PLAN_CURRENT) {
        perform(agent);
        return;
    }
    if (m->action_state >= PL_GOAP_FINISHING) {
        stop(agent); // the next step is validated again before it starts
        return;
    }
    if (m->action_state != PL_GOAP_IDLE) {
        ploy_goap_reason reason = reason_to_stop(agent);
        if (reason != PLOY_GOAP_REASON_NONE) stop_for(agent, reason);
        if (m->action_state >= PL_GOAP_FINISHING) return; // the halt takes longer
    }
    settle_goal(agent);
    if (pl_goap_has_answer(m)) start_goal(agent);
    if (m->action_state == PL_GOAP_RUNNING) {
        perform(agent);
    } else if (m->plan_state == PL_GOAP_PLAN_CURRENT && m->goal_state == PL_GOAP_PURSUED) {
        start(agent);
    }
}

void pl_goap_cut_short(ploy_agent* agent)
{
    pl_goap_data_of(agent)->reason = PLOY_GOAP_REASON_ENDED;
    (void)each(agent, halt_activity);
    abort_action(agent);
}

void pl_goap_end(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->action_state != PL_GOAP_IDLE) pl_goap_cut_short(agent);
    if (m->goal_state == PL_GOAP_HELD) {
        end_goal(agent, PLOY_GOAP_GOAL_FINISHED, PLOY_GOAP_REASON_NONE);
    } else if (m->goal != PLOY_NONE) {
        end_goal(agent, PLOY_GOAP_GOAL_ABORTED, PLOY_GOAP_REASON_ENDED);
    }
    pl_goap_drop_beliefs(agent);
    pl_plan_service_leave(pl_goap_of(agent)->planning, m->client);
}
