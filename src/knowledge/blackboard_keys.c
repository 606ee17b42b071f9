#include "knowledge/blackboard_keys.h"

#include <string.h>

#include "base/hash.h"
#include "base/index.h"

#define MAX_KEYS (PL_NO_SLOT - 1)
#define ALL_SCOPES ((1u << PLOY_SCOPE_COUNT) - 1)

static ploy_blackboard_keys_def blackboard_keys_with_defaults(const ploy_blackboard_keys_def* given)
{
    ploy_blackboard_keys_def def = given ? *given : (ploy_blackboard_keys_def){0};
    def.allocator = pl_allocator_choose(&def.allocator);
    return def;
}

static ploy_key_def key_with_defaults(const ploy_key_def* given)
{
    ploy_key_def def = given ? *given : (ploy_key_def){0};
    PL_DEFAULT(def.scopes, ALL_SCOPES);
    return def;
}

ploy_blackboard_keys* ploy_blackboard_keys_create(const ploy_blackboard_keys_def* given)
{
    ploy_blackboard_keys_def full = blackboard_keys_with_defaults(given);
    const ploy_blackboard_keys_def* def = &full;
    ploy_blackboard_keys* keys = PL_NEW(&def->allocator, ploy_blackboard_keys);
    if (keys) {
        keys->allocator = def->allocator;
        keys->trace = def->trace;
        pl_names_init(&keys->names, &keys->allocator);
    }
    return keys;
}

void ploy_blackboard_keys_destroy(ploy_blackboard_keys* keys)
{
    if (!keys) {
        return;
    }
    PL_ASSERT(keys->board_count == 0);
    ploy_allocator allocator = keys->allocator;
    PL_ARRAY_FREE(&keys->list, &allocator);
    pl_names_destroy(&keys->names);
    PL_DELETE(&allocator, keys);
}

static bool is_valid(const ploy_blackboard_keys* keys, const ploy_key_def* def)
{
    bool is_named = def->name && def->name[0] && ploy_blackboard_keys_find(keys, def->name) == PLOY_NONE;
    bool fits_type = def->type != PLOY_VALUE_BOOL || def->initial == 0 || def->initial == 1;
    return is_named && fits_type && (uint32_t)def->type <= PLOY_VALUE_OBJECT && (def->scopes & ALL_SCOPES) != 0;
}

static void remember(ploy_blackboard_keys* keys, const ploy_key_def* def)
{
    pl_digest digest = {keys->fingerprint};
    pl_digest_add_bytes(&digest, def->name, strlen(def->name));
    pl_digest_add(&digest, (uint64_t)def->type);
    pl_digest_add(&digest, def->scopes & ALL_SCOPES);
    keys->fingerprint = digest.value;
}

ploy_status ploy_blackboard_keys_add(ploy_blackboard_keys* keys, const ploy_key_def* given, uint32_t* key)
{
    ploy_key_def full = key_with_defaults(given);
    const ploy_key_def* def = &full;
    if (keys->is_fixed) {
        return PLOY_NOT_SUPPORTED;
    }
    if (!is_valid(keys, def)) {
        return PLOY_INVALID;
    }
    if (keys->list.count == MAX_KEYS) {
        return PLOY_FULL;
    }
    // The name comes last: once it is in, nothing can fail any more, and its id is the key.
    if (!PL_ARRAY_RESERVE(&keys->list, &keys->allocator, keys->list.count + 1) ||
        pl_names_intern(&keys->names, def->name, strlen(def->name)) == PL_NONE) {
        return PLOY_OUT_OF_MEMORY;
    }
    pl_key made = {.initial = def->initial, .type = (uint8_t)def->type, .is_restless = def->is_volatile};
    for (uint32_t scope = 0; scope < PLOY_SCOPE_COUNT; ++scope) {
        bool holds = (def->scopes >> scope & 1) != 0;
        made.slots[scope] = holds ? keys->slot_counts[scope]++ : PL_NO_SLOT;
    }
    remember(keys, def);
    if (key) {
        *key = keys->list.count;
    }
    keys->list.data[keys->list.count++] = made;
    return PLOY_OK;
}

uint32_t ploy_blackboard_keys_count(const ploy_blackboard_keys* keys)
{
    return keys->list.count;
}

uint32_t ploy_blackboard_keys_find(const ploy_blackboard_keys* keys, const char* name)
{
    return pl_names_find(&keys->names, name, strlen(name));
}

const char* ploy_blackboard_keys_name(const ploy_blackboard_keys* keys, uint32_t key)
{
    PL_ASSERT(key < keys->list.count);
    return pl_names_text(&keys->names, key);
}

ploy_value_type ploy_blackboard_keys_type(const ploy_blackboard_keys* keys, uint32_t key)
{
    return (ploy_value_type)pl_blackboard_key(keys, key)->type;
}
