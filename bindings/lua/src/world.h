/// Worlds in Lua, and how callbacks find their way back into it.
///
/// The world's uservalue is one table T: T[i] for i > 0 is the agent object with index1 i, T[0] the call object, T[-i]
/// the functions that callbacks call, T["…"] texts that must not be collected. Every method that may make the library
/// call back does so between pl_lua_enter and pl_lua_leave: T lies on the stack meanwhile, so a callback costs two
/// lookups by number and no garbage.
///
/// An error in a callback is kept, the library goes on (the activity has failed), and pl_lua_leave raises it.

#ifndef PL_LUA_WORLD_H
#define PL_LUA_WORLD_H

#include "names.h"
#include "state.h"
#include <ploy/io.h>

#define PL_LUA_WORLD "ploy.World"
#define PL_LUA_AGENT "ploy.Agent"
#define PL_LUA_CALL "ploy.Call"
#define PL_LUA_BLACKBOARD "ploy.Blackboard"
#define PL_LUA_SQUAD "ploy.Squad"

typedef struct pl_lua_binding pl_lua_binding;

typedef struct pl_lua_world
{
    ploy_world* world; ///< NULL: closed
    lua_State* L;      ///< while the library may call back
    int frame;         ///< where T lies on its stack
    int error;         ///< of a callback: a reference in the registry, LUA_NOREF: none
    int function_count;
    int on_event, name_of, user_of, clock; ///< functions, 0: none
    int squad_calls[6];             ///< in the order of ploy_squad_callbacks
    bool is_ticking;
    bool is_collected; ///< its last references are gone: callbacks no longer reach Lua
    pl_lua_binding* bindings;
    struct pl_lua_observer* observers;
    struct pl_lua_call* call; ///< T[0]
    pl_lua_names names;
    struct pl_lua_domain** used; ///< domains of minds made in code, which T keeps alive
    uint32_t used_count;
    ploy_domain** changed; ///< domains of files whose objects or tables have changed since they were compiled
    uint32_t changed_count;
    char* texts[3]; ///< the key names given to ploy_squads_configure, which must outlive the world
} pl_lua_world;

typedef struct pl_lua_agent
{
    pl_lua_world* world; ///< kept alive by the uservalue: {world, user, T}
    ploy_agent_id id;
} pl_lua_agent;

/// An object per use, which holds the squad's id; its uservalue is {world object, nil, T}, as an agent's.
typedef struct pl_lua_squad
{
    pl_lua_world* world;
    ploy_squad_id id;
} pl_lua_squad;

/// What pl_lua_enter found, for pl_lua_leave.
typedef struct pl_lua_entry
{
    lua_State* L;
    int frame;
    int error;
} pl_lua_entry;

/// The world at index; a closed one is an error.
pl_lua_world* pl_lua_check_world(lua_State* L, int index);
/// The agent at index; one that is gone, or whose world is closed, is an error.
ploy_agent* pl_lua_check_agent(lua_State* L, int index, pl_lua_agent** object);
/// The squad at index; a closed world is an error.
const pl_lua_squad* pl_lua_check_squad(lua_State* L, int index);
/// squad:blackboard(), the squad at index.
int pl_lua_push_squad_blackboard(lua_State* L, int index);

/// T must be at the top of the stack.
pl_lua_entry pl_lua_enter(lua_State* L, pl_lua_world* world);
void pl_lua_leave(lua_State* L, pl_lua_world* world, pl_lua_entry before);
/// Pushes T of the world at index, or of the agent at index.
void pl_lua_push_world_table(lua_State* L, int index);
void pl_lua_push_agent_table(lua_State* L, int index);

/// Takes the function at the top of the stack; T lies at index t. Returns its number, for pl_lua_push_function.
int pl_lua_add_function(lua_State* L, pl_lua_world* world, int t);
/// In a callback: pushes the function; false: none, or Lua is no longer reached. Then push arguments and pl_lua_call.
bool pl_lua_push_function(pl_lua_world* world, int function);
/// Calls it; false: it raised an error, which is kept.
bool pl_lua_call_function(pl_lua_world* world, int arguments, int results);
/// Keeps the error at the top of the stack and pops it.
void pl_lua_keep_error(pl_lua_world* world);
/// In a callback, or with T at world->frame: pushes the agent's object, always the same one.
void pl_lua_push_agent(lua_State* L, pl_lua_world* world, const ploy_agent* agent);

/// For a mind made in code.
void pl_lua_on_event(void* user, ploy_agent* agent, const ploy_goap_event* event);
void pl_lua_world_use_domain(pl_lua_world* world, struct pl_lua_domain* domain);
/// Compiles the domains whose objects or tables have changed: before a tick, a save or a load.
void pl_lua_settle_domains(lua_State* L, pl_lua_world* world);
void pl_lua_free_domains(pl_lua_world* world);

/// Frees the bindings and their ports.
void pl_lua_free_bindings(pl_lua_world* world);
void pl_lua_free_observers(pl_lua_world* world);
/// Makes T[0], whose own table is {T, world object}; the world object lies at index object, T at index t.
void pl_lua_make_call_object(lua_State* L, pl_lua_world* world, int object, int t);
/// Pushes the names of a grounded action's or goal's arguments; returns how many.
int pl_lua_push_args(lua_State* L, const ploy_domain* domain, const uint32_t* types, uint32_t count, const uint32_t* args);

extern const pl_lua_class pl_lua_world_class, pl_lua_agent_class, pl_lua_call_class,
    pl_lua_blackboard_class, pl_lua_squad_class;

// Functions and methods of a world, most of them in other files.
int pl_lua_new_world(lua_State* L);
int pl_lua_add_activity(lua_State* L);
int pl_lua_add_condition(lua_State* L);
int pl_lua_add_scorer(lua_State* L);
int pl_lua_add_sensor(lua_State* L);
int pl_lua_add_node(lua_State* L);
int pl_lua_add_reason(lua_State* L);
int pl_lua_add_key(lua_State* L);
int pl_lua_add_fact_type(lua_State* L);
int pl_lua_add_goap_mind(lua_State* L);
int pl_lua_world_domain(lua_State* L);
int pl_lua_world_profile(lua_State* L);
int pl_lua_world_blackboard(lua_State* L);
int pl_lua_add_enum(lua_State* L);
int pl_lua_configure_squads(lua_State* L);
int pl_lua_add_squad(lua_State* L);
int pl_lua_find_squad(lua_State* L);
int pl_lua_enlist(lua_State* L);

// Methods of an agent that stand in other files.
int pl_lua_remember(lua_State* L);
int pl_lua_facts(lua_State* L);
int pl_lua_best_fact(lua_State* L);
int pl_lua_count_facts(lua_State* L);
int pl_lua_forget(lua_State* L);
int pl_lua_agent_blackboard(lua_State* L);
int pl_lua_agent_squad(lua_State* L);
int pl_lua_agent_order(lua_State* L);
int pl_lua_agent_report(lua_State* L);
int pl_lua_agent_leave(lua_State* L);

#endif
