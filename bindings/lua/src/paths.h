/// Nav maps in Lua: a grid or a graph with its obstacles and a pathfinder of its own.

#ifndef PL_LUA_PATHS_H
#define PL_LUA_PATHS_H

#include "state.h"
#include <ploy/grid.h>

#define PL_LUA_MAP "ploy.Map"
#define PL_LUA_PATH_SERVICE "ploy.PathService"
#define PL_LUA_TERRAIN "ploy.Terrain"
#define PL_LUA_SPATIAL "ploy.Spatial"

typedef struct pl_lua_map
{
    ploy_grid* grid; ///< or
    ploy_graph* graph;
    const ploy_nav_map* map; ///< NULL: closed
    ploy_obstacles* obstacles;
    ploy_pathfinder* pathfinder;
} pl_lua_map;

/// The map at index; a closed one is an error.
pl_lua_map* pl_lua_check_map(lua_State* L, int index);
uint32_t pl_lua_check_node(lua_State* L, const pl_lua_map* map, int index);
/// Pushes a map made of a graph.
int pl_lua_push_graph(lua_State* L, const ploy_graph_def* def);
/// Fills the table at index with numbers, so that its length is their count; nil: a new one. Pushes it.
void pl_lua_fill(lua_State* L, int index, const uint32_t* numbers, uint32_t count, uint32_t add);

extern const pl_lua_class pl_lua_map_class, pl_lua_path_service_class, pl_lua_terrain_class, pl_lua_spatial_class;

int pl_lua_new_grid(lua_State* L);
int pl_lua_new_graph(lua_State* L);
int pl_lua_new_terrain(lua_State* L);
int pl_lua_new_spatial(lua_State* L);
int pl_lua_map_path_service(lua_State* L);

#endif
