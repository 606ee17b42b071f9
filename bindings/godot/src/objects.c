// Objects that come and go, and tables, of the domains that the world has loaded. Objects are names; several are one text,
// separated by spaces. A type or a table is that of the first domain that has it.

#include "native.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The first domain of the files that has something of that name.
static ploy_domain* find_domain(const pl_gd_world* world, const char* name, uint32_t (*find)(const ploy_domain*, const char*), uint32_t* found)
{
    for (uint32_t f = 0; f < world->file_count; ++f) {
        const ploy_file* file = ploy_world_file(world->world, world->files[f]);
        for (uint32_t d = 0; file && d < ploy_file_domain_count(file); ++d) {
            ploy_domain* domain = ploy_file_domain(file, d);
            *found = find(domain, name);
            if (*found != PLOY_NONE) return domain;
        }
    }
    return NULL;
}

static uint32_t find_type(const ploy_domain* domain, const char* name)
{
    for (uint32_t i = 0; i < ploy_domain_type_count(domain); ++i)
        if (strcmp(ploy_domain_type(domain, i).name, name) == 0) return i;
    return PLOY_NONE;
}

static ploy_domain* fail_to_find(pl_gd_world* world, const char* what, const char* name)
{
    char text[256];
    snprintf(text, sizeof(text), "there is no %s '%.180s'", what, name);
    pl_gd_fail(world, text);
    return NULL;
}

/// Between two ticks: the domain is compiled before the next one.
static bool may_change(pl_gd_world* world)
{
    if (world->caller) pl_gd_fail(world, "a domain is changed between two ticks, not inside one");
    return !world->caller;
}

static void note_change(pl_gd_world* world, ploy_domain* domain)
{
    for (uint32_t i = 0; i < world->changed_count; ++i)
        if (world->changed[i] == domain) return;
    ploy_domain** grown = realloc(world->changed, (world->changed_count + 1) * sizeof(*grown));
    if (!grown) abort();
    world->changed = grown;
    world->changed[world->changed_count++] = domain;
}

bool pl_gd_settle(pl_gd_world* world)
{
    bool ok = true;
    while (!world->caller && world->changed_count > 0) {
        ploy_error error = {0};
        ploy_domain* domain = world->changed[--world->changed_count];
        ploy_status status = ploy_domain_compile(domain, &error);
        if (status != PLOY_OK) pl_gd_fail_status(world, ploy_domain_name(domain), status, &error);
        ok = ok && status == PLOY_OK;
    }
    return ok;
}

/// The domain with a type whose objects are spawned; NULL, with an error: there is none.
static ploy_domain* spawned_type(pl_gd_world* world, const char* name, uint32_t* type)
{
    ploy_domain* domain = find_domain(world, name, find_type, type);
    if (!domain) return fail_to_find(world, "type", name);
    if (ploy_domain_type(domain, *type).is_spawned) return domain;
    char text[256];
    snprintf(text, sizeof(text), "the objects of '%.150s' are not spawned: its type has no capacity", name);
    pl_gd_fail(world, text);
    return NULL;
}

/// The domain of an object such as "tree.3".
static ploy_domain* spawned_object(pl_gd_world* world, const pl_gd_variant* variant, uint32_t* type, uint32_t* object)
{
    char name[128], of[128];
    pl_gd_text_into(variant, name, sizeof(name));
    snprintf(of, sizeof(of), "%s", name);
    char* dot = strrchr(of, '.');
    if (dot) *dot = 0;
    ploy_domain* domain = spawned_type(world, of, type);
    if (!domain) return NULL;
    *object = ploy_domain_find_object(domain, *type, name);
    return *object == PLOY_NONE ? fail_to_find(world, "object", name) : domain;
}

pl_gd_variant pl_gd_spawn(pl_gd_world* world, pl_gd_variant** args)
{
    char name[128];
    uint32_t type, object;
    ploy_domain* domain = may_change(world) ? spawned_type(world, pl_gd_text_into(args[0], name, sizeof(name)), &type) : NULL;
    if (!domain) return pl_gd_of_nil();
    if (ploy_domain_spawn(domain, type, &object) != PLOY_OK) return pl_gd_fail(world, "all objects of the type exist already");
    note_change(world, domain);
    return pl_gd_of_text(ploy_domain_object_name(domain, type, object));
}

pl_gd_variant pl_gd_despawn(pl_gd_world* world, pl_gd_variant** args)
{
    uint32_t type, object;
    ploy_domain* domain = may_change(world) ? spawned_object(world, args[0], &type, &object) : NULL;
    if (!domain) return pl_gd_of_nil();
    if (ploy_domain_despawn(domain, type, object) != PLOY_OK) return pl_gd_fail(world, "the object is gone");
    note_change(world, domain);
    return pl_gd_of_bool(true);
}

pl_gd_variant pl_gd_exists(pl_gd_world* world, pl_gd_variant** args)
{
    uint32_t type, object;
    const ploy_domain* domain = spawned_object(world, args[0], &type, &object);
    return pl_gd_of_bool(domain && ploy_domain_object_exists(domain, type, object));
}

// Tables.

/// The objects of a text, "camp hill", as the types want them; false, with an error: they are others.
static bool read_objects(pl_gd_world* world, const ploy_domain* domain, const uint32_t* types, uint32_t count, char* text, uint32_t* objects)
{
    uint32_t given = 0;
    for (char* at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
        size_t bytes = strcspn(at, " ");
        char* next = at + bytes + (at[bytes] != 0);
        at[bytes] = 0;
        if (given < count) objects[given] = ploy_domain_find_object(domain, types[given], at);
        if (given < count && objects[given] == PLOY_NONE) return fail_to_find(world, "object", at);
        ++given;
        at = next;
    }
    char message[96];
    snprintf(message, sizeof(message), "%u objects are wanted, not %u", count, given);
    if (given != count) pl_gd_fail(world, message);
    return given == count;
}

static ploy_domain* find_cell(pl_gd_world* world, pl_gd_variant** args, uint32_t* table, uint32_t* objects)
{
    char name[128], text[512];
    ploy_domain* domain = find_domain(world, pl_gd_text_into(args[0], name, sizeof(name)), ploy_domain_find_table, table);
    if (!domain) return fail_to_find(world, "table", name);
    ploy_table_info info = ploy_domain_table(domain, *table);
    pl_gd_text_into(args[1], text, sizeof(text));
    return read_objects(world, domain, info.of, info.of_count, text, objects) ? domain : NULL;
}

static pl_gd_objects objects_of(const ploy_domain* domain, const ploy_table_info* info)
{
    return (pl_gd_objects){info->type == PLOY_VALUE_OBJECT ? domain : NULL, info->object_type};
}

pl_gd_variant pl_gd_cell(pl_gd_world* world, pl_gd_variant** args)
{
    uint32_t table, objects[PLOY_MAX_ARGS];
    const ploy_domain* domain = find_cell(world, args, &table, objects);
    if (!domain) return pl_gd_of_nil();
    ploy_table_info info = ploy_domain_table(domain, table);
    return pl_gd_of_value(info.type, ploy_domain_table_get(domain, table, objects), objects_of(domain, &info));
}

pl_gd_variant pl_gd_set_cell(pl_gd_world* world, pl_gd_variant** args)
{
    uint32_t table, objects[PLOY_MAX_ARGS];
    ploy_domain* domain = may_change(world) ? find_cell(world, args, &table, objects) : NULL;
    if (!domain) return pl_gd_of_nil();
    ploy_table_info info = ploy_domain_table(domain, table);
    char text[256];
    ploy_value value;
    if (!pl_gd_to_value(world, args[2], info.type, objects_of(domain, &info), info.name, text, sizeof(text), &value)) return pl_gd_of_nil();
    if (ploy_domain_table_set(domain, table, objects, value) != PLOY_OK) return pl_gd_fail(world, "the value is outside the range of the table");
    note_change(world, domain);
    return pl_gd_of_bool(true);
}

// Agents that plan.

/// handle, goal, objects
pl_gd_variant pl_gd_push_goal(pl_gd_world* world, pl_gd_variant** args)
{
    ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    if (!agent) return pl_gd_of_nil();
    if (!agent->mind || strcmp(agent->mind->kind->name, "goap") != 0) return pl_gd_fail(world, "the agent's mind does not plan");
    const ploy_domain* domain = ploy_goap_domain(agent->mind);
    char name[128], text[512];
    uint32_t goal = ploy_domain_find_goal(domain, pl_gd_text_into(args[1], name, sizeof(name)));
    if (goal == PLOY_NONE) return fail_to_find(world, "goal", name), pl_gd_of_nil();
    ploy_goal_info info = ploy_domain_goal(domain, goal);
    uint32_t objects[PLOY_MAX_ARGS];
    pl_gd_text_into(args[2], text, sizeof(text));
    if (!read_objects(world, domain, info.param_types, info.param_count, text, objects)) return pl_gd_of_nil();
    ploy_status status = ploy_goap_push(agent, goal, objects);
    return status == PLOY_OK ? pl_gd_of_bool(true) : pl_gd_fail_status(world, name, status, NULL);
}

pl_gd_variant pl_gd_set_pace(pl_gd_world* world, pl_gd_variant** args)
{
    const ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    if (!agent) return pl_gd_of_nil();
    int64_t pace = PL_GD(pl_gd_engine, variant_as_int)(args[1]);
    if (pace < 1 || pace > PLOY_MAX_PACE) return pl_gd_fail(world, "the pace is 1 to 256");
    ploy_status status = ploy_agent_set_pace(world->world, agent->id, (uint32_t)pace);
    return status == PLOY_OK ? pl_gd_of_bool(true) : pl_gd_fail_status(world, "set_pace", status, NULL);
}
