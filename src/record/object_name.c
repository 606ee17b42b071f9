#include "record/object_name.h"

#include <string.h>

#include "plan/domain/domain.h"

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
