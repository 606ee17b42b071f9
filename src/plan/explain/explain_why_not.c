// Why not this action. The first reason that applies is reported:
//   1. the action is in the plan;
//   2. something prevents it from ever being applied (reported: the smallest set of its own obstacles whose removal
//      makes it applicable);
//   3. plans with it cost more, cost the same, or do not exist.

#include <string.h>

#include "base/containers/bitset.h"
#include "plan/domain/compiled.h"
#include "plan/explain/conjunct.h"
#include "plan/explain/explain.h"
#include "plan/explain/range_need.h"
#include "plan/domain/domain.h"

// In the start.

/// The conditions that do not hold for these arguments; `unmet` NULL: only counts them.
static ploy_status find_unmet(pl_explainer* e, const pl_conjuncts* all, const uint32_t* args, ploy_conjunct* unmet,
                              uint32_t* count)
{
    const ploy_domain* domain = e->def->domain;
    *count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const ploy_conjunct* it = &all->list[i];
        ploy_status holds = pl_conjunct_test(domain, it, args, e->def->query.start);
        if (holds == PLOY_OUT_OF_MEMORY) return holds;
        if (holds == PLOY_FOUND) continue;
        if (unmet && !pl_explain_conjunct(e, it, args, &unmet[*count])) return PLOY_OUT_OF_MEMORY;
        ++*count;
    }
    return PLOY_OK;
}

/// The nearest arguments: applicable ones, else those with the fewest unmet conditions, else the first.
static ploy_status find_nearest(pl_explainer* e, const pl_conjuncts* all, ploy_why_not* out)
{
    const ploy_domain* domain = e->def->domain;
    const pl_compiled* c = pl_domain_compiled(domain);
    uint32_t best = UINT32_MAX;
    ploy_status status = PLOY_OK;
    uint32_t first = c->action_first_ground[out->action], end = c->action_first_ground[out->action + 1];
    for (uint32_t g = first; g < end && best > 0 && status == PLOY_OK; g++) {
        uint32_t unmet;
        const uint32_t* args = c->grounds[g].args;
        status = find_unmet(e, all, args, NULL, &unmet);
        bool denied = !pl_action_context(domain, out->action, args, e->def->query.start, e->def->query.agent);
        bool range = unmet == 0 && !ploy_action_applicable(domain, out->action, args, e->def->query.start);
        uint32_t distance = 2 * unmet + range + denied;
        if (distance >= best) continue;
        best = distance;
        memcpy(out->args, args, sizeof out->args);
    }
    return status;
}

/// Adds the ranges that effects would leave, unless a condition of the action requires the same.
static ploy_status add_left_ranges(pl_explainer* e, const pl_conjuncts* all, const pl_range_needs* needs,
                                   ploy_why_not* out, ploy_conjunct* unmet)
{
    const ploy_domain* domain = e->def->domain;
    for (uint32_t i = 0; i < needs->count; i++) {
        const pl_range_need* need = &needs->list[i];
        ploy_status status = pl_range_need_test(domain, need, out->args, e->def->query.start);
        bool is_left = status == PLOY_NOT_FOUND;
        for (uint32_t k = 0; k < all->count && is_left; k++) {
            status = pl_range_need_is_implied(domain, out->action, need, all->list[k].text);
            is_left = status == PLOY_NOT_FOUND;
        }
        if (status == PLOY_OUT_OF_MEMORY) return status;
        if (is_left && !pl_explain_conjunct(e, &need->conjunct, out->args, &unmet[out->unmet_count++]))
            return PLOY_OUT_OF_MEMORY;
    }
    return PLOY_OK;
}

static ploy_status describe_now(pl_explainer* e, ploy_why_not* out)
{
    const ploy_domain* domain = e->def->domain;
    const ploy_plan_query* query = &e->def->query;
    pl_conjuncts all;
    pl_range_needs ranges;
    if (!pl_conjuncts_collect(domain, PLOY_PART_PRE, out->action, &e->scratch, &all) ||
        !pl_range_needs_collect(domain, out->action, &e->scratch, &ranges))
        return PLOY_OUT_OF_MEMORY;
    ploy_status status = out->ground ? PLOY_OK : find_nearest(e, &all, out);
    if (status != PLOY_OK) return status;
    ploy_conjunct* unmet = PL_ARENA_ARRAY(e->keep, ploy_conjunct, all.count + ranges.count);
    if (!unmet) return PLOY_OUT_OF_MEMORY;
    out->unmet = unmet;
    status = find_unmet(e, &all, out->args, unmet, &out->unmet_count);
    if (status == PLOY_OK) status = add_left_ranges(e, &all, &ranges, out, unmet);
    bool applicable = ploy_action_applicable(domain, out->action, out->args, query->start);
    out->available = !(query->disabled && pl_bits_test(query->disabled, out->action));
    out->context = pl_action_context(domain, out->action, out->args, query->start, query->agent);
    out->applicable_now = applicable && out->available && out->context;
    return status;
}

// In any plan.

static bool is_in_plan(const ploy_explanation* plan, const ploy_why_not* out, uint32_t param_count)
{
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const ploy_step* step = &plan->steps[i];
        if (step->action != out->action) continue;
        if (!out->ground || memcmp(step->args, out->args, param_count * sizeof *step->args) == 0) return true;
    }
    return false;
}

static ploy_status find_obstacles(pl_explainer* e, uint32_t action, ploy_why_not* out)
{
    pl_what_if* w = &e->what_if;
    ploy_status status = pl_what_if_add_action(w, action);
    if (status != PLOY_OK) return status;
    ploy_plan_query query = w->query;
    w->query.goal = w->anything;
    w->query.must_use1 = action + 1;
    status = pl_minimal_blockers(e, 0, w->obstacles.count, 1, &out->obstacles);
    w->query = query;
    return status;
}

/// For an action that can be applied: the cost of plans with it.
static ploy_status weigh(pl_explainer* e, uint32_t action, ploy_why_not* out)
{
    pl_what_if* w = &e->what_if;
    pl_answer answer;
    w->query.must_use1 = action + 1;
    ploy_status status = pl_what_if_search(w, &answer);
    w->query.must_use1 = 0;
    if (status != PLOY_OK) return status;
    const uint64_t* needed =
        pl_relevant_variables(e->def->domain, w->query.goal, w->query.goal_args, e->def->query.disabled, &e->scratch);
    if (!needed) return PLOY_OUT_OF_MEMORY;
    bool plan = e->out->status == PLOY_FOUND || e->out->status == PLOY_ALREADY;
    out->with_status = answer.status;
    out->with_cost = answer.cost;
    out->extra_cost = answer.status == PLOY_FOUND && plan ? answer.cost - e->out->cost : 0;
    if (answer.status == PLOY_NOT_FOUND)
        out->reason = plan                               ? PLOY_WHY_NOT_DEAD_END
                      : e->out->status == PLOY_NOT_FOUND ? PLOY_WHY_NOT_NO_PLAN
                                                         : PLOY_WHY_NOT_NOT_SETTLED;
    else if (answer.status != PLOY_FOUND || !plan)
        out->reason = PLOY_WHY_NOT_NOT_SETTLED;
    else if (e->out->status == PLOY_ALREADY)
        out->reason = PLOY_WHY_NOT_ALREADY;
    else if (!pl_is_relevant_to(e->def->domain, needed, out->action, out->ground ? out->args : NULL))
        out->reason = PLOY_WHY_NOT_NO_USE;
    else
        out->reason = out->extra_cost == 0 ? PLOY_WHY_NOT_TIE : PLOY_WHY_NOT_COSTS_MORE;
    return PLOY_OK;
}

/// A twin differs from its action when repeating an action costs less.
static bool is_out_of_reach(const pl_explainer* e)
{
    uint32_t repeat_cost = e->def->query.options.repeat_cost;
    return e->what_if.twin_of != PLOY_NONE && repeat_cost != 0 && repeat_cost != PLOY_UNIT;
}

static ploy_status find_reason(pl_explainer* e, ploy_why_not* out)
{
    uint32_t action = out->ground ? e->what_if.twin : out->action;
    pl_answer use;
    out->reason = PLOY_WHY_NOT_NOT_SETTLED;
    out->with_status = PLOY_NOT_SUPPORTED;
    if (is_out_of_reach(e)) return PLOY_OK;
    ploy_status status = pl_what_if_search_use(&e->what_if, action, &use);
    out->with_status = use.status;
    if (status != PLOY_OK) return status;
    if (use.status == PLOY_FOUND) return weigh(e, action, out);
    if (use.status != PLOY_NOT_FOUND) return PLOY_OK;
    out->reason = PLOY_WHY_NOT_BLOCKED;
    return find_obstacles(e, action, out);
}

ploy_status pl_explain_why_not(pl_explainer* e, uint32_t action, const uint32_t* args)
{
    ploy_why_not* out = PL_ARENA_ARRAY(e->keep, ploy_why_not, 1);
    if (!out) return PLOY_OUT_OF_MEMORY;
    e->out->why_not = out;
    uint32_t param_count = ploy_domain_action(e->def->domain, action).param_count;
    out->action = action;
    out->ground = args != NULL;
    if (args) memcpy(out->args, args, param_count * sizeof *args);
    ploy_status status = describe_now(e, out);
    if (status != PLOY_OK) return status;
    if (!is_in_plan(e->out, out, param_count)) return find_reason(e, out);
    out->reason = PLOY_WHY_NOT_IN_PLAN;
    out->with_status = PLOY_FOUND;
    out->with_cost = e->out->cost;
    return PLOY_OK;
}
