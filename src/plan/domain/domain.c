#include "plan/domain/domain.h"

#include <string.h>

#include "base/defaults.h"
#include "base/error.h"
#include "plan/domain/compile.h"
#include "plan/language/text.h"

static ploy_domain_def domain_with_defaults(const ploy_domain_def* given)
{
    ploy_domain_def def = given ? *given : (ploy_domain_def){0};
    PL_DEFAULT(def.name, "");
    def.allocator = pl_allocator_choose(&def.allocator);
    PL_DEFAULT(def.limits.variables, PLOY_DEFAULT_MAX_VARIABLES);
    PL_DEFAULT(def.limits.values, PLOY_DEFAULT_MAX_VALUES);
    PL_DEFAULT(def.limits.operators, PLOY_DEFAULT_MAX_OPERATORS);
    PL_DEFAULT(def.limits.alternatives, PLOY_DEFAULT_MAX_ALTERNATIVES);
    PL_DEFAULT(def.limits.depth, PLOY_DEFAULT_MAX_DEPTH);
    return def;
}

ploy_domain* ploy_domain_create(const ploy_domain_def* given)
{
    ploy_domain_def full = domain_with_defaults(given);
    const ploy_domain_def* def = &full;
    ploy_domain* domain = PL_NEW(&def->allocator, ploy_domain);
    if (!domain) {
        return NULL;
    }
    domain->allocator = def->allocator;
    domain->limits = def->limits;
    pl_table_init(&domain->names, &domain->allocator);
    domain->name = pl_text_copy(&domain->allocator, def->name ? def->name : "");
    if (!domain->name) {
        ploy_domain_destroy(domain);
        return NULL;
    }
    return domain;
}

void ploy_domain_destroy(ploy_domain* domain)
{
    if (!domain) {
        return;
    }
    ploy_allocator allocator = domain->allocator;
    pl_compiled_free(domain->compiled, &allocator);
    for (uint32_t i = 0; i < domain->bindings.count; ++i) {
        pl_text_free(&allocator, domain->bindings.data[i].name);
    }
    for (uint32_t i = 0; i < domain->goals.count; ++i) {
        pl_declaration_free(&domain->goals.data[i], &allocator);
    }
    for (uint32_t i = 0; i < domain->actions.count; ++i) {
        pl_text_free(&allocator, domain->actions.data[i].context);
        pl_declaration_free(&domain->actions.data[i].head, &allocator);
    }
    for (uint32_t i = 0; i < domain->symbols.count; ++i) {
        pl_text_free(&allocator, domain->symbols.data[i].name);
    }
    for (uint32_t i = 0; i < domain->objects.count; ++i) {
        pl_text_free(&allocator, domain->objects.data[i].name);
    }
    for (uint32_t i = 0; i < domain->types.count; ++i) {
        pl_text_free(&allocator, domain->types.data[i].name);
    }
    PL_ARRAY_FREE(&domain->bindings, &allocator);
    PL_ARRAY_FREE(&domain->goals, &allocator);
    PL_ARRAY_FREE(&domain->actions, &allocator);
    PL_ARRAY_FREE(&domain->symbols, &allocator);
    PL_ARRAY_FREE(&domain->objects, &allocator);
    PL_ARRAY_FREE(&domain->types, &allocator);
    pl_table_destroy(&domain->names);
    pl_text_free(&allocator, domain->name);
    PL_DELETE(&allocator, domain);
}

// Bytes.

static size_t text_bytes(const char* text)
{
    return text ? strlen(text) + 1 : 0;
}

static size_t head_bytes(const pl_declaration* head)
{
    size_t bytes = text_bytes(head->name) + head->param_count * sizeof *head->params;
    for (uint32_t i = 0; i < head->param_count; ++i) {
        bytes += text_bytes(head->params[i].name);
    }
    for (uint32_t i = 0; i < 3; ++i) {
        bytes += head->texts[i].bytes;
    }
    return bytes;
}

static size_t names_bytes(const ploy_domain* domain)
{
    size_t bytes = text_bytes(domain->name) + domain->names.slot_count * sizeof(pl_slot);
    for (uint32_t i = 0; i < domain->types.count; ++i) {
        bytes += text_bytes(domain->types.data[i].name);
    }
    for (uint32_t i = 0; i < domain->objects.count; ++i) {
        bytes += text_bytes(domain->objects.data[i].name);
    }
    for (uint32_t i = 0; i < domain->symbols.count; ++i) {
        bytes += text_bytes(domain->symbols.data[i].name);
    }
    for (uint32_t i = 0; i < domain->bindings.count; ++i) {
        bytes += text_bytes(domain->bindings.data[i].name);
    }
    return bytes;
}

#define ARRAY_BYTES(array) ((array).capacity * sizeof *(array).data)

size_t ploy_domain_bytes(const ploy_domain* domain)
{
    size_t bytes = sizeof *domain + names_bytes(domain);
    bytes += ARRAY_BYTES(domain->types) + ARRAY_BYTES(domain->objects) + ARRAY_BYTES(domain->symbols);
    bytes += ARRAY_BYTES(domain->actions) + ARRAY_BYTES(domain->goals) + ARRAY_BYTES(domain->bindings);
    for (uint32_t i = 0; i < domain->actions.count; ++i) {
        bytes += head_bytes(&domain->actions.data[i].head) + text_bytes(domain->actions.data[i].context);
    }
    for (uint32_t i = 0; i < domain->goals.count; ++i) {
        bytes += head_bytes(&domain->goals.data[i]);
    }
    return bytes + (domain->compiled ? domain->compiled->bytes : 0);
}

// Callbacks bound by name.

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
