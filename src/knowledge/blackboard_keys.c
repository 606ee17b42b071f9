// Blackboard keys and the types of structs.

#include "knowledge/blackboard.h"

#include <string.h>

#include "base/check.h"

#define MAX_KEYS (PL_NO_SLOT - 1)
#define MAX_STRUCTS 4096
#define ALL_SCOPES ((1u << PLOY_SCOPE_COUNT) - 1)

ploy_blackboard_keys* ploy_blackboard_keys_create(const ploy_blackboard_keys_def* def)
{
    ploy_allocator allocator = pl_allocator_choose(def ? &def->allocator : NULL);
    ploy_blackboard_keys* keys = PL_NEW(&allocator, ploy_blackboard_keys);
    if (keys) {
        keys->allocator = allocator;
        keys->trace = def ? def->trace : NULL;
        pl_names_init(&keys->names, &keys->allocator);
        pl_names_init(&keys->structs.names, &keys->allocator);
        pl_names_init(&keys->enum_names, &keys->allocator);
        pl_arena_init(&keys->initials, &keys->allocator, 0);
    }
    return keys;
}

void ploy_blackboard_keys_destroy(ploy_blackboard_keys* keys)
{
    if (!keys || !pl_shared_drop(&keys->shared)) {
        return;
    }
    ploy_allocator allocator = keys->allocator;
    PL_ARRAY_FREE(&keys->list, &allocator);
    PL_ARRAY_FREE(&keys->structs.list, &allocator);
    PL_ARRAY_FREE(&keys->enums, &allocator);
    pl_names_destroy(&keys->names);
    pl_names_destroy(&keys->structs.names);
    pl_names_destroy(&keys->enum_names);
    pl_arena_destroy(&keys->initials);
    PL_DELETE(&allocator, keys);
}

ploy_status ploy_blackboard_keys_add_struct(ploy_blackboard_keys* keys, const ploy_struct_def* def)
{
    PL_NEED(keys, PLOY_INVALID);
    PL_NEED(def, PLOY_INVALID);
    bool is_named = def->name && def->name[0] && strcmp(def->name, "any") != 0;
    bool is_good = is_named && def->bytes > 0 && def->bytes <= PLOY_STRUCT_BYTES && def->parse && def->print;
    if (!is_good || pl_value_kind_find(&keys->structs, def->name, strlen(def->name)) != PLOY_NONE) return PLOY_INVALID;
    pl_struct_types* structs = &keys->structs;
    if (structs->list.count == MAX_STRUCTS) return PLOY_FULL;
    if (!PL_ARRAY_RESERVE(&structs->list, &keys->allocator, structs->list.count + 1)) return PLOY_OUT_OF_MEMORY;
    uint32_t index = pl_names_intern(&structs->names, def->name, strlen(def->name));
    if (index == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    structs->list.data[structs->list.count] = *def;
    structs->list.data[structs->list.count++].name = pl_names_text(&structs->names, index);
    return PLOY_OK;
}

ploy_status ploy_blackboard_keys_add_enum(ploy_blackboard_keys* keys, const char* name, int64_t value)
{
    PL_NEED(keys, PLOY_INVALID);
    PL_NEED(name, PLOY_INVALID);
    if (!*name || ploy_blackboard_keys_find(keys, name) != PLOY_NONE) return PLOY_INVALID;
    if (!PL_ARRAY_RESERVE(&keys->enums, &keys->allocator, keys->enums.count + 1)) return PLOY_OUT_OF_MEMORY;
    uint32_t index = pl_names_intern(&keys->enum_names, name, strlen(name));
    if (index == PLOY_NONE) return PLOY_OUT_OF_MEMORY;
    if (index == keys->enums.count) ++keys->enums.count;
    keys->enums.data[index] = value;
    return PLOY_OK;
}

bool pl_blackboard_keys_enum(const ploy_blackboard_keys* keys, const char* name, int64_t* value)
{
    uint32_t index = pl_names_find(&keys->enum_names, name, strlen(name));
    if (index != PLOY_NONE) *value = keys->enums.data[index];
    return index != PLOY_NONE;
}

// PLOY_NONE: the type does not exist.
static pl_value_kind kind_of(const ploy_blackboard_keys* keys, const ploy_key_def* def)
{
    if ((uint32_t)def->type < PLOY_VALUE_STRUCT) return def->type;
    if (def->type != PLOY_VALUE_STRUCT || !def->struct_type) return PLOY_NONE;
    uint32_t index = pl_names_find(&keys->structs.names, def->struct_type, strlen(def->struct_type));
    return index == PLOY_NONE ? PLOY_NONE : PLOY_VALUE_STRUCT + index;
}

static bool key_is_valid(const ploy_blackboard_keys* keys, const ploy_key_def* def)
{
    int64_t number;
    bool is_named = def->name && def->name[0] && ploy_blackboard_keys_find(keys, def->name) == PLOY_NONE &&
                    !pl_blackboard_keys_enum(keys, def->name, &number);
    bool fits_type = def->type != PLOY_VALUE_BOOL || def->initial == 0 || def->initial == 1;
    bool fits_objects = !def->object_type || (*def->object_type && !strpbrk(def->object_type, " \t\r\n"));
    bool fits_values = !def->value_names || !strchr(def->value_names, '|');
    return is_named && fits_type && fits_objects && fits_values && kind_of(keys, def) != PLOY_NONE &&
           (def->scopes & ALL_SCOPES) != 0;
}

static void add_to_fingerprint(ploy_blackboard_keys* keys, const ploy_key_def* def)
{
    pl_digest digest = {keys->fingerprint};
    pl_digest_add_bytes(&digest, def->name, strlen(def->name));
    pl_digest_add(&digest, (uint64_t)def->type);
    if (def->type == PLOY_VALUE_STRUCT) pl_digest_add_bytes(&digest, def->struct_type, strlen(def->struct_type));
    pl_digest_add(&digest, def->scopes & ALL_SCOPES);
    keys->fingerprint = digest.value;
}

// A string or struct is copied. false: out of memory.
static bool keep_initial(ploy_blackboard_keys* keys, pl_value_kind kind, ploy_value* initial)
{
    static const char zeros[PLOY_STRUCT_BYTES];
    if (!pl_value_is_bytes(kind)) return true;
    const void* from = *initial ? ploy_value_struct(*initial) : zeros;
    size_t bytes = pl_value_bytes(&keys->structs, kind, ploy_value_of(from));
    void* kept = pl_arena_alloc(&keys->initials, bytes);
    if (!kept) return false;
    *initial = ploy_value_of(memcpy(kept, from, bytes));
    return true;
}

// Floats, and pointers to strings and structs, have eight bytes; a bool has a bit. So have handles of the game, which
// hold a generation above an index and are read in every tick, but not objects of a domain, which are small numbers.
static uint8_t width_of(pl_value_kind kind, bool is_of_symbol)
{
    bool is_handle = kind == PLOY_VALUE_OBJECT && !is_of_symbol;
    return kind == PLOY_VALUE_BOOL ? 0 : is_handle || pl_value_is_traced_as_text(kind) ? 8 : 4;
}

// false: out of memory.
static bool keep_object_type(ploy_blackboard_keys* keys, ploy_key_def* def)
{
    bool is_number = def->type == PLOY_VALUE_OBJECT || def->type == PLOY_VALUE_INT;
    if (!is_number || !def->object_type) return def->object_type = NULL, true;
    size_t bytes = strlen(def->object_type) + 1;
    char* kept = pl_arena_alloc(&keys->initials, bytes);
    if (!kept) return false;
    def->object_type = memcpy(kept, def->object_type, bytes);
    return true;
}

// Words, with one '|' between them. false: out of memory.
static bool keep_value_names(ploy_blackboard_keys* keys, ploy_key_def* def)
{
    static const char space[] = " \t\r\n";
    const char* from = def->type == PLOY_VALUE_INT && def->value_names ? def->value_names : "";
    from += strspn(from, space);
    def->value_names = NULL;
    if (!*from) return true;
    char* kept = pl_arena_alloc(&keys->initials, strlen(from) + 1);
    if (!kept) return false;
    def->value_names = kept;
    while (*from) {
        size_t length = strcspn(from, space);
        memcpy(kept, from, length);
        kept += length;
        from += length + strspn(from + length, space);
        *kept++ = *from ? '|' : '\0';
    }
    return true;
}

static ploy_status add(ploy_blackboard_keys* keys, ploy_key_def def, bool is_of_symbol, uint32_t* key)
{
    PL_DEFAULT(def.scopes, ALL_SCOPES);
    if (keys->is_fixed) {
        return PLOY_NOT_SUPPORTED;
    }
    if (!key_is_valid(keys, &def)) {
        return PLOY_INVALID;
    }
    if (keys->list.count == MAX_KEYS) {
        return PLOY_FULL;
    }
    pl_value_kind kind = kind_of(keys, &def);
    // The name comes last: once it is in, nothing can fail, and its id is the key.
    if (!PL_ARRAY_RESERVE(&keys->list, &keys->allocator, keys->list.count + 1) ||
        !keep_initial(keys, kind, &def.initial) || !keep_object_type(keys, &def) || !keep_value_names(keys, &def) ||
        pl_names_intern(&keys->names, def.name, strlen(def.name)) == PLOY_NONE) {
        return PLOY_OUT_OF_MEMORY;
    }
    pl_key made = {.initial = def.initial, .kind = (uint16_t)kind, .is_volatile = def.is_volatile};
    made.width = width_of(kind, is_of_symbol);
    made.object_type = def.object_type;
    made.value_names = def.value_names;
    for (uint32_t scope = 0; scope < PLOY_SCOPE_COUNT; ++scope) {
        bool holds = (def.scopes >> scope & 1) != 0;
        made.slots[scope] = holds ? keys->slot_counts[scope]++ : PL_NO_SLOT;
    }
    add_to_fingerprint(keys, &def);
    keys->has_bytes |= pl_value_is_bytes(kind);
    if (key) {
        *key = keys->list.count;
    }
    keys->list.data[keys->list.count++] = made;
    return PLOY_OK;
}

ploy_status ploy_blackboard_keys_add(ploy_blackboard_keys* keys, const ploy_key_def* def, uint32_t* key)
{
    PL_NEED(keys, PLOY_INVALID);
    PL_NEED(def, PLOY_INVALID);
    return add(keys, *def, false, key);
}

ploy_status pl_blackboard_keys_add_symbol(ploy_blackboard_keys* keys, const ploy_key_def* def)
{
    return add(keys, *def, true, NULL);
}

pl_keys_mark pl_blackboard_keys_mark(const ploy_blackboard_keys* keys)
{
    pl_keys_mark mark = {.count = keys->list.count, .fingerprint = keys->fingerprint, .has_bytes = keys->has_bytes};
    mark.enum_count = keys->enums.count;
    memcpy(mark.slot_counts, keys->slot_counts, sizeof mark.slot_counts);
    return mark;
}

void pl_blackboard_keys_rewind(ploy_blackboard_keys* keys, const pl_keys_mark* mark)
{
    pl_names_cut(&keys->enum_names, mark->enum_count);
    keys->enums.count = mark->enum_count;
    if (keys->list.count == mark->count) return;
    PL_ASSERT(!keys->is_fixed);
    pl_names_cut(&keys->names, mark->count);
    keys->list.count = mark->count;
    keys->fingerprint = mark->fingerprint;
    keys->has_bytes = mark->has_bytes;
    memcpy(keys->slot_counts, mark->slot_counts, sizeof mark->slot_counts);
}

uint32_t ploy_blackboard_keys_count(const ploy_blackboard_keys* keys)
{
    PL_NEED(keys, 0);
    return keys->list.count;
}

uint32_t ploy_blackboard_keys_find(const ploy_blackboard_keys* keys, const char* name)
{
    PL_NEED(keys, PLOY_NONE);
    PL_NEED(name, PLOY_NONE);
    return pl_names_find(&keys->names, name, strlen(name));
}

const char* ploy_blackboard_keys_name(const ploy_blackboard_keys* keys, uint32_t key)
{
    PL_NEED(keys, "");
    PL_ASSERT(key < keys->list.count);
    return pl_names_text(&keys->names, key);
}

ploy_value_type ploy_blackboard_keys_type(const ploy_blackboard_keys* keys, uint32_t key)
{
    PL_NEED(keys, PLOY_VALUE_BOOL);
    PL_ASSERT(key < keys->list.count);
    return pl_value_type_of(keys->list.data[key].kind);
}

const char* pl_key_type_name(const ploy_blackboard_keys* keys, uint32_t key)
{
    return pl_value_kind_name(&keys->structs, pl_key_kind(keys, key));
}

size_t pl_key_print(const ploy_blackboard_keys* keys, uint32_t key, ploy_value value, char* text, size_t size)
{
    return pl_value_print(&keys->structs, pl_key_kind(keys, key), value, text, size);
}

const char* pl_key_value_name(const ploy_blackboard_keys* keys, uint32_t key, ploy_value value, size_t* length)
{
    const char* name = pl_blackboard_key(keys, key)->value_names;
    if (value < 0) return NULL;
    for (; name && value > 0; --value) {
        name = strchr(name, '|');
        if (name) ++name;
    }
    *length = name ? strcspn(name, "|") : 0;
    return name;
}

bool pl_key_find_value(const ploy_blackboard_keys* keys, uint32_t key, const char* name, ploy_value* value)
{
    const char* known;
    size_t length;
    for (*value = 0; (known = pl_key_value_name(keys, key, *value, &length)) != NULL; ++*value) {
        if (strlen(name) == length && memcmp(name, known, length) == 0) return true;
    }
    return false;
}
