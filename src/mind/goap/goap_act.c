// Actions and goals start and end here, and nowhere else, so every start is followed by exactly one end, and no two
// actions of an agent are ever under way at once.

#include <string.h>

#include "base/check.h"
#include "mind/goap/goap.h"

// Telling.

static void tell(ploy_self* self, ploy_goap_event_kind kind, uint32_t index, const uint32_t* args,
                 ploy_goap_reason reason)
{
    const ploy_goap_def* def = &pl_goap_of(self)->def;
    if (!def->event) return;
    ploy_goap_event event = {.kind = kind, .reason = reason, .index = index};
    memcpy(event.args, args, sizeof event.args);
    def->event(def->event_user, self, &event);
}

static void tell_action(ploy_self* self, ploy_goap_event_kind kind, uint32_t ground, ploy_goap_reason reason)
{
    static const ploy_trace_kind traced[] = {PLOY_TRACE_ACTION_STARTED, PLOY_TRACE_ACTION_FINISHED,
                                             PLOY_TRACE_ACTION_ABORTED};
    const pl_goap* goap = pl_goap_of(self);
    bool is_start = kind == PLOY_GOAP_ACTION_STARTED;
    uint32_t goal = pl_goap_target(goap, pl_goap_memory_of(self)->goal)->goal;
    pl_goap_trace(self, traced[kind], ground, is_start ? (int64_t)goal : (int64_t)reason);
    const pl_ground* g = pl_goap_ground(goap, ground);
    tell(self, kind, g->action, g->args, reason);
}

static void tell_goal(ploy_self* self, ploy_goap_event_kind kind, uint32_t target, ploy_goap_reason reason)
{
    static const ploy_trace_kind traced[] = {PLOY_TRACE_GOAL_STARTED, PLOY_TRACE_GOAL_FINISHED,
                                             PLOY_TRACE_GOAL_ABORTED};
    const pl_goap* goap = pl_goap_of(self);
    const pl_target* t = pl_goap_target(goap, target);
    const pl_goap_note* note = pl_goap_note_of(self, target);
    int64_t priority = note ? note->priority : 0;
    pl_goap_trace(self, traced[kind - PLOY_GOAP_GOAL_STARTED], target,
                  kind == PLOY_GOAP_GOAL_STARTED   ? priority
                  : kind == PLOY_GOAP_GOAL_ABORTED ? (int64_t)reason
                                                   : 0);
    const ploy_goap_goal* life = &goap->lives[t->goal].def;
    if (kind == PLOY_GOAP_GOAL_FINISHED && life->finished) life->finished(self, t->goal, t->args, life->user);
    if (kind == PLOY_GOAP_GOAL_ABORTED && life->aborted) life->aborted(self, t->goal, t->args, life->user);
    tell(self, kind, t->goal, t->args, reason);
}

// Activities.

pl_deed_plan pl_goap_deed_plan(const ploy_self* self, const pl_goap_action* action, uint32_t activity,
                               const uint32_t* args, ploy_port ports[PLOY_MAX_PORTS])
{
    const pl_goap* goap = pl_goap_of(self);
    pl_ports_fill(&action->activities[activity].ports, args, ports);
    return (pl_deed_plan){
        .def = ploy_abilities_activity(goap->def.abilities, action->activities[activity].index),
        .ports = ports,
        .activity = action->activities[activity].index,
        .duration = action->duration,
        .limit = action->limit,
        .memory = pl_goap_part(self, goap->runs_at + activity * goap->run_bytes),
    };
}

bool pl_goap_is_viable(void* agent, uint32_t action, const uint32_t* args)
{
    ploy_self* self = agent;
    const pl_goap* goap = pl_goap_of(self);
    const pl_goap_action* a = &goap->actions[action];
    for (uint32_t i = 0; i < a->activity_count; ++i) {
        const ploy_activity_def* def = ploy_abilities_activity(goap->def.abilities, a->activities[i].index);
        if (!def->viable) continue;
        ploy_port ports[PLOY_MAX_PORTS];
        pl_ports_fill(&a->activities[i].ports, args, ports);
        ploy_run run = {.user = def->user,
                        .ports = ports,
                        .port_count = def->port_count,
                        .ability = a->activities[i].index,
                        .duration = a->duration};
        if (!def->viable(self, &run)) return false;
    }
    return true;
}

typedef ploy_outcome each_fn(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self);

static ploy_outcome start_deed(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self)
{
    return pl_deed_start(deed, plan, self);
}

static ploy_outcome perform_deed(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self)
{
    return deed->phase == PL_DEED_IDLE ? PLOY_BUSY : pl_deed_perform(deed, plan, self);
}

static ploy_outcome halt_deed(pl_deed* deed, const pl_deed_plan* plan, ploy_self* self)
{
    return pl_deed_halt(deed, plan, self) ? PLOY_SUCCESS : PLOY_BUSY;
}

// Calls it for one activity after the other; stops at a failure. BUSY: some are.
static ploy_outcome each(ploy_self* self, each_fn* call, uint8_t* succeeded)
{
    const pl_goap_memory* m = pl_goap_memory_of(self);
    const pl_ground* ground = pl_goap_ground(pl_goap_of(self), m->running);
    const pl_goap_action* action = &pl_goap_of(self)->actions[ground->action];
    ploy_outcome all = PLOY_SUCCESS;
    for (uint32_t i = 0; i < action->activity_count; ++i) {
        ploy_port ports[PLOY_MAX_PORTS];
        pl_deed_plan plan = pl_goap_deed_plan(self, action, i, ground->args, ports);
        ploy_outcome outcome = call(&pl_goap_deeds(self)[i], &plan, self);
        if (outcome == PLOY_FAILURE) return PLOY_FAILURE;
        if (outcome == PLOY_BUSY) all = PLOY_BUSY;
        if (outcome == PLOY_SUCCESS) *succeeded |= (uint8_t)(1u << i);
    }
    return all;
}

// Actions.

static const pl_goap_action* running_action(const ploy_self* self)
{
    const pl_goap* goap = pl_goap_of(self);
    return &goap->actions[pl_goap_ground(goap, pl_goap_memory_of(self)->running)->action];
}

static void end_goal(ploy_self* self, ploy_goap_event_kind kind, ploy_goap_reason reason);

static void finish_action(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    uint32_t ground = m->running;
    pl_goap_believe(self, ground);
    m->running = PL_NONE;
    m->phase = PL_GOAP_IDLE;
    m->last = ground;
    m->since = self->now;
    bool is_in_plan = !(m->flags & (PL_GOAP_FRESH | PL_GOAP_SHIFTED));
    m->at += is_in_plan;
    tell_action(self, PLOY_GOAP_ACTION_FINISHED, ground, PLOY_GOAP_BY_NONE);
    if (!is_in_plan || m->at < m->count) return;
    if (m->flags & PL_GOAP_PARTIAL) {
        m->flags |= PL_GOAP_BROKEN;
        m->count = m->at = 0;
    } else {
        end_goal(self, PLOY_GOAP_GOAL_FINISHED, PLOY_GOAP_BY_NONE);
    }
}

static void abort_action(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    uint32_t ground = m->running;
    m->running = PL_NONE;
    m->phase = PL_GOAP_IDLE;
    tell_action(self, PLOY_GOAP_ACTION_ABORTED, ground, (ploy_goap_reason)m->reason);
}

// Halts what is under way, if anything. false: it takes longer.
static bool stop(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->phase == PL_GOAP_IDLE) return true;
    uint8_t ignored = 0;
    bool is_done = m->phase == PL_GOAP_FINISHING;
    if (!is_done) m->phase = PL_GOAP_ABORTING;
    if (each(self, halt_deed, &ignored) == PLOY_BUSY) return false;
    if (is_done) {
        finish_action(self);
    } else {
        abort_action(self);
    }
    return true;
}

static void stop_for(ploy_self* self, ploy_goap_reason reason)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->phase != PL_GOAP_ABORTING) m->reason = (uint8_t)reason;
    stop(self);
}

static void fail_action(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    const pl_goap_action* action = running_action(self);
    bool is_overdue = action->limit > 0 && self->now - m->since > action->limit;
    m->avoid = pl_goap_ground(pl_goap_of(self), m->running)->action;
    m->flags |= PL_GOAP_BROKEN;
    stop_for(self, is_overdue ? PLOY_GOAP_BY_OVERDUE : PLOY_GOAP_BY_FAILED);
}

static void go_on(ploy_self* self, ploy_outcome outcome)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    uint32_t completes = running_action(self)->completes;
    if (outcome == PLOY_FAILURE) {
        fail_action(self);
    } else if ((m->succeeded & completes) == completes) {
        m->phase = PL_GOAP_FINISHING;
        stop(self);
    }
}

// An action without activities.
static ploy_outcome pass_time(const ploy_self* self)
{
    const pl_goap_action* action = running_action(self);
    int64_t elapsed = self->now - pl_goap_memory_of(self)->since;
    if (elapsed >= action->duration) return PLOY_SUCCESS;
    return action->limit > 0 && elapsed > action->limit ? PLOY_FAILURE : PLOY_BUSY;
}

static void perform(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    if (running_action(self)->activity_count > 0) {
        go_on(self, each(self, perform_deed, &m->succeeded));
        return;
    }
    ploy_outcome outcome = pass_time(self);
    if (outcome != PLOY_BUSY) go_on(self, outcome);
}

static void start(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    m->running = pl_goap_steps(self)[m->at];
    m->phase = PL_GOAP_RUNNING;
    m->since = self->now;
    m->succeeded = 0;
    m->reason = PLOY_GOAP_BY_NONE;
    self->reason = 0;
    tell_action(self, PLOY_GOAP_ACTION_STARTED, m->running, PLOY_GOAP_BY_NONE);
    if (running_action(self)->activity_count > 0) go_on(self, each(self, start_deed, &m->succeeded));
}

// Goals.

static void forget_plan(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    m->count = m->at = 0;
    m->flags &= (uint16_t) ~(PL_GOAP_PARTIAL | PL_GOAP_REPAIRED | PL_GOAP_SAME | PL_GOAP_SHIFTED);
}

static void end_goal(ploy_self* self, ploy_goap_event_kind kind, ploy_goap_reason reason)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    uint32_t target = m->goal;
    pl_goap_note* note = pl_goap_note_of(self, target);
    if (note && reason != PLOY_GOAP_BY_NO_PLAN) {
        note->fate = PLOY_GOAP_FATE_UNASKED;
        note->next = self->now;
    }
    if (!(m->flags & PL_GOAP_FRESH)) forget_plan(self);
    if (m->pushed == target) m->pushed = PL_NONE;
    m->goal = PL_NONE;
    m->flags &= (uint16_t) ~(PL_GOAP_BROKEN | PL_GOAP_DONE | PL_GOAP_IRRELEVANT | PL_GOAP_LOST | PL_GOAP_PURSUED);
    m->flags |= PL_GOAP_CHANGED;
    pl_goap_unbelieve(self);
    tell_goal(self, kind, target, reason);
}

static void start_goal(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    bool is_new = m->goal != m->planned;
    if (is_new) {
        pl_goap_note* note = pl_goap_note_of(self, m->planned);
        if (note) note->fate = PLOY_GOAP_FATE_PURSUED;
        m->goal = m->planned;
        m->flags |= m->goal == m->pushed ? PL_GOAP_PURSUED : 0;
        m->next = self->now;
    }
    m->planned = PL_NONE;
    m->flags &= (uint16_t) ~(PL_GOAP_FRESH | PL_GOAP_BROKEN | PL_GOAP_LOST);
    if (is_new) tell_goal(self, PLOY_GOAP_GOAL_STARTED, m->goal, PLOY_GOAP_BY_NONE);
    if (m->goal == PL_NONE) return; // the listener may have done anything
    const pl_target* t = pl_goap_target(pl_goap_of(self), m->goal);
    tell(self, PLOY_GOAP_PLAN_TAKEN, t->goal, t->args, PLOY_GOAP_BY_NONE);
}

// Why the action under way has to stop; NONE: it does not.
static ploy_goap_reason reason_to_stop(const ploy_self* self)
{
    const pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->flags & PL_GOAP_ABORT) return PLOY_GOAP_BY_TOLD;
    if (m->flags & PL_GOAP_DONE) return PLOY_GOAP_BY_SATISFIED;
    if (m->flags & PL_GOAP_IRRELEVANT) return PLOY_GOAP_BY_IRRELEVANT;
    bool is_fresh = m->flags & PL_GOAP_FRESH;
    bool goes_on = is_fresh && m->planned == m->goal && pl_goap_steps(self)[0] == m->running;
    if (goes_on && m->reason != PLOY_GOAP_BY_CONTEXT) return PLOY_GOAP_BY_NONE;
    if (m->flags & (PL_GOAP_BROKEN | PL_GOAP_SHIFTED)) return (ploy_goap_reason)m->reason;
    if (!is_fresh) return PLOY_GOAP_BY_NONE;
    return m->planned == m->goal ? PLOY_GOAP_BY_REPLACED : PLOY_GOAP_BY_INTERRUPTED;
}

// The goal under way ends, if it has to.
static void settle_goal(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    bool is_told = m->flags & PL_GOAP_ABORT;
    m->flags &= (uint16_t)~PL_GOAP_ABORT;
    if (m->goal == PL_NONE) return;
    bool is_other = (m->flags & PL_GOAP_FRESH) && m->planned != m->goal;
    if (is_told) {
        end_goal(self, PLOY_GOAP_GOAL_ABORTED, PLOY_GOAP_BY_TOLD);
    } else if (m->flags & PL_GOAP_DONE) {
        end_goal(self, PLOY_GOAP_GOAL_FINISHED, PLOY_GOAP_BY_NONE);
    } else if (m->flags & PL_GOAP_IRRELEVANT) {
        end_goal(self, PLOY_GOAP_GOAL_ABORTED, PLOY_GOAP_BY_IRRELEVANT);
    } else if (m->flags & PL_GOAP_LOST) {
        bool is_automatic = pl_goap_of(self)->def.automatic;
        end_goal(self, PLOY_GOAP_GOAL_ABORTED, is_automatic ? PLOY_GOAP_BY_NO_PLAN : PLOY_GOAP_BY_BROKEN);
    } else if (is_other) {
        end_goal(self, PLOY_GOAP_GOAL_ABORTED, PLOY_GOAP_BY_INTERRUPTED);
    }
}

void pl_goap_act(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    ploy_goap_reason reason = reason_to_stop(self);
    if (m->phase == PL_GOAP_FINISHING || m->phase == PL_GOAP_ABORTING) {
        // What comes next is looked at once more before it starts.
        stop(self);
        return;
    } else if (m->phase == PL_GOAP_RUNNING && reason != PLOY_GOAP_BY_NONE) {
        stop_for(self, reason);
        if (m->phase != PL_GOAP_IDLE) return;
    }
    settle_goal(self);
    if (m->flags & PL_GOAP_FRESH) start_goal(self);
    m->flags &= (uint16_t)~PL_GOAP_SHIFTED;
    if (m->phase == PL_GOAP_RUNNING) {
        perform(self);
    } else if (m->count > 0 && !(m->flags & PL_GOAP_BROKEN)) {
        start(self);
    }
}

void pl_goap_cut_short(ploy_self* self)
{
    uint8_t ignored = 0;
    pl_goap_memory_of(self)->reason = PLOY_GOAP_BY_ENDED;
    (void)each(self, halt_deed, &ignored);
    abort_action(self);
}

void pl_goap_end(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->phase != PL_GOAP_IDLE) pl_goap_cut_short(self);
    if (m->goal != PL_NONE) end_goal(self, PLOY_GOAP_GOAL_ABORTED, PLOY_GOAP_BY_ENDED);
    pl_planning_leave(pl_goap_of(self)->planning, m->client);
}
