// The activities of each action: those of its binding, or else the activity of its name, and those of the action it is
// based on. Also the callbacks of goals and the list of goals that the agents pursue.

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
        return fail(error, "action", info.name, "has more than three activities");
    }
    const ploy_activity_def* binding = ploy_bindings_activity(def->parts.bindings, activity);
    pl_goap_activity* added = &a->activities[a->activity_count++];
    added->index = activity;
    pl_port_source from = {"action", info.name, info.param_names, info.param_types, info.param_count, def->parts.keys};
    ploy_status status =
        pl_ports_connect(&from, "activity", binding->name, pl_activity_ports(binding), &added->ports, error);
    if (status != PLOY_OK) return status;
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

static ploy_status bind_given(pl_goap* goap, const ploy_goap_mind_def* def, uint32_t action,
                              const ploy_action_binding* given, ploy_error* error)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < PLOY_GOAP_ACTIVITIES && given->activities[i] && status == PLOY_OK; ++i) {
        uint32_t activity =
            def->parts.bindings ? ploy_bindings_find_activity(def->parts.bindings, given->activities[i]) : PLOY_NONE;
        if (activity == PLOY_NONE) {
            fail(error, "activity", given->activities[i], "is not bound");
            pl_error_missing(error, PLOY_MISSING_ACTIVITY, given->activities[i], NULL);
            return PLOY_INVALID;
        }
        status = add_activity(goap, def, action, activity, error);
    }
    return status;
}

// The activities of one action, without those of its base.
static ploy_status bind_own(pl_goap* goap, const ploy_goap_mind_def* def, uint32_t action, uint32_t from,
                            ploy_error* error)
{
    const char* name = ploy_domain_action(goap->domain, from).name;
    const ploy_action_binding* given = binding_of(def, name);
    if (given) return bind_given(goap, def, action, given, error);
    uint32_t activity = def->parts.bindings ? ploy_bindings_find_activity(def->parts.bindings, name) : PLOY_NONE;
    return activity == PLOY_NONE ? PLOY_OK : add_activity(goap, def, action, activity, error);
}

// Of the action and its bases, the first that has activities decides which of them complete it.
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
        const ploy_action_binding* given = binding_of(def, ploy_domain_action(goap->domain, from).name);
        a->completes = (1u << a->activity_count) - 1;
        if (given && given->completes) a->completes &= given->completes;
    }
    if (status == PLOY_OK && a->activity_count > 0 && a->completes == 0) {
        return fail(error, "action", info.name, "is completed by an activity that it does not have");
    }
    return status;
}

// Goals.

static ploy_status bind_callbacks(pl_goap* goap, const ploy_goap_mind_def* def, const ploy_goal_callbacks* given,
                                  ploy_error* error)
{
    uint32_t goal = given->goal ? ploy_domain_find_goal(goap->domain, given->goal) : PLOY_NONE;
    if (goal == PLOY_NONE) return fail(error, "goal", given->goal, "does not exist in the domain");
    pl_goap_callbacks* callbacks = &goap->callbacks[goal];
    int64_t interval = given->interval == 0 ? def->interval : given->interval == PLOY_OFF ? 0 : given->interval;
    int32_t hysteresis = given->hysteresis == 0          ? def->hysteresis
                         : given->hysteresis == PLOY_OFF ? 0
                                                         : given->hysteresis;
    callbacks->def = *given;
    callbacks->def.goal = callbacks->def.satisfied = NULL;
    callbacks->def.interval = interval;
    callbacks->def.hysteresis = hysteresis;
    callbacks->polls = callbacks->polls || given->relevant;
    if (!given->satisfied) return PLOY_OK;
    callbacks->satisfied =
        def->parts.bindings ? pl_bindings_find_condition(def->parts.bindings, given->satisfied) : PLOY_NONE;
    if (callbacks->satisfied == PLOY_NONE) {
        fail(error, "condition", given->satisfied, "is not bound");
        pl_error_missing(error, PLOY_MISSING_CONDITION, given->satisfied, NULL);
        return PLOY_INVALID;
    }
    const ploy_condition_def* condition = pl_bindings_condition(def->parts.bindings, callbacks->satisfied);
    ploy_goal_info info = ploy_domain_goal(goap->domain, goal);
    pl_port_source from = {"goal", info.name, info.param_names, info.param_types, info.param_count, def->parts.keys};
    return pl_ports_connect(&from, "condition", condition->name, pl_condition_ports(condition), &callbacks->ports,
                            error);
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
        if (goap->callbacks[goal].list != PLOY_NONE) return fail(error, "goal", info.name, "is in the list twice");
        goap->callbacks[goal].list = goap->list_count;
        goap->list[goap->list_count++] = goal;
        goap->any_polls = goap->any_polls || goap->callbacks[goal].polls;
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

static void init_callbacks(pl_goap* goap, const ploy_goap_mind_def* def)
{
    const pl_compiled* c = pl_domain_compiled(goap->domain);
    for (uint32_t i = 0; i < goap->goal_count; ++i) {
        goap->callbacks[i] = (pl_goap_callbacks){
            .def = {.interval = def->interval, .hysteresis = def->hysteresis},
            .satisfied = PLOY_NONE,
            .list = PLOY_NONE,
            .holds = ploy_domain_goal(goap->domain, i).hold,
            .polls = c->priorities[i].call != PLOY_NONE,
        };
    }
}

ploy_status pl_goap_bind(pl_goap* goap, const ploy_goap_mind_def* def, ploy_error* error)
{
    ploy_status status = check_names(goap, def, error);
    init_callbacks(goap, def);
    for (uint32_t i = 0; i < goap->action_count && status == PLOY_OK; ++i) {
        status = bind_action(goap, def, i, error);
    }
    for (uint32_t i = 0; i < def->goal_callback_count && status == PLOY_OK; ++i) {
        status = bind_callbacks(goap, def, &def->goal_callbacks[i], error);
    }
    return status == PLOY_OK ? bind_list(goap, def, error) : status;
}
