#include "support/plan/random_build.h"

#include <stdlib.h>
#include <string.h>

#include "support/plan/random_text.h"

_Noreturn void random_build_failed(const random_domain* d, const char* doing, const char* text, const ploy_error* error)
{
    random_domain_print(d, NULL, stderr);
    fprintf(stderr, "seed %llu: the library refuses to %s '%s': %s (%s)\n", (unsigned long long)d->seed, doing,
            text ? text : "", error ? error->message : "", error ? error->hint : "");
    abort();
}

// Callbacks.

static void unpack_from(const random_domain* d, const ploy_domain* domain, const uint64_t* state, int64_t* values)
{
    for (uint32_t i = 0; i < d->variable_count; i++) values[i] = ploy_state_get(domain, state, d->variables[i]);
}

static int64_t answer_cost(void* user, const ploy_evaluation* call)
{
    const random_domain* d = user;
    int64_t start[RANDOM_MAX_VARIABLES];
    unpack_from(d, call->domain, call->start, start);
    uint32_t ground = random_domain_ground(d, call->owner, call->args);
    // The library must count a negative result as 0 by itself.
    int64_t cost = random_model_cost(d, ground, start, start);
    return cost == 0 && d->answers.cost[ground] < 0 ? d->answers.cost[ground] : cost;
}

static bool answer_context(void* user, const ploy_evaluation* call)
{
    const random_domain* d = user;
    int64_t start[RANDOM_MAX_VARIABLES];
    unpack_from(d, call->domain, call->start, start);
    return random_model_context(d, random_domain_ground(d, call->owner, call->args), start);
}

static int64_t answer_priority(void* user, const ploy_evaluation* call)
{
    const random_domain* d = user;
    return d->answers.priority[call->owner];
}

static bool bind_all(random_domain* d, ploy_domain* domain)
{
    char name[32];
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < d->action_count; i++) {
        snprintf(name, sizeof name, "%s_number", d->actions[i].name);
        if (d->actions[i].cost.is_call && status == PLOY_OK)
            status = ploy_domain_bind_number(domain, name, answer_cost, d);
        snprintf(name, sizeof name, "%s_context", d->actions[i].name);
        if (d->actions[i].has_context && status == PLOY_OK)
            status = ploy_domain_bind_context(domain, name, answer_context, d);
    }
    for (uint32_t i = 0; i < d->goal_count; i++) {
        snprintf(name, sizeof name, "%s_number", d->goals[i].name);
        if (d->goals[i].priority.is_call && status == PLOY_OK)
            status = ploy_domain_bind_number(domain, name, answer_priority, d);
    }
    if (status != PLOY_OK && status != PLOY_OUT_OF_MEMORY) random_build_failed(d, "bind", name, NULL);
    return status == PLOY_OK;
}

// Adding.

// Anything except success and out of memory fails the test.
static bool passed(const random_domain* d, ploy_status status, const char* doing, const char* text,
                   const ploy_error* error)
{
    if (status != PLOY_OK && status != PLOY_OUT_OF_MEMORY) random_build_failed(d, doing, text, error);
    return status == PLOY_OK;
}

static bool add_types(const random_domain* d, ploy_domain* domain)
{
    for (uint32_t t = 0; t < d->type_count; t++) {
        const char* objects[RANDOM_MAX_OBJECTS];
        for (uint32_t i = 0; i < d->type_objects[t]; i++) objects[i] = random_object_name(t, i);
        ploy_error error = {0};
        ploy_status status =
            ploy_domain_add_type(domain, random_type_name(t), objects, d->type_objects[t], NULL, &error);
        if (!passed(d, status, "add type", random_type_name(t), &error)) return false;
    }
    return true;
}

static bool add_symbol(const random_domain* d, ploy_domain* domain, const random_symbol* s)
{
    random_text initial = {.length = 0};
    if (s->initial_given) random_text_value(s, s->initial, &initial);
    ploy_symbol_def def = {0};
    def.name = s->name;
    def.type = s->kind;
    if (s->kind == PLOY_VALUE_OBJECT) def.object_type = random_type_name(s->type);
    if (s->kind == PLOY_VALUE_INT || s->kind == PLOY_VALUE_DECIMAL) {
        def.min = s->min;
        def.max = s->max;
    }
    if (s->kind == PLOY_VALUE_DECIMAL) def.step = s->step;
    if (s->initial_given) def.initial = initial.chars;
    for (uint32_t i = 0; i < s->of_count; i++) def.of[i] = random_type_name(s->of[i]);
    def.of_count = s->of_count;
    def.planned = s->planned;
    def.clamp = s->clamp;
    ploy_error error = {0};
    return passed(d, ploy_domain_add_symbol(domain, &def, NULL, &error), "add symbol", s->name, &error);
}

void random_build_fill(const random_domain* d, ploy_domain* domain, uint32_t table)
{
    const random_table* t = &d->tables[table];
    for (uint32_t i = 0; i < t->cell_count; i++) {
        uint32_t objects[PLOY_MAX_ARGS], rest = i;
        for (uint32_t k = t->of_count; k-- > 0; rest /= d->type_objects[t->of[k]])
            objects[k] = rest % d->type_objects[t->of[k]];
        if (ploy_domain_table_set(domain, table, objects, t->values[i]) != PLOY_OK)
            random_build_failed(d, "fill", t->name, NULL);
    }
}

static bool add_table(const random_domain* d, ploy_domain* domain, uint32_t table)
{
    const random_table* t = &d->tables[table];
    ploy_table_def def = {0};
    def.name = t->name;
    def.type = t->type == PLOY_NONE ? PLOY_VALUE_DECIMAL : PLOY_VALUE_OBJECT;
    if (t->type != PLOY_NONE) def.object_type = random_type_name(t->type);
    for (uint32_t i = 0; i < t->of_count; i++) def.of[i] = random_type_name(t->of[i]);
    def.of_count = t->of_count;
    ploy_error error = {0};
    if (!passed(d, ploy_domain_add_table(domain, &def, NULL, &error), "add table", t->name, &error)) return false;
    random_build_fill(d, domain, table);
    return true;
}

static void name_params(ploy_param* params, const uint32_t* types, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) params[i] = (ploy_param){random_param_name(i), random_type_name(types[i])};
}

static bool add_clauses(const random_domain* d, ploy_domain* domain, ploy_part part, uint32_t owner,
                        const uint32_t* clauses, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        random_text text = {.length = 0};
        random_text_expr(d, clauses[i], &text);
        ploy_error error = {0};
        if (!passed(d, ploy_domain_add_clause(domain, part, owner, text.chars, &error), "add clause", text.chars,
                    &error))
            return false;
    }
    return true;
}

static bool add_effect_clauses(const random_domain* d, ploy_domain* domain, uint32_t owner)
{
    const random_action* a = &d->actions[owner];
    for (uint32_t i = 1; i < a->effect_count; i++) {
        random_text text = {.length = 0};
        random_text_effects(d, &a->effects[i], &text);
        ploy_error error = {0};
        ploy_status status = ploy_domain_add_clause(domain, PLOY_PART_EFFECT, owner, text.chars, &error);
        if (!passed(d, status, "add effects", text.chars, &error)) return false;
    }
    return true;
}

static bool add_action(const random_domain* d, ploy_domain* domain, const random_action* a)
{
    random_text pre = {.length = 0}, effect = {.length = 0}, cost = {.length = 0};
    if (a->pre_count) random_text_expr(d, a->pre[0], &pre);
    if (a->effect_count) random_text_effects(d, &a->effects[0], &effect);
    random_text_number(d, a->cost, a->name, &cost);
    char context[32];
    snprintf(context, sizeof context, "%s_context", a->name);
    ploy_action_def def = {0};
    def.name = a->name;
    name_params(def.params, a->params, a->param_count);
    def.param_count = a->param_count;
    if (a->pre_count) def.pre = pre.chars;
    if (a->effect_count) def.effect = effect.chars;
    def.cost = cost.chars;
    if (a->has_context) def.context = context;
    def.precedence = a->precedence;
    def.move = a->move;
    ploy_error error = {0};
    return passed(d, ploy_domain_add_action(domain, &def, NULL, &error), "add action", a->name, &error);
}

static bool add_goal(const random_domain* d, ploy_domain* domain, const random_goal* g)
{
    random_text condition = {.length = 0}, priority = {.length = 0}, relevant = {.length = 0};
    random_text_expr(d, g->condition[0], &condition);
    random_text_number(d, g->priority, g->name, &priority);
    if (g->relevant != PLOY_NONE) random_text_expr(d, g->relevant, &relevant);
    ploy_goal_def def = {0};
    def.name = g->name;
    name_params(def.params, g->params, g->param_count);
    def.param_count = g->param_count;
    def.condition = condition.chars;
    def.priority = priority.chars;
    if (g->relevant != PLOY_NONE) def.relevant = relevant.chars;
    def.hold = g->hold;
    ploy_error error = {0};
    return passed(d, ploy_domain_add_goal(domain, &def, NULL, &error), "add goal", g->name, &error);
}

static bool describe(random_domain* d, ploy_domain* domain)
{
    bool ok = add_types(d, domain);
    for (uint32_t i = 0; i < d->symbol_count; i++) ok = ok && add_symbol(d, domain, &d->symbols[i]);
    for (uint32_t i = 0; i < d->table_count; i++) ok = ok && add_table(d, domain, i);
    for (uint32_t i = 0; i < d->action_count; i++) ok = ok && add_action(d, domain, &d->actions[i]);
    for (uint32_t i = 0; i < d->goal_count; i++) ok = ok && add_goal(d, domain, &d->goals[i]);
    ploy_error error = {0};
    ok = ok && passed(d, ploy_domain_compile(domain, &error), "compile", "", &error);
    for (uint32_t i = 0; i < d->action_count; i++) {
        ok = ok && add_clauses(d, domain, PLOY_PART_PRE, i, d->actions[i].pre, d->actions[i].pre_count);
        ok = ok && add_effect_clauses(d, domain, i);
    }
    for (uint32_t i = 0; i < d->goal_count; i++)
        ok = ok && add_clauses(d, domain, PLOY_PART_CONDITION, i, d->goals[i].condition, d->goals[i].condition_count);
    return ok && bind_all(d, domain);
}

ploy_domain* random_domain_build(random_domain* d, const ploy_allocator* allocator)
{
    ploy_domain_def def = {0};
    def.name = "random";
    def.allocator = *allocator;
    ploy_domain* domain = ploy_domain_create(&def);
    if (!domain) return NULL;
    if (describe(d, domain)) return domain;
    ploy_domain_destroy(domain);
    return NULL;
}

void random_build_number_variables(random_domain* d)
{
    for (uint32_t i = 0; i < d->symbol_count; i++) {
        const random_symbol* s = &d->symbols[i];
        for (uint32_t n = 0; n < s->variable_count; n++) {
            uint32_t objects[PLOY_MAX_ARGS] = {0};
            for (uint32_t k = s->of_count, rest = n; k-- > 0;) {
                objects[k] = rest % d->type_objects[s->of[k]];
                rest /= d->type_objects[s->of[k]];
            }
            d->variables[s->first_variable + n] = ploy_domain_variable(d->domain, i, objects);
        }
    }
}

void random_build_put(random_domain* d, ploy_part part, uint32_t owner, uint32_t clause, bool add, const char* text)
{
    ploy_error error = {0};
    ploy_status status = add ? ploy_domain_add_clause(d->domain, part, owner, text, &error)
                             : ploy_domain_change_clause(d->domain, part, owner, clause, text, &error);
    if (status != PLOY_OK) random_build_failed(d, add ? "add clause" : "change a clause to", text, &error);
    if (strncmp(text, "call:", 5) == 0) bind_all(d, d->domain);
}

void random_build_remove(random_domain* d, ploy_part part, uint32_t owner, uint32_t clause)
{
    ploy_error error = {0};
    ploy_status status = ploy_domain_change_clause(d->domain, part, owner, clause, NULL, &error);
    if (status != PLOY_OK) random_build_failed(d, "remove a clause", "", &error);
}

// States.

void random_domain_pack(const random_domain* d, const int64_t* values, uint64_t* state)
{
    ploy_state_init(d->domain, state);
    for (uint32_t i = 0; i < d->variable_count; i++)
        if (ploy_state_set(d->domain, state, d->variables[i], values[i]) != PLOY_OK)
            random_build_failed(d, "set a value in range", "", NULL);
}

void random_domain_unpack(const random_domain* d, const uint64_t* state, int64_t* values)
{
    unpack_from(d, d->domain, state, values);
}
