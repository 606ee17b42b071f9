#include "domain.h"
#include "generated.h"
#include <string.h>

typedef struct recording_object
{
    ploy_recording* recording;
    ploy_debugger* debugger;
} recording_object;

/// recording(bytes): the contents of the file, as io.open(path, "rb"):read("*a") gives them.
int pl_lua_new_recording(lua_State* L)
{
    size_t bytes;
    const char* text = luaL_checklstring(L, 1, &bytes);
    recording_object* object = pl_lua_new(L, sizeof(*object), PL_LUA_RECORDING);
    pl_lua_keep(L, -1, 1, "bytes");
    ploy_error error = {0};
    ploy_status status = ploy_recording_create(&(ploy_recording_def){.bytes = text, .count = bytes}, &object->recording, &error);
    if (status == PLOY_OK) status = ploy_debugger_create(&(ploy_debugger_def){.recording = object->recording}, &object->debugger, &error);
    return status == PLOY_OK ? 1 : pl_lua_raise(L, "recording", status, &error);
}

static int recording_collect(lua_State* L)
{
    recording_object* object = lua_touserdata(L, 1);
    pl_lua_set_current(L);
    ploy_debugger_destroy(object->debugger);
    ploy_recording_destroy(object->recording);
    memset(object, 0, sizeof(*object));
    return 0;
}

static recording_object* check_recording(lua_State* L)
{
    recording_object* object = pl_lua_check(L, 1, PL_LUA_RECORDING);
    if (!object->debugger) luaL_error(L, "the recording is closed");
    return object;
}

static int recording_info(lua_State* L)
{
    ploy_recording_info info = ploy_recording_get_info(check_recording(L)->recording);
    pl_lua_push(L, &pl_lua_struct_ploy_recording_info, &info);
    return 1;
}

static int next_event(lua_State* L)
{
    recording_object* object = check_recording(L);
    ploy_trace_event event;
    uint64_t tick;
    if (ploy_recording_next(object->recording, &event, &tick) != PLOY_FOUND) return 0;
    ploy_event_kind kind = ploy_recording_kind(object->recording, event.kind);
    pl_lua_push_integer(L, (int64_t)tick);
    lua_newtable(L);
    lua_pushstring(L, kind.name);
    lua_setfield(L, -2, "kind");
    pl_lua_push_integer(L, event.agent);
    lua_setfield(L, -2, "agent");
    for (uint32_t i = 0; i < kind.arg_count && i < 4; ++i) {
        pl_lua_push_integer(L, (int64_t)event.args[i]);
        lua_setfield(L, -2, kind.arg_names[i]);
    }
    return 2;
}

/// for tick, event in recording:events(from) do … end
static int recording_events(lua_State* L)
{
    recording_object* object = check_recording(L);
    int64_t tick = lua_isnoneornil(L, 2) ? 0 : pl_lua_check_whole(L, 2, 0, INT64_MAX, "a tick");
    ploy_recording_seek(object->recording, (uint64_t)tick);
    lua_pushcfunction(L, next_event);
    lua_pushvalue(L, 1);
    return 2;
}

static int push_answer(lua_State* L, ploy_debug_answer* answer)
{
    pl_lua_push(L, &pl_lua_struct_ploy_debug_answer, answer);
    ploy_debug_answer_destroy(answer);
    return 1;
}

/// query{agent = 1, tick = 600, why_not = "TakeOre"}: a table with text and json.
static int recording_query(lua_State* L)
{
    recording_object* object = check_recording(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_debug_query query = {.tick = UINT64_MAX};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_debug_query, &query);
    ploy_debug_answer* answer = NULL;
    ploy_error error = {0};
    ploy_status status = ploy_debugger_query(object->debugger, &query, &answer, &error);
    return status == PLOY_OK ? push_answer(L, answer) : pl_lua_raise(L, "query", status, &error);
}

static int recording_find_problems(lua_State* L)
{
    recording_object* object = check_recording(L);
    ploy_debug_answer* answer = NULL;
    ploy_error error = {0};
    ploy_status status = ploy_debugger_find_problems(object->debugger, &answer, &error);
    return status == PLOY_OK ? push_answer(L, answer) : pl_lua_raise(L, "find_problems", status, &error);
}

/// The agents of the recording, each {agent = 1, name = "Ann", mind = "goap", domain = "farm"}.
static int recording_agents(lua_State* L)
{
    recording_object* object = check_recording(L);
    lua_newtable(L);
    for (uint32_t i = 0; i < ploy_debugger_agent_count(object->debugger); ++i) {
        ploy_debugged_agent agent = ploy_debugger_agent(object->debugger, i);
        pl_lua_push(L, &pl_lua_struct_ploy_debugged_agent, &agent);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

/// note(name): the bytes that the game has put into the recording under a name, or nil.
static int recording_note(lua_State* L)
{
    recording_object* object = check_recording(L);
    const void* bytes;
    size_t count;
    if (ploy_recording_note(object->recording, luaL_checkstring(L, 2), &bytes, &count) != PLOY_OK) return 0;
    lua_pushlstring(L, bytes, count);
    return 1;
}

static const luaL_Reg methods[] = {
    {"info", recording_info},
    {"agents", recording_agents},
    {"note", recording_note},
    {"events", recording_events},
    {"query", recording_query},
    {"find_problems", recording_find_problems},
    {NULL, NULL},
};

const pl_lua_class pl_lua_recording_class = {PL_LUA_RECORDING, methods, NULL, NULL, recording_collect};
