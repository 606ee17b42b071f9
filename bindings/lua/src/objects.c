// Objects that come and go, and tables, of domains alone and of those that a world has loaded. Objects are names.

#include "domain.h"
#include "value.h"
#include "world.h"
#include <stdlib.h>
#include <string.h>

/// A domain of a world's files, found again by its name in each use: a hot reload replaces it.
typedef struct world_domain
{
    pl_lua_world* world; ///< kept alive by the uservalue
    char name[];
} world_domain;

// Domains of worlds.

/// The first domain of that name (NULL: any) in the files of a world; counts them all.
static ploy_domain* find_domain(const pl_lua_world* world, const char* name, uint32_t* count)
{
    ploy_domain* found = NULL;
    *count = 0;
    for (uint32_t i = 0; i < world->names.file_count; ++i) {
        const ploy_file* file = ploy_world_file(world->world, world->names.files[i]);
        for (uint32_t j = 0; file && j < ploy_file_domain_count(file); ++j) {
            ploy_domain* domain = ploy_file_domain(file, j);
            if (name && strcmp(ploy_domain_name(domain), name) != 0) continue;
            if (!found) found = domain;
            ++*count;
        }
    }
    return found;
}

/// domain(name): without a name, the only one.
int pl_lua_world_domain(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    const char* name = luaL_optstring(L, 2, NULL);
    uint32_t count;
    const ploy_domain* found = find_domain(world, name, &count);
    if (!found) return luaL_error(L, "the files of the world have no domain%s%s", name ? " " : "", name ? name : "");
    if (!name && count > 1) return luaL_error(L, "the files of the world have %d domains: give a name", (int)count);
    name = ploy_domain_name(found);
    size_t bytes = strlen(name) + 1;
    world_domain* object = pl_lua_new(L, sizeof(*object) + bytes, PL_LUA_WORLD_DOMAIN);
    object->world = world;
    memcpy(object->name, name, bytes);
    pl_lua_keep(L, -1, 1, "world");
    return 1;
}

static void note_change(pl_lua_world* world, ploy_domain* domain)
{
    for (uint32_t i = 0; i < world->changed_count; ++i)
        if (world->changed[i] == domain) return;
    ploy_domain** grown = realloc(world->changed, (world->changed_count + 1) * sizeof(*grown));
    if (!grown) abort();
    world->changed = grown;
    world->changed[world->changed_count++] = domain;
}

void pl_lua_world_use_domain(pl_lua_world* world, pl_lua_domain* domain)
{
    for (uint32_t i = 0; i < world->used_count; ++i)
        if (world->used[i] == domain) return;
    pl_lua_domain** grown = realloc(world->used, (world->used_count + 1) * sizeof(*grown));
    if (!grown) abort();
    world->used = grown;
    world->used[world->used_count++] = domain;
}

void pl_lua_settle_domains(lua_State* L, pl_lua_world* world)
{
    while (world->changed_count > 0) {
        ploy_error error = {0};
        ploy_domain* domain = world->changed[--world->changed_count];
        ploy_status status = ploy_domain_compile(domain, &error);
        if (status != PLOY_OK) pl_lua_raise(L, ploy_domain_name(domain), status, &error);
    }
    for (uint32_t i = 0; i < world->used_count; ++i) pl_lua_settle_domain(L, world->used[i]);
}

void pl_lua_free_domains(pl_lua_world* world)
{
    free(world->changed);
    free(world->used);
    world->changed = NULL;
    world->used = NULL;
    world->changed_count = world->used_count = 0;
}

// Methods.

/// The domain at index 1, alone or of a world.
static ploy_domain* check_domain(lua_State* L, bool is_change)
{
    world_domain* of_world = pl_lua_test(L, 1, PL_LUA_WORLD_DOMAIN);
    pl_lua_domain* alone = of_world ? NULL : pl_lua_check_domain(L, 1);
    pl_lua_set_current(L);
    if (of_world && !of_world->world->world) luaL_error(L, "the domain's world is closed");
    if (is_change && (alone ? alone->ticking > 0 : of_world->world->is_ticking))
        luaL_error(L, "a domain is changed between two ticks, not inside one");
    if (alone) {
        alone->is_changed |= is_change;
        alone->version += is_change;
        return alone->domain;
    }
    uint32_t count;
    ploy_domain* found = find_domain(of_world->world, of_world->name, &count);
    if (!found) luaL_error(L, "the domain %s is gone", of_world->name);
    if (is_change) note_change(of_world->world, found);
    return found;
}

static uint32_t check_type(lua_State* L, const ploy_domain* domain, const char* name, size_t bytes)
{
    for (uint32_t i = 0; i < ploy_domain_type_count(domain); ++i) {
        const char* one = ploy_domain_type(domain, i).name;
        if (strlen(one) == bytes && memcmp(one, name, bytes) == 0) return i;
    }
    lua_pushlstring(L, name, bytes);
    return (uint32_t)luaL_error(L, "the domain has no type '%s'", lua_tostring(L, -1));
}

static uint32_t check_spawned(lua_State* L, const ploy_domain* domain, const char* name, size_t bytes)
{
    uint32_t type = check_type(L, domain, name, bytes);
    ploy_type_info info = ploy_domain_type(domain, type);
    if (!info.is_spawned) luaL_error(L, "the objects of '%s' are not spawned: its type has no capacity", info.name);
    return type;
}

static uint32_t check_object(lua_State* L, int index, const ploy_domain* domain, uint32_t type)
{
    if (lua_type(L, index) != LUA_TSTRING) luaL_error(L, "an object must be a name, not %s", luaL_typename(L, index));
    uint32_t object = ploy_domain_find_object(domain, type, lua_tostring(L, index));
    if (object == PLOY_NONE)
        luaL_error(L, "there is no object '%s' of type %s", lua_tostring(L, index),
                   ploy_domain_type(domain, type).name);
    return object;
}

/// The object named at index 2, "tree.3", of a type whose objects are spawned.
static uint32_t check_spawned_object(lua_State* L, const ploy_domain* domain, uint32_t* type)
{
    const char* name = luaL_checkstring(L, 2);
    const char* dot = strrchr(name, '.');
    *type = check_spawned(L, domain, name, dot ? (size_t)(dot - name) : 0);
    return check_object(L, 2, domain, *type);
}

int pl_lua_domain_types(lua_State* L)
{
    const ploy_domain* domain = check_domain(L, false);
    lua_newtable(L);
    for (uint32_t i = 0; i < ploy_domain_type_count(domain); ++i) {
        lua_pushstring(L, ploy_domain_type(domain, i).name);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

int pl_lua_domain_objects(lua_State* L)
{
    const ploy_domain* domain = check_domain(L, false);
    size_t bytes;
    const char* name = luaL_checklstring(L, 2, &bytes);
    uint32_t type = check_type(L, domain, name, bytes);
    uint32_t count = ploy_domain_type(domain, type).object_count;
    lua_newtable(L);
    for (uint32_t i = 0, listed = 0; i < count; ++i) {
        if (!ploy_domain_object_exists(domain, type, i)) continue;
        lua_pushstring(L, ploy_domain_object_name(domain, type, i));
        lua_rawseti(L, -2, (int)++listed);
    }
    return 1;
}

int pl_lua_domain_exists(lua_State* L)
{
    const ploy_domain* domain = check_domain(L, false);
    uint32_t type, object = check_spawned_object(L, domain, &type);
    lua_pushboolean(L, ploy_domain_object_exists(domain, type, object));
    return 1;
}

int pl_lua_domain_spawn(lua_State* L)
{
    ploy_domain* domain = check_domain(L, true);
    size_t bytes;
    const char* name = luaL_checklstring(L, 2, &bytes);
    uint32_t object, type = check_spawned(L, domain, name, bytes);
    if (ploy_domain_spawn(domain, type, &object) != PLOY_OK)
        return luaL_error(L, "all objects of '%s' exist already", name);
    lua_pushstring(L, ploy_domain_object_name(domain, type, object));
    return 1;
}

int pl_lua_domain_despawn(lua_State* L)
{
    ploy_domain* domain = check_domain(L, true);
    uint32_t type, object = check_spawned_object(L, domain, &type);
    if (ploy_domain_despawn(domain, type, object) != PLOY_OK) return luaL_error(L, "%s is gone", lua_tostring(L, 2));
    return 0;
}

// Tables.

/// The table named at index 2, and the cell of the objects from index 3 on. Returns the index after the last of them.
static int check_cell(lua_State* L, const ploy_domain* domain, uint32_t* table, uint32_t* objects)
{
    const char* name = luaL_checkstring(L, 2);
    *table = ploy_domain_find_table(domain, name);
    if (*table == PLOY_NONE) luaL_error(L, "the domain has no table '%s'", name);
    ploy_table_info info = ploy_domain_table(domain, *table);
    for (uint32_t i = 0; i < info.of_count; ++i) objects[i] = check_object(L, (int)i + 3, domain, info.of[i]);
    return (int)info.of_count + 3;
}

/// cell("distance", "camp", "hill")
int pl_lua_domain_cell(lua_State* L)
{
    const ploy_domain* domain = check_domain(L, false);
    uint32_t table, objects[PLOY_MAX_ARGS];
    check_cell(L, domain, &table, objects);
    ploy_table_info info = ploy_domain_table(domain, table);
    ploy_value value = ploy_domain_table_get(domain, table, objects);
    if (info.type == PLOY_VALUE_OBJECT)
        lua_pushstring(L, ploy_domain_object_name(domain, info.object_type, (uint32_t)value));
    else
        pl_lua_push_value(L, info.type, value, NULL);
    return 1;
}

/// set_cell("distance", "camp", "hill", 12)
int pl_lua_domain_set_cell(lua_State* L)
{
    ploy_domain* domain = check_domain(L, true);
    uint32_t table, objects[PLOY_MAX_ARGS];
    int index = check_cell(L, domain, &table, objects);
    ploy_table_info info = ploy_domain_table(domain, table);
    ploy_value value = info.type == PLOY_VALUE_OBJECT ? check_object(L, index, domain, info.object_type)
                                                      : pl_lua_check_value(L, index, info.type, NULL, info.name);
    if (ploy_domain_table_set(domain, table, objects, value) != PLOY_OK)
        return luaL_error(L, "the value is outside the range of the table '%s'", info.name);
    return 0;
}

/// set_cells("distance", "camp hill = 12, camp lake = 5.5")
int pl_lua_domain_set_cells(lua_State* L)
{
    ploy_domain* domain = check_domain(L, true);
    const char* name = luaL_checkstring(L, 2);
    uint32_t table = ploy_domain_find_table(domain, name);
    if (table == PLOY_NONE) return luaL_error(L, "the domain has no table '%s'", name);
    ploy_error error = {0};
    ploy_status status = ploy_domain_table_parse(domain, table, luaL_checkstring(L, 3), &error);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, name, status, &error);
}

static int world_domain_index(lua_State* L)
{
    const char* name = lua_tostring(L, 2);
    if (!name || strcmp(name, "name") != 0) return 0;
    lua_pushstring(L, ((world_domain*)pl_lua_check(L, 1, PL_LUA_WORLD_DOMAIN))->name);
    return 1;
}

static const luaL_Reg methods[] = {
    {"types", pl_lua_domain_types},
    {"objects", pl_lua_domain_objects},
    {"exists", pl_lua_domain_exists},
    {"spawn", pl_lua_domain_spawn},
    {"despawn", pl_lua_domain_despawn},
    {"cell", pl_lua_domain_cell},
    {"set_cell", pl_lua_domain_set_cell},
    {"set_cells", pl_lua_domain_set_cells},
    {NULL, NULL},
};

const pl_lua_class pl_lua_world_domain_class = {PL_LUA_WORLD_DOMAIN, methods, world_domain_index, NULL, NULL};
