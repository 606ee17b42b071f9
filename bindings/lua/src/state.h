/// What the whole module shares: classes of objects, errors of the library as errors of Lua.
///
/// API misuse calls the library's assert handler, which must not return: here it raises an error in the state of Lua
/// that called the library last on this thread. The library checks arguments before it changes anything, so the call
/// has done nothing. Messages of the log go to the function given to ploy.set_log, else to stderr.

#ifndef PL_LUA_STATE_H
#define PL_LUA_STATE_H

#include "fields.h"
#include <ploy/ploy.h>

typedef struct pl_lua_class
{
    const char* name; ///< "ploy.World": of its metatable
    const luaL_Reg* methods;
    lua_CFunction index;     ///< fields that are no methods; gets the object and the name. NULL: there are none
    lua_CFunction new_index; ///< NULL: no field can be written
    lua_CFunction collect;   ///< __gc; NULL: nothing to free
} pl_lua_class;

void pl_lua_add_class(lua_State* L, const pl_lua_class* about);
/// The object at index, or an error of Lua that says what was expected.
void* pl_lua_check(lua_State* L, int index, const char* class_name);
/// NULL: it is another thing.
void* pl_lua_test(lua_State* L, int index, const char* class_name);
/// Pushes a new object of zeroed bytes with an empty table of its own (its uservalue).
void* pl_lua_new(lua_State* L, size_t bytes, const char* class_name);
/// The object at index keeps the one at other alive.
void pl_lua_keep(lua_State* L, int index, int other, const char* name);
/// Pushes what pl_lua_keep kept.
void pl_lua_kept(lua_State* L, int index, const char* name);

/// To be called before the library is: errors of the library are raised in L.
void pl_lua_set_current(lua_State* L);
/// The state that called the library last on this thread, or NULL.
lua_State* pl_lua_current(void);

/// Raises an error with the status's own text, or the error's place, message and hint if it has one. `what` comes first.
int pl_lua_raise(lua_State* L, const char* what, ploy_status status, const ploy_error* error);
/// What the library logs when it refuses a call. Between begin and end, messages that begin with the prefix go here.
typedef struct pl_lua_capture
{
    struct pl_lua_capture* outer;
    const char* prefix; ///< "": every message
    char text[400];     ///< the last such message; "": there was none
} pl_lua_capture;

void pl_lua_begin_capture(pl_lua_capture* capture, const char* prefix);
/// true: nothing was logged.
bool pl_lua_end_capture(pl_lua_capture* capture);

void pl_lua_open_state(lua_State* L);
int pl_lua_set_log(lua_State* L);

#endif
