// Where the time of a world goes that was made with a clock: world{clock = os.clock}.

#include "generated.h"
#include "world.h"
#include <ploy/profile.h>

#define NANOSECONDS 1e9

static void set_seconds(lua_State* L, const char* name, uint64_t time)
{
    lua_pushnumber(L, (lua_Number)time / NANOSECONDS);
    lua_setfield(L, -2, name);
}

static void set_count(lua_State* L, const char* name, uint64_t count)
{
    pl_lua_push_integer(L, (int64_t)count);
    lua_setfield(L, -2, name);
}

/// Adds {name = {calls = …, seconds = …}} to the table at the top.
static void add_row(lua_State* L, const char* name, uint64_t calls, uint64_t time)
{
    lua_newtable(L);
    set_count(L, "calls", calls);
    set_seconds(L, "seconds", time);
    lua_setfield(L, -2, name);
}

static void set_rows(lua_State* L, const char* field, const ploy_profile_row* rows, uint32_t count)
{
    lua_newtable(L);
    for (uint32_t i = 0; i < count; ++i) add_row(L, rows[i].name, rows[i].calls, rows[i].time);
    lua_setfield(L, -2, field);
}

static void set_minds(lua_State* L, const ploy_profile* profile)
{
    lua_newtable(L);
    for (uint32_t i = 0; i < profile->mind_count; ++i) {
        const char* kind = profile->minds[i].kind;
        uint64_t calls = 0, time = 0;
        for (uint32_t j = 0; j < profile->mind_count; ++j) {
            const ploy_profile_mind* mind = &profile->minds[j];
            if (mind->kind != kind) continue; // one text per kind
            calls += mind->calls;
            time += mind->think + mind->work + mind->act;
        }
        add_row(L, kind, calls, time);
    }
    lua_setfield(L, -2, "minds");
}

int pl_lua_world_profile(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    if (world->is_ticking) return luaL_error(L, "ploy_world_get_profile: not inside a tick of the world");
    ploy_profile profile = ploy_world_get_profile(world->world);
    lua_newtable(L);
    int made = lua_gettop(L);
    set_count(L, "ticks", profile.ticks);
    set_seconds(L, "seconds", profile.time);
    set_seconds(L, "longest_tick", profile.longest_tick);
    lua_newtable(L);
    for (int i = 0; i < PLOY_PHASE_COUNT; ++i) set_seconds(L, pl_lua_enum_ploy_phase.names[i], profile.phases[i]);
    lua_setfield(L, made, "phases");
    set_minds(L, &profile);
    set_rows(L, "sensors", profile.sensors, profile.sensor_count);
    set_rows(L, "activities", profile.activities, profile.activity_count);
    set_seconds(L, "worst_seconds", profile.worst_time);
    const ploy_agent* worst = profile.worst_agent.index1 ? ploy_world_agent(world->world, profile.worst_agent) : NULL;
    if (worst) {
        pl_lua_push_world_table(L, 1);
        pl_lua_entry before = pl_lua_enter(L, world);
        pl_lua_push_agent(L, world, worst);
        lua_setfield(L, made, "worst_agent");
        pl_lua_leave(L, world, before);
    }
    lua_settop(L, made);
    return 1;
}
