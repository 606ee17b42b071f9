// Working memory: facts as tables. {type = "enemy", belief = 0.8, values = {id = 7, x = 3}}.

#include "generated.h"
#include "value.h"
#include "world.h"

int pl_lua_add_fact_type(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_fact_type_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_fact_type_def, &def);
    ploy_status status = ploy_fact_types_add(ploy_world_fact_types(world->world), &def, NULL);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, def.name ? def.name : "a fact type without a name", status, NULL);
}

/// The number of the type that the table at index 2 names.
static uint32_t check_type(lua_State* L, const ploy_fact_types* types)
{
    luaL_checktype(L, 2, LUA_TTABLE);
    const char* name = pl_lua_get_text(L, 2, "type");
    if (!name) luaL_error(L, "a fact needs a type");
    uint32_t type = ploy_fact_types_find(types, name);
    if (type == PLOY_NONE) luaL_error(L, "there is no fact type '%s'", name);
    return type;
}

static const ploy_fact_types* types_of(const pl_lua_agent* agent)
{
    return ploy_world_fact_types(agent->world->world);
}

/// Calls `take` for each of the `values` of the table at index 2, which lies at the top of the stack then.
static void read_values(lua_State* L, const ploy_fact_types* types, uint32_t type,
                        void (*take)(lua_State* L, void* made, uint32_t attribute, ploy_value_type type, const char* name), void* made)
{
    lua_getfield(L, 2, "values");
    int values = lua_gettop(L);
    if (!lua_isnil(L, values)) {
        luaL_checktype(L, values, LUA_TTABLE);
        lua_pushnil(L);
        while (lua_next(L, values)) {
            if (lua_type(L, -2) != LUA_TSTRING) luaL_error(L, "values have names");
            const char* name = lua_tostring(L, -2);
            uint32_t attribute = ploy_fact_types_find_attribute(types, type, name);
            if (attribute == PLOY_NONE) luaL_error(L, "the fact type has no attribute '%s'", name);
            take(L, made, attribute, ploy_fact_types_attribute(types, type, attribute).type, name);
            lua_pop(L, 1);
        }
    }
    lua_settop(L, values - 1);
}

static void set_value(lua_State* L, void* fact, uint32_t attribute, ploy_value_type type, const char* name)
{
    ploy_fact_set(fact, attribute, pl_lua_check_value(L, -1, type, NULL, name));
}

/// A value, or a range: {from, to}.
static void match_value(lua_State* L, void* query, uint32_t attribute, ploy_value_type type, const char* name)
{
    if (!lua_istable(L, -1)) {
        ploy_value value = pl_lua_check_value(L, -1, type, NULL, name);
        ploy_fact_query_between(query, attribute, value, value);
        return;
    }
    lua_rawgeti(L, -1, 1);
    lua_rawgeti(L, -2, 2);
    ploy_value from = pl_lua_check_value(L, -2, type, NULL, name), to = pl_lua_check_value(L, -1, type, NULL, name);
    ploy_fact_query_between(query, attribute, from, to);
    lua_pop(L, 2);
}

static uint32_t read_belief(lua_State* L, int index, const char* field, uint32_t otherwise)
{
    lua_getfield(L, index, field);
    int64_t belief = otherwise;
    if (!lua_isnil(L, -1)) belief = pl_lua_check_scaled(L, -1, PL_LUA_UNIT, field);
    if (belief < 0 || belief > PLOY_FACT_CERTAIN) luaL_error(L, "%s is not between 0 and 1", field);
    lua_pop(L, 1);
    return (uint32_t)belief;
}

static ploy_memory* check_memory(lua_State* L, pl_lua_agent** object)
{
    const ploy_agent* agent = pl_lua_check_agent(L, 1, object);
    if (!agent->memory) luaL_error(L, "the agent has no working memory: there are no fact types");
    return agent->memory;
}

int pl_lua_remember(lua_State* L)
{
    pl_lua_agent* object;
    ploy_memory* memory = check_memory(L, &object);
    const ploy_fact_types* types = types_of(object);
    ploy_fact fact = ploy_fact_of(check_type(L, types));
    fact.belief = read_belief(L, 2, "belief", PLOY_FACT_CERTAIN);
    read_values(L, types, fact.type, set_value, &fact);
    ploy_status status = ploy_memory_remember(memory, &fact, NULL);
    if (status != PLOY_OK && status != PLOY_ALREADY && status != PLOY_FULL) return pl_lua_raise(L, "remember", status, NULL);
    lua_pushboolean(L, status == PLOY_OK); // true: it is new
    return 1;
}

static void read_query(lua_State* L, const ploy_fact_types* types, ploy_fact_query* query)
{
    uint32_t type = check_type(L, types);
    ploy_fact_query_init(query, type);
    read_values(L, types, type, match_value, query);
    query->min_belief = read_belief(L, 2, "min_belief", 0);
    lua_getfield(L, 2, "max_age");
    if (!lua_isnil(L, -1)) query->max_age = pl_lua_check_scaled(L, -1, PL_LUA_SECOND, "max_age");
    lua_pop(L, 1);
}

static void push_fact(lua_State* L, const ploy_fact_types* types, const ploy_fact* fact)
{
    lua_newtable(L);
    lua_pushnumber(L, fact->belief / PL_LUA_UNIT);
    lua_setfield(L, -2, "belief");
    pl_lua_push_scaled(L, fact->age, PL_LUA_SECOND);
    lua_setfield(L, -2, "age");
    lua_newtable(L);
    for (uint32_t i = 0; i < ploy_fact_types_attribute_count(types, fact->type); ++i) {
        if (!(fact->set >> i & 1)) continue;
        ploy_fact_attribute attribute = ploy_fact_types_attribute(types, fact->type, i);
        pl_lua_push_value(L, attribute.type, fact->values[i], NULL);
        lua_setfield(L, -2, attribute.name);
    }
    lua_setfield(L, -2, "values");
}

int pl_lua_facts(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_memory* memory = check_memory(L, &object);
    const ploy_fact_types* types = types_of(object);
    ploy_fact_query query;
    read_query(L, types, &query);
    int count = 0;
    lua_newtable(L);
    ploy_fact_id id = {0};
    while ((id = ploy_memory_next(memory, &query, id)).index1) {
        ploy_fact fact;
        if (ploy_memory_get(memory, id, &fact) != PLOY_OK) continue;
        push_fact(L, types, &fact);
        lua_rawseti(L, -2, ++count);
    }
    return 1;
}

/// The most believed fact that matches, of equals the youngest; nil: none does.
int pl_lua_best_fact(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_memory* memory = check_memory(L, &object);
    const ploy_fact_types* types = types_of(object);
    ploy_fact_query query;
    read_query(L, types, &query);
    ploy_fact_id id = ploy_memory_best(memory, &query);
    ploy_fact fact;
    if (!id.index1 || ploy_memory_get(memory, id, &fact) != PLOY_OK) return 0;
    push_fact(L, types, &fact);
    return 1;
}

int pl_lua_count_facts(lua_State* L)
{
    pl_lua_agent* object;
    const ploy_memory* memory = check_memory(L, &object);
    ploy_fact_query query;
    read_query(L, types_of(object), &query);
    pl_lua_push_integer(L, ploy_memory_count(memory, &query));
    return 1;
}

int pl_lua_forget(lua_State* L)
{
    pl_lua_agent* object;
    ploy_memory* memory = check_memory(L, &object);
    ploy_fact_query query;
    read_query(L, types_of(object), &query);
    pl_lua_push_integer(L, ploy_memory_forget_all(memory, &query));
    return 1;
}
