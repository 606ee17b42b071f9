// Grids, graphs and paths. Nodes are numbers from 0, as in C: grid:cell(x, y) and grid:xy(cell) convert.

#include "paths.h"
#include "generated.h"
#include <string.h>

static int finish_map(lua_State* L, pl_lua_map* object)
{
    object->map = object->grid ? ploy_grid_map(object->grid) : ploy_graph_map(object->graph);
    object->obstacles = ploy_obstacles_create(&(ploy_obstacles_def){.map = object->map});
    object->pathfinder = ploy_pathfinder_create(&(ploy_pathfinder_def){.map = object->map});
    if (!object->obstacles || !object->pathfinder) return pl_lua_raise(L, "a nav map", PLOY_OUT_OF_MEMORY, NULL);
    return 1;
}

/// cells: a list of weights row by row, or a list of strings, one per row, in which '#' and '@' are blocked.
static uint8_t* read_cells(lua_State* L, ploy_grid_def* def)
{
    lua_getfield(L, 1, "cells");
    int list = lua_gettop(L);
    luaL_checktype(L, list, LUA_TTABLE);
    size_t count = lua_rawlen(L, list);
    lua_rawgeti(L, list, 1);
    bool is_text = lua_type(L, -1) == LUA_TSTRING;
    if (is_text) {
        def->width = (uint32_t)lua_rawlen(L, -1);
        def->height = (uint32_t)count;
    }
    lua_pop(L, 1);
    uint64_t cells = (uint64_t)def->width * def->height;
    if (cells > PLOY_MAX_GRID_CELLS) luaL_error(L, "the grid has too many cells");
    if (!is_text && cells != count) luaL_error(L, "cells has %d elements, not width * height", (int)count);
    uint8_t* weights = lua_newuserdata(L, cells + 1);
    for (uint64_t i = 0; i < cells; ++i) {
        if (is_text) {
            lua_rawgeti(L, list, (int)(i / def->width) + 1);
            size_t bytes;
            const char* row = lua_tolstring(L, -1, &bytes);
            if (!row || bytes != def->width) luaL_error(L, "row %d of the grid has another width", (int)(i / def->width) + 1);
            char cell = row[i % def->width];
            weights[i] = cell >= '1' && cell <= '9' ? (uint8_t)(cell - '0') : cell != '#' && cell != '@';
        } else {
            lua_rawgeti(L, list, (int)i + 1);
            weights[i] = (uint8_t)pl_lua_check_whole(L, -1, 0, 255, "a cell");
        }
        lua_pop(L, 1);
    }
    return weights;
}

int pl_lua_new_grid(lua_State* L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    ploy_grid_def def = {0};
    pl_lua_read(L, 1, &pl_lua_struct_ploy_grid_def, &def);
    def.cells = read_cells(L, &def);
    pl_lua_map* object = pl_lua_new(L, sizeof(*object), PL_LUA_MAP);
    ploy_error error = {0};
    ploy_status status = ploy_grid_create(&def, &object->grid, &error);
    return status == PLOY_OK ? finish_map(L, object) : pl_lua_raise(L, "grid", status, &error);
}

static ploy_graph_edge* read_edges(lua_State* L, ploy_graph_def* def)
{
    lua_getfield(L, 1, "edges");
    luaL_checktype(L, -1, LUA_TTABLE);
    int list = lua_gettop(L);
    def->edge_count = (uint32_t)lua_rawlen(L, list);
    size_t bytes = (def->edge_count + 1) * sizeof(ploy_graph_edge);
    ploy_graph_edge* edges = memset(lua_newuserdata(L, bytes), 0, bytes);
    for (uint32_t i = 0; i < def->edge_count; ++i) {
        lua_rawgeti(L, list, (int)i + 1);
        pl_lua_read(L, lua_gettop(L), &pl_lua_struct_ploy_graph_edge, &edges[i]);
        lua_pop(L, 1);
    }
    return edges;
}

static ploy_point* read_positions(lua_State* L, const ploy_graph_def* def)
{
    lua_getfield(L, 1, "positions");
    if (lua_isnil(L, -1)) return NULL;
    int list = lua_gettop(L);
    if (lua_rawlen(L, list) != def->node_count) luaL_error(L, "positions has another length than node_count");
    size_t bytes = (def->node_count + 1) * sizeof(ploy_point);
    ploy_point* points = memset(lua_newuserdata(L, bytes), 0, bytes);
    for (uint32_t i = 0; i < def->node_count; ++i) {
        lua_rawgeti(L, list, (int)i + 1);
        pl_lua_read(L, lua_gettop(L), &pl_lua_struct_ploy_point, &points[i]);
        lua_pop(L, 1);
    }
    return points;
}

int pl_lua_new_graph(lua_State* L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    ploy_graph_def def = {0};
    pl_lua_read(L, 1, &pl_lua_struct_ploy_graph_def, &def);
    def.edges = read_edges(L, &def);
    def.positions = read_positions(L, &def);
    return pl_lua_push_graph(L, &def);
}

int pl_lua_push_graph(lua_State* L, const ploy_graph_def* def)
{
    pl_lua_map* object = pl_lua_new(L, sizeof(*object), PL_LUA_MAP);
    ploy_error error = {0};
    ploy_status status = ploy_graph_create(def, &object->graph, &error);
    return status == PLOY_OK ? finish_map(L, object) : pl_lua_raise(L, "graph", status, &error);
}

static int map_collect(lua_State* L)
{
    pl_lua_map* object = lua_touserdata(L, 1);
    pl_lua_set_current(L);
    ploy_pathfinder_destroy(object->pathfinder);
    ploy_obstacles_destroy(object->obstacles);
    ploy_grid_destroy(object->grid);
    ploy_graph_destroy(object->graph);
    memset(object, 0, sizeof(*object));
    return 0;
}

pl_lua_map* pl_lua_check_map(lua_State* L, int index)
{
    pl_lua_map* object = pl_lua_check(L, index, PL_LUA_MAP);
    if (!object->map) luaL_error(L, "the map is closed");
    return object;
}

uint32_t pl_lua_check_node(lua_State* L, const pl_lua_map* object, int index)
{
    return (uint32_t)pl_lua_check_whole(L, index, 0, (int64_t)ploy_nav_map_node_count(object->map) - 1, "a node");
}

static const ploy_grid* check_grid(lua_State* L, const pl_lua_map* object)
{
    if (!object->grid) luaL_error(L, "only a grid has cells");
    return object->grid;
}

void pl_lua_fill(lua_State* L, int index, const uint32_t* numbers, uint32_t count, uint32_t add)
{
    uint32_t before = 0;
    if (lua_isnoneornil(L, index)) {
        lua_createtable(L, (int)count, 0);
    } else {
        luaL_checktype(L, index, LUA_TTABLE);
        before = (uint32_t)lua_rawlen(L, index);
        lua_pushvalue(L, index);
    }
    for (uint32_t i = 0; i < count; ++i) {
        pl_lua_push_integer(L, (int64_t)numbers[i] + add);
        lua_rawseti(L, -2, (int)i + 1);
    }
    for (uint32_t i = count; i < before; ++i) {
        lua_pushnil(L);
        lua_rawseti(L, -2, (int)i + 1);
    }
}

/// find{from, to, …}: a list of nodes and its cost; nil and the status without a path.
static int map_find(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_path_query query = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_path_query, &query);
    query.obstacles = object->obstacles;
    const ploy_path* path = ploy_pathfinder_find(object->pathfinder, &query);
    if (path->status != PLOY_FOUND && path->status != PLOY_PARTIAL) {
        lua_pushnil(L);
        pl_lua_push_enum(L, &pl_lua_enum_ploy_status, (int)path->status);
        return 2;
    }
    lua_settop(L, 2);
    pl_lua_fill(L, 3, path->nodes, path->count, 0);
    pl_lua_push_integer(L, path->cost);
    return 2;
}

static int map_block(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    ploy_obstacles_block(object->obstacles, pl_lua_check_node(L, object, 2));
    return 0;
}

static int map_unblock(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    ploy_obstacles_unblock(object->obstacles, pl_lua_check_node(L, object, 2));
    return 0;
}

static int map_is_blocked(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    uint32_t node = pl_lua_check_node(L, object, 2);
    bool is_wall = object->grid && ploy_grid_weight(object->grid, node) == 0;
    lua_pushboolean(L, is_wall || ploy_obstacles_is_blocked(object->obstacles, node));
    return 1;
}

static int map_cell(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    const ploy_grid* grid = check_grid(L, object);
    int64_t x = pl_lua_check_whole(L, 2, 0, (int64_t)ploy_grid_width(grid) - 1, "x");
    int64_t y = pl_lua_check_whole(L, 3, 0, (int64_t)ploy_grid_height(grid) - 1, "y");
    pl_lua_push_integer(L, y * ploy_grid_width(grid) + x);
    return 1;
}

static int map_xy(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    uint32_t width = ploy_grid_width(check_grid(L, object)), cell = pl_lua_check_node(L, object, 2);
    pl_lua_push_integer(L, cell % width);
    pl_lua_push_integer(L, cell / width);
    return 2;
}

static int map_sees(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    const ploy_grid* grid = check_grid(L, object);
    lua_pushboolean(L, ploy_grid_sees(grid, object->obstacles, 1, pl_lua_check_node(L, object, 2), pl_lua_check_node(L, object, 3)));
    return 1;
}

static int map_smooth(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    const ploy_grid* grid = check_grid(L, object);
    luaL_checktype(L, 2, LUA_TTABLE);
    uint32_t count = (uint32_t)lua_rawlen(L, 2);
    uint32_t* cells = lua_newuserdata(L, (count + 1) * sizeof(*cells));
    for (uint32_t i = 0; i < count; ++i) {
        lua_rawgeti(L, 2, (int)i + 1);
        cells[i] = pl_lua_check_node(L, object, lua_gettop(L));
        lua_pop(L, 1);
    }
    count = ploy_grid_smooth(grid, object->obstacles, 1, cells, count);
    pl_lua_fill(L, 4, cells, count, 0);
    return 1;
}

/// distances(to): the cost to get there from each node, the first at 1; -1: there is no path.
static int map_distances(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    ploy_path_query query = {.to = pl_lua_check_node(L, object, 2), .obstacles = object->obstacles};
    ploy_status status = ploy_pathfinder_begin_field(object->pathfinder, &query, NULL, 0);
    while (status == PLOY_IN_PROGRESS) status = ploy_pathfinder_update(object->pathfinder, UINT32_MAX);
    uint32_t count = ploy_nav_map_node_count(object->map);
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count && status == PLOY_FOUND; ++i) {
        pl_lua_push_integer(L, ploy_pathfinder_cost_from(object->pathfinder, i));
        lua_rawseti(L, -2, (int)i + 1);
    }
    ploy_pathfinder_end(object->pathfinder);
    return status == PLOY_FOUND ? 1 : pl_lua_raise(L, "distances", status, NULL);
}

/// nearest(x, y): the node of a graph nearest to a point that is not blocked, or nil.
static int map_nearest(lua_State* L)
{
    pl_lua_map* object = pl_lua_check_map(L, 1);
    if (!object->graph) return luaL_error(L, "only a graph has positions");
    int64_t max = PLOY_MAX_COORDINATE;
    ploy_point point = {(int32_t)pl_lua_check_whole(L, 2, -max, max, "x"), (int32_t)pl_lua_check_whole(L, 3, -max, max, "y")};
    uint32_t node = ploy_graph_nearest(object->graph, point, object->obstacles);
    if (node == PLOY_NONE) return 0;
    pl_lua_push_integer(L, node);
    return 1;
}

static int map_index(lua_State* L)
{
    const char* name = lua_tostring(L, 2);
    if (!name || strcmp(name, "node_count") != 0) return 0;
    pl_lua_push_integer(L, ploy_nav_map_node_count(pl_lua_check_map(L, 1)->map));
    return 1;
}

static const luaL_Reg methods[] = {
    {"find", map_find},
    {"block", map_block},
    {"unblock", map_unblock},
    {"is_blocked", map_is_blocked},
    {"cell", map_cell},
    {"xy", map_xy},
    {"sees", map_sees},
    {"smooth", map_smooth},
    {"distances", map_distances},
    {"nearest", map_nearest},
    {"path_service", pl_lua_map_path_service},
    {NULL, NULL},
};

const pl_lua_class pl_lua_map_class = {PL_LUA_MAP, methods, map_index, NULL, map_collect};
