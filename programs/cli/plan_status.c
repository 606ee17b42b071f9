#include "programs/cli/plan_status.h"

const char* plan_status_name(ploy_status status)
{
    if (status == PLOY_FOUND) return "plan";
    if (status == PLOY_NOT_FOUND) return "no-plan";
    return ploy_status_name(status);
}

const char* plan_status_text(ploy_status status)
{
    if (status == PLOY_FOUND) return "a plan";
    if (status == PLOY_NOT_FOUND) return "no plan exists";
    return ploy_status_text(status);
}

const char* plan_status_advice(ploy_status status)
{
    switch (status) {
    case PLOY_OUT_OF_NODES:
        return "There may be a plan: try a higher --max-nodes (without it a search ends within about a second), or "
               "--search greedy.";
    case PLOY_CANCELLED:
        return "There may be a plan: try --search greedy, or more --seconds.";
    case PLOY_OUT_OF_DEPTH:
        return "There may be a longer plan: try a higher --max-depth.";
    case PLOY_OUT_OF_MEMORY:
        return "There may be a plan: try --search greedy, or a lower --max-nodes.";
    default:
        return "Try 'ploy explain' with the same arguments: it says what prevents a plan.";
    }
}

bool plan_status_is_yes(ploy_status status)
{
    return status == PLOY_FOUND || status == PLOY_ALREADY;
}

void json_step(json* j, const ploy_domain* domain, const ploy_step* step)
{
    ploy_action_info action = ploy_domain_action(domain, step->action);
    json_object(j, NULL);
    json_text(j, "action", action.name);
    json_array(j, "args");
    for (uint32_t k = 0; k < action.param_count; k++)
        json_text(j, NULL, ploy_domain_object_name(domain, action.param_types[k], step->args[k]));
    json_close(j);
    json_fixed(j, "cost", step->cost);
    json_close(j);
}
