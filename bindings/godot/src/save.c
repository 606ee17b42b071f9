// Saves, hashes, recordings and the debugger.

#include "native.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ploy/save.h>

pl_gd_variant pl_gd_save(pl_gd_world* world, pl_gd_variant** args)
{
    (void)args;
    ploy_writer writer = {0};
    pl_gd_settle(world);
    world->refused[0] = 0;
    ploy_status status = ploy_world_save(world->world, NULL, &writer);
    if (status != PLOY_OK) return pl_gd_fail_status(world, "save", status, NULL);
    pl_gd_bytes bytes;
    PL_GD(pl_gd_engine, bytes_new)(&bytes);
    PL_GD(pl_gd_engine, bytes_resize)(&bytes, (int)writer.count);
    void* access = PL_GD(pl_gd_engine, bytes_write)(&bytes);
    writer = (ploy_writer){.bytes = PL_GD(pl_gd_engine, bytes_write_data)(access), .capacity = writer.count};
    status = ploy_world_save(world->world, NULL, &writer);
    PL_GD(pl_gd_engine, bytes_write_end)(access);
    pl_gd_variant made;
    PL_GD(pl_gd_engine, variant_new_bytes)(&made, &bytes);
    PL_GD(pl_gd_engine, bytes_destroy)(&bytes);
    return made;
}

pl_gd_variant pl_gd_load_save(pl_gd_world* world, pl_gd_variant** args)
{
    if (pl_gd_type_of(args[0]) != PL_GD_BYTES) return pl_gd_fail(world, "a save is a PoolByteArray");
    pl_gd_bytes bytes = PL_GD(pl_gd_engine, variant_as_bytes)(args[0]);
    void* access = PL_GD(pl_gd_engine, bytes_read)(&bytes);
    ploy_reader reader = {.bytes = PL_GD(pl_gd_engine, bytes_read_data)(access), .count = (size_t)PL_GD(pl_gd_engine, bytes_size)(&bytes)};
    ploy_error error = {0};
    world->refused[0] = 0;
    ploy_status status = ploy_world_load(world->world, NULL, &reader, &error);
    PL_GD(pl_gd_engine, bytes_read_end)(access);
    PL_GD(pl_gd_engine, bytes_destroy)(&bytes);
    return status == PLOY_OK ? pl_gd_of_bool(true) : pl_gd_fail_status(world, "save", status, &error);
}

/// After a load: the agent at an index (from 1) gets its node again. The handle, or 0: there is no such agent.
pl_gd_variant pl_gd_adopt(pl_gd_world* world, pl_gd_variant** args)
{
    uint32_t index = (uint32_t)PL_GD(pl_gd_engine, variant_as_int)(args[0]);
    for (ploy_agent_id id = {0}; (id = ploy_world_next_agent(world->world, id)).index1;) {
        if (id.index1 != index) continue;
        ploy_world_agent(world->world, id)->user = PL_GD(pl_gd_engine, variant_as_object)(args[1]);
        return pl_gd_of_int((int64_t)((uint64_t)id.generation << 32 | id.index1));
    }
    return pl_gd_of_int(0);
}

pl_gd_variant pl_gd_hash(pl_gd_world* world, pl_gd_variant** args)
{
    (void)args;
    pl_gd_settle(world);
    char text[17];
    snprintf(text, sizeof(text), "%016llx", (unsigned long long)ploy_world_hash(world->world));
    return pl_gd_of_text(text);
}

static void name_agent(void* user, const ploy_agent* agent, char* text, size_t size)
{
    (void)user;
    pl_gd_variant result;
    snprintf(text, size, "agent %u", agent->id.index1);
    ploy_agent copy = *agent;
    if (!pl_gd_call_node(&copy, "get_name", "", &result)) return;
    pl_gd_text_into(&result, text, size);
    PL_GD(pl_gd_engine, variant_destroy)(&result);
}

pl_gd_variant pl_gd_record(pl_gd_world* world, pl_gd_variant** args)
{
    char* path = pl_gd_text_of(args[0]);
    ploy_error error = {0};
    world->refused[0] = 0;
    ploy_status status = ploy_world_record(world->world, &(ploy_record_def){.path = path, .name = name_agent}, &error);
    pl_gd_variant made = status == PLOY_OK ? pl_gd_of_bool(true) : pl_gd_fail_status(world, path, status, &error);
    free(path);
    return made;
}

/// The address for `ploy attach`.
pl_gd_variant pl_gd_attach(pl_gd_world* world, pl_gd_variant** args)
{
    int64_t port = PL_GD(pl_gd_engine, variant_as_int)(args[0]);
    if (port < 0 || port > UINT16_MAX) return pl_gd_fail(world, "a port is 0 to 65535");
    ploy_attach_def def = {.port = (uint16_t)port, .is_paused = PL_GD(pl_gd_engine, variant_as_bool)(args[1]), .name = name_agent};
    ploy_error error = {0};
    world->refused[0] = 0;
    ploy_status status = ploy_world_attach(world->world, &def, &error);
    return status == PLOY_OK ? pl_gd_of_text(ploy_world_attach_address(world->world)) : pl_gd_fail_status(world, "attach", status, &error);
}

pl_gd_variant pl_gd_may_tick(pl_gd_world* world, pl_gd_variant** args)
{
    (void)args;
    bool may = ploy_world_may_tick(world->world);
    if (ploy_world_attach_address(world->world) && !world->call) pl_gd_find_objects(world); // it may have loaded a file
    return pl_gd_of_bool(may);
}
