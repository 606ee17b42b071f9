// Which values and ground actions are reachable: delete-relaxed reachability. A variable collects values and never
// loses one, so a ground action is possible once each variable has collected some value that its precondition allows.
//
// Invariant: what is not collected is unreachable; what is collected may still be unreachable. Domain checks use it
// once per start, so a plain sweep until nothing changes is fast enough, without what has done all that it can.

#include <ploy/plan.h>

#include "base/containers/bitset.h"
#include "base/check.h"
#include "base/memory.h"
#include "plan/domain/compiled.h"
#include "plan/domain/domain.h"

struct ploy_reachability
{
    const ploy_domain* domain;
    ploy_allocator allocator;
    uint64_t* facts;   // bits: values collected
    uint64_t* grounds; // bits: ground actions possible
    uint32_t fact_words, ground_words;
};

static bool collected(const ploy_reachability* reach, const pl_variable* v, uint32_t value)
{
    return pl_bits_test(reach->facts, v->first_fact + value);
}

static uint64_t field(const pl_variable* v, const uint64_t* words)
{
    return words[v->word] >> v->shift & (v->bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << v->bits) - 1);
}

static bool partial_allows(const pl_compiled* c, const pl_partial_state* partial, uint32_t variable, uint32_t value)
{
    const pl_variable* v = &c->variables[variable];
    const uint64_t* mask = c->masks + partial->at;
    if ((value & field(v, mask)) != field(v, mask + c->words)) return false;
    for (uint32_t t = partial->first_test; t < partial->first_test + partial->test_count; t++)
        if (c->tests[t].variable == variable && !pl_bits_test(c->allowed + c->tests[t].allowed, value)) return false;
    return true;
}

static bool some_value_allowed(const ploy_reachability* reach, const pl_compiled* c, const pl_partial_state* partial,
                               uint32_t variable)
{
    const pl_variable* v = &c->variables[variable];
    for (uint32_t k = 0; k < v->size; k++)
        if (collected(reach, v, k) && partial_allows(c, partial, variable, k)) return true;
    return false;
}

static bool partial_possible(const ploy_reachability* reach, const pl_compiled* c, const pl_partial_state* partial)
{
    const uint64_t* mask = c->masks + partial->at;
    for (uint32_t v = 0; v < c->variable_count; v++) {
        const pl_variable* variable = &c->variables[v];
        if (mask[variable->word] && field(variable, mask) && !some_value_allowed(reach, c, partial, v)) return false;
    }
    for (uint32_t t = partial->first_test; t < partial->first_test + partial->test_count; t++)
        if (!some_value_allowed(reach, c, partial, c->tests[t].variable)) return false;
    return true;
}

static bool collect(ploy_reachability* reach, const pl_variable* v, uint32_t value)
{
    if (collected(reach, v, value)) return false;
    pl_bits_set(reach->facts, v->first_fact + value);
    return true;
}

static bool collect_effect(ploy_reachability* reach, const pl_compiled* c, const pl_operator* op,
                           const pl_effect* effect)
{
    const pl_variable* v = &c->variables[effect->variable];
    if (effect->kind == PL_EFFECT_SET) return collect(reach, v, (uint32_t)effect->amount);
    bool changed = false;
    for (uint32_t k = 0; k < v->size; k++) {
        int64_t after = (int64_t)k + effect->amount;
        if (after < 0 || after >= v->size || !collected(reach, v, k)) continue;
        if (partial_allows(c, &op->pre, effect->variable, k)) changed |= collect(reach, v, (uint32_t)after);
    }
    return changed;
}

// Does all that it can ever do the first time that it is possible: it adds nothing to a number.
static bool is_done_once(const pl_compiled* c, const pl_operator* op)
{
    for (uint32_t e = op->first_effect; e < op->first_effect + op->effect_count; e++)
        if (c->effects[e].kind != PL_EFFECT_SET) return false;
    return true;
}

static bool sweep(ploy_reachability* reach, const pl_compiled* c, const uint64_t* disabled, uint64_t* done)
{
    bool changed = false;
    for (uint32_t k = 0; k < c->operator_count; k++) {
        const pl_operator* op = &c->operators[k];
        if (pl_bits_test(done, k) || (disabled && pl_bits_test(disabled, c->grounds[op->ground].action))) continue;
        if (!partial_possible(reach, c, &op->pre)) continue;
        pl_bits_set(reach->grounds, op->ground);
        if (is_done_once(c, op)) pl_bits_set(done, k);
        for (uint32_t e = op->first_effect; e < op->first_effect + op->effect_count; e++)
            changed |= collect_effect(reach, c, op, &c->effects[e]);
    }
    return changed;
}

static bool collect_all(ploy_reachability* reach, const ploy_reachability_def* def)
{
    const pl_compiled* c = pl_domain_compiled(reach->domain);
    uint32_t words = pl_bits_words(c->operator_count) + 1;
    uint64_t* done = PL_NEW_ARRAY(&reach->allocator, uint64_t, words);
    if (!done) return false;
    for (uint32_t v = 0; v < c->variable_count; v++)
        collect(reach, &c->variables[v], pl_variable_value(&c->variables[v], def->start));
    while (sweep(reach, c, def->disabled, done)) continue;
    PL_DELETE_ARRAY(&reach->allocator, done, words);
    return true;
}

ploy_reachability* ploy_reachability_create(const ploy_reachability_def* def)
{
    PL_NEED(def, NULL);
    PL_NEED(def->domain, NULL);
    PL_NEED(def->start, NULL);
    const pl_compiled* c = pl_domain_compiled(def->domain);
    PL_ASSERT(c);
    ploy_allocator allocator = pl_allocator_choose(&def->allocator);
    ploy_reachability* reach = PL_NEW(&allocator, ploy_reachability);
    if (!reach) return NULL;
    *reach = (ploy_reachability){.domain = pl_domain_take(def->domain), .allocator = allocator};
    reach->fact_words = pl_bits_words(c->fact_count) + 1;
    reach->ground_words = pl_bits_words(c->ground_count) + 1;
    reach->facts = PL_NEW_ARRAY(&allocator, uint64_t, reach->fact_words);
    reach->grounds = PL_NEW_ARRAY(&allocator, uint64_t, reach->ground_words);
    if (reach->facts && reach->grounds && collect_all(reach, def)) return reach;
    ploy_reachability_destroy(reach);
    return NULL;
}

void ploy_reachability_destroy(ploy_reachability* reach)
{
    if (!reach) return;
    ploy_allocator allocator = reach->allocator;
    PL_DELETE_ARRAY(&allocator, reach->facts, reach->fact_words);
    PL_DELETE_ARRAY(&allocator, reach->grounds, reach->ground_words);
    pl_domain_drop(reach->domain);
    PL_DELETE(&allocator, reach);
}

bool ploy_reachability_action(const ploy_reachability* reach, uint32_t action, const uint32_t* args)
{
    PL_NEED(reach, false);
    const pl_compiled* c = pl_domain_compiled(reach->domain);
    if (args) return pl_bits_test(reach->grounds, pl_domain_ground_index(reach->domain, action, args));
    for (uint32_t g = c->action_first_ground[action]; g < c->action_first_ground[action + 1]; g++)
        if (pl_bits_test(reach->grounds, g)) return true;
    return false;
}

static bool target_possible(const ploy_reachability* reach, const pl_compiled* c, uint32_t target)
{
    const pl_target* t = &c->targets[target];
    for (uint32_t k = t->first_partial; k < t->first_partial + t->partial_count; k++)
        if (partial_possible(reach, c, &c->partials[k])) return true;
    return false;
}

bool ploy_reachability_goal(const ploy_reachability* reach, uint32_t goal, const uint32_t* args)
{
    PL_NEED(reach, false);
    const pl_compiled* c = pl_domain_compiled(reach->domain);
    if (args) return target_possible(reach, c, pl_domain_target_index(reach->domain, goal, args));
    for (uint32_t t = c->goal_first_target[goal]; t < c->goal_first_target[goal + 1]; t++)
        if (target_possible(reach, c, t)) return true;
    return false;
}
