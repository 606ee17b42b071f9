/// Recordings read back in Lua: their events, and the decision debugger's answers.

#ifndef PL_LUA_RECORDING_H
#define PL_LUA_RECORDING_H

#include "state.h"

#define PL_LUA_RECORDING "ploy.Recording"

extern const pl_lua_class pl_lua_recording_class;

int pl_lua_new_recording(lua_State* L);

#endif
