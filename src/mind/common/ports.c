#include "mind/common/ports.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/error.h"

// Declarations.

typedef struct port_text
{
    const char* name;
    size_t name_length;
    const char* type;
    size_t type_length;
    pl_port_way way;
} port_text;

// The next port of a declaration, and where the one after it is to be looked for; false: there is none.
static bool next_port(const char** text, port_text* port)
{
    static const char spaces[] = " \t\r\n,";
    const char* at = *text + strspn(*text, spaces);
    const char* end = at + strcspn(at, spaces);
    *text = end;
    if (at == end) return false;
    *port = (port_text){.way = PL_PORT_IN};
    if (strncmp(at, "<>", 2) == 0) {
        port->way = PL_PORT_IN_OUT;
        at += 2;
    } else if (*at == '>') {
        port->way = PL_PORT_OUT;
        ++at;
    }
    const char* colon = NULL; // the last one: names of ports may have some, as in xml:lang
    for (const char* c = at; c < end; ++c) colon = *c == ':' ? c : colon;
    port->name = at;
    port->name_length = (size_t)((colon ? colon : end) - at);
    port->type = colon ? colon + 1 : NULL;
    port->type_length = colon ? (size_t)(end - colon - 1) : 0;
    return true;
}

static const char* intern(pl_names* names, const char* text, size_t length)
{
    uint32_t id = pl_names_intern(names, text, length);
    return id == PLOY_NONE ? NULL : pl_names_text(names, id);
}

// A port that nothing is given to: 0, false, "" or a zeroed struct.
static ploy_port empty_port(const pl_port_def* def)
{
    static const uint64_t zeros[PLOY_STRUCT_BYTES / 8];
    pl_value_kind kind = def->type ? pl_value_kind_find(NULL, def->type, strlen(def->type)) : PLOY_VALUE_INT;
    if (kind == PLOY_NONE) kind = strcmp(def->type, "any") == 0 ? PLOY_VALUE_STRING : PLOY_VALUE_STRUCT;
    ploy_port port = {.key = PLOY_NONE, .type = (uint16_t)kind, .key_type = (uint16_t)kind};
    if (pl_value_is_bytes(kind)) port.value = ploy_value_of(zeros);
    return port;
}

static ploy_status add_port(const port_text* from, pl_names* names, pl_port_list* list, pl_port_def* defs,
                            ploy_port* none, char problem[128])
{
    if (from->name_length == 0 || (from->type && from->type_length == 0)) {
        snprintf(problem, 128, "port %u has no %s", (unsigned)list->count, from->name_length == 0 ? "name" : "type");
        return PLOY_INVALID;
    }
    if (pl_ports_find(list, from->name, from->name_length) != PLOY_NONE) {
        snprintf(problem, 128, "two ports '%.*s'", (int)(from->name_length < 80 ? from->name_length : 80), from->name);
        return PLOY_INVALID;
    }
    pl_port_def* def = &defs[list->count];
    def->name = intern(names, from->name, from->name_length);
    def->type = from->type ? intern(names, from->type, from->type_length) : NULL;
    def->way = from->way;
    if (!def->name || (from->type && !def->type)) return PLOY_OUT_OF_MEMORY;
    none[list->count++] = empty_port(def);
    return PLOY_OK;
}

ploy_status pl_ports_declare(const char* text, pl_names* names, pl_arena* arena, pl_port_list* list, char problem[128])
{
    *list = (pl_port_list){0};
    uint32_t count = 0;
    port_text port;
    text = text ? text : "";
    for (const char* at = text; next_port(&at, &port);) ++count;
    pl_port_def* defs = PL_ARENA_ARRAY(arena, pl_port_def, count);
    ploy_port* none = PL_ARENA_ARRAY(arena, ploy_port, count);
    if (!defs || !none) return PLOY_OUT_OF_MEMORY;
    list->defs = defs;
    list->none = none;
    ploy_status status = PLOY_OK;
    while (status == PLOY_OK && next_port(&text, &port)) {
        status = add_port(&port, names, list, defs, none, problem);
    }
    return status;
}

bool pl_ports_are_same(const pl_port_list* a, const pl_port_list* b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; ++i) { // interned
        same = a->defs[i].name == b->defs[i].name && a->defs[i].type == b->defs[i].type &&
               a->defs[i].way == b->defs[i].way;
    }
    return same;
}

uint32_t pl_ports_find(const pl_port_list* list, const char* name, size_t length)
{
    for (uint32_t i = 0; i < list->count; ++i) {
        const char* known = list->defs[i].name;
        if (strncmp(known, name, length) == 0 && known[length] == '\0') return i;
    }
    return PLOY_NONE;
}

// Types.

static const pl_struct_types* structs_of(const ploy_blackboard_keys* keys)
{
    return keys ? &keys->structs : NULL;
}

pl_value_kind pl_port_kind(const pl_port_def* port, const ploy_blackboard_keys* keys, ploy_error* error)
{
    if (!port->type) return PL_PORT_UNTYPED;
    if (strcmp(port->type, "any") == 0) return PL_PORT_ANY;
    pl_value_kind kind = pl_value_kind_find(structs_of(keys), port->type, strlen(port->type));
    if (kind != PLOY_NONE) return kind;
    pl_error_set(error, 0, 0, "the port '%.60s' is declared with an unknown type '%.60s'", port->name, port->type);
    pl_error_hint(error, "bool, int, decimal, float, object, string, or add it with ploy_blackboard_keys_add_struct");
    pl_similar similar = pl_similar_begin(port->type);
    uint32_t count = PLOY_VALUE_STRUCT + (keys ? pl_names_count(&keys->structs.names) : 0);
    for (kind = 0; kind < count; ++kind) pl_similar_offer(&similar, pl_value_kind_name(structs_of(keys), kind));
    pl_similar_hint(&similar, error);
    return PLOY_NONE;
}

// Keys.

static ploy_status fail_key(const pl_port_def* port, const ploy_blackboard_keys* keys, uint32_t key, ploy_error* error)
{
    pl_error_set(error, 0, 0, "the port '%.60s' is of type %.40s, and the key '%.60s' of type %.40s", port->name,
                 port->type, ploy_blackboard_keys_name(keys, key), pl_key_type_name(keys, key));
    pl_error_hint(error, "a key of type %s, or declare the port with the key's type", port->type);
    return PLOY_INVALID;
}

ploy_status pl_port_take_key(const pl_port_def* port, const ploy_blackboard_keys* keys, uint32_t key,
                             bool may_need_room, ploy_port* made, ploy_error* error)
{
    pl_value_kind kind = pl_port_kind(port, keys, error), of_key = pl_key_kind(keys, key);
    if (kind == PLOY_NONE) return PLOY_INVALID;
    if (kind >= PL_PORT_ANY) kind = of_key;
    *made = (ploy_port){.key = key, .type = (uint16_t)kind, .key_type = (uint16_t)of_key};
    if (!pl_value_converts(of_key, kind)) return fail_key(port, keys, key, error);
    size_t room = port->way == PL_PORT_OUT ? 0 : pl_port_room(made, keys);
    return room > (may_need_room ? PLOY_STRUCT_BYTES : 0) ? fail_key(port, keys, key, error) : PLOY_OK;
}

size_t pl_port_room(const ploy_port* port, const ploy_blackboard_keys* keys)
{
    if (port->key == PLOY_NONE || port->type == port->key_type) return 0;
    return (pl_value_room(&keys->structs, port->key_type, port->type) + 7) / 8 * 8;
}

ploy_value pl_port_convert(const ploy_port* port, const ploy_agent* agent)
{
    const ploy_blackboard_keys* keys = agent->blackboard->keys;
    ploy_value value = pl_blackboard_read(agent->blackboard, port->key), made;
    void* room = (char*)agent->mind_data + port->value;
    if (pl_value_convert(&keys->structs, port->key_type, value, port->type, room, &made)) return made;
    pl_log("the key '%s' holds '%.100s', which is no %s: it is read as 0", ploy_blackboard_keys_name(keys, port->key),
           ploy_value_string(value), pl_value_kind_name(&keys->structs, port->type));
    return made;
}

// Constants.

static const char* hint_of(pl_value_kind kind)
{
    switch (pl_value_type_of(kind)) {
    case PLOY_VALUE_BOOL:
        return "true or false";
    case PLOY_VALUE_DECIMAL:
    case PLOY_VALUE_FLOAT:
        return "a number";
    default:
        return "a whole number";
    }
}

static ploy_status fail_text(const pl_port_def* port, pl_value_kind kind, const char* text, ploy_error* error)
{
    pl_error_set(error, 0, 0, "'%.60s' is '%.100s'", port->name, text);
    if (kind == PL_PORT_UNTYPED) {
        pl_error_hint(error, "a key in braces, true, false or a whole number; or declare the type: '%.40s:string'",
                      port->name);
    } else if (kind >= PLOY_VALUE_STRUCT) {
        pl_error_hint(error, "a text that is a %s", port->type);
    } else {
        pl_error_hint(error, "%s, or a key in braces", hint_of(kind));
    }
    return PLOY_INVALID;
}

// The bytes lie in memory of their own from now on.
static bool keep(pl_arena* arena, const pl_struct_types* structs, pl_value_kind kind, ploy_value* value)
{
    size_t bytes = pl_value_bytes(structs, kind, *value);
    void* kept = pl_arena_alloc(arena, bytes);
    if (kept) *value = ploy_value_of(memcpy(kept, ploy_value_struct(*value), bytes));
    return kept != NULL;
}

// The number that a name stands for.
static bool take_enumerator(const ploy_blackboard_keys* keys, pl_value_kind kind, const char* text, ploy_value* value)
{
    bool is_number = kind != PLOY_VALUE_BOOL && !pl_value_is_bytes(kind);
    if (!is_number || !keys || !pl_blackboard_keys_enum(keys, text, value)) return false;
    return pl_value_convert(NULL, PLOY_VALUE_INT, *value, kind, NULL, value);
}

ploy_status pl_port_take_text(const pl_port_def* port, const ploy_blackboard_keys* keys, const char* text,
                              pl_arena* arena, ploy_port* made, ploy_error* error)
{
    uint64_t room[PLOY_STRUCT_BYTES / 8];
    pl_value_kind kind = pl_port_kind(port, keys, error);
    if (kind == PLOY_NONE) return PLOY_INVALID;
    pl_value_kind as = kind == PL_PORT_UNTYPED ? PLOY_VALUE_INT : kind == PL_PORT_ANY ? PLOY_VALUE_STRING : kind;
    *made = (ploy_port){.key = PLOY_NONE, .type = (uint16_t)as, .key_type = (uint16_t)as};
    bool is_bool = kind == PL_PORT_UNTYPED && pl_value_parse(NULL, PLOY_VALUE_BOOL, text, NULL, &made->value);
    if (!is_bool && !take_enumerator(keys, as, text, &made->value) &&
        !pl_value_parse(structs_of(keys), as, text, room, &made->value)) {
        return fail_text(port, kind, text, error);
    }
    if (!pl_value_is_bytes(as)) return PLOY_OK;
    return keep(arena, structs_of(keys), as, &made->value) ? PLOY_OK : PLOY_OUT_OF_MEMORY;
}
