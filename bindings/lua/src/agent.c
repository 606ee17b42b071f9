#include "generated.h"
#include "value.h"
#include "world.h"
#include <string.h>

ploy_agent* pl_lua_check_agent(lua_State* L, int index, pl_lua_agent** object)
{
    pl_lua_agent* agent = pl_lua_check(L, index, PL_LUA_AGENT);
    if (!agent->world->world) luaL_error(L, "the agent's world is closed");
    ploy_agent* found = ploy_world_agent(agent->world->world, agent->id);
    if (!found) luaL_error(L, "agent %d is gone", (int)agent->id.index1);
    *object = agent;
    return found;
}

void pl_lua_push_agent_table(lua_State* L, int index)
{
    lua_getuservalue(L, index);
    lua_rawgeti(L, -1, 3);
    lua_remove(L, -2);
}

void pl_lua_push_agent(lua_State* L, pl_lua_world* world, const ploy_agent* agent)
{
    lua_rawgeti(L, world->frame, (int)agent->id.index1);
    pl_lua_agent* object = lua_touserdata(L, -1);
    if (object && object->id.generation == agent->id.generation) return;
    lua_pop(L, 1);
    object = pl_lua_new(L, sizeof(*object), PL_LUA_AGENT);
    object->world = world;
    object->id = agent->id;
    lua_getuservalue(L, -1);
    lua_rawgeti(L, world->frame, 0); // the call object keeps the world's table; the world object keeps itself
    lua_getuservalue(L, -1);
    lua_rawgeti(L, -1, 2);
    lua_rawseti(L, -4, 1);
    lua_pop(L, 2);
    lua_pushvalue(L, world->frame);
    lua_rawseti(L, -2, 3);
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, world->frame, (int)agent->id.index1);
}

/// The key named at index 2, which the agent's blackboard must have.
static uint32_t check_key(lua_State* L, const pl_lua_world* world)
{
    const char* name = luaL_checkstring(L, 2);
    uint32_t key = ploy_blackboard_keys_find(ploy_world_keys(world->world), name);
    if (key == PLOY_NONE) luaL_error(L, "there is no blackboard key '%s'", name);
    return key;
}

static int agent_get(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_agent* agent = pl_lua_check_agent(L, 1, &object);
    uint32_t key = check_key(L, object->world);
    if (!agent->blackboard) return luaL_error(L, "the agent has no blackboard");
    uint32_t type = ploy_blackboard_keys_type(ploy_world_keys(object->world->world), key);
    pl_lua_push_value(L, type, ploy_blackboard_get(agent->blackboard, key), pl_lua_names_of_key(&object->world->names, key));
    return 1;
}

static int agent_set(lua_State* L)
{
    pl_lua_agent* object;
    ploy_agent* agent = pl_lua_check_agent(L, 1, &object);
    uint32_t key = check_key(L, object->world);
    if (!agent->blackboard) return luaL_error(L, "the agent has no blackboard");
    uint32_t type = ploy_blackboard_keys_type(ploy_world_keys(object->world->world), key);
    const pl_lua_objects* objects = pl_lua_names_of_key(&object->world->names, key);
    ploy_value value = pl_lua_check_value(L, 3, type, objects, lua_tostring(L, 2));
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, object->world);
    ploy_status status = ploy_blackboard_set(agent->blackboard, key, value);
    pl_lua_leave(L, object->world, before);
    return status == PLOY_OK || status == PLOY_ALREADY ? 0 : pl_lua_raise(L, lua_tostring(L, 2), status, NULL);
}

static int agent_unset(lua_State* L)
{
    pl_lua_agent* object;
    ploy_agent* agent = pl_lua_check_agent(L, 1, &object);
    uint32_t key = check_key(L, object->world);
    if (!agent->blackboard) return luaL_error(L, "the agent has no blackboard");
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, object->world);
    ploy_blackboard_unset(agent->blackboard, key);
    pl_lua_leave(L, object->world, before);
    return 0;
}

static int agent_destroy(lua_State* L)
{
    pl_lua_agent* object;
    pl_lua_check_agent(L, 1, &object);
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, object->world);
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "ploy_agent_destroy: not while");
    ploy_agent_destroy(object->world->world, object->id);
    bool is_done = pl_lua_end_capture(&capture);
    pl_lua_leave(L, object->world, before);
    return is_done ? 0 : luaL_error(L, "%s", capture.text);
}

static int agent_why(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_agent* agent = pl_lua_check_agent(L, 1, &object);
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, object->world);
    char text[4096] = "";
    if (agent->mind) ploy_mind_why(agent, text, sizeof(text));
    pl_lua_leave(L, object->world, before);
    lua_pushstring(L, text);
    return 1;
}

static int agent_random(lua_State* L)
{
    pl_lua_agent* object;
    ploy_agent* agent = pl_lua_check_agent(L, 1, &object);
    int32_t min = (int32_t)pl_lua_check_whole(L, 2, INT32_MIN, INT32_MAX, "the lowest number");
    int32_t max = (int32_t)pl_lua_check_whole(L, 3, INT32_MIN, INT32_MAX, "the highest number");
    pl_lua_push_integer(L, ploy_random_range(&agent->random, min, max));
    return 1;
}

static int agent_position(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_agent* agent = pl_lua_check_agent(L, 1, &object);
    lua_pushnumber(L, (lua_Number)agent->position.x / PL_LUA_UNIT);
    lua_pushnumber(L, (lua_Number)agent->position.y / PL_LUA_UNIT);
    return 2;
}

static int agent_set_position(lua_State* L)
{
    pl_lua_agent* object;
    ploy_agent* agent = pl_lua_check_agent(L, 1, &object);
    int64_t x = pl_lua_check_scaled(L, 2, PL_LUA_UNIT, "x"), y = pl_lua_check_scaled(L, 3, PL_LUA_UNIT, "y");
    int64_t max = PLOY_MAX_COORDINATE;
    if (x < -max || x > max || y < -max || y > max) return luaL_error(L, "the position is out of range");
    agent->position = (ploy_point){(int32_t)x, (int32_t)y};
    return 0;
}

/// fail(reason): what an activity returns that says why it failed.
static int agent_fail(lua_State* L)
{
    pl_lua_agent* object;
    ploy_agent* agent = pl_lua_check_agent(L, 1, &object);
    agent->reason = ploy_bindings_add_reason(ploy_world_bindings(object->world->world), luaL_checkstring(L, 2));
    lua_pushliteral(L, "failure");
    return 1;
}

static int agent_set_sensor(lua_State* L)
{
    pl_lua_agent* object;
    pl_lua_check_agent(L, 1, &object);
    uint32_t sensor = (uint32_t)pl_lua_check_whole(L, 2, 1, PLOY_MAX_SENSORS, "the number of a sensor") - 1;
    ploy_agent_set_sensor(object->world->world, object->id, sensor, lua_toboolean(L, 3));
    return 0;
}

/// set_pace(n): it senses and thinks only in every n-th of its ticks.
static int agent_set_pace(lua_State* L)
{
    pl_lua_agent* object;
    pl_lua_check_agent(L, 1, &object);
    uint32_t pace = (uint32_t)pl_lua_check_whole(L, 2, 1, PLOY_MAX_PACE, "the pace");
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "ploy_agent_set_pace: not");
    ploy_agent_set_pace(object->world->world, object->id, pace);
    return pl_lua_end_capture(&capture) ? 0 : luaL_error(L, "%s", capture.text);
}

/// set_mind(other): the mind of another agent; nil: none.
static int agent_set_mind(lua_State* L)
{
    pl_lua_agent *object, *other;
    pl_lua_check_agent(L, 1, &object);
    pl_lua_world* world = object->world;
    ploy_mind* mind = NULL;
    if (!lua_isnoneornil(L, 2)) {
        mind = pl_lua_check_agent(L, 2, &other)->mind;
        if (other->world != world) return luaL_error(L, "the other agent is of another world");
    }
    if (world->is_ticking && world->names.is_stale) return luaL_error(L, "a file was loaded in this tick: change the mind when the tick has ended");
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, world);
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "ploy_agent_set_mind: not");
    ploy_status status = ploy_agent_set_mind(world->world, object->id, mind);
    bool is_silent = pl_lua_end_capture(&capture);
    pl_lua_leave(L, world, before);
    if (!is_silent) return luaL_error(L, "%s", capture.text);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, "set_mind", status, NULL);
}

// Planning agents.

static ploy_agent* check_goap(lua_State* L, pl_lua_agent** object)
{
    ploy_agent* agent = pl_lua_check_agent(L, 1, object);
    if (!agent->mind || strcmp(agent->mind->kind->name, "goap") != 0) luaL_error(L, "the agent's mind does not plan (it is no GOAP mind)");
    return agent;
}

static uint32_t check_goal(lua_State* L, int index, const ploy_domain* domain)
{
    const char* name = luaL_checkstring(L, index);
    uint32_t goal = ploy_domain_find_goal(domain, name);
    if (goal == PLOY_NONE) luaL_error(L, "the domain has no goal '%s'", name);
    return goal;
}

static int agent_push(lua_State* L)
{
    pl_lua_agent* object;
    ploy_agent* agent = check_goap(L, &object);
    const ploy_domain* domain = ploy_goap_domain(agent->mind);
    uint32_t goal = check_goal(L, 2, domain), args[PLOY_MAX_ARGS] = {0};
    ploy_goal_info info = ploy_domain_goal(domain, goal);
    for (uint32_t i = 0; i < info.param_count; ++i) {
        const char* name = luaL_checkstring(L, (int)i + 3);
        args[i] = ploy_domain_find_object(domain, info.param_types[i], name);
        if (args[i] == PLOY_NONE) return luaL_error(L, "there is no object '%s' for %s", name, info.param_names[i]);
    }
    ploy_status status = ploy_goap_push(agent, goal, args);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, info.name, status, NULL);
}

static int agent_abort(lua_State* L)
{
    pl_lua_agent* object;
    ploy_goap_abort(check_goap(L, &object));
    return 0;
}

static int agent_replan(lua_State* L)
{
    pl_lua_agent* object;
    ploy_goap_replan(check_goap(L, &object));
    return 0;
}

static int agent_goal(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_agent* agent = check_goap(L, &object);
    const ploy_domain* domain = ploy_goap_domain(agent->mind);
    uint32_t args[PLOY_MAX_ARGS], goal = ploy_goap_goal(agent, args);
    if (goal == PLOY_NONE) return 0;
    ploy_goal_info info = ploy_domain_goal(domain, goal);
    lua_pushstring(L, info.name);
    return 1 + pl_lua_push_args(L, domain, info.param_types, info.param_count, args);
}

static int agent_action(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_agent* agent = check_goap(L, &object);
    const ploy_domain* domain = ploy_goap_domain(agent->mind);
    uint32_t args[PLOY_MAX_ARGS], action = ploy_goap_action(agent, args);
    if (action == PLOY_NONE) return 0;
    ploy_action_info info = ploy_domain_action(domain, action);
    lua_pushstring(L, info.name);
    return 1 + pl_lua_push_args(L, domain, info.param_types, info.param_count, args);
}

static int agent_progress(lua_State* L)
{
    pl_lua_agent* object;
    ploy_agent* agent = check_goap(L, &object);
    pl_lua_push_agent_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, object->world);
    uint32_t progress = ploy_goap_progress(agent);
    pl_lua_leave(L, object->world, before);
    lua_pushnumber(L, (lua_Number)progress / PL_LUA_UNIT);
    return 1;
}

static int agent_plan(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_agent* agent = check_goap(L, &object);
    const ploy_domain* domain = ploy_goap_domain(agent->mind);
    ploy_step steps[64];
    uint32_t count = ploy_goap_steps(agent, steps, 64);
    lua_newtable(L);
    for (uint32_t i = 0; i < count && i < 64; ++i) {
        char text[512];
        ploy_action_print(domain, steps[i].action, steps[i].args, text, sizeof(text));
        lua_pushstring(L, text);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

static int agent_priority(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_agent* agent = check_goap(L, &object);
    int64_t priority = ploy_goap_priority(agent, check_goal(L, 2, ploy_goap_domain(agent->mind)));
    pl_lua_push_scaled(L, priority, PL_LUA_UNIT);
    return 1;
}

// Fields.

static int agent_index(lua_State* L)
{
    const char* name = lua_tostring(L, 2);
    if (!name) return 0;
    pl_lua_agent* object = pl_lua_check(L, 1, PL_LUA_AGENT);
    ploy_world* world = object->world->world;
    const ploy_agent* agent = world ? ploy_world_agent(world, object->id) : NULL;
    if (strcmp(name, "user") == 0) {
        lua_getuservalue(L, 1);
        lua_rawgeti(L, -1, 2);
        return 1;
    }
    if (strcmp(name, "is_alive") == 0) {
        lua_pushboolean(L, agent != NULL);
        return 1;
    }
    if (strcmp(name, "index") == 0) {
        pl_lua_push_integer(L, object->id.index1);
        return 1;
    }
    bool is_now = strcmp(name, "now") == 0, is_dt = strcmp(name, "dt") == 0, is_type = strcmp(name, "type") == 0;
    bool is_world = strcmp(name, "world") == 0;
    if (!is_now && !is_dt && !is_type && !is_world) return 0;
    agent = pl_lua_check_agent(L, 1, &object);
    if (is_world) {
        lua_getuservalue(L, 1);
        lua_rawgeti(L, -1, 1);
    } else if (is_type) {
        lua_pushstring(L, ploy_agent_type(agent));
    } else {
        pl_lua_push_scaled(L, is_now ? agent->now : agent->dt, PL_LUA_SECOND);
    }
    return 1;
}

static int agent_new_index(lua_State* L)
{
    pl_lua_check(L, 1, PL_LUA_AGENT);
    const char* name = luaL_checkstring(L, 2);
    if (strcmp(name, "user") != 0) return luaL_error(L, "field '%s' of " PL_LUA_AGENT " cannot be written; agent.user can", name);
    lua_getuservalue(L, 1);
    lua_pushvalue(L, 3);
    lua_rawseti(L, -2, 2);
    return 0;
}

static const luaL_Reg methods[] = {
    {"get", agent_get},
    {"set", agent_set},
    {"unset", agent_unset},
    {"blackboard", pl_lua_agent_blackboard},
    {"remember", pl_lua_remember},
    {"facts", pl_lua_facts},
    {"best_fact", pl_lua_best_fact},
    {"count_facts", pl_lua_count_facts},
    {"forget", pl_lua_forget},
    {"destroy", agent_destroy},
    {"why", agent_why},
    {"random", agent_random},
    {"position", agent_position},
    {"set_position", agent_set_position},
    {"set_sensor", agent_set_sensor},
    {"set_pace", agent_set_pace},
    {"set_mind", agent_set_mind},
    {"fail", agent_fail},
    {"push", agent_push},
    {"abort", agent_abort},
    {"replan", agent_replan},
    {"goal", agent_goal},
    {"action", agent_action},
    {"progress", agent_progress},
    {"plan", agent_plan},
    {"priority", agent_priority},
    {"squad", pl_lua_agent_squad},
    {"order", pl_lua_agent_order},
    {"report", pl_lua_agent_report},
    {"leave_squad", pl_lua_agent_leave},
    {NULL, NULL},
};

const pl_lua_class pl_lua_agent_class = {PL_LUA_AGENT, methods, agent_index, agent_new_index, NULL};
