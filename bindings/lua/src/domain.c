#include "domain.h"
#include "generated.h"
#include "value.h"
#include "world.h"
#include <stdlib.h>
#include <string.h>

/// A function of Lua that a domain calls for a context or a number. The domain's uservalue has it under its name.
typedef struct domain_call
{
    struct domain_call* next;
    pl_lua_domain* owner;
    lua_State* L; ///< the main state: a callback may come from a planner or from a world
    int function; ///< a reference in the registry
    char name[];
} domain_call;

pl_lua_domain* pl_lua_check_domain(lua_State* L, int index)
{
    return pl_lua_check(L, index, PL_LUA_DOMAIN);
}

/// The domain at index 1, which is about to change.
static pl_lua_domain* check_change(lua_State* L)
{
    pl_lua_domain* domain = pl_lua_check_domain(L, 1);
    if (domain->is_used) luaL_error(L, "a mind plans with the domain: only its objects and tables can be changed");
    ++domain->version;
    return domain;
}

int pl_lua_new_domain(lua_State* L)
{
    ploy_domain_def def = {0};
    pl_lua_read(L, 1, &pl_lua_struct_ploy_domain_def, &def);
    pl_lua_domain* domain = pl_lua_new(L, sizeof(*domain), PL_LUA_DOMAIN);
    domain->error = LUA_NOREF;
    domain->is_owned = true;
    domain->domain = ploy_domain_create(&def);
    if (!domain->domain) return pl_lua_raise(L, "ploy_domain_create", PLOY_OUT_OF_MEMORY, NULL);
    return 1;
}

static int domain_collect(lua_State* L)
{
    pl_lua_domain* domain = lua_touserdata(L, 1);
    pl_lua_set_current(L);
    while (domain->calls) {
        domain_call* call = domain->calls;
        domain->calls = call->next;
        luaL_unref(L, LUA_REGISTRYINDEX, call->function);
        free(call);
    }
    if (domain->is_owned) ploy_domain_destroy(domain->domain);
    domain->domain = NULL;
    return 0;
}

/// add_type(name, objects), or a number of objects that are spawned while the game runs.
static int domain_add_type(lua_State* L)
{
    pl_lua_domain* domain = check_change(L);
    const char* name = luaL_checkstring(L, 2);
    ploy_error error = {0};
    if (lua_type(L, 3) == LUA_TNUMBER) {
        uint32_t capacity = (uint32_t)pl_lua_check_whole(L, 3, 1, UINT16_MAX, "the capacity of a type");
        ploy_status made = ploy_domain_add_type(domain->domain, name, NULL, capacity, NULL, &error);
        return made == PLOY_OK ? 0 : pl_lua_raise(L, name, made, &error);
    }
    luaL_checktype(L, 3, LUA_TTABLE);
    uint32_t count = (uint32_t)lua_rawlen(L, 3);
    const char** objects = lua_newuserdata(L, (count + 1) * sizeof(*objects));
    luaL_checkstack(L, 8, "objects");
    for (uint32_t i = 0; i < count; ++i) {
        lua_rawgeti(L, 3, (int)i + 1);
        if (lua_type(L, -1) != LUA_TSTRING) return luaL_error(L, "the objects of a type are strings");
        objects[i] = lua_tostring(L, -1); // the list keeps it
        lua_pop(L, 1);
    }
    ploy_status status = ploy_domain_add_type(domain->domain, name, objects, count, NULL, &error);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, name, status, &error);
}

static int64_t read_bound(lua_State* L, const char* field, ploy_value_type type)
{
    lua_getfield(L, 2, field);
    int64_t value = 0;
    if (!lua_isnil(L, -1) && type == PLOY_VALUE_DECIMAL) value = pl_lua_check_scaled(L, -1, PL_LUA_UNIT, field);
    if (!lua_isnil(L, -1) && type != PLOY_VALUE_DECIMAL) value = pl_lua_check_whole(L, -1, INT64_MIN, INT64_MAX, field);
    lua_pop(L, 1);
    return value;
}

static int domain_add_symbol(lua_State* L)
{
    pl_lua_domain* domain = check_change(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_symbol_def def = {0};
    lua_getfield(L, 2, "object_type");
    lua_getfield(L, 2, "type");
    if (!lua_isnil(L, -2) && lua_isnil(L, -1)) def.type = PLOY_VALUE_OBJECT;
    pl_lua_read(L, 2, &pl_lua_struct_ploy_symbol_def, &def);
    def.min = read_bound(L, "min", def.type);
    def.max = read_bound(L, "max", def.type);
    def.step = read_bound(L, "step", PLOY_VALUE_DECIMAL);
    ploy_error error = {0};
    ploy_status status = ploy_domain_add_symbol(domain->domain, &def, NULL, &error);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, def.name ? def.name : "a symbol", status, &error);
}

/// The initial value of a table's cells: an object by its name.
static ploy_value read_initial(lua_State* L, const ploy_domain* domain, const ploy_table_def* def)
{
    lua_getfield(L, 2, "initial");
    if (lua_isnil(L, -1)) return 0;
    if (def->type != PLOY_VALUE_OBJECT) return pl_lua_check_value(L, -1, def->type, NULL, "field 'initial' of table_def");
    const char* name = lua_tostring(L, -1);
    for (uint32_t i = 0; name && def->object_type && i < ploy_domain_type_count(domain); ++i) {
        if (strcmp(ploy_domain_type(domain, i).name, def->object_type) != 0) continue;
        uint32_t object = ploy_domain_find_object(domain, i, name);
        if (object != PLOY_NONE) return object;
    }
    return luaL_error(L, "field 'initial' of table_def must be the name of an object");
}

static int domain_add_table(lua_State* L)
{
    pl_lua_domain* domain = check_change(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_table_def def = {0};
    lua_getfield(L, 2, "object_type");
    lua_getfield(L, 2, "type");
    if (!lua_isnil(L, -2) && lua_isnil(L, -1)) def.type = PLOY_VALUE_OBJECT;
    pl_lua_read(L, 2, &pl_lua_struct_ploy_table_def, &def);
    def.min = read_bound(L, "min", def.type);
    def.max = read_bound(L, "max", def.type);
    def.initial = read_initial(L, domain->domain, &def);
    ploy_error error = {0};
    ploy_status status = ploy_domain_add_table(domain->domain, &def, NULL, &error);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, def.name ? def.name : "a table", status, &error);
}

static int domain_add_action(lua_State* L)
{
    pl_lua_domain* domain = check_change(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_action_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_action_def, &def);
    ploy_error error = {0};
    ploy_status status = ploy_domain_add_action(domain->domain, &def, NULL, &error);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, def.name ? def.name : "an action", status, &error);
}

static int domain_add_goal(lua_State* L)
{
    pl_lua_domain* domain = check_change(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_goal_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_goal_def, &def);
    ploy_error error = {0};
    ploy_status status = ploy_domain_add_goal(domain->domain, &def, NULL, &error);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, def.name ? def.name : "a goal", status, &error);
}

static int domain_compile(lua_State* L)
{
    pl_lua_domain* domain = check_change(L);
    domain->is_changed = true;
    pl_lua_settle_domain(L, domain);
    return 0;
}

void pl_lua_settle_domain(lua_State* L, pl_lua_domain* domain)
{
    if (!domain->is_changed) return;
    domain->is_changed = false;
    ploy_error error = {0};
    ploy_status status = ploy_domain_compile(domain->domain, &error);
    if (status != PLOY_OK) pl_lua_raise(L, ploy_domain_name(domain->domain), status, &error);
}

// Callbacks.

/// Calls the function with the names of the arguments; its result is on the stack. NULL: it raised an error.
static lua_State* call_function(domain_call* call, const ploy_evaluation* about)
{
    lua_State* L = pl_lua_current();
    if (!L) L = call->L;
    if (!lua_checkstack(L, 12)) return NULL;
    lua_rawgeti(L, LUA_REGISTRYINDEX, call->function);
    int count = 0;
    if (about->is_goal) {
        ploy_goal_info goal = ploy_domain_goal(about->domain, about->owner);
        count = pl_lua_push_args(L, about->domain, goal.param_types, goal.param_count, about->args);
    } else {
        ploy_action_info action = ploy_domain_action(about->domain, about->owner);
        count = pl_lua_push_args(L, about->domain, action.param_types, action.param_count, about->args);
    }
    int status = lua_pcall(L, count, 1, 0);
    pl_lua_set_current(L);
    if (status == 0) return L;
    if (call->owner->error == LUA_NOREF)
        call->owner->error = luaL_ref(L, LUA_REGISTRYINDEX);
    else
        lua_pop(L, 1);
    return NULL;
}

static bool call_context(void* user, const ploy_evaluation* about)
{
    lua_State* L = call_function(user, about);
    bool holds = L && lua_toboolean(L, -1);
    if (L) lua_pop(L, 1);
    return holds;
}

static int64_t call_number(void* user, const ploy_evaluation* about)
{
    lua_State* L = call_function(user, about);
    int64_t number = 0;
    if (L && lua_type(L, -1) == LUA_TNUMBER) number = (int64_t)(lua_tonumber(L, -1) * PL_LUA_UNIT + 0.5);
    if (L) lua_pop(L, 1);
    return number;
}

static domain_call* add_call(lua_State* L, pl_lua_domain* domain)
{
    const char* name = luaL_checkstring(L, 2);
    luaL_checktype(L, 3, LUA_TFUNCTION);
    size_t bytes = strlen(name) + 1;
    domain_call* call = malloc(sizeof(*call) + bytes);
    if (!call) luaL_error(L, "out of memory");
    lua_pushvalue(L, 3);
    *call = (domain_call){domain->calls, domain, L, luaL_ref(L, LUA_REGISTRYINDEX)};
    memcpy(call->name, name, bytes);
    domain->calls = call;
    return call;
}

static int domain_bind_context(lua_State* L)
{
    pl_lua_domain* domain = check_change(L);
    domain_call* call = add_call(L, domain);
    ploy_status status = ploy_domain_bind_context(domain->domain, call->name, call_context, call);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, call->name, status, NULL);
}

static int domain_bind_number(lua_State* L)
{
    pl_lua_domain* domain = check_change(L);
    domain_call* call = add_call(L, domain);
    ploy_status status = ploy_domain_bind_number(domain->domain, call->name, call_number, call);
    return status == PLOY_OK ? 0 : pl_lua_raise(L, call->name, status, NULL);
}

void pl_lua_domain_leave(lua_State* L, pl_lua_domain* domain)
{
    if (domain->error == LUA_NOREF) return;
    lua_rawgeti(L, LUA_REGISTRYINDEX, domain->error);
    luaL_unref(L, LUA_REGISTRYINDEX, domain->error);
    domain->error = LUA_NOREF;
    lua_error(L);
}

// What it contains.

static int domain_actions(lua_State* L)
{
    const ploy_domain* domain = pl_lua_check_domain(L, 1)->domain;
    lua_newtable(L);
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); ++i) {
        lua_pushstring(L, ploy_domain_action(domain, i).name);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

static int domain_goals(lua_State* L)
{
    const ploy_domain* domain = pl_lua_check_domain(L, 1)->domain;
    lua_newtable(L);
    for (uint32_t i = 0; i < ploy_domain_goal_count(domain); ++i) {
        lua_pushstring(L, ploy_domain_goal(domain, i).name);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

static int domain_symbols(lua_State* L)
{
    const ploy_domain* domain = pl_lua_check_domain(L, 1)->domain;
    lua_newtable(L);
    for (uint32_t i = 0; i < ploy_domain_symbol_count(domain); ++i) {
        lua_pushstring(L, ploy_domain_symbol(domain, i).name);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

static int domain_index(lua_State* L)
{
    const char* name = lua_tostring(L, 2);
    if (!name || strcmp(name, "name") != 0) return 0;
    lua_pushstring(L, ploy_domain_name(pl_lua_check_domain(L, 1)->domain));
    return 1;
}

static const luaL_Reg domain_methods[] = {
    {"add_type", domain_add_type},
    {"add_symbol", domain_add_symbol},
    {"add_table", domain_add_table},
    {"add_action", domain_add_action},
    {"add_goal", domain_add_goal},
    {"compile", domain_compile},
    {"bind_context", domain_bind_context},
    {"bind_number", domain_bind_number},
    {"actions", domain_actions},
    {"goals", domain_goals},
    {"symbols", domain_symbols},
    {"types", pl_lua_domain_types},
    {"objects", pl_lua_domain_objects},
    {"exists", pl_lua_domain_exists},
    {"spawn", pl_lua_domain_spawn},
    {"despawn", pl_lua_domain_despawn},
    {"cell", pl_lua_domain_cell},
    {"set_cell", pl_lua_domain_set_cell},
    {"set_cells", pl_lua_domain_set_cells},
    {"planner", pl_lua_domain_planner},
    {"explain", pl_lua_domain_explain},
    {"applicable", pl_lua_domain_applicable},
    {"apply", pl_lua_domain_apply},
    {"meets", pl_lua_domain_meets},
    {NULL, NULL},
};

const pl_lua_class pl_lua_domain_class = {PL_LUA_DOMAIN, domain_methods, domain_index, NULL, domain_collect};

// Files.

typedef struct file_object
{
    ploy_file* file;
} file_object;

int pl_lua_load_file(lua_State* L)
{
    const char* path = luaL_checkstring(L, 1);
    file_object* object = pl_lua_new(L, sizeof(*object), PL_LUA_FILE);
    ploy_error error = {0};
    ploy_status status = ploy_file_load(NULL, path, &object->file, &error);
    return status == PLOY_OK ? 1 : pl_lua_raise(L, path, status, &error);
}

int pl_lua_parse_file(lua_State* L)
{
    size_t bytes;
    const char* text = luaL_checklstring(L, 1, &bytes);
    file_object* object = pl_lua_new(L, sizeof(*object), PL_LUA_FILE);
    ploy_error error = {0};
    ploy_status status = ploy_file_parse(NULL, text, bytes, &object->file, &error);
    return status == PLOY_OK ? 1 : pl_lua_raise(L, "text", status, &error);
}

static int file_collect(lua_State* L)
{
    file_object* object = lua_touserdata(L, 1);
    pl_lua_set_current(L);
    ploy_file_destroy(object->file);
    object->file = NULL;
    return 0;
}

static int file_domain(lua_State* L)
{
    const file_object* object = pl_lua_check(L, 1, PL_LUA_FILE);
    const char* name = luaL_optstring(L, 2, NULL);
    for (uint32_t i = 0; i < ploy_file_domain_count(object->file); ++i) {
        ploy_domain* found = ploy_file_domain(object->file, i);
        if (name && strcmp(ploy_domain_name(found), name) != 0) continue;
        pl_lua_domain* domain = pl_lua_new(L, sizeof(*domain), PL_LUA_DOMAIN);
        domain->domain = found;
        domain->error = LUA_NOREF;
        pl_lua_keep(L, -1, 1, "file");
        return 1;
    }
    return luaL_error(L, "the file has no domain%s%s", name ? " " : "", name ? name : "");
}

static int file_agents(lua_State* L)
{
    const file_object* object = pl_lua_check(L, 1, PL_LUA_FILE);
    lua_newtable(L);
    for (uint32_t i = 0; i < ploy_file_agent_count(object->file); ++i) {
        ploy_agent_info info = ploy_file_agent(object->file, i);
        lua_newtable(L);
        lua_pushstring(L, info.name);
        lua_setfield(L, -2, "name");
        lua_pushstring(L, info.mind);
        lua_setfield(L, -2, "mind");
        if (info.domain != PLOY_NONE) {
            const ploy_domain* domain = ploy_file_domain(object->file, info.domain);
            lua_pushstring(L, ploy_domain_name(domain));
            lua_setfield(L, -2, "domain");
            char text[4096];
            ploy_state_print(domain, info.state, text, sizeof(text));
            lua_pushstring(L, text);
            lua_setfield(L, -2, "state");
        }
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

static const luaL_Reg file_methods[] = {
    {"domain", file_domain},
    {"agents", file_agents},
    {NULL, NULL},
};

const pl_lua_class pl_lua_file_class = {PL_LUA_FILE, file_methods, NULL, NULL, file_collect};

// A mind of a world from a domain made in code.

int pl_lua_add_goap_mind(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    const char* name = luaL_checkstring(L, 2);
    luaL_checktype(L, 3, LUA_TTABLE);
    ploy_goap_mind_def def = {0};
    pl_lua_read(L, 3, &pl_lua_struct_ploy_goap_mind_def, &def);
    lua_getfield(L, 3, "domain");
    int index = lua_gettop(L);
    pl_lua_domain* domain = pl_lua_test(L, index, PL_LUA_DOMAIN);
    if (!domain) return luaL_error(L, "field 'domain' of goap_mind_def must be a ploy.Domain");
    pl_lua_settle_domain(L, domain);
    ploy_error error = {0};
    ploy_status status = ploy_bindings_bind_domain(ploy_world_bindings(world->world), domain->domain, &error);
    if (status == PLOY_OK) status = ploy_view_add_keys(domain->domain, ploy_world_keys(world->world), 0);
    if (status != PLOY_OK) return pl_lua_raise(L, name, status, &error);
    ploy_plan_query query = {0};
    lua_getfield(L, 3, "goals");
    if (lua_istable(L, -1)) {
        uint32_t count = (uint32_t)lua_rawlen(L, -1);
        uint32_t* goals = lua_newuserdata(L, (count + 1) * sizeof(*goals));
        for (uint32_t i = 0; i < count; ++i) {
            lua_rawgeti(L, -2, (int)i + 1);
            goals[i] = ploy_domain_find_goal(domain->domain, luaL_checkstring(L, -1));
            if (goals[i] == PLOY_NONE) return luaL_error(L, "the domain has no goal '%s'", lua_tostring(L, -1));
            lua_pop(L, 1);
        }
        def.goals = goals;
        def.goal_count = count;
    }
    lua_newtable(L);
    lua_getfield(L, 3, "disabled");
    lua_setfield(L, -2, "disabled");
    pl_lua_read_query(L, lua_gettop(L), domain->domain, &query);
    def.disabled = query.disabled;
    def.parts = ploy_world_parts(world->world);
    def.domain = domain->domain;
    def.event = world->on_event ? pl_lua_on_event : NULL;
    def.event_user = world;
    ploy_mind* mind;
    status = ploy_goap_mind_create(&def, &mind, &error);
    if (status == PLOY_OK) status = ploy_world_add_mind(world->world, name, mind);
    if (status != PLOY_OK) return pl_lua_raise(L, name, status, &error);
    domain->is_used = true;
    pl_lua_names_add_domain(&world->names, domain->domain);
    pl_lua_world_use_domain(world, domain);
    pl_lua_push_world_table(L, 1);
    lua_pushfstring(L, "domain %d", (int)world->names.domain_count);
    lua_pushvalue(L, index);
    lua_rawset(L, -3);
    return 0;
}
