#include "knowledge/fact_types.h"

#include <string.h>

#include "base/defaults.h"
#include "base/hash.h"
#include "base/index.h"

#define MAX_CAPACITY 65536u
#define MAX_END (1u << 30)
#define LIFETIMES (PLOY_FACT_CERTAIN + 1)

static ploy_fact_types_def fact_types_with_defaults(const ploy_fact_types_def* given)
{
    ploy_fact_types_def def = given ? *given : (ploy_fact_types_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    return def;
}

static ploy_fact_type_def fact_type_with_defaults(const ploy_fact_type_def* given)
{
    ploy_fact_type_def def = given ? *given : (ploy_fact_type_def){0};
    PL_DEFAULT(def.capacity, PLOY_DEFAULT_FACT_CAPACITY);
    PL_DEFAULT(def.decay_time, PLOY_DEFAULT_FACT_DECAY_TIME);
    PL_DEFAULT(def.floor, PLOY_DEFAULT_FACT_FLOOR);
    return def;
}

ploy_fact_types* ploy_fact_types_create(const ploy_fact_types_def* given)
{
    ploy_fact_types_def full = fact_types_with_defaults(given);
    const ploy_fact_types_def* def = &full;
    ploy_fact_types* kinds = PL_NEW(&def->allocator, ploy_fact_types);
    if (kinds) {
        kinds->allocator = def->allocator;
        kinds->trace = def->trace;
        pl_names_init(&kinds->names, &kinds->allocator);
    }
    return kinds;
}

void ploy_fact_types_destroy(ploy_fact_types* kinds)
{
    if (!kinds) {
        return;
    }
    PL_ASSERT(kinds->memory_count == 0);
    ploy_allocator allocator = kinds->allocator;
    for (uint32_t i = 0; i < kinds->list.count; ++i) {
        PL_DELETE_ARRAY(&allocator, kinds->list.data[i].lifetimes, LIFETIMES);
    }
    PL_ARRAY_FREE(&kinds->list, &allocator);
    pl_names_destroy(&kinds->names);
    PL_DELETE(&allocator, kinds);
}

// Adding.

static bool is_name(const char* name)
{
    return name && name[0];
}

static bool attribute_is_valid(const ploy_fact_type_def* def, uint32_t attribute)
{
    const ploy_fact_attribute* one = &def->attributes[attribute];
    bool ok = is_name(one->name) && (uint32_t)one->type <= PLOY_VALUE_OBJECT;
    for (uint32_t i = 0; i < attribute && ok; ++i) {
        ok = strcmp(def->attributes[i].name, one->name) != 0;
    }
    return ok;
}

static bool is_valid(const ploy_fact_types* kinds, const ploy_fact_type_def* def)
{
    bool ok = is_name(def->name) && ploy_fact_types_find(kinds, def->name) == PLOY_NONE;
    ok = ok && def->attribute_count <= PLOY_FACT_ATTRIBUTES && def->capacity >= 1 && def->capacity <= MAX_CAPACITY;
    ok = ok && (uint32_t)def->decay <= PLOY_DECAY_NONE && def->floor >= 1 && def->floor <= PLOY_FACT_CERTAIN;
    ok = ok && def->decay_time >= 1 && def->decay_time <= PL_BELIEF_MAX_TIME;
    for (uint32_t i = 0; ok && i < def->attribute_count; ++i) {
        ok = attribute_is_valid(def, i);
    }
    return ok;
}

static uint32_t intern(ploy_fact_types* kinds, const char* name)
{
    return pl_names_intern(&kinds->names, name, strlen(name));
}

static bool fill_names(ploy_fact_types* kinds, const ploy_fact_type_def* def, pl_fact_type* kind)
{
    kind->name = intern(kinds, def->name);
    bool ok = kind->name != PL_NONE;
    for (uint32_t i = 0; i < def->attribute_count && ok; ++i) {
        kind->attribute_names[i] = intern(kinds, def->attributes[i].name);
        kind->identity |= (uint32_t)def->attributes[i].identifies << i;
        kind->bools |= (uint32_t)(def->attributes[i].type == PLOY_VALUE_BOOL) << i;
        ok = kind->attribute_names[i] != PL_NONE;
    }
    return ok;
}

static bool fill_lifetimes(ploy_fact_types* kinds, pl_fact_type* kind)
{
    if (kind->rule.decay == PLOY_DECAY_NONE) {
        return true;
    }
    kind->lifetimes = PL_NEW_ARRAY(&kinds->allocator, uint32_t, LIFETIMES);
    for (uint32_t belief = 0; kind->lifetimes && belief < LIFETIMES; ++belief) {
        kind->lifetimes[belief] = pl_belief_lifetime(&kind->rule, belief);
    }
    return kind->lifetimes != NULL;
}

// Not how belief falls: that may have been tuned since a save was made.
static void remember(ploy_fact_types* kinds, const ploy_fact_type_def* def)
{
    pl_digest digest = {kinds->fingerprint};
    pl_digest_add_bytes(&digest, def->name, strlen(def->name));
    pl_digest_add(&digest, (uint64_t)def->capacity << 32 | def->attribute_count);
    for (uint32_t i = 0; i < def->attribute_count; ++i) {
        const ploy_fact_attribute* one = &def->attributes[i];
        pl_digest_add_bytes(&digest, one->name, strlen(one->name));
        pl_digest_add(&digest, (uint64_t)one->type << 1 | one->identifies);
    }
    kinds->fingerprint = digest.value;
}

ploy_status ploy_fact_types_add(ploy_fact_types* kinds, const ploy_fact_type_def* given, uint32_t* index)
{
    ploy_fact_type_def full = fact_type_with_defaults(given);
    const ploy_fact_type_def* def = &full;
    if (kinds->is_fixed) {
        return PLOY_NOT_SUPPORTED;
    }
    if (!is_valid(kinds, def)) {
        return PLOY_INVALID;
    }
    if (def->capacity > MAX_END - kinds->end) {
        return PLOY_FULL;
    }
    pl_fact_type kind = {.rule = {(uint32_t)def->decay, def->decay_time, def->floor},
                         .first = kinds->end,
                         .capacity = def->capacity,
                         .attribute_count = def->attribute_count,
                         .is_restless = def->is_volatile};
    if (!fill_names(kinds, def, &kind) || !PL_ARRAY_RESERVE(&kinds->list, &kinds->allocator, kinds->list.count + 1) ||
        !fill_lifetimes(kinds, &kind)) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (index) {
        *index = kinds->list.count;
    }
    kinds->list.data[kinds->list.count++] = kind;
    kinds->end += kind.capacity;
    remember(kinds, def);
    return PLOY_OK;
}

// Looking up.

uint32_t ploy_fact_types_count(const ploy_fact_types* kinds)
{
    return kinds->list.count;
}

uint32_t ploy_fact_types_find(const ploy_fact_types* kinds, const char* name)
{
    uint32_t id = pl_names_find(&kinds->names, name, strlen(name));
    uint32_t kind = 0;
    while (kind < kinds->list.count && kinds->list.data[kind].name != id) {
        ++kind;
    }
    return kind < kinds->list.count ? kind : PLOY_NONE;
}

uint32_t ploy_fact_types_find_attribute(const ploy_fact_types* kinds, uint32_t kind, const char* name)
{
    const pl_fact_type* known = pl_fact_type_at(kinds, kind);
    uint32_t id = pl_names_find(&kinds->names, name, strlen(name));
    uint32_t attribute = 0;
    while (attribute < known->attribute_count && known->attribute_names[attribute] != id) {
        ++attribute;
    }
    return attribute < known->attribute_count ? attribute : PLOY_NONE;
}

const char* ploy_fact_types_name(const ploy_fact_types* kinds, uint32_t kind)
{
    return pl_names_text(&kinds->names, pl_fact_type_at(kinds, kind)->name);
}

const char* ploy_fact_types_attribute_name(const ploy_fact_types* kinds, uint32_t kind, uint32_t attribute)
{
    const pl_fact_type* known = pl_fact_type_at(kinds, kind);
    PL_ASSERT(attribute < known->attribute_count);
    return pl_names_text(&kinds->names, known->attribute_names[attribute]);
}

uint32_t ploy_fact_types_attribute_count(const ploy_fact_types* kinds, uint32_t kind)
{
    return pl_fact_type_at(kinds, kind)->attribute_count;
}

uint32_t pl_fact_type_of(const ploy_fact_types* kinds, uint32_t index)
{
    uint32_t kind = 0;
    while (kind < kinds->list.count && index - kinds->list.data[kind].first >= kinds->list.data[kind].capacity) {
        ++kind;
    }
    return kind < kinds->list.count ? kind : PL_NONE;
}
