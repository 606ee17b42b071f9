/// Values of blackboards, ports and facts: booleans, numbers and strings of Lua. An object of a domain is its name, any
/// other object a whole number.

#ifndef PL_LUA_VALUE_H
#define PL_LUA_VALUE_H

#include "names.h"

/// objects may be NULL. A struct is pushed as nil: only C knows it.
void pl_lua_push_value(lua_State* L, uint32_t type, ploy_value value, const pl_lua_objects* objects);
/// A string points into the one on the stack. Another type is an error of Lua that begins with `what`.
ploy_value pl_lua_check_value(lua_State* L, int index, uint32_t type, const pl_lua_objects* objects, const char* what);

#endif
