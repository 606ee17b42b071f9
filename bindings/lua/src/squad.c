#include "world.h"
#include "generated.h"
#include <stdlib.h>
#include <string.h>

enum
{
    DISTANCE,
    WHERE,
    SPOT,
    CHECK,
    ENDED,
    FIND_PLACE,
    CALL_COUNT
};

const pl_lua_squad* pl_lua_check_squad(lua_State* L, int index)
{
    const pl_lua_squad* squad = pl_lua_check(L, index, PL_LUA_SQUAD);
    if (!squad->world->world) luaL_error(L, "the squad's world is closed");
    return squad;
}

/// owner: the index of the world object (T is its uservalue), or of an agent or squad (T is in theirs).
static int push_squad(lua_State* L, pl_lua_world* world, ploy_squad_id id, int owner, bool is_world)
{
    owner = lua_absindex(L, owner);
    pl_lua_squad* squad = pl_lua_new(L, sizeof(*squad), PL_LUA_SQUAD);
    squad->world = world;
    squad->id = id;
    lua_getuservalue(L, -1);
    lua_pushvalue(L, owner);
    lua_rawseti(L, -2, 1);
    if (is_world)
        pl_lua_push_world_table(L, owner);
    else
        pl_lua_push_agent_table(L, owner);
    lua_rawseti(L, -2, 3);
    lua_pop(L, 1);
    return 1;
}

static ploy_squads* squads_of(const pl_lua_world* world)
{
    return ploy_world_squads(world->world);
}

// Callbacks. An answer of another type, or an error, is what the library takes for "no".

static bool push_call(pl_lua_world* world, int call, ploy_agent_id id)
{
    const ploy_agent* agent = ploy_world_agent(world->world, id);
    if (!agent || !pl_lua_push_function(world, world->squad_calls[call])) return false;
    pl_lua_push_agent(world->L, world, agent);
    return true;
}

static int64_t pop_number(pl_lua_world* world, int64_t otherwise)
{
    lua_State* L = world->L;
    int64_t number = lua_type(L, -1) == LUA_TNUMBER ? (int64_t)lua_tonumber(L, -1) : otherwise;
    lua_pop(L, 1);
    return number;
}

static int64_t call_distance(void* user, ploy_agent_id agent, int64_t place)
{
    pl_lua_world* world = user;
    if (!push_call(world, DISTANCE, agent)) return -1;
    pl_lua_push_integer(world->L, place);
    return pl_lua_call_function(world, 2, 1) ? pop_number(world, -1) : -1;
}

static int64_t call_where(void* user, ploy_agent_id agent)
{
    pl_lua_world* world = user;
    if (!push_call(world, WHERE, agent)) return 0;
    return pl_lua_call_function(world, 1, 1) ? pop_number(world, 0) : 0;
}

static int64_t call_spot(void* user, ploy_squad_id squad, ploy_squad_task_kind task, ploy_role role, uint32_t slot, int64_t place)
{
    pl_lua_world* world = user;
    (void)squad;
    if (!pl_lua_push_function(world, world->squad_calls[SPOT])) return place;
    lua_State* L = world->L;
    pl_lua_push_enum(L, &pl_lua_enum_ploy_squad_task_kind, (int)task);
    pl_lua_push_enum(L, &pl_lua_enum_ploy_role, (int)role);
    pl_lua_push_integer(L, slot);
    pl_lua_push_integer(L, place);
    return pl_lua_call_function(world, 4, 1) ? pop_number(world, place) : place;
}

static ploy_order_state call_check(void* user, ploy_agent_id agent, const ploy_order* order)
{
    pl_lua_world* world = user;
    if (!push_call(world, CHECK, agent)) return PLOY_ORDER_OPEN;
    pl_lua_push(world->L, &pl_lua_struct_ploy_order, order);
    if (!pl_lua_call_function(world, 2, 1)) return PLOY_ORDER_FAILED;
    lua_State* L = world->L;
    const char* text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "open";
    ploy_order_state state = PLOY_ORDER_OPEN;
    if (strcmp(text, "done") == 0) state = PLOY_ORDER_DONE;
    if (strcmp(text, "failed") == 0) state = PLOY_ORDER_FAILED;
    if (strcmp(text, "overruled") == 0) state = PLOY_ORDER_OVERRULED;
    lua_pop(L, 1);
    return state;
}

static void call_ended(void* user, ploy_squad_id squad, uint32_t task, ploy_squad_task_end end)
{
    pl_lua_world* world = user;
    (void)squad;
    if (!pl_lua_push_function(world, world->squad_calls[ENDED])) return;
    pl_lua_push_integer(world->L, task);
    pl_lua_push_enum(world->L, &pl_lua_enum_ploy_squad_task_end, (int)end);
    pl_lua_call_function(world, 2, 0);
}

static bool call_find_place(void* user, const char* name, int64_t* place)
{
    pl_lua_world* world = user;
    if (!pl_lua_push_function(world, world->squad_calls[FIND_PLACE])) return false;
    lua_pushstring(world->L, name);
    if (!pl_lua_call_function(world, 1, 1)) return false;
    bool is_found = lua_type(world->L, -1) == LUA_TNUMBER;
    *place = pop_number(world, 0);
    return is_found;
}

static const char* keep_text(pl_lua_world* world, int slot, const char* text)
{
    if (!text) return NULL;
    free(world->texts[slot]);
    size_t bytes = strlen(text) + 1;
    world->texts[slot] = malloc(bytes);
    if (!world->texts[slot]) abort();
    return memcpy(world->texts[slot], text, bytes);
}

int pl_lua_configure_squads(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_squads_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_squads_def, &def);
    static const char* const names[CALL_COUNT] = {"distance", "where", "spot", "check", "ended", "find_place"};
    lua_getfield(L, 2, "calls");
    int calls = lua_gettop(L);
    pl_lua_push_world_table(L, 1);
    int t = lua_gettop(L);
    for (int i = 0; i < CALL_COUNT; ++i)
        world->squad_calls[i] = pl_lua_get_function(L, calls, names[i]) ? pl_lua_add_function(L, world, t) : 0;
    const int* has = world->squad_calls;
    def.calls = (ploy_squad_callbacks){
        .distance = has[DISTANCE] ? call_distance : NULL,
        .where = has[WHERE] ? call_where : NULL,
        .spot = has[SPOT] ? call_spot : NULL,
        .check = has[CHECK] ? call_check : NULL,
        .ended = has[ENDED] ? call_ended : NULL,
        .find_place = has[FIND_PLACE] ? call_find_place : NULL,
        .user = world,
    };
    def.order_key = keep_text(world, 0, def.order_key);
    def.place_key = keep_text(world, 1, def.place_key);
    def.target_key = keep_text(world, 2, def.target_key);
    ploy_squads_configure(squads_of(world), &def);
    return 0;
}

int pl_lua_add_squad(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    ploy_squad_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_squad_def, &def);
    ploy_squad_id id;
    ploy_status status = ploy_squad_create(squads_of(world), &def, &id);
    if (status != PLOY_OK) return pl_lua_raise(L, def.name ? def.name : "add_squad", status, NULL);
    return push_squad(L, world, id, 1, true);
}

int pl_lua_find_squad(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    ploy_squad_id id = ploy_squads_find(squads_of(world), luaL_checkstring(L, 2));
    return id.index1 ? push_squad(L, world, id, 1, true) : 0;
}

int pl_lua_enlist(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    pl_lua_agent* agent;
    pl_lua_check_agent(L, 2, &agent);
    ploy_status status = ploy_squads_enlist(squads_of(world), agent->id);
    return status == PLOY_OK || status == PLOY_ALREADY ? 0 : pl_lua_raise(L, "enlist", status, NULL);
}

// Of agents.

int pl_lua_agent_squad(lua_State* L)
{
    pl_lua_agent* agent;
    pl_lua_check_agent(L, 1, &agent);
    ploy_squad_id id = ploy_squads_of(squads_of(agent->world), agent->id);
    return id.index1 ? push_squad(L, agent->world, id, 1, false) : 0;
}

int pl_lua_agent_order(lua_State* L)
{
    pl_lua_agent* agent;
    pl_lua_check_agent(L, 1, &agent);
    ploy_order order;
    if (ploy_squads_order(squads_of(agent->world), agent->id, &order) != PLOY_OK) return 0;
    pl_lua_push(L, &pl_lua_struct_ploy_order, &order);
    return 1;
}

int pl_lua_agent_report(lua_State* L)
{
    pl_lua_agent* agent;
    pl_lua_check_agent(L, 1, &agent);
    ploy_order order;
    int state = pl_lua_check_enum(L, 2, &pl_lua_enum_ploy_order_state, "the state of an order");
    ploy_squads* squads = squads_of(agent->world);
    if (ploy_squads_order(squads, agent->id, &order) != PLOY_OK) return luaL_error(L, "the agent has no open order");
    ploy_squads_report(squads, agent->id, order.number, (ploy_order_state)state);
    return 0;
}

int pl_lua_agent_leave(lua_State* L)
{
    pl_lua_agent* agent;
    pl_lua_check_agent(L, 1, &agent);
    lua_pushboolean(L, ploy_squads_leave(squads_of(agent->world), agent->id) == PLOY_OK);
    return 1;
}

// Of squads.

static int squad_join(lua_State* L)
{
    const pl_lua_squad* squad = pl_lua_check_squad(L, 1);
    pl_lua_agent* agent;
    pl_lua_check_agent(L, 2, &agent);
    ploy_status status = ploy_squad_join(squads_of(squad->world), squad->id, agent->id);
    return status == PLOY_OK || status == PLOY_ALREADY ? 0 : pl_lua_raise(L, "join", status, NULL);
}

static int squad_queue(lua_State* L)
{
    const pl_lua_squad* squad = pl_lua_check_squad(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_squad_task_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_squad_task_def, &def);
    uint32_t task;
    ploy_status status = ploy_squad_queue(squads_of(squad->world), squad->id, &def, &task);
    if (status != PLOY_OK) return pl_lua_raise(L, "queue", status, NULL);
    pl_lua_push_integer(L, task);
    return 1;
}

static int squad_abort(lua_State* L)
{
    const pl_lua_squad* squad = pl_lua_check_squad(L, 1);
    uint32_t task = lua_isnoneornil(L, 2) ? 0 : (uint32_t)pl_lua_check_whole(L, 2, 0, UINT32_MAX, "the number of a task");
    lua_pushboolean(L, ploy_squad_abort(squads_of(squad->world), squad->id, task) == PLOY_OK);
    return 1;
}

static int squad_members(lua_State* L)
{
    const pl_lua_squad* squad = pl_lua_check_squad(L, 1);
    const ploy_squads* squads = squads_of(squad->world);
    lua_newtable(L);
    int list = lua_gettop(L), count = 0;
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, squad->world);
    for (uint32_t i = 0; i < ploy_squad_member_count(squads, squad->id); ++i) {
        const ploy_agent* agent = ploy_world_agent(squad->world->world, ploy_squad_member(squads, squad->id, i));
        if (!agent) continue; // it is going
        pl_lua_push_agent(L, squad->world, agent);
        lua_rawseti(L, list, ++count);
    }
    pl_lua_leave(L, squad->world, before);
    lua_settop(L, list);
    return 1;
}

static int squad_task(lua_State* L)
{
    const pl_lua_squad* squad = pl_lua_check_squad(L, 1);
    ploy_squad_task_info info = ploy_squad_task(squads_of(squad->world), squad->id);
    if (!info.number) return 0;
    pl_lua_push(L, &pl_lua_struct_ploy_squad_task_info, &info);
    return 1;
}

static int squad_why(lua_State* L)
{
    const pl_lua_squad* squad = pl_lua_check_squad(L, 1);
    char text[2048] = "";
    ploy_squad_why(squads_of(squad->world), squad->id, text, sizeof(text));
    lua_pushstring(L, text);
    return 1;
}

static int squad_destroy(lua_State* L)
{
    const pl_lua_squad* squad = pl_lua_check_squad(L, 1);
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, squad->world);
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "ploy_squad_destroy: not inside");
    ploy_squad_destroy(squads_of(squad->world), squad->id);
    bool is_done = pl_lua_end_capture(&capture);
    pl_lua_leave(L, squad->world, before);
    return is_done ? 0 : luaL_error(L, "%s", capture.text);
}

static int squad_blackboard(lua_State* L)
{
    return pl_lua_push_squad_blackboard(L, 1);
}

static const luaL_Reg methods[] = {
    {"join", squad_join},
    {"queue", squad_queue},
    {"abort", squad_abort},
    {"members", squad_members},
    {"task", squad_task},
    {"why", squad_why},
    {"blackboard", squad_blackboard},
    {"destroy", squad_destroy},
    {NULL, NULL},
};

const pl_lua_class pl_lua_squad_class = {PL_LUA_SQUAD, methods, NULL, NULL, NULL};
