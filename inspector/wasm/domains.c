// Names from the domain of a mind, by the mind's number in the notes; "" beyond the last, or when it does not plan.

#include <ploy/explain.h>

#include "export.h"
#include "plan/domain/domain.h"
#include "record/debugger/debugger.h"
#include "record/object_name.h"

static char text[512];

static const ploy_domain* domain_of(unsigned mind)
{
    ploy_debugger* debugger = page_debugger();
    return debugger ? pl_debugger_mind_domain(debugger, mind) : NULL;
}

const char* EXPORT(goal_name)(unsigned mind, unsigned goal)
{
    const ploy_domain* domain = domain_of(mind);
    return domain && goal < ploy_domain_goal_count(domain) ? ploy_domain_goal(domain, goal).name : "";
}

const char* EXPORT(action_name)(unsigned mind, unsigned action)
{
    const ploy_domain* domain = domain_of(mind);
    return domain && action < ploy_domain_action_count(domain) ? ploy_domain_action(domain, action).name : "";
}

/// An action with its arguments.
const char* EXPORT(ground_name)(unsigned mind, unsigned ground)
{
    const ploy_domain* domain = domain_of(mind);
    if (!domain) return "";
    ploy_step step = ploy_domain_grounded(domain, ground);
    if (step.action == PLOY_NONE) return "";
    ploy_action_print(domain, step.action, step.args, text, sizeof text);
    return text;
}

/// "armed", "at(bunker)".
const char* EXPORT(variable_name)(unsigned mind, unsigned variable)
{
    const ploy_domain* domain = domain_of(mind);
    const pl_compiled* compiled = domain ? pl_domain_compiled(domain) : NULL;
    if (!compiled || variable >= compiled->variable_count) return "";
    ploy_domain_variable_print(domain, variable, text, sizeof text);
    return text;
}

/// An object that stands on a blackboard; object_type "": the key's symbol says which type. "": the domain does not know
/// it.
const char* EXPORT(object_name)(unsigned mind, double value, const char* key, const char* object_type)
{
    const char* name = pl_object_name(domain_of(mind), key, *object_type ? object_type : NULL, (int64_t)value);
    return name ? name : "";
}

// By the number of the domain's note, as events have it.

const char* EXPORT(domain_name)(unsigned note)
{
    const ploy_domain* domain = domain_of(note);
    return domain ? ploy_domain_name(domain) : "";
}

const char* EXPORT(typed_object_name)(unsigned note, unsigned type, unsigned object)
{
    const ploy_domain* domain = domain_of(note);
    bool is_one =
        domain && type < ploy_domain_type_count(domain) && object < ploy_domain_type(domain, type).object_count;
    return is_one ? ploy_domain_object_name(domain, type, object) : "";
}

const char* EXPORT(table_name)(unsigned note, unsigned table)
{
    const ploy_domain* domain = domain_of(note);
    return domain && table < domain->tables.count ? ploy_domain_table(domain, table).name : "";
}

/// "distance(hut, hill)".
const char* EXPORT(cell_name)(unsigned note, unsigned table, unsigned cell)
{
    return pl_cell_name(domain_of(note), table, cell, text, sizeof text);
}

const char* EXPORT(cell_value)(unsigned note, unsigned table, double value)
{
    return pl_cell_value(domain_of(note), table, (int64_t)value, text, sizeof text);
}
