// The meaning of a random domain, evaluated from its trees on plain values. The brute-force planner uses only this.

#include "support/plan/random_domain.h"

static uint32_t variable_of(const random_domain* d, uint32_t symbol, const random_arg* named, const uint32_t* args)
{
    const random_symbol* s = &d->symbols[symbol];
    uint32_t at = 0;
    for (uint32_t i = 0; i < s->of_count; i++) {
        uint32_t object = named[i].is_param ? args[named[i].index] : named[i].index;
        at = at * d->type_objects[s->of[i]] + object;
    }
    return s->first_variable + at;
}

static int64_t table_value(const random_domain* d, const random_expr* e, const uint32_t* args, const int64_t* values)
{
    const random_table* t = &d->tables[e->symbol];
    uint32_t at = 0;
    for (uint32_t i = 0; i < t->of_count; i++) {
        const random_arg* arg = &e->args[i];
        int64_t object = arg->is_symbol  ? values[d->symbols[arg->index].first_variable]
                         : arg->is_param ? args[arg->index]
                                         : arg->index;
        at = at * d->type_objects[t->of[i]] + (uint32_t)object;
    }
    return t->values[at];
}

// The nearest in fixed point (1/1000), halves up, found by trying the two next to the quotient cut off. 0 when b is 0.
static int64_t divided(int64_t a, int64_t b)
{
    if (b == 0) return 0;
    int64_t low = a * PLOY_UNIT / b - 1;
    while ((2 * low + 1) * (b < 0 ? -b : b) <= 2 * (b < 0 ? -a : a) * PLOY_UNIT) low++;
    return low;
}

// Numbers are in fixed point (1/1000), truth values are 0 or 1, objects are their index.
static int64_t value_of(const random_domain* d, uint32_t expr, const uint32_t* args, const int64_t* values)
{
    const random_expr* e = &d->exprs[expr];
    if (e->op <= RANDOM_OBJECT) return e->value;
    if (e->op == RANDOM_PARAM) return args[e->value];
    if (e->op == RANDOM_TABLE) return table_value(d, e, args, values);
    if (e->op == RANDOM_SYMBOL) {
        int64_t value = values[variable_of(d, e->symbol, e->args, args)];
        return d->symbols[e->symbol].kind == PLOY_VALUE_INT ? value * PLOY_UNIT : value;
    }
    if (e->op == RANDOM_CHOICE) return value_of(d, value_of(d, e->test, args, values) ? e->a : e->b, args, values);
    int64_t a = value_of(d, e->a, args, values);
    if (e->op == RANDOM_NOT) return !a;
    int64_t b = value_of(d, e->b, args, values);
    switch (e->op) {
    case RANDOM_ADD:
        return a + b;
    case RANDOM_SUB:
        return a - b;
    case RANDOM_MUL:
        return a * b / PLOY_UNIT;
    case RANDOM_DIV:
        return divided(a, b);
    case RANDOM_MIN:
        return a < b ? a : b;
    case RANDOM_MAX:
        return a > b ? a : b;
    case RANDOM_EQ:
        return a == b;
    case RANDOM_NE:
        return a != b;
    case RANDOM_LT:
        return a < b;
    case RANDOM_LE:
        return a <= b;
    case RANDOM_GT:
        return a > b;
    case RANDOM_GE:
        return a >= b;
    case RANDOM_AND:
        return a && b;
    case RANDOM_NAND:
        return !(a && b);
    case RANDOM_XOR:
        return a != b;
    default:
        return a || b;
    }
}

static bool all_hold(const random_domain* d, const uint32_t* clauses, uint32_t count, const uint32_t* args,
                     const int64_t* values)
{
    for (uint32_t i = 0; i < count; i++)
        if (!value_of(d, clauses[i], args, values)) return false;
    return true;
}

// Sets *variable to what an effect writes and returns the new value, which may be outside the range.
static int64_t effect_value(const random_domain* d, const random_effect* e, const uint32_t* args, const int64_t* values,
                            uint32_t* variable)
{
    *variable = variable_of(d, e->symbol, e->args, args);
    const random_symbol* s = &d->symbols[e->symbol];
    if (e->kind == RANDOM_EFFECT_SET) return e->value_is_param ? (int64_t)args[e->value] : e->value;
    int64_t value = values[*variable] + (e->kind == RANDOM_EFFECT_ADD ? e->value : -e->value);
    if ((s->clamp || e->clamp) && value < s->min) return s->min;
    if ((s->clamp || e->clamp) && value > s->max) return s->max;
    return value;
}

bool random_model_leaves_range(const random_domain* d, const random_effect* e, const uint32_t* args,
                               const int64_t* values)
{
    uint32_t variable;
    int64_t value = effect_value(d, e, args, values, &variable);
    return value < d->symbols[e->symbol].min || value > d->symbols[e->symbol].max;
}

bool random_model_applicable(const random_domain* d, uint32_t ground, const int64_t* values)
{
    const random_ground* g = &d->grounds[ground];
    const random_action* a = &d->actions[g->action];
    if (!all_hold(d, a->pre, a->pre_count, g->args, values)) return false;
    for (uint32_t c = 0; c < a->effect_count; c++)
        for (uint32_t i = 0; i < a->effects[c].count; i++)
            if (random_model_leaves_range(d, &a->effects[c].effects[i], g->args, values)) return false;
    return true;
}

void random_model_apply(const random_domain* d, uint32_t ground, int64_t* values)
{
    const random_ground* g = &d->grounds[ground];
    const random_action* a = &d->actions[g->action];
    for (uint32_t c = 0; c < a->effect_count; c++)
        for (uint32_t i = 0; i < a->effects[c].count; i++) {
            uint32_t variable;
            int64_t value = effect_value(d, &a->effects[c].effects[i], g->args, values, &variable);
            values[variable] = value;
        }
}

int64_t random_model_cost(const random_domain* d, uint32_t ground, const int64_t* values, const int64_t* start)
{
    const random_ground* g = &d->grounds[ground];
    const random_number* cost = &d->actions[g->action].cost;
    if (!cost->is_call) return value_of(d, cost->expr, g->args, values);
    int64_t answer = d->answers.cost[ground];
    uint32_t watched = d->answers.watched[ground];
    if (watched != PLOY_NONE && start[watched] % 2) answer += 750;
    return answer < 0 ? 0 : answer;
}

bool random_model_context(const random_domain* d, uint32_t ground, const int64_t* start)
{
    if (!d->actions[d->grounds[ground].action].has_context) return true;
    uint32_t watched = d->answers.watched[ground];
    return d->answers.context[ground] != (watched != PLOY_NONE && start[watched] % 2);
}

bool random_model_goal(const random_domain* d, uint32_t goal, const uint32_t* args, const int64_t* values)
{
    return all_hold(d, d->goals[goal].condition, d->goals[goal].condition_count, args, values);
}

bool random_model_relevant(const random_domain* d, uint32_t goal, const uint32_t* args, const int64_t* values)
{
    return d->goals[goal].relevant == PLOY_NONE || value_of(d, d->goals[goal].relevant, args, values);
}

int64_t random_model_priority(const random_domain* d, uint32_t goal, const uint32_t* args, const int64_t* values)
{
    const random_number* priority = &d->goals[goal].priority;
    return priority->is_call ? d->answers.priority[goal] : value_of(d, priority->expr, args, values);
}

uint32_t random_domain_ground(const random_domain* d, uint32_t action, const uint32_t* args)
{
    const random_action* a = &d->actions[action];
    uint32_t at = 0;
    for (uint32_t i = 0; i < a->param_count; i++) at = at * d->type_objects[a->params[i]] + args[i];
    return a->first_ground + at;
}
