// The class PloyNative of Godot: a world of Ploy whose callbacks are methods of the game's nodes. The addon's nodes
// (addons/ploy) stand on it: games do not use it directly.
//
// A method that fails prints the error, keeps it for error() and returns null or false: GDScript has no exceptions.

#include "native.h"
#include <ploy/explain.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Methods. Each gets as many arguments as the table at the end says.

#define METHOD(name) static pl_gd_variant name(pl_gd_world* world, pl_gd_variant** args)

/// The agent whose handle is the first argument; NULL: it is gone, and the error says so.
ploy_agent* pl_gd_agent_of(pl_gd_world* world, const pl_gd_variant* handle)
{
    int64_t bits = PL_GD(pl_gd_engine, variant_as_int)(handle);
    ploy_agent_id id = {(uint32_t)bits, (uint32_t)((uint64_t)bits >> 32)};
    ploy_agent* agent = world->world && id.index1 ? ploy_world_agent(world->world, id) : NULL;
    if (!agent) {
        char text[64];
        snprintf(text, sizeof(text), "agent %u is gone", id.index1);
        pl_gd_fail(world, text);
    }
    return agent;
}

METHOD(error)
{
    (void)args;
    pl_gd_variant made = pl_gd_of_text(world->error);
    world->error[0] = 0;
    return made;
}

METHOD(tick)
{
    double dt = PL_GD(pl_gd_engine, variant_as_real)(args[0]) * PLOY_SECOND;
    if (!(dt >= 0 && dt < 9e18)) return pl_gd_fail(world, "ploy_world_tick: the time must not be negative");
    if (!pl_gd_settle(world)) return pl_gd_of_nil();
    uint64_t before = ploy_world_ticks(world->world);
    world->refused[0] = 0;
    ploy_world_tick(world->world, (int64_t)(dt + 0.5));
    if (world->is_stale && !world->call) pl_gd_find_objects(world);
    if (ploy_world_ticks(world->world) == before) return pl_gd_fail(world, world->refused);
    return pl_gd_of_bool(true);
}

METHOD(now)
{
    (void)args;
    return pl_gd_of_real((double)ploy_world_now(world->world) / PLOY_SECOND);
}

METHOD(load_text)
{
    char* name = pl_gd_text_of(args[0]);
    char* text = pl_gd_text_of(args[1]);
    ploy_error error = {0};
    pl_gd_settle(world);
    world->refused[0] = 0;
    ploy_status status = ploy_world_load_text(world->world, name, text, strlen(text), &error);
    pl_gd_variant made = pl_gd_of_bool(true);
    if (status == PLOY_OK) {
        char** files = realloc(world->files, (world->file_count + 1) * sizeof(*files));
        if (!files) abort();
        world->files = files;
        world->files[world->file_count++] = name;
        pl_gd_find_objects(world);
        world->is_stale = true; // inside a tick the file takes effect when it ends
    } else {
        made = pl_gd_fail_status(world, name, status, &error);
        free(name);
    }
    free(text);
    return made;
}

METHOD(create_agent)
{
    char type[128];
    pl_gd_text_into(args[0], type, sizeof(type));
    pl_gd_object* node = pl_gd_type_of(args[1]) == PL_GD_OBJECT ? PL_GD(pl_gd_engine, variant_as_object)(args[1]) : NULL;
    world->refused[0] = 0;
    ploy_agent_id id = ploy_agent_create(world->world, &(ploy_agent_def){.type = type[0] ? type : NULL, .user = node});
    if (!id.index1) return pl_gd_fail(world, world->refused[0] ? world->refused : "out of memory");
    return pl_gd_of_int((int64_t)((uint64_t)id.generation << 32 | id.index1));
}

METHOD(destroy_agent)
{
    ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    if (!agent) return pl_gd_of_nil();
    agent->user = NULL; // the node may be going, too
    ploy_agent_destroy(world->world, agent->id);
    return pl_gd_of_bool(true);
}

/// The agent's node goes: nobody is called any more. It is destroyed later, or with the world, so that a recording that
/// ends now still names it.
METHOD(detach_agent)
{
    ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    if (agent) agent->user = NULL;
    return pl_gd_of_bool(agent);
}

static uint32_t key_of(pl_gd_world* world, const ploy_agent* agent, const pl_gd_variant* name, char* text, size_t size)
{
    uint32_t key = ploy_blackboard_keys_find(ploy_world_keys(world->world), pl_gd_text_into(name, text, size));
    if (key == PLOY_NONE || !agent->blackboard) {
        char message[256];
        snprintf(message, sizeof(message), "there is no blackboard key '%.200s'", text);
        pl_gd_fail(world, message);
        return PLOY_NONE;
    }
    return key;
}

METHOD(get_value)
{
    const ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    char name[256];
    uint32_t key = agent ? key_of(world, agent, args[1], name, sizeof(name)) : PLOY_NONE;
    if (key == PLOY_NONE) return pl_gd_of_nil();
    return pl_gd_of_value(ploy_blackboard_keys_type(ploy_world_keys(world->world), key), ploy_blackboard_get(agent->blackboard, key), pl_gd_objects_of_key(world, key));
}

/// On the agent's own blackboard, or with the third argument true on that of its squad.
METHOD(set_value)
{
    ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    char name[256], text[1024];
    uint32_t key = agent ? key_of(world, agent, args[1], name, sizeof(name)) : PLOY_NONE;
    if (key == PLOY_NONE) return pl_gd_of_nil();
    ploy_value value;
    uint32_t type = ploy_blackboard_keys_type(ploy_world_keys(world->world), key);
    if (!pl_gd_to_value(world, args[2], type, pl_gd_objects_of_key(world, key), name, text, sizeof(text), &value)) return pl_gd_of_nil();
    ploy_blackboard* blackboard = agent->blackboard;
    if (PL_GD(pl_gd_engine, variant_as_bool)(args[3])) {
        ploy_squads* squads = ploy_world_squads(world->world);
        blackboard = ploy_squad_blackboard(squads, ploy_squads_of(squads, agent->id));
        if (!blackboard) return pl_gd_fail(world, "the agent is in no squad");
    }
    ploy_status status = ploy_blackboard_set(blackboard, key, value);
    return status == PLOY_OK || status == PLOY_ALREADY ? pl_gd_of_bool(true) : pl_gd_fail_status(world, name, status, NULL);
}

METHOD(why)
{
    const ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    if (!agent) return pl_gd_of_nil();
    char text[4096] = "";
    if (agent->mind) ploy_mind_why(agent, text, sizeof(text));
    return pl_gd_of_text(text);
}

METHOD(set_position)
{
    ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    if (!agent) return pl_gd_of_nil();
    double x = PL_GD(pl_gd_engine, variant_as_real)(args[1]) * 1000, y = PL_GD(pl_gd_engine, variant_as_real)(args[2]) * 1000;
    if (!(x > -1e9 && x < 1e9 && y > -1e9 && y < 1e9)) return pl_gd_fail(world, "the position is out of range");
    agent->position = (ploy_point){(int32_t)x, (int32_t)y};
    return pl_gd_of_bool(true);
}

METHOD(goal)
{
    const ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    if (!agent) return pl_gd_of_nil();
    if (!agent->mind || strcmp(agent->mind->kind->name, "goap") != 0) return pl_gd_of_text("");
    uint32_t goal = ploy_goap_goal(agent, NULL);
    return pl_gd_of_text(goal == PLOY_NONE ? "" : ploy_domain_goal(ploy_goap_domain(agent->mind), goal).name);
}

METHOD(plan)
{
    const ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    if (!agent) return pl_gd_of_nil();
    pl_gd_array list;
    PL_GD(pl_gd_engine, array_new)(&list);
    if (agent->mind && strcmp(agent->mind->kind->name, "goap") == 0) {
        ploy_step steps[64];
        uint32_t count = ploy_goap_steps(agent, steps, 64);
        for (uint32_t i = 0; i < count && i < 64; ++i) {
            char text[256];
            ploy_action_print(ploy_goap_domain(agent->mind), steps[i].action, steps[i].args, text, sizeof(text));
            pl_gd_variant step = pl_gd_of_text(text);
            PL_GD(pl_gd_engine, array_push_back)(&list, &step);
            PL_GD(pl_gd_engine, variant_destroy)(&step);
        }
    }
    pl_gd_variant made;
    PL_GD(pl_gd_engine, variant_new_array)(&made, &list);
    PL_GD(pl_gd_engine, array_destroy)(&list);
    return made;
}

METHOD(join_squad)
{
    const ploy_agent* agent = pl_gd_agent_of(world, args[0]);
    if (!agent) return pl_gd_of_nil();
    char name[64];
    ploy_squads* squads = ploy_world_squads(world->world);
    ploy_squad_id squad = ploy_squads_find(squads, pl_gd_text_into(args[1], name, sizeof(name)));
    if (!squad.index1) return pl_gd_fail(world, "there is no such squad");
    ploy_status status = ploy_squad_join(squads, squad, agent->id);
    return status == PLOY_OK || status == PLOY_ALREADY ? pl_gd_of_bool(true) : pl_gd_fail_status(world, name, status, NULL);
}

METHOD(version)
{
    (void)world, (void)args;
    return pl_gd_of_text(ploy_version());
}

// Life.

static void* create(pl_gd_object* instance, void* method_data)
{
    (void)instance, (void)method_data;
    pl_gd_world* world = calloc(1, sizeof(*world));
    if (!world) abort();
    world->world = ploy_world_create(NULL);
    if (!world->world) abort();
    return world;
}

static void destroy(pl_gd_object* instance, void* method_data, void* user)
{
    (void)instance, (void)method_data;
    pl_gd_world* world = user;
    pl_gd_current = world;
    for (ploy_agent_id id = {0}; (id = ploy_world_next_agent(world->world, id)).index1;)
        ploy_world_agent(world->world, id)->user = NULL; // their nodes may be gone
    ploy_world_destroy(world->world);
    while (world->bindings) {
        pl_gd_binding* binding = world->bindings;
        world->bindings = binding->next;
        free(binding->name);
        free(binding->method);
        free(binding->ports);
        free(binding);
    }
    for (uint32_t i = 0; i < world->file_count; ++i) free(world->files[i]);
    free(world->files);
    free(world->objects);
    free(world->changed);
    ploy_pathfinder_destroy(world->pathfinder);
    ploy_obstacles_destroy(world->obstacles);
    ploy_grid_destroy(world->grid);
    free(world);
    pl_gd_current = NULL;
}

typedef struct native_method
{
    const char* name;
    pl_gd_variant (*call)(pl_gd_world* world, pl_gd_variant** args);
    int count;
} native_method;

static native_method methods[] = {
    {"error", error, 0},
    {"tick", tick, 1},
    {"now", now, 0},
    {"add_activity", pl_gd_add_activity, 3},
    {"add_condition", pl_gd_add_condition, 3},
    {"add_scorer", pl_gd_add_scorer, 3},
    {"add_sensor", pl_gd_add_sensor, 2},
    {"load_text", load_text, 2},
    {"create_agent", create_agent, 2},
    {"destroy_agent", destroy_agent, 1},
    {"detach_agent", detach_agent, 1},
    {"get_value", get_value, 2},
    {"set_value", set_value, 4},
    {"why", why, 1},
    {"set_position", set_position, 3},
    {"goal", goal, 1},
    {"plan", plan, 1},
    {"join_squad", join_squad, 2},
    {"get_port", pl_gd_get_port, 1},
    {"set_port", pl_gd_set_port, 2},
    {"elapsed", pl_gd_elapsed, 0},
    {"duration", pl_gd_duration, 0},
    {"dt", pl_gd_dt, 0},
    {"save", pl_gd_save, 0},
    {"load_save", pl_gd_load_save, 1},
    {"adopt", pl_gd_adopt, 2},
    {"hash", pl_gd_hash, 0},
    {"record", pl_gd_record, 1},
    {"attach", pl_gd_attach, 2},
    {"may_tick", pl_gd_may_tick, 0},
    {"set_grid", pl_gd_set_grid, 1},
    {"find_path", pl_gd_find_path, 4},
    {"sees", pl_gd_sees, 4},
    {"block", pl_gd_block, 3},
    {"spawn", pl_gd_spawn, 1},
    {"despawn", pl_gd_despawn, 1},
    {"exists", pl_gd_exists, 1},
    {"cell", pl_gd_cell, 2},
    {"set_cell", pl_gd_set_cell, 3},
    {"push_goal", pl_gd_push_goal, 3},
    {"set_pace", pl_gd_set_pace, 2},
    {"version", version, 0},
};

static pl_gd_variant call_method(pl_gd_object* instance, void* method_data, void* user, int count, pl_gd_variant** args)
{
    (void)instance;
    const native_method* method = method_data;
    pl_gd_world* world = user;
    pl_gd_current = world;
    if (count != method->count) {
        char text[96];
        snprintf(text, sizeof(text), "%s takes %d arguments, not %d", method->name, method->count, count);
        return pl_gd_fail(world, text);
    }
    return method->call(world, args);
}

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

EXPORT void godot_gdnative_init(const pl_gd_init* options);
EXPORT void godot_gdnative_terminate(const void* options);
EXPORT void godot_nativescript_init(void* handle);

EXPORT void godot_gdnative_init(const pl_gd_init* options)
{
    pl_gd_engine = options->core;
    ploy_set_log_handler(pl_gd_take_log, NULL);
}

EXPORT void godot_gdnative_terminate(const void* options)
{
    (void)options;
    ploy_set_log_handler(NULL, NULL);
    pl_gd_engine = NULL;
}

EXPORT void godot_nativescript_init(void* handle)
{
    const pl_gd_script* script = NULL;
    for (unsigned i = 0; i < pl_gd_engine->extension_count; ++i)
        if (pl_gd_engine->extensions[i]->type == PL_GD_NATIVESCRIPT) script = pl_gd_engine->extensions[i];
    if (!script) return;
    script->register_class(handle, "PloyNative", "Reference", (pl_gd_create){create, NULL, NULL}, (pl_gd_destroy){destroy, NULL, NULL});
    for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); ++i)
        script->register_method(handle, "PloyNative", methods[i].name, (pl_gd_attributes){0}, (pl_gd_method){call_method, &methods[i], NULL});
}
