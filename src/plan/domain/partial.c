// States of which some symbols are unset. An unset field is zero in both buffers, so that whole words can be compared.

#include <string.h>

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

void ploy_partial_clear(const ploy_domain* domain, ploy_partial partial)
{
    size_t bytes = ploy_domain_state_words(domain) * sizeof(uint64_t);
    memset(partial.value, 0, bytes);
    memset(partial.set, 0, bytes);
}

ploy_status ploy_partial_set(const ploy_domain* domain, ploy_partial partial, uint32_t variable, int64_t value)
{
    ploy_status status = ploy_state_set(domain, partial.value, variable, value);
    if (status == PLOY_OK) {
        const pl_variable* v = variable_at(domain, variable);
        partial.set[v->word] |= field_of(v);
    }
    return status;
}

void ploy_partial_unset(const ploy_domain* domain, ploy_partial partial, uint32_t variable)
{
    const pl_variable* v = variable_at(domain, variable);
    partial.set[v->word] &= ~field_of(v);
    partial.value[v->word] &= ~field_of(v);
}

bool ploy_partial_is_set(const ploy_domain* domain, ploy_partial partial, uint32_t variable)
{
    const pl_variable* v = variable_at(domain, variable);
    return (partial.set[v->word] & field_of(v)) != 0;
}

uint32_t ploy_partial_differing(const ploy_domain* domain, ploy_partial a, ploy_partial b)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ploy_domain_variable_count(domain); ++i) {
        const pl_variable* v = variable_at(domain, i);
        uint64_t difference = (a.value[v->word] ^ b.value[v->word]) | (a.set[v->word] ^ b.set[v->word]);
        count += (difference & field_of(v)) != 0;
    }
    return count;
}

uint32_t ploy_partial_unsatisfied(const ploy_domain* domain, ploy_partial want, ploy_partial have)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ploy_domain_variable_count(domain); ++i) {
        const pl_variable* v = variable_at(domain, i);
        uint64_t difference = (want.value[v->word] ^ have.value[v->word]) | ~have.set[v->word];
        count += (want.set[v->word] & difference & field_of(v)) != 0;
    }
    return count;
}
