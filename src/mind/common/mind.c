#include "mind/common/mind.h"

#include "base/check.h"

const char* pl_outcome_name(ploy_outcome outcome)
{
    static const char* const names[] = {"running", "success", "failure"};
    return (unsigned)outcome < 3 ? names[outcome] : "unknown";
}

int64_t ploy_call_get(const ploy_call* call, const ploy_agent* agent, uint32_t port)
{
    PL_ASSERT(port < call->port_count);
    const ploy_port* from = &call->ports[port];
    if (from->key == PLOY_NONE || !agent->blackboard) return from->value;
    return ploy_blackboard_get(agent->blackboard, from->key);
}

ploy_status ploy_call_set(const ploy_call* call, ploy_agent* agent, uint32_t port, int64_t value)
{
    PL_ASSERT(port < call->port_count);
    uint32_t key = call->ports[port].key;
    if (key == PLOY_NONE || !agent->blackboard) return PLOY_NOT_SUPPORTED;
    return ploy_blackboard_set(agent->blackboard, key, value);
}

void ploy_mind_destroy(ploy_mind* mind)
{
    if (mind) mind->kind->destroy(mind);
}

size_t ploy_mind_why(const ploy_agent* agent, char* text, size_t size)
{
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
    };
}
