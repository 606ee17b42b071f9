// Plans of equal cost: the one whose first action is worth most by the mind's utility.
//
// The cheapest plan that begins with an action costs what the action does and the cheapest plan after it. So each
// applicable action that is worth more than the first one of the plan found is tried, best first: if its price and the
// cheapest plan from where it leads to come to the same cost, that plan is taken. If none does, the first plan is
// searched for once more, which finds it again. Each trial is a search of its own, most answered by a policy; all of it
// is under the budget, and between two searches the memory holds nothing but the action tried and three numbers.

#include "base/containers/bitset.h"
#include "mind/goap/goap.h"
#include "mind/utility/utility.h"
#include "plan/domain/domain.h"

// The action done last counts less.
static int64_t worth_of(ploy_agent* agent, uint32_t ground, const uint64_t* start)
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

// The next best after the one that was tried; PLOY_NONE: none is worth more than what there is.
static uint32_t next_of(ploy_agent* agent, const uint64_t* start, int64_t* worth)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t best = PLOY_NONE;
    *worth = m->min;
    for (uint32_t g = 0; g < pl_domain_compiled(pl_goap_of(agent)->domain)->ground_count; ++g) {
        if (!is_open(agent, g, start)) continue;
        int64_t own = worth_of(agent, g, start);
        bool was_tried = m->tried != PLOY_NONE && (own > m->worth || (own == m->worth && g <= m->tried));
        if (was_tried || own <= *worth) continue;
        *worth = own;
        best = g;
    }
    return best;
}

static int64_t price_of(ploy_agent* agent, uint32_t ground, const uint64_t* start)
{
    const pl_goap* goap = pl_goap_of(agent);
    const pl_ground* g = pl_goap_ground(goap, ground);
    int64_t price = pl_domain_evaluate_cost(goap->domain, ground, start, agent);
    bool is_plain = goap->def.options.no_two_moves && ploy_domain_action(goap->domain, g->action).move;
    bool has_repeat_cost = goap->def.options.repeat_cost > 0 && pl_goap_data_of(agent)->last == ground && !is_plain;
    return has_repeat_cost ? price / PLOY_UNIT * goap->def.options.repeat_cost +
                                 price % PLOY_UNIT * goap->def.options.repeat_cost / PLOY_UNIT
                           : price;
}

static bool is_as_cheap(ploy_agent* agent, const ploy_plan* rest, const uint64_t* start)
{
    const pl_goap_data* m = pl_goap_data_of(agent);
    uint32_t max_depth = pl_goap_of(agent)->def.options.max_depth;
    if (rest->status != PLOY_FOUND && rest->status != PLOY_ALREADY) return false;
    if (max_depth > 0 && rest->step_count >= max_depth) return false;
    return price_of(agent, m->tried, start) + rest->cost == m->cost;
}

static bool finds_cheapest(ploy_search search)
{
    return search == PLOY_SEARCH_ASTAR || search == PLOY_SEARCH_REGRESSIVE || search == PLOY_SEARCH_BNB;
}

pl_goap_tie pl_goap_settle(ploy_agent* agent, const ploy_plan* plan, uint64_t* start)
{
    const pl_goap* goap = pl_goap_of(agent);
    pl_goap_data* m = pl_goap_data_of(agent);
    if (!goap->utility || m->is_tie_settled || !finds_cheapest(goap->def.options.search)) {
        return (pl_goap_tie){.first = PLOY_NONE};
    }
    if (m->tried == PLOY_NONE) {
        m->cost = plan->cost;
        m->min = worth_of(agent, plan->steps[0].id, start);
    } else if (is_as_cheap(agent, plan, start)) {
        return (pl_goap_tie){.first = m->tried};
    }
    int64_t worth;
    uint32_t next = next_of(agent, start, &worth);
    if (next != PLOY_NONE) {
        m->worth = worth;
        pl_domain_ground_apply(goap->domain, next, start);
        return (pl_goap_tie){true, next};
    }
    if (m->tried == PLOY_NONE) return (pl_goap_tie){.first = PLOY_NONE};
    m->is_tie_settled = true;
    return (pl_goap_tie){true, PLOY_NONE};
}
