// Commands that change blackboards. A held key has an observer that writes its value again.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "agent/world.h"
#include "base/check.h"
#include "base/error.h"
#include "knowledge/blackboard.h"
#include "record/object_name.h"
#include "record/remote/remote.h"

static const char* word(const ploy_remote* remote, uint32_t i)
{
    return remote->words.words[i];
}

typedef struct written_key
{
    ploy_blackboard* blackboard;
    const ploy_agent* agent; // NULL: the world's
    uint32_t key;
} written_key;

static ploy_status find_key(ploy_remote* remote, written_key* target)
{
    const ploy_blackboard_keys* keys = remote->world->def.keys;
    bool is_world = strcmp(word(remote, 1), "world") == 0;
    target->agent = is_world ? NULL : pl_remote_find_agent(remote, word(remote, 1));
    if (!is_world && !target->agent) return PLOY_INVALID;
    target->blackboard = is_world ? ploy_world_blackboard(remote->world) : target->agent->blackboard;
    if (!target->blackboard) return pl_remote_fail(remote, "'%s' has no blackboard", word(remote, 1));
    target->key = ploy_blackboard_keys_find(keys, word(remote, 2));
    if (target->key != PLOY_NONE) return PLOY_OK;
    pl_similar similar = pl_similar_begin(word(remote, 2));
    for (uint32_t i = 0; i < ploy_blackboard_keys_count(keys); ++i) {
        pl_similar_offer(&similar, ploy_blackboard_keys_name(keys, i));
    }
    pl_remote_fail(remote, "there is no key '%s'", word(remote, 2));
    pl_similar_hint(&similar, &remote->error);
    return PLOY_INVALID;
}

// An object of the domain by its name: "at" is camp.
static bool parse_object(const ploy_domain* domain, const char* key, const char* of, const char* text,
                         ploy_value* value)
{
    uint32_t type = pl_object_type_of(domain, key, of);
    uint32_t object = type == PLOY_NONE ? PLOY_NONE : ploy_domain_find_object(domain, type, text);
    *value = object;
    return object != PLOY_NONE;
}

// An agent by its name. Its generation counts if that of the value before does. The command is recorded with the number,
// since names are the game's.
static bool parse_agent(ploy_remote* remote, const written_key* target, const char* text, ploy_value* value)
{
    ploy_value before = ploy_blackboard_get(target->blackboard, target->key);
    const ploy_agent* agent = NULL;
    bool is_number = *text && strspn(text, "-0123456789") == strlen(text);
    if (is_number || !(agent = pl_remote_find_agent(remote, text))) return pl_error_clear(&remote->error), false;
    uint64_t generation = (uint64_t)before >> 32 ? agent->id.generation : 0;
    *value = (ploy_value)(generation << 32 | agent->id.index1);
    snprintf(remote->number, sizeof remote->number, "%" PRId64, *value);
    remote->words.words[3] = remote->number;
    return true;
}

static bool parse_none(const char* text, ploy_value* value)
{
    *value = 0;
    return strcmp(text, "none") == 0;
}

static const ploy_mind* any_mind(const ploy_world* world, uint32_t i)
{
    return (const ploy_mind*)(uintptr_t)world->minds.entries.data[i].key;
}

static bool parse_handle(ploy_remote* remote, const written_key* target, const char* text, ploy_value* value)
{
    const ploy_world* world = remote->world;
    const char* key = ploy_blackboard_keys_name(world->def.keys, target->key);
    const char* of = pl_blackboard_key(world->def.keys, target->key)->object_type;
    if (of && strcmp(of, "agent") == 0) return parse_none(text, value) || parse_agent(remote, target, text, value);
    if (target->agent) return parse_object(pl_remote_domain(target->agent->mind), key, of, text, value);
    for (uint32_t i = 0; i < world->minds.entries.count; ++i) {
        if (parse_object(pl_remote_domain(any_mind(world, i)), key, of, text, value)) return true;
    }
    return false;
}

static bool parse_special(ploy_remote* remote, const written_key* target, const char* text, ploy_value* value)
{
    const ploy_blackboard_keys* keys = remote->world->def.keys;
    const char* of = pl_blackboard_key(keys, target->key)->object_type;
    switch (ploy_blackboard_keys_type(keys, target->key)) {
    case PLOY_VALUE_INT:
        if (of) return parse_handle(remote, target, text, value);
        return pl_key_find_value(keys, target->key, text, value) || pl_blackboard_keys_enum(keys, text, value);
    case PLOY_VALUE_OBJECT:
        return parse_handle(remote, target, text, value);
    default:
        return false;
    }
}

static ploy_status parse_value(ploy_remote* remote, const written_key* target, void* room, ploy_value* value)
{
    const ploy_blackboard_keys* keys = remote->world->def.keys;
    const char* text = word(remote, 3);
    if (parse_special(remote, target, text, value)) return PLOY_OK;
    if (pl_value_parse(&keys->structs, pl_key_kind(keys, target->key), text, room, value)) return PLOY_OK;
    return pl_remote_fail(remote, "'%s' is of type %s, and '%.80s' is none", word(remote, 2),
                          pl_key_type_name(keys, target->key), text);
}

static ploy_status check_written(ploy_remote* remote, ploy_status status)
{
    if (status == PLOY_ALREADY) return PLOY_OK;
    if (status != PLOY_NOT_SUPPORTED) return status;
    pl_remote_fail(remote, "the blackboard of '%s' cannot hold '%s'", word(remote, 1), word(remote, 2));
    pl_error_hint(&remote->error, "its scope is another: try the world's");
    return PLOY_INVALID;
}

ploy_status pl_remote_set(ploy_remote* remote)
{
    _Alignas(8) char room[PLOY_STRUCT_BYTES];
    written_key target;
    ploy_value value;
    ploy_status status = find_key(remote, &target);
    if (status == PLOY_OK) status = parse_value(remote, &target, room, &value);
    if (status != PLOY_OK) return status;
    return check_written(remote, ploy_blackboard_set(target.blackboard, target.key, value));
}

ploy_status pl_remote_unset(ploy_remote* remote)
{
    written_key target;
    ploy_status status = find_key(remote, &target);
    return status == PLOY_OK ? check_written(remote, ploy_blackboard_unset(target.blackboard, target.key)) : status;
}

// Held keys.

static void keep_value(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    pl_held_key* held = user;
    if (held->is_setting) return;
    held->is_setting = true;
    ploy_blackboard_set(blackboard, key, held->value);
    held->is_setting = false;
}

static ploy_blackboard* blackboard_of(const pl_held_key* held)
{
    ploy_world* world = held->remote->world;
    if (held->agent == 0) return world->blackboard;
    const ploy_agent* agent = ploy_world_agent(world, (ploy_agent_id){held->agent, held->generation});
    return agent ? agent->blackboard : NULL;
}

static void free_held(pl_held_key* held)
{
    ploy_allocator allocator = held->remote->allocator;
    if (held->bytes) pl_free(&allocator, held->bytes, held->byte_count);
    PL_DELETE(&allocator, held);
}

static void release_at(ploy_remote* remote, uint32_t i)
{
    pl_held_key* held = remote->held.data[i];
    ploy_blackboard* blackboard = blackboard_of(held);
    if (blackboard) ploy_blackboard_unsubscribe(blackboard, held->observer);
    remote->held.data[i] = remote->held.data[--remote->held.count];
    free_held(held);
}

static uint32_t find_held(const ploy_remote* remote, const written_key* target)
{
    uint32_t agent = target->agent ? target->agent->id.index1 : 0;
    uint32_t generation = target->agent ? target->agent->id.generation : 0;
    for (uint32_t i = 0; i < remote->held.count; ++i) {
        const pl_held_key* held = remote->held.data[i];
        if (held->agent == agent && held->generation == generation && held->key == target->key) return i;
    }
    return PLOY_NONE;
}

// A string or a struct is copied.
static bool keep_bytes(pl_held_key* held, ploy_value value)
{
    const ploy_blackboard_keys* keys = held->remote->world->def.keys;
    pl_value_kind kind = pl_key_kind(keys, held->key);
    held->value = value;
    if (!pl_value_is_bytes(kind)) return true;
    held->byte_count = pl_value_bytes(&keys->structs, kind, value);
    held->bytes = pl_alloc(&held->remote->allocator, held->byte_count);
    if (!held->bytes) return false;
    memcpy(held->bytes, ploy_value_struct(value), held->byte_count);
    held->value = ploy_value_of(held->bytes);
    return true;
}

static ploy_status begin_holding(ploy_remote* remote, const written_key* target, ploy_value value)
{
    uint32_t old = find_held(remote, target);
    if (old != PLOY_NONE) release_at(remote, old);
    pl_held_key* held = PL_NEW(&remote->allocator, pl_held_key);
    if (!held) return PLOY_OUT_OF_MEMORY;
    *held = (pl_held_key){.remote = remote, .key = target->key};
    if (target->agent) {
        held->agent = target->agent->id.index1;
        held->generation = target->agent->id.generation;
    }
    bool is_kept =
        keep_bytes(held, value) && PL_ARRAY_RESERVE(&remote->held, &remote->allocator, remote->held.count + 1);
    ploy_status status = is_kept
                             ? check_written(remote, ploy_blackboard_set(target->blackboard, target->key, held->value))
                             : PLOY_OUT_OF_MEMORY;
    if (status == PLOY_OK)
        status = ploy_blackboard_subscribe(target->blackboard, target->key, keep_value, held, &held->observer);
    if (status != PLOY_OK) {
        free_held(held);
        return status;
    }
    remote->held.data[remote->held.count++] = held;
    return PLOY_OK;
}

ploy_status pl_remote_hold(ploy_remote* remote)
{
    _Alignas(8) char room[PLOY_STRUCT_BYTES];
    written_key target;
    ploy_value value;
    for (uint32_t i = remote->held.count; i > 0; --i) {
        if (!blackboard_of(remote->held.data[i - 1])) release_at(remote, i - 1); // its agent is gone
    }
    ploy_status status = find_key(remote, &target);
    if (status == PLOY_OK) status = parse_value(remote, &target, room, &value);
    return status == PLOY_OK ? begin_holding(remote, &target, value) : status;
}

ploy_status pl_remote_release(ploy_remote* remote)
{
    written_key target;
    ploy_status status = find_key(remote, &target);
    if (status != PLOY_OK) return status;
    uint32_t i = find_held(remote, &target);
    if (i == PLOY_NONE) return pl_remote_fail(remote, "'%s' is not held", word(remote, 2));
    release_at(remote, i);
    return PLOY_OK;
}

void pl_remote_release_all(ploy_remote* remote)
{
    while (remote->held.count > 0) release_at(remote, remote->held.count - 1);
}
