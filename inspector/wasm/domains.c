// Names from the domain of an agent; "" beyond the last, or when the agent does not plan.

#include <ploy/explain.h>

#include "export.h"
#include "plan/domain/domain.h"

static char text[512];

static const ploy_domain* domain_of(unsigned agent)
{
    const ploy_domain* domain = NULL;
    ploy_debugger* debugger = page_debugger();
    return debugger && ploy_debugger_domain(debugger, agent, &domain, NULL) == PLOY_OK ? domain : NULL;
}

const char* EXPORT(goal_name)(unsigned agent, unsigned goal)
{
    const ploy_domain* domain = domain_of(agent);
    return domain && goal < ploy_domain_goal_count(domain) ? ploy_domain_goal(domain, goal).name : "";
}

const char* EXPORT(action_name)(unsigned agent, unsigned action)
{
    const ploy_domain* domain = domain_of(agent);
    return domain && action < ploy_domain_action_count(domain) ? ploy_domain_action(domain, action).name : "";
}

/// An action with its arguments.
const char* EXPORT(ground_name)(unsigned agent, unsigned ground)
{
    const ploy_domain* domain = domain_of(agent);
    if (!domain) return "";
    ploy_step step = ploy_domain_grounded(domain, ground);
    if (step.action == PLOY_NONE) return "";
    ploy_action_print(domain, step.action, step.args, text, sizeof text);
    return text;
}

/// "armed", "at(bunker)".
const char* EXPORT(variable_name)(unsigned agent, unsigned variable)
{
    const ploy_domain* domain = domain_of(agent);
    const pl_compiled* compiled = domain ? pl_domain_compiled(domain) : NULL;
    if (!compiled || variable >= compiled->variable_count) return "";
    ploy_domain_variable_print(domain, variable, text, sizeof text);
    return text;
}
