// local ploy = require "ploy"

#include "domain.h"
#include "paths.h"
#include "world.h"

static const luaL_Reg functions[] = {
    {"world", pl_lua_new_world},
    {"domain", pl_lua_new_domain},
    {"load_file", pl_lua_load_file},
    {"parse_file", pl_lua_parse_file},
    {"grid", pl_lua_new_grid},
    {"graph", pl_lua_new_graph},
    {"terrain", pl_lua_new_terrain},
    {"spatial", pl_lua_new_spatial},
    {"recording", pl_lua_new_recording},
    {"set_log", pl_lua_set_log},
    {NULL, NULL},
};

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

EXPORT int luaopen_ploy(lua_State* L);

EXPORT int luaopen_ploy(lua_State* L)
{
    pl_lua_open_state(L);
    const pl_lua_class* classes[] = {
        &pl_lua_world_class,   &pl_lua_agent_class,     &pl_lua_call_class,         &pl_lua_blackboard_class,
        &pl_lua_squad_class,   &pl_lua_domain_class,    &pl_lua_file_class,         &pl_lua_planner_class,
        &pl_lua_map_class,     &pl_lua_recording_class, &pl_lua_world_domain_class, &pl_lua_path_service_class,
        &pl_lua_terrain_class, &pl_lua_spatial_class,
    };
    for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); ++i) pl_lua_add_class(L, classes[i]);
    lua_newtable(L);
    for (const luaL_Reg* function = functions; function->name; ++function) {
        lua_pushcfunction(L, function->func);
        lua_setfield(L, -2, function->name);
    }
    lua_pushstring(L, ploy_version());
    lua_setfield(L, -2, "version");
    return 1;
}
