// A copy of a domain: the description text by text, the compiled form as one block.

#include <string.h>

#include "plan/domain/compile.h"
#include "plan/language/text.h"

static bool copy_text(const ploy_allocator* allocator, const char* from, char** to)
{
    *to = from ? pl_text_copy(allocator, from) : NULL;
    return !from || *to;
}

// Copies what stays the same whoever owns it; *to keeps its own pointers, all of them valid to free at any time.
static bool copy_head(const ploy_allocator* allocator, const pl_declaration* from, pl_declaration* to)
{
    *to = (pl_declaration){0};
    if (!copy_text(allocator, from->name, &to->name)) {
        return false;
    }
    if (from->param_count > 0) {
        to->params = PL_NEW_ARRAY(allocator, pl_param, from->param_count);
        if (!to->params) {
            return false;
        }
        to->param_count = from->param_count;
    }
    for (uint32_t i = 0; i < from->param_count; ++i) {
        to->params[i].type = from->params[i].type;
        if (!copy_text(allocator, from->params[i].name, &to->params[i].name)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < 3; ++i) {
        if (pl_texts_splice(&from->texts[i], allocator, 0, 0, NULL, &to->texts[i]) != PLOY_OK) {
            to->texts[i] = (pl_texts){0};
            return false;
        }
    }
    return true;
}

// Makes room for exactly as many items as from has; false when out of memory.
#define RESERVE_LIKE(to, from)                                                                                         \
    ((from)->count == 0 || (((to)->data = pl_alloc_zeroed(allocator, (from)->count * sizeof *(to)->data)) &&           \
                            ((to)->capacity = (from)->count)))

static bool copy_names(const ploy_domain* from, ploy_domain* to)
{
    const ploy_allocator* allocator = &to->allocator;
    if (!RESERVE_LIKE(&to->types, &from->types) || !RESERVE_LIKE(&to->objects, &from->objects) ||
        !RESERVE_LIKE(&to->symbols, &from->symbols)) {
        return false;
    }
    bool copied = true;
    for (uint32_t i = 0; i < from->types.count && copied; ++i) {
        to->types.data[to->types.count++] = from->types.data[i];
        copied = copy_text(allocator, from->types.data[i].name, &to->types.data[i].name);
    }
    for (uint32_t i = 0; i < from->objects.count && copied; ++i) {
        to->objects.data[to->objects.count++] = from->objects.data[i];
        copied = copy_text(allocator, from->objects.data[i].name, &to->objects.data[i].name);
    }
    for (uint32_t i = 0; i < from->symbols.count && copied; ++i) {
        to->symbols.data[to->symbols.count++] = from->symbols.data[i];
        copied = copy_text(allocator, from->symbols.data[i].name, &to->symbols.data[i].name);
    }
    return copied;
}

static bool copy_owners(const ploy_domain* from, ploy_domain* to)
{
    const ploy_allocator* allocator = &to->allocator;
    if (!RESERVE_LIKE(&to->actions, &from->actions) || !RESERVE_LIKE(&to->goals, &from->goals) ||
        !RESERVE_LIKE(&to->bindings, &from->bindings)) {
        return false;
    }
    bool copied = true;
    for (uint32_t i = 0; i < from->actions.count && copied; ++i) {
        pl_action* action = &to->actions.data[to->actions.count++];
        *action = from->actions.data[i];
        action->context = NULL;
        copied = copy_head(allocator, &from->actions.data[i].head, &action->head) &&
                 copy_text(allocator, from->actions.data[i].context, &action->context);
    }
    for (uint32_t i = 0; i < from->goals.count && copied; ++i) {
        copied = copy_head(allocator, &from->goals.data[i], &to->goals.data[to->goals.count++]);
    }
    for (uint32_t i = 0; i < from->bindings.count && copied; ++i) {
        to->bindings.data[to->bindings.count++] = from->bindings.data[i];
        copied = copy_text(allocator, from->bindings.data[i].name, &to->bindings.data[i].name);
    }
    return copied;
}

static bool enter_names(ploy_domain* to)
{
    bool entered = true;
    for (uint32_t i = 0; i < to->types.count && entered; ++i) {
        entered = pl_domain_enter(to, PL_NAME_TYPE, to->types.data[i].name, i);
    }
    for (uint32_t i = 0; i < to->objects.count && entered; ++i) {
        entered = pl_domain_enter(to, PL_NAME_OBJECT, to->objects.data[i].name, i);
    }
    for (uint32_t i = 0; i < to->symbols.count && entered; ++i) {
        entered = pl_domain_enter(to, PL_NAME_SYMBOL, to->symbols.data[i].name, i);
    }
    for (uint32_t i = 0; i < to->actions.count && entered; ++i) {
        entered = pl_domain_enter(to, PL_NAME_ACTION, to->actions.data[i].head.name, i);
    }
    for (uint32_t i = 0; i < to->goals.count && entered; ++i) {
        entered = pl_domain_enter(to, PL_NAME_GOAL, to->goals.data[i].name, i);
    }
    return entered;
}

ploy_domain* pl_domain_clone(const ploy_domain* domain, const ploy_allocator* allocator)
{
    ploy_domain_def def = {0};
    def.name = domain->name;
    def.allocator = allocator ? *allocator : domain->allocator;
    def.limits = domain->limits;
    ploy_domain* clone = ploy_domain_create(&def);
    if (!clone) {
        return NULL;
    }
    clone->variable_count = domain->variable_count;
    clone->fact_count = domain->fact_count;
    clone->version = domain->version;
    clone->failure = domain->failure;
    bool copied = copy_names(domain, clone) && copy_owners(domain, clone) && enter_names(clone);
    if (copied && domain->compiled) {
        clone->compiled = pl_compiled_pack(domain->compiled, &clone->allocator);
        copied = clone->compiled != NULL;
    }
    if (!copied) {
        ploy_domain_destroy(clone);
        return NULL;
    }
    return clone;
}
