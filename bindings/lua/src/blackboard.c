// Blackboards of the world, a squad or an agent. The object holds no pointer, only whose blackboard it is: it cannot
// outlive what it stands for.

#include "generated.h"
#include "value.h"
#include "world.h"
#include <stdlib.h>
#include <string.h>

typedef enum holder
{
    HOLDER_WORLD,
    HOLDER_SQUAD,
    HOLDER_AGENT,
} holder;

typedef struct blackboard_object
{
    pl_lua_world* world;
    holder holder;
    ploy_agent_id agent;
    ploy_squad_id squad;
} blackboard_object;

typedef struct pl_lua_observer
{
    struct pl_lua_observer* next;
    pl_lua_world* world;
    int function;
    int number;
    ploy_observer_id id;
} observer;

/// Pushes a blackboard object; the world's object lies at index world_index, T is pushed by push_table.
static int push_blackboard(lua_State* L, blackboard_object made, int owner)
{
    owner = lua_absindex(L, owner);
    blackboard_object* object = pl_lua_new(L, sizeof(*object), PL_LUA_BLACKBOARD);
    *object = made;
    lua_getuservalue(L, -1);
    lua_pushvalue(L, owner); // keeps the world alive, directly or through the agent or squad
    lua_rawseti(L, -2, 1);
    if (made.holder == HOLDER_WORLD)
        pl_lua_push_world_table(L, owner);
    else
        pl_lua_push_agent_table(L, owner);
    lua_rawseti(L, -2, 3);
    lua_pop(L, 1);
    return 1;
}

int pl_lua_world_blackboard(lua_State* L)
{
    return push_blackboard(L, (blackboard_object){.world = pl_lua_check_world(L, 1)}, 1);
}

int pl_lua_agent_blackboard(lua_State* L)
{
    pl_lua_agent* object;
    pl_lua_check_agent(L, 1, &object);
    return push_blackboard(L, (blackboard_object){.world = object->world, .holder = HOLDER_AGENT, .agent = object->id}, 1);
}

int pl_lua_push_squad_blackboard(lua_State* L, int index)
{
    const pl_lua_squad* squad = pl_lua_check_squad(L, index);
    blackboard_object made = {.world = squad->world, .holder = HOLDER_SQUAD, .squad = squad->id};
    return push_blackboard(L, made, index);
}

static ploy_blackboard* check_blackboard(lua_State* L, blackboard_object** object)
{
    blackboard_object* found = pl_lua_check(L, 1, PL_LUA_BLACKBOARD);
    *object = found;
    ploy_world* world = found->world->world;
    if (!world) luaL_error(L, "the world is closed");
    ploy_blackboard* blackboard = NULL;
    const char* what = "the world";
    if (found->holder == HOLDER_WORLD) {
        blackboard = ploy_world_blackboard(world);
    } else if (found->holder == HOLDER_SQUAD) {
        what = "the squad, or it is gone,";
        blackboard = ploy_squad_blackboard(ploy_world_squads(world), found->squad);
    } else {
        const ploy_agent* agent = ploy_world_agent(world, found->agent);
        if (!agent) luaL_error(L, "agent %d is gone", (int)found->agent.index1);
        what = "the agent";
        blackboard = agent->blackboard;
    }
    if (!blackboard) luaL_error(L, "%s has no blackboard", what);
    return blackboard;
}

static uint32_t check_key(lua_State* L, const pl_lua_world* world, int index)
{
    const char* name = luaL_checkstring(L, index);
    uint32_t key = ploy_blackboard_keys_find(ploy_world_keys(world->world), name);
    if (key == PLOY_NONE) luaL_error(L, "there is no blackboard key '%s'", name);
    return key;
}

static void push_key_value(lua_State* L, const pl_lua_world* world, const ploy_blackboard* blackboard, uint32_t key)
{
    uint32_t type = ploy_blackboard_keys_type(ploy_world_keys(world->world), key);
    pl_lua_push_value(L, type, ploy_blackboard_get(blackboard, key), pl_lua_names_of_key(&world->names, key));
}

static int blackboard_get(lua_State* L)
{
    blackboard_object* object;
    const ploy_blackboard* blackboard = check_blackboard(L, &object);
    push_key_value(L, object->world, blackboard, check_key(L, object->world, 2));
    return 1;
}

static int blackboard_set(lua_State* L)
{
    blackboard_object* object;
    ploy_blackboard* blackboard = check_blackboard(L, &object);
    uint32_t key = check_key(L, object->world, 2);
    uint32_t type = ploy_blackboard_keys_type(ploy_world_keys(object->world->world), key);
    const pl_lua_objects* objects = pl_lua_names_of_key(&object->world->names, key);
    ploy_value value = pl_lua_check_value(L, 3, type, objects, lua_tostring(L, 2));
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, object->world);
    ploy_status status = ploy_blackboard_set(blackboard, key, value);
    pl_lua_leave(L, object->world, before);
    return status == PLOY_OK || status == PLOY_ALREADY ? 0 : pl_lua_raise(L, lua_tostring(L, 2), status, NULL);
}

static int blackboard_unset(lua_State* L)
{
    blackboard_object* object;
    ploy_blackboard* blackboard = check_blackboard(L, &object);
    uint32_t key = check_key(L, object->world, 2);
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, object->world);
    ploy_blackboard_unset(blackboard, key);
    pl_lua_leave(L, object->world, before);
    return 0;
}

// Observers.

static void call_observer(void* user, ploy_blackboard* blackboard, uint32_t key)
{
    const observer* self = user;
    pl_lua_world* world = self->world;
    if (!pl_lua_push_function(world, self->function)) return;
    lua_pushstring(world->L, ploy_blackboard_keys_name(ploy_world_keys(world->world), key));
    push_key_value(world->L, world, blackboard, key);
    pl_lua_call_function(world, 2, 0);
}

void pl_lua_free_observers(pl_lua_world* world)
{
    while (world->observers) {
        observer* first = world->observers;
        world->observers = first->next;
        free(first);
    }
}

static int blackboard_subscribe(lua_State* L)
{
    blackboard_object* object;
    ploy_blackboard* blackboard = check_blackboard(L, &object);
    uint32_t key = lua_isnil(L, 2) ? PLOY_NONE : check_key(L, object->world, 2);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    observer* made = calloc(1, sizeof(*made));
    if (!made) return pl_lua_raise(L, "subscribe", PLOY_OUT_OF_MEMORY, NULL);
    pl_lua_push_agent_table(L, 1);
    lua_pushvalue(L, 3);
    *made = (observer){object->world->observers, object->world, pl_lua_add_function(L, object->world, -2), 0, {0}};
    made->number = made->function;
    ploy_status status = ploy_blackboard_subscribe(blackboard, key, call_observer, made, &made->id);
    if (status != PLOY_OK) {
        free(made);
        return pl_lua_raise(L, "subscribe", status, NULL);
    }
    object->world->observers = made;
    pl_lua_push_integer(L, made->number);
    return 1;
}

static int blackboard_unsubscribe(lua_State* L)
{
    blackboard_object* object;
    ploy_blackboard* blackboard = check_blackboard(L, &object);
    int number = (int)pl_lua_check_whole(L, 2, 1, INT32_MAX, "the number of a subscription");
    for (observer* one = object->world->observers; one; one = one->next) {
        if (one->number != number) continue;
        one->number = 0; // the struct stays until the world is closed
        lua_pushboolean(L, ploy_blackboard_unsubscribe(blackboard, one->id) == PLOY_OK);
        return 1;
    }
    lua_pushboolean(L, false);
    return 1;
}

// Keys.

int pl_lua_add_key(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_key_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_key_def, &def);
    lua_getfield(L, 2, "initial");
    if (!lua_isnil(L, -1)) def.initial = pl_lua_check_value(L, -1, def.type, NULL, "field 'initial' of key_def");
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "");
    ploy_status status = ploy_blackboard_keys_add(ploy_world_keys(world->world), &def, NULL);
    bool is_silent = pl_lua_end_capture(&capture);
    if (status == PLOY_OK) return 0;
    if (!is_silent) return luaL_error(L, "%s", capture.text);
    return pl_lua_raise(L, def.name ? def.name : "a key without a name", status, NULL);
}

/// add_enum{RED = 1, GREEN = 2}: names of numbers for scripts of behavior trees.
int pl_lua_add_enum(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_pushnil(L);
    while (lua_next(L, 2)) {
        if (lua_type(L, -2) != LUA_TSTRING) return luaL_error(L, "the names of an enum are strings");
        const char* name = lua_tostring(L, -2);
        int64_t value = pl_lua_check_whole(L, -1, INT64_MIN, INT64_MAX, name);
        ploy_status status = ploy_blackboard_keys_add_enum(ploy_world_keys(world->world), name, value);
        if (status != PLOY_OK) return pl_lua_raise(L, name, status, NULL);
        lua_pop(L, 1);
    }
    return 0;
}

static const luaL_Reg methods[] = {
    {"get", blackboard_get},
    {"set", blackboard_set},
    {"unset", blackboard_unset},
    {"subscribe", blackboard_subscribe},
    {"unsubscribe", blackboard_unsubscribe},
    {NULL, NULL},
};

const pl_lua_class pl_lua_blackboard_class = {PL_LUA_BLACKBOARD, methods, NULL, NULL, NULL};
