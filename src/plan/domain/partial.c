// States of which some symbols are unset. An unset field is zero in both buffers, so that whole words can be compared.

#include "plan/domain/domain.h"

static const pl_variable* variable_at(const ploy_domain* domain, uint32_t variable)
{
    PL_ASSERT(domain->compiled && variable < domain->compiled->variable_count);
    return &domain->compiled->variables[variable];
}

static uint64_t field_of(const pl_variable* variable)
{
    return (((uint64_t)1 << variable->bits) - 1) << variable->shift;
}

ploy_status ploy_partial_set(const ploy_domain* domain, ploy_partial partial, uint32_t variable,
                             const ploy_value* value)
{
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
    const pl_variable* v = variable_at(domain, variable);
    bool is_set = (partial.set[v->word] & field_of(v)) != 0;
    if (is_set && value) *value = ploy_state_get(domain, partial.value, variable);
    return is_set;
}

ploy_partial_comparison ploy_partial_compare(const ploy_domain* domain, ploy_partial want, ploy_partial have)
{
    ploy_partial_comparison result = {0};
    for (uint32_t i = 0; i < ploy_domain_variable_count(domain); ++i) {
        const pl_variable* v = variable_at(domain, i);
        uint64_t differing = (want.value[v->word] ^ have.value[v->word]) | (want.set[v->word] ^ have.set[v->word]);
        result.differing += (differing & field_of(v)) != 0;
        result.unsatisfied += (differing & want.set[v->word] & field_of(v)) != 0;
    }
    return result;
}
