// Callbacks bound by name.

#include <string.h>

#include "plan/domain/domain.h"

static pl_binding* find(ploy_domain* domain, const char* name, bool is_context)
{
    for (uint32_t i = 0; i < domain->bindings.count; ++i) {
        pl_binding* binding = &domain->bindings.data[i];
        if (binding->used && binding->is_context == is_context && strcmp(binding->name, name) == 0) {
            return binding;
        }
    }
    return NULL;
}

ploy_status ploy_domain_bind_context(ploy_domain* domain, const char* name, ploy_context_fn* fn, void* user)
{
    pl_binding* binding = find(domain, name, true);
    if (!binding) {
        return PLOY_NOT_FOUND;
    }
    binding->context = fn;
    binding->user = user;
    ++domain->version;
    return PLOY_OK;
}

ploy_status ploy_domain_bind_number(ploy_domain* domain, const char* name, ploy_number_fn* fn, void* user)
{
    pl_binding* binding = find(domain, name, false);
    if (!binding) {
        return PLOY_NOT_FOUND;
    }
    binding->number = fn;
    binding->user = user;
    ++domain->version;
    return PLOY_OK;
}

const char* ploy_domain_find_unbound(const ploy_domain* domain)
{
    for (uint32_t i = 0; i < domain->bindings.count; ++i) {
        const pl_binding* binding = &domain->bindings.data[i];
        if (binding->used && !binding->context && !binding->number) {
            return binding->name;
        }
    }
    return NULL;
}
