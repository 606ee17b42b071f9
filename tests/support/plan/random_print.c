// Prints a random domain as a file, so that a failure can be inspected with the program.

#include "support/plan/random_text.h"

static void escaped(const random_text* text, FILE* to)
{
    for (const char* c = text->chars; *c; c++)
        if (*c == '<')
            fputs("&lt;", to);
        else
            fputc(*c, to);
}

static void print_list(const char* name, const uint32_t* types, uint32_t count, FILE* to)
{
    if (!count) return;
    fprintf(to, " %s=\"", name);
    for (uint32_t i = 0; i < count; i++) fprintf(to, "%s%s", i ? " " : "", random_type_name(types[i]));
    fputc('"', to);
}

static void print_symbol(const random_symbol* s, FILE* to)
{
    static const char* const kinds[] = {"bool", "int", "decimal"};
    fprintf(to, "    <symbol name=\"%s\" type=\"%s\"", s->name,
            s->kind == PLOY_VALUE_OBJECT ? random_type_name(s->type) : kinds[s->kind]);
    random_text min = {.length = 0}, max = {.length = 0}, initial = {.length = 0}, step = {.length = 0};
    random_text_value(s, s->min, &min);
    random_text_value(s, s->max, &max);
    random_text_value(s, s->initial, &initial);
    if (s->kind == PLOY_VALUE_INT || s->kind == PLOY_VALUE_DECIMAL)
        fprintf(to, " min=\"%s\" max=\"%s\"", min.chars, max.chars);
    if (s->kind == PLOY_VALUE_DECIMAL) {
        random_text_value(s, s->step, &step);
        fprintf(to, " step=\"%s\"", step.chars);
    }
    if (s->initial_given) fprintf(to, " initial=\"%s\"", initial.chars);
    print_list("of", s->of, s->of_count, to);
    fprintf(to, "%s%s/>\n", s->planned ? " planned=\"true\"" : "", s->clamp ? " clamp=\"true\"" : "");
}

static void print_params(const uint32_t* types, uint32_t count, FILE* to)
{
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, "      <param name=\"%s\" type=\"%s\"/>\n", random_param_name(i), random_type_name(types[i]));
}

// Clauses joined into one condition.
static void print_clauses(const random_domain* d, const uint32_t* clauses, uint32_t count, FILE* to)
{
    random_text text = {.length = 0};
    for (uint32_t i = 0; i < count; i++) {
        random_text_add(&text, i ? " and (" : "(");
        random_text_expr(d, clauses[i], &text);
        random_text_add(&text, ")");
    }
    escaped(&text, to);
}

static void print_attribute(const random_domain* d, const char* name, random_number number, const char* owner, FILE* to)
{
    random_text text = {.length = 0};
    random_text_number(d, number, owner, &text);
    fprintf(to, " %s=\"", name);
    escaped(&text, to);
    fputc('"', to);
}

static void print_answers(const random_domain* d, uint32_t action, FILE* to)
{
    for (uint32_t g = 0; g < d->ground_count; g++)
        if (d->grounds[g].action == action)
            fprintf(to, "      <!-- answers %u %u: cost %lld context %d watched %d -->\n",
                    (unsigned)d->grounds[g].args[0], (unsigned)d->grounds[g].args[1], (long long)d->answers.cost[g],
                    d->answers.context[g], (int)d->answers.watched[g]);
}

static void print_action(const random_domain* d, uint32_t index, FILE* to)
{
    const random_action* a = &d->actions[index];
    fprintf(to, "    <action name=\"%s\"", a->name);
    print_attribute(d, "cost", a->cost, a->name, to);
    if (a->precedence) fprintf(to, " precedence=\"%d\"", (int)a->precedence);
    fprintf(to, "%s", a->move ? " move=\"true\"" : "");
    if (a->has_context) fprintf(to, " context=\"%s_context\"", a->name);
    fputs(">\n", to);
    print_params(a->params, a->param_count, to);
    if (a->cost.is_call || a->has_context) print_answers(d, index, to);
    if (a->pre_count) {
        fputs("      <pre>", to);
        print_clauses(d, a->pre, a->pre_count, to);
        fputs("</pre>\n", to);
    }
    random_text effects = {.length = 0};
    for (uint32_t i = 0; i < a->effect_count; i++) {
        if (i) random_text_add(&effects, ", ");
        random_text_effects(d, &a->effects[i], &effects);
    }
    if (a->effect_count) fprintf(to, "      <effect>%s</effect>\n", effects.chars);
    fputs("    </action>\n", to);
}

static void print_goal(const random_domain* d, uint32_t index, FILE* to)
{
    const random_goal* g = &d->goals[index];
    fprintf(to, "    <goal name=\"%s\"", g->name);
    print_attribute(d, "priority", g->priority, g->name, to);
    if (g->relevant != PLOY_NONE) print_attribute(d, "relevant", (random_number){.expr = g->relevant}, g->name, to);
    if (g->hold) fputs(" hold=\"true\"", to);
    fputs(">\n", to);
    print_params(g->params, g->param_count, to);
    fputs("      ", to);
    print_clauses(d, g->condition, g->condition_count, to);
    fputs("\n    </goal>\n", to);
}

static void print_variable(const random_domain* d, const random_symbol* s, uint32_t n, int64_t value, FILE* to)
{
    fprintf(to, "%s", s->name);
    uint32_t objects[PLOY_MAX_ARGS];
    for (uint32_t k = s->of_count, rest = n; k-- > 0;) {
        objects[k] = rest % d->type_objects[s->of[k]];
        rest /= d->type_objects[s->of[k]];
    }
    for (uint32_t k = 0; k < s->of_count; k++)
        fprintf(to, "%s%s", k ? ", " : "(", random_object_name(s->of[k], objects[k]));
    random_text text = {.length = 0};
    random_text_value(s, value, &text);
    fprintf(to, "%s = %s", s->of_count ? ")" : "", text.chars);
}

static void print_agent(const random_domain* d, const int64_t* start, FILE* to)
{
    fputs("  <agent name=\"a\" domain=\"random\">\n    <state>", to);
    const char* between = "";
    for (uint32_t i = 0; i < d->symbol_count; i++)
        for (uint32_t n = 0; n < d->symbols[i].variable_count; n++) {
            fputs(between, to);
            print_variable(d, &d->symbols[i], n, start[d->symbols[i].first_variable + n], to);
            between = ", ";
        }
    fputs("</state>\n  </agent>\n", to);
}

void random_domain_print(const random_domain* d, const int64_t* start, FILE* to)
{
    fprintf(to, "<ploy version=\"1\"> <!-- seed %llu -->\n  <domain name=\"random\">\n", (unsigned long long)d->seed);
    for (uint32_t t = 0; t < d->type_count; t++) {
        fprintf(to, "    <type name=\"%s\" objects=\"", random_type_name(t));
        for (uint32_t i = 0; i < d->type_objects[t]; i++) fprintf(to, "%s%s", i ? " " : "", random_object_name(t, i));
        fputs("\"/>\n", to);
    }
    for (uint32_t i = 0; i < d->symbol_count; i++) print_symbol(&d->symbols[i], to);
    for (uint32_t i = 0; i < d->action_count; i++) print_action(d, i, to);
    for (uint32_t i = 0; i < d->goal_count; i++) print_goal(d, i, to);
    fputs("  </domain>\n", to);
    if (start) print_agent(d, start, to);
    fputs("</ploy>\n", to);
}
