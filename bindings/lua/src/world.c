#include "world.h"
#include "domain.h"
#include "generated.h"
#include <stdlib.h>
#include <string.h>

// Entries and callbacks.

pl_lua_world* pl_lua_check_world(lua_State* L, int index)
{
    pl_lua_world* world = pl_lua_check(L, index, PL_LUA_WORLD);
    if (!world->world) luaL_error(L, "the world is closed");
    return world;
}

void pl_lua_push_world_table(lua_State* L, int index)
{
    lua_getuservalue(L, index);
}

pl_lua_entry pl_lua_enter(lua_State* L, pl_lua_world* world)
{
    luaL_checkstack(L, 20, "callbacks");
    pl_lua_entry before = {world->L, world->frame, world->error};
    world->L = L;
    world->frame = lua_gettop(L);
    world->error = LUA_NOREF;
    if (world->names.is_stale && !world->is_ticking && world->world)
        pl_lua_names_build(&world->names, L, world->frame, world->world);
    return before;
}

void pl_lua_leave(lua_State* L, pl_lua_world* world, pl_lua_entry before)
{
    int error = world->error;
    world->L = before.L;
    world->frame = before.frame;
    world->error = before.error;
    pl_lua_set_current(L);
    if (error == LUA_NOREF) return;
    lua_rawgeti(L, LUA_REGISTRYINDEX, error);
    luaL_unref(L, LUA_REGISTRYINDEX, error);
    lua_error(L);
}

int pl_lua_add_function(lua_State* L, pl_lua_world* world, int t)
{
    t = lua_absindex(L, t);
    lua_rawseti(L, t, -++world->function_count);
    return world->function_count;
}

bool pl_lua_push_function(pl_lua_world* world, int function)
{
    if (!function || world->is_collected || !world->L) return false;
    lua_checkstack(world->L, 12);
    lua_rawgeti(world->L, world->frame, -function);
    return true;
}

void pl_lua_keep_error(pl_lua_world* world)
{
    if (world->error == LUA_NOREF)
        world->error = luaL_ref(world->L, LUA_REGISTRYINDEX);
    else
        lua_pop(world->L, 1);
}

bool pl_lua_call_function(pl_lua_world* world, int arguments, int results)
{
    lua_State* L = world->L;
    int frame = world->frame, error = world->error;
    int status = lua_pcall(L, arguments, results, 0);
    // Misuse inside may have left methods without pl_lua_leave.
    world->L = L;
    world->frame = frame;
    world->error = error;
    pl_lua_set_current(L);
    if (status == 0) return true;
    pl_lua_keep_error(world);
    return false;
}

int pl_lua_push_args(lua_State* L, const ploy_domain* domain, const uint32_t* types, uint32_t count, const uint32_t* args)
{
    luaL_checkstack(L, (int)count + 4, "arguments");
    for (uint32_t i = 0; i < count; ++i) lua_pushstring(L, ploy_domain_object_name(domain, types[i], args[i]));
    return (int)count;
}

void pl_lua_on_event(void* user, ploy_agent* agent, const ploy_goap_event* event)
{
    pl_lua_world* world = user;
    if (!pl_lua_push_function(world, world->on_event)) return;
    lua_State* L = world->L;
    const ploy_domain* domain = ploy_goap_domain(agent->mind);
    bool is_action = event->kind <= PLOY_GOAP_ACTION_ABORTED;
    pl_lua_push_agent(L, world, agent);
    lua_newtable(L);
    pl_lua_push_enum(L, &pl_lua_enum_ploy_goap_event_kind, (int)event->kind);
    lua_setfield(L, -2, "kind");
    if (event->reason != PLOY_GOAP_REASON_NONE) {
        lua_pushstring(L, ploy_goap_reason_text(event->reason));
        lua_setfield(L, -2, "reason");
    }
    lua_newtable(L);
    if (is_action) {
        ploy_action_info action = ploy_domain_action(domain, event->index);
        lua_pushstring(L, action.name);
        lua_setfield(L, -3, "name");
        for (uint32_t i = 0; i < action.param_count; ++i) {
            pl_lua_push_args(L, domain, action.param_types + i, 1, event->args + i);
            lua_rawseti(L, -2, (int)i + 1);
        }
    } else {
        ploy_goal_info goal = ploy_domain_goal(domain, event->index);
        lua_pushstring(L, goal.name);
        lua_setfield(L, -3, "name");
        for (uint32_t i = 0; i < goal.param_count; ++i) {
            pl_lua_push_args(L, domain, goal.param_types + i, 1, event->args + i);
            lua_rawseti(L, -2, (int)i + 1);
        }
    }
    lua_setfield(L, -2, "args");
    pl_lua_call_function(world, 2, 0);
}

/// The clock is a function that returns seconds, such as os.clock; here in nanoseconds.
static uint64_t read_clock(void* user)
{
    pl_lua_world* world = user;
    if (!pl_lua_push_function(world, world->clock) || !pl_lua_call_function(world, 0, 1)) return 0;
    double seconds = lua_type(world->L, -1) == LUA_TNUMBER ? lua_tonumber(world->L, -1) : 0;
    lua_pop(world->L, 1);
    return seconds > 0 && seconds < 1e9 ? (uint64_t)(seconds * 1e9) : 0;
}

// Life.

int pl_lua_new_world(lua_State* L)
{
    ploy_world_def def = {0};
    pl_lua_read(L, 1, &pl_lua_struct_ploy_world_def, &def);
    bool has_clock = pl_lua_get_function(L, 1, "clock");
    if (!has_clock) lua_pushnil(L);
    bool has_event = pl_lua_get_function(L, 1, "on_event");
    if (!has_event) lua_pushnil(L);
    pl_lua_world* world = pl_lua_new(L, sizeof(*world), PL_LUA_WORLD);
    world->error = LUA_NOREF;
    int object = lua_gettop(L);
    def.on_event = has_event ? pl_lua_on_event : NULL;
    def.clock = has_clock ? read_clock : NULL;
    def.user = world;
    world->world = ploy_world_create(&def);
    if (!world->world) return luaL_error(L, "ploy_world_create: %s", ploy_status_text(PLOY_OUT_OF_MEMORY));
    pl_lua_push_world_table(L, object);
    int t = lua_gettop(L);
    if (has_event) {
        lua_pushvalue(L, object - 1);
        world->on_event = pl_lua_add_function(L, world, t);
    }
    if (has_clock) {
        lua_pushvalue(L, object - 2);
        world->clock = pl_lua_add_function(L, world, t);
    }
    pl_lua_make_call_object(L, world, object, t);
    lua_settop(L, object);
    return 1;
}

static void end_world(lua_State* L, pl_lua_world* world)
{
    if (!world->world) return;
    pl_lua_push_world_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, world);
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "ploy_world_destroy: not inside");
    ploy_world_destroy(world->world);
    if (!pl_lua_end_capture(&capture)) { // inside a tick: nothing has changed
        pl_lua_leave(L, world, before);
        luaL_error(L, "%s", capture.text);
    }
    world->world = NULL;
    pl_lua_free_bindings(world);
    pl_lua_free_observers(world);
    pl_lua_names_free(&world->names);
    pl_lua_free_domains(world);
    for (int i = 0; i < 3; ++i) free(world->texts[i]);
    pl_lua_leave(L, world, before);
}

static int world_close(lua_State* L)
{
    end_world(L, pl_lua_check(L, 1, PL_LUA_WORLD));
    return 0;
}

static int world_collect(lua_State* L)
{
    pl_lua_world* world = lua_touserdata(L, 1);
    pl_lua_set_current(L);
    world->is_collected = true;
    end_world(L, world);
    return 0;
}

static int world_tick(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    int64_t dt = pl_lua_check_scaled(L, 2, PL_LUA_SECOND, "the time of a tick");
    if (!world->is_ticking) pl_lua_settle_domains(L, world);
    pl_lua_push_world_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, world);
    bool was_ticking = world->is_ticking;
    world->is_ticking = dt >= 0; // a negative time is API misuse: then this function is left in the next call
    for (uint32_t i = 0; i < world->used_count; ++i) world->used[i]->ticking += world->is_ticking;
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "ploy_world_tick: not inside");
    ploy_world_tick(world->world, dt);
    for (uint32_t i = 0; i < world->used_count; ++i) world->used[i]->ticking -= world->is_ticking;
    world->is_ticking = was_ticking;
    if (!pl_lua_end_capture(&capture)) {
        pl_lua_leave(L, world, before);
        return luaL_error(L, "%s", capture.text);
    }
    pl_lua_leave(L, world, before);
    return 0;
}

// Files.

static int world_load_file(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    const char* path = luaL_checkstring(L, 2);
    if (!world->is_ticking) pl_lua_settle_domains(L, world);
    ploy_error error = {0};
    pl_lua_push_world_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, world);
    ploy_status status = ploy_world_load_file(world->world, path, &error);
    pl_lua_names_add_file(&world->names, path);
    pl_lua_leave(L, world, before);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, path, status, &error);
}

static int world_load_text(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    const char* name = luaL_checkstring(L, 2);
    size_t bytes;
    const char* text = luaL_checklstring(L, 3, &bytes);
    if (!world->is_ticking) pl_lua_settle_domains(L, world);
    ploy_error error = {0};
    pl_lua_push_world_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, world);
    ploy_status status = ploy_world_load_text(world->world, name, text, bytes, &error);
    pl_lua_names_add_file(&world->names, name);
    pl_lua_leave(L, world, before);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, name, status, &error);
}

/// Adds the error to the list at the top of the stack.
static void collect_error(void* user, const ploy_error* error)
{
    lua_State* L = user;
    pl_lua_push(L, &pl_lua_struct_ploy_error, error);
    lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
}

static int world_check_text(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    const char* name = luaL_checkstring(L, 2);
    size_t bytes;
    const char* text = luaL_checklstring(L, 3, &bytes);
    lua_newtable(L);
    ploy_status status = ploy_world_check_text(world->world, name, text, bytes, collect_error, L);
    if (status == PLOY_OUT_OF_MEMORY) return pl_lua_raise(L, name, status, NULL);
    return 1;
}

// Agents.

static int world_create_agent(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    ploy_agent_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_agent_def, &def);
    lua_settop(L, 2);
    pl_lua_push_world_table(L, 1);
    int t = lua_gettop(L);
    // The object first: creating the agent may call back with it.
    pl_lua_agent* agent = pl_lua_new(L, sizeof(*agent), PL_LUA_AGENT);
    agent->world = world;
    lua_getuservalue(L, -1);
    lua_pushvalue(L, 1);
    lua_rawseti(L, -2, 1);
    if (lua_istable(L, 2))
        lua_getfield(L, 2, "user");
    else
        lua_pushnil(L);
    lua_rawseti(L, -2, 2);
    lua_pushvalue(L, t);
    lua_rawseti(L, -2, 3);
    lua_pop(L, 1);
    lua_pushvalue(L, t);
    pl_lua_entry before = pl_lua_enter(L, world);
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "");
    agent->id = ploy_agent_create(world->world, &def);
    bool is_silent = pl_lua_end_capture(&capture);
    if (agent->id.index1) {
        lua_pushvalue(L, t + 1);
        lua_rawseti(L, t, (int)agent->id.index1);
    }
    pl_lua_leave(L, world, before);
    if (!agent->id.index1) return luaL_error(L, "%s", is_silent ? ploy_status_text(PLOY_OUT_OF_MEMORY) : capture.text);
    lua_settop(L, t + 1);
    return 1;
}

static int next_agent(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    ploy_agent_id after = {0};
    if (!lua_isnil(L, 2)) after = ((pl_lua_agent*)pl_lua_check(L, 2, PL_LUA_AGENT))->id;
    ploy_agent_id id = ploy_world_next_agent(world->world, after);
    const ploy_agent* agent = id.index1 ? ploy_world_agent(world->world, id) : NULL;
    if (!agent) return 0;
    pl_lua_push_world_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, world);
    pl_lua_push_agent(L, world, agent);
    pl_lua_leave(L, world, before);
    return 1;
}

static int world_agents(lua_State* L)
{
    pl_lua_check_world(L, 1);
    lua_pushcfunction(L, next_agent);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

// Saves.

static int world_save(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    if (!world->is_ticking) pl_lua_settle_domains(L, world);
    ploy_writer count = {0};
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "ploy_world_save: not inside");
    ploy_status status = ploy_world_save(world->world, NULL, &count);
    if (!pl_lua_end_capture(&capture)) return luaL_error(L, "%s", capture.text);
    if (status != PLOY_OK) return pl_lua_raise(L, "ploy_world_save", status, NULL);
    ploy_writer writer = {.bytes = lua_newuserdata(L, count.count ? count.count : 1), .capacity = count.count};
    status = ploy_world_save(world->world, NULL, &writer);
    if (status != PLOY_OK || !ploy_writer_fits(&writer)) return pl_lua_raise(L, "ploy_world_save", status, NULL);
    lua_pushlstring(L, (const char*)writer.bytes, writer.count);
    return 1;
}

/// After a load the agents have no objects yet: pl_lua_push_agent makes them, and gives each its user.
static int world_load(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    ploy_reader reader = {0};
    reader.bytes = (const uint8_t*)luaL_checklstring(L, 2, &reader.count);
    if (!lua_isnoneornil(L, 3)) luaL_checktype(L, 3, LUA_TFUNCTION);
    lua_settop(L, 3);
    pl_lua_push_world_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, world);
    ploy_error error = {0};
    ploy_status status = ploy_world_load(world->world, NULL, &reader, &error);
    if (status != PLOY_OK) {
        pl_lua_leave(L, world, before);
        return pl_lua_raise(L, "ploy_world_load", status, &error);
    }
    ploy_agent_id id = {0};
    while ((id = ploy_world_next_agent(world->world, id)).index1) {
        pl_lua_push_agent(L, world, ploy_world_agent(world->world, id));
        if (!lua_isnil(L, 3)) {
            lua_pushvalue(L, 3);
            lua_pushvalue(L, -2);
            lua_call(L, 1, 1); // user_of(agent)
            lua_getuservalue(L, -2);
            lua_insert(L, -2);
            lua_rawseti(L, -2, 2);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    pl_lua_leave(L, world, before);
    return 0;
}

static int world_hash(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    if (!world->is_ticking) pl_lua_settle_domains(L, world);
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "ploy_world_hash: not inside");
    uint64_t hash = ploy_world_hash(world->world);
    if (!pl_lua_end_capture(&capture)) return luaL_error(L, "%s", capture.text);
    char text[17];
    for (int i = 15; i >= 0; --i, hash >>= 4) text[i] = "0123456789abcdef"[hash & 15];
    lua_pushlstring(L, text, 16);
    return 1;
}

// Recording.

static void name_agent(void* user, const ploy_agent* agent, char* text, size_t size)
{
    pl_lua_world* world = user;
    text[0] = 0;
    if (!pl_lua_push_function(world, world->name_of)) return;
    pl_lua_push_agent(world->L, world, agent);
    if (!pl_lua_call_function(world, 1, 1)) return;
    const char* name = lua_tostring(world->L, -1);
    if (name) {
        strncpy(text, name, size - 1);
        text[size - 1] = 0;
    }
    lua_pop(world->L, 1);
}

static int world_record(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_record_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_record_def, &def);
    pl_lua_push_world_table(L, 1);
    int t = lua_gettop(L);
    if (pl_lua_get_function(L, 2, "name")) {
        world->name_of = pl_lua_add_function(L, world, t);
        def.name = name_agent;
        def.user = world;
    }
    ploy_error error = {0};
    pl_lua_entry before = pl_lua_enter(L, world);
    ploy_status status = ploy_world_record(world->world, &def, &error);
    pl_lua_leave(L, world, before);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, def.path ? def.path : "record", status, &error);
}

// A debugger.

static int world_attach(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    ploy_attach_def def = {0};
    if (!lua_isnoneornil(L, 2)) {
        luaL_checktype(L, 2, LUA_TTABLE);
        pl_lua_read(L, 2, &pl_lua_struct_ploy_attach_def, &def);
        pl_lua_push_world_table(L, 1);
        int t = lua_gettop(L);
        if (pl_lua_get_function(L, 2, "name")) {
            world->name_of = pl_lua_add_function(L, world, t);
            def.name = name_agent;
            def.name_user = world;
        }
    }
    ploy_error error = {0};
    pl_lua_entry before = pl_lua_enter(L, world);
    ploy_status status = ploy_world_attach(world->world, &def, &error);
    pl_lua_leave(L, world, before);
    if (status != PLOY_OK) return pl_lua_raise(L, "attach", status, &error);
    lua_pushstring(L, ploy_world_attach_address(world->world));
    return 1;
}

static int world_may_tick(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    pl_lua_push_world_table(L, 1);
    pl_lua_entry before = pl_lua_enter(L, world);
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "ploy_world_may_tick: not inside");
    bool may = ploy_world_may_tick(world->world);
    bool is_refused = !pl_lua_end_capture(&capture);
    pl_lua_leave(L, world, before);
    if (is_refused) return luaL_error(L, "%s", capture.text);
    lua_pushboolean(L, may);
    return 1;
}

// Reservations.

static int world_claim(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    uint64_t resource = (uint64_t)pl_lua_check_whole(L, 2, 0, INT64_MAX, "a resource");
    pl_lua_agent* agent;
    pl_lua_check_agent(L, 3, &agent);
    uint32_t slots = lua_isnoneornil(L, 4) ? 1 : (uint32_t)pl_lua_check_whole(L, 4, 1, UINT32_MAX, "slots");
    int64_t until = lua_isnoneornil(L, 5) ? INT64_MAX : pl_lua_check_scaled(L, 5, PL_LUA_SECOND, "until");
    ploy_status status = ploy_reservations_claim(ploy_world_reservations(world->world), resource, agent->id, slots, until);
    if (status == PLOY_OUT_OF_MEMORY) return pl_lua_raise(L, "claim", status, NULL);
    lua_pushboolean(L, status != PLOY_FULL);
    return 1;
}

static int world_release(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    uint64_t resource = (uint64_t)pl_lua_check_whole(L, 2, 0, INT64_MAX, "a resource");
    pl_lua_agent* agent;
    pl_lua_check_agent(L, 3, &agent);
    lua_pushboolean(L, ploy_reservations_release(ploy_world_reservations(world->world), resource, agent->id) == PLOY_OK);
    return 1;
}

static int world_is_free(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    uint64_t resource = (uint64_t)pl_lua_check_whole(L, 2, 0, INT64_MAX, "a resource");
    pl_lua_agent* agent;
    pl_lua_check_agent(L, 3, &agent);
    uint32_t slots = lua_isnoneornil(L, 4) ? 1 : (uint32_t)pl_lua_check_whole(L, 4, 1, UINT32_MAX, "slots");
    lua_pushboolean(L, ploy_reservations_is_free(ploy_world_reservations(world->world), resource, agent->id, slots));
    return 1;
}

/// claims(resource): agents that have a slot of it.
static int world_claims(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    uint64_t resource = (uint64_t)pl_lua_check_whole(L, 2, 0, INT64_MAX, "a resource");
    pl_lua_push_integer(L, ploy_reservations_count(ploy_world_reservations(world->world), resource));
    return 1;
}

static int world_stats(lua_State* L)
{
    ploy_world_stats stats = ploy_world_get_stats(pl_lua_check_world(L, 1)->world);
    pl_lua_push(L, &pl_lua_struct_ploy_world_stats, &stats);
    return 1;
}

static int world_index(lua_State* L)
{
    const char* name = lua_tostring(L, 2);
    if (!name) return 0;
    pl_lua_world* world = pl_lua_check(L, 1, PL_LUA_WORLD);
    if (strcmp(name, "is_open") == 0) {
        lua_pushboolean(L, world->world != NULL);
        return 1;
    }
    if (strcmp(name, "now") == 0) {
        pl_lua_push_scaled(L, ploy_world_now(pl_lua_check_world(L, 1)->world), PL_LUA_SECOND);
        return 1;
    }
    if (strcmp(name, "ticks") == 0) {
        pl_lua_push_integer(L, (int64_t)ploy_world_ticks(pl_lua_check_world(L, 1)->world));
        return 1;
    }
    return 0;
}

static const luaL_Reg methods[] = {
    {"tick", world_tick},
    {"close", world_close},
    {"add_activity", pl_lua_add_activity},
    {"add_condition", pl_lua_add_condition},
    {"add_scorer", pl_lua_add_scorer},
    {"add_sensor", pl_lua_add_sensor},
    {"add_node", pl_lua_add_node},
    {"add_reason", pl_lua_add_reason},
    {"add_key", pl_lua_add_key},
    {"add_fact_type", pl_lua_add_fact_type},
    {"add_goap_mind", pl_lua_add_goap_mind},
    {"add_enum", pl_lua_add_enum},
    {"domain", pl_lua_world_domain},
    {"load_file", world_load_file},
    {"load_text", world_load_text},
    {"check_text", world_check_text},
    {"create_agent", world_create_agent},
    {"agents", world_agents},
    {"blackboard", pl_lua_world_blackboard},
    {"configure_squads", pl_lua_configure_squads},
    {"add_squad", pl_lua_add_squad},
    {"find_squad", pl_lua_find_squad},
    {"enlist", pl_lua_enlist},
    {"claim", world_claim},
    {"release", world_release},
    {"is_free", world_is_free},
    {"claims", world_claims},
    {"save", world_save},
    {"load", world_load},
    {"hash", world_hash},
    {"record", world_record},
    {"attach", world_attach},
    {"may_tick", world_may_tick},
    {"stats", world_stats},
    {"profile", pl_lua_world_profile},
    {NULL, NULL},
};

const pl_lua_class pl_lua_world_class = {PL_LUA_WORLD, methods, world_index, NULL, world_collect};
