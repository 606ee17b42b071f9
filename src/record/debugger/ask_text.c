#include "record/debugger/debugger_query.h"

#include <stdio.h>

const char* pl_ask_goal(const pl_debug_query* a, uint32_t goal, char* text, size_t size)
{
    const pl_stage* s = a->stage;
    ploy_goal_info info = ploy_domain_goal(s->domain, goal);
    int length = snprintf(text, size, "%s", info.name);
    if (info.param_count == 0 || a->scene->doing.goal != goal || a->scene->doing.target == PLOY_NONE) return text;
    ploy_plan_query query = pl_scene_query(a->stage, a->scene, goal);
    for (uint32_t i = 0; i < info.param_count && (size_t)length < size; ++i) {
        length += snprintf(text + length, size - (size_t)length, "%s%s%s", i == 0 ? "(" : ", ",
                           ploy_domain_object_name(s->domain, info.param_types[i], query.goal_args[i]),
                           i + 1 == info.param_count ? ")" : "");
    }
    return text;
}

const char* pl_ask_step(const ploy_domain* domain, const ploy_step* step, char* text, size_t size)
{
    ploy_action_print(domain, step->action, step->args, text, size);
    return text;
}

void pl_ask_steps(pl_text* text, const ploy_domain* domain, const ploy_step* steps, uint32_t count)
{
    char name[512];
    for (uint32_t i = 0; i < count; ++i) {
        pl_text_add(text, "%s%s",
                    i == 0           ? ""
                    : i + 1 == count ? " and "
                                     : ", ",
                    pl_ask_step(domain, &steps[i], name, sizeof name));
    }
}

void pl_ask_variable(pl_text* text, const ploy_domain* domain, uint32_t variable, int64_t value)
{
    char name[512], shown[256];
    ploy_symbol_info symbol = ploy_domain_symbol(domain, ploy_domain_variable_symbol(domain, variable));
    ploy_domain_variable_print(domain, variable, name, sizeof name);
    ploy_value_print(domain, variable, value, shown, sizeof shown);
    if (symbol.type == PLOY_VALUE_BOOL) {
        pl_text_add(text, "%s%s", value ? "" : "not ", name);
    } else {
        pl_text_add(text, "%s = %s", name, shown);
    }
}

void pl_ask_json_steps(pl_text* json, const ploy_domain* domain, const ploy_step* steps, uint32_t count)
{
    pl_json_open(json, "steps", '[');
    for (uint32_t i = 0; i < count; ++i) {
        ploy_action_info action = ploy_domain_action(domain, steps[i].action);
        pl_json_open(json, NULL, '{');
        pl_json_string(json, "action", action.name);
        pl_json_open(json, "args", '[');
        for (uint32_t k = 0; k < action.param_count; ++k) {
            pl_json_string(json, NULL, ploy_domain_object_name(domain, action.param_types[k], steps[i].args[k]));
        }
        pl_json_close(json, ']');
        pl_json_decimal(json, "cost", steps[i].cost);
        pl_json_close(json, '}');
    }
    pl_json_close(json, ']');
}

void pl_ask_outcome(pl_debug_query* a, const pl_outcome* o)
{
    char name[512];
    if (o->goal == PLOY_NONE) {
        pl_text_add(&a->text, "do nothing");
    } else if (o->keeps) {
        pl_text_add(&a->text, "go on with %s", pl_ask_goal(a, o->goal, name, sizeof name));
    } else {
        pl_text_add(&a->text, "choose %s and plan ", pl_ask_goal(a, o->goal, name, sizeof name));
        pl_ask_steps(&a->text, a->stage->domain, o->plan->steps, o->plan->step_count);
        pl_text_add(&a->text, " (cost ");
        pl_text_add_decimal(&a->text, o->plan->cost);
        pl_text_add(&a->text, ")");
    }
}

void pl_ask_json_outcome(pl_debug_query* a, const pl_outcome* o)
{
    char name[512];
    pl_json_string(&a->json, "goal", o->goal == PLOY_NONE ? NULL : pl_ask_goal(a, o->goal, name, sizeof name));
    pl_json_flag(&a->json, "keeps", o->keeps);
    if (o->plan) {
        pl_json_decimal(&a->json, "cost", o->plan->cost);
    } else {
        pl_json_null(&a->json, "cost");
    }
    pl_ask_json_steps(&a->json, a->stage->domain, o->plan ? o->plan->steps : NULL, o->plan ? o->plan->step_count : 0);
}
