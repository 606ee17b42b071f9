#include "io/sections/world.h"

#include <string.h>

#include "agent/squads.h"
#include "base/error.h"
#include "io/world_file.h"
#include "io/xml/number.h"

void pl_file_world_free(pl_file_world* world, const ploy_allocator* allocator)
{
    PL_ARRAY_FREE(&world->keys, allocator);
    PL_ARRAY_FREE(&world->fact_types, allocator);
    PL_ARRAY_FREE(&world->sensors, allocator);
    PL_ARRAY_FREE(&world->squads, allocator);
}

uint32_t pl_file_find_sensor(const ploy_file* file, const char* name)
{
    for (uint32_t i = 0; i < file->world.sensors.count; ++i) {
        if (strcmp(file->world.sensors.data[i].name, name) == 0) return i;
    }
    return PLOY_NONE;
}

static bool number_place(void* user, const char* name, int64_t* place)
{
    (void)user;
    return pl_number_parse(name, PL_NUMBER_WHOLE, place);
}

typedef bool find_place_fn(void* user, const char* name, int64_t* place);

static ploy_status find_place(const pl_file_squad* squad, const ploy_squad_callbacks* calls, const char* name,
                              int64_t* place, ploy_error* error)
{
    find_place_fn* find = calls->find_place ? calls->find_place : number_place;
    if (find(calls->user, name, place)) return PLOY_OK;
    pl_error_set(error, squad->line, 1, "unknown place '%s' of the squad '%s'", name, squad->def.name);
    if (!calls->find_place) pl_error_hint(error, "a whole number, or set ploy_squad_callbacks.find_place");
    return PLOY_INVALID;
}

ploy_status pl_file_squad_def(const ploy_file* file, uint32_t index, const ploy_squads* squads, ploy_squad_def* def,
                              ploy_error* error)
{
    const pl_file_squad* squad = &file->world.squads.data[index];
    const ploy_squad_callbacks* calls = &squads->def.calls;
    *def = squad->def;
    ploy_status status = squad->home ? find_place(squad, calls, squad->home, &def->home, error) : PLOY_OK;
    for (uint32_t i = 0; i < def->standing.place_count && status == PLOY_OK; ++i) {
        status = find_place(squad, calls, squad->places[i], &def->standing.places[i], error);
    }
    return status;
}
