/// Lua 5.1 (and LuaJIT, which has its interface) and Lua 5.4 from one source. Only what differs stands here.

#ifndef PL_LUA_COMPAT_H
#define PL_LUA_COMPAT_H

#include <lauxlib.h>
#include <lua.h>
#include <stdint.h>

#if LUA_VERSION_NUM < 502

#define lua_rawlen lua_objlen
#define lua_setuservalue lua_setfenv
#define lua_getuservalue lua_getfenv

static inline int lua_absindex(lua_State* L, int index)
{
    return index > 0 || index <= LUA_REGISTRYINDEX ? index : lua_gettop(L) + index + 1;
}

#endif

static inline void pl_lua_push_integer(lua_State* L, int64_t value)
{
#if LUA_VERSION_NUM >= 503
    lua_pushinteger(L, value);
#else
    lua_pushnumber(L, (lua_Number)value);
#endif
}

#endif
