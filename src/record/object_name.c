#include "record/object_name.h"

#include <string.h>

#include "plan/domain/domain.h"
#include "plan/language/text.h"

static uint32_t find_type(const ploy_domain* domain, const char* name)
{
    uint32_t count = ploy_domain_type_count(domain), type = 0;
    while (type < count && strcmp(ploy_domain_type(domain, type).name, name) != 0) ++type;
    return type < count ? type : PLOY_NONE;
}

// A key has the name of a variable: "at", "holds(anvil)".
static uint32_t type_of_variable(const ploy_domain* domain, const char* key)
{
    char name[512];
    for (uint32_t v = 0; v < ploy_domain_variable_count(domain); ++v) {
        size_t length = ploy_domain_variable_print(domain, v, name, sizeof name);
        if (length >= sizeof name || strcmp(name, key) != 0) continue;
        ploy_symbol_info symbol = ploy_domain_symbol(domain, pl_domain_symbol_of(domain, v));
        return symbol.type == PLOY_VALUE_OBJECT ? symbol.object_type : PLOY_NONE;
    }
    return PLOY_NONE;
}

uint32_t pl_object_type_of(const ploy_domain* domain, const char* key, const char* object_type)
{
    if (!domain) return PLOY_NONE;
    return object_type ? find_type(domain, object_type) : type_of_variable(domain, key);
}

const char* pl_object_name(const ploy_domain* domain, const char* key, const char* object_type, ploy_value value)
{
    uint32_t type = pl_object_type_of(domain, key, object_type);
    bool is_one = type != PLOY_NONE && value >= 0 && value < ploy_domain_type(domain, type).object_count;
    return is_one ? ploy_domain_object_name(domain, type, (uint32_t)value) : NULL;
}

const char* pl_cell_name(const ploy_domain* domain, uint64_t table, uint64_t cell, char* text, size_t size)
{
    pl_text_writer writer = pl_writer_begin(text, size);
    if (!domain || table >= domain->tables.count || cell >= domain->tables.data[table].cell_count) return text;
    const pl_value_table* t = &domain->tables.data[table];
    uint32_t objects[PLOY_MAX_ARGS];
    pl_value_table_objects(domain, t, (uint32_t)cell, objects);
    pl_writer_add(&writer, "%s(", t->name);
    for (uint32_t i = 0; i < t->of_count; ++i) {
        pl_writer_add(&writer, "%s%s", i > 0 ? ", " : "", ploy_domain_object_name(domain, t->of[i], objects[i]));
    }
    pl_writer_add(&writer, ")");
    return text;
}

const char* pl_cell_value(const ploy_domain* domain, uint64_t table, int64_t value, char* text, size_t size)
{
    pl_text_writer writer = pl_writer_begin(text, size);
    if (!domain || table >= domain->tables.count) return text;
    const pl_value_table* t = &domain->tables.data[table];
    if (value < t->min || value > t->max) return text;
    if (t->kind == PLOY_VALUE_BOOL) {
        pl_writer_add(&writer, value ? "true" : "false");
    } else if (t->kind == PLOY_VALUE_OBJECT) {
        pl_writer_add(&writer, "%s", ploy_domain_object_name(domain, t->type, (uint32_t)value));
    } else {
        pl_writer_add_decimal(&writer, t->kind == PLOY_VALUE_INT ? value * PLOY_UNIT : value);
    }
    return text;
}
