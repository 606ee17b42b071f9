// Paths for many agents, some per update: map:path_service{max_nodes = 2000}. A request is a number.

#include "generated.h"
#include "paths.h"
#include <ploy/path_service.h>
#include <string.h>

typedef struct service_object
{
    ploy_path_service* service;
    pl_lua_map* map; ///< kept alive by the uservalue
    bool is_updating;
} service_object;

/// A number of Lua has 53 bits: 32 of the generation, 21 of the index.
#define INDEX_BITS 21

static void push_id(lua_State* L, ploy_path_request_id id)
{
    if (id.index1 >> INDEX_BITS) luaL_error(L, "too many requests at once");
    pl_lua_push_integer(L, (int64_t)id.generation << INDEX_BITS | id.index1);
}

static ploy_path_request_id check_id(lua_State* L, int index)
{
    int64_t number = pl_lua_check_whole(L, index, 0, ((int64_t)1 << (INDEX_BITS + 32)) - 1, "a request");
    return (ploy_path_request_id){(uint32_t)(number & ((1 << INDEX_BITS) - 1)), (uint32_t)(number >> INDEX_BITS)};
}

int pl_lua_map_path_service(lua_State* L)
{
    pl_lua_map* map = pl_lua_check_map(L, 1);
    ploy_path_service_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_path_service_def, &def);
    if (def.slots > 64) return luaL_error(L, "field 'slots' of path_service_def is out of range");
    def.map = map->map;
    service_object* object = pl_lua_new(L, sizeof(*object), PL_LUA_PATH_SERVICE);
    pl_lua_keep(L, -1, 1, "map");
    object->map = map;
    object->service = ploy_path_service_create(&def);
    return object->service ? 1 : pl_lua_raise(L, "path_service", PLOY_OUT_OF_MEMORY, NULL);
}

static int service_collect(lua_State* L)
{
    service_object* object = lua_touserdata(L, 1);
    pl_lua_set_current(L);
    ploy_path_service_destroy(object->service);
    object->service = NULL;
    return 0;
}

static service_object* check_service(lua_State* L)
{
    service_object* object = pl_lua_check(L, 1, PL_LUA_PATH_SERVICE);
    if (!object->service || !object->map->map) luaL_error(L, "the path service or its map is closed");
    return object;
}

static service_object* check_idle(lua_State* L)
{
    service_object* object = check_service(L);
    if (object->is_updating) luaL_error(L, "not inside an update of the path service");
    return object;
}

/// request(from, to, owner, options): options is a table like that of map:find, with priority.
static int service_request(lua_State* L)
{
    service_object* object = check_service(L);
    ploy_path_request request = {0};
    if (!lua_isnoneornil(L, 4)) request.owner = (uint64_t)pl_lua_check_whole(L, 4, 0, INT64_MAX, "the owner");
    if (lua_istable(L, 5)) {
        static const char* const fields[] = {"max_nodes", "partial", "method", "agent_size"};
        lua_getfield(L, 5, "priority");
        if (!lua_isnil(L, -1))
            request.priority = (int16_t)pl_lua_check_whole(L, -1, INT16_MIN, INT16_MAX, "the priority");
        lua_createtable(L, 0, 4);
        for (int i = 0; i < 4; ++i) {
            lua_getfield(L, 5, fields[i]);
            lua_setfield(L, -2, fields[i]);
        }
        pl_lua_read(L, lua_gettop(L), &pl_lua_struct_ploy_path_query, &request.query);
    } else if (!lua_isnoneornil(L, 5)) {
        luaL_checktype(L, 5, LUA_TTABLE);
    }
    request.query.from = pl_lua_check_node(L, object->map, 2);
    request.query.to = pl_lua_check_node(L, object->map, 3);
    request.query.obstacles = object->map->obstacles;
    ploy_path_request_id id = ploy_path_service_request(object->service, &request);
    if (!id.index1) return pl_lua_raise(L, "request", PLOY_OUT_OF_MEMORY, NULL);
    push_id(L, id);
    return 1;
}

static int service_cancel(lua_State* L)
{
    service_object* object = check_service(L);
    lua_pushboolean(L, ploy_path_service_cancel(object->service, check_id(L, 2)));
    return 1;
}

/// What an update needs in its callback: the function lies at index 2.
typedef struct service_update
{
    lua_State* L;
    int error; ///< of the function, a reference in the registry, LUA_NOREF: none
} service_update;

static void call_done(void* user, const ploy_path_answer* answer)
{
    service_update* update = user;
    lua_State* L = update->L;
    if (update->error != LUA_NOREF || !lua_checkstack(L, 12)) return;
    lua_pushvalue(L, 2);
    pl_lua_push_integer(L, (int64_t)answer->id.generation << INDEX_BITS | answer->id.index1);
    pl_lua_push_enum(L, &pl_lua_enum_ploy_status, (int)answer->path.status);
    if (answer->path.count > 0)
        pl_lua_fill(L, lua_gettop(L) + 1, answer->path.nodes, answer->path.count, 0);
    else
        lua_pushnil(L);
    pl_lua_push_integer(L, answer->path.cost);
    pl_lua_push_integer(L, (int64_t)answer->owner);
    int status = lua_pcall(L, 5, 0, 0);
    pl_lua_set_current(L);
    if (status != 0) update->error = luaL_ref(L, LUA_REGISTRYINDEX);
}

/// update(done): done(request, status, nodes, cost, owner) is called for each answer; nil: poll them.
static int service_update_all(lua_State* L)
{
    service_object* object = check_idle(L);
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    service_update update = {L, LUA_NOREF};
    object->is_updating = true;
    ploy_path_service_update(object->service, lua_isnil(L, 2) ? NULL : call_done, &update);
    object->is_updating = false;
    if (update.error == LUA_NOREF) return 0;
    lua_rawgeti(L, LUA_REGISTRYINDEX, update.error);
    luaL_unref(L, LUA_REGISTRYINDEX, update.error);
    return lua_error(L);
}

/// poll(request, into): the status, and if the last update answered it, the nodes and the cost.
static int service_poll(lua_State* L)
{
    service_object* object = check_service(L);
    ploy_path_answer answer;
    ploy_status status = ploy_path_service_poll(object->service, check_id(L, 2), &answer);
    pl_lua_push_enum(L, &pl_lua_enum_ploy_status, (int)(status == PLOY_OK ? answer.path.status : status));
    if (status != PLOY_OK) return 1;
    pl_lua_fill(L, lua_isnoneornil(L, 3) ? lua_gettop(L) + 1 : 3, answer.path.nodes, answer.path.count, 0);
    pl_lua_push_integer(L, answer.path.cost);
    return 3;
}

static int service_stats(lua_State* L)
{
    ploy_path_service_stats stats = ploy_path_service_get_stats(check_service(L)->service);
    pl_lua_push(L, &pl_lua_struct_ploy_path_service_stats, &stats);
    return 1;
}

// Saves. All requests use the obstacles of the map.

static int service_save(lua_State* L)
{
    service_object* object = check_idle(L);
    const ploy_obstacles* layers[] = {object->map->obstacles};
    ploy_path_service_save_def def = {.obstacle_layers = layers, .obstacle_layer_count = 1};
    ploy_writer writer = {0};
    ploy_status status = ploy_path_service_save(object->service, &def, &writer);
    if (status != PLOY_OK) return pl_lua_raise(L, "save", status, NULL);
    writer = (ploy_writer){.bytes = lua_newuserdata(L, writer.count + 1), .capacity = writer.count};
    status = ploy_path_service_save(object->service, &def, &writer);
    if (status != PLOY_OK || !ploy_writer_fits(&writer)) return pl_lua_raise(L, "save", status, NULL);
    lua_pushlstring(L, (const char*)writer.bytes, writer.count);
    return 1;
}

static int service_load(lua_State* L)
{
    service_object* object = check_idle(L);
    ploy_reader reader = {0};
    reader.bytes = (const uint8_t*)luaL_checklstring(L, 2, &reader.count);
    const ploy_obstacles* layers[] = {object->map->obstacles};
    ploy_path_service_save_def def = {.obstacle_layers = layers, .obstacle_layer_count = 1};
    ploy_status status = ploy_path_service_load(object->service, &def, &reader);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, "load", status, NULL);
}

static const luaL_Reg methods[] = {
    {"request", service_request}, {"cancel", service_cancel}, {"update", service_update_all}, {"poll", service_poll},
    {"stats", service_stats},     {"save", service_save},     {"load", service_load},         {NULL, NULL},
};

const pl_lua_class pl_lua_path_service_class = {PL_LUA_PATH_SERVICE, methods, NULL, NULL, service_collect};
