// Queries about a domain: counts, names, and what a type, symbol, action or goal is.

#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "plan/domain/domain.h"
#include "plan/language/text.h"

const char* ploy_domain_name(const ploy_domain* domain)
{
    PL_NEED(domain, "");
    return domain->name;
}

uint32_t ploy_domain_type_count(const ploy_domain* domain)
{
    PL_NEED(domain, 0);
    return domain->types.count;
}

ploy_type_info ploy_domain_type(const ploy_domain* domain, uint32_t type)
{
    PL_NEED(domain, (ploy_type_info){0});
    PL_ASSERT(type < domain->types.count);
    const pl_type* t = &domain->types.data[type];
    return (ploy_type_info){.name = t->name, .object_count = t->object_count, .is_spawned = t->is_spawned};
}

const char* ploy_domain_object_name(const ploy_domain* domain, uint32_t type, uint32_t object)
{
    PL_NEED(domain, "");
    PL_ASSERT(object < ploy_domain_type(domain, type).object_count);
    return domain->objects.data[domain->types.data[type].first_object + object].name;
}

uint32_t ploy_domain_symbol_count(const ploy_domain* domain)
{
    PL_NEED(domain, 0);
    return domain->symbols.count;
}

uint32_t ploy_domain_action_count(const ploy_domain* domain)
{
    PL_NEED(domain, 0);
    return domain->actions.count;
}

uint32_t ploy_domain_goal_count(const ploy_domain* domain)
{
    PL_NEED(domain, 0);
    return domain->goals.count;
}

uint32_t ploy_domain_variable_count(const ploy_domain* domain)
{
    PL_NEED(domain, 0);
    return domain->variable_count;
}

uint32_t pl_domain_find_type(const ploy_domain* domain, const char* name)
{
    return pl_domain_find(domain, PL_NAME_TYPE, name, strlen(name));
}

uint32_t ploy_domain_find_object(const ploy_domain* domain, uint32_t type, const char* name)
{
    PL_NEED(domain, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    uint32_t object = pl_domain_find(domain, PL_NAME_OBJECT, name, strlen(name));
    bool found = object != PLOY_NONE && domain->objects.data[object].type == type;
    return found ? object - domain->types.data[type].first_object : PLOY_NONE;
}

uint32_t ploy_domain_find_symbol(const ploy_domain* domain, const char* name)
{
    PL_NEED(domain, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    return pl_domain_find(domain, PL_NAME_SYMBOL, name, strlen(name));
}

uint32_t ploy_domain_find_action(const ploy_domain* domain, const char* name)
{
    PL_NEED(domain, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    return pl_domain_find(domain, PL_NAME_ACTION, name, strlen(name));
}

uint32_t ploy_domain_find_goal(const ploy_domain* domain, const char* name)
{
    PL_NEED(domain, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    return pl_domain_find(domain, PL_NAME_GOAL, name, strlen(name));
}

ploy_symbol_info ploy_domain_symbol(const ploy_domain* domain, uint32_t symbol)
{
    PL_NEED(domain, (ploy_symbol_info){0});
    PL_ASSERT(symbol < domain->symbols.count);
    const pl_symbol* s = &domain->symbols.data[symbol];
    ploy_symbol_info info = {
        .name = s->name,
        .type = (ploy_value_type)s->kind,
        .object_type = s->type,
        .min = s->min,
        .max = pl_symbol_max(s),
        .step = s->step,
        .initial = pl_symbol_value(s, s->initial),
        .of_count = s->of_count,
        .first_variable = s->first_variable,
        .variable_count = pl_symbol_variables(domain, s),
        .planned = s->planned,
        .clamp = s->clamp,
    };
    memcpy(info.of, s->of, sizeof info.of);
    return info;
}

ploy_step ploy_domain_grounded(const ploy_domain* domain, uint32_t id)
{
    ploy_step step = {.id = id, .action = PLOY_NONE};
    PL_NEED(domain, step);
    const pl_compiled* compiled = pl_domain_compiled(domain);
    return compiled && id < compiled->ground_count ? pl_compiled_step(compiled, id) : step;
}

ploy_action_info ploy_domain_action(const ploy_domain* domain, uint32_t action)
{
    PL_NEED(domain, (ploy_action_info){0});
    PL_ASSERT(action < domain->actions.count);
    const pl_action* a = &domain->actions.data[action];
    ploy_action_info info = {
        .name = a->declaration.name,
        .param_count = a->declaration.param_count,
        .context = a->context,
        .base = a->base,
        .duration = a->duration,
        .limit = a->limit,
        .precedence = a->precedence,
        .move = a->move,
    };
    for (uint32_t i = 0; i < a->declaration.param_count; ++i) {
        info.param_names[i] = a->declaration.params[i].name;
        info.param_types[i] = a->declaration.params[i].type;
    }
    return info;
}

ploy_goal_info ploy_domain_goal(const ploy_domain* domain, uint32_t goal)
{
    PL_NEED(domain, (ploy_goal_info){0});
    PL_ASSERT(goal < domain->goals.count);
    const pl_declaration* g = &domain->goals.data[goal];
    ploy_goal_info info = {.name = g->name, .param_count = g->param_count, .hold = g->is_held};
    for (uint32_t i = 0; i < g->param_count; ++i) {
        info.param_names[i] = g->params[i].name;
        info.param_types[i] = g->params[i].type;
    }
    return info;
}

uint32_t ploy_domain_variable(const ploy_domain* domain, uint32_t symbol, const uint32_t* objects)
{
    PL_NEED(domain, PLOY_NONE);
    PL_ASSERT(symbol < domain->symbols.count);
    const pl_symbol* s = &domain->symbols.data[symbol];
    uint32_t offset = 0;
    for (uint32_t i = 0; i < s->of_count; ++i) {
        PL_ASSERT(objects[i] < ploy_domain_type(domain, s->of[i]).object_count);
        offset = offset * domain->types.data[s->of[i]].object_count + objects[i];
    }
    return s->first_variable + offset;
}

size_t ploy_domain_variable_print(const ploy_domain* domain, uint32_t variable, char* text, size_t size)
{
    PL_NEED(domain, 0);
    if (size > 0) PL_NEED(text, 0);
    const pl_symbol* s = &domain->symbols.data[pl_domain_symbol_of(domain, variable)];
    uint32_t offset = variable - s->first_variable;
    uint32_t objects[PLOY_MAX_ARGS];
    for (uint32_t i = s->of_count; i-- > 0;) {
        uint32_t count = domain->types.data[s->of[i]].object_count;
        objects[i] = offset % count;
        offset /= count;
    }
    pl_text_writer writer = pl_writer_begin(text, size);
    pl_writer_add(&writer, "%s", s->name);
    for (uint32_t i = 0; i < s->of_count; ++i) {
        pl_writer_add(&writer, "%s%s", i ? ", " : "(", ploy_domain_object_name(domain, s->of[i], objects[i]));
    }
    pl_writer_add(&writer, "%s", s->of_count ? ")" : "");
    return writer.length;
}

uint32_t ploy_domain_actions_affecting(const ploy_domain* domain, uint32_t symbol, const uint32_t** actions)
{
    PL_NEED(domain, 0);
    PL_NEED(actions, 0);
    const pl_compiled* compiled = domain->compiled;
    PL_ASSERT(compiled && symbol < compiled->symbol_count);
    *actions = compiled->affecting + compiled->symbol_first_affecting[symbol];
    return compiled->symbol_first_affecting[symbol + 1] - compiled->symbol_first_affecting[symbol];
}

bool pl_domain_failure(const ploy_domain* domain, ploy_part* part, uint32_t* owner, uint32_t* clause)
{
    *part = domain->failure.part;
    *owner = domain->failure.owner;
    *clause = domain->failure.clause;
    return domain->failure.known;
}
