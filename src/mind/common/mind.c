#include "mind/common/mind.h"

#include <string.h>

#include "base/check.h"
#include "knowledge/blackboard.h"
#include "knowledge/fact_types.h"
#include "mind/common/held.h"
#include "mind/common/ports.h"

const char* pl_outcome_name(ploy_outcome outcome)
{
    static const char* const names[] = {"running", "success", "failure"};
    return (unsigned)outcome < 3 ? names[outcome] : "unknown";
}

static ploy_value without_blackboard(const ploy_port* port)
{
    static const uint64_t zeros[PLOY_STRUCT_BYTES / 8];
    return pl_value_is_bytes(port->type) ? ploy_value_of(zeros) : 0;
}

int64_t ploy_call_get(const ploy_call* call, const ploy_agent* agent, uint32_t port)
{
    PL_NEED(call, 0);
    PL_NEED(agent, 0);
    PL_ASSERT(port < call->port_count);
    const ploy_port* from = &call->ports[port];
    if (from->key == PLOY_NONE) return from->value;
    if (!agent->blackboard) return without_blackboard(from);
    if (from->type != from->key_type) return pl_port_convert(from, agent);
    return pl_blackboard_read(agent->blackboard, from->key);
}

ploy_status ploy_call_set(const ploy_call* call, ploy_agent* agent, uint32_t port, int64_t value)
{
    PL_NEED(call, PLOY_INVALID);
    PL_NEED(agent, PLOY_INVALID);
    PL_ASSERT(port < call->port_count);
    const ploy_port* to = &call->ports[port];
    if (to->key == PLOY_NONE || !agent->blackboard) return PLOY_NOT_SUPPORTED;
    if (to->type == to->key_type) return ploy_blackboard_set(agent->blackboard, to->key, value);
    if (pl_value_is_bytes(to->type)) PL_NEED_NAMED("value", NULL, value, PLOY_INVALID);
    uint64_t room[PLOY_STRUCT_TEXT / 8];
    ploy_value made;
    if (!pl_value_convert(&agent->blackboard->keys->structs, to->type, value, to->key_type, room, &made)) {
        return PLOY_INVALID;
    }
    return ploy_blackboard_set(agent->blackboard, to->key, made);
}

void ploy_mind_destroy(ploy_mind* mind)
{
    if (mind && mind->others-- == 0) mind->kind->destroy(mind);
}

pl_held pl_held_take(const ploy_mind_parts* parts)
{
    pl_held held = {parts->bindings, parts->keys, parts->fact_types};
    if (held.bindings) pl_shared_take(&((ploy_bindings*)held.bindings)->shared);
    if (held.keys) pl_shared_take(&((ploy_blackboard_keys*)held.keys)->shared);
    if (held.fact_types) pl_shared_take(&((ploy_fact_types*)held.fact_types)->shared);
    return held;
}

void pl_held_drop(const pl_held* held)
{
    ploy_bindings_destroy((ploy_bindings*)held->bindings);
    ploy_blackboard_keys_destroy((ploy_blackboard_keys*)held->keys);
    ploy_fact_types_destroy((ploy_fact_types*)held->fact_types);
}

size_t ploy_mind_why(const ploy_agent* agent, char* text, size_t size)
{
    PL_NEED(agent, 0);
    if (size > 0) PL_NEED(text, 0);
    if (size > 0) *text = '\0';
    return agent->mind && agent->mind->kind->why ? agent->mind->kind->why(agent, text, size) : 0;
}

size_t pl_mind_describe(const ploy_mind* mind, char* text, size_t size)
{
    if (size > 0) *text = '\0';
    return mind->kind->describe ? mind->kind->describe(mind, text, size) : 0;
}

void ploy_mind_tick(ploy_agent* agent, int64_t dt)
{
    PL_NEED(agent, );
    PL_ASSERT(dt >= 0);
    agent->dt = dt;
    agent->now += dt;
    if (!agent->mind) return;
    const ploy_mind_class* kind = agent->mind->kind;
    if (kind->think) kind->think(agent);
    if (kind->work) kind->work(agent->mind, &(ploy_tasks){0}, 0);
    if (kind->act) kind->act(agent);
}

ploy_mind_parts pl_mind_parts_within(const ploy_mind_parts* own, const ploy_mind_parts* outer)
{
    return (ploy_mind_parts){
        .allocator = own->allocator.resize ? own->allocator : outer->allocator,
        .keys = own->keys ? own->keys : outer->keys,
        .fact_types = own->fact_types ? own->fact_types : outer->fact_types,
        .bindings = own->bindings ? own->bindings : outer->bindings,
        .on_error = own->on_error ? own->on_error : outer->on_error,
        .error_user = own->on_error ? own->error_user : outer->error_user,
    };
}

pl_reports pl_mind_reports(const ploy_mind_parts* parts, ploy_error* error)
{
    return (pl_reports){.error = error, .on_error = parts->on_error, .user = parts->error_user};
}

// Hot reload: the same things in another version of a domain.

static bool migrate_args(pl_versions e, const uint32_t* from_types, const uint32_t* to_types, uint32_t count,
                         const uint32_t* from, uint32_t* to)
{
    memset(to, 0, PLOY_MAX_ARGS * sizeof *to);
    for (uint32_t i = 0; i < count; ++i) {
        const char* object = ploy_domain_object_name(e.from, from_types[i], from[i]);
        to[i] = ploy_domain_find_object(e.to, to_types[i], object);
        if (to[i] == PLOY_NONE) return false;
    }
    return true;
}

uint32_t pl_migrate_action(pl_versions e, uint32_t action, const uint32_t* from, uint32_t to[PLOY_MAX_ARGS])
{
    ploy_action_info old = ploy_domain_action(e.from, action);
    uint32_t found = ploy_domain_find_action(e.to, old.name);
    if (found == PLOY_NONE) return PLOY_NONE;
    ploy_action_info fresh = ploy_domain_action(e.to, found);
    bool fits = fresh.param_count == old.param_count &&
                migrate_args(e, old.param_types, fresh.param_types, fresh.param_count, from, to);
    return fits ? found : PLOY_NONE;
}

uint32_t pl_migrate_goal(pl_versions e, uint32_t goal, const uint32_t* from, uint32_t to[PLOY_MAX_ARGS])
{
    ploy_goal_info old = ploy_domain_goal(e.from, goal);
    uint32_t found = ploy_domain_find_goal(e.to, old.name);
    if (found == PLOY_NONE) return PLOY_NONE;
    ploy_goal_info fresh = ploy_domain_goal(e.to, found);
    bool fits = fresh.param_count == old.param_count &&
                migrate_args(e, old.param_types, fresh.param_types, fresh.param_count, from, to);
    return fits ? found : PLOY_NONE;
}

void pl_migrate_beliefs(pl_versions e, const ploy_view* view, const uint64_t* from, uint64_t* to)
{
    for (uint32_t s = 0; s < ploy_domain_symbol_count(e.to); ++s) {
        ploy_symbol_info fresh = ploy_domain_symbol(e.to, s);
        uint32_t symbol = ploy_domain_find_symbol(e.from, fresh.name);
        if (symbol == PLOY_NONE) continue;
        ploy_symbol_info old = ploy_domain_symbol(e.from, symbol);
        if (old.variable_count != fresh.variable_count || old.type != fresh.type) continue;
        for (uint32_t i = 0; i < fresh.variable_count; ++i) {
            if (view && ploy_view_senses(view, fresh.first_variable + i)) continue;
            int64_t value = ploy_state_get(e.from, from, old.first_variable + i);
            (void)ploy_state_set(e.to, to, fresh.first_variable + i, value);
        }
    }
}
