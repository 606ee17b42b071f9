// Which goal to pursue, and the searches for it.
//
// An agent without a goal asks all of them whenever something may have changed, so it is never idle while one of them
// could be worked on; a busy one asks each at its interval. What has no plan waits for a change (of the state, if the
// agent is idle) or for the search interval, and the next goal is tried, within the same tick while there are nodes.

#include <string.h>

#include "base/check.h"
#include "mind/goap/goap.h"

static int32_t narrow(int64_t priority)
{
    return (int32_t)(priority > INT32_MAX ? INT32_MAX : priority < INT32_MIN ? INT32_MIN : priority);
}

static uint32_t list_target(const pl_goap* goap, uint32_t place)
{
    return pl_domain_compiled(goap->domain)->goal_first_target[goap->list[place]];
}

bool pl_goap_is_satisfied(ploy_self* self, uint32_t target)
{
    const pl_goap* goap = pl_goap_of(self);
    const pl_goap_life* life = pl_goap_life_of(goap, target);
    if (life->satisfied == PL_NONE) return false;
    const ploy_condition_def* def = ploy_abilities_condition(goap->def.abilities, life->satisfied);
    ploy_port ports[PLOY_MAX_PORTS];
    pl_ports_fill(&life->ports, pl_goap_target(goap, target)->args, ports);
    ploy_run run = {.user = def->user, .ports = ports, .port_count = def->port_count, .ability = life->satisfied};
    return def->test(self, &run);
}

// Asking.

static int32_t ask_priority(ploy_self* self, uint32_t target)
{
    const pl_goap* goap = pl_goap_of(self);
    const pl_target* t = pl_goap_target(goap, target);
    const pl_goap_life* life = &goap->lives[t->goal];
    const uint64_t* state = pl_goap_state_of(self);
    if (!ploy_goal_relevant(goap->domain, t->goal, t->args, state)) return 0;
    if (life->def.relevant && !life->def.relevant(self, t->goal, t->args, life->def.user)) return 0;
    int32_t priority = narrow(ploy_goal_priority(goap->domain, t->goal, t->args, state, self));
    return priority > 0 ? priority : 0;
}

static bool is_met(ploy_self* self, uint32_t target)
{
    const pl_goap* goap = pl_goap_of(self);
    const pl_target* t = pl_goap_target(goap, target);
    return ploy_goal_met(goap->domain, t->goal, t->args, pl_goap_start(self, target)) ||
           pl_goap_is_satisfied(self, target);
}

static bool is_blocked(const pl_goap_note* note)
{
    return note->fate == PLOY_GOAP_FATE_NO_PLAN || note->fate == PLOY_GOAP_FATE_REFUSED;
}

static void ask(ploy_self* self, uint32_t place)
{
    const pl_goap* goap = pl_goap_of(self);
    pl_goap_memory* m = pl_goap_memory_of(self);
    pl_goap_note* note = &pl_goap_notes(self)[place];
    uint32_t target = list_target(goap, place);
    note->priority = ask_priority(self, target);
    note->next = self->now + goap->lives[goap->list[place]].def.interval;
    note->is_stale = false;
    uint8_t before = note->fate;
    note->fate = target == m->goal      ? PLOY_GOAP_FATE_PURSUED
                 : note->priority == 0  ? PLOY_GOAP_FATE_IRRELEVANT
                 : is_met(self, target) ? PLOY_GOAP_FATE_MET
                                        : PLOY_GOAP_FATE_LOWER;
    if (note->fate != before) m->has_told = false;
    pl_goap_trace(self, PLOY_TRACE_GOAL_ASKED, target, note->priority);
}

// Would it answer as it did?
static bool is_same(const pl_goap* goap, const pl_goap_note* note, uint32_t place)
{
    return !note->is_stale && !is_blocked(note) && note->fate != PLOY_GOAP_FATE_UNASKED &&
           !goap->lives[goap->list[place]].asks && goap->lives[goap->list[place]].satisfied == PL_NONE;
}

// What is due: all of them for an agent without a goal, unless nothing can have changed.
static void ask_due(ploy_self* self)
{
    const pl_goap* goap = pl_goap_of(self);
    pl_goap_memory* m = pl_goap_memory_of(self);
    bool is_idle = m->goal == PL_NONE, is_told = m->flags & PL_GOAP_REPLAN;
    bool has_changed = m->flags & PL_GOAP_CHANGED;
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        pl_goap_note* note = &pl_goap_notes(self)[i];
        bool is_due = self->now >= note->next || is_told || note->fate == PLOY_GOAP_FATE_UNASKED;
        bool may_differ = has_changed || (goap->lives[goap->list[i]].asks && !is_blocked(note));
        if (!is_due && !(is_idle && may_differ)) continue;
        if (!is_told && is_same(goap, note, i)) {
            note->next = self->now + goap->lives[goap->list[i]].def.interval;
        } else {
            ask(self, i);
        }
    }
    m->flags &= (uint16_t)~PL_GOAP_CHANGED;
}

// Choosing.

static uint32_t best_of_list(ploy_self* self)
{
    const pl_goap* goap = pl_goap_of(self);
    const pl_goap_note* notes = pl_goap_notes(self);
    uint32_t best = PL_NONE;
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        bool is_open = notes[i].fate == PLOY_GOAP_FATE_LOWER || notes[i].fate == PLOY_GOAP_FATE_SEARCHING;
        if (is_open && (best == PL_NONE || notes[i].priority > notes[best].priority)) best = i;
    }
    return best;
}

static bool leads_by_enough(ploy_self* self, uint32_t place)
{
    const pl_goap* goap = pl_goap_of(self);
    const pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->goal == PL_NONE || (m->flags & PL_GOAP_LOST)) return true;
    if (m->flags & PL_GOAP_PURSUED) return false;
    const pl_goap_note* current = pl_goap_note_of(self, m->goal);
    int64_t lead = (int64_t)pl_goap_notes(self)[place].priority - (current ? current->priority : 0);
    int32_t needed = goap->lives[goap->list[place]].def.hysteresis;
    return lead >= (needed > 0 ? needed : 1);
}

// The target to plan for now, or PL_NONE: what is being done is best.
static uint32_t pick(ploy_self* self)
{
    const pl_goap* goap = pl_goap_of(self);
    const pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->pushed != PL_NONE && m->pushed != m->goal) return m->pushed;
    if (!goap->def.automatic && !(m->flags & PL_GOAP_REPLAN)) return PL_NONE;
    uint32_t best = best_of_list(self);
    if (best != PL_NONE && leads_by_enough(self, best)) return list_target(goap, best);
    bool is_wanted = (m->flags & (PL_GOAP_BROKEN | PL_GOAP_REPLAN)) && !(m->flags & (PL_GOAP_LOST | PL_GOAP_DONE));
    return is_wanted ? m->goal : PL_NONE;
}

// Searching.

static pl_goap_mode first_mode(const ploy_self* self, uint32_t target)
{
    const pl_goap_memory* m = pl_goap_memory_of(self);
    bool is_same = m->used == target && !(m->flags & PL_GOAP_REPLAN) && !pl_goap_of(self)->utility;
    if (is_same && pl_goap_of(self)->def.same_first) return PL_GOAP_WITH_SAME;
    return m->avoid != PL_NONE ? PL_GOAP_WITHOUT_LAST : PL_GOAP_WITH_ALL;
}

static void ask_for(ploy_self* self, uint32_t first, const uint64_t* start)
{
    const pl_goap* goap = pl_goap_of(self);
    pl_goap_memory* m = pl_goap_memory_of(self);
    pl_ask wanted = {
        .options = &goap->options,
        .start = start,
        .disabled = m->mode == PL_GOAP_WITH_SAME ? pl_goap_unused(self) : goap->disabled,
        .without = m->mode == PL_GOAP_WITH_ALL ? PL_NONE : m->avoid,
        .target = m->planned,
        .last = first != PL_NONE ? first : m->last,
        .is_rest = first != PL_NONE,
    };
    m->tried = first;
    pl_planning_ask(goap->planning, m->client, &wanted);
}

static void search(ploy_self* self, uint32_t target, pl_goap_mode mode)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    pl_goap_note* note = pl_goap_note_of(self, target);
    if (note && target != m->goal) note->fate = PLOY_GOAP_FATE_SEARCHING;
    m->planned = target;
    m->mode = (uint8_t)mode;
    m->flags &= (uint16_t)~PL_GOAP_SETTLED;
    m->has_told = false;
    pl_goap_trace_choice(self, target, mode);
    ask_for(self, PL_NONE, pl_goap_start(self, target));
}

// An agent without a goal that finds nothing to plan for says so, once.
static void tell_idle(ploy_self* self)
{
    const pl_goap* goap = pl_goap_of(self);
    pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->goal != PL_NONE || m->has_told || !pl_goap_is_traced(self)) return;
    if (pl_planning_is_open(goap->planning, m->client)) return;
    m->has_told = true;
    pl_ask wanted = {.options = &goap->options,
                     .start = pl_goap_start(self, PL_NONE),
                     .disabled = goap->disabled,
                     .without = m->avoid,
                     .target = PL_NONE,
                     .last = m->last};
    pl_goap_trace_choice(self, PL_NONE, PL_GOAP_WITH_ALL);
    pl_planning_tell(goap->planning, m->client, &wanted);
}

static void block(ploy_self* self, uint32_t target, ploy_goap_fate fate, ploy_status status)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    pl_goap_note* note = pl_goap_note_of(self, target);
    if (note) {
        note->fate = (uint8_t)fate;
        note->status = (uint8_t)status;
        note->next = self->now + (fate == PLOY_GOAP_FATE_MET ? pl_goap_life_of(pl_goap_of(self), target)->def.interval
                                                             : pl_goap_of(self)->def.search_interval);
    }
    if (target == m->pushed) {
        m->pushed = PL_NONE;
        m->status = (uint8_t)status;
    }
    if (target != m->goal) return;
    if (!(m->flags & PL_GOAP_BROKEN)) m->flags &= (uint16_t)~PL_GOAP_REPLAN; // the old plan is still good
    if (fate == PLOY_GOAP_FATE_MET) m->flags |= PL_GOAP_DONE;
    if (fate != PLOY_GOAP_FATE_MET && (m->flags & PL_GOAP_BROKEN)) m->flags |= PL_GOAP_LOST;
}

static bool is_set_up(ploy_self* self, uint32_t target)
{
    const pl_target* t = pl_goap_target(pl_goap_of(self), target);
    const pl_goap_life* life = &pl_goap_of(self)->lives[t->goal];
    return !life->def.setup || life->def.setup(self, t->goal, t->args, life->def.user);
}

// Plans for the best goal that lets itself be planned for.
static void search_best(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    for (;;) {
        uint32_t target = pick(self);
        if (target == PL_NONE) break;
        if (is_set_up(self, target)) {
            search(self, target, first_mode(self, target));
            return;
        }
        block(self, target, PLOY_GOAP_FATE_REFUSED, PLOY_OK);
    }
    tell_idle(self);
    m->planned = PL_NONE;
    m->flags &= (uint16_t)~PL_GOAP_REPLAN;
}

// When to look again though nothing happens.
static int64_t next_look(const ploy_self* self)
{
    const pl_goap* goap = pl_goap_of(self);
    const pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->goal == PL_NONE && goap->any_asks) return self->now;
    int64_t next = self->now + goap->def.search_interval;
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        const pl_goap_note* note = &pl_goap_notes(self)[i];
        bool matters = is_blocked(note) || (m->goal != PL_NONE && !is_same(goap, note, i));
        if (note->next < next && matters) next = note->next;
    }
    return next;
}

static bool is_searching(const ploy_self* self)
{
    const pl_goap_memory* m = pl_goap_memory_of(self);
    return m->planned != PL_NONE && pl_planning_is_open(pl_goap_of(self)->planning, m->client);
}

static void look_at_current(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->goal == PL_NONE || (m->flags & PL_GOAP_PURSUED)) return;
    const pl_goap_note* note = pl_goap_note_of(self, m->goal);
    if (note && note->priority == 0) m->flags |= PL_GOAP_IRRELEVANT;
}

// Who does not plan by itself gives up what is broken.
static void give_up(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    bool is_told = (m->flags & PL_GOAP_REPLAN) || (m->pushed != PL_NONE && m->pushed != m->goal);
    if ((m->flags & PL_GOAP_BROKEN) && !pl_goap_of(self)->def.automatic && !is_told) m->flags |= PL_GOAP_LOST;
}

void pl_goap_choose(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->goal == PL_NONE) m->flags &= (uint16_t)~PL_GOAP_ABORT;
    if (m->flags & (PL_GOAP_ABORT | PL_GOAP_DONE | PL_GOAP_FRESH)) return;
    ask_due(self);
    look_at_current(self);
    if (m->flags & PL_GOAP_IRRELEVANT) return;
    give_up(self);
    uint32_t target = pick(self);
    if (!is_searching(self) || (target != PL_NONE && target != m->planned)) search_best(self);
    m->next = next_look(self);
}

// Answers.

// true: the same goal, in another way.
static bool widen(ploy_self* self)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    if (m->mode == PL_GOAP_WITH_ALL) return false;
    bool is_next = m->mode == PL_GOAP_WITH_SAME && m->avoid != PL_NONE;
    if (m->mode == PL_GOAP_WITHOUT_LAST) m->avoid = PL_NONE;
    search(self, m->planned, is_next ? PL_GOAP_WITHOUT_LAST : PL_GOAP_WITH_ALL);
    return true;
}

// A plan that is no worse than any, or what is left of one after the action that was tried.
static void take(ploy_self* self, const ploy_plan* plan)
{
    const pl_goap_memory* m = pl_goap_memory_of(self);
    uint64_t* start = pl_goap_start(self, m->planned);
    pl_goap_tie tie = pl_goap_settle(self, plan, start);
    if (tie.is_open) {
        ask_for(self, tie.first, start);
    } else if (!pl_goap_accept(self, m->tried, plan)) {
        search(self, m->planned, (pl_goap_mode)m->mode);
    }
}

void pl_goap_answered(ploy_self* self, const ploy_plan* plan)
{
    pl_goap_memory* m = pl_goap_memory_of(self);
    uint32_t target = m->planned;
    PL_ASSERT(target != PL_NONE);
    if (plan->status == PLOY_FOUND || m->tried != PL_NONE) {
        take(self, plan);
        return;
    }
    if (plan->status != PLOY_ALREADY && widen(self)) return;
    block(self, target, plan->status == PLOY_ALREADY ? PLOY_GOAP_FATE_MET : PLOY_GOAP_FATE_NO_PLAN, plan->status);
    search_best(self);
}
