// Which goal to pursue, and the searches for it.
//
// An agent without a goal evaluates all goals whenever something may have changed, so it never idles while one of them
// has a plan. An agent with a goal evaluates each goal at its interval. A goal without a plan waits for a change (of
// the state, if the agent is idle) or for the search interval; the next goal is tried, in the same tick if nodes are
// left.

#include <string.h>

#include "base/check.h"
#include "base/containers/bitset.h"
#include "mind/common/bindings.h"
#include "mind/goap/goap.h"
#include "mind/utility/utility.h"
#include "plan/domain/domain.h"
#include "plan/search/goal_choice.h"
#include "trace/emit.h"

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
    const pl_goap_callbacks* callbacks = pl_goap_callbacks_of(goap, target);
    if (callbacks->satisfied == PLOY_NONE) return false;
    const ploy_condition_def* def = pl_bindings_condition(goap->def.parts.bindings, callbacks->satisfied);
    ploy_port ports[PLOY_MAX_PORTS];
    pl_ports_fill(&callbacks->ports, pl_goap_target(goap, target)->args, ports);
    ploy_call call = {
        .user = def->user, .ports = ports, .port_count = def->port_count, .binding = callbacks->satisfied};
    return def->test(agent, &call);
}

// Evaluation.

static int32_t evaluate_priority(ploy_agent* agent, uint32_t target)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_target* t = pl_goap_target(goap, target);
    const pl_goap_callbacks* callbacks = &goap->callbacks[t->goal];
    const uint64_t* state = pl_goap_state_of(agent);
    if (!pl_target_is_relevant(pl_domain_compiled(goap->domain), t, state)) return 0;
    if (callbacks->def.relevant && !callbacks->def.relevant(agent, t->goal, t->args, callbacks->def.user)) return 0;
    int32_t priority = narrow(pl_goal_priority(goap->domain, t->goal, t->args, state, agent));
    return priority > 0 ? priority : 0;
}

bool pl_goap_is_met(ploy_agent* agent, uint32_t target)
{
    return pl_domain_target_met(pl_goap_of(agent)->domain, target, pl_goap_start(agent, target)) ||
           pl_goap_is_satisfied(agent, target);
}

bool pl_goap_holds(const ploy_agent* agent, uint32_t target)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    bool is_order = target == m->goal ? m->is_pushed : target == m->pushed;
    return pl_goap_callbacks_of(pl_goap_of(agent), target)->holds && !is_order;
}

static bool is_blocked(const pl_goap_note* note)
{
    return note->goal_status == PLOY_GOAL_STATUS_NO_PLAN || note->goal_status == PLOY_GOAL_STATUS_REFUSED;
}

static ploy_goal_status status_of(ploy_agent* agent, uint32_t target, int32_t priority)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (target == m->goal) return m->goal_state == PL_GOAP_HELD ? PLOY_GOAL_STATUS_HELD : PLOY_GOAL_STATUS_PURSUED;
    if (priority == 0) return PLOY_GOAL_STATUS_IRRELEVANT;
    bool is_done = !pl_goap_holds(agent, target) && pl_goap_is_met(agent, target);
    return is_done ? PLOY_GOAL_STATUS_MET : PLOY_GOAL_STATUS_LOWER;
}

static void evaluate(ploy_agent* agent, uint32_t place)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_note* note = &pl_goap_notes(agent)[place];
    uint32_t target = list_target(goap, place);
    note->priority = evaluate_priority(agent, target);
    pl_goap_note_wait(note, agent->now + goap->callbacks[goap->list[place]].def.interval);
    note->is_stale = false;
    uint32_t before = note->goal_status;
    note->goal_status = status_of(agent, target, note->priority);
    if (note->goal_status != before) pl_goap_data_of(agent)->is_idle_traced = false;
    if (PL_UNLIKELY(pl_trace_wants(agent->trace, (ploy_trace_level)PL_TRACE_LEVEL_GOAL_EVALUATED)))
        pl_goap_trace(agent, PLOY_TRACE_GOAL_EVALUATED, target, note->priority);
}

// Is its last evaluation still valid?
static inline bool is_same(const pl_goap_callbacks* callbacks, const pl_goap_note* note)
{
    return !callbacks->polls && !note->is_stale && !is_blocked(note) &&
           note->goal_status != PLOY_GOAL_STATUS_UNEVALUATED && callbacks->satisfied == PLOY_NONE;
}

// Evaluates the goals that are due. For an agent without a goal these are all that may have changed.
static void evaluate_due(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    bool is_idle = m->goal == PLOY_NONE, is_requested = m->is_replan_requested;
    bool has_changed = m->state_status != PL_GOAP_EVALUATED;
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        pl_goap_note* note = &pl_goap_notes(agent)[i];
        const pl_goap_callbacks* callbacks = &goap->callbacks[goap->list[i]];
        bool is_due =
            agent->now >= pl_goap_note_next(note) || is_requested || note->goal_status == PLOY_GOAL_STATUS_UNEVALUATED;
        bool may_differ = has_changed || (callbacks->polls && !is_blocked(note));
        if (!is_due && !(is_idle && may_differ)) continue;
        if (!is_requested && is_same(callbacks, note)) {
            pl_goap_note_wait(note, agent->now + callbacks->def.interval);
        } else {
            evaluate(agent, i);
        }
    }
    m->state_status = PL_GOAP_EVALUATED;
}

// Choice.

static pl_goal_candidate describe(const void* context, uint32_t place)
{
    const ploy_agent* agent = context;
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_note* note = &pl_goap_notes(agent)[place];
    return (pl_goal_candidate){
        .priority = note->priority,
        .min_lead = goap->callbacks[goap->list[place]].def.hysteresis,
        .is_blocked = note->goal_status != PLOY_GOAL_STATUS_LOWER && note->goal_status != PLOY_GOAL_STATUS_SEARCHING,
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

// The target to plan for now; PLOY_NONE: the agent keeps its goal. There is no planning for a goal that is about to
// end.
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

// Searches.

static pl_goap_mode first_mode(const ploy_agent* agent, uint32_t target)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    bool is_same = m->used == target && !m->is_replan_requested && !pl_goap_of(agent)->utility;
    if (is_same && !pl_goap_of(agent)->def.replan_all) return PL_GOAP_WITH_SAME;
    return m->avoid != PLOY_NONE ? PL_GOAP_WITHOUT_LAST : PL_GOAP_WITH_ALL;
}

static void request_plan(ploy_agent* agent, uint32_t first, const uint64_t* start)
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
    if (goap->utility) pl_goap_ties_of(agent)->tried = first;
    pl_plan_service_request(goap->planning, m->client, &wanted);
}

static void search(ploy_agent* agent, uint32_t target, pl_goap_mode mode)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_goap_note* note = pl_goap_note_of(agent, target);
    if (note && target != m->goal) note->goal_status = PLOY_GOAL_STATUS_SEARCHING;
    m->planned = target;
    m->mode = mode;
    if (pl_goap_of(agent)->utility) pl_goap_ties_of(agent)->is_settled = false;
    m->is_idle_traced = false;
    pl_goap_trace_choice(agent, target, mode);
    request_plan(agent, PLOY_NONE, pl_goap_start(agent, target));
}

// Traces, once, that there is nothing to plan for: the agent has no goal, or it holds one.
static void trace_rest(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    bool is_held = m->goal_state == PL_GOAP_HELD;
    if ((m->goal != PLOY_NONE && !is_held) || m->is_idle_traced || !pl_goap_is_traced(agent)) return;
    if (pl_plan_service_is_open(goap->planning, m->client)) return;
    m->is_idle_traced = true;
    pl_plan_request wanted = {.options = &goap->options,
                              .start = pl_goap_start(agent, m->goal),
                              .disabled = goap->disabled,
                              .without = m->avoid,
                              .target = m->goal,
                              .last = m->last};
    pl_goap_trace_choice(agent, m->goal, PL_GOAP_WITH_ALL);
    pl_plan_service_trace(goap->planning, m->client, &wanted);
    if (is_held) PL_TRACE(agent->trace, PLAN_FOUND, agent->id.index1, pl_goap_target(goap, m->goal)->goal, 0, 0);
}

static void block(ploy_agent* agent, uint32_t target, ploy_goal_status goal_status, ploy_status status)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    pl_goap_note* note = pl_goap_note_of(agent, target);
    if (note) {
        bool is_met = goal_status == PLOY_GOAL_STATUS_MET;
        note->goal_status = goal_status;
        note->search_status = status;
        pl_goap_note_wait(note, agent->now + (is_met ? pl_goap_callbacks_of(pl_goap_of(agent), target)->def.interval
                                                     : pl_goap_of(agent)->def.search_interval));
    }
    if (target == m->pushed) {
        m->pushed = PLOY_NONE;
        m->status = status;
    }
    if (target != m->goal) return;
    if (!pl_goap_is_broken(m)) m->is_replan_requested = false; // the old plan is still valid
    if (goal_status == PLOY_GOAL_STATUS_MET) {
        pl_goap_raise(m, PL_GOAP_MET);
    } else if (m->goal_state == PL_GOAP_BROKEN) {
        m->goal_state = PL_GOAP_LOST;
    }
}

static bool is_set_up(ploy_agent* agent, uint32_t target)
{
    const pl_target* t = pl_goap_target(pl_goap_of(agent), target);
    const pl_goap_callbacks* callbacks = &pl_goap_of(agent)->callbacks[t->goal];
    return !callbacks->def.setup || callbacks->def.setup(agent, t->goal, t->args, callbacks->def.user);
}

// Plans for the target that was picked, or else for the best goal that its setup does not refuse.
static void search_best(ploy_agent* agent, uint32_t target)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    for (; target != PLOY_NONE; target = pick(agent)) {
        if (is_set_up(agent, target)) {
            search(agent, target, first_mode(agent, target));
            return;
        }
        block(agent, target, PLOY_GOAL_STATUS_REFUSED, PLOY_OK);
    }
    trace_rest(agent);
    m->planned = PLOY_NONE;
    m->is_replan_requested = false;
}

// When the goals are evaluated again if nothing changes.
static int64_t next_evaluation(const ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal == PLOY_NONE && goap->any_polls) return agent->now;
    int64_t next = agent->now + goap->def.search_interval;
    for (uint32_t i = 0; i < goap->list_count; ++i) {
        const pl_goap_note* note = &pl_goap_notes(agent)[i];
        const pl_goap_callbacks* callbacks = &goap->callbacks[goap->list[i]];
        bool matters = is_blocked(note) || (m->goal != PLOY_NONE && !is_same(callbacks, note));
        if (pl_goap_note_next(note) < next && matters) next = pl_goap_note_next(note);
    }
    return next;
}

static bool is_searching(const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    return m->planned != PLOY_NONE && pl_plan_service_is_open(pl_goap_of(agent)->planning, m->client);
}

static void check_current(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal == PLOY_NONE || m->is_pushed) return;
    const pl_goap_note* note = pl_goap_note_of(agent, m->goal);
    if (note && note->priority == 0) pl_goap_raise(m, PL_GOAP_IRRELEVANT);
}

// A manual mind gives up a broken plan unless the game requested planning.
static void give_up(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    bool is_requested = m->is_replan_requested || (m->pushed != PLOY_NONE && m->pushed != m->goal);
    if (m->goal_state == PL_GOAP_BROKEN && pl_goap_of(agent)->def.manual && !is_requested) m->goal_state = PL_GOAP_LOST;
}

void pl_goap_choose(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->goal_state >= PL_GOAP_MET || pl_goap_has_answer(m)) return;
    evaluate_due(agent);
    check_current(agent);
    if (m->goal_state == PL_GOAP_IRRELEVANT) return;
    give_up(agent);
    uint32_t target = pick(agent);
    if (!is_searching(agent) || (target != PLOY_NONE && target != m->planned)) search_best(agent, target);
    m->next = next_evaluation(agent);
}

// Plans of equal cost: the one whose first action scores highest by the mind's utility.
//
// The lowest cost of a plan that begins with an action is the cost of the action plus the lowest cost of a plan after
// it. So each applicable action that scores higher than the first action of the plan is tried, best first: if its cost
// and that of the plan after it add up to the same total, that plan is taken. If none does, the first plan is searched
// again. Each try is a search of its own; a policy answers most of them. All of it counts against the node budget, and
// between two searches the mind data holds only the action that was tried and three numbers.

/// What to search for next among plans of equal cost. The start of that search goes to `start`.
typedef struct goap_tie
{
    bool is_open;   ///< false: take the plan
    uint32_t first; ///< ground action before the plan that is searched for; PLOY_NONE: search the first plan again
} goap_tie;

// The score of the action done last is reduced.
static int64_t score_of(ploy_agent* agent, uint32_t ground, const uint64_t* start)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_ground* g = pl_goap_ground(goap, ground);
    uint32_t last = pl_goap_data_of(agent)->last;
    ploy_step step = pl_compiled_step(pl_domain_compiled(goap->domain), ground);
    int64_t score = pl_utility_score_step(&(pl_utility_scorer){goap->utility, agent}, goap->domain, &step, start);
    bool repeats = last != PLOY_NONE && pl_goap_ground(goap, last)->action == g->action;
    return repeats && score > 0 ? score * goap->utility->repeat_penalty / PLOY_UNIT : score;
}

// May the search begin a plan with it?
static bool is_open(ploy_agent* agent, uint32_t ground, const uint64_t* start)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    const pl_ground* g = pl_goap_ground(goap, ground);
    if (pl_bits_test(goap->disabled, g->action)) return false;
    if (m->mode != PL_GOAP_WITH_ALL && m->avoid == g->action) return false;
    return pl_domain_ground_applicable(goap->domain, ground, start) &&
           pl_domain_evaluate_context(goap->domain, ground, start, agent) &&
           (!goap->any_viable || pl_goap_is_viable(agent, g->action, g->args));
}

// The action with the next lower score after the one that was tried; PLOY_NONE: no other scores high enough.
static uint32_t next_of(ploy_agent* agent, const uint64_t* start, int64_t* score)
{
    const pl_goap_ties* ties = pl_goap_ties_of(agent);
    uint32_t best = PLOY_NONE;
    *score = ties->min_score;
    for (uint32_t g = 0; g < pl_domain_compiled(pl_goap_of(agent)->domain)->ground_count; ++g) {
        if (!is_open(agent, g, start)) continue;
        int64_t own = score_of(agent, g, start);
        bool is_before = own > ties->tried_score || (own == ties->tried_score && g <= ties->tried);
        bool was_tried = ties->tried != PLOY_NONE && is_before;
        if (was_tried || own <= *score) continue;
        *score = own;
        best = g;
    }
    return best;
}

static bool is_as_cheap(ploy_agent* agent, const ploy_plan* rest, const uint64_t* start)
{
    const pl_goap_ties* ties = pl_goap_ties_of(agent);
    uint32_t max_depth = pl_goap_of(agent)->def.options.max_depth;
    if (rest->status != PLOY_FOUND && rest->status != PLOY_ALREADY) return false;
    if (max_depth > 0 && rest->step_count >= max_depth) return false;
    return pl_goap_price(agent, ties->tried, pl_goap_data_of(agent)->last, start) + rest->cost == ties->cost;
}

static goap_tie settle_tie(ploy_agent* agent, const ploy_plan* plan, uint64_t* start)
{
    const pl_goap* goap = pl_goap_of(agent);
    if (!goap->utility || !pl_search_is_cheapest(goap->def.options.search)) return (goap_tie){.first = PLOY_NONE};
    pl_goap_ties* ties = pl_goap_ties_of(agent);
    if (ties->is_settled) return (goap_tie){.first = PLOY_NONE};
    if (ties->tried == PLOY_NONE) {
        ties->cost = plan->cost;
        ties->min_score = score_of(agent, plan->steps[0].id, start);
    } else if (is_as_cheap(agent, plan, start)) {
        return (goap_tie){.first = ties->tried};
    }
    int64_t score;
    uint32_t next = next_of(agent, start, &score);
    if (next != PLOY_NONE) {
        ties->tried_score = score;
        pl_domain_ground_apply(goap->domain, next, start);
        return (goap_tie){true, next};
    }
    if (ties->tried == PLOY_NONE) return (goap_tie){.first = PLOY_NONE};
    ties->is_settled = true;
    return (goap_tie){true, PLOY_NONE};
}

// Results of searches.

// Searches again for the same goal with more actions. false: all were allowed already.
static bool widen(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->mode == PL_GOAP_WITH_ALL) return false;
    bool is_next = m->mode == PL_GOAP_WITH_SAME && m->avoid != PLOY_NONE;
    if (m->mode == PL_GOAP_WITHOUT_LAST) m->avoid = PLOY_NONE;
    search(agent, m->planned, is_next ? PL_GOAP_WITHOUT_LAST : PL_GOAP_WITH_ALL);
    return true;
}

// A plan of the lowest cost, or the rest of one after the action that was tried.
static void take(ploy_agent* agent, const ploy_plan* plan)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint64_t* start = pl_goap_start(agent, m->planned);
    goap_tie tie = settle_tie(agent, plan, start);
    if (tie.is_open) {
        request_plan(agent, tie.first, start);
    } else if (!pl_goap_accept(agent, pl_goap_tried(agent), plan)) {
        search(agent, m->planned, (pl_goap_mode)m->mode);
    }
}

void pl_goap_answered(ploy_agent* agent, const ploy_plan* plan)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->mode == PL_GOAP_REST) {
        pl_goap_take_rest(agent, plan);
        return;
    }
    uint32_t target = m->planned;
    PL_ASSERT(target != PLOY_NONE);
    bool is_plan = plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY;
    if (is_plan && pl_goap_tried(agent) == PLOY_NONE && pl_goap_holds(agent, target) && pl_goap_is_met(agent, target)) {
        pl_goap_accept_nothing(agent);
        return;
    }
    if (plan->status == PLOY_FOUND || pl_goap_tried(agent) != PLOY_NONE) {
        take(agent, plan);
        return;
    }
    if (plan->status != PLOY_ALREADY && widen(agent)) return;
    block(agent, target, plan->status == PLOY_ALREADY ? PLOY_GOAL_STATUS_MET : PLOY_GOAL_STATUS_NO_PLAN, plan->status);
    search_best(agent, pick(agent));
}
