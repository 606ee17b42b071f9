#include "io/sections/world.h"

#include <string.h>

#include "base/error.h"
#include "io/file.h"
#include "io/xml/number.h"

void pl_file_world_free(pl_file_world* world, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&world->keys, allocator);
    PL_ARRAY_FREE(&world->kinds, allocator);
    PL_ARRAY_FREE(&world->sensors, allocator);
    PL_ARRAY_FREE(&world->squads, allocator);
}

uint32_t ploy_file_key_count(const ploy_file* file)
{
    return file->world.keys.count;
}

const ploy_key_def* ploy_file_key(const ploy_file* file, uint32_t index)
{
    PL_ASSERT(index < file->world.keys.count);
    return &file->world.keys.data[index];
}

ploy_status ploy_file_add_keys(const ploy_file* file, ploy_blackboard_keys* keys)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < file->world.keys.count && status == PLOY_OK; ++i) {
        const ploy_key_def* key = &file->world.keys.data[i];
        bool is_there = ploy_blackboard_keys_find(keys, key->name) != PLOY_NONE;
        status = is_there ? PLOY_OK : ploy_blackboard_keys_add(keys, key, NULL);
    }
    return status;
}

uint32_t ploy_file_kind_count(const ploy_file* file)
{
    return file->world.kinds.count;
}

const ploy_fact_type_def* ploy_file_kind(const ploy_file* file, uint32_t index)
{
    PL_ASSERT(index < file->world.kinds.count);
    return &file->world.kinds.data[index];
}

ploy_status ploy_file_add_kinds(const ploy_file* file, ploy_fact_types* kinds)
{
    ploy_status status = PLOY_OK;
    for (uint32_t i = 0; i < file->world.kinds.count && status == PLOY_OK; ++i) {
        const ploy_fact_type_def* kind = &file->world.kinds.data[i];
        bool is_there = ploy_fact_types_find(kinds, kind->name) != PLOY_NONE;
        status = is_there ? PLOY_OK : ploy_fact_types_add(kinds, kind, NULL);
    }
    return status;
}

uint32_t ploy_file_sensor_count(const ploy_file* file)
{
    return file->world.sensors.count;
}

ploy_sensor_def ploy_file_sensor(const ploy_file* file, uint32_t index)
{
    PL_ASSERT(index < file->world.sensors.count);
    return file->world.sensors.data[index];
}

uint32_t ploy_file_find_sensor(const ploy_file* file, const char* name)
{
    for (uint32_t i = 0; i < file->world.sensors.count; ++i) {
        if (strcmp(file->world.sensors.data[i].name, name) == 0) {
            return i;
        }
    }
    return PLOY_NONE;
}

uint32_t ploy_file_squad_count(const ploy_file* file)
{
    return file->world.squads.count;
}

static bool number_place(void* user, const char* name, int64_t* place)
{
    (void)user;
    return pl_number_parse(name, PL_NUMBER_WHOLE, place);
}

static ploy_status find_place(const pl_file_squad* squad, ploy_place_fn* find, void* user, const char* name,
                              int64_t* place, ploy_error* error)
{
    if (find(user, name, place)) {
        return PLOY_OK;
    }
    pl_error_set(error, squad->line, 1, "unknown place '%s' of the squad '%s'", name, squad->def.name);
    return PLOY_INVALID;
}

ploy_status ploy_file_squad(const ploy_file* file, uint32_t index, ploy_place_fn* find, void* user, ploy_squad_def* def,
                            ploy_error* error)
{
    PL_ASSERT(index < file->world.squads.count);
    const pl_file_squad* squad = &file->world.squads.data[index];
    find = find ? find : number_place;
    *def = squad->def;
    ploy_status status = PLOY_OK;
    if (squad->home) {
        status = find_place(squad, find, user, squad->home, &def->home, error);
    }
    for (uint32_t i = 0; i < def->standing.place_count && status == PLOY_OK; ++i) {
        status = find_place(squad, find, user, squad->places[i], &def->standing.places[i], error);
    }
    return status;
}
