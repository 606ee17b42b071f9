// States: values, text and partial states; and actions and goals in a state.

#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "plan/domain/compiled.h"
#include "plan/domain/domain.h"
#include "plan/language/number_bounds.h"
#include "plan/language/text.h"

#define compiled_of(domain) compiled_for(__func__, domain)
#define variable_at(domain, variable) variable_for(__func__, domain, variable)
#define symbol_at(domain, variable) symbol_for(__func__, domain, variable)

static const pl_compiled* compiled_for(const char* function, const ploy_domain* domain)
{
    PL_ASSERT_FOR(function, domain->compiled);
    return domain->compiled;
}

static const pl_variable* variable_for(const char* function, const ploy_domain* domain, uint32_t variable)
{
    const pl_compiled* compiled = compiled_for(function, domain);
    PL_ASSERT_FOR(function, variable < compiled->variable_count);
    return &compiled->variables[variable];
}

static const pl_symbol* symbol_for(const char* function, const ploy_domain* domain, uint32_t variable)
{
    return &domain->symbols.data[variable_for(function, domain, variable)->symbol];
}

static void write_value(const pl_variable* variable, uint64_t* state, uint32_t index)
{
    uint64_t field = (((uint64_t)1 << variable->bits) - 1) << variable->shift;
    state[variable->word] = (state[variable->word] & ~field) | (uint64_t)index << variable->shift;
}

uint32_t ploy_domain_state_words(const ploy_domain* domain)
{
    PL_NEED(domain, 0);
    return compiled_of(domain)->words;
}

void ploy_state_init(const ploy_domain* domain, uint64_t* state)
{
    PL_NEED(domain, );
    PL_NEED(state, );
    const pl_compiled* compiled = compiled_of(domain);
    memset(state, 0, compiled->words * sizeof *state);
    for (uint32_t i = 0; i < compiled->variable_count; ++i) {
        const pl_variable* v = &compiled->variables[i];
        state[v->word] |= (uint64_t)v->initial << v->shift;
    }
}

int64_t ploy_state_get(const ploy_domain* domain, const uint64_t* state, uint32_t variable)
{
    PL_NEED(domain, 0);
    PL_NEED(state, 0);
    return pl_symbol_value(symbol_at(domain, variable), pl_variable_value(variable_at(domain, variable), state));
}

ploy_status ploy_state_set(const ploy_domain* domain, uint64_t* state, uint32_t variable, int64_t value)
{
    PL_NEED(domain, PLOY_INVALID);
    PL_NEED(state, PLOY_INVALID);
    uint32_t index = pl_symbol_index(symbol_at(domain, variable), value);
    if (index == PLOY_NONE) {
        return PLOY_INVALID;
    }
    write_value(variable_at(domain, variable), state, index);
    return PLOY_OK;
}

// Text.

// A symbol may be set only once in a text.
static ploy_status check_once(const pl_source* source, const pl_scope* scope, uint32_t list)
{
    const pl_node* nodes = scope->nodes;
    for (uint32_t n = nodes[list].child; n != PLOY_NONE; n = nodes[n].next) {
        for (uint32_t m = nodes[list].child; m != n; m = nodes[m].next) {
            if (pl_scope_variable(scope, nodes[m].child) == pl_scope_variable(scope, nodes[n].child)) {
                char name[96];
                ploy_domain_variable_print(source->domain, pl_scope_variable(scope, nodes[n].child), name, sizeof name);
                return pl_source_fail(source, nodes[n].at, "%s is set twice", name);
            }
        }
    }
    return PLOY_OK;
}

ploy_status ploy_state_parse(const ploy_domain* domain, uint64_t* state, const char* text, ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_NEED_ERROR(error, state, PLOY_INVALID);
    PL_NEED_ERROR(error, text, PLOY_INVALID);
    const pl_compiled* compiled = compiled_of(domain);
    pl_source source = {domain, NULL, PL_PART_STATE, 0, 0, text, error};
    pl_expression expression = {0};
    pl_error_clear(error);
    ploy_status status = pl_expression_parse(&source, PL_GRAMMAR_STATE, &domain->allocator, &expression);
    pl_scope scope = {.domain = domain, .nodes = expression.nodes.data};
    status = status == PLOY_OK ? check_once(&source, &scope, expression.root) : status;
    if (status == PLOY_OK) {
        for (uint32_t n = scope.nodes[expression.root].child; n != PLOY_NONE; n = scope.nodes[n].next) {
            uint32_t variable = pl_scope_variable(&scope, scope.nodes[n].child);
            write_value(&compiled->variables[variable], state, pl_scope_set_value(&scope, n));
        }
    }
    pl_expression_free(&expression, &domain->allocator);
    return status;
}

static void add_value(pl_text_writer* writer, const ploy_domain* domain, const pl_symbol* symbol, int64_t value)
{
    switch (symbol->kind) {
    case PLOY_VALUE_BOOL:
        pl_writer_add(writer, value ? "true" : "false");
        break;
    case PLOY_VALUE_OBJECT:
        pl_writer_add(writer, "%s", ploy_domain_object_name(domain, symbol->type, (uint32_t)value));
        break;
    default:
        pl_writer_add_decimal(writer, symbol->kind == PLOY_VALUE_INT ? value * PLOY_UNIT : value);
    }
}

size_t ploy_value_print(const ploy_domain* domain, uint32_t variable, int64_t value, char* text, size_t size)
{
    PL_NEED(domain, 0);
    if (size > 0) PL_NEED(text, 0);
    pl_text_writer writer = pl_writer_begin(text, size);
    add_value(&writer, domain, &domain->symbols.data[pl_domain_symbol_of(domain, variable)], value);
    return writer.length;
}

static void add_variable(pl_text_writer* writer, const ploy_domain* domain, uint32_t variable)
{
    size_t used = writer->length < writer->size ? writer->length : writer->size;
    char* at = used < writer->size ? writer->text + used : NULL;
    writer->length += ploy_domain_variable_print(domain, variable, at, writer->size - used);
}

size_t ploy_state_print(const ploy_domain* domain, const uint64_t* state, char* text, size_t size)
{
    PL_NEED(domain, 0);
    PL_NEED(state, 0);
    if (size > 0) PL_NEED(text, 0);
    const pl_compiled* compiled = compiled_of(domain);
    pl_text_writer writer = pl_writer_begin(text, size);
    for (uint32_t i = 0; i < compiled->variable_count; ++i) {
        const pl_symbol* symbol = symbol_at(domain, i);
        uint32_t index = pl_variable_value(&compiled->variables[i], state);
        if (index != compiled->variables[i].initial) {
            bool negated = symbol->kind == PLOY_VALUE_BOOL && index == 0;
            pl_writer_add(&writer, "%s%s", writer.length ? ", " : "", negated ? "not " : "");
            add_variable(&writer, domain, i);
            if (symbol->kind != PLOY_VALUE_BOOL) {
                pl_writer_add(&writer, " = ");
                add_value(&writer, domain, symbol, pl_symbol_value(symbol, index));
            }
        }
    }
    return writer.length;
}

ploy_status pl_state_test(const ploy_domain* domain, const uint64_t* state, const char* condition, ploy_error* error)
{
    const pl_compiled* compiled = compiled_of(domain);
    pl_source source = {domain, NULL, PL_PART_TEST, 0, 0, condition, error};
    pl_expression expression = {0};
    pl_error_clear(error);
    ploy_status status = pl_expression_parse(&source, PL_GRAMMAR_CONDITION, &domain->allocator, &expression);
    if (status == PLOY_OK) {
        pl_scope scope = {
            .domain = domain, .nodes = expression.nodes.data, .state = state, .layout = compiled->variables};
        status = pl_scope_holds(&scope, expression.root) ? PLOY_FOUND : PLOY_NOT_FOUND;
    }
    pl_expression_free(&expression, &domain->allocator);
    return status;
}

// Partial states: an unset variable is zero in both buffers, so that whole words can be compared.

static uint64_t field_of(const pl_variable* variable)
{
    return (((uint64_t)1 << variable->bits) - 1) << variable->shift;
}

ploy_status ploy_partial_set(const ploy_domain* domain, ploy_partial partial, uint32_t variable,
                             const ploy_value* value)
{
    PL_NEED(domain, PLOY_INVALID);
    const pl_variable* v = variable_at(domain, variable);
    ploy_status status = value ? ploy_state_set(domain, partial.value, variable, *value) : PLOY_OK;
    if (status != PLOY_OK) return status;
    if (value) {
        partial.set[v->word] |= field_of(v);
    } else {
        partial.set[v->word] &= ~field_of(v);
        partial.value[v->word] &= ~field_of(v);
    }
    return PLOY_OK;
}

bool ploy_partial_get(const ploy_domain* domain, ploy_partial partial, uint32_t variable, ploy_value* value)
{
    PL_NEED(domain, false);
    const pl_variable* v = variable_at(domain, variable);
    bool is_set = (partial.set[v->word] & field_of(v)) != 0;
    if (is_set && value) *value = ploy_state_get(domain, partial.value, variable);
    return is_set;
}

ploy_partial_comparison ploy_partial_compare(const ploy_domain* domain, ploy_partial want, ploy_partial have)
{
    PL_NEED(domain, (ploy_partial_comparison){0});
    ploy_partial_comparison result = {0};
    for (uint32_t i = 0; i < ploy_domain_variable_count(domain); ++i) {
        const pl_variable* v = variable_at(domain, i);
        uint64_t differing = (want.value[v->word] ^ have.value[v->word]) | (want.set[v->word] ^ have.set[v->word]);
        result.differing += (differing & field_of(v)) != 0;
        result.unsatisfied += (differing & want.set[v->word] & field_of(v)) != 0;
    }
    return result;
}

static const pl_ground* ground_at(const ploy_domain* domain, uint32_t action, const uint32_t* args)
{
    return &domain->compiled->grounds[pl_domain_ground_index(domain, action, args)];
}

// The first operator of a ground action whose precondition holds, or NULL.
static const pl_operator* applicable(const ploy_domain* domain, const pl_ground* ground, const uint64_t* state)
{
    const pl_compiled* compiled = domain->compiled;
    for (uint32_t i = 0; i < ground->operator_count; ++i) {
        const pl_operator* op = &compiled->operators[compiled->ground_operators[ground->first_operator + i]];
        if (pl_partial_state_holds(compiled, &op->pre, state)) {
            return op;
        }
    }
    return NULL;
}

bool pl_domain_ground_apply(const ploy_domain* domain, uint32_t ground, uint64_t* state)
{
    const pl_operator* op = applicable(domain, &domain->compiled->grounds[ground], state);
    if (op) pl_operator_apply(domain->compiled, op, state, state);
    return op != NULL;
}

bool pl_domain_ground_applicable(const ploy_domain* domain, uint32_t ground, const uint64_t* state)
{
    return applicable(domain, &domain->compiled->grounds[ground], state) != NULL;
}

bool ploy_action_applicable(const ploy_domain* domain, uint32_t action, const uint32_t* args, const uint64_t* state)
{
    PL_NEED(domain, false);
    PL_NEED(state, false);
    return applicable(domain, ground_at(domain, action, args), state) != NULL;
}

void ploy_action_apply(const ploy_domain* domain, uint32_t action, const uint32_t* args, uint64_t* state)
{
    PL_NEED(domain, );
    PL_NEED(state, );
    const pl_operator* op = applicable(domain, ground_at(domain, action, args), state);
    PL_ASSERT(op);
    pl_operator_apply(domain->compiled, op, state, state);
}

static int64_t evaluate(const ploy_domain* domain, const pl_number* number, const uint32_t* args, const uint64_t* state)
{
    if (number->root == PLOY_NONE) {
        return number->value;
    }
    pl_scope scope = {.domain = domain,
                      .nodes = domain->compiled->nodes,
                      .args = args,
                      .state = state,
                      .layout = domain->compiled->variables};
    return pl_scope_fixed(&scope, number->root);
}

static ploy_evaluation call_of(const ploy_domain* domain, uint32_t owner, const pl_declaration* declaration,
                               const uint32_t* args, const uint64_t* state, void* agent)
{
    return (ploy_evaluation){domain, owner, args, declaration->param_count, state, agent, false};
}

static int64_t call_number(const ploy_domain* domain, uint32_t binding, const ploy_evaluation* call)
{
    const pl_binding* bound = &domain->bindings.data[binding];
    PL_ASSERT(bound->number);
    return bound->number(bound->user, call);
}

static int64_t clamp_cost(int64_t cost)
{
    return cost < 0 ? 0 : cost > PL_MAX_COST ? PL_MAX_COST : cost;
}

int64_t ploy_action_cost(const ploy_domain* domain, uint32_t action, const uint32_t* args, const uint64_t* state,
                         void* agent)
{
    PL_NEED(domain, 0);
    PL_NEED(state, 0);
    PL_ASSERT(domain->compiled && action < domain->compiled->action_count);
    const pl_number* number = &domain->compiled->costs[action];
    int64_t cost;
    if (number->call != PLOY_NONE) {
        ploy_evaluation call = call_of(domain, action, &domain->actions.data[action].declaration, args, state, agent);
        cost = call_number(domain, number->call, &call);
    } else {
        cost = evaluate(domain, number, args, state);
    }
    return clamp_cost(cost);
}

bool pl_action_context(const ploy_domain* domain, uint32_t action, const uint32_t* args, const uint64_t* state,
                       void* agent)
{
    PL_ASSERT(domain->compiled && action < domain->compiled->action_count);
    for (uint32_t from = action; from != PLOY_NONE; from = domain->actions.data[from].base) {
        uint32_t binding = domain->compiled->contexts[from];
        if (binding == PLOY_NONE) {
            continue;
        }
        const pl_binding* bound = &domain->bindings.data[binding];
        PL_ASSERT(bound->context);
        ploy_evaluation call = call_of(domain, action, &domain->actions.data[action].declaration, args, state, agent);
        if (!bound->context(bound->user, &call)) {
            return false;
        }
    }
    return true;
}

bool pl_domain_has_context(const ploy_domain* domain, uint32_t action)
{
    for (; action != PLOY_NONE; action = domain->actions.data[action].base) {
        if (domain->actions.data[action].context) {
            return true;
        }
    }
    return false;
}

bool pl_domain_evaluate_context(const ploy_domain* domain, uint32_t ground, const uint64_t* start, void* agent)
{
    const pl_ground* g = &domain->compiled->grounds[ground];
    return pl_action_context(domain, g->action, g->args, start, agent);
}

bool pl_domain_cost_is_call(const ploy_domain* domain, uint32_t action)
{
    return domain->compiled->costs[action].call != PLOY_NONE;
}

int64_t pl_domain_evaluate_cost(const ploy_domain* domain, uint32_t ground, const uint64_t* start, void* agent)
{
    const pl_ground* g = &domain->compiled->grounds[ground];
    return ploy_action_cost(domain, g->action, g->args, start, agent);
}

// Priced ground actions.

int64_t pl_domain_price(const ploy_domain* domain, uint32_t ground, const uint64_t* state)
{
    const pl_ground* g = &domain->compiled->grounds[ground];
    return clamp_cost(evaluate(domain, &domain->compiled->costs[g->action], g->args, state));
}

/// An operator whose cost is bounded.
typedef struct bounded
{
    const pl_compiled* compiled;
    const pl_operator* op;
    bool skips_idle; // leave out states in which it changes nothing
} bounded;

// Does the operator do nothing but set the variable to this value?
static bool changes_nothing(const bounded* b, uint32_t variable, uint32_t value)
{
    const pl_effect* effect = &b->compiled->effects[b->op->first_effect];
    return b->op->effect_count == 1 && effect->kind == PL_EFFECT_SET && effect->variable == variable &&
           effect->amount == (int32_t)value;
}

static bool can_have(const void* context, uint32_t variable, uint32_t value)
{
    const bounded* b = context;
    const pl_compiled* c = b->compiled;
    const pl_variable* v = &c->variables[variable];
    const uint64_t* mask = c->masks + b->op->pre.at;
    if ((mask[v->word] >> v->shift & 1) && pl_variable_value(v, mask + c->words) != value) return false;
    for (uint32_t t = 0; t < b->op->pre.test_count; ++t) {
        const pl_test* test = &c->tests[b->op->pre.first_test + t];
        if (test->variable == variable && !(c->allowed[test->allowed + value / 64] >> (value % 64) & 1)) return false;
    }
    return !b->skips_idle || !changes_nothing(b, variable, value);
}

pl_number_bounds pl_domain_cost_bounds(const ploy_domain* domain, uint32_t op, bool skips_idle)
{
    const pl_compiled* c = domain->compiled;
    const pl_operator* o = &c->operators[op];
    const pl_ground* g = &c->grounds[o->ground];
    if (!g->is_priced) return (pl_number_bounds){o->cost, o->cost, o->cost};
    bounded b = {c, o, skips_idle};
    pl_scope scope = {.domain = domain, .nodes = c->nodes, .args = g->args};
    pl_number_bounds bounds = pl_scope_bounds(&scope, c->costs[g->action].root, can_have, &b);
    int64_t unit = bounds.max > PL_MAX_COST ? pl_gcd(bounds.unit, PL_MAX_COST) : bounds.unit;
    return (pl_number_bounds){clamp_cost(bounds.min), clamp_cost(bounds.max), unit};
}

// Goals.

static bool any_holds(const pl_compiled* compiled, uint32_t first, uint32_t count, const uint64_t* state)
{
    for (uint32_t i = first; i < first + count; ++i) {
        if (pl_partial_state_holds(compiled, &compiled->partials[i], state)) {
            return true;
        }
    }
    return false;
}

bool pl_domain_target_met(const ploy_domain* domain, uint32_t target, const uint64_t* state)
{
    const pl_target* t = &domain->compiled->targets[target];
    return any_holds(domain->compiled, t->first_partial, t->partial_count, state);
}

bool pl_target_relevance_holds(const pl_compiled* c, const pl_target* target, const uint64_t* state)
{
    return any_holds(c, target->first_relevant, target->relevant_count, state);
}

bool ploy_goal_met(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state)
{
    PL_NEED(domain, false);
    PL_NEED(state, false);
    return pl_domain_target_met(domain, pl_domain_target_index(domain, goal, args), state);
}

bool pl_goal_relevant(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state)
{
    const pl_compiled* c = domain->compiled;
    return pl_target_is_relevant(c, &c->targets[pl_domain_target_index(domain, goal, args)], state);
}

int64_t pl_goal_priority(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state,
                         void* agent)
{
    PL_ASSERT(domain->compiled && goal < domain->compiled->goal_count);
    const pl_number* number = &domain->compiled->priorities[goal];
    if (number->call == PLOY_NONE) {
        return evaluate(domain, number, args, state);
    }
    ploy_evaluation call = call_of(domain, goal, &domain->goals.data[goal], args, state, agent);
    call.is_goal = true;
    return call_number(domain, number->call, &call);
}
