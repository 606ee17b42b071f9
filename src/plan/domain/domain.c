// A domain: creation, names, callbacks and copies.
//
// One hash table holds the names of all kinds; the texts stay with their owners. A copy duplicates the description text
// by text and the compiled form as one block.

#include "plan/domain/domain.h"

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/error.h"
#include "base/hash.h"
#include "plan/domain/compiled.h"
#include "plan/language/lexer.h"
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
    if (!domain || !pl_shared_drop(&domain->shared)) {
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
        pl_declaration_free(&domain->actions.data[i].declaration, &allocator);
    }
    for (uint32_t i = 0; i < domain->symbols.count; ++i) {
        pl_text_free(&allocator, domain->symbols.data[i].name);
    }
    for (uint32_t i = 0; i < domain->tables.count; ++i) {
        pl_value_table_free(&domain->tables.data[i], &allocator);
    }
    for (uint32_t i = 0; i < domain->objects.count; ++i) {
        pl_text_free(&allocator, domain->objects.data[i].name);
    }
    for (uint32_t i = 0; i < domain->types.count; ++i) {
        pl_text_free(&allocator, domain->types.data[i].name);
    }
    PL_ARRAY_FREE(&domain->bindings, &allocator);
    PL_ARRAY_FREE(&domain->clamped, &allocator);
    PL_ARRAY_FREE(&domain->goals, &allocator);
    PL_ARRAY_FREE(&domain->actions, &allocator);
    PL_ARRAY_FREE(&domain->tables, &allocator);
    PL_ARRAY_FREE(&domain->symbols, &allocator);
    PL_ARRAY_FREE(&domain->objects, &allocator);
    PL_ARRAY_FREE(&domain->types, &allocator);
    pl_table_destroy(&domain->names);
    pl_text_free(&allocator, domain->name);
    PL_DELETE(&allocator, domain);
}

void pl_domain_uncompile(ploy_domain* domain)
{
    pl_compiled_free(domain->compiled, &domain->allocator);
    domain->compiled = NULL;
}

// Bytes.

static size_t text_bytes(const char* text)
{
    return text ? strlen(text) + 1 : 0;
}

static size_t declaration_bytes(const pl_declaration* declaration)
{
    size_t bytes = text_bytes(declaration->name) + declaration->param_count * sizeof *declaration->params;
    for (uint32_t i = 0; i < declaration->param_count; ++i) {
        bytes += text_bytes(declaration->params[i].name);
    }
    for (uint32_t i = 0; i < 3; ++i) {
        bytes += declaration->texts[i].bytes;
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
    for (uint32_t i = 0; i < domain->tables.count; ++i) {
        const pl_value_table* table = &domain->tables.data[i];
        size_t copies = table->grounded ? 2 : 1;
        bytes += text_bytes(table->name) + copies * table->cell_count * sizeof *table->values;
    }
    for (uint32_t i = 0; i < domain->bindings.count; ++i) {
        bytes += text_bytes(domain->bindings.data[i].name);
    }
    return bytes;
}

#define ARRAY_BYTES(array) ((array).capacity * sizeof *(array).data)

size_t ploy_domain_bytes(const ploy_domain* domain)
{
    PL_NEED(domain, 0);
    size_t bytes = sizeof *domain + names_bytes(domain);
    bytes += ARRAY_BYTES(domain->types) + ARRAY_BYTES(domain->objects) + ARRAY_BYTES(domain->symbols);
    bytes += ARRAY_BYTES(domain->tables) + ARRAY_BYTES(domain->actions) + ARRAY_BYTES(domain->goals) +
             ARRAY_BYTES(domain->bindings);
    for (uint32_t i = 0; i < domain->actions.count; ++i) {
        bytes += declaration_bytes(&domain->actions.data[i].declaration) + text_bytes(domain->actions.data[i].context);
    }
    for (uint32_t i = 0; i < domain->goals.count; ++i) {
        bytes += declaration_bytes(&domain->goals.data[i]);
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
    PL_NEED(domain, PLOY_INVALID);
    PL_NEED(name, PLOY_INVALID);
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
    PL_NEED(domain, PLOY_INVALID);
    PL_NEED(name, PLOY_INVALID);
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
    PL_NEED(domain, NULL);
    uint32_t first = 0;
    return pl_domain_next_unbound(domain, &first);
}

const char* pl_domain_next_unbound(const ploy_domain* domain, uint32_t* next)
{
    while (*next < domain->bindings.count) {
        const pl_binding* binding = &domain->bindings.data[(*next)++];
        if (binding->used && !binding->context && !binding->number) {
            return binding->name;
        }
    }
    return NULL;
}

#define KIND_SHIFT 28

static uint64_t hash_name(pl_name_kind kind, const char* text, size_t length)
{
    return pl_hash_join(pl_hash_bytes(text, length), kind);
}

static uint32_t item_of(pl_name_kind kind, uint32_t index)
{
    return (uint32_t)kind << KIND_SHIFT | index;
}

static const char* name_at(const ploy_domain* domain, pl_name_kind kind, uint32_t index)
{
    switch (kind) {
    case PL_NAME_TYPE:
        return domain->types.data[index].name;
    case PL_NAME_OBJECT:
        return domain->objects.data[index].name;
    case PL_NAME_SYMBOL:
        return domain->symbols.data[index].name;
    case PL_NAME_ACTION:
        return domain->actions.data[index].declaration.name;
    case PL_NAME_TABLE:
        return domain->tables.data[index].name;
    default:
        return domain->goals.data[index].name;
    }
}

uint32_t pl_domain_find(const ploy_domain* domain, pl_name_kind kind, const char* text, size_t length)
{
    pl_probe probe = pl_probe_begin(&domain->names, hash_name(kind, text, length));
    for (uint32_t item; (item = pl_probe_next(&domain->names, &probe)) != PLOY_NONE;) {
        uint32_t index = item & ((1u << KIND_SHIFT) - 1);
        if (item >> KIND_SHIFT == (uint32_t)kind) {
            const char* name = name_at(domain, kind, index);
            if (strncmp(name, text, length) == 0 && name[length] == '\0') {
                return index;
            }
        }
    }
    return PLOY_NONE;
}

bool pl_domain_add_name(ploy_domain* domain, pl_name_kind kind, const char* text, uint32_t index)
{
    return index < 1u << KIND_SHIFT &&
           pl_table_add(&domain->names, hash_name(kind, text, strlen(text)), item_of(kind, index));
}

void pl_domain_remove_name(ploy_domain* domain, pl_name_kind kind, const char* text, uint32_t index)
{
    pl_table_remove(&domain->names, hash_name(kind, text, strlen(text)), item_of(kind, index));
}

static const char* const kind_names[] = {
    [PL_NAME_TYPE] = "type",     [PL_NAME_OBJECT] = "object", [PL_NAME_SYMBOL] = "symbol",
    [PL_NAME_ACTION] = "action", [PL_NAME_GOAL] = "goal",     [PL_NAME_TABLE] = "table",
};

static ploy_status fail(ploy_error* error, pl_name_kind kind, const char* text, const char* what)
{
    pl_error_set(error, 0, 0, "%s '%.80s' %s", kind_names[kind], text, what);
    return PLOY_INVALID;
}

// Symbols, objects and tables have different names, so that a name in a text is one of them.
static ploy_status check_shared_name(const ploy_domain* domain, pl_name_kind kind, const char* text, ploy_error* error)
{
    static const struct
    {
        pl_name_kind kind;
        const char* what;
    } others[] = {{PL_NAME_OBJECT, "is an object's name too"},
                  {PL_NAME_SYMBOL, "is a symbol's name too"},
                  {PL_NAME_TABLE, "is a table's name too"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        if (others[i].kind != kind && pl_domain_find(domain, others[i].kind, text, strlen(text)) != PLOY_NONE) {
            return fail(error, kind, text, others[i].what);
        }
    }
    return PLOY_OK;
}

ploy_status pl_domain_check_name(const ploy_domain* domain, pl_name_kind kind, const char* text, ploy_error* error)
{
    static const char* const kinds[] = {"bool", "int", "decimal"};
    if (!text || !*text) {
        pl_error_set(error, 0, 0, "%s %s without a name", strchr("ao", kind_names[kind][0]) ? "an" : "a",
                     kind_names[kind]);
        pl_error_hint(error, "letters, digits, '_' and '.', beginning with a letter or '_'");
        return PLOY_INVALID;
    }
    if (!pl_lexer_is_name(text)) {
        fail(error, kind, text, "is not a name");
        pl_error_hint(error, "letters, digits, '_' and '.', beginning with a letter or '_'");
        return PLOY_INVALID;
    }
    for (size_t i = 0; kind == PL_NAME_TYPE && i < sizeof kinds / sizeof *kinds; ++i) {
        if (strcmp(text, kinds[i]) == 0) {
            return fail(error, kind, text, "is built in");
        }
    }
    bool is_read = kind == PL_NAME_SYMBOL || kind == PL_NAME_OBJECT || kind == PL_NAME_TABLE;
    if (pl_lexer_is_word(text) || (is_read && kind != PL_NAME_OBJECT && pl_lexer_is_function(text, strlen(text)))) {
        fail(error, kind, text, "is a word of the language");
        pl_error_hint(error, "rename it");
        return PLOY_INVALID;
    }
    if (pl_domain_find(domain, kind, text, strlen(text)) != PLOY_NONE) {
        return fail(error, kind, text, "is named twice");
    }
    return is_read ? check_shared_name(domain, kind, text, error) : PLOY_OK;
}

static bool copy_text(const ploy_allocator* allocator, const char* from, char** to)
{
    *to = from ? pl_text_copy(allocator, from) : NULL;
    return !from || *to;
}

// Copies a declaration. After a failure *to can still be freed: every pointer in it is valid or NULL.
static bool copy_declaration(const ploy_allocator* allocator, const pl_declaration* from, pl_declaration* to)
{
    *to = (pl_declaration){0};
    if (!copy_text(allocator, from->name, &to->name)) {
        return false;
    }
    if (from->param_count > 0) {
        to->params = PL_NEW_ARRAY(allocator, pl_parameter, from->param_count);
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

// Reserves exactly as many items as `from` has; false when out of memory.
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
        copied = copy_declaration(allocator, &from->actions.data[i].declaration, &action->declaration) &&
                 copy_text(allocator, from->actions.data[i].context, &action->context);
    }
    for (uint32_t i = 0; i < from->goals.count && copied; ++i) {
        copied = copy_declaration(allocator, &from->goals.data[i], &to->goals.data[to->goals.count++]);
    }
    for (uint32_t i = 0; i < from->bindings.count && copied; ++i) {
        to->bindings.data[to->bindings.count++] = from->bindings.data[i];
        copied = copy_text(allocator, from->bindings.data[i].name, &to->bindings.data[i].name);
    }
    return copied;
}

static bool add_names(ploy_domain* to)
{
    bool entered = true;
    for (uint32_t i = 0; i < to->types.count && entered; ++i) {
        entered = pl_domain_add_name(to, PL_NAME_TYPE, to->types.data[i].name, i);
    }
    for (uint32_t i = 0; i < to->objects.count && entered; ++i) {
        entered = pl_domain_add_name(to, PL_NAME_OBJECT, to->objects.data[i].name, i);
    }
    for (uint32_t i = 0; i < to->symbols.count && entered; ++i) {
        entered = pl_domain_add_name(to, PL_NAME_SYMBOL, to->symbols.data[i].name, i);
    }
    for (uint32_t i = 0; i < to->actions.count && entered; ++i) {
        entered = pl_domain_add_name(to, PL_NAME_ACTION, to->actions.data[i].declaration.name, i);
    }
    for (uint32_t i = 0; i < to->goals.count && entered; ++i) {
        entered = pl_domain_add_name(to, PL_NAME_GOAL, to->goals.data[i].name, i);
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
    clone->object_stamp = domain->object_stamp;
    clone->clause_stamp = domain->clause_stamp;
    clone->is_stale = domain->is_stale;
    clone->failure = domain->failure;
    bool copied = copy_names(domain, clone) && copy_owners(domain, clone) && add_names(clone) &&
                  pl_domain_copy_tables(domain, clone);
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

// Effects that clamp although their symbols do not.

bool pl_domain_is_clamped(const ploy_domain* domain, uint32_t action, uint32_t number)
{
    uint64_t key = pl_effect_key(action, number);
    for (uint32_t i = 0; i < domain->clamped.count; ++i) {
        if (domain->clamped.data[i] == key) {
            return true;
        }
    }
    return false;
}

ploy_status pl_domain_clamp(ploy_domain* domain, const uint64_t* effects, uint32_t count)
{
    if (!PL_ARRAY_RESERVE(&domain->clamped, &domain->allocator, count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    for (domain->clamped.count = 0; domain->clamped.count < count; ++domain->clamped.count) {
        domain->clamped.data[domain->clamped.count] = effects[domain->clamped.count];
    }
    return ploy_domain_compile(domain, NULL);
}
