// Which activities an action drives: those it is told, or the one of its own name; and, for an action built on another,
// the ones of that besides.

#include <string.h>

#include "mind/common/bindings.h"
#include "base/check.h"
#include "base/error.h"
#include "mind/goap/goap.h"

static ploy_status fail(ploy_error* error, const char* what, const char* name, const char* where)
{
    pl_error_set(error, 0, 0, "%s '%.80s' %s", what, name ? name : "", where);
    return PLOY_INVALID;
}

// Activities.

static ploy_status add_activity(pl_goap* goap, const ploy_goap_mind_def* def, uint32_t action, uint32_t activity,
                                ploy_error* error)
{
    pl_goap_action* a = &goap->actions[action];
    ploy_action_info info = ploy_domain_action(goap->domain, action);
    for (uint32_t i = 0; i < a->activity_count; ++i) {
        if (a->activities[i].index == activity) return PLOY_OK;
    }
    if (a->activity_count == PLOY_GOAP_ACTIVITIES) {
        return fail(error, "action", info.name, "drives more than three activities");
    }
    const ploy_activity_def* binding = ploy_bindings_activity(def->parts.bindings, activity);
    a->activities[a->activity_count++] = (pl_goap_activity){
        .index = activity,
        .ports =
            pl_ports_connect(info.param_names, info.param_count, binding->ports, binding->port_count, def->parts.keys),
    };
    if (goap->activity_count < a->activity_count) goap->activity_count = a->activity_count;
    if (goap->run_bytes < binding->data_bytes) goap->run_bytes = (binding->data_bytes + 7) / 8 * 8;
    goap->any_viable = goap->any_viable || binding->viable;
    return PLOY_OK;
}

static const ploy_action_binding* binding_of(const ploy_goap_mind_def* def, const char* action)
{
    for (uint32_t i = 0; i < def->action_binding_count; ++i) {
        if (def->action_bindings[i].action && strcmp(def->action_bindings[i].action, action) == 0)
            return &def->action_bindings[i];
    }
    return NULL;
}

static ploy_status bind_told(pl_goap* goap, const ploy_goap_mind_def* def, uint32_t action,
                             const ploy_action_binding* told, ploy_error* error)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < PLOY_GOAP_ACTIVITIES && told->activities[i] && status == PLOY_OK; ++i) {
        uint32_t activity =
            def->parts.bindings ? ploy_bindings_find_activity(def->parts.bindings, told->activities[i]) : PLOY_NONE;
        if (activity == PLOY_NONE) return fail(error, "activity", told->activities[i], "is not bound");
        status = add_activity(goap, def, action, activity, error);
    }
    return status;
}

// What one action brings along, without its base.
static ploy_status bind_own(pl_goap* goap, const ploy_goap_mind_def* def, uint32_t action, uint32_t from,
                            ploy_error* error)
{
    const char* name = ploy_domain_action(goap->domain, from).name;
    const ploy_action_binding* told = binding_of(def, name);
    if (told) return bind_told(goap, def, action, told, error);
    uint32_t activity = def->parts.bindings ? ploy_bindings_find_activity(def->parts.bindings, name) : PLOY_NONE;
    return activity == PLOY_NONE ? PLOY_OK : add_activity(goap, def, action, activity, error);
}

// The nearest of the action and its bases that has activities says which of them complete it.
static ploy_status bind_action(pl_goap* goap, const ploy_goap_mind_def* def, uint32_t action, ploy_error* error)
{
    pl_goap_action* a = &goap->actions[action];
    ploy_action_info info = ploy_domain_action(goap->domain, action);
    a->duration = info.duration;
    a->limit = info.limit;
    ploy_status status = PLOY_OK;
    for (uint32_t from = action; from != PLOY_NONE && status == PLOY_OK;
         from = ploy_domain_action(goap->domain, from).base) {
        status = bind_own(goap, def, action, from, error);
        a->has_context = a->has_context || ploy_domain_action(goap->domain, from).context;
        if (a->completes != 0 || a->activity_count == 0) continue;
        const ploy_action_binding* told = binding_of(def, ploy_domain_action(goap->domain, from).name);
        a->completes = (1u << a->activity_count) - 1;
        if (told && told->completes) a->completes &= told->completes;
    }
    if (status == PLOY_OK && a->activity_count > 0 && a->completes == 0) {
        return fail(error, "action", info.name, "is completed by an activity that it does not have");
    }
    return status;
}

// Goals.

static ploy_status bind_life(pl_goap* goap, const ploy_goap_mind_def* def, const ploy_goal_callbacks* told,
                             ploy_error* error)
{
    uint32_t goal = told->goal ? ploy_domain_find_goal(goap->domain, told->goal) : PLOY_NONE;
    if (goal == PLOY_NONE) return fail(error, "goal", told->goal, "does not exist in the domain");
    pl_goap_callbacks* life = &goap->lives[goal];
    int64_t interval = told->interval == 0 ? def->interval : told->interval == PLOY_OFF ? 0 : told->interval;
    int32_t hysteresis = told->hysteresis == 0 ? def->hysteresis : told->hysteresis == PLOY_OFF ? 0 : told->hysteresis;
    life->def = *told;
    life->def.goal = life->def.satisfied = NULL;
    life->def.interval = interval;
    life->def.hysteresis = hysteresis;
    life->asks = life->asks || told->relevant;
    if (!told->satisfied) return PLOY_OK;
    life->satisfied =
        def->parts.bindings ? pl_bindings_find_condition(def->parts.bindings, told->satisfied) : PLOY_NONE;
    if (life->satisfied == PLOY_NONE) return fail(error, "condition", told->satisfied, "is not bound");
    const ploy_condition_def* condition = pl_bindings_condition(def->parts.bindings, life->satisfied);
    ploy_goal_info info = ploy_domain_goal(goap->domain, goal);
    life->ports =
        pl_ports_connect(info.param_names, info.param_count, condition->ports, condition->port_count, def->parts.keys);
    return PLOY_OK;
}

static ploy_status bind_list(pl_goap* goap, const ploy_goap_mind_def* def, ploy_error* error)
{
    uint32_t count = def->goals ? def->goal_count : goap->goal_count;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t goal = def->goals ? def->goals[i] : i;
        PL_ASSERT(goal < goap->goal_count);
        ploy_goal_info info = ploy_domain_goal(goap->domain, goal);
        if (info.param_count > 0 && !def->goals) continue;
        if (info.param_count > 0) return fail(error, "goal", info.name, "has parameters: it can only be pushed");
        if (goap->lives[goal].list != PLOY_NONE) return fail(error, "goal", info.name, "is in the list twice");
        goap->lives[goal].list = goap->list_count;
        goap->list[goap->list_count++] = goal;
        goap->any_asks = goap->any_asks || goap->lives[goal].asks;
    }
    return PLOY_OK;
}

static ploy_status check_names(const pl_goap* goap, const ploy_goap_mind_def* def, ploy_error* error)
{
    for (uint32_t i = 0; i < def->action_binding_count; ++i) {
        const char* name = def->action_bindings[i].action;
        bool exists = name && ploy_domain_find_action(goap->domain, name) != PLOY_NONE;
        if (!exists) return fail(error, "action", name, "does not exist in the domain");
    }
    return PLOY_OK;
}

static void init_lives(pl_goap* goap, const ploy_goap_mind_def* def)
{
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    for (uint32_t i = 0; i < goap->goal_count; ++i) {
        goap->lives[i] = (pl_goap_callbacks){
            .def = {.interval = def->interval, .hysteresis = def->hysteresis},
            .satisfied = PLOY_NONE,
            .list = PLOY_NONE,
            .asks = c->priorities[i].call != PLOY_NONE,
        };
    }
}

ploy_status pl_goap_bind(pl_goap* goap, const ploy_goap_mind_def* def, ploy_error* error)
{
    ploy_status status = check_names(goap, def, error);
    init_lives(goap, def);
    for (uint32_t i = 0; i < goap->action_count && status == PLOY_OK; ++i) {
        status = bind_action(goap, def, i, error);
    }
    for (uint32_t i = 0; i < def->goal_callback_count && status == PLOY_OK; ++i) {
        status = bind_life(goap, def, &def->goal_callbacks[i], error);
    }
    return status == PLOY_OK ? bind_list(goap, def, error) : status;
}
