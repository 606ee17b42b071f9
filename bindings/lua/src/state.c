#include "state.h"
#include <stdio.h>
#include <string.h>

// Per thread, since two states of Lua may run on two threads (love.thread).
static _Thread_local lua_State* current;
static _Thread_local pl_lua_capture* capture_now;

static const char log_key; // its address is the key of the log function in the registry

void pl_lua_set_current(lua_State* L)
{
    current = L;
}

lua_State* pl_lua_current(void)
{
    return current;
}

static void raise_misuse(const char* message, const char* file, int line, void* user)
{
    (void)file, (void)line, (void)user;
    capture_now = NULL; // the frames that hold them are left
    if (current) luaL_error(current, "%s", message);
}

static void take_log(const char* message, void* user)
{
    (void)user;
    for (pl_lua_capture* one = capture_now; one; one = one->outer) {
        if (strncmp(message, one->prefix, strlen(one->prefix)) != 0) continue;
        snprintf(one->text, sizeof(one->text), "%s", message);
        return;
    }
    lua_State* L = current;
    if (L && lua_checkstack(L, 4)) {
        lua_pushlightuserdata(L, (void*)&log_key);
        lua_rawget(L, LUA_REGISTRYINDEX);
        if (lua_isfunction(L, -1)) {
            lua_pushstring(L, message);
            if (lua_pcall(L, 1, 0, 0) != 0) lua_pop(L, 1); // a log cannot fail
            current = L;
            return;
        }
        lua_pop(L, 1);
    }
    fprintf(stderr, "ploy: %s\n", message);
}

void pl_lua_begin_capture(pl_lua_capture* capture, const char* prefix)
{
    capture->outer = capture_now;
    capture->prefix = prefix;
    capture->text[0] = 0;
    capture_now = capture;
}

bool pl_lua_end_capture(pl_lua_capture* capture)
{
    capture_now = capture->outer;
    return !capture->text[0];
}

int pl_lua_set_log(lua_State* L)
{
    if (!lua_isnoneornil(L, 1)) luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_pushlightuserdata(L, (void*)&log_key);
    lua_insert(L, 1);
    lua_rawset(L, LUA_REGISTRYINDEX);
    return 0;
}

int pl_lua_raise(lua_State* L, const char* what, ploy_status status, const ploy_error* error)
{
    if (!error || !error->message[0]) return luaL_error(L, "%s: %s", what, ploy_status_text(status));
    const char* place = "";
    if (error->line && error->column)
        place = lua_pushfstring(L, "%d:%d: ", (int)error->line, (int)error->column);
    else if (error->line)
        place = lua_pushfstring(L, "%d: ", (int)error->line);
    const char* separator = place[0] ? ":" : ": ";
    if (error->hint[0]) return luaL_error(L, "%s%s%s%s; %s", what, separator, place, error->message, error->hint);
    return luaL_error(L, "%s%s%s%s", what, separator, place, error->message);
}

/// Methods first, then the fields of the class, then an error: a misspelt name is not nil.
static int index_object(lua_State* L)
{
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(2));
    if (!lua_isnil(L, -1)) return 1;
    lua_CFunction fields = lua_tocfunction(L, lua_upvalueindex(3));
    if (fields) {
        lua_settop(L, 2);
        int count = fields(L);
        if (count > 0) return count;
    }
    return luaL_error(L, "%s has no method or field '%s'", lua_tostring(L, lua_upvalueindex(4)), lua_tostring(L, 2));
}

static int refuse_field(lua_State* L)
{
    return luaL_error(L, "field '%s' of %s cannot be written", lua_tostring(L, 2), lua_tostring(L, lua_upvalueindex(1)));
}

static int print_object(lua_State* L)
{
    lua_pushfstring(L, "%s: %p", lua_tostring(L, lua_upvalueindex(1)), lua_topointer(L, 1));
    return 1;
}

void pl_lua_add_class(lua_State* L, const pl_lua_class* about)
{
    luaL_newmetatable(L, about->name);
    int meta = lua_gettop(L);
    lua_pushvalue(L, meta); // the first upvalue of every method: see pl_lua_check
    lua_newtable(L);
    for (const luaL_Reg* method = about->methods; method->name; ++method) {
        lua_pushvalue(L, meta);
        lua_pushcclosure(L, method->func, 1);
        lua_setfield(L, -2, method->name);
    }
    if (about->index)
        lua_pushcfunction(L, about->index);
    else
        lua_pushnil(L);
    lua_pushstring(L, about->name);
    lua_pushcclosure(L, index_object, 4);
    lua_setfield(L, meta, "__index");
    lua_pushstring(L, about->name);
    lua_pushcclosure(L, about->new_index ? about->new_index : refuse_field, 1);
    lua_setfield(L, meta, "__newindex");
    lua_pushstring(L, about->name);
    lua_pushcclosure(L, print_object, 1);
    lua_setfield(L, meta, "__tostring");
    lua_pushstring(L, about->name);
    lua_setfield(L, meta, "__metatable"); // nobody gets at __gc
    lua_pushstring(L, about->name);
    lua_setfield(L, meta, "__name");
    if (about->collect) {
        lua_pushcfunction(L, about->collect);
        lua_setfield(L, meta, "__gc");
        lua_pushcfunction(L, about->collect);
        lua_setfield(L, meta, "__close");
    }
    lua_pop(L, 1);
}

void* pl_lua_test(lua_State* L, int index, const char* class_name)
{
    void* object = lua_touserdata(L, index);
    if (!object || !lua_getmetatable(L, index)) return NULL;
    luaL_getmetatable(L, class_name);
    bool is_same = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
    return is_same ? object : NULL;
}

/// Is the first argument an object of the class whose method runs? Without a lookup by name.
static bool is_self(lua_State* L)
{
    if (!lua_getmetatable(L, 1)) return false;
    bool is_same = lua_rawequal(L, -1, lua_upvalueindex(1));
    lua_pop(L, 1);
    return is_same;
}

void* pl_lua_check(lua_State* L, int index, const char* class_name)
{
    pl_lua_set_current(L);
    void* object = index == 1 ? lua_touserdata(L, 1) : NULL;
    if (object && is_self(L)) return object;
    object = pl_lua_test(L, index, class_name);
    if (!object) {
        const char* got = luaL_typename(L, index);
        if (luaL_getmetafield(L, index, "__name")) got = lua_tostring(L, -1);
        luaL_argerror(L, index, lua_pushfstring(L, "%s expected, got %s", class_name, got));
    }
    return object;
}

void* pl_lua_new(lua_State* L, size_t bytes, const char* class_name)
{
    pl_lua_set_current(L);
    void* object = lua_newuserdata(L, bytes);
    memset(object, 0, bytes);
    luaL_getmetatable(L, class_name);
    lua_setmetatable(L, -2);
    lua_newtable(L);
    lua_setuservalue(L, -2);
    return object;
}

void pl_lua_keep(lua_State* L, int index, int other, const char* name)
{
    index = lua_absindex(L, index);
    other = lua_absindex(L, other);
    lua_getuservalue(L, index);
    lua_pushvalue(L, other);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

void pl_lua_kept(lua_State* L, int index, const char* name)
{
    lua_getuservalue(L, index);
    lua_getfield(L, -1, name);
    lua_remove(L, -2);
}

void pl_lua_open_state(lua_State* L)
{
    pl_lua_set_current(L);
    ploy_set_assert_handler(raise_misuse, NULL);
    ploy_set_log_handler(take_log, NULL);
}
