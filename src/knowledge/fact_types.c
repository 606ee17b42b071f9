#include "knowledge/fact_types.h"

#include <string.h>

#include "base/check.h"
#include "base/defaults.h"
#include "base/hash.h"

#define MAX_CAPACITY 65536u
#define MAX_END (1u << 30)
#define LIFETIMES (PLOY_FACT_CERTAIN + 1)

// Times are milliseconds inside; the rounding is up, so that no decay time becomes 0.
#define MILLISECOND 1000

ploy_fact_types* ploy_fact_types_create(const ploy_fact_types_def* def)
{
    ploy_allocator allocator = pl_allocator_choose(def ? &def->allocator : NULL);
    ploy_fact_types* fact_types = PL_NEW(&allocator, ploy_fact_types);
    if (fact_types) {
        fact_types->allocator = allocator;
        fact_types->trace = def ? def->trace : NULL;
        pl_names_init(&fact_types->names, &fact_types->allocator);
    }
    return fact_types;
}

void ploy_fact_types_destroy(ploy_fact_types* fact_types)
{
    if (!fact_types || !pl_shared_drop(&fact_types->shared)) {
        return;
    }
    ploy_allocator allocator = fact_types->allocator;
    for (uint32_t i = 0; i < fact_types->list.count; ++i) {
        PL_DELETE_ARRAY(&allocator, fact_types->list.data[i].lifetimes, LIFETIMES);
    }
    PL_ARRAY_FREE(&fact_types->list, &allocator);
    pl_names_destroy(&fact_types->names);
    PL_DELETE(&allocator, fact_types);
}

// Belief.

// Ten halvings leave nothing of a thousand.
#define MAX_HALVINGS 11

uint32_t pl_belief_lifetime(const pl_belief_rule* rule, uint32_t belief)
{
    if (rule->decay == PLOY_DECAY_NONE) {
        return belief < rule->floor ? 0 : PL_BELIEF_FOREVER;
    }
    uint32_t low = 0;
    uint32_t high = MAX_HALVINGS * rule->time;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pl_belief_at(rule, belief, middle) < rule->floor) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
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
    ok = ok && (!one->object_type || (*one->object_type && !strpbrk(one->object_type, " \t\r\n")));
    ok = ok && (!one->value_names || !strchr(one->value_names, '|'));
    for (uint32_t i = 0; i < attribute && ok; ++i) {
        ok = strcmp(def->attributes[i].name, one->name) != 0;
    }
    return ok;
}

static bool is_valid(const ploy_fact_types* fact_types, const ploy_fact_type_def* def)
{
    bool ok = is_name(def->name) && ploy_fact_types_find(fact_types, def->name) == PLOY_NONE;
    ok = ok && def->attribute_count <= PLOY_FACT_ATTRIBUTES && def->capacity >= 1 && def->capacity <= MAX_CAPACITY;
    ok = ok && (uint32_t)def->decay <= PLOY_DECAY_NONE && def->floor >= 1 && def->floor <= PLOY_FACT_CERTAIN;
    ok = ok && def->decay_time >= MILLISECOND && def->decay_time <= (int64_t)PL_BELIEF_MAX_TIME * MILLISECOND;
    for (uint32_t i = 0; ok && i < def->attribute_count; ++i) {
        ok = attribute_is_valid(def, i);
    }
    return ok;
}

static uint32_t intern(ploy_fact_types* fact_types, const char* name)
{
    return pl_names_intern(&fact_types->names, name, strlen(name));
}

// index: PLOY_NONE if there is no text. false: out of memory.
static bool intern_optional(ploy_fact_types* fact_types, const char* text, uint32_t* index)
{
    *index = text ? intern(fact_types, text) : PLOY_NONE;
    return !text || *index != PLOY_NONE;
}

static bool fill_names(ploy_fact_types* fact_types, const ploy_fact_type_def* def, pl_fact_type* type)
{
    type->name = intern(fact_types, def->name);
    bool ok = type->name != PLOY_NONE;
    for (uint32_t i = 0; i < def->attribute_count && ok; ++i) {
        type->attribute_names[i] = intern(fact_types, def->attributes[i].name);
        type->attribute_types[i] = (uint8_t)def->attributes[i].type;
        type->identity |= (uint32_t)def->attributes[i].identifies << i;
        type->bools |= (uint32_t)(def->attributes[i].type == PLOY_VALUE_BOOL) << i;
        ok = type->attribute_names[i] != PLOY_NONE &&
             intern_optional(fact_types, def->attributes[i].object_type, &type->attribute_objects[i]) &&
             intern_optional(fact_types, def->attributes[i].value_names, &type->attribute_values[i]);
    }
    return ok;
}

static bool fill_lifetimes(ploy_fact_types* fact_types, pl_fact_type* type)
{
    if (type->rule.decay == PLOY_DECAY_NONE) {
        return true;
    }
    type->lifetimes = PL_NEW_ARRAY(&fact_types->allocator, uint32_t, LIFETIMES);
    for (uint32_t belief = 0; type->lifetimes && belief < LIFETIMES; ++belief) {
        type->lifetimes[belief] = pl_belief_lifetime(&type->rule, belief);
    }
    return type->lifetimes != NULL;
}

// Without the decay, which may have been tuned since a save was made.
static void add_to_fingerprint(ploy_fact_types* fact_types, const ploy_fact_type_def* def)
{
    pl_digest digest = {fact_types->fingerprint};
    pl_digest_add_bytes(&digest, def->name, strlen(def->name));
    pl_digest_add(&digest, (uint64_t)def->capacity << 32 | def->attribute_count);
    for (uint32_t i = 0; i < def->attribute_count; ++i) {
        const ploy_fact_attribute* one = &def->attributes[i];
        pl_digest_add_bytes(&digest, one->name, strlen(one->name));
        pl_digest_add(&digest, (uint64_t)one->type << 1 | one->identifies);
    }
    fact_types->fingerprint = digest.value;
}

ploy_status ploy_fact_types_add(ploy_fact_types* fact_types, const ploy_fact_type_def* given, uint32_t* index)
{
    PL_NEED(fact_types, PLOY_INVALID);
    PL_NEED_NAMED("def", NULL, given, PLOY_INVALID);
    ploy_fact_type_def def = given ? *given : (ploy_fact_type_def){0};
    PL_DEFAULT(def.capacity, PLOY_DEFAULT_FACT_CAPACITY);
    PL_DEFAULT(def.decay_time, PLOY_DEFAULT_FACT_DECAY_TIME);
    PL_DEFAULT(def.floor, PLOY_DEFAULT_FACT_FLOOR);
    if (fact_types->is_fixed) {
        return PLOY_NOT_SUPPORTED;
    }
    if (!is_valid(fact_types, &def)) {
        return PLOY_INVALID;
    }
    if (def.capacity > MAX_END - fact_types->end) {
        return PLOY_FULL;
    }
    uint32_t decay_time = (uint32_t)((def.decay_time + MILLISECOND - 1) / MILLISECOND);
    pl_fact_type type = {.rule = {(uint32_t)def.decay, decay_time, def.floor},
                         .first = fact_types->end,
                         .capacity = def.capacity,
                         .attribute_count = def.attribute_count,
                         .is_volatile = def.is_volatile};
    if (!fill_names(fact_types, &def, &type) ||
        !PL_ARRAY_RESERVE(&fact_types->list, &fact_types->allocator, fact_types->list.count + 1) ||
        !fill_lifetimes(fact_types, &type)) {
        return PLOY_OUT_OF_MEMORY;
    }
    if (index) {
        *index = fact_types->list.count;
    }
    fact_types->list.data[fact_types->list.count++] = type;
    fact_types->end += type.capacity;
    add_to_fingerprint(fact_types, &def);
    return PLOY_OK;
}

pl_fact_types_mark pl_fact_types_mark_end(const ploy_fact_types* fact_types)
{
    return (pl_fact_types_mark){fact_types->list.count, pl_names_count(&fact_types->names), fact_types->end,
                                fact_types->fingerprint};
}

void pl_fact_types_rewind(ploy_fact_types* fact_types, const pl_fact_types_mark* mark)
{
    if (fact_types->list.count == mark->count) return;
    PL_ASSERT(!fact_types->is_fixed);
    while (fact_types->list.count > mark->count) {
        const pl_fact_type* last = &fact_types->list.data[--fact_types->list.count];
        PL_DELETE_ARRAY(&fact_types->allocator, last->lifetimes, LIFETIMES);
    }
    pl_names_cut(&fact_types->names, mark->names);
    fact_types->end = mark->end;
    fact_types->fingerprint = mark->fingerprint;
}

// Lookup.

const char* pl_fact_types_name(const ploy_fact_types* fact_types, uint32_t type)
{
    return pl_names_text(&fact_types->names, pl_fact_type_at(fact_types, type)->name);
}

uint32_t ploy_fact_types_find(const ploy_fact_types* fact_types, const char* name)
{
    PL_NEED(fact_types, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    uint32_t id = pl_names_find(&fact_types->names, name, strlen(name));
    uint32_t type = 0;
    while (type < fact_types->list.count && fact_types->list.data[type].name != id) {
        ++type;
    }
    return type < fact_types->list.count ? type : PLOY_NONE;
}

uint32_t ploy_fact_types_find_attribute(const ploy_fact_types* fact_types, uint32_t type, const char* name)
{
    PL_NEED(fact_types, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    PL_ASSERT(type < fact_types->list.count);
    const pl_fact_type* known = &fact_types->list.data[type];
    uint32_t id = pl_names_find(&fact_types->names, name, strlen(name));
    uint32_t attribute = 0;
    while (attribute < known->attribute_count && known->attribute_names[attribute] != id) {
        ++attribute;
    }
    return attribute < known->attribute_count ? attribute : PLOY_NONE;
}

uint32_t ploy_fact_types_attribute_count(const ploy_fact_types* fact_types, uint32_t type)
{
    PL_NEED(fact_types, 0);
    PL_ASSERT(type < fact_types->list.count);
    return pl_fact_type_at(fact_types, type)->attribute_count;
}

ploy_fact_attribute ploy_fact_types_attribute(const ploy_fact_types* fact_types, uint32_t type, uint32_t attribute)
{
    PL_NEED(fact_types, (ploy_fact_attribute){0});
    PL_ASSERT(type < fact_types->list.count);
    const pl_fact_type* found = pl_fact_type_at(fact_types, type);
    PL_ASSERT(attribute < found->attribute_count);
    uint32_t of = found->attribute_objects[attribute], values = found->attribute_values[attribute];
    return (ploy_fact_attribute){
        .object_type = of == PLOY_NONE ? NULL : pl_names_text(&fact_types->names, of),
        .value_names = values == PLOY_NONE ? NULL : pl_names_text(&fact_types->names, values),
        .name = pl_names_text(&fact_types->names, found->attribute_names[attribute]),
        .type = (ploy_value_type)found->attribute_types[attribute],
        .identifies = found->identity >> attribute & 1,
    };
}
