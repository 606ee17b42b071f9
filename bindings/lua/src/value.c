#include "value.h"
#include "fields.h"
#include <string.h>

void pl_lua_push_value(lua_State* L, uint32_t type, ploy_value value, const pl_lua_objects* objects)
{
    switch (type) {
    case PLOY_VALUE_BOOL: lua_pushboolean(L, value != 0); break;
    case PLOY_VALUE_DECIMAL: lua_pushnumber(L, (lua_Number)value / PL_LUA_UNIT); break;
    case PLOY_VALUE_FLOAT: lua_pushnumber(L, ploy_value_float(value)); break;
    case PLOY_VALUE_STRING: lua_pushstring(L, ploy_value_string(value)); break;
    case PLOY_VALUE_INT:
    case PLOY_VALUE_OBJECT:
        if (objects && value >= 0 && value < (ploy_value)objects->count)
            lua_pushstring(L, objects->names[value]);
        else
            pl_lua_push_integer(L, value);
        break;
    default: lua_pushnil(L); break;
    }
}

static ploy_value find_object(lua_State* L, int index, const pl_lua_objects* objects, const char* what)
{
    const char* name = lua_tostring(L, index);
    for (uint32_t i = 0; i < objects->count; ++i)
        if (strcmp(objects->names[i], name) == 0) return i;
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (uint32_t i = 0; i < objects->count && i < 12; ++i) {
        if (i > 0) luaL_addstring(&text, ", ");
        luaL_addstring(&text, objects->names[i]);
    }
    luaL_pushresult(&text);
    return luaL_error(L, "%s: there is no '%s'; there are: %s", what, name, lua_tostring(L, -1));
}

ploy_value pl_lua_check_value(lua_State* L, int index, uint32_t type, const pl_lua_objects* objects, const char* what)
{
    index = lua_absindex(L, index);
    switch (type) {
    case PLOY_VALUE_BOOL:
        if (lua_type(L, index) != LUA_TBOOLEAN) luaL_error(L, "%s must be true or false, not %s", what, luaL_typename(L, index));
        return lua_toboolean(L, index);
    case PLOY_VALUE_INT: return pl_lua_check_whole(L, index, INT64_MIN, INT64_MAX, what);
    case PLOY_VALUE_DECIMAL: return pl_lua_check_scaled(L, index, PL_LUA_UNIT, what);
    case PLOY_VALUE_FLOAT:
        if (lua_type(L, index) != LUA_TNUMBER) luaL_error(L, "%s must be a number, not %s", what, luaL_typename(L, index));
        return ploy_value_of_float(lua_tonumber(L, index));
    case PLOY_VALUE_OBJECT:
        if (objects && lua_type(L, index) == LUA_TSTRING) return find_object(L, index, objects, what);
        if (objects) luaL_error(L, "%s must be the name of an object, not %s", what, luaL_typename(L, index));
        return pl_lua_check_whole(L, index, INT64_MIN, INT64_MAX, what);
    case PLOY_VALUE_STRING:
        if (lua_type(L, index) != LUA_TSTRING) luaL_error(L, "%s must be a string, not %s", what, luaL_typename(L, index));
        return ploy_value_of(lua_tostring(L, index));
    default: return luaL_error(L, "%s is a struct, which only C can write", what);
    }
}
