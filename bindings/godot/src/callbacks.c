// Activities, conditions, scorers and sensors: methods of the agents' nodes, and what these may read while they run.

#include "native.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Callbacks.

/// Calls METHOD or METHOD_suffix of the agent's node, if it has it. The result is destroyed by the caller.
bool pl_gd_call_node(ploy_agent* agent, const char* method, const char* suffix, pl_gd_variant* result)
{
    if (!agent->user) return false;
    char name[160];
    snprintf(name, sizeof(name), "%s%s", method, suffix);
    pl_gd_variant object;
    PL_GD(pl_gd_engine, variant_new_object)(&object, agent->user);
    pl_gd_string string = pl_gd_string_of(name);
    bool has = PL_GD(pl_gd_engine, variant_has_method)(&object, &string);
    if (has) {
        pl_gd_call_error error = {0};
        *result = PL_GD(pl_gd_engine, variant_call)(&object, &string, NULL, 0, &error);
    }
    PL_GD(pl_gd_engine, string_destroy)(&string);
    PL_GD(pl_gd_engine, variant_destroy)(&object);
    return has;
}

typedef struct call_before
{
    const ploy_call* call;
    ploy_agent* caller;
    const pl_gd_binding* called;
} call_before;

static call_before enter(const pl_gd_binding* binding, ploy_agent* agent, const ploy_call* call)
{
    pl_gd_world* world = binding->world;
    call_before before = {world->call, world->caller, world->called};
    world->call = call;
    world->caller = agent;
    world->called = binding;
    return before;
}

static void leave(pl_gd_world* world, call_before before)
{
    world->call = before.call;
    world->caller = before.caller;
    world->called = before.called;
    pl_gd_current = world;
}

static void refuse_result(const pl_gd_binding* binding, const char* suffix, const char* wanted)
{
    char text[256];
    snprintf(text, sizeof(text), "%s%s of %s must return %s", binding->method, suffix, binding->name, wanted);
    pl_gd_fail(binding->world, text);
}

static ploy_outcome call_outcome(ploy_agent* agent, const ploy_call* call, const char* suffix, ploy_outcome missing, ploy_outcome nothing)
{
    const pl_gd_binding* binding = call->user;
    call_before before = enter(binding, agent, call);
    pl_gd_variant result;
    ploy_outcome outcome = missing;
    if (pl_gd_call_node(agent, binding->method, suffix, &result)) {
        int64_t number = pl_gd_type_of(&result) == PL_GD_INT ? PL_GD(pl_gd_engine, variant_as_int)(&result) : -1;
        outcome = number >= PLOY_RUNNING && number <= PLOY_FAILURE ? (ploy_outcome)number : nothing;
        if (outcome == PLOY_SKIPPED) {
            refuse_result(binding, suffix, "Ploy.RUNNING, Ploy.SUCCESS or Ploy.FAILURE");
            outcome = PLOY_FAILURE;
        }
        PL_GD(pl_gd_engine, variant_destroy)(&result);
    } else if (missing == PLOY_SKIPPED) {
        refuse_result(binding, suffix, "an outcome, but the agent's node has no such method");
        outcome = PLOY_FAILURE;
    }
    leave(binding->world, before);
    return outcome;
}

static ploy_outcome call_start(ploy_agent* agent, const ploy_call* call)
{
    return call_outcome(agent, call, "_start", PLOY_RUNNING, PLOY_RUNNING);
}

static ploy_outcome call_update(ploy_agent* agent, const ploy_call* call)
{
    return call_outcome(agent, call, "", PLOY_SKIPPED, PLOY_SKIPPED);
}

static ploy_outcome call_halt(ploy_agent* agent, const ploy_call* call)
{
    return call_outcome(agent, call, "_halt", PLOY_SUCCESS, PLOY_SUCCESS);
}

static bool call_test(ploy_agent* agent, const ploy_call* call)
{
    const pl_gd_binding* binding = call->user;
    call_before before = enter(binding, agent, call);
    pl_gd_variant result;
    bool is_true = false;
    if (pl_gd_call_node(agent, binding->method, "", &result)) {
        if (pl_gd_type_of(&result) != PL_GD_BOOL) refuse_result(binding, "", "true or false");
        is_true = pl_gd_type_of(&result) == PL_GD_BOOL && PL_GD(pl_gd_engine, variant_as_bool)(&result);
        PL_GD(pl_gd_engine, variant_destroy)(&result);
    }
    leave(binding->world, before);
    return is_true;
}

static int64_t call_score(ploy_agent* agent, const ploy_call* call)
{
    const pl_gd_binding* binding = call->user;
    call_before before = enter(binding, agent, call);
    pl_gd_variant result;
    double number = 0;
    if (pl_gd_call_node(agent, binding->method, "", &result)) {
        if (!pl_gd_is_number(&result)) refuse_result(binding, "", "a number");
        if (pl_gd_is_number(&result)) number = PL_GD(pl_gd_engine, variant_as_real)(&result);
        PL_GD(pl_gd_engine, variant_destroy)(&result);
    }
    leave(binding->world, before);
    double scaled = number * PLOY_UNIT;
    if (!(scaled > -9e18 && scaled < 9e18)) return 0;
    return (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

static void call_sense(ploy_agent* agent, void* user)
{
    const pl_gd_binding* binding = user;
    call_before before = enter(binding, agent, NULL);
    pl_gd_variant result;
    if (pl_gd_call_node(agent, binding->method, "", &result)) PL_GD(pl_gd_engine, variant_destroy)(&result);
    leave(binding->world, before);
}

// Adding.

static pl_gd_binding* add_binding(pl_gd_world* world, pl_gd_variant** args, bool has_ports)
{
    pl_gd_binding* binding = calloc(1, sizeof(*binding));
    if (!binding) abort();
    binding->world = world;
    binding->name = pl_gd_text_of(args[0]);
    binding->method = pl_gd_text_of(args[1]);
    if (has_ports) binding->ports = pl_gd_text_of(args[2]);
    binding->next = world->bindings;
    world->bindings = binding;
    world->refused[0] = 0;
    return binding;
}

pl_gd_variant pl_gd_add_activity(pl_gd_world* world, pl_gd_variant** args)
{
    pl_gd_binding* binding = add_binding(world, args, true);
    ploy_activity_def def = {.name = binding->name, .ports = binding->ports, .start = call_start, .update = call_update, .halt = call_halt, .user = binding};
    ploy_status status = ploy_bindings_add_activity(ploy_world_bindings(world->world), &def, NULL);
    return status == PLOY_OK ? pl_gd_of_bool(true) : pl_gd_fail_status(world, binding->name, status, NULL);
}

pl_gd_variant pl_gd_add_condition(pl_gd_world* world, pl_gd_variant** args)
{
    pl_gd_binding* binding = add_binding(world, args, true);
    ploy_condition_def def = {.name = binding->name, .ports = binding->ports, .test = call_test, .user = binding};
    ploy_status status = ploy_bindings_add_condition(ploy_world_bindings(world->world), &def, NULL);
    return status == PLOY_OK ? pl_gd_of_bool(true) : pl_gd_fail_status(world, binding->name, status, NULL);
}

pl_gd_variant pl_gd_add_scorer(pl_gd_world* world, pl_gd_variant** args)
{
    pl_gd_binding* binding = add_binding(world, args, true);
    ploy_scorer_def def = {.name = binding->name, .ports = binding->ports, .score = call_score, .user = binding};
    ploy_status status = ploy_bindings_add_scorer(ploy_world_bindings(world->world), &def, NULL);
    return status == PLOY_OK ? pl_gd_of_bool(true) : pl_gd_fail_status(world, binding->name, status, NULL);
}

pl_gd_variant pl_gd_add_sensor(pl_gd_world* world, pl_gd_variant** args)
{
    pl_gd_binding* binding = add_binding(world, args, false);
    ploy_sensor_def def = {.name = binding->name, .sense = call_sense, .user = binding};
    ploy_status status = ploy_bindings_add_sensor(ploy_world_bindings(world->world), &def, NULL);
    return status == PLOY_OK ? pl_gd_of_bool(true) : pl_gd_fail_status(world, binding->name, status, NULL);
}

/// The type of the argument that a port stands for.
static pl_gd_objects objects_of_port(const pl_gd_world* world, uint32_t port)
{
    const ploy_port* about = &world->call->ports[port];
    if (about->key != PLOY_NONE) return pl_gd_objects_of_key(world, about->key);
    const ploy_mind* mind = world->caller->mind;
    if (about->key_type < PLOY_PORT_OBJECT || !mind || strcmp(mind->kind->name, "goap") != 0) return (pl_gd_objects){0};
    return (pl_gd_objects){ploy_goap_domain(mind), about->key_type - PLOY_PORT_OBJECT};
}

// Inside callbacks.

static bool find_port(pl_gd_world* world, const pl_gd_variant* wanted, char* name, size_t size, uint32_t* port)
{
    pl_gd_text_into(wanted, name, size);
    const char* ports = world->call ? world->called->ports : "";
    for (*port = 0; *ports; ++*port) {
        ports += strspn(ports, " ");
        const char* begin = ports + strspn(ports, "<>");
        size_t bytes = strcspn(begin, ": ");
        if (bytes == strlen(name) && memcmp(begin, name, bytes) == 0 && *port < world->call->port_count) return true;
        ports += strcspn(ports, " ");
    }
    pl_gd_fail(world, world->call ? "there is no such port" : "ports are read inside activities, conditions and scorers only");
    return false;
}

pl_gd_variant pl_gd_get_port(pl_gd_world* world, pl_gd_variant** args)
{
    char name[128];
    uint32_t port;
    if (!find_port(world, args[0], name, sizeof(name), &port)) return pl_gd_of_nil();
    return pl_gd_of_value(world->call->ports[port].type, ploy_call_get(world->call, world->caller, port), objects_of_port(world, port));
}

pl_gd_variant pl_gd_set_port(pl_gd_world* world, pl_gd_variant** args)
{
    char name[128], text[1024];
    uint32_t port;
    ploy_value value;
    if (!find_port(world, args[0], name, sizeof(name), &port)) return pl_gd_of_nil();
    if (!pl_gd_to_value(world, args[1], world->call->ports[port].type, objects_of_port(world, port), name, text, sizeof(text), &value)) return pl_gd_of_nil();
    ploy_status status = ploy_call_set(world->call, world->caller, port, value);
    return status == PLOY_OK || status == PLOY_ALREADY ? pl_gd_of_bool(true) : pl_gd_fail_status(world, name, status, NULL);
}

pl_gd_variant pl_gd_elapsed(pl_gd_world* world, pl_gd_variant** args)
{
    (void)args;
    return pl_gd_of_real(world->call ? (double)world->call->elapsed / PLOY_SECOND : 0);
}

pl_gd_variant pl_gd_duration(pl_gd_world* world, pl_gd_variant** args)
{
    (void)args;
    return pl_gd_of_real(world->call ? (double)world->call->duration / PLOY_SECOND : 0);
}

pl_gd_variant pl_gd_dt(pl_gd_world* world, pl_gd_variant** args)
{
    (void)args;
    return pl_gd_of_real(world->caller ? (double)world->caller->dt / PLOY_SECOND : 0);
}
