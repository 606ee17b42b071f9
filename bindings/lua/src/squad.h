/// Squads in Lua: an object per use, which holds the squad's id.

#ifndef PL_LUA_SQUAD_H
#define PL_LUA_SQUAD_H

#include "world.h"

typedef struct pl_lua_squad
{
    pl_lua_world* world;
    ploy_squad_id id;
} pl_lua_squad;

/// The squad at index; its uservalue is {world object, nil, T}, as an agent's. A closed world is an error.
const pl_lua_squad* pl_lua_check_squad(lua_State* L, int index);
/// squad:blackboard(), the squad at index.
int pl_lua_push_squad_blackboard(lua_State* L, int index);

#endif
