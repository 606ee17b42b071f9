#include "domain.h"
#include "generated.h"
#include <stdlib.h>
#include <string.h>

typedef struct planner_object
{
    ploy_planner* planner;
    pl_lua_domain* domain; ///< kept alive by the uservalue
    bool is_searching;     ///< begin was called, and finish not yet
    int version;           ///< of the domain, at begin
} planner_object;

// Queries.

static uint32_t check_action(lua_State* L, int index, const ploy_domain* domain)
{
    const char* name = luaL_checkstring(L, index);
    uint32_t action = ploy_domain_find_action(domain, name);
    if (action == PLOY_NONE) luaL_error(L, "the domain has no action '%s'", name);
    return action;
}

/// Reads the list of object names in the field of the table at index.
static void read_args(lua_State* L, int index, const char* field, const ploy_domain* domain, const uint32_t* types,
                      uint32_t count, uint32_t* args)
{
    lua_getfield(L, index, field);
    for (uint32_t i = 0; i < count; ++i) {
        if (!lua_istable(L, -1)) luaL_error(L, "field '%s' must be a list of %d objects", field, (int)count);
        lua_rawgeti(L, -1, (int)i + 1);
        const char* name = lua_tostring(L, -1);
        args[i] = name ? ploy_domain_find_object(domain, types[i], name) : PLOY_NONE;
        if (args[i] == PLOY_NONE)
            luaL_error(L, "there is no object '%s' of type %s", name ? name : "nil",
                       ploy_domain_type(domain, types[i]).name);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void read_disabled(lua_State* L, int index, const ploy_domain* domain, ploy_plan_query* query)
{
    lua_getfield(L, index, "disabled");
    int list = lua_gettop(L);
    if (lua_isnil(L, list)) return;
    luaL_checktype(L, list, LUA_TTABLE);
    size_t bytes = (ploy_domain_action_count(domain) / 64 + 1) * sizeof(uint64_t);
    uint64_t* bits = memset(lua_newuserdata(L, bytes), 0, bytes); // stays on the stack
    for (int i = 1; i <= (int)lua_rawlen(L, list); ++i) {
        lua_rawgeti(L, list, i);
        uint32_t action = check_action(L, -1, domain);
        bits[action / 64] |= (uint64_t)1 << action % 64;
        lua_pop(L, 1);
    }
    query->disabled = bits;
}

static const char* const query_fields[] = {"start",       "goal",         "args",      "disabled",
                                           "must_use",    "search",       "max_nodes", "max_depth",
                                           "repeat_cost", "no_two_moves", "why_not",   "why_not_args"};

void pl_lua_read_query(lua_State* L, int index, const ploy_domain* domain, ploy_plan_query* query)
{
    luaL_checkstack(L, 16, "a query");
    if (lua_isnoneornil(L, index)) {
        lua_newtable(L);
        index = lua_gettop(L);
    }
    index = lua_absindex(L, index);
    luaL_checktype(L, index, LUA_TTABLE);
    pl_lua_refuse_unknown(L, index, query_fields, sizeof(query_fields) / sizeof(*query_fields));
    ploy_error error = {0};
    uint64_t* start = lua_newuserdata(L, (ploy_domain_state_words(domain) + 1) * sizeof(*start));
    ploy_state_init(domain, start);
    const char* text = pl_lua_get_text(L, index, "start");
    ploy_status status = text ? ploy_state_parse(domain, start, text, &error) : PLOY_OK;
    if (status != PLOY_OK) pl_lua_raise(L, "start", status, &error);
    query->start = start;
    query->goal = PLOY_NONE;
    const char* goal = pl_lua_get_text(L, index, "goal");
    if (goal) {
        query->goal = ploy_domain_find_goal(domain, goal);
        if (query->goal == PLOY_NONE) luaL_error(L, "the domain has no goal '%s'", goal);
        ploy_goal_info info = ploy_domain_goal(domain, query->goal);
        read_args(L, index, "args", domain, info.param_types, info.param_count, query->goal_args);
    }
    lua_getfield(L, index, "must_use");
    if (!lua_isnil(L, -1)) query->must_use1 = check_action(L, -1, domain) + 1;
    lua_newtable(L); // the fields of the options
    static const char* const options[] = {"search", "max_nodes", "max_depth", "repeat_cost", "no_two_moves"};
    for (int i = 0; i < 5; ++i) {
        lua_getfield(L, index, options[i]);
        lua_setfield(L, -2, options[i]);
    }
    pl_lua_read(L, lua_gettop(L), &pl_lua_struct_ploy_plan_options, &query->options);
    read_disabled(L, index, domain, query);
}

void pl_lua_push_steps(lua_State* L, const ploy_domain* domain, const ploy_step* steps, uint32_t count)
{
    lua_newtable(L);
    for (uint32_t i = 0; i < count; ++i) {
        ploy_action_info action = ploy_domain_action(domain, steps[i].action);
        lua_newtable(L);
        lua_pushstring(L, action.name);
        lua_setfield(L, -2, "action");
        pl_lua_push_scaled(L, steps[i].cost, PL_LUA_UNIT);
        lua_setfield(L, -2, "cost");
        lua_newtable(L);
        for (uint32_t j = 0; j < action.param_count; ++j) {
            lua_pushstring(L, ploy_domain_object_name(domain, action.param_types[j], steps[i].args[j]));
            lua_rawseti(L, -2, (int)j + 1);
        }
        lua_setfield(L, -2, "args");
        lua_rawseti(L, -2, (int)i + 1);
    }
}

static void push_plan(lua_State* L, const ploy_domain* domain, const ploy_plan* plan)
{
    pl_lua_push(L, &pl_lua_struct_ploy_plan, plan);
    if (plan->goal < ploy_domain_goal_count(domain))
        lua_pushstring(L, ploy_domain_goal(domain, plan->goal).name);
    else
        lua_pushnil(L);
    lua_setfield(L, -2, "goal");
    lua_pushnil(L);
    lua_setfield(L, -2, "passed_goal");
    lua_pushnil(L);
    lua_setfield(L, -2, "step_count");
    pl_lua_push_steps(L, domain, plan->steps, plan->step_count);
    lua_setfield(L, -2, "steps");
}

// Planners.

int pl_lua_domain_planner(lua_State* L)
{
    pl_lua_domain* domain = pl_lua_check_domain(L, 1);
    ploy_planner_def def = {0};
    pl_lua_read(L, 2, &pl_lua_struct_ploy_planner_def, &def);
    def.domain = domain->domain;
    planner_object* object = pl_lua_new(L, sizeof(*object), PL_LUA_PLANNER);
    object->domain = domain;
    pl_lua_keep(L, -1, 1, "domain");
    object->planner = ploy_planner_create(&def);
    if (!object->planner) return pl_lua_raise(L, "ploy_planner_create", PLOY_OUT_OF_MEMORY, NULL);
    return 1;
}

static int planner_collect(lua_State* L)
{
    planner_object* object = lua_touserdata(L, 1);
    pl_lua_set_current(L);
    ploy_planner_destroy(object->planner);
    object->planner = NULL;
    return 0;
}

static const ploy_domain* check_query(lua_State* L, planner_object** object, ploy_plan_query* query)
{
    *object = pl_lua_check(L, 1, PL_LUA_PLANNER);
    const ploy_domain* domain = (*object)->domain->domain;
    pl_lua_settle_domain(L, (*object)->domain);
    pl_lua_read_query(L, 2, domain, query);
    const char* unbound = ploy_domain_find_unbound(domain);
    if (unbound) luaL_error(L, "'%s' of the domain is not bound: call bind_context or bind_number", unbound);
    return domain;
}

static int planner_plan(lua_State* L)
{
    planner_object* object;
    ploy_plan_query query = {0};
    const ploy_domain* domain = check_query(L, &object, &query);
    object->is_searching = false; // it is over with the next one
    const ploy_plan* plan = query.goal == PLOY_NONE ? ploy_planner_plan_best(object->planner, &query, NULL, 0)
                                                    : ploy_planner_plan(object->planner, &query);
    pl_lua_domain_leave(L, object->domain);
    push_plan(L, domain, plan);
    return 1;
}

static int planner_begin(lua_State* L)
{
    planner_object* object;
    ploy_plan_query query = {0};
    check_query(L, &object, &query);
    if (query.goal == PLOY_NONE) return luaL_error(L, "begin needs a goal");
    ploy_status status = ploy_planner_begin(object->planner, &query);
    object->is_searching = true;
    object->version = object->domain->version;
    pl_lua_domain_leave(L, object->domain);
    pl_lua_push_enum(L, &pl_lua_enum_ploy_status, (int)status);
    return 1;
}

/// A planner whose search has begun on the domain as it is.
static planner_object* check_search(lua_State* L)
{
    planner_object* object = pl_lua_check(L, 1, PL_LUA_PLANNER);
    if (!object->is_searching) luaL_error(L, "no search is in progress: call begin");
    if (object->version == object->domain->version) return object;
    object->is_searching = false;
    luaL_error(L, "the domain has changed since begin");
    return NULL;
}

static int planner_update(lua_State* L)
{
    planner_object* object = check_search(L);
    uint32_t nodes = (uint32_t)pl_lua_check_whole(L, 2, 0, UINT32_MAX, "the number of nodes");
    ploy_status status = ploy_planner_update(object->planner, nodes);
    pl_lua_domain_leave(L, object->domain);
    pl_lua_push_enum(L, &pl_lua_enum_ploy_status, (int)status);
    return 1;
}

/// best(): the best plan so far of an anytime search in progress, or nil.
static int planner_best(lua_State* L)
{
    planner_object* object = check_search(L);
    const ploy_plan* plan = ploy_planner_best(object->planner);
    if (!plan) return 0;
    push_plan(L, object->domain->domain, plan);
    return 1;
}

static int planner_finish(lua_State* L)
{
    planner_object* object = check_search(L);
    object->is_searching = false;
    const ploy_plan* plan = ploy_planner_end(object->planner);
    pl_lua_domain_leave(L, object->domain);
    push_plan(L, object->domain->domain, plan);
    return 1;
}

static const luaL_Reg methods[] = {
    {"plan", planner_plan}, {"begin", planner_begin},   {"update", planner_update},
    {"best", planner_best}, {"finish", planner_finish}, {NULL, NULL},
};

const pl_lua_class pl_lua_planner_class = {PL_LUA_PLANNER, methods, NULL, NULL, planner_collect};

// Actions and goals in a state. A state is text: "ammo = 2, at = camp".

/// Pushes the words of the state at index 2. The domain is compiled.
static uint64_t* check_state(lua_State* L, pl_lua_domain* domain)
{
    pl_lua_settle_domain(L, domain);
    const char* text = luaL_checkstring(L, 2);
    uint64_t* words = lua_newuserdata(L, (ploy_domain_state_words(domain->domain) + 1) * sizeof(*words));
    ploy_state_init(domain->domain, words);
    ploy_error error = {0};
    ploy_status status = ploy_state_parse(domain->domain, words, text, &error);
    if (status != PLOY_OK) pl_lua_raise(L, "state", status, &error);
    return words;
}

/// The names of objects from index 4 on.
static void check_args(lua_State* L, const ploy_domain* domain, const uint32_t* types, uint32_t count, uint32_t* args)
{
    for (uint32_t i = 0; i < count; ++i) {
        const char* name = luaL_checkstring(L, (int)i + 4);
        args[i] = ploy_domain_find_object(domain, types[i], name);
        if (args[i] == PLOY_NONE)
            luaL_error(L, "there is no object '%s' of type %s", name, ploy_domain_type(domain, types[i]).name);
    }
}

/// The action at index 3 with its objects, in the state at index 2.
static bool check_applicable(lua_State* L, pl_lua_domain* domain, uint32_t* action, uint32_t* args, uint64_t** state)
{
    *action = check_action(L, 3, domain->domain);
    ploy_action_info info = ploy_domain_action(domain->domain, *action);
    check_args(L, domain->domain, info.param_types, info.param_count, args);
    *state = check_state(L, domain);
    return ploy_action_applicable(domain->domain, *action, args, *state);
}

/// applicable(state, action, …): do its preconditions hold?
int pl_lua_domain_applicable(lua_State* L)
{
    uint64_t* state;
    uint32_t action, args[PLOY_MAX_ARGS];
    lua_pushboolean(L, check_applicable(L, pl_lua_check_domain(L, 1), &action, args, &state));
    return 1;
}

/// apply(state, action, …): the state after it.
int pl_lua_domain_apply(lua_State* L)
{
    pl_lua_domain* domain = pl_lua_check_domain(L, 1);
    uint64_t* state;
    uint32_t action, args[PLOY_MAX_ARGS];
    if (!check_applicable(L, domain, &action, args, &state))
        return luaL_error(L, "%s is not applicable in this state", lua_tostring(L, 3));
    ploy_action_apply(domain->domain, action, args, state);
    size_t bytes = ploy_state_print(domain->domain, state, NULL, 0);
    char* text = lua_newuserdata(L, bytes + 1);
    ploy_state_print(domain->domain, state, text, bytes + 1);
    lua_pushlstring(L, text, bytes);
    return 1;
}

/// meets(state, goal, …): does the goal hold?
int pl_lua_domain_meets(lua_State* L)
{
    pl_lua_domain* domain = pl_lua_check_domain(L, 1);
    uint32_t goal = ploy_domain_find_goal(domain->domain, luaL_checkstring(L, 3)), args[PLOY_MAX_ARGS];
    if (goal == PLOY_NONE) return luaL_error(L, "the domain has no goal '%s'", lua_tostring(L, 3));
    ploy_goal_info info = ploy_domain_goal(domain->domain, goal);
    check_args(L, domain->domain, info.param_types, info.param_count, args);
    lua_pushboolean(L, ploy_goal_met(domain->domain, goal, args, check_state(L, domain)));
    return 1;
}

// Explanations.

static ploy_status explain_action(lua_State* L, int index, const ploy_explain_def* def, ploy_explanation** explanation)
{
    lua_getfield(L, index, "why_not");
    uint32_t action = check_action(L, -1, def->domain), args[PLOY_MAX_ARGS] = {0};
    ploy_action_info info = ploy_domain_action(def->domain, action);
    lua_getfield(L, index, "why_not_args");
    bool has_args = !lua_isnil(L, -1);
    if (has_args) read_args(L, index, "why_not_args", def->domain, info.param_types, info.param_count, args);
    return ploy_explain_action(def, action, has_args ? args : NULL, explanation);
}

int pl_lua_domain_explain(lua_State* L)
{
    pl_lua_domain* domain = pl_lua_check_domain(L, 1);
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) {
        lua_newtable(L);
        lua_replace(L, 2);
    }
    pl_lua_settle_domain(L, domain);
    ploy_explain_def def = {.domain = domain->domain};
    pl_lua_read_query(L, 2, domain->domain, &def.query);
    lua_getfield(L, 2, "why_not");
    bool is_action = !lua_isnil(L, -1);
    if (is_action && def.query.goal == PLOY_NONE) return luaL_error(L, "why_not needs a goal");
    ploy_explanation* explanation = NULL;
    ploy_status status = PLOY_OK;
    if (is_action)
        status = explain_action(L, 2, &def, &explanation);
    else if (def.query.goal == PLOY_NONE)
        status = ploy_explain_goals(&def, NULL, 0, &explanation);
    else
        status = ploy_explain_plan(&def, &explanation);
    if (status != PLOY_OK) return pl_lua_raise(L, "explain", status, NULL);
    size_t bytes = ploy_explanation_print(explanation, NULL, 0);
    char* text = lua_newuserdata(L, bytes + 1);
    ploy_explanation_print(explanation, text, bytes + 1);
    lua_newtable(L);
    lua_pushlstring(L, text, bytes);
    lua_setfield(L, -2, "text");
    pl_lua_push_enum(L, &pl_lua_enum_ploy_status, (int)explanation->status);
    lua_setfield(L, -2, "status");
    pl_lua_push_scaled(L, explanation->cost, PL_LUA_UNIT);
    lua_setfield(L, -2, "cost");
    pl_lua_push_steps(L, domain->domain, explanation->steps, explanation->step_count);
    lua_setfield(L, -2, "steps");
    if (explanation->why_not) {
        pl_lua_push_enum(L, &pl_lua_enum_ploy_why_not_reason, (int)explanation->why_not->reason);
        lua_setfield(L, -2, "why_not");
    }
    ploy_explanation_destroy(explanation);
    pl_lua_domain_leave(L, domain);
    return 1;
}
