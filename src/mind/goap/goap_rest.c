// The rest of the plan after the running step, of a mind that acts early.
//
// Such a mind plans with a greedy search and acts on what that finds. When a step starts, an anytime search begins from
// the state that the step leads to. What it finds, and each better plan that it finds later, replaces the steps after the
// running one if it costs less; the running step and the search go on. The search ends with its step: the next one begins
// another, until the plan is proved to be the best.
//
// Such a search is extra: `planned` does not name it, so whatever else the mind wants to search for replaces it, and if
// it fails, the goal and the plan are as before.

#include "base/check.h"
#include "mind/goap/goap.h"
#include "plan/domain/domain.h"

// The state after the running step, in scratch.
static uint64_t* start_of_rest(const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint64_t* state = pl_goap_start(agent, m->goal);
    pl_goap_force(pl_goap_of(agent), m->running, state);
    return state;
}

static uint32_t steps_left(const pl_goap_data* m)
{
    return m->count - m->at - 1u;
}

void pl_goap_request_rest(ploy_agent* agent)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    bool goes_on =
        m->action_state == PL_GOAP_RUNNING && m->goal_state == PL_GOAP_PURSUED && m->plan_state == PL_GOAP_PLAN_CURRENT;
    // Of a partial plan only the first steps are known, even if it is the best.
    bool is_open = m->is_partial || (!m->is_best && steps_left(m) > 0);
    if (!goes_on || !is_open || pl_plan_service_is_open(goap->planning, m->client)) return;
    m->mode = PL_GOAP_REST;
    pl_goap_trace_choice(agent, m->goal, PL_GOAP_REST);
    pl_plan_request wanted = {
        .options = &goap->rest,
        .start = start_of_rest(agent),
        .disabled = goap->disabled,
        .without = m->avoid,
        .target = m->goal,
        .last = m->running,
        .is_rest = true,
    };
    pl_plan_service_request(goap->planning, m->client, &wanted);
}

void pl_goap_drop_rest(ploy_agent* agent)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (m->mode != PL_GOAP_REST) return;
    m->mode = PL_GOAP_WITH_ALL;
    pl_plan_service_cancel(pl_goap_of(agent)->planning, m->client);
}

// Costs.

enum
{
    NO_WAY = -1, // the steps do not lead to the goal
};

static int64_t add(int64_t a, int64_t b)
{
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// What the steps after the running one cost, of the plan (NULL: of the agent's own); or NO_WAY.
static int64_t cost_of_rest(ploy_agent* agent, const ploy_plan* plan)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t count = plan ? plan->step_count : steps_left(m), last = m->running;
    bool is_partial = !plan && m->is_partial;
    int64_t cost = is_partial ? *pl_goap_tail(agent) : 0;
    uint64_t* state = start_of_rest(agent);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t step = plan ? plan->steps[i].id : pl_goap_step(agent, m->at + 1u + i);
        cost = add(cost, pl_goap_price(agent, step, last, state));
        if (!pl_domain_ground_apply(goap->domain, step, state)) return NO_WAY;
        last = step;
    }
    return is_partial || pl_domain_target_met(goap->domain, m->goal, state) ? cost : NO_WAY;
}

static bool is_better(ploy_agent* agent, const ploy_plan* plan)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t max_depth = pl_goap_of(agent)->def.options.max_depth;
    if (max_depth > 0 && plan->step_count >= max_depth) return false;
    int64_t found = cost_of_rest(agent, plan), own = cost_of_rest(agent, NULL);
    if (found == NO_WAY) return false;
    if (own == NO_WAY || found < own) return true;
    // A plan whose steps all are known is worth as much; one that ends now is worth nothing.
    return m->is_partial && (found == own || steps_left(m) == 0);
}

// Does the step that was running when the search began still run, and is the plan that of the mind? A plan that was taken
// in this tick begins with it.
static bool follows_running(const ploy_agent* agent)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    const pl_plan_client* request = &pl_goap_of(agent)->planning->clients.data[m->client];
    if (m->action_state != PL_GOAP_RUNNING || m->goal_state != PL_GOAP_PURSUED) return false;
    if (m->running != request->last || m->goal != request->target) return false;
    return m->plan_state == PL_GOAP_PLAN_CURRENT || (m->plan_state == PL_GOAP_PLAN_NEW && m->planned == m->goal);
}

void pl_goap_improve_rest(ploy_agent* agent, const ploy_plan* plan)
{
    pl_goap_data* m = pl_goap_data_of(agent);
    if (!follows_running(agent)) return;
    uint32_t planned = m->planned;
    m->is_best = plan->proved;
    if (!is_better(agent, plan)) return;
    m->planned = m->goal;
    if (!pl_goap_accept(agent, m->running, plan)) m->planned = planned;
}

void pl_goap_take_rest(ploy_agent* agent, const ploy_plan* plan)
{
    if (plan->status == PLOY_FOUND || plan->status == PLOY_ALREADY) pl_goap_improve_rest(agent, plan);
    pl_goap_data_of(agent)->mode = PL_GOAP_WITH_ALL;
}
