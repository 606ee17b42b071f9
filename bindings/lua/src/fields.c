#include "fields.h"
#include <math.h>
#include <ploy/base.h>
#include <string.h>

static const pl_lua_field* find_field(const pl_lua_struct* about, const char* name)
{
    for (uint32_t i = 0; i < about->field_count; ++i)
        if (strcmp(about->fields[i].name, name) == 0) return &about->fields[i];
    return NULL;
}

static int refuse_field(lua_State* L, const pl_lua_struct* about, const char* name)
{
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    for (uint32_t i = 0; i < about->field_count; ++i) {
        if (i > 0) luaL_addstring(&text, ", ");
        luaL_addstring(&text, about->fields[i].name);
    }
    luaL_pushresult(&text);
    return luaL_error(L, "%s has no field '%s'; it has: %s", about->name, name, lua_tostring(L, -1));
}

int64_t pl_lua_check_whole(lua_State* L, int index, int64_t min, int64_t max, const char* what)
{
    if (lua_type(L, index) != LUA_TNUMBER) luaL_error(L, "%s must be a number, not %s", what, luaL_typename(L, index));
#if LUA_VERSION_NUM >= 503
    if (lua_isinteger(L, index)) {
        lua_Integer whole = lua_tointeger(L, index);
        if (whole < min || whole > max) luaL_error(L, "%s is out of range: %I", what, whole);
        return whole;
    }
#endif
    lua_Number number = lua_tonumber(L, index);
    if (number != number || floor(number) != number) luaL_error(L, "%s must be a whole number, not %f", what, number);
    if (number < (lua_Number)min || number >= (lua_Number)max + 1) luaL_error(L, "%s is out of range: %f", what, number);
    return (int64_t)number;
}

int64_t pl_lua_check_scaled(lua_State* L, int index, double per_unit, const char* what)
{
    if (lua_type(L, index) != LUA_TNUMBER) luaL_error(L, "%s must be a number, not %s", what, luaL_typename(L, index));
    double number = floor(lua_tonumber(L, index) * per_unit + 0.5);
    if (number >= 9223372036854775807.0) return INT64_MAX;
    if (!(number >= -9223372036854775807.0)) luaL_error(L, "%s is out of range", what);
    return (int64_t)number;
}

void pl_lua_push_scaled(lua_State* L, int64_t value, double per_unit)
{
    lua_pushnumber(L, value == INT64_MAX ? HUGE_VAL : (double)value / per_unit);
}

int pl_lua_check_enum(lua_State* L, int index, const pl_lua_enum* about, const char* what)
{
    if (lua_type(L, index) == LUA_TSTRING) {
        const char* text = lua_tostring(L, index);
        for (uint32_t i = 0; i < about->count; ++i)
            if (strcmp(about->names[i], text) == 0) return (int)i;
        lua_pushfstring(L, "\"%s\"", text);
    } else {
        lua_pushstring(L, luaL_typename(L, index));
    }
    const char* got = lua_tostring(L, -1);
    luaL_Buffer names;
    luaL_buffinit(L, &names);
    for (uint32_t i = 0; i < about->count && i < 16; ++i) {
        luaL_addstring(&names, i == 0 ? "\"" : ", \"");
        luaL_addstring(&names, about->names[i]);
        luaL_addstring(&names, "\"");
    }
    luaL_pushresult(&names);
    return luaL_error(L, "%s must be one of %s, not %s", what, lua_tostring(L, -1), got);
}

void pl_lua_push_enum(lua_State* L, const pl_lua_enum* about, int value)
{
    lua_pushstring(L, value >= 0 && (uint32_t)value < about->count ? about->names[value] : "unknown");
}

static int64_t read_whole(lua_State* L, int index, int64_t min, int64_t max, const char* what)
{
    if (lua_type(L, index) == LUA_TBOOLEAN && !lua_toboolean(L, index) && min <= PLOY_OFF) return PLOY_OFF;
    return pl_lua_check_whole(L, index, min, max, what);
}

static int64_t read_scaled(lua_State* L, int index, double per_unit, const char* what)
{
    if (lua_type(L, index) == LUA_TBOOLEAN && !lua_toboolean(L, index)) return PLOY_OFF;
    return pl_lua_check_scaled(L, index, per_unit, what);
}

static uint64_t read_limit(lua_State* L, int index, uint64_t max, const char* what)
{
    if (lua_type(L, index) == LUA_TNUMBER && lua_tonumber(L, index) == HUGE_VAL) return max;
    return (uint64_t)pl_lua_check_whole(L, index, 0, max > INT64_MAX ? INT64_MAX : (int64_t)max, what);
}

static void store(void* to, const void* from, size_t bytes)
{
    memcpy(to, from, bytes);
}

/// Reads the value at the top of the stack, which a table keeps alive.
static void read_value(lua_State* L, const pl_lua_field* field, char* to, const char* what)
{
    int top = lua_gettop(L);
    int64_t whole;
    uint64_t natural;
    switch (field->kind) {
    case PL_LUA_STRING: {
        if (lua_type(L, top) != LUA_TSTRING) luaL_error(L, "%s must be a string, not %s", what, luaL_typename(L, top));
        const char* text = lua_tostring(L, top);
        store(to, &text, sizeof(text));
        break;
    }
    case PL_LUA_BOOL:
        if (lua_type(L, top) != LUA_TBOOLEAN) luaL_error(L, "%s must be true or false, not %s", what, luaL_typename(L, top));
        *(bool*)to = lua_toboolean(L, top);
        break;
    case PL_LUA_U8: *(uint8_t*)to = (uint8_t)read_limit(L, top, UINT8_MAX, what); break;
    case PL_LUA_U16: *(uint16_t*)to = (uint16_t)read_limit(L, top, UINT16_MAX, what); break;
    case PL_LUA_U32: *(uint32_t*)to = (uint32_t)read_limit(L, top, UINT32_MAX, what); break;
    case PL_LUA_U64:
        natural = read_limit(L, top, UINT64_MAX, what);
        store(to, &natural, sizeof(natural));
        break;
    case PL_LUA_SIZE: *(size_t*)to = (size_t)read_limit(L, top, SIZE_MAX, what); break;
    case PL_LUA_I32: *(int32_t*)to = (int32_t)read_whole(L, top, INT32_MIN, INT32_MAX, what); break;
    case PL_LUA_I64:
        whole = read_whole(L, top, INT64_MIN, INT64_MAX, what);
        store(to, &whole, sizeof(whole));
        break;
    case PL_LUA_SECONDS:
        whole = read_scaled(L, top, PL_LUA_SECOND, what);
        store(to, &whole, sizeof(whole));
        break;
    case PL_LUA_FIXED64:
        whole = read_scaled(L, top, PL_LUA_UNIT, what);
        store(to, &whole, sizeof(whole));
        break;
    case PL_LUA_FIXED32:
        whole = read_scaled(L, top, PL_LUA_UNIT, what);
        if (whole < INT32_MIN || whole > INT32_MAX) luaL_error(L, "%s is out of range", what);
        *(int32_t*)to = (int32_t)whole;
        break;
    case PL_LUA_ENUM: {
        int value = pl_lua_check_enum(L, top, field->about, what);
        store(to, &value, sizeof(value));
        break;
    }
    case PL_LUA_STRUCT: pl_lua_read(L, top, field->about, to); break;
    case PL_LUA_CALLBACK:
        if (lua_type(L, top) != LUA_TFUNCTION) luaL_error(L, "%s must be a function, not %s", what, luaL_typename(L, top));
        break;
    case PL_LUA_CHARS:
    case PL_LUA_BY_HAND: break;
    }
}

static void read_array(lua_State* L, const pl_lua_field* field, char* made, const char* what)
{
    int list = lua_gettop(L);
    if (!lua_istable(L, list)) luaL_error(L, "%s must be a list, not %s", what, luaL_typename(L, list));
    size_t count = lua_rawlen(L, list);
    if (count > field->count) luaL_error(L, "%s has more than %d elements", what, (int)field->count);
    for (size_t i = 0; i < count; ++i) {
        lua_rawgeti(L, list, (int)i + 1);
        read_value(L, field, made + field->offset + i * field->element_bytes, what);
        lua_settop(L, list);
    }
    if (field->counter != PL_LUA_NO_COUNTER) *(uint32_t*)(made + field->counter) = (uint32_t)count;
}

void pl_lua_read(lua_State* L, int index, const pl_lua_struct* about, void* made)
{
    if (lua_isnoneornil(L, index)) return;
    index = lua_absindex(L, index);
    luaL_checkstack(L, 12, "nested tables");
    if (!lua_istable(L, index)) luaL_error(L, "%s must be a table, not %s", about->name, luaL_typename(L, index));
    lua_pushnil(L);
    while (lua_next(L, index)) {
        int value = lua_gettop(L);
        if (lua_type(L, value - 1) != LUA_TSTRING) luaL_error(L, "%s has only fields with names", about->name);
        const char* name = lua_tostring(L, value - 1);
        const pl_lua_field* field = find_field(about, name);
        if (!field) refuse_field(L, about, name);
        const char* what = lua_pushfstring(L, "field '%s' of %s", name, about->name);
        if (field->kind == PL_LUA_STRING && !field->count && lua_type(L, value) == LUA_TNUMBER) {
            lua_pushvalue(L, value - 1); // a cost that is a number: the table keeps its text
            lua_pushvalue(L, value);
            lua_tostring(L, -1);
            lua_pushvalue(L, -1);
            lua_replace(L, value);
            lua_rawset(L, index);
        }
        lua_pushvalue(L, value);
        if (field->count)
            read_array(L, field, made, what);
        else
            read_value(L, field, (char*)made + field->offset, what);
        lua_settop(L, value - 1);
    }
}

static void push_value(lua_State* L, const pl_lua_field* field, const char* from)
{
    int64_t whole;
    uint64_t natural;
    const char* text;
    int number;
    switch (field->kind) {
    case PL_LUA_STRING:
        memcpy(&text, from, sizeof(text));
        lua_pushstring(L, text);
        break;
    case PL_LUA_BOOL: lua_pushboolean(L, *(const bool*)from); break;
    case PL_LUA_U8: pl_lua_push_integer(L, *(const uint8_t*)from); break;
    case PL_LUA_U16: pl_lua_push_integer(L, *(const uint16_t*)from); break;
    case PL_LUA_U32: pl_lua_push_integer(L, *(const uint32_t*)from); break;
    case PL_LUA_U64:
        memcpy(&natural, from, sizeof(natural));
        pl_lua_push_integer(L, (int64_t)natural);
        break;
    case PL_LUA_SIZE: pl_lua_push_integer(L, (int64_t) * (const size_t*)from); break;
    case PL_LUA_I32: pl_lua_push_integer(L, *(const int32_t*)from); break;
    case PL_LUA_I64:
        memcpy(&whole, from, sizeof(whole));
        pl_lua_push_integer(L, whole);
        break;
    case PL_LUA_SECONDS:
        memcpy(&whole, from, sizeof(whole));
        pl_lua_push_scaled(L, whole, PL_LUA_SECOND);
        break;
    case PL_LUA_FIXED64:
        memcpy(&whole, from, sizeof(whole));
        pl_lua_push_scaled(L, whole, PL_LUA_UNIT);
        break;
    case PL_LUA_FIXED32: pl_lua_push_scaled(L, *(const int32_t*)from, PL_LUA_UNIT); break;
    case PL_LUA_ENUM:
        memcpy(&number, from, sizeof(number));
        pl_lua_push_enum(L, field->about, number);
        break;
    case PL_LUA_STRUCT: pl_lua_push(L, field->about, from); break;
    case PL_LUA_CHARS:
    case PL_LUA_CALLBACK:
    case PL_LUA_BY_HAND: lua_pushnil(L); break;
    }
}

void pl_lua_push(lua_State* L, const pl_lua_struct* about, const void* from)
{
    luaL_checkstack(L, 8, "nested structs");
    lua_newtable(L);
    for (uint32_t i = 0; i < about->field_count; ++i) {
        const pl_lua_field* field = &about->fields[i];
        const char* at = (const char*)from + field->offset;
        if (field->kind == PL_LUA_CHARS) {
            lua_pushstring(L, at);
        } else if (field->count) {
            uint32_t count = field->counter == PL_LUA_NO_COUNTER ? field->count : *(const uint32_t*)((const char*)from + field->counter);
            lua_newtable(L);
            for (uint32_t j = 0; j < count && j < field->count; ++j) {
                push_value(L, field, at + j * field->element_bytes);
                lua_rawseti(L, -2, (int)j + 1);
            }
        } else {
            push_value(L, field, at);
        }
        lua_setfield(L, -2, field->name);
    }
}

bool pl_lua_get_function(lua_State* L, int index, const char* name)
{
    if (!lua_istable(L, index)) return false;
    lua_getfield(L, index, name);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        return false;
    }
    if (!lua_isfunction(L, -1)) luaL_error(L, "field '%s' must be a function, not %s", name, luaL_typename(L, -1));
    return true;
}

const char* pl_lua_get_text(lua_State* L, int index, const char* name)
{
    if (!lua_istable(L, index)) return NULL;
    lua_getfield(L, index, name);
    if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "field '%s' must be a string, not %s", name, luaL_typename(L, -1));
    const char* text = lua_tostring(L, -1);
    lua_pop(L, 1);
    return text;
}

void pl_lua_refuse_unknown(lua_State* L, int index, const char* const* known, size_t count)
{
    lua_pushnil(L);
    while (lua_next(L, index)) {
        const char* name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
        bool is_known = false;
        for (size_t i = 0; i < count; ++i) is_known = is_known || strcmp(known[i], name) == 0;
        if (!is_known) luaL_error(L, "a query has no field '%s'", name);
        lua_pop(L, 1);
    }
}
