#include "names.h"
#include <stdlib.h>
#include <string.h>

/// Out of memory here means out of memory in Lua's allocator too: it ends the program as Lua would.
static void* need(void* memory)
{
    if (!memory) abort();
    return memory;
}

static char* copy_text(const char* text)
{
    size_t bytes = strlen(text) + 1;
    return memcpy(need(malloc(bytes)), text, bytes);
}

void pl_lua_names_add_file(pl_lua_names* names, const char* path)
{
    names->is_stale = true;
    for (uint32_t i = 0; i < names->file_count; ++i)
        if (strcmp(names->files[i], path) == 0) return;
    names->files = need(realloc(names->files, (names->file_count + 1) * sizeof(*names->files)));
    names->files[names->file_count++] = copy_text(path);
}

void pl_lua_names_add_domain(pl_lua_names* names, const ploy_domain* domain)
{
    names->is_stale = true;
    names->domains = need(realloc(names->domains, (names->domain_count + 1) * sizeof(*names->domains)));
    names->domains[names->domain_count++] = domain;
}

static void clear(pl_lua_names* names)
{
    while (names->all) {
        pl_lua_objects* objects = names->all;
        names->all = objects->next;
        for (uint32_t i = 0; i < objects->count; ++i) free(objects->names[i]);
        free(objects->names);
        free(objects);
    }
    for (uint32_t i = 0; i < names->param_count; ++i) {
        free(names->params[i].owner);
        free(names->params[i].name);
    }
    names->param_count = 0;
    free(names->keys);
    names->keys = NULL;
    names->key_count = 0;
}

void pl_lua_names_free(pl_lua_names* names)
{
    clear(names);
    free(names->params);
    for (uint32_t i = 0; i < names->file_count; ++i) free(names->files[i]);
    free(names->files);
    free(names->domains);
    memset(names, 0, sizeof(*names));
}

const pl_lua_objects* pl_lua_names_of_type(const pl_lua_names* names, const ploy_domain* domain, uint32_t type)
{
    for (const pl_lua_objects* objects = names->all; objects; objects = objects->next)
        if (objects->domain == domain && objects->type == type) return objects;
    return NULL;
}

static void add_objects(pl_lua_names* names, lua_State* L, int t, const ploy_domain* domain, uint32_t type)
{
    pl_lua_objects* objects = need(calloc(1, sizeof(*objects)));
    objects->domain = domain;
    objects->type = type;
    objects->count = ploy_domain_type(domain, type).object_count;
    objects->names = need(calloc(objects->count ? objects->count : 1, sizeof(*objects->names)));
    for (uint32_t i = 0; i < objects->count; ++i) {
        objects->names[i] = copy_text(ploy_domain_object_name(domain, type, i));
        lua_pushstring(L, objects->names[i]);
        lua_pushboolean(L, 1);
        lua_rawset(L, t);
    }
    objects->next = names->all;
    names->all = objects;
}

static void add_params(pl_lua_names* names, const ploy_domain* domain, const char* owner, const char* const* params,
                       const uint32_t* types, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (names->param_count == names->param_capacity) {
            names->param_capacity = names->param_capacity ? 2 * names->param_capacity : 16;
            names->params = need(realloc(names->params, names->param_capacity * sizeof(*names->params)));
        }
        names->params[names->param_count++] =
            (pl_lua_param_name){copy_text(owner), copy_text(params[i]), pl_lua_names_of_type(names, domain, types[i])};
    }
}

static void add_keys(pl_lua_names* names, const ploy_domain* domain, const ploy_blackboard_keys* keys)
{
    char text[512];
    for (uint32_t i = 0; i < ploy_domain_symbol_count(domain); ++i) {
        ploy_symbol_info symbol = ploy_domain_symbol(domain, i);
        if (symbol.type != PLOY_VALUE_OBJECT) continue;
        for (uint32_t j = 0; j < symbol.variable_count; ++j) {
            ploy_domain_variable_print(domain, symbol.first_variable + j, text, sizeof(text));
            uint32_t key = ploy_blackboard_keys_find(keys, text);
            if (key < names->key_count && !names->keys[key])
                names->keys[key] = pl_lua_names_of_type(names, domain, symbol.object_type);
        }
    }
}

static void add_domain(pl_lua_names* names, lua_State* L, int t, const ploy_domain* domain, const ploy_blackboard_keys* keys)
{
    for (uint32_t i = 0; i < ploy_domain_type_count(domain); ++i) add_objects(names, L, t, domain, i);
    for (uint32_t i = 0; i < ploy_domain_action_count(domain); ++i) {
        ploy_action_info action = ploy_domain_action(domain, i);
        add_params(names, domain, action.name, action.param_names, action.param_types, action.param_count);
    }
    for (uint32_t i = 0; i < ploy_domain_goal_count(domain); ++i) {
        ploy_goal_info goal = ploy_domain_goal(domain, i);
        add_params(names, domain, goal.name, goal.param_names, goal.param_types, goal.param_count);
    }
    add_keys(names, domain, keys);
}

void pl_lua_names_build(pl_lua_names* names, lua_State* L, int t, const ploy_world* world)
{
    clear(names);
    const ploy_blackboard_keys* keys = ploy_world_keys(world);
    names->key_count = ploy_blackboard_keys_count(keys);
    names->keys = need(calloc(names->key_count ? names->key_count : 1, sizeof(*names->keys)));
    for (uint32_t i = 0; i < names->file_count; ++i) {
        const ploy_file* file = ploy_world_file(world, names->files[i]);
        for (uint32_t j = 0; file && j < ploy_file_domain_count(file); ++j)
            add_domain(names, L, t, ploy_file_domain(file, j), keys);
    }
    for (uint32_t i = 0; i < names->domain_count; ++i) add_domain(names, L, t, names->domains[i], keys);
    ++names->version;
    names->is_stale = false;
}

const pl_lua_objects* pl_lua_names_of_key(const pl_lua_names* names, uint32_t key)
{
    return key < names->key_count ? names->keys[key] : NULL;
}

const pl_lua_objects* pl_lua_names_of_param(const pl_lua_names* names, const ploy_domain* domain, const char* owner,
                                            const char* param)
{
    const pl_lua_objects* best = NULL;
    int best_rank = 0;
    for (uint32_t i = 0; i < names->param_count; ++i) {
        const pl_lua_param_name* one = &names->params[i];
        if (!one->objects || strcmp(one->name, param) != 0) continue;
        int rank = 1 + 2 * (one->objects->domain == domain) + (strcmp(one->owner, owner) == 0);
        if (rank > best_rank) best = one->objects, best_rank = rank;
    }
    return best;
}
