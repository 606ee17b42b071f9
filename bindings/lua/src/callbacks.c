// Activities, conditions, scorers, sensors and nodes that are functions of Lua, and the call object they get: one per
// world, which stands for the library's ploy_call while a callback runs.

#include "generated.h"
#include "value.h"
#include "world.h"
#include <stdlib.h>
#include <string.h>

enum
{
    VIABLE,
    START,
    VALID,
    UPDATE,
    FINISHED,
    HALT,
    PROGRESS,
    FUNCTION_COUNT
};

static const char* const activity_functions[FUNCTION_COUNT] = {"viable", "start", "valid", "update", "finished", "halt", "progress"};

typedef struct port_name
{
    char* name;
    uint32_t version; ///< of the names below
    const ploy_domain* domain;
    const pl_lua_objects* objects;
} port_name;

struct pl_lua_binding
{
    pl_lua_binding* next;
    pl_lua_world* world;
    char* name;
    int functions[FUNCTION_COUNT]; ///< conditions, scorers, sensors and nodes use the first
    uint32_t data_bytes;
    port_name* ports;
    uint32_t port_count;
};

/// The call object. Outside of callbacks `call` is NULL.
struct pl_lua_call
{
    pl_lua_world* world;
    const ploy_call* call;
    ploy_agent* agent;
    pl_lua_binding* binding;
    const ploy_children* children;
};

typedef struct pl_lua_call call_object;

// Calling Lua.

/// Pushes function, agent and call object; false: there is nobody to call.
static bool begin(pl_lua_binding* binding, int function, ploy_agent* agent, const ploy_call* call, call_object* before)
{
    pl_lua_world* world = binding->world;
    if (!pl_lua_push_function(world, binding->functions[function])) return false;
    pl_lua_push_agent(world->L, world, agent);
    lua_rawgeti(world->L, world->frame, 0);
    *before = *world->call;
    *world->call = (call_object){world, call, agent, binding, NULL};
    return true;
}

static bool finish(pl_lua_binding* binding, int results, const call_object* before)
{
    bool is_done = pl_lua_call_function(binding->world, 2, results);
    *binding->world->call = *before;
    return is_done;
}

static void refuse_result(pl_lua_binding* binding, const char* function, const char* wanted)
{
    lua_State* L = binding->world->L;
    const char* got = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1);
    lua_pushfstring(L, "%s of %s must return %s, not %s", function, binding->name, wanted, got);
    pl_lua_keep_error(binding->world);
}

static ploy_outcome pop_outcome(pl_lua_binding* binding, const char* function, bool may_be_nil)
{
    lua_State* L = binding->world->L;
    ploy_outcome outcome = PLOY_RUNNING;
    const char* text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    if (strcmp(text, "success") == 0) {
        outcome = PLOY_SUCCESS;
    } else if (strcmp(text, "failure") == 0) {
        outcome = PLOY_FAILURE;
    } else if (strcmp(text, "running") != 0 && !(may_be_nil && lua_isnil(L, -1))) {
        refuse_result(binding, function, "\"running\", \"success\" or \"failure\"");
        outcome = PLOY_FAILURE;
    }
    lua_pop(L, 1);
    return outcome;
}

static ploy_outcome call_activity(ploy_agent* agent, const ploy_call* call, int function, bool may_be_nil)
{
    pl_lua_binding* binding = call->user;
    call_object before;
    if (!begin(binding, function, agent, call, &before)) return PLOY_FAILURE;
    if (!finish(binding, 1, &before)) return PLOY_FAILURE;
    return pop_outcome(binding, activity_functions[function], may_be_nil);
}

static ploy_outcome call_start(ploy_agent* agent, const ploy_call* call)
{
    return call_activity(agent, call, START, true);
}

static ploy_outcome call_update(ploy_agent* agent, const ploy_call* call)
{
    return call_activity(agent, call, UPDATE, false);
}

/// A halt that returns nothing, raises an error or cannot be called is done.
static ploy_outcome call_halt(ploy_agent* agent, const ploy_call* call)
{
    pl_lua_binding* binding = call->user;
    call_object before;
    if (!begin(binding, HALT, agent, call, &before) || !finish(binding, 1, &before)) return PLOY_SUCCESS;
    if (lua_isnil(binding->world->L, -1)) {
        lua_pop(binding->world->L, 1);
        return PLOY_SUCCESS;
    }
    return pop_outcome(binding, "halt", false);
}

static bool call_bool(ploy_agent* agent, const ploy_call* call, int function, const char* name)
{
    pl_lua_binding* binding = call->user;
    call_object before;
    if (!begin(binding, function, agent, call, &before) || !finish(binding, 1, &before)) return false;
    lua_State* L = binding->world->L;
    bool is_true = lua_toboolean(L, -1);
    if (!lua_isboolean(L, -1)) refuse_result(binding, name, "true or false");
    lua_pop(L, 1);
    return is_true;
}

static bool call_viable(ploy_agent* agent, const ploy_call* call)
{
    return call_bool(agent, call, VIABLE, "viable");
}

static bool call_valid(ploy_agent* agent, const ploy_call* call)
{
    return call_bool(agent, call, VALID, "valid");
}

static bool call_test(ploy_agent* agent, const ploy_call* call)
{
    return call_bool(agent, call, 0, "test");
}

static int64_t call_number(ploy_agent* agent, const ploy_call* call, int function, const char* name)
{
    pl_lua_binding* binding = call->user;
    call_object before;
    if (!begin(binding, function, agent, call, &before) || !finish(binding, 1, &before)) return 0;
    lua_State* L = binding->world->L;
    int64_t number = 0;
    if (lua_type(L, -1) == LUA_TNUMBER) {
        double scaled = lua_tonumber(L, -1) * PL_LUA_UNIT;
        bool is_in_range = scaled > -9e18 && scaled < 9e18;
        number = is_in_range ? (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5) : 0;
        if (!is_in_range) refuse_result(binding, name, "a number in range");
    } else {
        refuse_result(binding, name, "a number");
    }
    lua_pop(L, 1);
    return number;
}

static int64_t call_progress(ploy_agent* agent, const ploy_call* call)
{
    return call_number(agent, call, PROGRESS, "progress");
}

static int64_t call_score(ploy_agent* agent, const ploy_call* call)
{
    return call_number(agent, call, 0, "score");
}

static void call_finished(ploy_agent* agent, const ploy_call* call)
{
    call_object before;
    if (begin(call->user, FINISHED, agent, call, &before)) finish(call->user, 0, &before);
}

static void call_sense(ploy_agent* agent, void* user)
{
    pl_lua_binding* binding = user;
    if (!pl_lua_push_function(binding->world, binding->functions[0])) return;
    pl_lua_push_agent(binding->world->L, binding->world, agent);
    pl_lua_call_function(binding->world, 1, 0);
}

static ploy_outcome call_node(ploy_agent* agent, const ploy_call* call, const ploy_children* children)
{
    pl_lua_binding* binding = call->user;
    call_object before;
    if (!begin(binding, 0, agent, call, &before)) return PLOY_FAILURE;
    binding->world->call->children = children;
    if (!finish(binding, 1, &before)) return PLOY_FAILURE;
    return pop_outcome(binding, "tick", false);
}

// Adding.

static char* copy_text(const char* text, size_t bytes)
{
    char* copy = malloc(bytes + 1);
    if (!copy) abort();
    memcpy(copy, text, bytes);
    copy[bytes] = 0;
    return copy;
}

/// "goal:Pose >path:string" has the names goal and path.
static void read_ports(pl_lua_binding* binding, const char* ports)
{
    while (ports && *ports) {
        ports += strspn(ports, " \t\n");
        size_t bytes = strcspn(ports, " \t\n");
        if (!bytes) break;
        const char* name = ports + strspn(ports, "<>");
        port_name* grown = realloc(binding->ports, (binding->port_count + 1) * sizeof(*grown));
        if (!grown) abort();
        binding->ports = grown;
        size_t length = strcspn(name, ": \t\n");
        grown[binding->port_count++] = (port_name){.name = copy_text(name, length)};
        ports += bytes;
    }
}

static void free_binding(pl_lua_binding* binding)
{
    for (uint32_t i = 0; i < binding->port_count; ++i) free(binding->ports[i].name);
    free(binding->ports);
    free(binding->name);
    free(binding);
}

void pl_lua_free_bindings(pl_lua_world* world)
{
    while (world->bindings) {
        pl_lua_binding* binding = world->bindings;
        world->bindings = binding->next;
        free_binding(binding);
    }
}

/// The world frees it, also when the library refuses the def: an earlier binding of the name stays in use then.
static pl_lua_binding* add_binding(pl_lua_world* world, const char* name, const char* ports)
{
    pl_lua_binding* binding = calloc(1, sizeof(*binding));
    if (!binding) abort();
    binding->world = world;
    binding->name = copy_text(name ? name : "", name ? strlen(name) : 0);
    read_ports(binding, ports);
    binding->next = world->bindings;
    world->bindings = binding;
    return binding;
}

static int end_adding(lua_State* L, pl_lua_capture* capture, const char* name, ploy_status status)
{
    bool is_silent = pl_lua_end_capture(capture);
    if (status == PLOY_OK) return 0;
    if (!is_silent) return luaL_error(L, "%s", capture->text);
    return pl_lua_raise(L, name ? name : "a binding without a name", status, NULL);
}

/// Takes the function `field` of the def at index 2.
static int take_function(lua_State* L, pl_lua_world* world, const char* field)
{
    if (!pl_lua_get_function(L, 2, field)) return 0;
    pl_lua_push_world_table(L, 1);
    lua_insert(L, -2);
    int function = pl_lua_add_function(L, world, -2);
    lua_pop(L, 1);
    return function;
}

int pl_lua_add_activity(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_activity_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_activity_def, &def);
    pl_lua_binding* binding = add_binding(world, def.name, def.ports);
    for (int i = 0; i < FUNCTION_COUNT; ++i) binding->functions[i] = take_function(L, world, activity_functions[i]);
    const int* has = binding->functions;
    binding->data_bytes = def.data_bytes;
    def.viable = has[VIABLE] ? call_viable : NULL;
    def.start = has[START] ? call_start : NULL;
    def.valid = has[VALID] ? call_valid : NULL;
    def.update = has[UPDATE] ? call_update : NULL;
    def.finished = has[FINISHED] ? call_finished : NULL;
    def.halt = has[HALT] ? call_halt : NULL;
    def.progress = has[PROGRESS] ? call_progress : NULL;
    def.user = binding;
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "");
    return end_adding(L, &capture, def.name, ploy_bindings_add_activity(ploy_world_bindings(world->world), &def, NULL));
}

int pl_lua_add_condition(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_condition_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_condition_def, &def);
    pl_lua_binding* binding = add_binding(world, def.name, def.ports);
    binding->functions[0] = take_function(L, world, "test");
    def.test = binding->functions[0] ? call_test : NULL;
    def.user = binding;
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "");
    return end_adding(L, &capture, def.name, ploy_bindings_add_condition(ploy_world_bindings(world->world), &def, NULL));
}

int pl_lua_add_scorer(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_scorer_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_scorer_def, &def);
    pl_lua_binding* binding = add_binding(world, def.name, def.ports);
    binding->functions[0] = take_function(L, world, "score");
    def.score = binding->functions[0] ? call_score : NULL;
    def.user = binding;
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "");
    return end_adding(L, &capture, def.name, ploy_bindings_add_scorer(ploy_world_bindings(world->world), &def, NULL));
}

int pl_lua_add_sensor(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_sensor_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_sensor_def, &def);
    pl_lua_binding* binding = add_binding(world, def.name, NULL);
    binding->functions[0] = take_function(L, world, "sense");
    def.sense = binding->functions[0] ? call_sense : NULL;
    def.parallel = false; // a state of Lua runs on one thread
    def.user = binding;
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "");
    return end_adding(L, &capture, def.name, ploy_bindings_add_sensor(ploy_world_bindings(world->world), &def, NULL));
}

int pl_lua_add_node(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    luaL_checktype(L, 2, LUA_TTABLE);
    ploy_node_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_node_def, &def);
    pl_lua_binding* binding = add_binding(world, def.name, def.ports);
    binding->functions[0] = take_function(L, world, "tick");
    binding->data_bytes = def.data_bytes;
    def.tick = binding->functions[0] ? call_node : NULL;
    def.user = binding;
    pl_lua_capture capture;
    pl_lua_begin_capture(&capture, "");
    return end_adding(L, &capture, def.name, ploy_bindings_add_node(ploy_world_bindings(world->world), &def, NULL));
}

int pl_lua_add_reason(lua_State* L)
{
    pl_lua_world* world = pl_lua_check_world(L, 1);
    uint32_t reason = ploy_bindings_add_reason(ploy_world_bindings(world->world), luaL_checkstring(L, 2));
    if (!reason) return pl_lua_raise(L, "add_reason", PLOY_OUT_OF_MEMORY, NULL);
    pl_lua_push_integer(L, reason);
    return 1;
}

// The call object.

static call_object* check_call(lua_State* L)
{
    call_object* object = pl_lua_check(L, 1, PL_LUA_CALL);
    if (!object->call) luaL_error(L, "a call is only valid inside its callback");
    return object;
}

static uint32_t check_port(lua_State* L, const call_object* object)
{
    const char* name = luaL_checkstring(L, 2);
    for (uint32_t i = 0; i < object->binding->port_count && i < object->call->port_count; ++i)
        if (strcmp(object->binding->ports[i].name, name) == 0) return i;
    return (uint32_t)luaL_error(L, "%s has no port '%s'", object->binding->name, name);
}

/// The names of the objects that a port may have, or NULL.
static const pl_lua_objects* port_objects(const call_object* object, uint32_t index)
{
    const ploy_port* port = &object->call->ports[index];
    const pl_lua_names* names = &object->world->names;
    if (port->key != PLOY_NONE) return pl_lua_names_of_key(names, port->key);
    if (port->key_type < PLOY_PORT_OBJECT) return NULL; // a constant of a tree
    port_name* about = &object->binding->ports[index];
    const ploy_mind* mind = object->agent->mind;
    const ploy_domain* domain = mind && strcmp(mind->kind->name, "goap") == 0 ? ploy_goap_domain(mind) : NULL;
    const pl_lua_objects* own = pl_lua_names_of_type(names, domain, port->key_type - PLOY_PORT_OBJECT);
    if (own) return own;
    if (about->version != names->version || about->domain != domain) {
        about->version = names->version;
        about->domain = domain;
        about->objects = pl_lua_names_of_param(names, domain, object->binding->name, about->name);
    }
    return about->objects;
}

/// The world is entered already, in an outer frame of the stack: observers and children call back in this one.
static pl_lua_entry enter_world(lua_State* L)
{
    lua_getuservalue(L, 1);
    lua_rawgeti(L, -1, 1);
    return pl_lua_enter(L, ((call_object*)lua_touserdata(L, 1))->world);
}

static int call_get(lua_State* L)
{
    call_object* object = check_call(L);
    uint32_t port = check_port(L, object);
    ploy_value value = ploy_call_get(object->call, object->agent, port);
    pl_lua_push_value(L, object->call->ports[port].type, value, port_objects(object, port));
    return 1;
}

static int call_set(lua_State* L)
{
    call_object* object = check_call(L);
    uint32_t port = check_port(L, object);
    const char* name = object->binding->ports[port].name;
    const pl_lua_objects* objects = port_objects(object, port);
    ploy_value value = pl_lua_check_value(L, 3, object->call->ports[port].type, objects, name);
    pl_lua_world* world = object->world;
    pl_lua_entry before = enter_world(L);
    ploy_status status = ploy_call_set(object->call, object->agent, port, value);
    pl_lua_leave(L, world, before);
    return status == PLOY_OK || status == PLOY_ALREADY ? 0 : pl_lua_raise(L, name, status, NULL);
}

static int32_t* check_data(lua_State* L, const call_object* object)
{
    int64_t index = pl_lua_check_whole(L, 2, 1, object->binding->data_bytes / 4, "the index of the data");
    return (int32_t*)object->call->data + index - 1;
}

static int call_data(lua_State* L)
{
    pl_lua_push_integer(L, *check_data(L, check_call(L)));
    return 1;
}

static int call_set_data(lua_State* L)
{
    int32_t* data = check_data(L, check_call(L));
    *data = (int32_t)pl_lua_check_whole(L, 3, INT32_MIN, INT32_MAX, "the data");
    return 0;
}

static const ploy_children* check_children(lua_State* L, uint32_t* child)
{
    const ploy_children* children = check_call(L)->children;
    if (!children) luaL_error(L, "only a node has children");
    *child = (uint32_t)pl_lua_check_whole(L, 2, 1, children->count, "the number of a child") - 1;
    return children;
}

static int call_tick_child(lua_State* L)
{
    uint32_t child;
    const ploy_children* children = check_children(L, &child);
    pl_lua_world* world = check_call(L)->world;
    pl_lua_entry before = enter_world(L);
    ploy_outcome outcome = ploy_children_tick(children, child);
    pl_lua_leave(L, world, before);
    pl_lua_push_enum(L, &pl_lua_enum_ploy_outcome, (int)outcome);
    return 1;
}

static int call_halt_child(lua_State* L)
{
    uint32_t child;
    const ploy_children* children = check_children(L, &child);
    pl_lua_world* world = check_call(L)->world;
    pl_lua_entry before = enter_world(L);
    bool is_done = ploy_children_halt(children, child);
    pl_lua_leave(L, world, before);
    lua_pushboolean(L, is_done);
    return 1;
}

static int call_is_child_running(lua_State* L)
{
    uint32_t child;
    const ploy_children* children = check_children(L, &child);
    lua_pushboolean(L, ploy_children_is_running(children, child));
    return 1;
}

static int call_index(lua_State* L)
{
    const char* name = lua_tostring(L, 2);
    call_object* object = check_call(L);
    if (!name) return 0;
    if (strcmp(name, "elapsed") == 0)
        pl_lua_push_scaled(L, object->call->elapsed, PL_LUA_SECOND);
    else if (strcmp(name, "duration") == 0)
        pl_lua_push_scaled(L, object->call->duration, PL_LUA_SECOND);
    else if (strcmp(name, "name") == 0)
        lua_pushstring(L, object->binding->name);
    else if (strcmp(name, "child_count") == 0 && object->children)
        pl_lua_push_integer(L, object->children->count);
    else if (strcmp(name, "is_start") == 0 && object->children)
        lua_pushboolean(L, object->children->is_start);
    else
        return 0;
    return 1;
}

void pl_lua_make_call_object(lua_State* L, pl_lua_world* world, int object, int t)
{
    world->call = pl_lua_new(L, sizeof(*world->call), PL_LUA_CALL);
    world->call->world = world;
    lua_getuservalue(L, -1);
    lua_pushvalue(L, t);
    lua_rawseti(L, -2, 1);
    lua_pushvalue(L, object);
    lua_rawseti(L, -2, 2);
    lua_pop(L, 1);
    lua_rawseti(L, t, 0);
}

static const luaL_Reg methods[] = {
    {"get", call_get},
    {"set", call_set},
    {"data", call_data},
    {"set_data", call_set_data},
    {"tick_child", call_tick_child},
    {"halt_child", call_halt_child},
    {"is_child_running", call_is_child_running},
    {NULL, NULL},
};

const pl_lua_class pl_lua_call_class = {PL_LUA_CALL, methods, call_index, NULL, NULL};
