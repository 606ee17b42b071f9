// Who is near: a spatial index of points. Positions, radii and the side of a cell are in the unit of agent:position; points
// count from 1. Nothing here makes garbage when the caller keeps the tables.

#include "paths.h"
#include <ploy/spatial.h>
#include <stdlib.h>
#include <string.h>

typedef struct spatial_object
{
    ploy_spatial* spatial;
    ploy_spatial_item* items;
    uint32_t* found;
    uint32_t count, capacity;
} spatial_object;

static int32_t check_length(lua_State* L, int index, const char* what)
{
    int64_t length = pl_lua_check_scaled(L, index, PL_LUA_UNIT, what);
    if (length < 0) luaL_error(L, "%s is negative", what);
    return length > INT32_MAX ? INT32_MAX : (int32_t)length;
}

static int32_t check_coordinate(lua_State* L, int index, const char* what)
{
    int64_t max = 1 << 30, at = pl_lua_check_scaled(L, index, PL_LUA_UNIT, what);
    if (at < -max || at > max) luaL_error(L, "%s is out of range", what);
    return (int32_t)at;
}

/// spatial{cell = 8, capacity = 200}
int pl_lua_new_spatial(lua_State* L)
{
    ploy_spatial_def def = {0};
    if (!lua_isnoneornil(L, 1)) {
        luaL_checktype(L, 1, LUA_TTABLE);
        lua_getfield(L, 1, "cell");
        if (!lua_isnil(L, -1)) def.cell = check_length(L, -1, "field 'cell' of spatial_def");
        lua_getfield(L, 1, "capacity");
        if (!lua_isnil(L, -1))
            def.capacity = (uint32_t)pl_lua_check_whole(L, -1, 0, 1 << 24, "field 'capacity' of spatial_def");
    }
    spatial_object* object = pl_lua_new(L, sizeof(*object), PL_LUA_SPATIAL);
    object->spatial = ploy_spatial_create(&def);
    return object->spatial ? 1 : pl_lua_raise(L, "spatial", PLOY_OUT_OF_MEMORY, NULL);
}

static int spatial_collect(lua_State* L)
{
    spatial_object* object = lua_touserdata(L, 1);
    pl_lua_set_current(L);
    ploy_spatial_destroy(object->spatial);
    free(object->items);
    free(object->found);
    memset(object, 0, sizeof(*object));
    return 0;
}

static spatial_object* check_spatial(lua_State* L)
{
    spatial_object* object = pl_lua_check(L, 1, PL_LUA_SPATIAL);
    if (!object->spatial) luaL_error(L, "the spatial index is closed");
    return object;
}

static bool reserve(spatial_object* object, uint32_t count)
{
    if (count <= object->capacity) return true;
    ploy_spatial_item* items = realloc(object->items, count * sizeof(*items));
    if (items) object->items = items;
    uint32_t* found = realloc(object->found, count * sizeof(*found));
    if (found) object->found = found;
    if (items && found) object->capacity = count;
    return items && found;
}

/// The element of a list.
static int32_t read_coordinate(lua_State* L, int list, uint32_t at)
{
    lua_rawgeti(L, list, (int)at);
    int32_t coordinate = check_coordinate(L, -1, "a position");
    lua_pop(L, 1);
    return coordinate;
}

/// build({x, y, x, y, …}, masks): masks is a list of numbers whose bits say what each point is, or one number; default 1.
static int spatial_build(lua_State* L)
{
    spatial_object* object = check_spatial(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    size_t numbers = lua_rawlen(L, 2);
    if (numbers % 2 != 0 || numbers / 2 > INT32_MAX / 4)
        return luaL_error(L, "positions are pairs of numbers: x, y, x, y");
    uint32_t count = (uint32_t)(numbers / 2);
    bool has_list = lua_istable(L, 3);
    if (has_list && lua_rawlen(L, 3) != count)
        return luaL_error(L, "there are %d masks for %d points", (int)lua_rawlen(L, 3), (int)count);
    uint32_t mask = has_list || lua_isnoneornil(L, 3) ? 1 : (uint32_t)pl_lua_check_whole(L, 3, 0, UINT32_MAX, "a mask");
    object->count = 0;
    if (!reserve(object, count)) return pl_lua_raise(L, "build", PLOY_OUT_OF_MEMORY, NULL);
    for (uint32_t i = 0; i < count; ++i) {
        if (has_list) {
            lua_rawgeti(L, 3, (int)i + 1);
            mask = (uint32_t)pl_lua_check_whole(L, -1, 0, UINT32_MAX, "a mask");
            lua_pop(L, 1);
        }
        object->items[i] =
            (ploy_spatial_item){{read_coordinate(L, 2, 2 * i + 1), read_coordinate(L, 2, 2 * i + 2)}, mask};
    }
    ploy_status status = ploy_spatial_build(object->spatial, object->items, count);
    if (status != PLOY_OK) return pl_lua_raise(L, "build", status, NULL);
    object->count = count;
    return 0;
}

/// Pushes a field of the options at index, if it is not nil.
static bool get_option(lua_State* L, int index, const char* name)
{
    lua_getfield(L, index, name);
    if (!lua_isnil(L, -1)) return true;
    lua_pop(L, 1);
    return false;
}

static const char* const query_fields[] = {"mask",   "without",       "facing_x", "facing_y",  "cosine",
                                           "always", "nearest_first", "map",      "grid_unit", "max_count"};

static void read_options(lua_State* L, int index, ploy_spatial_query* query)
{
    pl_lua_refuse_unknown(L, index, query_fields, sizeof(query_fields) / sizeof(*query_fields));
    if (get_option(L, index, "mask")) query->mask = (uint32_t)pl_lua_check_whole(L, -1, 0, UINT32_MAX, "mask");
    if (get_option(L, index, "without"))
        query->without = (uint32_t)pl_lua_check_whole(L, -1, 1, INT32_MAX, "without") - 1;
    if (get_option(L, index, "facing_x")) query->facing.x = check_coordinate(L, -1, "facing_x");
    if (get_option(L, index, "facing_y")) query->facing.y = check_coordinate(L, -1, "facing_y");
    if (get_option(L, index, "cosine")) query->cosine = check_coordinate(L, -1, "cosine");
    if (get_option(L, index, "always")) query->always = check_length(L, -1, "always");
    if (get_option(L, index, "nearest_first")) query->nearest_first = lua_toboolean(L, -1);
    if (get_option(L, index, "grid_unit")) query->grid_unit = check_length(L, -1, "grid_unit");
    if (!get_option(L, index, "map")) return;
    const pl_lua_map* map = pl_lua_check_map(L, lua_gettop(L));
    if (!map->grid) luaL_error(L, "only a grid has lines of sight");
    query->grid = map->grid;
    query->obstacles = map->obstacles;
}

/// The circle at index 2, 3 and 4 (nil: any distance), and the options at `index`.
static ploy_spatial_query check_query(lua_State* L, int index)
{
    ploy_point at = {check_coordinate(L, 2, "x"), check_coordinate(L, 3, "y")};
    int32_t radius = lua_isnoneornil(L, 4) ? INT32_MAX : check_length(L, 4, "the radius");
    ploy_spatial_query query = {.position = at, .radius = radius, .mask = UINT32_MAX, .without = PLOY_NONE};
    luaL_checkstack(L, 16, "a query");
    if (lua_isnoneornil(L, index)) return query;
    luaL_checktype(L, index, LUA_TTABLE);
    read_options(L, index, &query);
    return query;
}

/// find(x, y, radius, options, into): a list of points, and how many. `into` is filled instead of a new list.
static int spatial_find(lua_State* L)
{
    spatial_object* object = check_spatial(L);
    lua_settop(L, 6);
    ploy_spatial_query query = check_query(L, 5);
    uint32_t max = object->count;
    if (lua_istable(L, 5) && get_option(L, 5, "max_count")) {
        uint32_t wanted = (uint32_t)pl_lua_check_whole(L, -1, 0, INT32_MAX, "max_count");
        max = wanted < max ? wanted : max;
    }
    uint32_t count = max > 0 ? ploy_spatial_find(object->spatial, &query, object->found, max) : 0;
    pl_lua_fill(L, 6, object->found, count, 1);
    pl_lua_push_integer(L, count);
    return 2;
}

/// nearest(x, y, radius, options): a point, or nil.
static int spatial_nearest(lua_State* L)
{
    spatial_object* object = check_spatial(L);
    lua_settop(L, 5);
    ploy_spatial_query query = check_query(L, 5);
    uint32_t found = ploy_spatial_nearest(object->spatial, &query);
    if (found == PLOY_NONE) return 0;
    pl_lua_push_integer(L, (int64_t)found + 1);
    return 1;
}

static const luaL_Reg methods[] = {
    {"build", spatial_build},
    {"find", spatial_find},
    {"nearest", spatial_nearest},
    {NULL, NULL},
};

const pl_lua_class pl_lua_spatial_class = {PL_LUA_SPATIAL, methods, NULL, NULL, spatial_collect};
