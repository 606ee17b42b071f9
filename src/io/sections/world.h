// What a file says of the world that its agents live in: blackboard keys, fact types, sensors, squads. Texts lie in the
// file's arena.

#ifndef PL_IO_SECTIONS_WORLD_H
#define PL_IO_SECTIONS_WORLD_H

#include <ploy/world.h>
#include <ploy/blackboard.h>
#include <ploy/memory.h>
#include <ploy/squad.h>

#include "base/containers/array.h"

typedef struct pl_file_key
{
    ploy_key_def def;
    const char* initial; ///< of a struct, as text; NULL: none
    uint32_t line, column;
} pl_file_key;

typedef struct pl_file_enum
{
    const char* name;
    int64_t value;
    uint32_t line, column;
} pl_file_enum;

typedef struct pl_file_sensor
{
    const char* name;
    int64_t interval, offset; ///< microseconds
    bool has_interval, has_offset;
    uint32_t line, column; ///< of its name
} pl_file_sensor;

typedef struct pl_file_squad
{
    ploy_squad_def def;                    ///< all but the places
    const char* home;                      ///< NULL: none
    const char* places[PLOY_SQUAD_PLACES]; ///< of the standing task
    uint32_t line;
} pl_file_squad;

typedef struct pl_file_world
{
    PL_ARRAY(pl_file_key) keys;
    PL_ARRAY(pl_file_enum) enums;
    PL_ARRAY(ploy_fact_type_def) fact_types;
    PL_ARRAY(pl_file_sensor) sensors;
    PL_ARRAY(pl_file_squad) squads;
} pl_file_world;

void pl_file_world_free(pl_file_world* world, const ploy_allocator* allocator);

#endif
