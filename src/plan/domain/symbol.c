// Types, objects and symbols: the source of a domain's variables and their values.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"
#include "plan/domain/domain.h"
#include "plan/language/lexer.h"
#include "plan/language/text.h"

// Types.

static ploy_status add_object(ploy_domain* domain, const char* name, uint32_t type, ploy_error* error)
{
    ploy_status status = pl_domain_check_name(domain, PL_NAME_OBJECT, name, error);
    if (status != PLOY_OK) {
        return status;
    }
    char* copy = pl_text_copy(&domain->allocator, name);
    if (!copy || !pl_domain_add_name(domain, PL_NAME_OBJECT, name, domain->objects.count)) {
        pl_text_free(&domain->allocator, copy);
        return PLOY_OUT_OF_MEMORY;
    }
    domain->objects.data[domain->objects.count++] = (pl_object){.name = copy, .type = type};
    return PLOY_OK;
}

static void drop_objects(ploy_domain* domain, uint32_t count)
{
    while (domain->objects.count > count) {
        pl_object object = PL_ARRAY_POP(&domain->objects);
        pl_domain_remove_name(domain, PL_NAME_OBJECT, object.name, domain->objects.count);
        pl_text_free(&domain->allocator, object.name);
    }
}

static ploy_status check_type(const ploy_domain* domain, const char* name, uint32_t count, ploy_error* error)
{
    ploy_status status = pl_domain_check_name(domain, PL_NAME_TYPE, name, error);
    if (status == PLOY_OK && count == 0) {
        pl_error_set(error, 0, 0, "type '%.80s' has no objects", name);
        pl_error_hint(error, "list them, separated by spaces, or give it a capacity");
        return PLOY_INVALID;
    }
    if (status == PLOY_OK && count > domain->limits.values) {
        pl_error_set(error, 0, 0, "type '%.80s' has %" PRIu32 " objects, at most %" PRIu32 " are allowed", name, count,
                     domain->limits.values);
        return PLOY_INVALID;
    }
    return status;
}

/// The longest name of a type whose objects are spawned: theirs have a number besides.
#define MAX_SPAWN_NAME 100

ploy_status ploy_domain_add_type(ploy_domain* domain, const char* name, const char* const* objects,
                                 uint32_t object_count, uint32_t* type, ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_NEED_ERROR(error, name, PLOY_INVALID);
    pl_error_clear(error);
    ploy_status status = check_type(domain, name, object_count, error);
    if (status == PLOY_OK && !objects && strlen(name) > MAX_SPAWN_NAME) {
        pl_error_set(error, 0, 0, "type '%.80s…': a type with a capacity has a name of at most %d bytes", name,
                     MAX_SPAWN_NAME);
        return PLOY_INVALID;
    }
    if (status != PLOY_OK) {
        return status;
    }
    uint32_t index = domain->types.count;
    uint32_t first = domain->objects.count;
    if (!PL_ARRAY_RESERVE(&domain->types, &domain->allocator, index + 1) ||
        !PL_ARRAY_RESERVE(&domain->objects, &domain->allocator, first + object_count)) {
        return PLOY_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < object_count && status == PLOY_OK; ++i) {
        char spawned[MAX_SPAWN_NAME + 16];
        if (!objects) snprintf(spawned, sizeof spawned, "%s.%u", name, (unsigned)i + 1);
        status = add_object(domain, objects ? objects[i] : spawned, index, error);
    }
    char* copy = status == PLOY_OK ? pl_text_copy(&domain->allocator, name) : NULL;
    if (!copy || !pl_domain_add_name(domain, PL_NAME_TYPE, name, index)) {
        pl_text_free(&domain->allocator, copy);
        drop_objects(domain, first);
        return status == PLOY_OK ? PLOY_OUT_OF_MEMORY : status;
    }
    domain->types.data[domain->types.count++] =
        (pl_type){.name = copy, .first_object = first, .object_count = object_count, .is_spawned = !objects};
    if (type) {
        *type = index;
    }
    return PLOY_OK;
}

// Symbols.

static ploy_symbol_def symbol_with_defaults(const ploy_symbol_def* given)
{
    ploy_symbol_def def = given ? *given : (ploy_symbol_def){0};
    PL_DEFAULT(def.step, 1);
    return def;
}

#define FAIL(error, ...) (pl_error_set(error, 0, 0, __VA_ARGS__), PLOY_INVALID)

static ploy_status find_type(const ploy_domain* domain, const char* symbol, const char* name, uint32_t* type,
                             ploy_error* error)
{
    *type = name ? pl_domain_find_type(domain, name) : PLOY_NONE;
    if (*type != PLOY_NONE) {
        return PLOY_OK;
    }
    pl_error_set(error, 0, 0, "symbol '%.60s': unknown type '%.80s'", symbol, name ? name : "");
    if (name && strcmp(name, "string") == 0) {
        pl_error_hint(error, "a symbol cannot be a string: declare a <type> whose objects are its values");
        return PLOY_INVALID;
    }
    pl_similar similar = pl_similar_begin(name ? name : "");
    for (uint32_t i = 0; i < domain->types.count; ++i) {
        pl_similar_offer(&similar, domain->types.data[i].name);
    }
    pl_similar_hint(&similar, error);
    return PLOY_INVALID;
}

static ploy_status set_range(const ploy_domain* domain, const ploy_symbol_def* def, pl_symbol* symbol,
                             ploy_error* error)
{
    int64_t limit = def->type == PLOY_VALUE_INT ? PL_MAX_NUMBER / PLOY_UNIT : PL_MAX_NUMBER;
    symbol->min = def->min;
    symbol->step = def->type == PLOY_VALUE_INT ? 1 : def->step;
    if (def->min < -limit || def->max > limit || def->min > limit || def->max < -limit) {
        return FAIL(error, "symbol '%.80s': min and max must lie within 10^12", def->name);
    }
    if (def->min > def->max) {
        return FAIL(error, "symbol '%.80s': min is above max", def->name);
    }
    if (symbol->step < 1 || symbol->step > PL_MAX_NUMBER) {
        return FAIL(error, "symbol '%.80s': step must be 0.001 or more", def->name);
    }
    if ((def->max - def->min) % symbol->step != 0) {
        return FAIL(error, "symbol '%.80s': max is not a whole number of steps above min", def->name);
    }
    int64_t size = (def->max - def->min) / symbol->step + 1;
    if (size > domain->limits.values) {
        return FAIL(error, "symbol '%.80s' has %" PRId64 " values, at most %" PRIu32 " are allowed", def->name, size,
                    domain->limits.values);
    }
    symbol->size = (uint32_t)size;
    return PLOY_OK;
}

static ploy_status set_values(const ploy_domain* domain, const ploy_symbol_def* def, pl_symbol* symbol,
                              ploy_error* error)
{
    symbol->kind = (uint8_t)def->type;
    symbol->type = PLOY_NONE;
    symbol->step = 1;
    if (def->type == PLOY_VALUE_BOOL) {
        symbol->size = 2;
        return PLOY_OK;
    }
    if (def->type > PLOY_VALUE_OBJECT) {
        return FAIL(error, "symbol '%.80s' can be a bool, int, decimal or object, not a string or a struct", def->name);
    }
    if (def->type != PLOY_VALUE_OBJECT) {
        return set_range(domain, def, symbol, error);
    }
    ploy_status status = find_type(domain, def->name, def->object_type, &symbol->type, error);
    symbol->size = status == PLOY_OK ? domain->types.data[symbol->type].object_count : 0;
    return status;
}

static ploy_status set_indices(const ploy_domain* domain, const ploy_symbol_def* def, pl_symbol* symbol,
                               ploy_error* error)
{
    if (def->of_count > PLOY_MAX_ARGS) {
        return FAIL(error, "symbol '%.80s' has more than %d indices", def->name, PLOY_MAX_ARGS);
    }
    uint64_t variables = 1;
    symbol->of_count = (uint8_t)def->of_count;
    for (uint32_t i = 0; i < def->of_count; ++i) {
        ploy_status status = find_type(domain, def->name, def->of[i], &symbol->of[i], error);
        if (status != PLOY_OK) {
            return status;
        }
        variables *= domain->types.data[symbol->of[i]].object_count;
        if (variables > UINT32_MAX) {
            break;
        }
    }
    if (domain->variable_count + variables > domain->limits.variables) {
        return FAIL(error, "symbol '%.80s' makes more than %" PRIu32 " ground symbols", def->name,
                    domain->limits.variables);
    }
    if (domain->fact_count + variables * symbol->size > PL_MAX_FACTS) {
        return FAIL(error, "symbol '%.80s' makes more than %u values of all ground symbols together", def->name,
                    PL_MAX_FACTS);
    }
    return PLOY_OK;
}

// "3", "-0.5" in fixed point (1/1000).
static bool read_number(const char* text, int64_t* fixed)
{
    pl_token token = pl_lexer_next(text, 0);
    bool negative = token.kind == PL_TOKEN_MINUS;
    if (negative) {
        token = pl_lexer_next(text, token.at + token.length);
    }
    if (token.kind != PL_TOKEN_NUMBER || !pl_lexer_number(text, token, fixed)) {
        return false;
    }
    *fixed = negative ? -*fixed : *fixed;
    return pl_lexer_next(text, token.at + token.length).kind == PL_TOKEN_END;
}

// The index of the value that a text names, or PLOY_NONE.
static uint32_t read_value(const ploy_domain* domain, const pl_symbol* symbol, const char* text)
{
    if (symbol->kind == PLOY_VALUE_BOOL) {
        return strcmp(text, "true") == 0 ? 1 : strcmp(text, "false") == 0 ? 0 : PLOY_NONE;
    }
    if (symbol->kind == PLOY_VALUE_OBJECT) {
        return ploy_domain_find_object(domain, symbol->type, text);
    }
    int64_t number;
    if (!read_number(text, &number) || (symbol->kind == PLOY_VALUE_INT && number % PLOY_UNIT != 0)) {
        return PLOY_NONE;
    }
    return pl_symbol_index(symbol, symbol->kind == PLOY_VALUE_INT ? number / PLOY_UNIT : number);
}

static ploy_status set_initial(const ploy_domain* domain, const ploy_symbol_def* def, pl_symbol* symbol,
                               ploy_error* error)
{
    symbol->initial = def->initial ? read_value(domain, symbol, def->initial) : 0;
    if (symbol->initial != PLOY_NONE) {
        return PLOY_OK;
    }
    pl_error_set(error, 0, 0, "symbol '%.60s': initial value '%.60s' is none of its values", def->name, def->initial);
    if (symbol->kind == PLOY_VALUE_OBJECT) {
        pl_similar similar = pl_similar_begin(def->initial);
        for (uint32_t i = 0; i < symbol->size; ++i) {
            pl_similar_offer(&similar, ploy_domain_object_name(domain, symbol->type, i));
        }
        pl_similar_hint(&similar, error);
    }
    return PLOY_INVALID;
}

static ploy_status describe(const ploy_domain* domain, const ploy_symbol_def* def, pl_symbol* symbol, ploy_error* error)
{
    *symbol = (pl_symbol){.first_variable = domain->variable_count, .planned = def->planned, .clamp = def->clamp};
    ploy_status status = pl_domain_check_name(domain, PL_NAME_SYMBOL, def->name, error);
    if (status == PLOY_OK && def->clamp && def->type != PLOY_VALUE_INT && def->type != PLOY_VALUE_DECIMAL) {
        pl_error_set(error, 0, 0, "symbol '%.60s': only an int or a decimal can clamp", def->name);
        return PLOY_INVALID;
    }
    status = status == PLOY_OK ? set_values(domain, def, symbol, error) : status;
    status = status == PLOY_OK ? set_indices(domain, def, symbol, error) : status;
    return status == PLOY_OK ? set_initial(domain, def, symbol, error) : status;
}

ploy_status ploy_domain_add_symbol(ploy_domain* domain, const ploy_symbol_def* given, uint32_t* symbol,
                                   ploy_error* error)
{
    PL_NEED_ERROR(error, domain, PLOY_INVALID);
    PL_NEED_NAMED("def", error, given, PLOY_INVALID);
    ploy_symbol_def full = symbol_with_defaults(given);
    const ploy_symbol_def* def = &full;
    pl_error_clear(error);
    pl_symbol made;
    ploy_status status = describe(domain, def, &made, error);
    if (status != PLOY_OK) {
        return status;
    }
    uint32_t index = domain->symbols.count;
    if (!PL_ARRAY_RESERVE(&domain->symbols, &domain->allocator, index + 1)) {
        return PLOY_OUT_OF_MEMORY;
    }
    made.name = pl_text_copy(&domain->allocator, def->name);
    if (!made.name || !pl_domain_add_name(domain, PL_NAME_SYMBOL, def->name, index)) {
        pl_text_free(&domain->allocator, made.name);
        return PLOY_OUT_OF_MEMORY;
    }
    domain->symbols.data[domain->symbols.count++] = made;
    domain->variable_count += pl_symbol_variables(domain, &made);
    domain->fact_count += pl_symbol_variables(domain, &made) * made.size;
    if (symbol) {
        *symbol = index;
    }
    return PLOY_OK;
}

uint32_t pl_symbol_variables(const ploy_domain* domain, const pl_symbol* symbol)
{
    uint32_t count = 1;
    for (uint32_t i = 0; i < symbol->of_count; ++i) {
        count *= domain->types.data[symbol->of[i]].object_count;
    }
    return count;
}

uint32_t pl_symbol_index(const pl_symbol* symbol, int64_t value)
{
    bool inside = value >= symbol->min && value <= pl_symbol_max(symbol) && (value - symbol->min) % symbol->step == 0;
    return inside ? (uint32_t)((value - symbol->min) / symbol->step) : PLOY_NONE;
}

uint32_t pl_domain_symbol_of(const ploy_domain* domain, uint32_t variable)
{
    uint32_t low = 0;
    uint32_t high = domain->symbols.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        *(domain->symbols.data[middle].first_variable <= variable ? &low : &high) = middle;
    }
    return low;
}
