/// What the files of the library share: the world behind a node, and values of Godot.

#ifndef PL_GODOT_NATIVE_H
#define PL_GODOT_NATIVE_H

#include "gdnative.h"
#include <ploy/grid.h>
#include <ploy/io.h>

typedef struct pl_gd_world pl_gd_world;

/// An activity, condition, scorer or sensor: the method of the agent's node that is called.
typedef struct pl_gd_binding
{
    struct pl_gd_binding* next;
    pl_gd_world* world;
    char* name;
    char* method;
    char* ports;
} pl_gd_binding;

/// The objects that a key may hold, by name.
typedef struct pl_gd_objects
{
    const ploy_domain* domain; ///< NULL: the key holds numbers
    uint32_t type;
} pl_gd_objects;

struct pl_gd_world
{
    ploy_world* world;
    pl_gd_binding* bindings;
    pl_gd_objects* objects; ///< by key
    uint32_t key_count;
    char** files;
    uint32_t file_count;
    ploy_domain** changed; ///< whose objects or tables have changed since they were compiled
    uint32_t changed_count;
    bool is_stale; ///< a file was loaded: objects must be found again
    const ploy_call* call;
    ploy_agent* caller;
    const pl_gd_binding* called;
    char error[512];
    char refused[256]; ///< what the library logged last
    ploy_grid* grid;
    ploy_obstacles* obstacles;
    ploy_pathfinder* pathfinder;
};

/// The engine's functions, the same for all: set once when the library is loaded.
extern const pl_gd_core* pl_gd_engine;
/// The world that was called last on this thread: it gets what the library logs.
extern _Thread_local pl_gd_world* pl_gd_current;

pl_gd_variant pl_gd_of_nil(void);
pl_gd_variant pl_gd_of_bool(bool value);
pl_gd_variant pl_gd_of_int(int64_t value);
pl_gd_variant pl_gd_of_real(double value);
pl_gd_variant pl_gd_of_text(const char* text);
pl_gd_string pl_gd_string_of(const char* text);
/// Copies the text of a variant; the caller frees it.
char* pl_gd_text_of(const pl_gd_variant* variant);
/// Copies it into a buffer, and cuts it at its end.
const char* pl_gd_text_into(const pl_gd_variant* variant, char* text, size_t size);
int pl_gd_type_of(const pl_gd_variant* variant);
bool pl_gd_is_number(const pl_gd_variant* variant);

/// Prints and keeps the message; gives null.
pl_gd_variant pl_gd_fail(pl_gd_world* world, const char* message);
pl_gd_variant pl_gd_fail_status(pl_gd_world* world, const char* what, ploy_status status, const ploy_error* error);
void pl_gd_take_log(const char* message, void* user);

/// Finds the types of all keys that hold objects.
void pl_gd_find_objects(pl_gd_world* world);
pl_gd_objects pl_gd_objects_of_key(const pl_gd_world* world, uint32_t key);
pl_gd_variant pl_gd_of_value(uint32_t type, ploy_value value, pl_gd_objects objects);
/// false: another type, and the error says which. A string is written to `text`.
bool pl_gd_to_value(pl_gd_world* world, const pl_gd_variant* variant, uint32_t type, pl_gd_objects objects, const char* what,
                    char* text, size_t size, ploy_value* value);

/// Compiles the domains whose objects or tables have changed: before a tick, a save or a load. false: an error.
bool pl_gd_settle(pl_gd_world* world);

/// Calls METHOD or METHOD_suffix of the agent's node, if it has it. The result is destroyed by the caller.
bool pl_gd_call_node(ploy_agent* agent, const char* method, const char* suffix, pl_gd_variant* result);
/// The agent of a handle; NULL: it is gone, and the error says so.
ploy_agent* pl_gd_agent_of(pl_gd_world* world, const pl_gd_variant* handle);

// Methods of the class that stand in other files than world.c.
pl_gd_variant pl_gd_add_activity(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_add_condition(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_add_scorer(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_add_sensor(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_get_port(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_set_port(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_elapsed(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_duration(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_dt(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_save(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_load_save(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_adopt(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_hash(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_record(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_attach(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_may_tick(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_set_grid(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_find_path(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_sees(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_block(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_spawn(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_despawn(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_exists(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_cell(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_set_cell(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_push_goal(pl_gd_world* world, pl_gd_variant** args);
pl_gd_variant pl_gd_set_pace(pl_gd_world* world, pl_gd_variant** args);

#endif
