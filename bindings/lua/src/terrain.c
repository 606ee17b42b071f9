// Terrain from a seed. Blocks of numbers are flat lists; nodes count from 0, as in maps.

#include "generated.h"
#include "paths.h"
#include <ploy/terrain.h>
#include <string.h>

typedef struct terrain_object
{
    ploy_terrain* terrain;
} terrain_object;

int pl_lua_new_terrain(lua_State* L)
{
    ploy_terrain_def def = {0};
    pl_lua_read(L, 1, &pl_lua_struct_ploy_terrain_def, &def);
    terrain_object* object = pl_lua_new(L, sizeof(*object), PL_LUA_TERRAIN);
    ploy_error error = {0};
    ploy_status status = ploy_terrain_create(&def, &object->terrain, &error);
    return status == PLOY_OK ? 1 : pl_lua_raise(L, "terrain", status, &error);
}

static int terrain_collect(lua_State* L)
{
    terrain_object* object = lua_touserdata(L, 1);
    pl_lua_set_current(L);
    ploy_terrain_destroy(object->terrain);
    object->terrain = NULL;
    return 0;
}

static const ploy_terrain* check_terrain(lua_State* L)
{
    terrain_object* object = pl_lua_check(L, 1, PL_LUA_TERRAIN);
    if (!object->terrain) luaL_error(L, "the terrain is closed");
    return object->terrain;
}

static int push_signed(lua_State* L, const int32_t* numbers, uint32_t count)
{
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; ++i) {
        pl_lua_push_integer(L, numbers[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

/// {x, y, x, y, …}
static int terrain_positions(lua_State* L)
{
    const ploy_terrain* terrain = check_terrain(L);
    return push_signed(L, &ploy_terrain_positions(terrain)->x, 2 * ploy_terrain_node_count(terrain));
}

static int terrain_elevations(lua_State* L)
{
    const ploy_terrain* terrain = check_terrain(L);
    return push_signed(L, ploy_terrain_elevations(terrain), ploy_terrain_node_count(terrain));
}

/// {a, b, c, a, b, c, …}
static int terrain_triangles(lua_State* L)
{
    const uint32_t* nodes;
    uint32_t count = ploy_terrain_triangles(check_terrain(L), &nodes);
    pl_lua_fill(L, lua_gettop(L) + 1, nodes, 3 * count, 0);
    return 1;
}

/// {from, to, cost, …}; and whether each edge leads back, too.
static int terrain_edges(lua_State* L)
{
    const ploy_graph_edge* edges;
    bool is_bidirectional;
    uint32_t count = ploy_terrain_edges(check_terrain(L), &edges, &is_bidirectional);
    pl_lua_fill(L, lua_gettop(L) + 1, &edges->from, 3 * count, 0);
    lua_pushboolean(L, is_bidirectional);
    return 2;
}

static int terrain_has_tree(lua_State* L)
{
    const ploy_terrain* terrain = check_terrain(L);
    int64_t node = pl_lua_check_whole(L, 2, 0, (int64_t)ploy_terrain_node_count(terrain) - 1, "a node");
    lua_pushboolean(L, ploy_terrain_has_tree(terrain, (uint32_t)node));
    return 1;
}

static int terrain_graph(lua_State* L)
{
    ploy_graph_def def = ploy_terrain_graph_def(check_terrain(L));
    return pl_lua_push_graph(L, &def);
}

static int terrain_block_trees(lua_State* L)
{
    const ploy_terrain* terrain = check_terrain(L);
    pl_lua_map* map = pl_lua_check_map(L, 2);
    if (ploy_nav_map_node_count(map->map) != ploy_terrain_node_count(terrain))
        return luaL_error(L, "the map is not of this terrain");
    ploy_terrain_block_trees(terrain, map->obstacles);
    return 0;
}

static int terrain_index(lua_State* L)
{
    const char* name = lua_tostring(L, 2);
    if (!name || strcmp(name, "node_count") != 0) return 0;
    pl_lua_push_integer(L, ploy_terrain_node_count(check_terrain(L)));
    return 1;
}

static const luaL_Reg methods[] = {
    {"positions", terrain_positions},     {"elevations", terrain_elevations},
    {"triangles", terrain_triangles},     {"edges", terrain_edges},
    {"has_tree", terrain_has_tree},       {"graph", terrain_graph},
    {"block_trees", terrain_block_trees}, {NULL, NULL},
};

const pl_lua_class pl_lua_terrain_class = {PL_LUA_TERRAIN, methods, terrain_index, NULL, terrain_collect};
