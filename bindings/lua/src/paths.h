/// Nav maps in Lua: a grid or a graph with its obstacles and a pathfinder of its own.

#ifndef PL_LUA_PATHS_H
#define PL_LUA_PATHS_H

#include "state.h"

#define PL_LUA_MAP "ploy.Map"

extern const pl_lua_class pl_lua_map_class;

int pl_lua_new_grid(lua_State* L);
int pl_lua_new_graph(lua_State* L);

#endif
