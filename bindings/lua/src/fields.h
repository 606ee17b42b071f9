/// Tables of Lua into structs of C and back, by descriptions that generated.c holds.
///
///   world:add_sensor{name = "eyes", interval = 0.2, sense = see}
///
/// Times are seconds in Lua and microseconds in C. Costs, priorities and decimals are the numbers themselves in Lua and
/// fixed point (1/1000) in C. Enums are texts: "success". A number that `false` replaces is PLOY_OFF, math.huge is no
/// limit.

#ifndef PL_LUA_FIELDS_H
#define PL_LUA_FIELDS_H

#include "compat.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum pl_lua_kind
{
    PL_LUA_STRING,
    PL_LUA_CHARS,
    PL_LUA_BOOL,
    PL_LUA_U8,
    PL_LUA_U16,
    PL_LUA_U32,
    PL_LUA_U64,
    PL_LUA_I32,
    PL_LUA_I64,
    PL_LUA_SIZE,
    PL_LUA_SECONDS,
    PL_LUA_FIXED32,
    PL_LUA_FIXED64,
    PL_LUA_ENUM,
    PL_LUA_STRUCT,
    PL_LUA_CALLBACK, ///< a function, which callbacks.c and the like bind
    PL_LUA_BY_HAND,  ///< the function that reads the struct reads this field itself
} pl_lua_kind;

#define PL_LUA_NO_COUNTER UINT32_MAX

typedef struct pl_lua_enum
{
    const char* name;
    const char* const* names;
    uint32_t count;
} pl_lua_enum;

typedef struct pl_lua_field
{
    const char* name;
    pl_lua_kind kind;
    uint32_t offset;
    uint32_t element_bytes;
    uint32_t count;    ///< of an array: its length; 0: one value
    uint32_t counter;  ///< offset of the number of elements that are used
    const void* about; ///< of an enum or a struct: its description
} pl_lua_field;

typedef struct pl_lua_struct
{
    const char* name;
    const pl_lua_field* fields;
    uint32_t field_count;
} pl_lua_struct;

/// Reads the table at index (nil: nothing) into a zeroed struct. Texts point into strings of the table, which must stay
/// on the stack. A field that the struct does not have, or of another type, is an error of Lua.
void pl_lua_read(lua_State* L, int index, const pl_lua_struct* about, void* made);
/// Pushes a table with all fields that are no callbacks and not read by hand.
void pl_lua_push(lua_State* L, const pl_lua_struct* about, const void* from);

/// The number of the text at index in an enum. `what` names it in the error.
int pl_lua_check_enum(lua_State* L, int index, const pl_lua_enum* about, const char* what);
/// Interned by Lua: no garbage.
void pl_lua_push_enum(lua_State* L, const pl_lua_enum* about, int value);

/// A whole number, else an error that begins with `what`.
int64_t pl_lua_check_whole(lua_State* L, int index, int64_t min, int64_t max, const char* what);
/// A number of Lua in 1/1000 (per_unit 1,000) or microseconds (1,000,000), rounded.
int64_t pl_lua_check_scaled(lua_State* L, int index, double per_unit, const char* what);
void pl_lua_push_scaled(lua_State* L, int64_t value, double per_unit);

#define PL_LUA_UNIT 1000.0
#define PL_LUA_SECOND 1000000.0

/// A query (the table at index) with a field that is not one of these is an error of Lua.
void pl_lua_refuse_unknown(lua_State* L, int index, const char* const* known, size_t count);
/// The field `name` of the table at index is pushed if it is a function. false: it is nil. Anything else is an error.
bool pl_lua_get_function(lua_State* L, int index, const char* name);
/// The text of a field, or NULL. It lives as long as the table has it.
const char* pl_lua_get_text(lua_State* L, int index, const char* name);

#endif
