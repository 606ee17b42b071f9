/// Domains, files, planners, explanations and recordings in Lua, without a world.

#ifndef PL_LUA_DOMAIN_H
#define PL_LUA_DOMAIN_H

#include "state.h"
#include <ploy/io.h>

#define PL_LUA_DOMAIN "ploy.Domain"
#define PL_LUA_FILE "ploy.File"
#define PL_LUA_PLANNER "ploy.Planner"
#define PL_LUA_WORLD_DOMAIN "ploy.WorldDomain"
#define PL_LUA_RECORDING "ploy.Recording"

typedef struct pl_lua_domain
{
    ploy_domain* domain;
    bool is_owned;   ///< false: of a file, which the uservalue keeps
    bool is_used;    ///< a mind plans with it: only its objects and tables change any more
    bool is_changed; ///< objects or tables: it is compiled before anything plans with it
    int ticking;     ///< worlds with such a mind that tick: nothing of it changes meanwhile
    int version;     ///< counts changes: a search that began before one cannot go on
    int error;       ///< of a callback: a reference in the registry, LUA_NOREF: none
    struct domain_call* calls;
} pl_lua_domain;

pl_lua_domain* pl_lua_check_domain(lua_State* L, int index);
/// Compiles it if its objects or tables have changed.
void pl_lua_settle_domain(lua_State* L, pl_lua_domain* domain);
/// Raises what a callback of the domain raised since the last time.
void pl_lua_domain_leave(lua_State* L, pl_lua_domain* domain);

/// Reads start, goal, args, disabled, must_use and the options of a query from the table at index (nil: none). Pushes
/// what the query points to. goal is PLOY_NONE when the table names none.
void pl_lua_read_query(lua_State* L, int index, const ploy_domain* domain, ploy_plan_query* query);
/// Pushes a list of steps: {action = "GoTo", args = {"camp"}, cost = 1}.
void pl_lua_push_steps(lua_State* L, const ploy_domain* domain, const ploy_step* steps, uint32_t count);

extern const pl_lua_class pl_lua_domain_class, pl_lua_file_class, pl_lua_planner_class, pl_lua_world_domain_class,
    pl_lua_recording_class;

int pl_lua_new_domain(lua_State* L);
int pl_lua_load_file(lua_State* L);
int pl_lua_parse_file(lua_State* L);
int pl_lua_new_recording(lua_State* L);
int pl_lua_domain_planner(lua_State* L);
int pl_lua_domain_explain(lua_State* L);
int pl_lua_domain_applicable(lua_State* L);
int pl_lua_domain_apply(lua_State* L);
int pl_lua_domain_meets(lua_State* L);

// Methods of domains, alone and of a world, for objects and tables.
int pl_lua_domain_types(lua_State* L);
int pl_lua_domain_objects(lua_State* L);
int pl_lua_domain_exists(lua_State* L);
int pl_lua_domain_spawn(lua_State* L);
int pl_lua_domain_despawn(lua_State* L);
int pl_lua_domain_cell(lua_State* L);
int pl_lua_domain_set_cell(lua_State* L);
int pl_lua_domain_set_cells(lua_State* L);

#endif
