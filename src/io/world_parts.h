// What a file gives a world besides its words: what domains call, sensors, squads, and agent types with their minds.

#ifndef PL_IO_WORLD_PARTS_H
#define PL_IO_WORLD_PARTS_H

#include "agent/world.h"
#include "base/error.h"
#include "io/file.h"

/// Binds what the domains call, and checks that the file's sensors are bound.
ploy_status pl_connect_file(ploy_world* world, const ploy_file* file, pl_reports* reports);

ploy_status pl_check_squads(ploy_world* world, const ploy_file* file, pl_reports* reports);
/// Those that the world has by their names stay.
ploy_status pl_create_squads(ploy_world* world, const ploy_file* file, pl_reports* reports);

typedef struct pl_made_type
{
    const char* name; ///< the file's
    pl_agent_type type;
    pl_start_value* values;
} pl_made_type;

/// An agent type with its mind. PLOY_INVALID with on_error: its errors were reported, unless none was since the call.
ploy_status pl_make_type(ploy_world* world, const ploy_file* file, const ploy_agent_info* info, pl_made_type* made,
                         pl_reports* reports);
void pl_free_type(const ploy_world* world, pl_made_type* made);

#endif
