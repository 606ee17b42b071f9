// Actions and goals in a state.

#include "plan/domain/compiled.h"
#include "plan/domain/domain.h"
#include "plan/language/evaluate.h"

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
    return applicable(domain, ground_at(domain, action, args), state) != NULL;
}

void ploy_action_apply(const ploy_domain* domain, uint32_t action, const uint32_t* args, uint64_t* state)
{
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

static ploy_evaluation call_of(const ploy_domain* domain, uint32_t owner, const pl_declaration* head,
                               const uint32_t* args, const uint64_t* state, void* agent)
{
    return (ploy_evaluation){domain, owner, args, head->param_count, state, agent};
}

static int64_t call_number(const ploy_domain* domain, uint32_t binding, const ploy_evaluation* call)
{
    const pl_binding* bound = &domain->bindings.data[binding];
    PL_ASSERT(bound->number);
    return bound->number(bound->user, call);
}

int64_t ploy_action_cost(const ploy_domain* domain, uint32_t action, const uint32_t* args, const uint64_t* state,
                         void* agent)
{
    PL_ASSERT(domain->compiled && action < domain->compiled->action_count);
    const pl_number* number = &domain->compiled->costs[action];
    int64_t cost;
    if (number->call != PLOY_NONE) {
        ploy_evaluation call = call_of(domain, action, &domain->actions.data[action].head, args, state, agent);
        cost = call_number(domain, number->call, &call);
    } else {
        cost = evaluate(domain, number, args, state);
    }
    return cost < 0 ? 0 : cost;
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
        ploy_evaluation call = call_of(domain, action, &domain->actions.data[action].head, args, state, agent);
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

bool pl_domain_target_relevant(const ploy_domain* domain, uint32_t target, const uint64_t* state)
{
    const pl_target* t = &domain->compiled->targets[target];
    return any_holds(domain->compiled, t->first_relevant, t->relevant_count, state);
}

bool ploy_goal_met(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state)
{
    return pl_domain_target_met(domain, pl_domain_target_index(domain, goal, args), state);
}

bool pl_goal_relevant(const ploy_domain* domain, uint32_t goal, const uint32_t* args, const uint64_t* state)
{
    return pl_domain_target_relevant(domain, pl_domain_target_index(domain, goal, args), state);
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
    return call_number(domain, number->call, &call);
}
