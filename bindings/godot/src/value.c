// Values of Godot and of Ploy, errors, and the names of a domain's objects.

#include "native.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const pl_gd_core* pl_gd_engine;
_Thread_local pl_gd_world* pl_gd_current;

// Values.

pl_gd_variant pl_gd_of_nil(void)
{
    pl_gd_variant made;
    PL_GD(pl_gd_engine, variant_new_nil)(&made);
    return made;
}

pl_gd_variant pl_gd_of_bool(bool value)
{
    pl_gd_variant made;
    PL_GD(pl_gd_engine, variant_new_bool)(&made, value);
    return made;
}

pl_gd_variant pl_gd_of_int(int64_t value)
{
    pl_gd_variant made;
    PL_GD(pl_gd_engine, variant_new_int)(&made, value);
    return made;
}

pl_gd_variant pl_gd_of_real(double value)
{
    pl_gd_variant made;
    PL_GD(pl_gd_engine, variant_new_real)(&made, value);
    return made;
}

pl_gd_string pl_gd_string_of(const char* text)
{
    pl_gd_string made;
    PL_GD(pl_gd_engine, string_new)(&made);
    PL_GD(pl_gd_engine, string_parse_utf8)(&made, text);
    return made;
}

pl_gd_variant pl_gd_of_text(const char* text)
{
    pl_gd_variant made;
    pl_gd_string string = pl_gd_string_of(text);
    PL_GD(pl_gd_engine, variant_new_string)(&made, &string);
    PL_GD(pl_gd_engine, string_destroy)(&string);
    return made;
}

/// Copies the text of a variant; the caller frees it.
char* pl_gd_text_of(const pl_gd_variant* variant)
{
    pl_gd_string string = PL_GD(pl_gd_engine, variant_as_string)(variant);
    pl_gd_chars chars = PL_GD(pl_gd_engine, string_utf8)(&string);
    const char* data = PL_GD(pl_gd_engine, chars_data)(&chars);
    size_t bytes = strlen(data) + 1;
    char* copy = malloc(bytes);
    if (!copy) abort();
    memcpy(copy, data, bytes);
    PL_GD(pl_gd_engine, chars_destroy)(&chars);
    PL_GD(pl_gd_engine, string_destroy)(&string);
    return copy;
}

/// Copies the text into a buffer, and cuts it at its end.
const char* pl_gd_text_into(const pl_gd_variant* variant, char* text, size_t size)
{
    char* copy = pl_gd_text_of(variant);
    snprintf(text, size, "%s", copy);
    free(copy);
    return text;
}

int pl_gd_type_of(const pl_gd_variant* variant)
{
    return PL_GD(pl_gd_engine, variant_type)(variant);
}

bool pl_gd_is_number(const pl_gd_variant* variant)
{
    return pl_gd_type_of(variant) == PL_GD_INT || pl_gd_type_of(variant) == PL_GD_REAL;
}

// Errors.

pl_gd_variant pl_gd_fail(pl_gd_world* world, const char* message)
{
    snprintf(world->error, sizeof(world->error), "%s", message);
    PL_GD(pl_gd_engine, print_error)(message, "Ploy", "ploy", 0);
    return pl_gd_of_nil();
}

pl_gd_variant pl_gd_fail_status(pl_gd_world* world, const char* what, ploy_status status, const ploy_error* error)
{
    char text[800];
    if (error && error->message[0])
        snprintf(text, sizeof(text), "%s:%u:%u: %s%s%s", what, error->line, error->column, error->message, error->hint[0] ? "; " : "", error->hint);
    else
        snprintf(text, sizeof(text), "%s: %s", what, world->refused[0] ? world->refused : ploy_status_text(status));
    return pl_gd_fail(world, text);
}

void pl_gd_take_log(const char* message, void* user)
{
    (void)user;
    if (pl_gd_current)
        snprintf(pl_gd_current->refused, sizeof(pl_gd_current->refused), "%s", message);
    PL_GD(pl_gd_engine, print_error)(message, "Ploy", "ploy", 0);
}

// Objects by name.

void pl_gd_find_objects(pl_gd_world* world)
{
    const ploy_blackboard_keys* keys = ploy_world_keys(world->world);
    world->is_stale = false;
    world->key_count = ploy_blackboard_keys_count(keys);
    free(world->objects);
    world->objects = calloc(world->key_count + 1, sizeof(*world->objects));
    if (!world->objects) abort();
    for (uint32_t f = 0; f < world->file_count; ++f) {
        const ploy_file* file = ploy_world_file(world->world, world->files[f]);
        for (uint32_t d = 0; file && d < ploy_file_domain_count(file); ++d) {
            const ploy_domain* domain = ploy_file_domain(file, d);
            for (uint32_t s = 0; s < ploy_domain_symbol_count(domain); ++s) {
                ploy_symbol_info symbol = ploy_domain_symbol(domain, s);
                char name[512];
                for (uint32_t v = 0; symbol.type == PLOY_VALUE_OBJECT && v < symbol.variable_count; ++v) {
                    ploy_domain_variable_print(domain, symbol.first_variable + v, name, sizeof(name));
                    uint32_t key = ploy_blackboard_keys_find(keys, name);
                    if (key < world->key_count) world->objects[key] = (pl_gd_objects){domain, symbol.object_type};
                }
            }
        }
    }
}

pl_gd_objects pl_gd_objects_of_key(const pl_gd_world* world, uint32_t key)
{
    return key < world->key_count ? world->objects[key] : (pl_gd_objects){0};
}

pl_gd_variant pl_gd_of_value(uint32_t type, ploy_value value, pl_gd_objects objects)
{
    if (objects.domain && value >= 0 && value < (ploy_value)ploy_domain_type(objects.domain, objects.type).object_count)
        return pl_gd_of_text(ploy_domain_object_name(objects.domain, objects.type, (uint32_t)value));
    switch (type) {
    case PLOY_VALUE_BOOL: return pl_gd_of_bool(value != 0);
    case PLOY_VALUE_DECIMAL: return pl_gd_of_real((double)value / PLOY_UNIT);
    case PLOY_VALUE_FLOAT: return pl_gd_of_real(ploy_value_float(value));
    case PLOY_VALUE_STRING: return pl_gd_of_text(ploy_value_string(value));
    case PLOY_VALUE_INT:
    case PLOY_VALUE_OBJECT: return pl_gd_of_int(value);
    default: return pl_gd_of_nil();
    }
}

/// false: another type, and the error says which. A string is written to `text`.
bool pl_gd_to_value(pl_gd_world* world, const pl_gd_variant* variant, uint32_t type, pl_gd_objects objects, const char* what,
                     char* text, size_t size, ploy_value* value)
{
    static const char* const wanted[] = {"true or false", "a whole number", "a number", "a whole number or the name of an object", "a number", "a string", "nothing"};
    bool ok = false;
    if (type == PLOY_VALUE_BOOL && (ok = pl_gd_type_of(variant) == PL_GD_BOOL)) {
        *value = PL_GD(pl_gd_engine, variant_as_bool)(variant);
    } else if (type == PLOY_VALUE_STRING && (ok = pl_gd_type_of(variant) == PL_GD_STRING)) {
        *value = ploy_value_of(pl_gd_text_into(variant, text, size));
    } else if (objects.domain && (ok = pl_gd_type_of(variant) == PL_GD_STRING)) {
        uint32_t object = ploy_domain_find_object(objects.domain, objects.type, pl_gd_text_into(variant, text, size));
        ok = object != PLOY_NONE;
        *value = object;
    } else if (type == PLOY_VALUE_DECIMAL && (ok = pl_gd_is_number(variant))) {
        double scaled = PL_GD(pl_gd_engine, variant_as_real)(variant) * PLOY_UNIT;
        *value = (ploy_value)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    } else if (type == PLOY_VALUE_FLOAT && (ok = pl_gd_is_number(variant))) {
        *value = ploy_value_of_float(PL_GD(pl_gd_engine, variant_as_real)(variant));
    } else if (!objects.domain && (type == PLOY_VALUE_INT || type == PLOY_VALUE_OBJECT) && (ok = pl_gd_type_of(variant) == PL_GD_INT)) {
        *value = PL_GD(pl_gd_engine, variant_as_int)(variant);
    }
    if (!ok) {
        char message[256];
        snprintf(message, sizeof(message), "%s must be %s", what, objects.domain ? "the name of an object of its type" : wanted[type <= PLOY_VALUE_STRING ? type : PLOY_VALUE_STRUCT]);
        pl_gd_fail(world, message);
    }
    return ok;
}

