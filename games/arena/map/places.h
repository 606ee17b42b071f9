// Reads the places of a map from lines "spawn X Y", "site X Y", "health X Y", "ammo WEAPON X Y".

#ifndef ARENA_MAP_PLACES_H
#define ARENA_MAP_PLACES_H

#include "games/arena/map/map.h"

/// The map must have its cells. PLOY_INVALID: a place lies in a wall, or a kind has too few places. PLOY_OUT_OF_MEMORY.
ploy_status arena_places_read(arena_map* map, const arena_map_def* def, ploy_error* error);

#endif
